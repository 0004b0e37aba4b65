//===- Passes.h - A consumer's passes ---------------------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_CONSUMER_PASSES_H
#define PMB_TESTS_CONSUMER_PASSES_H

#include "mlir/Pass/Pass.h"

#define GEN_PASS_DECL
#include "Passes.h.inc"

#endif // PMB_TESTS_CONSUMER_PASSES_H
