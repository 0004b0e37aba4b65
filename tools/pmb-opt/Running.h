//===- Running.h - Running pipelines and commands for trial ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_RUNNING_H
#define PMB_TOOLS_PMB_OPT_RUNNING_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"

namespace pmb {

class PassManagerBuilder;

/// What comes out of one run. What fails is one thing, however it does.
struct Outcome {
  bool succeeded = false;
  /// What is compared, or why it failed.
  std::string text;

  bool operator==(const Outcome &other) const {
    return succeeded == other.succeeded && (!succeeded || text == other.text);
  }
  bool operator!=(const Outcome &other) const { return !(*this == other); }
};

/// Keeps what MLIR reports, and the text of the first error.
class FirstError {
public:
  explicit FirstError(mlir::MLIRContext *context);
  std::string text;

private:
  mlir::ScopedDiagnosticHandler handler;
};

/// Runs the pipeline, or the part of it that `builder` hands over, on `op`.
/// Fails with the first error that is reported meanwhile, which is not shown;
/// without a text if there is none.
llvm::Error runOn(PassManagerBuilder &builder, mlir::Operation *op);

/// The text of the IR, as it is written to files.
std::string print(mlir::Operation *op);

/// A file that is there as long as this is.
class TemporaryFile {
public:
  TemporaryFile() = default;
  TemporaryFile(const TemporaryFile &) = delete;
  ~TemporaryFile();
  /// Makes the file. REQUIRES: called once.
  llvm::Error write(llvm::StringRef text, llvm::StringRef extension = "mlir");
  llvm::StringRef getPath() const { return path; }

private:
  llvm::SmallString<128> path;
};

/// How a process has ended.
struct ProcessEnd {
  /// Negative if it crashed, or took too long.
  int exitCode;
  /// What LLVM says of that: `Illegal instruction`. Empty if it ended by
  /// itself.
  std::string crash;

  bool tookTooLong() const;
  /// `crashes: Illegal instruction`, `ends with 3`.
  std::string describe(llvm::StringRef end = "ends with") const;
};

/// Adds to a file, or makes it.
llvm::Error appendTo(llvm::StringRef path, llvm::StringRef text);

/// Files for the standard input, output and error; not set for those of this
/// process. Or nothing, for all three of this process.
using Streams = llvm::ArrayRef<std::optional<llvm::StringRef>>;

/// Runs this program with a command line, of which the first word is its name,
/// and waits for it. It may take so many seconds; 0 stands for any time. Fails
/// if it cannot be run at all.
llvm::Expected<ProcessEnd> runThisProgram(llvm::ArrayRef<llvm::StringRef> words,
                                          Streams streams = {},
                                          unsigned seconds = 0);
/// The same with these arguments and one more option.
llvm::Expected<ProcessEnd>
runAgain(llvm::ArrayRef<char *> arguments, llvm::StringRef option,
         std::optional<llvm::StringRef> input = std::nullopt);

/// Runs a command of the shell that is given `text` at its standard input, and
/// in a file whose name stands for each `placeholder` in the command. It may
/// take so many seconds; 0 stands for any time. Returns what it wrote to its
/// standard output, or how it failed: `'./check.sh' exits with 3`. Fails if it
/// cannot be run at all.
llvm::Expected<Outcome> runCommand(llvm::StringRef command,
                                   llvm::StringRef text,
                                   llvm::StringRef placeholder = "",
                                   unsigned seconds = 0);

/// `text` with `value` in the place of each `name`.
std::string replaceAll(llvm::StringRef text, llvm::StringRef name,
                       llvm::StringRef value);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_RUNNING_H
