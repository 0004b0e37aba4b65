//===- DialectTest.cpp - What a dialect of the input stands for -----------===//
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

class DialectTest : public pmb::test::RulesTest {
protected:
  DialectTest() {
    define("lower-one", Contract().lowers({"acme.one"}).to({"llvm.call"}));
  }

  /// What stays of an input of the dialect behind `lower-one`, where a contract
  /// is added to `other`, which need not be there.
  std::string checkAdded(const Contract &contract, bool isThere = false) const {
    auto pipeline =
        isThere ? compose({"lower-one", "other"}) : compose({"lower-one"});
    EXPECT_EQ(text(pipeline->addContract("other", contract)), "");
    pipeline->getInterface().inputContents = {{"acme"}};
    pipeline->getInterface().outputContents = {{"llvm"}};
    return check(*pipeline);
  }
};

/// Of three operations two are left: that is most of the dialect.
constexpr llvm::StringLiteral stays = "'acme' probably stays in the IR";

TEST_F(DialectTest, HasWhatAddedContractsNameOfPassesThatAreNotThere) {
  Contract contract;
  contract.lowers({"acme.two", "acme.three"}).partially();
  EXPECT_TRUE(test::contains(checkAdded(contract), stays));
}

TEST_F(DialectTest, HasTheOperationsThatAddedContractsNameWithATypeOrMark) {
  Contract contract;
  contract.lowers({"acme.two(!index)", "acme.three(!index)"}).partially();
  for (bool isThere : {false, true}) {
    std::string added = checkAdded(contract, isThere);
    EXPECT_TRUE(test::contains(added, stays));
  }
  // As if the catalog had it.
  std::string added = checkAdded(contract);
  define("other", [&](Contract &known) { known = contract; });
  EXPECT_EQ(added, checkClosed({"acme"}, {"lower-one"}, {{"llvm"}}));
}

TEST_F(DialectTest, ItsTypesAreNoOperations) {
  Contract contract;
  contract.lowers({"acme.one"})
      .unless({"!acme.tile"})
      .given({"!acme.buffer"})
      .to({"llvm.call"});
  EXPECT_EQ(checkAdded(contract), "");
  define("other", [&](Contract &known) { known = contract; });
  EXPECT_EQ(checkClosed({"acme"}, {"lower-one"}, {{"llvm"}}), "");
}

TEST_F(DialectTest, AnOperationThatIsMoreCertainIsToldByItself) {
  define("script", Contract().unknownEffect().keeps({"acme.one"}));
  // The script may have dealt with all of the dialect but that.
  std::string said = checkClosed({"acme"}, {"script"}, {{"llvm"}});
  EXPECT_TRUE(
      test::contains(said, "error: 'acme.one' probably stays in the IR"));
}

TEST_F(DialectTest, HasTheOperationsThatOneOfSeveralDescriptionsNames) {
  PassDescriptor first("other"), second("other");
  second.contract.lowers({"acme.two(!index)", "acme.three(!index)"})
      .partially();
  first.hasContract = second.hasContract = true;
  auto pipeline = compose({"lower-one"});
  for (const PassDescriptor *described : {&first, &second}) {
    PassSpec spec("other");
    spec.described = described;
    pipeline->append(std::move(spec));
  }
  pipeline->getInterface().inputContents = {{"acme"}};
  pipeline->getInterface().outputContents = {{"llvm"}};
  std::string said = check(*pipeline);
  EXPECT_TRUE(test::contains(said, stays));
}

TEST(Catalog, TheDialectOfProgramsIsThatOfTheirUsualFunctions) {
  Catalog catalog;
  EXPECT_EQ(catalog.getProgramDialect(), "");
  auto add = [&](const char *name, bool holdsProgram, bool isUsual) {
    OperationDescriptor operation;
    operation.name = name;
    operation.holdsProgram = holdsProgram;
    operation.isUsual = isUsual;
    test::require(catalog.addOperation(operation));
  };
  add("aa.module", false, true);
  add("bb.func", true, false);
  add("cc.func", true, true);
  EXPECT_EQ(catalog.getProgramDialect(), "cc");
}

} // namespace
