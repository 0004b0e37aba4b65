//===- OutputTest.cpp - What may remain at the end ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

class OutputTest : public pmb::test::RulesTest {
protected:
  using Items = std::vector<std::string>;

  OutputTest() {
    define("scf-to-omp",
           Contract().lowers({"scf.parallel"}).to({"omp.parallel"}));
    define("omp-to-llvm", Contract().lowers({"omp"}).to({"llvm"}));
  }

  std::string checkClosed(Items input, Items output) const {
    auto pipeline = compose({});
    pipeline->getInterface().inputContents = std::move(input);
    pipeline->getInterface().outputContents = std::move(output);
    return check(*pipeline);
  }
  std::string checkOpen(Items output) const {
    auto pipeline = compose({"scf-to-omp"});
    pipeline->getInterface().outputContents = std::move(output);
    return check(*pipeline);
  }
};

/// `--expect=linalg` is said of what is in functions.
TEST_F(OutputTest, HasFunctionsUnlessItNamesSome) {
  Items input = {"func.func", "func.return", "linalg.matmul"};
  EXPECT_EQ(checkClosed(input, {"linalg"}), "");
  EXPECT_TRUE(test::contains(checkClosed(input, {"linalg", "llvm"}),
                             "error: 'func.func' and 'func.return' stay"));
  EXPECT_TRUE(test::contains(checkClosed(input, {"linalg", "gpu.func"}),
                             "'func.return'"));
  EXPECT_TRUE(test::contains(checkClosed(input, {"linalg", "func.func"}),
                             "'func.return'"));
  // Other things are not meant.
  EXPECT_TRUE(
      test::contains(checkClosed({"func.func", "arith.addi"}, {"linalg"}),
                     "error: 'arith.addi' stays"));
  // Where nothing may remain, nothing may.
  EXPECT_TRUE(test::contains(checkClosed(input, {}), "error: "));
}

/// What an output implies counts as what it says: some of a dialect that it
/// names may be there, of an open input.
TEST_F(OutputTest, ImpliesFunctionsAsIfItNamedThem) {
  define("return-once", [](Contract &contract) {
    contract.requiresContents({"func.return"});
    contract.lowers({"func.return"}).to({});
  });
  auto checkTwice = [&](std::optional<Items> output) {
    auto pipeline = compose({"return-once", "return-once"});
    pipeline->getInterface().outputContents = std::move(output);
    return check(*pipeline);
  };
  EXPECT_TRUE(
      test::contains(checkTwice(std::nullopt), "error: 'return-once' needs"));
  EXPECT_EQ(checkTwice(Items{"linalg"}), checkTwice(Items{"linalg", "func"}));
  EXPECT_FALSE(
      test::contains(checkTwice(Items{"linalg"}), "'return-once' needs"));
  EXPECT_TRUE(
      test::contains(checkTwice(Items{"llvm"}), "error: 'return-once' needs"));
}

/// All that ask what may remain ask the catalog.
TEST_F(OutputTest, IsExpandedByTheCatalog) {
  test::require(catalog.addContents({"loops", "", {"scf", "memref"}}));
  EXPECT_EQ(catalog.expandOutput({"loops"}), (Items{"scf", "memref", "func"}));
  EXPECT_EQ(catalog.expandOutput({"llvm"}), Items{"llvm"});
  EXPECT_EQ(catalog.expandOutput({"linalg", "func.func"}),
            (Items{"linalg", "func.func"}));
  EXPECT_EQ(catalog.expandOutput({}), Items{});
  // Where functions can become nothing else, it cannot be told.
  Catalog other;
  EXPECT_EQ(other.getProgramDialect(), "");
  EXPECT_EQ(other.expandOutput({"linalg"}), Items{"linalg"});
}

TEST_F(OutputTest, IsPerhapsMeantToBeWider) {
  EXPECT_TRUE(
      test::contains(checkOpen({"llvm"}), "error: 'scf-to-omp' is a dead end"));
  test::require(catalog.addContents(
      {"llvm-ir", "What is translated", {"llvm", "nvvm", "omp"}}));
  EXPECT_EQ(
      checkOpen({"llvm"}),
      R"(warning: 'scf-to-omp' is a dead end: it leads to 'omp.parallel', which nothing behind it lowers [PMB043 dead-end]
  at: 'scf-to-omp' (pass 0, on builtin.module, added by framework)
  note: for example on an input with 'scf.parallel'
  help: add a pass that lowers it: 'omp-to-llvm'
  help: if it may remain, say --expect=llvm-ir (What is translated)
  fix: insert 'omp-to-llvm' after 'scf-to-omp'
)");
  EXPECT_EQ(checkOpen({"llvm-ir"}), "");
  // What programs usually have is no output, however much that is.
  test::require(catalog.addContents(
      {"usual-operations", "", {"spirv", "omp.parallel", "llvm"}}));
  EXPECT_TRUE(test::contains(checkOpen({"spirv"}), "error: 'scf-to-omp'"));
  // Functions, which an output need not name, are in the wider one.
  test::require(
      catalog.addContents({"parallel", "Threads", {"func.func", "x", "omp"}}));
  EXPECT_TRUE(
      test::contains(checkOpen({"x"}), "say --expect=parallel (Threads)"));
  // All of the output must be there.
  EXPECT_TRUE(
      test::contains(checkOpen({"llvm", "spirv"}), "error: 'scf-to-omp'"));
}

} // namespace
