# ===- lit.cfg.py - How the tests below tests/lit are run --------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#

import os
import shutil
import sys

import lit.formats

config.name = "PassManagerBuilder"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".mlir"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.pmb_source_dir, "tests", "lit")
config.test_exec_root = os.path.join(config.pmb_build_dir, "tests", "lit")

# Tests call pmb-*, FileCheck, not, mlir-opt... by their names. A tool of another LLVM
# on the PATH must not win.
config.environment["PATH"] = os.pathsep.join(
    [config.pmb_tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "")]
)
# Output must not depend on who runs the tests.
config.environment["LC_ALL"] = "C"
# Some tests are about crashes: to name the functions on the stack takes half a second each.
config.environment["LLVM_DISABLE_SYMBOLIZATION"] = "1"

config.substitutions.append(("%pmb_src", config.pmb_source_dir))
config.substitutions.append(("%pmb_build", config.pmb_build_dir))
config.substitutions.append(("%pmb_lib", config.pmb_lib_dir))
config.substitutions.append(("%mlir_include", config.mlir_include_dir))
config.substitutions.append(("%llvm_lib", config.llvm_lib_dir))
config.substitutions.append(("%llvm_release", config.llvm_release))
config.substitutions.append(("%shlibext", ".dylib" if sys.platform == "darwin" else ".so"))
# python3 of the system may not be the one that CMake found.
config.substitutions.append((r"%python\b", f'"{config.python}"'))

# The memory that inputs which ask for very much may take, in MiB. A sanitizer
# reserves more than there is.
memory = "0" if config.pmb_is_sanitized else "1024"
config.substitutions.append((r"%memory\b", memory))

# REQUIRES: mlir          the layer above MLIR was built
# REQUIRES: mlir-22       ... of LLVM 22: MLIR 19 has not what the test is about, or says it otherwise
# REQUIRES: examples      the examples were built
# REQUIRES: git           git is installed
# REQUIRES: graphviz      Graphviz is installed, which reads what --graph=dot writes
# REQUIRES: opt           opt of LLVM is installed, of the release that the catalog is about
# REQUIRES: lsp           the server for editors was built
# UNSUPPORTED: sanitized  it is built with sanitizers
if config.pmb_is_sanitized:
    config.available_features.add("sanitized")
if shutil.which("git"):
    config.available_features.add("git")
if shutil.which("dot"):
    config.available_features.add("graphviz")
if config.llvm_release == "22" and shutil.which("opt", path=config.llvm_tools_dir):
    config.available_features.add("opt")
if config.pmb_has_lsp_server:
    config.available_features.add("lsp")
if config.pmb_enable_mlir:
    config.available_features.add("mlir")
    if config.llvm_release == "22":
        config.available_features.add("mlir-22")
    if config.pmb_enable_examples:
        config.available_features.add("examples")
