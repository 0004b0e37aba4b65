//===- VariantsTest.cpp - Tests of pipelines for several targets ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariantsSupport.h"
#include "builder/edit/VariantChoice.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;
using Type = OptionDescriptor::Type;

namespace {

/// A tag for a pass of the test catalog.
struct PassB {
  static constexpr llvm::StringLiteral getArgument() { return "b"; }
};

TEST(Variants, DecideWhatIsAdded) {
  PassBundle bundle("two");
  bundle.addPass("c").addPass("d");
  for (bool isGPU : {false, true}) {
    TestPipeline pipeline;
    declareVariants(pipeline);
    if (isGPU)
      pipeline.setVariant("gpu");
    pipeline.addPass("a");
    pipeline.when("gpu & count < 8").addPass<PassB>().addSlot("s");
    pipeline.when("!gpu").addBundle(bundle).nest("func.func").addPass("tidy");
    pipeline.nest("func.func").addPass("clean").when("gpu").addPass("b");
    EXPECT_EQ(pipeline.str(),
              isGPU ? "builtin.module(a,b,func.func(clean,b))"
                    : "builtin.module(a,c,d,func.func(tidy,clean))");
    EXPECT_EQ(pipeline.lookup(slot("s")).size(), isGPU ? 1u : 0u);
    EXPECT_EQ(getMessages(pipeline), "");
    pipeline.verifyList();
  }
}

TEST(Variants, DecideInsertions) {
  for (bool isGPU : {false, true}) {
    TestPipeline pipeline{"a", "c"};
    declareVariants(pipeline);
    if (isGPU)
      pipeline.setOption("gpu", "true");
    EXPECT_DONE(pipeline, pipeline.when("gpu").insert<PassB>(
                              Position::before(pass("c"))));
    EXPECT_DONE(pipeline, pipeline.when("gpu").insertSlot(
                              "s", Position::after(pass("a"))));
    EXPECT_EQ(pipeline.size(), isGPU ? 3u : 2u);
    EXPECT_EQ(pipeline.lookup(slot("s")).size(), isGPU ? 1u : 0u);
  }
}

TEST(Variants, WrongConditionsAddNothingAndAreReported) {
  TestPipeline pipeline;
  declareVariants(pipeline);
  pipeline.when("gpv").addPass("a");
  pipeline.when("").addPass("a");
  pipeline.when("count").nest("func.func").addPass("a");
  EXPECT_EQ(pipeline.str(), "builtin.module()");
  EXPECT_EQ(getMessages(pipeline),
            "there is no option or variant 'gpv'\n"
            "the condition is empty\n"
            "the option 'count' is neither true nor false\n");
}

TEST(Variants, OnesWithAValueAreOptions) {
  for (bool hasOptions : {false, true}) {
    TestPipeline pipeline{"a"};
    if (hasOptions)
      declareVariants(pipeline);
    pipeline.setVariant("target=rocm");
    EXPECT_EQ(
        text(pipeline.getVariants().verify()),
        R"(error: there is no variant 'target=rocm' [PMB012 unknown-condition]
  help: to give an option a value, write setOption("target", "rocm")
)");
  }
}

TEST(Variants, ChosenTwiceAreTheSameOrAnError) {
  VariantChoice choice;
  test::require(choice.add("gpu"));
  test::require(choice.add("gpu"));
  test::require(choice.add("count=8"));
  test::require(choice.add(" count=8"));
  EXPECT_EQ(choice.str(), "gpu,count=8");
  for (StringRef other : {"count=9", "count", "gpu=false", "=1", " "})
    EXPECT_NE(text(choice.add(other)), "") << other.str();
  EXPECT_EQ(choice.str(), "gpu,count=8");
}

TEST(Variants, PositionsKnowWhatIsNotThere) {
  TestPipeline pipeline{"a"};
  declareVariants(pipeline);
  pipeline.setVariant("big");
  pipeline.when("gpu").addPass("clean").addSlot("s");
  EXPECT_REFUSED(
      pipeline, pipeline.addPassBefore("c", "clean"),
      R"(error: the pipeline has no pass 'clean' [PMB002 unknown-position]
  note: it is there only when 'gpu', as framework has it
  note: the pipeline is built for 'big'
  help: give the position a fallback, or the edit the same condition
)");
  EXPECT_TRUE(contains(text(pipeline.addPassToSlot("c", "s")),
                       "it is there only when 'gpu'"));
  // So does a kind of which the pass would be.
  EXPECT_TRUE(contains(
      text(pipeline.insert(PassSpec("c"), Position::after(kind("cleanup")))),
      "it is there only when 'gpu'"));
  EXPECT_DONE(pipeline,
              pipeline.insert(
                  PassSpec("c"),
                  Position::before(pass("clean")).orElse(Position::atStart())));
  EXPECT_EQ(pipeline.str(), "builtin.module(c,a)");
}

/// PMB072: builder.when("gpu").addPass("gpu-kernel-outlining");
/// builder.setVariant("gpu");
TEST(Variants, AreSettledOnceAConditionHasAsked) {
  TestPipeline pipeline;
  declareVariants(pipeline);
  pipeline.when("gpu | count > 8").addPass("a");
  pipeline.setVariant("gpu");
  pipeline.setVariant("big");
  pipeline.setOption("count", "9");
  EXPECT_EQ(getMessages(pipeline),
            "'gpu' is set after something was added that depends on it\n"
            "'count' is set after something was added that depends on it\n"
            "'count' is set after something was added that depends on it\n");
  EXPECT_EQ(pipeline.check().front().code, DiagnosticCode::LateChoice);
}

/// However a choice is written, it has one name.
TEST(Variants, HaveOneName) {
  TestPipeline pipeline;
  declareVariants(pipeline);
  auto name = [&](std::initializer_list<StringRef> texts) {
    VariantChoice choice;
    for (StringRef text : texts)
      test::require(choice.add(text));
    return choice.str(pipeline.getOptions());
  };
  EXPECT_EQ(name({}), "default");
  EXPECT_EQ(name({"gpu"}), "gpu");
  EXPECT_EQ(name({"gpu=true"}), "gpu");
  EXPECT_EQ(name({"gpu=1"}), "gpu");
  EXPECT_EQ(name({"gpu=false"}), "default");
  EXPECT_EQ(name({"count=4"}), "default");
  EXPECT_EQ(name({"count=9", "gpu"}), "gpu,count=9");
  EXPECT_EQ(name({"gpu", "count=9"}), "gpu,count=9");
  EXPECT_EQ(name({"count=9", "big"}), "big,count=9");
  EXPECT_EQ(name({"big", "count=64"}), "big");
  EXPECT_EQ(name({"zeta", "big", "alpha"}), "big,alpha,zeta");
}

/// Several places of a driver may each say what they need.
TEST(Variants, MayBeChosenAgainAsTheyAre) {
  TestPipeline pipeline;
  declareVariants(pipeline);
  pipeline.setVariant("gpu");
  pipeline.setOption("count", "9");
  pipeline.when("gpu & count > 8").addPass("a");
  pipeline.setVariant("gpu");
  pipeline.setOption("count", "9");
  EXPECT_EQ(getMessages(pipeline), "");
  pipeline.setOption("count", "10");
  EXPECT_EQ(getMessages(pipeline),
            "'count' is set after something was added that depends on it\n");
}

TEST(Variants, ThatAreNotDeclaredAreReported) {
  TestPipeline pipeline;
  declareVariants(pipeline);
  pipeline.setVariant("bg");
  pipeline.setOption("count", "many");
  EXPECT_EQ(getMessages(pipeline),
            "'many' is not a value of the option 'count'\n"
            "there is no variant 'bg'\n");
}

TEST(Variants, AreUndoneWithATransaction) {
  TestPipeline pipeline{"a"};
  declareVariants(pipeline);
  auto fail = [&]() -> llvm::Error {
    pipeline.setVariant("big");
    test::require(pipeline.getVariants().addVariant({"huge", "", {}}));
    pipeline.when("gpu").addPass("clean");
    return pipeline.removePass("nobody");
  };
  EXPECT_NE(text(pipeline.transaction(Origin::plugin("acme"), fail)), "");
  EXPECT_FALSE(pipeline.getList().hasVariant("big"));
  EXPECT_EQ(pipeline.getOptions().lookupVariant("huge"), nullptr);
  // Nothing is settled, and nothing is said of what would be there.
  pipeline.setVariant("gpu");
  EXPECT_EQ(getMessages(pipeline), "");
  EXPECT_FALSE(
      contains(text(pipeline.addPassBefore("c", "clean")), "only when"));
}

TEST(Variants, ConditionsOfContractsAsk) {
  for (StringRef chosen : {"", "gpu", "big"}) {
    TestPipeline pipeline{"a", "b"};
    declareVariants(pipeline);
    Contract contract;
    contract.after(pass("b")).when("gpu | count > 8");
    EXPECT_DONE(pipeline, pipeline.addContract("a", contract));
    if (!chosen.empty())
      pipeline.setVariant(chosen);
    EXPECT_EQ(getMessages(pipeline).empty(), chosen.empty()) << chosen.str();
  }
  TestPipeline pipeline{"a", "b"};
  declareVariants(pipeline);
  Contract contract;
  contract.after(pass("b")).when("gpu | cuont > 8");
  EXPECT_EQ(
      text(pipeline.addContract("a", contract)),
      R"(error: a condition of 'a': there is no option or variant 'cuont' [PMB012 unknown-condition]
  note: the line is
     1 | gpu | cuont > 8
       |       ^
  help: did you mean 'count'?
)");
}

TEST(VariantChoices, AVariantIsNotCombinedWithTheOptionsThatItSets) {
  OptionScope scope;
  test::require(scope.addOption({"fast", "", Type::Bool}));
  test::require(scope.addOption({"level", "low", Type::Enum, {"low", "high"}}));
  test::require(scope.addVariant({"big", "", {{"level", "high"}}}));
  std::string all;
  for (const VariantChoice &choice : test::require(enumerateVariants(scope)))
    all += choice.str() + "\n";
  EXPECT_EQ(all, "default\nlevel=high\nfast\nfast,level=high\nbig\nbig,fast\n");
}

TEST(Variants, ThatSetAnOptionToTheSameGoTogether) {
  TestPipeline pipeline;
  declareVariants(pipeline);
  test::require(
      pipeline.getVariants().addVariant({"wide", "", {{"count", "64"}}}));
  test::require(
      pipeline.getVariants().addVariant({"tiny", "", {{"count", "1"}}}));
  pipeline.setVariant("big");
  pipeline.setVariant("wide");
  EXPECT_EQ(text(pipeline.getVariants().verify()), "");
  pipeline.setVariant("tiny");
  EXPECT_NE(text(pipeline.getVariants().verify()), "");
}

TEST(Variants, AnAbsentSlotIsNoBundle) {
  TestPipeline pipeline({"a"});
  declareVariants(pipeline);
  pipeline.when("gpu").addSlot("s");
  auto insert = [&](const Target &target) {
    return text(pipeline.insert(PassSpec("b"), Position::before(target)));
  };
  EXPECT_TRUE(contains(insert(slot("s")), "it is there only when 'gpu'"));
  EXPECT_FALSE(contains(insert(bundle("s")), "it is there only when"));
}

TEST(Variants, WhatIsNotChosenMayNameAnUnknownBundle) {
  TestPipeline pipeline({"a"});
  declareVariants(pipeline);
  pipeline.when("gpu").addBundle("no-such");
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
  EXPECT_EQ(getMessages(pipeline), "");
  std::string refused =
      text(pipeline.insert(PassSpec("c"), Position::before(bundle("no-such"))));
  EXPECT_TRUE(contains(refused, "it is there only when 'gpu'"));
}

/// A table of names has no order of its own.
TEST(Variants, ThatDoNotExistAreListedByName) {
  TestPipeline pipeline{"a"};
  declareVariants(pipeline);
  for (const char *name : {"zeta", "alpha", "mu", "kappa", "eta", "beta"})
    pipeline.setVariant(name);
  std::string expected;
  for (StringRef name : {"alpha", "beta", "eta", "kappa", "mu", "zeta"})
    expected += ("there is no variant '" + name + "'\n").str();
  EXPECT_EQ(getMessages(pipeline), expected);
}

TEST(Variants, ThatACatalogDeclaresCanBeChosenBesideOptions) {
  Catalog catalog = makeCatalog();
  catalog.addVariant("tiny");
  PipelineBuilder pipeline("builtin.module", catalog);
  declareVariants(pipeline);
  pipeline.setVariant("tiny");
  EXPECT_EQ(getMessages(pipeline), "");
}

TEST(Variants, AnOptionThatIsOnByDefaultIsTriedOffToo) {
  OptionScope scope;
  test::require(scope.addOption({"checks", "true", Type::Bool}));
  std::vector<std::string> names;
  for (const VariantChoice &choice : test::require(enumerateVariants(scope)))
    names.push_back(choice.str());
  EXPECT_EQ(names, (std::vector<std::string>{"default", "checks=false"}));
}

TEST(Variants, FewNamesAreListedForOneThatResemblesNone) {
  for (unsigned count : {30, 31}) {
    TestPipeline pipeline;
    std::string names;
    for (unsigned i = 0; i < count; ++i) {
      std::string name = "option-" + std::to_string(10 + i);
      test::require(pipeline.getVariants().addOption({name, "", Type::Bool}));
      names += (i ? "', '" : "'") + name;
    }
    pipeline.when("qqqqqq").addPass("a");
    std::vector<Diagnostic> findings = pipeline.check();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].str().find("the known ones are " + names + "'") !=
                  std::string::npos,
              count <= 30)
        << findings[0].str();
  }
}

/// The default first, and the others as they are declared.
TEST(Variants, ValuesAreTriedInTheirOrder) {
  OptionScope scope;
  test::require(
      scope.addOption({"mode", "c", Type::Enum, {"a", "b", "c", "d"}}));
  std::vector<std::string> names;
  for (const VariantChoice &choice : test::require(enumerateVariants(scope)))
    names.push_back(choice.str());
  EXPECT_EQ(names, (std::vector<std::string>{"default", "mode=a", "mode=b",
                                             "mode=d"}));
}

TEST(Variants, KnownOnesAreListedByName) {
  Catalog catalog = makeCatalog();
  catalog.addVariant("tiny");
  PipelineBuilder pipeline("builtin.module", catalog);
  test::require(pipeline.getVariants().addOption({"gpu", "", Type::Bool}));
  test::require(pipeline.getVariants().addVariant({"big", "", {}}));
  pipeline.setVariant("qqqqqq");
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_TRUE(
      contains(findings[0].str(), "the known ones are 'big', 'gpu', 'tiny'"));
}

} // namespace
