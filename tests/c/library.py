#!/usr/bin/env python3
# ===- library.py - What libpmb-c shows, and what it gets along with -------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Holds the symbols of libpmb-c against its header, and loads it where another
copy of LLVM is: into a program, and into a process that calls that copy."""

import argparse
import ctypes
import os
import re
import subprocess
import sys


def run(*command, **options):
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, universal_newlines=True, **options
    ).stdout


def fail(message):
    sys.exit(f"error: {message}")


def check_symbols(library, header):
    """It shows the functions of the header, and nothing else, with a version."""
    shown = set()
    for line in run("nm", "-D", "--defined-only", library).splitlines():
        kind, name = line.split()[-2:]
        if kind == "A":  # the name of the version
            continue
        if not re.fullmatch(r"pmb\w+@@PMB_\d+", name):
            fail(f"the library shows {name}")
        shown.add(name.split("@")[0])
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    text = re.sub(r"static inline[^{]*{[^}]*}", "", text)
    declared = set(re.findall(r"\b(pmb[A-Z]\w*)\(", text))
    if shown != declared:
        fail(f"only in the library: {shown - declared}; only declared: {declared - shown}")
    for line in run("nm", "-D", "--undefined-only", library).splitlines():
        if re.search(r"4llvm|4mlir|LLVM[A-Z]", line):
            fail(f"the library needs {line.split()[-1]}")
    needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", library))
    if any(re.search("LLVM|MLIR", name) for name in needed):
        fail(f"the library needs {needed}")


def check_preloaded(library, mlir_opt):
    """A compiler that has its own LLVM works with the library in its process."""
    text = "func.func @f() { return }"
    command = [mlir_opt, "--pass-pipeline=builtin.module(func.func(cse))"]
    plain = run(*command, input=text)
    if run(*command, input=text, env={**os.environ, "LD_PRELOAD": library}) != plain:
        fail(f"{mlir_opt} prints something else with the library")


def check_beside(library, other):
    """Both copies of LLVM in one process do what they do alone."""
    llvm = ctypes.CDLL(other, mode=ctypes.RTLD_GLOBAL)
    pmb = ctypes.CDLL(library)
    major = ctypes.c_uint()
    llvm.LLVMGetVersion(ctypes.byref(major), None, None)
    # An option of the command line is registered once in each copy.
    llvm.LLVMParseCommandLineOptions(1, (ctypes.c_char_p * 1)(b"test"), None)
    if major.value < 10 or pmb.pmbGetABIVersion() < 1:
        fail("one of the two does not know its version")

    class Handle(ctypes.Structure):
        _fields_ = [("ptr", ctypes.c_void_p)]

    class Text(ctypes.Structure):
        _fields_ = [("data", ctypes.c_char_p), ("length", ctypes.c_size_t)]

    answers = []
    callback = ctypes.CFUNCTYPE(None, Text, ctypes.c_void_p)(
        lambda text, _: answers.append(text.data[: text.length])
    )
    pmb.pmbServerCreate.restype = Handle
    request = b'{"id": 1, "method": "parse", "params": {"text": "builtin.module(cse)"}}'
    server = pmb.pmbServerCreate()
    pmb.pmbServerHandle(server, Text(request, len(request)), callback, None)
    if answers != [b'{"jsonrpc":"2.0","id":1,"result":{"pipeline":1}}']:
        fail(f"with {other} loaded it answers {answers}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument("--header", required=True)
    parser.add_argument("--mlir-opt")
    parser.add_argument("--llvm", help="another copy of LLVM")
    arguments = parser.parse_args()
    library = os.path.abspath(arguments.library)
    check_symbols(library, arguments.header)
    if arguments.mlir_opt:
        check_preloaded(library, arguments.mlir_opt)
    if arguments.llvm:
        check_beside(library, arguments.llvm)


if __name__ == "__main__":
    main()
