//===- AcmePasses.h - Passes with their contracts ---------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_EXAMPLES_CONTRACTS_ACMEPASSES_H
#define PMB_EXAMPLES_CONTRACTS_ACMEPASSES_H

#include "mlir/Pass/Pass.h"

namespace acme {
#define GEN_PASS_DECL
#include "AcmePasses.h.inc"
} // namespace acme

#endif // PMB_EXAMPLES_CONTRACTS_ACMEPASSES_H
