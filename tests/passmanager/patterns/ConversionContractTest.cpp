//===- ConversionContractTest.cpp - What is known of conversions ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// What is found.
std::string check(Conversion &b) {
  std::string said;
  for (const Diagnostic &finding : b.pmb.check())
    if (finding.severity >= Severity::Warning)
      said += finding.message + "\n";
  b.pmb.discard();
  return said;
}

/// What is found of a pipeline from `src` to `dst` in which `acme` lowers
/// `src.a`, and another party adds something.
std::string check(llvm::function_ref<llvm::Error(PassManagerBuilder &)> add,
                  llvm::StringRef options = "") {
  Conversion b;
  b.pmb.getInterface().inputContents = {"src.a", "src.b"};
  b.pmb.getInterface().outputContents = {"dst"};
  b.pmb.addConversionSlot("early", setTarget, {}, options);
  require(addAs(b.pmb, "acme", renaming("src.a", "dst.a", true)));
  require(add(b.pmb));
  return check(b);
}

TEST(ConversionContract, FollowsFromRootsAndWhatIsGenerated) {
  EXPECT_EQ(check([](PassManagerBuilder &) { return llvm::Error::success(); }),
            "'src.b' stays in the IR: nothing in the pipeline lowers it\n");
  EXPECT_EQ(check([](PassManagerBuilder &builder) {
              return addAs(builder, "beta", renaming("src.b", "dst.b", true));
            }),
            "");
  EXPECT_EQ(check([](PassManagerBuilder &builder) {
              return addAs(builder, "beta", renaming("src.b", "src.c", true));
            }),
            "'src.c' stays in the IR: nothing in the pipeline lowers it\n");
}

TEST(ConversionContract, WhatNobodyKnowsIsLegalSometimes) {
  // Without a word of what it generates, something that is legal.
  EXPECT_EQ(check([](PassManagerBuilder &builder) {
              return addAs(builder, "beta", renaming("src.b", "dst.b"));
            }),
            "");
  // A pattern for operations of any name may do anything.
  EXPECT_EQ(check([](PassManagerBuilder &builder) {
              return addAs(builder, "beta", retag("a", "b"));
            }),
            "");
}

TEST(ConversionContract, WhatASetSaysCountsFirst) {
  auto add = [](PassManagerBuilder &builder) {
    PatternSet set{"beta-set"};
    set.convert = renaming("src.b", "dst.b", true);
    set.describe = [](PassDescriptor &pass) {
      pass.contract.lowers({"src.b"}).to({"other.b"}).because("so it is");
    };
    return addAs(builder, "beta", std::move(set));
  };
  EXPECT_EQ(check(add),
            "'other.b' stays in the IR: nothing in the pipeline lowers it\n");
}

TEST(ConversionContract, WhatIsLegalIsLeftAlone) {
  EXPECT_EQ(check(
                [](PassManagerBuilder &builder) {
                  return addAs(builder, "beta",
                               renaming("src.b", "dst.b", true));
                },
                "legal=src.b"),
            "'src.b' stays in the IR: nothing in the pipeline lowers it\n");
}

/// What is found where one set is in two slots, `first` and `second`, and a
/// pass between them rejects what it lowers. `legal` is the slot that leaves
/// the set nothing to do. It is added to the slots in the order of `added`.
std::string checkTwoSlots(llvm::StringRef legal,
                          llvm::ArrayRef<llvm::StringRef> added) {
  Conversion b;
  b.pmb.getInterface().inputContents = {"src.a"};
  b.pmb.getInterface().outputContents = {"dst"};
  Contract rejects;
  rejects.rejects({"src.a"}).because("it does");
  require(b.pmb.addContract("test-module", rejects));
  auto addSlot = [&](llvm::StringRef name) {
    b.pmb.addConversionSlot(name, setTarget, {},
                            name == legal ? "legal=src.a" : "");
  };
  addSlot("first");
  b.pmb.addPass("test-module");
  addSlot("second");
  for (llvm::StringRef slot : added)
    require(b.pmb.addPatterns(slot, "test-in-two-slots"));
  return check(b);
}

TEST(ConversionContract, IsThatOfTheSlotWhereASetIsInTwo) {
  static bool isRegistered = [] {
    require(registerPatterns("test-in-two-slots",
                             renaming("src.a", "dst.a", true)));
    return true;
  }();
  ASSERT_TRUE(isRegistered);
  // Only the order in the pipeline counts, not that of adding.
  for (auto added : {std::array<llvm::StringRef, 2>{"first", "second"},
                     std::array<llvm::StringRef, 2>{"second", "first"}}) {
    EXPECT_EQ(checkTwoSlots("second", added), "");
    std::string said = checkTwoSlots("first", added);
    EXPECT_TRUE(contains(said, "'test-module'"));
    EXPECT_TRUE(contains(said, "src.a"));
  }
}

TEST(ConversionContract, WhatIsAddedToItHoldsInBothSlots) {
  Conversion b;
  b.pmb.getInterface().inputContents = {"src.a"};
  b.pmb.getInterface().outputContents = {"dst"};
  b.pmb.addConversionSlot("first", setTarget, {}, "legal=src.a");
  b.pmb.addConversionSlot("second", setTarget);
  PatternSet set{"test-twice"};
  set.convert = renaming("src.a", "dst.a", true);
  for (llvm::StringRef slot : {"second", "first"})
    require(addAs(b.pmb, "acme", set, slot));
  Contract more;
  more.introduces({"src.c"}).because("it does");
  require(b.pmb.addContract("test-twice", more));
  EXPECT_EQ(check(b),
            "'src.c' stays in the IR: nothing in the pipeline lowers it\n");
}

} // namespace
