#!/usr/bin/env python3
# ===- extract_operations.py - The operations of MLIR's dialects -------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes mlir-<version>.operations.txt: the operations of each dialect.

Run by hand once for each release of LLVM, with its headers:

    extract_operations.py -I /usr/lib/llvm-22/include \\
        -o bundles/catalog/mlir-22/operations.txt

The result is checked in, so that the library builds without MLIR. Read are the
declarations that mlir-tblgen made; the few operations that are written in C++ by
hand stand in this file.
"""

import argparse
import re
import sys
from pathlib import Path

import releases

HEAD = """\
# Written by extract_operations.py. A line for each dialect: the operations that a
# program with the dialect probably has, and the others.
"""

NAME = re.compile(r'getOperationName\(\) \{\s*return ::llvm::StringLiteral\("([\w.]+)"\)')

BY_HAND = ["affine.dma_start", "affine.dma_wait"]
# What a program that uses the dialect at all probably has, measured in the inputs of
# MLIR's integration tests. Of what is not here nobody is told that it probably
# stays, only that it may.
USUAL = {
    "affine": "apply for if load max min store yield",
    "arith": "addf addi cmpf cmpi constant divf extsi index_cast mulf muli select "
             "sitofp subf subi trunci",
    "async": "await execute yield",
    "bufferization": "alloc_tensor to_buffer to_tensor",
    "cf": "br cond_br",
    "complex": "abs add create div im mul re sub",
    "func": "call func return",
    "gpu": "block_id func launch launch_func module return terminator thread_id",
    "index": "add cmp constant mul sub",
    "linalg": "fill generic matmul yield",
    "math": "absf cos exp log powf sin sqrt tanh",
    "memref": "alloc alloca cast dealloc get_global global load store",
    "scf": "for if yield",
    "tensor": "cast dim empty extract insert yield",
    "tosa": "add clamp const conv2d matmul mul sub",
    "vector": "broadcast contract extract fma insert transfer_read transfer_write",
}
# Dialects without operations, and those whose operations are for tests only.
WITHOUT_OPERATIONS = ["dlti", "test"]


def old_name(dialect, name):
    """What an operation was called before, if it was."""
    for old, new, _ in releases.read_renamed_operations():
        if new == f"{dialect}.{name}":
            return old.partition(".")[2]
    return name


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-I", dest="include", required=True)
    parser.add_argument("-o", dest="output", required=True)
    args = parser.parse_args()
    names = set(BY_HAND)
    for file in Path(args.include, "mlir").rglob("*.h.inc"):
        names.update(NAME.findall(file.read_text(encoding="utf-8")))
    dialects = {name: [] for name in WITHOUT_OPERATIONS}
    for name in sorted(names):
        dialect, operation = name.split(".", 1)
        dialects.setdefault(dialect, []).append(operation)
    if "arith" not in dialects:
        sys.exit(f"extract_operations.py: error: no operations in {args.include}/mlir")
    rows = []
    for dialect in sorted(dialects):
        usual = [name if name in dialects[dialect] else old_name(dialect, name)
                 for name in USUAL.get(dialect, "").split()]
        unknown = sorted(set(usual) - set(dialects[dialect]))
        if unknown:
            sys.exit(f"extract_operations.py: error: no {unknown} in '{dialect}'")
        rest = " ".join(name for name in dialects[dialect] if name not in usual)
        rows.append(f"{dialect}: {' '.join(usual)} | {rest}\n")
    Path(args.output).write_text(HEAD + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
