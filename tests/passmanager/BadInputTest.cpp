//===- BadInputTest.cpp - Clear errors, unchanged pipelines ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "mlir/Transforms/Passes.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// The edit fails with exactly this text; the pipeline and the pass manager are
/// as before, and the pipeline can still be built.
#define EXPECT_REFUSED(B, EDIT, TEXT)                                          \
  do {                                                                         \
    std::string before = listing((B).pmb);                                     \
    EXPECT_EQ(test::text(EDIT), TEXT);                                         \
    EXPECT_EQ(listing((B).pmb), before);                                       \
    EXPECT_TRUE((B).pm.empty());                                               \
  } while (false)

/// What composing did in vain makes `build` fail with exactly this text, again
/// and again, and changes nothing.
#define EXPECT_NOT_BUILT(B, TEXT)                                              \
  do {                                                                         \
    std::string before = listing((B).pmb);                                     \
    for (int i = 0; i < 2; ++i)                                                \
      EXPECT_EQ(test::text((B).pmb.build()), TEXT);                            \
    EXPECT_EQ(listing((B).pmb), before);                                       \
    EXPECT_TRUE((B).pm.empty());                                               \
  } while (false)

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

TEST(BadInput, UnknownPosition) {
  Build<> b;
  b.pmb.addPass<Canonicalizer>();
  b.pmb.addPass("one-shot-bufferize");
  EXPECT_REFUSED(b, b.pmb.addPassBefore("cse", "one-shot-bufferise"),
                 "error: the pipeline has no pass 'one-shot-bufferise' [PMB002 "
                 "unknown-position]\n"
                 "  help: did you mean 'one-shot-bufferize'?\n");
  EXPECT_REFUSED(b, (b.pmb.addPassAfter<ModulePass, FuncPass>()),
                 "error: the pipeline has no pass 'test-func' [PMB002 "
                 "unknown-position]\n"
                 "  note: its passes are 'canonicalize', "
                 "'one-shot-bufferize'\n");
  EXPECT_REFUSED(b, b.pmb.removePass<FuncPass>(),
                 "error: the pipeline has no pass 'test-func' [PMB002 "
                 "unknown-position]\n"
                 "  note: its passes are 'canonicalize', "
                 "'one-shot-bufferize'\n");
  EXPECT_REFUSED(b, (b.pmb.addPassBeforeType<ModulePass, Marking>()),
                 "error: the pipeline has no pass or bundle of kind 'marking' "
                 "[PMB002 unknown-position]\n"
                 "  note: it has no kinds at all\n");
  EXPECT_REFUSED(b, b.pmb.addPassToSlot<ModulePass>("pre"),
                 "error: the pipeline has no slot 'pre' [PMB002 "
                 "unknown-position]\n"
                 "  note: it has no slots at all\n");
}

TEST(BadInput, TwoMatchesForAUniqueAnchor) {
  Build<> b;
  b.pmb.addPass<FuncPass>();
  b.pmb.addPass<ModulePass>();
  b.pmb.setOrigin(Origin::thirdParty("acme"));
  b.pmb.addPass<FuncPass>();
  EXPECT_REFUSED(b, (b.pmb.addPassBefore<ModulePass, FuncPass>()),
                 "error: 'test-func' is in the pipeline 2 times [PMB003 "
                 "ambiguous-position]\n"
                 "  note: this one matches: 'test-func' (pass 0, on "
                 "builtin.module/func.func, added by framework)\n"
                 "  note: this one matches: 'test-func' (pass 2, on "
                 "builtin.module/func.func, added by third party 'acme')\n"
                 "  help: say which: first(), last(), nth() or every()\n");
}

TEST(BadInput, EditInsideAContiguousBundle) {
  Build<> b;
  PassBundle tight("tight");
  tight.setContiguous().addPass<FuncPass>().addPass<ModulePass>();
  b.pmb.addBundle(tight);
  EXPECT_REFUSED(b, (b.pmb.addPassAfter<NamelessPass, FuncPass>()),
                 "error: '" + pass<NamelessPass>().name +
                     "' would be put inside the contiguous bundle 'tight' "
                     "[PMB005 inside-contiguous]\n"
                     "  help: insert before or after the bundle, with "
                     "bundle(\"tight\"), or edit the bundle before it is "
                     "added\n");
}

//===----------------------------------------------------------------------===//
// Anchors
//===----------------------------------------------------------------------===//

// Each of these would abort the process, or fail only when the pass manager
// runs, if MLIR got to see it.
TEST(BadInput, ModulePassInAFunctionPipeline) {
  Build<mlir::func::FuncOp> b;
  b.pmb.addPass(mlir::createCSEPass());
  const char *message = "error: 'test-module' cannot run on 'func.func': it "
                        "runs on 'builtin.module' only [PMB004 "
                        "wrong-anchor-op]\n"
                        "  help: add it to a pipeline that is anchored on "
                        "'builtin.module'\n";
  EXPECT_REFUSED(b, b.pmb.addPassAfter("test-module", "cse"), message);
  EXPECT_REFUSED(b, b.pmb.insert<ModulePass>(Position::atEnd()), message);
  EXPECT_REFUSED(b,
                 b.pmb.insert(std::make_unique<ModulePass>(),
                              Position::after(pass("cse"))),
                 message);
  EXPECT_REFUSED(b, b.pmb.replacePass("cse", "test-module"), message);
  b.pmb.addPass(std::make_unique<ModulePass>());
  EXPECT_NOT_BUILT(b, message);
}

TEST(BadInput, OptionsWithCommasBetweenThem) {
  Build<> b;
  b.pmb.addPass("canonicalize", "max-iterations=1,top-down=false");
  EXPECT_TRUE(contains(text(b.pmb.build()),
                       "help: options stand with blanks between them, not "
                       "commas"));
  // A list has commas.
  Build<> list;
  list.pmb.addPass("canonicalize", "disable-patterns=a,b");
  EXPECT_EQ(text(list.pmb.build()), "");
}

/// LLVM's parsers of values print, and return nothing.
TEST(BadInput, WhatIsWrongWithAValueIsReturnedAndNotPrinted) {
  registerTestPasses();
  mlir::MLIRContext context;
  mlir::PassManager pm(&context);
  for (const char *options :
       {"max-iterations=many", "top-down=yes", "max-num-rewrites=1.5"}) {
    PassManagerBuilder builder(pm);
    testing::internal::CaptureStderr();
    std::string error = text(
        builder.insert(PassSpec("canonicalize", options), Position::atEnd()));
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_TRUE(contains(error, "' is not a value of '"));
    builder.discard();
  }
}

TEST(BadInput, PassThatRefusesTheOperation) {
  Build<> b;
  PassSpec spec = PassTraits<InterfacePass>::create();
  spec.nest = std::vector<std::string>{"builtin.module"};
  EXPECT_REFUSED(b, b.pmb.insert(std::move(spec), Position::atEnd()),
                 "error: 'test-interface' cannot run on 'builtin.module': the "
                 "pass says that it cannot be scheduled there [PMB004 "
                 "wrong-anchor-op]\n"
                 "  help: add it to another nest\n");
  // Without such a word it goes to what that holds.
  b.pmb.nest("builtin.module").addPass<InterfacePass>();
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm),
            "builtin.module(builtin.module(func.func(test-interface)))");
}

TEST(BadInput, WrongExplicitNest) {
  Build<> b;
  b.pmb.nest<mlir::func::FuncOp>().addPass<FuncPass>().addPass<ModulePass>();
  EXPECT_NOT_BUILT(b, "error: 'test-module' cannot run on 'func.func': it "
                      "runs on 'builtin.module' only [PMB004 "
                      "wrong-anchor-op]\n"
                      "  help: put it beside 'func.func(...)', into "
                      "'builtin.module'\n");
}

// The pass says which operations are meant, as in a pass manager of MLIR.
TEST(BadInput, PassManagerOnAnyOperationIsNone) {
  mlir::MLIRContext context;
  mlir::PassManager pm(&context);
  PassManagerBuilder pmb(pm, getTestCatalog());
  EXPECT_EQ(text(pmb.insert<FuncPass>(Position::atEnd())), "");
  ASSERT_EQ(text(pmb.build()), "");
  EXPECT_EQ(text(pm), "any(test-func)");
}

//===----------------------------------------------------------------------===//
// Names and options
//===----------------------------------------------------------------------===//

TEST(BadInput, UnregisteredPass) {
  Build<> b;
  b.pmb.addPass("cse");
  EXPECT_REFUSED(b, b.pmb.addPassAfter("one-shot-bufferise", "cse"),
                 "error: there is no pass 'one-shot-bufferise' [PMB001 "
                 "unknown-pass]\n"
                 "  help: did you mean 'one-shot-bufferize'?\n");
  EXPECT_REFUSED(b, b.pmb.replacePass("cse", "acme-fuse-everything"),
                 "error: there is no pass 'acme-fuse-everything' [PMB001 "
                 "unknown-pass]\n"
                 "  help: register the pass with mlir::registerPass, or the "
                 "patterns with pmb::registerPatterns, before the pipeline is "
                 "composed\n");
  b.pmb.addPass("inilne");
  EXPECT_NOT_BUILT(b, "error: there is no pass 'inilne' [PMB001 "
                      "unknown-pass]\n"
                      "  help: did you mean 'inline'?\n");
}

TEST(BadInput, BadOptions) {
  Build<> b;
  b.pmb.addPass<ModulePass>();
  EXPECT_REFUSED(b,
                 b.pmb.addPassBefore("test-options", "test-module",
                                     PassOptions("cuont=3")),
                 "error: 'test-options' does not accept the options 'cuont=3' "
                 "[PMB006 bad-options]\n"
                 "  note: no such option cuont\n");
  EXPECT_REFUSED(
      b, (b.pmb.addPassBefore<OptionsPass, ModulePass>(PassOptions("cuont=3"))),
      "error: 'test-options' does not accept the options 'cuont=3' "
      "[PMB006 bad-options]\n"
      "  note: no such option cuont\n");
  EXPECT_REFUSED(
      b, b.pmb.addPassBefore("cse", "test-module", PassOptions("fast=true")),
      "error: 'cse' does not accept the options 'fast=true' "
      "[PMB006 bad-options]\n"
      "  note: no such option fast\n");
  b.pmb.addPass("test-options", "count=many");
  EXPECT_NOT_BUILT(b, "error: 'test-options' does not accept the options "
                      "'count=many' [PMB006 bad-options]\n"
                      "  note: 'many' is not a value of 'count'\n");
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// PMB008: builder.build() right after the constructor
TEST(BadInput, BuildingAnEmptyPipeline) {
  Build<> b;
  const char *message = "error: the pipeline has no passes [PMB008 "
                        "empty-pipeline]\n"
                        "  help: add a pass before building\n";
  EXPECT_NOT_BUILT(b, message);
  b.pmb.addSlot("s");
  b.pmb.addBundle(PassBundle("empty"));
  EXPECT_NOT_BUILT(b, message);
  b.pmb.addPass<ModulePass>();
  EXPECT_EQ(text(b.pmb.build()), "");
}

/// PMB007: calling build() twice
TEST(BadInput, BuildingTwice) {
  Build<> b;
  b.pmb.addPass<ModulePass>();
  ASSERT_EQ(text(b.pmb.build()), "");
  const char *message =
      "error: the pipeline has been built; its passes belong to the pass "
      "manager now [PMB007 already-built]\n"
      "  help: make all edits before build(), or use a new builder\n";
  EXPECT_EQ(text(b.pmb.build()), message);
  EXPECT_EQ(text(b.pmb.flattenInto(b.pm)), message);
  EXPECT_EQ(text((b.pmb.addPassAfter<FuncPass, ModulePass>())), message);
  b.pmb.addPass<FuncPass>();
  b.pmb.addPass(std::make_unique<ModulePass>());
  EXPECT_EQ(text(b.pmb.build()), message);
  EXPECT_EQ(text(b.pm), "builtin.module(test-module)");
  EXPECT_EQ(b.pmb.size(), 1u);
}

TEST(BadInput, FlatteningIntoAnotherAnchor) {
  Build<> b;
  b.pmb.addPass<ModulePass>();
  mlir::OpPassManager target("func.func");
  EXPECT_REFUSED(b, b.pmb.flattenInto(target),
                 "error: a pipeline on 'builtin.module' cannot be flattened "
                 "into a pass manager on 'func.func' [PMB004 "
                 "wrong-anchor-op]\n");
  EXPECT_TRUE(target.empty());
}

//===----------------------------------------------------------------------===//
// Instances
//===----------------------------------------------------------------------===//

/// PMB009: builder.addPass(std::move(pass)); builder.addPass(std::move(pass));
TEST(BadInput, ConsumedInstance) {
  Build<> b;
  std::unique_ptr<mlir::Pass> pass = mlir::createCSEPass();
  b.pmb.addPass(std::move(pass));
  // NOLINTNEXTLINE(bugprone-use-after-move): that is the point.
  b.pmb.addPass(std::move(pass));
  const char *message =
      "error: the pass to be added is null [PMB009 no-instance]\n"
      "  help: an instance can be added once; create a new one for each "
      "place\n";
  EXPECT_NOT_BUILT(b, message);
  EXPECT_REFUSED(
      b, b.pmb.insert(std::unique_ptr<FuncPass>(), Position::atEnd()), message);
}

TEST(BadInput, NoInstance) {
  Build<> b;
  b.pmb.addPass(nullptr);
  b.pmb.addNestedPass<mlir::func::FuncOp>(nullptr);
  const std::string message =
      "error: the pass to be added is null [PMB009 no-instance]\n"
      "  help: an instance can be added once; create a new one for each "
      "place\n";
  EXPECT_NOT_BUILT(b, message + message);
}

TEST(BadInput, NoInstanceNamesItsCall) {
  Build<> b;
  b.pmb.addPass(nullptr, SourceLocation{"toycc.cpp", 88});
  std::vector<Diagnostic> found = b.pmb.check();
  ASSERT_EQ(found.size(), 1u);
  ASSERT_TRUE(found.front().node);
  EXPECT_EQ(found.front().node->origin.str(), "toycc.cpp:88");
}

/// PMB015: an instance of a pass class without clonePass inserted before every
/// canonicalize
TEST(BadInput, CopyingAPassThatCannotBeCopied) {
  Build<> b;
  b.pmb.addPass<FuncPass>();
  b.pmb.addPass<ModulePass>();
  b.pmb.addPass<FuncPass>();
  EXPECT_REFUSED(
      b, b.pmb.insert<UncopyablePass>(Position::after(every(pass<FuncPass>()))),
      "error: the instance of 'test-uncopyable' cannot be copied to 2 places "
      "[PMB015 not-copyable]\n"
      "  help: give a type or a name instead of an instance\n");
  const char *message = "error: 'test-uncopyable' cannot be copied: its class "
                        "overrides clonePass() and returns null [PMB015 "
                        "not-copyable]\n"
                        "  help: let clonePass() make a copy\n";
  // By name the pass comes from MLIR's registry, which only gives copies.
  EXPECT_REFUSED(b, b.pmb.addPassAfter("test-uncopyable", "test-module"),
                 message);
  b.pmb.addPass<UncopyablePass>();
  mlir::OpPassManager target("builtin.module");
  EXPECT_REFUSED(b, b.pmb.flattenInto(target), message);
  EXPECT_TRUE(target.empty());
  // Handing it over needs no copy.
  EXPECT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm), "builtin.module(func.func(test-func),test-module,"
                        "func.func(test-func),test-uncopyable)");
}

} // namespace
