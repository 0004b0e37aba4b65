//===- Cures.h - Passes that would lower what is left ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_CURES_H
#define PMB_BUILDER_CHECK_CURES_H

#include "builder/check/Items.h"
#include "builder/check/SharedOptions.h"
#include "llvm/ADT/StringSet.h"

namespace pmb {

/// A pass of the catalog, and the options that it takes to lower an item.
struct Cure {
  std::string pass, options;
  /// What it makes is in the output, or the pipeline has a pass for it.
  bool fits = false;
  /// `one-shot-bufferize{bufferize-function-boundaries=true}`.
  std::string str() const {
    return options.empty() ? pass : pass + "{" + options + "}";
  }
};

/// `'a' or 'b{c=d}'`.
std::string listCures(llvm::ArrayRef<Cure> cures);

/// Looks in the catalog for passes that fit a pipeline. They get the options
/// that its passes share, and are no cures if they do not help with these.
class CureFinder {
public:
  /// `items` are those that the pipeline knows of. Both must stay as they are
  /// while this lives.
  CureFinder(const PassList &pipeline, const ItemTable &items);

  /// At most three passes that lower an item, equally good ones, and the one to
  /// recommend first: what leads to the output comes before what leads
  /// elsewhere, and what does little else before what does much. Empty if there
  /// is none. `introducer` is the pass that has added the item, which does not
  /// help when it runs once more; empty for none. `isForOthers`: what comes of
  /// the item matters less, and there may be up to eight, not equally good
  /// ones.
  std::vector<Cure> find(unsigned id, llvm::StringRef introducer = "",
                         bool isForOthers = false) const;

  /// What `find` finds for each of `names`, which may be more than the pipeline
  /// knows of; each cure once.
  std::vector<Cure> findEach(llvm::ArrayRef<std::string> names) const;

  /// The best of these for the first of `ids` that lowers all of them to what
  /// may remain; std::nullopt if there is none.
  std::optional<Cure> findForAll(llvm::ArrayRef<unsigned> ids,
                                 llvm::StringRef introducer) const;

  /// A pass of the catalog, whatever it lowers.
  Cure get(llvm::StringRef pass) const;

  /// The passes that remove what is dead and fold nothing, those that do least
  /// besides first.
  std::vector<Cure> findRemovers() const;

  /// The pass that lowers all of `ids` to what may remain, where several passes
  /// are missing; std::nullopt if there is none, or the output is not known. Of
  /// several the one that is least made for other things than the pipeline's.
  std::optional<Cure> findCommon(llvm::ArrayRef<unsigned> ids) const;

private:
  struct Candidate;
  struct Wanted;

  void collectAddedDialects();
  bool endsElsewhere(const ContentsEntry &entry) const;
  unsigned rankAdded(const ContentsEntry &entry) const;
  llvm::SmallVector<llvm::StringRef>
  findForeign(llvm::ArrayRef<llvm::StringRef> dialects) const;
  bool isRefusing(const PassDescriptor &pass) const;
  bool staysInDialect(const ContentsEntry &entry,
                      llvm::StringRef dialect) const;
  bool isForOtherTarget(const PassDescriptor &pass,
                        llvm::StringRef lowered) const;
  std::optional<Candidate> consider(const PassDescriptor &pass,
                                    const Wanted &wanted) const;
  bool lowersAll(const PassDescriptor &pass,
                 llvm::ArrayRef<unsigned> ids) const;

  const PassList &pipeline;
  const Catalog &catalog;
  const ItemTable &items;
  /// With items in the place of names for them.
  PipelineInterface interface;
  /// The dialects of what passes of the pipeline add: an output may name many
  /// that others end in. All of the output's if it is on the way to none of
  /// them.
  llvm::StringSet<> added;
  /// The dialect of what programs stand in: it is in every pipeline.
  llvm::StringRef functions;
  SharedOptions shared;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_CURES_H
