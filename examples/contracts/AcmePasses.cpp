//===- AcmePasses.cpp - Passes with their contracts -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two of the passes; what they would do is of no interest here. Nothing but the
// last line has to do with contracts.
//
//===----------------------------------------------------------------------===//

#include "AcmePasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace acme {
#define GEN_PASS_DEF_ACMETILE
#define GEN_PASS_DEF_ACMEPAD
#include "AcmePasses.h.inc"
} // namespace acme

namespace {
struct AcmeTile : acme::impl::AcmeTileBase<AcmeTile> {
  using Base::Base;
  void runOnOperation() override {}
};
struct AcmePad : acme::impl::AcmePadBase<AcmePad> {
  void runOnOperation() override {}
};
} // namespace

#include "AcmePasses.contracts.inc"
