#!/usr/bin/env python3
# ===- determinism.py - The same bytes wherever pmb-check runs ------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs all of commands.py in many surroundings, and compares the bytes.

  tests/trust/determinism.py [--pmb-check PROGRAM] [--pmb-opt PROGRAM] [--runs N] [--seed N]
                             [--record]

Each run has a locale, a time zone, a folder, an environment, bytes in fresh memory and layouts of
addresses of its own, and all commands: what they print, their exit codes and the files that they
write. With --pmb-opt also what a run of passes prints, on one thread or several. No output may
have the name of the folder in it, but for that of --depfile. Exits with 1, and shows the first
difference, if there is one.
"""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import commands
from record import record

PROGRAM = """func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>)
                     outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
"""
RUNS = {
    "run": ["f.mlir", "--pass-pipeline=builtin.module(one-shot-bufferize{"
            "bufferize-function-boundaries=true},func.func(convert-linalg-to-loops,cse))"],
    "run of a wrong pipeline": [
        "f.mlir", "--pass-pipeline=builtin.module(func.func("
        "convert-linalg-to-loops),one-shot-bufferize)"],
}  # fmt: skip
FOLDERS = ["a", "a folder", "d\u00fc\u00dfe", "x" * 100, "deep/" * 12 + "er", "build.json"]
ZONES = ["UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati", ":nowhere"]


def list_locales():
    done = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False)
    # And one that there is none of.
    return sorted({"C", "POSIX", "xx_XX.UTF-8", *done.stdout.split()})


def surround(random_, locales, base, number):
    """The folder, the environment and what goes before a command."""
    folder = base / str(number) / random_.choice(FOLDERS)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(base),
        "LC_ALL": random_.choice(locales),
        "LANG": random_.choice(locales),
        "TZ": random_.choice(ZONES),
        "MALLOC_PERTURB_": str(random_.randrange(1, 256)),
        "MALLOC_ARENA_MAX": str(random_.randrange(1, 9)),
        "MALLOC_MMAP_THRESHOLD_": str(random_.choice([1 << 14, 1 << 17, 1 << 25])),
        "PADDING": "x" * random_.randrange(0, 1 << 16),
        "COLUMNS": str(random_.randrange(20, 300)),
        "TERM": random_.choice(["dumb", "xterm-256color"]),
        "PYTHONHASHSEED": str(random_.randrange(1 << 32)),
    }
    prefix = ["setarch", "-R"] if random_.random() < 0.3 else []
    return folder, environment, prefix, random_.random() < 0.5


def run(options, pattern, surroundings):
    """What each command gives, by its name."""
    folder, environment, prefix, is_threaded = surroundings
    shutil.copytree(pattern, folder)
    results = {}

    def add(name, program, arguments):
        arguments, given = commands.split(arguments)
        with open(folder / given if given else os.devnull, "rb") as stdin:
            done = subprocess.run([*prefix, program, *arguments], cwd=folder, stdin=stdin,
                                  env=environment, capture_output=True, timeout=300,
                                  check=False)  # fmt: skip
        results[name] = b"exits with %d\n%s%s" % (done.returncode, done.stdout, done.stderr)

    for name, arguments in {**commands.READING, **commands.WRITING}.items():
        # Its length is for the faults, and most of the time here.
        if "large.pipeline" in arguments:
            arguments = ["inserted.pipeline.json" if word == "large.pipeline" else word
                         for word in arguments]  # fmt: skip
        add(name, options.pmb_check, arguments)
    if options.pmb_opt:
        threads = [] if is_threaded else ["--mlir-disable-threading"]
        for name, arguments in RUNS.items():
            add(name, options.pmb_opt, arguments + threads)
    for path in folder.iterdir():
        if path.is_file():
            results["the file " + path.name] = path.read_bytes()
    shutil.rmtree(folder)
    name = str(folder).encode()
    dependencies = "the file new.d"
    escaped = name.replace(b" ", b"\\ ")
    results[dependencies] = results[dependencies].replace(escaped, b"<folder>")
    for key, text in results.items():
        if name in text:
            results[key] = b"has the name of the folder:\n" + text
    return results


def show(name, first, other, surroundings):
    print(f"{name} differs in {surroundings}")
    texts = [text.decode(errors="backslashreplace").splitlines() for text in (first, other)]
    for line in list(difflib.unified_diff(*texts, lineterm="", n=1))[:20]:
        print("  " + line[:300])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pmb-check", default="build/bin/pmb-check")
    parser.add_argument("--pmb-opt")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    options.pmb_check = str(pathlib.Path(options.pmb_check).resolve())
    if options.pmb_opt:
        options.pmb_opt = str(pathlib.Path(options.pmb_opt).resolve())
    random_, locales = random.Random(options.seed), list_locales()
    differing = set()
    with tempfile.TemporaryDirectory() as base_name:
        base = pathlib.Path(base_name)
        commands.make_folder(base / "pattern", options.pmb_check)
        (base / "pattern" / "f.mlir").write_text(PROGRAM)
        all_ = [surround(random_, locales, base, number) for number in range(options.runs)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(run, options, base / "pattern", one) for one in all_]
            first = jobs[0].result()
            for job, surroundings in zip(jobs, all_):
                for name, text in job.result().items():
                    is_named = text.startswith(b"has the name")
                    if (text != first.get(name) or is_named) and name not in differing:
                        differing.add(name)
                        show(name, b"" if is_named else first.get(name, b""), text,
                             surroundings[0:1])  # fmt: skip
    print(f"{options.runs} runs of {len(first)} outputs, {len(differing)} differ")
    if options.record:
        record("determinism",
               ["| runs | outputs of each | outputs that differ | target |", "|---|---|---|---|",
                f"| {options.runs} | {len(first)} | {len(differing)} | 0 |", "",
                f"Locales: {', '.join(locales)}. Time zones: {', '.join(ZONES)}."],
               f"tests/trust/determinism.py --runs {options.runs} --record"
               + (" --pmb-opt build/bin/pmb-opt" if options.pmb_opt else ""))  # fmt: skip
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
