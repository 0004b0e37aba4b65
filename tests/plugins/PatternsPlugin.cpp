//===- PatternsPlugin.cpp - A plugin that has patterns and no pass --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileName.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/PluginInfo.h"

namespace {
/// Writes who was here where nobody has been.
struct Sign : mlir::RewritePattern {
  explicit Sign(mlir::MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op,
                  mlir::PatternRewriter &rewriter) const override {
    if (op->hasAttr("signed"))
      return mlir::failure();
    rewriter.modifyOpInPlace(
        op, [&] { op->setAttr("signed", rewriter.getStringAttr(getName())); });
    return mlir::success();
  }
};
} // namespace

extern "C" PMB_PLUGIN_EXPORT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, getName().c_str(), "1", [] {
            if (llvm::Error error = pmb::registerPatterns(
                    getName() + "-set", [](mlir::RewritePatternSet &patterns) {
                      patterns.add<Sign>(patterns.getContext());
                    }))
              llvm::report_fatal_error(std::move(error));
          }};
}

static llvm::Error extend(pmb::PassManagerBuilder &builder) {
  return builder.addPatterns("early", getName() + "-set");
}

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
  static const char *const extends[] = {"early", nullptr};
  static const pmbPipelinePluginInfo info = {PMB_PLUGIN_API_VERSION,
                                             PMB_PLUGIN_FINGERPRINT,
                                             LLVM_VERSION_STRING,
                                             getName().c_str(),
                                             "1",
                                             /*rank=*/0,
                                             PMB_PLUGIN_EXPLICIT,
                                             extends,
                                             /*variants=*/nullptr,
                                             /*extendCatalog=*/nullptr,
                                             pmb::extendWith<extend>};
  return &info;
}
