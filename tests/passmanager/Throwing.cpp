//===- Throwing.cpp - Exceptions of those that are called -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Throwing.h"
#include <stdexcept>

void pmb::test::throwError(const char *message) {
  throw std::runtime_error(message);
}
