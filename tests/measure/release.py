#!/usr/bin/env python3
# ===- release.py - The catalog of a release against its mlir-opt ------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Holds what the catalog says of a release of LLVM against mlir-opt of that release.

  release.py --opt mlir-opt-19 [--sample N] [INPUT.mlir...]

This needs nothing but mlir-opt, so it comes before anything is built with a new release.
First the passes: that mlir-opt has each, with its options; that each runs where the
catalog says, and not elsewhere; and that mlir-opt has no others but those of its tests.

Then, with inputs, what a pass does: each pipeline of one pass that an input names
(`// MEASURE:`) runs on its parts, and an old name of the pass in its place where the
release has that. This fails where

  stays      an operation is there that is lowered without a condition;
  new        an operation is there that was not, and no entry leads to it.

That is a sample: `claims.py` asks for more, once pmb-record is built. Parts that mlir-opt
cannot read are counted: they use what the release does not have.
"""

import argparse
import collections
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "bundles" / "catalog"))
import embed  # noqa: E402
import extract  # noqa: E402
import releases  # noqa: E402

SPLIT = "// -----"
# Passes of programs that link mlir-opt's library, but not of mlir-opt.
OTHER_PROGRAMS = {"opt-reduction-pass", "reduction-tree"}
# An operation is written as "dialect.name"(...) in generic form.
OPERATION = re.compile(r'(?:^|[\s=])"([a-z_0-9]+\.[\w.]+)"\(', re.M)


def run(command, text=""):
    """Runs a command. A pass that does not end (some of sparse tensors in LLVM 19) fails."""
    try:
        return subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "no end after 120 seconds")


def as_list(value):
    return value if isinstance(value, list) else [value]


#===----------------------------------------------------------------------===#
# What passes there are, and where they run
#===----------------------------------------------------------------------===#


def find_in_help(passes, known):
    for name, said in passes.items():
        if name in OTHER_PROGRAMS:
            continue
        if name not in known:
            yield f"{name}: mlir-opt has no such pass"
            continue
        # Of a pass of MLIR's tests the catalog need not have the options.
        listed = set(known[name])
        differ = said.get("options", {}).keys() ^ listed
        for option in sorted(differ - listed if name.startswith("test-") else differ):
            where = "mlir-opt" if option in known[name] else "the catalog"
            yield f"{name}: only {where} has the option '{option}'"
    for name in sorted(known.keys() - passes.keys()):
        if "test" not in name.split("-"):
            yield f"{name}: the catalog has no such pass"


def anchors_of(said):
    return [said["anchor"]] if "anchor" in said else said.get("anchors")


def find_misplaced(opt, passes, rest):
    """Passes that mlir-opt refuses where the catalog lets them run, and the other way."""
    ops = sorted({op for ops in rest["dialects"].values() for op in ops})
    here, elsewhere = collections.defaultdict(list), []
    for name, said in passes.items():
        if name in OTHER_PROGRAMS or "pipeline" in said:
            continue
        anchors = anchors_of(said)
        for op in ops if anchors is None else anchors:
            here[op].append(name)
        if anchors is not None:
            other = [op for op in ("builtin.module", "func.func") if op not in anchors]
            elsewhere += [(name, op) for op in other[:1]]
    # The program has none of these operations: that passes are scheduled is enough.
    for op, names in here.items():
        said = run([opt, f"--pass-pipeline=builtin.module({op}({','.join(names)}))"], "module {}")
        if said.returncode != 0:
            yield f"{op}: {(said.stderr.strip().splitlines() or [said.returncode])[-1]}"
    # It has those: some passes are scheduled on anything, and refuse when they run.
    for name, op in elsewhere:
        said = run([opt, f"--pass-pipeline=builtin.module({op}({name}))"],
                   "module {}\nfunc.func @f() { return }")
        if said.returncode == 0:
            yield f"{name}: runs on {op}, which the catalog excludes"


#===----------------------------------------------------------------------===#
# What passes do
#===----------------------------------------------------------------------===#


def operations(text):
    return collections.Counter(OPERATION.findall(text))


def run_parts(opt, path, options):
    """The operations of each part, after passes; None for a part that fails."""
    said = run([opt, "--split-input-file", f"--output-split-marker={SPLIT}",
                "--mlir-print-op-generic", "--mlir-disable-threading", *options, str(path)])
    return [operations(part) or None for part in said.stdout.split(SPLIT + "\n")]


def matches(item, operation):
    """Whether an item may be about an operation; its mark is not looked at."""
    head = item.partition("(")[0]
    return head == "*" or operation == head or operation.startswith(head + ".")


def is_plain(entry):
    """Without a condition that only the library can decide."""
    return not any(key in entry for key in ("given", "unless", "except", "when", "partial",
                                            "exceptions"))


def is_gone(said, operation):
    """Whether an operation is lowered without a condition, and nothing else is said of it."""
    about = [entry for entry in as_list(said.get("lowers", []))
             if any(matches(item, operation) for item in as_list(entry["from"]))]
    return bool(about) and all(map(is_plain, about)) and any(
        matches(item, operation) for entry in about for item in as_list(entry["from"])
        if re.fullmatch(r"[\w.]+", item))


def appearing(said):
    entries = [*as_list(said.get("lowers", [])), *as_list(said.get("introduces", []))]
    for entry in entries:
        yield from as_list(entry.get("to", []))
        yield from as_list(entry.get("sometimes", []))


def is_said_to_appear(said, operation):
    return any(matches(item, operation) for item in appearing(said))


def hold(name, said, before, after):
    """What a pass has done to a part, and should not have."""
    for operation in after.keys() - before.keys():
        if operation.startswith("builtin.") or is_said_to_appear(said, operation):
            continue
        yield f"new: {operation}"
    for operation in after:
        if is_gone(said, operation) and not is_said_to_appear(said, operation):
            yield f"stays: {operation}"


def runs_of(path, passes, old_names):
    """The pipelines of one pass that an input names: the pass, and the text."""
    for text in re.findall(r"^// MEASURE: *builtin\.module\((.*)\) *$", path.read_text(), re.M):
        inner = text.removeprefix("func.func(").removesuffix(")") if "func.func(" in text else text
        found = re.fullmatch(r"([\w-]+)(\{[^{}]*\})?", inner)
        if not found:
            continue
        for name in [found[1], *old_names.get(found[1], [])]:
            if name in passes and (name == found[1] or not found[2]) \
                    and not {"pipeline", "unknownEffect"} & passes[name].keys():
                yield name, f"builtin.module({text.replace(found[1], name)})"


def measure(opt, passes, rest, paths, every):
    old_names = collections.defaultdict(list)
    newest, header = embed.read_default()
    for old, said in header.get("renamed", {}).items():
        if old in passes and old not in newest and "pass" in said:
            old_names[said["pass"]].append(old)
    jobs = []
    for path in paths:
        jobs += [(path, name, text) for name, text in runs_of(path, passes, old_names)]
    jobs = jobs[::every]
    with ThreadPoolExecutor() as pool:
        read = sorted({path for path, _, _ in jobs})
        parts = dict(zip(read, pool.map(lambda path: run_parts(opt, path, []), read)))
        results = pool.map(
            lambda job: run_parts(opt, job[0], [f"--pass-pipeline={job[2]}"]), jobs)
        found, ran, executions = collections.Counter(), set(), 0
        first = {}
        for (path, name, text), after in zip(jobs, results):
            for index, (old, new) in enumerate(zip(parts[path], after)):
                if old is None or new is None:
                    continue
                executions += 1
                ran.add(name)
                for line in hold(name, passes[name], old, new):
                    found[name, line] += 1
                    first.setdefault((name, line), f"{path.name}, part {index + 1}, {text}")
    unread = sum(part is None for each in parts.values() for part in each)
    total = sum(map(len, parts.values()))
    print(f"{len(jobs)} pipelines, {executions} executions of {len(ran)} passes; of {total} "
          f"parts {unread} cannot be read")
    for key, count in sorted(found.items()):
        yield f"{key[0]}: {key[1]}, in {count} executions, first in {first[key]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opt", required=True, metavar="PROGRAM")
    parser.add_argument("--sample", type=int, default=1, metavar="N",
                        help="run one of N pipelines")
    parser.add_argument("inputs", nargs="*", type=Path)
    args = parser.parse_args()
    found = re.search(r"LLVM version (\d+)", run([args.opt, "--version"]).stdout)
    if not found:
        sys.exit(f"release.py: error: {args.opt} says no version")
    try:
        passes, rest = embed.read_default(int(found[1]))
    except releases.Error as error:
        sys.exit(f"release.py: error: {error}")
    wrong = [*find_in_help(passes, extract.read_help(args.opt)), *find_misplaced(args.opt, passes, rest)]
    print(f"LLVM {found[1]}: {len(passes)} passes and pipelines")
    if args.inputs:
        wrong += measure(args.opt, passes, rest, args.inputs, args.sample)
    for line in wrong:
        print(line)
    if wrong:
        sys.exit(f"{len(wrong)} contradictions")


if __name__ == "__main__":
    main()
