//===- ThirdParty.h - What acme adds to a pipeline --------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_EXAMPLES_THIRDPARTY_THIRDPARTY_H
#define PMB_EXAMPLES_THIRDPARTY_THIRDPARTY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace pmb {
class PassManagerBuilder;
} // namespace pmb

namespace acme {

/// Adds counters of floating point operations and allocated bytes to whatever
/// `builder` compiles: the probe dialect, and three passes in the middle of the
/// pipeline. Works on any pipeline that lowers linalg to the LLVM dialect,
/// whether it bufferizes or not. Fails if there is no such place in it.
llvm::Error registerDialectsAndPasses(pmb::PassManagerBuilder &builder);

/// Registers the three passes with MLIR, for pipelines and plugins that have
/// their names only. Does nothing the second time.
void registerPasses();

/// What the functions that read a counter in the compiled program are called,
/// followed by the name of the counter: `@probe_read_flops : () -> i64`.
inline constexpr llvm::StringLiteral counterReaderPrefix = "probe_read_";

} // namespace acme

#endif // PMB_EXAMPLES_THIRDPARTY_THIRDPARTY_H
