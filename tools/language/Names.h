//===- Names.h - What the names in a JSON document are of -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_NAMES_H
#define PMB_TOOLS_LANGUAGE_NAMES_H

#include "tools/language/LooseJson.h"

namespace pmb::language {

/// What a name in a document is of.
enum class NameSort {
  None,
  Pass,
  Bundle,
  Slot,
  Kind,
  Property,
  /// An operation that passes run on.
  Operation,
  /// A dialect, an operation or a kind of type.
  Item,
  /// The same, in the input or the output of a pipeline: also a name for a list
  /// of items, and `@<file>`.
  Contents,
  /// Another pipeline file.
  File,
  /// An option of a pass or a bundle, and a value of one.
  Option,
  OptionValue,
  /// The code of a diagnostic.
  Diagnostic,
  /// A word of the format.
  Key,
};

/// What a string is, by where it stands: the value of a member, or an element
/// of an array.
NameSort getNameSort(const LooseValue &value);
/// The same of something that may be put there: as the value of a member, or as
/// an element of an array.
NameSort getValueSort(const LooseValue &memberOrArray);
/// What the keys of an object are, where they are names.
NameSort getKeySort(const LooseValue &object);

/// Whether a value says what is at a position, or is meant otherwise, and not
/// what is put somewhere. Also of one that may be put there.
bool isReference(const LooseValue &value);

/// A name in a document.
struct NamedPlace {
  NameSort sort = NameSort::None;
  std::string name;
  /// The characters of the name, without quotes.
  TextRange range;
  /// A bundle with its passes, a slot, or a pass of a list: others refer to it.
  bool isDefinition = false;
  /// What has the name: the string, or the member that has it for a key.
  const LooseValue *value = nullptr;
};

/// All names of a document that are of some sort, in its order.
std::vector<NamedPlace> findNames(const LooseJson &json);
/// The one that a byte is in; std::nullopt if there is none.
std::optional<NamedPlace> findName(const LooseJson &json, size_t offset);

/// The pass, or the bundle, that has these options: the name, and which of the
/// two it is.
std::pair<llvm::StringRef, NameSort>
getOwnerOfOptions(const LooseValue &options);

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_NAMES_H
