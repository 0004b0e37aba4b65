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
#include "tools/pmb-opt/Witnessing.h"
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

/// Makes the report of a run that is to come; null if there is to be none.
static llvm::Expected<std::unique_ptr<pmb::RunRecorder>>
openReport(const pmb::OptOptions &options, StringRef inputName,
           StringRef outputName, llvm::ArrayRef<char *> arguments) {
  const std::string &file = options.attribution.report;
  if (file.empty())
    return nullptr;
  std::vector<std::string> others = options.inputs;
  others.insert(others.end(), {inputName.str(), outputName.str()});
  for (const std::string &other : others)
    if (pmb::isSameFile(file, other))
      return pmb::makeUsageError("--report=" + file +
                                     " is a file that the run reads or writes",
                                 "name another file");
  pmb::RunOptions recording = options.attribution.recording;
  recording.command = makeCommand(arguments);
  return pmb::RunRecorder::open(file, std::move(recording));
}

/// Fails after having said why.
static LogicalResult run(const pmb::OptOptions &options,
                         const MlirOptMainConfig &given, StringRef inputName,
                         StringRef outputName, DialectRegistry &registry,
                         llvm::ArrayRef<char *> arguments) {
  if (!options.exported.empty())
    return writeTo(outputName, [&](llvm::raw_ostream &os) {
      return pmb::exportPipeline(options, registry, os);
    });
  if (options.fingerprint)
    return writeTo(outputName, [&](llvm::raw_ostream &os) {
      return pmb::printFingerprint(options, given, registry, os);
    });
  if (options.witness) {
    std::optional<bool> isShown;
    LogicalResult written = writeTo(outputName, [&](llvm::raw_ostream &os) {
      isShown = pmb::showWitnesses(registry, given, options,
                                   {arguments, inputName, outputName}, os);
      return success(isShown.has_value());
    });
    return failure(failed(written) || *isShown);
  }
  if (options.timing.isUsed())
    return writeTo(outputName, [&](llvm::raw_ostream &os) {
      return options.timing.isIdle
                 ? pmb::printIdlePasses(options.timing,
                                        {arguments, inputName, outputName}, os)
                 : pmb::compareTiming(options.timing, os);
    });
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input;
  if (inputName == "-" && options.pipelineFile == "-")
    message = "the standard input can be read only once";
  else
    input = openInputFile(inputName, &message);
  if (!input) {
    llvm::errs() << message << '\n';
    return failure();
  }

  if (options.printContents) {
    if (pmb::printErrors(pmb::verifyIsNotInput("--print-contents",
                                               "what the input contains",
                                               outputName, inputName)))
      return failure();
    return writeTo(outputName, [&](llvm::raw_ostream &os) {
      return pmb::printContents(*input, registry, given, os);
    });
  }
  if (options.exploring.shuffle || options.exploring.noCleanups)
    if (pmb::printErrors(pmb::verifyIsNotInput(
            options.exploring.shuffle ? "--shuffle" : "--no-cleanups",
            "what it finds", outputName, inputName)))
      return failure();

  if (options.fix) {
    if (pmb::printErrors(pmb::verifyIsNotInput(
            "--fix", "the pipeline that works", outputName, inputName)))
      return failure();
    bool differs = false;
    LogicalResult written = writeTo(outputName, [&](llvm::raw_ostream &os) {
      FailureOr<bool> fixed =
          pmb::fixPipeline(*input, registry, given, options,
                           {arguments, inputName, outputName}, os);
      differs = succeeded(fixed) && *fixed;
      return success(succeeded(fixed));
    });
    return failure(failed(written) || differs);
  }

  if (options.graph && pmb::printErrors(pmb::verifyIsNotInput(
                           "--graph", "the picture", outputName, inputName)))
    return failure();
  if (options.asks &&
      pmb::printErrors(pmb::verifyIsNotInput("--why and the like", "answers",
                                             outputName, inputName)))
    return failure();
  pmb::Preflight preflight(options, given, inputName);
  if (failed(pmb::forEachPart(*input, registry, given,
                              /*showErrors=*/options.checkOnly ||
                                  options.exploring.isUsed() || options.graph ||
                                  options.asks,
                              [&](pmb::InputPart part) {
                                return preflight.addPart(std::move(part));
                              })))
    return failure();
  LogicalResult checked = preflight.finish();
  // What is wrong is in the picture.
  if (options.graph &&
      pmb::printErrors(pmb::writeOutput(outputName, preflight.getGraph())))
    return failure();
  if (options.asks) {
    if (!preflight.isAnswered())
      return failure();
    std::string text;
    llvm::raw_string_ostream os(text);
    pmb::printAnswers(os, preflight.getAnswers(), options.answerFormat);
    if (pmb::printErrors(pmb::writeOutput(outputName, text)))
      return failure();
  }
  if (failed(checked))
    return failure();
  if (options.checkOnly || options.graph || options.asks)
    return success();
  if (options.exploring.isUsed()) {
    if (!preflight.getInput()) {
      std::string name =
          options.exploring.bisect         ? "--bisect takes"
          : options.exploring.threadsCheck ? "--threads-check takes"
          : options.exploring.passRules    ? "--pass-rules takes"
                                           : "--shuffle and --no-cleanups take";
      return failure(pmb::printErrors(pmb::makeError(
          pmb::Diagnostic(pmb::DiagnosticCode::BadValue,
                          name + " one input at a time")
              .help("leave out --split-input-file, and name a file that holds "
                    "one of them"))));
    }
    if (options.exploring.bisect)
      return pmb::bisect(preflight, options,
                         {arguments, inputName, outputName});
    std::optional<bool> isFound;
    if (options.exploring.isRehearsed()) {
      isFound = options.exploring.passRules
                    ? pmb::checkPassRules(preflight, options)
                    : pmb::checkThreads(preflight, options);
      return failure(!isFound || *isFound);
    }
    LogicalResult written = writeTo(outputName, [&](llvm::raw_ostream &os) {
      isFound = pmb::explore(preflight, options, os);
      return success(isFound.has_value());
    });
    return failure(failed(written) || *isFound);
  }

  MlirOptMainConfig config = given;
  config.setPassPipelineSetupFn(
      [&](PassManager &pm) { return preflight.fill(pm); });
  pmb::Verifying *verifying = preflight.getVerifying();
  if (verifying) {
    std::vector<std::string> others = options.inputs;
    others.insert(others.end(), {inputName.str(), outputName.str()});
    if (pmb::printErrors(verifying->checkSuggestionsFile(others)))
      return failure();
  }
  std::unique_ptr<pmb::RunRecorder> recorder;
  if (pmb::printErrors(openReport(options, inputName, outputName, arguments)
                           .moveInto(recorder)))
    return failure();
  preflight.setRecorder(recorder.get());
  LogicalResult result = writeTo(outputName, [&](llvm::raw_ostream &os) {
    return MlirOptMain(os, std::move(input), registry, config);
  });
  // What was seen up to a failure was seen.
  bool isReported = !recorder || !pmb::printErrors(recorder->finish());
  bool isVerified = !verifying || succeeded(verifying->finish());
  return failure(!isReported || !isVerified || failed(result));
}

/// Fails if the output would go over something that was written by hand. The IR
/// may be replaced, as by mlir-opt.
static llvm::Error verifyKeepsInputs(StringRef outputName,
                                     const pmb::OptOptions &options) {
  std::vector<std::string> inputs = options.inputs;
  // Its errors are told where it is used.
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

  pmb::registerOptOptions();
  if (pmb::printErrors(pmb::loadPlugins(argc, argv, registry)))
    return EXIT_FAILURE;
  auto [inputName, outputName] = registerAndParseCLIOptions(
      argc, argv, "MLIR modular optimizer driver\n", registry);
  llvm::Expected<pmb::OptOptions> options = pmb::getOptOptions();
  if (!options) {
    pmb::printErrors(options.takeError());
    return EXIT_FAILURE;
  }
  llvm::append_range(options->inputs, arguments.getFiles());
  if (pmb::printErrors(verifyKeepsInputs(outputName, *options)))
    return EXIT_FAILURE;
  if (options->listPlugins) {
    pmb::listPlugins(llvm::outs());
    return EXIT_SUCCESS;
  }
  if (options->printContracts)
    return asMainReturnCode(writeTo(outputName, [](llvm::raw_ostream &os) {
      return failure(pmb::printErrors(pmb::printContracts(os)));
    }));
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  bool runsPipeline =
      !pmb::shouldListPasses(config) && !config.shouldShowDialects();
  if (runsPipeline && options->verify.isRecorded() &&
      options->verify.journal.empty())
    return pmb::runWatched(options->verify, {argv, size_t(argc)});
  if (runsPipeline && options->exploring.isRehearsed() &&
      options->exploring.journal.empty())
    return pmb::runRehearsals({argv, size_t(argc)}, inputName);
  return asMainReturnCode(
      options->isUsed && runsPipeline
          ? run(*options, config, inputName, outputName, registry,
                {argv, size_t(argc)})
          : MlirOptMain(argc, argv, inputName, outputName, registry));
}
