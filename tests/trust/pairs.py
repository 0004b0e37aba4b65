#!/usr/bin/env python3
"""Holds each diagnostic against two inputs: one with the mistake, and nearly the same without.

    tests/trust/pairs.py [--mlir]

builder/DIAGNOSTICS.md has an example of each code, in which the code is found. pairs.json,
beside this file, has its twin, in which it is not. A twin is

    text                    a command
    object                  a pipeline file, a contracts file or a file of contents
    {"test": "Suite.Name"}  a test of GoogleTest, for what only C++ shows

A twin has no error, and no code but those that its example has beside its own. Most of it
is its example. A code without a twin is an error, and so is a twin without a code.

The tools are found on the PATH. With --mlir also the commands of pmb-opt are run.
"""
import argparse
import difflib
import glob
import json
import os
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import docs  # what runs the examples of all pages

# How much of an example and its twin is in both, at least.
NEARLY = 0.6


def find_examples():
    """Code, name and example of each diagnostic."""
    pattern = r"## (PMB\d+) `([\w-]+)`(?:.*\n)*?\* Example: (`+)(.*)\3\n"
    return [(code, name, example)
            for code, name, _, example in re.findall(pattern, docs.read("builder/DIAGNOSTICS.md"))]


def find_codes(output):
    return set(re.findall(r"\[(PMB\d+) [\w-]+\]", output))


def run(example):
    """The output and the exit code of an example, or of a twin."""
    with tempfile.TemporaryDirectory() as folder:
        # What some twins name.
        pathlib.Path(folder, "cpu.pipeline.json").write_text('{"passes": ["cse"]}')
        if example.startswith("{"):
            return docs.check_json(example, folder)
        return docs.run(example, folder)


class Tests:
    """The tests of GoogleTest: what stands above each, and what is in it."""

    def __init__(self):
        pattern = r"((?:^///[^\n]*\n)*)^TEST\w*\((\w+),\s*(\w+)\)\s*{\n(.*?)^}"
        self.rows = [(f"{suite}.{name}", " ".join(re.sub("^/// ?", "", comment, flags=re.M).split()),
                      re.sub(r'"\s*"', "", body), re.sub(r'"\s*"', "", text))
                     for path in glob.glob(os.path.join(docs.ROOT, "tests/*/**/*.cpp"), recursive=True)
                     for text in [docs.read(path)]
                     for comment, suite, name, body in re.findall(pattern, text, re.M | re.S)]

    def find(self, code, name, example):
        """Whether a comment above a test has the example, and the test the code."""
        enumerator = "DiagnosticCode::" + "".join(word.capitalize() for word in name.split("-"))
        return any(f"{code} {name}" in body or enumerator in body
                   or "message" in body and f"{code} {name}" in text
                   for _, comment, body, text in self.rows if f"{code}: {example}" in comment)

    def is_without(self, twin, code):
        """Whether there is a test of that name, in which something else is expected."""
        return any(re.search(r"EXPECT_|ASSERT_", body) and code not in body
                   for known, _, body, _ in self.rows if known == twin)


def check_example(place, code, name, example, tests):
    if not re.match(r"{|pmb-", example):
        if not tests.find(code, name, example):
            docs.fail(place, f"no test finds it by '{example}'")
        return set()
    output, _ = run(example)
    codes = find_codes(output)
    if code not in codes:
        docs.fail(place, f"not found by {example}", output)
    return codes - {code}


def check_twin(place, code, example, twin, others, tests):
    """The codes of `others` may be found in the twin as well."""
    if isinstance(twin, dict) and "test" in twin:
        if not tests.is_without(twin["test"], code):
            docs.fail(place, f"{twin['test']} is not there, expects nothing, or expects {code}")
        return
    twin = twin if isinstance(twin, str) else json.dumps(twin)
    likeness = difflib.SequenceMatcher(None, example, twin, autojunk=False).ratio()
    if likeness < NEARLY:
        docs.fail(place, f"the twin has only {likeness:.2f} of {example}")
    output, exit_code = run(twin)
    if exit_code or find_codes(output) - others:
        docs.fail(place, f"something is found by {twin}", output)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mlir", action="store_true")
    with_mlir = parser.parse_args().mlir
    twins = json.loads((HERE / "pairs.json").read_text(encoding="utf-8"))
    rows = find_examples()
    for code in sorted({code for code, _, _ in rows} ^ twins.keys()):
        docs.fail("tests/trust/pairs.json", f"{code} has no twin, or is no code with an example")
    if len(rows) < 40:
        docs.fail("builder/DIAGNOSTICS.md", f"has only {len(rows)} examples")
    tests = Tests()
    for code, name, example in rows:
        place, twin = f"tests/trust/pairs.json: {code}", twins.get(code)
        if example.startswith("pmb-opt ") and not with_mlir or twin is None:
            continue
        others = check_example(place, code, name, example, tests)
        check_twin(place, code, example, twin, others, tests)
    sys.exit(1 if docs.failures else 0)


if __name__ == "__main__":
    main()
