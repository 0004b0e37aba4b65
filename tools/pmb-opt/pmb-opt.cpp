//===- pmb-opt.cpp - mlir-opt with pipelines that can be edited -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes what mlir-opt takes, with all of upstream MLIR. Whatever pipeline its
// options make is adopted, edited and checked before it runs. Without an option
// of its own it does what mlir-opt does.
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/SourceText.h"
#include "builder/list/PatternSlot.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/pipelines/ShellWords.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "passmanager/MLIRCompat.h"
#include "passmanager/MLIRPass.h"
#include "tools/CommandLine.h"
#include "tools/pmb-opt/Bisecting.h"
#include "tools/pmb-opt/Exploring.h"
#include "tools/pmb-opt/Fixing.h"
#include "tools/pmb-opt/Plugins.h"
#include "tools/pmb-opt/Preflight.h"
#include "tools/pmb-opt/Printing.h"
#include "tools/pmb-opt/Rehearsal.h"
#include "tools/pmb-opt/Running.h"
#include "tools/pmb-opt/Timing.h"
#include "tools/pmb-opt/Trials.h"
#include "tools/pmb-opt/Witnessing.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

/// Writes what `write` writes to a file, if that succeeds. Fails after having
/// said why.
static LogicalResult
writeTo(StringRef outputName,
        llvm::function_ref<LogicalResult(llvm::raw_ostream &)> write) {
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &message);
  if (!output) {
    llvm::errs() << message << '\n';
    return failure();
  }
  if (failed(write(output->os())))
    return failure();
  output->keep();
  return success();
}

/// This program with the plugins that it has loaded, for the shell.
static std::string makeCommand(llvm::ArrayRef<char *> arguments) {
  std::string command = "pmb-opt";
  for (size_t i = 1; i < arguments.size(); ++i) {
    StringRef word = arguments[i];
    auto [name, value] = word.ltrim('-').split('=');
    if (!word.starts_with("-") ||
        (name != "load-pass-plugin" && name != "load-dialect-plugin"))
      continue;
    if (value.empty() && i + 1 < arguments.size())
      value = arguments[++i];
    command += " --" + name.str() + "=" + pmb::quoteForShell(value);
  }
  return command;
}

namespace {
/// One command: what was asked for, and where it goes. Each function fails
/// after having said why.
struct Command {
  const pmb::OptOptions &options;
  const MlirOptMainConfig &given;
  DialectRegistry &registry;
  pmb::CommandLine line;

  LogicalResult run() const;

private:
  /// Prints what is wrong. Returns whether something was found.
  static FailureOr<bool> say(llvm::Expected<bool> found) {
    if (found)
      return *found;
    return failure(pmb::printErrors(found.takeError()));
  }
  static FailureOr<bool> say(llvm::Error error) {
    return say(error ? llvm::Expected<bool>(std::move(error)) : false);
  }
  /// Writes what `print` writes to the output. Fails if it does, and, for the
  /// exit code, if it finds something.
  LogicalResult
  write(llvm::function_ref<FailureOr<bool>(llvm::raw_ostream &)> print) const {
    bool isFound = false;
    LogicalResult written =
        writeTo(line.outputName, [&](llvm::raw_ostream &os) {
          FailureOr<bool> found = print(os);
          isFound = succeeded(found) && *found;
          return success(succeeded(found));
        });
    return failure(failed(written) || isFound);
  }
  /// `flag` does not write `what` over the input.
  LogicalResult keepInput(StringRef flag, StringRef what) const {
    return failure(pmb::printErrors(
        pmb::verifyIsNotInput(flag, what, line.outputName, line.inputName)));
  }
  /// Whether the run reads or writes that file already.
  bool usesFile(StringRef file) const {
    return pmb::isSameFile(file, line.inputName) ||
           pmb::isSameFile(file, line.outputName) ||
           llvm::any_of(options.inputs, [&](const std::string &input) {
             return pmb::isSameFile(file, input);
           });
  }
  llvm::Expected<std::unique_ptr<pmb::RunRecorder>> openReport() const;
  std::optional<LogicalResult> runWithoutInput() const;
  std::optional<LogicalResult>
  runBeforeComposing(llvm::MemoryBuffer &input) const;
  LogicalResult show(pmb::Preflight &preflight) const;
  LogicalResult explore(pmb::Preflight &preflight) const;
  LogicalResult runPasses(pmb::Preflight &preflight,
                          std::unique_ptr<llvm::MemoryBuffer> input) const;
};
} // namespace

/// What needs no IR, if that was asked for.
std::optional<LogicalResult> Command::runWithoutInput() const {
  if (!options.exported.empty())
    return write([&](llvm::raw_ostream &os) {
      return say(pmb::exportPipeline(options, registry, os));
    });
  if (options.fingerprint)
    return writeTo(line.outputName, [&](llvm::raw_ostream &os) {
      return pmb::printFingerprint(options, given, registry, os);
    });
  if (options.witness)
    return write([&](llvm::raw_ostream &os) {
      return pmb::showWitnesses(registry, given, options, line, os);
    });
  if (options.timing.isUsed())
    return write([&](llvm::raw_ostream &os) {
      pmb::DiffFormat format = options.getDiffFormat();
      return say(options.timing.isIdle()
                     ? pmb::printIdlePasses(options.timing, format, line, os)
                     : pmb::compareTiming(options.timing, format, os));
    });
  return std::nullopt;
}

/// What is about the input alone, or composes pipelines itself.
std::optional<LogicalResult>
Command::runBeforeComposing(llvm::MemoryBuffer &input) const {
  if (options.printContents) {
    if (failed(keepInput("--print-contents", "what the input contains")))
      return failure();
    return writeTo(line.outputName, [&](llvm::raw_ostream &os) {
      return pmb::printContents(input, registry, given, os);
    });
  }
  if (!options.fix)
    return std::nullopt;
  if (failed(keepInput("--fix", "the pipeline that works")))
    return failure();
  return write([&](llvm::raw_ostream &os) {
    return pmb::fixPipeline(input, registry, given, options, line, os);
  });
}

/// Writes the picture or the answers that were asked for.
LogicalResult Command::show(pmb::Preflight &preflight) const {
  // What is wrong is in the picture.
  if (options.draws() &&
      pmb::printErrors(pmb::writeOutput(line.outputName, preflight.getGraph())))
    return failure();
  if (!options.asks)
    return success();
  if (!preflight.isAnswered())
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  pmb::printAnswers(os, preflight.getAnswers(), options.answerFormat);
  return failure(pmb::printErrors(pmb::writeOutput(line.outputName, text)));
}

/// Runs the passes in other ways than they stand there.
LogicalResult Command::explore(pmb::Preflight &preflight) const {
  const pmb::ExploringOptions &exploring = options.exploring;
  if (!preflight.getInput())
    return failure(pmb::printErrors(
        pmb::Diagnostic(pmb::DiagnosticCode::BadValue,
                        "{0} {1} one input at a time", exploring.getFlags(),
                        exploring.hasOrders() ? "take" : "takes")
            .help("leave out --split-input-file, and name a file that holds "
                  "one of them")));
  if (exploring.hasOrders())
    return write([&](llvm::raw_ostream &os) {
      return say(pmb::explore(preflight, options, os));
    });
  FailureOr<bool> isFound =
      say(exploring.bisect      ? pmb::bisect(preflight, options, line)
          : exploring.passRules ? pmb::checkPassRules(preflight, options)
                                : pmb::checkThreads(preflight, options));
  return failure(failed(isFound) || *isFound);
}

/// Makes the report of a run that is to come; null if there is to be none.
llvm::Expected<std::unique_ptr<pmb::RunRecorder>> Command::openReport() const {
  const std::string &file = options.attribution.report;
  if (file.empty())
    return nullptr;
  if (usesFile(file))
    return pmb::makeUsageError("--report=" + file +
                                   " is a file that the run reads or writes",
                               "name another file");
  return pmb::RunRecorder::open(file, {options.attribution.reportIR,
                                       options.attribution.reportIRLimit,
                                       makeCommand(line.arguments)});
}

/// As mlir-opt does.
LogicalResult
Command::runPasses(pmb::Preflight &preflight,
                   std::unique_ptr<llvm::MemoryBuffer> input) const {
  MlirOptMainConfig config = given;
  config.setPassPipelineSetupFn(
      [&](PassManager &pm) { return preflight.fill(pm); });
  pmb::Verifying *verifying = preflight.getVerifying();
  if (verifying && pmb::printErrors(verifying->checkSuggestionsFile(
                       [&](StringRef file) { return usesFile(file); })))
    return failure();
  std::unique_ptr<pmb::RunRecorder> recorder;
  if (pmb::printErrors(openReport().moveInto(recorder)))
    return failure();
  preflight.setRecorder(recorder.get());
  LogicalResult result = writeTo(line.outputName, [&](llvm::raw_ostream &os) {
    return MlirOptMain(os, std::move(input), registry, config);
  });
  // What was seen up to a failure was seen.
  bool isReported = !recorder || !pmb::printErrors(recorder->finish());
  bool isVerified = !verifying || succeeded(verifying->finish());
  return failure(!isReported || !isVerified || failed(result));
}

LogicalResult Command::run() const {
  if (std::optional<LogicalResult> result = runWithoutInput())
    return *result;
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input;
  if (line.inputName == "-" && options.pipelineFile == "-")
    message = "the standard input can be read only once";
  else
    input = openInputFile(line.inputName, &message);
  if (!input) {
    llvm::errs() << message << '\n';
    return failure();
  }
  if (std::optional<LogicalResult> result = runBeforeComposing(*input))
    return *result;
  const pmb::ExploringOptions &exploring = options.exploring;
  if (exploring.hasOrders() &&
      failed(keepInput(exploring.shuffle ? "--shuffle" : "--no-cleanups",
                       "what it finds")))
    return failure();
  if (options.draws() && failed(keepInput("--graph", "the picture")))
    return failure();
  if (options.asks && failed(keepInput("--why and the like", "answers")))
    return failure();

  pmb::Preflight preflight(options, given, line.inputName);
  bool showErrors = options.checkOnly || exploring.isUsed() ||
                    options.draws() || options.asks;
  if (failed(pmb::forEachPart(*input, registry, given, showErrors,
                              [&](pmb::InputPart part) {
                                return preflight.addPart(std::move(part));
                              })))
    return failure();
  LogicalResult checked = preflight.finish();
  if (failed(show(preflight)) || failed(checked))
    return failure();
  if (options.checkOnly || options.draws() || options.asks)
    return success();
  if (exploring.isUsed())
    return explore(preflight);
  return runPasses(preflight, std::move(input));
}

/// Fails if the output would go over something that was written by hand. The IR
/// may be replaced, as by mlir-opt.
static llvm::Error verifyKeepsInputs(StringRef outputName,
                                     const pmb::OptOptions &options) {
  std::vector<std::string> inputs = options.inputs;
  // Its errors are reported where it is used.
  if (StringRef name = options.pipelineFile; !name.empty() && name != "-") {
    if (llvm::Expected<pmb::PipelineFile> file = pmb::PipelineFile::read(name))
      llvm::append_range(inputs, file->getIncludedFiles());
    else
      llvm::consumeError(file.takeError());
  }
  StringRef overwritten = pmb::findOverwritten(outputName, inputs);
  if (overwritten.empty())
    return llvm::Error::success();
  return pmb::makeUsageError("the output would overwrite the input " +
                                 pmb::quotePath(overwritten),
                             "name another file with -o");
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  pmb::Arguments arguments;
  if (pmb::printErrors(arguments.expand({argv, size_t(argc)})))
    return EXIT_FAILURE;
  argc = arguments.get().size();
  argv = const_cast<char **>(arguments.get().data());
  registerAllPasses();
  // The passes of this project, which texts may name: MLIR does not ask for
  // names that it does not know.
  pmb::lookupPassInfo(pmb::rewritePass);
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  // Passes that serialise GPU modules need these; mlir-opt has them, too.
  registerAllGPUToLLVMIRTranslations(registry);

  pmb::OptOptions &options = pmb::registerOptOptions();
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "pmb-opt " PMB_VERSION " for LLVM " LLVM_VERSION_STRING "\n";
  });
  if (pmb::printErrors(pmb::loadPlugins(argc, argv, registry)))
    return EXIT_FAILURE;
  auto [inputName, outputName] = registerAndParseCLIOptions(
      argc, argv, "MLIR modular optimizer driver\n", registry);
  if (pmb::printErrors(options.read()))
    return EXIT_FAILURE;
  llvm::append_range(options.inputs, arguments.getFiles());
  if (pmb::printErrors(verifyKeepsInputs(outputName, options)))
    return EXIT_FAILURE;
  if (options.listPlugins) {
    pmb::listPlugins(llvm::outs());
    return EXIT_SUCCESS;
  }
  if (options.printContracts)
    return asMainReturnCode(writeTo(outputName, [](llvm::raw_ostream &os) {
      return failure(pmb::printErrors(pmb::printContracts(os)));
    }));
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  bool runsPipeline =
      !pmb::shouldListPasses(config) && !config.shouldShowDialects();
  if (runsPipeline && options.verify.isRecorded() &&
      options.verify.journal.empty())
    return pmb::runWatched(options.verify, {argv, size_t(argc)});
  if (runsPipeline && options.exploring.isRehearsed() &&
      options.exploring.journal.empty())
    return pmb::runRehearsals({argv, size_t(argc)}, inputName);
  return asMainReturnCode(
      options.isUsed && runsPipeline
          ? Command{options,
                    config,
                    registry,
                    {{argv, size_t(argc)}, inputName, outputName}}
                .run()
          : MlirOptMain(argc, argv, inputName, outputName, registry));
}
