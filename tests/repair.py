#!/usr/bin/env python3
# ===- repair.py - How often the fixes of pmb-check repair a pipeline ---------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Lets pmb-check repair mutants of pipelines that work, and counts.

  tests/repair.py [options] <mutants.jsonl>

A line of <mutants.jsonl> is as tests/score.py says. Of the broken mutants in which
pmb-check finds an error, prints how many have none once the fixes are made that it
offers, and what is found in the others then, most frequent first.
"""

import argparse
import collections
import os
import subprocess
import sys
import tempfile

import score


def fix(args, rows):
    """The pipelines of `rows` with all fixes made, in order."""
    groups = collections.defaultdict(list)
    for index, row in enumerate(rows):
        groups[tuple(row.get("contents") or [])].append(index)
    results = [None] * len(rows)
    with tempfile.TemporaryDirectory() as folder:
        for contents, indices in groups.items():
            paths = []
            for index in indices:
                paths.append(f"{index}.pipeline")
                with open(os.path.join(folder, paths[-1]), "w", encoding="utf-8") as file:
                    file.write(rows[index]["pipeline"] + "\n")
            # The list of inputs may be longer than a command line.
            with open(os.path.join(folder, "inputs"), "w", encoding="utf-8") as file:
                file.write("\n".join(paths))
            run = subprocess.run(
                [args.pmb_check, "--fix", "--unsafe-fixes", *args.arguments,
                 "--contents=" + ",".join(contents), "--expect=" + args.expect, "@inputs"],
                cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if run.returncode not in (0, 1):
                sys.exit(run.stderr.decode(errors="replace") + "repair.py: pmb-check failed")
            for index, path in zip(indices, paths):
                with open(os.path.join(folder, path), encoding="utf-8") as file:
                    results[index] = file.read().strip()
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mutants")
    parser.add_argument("--pmb-check", default="pmb-check", help="the program to try")
    parser.add_argument("--expect", default="llvm", help="what may remain (default: llvm)")
    parser.add_argument("--limit", type=int, default=15, help="rows of the table (default: 15)")
    parser.add_argument("--argument", dest="arguments", action="append", default=[],
                        metavar="ARGUMENT", help="a further argument of pmb-check")
    args = parser.parse_args()
    args.mode = "closed"
    if os.sep in args.pmb_check:
        args.pmb_check = os.path.abspath(args.pmb_check)

    rows = list(enumerate(score.read_rows(args.mutants)))
    rows = [(number, row) for number, row in rows if row["verdict"] in score.BROKEN]

    def check(pipelines):
        return score.check(args, [(pipeline, row.get("contents") or [])
                                  for pipeline, (_, row) in zip(pipelines, rows)])

    found = check([row["pipeline"] for _, row in rows])
    rows = [row for row, result in zip(rows, found) if result["errors"]]
    fixed = fix(args, [row for _, row in rows])
    left = collections.defaultdict(list)
    for (number, row), result in zip(rows, check(fixed)):
        if result["errors"]:
            left[score.signature(result)].append(score.name_of(number, row))
    unrepaired = sum(len(names) for names in left.values())
    print("broken mutants that are repaired", score.percent(len(rows) - unrepaired, len(rows)))
    score.print_table("Not repaired, by the first error that remains:", left, args.limit)


if __name__ == "__main__":
    main()
