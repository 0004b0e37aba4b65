//===- GuessTest.cpp - What is only guessed of passes ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A guess makes warnings at most, and takes back no error. Its pass is one
// without a contract for everything else.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "OrderSupport.h"

using namespace pmb;
using pmb::test::text;

namespace {

class GuessTest : public pmb::test::RulesTest {
protected:
  using Items = std::vector<std::string>;

  GuessTest() {
    define("scf-to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
    define("cf-to-llvm", Contract().lowers({"cf"}).to({"llvm.br"}));
    define("tidy", Contract().providesProperty("canonical"));
  }
  void guess(llvm::StringRef name, Fill fill) {
    PassDescriptor pass(name);
    fill(pass.guess);
    test::require(catalog.overridePass(std::move(pass)));
  }
  std::string summarize(std::initializer_list<llvm::StringRef> passes,
                        std::optional<Items> input = std::nullopt,
                        std::optional<Items> output = {{"llvm"}}) {
    auto pipeline = compose(passes);
    pipeline->getInterface().inputContents = std::move(input);
    pipeline->getInterface().outputContents = std::move(output);
    std::string found;
    for (const Diagnostic &finding : pipeline->check()) {
      found +=
          (stringify(finding.severity) + " " + finding.getInfo().name).str() +
          ";";
      EXPECT_FALSE(finding.fix && finding.severity == Severity::Warning);
      EXPECT_TRUE(finding.fix || finding.alternatives.empty());
    }
    return found;
  }
};

TEST_F(GuessTest, EachWordMakesAWarning) {
  define("late", [](Contract &) {});
  guess("a", [](Contract &contract) { contract.after(pass("late")); });
  EXPECT_EQ(summarize({"a", "late"}), "warning wrong-order;");
  EXPECT_EQ(summarize({"late", "a"}), "");
  guess("a", [](Contract &contract) { contract.before(pass("late")); });
  EXPECT_EQ(summarize({"late", "a"}), "warning wrong-order;");
  guess("a", [](Contract &contract) { contract.conflictsWith(pass("late")); });
  EXPECT_EQ(summarize({"late", "a"}), "warning conflict;");
  guess("a", [](Contract &contract) { contract.followedBy(pass("late")); });
  EXPECT_EQ(summarize({"late", "a"}), "warning missing-follow-up;");
  guess("a",
        [](Contract &contract) { contract.requiresProperty("canonical"); });
  EXPECT_EQ(summarize({"a", "tidy"}), "warning missing-property;");
  guess("a", [](Contract &contract) { contract.rejects({"scf"}); });
  EXPECT_EQ(summarize({"a", "scf-to-cf", "cf-to-llvm"}, {{"scf.for"}}),
            "warning rejected;");
  guess("a", [](Contract &contract) { contract.introduces({"x.y"}); });
  EXPECT_EQ(summarize({"a"}, {{"llvm.br"}}), "warning predicted-left-over;");
  guess("a", [](Contract &contract) { contract.lowers({"x"}).to({"cf.br"}); });
  EXPECT_EQ(summarize({"a"}, {{"x.y"}}), "warning predicted-left-over;");
  EXPECT_EQ(summarize({"a", "cf-to-llvm"}, {{"x.y"}}), "");
}

TEST_F(GuessTest, ADeadEndIsAWarning) {
  guess("acme-to-cf",
        [](Contract &contract) { contract.lowers({"acme"}).to({"cf.br"}); });
  EXPECT_EQ(summarize({"acme-to-cf"}), "warning dead-end;");
  EXPECT_EQ(summarize({"acme-to-cf", "cf-to-llvm"}), "");
  // One behind it may lower it.
  EXPECT_EQ(summarize({"acme-to-cf", "zeta-to-llvm"}),
            "remark left-to-undescribed;");
}

TEST_F(GuessTest, TheMessageSaysOnWhatItRests) {
  define("late", [](Contract &) {});
  guess("a", [](Contract &contract) {
    contract.after(pass("late")).because("its name says so");
  });
  auto pipeline = compose({"a", "late"});
  EXPECT_EQ(
      check(*pipeline),
      R"(warning: 'a' must come after 'late', and stands before it [PMB020 wrong-order]
  at: 'a' (pass 0, on builtin.module, added by framework)
  note: 'a': its name says so
  note: what it must follow: 'late' (pass 1, on builtin.module, added by framework)
  help: this follows from what is guessed of 'a': describe it without "guessed" to be sure
)");
}

TEST_F(GuessTest, TakesBackNoError) {
  define("picky", Contract().after(pass("scf-to-cf")));
  guess("a", [](Contract &contract) { contract.lowers({"cf"}).to({"llvm"}); });
  EXPECT_EQ(summarize({"picky", "scf-to-cf", "a"}), "error wrong-order;");
  EXPECT_EQ(summarize({"a", "scf-to-cf"}), "error dead-end;");
}

TEST_F(GuessTest, LeavesLessToPassesThatNothingDescribes) {
  auto summary = [&] { return summarize({"scf-to-cf", "acme-to-llvm"}); };
  EXPECT_EQ(summary(), "remark left-to-undescribed;");
  guess("acme-to-llvm",
        [](Contract &contract) { contract.lowers({"acme"}).to({"llvm"}); });
  EXPECT_EQ(summary(), "remark left-to-undescribed;");
  guess("acme-to-llvm",
        [](Contract &contract) { contract.lowers({"cf"}).to({"llvm"}); });
  EXPECT_EQ(summary(), "");
}

/// Nothing is refused, left out or put in because of a guess.
TEST_F(GuessTest, DecidesNothing) {
  define("late", [](Contract &) {});
  define("needy", Contract().requiresProperty("canonical"));
  guess("a", [](Contract &contract) {
    contract.after(pass("late"));
    contract.preservesProperty("canonical");
  });
  auto pipeline = compose({"late"});
  EXPECT_EQ(text(pipeline->addPassBefore("a", "late")), "");
  EXPECT_EQ(summarize({"tidy", "a", "needy"}), "error missing-property;");
  pipeline = compose({"tidy", "a", "tidy"});
  pipeline->getCleanups().setDedupe(true);
  EXPECT_TRUE(pipeline->getCleanups().find().empty());
}

TEST_F(GuessTest, GivesWayToAContract) {
  guess("a", [](Contract &contract) { contract.introduces({"x.y"}); });
  PassDescriptor known("a");
  known.hasContract = true;
  known.contract.lowers({"x"});
  test::require(catalog.extendPass(known));
  EXPECT_EQ(summarize({"a"}, {{"llvm.br"}}), "");
}

TEST_F(GuessTest, MayHaveConditions) {
  guess("a", [](Contract &contract) {
    contract.introduces({"x.y"}).when(option("fast"));
  });
  EXPECT_EQ(summarize({"a"}, {{"llvm.br"}}), "");
  EXPECT_EQ(summarize({"a{fast}"}, {{"llvm.br"}}),
            "warning predicted-left-over;");
}

TEST_F(GuessTest, WhatItNamesIsVerified) {
  PassDescriptor pass("a");
  pass.guess.requiresProperty("canonicla");
  EXPECT_TRUE(test::contains(text(catalog.overridePass(std::move(pass))),
                             "did you mean 'canonical'?"));
}

} // namespace
