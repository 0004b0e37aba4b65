//===- JsonEdit.cpp - Changes of a JSON text ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/json/JsonEdit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace llvm;

TextList pmb::getTextList(const SourceText &source, const JsonValue &value) {
  TextList list;
  list.inside = {value.getBegin() + 1, value.getEnd() - 1};
  for (const JsonValue &element : value.getElements())
    list.elements.push_back(getRange(element));
  for (const JsonMember &member : value.getMembers())
    list.elements.push_back(
        {source.getOffset(member.place).value_or(0), member.value.getEnd()});
  return list;
}

void pmb::insertElement(const SourceText &source, const JsonValue &array,
                        size_t index, StringRef element, TextChanges &changes) {
  insertElement(source.getText(), getTextList(source, array), index, element,
                " ", changes);
}

void pmb::setMember(const SourceText &source, const JsonValue &object,
                    StringRef key, StringRef value, ArrayRef<StringRef> others,
                    TextChanges &changes) {
  if (const JsonMember *member = object.lookup(key))
    return changes.push_back({getRange(member->value), value.str()});
  ArrayRef<JsonMember> members = object.getMembers();
  size_t index = members.size();
  for (const auto &[i, member] : enumerate(members))
    if (is_contained(others, member.key))
      index = i + 1;
  insertElement(source.getText(), getTextList(source, object), index,
                formatv("{0}: {1}", json::Value(key), value).str(), " ",
                changes);
}

/// The line end and the blanks at which the members of `object` begin; empty if
/// they share a line.
static StringRef getIndent(const SourceText &source, const JsonValue &object) {
  StringRef text = source.getText();
  for (const JsonMember &member : object.getMembers()) {
    StringRef blank =
        getBlankBefore(text, source.getOffset(member.place).value_or(0));
    if (blank.contains('\n'))
      return blank;
  }
  return "";
}

bool pmb::appendToMember(const SourceText &source, const JsonValue &object,
                         StringRef key, StringRef element,
                         ArrayRef<StringRef> others, TextChanges &changes) {
  if (const JsonMember *member = object.lookup(key)) {
    if (!member->value.isArray())
      return false;
    insertElement(source, member->value, member->value.getElements().size(),
                  element, changes);
    return true;
  }
  StringRef indent = getIndent(source, object);
  // One step deeper than the members, which stand one step deep themselves.
  StringRef step = indent.ltrim("\r\n");
  std::string array = ("[" + indent + step + element + indent + "]").str();
  setMember(source, object, key, array, others, changes);
  return true;
}
