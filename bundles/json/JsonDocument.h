//===- JsonDocument.h - JSON that knows where it stands -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JSON as people write it by hand: comments are allowed, mistakes are reported
// with line and column. Keys must be unique in their object.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_JSON_JSONDOCUMENT_H
#define PMB_BUNDLES_JSON_JSONDOCUMENT_H

#include "builder/diagnostics/SourceText.h"
#include "llvm/Support/Allocator.h"

namespace pmb {

struct JsonMember;

/// A value and its place. Refers to memory of its document.
class JsonValue {
public:
  enum class Kind : uint8_t { Null, Bool, Number, String, Array, Object };

  Kind getKind() const { return kind; }
  /// `a string`, `an object`, ...
  llvm::StringRef getKindName() const;
  TextPlace getPlace() const { return {line, column}; }
  /// Where it begins and ends in the text, in bytes.
  size_t getBegin() const { return begin; }
  size_t getEnd() const { return end; }

  bool isString() const { return kind == Kind::String; }
  bool isArray() const { return kind == Kind::Array; }
  bool isObject() const { return kind == Kind::Object; }

  /// A string's text; for numbers, `true`, `false` and `null` as written.
  /// Empty for arrays and objects.
  llvm::StringRef getText() const {
    return isArray() || isObject()
               ? llvm::StringRef()
               : llvm::StringRef(static_cast<const char *>(data), size);
  }
  /// False unless the value is `true`.
  bool getBool() const { return kind == Kind::Bool && size == 4; }
  /// Empty unless the value is an array.
  llvm::ArrayRef<JsonValue> getElements() const;
  /// In the order of the text; empty unless the value is an object.
  llvm::ArrayRef<JsonMember> getMembers() const;
  /// Null if there is none.
  const JsonMember *lookup(llvm::StringRef key) const;
  /// The value of a member; JSON's null if there is none.
  const JsonValue &at(llvm::StringRef key) const;

private:
  friend class JsonBuilder;

  Kind kind = Kind::Null;
  unsigned line = 0, column = 0;
  unsigned begin = 0, end = 0;
  unsigned size = 0;
  const void *data = nullptr;
};

/// A key and its value.
struct JsonMember {
  llvm::StringRef key;
  TextPlace place;
  JsonValue value;
};

inline llvm::ArrayRef<JsonValue> JsonValue::getElements() const {
  return isArray() ? llvm::ArrayRef(static_cast<const JsonValue *>(data), size)
                   : llvm::ArrayRef<JsonValue>();
}
inline llvm::ArrayRef<JsonMember> JsonValue::getMembers() const {
  return isObject()
             ? llvm::ArrayRef(static_cast<const JsonMember *>(data), size)
             : llvm::ArrayRef<JsonMember>();
}

/// A parsed text. Movable; its values stay where they are.
class JsonDocument {
public:
  /// Arrays and objects in each other; deeper ones are refused.
  static constexpr unsigned maxDepth = 64;

  /// Fails with one diagnostic: `json-syntax`, `duplicate-key` or `too-large`;
  /// or as `text` has.
  static llvm::Expected<JsonDocument> parse(llvm::Expected<SourceText> text);
  /// Reads and parses a file; see `SourceText::read`.
  static llvm::Expected<JsonDocument> read(llvm::StringRef path) {
    return parse(SourceText::read(path));
  }

  const SourceText &getSource() const { return source; }
  const JsonValue &getRoot() const { return root; }
  /// The value at a place, or the value of the key at that place; null if there
  /// is none.
  const JsonValue *lookup(TextPlace place) const;

private:
  explicit JsonDocument(SourceText source) : source(std::move(source)) {}

  SourceText source;
  std::unique_ptr<llvm::BumpPtrAllocator> allocator;
  JsonValue root;
};

/// The place of the first string or key in `value` that is `text`, if there is
/// one: of the name in an object that is wrong (`Diagnostic::subject`).
std::optional<TextPlace> findText(const JsonValue &value, llvm::StringRef text);

} // namespace pmb

#endif // PMB_BUNDLES_JSON_JSONDOCUMENT_H
