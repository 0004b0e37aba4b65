//===- Composer.h - Adding what texts and files say -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever reads pipelines from data adds them through this: one entry after the
// other, each with an origin of its own, nests and bundles around others. All
// of it is one edit. For the readers of this project, not for users: not
// everything is checked here that `Pipeline` checks at each edit.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_COMPOSER_H
#define PMB_BUILDER_EDIT_COMPOSER_H

#include "builder/edit/PipelineImpl.h"

namespace pmb {

class Composer {
public:
  /// Where entries go: into which nest, and before which node (null: the end).
  struct Place {
    AnchorPath *path;
    Node *before = nullptr;
    /// In an explicit nest. Elsewhere a pass finds its own nest near the path.
    bool isNest = false;
  };

  /// Calls `compose` with a composer for `pipeline`. If that returns an error,
  /// all that it did is undone. The origin is then what it was before.
  static llvm::Error compose(Pipeline &pipeline,
                             llvm::function_ref<llvm::Error(Composer &)> edits);

  /// The end of the pipeline.
  Place getEnd() const { return {&pipeline.list.getRoot()}; }
  /// Sets the origin of what is added next.
  void setOrigin(Origin origin);

  /// Fails, with places in `source`, if the passes in options of a pass cannot
  /// be. `options` is a part of `source`.
  llvm::Error verifyPassesInOptions(llvm::StringRef pass,
                                    llvm::StringRef options, const Place &place,
                                    const SourceText &source) {
    return pipeline.verifyPassesInOptions(
        pass, options, place.isNest ? place.path : nullptr, &source);
  }
  /// Each adds before `place.before`, and fails as the edit of `Pipeline` does.
  /// Of what fails, a part may have been added.
  llvm::Error addPass(PassSpec &&pass, const Place &place);
  llvm::Error addSlot(llvm::StringRef name, const Place &place);
  llvm::Error addBundle(const PassBundle &bundle, const Place &place);

  /// Adds a bundle to be filled: returns the place before its end. REQUIRES:
  /// `verifyFrame` did not fail.
  llvm::Expected<Place> openBundle(const PassBundle &frame, const Place &place);
  /// Fails if the names or the contract of a bundle cannot be.
  llvm::Error verifyFrame(const PassBundle &frame) const {
    return pipeline.checkBundleNames(frame);
  }
  /// Inserts a bundle, and calls `fill` for each of its instances, with the
  /// place before its end, before the order of what it has become is checked.
  InsertResult insertBundle(const PassBundle &frame, const Position &position,
                            llvm::function_ref<void(const Place &)> fill);

  /// The place for what goes into a nest for `op`. Fails with `too-large`.
  llvm::Expected<Place> openNest(llvm::StringRef op, const Place &place);
  /// The node that stands before `place` now; null at the start.
  const Node *getLast(const Place &place) const;
  /// What came to `place` right behind `last`; null if nothing did.
  const Node *getNext(const Node *last, const Place &place) const;
  /// Pins a node, which the current origin has added. Null is none.
  void pin(const Node *node, llvm::StringRef reason, PinnedOptions options);
  /// Lets the first pass that came to `place` behind `last` share no nests
  /// below `place.path` with the pass before it; without `always` only if it
  /// would share some now.
  void keepApart(const Node *last, const Place &place, bool always);

private:
  explicit Composer(PipelineImpl &pipeline) : pipeline(pipeline) {}

  PipelineImpl &pipeline;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_COMPOSER_H
