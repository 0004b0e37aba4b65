//===- Running.cpp - Running pipelines and commands for trial -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Running.h"
#include "bundles/mending/FileWriter.h"
#include "bundles/pipelines/ShellWords.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/PassManagerBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"

using namespace pmb;
using namespace llvm;

FirstError::FirstError(mlir::MLIRContext *context)
    : handler(context, [this](mlir::Diagnostic &said) {
        if (said.getSeverity() == mlir::DiagnosticSeverity::Error &&
            text.empty())
          text = said.str();
        return mlir::success();
      }) {}

Error pmb::runOn(PassManagerBuilder &builder, mlir::Operation *op) {
  if (builder.empty())
    return Error::success();
  mlir::MLIRContext *context = op->getContext();
  builder.loadDialects(*context);
  mlir::PassManager pm(context, builder.getRoot().str(),
                       mlir::PassManager::Nesting::Implicit);
  if (Error error = builder.flattenInto(pm))
    return error;
  FirstError error(context);
  if (mlir::succeeded(pm.run(op)))
    return Error::success();
  return createStringError(error.text);
}

std::string pmb::print(mlir::Operation *op) {
  std::string text;
  raw_string_ostream os(text);
  op->print(os);
  os << '\n';
  return text;
}

std::string pmb::replaceAll(StringRef text, StringRef name, StringRef value) {
  std::string result;
  while (!name.empty() && text.contains(name)) {
    auto [before, after] = text.split(name);
    result += (before + value).str();
    text = after;
  }
  return result + text.str();
}

Error TemporaryFile::write(StringRef text, StringRef extension) {
  int descriptor;
  std::error_code error =
      sys::fs::createTemporaryFile("pmb-opt", extension, descriptor, path);
  if (!error) {
    // After the time limit the process ends.
    sys::RemoveFileOnSignal(path);
    raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    error = writeAll(os, text);
  }
  if (error)
    return createStringError("cannot write a temporary file: " +
                             error.message());
  return Error::success();
}

TemporaryFile::~TemporaryFile() {
  if (path.empty())
    return;
  sys::fs::remove(path);
  sys::DontRemoveFileOnSignal(path);
}

bool ProcessEnd::tookTooLong() const {
  return StringRef(crash).starts_with("Child timed out");
}

std::string ProcessEnd::describe(StringRef end) const {
  return crash.empty() ? (end + " " + Twine(exitCode)).str()
                       : "crashes: " + crash;
}

/// Runs a program, which errors call `name`.
static Expected<ProcessEnd> runProgram(const Twine &name, StringRef program,
                                       ArrayRef<StringRef> words,
                                       Streams streams, unsigned seconds) {
  std::string message;
  int code = sys::ExecuteAndWait(program, words, std::nullopt, streams, seconds,
                                 /*MemoryLimit=*/0, &message);
  // Whether the system has kept the memory of the process depends on the
  // machine, and not on the crash.
  StringRef crash = message;
  crash.consume_back(" (core dumped)");
  // A crash has a message, too.
  if (code == -1)
    return createStringError("'" + name + "' cannot be run: " + crash);
  return ProcessEnd{code, crash.str()};
}

Error pmb::appendTo(StringRef path, StringRef text) {
  std::error_code error;
  raw_fd_ostream os(path, error, sys::fs::OF_Append);
  return errorCodeToError(error ? error : writeAll(os, text));
}

Expected<ProcessEnd> pmb::runAgain(ArrayRef<char *> arguments, StringRef option,
                                   std::optional<StringRef> input) {
  SmallVector<StringRef> words(arguments.begin(), arguments.end());
  // Behind `--` there are no options.
  words.insert(words.begin() + 1, option);
  std::optional<StringRef> streams[] = {input, std::nullopt, std::nullopt};
  return runThisProgram(words, streams);
}

Expected<ProcessEnd> pmb::runThisProgram(ArrayRef<StringRef> words,
                                         Streams streams, unsigned seconds) {
  static int anchor;
  std::string program =
      sys::fs::getMainExecutable(words.front().str().c_str(), &anchor);
  return runProgram(program, program, words, streams, seconds);
}

Expected<Outcome> pmb::runCommand(StringRef command, StringRef text,
                                  StringRef placeholder, unsigned seconds) {
  TemporaryFile input, output;
  if (Error error = input.write(text))
    return error;
  if (Error error = output.write(""))
    return error;
  std::string filled =
      replaceAll(command, placeholder, quoteForShell(input.getPath()));
  std::optional<StringRef> streams[] = {input.getPath(), output.getPath(),
                                        std::nullopt};
  Expected<ProcessEnd> end =
      runProgram(command, "/bin/sh", {"sh", "-c", filled}, streams, seconds);
  if (!end)
    return end.takeError();
  if (end->tookTooLong())
    return Outcome{false, "'" + command.str() + "' takes longer than " +
                              std::to_string(seconds) + " s"};
  if (end->exitCode)
    return Outcome{false,
                   "'" + command.str() + "' " + end->describe("exits with")};
  auto buffer = MemoryBuffer::getFile(output.getPath());
  if (!buffer)
    return createStringError("cannot read what '" + command +
                             "' prints: " + buffer.getError().message());
  return Outcome{true, (*buffer)->getBuffer().str()};
}
