#!/usr/bin/env python3
# ===- orders.py - Each stated order, broken on purpose ------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Breaks each order that a pipeline file and the contracts of its passes state.

  tests/orders.py [--pmb-check PROGRAM] <name>.pipeline.json...

The contracts of the passes stand in <name>.contracts.json beside the pipeline. As it is,
the pipeline has no error and at most two warnings in any variant. For each entry `after`,
`before` and `followedBy` of a pass that names a pass, one of the two is moved to where the
entry forbids it, and nothing else; for `immediately`, `notBetween` and `alternatesWith`, a pass
is put where it may not be. The first error, or a note of it, must name the pass that was
moved. How many messages name both is printed: a move may break several orders.
Exits with 1 if that is not so.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile


def read(path):
    """JSON with comments."""
    with open(path, encoding="utf-8") as file:
        return json.loads(re.sub(r"^\s*//.*$", "", file.read(), flags=re.MULTILINE))


def flatten(elements, bundles, nests=(), conditions=()):
    """The passes in their order: (nests around, conditions, element)."""
    for element in elements:
        element = {"pass": element} if isinstance(element, str) else element
        held = conditions + ((element["when"],) if "when" in element else ())
        if "nest" in element:
            yield from flatten(element["passes"], bundles, nests + (element["nest"],), held)
        elif "bundle" in element:
            yield from flatten(bundles[element["bundle"]]["passes"], bundles, nests, held)
        else:
            plain = {key: value for key, value in element.items() if key != "when"}
            yield nests, held, plain


def unflatten(passes):
    for nests, conditions, element in passes:
        for nest in reversed(nests):
            element = {"nest": nest, "passes": [element]}
        if conditions:
            element = dict(element, when=" & ".join(f"({text})" for text in conditions))
        yield element


def orders(contracts):
    """(word, owner, the pass that the entry names), for all entries."""
    for owner, contract in contracts.items():
        for word in ("after", "before", "followedBy", "alternatesWith"):
            for entry in contract.get(word, []):
                if "pass" in entry:
                    yield word, owner, entry["pass"], entry


def places(passes, name, entry=None):
    # Conditions of these contracts are about options of the pass.
    option = (entry or {}).get("when", "").partition(" == ")[0]
    return [i for i, item in enumerate(passes) if item[2].get("pass") == name
            and (not option or option in item[2].get("options", {}))]


def is_kept(passes, word, owner, named, entry):
    """Whether an order holds, for what stands in the list alone."""
    owners, others = places(passes, owner, entry), places(passes, named)
    if not owners or not others or word == "alternatesWith":
        return True
    return others[0] < owners[0] if word == "after" else owners[-1] < others[-1]


def breaks(passes, order, stated):
    """The passes with one of the two where the entry forbids it, and its name: the one of
    which the move breaks fewer other orders."""
    word, owner, named, entry = order
    owners, others = places(passes, owner, entry), places(passes, named)
    if not owners or not others:
        return None
    if word == "alternatesWith":
        return passes[:owners[0]] + [passes[owners[0]]] + passes[owners[0]:], owner
    if word == "after":
        moves = [(owner, owners[:1], others[0]),
                 (named, [i for i in others if i < owners[0]], owners[0] + 1)]
    else:
        moves = [(owner, owners[-1:], others[-1] + 1),
                 (named, [i for i in others if i > owners[-1]], owners[-1])]
    results = []
    for name, moved, to in moves:
        rest = [(i, item) for i, item in enumerate(passes) if i not in moved]
        results.append(([item for i, item in rest if i < to] + [passes[i] for i in moved]
                        + [item for i, item in rest if i >= to], name))
    return min(results, key=lambda result: sum(not is_kept(result[0], *other) for other in stated))


def parts(passes, order):
    """The passes with one between the two that may not be there, and its name."""
    word, owner, named, entry = order
    if not entry.get("immediately") and "notBetween" not in entry:
        return None
    kept = entry.get("notBetween", ["cse"])[0]
    later = places(passes, owner if word == "after" else named, entry)
    at = later[0] if word == "after" else min(
        i for i in later if i > places(passes, owner)[-1])
    nests, held, _ = passes[at]
    return passes[:at] + [(nests, held, {"pass": kept})] + passes[at:], kept


def check(program, contracts, path, *flags):
    result = subprocess.run(
        [program, "--format=json", "--contracts=" + contracts, *flags, path],
        stdout=subprocess.PIPE, check=False)
    return [checked["diagnostics"] for checked in json.loads(result.stdout)["results"]]


def named_in(finding):
    """The passes that the message or a note of it names."""
    return set(re.findall("'([^']*)'", finding["message"])) | {
        note["pass"] for note in finding["related"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pipelines", nargs="+")
    parser.add_argument("--pmb-check", default="pmb-check", help="the program to test")
    args = parser.parse_args()
    broken = found = at_once = 0
    failures = []
    for path in args.pipelines:
        contracts = path.replace(".pipeline.json", ".contracts.json")
        pipeline = read(path)
        for findings in check(args.pmb_check, contracts, path, "--all-variants"):
            warnings = [finding for finding in findings if finding["severity"] == "warning"]
            failures += [f"{path}: {finding['message']}" for finding in findings
                         if finding["severity"] == "error" or len(warnings) > 2]
        passes = list(flatten(pipeline["passes"], pipeline["bundles"]))
        stated = list(orders(read(contracts)["passes"])) + list(orders(pipeline["contracts"])
                                                               if "contracts" in pipeline else [])
        for order, wrong in [(order, breaks(passes, order, stated)) for order in stated] + [
                (order, parts(passes, order)) for order in stated if parts(passes, order)]:
            word, owner, named, entry = order
            if wrong is None:
                failures.append(f"{path}: '{owner}' {word} '{named}': one is not there")
                continue
            wrong, moved = wrong
            broken += 1
            text = dict(pipeline, bundles={}, passes=list(unflatten(wrong)))
            with tempfile.TemporaryDirectory() as folder:
                name = os.path.join(folder, "wrong.pipeline.json")
                with open(name, "w", encoding="utf-8") as file:
                    json.dump(text, file)
                findings = sum(check(args.pmb_check, contracts, name, "--all-variants"), [])
            severity = "warning" if entry.get("weak") else "error"
            errors = [finding for finding in findings if finding["severity"] == severity][:1]
            is_found = any(moved in named_in(error) for error in errors)
            found += is_found
            at_once += any(f"'{owner}'" in error["message"] and f"'{named}'" in error["message"]
                           for error in errors)
            if not is_found:
                failures.append(f"{path}: '{owner}' {word} '{named}' was broken, and is not found")
    for failure in failures:
        print(failure)
    print(f"{broken} orders were broken, {found} found, "
          f"{at_once} with both names in the first message")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
