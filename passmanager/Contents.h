//===- Contents.h - What a piece of IR contains ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order check is sharper when it knows what the input of a pipeline
// contains. From the IR itself:
//
//   builder.getInterface().inputContents = pmb::collectContents(module);
//   builder.getInterface().isInputMeasured = true;
//   if (llvm::Error err = builder.build()) ...
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_CONTENTS_H
#define PMB_PASSMANAGER_CONTENTS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace mlir {
class Operation;
class Type;
} // namespace mlir

namespace pmb {

/// The items in `root` and all that is nested in it, as contracts call them,
/// each once, sorted:
///
///   memref.load             operations, by their names,
///   memref.subview(static)  with a mark where more is known (Marks.h),
///                           and without one where it is not
///   !memref                 kinds of types
///   func.func(!tensor)      if the signature of one with a body has tensors
///   tensor.dim(dead)        if all of them are dead: no result is used, and
///                           there is no effect
///   !tensor(dead)           if only these mention it
///   gpu.module/memref.load  what stands in a part of the program with symbols
///                           of its own, or in a gpu.launch
///
/// `root` itself counts. REQUIRES: the IR is valid.
std::vector<std::string> collectContents(mlir::Operation *root);

/// The kind of a type: `!memref`, `!tensor`, `!vector`, `!index`, `!complex`,
/// `!f8` for floats of at most 8 bits, `!<dialect>` for the types of other
/// dialects, and the empty string for integers, other floats and function
/// types.
std::string getKindOf(mlir::Type type);

/// True if the operation, or the function that it is in, mentions a type that
/// conversions commonly leave alone: of a kind that is not builtin, or tensors,
/// unless it is one of `kinds`; a float of eight bits or fewer; a buffer in a
/// memory space that is not a number, or without strides; a vector that is
/// scalable in other dimensions than the last.
bool hasForeignType(mlir::Operation *op, llvm::ArrayRef<std::string> kinds);

} // namespace pmb

#endif // PMB_PASSMANAGER_CONTENTS_H
