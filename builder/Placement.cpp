//===- Placement.cpp - Checking and finding places ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/OrderCheck.h"
using namespace pmb;
using namespace llvm;
Error OrderCheck::checkInserted(const Node &) { return Error::success(); }
Expected<Node *> OrderCheck::findPlace(const PassDescriptor &) {
  return nullptr;
}
