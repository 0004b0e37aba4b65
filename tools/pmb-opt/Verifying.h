//===- Verifying.h - Contracts held against the IR of a run ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_VERIFYING_H
#define PMB_TOOLS_PMB_OPT_VERIFYING_H

#include "passmanager/runtime/ContractVerifier.h"
#include "passmanager/runtime/SuggestedContracts.h"
#include "tools/pmb-opt/Flag.h"

namespace pmb {

/// The options --verify-contracts and --suggest-contracts.
struct VerifyOptions {
  using Mode = ContractVerifier::Mode;

  cl::OptionCategory category{"Contracts held against IR"};

  /// What suggestions need is recorded.
  WordFlag<Mode> mode{
      category, "verify-contracts",
      "Hold the contracts of passes, and --expect, against the "
      "IR before and after each pass",
      cl::values(
          clEnumValN(Mode::Error, "error",
                     "The first claim that is false fails the run"),
          clEnumValN(Mode::Warn, "warn", "Each is a warning, once"),
          clEnumValN(Mode::Record, "record", "List them when all is done")),
      cl::init(Mode::Record)};
  /// Empty: for none.
  Flag<std::string> suggestionsFile{
      category, "suggest-contracts",
      "Write what each pass is seen to do as a contracts file; "
      "adds to what earlier runs have written there",
      cl::value_desc("file")};
  /// Where a process that may crash keeps what it has recorded; empty for one
  /// that is watched by no other.
  Flag<std::string> journal{category, "contracts-journal", "For pmb-opt itself",
                            cl::ReallyHidden};

  /// Fails if a file is asked for and not named. REQUIRES: the command line was
  /// read.
  llvm::Error verify() const;

  bool isUsed() const {
    return mode.getNumOccurrences() || !suggestionsFile.empty();
  }
  /// Whether something is known only when all is done.
  bool isRecorded() const { return isUsed() && mode == Mode::Record; }
};

/// Runs this program again, with these arguments, and waits for it. If a pass
/// crashes there, or ends the process, what was recorded up to then is not
/// lost. Returns the exit code. REQUIRES: `options.isRecorded()`, and there is
/// no journal.
int runWatched(const VerifyOptions &options, llvm::ArrayRef<char *> arguments);

/// Verifies contracts in all pass managers of one run of the tool.
class Verifying {
public:
  /// REQUIRES: `options.isUsed()`, and they outlive this.
  explicit Verifying(const VerifyOptions &options);

  /// Fails with what will keep the file of suggestions from being written, or
  /// added to: also if the run reads or writes it otherwise.
  llvm::Error
  checkSuggestionsFile(llvm::function_ref<bool(llvm::StringRef)> isUsed) const;
  /// Lets `pm` verify what it runs. `owners` know its passes.
  llvm::Error attachTo(mlir::PassManager &pm,
                       std::shared_ptr<PassOwners> owners);
  /// Lists what was recorded, and writes what was seen. Fails, after having
  /// said why, if that cannot be written.
  mlir::LogicalResult finish();
  /// The same for what a process that has crashed has kept.
  mlir::LogicalResult finish(llvm::StringRef journal);

private:
  mlir::LogicalResult finishSuggestions();
  /// Adds what earlier runs have written.
  llvm::Error readSuggestions(SuggestedContracts &into) const;
  llvm::Error writeSuggestions();

  const VerifyOptions &options;
  std::unique_ptr<llvm::raw_ostream> journal;
  ContractVerifier verifier;
  SuggestedContracts suggested;
};

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_VERIFYING_H
