# ===- textual.py - Textual pipelines, for compare.py ------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Reads textual pipelines without any code of this project, so that the
comparison does not share its mistakes."""

import collections
import re

# `nested` is None for a pass.
Element = collections.namedtuple("Element", "name options nested")


class ParseError(Exception):
    pass


def parse_pipeline(text):
    """The root as an element."""
    element, at = _parse_element(text, 0)
    if text[at:].strip() or element.nested is None:
        raise ParseError(f"not a pipeline: {text}")
    return element


def _parse_element(text, at):
    match = re.compile(r"\s*([^\s,(){}]*)\s*").match(text, at)
    name, at = match.group(1), match.end()
    options = ""
    if text[at : at + 1] == "{":
        end, depth = at, 0
        while True:
            if end == len(text):
                raise ParseError(f"unbalanced braces: {text}")
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
            if depth == 0:
                break
        options, at = text[at + 1 : end - 1].strip(), end
    if text[at : at + 1] != "(":
        return Element(name, options, None), at
    nested = []
    at += 1
    while True:
        element, at = _parse_element(text, at)
        if element.name or element.nested:
            nested.append(element)
        rest = re.compile(r"\s*").match(text, at)
        at = rest.end()
        if text[at : at + 1] == ")":
            return Element(name or "any", "", nested), at + 1
        if text[at : at + 1] != ",":
            raise ParseError(f"expected ',' or ')' at {at}: {text}")
        at += 1


def walk(element):
    """All passes in list order."""
    if element.nested is None:
        yield element
        return
    for nested in element.nested:
        yield from walk(nested)


def remove(element, names):
    """Without the passes of these names, and nests that are left empty."""
    nested = []
    for inner in element.nested:
        if inner.nested is None:
            if inner.name not in names:
                nested.append(inner)
        else:
            rest = remove(inner, names)
            if rest.nested:
                nested.append(rest)
    return element._replace(nested=nested)


def print_pipeline(element):
    if element.nested is not None:
        return f"{element.name}({','.join(print_pipeline(e) for e in element.nested)})"
    return element.name + (f"{{{element.options}}}" if element.options else "")


def to_descriptor(root):
    """The same as the contents of a *.pipeline.json file."""

    def convert(element):
        if element.nested is not None:
            return {"nest": element.name, "separate": True,
                    "passes": [convert(nested) for nested in element.nested]}
        if element.options:
            return {"pass": element.name, "options": element.options}
        return element.name

    return {"anchor": root.name, "passes": [convert(e) for e in root.nested]}
