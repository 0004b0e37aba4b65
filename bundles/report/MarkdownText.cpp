//===- MarkdownText.cpp - Texts of others in Markdown ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/MarkdownText.h"
#include "builder/diagnostics/Escaping.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

std::string pmb::quoteCode(StringRef text) {
  size_t run = 0, longest = 0;
  for (char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  std::string fence(longest + 1, '`');
  StringRef gap = longest ? " " : "";
  return fence + gap.str() + text.str() + gap.str() + fence;
}

std::string pmb::makeCell(StringRef text) {
  std::string cell;
  for (StringRef rest = text.trim(); !rest.empty();) {
    auto [word, behind] = getToken(rest, " \t\r\n");
    if (!cell.empty() && !word.empty())
      cell += ' ';
    for (char c : escape(word))
      cell += c == '|' ? std::string("\\|") : std::string(1, c);
    rest = behind;
  }
  return cell;
}

std::string pmb::makeProse(StringRef text) {
  std::string prose;
  for (StringRef rest = text.trim(); !rest.empty();) {
    auto [word, behind] = getToken(rest, " \t\r\n");
    if (!prose.empty() && !word.empty())
      prose += ' ';
    for (char c : escape(word)) {
      if (StringRef("\\`*_[]<>|#&~").contains(c))
        prose += '\\';
      prose += c;
    }
    rest = behind;
  }
  return prose;
}
