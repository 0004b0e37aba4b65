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

With --pmb-opt and --inputs, what the input of a row contains is read off the file that
its `input` names, marks included, and `contents` is only for inputs that pmb-opt cannot
read; how many these are is said.

Prints which part of the broken mutants got an error, which part of the harmless ones
did, how often an error names the pass that was removed or moved, and what stands in
the way, most frequent first. Each part is counted by row and, as one pipeline may have
many mutants, as the mean of the parts of the pipelines.

What the check knows:

  closed    what the input contains, and what may remain (--expect)
  output    what may remain
  open      nothing

--open is the same as --mode=open, or as --mode=output if --expect is there, too.
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


class Contents:
    """What the inputs of rows contain."""

    def __init__(self, pmb_opt, folder):
        self.pmb_opt, self.folder = pmb_opt, folder
        self.known, self.unreadable = {}, set()

    def get(self, row):
        name = row.get("input")
        if not self.pmb_opt or not name:
            return row.get("contents") or []
        if name not in self.known:
            self.known[name] = self.read(name, row.get("flags") or [])
        if self.known[name] is None:
            return row.get("contents") or []
        return self.known[name]

    def read(self, name, flags):
        # Of the flags only those that decide what is read.
        flags = [flag for flag in flags if "unregistered" in flag or "split" in flag]
        run = subprocess.run([self.pmb_opt, "--print-contents", *flags,
                              os.path.join(self.folder, name)],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            return json.loads(run.stdout)["contents"] if run.returncode == 0 else None
        except ValueError:
            return None  # several parts
        finally:
            if run.returncode:
                self.unreadable.add(name)


def check(args, cases):
    """Runs pmb-check on `cases`, pairs of a pipeline and contents. Returns a result
    for each, in order."""
    groups = collections.defaultdict(list)
    for index, (_, contents) in enumerate(cases):
        groups[tuple(contents) if args.mode == "closed" else None].append(index)
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
                command.append("--contents=" + ",".join(contents))
            if args.mode != "open":
                command.append("--expect=" + args.expect)
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


class Count:
    """How many of the rows, and of the rows of each pipeline, have something."""

    def __init__(self):
        self.rows = collections.defaultdict(list)

    def add(self, base, is_so):
        self.rows[base].append(bool(is_so))

    def __str__(self):
        part = sum(map(sum, self.rows.values()))
        whole = sum(map(len, self.rows.values()))
        means = [sum(rows) / len(rows) for rows in self.rows.values()]
        mean = 100 * sum(means) / len(means) if means else 0
        return f"{percent(part, whole)}  {mean:6.2f} %"


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


def score_mutants(args, counts):
    rows = read_rows(args.mutants)
    results = check(args, [(row["pipeline"], args.contents.get(row)) for row in rows])
    missed, wrong, unnamed = (collections.defaultdict(list) for _ in range(3))
    for number, (row, result) in enumerate(zip(rows, results)):
        name, base = name_of(number, row), row["base"]
        errors = [finding for finding in result["diagnostics"]
                  if finding["severity"] == "error"]
        if row["verdict"] in BROKEN:
            counts["broken mutants with an error"].add(base, errors)
            if not errors:
                counts["others with a warning"].add(base, result["warnings"])
                missed[f"{row['mutation']}; {describe_break(row)}"].append(name)
                continue
            moved = all_passes(row["a"]) | all_passes(row.get("b") or "")
            is_named = moved & named_passes(errors)
            counts["... that names a or b"].add(base, is_named)
            counts["... in its first error"].add(base, moved & named_passes(errors[:1]))
            if not is_named:
                unnamed[signature(result)].append(name)
        elif row["verdict"] == "ok":
            counts["harmless mutants with an error"].add(base, errors)
            counts["... with any finding"].add(base, errors or result["warnings"])
            if errors:
                wrong[signature(result)].append(name)
    return missed, unnamed, wrong


def score_pipelines(args, counts):
    cases, names = [], []
    for row in read_rows(args.pipelines):
        for pair in row["pairs"]:
            if pair["fully_lowered"]:
                cases.append((row["pipeline"], args.contents.get(pair)))
                names.append((row["name"], pair.get("input", "?")))
    wrong = collections.defaultdict(list)
    for (name, input_name), result in zip(names, check(args, cases)):
        counts["working pipelines with an error"].add(name, result["errors"])
        counts["... with an error or a warning"].add(name, result["errors"] or result["warnings"])
        if result["errors"]:
            wrong[signature(result)].append(f"{name} on {input_name}")
    return wrong


def score(args):
    """Scores in one mode. Returns what is counted and the tables of what is not right."""
    names = ["broken mutants with an error", "... that names a or b",
             "... in its first error", "others with a warning",
             "harmless mutants with an error", "... with any finding"]
    if args.pipelines:
        names += ["working pipelines with an error", "... with an error or a warning"]
    counts = {name: Count() for name in names}
    tables = score_mutants(args, counts)
    refused = score_pipelines(args, counts) if args.pipelines else {}
    return counts, refused, tables


def describe_mode(args):
    return {"closed": f"contents of each row, --expect={args.expect}",
            "output": f"open input, --expect={args.expect}",
            "open": "open input"}[args.mode]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mutants")
    parser.add_argument("pipelines", nargs="?")
    parser.add_argument("--pmb-check", default="pmb-check", help="the program to score")
    parser.add_argument("--mode", choices=["closed", "output", "open", "all"],
                        help="what the check knows (default: closed)")
    parser.add_argument("--pmb-opt", help="read what inputs contain with this program")
    parser.add_argument("--inputs", metavar="FOLDER", help="where the inputs of rows are; "
                        "default: the folder `inputs` beside <mutants.jsonl>")
    parser.add_argument("--open", action="store_true", help="do not say what the input contains")
    parser.add_argument("--expect", help="what may remain (default: llvm)")
    parser.add_argument("--limit", type=int, default=15, help="rows of each table (default: 15)")
    parser.add_argument("--argument", dest="arguments", action="append", default=[],
                        metavar="ARGUMENT", help="a further argument of pmb-check")
    args = parser.parse_args()
    if os.sep in args.pmb_check:
        args.pmb_check = os.path.abspath(args.pmb_check)
    folder = args.inputs or os.path.join(os.path.dirname(args.mutants), "inputs")
    args.contents = Contents(args.pmb_opt, folder)

    if args.open and args.mode:
        parser.error("--open and --mode say the same thing")
    if not args.mode:
        args.mode = "closed" if not args.open else "output" if args.expect else "open"
    args.expect = args.expect or "llvm"
    modes = ["closed", "output", "open"] if args.mode == "all" else [args.mode]
    for number, args.mode in enumerate(modes):
        counts, refused, (missed, unnamed, wrong) = score(args)
        if number:
            print()
        print(f"{describe_mode(args):51}by row  by pipeline")
        for name, count in counts.items():
            print(f"{name:32}{count}")
        if args.contents.unreadable:
            print("inputs that cannot be read      ", len(args.contents.unreadable))
        # Of several modes, only what is counted.
        if len(modes) > 1:
            continue
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
