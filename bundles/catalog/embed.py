#!/usr/bin/env python3
# ===- embed.py - The stock catalog as a C++ table ---------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Merges the catalog's files into one C++ source, for bundles/stock/StockCatalog.cpp,
and the stock bundles into another, for StockBundles.cpp.

Each pass is kept as the JSON text of that one pass, in a table that is sorted by
name. So a program that starts reads nothing, and one that asks for twenty passes
parses twenty. A later file adds keys to the passes of an earlier one.

What a file may say is checked by the reader of the library, in the tests; here
only what cannot be merged is refused.
"""

import argparse
import json
import sys
from pathlib import Path


class Error(Exception):
    """A mistake in the input that the user has to see."""


def without_duplicates(file):
    def build(pairs):
        result = dict(pairs)
        if len(result) != len(pairs):
            names = [name for name, _ in pairs]
            twice = sorted({name for name in names if names.count(name) > 1})
            raise Error(f"{file}: twice in one object: {', '.join(twice)}")
        return result

    return build


def strip_comments(text):
    """Blanks out `//` and `/* */`, which Python's reader does not know."""
    out, i = [], 0
    while i < len(text):
        if text[i] == '"':
            end = i + 1
            while end < len(text) and text[end] != '"':
                end += 2 if text[end] == "\\" else 1
        elif text.startswith("//", i):
            i = text.find("\n", i) if "\n" in text[i:] else len(text)
            continue
        elif text.startswith("/*", i):
            i = text.index("*/", i) + 2
            continue
        else:
            end = i
        out.append(text[i : end + 1])
        i = end + 1
    return "".join(out)


def read(file):
    text = strip_comments(Path(file).read_text(encoding="utf-8"))
    try:
        return json.loads(text, object_pairs_hook=without_duplicates(file))
    except ValueError as error:
        raise Error(f"{file}: {error}")


# What is said of a contract as a whole, for those who read the file.
NOT_EMBEDDED = ("reason", "source", "exceptions")

# The words of a contract: a pass with one of them is known.
CONTRACT_WORDS = (
    "idempotent", "greedy", "removesDead", "after", "before", "followedBy", "conflictsWith", "requires",
    "provides", "invalidates", "preserves", "lowers", "introduces", "leavesDead",
    "rejects", "unknownEffect", "writesOutside",
)


def merge(files):
    passes, rest = {}, {}
    for file in files:
        document = read(file)
        for name, described in document.pop("passes", {}).items():
            # Each word of a contract stands in one file only.
            known = passes.setdefault(name, {})
            both = sorted(known.keys() & described.keys())
            if both:
                raise Error(f"{file}: '{name}' has {both} in an earlier file, too")
            known.update(described)
        for key, value in document.items():
            if isinstance(value, dict):
                rest.setdefault(key, {}).update(value)
            elif rest.setdefault(key, value) != value:
                raise Error(f"{file}: another '{key}' than in the file before")
    rest.pop("$schema", None)
    return passes, rest


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def literal(text):
    """`text` as C++ string literals; a compiler may limit the length of one."""
    data = text.encode("utf-8")
    lines, line = [], ""
    for byte in data:
        char = chr(byte)
        if char in '"\\':
            line += "\\" + char
        elif 32 <= byte < 127:
            line += char
        else:
            line += f"\\{byte:03o}"  # ends after three digits whatever follows
        if len(line) > 90:
            lines.append(line)
            line = ""
    lines.append(line)
    return "\n     ".join(f'"{line}"' for line in lines)


def hash_of(name):
    """FNV-1a over words of four bytes and the bytes left, as in StockCatalog.cpp."""
    text = name.encode("utf-8")
    whole = len(text) - len(text) % 4
    words = [int.from_bytes(text[i : i + 4], "little") for i in range(0, whole, 4)]
    result = 2166136261
    for word in words + list(text[whole:]):
        result = (result ^ word) * 16777619 % 2**32
    return result ^ result >> 16


def buckets_of(names):
    """An open-addressing table of indices into `names`, half empty at most."""
    size = 1
    while size < 2 * len(names):
        size *= 2
    buckets = [len(names)] * size
    for index, name in enumerate(names):
        at = hash_of(name) % size
        while buckets[at] != len(names):
            at = (at + 1) % size
        buckets[at] = index
    return buckets


# The words of a contract that have lists of items.
ITEM_WORDS = (
    "from", "to", "sometimes", "given", "unless", "except", "items", "keeps",
)


def add_operations(value, dialects, isItem=False):
    """Adds the operations that contracts name to those of the list."""
    if isinstance(value, dict):
        for key, inner in value.items():
            add_operations(inner, dialects, key in ITEM_WORDS)
    elif isinstance(value, list):
        for inner in value:
            add_operations(inner, dialects, isItem)
    elif isItem and isinstance(value, str) and not value.startswith("!"):
        dialect, _, operation = value.partition("(")[0].partition(".")
        if operation:
            dialects.setdefault(dialect, set()).add(operation)


def add_items(value, items, isItem=False):
    """Adds all that contracts name, types among it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            add_items(inner, items, key in ITEM_WORDS or key == "converts")
    elif isinstance(value, list):
        for inner in value:
            add_items(inner, items, isItem)
    elif isItem and isinstance(value, str) and value != "*":
        items.add(value)


def read_operations(file, passes):
    """The usual operations of each dialect, and the others."""
    known = {}
    for line in Path(file).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, _, names = line.partition(":")
            known[name] = [set(part.split()) for part in names.split("|")]
    named = {}
    add_operations(passes, named)
    for name, operations in named.items():
        usual, others = known.setdefault(name, [set(), set()])
        others |= operations - usual
    return known


HEAD = """\
// Generated by bundles/catalog/embed.py. Do not edit.

// The kinds, properties and types, as a contracts file without passes.
static constexpr llvm::StringLiteral stockHeader =
    {header};

// Every pass as the object that a contracts file has for it, sorted by name.
struct StockPass {{
  llvm::StringLiteral name;
  llvm::StringLiteral text;
}};
static constexpr StockPass stockPasses[] = {{
"""


def read_bundle(file):
    """What defines a stock bundle. Its file is a pipeline that consists of it."""
    bundles = read(file).get("bundles", {})
    name = Path(file).name.split(".")[0]
    if list(bundles) != [name]:
        raise Error(f"{file}: does not define the bundle '{name}', and no other")
    return name, {"bundles": bundles}


def render_bundles(bundles):
    out = ["// Generated by bundles/catalog/embed.py. Do not edit.\n\n"]
    out.append("// Every stock bundle as a pipeline file that defines it, sorted by name.\n")
    out.append("struct StockBundle {\n  llvm::StringLiteral name;\n")
    out.append("  llvm::StringLiteral text;\n};\n")
    out.append("static constexpr StockBundle stockBundles[] = {\n")
    for name in sorted(bundles):
        out.append(f"    {{{literal(name)},\n     {literal(compact(bundles[name]))}}},\n")
    out.append("};\n")
    return "".join(out)


def read_witnesses(file):
    """The programs of a file: for each what it has, what passes show on it, and its text."""
    programs = []
    for part in Path(file).read_text(encoding="utf-8").split("\n// -----\n"):
        said = {"has": [], "shows": []}
        lines = []
        for line in part.strip().splitlines():
            key, _, rest = line.removeprefix("// ").partition(": ")
            if line.startswith("// ") and key in said:
                said[key].append(rest)
            elif not line.startswith("//"):
                lines.append(line)
        if not lines or len(said["has"]) != 1:
            raise Error(f"{file}: a part is no program, or does not say once what it has")
        programs.append((said["has"][0], "\n".join(said["shows"]), "\n".join(lines) + "\n"))
    return programs


def render_witnesses(programs):
    out = ["// Generated by bundles/catalog/embed.py. Do not edit.\n\n"]
    out.append("// The programs: what they have, with spaces between; what passes show on\n")
    out.append("// them, a line for each; and the text.\n")
    out.append("struct StockWitness {\n  llvm::StringLiteral has, shows, program;\n};\n")
    out.append("static constexpr StockWitness stockWitnesses[] = {\n")
    for parts in programs:
        out.append("    {" + ",\n     ".join(map(literal, parts)) + "},\n")
    out.append("};\n")
    return "".join(out)


def read_versions(file):
    """The versions of the catalog, oldest first, and the one that counts."""
    known, chosen = [], None
    for line in Path(file).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        version, *coming = line.split()
        known.append(version)
        if not coming:
            chosen = version
        elif coming != ["next"]:
            raise Error(f"{file}: '{line}' is no version, nor one with 'next' behind it")
    pairs = [tuple(map(int, version.split("."))) for version in known]
    if pairs != sorted(set(pairs)) or not chosen:
        raise Error(f"{file}: the versions are not sorted, or none counts")
    return known, chosen


def check_since(value, versions, where):
    """Each `since` is one of the versions."""
    if isinstance(value, dict):
        if value.get("since", versions[0]) not in versions:
            raise Error(f"'{where}' is since {value['since']}, which is not in versions.txt")
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            check_since(inner, versions, where)


def render_versions(known, chosen):
    def brace(version):
        return "{" + version.replace(".", ", ") + "}"

    return (
        "// The versions of the catalog, oldest first, and the one that counts.\n"
        f"static constexpr CatalogVersion stockVersions[] = {{{', '.join(map(brace, known))}}};\n"
        f"static constexpr CatalogVersion stockVersion = {brace(chosen)};\n\n"
    )


def render(passes, rest, dialects):
    names = sorted(passes, key=lambda name: name.encode("utf-8"))
    out = [HEAD.format(header=literal(compact(rest)))]
    for name in names:
        said = {k: v for k, v in passes[name].items() if k not in NOT_EMBEDDED}
        out.append(f"    {{{literal(name)},\n     {literal(compact(said))}}},\n")
    out.append("};\n\n")
    buckets = buckets_of(names)
    out.append("// Where a pass is in the table, by the hash of its name.\n")
    out.append(f"static constexpr uint16_t stockBuckets[{len(buckets)}] = {{\n")
    for i in range(0, len(buckets), 16):
        out.append("    " + ", ".join(map(str, buckets[i : i + 16])) + ",\n")
    out.append("};\n\n")
    out.append("// The operations of each dialect, sorted by the dialect's name.\n")
    out.append("struct StockDialect {\n  llvm::StringLiteral name;\n")
    out.append("  llvm::StringLiteral usual, others;\n};\n")
    out.append("static constexpr StockDialect stockDialects[] = {\n")
    for name in sorted(dialects):
        usual, others = (literal(" ".join(sorted(names))) for names in dialects[name])
        out.append(f"    {{{literal(name)},\n     {usual},\n     {others}}},\n")
    out.append("};\n\n")
    items = set()
    add_items(passes, items)
    out.append("// The items that contracts name, sorted, with spaces between them.\n")
    out.append("static constexpr llvm::StringLiteral stockItems =\n")
    out.append(f"     {literal(' '.join(sorted(items)))};\n")
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("--operations", required=True, metavar="file.txt")
    parser.add_argument("--versions", required=True, metavar="file.txt")
    parser.add_argument("--bundles-output")
    parser.add_argument("--bundles", nargs="*", default=[], metavar="bundle.pipeline.json")
    parser.add_argument("--witnesses-output")
    parser.add_argument("--witnesses", metavar="file.mlir")
    parser.add_argument("files", nargs="+", metavar="file.json")
    args = parser.parse_args()
    try:
        passes, rest = merge(args.files)
        if not passes:
            raise Error("none of the files describes a pass")
        versions, chosen = read_versions(args.versions)
        for name, described in passes.items():
            check_since(described, versions, name)
        dialects = read_operations(args.operations, passes)
        bundles = dict(map(read_bundle, args.bundles))
        witnesses = read_witnesses(args.witnesses) if args.witnesses else []
    except (Error, OSError) as error:
        sys.exit(f"embed.py: error: {error}")
    table = render(passes, rest, dialects)
    outputs = {args.output: table + render_versions(versions, chosen)}
    if args.bundles_output:
        outputs[args.bundles_output] = render_bundles(bundles)
    if args.witnesses_output:
        outputs[args.witnesses_output] = render_witnesses(witnesses)
    for name, text in outputs.items():
        output = Path(name)
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
