//===- Exploring.cpp - What a pipeline depends on -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Exploring.h"
#include "builder/repair/Shuffle.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/Contents.h"
#include "tools/pmb-opt/Running.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <set>

using namespace pmb;
using namespace llvm;

/// The kind of passes that --no-cleanups leaves out.
static constexpr StringLiteral cleanup = "cleanup";

namespace {
/// A dependence that no contract speaks of.
struct Dependence {
  /// Without `later` in the case of a cleanup for what comes out in the end.
  std::string earlier, later;
  bool isPresent;

  /// Whether an entry of a contract can say it.
  bool isStatable() const { return !later.empty() && earlier != later; }
};

class Explorer {
public:
  Explorer(const Preflight &preflight, const OptOptions &options)
      : preflight(preflight), options(options) {}

  Expected<bool> run(raw_ostream &os);

private:
  /// The first `count` steps of a change.
  using Change = function_ref<Error(Pipeline &, unsigned count)>;

  /// The pipeline with what has been found said in contracts.
  Expected<Preflight::Copy> compose() const;
  /// `isFirst`: what it leaves in the IR is what other orders may leave.
  Outcome runOn(PassManagerBuilder &builder, bool isFirst = false);
  /// Whether something else comes out after a change. What cannot be made is a
  /// failure.
  bool differs(Change change, unsigned count);
  Outcome compareBy(StringRef text) const;

  void shuffle(uint64_t seed);
  void leaveOutCleanups();
  /// Returns false if it has been reported before.
  bool report(const Node &earlier, const Node *later, bool isPresent,
              const Pipeline &pipeline, StringRef how);
  /// The least of 1 to `count` for which it differs. REQUIRES: it does for
  /// `count`, and not for 0.
  unsigned bisect(Change change, unsigned count);
  void print(raw_ostream &os) const;

  const Preflight &preflight;
  const OptOptions &options;
  Outcome expected;
  std::vector<std::string> outputContents;
  std::vector<Dependence> found;
  std::set<std::string> orders;
};
} // namespace

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Expected<Preflight::Copy> Explorer::compose() const {
  Expected<Preflight::Copy> trial = preflight.composeAgain();
  if (!trial)
    return trial.takeError();
  PipelineInterface &interface = trial->builder->getInterface();
  // An order that leaves something else behind is none to be compared.
  if (!interface.outputContents && !outputContents.empty())
    interface.outputContents = outputContents;
  for (const Dependence &dependence : found) {
    if (!dependence.isStatable())
      continue;
    Contract contract;
    auto entry = contract.after(pass(dependence.earlier));
    if (dependence.isPresent)
      entry.present();
    // What contradicts it says as much.
    consumeError(trial->builder->addContract(dependence.later, contract));
  }
  return trial;
}

Outcome Explorer::compareBy(StringRef text) const {
  Expected<Outcome> result = runCommand(options.exploring.compareBy, text);
  if (!result)
    return {false, toString(result.takeError())};
  return *result;
}

Outcome Explorer::runOn(PassManagerBuilder &builder, bool isFirst) {
  mlir::OwningOpRef<mlir::Operation *> op = preflight.getInput()->clone();
  if (Error error = pmb::runOn(builder, *op))
    return {false, toString(std::move(error))};
  if (isFirst)
    for (StringRef item : collectContents(*op))
      outputContents.push_back(Item(item).getName().str());
  if (!options.exploring.compareBy.empty())
    return compareBy(pmb::print(*op));
  // What a cleanup makes equal is equal.
  mlir::PassManager pm(preflight.getInput()->getContext(),
                       builder.getRoot().str(),
                       mlir::PassManager::Nesting::Implicit);
  if (mlir::failed(mlir::parsePassPipeline("canonicalize,cse", pm)) ||
      mlir::failed(pm.run(*op)))
    return {};
  return {true, pmb::print(*op)};
}

bool Explorer::differs(Change change, unsigned count) {
  Expected<Preflight::Copy> trial = compose();
  Error error = trial ? change(*trial->builder, count) : trial.takeError();
  if (error) {
    consumeError(std::move(error));
    return true;
  }
  orders.insert(trial->builder->str());
  return runOn(*trial->builder) != expected;
}

//===----------------------------------------------------------------------===//
// Finding out
//===----------------------------------------------------------------------===//

unsigned Explorer::bisect(Change change, unsigned count) {
  unsigned low = 0, high = count;
  while (high - low > 1) {
    unsigned middle = low + (high - low) / 2;
    (differs(change, middle) ? high : low) = middle;
  }
  return high;
}

bool Explorer::report(const Node &earlier, const Node *later, bool isPresent,
                      const Pipeline &pipeline, StringRef how) {
  Dependence dependence{earlier.getName().str(),
                        later ? later->getName().str() : std::string(),
                        isPresent};
  // An entry need not be enough, where a pass is there several times.
  if (any_of(found, [&](const Dependence &known) {
        return known.earlier == dependence.earlier &&
               known.later == dependence.later;
      }))
    return false;
  Diagnostic diagnostic = describeUnstated(pipeline, earlier, later);
  diagnostic.note("found by {0}", how.str());
  diagnostic.print(errs());
  found.push_back(std::move(dependence));
  return true;
}

/// A change with a step at each position. REQUIRES: `positions` outlive it.
static auto makeSteps(Error (*step)(Pipeline &pipeline, unsigned position),
                      ArrayRef<unsigned> positions) {
  return [=](Pipeline &pipeline, unsigned count) -> Error {
    for (unsigned position : positions.take_front(count))
      if (Error error = step(pipeline, position))
        return error;
    return Error::success();
  };
}

void Explorer::shuffle(uint64_t seed) {
  Expected<Preflight::Copy> trial = compose();
  if (!trial)
    return consumeError(trial.takeError());
  std::vector<unsigned> swaps = pmb::shuffle(*trial->builder, seed);
  if (!orders.insert(trial->builder->str()).second ||
      runOn(*trial->builder) == expected)
    return;
  auto make = makeSteps(swapWithNext, swaps);
  unsigned last = bisect(make, swaps.size());
  // As it is before the two change places.
  Expected<Preflight::Copy> before = compose();
  if (!before)
    return consumeError(before.takeError());
  consumeError(make(*before->builder, last - 1));
  unsigned position = swaps[last - 1];
  report(*getPass(*before->builder, position),
         getPass(*before->builder, position + 1), /*isPresent=*/false,
         *before->builder, "--shuffle=" + std::to_string(seed));
}

void Explorer::leaveOutCleanups() {
  while (true) {
    Expected<Preflight::Copy> trial = compose();
    if (!trial)
      return consumeError(trial.takeError());
    std::vector<unsigned> removed = removeKind(*trial->builder, cleanup);
    orders.insert(trial->builder->str());
    if (removed.empty() || runOn(*trial->builder) == expected)
      return;
    auto make = makeSteps(removeAt, removed);
    unsigned last = bisect(make, removed.size());
    // That cleanup is put off, until a pass misses it.
    unsigned position = removed[last - 1];
    auto putOff = [&](Pipeline &pipeline, unsigned count) -> Error {
      if (Error error = make(pipeline, last - 1))
        return error;
      const Node *moved = getPass(pipeline, position);
      const Node *after = getPass(pipeline, position + count);
      Fix fix;
      fix.pass = moved->getName().str();
      fix.passPosition = position;
      fix.reference = after->getName().str();
      fix.referencePosition = position + count;
      return count ? pipeline.apply(fix) : Error::success();
    };
    Expected<Preflight::Copy> before = compose();
    if (!before)
      return consumeError(before.takeError());
    PassManagerBuilder &builder = *before->builder;
    consumeError(make(builder, last - 1));
    unsigned behind = builder.size() - position - 1;
    const Node *later = nullptr;
    if (behind && differs(putOff, behind))
      later = getPass(builder, position + bisect(putOff, behind));
    // Without an entry the same would be found again.
    if (!report(*getPass(builder, position), later, /*isPresent=*/true, builder,
                "--no-cleanups") ||
        !found.back().isStatable())
      return;
  }
}

void Explorer::print(raw_ostream &os) const {
  std::map<std::string, std::vector<const Dependence *>> entries;
  for (const Dependence &dependence : found)
    if (dependence.isStatable())
      entries[dependence.later].push_back(&dependence);
  json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeObject("passes", [&] {
      for (const auto &[later, list] : entries)
        json.attributeObject(later, [&, &list = list] {
          json.attributeArray("after", [&] {
            for (const Dependence *dependence : list)
              json.object([&] {
                json.attribute("pass", dependence->earlier);
                if (dependence->isPresent)
                  json.attribute("present", true);
                json.attribute("reason", "the other order changes what the "
                                         "pipeline does (pmb-opt)");
              });
          });
        });
    });
  });
  os << '\n';
}

Expected<bool> Explorer::run(raw_ostream &os) {
  Expected<Preflight::Copy> trial = compose();
  if (!trial)
    return trial.takeError();
  orders.insert(trial->builder->str());
  expected = runOn(*trial->builder, /*isFirst=*/true);
  if (!expected.succeeded)
    return Diagnostic(DiagnosticCode::BadValue,
                      "there is nothing to compare with: the pipeline as it is "
                      "fails: {0}",
                      expected.text)
        .help("give a pipeline, an input and a command that succeed");
  if (options.exploring.shuffle)
    for (uint64_t seed = options.exploring.shuffle->first;; ++seed) {
      shuffle(seed);
      if (seed == options.exploring.shuffle->second)
        break;
    }
  if (options.exploring.noCleanups)
    leaveOutCleanups();
  errs() << formatv("{0} other {1} tried, and {2} {3} found that no contract "
                    "speaks of\n",
                    orders.size() - 1,
                    orders.size() == 2 ? "pipeline" : "pipelines", found.size(),
                    found.size() == 1 ? "dependence" : "dependences");
  print(os);
  return !found.empty();
}

Expected<bool> pmb::explore(const Preflight &preflight,
                            const OptOptions &options, raw_ostream &os) {
  return Explorer(preflight, options).run(os);
}
