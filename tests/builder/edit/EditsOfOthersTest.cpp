//===- EditsOfOthersTest.cpp - Options, results and traces ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pins are in PinTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "EditsOfOthersSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

Origin withReason(Origin origin, llvm::StringRef why) {
  origin.why = why.str();
  return origin;
}

std::string list(const Pipeline &pipeline) {
  return toText(pipeline, PrintStyle::Listing);
}

/// Runs one edit in the name of a party.

std::string report(std::vector<Diagnostic> findings) {
  std::string text;
  for (const Diagnostic &finding : findings)
    text += finding.str();
  return text;
}

//===----------------------------------------------------------------------===//
// Insertions return what they inserted
//===----------------------------------------------------------------------===//

TEST(InsertResult, IsTheErrorOrTheNode) {
  TestPipeline pipeline({"a", "b"});
  InsertResult added = pipeline.addPassBefore("c", "b");
  ASSERT_FALSE(added.failed());
  EXPECT_EQ(added.getNode(), pipeline.lookup(pass("c"))[0]);
  InsertResult failed = pipeline.addPassBefore("c", "d");
  ASSERT_TRUE(failed.failed());
  EXPECT_EQ(failed.getNode(), nullptr);
  EXPECT_TRUE(contains(text(std::move(failed)), "unknown-position"));
}

/// As code was written before there was an Insertion.
llvm::Expected<int> insertAll(PipelineBuilder &pipeline, bool isBundle) {
  if (auto err = pipeline.addPassAfter("c", "a"))
    return err;
  if (llvm::Error err = pipeline.insertSlot("s", Position::atEnd()))
    return llvm::Expected<int>(std::move(err));
  llvm::Error err = isBundle ? pipeline.insert(PassBundle("outer"),
                                               Position::before(pass("b")))
                             : pipeline.addPassBefore("d", "none");
  if (err)
    return llvm::Expected<int>(std::move(err));
  return 3;
}

TEST(InsertResult, IsTakenForAnError) {
  TestPipeline pipeline({"a", "b"});
  int done = require(insertAll(pipeline, true));
  EXPECT_EQ(done, 3);
  EXPECT_EQ(pipeline.str(), "builtin.module(a,c,b)");
  TestPipeline other({"a", "b"});
  EXPECT_TRUE(contains(text(insertAll(other, false).takeError()), "'none'"));
}

TEST(InsertResult, HasAllNodesOfSeveralPlaces) {
  TestPipeline pipeline({"a", "b", "a"});
  InsertResult added =
      pipeline.insert(PassSpec("c"), Position::after(every(pass("a"))));
  ASSERT_FALSE(added.failed());
  EXPECT_EQ(added.getNodes().size(), 2u);
  EXPECT_EQ(added.getNodes()[1], pipeline.lookup(pass("c"))[1]);
  InsertResult begin = pipeline.insert(PassBundle("outer"), Position::atEnd());
  ASSERT_FALSE(begin.failed());
  EXPECT_EQ(begin.getNode()->getKind(), Node::Kind::BundleBegin);
  InsertResult replaced = pipeline.replacePass("b", "d");
  ASSERT_FALSE(replaced.failed());
  EXPECT_EQ(replaced.getNode()->getName(), "d");
}

TEST(Only, AddressesOneOfSeveral) {
  TestPipeline pipeline({"a", "a", "a"});
  InsertResult added = pipeline.insert(PassSpec("a"), Position::atStart());
  ASSERT_FALSE(added.failed());
  const Node &node = *added.getNode();
  EXPECT_DONE(pipeline,
              pipeline.insert(PassSpec("b"), Position::after(exactly(node))));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,a,a,a)");
  EXPECT_DONE(pipeline, as(pipeline, acme,
                           [&] { return pipeline.remove(exactly(node)); }));
  EXPECT_REFUSED(pipeline, pipeline.remove(exactly(node)),
                 "error: this 'a' is not in the pipeline any more [PMB002 "
                 "unknown-position]\n"
                 "  note: 'a' was removed by plugin 'acme'\n");
  TestPipeline other({"a"});
  EXPECT_REFUSED(other,
                 other.remove(exactly(*pipeline.lookup(pass("b")).front())),
                 "error: this 'b' is in another pipeline [PMB002 "
                 "unknown-position]\n");
}

TEST(ArgumentOrder, ASwapIsNamed) {
  TestPipeline pipeline({"a"});
  pipeline.addSlot("s");
  EXPECT_REFUSED(pipeline, pipeline.addPassBefore("a", "clean"),
                 "error: the pipeline has no pass 'clean' [PMB002 "
                 "unknown-position]\n"
                 "  note: its passes are 'a'\n"
                 "  help: the pass to be added is named first: 'clean', then "
                 "'a'\n");
  EXPECT_TRUE(contains(text(pipeline.addPassToSlot("s", "clean")),
                       "named first: 'clean', then 's'"));
}

/// A pass that lowers nothing is there more than once, as it is right.
TEST(ArgumentOrder, IsRightForWhatIsAddedAgain) {
  Catalog catalog = makeCatalog();
  for (const char *name : {"fold", "lower"}) {
    PassDescriptor pass(name);
    pass.hasContract = true;
    if (pass.name == "lower")
      pass.contract.lowers({"scf"});
    test::require(catalog.addPass(std::move(pass)));
  }
  PipelineBuilder pipeline("builtin.module", catalog);
  pipeline.addPass("fold").addPass("lower").addPass("tidy");
  for (const char *added : {"fold", "tidy"}) {
    std::string found = text(pipeline.addPassBefore(added, "clean"));
    EXPECT_FALSE(contains(found, "named first"));
    EXPECT_TRUE(contains(found, "its passes are"));
  }
  EXPECT_TRUE(contains(text(pipeline.addPassBefore("lower", "clean")),
                       "named first: 'clean', then 'lower'"));
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

TEST(SetOptions, KeepsTheOthers) {
  TestPipeline pipeline;
  pipeline.addPass("optional", "count=2 mode=x");
  EXPECT_DONE(pipeline, pipeline.setOptions(pass("optional"), "mode=y"));
  EXPECT_EQ(pipeline.str(), "builtin.module(optional{count=2 mode=y})");
  // The last mention counts, as in a text.
  EXPECT_DONE(pipeline,
              pipeline.setOptions(pass("optional"), "{count=3 count=4}"));
  EXPECT_EQ(pipeline.str(), "builtin.module(optional{mode=y count=4})");
}

TEST(SetOptions, OfTheOneThatIsMeant) {
  TestPipeline pipeline;
  for (const char *count : {"count=1", "count=2", "count=3"})
    pipeline.addPass("optional", count);
  EXPECT_EQ(text(pipeline.setOptions(pass("optional"), "mode=m"))
                .find("error: 'optional' is in the pipeline 3 times"),
            0u);
  EXPECT_DONE(pipeline, pipeline.setOptions(first(pass("optional")), "mode=f"));
  EXPECT_DONE(pipeline, pipeline.setOptions(last(pass("optional")), "mode=l"));
  EXPECT_DONE(pipeline,
              pipeline.setOptions(nth(pass("optional"), 1), "count=9"));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(optional{count=1 mode=f},optional{count=9},"
            "optional{count=3 mode=l})");
  EXPECT_DONE(pipeline, pipeline.setOptions(every(pass("optional")), "mode=e"));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(optional{count=1 mode=e},optional{count=9 mode=e},"
            "optional{count=3 mode=e})");
}

TEST(SetOptions, RefusesWhatCannotBe) {
  TestPipeline pipeline({"a"});
  pipeline.addPass("optional", "count=2");
  pipeline.addSlot("s");
  EXPECT_REFUSED(
      pipeline, pipeline.setOptions(pass("optional"), "coutn=3"),
      "error: 'optional' has no option 'coutn' [PMB006 bad-options]\n"
      "  help: did you mean 'count'?\n");
  EXPECT_REFUSED(pipeline, pipeline.setOptions(pass("optional"), " {} "),
                 "error: there is no option to be set of 'optional' [PMB006 "
                 "bad-options]\n");
  EXPECT_REFUSED(pipeline, pipeline.setOptions(pass("optional"), "mode={x"),
                 "error: the options 'mode={x' of 'optional' have a '{' "
                 "without a '}' [PMB006 bad-options]\n");
  EXPECT_REFUSED(pipeline, pipeline.setOptions(slot("s"), "x=1"),
                 "error: 's' has no options that can be set: it is not a pass "
                 "[PMB002 unknown-position]\n"
                 "  note: it stands here: 's' (on builtin.module, added by "
                 "framework)\n");
  EXPECT_TRUE(contains(text(pipeline.setOptions(pass("optionla"), "mode=x")),
                       "did you mean 'optional'?"));
  // What fails at one of several changes none.
  pipeline.addPass("optional");
  EXPECT_DONE(pipeline, pipeline.pin(last(pass("optional")), "as it is"));
  EXPECT_REFUSED(
      pipeline,
      as(pipeline, acme,
         [&] {
           return pipeline.setOptions(every(pass("optional")), "mode=x");
         }),
      "error: plugin 'acme' cannot set options of 'optional': it is "
      "pinned [PMB085 pinned]\n"
      "  note: it stands here: 'optional' (pass 2, on builtin.module, added by "
      "framework)\n"
      "  note: framework: as it is\n"
      "  help: leave its options as they are\n"
      "  note: nothing of what plugin 'acme' did was kept\n");
}

TEST(SetOptions, IsUndoneWithItsTransaction) {
  TestPipeline pipeline;
  pipeline.addPass("optional", "count=2");
  EXPECT_NE(
      text(as(pipeline, acme,
              [&]() -> llvm::Error {
                EXPECT_EQ(
                    text(pipeline.setOptions(pass("optional"), "count=5")), "");
                EXPECT_TRUE(contains(list(pipeline), "options by"));
                return pipeline.removePass("none");
              })),
      "");
  EXPECT_EQ(list(pipeline), "builtin.module\n   0  optional{count=2}\n");
  EXPECT_TRUE(pipeline.getList().getEdits().empty());
}

/// PMB086: two plugins, of which one sets top-down of the framework's
/// canonicalize to true and one to false
TEST(SetOptions, TwoPartiesThatDisagreeAreReported) {
  auto run = [](const char *first, const char *second, const char *owner) {
    TestPipeline pipeline;
    pipeline.addPass("optional", "count=1");
    auto add = [&](const char *name, const char *options) {
      test::require(pipeline.addParty(
          {withReason(Origin::plugin(name), std::string("says ") + name), 0,
           [&pipeline, options] {
             return pipeline.setOptions(pass("optional"), options);
           }}));
    };
    add("zeta", second);
    add("acme", first);
    test::require(pipeline.applyParties());
    if (owner)
      test::require(pipeline.setOptions(pass("optional"), owner));
    return report(pipeline.check());
  };
  EXPECT_EQ(
      run("count=2", "count=3", nullptr),
      "warning: plugin 'zeta' sets 'count' of 'optional' to '3', and "
      "plugin 'acme' to '2': the last one counts [PMB086 "
      "conflicting-options]\n"
      "  at: 'optional' (pass 0, on builtin.module, added by framework)\n"
      "  note: plugin 'acme': says acme\n"
      "  note: plugin 'zeta': says zeta\n"
      "  help: let the owner of the pipeline set it, after the parties\n");
  EXPECT_EQ(run("count=2", "count=2", nullptr), "");
  EXPECT_EQ(run("count=2", "mode=x", nullptr), "");
  // The owner has the last word.
  EXPECT_EQ(run("count=2", "count=3", "count=4"), "");
}

/// A pass that is gone has no options to disagree about.
TEST(SetOptions, OfAPassThatIsGoneAreNoConflict) {
  TestPipeline pipeline;
  pipeline.addPass("optional", "count=1");
  for (const char *name : {"acme", "zeta"})
    EXPECT_DONE(pipeline, as(pipeline, Origin::plugin(name), [&] {
                  return pipeline.setOptions(
                      pass("optional"),
                      name == llvm::StringRef("acme") ? "count=2" : "count=3");
                }));
  EXPECT_NE(report(pipeline.check()), "");
  EXPECT_DONE(pipeline, pipeline.removePass("optional"));
  EXPECT_EQ(report(pipeline.check()), "");
}

//===----------------------------------------------------------------------===//
// Traces
//===----------------------------------------------------------------------===//

TEST(Trace, ListingsShowWhatOthersDid) {
  TestPipeline pipeline({"a", "b", "c", "clean"});
  pipeline.addPass("optional");
  EXPECT_DONE(pipeline, as(pipeline, acme, [&]() -> llvm::Error {
                if (llvm::Error error = pipeline.removePass("b"))
                  return error;
                if (llvm::Error error = pipeline.replacePass("c", "d"))
                  return error;
                return pipeline.setOptions(pass("optional"), "count=3");
              }));
  EXPECT_EQ(list(pipeline),
            "builtin.module\n"
            "   0  a\n"
            "   -  removed: 'b'                                         <- "
            "plugin 'acme'\n"
            "   1  d (replaces 'c')                                     <- "
            "plugin 'acme'\n"
            "   2  clean\n"
            "   3  optional{count=3} (options by plugin 'acme')\n");
}

TEST(Trace, WhatGoesWithABundleOfAnotherIsListed) {
  for (bool isReplaced : {false, true}) {
    TestPipeline pipeline({"a"});
    PassBundle outer("outer");
    outer.addPass("b").addPass("c");
    EXPECT_DONE(pipeline, as(pipeline, acme, [&] {
                  return pipeline.insert(outer, Position::after(pass("a")));
                }));
    EXPECT_DONE(pipeline, as(pipeline, Origin::plugin("other"), [&] {
                  return pipeline.insert(PassSpec("d"),
                                         Position::after(every(pass("b"))));
                }));
    EXPECT_EQ(pipeline.str(), "builtin.module(a,b,d,c)");
    EXPECT_DONE(pipeline, as(pipeline, acme, [&]() -> llvm::Error {
                  if (isReplaced)
                    return pipeline.replace(bundle("outer"), PassSpec("c"));
                  return pipeline.remove(bundle("outer"));
                }));
    std::string listing = list(pipeline);
    // The bundle was their own.
    EXPECT_FALSE(contains(listing, "removed: bundle"));
    EXPECT_TRUE(contains(listing, "removed: 'd'"));
    EXPECT_REFUSED(
        pipeline, pipeline.addPassAfter("tidy", "d"),
        "error: the pipeline has no pass 'd' [PMB002 "
        "unknown-position]\n"
        "  note: 'd' was " +
            std::string(isReplaced ? "replaced with 'c'" : "removed") +
            " by plugin 'acme', with 'outer', which it was in\n");
  }
}

TEST(Trace, OwnEditsAreNotListed) {
  TestPipeline pipeline({"a", "b"});
  EXPECT_DONE(pipeline, pipeline.removePass("b"));
  EXPECT_EQ(list(pipeline), "builtin.module\n   0  a\n");
  EXPECT_REFUSED(
      pipeline, pipeline.addPassBefore("c", "b"),
      "error: the pipeline has no pass 'b' [PMB002 unknown-position]\n"
      "  note: its passes are 'a'\n");
}

TEST(Trace, AnAnchorThatIsGoneNamesWhoRemovedIt) {
  TestPipeline pipeline({"a", "b"});
  PassBundle bundle("outer");
  bundle.addPass("clean").addSlot("s");
  pipeline.addBundle(bundle);
  EXPECT_DONE(
      pipeline,
      as(pipeline, withReason(acme, "has its own"), [&]() -> llvm::Error {
        if (llvm::Error error = pipeline.removePass("b"))
          return error;
        if (llvm::Error error = pipeline.replacePass("a", "d"))
          return error;
        return pipeline.remove(pmb::bundle("outer"));
      }));
  EXPECT_REFUSED(
      pipeline, pipeline.addPassBefore("c", "b"),
      "error: the pipeline has no pass 'b' [PMB002 unknown-position]\n"
      "  note: 'b' was removed by plugin 'acme': has its own\n");
  EXPECT_REFUSED(
      pipeline, pipeline.addPassBefore("c", "a"),
      "error: the pipeline has no pass 'a' [PMB002 unknown-position]\n"
      "  note: 'a' was replaced with 'd' by plugin 'acme': has its "
      "own\n");
  for (const Target &target : {slot("s"), kind("cleanup"), pass("clean")})
    EXPECT_TRUE(
        contains(text(pipeline.insert(PassSpec("c"), Position::after(target))),
                 "was removed by plugin 'acme', with 'outer', which it "
                 "was in"))
        << target.str();
}

} // namespace
