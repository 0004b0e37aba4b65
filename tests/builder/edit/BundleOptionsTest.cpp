//===- BundleOptionsTest.cpp - Tests of options of bundles ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariantsSupport.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;
using Type = OptionDescriptor::Type;

namespace {

//===----------------------------------------------------------------------===//
// Bundles
//===----------------------------------------------------------------------===//

PassBundle makeTunedBundle() {
  PassBundle bundle("tuned");
  bundle.addOption({"n", "2", Type::Int32}).addOption({"m", "", Type::Text});
  bundle.optionsFrom({{"count", "n"}, {"mode", "m"}}).addPass("optional");
  bundle.nest("func.func").when("n > 4").addPass("tidy");
  bundle.when("gpu").addPass("a").addSlot("s");
  return bundle;
}

TEST(BundleOptions, ReachItsPasses) {
  TestPipeline pipeline;
  declareVariants(pipeline);
  pipeline.addBundle(makeTunedBundle());
  PassBundle other = makeTunedBundle();
  other.setOption("n", "8").setOption("m", "a b");
  pipeline.addBundle(other);
  EXPECT_EQ(pipeline.str(),
            "builtin.module(optional{count=2},optional{count=8 mode={a b}},"
            "func.func(tidy))");
  EXPECT_EQ(getMessages(pipeline), "");
}

TEST(BundleOptions, FlowIntoBundlesInIt) {
  for (bool isGPU : {false, true}) {
    TestPipeline pipeline;
    declareVariants(pipeline);
    if (isGPU)
      pipeline.setVariant("gpu");
    pipeline.setVariant("big");
    PassBundle outer("outer");
    outer.when("gpu")
        .optionsFrom({{"n", "count"}})
        .addBundle(makeTunedBundle());
    pipeline.addBundle(outer);
    EXPECT_EQ(pipeline.str(),
              isGPU ? "builtin.module(optional{count=64},func.func(tidy),a)"
                    : "builtin.module()");
    EXPECT_EQ(getMessages(pipeline), "");
  }
}

TEST(BundleOptions, ThatAreWrongAreErrors) {
  TestPipeline pipeline{"a"};
  declareVariants(pipeline);
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
  PassBundle unknown = makeTunedBundle(), wrong = makeTunedBundle(),
             unused("unused"), twice("twice"), missing("missing"),
             value = makeTunedBundle();
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
  PassBundle none = makeTunedBundle();
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
  EXPECT_TRUE(contains(found, "no option or variant 'sizes'"));
  EXPECT_FALSE(contains(found, "asks for its option"));
  found = text(pipeline.insert(both, Position::atEnd()));
  EXPECT_TRUE(contains(found, "there is no option 'siz'"));
  EXPECT_FALSE(contains(found, "its option 'size'"));
  EXPECT_TRUE(contains(found, "asks for its option 'other'"));
  EXPECT_EQ(pipeline.str(), "builtin.module()");
}

TEST(BundleOptions, OfTheSameNameAsThoseOfThePipelineAreOthers) {
  TestPipeline pipeline;
  declareVariants(pipeline);
  PassBundle bundle("own");
  bundle.addOption({"count", "2", Type::Int32});
  bundle.when("count == 2").addPass("a");
  pipeline.addBundle(bundle);
  pipeline.setOption("count", "9");
  EXPECT_EQ(pipeline.str(), "builtin.module(a)");
  EXPECT_EQ(getMessages(pipeline), "");
}

TEST(BundleOptions, InstancesAreCopied) {
  int before = FakePass::alive;
  {
    TestPipeline pipeline;
    declareVariants(pipeline);
    PassBundle bundle("instances");
    bundle.when("!gpu").add(makeInstance("a"));
    pipeline.addBundle(bundle);
    pipeline.addBundle(bundle);
    EXPECT_EQ(pipeline.str(), "builtin.module(a,a)");
    PassBundle only("only");
    only.when("!gpu").add(makeInstance("b", /*isCopyable=*/false));
    EXPECT_TRUE(contains(text(pipeline.insert(only, Position::atEnd())),
                         "the instance of 'b' in the bundle"));
  }
  EXPECT_EQ(FakePass::alive, before);
}

} // namespace
