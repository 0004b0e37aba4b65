#!/usr/bin/env python3
# ===- install_python.py - The Python package, installed -------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Installs the staged package with pip into an empty folder, and uses it from there. Needs
no network."""

import argparse
import glob
import os
import shutil
import subprocess
import sys
import tempfile

USE = (
    "import pmb, os; p = pmb.Pipeline.parse('builtin.module(cse)'); p.insert('sccp', at='end');"
    "assert str(p) == 'builtin.module(cse,sccp)'; print(os.path.dirname(pmb.__file__))"
)


def use(python, folder):
    """The package is used from this folder, and from nowhere else."""
    environment = {key: value for key, value in os.environ.items() if key != "PMB_LIBRARY"}
    environment["PYTHONPATH"] = folder
    place = subprocess.check_output(
        [python, "-c", USE], env=environment, cwd="/", universal_newlines=True
    ).strip()
    if place != os.path.join(folder, "pmb"):
        sys.exit(f"error: {place} was used instead of {folder}")


def install_with_pip(python, staged, folder):
    """False where Python has no pip, setuptools or wheel."""
    needed = [python, "-c", "import setuptools, wheel, pip"]
    if subprocess.run(needed, stderr=subprocess.DEVNULL).returncode:
        return False
    # pip writes into the folder that it installs from.
    source = os.path.join(folder, "source")
    shutil.copytree(staged, source)
    target = os.path.join(folder, "target")
    subprocess.run(
        [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index",
         "--no-build-isolation", "--target", target, source],
        check=True,
    )
    if not glob.glob(os.path.join(target, "pmb", "libpmb-c.so*")):
        sys.exit("error: the library was not installed")
    use(python, target)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("staged")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        done = install_with_pip(sys.executable, arguments.staged, os.path.realpath(folder))
    sys.exit(0 if done else 77)


if __name__ == "__main__":
    main()
