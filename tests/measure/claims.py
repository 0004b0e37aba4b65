#!/usr/bin/env python3
# ===- claims.py - Is what the catalog says true? ----------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs passes with MLIR on inputs and holds the catalog against what happened.

  claims.py --pmb-record PROGRAM [--contracts FILE]... INPUT.mlir...

The first lines of an input say which pipelines run on each of its parts:

  // MEASURE: builtin.module(convert-scf-to-cf)

What a contract claims, and what puts an entry to the test, is for the library to decide
(ContractClaims.h). This fails where

  broken     a run contradicts a contract: the verifier says how;
  rejects    a pass runs through that was given what it rejects;
  silent     an operation that no entry names is gone in most executions, so that the
             check takes it to be still there. Nothing is claimed of a pass with
             `exceptions` beside its words, such as one that removes what is dead;
  reduced    a pass is advised to have a cleanup behind it, and that takes no operations
             away in half of the executions that change clean IR;
  unproved   nothing puts an entry to the test, and not-exercised.txt does not list it;
  unsaid     an entry does not say why it is right or where that is from.

What is idempotent and preserved is what the builder leaves passes out by. So each
idempotent pass runs twice on every input, and those that change little run twice behind
each pipeline, too; and what provides something runs around all that preserve it.
rounds.mlir is for these claims: one round of rewriting is enough for none of its parts.
"""

import argparse
import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CATALOG = HERE.parents[1] / "bundles" / "catalog"
sys.path.insert(0, str(CATALOG))
import embed  # noqa: E402

# The words of a contract: a pass with one of them is known.
CONTRACT_WORDS = list(dict.fromkeys(re.findall(
    r'^PMB_(?:WORD\(\w+, |FLAG\()"(\w+)"',
    (HERE.parents[1] / "builder/passes/Words.def").read_text(encoding="utf-8"), re.M)))

CLEAN_UP = "builtin.module(canonicalize,cse,canonicalize)"
CAST = "builtin.unrealized_conversion_cast"
# What is true of a pass as a whole, or not.
FLAGS = ("idempotent", "greedy", "removesDead")


def as_list(value):
    return value if isinstance(value, list) else [value]


def properties(said, word, is_sure=False):
    """That an entry is about; `is_sure`: in all cases, and with default options."""
    return {value if isinstance(value, str) else value["property"]
            for value in as_list(said.get(word, []))
            if isinstance(value, str) or not is_sure
            or "when" not in value and "exceptions" not in value}


def spell(name, said):
    """A pass with the options that make its claim provable: one that counts its rounds may
    stop before it is at an end."""
    return name + "{max-iterations=-1}" * ("max-iterations" in said.get("options", {}))


def converts(said):
    """Whether what a pass lowers is gone for good, and a second run tells little."""
    return any(isinstance(entry, str) or not entry.get("partial")
               and as_list(entry["from"]) != [CAST] for entry in as_list(said.get("lowers", [])))


def is_advised(said):
    return any(isinstance(value, dict) and value.get("kind") == "cleanup"
               for value in as_list(said.get("followedBy", [])))


def names_in(pipeline):
    return re.findall(r"([\w-]+)(?:\{[^{}]*\})?(?=[,)]|$)", pipeline)


def find_around(passes, idempotent, pipelines):
    """What provides something, around each pipeline of which all passes preserve it."""
    for name, text in idempotent.items():
        provided = properties(passes[name], "provides")
        for inner in sorted(set(filter(None, pipelines))):
            if provided and all(provided <= properties(passes.get(other, {}), "preserves", True)
                                for other in names_in(inner)):
                yield f"{text},{inner},{text}"


def make_runs(passes, inputs):
    idempotent = {name: spell(name, said) for name, said in passes.items()
                  if said.get("idempotent")}
    # What removes all that nobody calls comes last.
    light = sorted((name for name in idempotent
                    if passes[name].get("greedy") or not converts(passes[name])),
                   key=lambda name: (name == "symbol-dce", name))
    twice = "".join(f",{idempotent[name]}" * 2 for name in light)
    pipelines = {path: re.findall(r"^// MEASURE: *(.*?) *$", path.read_text(), re.M)
                 for path in inputs}
    inner = {pipeline: re.sub(r"^builtin\.module\((.*)\)$|.*", r"\1", pipeline)
             for said in pipelines.values() for pipeline in said}
    always = [f"{text},{text}" for text in idempotent.values()]
    always += find_around(passes, idempotent, inner.values())
    for path, said in pipelines.items():
        def run(text, **more):
            return {"input": str(path), "pipeline": text, **more}

        if not said:
            sys.exit(f"claims.py: error: {path} says not what to run: no `// MEASURE:` line")
        for pipeline in said:
            passes_in = inner[pipeline]
            yield run(f"builtin.module({passes_in}{twice})" if passes_in else pipeline)
            names = names_in(passes_in)
            if len(names) == 1 and is_advised(passes.get(names[0], {})):
                yield run(pipeline, behind=CLEAN_UP, of=names[0])
        for text in always:
            yield run(f"builtin.module({text})")


def record(program, passes, rest, runs):
    """What the program has recorded, and its lines."""
    with tempfile.TemporaryDirectory() as folder:
        contracts, seen = Path(folder, "all.contracts.json"), Path(folder, "seen.json")
        contracts.write_text(json.dumps({**rest, "passes": passes}), encoding="utf-8")
        run = subprocess.run([program, f"--contracts={contracts}", "-o", seen],
                             stdout=subprocess.PIPE, text=True,
                             input="".join(json.dumps(run) + "\n" for run in runs))
        if run.returncode != 0:
            sys.exit(f"claims.py: error: {program} exited with {run.returncode}")
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        return json.loads(seen.read_text(encoding="utf-8"))["passes"], lines


def find_broken(lines, runs):
    found = collections.defaultdict(list)
    for line in lines:
        if line.get("code") == "broken-contract":
            found[line["text"].partition("\n")[0]].append(line)
    for same in found.values():
        yield (f"{same[0]['text'].strip()}\n    in {len(same)} pipelines, first at "
               f"{same[0]['location']} in {runs[same[0]['run']]['pipeline']}")


def find_reduced(lines, runs):
    counts = collections.defaultdict(collections.Counter)
    for line in lines:
        if "reduced" in line:
            counts[runs[line["run"]]["of"]][line["reduced"]] += 1
    for name, count in counts.items():
        if count[False] > count[True]:
            yield (f"{name}: followedBy: a cleanup behind it takes nothing away in "
                   f"{count[False]} of {sum(count.values())} executions")


def find_in_record(seen, passes):
    for name, said in seen.items():
        observed = said["observed"]
        for entry, count in observed.get("contradicted", {}).items():
            if entry.startswith(("rejects", "requires")):
                yield f"{name}: {entry}: the pass ran through nonetheless, {count} times"
        for operation, gone in observed.get("unnamedGone", {}).items():
            stayed = observed.get("stayed", {}).get(operation, 0)
            if gone > stayed and gone > 3 and "exceptions" not in passes[name]:
                yield (f"{name}: {operation}: no entry names it, and it is gone in {gone} of "
                       f"{gone + stayed} executions")


def is_wish(said, entry):
    """True for contents that a pass works on: without them it does no harm."""
    required = said.get("requires", [])
    required = required if isinstance(required, list) else [required]
    required = [each for each in required if "items" in each]
    return (entry.startswith("requires") and bool(required)
            and all(each.get("weak") for each in required))


def find_unproved(seen, passes):
    """Entries about contents, and passes, of which nothing was put to the test."""
    lines = (HERE / "not-exercised.txt").read_text().splitlines()
    by_chance = {line[2:] for line in lines if line.startswith("? ")}
    listed = {line for line in lines if line and line[0] not in "#?"}
    idle = {f"{name}: not run" for name, said in passes.items()
            if set(CONTRACT_WORDS) & said.keys() and name not in seen}
    for name, said in seen.items():
        for entry in said["observed"].get("neverExercised", []):
            # What a pass writes outside of its operation is seen by --pass-rules.
            if (not entry.startswith(("unknownEffect", "writesOutside"))
                    and not is_wish(passes[name], entry)):
                idle.add(f"{name}: {entry}")
    for line in sorted(idle - listed - by_chance):
        yield f"{line}: nothing puts it to the test"
    for line in sorted(listed - idle):
        name = line.partition(":")[0]
        if name not in seen and name not in passes:
            yield f"{line}: there is no such pass; take it out of not-exercised.txt"
        elif name in seen:
            yield f"{line}: is put to the test; take it out of not-exercised.txt"


def find_unsaid(passes):
    """What has no reason or no source, and what is said to appear both more and less
    often. embed.merge keeps all that the files say."""
    for name, said in passes.items():
        words = [word for word in CONTRACT_WORDS if word in said]
        entries = [(f"{word}[{index}]", value) for word in words if word not in FLAGS
                   for index, value in enumerate(as_list(said[word]))]
        if not entries and words == ["lowers"]:
            entries = [("the contract", said)]
        for where, value in entries:
            value = value if isinstance(value, dict) else {}
            for key in ("reason", "source"):
                if not value.get(key):
                    yield f"{name}: {where}: no {key}"
            if value.get("source", "").partition(";")[0].strip() == "measured":
                yield f"{name}: {where}: measured on which input?"
            items = as_list(value.get("to", [])) + as_list(value.get("sometimes", []))
            for item in {item for item in items if items.count(item) > 1}:
                yield f"{name}: {where}: {item}: twice among what appears"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pmb-record", required=True, metavar="PROGRAM")
    parser.add_argument("--contracts", action="append", metavar="FILE",
                        help="instead of the catalog that is shipped")
    parser.add_argument("inputs", nargs="+", type=Path)
    args = parser.parse_args()
    passes, rest = embed.merge(args.contracts) if args.contracts else embed.read_default()
    runs = list(make_runs(passes, args.inputs))
    seen, lines = record(args.pmb_record, passes, rest, runs)
    wrong = [*find_broken(lines, runs), *find_in_record(seen, passes),
             *find_reduced(lines, runs), *find_unproved(seen, passes), *find_unsaid(passes)]
    for text in wrong:
        print(text)
    observed = [said["observed"] for said in seen.values()]
    print(f"{len(runs)} pipelines, {sum(said['executions'] for said in observed)} executions of "
          f"{len(seen)} passes; {sum(len(said.get('kept', {})) for said in observed)} entries "
          f"kept, {sum(len(said.get('neverExercised', [])) for said in observed)} not exercised")
    if wrong:
        sys.exit(f"{len(wrong)} contradictions")


if __name__ == "__main__":
    main()
