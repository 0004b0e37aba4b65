//===- OutputItems.h - What may remain at the end of a pipeline -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_OUTPUTITEMS_H
#define PMB_BUILDER_CHECK_OUTPUTITEMS_H

#include "builder/check/NameTables.h"
#include "builder/list/PassList.h"

namespace pmb {

/// Which items may remain, by the interface of a pipeline. All may if it does
/// not say.
class OutputItems {
public:
  OutputItems(const PipelineInterface &interface, const Catalog &catalog,
              const NameTables &names);

  /// True if the interface names `id`.
  bool isNamed(unsigned id) const { return named.contains(id); }
  /// True for what is a left-over where it is not named: a module is never
  /// lowered, and types go with their operations.
  bool canBeLeft(unsigned id) const;
  /// Contents that the catalog names, with all that the interface does and `id`
  /// besides: perhaps these were meant. Null if there are none.
  const ContentsDescriptor *lookupWider(unsigned id) const;

private:
  const NameTables &names;
  ItemMask named;
  llvm::SmallVector<const ContentsDescriptor *, 1> wider;
  llvm::SmallVector<llvm::StringRef> tops;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_OUTPUTITEMS_H
