//===- Item.cpp - A part of what the IR contains --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/Item.h"
#include "builder/diagnostics/Escaping.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

std::optional<Item> Item::parse(StringRef text) {
  auto isWord = [](StringRef word) {
    word.consume_front("!");
    return !word.empty() && all_of(word, [](char c) {
      return isAlnum(c) || StringRef("_.$-").contains(c);
    });
  };
  Item item(text);
  bool isGood = item.isAll() ||
                (isWord(item.name) &&
                 (!item.isQualified() ||
                  (item.text.ends_with(")") && isWord(item.getQualifier()))));
  // Nests are of operations.
  if (text.contains('/'))
    isGood &= isWord(item.nest) && item.nest.contains('.') && !item.isAll();
  return isGood ? std::optional(item) : std::nullopt;
}

Diagnostic pmb::makeBadItem(StringRef text) {
  if (std::optional<Item> placed = Item::parse(text))
    return Diagnostic(DiagnosticCode::BadValue,
                      "{0} has a nest, which is said of an input only",
                      quote(text))
        .about(text)
        .help("write '{0}'", placed->str());
  return Diagnostic(DiagnosticCode::BadValue,
                    "{0} is no dialect, operation or type", quote(text))
      .about(text)
      .help("items are written as 'linalg', 'memref.subview', '!tensor' or "
            "'*'");
}
