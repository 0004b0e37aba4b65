//===- PluginTest.cpp - Plugins that work ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Require.h"
#include "PluginSupport.h"
#include "bundles/report/Fingerprint.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/plugins/PluginInfo.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// Lets plugins take part in a pipeline, in this order of loading.
std::string applyPlugins(PassManagerBuilder &builder,
                         llvm::ArrayRef<llvm::StringRef> names) {
  for (llvm::StringRef name : names)
    if (const Plugin *plugin = load(name))
      if (llvm::Error error = plugin->addTo(builder))
        return say(std::move(error));
  if (llvm::Error error = builder.applyParties())
    return say(std::move(error));
  return builder.str();
}

struct PluginTest : testing::Test {
  mlir::OpPassManager manager{"builtin.module"};
  PassManagerBuilder builder{manager};
  void SetUp() override { builder.addPass("cse"); }
};

TEST_F(PluginTest, InsertsInTheMiddle) {
  EXPECT_EQ(applyPlugins(builder, {"first"}), "builtin.module(test-first,cse)");
  EXPECT_EQ(builder.lookup(pass("test-first")).front()->getOrigin().str(),
            "plugin 'first'");
  ASSERT_EQ(say(builder.build()), "");
  EXPECT_EQ(manager.size(), 2u);
}

/// What a plugin does is not in the passes alone: its code may change.
TEST_F(PluginTest, IsInTheFingerprint) {
  const Plugin *first = load("first");
  ASSERT_NE(first, nullptr);
  EXPECT_FALSE(first->getBuildID().empty());
  auto fingerprintPasses = [&] {
    return getFingerprint(makeReport(builder, "", /*explains=*/true));
  };
  // docs: passmanager/PassManagerBuilder.h
  std::string key = builder.getFingerprint();
  // docs: end
  EXPECT_EQ(key, fingerprintPasses());
  // One that has nothing to extend takes no part.
  EXPECT_EQ(applyPlugins(builder, {"conditional"}), "builtin.module(cse)");
  EXPECT_EQ(builder.getFingerprint(), fingerprintPasses());
  EXPECT_EQ(applyPlugins(builder, {"first"}), "builtin.module(test-first,cse)");
  EXPECT_NE(builder.getFingerprint(), fingerprintPasses());
  builder.discard();
}

/// MLIR takes the class of the second for that of the first.
TEST_F(PluginTest, ClassesOfOneNameHaveContractsOfTheirOwn) {
  EXPECT_EQ(applyPlugins(builder, {"same-class-a", "same-class-b"}),
            "error: 'same-class-b' must come before 'same-class-a', and stands "
            "after it [PMB020 wrong-order]\n"
            "  at: 'same-class-b' (pass 1, on builtin.module, added by plugin "
            "'same-class-b')\n"
            "  note: 'same-class-b': it is first\n"
            "  note: what it must precede: 'same-class-a' (pass 0, on "
            "builtin.module, added by plugin 'same-class-a')\n"
            "  note: no order satisfies the contracts: 'same-class-b' -> "
            "'same-class-a' -> 'same-class-b'\n"
            "  note: nothing of what plugin 'same-class-b' did was kept\n");
  EXPECT_EQ(builder.str(), "builtin.module(same-class-a,cse)");
  builder.discard();
}

TEST_F(PluginTest, OrderIsThatOfRankAndIdInEachOrderOfLoading) {
  std::vector<llvm::StringRef> names = {"early", "first", "second"};
  unsigned permutations = 0;
  do {
    PassManagerBuilder other(manager);
    other.addPass("cse");
    EXPECT_EQ(applyPlugins(other, names),
              "builtin.module(test-early,test-first,test-second,cse)");
    EXPECT_EQ(list(other),
              "builtin.module(test-early,test-first,test-second,cse)\n"
              "builtin.module\n"
              "   0  test-early                                           <- "
              "plugin 'early'\n"
              "   1  test-first                                           <- "
              "plugin 'first'\n"
              "   2  test-second                                          <- "
              "plugin 'second'\n"
              "   3  cse\n");
    // What only the tie-break decides is reported, what the rank decides is
    // not.
    std::string findings;
    for (const Diagnostic &finding : other.check())
      findings += finding.str();
    EXPECT_EQ(
        findings,
        "warning: nothing but the tie-break decides that 'test-first' comes "
        "before 'test-second' [PMB035 ambiguous-order]\n"
        "  at: 'test-first' (pass 1, on builtin.module, added by plugin "
        "'first')\n"
        "  note: both were put before 'cse': 'cse' (pass 3, on builtin.module, "
        "added by framework)\n"
        "  note: the other pass: 'test-second' (pass 2, on builtin.module, "
        "added by plugin 'second')\n"
        "  help: give one of them an 'after' or 'before' entry, or the parties "
        "different ranks\n");
    ++permutations;
  } while (std::next_permutation(names.begin(), names.end()));
  EXPECT_EQ(permutations, 6u);
}

// One that fails does not change what the others do.
TEST_F(PluginTest, OrderOfLoadingDoesNotMatterWhenOneFails) {
  std::vector<llvm::StringRef> names = {"early", "half-way", "second"};
  do {
    PassManagerBuilder other(manager);
    other.addPass("cse");
    for (llvm::StringRef name : names)
      ASSERT_EQ(say(load(name)->addTo(other)), "");
    EXPECT_EQ(say(other.applyParties()),
              "error: no licence found [PMB018 foreign]\n"
              "  note: nothing of what plugin 'half-way' did was kept\n");
    EXPECT_EQ(other.str(), "builtin.module(test-early,test-second,cse)");
  } while (std::next_permutation(names.begin(), names.end()));
}

TEST_F(PluginTest, IsAppliedOnceToABuilderAndToEachOfThem) {
  EXPECT_EQ(load("first"), load("first"));
  EXPECT_EQ(applyPlugins(builder, {"first", "first"}),
            "builtin.module(test-first,cse)");
  EXPECT_EQ(applyPlugins(builder, {"first"}), "builtin.module(test-first,cse)");
  PassManagerBuilder other(manager);
  other.addPass("cse");
  EXPECT_EQ(applyPlugins(other, {"first"}), "builtin.module(test-first,cse)");
  // By another path it is the same.
  std::string detour = PMB_TEST_PLUGINS "/../plugins/first.so";
  EXPECT_EQ(loadPath(detour), load("first"));
}

// Between loading and building a transaction may fail; then it comes again.
TEST_F(PluginTest, TakesPartAgainAfterATransactionThatFailed) {
  const Plugin *plugin = load("first");
  EXPECT_NE(say(builder.transaction(Origin::thirdParty("acme"),
                                    [&]() -> llvm::Error {
                                      if (auto error = plugin->addTo(builder))
                                        return error;
                                      return llvm::createStringError("no");
                                    })),
            "");
  ASSERT_EQ(say(builder.applyParties()), "");
  EXPECT_EQ(builder.str(), "builtin.module(cse)");
  EXPECT_EQ(applyPlugins(builder, {"first"}), "builtin.module(test-first,cse)");
}

TEST_F(PluginTest, AddingToABuiltPipelineFails) {
  ASSERT_EQ(say(builder.build()), "");
  EXPECT_NE(say(load("first")->addTo(builder)), "");
}

TEST_F(PluginTest, SaysWhatItIs) {
  const Plugin *plugin = load("conditional");
  ASSERT_TRUE(plugin);
  EXPECT_EQ(plugin->getId(), "conditional");
  EXPECT_EQ(plugin->getVersion(), "1");
  EXPECT_EQ(plugin->getPath(), getPluginPath("conditional"));
  EXPECT_EQ(plugin->getExtends(), llvm::ArrayRef<std::string>{"canonicalize"});
  EXPECT_EQ(plugin->getVariants(), llvm::ArrayRef<std::string>{"gpu"});
  EXPECT_TRUE(plugin->isDefaultActivated());
  EXPECT_FALSE(load("explicit")->isDefaultActivated());
  EXPECT_EQ(load("early")->getRank(), -1);
  EXPECT_EQ(Plugin::lookup("conditional"), plugin);
  EXPECT_EQ(Plugin::lookup("nobody"), nullptr);
}

TEST_F(PluginTest, ListsWhatWasLoadedByRankAndId) {
  for (llvm::StringRef name : {"second", "early", "first"})
    load(name);
  std::vector<llvm::StringRef> ids;
  for (const Plugin *plugin : Plugin::getLoaded())
    if (llvm::is_contained({"first", "second", "early"}, plugin->getId()))
      ids.push_back(plugin->getId());
  EXPECT_EQ(ids, (std::vector<llvm::StringRef>{"early", "first", "second"}));
}

// Only for pipelines with canonicalize, and only for the variant `gpu`.
TEST_F(PluginTest, TakesPartWhereItsConditionsHold) {
  for (bool hasAnchor : {false, true})
    for (llvm::StringRef variant : {"", "cpu", "gpu"}) {
      PassManagerBuilder other(manager);
      other.addPass(hasAnchor ? "canonicalize" : "sccp");
      other.addPass("cse");
      if (!variant.empty())
        other.setVariant(variant);
      std::string text = applyPlugins(other, {"conditional"});
      EXPECT_EQ(other.lookup(pass("test-conditional")).size(),
                hasAnchor && variant == "gpu" ? 1u : 0u)
          << text;
    }
}

TEST_F(PluginTest, RegistersItsPasses) {
  mlir::DialectRegistry registry;
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(say(load("second")->registerWith(registry)), "");
  ASSERT_TRUE(mlir::PassInfo::lookup("test-second"));
  builder.addPass("test-second");
  EXPECT_EQ(builder.str(), "builtin.module(cse,test-second)");
}

//===----------------------------------------------------------------------===//
// Catalogs and bundles
//===----------------------------------------------------------------------===//

TEST_F(PluginTest, BringsContracts) {
  mlir::DialectRegistry registry;
  ASSERT_EQ(say(load("knowing")->registerWith(registry)), "");
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(catalog.lookupPass("test-knowing"), nullptr);
  ASSERT_EQ(say(load("knowing")->extendCatalog(catalog)), "");
  const PassDescriptor *known = catalog.lookupPass("test-knowing");
  ASSERT_TRUE(known);
  EXPECT_EQ(known->summary, "A test");
  EXPECT_EQ(known->contract.getOrder().size(), 1u);

  // Now the order of a pass that goes by its name is checked.
  PassManagerBuilder other(manager, nullptr, catalog);
  other.addPass("test-knowing");
  std::vector<Diagnostic> findings = other.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::MissingPass);
  // Its class says so, whatever the catalog knows.
  PassManagerBuilder ignorant(manager);
  ignorant.addPass("test-knowing");
  EXPECT_EQ(ignorant.check().size(), 1u);
}

TEST_F(PluginTest, RegistersContractsWhenItIsLoaded) {
  EXPECT_FALSE(getRegisteredCatalog().lookupPass("test-registering"));
  mlir::DialectRegistry registry;
  ASSERT_EQ(say(load("registering")->registerWith(registry)), "");
  const PassDescriptor *known =
      getRegisteredCatalog().lookupPass("test-registering");
  ASSERT_TRUE(known);
  EXPECT_EQ(known->summary, "A test");
  PassManagerBuilder other(manager);
  other.addPass("test-registering");
  std::vector<Diagnostic> findings = other.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::MissingPass);
}

TEST_F(PluginTest, RegistersNothingIfItIsRefused) {
  EXPECT_NE(sayWhyNot(getPluginPath("refused"), "refused"), "");
  EXPECT_FALSE(getRegisteredCatalog().lookupPass("test-refused"));
}

TEST_F(PluginTest, BringsBundles) {
  Catalog catalog = getStockCatalog().clone();
  ASSERT_EQ(say(load("knowing")->extendCatalog(catalog)), "");
  EXPECT_TRUE(catalog.lookupBundle("lower-to-llvm"));
  PassManagerBuilder other(manager, nullptr, catalog);
  other.addPass("sccp");
  other.addBundle("knowing-bundle");
  EXPECT_EQ(other.str(), "builtin.module(sccp,test-knowing,func.func(cse))");
  EXPECT_EQ(
      say(other.insertBundle("knowing-bundle", Position::after(pass("sccp")))),
      "");
  EXPECT_EQ(other.lookup(bundle("knowing-bundle")).size(), 2u);
  EXPECT_EQ(say(other.insertBundle("knowing-bundel", Position::atEnd())),
            "error: there is no bundle 'knowing-bundel' [PMB059 "
            "unknown-bundle]\n"
            "  help: did you mean 'knowing-bundle'?\n");
  other.addBundle("lower-to-lvm");
  EXPECT_EQ(say(other.build()),
            "error: there is no bundle 'lower-to-lvm' [PMB059 "
            "unknown-bundle]\n"
            "  help: did you mean 'lower-to-llvm'?\n");
}

//===----------------------------------------------------------------------===//
// In the program
//===----------------------------------------------------------------------===//

struct LinkedPass : mlir::PassWrapper<LinkedPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LinkedPass)
  llvm::StringRef getArgument() const override { return "test-linked"; }
  void runOnOperation() override {}
};

llvm::Error addLinked(PassManagerBuilder &builder) {
  return builder.addPassBefore("test-linked", "cse");
}

const pmbPipelinePluginInfo *getLinkedInfo() {
  static const pmbPipelinePluginInfo info = {PMB_PLUGIN_API_VERSION,
                                             PMB_PLUGIN_FINGERPRINT,
                                             LLVM_VERSION_STRING,
                                             "linked",
                                             "1.0",
                                             /*rank=*/0,
                                             PMB_PLUGIN_EXPLICIT,
                                             /*extends=*/nullptr,
                                             /*variants=*/nullptr,
                                             /*extendCatalog=*/nullptr,
                                             extendWith<addLinked>};
  return &info;
}

const pmbPipelinePluginInfo *getOtherInfo() {
  static pmbPipelinePluginInfo info = *getLinkedInfo();
  info.id = "linked-other";
  info.extendPipeline = nullptr;
  return &info;
}

mlir::PassPluginLibraryInfo getLinkedPasses() {
  return {MLIR_PLUGIN_API_VERSION, "linked", "1.0",
          [] { mlir::PassRegistration<LinkedPass>(); }};
}

mlir::PassPluginLibraryInfo getOldPasses() {
  return {MLIR_PLUGIN_API_VERSION + 1, "old", "1.0", [] {}};
}

/// Its entry points for MLIR count, as those of a library.
TEST_F(PluginTest, CompiledIn) {
  ASSERT_EQ(say(Plugin::loadCompiledIn(
                {{getLinkedInfo, getLinkedPasses}, {getOtherInfo}})),
            "");
  const Plugin *linked = Plugin::lookup("linked");
  ASSERT_NE(linked, nullptr);
  EXPECT_NE(Plugin::lookup("linked-other"), nullptr);
  EXPECT_EQ(require(Plugin::loadCompiledIn(getLinkedInfo)), linked);
  mlir::DialectRegistry registry;
  ASSERT_EQ(say(linked->registerWith(registry)), "");
  EXPECT_NE(mlir::PassInfo::lookup("test-linked"), nullptr);
  ASSERT_EQ(say(linked->addTo(builder)), "");
  ASSERT_EQ(say(builder.applyParties()), "");
  EXPECT_EQ(builder.str(), "builtin.module(test-linked,cse)");
}

llvm::Error addToLateSlot(PassManagerBuilder &builder) {
  return builder.addPassToSlot("sccp", "late-slot");
}

/// What it extends may come later: a check decides nothing for good.
TEST_F(PluginTest, WaitsForWhatItExtends) {
  auto getInfo = []() -> const pmbPipelinePluginInfo * {
    static const char *const extends[] = {"late-slot", nullptr};
    static pmbPipelinePluginInfo info = *getLinkedInfo();
    info.id = "waiting";
    info.extends = extends;
    info.extendPipeline = extendWith<addToLateSlot>;
    return &info;
  };
  const Plugin *waiting = require(Plugin::loadCompiledIn(+getInfo));
  ASSERT_EQ(say(waiting->addTo(builder)), "");
  EXPECT_TRUE(builder.check().empty());
  EXPECT_EQ(builder.str(), "builtin.module(cse)");
  builder.addSlot("late-slot");
  EXPECT_TRUE(builder.check().empty());
  EXPECT_EQ(builder.str(), "builtin.module(cse,sccp)");
  EXPECT_TRUE(builder.check().empty());
  EXPECT_EQ(builder.str(), "builtin.module(cse,sccp)");
}

llvm::Error addOwnProperty(Catalog &catalog) {
  PropertyDescriptor tidy;
  tidy.name = "waiting-tidy";
  return catalog.addProperty(std::move(tidy));
}

llvm::Error requireOwnProperty(PassManagerBuilder &builder) {
  Contract contract;
  contract.requiresProperty("waiting-tidy");
  return builder.addContract("cse", contract);
}

/// The builder was made with another catalog.
TEST_F(PluginTest, WhatItDeclaresIsMissing) {
  auto getInfo = []() -> const pmbPipelinePluginInfo * {
    static pmbPipelinePluginInfo info = *getLinkedInfo();
    info.id = "declares";
    info.extendCatalog = extendCatalogWith<addOwnProperty>;
    info.extendPipeline = extendWith<requireOwnProperty>;
    return &info;
  };
  const Plugin *plugin = require(Plugin::loadCompiledIn(+getInfo));
  ASSERT_EQ(say(plugin->addTo(builder)), "");
  EXPECT_EQ(say(builder.applyParties()),
            "error: the contract of 'cse' names the property 'waiting-tidy', "
            "which does not exist [PMB011 unknown-property]\n"
            "  note: the known ones are 'canonical', 'deallocated', "
            "'test-ready'\n"
            "  help: the plugin declares it: make the builder with "
            "Plugin::makeCatalog()\n"
            "  note: nothing of what plugin 'declares' did was kept\n");
}

TEST_F(PluginTest, CompiledInForAnotherMLIR) {
  auto getInfo = []() -> const pmbPipelinePluginInfo * {
    static pmbPipelinePluginInfo info = *getLinkedInfo();
    info.id = "old";
    return &info;
  };
  std::string failure =
      say(Plugin::loadCompiledIn({{getInfo, getOldPasses}, {nullptr}}));
  EXPECT_TRUE(contains(failure, "its 'mlirGetPassPluginInfo' is for version"));
  EXPECT_TRUE(contains(failure, "its function is null"));
  EXPECT_EQ(Plugin::lookup("old"), nullptr);
}

} // namespace
