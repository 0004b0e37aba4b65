//===- BetweenTest.cpp - What must not be parted, and what must alternate -===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using pmb::test::text;

namespace {

class BetweenTest : public pmb::test::RulesTest {
protected:
  /// The first line of what the check says; empty if it says nothing.
  std::string first(std::initializer_list<llvm::StringRef> passes) const {
    return llvm::StringRef(check(passes)).split('\n').first.str();
  }
  /// What the check says, by codes.
  std::string codes(PipelineBuilder &pipeline) const {
    std::string found;
    for (const Diagnostic &diagnostic : pipeline.check())
      found += llvm::StringRef(diagnostic.getInfo().name).str() + " ";
    return found;
  }
  void defineSink() {
    define("lower", [](Contract &contract) {
      contract.after(pass("sink")).immediately().because("uses what it finds");
    });
  }
  void defineFolding() {
    define("canonicalize", {"cleanup"});
    define("hoist",
           Contract().after(pass("mark")).notBetween({kind("cleanup")}));
  }
};

//===----------------------------------------------------------------------===//
// immediately
//===----------------------------------------------------------------------===//

TEST_F(BetweenTest, ImmediatelyAfterIsKeptByNeighbours) {
  defineSink();
  EXPECT_EQ(check({"x", "sink", "lower"}), "");
  EXPECT_EQ(check({"x", "lower"}), "");
  EXPECT_EQ(first({"lower", "sink"}),
            "error: 'lower' must come after 'sink', and stands before it "
            "[PMB020 wrong-order]");
}

TEST_F(BetweenTest, ImmediatelyAfterIsBrokenByAnyPassBetween) {
  defineSink();
  EXPECT_EQ(
      check({"sink", "x", "y", "lower"}),
      R"(error: 'lower' must come immediately after 'sink', and 'x' stands between them [PMB109 broken-sequence]
  at: 'lower' (pass 3, on builtin.module, added by framework)
  note: 'lower': uses what it finds
  note: what it follows: 'sink' (pass 0, on builtin.module, added by framework)
  note: what stands between them: 'x' (pass 1, on builtin.module, added by framework)
  fix: move 'lower' after 'sink'
)");
}

TEST_F(BetweenTest, OfSeveralTheNearestCounts) {
  defineSink();
  EXPECT_EQ(check({"sink", "x", "sink", "lower"}), "");
  EXPECT_EQ(first({"sink", "lower", "x", "lower"}),
            "error: 'lower' must come immediately after 'sink', and 'lower' "
            "stands between them [PMB109 broken-sequence]");
}

TEST_F(BetweenTest, ImmediatelyBeforeLooksForward) {
  define("sink", Contract().before(kind("lowering")).immediately().weak());
  define("lower", {"lowering"});
  EXPECT_EQ(check({"sink", "lower", "x", "lower"}), "");
  EXPECT_EQ(first({"sink", "x", "lower"}),
            "warning: 'sink' should come immediately before 'lower', and 'x' "
            "stands between them [PMB109 broken-sequence]");
}

TEST_F(BetweenTest, WhatDoesNothingMayStandBetween) {
  defineSink();
  define("barrier", [](Contract &contract) { contract.inert(); });
  EXPECT_EQ(check({"sink", "barrier", "lower"}), "");
}

TEST_F(BetweenTest, ASlotMayStandBetweenUntilItIsFilled) {
  defineSink();
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.addPass("sink");
  pipeline.addSlot("late");
  pipeline.addPass("lower");
  EXPECT_EQ(check(pipeline), "");
  EXPECT_EQ(llvm::StringRef(text(pipeline.insert(
                                PassSpec("x"), Position::before(slot("late")))))
                .split('\n')
                .first,
            "error: 'lower' must come immediately after 'sink', and 'x' stands "
            "between them [PMB109 broken-sequence]");
  EXPECT_EQ(pipeline.str(), "builtin.module(sink,lower)");
}

//===----------------------------------------------------------------------===//
// notBetween
//===----------------------------------------------------------------------===//

TEST_F(BetweenTest, OnlyWhatIsNamedMayNotStandBetween) {
  defineFolding();
  EXPECT_EQ(check({"canonicalize", "mark", "x", "hoist", "canonicalize"}), "");
  EXPECT_EQ(check({"canonicalize", "hoist"}), "");
  EXPECT_EQ(
      check({"mark", "x", "canonicalize", "hoist"}),
      R"(error: 'hoist' must come after 'mark', and 'canonicalize' between them undoes that [PMB109 broken-sequence]
  at: 'hoist' (pass 3, on builtin.module, added by framework)
  note: what it follows: 'mark' (pass 0, on builtin.module, added by framework)
  note: what stands between them: 'canonicalize' (pass 2, on builtin.module, added by framework)
  fix: move 'hoist' after 'mark'
)");
}

TEST_F(BetweenTest, ABundleOfTheKindCountsAsAWhole) {
  defineFolding();
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.addPass("mark");
  pipeline.addBundle(PassBundle("tidy").addKind("cleanup").addPass("cse"));
  pipeline.addPass("hoist");
  EXPECT_EQ(codes(pipeline), "broken-sequence ");
}

TEST_F(BetweenTest, ABundleAroundOneOfThemDoesNotStandBetween) {
  defineFolding();
  PipelineBuilder around("builtin.module", catalog);
  around.addPass("mark");
  around.addBundle(PassBundle("tidy").addKind("cleanup").addPass("hoist"));
  EXPECT_EQ(codes(around), "");
  PipelineBuilder earlier("builtin.module", catalog);
  earlier.addBundle(PassBundle("tidy").addKind("cleanup").addPass("mark"));
  earlier.addPass("hoist");
  EXPECT_EQ(codes(earlier), "");
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

TEST_F(BetweenTest, AnInsertionBetweenThemIsRefused) {
  defineFolding();
  auto pipeline = compose({"mark", "hoist"});
  EXPECT_EQ(text(pipeline->addPassAfter("x", "mark")), "");
  EXPECT_EQ(llvm::StringRef(text(pipeline->addPassAfter("canonicalize", "x")))
                .split('\n')
                .first,
            "error: 'hoist' must come after 'mark', and 'canonicalize' between "
            "them undoes that [PMB109 broken-sequence]");
  EXPECT_EQ(text(pipeline->addPassAfter("canonicalize", "hoist")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(mark,x,hoist,canonicalize)");
}

TEST_F(BetweenTest, WhatIsBrokenAlreadyDoesNotRefuseAnotherInsertion) {
  defineFolding();
  auto pipeline = compose({"mark", "canonicalize", "hoist"});
  EXPECT_EQ(text(pipeline->addPassAfter("x", "hoist")), "");
}

TEST_F(BetweenTest, ARemovalThatBringsThemTogetherWronglyIsRefused) {
  defineSink();
  auto pipeline = compose({"sink", "x", "sink", "lower"});
  std::string refused = text(pipeline->remove(last(pass("sink"))));
  EXPECT_EQ(llvm::StringRef(refused).split('\n').first,
            "error: 'lower' must come immediately after 'sink', and 'x' stands "
            "between them [PMB109 broken-sequence]");
  EXPECT_EQ(pipeline->str(), "builtin.module(sink,x,sink,lower)");
}

TEST_F(BetweenTest, NothingThatEndsAProperty) {
  define("use", Contract()
                    .after(pass("mark"))
                    .notBetween({invalidatorOf("deallocated"),
                                 invalidatorOf("canonical")})
                    .because("counts on what it marked"));
  define("frees", [](Contract &contract) {
    contract.invalidatesProperty("deallocated");
    contract.preservesProperty("canonical");
  });
  define("keeps", Contract().preservesProperty("canonical"));
  EXPECT_EQ(check({"frees", "mark", "keeps", "use", "x"}), "");
  EXPECT_EQ(
      check({"mark", "keeps", "frees", "use"}),
      R"(error: 'use' must come after 'mark', and 'frees' between them undoes that [PMB109 broken-sequence]
  at: 'use' (pass 3, on builtin.module, added by framework)
  note: 'use': counts on what it marked
  note: what it follows: 'mark' (pass 0, on builtin.module, added by framework)
  note: what stands between them: 'frees' (pass 2, on builtin.module, added by framework)
  fix: move 'use' after 'mark'
)");
  // A fleeting one is ended by whatever does not preserve it.
  EXPECT_EQ(first({"mark", "x", "use"}),
            "error: 'use' must come after 'mark', and 'x' between them undoes "
            "that [PMB109 broken-sequence]");
  auto pipeline = compose({"mark", "use"});
  EXPECT_NE(text(pipeline->addPassAfter("frees", "mark")), "");
  EXPECT_EQ(text(pipeline->addPassAfter("keeps", "mark")), "");
}

TEST_F(BetweenTest, ABundleThatHoldsAPropertyMayStandBetween) {
  define("use", Contract()
                    .after(pass("mark"))
                    .notBetween({invalidatorOf("deallocated")}));
  define("frees", Contract().invalidatesProperty("deallocated"));
  auto compose = [&](bool holds, bool isAround) {
    PassBundle bundle("swap");
    bundle.addPass("frees").addPass("x");
    if (holds)
      bundle.contract.preservesProperty("deallocated");
    if (isAround)
      bundle.addPass("use");
    auto pipeline = this->compose({"mark"});
    pipeline->addBundle(bundle);
    if (!isAround)
      pipeline->addPass("use");
    return codes(*pipeline);
  };
  EXPECT_EQ(compose(false, false), "broken-sequence ");
  EXPECT_EQ(compose(true, false), "");
  // In the bundle it does not hold yet.
  EXPECT_EQ(compose(true, true), "broken-sequence ");
}

TEST_F(BetweenTest, ABundleHoldsAPropertyOnlyFromItsBeginToItsEnd) {
  define("mark", Contract()
                     .before(pass("use"))
                     .notBetween({invalidatorOf("deallocated")}));
  define("frees", Contract().invalidatesProperty("deallocated"));
  for (bool isAround : {false, true}) {
    PassBundle bundle("swap");
    bundle.addPass("frees").addPass(isAround ? "use" : "x");
    bundle.contract.providesProperty("deallocated");
    auto pipeline = compose({"mark"});
    pipeline->addBundle(bundle);
    pipeline->addPass("use");
    EXPECT_EQ(codes(*pipeline), isAround ? "broken-sequence " : "");
  }
}

TEST_F(BetweenTest, ABundleHoldsAPropertyWhateverElseMayNotStandBetween) {
  define("use", Contract()
                    .after(pass("mark"))
                    .notBetween({invalidatorOf("deallocated"), pass("y")}));
  define("frees", Contract().invalidatesProperty("deallocated"));
  auto codesWith = [&](llvm::StringRef other) {
    PassBundle bundle("swap");
    bundle.addPass("frees").addPass(other);
    bundle.contract.preservesProperty("deallocated");
    auto pipeline = compose({"mark"});
    pipeline->addBundle(bundle);
    pipeline->addPass("use");
    return codes(*pipeline);
  };
  EXPECT_EQ(codesWith("x"), "");
  EXPECT_EQ(codesWith("y"), "broken-sequence ");
}

TEST_F(BetweenTest, OnlyWhatStandsBetweenIsAnInvalidator) {
  Contract contract;
  contract.after(invalidatorOf("canonical"));
  EXPECT_EQ(text(contract.verify("a")),
            "error: the contract of 'a' says after what ends 'canonical': only "
            "'notBetween' can name that [PMB013 contradictory-contract]\n");
  define("a");
  EXPECT_NE(
      text(compose({"a"})->addContract("a",
                                       [] {
                                         Contract contract;
                                         contract.after(pass("b")).notBetween(
                                             {invalidatorOf("canonicl")});
                                         return contract;
                                       }())),
      "");
}

TEST_F(BetweenTest, PlacingByContractFindsTheNeighbour) {
  defineSink();
  auto pipeline = compose({"sink", "x", "y"});
  EXPECT_EQ(text(pipeline->insert(PassSpec("lower"), Position::byContract())),
            "");
  EXPECT_EQ(pipeline->str(), "builtin.module(sink,lower,x,y)");
  // Others keep away from them.
  define("late", Contract().after(pass("sink")));
  EXPECT_EQ(text(pipeline->insert(PassSpec("late"), Position::byContract())),
            "");
  EXPECT_EQ(pipeline->str(), "builtin.module(sink,lower,late,x,y)");
}

//===----------------------------------------------------------------------===//
// all
//===----------------------------------------------------------------------===//

TEST_F(BetweenTest, AfterAllOfAKindIsNotKeptByOne) {
  define("tile", {"bufferization"});
  define("late", Contract().after(kind("bufferization")).all());
  EXPECT_EQ(check({"tile", "tile", "late"}), "");
  EXPECT_EQ(
      check({"tile", "late", "x", "tile"}),
      R"(error: 'late' must come after all of kind 'bufferization', and stands before some of it [PMB020 wrong-order]
  at: 'late' (pass 1, on builtin.module, added by framework)
  note: what it must follow: 'tile' (pass 3, on builtin.module, added by framework)
  fix: move 'late' after 'tile' (pass 3)
)");
}

TEST_F(BetweenTest, BeforeAllOfAPassIsNotKeptByOne) {
  define("early", Contract().before(pass("cse")).all());
  EXPECT_EQ(check({"early", "cse", "cse"}), "");
  EXPECT_EQ(first({"cse", "early", "cse"}),
            "error: 'early' must come before all of 'cse', and stands after "
            "some of it [PMB020 wrong-order]");
  auto pipeline = compose({"x", "early", "y"});
  EXPECT_NE(text(pipeline->addPassBefore("cse", "x")), "");
  EXPECT_EQ(text(pipeline->insert(PassSpec("cse"), Position::byContract())),
            "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,early,cse,y)");
}

TEST_F(BetweenTest, AfterAllHoldsOnlyIfItIsExecutedSo) {
  define("tile", {"bufferization"});
  define("late", Contract().after(kind("bufferization")).all());
  auto pipeline = compose({"tile", "func.func(tile)", "gpu.module(late)"});
  EXPECT_EQ(codes(*pipeline), "unordered-nests ");
}

//===----------------------------------------------------------------------===//
// alternatesWith
//===----------------------------------------------------------------------===//

TEST_F(BetweenTest, AlternatingPassesTakeTurns) {
  define("ctrl",
         Contract().alternatesWith(pass("adjoint")).because("each makes work"));
  EXPECT_EQ(check({"ctrl", "x", "adjoint", "ctrl", "adjoint"}), "");
  EXPECT_EQ(check({"adjoint", "ctrl"}), "");
  EXPECT_EQ(check({"ctrl", "ctrl"}), "");
  EXPECT_EQ(
      check({"ctrl", "x", "ctrl", "adjoint"}),
      R"(error: 'ctrl' and the 'ctrl' before it must have 'adjoint' between them [PMB109 broken-sequence]
  at: 'ctrl' (pass 2, on builtin.module, added by framework)
  note: 'ctrl': each makes work
  note: the one before it: 'ctrl' (pass 0, on builtin.module, added by framework)
  fix: insert 'adjoint' before 'ctrl' (pass 2)
)");
  EXPECT_EQ(first({"adjoint", "adjoint", "ctrl"}),
            "error: 'adjoint' and the 'adjoint' before it must have 'ctrl' "
            "between them [PMB109 broken-sequence]");
  // The reason is that of the pass whose contract it is.
  EXPECT_TRUE(test::contains(check({"adjoint", "adjoint", "ctrl"}),
                             "note: 'ctrl': each makes work\n"));
}

/// No single fix adds a bundle; the message says what to do all the same.
TEST_F(BetweenTest, BundlesTakeTurnsWithHelpInWords) {
  define("ctrl", Contract().alternatesWith(bundle("turn")));
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.addPass("ctrl");
  pipeline.addPass("ctrl");
  pipeline.addBundle(PassBundle("turn").addPass("x"));
  EXPECT_EQ(
      check(pipeline),
      R"(error: 'ctrl' and the 'ctrl' before it must have 'turn' between them [PMB109 broken-sequence]
  at: 'ctrl' (pass 1, on builtin.module, added by framework)
  note: 'ctrl' must alternate with bundle 'turn'
  note: the one before it: 'ctrl' (pass 0, on builtin.module, added by framework)
  help: put 'turn' between them, or remove one of the two
)");
}

//===----------------------------------------------------------------------===//
// One instance of several, and wishes in other words
//===----------------------------------------------------------------------===//

TEST_F(BetweenTest, ABundleAroundAPassTellsItFromOthers) {
  define("late", Contract().after(bundle("second-cleanup")));
  auto make = [&](bool isLast) {
    auto pipeline =
        std::make_unique<PipelineBuilder>("builtin.module", catalog);
    pipeline->addPass("cse");
    if (isLast)
      pipeline->addPass("late");
    pipeline->addBundle(PassBundle("second-cleanup").addPass("cse"));
    if (!isLast)
      pipeline->addPass("late");
    return pipeline;
  };
  EXPECT_EQ(codes(*make(false)), "");
  EXPECT_EQ(codes(*make(true)), "wrong-order ");
}

TEST_F(BetweenTest, BeforeAndAgainAfterIsAfterAndFollowedBy) {
  define("split", [](Contract &contract) {
    contract.after(pass("cse")).present();
    contract.followedBy(pass("cse"));
  });
  EXPECT_EQ(check({"cse", "split", "cse"}), "");
  EXPECT_EQ(first({"cse", "split"}),
            "error: 'split' must be followed by 'cse', which stands only "
            "before it [PMB023 missing-follow-up]");
  Contract both;
  both.after(pass("cse"));
  both.before(pass("cse"));
  EXPECT_EQ(
      text(both.verify("split")),
      R"(error: the contract of 'split' says both after 'cse' and before 'cse' [PMB013 contradictory-contract]
  help: remove one of the entries, or make them conditional; to run before it and again after, say 'after' and 'followedBy'
)");
}

TEST_F(BetweenTest, OnlyIfSomethingHasEndedItIsAWeakRejection) {
  define("fold", [](Contract &contract) {
    contract.rejects({"deallocated"}).weak();
    contract.providesProperty("deallocated");
  });
  define("change", Contract().invalidatesProperty("deallocated"));
  EXPECT_EQ(check({"fold", "x", "change", "fold"}), "");
  EXPECT_EQ(first({"fold", "x", "fold"}),
            "warning: 'fold' cannot accept 'deallocated', which is there "
            "[PMB030 rejected]");
}

TEST_F(BetweenTest, KeysOfAfterAndBeforeAreRefusedElsewhere) {
  auto verify = [](llvm::function_ref<Contract::OrderRef(Contract &)> add,
                   llvm::function_ref<void(Contract::OrderRef)> mark) {
    Contract contract;
    mark(add(contract));
    return llvm::StringRef(text(contract.verify("p"))).split('\n').first.str();
  };
  auto follow = [](Contract &contract) {
    return contract.followedBy(pass("x"));
  };
  EXPECT_EQ(verify(follow, [](auto entry) { entry.all(); }),
            "error: the contract of 'p' says followedBy 'x' with 'all': only "
            "'after' and 'before' can say that [PMB013 "
            "contradictory-contract]");
  EXPECT_EQ(verify(follow, [](auto entry) { entry.immediately(); }),
            "error: the contract of 'p' says followedBy 'x' with "
            "'immediately': only 'after' and 'before' can say that [PMB013 "
            "contradictory-contract]");
  EXPECT_EQ(verify(follow, [](auto entry) { entry.notBetween({pass("y")}); }),
            "error: the contract of 'p' says followedBy 'x' with "
            "'notBetween': only 'after' and 'before' can say that [PMB013 "
            "contradictory-contract]");
}

} // namespace
