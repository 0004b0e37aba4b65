//===- EditTrial.h - What would be if a pass stood elsewhere --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries edits of single passes, to answer questions about a pipeline. Each edit
// is made on a copy, the copy is checked, and the edit is taken back.
//
// The number of trials goes down with the length of the pipeline, so the time
// stays linear.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_REPAIR_EDITTRIAL_H
#define PMB_BUILDER_REPAIR_EDITTRIAL_H

#include "builder/check/ContentsState.h"
#include "builder/check/Trial.h"
#include "builder/edit/PipelineImpl.h"
#include "llvm/ADT/DenseSet.h"

namespace pmb {

class EditTrial {
public:
  /// `pipeline` must outlive this and not be edited meanwhile.
  explicit EditTrial(const Pipeline &pipeline);

  struct Outcome {
    /// False if nothing more may be tried: then nothing else is known.
    bool isTried = false;
    /// Why the edit is refused, or what the check finds with it and not
    /// without. Empty if nothing is wrong with it.
    std::vector<Diagnostic> findings = {};
    bool isRefused = false;
    /// Whether what was inserted or moved has something to lower or to add.
    bool hasWork = false;
    /// How certainly one of the watched items is there in the end.
    Certainty watched = Certainty::No;
  };
  /// Takes out a node, and for the begin of a bundle all that is in it.
  Outcome remove(const Node &node);
  /// Moves it before another, or to the end if that is null. It stays in its
  /// nest.
  Outcome move(const Node &node, const Node *before);
  /// Inserts a pass, or what stands for a registered pipeline, before a node or
  /// at the end if that is null.
  Outcome insert(llvm::StringRef pass, llvm::StringRef options,
                 const AnchorPath &nest, const Node *before);

  /// The nests in which a pass would stand that is inserted somewhere: those of
  /// the pipeline's nodes, and those that it gets a new one in. Fails with the
  /// reason if there is none. REQUIRES: the catalog has the pass, or a bundle
  /// of that name.
  llvm::Expected<std::vector<const AnchorPath *>>
  findNests(llvm::StringRef pass, llvm::StringRef options);

  /// Where an insertion with `Position::byContract` would put a pass: the node
  /// before which it would stand, null for the end, and its nest. std::nullopt
  /// if it can be placed nowhere, or is a registered pipeline.
  struct Place {
    const Node *before;
    const AnchorPath *nest;
  };
  std::optional<Place> findByContract(llvm::StringRef pass,
                                      llvm::StringRef options,
                                      Position::Choice choice);

  /// Outcomes tell from now on whether one of these is there in the end.
  void watch(std::vector<std::string> items) { watched = std::move(items); }
  /// How many more edits may be tried. At least 16 at first.
  unsigned getTrialsLeft() const { return left; }
  /// Lets `count` more be tried, for another question.
  void allowMore(unsigned count) { left += count; }

private:
  Outcome attempt(llvm::function_ref<llvm::Expected<const Node *>()> edit);
  std::vector<Diagnostic> check(Outcome &outcome,
                                llvm::DenseSet<const Node *> &working) const;

  const PassList &original;
  PipelineImpl copy;
  std::vector<std::string> watched;
  std::optional<Tally> before;
  unsigned left;
};

} // namespace pmb

#endif // PMB_BUILDER_REPAIR_EDITTRIAL_H
