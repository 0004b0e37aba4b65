//===- UnknownEffectTest.cpp - Passes that do what nobody can tell --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One example for each rule about `unknownEffect` in ContentsState.h, and the
// messages.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "OrderSupport.h"

using namespace pmb;

namespace {

class UnknownEffectTest : public pmb::test::RulesTest {
protected:
  UnknownEffectTest() {
    define("script", Contract().unknownEffect().because("it runs a script"));
    define("idle");
    define("linalg-to-loops",
           Contract().lowers({"linalg"}).unless({"!tensor"}).to({"scf.for"}));
    define("scf-to-llvm", Contract().lowers({"scf"}).to({"llvm.br"}));
    define("bufferize", Contract().lowers({"!tensor", "tensor"}));
  }

  /// The codes and severities of what is found, but for the remark, and the
  /// codes of what is merely possible.
  std::string summarize(PipelineBuilder &pipeline) {
    std::string text;
    for (const Diagnostic &finding : pipeline.check())
      if (finding.code != DiagnosticCode::UnknownEffect)
        text +=
            (stringify(finding.severity) + " " + finding.getInfo().name).str() +
            ";";
    for (const Diagnostic &finding : pipeline.findPossible())
      text += ("possible " + finding.getInfo().name).str() + ";";
    return text;
  }
  std::string summarizeClosed(std::vector<std::string> input,
                              std::initializer_list<llvm::StringRef> passes,
                              std::optional<std::vector<std::string>> output = {
                                  {"llvm"}}) {
    auto pipeline = compose(passes);
    pipeline->getInterface().inputContents = std::move(input);
    pipeline->getInterface().outputContents = std::move(output);
    return summarize(*pipeline);
  }
};

TEST_F(UnknownEffectTest, IsStated) {
  EXPECT_EQ(
      check({"script", "other", "script"}),
      R"(remark: what 'script' does to the IR is not known: it runs a script [PMB037 unknown-effect]
  at: 'script' (pass 0, on builtin.module, added by framework)
  note: and once more: 'script' (pass 2, on builtin.module, added by framework)
  note: of what was there before it, only what later passes lower is taken to be there still
  help: if you know it, say what 'script' lowers and introduces in a contracts file, with "override": true
)");
  // Of `other` nothing is known either, but that is for reports to count.
  EXPECT_EQ(check({"other"}), "");
}

/// So that it can be described, or done otherwise.
TEST_F(UnknownEffectTest, WhatMakesItUnknownIsNamed) {
  define("runner",
         Contract().unknownEffect().given({"script"}).except({"script.end"}));
  auto note = [&](Items input) {
    std::string text = checkClosed(input, {"runner"}, input);
    size_t begin = text.find("because of");
    return begin == std::string::npos
               ? ""
               : text.substr(begin, text.find('\n', begin) - begin);
  };
  EXPECT_EQ(note({"script.run", "script.end"}),
            "because of 'script.run', which is there");
  EXPECT_EQ(note({"script.run", "script.load"}),
            "because of 'script.load' and 'script.run', which are there");
  // Nothing is named that is not known to be there.
  EXPECT_EQ(note({"script"}), "because of 'script', which is there");
  EXPECT_FALSE(test::contains(check({"runner"}), "because of"));
}

TEST_F(UnknownEffectTest, CanBeSilencedOrMadeAnError) {
  auto pipeline = compose({"script"});
  pipeline->setSeverity(DiagnosticCode::UnknownEffect, Severity::Error);
  ASSERT_EQ(pipeline->check().size(), 1u);
  EXPECT_EQ(pipeline->check()[0].severity, Severity::Error);
  pipeline->setSeverity(DiagnosticCode::UnknownEffect, Severity::Off);
  EXPECT_TRUE(pipeline->check().empty());
}

/// The script may have lowered it.
TEST_F(UnknownEffectTest, WhatWasThereNeedNotStay) {
  auto pipeline = compose({"script", "scf-to-llvm"});
  pipeline->getInterface().inputContents = {"linalg.matmul"};
  pipeline->getInterface().outputContents = {"llvm"};
  EXPECT_EQ(pipeline->check().size(), 1u);
  pipeline->setSeverity(DiagnosticCode::UnknownEffect, Severity::Off);
  pipeline->setSeverity(DiagnosticCode::MayBeLeftOver, Severity::Warning);
  EXPECT_EQ(
      check(*pipeline),
      R"(warning: 'linalg.matmul' may stay in the IR: nothing in the pipeline lowers it [PMB026 may-be-left-over]
  note: not certain, as it is not known what this does: 'script' (pass 0, on builtin.module, added by framework)
  note: it is in the input
  help: add a pass that lowers it: 'linalg-to-loops'
  fix: insert 'linalg-to-loops' after 'script'
)");
  EXPECT_EQ(summarizeClosed({"linalg.matmul"}, {"idle", "scf-to-llvm"}),
            "error predicted-left-over;");
}

/// Who lowers linalg behind the script expects it there.
TEST_F(UnknownEffectTest, WhatLaterPassesLowerIsExpected) {
  EXPECT_EQ(summarizeClosed({"linalg.matmul"}, {"script", "linalg-to-loops"}),
            "error predicted-left-over;");
  EXPECT_EQ(summarizeClosed({"linalg.matmul"},
                            {"script", "linalg-to-loops", "scf-to-llvm"}),
            "");
  // What comes behind the script is as certain as ever.
  EXPECT_EQ(summarizeClosed({"linalg.matmul", "!tensor", "tensor.empty"},
                            {"script", "linalg-to-loops", "bufferize"}),
            "error predicted-left-over;");
  // In the way of linalg-to-loops, unless the script has removed the tensors.
  EXPECT_EQ(summarizeClosed({"linalg.matmul", "!tensor", "tensor.empty"},
                            {"script", "linalg-to-loops", "scf-to-llvm"}),
            "possible may-be-left-over;possible may-be-left-over;");
}

TEST_F(UnknownEffectTest, SomeLoweringsExpectNothing) {
  define("speculatively",
         Contract().lowers({"linalg"}).to({"scf.for"}).speculative());
  define("partly", Contract().lowers({"linalg"}).to({"scf.for"}).partially());
  for (llvm::StringRef pass : {"speculatively", "partly"})
    EXPECT_EQ(summarizeClosed({"linalg.matmul"}, {"script", pass}, {{"scf"}}),
              pass == "speculatively" ? "" : "possible may-be-left-over;");
  // The loops are not certain.
  EXPECT_EQ(summarizeClosed({"linalg.matmul"}, {"script", "speculatively"}),
            "possible may-be-left-over;");
}

TEST_F(UnknownEffectTest, KeepsWhatItSays) {
  define("script", Contract().unknownEffect().keeps({"func"}));
  EXPECT_EQ(summarizeClosed({"func.func"}, {"script"}),
            "error predicted-left-over;");
  EXPECT_EQ(summarizeClosed({"x.y"}, {"script"}), "possible may-be-left-over;");
  // Of two that apply, each may deal with what it does not keep.
  define("script", [](Contract &contract) {
    contract.unknownEffect().keeps({"func"});
    contract.unknownEffect().keeps({"x"});
  });
  EXPECT_EQ(summarizeClosed({"func.func"}, {"script"}),
            "possible may-be-left-over;");
}

TEST_F(UnknownEffectTest, OtherWordsSayWhatIsKnown) {
  define("script", [](Contract &contract) {
    contract.unknownEffect();
    contract.lowers({"linalg"}).to({"scf.for"});
    contract.introduces({"x.y"});
  });
  EXPECT_EQ(summarizeClosed({"linalg.matmul"}, {"script"}),
            "error predicted-left-over;error predicted-left-over;");
}

TEST_F(UnknownEffectTest, ItemsDecide) {
  define("script",
         Contract().unknownEffect().given({"script"}).except({"script.match"}));
  EXPECT_EQ(summarizeClosed({"x.y", "script.match"}, {"script"},
                            {{"llvm", "script"}}),
            "error predicted-left-over;");
  EXPECT_EQ(
      summarizeClosed({"x.y", "script.call"}, {"script"}, {{"llvm", "script"}}),
      "possible may-be-left-over;");
  // Nothing is known of an open input.
  EXPECT_EQ(compose({"script"})->check().size(), 1u);
}

TEST_F(UnknownEffectTest, OptionsDecide) {
  PassDescriptor pass("runner");
  pass.hasContract = pass.hasOptionList = true;
  pass.options = {{"passes", ""}};
  pass.contract.unknownEffect().when(!option("passes").is(""));
  test::require(catalog.addPass(pass));
  EXPECT_TRUE(compose({"runner"})->check().empty());
  EXPECT_EQ(compose({"runner{passes=cse}"})->check().size(), 1u);
}

/// Each reason is told, with the places at which it holds.
TEST_F(UnknownEffectTest, OptionsDecideWhy) {
  PassDescriptor pass("runner");
  pass.hasContract = pass.hasOptionList = true;
  pass.options = {{"a", "0"}};
  pass.contract.unknownEffect().when(option("a").is("1")).because("of one");
  pass.contract.unknownEffect().when(option("a").is("2")).because("of two");
  test::require(catalog.addPass(pass));
  std::string rest =
      R"(  note: of what was there before it, only what later passes lower is taken to be there still
  help: if you know it, say what 'runner' lowers and introduces in a contracts file, with "override": true
)";
  EXPECT_EQ(
      check({"runner{a=1}", "runner{a=2}", "runner{a=1}"}),
      R"(remark: what 'runner' does to the IR is not known: of one [PMB037 unknown-effect]
  at: 'runner' (pass 0, on builtin.module, added by framework)
  note: and once more: 'runner' (pass 2, on builtin.module, added by framework)
)" + rest +
          R"(remark: what 'runner' does to the IR is not known: of two [PMB037 unknown-effect]
  at: 'runner' (pass 1, on builtin.module, added by framework)
)" + rest);
}

/// Something may have come that nobody tells of.
TEST_F(UnknownEffectTest, WhatIsRequiredMayHaveCome) {
  define("needs", Contract().requiresContents({"x.y"}));
  EXPECT_EQ(summarizeClosed({"a.b"}, {"idle", "needs"}, std::nullopt),
            "error rejected;");
  EXPECT_EQ(summarizeClosed({"a.b"}, {"script", "needs"}, std::nullopt), "");
}

TEST_F(UnknownEffectTest, NestsMayHaveComeBack) {
  define("func-to-llvm", Contract().lowers({"func"}).to({"llvm.func"}));
  EXPECT_EQ(summarize(*compose({"func-to-llvm", "func.func(scf-to-llvm)"})),
            "warning no-effect;");
  EXPECT_EQ(
      summarize(*compose({"func-to-llvm", "script", "func.func(scf-to-llvm)"})),
      "");
  define("make-func", Contract().introduces({"func.func"}));
  // What the script may have made is not known to be there, so that the second
  // lowering is not seen to remove it: the check stays silent.
  EXPECT_EQ(summarize(*compose({"func-to-llvm", "script", "func.func(other)",
                                "func-to-llvm", "func.func(scf-to-llvm)"})),
            "");
  // What is known to have come back and is lowered once more, is gone once
  // more.
  EXPECT_EQ(summarize(*compose({"func-to-llvm", "script", "func.func(other)",
                                "make-func", "func-to-llvm",
                                "func.func(scf-to-llvm)"})),
            "warning no-effect;");
}

/// With an open input: the script may do again what came too early.
TEST_F(UnknownEffectTest, TooEarlyIsAGuess) {
  EXPECT_EQ(summarize(*compose({"linalg-to-loops", "bufferize"})),
            "error too-early;");
  for (auto passes : {std::initializer_list<llvm::StringRef>{
                          "linalg-to-loops", "script", "bufferize"},
                      {"linalg-to-loops", "bufferize", "script"}}) {
    auto pipeline = compose(passes);
    EXPECT_EQ(summarize(*pipeline), "warning too-early;");
    EXPECT_TRUE(
        test::contains(check(*pipeline),
                       "note: not certain, as it is not known what this does: "
                       "'script'"));
  }
  EXPECT_EQ(summarize(*compose({"script", "linalg-to-loops", "bufferize"})),
            "error too-early;");
  define("script", Contract().unknownEffect().keeps({"linalg"}));
  EXPECT_EQ(summarize(*compose({"linalg-to-loops", "script", "bufferize"})),
            "error too-early;");
}

TEST_F(UnknownEffectTest, InsideOfARegisteredPipeline) {
  PassDescriptor pass("everything");
  pass.hasContract = true;
  for (const char *name : {"linalg-to-loops", "script"}) {
    pass.pipeline.emplace_back();
    pass.pipeline.back().pass = name;
  }
  test::require(catalog.addPass(pass));
  auto pipeline = compose({"everything"});
  ASSERT_EQ(pipeline->check().size(), 1u);
  EXPECT_EQ(pipeline->check()[0].message,
            "what 'script' does to the IR is not known: it runs a script");
  EXPECT_EQ(pipeline->check()[0].node->pipeline, "everything");
  EXPECT_EQ(summarizeClosed({"linalg.matmul"}, {"everything"}),
            "possible may-be-left-over;");
}

TEST_F(UnknownEffectTest, OfARegisteredPipeline) {
  PassDescriptor pass("everything");
  pass.hasContract = true;
  pass.pipeline.emplace_back();
  pass.pipeline.back().pass = "other";
  pass.contract.unknownEffect();
  test::require(catalog.addPass(pass));
  EXPECT_TRUE(
      test::contains(check({"everything"}),
                     "help: if you know it, say what 'everything' lowers"));
}

/// No contracts file can say more of it.
TEST_F(UnknownEffectTest, OfABundle) {
  auto pipeline = compose({});
  PassBundle bundle("steps");
  bundle.addPass("other");
  bundle.contract.unknownEffect().because("plugins fill it");
  pipeline->append(bundle);
  pipeline->append(bundle);
  EXPECT_EQ(
      check(*pipeline),
      R"(remark: what 'steps' does to the IR is not known: plugins fill it [PMB037 unknown-effect]
  at: 'steps' (on builtin.module, added by framework)
  note: and once more: 'steps' (on builtin.module, added by framework)
  note: of what was there before it, only what later passes lower is taken to be there still
)");
}

} // namespace
