//===- PositionTest.cpp - Where positions lead ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// a s clean outer{b tidy} clean c t, where s and t are slots and `outer` is a
/// bundle of kind `cleanup`.
struct Composed : TestPipeline {
  Composed() {
    addPass("a");
    addSlot("s");
    addPass("clean");
    PassBundle outer("outer");
    outer.addKind("cleanup").addPass("b").addPass("tidy");
    addBundle(outer);
    addPass("clean");
    addPass("c");
    addSlot("t");
  }

  /// The names in list order, bundles as `outer{ }`.
  std::string names() const {
    std::string result;
    for (const Node &node : getNodes()) {
      if (!result.empty())
        result += ' ';
      result += node.getKind() == Node::Kind::BundleEnd ? "}"
                : node.getKind() == Node::Kind::BundleBegin
                    ? node.getName().str() + "{"
                    : node.getName().str();
    }
    return result;
  }
};

/// Where `d` lands.
std::string landing(const Position &position) {
  Composed pipeline;
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("d"), position));
  return pipeline.names();
}

TEST(Selector, IsReadAsCommandLinesHaveIt) {
  auto read = [](llvm::StringRef text) {
    std::optional<Selector> selector = Selector::parse(text);
    return selector ? selector->str() : "none";
  };
  EXPECT_EQ(read("cse"), "'cse'");
  EXPECT_EQ(read("cse,2"), "'cse' number 2");
  EXPECT_EQ(read("cse,first"), "the first 'cse'");
  EXPECT_EQ(read("cse,last"), "the last 'cse'");
  EXPECT_EQ(read("cse,every"), "every 'cse'");
  for (llvm::StringRef text : {"", ",", "cse,", "cse,-1", "cse,x", "cse,1,2",
                               "cse 1", "cse,99999999999"})
    EXPECT_EQ(read(text), "none") << text.str();
}

TEST(Position, UniquePass) {
  EXPECT_EQ(landing(Position::before(pass("a"))),
            "d a s clean outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::after(pass("a"))),
            "a d s clean outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::before(unique(pass("b")))),
            "a s clean outer{ d b tidy } clean c t");
  EXPECT_EQ(landing(Position::after(pass("tidy"))),
            "a s clean outer{ b tidy d } clean c t");
  EXPECT_EQ(landing(Position::after(pass("c"))),
            "a s clean outer{ b tidy } clean c d t");
}

TEST(Position, FirstLastAndNthPass) {
  EXPECT_EQ(landing(Position::before(first(pass("clean")))),
            "a s d clean outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::after(first(pass("clean")))),
            "a s clean d outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::before(last(pass("clean")))),
            "a s clean outer{ b tidy } d clean c t");
  EXPECT_EQ(landing(Position::after(last(pass("clean")))),
            "a s clean outer{ b tidy } clean d c t");
  EXPECT_EQ(landing(Position::before(nth(pass("clean"), 0))),
            "a s d clean outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::after(nth(pass("clean"), 1))),
            "a s clean outer{ b tidy } clean d c t");
  // Where there is one, it is the first and the last.
  EXPECT_EQ(landing(Position::after(first(pass("a")))),
            landing(Position::after(last(pass("a")))));
}

TEST(Position, FindsWhatASelectorMeans) {
  Composed pipeline;
  auto find = [&](const Selector &selector) {
    std::vector<const Node *> nodes =
        test::require(pipeline.findNodes(selector));
    std::string names;
    for (const Node *node : nodes)
      names += (node->getName() + "@" +
                llvm::Twine(pipeline.getRef(*node).position) + " ")
                   .str();
    return names;
  };
  EXPECT_EQ(find(pass("c")), "c@5 ");
  EXPECT_EQ(find(every(pass("clean"))), "clean@1 clean@4 ");
  EXPECT_EQ(find(nth(pass("clean"), 1)), "clean@4 ");
  EXPECT_TRUE(takeDiagnostics(pipeline.findNodes(pass("clean")).takeError())
                  .front()
                  .code == DiagnosticCode::AmbiguousPosition);
  EXPECT_TRUE(
      takeDiagnostics(pipeline.findNodes(nth(pass("clean"), 2)).takeError())
          .front()
          .code == DiagnosticCode::UnknownPosition);
}

TEST(Position, EveryPass) {
  EXPECT_EQ(landing(Position::before(every(pass("clean")))),
            "a s d clean outer{ b tidy } d clean c t");
  EXPECT_EQ(landing(Position::after(every(pass("clean")))),
            "a s clean d outer{ b tidy } clean d c t");
}

TEST(Position, KindIsARegion) {
  EXPECT_EQ(landing(Position::before(kind("cleanup"))),
            "a s d clean outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::after(kind("cleanup"))),
            "a s clean outer{ b tidy } clean d c t");
}

// The bundle is what has the kind, not the pass of that kind that is in it.
TEST(Position, BundleOfAKindCountsAsOne) {
  EXPECT_EQ(landing(Position::before(nth(kind("cleanup"), 1))),
            "a s clean d outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::after(nth(kind("cleanup"), 1))),
            "a s clean outer{ b tidy } d clean c t");
  EXPECT_EQ(landing(Position::after(every(kind("cleanup")))),
            "a s clean d outer{ b tidy } d clean d c t");
  EXPECT_EQ(landing(Position::before(last(kind("cleanup")))),
            "a s clean outer{ b tidy } d clean c t");
  EXPECT_EQ(landing(Position::after(first(kind("cleanup")))),
            "a s clean d outer{ b tidy } clean c t");
}

TEST(Position, Slot) {
  EXPECT_EQ(landing(Position::before(slot("s"))),
            "a d s clean outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::after(slot("s"))),
            "a s d clean outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::before(slot("t"))),
            "a s clean outer{ b tidy } clean c d t");
  EXPECT_EQ(landing(Position::after(slot("t"))),
            "a s clean outer{ b tidy } clean c t d");
}

TEST(Position, Bundle) {
  EXPECT_EQ(landing(Position::before(bundle("outer"))),
            "a s clean d outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::after(bundle("outer"))),
            "a s clean outer{ b tidy } d clean c t");
}

TEST(Position, StartAndEnd) {
  EXPECT_EQ(landing(Position::atStart()),
            "d a s clean outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::atEnd()),
            "a s clean outer{ b tidy } clean c t d");
  TestPipeline empty;
  EXPECT_DONE(empty, empty.insert(PassSpec("a"), Position::atStart()));
  EXPECT_DONE(empty, empty.insert(PassSpec("b"), Position::atEnd()));
  EXPECT_EQ(empty.str(), "builtin.module(a,b)");
}

TEST(Position, BeforeAndAfterKeepTheOrderOfTheEdits) {
  Composed pipeline;
  for (const char *name : {"d", "tidy"})
    EXPECT_DONE(pipeline,
                pipeline.insert(PassSpec(name), Position::before(pass("a"))));
  for (const char *name : {"d", "b"})
    EXPECT_DONE(pipeline,
                pipeline.insert(PassSpec(name), Position::after(pass("c"))));
  EXPECT_EQ(pipeline.names(), "d tidy a s clean outer{ b tidy } clean c d b t");
}

TEST(Position, SlotIsFilledInOrder) {
  Composed pipeline;
  EXPECT_DONE(pipeline, pipeline.addPassToSlot("d", "s"));
  EXPECT_DONE(pipeline, pipeline.addPassToSlot("b", "s"));
  EXPECT_EQ(pipeline.names(), "a d b s clean outer{ b tidy } clean c t");
}

//===----------------------------------------------------------------------===//
// Fallbacks
//===----------------------------------------------------------------------===//

TEST(Position, FallbackIsForAbsentTargetsOnly) {
  EXPECT_EQ(landing(Position::before(pass("module-pass"))
                        .orElse(Position::after(pass("a")))),
            "a d s clean outer{ b tidy } clean c t");
  EXPECT_EQ(landing(Position::before(pass("c")).orElse(Position::atStart())),
            "a s clean outer{ b tidy } clean d c t");
  Composed pipeline;
  EXPECT_REFUSED(
      pipeline,
      pipeline.insert(
          PassSpec("d"),
          Position::before(pass("clean")).orElse(Position::atStart())),
      "error: 'clean' is in the pipeline 2 times [PMB003 ambiguous-position]\n"
      "  note: this one matches: 'clean' (pass 1, on builtin.module, added by "
      "framework)\n"
      "  note: this one matches: 'clean' (pass 4, on builtin.module, added by "
      "framework)\n"
      "  help: say which: first(), last(), nth() or every()\n");
}

TEST(Position, FallbacksAreTriedInOrder) {
  Position chain = Position::before(pass("module-pass"))
                       .orElse(Position::after(slot("nowhere")))
                       .orElse(Position::after(kind("lowering")))
                       .orElse(Position::after(bundle("outer")))
                       .orElse(Position::atEnd());
  EXPECT_EQ(landing(chain), "a s clean outer{ b tidy } d clean c t");
  EXPECT_EQ(chain.str(),
            "before 'module-pass', or else after slot 'nowhere', or else after "
            "the last kind 'lowering', or else after bundle 'outer', or else "
            "at the end");
}

// A position is a value: a copy that gets a further fallback is another one.
TEST(Position, CopiesDoNotShareFallbacks) {
  Position one =
      Position::before(pass("x")).orElse(Position::before(pass("y")));
  Position two = one;
  two.orElse(Position::atEnd());
  EXPECT_EQ(one.str(), "before 'x', or else before 'y'");
  EXPECT_EQ(two.str(), "before 'x', or else before 'y', or else at the end");
}

TEST(Position, FailedFallbackSaysWhyItWasUsed) {
  Composed pipeline;
  EXPECT_REFUSED(
      pipeline,
      pipeline.insert(PassSpec("d"),
                      Position::before(pass("cleam"))
                          .orElse(Position::after(slot("u")))
                          .orElse(Position::after(bundle("inner")))),
      "error: the pipeline has no bundle 'inner' [PMB002 unknown-position]\n"
      "  note: its bundles are 'outer'\n"
      "  note: the fallback was used because the pipeline has no slot 'u'\n"
      "  note: its slots are 's', 't'\n"
      "  note: the fallback was used because the pipeline has no pass 'cleam'\n"
      "  help: did you mean 'clean'?\n");
}

TEST(Position, AbsentNthUsesTheFallback) {
  EXPECT_EQ(
      landing(
          Position::before(nth(pass("clean"), 2)).orElse(Position::atEnd())),
      "a s clean outer{ b tidy } clean c t d");
}

//===----------------------------------------------------------------------===//
// What does not match
//===----------------------------------------------------------------------===//

/// The message for a position, which must change nothing.
std::string refusal(const Position &position) {
  Composed pipeline;
  std::string before = pipeline.snapshot();
  std::string message = text(pipeline.insert(PassSpec("d"), position));
  EXPECT_EQ(pipeline.snapshot(), before);
  return message;
}

TEST(Position, UnknownPassNamesTheNearest) {
  EXPECT_EQ(
      refusal(Position::before(pass("clena"))),
      "error: the pipeline has no pass 'clena' [PMB002 unknown-position]\n"
      "  help: did you mean 'clean'?\n");
  EXPECT_EQ(
      refusal(Position::after(every(pass("cleans")))),
      "error: the pipeline has no pass 'cleans' [PMB002 unknown-position]\n"
      "  help: did you mean 'clean'?\n");
  // A pass that the catalog knows is not one that the pipeline has.
  EXPECT_EQ(refusal(Position::after(pass("func-pass"))),
            "error: the pipeline has no pass 'func-pass' [PMB002 "
            "unknown-position]\n"
            "  note: its passes are 'a', 'b', 'c', 'clean', 'tidy'\n");
}

TEST(Position, UnknownSlotAndBundle) {
  EXPECT_EQ(refusal(Position::before(slot("pre"))),
            "error: the pipeline has no slot 'pre' [PMB002 unknown-position]\n"
            "  note: its slots are 's', 't'\n");
  EXPECT_EQ(refusal(Position::after(bundle("outr"))),
            "error: the pipeline has no bundle 'outr' [PMB002 "
            "unknown-position]\n"
            "  help: did you mean 'outer'?\n");
  // Names of passes, slots and bundles are different things.
  EXPECT_EQ(
      refusal(Position::after(bundle("clean"))),
      "error: the pipeline has no bundle 'clean' [PMB002 "
      "unknown-position]\n"
      "  help: 'clean' is a pass: name it with pass(\"clean\"), in a file "
      "{\"pass\": \"clean\"}\n");
}

TEST(Position, UnknownKindIsNotAnAbsentKind) {
  EXPECT_EQ(refusal(Position::before(kind("clean-up"))),
            "error: there is no kind 'clean-up' [PMB010 unknown-kind]\n"
            "  help: did you mean 'cleanup'?\n");
  EXPECT_EQ(refusal(Position::before(kind("x"))),
            "error: there is no kind 'x' [PMB010 unknown-kind]\n"
            "  note: the known kinds are 'cleanup', 'lowering', 'whole'\n");
  EXPECT_EQ(refusal(Position::after(kind("lowering"))),
            "error: the pipeline has no pass or bundle of kind 'lowering' "
            "[PMB002 unknown-position]\n"
            "  note: its kinds are 'cleanup'\n");
}

TEST(Position, EmptyPipelineHasNothing) {
  TestPipeline empty;
  EXPECT_REFUSED(
      empty, empty.insert(PassSpec("d"), Position::before(pass("a"))),
      "error: the pipeline has no pass 'a' [PMB002 unknown-position]\n"
      "  note: it has no passes at all\n");
  EXPECT_REFUSED(
      empty, empty.insert(PassSpec("d"), Position::before(slot("s"))),
      "error: the pipeline has no slot 's' [PMB002 unknown-position]\n"
      "  note: it has no slots at all\n");
  EXPECT_REFUSED(
      empty, empty.insert(PassSpec("d"), Position::before(kind("cleanup"))),
      "error: the pipeline has no pass or bundle of kind 'cleanup' [PMB002 "
      "unknown-position]\n"
      "  note: it has no kinds at all\n");
}

TEST(Position, NthThatIsNotThere) {
  EXPECT_EQ(refusal(Position::before(nth(pass("clean"), 2))),
            "error: there is no 'clean' number 2: the pipeline has 2 [PMB002 "
            "unknown-position]\n"
            "  help: the first has number 0\n");
  EXPECT_EQ(refusal(Position::before(nth(pass("a"), 1))),
            "error: there is no 'a' number 1: the pipeline has 1 [PMB002 "
            "unknown-position]\n"
            "  help: the first has number 0\n");
}

TEST(Position, ManyMatchesAreCut) {
  TestPipeline pipeline({"a", "a", "a", "a", "a", "a", "a"});
  std::string expected = "error: 'a' is in the pipeline 7 times [PMB003 "
                         "ambiguous-position]\n";
  for (int i = 0; i < 5; ++i)
    expected += "  note: this one matches: 'a' (pass " + std::to_string(i) +
                ", on builtin.module, added by framework)\n";
  expected += "  note: and 2 more\n"
              "  help: say which: first(), last(), nth() or every()\n";
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(PassSpec("d"), Position::after(pass("a"))),
                 expected);
}

TEST(Position, UniqueKindCanBeAmbiguous) {
  EXPECT_EQ(refusal(Position::before(unique(kind("cleanup")))),
            "error: kind 'cleanup' is in the pipeline 3 times [PMB003 "
            "ambiguous-position]\n"
            "  note: this one matches: 'clean' (pass 1, on builtin.module, "
            "added by framework)\n"
            "  note: this one matches: 'outer' (on builtin.module, added by "
            "framework)\n"
            "  note: this one matches: 'clean' (pass 4, on builtin.module, "
            "added by framework)\n"
            "  help: say which: first(), last(), nth() or every()\n");
}

TEST(Position, OnlyPassesArePlacedByContract) {
  Composed pipeline;
  const char *message =
      "error: only a pass has a contract that says where to put it [PMB002 "
      "unknown-position]\n";
  EXPECT_REFUSED(pipeline, pipeline.insertSlot("u", Position::byContract()),
                 message);
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(PassBundle("inner"), Position::byContract()),
                 message);
}

TEST(Position, Text) {
  EXPECT_EQ(Position::before(pass("a")).str(), "before 'a'");
  EXPECT_EQ(Position::after(every(pass("a"))).str(), "after every 'a'");
  EXPECT_EQ(Position::after(nth(pass("a"), 3)).str(), "after 'a' number 3");
  EXPECT_EQ(Position::before(unique(slot("s"))).str(),
            "before the only slot 's'");
  EXPECT_EQ(Position::before(kind("k")).str(), "before the first kind 'k'");
  EXPECT_EQ(Position::after(kind("k")).str(), "after the last kind 'k'");
  EXPECT_EQ(Position::before(last(kind("k"))).str(),
            "before the last kind 'k'");
  EXPECT_EQ(Position::atStart().str(), "at the start");
  EXPECT_EQ(Position::byContract().str(), "where its contract allows");
  EXPECT_EQ(Position::byContract(Position::Choice::Latest).str(),
            "as late as its contract allows");
  EXPECT_EQ(Position::immediatelyBefore(pass("a")).str(),
            "immediately before 'a'");
  EXPECT_EQ(Position::immediatelyAfter(kind("k"))
                .orElse(Position::before(on(first(pass("a")), "func.func")))
                .str(),
            "immediately after the last kind 'k', or else before the first 'a' "
            "on 'func.func'");
}

TEST(Position, OfWhatNobodyProvides) {
  TestPipeline pipeline({"a"});
  EXPECT_REFUSED(
      pipeline,
      pipeline.insert(PassSpec("b"),
                      Position::after(Target{Target::Kind::Provider, "small"})),
      "error: the pipeline has nothing that provides 'small' [PMB002 "
      "unknown-position]\n"
      "  help: add a pass that provides it, or name a pass\n");
  Contract contract;
  contract.providesProperty("small");
  require(pipeline.addContract("a", contract));
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("b"),
                                        Position::before(Target{
                                            Target::Kind::Provider, "small"})));
  EXPECT_EQ(pipeline.str(), "builtin.module(b,a)");
}

TEST(Position, OfAKindWhereThereAreNone) {
  Catalog catalog;
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.addPass("a");
  EXPECT_EQ(text(pipeline.insert(PassSpec("b"), Position::before(kind("k")))),
            "error: there is no kind 'k' [PMB010 unknown-kind]\n"
            "  note: no kinds are known\n");
}

TEST(Position, OfAKindAmongAFewOrMany) {
  for (bool areMany : {false, true}) {
    Catalog catalog;
    for (const char *kind :
         {"one", "two", "three", "four", "five", "six", "seven", "eight"})
      catalog.addKind(kind);
    if (areMany)
      catalog.addKind("nine");
    PipelineBuilder pipeline("builtin.module", catalog);
    pipeline.addPass("a");
    std::string refusal =
        text(pipeline.insert(PassSpec("b"), Position::before(kind("unlike"))));
    EXPECT_EQ(refusal.find("note: the known kinds are") == std::string::npos,
              areMany)
        << refusal;
  }
}

/// PMB002: a position that is almost called as one that is there, with a
/// fallback
TEST(Position, AMisspelledOneIsSaidThoughThereIsAFallback) {
  Composed pipeline;
  auto insert = [&](const Position &position) {
    EXPECT_DONE(pipeline, pipeline.insert(PassSpec("d"), position));
  };
  insert(Position::before(slot("early")).orElse(Position::atEnd()));
  insert(Position::before(pass("b2")).orElse(Position::before(pass("b"))));
  EXPECT_EQ(text(makeError(pipeline.check())), "");
  insert(Position::before(bundle("outre")).orElse(Position::atEnd()));
  EXPECT_EQ(text(makeError(pipeline.check())),
            "warning: the pipeline has no bundle 'outre', so that another "
            "position is used [PMB002 unknown-position]\n"
            "  help: did you mean 'outer'?\n");
}

TEST(Position, WhatIsTakenBackIsNotSaid) {
  Composed pipeline;
  llvm::Error error =
      pipeline.transaction(Origin::plugin("acme"), [&]() -> llvm::Error {
        if (llvm::Error error = pipeline.insert(
                PassSpec("d"),
                Position::before(bundle("outre")).orElse(Position::atEnd())))
          return error;
        return pipeline.remove(pass("none"));
      });
  EXPECT_TRUE(llvm::errorToBool(std::move(error)));
  EXPECT_EQ(text(makeError(pipeline.check())), "");
}

} // namespace
