//===- TypeDescriptor.h - What is known of a kind of type -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_TYPEDESCRIPTOR_H
#define PMB_BUILDER_PASSES_TYPEDESCRIPTOR_H

#include <string>
#include <vector>

namespace pmb {

/// A kind of type, and the operations whose operands or results have it. Says
/// where casts appear when a pass converts the type, and until when they stay.
struct TypeDescriptor {
  /// `!memref`.
  std::string name;
  /// Items that always involve the type: `memref.load`.
  std::vector<std::string> carriers;
  /// Items that usually do, in programs that have the type at all:
  /// `func.call`, `arith.addi` for `!index`.
  std::vector<std::string> likelyCarriers;
  /// Items that can.
  std::vector<std::string> possibleCarriers;
  /// Items that never do, although a list above covers them.
  std::vector<std::string> except;
  /// The kind of type that it is lowered to, `!memref` for `!tensor`. Empty if
  /// it is lowered to types of the target.
  std::string becomes = {};
  /// Of the carriers, items that only use values of the type, as `memref.store`
  /// uses indices, and items that only make some, as `arith.constant` does;
  /// others do both. A cast has a use to the end where something is lowered
  /// before what makes the values that it uses.
  std::vector<std::string> onlyUsers = {}, onlySources = {};
  /// Items that may have the type in an attribute alone, as `memref.global` has
  /// a tensor for its value. A list that names operations and types may count
  /// these.
  std::vector<std::string> inAttributes = {};
  /// The option by which passes say what the type becomes, and the value that
  /// its default stands for: `index-bitwidth=64`. Passes that have it must
  /// agree: values that one makes are not what another takes, and the casts
  /// between them stay. Empty if there is none.
  std::string agreeOn = {};

  /// All lists of items.
  static constexpr std::vector<std::string> TypeDescriptor::*lists[] = {
      &TypeDescriptor::carriers,         &TypeDescriptor::likelyCarriers,
      &TypeDescriptor::possibleCarriers, &TypeDescriptor::except,
      &TypeDescriptor::onlyUsers,        &TypeDescriptor::onlySources,
      &TypeDescriptor::inAttributes};

  bool operator==(const TypeDescriptor &other) const {
    for (auto list : lists)
      if (this->*list != other.*list)
        return false;
    return becomes == other.becomes && agreeOn == other.agreeOn;
  }
  bool hasCarriers() const {
    return !carriers.empty() || !likelyCarriers.empty() ||
           !possibleCarriers.empty();
  }
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_TYPEDESCRIPTOR_H
