#!/usr/bin/env python3
# ===- growth.py - Time and memory of pmb-check as inputs grow -------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs pmb-check on inputs of 10 to 10^6 passes, bundles, constraints and so on.

  tests/trust/growth.py [--pmb-check PROGRAM] [--most N] [--record] [FAMILY...]

Ten times the input may take 13.5 times the time of the processor and the memory, which is n log n
with room, where that is above what is noise. An input that exceeds a limit has to give the error
`too-large`, which names the limit, and bundles/README.md has that. Exits with 1 if one does not.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import sys
import tempfile

from record import record, recorded

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RATIO = 13.5
# Seconds and MiB below which there is nothing to compare.
NOISE_TIME, NOISE_MEMORY = 0.05, 16.0
MOST_SECONDS = 120
NOTE = (f"*noise*: what is compared takes less than {NOISE_TIME} s, or {NOISE_MEMORY:.0f} MiB beside "
        "what any input takes. Before a limit stands the largest size below it that was tried.")


def numbered(count, form):
    return [form.format(i=i, next=i + 1) for i in range(count)]


def texts(**files):
    return {name.replace("__", "."): text if isinstance(text, str) else json.dumps(text)
            for name, text in files.items()}  # fmt: skip


def pipeline(**keys):
    return texts(p__json=keys)


def passes_as_text(n):
    return texts(p__pipeline="builtin.module(" + ",".join(["cse"] * n) + ")"), ["p.pipeline"]


def conversions(n):
    passes = ["reconcile-unrealized-casts", "convert-func-to-llvm"] * (n // 2)
    return texts(p__pipeline="builtin.module(" + ",".join(passes) + ")"), [
        "--expect=llvm-ir", "p.pipeline"]  # fmt: skip


def passes_in_file(n):
    return pipeline(passes=["cse", "canonicalize"] * (n // 2)), ["p.json"]


def names_of_passes(n):
    names = numbered(n, "p{i}")
    return texts(c__json={"passes": {name: {} for name in names}},
                 p__json={"passes": names}), ["--contracts=c.json", "p.json"]  # fmt: skip


def nests(n):
    steps = [{"nest": nest, "passes": ["cse"]} for nest in ["func.func", "gpu.module"]]
    return pipeline(passes=steps * (n // 2)), ["p.json"]


def bundles(n):
    return pipeline(bundles={name: {"passes": ["cse"]} for name in numbered(n, "b{i}")},
                    passes=[{"bundle": name} for name in numbered(n, "b{i}")]), [
                        "p.json"]  # fmt: skip


def slots(n):
    return pipeline(passes=[{"slot": name} for name in numbered(n, "s{i}")], insert=[
        {"pass": "cse", "before": {"slot": name}} for name in numbered(n, "s{i}")]), [
            "p.json"]  # fmt: skip


def insertions(n):
    return pipeline(passes=[{"slot": "s"}],
                    insert=[{"pass": "cse", "before": {"slot": "s"}}] * n), ["p.json"]


def chain_of_constraints(n):
    contracts = {f"p{i + 1}": {"after": [{"pass": f"p{i}", "reason": "r"}]} for i in range(n)}
    return texts(c__json={"passes": {"p0": {}, **contracts}},
                 p__json={"passes": numbered(n, "p{i}")}), [
                     "--contracts=c.json", "p.json"]  # fmt: skip


def constraints_of_one(n):
    names = numbered(n, "p{i}")
    entries = [{"pass": name, "reason": "r"} for name in names]
    half = n // 2
    return texts(c__json={"passes": {**{name: {} for name in names},
                                     "q": {"after": entries[:half],
                                           "before": entries[half:]}}},
                 p__json={"passes": [*names[:half], "q", *names[half:]]}), [
                     "--contracts=c.json", "p.json"]  # fmt: skip


def properties(n):
    contracts = {}
    for i in range(n):
        contracts[f"p{i}"] = {"provides": [f"x{i}"]}
        contracts[f"q{i}"] = {"requires": [f"x{i}"]}
    steps = [*numbered(n, "p{i}"), *numbered(n, "q{i}")]
    return texts(c__json={"properties": {name: "x" for name in numbered(n, "x{i}")},
                          "passes": contracts},
                 p__json={"passes": steps}), ["--contracts=c.json", "p.json"]  # fmt: skip


def contents(n):
    contracts = {f"p{i}": {"lowers": [{"from": f"d{i}.x", "to": f"d{i + 1}.x"}]}
                 for i in range(n)}  # fmt: skip
    return texts(c__json={"passes": contracts},
                 p__json={"input": {"contents": ["d0.x"]}, "output": {"contents": [f"d{n}.x"]},
                          "passes": numbered(n, "p{i}")}), [
                              "--contracts=c.json", "p.json"]  # fmt: skip


def wrong(n):
    contracts = {f"q{i}": {"after": [{"pass": f"p{i}", "reason": "r"}]} for i in range(n)}
    steps = [name for i in range(n) for name in (f"q{i}", f"p{i}")]
    return texts(c__json={"passes": {**{name: {} for name in numbered(n, "p{i}")},
                                     **contracts}},
                 p__json={"passes": steps})  # fmt: skip


def findings(*options):
    return lambda n: (wrong(n), ["--contracts=c.json", "p.json", *options])


def findings_of_one_kind(n):
    contracts = {"b": {"after": [{"pass": "a", "reason": "r"}]}, "a": {}}
    return texts(c__json={"passes": contracts}, p__json={"passes": ["b"] * n + ["a"]}), [
        "--contracts=c.json", "p.json"]  # fmt: skip


def unknown_names(n):
    return pipeline(passes=numbered(n, "canonicalise{i}")), ["p.json"]


def variants(n):
    names = numbered(n, "v{i}")
    return pipeline(variants={name: {} for name in names}, passes=[
        {"pass": "cse", "when": name} for name in names]), ["--all-variants", "p.json"]


def includes(n):
    files = {f"i{i}.json": '{"passes": ["cse"]}' for i in range(n)}
    return {**files, **pipeline(passes=[{"include": name} for name in files])}, ["p.json"]


def depth_of_includes(n):
    files = {f"i{i}.json": json.dumps({"passes": [{"include": f"i{i + 1}.json"}]})
             for i in range(n)}  # fmt: skip
    return {**files, f"i{n}.json": '{"passes": ["cse"]}'}, ["i0.json"]


def parties(n):
    files = {f"a{i}.json": json.dumps({"insert": [{"pass": "cse", "before": {"slot": "s"}}]})
             for i in range(n)}  # fmt: skip
    both = "+".join(["p.json", *files])
    return {**files, **pipeline(passes=[{"slot": "s"}]), "args": f"--fingerprint {both}"}, [
        "@args"]  # fmt: skip


def inputs(n):
    files = {f"a{i}.pipeline": "builtin.module(cse)" for i in range(n)}
    return {**files, "args": " ".join(files)}, ["@args"]


def pictures(format_):
    return lambda n: (passes_in_file(n)[0], [f"--graph={format_}", "p.json"])


def difference(n):
    other = {"passes": ["cse", "canonicalize", "sccp"] * (n // 3)}
    return {**passes_in_file(n)[0], "q.json": json.dumps(other)}, ["--diff", "p.json", "q.json"]


def cleanups(n):
    return passes_in_file(n)[0], ["--simplify=share", "p.json"]


def lock(n):
    return passes_in_file(n)[0], ["--lock=l.lock", "p.json"]


def explained(n):
    return passes_in_file(n)[0], ["--explain", "p.json"]


FAMILIES = {
    "passes of a text": passes_as_text,
    "conversions, again and again": conversions,
    "passes of a file": passes_in_file,
    "names of passes": names_of_passes,
    "nests": nests,
    "bundles": bundles,
    "slots": slots,
    "insertions": insertions,
    "constraints, a chain": chain_of_constraints,
    "constraints of one pass": constraints_of_one,
    "properties": properties,
    "items of contents": contents,
    "findings": findings(),
    "findings as JSON": findings("--format=json"),
    "findings as SARIF": findings("--format=sarif"),
    "findings as JUnit": findings("--format=junit"),
    "findings, one cause": findings_of_one_kind,
    "unknown names": unknown_names,
    "variants": variants,
    "includes": includes,
    "includes, in each other": depth_of_includes,
    "parties": parties,
    "inputs": inputs,
    "picture (svg)": pictures("svg"),
    "picture (html)": pictures("html"),
    "picture (dot)": pictures("dot"),
    "differences": difference,
    "cleanups": cleanups,
    "lock": lock,
    "explained": explained,
}


def write(make, n, folder):
    """Writes the files, and returns the arguments. By a process of its own: the memory of this
    one would count as that of those that it starts."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            files, arguments = make(n)
            for file, text in files.items():
                (folder / file).write_text(text)
            os.write(writer, json.dumps(arguments).encode())
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader) as stream:
        arguments = json.loads(stream.read())
    os.waitpid(child, 0)
    return arguments


# A million files are the work of the file system.
OF_FILES = {"includes", "includes, in each other", "parties", "inputs"}


def run(program, arguments, folder):
    """The exit code, the output, the seconds of the processor and the MiB."""
    out = os.open(folder / "out.txt", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    child = os.fork()
    if child == 0:
        try:
            os.chdir(folder)
            os.dup2(out, 1)
            os.dup2(out, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
            os.execv(program, [program, *arguments])
        finally:
            os._exit(127)
    _, status, usage = os.wait4(child, 0)
    os.close(out)
    with open(folder / "out.txt", "rb") as stream:
        text = stream.read(100000).decode(errors="replace")
    code = os.waitstatus_to_exitcode(status)
    return code, text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Limits:
    """The limits that a page of the documentation names."""

    def __init__(self):
        self.page = (ROOT / "bundles/README.md").read_text(encoding="utf-8")

    def find(self, text):
        """The limit that the message of an input that is too large names, if the page has it."""
        found = re.search(r"error: (.*) \[PMB051 too-large\]", text)
        for number, unit in re.findall(r"(?:more|larger) than (\d+)( MiB)?",
                                       found.group(1) if found else ""):
            limit = f"{int(number):,}{unit}"
            if limit in self.page:
                return limit
        return None


class Family:
    """What grows in one way: measurements by their size, and what is wrong with them."""

    def __init__(self, name, program, limits):
        self.name, self.program, self.limits = name, program, limits
        self.results, self.problems = {}, []
        self.limit = None

    def measure(self, n):
        """Adds a measurement; False if a limit, or a problem, ends it."""
        with tempfile.TemporaryDirectory() as folder_name:
            folder = pathlib.Path(folder_name)
            arguments = write(FAMILIES[self.name], n, folder)
            code, text, seconds, memory = run(self.program, arguments, folder)
        print(f"{self.name}: {n}: {seconds:.3f} s, {memory:.0f} MiB, exits with {code}", flush=True)
        if "[PMB051 too-large]" in text:
            self.limit = self.limits.find(text)
            if not self.limit:
                self.problems.append(f"{self.name}: {n}: an error without a limit that is documented")
            last = max((time for time, _ in self.results.values()), default=0)
            if seconds > 2 * max(last * RATIO, 1):
                self.problems.append(f"{self.name}: {n}: takes {seconds:.1f} s until it is refused")
            return False
        if code not in (0, 1):
            self.problems.append(f"{self.name}: {n}: exits with {code}: {text[:300]}")
            return False
        self.results[n] = seconds, memory
        return True

    def grow(self, most):
        n = 10
        while n <= most and self.measure(n):
            n *= 10
        # Between the last size and the one with the limit: the largest that passes, and a
        # tenth of it.
        if self.limit:
            for divisor in (2, 4):
                if self.measure(n // divisor):
                    self.measure(n // divisor // 10)
                    break

    def find_worst(self):
        """The most that ten times the input takes; None if all that is compared with is noise."""
        base = min((memory for _, memory in self.results.values()), default=0)
        worst = [None, None]
        for n, (seconds, memory) in self.results.items():
            before = self.results.get(n // 10)
            if before is None:
                continue
            pairs = [(seconds, before[0], NOISE_TIME), (memory - base, before[1] - base, NOISE_MEMORY)]
            for i, (now, then, noise) in enumerate(pairs):
                if then > noise:
                    worst[i] = max(worst[i] or 0, now / then)
        for what, ratio in zip(("time", "memory"), worst):
            if ratio and ratio > RATIO:
                self.problems.append(
                    f"{self.name}: ten times the input takes {ratio:.1f} times the {what}")
        return worst

    def make_row(self, most):
        cells = []
        between = max((n for n in self.results if str(n).strip("0") != "1"), default=0)
        for n in (10**3, 10**4, 10**5, 10**6):
            if n in self.results:
                cells.append("%.2f s, %.0f MiB" % self.results[n])
            elif n > most:
                cells.append("not measured")
            elif self.limit and "limit" not in "".join(cells):
                shown = "%.2f s, %.0f MiB" % self.results[between] if between > 500 else ""
                cells.append((f"{between:,}: {shown}; " if shown else "") + f"limit: {self.limit}")
            else:
                cells.append("")
        worst = ", ".join("noise" if ratio is None else f"{ratio:.1f}" for ratio in self.find_worst())
        return f"| {self.name} | {' | '.join(cells)} | {worst} |"


def record_rows(rows, problems, most):
    """Puts the rows of these families into the table; those of others stay, and what is wrong
    with them."""
    old = {line.split(" | ")[0].strip("| "): line for line in recorded("growth")
           if line.startswith("| ")}
    old.update(rows)
    problems = problems + [line[2:] for line in recorded("growth")
                           if line.startswith("* ") and line[2:].split(": ")[0] not in rows]
    record("growth",
           ["| what grows | 1,000 | 10,000 | 100,000 | 1,000,000 | ten times the input: time, memory |",
            "|---|---|---|---|---|---|", *(old[name] for name in FAMILIES if name in old), "",
            f"Target: at most {RATIO} times for ten times the input. {NOTE}", "",
            f"{len(problems)} problems" + (":" if problems else "."),
            *[f"* {problem}" for problem in problems]],
           "tests/trust/growth.py" + (f" --most {most}" if most != 10**6 else "")
           + " --record")  # fmt: skip


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pmb-check", default="build/bin/pmb-check")
    parser.add_argument("--most", type=int, default=10**6)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("families", nargs="*")
    options = parser.parse_args()
    program = str(pathlib.Path(options.pmb_check).resolve())
    limits, rows, problems = Limits(), {}, []
    for name in options.families or FAMILIES:
        most = min(options.most, 10**5) if name in OF_FILES else options.most
        family = Family(name, program, limits)
        family.grow(most)
        rows[name] = family.make_row(most)
        problems += family.problems
        if options.record:
            record_rows(rows, problems, options.most)
    for problem in problems:
        print(problem)
    print(f"{len(rows)} families, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
