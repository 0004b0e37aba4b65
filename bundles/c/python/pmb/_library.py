# ===- _library.py - libpmb-c through ctypes ------------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Finds libpmb-c, declares its functions, and turns their failures into exceptions."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import threading
import weakref
from typing import Any, Callable, List, Optional, Tuple

#: The interface that this package needs: PMB_C_ABI_VERSION of pmb-c.h.
ABI_VERSION = 1

_HERE = os.path.dirname(os.path.abspath(__file__))


class LibraryNotFound(ImportError):
    """There is no libpmb-c, or one that is too old."""


class StringRef(ctypes.Structure):
    """A text with its length."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]


class Result(ctypes.Structure):
    """Success, unless the value is 0."""

    _fields_ = [("value", ctypes.c_int8)]


class Handle(ctypes.Structure):
    """A catalog, a pipeline or diagnostics."""

    _fields_ = [("ptr", ctypes.c_void_p)]


_Callback = ctypes.CFUNCTYPE(None, StringRef, ctypes.c_void_p)
_Diagnostics = ctypes.POINTER(Handle)

# What stands between the first argument, a handle, and the last, the diagnostics, where
# that is not only texts: T is a text, I a number of 32 bits, N one of the size of a pointer,
# H a handle, B a bool that is written to, P a callback with its data.
_SIGNATURES = {
    "pmbPipelineBeginParty": "TI",
    "pmbPipelineCheck": "TB",
    "pmbPipelineApplyFix": "HN",
    "pmbPipelinePrint": "TP",
    "pmbPipelineReport": "TP",
    "pmbPipelineDraw": "TP",
    "pmbPipelineAsk": "TTP",
}
_MAKERS = {"pmbPipelineCreate": "T", "pmbPipelineParse": "TTT", "pmbPipelineRead": "TT"}
_TYPES: "dict[str, List[Any]]" = {
    "T": [StringRef],
    "I": [ctypes.c_int32],
    "N": [ctypes.c_ssize_t],
    "H": [Handle],
    "B": [ctypes.POINTER(ctypes.c_bool)],
    "P": [_Callback, ctypes.c_void_p],
}


def _type(function: Any, signature: str, result: Any) -> None:
    function.restype = result
    function.argtypes = [
        Handle,
        *(kind for letter in signature for kind in _TYPES[letter]),
        _Diagnostics,
    ]


def _declare(library: ctypes.CDLL) -> None:
    for table, result in ((_SIGNATURES, Result), (_MAKERS, Handle)):
        for name, signature in table.items():
            _type(getattr(library, name), signature, result)
    library.pmbGetABIVersion.restype = ctypes.c_uint32
    library.pmbCatalogCreate.restype = Handle
    library.pmbDiagnosticsPrint.restype = Result
    library.pmbDiagnosticsPrint.argtypes = [Handle, StringRef, _Callback, ctypes.c_void_p]
    library.pmbPipelineGetNumPasses.restype = ctypes.c_ssize_t
    library.pmbPipelineGetNumPasses.argtypes = [Handle]
    for name in ("Catalog", "Pipeline", "Diagnostics"):
        destroy = getattr(library, f"pmb{name}Destroy")
        destroy.restype = None
        destroy.argtypes = [Handle]


def _candidates() -> List[str]:
    """Where the library may be: what is asked for, beside this file, in the system."""
    asked = os.environ.get("PMB_LIBRARY")
    if asked:
        return [asked]
    names = ["libpmb-c.so.1", "libpmb-c.so"]
    found = [path for path in (os.path.join(_HERE, name) for name in names) if os.path.exists(path)]
    system = ctypes.util.find_library("pmb-c")
    return found + names + ([system] if system else [])


def _open() -> ctypes.CDLL:
    reasons = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
            version = library.pmbGetABIVersion()
        except (OSError, AttributeError) as error:
            reasons.append(str(error))
            continue
        if version >= ABI_VERSION:
            _declare(library)
            return library
        reasons.append(f"{path} has version {version} of the interface, not {ABI_VERSION}")
    raise LibraryNotFound(
        "there is no libpmb-c: set PMB_LIBRARY to its path (" + "; ".join(reasons) + ")"
    )


class Owner:
    """What has a handle, and destroys what that is for in the end."""

    _handle: Handle

    def _own(self, handle: Handle, destroy: str) -> None:
        self._handle = handle
        if handle.ptr:
            weakref.finalize(self, getattr(get(), destroy), handle)

    def __reduce_ex__(self, protocol: Any) -> Any:
        # Two would destroy the same.
        raise TypeError(f"a {type(self).__name__} cannot be copied")


_library: Optional[ctypes.CDLL] = None
_lock = threading.Lock()


def get() -> ctypes.CDLL:
    """The library, loaded when it is first needed. Raises LibraryNotFound."""
    global _library
    with _lock:
        if _library is None:
            _library = _open()
        return _library


def lookup(name: str, count: int) -> Any:
    """A function with diagnostics. What is in no table is given so many texts."""
    function = getattr(get(), name)
    if function.argtypes is None:
        _type(function, "T" * count, Result)
    return function


def text(string: str) -> StringRef:
    """A text for a call. It keeps what it refers to."""
    # What cannot be encoded reaches the library, which says where it is.
    data = string.encode("utf-8", "surrogatepass")
    made = StringRef(ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p), len(data))
    made.keep = data
    return made


def collect(call: Callable[[Any], Any]) -> Tuple[Any, str]:
    """Calls what prints with a callback; its result, and what it printed."""
    parts: List[bytes] = []

    def add(part: StringRef, _: object) -> None:
        parts.append(ctypes.string_at(part.data, part.length))

    result = call(_Callback(add))
    return result, b"".join(parts).decode("utf-8")


def print_diagnostics(diagnostics: Handle, style: str) -> str:
    """Diagnostics as `text` or as `json`."""
    return collect(
        lambda callback: get().pmbDiagnosticsPrint(diagnostics, text(style), callback, None)
    )[1]
