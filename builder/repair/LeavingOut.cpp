//===- LeavingOut.cpp - Fixes without one of them -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/LeavingOut.h"
#include "builder/Pipeline.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/repair/Mending.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace pmb;
using namespace llvm;

namespace {
/// A step that is left out.
struct LeftOut {
  Fix step;
  /// The pass that it inserts.
  const Node *pass = nullptr;
  /// What it puts it beside; null if it goes to the end.
  const Node *beside = nullptr;
};
} // namespace

/// Makes a step that inserts one pass. False if it does something else.
static bool insertOne(Pipeline &pipeline, const Fix &step, LeftOut &left) {
  if (step.kind != Fix::Kind::Insert)
    return false;
  left.step = step;
  if (!step.reference.empty()) {
    left.beside =
        pipeline.getImpl().lookupNode(step.reference, step.referencePosition);
    if (!left.beside || !left.beside->isPass())
      return false;
  }
  Node *made = nullptr;
  if (errorToBool(pipeline.transaction(pipeline.getOrigin(), [&] {
        return pipeline.getImpl().applyStep(step).moveInto(made);
      })))
    return false;
  left.pass = made;
  return made->isPass();
}

/// Says in the message of `step` where its passes stand without the pass.
static void renumber(Fix &step, int position) {
  for (int number : std::set<int>{step.passPosition, step.referencePosition}) {
    if (number <= position)
      continue;
    std::string before = "(pass " + std::to_string(number) + ")",
                after = "(pass " + std::to_string(number - 1) + ")";
    size_t at = step.message.find(before);
    if (at != std::string::npos)
      step.message.replace(at, before.size(), after);
  }
}

/// Lets a later step be about the pipeline without the pass. False if it is
/// about that pass, or takes away what it was put beside.
static bool forget(Fix &step, const Pipeline &pipeline, const LeftOut &left) {
  int position = pipeline.getRef(*left.pass).position,
      beside = left.beside ? pipeline.getRef(*left.beside).position : -1;
  bool isGone =
      step.kind == Fix::Kind::Remove || step.kind == Fix::Kind::Replace;
  if (step.passPosition == position ||
      (isGone && left.beside && step.passPosition == beside))
    return false;
  if (step.referencePosition == position) {
    // Both messages end with where the pass goes.
    auto getPlace = [](const Fix &fix) {
      StringRef message = fix.message;
      StringRef word = fix.before ? " before '" : " after '";
      return fix.reference.empty() ? StringRef()
                                   : message.substr(message.rfind(word));
    };
    std::string place = getPlace(left.step).str();
    step.message.resize(step.message.size() - getPlace(step).size());
    step.message += place;
    step.reference = left.step.reference;
    step.referencePosition = beside;
    step.before = left.step.before;
  }
  renumber(step, position);
  for (int *other : {&step.passPosition, &step.referencePosition})
    *other -= *other > position;
  return true;
}

std::optional<std::vector<Fix>> pmb::leaveOut(Pipeline &pipeline,
                                              ArrayRef<Fix> fixes, size_t index,
                                              size_t number) {
  std::vector<Fix> result;
  LeftOut left;
  for (const auto &[i, fix] : enumerate(fixes)) {
    std::vector<Fix> steps = {fix}, kept;
    append_range(steps, fix.then);
    settle(pipeline);
    // The message of several steps is one.
    if (i == index && number && !steps.front().message.empty())
      steps.front().message = steps.front().message.substr(
          0, steps.front().message.find(", then " + fix.then.front().message));
    for (const auto &[k, step] : enumerate(steps)) {
      step.then.clear();
      if (i == index && k == number) {
        if (!insertOne(pipeline, step, left))
          return std::nullopt;
        continue;
      }
      kept.push_back(step);
      if ((left.pass && !forget(kept.back(), pipeline, left)) ||
          errorToBool(applyFix(pipeline, step)))
        return std::nullopt;
      std::string &message = kept.front().message;
      size_t at = k ? message.find(step.message) : std::string::npos;
      if (at != std::string::npos && kept.size() > 1)
        message.replace(at, step.message.size(), kept.back().message);
    }
    if (kept.empty())
      continue;
    result.push_back(kept.front());
    result.back().then.assign(kept.begin() + 1, kept.end());
  }
  return result;
}
