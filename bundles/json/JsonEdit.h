//===- JsonEdit.h - Changes of a JSON text --------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One element or one member is inserted, removed or replaced, and all other
// characters stay: comments, line ends, the order of keys. Values to write are
// JSON in one line, as `writeJsonLine` makes it.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_JSON_JSONEDIT_H
#define PMB_BUNDLES_JSON_JSONEDIT_H

#include "bundles/json/JsonDocument.h"
#include "bundles/json/TextEdits.h"

namespace pmb {

/// Where a value stands.
inline TextRange getRange(const JsonValue &value) {
  return {value.getBegin(), value.getEnd()};
}

/// The elements of an array, or the members of an object.
TextList getTextList(const SourceText &source, const JsonValue &value);

/// Inserts an element into an array before that of the number `index`, or
/// behind all.
void insertElement(const SourceText &source, const JsonValue &array,
                   size_t index, llvm::StringRef element, TextChanges &changes);

/// Gives the member `key` of an object this value. A new member goes behind the
/// last of `others` that there are, or behind all.
void setMember(const SourceText &source, const JsonValue &object,
               llvm::StringRef key, llvm::StringRef value,
               llvm::ArrayRef<llvm::StringRef> others, TextChanges &changes);

/// Appends an element to the array `key` of an object. A new array goes where
/// `setMember` puts it. False, with nothing done, if the value is no array.
bool appendToMember(const SourceText &source, const JsonValue &object,
                    llvm::StringRef key, llvm::StringRef element,
                    llvm::ArrayRef<llvm::StringRef> others,
                    TextChanges &changes);

} // namespace pmb

#endif // PMB_BUNDLES_JSON_JSONEDIT_H
