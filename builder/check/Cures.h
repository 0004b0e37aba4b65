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
#include "llvm/ADT/ArrayRef.h"

namespace pmb {

class Node;
class PassList;
struct PassDescriptor;

/// A pass of the catalog, and the options that it takes to lower an item.
struct Cure {
  std::string pass, options;
  /// `one-shot-bufferize{bufferize-function-boundaries=true}`.
  std::string str() const {
    return options.empty() ? pass : pass + "{" + options + "}";
  }
};

/// `'a' or 'b{c=d}'`.
std::string join(llvm::ArrayRef<Cure> cures);

/// At most three passes of the catalog of `pipeline` that lower an item,
/// equally good ones, and the one to recommend first: what leads to the output
/// comes before what leads elsewhere, and what does little else before what
/// does much. Empty if there is none. `items` are those that the pipeline knows
/// of. `introducer` is the pass that has added the item, which does not help
/// when it runs once more; empty for none. `isForOthers`: what comes of the
/// item matters less, and there may be up to eight, not equally good ones.
std::vector<Cure> findCures(const PassList &pipeline, const ItemTable &items,
                            unsigned id, llvm::StringRef introducer = "",
                            bool isForOthers = false);

/// The pass of the catalog that lowers all of `ids` to what may remain, where
/// several passes are missing; null if there is none. Of several the one that
/// is least made for other things than the pipeline's.
const PassDescriptor *findCommonCure(const PassList &pipeline,
                                     const ItemTable &items,
                                     llvm::ArrayRef<unsigned> ids);

/// The options that `node` has, changed so that no entry applies any more by
/// which it adds `id`, or leaves some of it. Each is one option more, or with
/// another value. Only options that are on or off.
std::vector<std::string> findBetterOptions(const Node &node,
                                           llvm::StringRef item);

} // namespace pmb

#endif // PMB_BUILDER_CHECK_CURES_H
