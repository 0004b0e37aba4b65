//===- ProbeDialect.h - Counting work at run time ---------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dialect with one operation, `probe.count "flops" by 192`: each time control
// passes it, a named 64-bit counter advances. Passes put it where the work can
// be read off the IR; probe-lower turns it into loads and stores.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_EXAMPLES_THIRDPARTY_PROBEDIALECT_H
#define PMB_EXAMPLES_THIRDPARTY_PROBEDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ProbeDialect.h.inc"

#define GET_OP_CLASSES
#include "ProbeOps.h.inc"

#endif // PMB_EXAMPLES_THIRDPARTY_PROBEDIALECT_H
