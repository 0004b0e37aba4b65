//===- Trials.cpp - Parts of the pipeline, each in its own process --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Trials.h"
#include "bundles/pipelines/ShellWords.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "tools/CommandLine.h"
#include "tools/pmb-opt/Running.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pmb;
using namespace llvm;

using End = TrialResult::End;

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

/// Where on the command line the input stands; 0 if it is not there.
static size_t findInput() {
  for (const cl::Option *option : cl::SubCommand::getTopLevel().PositionalOpts)
    if (option->getNumOccurrences())
      return option->getPosition();
  return 0;
}

/// Whether `argument` gives an option that is left out; `isPair` if its value
/// is the next argument.
static bool isLeftOutOption(StringRef argument,
                            function_ref<bool(const cl::Option &)> isLeftOut,
                            bool &isPair) {
  StringRef name = argument.ltrim('-').split('=').first;
  const cl::Option *option = lookupFlag(name);
  if (!option || !isLeftOut(*option))
    return false;
  isPair = !argument.contains('=') &&
           option->getValueExpectedFlag() == cl::ValueRequired;
  return true;
}

std::vector<std::string>
pmb::takeArguments(const CommandLine &commandLine,
                   function_ref<bool(const cl::Option &)> isLeftOut) {
  std::vector<std::string> taken;
  ArrayRef<char *> arguments = commandLine.arguments;
  for (size_t i = 1, input = findInput(); i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    bool isOption = argument.size() > 1 && argument.front() == '-', isPair;
    if (isOption && isLeftOutOption(argument, isLeftOut, isPair))
      i += isPair;
    // Options follow, so nothing may end them.
    else if (argument != "--" &&
             (i != input || argument != commandLine.inputName))
      taken.push_back(argument.str());
  }
  return taken;
}

std::string Trials::getNumbered(const Node &pass) const {
  StringRef name = pass.getName();
  size_t number = 0;
  for (const Node &other : builder.getPasses()) {
    if (&other == &pass)
      break;
    number += other.getName() == name;
  }
  return (name + "," + Twine(number)).str();
}

std::vector<std::string> Trials::getArguments(StringRef file, size_t begin,
                                              size_t end) const {
  std::vector<std::string> taken = takeArguments(commandLine, isOfTheWhole);
  taken.insert(taken.begin(), file.str());
  // The whole has been checked, and for another input.
  taken.push_back(options.contents || options.expect ? "--check=warn"
                                                     : "--check=off");
  if (begin == end) {
    std::string pass = getNumbered(*passes[begin]);
    taken.push_back("--start-before=" + pass);
    taken.push_back("--stop-before=" + pass);
    return taken;
  }
  auto all = builder.getPasses();
  const Node &first = *passes[begin], &last = *passes[end - 1];
  if (&first != &*all.begin())
    taken.push_back("--start-before=" + getNumbered(first));
  if (builder.getRef(last).position + 1 < int(builder.size()))
    taken.push_back("--stop-after=" + getNumbered(last));
  return taken;
}

std::string Trials::getCommand(StringRef file, size_t begin, size_t end) const {
  std::string text = quoteForShell(commandLine.arguments.front());
  for (const std::string &argument : getArguments(file, begin, end))
    text += " " + quoteForShell(argument);
  return text;
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

/// The line that tells most of what a process has printed that did not succeed:
/// the first error, or else what a program prints that ends itself.
static std::string findReason(StringRef printed) {
  SmallVector<StringRef> lines;
  printed.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef word : {" error: ", "Assertion `", "LLVM ERROR: ",
                         "UNREACHABLE executed", "terminate called"})
    for (StringRef line : lines)
      if ((" " + line).str().find(word.str()) != std::string::npos) {
        auto [place, message] = line.split("error: ");
        if (message.empty())
          return line.trim().str();
        return place == "<unknown>:0: " ? message.str()
                                        : (place + message).str();
      }
  return "";
}

/// Writes `op` as text or as bytecode, with `pipeline` for --run-reproducer
/// unless that is empty. Fails if it has no form in bytecode.
static mlir::LogicalResult writeForReplay(mlir::Operation *op,
                                          StringRef pipeline, bool asText,
                                          raw_ostream &os) {
  auto addPipeline = [&](auto &printer) {
    if (!pipeline.empty())
      printer.attachResourcePrinter(
          "mlir_reproducer",
          [pipeline](mlir::Operation *, mlir::AsmResourceBuilder &builder) {
            builder.buildString("pipeline", pipeline);
            builder.buildBool("disable_threading", false);
            builder.buildBool("verify_each", true);
          });
  };
  if (!asText) {
    mlir::BytecodeWriterConfig config;
    addPipeline(config);
    return mlir::writeBytecodeToFile(op, os, config);
  }
  mlir::OpPrintingFlags flags;
  // Passes look at locations, too.
  flags.enableDebugInfo();
  mlir::AsmState state(op, flags);
  addPipeline(state);
  op->print(os, state);
  os << '\n';
  return mlir::success();
}

mlir::LogicalResult Trials::write(mlir::Operation *op, bool asText,
                                  raw_ostream &os) const {
  // With --run-reproducer, the pipeline stands in the file.
  return writeForReplay(op, preflight.getReproducedPipeline(), asText, os);
}

/// Reads what a process has left, as the pipeline would go on with it.
static void readAfter(StringRef path, mlir::MLIRContext &context,
                      bool shallVerify, TrialResult &result) {
  FirstError error(&context);
  result.after = mlir::parseSourceFile<mlir::Operation *>(
      path, mlir::ParserConfig(&context, /*verifyAfterParse=*/false));
  // A pass that preserves all analyses is not looked at by MLIR.
  if (!result.after ||
      (shallVerify && mlir::failed(mlir::verify(*result.after))))
    result = {End::Fails, error.text, {}};
}

Expected<TrialResult> pmb::runInProcess(
    const CommandLine &commandLine, mlir::Operation *op, StringRef pipeline,
    function_ref<std::vector<std::string>(StringRef file)> getArguments,
    unsigned seconds, bool shallVerify) {
  // Bytecode reads back what the printed form of some operations does not.
  std::string bytecode;
  raw_string_ostream os(bytecode);
  if (mlir::failed(writeForReplay(op, pipeline, /*asText=*/false, os)))
    return createStringError("the IR cannot be written as bytecode");
  TemporaryFile input, output, messages;
  if (Error error = input.write(bytecode))
    return error;
  for (TemporaryFile *file : {&output, &messages})
    if (Error error = file->write(""))
      return error;

  std::vector<std::string> arguments = getArguments(input.getPath());
  arguments.insert(arguments.begin(), commandLine.arguments.front());
  arguments.insert(arguments.end(),
                   {"--emit-bytecode", "-o", output.getPath().str()});
  if (!shallVerify)
    arguments.push_back("--verify-each=false");
  std::optional<StringRef> streams[] = {"", "", messages.getPath()};
  Expected<ProcessEnd> end =
      runThisProgram(SmallVector<StringRef>(arguments.begin(), arguments.end()),
                     streams, seconds);
  if (!end)
    return end.takeError();
  TrialResult result;
  uint64_t size = 0;
  sys::fs::file_size(output.getPath(), size);
  if (end->exitCode == 0 && size > 0) {
    readAfter(output.getPath(), *op->getContext(), shallVerify, result);
    return result;
  }
  if (end->tookTooLong())
    return TrialResult{End::TakesTooLong, "", {}};
  auto printed = MemoryBuffer::getFile(messages.getPath());
  result.why = printed ? findReason((*printed)->getBuffer()) : "";
  if (end->exitCode == EXIT_FAILURE) {
    result.end = End::Fails;
    return result;
  }
  // A pass may also end the process in good order.
  result.end = End::Crashes;
  std::string how = end->crash.empty()
                        ? "exits with " + std::to_string(end->exitCode)
                        : end->crash;
  result.why = result.why.empty() ? how : how + ": " + result.why;
  return result;
}

Expected<TrialResult> Trials::run(size_t begin, size_t end, mlir::Operation *op,
                                  bool shallVerify) const {
  return runInProcess(
      commandLine, op, preflight.getReproducedPipeline(),
      [&](StringRef file) { return getArguments(file, begin, end); },
      options.exploring.bisectTimeout, shallVerify);
}
