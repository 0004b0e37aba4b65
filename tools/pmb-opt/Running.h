//===- Running.h - Running pipelines and commands for trial ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_RUNNING_H
#define PMB_TOOLS_PMB_OPT_RUNNING_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/Error.h"

namespace pmb {

class PassManagerBuilder;

/// Runs the pipeline, or the part of it that `builder` hands over, on `op`.
/// Fails with the first error that is reported meanwhile, which is not shown;
/// without a text if there is none.
llvm::Error runOn(PassManagerBuilder &builder, mlir::Operation *op,
                  bool shallVerify = true);

/// The text of the IR, as it is written to files; with locations also if the
/// command line does not ask for them.
std::string print(mlir::Operation *op, bool hasLocations = false);

/// What a command of the shell did.
struct CommandResult {
  /// Negative if it crashed.
  int exitCode;
  /// `'./check.sh' exits with 3`; empty if it succeeded.
  std::string failure;
  /// What it wrote to its standard output.
  std::string output;
};

/// Runs a command of the shell that is given `text` at its standard input, and
/// in a file whose name stands for each `placeholder` in the command. Fails if
/// it cannot be run at all.
llvm::Expected<CommandResult> runCommand(llvm::StringRef command,
                                         llvm::StringRef text,
                                         llvm::StringRef placeholder = "");

/// `text` with `value` in the place of each `name`.
std::string replaceAll(llvm::StringRef text, llvm::StringRef name,
                       llvm::StringRef value);

/// `text` as the shell reads it as one word.
std::string quoteForShell(llvm::StringRef text);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_RUNNING_H
