//===- OwnerTest.cpp - Building, not building, and instances --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "passmanager/Adopt.h"

using namespace pmb;
using namespace pmb::test;
using mlir::func::FuncOp;

namespace {

/// What the error stream gets of a builder that is destroyed.
template <typename EditFn> std::string said(EditFn edit) {
  testing::internal::CaptureStderr();
  {
    Build<> b;
    edit(b.pmb);
  }
  return testing::internal::GetCapturedStderr();
}

//===----------------------------------------------------------------------===//
// A builder that is destroyed
//===----------------------------------------------------------------------===//

/// PMB060: a function that composes a pipeline and returns without
/// builder.build()
TEST(NotBuilt, IsSaid) {
  EXPECT_EQ(said([](PassManagerBuilder &pmb) { pmb.addPass<ModulePass>(); }),
            "warning: a pipeline on 'builtin.module' with 1 pass was composed "
            "and never built [PMB060 not-built]\n"
            "  note: the first is 'test-module', added by framework\n"
            "  help: call build() in the end, or discard()\n");
}

// A framework without a name is where it adds passes.
TEST(NotBuilt, NamesThePlaceOfTheCall) {
  std::string text = said([](PassManagerBuilder &pmb) {
    pmb.add(PassSpec("cse"), SourceLocation{"src/cpu.cpp", 12});
  });
  EXPECT_TRUE(contains(text, "the first is 'cse', added by cpu.cpp:12"));
}

TEST(NotBuilt, IsNotSaidToWhoKnows) {
  EXPECT_EQ(said([](PassManagerBuilder &) {}), "");
  EXPECT_EQ(said([](PassManagerBuilder &pmb) {
              pmb.addPass("cse");
              pmb.discard();
            }),
            "");
  EXPECT_EQ(said([](PassManagerBuilder &pmb) {
              pmb.addPass("cse");
              EXPECT_EQ(text(pmb.build()), "");
            }),
            "");
  EXPECT_EQ(said([](PassManagerBuilder &pmb) {
              pmb.addPass("cse");
              EXPECT_TRUE(pmb.check().empty());
            }),
            "");
  EXPECT_EQ(said([](PassManagerBuilder &pmb) {
              pmb.addPass("cse");
              EXPECT_NE(text(pmb.addPassBefore("cse", "sccp")), "");
            }),
            "");
}

/// build() has said why.
TEST(NotBuilt, IsNotSaidOfWhatCannotBe) {
  EXPECT_EQ(said([](PassManagerBuilder &) {
              Build<> host;
              host.pm.addPass(std::make_unique<ModulePass>());
              PassManagerBuilder first(host.pm), second(host.pm);
              require(first.adopt(host.pm));
              require(second.adopt(host.pm));
              require(first.build());
              EXPECT_NE(text(second.build()), "");
            }),
            "");
}

TEST(NotBuilt, WhatIsEditedAfterwardsIsSaid) {
  EXPECT_EQ(said([](PassManagerBuilder &pmb) {
              pmb.addPass("cse");
              EXPECT_EQ(text(pmb.build()), "");
              pmb.addPass("sccp");
            }),
            "error: the pipeline has been built; its passes belong to the pass "
            "manager now [PMB007 already-built]\n"
            "  help: make all edits before build(), or use a new builder\n"
            "  note: the pipeline was not checked since\n");
}

/// PMB019: builder.transaction(Origin::thirdParty("acme"), [&] { return
/// builder.build();
/// })
TEST(NotBuilt, InsideATransaction) {
  Build<> b;
  b.pmb.addPass("cse");
  EXPECT_EQ(text(b.pmb.transaction(Origin::thirdParty("acme"),
                                   [&] { return b.pmb.build(); })),
            "error: third party 'acme' cannot build the pipeline: what it "
            "edits can still be undone [PMB019 inside-transaction]\n"
            "  help: only edit it; the owner of the pipeline builds it, "
            "after the transaction\n"
            "  note: nothing of what third party 'acme' did was kept\n");
  Party party;
  party.origin = Origin::thirdParty("zeta");
  party.registration = [&] { return b.pmb.build(); };
  ASSERT_EQ(text(b.pmb.addParty(std::move(party))), "");
  EXPECT_TRUE(contains(text(b.pmb.build()), "third party 'zeta'"));
  EXPECT_EQ(text(b.pm), "builtin.module()");
}

//===----------------------------------------------------------------------===//
// Instances
//===----------------------------------------------------------------------===//

struct DescribedModulePass
    : MarkPass<DescribedModulePass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DescribedModulePass)
  llvm::StringRef getArgument() const override { return "test-described"; }
  static void describe(PassDescriptor &pass) {
    pass.contract.before(pmb::pass("cse")).because("it says so");
  }
};
std::unique_ptr<mlir::Pass> createDescribedPass() {
  return std::make_unique<DescribedModulePass>();
}
ContractRegistration<DescribedModulePass> registration;

TEST(Instance, HasTheContractOfItsClass) {
  Build<> b;
  b.pmb.addPass("cse");
  b.pmb.addPass(createDescribedPass());
  EXPECT_TRUE(contains(text(b.pmb.build()), "it says so"));
  EXPECT_TRUE(contains(
      text(b.pmb.insert(createDescribedPass(), Position::after(pass("cse")))),
      "it says so"));
}

TEST(Instance, HasAlsoTheContractOfARecord) {
  Catalog catalog = getTestCatalog().clone();
  PassDescriptor record("test-described");
  record.hasContract = true;
  record.contract.after(pass("sccp")).because("the record says so");
  test::require(catalog.addPass(std::move(record)));
  mlir::MLIRContext context;
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb(pm, catalog);
  pmb.addPass("cse");
  pmb.addPass(createDescribedPass());
  pmb.addPass("sccp");
  std::string error = text(pmb.build());
  EXPECT_TRUE(contains(error, "it says so"));
  EXPECT_TRUE(contains(error, "the record says so"));
}

TEST(Instance, DescriptionsOfOnePassAreOne) {
  Catalog catalog;
  catalog.setDescribedIn("plugin 'acme'");
  EXPECT_EQ(text(describePasses<DescribedModulePass>(catalog)), "");
  EXPECT_EQ(text(describePasses<DescribedModulePass>(catalog)), "");
  PassDescriptor other("test-described");
  other.hasContract = true;
  catalog.setDescribedIn("plugin 'zeta'");
  EXPECT_EQ(text(catalog.addPass(std::move(other))),
            "error: plugin 'acme' and plugin 'zeta' describe 'test-described', "
            "and say different things of its contract [PMB014 "
            "duplicate-name]\n"
            "  help: leave one of the descriptions out, or extend or override "
            "the other\n");
}

//===----------------------------------------------------------------------===//
// Any operation
//===----------------------------------------------------------------------===//

TEST(AnyOperation, RunsWhatAllOfItsPassesCanRunOn) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::func::FuncDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "module { func.func private @f() module {} }", &context);
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb(pm, getTestCatalog());
  pmb.nest("any").addPass<OptionsPass>().addPass<FuncPass>();
  ASSERT_EQ(text(pmb.build()), "");
  EXPECT_EQ(text(pm), "builtin.module(any(test-options{count=1 },test-func))");
  ASSERT_TRUE(succeeded(pm.run(*module)));
  EXPECT_TRUE(module->getBody()->front().hasAttr("test.marks"));
  EXPECT_FALSE(module->getBody()->back().hasAttr("test.marks"));
}

TEST(AnyOperation, AsTheWholePassManager) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::func::FuncDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func private @f()", &context);
  mlir::PassManager pm(&context);
  PassManagerBuilder pmb(pm, getTestCatalog());
  pmb.addPass<ModulePass>();
  pmb.addPass(mlir::createCSEPass());
  ASSERT_EQ(text(pmb.build()), "");
  EXPECT_EQ(text(pm), "any(test-module,cse)");
  ASSERT_TRUE(succeeded(pm.run(*module)));
  EXPECT_TRUE((*module)->hasAttr("test.marks"));
}

//===----------------------------------------------------------------------===//
// Registered pipelines
//===----------------------------------------------------------------------===//

TEST(RegisteredPipeline, OptionsHaveTypes) {
  OptionDescriptor count{"n", "1", OptionDescriptor::Type::Int32};
  auto compose = [](PassManagerBuilder &pmb, const PipelineOptions &) {
    pmb.addPass("cse");
    return llvm::Error::success();
  };
  ASSERT_EQ(text(registerPipeline("test-typed", "", {count}, compose)), "");
  std::string message;
  llvm::raw_string_ostream os(message);
  EXPECT_TRUE(
      failed(mlir::parsePassPipeline("builtin.module(test-typed{n=abc})", os)));
  EXPECT_TRUE(contains(message, "'abc' is not a value of the option 'n'"));
  EXPECT_TRUE(succeeded(
      mlir::parsePassPipeline("builtin.module(test-typed{n=7})", os)));
  count.defaultValue = "abc";
  EXPECT_EQ(text(registerPipeline("test-wrong", "", {count}, compose)),
            "error: 'abc' is not a value of the option 'n' [PMB006 "
            "bad-options]\n"
            "  note: it takes an integer of 32 bits\n");
}

TEST(RegisteredPipeline, ShowsItsOptions) {
  using Type = OptionDescriptor::Type;
  std::vector<OptionDescriptor> options = {
      {"tile-size", "8", Type::Int32, {}, "how large tiles are"},
      {"target", "cpu", Type::Enum, {"cpu", "gpu"}, "what it is for"},
      {"fast", "false", Type::Bool},
      {"count", "", Type::UInt64}};
  auto compose = [](PassManagerBuilder &, const PipelineOptions &) {
    return llvm::Error::success();
  };
  ASSERT_EQ(text(registerPipeline("test-shown", "", options, compose)), "");
  testing::internal::CaptureStdout();
  mlir::PassPipelineInfo(*lookupPipelineInfo("test-shown")).printHelpStr(0, 80);
  llvm::outs().flush();
  std::string help = testing::internal::GetCapturedStdout();
  for (const char *line :
       {"--tile-size=<int>", "how large tiles are", "--target=<string>",
        "what it is for: 'cpu' or 'gpu'", "--fast", "--count=<ulong>"})
    EXPECT_TRUE(contains(help, line));
}

TEST(RegisteredPipeline, NeedsAFunction) {
  std::function<llvm::Error(PassManagerBuilder &)> nothing;
  EXPECT_EQ(text(registerPipeline("test-empty", "", nothing)),
            "error: the pipeline 'test-empty' has no function to be called "
            "[PMB009 no-instance]\n"
            "  help: give a function that composes the pipeline\n");
}

} // namespace
