//===- SourceLocationTest.cpp - Where C++ has added a pass --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with places, as users are. The project itself is compiled without,
// so that lines which are added to a test do not change what it expects.
//
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

struct B {
  static constexpr llvm::StringLiteral getArgument() { return "b"; }
};
struct Optional {
  static constexpr llvm::StringLiteral getArgument() { return "optional"; }
};
struct Cleanup {
  static constexpr llvm::StringLiteral getKindName() { return "cleanup"; }
};
/// A pass with a constructor of two arguments.
struct Two {};

std::string place(unsigned line) {
  return "SourceLocationTest.cpp:" + std::to_string(line);
}

/// Who has put the last node there, as messages say it.
std::string getLast(const PipelineBuilder &builder) {
  const Node *last = nullptr;
  for (const Node &node : builder.getNodes())
    last = &node;
  return builder.getRef(*last).origin.str();
}

} // namespace

template <> struct pmb::PassTraits<Two> {
  static llvm::StringRef getArgument() { return "two"; }
  static PassSpec create(int, int) { return PassSpec("two"); }
};

namespace {

TEST(SourceLocation, OfWhatIsAppended) {
  PipelineBuilder builder("builtin.module", getTestCatalog());
  builder.setVariant("gpu");
  PassBundle bundle("group");
  bundle.addPass("b");
  // clang-format off
  builder.addPass("a"); EXPECT_EQ(getLast(builder), place(__LINE__));
  builder.addPass<B>(); EXPECT_EQ(getLast(builder), place(__LINE__));
  builder.addPass<Optional>("count=3"); EXPECT_EQ(getLast(builder), place(__LINE__));
  builder.append(makeInstance("c")); EXPECT_EQ(getLast(builder), place(__LINE__));
  builder.addBundle(bundle); EXPECT_EQ(getLast(builder), place(__LINE__));
  builder.addSlot("s"); EXPECT_EQ(getLast(builder), place(__LINE__));
  builder.addPatternSlot("p"); EXPECT_EQ(getLast(builder), place(__LINE__));
  builder.when("gpu").addPass("a"); EXPECT_EQ(getLast(builder), place(__LINE__));
  builder.when("gpu").addPass<B>(); EXPECT_EQ(getLast(builder), place(__LINE__));
  NestBuilder nest = builder.nest("func.func");
  nest.addPass("a"); EXPECT_EQ(getLast(builder), place(__LINE__));
  nest.addPass<B>(); EXPECT_EQ(getLast(builder), place(__LINE__));
  nest.addBundle(bundle); EXPECT_EQ(getLast(builder), place(__LINE__));
  nest.addSlot("t"); EXPECT_EQ(getLast(builder), place(__LINE__));
  // clang-format on
  // Nothing of a call goes on to the next.
  builder.addPass<Two>(1, 2);
  EXPECT_EQ(getLast(builder), "framework");
  (void)builder.check();
}

TEST(SourceLocation, OfWhatIsInserted) {
  PipelineBuilder builder("builtin.module", getTestCatalog());
  builder.setVariant("gpu");
  builder.addPass("a");
  builder.addPass("clean");
  builder.addSlot("s");
  auto expect = [&](InsertResult added, unsigned line) {
    ASSERT_EQ(test::text(added), "");
    EXPECT_EQ(builder.getRef(*added.getNode()).origin.str(), place(line));
  };
  // clang-format off
  expect(builder.addPassBefore("b", "a"), __LINE__);
  expect(builder.addPassBefore("optional", "a", PassOptions("count=3")), __LINE__);
  expect(builder.addPassAfter<Optional, Optional>("count=2"), __LINE__);
  expect(builder.addPassBefore<Optional, B>(), __LINE__);
  expect(builder.addPassBeforeType<B, Cleanup>(), __LINE__);
  expect(builder.addPassAfterType("c", "cleanup"), __LINE__);
  expect(builder.addPassBeforeKind<B, Cleanup>(), __LINE__);
  expect(builder.addPassAfterKind("c", "cleanup"), __LINE__);
  expect(builder.addPassToSlot<B>("s"), __LINE__);
  expect(builder.addPassToSlot("c", "s"), __LINE__);
  expect(builder.insert<B>(Position::atEnd()), __LINE__);
  expect(builder.insert(PassSpec("d"), Position::atEnd()), __LINE__);
  expect(builder.insertSlot("u", Position::atEnd()), __LINE__);
  expect(builder.when("gpu").insert<B>(Position::atEnd()), __LINE__);
  // clang-format on
}

TEST(SourceLocation, OnlyNamesAFrameworkWithoutAName) {
  PipelineBuilder builder("builtin.module", getTestCatalog());
  builder.setOrigin(Origin::framework("toy"));
  builder.addPass("a");
  EXPECT_EQ(getLast(builder), "framework 'toy'");
  builder.setOrigin(Origin::framework());
  EXPECT_EQ(test::text(builder.transaction(Origin::thirdParty("acme"),
                                           [&]() -> llvm::Error {
                                             return builder.addPassAfter("b",
                                                                         "a");
                                           })),
            "");
  EXPECT_EQ(getLast(builder), "third party 'acme'");
}

TEST(SourceLocation, StandsInMessages) {
  PipelineBuilder builder("builtin.module", getTestCatalog());
  unsigned line = __LINE__ + 1;
  builder.nest("any").addPass("func-pass").addPass("module-pass");
  std::vector<Diagnostic> findings = builder.check();
  ASSERT_EQ(findings.size(), 1u);
  std::string text = findings[0].str();
  EXPECT_TRUE(contains(text, "added by " + place(line) + ")"));
}

TEST(SourceLocation, OfWhatWasComposedInVain) {
  PipelineBuilder builder("builtin.module", getTestCatalog());
  std::vector<std::string> expected;
  PassBundle conditional("conditional");
  conditional.when("gpu &").addPass("a");
  // clang-format off
  builder.addPass("a b"); expected.push_back(place(__LINE__));
  builder.addBundle("no-such-bundle"); expected.push_back(place(__LINE__));
  builder.nest("func.func").addPass("module-pass"); expected.push_back(place(__LINE__));
  builder.addSlot("s"); builder.addSlot("s"); expected.push_back(place(__LINE__));
  builder.when("gpu &").addPass("a"); expected.insert(expected.end(), 2, place(__LINE__));
  builder.nest("func.func").when("gpu |").addPass("a"); expected.insert(expected.end(), 2, place(__LINE__));
  builder.addBundle(conditional); expected.insert(expected.end(), 2, place(__LINE__));
  builder.nest("").addPass("a"); expected.push_back(place(__LINE__));
  builder.nest("func.func").nest("").addPass("a"); expected.push_back(place(__LINE__));
  builder.nestEach({}, PassBundle("none")); expected.push_back(place(__LINE__));
  llvm::LogicalResult kept = builder.addPassBefore("b", "c"); expected.push_back(place(__LINE__));
  // clang-format on
  EXPECT_TRUE(failed(kept));
  std::vector<Diagnostic> findings = builder.check();
  std::string all;
  for (const Diagnostic &finding : findings)
    all += finding.str();
  ASSERT_EQ(findings.size(), expected.size()) << all;
  for (auto [finding, where] : llvm::zip(findings, expected))
    EXPECT_TRUE(contains(finding.str(), "at: " + where));
}

TEST(SourceLocation, OfWhoAskedForAVariant) {
  PipelineBuilder builder("builtin.module", getTestCatalog());
  builder.setVariant("cpu");
  test::require(builder.getVariants().addVariant({"gpu", "", {}}));
  unsigned line = __LINE__ + 1;
  builder.when("gpu").addPass("a");
  builder.setVariant("gpu");
  std::string found;
  for (const Diagnostic &finding : builder.check())
    found += finding.str();
  EXPECT_TRUE(contains(found, "the first to ask for it was " + place(line)));
  EXPECT_TRUE(contains(found, "at: " + place(line + 1)));
}

TEST(SourceLocation, OfWhatTheOwnerHasChosen) {
  PipelineBuilder builder("builtin.module", getTestCatalog());
  using Type = OptionDescriptor::Type;
  for (const char *name : {"lanes", "width"})
    test::require(builder.getVariants().addOption({name, "4", Type::Int32}));
  std::vector<std::string> expected;
  // clang-format off
  builder.setOption("lanez", "8"); expected.push_back("'lanez'\n at: " + place(__LINE__));
  builder.setOption("lanes", "many"); expected.push_back("'lanes'\n at: " + place(__LINE__));
  builder.setVariant(""); expected.push_back("''\n at: " + place(__LINE__));
  builder.setVariant("lanes=8"); expected.push_back("'lanes=8'\n at: " + place(__LINE__));
  builder.setVariant("width"); expected.push_back("needs a value\n at: " + place(__LINE__));
  // clang-format on
  std::string found;
  for (const Diagnostic &finding : builder.check())
    found += finding.message + "\n at: " +
             (finding.node ? finding.node->origin.str() : "nowhere") + "\n";
  for (const std::string &one : expected)
    EXPECT_TRUE(contains(found, one));
  // What a party has set in vain is forgotten with it, and so is the place.
  PipelineBuilder other("builtin.module", getTestCatalog());
  test::require(other.getVariants().addOption({"lanes", "4", Type::Int32}));
  EXPECT_NE(test::text(other.transaction(Origin::framework(),
                                         [&]() -> llvm::Error {
                                           other.setOption("lanez", "8");
                                           return fail();
                                         })),
            "");
  EXPECT_TRUE(other.check().empty());
}

TEST(SourceLocation, OfWhatAConditionHasLeftOut) {
  PipelineBuilder builder("builtin.module", getTestCatalog());
  test::require(builder.getVariants().addVariant({"gpu", "", {}}));
  builder.addPass("b");
  auto expect = [&](const char *absent, unsigned line) {
    std::string found = test::text(builder.addPassBefore("c", absent));
    EXPECT_TRUE(
        contains(found, "only when 'gpu', as " + place(line) + " has it"));
  };
  // clang-format off
  builder.when("gpu").addPass("a"); expect("a", __LINE__);
  builder.nest("func.func").when("gpu").addPass("d"); expect("d", __LINE__);
  (void)builder.when("gpu").insert(PassSpec("clean"), Position::atEnd()); expect("clean", __LINE__);
  builder.when("gpu").addBundle(PassBundle("two").addPass("tidy")); expect("tidy", __LINE__);
  // clang-format on
}

} // namespace
