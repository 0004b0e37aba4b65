//===- ContractClaims.h - A contract held against IR ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the entries of a contract claim about one execution of a pass on one
// operation, and all that is nested in it:
//
//   rejects     before it, none of `items` that `except` does not name is there
//   requires    before it, one of `items` is there. Asked of a whole program
//               only: in one of many functions a pass may have nothing to do
//   lowers      after it, what was there before of `from` is gone
//   to          of what was lowered, and of what is introduced, is there
//   leavesDead  after it, nothing uses what there is of the items; of casts,
//               if nothing else has had a type that they convert
//   (nothing)   what no entry names has not appeared. Asked if something is
//               lowered or introduced, or the contract says that this is all
//               (`"lowers": []`) and the pass folds nothing
//
// An entry with `given` or `unless` claims nothing where these keep it from
// applying. Of several entries about an operation the first one counts. Nothing
// is claimed
//
//   of `lowers`   if the entry is `partial`, or the contract adds it again;
//                 with `exceptions`, of an entry without `to`
//   of `to`       if the entry has `exceptions`, or all that was lowered was
//                 dead
//   of additions  if the effect of the pass is unknown
//   at all        of marks that cannot be seen: an entry that such a mark
//                 decides about may apply or not
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_CONTRACTCLAIMS_H
#define PMB_PASSMANAGER_RUNTIME_CONTRACTCLAIMS_H

#include "builder/passes/Contract.h"
#include "passmanager/runtime/EntryViews.h"
#include "passmanager/runtime/FalseClaim.h"

namespace pmb {

/// The entries about contents of one contract, ready to be held against scans.
class ContractClaims {
public:
  /// The entries of `contract` that are about contents; all of them apply
  /// (`getApplying`). `contract` and `table` must outlive this.
  ContractClaims(const Contract &contract, SignatureTable &table);

  /// Lets scans see what the entries of `contract` tell operations apart by:
  /// to be called for all contracts before the first scan.
  static void addQualified(const Contract &contract, SignatureTable &table);

  /// True if nothing is claimed about contents.
  bool empty() const { return entries.empty() && !addsNothing; }

  /// What is false of the claims about the IR before the pass, what is worst
  /// first, and then by the places of the operations. `isWholeProgram`: nothing
  /// is around `root`.
  std::vector<FalseClaim> checkBefore(const ContentsScan &before,
                                      mlir::Operation *root,
                                      bool isWholeProgram);
  /// The same for the IR after it. `namesAll`: the contract names all that may
  /// appear, as that of a pass does.
  std::vector<FalseClaim> checkAfter(const ContentsScan &before,
                                     const ContentsScan &after,
                                     mlir::Operation *root,
                                     bool namesAll = true);

  /// True if an entry lowers all operations of this signature, wherever it can.
  bool lowers(unsigned signature);

  /// Says how an execution went on of which `checkBefore` has found that the
  /// pass cannot take what is there: only one that runs through, and changes
  /// something where it requires what is not there, contradicts the contract.
  /// `after` is null if the pass has failed.
  void checkDemands(llvm::ArrayRef<const ContractEntry *> unmet,
                    const ContentsScan &before, const ContentsScan *after);

  /// Calls `note` with each operation that the pass has done something to, and
  /// no entry names: all were taken away, or the first were added. REQUIRES: as
  /// `checkAfter`.
  void findUnnamed(const ContentsScan &before, const ContentsScan &after,
                   mlir::Operation *root,
                   llvm::function_ref<void(llvm::StringRef, bool isGone)> note);

  /// What became of the claims of an entry, in the executions in which there
  /// was something that it is about.
  struct Tally {
    const ContentsEntry *entry;
    unsigned kept = 0, contradicted = 0;
  };
  llvm::ArrayRef<Tally> getTallies() const { return tallies; }
  /// Without it, what is looked at for the tallies alone is left out.
  void setTallied(bool value) { hasTallies = value; }
  void resetTallies() {
    for (Tally &tally : tallies)
      tally.kept = tally.contradicted = 0;
  }

private:
  class Execution;

  SignatureTable &table;
  EntryViews entries;
  /// Nothing is lowered or introduced, and that is all that is to be said.
  bool addsNothing = false;
  std::vector<Tally> tallies;
  bool hasTallies = true;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_CONTRACTCLAIMS_H
