#!/usr/bin/env python3
# ===- sequences.py - Passes at random, held to their contracts --------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs passes in an order that nobody has thought of, and fails where a run contradicts a
contract of the catalog.

  sequences.py --pmb-record PROGRAM [--seed N] [--runs N] [--pipelines FILE]... INPUT.mlir...

claims.py runs passes on what they are made for. Here a run is an input and, chosen by the
seed, a single pass, several ones, a measured pipeline, or a pipeline of --pipelines (a line
of JSON each, with `pipeline`) with its passes shuffled or others among them. The same seed
gives the same runs.
"""

import argparse
import json
import random
import re
import sys
from pathlib import Path

from claims import CATALOG, CONTRACT_WORDS, embed, find_broken, record

# They write files, or call programs that may not be there; one cannot be printed.
SKIPPED = {"gpu-module-to-binary", "llvm-use-default-visibility", "opt-reduction-pass",
           "reduction-tree", "snapshot-op-locations", "sparsifier"}


def split(pipeline):
    """The elements of the text of a pipeline on modules; nothing if it is on another."""
    inner = re.fullmatch(r"builtin\.module\((.*)\)", pipeline)
    elements, depth = [""], 0
    for char in inner[1] if inner else "":
        depth += (char in "({") - (char in ")}")
        if char == "," and depth == 0:
            elements.append("")
        else:
            elements[-1] += char
    return [element for element in elements if element and not is_skipped(element)]


def is_skipped(element):
    names = re.findall(r"[\w-]+", element)
    return bool(SKIPPED & set(names)) or any(name.startswith("test-") for name in names)


class Composer:
    def __init__(self, passes, measured, others, seed):
        self.random = random.Random(seed)
        self.passes = {name: said for name, said in passes.items()
                       if set(CONTRACT_WORDS) & said.keys() and not is_skipped(name)}
        self.measured = list(filter(None, map(split, measured)))
        self.all = self.measured + list(filter(None, map(split, others)))

    def pick(self):
        """A pass, on what it can run on."""
        name = self.random.choice(sorted(self.passes))
        anchors = self.passes[name].get("anchors") or [self.passes[name].get("anchor")]
        anchor = "func.func" if "func.func" in anchors else anchors[0]
        if anchor is None and self.random.random() < 0.2:
            anchor = "func.func"
        return name if anchor in (None, "builtin.module") else f"{anchor}({name})"

    def compose(self):
        kind = self.random.random()
        if kind < 0.35:
            return [self.pick()]
        if kind < 0.6:
            return [self.pick() for _ in range(self.random.randint(2, 6))]
        if kind < 0.75:
            return self.random.choice(self.measured)
        elements = list(self.random.choice(self.all))
        if kind < 0.9:
            self.random.shuffle(elements)
        else:
            for _ in range(2):
                elements.insert(self.random.randint(0, len(elements)), self.pick())
        return elements


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pmb-record", required=True, metavar="PROGRAM")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("--runs", type=int, default=1000, help="(default: %(default)s)")
    parser.add_argument("--pipelines", action="append", type=Path, default=[], metavar="FILE")
    parser.add_argument("inputs", nargs="+", type=Path)
    args = parser.parse_args()
    passes, rest = embed.read_default()
    measured = [pipeline for path in args.inputs
                for pipeline in re.findall(r"^// MEASURE: *(.*?) *$", path.read_text(), re.M)]
    others = [json.loads(line)["pipeline"] for path in args.pipelines
              for line in path.read_text().splitlines()]
    composer = Composer(passes, measured, others, args.seed)
    runs = []
    for _ in range(args.runs):
        path = composer.random.choice(args.inputs)
        runs.append({"input": str(path),
                     "pipeline": f"builtin.module({','.join(composer.compose())})"})
    runs.sort(key=lambda run: run["input"])  # each is read once
    _, lines = record(args.pmb_record, passes, rest, runs)
    broken = list(find_broken(lines, runs))
    for text in broken:
        print(text)
    if broken:
        sys.exit(f"{len(broken)} contradictions in {len(runs)} runs with --seed={args.seed}")
    print(f"no contradictions in {len(runs)} runs with --seed={args.seed}")


if __name__ == "__main__":
    main()
