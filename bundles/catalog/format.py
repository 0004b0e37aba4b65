#!/usr/bin/env python3
# ===- format.py - One form for the catalog's files --------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes contracts files as the catalog has them: passes sorted by name, at most 100
columns, lists of strings filled like prose. Changes no value.

  bundles/catalog/format.py [--check] [<file>...]

Without files: those of the catalog, and of the stock bundles. With --check nothing is written; files that would
change are listed, and the exit code is 1.
"""

import argparse
import json
import sys
from pathlib import Path

import embed

WIDTH = 100
CATALOG = Path(__file__).resolve().parent / "mlir-22"
STOCK = CATALOG.parent.parent / "stock"


def flat(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flat(k)}: {flat(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flat, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def fill(words, pad):
    """Words as lines of at most WIDTH columns."""
    lines = [pad]
    for word in words:
        if lines[-1] == pad:
            lines[-1] += word
        elif len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += " " + word
        else:
            lines.append(pad + word)
    return "\n".join(lines)


def render(value, indent, column, expand=False):
    """`value` as text that begins at `column`, in lines that begin at `indent`."""
    line = flat(value)
    fits = column + len(line) + 1 <= WIDTH  # and a comma
    if not isinstance(value, (dict, list)) or not value or (fits and not expand):
        return line
    pad, end = " " * (indent + 2), "\n" + " " * indent
    if isinstance(value, dict):
        members = []
        for key, member in value.items():
            head = f"{pad}{flat(key)}: "
            members.append(head + render(member, indent + 2, len(head),
                                         expand=indent == 0 and key == "passes"))
        return "{\n" + ",\n".join(members) + end + "}"
    if any(isinstance(member, (dict, list)) for member in value):
        members = [pad + render(member, indent + 2, indent + 2) for member in value]
        return "[\n" + ",\n".join(members) + end + "]"
    words = [flat(member) + "," for member in value]
    words[-1] = words[-1][:-1]
    return "[\n" + fill(words, pad) + end + "]"


def format_text(path):
    """The file as it should be. Comments stay where they open the file."""
    text = path.read_text(encoding="utf-8")
    head = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        head.append(line + "\n")
    rest = text[sum(map(len, head)):]
    if embed.strip_comments(rest) != rest:
        raise embed.Error(f"{path}: a comment below the first line of JSON would be lost")
    document = embed.read(path)
    if isinstance(document.get("passes"), dict):
        document["passes"] = dict(sorted(document["passes"].items()))
    return "".join(head) + render(document, 0, 0, expand=True) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    args = parser.parse_args()
    changed = []
    ours = [*CATALOG.parent.glob("mlir-*/*.contracts.json"), *STOCK.glob("*.pipeline.json")]
    for path in args.files or sorted(ours):
        try:
            wanted = format_text(path)
        except (embed.Error, OSError) as error:
            sys.exit(f"format.py: error: {error}")
        if wanted != path.read_text(encoding="utf-8"):
            changed.append(path)
            if not args.check:
                path.write_text(wanted, encoding="utf-8")
    for path in changed:
        print(f"{path}: {'is not in form' if args.check else 'formatted'}")
    if changed and args.check:
        sys.exit("format.py: run bundles/catalog/format.py")


if __name__ == "__main__":
    main()
