//===- Trace.h - What one sweep over a list saw ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One forward sweep over the list decides; there is no solver. It carries the
// contents that may be there (ContentsState.h), and notes at each pass what the
// contract lets it do there. What is there before a pass is kept as the
// difference to what was there before the last one, so that a trace takes room
// in proportion to the list. A timeline for each property tells where it holds.
//
// Rules (Rules.h) only read a trace.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_TRACE_H
#define PMB_BUILDER_CHECK_TRACE_H

#include "builder/check/NestFacts.h"
#include "builder/check/PropertyTimeline.h"
#include "llvm/ADT/MapVector.h"

namespace pmb {

class Trace {
public:
  enum class Input {
    /// What the interface of the list says.
    Given,
    /// Nothing is known of it.
    Unknown,
  };
  /// Goes over the list once. `contracts` must outlive the trace.
  explicit Trace(ListContracts &contracts, Input input = Input::Given);

  /// What the sweep saw at one node.
  struct Step {
    const Node *node;
    /// Of the pass, or of the bundle that the node marks; null if nothing is
    /// said of it.
    const CompiledContract *contract = nullptr;
    /// What the pass, or the bundle at its end, does to the contents; null if
    /// it does nothing, or has nothing to run on.
    const ContentsChange *change = nullptr;
    Reach reach = Reach::Whole;
    /// The operation of the nest that has been lowered before, or that a closed
    /// input does not have: the pass has nothing to run on.
    std::optional<unsigned> gone = std::nullopt, absent = std::nullopt;
    /// The operation of the nest of which there are new ones only, if the pass
    /// has no others to run on.
    std::optional<unsigned> renewed = std::nullopt;
    /// What is known to stand only where the pass does not come.
    ItemMask hidden = {};
    /// What is known to stand in parts of the program.
    ItemMask inParts = {};
    /// The entry that says that the effect is unknown, if one applies.
    const ContentsEntry *unknown = nullptr;

    bool isIdle() const { return gone || absent; }
  };
  /// One for each node, in list order.
  llvm::ArrayRef<Step> getSteps() const { return steps; }
  /// Calls `visit` for each step, with what is there before it.
  void walk(llvm::function_ref<void(const Step &, const ContentsState &)> visit)
      const;
  /// The passes and bundles that convert values of a type, in list order: in
  /// the program, and in each part that has no values in common with it, which
  /// is the nest for that, or null. A pass may be among them several times.
  using Converters =
      llvm::MapVector<std::pair<const Carriers *, const AnchorPath *>,
                      llvm::SmallVector<const Node *, 2>>;
  const Converters &getConverters() const;
  /// What is there in the end.
  const ContentsState &getEnd() const { return end; }
  /// Where a property holds.
  const PropertyTimeline &getTimeline(unsigned property) const;

  ListContracts &getContracts() const { return contracts; }
  const PassList &getList() const { return contracts.getList(); }
  const NameTables &getNames() const { return contracts.getNames(); }
  const PipelineInterface &getInterface() const {
    return contracts.getInterface();
  }
  /// The nests that passes stand in.
  const NestFacts::Nest &getNest(const Node &pass) const {
    return nests.get(pass.getAnchorPath());
  }

private:
  friend const std::vector<std::string> &presumeInput(const Trace &trace);
  std::vector<ItemMask> collectExpected() const;
  void sweep();

  ListContracts &contracts;
  mutable NestFacts nests;
  std::vector<Step> steps;
  std::vector<ContentsChange> changes;
  ContentsState start, end;
  /// What makes the state before a step out of that before the last one, and
  /// where that of a step begins.
  std::vector<ContentsState::Difference> differences;
  std::vector<unsigned> firstDifference;
  /// By property. Made when the first is asked for.
  mutable std::vector<PropertyTimeline> timelines;
  /// Found when they are first asked for.
  mutable std::optional<Converters> converters;
  /// What the input is presumed to have, once that is asked for.
  mutable std::optional<std::vector<std::string>> presumed;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_TRACE_H
