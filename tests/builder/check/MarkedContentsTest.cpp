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
    define("expand",
           Contract().lowers({"view.slice(static)"}).to({"llvm.slice"}));
    define("to-llvm",
           Contract().lowers({"loop"}).unless({"!tensor"}).to({"llvm.br"}));
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
  define("assert", Contract().introduces({"check.that"}).given({"view.slice"}));
  EXPECT_EQ(find({"view.slice(dead)"}, {"assert"}),
            "error: 'check.that' stays in the IR: nothing in the pipeline "
            "lowers it [PMB025 predicted-left-over]");
  // A greedy pass has removed the view before.
  EXPECT_EQ(find({"view.slice(dead)"}, {"fold", "assert"}), "");
  // What lowers it makes a function for it first.
  define("to-function", [](Contract &contract) {
    contract.lowers({"view.slice"}).to({"call"});
    contract.introduces({"function"}).given({"view.slice"});
  });
  EXPECT_EQ(find({"view.slice(dead)"}, {"to-function"}),
            "error: 'function' stays in the IR: nothing in the pipeline "
            "lowers it [PMB025 predicted-left-over]");
}

/// Nothing folds it before a pass that looks at all operations.
TEST_F(MarkedContentsTest, WhatIsDeadIsRejectedByAContractThatNamesIt) {
  define("picky", Contract().rejects({"view.slice(dead)"}));
  define("blind", Contract().rejects({"view.slice"}));
  EXPECT_EQ(find({"view.slice(dead)"}, {"picky"}),
            "error: 'picky' cannot accept 'view.slice(dead)', which is there "
            "[PMB030 rejected]");
  EXPECT_EQ(find({"view.slice(dead)"}, {"fold", "picky"}), "");
  EXPECT_EQ(find({"view.slice(dead)"}, {"blind"}), "");
  EXPECT_EQ(find({"view.slice(static)"}, {"expand", "picky"}), "");
  // What is in use is told first.
  define("picky", Contract().rejects({"loop", "view.slice(dead)"}));
  EXPECT_TRUE(llvm::StringRef(checkClosed({"loop", "view.slice(dead)"},
                                          {"picky"}, Items{"llvm", "loop"}))
                  .starts_with("error: 'picky' cannot accept 'loop', which "));
}

TEST_F(MarkedContentsTest, ADeadTypeIsNotCertainlyInTheWay) {
  EXPECT_EQ(find({"loop", "!tensor(dead)"}, {"to-llvm"}), "");
  EXPECT_NE(find({"loop", "!tensor"}, {"fold", "to-llvm"}), "");
}

/// A list that is read off IR says of what marks tell whether it has the type.
TEST_F(MarkedContentsTest, ATypeIsInTheWayOfWhatHasIt) {
  test::require(
      catalog.addContents({"usual-marks", "", {"func.func(!tensor)"}}));
  TypeDescriptor tensor;
  tensor.name = "!tensor";
  tensor.becomes = "!memref";
  catalog.addType(tensor);
  define("funcs-to-llvm", Contract().lowers({"func"}).unless({"!tensor"}));
  define("bufferize", Contract().lowers({"func.func(!tensor)"}));
  auto isLowered = [&](Items items,
                       std::initializer_list<llvm::StringRef> passes) {
    items.push_back("!tensor");
    return checkClosed(items, passes, Items{"!tensor", "builtin", "llvm"})
        .empty();
  };
  EXPECT_TRUE(isLowered({"func.func", "builtin.module"}, {"funcs-to-llvm"}));
  EXPECT_FALSE(isLowered({"func.func", "func.func(!tensor)", "builtin.module"},
                         {"funcs-to-llvm"}));
  EXPECT_TRUE(isLowered({"func.func", "func.func(!tensor)", "builtin.module"},
                        {"bufferize", "funcs-to-llvm"}));
  // What else is in the way is so, and other dialects are no matter of a mark.
  define("careful", Contract().lowers({"func"}).unless({"!tensor", "stop"}));
  define("mixed", Contract().lowers({"func", "loop"}).unless({"!tensor"}));
  EXPECT_TRUE(isLowered({"func.func", "builtin.module"}, {"careful"}));
  EXPECT_FALSE(
      isLowered({"func.func", "stop.it", "builtin.module"}, {"careful"}));
  EXPECT_FALSE(isLowered({"func.func", "builtin.module"}, {"mixed"}));
  // Names do not tell; and of other operations there is no such mark.
  EXPECT_FALSE(isLowered({"func.func"}, {"funcs-to-llvm"}));
  EXPECT_NE(find({"loop", "!tensor", "builtin.module"}, {"to-llvm"}), "");
}

/// A list of names does not tell which constants are tensors.
TEST_F(MarkedContentsTest, WhatGoesInPartWhileThereIsATypeHasTheType) {
  TypeDescriptor tensor;
  tensor.name = "!tensor";
  catalog.addType(tensor);
  define("bufferize", [](Contract &contract) {
    contract.lowers({"arith.constant(!tensor)"});
    contract.lowers({"arith.constant"}).given({"!tensor"}).partially();
  });
  std::string stays = "'arith.constant' stays in the IR: nothing in the "
                      "pipeline lowers it [PMB025 predicted-left-over]";
  auto findLeft = [&](Items items) {
    items.push_back("!tensor");
    std::string found =
        checkClosed(items, {"bufferize"}, Items{"!tensor", "builtin", "llvm"});
    return llvm::StringRef(found).split('\n').first.str();
  };
  EXPECT_EQ(
      findLeft({"arith.constant", "arith.constant(!tensor)", "builtin.module"}),
      "error: " + stays);
  EXPECT_EQ(findLeft({"arith.constant", "builtin.module"}), "error: " + stays);
  EXPECT_EQ(findLeft({"arith.constant(!tensor)", "builtin.module"}), "");
  std::string may = "warning: 'arith.constant' may stay in the IR: 'bufferize' "
                    "does not lower all of it [PMB026 may-be-left-over]";
  EXPECT_EQ(findLeft({"arith.constant"}), may);
  // What goes whole, or in part whatever is there, goes.
  define("bufferize", [](Contract &contract) {
    contract.lowers({"arith.constant(!tensor)"});
    contract.lowers({"arith.constant"}).given({"!tensor"});
  });
  EXPECT_EQ(findLeft({"arith.constant", "builtin.module"}), "");
  define("bufferize", [](Contract &contract) {
    contract.lowers({"arith.constant(!tensor)"});
    contract.lowers({"arith.constant"}).partially();
  });
  EXPECT_EQ(findLeft({"arith.constant", "builtin.module"}), may);
  // Of other operations, marks do not tell.
  define("bufferize",
         Contract().lowers({"arith.constant"}).given({"!tensor"}).partially());
  EXPECT_EQ(findLeft({"arith.constant", "builtin.module"}), may);
}

/// What usually has a type that is there has it, unless the list would say so.
TEST_F(MarkedContentsTest, ListsOfIRSayAllMarks) {
  TypeDescriptor tensor;
  tensor.name = "!tensor";
  tensor.carriers = {"func.return(!tensor)"};
  tensor.likelyCarriers = {"func"};
  catalog.addType(tensor);
  define("bufferize", [](Contract &contract) {
    contract.lowers({"func.return(!tensor)"}).to({"bufferization.clone"});
    contract.lowers({"func"});
  });
  auto isCloned = [&](Items items) {
    items.insert(items.end(), {"func.return", "!tensor"});
    return !checkClosed(items, {"bufferize"}, Items{"!tensor", "builtin"})
                .empty();
  };
  EXPECT_TRUE(isCloned({}));
  EXPECT_TRUE(isCloned({"func.return(!tensor)", "builtin.module"}));
  EXPECT_FALSE(isCloned({"builtin.module"}));
}

TEST_F(MarkedContentsTest, WhatIsLiveAsWellIsNotDead) {
  EXPECT_EQ(find({"view.slice", "view.slice(dead)"}, {"fold", "to-llvm"}),
            "error: 'view.slice' stays in the IR: nothing in the pipeline "
            "lowers it [PMB025 predicted-left-over]");
}

} // namespace
