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
import re
import sys
from pathlib import Path

import releases
from releases import Error


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


def all_operations(release, passes):
    """The usual operations of each dialect, and the others, with those that contracts name."""
    known = {name: list(parts) for name, parts in release.operations.items()}
    named = {}
    add_operations(passes, named)
    for name, operations in named.items():
        usual, others = known.setdefault(name, [set(), set()])
        known[name] = [usual, others | operations - usual]
    return known


HEAD = """\
// Generated by bundles/catalog/embed.py. Do not edit.

// A pass as the object that a contracts file has for it.
struct StockPass {
  llvm::StringLiteral name;
  llvm::StringLiteral text;
};
struct StockDialect {
  llvm::StringLiteral name;
  llvm::StringLiteral usual, others;
};

"""

# Of each release. Without it `{{` is a brace.
RELEASE = """\
// Every pass of LLVM {number}, sorted by name.
static constexpr StockPass stockPasses{number}[] = {{
{passes}}};

// Where a pass is in the table, by the hash of its name.
static constexpr uint16_t stockBuckets{number}[{size}] = {{
{buckets}}};

// The operations of each dialect, sorted by the dialect's name.
static constexpr StockDialect stockDialects{number}[] = {{
{dialects}}};

// The versions of the catalog, oldest first.
static constexpr pmb::CatalogVersion stockVersions{number}[] = {{{versions}}};

"""

TAIL = """\
// What is known of a release of LLVM: where that is in the sources; the kinds, properties
// and types, as a contracts file without passes; the items that contracts name, sorted, with
// spaces between them; and the version of the catalog that counts.
struct StockRelease {
  llvm::StringLiteral folder, header, items;
  llvm::ArrayRef<StockPass> passes;
  llvm::ArrayRef<uint16_t> buckets;
  llvm::ArrayRef<StockDialect> dialects;
  llvm::ArrayRef<pmb::CatalogVersion> versions;
  pmb::CatalogVersion version;
};
// Newest first.
static const StockRelease stockReleases[] = {
"""


def read_bundle(file):
    """What defines a stock bundle. Its file is a pipeline that consists of it."""
    bundles = read(file).get("bundles", {})
    name = Path(file).name.split(".")[0]
    if list(bundles) != [name]:
        raise Error(f"{file}: does not define the bundle '{name}', and no other")
    return name, {"bundles": bundles}


def adapt(element, passes, lost):
    """What a bundle consists of, with the options that a release has. None if it has not the
    passes. The options of bundles that lead to no option any more are added to `lost`."""
    if isinstance(element, str):
        return element if element in passes else None
    result = dict(element)
    if "pass" in element:
        if element["pass"] not in passes:
            return None
        known = passes[element["pass"]].get("options", {})
        asked = element.get("optionsFrom", {})
        lost.update(asked[option] for option in asked if option not in known)
        for key in ("options", "optionsFrom"):
            if key in element:
                result[key] = {k: v for k, v in element[key].items() if k in known}
    if isinstance(element.get("passes"), list):
        result["passes"] = [adapt(inner, passes, lost) for inner in element["passes"]]
        if None in result["passes"]:
            return None
    return result


def bundle_of_release(name, document, passes):
    """The text of a bundle in a release; empty if that has not all of its passes."""
    lost = set()
    bundle = adapt(document["bundles"][name], passes, lost)
    if bundle is None:
        return ""
    if "options" in bundle:
        left = re.findall(r'"optionsFrom": \{[^}]*\}|"when": [^,}\]]*', json.dumps(bundle))
        bundle["options"] = {option: said for option, said in bundle["options"].items()
                             if option not in lost or any(f'"{option}"' in text for text in left)}
    return compact({"bundles": {name: bundle}})


def render_bundles(bundles, catalog):
    out = ["// Generated by bundles/catalog/embed.py. Do not edit.\n\n"]
    out.append("// Every stock bundle as a pipeline file that defines it, sorted by name; behind\n")
    out.append("// it what it is in earlier releases of LLVM, where that differs.\n")
    out.append("struct StockBundle {\n  llvm::StringLiteral name;\n  unsigned release;\n")
    out.append("  llvm::StringLiteral text;\n};\n")
    out.append("static constexpr StockBundle stockBundles[] = {\n")
    for name in sorted(bundles):
        last = None
        for release, passes, _ in catalog:
            text = bundle_of_release(name, bundles[name], passes)
            if text != last:
                out.append(f"    {{{literal(name)}, {release.number},\n     {literal(text)}}},\n")
            last = text
    out.append("};\n")
    return "".join(out)


def read_witnesses(file):
    """The programs of a file: for each what it has, what passes show and hide on it, and
    its text."""
    programs = []
    for part in Path(file).read_text(encoding="utf-8").split("\n// -----\n"):
        said = {"has": [], "shows": [], "hides": []}
        lines = []
        for line in part.strip().splitlines():
            key, _, rest = line.removeprefix("// ").partition(": ")
            if line.startswith("// ") and key in said:
                said[key].append(rest)
            elif not line.startswith("//"):
                lines.append(line)
        if not lines or len(said["has"]) != 1:
            raise Error(f"{file}: a part is no program, or does not say once what it has")
        programs.append((said["has"][0], "\n".join(said["shows"]), "\n".join(said["hides"]),
                         "\n".join(lines) + "\n"))
    return programs


def render_witnesses(programs):
    out = ["// Generated by bundles/catalog/embed.py. Do not edit.\n\n"]
    out.append("// The programs: what they have, with spaces between; what passes show and\n")
    out.append("// hide on them, a line for each; and the text.\n")
    out.append("struct StockWitness {\n  llvm::StringLiteral has, shows, hides, program;\n};\n")
    out.append("static constexpr StockWitness stockWitnesses[] = {\n")
    for parts in programs:
        out.append("    {" + ",\n     ".join(map(literal, parts)) + "},\n")
    out.append("};\n")
    return "".join(out)


def check_since(value, known, where):
    """Each `since` is one of the versions."""
    if isinstance(value, dict):
        if value.get("since", known[0]) not in known:
            raise Error(f"'{where}' is since {value['since']}, which is not in versions.txt")
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            check_since(inner, known, where)


def brace(version):
    return "{" + version.replace(".", ", ") + "}"


def render_passes(passes, names):
    for name in names:
        said = {k: v for k, v in passes[name].items() if k not in NOT_EMBEDDED}
        yield f"    {{{literal(name)},\n     {literal(compact(said))}}},\n"


def render_buckets(buckets):
    for i in range(0, len(buckets), 16):
        yield "    " + ", ".join(map(str, buckets[i : i + 16])) + ",\n"


def render_dialects(dialects):
    for name in sorted(dialects):
        usual, others = (literal(" ".join(sorted(names))) for names in dialects[name])
        yield f"    {{{literal(name)},\n     {usual},\n     {others}}},\n"


def render(catalog):
    """The tables of all releases."""
    out, rows = [HEAD], []
    for release, passes, rest in catalog:
        number = release.number
        names = sorted(passes, key=lambda name: name.encode("utf-8"))
        buckets = buckets_of(names)
        out.append(RELEASE.format(
            number=number, passes="".join(render_passes(passes, names)), size=len(buckets),
            buckets="".join(render_buckets(buckets)),
            dialects="".join(render_dialects(all_operations(release, passes))),
            versions=", ".join(map(brace, release.versions))))
        items = set()
        add_items(passes, items)
        texts = [f"bundles/catalog/{release.folder.name}", compact(rest),
                 " ".join(sorted(items))]
        rows.append("    {" + ",\n     ".join(map(literal, texts)) +
                    f",\n     stockPasses{number}, stockBuckets{number}, stockDialects{number},\n"
                    f"     stockVersions{number}, pmb::CatalogVersion{brace(release.chosen)}}},\n")
    return "".join([*out, TAIL, *rows, "};\n"])


def add_own(release, described):
    """Registered pipelines are no part of a Passes.td. What they are in an earlier release
    stands in a file of its folder, instead of what is said of them now."""
    own, _ = merge(sorted(release.folder.glob("*.contracts.json")))
    for name, said in own.items():
        if "pipeline" not in said:
            raise Error(f"{release.folder}: '{name}' is no pipeline: say `since` or `until` in "
                        "the file of its group")
        described[name] = {**described.get(name, {}), **said}


def read_catalog(folders, files):
    """What is known of each release: those are folders, newest first, and the files are
    contracts about the newest."""
    known = [releases.Release(folder) for folder in folders]
    if sorted((release.number for release in known), reverse=True) != \
            [release.number for release in known]:
        raise Error("the newest release comes first")
    passes, rest = merge(files)
    versions = sorted((version for release in known for version in release.versions),
                      key=lambda version: tuple(map(int, version.split("."))))
    for name, described in passes.items():
        check_since(described, versions, name)
    for release in known:
        selection = releases.Selection(release, known[0])
        described = selection.passes(passes)
        if release is not known[0]:
            add_own(release, described)
        for name, dumped in release.passes.items():
            both = sorted(dumped.keys() & described.setdefault(name, {}).keys())
            if both:
                raise Error(f"'{name}' has {both} in passes.json, too")
            described[name] = {**dumped, **described[name]}
        if not described:
            raise Error("none of the files describes a pass")
        header = {**selection.header(rest, described.keys()), **release.rest}
        yield release, described, header


def read_default(number=None):
    """Passes and the rest, as the catalog has them about a release, or the newest."""
    folders = sorted(releases.HERE.glob("mlir-*"), reverse=True)
    files = sorted(folders[0].glob("*.contracts.json"))
    for release, passes, rest in read_catalog(folders, files):
        if number in (None, release.number):
            return passes, rest
    raise Error(f"there is no catalog about LLVM {number}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("--release", action="append", required=True, metavar="folder",
                        help="what was extracted from a release, newest first")
    parser.add_argument("--bundles-output")
    parser.add_argument("--bundles", nargs="*", default=[], metavar="bundle.pipeline.json")
    parser.add_argument("--witnesses-output")
    parser.add_argument("--witnesses", metavar="file.mlir")
    parser.add_argument("files", nargs="+", metavar="file.contracts.json")
    args = parser.parse_args()
    try:
        catalog = list(read_catalog(args.release, args.files))
        bundles = dict(map(read_bundle, args.bundles))
        witnesses = read_witnesses(args.witnesses) if args.witnesses else []
    except (Error, OSError) as error:
        sys.exit(f"embed.py: error: {error}")
    outputs = {args.output: render(catalog)}
    if args.bundles_output:
        outputs[args.bundles_output] = render_bundles(bundles, catalog)
    if args.witnesses_output:
        outputs[args.witnesses_output] = render_witnesses(witnesses)
    for name, text in outputs.items():
        output = Path(name)
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
