#!/usr/bin/env python3
# ===- list.py - The page that lists the stock bundles -----------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes the tables of README.md from the files of the bundles.

  bundles/stock/list.py            writes README.md again
  bundles/stock/list.py --check    fails if that would change it
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "catalog"))
import embed  # noqa: E402

PAGE = HERE / "README.md"
MARK = "<!-- What follows is written by list.py. -->\n"
# Every bundle takes and leaves these.
EVERYWHERE = {"builtin", "func"}


def contents(document, end):
    """`linalg`, or `linalg*` where only some of its operations are named."""
    items = document.get(end, {}).get("contents")
    if items is None:
        return "anything" if end == "input" else "the same"
    names = {}
    for item in items:
        if item.startswith("!"):
            continue
        dialect, _, operation = item.partition(".")
        names[dialect] = f"{dialect}\\*" if operation else dialect
    types = sorted(item for item in items if item.startswith("!"))
    dialects = [names[name] for name in sorted(names) if name not in EVERYWHERE]
    return ", ".join(dialects + [f"`{name}`" for name in types])


def steps(passes):
    for step in passes:
        if isinstance(step, str):
            continue
        yield step
        yield from steps(step.get("passes", []))


def default(name, option, bundle, passes, bundles):
    """The default of an option: its own, or that of where its value goes."""
    if "default" in option:
        value = option["default"]
    else:
        value = None
        for step in steps(bundle["passes"]):
            for inner, outer in step.get("optionsFrom", {}).items():
                if outer != name:
                    continue
                if "bundle" in step:
                    other = bundles[step["bundle"]]
                    return default(inner, other["options"][inner], other, passes, bundles)
                known = passes[step["pass"]]["options"][inner]
                value = known.get("default") if isinstance(known, dict) else known
    if value in (None, ""):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def render():
    passes = embed.read(HERE.parent / "catalog/mlir-22/passes.json")["passes"]
    files = {file.name.split(".")[0]: embed.read(file)
             for file in HERE.glob("*.pipeline.json")}
    files = dict(sorted(files.items()))
    bundles = {name: document["bundles"][name] for name, document in files.items()}
    out = ["| bundle | what it does | takes | leaves |\n| --- | --- | --- | --- |\n"]
    for name, document in files.items():
        out.append(f"| [`{name}`]({name}.pipeline.json) | {document['description']} "
                   f"| {contents(document, 'input')} | {contents(document, 'output')} |\n")
    out.append("\n`*`: of that dialect the operations that the file names; `func` and modules go\n"
               "without saying.\n\n## Options\n\n")
    out.append("| bundle | option | takes | default | what it is for |\n"
               "| --- | --- | --- | --- | --- |\n")
    for name, bundle in bundles.items():
        for option, said in bundle.get("options", {}).items():
            takes = ", ".join(f"`{v}`" for v in said["values"]) if "values" in said \
                else said.get("type", "text")
            out.append(f"| `{name}` | `{option}` | {takes} "
                       f"| {default(option, said, bundle, passes, bundles)} "
                       f"| {said['summary']} |\n")
    return "".join(out)


def main():
    page = PAGE.read_text(encoding="utf-8")
    head, mark, _ = page.partition(MARK)
    if not mark:
        sys.exit(f"list.py: error: {PAGE} has no line '{MARK.strip()}'")
    wanted = head + mark + "\n" + render()
    if wanted == page:
        return
    if "--check" in sys.argv[1:]:
        sys.exit(f"list.py: error: {PAGE} is out of date: run bundles/stock/list.py")
    PAGE.write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    main()
