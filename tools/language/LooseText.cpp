//===- LooseText.cpp - Textual pipelines that are being written -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/LooseText.h"
#include "builder/passes/PassDescriptor.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

/// Reads what is between braces, up to the one that closes them.
void LooseText::readOptions(LooseElement &element, size_t &at) {
  size_t begin = ++at;
  for (unsigned open = 1; at < text.size(); ++at) {
    if (text[at] == '{')
      ++open;
    else if (text[at] == '}' && --open == 0)
      break;
  }
  element.hasOptions = true;
  element.options = {begin, at};
  if (at < text.size())
    ++at;
  element.range.end = at;
}

LooseText::LooseText(StringRef text) : text(text) {
  LooseElement *nest = nullptr, *last = nullptr;
  unsigned depth = 0;
  for (size_t at = 0; at < text.size() && depth <= maxDepth;) {
    auto add = [&](size_t size) {
      auto &list = nest ? nest->nested : elements;
      list.push_back(std::make_unique<LooseElement>());
      last = list.back().get();
      last->nameRange = last->range = {at, at + size};
      last->name = last->range.of(text);
      last->parent = nest;
    };
    char c = text[at];
    if (isNameCharacter(c)) {
      add(text.drop_front(at).take_while(isNameCharacter).size());
      at = last->range.end;
      continue;
    }
    if (c == '{' && last) {
      readOptions(*last, at);
      continue;
    }
    if (c == '(') {
      // A nest without an operation is one for any.
      if (!last)
        add(0);
      last->isNest = true;
      last->range.end = text.size();
      nest = std::exchange(last, nullptr);
      ++depth;
    } else if (c == ')' && nest) {
      nest->range.end = at + 1;
      nest->isClosed = true;
      last = nest;
      nest = nest->parent;
      --depth;
    } else if (c == ',') {
      last = nullptr;
    }
    ++at;
  }
}

/// The option or the value at a byte between braces.
void LooseText::setOption(TextSpot &spot, size_t offset) const {
  StringRef before = text.slice(spot.element->options.begin, offset);
  // In the braces of a value is what the option takes.
  size_t open = StringRef::npos;
  unsigned depth = 0;
  for (size_t at = before.size(); at-- > 0;) {
    if (before[at] == '}')
      ++depth;
    else if (before[at] == '{' && depth-- == 0) {
      open = at;
      break;
    }
  }
  StringRef outer = before.take_front(open);
  size_t begin = outer.find_last_of(" \t\r\n");
  StringRef word = outer.drop_front(begin == StringRef::npos ? 0 : begin + 1);
  auto [name, value] = word.split('=');
  bool isValue = name.size() < word.size();
  spot.kind = isValue ? TextSpot::Kind::Value : TextSpot::Kind::Option;
  spot.option = isValue ? name : StringRef();
  StringRef typed = isValue ? value : word;
  if (open != StringRef::npos)
    typed = before.drop_front(open + 1);
  // Of a list the last value, of passes the last name.
  size_t last = typed.find_last_of(", \t\r\n(");
  if (last != StringRef::npos)
    typed = typed.drop_front(last + 1);
  size_t at = offset - typed.size();
  StringRef rest = text.slice(offset, spot.element->options.end);
  spot.inside = {at,
                 offset + rest.take_until([](char c) {
                                return StringRef(" \t\r\n={},()").contains(c);
                              })
                              .size()};
}

TextSpot LooseText::find(size_t offset) const {
  TextSpot spot;
  spot.kind = TextSpot::Kind::Name;
  spot.inside = {offset, offset};
  ArrayRef<std::unique_ptr<LooseElement>> list = elements;
  while (true) {
    const LooseElement *at = nullptr;
    for (const auto &element : list)
      if (element->range.begin <= offset && offset <= element->range.end)
        at = element.get();
    if (!at)
      return spot;
    if (offset <= at->nameRange.end) {
      spot.element = at;
      spot.inside = at->nameRange;
      return spot;
    }
    if (at->hasOptions && at->options.begin <= offset &&
        offset <= at->options.end) {
      spot.element = at;
      setOption(spot, offset);
      return spot;
    }
    bool isInside = at->isNest && (offset < at->range.end || !at->isClosed);
    if (!isInside) {
      spot.kind = TextSpot::Kind::Nothing;
      return spot;
    }
    spot.nest = at;
    list = at->nested;
  }
}
