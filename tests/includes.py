#!/usr/bin/env python3
"""includes.py <root of the sources>: holds that each source includes what it calls.

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

FOLDERS = ("builder", "bundles", "passmanager", "tools")
INCLUDE = re.compile(r'^#include "((?:%s)/[^"]+)"' % "|".join(FOLDERS), re.MULTILINE)
# Declarations of a namespace are not indented.
DECLARED = re.compile(r"^(?!return\b|using\b|typedef\b|#|//)(?:[A-Za-z][\w:<>,*& ]*?[ *&])?(\w+)\(",
                      re.MULTILINE)  # fmt: skip
MEMBER = re.compile(r"^ +(?:[\w:<>,*&~ ]*?[ *&])?(\w+)\(", re.MULTILINE)
# A function of a class of the file itself, which is no call.
LOCAL = re.compile(r"^ +(?!return\b|if\b)[\w:<>,*&]+[\w:<>,*& ]*[ *&](\w+)\([^;{]*\)[\w ]*\{$",
                   re.MULTILINE)  # fmt: skip
DEFINED = re.compile(r"^(?!return\b)(?:[A-Za-z][\w:<>,*& ]*?[ *&])?(?:\w+::)*(\w+)\(",
                     re.MULTILINE)  # fmt: skip
TEXT = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')


def main(root):
    sources = {str(path.relative_to(root)): path.read_text() for folder in FOLDERS
               for path in sorted((root / folder).rglob("*")) if path.suffix in (".h", ".cpp")}  # fmt: skip
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
        own = {*DEFINED.findall(code), *LOCAL.findall(code)}
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
    sys.exit(main(pathlib.Path(sys.argv[1])))
