//===- Passes.cpp - A consumer's passes, with their contracts -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Passes.h"

#define GEN_PASS_DEF_ACMEPAD
#include "Passes.h.inc"

namespace {
struct AcmePad : impl::AcmePadBase<AcmePad> {
  void runOnOperation() override {}
};
} // namespace

#include "Passes.contracts.inc"
