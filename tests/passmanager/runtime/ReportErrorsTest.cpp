//===- ReportErrorsTest.cpp - Reports that cannot be made -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportsSupport.h"

using namespace pmb;
using namespace pmb::test;
using DisplayMode = mlir::DefaultTimingManager::DisplayMode;
using OutputFormat = mlir::DefaultTimingManager::OutputFormat;

namespace {

TEST(ReportErrors, ReportsNeedAPassManagerThatSaysWhatRuns) {
  mlir::MLIRContext context;
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  Composed run(false);
  for (std::shared_ptr<const PassOwners> owners :
       {std::shared_ptr<const PassOwners>(),
        std::shared_ptr<const PassOwners>(run.getOwners())}) {
    const char *const expected =
        "error: the owners of the passes that the pass manager runs are not "
        "known "
        "[PMB095 not-attributed]\n"
        "  help: call enableAttribution() of its builder, or attachTo() of "
        "the owners\n";
    EXPECT_EQ(text(enableTimingBy(pm, owners, allKeys)), expected);
    EXPECT_EQ(text(enableStatisticsBy(pm, owners, allKeys)), expected);
    EXPECT_EQ(text(enableIRPrintingBy(pm, owners, {}, {})), expected);
    EXPECT_EQ(text(enableCrashReproducerBy(pm, owners, "x.mlir")), expected);
    EXPECT_EQ(text(enableCrashMessagesBy(pm, owners)), expected);
  }
  bool hasInstrumentor = true;
  auto pass = std::make_unique<AskPass>();
  pass->hasInstrumentor = &hasInstrumentor;
  pm.addPass(std::move(pass));
  EXPECT_NE(runOn("", pm, context), "");
  EXPECT_FALSE(hasInstrumentor);
}

TEST(ReportErrors, AFilterThatMatchesNothingIsAnError) {
  Composed run(false);
  auto enable = [&](OwnerKey key, const char *name) {
    return text(
        enableIRPrintingBy(*run.pm, run.getOwners(), {{key, name}}, {}));
  };
  EXPECT_EQ(enable(OwnerKey::Kind, "markin"),
            "error: the pipeline has no pass of kind 'markin' [PMB002 "
            "unknown-position]\n"
            "  help: did you mean 'marking'?\n");
  EXPECT_NE(enable(OwnerKey::Bundle, "x"), "");
  EXPECT_NE(enable(OwnerKey::Slot, "x"), "");
  EXPECT_EQ(enable(OwnerKey::Origin, "acne"),
            "error: the pipeline has no pass of origin 'acne' [PMB002 "
            "unknown-position]\n"
            "  help: did you mean 'acme'?\n");
  Build<> other;
  require(other.pmb.enableAttribution());
  EXPECT_EQ(text(enableIRPrintingBy(other.pm, other.pmb.getOwners(),
                                    {{OwnerKey::Bundle, "x"}}, {})),
            "error: no pass has been handed over, so none can be chosen "
            "[PMB096 cannot-report]\n"
            "  help: call build() first\n");
  other.pmb.addPass(std::make_unique<ModulePass>());
  require(other.pmb.build());
  EXPECT_EQ(text(enableIRPrintingBy(other.pm, other.pmb.getOwners(),
                                    {{OwnerKey::Bundle, "x"}}, {})),
            "error: no pass of the pipeline has a bundle [PMB002 "
            "unknown-position]\n"
            "  help: leave the filter out, or choose by another one of "
            "'bundle', 'slot', 'kind' and 'origin'\n");
  EXPECT_TRUE(
      contains(text(enableIRPrintingBy(other.pm, other.pmb.getOwners(),
                                       {{OwnerKey::Origin, "toy"}}, {})),
               "the pipeline has no pass of origin 'toy'"));
}

TEST(ReportErrors, NothingToReportByIsAnError) {
  Composed run(false);
  const char *const expected =
      "error: there is no key to report by [PMB096 cannot-report]\n"
      "  help: give one of OwnerKey::Bundle, Slot, Kind and Origin\n";
  EXPECT_EQ(text(enableTimingBy(*run.pm, run.getOwners(), {})), expected);
  EXPECT_EQ(text(enableStatisticsBy(*run.pm, run.getOwners(), {})), expected);
  EXPECT_EQ(text(enableIRPrintingBy(*run.pm, run.getOwners(), {}, {})),
            "error: there is no filter, so no IR would be printed [PMB096 "
            "cannot-report]\n"
            "  help: give one: {OwnerKey::Origin, \"*\"} matches all passes of "
            "the pipeline\n");
}

/// MLIR would forget the first.
TEST(ReportErrors, TimeIsReportedOnce) {
  Composed run(false);
  std::string report;
  llvm::raw_string_ostream os(report);
  auto enable = [&](mlir::PassManager &pm, OwnerKey key) {
    return text(enableTimingBy(pm, run.getOwners(), {key}, DisplayMode::List,
                               OutputFormat::Text, os));
  };
  EXPECT_EQ(enable(*run.pm, OwnerKey::Bundle), "");
  EXPECT_EQ(enable(*run.pm, OwnerKey::Kind),
            "error: the time of this pass manager is reported already [PMB096 "
            "cannot-report]\n"
            "  help: give enableTimingBy() all keys at once\n");
  // That of another one that runs the same passes is its own matter.
  {
    mlir::PassManager other(&run.context, "builtin.module");
    require(run.getOwners()->attachTo(other));
    EXPECT_EQ(enable(other, OwnerKey::Kind), "");
  }
  report.clear();
  EXPECT_NE(run.run(), "");
  EXPECT_TRUE(contains(report, "(bundle) b/c\n"));
}

/// PMB096: enableIRPrintingBy() with printModuleScope, and threads
TEST(ReportErrors, IROfTheModuleIsNotPrintedWithThreads) {
  Composed run(true);
  IRPrintingOptions options;
  options.printModuleScope = true;
  EXPECT_EQ(text(enableIRPrintingBy(*run.pm, run.getOwners(), {},
                                    {{OwnerKey::Bundle, "a"}}, options)),
            "error: the IR of the whole module cannot be printed while several "
            "threads change it [PMB096 cannot-report]\n"
            "  help: disable threads, or print what each pass runs on\n");
}

TEST(ReportErrors, ALocalReproducerIsNotMadeWithThreads) {
  Composed run(true);
  EXPECT_EQ(text(enableCrashReproducerBy(*run.pm, run.getOwners(), "x.mlir",
                                         /*genLocalReproducer=*/true)),
            "error: a local reproducer cannot be made while several threads "
            "run passes [PMB096 cannot-report]\n"
            "  help: disable threads, or make one of the whole pipeline\n");
}

TEST(ReportErrors, NamesOfKeysAreRead) {
  for (OwnerKey key : allKeys)
    EXPECT_EQ(parseOwnerKey(stringify(key)), key);
  EXPECT_EQ(parseOwnerKey("bundles"), std::nullopt);
}

} // namespace
