//===- OptionValuesTest.cpp - Tests of what conditions ask of a pass ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/OptionValues.h"
#include "Support.h"
#include "builder/edit/PassProvider.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;
using Type = OptionDescriptor::Type;

namespace {

PassDescriptor makePass() {
  PassDescriptor pass("p");
  pass.options = {{"fast", "", Type::Bool},
                  {"loops", "true"},
                  {"file", ""},
                  {"rounds", "10", Type::Int64},
                  {"mode", "a", Type::Enum, {"a", "b c"}},
                  {"debug", "false", Type::Bool}};
  pass.hasOptionList = true;
  return pass;
}

/// Built for gpu and debug, and with 16 lanes.
OptionScope makePipeline() {
  OptionScope scope;
  test::require(scope.addVariant({"gpu", "", {}}));
  test::require(scope.addOption({"debug", "", Type::Bool}));
  test::require(scope.addOption({"lanes", "16", Type::Int64}));
  scope.setVariant("gpu");
  scope.setVariant("debug");
  return scope;
}

bool holds(const PassDescriptor &pass, StringRef options, StringRef condition,
           const OptionScope *around) {
  return OptionValues(pass, options).holds(Condition(condition), around);
}

TEST(ConditionsOfPasses, AskThePassAndThePipeline) {
  PassDescriptor pass = makePass();
  OptionScope around = makePipeline();
  struct {
    StringRef options, condition;
    bool expected;
  } cases[] = {
      {"", "", true},
      {"", "fast", false},
      {"fast", "fast", true},
      {"fast=0", "fast", false},
      {"", "loops", true},
      {"loops=false", "!loops", true},
      // A truth value that is not given is false, and not given.
      {"", "fast == false & fast != true & fast == ''", true},
      {"file=x", "file == x", true},
      {"file={a b}", "file == 'a b'", true},
      // One that is not given is ''.
      {"", "file == ''", true},
      {"file=x", "file != ''", true},
      {"", "mode == a", true},
      {"mode='b c'", "mode == 'b c'", true},
      {"", "rounds > 9 & rounds <= 10", true},
      {"rounds=0x3", "rounds < 4 & rounds == 3", true},
      // Both kinds of names in one text.
      {"", "loops & gpu", true},
      {"", "loops & !gpu", false},
      {"file=x", "file != '' & (npu | lanes == 16)", true},
      {"", "fast | lanes > 16", false},
      // The pass's own option hides that of the pipeline.
      {"", "debug", false},
      {"debug", "debug & gpu", true},
      {"", "nobody", false},
      {"", "nobody == 1", false},
      {"", "(gpu", false},
  };
  for (const auto &[options, condition, expected] : cases)
    EXPECT_EQ(holds(pass, options, condition, &around), expected)
        << options.str() << ": " << condition.str();
}

TEST(ConditionsOfPasses, WhatIsNotDeclared) {
  PassDescriptor pass("p");
  OptionScope around = makePipeline();
  // As long as nobody knows its options, a comparison may be about them.
  EXPECT_TRUE(holds(pass, "file=x", "file == x", &around));
  EXPECT_TRUE(holds(pass, "", "file == ''", &around));
  EXPECT_TRUE(holds(pass, "fast", "fast == true & gpu", &around));
  EXPECT_FALSE(holds(pass, "fast", "fast", &around));
  EXPECT_TRUE(holds(pass, "lanes=3", "lanes == 16", &around));
  // Nothing holds that asks for a pipeline of which nothing is known.
  EXPECT_TRUE(holds(pass, "file=x", "file == x", nullptr));
  EXPECT_FALSE(holds(pass, "file=x", "file == x | !gpu", nullptr));
  // A bundle has no options.
  OptionValues bundle;
  EXPECT_TRUE(bundle.holds(Condition("gpu & lanes == 16"), &around));
  EXPECT_FALSE(bundle.holds(Condition("file == ''"), &around));
}

// An instance tells what its options are.
TEST(ConditionsOfPasses, AskTheInstance) {
  struct {
    StringRef options, condition;
    bool isWrong;
  } cases[] = {
      {"fast=true", "fast", true},
      {"fast=false", "fast", false},
      {"fast=true", "!fast", false},
      {"fast=false", "!fast", true},
      {"fast=true", "fast & gpu", true},
      // No option of it.
      {"fast=true", "gpu", true},
      {"fast=true", "npu", false},
      // The pipeline is built for 16 lanes.
      {"lanes=8", "lanes == 8", true},
      {"fast=true", "lanes == 16", true},
      {"gpu=false", "gpu", false},
  };
  for (const auto &[options, condition, isWrong] : cases) {
    TestPipeline pipeline;
    test::require(pipeline.getVariants().addVariant({"gpu", "", {}}));
    test::require(pipeline.getVariants().addVariant({"npu", "", {}}));
    test::require(pipeline.getVariants().addVariant({"fast", "", {}}));
    test::require(
        pipeline.getVariants().addOption({"lanes", "16", Type::Int64}));
    pipeline.setVariant("gpu");
    pipeline.append(makeInstance("mine", /*isCopyable=*/true, options));
    pipeline.addPass("a");
    Contract contract;
    contract.after(pass("a")).when(condition);
    test::require(pipeline.addContract("mine", contract));
    EXPECT_EQ(pipeline.check().size(), isWrong ? 1u : 0u)
        << options.str() << ": " << condition.str();
    // An insertion says the same.
    EXPECT_EQ(
        text(pipeline.insert(makeInstance("mine", /*isCopyable=*/true, options),
                             Position::before(pass("a"))))
            .empty(),
        !isWrong)
        << options.str() << ": " << condition.str();
  }
}

// A class need not list its options to ask for them by name.
TEST(ConditionsOfPasses, AskTheInstanceOfADescribedClass) {
  static const PassDescriptor described = [] {
    PassDescriptor pass("mine");
    pass.contract.after(pmb::pass("a")).when("fast & gpu");
    return pass;
  }();
  TestPipeline pipeline;
  test::require(pipeline.getVariants().addVariant({"gpu", "", {}}));
  pipeline.setVariant("gpu");
  for (StringRef options : {"fast=true", "fast=false"}) {
    PassSpec spec = makeInstance("mine", /*isCopyable=*/true, options);
    spec.described = &described;
    pipeline.append(std::move(spec));
  }
  pipeline.addPass("a");
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message,
            "'mine' must come after 'a', and stands before it");
  EXPECT_EQ(findings[0].node->position, 0);
}

// Each of two instances of one pass has options of its own.
TEST(ConditionsOfPasses, AskEachInstance) {
  TestPipeline pipeline;
  for (const char *options : {"fast=false", "fast=true", "fast=false"})
    pipeline.append(makeInstance("mine", /*isCopyable=*/true, options));
  Contract contract;
  contract.rejects({"scf.for"}).when("fast == true");
  test::require(pipeline.addContract("mine", contract));
  pipeline.getInterface().inputContents = {"scf.for"};
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].node->position, 1);
}

/// Makes instances that print `options`, whatever they are given.
class PrintingPipeline : private PassProvider, public Pipeline {
public:
  explicit PrintingPipeline(StringRef options)
      : PassProvider(getTestCatalog()),
        Pipeline("builtin.module", getTestCatalog(), this), options(options) {}

private:
  llvm::Expected<PassInstance> instantiate(StringRef name, StringRef) override {
    return std::move(makeInstance(name, /*isCopyable=*/true, options).instance);
  }
  StringRef options;
};

bool holdsOfMade(StringRef name, StringRef given, StringRef printed,
                 StringRef condition) {
  PrintingPipeline pipeline(printed);
  test::require(
      pipeline.insert(PassSpec(name.str(), given.str()), Position::atEnd()));
  test::require(pipeline.insert(PassSpec("a"), Position::atEnd()));
  Contract contract;
  contract.after(pass("a")).when(condition);
  test::require(pipeline.addContract(name, contract));
  return !pipeline.check().empty();
}

// An option that is neither given nor described is as the instance prints it.
TEST(ConditionsOfPasses, AskTheInstanceThatWasMadeFromAName) {
  EXPECT_TRUE(holdsOfMade("mine", "fast=1", "fast=true", "fast == true"));
  EXPECT_TRUE(holdsOfMade("mine", "mode=X", "mode=x", "mode == x"));
  EXPECT_FALSE(holdsOfMade("mine", "mode=X", "mode=x", "mode == X"));
  EXPECT_TRUE(holdsOfMade("mine", "", "n=5", "n == 5"));
  EXPECT_FALSE(holdsOfMade("mine", "", "n=5", "n == 6"));
}

TEST(ConditionsOfPasses, AskTheInstanceForATruthValueThatWasNotGiven) {
  EXPECT_TRUE(holdsOfMade("mine", "", "fast=true", "fast"));
  EXPECT_FALSE(holdsOfMade("mine", "", "fast=false", "fast"));
}

} // namespace
