//===- Ideas.h - Edits that may cure a finding ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule of the check says what is wrong, and with which nodes and items. Here
// are the edits that may cure it. They are guesses: FixTrial.h tries them, and
// offers the one that does.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_IDEAS_H
#define PMB_BUILDER_CHECK_IDEAS_H

#include "builder/check/Between.h"
#include "builder/check/Cures.h"

namespace pmb {

/// The registered pipeline that a pass is part of, or else the pass itself.
NodeRef getWhole(NodeRef pass);
/// A fix that moves `pass` before or after `reference`. A registered pipeline
/// stands for its parts, unless both are of the same.
Fix makeMove(const NodeRef &pass, bool before, const NodeRef &reference);
/// A fix that inserts a pass before or after `reference`, or the registered
/// pipeline that this is part of. `path`: where it shall run; null: as for any
/// pass that is inserted there.
Fix makeInsert(const Cure &pass, bool before, const NodeRef &reference,
               const AnchorPath *path = nullptr);
/// One that inserts it wherever it helps, or moves it there. Stands for all
/// places, until it has been tried.
Fix makeInsertAnywhere(const Cure &pass);
Fix makeMoveAnywhere(const NodeRef &pass);
/// A pass as it stands in the list, to be run once more.
Cure copyOf(const Node &pass);

/// The passes that stand together with `pass` in one nest, if these are few and
/// no parts of a registered pipeline.
llvm::SmallVector<const Node *> getRowOfNest(const Node &pass);

/// What may help, for the findings of one check. Each function adds edits to a
/// diagnostic, the best first, and may add help in words.
class Ideas {
public:
  /// Nothing is added unless `isWanted`. `items` are those of the pipeline; may
  /// be filled later, but before the first of them is asked for.
  Ideas(const PassList &pipeline, const ItemTable &items, bool isWanted = true)
      : pipeline(pipeline), items(items), isWanted(isWanted) {}
  void setWanted(bool value) { isWanted = value; }
  bool areWanted() const { return isWanted; }

  /// As the functions above, for nodes of the list.
  Fix move(const Node &pass, bool before, const Node &reference) const {
    return makeMove(pipeline.getRef(pass), before, pipeline.getRef(reference));
  }
  Fix moveAnywhere(const Node &pass) const {
    return makeMoveAnywhere(pipeline.getRef(pass));
  }
  Fix insert(const Cure &pass, bool before, const Node &reference,
             const AnchorPath *path = nullptr) const {
    return makeInsert(pass, before, pipeline.getRef(reference), path);
  }

  /// The pass with the options that fit the pipeline.
  Cure getCure(llvm::StringRef pass) const { return getFinder().get(pass); }

  /// `early` runs before `late`, and should run after it; if it removes casts,
  /// rather behind the last pass that leaves some. `isAgain`: rather once more
  /// than only there.
  void runLater(Diagnostic &diagnostic, const Node &early, const Node &late,
                bool isAgain = false) const;
  /// The passes of `row`, which stand one behind the other, come too late; they
  /// may stand together in front of one of `places`, the best of which is
  /// first.
  void runEarlier(Diagnostic &diagnostic, llvm::ArrayRef<const Node *> row,
                  llvm::ArrayRef<const Node *> places) const;
  /// `pass` does nothing behind `remover`.
  void runBefore(Diagnostic &diagnostic, const Node &pass,
                 const Node &remover) const;
  /// `node` must stand before or after `other`, and does not. `mayRepeat`: one
  /// more `other` would do.
  void reorder(Diagnostic &diagnostic, const Node &node, bool before,
               const Node &other, bool mayRepeat) const;
  /// Two that must not be parted are, or what must part them is not there.
  void closeUp(Diagnostic &diagnostic, const Interruption &interruption) const;
  /// What `node` makes of `lowered` may not remain: another pass makes
  /// something of all of it that may.
  void runOther(Diagnostic &diagnostic, const Node &node,
                llvm::ArrayRef<unsigned> lowered) const;
  /// `node` runs in a nest, and should run on the operation around it.
  void runOutside(Diagnostic &diagnostic, const Node &node) const;
  /// `passes` come too early for all of `late`; `bundle`, which may be null,
  /// has them all.
  void runAllLater(Diagnostic &diagnostic, llvm::ArrayRef<const Node *> passes,
                   llvm::ArrayRef<const Node *> late,
                   const BundleInstance *bundle) const;

  /// Nothing lowers an item: inserts one of these passes, behind `behind` or,
  /// if that is null, anywhere. Adds help that begins with `advice`, unless
  /// that is empty.
  void addPass(Diagnostic &diagnostic, llvm::StringRef advice,
               llvm::ArrayRef<Cure> passes, const Node *behind) const;
  /// `pass` does not do its work where `blocker` is there.
  void clearTheWay(Diagnostic &diagnostic, const Node &pass,
                   unsigned blocker) const;
  /// `node`, which may be null, adds `item`, or leaves some of it.
  void setOptions(Diagnostic &diagnostic, const Node *node,
                  unsigned item) const;
  /// `node` gets another value of an option.
  void setOption(Diagnostic &diagnostic, const Node &node,
                 llvm::StringRef option, llvm::StringRef value) const;

  /// What another pass does to the items that a pass needs or rejects.
  enum class Influence { None, Helps, Harms };
  /// `node` cannot accept `items`, or needs one of them, as `demand` says: it
  /// goes behind what helps, or before what harms.
  void accept(Diagnostic &diagnostic, const Node &node, const ItemMask &items,
              const ContentsEntry &demand,
              llvm::function_ref<Influence(const Node &)> getInfluence);

  /// `node` requires a property: runs what provides it where it is missing, and
  /// makes `move`, if that would do, too. `provider` is in the list, and may be
  /// null.
  void provide(Diagnostic &diagnostic, const Node &node,
               const PropertyEntry &need, const Node *provider,
               std::optional<Fix> move);
  /// The same for the end, behind `last`; `provider` has provided it, and
  /// `ender` has ended it since. Both may be null.
  void provideAtEnd(Diagnostic &diagnostic, llvm::StringRef property,
                    const Node &last, const Node *provider, const Node *ender);
  /// The passes of the catalog that provide a property.
  llvm::ArrayRef<std::string> getProviders(llvm::StringRef property);

  /// As `CureFinder` does; nothing unless ideas are wanted.
  std::vector<Cure> findCures(unsigned item, llvm::StringRef introducer = "",
                              bool isForOthers = false) const;
  std::vector<Cure> findRemovers() const;
  std::optional<Cure> findCommonCure(llvm::ArrayRef<unsigned> ids) const;

private:
  /// Of several ideas the first is the fix that is offered where none is tried.
  static void add(Diagnostic &diagnostic, llvm::ArrayRef<Fix> fixes);
  /// Where `early` should run that runs before `late`.
  const Node *findLastOfCasts(const Node &early, const Node &late) const;
  const CureFinder &getFinder() const;
  const Node *findPreceded(llvm::StringRef pass, const Node &node) const;

  const PassList &pipeline;
  const ItemTable &items;
  bool isWanted;
  mutable std::unique_ptr<CureFinder> finder;
  llvm::StringMap<std::vector<std::string>> providers;
  /// How many more demands get ideas, each of which looks at all passes.
  unsigned demandsLeft = 16;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_IDEAS_H
