#!/usr/bin/env python3
# ===- generate.py - C++ tags for the passes of MLIR itself ------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes passmanager/UpstreamPasses.h from the Passes.td files that MLIR installs.

MLIR hides its pass classes in .cpp files, so there is no C++ type that a call like
addPassBefore<MyPass, OneShotBufferize>() could name. The TableGen records that
declare the passes are installed though, and each becomes one small struct here.

The script refuses to guess: an anchor it does not know, a record that is not a C++
name, or two passes that would get the same tag end the build with an explanation.
"""

import argparse
import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path

# What the C++ operation classes in `OperationPass<...>` are called in the IR; nothing
# for a pass that runs on any operation. The leading `::` and `mlir::` are dropped
# before the look-up.
OPERATION_CLASSES = (
    Path(__file__).resolve().parents[2] / "bundles/catalog/operation-classes.txt"
)
OPERATION_NAMES = {"": ""}
for line in OPERATION_CLASSES.read_text(encoding="utf-8").splitlines():
    if line and not line.startswith("#"):
        OPERATION_NAMES.update([line.split()])

BASE_CLASS = re.compile(r"^(?:::)?mlir::(OperationPass|InterfacePass)<(.*)>$")
IDENTIFIER = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*$")


class Error(Exception):
    """A mistake in the input that the user has to see."""


class Pass:
    """One pass record, with what the header says about it."""

    def __init__(self, record, td):
        self.td = td
        self.definition = record["!name"]
        self.argument = record["argument"]
        self.summary = " ".join(record["summary"].split())
        self.anchor, self.interface = anchor_of(record["baseClass"], self.where())
        if record["!anonymous"] or not IDENTIFIER.match(self.definition):
            raise Error(f"{self.where()}: the record has no name that C++ can use")
        # `OneShotBufferizePass` and `CSE` are both upstream style.
        self.tag = self.definition
        if self.tag.endswith("Pass") and self.tag != "Pass":
            self.tag = self.tag[: -len("Pass")]

    def where(self):
        return f"{self.td}: pass '{self.argument}' ({self.definition})"

    def group(self):
        """The part of MLIR that the pass belongs to, as a name: `Linalg`."""
        folders = [f for f in Path(self.td).parts[:-1] if f not in ("mlir", "Dialect")]
        return re.sub(r"[^A-Za-z0-9_]", "", folders[0]) if folders else ""


def anchor_of(base_class, where):
    """Returns (operation name, interface name) of an `OperationPass<...>`."""
    match = BASE_CLASS.match(base_class)
    if not match:
        raise Error(f"{where}: unknown base class '{base_class}'")
    kind, cpp_class = match.groups()
    cpp_class = re.sub(r"^(::)?(mlir::)?", "", cpp_class.strip())
    if kind == "InterfacePass":
        return "", cpp_class.split("::")[-1]
    if cpp_class not in OPERATION_NAMES:
        raise Error(
            f"{where}: do not know what the operation class '{cpp_class}' is called "
            f"in the IR; add it to {OPERATION_CLASSES.name}"
        )
    return OPERATION_NAMES[cpp_class], ""


def read_passes(tblgen, includes, files):
    """Returns every pass that `files` declare, in the order of the files."""
    passes = {}
    for file in files:
        command = [tblgen, "--dump-json"]
        for include in includes:
            command += ["-I", include]
        run = subprocess.run(command + [file], capture_output=True, text=True)
        if run.returncode != 0:
            raise Error(f"{file}: {Path(tblgen).name} failed\n{run.stderr.strip()}")
        records = json.loads(run.stdout)
        for name in records["!instanceof"].get("PassBase", []):
            # A file that includes another one repeats its records.
            found = Pass(records[name], relative(file, includes))
            passes.setdefault((found.definition, found.argument), found)
    return list(passes.values())


def relative(file, includes):
    """The name of a file as an include directive would spell it."""
    for include in includes:
        try:
            return Path(file).resolve().relative_to(Path(include).resolve()).as_posix()
        except ValueError:
            continue
    return Path(file).name


def name_tags(passes):
    """Gives clashing tags the prefix of their group, all of them alike, so that
    a name does not depend on which file is read first."""
    for clash in clashes(passes):
        for found in clash:
            found.tag = found.group() + found.tag
    for clash in clashes(passes):
        listed = "\n".join(f"  {found.where()}" for found in clash)
        raise Error(f"these passes would share the tag '{clash[0].tag}':\n{listed}")


def clashes(passes):
    by_tag = {}
    for found in passes:
        by_tag.setdefault(found.tag, []).append(found)
    return [group for _, group in sorted(by_tag.items()) if len(group) > 1]


def literal(text):
    """`text` as a C++ string literal."""
    out = []
    for byte in text.encode("utf-8"):
        char = chr(byte)
        if char in '"\\':
            out.append("\\" + char)
        elif 32 <= byte < 127:
            out.append(char)
        else:
            # Octal, as it ends after three digits whatever follows.
            out.append(f"\\{byte:03o}")
    return '"' + "".join(out) + '"'


def comment(found):
    where = found.anchor or f"any {found.interface or 'operation'}"
    summary = found.summary.rstrip(".")
    text = f"{found.argument}: {summary}. Anchor: {where}. Defined in {found.td}."
    # A backslash at the end of a line would continue the comment.
    text = text.replace("\\", "/")
    lines = textwrap.wrap(text, 76, break_long_words=False, break_on_hyphens=False)
    return "\n".join("/// " + line for line in lines)


HEAD = """\
//===- UpstreamPasses.h - Tags for the passes of MLIR itself ----*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generated by passmanager/tags/generate.py from the Passes.td files of MLIR.
// Do not edit.
//
//===----------------------------------------------------------------------===//
//
// MLIR's own pass classes are not in its headers. A tag is a type that stands for
// one of them: it knows the name, the anchor and the summary, and nothing else, so
// this header is cheap to include and does not include MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PASSMANAGER_UPSTREAMPASSES_H
#define PASSMANAGER_UPSTREAMPASSES_H

#include "llvm/ADT/StringRef.h"

namespace pmb {
namespace upstream {

/// What a tag says, as values: one row of `allPasses`.
struct PassTag {
  /// The name of the C++ tag, `OneShotBufferize`.
  llvm::StringLiteral name;
  /// The name of the pass on a command line, `one-shot-bufferize`.
  llvm::StringLiteral argument;
  /// The operation that the pass runs on, empty when it runs on any operation
  /// or on those that implement `interfaceName`.
  llvm::StringLiteral anchor;
  /// The interface that the pass runs on, empty when there is none.
  llvm::StringLiteral interfaceName;
  /// One line about what the pass does.
  llvm::StringLiteral summary;
  /// The file that declares the pass, as an include directive would spell it.
  llvm::StringLiteral definedIn;
};

"""

TAIL = """\
} // namespace upstream

// A name of the library itself wins over a tag of the same name.
using namespace upstream;

} // namespace pmb

#endif // PASSMANAGER_UPSTREAMPASSES_H
"""


def render_tag(found):
    members = [
        ("getArgument", found.argument),
        ("getAnchor", found.anchor),
        ("getInterface", found.interface),
        ("getSummary", found.summary),
    ]
    lines = [comment(found), f"struct {found.tag} {{"]
    for function, value in members:
        lines.append(f"  static constexpr llvm::StringLiteral {function}() {{")
        lines.append(f"    return {literal(value)};")
        lines.append("  }")
    lines.append("};\n")
    return "\n".join(lines)


def render(passes):
    passes = sorted(passes, key=lambda found: found.tag)
    out = [HEAD]
    out += [render_tag(found) + "\n" for found in passes]
    out.append("/// Every tag above, sorted by its name.\n")
    out.append("inline constexpr PassTag allPasses[] = {\n")
    for found in passes:
        row = (found.tag, found.argument, found.anchor, found.interface)
        row += (found.summary, found.td)
        out.append("    {" + ",\n     ".join(literal(text) for text in row) + "},\n")
    out.append("};\n\n")
    out.append(TAIL)
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tblgen", required=True, help="the llvm-tblgen to run")
    parser.add_argument("-I", dest="includes", action="append", default=[])
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("files", nargs="+", metavar="Passes.td")
    args = parser.parse_args()
    try:
        passes = read_passes(args.tblgen, args.includes, sorted(args.files))
        if not passes:
            raise Error("none of the files declares a pass")
        name_tags(passes)
    except Error as error:
        sys.exit(f"generate.py: error: {error}")
    output = Path(args.output)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(render(passes), encoding="utf-8")


if __name__ == "__main__":
    main()
