//===- ProbeDialect.cpp - Counting work at run time -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProbeDialect.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include "ProbeDialect.cpp.inc"

void acme::ProbeDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ProbeOps.cpp.inc"
      >();
}

mlir::LogicalResult acme::CountOp::verify() {
  // The name becomes part of a symbol of the object file.
  bool isIdentifier =
      !getCounter().empty() && llvm::all_of(getCounter(), [](char c) {
        return llvm::isAlnum(c) || c == '_';
      });
  if (!isIdentifier)
    return emitOpError("counter name must consist of letters, digits and "
                       "underscores, but is \"")
           << getCounter() << "\"";
  int64_t amount = getAmountAttr().getInt();
  if (amount < 0)
    return emitOpError("cannot advance a counter by a negative amount (")
           << amount << ")";
  return mlir::success();
}

#define GET_OP_CLASSES
#include "ProbeOps.cpp.inc"
