//===- ConditionNamesTest.cpp - Misspelled names in conditions ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/ConditionNames.h"
#include "../Require.h"
#include "builder/passes/Catalog.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;
using Type = OptionDescriptor::Type;

namespace {

/// Built for a target and for one of some variants.
OptionScope makeTargetScope() {
  OptionScope scope;
  OptionDescriptor target{"target", "cpu", Type::Enum};
  target.values = {"cpu", "vector"};
  test::require(scope.addOption(target));
  for (const char *name : {"quick", "cpu", "sm80"})
    test::require(scope.addVariant({name, "", {}}));
  return scope;
}

/// What is said of a pass whose entries have these conditions.
std::string checkConditions(std::initializer_list<const char *> conditions) {
  PassDescriptor pass("p");
  pass.options = {{"rounds", "1"}};
  for (const char *condition : conditions)
    pass.contract.after(pmb::pass("a")).when(condition);
  std::string result;
  checkConditionNames(pass, makeTargetScope(), Catalog(),
                      [&](Diagnostic finding) { result += finding.str(); });
  return result;
}

TEST(ConditionNames, OneLetterOffIsMisspelled) {
  EXPECT_EQ(checkConditions({"quik"}),
            "warning: neither the pipeline nor 'p' declares "
            "'quik' [PMB012 unknown-condition]\n"
            "  help: did you mean 'quick'?\n");
  EXPECT_EQ(checkConditions({"roundz == 1"}),
            "warning: neither the pipeline nor 'p' declares 'roundz' [PMB012 "
            "unknown-condition]\n"
            "  help: did you mean 'rounds'?\n");
  EXPECT_EQ(checkConditions({"quick", "rounds == 2", "their-own"}), "");
}

TEST(ConditionNames, AMistakeIsToldOnce) {
  std::string once = checkConditions({"quik"});
  EXPECT_EQ(checkConditions({"quik", "quik & cpu"}), once);
  EXPECT_EQ(checkConditions({"quik", "quikc"}),
            once + checkConditions({"quikc"}));
}

TEST(ConditionNames, AValueThatIsMisspelledIsTold) {
  EXPECT_EQ(checkConditions({"target == vectr"}),
            "warning: the option 'target' of the pipeline has no value 'vectr' "
            "[PMB012 unknown-condition]\n"
            "  help: did you mean 'vector'?\n");
  EXPECT_EQ(
      checkConditions({"target == vector", "target == cpu", "target == other"}),
      "");
}

// Targets have short names that are much alike.
TEST(ConditionNames, AnotherTargetIsNoSlip) {
  EXPECT_EQ(checkConditions({"gpu"}), "");
  EXPECT_EQ(checkConditions({"sm90"}), "");
  EXPECT_EQ(checkConditions({"sm800"}), "");
  EXPECT_EQ(checkConditions({"target == npu"}), "");
}

} // namespace
