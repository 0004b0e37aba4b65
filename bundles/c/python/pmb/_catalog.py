# ===- _catalog.py - What is known about passes ---------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What is known about passes, and calls of the library that say what is wrong."""

from __future__ import annotations

import ctypes
import json
import os
from typing import Any, List, Mapping, Optional, Tuple, Union

from . import _library
from ._diagnostics import Diagnostic, Error, take
from ._library import Handle, text

#: A `*.pipeline.json` or a `*.contracts.json`: its text, or what it says.
Document = Union[str, Mapping[str, Any]]


def as_json(document: Any) -> str:
    return document if isinstance(document, str) else json.dumps(document)


def call(name: str, handle: Handle, *arguments: Any) -> Tuple[Any, List[Diagnostic]]:
    """Calls what takes diagnostics last; texts are converted. What it returns, and says."""
    given = [text(one) if isinstance(one, str) else one for one in arguments]
    diagnostics = Handle()
    function = _library.lookup(name, len(given))
    for expected, one in zip(function.argtypes[1:], given):
        if expected is _library.StringRef and not isinstance(one, expected):
            raise TypeError(f"a text is expected, not {type(one).__name__}")
    result = function(handle, *given, ctypes.byref(diagnostics))
    return result, take(diagnostics)


class Catalog(_library.Owner):
    """What is known about passes: those of MLIR, and what is added.

    Pipelines have what was known when they were made.
    """

    def __init__(self) -> None:
        self._own(_library.get().pmbCatalogCreate(), "pmbCatalogDestroy")

    def add_contracts(self, contracts: Document, name: str = "contracts") -> List[Diagnostic]:
        """Adds what a `*.contracts.json` says; returns its warnings. Raises Error."""
        return self._add("pmbCatalogAddContracts", as_json(contracts), name)

    def read_contracts(self, path: "Union[str, os.PathLike[str]]") -> List[Diagnostic]:
        """The same for a file."""
        return self._add("pmbCatalogReadContracts", os.fspath(path))

    def _add(self, name: str, *arguments: str) -> List[Diagnostic]:
        result, diagnostics = call(name, self._handle, *arguments)
        if not result.value:
            raise Error(diagnostics)
        return diagnostics


_default_catalog: Optional[Catalog] = None


def get_default_catalog() -> Catalog:
    global _default_catalog
    if _default_catalog is None:
        _default_catalog = Catalog()
    return _default_catalog
