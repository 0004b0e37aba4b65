//===- PossibleTest.cpp - What is merely possible is no finding -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of what is only possible with a closed input, a warning says what something
// speaks for: a pass has taken a part of what was probable, or would have
// nothing to do if it were not there.
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;

namespace {

using Items = std::vector<std::string>;

class PossibleTest : public pmb::test::RulesTest {
protected:
  PossibleTest() {
    define("expand", Contract()
                         .lowers({"memref.subview"})
                         .to({"memref.load"})
                         .sometimes({"affine.apply"}));
    define("lower-affine", [](Contract &contract) {
      contract.lowers({"affine"}).to({"arith.addi"}).sometimes({"arith.muli"});
    });
    define("arith-to-llvm", Contract().lowers({"arith"}).to({"llvm.add"}));
  }

  /// The messages of findings, and in brackets what is merely possible.
  std::string find(Items input, std::initializer_list<llvm::StringRef> passes,
                   std::optional<Items> output = Items{"memref", "llvm"}) {
    auto pipeline = compose(passes);
    pipeline->getInterface().inputContents = std::move(input);
    pipeline->getInterface().isInputMeasured = isMeasured;
    pipeline->getInterface().outputContents = std::move(output);
    std::string text;
    for (const Diagnostic &finding : pipeline->check())
      text += stringify(finding.severity).str() + ": " + finding.message + "\n";
    for (const Diagnostic &finding : pipeline->findPossible()) {
      EXPECT_EQ(finding.severity, Severity::Off);
      EXPECT_FALSE(finding.fix);
      text += "(" + finding.message + ")\n";
    }
    return text;
  }

  bool isMeasured = false;
};

TEST_F(PossibleTest, IsNoFinding) {
  EXPECT_EQ(find({"memref.subview"}, {"expand"}),
            "('affine.apply' may stay in the IR: nothing in the pipeline "
            "lowers it)\n");
  // Nor is what comes of it.
  define("use", Contract().introduces({}).sometimes({"affine.min"}));
  EXPECT_EQ(find({"affine.apply"}, {"use", "lower-affine", "arith-to-llvm"}),
            "");
}

/// What a pass sometimes puts back stays in the way, so that what it keeps
/// follows from it.
TEST_F(PossibleTest, WhatIsSometimesPutBackIsOneCause) {
  define("keep", Contract().lowers({"scf.for"}).unless({"scf.if"}));
  define("again", [](Contract &contract) {
    contract.unknownEffect().because("a script");
    contract.lowers({"scf.if"}).sometimes({"scf.if"});
  });
  auto pipeline = compose({"keep", "again"});
  pipeline->getInterface().inputContents = {"scf.for", "scf.if"};
  pipeline->getInterface().outputContents = {"arith"};
  pipeline->setSeverity(DiagnosticCode::UnknownEffect, Severity::Off);
  pipeline->setSeverity(DiagnosticCode::MayBeLeftOver, Severity::Warning);
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].items, std::vector<std::string>{"scf.if"});
}

/// Whoever names the code of such a finding is told it, with a fix.
TEST_F(PossibleTest, SeveritiesAskForIt) {
  auto pipeline = compose({"expand"});
  pipeline->getInterface().inputContents = {"memref.subview"};
  pipeline->getInterface().outputContents = {"memref", "arith"};
  EXPECT_TRUE(pipeline->check().empty());
  pipeline->setSeverity(DiagnosticCode::MayBeLeftOver, Severity::Off);
  EXPECT_TRUE(pipeline->check().empty());
  pipeline->setSeverity(DiagnosticCode::MayBeLeftOver, Severity::Error);
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].severity, Severity::Error);
  ASSERT_TRUE(findings[0].fix);
  EXPECT_EQ(findings[0].fix->message, "insert 'lower-affine' after 'expand'");
  // Of other codes nothing is told for that.
  pipeline->setSeverity(DiagnosticCode::MayBeLeftOver, Severity::Off);
  pipeline->setSeverity(DiagnosticCode::Rejected, Severity::Warning);
  EXPECT_TRUE(pipeline->check().empty());
}

/// A pass that has nothing to do where it stands must be there for something.
TEST_F(PossibleTest, IdlePassesAreThereForWhatComesLater) {
  EXPECT_EQ(find({"memref.subview"}, {"lower-affine", "expand"}),
            "warning: 'affine.apply' may stay in the IR: 'lower-affine' runs "
            "too early, before 'expand' introduces it\n");
  // One that has something to do is there for that.
  EXPECT_EQ(find({"memref.subview", "affine.min"},
                 {"lower-affine", "arith-to-llvm", "expand"}),
            "('affine.apply' may stay in the IR: 'lower-affine' runs too "
            "early, before 'expand' introduces it)\n");
  // So is one that somebody else has taken the work from.
  EXPECT_EQ(find({"memref.subview"},
                 {"lower-affine", "expand", "lower-affine", "arith-to-llvm"}),
            "");
}

/// What an idle pass always adds comes if it is there for anything.
TEST_F(PossibleTest, IdlePassesAddWhatTheyAlwaysAdd) {
  EXPECT_EQ(find({"memref.subview", "arith.subi"},
                 {"arith-to-llvm", "expand", "lower-affine"}),
            "warning: 'arith.addi' may stay in the IR: 'arith-to-llvm' runs "
            "too early, before 'lower-affine' introduces it\n"
            "('arith.muli' may stay in the IR: 'arith-to-llvm' runs too early, "
            "before 'lower-affine' introduces it)\n");
}

TEST_F(PossibleTest, SpeculativePassesMayBeThereForNothing) {
  define("perhaps",
         Contract().lowers({"affine"}).to({"arith.addi"}).speculative());
  EXPECT_EQ(find({"memref.subview"}, {"perhaps", "expand"}),
            "('affine.apply' may stay in the IR: 'perhaps' runs too early, "
            "before 'expand' introduces it)\n");
  EXPECT_EQ(find({"memref.subview"}, {"expand", "perhaps"}),
            "('arith.addi' may stay in the IR: nothing in the pipeline lowers "
            "it)\n");
}

/// What was there for sure or probably, and was lowered in part.
TEST_F(PossibleTest, WhatIsLeftOfThePartlyLowered) {
  define("fold", Contract().lowers({"affine.min"}).partially());
  EXPECT_EQ(find({"affine.min"}, {"fold"}),
            "warning: 'affine.min' may stay in the IR: 'fold' does not lower "
            "all of it\n");
  EXPECT_EQ(find({"memref.subview"}, {"expand", "fold"}),
            "('affine.apply' may stay in the IR: nothing in the pipeline "
            "lowers it)\n");
  // In part only if something is there that need not be.
  define("some", Contract().introduces({}).sometimes({"memref.dim"}));
  define("lower-some", Contract().lowers({"affine"}).given({"memref.dim"}));
  EXPECT_EQ(find({"affine.min"}, {"some", "lower-some"}),
            "('affine.min' may stay in the IR: 'lower-some' does not lower all "
            "of it)\n");
}

/// By its name alone an operation may be of a kind that a pass lowers or not.
/// If what comes of it is nothing unusual, that is to be lowered, and so on.
TEST_F(PossibleTest, WhatUsuallyComesOfThePartlyLowered) {
  define("to-loops", Contract()
                         .lowers({"vector.transfer_read"})
                         .sometimes({"scf.for", "affine.apply"})
                         .partially());
  define("scf-to-cf",
         Contract().lowers({"scf"}).to({"cf.br"}).sometimes({"cf.switch"}));
  auto findWith = [&](std::initializer_list<llvm::StringRef> passes) {
    return find({"vector.transfer_read"}, passes, Items{"vector"});
  };
  EXPECT_EQ(
      findWith({"to-loops"}),
      "('affine.apply' may stay in the IR: nothing in the pipeline "
      "lowers it)\n('scf.for' may stay in the IR: nothing in the pipeline "
      "lowers it)\n");
  test::require(catalog.addContents({"usual-operations", "", {"scf.for"}}));
  EXPECT_EQ(findWith({"to-loops"}),
            "warning: 'scf.for' may stay in the IR: nothing in the pipeline "
            "lowers it\n"
            "('affine.apply' may stay in the IR: nothing in the pipeline "
            "lowers it)\n");
  EXPECT_EQ(findWith({"to-loops", "scf-to-cf"}),
            "warning: 'cf.br' may stay in the IR: nothing in the pipeline "
            "lowers it\n"
            "('affine.apply' may stay in the IR: nothing in the pipeline "
            "lowers it)\n"
            "('cf.switch' may stay in the IR: nothing in the pipeline lowers "
            "it)\n");
}

/// What comes of what was lowered in part is no more sure to stay than that is.
TEST_F(PossibleTest, WhatComesOfARestMayStay) {
  define("fold", Contract().lowers({"scf.if"}).partially());
  define("scf-to-cf", Contract().lowers({"scf.if"}).to({"cf.br"}));
  define("use", Contract().lowers({"memref.load"}).to({"cf.br"}).partially());
  EXPECT_EQ(find({"scf.if"}, {"fold", "scf-to-cf"}),
            "warning: 'cf.br' may stay in the IR: nothing in the pipeline "
            "lowers it\n");
  EXPECT_EQ(find({"scf.if"}, {"scf-to-cf"}),
            "error: 'cf.br' stays in the IR: nothing in the pipeline lowers "
            "it\n");
  // What comes of something else as well, before or behind, is as sure as that.
  for (auto passes :
       {std::initializer_list<llvm::StringRef>{"use", "fold", "scf-to-cf"},
        {"fold", "scf-to-cf", "use"}})
    EXPECT_EQ(find({"scf.if", "memref.load"}, passes),
              "error: 'cf.br' probably stays in the IR: nothing in the "
              "pipeline lowers it\n");
}

/// A list of names does not tell marks and signatures. One that is read off IR
/// does: it names the module.
TEST_F(PossibleTest, WhatNamesDoNotTellMayBeSo) {
  catalog.addMark("dynamic", "known at run time");
  test::require(catalog.addContents(
      {"usual-marks", "", {"memref.subview(dynamic)", "func.func(!tensor)"}}));
  define("expand-views", [](Contract &contract) {
    contract.lowers({"memref.subview(dynamic)"}).to({"affine.apply"});
    contract.lowers({"memref.subview"});
  });
  define("bufferize", Contract()
                          .introduces({"bufferization.to_tensor"})
                          .given({"func.func(!tensor)"}));
  auto findIn = [&](Items contents, llvm::StringRef pass) {
    return find(std::move(contents), {pass},
                Items{"memref", "func", "!tensor", "builtin"});
  };
  EXPECT_EQ(findIn({"memref.subview"}, "expand-views"),
            "warning: 'affine.apply' may stay in the IR: nothing in the "
            "pipeline lowers it\n");
  EXPECT_EQ(findIn({"memref.subview", "builtin.module"}, "expand-views"), "");
  EXPECT_EQ(findIn({"func.func", "!tensor"}, "bufferize"),
            "warning: 'bufferization.to_tensor' may stay in the IR: nothing in "
            "the pipeline lowers it\n");
  // Of what is not in the list nothing has it.
  EXPECT_EQ(findIn({"func.func"}, "bufferize"), "");
  EXPECT_EQ(findIn({"memref.load"}, "expand-views"), "");
  isMeasured = true;
  EXPECT_EQ(findIn({"memref.subview"}, "expand-views"), "");
}

/// Nobody knows what a script does with what is left of it.
TEST_F(PossibleTest, ScriptsSpeakForNothing) {
  define("fold", Contract().lowers({"affine.min"}).partially());
  define("script", Contract().unknownEffect());
  EXPECT_TRUE(test::contains(find({"affine.min"}, {"fold", "script"}),
                             "\n('affine.min'"));
}

TEST_F(PossibleTest, WhatProbablyIsThereIsRejectedWithAWarning) {
  define("deallocate", Contract().rejects({"memref.dealloc"}));
  define("free-some", Contract().introduces({}).sometimes({"memref.dealloc"}));
  define(
      "free",
      Contract().lowers({"memref.alloc"}).to({"memref.dealloc"}).partially());
  EXPECT_EQ(find({}, {"free-some", "deallocate"}),
            "('deallocate' cannot accept 'memref.dealloc', which may be "
            "there)\n");
  EXPECT_EQ(find({"memref.alloc"}, {"free", "deallocate"}),
            "warning: 'deallocate' cannot accept 'memref.dealloc', which may "
            "be there\n");
  EXPECT_EQ(find({"memref.dealloc"}, {"deallocate"}),
            "error: 'deallocate' cannot accept 'memref.dealloc', which is "
            "there\n");
}

/// What comes back only sometimes does so for some inputs; with an open one
/// nothing speaks for it.
TEST_F(PossibleTest, WithAnOpenInput) {
  auto pipeline = compose({"lower-affine", "expand"});
  EXPECT_TRUE(pipeline->check().empty());
  std::vector<Diagnostic> possible = pipeline->findPossible();
  ASSERT_EQ(possible.size(), 1u);
  EXPECT_EQ(possible[0].code, DiagnosticCode::MayBeReintroduced);
}

/// What would have been in the way, and never came, leaves no doubt.
TEST_F(PossibleTest, WhatIsNotInTheWayLeavesNothingBehind) {
  define("lower-u", Contract().lowers({"u.op"}));
  define("lower-x",
         Contract().lowers({"x.op"}).unless({"u.op"}).to({"llvm.x"}));
  define("again", Contract().introduces({}).sometimes({"x.op"}));
  EXPECT_EQ(find({"x.op"}, {"lower-u", "lower-x", "again"}),
            "('x.op' may stay in the IR: 'lower-x' runs too early, before "
            "'again' introduces it)\n");
}

/// A pass may be there for what is not there at all; nothing comes of that.
TEST_F(PossibleTest, NothingComesOfWhatIsNotThere) {
  define("anything", Contract().unknownEffect());
  define("make-b", Contract().introduces({"b.z", "b.other"}));
  define("lower-y", Contract().lowers({"b.y"}));
  define("lower-marked", Contract().lowers({"b.y(!b.u)"}));
  define("assert-b", Contract().introduces({"b.y"}).given({"b"}));
  EXPECT_EQ(
      find({}, {"make-b", "lower-y", "anything", "lower-marked", "assert-b"},
           Items{"b.z", "b.other"}),
      "remark: what 'anything' does to the IR is not known\n"
      "warning: 'assert-b' is a dead end: it leads to 'b.y', which 'lower-y' "
      "lowers only before it\n"
      "('b.y' may stay in the IR: 'lower-y' runs too early, before 'assert-b' "
      "introduces it)\n");
}

} // namespace
