#!/usr/bin/env python3
# ===- expansions.py - The catalog against mlir-opt's own pipelines -----------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares what pmb-check makes of `name=options` with what mlir-opt makes of it.

    expansions.py name[=options]...

mlir-opt reads the passes that pmb-check explains, and prints them as it does those of
its own pipeline, with the defaults of all options.
"""

import re
import subprocess
import sys


def run(command):
    result = subprocess.run(command, input="module {}", capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{result.stdout}{result.stderr}")
    return result


def dump(argument):
    """The passes of mlir-opt, each with its nests."""
    text = run(["mlir-opt", argument, "--dump-pass-pipeline"]).stderr
    passes, nests, braces, name = [], [], 0, ""
    # Some releases print a line for each pass, and some one for all.
    for char in re.sub(r"\n *", "", text.partition("passes:")[2].partition("\n\n")[0]):
        braces += (char == "{") - (char == "}")
        if char in "()," and not braces:
            if char == "(":
                nests.append(name)
            elif name:
                passes.append("/".join(nests) + " " + name)
            if char == ")":
                nests.pop()
            name = ""
        else:
            name += char
    return passes


def expand(name, options):
    """The passes that pmb-check knows, as a textual pipeline."""
    braces = "{" + options + "}" if options else ""
    text = run(["pmb-check", "--explain=full", f"--pass-pipeline=builtin.module({name}{braces})"])
    passes = []
    for line in text.stdout.splitlines():
        found = re.fullmatch(r"pass \d+: (.*?)(?: on builtin\.module/(\S+))?", line)
        if found:
            nests = found[2].split("/") if found[2] else []
            passes.append("(".join(nests + [found[1]]) + ")" * len(nests))
    return f"builtin.module({','.join(passes)})"


def main():
    different = False
    for argument in sys.argv[1:]:
        name, _, options = argument.partition("=")
        expected = dump("--" + argument)
        actual = dump("--pass-pipeline=" + expand(name, options))
        if not expected or actual != expected:
            different = True
            print(f"{argument}:", *[f"  mlir-opt  {line}" for line in expected],
                  *[f"  pmb-check {line}" for line in actual], sep="\n")
    sys.exit(different)


if __name__ == "__main__":
    main()
