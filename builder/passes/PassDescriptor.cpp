//===- PassDescriptor.cpp - What is known about one pass -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/PassDescriptor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace pmb;
using namespace llvm;

bool PassDescriptor::hasKind(StringRef kind) const {
  return is_contained(kinds, kind);
}

PassDescriptor &PassDescriptor::addKind(StringRef kind) {
  if (!hasKind(kind))
    kinds.push_back(kind.str());
  return *this;
}

const OptionDescriptor *PassDescriptor::lookupOption(StringRef option) const {
  for (const OptionDescriptor &known : options)
    if (known.name == option)
      return &known;
  return nullptr;
}

static constexpr std::array<bool, 256> makeNameCharacters() {
  std::array<bool, 256> valid = {};
  for (unsigned c = '!'; c <= '~'; ++c)
    valid[c] = true;
  for (char c : {'{', '}', '(', ')', '[', ']', ',', '"', '\'', '/'})
    valid[uint8_t(c)] = false;
  return valid;
}

bool pmb::isNameCharacter(char c) {
  // Asked for every character of every text.
  static constexpr std::array<bool, 256> isValid = makeNameCharacters();
  return isValid[uint8_t(c)];
}

bool pmb::isValidName(StringRef name) {
  return !name.empty() && all_of(name, isNameCharacter);
}
