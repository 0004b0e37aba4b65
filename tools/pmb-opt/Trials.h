//===- Trials.h - Parts of the pipeline, each in its own process ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_TRIALS_H
#define PMB_TOOLS_PMB_OPT_TRIALS_H

#include "tools/pmb-opt/Preflight.h"

namespace llvm::cl {
class Option;
} // namespace llvm::cl

namespace pmb {

/// Where the input and the output stand on the command line, and what they are.
struct CommandLine {
  llvm::ArrayRef<char *> arguments;
  llvm::StringRef inputName, outputName;
};

/// The arguments of the command line, without the program, the input, and the
/// options of which `isLeftOut` says so.
std::vector<std::string>
takeArguments(const CommandLine &commandLine,
              llvm::function_ref<bool(const llvm::cl::Option &)> isLeftOut);

/// How a part of the pipeline has run.
struct TrialResult {
  enum class End { Succeeds, Fails, Crashes, TakesTooLong };
  End end = End::Succeeds;
  /// What is known of why it did not succeed.
  std::string why;
  /// What came out; null unless it succeeded.
  mlir::OwningOpRef<mlir::Operation *> after;
};

/// Starts this program again, with the arguments that `getArguments` says for
/// the file that holds `op` and `pipeline`. It may take so many seconds; 0
/// stands for any time. `op` stays as it is. Fails if there can be no such
/// process.
llvm::Expected<TrialResult>
runInProcess(const CommandLine &commandLine, mlir::Operation *op,
             llvm::StringRef pipeline,
             llvm::function_ref<std::vector<std::string>(llvm::StringRef file)>
                 getArguments,
             unsigned seconds = 0, bool shallVerify = true);

/// Runs parts of the pipeline by starting this program again, as a pass that
/// crashes or never ends takes along the process that runs it. A part is named
/// by the options that users have for it, so a trial is what the command does
/// that `getCommand` shows.
class Trials {
public:
  using IR = mlir::OwningOpRef<mlir::Operation *>;

  /// All must outlive this. REQUIRES: the preflight has been finished, and has
  /// an input.
  Trials(const Preflight &preflight, const OptOptions &options,
         const CommandLine &commandLine, PassManagerBuilder &builder,
         llvm::ArrayRef<const Node *> passes)
      : options(options), commandLine(commandLine), builder(builder),
        passes(passes), input(preflight.getInput()), preflight(preflight) {}

  /// Runs the passes from number `begin` up to `end`, without `end`, on `op`,
  /// which stays as it is; none if both are equal. Without `shallVerify` what
  /// they leave is not verified. Fails if there can be no such process.
  llvm::Expected<TrialResult> run(size_t begin, size_t end, mlir::Operation *op,
                                  bool shallVerify = true) const;

  /// Writes `op` as text or as bytecode, with what a trial needs to know that
  /// is not in it. Fails if it has no form in bytecode.
  mlir::LogicalResult write(mlir::Operation *op, bool asText,
                            llvm::raw_ostream &os) const;
  /// A command of the shell that runs these passes on a file.
  std::string getCommand(llvm::StringRef file, size_t begin, size_t end) const;

protected:
  const OptOptions &options;
  const CommandLine &commandLine;
  PassManagerBuilder &builder;
  /// Those that run of the pipeline. Sets of patterns count one by one.
  const llvm::ArrayRef<const Node *> passes;
  mlir::Operation *const input;

private:
  const Preflight &preflight;

  std::vector<std::string> getArguments(llvm::StringRef file, size_t begin,
                                        size_t end) const;
  /// `cse,1`, as the options take it that name where a part begins.
  std::string getNumbered(const Node &pass) const;
};

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_TRIALS_H
