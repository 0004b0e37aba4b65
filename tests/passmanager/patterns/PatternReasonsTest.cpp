//===- PatternReasonsTest.cpp - What is tried first, and why not applied --===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionSupport.h"
#include "passmanager/runtime/Reports.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// Makes `to` of `from`, and of what is odd says that.
struct Remake : mlir::RewritePattern {
  Remake(mlir::MLIRContext *context, llvm::StringRef from, llvm::StringRef to)
      : RewritePattern(from, 1, context), to(to) {
    setDebugName(names.emplace_back((from + "-to-" + to).str()));
  }
  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op,
                  mlir::PatternRewriter &rewriter) const override {
    if (op->hasAttr("odd"))
      return rewriter.notifyMatchFailure(op, "it is odd");
    mlir::OperationState state(op->getLoc(), to);
    rewriter.create(state);
    rewriter.eraseOp(op);
    return mlir::success();
  }

private:
  std::string to;
  std::list<std::string> names;
};

auto remake(llvm::StringRef from, llvm::StringRef to) {
  return [from = from.str(), to = to.str()](mlir::RewritePatternSet &patterns) {
    patterns.add<Remake>(patterns.getContext(), from, to);
  };
}

TEST(PatternStrictness, SaysWhetherWhatPatternsMakeIsRewritten) {
  for (auto [options, expected] :
       {std::pair("", "x.c"), std::pair("strictness=existing-ops", "x.b"),
        std::pair("strictness=existing-and-new-ops", "x.c")}) {
    Conversion b;
    b.pmb.addPatternSlot("early", options);
    require(addAs(b.pmb, "acme", remake("x.a", "x.b")));
    require(addAs(b.pmb, "beta", remake("x.b", "x.c")));
    require(b.pmb.build());
    std::string result = b.run("\"x.a\"() : () -> ()");
    EXPECT_TRUE(contains(result, expected));
  }
}

TEST(PatternPreference, ComesBeforeBenefitAndRank) {
  auto run = [](llvm::StringRef options) {
    Conversion b;
    b.pmb.addPatternSlot("early", options);
    require(addAs(b.pmb, "acme", retag("a", "acme", 7)));
    require(addAs(b.pmb, "beta", retag("a", "beta")));
    require(addAs(b.pmb, "gamma", retag("a", "gamma")));
    require(b.pmb.build());
    std::string tag;
    std::string said = sayWhile(b.context, [&] { tag = runOnTag(b, "a"); });
    return tag + said;
  };
  EXPECT_EQ(run(""), "acme");
  EXPECT_EQ(run("prefer-patterns=gamma,beta"), "gamma");
  EXPECT_EQ(run("prefer-patterns=a-to-beta"), "beta");
  EXPECT_EQ(run("prefer-patterns=beta count-patterns"),
            "betapatterns of the slot 'early' that were applied\n"
            "  'beta-early' of third party 'beta': 1 ('a-to-beta' 1 time)\n");
  EXPECT_EQ(run("prefer-patterns=gama"),
            "acme'prefer-patterns' of the slot 'early' names 'gama', which is "
            "no party, set or pattern there\n"
            "  did you mean 'gamma'?\n");
}

/// What is reported of a run on two operations, one of them odd.
std::string explain(bool converts) {
  std::string report;
  llvm::raw_string_ostream os(report);
  {
    Conversion b;
    if (converts)
      b.pmb.addConversionSlot("early", [](mlir::ConversionTarget &target) {
        target.addLegalDialect("dst");
      });
    else
      b.pmb.addPatternSlot("early");
    require(addAs(b.pmb, "acme", remake("src.a", "dst.a")));
    if (converts)
      require(addAs(b.pmb, "beta", renaming("src.b", "src.c")));
    require(b.pmb.build());
    enablePatternExplanations(b.pm, os);
    b.run("\"src.a\"() {odd} : () -> ()\n\"src.a\"() {odd} : () -> ()\n"
          "\"src.a\"() : () -> ()\n\"src.b\"() : () -> ()");
  }
  return llvm::StringRef(report).split("pmb-").second.str();
}

TEST(PatternReasons, OfGreedySlotsAreCountedBySetAndPattern) {
  std::string report = explain(/*converts=*/false);
  // The driver comes twice, to see that nothing is left to do.
  EXPECT_TRUE(llvm::StringRef(report).starts_with(
      "rewrite in slot 'early'\n"
      "  'acme-early' of third party 'acme'\n"
      "    src.a-to-dst.a\n"
      "      4 on 'src.a': it is odd, first at loc("))
      << report;
}

TEST(PatternReasons, OfConversionsWorkInAReleaseBuildOfMLIR) {
  std::string report = explain(/*converts=*/true);
  llvm::StringRef text = report;
  EXPECT_TRUE(text.starts_with("convert in slot 'early'\n"
                               "  'acme-early' of third party 'acme'\n"
                               "    src.a-to-dst.a\n"
                               "      2 on 'src.a': it is odd, first at loc("))
      << report;
  EXPECT_TRUE(text.contains("  'beta-early' of third party 'beta'\n"
                            "    src.b-to-src.c\n"
                            "      1 on 'src.b': it makes 'src.c', first at"))
      << report;
}

} // namespace
