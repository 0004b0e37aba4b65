# ===- limited.py - Runs a command with little memory and time ---------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
#
#   limited.py <MiB> <seconds of the processor> <exit code> <command>...
#
# Fails unless the command ends with that exit code. With 0 MiB the memory is not
# limited: a sanitizer reserves more than there is.

import resource
import subprocess
import sys

mebibytes, seconds, expected = (int(argument) for argument in sys.argv[1:4])


def limit():
    if mebibytes:
        resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_STACK, (8 << 20, 8 << 20))


code = subprocess.run(sys.argv[4:], preexec_fn=limit).returncode
if code != expected:
    sys.exit(f"limited.py: expected exit code {expected}, got {code}")
