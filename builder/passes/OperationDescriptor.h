//===- OperationDescriptor.h - What passes run on -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_OPERATIONDESCRIPTOR_H
#define PMB_BUILDER_PASSES_OPERATIONDESCRIPTOR_H

#include <string>
#include <tuple>
#include <vector>

namespace pmb {

/// What is known of an operation that passes run on: where nests for it stand,
/// and what passes in them see. In MLIR as in the dialects of third parties.
struct OperationDescriptor {
  /// `func.func`.
  std::string name;
  /// The operation that it usually stands in: a nest for it is put into one for
  /// that. Empty if there is no telling.
  std::string parent;
  /// It stands nowhere else.
  bool isOnlyThere = false;
  /// It holds the whole program, and stands in nothing that has a name.
  bool isTop = false;
  /// It holds code. A nest for something else is put beside, not into it.
  bool isFunction = false;
  /// It has a name in a symbol table, so it does not stand in functions.
  bool isSymbol = false;
  /// All of these together are the program: passes on it, directly below the
  /// pipeline's operation, see all that matters.
  bool holdsProgram = false;
  /// Tried for passes that say of themselves what they can run on.
  bool isUsual = false;
  /// A part of the program that a pass will move out: `gpu.launch`, of which
  /// a gpu.module is made. Empty if it is none.
  std::string becomes = {};
  /// Of a nest with another name: what the passes in it run on. `devirt` of
  /// LLVM holds passes on `cgscc`.
  std::string runsOn = {};
  /// What nests for it may stand in, as far as that is an error otherwise.
  /// Empty: anywhere.
  std::vector<std::string> standsIn = {};
  /// The parameters that a nest for it takes: names, or `N` for a number, which
  /// it then needs. Only of pass managers that have them.
  std::vector<std::string> parameters = {};

  /// True for what has no values in common with what is around it, and is no
  /// function of the program: `gpu.module`.
  bool isPart() const { return isSymbol && !holdsProgram && !isFunction; }
  /// True if programs usually stand in it, so that it is there where anything
  /// of its dialect is.
  bool isUsualProgram() const { return holdsProgram && isUsual; }

  bool operator==(const OperationDescriptor &other) const {
    auto getFlags = [](const OperationDescriptor &one) {
      return std::make_tuple(one.isOnlyThere, one.isTop, one.isFunction,
                             one.isSymbol, one.holdsProgram, one.isUsual);
    };
    return parent == other.parent && getFlags(*this) == getFlags(other) &&
           becomes == other.becomes && runsOn == other.runsOn &&
           standsIn == other.standsIn && parameters == other.parameters;
  }
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_OPERATIONDESCRIPTOR_H
