//===- FixOffers.h - Edits that may make a pipeline work ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_FIXOFFERS_H
#define PMB_TOOLS_PMB_OPT_FIXOFFERS_H

#include "tools/pmb-opt/FixRuns.h"

namespace pmb {

/// Edits of a pipeline, by what came of its run: lists of fixes that are made
/// one after the other. They are guesses, to be run.
class FixOffers {
public:
  using Fixes = std::vector<Fix>;

  /// `pipeline` stays as it is. `withUnsafe`: also fixes that are not safe.
  FixOffers(Pipeline &pipeline, bool withUnsafe)
      : pipeline(pipeline), catalog(pipeline.getCatalog()),
        withUnsafe(withUnsafe) {}

  /// What the check offers, the best first.
  std::vector<Fixes> find(const RunOutcome &outcome) const;
  /// Other places for a pass that stops the pipeline, or for those behind it,
  /// and for passes that leave what they should lower. The check knows nothing
  /// against the present ones.
  std::vector<Fixes> findMoves(const RunOutcome &outcome) const;
  /// What lowers some of what is left, in each place. Nothing if the pipeline
  /// stops: what would be left is not known.
  std::vector<Fixes> findInsertions(const RunOutcome &outcome) const;
  /// What would lower what is left, behind all others.
  Fixes findTail(const RunOutcome &outcome) const;

private:
  Fixes findSafeFixes(Pipeline &of, Severity least) const;
  Fixes findFixesBehind(const RunOutcome &outcome) const;

  Pipeline &pipeline;
  const Catalog &catalog;
  bool withUnsafe;
};

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_FIXOFFERS_H
