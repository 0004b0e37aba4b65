//===- SlotTest.cpp - What was put into a slot ----------------------------===//
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

/// The passes with the slots that they were put into.
std::string getSlots(const Pipeline &pipeline) {
  std::string text;
  for (const Node &node : pipeline.getPasses()) {
    const Node *slot = node.getSlot();
    text +=
        node.getName().str() + (slot ? ":" + slot->getName().str() : "") + " ";
  }
  return text;
}

TEST(Slot, IsThatOfWhatWasPutIntoItByAnyone) {
  PipelineBuilder pipeline("builtin.module", getTestCatalog());
  pipeline.append(PassSpec("a"));
  pipeline.addSlot("late");
  auto into = [&](const char *pass) {
    return pipeline.insert(PassSpec(pass), Position::before(slot("late")));
  };
  require(into("b"));
  require(pipeline.transaction(Origin::thirdParty("acme"), [&] {
    PassBundle bundle("bundle");
    bundle.addPass("c").addPass("d");
    return pipeline.insert(bundle, Position::before(slot("late")));
  }));
  require(pipeline.addParty(
      {Origin::plugin("plugin"), 0, [&] { return into("clean"); }}));
  require(pipeline.applyParties());
  require(pipeline.insert(PassSpec("a"), Position::after(slot("late"))));
  require(pipeline.insert(PassSpec("b"), Position::after(first(pass("a")))));
  EXPECT_EQ(getSlots(pipeline), "a b b:late c:late d:late clean:late a ");
}

/// Moves a pass, as fixes do.
llvm::Error moveBefore(Pipeline &pipeline, const Node &node,
                       const Node &reference) {
  const PassList &list = pipeline.getList();
  Fix fix;
  fix.pass = node.getName().str();
  fix.passPosition = list.countPassesBefore(node);
  fix.before = true;
  fix.reference = reference.getName().str();
  fix.referencePosition = list.countPassesBefore(reference);
  return pipeline.apply(fix);
}

TEST(Slot, IsLeftByWhatIsMoved) {
  TestPipeline pipeline({"a"});
  pipeline.addSlot("late");
  require(pipeline.insert(PassSpec("b"), Position::before(slot("late"))));
  require(pipeline.insert(PassSpec("c"), Position::before(slot("late"))));
  require(moveBefore(pipeline, *pipeline.lookup(pass("c"))[0],
                     *pipeline.lookup(pass("a"))[0]));
  EXPECT_EQ(getSlots(pipeline), "c a b:late ");
}

TEST(Slot, IsTakenOverByWhatReplacesIt) {
  TestPipeline pipeline({"a"});
  pipeline.addSlot("late");
  require(pipeline.insert(PassSpec("b"), Position::before(slot("late"))));
  require(pipeline.replacePass("b", "c"));
  EXPECT_EQ(getSlots(pipeline), "a c:late ");
  PassBundle bundle("bundle");
  bundle.addPass("b").addPass("d");
  require(pipeline.replace(pass("c"), bundle));
  EXPECT_EQ(getSlots(pipeline), "a b:late d:late ");
  require(pipeline.replace(pmb::bundle("bundle"), PassSpec("c")));
  EXPECT_EQ(getSlots(pipeline), "a c:late ");
  Fix fix;
  fix.kind = Fix::Kind::Replace;
  fix.pass = "c";
  fix.passPosition = 1;
  fix.reference = "d";
  require(pipeline.apply(fix));
  EXPECT_EQ(getSlots(pipeline), "a d:late ");
}

TEST(Slot, IsForgottenWithATransactionThatFails) {
  PipelineBuilder pipeline("builtin.module", getTestCatalog());
  pipeline.addSlot("late");
  std::string error =
      toString(pipeline.transaction(Origin::thirdParty("acme"), [&]() {
        require(pipeline.insert(PassSpec("a"), Position::before(slot("late"))));
        return llvm::createStringError("no");
      }));
  EXPECT_NE(error, "");
  pipeline.append(PassSpec("a"));
  EXPECT_EQ(getSlots(pipeline), "a ");
}

TEST(Slots, OfABundleThatIsAddedTwice) {
  TestPipeline pipeline({"a"});
  PassBundle bundle("group");
  bundle.addPass("b").addSlot("s");
  pipeline.addBundle(bundle);
  EXPECT_REFUSED(pipeline, pipeline.insert(bundle, Position::atEnd()),
                 "error: the pipeline has a slot 's' already [PMB014 "
                 "duplicate-name]\n"
                 "  note: the first was added by framework, in the bundle "
                 "'group'\n"
                 "  help: give the other one another name; a bundle that has a "
                 "slot can be in a pipeline once\n");
}

} // namespace
