#!/usr/bin/env python3
"""Copies what pipeline files have of contracts from one schema to the other.

    bundles/schema/merge.py            writes pipeline.schema.json again
    bundles/schema/merge.py --check    fails if that would change it

A schema that refers to another file is of no use to an editor that has only the one,
so pipeline.schema.json has all that it needs. Its own definitions are those that
contracts.schema.json does not have; change the others there, and run this.
"""
import os
import re
import sys

folder = os.path.dirname(os.path.abspath(__file__))
begin = '  "definitions": {\n'
end = "\n  }\n}\n"


def split(name):
    """The text before the definitions, and each definition as text."""
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        text = file.read()
    head, _, rest = text.partition(begin)
    assert rest.endswith(end), f"{name}: the definitions are not what comes last"
    parts = re.split(r',\n(?=    "\w+": )', rest[: -len(end)])
    return text, head, {re.match(r'    "(\w+)"', part)[1]: part for part in parts}


def main():
    old, head, pipeline = split("pipeline.schema.json")
    _, _, contracts = split("contracts.schema.json")
    chosen = {name: part for name, part in pipeline.items() if name not in contracts}
    texts = [head, *chosen.values()]
    while texts:
        for name in re.findall(r'"#/definitions/(\w+)"', texts.pop()):
            if name not in chosen:
                chosen[name] = contracts[name]
                texts.append(contracts[name])
    order = [*pipeline, *contracts]
    merged = sorted(chosen, key=lambda name: (name in contracts, order.index(name)))
    new = head + begin + ",\n".join(chosen[name] for name in merged) + end
    if "--check" in sys.argv[1:]:
        sys.exit("run bundles/schema/merge.py" if new != old else 0)
    with open(os.path.join(folder, "pipeline.schema.json"), "w", encoding="utf-8") as file:
        file.write(new)


main()
