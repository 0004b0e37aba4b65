#!/usr/bin/env python3
# ===- faults.py - Every call of pmb-check fails once ---------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs pmb-check on commands.py, each time with one call that fails.

  tests/trust/faults.py [--pmb-check PROGRAM] [--every N] [--bytes N] [--record] [COMMAND...]

faults.c is compiled and preloaded. It counts opens, reads, writes, renames, closes, looks at
files, and allocations of --bytes or more (1 MB by default), and lets the n-th fail; n counts all,
or every N-th. Each has to end with what a run without a fault writes, or with exit code 2, or 3
for memory, a message that names the file, and files that have their old bytes or their new ones.
Exits with 1 if one does not, and prints it.
"""

import argparse
import collections
import concurrent.futures
import errno
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import commands
from record import record

HERE = pathlib.Path(__file__).resolve().parent
INTERRUPTED = 0
# What each kind of call may say.
ERRORS = {
    "open": [errno.EACCES, errno.EIO, errno.ENOMEM, INTERRUPTED],
    "create": [errno.EACCES, errno.ENOSPC, errno.EIO, INTERRUPTED],
    "read": [errno.EIO, errno.ENOMEM, INTERRUPTED],
    "write": [errno.EIO, errno.ENOSPC, INTERRUPTED],
    "rename": [errno.EIO, errno.ENOSPC, errno.EACCES],
    "finish": [errno.EIO, errno.ENOSPC],
    "sync": [errno.EIO],
    "resize": [errno.EIO, errno.ENOSPC],
    "mode": [errno.EACCES],
    "remove": [errno.EACCES],
    "close": [errno.EIO],
    "look": [errno.EIO, errno.EACCES],
    "allocate": [errno.ENOMEM],
    "map": [errno.ENOMEM],
}
# Whose failing may not go unnoticed, whatever the result: bytes may be lost.
WRITING = {"write", "finish", "sync", "resize", "rename"}
# The program's own temporary files, and what it looks at without a name.
TEMPORARY = re.compile(r"^/tmp/pmb-check-")
UNNAMED = re.compile(r"^(pipe:|/dev/|/proc/|/tmp/pmb-check-|\.$)")
BESIDE = re.compile(r"\.[0-9a-z]{6}\.tmp$")

Run = collections.namedtuple("Run", "code output errors files log")


class Bench:
    def __init__(self, program, library, base, options):
        self.program, self.library, self.base = program, library, base
        self.options = options
        self.pattern = base / "pattern"
        commands.make_folder(self.pattern, program)
        self.old = self.read(self.pattern)

    @staticmethod
    def read(folder):
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}

    def run(self, arguments, at=0, error=0):
        """Runs a command in a fresh copy of the folder."""
        arguments, given = commands.split(arguments)
        with tempfile.TemporaryDirectory(dir=self.base) as outer:
            folder, log = pathlib.Path(outer, "in"), pathlib.Path(outer, "log")
            # Nothing is written in place: what is would be seen in the pattern.
            shutil.copytree(self.pattern, folder, copy_function=os.link)
            temporary = pathlib.Path(outer, "tmp")
            temporary.mkdir()
            environment = {
                **os.environ, "LD_PRELOAD": str(self.library), "PMB_FAULT_LOG": str(log),
                "PMB_FAULT_AT": str(at), "PMB_FAULT_ERRNO": str(error),
                "PMB_FAULT_BYTES": str(self.options.bytes), "TMPDIR": str(temporary),
            }  # fmt: skip
            with open(folder / given if given else os.devnull, "rb") as stdin:
                done = subprocess.run(
                    [self.program, *arguments], cwd=folder, env=environment, stdin=stdin,
                    capture_output=True, timeout=120, check=False)  # fmt: skip
            # A list of dependencies has absolute names.
            files = {name: text.replace(str(folder).encode(), b"<folder>")
                     for name, text in self.read(folder).items()}  # fmt: skip
            for path in temporary.iterdir():
                files["TMPDIR/" + path.name] = b""
            text = log.read_text(errors="replace").replace(str(folder) + "/", "")
            text = text.replace(str(temporary), "/tmp")
            return Run(done.returncode, done.stdout, done.stderr.decode(errors="replace"),
                       files, text.splitlines())  # fmt: skip

    @staticmethod
    def drop_temporary(files):
        return {name: text for name, text in files.items()
                if not name.startswith("TMPDIR/")}  # fmt: skip

    def judge(self, arguments, good, fault, error, run):
        """What is wrong with a run in which a call failed; None if nothing is."""
        kind, _, path = fault.partition(" ")
        said = run.errors + run.output.decode(errors="replace")
        if run.code < 0 or run.code > 3:
            return f"ends with {run.code}"
        if kind in ("look", "remove"):  # what cannot be looked at or removed stays
            run = run._replace(files=self.drop_temporary(run.files))
        for name in sorted(set(run.files) | set(self.old)):
            now = run.files.get(name)
            if now in (self.old.get(name), good.files.get(name)):
                continue
            # The report of an input that cannot be read, as a whole.
            if name in arguments and run.code == 2 and now.endswith(b"\n"):
                said += now.decode()
                continue
            return f"{name} is neither what it was nor what it should become"
        same = (run.code, run.output, run.files) == (good.code, good.output, good.files)
        if error == INTERRUPTED:
            return None if same and run.errors == good.errors else "is not what it is without"
        if same and (kind not in WRITING or TEMPORARY.search(path)):
            return None  # as what was mapped can be read, and what is known need not be
        if kind in ("allocate", "map"):
            is_told = run.code == 3 and "memory" in run.errors
            return None if is_told else f"exits with {run.code}"
        is_answer = "--serve" in arguments and kind not in WRITING
        if run.code != 2 and not is_answer:
            return f"exits with {run.code}"
        if path.startswith("pipe:") and not run.errors:
            return None  # the standard error itself
        name = pathlib.Path(BESIDE.sub("", path)).name
        if "<" + name in arguments:
            name = "stdin" if "-" in arguments else "standard input"
        if not UNNAMED.search(path) and name not in said:
            return f"nothing names {name}"
        return None if said else "nothing is said"

    def measure(self, name, arguments, pool):
        """What went wrong, and how many calls of which kinds failed."""
        good = self.run(arguments)
        if good.code not in (0, 1):
            return [f"{name}: exits with {good.code} without a fault:\n{good.errors}"], {}
        counts, jobs = collections.Counter(), []
        for at, fault in enumerate(good.log, 1):
            kind = fault.split(" ")[0]
            if at % self.options.every:
                continue
            for error in ERRORS[kind]:
                counts[kind] += 1
                jobs.append((fault, error, pool.submit(self.run, arguments, at, error)))
        problems = []
        for fault, error, job in jobs:
            run = job.result()
            if problem := self.judge(arguments, good, fault, error, run):
                says = errno.errorcode.get(error, "interrupted")
                problems.append(f"{name}: {fault}, {says}: {problem}\n    {run.errors[:400]}")
        return problems, counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pmb-check", default="build/bin/pmb-check")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--bytes", type=int, default=1 << 20)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("commands", nargs="*")
    options = parser.parse_args()
    everything = {**commands.READING, **commands.WRITING}
    counts, problems = collections.Counter(), []
    with tempfile.TemporaryDirectory() as base:
        library = pathlib.Path(base, "faults.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", str(HERE / "faults.c"), "-o",
                        str(library), "-ldl"], check=True)  # fmt: skip
        bench = Bench(str(pathlib.Path(options.pmb_check).resolve()), library,
                      pathlib.Path(base), options)  # fmt: skip
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for name in options.commands or everything:
                found, failed = bench.measure(name, everything[name], pool)
                if bench.read(bench.pattern) != bench.old:
                    raise SystemExit(f"{name}: a file was written in its place")
                for problem in found:
                    print(problem, flush=True)
                problems += found
                counts.update(failed)
    print(f"{sum(counts.values())} faults, {len(problems)} problems")
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    if options.record:
        rows = ["| call that fails | runs |", "|---|---|"]
        rows += [f"| {kind} | {count} |" for kind, count in counts.most_common()]
        rows += ["", f"{len(everything)} commands, {sum(counts.values())} faults, "
                 f"{len(problems)} problems (target: 0)."]  # fmt: skip
        every = f" --every {options.every}" if options.every > 1 else ""
        record("faults", rows, f"tests/trust/faults.py{every} --record")
    return 1 if problems or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
