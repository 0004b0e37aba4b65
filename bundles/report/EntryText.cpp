//===- EntryText.cpp - What an entry of a contract says -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/EntryText.h"
#include "builder/diagnostics/Escaping.h"

using namespace pmb;
using namespace llvm;

std::string EntryStyle::name(StringRef text) const {
  std::string shown = escape(text);
  return isMarkdown ? "`" + shown + "`" : shown;
}

std::string EntryStyle::list(ArrayRef<std::string> items) const {
  std::string text;
  size_t count = maxItems ? std::min(maxItems, items.size()) : items.size();
  for (const std::string &item : items.take_front(count))
    text += (text.empty() ? "" : ", ") + name(item);
  if (items.size() > count)
    text += " and " + std::to_string(items.size() - count) + " more";
  return text;
}

std::string pmb::describeEntry(const ContentsEntry &entry,
                               const EntryStyle &style) {
  std::string text;
  auto add = [&](StringRef before, const std::vector<std::string> &items) {
    if (!items.empty())
      text += before.str() + style.list(items);
  };
  if (entry.word == ContentsEntry::Word::UnknownEffect) {
    add(" while there is ", entry.given);
    add(" other than ", entry.except);
    add(", but keeps ", entry.items);
    return text;
  }
  if (entry.word == ContentsEntry::Word::WritesOutside) {
    text = "its operation";
    add(", while there is ", entry.given);
    return text;
  }
  add("", entry.items);
  add(" other than ", entry.except);
  if (entry.isPartial)
    text += " in part";
  if (!entry.nest.empty())
    text += " in " + style.list({entry.nest});
  add(entry.word == ContentsEntry::Word::Lowers ? " to " : "", entry.to);
  add(text.empty() ? "sometimes " : ", sometimes ", entry.sometimes);
  add(", while there is ", entry.given);
  add(", unless there is ", entry.unless);
  if (entry.isSpeculative)
    text += " (speculative)";
  return text;
}
