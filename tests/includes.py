#!/usr/bin/env python3
"""Holds that each source includes what it calls.

A tree of files that are compiled together, a room as one, hides that a file relies on an
include of its neighbour; who builds each file alone finds out. For each function that just one
header of the project declares, and no class has, the header has to be among those that a file
which calls the function includes, itself or through others. A name that the file has for something
else as well, as a variable, says nothing.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("builder", "bundles", "passmanager", "tools")
INCLUDE = re.compile(r'^#include "((?:%s)/[^"]+)"' % "|".join(FOLDERS), re.MULTILINE)
# Declarations of a namespace are not indented.
DECLARED = re.compile(r"^(?!return\b|using\b|typedef\b|#|//)(?:[A-Za-z][\w:<>,*& ]*?[ *&])?(\w+)\(",
                      re.MULTILINE)  # fmt: skip
MEMBER = re.compile(r"^ +(?:[\w:<>,*&~ ]*?[ *&])?(\w+)\(", re.MULTILINE)
# What a class of the file itself has is typed, where a call is not.
LOCAL = re.compile(r"^ +[\w:<>,*&]+[\w:<>,*& ]*[ *&](\w+)\([^;{]*\)(?: const)?(?: override)? \{$|"
                   r"^ +(?!return)[\w:<>*&]+ (\w+)\([^;{]*\)(?: const)?;", re.MULTILINE)
DEFINED = re.compile(r"^(?!return\b)(?:[A-Za-z][\w:<>,*& ]*?[ *&])?(?:\w+::)*(\w+)\(",
                     re.MULTILINE)  # fmt: skip
TEXT = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')


def main():
    sources = {str(path.relative_to(ROOT)): path.read_text() for folder in FOLDERS
               for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".h", ".cpp")}  # fmt: skip
    owners, members = collections.defaultdict(set), set()
    for name, text in sources.items():
        if name.endswith(".h"):
            code = TEXT.sub("", text)
            members.update(MEMBER.findall(code))
            for function in DECLARED.findall(code):
                owners[function].add(name)

    def reach(name, seen):
        for other in INCLUDE.findall(sources.get(name, "")):
            if other not in seen:
                seen.add(other)
                reach(other, seen)
        return seen

    wrong = 0
    for name, text in sources.items():
        if not name.endswith(".cpp"):
            continue
        code = TEXT.sub("", text)
        own = {*DEFINED.findall(code), *sum(LOCAL.findall(code), ())}
        seen = reach(name, set())
        called = set(re.findall(r"(?<![\w.>:])(\w+)\(", code))
        other = set(re.findall(r"\b(\w+)\b(?!\()", code))
        for function in sorted(called - own - members - other):
            headers = owners.get(function, ())
            if len(headers) == 1 and not seen & headers:
                wrong += 1
                print(f"{name}: calls '{function}', and does not include {min(headers)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
