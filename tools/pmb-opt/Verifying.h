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

namespace pmb {

/// What --verify-contracts and --suggest-contracts ask for.
struct VerifyOptions {
  /// Not set: nothing.
  std::optional<ContractVerifier::Mode> mode;
  /// Empty: for none.
  std::string suggestionsFile;
  /// Where a process that may crash keeps what it has recorded; empty for one
  /// that is watched by nobody.
  std::string journal;

  bool isUsed() const { return mode.has_value(); }
  /// Whether something is known only when all is done.
  bool isRecorded() const { return mode == ContractVerifier::Mode::Record; }
};

/// Adds the options to the command line. Called before that is read.
void registerVerifyOptions();
/// What the command line says. Fails if a file is asked for and not named.
llvm::Expected<VerifyOptions> getVerifyOptions();

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
  /// added to: also if it is one of `others`, which the run reads or writes.
  llvm::Error checkSuggestionsFile(llvm::ArrayRef<std::string> others) const;
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
