#!/usr/bin/env python3
# ===- threads.py - Counts the races that the sanitizer finds ---------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs the tests that have several threads, in a tree with -fsanitize=thread.

  tests/trust/threads.py [--program FILE] [--rounds N] [--record]

`tests/run --sanitize=thread` makes the program, and runs it once. Exits with 1 if a test fails or
a race is found, and prints it.
"""

import argparse
import re
import subprocess
import sys

from record import record


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="build-thread-sanitizer/bin/pmb-threads-tests")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    done = subprocess.run([options.program, f"--gtest_repeat={options.rounds}"],
                          capture_output=True, text=True, check=False)  # fmt: skip
    said = done.stdout + done.stderr
    races = said.count("WARNING: ThreadSanitizer")
    passed = len(re.findall(r"^\[ +OK \] ", said, re.MULTILINE))
    failed = len(re.findall(r"^\[ +FAILED +\] .* \(\d+ ms\)$", said, re.MULTILINE))
    if races or failed or done.returncode:
        print(said[-20000:])
    print(f"{passed} tests passed, {failed} failed, {races} races")
    if options.record:
        record("threads",
               ["| rounds | tests that passed | failed | races | target |",
                "|---|---|---|---|---|",
                f"| {options.rounds} | {passed} | {failed} | {races} | 0 |"],
               f"tests/trust/threads.py --rounds {options.rounds} --record")  # fmt: skip
    return 1 if races or failed or done.returncode or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
