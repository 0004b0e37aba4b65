//===- PassesPage.h - A page about the passes of a file -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_PASSESPAGE_H
#define PMB_BUNDLES_REPORT_PASSESPAGE_H

#include "builder/passes/Catalog.h"

namespace pmb {

/// A page in Markdown about the passes of a file, sorted by name: summary and
/// description, what they run on, kinds, options, and their contracts in words
/// with the reasons. The file is what `llvm-tblgen --dump-json` makes of a
/// Passes.td, with contracts or without, or a contracts file. What it says of
/// contracts is added to `catalog`, which has the rest. Adds to
/// `warnings` as `readContractsFile` does. Fails, too, as that does, and with
/// `missing-key` if the file has no passes.
llvm::Expected<std::string> makePassesPage(llvm::StringRef path,
                                           Catalog &catalog,
                                           std::vector<Diagnostic> &warnings);

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_PASSESPAGE_H
