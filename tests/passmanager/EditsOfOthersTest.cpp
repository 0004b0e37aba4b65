//===- EditsOfOthersTest.cpp - Options, pins and traces of MLIR passes ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"

using namespace pmb;
using namespace pmb::test;
using mlir::func::FuncOp;

namespace {

/// Has a list, and something that is no option.
struct ListPass : mlir::PassWrapper<ListPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ListPass)
  ListPass() = default;
  explicit ListPass(int seed) : seed(seed) {}
  ListPass(const ListPass &other) : PassWrapper(other), seed(other.seed) {}
  llvm::StringRef getArgument() const override { return "test-list"; }
  void runOnOperation() override {
    std::string text = std::to_string(seed);
    for (int64_t size : sizes)
      text += " " + std::to_string(size);
    getOperation()->setAttr("test.list",
                            mlir::StringAttr::get(&getContext(), text));
  }
  int seed = 0;
  ListOption<int64_t> sizes{*this, "sizes"};
  Option<bool> fast{*this, "fast", llvm::cl::init(false)};
};

struct NoCopyPass : mlir::PassWrapper<NoCopyPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NoCopyPass)
  NoCopyPass() = default;
  NoCopyPass(const NoCopyPass &other) : PassWrapper(other) {}
  llvm::StringRef getArgument() const override { return "test-no-copy"; }
  std::unique_ptr<Pass> clonePass() const override { return nullptr; }
  void runOnOperation() override {}
  Option<bool> fast{*this, "fast", llvm::cl::init(false)};
};

/// A builder that knows what MLIR's passes are.
struct StockBuild {
  mlir::MLIRContext context;
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb = PassManagerBuilder(pm);
};

TEST(SetOptions, OfAnInstanceKeepsTheOthers) {
  Build<> b;
  GreedyRewriteConfig config;
  config.setMaxIterations(3);
  b.pmb.addPass(mlir::createCanonicalizerPass(config, {"Disabled"}));
  EXPECT_EQ(
      text(b.pmb.transaction(
          Origin::plugin("acme"),
          [&] { return b.pmb.setOptions<Canonicalizer>("top-down=false"); })),
      "");
  ASSERT_EQ(text(b.pmb.build()), "");
  std::string pipeline = text(b.pm);
  for (const char *option :
       {"top-down=false", "max-iterations=3", "disable-patterns={Disabled}"})
    EXPECT_TRUE(contains(pipeline, option));
}

TEST(SetOptions, OfAListAreReplaced) {
  Build<> b;
  auto pass = std::make_unique<ListPass>(7);
  pass->sizes = llvm::ArrayRef<int64_t>{1, 2};
  b.pmb.addPass(std::move(pass));
  for (const char *options : {"sizes=4,5", "fast=true", "sizes=8"})
    EXPECT_EQ(text(b.pmb.setOptions(pmb::pass("test-list"), options)), "");
  EXPECT_EQ(b.pmb.str(), "builtin.module(test-list{fast=true sizes={8}})");
  // What is no option is as it was.
  ASSERT_EQ(text(b.pmb.build()), "");
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&b.context));
  ASSERT_TRUE(succeeded(b.pm.run(*module)));
  EXPECT_EQ(module->getOperation()
                ->getAttrOfType<mlir::StringAttr>("test.list")
                .getValue(),
            "7 8");
}

TEST(SetOptions, OfAPassByNameAndByTag) {
  Build<> b;
  b.pmb.addPass("canonicalize", "max-iterations=4");
  b.pmb.nest<FuncOp>().addPass<ConvertVectorToSCF>();
  EXPECT_EQ(text(b.pmb.setOptions<Canonicalizer>("top-down=false")), "");
  EXPECT_EQ(text(b.pmb.setOptions<ConvertVectorToSCF>("full-unroll=true")), "");
  std::string pipeline = b.pmb.str();
  for (const char *option :
       {"max-iterations=4", "top-down=false", "full-unroll=true"})
    EXPECT_TRUE(contains(pipeline, option));
}

TEST(SetOptions, RefusesWhatThePassDoesNotHave) {
  StockBuild b;
  b.pmb.addPass(mlir::createCanonicalizerPass());
  b.pmb.addPass("cse");
  b.pmb.addPass(std::make_unique<NoCopyPass>());
  std::string before = b.pmb.str();
  std::string message =
      text(b.pmb.setOptions<Canonicalizer>("topdown=false max-iterations=3"));
  EXPECT_EQ(
      message.find("error: 'canonicalize' does not accept the options "
                   "'topdown=false max-iterations=3' [PMB006 bad-options]"),
      0u)
      << message;
  EXPECT_TRUE(contains(message, "did you mean 'top-down'?"));
  EXPECT_EQ(text(b.pmb.setOptions(pmb::pass("cse"), "fast=true"))
                .find("error: 'cse' does not accept the options"),
            0u);
  EXPECT_TRUE(
      contains(text(b.pmb.setOptions(pmb::pass("test-no-copy"), "fast=true")),
               "[PMB015 not-copyable]"));
  EXPECT_EQ(b.pmb.str(), before);
  b.pmb.discard();
}

TEST(SetOptions, AreUndoneWithTheInstance) {
  Build<> b;
  b.pmb.addPass(std::make_unique<ListPass>(7));
  std::string before = b.pmb.str();
  EXPECT_NE(text(b.pmb.transaction(Origin::plugin("acme"),
                                   [&]() -> llvm::Error {
                                     if (auto err = b.pmb.setOptions<ListPass>(
                                             "sizes=4"))
                                       return err;
                                     EXPECT_NE(b.pmb.str(), before);
                                     return b.pmb.removePass("none");
                                   })),
            "");
  EXPECT_EQ(b.pmb.str(), before);
  EXPECT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm), before);
}

TEST(Injecting, InstancesInEverySpelling) {
  auto make = [] { return mlir::createSCCPPass(); };
  auto expect = [&](const char *expected, auto edit) {
    Build<> b;
    b.pmb.addSlot("slot");
    b.pmb.addPass("test-module");
    b.pmb.addPass("symbol-dce");
    EXPECT_EQ(text(edit(b.pmb)), "");
    EXPECT_EQ(b.pmb.str(), expected);
    b.pmb.discard();
  };
  using Pmb = PassManagerBuilder &;
  const char *before = "builtin.module(sccp,test-module,symbol-dce)";
  expect(before, [&](Pmb b) { return b.addPassBefore(make(), "test-module"); });
  expect(before, [&](Pmb b) { return b.addPassBefore<ModulePass>(make()); });
  expect(before, [&](Pmb b) { return b.addPassToSlot(make(), "slot"); });
  expect(before, [&](Pmb b) { return b.addPassBeforeType(make(), "marking"); });
  expect(before, [&](Pmb b) { return b.addPassBeforeType<Marking>(make()); });
  expect(before, [&](Pmb b) { return b.addPassBeforeKind<Marking>(make()); });
  const char *after = "builtin.module(test-module,sccp,symbol-dce)";
  expect(after, [&](Pmb b) { return b.addPassAfter(make(), "test-module"); });
  expect(after, [&](Pmb b) { return b.addPassAfter<ModulePass>(make()); });
  expect(after, [&](Pmb b) { return b.addPassAfterType(make(), "marking"); });
  expect(after, [&](Pmb b) { return b.addPassAfterType<Marking>(make()); });
  expect(after, [&](Pmb b) { return b.addPassAfterKind<Marking>(make()); });
  const char *instead = "builtin.module(sccp,symbol-dce)";
  expect(instead, [&](Pmb b) { return b.replacePass("test-module", make()); });
  expect(instead, [&](Pmb b) { return b.replacePass<ModulePass>(make()); });
}

TEST(Injecting, ANullInstanceIsAnError) {
  Build<> b;
  b.pmb.addPass("cse");
  EXPECT_TRUE(
      contains(text(b.pmb.addPassBefore(std::unique_ptr<mlir::Pass>(), "cse")),
               "the pass to be added is null"));
  EXPECT_EQ(b.pmb.str(), "builtin.module(cse)");
  b.pmb.discard();
}

TEST(NestBuilder, TakesBundlesAndPipelines) {
  StockBuild b;
  PassBundle own("own");
  own.addPass("cse").addSlot("s").addPass("sccp");
  auto nest = b.pmb.nest<FuncOp>();
  nest.addBundle(own).addPass("canonicalize");
  b.pmb.addPass("symbol-dce");
  nest.addBundle("cleanup");
  EXPECT_EQ(text(b.pmb.addPassToSlot("loop-invariant-code-motion", "s")), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  std::string pipeline = text(b.pm);
  EXPECT_EQ(pipeline.find("builtin.module(func.func(cse,loop-invariant-code-"
                          "motion,sccp,canonicalize"),
            0u)
      << pipeline;
  EXPECT_TRUE(contains(pipeline, "symbol-dce)"));
  // A bundle that there is not is reported by the check.
  StockBuild other;
  other.pmb.nest<FuncOp>().addBundle("claenup").addPass("cse");
  EXPECT_TRUE(contains(text(other.pmb.build()), "unknown-bundle"));
  StockBuild pipelines;
  pipelines.pmb.nest("gpu.module").addPipeline("no-such-pipeline");
  EXPECT_TRUE(contains(text(pipelines.pmb.build()), "unknown-pass"));
}

} // namespace
