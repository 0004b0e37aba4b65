//===- ContractVerifier.h - Contracts held against IR while it runs -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The check before the run believes contracts. A verifier holds them against
// the IR, before and after each pass:
//
//   pmb::ContractVerifier verifier;
//   if (llvm::Error err = verifier.attachTo(builder)) ...
//   if (llvm::Error err = builder.build()) ...
//   if (failed(pm.run(module))) ...
//
// A pass that leaves what it says that it lowers fails there and then, with an
// error at the first operation that it has left:
//
//   error: 'convert-linalg-to-loops' (pass 7, on builtin.module/func.func,
//          added by framework) ran, and 'linalg.softmax' is still there, which
//          its contract says that it lowers [PMB097 broken-contract]
//
// What else is held: what a pass requires and rejects before it runs, what it
// adds, provides and preserves after it, and what may remain at the end of the
// pipeline (ContractClaims.h and PropertyChecks.h have the rules). A pass that
// runs again although contracts say that this changes nothing
// (`Cleanups::setDedupe`) changes nothing. Of a property or a mark of your own
// only you can tell whether it holds:
//
//   if (llvm::Error err = verifier.addPropertyVerifier(
//           "deallocated", [](mlir::Operation *root) { return findLeak(root);
//           }))
//     ...                               // findLeak: null if there is none
//
// Held are the contracts of the passes that the builder has handed over, with
// the conditions that hold for their options, and of its bundles (BundleRuns.h
// says where). A pass of a pipeline that a pass runs is held to what the
// catalog of the builder says of it.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_CONTRACTVERIFIER_H
#define PMB_PASSMANAGER_RUNTIME_CONTRACTVERIFIER_H

#include "passmanager/PassManagerBuilder.h"
#include <functional>

namespace pmb {

class SuggestedContracts;

class ContractVerifier {
public:
  enum class Mode {
    /// The first claim that is false fails the run.
    Error,
    /// Each is a warning, once.
    Warn,
    /// Nothing is said while it runs: see `getFindings`.
    Record,
  };
  /// The first operation in `root` that contradicts a property; null if the
  /// property holds. Must not change the IR.
  using PropertyVerifier = std::function<mlir::Operation *(mlir::Operation *)>;
  /// Whether an operation has a mark. Must not change the IR.
  using MarkReader = std::function<bool(mlir::Operation *)>;

  /// Claims that were found to be false, in the same words, in one run or
  /// several.
  struct Finding {
    Diagnostic diagnostic;
    /// Of the first operation that contradicted it.
    std::string location;
    unsigned count = 1;
  };

  explicit ContractVerifier(Mode mode = Mode::Error);
  ~ContractVerifier();
  ContractVerifier(ContractVerifier &&);
  ContractVerifier &operator=(ContractVerifier &&);

  /// Lets a property of the catalog be held against IR wherever a contract
  /// requires, rejects, provides or keeps it. Fails with `bad-verifier` if
  /// `verifier` is null, the property has one, or this comes after `attachTo`;
  /// a property that the catalog of the pipeline does not have makes `attachTo`
  /// fail. An exception that `verifier` throws fails the pass with
  /// `failed-verifier`.
  llvm::Error addPropertyVerifier(llvm::StringRef property,
                                  PropertyVerifier verifier);
  /// Adds what was registered (`registerPropertyVerifier`) of properties that
  /// have no verifier here. REQUIRES: `attachTo` was not called.
  void addRegisteredVerifiers();
  /// The same for a mark: `allocated` in `func.return(allocated)`. Without it,
  /// nothing is claimed that the mark decides about. Also fails if the mark is
  /// one that is always read (`static` and others, see Marks.h), or there are
  /// 48 readers already.
  llvm::Error addMarkReader(llvm::StringRef mark, MarkReader reader);

  /// Lets the pass manager of `builder` verify the contracts of what `build`
  /// hands over; enables attribution if that was not done. Fails, and changes
  /// nothing, with `bad-verifier` the second time, after `build`, and if there
  /// is a verifier for a property or mark that the catalog does not have. The
  /// catalog must outlive the runs.
  llvm::Error attachTo(PassManagerBuilder &builder);
  /// The same for a pass manager that runs copies of what a builder has handed
  /// over, whose `owners` are attached to it.
  llvm::Error attachTo(mlir::PassManager &pm,
                       std::shared_ptr<PassOwners> owners);

  /// What was found up to now, in the order in which it was found first. Also
  /// filled in the other modes. Not to be called while passes run.
  std::vector<Finding> getFindings() const;

  /// Adds what each pass is seen to do to `suggested`, which must outlive all
  /// runs. Passes without contracts are looked at, too. REQUIRES: nothing was
  /// run yet.
  void suggestTo(SuggestedContracts &suggested);

  /// Writes what is found, and what is suggested, to `journal` as soon as it
  /// is, for a process that may crash: a line of JSON each, which is what
  /// `SuggestedContracts::print` prints of one execution, or
  /// `{"finding": <text>}`. `journal` must outlive all runs.
  void keepJournal(llvm::raw_ostream &journal);

  struct State;

private:
  llvm::Error verifyNames(const Catalog &catalog) const;

  std::shared_ptr<State> state;
};

/// Lets all tools of the process that verify contracts, `pmb-opt
/// --verify-contracts` among them, hold a property against IR. For plugins,
/// where they register passes, and for libraries. `verifier` stays for as long
/// as the process, and may be called from any thread. Fails with
/// `bad-verifier` if it is null, or the property has one.
llvm::Error
registerPropertyVerifier(llvm::StringRef property,
                         ContractVerifier::PropertyVerifier verifier);

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_CONTRACTVERIFIER_H
