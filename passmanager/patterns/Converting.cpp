//===- Converting.cpp - Patterns of several parties in one conversion -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/Converting.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/patterns/PatternReasons.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Threading.h"

using namespace pmb;
using namespace llvm;

std::shared_ptr<const AppliedConversion>
AppliedConversion::make(mlir::MLIRContext *context, const ConversionGoal &goal,
                        StringRef slot, std::vector<Contribution> sets,
                        const PatternChoice &choice) {
  auto result = std::make_shared<AppliedConversion>();
  mlir::ConversionTarget target(*context);
  auto converter = goal.apply(target, context);
  if (!converter) {
    (void)emitErrors(mlir::UnknownLoc::get(context), converter.takeError());
    return nullptr;
  }
  result->converter = std::move(*converter);
  auto remember = [&] {
    result->targets.push_back(std::make_unique<mlir::ConversionTarget>(target));
  };
  remember();
  PatternUser user{slot.str(), &target, result->converter.get(),
                   goal.getConverterType()};
  if (failed(result->own.populate(
          context, user, std::move(sets), choice, [](const mlir::Pattern &) {},
          remember)))
    return nullptr;
  return result;
}

mlir::LogicalResult
AppliedConversion::convert(mlir::Operation *op, bool isFull,
                           const ConversionConfig &config) const {
  const mlir::ConversionTarget &target = *targets.back();
  return isFull ? applyFullConversion(op, target, own.patterns, config)
                : applyPartialConversion(op, target, own.patterns, config);
}

//===----------------------------------------------------------------------===//
// What the driver says
//===----------------------------------------------------------------------===//

namespace {
/// Keeps back the error of this thread with which the driver ends, or all that
/// this thread says.
class HeldDiagnostics {
public:
  HeldDiagnostics(mlir::MLIRContext *context, bool holdsAll)
      : thread(get_threadid()),
        handler(context, [this, holdsAll](mlir::Diagnostic &diagnostic) {
          // Others convert at the same time.
          if (get_threadid() != thread)
            return mlir::failure();
          bool isOfDriver =
              diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error &&
              StringRef(diagnostic.str()).starts_with("failed to legalize");
          if (isOfDriver)
            held.emplace(std::move(diagnostic));
          return mlir::success(isOfDriver || holdsAll);
        }) {}

  std::optional<mlir::Diagnostic> held;

private:
  uint64_t thread;
  mlir::ScopedDiagnosticHandler handler;
};
} // namespace

/// The operation that an error of the driver is about; empty if it is about
/// something else.
static std::string getLeftOperation(const mlir::Diagnostic &error) {
  std::string text = error.str();
  StringRef rest = text;
  return rest.consume_front("failed to legalize operation '")
             ? rest.split('\'').first.str()
             : "";
}

mlir::LogicalResult AppliedConversion::convertCounting(
    mlir::Operation *op, const ConversionSettings &settings,
    std::optional<mlir::Diagnostic> &error) const {
  PatternTally *tally = PatternTally::getCurrent();
  bool explains = PatternReasons::getCurrent();
  PatternCounter counter(own);
  if (explains)
    counter.watchConversion(*targets.back());
  ConversionConfig config = settings.config;
  if (settings.counts || tally || explains)
    config.listener = &counter;
  HeldDiagnostics diagnostics(op->getContext(), /*holdsAll=*/false);
  mlir::LogicalResult result = convert(op, settings.isFull, config);
  if (tally)
    counter.addTo(*tally);
  if (succeeded(result) && settings.counts)
    counter.remark(op, settings.name);
  if (diagnostics.held)
    error.emplace(std::move(*diagnostics.held));
  return result;
}

mlir::LogicalResult
AppliedConversion::run(mlir::Operation *op,
                       const ConversionSettings &settings) const {
  PatternTrace trace(own, settings.name);
  if (failed(checkRoot(op, settings)))
    return mlir::failure();
  std::optional<mlir::Diagnostic> error;
  if (succeeded(convertCounting(op, settings, error)))
    return mlir::success();
  if (!error)
    return mlir::failure();
  std::string name = getLeftOperation(*error);
  if (name.empty()) {
    *error << " (in " << settings.name << ")";
    op->getContext()->getDiagEngine().emit(std::move(*error));
  } else {
    explain(op, settings, error->getLocation(), name);
  }
  return mlir::failure();
}

//===----------------------------------------------------------------------===//
// What stays illegal
//===----------------------------------------------------------------------===//

/// Remembers what was tried for one operation.
class AppliedConversion::Attempts : public PatternCounter {
public:
  Attempts(const OwnedPatterns &owned, mlir::Location location, StringRef name)
      : PatternCounter(owned, /*takesNames=*/false), location(location),
        name(name) {
    takesAttempts = true;
  }

  /// `'set' of plugin 'acme' ('Pattern': why)`, each pattern once.
  std::vector<std::string> texts;
  DenseSet<const mlir::Pattern *> tried;

private:
  void finish(Attempt attempt) override {
    if (attempt.name.getStringRef() != name || attempt.location != location ||
        attempt.isApplied || !tried.insert(attempt.pattern).second)
      return;
    texts.push_back(owned.getSource(*attempt.pattern).str() + " (" +
                    owned.describe(*attempt.pattern) +
                    (attempt.reason.empty() ? "" : ": " + attempt.reason) +
                    ")");
  }

  mlir::Location location;
  StringRef name;
};

std::string
AppliedConversion::describeLegality(mlir::OperationName name,
                                    const ConversionSettings &settings) const {
  using Action = mlir::ConversionTarget::LegalizationAction;
  std::optional<Action> action = targets.back()->getOpAction(name);
  if (!action)
    return ", which is not declared legal";
  // The party that said so: later targets have not changed it.
  size_t by = targets.size() - 1;
  while (by > 0 && targets[by - 1]->getOpAction(name) == action)
    --by;
  std::string party = settings.owner.empty() ? settings.name : settings.owner;
  if (by > 0)
    party = own.sets[by - 1].origin.empty() ? own.sets[by - 1].str()
                                            : own.sets[by - 1].origin;
  return ", which " + party +
         (*action == Action::Illegal ? " has made illegal"
                                     : " has made legal only sometimes");
}

mlir::LogicalResult
AppliedConversion::checkRoot(mlir::Operation *op,
                             const ConversionSettings &settings) const {
  auto action = targets.back()->getOpAction(op->getName());
  if (action != mlir::ConversionTarget::LegalizationAction::Illegal)
    return mlir::success();
  return op->emitError() << settings.name << " cannot convert '"
                         << op->getName() << "'"
                         << describeLegality(op->getName(), settings)
                         << ": the pass runs on it; declare the slot in the "
                            "nest around it";
}

std::vector<std::string>
AppliedConversion::findUntried(mlir::OperationName name,
                               const Attempts &attempts) const {
  std::vector<std::string> texts;
  const auto &patterns = own.patterns.getOpSpecificNativePatterns();
  if (auto found = patterns.find(name); found != patterns.end())
    for (const mlir::RewritePattern *pattern : found->second)
      if (!attempts.tried.contains(pattern))
        texts.push_back(own.getSource(*pattern).str() + " (" +
                        own.describe(*pattern) + ")");
  return texts;
}

void AppliedConversion::explain(mlir::Operation *op,
                                const ConversionSettings &settings,
                                mlir::Location location, StringRef name) const {
  // The driver has put everything back, so that the same happens once more.
  Attempts attempts(own, location, name);
  attempts.watchConversion(*targets.back());
  ConversionConfig config = settings.config;
  config.listener = &attempts;
  {
    HeldDiagnostics diagnostics(op->getContext(), /*holdsAll=*/true);
    (void)convert(op, settings.isFull, config);
  }
  mlir::OperationName kind(name, op->getContext());
  // The driver leaves out those that declare to generate what stays illegal.
  std::vector<std::string> untried = findUntried(kind, attempts);
  mlir::InFlightDiagnostic error =
      emitError(location) << "failed to legalize operation '" << name << "' in "
                          << settings.name << describeLegality(kind, settings);
  // In one line: MLIR shows notes only to handlers of diagnostics.
  if (!attempts.texts.empty())
    error << "; tried: " << join(attempts.texts, ", ");
  if (!untried.empty())
    error << "; not tried, because what they generate is illegal: "
          << join(untried, ", ");
  if (attempts.texts.empty() && untried.empty())
    error << "; no pattern is for it";
}
