//===- PatternSlotTest.cpp - Patterns of third parties, run ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternSupport.h"
#include "bundles/pipelines/PipelineFile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "passmanager/Adopt.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// Adds a set in the name of a party.
llvm::Error addAs(PassManagerBuilder &builder, llvm::StringRef party,
                  llvm::StringRef slot,
                  std::function<void(mlir::RewritePatternSet &)> populate) {
  return builder.transaction(Origin::thirdParty(party), [&] {
    return builder.addPatterns(slot, std::move(populate));
  });
}
llvm::Error addAs(PassManagerBuilder &builder, llvm::StringRef party,
                  llvm::StringRef slot, llvm::StringRef registered) {
  return builder.transaction(Origin::thirdParty(party), [&] {
    return builder.addPatterns(slot, registered);
  });
}

//===----------------------------------------------------------------------===//
// One pass for a slot
//===----------------------------------------------------------------------===//

TEST(PatternSlot, AllSetsBecomeOnePassThatAppliesThemTogether) {
  Build<> b;
  b.pmb.addPatternSlot("early");
  // In turns: two passes, one after the other, would end at `c`.
  ASSERT_EQ(text(addAs(b.pmb, "acme", "early",
                       [](mlir::RewritePatternSet &patterns) {
                         retag("a", "b")(patterns);
                         retag("c", "d")(patterns);
                       })),
            "");
  ASSERT_EQ(text(addAs(b.pmb, "beta", "early", retag("b", "c"))), "");
  EXPECT_EQ(listing(b.pmb),
            "builtin.module(pmb-rewrite{slot=early "
            "patterns=acme:acme-early,beta:beta-early})\n"
            "builtin.module\n"
            "      one pass 'pmb-rewrite' {\n"
            "   0    acme-early                                         <- "
            "third party 'acme'\n"
            "   1    beta-early                                         <- "
            "third party 'beta'\n"
            "        slot 'early'\n"
            "      }\n");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(b.pm.size(), 1u);
  EXPECT_EQ(runOnTag(b, "a"), "d");
}

TEST(PatternSlot, ThereIsNoPassIfNobodyContributes) {
  Build<> b;
  b.pmb.addPatternSlot("early");
  b.pmb.addPass("test-module");
  EXPECT_EQ(b.pmb.str(), "builtin.module(test-module)");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm), "builtin.module(test-module)");
}

TEST(PatternSlot, RunsWhereItWasDeclaredWithAndWithoutThreads) {
  std::string program = "module {";
  for (int i = 0; i < 64; ++i)
    program += "func.func @f" + std::to_string(i) +
               "() { \"test.op\"() {tag = \"a\"} : () -> () return }";
  program += "}";
  std::string results[2];
  for (bool isThreaded : {false, true}) {
    Build<> b;
    b.context.allowUnregisteredDialects();
    b.context.disableMultithreading(!isThreaded);
    b.pmb.nest<mlir::func::FuncOp>().addPatternSlot("early");
    b.pmb.addPass("test-module");
    ASSERT_EQ(text(addAs(b.pmb, "acme", "early", retag("a", "b"))), "");
    EXPECT_EQ(b.pmb.str(), "builtin.module(func.func(pmb-rewrite{slot=early "
                           "patterns=acme:acme-early}),test-module)");
    ASSERT_EQ(text(b.pmb.build()), "");
    results[isThreaded] = runOn(program, b.pm, b.context);
    EXPECT_EQ(llvm::StringRef(results[isThreaded]).count("tag = \"b\""), 64u);
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(PatternSlot, TheDriverHasTheOptionsOfTheSlot) {
  Build<> b;
  b.pmb.addPatternSlot("early", "max-num-rewrites=1 max-iterations=1");
  ASSERT_EQ(text(b.pmb.addPatterns("early",
                                   [](mlir::RewritePatternSet &patterns) {
                                     retag("a", "b")(patterns);
                                     retag("b", "c")(patterns);
                                   })),
            "");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(runOnTag(b, "a"), "b");
}

TEST(PatternSlot, CopiesAreMadeOfThePassAsOfOthers) {
  Build<> b;
  b.pmb.addPatternSlot("early");
  ASSERT_EQ(text(b.pmb.addPatterns("early", retag("a", "b"))), "");
  for (int i = 0; i < 2; ++i) {
    mlir::PassManager target =
        mlir::PassManager::on<mlir::ModuleOp>(&b.context);
    ASSERT_EQ(text(b.pmb.flattenInto(target)), "");
    EXPECT_EQ(target.size(), 1u);
    EXPECT_TRUE(contains(
        runOn("module { func.func private @f() attributes {tag = \"a\"} }",
              target, b.context),
        "tag = \"b\""));
  }
}

TEST(PatternSlot, IsAdoptedWithSetsThatAreNotRegistered) {
  Build<> b;
  b.pmb.addPatternSlot("early", "count-patterns max-iterations=4");
  ASSERT_EQ(text(addAs(b.pmb, "acme", "early", retag("a", "b"))), "");
  std::string printed = b.pmb.str();
  ASSERT_EQ(text(b.pmb.build()), "");
  PassManagerBuilder again(b.pm, getTestCatalog());
  ASSERT_EQ(text(again.adopt(b.pm)), "");
  EXPECT_EQ(again.str(), printed);
  // The slot is open again, for others and not for what is in it already.
  ASSERT_EQ(text(addAs(again, "beta", "early", retag("b", "c"))), "");
  ASSERT_EQ(text(addAs(again, "acme", "early", retag("a", "b"))), "");
  EXPECT_NE(text(again.addPatterns("early",
                                   PatternSet{"acme-early", retag("c", "d")})),
            "");
  EXPECT_EQ(again.str(),
            "builtin.module(pmb-rewrite{slot=early "
            "patterns=acme:acme-early,beta:beta-early count-patterns=true "
            "max-iterations=4})");
  ASSERT_EQ(text(again.build()), "");
  EXPECT_EQ(sayWhile(b.context, [&] { EXPECT_EQ(runOnTag(b, "a"), "c"); }),
            "patterns of the slot 'early' that were applied\n"
            "  'acme-early' of 'acme': 1 ('a-to-b' 1 time)\n"
            "  'beta-early' of third party 'beta': 1 ('b-to-c' 1 time)\n");
}

TEST(PatternSlot, OfARegisteredPipelineIsOpenToOthers) {
  static bool isRegistered = [] {
    require(registerPipeline("test-with-slot", "", [](PassManagerBuilder &b) {
      b.nest<mlir::func::FuncOp>().addPatternSlot("inner");
      return addAs(b, "acme", "inner", retag("a", "b"));
    }));
    return true;
  }();
  (void)isRegistered;
  Build<> b;
  b.pmb.addPass("test-with-slot");
  ASSERT_EQ(text(addAs(b.pmb, "beta", "inner", retag("b", "c"))), "");
  EXPECT_EQ(b.pmb.str(), "builtin.module(func.func(pmb-rewrite{slot=inner "
                         "patterns=acme:acme-inner,beta:beta-inner}))");
  ASSERT_EQ(text(b.pmb.build()), "");
  b.context.allowUnregisteredDialects();
  EXPECT_TRUE(
      contains(runOn("func.func @f() { \"test.op\"() {tag = \"a\"} : () -> () "
                     "return }",
                     b.pm, b.context),
               "tag = \"c\""));
}

TEST(PatternSlot, ASetThatIsAPassByItselfHasNoOptions) {
  registerTestPatterns();
  Build<> b;
  b.pmb.addPass("test-a-to-b");
  EXPECT_NE(text(b.pmb.setOptions(pass("test-a-to-b"), "party=x")), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm), "builtin.module(test-a-to-b)");
}

TEST(PatternSlot, APartOfThePipelineHasAPartOfTheSets) {
  Build<> b;
  b.pmb.addPatternSlot("early");
  require(addAs(b.pmb, "acme", "early", retag("a", "b")));
  require(addAs(b.pmb, "beta", "early", retag("b", "c")));
  b.pmb.setPart(nullptr, b.pmb.lookup(pass("beta-early")).front());
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(b.pm.size(), 1u);
  EXPECT_EQ(runOnTag(b, "a"), "b");
}

//===----------------------------------------------------------------------===//
// By name
//===----------------------------------------------------------------------===//

TEST(PatternSlot, ItsTextMakesTheSameSlotAgain) {
  registerTestPatterns();
  Build<> b;
  b.pmb.addPatternSlot("early", "max-iterations=4");
  ASSERT_EQ(text(addAs(b.pmb, "acme", "early", "test-a-to-b")), "");
  ASSERT_EQ(text(b.pmb.addPatterns("early", "test-b-to-c")), "");
  std::string printed = b.pmb.str();
  EXPECT_EQ(printed,
            "builtin.module(pmb-rewrite{slot=early "
            "patterns=acme:test-a-to-b,test-b-to-c max-iterations=4})");

  Build<> other;
  ASSERT_EQ(text(other.pmb.adopt(printed)), "");
  EXPECT_EQ(other.pmb.str(), printed);
  ASSERT_EQ(text(other.pmb.addPatterns("early", retag("c", "d"))), "");
  ASSERT_EQ(text(other.pmb.build()), "");
  EXPECT_EQ(runOnTag(other, "a"), "d");

  // So does the pass itself, if all of its sets have names.
  ASSERT_EQ(text(b.pmb.build()), "");
  Build<> adopted;
  ASSERT_EQ(text(adopted.pmb.adopt(b.pm)), "");
  EXPECT_EQ(adopted.pmb.str(), printed);
  adopted.pmb.discard();

  // MLIR reads what it has printed.
  mlir::PassManager read(&b.context);
  ASSERT_TRUE(succeeded(mlir::parsePassPipeline(
      llvm::StringRef(text(b.pm)).drop_front(15).drop_back(), read)))
      << text(b.pm);
  EXPECT_EQ(llvm::StringRef(text(b.pm)).drop_front(15),
            llvm::StringRef(text(read)).split('(').second);
}

TEST(PatternSlot, ASetIsAlsoAPassOfItsName) {
  registerTestPatterns();
  Build<> b;
  b.pmb.addPass("test-a-to-b");
  b.pmb.addPass("test-b-to-c");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(b.pm.size(), 2u);
  EXPECT_EQ(runOnTag(b, "a"), "c");
}

TEST(PatternSlot, APipelineFileDeclaresAndFillsIt) {
  registerTestPatterns();
  std::string json = R"({
  "anchor": "builtin.module",
  "passes": [
    {
      "pass": "pmb-rewrite",
      "options": {
        "slot": "early",
        "max-iterations": 4
      }
    },
    "test-module"
  ],
  "insert": [
    {"pass": "test-a-to-b", "before": {"slot": "early"}}
  ]
})";
  Build<> b;
  PipelineFile file =
      require(PipelineFile::parse(SourceText::copy(json, "cpu.pipeline.json")));
  ASSERT_EQ(text(file.appendTo(b.pmb)), "");
  EXPECT_EQ(b.pmb.str(), "builtin.module(pmb-rewrite{slot=early "
                         "patterns=cpu:test-a-to-b max-iterations=4},"
                         "test-module)");
  // As JSON it is the pass that it becomes.
  std::string printed = toText(PipelineFile::describe(b.pmb));
  Build<> other;
  PipelineFile again = require(
      PipelineFile::parse(SourceText::copy(printed, "x.pipeline.json")));
  ASSERT_EQ(text(again.appendTo(other.pmb)), "");
  EXPECT_EQ(other.pmb.str(), b.pmb.str()) << printed;
  b.pmb.discard();
  other.pmb.discard();
}

//===----------------------------------------------------------------------===//
// Parties
//===----------------------------------------------------------------------===//

/// Where both match, the one that comes first.
std::string runTwoParties(llvm::StringRef options, int acmeRank,
                          bool acmeIsLoadedFirst,
                          mlir::PatternBenefit betaBenefit = 1) {
  Build<> b;
  b.pmb.addPatternSlot("early", options);
  auto add = [&](llvm::StringRef name, int rank, llvm::StringRef to,
                 mlir::PatternBenefit benefit = 1) {
    require(b.pmb.addParty({Origin::plugin(name), rank, [&b, to, benefit] {
                              return b.pmb.addPatterns("early",
                                                       retag("a", to, benefit));
                            }}));
  };
  if (acmeIsLoadedFirst)
    add("acme", acmeRank, "acme");
  add("beta", 0, "beta", betaBenefit);
  if (!acmeIsLoadedFirst)
    add("acme", acmeRank, "acme");
  // Nobody has to be told that the order of sets in one slot is a tie-break.
  std::string findings;
  for (const Diagnostic &finding : b.pmb.check())
    findings += finding.str();
  EXPECT_EQ(findings, "");
  EXPECT_EQ(text(b.pmb.build()), "");
  std::string result;
  // Nor does it say what was applied, unless somebody asks.
  EXPECT_EQ(sayWhile(b.context, [&] { result = runOnTag(b, "a"); }), "");
  return result;
}

TEST(PatternSlot, OrderIsThatOfRankAndIdInEachOrderOfLoading) {
  for (bool acmeIsLoadedFirst : {false, true}) {
    EXPECT_EQ(runTwoParties("", 0, acmeIsLoadedFirst), "acme");
    EXPECT_EQ(runTwoParties("", 1, acmeIsLoadedFirst), "beta");
  }
}

TEST(PatternSlot, BenefitComesBeforeTheOrderOfParties) {
  for (bool acmeIsLoadedFirst : {false, true})
    EXPECT_EQ(runTwoParties("", 0, acmeIsLoadedFirst, 2), "beta");
}

TEST(PatternSlot, PatternsAreDisabledAndEnabledByParty) {
  EXPECT_EQ(runTwoParties("disable-patterns=acme", 0, true), "beta");
  EXPECT_EQ(runTwoParties("enable-patterns=beta", 0, true), "beta");
  EXPECT_EQ(runTwoParties("disable-patterns=acme,beta", 0, true), "a");
  // By the set and by the pattern, too.
  EXPECT_EQ(runTwoParties("disable-patterns=acme-early", 0, true), "beta");
  EXPECT_EQ(runTwoParties("disable-patterns=a-to-acme", 0, true), "beta");
}

TEST(PatternSlot, LabelsThatNameNothingAreWarnedOf) {
  Build<> b;
  b.pmb.addPatternSlot("early", "disable-patterns=acmee");
  require(addAs(b.pmb, "acme", "early", retag("a", "b")));
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(sayWhile(b.context, [&] { EXPECT_EQ(runOnTag(b, "a"), "b"); }),
            "'disable-patterns' of the slot 'early' names 'acmee', which is no "
            "party, set or pattern there\n"
            "  did you mean 'acme'?\n");
}

TEST(PatternSlot, ASetWithoutPatternsIsWarnedOf) {
  Build<> b;
  b.pmb.addPatternSlot("early");
  require(addAs(b.pmb, "acme", "early", retag("a", "b")));
  require(addAs(b.pmb, "beta", "early", [](mlir::RewritePatternSet &) {}));
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(sayWhile(b.context, [&] { EXPECT_EQ(runOnTag(b, "a"), "b"); }),
            "the patterns 'beta-early' of third party 'beta' are none: their "
            "function adds nothing\n");
}

TEST(PatternSlot, WhosePatternsWereAppliedIsRemarked) {
  Build<> b;
  b.pmb.addPatternSlot("early", "count-patterns");
  require(addAs(b.pmb, "acme", "early", [](mlir::RewritePatternSet &patterns) {
    retag("a", "b")(patterns);
    retag("c", "d")(patterns);
  }));
  require(addAs(b.pmb, "beta", "early", retag("b", "c")));
  require(addAs(b.pmb, "idle", "early", retag("x", "y")));
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(sayWhile(b.context, [&] { EXPECT_EQ(runOnTag(b, "a"), "d"); }),
            "patterns of the slot 'early' that were applied\n"
            "  'acme-early' of third party 'acme': 2 ('a-to-b' 1 time, "
            "'c-to-d' 1 time)\n"
            "  'beta-early' of third party 'beta': 1 ('b-to-c' 1 time)\n");
}

TEST(PatternSlot, PatternsThatDoNotComeToAnEndAreNamed) {
  Build<> b;
  b.pmb.addPatternSlot("early");
  require(addAs(b.pmb, "acme", "early", retag("a", "b")));
  require(addAs(b.pmb, "beta", "early", retag("b", "a")));
  require(addAs(b.pmb, "idle", "early", retag("x", "y")));
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(
      sayWhile(b.context, [&] { EXPECT_EQ(runOnTag(b, "a"), ""); }),
      "the patterns of the slot 'early', which framework has declared, do not "
      "come to an end within 10 iterations of 16384 rewrites; still applied: "
      "'acme-early' of third party 'acme' ('a-to-b' 500 times), 'beta-early' "
      "of third party 'beta' ('b-to-a' 500 times)\n"
      "  let the patterns not undo each other, or leave one party out with "
      "disable-patterns; a pattern that comes to an end after more rewrites "
      "says so with setHasBoundedRewriteRecursion()\n");
}

TEST(PatternSlot, NotComingToAnEndIsAcceptedWhereTheSlotSaysSo) {
  for (llvm::StringRef options :
       {"test-convergence=false max-num-rewrites=100", "max-num-rewrites=100",
        // Nor does it go on for ever.
        "test-convergence=false"}) {
    Build<> b;
    b.pmb.addPatternSlot("early", options);
    require(addAs(b.pmb, "acme", "early", retag("a", "b")));
    require(addAs(b.pmb, "beta", "early", retag("b", "a")));
    ASSERT_EQ(text(b.pmb.build()), "");
    EXPECT_EQ(runOnTag(b, "a"), "a") << options.str();
  }
}

//===----------------------------------------------------------------------===//
// PDL
//===----------------------------------------------------------------------===//

/// `test.a` becomes `test.b`.
void populatePDL(mlir::RewritePatternSet &patterns) {
  const char *program = R"(
    pdl.pattern @a_to_b : benefit(1) {
      %type = pdl.type
      %op = pdl.operation "test.a" -> (%type : !pdl.type)
      pdl.rewrite %op {
        %new = pdl.operation "test.b" -> (%type : !pdl.type)
        pdl.replace %op with %new
      }
    })";
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(program, patterns.getContext());
  ASSERT_TRUE(module);
  patterns.add(mlir::PDLPatternModule(std::move(module)));
}

TEST(PatternSlot, TakesPatternsInPDL) {
  for (llvm::StringRef disabled : {"nobody", "acme"}) {
    Build<> b;
    b.context.allowUnregisteredDialects();
    b.context.loadDialect<mlir::pdl::PDLDialect>();
    b.pmb.addPatternSlot("early",
                         ("count-patterns disable-patterns=" + disabled).str());
    require(addAs(b.pmb, "acme", "early", populatePDL));
    require(addAs(b.pmb, "beta", "early", retag("a", "b")));
    ASSERT_EQ(text(b.pmb.build()), "");
    std::string result;
    std::string said = sayWhile(b.context, [&] {
      result = runOn("func.func @f() -> i32 { %0 = \"test.a\"() : () -> i32 "
                     "return %0 : i32 }",
                     b.pm, b.context);
    });
    bool isDisabled = disabled == "acme";
    EXPECT_EQ(result.find("test.b") == std::string::npos, isDisabled) << result;
    EXPECT_EQ(said.find("'acme-early' of third party 'acme': 1") ==
                  std::string::npos,
              isDisabled)
        << said;
  }
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

TEST(PatternSlot, TheContractOfASetIsChecked) {
  registerTestPatterns();
  Build<> b;
  b.pmb.addPatternSlot("early");
  require(b.pmb.addPatterns("early", "test-a-to-b"));
  require(b.pmb.addPatterns("early", "test-described"));
  std::string said = text(b.pmb.build());
  EXPECT_TRUE(contains(said, "'test-described'"));
  EXPECT_TRUE(contains(said, "it looks for marks"));
  // A set that says nothing is a pass of which nothing is known.
  EXPECT_FALSE(b.pmb.getPasses().begin()->getDescriptor().hasContract);
  b.pmb.discard();

  Build<> right;
  right.pmb.addPass("test-module");
  right.pmb.addPatternSlot("early");
  EXPECT_EQ(text(right.pmb.addPatterns("early", "test-described")), "");
  EXPECT_EQ(text(right.pmb.build()), "");
}

TEST(PatternSlot, ACatalogCanHaveWhatARegisteredSetSays) {
  registerTestPatterns();
  Catalog catalog = getTestCatalog().clone();
  require(describePatterns(catalog, {"test-described"}));
  mlir::MLIRContext context;
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder builder(pm, catalog);
  require(
      builder.adopt("builtin.module(pmb-rewrite{patterns=test-described})"));
  std::string said = text(builder.build());
  EXPECT_TRUE(contains(said, "it looks for marks"));
  EXPECT_EQ(text(describePatterns(catalog, {"test-describe"})),
            "error: there is no set of patterns 'test-describe' [PMB104 "
            "unknown-patterns]\n"
            "  help: did you mean 'test-described'?\n");
}

} // namespace
