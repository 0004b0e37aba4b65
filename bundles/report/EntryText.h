//===- EntryText.h - What an entry of a contract says ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_ENTRYTEXT_H
#define PMB_BUNDLES_REPORT_ENTRYTEXT_H

#include "builder/passes/Contract.h"

namespace pmb {

/// How names are written.
struct EntryStyle {
  /// Of a longer list only the first; 0 for all.
  size_t maxItems = 0;
  /// In backquotes.
  bool isMarkdown = false;

  std::string name(llvm::StringRef text) const;
  std::string list(llvm::ArrayRef<std::string> items) const;
};

/// What an entry says besides its word and what every entry has:
/// `linalg other than linalg.pack to scf.for, unless there is !tensor`. For
/// `unknownEffect` what is behind "unknown".
std::string describeEntry(const ContentsEntry &entry, const EntryStyle &style);

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_ENTRYTEXT_H
