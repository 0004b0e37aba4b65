//===- Execution.h - Run a lowered program ----------------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_EXAMPLES_EXECUTION_H
#define PMB_EXAMPLES_EXECUTION_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace example {

/// What a program did while it ran.
struct Execution {
  /// The array that the program gave to printMemrefF32, row by row.
  std::vector<int64_t> shape;
  std::vector<float> values;

  /// For each function `<prefix><name> : () -> i64` of the program, by name,
  /// what it returned after `main` had run.
  std::map<std::string, int64_t> counters;
};

/// Compiles `module`, which is in the LLVM dialect, in this process, and calls
/// its `main` and then its counter functions. The module is not changed.
/// Fails when the module cannot be translated to LLVM IR, has no `main`, or
/// does not print exactly one array.
llvm::Expected<Execution> execute(mlir::ModuleOp module,
                                  llvm::StringRef counterPrefix);

/// What a command did: its exit status and what it wrote.
struct CommandResult {
  int status;
  std::string standardOutput;
  std::string standardError;
};

/// Runs `program` with `arguments` and waits for its end. Fails when it cannot
/// be started; an exit status other than 0 is a result, not a failure.
llvm::Expected<CommandResult> runCommand(llvm::StringRef program,
                                         llvm::ArrayRef<std::string> arguments);

} // namespace example

#endif // PMB_EXAMPLES_EXECUTION_H
