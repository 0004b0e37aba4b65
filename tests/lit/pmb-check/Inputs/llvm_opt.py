#!/usr/bin/env python3
# ===- llvm_opt.py - Pipelines of LLVM, held against opt --------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Holds `pmb-check --dialect=llvm` and the catalog against opt:

passes   opt takes each pass of the catalog, with each of its parameters, where the catalog
         says that it runs
print    what pmb-check prints for the default pipelines, opt prints again byte by byte
random   what pmb-check takes, opt takes; and prints as opt prints it, as soon as opt has
         printed it once

    llvm_opt.py <passes.json> [<number of random pipelines> [<seed>]]
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

# Where passes run, as text around them.
AROUND = {
    "module": "{}", "cgscc": "cgscc({})", "function": "function({})", "loop": "function(loop({}))",
    "loop-mssa": "function(loop-mssa({}))", "machine-function": "function(machine-function({}))",
}
# opt takes them with a level only.
WITH_LEVEL = {"default", "thinlto", "thinlto-pre-link", "lto", "lto-pre-link", "function-simplification"}
# opt wants a level and more, or prints them by names that it does not know.
LEFT_OUT = {"fatlto-pre-link", "structurizecfg", "print<machine-uniformity>"}
CHECK = ["pmb-check", "--dialect=llvm"]


def opt(text):
    """What opt prints, or None and what it says."""
    run = subprocess.run(["opt", f"-passes={text}", "-disable-verify", "-print-pipeline-passes",
                          "-disable-output", "/dev/null",
                          *([] if "machine-function(" in text else ["-mtriple=x86_64"])], capture_output=True, text=True)
    return (run.stdout.strip() if run.returncode == 0 else None), run.stderr.strip()


def spellings(name, options):
    if name not in WITH_LEVEL:
        yield name
    for option, about in (options or {}).items():
        if about["type"] != "text":
            yield f"{name}<{option}{'=1' if about['type'] == 'uint64' else ''}>"


def hold_passes(passes):
    refused = []
    for level, around in AROUND.items():
        texts = [spelled for name, about in passes.items()
                 if level in about.get("anchors", [about.get("anchor")]) and name not in LEFT_OUT
                 for spelled in spellings(name, about.get("options"))]
        pending = [texts]
        while pending:
            some = pending.pop()
            if some and opt(around.format(",".join(some)))[0] is None:
                if len(some) == 1:
                    refused.append(f"{around.format(some[0])}: {opt(around.format(some[0]))[1]}")
                else:
                    pending += [some[: len(some) // 2], some[len(some) // 2 :]]
    return refused


def print_again(folder, name):
    file = Path(folder, "p.pipeline.json")
    file.write_text(json.dumps({"passes": [name]}))
    run = subprocess.run([*CHECK, f"--print-text={file}"], check=True, capture_output=True, text=True)
    return run.stdout.splitlines()[-1]


def hold_print(folder):
    for level in ("O0", "O1", "O2", "O3", "Os", "Oz"):
        name = f"default<{level}>"
        text = print_again(folder, name)
        if text != opt(name)[0] or text != opt(text)[0]:
            yield f"{name} is printed in another way"


def make_text(rng, passes, nest="module", depth=0):
    """A list of passes and nests; now and then of passes that do not run there."""
    inner = {"module": ["cgscc", "function", "module", "coro-cond"], "cgscc": ["function", "devirt<2>", "cgscc"],
             "function": ["loop", "loop-mssa", "function"], "loop": ["loop"]}
    runs_on = {"coro-cond": "module", "devirt<2>": "cgscc", "loop-mssa": "loop",
               "function<eager-inv>": "function"}.get(nest, nest)
    elements = []
    for _ in range(rng.randint(1, 3)):
        if depth < 4 and rng.random() < 0.4:
            nested = rng.choice(inner[runs_on] if rng.random() < 0.9 else ["loop", "module", "devirt"])
            nested += "<eager-inv>" if nested == "function" and rng.random() < 0.3 else ""
            if nested.split("<")[0] in ("devirt", *inner, *runs_on_names()):
                elements.append(f"{nested}({make_text(rng, passes, nested, depth + 1)})")
                continue
        at = runs_on if rng.random() < 0.9 else rng.choice(list(inner))
        elements.append(rng.choice(passes.get(at) or passes["function"]))
    return ",".join(elements)


def runs_on_names():
    return ("coro-cond", "loop-mssa", "devirt<2>")


def hold_random(folder, passes, count, seed):
    rng = random.Random(seed)
    by_level = {}
    for name, about in passes.items():
        for level in about.get("anchors", [about.get("anchor")]):
            if name not in LEFT_OUT | WITH_LEVEL:
                by_level.setdefault(level, []).append(name)
    texts = []
    while len(texts) < count:
        try:
            texts.append(make_text(rng, by_level))
        except KeyError:
            continue
    taken = 0
    files = []
    for number, text in enumerate(texts):
        files.append(Path(folder, f"{number}.pipeline"))
        files[-1].write_text(text)
    run = subprocess.run([*CHECK, "--format=json", *map(str, files)], capture_output=True, text=True)
    for text, result in zip(texts, json.loads(run.stdout)["results"]):
        if result["errors"]:
            continue
        taken += 1
        printed, message = opt(text)
        if printed is None:
            yield f"seed {seed}: opt refuses '{text}': {message}"
    if not taken or taken == len(texts):
        yield f"seed {seed}: {taken} of {len(texts)} pipelines were taken, which shows nothing"
    print(f"{taken} of {len(texts)} random pipelines taken, by opt as well", file=sys.stderr)


def main():
    passes = json.loads(Path(sys.argv[1]).read_text())["passes"]
    count, seed = (int(argument) for argument in [*sys.argv[2:], *["40", "1"][len(sys.argv) - 2 :]])
    with tempfile.TemporaryDirectory() as folder:
        failures = [*hold_passes(passes), *hold_print(folder), *hold_random(folder, passes, count, seed)]
    for failure in failures:
        print(failure)
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
