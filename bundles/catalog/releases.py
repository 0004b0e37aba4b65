# ===- releases.py - One set of contracts for several releases of LLVM -------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What the catalog says of a release.

Contracts are written once, about the newest release. A folder `mlir-<release>` has what
was extracted from one: passes.json, operations.txt, and versions.txt. Of the contracts
a release gets what

  * is about one of its passes: those that the newest release has and it has not are
    left out;
  * is not `since` a later release, nor `until` an earlier one;
  * names operations that it has, by the names that they had (renamed-operations.txt).
    Others are taken out of lists, and entries go that are left without a subject.

What does not fit then is an error: nothing is guessed.
"""

import json
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
RENAMED_OPERATIONS = HERE / "renamed-operations.txt"

# Members that are lists of items, in contracts and beside them. Those of the second kind
# say what an entry is about.
LISTS = ("to", "sometimes", "unless", "except", "keeps", "carriers", "likely", "possible",
         "onlyUsers", "onlySources", "inAttributes")
SUBJECTS = ("from", "given", "items")

# In the place of an entry that has lost its subject.
GONE = object()


# What a condition says: a comparison with a value, or a name.
WORD = re.compile(r"(?:[=!]=|[<>]=?|\bcontains\b)\s*(?:'[^']*'|[\w.+-]+)|([A-Za-z_][\w.-]*)")


def names_in(condition):
    """The options that a condition asks for."""
    return [name for name in WORD.findall(condition) if name]


class Error(Exception):
    """Something that the user has to mend."""


def read_renamed_operations():
    """Of each operation, or dialect, that was renamed: the old name, the new one, and the
    last release of LLVM with the old one."""
    for line in RENAMED_OPERATIONS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            old, new, until = line.split()
            yield old, new, int(until)


def read_operations(file):
    """The usual operations of each dialect, and the others."""
    known = {}
    for line in Path(file).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, _, names = line.partition(":")
            known[name] = [set(part.split()) for part in names.split("|")]
    return known


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
    if len({release for release, _ in pairs}) != 1:
        raise Error(f"{file}: the versions are about several releases of LLVM")
    return known, chosen


class Release:
    """What was extracted from a release of LLVM."""

    def __init__(self, folder):
        folder = Path(folder)
        self.folder = folder
        self.versions, self.chosen = read_versions(folder / "versions.txt")
        self.number = int(self.chosen.partition(".")[0])
        dump = json.loads((folder / "passes.json").read_text(encoding="utf-8"))
        if dump["llvm"] != str(self.number):
            raise Error(f"{folder}: passes.json is about LLVM {dump['llvm']}, and versions.txt "
                        f"about {self.number}")
        self.passes = dump.pop("passes")
        self.rest = dump
        self.operations = read_operations(folder / "operations.txt")

    def has(self, dialect, operation):
        known = self.operations.get(dialect)
        return known is not None and (not operation or any(operation in part for part in known))


def is_about(value, number):
    """Whether an entry is, or a pass as a whole."""
    if not isinstance(value, dict):
        return True
    since = str(value.get("since", "0")).partition(".")[0]
    return int(since) <= number <= value.get("until", number)


class Selection:
    """What is said about one release, of contracts about the newest."""

    def __init__(self, release, newest):
        self.release, self.newest = release, newest
        self.old_names = {new: old for old, new, until in read_renamed_operations()
                          if release.number <= until}

    def item(self, text):
        """An item by the name of this release; None if it has no such thing."""
        mark, head, rest = re.fullmatch(r"(!?)([\w.*-]*)(.*)", text).groups()
        dialect, _, operation = head.partition(".")
        if head in self.old_names:
            head = self.old_names[head]
        elif dialect in self.old_names:
            head = self.old_names[dialect] + (f".{operation}" if operation else "")
        elif not mark and self.newest.has(dialect, operation) \
                and not self.release.has(dialect, operation):
            return None
        return mark + head + rest

    def items(self, value):
        if not isinstance(value, list):
            return self.item(value)
        return list(filter(None, map(self.item, value)))

    def select(self, value):
        """`value` without what is said of other releases, or GONE."""
        if isinstance(value, list):
            parts = [self.select(part) for part in value if is_about(part, self.release.number)]
            return [part for part in parts if part is not GONE]
        if not isinstance(value, dict):
            return value
        result = {}
        for key, part in value.items():
            if key == "until" or key == "since" and part not in self.release.versions[1:]:
                continue
            if key in LISTS or key in SUBJECTS:
                part = self.items(part)
                if not part and value[key]:
                    if key in SUBJECTS:
                        return GONE
                    continue
            elif is_about(part, self.release.number):
                part = self.select(part)
            else:
                continue
            # A word of which no entry is left says nothing.
            if part is not GONE and not (part == [] and value[key]):
                result[key] = part
        # An option of which nothing else is said.
        return result or (None if value else {})

    def passes(self, described):
        result = {}
        for name, said in described.items():
            if name in self.release.passes or \
                    name not in self.newest.passes and is_about(said, self.release.number):
                result[name] = self.select(said)
                self.check_options(name, said, result[name])
        return result

    def check_options(self, name, said, selected):
        """What an entry says of an option, it says of one that there is."""
        options = self.release.passes.get(name, selected).get("options", {})
        for word, entries in selected.items():
            for entry in entries if isinstance(entries, list) else [entries]:
                when = entry.get("when", "") if isinstance(entry, dict) else ""
                for option in names_in(when):
                    if option not in options and "like" not in said:
                        raise Error(f"'{name}' has no option '{option}' in LLVM "
                                    f"{self.release.number}, and an entry of '{word}' is about "
                                    "it: say `since` or `until`")

    def history(self, section, names):
        """What became of passes and options until this release: of those that went later
        nothing is known yet."""
        result = {}
        for name, said in section.items():
            part = {key: inner for key, inner in said.items() if key != "options"
                    or not isinstance(inner, dict)}
            if said.get("until", 0) >= self.release.number:
                part = {}
            elif name in self.release.passes and "pass" in said:
                raise Error(f"'{name}' is renamed, and LLVM {self.release.number} has it: say "
                            f"`until`")
            options = said.get("options")
            if isinstance(options, dict):
                options = {option: inner for option, inner in options.items()
                           if inner.get("until", 0) < self.release.number}
                if options:
                    part["options"] = options
            if "needlessAfter" in part:
                part["needlessAfter"] = [other for other in part["needlessAfter"] if other in names]
            if "pass" in part and part["pass"] not in names:
                raise Error(f"'{name}' is '{part['pass']}', which LLVM {self.release.number} "
                            "has not")
            if part:
                result[name] = part
        return result

    def header(self, rest, names):
        """What files say beside passes."""
        result = {}
        for key, section in rest.items():
            if key in ("renamed", "changes"):
                section = self.history(section, names)
            elif key == "operations":
                section = {name: said for name, said in section.items() if self.item(name)}
            elif key == "types":
                section = {self.item(name): self.select(said) for name, said in section.items()}
            else:
                section = self.select(section)
            if section != {}:
                result[key] = section
        return result
