//===- MarkedContentsTest.cpp - Inputs of which more is known -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

class MarkedContentsTest : public pmb::test::RulesTest {
protected:
  using Items = std::vector<std::string>;

  MarkedContentsTest() {
    for (llvm::StringRef mark : {"static", "dynamic", "dead"})
      catalog.addMark(mark, "");
    define("expand", [](Contract &contract) {
      contract.lowers({"view.slice(static)"}).to({"llvm.slice"});
    });
    define("to-llvm", [](Contract &contract) {
      contract.lowers({"loop"}).unless({"!tensor"}).to({"llvm.br"});
    });
    define("fold", [](Contract &contract) { contract.greedy(); });
  }
  /// The first line of what is found.
  std::string find(const Items &contents,
                   std::initializer_list<llvm::StringRef> passes) {
    std::string found = checkClosed(contents, passes, Items{"llvm"});
    return llvm::StringRef(found).split('\n').first.str();
  }
};

TEST_F(MarkedContentsTest, AnEntryAboutAMarkIsAboutNoOther) {
  EXPECT_EQ(find({"view.slice(static)"}, {"expand"}), "");
  EXPECT_EQ(find({"view.slice(dynamic)"}, {"expand"}),
            "error: 'view.slice' stays in the IR: nothing in the pipeline "
            "lowers it [PMB025 predicted-left-over]");
  // Nobody knows which.
  EXPECT_EQ(find({"view.slice"}, {"expand"}),
            "error: 'view.slice' stays in the IR: nothing in the pipeline "
            "lowers it [PMB025 predicted-left-over]");
}

TEST_F(MarkedContentsTest, AnOperationWithTwoMarksIsToldOnce) {
  EXPECT_EQ(find({"view.slice(static)", "view.slice(dynamic)"}, {"fold"}),
            "error: 'view.slice' stays in the IR: nothing in the pipeline "
            "lowers it [PMB025 predicted-left-over]");
  EXPECT_EQ(checkClosed({"view.slice(static)", "view.slice(dynamic)"}, {"fold"},
                        Items{"view.slice"}),
            "");
}

/// Conversions erase it when they come across it.
TEST_F(MarkedContentsTest, WhatIsDeadMakesNoFindingCertain) {
  EXPECT_EQ(find({"view.slice(dead)"}, {"to-llvm"}), "");
  EXPECT_NE(find({"view.slice", "loop(dead)"}, {"to-llvm"}), "");
}

/// An assertion about a view has a use of it.
TEST_F(MarkedContentsTest, WhatIsAlwaysAddedWhereSomethingDeadIsIsCertain) {
  define("assert", [](Contract &contract) {
    contract.introduces({"check.that"}).given({"view.slice"});
  });
  EXPECT_EQ(find({"view.slice(dead)"}, {"assert"}),
            "error: 'check.that' stays in the IR: nothing in the pipeline "
            "lowers it [PMB025 predicted-left-over]");
  // A greedy pass has removed the view before.
  EXPECT_EQ(find({"view.slice(dead)"}, {"fold", "assert"}), "");
}

TEST_F(MarkedContentsTest, ADeadTypeIsNotCertainlyInTheWay) {
  EXPECT_EQ(find({"loop", "!tensor(dead)"}, {"to-llvm"}), "");
  EXPECT_NE(find({"loop", "!tensor"}, {"fold", "to-llvm"}), "");
}

TEST_F(MarkedContentsTest, WhatIsLiveAsWellIsNotDead) {
  EXPECT_EQ(find({"view.slice", "view.slice(dead)"}, {"fold", "to-llvm"}),
            "error: 'view.slice' stays in the IR: nothing in the pipeline "
            "lowers it [PMB025 predicted-left-over]");
}

} // namespace
