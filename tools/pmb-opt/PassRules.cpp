//===- PassRules.cpp - The rules that MLIR sets for passes, tried ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pass runs on the IR that those before it leave. What it leaves there,
// without threads, is the usual outcome, which all others are compared with.
// One broken rule shows in many circumstances, so only the first is reported,
// and the next pass is tried.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "passmanager/NestRead.h"
#include "tools/pmb-opt/Rehearsal.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

using namespace pmb;
using namespace llvm;

using IR = mlir::OwningOpRef<mlir::Operation *>;

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

static std::string printInside(mlir::Operation *op) {
  std::string text;
  raw_string_ostream os(text);
  op->print(os, mlir::OpPrintingFlags().useLocalScope());
  return text;
}

/// What is not in any of `anchors`.
static std::string printAround(mlir::Operation *op,
                               ArrayRef<mlir::Operation *> anchors) {
  std::string text;
  raw_string_ostream os(text);
  mlir::OpPrintingFlags flags;
  flags.useLocalScope().skipRegions().printGenericOpForm();
  SmallPtrSet<mlir::Operation *, 16> known(anchors.begin(), anchors.end());
  op->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *nested) {
    if (known.contains(nested)) {
      os << nested->getName() << '\n';
      return mlir::WalkResult::skip();
    }
    nested->print(os, flags);
    os << '\n';
    return mlir::WalkResult::advance();
  });
  return text;
}

static std::string nameOperation(mlir::Operation *op) {
  if (auto symbol = op->getAttrOfType<mlir::StringAttr>(
          mlir::SymbolTable::getSymbolAttrName()))
    return ("'" + op->getName().getStringRef() + "' @" + symbol.getValue())
        .str();
  return ("'" + op->getName().getStringRef() + "'").str();
}

namespace {
/// Finds operations that change while the pass runs on others.
class NeighbourWatch : public mlir::PassInstrumentation {
public:
  explicit NeighbourWatch(ArrayRef<mlir::Operation *> anchors) {
    for (mlir::Operation *op : anchors)
      left[op] = hash(op);
  }

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override {
    if (!isNest(*pass) && !depth++)
      compare(op);
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    if (!isNest(*pass) && !--depth)
      left[op] = hash(op);
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *) override {
    depth -= !isNest(*pass);
  }
  void compare(mlir::Operation *op) {
    auto it = left.find(op);
    if (it != left.end() && it->second != hash(op) && changed.empty())
      changed = nameOperation(op);
  }
  /// The first that has changed; empty if there is none.
  std::string changed;

private:
  static uint64_t hash(mlir::Operation *op) {
    return xxh3_64bits(printInside(op));
  }
  DenseMap<mlir::Operation *, uint64_t> left;
  /// Passes run pipelines.
  unsigned depth = 0;
};
} // namespace

/// Leaves functions without bodies where `isKept` is false. Returns whether
/// that is valid IR.
static bool emptyOthers(mlir::Operation *op, ArrayRef<mlir::Operation *> all,
                        function_ref<bool(size_t)> isKept) {
  for (auto [i, other] : enumerate(all)) {
    auto function = dyn_cast<mlir::FunctionOpInterface>(other);
    if (isKept(i) || !function || function.isExternal())
      continue;
    function.eraseBody();
    mlir::SymbolTable::setSymbolVisibility(
        function, mlir::SymbolTable::Visibility::Private);
  }
  mlir::ScopedDiagnosticHandler quiet(
      op->getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
  return mlir::succeeded(mlir::verify(op));
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

namespace {
/// What shows that a pass breaks it, the rule, and what was done: the journal
/// has that, for the process after one that has crashed.
struct PassRule {
  StringLiteral message, rule, circumstance = "";
};
} // namespace

static constexpr PassRule aroundRule = {
    "changes the IR around the operation that it runs on",
    "a pass changes nothing but the operations in the one that it runs on, and "
    "the attributes of that"};
static constexpr PassRule neighbourRule = {
    "changes operations beside the one that it runs on", aroundRule.rule};
static constexpr PassRule freshRule = {
    "leaves something else of the same IR each time",
    "a pass has no global state, and does not depend on addresses",
    " the second time"};
static constexpr PassRule copyRule = {
    "leaves something else as a copy",
    "a pass can be copied: the constructor copies what is no option",
    " as a copy"};
static constexpr PassRule againRule = {
    "leaves something else when the same instance runs again",
    "a pass keeps no state from one run to the next",
    " when the same instance runs again"};
static constexpr PassRule orderRule = {
    "leaves something else when it runs on the last operation first",
    "a pass keeps no state from one operation to the next, and does not look "
    "at those beside the one that it runs on",
    " when it runs on the last operation first"};
static constexpr PassRule threadsRule = {
    "leaves something else with threads",
    "instances share no state, and a pass does not look at operations beside "
    "the one that it runs on",
    " with threads"};
static constexpr PassRule insideRule = {
    "looks into functions beside the one that it runs on: without their bodies "
    "it leaves something else",
    "a pass does not look at operations beside the one that it runs on, which "
    "other threads may be changing",
    " where functions beside the one that it runs on have no bodies"};

namespace {
class RuleRuns {
public:
  RuleRuns(Rehearsal &runs, RehearsalJournal &journal)
      : runs(runs), journal(journal) {}

  /// Fails if a pass cannot be made.
  Error run();

private:
  /// Which rule a step breaks; null for none. `why` says how that shows.
  Expected<const PassRule *> findBroken(size_t step);
  Expected<const PassRule *> findBrokenAlone(size_t step);
  Expected<bool> looksInside(size_t step);
  Expected<bool> runUsual(size_t step);
  bool isUsual(const Outcome &outcome);
  void report(size_t step, const Twine &what, StringRef rule = "");
  std::optional<std::pair<size_t, StringRef>> findCrash() const;
  void begin(size_t step, StringRef circumstance) {
    journal.begin(Twine(step) + circumstance);
  }

  static constexpr unsigned threadRuns = 3;

  Rehearsal &runs;
  RehearsalJournal &journal;
  /// The IR before the step and behind it, and what the latter is as text.
  IR before, after;
  Outcome usual;
  std::string why;
  /// What the usual run has broken.
  const PassRule *broken = nullptr;
};
} // namespace

bool RuleRuns::isUsual(const Outcome &outcome) {
  if (outcome == usual)
    return true;
  why = describeDifference(usual, outcome);
  return false;
}

void RuleRuns::report(size_t step, const Twine &what, StringRef rule) {
  Diagnostic finding = runs.describe(step, what);
  if (!why.empty())
    finding.note(why);
  if (!rule.empty())
    finding.help("the rule: {0}", rule);
  journal.report(finding);
}

/// What the process before this one did when it crashed: the step, and in what
/// circumstance, which is empty for the usual one.
std::optional<std::pair<size_t, StringRef>> RuleRuns::findCrash() const {
  if (!journal.getCrash())
    return std::nullopt;
  StringRef circumstance = journal.getCrash()->entry;
  size_t step = 0;
  if (circumstance.consumeInteger(10, step))
    return std::nullopt;
  return std::pair(step, circumstance);
}

/// Returns false if the pipeline stops there.
Expected<bool> RuleRuns::runUsual(size_t step) {
  auto pm = runs.make(step, step + 1);
  if (!pm)
    return pm.takeError();
  after = before->clone();
  std::vector<mlir::Operation *> anchors = runs.findAnchors(step, *after);
  std::string around = printAround(*after, anchors);
  auto *watch = new NeighbourWatch(anchors);
  (*pm)->addInstrumentation(std::unique_ptr<mlir::PassInstrumentation>(watch));
  usual = runs.run(**pm, *after);
  broken = nullptr;
  if (!usual.succeeded)
    return false;
  anchors = runs.findAnchors(step, *after);
  for (mlir::Operation *op : anchors)
    watch->compare(op);
  Outcome aroundBefore{true, std::move(around)};
  Outcome aroundAfter{true, printAround(*after, anchors)};
  why = describeDifference(aroundBefore, aroundAfter);
  if (aroundAfter != aroundBefore) {
    why = StringRef(why).split("is ").second.str();
    why = "there is " + why;
    broken = &aroundRule;
  } else if (!watch->changed.empty()) {
    why = "it has changed " + watch->changed + " while it ran on another";
    broken = &neighbourRule;
  }
  return true;
}

Expected<bool> RuleRuns::looksInside(size_t step) {
  std::vector<mlir::Operation *> left = runs.findAnchors(step, *after);
  // Any two functions are on different sides of one of these cuts.
  unsigned cuts = left.size() < 2 ? 0 : Log2_64_Ceil(left.size());
  for (unsigned cut = 0; cut < cuts; ++cut)
    for (size_t side : {0, 1}) {
      auto isKept = [&](size_t i) { return ((i >> cut) & 1) == side; };
      IR op = before->clone();
      std::vector<mlir::Operation *> anchors = runs.findAnchors(step, *op);
      if (!emptyOthers(*op, anchors, isKept))
        return false;
      auto pm = runs.makeAlone(step);
      if (!pm)
        return pm.takeError();
      for (auto [i, anchor] : enumerate(anchors)) {
        if (!isKept(i))
          continue;
        Outcome outcome = runs.runOnEach(**pm, anchor, anchor);
        Outcome expected{true, printInside(left[i])};
        if (outcome.succeeded)
          outcome.text = printInside(anchor);
        if (outcome == expected)
          continue;
        why = "in " + nameOperation(left[i]) + ", " +
              describeDifference(expected, outcome);
        return true;
      }
    }
  return false;
}

/// The rules for passes that run on operations beside each other.
Expected<const PassRule *> RuleRuns::findBrokenAlone(size_t step) {
  begin(step, orderRule.circumstance);
  auto pm = runs.makeAlone(step);
  if (!pm)
    return pm.takeError();
  IR op = before->clone();
  std::vector<mlir::Operation *> anchors = runs.findAnchors(step, *op);
  std::reverse(anchors.begin(), anchors.end());
  if (!isUsual(runs.runOnEach(**pm, anchors, *op)))
    return &orderRule;
  begin(step, threadsRule.circumstance);
  for (unsigned i = 0; i < threadRuns; ++i) {
    if (Error error = runs.make(step, step + 1).moveInto(*pm))
      return error;
    op = before->clone();
    if (!isUsual(runs.run(**pm, *op, /*hasThreads=*/true)))
      return &threadsRule;
  }
  begin(step, insideRule.circumstance);
  Expected<bool> looks = looksInside(step);
  if (!looks)
    return looks.takeError();
  return *looks ? &insideRule : nullptr;
}

Expected<const PassRule *> RuleRuns::findBroken(size_t step) {
  if (broken)
    return broken;
  begin(step, freshRule.circumstance);
  auto pm = runs.make(step, step + 1);
  if (!pm)
    return pm.takeError();
  IR op = before->clone();
  if (!isUsual(runs.run(**pm, *op)))
    return &freshRule;
  begin(step, againRule.circumstance);
  op = before->clone();
  if (!isUsual(runs.run(**pm, *op)))
    return &againRule;
  begin(step, copyRule.circumstance);
  if (Error error = runs.make(step, step + 1).moveInto(*pm))
    return error;
  op = before->clone();
  if (!isUsual(runs.run(*runs.copy(**pm), *op)))
    return &copyRule;
  if (runs.getPass(step).getAnchorPath().getDepth())
    return findBrokenAlone(step);
  return nullptr;
}

Error RuleRuns::run() {
  before = runs.getInput()->clone();
  auto crash = findCrash();
  for (size_t step = 0; step < runs.size(); ++step) {
    why.clear();
    if (crash && crash->first == step) {
      why = "the process " + journal.getCrash()->message;
      report(step, "crashes" + crash->second);
      if (crash->second.empty())
        return Error::success();
    }
    begin(step, "");
    Expected<bool> goesOn = runUsual(step);
    if (!goesOn)
      return goesOn.takeError();
    if (!*goesOn) {
      why = usual.text;
      report(step, "fails, so that it cannot be held against rules, nor what "
                   "comes behind it");
      return Error::success();
    }
    // Those up to the one that has crashed were tried before that.
    if (!crash || crash->first < step) {
      Expected<const PassRule *> found = findBroken(step);
      if (!found)
        return found.takeError();
      if (*found)
        report(step, (*found)->message, (*found)->rule);
    }
    before = std::move(after);
  }
  return Error::success();
}

Expected<bool> pmb::checkPassRules(const Preflight &preflight,
                                   const OptOptions &options) {
  return rehearse(
      preflight, options,
      [&](Rehearsal &runs, RehearsalJournal &journal) {
        return RuleRuns(runs, journal).run();
      },
      [](const Rehearsal &runs) {
        return "no rule is broken: " + std::to_string(runs.size()) +
               (runs.size() == 1 ? " pass leaves" : " passes leave") +
               " the same in all circumstances";
      });
}
