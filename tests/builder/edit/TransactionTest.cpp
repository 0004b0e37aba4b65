//===- TransactionTest.cpp - All or nothing -------------------------------===//
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

const char *const failedByAcme =
    "error: no luck [PMB018 foreign]\n"
    "  note: nothing of what third party 'acme' did was kept\n";

/// Runs all sorts of edits on a b a clean s outer{c}.
Error editEverything(TestPipeline &pipeline) {
  EXPECT_EQ(text(pipeline.insert(makeInstance("d"), Position::atStart())), "");
  EXPECT_EQ(text(pipeline.insert(PassSpec("tidy", "x=1"),
                                 Position::after(every(pass("a"))))),
            "");
  EXPECT_EQ(text(pipeline.remove(slot("s"))), "");
  EXPECT_EQ(text(pipeline.insertSlot("s", Position::atEnd())), "");
  EXPECT_EQ(text(pipeline.remove(bundle("outer"))), "");
  PassBundle outer("outer");
  outer.addKind("lowering").addPass("b").addBundle(PassBundle("inner"));
  EXPECT_EQ(text(pipeline.insert(outer, Position::before(last(pass("a"))))),
            "");
  EXPECT_EQ(text(pipeline.replace(every(pass("a")), PassSpec("func-pass"))),
            "");
  EXPECT_EQ(text(pipeline.remove(every(kind("cleanup")))), "");
  pipeline.addPass("gpu-pass");
  pipeline.nest("func.func").addPass("c").addSlot("t");
  pipeline.addBundle(outer);
  EXPECT_EQ(text(pipeline.remove(first(bundle("outer")))), "");
  return Error::success();
}

struct OneOfEach : TestPipeline {
  OneOfEach() : TestPipeline({"a", "b", "a", "clean"}) {
    addSlot("s");
    PassBundle outer("outer");
    outer.addPass("c");
    addBundle(outer);
  }
};

TEST(Transaction, KeepsWhatSucceeds) {
  OneOfEach pipeline;
  EXPECT_DONE(pipeline, pipeline.transaction(Origin::thirdParty("acme"), [&] {
    return editEverything(pipeline);
  }));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(d,func.func(func-pass),b,func.func(func-pass),"
            "gpu.module(gpu-pass),func.func(c),b)");
  EXPECT_EQ(pipeline.lookup(pass("d"))[0]->getOrigin().str(),
            "third party 'acme'");
  EXPECT_EQ(pipeline.lookup(pass("b"))[0]->getOrigin().str(), "framework");
  EXPECT_EQ(pipeline.getOrigin().str(), "framework");
}

TEST(Transaction, TakesBackWhatFails) {
  OneOfEach pipeline;
  std::string before = pipeline.snapshot();
  for (int i = 0; i < 5; ++i) {
    EXPECT_REFUSED(pipeline,
                   pipeline.transaction(Origin::thirdParty("acme"),
                                        [&]() -> Error {
                                          if (auto error =
                                                  editEverything(pipeline))
                                            return error;
                                          return fail();
                                        }),
                   failedByAcme);
    EXPECT_EQ(pipeline.getOrigin().str(), "framework");
  }
  EXPECT_EQ(pipeline.snapshot(), before);
  // Nothing is remembered, either.
  EXPECT_EQ(pipeline.check().size(), 0u);
  // And everything can be done again.
  EXPECT_DONE(pipeline, editEverything(pipeline));
}

TEST(Transaction, WithoutAnIndexBefore) {
  // The first lookup by name is made inside, so the index is made inside.
  TestPipeline pipeline({"a", "b"});
  EXPECT_EQ(text(pipeline.transaction(Origin::thirdParty("acme"),
                                      [&]() -> Error {
                                        pipeline.addPass("c");
                                        if (auto error =
                                                pipeline.removePass("a"))
                                          return error;
                                        return fail();
                                      })),
            failedByAcme);
  pipeline.verifyList();
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b)");
}

TEST(Transaction, InstancesOfWhatFailedAreDestroyedOnce) {
  {
    TestPipeline pipeline({"a"});
    EXPECT_NE(text(pipeline.transaction(
                  Origin::thirdParty("acme"),
                  [&]() -> Error {
                    if (auto error = pipeline.insert(
                            makeInstance("b"), Position::after(pass("a"))))
                      return error;
                    if (auto error = pipeline.removePass("b"))
                      return error;
                    return fail();
                  })),
              "");
    EXPECT_EQ(pipeline.str(), "builtin.module(a)");
  }
  EXPECT_EQ(FakePass::alive, 0);
}

//===----------------------------------------------------------------------===//
// Nesting
//===----------------------------------------------------------------------===//

TEST(Transaction, InnerFailureCanBeOvercome) {
  TestPipeline pipeline({"a"});
  EXPECT_DONE(pipeline,
              pipeline.transaction(Origin::thirdParty("acme"), [&]() -> Error {
                pipeline.addPass("b");
                EXPECT_EQ(
                    text(pipeline.transaction(Origin::plugin("inner"),
                                              [&]() -> Error {
                                                pipeline.addPass("c");
                                                return fail();
                                              })),
                    "error: no luck [PMB018 foreign]\n"
                    "  note: nothing of what plugin 'inner' did was kept\n");
                EXPECT_EQ(pipeline.getOrigin().str(), "third party 'acme'");
                pipeline.addPass("d");
                return Error::success();
              }));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,d)");
}

TEST(Transaction, OuterFailureTakesBackTheInnerSuccess) {
  OneOfEach pipeline;
  EXPECT_REFUSED(pipeline,
                 pipeline.transaction(
                     Origin::thirdParty("acme"),
                     [&]() -> Error {
                       if (auto error = pipeline.transaction(
                               Origin::plugin("inner"),
                               [&] { return editEverything(pipeline); }))
                         return error;
                       // A failed edit takes back itself only.
                       EXPECT_NE(text(pipeline.removePass("nothing")), "");
                       pipeline.addPass("d");
                       return fail();
                     }),
                 failedByAcme);
}

TEST(Transaction, InnerFailureThatIsPassedOnNamesBoth) {
  TestPipeline pipeline({"a"});
  EXPECT_REFUSED(
      pipeline,
      pipeline.transaction(Origin::thirdParty("acme"),
                           [&] {
                             return pipeline.transaction(
                                 Origin::plugin("inner"),
                                 [&] { return pipeline.removePass("z"); });
                           }),
      "error: the pipeline has no pass 'z' [PMB002 unknown-position]\n"
      "  note: its passes are 'a'\n"
      "  note: nothing of what plugin 'inner' did was kept\n"
      "  note: nothing of what third party 'acme' did was kept\n");
}

// Composing returns no errors, so what goes wrong comes at the end.
TEST(Transaction, ComposingInVainFailsIt) {
  TestPipeline pipeline({"a"}, "func.func");
  EXPECT_REFUSED(
      pipeline,
      pipeline.transaction(Origin::thirdParty("acme"),
                           [&] {
                             pipeline.addPass("b");
                             pipeline.addPass("module-pass");
                             pipeline.nest("func.func").addPass("");
                             return Error::success();
                           }),
      "error: 'module-pass' cannot run on 'func.func': it runs on "
      "'builtin.module' only [PMB004 wrong-anchor-op]\n"
      "  help: add it to a pipeline that is anchored on 'builtin.module'\n"
      "  note: nothing of what third party 'acme' did was kept\n"
      "error: '' cannot be the name of a pass [PMB016 bad-name]\n"
      "  help: use ASCII letters, digits and signs other than brackets, "
      "commas, quotes and '/'\n"
      "  note: nothing of what third party 'acme' did was kept\n");
  EXPECT_EQ(pipeline.check().size(), 0u);
}

TEST(Transaction, EarlierErrorsOfComposingAreNotIts) {
  TestPipeline pipeline({"a"}, "func.func");
  pipeline.addPass("module-pass");
  EXPECT_DONE(pipeline, pipeline.transaction(Origin::thirdParty("acme"), [&] {
    pipeline.addPass("b");
    return Error::success();
  }));
  EXPECT_EQ(pipeline.str(), "func.func(a,b)");
  EXPECT_EQ(pipeline.check().size(), 1u);
}

TEST(Transaction, SetOriginInsideEndsWithIt) {
  TestPipeline pipeline({"a"});
  EXPECT_DONE(pipeline, pipeline.transaction(Origin::thirdParty("acme"), [&] {
    pipeline.setOrigin(Origin::file("x.json", 3, 7));
    pipeline.addPass("b");
    return Error::success();
  }));
  EXPECT_EQ(pipeline.getOrigin().str(), "framework");
  EXPECT_EQ(pipeline.lookup(pass("b"))[0]->getOrigin().str(), "x.json:3:7");
}

// One party that edits a thousand times is one party.
TEST(Transaction, OriginsAreShared) {
  TestPipeline pipeline({"a"});
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(text(pipeline.transaction(
                  Origin::thirdParty(i % 2 ? "odd" : "even"),
                  [&] { return pipeline.addPassAfter("b", "a"); })),
              "");
  std::set<const Origin *> origins;
  for (const Node &node : pipeline.getPasses())
    origins.insert(&node.getOrigin());
  EXPECT_EQ(origins.size(), 3u);
  // The place in a file and the reason make a difference.
  Origin because = Origin::thirdParty("odd");
  because.why = "for speed";
  pipeline.setOrigin(because);
  pipeline.addPass("c");
  EXPECT_EQ(pipeline.lookup(pass("c"))[0]->getOrigin().why, "for speed");
  EXPECT_EQ(pipeline.lookup(pass("b"))[0]->getOrigin().why, "");
}

//===----------------------------------------------------------------------===//
// Random edits
//===----------------------------------------------------------------------===//

TEST(Transaction, RandomEditsAreTakenBack) {
  uint64_t state = 7;
  auto random = [&](unsigned n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return unsigned(state >> 33) % n;
  };
  const char *const names[] = {"a", "b", "clean", "func-pass", "gpu-pass"};
  auto name = [&] { return names[random(5)]; };
  auto edit = [&](TestPipeline &pipeline) -> Error {
    Selector selectors[] = {Selector(pass(name())), first(pass(name())),
                            last(kind("cleanup")),  every(pass(name())),
                            Selector(slot("s")),    first(bundle("outer"))};
    Selector selector = selectors[random(6)];
    Position position =
        random(2) ? Position::before(selector) : Position::after(selector);
    PassBundle bundle(random(2) ? "outer" : "inner");
    bundle.addPass(name()).addKind(random(2) ? "cleanup" : "lowering");
    if (random(3) == 0)
      bundle.addBundle(bundle.clone());
    if (random(4) == 0)
      bundle.addSlot("t");
    bundle.setContiguous(random(5) == 0);
    switch (random(7)) {
    case 0:
      return pipeline.insert(bundle, position);
    case 1:
      return pipeline.insertSlot("s", position);
    case 2:
      return random(3) ? pipeline.remove(selector)
                       : pipeline.insert(PassSpec(name()), position);
    case 3:
      return pipeline.replace(selector, makeInstance(name()));
    default:
      return pipeline.insert(makeInstance(name(), random(4) != 0), position);
    }
  };
  unsigned succeeded = 0;
  {
    OneOfEach pipeline;
    for (int round = 0; round < 300; ++round) {
      std::string before = pipeline.snapshot();
      bool keep = random(8) == 0 && pipeline.size() < 60;
      std::string result =
          text(pipeline.transaction(Origin::thirdParty("acme"), [&]() -> Error {
            for (unsigned i = random(8) + 1; i; --i) {
              std::string inner = pipeline.snapshot();
              if (text(edit(pipeline)).empty())
                ++succeeded;
              else
                EXPECT_EQ(pipeline.snapshot(), inner);
            }
            pipeline.verifyList();
            return keep ? Error::success() : fail();
          }));
      EXPECT_EQ(result.empty(), keep);
      if (!keep) {
        ASSERT_EQ(pipeline.snapshot(), before) << "round " << round;
      }
      pipeline.verifyList();
    }
  }
  EXPECT_GT(succeeded, 300u);
  EXPECT_EQ(FakePass::alive, 0);
}

} // namespace
