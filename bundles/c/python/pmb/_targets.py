# ===- _targets.py - What edits name --------------------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What stands in a pipeline, or can be put there, beside passes.

A pass is its name. Everything else is a mapping, as in a `*.pipeline.json`.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

#: What is in a pipeline: a pass (`cse`, `cse,1`, `cse,last`), or a mapping.
Target = Union[str, Mapping[str, Any]]
#: Options, by name or as in a textual pipeline.
Options = Union[str, Mapping[str, Any]]


def kind(name: str) -> Dict[str, Any]:
    """The passes of a kind: before it is before its first, after it after its last."""
    return {"kind": name}


def slot(name: str) -> Dict[str, Any]:
    """A named empty place for others, to be addressed or to be added."""
    return {"slot": name}


def bundle(
    name: str,
    passes: Optional[Sequence[Any]] = None,
    options: Optional[Options] = None,
    nest: Optional[Sequence[str]] = None,
) -> Dict[str, Any]:
    """A bundle by its name, or a new one that has `passes`.

    With `nest` it has them once for each of these operations, in a nest of its own.
    """
    made: Dict[str, Any] = {"bundle": name}
    if passes is not None:
        made["passes"] = list(passes)
    if nest is not None:
        made["nest"] = list(nest)
    if options is not None:
        made["options"] = options
    return made


def _instance(target: Target, which: Union[str, int]) -> Dict[str, Any]:
    named: Mapping[str, Any] = {"pass": target} if isinstance(target, str) else target
    return {**named, "instance": which}


def first(target: Target) -> Dict[str, Any]:
    """The first of several."""
    return _instance(target, "first")


def last(target: Target) -> Dict[str, Any]:
    """The last of several."""
    return _instance(target, "last")


def every(target: Target) -> Dict[str, Any]:
    """Each of them; what is inserted is copied."""
    return _instance(target, "every")


def on(target: Target, op: str) -> Dict[str, Any]:
    """Only what runs on an operation: that of one nest of several."""
    if isinstance(target, str):
        target = _parse(target) if "," in target else {"pass": target}
    return {**target, "nest": op}


def nth(target: Target, index: int) -> Dict[str, Any]:
    """One of several, counted from 0."""
    return _instance(target, index)


def position(
    before: Optional[Target] = None,
    after: Optional[Target] = None,
    at: Optional[str] = None,
    or_else: Union[Mapping[str, Any], List[Mapping[str, Any]], None] = None,
    immediately: bool = False,
) -> Dict[str, Any]:
    """A position as a file has it. Raises TypeError unless exactly one is given."""
    given = {"before": before, "after": after, "at": at}
    if immediately and at is not None:
        raise TypeError("'immediately' goes with 'before' or 'after'")
    made: Dict[str, Any] = {key: value for key, value in given.items() if value is not None}
    if len(made) != 1:
        raise TypeError("give one of 'before', 'after' and 'at'")
    for key in ("before", "after"):
        if isinstance(made.get(key), str) and "," in made[key]:
            made[key] = _parse(made[key])
    if immediately:
        made = {f"immediately{key.capitalize()}": target for key, target in made.items()}
    if or_else is not None:
        made["orElse"] = or_else
    return made


def _parse(text: str) -> Dict[str, Any]:
    """`cse,1` and `cse,last` as mappings."""
    name, _, which = text.partition(",")
    return _instance(name, int(which) if which.isdigit() else which)
