#!/usr/bin/env python3
"""Makes an LLVM as most MLIR projects have it: archives, and no libLLVM or libMLIR.

    private_llvm.py <prefix of an LLVM> <new folder>

The new folder refers to the files of the other; only what CMake reads is copied,
without the two shared libraries, and with LLVM's parts where MLIR's asked for libLLVM.
"""

import pathlib
import re
import shutil
import sys

REPLACED = {
    # What MLIR's libraries use of LLVM, in a build where they say so.
    "LLVM": "LLVMCore;LLVMAsmParser;LLVMBitReader;LLVMBitWriter;LLVMIRReader;LLVMLinker;"
            "LLVMTransformUtils;LLVMFrontendOpenMP;LLVMTargetParser;LLVMSupport",
    # Targets of packages for developers, which libLLVM does without. All others of
    # that form are of no use here.
    "ZLIB::ZLIB": "-l:libz.so.1",
    "zstd::libzstd_shared": "-l:libzstd.so.1",
}


def without_target(text, name):
    """Leaves out the three statements that make an imported target."""
    text = re.sub(r"^add_library\(%s SHARED IMPORTED\)$" % name, "", text, flags=re.M)
    return re.sub(r"^(set_target_properties\(%s |set_property\(TARGET %s |"
                  r"list\(APPEND _cmake_import_check_\w+ %s )[^)]*\)$" % (name, name, name),
                  "", text, flags=re.M)


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    shutil.rmtree(target, ignore_errors=True)
    (target / "lib/cmake").mkdir(parents=True)
    for folder in ("bin", "include"):
        (target / folder).symlink_to(source / folder)
    for file in (source / "lib").iterdir():
        if not re.match(r"lib(LLVM|MLIR)[-.\d]*\.so", file.name) and file.name != "cmake":
            (target / "lib" / file.name).symlink_to(file)
    for package in ("llvm", "mlir"):
        shutil.copytree(source / "lib/cmake" / package, target / "lib/cmake" / package)
    for file in (target / "lib/cmake").glob("*/*.cmake"):
        text = old = file.read_text()
        text = re.sub(r"(LLVM_LINK_LLVM_DYLIB|MLIR_LINK_MLIR_DYLIB) ON", r"\1 OFF", text)
        if re.match("(LLVMExports|MLIRTargets)", file.name):
            text = without_target(without_target(text, "LLVM"), "MLIR")
            text = re.sub(r'(INTERFACE_LINK_LIBRARIES ")([^"]*)(")',
                          lambda match: match[1] + ";".join(
                              REPLACED.get(part, part) for part in match[2].split(";")
                              if "::" not in part or part in REPLACED) + match[3], text)
            text = re.sub(r"^foreach\((_cmake_expected)?_target.*$",
                          lambda match: re.sub(r' ("?)(LLVM|MLIR)\1(?=[ )])', "", match[0]),
                          text, flags=re.M)
        if text != old:
            file.write_text(text)


main()
