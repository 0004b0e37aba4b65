//===- Commands.h - What can be done to a pipeline by a call --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_C_COMMANDS_H
#define PMB_BUNDLES_C_COMMANDS_H

#include "bundles/c/OpenPipeline.h"

namespace pmb {

enum class Command {
#define PMB_COMMAND(ENUM, NAME, FUNCTION, COUNT, ARGUMENTS) ENUM,
#include "bundles/c/Commands.def"
};

/// What a command has made.
struct CommandResult {
  /// None, a text, or a text that is JSON.
  enum class Kind { Nothing, Text, Json };
  Kind kind = Kind::Nothing;
  std::string text = {};
  /// Of a check.
  Findings findings = {};
};

/// One row of the table of commands.
struct CommandInfo {
  llvm::StringLiteral name;
  /// With a `?` behind the name of one that may be absent.
  std::vector<llvm::StringLiteral> arguments;
  llvm::Expected<CommandResult> (*run)(OpenPipeline &pipeline,
                                       llvm::ArrayRef<llvm::StringRef> given);
};

/// The table, by the numbers of commands.
llvm::ArrayRef<CommandInfo> getCommands();

/// Runs a command. Fails with `bad-value` for an argument that is no text
/// (`verifyText`). REQUIRES: as many arguments as the command has.
llvm::Expected<CommandResult> runCommand(OpenPipeline &pipeline,
                                         const CommandInfo &command,
                                         llvm::ArrayRef<llvm::StringRef> given);

/// A list of findings as `--format=json` has them under `diagnostics`.
std::string printJson(llvm::ArrayRef<Diagnostic> diagnostics);

} // namespace pmb

#endif // PMB_BUNDLES_C_COMMANDS_H
