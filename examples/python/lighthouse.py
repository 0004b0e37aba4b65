#!/usr/bin/env python3
# ===- lighthouse.py - Pipeline descriptors, composed and checked ----------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A compiler driver in Python, in the way of llvm/lighthouse.

Pipelines are descriptors: lists of passes, of other descriptors to include, and of
schedules, which are Python functions that transform the IR. Here the descriptors are
what a YAML reader returns. Each becomes a bundle, so that messages and pictures say
which descriptor a pass comes from, and others can insert before or after one.

    lighthouse.py          composes, checks, and prints what runs
    lighthouse.py --wrong  the same with two stages the other way round
"""

import sys

import pmb

DESCRIPTORS = {
    "cleanup.yaml": [{"pass": "canonicalize"}, {"pass": "cse"}],
    "bufferization.yaml": [
        {"pass": "eliminate-empty-tensors"},
        {
            "pass": "one-shot-bufferize{function-boundary-type-conversion=identity-layout-map"
            " bufferize-function-boundaries=true}"
        },
        {"pass": "drop-equivalent-buffer-results"},
        {"include": "cleanup.yaml"},
    ],
    "linalg-to-loops.yaml": [{"pass": "convert-linalg-to-loops"}],
    "llvm-lowering.yaml": [
        {"pass": "fold-memref-alias-ops"},
        {"pass": "expand-strided-metadata"},
        {"pass": "lower-affine"},
        {"pass": "convert-scf-to-cf"},
        {"pass": "convert-math-to-llvm"},
        {"pass": "convert-to-llvm"},
        {"pass": "reconcile-unrealized-casts"},
    ],
}
CPU = [
    {"schedule": "tile-and-fuse"},
    {"include": "bufferization.yaml"},
    {"include": "linalg-to-loops.yaml"},
    {"include": "llvm-lowering.yaml"},
]


def tile_and_fuse(op, external_pass):
    """A schedule: would run a transform script on `op`."""


SCHEDULES = {"tile-and-fuse": tile_and_fuse}
# What the check is told of the schedules. It works on tensors, and makes slices and loops.
CONTRACTS = {
    "tile-and-fuse": {
        "before": {"kind": "bufferization", "reason": "tiles tensors"},
        "introduces": {"sometimes": ["scf.for", "tensor.extract_slice", "tensor.insert_slice"]},
    }
}


def name_of(include):
    """The bundle of a descriptor: its file without the ending."""
    return include.rsplit(".", 1)[0]


def elements(descriptor):
    """The stages of a descriptor as elements of a bundle."""
    for stage in descriptor:
        if "include" in stage:
            yield pmb.bundle(
                name_of(stage["include"]), list(elements(DESCRIPTORS[stage["include"]]))
            )
        else:
            name, _, options = stage["pass"].partition("{")
            yield {"pass": name, "options": options.rstrip("}")}


def compose(descriptor):
    """A pipeline that is made of a descriptor."""
    pipeline = pmb.Pipeline(owner="lighthouse")
    for stage in descriptor:
        if "schedule" in stage:
            name = stage["schedule"]
            pipeline.append(SCHEDULES[name], contract=CONTRACTS[name])
        else:
            for element in elements([stage]):
                pipeline.append(element)
    return pipeline


def main():
    """Composes and checks; lets a third party in where all is well."""
    stages = list(CPU)
    if "--wrong" in sys.argv[1:]:
        stages[1], stages[2] = stages[2], stages[1]
    pipeline = compose(stages)
    with pipeline.party("acme"):
        pipeline.insert_after(
            {"bundle": "linalg-to-loops"}, "loop-invariant-code-motion", reason="loops are final"
        )
    found = pipeline.check(contents="linalg-on-tensors", expect="llvm-ir")
    print(repr(pipeline))
    for finding in found.errors:
        print(finding)
    return 1 if found.errors else 0


if __name__ == "__main__":
    sys.exit(main())
