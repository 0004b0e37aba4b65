#!/usr/bin/env python3
# ===- claims.py - Is what the catalog says true? ----------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs passes with MLIR on inputs and holds the catalog against what happened.

  claims.py --pmb-measure PROGRAM [--contracts FILE]... INPUT.mlir...

The first lines of an input say which pipelines run on each of its parts:

  // MEASURE: builtin.module(convert-scf-to-cf)

Of every execution of a pass that has a contract:

  gone      what an entry lowers is not there afterwards, unless the entry is partial,
            `unless` or `given` keep it from applying, or the contract adds it again;
  to        what an entry always adds is there;
  new       an operation that was not there before is named by `to`, `sometimes` or
            `introduces`, or is a cast of a pass that `converts`;
  silent    an operation that no entry names is not gone in most executions: the
            check would take it to be still there, unless an entry says that the
            effect is unknown and does not keep it;
  rejects   a pass that runs through was not given what it rejects;
  repeated  the second of two runs in a row of an idempotent pass changes nothing;
  preserved an idempotent pass changes nothing either where only passes ran since its
            last run that preserve what it provides;
  reduced   where a pass is advised to have a cleanup behind it, that takes operations
            away in half of the executions that change clean IR.

What is idempotent and preserved is what the builder leaves passes out by. Conversions run
twice where a pipeline is nothing but one of them; the others run behind every pipeline of
every input, and around every pass that preserves something.

What an entry says happens sometimes is no claim about one execution. It
counts as put to the test once it was seen: fewer of what a partial entry lowers, more
of what another introduces sometimes.

Every entry, and every contract without entries, says why it is right and where that is
from.

An entry that is right in general and wrong in a contrived case says so itself, with
`"exceptions"`: its `to` must then appear, and the kinds of types that it lowers be
gone, in one execution at least. Of a pass that says so beside its words, such as one
that removes whatever is dead, nothing is claimed that no entry names.
"""

import argparse
import collections
import functools
import json
import re
import subprocess
import sys
from pathlib import Path

CATALOG = Path(__file__).resolve().parents[2] / "bundles" / "catalog"
sys.path.insert(0, str(CATALOG))
import embed  # noqa: E402

CLEAN_UP = "canonicalize,cse,canonicalize"
CAST = "builtin.unrealized_conversion_cast"
CONTENTS_WORDS = ("lowers", "introduces", "rejects", "requires", "unknownEffect")
MAIN_FIELD = {"lowers": "from", "introduces": "to", "rejects": "items",
              "requires": "items", "unknownEffect": "reason"}


def as_list(value):
    return value if isinstance(value, list) else [value]


def split_item(item):
    """`memref.subview(!index)` -> its name and its type."""
    name, _, kind = item.partition("(")
    return name, kind.rstrip(")")


@functools.lru_cache(maxsize=None)
def covers(item, member):
    """Whether an item of a contract names what was counted in the IR."""
    if item == member:
        return True
    name, kind = split_item(item)
    member_name, member_kind = split_item(member)
    if member_name.startswith("!") or (kind and kind != member_kind):
        return False
    return name in ("*", member_name, member_name.partition(".")[0])


def find(items, contents):
    """Those of `contents` that one of `items` names."""
    return {m for m in contents if any(covers(item, m) for item in items)}


def is_operation(member):
    return not member.startswith("!") and "(" not in member


class Entry:
    def __init__(self, owner, word, index, value):
        if isinstance(value, str):
            value = {MAIN_FIELD[word]: value}
        self.word, self.owner = word, owner
        items = {key: as_list(value.get(key, [])) for key in
                 ("from", "items", "keeps", "except", "unless", "given", "to", "sometimes",
                  "converts")}
        self.items = items["from"] + items["items"] + items["keeps"]
        self.excepted, self.unless = items["except"], items["unless"]
        self.given, self.converts = items["given"], items["converts"]
        self.to, self.sometimes = items["to"], items["sometimes"]
        self.partial = value.get("partial", False)
        self.weak = value.get("weak", False)
        self.when = value.get("when")
        self.exceptions = value.get("exceptions")
        # A property may stand among what is required or rejected.
        self.is_contents = not value.get("property")
        self.name = f"{word}[{index}]"
        main = self.items or self.to
        if main:
            self.name += f" ({', '.join(main[:3])}{', ...' if len(main) > 3 else ''})"

    def holds(self, options):
        if not self.when:
            return True
        if isinstance(self.when, str) or "option" not in self.when:
            return False  # variants are for those who build a pipeline
        wanted = str(self.when.get("is", "true")).lower()
        given = options.get(self.when["option"], "")
        return (given == wanted) != self.when.get("not", False)


class Catalog:
    def __init__(self, files):
        passes, rest = embed.merge(files)
        self.types = rest.get("types", {})
        self.defaults = {name: said.get("options", {}) for name, said in passes.items()}
        self.entries, self.idempotent, self.advised = {}, set(), set()
        self.provides, self.preserves = {}, {}
        self.removers = {name for name, said in passes.items() if "exceptions" in said}
        for name, said in passes.items():
            if not said.keys() & set(embed.CONTRACT_WORDS):
                continue
            self.entries[name] = [
                entry for word in CONTENTS_WORDS
                for index, value in enumerate(as_list(said.get(word, [])))
                if not (isinstance(value, str) and word == "requires")
                for entry in [Entry(name, word, index, value)] if entry.is_contents
            ]
            if said.get("idempotent"):
                self.idempotent.add(name)
            if any(isinstance(value, dict) and value.get("kind") == "cleanup"
                   for value in as_list(said.get("followedBy", []))):
                self.advised.add(name)
            # With default options; conditions are about others.
            for word, into in (("provides", self.provides), ("preserves", self.preserves)):
                into[name] = {
                    value if isinstance(value, str) else value["property"]
                    for value in as_list(said.get(word, []))
                    if isinstance(value, str) or "when" not in value}

    def converts(self, name):
        """Whether what a pass lowers is gone for good, and a second run tells little."""
        return any(entry.word == "lowers" and not entry.partial and entry.items != [CAST]
                   for entry in self.entries[name])

    def in_the_way(self, items, before, of_casts=False):
        """Whether one of `unless` items is there, or may be."""
        for item in items:
            if of_casts and item.startswith("!"):
                # The casts themselves have the type; others that have it count.
                if any(split_item(m)[1] == item and split_item(m)[0] != CAST
                       for m in before):
                    return True
                continue
            said = self.types.get(item, {})
            carriers = [] if "becomes" in said else sum(
                (as_list(said.get(key, [])) for key in
                 ("carriers", "likely", "possible")), [])
            if find([item] + carriers, before):
                return True
        return False


class Execution:
    """One run of one pass on one operation."""

    def __init__(self, row):
        self.name = row["pass"]
        # A pass on a function changes that function only.
        self.before = row.get("scope_before", row["before"])
        self.after = row.get("scope_after", row["after"])
        self.failed, self.changed = row["failed"], row["changed"]
        self.options = {name: several or one for name, one, several in
                        re.findall(r"([\w-]+)=(?:([^\s{}]+)|\{([^{}]*)\})?", row["options"])}
        self.text = row["options"]
        self.where = f"{Path(row['input']).name}, part {row['part'] + 1}"
        self.index = row["index"]
        self.anchor = row["anchor"]
        self.run = (row["line"], row["part"])

    def key(self):
        return (self.name, self.text, self.failed, tuple(self.before.items()),
                tuple(self.after.items()))


class Checker:
    def __init__(self, catalog):
        self.catalog = catalog
        self.contradictions = []
        self.held = collections.Counter()
        # Of claims that need not hold each time: [times right, times wrong, example].
        self.tallies = {}
        # Entries of the catalog with a claim that was put to the test.
        self.exercised = set()
        # The kinds that qualify operations anywhere in the IR.
        self.kinds = set()
        # What idempotent passes have achieved in the run that is looked at, and the
        # passes that have changed something since.
        self.achieved, self.run = {}, None

    def can_be_seen(self, item):
        """`func.return(argument)` and `memref(bufferized)` are what the catalog tells of
        operations from one pass to another, and nothing that one finds in the IR."""
        name, kind = split_item(item)
        return not kind or ("." in name and kind in self.kinds)

    def claim(self, what, right, execution, entry, member, text):
        self.held[what] += 1
        if entry:
            self.exercised.add((execution.name, entry.name))
        if not right:
            name = entry.name if entry else "the contract"
            self.contradictions.append(
                f"{execution.name}: {name}: {member}: {text}\n"
                f"    on {execution.where}{'; options ' + execution.text if execution.text else ''}")

    def see(self, entry, execution):
        self.exercised.add((execution.name, entry.name))

    def tally(self, key, right, execution):
        count = self.tallies.setdefault(key, [0, 0, None])
        count[0 if right else 1] += 1
        if not right and not count[2]:
            count[2] = execution

    def check(self, execution):
        entries = [e for e in self.catalog.entries[execution.name]
                   if e.holds(self.options_of(execution))]
        before, after = execution.before, execution.after
        for entry in entries:
            if entry.word == "rejects" and not entry.weak:
                self.check_rejected(entry, execution)
        if execution.failed:
            return
        # What an entry about unknown effects allows is no claim.
        unknown = [e for e in entries if e.word == "unknownEffect" and
                   (not e.given or find(e.given, before) - find(e.excepted, before))]
        added, removed, casts = [], [], False
        taken = set()
        for entry in entries:
            if entry.word == "introduces":
                if not entry.given or find(entry.given, before):
                    added.append((entry, True, set()))
                    if any(after[member] > before.get(member, 0)
                           for member in find(entry.to + entry.sometimes, after)):
                        self.see(entry, execution)
                continue
            if entry.word != "lowers":
                continue
            hits = (find(entry.items, before) - find(entry.excepted, before)) - taken
            applies = not entry.given or bool(find(entry.given, before))
            if applies or not entry.given:
                taken |= hits
            if not hits or not applies:
                continue
            casts |= bool(entry.converts)
            blocked = entry.unless and self.catalog.in_the_way(
                [u for u in entry.unless if u not in entry.excepted], before,
                of_casts=all(split_item(i)[0] == CAST for i in entry.items))
            added.append((entry, not entry.partial and not blocked, hits))
            if any(after.get(member, 0) < before[member] for member in hits):
                self.see(entry, execution)
            if not entry.partial and not blocked:
                removed.append((entry, hits))
        names = [i for entry, _, _ in added for i in entry.to + entry.sometimes]
        for entry, hits in removed:
            # `arith` without `arith(!tensor)` says nothing of what is on tensors.
            spared = find(entry.excepted, after)
            for member in sorted(hits):
                plain = "(" not in member or member in entry.items
                if plain and not find_adders(names, member) and not any(
                        kept.startswith(member + "(") for kept in spared):
                    # A kind of type stays for as long as anything has it.
                    if entry.exceptions and not (entry.to and is_operation(member)):
                        self.tally(("gone", execution.name, entry.name, member),
                                   member not in after, execution)
                        continue
                    self.claim("gone", member not in after, execution, entry, member,
                               "is lowered, and is still there")
        for entry, surely, _ in added:
            if not surely:
                continue
            for item in entry.to:
                if not self.can_be_seen(item):
                    continue
                there = bool(find([item], after))
                if entry.exceptions:
                    self.tally(("to", execution.name, entry.name, item), there, execution)
                else:
                    self.claim("to", there, execution, entry, item,
                               "always appears, and is not there")
        for member in sorted(set(after) - set(before)) if not unknown else ():
            if not is_operation(member) or (member == CAST and casts):
                continue
            shapes = [member] + [m for m in after if m.startswith(member + "(")]
            self.claim("new", any(find(names, [m]) for m in shapes), execution, None,
                       member, "appeared, and no entry names it")
        for member in before:
            kept = not unknown or all(find(e.items, {member}) for e in unknown)
            if (kept and is_operation(member) and member not in taken and member != CAST
                    and execution.name not in self.catalog.removers):
                self.tally(("silent", execution.name, "the contract", member),
                           member in after, execution)

    def options_of(self, execution):
        known = {k: str(v).lower() for k, v in
                 self.catalog.defaults.get(execution.name, {}).items() if v is not None}
        return {**known, **execution.options}

    def check_rejected(self, entry, execution):
        before = execution.before
        found = find(entry.items, before) - find(entry.excepted, before)
        if not found or (entry.given and not find(entry.given, before)):
            return
        if entry.unless and self.catalog.in_the_way(entry.unless, before):
            return
        self.claim("rejects", execution.failed, execution, entry,
                   ", ".join(sorted(found)), "is rejected, and the pass ran through")

    def check_facts(self, execution):
        """Holds one execution against what idempotent passes have achieved before."""
        catalog, achieved = self.catalog, self.achieved
        if execution.run != self.run:
            achieved.clear()
            self.run = execution.run
        key = (execution.name, execution.text)
        if execution.anchor == "builtin.module" and key in achieved:
            between = achieved[key]
            if not execution.failed:
                self.claim("preserved" if between else "repeated", not execution.changed,
                           execution, None, ", ".join(between) or "idempotent",
                           "another run of the pass changed something")
            return
        for other in list(achieved):
            provided = catalog.provides[other[0]]
            if provided and provided <= catalog.preserves.get(execution.name, set()):
                if execution.changed:
                    achieved[other].append(execution.name)
            else:
                del achieved[other]
        if (execution.name in catalog.idempotent and not execution.failed
                and execution.anchor == "builtin.module"):
            achieved[key] = []

    def check_reduced(self, name, rows):
        """Holds a run of a pass on clean IR, with a cleanup behind it, against the advice
        to have one."""
        if not all(self.is_clean_up(part) for part in (rows[:3], rows[-3:])):
            return  # a pass has failed
        if not any(row["changed"] for row in rows[3:-3]):
            return
        before, after = (sum(count for member, count in contents.items()
                             if "." in member and is_operation(member))
                         for contents in (rows[-3]["before"], rows[-1]["after"]))
        self.tally(("reduced", name, "followedBy", "cleanup"), after < before,
                   Execution(rows[3]))

    @staticmethod
    def is_clean_up(rows):
        return (not any(row["failed"] for row in rows)
                and [row["pass"] for row in rows] == CLEAN_UP.split(","))

    def finish(self):
        for (what, name, entry, item), (right, wrong, execution) in self.tallies.items():
            self.held[what] += 1
            if right and what not in ("silent", "reduced"):
                self.exercised.add((name, entry))
            if what == "reduced" and wrong > right:
                text = "takes nothing away"
            elif what == "silent" and wrong > right and wrong > 2:
                text = "no entry names it, and it is gone"
            elif what == "gone" and not right:
                text = "is lowered but for exceptions, and is still there"
            elif what == "to" and not right:
                text = "always appears but for exceptions, and is not there"
            else:
                continue
            self.contradictions.append(
                f"{name}: {entry}: {item}: {text} in {wrong} of {right + wrong} executions\n"
                f"    for example on {execution.where}")


def find_adders(names, member):
    """Whether something else adds what is lowered."""
    return any(covers(name, member) for name in names)


def read_pairs(inputs):
    for path in inputs:
        pipelines = re.findall(r"^// MEASURE: *(.*?) *$", path.read_text(), re.M)
        if not pipelines:
            sys.exit(f"claims.py: error: {path} says not what to run: no `// MEASURE:` line")
        for pipeline in pipelines:
            yield {"pipeline": pipeline, "input": str(path)}


def make_facts(catalog, pairs):
    """Pipelines that put to the test what is said of idempotent passes."""
    # What removes all that nobody calls comes last.
    idempotent = sorted((name for name in catalog.idempotent if not catalog.converts(name)),
                        key=lambda name: (name == "symbol-dce", name))
    twice = ",".join(f"{name},{name}" for name in idempotent)
    for pair in pairs:
        inner = re.fullmatch(r"builtin\.module\((.*)\)", pair["pipeline"])
        if not inner:
            continue
        yield {**pair, "facts": True, "pipeline": f"builtin.module({inner[1]},{twice})"}
        names = re.findall(r"([\w-]+)(?:\{[^{}]*\})?(?=[,)]|$)", inner[1])
        if len(names) == 1 and names[0] in catalog.advised:
            yield {**pair, "facts": True, "reduced": names[0],
                   "pipeline": f"builtin.module({CLEAN_UP},{inner[1]},{CLEAN_UP})"}
        if len(names) == 1 and names[0] in catalog.idempotent and catalog.converts(names[0]):
            yield {**pair, "facts": True, "pipeline": f"builtin.module({inner[1]},{inner[1]})"}
        for name in idempotent:
            provided = catalog.provides[name]
            if provided and all(provided <= catalog.preserves.get(x, set()) for x in names):
                yield {**pair, "facts": True,
                       "pipeline": f"builtin.module({name},{inner[1]},{name})"}


def measure(program, inputs, catalog):
    pairs = list(read_pairs(inputs))
    pairs += list(make_facts(catalog, pairs))
    run = subprocess.run(
        [program, "--pairs=-", "--split-input-file", "--time-limit=3"], stdout=subprocess.PIPE, text=True,
        input="".join(json.dumps(pair) + "\n" for pair in pairs))
    if run.returncode != 0:
        sys.exit(f"claims.py: error: {program} exited with {run.returncode}")
    return pairs, [json.loads(line) for line in run.stdout.splitlines()]


def report_ends(pairs, rows):
    """Inputs and pipelines that MLIR does not read are mistakes of the test."""
    wrong = set()
    for row in rows:
        if row.get("end", "").endswith("parse"):
            what = "" if row["end"] == "does not parse" else pairs[row["line"] - 1]["pipeline"]
            where = row["input"] if what else f"{row['input']}, part {row['part'] + 1}"
            wrong.add(f"{where}: {what or 'the input'} does not parse: {row['error'].strip()}")
        elif "unable to schedule pass" in row.get("error", ""):
            wrong.add(f"{row['input']}: {pairs[row['line'] - 1]['pipeline']} does not run: "
                      + row["error"].strip())
    return sorted(wrong)


# What is true of a pass as a whole, or not.
FLAGS = ("idempotent", "greedy")


def find_unsaid(files):
    """What has no reason or no source, and what is said to appear both more and less
    often. embed.merge keeps all that the files say."""
    passes, _ = embed.merge(files)
    for name, said in passes.items():
        words = [word for word in embed.CONTRACT_WORDS if word in said]
        entries = [(f"{word}[{index}]", value) for word in words if word not in FLAGS
                   for index, value in enumerate(as_list(said[word]))]
        if not entries and words == ["lowers"]:
            entries = [("the contract", said)]
        for where, value in entries:
            value = value if isinstance(value, dict) else {}
            for key in ("reason", "source"):
                if not value.get(key):
                    yield f"{name}: {where}: no {key}"
            if value.get("source", "").partition(";")[0].strip() == "measured":
                yield f"{name}: {where}: measured on which input?"
            more = {}
            for key in ("to", "sometimes"):
                for item in as_list(value.get(key, [])):
                    if item in more:
                        yield f"{name}: {where}: {item}: `{more[item]}`, and `{key}` again"
                    more[item] = key


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pmb-measure", required=True, metavar="PROGRAM")
    parser.add_argument("--contracts", action="append", metavar="FILE",
                        help="instead of the catalog that is shipped")
    parser.add_argument("--not-exercised", action="store_true",
                        help="list entries of which nothing was put to the test")
    parser.add_argument("inputs", nargs="+", type=Path)
    args = parser.parse_args()
    files = args.contracts or sorted(map(str, CATALOG.glob("mlir-*/*.json")))
    catalog = Catalog(files)
    pairs, rows = measure(args.pmb_measure, args.inputs, catalog)
    wrong = report_ends(pairs, rows)
    if wrong:
        sys.exit("\n".join(wrong))

    checker, seen = Checker(catalog), set()
    checker.kinds = {split_item(item)[1] for row in rows if "pass" in row
                     for item in row["after"]}
    measured, without = set(), set()
    cleaned = collections.defaultdict(list)
    for row in rows:
        if "reduced" in row and "pass" in row and row["depth"] == 0:
            cleaned[row["line"], row["part"]].append(row)
    for run in cleaned.values():
        checker.check_reduced(run[0]["reduced"], run)
    for row in rows:
        if "pass" not in row:
            continue
        execution = Execution(row)
        checker.check_facts(execution)
        if row.get("facts"):
            continue
        if execution.name not in catalog.entries:
            without.add(execution.name)
            continue
        measured.add(execution.name)
        if execution.key() not in seen:
            seen.add(execution.key())
            checker.check(execution)
    checker.finish()
    if not args.contracts:
        checker.contradictions += find_unsaid(files)
    for text in checker.contradictions:
        print(text)
    held = ", ".join(f"{count} {what}" for what, count in sorted(checker.held.items()))
    entries = [(e.owner, e.name) for es in catalog.entries.values() for e in es
               if e.word in ("lowers", "introduces", "rejects")]
    print(f"{len(seen)} different executions of {len(measured)} passes; claims held "
          f"against them: {held}")
    print(f"{len(checker.exercised)} of {len(entries)} entries put to the test; "
          f"{len(set(catalog.entries) - measured)} of {len(catalog.entries)} passes with a "
          "contract not run")
    if args.not_exercised:
        print("not run: " + " ".join(sorted(set(catalog.entries) - measured)))
        print("without a contract: " + " ".join(sorted(without)))
        for entry in sorted(set(entries) - checker.exercised):
            print("  %s: %s" % entry)
    if checker.contradictions:
        sys.exit(f"{len(checker.contradictions)} contradictions")


if __name__ == "__main__":
    main()
