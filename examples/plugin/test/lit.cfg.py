# ===- lit.cfg.py - How the tests of the plugin are run -----------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#

import os

import lit.formats

config.name = "TracePlugin"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["output"]

# FileCheck and not.
config.environment["PATH"] = os.pathsep.join(
    [lit_config.params["llvm_tools"], os.environ.get("PATH", "")]
)
for name in ["plugin", "pmb_opt", "mlir_opt"]:
    config.substitutions.append((f"%{name}", f'"{lit_config.params[name]}"'))
