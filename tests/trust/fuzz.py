#!/usr/bin/env python3
# ===- fuzz.py - Runs the fuzz targets, and counts -------------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs the fuzz targets, one after the other, and counts runs and finds.

  tests/trust/fuzz.py [--build FOLDER] [--runs N] [--seconds N] [--record] [TARGET...]
  tests/trust/fuzz.py --mutate N --build FOLDER [--record] [TARGET...]

The folder is that of the preset `fuzz` (tests/fuzz/README.md). A target ends after that many runs,
or seconds. What is new is kept in the build tree, so that another call goes on from there; finds are
written to the folder `finds` there. Exits with 1 if there is one. Seeds change with each call.

With --mutate the programs are those of a tree without libFuzzer: they run each input of the corpus
N times with a few bytes changed, those of slow targets less often, and choose nothing by what an
input reaches.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import time

from record import record

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "tests/fuzz/corpus"
# The dictionary of each target.
TARGETS = {"text": "text.dict", "descriptor": "json.dict", "contracts": "json.dict",
           "edits": None, "requests": "json.dict"}  # fmt: skip
TARGET_RUNS = 10**7
# How many times as long as others these take, about.
SLOW = {"edits": 5, "requests": 30}
WITHOUT = "Inputs are changed at random, without libFuzzer and without sanitizers."


def mutate(name, options):
    """The same for a program without libFuzzer, which ends with the first find."""
    program = pathlib.Path(options.build).resolve() / f"bin/pmb-fuzz-{name}"
    count = options.mutate // SLOW.get(name, 1)
    done = subprocess.run([program, f"--mutate={count}", CORPUS / name],
                          capture_output=True, text=True, errors="replace", check=False)  # fmt: skip
    if done.returncode:
        print(f"{name}: {done.stderr[-2000:]}")
    return done.stderr.count(str(CORPUS)) * (count + 1), int(done.returncode != 0), 0


def run(name, options):
    """Runs and finds of a target, and the edges of the code that its inputs reach."""
    build = pathlib.Path(options.build).resolve()
    kept = build / "tests/fuzz/corpus" / name
    finds = build / "finds"
    for folder in (kept, finds):
        folder.mkdir(parents=True, exist_ok=True)
    before = set(finds.iterdir())
    command = [str(build / f"bin/pmb-fuzz-{name}"), f"-runs={options.runs}",
               f"-max_total_time={options.seconds}", "-timeout=20", "-max_len=4096",
               "-print_final_stats=1", f"-artifact_prefix={finds}/{name}-"]  # fmt: skip
    if TARGETS[name]:
        command.append(f"-dict={ROOT / 'tests/fuzz' / TARGETS[name]}")
    begin = time.monotonic()
    done = subprocess.run([*command, kept, CORPUS / name], capture_output=True, text=True,
                          errors="replace", check=False)  # fmt: skip
    runs = re.search(r"number_of_executed_units: +(\d+)", done.stderr)
    edges = re.findall(r" cov: (\d+) ", done.stderr)
    new = sorted(set(finds.iterdir()) - before)
    if new or done.returncode or not runs:
        print(done.stderr[-5000:])
        for path in new:
            print(f"find: {path}")
    runs = int(runs[1]) if runs else 0
    print(f"{name}: {runs} runs in {time.monotonic() - begin:.0f} s, {len(new)} finds", flush=True)
    return runs, len(new) or int(done.returncode != 0), int(edges[-1]) if edges else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build-fuzz")
    parser.add_argument("--runs", type=int, default=TARGET_RUNS)
    parser.add_argument("--seconds", type=int, default=0, help="0: as long as it takes")
    parser.add_argument("--mutate", type=int, default=0)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    for name in options.targets:
        if name not in TARGETS:
            parser.error(f"no target '{name}'; there are {', '.join(TARGETS)}")
    rows, finds, fewest = [], 0, None
    for name in options.targets or TARGETS:
        runs, found, edges = mutate(name, options) if options.mutate else run(name, options)
        finds += found
        fewest = runs if fewest is None else min(fewest, runs)
        rows.append(f"| {name} | {runs:,} | {f'{edges:,}' if edges else 'not counted'} | {found} |")
    if options.record:
        record("fuzz",
               ["| target | runs | edges of the code that are reached | finds |", "|---|---|---|---|",
                *rows, "",
                f"Target: {TARGET_RUNS:,} runs of each, no finds. "
                + ("" if fewest >= TARGET_RUNS else "The runs are fewer. ")
                + (WITHOUT if options.mutate else "")],
               "tests/trust/fuzz.py"
               + (f" --mutate {options.mutate} --build build" if options.mutate else "")
               + (f" --runs {options.runs}" if options.runs != TARGET_RUNS else "")
               + (f" --seconds {options.seconds}" if options.seconds else "")
               + " --record")  # fmt: skip
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main())
