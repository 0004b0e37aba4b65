#!/usr/bin/env python3
# ===- agree.py - The check against the plain oracle ---------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes random pipelines, and compares what pmb-check and oracle.py find in them.

  tests/oracle/agree.py [--pmb-check PROGRAM] [--runs N] [--seed N] [--record] [PART...]

A part is one of `order`, `properties`, `closed` (all by default); in `closed` the contents of the
input are known, and each item is compared at each point of the pipeline. A disagreement is made
smaller while it persists, and printed with both answers. Prints how many pipelines agree, by
part. Exits with 1 if one does not, 2 if pmb-check fails or refuses too many.
"""

import argparse
import collections
import concurrent.futures
import copy
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from itertools import repeat

import oracle

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "trust"))
from record import record  # noqa: E402

OPERATIONS = ["red.x", "red.y", "green.x", "green.y", "blue.x", "yellow.x"]
CATALOG = {
    "kinds": {"K": "Some of the passes", "L": "Others"},
    "properties": {
        "f": {"summary": "Fleeting", "fleeting": True},
        "g": {"summary": "Fleeting, too", "fleeting": True},
        "s": {"summary": "Lasting"},
        "t": {"summary": "Lasting, too"},
    },
    "passes": {
        "p0": {"kinds": ["K"]}, "p1": {"kinds": ["K"]}, "p2": {"kinds": ["K", "L"]},
        "p3": {"kinds": ["L"]}, "p4": {}, "p5": {}, "p6": {}, "p7": {},
        # Of no pipeline; all operations are known, so that none is a misspelled one.
        "names": {"introduces": {"sometimes": OPERATIONS}},
    },
}  # fmt: skip
ITEMS = OPERATIONS + ["red", "green"]
NAMES = [name for name in CATALOG["passes"] if name != "names"]
PARTS = ["order", "properties", "closed"]
PROPERTIES = list(CATALOG["properties"])
# Pipelines of one pmb-check.
BATCH = 500
CALLED = {"closed": "operations, known input"}
STAYS = re.compile("('.*') (probably )?stays? in the IR")
# One finding for several passes, which lists what stays most certainly.
SEVERAL_EARLY = oracle.Finding("several-early", None, "error")
# What oracle.py has an opinion on.
COMPARED = {
    "wrong-order", "missing-pass", "missing-property", "missing-follow-up", "conflict",
    "broken-sequence", "rejected", "missing-output",
}  # fmt: skip


class Engine:
    """pmb-check, asked over a pipe."""

    def __init__(self, program):
        self.file = tempfile.NamedTemporaryFile("w", suffix=".contracts.json")
        json.dump(CATALOG, self.file)
        self.file.flush()
        self.command = [program, "--serve", "--no-default-contracts"]
        self.command.append("--contracts=" + self.file.name)

    def ask(self, pipelines):
        """For each pipeline a set of findings, or the text of a refusal."""
        requests = []
        for number, pipeline in enumerate(pipelines, 1):
            handle = {"pipeline": number}
            explain = {"explain": "full"} if pipeline.get("input", {}).get("contents") else {}
            requests += [
                ("create", {}),
                ("configure", {**handle, "text": json.dumps(pipeline)}),
                ("check", handle),
                ("ask", {**handle, "format": "json", "questions": explain}),
                ("destroy", handle),
            ]
        text = "".join(
            json.dumps({"jsonrpc": "2.0", "id": 0, "method": method, "params": params}) + "\n"
            for method, params in requests
        )
        run = subprocess.run(
            self.command, input=text, stdout=subprocess.PIPE, encoding="utf-8", check=True
        )
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        if len(lines) != len(requests):
            sys.exit("pmb-check has not answered all requests")
        return [self.read(*lines[at : at + 5]) for at in range(0, len(lines), 5)]

    def read(self, _, configured, checked, explained, __):
        if "error" in configured:
            return configured["error"]["message"]
        found = set()
        for finding in checked["result"]["diagnostics"]:
            for part in [finding, *finding.get("follows", [])]:
                found.add(oracle.Finding(part["name"], part["position"], part["severity"]))
                if " run too early, before " in part["message"]:
                    found.add(SEVERAL_EARLY)
                stays = STAYS.match(part["message"])
                if stays and part["name"] == "predicted-left-over":
                    for item in re.findall("'([^']*)'", stays[1]):
                        found.add((item, "probably" if stays[2] else "certainly"))
        # An input that is not known in every name is not explained.
        pipelines = explained.get("result", {}).get("pipelines", [{}])
        for item in pipelines[0].get("contents", []):
            for span in item["spans"]:
                for point in range(span["begin"], span["end"]):
                    found.add((item["name"], point, span["certain"]))
        return found


# ===------------------------------------------------------------------------===#
# Random pipelines
# ===------------------------------------------------------------------------===#


def some(rng, choices, most):
    return rng.sample(choices, rng.randint(0, most))


def random_target(rng):
    dice = rng.random()
    if dice < 0.6:
        return {"pass": rng.choice(NAMES)}
    if dice < 0.85:
        return {"kind": rng.choice("KL")}
    return {"provider": rng.choice(PROPERTIES)}


def random_order(rng):
    """An order word with an entry."""
    word = rng.choice(oracle.ORDER[:2] * 3 + oracle.ORDER)
    entry = random_target(rng)
    if word in ("after", "before"):
        for key, chance in (("all", 0.2), ("immediately", 0.15), ("present", 0.2)):
            if rng.random() < chance:
                entry[key] = True
        if "immediately" not in entry and rng.random() < 0.25:
            between = {"invalidator": rng.choice(PROPERTIES)}
            entry["notBetween"] = [rng.choice([between, random_target(rng)])]
    dice = rng.random()
    if dice < 0.3:
        entry["weak" if dice < 0.22 else "advice"] = True
    return word, entry


def random_properties(rng, contract):
    for prop in some(rng, PROPERTIES, 3):
        word = rng.choice(["provides", "provides", "invalidates", "preserves", "requires"])
        entry = {"property": prop}
        if word == "requires" and rng.random() < 0.3:
            entry["weak"] = True
        contract.setdefault(word, []).append(entry)
        if word == "requires" and rng.random() < 0.5:
            again = rng.choice(["provides", "invalidates", "preserves"])
            contract.setdefault(again, []).append({"property": prop})
    if rng.random() < 0.15:
        contract["rejects"] = [{"items": [rng.choice(PROPERTIES)]}]


def random_pipeline(rng, part):
    if part == "closed":
        return random_closed(rng)
    contracts = {}
    for name in rng.sample(NAMES, rng.randint(2, 6)):
        contract = contracts.setdefault(name, {})
        if part == "order":
            for _ in range(rng.randint(0, 2)):
                word, entry = random_order(rng)
                contract.setdefault(word, []).append(entry)
        if rng.random() < (0.4 if part == "order" else 0.9):
            random_properties(rng, contract)
    names = rng.sample(NAMES, rng.randint(2, 5)) + list(contracts)
    pipeline = {
        "contracts": contracts,
        "passes": [rng.choice(names) for _ in range(rng.randint(3, 8))],
    }
    if rng.random() < 0.5:
        pipeline["input"] = {"properties": some(rng, PROPERTIES, 2)}
        if rng.random() < 0.6:
            pipeline["input"]["contents"] = []
    if rng.random() < 0.3:
        pipeline["output"] = {"properties": some(rng, PROPERTIES, 2)}
    return pipeline


def random_lowering(rng, free):
    """An entry for an item of `free`, which it takes out: what never takes effect is refused."""
    item = rng.choice(free)
    for taken in [other for other in free if oracle.covers(item, other) or other == item]:
        free.remove(taken)
    entry = {"from": [item], "to": some(rng, OPERATIONS, 2)}
    for key, choices, chance in (
        ("except", OPERATIONS, 0.2),
        ("unless", ITEMS, 0.25),
        ("sometimes", OPERATIONS, 0.25),
    ):
        if rng.random() < chance:
            entry[key] = [rng.choice(choices)]
    # The page does not say whether what `except` names may block an entry.
    if entry.get("except") == [item] or "unless" in entry:
        entry.pop("except", None)
    if rng.random() < 0.2:
        entry["partial"] = True
    return entry


def random_closed(rng):
    contracts = {}
    for name in NAMES[3:]:
        contract = contracts[name] = {"lowers": []}
        free = list(ITEMS)
        for _ in range(rng.randint(0, 2)):
            contract["lowers"].append(random_lowering(rng, free))
        if rng.random() < 0.25:
            contract["introduces"] = [{"to": some(rng, OPERATIONS, 2)}]
            if rng.random() < 0.4:
                contract["introduces"][0]["sometimes"] = [rng.choice(OPERATIONS)]
            if rng.random() < 0.6:
                contract["introduces"][0]["given"] = [rng.choice(ITEMS)]
    return {
        "contracts": contracts,
        "passes": [rng.choice(NAMES[3:]) for _ in range(rng.randint(2, 6))],
        "input": {"contents": rng.sample(OPERATIONS, rng.randint(1, 4))},
        "output": {"contents": some(rng, ITEMS, 2) + ["black"]},
    }


# ===------------------------------------------------------------------------===#
# Comparing
# ===------------------------------------------------------------------------===#


def relevant(found):
    """Without findings that the oracle does not know; what is said of items counts always."""
    return {f for f in found if not isinstance(f, oracle.Finding) or f.name in COMPARED}


def answers(pipeline, theirs):
    """All that the oracle says. What follows from something else may be said, too."""
    found = oracle.findings(CATALOG, pipeline)
    if pipeline.get("input", {}).get("contents"):
        contents = oracle.Contents(oracle.World(CATALOG, pipeline))
        for point, state in enumerate(contents.points):
            found |= {(op, point, how == oracle.CERTAIN) for op, how in state.items()}
        stays, follows = oracle.left_over(contents, pipeline["output"]["contents"])
        if SEVERAL_EARLY in theirs:
            follows |= {(op, how) for op, how in stays if how == "probably"}
        found |= stays - (follows - theirs)
    return found


def agree(pipeline, theirs):
    """None if they do, or the answer of the oracle. A cycle is said in place of wrong orders."""
    ours = answers(pipeline, theirs)
    if oracle.Finding("cycle", None, "error") not in theirs:
        return None if ours == relevant(theirs) else ours
    cycle = oracle.find_cycles(oracle.World(CATALOG, pipeline))
    folded = {
        finding
        for finding in ours
        if finding.name == "wrong-order" and pipeline["passes"][finding.position] in cycle
    }
    return None if folded and ours - folded <= relevant(theirs) <= ours else ours


def smaller(value):
    """Values with one part less."""
    if isinstance(value, dict):
        for key in value:
            yield {k: v for k, v in value.items() if k != key}
            for part in smaller(value[key]):
                yield {**value, key: part}
    elif isinstance(value, list):
        for at in range(len(value)):
            yield value[:at] + value[at + 1 :]
            for part in smaller(value[at]):
                yield value[:at] + [part] + value[at + 1 :]


def judge(engine, pipeline):
    """Both answers if they differ, or None."""
    contracts = pipeline.get("contracts", {})
    if "contents" in pipeline.get("output", {}) and not pipeline.get("input", {}).get("contents"):
        return None
    if pipeline.get("input", {}).get("contents"):
        # What passes without a word about contents may do, the oracle does not know.
        if any("lowers" not in contracts.get(name, {}) for name in pipeline["passes"]):
            return None
    (theirs,) = engine.ask([pipeline])
    if isinstance(theirs, str):
        return None
    try:
        ours = agree(pipeline, theirs)
    except (KeyError, TypeError):
        return None
    return None if ours is None else (ours, theirs)


def shrink(engine, pipeline):
    again = True
    while again:
        again = False
        for candidate in smaller(pipeline):
            if "passes" in candidate and judge(engine, candidate):
                pipeline, again = candidate, True
                break
    return pipeline


def show(engine, pipeline, seed):
    small = shrink(engine, copy.deepcopy(pipeline))
    ours, theirs = judge(engine, small)
    print(f"seed {seed}: {json.dumps(small)}")
    print("  oracle only:   ", sorted(map(tuple, ours - theirs), key=str))
    print("  pmb-check only:", sorted(map(tuple, relevant(theirs) - ours), key=str))
    print("  pmb-check:     ", sorted(map(tuple, theirs), key=str), flush=True)


def compare(program, part, seeds):
    """Counts, counts of refusals, and the pipelines of which the two do not say the same."""
    counts, refusals, different = collections.Counter(), collections.Counter(), []
    pipelines = [random_pipeline(random.Random(f"{part} {seed}"), part) for seed in seeds]
    for seed, pipeline, theirs in zip(seeds, pipelines, Engine(program).ask(pipelines)):
        if isinstance(theirs, str):
            counts["refused"] += 1
            refusals["".join(theirs.split("'")[::2])] += 1
        elif agree(pipeline, theirs) is None:
            counts["agreed"] += 1
            counts["with findings"] += bool(relevant(theirs))
        else:
            counts["differ"] += 1
            different.append((seed, pipeline))
    return counts, refusals, different


def run(options, pool, part):
    counts, refusals = collections.Counter(), collections.Counter()
    end = options.seed + options.runs
    batches = [
        range(first, min(first + BATCH, end)) for first in range(options.seed, end, BATCH)
    ]
    shown = 0
    for some in pool.map(compare, repeat(options.pmb_check), repeat(part), batches):
        counts += some[0]
        refusals += some[1]
        for seed, pipeline in some[2]:
            shown += 1
            if shown <= options.show:
                show(Engine(options.pmb_check), pipeline, seed)
    print(f"{part}: " + ", ".join(f"{counts[key]} {key}" for key in counts), flush=True)
    return counts, refusals


def tell(options, counts):
    """Writes the figures into tests/TRUST.md."""
    lines = ["| part | runs | agreed | refused as contradictory | differ |", "|---|---|---|---|---|"]
    for part, of in counts.items():
        part = CALLED.get(part, part)
        figures = [options.runs, of["agreed"], of["refused"], of["differ"]]
        lines.append(f"| {part} | " + " | ".join(f"{figure:,}" for figure in figures) + " |")
    command = f"tests/oracle/agree.py --runs {options.runs} --seed {options.seed} --record"
    record("oracle", lines, command)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--pmb-check", default="pmb-check")
    parser.add_argument("--runs", type=int, default=1000, help="of each part")
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    parser.add_argument("--show", type=int, default=5, help="disagreements of each part")
    parser.add_argument("--refusals", action="store_true", help="count what is refused")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--record", action="store_true", help="write into tests/TRUST.md")
    parser.add_argument("part", nargs="*", default=PARTS)
    options = parser.parse_args()
    bad, all_counts = False, {}
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for part in options.part:
            counts, refusals = run(options, pool, part)
            all_counts[part] = counts
            if options.refusals:
                print(*refusals.most_common(), sep="\n")
            bad = bad or counts["differ"] or counts["refused"] > options.runs / 2
    if options.record:
        tell(options, all_counts)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
