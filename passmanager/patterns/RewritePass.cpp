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
    applied = AppliedPatterns::make(context, patterns->set.name,
                                    {{patterns, "", ""}}, {}, {});
    return mlir::success(applied != nullptr);
  }
  void runOnOperation() override {
    RewriteSettings settings;
    settings.name = "'" + patterns->set.name + "'";
    if (failed(applied->run(getOperation(), settings)))
      signalPassFailure();
  }

  std::shared_ptr<const KnownPatterns> patterns;
  /// Made before the pass is copied for threads, which share it.
  std::shared_ptr<const AppliedPatterns> applied;
};

/// All sets of a slot.
struct RewritePass : mlir::PassWrapper<RewritePass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RewritePass)

  RewritePass() = default;
  RewritePass(const RewritePass &other)
      : PassWrapper(other), given(other.given), owner(other.owner),
        applied(other.applied) {}

  StringRef getArgument() const override { return rewritePass; }
  StringRef getDescription() const override {
    return "Apply sets of patterns greedily, all of them together";
  }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    for (const Contribution &contribution : collect(nullptr))
      contribution.patterns->dialects.appendTo(registry);
  }
  mlir::LogicalResult initialize(mlir::MLIRContext *context) override;
  void runOnOperation() override;

  /// The sets that the option names, in its order. Those that there are not are
  /// left out and added to `unknown`, if that is given.
  std::vector<Contribution> collect(std::vector<StringRef> *unknown) const;
  /// What messages call it.
  std::string describeSlot() const {
    return slot.empty() ? "'" + rewritePass.str() + "'"
                        : "the slot '" + slot.getValue() + "'";
  }

  Option<std::string> slot{*this, "slot", cl::desc("Where sets can be added")};
  ListOption<std::string> sets{
      *this, "patterns", cl::desc("The sets, each with its party: acme:fold")};
  ListOption<std::string> enabled{
      *this, "enable-patterns",
      cl::desc("Parties, sets, labels or names of the patterns to apply")};
  ListOption<std::string> disabled{
      *this, "disable-patterns",
      cl::desc("Parties, sets, labels or names of patterns to leave out")};
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
  Option<bool> countPatterns{
      *this, "count-patterns",
      cl::desc("Remark how often the patterns of each set were applied"),
      cl::init(false)};

  std::vector<Contribution> given;
  std::string owner;
  std::shared_ptr<const AppliedPatterns> applied;
};
} // namespace

std::vector<Contribution>
RewritePass::collect(std::vector<StringRef> *unknown) const {
  std::vector<Contribution> result;
  for (const std::string &element : sets) {
    auto [party, name] = StringRef(element).split(':');
    if (name.empty())
      std::swap(party, name);
    auto it = find_if(given, [name = name](const Contribution &contribution) {
      return contribution.patterns->set.name == name;
    });
    if (it != given.end())
      result.push_back(*it);
    else if (std::shared_ptr<const KnownPatterns> known = lookupPatterns(name))
      result.push_back(
          {known, party.str(), party.empty() ? "" : "'" + party.str() + "'"});
    else if (unknown)
      unknown->push_back(name);
  }
  return result;
}

mlir::LogicalResult RewritePass::initialize(mlir::MLIRContext *context) {
  // Text that only MLIR has read was not checked before.
  std::vector<StringRef> unknown;
  std::vector<Contribution> found = collect(&unknown);
  Error problems =
      slot.empty() && sets.empty() ? makeNoPatterns() : Error::success();
  for (StringRef name : unknown)
    problems = joinErrors(std::move(problems), makeUnknownPatterns(name));
  if (failed(emitErrors(mlir::UnknownLoc::get(context), std::move(problems))))
    return mlir::failure();
  applied = AppliedPatterns::make(context, describeSlot(), std::move(found),
                                  disabled, enabled);
  return mlir::success(applied != nullptr);
}

void RewritePass::runOnOperation() {
  RewriteSettings settings;
  settings.name = describeSlot();
  settings.owner = owner;
  settings.config.setUseTopDownTraversal(topDown)
      .setRegionSimplificationLevel(regionSimplify)
      .setMaxIterations(maxIterations)
      .setMaxNumRewrites(maxNumRewrites)
      .enableFolding(fold)
      .enableConstantCSE(cseConstants);
  settings.mustConverge = testConvergence;
  settings.counts = countPatterns;
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
  pass->given = std::move(sets);
  pass->owner = std::move(owner);
  mlir::LogicalResult result = pass->initializeOptions(
      options, [](const Twine &) { return mlir::failure(); });
  assert(succeeded(result) && "they were checked when the slot was declared");
  (void)result;
  return pass;
}

std::optional<std::string> pmb::getRewriteOptions(const mlir::Pass &pass) {
  if (pass.getTypeID() != mlir::TypeID::get<RewritePass>())
    return std::nullopt;
  return "{" + printOptions(pass) + "}";
}

std::optional<std::string> pmb::getRewriteSlot(const mlir::Pass &pass) {
  if (pass.getTypeID() != mlir::TypeID::get<RewritePass>())
    return std::nullopt;
  return static_cast<const RewritePass &>(pass).slot.getValue();
}

std::shared_ptr<const KnownPatterns> pmb::getPatterns(const mlir::Pass &rewrite,
                                                      StringRef name) {
  assert(getRewriteOptions(rewrite) && "it is no pmb-rewrite");
  for (const Contribution &contribution :
       static_cast<const RewritePass &>(rewrite).given)
    if (contribution.patterns->set.name == name)
      return contribution.patterns;
  return nullptr;
}

void pmb::registerRewritePass() { mlir::PassRegistration<RewritePass>(); }
