//===- Shuffle.cpp - Other orders that contracts allow --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Shuffle.h"
#include "builder/check/Findings.h"
#include "builder/check/OrderCheck.h"
#include <map>

using namespace pmb;
using namespace llvm;

const Node *pmb::getPass(const Pipeline &pipeline, unsigned position) {
  for (const Node &node : pipeline.getPasses())
    if (position-- == 0)
      return &node;
  return nullptr;
}

Error pmb::swapWithNext(Pipeline &pipeline, unsigned position) {
  const Node *first = getPass(pipeline, position);
  const Node *second = getPass(pipeline, position + 1);
  if (!first || !second)
    return makeError(
        Diagnostic(DiagnosticCode::UnknownPosition,
                   "there are no passes " + std::to_string(position) + " and " +
                       std::to_string(position + 1) + " in the pipeline"));
  if (first->getBundle() != second->getBundle())
    return makeError(Diagnostic(DiagnosticCode::InsideContiguous,
                                quote(*first) + " and " + quote(*second) +
                                    " are not in the same bundle"));
  // With the positions that a fix has for parts of registered pipelines.
  Fix fix;
  fix.kind = Fix::Kind::Move;
  fix.pass = second->getName().str();
  fix.passPosition = position + 1;
  fix.before = true;
  fix.reference = first->getName().str();
  fix.referencePosition = position;
  return pipeline.apply(fix);
}

namespace {
/// SplitMix64 of Steele, Lea and Flood: the standard library leaves open what
/// its distributions do with a seed.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

private:
  uint64_t state;
};

/// What the check finds, but for where.
using Tally = std::map<std::string, unsigned>;
} // namespace

static Tally check(const Pipeline &pipeline) {
  std::vector<Diagnostic> findings;
  OrderCheck(pipeline.getList()).runForTrial(findings, [](auto &&...) {
    return true;
  });
  Tally tally;
  for (const Diagnostic &finding : findings) {
    if (finding.severity < Severity::Warning)
      continue;
    std::string prefix = finding.getInfo().name.str() + " ";
    if (finding.items.empty())
      ++tally[prefix + (finding.node ? finding.node->name : finding.message)];
    for (const std::string &item : finding.items)
      ++tally[prefix + item];
  }
  return tally;
}

/// True if there is nothing that is not in `known`, too.
static bool isKnown(const Tally &tally, const Tally &known) {
  return all_of(tally, [&](const auto &entry) {
    auto it = known.find(entry.first);
    return it != known.end() && entry.second <= it->second;
  });
}

std::vector<unsigned> pmb::shuffle(Pipeline &pipeline, uint64_t seed) {
  Random random(seed);
  std::vector<uint64_t> numbers;
  for (size_t i = 0; i < pipeline.size(); ++i)
    numbers.push_back(random.next());
  const Tally known = check(pipeline);
  std::vector<unsigned> swaps;
  // What was not allowed may be once others have moved.
  for (bool hasMoved = true; hasMoved;) {
    hasMoved = false;
    for (unsigned i = 0; i + 1 < numbers.size(); ++i) {
      if (numbers[i] <= numbers[i + 1])
        continue;
      if (Error error = swapWithNext(pipeline, i)) {
        consumeError(std::move(error));
        continue;
      }
      if (!isKnown(check(pipeline), known)) {
        // It was possible one way, and so is the other.
        consumeError(swapWithNext(pipeline, i));
        continue;
      }
      std::swap(numbers[i], numbers[i + 1]);
      swaps.push_back(i);
      hasMoved = true;
    }
  }
  return swaps;
}

Error pmb::removeAt(Pipeline &pipeline, unsigned position) {
  const Node *pass = getPass(pipeline, position);
  if (!pass)
    return makeError(Diagnostic(DiagnosticCode::UnknownPosition,
                                "there is no pass " + std::to_string(position) +
                                    " in the pipeline"));
  Fix fix;
  fix.kind = Fix::Kind::Remove;
  fix.pass = pass->getName().str();
  fix.passPosition = position;
  return pipeline.apply(fix);
}

std::vector<unsigned> pmb::removeKind(Pipeline &pipeline, StringRef kind) {
  const Tally known = check(pipeline);
  std::vector<unsigned> removed;
  for (unsigned i = 0; const Node *pass = getPass(pipeline, i);) {
    if (!is_contained(pass->getKinds(), kind)) {
      ++i;
      continue;
    }
    // What an error returns is undone.
    bool isRemoved = false;
    Error error = pipeline.transaction(pipeline.getOrigin(), [&]() -> Error {
      if (Error error = removeAt(pipeline, i))
        return error;
      isRemoved = isKnown(check(pipeline), known);
      return isRemoved ? Error::success()
                       : createStringError("the check misses it");
    });
    consumeError(std::move(error));
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
    diagnostic.help("add to the contract of '" + later->getName().str() +
                    "': \"after\": [{\"pass\": \"" + earlier.getName().str() +
                    "\"}]");
  return diagnostic;
}
