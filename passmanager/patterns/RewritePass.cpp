//===- RewritePass.cpp - The passes that apply sets of patterns -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/RewritePass.h"
#include "builder/list/PatternSlot.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/patterns/Applying.h"
#include "passmanager/patterns/ConvertPass.h"
#include "passmanager/patterns/SlotPass.h"

using namespace pmb;
using namespace llvm;

namespace {

/// One set by itself.
struct PatternsPass : mlir::PassWrapper<PatternsPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PatternsPass)

  explicit PatternsPass(std::shared_ptr<const KnownPatterns> patterns)
      : patterns(std::move(patterns)) {}
  PatternsPass(const PatternsPass &other)
      : PassWrapper(other), patterns(other.patterns), applied(other.applied) {}

  StringRef getArgument() const override {
    return patterns->isRegistered ? patterns->set.name : StringRef();
  }
  StringRef getName() const override { return patterns->set.name; }
  StringRef getDescription() const override { return patterns->set.summary; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    patterns->dialects.appendTo(registry);
  }
  mlir::LogicalResult initialize(mlir::MLIRContext *context) override {
    // One for conversions is refused there.
    applied = AppliedPatterns::make(context, "'" + patterns->set.name + "'",
                                    {{patterns, "", ""}}, {});
    return mlir::success(applied != nullptr);
  }
  void runOnOperation() override {
    RewriteSettings settings(SlotSettings{"'" + patterns->set.name + "'"});
    if (failed(applied->run(getOperation(), settings)))
      signalPassFailure();
  }

  std::shared_ptr<const KnownPatterns> patterns;
  /// Made before the pass is copied for threads, which share it.
  std::shared_ptr<const AppliedPatterns> applied;
};

/// All sets of a slot that applies patterns greedily.
struct RewritePass : mlir::PassWrapper<RewritePass, SlotPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RewritePass)

  RewritePass() = default;
  RewritePass(const RewritePass &other)
      : PassWrapper(other), applied(other.applied) {}

  StringRef getArgument() const override { return rewritePass; }
  StringRef getDescription() const override {
    return "Apply sets of patterns greedily, all of them together";
  }
  mlir::LogicalResult initialize(mlir::MLIRContext *context) override;
  void runOnOperation() override;

  Option<bool> topDown{*this, "top-down",
                       cl::desc("Seed the worklist in top-down order"),
                       cl::init(true)};
  Option<mlir::GreedySimplifyRegionLevel> regionSimplify{
      *this, "region-simplify",
      cl::desc("Simplify control flow between regions"),
      cl::init(mlir::GreedySimplifyRegionLevel::Normal),
      cl::values(clEnumValN(mlir::GreedySimplifyRegionLevel::Disabled,
                            "disabled", "Do not"),
                 clEnumValN(mlir::GreedySimplifyRegionLevel::Normal, "normal",
                            "Remove dead arguments and the like"),
                 clEnumValN(mlir::GreedySimplifyRegionLevel::Aggressive,
                            "aggressive", "Merge blocks, too"))};
  Option<int64_t> maxIterations{
      *this, "max-iterations",
      cl::desc("Iterations between applying patterns and simplifying regions"),
      cl::init(10)};
  Option<int64_t> maxNumRewrites{*this, "max-num-rewrites",
                                 cl::desc("Rewrites within an iteration"),
                                 cl::init(-1)};
  Option<bool> fold{*this, "fold", cl::desc("Fold in passing"), cl::init(true)};
  Option<bool> cseConstants{*this, "cse-constants",
                            cl::desc("Merge equal constants"), cl::init(true)};
  Option<bool> testConvergence{
      *this, "test-convergence",
      cl::desc("Fail if the patterns do not come to an end"), cl::init(true)};
  Option<mlir::GreedyRewriteStrictness> strictness{
      *this, "strictness", cl::desc("Which operations are rewritten"),
      cl::init(mlir::GreedyRewriteStrictness::AnyOp),
      cl::values(
          clEnumValN(mlir::GreedyRewriteStrictness::AnyOp, "any-op", "All"),
          clEnumValN(mlir::GreedyRewriteStrictness::ExistingAndNewOps,
                     "existing-and-new-ops",
                     "Those that were there, and what patterns make"),
          clEnumValN(mlir::GreedyRewriteStrictness::ExistingOps, "existing-ops",
                     "Those that were there"))};

  std::shared_ptr<const AppliedPatterns> applied;
};
} // namespace

mlir::LogicalResult RewritePass::initialize(mlir::MLIRContext *context) {
  if (!isMLIR22 && !(fold && cseConstants))
    return emitErrors(mlir::UnknownLoc::get(context),
                      needsMLIR22(DiagnosticCode::BadOptions,
                                  describeSlot() + ", which is not to fold or "
                                                   "to merge constants,",
                                  "leave out 'fold' and 'cse-constants'"));
  mlir::FailureOr<std::vector<Contribution>> found = collect(context);
  if (failed(found))
    return mlir::failure();
  applied = AppliedPatterns::make(context, describeSlot(), std::move(*found),
                                  getChoice());
  return mlir::success(applied != nullptr);
}

void RewritePass::runOnOperation() {
  RewriteSettings settings(getSettings());
  settings.config.setUseTopDownTraversal(topDown)
      .setRegionSimplificationLevel(regionSimplify)
      .setStrictness(strictness)
      .setMaxIterations(maxIterations)
      .setMaxNumRewrites(maxNumRewrites)
      .enableFolding(fold)
      .enableConstantCSE(cseConstants);
  settings.mustConverge = testConvergence;
  if (failed(applied->run(getOperation(), settings)))
    signalPassFailure();
}

std::unique_ptr<mlir::Pass>
pmb::createPatternsPass(std::shared_ptr<const KnownPatterns> patterns) {
  return std::make_unique<PatternsPass>(std::move(patterns));
}

std::shared_ptr<const KnownPatterns> pmb::getPatterns(const mlir::Pass &pass) {
  if (pass.getTypeID() != mlir::TypeID::get<PatternsPass>())
    return nullptr;
  return static_cast<const PatternsPass &>(pass).patterns;
}

std::unique_ptr<mlir::Pass>
pmb::createRewritePass(StringRef options, std::vector<Contribution> sets,
                       std::string owner) {
  auto pass = std::make_unique<RewritePass>();
  pass->setUp(options, std::move(sets), std::move(owner));
  return pass;
}

const SlotPass *pmb::getSlotPass(const mlir::Pass &pass) {
  bool isSlot = pass.getTypeID() == mlir::TypeID::get<RewritePass>() ||
                isConversionSlotPass(pass);
  return isSlot ? static_cast<const SlotPass *>(&pass) : nullptr;
}

void pmb::registerRewritePass() {
  mlir::PassRegistration<RewritePass>();
  registerConvertPass();
}
