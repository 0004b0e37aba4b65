//===- DeadEndTest.cpp - Known output, unknown input ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

class DeadEndTest : public pmb::test::RulesTest {
protected:
  using Items = std::vector<std::string>;

  DeadEndTest() {
    define("linalg-to-loops", [](Contract &contract) {
      contract.lowers({"linalg.matmul"}).to({"scf.for", "memref.load"});
    });
    define("scf-to-cf",
           [](Contract &contract) { contract.lowers({"scf"}).to({"cf.br"}); });
    define("cf-to-llvm",
           [](Contract &contract) { contract.lowers({"cf"}).to({"llvm.br"}); });
    define("memref-to-llvm", [](Contract &contract) {
      contract.lowers({"memref"}).to({"llvm.load"});
    });
    define("lower-affine", [](Contract &contract) {
      contract.lowers({"affine.apply"}).to({"arith.addi"});
      contract.lowers({"affine.for"}).to({"scf.for"});
    });
    define("arith-to-llvm", [](Contract &contract) {
      contract.lowers({"arith"}).to({"llvm.add"});
    });
  }

  std::unique_ptr<PipelineBuilder>
  composeOpen(std::initializer_list<llvm::StringRef> passes,
              Items output = {"llvm"}) const {
    auto pipeline = compose(passes);
    pipeline->getInterface().outputContents = std::move(output);
    return pipeline;
  }
  std::string checkOpen(std::initializer_list<llvm::StringRef> passes,
                        Items output = {"llvm"}) const {
    return check(*composeOpen(passes, std::move(output)));
  }
};

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
  define("scf-to-cf", [](Contract &contract) {
    contract.lowers({"scf.while"}).to({"cf.br"}).speculative();
  });
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
  define("linalg-to-affine", [](Contract &contract) {
    contract.lowers({"linalg.matmul"}).to({"affine.for"});
  });
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
  EXPECT_EQ(
      checkOpen({"scf-to-cf", "cf-to-llvm", "lower-affine", "arith-to-llvm"})
          .find("dead-end"),
      std::string::npos);
}

/// Of what it merely adds, a pass that lowers something has no purpose.
TEST_F(DeadEndTest, WhatAPassAddsBesideItsWorkIsNotItsPurpose) {
  define("linalg-to-loops", [](Contract &contract) {
    contract.lowers({"linalg.matmul"}).to({"scf.for"});
    contract.introduces({}).sometimes({"arith.addi"}).given({"linalg"});
  });
  EXPECT_NE(checkOpen({"linalg-to-loops", "arith-to-llvm"})
                .find("'linalg-to-loops' is a dead end: it leads to 'scf.for'"),
            std::string::npos);
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
  define("expand-realloc", [](Contract &contract) {
    contract.lowers({"memref.realloc"}).to({"scf.if"}).speculative();
  });
  EXPECT_NE(checkOpen({"expand-realloc", "memref-to-llvm"})
                .find("error: 'expand-realloc' is a dead end"),
            std::string::npos);
}

TEST_F(DeadEndTest, WhatCameAlongInABundleOfTheCatalogIsAWarning) {
  PassBundle bundle("lower-loops");
  bundle.addPass("scf-to-cf");
  test::require(catalog.addBundle(std::move(bundle)));
  auto pipeline = composeOpen({});
  pipeline->addBundle("lower-loops");
  EXPECT_NE(check(*pipeline).find("warning: 'scf-to-cf' is a dead end"),
            std::string::npos);
  // Not so one that the owner has made.
  PassBundle own("own");
  own.addPass("scf-to-cf");
  auto other = composeOpen({});
  other->addBundle(own);
  EXPECT_NE(check(*other).find("error: 'scf-to-cf' is a dead end"),
            std::string::npos);
}

TEST_F(DeadEndTest, WhatAPassOnlySometimesAddsIsAWarning) {
  define("vector-to-llvm", [](Contract &contract) {
    contract.lowers({"vector.print"}).sometimes({"scf.for", "llvm.fadd"});
  });
  EXPECT_EQ(
      checkOpen({"vector-to-llvm"}),
      R"(warning: 'vector-to-llvm' is a dead end: it may lead to 'scf.for', which nothing behind it lowers [PMB043 dead-end]
  at: 'vector-to-llvm' (pass 0, on builtin.module, added by framework)
  note: for example on an input with 'vector.print'
  help: add a pass that lowers it: 'scf-to-cf'
)");
}

/// A bundle is there for many inputs, and what is rare may never come.
TEST_F(DeadEndTest, WhatCameAlongIsToldOfUsualOperationsOnly) {
  PassBundle bundle("lower-loops");
  bundle.addPass("scf-to-cf");
  test::require(catalog.addBundle(std::move(bundle)));
  auto checkBundle = [&] {
    auto pipeline = composeOpen({});
    pipeline->addBundle("lower-loops");
    return check(*pipeline);
  };
  test::require(catalog.addContents({"usual-operations", "", {"scf.for"}}));
  EXPECT_EQ(checkBundle().find("warning: 'scf-to-cf' is a dead end"), 0u);
  test::require(catalog.addContents({"usual-operations", "", {"memref.load"}}));
  EXPECT_EQ(checkBundle(), "");
  // The pipeline's own pass is there for what it lowers.
  EXPECT_NE(checkOpen({"scf-to-cf"}).find("error: 'scf-to-cf'"),
            std::string::npos);
}

/// Two doubts are no warning: it may be left as it is, and nothing may come of
/// it. What must be lowered and what is added for certain are one doubt each.
TEST_F(DeadEndTest, WhatMayStayAndOnlySometimesBecomesSomethingIsNotTold) {
  define("pad-to-loops", [](Contract &contract) {
    contract.lowers({"tensor.pad"}).sometimes({"scf.for"}).partially();
  });
  EXPECT_EQ(checkOpen({"pad-to-loops"}), "");
  define("add-loops", [](Contract &contract) {
    contract.introduces({}).sometimes({"scf.for"}).given({"tensor.pad"});
  });
  EXPECT_EQ(checkOpen({"add-loops"}), "");
  define("always-loops", [](Contract &contract) {
    contract.introduces({"scf.for"}).given({"tensor.pad"});
  });
  EXPECT_NE(checkOpen({"always-loops"}).find("'always-loops' is a dead end"),
            std::string::npos);
}

/// What a pass makes of rare operations is not told of one that is there for
/// what programs usually have, unless it does so on all of them.
TEST_F(DeadEndTest, WhatIsRareIsToldOfPassesThatAreThereForIt) {
  test::require(
      catalog.addContents({"usual-operations", "", {"vector.transfer_read"}}));
  auto vectorToLLVM = [&](bool isThereForReads) {
    define("vector-to-llvm", [&](Contract &contract) {
      contract.lowers({"vector.create_mask"}).sometimes({"scf.for", "llvm"});
      if (isThereForReads)
        contract.lowers({"vector.transfer_read"}).to({"llvm.load"});
    });
    return checkOpen({"vector-to-llvm"});
  };
  EXPECT_NE(vectorToLLVM(false).find("an input with 'vector.create_mask'"),
            std::string::npos);
  EXPECT_EQ(vectorToLLVM(true), "");
}

/// Where every example is rare or has a mark, the pipeline does not look made
/// for it.
TEST_F(DeadEndTest, WhatHappensOnRareInputsOnlyIsARemark) {
  catalog.addMark("dynamic", "known at run time");
  test::require(catalog.addContents({"usual-operations", "", {"memref.load"}}));
  auto checkLate = [&](llvm::StringRef from, bool isSometimes) {
    define("expand-views", [&](Contract &contract) {
      if (isSometimes)
        contract.lowers({from.str()}).sometimes({"affine.apply"});
      else
        contract.lowers({from.str()}).to({"affine.apply"});
    });
    return checkOpen({"lower-affine", "expand-views", "memref-to-llvm",
                      "arith-to-llvm", "scf-to-cf", "cf-to-llvm"});
  };
  auto has = [](const std::string &found, llvm::StringRef start,
                llvm::StringRef code) {
    return llvm::StringRef(found).starts_with(start) &&
           llvm::StringRef(found).contains(code);
  };
  EXPECT_TRUE(has(checkLate("memref.subview", true),
                  "remark: 'expand-views' is a dead end: it may lead to",
                  "[PMB135 on-possible-input]"));
  EXPECT_TRUE(has(checkLate("memref.load", true), "warning: ", "PMB043"));
  // What a pass always makes of what it is there for is an error, rare or not.
  EXPECT_TRUE(has(checkLate("memref.subview", false), "error: ", "PMB027"));
  // Unless somebody wants to know.
  define("expand-views", [](Contract &contract) {
    contract.lowers({"memref.subview(dynamic)"}).sometimes({"affine.apply"});
  });
  auto pipeline = composeOpen({"lower-affine", "expand-views", "memref-to-llvm",
                               "arith-to-llvm", "scf-to-cf", "cf-to-llvm"});
  EXPECT_TRUE(has(check(*pipeline), "remark: ", "PMB135"));
  pipeline->setSeverity(DiagnosticCode::OnPossibleInput, Severity::Error);
  EXPECT_TRUE(has(check(*pipeline), "error: ", "PMB135"));
  pipeline->setSeverity(DiagnosticCode::OnPossibleInput, Severity::Off);
  EXPECT_EQ(check(*pipeline), "");
}

/// A pass that is speculative stands in pipelines just in case: for nothing, if
/// no pass makes what it lowers, and nothing says that the input has it.
TEST_F(DeadEndTest, WhatIsThereJustInCaseIsAWarning) {
  test::require(catalog.addContents({"usual-program", "", {"func.func"}}));
  test::require(catalog.addContents(
      {"usual-operations", "", {"linalg.matmul", "scf.for"}}));
  define("scf-to-cf", [](Contract &contract) {
    contract.lowers({"scf.for"}).to({"cf.br"}).speculative();
  });
  define("linalg-to-llvm", [](Contract &contract) {
    contract.lowers({"linalg.matmul"}).to({"llvm.load"});
  });
  auto start = [&](std::initializer_list<llvm::StringRef> passes) {
    std::string found = checkOpen(passes);
    return found.substr(0, found.find(':'));
  };
  EXPECT_EQ(start({"linalg-to-llvm", "scf-to-cf"}), "warning");
  // A pass before makes it; or the pipeline is there for nothing else.
  EXPECT_EQ(start({"linalg-to-loops", "scf-to-cf", "memref-to-llvm"}), "error");
  EXPECT_EQ(start({"scf-to-cf"}), "error");
}

/// An operation with a mark is what the pass is for, where the pipeline goes on
/// with what comes of it. Where it has another purpose, not every input has
/// such an operation.
TEST_F(DeadEndTest, WhatAPassMakesOfAMarkIsARemarkIfItHasAnotherPurpose) {
  catalog.addMark("dynamic", "known at run time");
  define("expand-views", [](Contract &contract) {
    contract.lowers({"memref.subview(dynamic)"}).to({"affine.apply"});
    contract.lowers({"memref.subview"}).to({"memref.cast"});
  });
  auto checkLate = [&](llvm::StringRef expand) {
    return checkOpen({"lower-affine", expand, "memref-to-llvm", "arith-to-llvm",
                      "scf-to-cf", "cf-to-llvm"});
  };
  std::string found = checkLate("expand-views");
  EXPECT_NE(found.find("note: for example on an input with "
                       "'memref.subview(dynamic)'"),
            std::string::npos);
  EXPECT_EQ(found.find("remark: 'expand-views' is a dead end"), 0u) << found;
  // Also where nothing lowers what it makes of the mark.
  found = checkOpen({"expand-views", "memref-to-llvm"});
  EXPECT_EQ(found.find("remark: 'expand-views' is a dead end: it may lead to "
                       "'affine.apply', which nothing behind it lowers"),
            0u)
      << found;
}

/// What a pass only sometimes makes beside its purpose says that another, which
/// lowers that, stands in the wrong place; where there is none, nothing.
TEST_F(DeadEndTest, WhatIsMadeOnSomeInputsBehindWhatLowersItIsARemark) {
  define("to-loops", [](Contract &contract) {
    contract.lowers({"linalg.generic"})
        .to({"scf.for"})
        .sometimes({"affine.apply"});
  });
  auto check = [&](llvm::StringRef first) {
    return checkOpen({first, "to-loops", "scf-to-cf", "cf-to-llvm",
                      "memref-to-llvm", "arith-to-llvm"});
  };
  EXPECT_EQ(
      check("lower-affine")
          .find("remark: 'to-loops' is a dead end: it may lead to "
                "'affine.apply', which 'lower-affine' lowers only before it"),
      0u)
      << check("lower-affine");
  EXPECT_EQ(check("fold-casts"), "");
}

/// A pass before leads there, too; it is the last step that counts.
TEST_F(DeadEndTest, WhatOnlySomePassesBeforeGiveAMarkIsARemark) {
  catalog.addMark("dynamic", "known at run time");
  define("expand-views", [](Contract &contract) {
    contract.lowers({"memref.subview(dynamic)"}).to({"affine.apply"});
    contract.lowers({"memref.subview"}).to({"memref.cast"});
  });
  define("bufferize", [](Contract &contract) {
    contract.lowers({"tensor.empty"}).to({"memref.alloc"});
    contract.lowers({"tensor.slice(dynamic)"}).to({"memref.subview(dynamic)"});
    contract.lowers({"tensor.slice"})
        .given({"scf.for"})
        .to({"memref.subview(dynamic)"});
    contract.lowers({"tensor.slice"}).to({"memref.subview"});
  });
  auto start = [&](std::initializer_list<llvm::StringRef> passes) {
    std::string found = checkOpen(passes);
    return found.substr(0, found.find(" is a dead end"));
  };
  EXPECT_EQ(start({"bufferize", "expand-views", "memref-to-llvm"}),
            "remark: 'expand-views'");
  // Of what a pass makes of some inputs, only some has the mark.
  define("pad-to-slices", [](Contract &contract) {
    contract.lowers({"tensor.pad"}).sometimes({"tensor.slice"}).partially();
  });
  EXPECT_EQ(
      start({"pad-to-slices", "bufferize", "expand-views", "memref-to-llvm"}),
      "remark: 'expand-views'");
}

TEST_F(DeadEndTest, WhatMustBeThereAsWellIsPartOfTheWitness) {
  define("sparse-to-loops", [](Contract &contract) {
    contract.lowers({"linalg.dot"}).given({"sparse.encoding"}).to({"scf.for"});
  });
  EXPECT_NE(checkOpen({"sparse-to-loops"})
                .find("for example on an input with 'linalg.dot' and "
                      "'sparse.encoding'"),
            std::string::npos);
}

TEST_F(DeadEndTest, WhatAPassLowersInPartIsAWarning) {
  define("vector-to-scf", [](Contract &contract) {
    contract.lowers({"vector.print"}).to({"scf.for"}).partially();
  });
  EXPECT_NE(checkOpen({"vector-to-scf"})
                .find("warning: 'vector-to-scf' is a dead end: it may lead to"),
            std::string::npos);
}

/// What no input can have where the pass runs is no witness.
TEST_F(DeadEndTest, WhatWasLoweredBeforeIsNoWitness) {
  EXPECT_EQ(checkOpen({"scf-to-cf", "cf-to-llvm", "scf-to-cf"}), "");
}

TEST_F(DeadEndTest, WhoseEffectIsUnknownMayLowerIt) {
  define("script", [](Contract &contract) {
    contract.unknownEffect().because("a script");
  });
  EXPECT_EQ(checkOpen({"scf-to-cf", "script"}).find("dead-end"),
            std::string::npos);
  EXPECT_NE(checkOpen({"script", "scf-to-cf"}).find("dead-end"),
            std::string::npos);
}

TEST_F(DeadEndTest, WhatAPassAddsOfItselfIsSoOnEveryInput) {
  define("add-asserts",
         [](Contract &contract) { contract.introduces({"cf.assert"}); });
  EXPECT_NE(checkOpen({"add-asserts"}).find("it is so on every input"),
            std::string::npos);
}

/// A pass that may have lowered only some of it says nothing of what stays.
/// Where something is certain, its witness is named.
TEST_F(DeadEndTest, WhatIsNotCertainSaysNothingMoreThanWhatIs) {
  define("vector-to-llvm", [](Contract &contract) {
    contract.lowers({"vector.print"}).sometimes({"cf.br"});
  });
  std::string said = checkOpen({"scf-to-cf", "vector-to-llvm"});
  EXPECT_NE(said.find("error: 'scf-to-cf' is a dead end"), std::string::npos)
      << said;
  EXPECT_EQ(said.find("vector.print"), std::string::npos) << said;
}

TEST_F(DeadEndTest, WhatALaterPassMayLowerIsNoDeadEnd) {
  define("cf-simplify", [](Contract &contract) {
    contract.lowers({"cf.br"}).to({"llvm.br"}).partially();
  });
  EXPECT_EQ(checkOpen({"scf-to-cf", "cf-simplify"}), "");
}

TEST_F(DeadEndTest, APassThatHasNothingToRunOnIsAnErrorIfNothingElseLowersIt) {
  define("func-to-llvm", [](Contract &contract) {
    contract.lowers({"func.func"}).to({"llvm.func"});
  });
  EXPECT_EQ(
      checkOpen({"cf-to-llvm", "func-to-llvm", "func.func(arith-to-llvm)"}),
      R"(error: 'arith-to-llvm' has nothing to run on: 'func.func' has been lowered before [PMB031 no-effect]
  at: 'arith-to-llvm' (pass 2, on builtin.module/func.func, added by framework)
  note: for example on an input with 'arith', which nothing else lowers
  note: lowered by: 'func-to-llvm' (pass 1, on builtin.module, added by framework)
  help: move it before the pass that lowers 'func.func'
  fix: move 'arith-to-llvm' before 'func-to-llvm'
)");
  EXPECT_NE(
      checkOpen({"arith-to-llvm", "func-to-llvm", "func.func(arith-to-llvm)"})
          .find("warning: 'arith-to-llvm' has nothing to run on"),
      std::string::npos);
}

/// A function with tensors stays as long as they are there, with what it holds.
TEST_F(DeadEndTest, WhatKeepsTheOperationOfANestIsNoWitness) {
  TypeDescriptor tensor;
  tensor.name = "!tensor";
  tensor.carriers = {"tosa"};
  tensor.becomes = "!memref";
  catalog.addType(tensor);
  define("func-to-llvm", [](Contract &contract) {
    contract.lowers({"func.func"}).unless({"!tensor"}).to({"llvm.func"});
  });
  define("tosa-to-linalg", [](Contract &contract) {
    contract.lowers({"tosa.add"}).to({"linalg.add"});
  });
  EXPECT_NE(checkOpen({"func-to-llvm", "func.func(tosa-to-linalg)"})
                .find("warning: 'tosa-to-linalg' has nothing to run on"),
            std::string::npos);
}

TEST_F(DeadEndTest, FunctionsAreLoweredWithWhatStandsInThem) {
  EXPECT_NE(checkOpen({"func.func(cf-to-llvm)"})
                .find("what it makes stands in 'func.func', and nothing lowers "
                      "that"),
            std::string::npos);
  auto pipeline = compose({"func.func(cf-to-llvm)"});
  pipeline->getInterface().outputContents = {"llvm"};
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().items, std::vector<std::string>{"func.func"});
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
    define("reconcile", [](Contract &contract) {
      contract.lowers({"builtin.unrealized_conversion_cast"})
          .unless({"!index"});
    });
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
  EXPECT_NE(text.find("fix: move 'reconcile' after 'arith-to-llvm'"),
            std::string::npos)
      << text;
}

} // namespace
