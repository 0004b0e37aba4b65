//===- ContentsDifferences.cpp - What a pass changes, word by word --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/ContentsState.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

/// What changes from pass to pass.
struct ContentsState::Tracked {
  static constexpr ItemSet ContentsState::*sets[] = {
      &ContentsState::mayBe,     &ContentsState::likely,
      &ContentsState::certain,   &ContentsState::lowered,
      &ContentsState::mayBeBack, &ContentsState::doubted,
      &ContentsState::missed,    &ContentsState::partlyLowered,
      &ContentsState::presumed,  &ContentsState::promised,
      &ContentsState::promising};
  static constexpr bool ContentsState::*flags[] = {
      &ContentsState::hasUnknown, &ContentsState::hasUndescribed};
};

void ContentsState::takeDifferences(const ContentsState &before,
                                    std::vector<Difference> &differences) {
  for (auto [number, set] : enumerate(Tracked::sets)) {
    const ItemSet &old = before.*set, &now = this->*set;
    (this->*set).takeChanged([&, number = unsigned(number)](unsigned word) {
      if (uint64_t bits = old.getWord(word) ^ now.getWord(word))
        differences.push_back({number, word, bits});
    });
  }
  for (unsigned flag = 0; flag < std::size(Tracked::flags); ++flag)
    if (this->*Tracked::flags[flag] != before.*Tracked::flags[flag])
      differences.push_back({unsigned(std::size(Tracked::sets)), flag, 1});
}

void ContentsState::apply(const Difference &difference) {
  if (difference.set < std::size(Tracked::sets))
    (this->*Tracked::sets[difference.set])
        .flip(difference.word, difference.bits);
  else
    this->*Tracked::flags[difference.word] ^= true;
}
