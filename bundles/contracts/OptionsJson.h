//===- OptionsJson.h - The options of a pass as JSON ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In JSON, options are an object, or the text of a textual pipeline:
//
//   {"unroll": 4, "tile-sizes": [8, 8], "nested": {"fast": true}}
//   "unroll=4 tile-sizes=8,8 nested={fast=true}"
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_OPTIONSJSON_H
#define PMB_BUNDLES_CONTRACTS_OPTIONSJSON_H

#include "builder/passes/PassDescriptor.h"
#include "bundles/json/JsonFields.h"

namespace pmb {

/// Reads options as the text of a textual pipeline, without outer braces.
void readOptions(const JsonInput &value, std::string &into);

/// Writes options: an object if that reads back as exactly `options`, which are
/// without outer braces, else the text.
void writeOptions(JsonOutput &os, llvm::StringRef options);

/// Writes them as a member, or nothing if there are none.
inline void writeOptionsMember(JsonOutput &os, llvm::StringRef options,
                               llvm::StringRef key = "options") {
  if (!options.empty())
    os.attributeWith(key, [&] { writeOptions(os, options); });
}

/// Reads options that get their values from elsewhere: an object of names.
/// Adds to `into`.
void readOptionsFrom(const JsonInput &value,
                     std::vector<std::pair<std::string, std::string>> &into);
/// Writes such options, or nothing if there are none.
void writeOptionsFrom(
    JsonOutput &os, llvm::StringRef key,
    llvm::ArrayRef<std::pair<std::string, std::string>> optionsFrom);

/// Reads what declares one option: its default, or an object.
bool readOption(const JsonInput &value, OptionDescriptor &into);
/// Writes the members of its object.
void writeOptionFields(JsonOutput &os, const OptionDescriptor &option);

/// `options` of what is given some, or nothing.
template <auto member, typename T = JsonOwnerOf<member>>
inline constexpr JsonField<T> optionsField = {
    "options",
    [](const JsonInput &value, T &into) { readOptions(value, into.*member); },
    [](JsonOutput &os, llvm::StringRef key, const T &from) {
      writeOptionsMember(os, from.*member, key);
    }};
/// `optionsFrom` of the same.
template <auto member, typename T = JsonOwnerOf<member>>
inline constexpr JsonField<T> optionsFromField = {
    "optionsFrom",
    [](const JsonInput &value, T &into) {
      readOptionsFrom(value, into.*member);
    },
    [](JsonOutput &os, llvm::StringRef key, const T &from) {
      writeOptionsFrom(os, key, from.*member);
    }};

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_OPTIONSJSON_H
