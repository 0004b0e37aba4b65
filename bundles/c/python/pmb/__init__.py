# ===- __init__.py - Pass pipelines of MLIR, composed and checked ---------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Composes, edits and checks pass pipelines of MLIR, without MLIR.

>>> import pmb
>>> p = pmb.Pipeline.parse("builtin.module(convert-linalg-to-loops,one-shot-bufferize)")
>>> p.insert_before("one-shot-bufferize", "acme-tile", options={"size": 32})
>>> for finding in p.check():
...     print(finding.code, finding.fix)
PMB029 move 'convert-linalg-to-loops' after 'one-shot-bufferize'

Every edit happens as a whole, or raises `pmb.Error` and changes nothing.
"""

from ._catalog import Catalog
from ._diagnostics import CheckError, CheckResult, Diagnostic, Error, Fix
from ._library import LibraryNotFound
from ._pipeline import Pass, Pipeline
from ._targets import bundle, every, first, kind, last, nth, on, slot
from ._version import __version__

# Messages name them as users do.
for _class in (CheckError, CheckResult, Diagnostic, Error, Fix, LibraryNotFound, Catalog, Pass, Pipeline):
    _class.__module__ = __name__
del _class

__all__ = [
    "Catalog",
    "CheckError",
    "CheckResult",
    "Diagnostic",
    "Error",
    "Fix",
    "LibraryNotFound",
    "Pass",
    "Pipeline",
    "__version__",
    "bundle",
    "every",
    "first",
    "kind",
    "last",
    "nth",
    "on",
    "slot",
]
