#!/usr/bin/env python3
"""Builds a project whose pipelines have one source, changes it, and looks at what is said.

    pipeline.py <prefix> <source> <work> [<cmake option>...]
"""
import os
import re
import shutil
import subprocess
import sys

prefix, source, work = sys.argv[1:4]
options = sys.argv[4:]
tree, build = os.path.join(work, "source"), os.path.join(work, "build")


def run(*command):
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, timeout=1800)
    return result.returncode, result.stdout


def expect(fails, command, *patterns):
    """Runs a command, and looks for patterns in what it prints."""
    code, output = run(*command)
    # CMake breaks lines, depending on how long the name of the folder is.
    line = " ".join(output.split())
    missing = [pattern for pattern in patterns if not re.search(pattern, line)]
    if bool(code) != fails or missing:
        sys.exit(f"{' '.join(command)}: exit code {code}, without {missing}\n{output}")


def configure(*more):
    return ("cmake", "-S", tree, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", *options, *more)


def make(*targets):
    return ("cmake", "--build", build, *(f"--target={target}" for target in targets))


def test(*only):
    return ("ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error", *only)


def edit(name, old, new):
    path = os.path.join(tree, name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert old in text, (name, old)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))


shutil.rmtree(work, ignore_errors=True)
shutil.copytree(source, tree)
expect(False, configure())
expect(False, make())
expect(False, test(), "100% tests passed, 0 tests failed out of 6")
# Nothing is made again.
expect(False, make(), "no work to do|up to date")

# A page that was edited by hand.
edit("cpu.pipeline.md", "How often", "How seldom")
expect(True, test(), r"cpu.pipeline.md is out of date; build the target acme-pipelines-cpu-page",
       "1 tests failed out of 6")
expect(False, make("acme-pipelines-update"))
expect(False, test())

# A file that is included has changed: so have the C++, and what is kept.
edit("parts/tidy.json", '["cse"]', '["cse", "sccp"]')
expect(False, make(), "Checking cpu.pipeline.json")
expect(True, test(), "cpu.pipeline.txt is out of date", "2 tests failed out of 6")
expect(False, make("acme-pipelines-update"))
expect(False, test())

# A wrong order is an error of the build, with its place; nothing is written.
header = os.path.join(build, "gpu-late.pipeline.h")
before = os.stat(header).st_mtime_ns
edit("gpu-late.pipeline.json", '"cse", {"pass": "sccp"', '{"pass": "sccp"')
edit("gpu-late.pipeline.json", 'constants"}]', 'constants"}, "cse"]')
expect(True, make(), r"gpu-late.pipeline.json:3:14: error: 'sccp' must come after 'cse'",
       "acme shares first")
if os.stat(header).st_mtime_ns != before:
    sys.exit(f"{header} was written")
edit("gpu-late.pipeline.json", '"passes": [', '"passes": ["cse", ')
edit("gpu-late.pipeline.json", 'constants"}, "cse"]', 'constants"}]')
expect(False, make())
expect(False, test())

# A tool that has something else under the name.
expect(False, configure("-DOTHER=ON"))
expect(False, make())
expect(True, test("-R", "tool"), "does not run what cpu.pipeline.json says",
       r"- func.func\(sccp\)", r"canonicalize\{max-iterations=9\}")

expect(True, configure("-DCOLLIDES=ON"), "two files would both be the pipeline 'gpuLate'")
shutil.rmtree(work)
