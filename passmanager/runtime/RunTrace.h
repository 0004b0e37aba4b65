//===- RunTrace.h - The spans of a trace of a run -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_RUNTRACE_H
#define PMB_PASSMANAGER_RUNTIME_RUNTRACE_H

#include "bundles/report/Report.h"
#include "llvm/Support/TimeProfiler.h"

namespace pmb {

/// What is around each pass: `bundle outer`, `bundle inner`, `owner acme`.
class TraceGroups {
public:
  explicit TraceGroups(const Report &report);

  llvm::ArrayRef<std::string> get(size_t pass) const { return groups[pass]; }
  /// How many of them, from the outside, go on with the next pass that runs on
  /// the same.
  size_t countShared(size_t pass) const { return shared[pass]; }

private:
  std::vector<std::vector<std::string>> groups;
  std::vector<size_t> shared;
};

/// The spans of one pipeline that runs on one thread.
class TraceSpans {
public:
  /// Begins those around a pass that have not begun, and that of the pass.
  llvm::TimeTraceProfilerEntry *begin(const TraceGroups &groups, size_t pass,
                                      llvm::StringRef name, llvm::StringRef on);
  /// Ends that of the pass, and those that do not go on.
  void end(llvm::TimeTraceProfilerEntry *span, const TraceGroups &groups,
           size_t pass);
  void endGroups(size_t kept = 0);
  bool empty() const { return open.empty(); }

private:
  std::vector<std::pair<std::string, llvm::TimeTraceProfilerEntry *>> open;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_RUNTRACE_H
