//===- PartyTest.cpp - Parties that add to a pipeline ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace pmb;
using namespace pmb::test;
using llvm::Error;

namespace {

/// A party that puts `name` before `a`.
Party makeParty(TestPipeline &pipeline, Origin origin, llvm::StringRef name,
                int rank = 0) {
  return {std::move(origin), rank, [&pipeline, name = name.str()] {
            return pipeline.addPassBefore(name, "a");
          }};
}

TEST(Party, AppliedByRankThenNameWhateverTheOrderOfRegistration) {
  std::vector<unsigned> order = {0, 1, 2, 3};
  do {
    TestPipeline pipeline({"a"});
    Party all[] = {
        makeParty(pipeline, Origin::plugin("late"), "d", 5),
        makeParty(pipeline, Origin::plugin("alpha"), "b"),
        makeParty(pipeline, Origin::thirdParty("alpha"), "c"),
        makeParty(pipeline, Origin::plugin("zeta"), "clean", -1),
    };
    for (unsigned i : order)
      EXPECT_DONE(pipeline, pipeline.addParty(all[i]));
    EXPECT_EQ(pipeline.str(), "builtin.module(a)");
    EXPECT_DONE(pipeline, pipeline.applyParties());
    EXPECT_EQ(pipeline.str(), "builtin.module(clean,b,c,d,a)");
    EXPECT_EQ(pipeline.lookup(pass("c"))[0]->getOrigin().str(),
              "third party 'alpha'");
    // Once is enough.
    EXPECT_DONE(pipeline, pipeline.applyParties());
    EXPECT_EQ(pipeline.size(), 5u);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Party, IsAppliedByCheck) {
  TestPipeline pipeline({"a"});
  EXPECT_DONE(pipeline,
              pipeline.addParty(makeParty(pipeline, Origin::plugin("p"), "b")));
  EXPECT_EQ(pipeline.check().size(), 0u);
  EXPECT_EQ(pipeline.str(), "builtin.module(b,a)");
}

TEST(Party, OnlyOneOfAName) {
  TestPipeline pipeline({"a"});
  EXPECT_DONE(pipeline,
              pipeline.addParty(makeParty(pipeline, Origin::plugin("p"), "b")));
  const char *message = "error: plugin 'p' has been added to the pipeline "
                        "already [PMB014 duplicate-name]\n";
  EXPECT_REFUSED(
      pipeline,
      pipeline.addParty(makeParty(pipeline, Origin::plugin("p"), "c")),
      message);
  // Another sort of party can have the name.
  EXPECT_DONE(pipeline, pipeline.addParty(
                            makeParty(pipeline, Origin::thirdParty("p"), "c")));
  EXPECT_DONE(pipeline, pipeline.applyParties());
  EXPECT_REFUSED(
      pipeline,
      pipeline.addParty(makeParty(pipeline, Origin::plugin("p"), "c")),
      message);
  EXPECT_EQ(pipeline.str(), "builtin.module(b,c,a)");
}

TEST(Party, FailureIsItsOwnAndIsNamed) {
  TestPipeline pipeline({"a"});
  EXPECT_DONE(pipeline, pipeline.addParty(
                            makeParty(pipeline, Origin::plugin("one"), "b")));
  EXPECT_DONE(pipeline,
              pipeline.addParty({Origin::plugin("two"), 0, [&]() -> Error {
                                   if (auto error =
                                           pipeline.addPassBefore("c", "a"))
                                     return error;
                                   return pipeline.addPassBefore("c", "clena");
                                 }}));
  EXPECT_DONE(pipeline, pipeline.addParty({Origin::plugin("three"), 1, fail}));
  EXPECT_EQ(
      text(pipeline.applyParties()),
      "error: the pipeline has no pass 'clena' [PMB002 unknown-position]\n"
      "  note: its passes are 'a', 'b', 'c'\n"
      "  note: nothing of what plugin 'two' did was kept\n"
      "error: no luck [PMB018 foreign]\n"
      "  note: nothing of what plugin 'three' did was kept\n");
  pipeline.verifyList();
  EXPECT_EQ(pipeline.str(), "builtin.module(b,a)");
  // It can come again, for example with another fallback.
  EXPECT_DONE(pipeline, pipeline.addParty(
                            makeParty(pipeline, Origin::plugin("two"), "c")));
  EXPECT_DONE(pipeline, pipeline.applyParties());
  EXPECT_EQ(pipeline.str(), "builtin.module(b,c,a)");
}

// A pipeline that lacks a party is not what was asked for, the second time as
// the first.
TEST(Party, FailureInCheckIsRemembered) {
  TestPipeline pipeline({"a"});
  EXPECT_DONE(pipeline, pipeline.addParty({Origin::plugin("p"), 0, fail}));
  for (int i = 0; i < 2; ++i) {
    std::vector<Diagnostic> findings = pipeline.check();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].str(),
              "error: no luck [PMB018 foreign]\n"
              "  note: nothing of what plugin 'p' did was kept\n");
  }
}

TEST(Party, CanAddParties) {
  TestPipeline pipeline({"a"});
  EXPECT_DONE(pipeline,
              pipeline.addParty({Origin::plugin("outer"), 0, [&]() -> Error {
                                   if (auto error = pipeline.addParty(makeParty(
                                           pipeline, Origin::plugin("z"), "c")))
                                     return error;
                                   if (auto error = pipeline.addParty(makeParty(
                                           pipeline, Origin::plugin("y"), "b")))
                                     return error;
                                   return pipeline.addPassBefore("d", "a");
                                 }}));
  EXPECT_DONE(pipeline, pipeline.applyParties());
  EXPECT_EQ(pipeline.str(), "builtin.module(d,b,c,a)");
}

TEST(Party, ThatFailsTakesBackThePartiesThatItAdded) {
  TestPipeline pipeline({"a"});
  auto add = [&] {
    return pipeline.addParty({Origin::plugin("outer"), 0, [&]() -> Error {
                                if (auto error = pipeline.addParty(makeParty(
                                        pipeline, Origin::plugin("z"), "c")))
                                  return error;
                                return fail();
                              }});
  };
  for (int i = 0; i < 2; ++i) {
    EXPECT_DONE(pipeline, add());
    EXPECT_EQ(text(pipeline.applyParties()),
              "error: no luck [PMB018 foreign]\n"
              "  note: nothing of what plugin 'outer' did was kept\n");
    EXPECT_EQ(pipeline.str(), "builtin.module(a)");
  }
}

TEST(Party, AppliedInATransactionThatFailsWaitsAgain) {
  TestPipeline pipeline({"a"});
  EXPECT_DONE(pipeline,
              pipeline.addParty(makeParty(pipeline, Origin::plugin("p"), "b")));
  EXPECT_REFUSED(pipeline,
                 pipeline.transaction(
                     Origin::thirdParty("acme"),
                     [&]() -> Error {
                       EXPECT_EQ(text(pipeline.addParty(makeParty(
                                     pipeline, Origin::plugin("q"), "c", 1))),
                                 "");
                       EXPECT_EQ(pipeline.check().size(), 0u);
                       EXPECT_EQ(pipeline.str(), "builtin.module(b,c,a)");
                       return fail();
                     }),
                 "error: no luck [PMB018 foreign]\n"
                 "  note: nothing of what third party 'acme' did was kept\n");
  EXPECT_EQ(
      text(pipeline.addParty(makeParty(pipeline, Origin::plugin("p"), "d"))),
      "error: plugin 'p' has been added to the pipeline already [PMB014 "
      "duplicate-name]\n");
  EXPECT_DONE(pipeline,
              pipeline.addParty(makeParty(pipeline, Origin::plugin("q"), "d")));
  EXPECT_DONE(pipeline, pipeline.applyParties());
  EXPECT_EQ(pipeline.str(), "builtin.module(b,d,a)");
}

//===----------------------------------------------------------------------===//
// Ambiguities
//===----------------------------------------------------------------------===//

/// PMB035: two plugins that both insert before one-shot-bufferize
TEST(Party, TieThatOnlyTheNameBreaksIsReported) {
  TestPipeline pipeline({"a"});
  EXPECT_DONE(pipeline,
              pipeline.addParty(makeParty(pipeline, Origin::plugin("p"), "b")));
  EXPECT_DONE(pipeline,
              pipeline.addParty(makeParty(pipeline, Origin::plugin("q"), "c")));
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].str(),
            "warning: nothing but the tie-break decides that 'b' comes before "
            "'c' [PMB035 ambiguous-order]\n"
            "  at: 'b' (pass 0, on builtin.module, added by plugin 'p')\n"
            "  note: both were put before 'a': 'a' (pass 2, on builtin.module, "
            "added by framework)\n"
            "  note: the other pass: 'c' (pass 1, on builtin.module, added by "
            "plugin 'q')\n"
            "  help: give one of them an 'after' or 'before' entry, or the "
            "parties different ranks\n");
  pipeline.setSeverity(DiagnosticCode::AmbiguousOrder, Severity::Error);
  ASSERT_EQ(pipeline.check().size(), 1u);
  EXPECT_EQ(pipeline.check()[0].severity, Severity::Error);
  pipeline.setSeverity(DiagnosticCode::AmbiguousOrder, Severity::Off);
  EXPECT_EQ(pipeline.check().size(), 0u);
}

/// Either order is the same pipeline, unless the options differ.
TEST(Party, TieBetweenEqualPassesIsNone) {
  auto count = [](llvm::StringRef one, llvm::StringRef other) {
    TestPipeline pipeline({"a"});
    for (auto [party, options] : {std::pair("p", one), std::pair("q", other)})
      test::require(pipeline.addParty(
          {Origin::plugin(party), 0, [&pipeline, options = options] {
             return pipeline.insert(PassSpec("optional", options),
                                    Position::before(pass("a")));
           }}));
    return pipeline.check().size();
  };
  EXPECT_EQ(count("", ""), 0u);
  EXPECT_EQ(count("count=1", "{ count=1 }"), 0u);
  EXPECT_EQ(count("count=1", "count=2"), 1u);
}

/// How many ambiguities two parties have at those places and ranks.
size_t countAmbiguities(Position first, Position second, int secondRank = 0,
                        std::function<void(TestPipeline &)> more = {}) {
  TestPipeline pipeline({"a", "d"});
  pipeline.addSlot("s");
  pipeline.addPass("a");
  EXPECT_EQ(text(pipeline.addParty(
                {Origin::plugin("p"), 0,
                 [&] { return pipeline.insert(PassSpec("b"), first); }})),
            "");
  EXPECT_EQ(text(pipeline.addParty(
                {Origin::plugin("q"), secondRank,
                 [&] { return pipeline.insert(PassSpec("c"), second); }})),
            "");
  if (more)
    more(pipeline);
  return pipeline.check().size();
}

TEST(Party, WhatIsAmbiguous) {
  Position beforeD = Position::before(pass("d"));
  Position afterD = Position::after(pass("d"));
  EXPECT_EQ(countAmbiguities(beforeD, beforeD), 1u);
  EXPECT_EQ(countAmbiguities(afterD, afterD), 1u);
  EXPECT_EQ(countAmbiguities(Position::before(slot("s")),
                             Position::before(slot("s"))),
            1u);
  EXPECT_EQ(countAmbiguities(Position::after(every(pass("a"))),
                             Position::after(every(pass("a")))),
            2u);
  EXPECT_EQ(countAmbiguities(Position::atStart(), Position::atStart()), 1u);
  EXPECT_EQ(countAmbiguities(Position::atEnd(), Position::atEnd()), 1u);
  EXPECT_EQ(countAmbiguities(Position::byContract(), Position::byContract()),
            1u);
}

TEST(Party, ATieAtTheEndSaysSo) {
  TestPipeline pipeline({"a"});
  for (const char *name : {"b", "c"})
    EXPECT_DONE(pipeline,
                pipeline.addParty({Origin::plugin(name), 0, [&, name] {
                                     return pipeline.insert(PassSpec(name),
                                                            Position::atEnd());
                                   }}));
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].str(),
            "warning: nothing but the tie-break decides that 'b' comes before "
            "'c' [PMB035 ambiguous-order]\n"
            "  at: 'b' (pass 1, on builtin.module, added by plugin 'b')\n"
            "  note: both were put at the end\n"
            "  note: the other pass: 'c' (pass 2, on builtin.module, added by "
            "plugin 'c')\n"
            "  help: give one of them an 'after' or 'before' entry, or the "
            "parties different ranks\n");
}

TEST(Party, WhatIsNotAmbiguous) {
  Position beforeD = Position::before(pass("d"));
  // Ranks decide.
  EXPECT_EQ(countAmbiguities(beforeD, beforeD, 1), 0u);
  // The places do.
  EXPECT_EQ(countAmbiguities(beforeD, Position::after(pass("d"))), 0u);
  EXPECT_EQ(countAmbiguities(beforeD, Position::after(first(pass("a")))), 0u);
  EXPECT_EQ(countAmbiguities(Position::atStart(), Position::atEnd()), 0u);
  EXPECT_EQ(countAmbiguities(Position::atEnd(), Position::byContract()), 0u);
  EXPECT_EQ(countAmbiguities(Position::atEnd(), Position::atEnd(), 1), 0u);
  // What the contracts are about may.
  EXPECT_EQ(countAmbiguities(
                Position::byContract(), Position::byContract(), 0,
                [](TestPipeline &pipeline) {
                  Contract contract;
                  contract.lowers({"linalg"}).to({"scf.for"});
                  EXPECT_EQ(text(pipeline.addContract("b", contract)), "");
                  Contract other;
                  other.lowers({"scf"}).to({"cf.br"});
                  EXPECT_EQ(text(pipeline.addContract("c", other)), "");
                }),
            0u);
  // A contract does.
  EXPECT_EQ(countAmbiguities(
                beforeD, beforeD, 0,
                [](TestPipeline &pipeline) {
                  Contract contract;
                  contract.before(pass("c"));
                  EXPECT_EQ(text(pipeline.addContract("b", contract)), "");
                }),
            0u);
  // Who edits directly decides by the order of the edits.
  TestPipeline pipeline({"d"});
  for (const char *name : {"b", "c"})
    EXPECT_DONE(pipeline, pipeline.transaction(Origin::plugin(name), [&] {
      return pipeline.insert(PassSpec(name), beforeD);
    }));
  EXPECT_EQ(pipeline.check().size(), 0u);
}

TEST(Party, BundlesAtOnePlaceAreAmbiguousToo) {
  TestPipeline pipeline({"a"});
  for (const char *name : {"b", "c"}) {
    auto edit = [&pipeline, name] {
      PassBundle bundle(name);
      bundle.addPass(name).addPass("d");
      return pipeline.insert(bundle, Position::before(pass("a")));
    };
    EXPECT_DONE(pipeline, pipeline.addParty({Origin::plugin(name), 0, edit}));
  }
  std::vector<Diagnostic> findings = pipeline.check();
  EXPECT_EQ(pipeline.str(), "builtin.module(b,d,c,d,a)");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message,
            "nothing but the tie-break decides that 'd' comes before 'c'");
}

/// Each was put beside the other.
TEST(Party, PassesThatLeadEachOtherAreChecked) {
  TestPipeline pipeline({"a", "b"});
  EXPECT_DONE(pipeline, pipeline.addParty(
                            {Origin::plugin("p"), 0, [&]() -> Error {
                               if (Error error = pipeline.move(
                                       pass("a"), Position::after(pass("b"))))
                                 return error;
                               return pipeline.move(pass("b"),
                                                    Position::after(pass("a")));
                             }}));
  EXPECT_TRUE(pipeline.check().empty());
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b)");
}

TEST(Party, RemovedPassesAreNotReported) {
  TestPipeline pipeline({"a"});
  for (const char *name : {"b", "c"})
    EXPECT_DONE(pipeline, pipeline.addParty(
                              makeParty(pipeline, Origin::plugin(name), name)));
  EXPECT_DONE(pipeline, pipeline.applyParties());
  EXPECT_DONE(pipeline, pipeline.removePass("b"));
  EXPECT_EQ(pipeline.check().size(), 0u);
}

TEST(Party, WaitsUntilThePipelineIsOneForIt) {
  TestPipeline pipeline({"a"});
  auto add = [&](const char *name, const char *what, const char *extended) {
    Party party;
    party.origin = Origin::thirdParty(name);
    party.fits = [&pipeline, extended] {
      return !pipeline.lookup(pass(extended)).empty();
    };
    party.registration = [&pipeline, what]() -> llvm::Error {
      return pipeline.insert(PassSpec(what), Position::atEnd());
    };
    EXPECT_EQ(text(pipeline.addParty(std::move(party))), "");
  };
  // One extends what another adds.
  add("first", "d", "c");
  add("second", "c", "b");
  EXPECT_EQ(text(pipeline.applyParties()), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
  pipeline.addPass("b");
  EXPECT_EQ(text(pipeline.applyParties()), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,c,d)");
  EXPECT_EQ(text(pipeline.applyParties()), "");
  EXPECT_EQ(pipeline.size(), 4u);
}

} // namespace
