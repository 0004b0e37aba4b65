//===- VariantsTest.cpp - Tests of pipelines for several targets ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
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

/// Declares the options `gpu` and `count`, and the variant `big`.
void declare(Pipeline &pipeline) {
  test::require(pipeline.getVariants().addOption({"gpu", "", Type::Bool}));
  test::require(pipeline.getVariants().addOption({"count", "4", Type::Int32}));
  test::require(
      pipeline.getVariants().addVariant({"big", "", {{"count", "64"}}}));
}

std::string messages(Pipeline &pipeline) {
  std::string result;
  for (const Diagnostic &diagnostic : pipeline.check())
    result += diagnostic.message + "\n";
  return result;
}

TEST(Variants, DecideWhatIsAdded) {
  PassBundle bundle("two");
  bundle.addPass("c").addPass("d");
  for (bool isGPU : {false, true}) {
    TestPipeline pipeline;
    declare(pipeline);
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
    EXPECT_EQ(messages(pipeline), "");
    pipeline.verifyList();
  }
}

TEST(Variants, DecideInsertions) {
  for (bool isGPU : {false, true}) {
    TestPipeline pipeline{"a", "c"};
    declare(pipeline);
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
  declare(pipeline);
  pipeline.when("gpv").addPass("a");
  pipeline.when("").addPass("a");
  pipeline.when("count").nest("func.func").addPass("a");
  EXPECT_EQ(pipeline.str(), "builtin.module()");
  EXPECT_EQ(messages(pipeline),
            "there is no option or variant 'gpv'\n"
            "the condition is empty\n"
            "the option 'count' is neither true nor false\n");
}

TEST(Variants, OnesWithAValueAreOptions) {
  for (bool hasOptions : {false, true}) {
    TestPipeline pipeline{"a"};
    if (hasOptions)
      declare(pipeline);
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
  declare(pipeline);
  pipeline.setVariant("big");
  pipeline.when("gpu").addPass("clean").addSlot("s");
  EXPECT_REFUSED(
      pipeline, pipeline.addPassBefore("c", "clean"),
      R"(error: the pipeline has no pass 'clean' [PMB002 unknown-position]
  note: it is there only when 'gpu', as framework has it
  note: the pipeline is built for 'big'
  help: give the position a fallback, or the edit the same condition
)");
  EXPECT_NE(text(pipeline.addPassToSlot("c", "s"))
                .find("it is there only when 'gpu'"),
            std::string::npos);
  // So does a kind of which the pass would be.
  EXPECT_NE(
      text(pipeline.insert(PassSpec("c"), Position::after(kind("cleanup"))))
          .find("it is there only when 'gpu'"),
      std::string::npos);
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
  declare(pipeline);
  pipeline.when("gpu | count > 8").addPass("a");
  pipeline.setVariant("gpu");
  pipeline.setVariant("big");
  pipeline.setOption("count", "9");
  EXPECT_EQ(messages(pipeline),
            "'gpu' is set after something was added that depends on it\n"
            "'count' is set after something was added that depends on it\n"
            "'count' is set after something was added that depends on it\n");
  EXPECT_EQ(pipeline.check().front().code, DiagnosticCode::LateChoice);
}

/// However a choice is written, it has one name.
TEST(Variants, HaveOneName) {
  TestPipeline pipeline;
  declare(pipeline);
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
  declare(pipeline);
  pipeline.setVariant("gpu");
  pipeline.setOption("count", "9");
  pipeline.when("gpu & count > 8").addPass("a");
  pipeline.setVariant("gpu");
  pipeline.setOption("count", "9");
  EXPECT_EQ(messages(pipeline), "");
  pipeline.setOption("count", "10");
  EXPECT_EQ(messages(pipeline),
            "'count' is set after something was added that depends on it\n");
}

TEST(Variants, ThatAreNotDeclaredAreReported) {
  TestPipeline pipeline;
  declare(pipeline);
  pipeline.setVariant("bg");
  pipeline.setOption("count", "many");
  EXPECT_EQ(messages(pipeline), "'many' is not a value of the option 'count'\n"
                                "there is no variant 'bg'\n");
}

TEST(Variants, AreUndoneWithATransaction) {
  TestPipeline pipeline{"a"};
  declare(pipeline);
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
  EXPECT_EQ(messages(pipeline), "");
  EXPECT_EQ(text(pipeline.addPassBefore("c", "clean")).find("only when"),
            std::string::npos);
}

TEST(Variants, ConditionsOfContractsAsk) {
  for (StringRef chosen : {"", "gpu", "big"}) {
    TestPipeline pipeline{"a", "b"};
    declare(pipeline);
    Contract contract;
    contract.after(pass("b")).when("gpu | count > 8");
    EXPECT_DONE(pipeline, pipeline.addContract("a", contract));
    if (!chosen.empty())
      pipeline.setVariant(chosen);
    EXPECT_EQ(messages(pipeline).empty(), chosen.empty()) << chosen.str();
  }
  TestPipeline pipeline{"a", "b"};
  declare(pipeline);
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

//===----------------------------------------------------------------------===//
// Bundles
//===----------------------------------------------------------------------===//

PassBundle makeBundle() {
  PassBundle bundle("tuned");
  bundle.addOption({"n", "2", Type::Int32}).addOption({"m", "", Type::Text});
  bundle.optionsFrom({{"count", "n"}, {"mode", "m"}}).addPass("optional");
  bundle.nest("func.func").when("n > 4").addPass("tidy");
  bundle.when("gpu").addPass("a").addSlot("s");
  return bundle;
}

TEST(BundleOptions, ReachItsPasses) {
  TestPipeline pipeline;
  declare(pipeline);
  pipeline.addBundle(makeBundle());
  PassBundle other = makeBundle();
  other.setOption("n", "8").setOption("m", "a b");
  pipeline.addBundle(other);
  EXPECT_EQ(pipeline.str(),
            "builtin.module(optional{count=2},optional{count=8 mode={a b}},"
            "func.func(tidy))");
  EXPECT_EQ(messages(pipeline), "");
}

TEST(BundleOptions, FlowIntoBundlesInIt) {
  for (bool isGPU : {false, true}) {
    TestPipeline pipeline;
    declare(pipeline);
    if (isGPU)
      pipeline.setVariant("gpu");
    pipeline.setVariant("big");
    PassBundle outer("outer");
    outer.when("gpu").optionsFrom({{"n", "count"}}).addBundle(makeBundle());
    pipeline.addBundle(outer);
    EXPECT_EQ(pipeline.str(),
              isGPU ? "builtin.module(optional{count=64},func.func(tidy),a)"
                    : "builtin.module()");
    EXPECT_EQ(messages(pipeline), "");
  }
}

TEST(BundleOptions, ThatAreWrongAreErrors) {
  TestPipeline pipeline{"a"};
  declare(pipeline);
  auto refuse = [&](const PassBundle &bundle, StringRef expected) {
    std::string before = pipeline.snapshot();
    std::string found;
    for (const Diagnostic &diagnostic :
         takeDiagnostics(pipeline.insert(bundle, Position::atEnd()))) {
      found += diagnostic.message + "\n";
      EXPECT_EQ(diagnostic.severity, Severity::Error);
    }
    EXPECT_EQ(found, expected.str());
    EXPECT_EQ(pipeline.snapshot(), before);
  };
  PassBundle unknown = makeBundle(), wrong = makeBundle(), unused("unused"),
             twice("twice"), missing("missing"), value = makeBundle();
  unknown.setOption("k", "8");
  refuse(unknown, "the bundle 'tuned' has no option 'k'\n");
  wrong.setOption("n", "x");
  refuse(wrong, "'x' is not a value of the option 'n'\n");
  unused.addOption({"n", "2", Type::Int32}).addPass("a");
  refuse(unused, "nothing in the bundle 'unused' asks for its option 'n'\n");
  twice.addOption({"n", "2", Type::Int32}).addOption({"n", "3", Type::Int32});
  twice.when("n > 2").addPass("a");
  refuse(twice, "'n' is declared already, as an option\n");
  missing.optionsFrom({{"count", "cuont"}}).addPass("optional");
  missing.when("gpv").addPass("a");
  refuse(missing, "there is no option 'cuont'\n"
                  "there is no option or variant 'gpv'\n");
  value.optionsFrom({{"cuont", "n"}}).addPass("optional");
  refuse(value, "'optional' has no option 'cuont'\n");
  // Also where there is no value for it.
  PassBundle none = makeBundle();
  none.optionsFrom({{"cuont", "m"}}).addPass("optional");
  refuse(none, "'optional' has no option 'cuont'\n");
}

TEST(BundleOptions, MistakesInBundlesSayInWhich) {
  TestPipeline pipeline;
  PassBundle inner("inner"), outer("outer");
  inner.optionsFrom({{"cuont", "n"}}).addPass("optional");
  outer.addPass("a").addBundle(std::move(inner));
  EXPECT_EQ(text(pipeline.insert(outer, Position::atEnd())),
            "error: 'optional' has no option 'cuont' [PMB006 bad-options]\n"
            "  help: did you mean 'count'?\n"
            "  note: in the bundle 'inner'\n"
            "  note: in the bundle 'outer'\n"
            "error: there is no option 'n' [PMB012 unknown-condition]\n"
            "  note: in the bundle 'inner'\n"
            "  note: in the bundle 'outer'\n");
}

/// The misspelled name is what is wrong, not that nothing asks for the right
/// one.
TEST(BundleOptions, MisspelledInTheBundleAreNamed) {
  TestPipeline pipeline;
  PassBundle from("from"), condition("condition"), both("both");
  for (PassBundle *bundle : {&from, &condition, &both})
    bundle->addOption({"size", "2", Type::Int32});
  from.optionsFrom({{"count", "siz"}}).addPass("optional");
  condition.nest("func.func").when("sizes > 2").addPass("a");
  both.optionsFrom({{"count", "siz"}}).addPass("optional");
  both.addOption({"other", "2", Type::Int32});
  EXPECT_EQ(text(pipeline.insert(from, Position::atEnd())),
            "error: there is no option 'siz' [PMB012 unknown-condition]\n"
            "  help: did you mean 'size'?\n"
            "  note: in the bundle 'from'\n");
  std::string found = text(pipeline.insert(condition, Position::atEnd()));
  EXPECT_NE(found.find("no option or variant 'sizes'"), std::string::npos)
      << found;
  EXPECT_EQ(found.find("asks for its option"), std::string::npos) << found;
  found = text(pipeline.insert(both, Position::atEnd()));
  EXPECT_NE(found.find("there is no option 'siz'"), std::string::npos) << found;
  EXPECT_EQ(found.find("its option 'size'"), std::string::npos) << found;
  EXPECT_NE(found.find("asks for its option 'other'"), std::string::npos)
      << found;
  EXPECT_EQ(pipeline.str(), "builtin.module()");
}

TEST(BundleOptions, OfTheSameNameAsThoseOfThePipelineAreOthers) {
  TestPipeline pipeline;
  declare(pipeline);
  PassBundle bundle("own");
  bundle.addOption({"count", "2", Type::Int32});
  bundle.when("count == 2").addPass("a");
  pipeline.addBundle(bundle);
  pipeline.setOption("count", "9");
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
  EXPECT_EQ(messages(pipeline), "");
}

TEST(BundleOptions, InstancesAreCopied) {
  int before = FakePass::alive;
  {
    TestPipeline pipeline;
    declare(pipeline);
    PassBundle bundle("instances");
    bundle.when("!gpu").add(makeInstance("a"));
    pipeline.addBundle(bundle);
    pipeline.addBundle(bundle);
    EXPECT_EQ(pipeline.str(), "builtin.module(a,a)");
    PassBundle only("only");
    only.when("!gpu").add(makeInstance("b", /*isCopyable=*/false));
    EXPECT_NE(text(pipeline.insert(only, Position::atEnd()))
                  .find("the instance of 'b' in the bundle"),
              std::string::npos);
  }
  EXPECT_EQ(FakePass::alive, before);
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
  declare(pipeline);
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
  declare(pipeline);
  pipeline.when("gpu").addSlot("s");
  auto insert = [&](const Target &target) {
    return text(pipeline.insert(PassSpec("b"), Position::before(target)));
  };
  EXPECT_NE(insert(slot("s")).find("it is there only when 'gpu'"),
            std::string::npos);
  EXPECT_EQ(insert(bundle("s")).find("it is there only when"),
            std::string::npos);
}

TEST(Variants, WhatIsNotChosenMayNameAnUnknownBundle) {
  TestPipeline pipeline({"a"});
  declare(pipeline);
  pipeline.when("gpu").addBundle("no-such");
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
  EXPECT_EQ(messages(pipeline), "");
  std::string refused =
      text(pipeline.insert(PassSpec("c"), Position::before(bundle("no-such"))));
  EXPECT_NE(refused.find("it is there only when 'gpu'"), std::string::npos)
      << refused;
}

/// A table of names has no order of its own.
TEST(Variants, ThatDoNotExistAreListedByName) {
  TestPipeline pipeline{"a"};
  declare(pipeline);
  for (const char *name : {"zeta", "alpha", "mu", "kappa", "eta", "beta"})
    pipeline.setVariant(name);
  std::string expected;
  for (StringRef name : {"alpha", "beta", "eta", "kappa", "mu", "zeta"})
    expected += ("there is no variant '" + name + "'\n").str();
  EXPECT_EQ(messages(pipeline), expected);
}

TEST(Variants, ThatACatalogDeclaresCanBeChosenBesideOptions) {
  Catalog catalog = makeCatalog();
  catalog.addVariant("tiny");
  PipelineBuilder pipeline("builtin.module", catalog);
  declare(pipeline);
  pipeline.setVariant("tiny");
  EXPECT_EQ(messages(pipeline), "");
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
  EXPECT_NE(findings[0].str().find("the known ones are 'big', 'gpu', 'tiny'"),
            std::string::npos)
      << findings[0].str();
}

} // namespace
