# ===- setup.py - What pyproject.toml cannot say ---------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""With the library in it, the package is for one kind of machine."""

import glob
import os

from setuptools import Distribution, setup

HERE = os.path.dirname(os.path.abspath(__file__))


class MaybeBinary(Distribution):
    """A pure package, unless the library lies in its folder."""

    def has_ext_modules(self):
        return bool(glob.glob(os.path.join(HERE, "pmb", "libpmb-c.so*")))


setup(distclass=MaybeBinary)
