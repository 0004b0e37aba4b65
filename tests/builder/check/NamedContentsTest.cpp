//===- NamedContentsTest.cpp - Names for lists of items -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using pmb::test::text;

namespace {

class NamedContentsTest : public pmb::test::RulesTest {
protected:
  NamedContentsTest() {
    define("scf-to-cf", Contract().lowers({"scf.for"}).to({"cf.br"}));
    define("cf-to-llvm", [](Contract &contract) {
      contract.lowers({"cf.br"}).to({"llvm.br"}).sometimes({"omp.barrier"});
    });
    test::require(
        catalog.addContents({"target-ir", "what is taken", {"llvm", "omp"}}));
    test::require(catalog.addContents({"loops", "", {"scf.for"}}));
  }
};

TEST_F(NamedContentsTest, ANameStandsForItsItemsAtBothEnds) {
  EXPECT_EQ(checkClosed({"loops"}, {"scf-to-cf", "cf-to-llvm"},
                        std::vector<std::string>{"target-ir"}),
            "");
  EXPECT_TRUE(test::contains(checkClosed({"loops"}, {"cf-to-llvm"},
                                         std::vector<std::string>{"target-ir"}),
                             "error: 'scf.for' stays in the IR"));
  // Beside items as they are, which it does not take away.
  EXPECT_EQ(checkClosed({"loops"}, {"scf-to-cf"},
                        std::vector<std::string>{"target-ir", "cf"}),
            "");
}

TEST_F(NamedContentsTest, ADeadEndIsWhatLeadsOutOfTheItems) {
  auto pipeline = compose({"scf-to-cf"});
  pipeline->getInterface().outputContents = {{"target-ir"}};
  EXPECT_TRUE(test::contains(check(*pipeline), "dead-end"));
  auto whole = compose({"scf-to-cf", "cf-to-llvm"});
  whole->getInterface().outputContents = {{"target-ir"}};
  EXPECT_EQ(check(*whole), "");
}

TEST_F(NamedContentsTest, TheInterfaceKeepsTheName) {
  auto pipeline = compose({"scf-to-cf"});
  pipeline->getInterface().outputContents = {{"target-ir"}};
  check(*pipeline);
  EXPECT_EQ(pipeline->getInterface().outputContents,
            std::vector<std::string>{"target-ir"});
}

TEST_F(NamedContentsTest, AnUnknownNameIsAnErrorWithTheNearest) {
  auto pipeline = compose({"scf-to-cf"});
  pipeline->getInterface().outputContents = {{"target-it"}};
  std::string said = check(*pipeline);
  EXPECT_TRUE(test::contains(said,
                             "error: 'target-it' in the output's contents: no "
                             "contents are called 'target-it'"));
  EXPECT_TRUE(test::contains(said, "did you mean 'target-ir'?"));
}

TEST_F(NamedContentsTest, ABadDeclarationChangesNothing) {
  EXPECT_EQ(text(catalog.addContents({"scf", "", {"scf.for"}})),
            "error: 'scf' is a dialect, which stands for all of its operations "
            "[PMB014 duplicate-name]\n");
  EXPECT_EQ(text(catalog.addContents({"a b", "", {"scf.for"}})),
            "error: 'a b' cannot be a name of contents [PMB016 bad-name]\n"
            "  help: use ASCII letters, digits and signs other than brackets, "
            "commas, quotes and '/', and no '!' first\n");
  EXPECT_EQ(text(catalog.addContents({"empty", "", {}})),
            "error: the contents 'empty' have no items [PMB056 bad-value]\n");
  EXPECT_EQ(
      text(catalog.addContents({"more", "", {"loops", "cf"}})),
      "error: 'loops' in the contents 'more' is a name of contents itself "
      "[PMB056 bad-value]\n"
      "  help: list its items\n");
  EXPECT_EQ(catalog.getContentsNames(),
            (std::vector<llvm::StringRef>{"loops", "target-ir"}));
}

} // namespace
