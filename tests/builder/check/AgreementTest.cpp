//===- AgreementTest.cpp - Conversions that make different types of one ---===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

class AgreementTest : public pmb::test::RulesTest {
protected:
  AgreementTest() {
    TypeDescriptor index;
    index.name = "!index";
    index.carriers = {"memref", "arith"};
    index.likelyCarriers = {"cf"};
    index.agreeOn = "width=64";
    catalog.addType(index);
    for (llvm::StringRef name : {"arith", "memref", "cf"})
      convert(name, /*hasOption=*/true);
    convert("vector", /*hasOption=*/false);
    define("other", Contract().lowers({"x"}));
    define("all",
           Contract().lowers({"arith", "memref", "x"}).converts({"!index"}));
  }

  void convert(llvm::StringRef name, bool hasOption) {
    PassDescriptor pass(name);
    pass.hasOptionList = true;
    if (hasOption)
      pass.options = {{"width", "0", OptionDescriptor::Type::Int64}};
    pass.hasContract = true;
    pass.contract.lowers({name.str()}).converts({"!index"});
    test::require(catalog.overridePass(std::move(pass)));
  }

  /// The messages, and the fix of each.
  std::string find(std::initializer_list<llvm::StringRef> passes) {
    auto pipeline = compose(passes);
    std::string text;
    for (const Diagnostic &finding : pipeline->check())
      text += finding.message + "\n" +
              (finding.fix ? "fix: " + finding.fix->message + "\n" : "");
    return text;
  }
};

TEST_F(AgreementTest, OneValueIsRight) {
  EXPECT_EQ(find({"arith", "memref"}), "");
  EXPECT_EQ(find({"arith{width=32}", "memref{width=32}"}), "");
  // The default stands for a value.
  EXPECT_EQ(find({"arith{width=64}", "memref", "cf{width=0}"}), "");
  // A pass without the option may have nothing to do.
  EXPECT_EQ(find({"arith{width=32}", "vector", "other"}), "");
}

TEST_F(AgreementTest, TheFewFollowTheMany) {
  EXPECT_EQ(find({"arith", "memref{width=32}", "cf{width=32}"}),
            "casts of '!index' may stay in the IR: 'arith' converts it with "
            "width=64, and 'memref' with width=32\n"
            "fix: run 'arith' with {width=32}\n");
  EXPECT_EQ(find({"arith{width=32}", "memref{width=16}"}),
            "casts of '!index' may stay in the IR: 'memref' converts it with "
            "width=16, and 'arith' with width=32\n"
            "fix: run 'memref' with {width=32}\n");
}

TEST_F(AgreementTest, WhatIsNotThereIsNotConverted) {
  auto pipeline = compose({"arith{width=32}", "memref"});
  pipeline->getInterface().inputContents = {"arith.addi"};
  EXPECT_EQ(check(*pipeline), "");
  pipeline->getInterface().inputContents = {"arith.addi", "memref.load"};
  EXPECT_NE(check(*pipeline), "");
}

/// A pass may be there for what another only sometimes makes.
TEST_F(AgreementTest, WhatMayBeThereIsNotReasonEnough) {
  define("make", Contract().lowers({"x"}).sometimes({"memref.load"}));
  auto pipeline = compose({"make", "arith{width=32}", "memref"});
  pipeline->getInterface().inputContents = {"x", "arith.addi"};
  EXPECT_EQ(check(*pipeline), "");
  pipeline->getInterface().inputContents = {"x", "arith.addi", "memref.store"};
  EXPECT_NE(check(*pipeline), "");
}

/// Where all types of the input are known, others are not there.
TEST_F(AgreementTest, WhatIsKnownToBeOfOtherTypesIsNotConverted) {
  auto pipeline = compose({"arith{width=32}", "cf"});
  pipeline->getInterface().inputContents = {"arith.addi", "cf.br"};
  EXPECT_NE(check(*pipeline), "");
  pipeline->getInterface().inputContents->push_back("builtin.module");
  EXPECT_EQ(check(*pipeline), "");
  pipeline->getInterface().inputContents->push_back("!index");
  EXPECT_NE(check(*pipeline), "");
}

/// The other value can only be had from a pass that has the option.
TEST_F(AgreementTest, APassWithoutTheOptionGivesTheDefault) {
  auto pipeline = compose({"arith{width=32}", "all"});
  auto find = [&](std::vector<std::string> contents) {
    pipeline->getInterface().inputContents = std::move(contents);
    return check(*pipeline);
  };
  EXPECT_EQ(find({"arith.addi", "x.y"}), "");
  EXPECT_EQ(
      find({"arith.addi", "memref.load"}),
      R"(warning: casts of '!index' may stay in the IR: 'all' converts it with width=64, and 'arith' with width=32 [PMB026 may-be-left-over]
  at: 'all' (pass 1, on builtin.module, added by framework)
  note: what one makes is not what the other takes, and no pass removes a pair of casts between them
  note: 'all' has no option 'width'
  help: add a pass before it that removes 'memref.load': 'memref{width=32}'
  fix: insert 'memref{width=32}' before 'all'
)");
}

/// A nest that has no values in common with the program is another matter.
TEST_F(AgreementTest, PartsOfTheProgramNeedNotAgree) {
  for (llvm::StringRef op : {"gpu.module", "func.func"}) {
    PipelineBuilder pipeline("builtin.module", catalog);
    pipeline.addPass("arith", "width=32");
    pipeline.nest(op).addPass("memref");
    EXPECT_EQ(check(pipeline).empty(), op == "gpu.module") << op.str();
  }
}

TEST_F(AgreementTest, AFixKeepsOtherOptions) {
  PassDescriptor pass = *catalog.lookupPass("memref");
  pass.options.push_back({"aligned", "false", OptionDescriptor::Type::Bool});
  test::require(catalog.overridePass(std::move(pass)));
  EXPECT_TRUE(test::contains(find({"arith", "memref{width=32 aligned=true}"}),
                             "fix: run 'memref' with {aligned=true width=64}"));
}

} // namespace
