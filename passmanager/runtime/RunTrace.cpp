//===- RunTrace.cpp - The spans of a trace of a run -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/RunTrace.h"
#include "bundles/report/GraphSupport.h"

using namespace pmb;
using namespace llvm;

TraceGroups::TraceGroups(const Report &report)
    : groups(report.passes.size()), shared(report.passes.size()) {
  int last = -1;
  for (auto [i, pass] : enumerate(report.passes)) {
    for (int at = pass.bundle; at >= 0; at = report.bundles[at].parent)
      groups[i].push_back(
          report::toUTF8("bundle " + report.bundles[at].node.name));
    std::reverse(groups[i].begin(), groups[i].end());
    groups[i].push_back("owner " + graph::Parties::describe(pass.node.origin));
    if (!pass.runs())
      continue;
    if (last >= 0 && report.passes[last].node.anchor == pass.node.anchor) {
      auto differing = std::mismatch(groups[last].begin(), groups[last].end(),
                                     groups[i].begin(), groups[i].end());
      shared[last] = differing.first - groups[last].begin();
    }
    last = i;
  }
}

TimeTraceProfilerEntry *TraceSpans::begin(const TraceGroups &groups,
                                          size_t pass, StringRef name,
                                          StringRef on) {
  ArrayRef<std::string> names = groups.get(pass);
  size_t kept = 0;
  while (kept < open.size() && kept < names.size() &&
         open[kept].first == names[kept])
    ++kept;
  endGroups(kept);
  for (const std::string &group : names.drop_front(kept))
    open.push_back({group, timeTraceProfilerBegin(group, StringRef())});
  return timeTraceProfilerBegin(name, on);
}

void TraceSpans::end(TimeTraceProfilerEntry *span, const TraceGroups &groups,
                     size_t pass) {
  timeTraceProfilerEnd(span);
  endGroups(groups.countShared(pass));
}

void TraceSpans::endGroups(size_t kept) {
  while (open.size() > kept) {
    timeTraceProfilerEnd(open.back().second);
    open.pop_back();
  }
}
