//===- main.cpp - A framework and a third party in one pipeline -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/Execution.h"
#include "examples/framework/Framework.h"
#include "examples/thirdparty/ProbePasses.h"

#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

using namespace mlir;

static llvm::cl::OptionCategory category("pmb-example options");
static llvm::cl::opt<std::string>
    programs("programs", llvm::cl::desc("Folder of the .mlir programs"),
             llvm::cl::init(PMB_EXAMPLE_PROGRAMS), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    mlirOpt("mlir-opt", llvm::cl::desc("The mlir-opt to compare with"),
            llvm::cl::init(PMB_EXAMPLE_MLIR_OPT), llvm::cl::cat(category));

static constexpr int rows = 4, inner = 8, columns = 3;

/// relu(x * w + b) for the constants of the programs, without MLIR.
static std::vector<float> computeReference() {
  static constexpr float x[rows][inner] = {{1, 2, 3, 4, 5, 6, 7, 8},
                                           {-1, -2, -3, -4, -5, -6, -7, -8},
                                           {0.5, 0, -0.5, 1, 1.5, -1, 2, -2},
                                           {3, -1, 4, 1, -5, 9, -2, 6}};
  static constexpr float w[inner][columns] = {
      {1, -1, 0.5}, {0, 2, -0.5},     {1, 1, 0.5},    {-1, 0, -0.5},
      {2, -2, 0.5}, {0.5, 1.5, -0.5}, {-1, 0.5, 0.5}, {1, 1, -0.5}};
  static constexpr float b[columns] = {0.5, -1, 2};

  std::vector<float> result;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      float sum = b[j];
      for (int k = 0; k < inner; ++k)
        sum += x[i][k] * w[k][j];
      result.push_back(std::max(sum, 0.0f));
    }
  return result;
}

static void printMatrix(llvm::ArrayRef<float> values) {
  for (size_t i = 0; i < values.size(); ++i)
    llvm::outs() << (i % columns ? "" : "    ")
                 << llvm::format("%6g", values[i])
                 << (i % columns == columns - 1 ? "\n" : " ");
}

static std::string getProgramPath(StringRef program) {
  SmallString<128> path(programs);
  llvm::sys::path::append(path, program);
  return path.str().str();
}

/// Lowers the variant's program, runs it and compares its numbers.
static LogicalResult runVariant(MLIRContext &context,
                                const framework::Variant &variant) {
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(
      getProgramPath(variant.program), ParserConfig(&context));
  PassManager pm = PassManager::on<ModuleOp>(&context);
  // TO PORT: a pmb::PassManagerBuilder on pm; composed by the framework, then
  // added to by acme::registerDialectsAndPasses, printed before and after, and
  // built; each variant is run with and without the third party.
  if (!module || failed(variant.compose(pm)) || failed(pm.run(*module)))
    return failure();
  llvm::Expected<example::Execution> execution =
      example::execute(*module, acme::counterReaderPrefix);
  if (!execution)
    return emitError(module->getLoc(), llvm::toString(execution.takeError()));

  bool right = execution->shape == std::vector<int64_t>{rows, columns} &&
               execution->values == computeReference();
  llvm::outs() << variant.name << ", executed:\n";
  printMatrix(execution->values);
  for (auto &[name, value] : execution->counters)
    llvm::outs() << "  counted " << name << ": " << value << "\n";
  llvm::outs() << "  " << (right ? "equal" : "NOT EQUAL")
               << " to the plain C++ result\n";
  return success(right);
}

/// Shows what mlir-opt makes of a pipeline that lowers linalg too early.
static LogicalResult showWrongOrder() {
  // TO PORT: the text of the pipeline that the builder has just refused.
  const std::string pipeline =
      "builtin.module(func.func(convert-linalg-to-loops),one-shot-bufferize{"
      "bufferize-function-boundaries=true},convert-scf-to-cf,"
      "expand-strided-metadata,lower-affine,finalize-memref-to-llvm,"
      "convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)";
  llvm::Expected<example::CommandResult> result = example::runCommand(
      mlirOpt, {getProgramPath("mlp.mlir"), "--pass-pipeline=" + pipeline});
  if (!result) {
    llvm::errs() << llvm::toString(result.takeError()) << "\n";
    return failure();
  }
  llvm::outs() << "mlir-opt --pass-pipeline='" << pipeline << "'\n"
               << "  exit status " << result->status << "\n";
  SmallVector<StringRef> lines;
  StringRef(result->standardOutput).split(lines, '\n');
  bool leftOver = false;
  for (StringRef line : lines) {
    if (!line.contains("linalg.matmul"))
      continue;
    leftOver = true;
    llvm::outs() << "  left over: " << line.trim() << "\n";
  }
  return success(result->status == 0 && leftOver);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "Shows how a third party adds passes to a pipeline\n");

  registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  MLIRContext context(registry);

  bool good = true;
  for (const framework::Variant &variant : framework::getVariants())
    good &= succeeded(runVariant(context, variant));
  good &= succeeded(showWrongOrder());
  return good ? 0 : 1;
}
