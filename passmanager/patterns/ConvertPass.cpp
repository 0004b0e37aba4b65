//===- ConvertPass.cpp - The pass of a slot for conversion patterns -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/ConvertPass.h"
#include "builder/list/PatternSlot.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/patterns/Converting.h"
#include "passmanager/patterns/SlotPass.h"

using namespace pmb;
using namespace llvm;

namespace {
using Folding = DialectConversionFoldingMode;

/// All sets of a slot that converts.
struct ConvertPass : mlir::PassWrapper<ConvertPass, SlotPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertPass)

  ConvertPass() = default;
  ConvertPass(const ConvertPass &other)
      : PassWrapper(other), givenTarget(other.givenTarget),
        applied(other.applied) {}

  StringRef getArgument() const override { return convertPass; }
  StringRef getDescription() const override {
    return "Convert with sets of patterns, all of them in one conversion";
  }
  void getDependentDialects(mlir::DialectRegistry &registry) const override;
  mlir::LogicalResult initialize(mlir::MLIRContext *context) override;
  void runOnOperation() override;

  /// Null if there is none of that name.
  std::shared_ptr<const KnownTarget> findTarget() const {
    if (givenTarget &&
        (target.empty() || givenTarget->spec.name == target.getValue()))
      return givenTarget;
    return lookupConversionTarget(target);
  }

  Option<std::string> target{*this, "target",
                             cl::desc("A registered target of conversions")};
  ListOption<std::string> legal{
      *this, "legal", cl::desc("Dialects and operations that are legal")};
  ListOption<std::string> illegal{
      *this, "illegal", cl::desc("Dialects and operations that are not")};
  Option<bool> full{*this, "full",
                    cl::desc("Fail for what is not declared legal"),
                    cl::init(false)};
  Option<Folding> folding{
      *this, "folding", cl::desc("When what is not legal is folded"),
      cl::init(Folding::BeforePatterns),
      cl::values(clEnumValN(Folding::Never, "never", "Never"),
                 clEnumValN(Folding::BeforePatterns, "before-patterns",
                            "Before patterns are tried"),
                 clEnumValN(Folding::AfterPatterns, "after-patterns",
                            "After patterns were tried"))};
  Option<bool> buildMaterializations{
      *this, "build-materializations",
      cl::desc("Let the type converter make casts between types"),
      cl::init(true)};

  /// Counts before a registered one of the same name.
  std::shared_ptr<const KnownTarget> givenTarget;
  /// Made before the pass is copied for threads, which share it.
  std::shared_ptr<const AppliedConversion> applied;
};
} // namespace

Expected<ConversionGoal> pmb::getConversionGoal(const mlir::Pass &pass) {
  assert(isConversionSlotPass(pass) && "it converts nothing");
  const auto &slot = static_cast<const ConvertPass &>(pass);
  ConversionGoal goal;
  goal.target = slot.findTarget();
  llvm::append_range(goal.legal, slot.legal);
  llvm::append_range(goal.illegal, slot.illegal);
  goal.isFull = slot.full;
  if (!goal.target && !slot.target.empty())
    return makeUnknownTarget(slot.target);
  return goal;
}

std::shared_ptr<const KnownTarget> pmb::getGivenTarget(const mlir::Pass &pass) {
  assert(isConversionSlotPass(pass) && "it converts nothing");
  return static_cast<const ConvertPass &>(pass).givenTarget;
}

void ConvertPass::getDependentDialects(mlir::DialectRegistry &registry) const {
  SlotPass::getDependentDialects(registry);
  if (std::shared_ptr<const KnownTarget> known = findTarget())
    known->dialects.appendTo(registry);
}

mlir::LogicalResult ConvertPass::initialize(mlir::MLIRContext *context) {
  if (!isMLIR22 &&
      (folding != Folding::BeforePatterns || !buildMaterializations))
    return emitErrors(mlir::UnknownLoc::get(context),
                      needsMLIR22(DiagnosticCode::BadOptions,
                                  describeSlot() + " with 'folding' or "
                                                   "'build-materializations'",
                                  "leave out both options"));
  mlir::FailureOr<std::vector<Contribution>> found = collect(context);
  if (failed(found))
    return mlir::failure();
  Expected<ConversionGoal> goal = getConversionGoal(*this);
  if (!goal)
    return emitErrors(mlir::UnknownLoc::get(context), goal.takeError());
  applied = AppliedConversion::make(context, *goal, describeSlot(),
                                    std::move(*found), getChoice());
  return mlir::success(applied != nullptr);
}

void ConvertPass::runOnOperation() {
  ConversionSettings settings{getSettings()};
  settings.config.foldingMode = folding;
  settings.config.buildMaterializations = buildMaterializations;
  settings.isFull = full;
  if (failed(applied->run(getOperation(), settings)))
    signalPassFailure();
}

std::unique_ptr<mlir::Pass>
pmb::createConvertPass(StringRef options, std::vector<Contribution> sets,
                       std::string owner,
                       std::shared_ptr<const KnownTarget> target) {
  auto pass = std::make_unique<ConvertPass>();
  pass->givenTarget = std::move(target);
  pass->setUp(options, std::move(sets), std::move(owner));
  return pass;
}

bool pmb::isConversionSlotPass(const mlir::Pass &pass) {
  return pass.getTypeID() == mlir::TypeID::get<ConvertPass>();
}

void pmb::registerConvertPass() { mlir::PassRegistration<ConvertPass>(); }
