//===- Cures.h - Passes that would lower what is left ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_CURES_H
#define PMB_BUILDER_CHECK_CURES_H

#include "builder/check/Items.h"

namespace pmb {

class PassList;

/// At most three passes of the catalog of `pipeline` that lower an item,
/// equally good ones, and the one to recommend first: what leads to the output
/// comes before what leads elsewhere, and what does little else before what
/// does much. Empty if there is none. `items` are those that the pipeline knows
/// of. `introducer` is the pass that has added the item, which does not help
/// when it runs once more; empty for none.
std::vector<std::string> findCures(const PassList &pipeline,
                                   const ItemTable &items, unsigned id,
                                   llvm::StringRef introducer = "");

} // namespace pmb

#endif // PMB_BUILDER_CHECK_CURES_H
