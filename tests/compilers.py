#!/usr/bin/env python3
# ===- compilers.py - Pipelines of real compilers, as they are published -----===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Checks pipelines of compilers that have passes of their own.

  tests/compilers.py [--pmb-check PROGRAM] [--init] <compilers.jsonl>

A line is one pipeline as its project has it, with the names of MLIR 22:

  {"name": text, "project": text, "path": text, "commit": text, "pipeline": text,
   "ends_in": name or [item...], "goes_in": [item...]}

They work, and no contract describes the passes of the projects. So nothing may be an
error, whether only the output is known or the input, too, and one remark at most may
say what these passes are needed for. Exits with 1 if that is not so.

With --init the same is asked with the contracts that --init-contracts guesses for each
pipeline.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile


def check(program, row, is_closed, guesses):
    ends_in = row["ends_in"]
    command = [program, "--pass-pipeline=" + row["pipeline"],
               "--expect=" + (ends_in if isinstance(ends_in, str) else ",".join(ends_in))]
    if is_closed:
        command.append("--contents=" + ",".join(row["goes_in"]))
    if guesses:
        subprocess.run(command + ["--init-contracts", "--output=" + guesses], check=True)
        command.append("--contracts=" + guesses)
    result = subprocess.run(command + ["--format=json"], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, check=False)
    if result.stderr:
        print(f"{row['name']}: {result.stderr.decode()}")
    report = json.loads(result.stdout)
    return [finding for checked in report["results"] for finding in checked["diagnostics"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pipelines")
    parser.add_argument("--init", action="store_true", help="with guessed contracts")
    parser.add_argument("--pmb-check", default="pmb-check", help="the program to test")
    args = parser.parse_args()
    refused = count = warnings = remarked = 0
    with open(args.pipelines, encoding="utf-8") as rows, \
            tempfile.TemporaryDirectory() as folder:
        guesses = os.path.join(folder, "guesses.json") if args.init else None
        for row in map(json.loads, rows):
            for is_closed in (False, True):
                findings = check(args.pmb_check, row, is_closed, guesses)
                errors = [finding["message"] for finding in findings
                          if finding["severity"] == "error"]
                remarks = [finding for finding in findings if finding["code"] == "PMB111"]
                count += 1
                refused += bool(errors)
                remarked += bool(remarks)
                warnings += any(finding["severity"] == "warning" for finding in findings)
                for message in errors:
                    print(f"{row['name']}: {message}")
                if len(remarks) > 1:
                    print(f"{row['name']}: {len(remarks)} remarks about passes of its own")
                    refused += 1
    print(f"{refused} of {count} refused, {warnings} with a warning, "
          f"{remarked} with a remark about passes of their own")
    return 1 if refused or not count else 0


if __name__ == "__main__":
    sys.exit(main())
