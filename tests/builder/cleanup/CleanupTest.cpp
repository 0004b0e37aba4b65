//===- CleanupTest.cpp - What the builder leaves out and adds -------------===//
//
// Part of the PassManagerBuilder project.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Operations.h"
#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

/// clean        idempotent, provides `canonical` unless `limit` is given
/// tidy         idempotent, provides nothing; another cleanup
/// mark         preserves `canonical`
/// rewrite      has a contract that preserves nothing
/// unknown      has no contract
/// settle       idempotent, provides `canonical`, but surely only with
///              `rounds=-1`
/// touch        preserves `canonical`, with exceptions
/// lower        lowers functions and kernels, preserves `canonical`
/// outline      makes kernels, preserves `canonical`
/// needs        requires `canonical`, established by `clean` (the property)
/// wants        requires `canonical`, weakly, established by `clean-all`
/// gpu, host    on nests of their own
Catalog makeCatalog() {
  Catalog catalog;
  addOperations(catalog);
  PropertyDescriptor canonical;
  canonical.name = "canonical";
  canonical.isFleeting = true;
  canonical.establishedBy = "clean";
  require(catalog.addProperty(canonical));
  auto add = [&](StringRef name, auto fill) {
    PassDescriptor pass(name);
    pass.hasContract = true;
    fill(pass);
    require(catalog.addPass(std::move(pass)));
  };
  for (const char *name : {"clean", "clean-all"})
    add(name, [](PassDescriptor &pass) {
      pass.addKind("cleanup");
      pass.options = {{"limit", "0"}, {"deep", "false"}};
      pass.options[1].type = OptionDescriptor::Type::Bool;
      pass.hasOptionList = true;
      pass.contract.idempotent();
      pass.contract.providesProperty("canonical");
      pass.contract.invalidatesProperty("canonical")
          .when(!option("limit").is("0"));
    });
  add("tidy", [](PassDescriptor &pass) {
    pass.addKind("cleanup");
    pass.contract.idempotent();
  });
  add("sweep", [](PassDescriptor &pass) { pass.addKind("cleanup"); });
  add("mark", [](PassDescriptor &pass) {
    pass.contract.preservesProperty("canonical");
  });
  add("settle", [](PassDescriptor &pass) {
    pass.options = {{"rounds", "10"}};
    pass.hasOptionList = true;
    pass.contract.idempotent();
    pass.contract.providesProperty("canonical").exceptions("it may stop early");
    pass.contract.providesProperty("canonical").when(option("rounds").is("-1"));
  });
  add("touch", [](PassDescriptor &pass) {
    pass.contract.preservesProperty("canonical").exceptions("but for loops");
  });
  add("lower", [](PassDescriptor &pass) {
    pass.contract.lowers({"func.func", "gpu"}).to({"llvm.func"});
    pass.contract.preservesProperty("canonical");
  });
  add("outline", [](PassDescriptor &pass) {
    pass.contract.introduces({"gpu.module", "gpu.func"});
    pass.contract.preservesProperty("canonical");
  });
  add("rewrite", [](PassDescriptor &) {});
  add("needs", [](PassDescriptor &pass) {
    pass.contract.requiresProperty("canonical").because("matches forms");
    pass.contract.preservesProperty("canonical");
  });
  add("wants", [](PassDescriptor &pass) {
    pass.contract.requiresProperty("canonical")
        .establishedBy("clean-all")
        .weak();
  });
  PassDescriptor unknown("unknown");
  require(catalog.addPass(std::move(unknown)));
  return catalog;
}

class CleanupPipeline : public PipelineBuilder {
public:
  CleanupPipeline(std::initializer_list<const char *> passes = {})
      : PipelineBuilder("builtin.module", getCatalogOfTest()) {
    getCleanups().setDedupe(true);
    for (StringRef name : passes) {
      auto [pass, options] = name.split('{');
      addPass(pass, options.drop_back(options.empty() ? 0 : 1));
    }
  }
  static const Catalog &getCatalogOfTest() {
    static const Catalog catalog = makeCatalog();
    return catalog;
  }
  /// What runs: positions of passes that are left out are replaced by `-`.
  std::string getRest() const {
    std::string text;
    std::vector<CleanupAction> cleanups = getCleanups().find();
    for (const Node &node : getPasses()) {
      bool isLeftOut =
          llvm::any_of(cleanups, [&](const CleanupAction &cleanup) {
            return cleanup.kind != CleanupAction::Kind::Established &&
                   cleanup.pass == &node;
          });
      text +=
          (text.empty() ? "" : " ") + (isLeftOut ? "-" : node.getName().str());
    }
    return text;
  }
  std::string findings() {
    std::string result;
    for (const Diagnostic &finding : check())
      result += finding.str();
    return result;
  }
};

/// `clean@gpu.module/gpu.func` is a pass in nests.
PassBundle makeBundle(StringRef name,
                      std::initializer_list<const char *> passes) {
  PassBundle bundle(name);
  for (StringRef pass : passes) {
    auto [argument, nest] = pass.split('@');
    PassSpec spec(argument);
    if (!nest.empty()) {
      spec.nest.emplace();
      for (StringRef op, rest = nest; !rest.empty();) {
        std::tie(op, rest) = rest.split('/');
        spec.nest->push_back(op.str());
      }
    }
    bundle.add(std::move(spec));
  }
  return bundle;
}

std::string text(llvm::Error error) {
  std::string result;
  for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
    result += diagnostic.str();
  return result;
}

//===----------------------------------------------------------------------===//
// dedupe
//===----------------------------------------------------------------------===//

TEST(DedupeTest, WhatIsWrittenRunsUnlessItIsAskedFor) {
  PipelineBuilder pipeline("builtin.module",
                           CleanupPipeline::getCatalogOfTest());
  for (int i = 0; i < 2; ++i)
    pipeline.addPass("clean");
  EXPECT_FALSE(pipeline.getCleanups().getSettings().dedupe);
  EXPECT_TRUE(pipeline.getCleanups().find().empty());
  pipeline.getCleanups().setDedupe(true);
  EXPECT_EQ(pipeline.getCleanups().find().size(), 1u);
}

TEST(DedupeTest, TheSecondOfTwoEqualPassesIsLeftOut) {
  EXPECT_EQ(CleanupPipeline({"clean", "clean"}).getRest(), "clean -");
  EXPECT_EQ(CleanupPipeline({"tidy", "tidy", "tidy"}).getRest(), "tidy - -");
}

TEST(DedupeTest, APassThatIsNotIdempotentStays) {
  EXPECT_EQ(CleanupPipeline({"sweep", "sweep"}).getRest(), "sweep sweep");
}

TEST(DedupeTest, WhatStandsBetweenMustPreserveWhatWasAchieved) {
  EXPECT_EQ(CleanupPipeline({"clean", "mark", "mark", "clean"}).getRest(),
            "clean mark mark -");
  EXPECT_EQ(CleanupPipeline({"clean", "rewrite", "clean"}).getRest(),
            "clean rewrite clean");
  EXPECT_EQ(CleanupPipeline({"clean", "unknown", "clean"}).getRest(),
            "clean unknown clean");
}

TEST(DedupeTest, APassThatProvidesNothingIsOnlyLeftOutRightBehindAnEqualOne) {
  EXPECT_EQ(CleanupPipeline({"tidy", "mark", "tidy"}).getRest(),
            "tidy mark tidy");
}

TEST(DedupeTest, APassWithAnUnknownEffectChangesEverything) {
  CleanupPipeline pipeline({"clean", "mark", "clean"});
  Contract contract;
  contract.unknownEffect().because("runs a script");
  require(pipeline.addContract("mark", contract));
  EXPECT_EQ(pipeline.getRest(), "clean mark clean");
}

TEST(DedupeTest, CleanupThatIsRepeatedAsAWholeStays) {
  // Each of the two may find work that the other has left.
  EXPECT_EQ(CleanupPipeline({"tidy", "clean", "tidy", "clean"}).getRest(),
            "tidy clean tidy clean");
}

TEST(DedupeTest, OptionsAreComparedByWhatTheyMean) {
  EXPECT_EQ(CleanupPipeline({"clean", "clean{limit=0}"}).getRest(), "clean -");
  EXPECT_EQ(CleanupPipeline({"clean{deep=0}", "clean{deep=false}"}).getRest(),
            "clean -");
  EXPECT_EQ(CleanupPipeline({"clean", "clean{deep}"}).getRest(), "clean clean");
}

TEST(DedupeTest, OptionsThatKeepAPassFromItsWorkKeepItFromBeingDropped) {
  EXPECT_EQ(CleanupPipeline({"clean{limit=3}", "clean{limit=3}"}).getRest(),
            "clean clean");
  // Nor does it serve one that does its work.
  EXPECT_EQ(CleanupPipeline({"clean{limit=3}", "clean{limit=3}", "clean",
                             "mark", "clean{limit=0}"})
                .getRest(),
            "clean clean clean mark -");
}

TEST(DedupeTest, ClaimsWithExceptionsAreNotReliedOn) {
  EXPECT_EQ(CleanupPipeline({"settle", "settle"}).getRest(), "settle settle");
  EXPECT_EQ(CleanupPipeline({"settle{rounds=-1}", "mark", "settle{rounds=-1}"})
                .getRest(),
            "settle mark -");
  EXPECT_EQ(CleanupPipeline({"clean", "touch", "clean"}).getRest(),
            "clean touch clean");
  // The check counts on them all the same.
  EXPECT_EQ(CleanupPipeline({"settle", "touch", "needs"}).findings(), "");
}

TEST(DedupeTest, APassInANestStaysBehindWhatMakesItsOperation) {
  for (bool makesKernels : {true, false}) {
    CleanupPipeline pipeline;
    pipeline.nest("gpu.module").addPass("clean");
    pipeline.addPass(makesKernels ? "outline" : "mark");
    pipeline.nest("gpu.module").addPass("clean");
    EXPECT_EQ(pipeline.getRest(),
              makesKernels ? "clean outline clean" : "clean mark -");
  }
  // What runs on all of the program has seen what new operations are made of.
  EXPECT_EQ(CleanupPipeline({"clean", "outline", "clean"}).getRest(),
            "clean outline -");
}

TEST(DedupeTest, NestsAreCompared) {
  CleanupPipeline pipeline;
  pipeline.addPass("clean");
  pipeline.nest("func.func").addPass("clean").addPass("mark").addPass("clean");
  EXPECT_EQ(pipeline.getRest(), "clean clean mark -");
}

TEST(DedupeTest, APassThatSeparatesNestsStays) {
  CleanupPipeline pipeline({"clean"});
  pipeline.nest("func.func").addPass("mark");
  pipeline.addPass("clean");
  pipeline.nest("gpu.module").addPass("mark");
  EXPECT_EQ(pipeline.getRest(), "clean mark clean mark");
  pipeline.addPass("clean");
  EXPECT_EQ(pipeline.getRest(), "clean mark clean mark -");
}

TEST(DedupeTest, AContiguousBundleStaysWhole) {
  CleanupPipeline pipeline({"clean"});
  PassBundle tight = makeBundle("tight", {"clean", "mark"});
  tight.setContiguous();
  pipeline.addBundle(tight);
  pipeline.addPass("clean");
  EXPECT_EQ(pipeline.getRest(), "clean clean mark -");
}

TEST(DedupeTest, ABundleThatInvalidatesEndsWhatWasAchieved) {
  CleanupPipeline pipeline({"clean"});
  PassBundle bundle = makeBundle("b", {"mark"});
  bundle.contract.invalidatesProperty("canonical");
  pipeline.addBundle(bundle);
  pipeline.addPass("clean");
  EXPECT_EQ(pipeline.getRest(), "clean mark clean");
}

TEST(DedupeTest, OneCallTurnsItOffAndOneKeepsOnePass) {
  CleanupPipeline pipeline({"clean", "clean", "clean"});
  EXPECT_EQ(pipeline.getRest(), "clean - -");
  require(pipeline.getCleanups().keep(last(pass("clean"))));
  EXPECT_EQ(pipeline.getRest(), "clean - clean");
  pipeline.getCleanups().setDedupe(false);
  EXPECT_EQ(pipeline.getRest(), "clean clean clean");
}

TEST(DedupeTest, KeepingWhatIsNotThereIsAnError) {
  CleanupPipeline pipeline({"clean", "clean"});
  EXPECT_NE(text(pipeline.getCleanups().keep(pass("claen")))
                .find("did you mean 'clean'"),
            std::string::npos);
  EXPECT_NE(text(pipeline.getCleanups().keep(pass("clean"))).find("PMB003"),
            std::string::npos);
  EXPECT_EQ(pipeline.getRest(), "clean -");
}

TEST(DedupeTest, ARemarkNamesBothOwnersAndCanBeUndone) {
  CleanupPipeline pipeline({"clean"});
  pipeline.setOrigin(Origin::plugin("acme"));
  pipeline.addPass("clean");
  std::vector<CleanupAction> cleanups = pipeline.getCleanups().find();
  ASSERT_EQ(cleanups.size(), 1u);
  EXPECT_EQ(pipeline.getCleanups().describe(cleanups[0]).str(),
            "remark: 'clean' is left out: an equal pass ran before, and "
            "nothing in between changes what it has achieved [PMB046 "
            "pass-dropped]\n"
            "  at: 'clean' (pass 1, on builtin.module, added by plugin "
            "'acme')\n"
            "  note: the one that runs: 'clean' (pass 0, on builtin.module, "
            "added by framework)\n");
  require(pipeline.getCleanups().undo(cleanups[0]));
  EXPECT_EQ(pipeline.getRest(), "clean clean");
  require(pipeline.remove(last(pass("clean"))));
  EXPECT_NE(text(pipeline.getCleanups().undo(cleanups[0]))
                .find("not in the pipeline"),
            std::string::npos);
}

TEST(DedupeTest, ATransactionThatFailsTakesSettingsBack) {
  CleanupPipeline pipeline({"clean", "clean"});
  llvm::Error error =
      pipeline.transaction(Origin::framework(), [&]() -> llvm::Error {
        pipeline.getCleanups().setDedupe(false);
        require(pipeline.getCleanups().keep(last(pass("clean"))));
        return makeError(Diagnostic(DiagnosticCode::BadName, "no"));
      });
  EXPECT_NE(text(std::move(error)), "");
  EXPECT_EQ(pipeline.getRest(), "clean -");
}

TEST(DedupeTest, SettingsAreUpToTheOwner) {
  CleanupPipeline pipeline({"clean", "clean"});
  llvm::Error error =
      pipeline.transaction(Origin::plugin("acme"), [&]() -> llvm::Error {
        pipeline.getCleanups().setDedupe(false);
        return llvm::Error::success();
      });
  EXPECT_NE(text(std::move(error)).find("plugin 'acme' cannot set 'dedupe'"),
            std::string::npos);
  EXPECT_EQ(pipeline.getRest(), "clean -");
}

TEST(DedupeTest, FindingsAreThoseOfWhatIsWritten) {
  CleanupPipeline pipeline({"clean", "clean", "needs"});
  EXPECT_EQ(pipeline.findings(), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(clean,clean,needs)");
}

//===----------------------------------------------------------------------===//
// share
//===----------------------------------------------------------------------===//

/// PMB047: three bundles that end in the same cleanup, in a pipeline with
/// setShare(true)
TEST(ShareTest, OnlyTheLastOfSeveralCleanupsRuns) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("y", {"mark", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("z", {"rewrite", "sweep", "clean"}));
  EXPECT_EQ(pipeline.getRest(), "rewrite sweep clean mark sweep clean rewrite "
                                "sweep clean");
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite - - mark - - rewrite sweep clean");
  std::vector<CleanupAction> cleanups = pipeline.getCleanups().find();
  ASSERT_EQ(cleanups.size(), 4u);
  EXPECT_EQ(pipeline.getCleanups().describe(cleanups[0]).str(),
            "remark: 'sweep' is left out: a later cleanup serves both "
            "[PMB047 cleanup-shared]\n"
            "  at: 'sweep' (pass 1, on builtin.module, added by framework)\n"
            "  note: that cleanup begins with: 'sweep' (pass 7, on "
            "builtin.module, added by framework)\n");
  require(pipeline.getCleanups().undo(cleanups[0]));
  EXPECT_EQ(pipeline.getRest(), "rewrite sweep clean mark - - rewrite sweep "
                                "clean");
}

TEST(ShareTest, ACleanupThatIsRequiredBeforeTheNextStays) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "clean"}));
  pipeline.addBundle(makeBundle("y", {"needs", "rewrite", "clean"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite clean needs rewrite clean");
}

TEST(ShareTest, WhoHasSaidNothingMayRequireIt) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "clean"}));
  pipeline.addBundle(makeBundle("y", {"unknown", "clean"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite clean unknown clean");
}

TEST(ShareTest, TheNextCleanupMustDoAllOfIt) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("y", {"rewrite", "clean"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite sweep clean rewrite clean");
  pipeline.addBundle(makeBundle("z", {"rewrite", "sweep", "clean"}));
  EXPECT_EQ(pipeline.getRest(), "rewrite - - rewrite - rewrite sweep clean");
}

TEST(ShareTest, ACleanupInBetweenThatStaysIsNotInTheWay) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("y", {"clean", "rewrite", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("z", {"clean", "rewrite", "sweep", "clean"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(),
            "rewrite - - clean rewrite - - clean rewrite sweep clean");
}

TEST(ShareTest, TheNearestServesWhatIsRequiredBeforeTheNext) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "sweep", "clean"}));
  pipeline.addBundle(makeBundle("y", {"rewrite", "clean"}));
  pipeline.addBundle(makeBundle("z", {"clean", "needs", "sweep", "clean"}));
  pipeline.getCleanups().setShare(true);
  // The clean of `y` is required, and z's first one provides it.
  EXPECT_EQ(pipeline.getRest(),
            "rewrite sweep clean rewrite - clean needs sweep clean");
}

TEST(ShareTest, OnlyTheEndOfABundleIsShared) {
  CleanupPipeline pipeline({"rewrite", "clean", "rewrite", "clean"});
  pipeline.addBundle(makeBundle("x", {"clean", "rewrite", "clean"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite clean rewrite clean - rewrite clean");
}

TEST(ShareTest, WhatTheCheckWouldMissIsNotShared) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "sweep"}));
  pipeline.addBundle(makeBundle("y", {"rewrite", "sweep"}));
  pipeline.addBundle(makeBundle("z", {"mark", "sweep"}));
  Contract contract;
  contract.after(pass("sweep")).present();
  require(pipeline.addContract("mark", contract));
  pipeline.getCleanups().setShare(true);
  // One in front of `mark` is enough.
  EXPECT_EQ(pipeline.getRest(), "rewrite sweep rewrite - mark sweep");
}

TEST(ShareTest, NothingIsSharedAcrossWhatLowersTheNest) {
  for (bool isLowered : {true, false}) {
    CleanupPipeline pipeline;
    pipeline.addBundle(makeBundle("x", {"rewrite", "clean@func.func"}));
    pipeline.addBundle(
        makeBundle("y", {isLowered ? "lower" : "rewrite", "clean@func.func"}));
    pipeline.getCleanups().setDedupe(false);
    pipeline.getCleanups().setShare(true);
    EXPECT_EQ(pipeline.getRest(), isLowered ? "rewrite clean lower clean"
                                            : "rewrite - rewrite clean");
  }
}

TEST(ShareTest, NothingIsSharedAcrossWhatLowersANestAround) {
  for (bool isLowered : {true, false}) {
    CleanupPipeline pipeline;
    const char *clean = "clean@gpu.module/gpu.func";
    pipeline.addBundle(makeBundle("x", {"rewrite", clean}));
    pipeline.addBundle(
        makeBundle("y", {isLowered ? "lower" : "rewrite", clean}));
    pipeline.getCleanups().setDedupe(false);
    pipeline.getCleanups().setShare(true);
    EXPECT_EQ(pipeline.getRest(), isLowered ? "rewrite clean lower clean"
                                            : "rewrite - rewrite clean");
  }
}

TEST(ShareTest, ABundleLowersTheNestAsAPassDoes) {
  CleanupPipeline pipeline;
  pipeline.addBundle(makeBundle("x", {"rewrite", "clean@func.func"}));
  PassBundle lowering = makeBundle("to-llvm", {"rewrite"});
  lowering.contract.lowers({"func"}).to({"llvm"});
  pipeline.addBundle(lowering);
  pipeline.addBundle(makeBundle("y", {"clean@func.func"}));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite clean rewrite clean");
}

TEST(ShareTest, CleanupPassesAreThoseOfTheFramework) {
  CleanupPipeline pipeline;
  pipeline.addPass("rewrite");
  pipeline.addCleanupPasses();
  EXPECT_NE(pipeline.findings().find("unknown-bundle"), std::string::npos);
  PassBundle cleanup = makeBundle("my-cleanup", {"sweep", "tidy"});
  cleanup.addKind("cleanup");
  pipeline.getCleanups().setBundle(std::move(cleanup));
  pipeline.addCleanupPasses();
  pipeline.addPass("rewrite");
  pipeline.addCleanupPasses();
  require(pipeline.addCleanupPasses(Position::after(last(pass("rewrite")))));
  pipeline.getCleanups().setShare(true);
  EXPECT_EQ(pipeline.getRest(), "rewrite - - rewrite - - sweep tidy");
}

//===----------------------------------------------------------------------===//
// establish
//===----------------------------------------------------------------------===//

TEST(EstablishTest, NothingIsPutInUnlessThePipelineAsks) {
  CleanupPipeline pipeline({"rewrite", "needs"});
  EXPECT_NE(pipeline.findings().find("fix: insert 'clean' before 'needs'"),
            std::string::npos);
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite,needs)");
}

/// PMB048: a pass that requires canonical IR, in a pipeline with
/// setEstablish(true)
TEST(EstablishTest, AMissingPropertyGetsItsProvider) {
  CleanupPipeline pipeline({"rewrite", "needs", "needs", "rewrite", "wants"});
  pipeline.getCleanups().setEstablish(true);
  EXPECT_EQ(pipeline.findings(), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite,clean,needs,needs,rewrite,"
                            "clean-all,wants)");
  std::vector<CleanupAction> cleanups = pipeline.getCleanups().find();
  ASSERT_EQ(cleanups.size(), 2u);
  EXPECT_EQ(pipeline.getCleanups().describe(cleanups[0]).str(),
            "remark: 'clean' was put in to establish 'canonical' [PMB048 "
            "established]\n"
            "  at: 'clean' (pass 1, on builtin.module, added by builder): "
            "'needs' requires 'canonical'\n"
            "  note: required by: 'needs' (pass 2, on builtin.module, added "
            "by framework)\n");
  // Once is enough.
  EXPECT_EQ(pipeline.findings(), "");
  EXPECT_EQ(pipeline.size(), 7u);
}

TEST(EstablishTest, WhatHoldsInTheInputIsNotEstablished) {
  CleanupPipeline pipeline({"needs"});
  pipeline.getInterface().inputProperties = {"canonical"};
  pipeline.getCleanups().setEstablish(true);
  EXPECT_EQ(pipeline.findings(), "");
  EXPECT_EQ(pipeline.size(), 1u);
}

TEST(EstablishTest, AnEditGetsWhatItsPassRequires) {
  CleanupPipeline pipeline({"clean", "rewrite", "rewrite"});
  EXPECT_NE(text(pipeline.addPassAfter("needs", "clean")), "x");
  require(pipeline.remove(pass("needs")));
  llvm::Error refused = pipeline.insert(PassSpec("needs"),
                                        Position::after(last(pass("rewrite"))));
  EXPECT_NE(text(std::move(refused)).find("missing-property"),
            std::string::npos);
  pipeline.getCleanups().setEstablish(true);
  require(pipeline.insert(PassSpec("needs"),
                          Position::after(last(pass("rewrite")))));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(clean,rewrite,rewrite,clean,needs)");
}

TEST(EstablishTest, WhatAFailingEditHasPutInIsTakenBack) {
  CleanupPipeline pipeline({"rewrite"});
  pipeline.getCleanups().setEstablish(true);
  Contract contract;
  contract.conflictsWith(pass("rewrite"));
  require(pipeline.addContract("needs", contract));
  EXPECT_NE(text(pipeline.addPassAfter("needs", "rewrite")), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite)");
  EXPECT_TRUE(pipeline.getCleanups().find().empty());
}

TEST(EstablishTest, TheProviderRunsInTheLargestNestThatItDoesNotSplit) {
  CleanupPipeline pipeline({"rewrite"});
  pipeline.nest("func.func").addPass("needs");
  pipeline.addPass("rewrite");
  pipeline.nest("func.func").addPass("rewrite").addPass("needs");
  pipeline.getCleanups().setEstablish(true);
  EXPECT_EQ(pipeline.findings(), "");
  EXPECT_EQ(pipeline.str(),
            "builtin.module(rewrite,clean,func.func(needs),rewrite,"
            "func.func(rewrite,clean,needs))");
}

TEST(EstablishTest, WhatServesAPassThatIsGoneGoes) {
  CleanupPipeline pipeline({"rewrite", "needs"});
  pipeline.getCleanups().setEstablish(true);
  EXPECT_EQ(pipeline.findings(), "");
  require(pipeline.remove(pass("needs")));
  EXPECT_EQ(pipeline.findings(), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite)");
}

TEST(EstablishTest, WhatWasUndoneStaysUndone) {
  CleanupPipeline pipeline({"rewrite", "needs"});
  pipeline.getCleanups().setEstablish(true);
  EXPECT_EQ(pipeline.findings(), "");
  require(pipeline.getCleanups().undo(pipeline.getCleanups().find().front()));
  EXPECT_NE(pipeline.findings().find("missing-property"), std::string::npos);
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite,needs)");
}

TEST(EstablishTest, NothingIsPutIntoAContiguousBundle) {
  CleanupPipeline pipeline({"rewrite"});
  PassBundle tight = makeBundle("tight", {"mark", "needs"});
  tight.setContiguous();
  pipeline.addBundle(tight);
  pipeline.getCleanups().setEstablish(true);
  EXPECT_EQ(pipeline.findings(), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite,clean,mark,needs)");
  EXPECT_EQ(pipeline.getNodes().begin()->getName(), "rewrite");
  EXPECT_FALSE(pipeline.getCleanups().find().front().pass->getBundle());
}

TEST(EstablishTest, TheProviderRunsOnWhatIsThereBeforeTheBundle) {
  CleanupPipeline pipeline;
  pipeline.nest("gpu.module").addPass("rewrite");
  PassBundle tight = makeBundle("tight", {"outline", "needs@gpu.module"});
  tight.setContiguous();
  pipeline.addBundle(tight);
  pipeline.getCleanups().setEstablish(true);
  EXPECT_EQ(pipeline.findings(), "");
  // The kernels are made in the bundle.
  EXPECT_EQ(pipeline.str(), "builtin.module(gpu.module(rewrite),clean,outline,"
                            "gpu.module(needs))");
}

TEST(EstablishTest, WhatCannotBeEstablishedElsewhereFailsNoEdit) {
  for (const char *user : {"needs", "wants"}) {
    CleanupPipeline pipeline;
    PassBundle fusion = makeBundle("fusion", {"rewrite", user});
    fusion.setNoCleanup("fusion matches what tiling leaves");
    pipeline.addBundle(fusion);
    pipeline.addPass("rewrite");
    pipeline.getCleanups().setEstablish(true);
    require(pipeline.insert(PassSpec("mark"),
                            Position::after(last(pass("rewrite")))));
    require(pipeline.insert(PassSpec("needs"),
                            Position::after(last(pass("rewrite")))));
    EXPECT_EQ(pipeline.str(), "builtin.module(rewrite," + std::string(user) +
                                  ",rewrite,mark,clean,needs)");
    EXPECT_NE(pipeline.findings().find("cannot-establish"), std::string::npos);
  }
}

TEST(EstablishTest, WhatAnInsertedPassMustHaveFailsItsEdit) {
  CleanupPipeline pipeline;
  PassBundle fusion = makeBundle("fusion", {"rewrite", "mark"});
  fusion.setNoCleanup("fusion matches what tiling leaves");
  pipeline.addBundle(fusion);
  pipeline.getCleanups().setEstablish(true);
  EXPECT_NE(
      text(pipeline.addPassAfter("needs", "rewrite")).find("cannot-establish"),
      std::string::npos);
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite,mark)");
  // What it should have, and need not, is a warning of the check.
  require(pipeline.addPassAfter("wants", "rewrite"));
  EXPECT_NE(pipeline.findings().find("warning: 'canonical', which 'wants'"),
            std::string::npos);
}

TEST(EstablishTest, WhatRequiresMoreAndMoreComesToAnEnd) {
  Catalog catalog;
  constexpr unsigned depth = 22;
  auto name = [](const char *sort, unsigned i) {
    return sort + std::to_string(i);
  };
  for (unsigned i = depth + 1; i-- > 0;)
    for (const char *sort : {"a", "b"}) {
      PropertyDescriptor property;
      property.name = name(sort, i);
      property.isFleeting = true;
      property.establishedBy = "make-" + property.name;
      PassDescriptor pass(property.establishedBy);
      pass.hasContract = true;
      pass.contract.providesProperty(property.name);
      if (i < depth)
        for (const char *other : {"a", "b"})
          pass.contract.requiresProperty(name(other, i + 1));
      require(catalog.addProperty(property));
      require(catalog.addPass(std::move(pass)));
    }
  PipelineBuilder pipeline("builtin.module", catalog);
  for (unsigned i = 0; i < depth; ++i)
    pipeline.addPass(name("make-a", i));
  pipeline.getCleanups().setEstablish(true);
  std::string found;
  for (const Diagnostic &finding : pipeline.check())
    found += finding.str();
  EXPECT_NE(found.find("PMB049"), std::string::npos);
  EXPECT_NE(found.find("that takes more than"), std::string::npos);
  EXPECT_LT(pipeline.size(), 22u * 100);
}

/// PMB049: a pass that requires canonical IR behind another one in a bundle
/// without cleanups
TEST(EstablishTest, WhatCannotBeEstablishedIsAnErrorWithBothReasons) {
  CleanupPipeline pipeline;
  PassBundle fusion = makeBundle("fusion", {"rewrite", "needs"});
  fusion.setNoCleanup("fusion matches what tiling leaves");
  pipeline.addBundle(fusion);
  pipeline.getCleanups().setEstablish(true);
  EXPECT_EQ(
      pipeline.findings(),
      "error: 'canonical', which 'needs' requires, cannot be established: the "
      "bundle 'fusion' takes no cleanup [PMB049 cannot-establish]\n"
      "  at: 'needs' (pass 1, on builtin.module, added by framework)\n"
      "  note: 'needs': matches forms\n"
      "  note: no cleanup in 'fusion': fusion matches what tiling leaves\n"
      "  note: it does not hold behind: 'rewrite' (pass 0, on "
      "builtin.module, added by framework)\n"
      "  help: let the owner of 'fusion' add 'clean' to it, or move 'needs' "
      "out of it\n");
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite,needs)");
}

TEST(EstablishTest, ABundleThatDependsOnTheTargetKeepsCleanupsOutAsWell) {
  CleanupPipeline pipeline;
  require(pipeline.getVariants().addOption(
      {"gpu", "", OptionDescriptor::Type::Bool}));
  PassBundle fusion("fusion");
  fusion.when("gpu").addPass("mark");
  fusion.addPass("rewrite").addPass("needs");
  fusion.setNoCleanup("fusion matches what tiling leaves");
  pipeline.addBundle(fusion);
  pipeline.getCleanups().setEstablish(true);
  EXPECT_NE(pipeline.findings().find("takes no cleanup"), std::string::npos);
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite,needs)");
}

TEST(EstablishTest, AProviderThatDoesNotProvideIsAnError) {
  CleanupPipeline pipeline({"rewrite", "rewrite"});
  Contract contract;
  contract.requiresProperty("canonical").establishedBy("mark");
  require(pipeline.addContract("sweep", contract));
  pipeline.addPass("sweep");
  pipeline.getCleanups().setEstablish(true);
  EXPECT_NE(pipeline.findings().find("behind 'mark' it does not hold"),
            std::string::npos);
  EXPECT_EQ(pipeline.size(), 4u);
}

TEST(EstablishTest, AProviderThatNobodyKnowsIsAnError) {
  CleanupPipeline pipeline;
  Contract contract;
  contract.requiresProperty("canonical").establishedBy("claen");
  llvm::Error error = pipeline.addContract("sweep", contract);
  EXPECT_NE(text(std::move(error)).find("did you mean 'clean'"),
            std::string::npos);
}

TEST(EstablishTest, ProvidersThatNeedEachOtherComeToAnEnd) {
  CleanupPipeline pipeline({"rewrite", "needs"});
  Contract contract;
  contract.requiresProperty("canonical").establishedBy("clean");
  require(pipeline.addContract("clean", contract));
  pipeline.getCleanups().setEstablish(true);
  pipeline.findings();
  EXPECT_LE(pipeline.size(), 5u);
}

} // namespace
