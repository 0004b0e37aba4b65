//===- AdoptTest.cpp - Pipelines that others have composed ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pipelines that are registered are in RegisterPipelineTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "passmanager/Adopt.h"
#include "AdoptSupport.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "passmanager/PassManagerBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace pmb;
using pmb::test::contains;
using pmb::test::getCodes;
using pmb::test::print;

namespace {

/// Lets `build` ignore the order, which is not the matter here.
void ignoreOrder(Pipeline &pipeline) {
  for (const DiagnosticInfo &info : getDiagnosticTable())
    pipeline.setSeverity(info.code, Severity::Off);
}

/// Adopts `source`, changes nothing and returns what comes out.
std::string adoptAndFlatten(mlir::OpPassManager &source) {
  mlir::OpPassManager target(source.getOpAnchorName());
  PassManagerBuilder builder(target);
  ignoreOrder(builder);
  if (llvm::Error error = builder.adopt(source))
    return "adopt: " + llvm::toString(std::move(error));
  if (llvm::Error error = builder.build())
    return "build: " + llvm::toString(std::move(error));
  return print(target);
}

struct CountingPass : mlir::PassWrapper<CountingPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountingPass)
  explicit CountingPass(int *runs = nullptr) : runs(runs) {}
  void runOnOperation() override { ++*runs; }
  int *runs;
};

struct UncopyablePass
    : mlir::PassWrapper<UncopyablePass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UncopyablePass)
  std::unique_ptr<mlir::Pass> clonePass() const override { return nullptr; }
  llvm::StringRef getArgument() const override { return "test-uncopyable"; }
  void runOnOperation() override {}
};

/// All passes that are registered. MLIR only prints them.
std::vector<std::string> listRegisteredPasses() {
  lookupPassInfo("no-such-pass");
  llvm::outs().flush();
  testing::internal::CaptureStdout();
#if LLVM_VERSION_MAJOR >= 22
  mlir::printRegisteredPasses();
#endif
  llvm::outs().flush();
  std::string text = testing::internal::GetCapturedStdout();
  std::vector<std::string> names;
  for (llvm::StringRef line : llvm::split(text, '\n'))
    // Options are further to the right.
    if (line.consume_front("  --"))
      names.push_back(line.take_until(llvm::isSpace).str());
  return names;
}

/// A pass manager with one registered pass, in a nest if that is asked for.
mlir::OpPassManager make(std::unique_ptr<mlir::Pass> pass, bool isNested) {
  std::string anchor = pass->getOpName().value_or("any").str();
  mlir::OpPassManager whole(isNested ? "builtin.module" : anchor);
  (isNested ? whole.nest(anchor) : whole).addPass(std::move(pass));
  return whole;
}

TEST(Adopt, EveryRegisteredPass) {
  if (!isMLIR22)
    GTEST_SKIP() << "MLIR 19 has no list of its passes";
  unsigned adopted = 0;
  std::vector<std::string> exceptions;
  for (const std::string &name : listRegisteredPasses()) {
    SCOPED_TRACE(name);
    // Without a slot and sets it is an error (PatternErrorTest.cpp).
    if (name == "pmb-rewrite" || name == "pmb-convert")
      continue;
    const mlir::PassInfo *info = lookupPassInfo(name);
    if (!info) {
      ADD_FAILURE() << "listed, but not registered";
      continue;
    }
    for (bool isNested : {false, true}) {
      std::string messages;
      std::unique_ptr<mlir::Pass> pass = createPass(*info, "", messages);
      // One of our own that other tests have registered.
      if (pass && !canBeCopied(*pass, info))
        continue;
      if (!pass) {
        exceptions.push_back(name);
        continue;
      }
      mlir::OpPassManager whole = make(std::move(pass), isNested);
      EXPECT_EQ(adoptAndFlatten(whole), print(whole));

      // The same from its text.
      mlir::OpPassManager target(whole.getOpAnchorName());
      PassManagerBuilder builder(target);
      ignoreOrder(builder);
      if (llvm::Error error = builder.adopt(print(whole)))
        ADD_FAILURE() << llvm::toString(std::move(error));
      if (llvm::Error error = builder.build())
        ADD_FAILURE() << llvm::toString(std::move(error));
      EXPECT_EQ(print(target), print(whole));
      ++adopted;
    }
  }
  EXPECT_GT(adopted, 2 * 250u);
  // MLIR cannot print it; see the next test.
  EXPECT_EQ(exceptions,
            std::vector<std::string>(2, "llvm-use-default-visibility"));
}

TEST(Adopt, TheOneExceptionIsRefusedByName) {
  constexpr llvm::StringLiteral name = "llvm-use-default-visibility";
  const mlir::PassInfo *info = lookupPassInfo(name);
  ASSERT_TRUE(info);
  mlir::OpPassManager source("builtin.module");
  ASSERT_TRUE(succeeded(info->addToPipeline(
      source, "", [](const llvm::Twine &) { return mlir::failure(); })));
  mlir::OpPassManager target("builtin.module");
  PassManagerBuilder builder(target);
  builder.addPass("cse");
  std::string error = llvm::toString(builder.adopt(source));
  EXPECT_TRUE(contains(error, name));
  EXPECT_TRUE(contains(error, "default values"));
  EXPECT_EQ(
      getCodes(builder.adopt("builtin.module(llvm-use-default-visibility)")),
      std::vector{DiagnosticCode::BadOptions});
  EXPECT_EQ(builder.str(), "builtin.module(cse)");

  // In a nest, where it comes as text, and in a nest in a nest.
  for (unsigned depth : {1, 2}) {
    mlir::OpPassManager outer("builtin.module");
    mlir::OpPassManager *nest = &outer;
    for (unsigned i = 0; i < depth; ++i)
      nest = &nest->nest("builtin.module");
    ASSERT_TRUE(succeeded(info->addToPipeline(
        *nest, "", [](const llvm::Twine &) { return mlir::failure(); })));
    std::vector<Diagnostic> failures = takeDiagnostics(builder.adopt(outer));
    ASSERT_EQ(failures.size(), 1u);
    EXPECT_EQ(failures[0].code, DiagnosticCode::NotAdoptable);
    EXPECT_TRUE(contains(failures[0].message, name));
    EXPECT_EQ(builder.str(), "builtin.module(cse)");
  }

  // With options it is a pass like any other.
  if (llvm::Error error = builder.adopt(
          "builtin.module(llvm-use-default-visibility{visibility=hidden})"))
    FAIL() << llvm::toString(std::move(error));
  EXPECT_EQ(
      builder.str(),
      "builtin.module(cse,llvm-use-default-visibility{visibility=hidden})");
}

/// What `mlir-opt --help` lists under "Pass Pipelines"; MLIR has no other
/// way to learn their names.
constexpr llvm::StringLiteral registeredPipelines[] = {
    "buffer-deallocation-pipeline", "gpu-lower-to-nvvm-pipeline",
    "gpu-lower-to-xevm-pipeline", "sparsifier", "tosa-to-linalg-pipeline"};

TEST(Adopt, EveryRegisteredPipeline) {
  lookupPassInfo("no-such-pass");
  for (llvm::StringRef name : registeredPipelines) {
    SCOPED_TRACE(name.str());
    const mlir::PassPipelineInfo *info = mlir::PassPipelineInfo::lookup(name);
    if (!info) {
      ADD_FAILURE() << "not registered";
      continue;
    }
    mlir::OpPassManager source("builtin.module",
                               mlir::OpPassManager::Nesting::Implicit);
    ASSERT_TRUE(succeeded(info->addToPipeline(
        source, "", [](const llvm::Twine &) { return mlir::failure(); })));
    EXPECT_EQ(adoptAndFlatten(source), print(source));

    // The same, opened by name.
    mlir::OpPassManager target("builtin.module");
    PassManagerBuilder builder(target);
    ignoreOrder(builder);
    builder.addPipeline(name);
    EXPECT_EQ(builder.lookup(bundle(name)).size(), 1u);
    if (llvm::Error error = builder.build())
      ADD_FAILURE() << llvm::toString(std::move(error));
    EXPECT_EQ(print(target), print(source));
  }
}

TEST(Adopt, NestsStayAsTheyWere) {
  // MLIR's own parser is asked before a builder has registered anything.
  mlir::registerAllPasses();
  for (llvm::StringRef text :
       {"builtin.module(func.func(cse),func.func(canonicalize),cse)",
        "builtin.module(gpu.module(gpu.func(cse),gpu.func(cse)),"
        "gpu.module(gpu.func(cse)))",
        "builtin.module(any(cse),any(any(cse),cse),func.func(cse),any(cse))",
        "builtin.module(builtin.module(func.func(cse,func.func(cse))))"}) {
    std::string message;
    llvm::raw_string_ostream os(message);
    mlir::FailureOr<mlir::OpPassManager> source =
        mlir::parsePassPipeline(text, os);
    ASSERT_TRUE(succeeded(source)) << message;
    EXPECT_EQ(adoptAndFlatten(*source), print(*source));
  }
}

TEST(Adopt, InsertedIntoAndGivenBack) {
  mlir::MLIRContext context;
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  lookupPassInfo("cse");
  ASSERT_TRUE(succeeded(mlir::parsePassPipeline(
      "symbol-dce,func.func(cse),func.func(mem2reg)", pm)));
  PassManagerBuilder builder(pm);
  ASSERT_FALSE(bool(builder.adopt(pm)));
  ASSERT_FALSE(bool(builder.addPassAfter("sccp", "cse")));
  ASSERT_FALSE(bool(builder.addPassBefore("inline", "mem2reg")));
  ASSERT_FALSE(bool(builder.build()));
  std::string text = print(pm);
  EXPECT_TRUE(contains(text, "func.func(cse,sccp),inline{"));
  EXPECT_TRUE(contains(text, "func.func(mem2reg{"));
}

TEST(Adopt, OnceAndByOneBuilder) {
  using test::text;
  mlir::MLIRContext context;
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pm.addPass(mlir::createCSEPass());
  PassManagerBuilder first(pm), second(pm);
  ASSERT_EQ(text(first.adopt(pm)), "");
  EXPECT_EQ(text(first.adopt(pm)),
            "error: the pass manager has been adopted by this builder already "
            "[PMB042 not-adoptable]\n"
            "  help: adopt it once; passes that it gets until build() come "
            "last\n");
  ASSERT_EQ(text(second.adopt(pm)), "");
  ASSERT_EQ(text(first.build()), "");
  EXPECT_EQ(text(second.build()),
            "error: passes that were adopted are in the pass manager no more: "
            "someone else has replaced them [PMB042 not-adoptable]\n"
            "  help: let one builder adopt the pass manager\n");
  EXPECT_EQ(print(pm), "builtin.module(cse)");
  second.discard();
}

/// What has come in their place was not added by anybody.
TEST(Adopt, ByOneBuilderAlsoInNests) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::func::FuncDialect>();
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  for (int i = 0; i < 8; ++i)
    pm.addNestedPass<mlir::func::FuncOp>(mlir::createCSEPass());
  PassManagerBuilder first(pm), second(pm);
  ASSERT_FALSE(bool(first.adopt(pm)));
  ASSERT_FALSE(bool(second.adopt(pm)));
  ASSERT_FALSE(bool(first.build()));
  EXPECT_TRUE(
      contains(test::text(second.build()), "someone else has replaced them"));
  second.discard();
}

// What came before stays, so nothing is said of it.
TEST(Adopt, FailsAlone) {
  mlir::MLIRContext context;
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder builder(pm);
  builder.addPass("cse");
  mlir::OpPassManager source("builtin.module");
  source.addPass(std::make_unique<UncopyablePass>());
  std::string error = test::text(builder.adopt(source));
  EXPECT_TRUE(contains(error, "not-copyable"));
  EXPECT_FALSE(contains(error, "was kept"));
  EXPECT_EQ(builder.str(), "builtin.module(cse)");
  builder.discard();
}

TEST(Adopt, IsAskedForWhereAPassManagerIsEditedWithoutIt) {
  using test::text;
  mlir::MLIRContext context;
  auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pm.addPass(mlir::createCanonicalizerPass());
  pm.addNestedPass<mlir::func::FuncOp>(mlir::createCSEPass());
  PassManagerBuilder builder(pm);
  EXPECT_EQ(text(builder.addPassBefore("sccp", "cse")),
            "error: the pipeline has no pass 'cse' [PMB002 unknown-position]\n"
            "  note: the pass manager has it, but its passes are not in the "
            "builder\n"
            "  help: call adopt(pm) first\n");
  std::string kind = text(builder.addPassAfterType("sccp", "cleanup"));
  EXPECT_TRUE(contains(kind, "help: call adopt(pm) first"));
  EXPECT_TRUE(contains(text(builder.removePass("cse")), "adopt(pm)"));
  EXPECT_TRUE(contains(text(builder.build()), "adopt(pm)"));
  // Of what is nowhere, nothing of the kind is said.
  EXPECT_FALSE(contains(text(builder.removePass("sccp")), "adopt"));
  ASSERT_EQ(text(builder.adopt(pm)), "");
  EXPECT_EQ(text(builder.addPassBefore("sccp", "cse")), "");
  ASSERT_EQ(text(builder.removePass("cse")), "");
  EXPECT_FALSE(contains(text(builder.removePass("cse")), "adopt"));
  EXPECT_EQ(text(builder.build()), "");
}

TEST(Adopt, PassesWithoutArgumentAreKeptInNests) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::func::FuncDialect>();
  mlir::PassManager source = mlir::PassManager::on<mlir::ModuleOp>(&context);
  int outer = 0, first = 0, second = 0;
  source.addPass(std::make_unique<CountingPass>(&outer));
  mlir::OpPassManager &nest = source.nest("func.func");
  nest.addPass(std::make_unique<CountingPass>(&first));
  lookupPassInfo("cse");
  ASSERT_TRUE(succeeded(mlir::parsePassPipeline("cse", nest)));
  nest.addPass(std::make_unique<CountingPass>(&second));

  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder builder(pm);
  if (llvm::Error error = builder.adopt(source))
    FAIL() << llvm::toString(std::move(error));
  if (llvm::Error error = builder.build())
    FAIL() << llvm::toString(std::move(error));
  EXPECT_EQ(print(pm), print(source));
  // Nothing has run for being looked at.
  EXPECT_EQ(outer + first + second, 0);

  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func private @f() func.func private @g()",
      mlir::ParserConfig(&context));
  ASSERT_TRUE(module);
  context.disableMultithreading();
  ASSERT_TRUE(succeeded(pm.run(*module)));
  EXPECT_EQ(outer, 1);
  EXPECT_EQ(first, 2);
  EXPECT_EQ(second, 2);
}

TEST(Adopt, NestsForAnyOperationAndForUnknownOnesAreKept) {
  mlir::OpPassManager source("builtin.module");
  int runs = 0;
  source.nest("nobody.knows").addPass(std::make_unique<CountingPass>(&runs));
  source.nestAny().addPass(std::make_unique<CountingPass>(&runs));
  EXPECT_EQ(adoptAndFlatten(source), print(source));
}

TEST(Adopt, RefusesByNameWhatItCannotKeep) {
  mlir::OpPassManager target("builtin.module");
  PassManagerBuilder builder(target);
  builder.addPass("cse");
  mlir::OpPassManager uncopyable("builtin.module");
  uncopyable.addPass(std::make_unique<UncopyablePass>());
  EXPECT_EQ(getCodes(builder.adopt(uncopyable)),
            std::vector{DiagnosticCode::NotCopyable});
  mlir::OpPassManager other("func.func");
  EXPECT_EQ(getCodes(builder.adopt(other)),
            std::vector{DiagnosticCode::WrongAnchorOp});
  EXPECT_EQ(builder.str(), "builtin.module(cse)");
}

TEST(Adopt, TextSaysWhereEachPassStands) {
  mlir::OpPassManager target("builtin.module");
  PassManagerBuilder builder(target);
  ASSERT_FALSE(bool(
      builder.adopt("builtin.module(cse,\n  func.func(mem2reg))", "cpu.txt")));
  EXPECT_EQ(builder.lookup(pass("mem2reg")).front()->getOrigin().str(),
            "cpu.txt:2:13");
  EXPECT_EQ(getCodes(builder.adopt("builtin.module(cse", "cpu.txt")),
            std::vector{DiagnosticCode::Syntax});
  EXPECT_EQ(getCodes(builder.adopt("builtin.module(no-such-pass)")),
            std::vector{DiagnosticCode::UnknownPass});
  EXPECT_EQ(builder.size(), 2u);
}

} // namespace
