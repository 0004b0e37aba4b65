#!/usr/bin/env python3
# ===- score.py - How often pmb-check is right --------------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares pmb-check with what really happened to mutated pipelines.

  tests/score.py [options] <mutants.jsonl> [<pipelines.jsonl>]

A line of <mutants.jsonl> is one mutant of a pipeline that works:

  {"pipeline": text, "contents": [item...], "verdict": "ok" or how it broke,
   "mutation": "remove", "swap" or "move", "a": element, "b": element, "base": name}

A line of <pipelines.jsonl> is one pipeline that nobody mutated:

  {"name": text, "pipeline": text,
   "pairs": [{"contents": [item...], "fully_lowered": bool}...]}

Prints which part of the broken mutants got an error, which part of the harmless ones
did, how often an error names the pass that was removed or moved, how often there is a
warning at least, and what stands in the way, most frequent first.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

BROKEN = ("silent", "error", "crash")


def read_rows(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def first_pass(element):
    """The name of the first pass in an element of a pipeline, which may be a nest.

    `to-after:func.func(cse{x=1},sccp)` -> `cse`
    """
    element = re.sub(r"^to-(after|before):", "", element)
    name = re.match(r"[^,(){}]*", element).group().strip()
    while element[len(name):].lstrip().startswith("("):
        element = element[element.index("(") + 1:]
        name = re.match(r"[^,(){}]*", element).group().strip()
    return name


def all_passes(element):
    """The names of all passes in an element: a nest is removed or moved with them."""
    element = re.sub(r"^to-(after|before):", "", element)
    return set(re.findall(r"[\w.-]+(?![\w.-]|\s*\()", re.sub(r"\{[^{}]*\}", "", element)))


def named_passes(diagnostics):
    """All names that errors mention, in whatever field."""
    names = set()

    def collect(value):
        if isinstance(value, str):
            names.update(re.findall(r"[\w.-]+", value))
        elif isinstance(value, list):
            for element in value:
                collect(element)
        elif isinstance(value, dict):
            for key, element in value.items():
                # What the text of the pipeline contains does not count.
                if key != "location":
                    collect(element)

    for diagnostic in diagnostics:
        collect(diagnostic)
    return names


def check(args, cases):
    """Runs pmb-check on `cases`, pairs of a pipeline and contents. Returns a result
    for each, in order."""
    groups = collections.defaultdict(list)
    for index, (_, contents) in enumerate(cases):
        groups[None if args.open else tuple(contents)].append(index)
    results = [None] * len(cases)
    with tempfile.TemporaryDirectory() as folder:
        for contents, indices in groups.items():
            paths = []
            for index in indices:
                paths.append(f"{index}.pipeline")
                with open(os.path.join(folder, paths[-1]), "w", encoding="utf-8") as file:
                    file.write(cases[index][0] + "\n")
            # The list of inputs may be longer than a command line.
            with open(os.path.join(folder, "inputs"), "w", encoding="utf-8") as file:
                file.write("\n".join(paths))
            command = [args.pmb_check, "--format=json", *args.arguments]
            if contents is not None:
                command += ["--contents=" + ",".join(contents),
                            "--expect=" + args.expect]
            run = subprocess.run(command + ["@inputs"], cwd=folder,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if run.returncode not in (0, 1):
                # An input that cannot be read is a finding about the checker.
                sys.stderr.write(run.stderr.decode(errors="replace"))
                print(f"pmb-check exited with {run.returncode}", file=sys.stderr)
                if not run.stdout:
                    sys.exit(2)
            found = json.loads(run.stdout)["results"]
            if [result["input"] for result in found] != paths:
                sys.exit("score.py: the report is not about the inputs, in order")
            for index, result in zip(indices, found):
                results[index] = result
    return results


def percent(part, whole):
    return f"{part:5} of {whole:5}  {100 * part / whole if whole else 0:6.2f} %"


def signature(result):
    """What an error of a harmless mutant or a working pipeline says, for the table."""
    for diagnostic in result["diagnostics"]:
        if diagnostic["severity"] == "error":
            message = re.sub(r"\s+", " ", diagnostic["message"])
            return f"{diagnostic['code']} {diagnostic['pass'] or '-'}: {message}"
    return ""


def describe_break(row):
    """Why a broken mutant was refused by MLIR, for the table."""
    if row["verdict"] == "silent":
        left = ", ".join(sorted(row.get("left") or {})) or "nothing"
        if row.get("casts") and "builtin.unrealized_conversion_cast" not in left:
            left += ", casts"
        return "left: " + left
    # The place and the quoted parts differ from input to input.
    text = (row.get("error") or row["verdict"]).strip().splitlines()
    text = re.sub(r"^\S*?:\d+:\d+: ", "", text[0]) if text else row["verdict"]
    return f"{row['verdict']}: {text[:100]}"


def print_table(title, causes, limit):
    if not causes:
        return
    print(f"\n{title}")
    for cause, names in sorted(causes.items(), key=lambda item: (-len(item[1]), item[0]))[:limit]:
        print(f"{len(names):6}  {cause}")
        print(f"        for example {names[0]}")
    if len(causes) > limit:
        rest = sum(len(names) for names in causes.values()) - sum(
            sorted((len(names) for names in causes.values()), reverse=True)[:limit])
        print(f"{rest:6}  ... {len(causes) - limit} further causes")


def name_of(number, row):
    change = row["mutation"] + " " + first_pass(row["a"])
    if row.get("b"):
        where = re.match(r"to-(after|before):|", row["b"]).group(1)
        change += f" {where or 'and'} {first_pass(row['b'])}"
    return f"line {number + 1}: {row['base']}, {change}"


def score_mutants(args):
    rows = read_rows(args.mutants)
    results = check(args, [(row["pipeline"], row.get("contents") or []) for row in rows])
    broken = harmless = caught = refused = named = named_first = warned = noted = 0
    missed, wrong, unnamed = (collections.defaultdict(list) for _ in range(3))
    for number, (row, result) in enumerate(zip(rows, results)):
        name = name_of(number, row)
        if row["verdict"] in BROKEN:
            broken += 1
            if not result["errors"]:
                warned += bool(result["warnings"])
                missed[f"{row['mutation']}; {describe_break(row)}"].append(name)
                continue
            caught += 1
            moved = all_passes(row["a"]) | all_passes(row.get("b") or "")
            errors = [finding for finding in result["diagnostics"]
                      if finding["severity"] == "error"]
            named_first += bool(moved & named_passes(errors[:1]))
            if moved & named_passes(errors):
                named += 1
            else:
                unnamed[signature(result)].append(name)
        elif row["verdict"] == "ok":
            harmless += 1
            noted += bool(result["errors"] or result["warnings"])
            if result["errors"]:
                refused += 1
                wrong[signature(result)].append(name)
    print("broken mutants with an error   ", percent(caught, broken))
    print("... that names a or b          ", percent(named, caught))
    print("... in its first error         ", percent(named_first, caught))
    print("others with a warning          ", percent(warned, broken - caught))
    print("harmless mutants with an error ", percent(refused, harmless))
    print("... with an error or a warning ", percent(noted, harmless))
    return missed, unnamed, wrong


def score_pipelines(args):
    cases, names = [], []
    for row in read_rows(args.pipelines):
        for pair in row["pairs"]:
            if pair["fully_lowered"]:
                cases.append((row["pipeline"], pair.get("contents") or []))
                names.append(f"{row['name']} on {pair.get('input', '?')}")
    wrong = collections.defaultdict(list)
    noted = 0
    for name, result in zip(names, check(args, cases)):
        noted += bool(result["errors"] or result["warnings"])
        if result["errors"]:
            wrong[signature(result)].append(name)
    refused = sum(len(names) for names in wrong.values())
    print("working pipelines with an error", percent(refused, len(cases)))
    print("... with an error or a warning ", percent(noted, len(cases)))
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mutants")
    parser.add_argument("pipelines", nargs="?")
    parser.add_argument("--pmb-check", default="pmb-check", help="the program to score")
    parser.add_argument("--open", action="store_true", help="do not say what the input contains")
    parser.add_argument("--expect", default="llvm", help="what may remain (default: llvm)")
    parser.add_argument("--limit", type=int, default=15, help="rows of each table (default: 15)")
    parser.add_argument("--argument", dest="arguments", action="append", default=[],
                        metavar="ARGUMENT", help="a further argument of pmb-check")
    args = parser.parse_args()
    if os.sep in args.pmb_check:
        args.pmb_check = os.path.abspath(args.pmb_check)

    print("open input" if args.open else f"contents of each row, --expect={args.expect}")
    missed, unnamed, wrong = score_mutants(args)
    refused = score_pipelines(args) if args.pipelines else {}
    print_table("Working pipelines that are refused, by the first error:", refused, args.limit)
    print_table("Broken mutants without an error, by how they break:", missed, args.limit)
    print_table("Harmless mutants that are refused, by the first error:", wrong, args.limit)
    print_table("Errors that name neither a nor b, by the first one:", unnamed, args.limit)


if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads has read enough: `| head`. Nothing is left to be said, also
        # not when Python closes its standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
