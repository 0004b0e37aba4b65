//===- DeadEndTest.cpp - Known output, unknown input ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadEndSupport.h"

using namespace pmb;
using pmb::test::DeadEndTest;

namespace {

TEST_F(DeadEndTest, NothingIsSaidWhereAllEntriesLeadToTheOutput) {
  EXPECT_EQ(checkOpen({"linalg-to-loops", "scf-to-cf", "cf-to-llvm",
                       "memref-to-llvm"}),
            "");
  EXPECT_EQ(checkOpen({"linalg-to-loops", "scf-to-cf"}, {"cf", "memref"}), "");
  EXPECT_EQ(checkOpen({}), "");
}

/// The pass behind which the way ends, a witness, who else leads there, and the
/// cure with its place.
TEST_F(DeadEndTest, NothingBehindThePassLowersWhatItAdds) {
  EXPECT_EQ(
      checkOpen({"linalg-to-loops", "scf-to-cf", "memref-to-llvm"}),
      R"(error: 'scf-to-cf' is a dead end: it leads to 'cf.br', which nothing behind it lowers [PMB043 dead-end]
  at: 'scf-to-cf' (pass 1, on builtin.module, added by framework)
  note: for example on an input with 'scf.for'
  note: this pass leads there, too: 'linalg-to-loops' (pass 0, on builtin.module, added by framework)
  help: add a pass that lowers it: 'cf-to-llvm'
  fix: insert 'cf-to-llvm' after 'scf-to-cf'
)");
}

/// It may come back as well, which is the same mistake.
TEST_F(DeadEndTest, WhatLowersItStandsBeforeThePass) {
  define("scf-to-cf",
         Contract().lowers({"scf.while"}).to({"cf.br"}).speculative());
  EXPECT_EQ(
      checkOpen({"cf-to-llvm", "scf-to-cf"}),
      R"(error: 'scf-to-cf' is a dead end: it leads to 'cf.br', which 'cf-to-llvm' lowers only before it [PMB043 dead-end]
  at: 'scf-to-cf' (pass 1, on builtin.module, added by framework)
  note: for example on an input with 'scf.while'
  note: it stands here: 'cf-to-llvm' (pass 0, on builtin.module, added by framework)
  fix: move 'cf-to-llvm' after 'scf-to-cf'
)");
}

/// The way leads over passes that have nothing to blame.
TEST_F(DeadEndTest, ThePassBehindWhichTheWayEndsIsNamed) {
  define("linalg-to-affine",
         Contract().lowers({"linalg.matmul"}).to({"affine.for"}));
  EXPECT_EQ(
      checkOpen({"linalg-to-affine", "lower-affine", "arith-to-llvm"}),
      R"(error: 'lower-affine' is a dead end: it leads to 'scf.for', which nothing behind it lowers [PMB043 dead-end]
  at: 'lower-affine' (pass 1, on builtin.module, added by framework)
  note: for example on an input with 'linalg.matmul', which this pass leads there: 'linalg-to-affine' (pass 0, on builtin.module, added by framework)
  help: add a pass that lowers it: 'scf-to-cf'
  fix: insert 'scf-to-cf' after 'lower-affine'
)");
}

/// `lower-affine` is there for `affine.apply`, not for `affine.for`.
TEST_F(DeadEndTest, APassOfWhichOneEntryLeadsToTheOutputHasItsPurpose) {
  EXPECT_FALSE(test::contains(
      checkOpen({"scf-to-cf", "cf-to-llvm", "lower-affine", "arith-to-llvm"}),
      "dead-end"));
}

/// Of what it merely adds, a pass that lowers something has no purpose.
TEST_F(DeadEndTest, WhatAPassAddsBesideItsWorkIsNotItsPurpose) {
  define("linalg-to-loops", [](Contract &contract) {
    contract.lowers({"linalg.matmul"}).to({"scf.for"});
    contract.introduces({}).sometimes({"arith.addi"}).given({"linalg"});
  });
  EXPECT_TRUE(
      test::contains(checkOpen({"linalg-to-loops", "arith-to-llvm"}),
                     "'linalg-to-loops' is a dead end: it leads to 'scf.for'"));
}

TEST_F(DeadEndTest, WhatStaysAsItWasIsNotLedThere) {
  define("fold-views", [](Contract &contract) {
    contract.lowers({"memref.subview"})
        .given({"memref.copy"})
        .to({"memref.subview"});
    contract.lowers({"memref.cast"}).to({"llvm.load"});
  });
  EXPECT_EQ(checkOpen({"fold-views"}), "");
}

/// It is a dead end that the owner has named, if it ever has something to do.
TEST_F(DeadEndTest, AWordThatItIsSpeculativeIsNoExcuse) {
  define("expand-realloc",
         Contract().lowers({"memref.realloc"}).to({"scf.if"}).speculative());
  EXPECT_TRUE(test::contains(checkOpen({"expand-realloc", "memref-to-llvm"}),
                             "error: 'expand-realloc' is a dead end"));
}

TEST_F(DeadEndTest, WhatCameAlongInABundleOfTheCatalogIsAWarning) {
  PassBundle bundle("lower-loops");
  bundle.addPass("scf-to-cf");
  test::require(catalog.addBundle(std::move(bundle)));
  auto pipeline = composeOpen({});
  pipeline->addBundle("lower-loops");
  EXPECT_TRUE(
      test::contains(check(*pipeline), "warning: 'scf-to-cf' is a dead end"));
  // Not so one that the owner has made.
  PassBundle own("own");
  own.addPass("scf-to-cf");
  auto other = composeOpen({});
  other->addBundle(own);
  EXPECT_TRUE(
      test::contains(check(*other), "error: 'scf-to-cf' is a dead end"));
}

TEST_F(DeadEndTest, WhatMustBeThereAsWellIsPartOfTheWitness) {
  define("sparse-to-loops", [](Contract &contract) {
    contract.lowers({"linalg.dot"}).given({"sparse.encoding"}).to({"scf.for"});
  });
  EXPECT_TRUE(test::contains(checkOpen({"sparse-to-loops"}),
                             "for example on an input with 'linalg.dot' and "
                             "'sparse.encoding'"));
}

TEST_F(DeadEndTest, WhatAPassLowersInPartIsAWarning) {
  define("vector-to-scf",
         Contract().lowers({"vector.print"}).to({"scf.for"}).partially());
  EXPECT_TRUE(
      test::contains(checkOpen({"vector-to-scf"}),
                     "warning: 'vector-to-scf' is a dead end: it may lead to"));
}

TEST_F(DeadEndTest, WhatAGreedyPassLowersInPartIsNotWorthAWarning) {
  define("vector-to-scf", [](Contract &contract) {
    contract.greedy();
    contract.lowers({"vector.print"}).to({"scf.for"}).partially();
  });
  EXPECT_EQ(checkOpen({"vector-to-scf"}), "");
}

/// What no input can have where the pass runs is no witness.
TEST_F(DeadEndTest, WhatWasLoweredBeforeIsNoWitness) {
  EXPECT_EQ(checkOpen({"scf-to-cf", "cf-to-llvm", "scf-to-cf"}), "");
}

TEST_F(DeadEndTest, WhoseEffectIsUnknownMayLowerIt) {
  define("script", Contract().unknownEffect().because("a script"));
  EXPECT_FALSE(test::contains(checkOpen({"scf-to-cf", "script"}), "dead-end"));
  EXPECT_TRUE(test::contains(checkOpen({"script", "scf-to-cf"}), "dead-end"));
}

TEST_F(DeadEndTest, WhatAPassAddsOfItselfIsSoOnEveryInput) {
  define("add-asserts", Contract().introduces({"cf.assert"}));
  EXPECT_TRUE(
      test::contains(checkOpen({"add-asserts"}), "it is so on every input"));
}

/// A pass that may have lowered only some of it says nothing of what stays.
/// Where something is certain, its witness is named.
TEST_F(DeadEndTest, WhatIsNotCertainSaysNothingMoreThanWhatIs) {
  define("vector-to-llvm",
         Contract().lowers({"vector.print"}).sometimes({"cf.br"}));
  std::string said = checkOpen({"scf-to-cf", "vector-to-llvm"});
  EXPECT_TRUE(test::contains(said, "error: 'scf-to-cf' is a dead end"));
  EXPECT_FALSE(test::contains(said, "vector.print"));
}

TEST_F(DeadEndTest, WhatALaterPassMayLowerIsNoDeadEnd) {
  define("cf-simplify",
         Contract().lowers({"cf.br"}).to({"llvm.br"}).partially());
  EXPECT_EQ(checkOpen({"scf-to-cf", "cf-simplify"}), "");
}

TEST_F(DeadEndTest, APassThatHasNothingToRunOnIsAnErrorIfNothingElseLowersIt) {
  define("func-to-llvm", Contract().lowers({"func.func"}).to({"llvm.func"}));
  EXPECT_EQ(
      checkOpen({"cf-to-llvm", "func-to-llvm", "func.func(arith-to-llvm)"}),
      R"(error: 'arith-to-llvm' has nothing to run on: 'func.func' has been lowered before [PMB031 no-effect]
  at: 'arith-to-llvm' (pass 2, on builtin.module/func.func, added by framework)
  note: for example on an input with 'arith', which nothing else lowers
  note: lowered by: 'func-to-llvm' (pass 1, on builtin.module, added by framework)
  help: move it before the pass that lowers 'func.func'
  fix: move 'arith-to-llvm' before 'func-to-llvm'
)");
  EXPECT_TRUE(test::contains(
      checkOpen({"arith-to-llvm", "func-to-llvm", "func.func(arith-to-llvm)"}),
      "warning: 'arith-to-llvm' has nothing to run on"));
}

/// What is lowered only in part where it has tensors is lowered by the next
/// entry where it has none.
TEST_F(DeadEndTest, WhatAPassKeepsOfOneKindIsStillWhatItLowers) {
  addTensors({"tosa"});
  define("to-llvm", [](Contract &contract) {
    contract.lowers({"arith.constant"}).given({"!tensor"}).partially();
    contract.lowers({"arith", "func.func"}).to({"llvm.func"});
  });
  EXPECT_TRUE(test::contains(checkOpen({"to-llvm", "func.func(arith-to-llvm)"}),
                             "warning: 'arith-to-llvm' has nothing to run on"));
}

/// A function with tensors stays as long as they are there, with what it holds.
TEST_F(DeadEndTest, WhatKeepsTheOperationOfANestIsNoWitness) {
  addTensors({"tosa"});
  define(
      "func-to-llvm",
      Contract().lowers({"func.func"}).unless({"!tensor"}).to({"llvm.func"}));
  define("tosa-to-linalg", Contract().lowers({"tosa.add"}).to({"linalg.add"}));
  EXPECT_TRUE(
      test::contains(checkOpen({"func-to-llvm", "func.func(tosa-to-linalg)"}),
                     "warning: 'tosa-to-linalg' has nothing to run on"));
}

TEST_F(DeadEndTest, FunctionsAreLoweredWithWhatStandsInThem) {
  EXPECT_TRUE(
      test::contains(checkOpen({"func.func(cf-to-llvm)"}),
                     "what it makes stands in 'func.func', and nothing lowers "
                     "that"));
  auto pipeline = compose({"func.func(cf-to-llvm)"});
  pipeline->getInterface().outputContents = {"llvm"};
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().items, std::vector<std::string>{"func.func"});
}

/// What is in the way of something else keeps no function.
TEST_F(DeadEndTest, WhatKeepsOtherThingsDoesNotKeepTheNest) {
  addTensors({"tosa"});
  define("func-to-llvm", [](Contract &contract) {
    contract.lowers({"func.func"}).to({"llvm.func"});
    contract.lowers({"memref.store"}).unless({"!tensor"}).to({"llvm.store"});
  });
  define("tosa-to-linalg", Contract().lowers({"tosa.add"}).to({"linalg.add"}));
  EXPECT_TRUE(
      test::contains(checkOpen({"func-to-llvm", "func.func(tosa-to-linalg)"}),
                     "error: 'tosa-to-linalg' has nothing to run on"));
}

TEST_F(DeadEndTest, WhoseEffectIsUnknownMayLowerFunctions) {
  define("script", Contract().unknownEffect().because("a script"));
  EXPECT_FALSE(test::contains(checkOpen({"func.func(cf-to-llvm)", "script"}),
                              "dead-end"));
}

/// What an early pass makes is needed where it stands, or not.
TEST_F(DeadEndTest, APassWhoseWorkIsNeededRunsAgain) {
  auto getFix = [&](std::initializer_list<llvm::StringRef> passes) {
    return llvm::StringRef(checkOpen(passes)).rsplit("fix: ").second.str();
  };
  define("fold-branches", Contract().lowers({"llvm.br"}).to({"llvm.switch"}));
  define("scf-to-cf",
         Contract().lowers({"scf.while"}).to({"cf.br"}).speculative());
  EXPECT_EQ(getFix({"cf-to-llvm", "fold-branches", "scf-to-cf"}),
            "insert 'cf-to-llvm' after 'scf-to-cf'\n");
  EXPECT_EQ(
      getFix({"linalg-to-loops", "memref-to-llvm", "cf-to-llvm", "scf-to-cf"}),
      "move 'cf-to-llvm' after 'scf-to-cf'\n");
}

/// Whoever wants to know what may come back hears of one mistake all the same.
TEST_F(DeadEndTest, WhatMayComeBackFollowsFromIt) {
  define("scf-to-cf", [](Contract &contract) {
    contract.lowers({"scf.while"}).to({"cf.br", "cf.cond_br"}).speculative();
  });
  auto pipeline = composeOpen({"cf-to-llvm", "scf-to-cf"});
  pipeline->setSeverity(DiagnosticCode::MayBeReintroduced, Severity::Warning);
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::DeadEnd);
  ASSERT_EQ(findings[0].follows.size(), 1u);
  EXPECT_EQ(findings[0].follows[0].items, (Items{"cf.br", "cf.cond_br"}));
}

/// What must be there, but is in the way, shows nothing.
TEST_F(DeadEndTest, WhatIsInTheWayIsNoWitness) {
  define("sparse-to-loops", Contract()
                                .lowers({"linalg.dot"})
                                .given({"sparse.load", "sparse.encoding"})
                                .unless({"sparse.load"})
                                .to({"scf.for"}));
  EXPECT_TRUE(test::contains(checkOpen({"sparse-to-loops"}),
                             "for example on an input with 'linalg.dot' and "
                             "'sparse.encoding'"));
}

class DeadEndCastTest : public DeadEndTest {
protected:
  DeadEndCastTest() {
    TypeDescriptor index;
    index.name = "!index";
    index.carriers = {"memref.load", "arith.addi"};
    catalog.addType(index);
    define("memref-to-llvm", [](Contract &contract) {
      contract.lowers({"memref.load"}).to({"llvm.load"}).converts({"!index"});
    });
    define("arith-to-llvm", [](Contract &contract) {
      contract.lowers({"arith.addi"}).to({"llvm.add"}).converts({"!index"});
    });
    define("reconcile", Contract()
                            .lowers({"builtin.unrealized_conversion_cast"})
                            .unless({"!index"}));
  }
};

TEST_F(DeadEndCastTest, NothingRemovesCastsBehindTheLastConversion) {
  EXPECT_EQ(checkOpen({"memref-to-llvm", "arith-to-llvm", "reconcile"}), "");
  // One alone leaves casts only where something else has the type.
  EXPECT_EQ(checkOpen({"arith-to-llvm"}), "");
  EXPECT_EQ(
      checkOpen({"memref-to-llvm", "arith-to-llvm"}),
      R"(error: 'arith-to-llvm' is a dead end: it leads to 'builtin.unrealized_conversion_cast', which nothing behind it removes [PMB043 dead-end]
  at: 'arith-to-llvm' (pass 1, on builtin.module, added by framework)
  note: '!index' is converted before it, too, by: 'memref-to-llvm' (pass 0, on builtin.module, added by framework)
  note: for example on an input where 'memref.load' and 'arith.addi' have a value of '!index' in common
  help: add 'reconcile' behind it
  fix: insert 'reconcile' after 'arith-to-llvm'
)");
}

TEST_F(DeadEndCastTest, ReconciliationBeforeTheLastConversionIsOneMistake) {
  std::string text =
      checkOpen({"memref-to-llvm", "reconcile", "arith-to-llvm"});
  EXPECT_EQ(text.find("error: "), text.rfind("error: ")) << text;
  EXPECT_TRUE(
      test::contains(text, "fix: move 'reconcile' after 'arith-to-llvm'"));
}

/// It leaves those that are in use.
TEST_F(DeadEndCastTest, WhatRemovesDeadCastsDoesNotReconcileOthers) {
  define("sweep", [](Contract &contract) { contract.removesDead(); });
  EXPECT_TRUE(test::contains(
      checkOpen({"memref-to-llvm", "reconcile", "arith-to-llvm", "sweep"}),
      "error: 'reconcile' runs too early"));
  EXPECT_EQ(
      checkOpen({"memref-to-llvm", "arith-to-llvm", "reconcile", "sweep"}), "");
}

/// Of several conversions, the last before it is named.
TEST_F(DeadEndCastTest, TheConversionBeforeTheLastIsNamed) {
  define("cf-to-llvm",
         Contract().lowers({"cf.br"}).to({"llvm.br"}).converts({"!index"}));
  TypeDescriptor index;
  index.name = "!index";
  index.carriers = {"memref.load", "arith.addi", "cf.br"};
  catalog.addType(index);
  std::string text =
      checkOpen({"memref-to-llvm", "arith-to-llvm", "cf-to-llvm"});
  EXPECT_TRUE(test::contains(text, "'!index' is converted before it, too, by: "
                                   "'arith-to-llvm'"));
}

/// What may do anything may remove casts.
TEST_F(DeadEndCastTest, WhoseEffectIsUnknownMayRemoveThem) {
  define("anything", Contract().unknownEffect());
  std::string text = checkOpen({"memref-to-llvm", "arith-to-llvm", "anything"});
  EXPECT_FALSE(test::contains(text, "is a dead end"));
}

TEST_F(DeadEndCastTest, BeforeTheOnlyConversionNothingIsReconciledTooEarly) {
  EXPECT_EQ(checkOpen({"reconcile", "arith-to-llvm"}), "");
  EXPECT_EQ(checkOpen({"arith-to-llvm", "reconcile", "arith-to-llvm"}), "");
  EXPECT_TRUE(test::contains(
      checkOpen({"reconcile", "memref-to-llvm", "arith-to-llvm"}),
      "error: 'reconcile' runs too early"));
}

/// What stands in a module of its own has no values in common with the program.
TEST_F(DeadEndCastTest, APartHasCastsOfItsOwn) {
  OperationDescriptor module;
  module.name = "gpu.module";
  module.parent = "builtin.module";
  module.isSymbol = true;
  test::require(catalog.addOperation(module));
  auto expectCasts = [&](std::initializer_list<llvm::StringRef> passes) {
    EXPECT_EQ(checkOpen(passes).find(
                  "error: 'arith-to-llvm' is a dead end: it leads to "
                  "'builtin.unrealized_conversion_cast'"),
              0u)
        << checkOpen(passes);
  };
  EXPECT_EQ(checkOpen({"gpu.module(memref-to-llvm)", "arith-to-llvm"}), "");
  EXPECT_EQ(
      checkOpen({"gpu.module(memref-to-llvm)", "reconcile", "arith-to-llvm"}),
      "");
  expectCasts({"gpu.module(memref-to-llvm)", "gpu.module(arith-to-llvm)"});
  // So casts that are removed there are no others.
  expectCasts({"memref-to-llvm", "arith-to-llvm", "gpu.module(reconcile)"});
  EXPECT_EQ(checkOpen({"gpu.module(memref-to-llvm)",
                       "gpu.module(arith-to-llvm)", "reconcile"}),
            "");
  // Functions are the program, each in a nest or not.
  expectCasts({"func.func(memref-to-llvm)", "arith-to-llvm"});
}

TEST_F(DeadEndCastTest, AnotherMistakeDoesNotHideIt) {
  std::string text = checkOpen({"cf-to-llvm", "memref-to-llvm", "reconcile",
                                "arith-to-llvm", "scf-to-cf"});
  EXPECT_TRUE(test::contains(text, "error: 'reconcile' runs too early"));
  EXPECT_TRUE(test::contains(text, "error: 'cf.br' stays in the IR"));
  EXPECT_FALSE(test::contains(text, "is a dead end"));
}

/// A pass does not run before itself.
TEST_F(DeadEndTest, APassThatLowersWhatItAddsIsNotTooEarly) {
  define("scf-to-cf", [](Contract &contract) {
    contract.lowers({"cf.br"}).to({"cf.br"});
    contract.lowers({"scf.while"}).to({"cf.br"});
  });
  std::string found = checkOpen({"scf-to-cf"});
  EXPECT_TRUE(test::contains(
      found, "it leads to 'cf.br', which nothing behind it lowers"));
}

/// Folding casts in passing is not what a pass is there for.
TEST_F(DeadEndTest, AGreedyPassMayBeThereForWhatItAdds) {
  addTensors({"tensor"});
  TypeDescriptor index;
  index.name = "!index";
  index.carriers = {"index"};
  catalog.addType(index);
  define("count", [](Contract &contract) {
    contract.greedy();
    contract.introduces({"llvm.add"}).given({"memref.load"});
    contract.introduces({"scf.for"}).given({"memref.load"});
  });
  EXPECT_EQ(checkOpen({"count", "memref-to-llvm"}), "");
}

/// What is in its own way never gets there.
TEST_F(DeadEndTest, WhatKeepsThePassFromItsWorkIsNoExample) {
  define("scf-to-cf", Contract()
                          .lowers({"scf.execute_region", "scf.while"})
                          .unless({"scf.execute_region"})
                          .to({"cf.br"}));
  std::string found = checkOpen({"scf-to-cf"});
  EXPECT_TRUE(test::contains(found, "an input with 'scf.while'"));
}

} // namespace
