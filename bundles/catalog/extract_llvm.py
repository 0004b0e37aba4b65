#!/usr/bin/env python3
# ===- extract_llvm.py - The passes of LLVM's own pass manager --------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes llvm-22/passes.json and llvm-22/pipelines.txt, from what opt prints:

    bundles/catalog/extract_llvm.py --opt=/usr/lib/llvm-22/bin/opt

passes.json has the passes of `opt --print-passes`, with the nests that they run in and
their parameters. pipelines.txt has the default pipelines, a line for each:

    opt -passes='default<O2>' -disable-verify -print-pipeline-passes -disable-output /dev/null

with the entry points of PassBuilder (`registerVectorizerStartEPCallback`) as `@VectorizerStart`
where they are. These are found by giving opt a pass for each (`-passes-ep-vectorizer-start`).
"""

import argparse
import json
import re
import subprocess
from pathlib import Path

# The sections of `opt --print-passes`, and what their passes run on.
LEVELS = {
    "Module": "module",
    "CGSCC": "cgscc",
    "Function": "function",
    "LoopNest": "loop",
    "Loop": "loop",
    "Machine function": "machine-function",
}

# Entry points, and a pass that opt takes there and that no default pipeline has.
ENTRY_POINTS = {
    "PipelineStart": "no-op-module",
    "PipelineEarlySimplification": "print-callgraph",
    "OptimizerEarly": "print-must-be-executed-contexts",
    "OptimizerLast": "print-profile-summary",
    "CGSCCOptimizerLate": "no-op-cgscc",
    "Peephole": "no-op-function",
    "ScalarOptimizerLate": "print<loops>",
    "VectorizerStart": "print<domtree>",
    "VectorizerEnd": "print<cycles>",
    "LateLoopOptimizations": "no-op-loop",
    "LoopOptimizerEnd": "print<iv-users>",
}
PIPELINES = [f"default<{level}>" for level in ("O0", "O1", "O2", "O3", "Os", "Oz")]


def run(opt, *arguments):
    return subprocess.run([opt, *arguments], check=True, capture_output=True, text=True).stdout


def read_options(text):
    """`a;no-a;max=N` as the options of a catalog; None if the list says too little."""
    options = {}
    for parameter in filter(None, text.split(";")):
        name, has_value, _ = parameter.partition("=")
        if not re.fullmatch(r"[\w-]+", name):
            return None
        number = has_value and parameter.endswith("=N")
        options[name] = {"type": "uint64" if number else "text" if has_value else "bool"}
    return options


def split(line, with_parameters):
    """The name as in pipelines, and the text of its parameters."""
    if not with_parameters:
        return line, ""
    end = line.index(">") + 1 if re.match(r"print<", line) else 0
    begin = line.index("<", end)
    return line[:begin], line[begin + 1 : -1]


def read_passes(text):
    passes = {}

    def add(name, level, options):
        known = passes.setdefault(name, {"levels": [], "options": {}})
        if level not in known["levels"]:
            known["levels"].append(level)
        if options is None or known["options"] is None:
            known["options"] = None
        else:
            known["options"].update(options)

    level, section = None, ""
    for line in text.splitlines():
        if not line.startswith("  "):
            head = re.match(r"(.*?) (passes with params|passes|analyses|alias analyses)\b", line)
            level, section = LEVELS.get(head.group(1)), head.group(2)
            continue
        if not level:
            continue
        name = line.strip()
        if section.endswith("analyses"):
            for word in ("require", "invalidate"):
                add(f"{word}<{name}>", level, {})
        else:
            name, parameters = split(name, "params" in section)
            add(name, level, read_options(parameters))
    # MemorySSA is what their kind of nest is for.
    for name in ("licm", "lnicm"):
        passes[name]["levels"] = ["loop-mssa", "loop"]
    return passes


def write_passes(passes, file):
    lines = []
    for name in sorted(passes):
        known = passes[name]
        levels = known["levels"]
        entry = {"anchor": levels[0]} if len(levels) == 1 else {"anchors": levels}
        if known["options"] is not None:
            entry["options"] = known["options"]
        lines.append(f"    {json.dumps(name)}: {json.dumps(entry)}")
    file.write_text('{\n  "llvm": "22",\n  "passes": {\n' + ",\n".join(lines) + "\n  }\n}\n")


def print_pipeline(opt, pipeline, *arguments):
    return run(opt, f"-passes={pipeline}", "-disable-verify", "-print-pipeline-passes",
               "-disable-output", "/dev/null", *arguments).strip()


def flag_of(entry_point):
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=CGSCC)(?=[A-Z])", "-", entry_point).lower()
    return "-passes-ep-" + words


def mark_entry_points(opt, pipeline):
    """The pipeline with `@Name` at its entry points, those with a name twice numbered."""
    plain = print_pipeline(opt, pipeline)
    text = print_pipeline(opt, pipeline, *(f"{flag_of(k)}={v}" for k, v in ENTRY_POINTS.items()))
    seen = {}
    for name, mark in ENTRY_POINTS.items():
        assert mark not in plain, f"{pipeline} has {mark}"

        def replace(match, name=name):
            seen[name] = seen.get(name, 0) + 1
            return f"@{name}" + (f"-{seen[name]}" if seen[name] > 1 else "")

        text = re.sub(r"(?<![\w<-])" + re.escape(mark) + r"(?![\w<-])", replace, text)
    assert remove_entry_points(text) == plain, f"{pipeline}: an entry point changes more than it adds"
    return text


def remove_entry_points(text):
    """Without them, and without the nests that have nothing else."""
    text = re.sub(r"@[\w-]+", "", text)
    previous = None
    while text != previous:
        previous = text
        text = re.sub(r"[\w-]+(<[^<>()]*>)?\(\)", "", text)
        text = re.sub(r",(?=[,)])|(?<=\(),|^,|,$", "", text)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opt", default="opt-22", help="opt of LLVM 22")
    parser.add_argument("--output", default=Path(__file__).parent / "llvm-22", help="the folder")
    options = parser.parse_args()
    folder = Path(options.output)
    write_passes(read_passes(run(options.opt, "--print-passes")), folder / "passes.json")
    lines = [f"{name} {mark_entry_points(options.opt, name)}\n" for name in PIPELINES]
    (folder / "pipelines.txt").write_text("".join(lines))


if __name__ == "__main__":
    main()
