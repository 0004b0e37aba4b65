//===- EditTest.cpp - Inserting, removing, replacing ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/diagnostics/Escaping.h"

using namespace pmb;
using namespace pmb::test;

namespace {

//===----------------------------------------------------------------------===//
// Inserting
//===----------------------------------------------------------------------===//

TEST(Insert, TheThreeSpellingsByNameAgree) {
  TestPipeline before({"a", "b"}), position({"a", "b"});
  EXPECT_DONE(before, before.addPassBefore("c", "b", PassOptions("x=1")));
  EXPECT_DONE(before, before.addPassAfter("d", "b"));
  EXPECT_DONE(position, position.insert(PassSpec("c", "x=1"),
                                        Position::before(pass("b"))));
  EXPECT_DONE(position,
              position.insert(PassSpec("d"), Position::after(pass("b"))));
  EXPECT_EQ(before.str(), "builtin.module(a,c{x=1},b,d)");
  EXPECT_EQ(position.str(), before.str());
}

TEST(Insert, BadNames) {
  TestPipeline pipeline({"a"});
  for (const char *name : {"", "two words", "[x]", "x}", "tab\there", "\x01"}) {
    std::string message = "error: '" + escape(name) +
                          "' cannot be the name of a pass [PMB016 bad-name]\n"
                          "  help: use ASCII letters, digits and signs other "
                          "than brackets, commas, quotes and '/'\n";
    EXPECT_REFUSED(pipeline, pipeline.addPassBefore(name, "a"), message);
  }
  // What somebody has meant by it.
  for (const char *name : {"a,b", "f(x)"})
    EXPECT_REFUSED(pipeline, pipeline.addPassBefore(name, "a"),
                   "error: '" + std::string(name) +
                       "' cannot be the name of a pass [PMB016 bad-name]\n"
                       "  help: it is the text of a pipeline: add it as such, "
                       "or its passes one by one\n");
  EXPECT_REFUSED(pipeline, pipeline.addPassBefore("x{y}", "a"),
                 "error: 'x{y}' cannot be the name of a pass [PMB016 "
                 "bad-name]\n"
                 "  help: name 'x', and give the options apart\n");
  EXPECT_REFUSED(pipeline, pipeline.insertSlot("", Position::atEnd()),
                 "error: '' cannot be the name of a slot [PMB016 bad-name]\n"
                 "  help: use ASCII letters, digits and signs other than "
                 "brackets, commas, quotes and '/'\n");
  PassBundle bundle("inner");
  bundle.addKind("my kind");
  EXPECT_REFUSED(pipeline, pipeline.insert(bundle, Position::atEnd()),
                 "error: 'my kind' cannot be the name of a kind [PMB016 "
                 "bad-name]\n"
                 "  help: use ASCII letters, digits and signs other than "
                 "brackets, commas, quotes and '/'\n");
}

TEST(Insert, OptionsAreCheckedAgainstTheCatalog) {
  TestPipeline pipeline({"a", "optional"});
  EXPECT_DONE(pipeline,
              pipeline.addPassAfter("optional", "a", PassOptions("count=3")));
  EXPECT_DONE(pipeline, pipeline.addPassAfter("optional", "a",
                                              PassOptions(" {mode=x} ")));
  // Nothing is known about the options of `b`.
  EXPECT_DONE(pipeline,
              pipeline.addPassAfter("b", "a", PassOptions("y={1 2}")));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,optional{count=3},"
                            "optional{mode=x},b{y={1 2}},optional)");
  EXPECT_REFUSED(pipeline,
                 pipeline.addPassAfter("optional", "a", PassOptions("cuont=3")),
                 "error: 'optional' has no option 'cuont' [PMB006 "
                 "bad-options]\n"
                 "  help: did you mean 'count'?\n");
  EXPECT_REFUSED(pipeline,
                 pipeline.addPassAfter("optional", "a", PassOptions("zzzzz")),
                 "error: 'optional' has no option 'zzzzz' [PMB006 "
                 "bad-options]\n"
                 "  note: its options are 'count', 'mode'\n");
}

// A text like `x={1 2}` ends in a brace that is not an outer one.
TEST(Insert, OuterBracesOfOptionsAreDropped) {
  TestPipeline pipeline;
  pipeline.addPass("a", "{x={1 2}}");
  pipeline.addPass("a", "x={1 2}");
  pipeline.addPass("a", "{}");
  EXPECT_EQ(pipeline.str(), "builtin.module(a{x={1 2}},a{x={1 2}},a)");
  EXPECT_EQ(toText(pipeline, PrintStyle::Listing), "builtin.module\n"
                                                   "   0  a{x={1 2}}\n"
                                                   "   1  a{x={1 2}}\n"
                                                   "   2  a\n");
  for (const Node *node : pipeline.lookup(pass("a")))
    EXPECT_FALSE(llvm::StringRef(node->getOptions()).starts_with("{"));
}

TEST(Insert, EveryCopiesOptionsAndInstances) {
  TestPipeline pipeline({"a", "b", "a"});
  EXPECT_DONE(pipeline, pipeline.insert(PassSpec("c", "x=1"),
                                        Position::after(every(pass("a")))));
  EXPECT_DONE(pipeline, pipeline.insert(makeInstance("d", true, "y=2"),
                                        Position::before(every(pass("a")))));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(d{y=2},a,c{x=1},b,d{y=2},a,c{x=1})");
  EXPECT_EQ(FakePass::alive, 2);
}

TEST(Insert, EveryOfAnInstanceThatCannotBeCopied) {
  TestPipeline pipeline({"a", "b", "a"});
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(makeInstance("d", false),
                                 Position::before(every(pass("a")))),
                 "error: the instance of 'd' cannot be copied to 2 places "
                 "[PMB015 not-copyable]\n"
                 "  help: give a type or a name instead of an instance\n");
  EXPECT_EQ(FakePass::alive, 0);
  // One place needs no copy.
  EXPECT_DONE(pipeline, pipeline.insert(makeInstance("d", false),
                                        Position::before(every(pass("b")))));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,d,b,a)");
}

TEST(Insert, NoInstance) {
  TestPipeline pipeline({"a"});
  PassSpec spec = makeInstance("d");
  EXPECT_DONE(pipeline,
              pipeline.insert(std::move(spec), Position::before(pass("a"))));
  // The name went with the instance, or did not; neither has a pass.
  PassSpec consumed;
  consumed.isInstance = true;
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(std::move(consumed), Position::atEnd()),
                 "error: the pass to be added is null [PMB009 no-instance]\n"
                 "  help: an instance can be added once; create a new one for "
                 "each place\n");
  PassSpec named("d");
  named.isInstance = true;
  EXPECT_REFUSED(pipeline, pipeline.insert(std::move(named), Position::atEnd()),
                 "error: the instance of 'd' is null [PMB009 no-instance]\n"
                 "  help: an instance can be added once; create a new one for "
                 "each place\n");
}

TEST(Insert, OptionsOfAnInstanceNeedAPassManager) {
  TestPipeline pipeline({"a"});
  PassSpec spec = makeInstance("d");
  spec.options = "x=1";
  EXPECT_REFUSED(pipeline, pipeline.insert(std::move(spec), Position::atEnd()),
                 "error: the options of 'd' cannot be set: the pipeline has no "
                 "pass manager [PMB006 bad-options]\n");
}

TEST(Insert, SlotNamesAreUnique) {
  TestPipeline pipeline({"a", "b"});
  EXPECT_DONE(pipeline, pipeline.insertSlot("s", Position::before(pass("b"))));
  EXPECT_REFUSED(pipeline, pipeline.insertSlot("s", Position::atEnd()),
                 "error: the pipeline has a slot 's' already [PMB014 "
                 "duplicate-name]\n"
                 "  note: the first was added by framework\n"
                 "  help: give one of them another name\n");
  TestPipeline several({"a", "a"});
  EXPECT_REFUSED(several,
                 several.insertSlot("s", Position::before(every(pass("a")))),
                 "error: the pipeline has a slot 's' already [PMB014 "
                 "duplicate-name]\n"
                 "  note: the first was added by framework\n"
                 "  help: give one of them another name\n");
}

TEST(Insert, OriginIsThatOfTheMoment) {
  TestPipeline pipeline({"a"});
  Origin previous = pipeline.setOrigin(Origin::plugin("acme"));
  EXPECT_EQ(previous.str(), "framework");
  EXPECT_DONE(pipeline, pipeline.addPassAfter("b", "a"));
  EXPECT_EQ(pipeline.setOrigin(previous).str(), "plugin 'acme'");
  EXPECT_DONE(pipeline, pipeline.addPassAfter("c", "a"));
  EXPECT_EQ(pipeline.lookup(pass("b"))[0]->getOrigin().str(), "plugin 'acme'");
  EXPECT_EQ(pipeline.lookup(pass("c"))[0]->getOrigin().str(), "framework");
}

//===----------------------------------------------------------------------===//
// What a C++ type says of its pass
//===----------------------------------------------------------------------===//

const PassDescriptor &getDescribed() {
  static const PassDescriptor descriptor = [] {
    PassDescriptor result("described");
    result.addKind("cleanup");
    result.hasContract = true;
    result.contract.invalidatesProperty("small");
    return result;
  }();
  return descriptor;
}
PassSpec makeDescribed() {
  PassSpec spec = makeInstance("described");
  spec.described = &getDescribed();
  return spec;
}

TEST(Description, CountsAlsoWhenTheNameWasUsedBefore) {
  TestPipeline pipeline({"a", "described"});
  EXPECT_EQ(pipeline.lookup(kind("cleanup")).size(), 0u);
  EXPECT_DONE(pipeline, pipeline.insert(makeDescribed(), Position::atEnd()));
  EXPECT_EQ(pipeline.lookup(kind("cleanup")).size(), 2u);
  EXPECT_TRUE(
      pipeline.lookup(pass("described"))[0]->getDescriptor().hasContract);
}

TEST(Description, IsTakenBackWithAFailedEdit) {
  TestPipeline pipeline({"a", "described"});
  EXPECT_REFUSED(
      pipeline, pipeline.insert(makeDescribed(), Position::after(pass("x"))),
      "error: the pipeline has no pass 'x' [PMB002 unknown-position]\n"
      "  note: its passes are 'a', 'described'\n");
  EXPECT_FALSE(
      pipeline.lookup(pass("described"))[0]->getDescriptor().hasContract);
  EXPECT_EQ(
      text(pipeline.insert(PassSpec("b"), Position::before(kind("cleanup")))),
      "error: the pipeline has no pass or bundle of kind 'cleanup' "
      "[PMB002 unknown-position]\n"
      "  note: it has no kinds at all\n");
}

TEST(Description, AndAddedContractsBothCount) {
  for (bool contractFirst : {true, false}) {
    TestPipeline pipeline({"a"});
    Contract added;
    added.after(pass("a")).because("of a");
    if (contractFirst)
      EXPECT_DONE(pipeline, pipeline.addContract("described", added));
    for (int i = 0; i < 2; ++i)
      EXPECT_DONE(pipeline,
                  pipeline.insert(makeDescribed(), Position::atEnd()));
    if (!contractFirst)
      EXPECT_DONE(pipeline, pipeline.addContract("described", added));
    const PassDescriptor &known =
        pipeline.lookup(pass("described"))[0]->getDescriptor();
    EXPECT_TRUE(known.hasKind("cleanup"));
    EXPECT_EQ(known.contract.getOrder().size(), 1u);
    EXPECT_EQ(known.contract.getProperties().size(), 1u);
  }
}

TEST(Description, MustNotContradictItself) {
  static const PassDescriptor contradictory = [] {
    PassDescriptor result("odd");
    result.contract.after(pass("a"));
    result.contract.before(pass("a"));
    return result;
  }();
  TestPipeline pipeline({"a"});
  PassSpec spec = makeInstance("odd");
  spec.described = &contradictory;
  EXPECT_REFUSED(pipeline, pipeline.insert(std::move(spec), Position::atEnd()),
                 "error: the contract of 'odd' says both after 'a' and before "
                 "'a' [PMB013 contradictory-contract]\n"
                 "  help: remove one of the entries, or make them "
                 "conditional; to run before it and again after, say 'after' "
                 "and 'followedBy'\n");
}

TEST(AddContract, IsTakenBackWithItsTransaction) {
  TestPipeline pipeline({"a", "b"});
  Contract contract;
  contract.after(pass("b"));
  const Node *node = pipeline.lookup(pass("a"))[0];
  for (int i = 0; i < 2; ++i) {
    EXPECT_NE(text(pipeline.transaction(
                  Origin::plugin("p"),
                  [&]() -> llvm::Error {
                    EXPECT_EQ(text(pipeline.addContract("a", contract)), "");
                    EXPECT_EQ(node->getDescriptor().contract.getOrder().size(),
                              1u);
                    return llvm::createStringError("no");
                  })),
              "");
    EXPECT_TRUE(node->getDescriptor().contract.empty());
    // The catalog is not touched.
    EXPECT_TRUE(getTestCatalog().lookupPass("a")->contract.empty());
  }
  Contract wrong;
  wrong.requiresProperty("nonsense");
  EXPECT_REFUSED(pipeline, pipeline.addContract("a", wrong),
                 "error: the contract of 'a' names the property 'nonsense', "
                 "which does not exist [PMB011 unknown-property]\n"
                 "  note: the known ones are 'small'\n"
                 "  help: declare it under 'properties' of a contracts file, "
                 "or with Catalog::addProperty\n");
}

} // namespace
