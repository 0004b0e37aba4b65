//===- PassSearch.cpp - Halving a pipeline --------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The IR after the last pass that is known to be right is kept, and each trial
// goes on from there: all trials together run every pass about twice, and look
// at the IR a number of times that grows with the logarithm of the passes. Each
// is a process, so that it does not matter what passes do to theirs.
//
// The sets of patterns in a slot are one pass, so no trial ends among them
// until it is known that it is that slot. Which of them it takes is asked of
// the first of them, of more, and in the end of all.
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/PassSearch.h"
#include "builder/diagnostics/SourceText.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/list/PatternSlot.h"
#include "tools/pmb-opt/Running.h"

using namespace pmb;
using namespace llvm;

using Kind = BisectQuestion::Kind;
using End = TrialResult::End;
using IR = Trials::IR;

//===----------------------------------------------------------------------===//
// What is asked about
//===----------------------------------------------------------------------===//

static Error makeUnknownItem(StringRef name, const Twine &message,
                             ArrayRef<StringRef> known) {
  return makeUnknown(DiagnosticCode::UnknownItem, "--bisect: " + message.str(),
                     name, known);
}

Error PassSearch::checkSubject() const {
  if (!isAboutOperations())
    return Error::success();
  mlir::MLIRContext *context = input->getContext();
  StringRef name = question.subject, prefix = name.split('.').first;
  mlir::Dialect *dialect = context->getOrLoadDialect(prefix);
  if (!dialect) {
    if (context->allowsUnregisteredDialects())
      return Error::success();
    return makeUnknownItem(prefix, "there is no dialect " + quote(prefix),
                           context->getAvailableDialects());
  }
  if (prefix == name || mlir::RegisteredOperationName::lookup(name, context))
    return Error::success();
  std::vector<StringRef> known;
  for (mlir::RegisteredOperationName op : context->getRegisteredOperations())
    if (op.getDialectNamespace() == prefix)
      known.push_back(op.getStringRef());
  // Such as 'llvm', which has unregistered operations.
  if (dialect->allowsUnknownOperations() && suggestNames(name, known).empty())
    return Error::success();
  return makeUnknownItem(
      name, quote(prefix) + " has no operation " + quote(name), known);
}

mlir::Operation *PassSearch::findSubject(mlir::Operation *op) const {
  StringRef name = question.subject;
  bool isDialect = !name.contains('.');
  mlir::Operation *found = nullptr;
  op->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *nested) {
    bool isIt = isDialect ? nested->getName().getDialectNamespace() == name
                          : nested->getName().getStringRef() == name;
    if (isIt)
      found = nested;
    return isIt ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return found;
}

Expected<bool> PassSearch::isBroken(mlir::Operation *op,
                                    std::string &text) const {
  text.clear();
  if (isAboutOperations())
    return (findSubject(op) == nullptr) == (question.kind == Kind::Gone);
  if (question.kind != Kind::Command)
    return false;
  Expected<Outcome> result =
      runCommand(question.subject, print(op), "%s", timeout);
  if (!result)
    return Diagnostic(DiagnosticCode::BadValue, "--bisect: {0}",
                      toString(result.takeError()));
  if (!result->succeeded)
    text = std::move(result->text);
  return !result->succeeded;
}

Error PassSearch::checkInput() {
  // What stays may well be there from the beginning.
  if (question.kind == Kind::Stays)
    return Error::success();
  bool isWrong = false;
  if (Error error = isBroken(input).moveInto(isWrong))
    return error;
  if (!isWrong)
    return Error::success();
  Diagnostic diagnostic(
      DiagnosticCode::BadValue,
      "--bisect: it is wrong before any pass has run: {0}",
      question.kind == Kind::Appears ? "there is '" + question.subject + "'"
      : question.kind == Kind::Gone  ? "there is no '" + question.subject + "'"
                                     : why);
  return diagnostic.help(
      "ask what is right of the input, and wrong of what comes out");
}

//===----------------------------------------------------------------------===//
// Halving
//===----------------------------------------------------------------------===//

Expected<PassSearch::Verdict> PassSearch::judge(Goal goal, size_t begin,
                                                size_t end) const {
  Expected<TrialResult> result = run(begin, end, *before);
  if (!result)
    return result.takeError();
  bool stops = !result->after;
  Verdict verdict{std::move(*result), stops};
  if (!verdict.isWrong && goal == Goal::Break)
    if (Error error = isBroken(*verdict.result.after, verdict.result.why)
                          .moveInto(verdict.isWrong))
      return error;
  return verdict;
}

void PassSearch::take(Verdict verdict) {
  why = std::move(verdict.result.why);
  if (!verdict.result.after)
    stop = verdict.result.end;
}

Expected<bool> PassSearch::runAll(IR &after) {
  before = input->clone();
  Expected<Verdict> verdict = judge(Goal::Stop, 0, passes.size());
  if (!verdict)
    return verdict.takeError();
  after = std::move(verdict->result.after);
  if (verdict->isWrong)
    take(std::move(*verdict));
  return !after;
}

size_t PassSearch::getPassEnd(size_t begin) const {
  const BundleInstance *slot = getPatternSlot(*passes[begin]);
  size_t end = begin + 1;
  while (slot && end < passes.size() && getPatternSlot(*passes[end]) == slot)
    ++end;
  return end;
}

Error PassSearch::find(Goal goal, size_t count) {
  std::vector<size_t> bounds = {0};
  while (bounds.back() < count)
    bounds.push_back(getPassEnd(bounds.back()));
  before = input->clone();
  size_t low = 0, high = bounds.size() - 1;
  tried = std::to_string(count) + " (wrong)";
  trialCount = 1;
  isAlone = high == 1;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    Expected<Verdict> verdict = judge(goal, bounds[low], bounds[middle]);
    if (!verdict)
      return verdict.takeError();
    ++trialCount;
    tried += ", " + std::to_string(bounds[middle]) +
             (verdict->isWrong ? " (wrong)" : " (right)");
    if (verdict->isWrong) {
      high = middle;
      take(std::move(*verdict));
      isAlone = high - low == 1;
    } else {
      low = middle;
      before = std::move(verdict->result.after);
      isAlone = false;
    }
  }
  begin = bounds[low];
  end = bounds[high];
  if (Error error = runAlone(goal))
    return error;
  if (goal == Goal::Stop && stop == End::Fails)
    if (Error error = runNothing())
      return error;
  return findPatterns(goal);
}

Error PassSearch::runNothing() {
  Expected<TrialResult> result = run(0, 0, *before);
  if (!result)
    return result.takeError();
  if (result->after)
    return Error::success();
  Diagnostic diagnostic(
      DiagnosticCode::BadValue,
      "--bisect: a part of the pipeline without any pass fails, too");
  if (!result->why.empty())
    diagnostic.note(result->why);
  return makeError(std::move(diagnostic));
}

Error PassSearch::runAlone(Goal goal) {
  if (isAlone)
    return Error::success();
  Expected<Verdict> verdict = judge(goal, begin, end);
  if (!verdict)
    return verdict.takeError();
  isAlone = verdict->isWrong;
  if (isAlone) {
    take(std::move(*verdict));
    return Error::success();
  }
  if (goal == Goal::Break || stop != End::TakesTooLong)
    return Error::success();
  Diagnostic diagnostic(DiagnosticCode::BadValue,
                        "--bisect: no pass takes longer than {0} s: those up "
                        "to {1} do so together",
                        timeout, quote(passes[end - 1]->getName()));
  diagnostic.at(builder.getRef(*passes[end - 1]));
  return diagnostic.help("give --bisect-timeout more seconds");
}

Error PassSearch::findPatterns(Goal goal) {
  size_t low = begin;
  while (isAlone && end - low > 1) {
    size_t middle = low + (end - low) / 2;
    Expected<Verdict> verdict = judge(goal, begin, middle);
    if (!verdict)
      return verdict.takeError();
    if (verdict->isWrong) {
      end = middle;
      take(std::move(*verdict));
    } else {
      low = middle;
    }
  }
  return Error::success();
}
