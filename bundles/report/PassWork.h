//===- PassWork.h - What a pass does where it stands ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_PASSWORK_H
#define PMB_BUNDLES_REPORT_PASSWORK_H

#include "builder/check/Trace.h"
#include "bundles/report/Report.h"
#include "llvm/ADT/DenseMap.h"
#include <set>

namespace pmb::report {

/// Where each bundle stands in a report.
using BundleNumbers = llvm::DenseMap<const BundleInstance *, int>;
/// Adds to a report what holds where in a pipeline.
void explain(const Pipeline &pipeline, const BundleNumbers &numbers,
             Report &into);

using Names = std::set<std::string>;

/// What is known at one point of the pipeline.
struct Point {
  Names properties, certain, possible, gone;

  /// Whether an item is there, or may be.
  bool has(const std::string &item) const {
    return certain.count(item) || possible.count(item);
  }
};

/// What the contract of a pass does where the pass stands.
struct PassEffects {
  Names lowered, added;
  std::vector<Report::Work::Left> leaves;
};

/// What `step` lowers of what is there, adds, and leaves alone.
PassEffects collectEffects(const Trace::Step &step, const ContentsState &state,
                           const ItemTable &items);
/// What is there before a pass and not behind it, and the other way round.
Report::Work findChanges(const Point &before, const Point &after,
                         bool isClosed);
/// Adds what the contract tells beside that.
void addEffects(Report::Work &work, const PassEffects &known,
                const Point &before, const Point &after, bool isClosed);

/// The options of a pass that have a value, one of each name, sorted by name.
std::vector<Report::Pass::Value> findValues(const Node &node);

} // namespace pmb::report

#endif // PMB_BUNDLES_REPORT_PASSWORK_H
