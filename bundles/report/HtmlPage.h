//===- HtmlPage.h - What pages of HTML have in common ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_HTMLPAGE_H
#define PMB_BUNDLES_REPORT_HTMLPAGE_H

#include "llvm/Support/raw_ostream.h"

namespace pmb::report {

/// A text as it stands between tags, or in an attribute.
std::string html(llvm::StringRef text);

/// Prints a term of a list with what is to be said of it; nothing if that is
/// empty.
void printTerm(llvm::raw_ostream &os, llvm::StringRef term,
               llvm::StringRef text);

/// Prints what a page begins with, up to its heading. It may do nothing but
/// what stands in it: `style` beside that of all pages, and `script`. The texts
/// are HTML.
void printPageHead(llvm::raw_ostream &os, llvm::StringRef title,
                   llvm::StringRef heading, llvm::StringRef style,
                   llvm::StringRef script);

} // namespace pmb::report

#endif // PMB_BUNDLES_REPORT_HTMLPAGE_H
