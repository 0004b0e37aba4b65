#!/usr/bin/env python3
# ===- deb.py - The package python3-pmb ------------------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes a Debian package of the Python package with the library in its folder."""

import argparse
import os
import shutil
import subprocess
import tempfile

CONTROL = """Package: python3-pmb
Version: {version}
Architecture: {architecture}
Maintainer: PassManagerBuilder
Section: python
Priority: optional
Depends: python3 (>= 3.9), libc6, libgcc-s1, libstdc++6
Installed-Size: {size}
Description: composes, edits and checks pass pipelines of MLIR
 A pipeline is a list that anyone can insert into. Its order is checked before
 anything runs. Needs neither LLVM nor MLIR.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", required=True, help="the folder pmb/")
    parser.add_argument("--version", required=True)
    parser.add_argument("--license", required=True)
    parser.add_argument("--output", required=True, help="the folder for the package")
    arguments = parser.parse_args()
    architecture = subprocess.check_output(
        ["dpkg", "--print-architecture"], universal_newlines=True
    ).strip()
    with tempfile.TemporaryDirectory() as root:
        os.chmod(root, 0o755)
        installed = os.path.join(root, "usr/lib/python3/dist-packages/pmb")
        shutil.copytree(
            arguments.package, installed, ignore=shutil.ignore_patterns("__pycache__")
        )
        docs = os.path.join(root, "usr/share/doc/python3-pmb")
        os.makedirs(docs)
        shutil.copy(arguments.license, os.path.join(docs, "copyright"))
        size = sum(
            os.path.getsize(os.path.join(folder, file))
            for folder, _, files in os.walk(root)
            for file in files
        )
        os.makedirs(os.path.join(root, "DEBIAN"))
        with open(os.path.join(root, "DEBIAN/control"), "w", encoding="utf-8") as file:
            file.write(
                CONTROL.format(
                    version=arguments.version, architecture=architecture, size=size // 1024 + 1
                )
            )
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", root,
             os.path.join(arguments.output,
                          f"python3-pmb_{arguments.version}_{architecture}.deb")],
            check=True,
        )


if __name__ == "__main__":
    main()
