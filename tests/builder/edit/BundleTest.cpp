//===- BundleTest.cpp - Groups of passes ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

//===----------------------------------------------------------------------===//
// Transparent bundles
//===----------------------------------------------------------------------===//

TEST(Bundle, PassesStayAddressable) {
  TestPipeline pipeline({"a"});
  pipeline.addBundle(makeBundle("outer", {"b", "c"}));
  EXPECT_DONE(pipeline, pipeline.addPassAfter("d", "b", PassOptions("x=1")));
  EXPECT_DONE(pipeline, pipeline.addPassBefore("tidy", "b"));
  EXPECT_EQ(listing(pipeline), "builtin.module\n"
                               "   0  a\n"
                               "      bundle 'outer' {\n"
                               "   1    tidy\n"
                               "   2    b\n"
                               "   3    d{x=1}\n"
                               "   4    c\n"
                               "      }\n");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,tidy,b,d{x=1},c)");
}

TEST(Bundle, IsCopiedIn) {
  TestPipeline pipeline;
  PassBundle bundle = makeBundle("outer", {"b"});
  pipeline.addBundle(bundle);
  bundle.addPass("c");
  pipeline.addBundle(bundle);
  PassBundle copy = bundle.clone();
  copy.addPass("d");
  pipeline.addBundle(bundle);
  EXPECT_EQ(pipeline.str(), "builtin.module(b,b,c,b,c)");
  EXPECT_EQ(pipeline.lookup(pmb::bundle("outer")).size(), 3u);
}

TEST(Bundle, InsertedAtPositions) {
  TestPipeline pipeline({"a", "b", "a"});
  EXPECT_DONE(pipeline, pipeline.insert(makeBundle("inner", {"c"}),
                                        Position::after(every(pass("a")))));
  EXPECT_DONE(pipeline,
              pipeline.insert(makeBundle("outer", {"d"}),
                              Position::before(first(bundle("inner")))));
  EXPECT_DONE(pipeline, pipeline.insert(makeBundle("outer", {"tidy"}),
                                        Position::atStart()));
  EXPECT_EQ(pipeline.str(), "builtin.module(tidy,a,d,c,b,a,c)");
  EXPECT_EQ(text(pipeline.addPassAfter("clean", "zzz")).substr(0, 5), "error");
}

/// Of a chain of verbs a copy is made, as of a bundle that is kept.
TEST(Bundle, TakesOthersHoweverTheyAreMade) {
  PassBundle kept = makeBundle("kept", {"d"});
  PassBundle outer("outer");
  outer.addBundle(PassBundle("chain").addPass("a").addPass("b"))
      .addBundle(kept)
      .addBundle(PassBundle("moved"));
  outer.nest("func.func").addBundle(PassBundle("nested").addPass("c"));
  EXPECT_EQ(kept.getEntries().size(), 1u);
  TestPipeline pipeline;
  pipeline.addBundle(outer);
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,d,func.func(c))");
  // What cannot be copied is said, and not left out.
  PassBundle single("single");
  single.add(makeInstance("a", /*isCopyable=*/false));
  PassBundle copy("copy");
  copy.addBundle(single);
  TestPipeline other;
  other.addBundle(copy);
  std::vector<Diagnostic> findings = other.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().message, "the instance of 'a' is null");
}

TEST(Bundle, PassesInsideKnowTheirBundle) {
  TestPipeline pipeline;
  PassBundle outer = makeBundle("outer", {"a"});
  outer.addBundle(makeBundle("inner", {"b"})).addPass("c");
  pipeline.addBundle(outer);
  pipeline.addPass("d");
  auto bundleOf = [&](llvm::StringRef name) {
    const BundleInstance *bundle = pipeline.lookup(pass(name))[0]->getBundle();
    return bundle ? bundle->getName().str() : "";
  };
  EXPECT_EQ(bundleOf("a"), "outer");
  EXPECT_EQ(bundleOf("b"), "inner");
  EXPECT_EQ(bundleOf("c"), "outer");
  EXPECT_EQ(bundleOf("d"), "");
  const BundleInstance *inner = pipeline.lookup(pass("b"))[0]->getBundle();
  EXPECT_EQ(inner->parent, pipeline.lookup(pass("a"))[0]->getBundle());
  // What is put next to a mark belongs to the side on which it is.
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("tidy"),
                                        Position::before(bundle("inner"))));
  EXPECT_EQ(bundleOf("tidy"), "outer");
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("clean"),
                                        Position::after(bundle("outer"))));
  EXPECT_EQ(bundleOf("clean"), "");
}

TEST(Bundle, EmptyBundlesAreAnchors) {
  TestPipeline pipeline({"a"});
  pipeline.addBundle(PassBundle("outer"));
  pipeline.addPass("b");
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("c"),
                                        Position::before(bundle("outer"))));
  EXPECT_DONE(pipeline,
              pipeline.insert(PassSpec("d"), Position::after(bundle("outer"))));
  EXPECT_EQ(listing(pipeline), "builtin.module\n"
                               "   0  a\n"
                               "   1  c\n"
                               "      bundle 'outer' {\n"
                               "      }\n"
                               "   2  d\n"
                               "   3  b\n");
}

// An empty bundle of a kind is the place where that kind would be.
TEST(Bundle, EmptyBundlesOfAKindAreAnchors) {
  TestPipeline pipeline({"a"});
  PassBundle outer("outer");
  outer.addKind("lowering");
  pipeline.addBundle(outer);
  pipeline.addPass("b");
  EXPECT_DONE(pipeline, pipeline.addPassBeforeType("c", "lowering"));
  EXPECT_DONE(pipeline, pipeline.addPassAfterType("d", "lowering"));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,c,d,b)");
}

TEST(Bundle, KindsOfBundlesThatComeAfterTheIndex) {
  TestPipeline pipeline({"a"});
  EXPECT_EQ(pipeline.lookup(kind("lowering")).size(), 0u);
  PassBundle outer = makeBundle("outer", {"b"});
  outer.addKind("lowering").addKind("own-kind");
  pipeline.addBundle(outer);
  EXPECT_EQ(pipeline.lookup(kind("lowering")).size(), 1u);
  // A kind that only a bundle has need not be declared.
  EXPECT_DONE(pipeline, pipeline.addPassAfterType("c", "own-kind"));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,c)");
}

TEST(Bundle, TwoInstancesCanHaveDifferentKinds) {
  TestPipeline pipeline;
  pipeline.addBundle(makeBundle("outer", {"a"}));
  PassBundle second = makeBundle("outer", {"b"});
  second.addKind("lowering");
  pipeline.addBundle(second);
  EXPECT_DONE(pipeline, pipeline.addPassBeforeType("c", "lowering"));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,c,b)");
}

TEST(Bundle, NestsPassesAsTheyNeedIt) {
  TestPipeline pipeline;
  PassBundle outer = makeBundle("outer", {"func-pass", "module-pass"});
  outer.nest("func.func").addPass("a").nest("scf.for").addPass("b", "x=1");
  pipeline.addBundle(outer);
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(func-pass),module-pass,"
                            "func.func(a,scf.for(b{x=1})))");
}

TEST(Bundle, InstancesAreCopied) {
  {
    PassBundle outer("outer");
    outer.add(makeInstance("a", true, "x=1"));
    TestPipeline pipeline;
    pipeline.addBundle(outer);
    pipeline.addBundle(outer);
    EXPECT_EQ(FakePass::alive, 3);
    EXPECT_EQ(pipeline.str(), "builtin.module(a{x=1},a{x=1})");
  }
  EXPECT_EQ(FakePass::alive, 0);
}

//===----------------------------------------------------------------------===//
// Bundles that cannot be added
//===----------------------------------------------------------------------===//

TEST(Bundle, IsAddedAsAWholeOrNotAtAll) {
  TestPipeline pipeline({"a"});
  pipeline.addSlot("s");
  PassBundle outer = makeBundle("outer", {"b"});
  outer.addBundle(makeBundle("inner", {"c"}))
      .addPass("optional", "count=1")
      .addSlot("s");
  EXPECT_REFUSED(pipeline, pipeline.insert(outer, Position::after(pass("a"))),
                 "error: the pipeline has a slot 's' already [PMB014 "
                 "duplicate-name]\n"
                 "  note: the first was added by framework\n"
                 "  help: give one of them another name\n");
  PassBundle wrong = makeBundle("outer", {"b"});
  wrong.addPass("optional", "modes=1");
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(wrong, Position::after(every(pass("a")))),
                 "error: 'optional' has no option 'modes' [PMB006 "
                 "bad-options]\n"
                 "  help: did you mean 'mode'?\n");
}

TEST(Bundle, InstanceThatCannotBeCopied) {
  TestPipeline pipeline({"a"});
  PassBundle outer("outer");
  outer.add(makeInstance("b", false));
  EXPECT_REFUSED(pipeline, pipeline.insert(outer, Position::atEnd()),
                 "error: the instance of 'b' in the bundle 'outer' cannot be "
                 "copied [PMB015 not-copyable]\n"
                 "  help: give the bundle a type or a name instead of an "
                 "instance\n");
}

TEST(Bundle, BadNamesAndContracts) {
  TestPipeline pipeline({"a"});
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(PassBundle("my bundle"), Position::atEnd()),
                 "error: 'my bundle' cannot be the name of a bundle [PMB016 "
                 "bad-name]\n"
                 "  help: use ASCII letters, digits and signs other than "
                 "brackets, commas, quotes and '/'\n");
  PassBundle inner("inner");
  inner.contract.after(pass("b")).because("one");
  inner.contract.before(pass("b")).because("two");
  PassBundle outer = makeBundle("outer", {"c"});
  outer.addBundle(std::move(inner));
  EXPECT_REFUSED(pipeline, pipeline.insert(outer, Position::atEnd()),
                 "error: the contract of 'inner' says both after 'b' and "
                 "before 'b' [PMB013 contradictory-contract]\n"
                 "  note: after 'b': one\n"
                 "  note: before 'b': two\n"
                 "  help: remove one of the entries, or make them "
                 "conditional; to run before it and again after, say 'after' "
                 "and 'followedBy'\n");
}

//===----------------------------------------------------------------------===//
// Contiguous bundles
//===----------------------------------------------------------------------===//

struct Contiguous : TestPipeline {
  Contiguous() : TestPipeline({"a"}) {
    PassBundle tight = makeBundle("tight", {"b", "c", "d"});
    tight.setContiguous();
    addBundle(tight);
    addPass("clean");
  }
};

std::string refusalInside(llvm::StringRef what) {
  return "error: " + what.str() +
         " inside the contiguous bundle 'tight' [PMB005 inside-contiguous]\n"
         "  help: insert before or after the bundle, with bundle(\"tight\"), "
         "or edit the bundle before it is added\n";
}

TEST(ContiguousBundle, NoEditsInside) {
  Contiguous pipeline;
  std::string put = refusalInside("'tidy' would be put");
  EXPECT_REFUSED(pipeline, pipeline.addPassAfter("tidy", "b"), put);
  EXPECT_REFUSED(pipeline, pipeline.addPassBefore("tidy", "c"), put);
  EXPECT_REFUSED(pipeline, pipeline.addPassBefore("tidy", "d"), put);
  EXPECT_REFUSED(pipeline, pipeline.insertSlot("s", Position::after(pass("c"))),
                 refusalInside("'s' would be put"));
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(makeBundle("inner", {"tidy"}),
                                 Position::after(pass("b"))),
                 refusalInside("'inner' would be put"));
  EXPECT_REFUSED(pipeline, pipeline.removePass("c"),
                 refusalInside("'c' stands"));
  EXPECT_REFUSED(pipeline, pipeline.replacePass("d", "tidy"),
                 refusalInside("'d' stands"));
}

TEST(ContiguousBundle, AtItsEdgesThePlaceIsOutside) {
  Contiguous pipeline;
  EXPECT_DONE(pipeline, pipeline.addPassBefore("tidy", "b"));
  EXPECT_DONE(pipeline, pipeline.addPassAfter("func-pass", "d"));
  EXPECT_EQ(listing(pipeline), "builtin.module\n"
                               "   0  a\n"
                               "   1  tidy\n"
                               "      contiguous bundle 'tight' {\n"
                               "   2    b\n"
                               "   3    c\n"
                               "   4    d\n"
                               "      }\n"
                               "   5  func-pass on func.func\n"
                               "   6  clean\n");
  EXPECT_EQ(pipeline.lookup(pass("tidy"))[0]->getBundle(), nullptr);
  EXPECT_EQ(pipeline.lookup(pass("func-pass"))[0]->getBundle(), nullptr);
}

TEST(ContiguousBundle, AsAWholeItCanBeMovedAndRemoved) {
  Contiguous pipeline;
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("tidy"),
                                        Position::before(bundle("tight"))));
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("tidy"),
                                        Position::after(bundle("tight"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,tidy,b,c,d,tidy,clean)");
  EXPECT_DONE(pipeline, pipeline.remove(bundle("tight")));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,tidy,tidy,clean)");
}

TEST(ContiguousBundle, HoldsForBundlesInIt) {
  TestPipeline pipeline({"a"});
  PassBundle tight = makeBundle("tight", {});
  tight.setContiguous()
      .addBundle(makeBundle("outer", {"b", "c"}))
      .addBundle(makeBundle("inner", {"d"}));
  pipeline.addBundle(tight);
  EXPECT_REFUSED(pipeline, pipeline.addPassAfter("tidy", "b"),
                 refusalInside("'tidy' would be put"));
  EXPECT_REFUSED(pipeline, pipeline.addPassAfter("tidy", "c"),
                 refusalInside("'tidy' would be put"));
  EXPECT_REFUSED(
      pipeline,
      pipeline.insert(PassSpec("tidy"), Position::before(bundle("inner"))),
      refusalInside("'tidy' would be put"));
  EXPECT_REFUSED(pipeline, pipeline.remove(bundle("inner")),
                 refusalInside("'inner' stands"));
  // The first and the last pass are at the edges, marks or not.
  EXPECT_DONE(pipeline, pipeline.addPassBefore("tidy", "b"));
  EXPECT_DONE(pipeline, pipeline.addPassAfter("clean", "d"));
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("tidy"),
                                        Position::after(bundle("inner"))));
  EXPECT_EQ(listing(pipeline), "builtin.module\n"
                               "   0  a\n"
                               "   1  tidy\n"
                               "      contiguous bundle 'tight' {\n"
                               "        bundle 'outer' {\n"
                               "   2      b\n"
                               "   3      c\n"
                               "        }\n"
                               "        bundle 'inner' {\n"
                               "   4      d\n"
                               "        }\n"
                               "      }\n"
                               "   5  clean\n"
                               "   6  tidy\n");
}

TEST(ContiguousBundle, InATransparentOne) {
  TestPipeline pipeline;
  PassBundle tight = makeBundle("tight", {"b", "c"});
  tight.setContiguous();
  PassBundle outer = makeBundle("outer", {"a"});
  outer.addBundle(std::move(tight));
  pipeline.addBundle(outer);
  EXPECT_DONE(pipeline, pipeline.addPassAfter("d", "c"));
  EXPECT_REFUSED(pipeline, pipeline.addPassAfter("d", "b"),
                 refusalInside("'d' would be put"));
  // Out of the inner bundle, not out of the outer one.
  EXPECT_EQ(pipeline.lookup(pass("d"))[0]->getBundle()->getName(), "outer");
  EXPECT_DONE(pipeline, pipeline.removePass("a"));
}

TEST(ContiguousBundle, EveryIsAllOrNothing) {
  Contiguous pipeline;
  pipeline.addPass("b");
  pipeline.addPass("c");
  EXPECT_REFUSED(
      pipeline,
      pipeline.insert(PassSpec("tidy"), Position::after(every(pass("c")))),
      refusalInside("'tidy' would be put"));
  EXPECT_REFUSED(pipeline, pipeline.remove(every(pass("c"))),
                 refusalInside("'c' stands"));
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("tidy"),
                                        Position::before(every(pass("b")))));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,tidy,b,c,d,clean,tidy,b,c)");
}

TEST(ContiguousBundle, ThatIsEmptyIsAnAnchor) {
  TestPipeline pipeline({"a"});
  PassBundle tight("tight");
  pipeline.addBundle(tight.setContiguous());
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("b"),
                                        Position::before(bundle("tight"))));
  EXPECT_DONE(pipeline,
              pipeline.insert(PassSpec("c"), Position::after(bundle("tight"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b,c)");
}

} // namespace
