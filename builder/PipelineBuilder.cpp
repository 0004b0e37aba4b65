//===- PipelineBuilder.cpp - Composing a pipeline with C++ types ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/PipelineBuilder.h"

using namespace pmb;

NestBuilder PipelineBuilder::nest(llvm::StringRef op) {
  return NestBuilder(*this, root.getNested(op), list.back());
}

NestBuilder &NestBuilder::add(PassSpec pass) {
  if (Node *added = pipeline.addToNest(std::move(pass), path, tail))
    tail = added;
  return *this;
}

NestBuilder &NestBuilder::addSlot(llvm::StringRef name) {
  if (Node *added = pipeline.addSlotToNest(name, path, tail))
    tail = added;
  return *this;
}
