#!/usr/bin/env python3
# ===- summary.py - One line about a run of CTest ----------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reads the JUnit file that CTest writes; its last line is `N passed, N failed`.

A test that could not be started counts as failed: for CTest it is "not run", the
same as one that asked to be skipped.
"""

import re
import sys
import xml.etree.ElementTree as ET


def is_skipped(case):
    if case.get("status") == "disabled":
        return True
    skipped = case.find("skipped")
    return skipped is not None and skipped.get("message", "").startswith("SKIP_")


def main():
    try:
        cases = ET.parse(sys.argv[1]).getroot().findall("testcase")
    except (OSError, ET.ParseError) as error:
        sys.exit(f"summary.py: no test results: {error}")

    failed = []
    skipped = []
    passed = 0
    for case in cases:
        if case.get("status") == "run":
            passed += 1
        elif is_skipped(case):
            skipped.append(case.get("name"))
        else:
            failed.append(case.get("name"))

    print("\n== Summary")
    # CTest sees one test where lit runs a folder of them.
    for case in cases:
        if case.get("name") == "lit":
            output = case.findtext("system-out", "").partition("Total Discovered")[2]
            counts = re.findall(r"^\s+([A-Z][A-Za-z ]+?)\s*:\s*(\d+)", output, re.M)
            if counts:
                print("of which lit: " + ", ".join(f"{n} {what.lower()}" for what, n in counts))
    for name in skipped:
        print(f"skipped: {name}")
    for name in failed:
        print(f"failed: {name}")
    print(f"{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
