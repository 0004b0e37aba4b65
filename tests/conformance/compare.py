#!/usr/bin/env python3
# ===- compare.py - pmb-opt against mlir-opt ---------------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs pmb-opt and mlir-opt on the pipelines of a folder and compares.

  compare.py --mlir-opt=... --pmb-opt=... FOLDER CHECK...

FOLDER has a `pipelines.jsonl`, an object a line:

  {"name": text, "pipeline": text, "pairs": [{"input": file in FOLDER/inputs,
   "flags": [option...], "runner_stdout": what the program prints}...]}

Checks:

  plain     Without options of its own pmb-opt does what mlir-opt does: standard
            output, standard error and exit code; also for invocations that fail.
  adopted   Taken over, built and flattened, a pipeline makes the same IR: from
            the text, from the flattened text, and from a pipeline file.
  executed  Programs that print something print it after pmb-opt, too.
  inserted  Before and after each pass a pass that only prints can be inserted,
            and makes no difference, or it is refused with a code.

What cannot be run is named with the reason. The exit code is 1 if anything
differs, 2 if the folder cannot be read.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

from textual import ParseError, parse_pipeline, print_pipeline, remove, to_descriptor, walk

# On any operation, changes nothing, keeps all analyses.
HARMLESS = "print-op-stats"

Result = collections.namedtuple("Result", "code out err")


def run(program, arguments, stdin=None, name=None):
    """`name` is what the program believes it is called."""
    try:
        done = subprocess.run(
            [name or program] + arguments, executable=program, input=stdin,
            capture_output=True, timeout=300)
    except subprocess.TimeoutExpired:
        return Result(-1, b"", b"timeout")
    return Result(done.returncode, done.stdout, done.stderr)


def first_line(text):
    lines = text.decode(errors="replace").strip().splitlines()
    return lines[0][:200] if lines else ""


def without_addresses(text):
    return re.sub(r"0x[0-9a-f]+", "0x", text).strip()


class Pair:
    """A pipeline and an input."""

    def __init__(self, row, pair, folder):
        self.name = f"{row['name']} on {os.path.basename(pair['input'])}"
        self.pipeline = row["pipeline"]
        self.input = os.path.join(folder, "inputs", pair["input"])
        # An option without its value is what remained of a command line.
        self.flags = [f for f in pair.get("flags", []) if f.startswith("--")]
        self.stdout = pair.get("runner_stdout")

    def arguments(self, *extra, pipeline=None):
        text = self.pipeline if pipeline is None else pipeline
        chosen = [f"--pass-pipeline={text}"] if text else []
        return [self.input, *self.flags, *chosen, *extra]


class Comparison:
    def __init__(self, args, pairs):
        self.args = args
        self.failures = 0
        self.pairs = pairs
        self.baselines = {}
        # Test passes are linked into the mlir-opt binary alone. Both tools run the
        # rest of such a pipeline.
        foreign = self.list_names(args.mlir_opt) - self.list_names(args.pmb_opt)
        reduced = 0
        for pair in pairs:
            pipeline = parse_pipeline(pair.pipeline)
            missing = {element.name for element in walk(pipeline)} & foreign
            if missing:
                reduced += 1
                pair.pipeline = print_pipeline(remove(pipeline, missing))
                print(f"NOTE: {pair.name}: without {', '.join(sorted(missing))}, "
                      "which only the mlir-opt binary has")
        print(f"{len(pairs)} pairs, {reduced} of them without passes that only the "
              "mlir-opt binary has")

    @staticmethod
    def list_names(program):
        """Of passes and pipelines: each is an option."""
        out = run(program, ["--help"]).out.decode()
        return set(re.findall(r"^\s+--([\w-]+)", out, re.M))

    def mlir(self, pair):
        if pair not in self.baselines:
            self.baselines[pair] = run(self.args.mlir_opt, pair.arguments())
        return self.baselines[pair]

    def pmb(self, arguments, stdin=None, name=None):
        return run(self.args.pmb_opt, arguments, stdin, name)

    def fail(self, what, why):
        self.failures += 1
        print(f"FAIL: {what}: {why}")

    def for_each(self, items, check):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(check, items))

    def compare(self, what, expected, actual, fields):
        for field in fields:
            a, b = getattr(expected, field), getattr(actual, field)
            if a == b:
                continue
            if isinstance(a, bytes):
                at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y),
                          min(len(a), len(b)))
                a, b = a[at : at + 80], b[at : at + 80]
            self.fail(what, f"{field}: mlir-opt {a!r}, pmb-opt {b!r}; "
                            f"{first_line(actual.err)}")
            return False
        return True

    # ===-- plain -----------------------------------------------------------===#

    def check_plain(self):
        def check(pair):
            actual = self.pmb(pair.arguments(), name=self.args.mlir_opt)
            return self.compare("plain: " + pair.name, self.mlir(pair), actual,
                                ["out", "err", "code"])

        same = sum(self.for_each(self.pairs, check))
        failing = sum(self.mlir(pair).code != 0 for pair in self.pairs)
        print(f"plain: {same} of {len(self.pairs)} pairs are the same, "
              f"{failing} of them failing ones")

        invocations = self.list_invocations()

        def check_invocation(arguments):
            expected = run(self.args.mlir_opt, arguments)
            actual = self.pmb(arguments, name=self.args.mlir_opt)
            return self.compare("plain: mlir-opt " + " ".join(arguments), expected,
                                actual, ["out", "err", "code"])

        same = sum(self.for_each(invocations, check_invocation))
        print(f"plain: {same} of {len(invocations)} invocations are the same")

    def list_invocations(self):
        """What goes wrong, and what is printed in other ways, on a few inputs."""
        result = [[], ["--no-such-option"], ["no-such-file.mlir"],
                  ["--list-passes", "--no-such-option"]]
        for path in sorted({pair.input for pair in self.pairs})[:6]:
            result += [[path] + options for options in [
                [], ["--csee"], ["--cse", "--pass-pipeline=builtin.module(cse)"],
                ["--pass-pipeline=builtin.module(cse"],
                ["--pass-pipeline=builtin.module(no-such-pass)"],
                ["--pass-pipeline=builtin.module(canonicalize{no-such=1})"],
                ["--pass-pipeline=builtin.module(canonicalize{top-down=maybe})"],
                ["--pass-pipeline=func.func(cse)"],
                ["--pass-pipeline="],
                ["--canonicalize", "--cse", "--split-input-file"],
                ["--canonicalize", "--split-input-file", "--dump-pass-pipeline"],
                ["--cse", "--split-input-file", "--mlir-print-ir-after-all",
                 "--mlir-disable-threading"],
                ["--cse", "--split-input-file", "--verify-diagnostics"],
                ["--cse", "--split-input-file", "--mlir-pass-statistics"],
                ["--emit-bytecode"], ["--cse", "-o", "/no/such/folder/x.mlir"],
                ["--cse", "--mlir-print-op-generic", "--verify-roundtrip"],
            ]]
        return result

    # ===-- adopted ---------------------------------------------------------===#

    def check_adopted(self):
        def check(pair):
            expected = self.mlir(pair)
            what = "adopted: " + pair.name
            flattened = self.pmb(
                pair.arguments("--check=off", "--print-pipeline=flattened"))
            same = self.compare(what, expected, flattened, ["out", "code"])
            text = first_pipeline(flattened.err)
            if text:
                again = run(self.args.mlir_opt, pair.arguments(pipeline=text))
                if again.out != expected.out and not self.has_faithful_text(pair):
                    print(f"NOTE: {what}: mlir-opt's own text of the pipeline makes "
                          "another one, too")
                else:
                    same &= self.compare(what + " (flattened)", expected, again,
                                         ["out", "code"])
            elif expected.code == 0:
                self.fail(what, "no flattened pipeline was printed")
                same = False
            with tempfile.NamedTemporaryFile("w", suffix=".pipeline.json") as file:
                json.dump(to_descriptor(parse_pipeline(pair.pipeline)), file)
                file.flush()
                read = self.pmb(pair.arguments(f"--pipeline={file.name}",
                                               "--check=off", pipeline=""))
            same &= self.compare(what + " (file)", expected, read, ["out", "code"])
            return same

        same = sum(self.for_each(self.pairs, check))
        print(f"adopted: {same} of {len(self.pairs)} pairs are byte-identical")

    def has_faithful_text(self, pair):
        """Whether mlir-opt does the same with what it prints of the pipeline; a
        registered pipeline can give passes more than their options say."""
        dumped = run(self.args.mlir_opt, pair.arguments("--dump-pass-pipeline"))
        lines = dumped.err.decode(errors="replace").splitlines()
        begin = next(i for i, line in enumerate(lines)
                     if line.startswith("Pass Manager with")) + 1
        end = lines.index(")", begin) + 1
        text = "".join(line.strip() for line in lines[begin:end])
        return run(self.args.mlir_opt,
                   pair.arguments(pipeline=text)).out == self.mlir(pair).out

    # ===-- executed --------------------------------------------------------===#

    def execute(self, ir, entry, result):
        libraries = [f"{self.args.lib_dir}/libmlir_{name}.so" for name in
                     ["runner_utils", "c_runner_utils", "async_runtime"]]
        shared = ",".join(path for path in libraries if os.path.exists(path))
        done = run(self.args.mlir_runner,
                   ["-e", entry, f"-entry-point-result={result}",
                    f"-shared-libs={shared}"], ir)
        # The code is the value that an i32 program returns.
        return without_addresses(done.out.decode(errors="replace"))

    def find_entry(self, pair):
        """What to call in mlir-opt's output to get what was recorded, and all that
        this prints; None if nothing does."""
        recorded = without_addresses(pair.stdout)
        with open(pair.input) as file:
            functions = re.findall(r"func\.func @(\w+)\(\)", file.read())
        for entry in dict.fromkeys(["main", "entry"] + functions):
            for result in ["void", "i32"]:
                printed = self.execute(self.mlir(pair).out, entry, result)
                if printed and printed.startswith(recorded):
                    return entry, result, printed
        return None

    def check_executed(self):
        pairs = [pair for pair in self.pairs if pair.stdout is not None]
        if not self.args.mlir_runner:
            print(f"SKIP: executed: {len(pairs)} pairs: there is no mlir-runner")
            return
        counts = collections.Counter()

        def check(pair):
            what = "executed: " + pair.name
            found = self.find_entry(pair)
            # Without some of its passes a program need not be what it was.
            if not found:
                return "unlike"
            entry, result, printed = found
            actual = self.pmb(pair.arguments("--check=off", "--print-pipeline=after"))
            after = self.execute(actual.out, entry, result)
            if after != printed:
                self.fail(what, f"mlir-opt's prints {printed[:80]!r}, "
                                f"pmb-opt's {after[:80]!r}")
                return "different"
            return "same"

        for pair, result in zip(pairs, self.for_each(pairs, check)):
            counts[result] += 1
            if result == "unlike":
                print(f"SKIP: executed: {pair.name}: mlir-opt's own does not print "
                      "here what was recorded")
        print(f"executed: {counts['same']} of {len(pairs)} programs print the same, "
              f"{counts['unlike']} cannot be compared")

    # ===-- inserted --------------------------------------------------------===#

    def check_inserted(self):
        jobs = []
        for pair in self.pairs:
            if self.mlir(pair).code != 0:
                print(f"SKIP: inserted: {pair.name}: mlir-opt itself fails")
                continue
            done = self.pmb(pair.arguments("--check=off", "--print-pipeline=flattened"))
            text = first_pipeline(done.err)
            if not text:
                self.fail("inserted: " + pair.name, first_line(done.err))
                continue
            names = [element.name for element in walk(parse_pipeline(text))]
            seen = collections.Counter()
            for name in names:
                which = f",{seen[name]}" if names.count(name) > 1 else ""
                seen[name] += 1
                for side in ["before", "after"]:
                    jobs.append((pair, f"--insert-{side}={name}{which}:{HARMLESS}"))
                    if which and seen[name] == 1:
                        jobs.append((pair, f"--insert-{side}={name}:{HARMLESS}"))

        def check(job):
            pair, option = job
            done = self.pmb(pair.arguments(option))
            what = f"inserted: {pair.name}: {option}"
            if done.code != 0:
                code = re.search(rb"error: .*\[(PMB\d+ [\w-]+)\]", done.err)
                if code:
                    return "refused, " + code.group(1).decode()
                self.fail(what, first_line(done.err))
                return "failed"
            if done.out == self.mlir(pair).out:
                return "worked"
            if pair.stdout is not None and self.args.mlir_runner:
                found = self.find_entry(pair)
                if found and self.execute(done.out, *found[:2]) == found[2]:
                    return "worked, with other IR that prints the same"
            self.fail(what, "the IR is another one")
            return "failed"

        results = self.for_each(jobs, check)
        if self.args.verbose:
            for (pair, option), result in zip(jobs, results):
                if result != "worked":
                    print(f"{result}: {pair.name}: {option}")
        counts = collections.Counter(results)
        print(f"inserted: {len(jobs)} tried" + "".join(
            f", {count} {result}" for result, count in counts.most_common()))


def first_pipeline(err):
    """The pipeline that --print-pipeline=flattened has printed; passes may print
    other things afterwards."""
    for line in err.decode(errors="replace").splitlines():
        if re.match(r"[\w.]+\(.*\)$", line):
            return line
    return None


def read_pairs(folder):
    pairs = []
    with open(os.path.join(folder, "pipelines.jsonl")) as file:
        for line in file:
            row = json.loads(line)
            pairs += [Pair(row, pair, folder) for pair in row["pairs"]]
    return pairs


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mlir-opt", required=True)
    parser.add_argument("--pmb-opt", required=True)
    parser.add_argument("--mlir-runner", default="")
    parser.add_argument("--lib-dir", default="", help="where MLIR's runner libraries are")
    parser.add_argument("--verbose", action="store_true",
                        help="say what happened to each insertion that did not work")
    parser.add_argument("folder")
    checks = ["plain", "adopted", "executed", "inserted"]
    parser.add_argument("checks", nargs="+", choices=checks, metavar="CHECK")
    args = parser.parse_args()
    try:
        pairs = read_pairs(args.folder)
    except (OSError, ValueError, KeyError) as error:
        print(f"compare.py: error: {args.folder}: {error!r}", file=sys.stderr)
        return 2
    if not pairs:
        print(f"compare.py: error: {args.folder} has no pairs", file=sys.stderr)
        return 2
    try:
        comparison = Comparison(args, pairs)
        for check in args.checks:
            getattr(comparison, "check_" + check)()
    except ParseError as error:
        print(f"compare.py: error: {error}", file=sys.stderr)
        return 2
    return 1 if comparison.failures else 0


if __name__ == "__main__":
    sys.exit(main())
