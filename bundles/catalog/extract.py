#!/usr/bin/env python3
# ===- extract.py - What Passes.td says about the passes of MLIR -------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes mlir-<version>.passes.json: names, anchors, options and dialects.

Run by hand once for each release of LLVM, with its tools and headers:

    extract.py --tblgen llvm-tblgen-22 --opt mlir-opt-22 \\
        -I /usr/lib/llvm-22/include -o bundles/catalog/mlir-22/passes.json

The result is checked in, so that the library builds without MLIR. The script
refuses to guess: what it does not know ends it with an explanation.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

# What the C++ operation classes in `OperationPass<...>` are called in the IR; nothing
# for a pass that runs on any operation. The tags of passmanager/ read it, too.
OPERATION_CLASSES = Path(__file__).resolve().with_name("operation-classes.txt")
OPERATION_NAMES = {"": ""}
for line in OPERATION_CLASSES.read_text(encoding="utf-8").splitlines():
    if line and not line.startswith("#"):
        OPERATION_NAMES.update([line.split()])

# The operations that have an interface, most usual first. The reader of Passes.td
# files has them, too.
INTERFACE_OPERATIONS = Path(__file__).resolve().with_name("interface-operations.txt")
INTERFACE_ANCHORS = {}
for line in INTERFACE_OPERATIONS.read_text(encoding="utf-8").splitlines():
    if line and not line.startswith("#"):
        interface, operation = line.split()
        INTERFACE_ANCHORS.setdefault(interface, []).append(operation)

# What the C++ types of options are called in a contracts file; a list of them is an
# `int32-list`. What is not here is text.
OPTION_TYPES = {
    "bool": "bool", "int": "int32", "int32_t": "int32", "int64_t": "int64",
    "unsigned": "uint32", "unsigned int": "uint32", "uint32_t": "uint32",
    "uint64_t": "uint64", "size_t": "uint64",
}

# What has passes in it although its C++ type is text.
PASSES_AS_TEXT = {
    ("composite-fixed-point-pass", "pipeline"): "passes",
    ("inline", "default-pipeline"): "function-passes",
}

# What names dialects although its C++ type is text, of whatever pass.
DIALECTS_AS_TEXT = {"filter-dialects"}

# What takes one of few values although its C++ type is text, with where the pass reads it.
VALUES_OF_TEXT = {
    # lib/Dialect/GPU/Transforms/ModuleToBinary.cpp
    ("gpu-module-to-binary", "format"):
        ["offloading", "llvm", "assembly", "isa", "binary", "bin", "fatbinary", "fatbin"],
    # lib/Dialect/GPU/Transforms/ParallelLoopMapper.cpp
    ("gpu-map-parallel-loops", "mapping-policy"): ["outermost-first", "innermost-first"],
}  # fmt: skip

# Of operations with a symbol table those that passes are usually nested under.
USUAL_SYMBOL_TABLES = ["builtin.module", "gpu.module", "spirv.module"]

# What passes say that MLIR schedules on anything, when they run on what they do not
# take: `canScheduleOn` does not tell.
NO_SYMBOL_TABLE = "but does not define a symbol table"
NO_FUNCTION = "root operation must be a builtin.module or a function"
REFUSALS = [NO_SYMBOL_TABLE, NO_FUNCTION]

# Defaults that are neither literals nor enumerators.
EXPRESSIONS = {
    "std::numeric_limits<uint64_t>::max()": str(2**64 - 1),
    "TransformDialect::kTransformEntryPointSymbolName.str()": "__transform_main",
}

# Defaults that a constructor changes, as `mlir-opt --dump-pass-pipeline` shows.
CHANGED_DEFAULTS = {
    ("affine-loop-normalize", "promote-single-iter"): "false",
    ("affine-loop-tile", "tile-size"): "0",
    ("spirv-attach-target", "device_id"): "0",
}

# How the description of an option says that only tests, debugging and analyses set it.
TEST_ONLY = re.compile(
    r"^test(ing)?\b|\bfor testing purposes\b|\bfor debugging\b|\banalysis and exit\b", re.I)

BASE_CLASS = re.compile(r"^(?:::)?mlir::(OperationPass|InterfacePass)<(.*)>$")
ENUM_VALUE = re.compile(r'clEnumVal(N?)\(\s*([\w:]+)\s*,\s*"([^"]*)"')
DIALECT = re.compile(r"^def \w+ *: *Dialect *\{(.*?)^\}", re.S | re.M)


class Error(Exception):
    """Something that the script does not know."""


def unqualified(name):
    return re.sub(r"^(::)?(mlir::)?", "", name.strip())


def read_dialects(include):
    """Maps C++ namespaces to dialects: {"cf": "cf", "acc": "acc", "LLVM": "llvm"}."""
    dialects = {}
    for file in sorted(Path(include, "mlir").rglob("*.td")):
        for body in DIALECT.findall(file.read_text(encoding="utf-8")):
            name = re.search(r'let name = "(\w+)"', body)
            space = re.search(r'let cppNamespace = "([\w:]+)"', body)
            if name:
                key = space.group(1) if space else name.group(1)
                dialects.setdefault(unqualified(key), name.group(1))
    return dialects


def dialect_of(cpp_class, dialects, where):
    name = unqualified(cpp_class)
    space, _, short = name.rpartition("::")
    if space in dialects:
        return dialects[space]
    # Some are in no namespace of their own: `mlir::DLTIDialect`.
    if not space and short[: -len("Dialect")].lower() in dialects.values():
        return short[: -len("Dialect")].lower()
    raise Error(f"{where}: do not know which dialect '{cpp_class}' is")


def anchor_of(base_class, where):
    """Returns what the pass is restricted to, and what it usually runs on."""
    match = BASE_CLASS.match(base_class)
    if not match:
        raise Error(f"{where}: unknown base class '{base_class}'")
    kind, cpp_class = match.groups()
    cpp_class = unqualified(cpp_class)
    table = INTERFACE_ANCHORS if kind == "InterfacePass" else OPERATION_NAMES
    if cpp_class not in table:
        raise Error(f"{where}: unknown class '{cpp_class}'; add it to "
                    f"{OPERATION_CLASSES.name} or {INTERFACE_OPERATIONS.name}")
    known = table[cpp_class]
    return ("", known) if kind == "InterfacePass" else (known, [])


def default_of(option, where):
    """The default as a textual pipeline spells it; None if there is none."""
    text = option["defaultValue"].strip()
    if text == "":
        # A truth value is initialised to false, everything else is empty.
        return "false" if option["type"] == "bool" else None
    values = ENUM_VALUE.findall(option.get("additionalOptFlags") or "")
    for has_name, enumerator, value in values:
        enumerator = enumerator.split("::")[-1]
        if enumerator == text.split("::")[-1]:
            return value if has_name else enumerator
    if values and "::" in text:
        return None  # a value that a textual pipeline cannot spell
    if option["type"] == "bool" and text in ("0", "1"):
        return "true" if text == "1" else "false"
    if text in ("true", "false"):
        return text
    if re.fullmatch(r'"[^"\\]*"', text):
        return text[1:-1] or None
    if re.fullmatch(r"-1[uU]", text):
        return str(2**32 - 1)
    if re.fullmatch(r"-?[0-9]+[uU]?", text):
        return text.rstrip("uU")
    if re.fullmatch(r"-?[0-9]*\.[0-9]+f?", text):
        return str(float(text.rstrip("f")))
    if text in EXPRESSIONS:
        return EXPRESSIONS[text]
    raise Error(f"{where}: option '{option['argument']}': unknown default '{text}'")


def option_of(record, option, where):
    """An option with what it takes; only its default if it takes any text."""
    key = (record["argument"], option["argument"])
    default = CHANGED_DEFAULTS.get(key) or default_of(option, where)
    passes = PASSES_AS_TEXT.get(key)
    if option["type"] == "OpPassManager":
        passes = "pipelines"
    if passes:
        return {"type": passes, **({"default": default} if default else {})}
    is_list = option["!superclasses"][-1] == "ListOption"
    values = [value if has_name else enumerator.split("::")[-1] for
              has_name, enumerator, value in
              ENUM_VALUE.findall(option.get("additionalOptFlags") or "")]
    values = values or VALUES_OF_TEXT.get(key)
    if values and not is_list:
        known = {"type": "enum", "values": values}
    elif option["type"] in OPTION_TYPES:
        known = {"type": OPTION_TYPES[option["type"]] + ("-list" if is_list else "")}
    elif option["argument"] in DIALECTS_AS_TEXT:
        known = {"type": "items"}
    else:
        known = {}
    description = " ".join(option["description"].split())
    if TEST_ONLY.search(description):
        known["testOnly"] = description
    if not known:
        return default
    if default is not None:
        known["default"] = default
    return known


def read_anchors(tblgen, include, dialects):
    """The operations that passes can be nested under, by dialect, and those of
    them that hold symbols. A nest under any other operation fails in MLIR."""
    anchors = {name: set() for name in dialects.values()}
    tables = set()
    for file in sorted(Path(include, "mlir").rglob("*.td")):
        if not re.search(r"\bIsolatedFromAbove\b", file.read_text(encoding="utf-8")):
            continue
        run = subprocess.run([tblgen, "--dump-json", "-I", include, str(file)],
                             capture_output=True, text=True)
        if run.returncode != 0:
            continue  # a part that others include
        records = json.loads(run.stdout)
        for name in records["!instanceof"].get("Op", []):
            record = records[name]
            traits = {trait["def"] for trait in record["traits"]}
            if "IsolatedFromAbove" not in traits:
                continue
            dialect = records[record["opDialect"]["def"]]["name"]
            op = f"{dialect}.{record['opName']}"
            anchors.setdefault(dialect, set()).add(op)
            if "SymbolTable" in traits:
                tables.add(op)
    return {d: sorted(ops) for d, ops in sorted(anchors.items())}, tables


def find_refusal(opt, name):
    """What a pass says that is scheduled on operations which it does not take, if it
    does: first on a function, then on a module that is not MLIR's own."""
    for op, text in [("func.func", "func.func @f() { return }"),
                     ("gpu.module", "gpu.module @m { }")]:
        run = subprocess.run(
            [opt, f"--pass-pipeline=builtin.module({op}({name}))", "-o", "/dev/null"],
            input=text, capture_output=True, text=True,
        )
        for refusal in REFUSALS:
            if refusal in run.stderr:
                return refusal
    return None


def read_help(opt):
    """The passes that mlir-opt lists, with their options: a few are declared in C++, and
    Passes.td files do not have them."""
    passes, options = {}, None
    text = subprocess.run([opt, "--help"], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        found = re.match(r"( +)--?([\w-]+)(?:[ =]<\S+)? +- ", line)
        if found and line.startswith("      --"):
            options = passes.setdefault(found[2], [])
        elif found and line.startswith("        -") and options is not None:
            options.append(found[2])
        elif found:
            options = None
    return passes


def group_of(td):
    """The part of MLIR that declares the pass: `Linalg`, `Conversion`."""
    folders = [f for f in Path(td).parts[:-1] if f not in ("mlir", "Dialect")]
    return folders[0]


def read_passes(tblgen, include, files, dialects):
    passes = {}
    for file in files:
        run = subprocess.run(
            [tblgen, "--dump-json", "-I", include, file],
            capture_output=True, text=True,
        )
        if run.returncode != 0:
            raise Error(f"{file}: {run.stderr.strip()}")
        records = json.loads(run.stdout)
        td = Path(file).relative_to(include).as_posix()
        for name in records["!instanceof"].get("PassBase", []):
            record = records[name]
            where = f"{td}: {record['argument']}"
            # A file that includes another one repeats its records.
            passes.setdefault(record["argument"], describe(record, records, td,
                                                           dialects, where))
    return passes


def describe(record, records, td, dialects, where):
    anchor, anchors = anchor_of(record["baseClass"], where)
    result = {"summary": " ".join(record["summary"].split()), "group": group_of(td)}
    if anchor:
        result["anchor"] = anchor
    if anchors:
        result["anchors"] = anchors
    options = [records[option["def"]] for option in record["options"]]
    result["options"] = {
        option["argument"]: option_of(record, option, where) for option in options
    }
    classes = [c for text in record["dependentDialects"] for c in text.split(",")]
    names = sorted({dialect_of(c, dialects, where) for c in classes})
    if names:
        result["dependentDialects"] = names
    return result


def render(version, dialects, passes):
    """One pass a line: changes between releases can be read."""
    anchors = ",\n".join(
        f"    {json.dumps(name)}: {json.dumps(ops)}" for name, ops in dialects.items()
    )
    lines = [
        f"    {json.dumps(name)}: {json.dumps(passes[name], ensure_ascii=False)}"
        for name in sorted(passes)
    ]
    return (
        f'{{\n  "llvm": "{version}",\n  "dialects": {{\n{anchors}\n  }},\n'
        '  "passes": {\n'
        + ",\n".join(lines)
        + "\n  }\n}\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tblgen", required=True, help="the llvm-tblgen to run")
    parser.add_argument("--opt", required=True, help="the mlir-opt to ask")
    parser.add_argument("-I", dest="include", required=True,
                        help="the folder that holds mlir/")
    parser.add_argument("-o", dest="output", required=True)
    args = parser.parse_args()
    try:
        version = subprocess.run([args.tblgen, "--version"], capture_output=True,
                                 text=True, check=True).stdout
        version = re.search(r"LLVM version (\d+)", version).group(1)
        files = sorted(map(str, Path(args.include, "mlir").rglob("*Passes.td")))
        if not files:
            raise Error(f"no Passes.td below {args.include}")
        dialects = read_dialects(args.include)
        passes = read_passes(args.tblgen, args.include, files, dialects)
        anchors, tables = read_anchors(args.tblgen, args.include, dialects)
        symbol_tables = USUAL_SYMBOL_TABLES + sorted(tables - set(USUAL_SYMBOL_TABLES))
        # Later releases have more operations with an interface.
        known = {op for ops in anchors.values() for op in ops}
        listed = read_help(args.opt)
        for name, described in passes.items():
            for option in listed.get(name, []):
                described["options"].setdefault(option, None)
            if "anchors" in described:
                described["anchors"] = [op for op in described["anchors"] if op in known]
        module_and_functions = ["builtin.module"] + [
            op for op in INTERFACE_ANCHORS["FunctionOpInterface"] if op in known]
        for name, described in passes.items():
            if "anchor" not in described and "anchors" not in described:
                refusal = find_refusal(args.opt, name)
                if refusal == NO_SYMBOL_TABLE:
                    described["anchors"] = symbol_tables
                elif refusal == NO_FUNCTION:
                    described["anchors"] = module_and_functions
    except Error as error:
        sys.exit(f"extract.py: error: {error}")
    Path(args.output).write_text(render(version, anchors, passes), encoding="utf-8")


if __name__ == "__main__":
    main()
