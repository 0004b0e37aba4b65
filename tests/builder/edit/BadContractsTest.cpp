//===- BadContractsTest.cpp - Contracts that cannot be met ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said of contracts that contradict themselves or name what there is
// not.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "OrderInsertSupport.h"

using namespace pmb;
using pmb::test::OrderInsertTest;
using pmb::test::text;

namespace {

TEST_F(OrderInsertTest, ContractsWithEntriesThatNameNothing) {
  auto verify = [](Fill fill) {
    Contract contract;
    fill(contract);
    return text(contract.verify("it"));
  };
  auto expected = [](const char *word, const char *help) {
    return "error: the contract of 'it' has a '" + std::string(word) +
           "' entry that names nothing [PMB056 bad-value]\n  help: " + help +
           "\n";
  };
  const char *usual = "name what it is about, or leave the entry out";
  EXPECT_EQ(verify([](Contract &contract) { contract.rejects({}); }),
            expected("rejects", usual));
  EXPECT_EQ(verify([](Contract &contract) { contract.requiresContents({}); }),
            expected("requires", usual));
  EXPECT_EQ(verify([](Contract &contract) {
              contract.requiresContents({}).unless({"scf"});
            }),
            expected("requires", usual));
  EXPECT_EQ(verify([](Contract &contract) { contract.leavesDead({}); }),
            expected("leavesDead", usual));
  EXPECT_EQ(verify([](Contract &contract) {
              contract.introduces({}).given({"scf"});
            }),
            expected("introduces", usual));
  EXPECT_EQ(verify([](Contract &contract) { contract.lowers({}).to({"cf"}); }),
            expected("lowers", "say what it lowers, or 'introduces'; alone, "
                               "lowers({}) says that the pass changes "
                               "nothing"));
  // What appears only sometimes is something.
  EXPECT_EQ(verify([](Contract &contract) {
              contract.introduces({}).sometimes({"cf"});
              contract.lowers({}).because("prints the IR");
            }),
            "");
}

TEST_F(OrderInsertTest, ContractsThatContradictThemselves) {
  auto verify = [](Fill fill) {
    Contract contract;
    fill(contract);
    return text(contract.verify("it"));
  };
  EXPECT_EQ(
      verify([](Contract &contract) {
        contract.after(pass("cse")).because("needs it");
        contract.before(pass("cse")).because("spoils it");
      }),
      R"(error: the contract of 'it' says both after 'cse' and before 'cse' [PMB013 contradictory-contract]
  note: after 'cse': needs it
  note: before 'cse': spoils it
  help: remove one of the entries, or make them conditional; to run before it and again after, say 'after' and 'followedBy'
)");
  EXPECT_EQ(
      verify([](Contract &contract) { contract.after(pass("it")); }),
      R"(error: the contract of 'it' says after 'it', which is the pass itself [PMB013 contradictory-contract]
)");
  EXPECT_EQ(
      verify([](Contract &contract) {
        contract.conflictsWith(pass("cse"));
        contract.followedBy(pass("cse"));
      }),
      R"(error: the contract of 'it' says both conflictsWith 'cse' and followedBy 'cse' [PMB013 contradictory-contract]
  help: remove one of the entries, or make them conditional
)");
  EXPECT_EQ(
      verify([](Contract &contract) {
        contract.requiresProperty("canonical");
        contract.rejects({"canonical"});
      }),
      R"(error: the contract of 'it' says both requires 'canonical' and rejects 'canonical' [PMB013 contradictory-contract]
  help: remove one of the entries, or make them conditional
)");
  EXPECT_EQ(
      verify([](Contract &contract) {
        contract.providesProperty("canonical");
        contract.invalidatesProperty("canonical");
      }),
      R"(error: the contract of 'it' says both provides 'canonical' and invalidates 'canonical' [PMB013 contradictory-contract]
  help: remove one of the entries, or make them conditional
)");
  EXPECT_EQ(
      verify([](Contract &contract) {
        contract.lowers({"scf"}).to({"cf"});
        contract.rejects({"scf"});
      }),
      R"(error: the contract of 'it' says both lowers 'scf' and rejects 'scf' [PMB013 contradictory-contract]
  help: remove one of the entries, or make them conditional
)");
  EXPECT_EQ(
      verify([](Contract &contract) { contract.after(slot("pre-bufferize")); }),
      R"(error: the contract of 'it' says after slot 'pre-bufferize': contracts name passes, kinds, providers and bundles, not slots [PMB013 contradictory-contract]
)");
  // What need not hold, or not always, contradicts nothing.
  EXPECT_EQ(verify([](Contract &contract) {
              contract.after(pass("cse")).weak();
              contract.before(pass("cse"));
              contract.after(pass("tile")).when(variant("avx512"));
              contract.before(pass("tile")).when(!variant("avx512"));
            }),
            "");
}

TEST_F(OrderInsertTest, ContractsWithUnknownNames) {
  auto pipeline = compose({"x"});
  auto expectBad = [&](Fill fill, llvm::StringRef expected) {
    Contract contract;
    fill(contract);
    expectRefused(
        *pipeline, [&] { return pipeline->addContract("x", contract); },
        expected);
    // The same for a bundle.
    PassBundle bundle("group");
    bundle.addPass("y");
    bundle.contract = contract;
    auto [before, after] = expected.split("'x'");
    expectRefused(
        *pipeline, [&] { return pipeline->insert(bundle, Position::atEnd()); },
        (before + "'group'" + after).str());
  };
  expectBad(
      [](Contract &contract) { contract.requiresProperty("cannonical"); },
      R"(error: the contract of 'x' names the property 'cannonical', which does not exist [PMB011 unknown-property]
  help: did you mean 'canonical'?
)");
  expectBad(
      [](Contract &contract) { contract.after(kind("cleanups")); },
      R"(error: the contract of 'x' names the kind 'cleanups', which does not exist [PMB010 unknown-kind]
  help: did you mean 'cleanup'?
)");
  expectBad(
      [](Contract &contract) { contract.after(providerOf("dealocated")); },
      R"(error: the contract of 'x' names the property 'dealocated', which does not exist [PMB011 unknown-property]
  help: did you mean 'deallocated'?
)");
  // Nothing of it was kept.
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(OrderInsertTest, ContractsWithUnknownConditions) {
  PassDescriptor bufferize("bufferize");
  bufferize.options = {{"functions", "false"}, {"copies", "true"}};
  bufferize.hasOptionList = true;
  test::require(catalog.addPass(std::move(bufferize)));
  catalog.addVariant("avx512");
  catalog.addVariant("neon");
  auto pipeline = compose({"bufferize"});
  auto expectBad = [&](Condition condition, llvm::StringRef expected) {
    Contract contract;
    contract.after(pass("x")).when(std::move(condition));
    expectRefused(
        *pipeline, [&] { return pipeline->addContract("bufferize", contract); },
        expected);
  };
  expectBad(
      option("function"),
      R"(error: a condition of 'bufferize': there is no option or variant 'function' [PMB012 unknown-condition]
  note: the line is
     1 | function == true
       | ^
  help: did you mean 'functions'?
)");
  expectBad(
      variant("avx51"),
      R"(error: a condition of 'bufferize': there is no option or variant 'avx51' [PMB012 unknown-condition]
  note: the line is
     1 | avx51
       | ^
  help: did you mean 'avx512'?
)");
  Contract contract;
  contract.after(pass("x")).when(variant("neon"));
  EXPECT_EQ(text(pipeline->addContract("bufferize", contract)), "");
}

TEST_F(OrderInsertTest, VariantsThatAreNotDeclared) {
  catalog.addVariant("avx512");
  auto pipeline = compose({"a"});
  pipeline->setVariant("avx512");
  EXPECT_EQ(check(*pipeline), "");
  pipeline->setVariant("avx51");
  EXPECT_EQ(check(*pipeline),
            R"(error: there is no variant 'avx51' [PMB012 unknown-condition]
  help: did you mean 'avx512'?
)");
}

} // namespace
