//===- LeftOvers.h - What remains in the IR, and why ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_LEFTOVERS_H
#define PMB_BUILDER_CHECK_LEFTOVERS_H

#include "builder/check/OrderCheck.h"

namespace pmb {

/// How a sentence names `node`: `'cse'`, or `'cse' of pipeline 'sparsifier'`;
/// of the pipeline that `named` is part of nothing is said again.
std::string quote(const Node &node, const Node *named = nullptr);

/// Adds why an entry of `node`'s contract is there, if it says so.
Diagnostic &explainWith(Diagnostic &diagnostic, const Node &node,
                        const ContractEntry &entry);

/// A fix that moves `pass` before or after `reference`. What is part of a
/// registered pipeline is moved with all of it, unless both are.
Fix makeMove(const NodeRef &pass, bool before, const NodeRef &reference);

/// A fix that inserts a pass before or after `reference`, or the registered
/// pipeline that this is part of. `path`: where it shall run; null: as for any
/// pass that is inserted there.
Fix makeInsert(llvm::StringRef pass, llvm::StringRef options, bool before,
               const NodeRef &reference, const AnchorPath *path = nullptr);
/// One that inserts it wherever it helps. Stands for all places, until it has
/// been tried.
Fix makeInsertAnywhere(llvm::StringRef pass, llvm::StringRef options = "");

/// With an open input nobody knows whether something stands in the way of a
/// lowering. But if a later pass removes what would, and the lowering is not
/// repeated, then the pipeline expects it to be there, and the lowering comes
/// too early. Not so what a pass lowers in passing (a weak entry). With a
/// closed input that is known, and needs no such guess; it is a mistake also
/// where everything may remain.
class EarlyLowerings {
public:
  struct Candidate {
    const Node *node;
    const CompiledContract::Lowering *lowering;
    /// What it lowers, and what may stand in its way.
    ItemMask from, blockers;
    /// It lowers casts.
    bool isCast = false;
    /// With a closed input: what of it certainly is there.
    ItemMask left = {};
    /// The pass that clears the way, as far as found; null if none does.
    const Node *clearedBy = nullptr;
    /// The pass does nothing else either, but for what greedy rewriting does.
    bool isInVain = false;
    /// A later pass with an unknown effect, which may do the same lowering.
    const Node *unknown = nullptr;
  };
  void observe(const Node &node, const ContentsChange &change,
               const ContentsState &state);
  llvm::ArrayRef<Candidate> getCandidates() const { return candidates; }

private:
  /// A pass that lowers the same again replaces those before it, which keeps
  /// the list short.
  llvm::SmallVector<Candidate, 4> candidates;
};

/// Finds what may not remain in the IR and explains how it came to remain.
class LeftOvers {
public:
  LeftOvers(OrderCheck &check, const ContentsState &end)
      : check(check), pipeline(check.pipeline), names(check.names), end(end) {}

  void report(const EarlyLowerings &early, std::vector<Diagnostic> &findings);

private:
  /// What happened to one item on its way through the pipeline.
  struct Story {
    /// Who introduced it last, whether certainly or not; null: the input.
    const Node *introducedBy = nullptr;
    /// The last pass that would have lowered it after that, but was blocked,
    /// and by what.
    const Node *blockedPass = nullptr;
    llvm::SmallVector<unsigned, 4> blockers;
    /// The last pass that lowered it before it was introduced.
    const Node *loweredBy = nullptr;
    /// For a cast: the last pass that converts its type, and whether the cast
    /// was there before the pass that the sweep is at.
    const Node *convertedBy = nullptr;
    bool wasThere = false;
    /// The last pass with an unknown effect that may have done something about
    /// it.
    const Node *unknown = nullptr;
    /// A pass that would have lowered it, but was nested in an operation that
    /// is gone.
    const Node *ranOnNothing = nullptr;
    unsigned goneOperation = 0;

    /// With a closed input: the first pass that would have lowered it, had it
    /// been there.
    const Node *missedBy = nullptr;

    /// The pass that lowers it, but before something introduces it; null if
    /// there is none.
    const Node *getEarly() const {
      for (const Node *early : {loweredBy, missedBy})
        if (early && introducedBy)
          return early->comesBefore(*introducedBy) ? early : nullptr;
      return nullptr;
    }
  };

  void tellStories();
  std::vector<unsigned> findLeftOvers() const;
  void foldRejections(llvm::ArrayRef<unsigned> all,
                      std::vector<Diagnostic> &findings) const;
  std::vector<bool> findConsequences(llvm::ArrayRef<unsigned> all) const;
  /// Lets `diagnostic` be fixed by moving `early` behind `late`, running
  /// `early` once more, or moving `late`.
  void fixEarly(Diagnostic &diagnostic, const Node &early,
                const Node &late) const;
  void describeEarly(const EarlyLowerings::Candidate &candidate,
                     std::vector<Diagnostic> &findings);
  /// Returns false, and adds nothing, if what was in the way may be gone.
  bool describeInVain(const EarlyLowerings::Candidate &candidate,
                      std::vector<Diagnostic> &findings);
  void describe(llvm::ArrayRef<unsigned> ids, Truth certainty,
                std::vector<Diagnostic> &findings);
  bool isWithinPipeline(const Story &story) const;
  const Node *findClearing(const Story &story) const;
  void noteUnknown(Diagnostic &diagnostic, const Node *unknown) const;

  OrderCheck &check;
  Pipeline &pipeline;
  const NameTables &names;
  const ContentsState &end;
  std::vector<Story> stories;
  /// The last pass that removed an item.
  std::vector<const Node *> removedBy;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_LEFTOVERS_H
