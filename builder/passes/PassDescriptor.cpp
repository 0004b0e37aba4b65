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

bool pmb::isValidName(StringRef name) {
  // Asked for every name of every text.
  static const std::array<bool, 256> isValid = [] {
    std::array<bool, 256> valid = {};
    for (unsigned c = 0; c < valid.size(); ++c)
      valid[c] = isPrint(c) && !isSpace(c) &&
                 !StringRef("{}()[],\"'/").contains(char(c));
    return valid;
  }();
  return !name.empty() &&
         all_of(name.bytes(), [](uint8_t c) { return isValid[c]; });
}
