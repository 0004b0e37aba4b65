//===- LLVMCatalog.h - The passes of LLVM's own pass manager --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_STOCK_LLVMCATALOG_H
#define PMB_BUNDLES_STOCK_LLVMCATALOG_H

#include "builder/passes/Catalog.h"

namespace pmb {

/// The catalog of LLVM 22's own pass manager, `llvm::ModulePassManager`: the
/// rules of its texts and nests, the passes that `opt --print-passes` prints,
/// each with its nests and parameters, and the default pipelines as bundles
/// `default<O0>` to `default<Oz>`, with the entry points of `PassBuilder` as
/// slots (`VectorizerStart`; `Peephole`, `Peephole-2`). It has no contracts.
/// Made on first use. Safe from several threads.
///
///   Expected<TextualPipeline> text = parseTextualPipeline(
///       "default<O2>", "text", getLLVMCatalog().getRules());
const Catalog &getLLVMCatalog();

} // namespace pmb

#endif // PMB_BUNDLES_STOCK_LLVMCATALOG_H
