#!/usr/bin/env python3
"""Changes the check in many small ways and counts which changes a test tells.

    tests/trust/mutants.py                      500 mutants, seed 1
    tests/trust/mutants.py --count 10           a look
    tests/trust/mutants.py --seed 7 --record    writes the figures into tests/TRUST.md

All mutants are in one program, which is built once, without MLIR; PMB_MUTANT chooses the one
that acts. Each test runs once in a process of its own, to see which mutants it reaches. Each
mutant then meets the tests that reach it, until one fails, crashes or does not end. A mutant
that no test reaches lives.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading

import places
from record import record

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROOMS = ("builder/check", "builder/edit", "builder/passes")
INCLUDE = re.compile(r'#include "((?:builder|bundles)/[^"]+)"')
# What measures time fails by itself on a busy machine.
NOT_RUN = re.compile(r"Speed|Linear|Time")

HEADER = """#pragma once
extern int pmbActiveMutant;
extern unsigned char pmbReachedMutants[];
inline bool pmbMutant(int number) {
  pmbReachedMutants[number] = 1;
  return number == pmbActiveMutant;
}
"""
RUNTIME = """#include "Mutant.h"
#include <cstdio>
#include <cstdlib>
int pmbActiveMutant = -1;
unsigned char pmbReachedMutants[SIZE];
__attribute__((constructor(101))) static void choose() {
  if (const char *text = std::getenv("PMB_MUTANT"))
    pmbActiveMutant = std::atoi(text);
}
__attribute__((destructor)) static void tell() {
  const char *path = std::getenv("PMB_MUTANTS_REACHED");
  std::FILE *file = path ? std::fopen(path, "wb") : nullptr;
  if (!file)
    return;
  std::fwrite(pmbReachedMutants, 1, SIZE, file);
  std::fclose(file);
}
"""


class Mutant:
    def __init__(self, number, path, place, text):
        self.number, self.path, self.place = number, path, place
        self.line = text.count("\n", 0, place.begin) + 1
        self.source = " ".join(text[place.begin:place.end].split())
        self.verdict = None

    def identity(self):
        return f"{self.path} {self.place.kind} {self.place.change} {self.source}"

    def __str__(self):
        short = self.source if len(self.source) < 90 else self.source[:87] + "..."
        return (f"{self.path}:{self.line}: {self.place.kind} {self.place.change}: "
                f"{short}")


#===--- Which places ---===#

def find_sources():
    """The files of the rooms, but for headers that others than builder/ read: tests compile
    those, too, and would have to be built for each seed."""
    shared, todo = set(), []
    for folder in ("tests", "bundles"):
        todo += [p for p in (ROOT / folder).rglob("*") if p.suffix in (".h", ".cpp")]
    while todo:
        for name in INCLUDE.findall(todo.pop().read_text(encoding="utf-8", errors="replace")):
            if name not in shared and (ROOT / name).exists():
                shared.add(name)
                todo.append(ROOT / name)
    files = [p for room in ROOMS for p in (ROOT / room).rglob("*")
             if p.suffix in (".h", ".cpp")]
    names = [p.relative_to(ROOT).as_posix() for p in files]
    return sorted(name for name in names if name not in shared)


def rank(seed, path, text, found):
    """Orders places by chance; what is added or goes elsewhere leaves their order alone."""
    seen, ranked = collections.Counter(), []
    for place in found:
        what = (path, place.kind, place.change, text[place.begin:place.end])
        seen[what] += 1
        key = hashlib.sha256(repr((seed, what, seen[what])).encode()).hexdigest()
        ranked.append((key, path, place))
    return ranked


def choose(seed, count, texts):
    """`count` mutants and a quarter more, for those that do not compile."""
    ranked, total = [], 0
    for path, text in texts.items():
        found = places.Source(text).places()
        total += len(found)
        ranked += rank(seed, path, text, found)
    chosen, taken = [], collections.defaultdict(list)
    for _, path, place in sorted(ranked, key=lambda r: r[0]):
        if len(chosen) >= count + count // 4 + 5:
            break
        if any(places.overlaps(place, other) for other in taken[path]):
            continue
        taken[path].append(place)
        chosen.append(Mutant(len(chosen), path, place, texts[path]))
    return chosen, total


#===--- One program of all ---===#

def write_if_changed(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def write_sources(build, texts, mutants, size):
    """Returns the new text of each file and where the mutants stand in it."""
    written = {}
    for path, text in texts.items():
        new, spans = places.rewrite(text, [(m.number, m.place) for m in mutants
                                           if m.path == path])
        line = '#include "builder/Mutant.h"\n'
        spans = {n: [(a + len(line), b + len(line)) for a, b in all]
                 for n, all in spans.items()}
        written[path] = (line + new, spans)
        write_if_changed(build / "source" / path, line + new)
    write_if_changed(build / "source/builder/Mutant.h", HEADER)
    write_if_changed(build / "source/builder/Mutant.cpp", RUNTIME.replace("SIZE", str(size)))
    return written


def configure(build):
    launcher = shutil.which("ccache")
    subprocess.run(
        ["cmake", "-S", ROOT, "-B", build, "-G", "Ninja",
         f"-DCMAKE_PROJECT_PassManagerBuilder_INCLUDE={ROOT}/tests/trust/mutants.cmake",
         f"-DPMB_MUTANTS={build}/source", "-DCMAKE_BUILD_TYPE=Debug",
         "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -g0", "-DCMAKE_UNITY_BUILD=ON", "-DPMB_ENABLE_MLIR=OFF",
         "-DPMB_ENABLE_TESTS=ON", "-DPMB_ENABLE_TOOLS=OFF", "-DPMB_ENABLE_EXAMPLES=OFF",
         *([f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"] if launcher else [])],
        check=True, stdout=subprocess.DEVNULL)


def ninja(build, *arguments):
    environment = dict(os.environ, CCACHE_BASEDIR=str(ROOT), CCACHE_NOHASHDIR="1",
                       CCACHE_SLOPPINESS="pch_defines,time_macros,include_file_mtime,"
                                         "include_file_ctime")
    return subprocess.run(["ninja", "-C", build, *arguments], env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def find_wrong(log, written):
    """The numbers of the mutants that the compiler complains about."""
    wrong = set()
    place = re.compile(r"source/(builder/[\w/.]+):(\d+):(\d+): *(.*)")
    lines = log.splitlines()
    for i, line in enumerate(lines):
        if "error:" not in line:
            continue
        match = place.search(line)
        near = [match] if match else filter(None, map(place.search, lines[i - 12:i + 13]))
        for match in near:
            if match.group(1) in written:
                wrong |= find_at(*written[match.group(1)], int(match.group(2)),
                                 int(match.group(3)))
    return wrong


def find_at(text, spans, line, column):
    begin = 0
    for _ in range(line - 1):
        begin = text.index("\n", begin) + 1
    end, at = text.find("\n", begin), begin + column - 1
    inside = [(b - a, number) for number, all in spans.items() for a, b in all
              if a <= at < b]
    if inside:
        return {min(inside)[1]}
    return {number for number, all in spans.items() for a, b in all
            if a <= end and b >= begin}


def build_all(build, texts, mutants, jobs):
    """Builds with all mutants that compile; returns those, and how many do not."""
    size, first = len(mutants), True
    (build / "source").mkdir(parents=True, exist_ok=True)
    # What does not compile is known from the last time.
    memory = build / "rejected.txt"
    known = set(memory.read_text(encoding="utf-8").splitlines()) if memory.exists() else set()
    mutants = [m for m in mutants if m.identity() not in known]
    while True:
        written = write_sources(build, texts, mutants, size)
        lost = {m.number for m in mutants} - {n for _, spans in written.values() for n in spans}
        if first:
            configure(build)
        first = False
        result = ninja(build, f"-j{jobs}", "-k0", "PMBbuilder")
        wrong = find_wrong(result.stdout, written) | lost
        if result.returncode and not wrong:
            sys.exit(f"{result.stdout[-4000:]}\nThe program does not compile, and no mutant "
                     "is to blame.")
        known |= {m.identity() for m in mutants if m.number in wrong}
        memory.write_text("\n".join(sorted(known)), encoding="utf-8")
        mutants = [m for m in mutants if m.number not in wrong]
        if not result.returncode and not wrong:
            break
        print(f"{len(wrong)} mutants do not compile", flush=True)
    result = ninja(build, f"-j{jobs}", "pmb-builder-tests", "pmb-bundles-tests")
    if result.returncode:
        sys.exit(result.stdout[-4000:])
    return mutants, size - len(mutants)


#===--- Tests ---===#

class Test:
    def __init__(self, program, name):
        self.program, self.name = program, name
        self.seconds, self.reached = 0.0, frozenset()


def run(program, names, environment, seconds):
    """Whether the tests pass, and the processor's seconds that they took."""
    def limit():
        cpu = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    child = subprocess.Popen(
        [program, f"--gtest_filter={':'.join(names)}", "--gtest_fail_fast", "--gtest_brief=1"],
        env={**os.environ, **environment}, preexec_fn=limit, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, cwd=ROOT)
    # What waits for something takes no time of the processor.
    clock = threading.Timer(40 * seconds + 60, child.kill)
    clock.start()
    _, status, usage = os.wait4(child.pid, 0)
    clock.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode == 0, usage.ru_utime + usage.ru_stime


def list_tests(program):
    listed = subprocess.run([program, "--gtest_list_tests"], text=True, check=True,
                            stdout=subprocess.PIPE).stdout
    suite = ""
    for line in listed.splitlines():
        if line.startswith("  "):
            yield suite + line.split("#")[0].strip()
        elif line.endswith(".") or ".  #" in line:
            suite = line.split("#")[0].strip()


def look(test, environment):
    """Runs a test as it is: how long it takes, and which mutants it reaches."""
    with tempfile.NamedTemporaryFile() as file:
        passed, test.seconds = run(test.program, [test.name],
                                   {**environment, "PMB_MUTANTS_REACHED": file.name}, 600)
        test.reached = frozenset(i for i, byte in enumerate(file.read()) if byte)
    return test, passed


def find_tests(build, wanted, environment, pool):
    """The tests that pass with no mutant at work."""
    tests = [Test(str(build / "bin" / f"pmb-{floor}-tests"), name)
             for floor in ("builder", "bundles")
             for name in list_tests(build / "bin" / f"pmb-{floor}-tests")
             if re.search(wanted, name) and not NOT_RUN.search(name)]
    passing = []
    for test, passed in pool.map(lambda test: look(test, environment), tests):
        if passed:
            passing.append(test)
        else:
            print(f"{test.name} fails without a mutant, and is not used")
    return passing


def portions(tests):
    """The tests in the order that kills soonest: the near ones before those of bundles/,
    those that reach little else first, and last those that take long."""
    quick = sorted((t for t in tests if t.seconds < 1), key=lambda t: len(t.reached))
    slow = [t for t in tests if t.seconds >= 1]
    programs = sorted({t.program for t in tests})
    for group in (quick, slow):
        for program in programs:
            part = [t for t in group if t.program == program]
            for some in (part[:20], part[20:]):
                if some:
                    yield program, some


def judge(mutant, tests, environment):
    """killed, lives, or not reached."""
    reaching = [t for t in tests if mutant.number in t.reached]
    mutant.verdict = "lives" if reaching else "not reached"
    for program, part in portions(reaching):
        seconds = 5 * sum(t.seconds for t in part) + 2
        passed, _ = run(program, [t.name for t in part],
                        {**environment, "PMB_MUTANT": str(mutant.number)}, seconds)
        if not passed:
            mutant.verdict = "killed"
            break
    return mutant


#===--- What is printed ---===#

def report(mutants, rejected, total, seed):
    living = [m for m in mutants if m.verdict != "killed"]
    killed = len(mutants) - len(living)
    kinds = collections.Counter(m.place.kind for m in mutants)
    alive = collections.Counter(m.place.kind for m in living)
    unreached = sum(m.verdict == "not reached" for m in living)
    percent = 100 * killed / max(1, len(mutants))
    lines = [f"Seed {seed}: {killed} of {len(mutants)} mutants are killed ({percent:.1f} %; the "
             f"target is 90 %), of {total} places. {len(living)} live, {unreached} of them "
             f"where no test comes. {rejected} more did not compile.", "",
             "| kind | mutants | killed |", "|---|---|---|"]
    lines += [f"| {kind} | {kinds[kind]} | {kinds[kind] - alive[kind]} |"
              for kind in sorted(kinds)]
    print("\n".join(lines))
    return percent, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=500, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-mutants",
                        help="the build tree, kept for the next time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", type=int, nargs="*", help="judge the mutants of these numbers")
    parser.add_argument("--tests", default="", help="only tests with such a name, by a regular "
                        "expression: what those kill")
    parser.add_argument("--model-runs", default="2000", help="pipelines of each model test")
    parser.add_argument("--least", type=float, default=0, help="fail below this percentage")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    build = options.build.resolve()

    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in find_sources()}
    chosen, total = choose(options.seed, options.count, texts)
    compiled, rejected = build_all(build, texts, chosen, options.jobs)
    mutants = compiled[:options.count]
    print(f"seed {options.seed}: {len(mutants)} mutants of {total} places are built",
          flush=True)

    environment = {"PMB_MODEL_RUNS": options.model_runs}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tests = find_tests(build, options.tests, environment, pool)
        print(f"{len(tests)} tests, {sum(t.seconds for t in tests):.0f} s", flush=True)
        if options.only is not None:
            mutants = [m for m in mutants if m.number in options.only]
        for mutant in pool.map(lambda m: judge(m, tests, environment), mutants):
            if mutant.verdict != "killed":
                print(f"seed {options.seed} mutant {mutant.number} {mutant.verdict}: "
                      f"{mutant}", flush=True)
    percent, lines = report(mutants, rejected, total, options.seed)
    if options.record and options.only is None and not options.tests:
        record("mutants", lines, f"tests/trust/mutants.py --seed {options.seed}")
    return percent < options.least


if __name__ == "__main__":
    sys.exit(main())
