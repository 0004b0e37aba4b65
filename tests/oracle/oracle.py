#!/usr/bin/env python3
# ===- oracle.py - The rules of order once more, slow and plain ----------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Says what the check should find in a pipeline, by the words of builder/README.md.

  tests/oracle/oracle.py <name>.contracts.json <name>.pipeline.json

Prints a line for each finding: its name, the pass (a number from 0, or None), the severity.
It is written from that page alone, so that agree.py can hold the check against it. Of the page
it knows the order entries, the properties, and what a closed input of operations becomes, in a
flat list of passes. Conditions, bundles, nests, types, marks, dialects in the input, `given` of a
`lowers` entry, and all that is only presumed, are beyond it.
"""

import collections
import json
import sys

ORDER = ("after", "before", "followedBy", "alternatesWith", "conflictsWith")
Finding = collections.namedtuple("Finding", "name position severity")


def listed(value):
    """A list; where one stands, its only element may stand instead."""
    return value if isinstance(value, list) else [] if value is None else [value]


class Pass:
    """What the files say of a pass."""

    def __init__(self, name, *described):
        self.name = name
        self.kinds = [kind for said in described for kind in listed(said.get("kinds"))]
        self.described = described

    def entries(self, word, main):
        """All entries of a word as objects; what was added later comes first."""
        for said in reversed(self.described):
            for entry in listed(said.get(word)):
                yield entry if isinstance(entry, dict) else {main: entry}

    def properties(self, word):
        return [e["property"] for e in self.entries(word, "property") if "property" in e]


class World:
    """A pipeline and all that is known of its passes."""

    def __init__(self, contracts, pipeline):
        added = pipeline.get("contracts", {})
        self.declared = contracts.get("properties", {})
        self.known = {
            name: Pass(name, contracts.get("passes", {}).get(name, {}), added.get(name, {}))
            for name in [*contracts.get("passes", {}), *added, *pipeline["passes"]]
        }
        self.passes = [self.known[name] for name in pipeline["passes"]]
        self.input = pipeline.get("input", {})
        self.output = pipeline.get("output", {})

    def fleeting(self, prop):
        return self.declared[prop].get("fleeting", False)

    def ends(self, step, prop):
        """A lasting property ends where it is invalidated, a fleeting one where it is not kept."""
        if prop in step.properties("invalidates"):
            return True
        kept = step.properties("preserves") + step.properties("provides")
        return self.fleeting(prop) and prop not in kept

    def matches(self, step, target):
        if "pass" in target:
            return step.name == target["pass"]
        if "kind" in target:
            return target["kind"] in step.kinds
        if "provider" in target:
            return target["provider"] in step.properties("provides")
        return self.ends(step, target["invalidator"])


# ===------------------------------------------------------------------------===#
# Order
# ===------------------------------------------------------------------------===#


def stands_between(world, entry, first, second):
    """What may not stand between two passes: anything, or what is named."""
    for step in world.passes[first + 1 : second]:
        if entry.get("immediately"):
            return True
        for target in listed(entry.get("notBetween")):
            target = {"pass": target} if isinstance(target, str) else target
            if world.matches(step, target):
                return True
    return False


def in_order(world, word, entry, at, others):
    """Whether `after` or `before` holds; nothing is said of what stands between."""
    behind = [other for other in others if other > at]
    ahead = [other for other in others if other < at]
    right, wrong = (ahead, behind) if word == "after" else (behind, ahead)
    if entry.get("all"):
        return not wrong
    if word == "before" and "kind" in entry:
        return bool(right) and not wrong
    return bool(right)


def check_place(world, word, entry, at, others):
    """What is wrong with an `after` or a `before`: both may be, the place and what is between."""
    if not others:
        if entry.get("present"):
            yield "missing-pass"
        return
    if not in_order(world, word, entry, at, others):
        yield "wrong-order"
    right = [other for other in others if (other < at) == (word == "after")]
    nearest = min(right, key=lambda other: abs(other - at), default=at)
    if stands_between(world, entry, min(nearest, at), max(nearest, at)):
        yield "broken-sequence"


def check_entry(world, word, entry, at):
    mine = world.passes[at].name
    others = [
        other
        for other, step in enumerate(world.passes)
        if other != at and world.matches(step, entry)
    ]
    if entry.get("all") or word == "before" and "kind" in entry:
        others = [
            other
            for other in others
            if world.passes[other].name != mine or (other < at) == (word == "after")
        ]
    if word == "conflictsWith" and entry.get("pass") == mine:
        others = [other for other in others if other < at]
    if word in ("after", "before"):
        yield from check_place(world, word, entry, at, others)
    elif word == "followedBy" and not any(other > at for other in others):
        yield "missing-follow-up"
    elif word == "conflictsWith" and others:
        yield "conflict"


def check_turns(world, entry, name):
    """`alternatesWith`: places that follow one of their own side with none of the other between."""
    ours = [at for at, step in enumerate(world.passes) if step.name == name]
    theirs = [at for at, step in enumerate(world.passes) if step.name != name and world.matches(step, entry)]
    for side, other in ((ours, theirs), (theirs, ours)):
        for first, second in zip(side, side[1:]):
            if theirs and not any(first < at < second for at in other):
                yield second


def severity(entry):
    return "warning" if entry.get("weak") else "error"


def find_cycles(world):
    """The names of passes that must, by way of others perhaps, come before themselves."""
    behind = {step.name: set() for step in world.passes}
    for step in world.passes:
        for word in ("after", "before"):
            for entry in step.entries(word, "pass"):
                if severity(entry) == "error" and not entry.get("advice"):
                    for other in world.passes:
                        if other.name != step.name and world.matches(other, entry):
                            pair = (step.name, other.name)
                            first, second = pair if word == "before" else reversed(pair)
                            behind[first].add(second)
    for _ in world.passes:
        for names in behind.values():
            for name in list(names):
                names |= behind[name]
    return {name for name in behind if name in behind[name]}


def check_order(world):
    for at, step in enumerate(world.passes):
        for word in ORDER:
            for entry in step.entries(word, "pass"):
                if entry.get("advice") or word == "alternatesWith":
                    continue
                for name in check_entry(world, word, entry, at):
                    yield Finding(name, at, severity(entry))
    for step in {step.name: step for step in world.passes}.values():
        for entry in step.entries("alternatesWith", "pass"):
            if not entry.get("advice"):
                for at in check_turns(world, entry, step.name):
                    yield Finding("broken-sequence", at, severity(entry))


# ===------------------------------------------------------------------------===#
# Properties
# ===------------------------------------------------------------------------===#


def check_properties(world):
    given = listed(world.input.get("properties"))
    closed = "contents" in world.input
    # True, False, or None for what may hold; and what counts as reported, for weak entries.
    holds = {p: True if p in given else False if closed else None for p in world.declared}
    reported, ended = set(), {}
    for at, step in enumerate(world.passes):
        required = [e for e in step.entries("requires", "property") if "property" in e]
        for entry in required:
            prop = entry["property"]
            later = any(prop in other.properties("provides") for other in world.passes[at + 1 :])
            if holds[prop] or entry.get("weak") and prop in reported:
                continue
            if holds[prop] is False or later:
                yield Finding("missing-property", at, severity(entry))
        for entry in required:
            reported.add(entry["property"])
            if not entry.get("weak"):
                holds[entry["property"]] = True
        for entry in step.entries("rejects", "items"):
            for name in listed(entry["items"]):
                if name in holds and holds[name]:
                    yield Finding("rejected", at, severity(entry))
        for prop in world.declared:
            if world.ends(step, prop):
                ended.setdefault(prop, at)
                holds[prop] = False
                reported.discard(prop)
            if prop in step.properties("provides"):
                holds[prop] = True
                ended.pop(prop, None)
    for prop in listed(world.output.get("properties")):
        if not holds[prop]:
            yield Finding("missing-output", ended.get(prop, len(world.passes) - 1), "error")


# ===------------------------------------------------------------------------===#
# Contents of a closed input
# ===------------------------------------------------------------------------===#

POSSIBLE, PROBABLE, CERTAIN = 1, 2, 3


def covers(item, operation):
    """A dialect covers its operations."""
    return operation == item or operation.startswith(item + ".")


def covered(items, operation):
    return any(covers(item, operation) for item in listed(items))


def level(state, items):
    """How certain it is that one of these is there; 0 if none is."""
    return max((state[op] for op in state if covered(items, op)), default=0)


class Lowering:
    """What one entry does where it stands, by the two tables of the page."""

    def __init__(self, entry, state, taken, in_part):
        self.entry = entry
        given = level(state, entry["given"]) if "given" in entry else CERTAIN
        self.blocked = level(state, entry.get("unless"))
        self.items = {
            op
            for op in state
            if given and covered(entry["from"], op) and not covered(entry.get("except"), op)
        } - taken
        self.trigger = level({op: state[op] for op in self.items}, list(self.items))
        self.of_rest = {op for op in self.items if state[op] >= PROBABLE} <= in_part
        self.applies = bool(self.items) and self.blocked < CERTAIN
        self.partial = bool(entry.get("partial")) or given < CERTAIN

    def remains(self, before):
        """How certain an item is behind the entry."""
        if self.partial:
            return min(before, PROBABLE)
        return POSSIBLE if self.blocked else 0

    def adds(self):
        if self.blocked:
            return POSSIBLE
        return min(self.trigger, PROBABLE) if self.partial else self.trigger


class Contents:
    """What is there behind each pass; `in_part` is what was lowered in part since it came."""

    def __init__(self, world):
        self.state = {op: CERTAIN for op in listed(world.input["contents"])}
        self.in_part = set()
        # By the item: the pass that was blocked, and by what; the last pass that cleared it away.
        self.blockers, self.removed = {}, {}
        self.points = [dict(self.state)]
        for at, step in enumerate(world.passes):
            self.run(at, step)
            self.points.append(dict(self.state))

    def run(self, at, step):
        before, taken, added = dict(self.state), set(), {}
        gone, put_back, always = set(), set(), set()
        part_before, whole = set(self.in_part), set()

        def add(items, how, of_rest=False):
            for op in listed(items):
                added[op] = max(added.get(op, 0), how)
                if how >= PROBABLE and not of_rest:
                    whole.add(op)

        for entry in step.entries("lowers", "from"):
            lowering = Lowering(entry, before, taken, part_before)
            taken |= lowering.items
            if lowering.blocked == CERTAIN:
                # What blocks it for sure; what may be there as well makes no difference.
                blockers = {
                    op
                    for op, how in before.items()
                    if how == CERTAIN and covered(entry["unless"], op)
                }
                self.blockers.update((op, (at, blockers)) for op in lowering.items)
            if not lowering.applies:
                continue
            for op in lowering.items:
                self.state[op] = lowering.remains(before[op])
                if not self.state[op]:
                    gone.add(op)
                if self.state[op] == PROBABLE:
                    self.in_part.add(op)
            add(entry.get("to"), lowering.adds(), lowering.of_rest)
            always.update(listed(entry.get("to")))
            if not lowering.blocked:
                put_back.update(listed(entry.get("to")))
                put_back.update(listed(entry.get("sometimes")))
            add(entry.get("sometimes"), POSSIBLE)
        for entry in step.entries("introduces", "to"):
            given = level(before, entry["given"]) if "given" in entry else CERTAIN
            if given:
                add(entry.get("to"), given)
                always.update(listed(entry.get("to")))
                put_back.update(listed(entry.get("to")))
                add(entry.get("sometimes"), POSSIBLE)
        self.removed.update((op, at) for op in gone - put_back)
        for op, how in added.items():
            # More of what is there anyway is no other reason why it stays.
            if op in always or op in gone or before.get(op, 0) < PROBABLE:
                self.blockers.pop(op, None)
            if op in whole:
                self.in_part.discard(op)
            elif how >= PROBABLE and self.state.get(op, 0) < PROBABLE:
                self.in_part.add(op)
            self.state[op] = max(self.state.get(op, 0), how)
        self.state = {op: how for op, how in self.state.items() if how}


def left_over(contents, output):
    """The operations that certainly or probably stay, and may not; which only follow from others."""
    stays = {
        op: how
        for op, how in contents.state.items()
        if not covered(output, op)
        and (how == CERTAIN or how == PROBABLE and op not in contents.in_part)
    }
    blockers = {}
    for op in stays:
        at, all_ = contents.blockers.get(op, (0, ()))
        # A pass in whose way something is that goes later comes too early, whatever else is there.
        too_early = any(contents.removed.get(by, -1) > at for by in all_)
        blockers[op] = {
            by for by in all_ if by != op and stays.get(by, 0) >= stays[op] and not too_early
        }
    follows = set()
    for _ in stays:
        causes = {op for op in stays if op in follows or not blockers[op]}
        follows |= {op for op in stays if blockers[op] & causes}
    said = {op: (op, "certainly" if how == CERTAIN else "probably") for op, how in stays.items()}
    return set(said.values()), {said[op] for op in follows}


def findings(contracts, pipeline):
    """Each finding once for each pass, name and severity."""
    world = World(contracts, pipeline)
    return set(check_order(world)) | set(check_properties(world))


def main():
    texts = [open(path, encoding="utf-8") for path in sys.argv[1:3]]
    for finding in sorted(findings(*map(json.load, texts)), key=str):
        print(*finding)


if __name__ == "__main__":
    main()
