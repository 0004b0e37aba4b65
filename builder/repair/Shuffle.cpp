//===- Shuffle.cpp - Other orders that contracts allow --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Shuffle.h"
#include "builder/check/Findings.h"
#include "builder/check/Trial.h"
#include "builder/edit/Editor.h"

using namespace pmb;
using namespace llvm;

const Node *pmb::getPass(const Pipeline &pipeline, unsigned position) {
  return pipeline.getList().getPass(position);
}

Error pmb::swapWithNext(Pipeline &pipeline, unsigned position) {
  const Node *first = getPass(pipeline, position);
  const Node *second = getPass(pipeline, position + 1);
  if (!first || !second)
    return Diagnostic(DiagnosticCode::UnknownPosition,
                      "there are no passes {0} and {1} in the pipeline",
                      position, position + 1);
  if (first->getBundle() != second->getBundle())
    return Diagnostic(DiagnosticCode::InsideContiguous,
                      "{0} and {1} are not in the same bundle", quote(*first),
                      quote(*second));
  // With the positions that a fix has for parts of registered pipelines.
  Fix fix(Fix::Kind::Move, second->getName(), position + 1);
  return pipeline.apply(
      fix.beside(/*isBefore=*/true, first->getName(), position));
}

/// Brings the nodes of `pipeline` into the order of `copy`, in which passes
/// have moved to the left: each in one step.
static Error reorder(PipelineImpl &pipeline, const PassList &copy,
                     const DenseMap<const Node *, Node *> &originals) {
  Node *next = pipeline.list.front();
  for (const Node &at : copy.getNodes()) {
    Node *node = originals.lookup(&at);
    if (node == next)
      next = next->getNext();
    else if (Error error = Editor(pipeline).move(
                 *node, {next, &next->getAnchorPath(), next, false}))
      return error;
  }
  return Error::success();
}

std::vector<unsigned> pmb::shuffle(Pipeline &pipeline, uint64_t seed) {
  // SplitMix64 of Steele, Lea and Flood: the standard library leaves open what
  // its distributions do with a seed.
  auto draw = [state = seed]() mutable {
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  };
  PipelineImpl &impl = pipeline.getImpl();
  PassList copy(impl.list);
  DenseMap<const Node *, Node *> originals;
  std::vector<std::pair<uint64_t, Node *>> passes;
  for (Node *node = impl.list.front(); node; node = node->getNext()) {
    Node *twin = copy.getTwin(node);
    originals[twin] = node;
    if (node->isPass())
      passes.push_back({draw(), twin});
  }
  // Each swap that may be wrong costs a check. So many bring a pipeline of 60
  // passes into any order, and each pass of a longer one some places on.
  unsigned checksLeft = 1000;
  Trial trial(copy);
  std::vector<unsigned> swaps;
  // What was not allowed may be once others have moved.
  for (bool hasMoved = true; hasMoved && checksLeft;) {
    hasMoved = false;
    for (unsigned i = 0; i + 1 < passes.size() && checksLeft; ++i) {
      // Without structured bindings, which lambdas of C++17 cannot capture.
      Node *first = passes[i].second, *second = passes[i + 1].second;
      if (passes[i].first <= passes[i + 1].first ||
          first->getBundle() != second->getBundle() ||
          first->getContiguousAround())
        continue;
      checksLeft -= trial.hasWork();
      if (!trial.make([&] { copy.moveWhole(second, first); }))
        continue;
      std::swap(passes[i], passes[i + 1]);
      swaps.push_back(i);
      hasMoved = true;
    }
  }
  if (errorToBool(pipeline.transaction(pipeline.getOrigin(), [&] {
        return reorder(impl, copy, originals);
      })))
    swaps.clear();
  return swaps;
}

Error pmb::removeAt(Pipeline &pipeline, unsigned position) {
  const Node *pass = getPass(pipeline, position);
  if (!pass)
    return Diagnostic(DiagnosticCode::UnknownPosition,
                      "there is no pass {0} in the pipeline", position);
  return pipeline.apply(Fix(Fix::Kind::Remove, pass->getName(), position));
}

std::vector<unsigned> pmb::removeKind(Pipeline &pipeline, StringRef kind) {
  const Tally known(pipeline.getList());
  std::vector<unsigned> removed;
  for (unsigned i = 0; const Node *pass = getPass(pipeline, i);) {
    // What an error returns is undone.
    bool isRemoved =
        is_contained(pass->getKinds(), kind) &&
        !errorToBool(pipeline.transaction(pipeline.getOrigin(), [&]() -> Error {
          if (Error error = removeAt(pipeline, i))
            return error;
          return Tally(pipeline.getList()).getWorse(known).empty()
                     ? Error::success()
                     : createStringError("the check misses it");
        }));
    if (isRemoved)
      removed.push_back(i);
    else
      ++i;
  }
  return removed;
}

Diagnostic pmb::describeUnstated(const Pipeline &pipeline, const Node &earlier,
                                 const Node *later) {
  Diagnostic diagnostic(DiagnosticCode::UnstatedOrder, "");
  std::string first = quote(earlier);
  if (!later) {
    diagnostic.message = "what comes out in the end depends on " + first +
                         ", and no contract says so";
    diagnostic.at(pipeline.getRef(earlier));
    return diagnostic;
  }
  diagnostic.message = quote(*later) + " does something else unless " + first +
                       " has run before it, and no contract says so";
  diagnostic.at(pipeline.getRef(*later));
  diagnostic.note("the other pass", pipeline.getRef(earlier));
  // Its name is all that an entry knows of a pass.
  if (earlier.getName() == later->getName())
    diagnostic.help("no contract can: both have the same name");
  else
    diagnostic.help(
        "add to the contract of '{0}': \"after\": [{{\"pass\": \"{1}\"}]",
        later->getName(), earlier.getName());
  return diagnostic;
}
