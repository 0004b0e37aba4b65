//===- ModelGenerator.h - Random pipelines for the model ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_MODELGENERATOR_H
#define PMB_TESTS_BUILDER_MODELGENERATOR_H

#include "Model.h"
#include "builder/PipelineBuilder.h"
#include <functional>
#include <random>

namespace pmb::model {

/// Random choices that are the same on every machine: the distributions of the
/// standard library are not.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  /// A number from 0 to `limit` - 1.
  unsigned below(unsigned limit) { return unsigned(engine() >> 33) % limit; }
  /// True in `percent` of 100 cases.
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T> const T &pick(const std::vector<T> &list) {
    return list[below(unsigned(list.size()))];
  }

  /// Numbers of its own, for words that came later: what a seed makes of the
  /// others stays the same.
  Random fork() const {
    std::mt19937_64 copy = engine;
    return Random(copy() ^ 0x9e3779b97f4a7c15);
  }

private:
  std::mt19937_64 engine;
};

/// The number of pipelines to try, and the seed to start from: `PMB_MODEL_RUNS`
/// and `PMB_MODEL_SEED` in the environment, for longer runs.
unsigned getRuns(unsigned usual);
uint64_t getSeed();

/// Passes with contracts, properties and types, and a pipeline without steps.
Listing makeWorld(Random &random);
/// Gives a pipeline new steps, bundles and an interface.
void shuffleSteps(Random &random, Listing &listing);
/// A contract about the passes, kinds, properties and items that are there.
Contract makeContract(Random &random, bool isForBundle);
/// A bundle of some of the passes; `number` makes its name unique.
PassBundle makeBundle(Random &random, const Listing &listing, int number);
/// A nest that a pass could stand in.
const std::vector<std::string> &pickNest(Random &random);
/// What a pipeline runs on.
std::string pickAnchor(Random &random);
std::string pickOptions(Random &random);

/// What the pipeline knows of its passes, as a catalog.
Catalog makeCatalog(const Listing &listing);
/// Appends all steps to `built`, which is empty, and sets its interface.
void build(const Listing &listing, PipelineBuilder &built);
/// The steps of a pipeline that was built and edited, with everything else from
/// `world`.
Listing read(const PipelineBuilder &built, const Listing &world);

/// What the check finds, and what it holds possible.
std::vector<Diagnostic> findAll(PipelineBuilder &built);
/// The findings of the check, as the model has them.
Findings convert(llvm::ArrayRef<Diagnostic> diagnostics,
                 const Findings &expected);

/// Takes away from a pipeline whatever can be taken so that `fails` stays true.
Listing shrink(Listing listing,
               const std::function<bool(const Listing &)> &fails);
/// A smaller listing on which check and model do not agree, and what they say
/// about it. If they agree on this one when it is built anew, this one.
std::string explain(const Listing &listing);
/// The pipeline as text, to be read by whoever has to find out what is wrong.
std::string dump(const Listing &listing);

} // namespace pmb::model

#endif // PMB_TESTS_BUILDER_MODELGENERATOR_H
