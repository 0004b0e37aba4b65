# ===- _pipeline.py - Pipelines -------------------------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Pipelines under construction."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
from dataclasses import dataclass
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

from . import _library
from ._catalog import Catalog, Document, as_json, call, get_default_catalog
from ._diagnostics import CheckResult, Error, take
from ._library import Handle, text
from ._targets import Options, Target, nth, position

#: A pass of Python, as `mlir.passmanager.PassManager.add` takes it.
PassCallable = Callable[..., Any]
#: What can be added: a pass, an element of a `*.pipeline.json`, or a callable.
What = Union[str, Mapping[str, Any], PassCallable]


def _options(options: Options) -> str:
    return options if isinstance(options, str) else json.dumps(dict(options))


@dataclass(frozen=True)
class Pass:
    """A pass of a pipeline, as it was when it was asked for."""

    #: `one-shot-bufferize`.
    name: str
    #: Its number among the passes, from 0.
    position: int
    #: As in a textual pipeline, without braces.
    options: str
    #: The operations below that of the pipeline in which it runs.
    nests: Tuple[str, ...]
    #: The bundles around it, the outermost first.
    bundles: Tuple[str, ...]
    #: Who put it there, and why.
    added_by: str
    reason: str
    #: Whether a contract says what it does.
    is_described: bool
    #: As in a textual pipeline, with its nests.
    text: str

    def __str__(self) -> str:
        return self.text


#: What is in a pipeline: a target, or a pass that the pipeline has listed.
Named = Union[Target, Pass]


class Pipeline(_library.Owner):
    """A pipeline that is being put together.

    One thread at a time may use it. Every edit happens as a whole, or raises
    `Error` and changes nothing.

    `what` is a pass with options (`acme-tile{size=32}`), a mapping as in a
    `*.pipeline.json` (`pmb.bundle(...)`, `pmb.slot(...)`), or a callable.
    `target` is a pass (`cse`, `cse,1`, `cse,last`, or one of `passes`) or a
    mapping (`pmb.kind(...)`, `pmb.slot(...)`, `pmb.last(...)`).
    """

    def __init__(
        self,
        anchor: str = "builtin.module",
        *,
        owner: str = "",
        catalog: Optional[Catalog] = None,
    ) -> None:
        """An empty pipeline on an operation, composed by `owner`."""
        self._adopt("pmbPipelineCreate", catalog, anchor)
        if owner:
            self._call("pmbPipelineSetOwner", owner)

    @classmethod
    def parse(
        cls,
        text: "Union[str, os.PathLike[str]]",
        *,
        name: str = "pipeline",
        variants: Union[str, Iterable[str]] = (),
        catalog: Optional[Catalog] = None,
    ) -> "Pipeline":
        """Makes a pipeline of what `str(pm)` or `mlir-opt` has, of the text of a
        `*.pipeline.json`, or, for a path, of a file.

        Messages call it `name`. `variants` is what it is built for: `avx`,
        `lanes=16`.
        """
        if not isinstance(text, str):
            return cls.read(text, variants=variants, catalog=catalog)
        chosen = variants if isinstance(variants, str) else ",".join(variants)
        made = cls.__new__(cls)
        made._adopt("pmbPipelineParse", catalog, text, name, chosen)
        return made

    @classmethod
    def read(
        cls,
        path: "Union[str, os.PathLike[str]]",
        *,
        variants: Union[str, Iterable[str]] = (),
        catalog: Optional[Catalog] = None,
    ) -> "Pipeline":
        """The same for a file."""
        chosen = variants if isinstance(variants, str) else ",".join(variants)
        made = cls.__new__(cls)
        made._adopt("pmbPipelineRead", catalog, os.fspath(path), chosen)
        return made

    def _adopt(self, name: str, catalog: Optional[Catalog], *arguments: str) -> None:
        known = catalog or get_default_catalog()
        handle, diagnostics = call(name, known._handle, *arguments)
        if not handle.ptr:
            raise Error(diagnostics)
        self._own(handle, "pmbPipelineDestroy")
        self._callables: Dict[str, PassCallable] = {}

    def _call(self, name: str, *arguments: Any) -> None:
        result, diagnostics = call(name, self._handle, *arguments)
        if not result.value:
            raise Error(diagnostics)

    def _print(self, name: str, *arguments: str) -> str:
        (result, diagnostics), printed = _library.collect(
            lambda callback: call(name, self._handle, *arguments, callback, None)
        )
        if not result.value:
            raise Error(diagnostics)
        return printed

    def _find(self, target: Any) -> Any:
        """A pass that was listed, as a target."""
        if not isinstance(target, Pass):
            return target
        same = [one for one in self.passes if one.name == target.name]
        if target not in same:
            raise Error([], f"'{target}' is not pass {target.position} of the pipeline any more")
        return nth(target.name, same.index(target))

    def _position(self, before: Any, after: Any, *details: Any) -> str:
        return as_json(position(self._find(before), self._find(after), *details))

    # -- Edits ---------------------------------------------------------------

    def append(
        self,
        what: What,
        options: Optional[Options] = None,
        *,
        nest: Optional[str] = None,
        reason: str = "",
        when: str = "",
        contract: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Appends a pass, a bundle, a slot or a callable; in a nest, if one is given."""
        element = self._element(what, options, None, reason, when, contract)
        if nest is not None:
            inside = json.loads(element) if element.startswith("{") else _parse_pass(element)
            element = as_json({"nest": nest, "passes": [inside]})
        self._call("pmbPipelineAppend", element)

    def insert(
        self,
        what: What,
        options: Optional[Options] = None,
        *,
        before: Optional[Named] = None,
        after: Optional[Named] = None,
        at: Optional[str] = None,
        or_else: Union[Mapping[str, Any], List[Mapping[str, Any]], None] = None,
        immediately: bool = False,
        nest: Union[str, Sequence[str], None] = None,
        reason: str = "",
        when: str = "",
        contract: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Inserts at one position: before or after what is there, or at the
        `start`, the `end`, or where the `contract` allows it (`contract-latest`:
        as late as possible). What is put there `immediately` stays there: nothing
        comes between.

        `or_else` is where to go if that is not there: `{"at": "start"}`.
        `contract` says what a pass needs and does, as in a `*.contracts.json`.
        """
        place = self._position(before, after, at, or_else, immediately)
        element = self._element(what, options, nest, reason, when, contract)
        self._call("pmbPipelineInsert", element, place)

    def insert_before(
        self, target: Named, what: What, options: Optional[Options] = None, **details: Any
    ) -> None:
        """`insert(what, options, before=target, ...)`."""
        self.insert(what, options, before=target, **details)

    def insert_after(
        self, target: Named, what: What, options: Optional[Options] = None, **details: Any
    ) -> None:
        """`insert(what, options, after=target, ...)`."""
        self.insert(what, options, after=target, **details)

    def move(
        self,
        target: Named,
        *,
        before: Optional[Named] = None,
        after: Optional[Named] = None,
        at: Optional[str] = None,
    ) -> None:
        """Moves what is there to one position."""
        self._call("pmbPipelineMove", as_json(self._find(target)), self._position(before, after, at))

    def remove(self, target: Named) -> None:
        """Removes a pass, a slot, or a bundle with all that is in it."""
        self._call("pmbPipelineRemove", as_json(self._find(target)))

    def replace(
        self,
        target: Named,
        by: What,
        options: Optional[Options] = None,
        *,
        reason: str = "",
        contract: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Puts something else in the place of what is there."""
        element = self._element(by, options, None, reason, "", contract)
        self._call("pmbPipelineReplace", as_json(self._find(target)), element)

    def set_options(self, target: Named, options: Options) -> None:
        """Sets options; others stay as they are."""
        self._call("pmbPipelineSetOptions", as_json(self._find(target)), _options(options))

    def pin(self, target: Named, reason: str, *, open: bool = False) -> None:
        """Keeps others from editing what is there; they may set options if it is
        open."""
        self._call("pmbPipelinePin", as_json(self._find(target)), reason, "open" if open else "fixed")

    def configure(self, document: Document) -> None:
        """Adds what a `*.pipeline.json` says: `contracts`, `bundles`, `options`,
        `input`, `output`, `severity` and the like."""
        self._call("pmbPipelineConfigure", as_json(document))

    def describe(self, name: str, contract: Mapping[str, Any]) -> None:
        """Says what a pass needs and does: `{"lowers": ["linalg"]}`."""
        self.configure({"contracts": {name: dict(contract)}})

    def apply_plugin(self, plugin: Document, name: str = "plugin") -> None:
        """Makes the edits of a `*.pipeline.json` in the name of a plugin: once,
        however often it is called, and only if the pipeline is for one of its
        `variants`."""
        self._call("pmbPipelineApplyPlugin", as_json(plugin), name)

    def read_plugin(self, path: "Union[str, os.PathLike[str]]") -> None:
        """The same for a file."""
        self._call("pmbPipelineReadPlugin", os.fspath(path))

    def choose(self, *variants: str) -> None:
        """Says what the pipeline is built for, before it matters: `avx`, `lanes=16`."""
        self._call("pmbPipelineChooseVariants", ",".join(variants))

    @contextlib.contextmanager
    def party(self, name: str, rank: int = 0) -> Iterator["Pipeline"]:
        """Lets the edits inside be those of a party: all of them, or none.

        An exception undoes them and goes on. Parties that come one after the
        other stand in the order of rank, then name, lower ranks first, unless the
        owner edits or checks the pipeline between them.
        """
        if not -(2**31) <= rank < 2**31:
            raise ValueError(f"the rank {rank} has more than 32 bits")
        self._call("pmbPipelineBeginParty", name, rank)
        try:
            yield self
        except BaseException:
            self._call("pmbPipelineRollbackParty")
            raise
        self._call("pmbPipelineCommitParty")

    def _element(
        self,
        what: What,
        options: Optional[Options],
        nest: Union[str, Sequence[str], None],
        reason: str,
        when: str,
        contract: Optional[Mapping[str, Any]],
    ) -> str:
        """What is added as JSON, or as it was given if nothing is said of it."""
        if callable(what):
            what = self._register(what)
        details: Dict[str, Any] = {
            "options": options,
            "nest": [nest] if isinstance(nest, str) else nest,
            "reason": reason,
            "when": when,
        }
        details = {key: value for key, value in details.items() if value}
        if isinstance(what, str) and not details and contract is None:
            return what
        element = _parse_pass(what) if isinstance(what, str) else dict(what)
        if options and element.get("options"):
            raise TypeError("options are given twice")
        if contract is not None:
            self.describe(str(element.get("pass", "")), contract)
        return as_json({**element, **details})

    def _register(self, function: PassCallable) -> str:
        name = str(getattr(function, "__name__", type(function).__name__)).replace("_", "-")
        if self._callables.setdefault(name, function) is not function:
            raise Error([], f"another callable is called '{name}': give it another __name__")
        return name

    # -- Checking ------------------------------------------------------------

    def check(
        self,
        *,
        expect: Union[str, Sequence[str], None] = None,
        contents: Union[str, Sequence[str], None] = None,
    ) -> CheckResult:
        """Checks the order. `expect` is what may come out (`llvm-ir`), `contents`
        what goes in (`linalg-on-tensors`); both stay said.

        Raises Error if there is nothing to check: an unknown item, say.
        """
        question = {"expect": expect, "contents": contents}
        given = {key: value for key, value in question.items() if value is not None}
        is_checked = ctypes.c_bool()
        diagnostics = Handle()
        _library.get().pmbPipelineCheck(
            self._handle,
            text(json.dumps(given) if given else ""),
            ctypes.byref(is_checked),
            ctypes.byref(diagnostics),
        )
        if not is_checked.value:
            raise Error(take(diagnostics))
        return CheckResult(self, diagnostics)

    def report(self, format: str = "text") -> str:
        """What a check finds, in a format of `pmb-check --format=`, such as `json`."""
        return self._print("pmbPipelineReport", format)

    def draw(self, format: str = "html") -> str:
        """A picture, in a format of `pmb-check --graph=`, such as `svg`."""
        return self._print("pmbPipelineDraw", format)

    def ask(self, **questions: Any) -> Any:
        """Answers `why=["cf"]`, `where=["sccp"]`, `places=True` and
        `explain="overview"`, as bundles/schema/answers.schema.json has it."""
        return json.loads(self._print("pmbPipelineAsk", json.dumps(questions), "json"))

    def why(self, name: str) -> str:
        """Why an item is in the IR, or a pass stands where it does, for people."""
        return self._print("pmbPipelineAsk", json.dumps({"why": [name]}), "text")

    def where(self, name: str) -> str:
        """Where a pass could be, and why not elsewhere, for people."""
        return self._print("pmbPipelineAsk", json.dumps({"where": [name]}), "text")

    def places(self) -> str:
        """What others can address: slots, kinds, names, nests, for people."""
        return self._print("pmbPipelineAsk", json.dumps({"places": True}), "text")

    @property
    def fingerprint(self) -> str:
        """`sha256:...` of what runs: the same for the same passes and values."""
        return self._print("pmbPipelinePrint", "fingerprint")

    # -- Looking -------------------------------------------------------------

    @property
    def passes(self) -> List[Pass]:
        """The passes, in the order in which they stand."""
        return [
            Pass(
                name=one["pass"],
                position=one["position"],
                options=one["options"],
                nests=tuple(one["nests"]),
                bundles=tuple(one["bundles"]),
                added_by=one["addedBy"],
                reason=one.get("reason", ""),
                is_described=one["described"],
                text=one["text"],
            )
            for one in json.loads(self._print("pmbPipelinePrint", "passes"))
        ]

    def to_json(self) -> str:
        """A `*.pipeline.json` that reads back as the same; callables are names in it."""
        return self._print("pmbPipelinePrint", "file")

    def fill(self, pm: Any) -> None:
        """Adds everything to a `mlir.passmanager.PassManager` on the same
        operation: texts as texts, callables as callables.

        Raises Error, and adds nothing, for a callable in a nest or with options.
        """
        steps = self._steps()
        for step in steps:
            if isinstance(step, str):
                pm.add(step)
            else:
                name, function = step
                pm.add(function, name=name, argument=name, op_name=self._anchor())

    def _anchor(self) -> str:
        return str(self).partition("(")[0]

    def _steps(self) -> List[Union[str, Tuple[str, PassCallable]]]:
        """Texts, and callables between them with their names."""
        for one in self.passes:
            if one.name in self._callables and (one.nests or one.options):
                raise Error([], f"the callable '{one.name}' has {'a nest' if one.nests else 'options'}")
        steps: List[Union[str, Tuple[str, PassCallable]]] = []
        for element in json.loads(self._print("pmbPipelinePrint", "elements")):
            if element in self._callables:
                steps.append((element, self._callables[element]))
            elif steps and isinstance(steps[-1], str):
                steps[-1] += "," + element
            else:
                steps.append(element)
        return steps

    def __len__(self) -> int:
        return int(_library.get().pmbPipelineGetNumPasses(self._handle))

    def __iter__(self) -> Iterator[Pass]:
        return iter(self.passes)

    def __contains__(self, name: object) -> bool:
        return any(one.name == name for one in self.passes)

    @overload
    def __getitem__(self, index: int) -> Pass: ...

    @overload
    def __getitem__(self, index: slice) -> List[Pass]: ...

    def __getitem__(self, index: Any) -> Any:
        return self.passes[index]

    def __str__(self) -> str:
        """What `PassManager.parse` takes."""
        return self._print("pmbPipelinePrint", "text")

    def __repr__(self) -> str:
        return self._print("pmbPipelinePrint", "listing").rstrip("\n")

    def _repr_html_(self) -> str:
        """The picture, for notebooks."""
        return self.draw("svg")


def _parse_pass(what: str) -> Dict[str, Any]:
    """`acme-tile{size=32}` as an element; the library refuses what is malformed."""
    name, brace, options = what.strip().partition("{")
    if brace and options.endswith("}"):
        return {"pass": name, "options": options[:-1]}
    return {"pass": what.strip()}
