#!/usr/bin/env python3
"""Builds and tests the project in all the ways that are supported, one line each.

    tests/run --matrix                 all cells, one after the other
    tests/run --matrix clang werror    some of them
    tests/run --matrix --list          what there is; --list=json for a workflow
    tests/run --matrix --record        writes the rows of these cells into tests/TRUST.md

Each cell has a build tree and a log of its own in build-matrix/, which a second run uses
again. The exit code is 1 if a cell fails.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "trust"))
from record import record, recorded

ROOT = pathlib.Path(__file__).resolve().parent.parent
TREES = ROOT / "build-matrix"
WERROR = "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"


def tree(name, *options, targets="all", test=""):
    """The command that configures and builds a tree and runs the tests that `test` selects."""
    build = f"cmake -S . -B build-matrix/{name} -G Ninja -DPMB_ENABLE_BENCHMARKS=OFF " + " ".join(options)
    build += f" && cmake --build build-matrix/{name} --target {targets} -- -k0"
    if test is None:
        return build
    return build + (f" && ctest --test-dir build-matrix/{name} --output-on-failure"
                    f" --no-tests=error -j{os.cpu_count()} {test}")


def small(program, emulator=""):
    """Holds that a static pmb-check is under 5 MB and finds what it should."""
    return (f"[ $(stat -c %s {program}) -lt 5000000 ] && "
            f"({emulator} {program} --pass-pipeline='builtin.module(csee)' || true) | grep \"did you mean 'cse'\"")


CHANGE = "--label-exclude '^release$'"
LOWER = "--label-regex '^(builder|bundles|lit|oracle)$' --label-exclude '^release$'"
UNITY = "-DCMAKE_UNITY_BUILD=ON"
CLANG = "-DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON"
GENERATED = ("include/bundles/catalog/StockPasses.inc include/bundles/catalog/StockWitnesses.inc "
             "include/bundles/stock/StockBundles.inc")
SOURCES = "git ls-files '*.h' '*.cpp' '*.c'"
SCRIPTS = "git ls-files -s | grep ^100755 | cut -f2 | xargs grep -lE '^#!.*(bash|/sh)$'"
PROSE = "git ls-files builder bundles passmanager tools examples '*.md' | grep -v catalog/mlir-"

# name: what it holds, Debian packages beside those of `tests/packages.sh test`, command.
CELLS = {
    "gcc": ("GCC, release, libMLIR as one library", [],
            tree("gcc", UNITY, WERROR, test=CHANGE)),
    "each": ("each file compiled alone, no precompiled headers", [],
             tree("each", WERROR, "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", test=LOWER)),
    "clang": ("Clang, release", ["clang"],
              tree("clang", CLANG, UNITY, WERROR, test=CHANGE)),
    "debug": ("GCC, debug, with assertions", [],
              tree("debug", UNITY, "-DCMAKE_BUILD_TYPE=Debug",
                   "'-DCMAKE_CXX_FLAGS=-UNDEBUG -D_GLIBCXX_ASSERTIONS -g0'", test=CHANGE)),
    "no-mlir": ("the two lower floors, without MLIR", [],
                tree("no-mlir", UNITY, WERROR, "-DPMB_ENABLE_MLIR=OFF", test=CHANGE)),
    "llvm-19": ("LLVM 19, its catalog, and with MLIR_DIR its MLIR", ["llvm-19-dev", "llvm-19-tools", "mlir-19-tools"],
                tree("llvm-19", UNITY, WERROR, "-DPMB_LLVM_VERSION=19", "-DPMB_CATALOG_RELEASE=22",
                     test=LOWER.replace("lit", "lit|passmanager")) +
                " && tests/measure/release.py --opt mlir-opt-19 tests/measure/inputs/*.mlir"),
    "components": ("LLVM and MLIR linked in parts", [],
                   tree("components", UNITY, "-DPMB_LINKAGE=components",
                        test="--label-regex '^(passmanager|lit)$'")),
    "static": ("pmb-check as one static file", [],
               "tools/pmb-check/build-static && " + small("build-static/bin/pmb-check")),
    "static-arm64": ("the same for arm64, run by QEMU", ["qemu-user-static"],
                     "tools/pmb-check/build-static arm64 && " +
                     small("build-static-arm64/bin/pmb-check", "qemu-aarch64-static")),
    "sanitize": ("addresses and undefined behaviour", [],
                 "PMB_BUILD_DIR=build-matrix/sanitize tests/run --sanitize"),
    "clang-format": ("sources are formatted", ["clang-format"],
                     f"{SOURCES} | xargs clang-format --dry-run -Werror"),
    "clang-tidy": ("what .clang-tidy asks for, in the two lower floors", ["clang-tidy-22"],
                   tree("tidy", "-DPMB_ENABLE_MLIR=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
                        # The analyzer believes assertions.
                        "-DCMAKE_BUILD_TYPE=Debug",
                        targets=GENERATED, test=None) +
                   " >/dev/null && git ls-files 'builder/*.cpp' 'bundles/*.cpp' | "
                   f"xargs -n4 -P{os.cpu_count()} clang-tidy-22 -p build-matrix/tidy -quiet "
                   "-warnings-as-errors='*'"),
    "shellcheck": ("shell scripts", ["shellcheck"], f"{SCRIPTS} | xargs shellcheck"),
    "codespell": ("spelling of sources and pages", ["codespell"], f"{PROSE} | xargs codespell"),
    "links": ("links of the pages", [], "python3 tests/docs.py links"),
    "docs": ("the site of documentation, and its links", ["doxygen", "cmark-gfm"],
             tree("docs", UNITY, "-DPMB_ENABLE_MLIR=OFF -DPMB_ENABLE_TESTS=OFF", targets="docs",
                  test=None) + " && python3 tests/docs.py site --root build-matrix/docs/docs"),
}


def run(name):
    what, packages, command = CELLS[name]
    TREES.mkdir(exist_ok=True)
    log = TREES / f"{name}.log"
    print(f"{name:13} {what:50} ", end="", flush=True)
    begin = time.monotonic()
    command = f"tests/packages.sh test {' '.join(packages)} && {command}"
    with log.open("w", encoding="utf-8") as out:
        out.write(f"$ {command}\n")
        out.flush()
        passed = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=ROOT, stdout=out,
                                stderr=subprocess.STDOUT).returncode == 0
    seconds = round(time.monotonic() - begin)
    verdict = "passed" if passed else "FAILED"
    print(f"{verdict} {seconds // 60}:{seconds % 60:02}" + ("" if passed else f"  {log}"), flush=True)
    return passed, seconds


def record_rows(results):
    """Puts the rows of these cells into the table; those of others stay."""
    rows = {row.split(" | ")[0].strip("| "): row for row in recorded("matrix")
            if row.startswith("| ")}
    for name, (passed, seconds) in results.items():
        rows[name] = (f"| {name} | {CELLS[name][0]} | {'passed' if passed else '**failed**'} | "
                      f"{seconds // 60}:{seconds % 60:02} |")
    record("matrix", ["| cell | what it holds | | minutes |", "| --- | --- | --- | --- |",
                      *(rows[name] for name in CELLS if name in rows)],
           command="tests/run --matrix --record")


def main():
    parser = argparse.ArgumentParser(prog="tests/run --matrix")
    parser.add_argument("cells", nargs="*", metavar="cell")
    parser.add_argument("--list", nargs="?", const="text", choices=["text", "json"])
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    for name in arguments.cells:
        if name not in CELLS:
            parser.error(f"no cell '{name}'; there are {', '.join(CELLS)}")
    if arguments.list == "json":
        print(json.dumps(list(CELLS)))
        return 0
    if arguments.list:
        for name, (what, _, command) in CELLS.items():
            print(f"{name:13} {what}\n    {command}")
        return 0

    results = {name: run(name) for name in arguments.cells or CELLS}
    if arguments.record:
        record_rows(results)
    return 0 if all(passed for passed, _ in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
