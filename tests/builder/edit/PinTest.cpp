//===- PinTest.cpp - Pins, which keep others from editing -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "EditsOfOthersSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// PMB085: builder.pin(pass("cse"), "the backend counts on it"), and a plugin
/// with builder.removePass("cse")
TEST(Pin, KeepsOthersFromEditing) {
  TestPipeline pipeline({"a", "b"});
  pipeline.addPass("optional");
  pipeline.addSlot("s");
  EXPECT_DONE(pipeline, pipeline.pin(pass("a"), "the backend counts on it"));
  EXPECT_DONE(pipeline, pipeline.pin(slot("s"), "documented"));
  EXPECT_REFUSED(
      pipeline, as(pipeline, acme, [&] { return pipeline.removePass("a"); }),
      "error: plugin 'acme' cannot remove 'a': it is pinned [PMB085 pinned]\n"
      "  note: it stands here: 'a' (pass 0, on builtin.module, added by "
      "framework)\n"
      "  note: framework: the backend counts on it\n"
      "  help: insert before or after it instead\n"
      "  note: nothing of what plugin 'acme' did was kept\n");
  EXPECT_TRUE(contains(
      text(as(pipeline, acme, [&] { return pipeline.replacePass("a", "c"); })),
      "plugin 'acme' cannot replace 'a': it is pinned"));
  EXPECT_TRUE(contains(
      text(as(pipeline, acme, [&] { return pipeline.remove(slot("s")); })),
      "plugin 'acme' cannot remove 's': it is pinned"));
  Fix fix;
  fix.kind = Fix::Kind::Move;
  fix.pass = "a";
  fix.passPosition = 0;
  fix.reference = "b";
  fix.referencePosition = 1;
  EXPECT_TRUE(
      contains(text(as(pipeline, acme, [&] { return pipeline.apply(fix); })),
               "plugin 'acme' cannot move 'a': it is pinned"));
  // Around it, others may do as they like.
  EXPECT_DONE(pipeline, as(pipeline, acme,
                           [&] { return pipeline.addPassAfter("c", "a"); }));
  EXPECT_DONE(pipeline,
              as(pipeline, acme, [&] { return pipeline.removePass("c"); }));
  // The owner may do anything.
  EXPECT_DONE(pipeline, pipeline.apply(fix));
  EXPECT_EQ(pipeline.str(), "builtin.module(b,a,optional)");
  EXPECT_DONE(pipeline, pipeline.removePass("a"));
}

TEST(Pin, HoldsWhoeverOthersSayTheyAre) {
  TestPipeline pipeline({"a", "b"});
  pipeline.setOrigin(Origin::framework("toycc"));
  EXPECT_DONE(pipeline, pipeline.pin(pass("a"), "the backend counts on it"));
  EXPECT_REFUSED(
      pipeline,
      as(pipeline, acme,
         [&] {
           pipeline.setOrigin(Origin::framework("toycc"));
           return pipeline.removePass("a");
         }),
      "error: plugin 'acme' cannot remove 'a': it is pinned [PMB085 pinned]\n"
      "  note: it stands here: 'a' (pass 0, on builtin.module, added by "
      "framework)\n"
      "  note: framework 'toycc': the backend counts on it\n"
      "  help: insert before or after it instead\n"
      "  note: nothing of what plugin 'acme' did was kept\n");
  EXPECT_TRUE(contains(text(as(pipeline, acme,
                               [&] {
                                 pipeline.setOrigin(Origin::framework());
                                 return pipeline.pin(pass("b"), "mine");
                               })),
                       "plugin 'acme' cannot pin 'b'"));
}

TEST(Pin, OfABundleHoldsWhatIsInItThen) {
  TestPipeline pipeline;
  PassBundle bundle("outer");
  bundle.addPass("a").addPass("b");
  pipeline.addBundle(bundle);
  EXPECT_DONE(pipeline, pipeline.pin(pmb::bundle("outer"), "goes together"));
  EXPECT_DONE(pipeline, as(pipeline, acme,
                           [&] { return pipeline.addPassAfter("c", "a"); }));
  EXPECT_NE(text(as(pipeline, acme, [&] { return pipeline.removePass("b"); })),
            "");
  EXPECT_NE(text(as(pipeline, acme,
                    [&] { return pipeline.remove(pmb::bundle("outer")); })),
            "");
  EXPECT_DONE(pipeline,
              as(pipeline, acme, [&] { return pipeline.removePass("c"); }));
}

TEST(Pin, OfAPassHoldsTheBundleAroundIt) {
  TestPipeline pipeline;
  PassBundle bundle("outer");
  bundle.addPass("a").addPass("b");
  pipeline.addBundle(bundle);
  EXPECT_DONE(pipeline, pipeline.pin(pass("b"), "needed"));
  EXPECT_TRUE(
      contains(text(as(pipeline, acme,
                       [&] { return pipeline.remove(pmb::bundle("outer")); })),
               "cannot remove 'outer': 'b', which is in it, is pinned"));
}

TEST(Pin, MayLeaveTheOptionsOpen) {
  TestPipeline pipeline;
  pipeline.addPass("optional");
  EXPECT_DONE(pipeline, pipeline.pin(pass("optional"), "stays here",
                                     PinnedOptions::Open));
  EXPECT_DONE(pipeline, as(pipeline, acme, [&] {
                return pipeline.setOptions(pass("optional"), "count=3");
              }));
  EXPECT_NE(
      text(as(pipeline, acme, [&] { return pipeline.removePass("optional"); })),
      "");
}

TEST(Pin, IsUpToWhoHasPutItThere) {
  TestPipeline pipeline({"a"});
  EXPECT_REFUSED(
      pipeline,
      as(pipeline, acme, [&] { return pipeline.pin(pass("a"), "mine"); }),
      "error: plugin 'acme' cannot pin 'a': that is up to who has put it "
      "there, and to the owner of the pipeline [PMB019 inside-transaction]\n"
      "  at: 'a' (pass 0, on builtin.module, added by framework)\n"
      "  help: say with a contract what must come before or after it\n"
      "  note: nothing of what plugin 'acme' did was kept\n");
  EXPECT_DONE(pipeline, as(pipeline, acme, [&]() -> llvm::Error {
                if (llvm::Error error = pipeline.addPassAfter("b", "a"))
                  return error;
                return pipeline.pin(pass("b"), "it is mine");
              }));
  EXPECT_TRUE(contains(text(as(pipeline, Origin::plugin("zeta"),
                               [&] { return pipeline.removePass("b"); })),
                       "note: plugin 'acme': it is mine"));
  // Who has pinned it comes again.
  EXPECT_DONE(pipeline,
              as(pipeline, acme, [&] { return pipeline.removePass("b"); }));
  EXPECT_REFUSED(pipeline, pipeline.pin(pass("a"), " "),
                 "error: there is no reason for pinning 'a' [PMB056 "
                 "bad-value]\n"
                 "  help: say what others need to know who want to edit it\n");
}

TEST(Pin, FixesLeaveItAlone) {
  auto run = [](bool isPinned) -> std::string {
    TestPipeline pipeline;
    pipeline.addPass("a");
    pipeline.addPass("b");
    Contract contract;
    contract.after(pass("b")).because("needs it");
    test::require(pipeline.addContract("a", contract));
    if (isPinned)
      for (const char *name : {"a", "b"})
        test::require(pipeline.pin(pass(name), "stays here"));
    std::vector<Diagnostic> findings = pipeline.check();
    EXPECT_EQ(findings.size(), 1u);
    return findings.size() == 1 && findings[0].fix ? findings[0].fix->message
                                                   : "";
  };
  EXPECT_EQ(run(false), "move 'a' after 'b'");
  EXPECT_EQ(run(true), "insert 'b' before 'a'");
}

} // namespace
