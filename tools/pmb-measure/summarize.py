#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns the lines of pmb-measure into what is known of each pass.

  summarize.py pairs DIR            pairs for `pmb-measure --pairs=- --split-input-file`,
                                    from the `// MEASURE: pipeline` lines of DIR/*.mlir
  summarize.py summary FILE...      the summary, as JSON, from observations
  summarize.py show PASS FILE...    the same for one pass, as text

Per pass and operation the summary says how often the operation was gone
afterwards and how often it stayed, what was always or only sometimes new where
it was gone, and what else was there where it stayed. Where several operations
go at once, what is new is blamed on all of them: inputs with one operation per
part (the ones in tests/measure/inputs) give the sharpest answer, so such
executions are summed up separately as `alone`.
"""

import collections
import json
import pathlib
import sys

# Every input has these; they explain nothing.
BACKGROUND = {"builtin.module", "func.func", "func.return"}


def pairs(directory):
    for path in sorted(pathlib.Path(directory).glob("*.mlir")):
        for line in path.read_text().splitlines():
            if line.startswith("// MEASURE:"):
                pipeline = line.split(":", 1)[1].strip()
                yield {"pipeline": pipeline, "input": str(path)}


def observations(files):
    """Distinct successful executions: (pass, options, before, after)."""
    seen = set()
    for file in files:
        with open(file) as lines:
            for line in lines:
                row = json.loads(line)
                if "pass" not in row:
                    continue
                # A pass on a function changes that function only.
                before = row.get("scope_before", row["before"])
                after = row.get("scope_after", row["after"])
                key = (row["pass"], row["options"], row["failed"],
                       tuple(before.items()), tuple(after.items()))
                if key in seen:
                    continue
                seen.add(key)
                yield row, before, after


class Operation:
    def __init__(self):
        self.gone = self.stayed = self.alone = 0
        self.new = collections.Counter()
        self.new_alone = collections.Counter()
        self.stayed_with = None

    def saw_gone(self, new, alone):
        self.gone += 1
        self.new.update(new)
        if alone:
            self.alone += 1
            self.new_alone.update(new)

    def saw_stay(self, others):
        self.stayed += 1
        if self.stayed_with is None:
            self.stayed_with = set(others)
        self.stayed_with &= others

    def to_json(self):
        # One operation by itself is the better witness where there is one.
        count, new = ((self.alone, self.new_alone) if self.alone
                      else (self.gone, self.new))
        result = {
            "gone": self.gone,
            "stayed": self.stayed,
            "alone": self.alone,
            "always": sorted(o for o, n in new.items() if n == count),
            "sometimes": {o: round(n / count, 2)
                          for o, n in sorted(new.items()) if n < count},
        }
        if self.alone:
            result["sometimes_in_company"] = sorted(
                set(self.new) - set(self.new_alone))
        if self.stayed:
            result["stayed_with"] = sorted(self.stayed_with - BACKGROUND)
        return result


class Pass:
    def __init__(self):
        self.executions = self.changed = self.failed = 0
        self.operations = collections.defaultdict(Operation)
        self.introduced = collections.Counter()
        self.errors = collections.Counter()
        self.anchors = set()

    def add(self, row, before, after):
        self.executions += 1
        self.anchors.add(row["anchor"])
        if row["failed"]:
            self.failed += 1
            self.errors[row["error"].strip().split("\n")[0][:120]] += 1
            return
        self.changed += row["changed"]
        items = set(before)
        gone = items - set(after)
        lowered = {o for o in gone if not o.startswith("!")}
        new = {o for o, n in after.items() if n > before.get(o, 0)}
        self.introduced.update(new - items)
        for op in gone:
            alone = len(lowered - BACKGROUND) <= 1
            self.operations[op].saw_gone(new, alone)
        for op in items - gone:
            self.operations[op].saw_stay(items)

    def to_json(self):
        lowered = {o: s.to_json() for o, s in sorted(self.operations.items())
                   if s.gone}
        return {
            "executions": self.executions,
            "changed": self.changed,
            "failed": self.failed,
            "errors": dict(self.errors.most_common(12)),
            "anchors": sorted(self.anchors),
            "lowered": lowered,
            "introduced": dict(self.introduced.most_common()),
            "unchanged_ops": sorted(set(self.operations) - set(lowered)),
        }


def summary(files):
    passes = collections.defaultdict(Pass)
    for row, before, after in observations(files):
        passes[row["pass"]].add(row, before, after)
    return {name: p.to_json() for name, p in sorted(passes.items())}


def show(name, files):
    data = summary(files).get(name)
    if not data:
        sys.exit(f"{name}: not measured")
    print(f"{name}: {data['executions']} executions, {data['changed']} changed"
          f" something, {data['failed']} failed")
    for text, count in data["errors"].items():
        print(f"  error x{count}: {text}")
    for op, s in data["lowered"].items():
        print(f"  {op}: gone {s['gone']}, stayed {s['stayed']}")
        print(f"    always: {' '.join(s['always'])}")
        print(f"    sometimes: "
              + " ".join(f"{o}({n})" for o, n in s["sometimes"].items()))
        if s["stayed"]:
            print(f"    stayed with: {' '.join(s['stayed_with'])}")


def main(args):
    if len(args) == 2 and args[0] == "pairs":
        for pair in pairs(args[1]):
            print(json.dumps(pair))
    elif len(args) >= 2 and args[0] == "summary":
        json.dump(summary(args[1:]), sys.stdout, indent=1, sort_keys=True)
        print()
    elif len(args) >= 3 and args[0] == "show":
        show(args[1], args[2:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
