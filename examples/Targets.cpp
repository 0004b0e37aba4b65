//===- Targets.cpp - One description for three targets --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/Targets.h"
#include "examples/Execution.h"
#include "examples/Reference.h"
#include "examples/thirdparty/ThirdParty.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/Plugin.h"
#include "targets.pipeline.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;

static std::string getPath(StringRef folder, StringRef file) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, file);
  return path.str().str();
}

/// Composes the pipeline for one target, with what the plugin adds.
static llvm::Error compose(pmb::PassManagerBuilder &builder,
                           const pmb::Plugin &plugin, StringRef target) {
  example::TargetsPipelineOptions options;
  options.target = target.str();
  if (llvm::Error error = example::appendTargetsPipeline(builder, options))
    return error;
  if (llvm::Error error = plugin.addTo(builder))
    return error;
  return builder.build();
}

/// What is in a lowered program.
static void describe(ModuleOp module, llvm::raw_ostream &os) {
  size_t vectors = 0, kernels = 0, launches = 0;
  module.walk([&](Operation *op) {
    vectors += llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>);
    kernels += isa<gpu::BinaryOp>(op);
    launches += isa<gpu::LaunchFuncOp>(op);
  });
  if (vectors)
    os << ", " << vectors << " operations on vectors";
  if (kernels)
    os << ", " << kernels << " kernels in the code of the GPU, " << launches
       << " launches";
}

/// Executes a program for the CPU. True if its numbers are right.
static llvm::Expected<bool> executeAndCompare(ModuleOp module,
                                              llvm::raw_ostream &os) {
  llvm::Expected<example::Execution> result =
      example::execute(module, acme::counterReaderPrefix);
  if (!result)
    return result.takeError();
  bool isRight = result->values == example::computeReference();
  os << ", executed: " << (isRight ? "right" : "wrong");
  for (const auto &[name, value] : result->counters)
    os << ", " << name << " = " << value;
  return isRight;
}

llvm::Expected<bool> example::showTargets(MLIRContext &context,
                                          StringRef folder, StringRef program,
                                          llvm::raw_ostream &os) {
  acme::registerPasses();
  // Kernels are compiled while the pipeline runs.
  DialectRegistry registry;
  registerAllGPUToLLVMIRTranslations(registry);
  context.appendDialectRegistry(registry);
  llvm::Expected<const pmb::Plugin *> plugin =
      pmb::Plugin::load(getPath(folder, "acme.pipeline.json"));
  if (!plugin)
    return plugin.takeError();

  bool isGood = true;
  for (StringRef target : {"scalar", "vector", "gpu"}) {
    PassManager pm = PassManager::on<ModuleOp>(&context);
    pmb::PassManagerBuilder builder(pm);
    if (llvm::Error error = compose(builder, **plugin, target))
      return error;
    size_t ofAcme =
        llvm::count_if(builder.getPasses(), [](const pmb::Node &node) {
          return node.getName().starts_with("probe-");
        });
    os << target << ": " << builder.size() << " passes, " << ofAcme
       << " of acme";

    OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(program, &context);
    if (!module || failed(pm.run(*module)))
      return llvm::createStringError("cannot lower " + program + " for " +
                                     target);
    describe(*module, os);
    bool hasKernels = !module->getOps<gpu::BinaryOp>().empty();
    isGood &= hasKernels == (target == "gpu");
    // What launches kernels takes a GPU.
    if (!hasKernels) {
      llvm::Expected<bool> isRight = executeAndCompare(*module, os);
      if (!isRight)
        return isRight.takeError();
      isGood &= *isRight;
    }
    os << "\n";
  }
  return isGood;
}
