#!/usr/bin/env python3
# ===- process.py - What a whole run of pmb-check costs -----------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures whole processes: CPU time of the user and the system, and the wall.

    process.py --pmb-check build/bin/pmb-check --mlir-opt mlir-opt [--runs 101]

Runs of the tools take turns, so that what else the machine does meets all of
them; medians are printed. Nothing here can fail for being slow.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

# A lowering of linalg on tensors to LLVM, in an order that pmb-check accepts.
PIPELINE = (
    "builtin.module(canonicalize,cse,"
    "one-shot-bufferize{bufferize-function-boundaries=true},canonicalize,"
    "func.func(convert-linalg-to-loops),canonicalize,cse,"
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,canonicalize,"
    "convert-vector-to-llvm,convert-math-to-llvm,finalize-memref-to-llvm,"
    "convert-func-to-llvm,convert-index-to-llvm,convert-arith-to-llvm,"
    "convert-cf-to-llvm,convert-ub-to-llvm,reconcile-unrealized-casts)"
)


def find_program(name):
    """The absolute path of `name`, as the processes run in another folder."""
    found = shutil.which(name)
    if not found:
        raise argparse.ArgumentTypeError(f"there is no program '{name}'")
    return os.path.abspath(found)


def run(command):
    """Seconds of CPU and of the wall. Ends the script if the command fails."""
    begin = time.perf_counter()
    pid = os.posix_spawn(
        command[0], command, os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f"process.py: {command[0]} failed")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - begin


def compare(commands, runs):
    times = {name: [] for name in commands}
    for name, command in commands.items():
        run(command)  # not from a cold disk
    for _ in range(runs):
        for name, command in commands.items():
            times[name].append(run(command))
    print(f"{'':38}{'CPU':>9}{'wall':>9}   medians of {runs}, ms")
    for name in commands:
        cpu, wall = (1e3 * statistics.median(t) for t in zip(*times[name]))
        print(f"{name:38}{cpu:9.2f}{wall:9.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pmb-check", type=find_program, required=True)
    parser.add_argument("--mlir-opt", type=find_program, required=True)
    parser.add_argument("--runs", type=int, default=101)
    args = parser.parse_args()
    if PIPELINE.count(",") != 19:
        sys.exit("process.py: the pipeline does not have 20 passes")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("empty.mlir", "w") as file:
            file.write("module {}\n")
        with open("cpu.pipeline", "w") as file:
            file.write(PIPELINE)
        files = []
        for i in range(1000):
            files.append(f"{i}.pipeline")
            with open(files[-1], "w") as file:
                file.write(PIPELINE)
        compare({
            "pmb-check, 20 passes": [args.pmb_check, "cpu.pipeline"],
            "the same, closed input": [
                args.pmb_check, "cpu.pipeline", "--contents=linalg,!tensor,func,arith",
                "--expect=llvm"],
            "pmb-check --version": [args.pmb_check, "--version"],
            "mlir-opt, parsing and running them": [
                args.mlir_opt, "--pass-pipeline=" + PIPELINE, "empty.mlir"],
            "mlir-opt --version": [args.mlir_opt, "--version"],
        }, args.runs)
        compare({"pmb-check, 1,000 files of 20 passes": [args.pmb_check, *files]},
                max(11, args.runs // 5))


if __name__ == "__main__":
    main()
