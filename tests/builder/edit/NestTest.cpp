//===- NestTest.cpp - Which nest a pass goes to ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/edit/TextualPipeline.h"

using namespace pmb;
using namespace pmb::test;

namespace {

//===----------------------------------------------------------------------===//
// Choosing a nest
//===----------------------------------------------------------------------===//

TEST(Nest, NeighboursShareOne) {
  TestPipeline pipeline(
      {"func-pass", "func-pass", "module-pass", "func-pass", "gpu-pass"});
  EXPECT_EQ(pipeline.str(),
            "builtin.module(func.func(func-pass,func-pass),module-pass,"
            "func.func(func-pass),gpu.module(gpu-pass))");
}

TEST(Nest, HasBundlesOfTheCatalog) {
  Catalog catalog = makeCatalog();
  PassBundle both("both");
  both.addPass("a").addPass("b");
  test::require(catalog.addBundle(std::move(both)));
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.nest("func.func").addBundle("both").addPass("c");
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(a,b,c))");
  EXPECT_TRUE(pipeline.check().empty());
  pipeline.nest("func.func").addBundle("bohts");
  EXPECT_EQ(pipeline.check().size(), 1u);
}

TEST(Nest, FunctionPassNextToAModulePass) {
  TestPipeline pipeline({"module-pass", "a"});
  EXPECT_DONE(pipeline, pipeline.addPassBefore("func-pass", "module-pass"));
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("func-pass", "x=1"),
                                        Position::after(pass("module-pass"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(func-pass),module-pass,"
                            "func.func(func-pass{x=1}),a)");
}

TEST(Nest, ModulePassBetweenFunctionPassesSplitsTheNest) {
  TestPipeline pipeline;
  pipeline.nest("func.func").addPass("a").addPass("b").addPass("c");
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(a,b,c))");
  EXPECT_DONE(pipeline, pipeline.addPassAfter("module-pass", "a"));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(func.func(a),module-pass,func.func(b,c))");
  EXPECT_DONE(pipeline, pipeline.addPassAfter("gpu-pass", "b"));
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(a),module-pass,"
                            "func.func(b),gpu.module(gpu-pass),func.func(c))");
  // And they grow together again.
  EXPECT_DONE(pipeline, pipeline.removePass("module-pass"));
  EXPECT_DONE(pipeline, pipeline.removePass("gpu-pass"));
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(a,b,c))");
}

TEST(Nest, PassOnAnyOperationStaysWhereItIsPut) {
  TestPipeline pipeline({"func-pass", "module-pass"});
  EXPECT_DONE(pipeline, pipeline.addPassAfter("a", "func-pass"));
  EXPECT_DONE(pipeline, pipeline.addPassBefore("b", "module-pass"));
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("c"), Position::atStart()));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(c,func.func(func-pass,a),b,module-pass)");
}

TEST(Nest, FollowsFromTheSlot) {
  TestPipeline pipeline({"a"});
  pipeline.nest("func.func").addPass("b").addSlot("s").addPass("c");
  EXPECT_DONE(pipeline, pipeline.addPassToSlot("d", "s"));
  EXPECT_DONE(pipeline, pipeline.addPassToSlot("func-pass", "s"));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,func.func(b,d,func-pass,c))");
}

/// Beside a pass a module pass splits the nest. A slot has a nest, so what is
/// added to it does not run on anything else.
TEST(Nest, OfASlotIsNotLeft) {
  TestPipeline pipeline;
  pipeline.nest("func.func").addPass("b").addSlot("s").addPass("c");
  EXPECT_REFUSED(pipeline, pipeline.addPassToSlot("module-pass", "s"),
                 "error: 'module-pass' cannot run on 'func.func': it runs on "
                 "'builtin.module' only [PMB004 wrong-anchor-op]\n"
                 "  note: what is added to the slot 's' stays in its nest\n"
                 "  help: insert it before or after a pass or a bundle, or let "
                 "the slot be "
                 "in 'builtin.module'\n");
  EXPECT_REFUSED(
      pipeline, pipeline.addPassToSlot("gpu-pass", "s"),
      "error: 'gpu-pass' cannot run on 'func.func': it runs on 'gpu.module' "
      "only [PMB004 wrong-anchor-op]\n"
      "  note: what is added to the slot 's' stays in its nest\n"
      "  help: insert it before or after a pass or a bundle, or let the slot "
      "be "
      "in 'builtin.module'\n");
  PassBundle both("both");
  both.addPass("a").addPass("module-pass");
  EXPECT_NE(text(pipeline.insert(both, Position::before(slot("s")))), "");
  EXPECT_NE(text(pipeline.insert(PassSpec("module-pass"),
                                 Position::before(pass("x")).orElse(
                                     Position::before(slot("s"))))),
            "");
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(b,c))");
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("module-pass"),
                                        Position::after(slot("s"))));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(func.func(b),module-pass,func.func(c))");
  EXPECT_REFUSED(
      pipeline, pipeline.move(pass("module-pass"), Position::before(slot("s"))),
      "error: 'module-pass' runs on 'builtin.module', and the slot "
      "'s' is in 'builtin.module/func.func' [PMB004 "
      "wrong-anchor-op]\n"
      "  help: move it before or after a pass or a bundle; what is "
      "moved stays in its nest\n");
  EXPECT_DONE(pipeline, pipeline.move(pass("c"), Position::before(slot("s"))));
}

/// A registered pipeline that is put into a slot stands in the slot's nest.
TEST(Nest, OfASlotIsThatOfARegisteredPipelineInIt) {
  Catalog catalog = makeCatalog();
  PassDescriptor whole("whole-pipeline");
  whole.pipeline.resize(1);
  whole.pipeline[0].pass = "d";
  test::require(catalog.addPass(std::move(whole)));
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.nest("func.func").addPass("b").addSlot("s");
  test::require(pipeline.addPassToSlot("whole-pipeline", "s"));
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(b,d))");
  test::require(
      pipeline.insert(PassSpec("whole-pipeline"), Position::after(slot("s"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(b,d),d)");
}

/// MLIR's implicit nesting does the same.
TEST(Nest, OfAPassInANestStandsInIt) {
  TestPipeline pipeline;
  pipeline.nest("gpu.module")
      .addPass("gpu-pass")
      .addSlot("s")
      .addPass("func-pass");
  EXPECT_TRUE(pipeline.check().empty());
  EXPECT_DONE(pipeline, pipeline.addPassToSlot("function-like", "s"));
  EXPECT_DONE(pipeline, pipeline.addPassAfter("func-pass", "gpu-pass",
                                              PassOptions("x=1")));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(gpu.module(gpu-pass,func.func(func-pass{x=1},"
            "function-like,func-pass)))");
}

TEST(Nest, OfWhatIsInABundleStandsInThatOfTheBundle) {
  TestPipeline pipeline;
  PassBundle bundle("parts");
  bundle.addPass("a").nest("func.func").addPass("b").addPass("func-pass");
  pipeline.nest("gpu.module").addBundle(bundle);
  pipeline.nest("func.func").addBundle(bundle);
  pipeline.addBundle(bundle);
  EXPECT_EQ(pipeline.str(),
            "builtin.module(gpu.module(a,func.func(b,func-pass)),"
            "func.func(a,b,func-pass),a,func.func(b,func-pass))");
  // What is refused for a pass is refused for the bundle that it is in.
  PassBundle both("both");
  both.addPass("c").addPass("module-pass");
  pipeline.nest("func.func").addBundle(both);
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message, "'module-pass' cannot run on 'func.func': it "
                                 "runs on 'builtin.module' only");
  EXPECT_TRUE(pipeline.lookup(pass("c")).empty());
}

TEST(Nest, OperationsThatStandInOthers) {
  TestPipeline pipeline({"kernel-pass"});
  EXPECT_EQ(pipeline.str(),
            "builtin.module(gpu.module(gpu.func(kernel-pass)))");
  EXPECT_DONE(pipeline, pipeline.addPassAfter("gpu-pass", "kernel-pass"));
  EXPECT_DONE(pipeline, pipeline.addPassAfter("func-pass", "gpu-pass"));
  EXPECT_DONE(pipeline, pipeline.addPassBefore("module-pass", "kernel-pass"));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(module-pass,gpu.module(gpu.func(kernel-pass),"
            "gpu-pass,func.func(func-pass)))");
}

TEST(Nest, OfAFunctionPipeline) {
  TestPipeline pipeline({"a", "func-pass"}, "func.func");
  EXPECT_EQ(pipeline.str(), "func.func(a,func-pass)");
}

TEST(Nest, InterfacePassTakesTheNearestOperationThatFits) {
  TestPipeline pipeline({"function-like"});
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(function-like))");
  TestPipeline lowered({"module-pass"});
  lowered.nest("llvm.func").addPass("a");
  EXPECT_DONE(lowered, lowered.addPassAfter("function-like", "a"));
  EXPECT_DONE(lowered, lowered.addPassBefore("function-like", "module-pass"));
  EXPECT_EQ(lowered.str(),
            "builtin.module(func.func(function-like),module-pass,"
            "llvm.func(a,function-like))");
  TestPipeline onFunctions({"function-like"}, "llvm.func");
  EXPECT_EQ(onFunctions.str(), "llvm.func(function-like)");
}

//===----------------------------------------------------------------------===//
// No nest
//===----------------------------------------------------------------------===//

TEST(Nest, ModulePassInAFunctionPipeline) {
  TestPipeline pipeline({"a"}, "func.func");
  EXPECT_REFUSED(pipeline, pipeline.addPassAfter("module-pass", "a"),
                 "error: 'module-pass' cannot run on 'func.func': it runs on "
                 "'builtin.module' only [PMB004 wrong-anchor-op]\n"
                 "  help: add it to a pipeline that is anchored on "
                 "'builtin.module'\n");
  EXPECT_REFUSED(pipeline, pipeline.addPassAfter("gpu-pass", "a"),
                 "error: 'gpu-pass' cannot run on 'func.func': it runs on "
                 "'gpu.module' only [PMB004 wrong-anchor-op]\n"
                 "  help: add it to a pipeline that is anchored on "
                 "'gpu.module'\n");
}

TEST(Nest, ComposingInVainIsReportedByCheck) {
  TestPipeline pipeline({"a"}, "func.func");
  pipeline.addPass("module-pass");
  EXPECT_EQ(pipeline.str(), "func.func(a)");
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::WrongAnchorOp);
  // It does not go away by being looked at.
  EXPECT_EQ(pipeline.check().size(), 1u);
}

TEST(Nest, InterfacePassWithoutAnyOperationThatFits) {
  TestPipeline pipeline({"a"}, "gpu.func");
  EXPECT_REFUSED(pipeline, pipeline.addPassAfter("function-like", "a"),
                 "error: 'function-like' cannot run on 'gpu.func': it runs "
                 "on 'func.func', 'llvm.func' only [PMB004 wrong-anchor-op]\n"
                 "  help: add it to a pipeline that is anchored on one of "
                 "these\n");
}

// The catalog cannot know which operations of third parties are functions.
TEST(Nest, InterfacePassInAnExplicitNest) {
  TestPipeline pipeline({"a"});
  pipeline.nest("acme.func").addPass("function-like");
  EXPECT_EQ(pipeline.check().size(), 0u);
  pipeline.nest("gpu.func").addPass("function-like");
  EXPECT_EQ(pipeline.check().size(), 1u);
  EXPECT_EQ(pipeline.str(), "builtin.module(a,acme.func(function-like))");
}

TEST(Nest, ExplicitNestThatDoesNotFit) {
  TestPipeline pipeline({"a"});
  pipeline.nest("func.func").addPass("module-pass").addPass("b");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,func.func(b))");
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].str(),
            "error: 'module-pass' cannot run on 'func.func': it runs on "
            "'builtin.module' only [PMB004 wrong-anchor-op]\n"
            "  help: put it beside 'func.func(...)', into 'builtin.module'\n");
}

/// The help is what to write.
TEST(Nest, ExplicitNestThatDoesNotFitNamesTheOneThatDoes) {
  auto getHelp = [](llvm::StringRef description) {
    TestPipeline pipeline;
    std::vector<Diagnostic> errors = takeDiagnostics(
        test::require(parseTextualPipeline(description, "p.pipeline"))
            .appendTo(pipeline));
    return errors.size() == 1 && errors[0].notes.size()
               ? errors[0].str()
               : std::to_string(errors.size()) + " errors";
  };
  auto expectHelp = [&](llvm::StringRef description, llvm::StringRef help) {
    EXPECT_TRUE(
        contains(getHelp(description), ("  help: " + help + "\n").str()));
  };
  expectHelp("builtin.module(func-pass)", "write 'func.func(func-pass)'");
  expectHelp("builtin.module(function-like)",
             "write 'func.func(function-like)'");
  expectHelp("builtin.module(gpu.module(func-pass))",
             "write 'func.func(func-pass)'");
  expectHelp("builtin.module(func.func(gpu-pass))",
             "put it beside 'func.func(...)', as 'gpu.module(gpu-pass)'");
  expectHelp("builtin.module(gpu.module(gpu.func(module-pass)))",
             "put it beside 'gpu.module(...)', into 'builtin.module'");
}

TEST(Nest, PipelineOnAnyOperation) {
  TestPipeline pipeline({"a"}, "any");
  // The pass says which operations are meant, as it does in MLIR.
  EXPECT_DONE(pipeline, pipeline.addPassAfter("func-pass", "a"));
  EXPECT_EQ(pipeline.str(), "any(a,func-pass)");
  EXPECT_DONE(pipeline, pipeline.removePass("func-pass"));
  // There is no telling what is in it, so nests must be explicit.
  pipeline.nest("func.func").addPass("func-pass");
  EXPECT_EQ(pipeline.str(), "any(a,func.func(func-pass))");
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("func-pass"),
                                        Position::before(pass("func-pass"))));
  EXPECT_EQ(pipeline.str(), "any(a,func.func(func-pass,func-pass))");
}

//===----------------------------------------------------------------------===//
// Nests that are kept, as the OpPassManager that nest() of MLIR returns
//===----------------------------------------------------------------------===//

TEST(KeptNest, StaysWhereItWasMade) {
  TestPipeline pipeline({"a"});
  NestBuilder nest = pipeline.nest("func.func");
  pipeline.addPass("module-pass");
  nest.addPass("b");
  pipeline.addPass("d");
  nest.addPass("c");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,func.func(b,c),module-pass,d)");
}

TEST(KeptNest, AtTheStartOfThePipeline) {
  TestPipeline pipeline;
  NestBuilder nest = pipeline.nest("func.func");
  pipeline.addPass("a");
  nest.addPass("b").addPass("c");
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(b,c),a)");
}

TEST(KeptNest, NestsComeInTheOrderInWhichTheyWereMade) {
  TestPipeline pipeline({"a"});
  NestBuilder first = pipeline.nest("func.func");
  NestBuilder second = pipeline.nest("gpu.module");
  NestBuilder third = pipeline.nest("func.func");
  second.addPass("c");
  first.addPass("b", "x=1").addPass("b", "x=2");
  third.addPass("d");
  first.addPass("b", "x=3");
  second.addPass("c", "x=1");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,func.func(b{x=1},b{x=2},b{x=3}),"
                            "gpu.module(c,c{x=1}),func.func(d))");
}

TEST(KeptNest, CopiesAreTheSameNest) {
  TestPipeline pipeline;
  NestBuilder nest = pipeline.nest("func.func").addPass("a");
  NestBuilder copy = nest;
  nest.addPass("b");
  copy.addPass("c");
  nest.addPass("d");
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(a,b,c,d))");
}

TEST(KeptNest, NestInANest) {
  TestPipeline pipeline({"a"});
  NestBuilder outer = pipeline.nest("gpu.module");
  NestBuilder inner = outer.nest("gpu.func");
  NestBuilder after = pipeline.nest("func.func");
  outer.addPass("c");
  inner.addPass("b");
  NestBuilder second = outer.nest("gpu.func");
  after.addPass("func-pass");
  second.addPass("d");
  outer.addPass("gpu-pass");
  inner.addPass("b", "x=1");
  after.addPass("func-pass", "x=1");
  EXPECT_EQ(pipeline.str(),
            "builtin.module(a,gpu.module(gpu.func(b,b{x=1}),c,gpu.func(d),"
            "gpu-pass),func.func(func-pass,func-pass{x=1}))");
}

TEST(KeptNest, NestInANestThatIsFilledLater) {
  TestPipeline pipeline;
  NestBuilder outer = pipeline.nest("gpu.module");
  NestBuilder first = outer.nest("gpu.func");
  NestBuilder second = outer.nest("gpu.func");
  NestBuilder deep = first.nest("scf.for");
  second.addPass("d");
  deep.addPass("a");
  first.addPass("b");
  outer.addPass("c");
  EXPECT_EQ(pipeline.str(), "builtin.module(gpu.module(gpu.func(scf.for(a),b,"
                            "d),c))");
}

TEST(KeptNest, SurvivesTheRemovalOfItsPasses) {
  TestPipeline pipeline({"a"});
  NestBuilder nest = pipeline.nest("func.func");
  nest.addPass("b").addPass("c");
  pipeline.addPass("d");
  EXPECT_DONE(pipeline, pipeline.removePass("b"));
  EXPECT_DONE(pipeline, pipeline.removePass("c"));
  EXPECT_DONE(pipeline, pipeline.removePass("a"));
  nest.addPass("tidy");
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(tidy),d)");
  EXPECT_DONE(pipeline, pipeline.removePass("tidy"));
  EXPECT_DONE(pipeline, pipeline.removePass("d"));
  nest.addPass("clean");
  pipeline.verifyList();
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(clean))");
}

TEST(KeptNest, SurvivesAFailedTransaction) {
  TestPipeline pipeline({"a"});
  NestBuilder nest = pipeline.nest("func.func");
  nest.addPass("b");
  pipeline.addPass("d");
  for (int i = 0; i < 3; ++i)
    EXPECT_NE(text(pipeline.transaction(Origin::plugin("p"),
                                        [&]() -> llvm::Error {
                                          nest.addPass("c").addPass("c");
                                          return pipeline.removePass("x");
                                        })),
              "");
  pipeline.verifyList();
  nest.addPass("tidy");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,func.func(b,tidy),d)");
}

TEST(KeptNest, OrderAgreesWithNestsThatHoldTheirPasses) {
  // Random use of many nests, against a model that is a tree.
  struct Model {
    std::string op, text;
    std::vector<std::unique_ptr<Model>> children;
    void print(std::vector<std::string> &out, const std::string &path) const {
      if (!text.empty())
        out.push_back(path + ":" + text);
      for (const auto &child : children)
        child->print(out, child->op.empty() ? path : path + "/" + child->op);
    }
    Model &add(std::string op, std::string text) {
      children.push_back(std::make_unique<Model>());
      children.back()->op = std::move(op);
      children.back()->text = std::move(text);
      return *children.back();
    }
  };
  uint64_t state = 1;
  auto random = [&](unsigned n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return unsigned(state >> 33) % n;
  };
  for (int round = 0; round < 50; ++round) {
    TestPipeline pipeline;
    Model root;
    std::vector<std::pair<NestBuilder, Model *>> nests;
    for (int step = 0; step < 60; ++step) {
      std::string value = std::to_string(step);
      std::string op = random(2) ? "x.op" : "y.op";
      unsigned which = nests.empty() ? 0 : random(nests.size());
      switch (random(6)) {
      case 0:
        pipeline.addPass("a", value);
        root.add("", value);
        break;
      case 1:
        nests.push_back({pipeline.nest(op), &root.add(op, "")});
        break;
      case 2:
        if (!nests.empty() && nests.size() < 20)
          nests.push_back(
              {nests[which].first.nest(op), &nests[which].second->add(op, "")});
        break;
      default:
        if (!nests.empty()) {
          nests[which].first.addPass("a", value);
          nests[which].second->add("", value);
        }
      }
    }
    std::vector<std::string> expected, actual;
    root.print(expected, "builtin.module");
    for (const Node &node : pipeline.getPasses())
      actual.push_back(node.getAnchorPath().str() + ":" + node.getOptions());
    ASSERT_EQ(actual, expected) << "round " << round;
  }
}

} // namespace
