//===- Framework.h - Pipelines that others may add to -----------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A framework that lowers linalg programs to the LLVM dialect, in three ways
// that have little in common. It knows nothing of third parties, and has
// no hooks for them beyond naming its places.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_EXAMPLES_FRAMEWORK_FRAMEWORK_H
#define PMB_EXAMPLES_FRAMEWORK_FRAMEWORK_H

#include "passmanager/PassManagerBuilder.h"

namespace framework {

/// Tensors to LLVM through plain loops, made of stock bundles.
void composeCpu(pmb::PassManagerBuilder &builder);

/// Tensors to LLVM through affine loops, which are fused, in nests of its own;
/// one pass converts everything at the end.
void composeAffine(pmb::PassManagerBuilder &builder);

/// For programs that are on memrefs already: nothing is bufferized.
void composeMemref(pmb::PassManagerBuilder &builder);

/// A pipeline with the program that it can lower.
struct Variant {
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  llvm::StringLiteral program;
  void (*compose)(pmb::PassManagerBuilder &);
};

llvm::ArrayRef<Variant> getVariants();

} // namespace framework

#endif // PMB_EXAMPLES_FRAMEWORK_FRAMEWORK_H
