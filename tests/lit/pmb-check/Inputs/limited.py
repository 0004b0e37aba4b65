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


def set_at_most(what, value):
    """Where the machine allows less, that is the limit."""
    hard = resource.getrlimit(what)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(what, (value, value))


def limit():
    if mebibytes:
        set_at_most(resource.RLIMIT_AS, mebibytes << 20)
    set_at_most(resource.RLIMIT_CPU, seconds)
    set_at_most(resource.RLIMIT_STACK, 8 << 20)


code = subprocess.run(sys.argv[4:], preexec_fn=limit).returncode
if code != expected:
    sys.exit(f"limited.py: expected exit code {expected}, got {code}")
