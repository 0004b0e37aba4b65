//===- LooseCondition.cpp - Conditions that are being written -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/LooseCondition.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

static bool isConditionLetter(char c) {
  return isAlnum(c) || StringRef("._+-").contains(c);
}

ConditionSpot pmb::language::findInCondition(StringRef text, size_t offset) {
  StringRef name;
  bool isCompared = false;
  for (size_t at = 0; at <= offset && at < text.size();) {
    char c = text[at];
    if (c == '\'') {
      size_t end = std::min(text.find(c, at + 1), text.size());
      if (isCompared && at < offset && offset <= end)
        return {{at + 1, end}, name};
      at = end + 1;
      isCompared = false;
    } else if (isConditionLetter(c)) {
      StringRef word = text.drop_front(at).take_while(isConditionLetter);
      size_t end = at + word.size();
      if (offset <= end)
        return {{at, end}, isCompared ? name : StringRef()};
      isCompared = word == "contains" && !name.empty();
      if (!isCompared)
        name = word;
      at = end;
    } else {
      // `!=` and `<=` end in what compares.
      if (StringRef("=<>").contains(c))
        isCompared = true;
      else if (!isSpace(c))
        isCompared = false;
      ++at;
    }
  }
  return {{offset, offset}, isCompared ? name : StringRef()};
}
