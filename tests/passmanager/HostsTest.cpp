//===- HostsTest.cpp - Hosts that compose in ways of their own ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "bundles/pipelines/PipelineFile.h"
#include "mlir/Transforms/Passes.h"

using namespace pmb;
using namespace pmb::test;

namespace {

void buildFront(mlir::OpPassManager &pm) { pm.addPass(mlir::createCSEPass()); }
void buildBack(mlir::OpPassManager &pm) {
  pm.addPass(mlir::createSymbolDCEPass());
}
void buildPipeline(mlir::OpPassManager &pm) {
  buildFront(pm);
  buildBack(pm);
}

struct HostsTest : testing::Test {
  mlir::MLIRContext context;
  mlir::PassManager manager{&context, "builtin.module"};
};

llvm::Error edit(mlir::PassManager &pm) {
  // docs: passmanager/HOSTS.md
  buildPipeline(pm);
  pmb::PassManagerBuilder builder(pm);
  if (llvm::Error error = builder.adopt(pm))
    return error;
  if (llvm::Error error = builder.addPassBefore("sccp", "cse"))
    return error;
  return builder.build();
  // docs: end
}

TEST_F(HostsTest, FunctionsStay) {
  ASSERT_EQ(text(edit(manager)), "");
  EXPECT_EQ(text(manager), "builtin.module(sccp,cse,symbol-dce)");
}

TEST_F(HostsTest, StagesAreBundles) {
  mlir::PassManager &pm = manager;
  // docs: passmanager/HOSTS.md
  pmb::PassManagerBuilder builder(pm);
  builder.addBundle("front", buildFront);
  builder.addSlot("after-front");
  builder.addBundle("back", buildBack);
  // docs: end
  ASSERT_EQ(text(builder.addPassToSlot("sccp", "after-front")), "");
  ASSERT_EQ(text(builder.build()), "");
  EXPECT_EQ(text(pm), "builtin.module(cse,sccp,symbol-dce)");
}

TEST_F(HostsTest, CallbacksAreChecked) {
  using Callback = std::function<void(mlir::OpPassManager &, int)>;
  std::vector<Callback> callbacks = {[](mlir::OpPassManager &pm, int level) {
    if (level)
      pm.addPass(mlir::createCSEPass());
  }};
  int level = 2;
  PassManagerBuilder builder(manager);
  // docs: passmanager/HOSTS.md
  builder.addBundle("optimizer-early", [&](mlir::OpPassManager &pm) {
    for (const auto &callback : callbacks)
      callback(pm, level);
  });
  // docs: end
  EXPECT_EQ(builder.str(), "builtin.module(cse)");
  EXPECT_EQ(builder.lookup(bundle("optimizer-early")).size(), 1u);
  builder.discard();
}

/// As IREE has it.
struct PipelineExtensions {
  virtual ~PipelineExtensions() = default;
  virtual void extendPreprocessingPassPipeline(mlir::OpPassManager &) {}
};

struct Session : PipelineExtensions {
  Session(mlir::MLIRContext *context)
      : context(context), location(mlir::UnknownLoc::get(context)) {}
  // docs: passmanager/HOSTS.md
  void extendPreprocessingPassPipeline(mlir::OpPassManager &pm) override {
    pmb::PassManagerBuilder builder(pm, context);
    llvm::Error error = builder.adopt(pm);
    if (!error)
      error = builder.addPassBefore("sccp", "cse");
    if (!error)
      error = builder.build();
    failed = mlir::failed(pmb::emitErrors(location, std::move(error)));
  }
  // docs: end
  mlir::MLIRContext *context;
  mlir::Location location;
  bool failed = false;
};

TEST_F(HostsTest, VirtualFunctionsEditTheirStage) {
  Session session(&context);
  buildPipeline(manager);
  session.extendPreprocessingPassPipeline(manager);
  EXPECT_FALSE(session.failed);
  EXPECT_EQ(text(manager), "builtin.module(sccp,cse,symbol-dce)");
  // Nothing to put it before.
  std::string message;
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          message += diagnostic.str();
                                          return mlir::success();
                                        });
  mlir::PassManager empty(&context, "builtin.module");
  buildBack(empty);
  session.extendPreprocessingPassPipeline(empty);
  EXPECT_TRUE(session.failed);
  EXPECT_TRUE(contains(message, "'cse'"));
  EXPECT_EQ(text(empty), "builtin.module(symbol-dce)");
}

/// A pass that has pipelines of its own and is not registered, as
/// `MultiPipelineNest` adds it.
struct AdaptorPass : mlir::PassWrapper<AdaptorPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AdaptorPass)
  AdaptorPass() { buildPipeline(inner); }
  AdaptorPass(const AdaptorPass &other)
      : PassWrapper(other), inner(other.inner) {}
  llvm::StringRef getArgument() const override { return "test-adaptor"; }
  void runOnOperation() override {
    if (mlir::failed(runPipeline(inner, getOperation())))
      signalPassFailure();
  }
  mlir::OpPassManager inner{"builtin.module"};
};

TEST_F(HostsTest, PassesInPassesAreOpaque) {
  manager.addPass(std::make_unique<AdaptorPass>());
  PassManagerBuilder builder(manager);
  ASSERT_EQ(text(builder.adopt(manager)), "");
  EXPECT_EQ(builder.str(), "builtin.module(test-adaptor)");
  EXPECT_NE(text(builder.addPassBefore("sccp", "cse")), "");
  // A file has the name, which nobody knows.
  std::string file = toText(PipelineFile::describe(builder));
  auto read = PipelineFile::parse(SourceText::copy(file, "x.pipeline.json"));
  ASSERT_TRUE(bool(read));
  mlir::PassManager other(&context, "builtin.module");
  PassManagerBuilder again(other);
  EXPECT_TRUE(contains(text(read->appendTo(again)), "'test-adaptor'"));
  again.discard();
  ASSERT_EQ(text(builder.build()), "");
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  EXPECT_TRUE(succeeded(manager.run(*module)));
}

} // namespace

namespace llvm {
/// As LLVM has it, which takes headers of code generators.
enum class OptimizationLevel { O2 };
} // namespace llvm

namespace {

/// As flang has it.
struct Callbacks {
  using Callback =
      std::function<void(mlir::PassManager &, llvm::OptimizationLevel)>;
  void registerFIROptLastEPCallbacks(const Callback &callback) {
    last.push_back(callback);
  }
  std::vector<Callback> last;
};

TEST_F(HostsTest, CallbacksEditWhatIsThere) {
  Callbacks config;
  // docs: passmanager/HOSTS.md
  config.registerFIROptLastEPCallbacks(
      [](mlir::PassManager &pm, llvm::OptimizationLevel) {
        pmb::PassManagerBuilder builder(pm);
        llvm::Error error = builder.adopt(pm);
        if (!error)
          error = builder.addPassAfter("symbol-dce", "cse");
        if (!error)
          error = builder.build();
        (void)pmb::emitErrors(mlir::UnknownLoc::get(pm.getContext()),
                              std::move(error));
      });
  // docs: end
  buildFront(manager);
  for (const Callbacks::Callback &callback : config.last)
    callback(manager, llvm::OptimizationLevel::O2);
  EXPECT_EQ(text(manager), "builtin.module(cse,symbol-dce)");
}

} // namespace
