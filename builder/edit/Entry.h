//===- Entry.h - What is added to a pipeline, and where -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the files of `Pipeline`, not for users.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_ENTRY_H
#define PMB_BUILDER_EDIT_ENTRY_H

#include "builder/edit/PipelineImpl.h"

namespace pmb {

/// Something to be added, when it is known what it stands for. Refers to the
/// texts and bundles of whoever has asked for it.
struct PipelineImpl::Entry {
  /// Of a pass, with its instance and its options as they were given; null for
  /// all else.
  Symbol *symbol = nullptr;
  PassInstance instance;
  llvm::StringRef options;
  bool isMadeFromName = false, isKept = false, canBeEstablished = true;
  uint32_t sharedDepth = PassSpec::unlimitedDepth;
  /// A bundle, also what the name of a registered pipeline has become; null for
  /// all else. It outlives the entry, or is `opened`.
  const PassBundle *bundle = nullptr;
  std::unique_ptr<PassBundle> opened;
  /// The nest that was asked for; null if it follows from what is added and the
  /// place.
  AnchorPath *nest = nullptr;
  /// The name of a slot, if it is neither.
  llvm::StringRef slot;

  explicit Entry(Symbol *symbol = nullptr, PassInstance instance = {})
      : symbol(symbol), instance(std::move(instance)) {}
  static Entry makeSlot(llvm::StringRef name) {
    Entry entry;
    entry.slot = name;
    return entry;
  }
  static Entry makeBundle(const PassBundle &bundle) {
    Entry entry;
    entry.bundle = &bundle;
    return entry;
  }
  llvm::StringRef getName() const {
    return symbol ? symbol->name : bundle ? bundle->getName() : slot;
  }
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_ENTRY_H
