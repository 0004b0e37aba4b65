//===- LooseJson.h - JSON that is being written ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An editor asks for completions where a document is not complete: a string is
// not closed, a comma is missing. Reading goes on after each such mistake, and
// reports none: that is done by the readers of the file.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_LOOSEJSON_H
#define PMB_TOOLS_LANGUAGE_LOOSEJSON_H

#include "bundles/json/TextEdits.h"
#include <memory>

namespace pmb::language {

/// A value of a document, as far as it is there.
struct LooseValue {
  enum class Kind {
    Object,
    Array,
    String,
    /// A number, `true`, `false`, `null`, or something that is none of these.
    Word,
    /// Of a member that has no value yet.
    Missing,
  };
  Kind kind = Kind::Missing;
  /// All of it, with quotes and brackets. Of a member without a value the key,
  /// and the colon if there is one.
  TextRange range;
  /// Of a string, an object or an array: whether it ends before the text does.
  bool isClosed = false;
  /// Of a string what it means, of a word what is written.
  std::string text;
  /// The key of a member of an object, and where it stands, with its quotes.
  std::string key;
  TextRange keyRange;
  bool isKeyClosed = false;
  /// What this is in; null for the outermost.
  LooseValue *parent = nullptr;
  /// The members of an object, the elements of an array.
  std::vector<std::unique_ptr<LooseValue>> children;

  bool isObject() const { return kind == Kind::Object; }
  bool isArray() const { return kind == Kind::Array; }
  bool isString() const { return kind == Kind::String; }
  /// What is written of a member or an element, with its key.
  TextRange getWhole() const;
  /// The value of the member `name`; null if there is none.
  const LooseValue *lookup(llvm::StringRef name) const;
  /// The same; a value that is missing if there is none.
  const LooseValue &at(llvm::StringRef name) const;
  /// The nearest key around the value, its own included; empty if there is
  /// none.
  llvm::StringRef getNearestKey() const;
  /// The object that has that key; null if there is none.
  const LooseValue *getOwner() const;
};

/// What is at a byte of a document.
struct JsonSpot {
  /// The innermost object or array around the byte; null outside of all.
  const LooseValue *container = nullptr;
  /// The member or the element at the byte; null between two.
  const LooseValue *child = nullptr;
  /// Whether the byte is in the key of `child`, or where a key may begin.
  bool isKey = false;
  /// The string around the byte without its quotes, or the word, be it a key
  /// that has no quotes yet; empty, and at the byte, if there is none.
  TextRange inside;
  bool isInString = false;
};

/// A document of JSON with comments. Refers to its text.
class LooseJson {
public:
  /// What is deeper is left out.
  static constexpr unsigned maxDepth = 64;

  explicit LooseJson(llvm::StringRef text);

  llvm::StringRef getText() const { return text; }
  /// The range of a string without its quotes. The second may be missing.
  TextRange getInside(TextRange quoted) const;
  /// Null for a text without a value.
  const LooseValue *getRoot() const { return root.get(); }
  /// Of a byte in a comment there is nothing.
  JsonSpot find(size_t offset) const;

private:
  class Reader;
  bool isInComment(size_t offset) const;
  TextRange findBareKey(size_t offset) const;
  void setString(JsonSpot &spot, TextRange range, bool isClosed,
                 size_t offset) const;

  llvm::StringRef text;
  std::unique_ptr<LooseValue> root;
  /// With what ends them.
  std::vector<TextRange> comments;
};

/// Calls `visit` for a value and all that is in it, in the order of the text.
template <typename VisitFn>
void forEachValue(const LooseValue &value, VisitFn &&visit) {
  visit(value);
  for (const auto &child : value.children)
    forEachValue(*child, visit);
}

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_LOOSEJSON_H
