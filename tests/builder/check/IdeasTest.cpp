//===- IdeasTest.cpp - Which edits are tried, and in which order ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IdeasSupport.h"

using namespace pmb;
using pmb::test::IdeasTest;

namespace {

/// What makes types must agree.
TEST_F(IdeasTest, APassGetsTheOptionsOfThoseInThePipeline) {
  auto makePass = [&](llvm::StringRef name, auto fill) {
    PassDescriptor pass(name);
    for (llvm::StringRef option : {"bare", "width", "test"})
      pass.options.push_back({option.str(), "false"});
    pass.options.front().type = OptionDescriptor::Type::Bool;
    pass.options.back().testOnly = "it breaks things";
    pass.hasContract = true;
    fill(pass.contract);
    test::require(catalog.overridePass(std::move(pass)));
  };
  makePass("a-to-c", [](Contract &contract) {
    contract.lowers({"a"}).to({"c"});
    contract.lowers({"x"}).to({"c"}).when(!option("bare"));
  });
  makePass("b-to-c",
           [](Contract &contract) { contract.lowers({"b"}).to({"c"}); });
  makePass("b-to-a",
           [](Contract &contract) { contract.lowers({"b"}).to({"a"}); });
  auto ideasFor = [&](const char *item,
                      std::initializer_list<llvm::StringRef> passes) {
    return ideasOf(Items{item}, passes, Items{"c"});
  };
  // Its own, also where others have none.
  EXPECT_EQ(ideasFor("b", {"a-to-c{bare test=true}", "b-to-a"}),
            "move 'a-to-c' after 'b-to-a'; insert 'a-to-c{bare test=true}' "
            "after 'b-to-a'; move 'b-to-a' before 'a-to-c'; move 'a-to-c'; "
            "insert 'a-to-c{bare test=true}'\n");
  EXPECT_EQ(ideasFor("a", {"b-to-c{width=8}"}), "insert 'a-to-c{width=8}'\n");
  EXPECT_EQ(ideasFor("a", {"b-to-c{width=8}", "b-to-a{width=4}"}),
            "insert 'a-to-c'\n");
  EXPECT_EQ(ideasFor("a", {"b-to-c{bare=1 width=false test=1}"}),
            "insert 'a-to-c{bare=true}'\n");
  // It is no cure where these keep it from being one.
  EXPECT_EQ(ideasFor("x", {"b-to-c"}), "insert 'a-to-c'\n");
  EXPECT_EQ(ideasFor("x", {"b-to-c{bare}"}), "");
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

TEST_F(IdeasTest, OfAWrongOrder) {
  define("x");
  define("y");
  define("late", Contract().after(pass("x")));
  define("early", Contract().before(pass("x")));
  define("last", Contract().after(pass("x")).all());
  define("behind-group", Contract().after(bundle("group")));
  EXPECT_EQ(ideas({"late", "x"}), "move 'late' after 'x'; move 'x' before "
                                  "'late'; insert 'x' before 'late'\n");
  EXPECT_EQ(ideas({"x", "early"}), "move 'early' before 'x'; move 'x' after "
                                   "'early'; insert 'x' after 'early'\n");
  EXPECT_EQ(ideas({"late", "x", "y", "x"}),
            "move 'late' after 'x' (pass 1); move 'x' (pass 1) before 'late'; "
            "insert 'x' before 'late'\n");
  EXPECT_EQ(ideas({"x", "y", "x", "early"}),
            "move 'early' before 'x' (pass 2); move 'x' (pass 2) after "
            "'early'; insert 'x' after 'early'\n");
  // What may run again rather does.
  define("tidy", [](Contract &contract) { contract.idempotent(); });
  define("untidy", Contract().after(pass("tidy")));
  EXPECT_EQ(ideas({"untidy", "tidy"}),
            "move 'untidy' after 'tidy'; insert 'tidy' before 'untidy'; move "
            "'tidy' before 'untidy'\n");
  // One more would not do where all of them are meant.
  EXPECT_EQ(ideas({"x", "last", "x"}),
            "move 'last' after 'x' (pass 2); move 'x' (pass 2) before "
            "'last'\n");
  // Nor where it is a bundle.
  auto pipeline = compose({"behind-group"});
  PassBundle group("group");
  group.addPass("x").addPass("y");
  pipeline->addBundle(group);
  EXPECT_EQ(ideas(*pipeline), "move 'behind-group' after 'group'; move 'group' "
                              "before 'behind-group'\n");
}

TEST_F(IdeasTest, OfWhatShouldFollow) {
  define("x");
  define("tidy", [](Contract &contract) { contract.idempotent(); });
  define("mine", Contract().followedBy(pass("x")));
  define("dirty", Contract().followedBy(pass("tidy")));
  define("before-group", Contract().followedBy(bundle("group")));
  EXPECT_EQ(ideas({"x", "mine"}),
            "insert 'x' after 'mine'; move 'x' after 'mine'; move 'mine' "
            "before 'x'; insert 'x'\n");
  EXPECT_EQ(ideas({"tidy", "dirty"}),
            "insert 'tidy' after 'dirty'; move 'tidy' after 'dirty'; move "
            "'dirty' before 'tidy'; insert 'tidy'\n");
  EXPECT_EQ(ideas({"mine"}), "insert 'x' after 'mine'\n");
  PipelineBuilder pipeline("builtin.module", catalog);
  PassBundle group("group");
  group.addPass("x");
  pipeline.addBundle(group);
  pipeline.addPass("before-group");
  EXPECT_EQ(ideas(pipeline), "move 'group' after 'before-group'\n");
  // What others have put there stays there.
  PipelineBuilder shared("builtin.module", catalog);
  shared.addPass("mine");
  EXPECT_EQ(test::text(shared.transaction(Origin::plugin("acme"),
                                          [&]() -> llvm::Error {
                                            return shared.insert(
                                                PassSpec("x"),
                                                Position::before(pass("mine")));
                                          })),
            "");
  EXPECT_EQ(ideas(shared), "insert 'x' after 'mine'; move 'x' after 'mine'; "
                           "move 'mine' before 'x'; insert 'x'\n");
}

/// Rather than each of the passes that a late one must precede, that one moves.
TEST_F(IdeasTest, OfWhatComesTooLateForSeveral) {
  define("linalg-to-loops", [](Contract &contract) {
    contract.lowers({"linalg.fill"}).sometimes({"scf.for"});
    contract.lowers({"linalg.index"}).sometimes({"affine.apply"});
  });
  define("scf-to-cf", Contract().lowers({"scf"}).to({"llvm"}));
  define("lower-affine", Contract().lowers({"affine"}).to({"llvm"}));
  EXPECT_EQ(ideasOf({}, {"scf-to-cf", "lower-affine", "linalg-to-loops"},
                    Items{"llvm"}),
            "move 'linalg-to-loops' before 'scf-to-cf'; move 'lower-affine' "
            "after 'linalg-to-loops'; insert 'lower-affine' after "
            "'linalg-to-loops'; move 'linalg-to-loops' before 'lower-affine'; "
            "move 'lower-affine'; insert 'lower-affine'\n"
            "move 'linalg-to-loops' before 'scf-to-cf'; move 'scf-to-cf' after "
            "'linalg-to-loops'; insert 'scf-to-cf' after 'linalg-to-loops'; "
            "move 'linalg-to-loops' before 'scf-to-cf'; move 'scf-to-cf'; "
            "insert 'scf-to-cf'\n");
}

/// One thing that it leads to is reported; it moves before what lowers others.
TEST_F(IdeasTest, OfWhatComesTooLateForMoreThanIsReported) {
  define("lower-affine", [](Contract &contract) {
    contract.lowers({"affine"}).to({"arith.addi", "scf.for"}).speculative();
  });
  define("scf-to-cf",
         Contract().lowers({"scf"}).sometimes({"llvm"}).speculative());
  define("arith-to-llvm",
         Contract().lowers({"arith"}).sometimes({"llvm"}).speculative());
  EXPECT_EQ(ideasOf({}, {"scf-to-cf", "arith-to-llvm", "lower-affine"},
                    Items{"llvm"}),
            "move 'arith-to-llvm' after 'lower-affine'; insert 'arith-to-llvm' "
            "after 'lower-affine'; move 'lower-affine' before 'arith-to-llvm'; "
            "move 'arith-to-llvm'; insert 'arith-to-llvm'; move 'lower-affine' "
            "before 'scf-to-cf'\n");
}

TEST_F(IdeasTest, OfWhatIsBetween) {
  define("x");
  define("y");
  define("behind", Contract().after(pass("x")).immediately());
  define("ahead", Contract().before(pass("x")).immediately());
  define("turns", Contract().alternatesWith(pass("x")));
  define("turns-with-group", Contract().alternatesWith(bundle("group")));
  EXPECT_EQ(ideas({"x", "y", "behind"}),
            "move 'behind' after 'x'; move 'x' before 'behind'; move 'y' "
            "before 'x'; move 'y' after 'behind'\n");
  EXPECT_EQ(ideas({"ahead", "y", "x"}),
            "move 'ahead' before 'x'; move 'x' after 'ahead'; move 'y' after "
            "'x'; move 'y' before 'ahead'\n");
  EXPECT_EQ(ideas({"x", "turns", "turns"}),
            "insert 'x' before 'turns' (pass 2)\n");
  auto pipeline = compose({});
  PassBundle group("group");
  group.addPass("x");
  pipeline->addBundle(group);
  pipeline->addPass("turns-with-group").addPass("turns-with-group");
  EXPECT_EQ(ideas(*pipeline), "");
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

TEST_F(IdeasTest, OfAMissingProperty) {
  define("needs", Contract().requiresProperty("deallocated"));
  define("ends", Contract().invalidatesProperty("deallocated"));
  // Without a provider there is nothing to try.
  EXPECT_EQ(ideas({"ends", "needs"}), "move 'needs' before 'ends'\n");
  define("frees", Contract().providesProperty("deallocated"));
  EXPECT_EQ(ideas({"ends", "needs"}),
            "move 'needs' before 'ends'; insert 'frees' before 'needs'\n");
  EXPECT_EQ(ideas({"frees", "ends", "needs"}),
            "move 'needs' before 'ends'; insert 'frees' before 'needs'; move "
            "'ends' after 'needs'\n");
  EXPECT_EQ(ideas({"needs", "frees"}),
            "move 'needs' after 'frees'; move 'frees' before 'needs'\n");
  define("tidies", Contract().providesProperty("deallocated"), {"cleanup"});
  // Of two providers none is better.
  EXPECT_EQ(ideas({"ends", "needs"}), "move 'needs' before 'ends'\n");
  EXPECT_EQ(ideas({"tidies", "ends", "needs"}),
            "insert 'tidies' before 'needs'; move 'needs' before 'ends'; move "
            "'ends' after 'needs'\n");
  define("wants-frees",
         Contract().requiresProperty("deallocated").establishedBy("frees"));
  EXPECT_EQ(ideas({"ends", "wants-frees"}),
            "insert 'frees' before 'wants-frees'; move 'wants-frees' before "
            "'ends'\n");
  EXPECT_EQ(ideas({"frees", "ends", "wants-frees"}),
            "insert 'frees' before 'wants-frees'; move 'wants-frees' before "
            "'ends'; move 'ends' after 'wants-frees'\n");
  EXPECT_EQ(ideas({"tidies", "ends", "wants-frees"}),
            "insert 'tidies' before 'wants-frees'; move 'wants-frees' before "
            "'ends'; move 'ends' after 'wants-frees'\n");
}

TEST_F(IdeasTest, OfAMissingPropertyWhereNoCleanupMayGo) {
  define("ends", Contract().invalidatesProperty("deallocated"));
  define("frees", Contract().providesProperty("deallocated"));
  define("tidies", Contract().providesProperty("deallocated"), {"cleanup"});
  define("needs",
         Contract().requiresProperty("deallocated").establishedBy("tidies"));
  auto compose = [&](llvm::StringRef provider, bool needsWhole) {
    auto pipeline =
        std::make_unique<PipelineBuilder>("builtin.module", catalog);
    pipeline->addPass(provider).addPass("ends");
    PassBundle tight("tight");
    tight.setNoCleanup("counts on every operation");
    if (needsWhole)
      tight.contract.requiresProperty("deallocated").establishedBy("tidies");
    tight.addPass(needsWhole ? "tidies" : "needs");
    pipeline->addBundle(tight);
    return pipeline;
  };
  EXPECT_EQ(ideas(*compose("frees", false)),
            "move 'needs' before 'ends'; insert 'frees' before 'needs'; move "
            "'ends' after 'needs'\n");
  EXPECT_EQ(ideas(*compose("tidies", false)),
            "move 'needs' before 'ends'; move 'ends' after 'needs'\n");
  // Before the bundle it may.
  EXPECT_EQ(ideas(*compose("frees", true)),
            "insert 'tidies' before 'tight'; move 'tight' before 'ends'; "
            "insert 'frees' before 'tight'; move 'ends' after 'tight'\n");
  EXPECT_EQ(ideas(*compose("tidies", true)),
            "insert 'tidies' before 'tight'; move 'tight' before 'ends'; move "
            "'ends' after 'tight'\n");
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

TEST_F(IdeasTest, OfWhatIsRejected) {
  define("makes-a", Contract().lowers({"x"}).to({"a.op"}));
  define("also-makes-a", Contract().lowers({"y"}).to({"a.op"}));
  define("lowers-a", Contract().lowers({"a"}).to({"b"}));
  define("lowers-a-too", Contract().lowers({"a.op"}).to({"b"}));
  define("no-a", Contract().rejects({"a"}));
  define("with-a", Contract().requiresContents({"a"}));
  Items input = {"x", "y"};
  EXPECT_EQ(ideasOf(input, {"makes-a", "no-a", "lowers-a"}),
            "move 'no-a' after 'lowers-a'; move 'lowers-a' before 'no-a'; move "
            "'no-a' before 'makes-a'; move 'makes-a' after 'no-a'; insert "
            "'lowers-a-too' before 'no-a'; insert 'lowers-a' before 'no-a'; "
            "move 'no-a'\n");
  EXPECT_EQ(ideasOf(input, {"makes-a", "also-makes-a", "no-a", "lowers-a",
                            "lowers-a-too"}),
            "move 'no-a' after 'lowers-a-too'; move 'lowers-a-too' before "
            "'no-a'; move 'no-a' after 'lowers-a'; move 'lowers-a' before "
            "'no-a'; move 'no-a' before 'makes-a'; move 'makes-a' after "
            "'no-a'; move 'no-a' before 'also-makes-a'; move 'also-makes-a' "
            "after 'no-a'; insert 'lowers-a-too' before 'no-a'; insert "
            "'lowers-a' before 'no-a'; move 'no-a'\n");
  EXPECT_EQ(ideasOf(input, {"makes-a", "func.func(no-a)"}),
            "move 'no-a' before 'makes-a'; move 'makes-a' after 'no-a'; move "
            "'no-a'\n");
  EXPECT_EQ(ideasOf(input, {"with-a", "makes-a"}),
            "move 'with-a' after 'makes-a'; move 'makes-a' before 'with-a'; "
            "move 'with-a'\n");
  EXPECT_EQ(ideasOf(input, {"makes-a", "lowers-a", "with-a"}),
            "move 'with-a' before 'lowers-a'; move 'lowers-a' after 'with-a'; "
            "move 'with-a'\n");
  // What has been done need not be done again.
  define("fills", [](Contract &contract) {
    contract.rejects({"filled"});
    contract.introduces({"filled"});
  });
  EXPECT_EQ(
      ideasOf(input, {"fills", "fills"}),
      "remove 'fills' (pass 1); move 'fills' (pass 1) before 'fills' (pass 0); "
      "move 'fills' (pass 0) after 'fills' (pass 1); move 'fills' (pass 1)\n");
  // Only what is behind helps, and only what is ahead harms.
  EXPECT_EQ(ideasOf(Items{"a.op"}, {"lowers-a", "makes-a", "no-a"}), "");
}

TEST_F(IdeasTest, OfManyRejectionsOnlySomeHaveAny) {
  define("makes-a", Contract().lowers({"x"}).to({"a.op"}));
  define("no-a", Contract().rejects({"a.op"}));
  auto pipeline = compose({"makes-a"});
  pipeline->getInterface().inputContents = Items{"x"};
  for (int i = 0; i < 16; ++i)
    pipeline->addPass("no-a");
  auto count = [&] { return llvm::StringRef(ideas(*pipeline)).count('\n'); };
  EXPECT_EQ(count(), 16u);
  pipeline->addPass("no-a");
  EXPECT_EQ(count(), 16u);
}

TEST_F(IdeasTest, OfWhatIsInTheWay) {
  define("bufferize", Contract().lowers({"!tensor"}).to({"memref.alloc"}));
  define("to-loops",
         Contract().lowers({"linalg"}).unless({"!tensor"}).to({"llvm.br"}));
  Items input = {"linalg.matmul", "!tensor"}, output = {"llvm", "memref"};
  EXPECT_EQ(ideasOf(input, {"to-loops"}, output),
            "insert 'bufferize' before 'to-loops'; insert 'bufferize'\n");
  EXPECT_EQ(ideasOf(input, {"func.func(to-loops)"}, output),
            "insert 'bufferize' on builtin.module before 'to-loops'; insert "
            "'bufferize' before 'to-loops'; insert 'bufferize'\n");
  EXPECT_EQ(ideasOf(input, {"to-loops", "bufferize"}, output),
            "move 'to-loops' after 'bufferize'; insert 'to-loops' after "
            "'bufferize'; move 'bufferize' before 'to-loops'; move 'to-loops'; "
            "insert 'to-loops'\n");
  EXPECT_EQ(ideasOf(input, {"to-loops"}),
            "insert 'bufferize' before 'to-loops'; insert 'bufferize'\n");
}

/// Passes that convert types must agree on them.
TEST_F(IdeasTest, OfAPassHaveTheOptionsThatAllOthersHave) {
  for (const char *name : {"arith", "cf", "func"}) {
    PassDescriptor pass(name);
    pass.hasContract = pass.hasOptionList = true;
    pass.options = {{"width", "0"}, {"fast", "false"}};
    pass.contract.lowers({name}).to({"llvm"});
    test::require(catalog.overridePass(std::move(pass)));
  }
  auto ideasFor = [&](std::initializer_list<llvm::StringRef> passes) {
    return ideasOf(Items{"cf.br"}, passes, Items{"llvm"});
  };
  EXPECT_EQ(ideasFor({"arith{width=32}", "func{width=32 fast=true}"}),
            "insert 'cf{width=32}'\n");
  EXPECT_EQ(ideasFor({"arith{width=32}", "func"}), "insert 'cf'\n");
  EXPECT_EQ(ideasFor({"arith{width=32}", "func{width=64}"}), "insert 'cf'\n");
  // The default need not be said.
  EXPECT_EQ(ideasFor({"arith{width=0}", "func{width=0}"}), "insert 'cf'\n");
}

TEST_F(IdeasTest, OfALeftOver) {
  define("to-llvm", Contract().lowers({"cf"}).to({"llvm.br"}));
  define("to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
  define("to-spirv", Contract().lowers({"scf"}).to({"spirv.br"}));
  define("to-scf", Contract().lowers({"affine"}).to({"scf.for"}));
  Items llvm = {"llvm"};
  EXPECT_EQ(ideasOf(Items{"scf.for"}, {"to-llvm"}, llvm), "insert 'to-cf'\n");
  EXPECT_EQ(ideasOf(Items{"affine.for"}, {"to-scf", "to-llvm"}, llvm),
            "insert 'to-cf' after 'to-scf'; insert 'to-cf'\n");
  EXPECT_EQ(ideasOf(Items{"affine.for"}, {"to-cf", "to-scf", "to-llvm"}, llvm),
            "move 'to-cf' after 'to-scf'; insert 'to-cf' after 'to-scf'; move "
            "'to-scf' before 'to-cf'; move 'to-cf'; insert 'to-cf'\n");
}

} // namespace
