//===- PassEffects.h - What contracts say of a pass by itself -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a pass adds and lowers, whatever is in the IR where it stands: a fix for
// one input should not be wrong for others.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_REPAIR_PASSEFFECTS_H
#define PMB_BUILDER_REPAIR_PASSEFFECTS_H

#include "builder/check/Items.h"
#include "builder/list/PassList.h"

namespace pmb {

/// True if the contract of `pass` says that it adds `item` to the IR.
bool adds(const PassDescriptor &pass, llvm::StringRef item);

/// True if it says that it lowers `item`, and not only some of it, or where
/// something else is there, too.
bool lowers(const PassDescriptor &pass, llvm::StringRef item);

/// True if it says that it lowers some of `item`, whatever else is there.
bool lowersSome(const PassDescriptor &pass, llvm::StringRef item);

/// True if an entry lowers all of `item`, whatever that involves, and leaves
/// none.
bool lowersAll(const PassDescriptor &pass, Item item);

/// True if `pass` lowers all of something that `other` cannot accept, whatever
/// else is there, and that `mayBe` there: with `other` in front, it fails.
bool lowersRejected(const PassDescriptor &pass, const PassDescriptor &other,
                    llvm::function_ref<bool(llvm::StringRef)> mayBe);

/// True if the pass of `node` stands on the wrong side of another: a pass
/// behind it may add what it lowers, or one before it lowers what it may add,
/// and nothing behind lowers that. The contents do not matter: what the passes
/// do for other inputs than the presumed one is lowered, too.
bool isMisplaced(const PassList &list, const Node &node, const ItemMask &output,
                 const ItemTable &items);

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_PASSEFFECTS_H
