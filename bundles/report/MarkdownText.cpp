//===- MarkdownText.cpp - Texts of others in Markdown ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/MarkdownText.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/report/ReportSupport.h"
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

/// A text in one line, with a backslash before each character of `special`.
static std::string makeLine(StringRef text, StringRef special) {
  std::string line;
  for (StringRef rest = text.trim(); !rest.empty();) {
    auto [word, behind] = getToken(rest, " \t\r\n");
    if (!line.empty() && !word.empty())
      line += ' ';
    line += report::replaceEach(escape(word), [&](char c) {
      return special.contains(c) ? std::string({'\\', c}) : "";
    });
    rest = behind;
  }
  return line;
}

std::string pmb::makeCell(StringRef text) { return makeLine(text, "|"); }

std::string pmb::makeProse(StringRef text) {
  return makeLine(text, "\\`*_[]<>|#&~");
}
