//===- EstablishTest.cpp - What the builder puts in -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that the builder puts in to provide what others require.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "CleanupSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

TEST(EstablishTest, NothingIsPutInUnlessThePipelineAsks) {
  CleanupPipeline pipeline({"rewrite", "needs"});
  EXPECT_TRUE(
      contains(pipeline.findings(), "fix: insert 'clean' before 'needs'"));
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
  EXPECT_TRUE(contains(text(std::move(refused)), "missing-property"));
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
  EXPECT_TRUE(contains(pipeline.findings(), "missing-property"));
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
    EXPECT_TRUE(contains(pipeline.findings(), "cannot-establish"));
  }
}

TEST(EstablishTest, WhatAnInsertedPassMustHaveFailsItsEdit) {
  CleanupPipeline pipeline;
  PassBundle fusion = makeBundle("fusion", {"rewrite", "mark"});
  fusion.setNoCleanup("fusion matches what tiling leaves");
  pipeline.addBundle(fusion);
  pipeline.getCleanups().setEstablish(true);
  EXPECT_TRUE(contains(text(pipeline.addPassAfter("needs", "rewrite")),
                       "cannot-establish"));
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite,mark)");
  // What it should have, and need not, is a warning of the check.
  require(pipeline.addPassAfter("wants", "rewrite"));
  EXPECT_TRUE(
      contains(pipeline.findings(), "warning: 'canonical', which 'wants'"));
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
  EXPECT_TRUE(contains(found, "PMB049"));
  EXPECT_TRUE(contains(found, "that takes more than"));
  EXPECT_LT(pipeline.size(), 22u * 100);
  std::string once = pipeline.str();
  pipeline.check();
  EXPECT_EQ(pipeline.str(), once);
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
  EXPECT_TRUE(contains(pipeline.findings(), "takes no cleanup"));
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite,needs)");
}

/// What is found where `provider` shall establish what 'sweep' requires.
static std::string findWithProvider(llvm::StringRef provider) {
  CleanupPipeline pipeline({"rewrite", "rewrite"});
  Contract contract;
  contract.requiresProperty("canonical").establishedBy(provider);
  require(pipeline.addContract("sweep", contract));
  pipeline.addPass("sweep");
  pipeline.getCleanups().setEstablish(true);
  std::string findings = pipeline.findings();
  // It is of no use there, and is not kept, however often that is checked.
  for (unsigned again = 0; again < 2; ++again) {
    EXPECT_EQ(pipeline.str(), "builtin.module(rewrite,rewrite,sweep)");
    EXPECT_TRUE(pipeline.getCleanups().find().empty());
    EXPECT_EQ(pipeline.findings(), findings);
  }
  return findings;
}

TEST(EstablishTest, AProviderThatDoesNotProvideIsAnError) {
  std::string findings = findWithProvider("mark");
  EXPECT_TRUE(contains(findings, "behind 'mark' it does not hold"));
}

TEST(EstablishTest, AProviderWithoutAContractIsSaidToHaveNone) {
  std::string findings = findWithProvider("own-tidy");
  EXPECT_TRUE(
      contains(findings, "no contract says that 'own-tidy' provides it"));
}

TEST(EstablishTest, AnEditThatFailsKeepsNothingThatIsOfNoUse) {
  CleanupPipeline pipeline({"rewrite"});
  Contract contract;
  contract.requiresProperty("canonical").establishedBy("mark");
  require(pipeline.addContract("sweep", contract));
  pipeline.getCleanups().setEstablish(true);
  for (unsigned again = 0; again < 2; ++again)
    EXPECT_NE(text(pipeline.addPassAfter("sweep", "rewrite")), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(rewrite)");
}

TEST(EstablishTest, ARegisteredPipelineOfNoUseGoesAsAWhole) {
  Catalog catalog = makeCleanupCatalog();
  PassDescriptor twice("twice");
  for (unsigned i = 0; i < 2; ++i)
    twice.pipeline.emplace_back().pass = "mark";
  require(catalog.addPass(std::move(twice)));
  PipelineBuilder pipeline("builtin.module", catalog);
  Contract contract;
  contract.requiresProperty("canonical").establishedBy("twice");
  require(pipeline.addContract("sweep", contract));
  pipeline.addPass("sweep").getCleanups().setEstablish(true);
  for (unsigned again = 0; again < 2; ++again) {
    std::vector<Diagnostic> findings = pipeline.check();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_TRUE(contains(findings[0].message, "'twice'")) << findings[0].str();
    EXPECT_EQ(listing(pipeline), "builtin.module\n   0  sweep\n");
  }
}

/// What it was put in for is not there any more, so it goes as well.
TEST(EstablishTest, WhatServesAPassOfNoUseGoesWithIt) {
  Contract sweep, settle;
  sweep.requiresProperty("canonical").establishedBy("own-tidy");
  settle.providesProperty("settled");
  PropertyDescriptor settled;
  settled.name = "settled";
  settled.isFleeting = true;
  Catalog catalog = makeCleanupCatalog();
  require(catalog.addProperty(settled));
  PassDescriptor ownTidy("own-tidy");
  ownTidy.hasContract = true;
  ownTidy.contract.requiresProperty("settled").establishedBy("settle");
  require(catalog.addPass(std::move(ownTidy)));
  PipelineBuilder own("builtin.module", catalog);
  require(own.addContract("settle", settle));
  require(own.addContract("sweep", sweep));
  own.addPass("sweep").getCleanups().setEstablish(true);
  for (unsigned again = 0; again < 2; ++again) {
    EXPECT_EQ(own.check().size(), 1u);
    EXPECT_EQ(own.str(), "builtin.module(sweep)");
  }
}

TEST(EstablishTest, WhatIsPutBehindAProviderMovesIt) {
  CleanupPipeline pipeline({"rewrite", "needs"});
  pipeline.getCleanups().setEstablish(true);
  EXPECT_EQ(pipeline.findings(), "");
  require(pipeline.addPassBefore("rewrite", "needs"));
  for (unsigned again = 0; again < 2; ++again) {
    EXPECT_EQ(pipeline.findings(), "");
    EXPECT_EQ(pipeline.str(), "builtin.module(rewrite,rewrite,clean,needs)");
  }
}

TEST(EstablishTest, AProviderThatNobodyKnowsIsAnError) {
  CleanupPipeline pipeline;
  Contract contract;
  contract.requiresProperty("canonical").establishedBy("claen");
  llvm::Error error = pipeline.addContract("sweep", contract);
  EXPECT_TRUE(contains(text(std::move(error)), "did you mean 'clean'"));
}

TEST(EstablishTest, ProvidersThatNeedEachOtherComeToAnEnd) {
  CleanupPipeline pipeline({"rewrite", "needs"});
  Contract contract;
  contract.requiresProperty("canonical").establishedBy("clean");
  require(pipeline.addContract("clean", contract));
  pipeline.getCleanups().setEstablish(true);
  std::string findings = pipeline.findings(), text = pipeline.str();
  EXPECT_LE(pipeline.size(), 5u);
  EXPECT_EQ(pipeline.findings(), findings);
  EXPECT_EQ(pipeline.str(), text);
}

/// Nobody misses it: it was there for what is gone as well.
TEST(EstablishTest, WhatGoesWithABundleIsNotListed) {
  CleanupPipeline pipeline({"mark"});
  pipeline.getCleanups().setEstablish(true);
  Origin acme = Origin::plugin("acme"), other = Origin::plugin("other");
  test::require(pipeline.transaction(acme, [&] {
    return pipeline.insert(
        PassBundle("outer").addPass("rewrite").addPass("rewrite"),
        Position::atEnd());
  }));
  test::require(pipeline.transaction(other, [&] {
    return pipeline.insert(PassSpec("needs"),
                           Position::after(first(pass("rewrite"))));
  }));
  EXPECT_EQ(pipeline.findings(), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(mark,rewrite,clean,needs,rewrite)");
  test::require(pipeline.transaction(
      acme, [&] { return pipeline.remove(bundle("outer")); }));
  EXPECT_EQ(listing(pipeline),
            "builtin.module\n"
            "   0  mark\n"
            "   -  removed: 'needs'                                     <- "
            "plugin 'acme'\n");
}

} // namespace
