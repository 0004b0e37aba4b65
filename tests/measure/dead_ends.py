#!/usr/bin/env python3
# ===- dead_ends.py - Is what the check calls a dead end one? -----------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Puts the dead ends that pmb-check claims to the test.

  dead_ends.py --pmb-check PROGRAM --mlir-opt PROGRAM --inputs FILE.mlir... PIPELINES...

PIPELINES are files with one pipeline a line, as text or as `{"pipeline": text}`. Each is
checked with nothing known but what may remain (--expect). A claim names a witness, what
an input has that leads nowhere, and what is left of it. Of the parts of FILE.mlir that
have the witness, MLIR runs the pipeline on the smallest ones, until what is left is what
the claim says:

  shown     it is; of casts, one of the type that the claim is about
  fails     every run fails
  not so    no input is left with it
  no input  nothing has the witness

Where the pipeline runs a transform script, it gets one that does nothing.

Exits with 1 if less than --least percent of the claims that ran are shown.
"""

import argparse
import collections
import concurrent.futures
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

OPERATION = re.compile(r'^\s*(?:%[^=]*= )?"([a-z_][\w$]*(?:\.[\w$]+)+)"\(', re.M)
CAST = re.compile(r'"builtin\.unrealized_conversion_cast"\(.*\) : (.*)')
WITNESS = re.compile(r"(?:an input with|an input where) (.*)")
ITEM = re.compile(r"'([^']+)'")
SCRIPT = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
"""


def read_pipelines(paths):
    pipelines = {}
    for path in paths:
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            if line.strip():
                text = json.loads(line)["pipeline"] if line.startswith("{") else line
                pipelines[text] = None
    return list(pipelines)


def read_left(message):
    """What a message says is left; of a long list its dialect."""
    said = re.search(r"leads to (.*), which", message)
    items = ITEM.findall(said.group(1)) if said else []
    return tuple(item.partition(".")[0] if " more, " in message else item for item in items)


def read_claims(args, pipelines):
    """A set of (pipeline, pass, witnesses, items left, types of what is left)."""
    claims = {}
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{number}.pipeline" for number in range(len(pipelines))]
        for name, text in zip(names, pipelines):
            (Path(folder) / name).write_text(text + "\n", encoding="utf-8")
        (Path(folder) / "list").write_text("\n".join(names), encoding="utf-8")
        run = subprocess.run([args.pmb_check, "--format=json", "--expect=" + args.expect, "@list"],
                             cwd=folder, stdout=subprocess.PIPE)
    for text, result in zip(pipelines, json.loads(run.stdout)["results"]):
        for finding in result["diagnostics"]:
            if finding["code"] not in ("PMB043", "PMB031") or finding["severity"] != "error":
                continue
            for note in finding["related"]:
                said = WITNESS.search(note["message"].partition(", which")[0])
                if said:
                    items = ITEM.findall(said.group(1))
                    witnesses = tuple(item for item in items if not item.startswith("!"))
                    types = tuple(item[1:] for item in items if item.startswith("!"))
                    left = read_left(finding["message"]) or witnesses
                    claims[text, finding["pass"], witnesses, left, types] = finding["message"]
    return claims


def read_parts(paths):
    parts = []
    for path in paths:
        text = Path(path).read_text(encoding="utf-8")
        # What comments and transform scripts name is not there.
        parts += [re.sub(r"//.*", "", part) for part in re.split(r"^// -----$", text, flags=re.M)
                  if "transform.with_named_sequence" not in part]
    return sorted(parts, key=len)


def has(part, item):
    """Whether the text of a part has an operation, in one of the ways to print it."""
    name = item.partition("(")[0]
    if "." not in name:
        return re.search(rf"\b{re.escape(name)}\.", part) is not None
    short = name[len("func."):] if name in ("func.call", "func.return") else name
    return re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])|^\s*{re.escape(short)}\b",
                     part, flags=re.M) is not None


def is_left(item, types, text):
    name = item.partition("(")[0]
    if name == "builtin.unrealized_conversion_cast" and types:
        return any(re.search(rf"\b{re.escape(type)}\b", cast)
                   for cast in CAST.findall(text) for type in types)
    return any(op == name or op.startswith(name + ".") for op in OPERATION.findall(text))


def run(args, pipeline, part):
    """What is left, as text; None if the run fails."""
    if re.search(r"\btransform-interpreter\b", pipeline):
        part += SCRIPT
    done = subprocess.run([args.mlir_opt, "--mlir-print-op-generic",
                           "--pass-pipeline=" + pipeline], input=part,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          check=False)
    return None if done.returncode else done.stdout


def judge(args, claim, parts):
    pipeline, _, witnesses, left, types = claim
    fitting = [part for part in parts if all(has(part, item) for item in witnesses)]
    if not fitting:
        return "no input"
    verdict = "fails"
    for part in fitting[:args.tries]:
        text = run(args, pipeline, part)
        if text is None:
            continue
        if any(is_left(item, types, text) for item in left):
            return "shown"
        verdict = "not so"
    return verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pipelines", nargs="+")
    parser.add_argument("--pmb-check", required=True)
    parser.add_argument("--mlir-opt", required=True)
    parser.add_argument("--inputs", nargs="+", required=True)
    parser.add_argument("--expect", default="llvm")
    parser.add_argument("--tries", type=int, default=12, help="inputs of each claim (default: 12)")
    parser.add_argument("--least", type=float, default=99, help="percent (default: 99)")
    args = parser.parse_args()

    args.pmb_check = str(Path(args.pmb_check).resolve())
    parts = read_parts(args.inputs)
    claims = read_claims(args, read_pipelines(args.pipelines))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        verdicts = list(pool.map(lambda claim: judge(args, claim, parts), claims))
    counts = collections.Counter(verdicts)
    for (pipeline, _, witnesses, *_), message, verdict in zip(claims, claims.values(), verdicts):
        if verdict != "shown":
            print(f"{verdict}: {message}\n    {', '.join(witnesses)}\n    {pipeline}")
    ran = counts["shown"] + counts["not so"]
    share = 100 * counts["shown"] / ran if ran else 100
    print(f"{len(claims)} claims: " + ", ".join(f"{counts[name]} {name}" for name in
                                               ("shown", "not so", "fails", "no input")))
    print(f"shown of those that ran: {share:.2f} %")
    sys.exit(share < args.least)


if __name__ == "__main__":
    main()
