//===- Plugin.cpp - What the plugin gives to the pipelines of others ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mod.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/contracts/EmbeddedContracts.h"
#include "passmanager/plugins/PluginInfo.h"

// The dialect brings its folders, canonicalization and lowering along: what
// folds, `canonicalize` and `convert-to-llvm` find them.
extern "C" PMB_PLUGIN_EXPORT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "mod", "0.1",
          [](mlir::DialectRegistry *registry) {
            registry->insert<mod::ModDialect>();
          }};
}

// MLIR asks the dialect for its lowering when `convert-to-llvm` runs. The check
// before the run has to be told.
static const pmb::EmbeddedContracts lowering("mod.contracts.json", R"({
  "passes": {
    "convert-to-llvm": {
      "lowers": [{"from": "mod", "to": "llvm",
                  "when": {"option": "filter-dialects", "is": ""},
                  "reason": "the dialect has an interface for it"}]
    }
  }
})");

// Patterns that are no canonicalization have a name, for texts and files.
static llvm::Error registerModPatterns() {
  pmb::PatternSet set{"mod-strength", mod::populateStrengthReduction};
  set.summary = "Replace products modulo a number by sums";
  set.describe = [](pmb::PassDescriptor &pass) {
    pass.contract.lowers({"mod.mul"})
        .to({"mod.add"})
        .partially()
        .because("only a product with two is a sum");
    pass.contract.before(pmb::kind("llvm-lowering"))
        .because("it looks for mod.mul, which is lowered there");
  };
  set.getDependentDialects = [](mlir::DialectRegistry &registry) {
    registry.insert<mod::ModDialect>();
  };
  if (llvm::Error error = pmb::registerPatterns(std::move(set)))
    return error;

  pmb::PatternSet factoring{"mod-factoring", mod::populateFactoring};
  factoring.summary = "Take factors out of sums modulo a number";
  factoring.describe = [](pmb::PassDescriptor &pass) {
    pass.contract.before(pmb::kind("llvm-lowering"))
        .because("it looks for mod.mul, which is lowered there");
  };
  factoring.getDependentDialects = [](mlir::DialectRegistry &registry) {
    registry.insert<mod::ModDialect, mlir::pdl::PDLDialect>();
  };
  return pmb::registerPatterns(std::move(factoring));
}

extern "C" PMB_PLUGIN_EXPORT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "mod", "0.1", [] {
            if (llvm::Error error = registerModPatterns())
              llvm::report_fatal_error(std::move(error));
          }};
}

static llvm::Error describe(pmb::Catalog &catalog) {
  return pmb::describePatterns(catalog, {"mod-strength", "mod-factoring"});
}

// One set goes into each pipeline that has a slot for it. The other is for
// pipelines that name it.
static llvm::Error extend(pmb::PassManagerBuilder &builder) {
  return builder.addPatterns("arithmetic-patterns", "mod-strength");
}

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
  static const char *const extends[] = {"arithmetic-patterns", nullptr};
  static const pmbPipelinePluginInfo info = {PMB_PLUGIN_API_VERSION,
                                             PMB_PLUGIN_FINGERPRINT,
                                             LLVM_VERSION_STRING,
                                             "mod",
                                             "0.1",
                                             /*rank=*/0,
                                             PMB_PLUGIN_DEFAULT_ACTIVATED,
                                             extends,
                                             /*variants=*/nullptr,
                                             pmb::extendCatalogWith<describe>,
                                             pmb::extendWith<extend>};
  return &info;
}
