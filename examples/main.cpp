//===- main.cpp - A framework and a third party in one pipeline -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place that knows both: framework/ composes pipelines, thirdparty/
// adds to them. Their interplay is in `compose` below; the rest shows it.
//
//===----------------------------------------------------------------------===//

#include "examples/Execution.h"
#include "examples/Reference.h"
#include "examples/Targets.h"
#include "examples/WrongOrder.h"
#include "examples/framework/Framework.h"
#include "examples/thirdparty/ThirdParty.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using llvm::outs;

static llvm::cl::OptionCategory category("pmb-example options");
static llvm::cl::opt<std::string>
    programs("programs", llvm::cl::desc("Folder of the .mlir programs"),
             llvm::cl::init(PMB_EXAMPLE_PROGRAMS), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    targets("targets",
            llvm::cl::desc("Folder of the pipeline for several targets"),
            llvm::cl::init(PMB_EXAMPLE_TARGETS), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    mlirOpt("mlir-opt", llvm::cl::desc("The mlir-opt to compare with"),
            llvm::cl::init(PMB_EXAMPLE_MLIR_OPT), llvm::cl::cat(category));

static void printHeading(const llvm::Twine &text) {
  std::string heading = text.str();
  outs() << "\n" << heading << "\n" << std::string(heading.size(), '=') << "\n";
}

static void printSubheading(const llvm::Twine &text) {
  outs() << "\n-- " << text << "\n\n";
}

static std::string getProgramPath(StringRef program) {
  SmallString<128> path(programs);
  llvm::sys::path::append(path, program);
  return path.str().str();
}

/// Fills `pm` with the framework's pipeline, and with what the third party adds
/// if `withAcme` is true. Shows each step if `verbose` is true.
static llvm::Error compose(PassManager &pm, const framework::Variant &variant,
                           bool withAcme, bool verbose) {
  pmb::PassManagerBuilder builder(pm);

  variant.compose(builder);
  if (verbose) {
    printSubheading("Composed by the framework");
    builder.print(outs(), pmb::PrintStyle::Listing);
  }

  if (withAcme) {
    auto inject = [&] { return acme::registerDialectsAndPasses(builder); };
    if (llvm::Error error =
            builder.transaction(pmb::Origin::thirdParty("acme"), inject))
      return error;
    if (verbose) {
      printSubheading("After acme has added its passes");
      builder.print(outs(), pmb::PrintStyle::Listing);
    }
  }

  if (llvm::Error error = builder.build())
    return error;
  if (verbose) {
    printSubheading("Checked and flattened: the mlir::PassManager");
    for (const pmb::Diagnostic &warning : builder.getWarnings())
      outs() << warning.str() << "\n";
    pm.printAsTextualPipeline(outs(), /*pretty=*/true);
    outs() << "\n";
  }
  return llvm::Error::success();
}

/// Composes a pipeline, lowers the variant's program with it and executes that.
static llvm::Expected<example::Execution> run(MLIRContext &context,
                                              const framework::Variant &variant,
                                              bool withAcme, bool verbose) {
  PassManager pm = PassManager::on<ModuleOp>(&context);
  if (llvm::Error error = compose(pm, variant, withAcme, verbose))
    return error;

  std::string path = getProgramPath(variant.program);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(path, &context);
  if (!module)
    return llvm::createStringError("cannot parse " + path);
  if (failed(pm.run(*module)))
    return llvm::createStringError("cannot lower " + path);
  return example::execute(*module, acme::counterReaderPrefix);
}

/// Shows one variant from composition to numbers; true if they are right.
static llvm::Expected<bool> showVariant(MLIRContext &context,
                                        const framework::Variant &variant) {
  printHeading("Pipeline '" + variant.name + "': " + variant.summary);
  llvm::Expected<example::Execution> withAcme =
      run(context, variant, /*withAcme=*/true, /*verbose=*/true);
  if (!withAcme)
    return withAcme.takeError();
  llvm::Expected<example::Execution> without =
      run(context, variant, /*withAcme=*/false, /*verbose=*/false);
  if (!without)
    return without.takeError();

  printSubheading(variant.program + ", lowered and executed");
  bool isRight =
      example::printComparison({{"plain C++", example::computeReference()},
                                {"without acme", without->values},
                                {"with acme", withAcme->values}},
                               outs());
  outs() << "\nacme counted: ";
  llvm::ListSeparator separator;
  for (const auto &[name, value] : withAcme->counters)
    outs() << separator << name << " = " << value;
  outs() << "\n";
  return isRight;
}

/// Shows everything; true if all went as it should.
static llvm::Expected<bool> showAll() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  MLIRContext context(registry);

  bool isGood = true;
  for (const framework::Variant &variant : framework::getVariants()) {
    llvm::Expected<bool> isRight = showVariant(context, variant);
    if (!isRight)
      return isRight.takeError();
    isGood &= *isRight;
  }

  printHeading("One description, three targets, and a plugin in two of them");
  outs() << "\n";
  llvm::Expected<bool> isLowered = example::showTargets(
      context, targets, getProgramPath("mlp.mlir"), outs());
  if (!isLowered)
    return isLowered.takeError();
  isGood &= *isLowered;

  printHeading("The wrong order: linalg lowered before it is bufferized");
  llvm::Expected<bool> isRefused = example::showWrongOrder(
      context, getProgramPath("mlp.mlir"), mlirOpt, outs());
  if (!isRefused)
    return isRefused.takeError();
  return isGood && *isRefused;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "Shows how a third party adds passes to a pipeline\n");

  llvm::Expected<bool> isGood = showAll();
  if (!isGood) {
    outs().flush();
    llvm::errs() << llvm::toString(isGood.takeError()) << "\n";
    return 1;
  }
  return *isGood ? 0 : 1;
}
