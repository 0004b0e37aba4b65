# ===- _diagnostics.py - Findings and exceptions --------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What the library has to say, as values and as exceptions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Iterator, List, Mapping, Optional, Sequence, overload

from . import _library
from ._library import Handle

if TYPE_CHECKING:
    from ._pipeline import Pipeline


class Fix:
    """An edit that would cure a finding."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        #: What it does, as a sentence.
        self.message: str = data["message"]
        #: `move`, `insert`, `remove`, `replace`, `set-option` or `rename-nest`.
        self.kind: str = data["kind"]
        #: True if it may change what a program computes.
        self.is_unsafe: bool = data.get("unsafe", False)

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"<Fix: {self.message}>"


def _name_pass(name: str, position: Optional[int]) -> str:
    return f"'{name}'" if position is None else f"'{name}' (pass {position})"


def _describe_note(note: Mapping[str, Any]) -> str:
    """The line of a note, as `pmb-check` prints it: help says that it is."""
    message: str = note["message"]
    if message.startswith("help: "):
        return message
    if note["pass"] is None:
        return f"note: {message}"
    return f"note: {message}: {_name_pass(note['pass'], note['position'])}"


class Diagnostic:
    """One error, warning or remark."""

    def __init__(
        self, data: Mapping[str, Any], found: Optional["CheckResult"] = None, index: int = 0
    ) -> None:
        #: All of it, as `pmb-check --format=json` has it.
        self.data = data
        #: `PMB029`.
        self.code: str = data["code"]
        #: `too-early`.
        self.name: str = data["name"]
        #: `error`, `warning` or `remark`.
        self.severity: str = data["severity"]
        self.message: str = data["message"]
        #: The pass that it is about, and its number; None if it is about none.
        self.pass_name: Optional[str] = data["pass"]
        self.position: Optional[int] = data["position"]
        #: `{"file", "line", "column"}`; None if it is about no place in a text.
        self.location: Optional[Mapping[str, Any]] = data["location"]
        #: Further facts, and what to do.
        self.notes: List[str] = [note["message"] for note in data["related"]]
        #: None if none is offered.
        self.fix: Optional[Fix] = Fix(data["fix"]) if data["fix"] else None
        #: What the same fix cures.
        self.follows: List[Diagnostic] = [Diagnostic(one) for one in data.get("follows", ())]
        self._found = found
        self._index = index

    def apply(self) -> None:
        """Makes the fix in the pipeline.

        Raises Error if none is offered, or if the pipeline was edited since the
        check: fixes count passes.
        """
        if self._found is None:
            raise Error([], "there is no fix to apply: this is no finding of a check")
        self._found._apply(self._index)

    def __str__(self) -> str:
        lines = [f"{self.severity}: {self.message} [{self.code} {self.name}]"]
        if self.pass_name is not None and self.position is not None:
            lines.append(f"  at: {_name_pass(self.pass_name, self.position)}")
        lines += ["  " + _describe_note(note) for note in self.data["related"]]
        if self.fix:
            lines.append(f"  fix: {self.fix}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{self.severity} {self.code} {self.name}: {self.message}>"


class Error(Exception):
    """What could not be done, and why."""

    def __init__(self, diagnostics: Sequence[Diagnostic], message: str = "") -> None:
        #: Empty if it is the caller's mistake that no code is for.
        self.diagnostics = list(diagnostics)
        super().__init__(message or "\n".join(str(one) for one in self.diagnostics))


class CheckError(Error):
    """A pipeline in which a check has found errors."""


class CheckResult(_library.Owner, Sequence[Diagnostic]):
    """What a check has found, in the order of the pipeline."""

    def __init__(self, pipeline: "Pipeline", handle: Handle) -> None:
        self._pipeline = pipeline
        self.findings: List[Diagnostic] = []
        self._own(handle, "pmbDiagnosticsDestroy")
        if handle.ptr:
            data = json.loads(_library.print_diagnostics(handle, "json"))
            self.findings = [Diagnostic(one, self, i) for i, one in enumerate(data)]

    @property
    def errors(self) -> List[Diagnostic]:
        """The errors among the findings."""
        return [one for one in self.findings if one.severity == "error"]

    @property
    def warnings(self) -> List[Diagnostic]:
        """The warnings among the findings."""
        return [one for one in self.findings if one.severity == "warning"]

    def raise_if_errors(self) -> "CheckResult":
        """Raises CheckError if there are errors; else returns this."""
        if self.errors:
            raise CheckError(self.errors)
        return self

    def _apply(self, index: int) -> None:
        self._pipeline._call("pmbPipelineApplyFix", self._handle, index)

    def __len__(self) -> int:
        return len(self.findings)

    @overload
    def __getitem__(self, index: int) -> Diagnostic: ...

    @overload
    def __getitem__(self, index: slice) -> List[Diagnostic]: ...

    def __getitem__(self, index: Any) -> Any:
        return self.findings[index]

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.findings)

    def __str__(self) -> str:
        return "\n".join(str(one) for one in self.findings) or "nothing is wrong"

    def __repr__(self) -> str:
        return f"<CheckResult: {len(self.errors)} errors, {len(self.warnings)} warnings>"


def take(handle: Handle) -> List[Diagnostic]:
    """What a handle has; destroys it."""
    if not handle.ptr:
        return []
    try:
        return [Diagnostic(one) for one in json.loads(_library.print_diagnostics(handle, "json"))]
    finally:
        _library.get().pmbDiagnosticsDestroy(handle)
