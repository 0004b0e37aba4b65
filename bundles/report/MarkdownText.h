//===- MarkdownText.h - Texts of others in Markdown -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_MARKDOWNTEXT_H
#define PMB_BUNDLES_REPORT_MARKDOWNTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pmb {

/// `text` as code that may stand in a line of Markdown: between more backticks
/// than it has.
std::string quoteCode(llvm::StringRef text);
/// A text in Markdown as a cell of a table, in one line.
std::string makeCell(llvm::StringRef text);
/// A text that is no Markdown as a part of a line, or of a cell: only shows
/// itself.
std::string makeProse(llvm::StringRef text);

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_MARKDOWNTEXT_H
