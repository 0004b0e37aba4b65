//===- CureTest.cpp - Which passes are offered as cures -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

class CureTest : public pmb::test::RulesTest {
protected:
  /// What is advised where something of the input stays.
  std::string getHelp(std::vector<std::string> input) {
    std::string found =
        checkClosed(std::move(input), {}, std::vector<std::string>{"c"});
    return llvm::StringRef(found)
        .split("help: ")
        .second.split('\n')
        .first.str();
  }
};

TEST_F(CureTest, WhatLowersOneKindOfAnOperationIsNone) {
  catalog.addMark("dynamic", "known at run time");
  define("pad-to-copy", Contract().lowers({"tensor.pad(dynamic)"}).to({"c"}));
  EXPECT_EQ(getHelp({"tensor.pad"}), "");
  define("all-to-copy", Contract().lowers({"tensor.pad"}).to({"c"}));
  EXPECT_EQ(getHelp({"tensor.pad"}),
            "add a pass that lowers it: 'all-to-copy'");
}

TEST_F(CureTest, APassOfAnotherGroupIsOne) {
  auto helpOf = [&](llvm::StringRef group) {
    PassDescriptor pass("lower");
    pass.group = group.str();
    pass.hasContract = true;
    pass.contract.lowers({"linalg", "vector"}).to({"c"});
    test::require(catalog.overridePass(std::move(pass)));
    return getHelp({"linalg.x"});
  };
  EXPECT_EQ(helpOf("Linalg"), "add a pass that lowers it: 'lower'");
  EXPECT_EQ(helpOf("Tensor"), "add a pass that lowers it: 'lower'");
  // Nothing of the kind is there.
  EXPECT_EQ(helpOf("Vector"), "");
}

TEST_F(CureTest, WhatLeavesAMarkOutIsNoneForIt) {
  catalog.addMark("dynamic", "known at run time");
  define("pad-to-copy", [](Contract &contract) {
    contract.lowers({"tensor.pad"}).except({"tensor.pad(dynamic)"}).to({"c"});
  });
  EXPECT_EQ(getHelp({"tensor.pad"}),
            "add a pass that lowers it: 'pad-to-copy'");
  EXPECT_EQ(getHelp({"tensor.pad(dynamic)"}), "");
}

TEST_F(CureTest, WhatLeavesATypeOfADialectOutIsNoneForIt) {
  define("tensor-to-copy",
         Contract().lowers({"tensor"}).except({"tensor(!f8)"}).to({"c"}));
  EXPECT_EQ(getHelp({"tensor.pad"}),
            "add a pass that lowers it: 'tensor-to-copy'");
  EXPECT_EQ(getHelp({"tensor.pad(!f8)"}), "");
}

} // namespace
