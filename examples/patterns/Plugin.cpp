//===- Plugin.cpp - What the plugin gives to the pipelines of others ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mod.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
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
                  "when": "filter-dialects == ''",
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

// What a framework has that converts everything at once: a target with its type
// converter, and the patterns of MLIR. They are here so that texts can name
// them; a framework in C++ gives the same to addConversionSlot().
static llvm::Error registerConversion() {
  pmb::ConversionTargetSpec spec{"llvm-dialect"};
  spec.target = [](mlir::ConversionTarget &target) {
    target.addLegalDialect<mlir::LLVM::LLVMDialect>();
    target.addIllegalDialect<mlir::func::FuncDialect>();
  };
  spec.typeConverter = [](mlir::MLIRContext *context) {
    return std::make_unique<mlir::LLVMTypeConverter>(context);
  };
  spec.getDependentDialects = [](mlir::DialectRegistry &registry) {
    registry.insert<mlir::LLVM::LLVMDialect>();
  };
  if (llvm::Error error = pmb::registerConversionTarget(std::move(spec)))
    return error;
  return pmb::registerPatterns(
      "func-to-llvm",
      [](mlir::ConversionTarget &, const mlir::LLVMTypeConverter &converter,
         mlir::RewritePatternSet &patterns) {
        mlir::populateFuncToLLVMConversionPatterns(converter, patterns);
      });
}

// The party's part in it.
static llvm::Error registerLowering() {
  pmb::PatternSet lowering{"mod-to-llvm"};
  lowering.summary = "Lower arithmetic modulo a number to LLVM";
  lowering.convert = mod::populateToLLVM;
  lowering.getDependentDialects = [](mlir::DialectRegistry &registry) {
    registry.insert<mod::ModDialect>();
  };
  return pmb::registerPatterns(std::move(lowering));
}

extern "C" PMB_PLUGIN_EXPORT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "mod", "0.1", [] {
            for (auto add :
                 {registerModPatterns, registerConversion, registerLowering})
              if (llvm::Error error = add())
                llvm::report_fatal_error(std::move(error));
          }};
}

static llvm::Error describe(pmb::Catalog &catalog) {
  return pmb::describePatterns(
      catalog, {"mod-strength", "mod-factoring", "mod-to-llvm"});
}

// A set goes into each pipeline that has a slot for it. `mod-factoring` is for
// pipelines that name it.
static llvm::Error extend(pmb::PassManagerBuilder &builder) {
  if (!builder.lookup(pmb::slot("arithmetic-patterns")).empty())
    if (llvm::Error error =
            builder.addPatterns("arithmetic-patterns", "mod-strength"))
      return error;
  if (builder.lookup(pmb::slot("to-llvm")).empty())
    return llvm::Error::success();
  return builder.addPatterns("to-llvm", "mod-to-llvm");
}

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
  static const char *const extends[] = {"arithmetic-patterns", "to-llvm",
                                        nullptr};
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
