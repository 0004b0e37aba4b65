//===- ContentsState.h - What the IR may contain at a point ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of contents, in one place:
//
// Three sets are carried along the list. *mayBe*: what the IR may contain.
// *certain*: what it certainly contains. *lowered*: what an earlier pass has
// removed. With a closed input the first two start as the given contents. With
// an open input anything may be there and nothing is certain; then `certain`
// collects what passes introduce provided that they have something to do.
//
// A `lowers` entry is
//   triggered  if a `from` item may be there; surely so if one certainly is
//              (with an open input: if one may be),
//   blocked    if an `unless` item is there; surely so if one certainly is.
// An entry that is triggered and not blocked removes `from` and adds `to`, for
// certain if it was surely triggered, and `sometimes`. One that is perhaps
// blocked only makes `from` uncertain. All entries of a pass look at the state
// before the pass; what one entry adds is not removed by another.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CONTENTSSTATE_H
#define PMB_BUILDER_CONTENTSSTATE_H

#include "builder/CompiledContract.h"

namespace pmb {

enum class Truth : uint8_t { No, Maybe, Yes };

/// What became of one `lowers` entry at one pass.
struct LoweringOutcome {
  Truth triggered = Truth::No;
  Truth blocked = Truth::No;

  bool removes() const {
    return triggered != Truth::No && blocked == Truth::No;
  }
};

class ContentsState {
public:
  /// Starts a closed input with `contents`, or an open one without.
  ContentsState(const ItemTable &items,
                const std::optional<std::vector<std::string>> &contents);

  /// Changes the sets as a pass with this contract does. `isPartial`: the pass
  /// sees only a part of the IR, so what it lowers may remain elsewhere. Calls
  /// `observe(lowering, outcome)` for each entry, before anything changes.
  template <typename ObserveFn>
  void apply(const CompiledContract &contract, bool isPartial,
             ObserveFn observe) {
    llvm::SmallVector<LoweringOutcome, 8> outcomes;
    for (const CompiledContract::Lowering &lowering : contract.lowerings) {
      outcomes.push_back(evaluate(lowering));
      observe(lowering, outcomes.back());
    }
    change(contract, isPartial, outcomes);
  }

  LoweringOutcome evaluate(const CompiledContract::Lowering &lowering) const;

  const ItemSet &getMayBe() const { return mayBe; }
  const ItemSet &getCertain() const { return certain; }
  const ItemSet &getLowered() const { return lowered; }
  bool isClosed() const { return closed; }

  /// True if `id` was there, or may have been, and has been lowered.
  bool isGone(unsigned id) const {
    return lowered.contains(id) && !mayBe.contains(id);
  }

private:
  void change(const CompiledContract &contract, bool isPartial,
              llvm::ArrayRef<LoweringOutcome> outcomes);

  ItemSet mayBe, certain, lowered;
  bool closed;
};

} // namespace pmb

#endif // PMB_BUILDER_CONTENTSSTATE_H
