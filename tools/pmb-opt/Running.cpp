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
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/PassManagerBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"

using namespace pmb;
using namespace llvm;

Error pmb::runOn(PassManagerBuilder &builder, mlir::Operation *op) {
  if (builder.empty())
    return Error::success();
  mlir::MLIRContext *context = op->getContext();
  builder.loadDialects(*context);
  mlir::PassManager pm(context, builder.getRoot().str(),
                       mlir::PassManager::Nesting::Implicit);
  if (Error error = builder.flattenInto(pm))
    return error;
  std::string text;
  mlir::ScopedDiagnosticHandler handler(context, [&](mlir::Diagnostic &note) {
    if (note.getSeverity() == mlir::DiagnosticSeverity::Error && text.empty())
      text = note.str();
    return mlir::success();
  });
  if (mlir::succeeded(pm.run(op)))
    return Error::success();
  return createStringError(text);
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

bool pmb::isTimeout(StringRef message) {
  return message.starts_with("Child timed out");
}

void pmb::dropCoreNote(std::string &message) {
  StringRef kept = message;
  if (kept.consume_back(" (core dumped)"))
    message.resize(kept.size());
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
  return runThisProgram(words, input);
}

Expected<ProcessEnd> pmb::runThisProgram(ArrayRef<StringRef> words,
                                         std::optional<StringRef> input) {
  static int anchor;
  std::string program =
      sys::fs::getMainExecutable(words.front().str().c_str(), &anchor);
  std::string message;
  std::optional<StringRef> streams[] = {input, std::nullopt, std::nullopt};
  int code =
      sys::ExecuteAndWait(program, words, std::nullopt, streams,
                          /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message);
  dropCoreNote(message);
  if (code == -1)
    return createStringError("'" + program + "' cannot be run: " + message);
  return ProcessEnd{code, message.empty() ? "ends with " + std::to_string(code)
                                          : "crashes: " + message};
}

Expected<ProcessResult> pmb::runCommand(StringRef command, StringRef text,
                                        StringRef placeholder,
                                        unsigned seconds) {
  TemporaryFile input, output;
  if (Error error = input.write(text))
    return error;
  if (Error error = output.write(""))
    return error;
  std::string filled =
      replaceAll(command, placeholder, quoteForShell(input.getPath()));
  std::string message;
  std::optional<StringRef> streams[] = {input.getPath(), output.getPath(),
                                        std::nullopt};
  int code = sys::ExecuteAndWait("/bin/sh", {"sh", "-c", filled}, std::nullopt,
                                 streams, seconds, /*MemoryLimit=*/0, &message);
  dropCoreNote(message);
  // A crash has a message, too.
  if (code == -1)
    return createStringError("'" + command + "' cannot be run: " + message);
  auto buffer = MemoryBuffer::getFile(output.getPath());
  if (!buffer)
    return createStringError("cannot read what '" + command +
                             "' prints: " + buffer.getError().message());
  ProcessResult result{code, "", (*buffer)->getBuffer().str()};
  if (isTimeout(message))
    result.failure = "'" + command.str() + "' takes longer than " +
                     std::to_string(seconds) + " s";
  else if (!message.empty())
    result.failure = "'" + command.str() + "' crashes: " + message;
  else if (code)
    result.failure =
        "'" + command.str() + "' exits with " + std::to_string(code);
  return result;
}
