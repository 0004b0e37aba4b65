#!/usr/bin/env python3
"""Measures which lines and branches of builder/ and bundles/ the tests run.

    tests/trust/coverage.py [--build FOLDER] [--missing PATTERN] [--record]

Builds the two lower floors and their tools with the coverage of clang, without MLIR, in a
tree of its own. Runs GoogleTest, lit, the C interface and the random pipelines on which
the check and tests/oracle have to agree. Prints what was run by folder, and exits with 1 if that is less
than the targets say. What only a pass manager calls counts, too, as what is not run.

    --missing PATTERN  prints the lines that nothing runs, of files with this in their names
    --skip-build       takes the tree as it is
    --skip-tests       takes what ran the last time

Counters are written while a program runs (%c), so that those of a program count that ends
by std::_Exit, and by a signal. `tests/packages.sh coverage` installs what this needs.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from record import record

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FLOORS = ("builder", "bundles")
TARGETS = {"lines": 97.0, "branches": 92.0}
# Programs of which each has its part of the code.
PROGRAMS = ["bin/pmb-check", "bin/pmb-lsp-server", "bin/pmb-builder-tests",
            "bin/pmb-bundles-tests", "bin/pmb-language-tests", "lib/libpmb-c.so"]
# For CTest.
SKIPPED = 77
FLAGS = ("-fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation "
         "-Wno-unused-command-line-argument")


def find_tool(name):
    """A tool of the clang that builds; Debian has its version in its name, too."""
    for candidate in (name, f"{name}-14"):
        if shutil.which(candidate):
            return candidate
    print(f"coverage: there is no {name}; tests/packages.sh coverage installs it")
    sys.exit(SKIPPED)


def build(folder):
    options = ["-DCMAKE_BUILD_TYPE=Debug", "-DPMB_ENABLE_MLIR=OFF", "-DCMAKE_UNITY_BUILD=ON",
               f"-DCMAKE_C_COMPILER={find_tool('clang')}",
               f"-DCMAKE_CXX_COMPILER={find_tool('clang++')}",
               "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -g0", f"-DCMAKE_CXX_FLAGS={FLAGS}"]
    if not (folder / "build.ninja").exists():
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *options], check=True)
    subprocess.run(["cmake", "--build", folder], check=True)


def run_tests(folder):
    """Fails if a test does: what it ran up to there would say little."""
    profiles = folder / "profiles"
    shutil.rmtree(profiles, ignore_errors=True)
    os.environ["LLVM_PROFILE_FILE"] = str(profiles / "%m%c.profraw")
    # Random pipelines that the model in C++ has to agree on.
    os.environ.setdefault("PMB_MODEL_RUNS", "3000")
    for program in PROGRAMS:
        if program.endswith("-tests"):
            subprocess.run([folder / program, "--gtest_brief=1"], check=True)
    subprocess.run(["ctest", "--test-dir", folder, "--output-on-failure", "--no-tests=error",
                    "-R", "^(lit|oracle|c\\.interface|c\\.python)$",
                    "--parallel", str(os.cpu_count())], check=True)


def merge(folder):
    profile = folder / "coverage.profdata"
    subprocess.run([find_tool("llvm-profdata"), "merge", "-sparse", "-o", profile,
                    *sorted((folder / "profiles").glob("*.profraw"))], check=True)
    return profile


def run_cov(folder, profile, command, *options):
    """The output of llvm-cov, of the sources of the two floors."""
    programs = [folder / program for program in PROGRAMS]
    objects = [word for program in programs[1:] for word in ("-object", program)]
    return subprocess.run([find_tool("llvm-cov"), command, f"-instr-profile={profile}",
                           programs[0], *objects, *options,
                           *[ROOT / floor for floor in FLOORS]],
                          check=True, stdout=subprocess.PIPE, text=True).stdout


def sum_up(files):
    """Counts of lines and branches, all and those that ran, by folder and for all."""
    sums = collections.defaultdict(collections.Counter)
    for file in files:
        path = pathlib.PurePath(file["filename"]).relative_to(ROOT)
        folder = "/".join(path.parts[:2]) if len(path.parts) > 2 else path.parts[0]
        for name in (folder, "all"):
            for kind in TARGETS:
                sums[name][kind] += file["summary"][kind]["count"]
                sums[name][f"{kind} run"] += file["summary"][kind]["covered"]
    return sums


def percent(sums, kind):
    return 100.0 * sums[f"{kind} run"] / max(sums[kind], 1)


def make_table(sums):
    lines = ["| folder | lines | run | branches | run |", "| --- | ---: | ---: | ---: | ---: |"]
    for name in sorted(sums, key=lambda name: (name == "all", name)):
        row = sums[name]
        lines.append(f"| {name} | {row['lines']} | {percent(row, 'lines'):.1f} % | "
                     f"{row['branches']} | {percent(row, 'branches'):.1f} % |")
    return lines


def print_missing(text, pattern):
    """Of what `llvm-cov show` prints, the lines that never ran."""
    path = ""
    for line in text.splitlines():
        if match := re.match(r"(/.*):$", line):
            path = os.path.relpath(match[1], ROOT)
        elif re.search(pattern, path) and (match := re.match(r" *(\d+)\| *0\|(.*)", line)):
            print(f"{path}:{match[1]}:{match[2]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-coverage")
    parser.add_argument("--missing")
    parser.add_argument("--record", action="store_true", help="write tests/TRUST.md")
    parser.add_argument("--skip-build", action="store_true")
    parser.add_argument("--skip-tests", action="store_true")
    args = parser.parse_args()
    folder = args.build.resolve()
    if not args.skip_build and not args.skip_tests:
        build(folder)
    if not args.skip_tests:
        run_tests(folder)
    profile = merge(folder)
    report = json.loads(run_cov(folder, profile, "export", "--summary-only"))
    sums = sum_up(report["data"][0]["files"])
    table = make_table(sums)
    print("\n".join(table))
    if args.missing:
        print_missing(run_cov(folder, profile, "show"), args.missing)
    if args.record:
        record("coverage", table, "tests/trust/coverage.py --record")
    missed = [kind for kind, target in TARGETS.items() if percent(sums["all"], kind) < target]
    for kind in missed:
        print(f"coverage: {percent(sums['all'], kind):.1f} % of {kind}, and the target is "
              f"{TARGETS[kind]:.0f} %")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
