//===- FixWork.cpp - What a fix leaves of the work of passes --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass that is moved to where it has nothing to do violates nothing, and
// neither does one whose work another does that is moved past it. That silences
// a finding, and cures nothing: the pass was there for its work.
//
//===----------------------------------------------------------------------===//

#include "builder/check/OrderCheck.h"
#include "builder/repair/FixTrial.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

const DenseSet<const Node *> &FixTrial::getWorking() {
  if (!working) {
    working.emplace();
    OrderCheck check(copy->list);
    check.noteWorking(*working);
    std::vector<Diagnostic> ignored;
    std::move(check).runForTrial(ignored, [](auto &&...) { return false; });
  }
  return *working;
}

Error FixTrial::make(const Fix &fix, SmallVectorImpl<const Node *> &passed) {
  auto makeStep = [&](const Fix &step) -> Error {
    // What a fix names must be there; it says so itself if it is not.
    auto remember = [&](StringRef name, int position) {
      if (Expected<Node *> node = copy->findNode(name, position))
        passed.push_back(*node);
      else
        consumeError(node.takeError());
    };
    if (step.kind == Fix::Kind::Move) {
      remember(step.pass, step.passPosition);
      remember(step.reference, step.referencePosition);
    }
    return copy->applyStep(step);
  };
  Error error = makeStep(fix);
  for (const Fix &step : fix.then)
    if (!error)
      error = makeStep(step);
  return error;
}

bool FixTrial::takesWork(ArrayRef<const Node *> passed,
                         const DenseSet<const Node *> &nowWorking) {
  // What one of two equal passes does, the other need not do.
  DenseSet<const Symbol *> nowDone;
  for (const Node *node : nowWorking)
    nowDone.insert(node->getSymbol());
  return any_of(passed, [&](const Node *node) {
    // What another step has put there is gone again.
    if (!node->isLinked())
      return false;
    bool hadWork = false, hasWork = false;
    for (const Node *at = node;; at = at->getNext()) {
      hadWork |= getWorking().contains(at);
      hasWork |= nowDone.contains(at->getSymbol());
      if (at == node->getEnd())
        break;
    }
    return hadWork && !hasWork;
  });
}
