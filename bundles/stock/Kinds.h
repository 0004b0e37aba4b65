//===- Kinds.h - The stock kinds of passes as C++ types -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   builder.addPassBeforeType<MyPass, LLVMLowering>();
//
// A kind says what a pass *is*; it is a name, and any project can invent more.
// These are the names that the stock catalog gives to the passes of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_STOCK_KINDS_H
#define PMB_BUNDLES_STOCK_KINDS_H

#include "llvm/ADT/StringRef.h"

namespace pmb {

#define PMB_KIND(TYPE, NAME)                                                   \
  struct TYPE {                                                                \
    static constexpr llvm::StringLiteral getKindName() { return NAME; }        \
  };

/// Rewrites tensors into buffers: one-shot-bufferize.
PMB_KIND(Bufferization, "bufferization")
/// Frees buffers, or makes that cheaper: ownership-based-buffer-deallocation.
PMB_KIND(BufferDeallocation, "buffer-deallocation")
/// Removes what is needless or makes it more regular, and changes no level of
/// abstraction: canonicalize, cse, symbol-dce, remove-dead-values.
PMB_KIND(Cleanup, "cleanup")
/// Lowers structured operations to loops: convert-linalg-to-loops.
PMB_KIND(LinalgLowering, "linalg-lowering")
/// Lowers loops: convert-scf-to-cf, lower-affine.
PMB_KIND(LoopLowering, "loop-lowering")
/// Converts something to the LLVM dialect: convert-arith-to-llvm,
/// finalize-memref-to-llvm, convert-to-llvm.
PMB_KIND(LLVMLowering, "llvm-lowering")
/// Makes the program do less, or with fewer operations, and changes no level of
/// abstraction: inline, sccp, loop-invariant-code-motion.
PMB_KIND(Optimization, "optimization")
/// Removes the casts between converted and unconverted types:
/// reconcile-unrealized-casts.
PMB_KIND(CastReconciliation, "cast-reconciliation")

#undef PMB_KIND

} // namespace pmb

#endif // PMB_BUNDLES_STOCK_KINDS_H
