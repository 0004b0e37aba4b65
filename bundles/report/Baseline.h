//===- Baseline.h - Findings that are known -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_BASELINE_H
#define PMB_BUNDLES_REPORT_BASELINE_H

#include "bundles/report/Report.h"
#include "llvm/ADT/StringMap.h"

namespace pmb {

/// What stays the same about a finding when passes are added elsewhere in its
/// pipeline: a number made of the input, the code, the pass, the message and
/// the variant, if there is one, as 16 hexadecimal digits.
std::string getFingerprint(llvm::StringRef input, const Diagnostic &diagnostic,
                           llvm::StringRef variant = "");

/// Findings that are known and shall not be reported again. A baseline is the
/// JSON report of an earlier check, so that accepting what there is takes no
/// more than keeping a report. It may be used from another folder than the one
/// that it was made in: inputs are found from where the report is.
class Baseline {
public:
  /// Reads a report. Fails if that is not one.
  static llvm::Expected<Baseline> read(llvm::StringRef path);

  /// Takes the findings that are in the baseline out of `report`. A finding
  /// that is in the baseline twice is taken out twice.
  void suppress(Report &report);

  /// What the baseline has about inputs that were given to `suppress` and is
  /// not found any more, a line for each.
  std::vector<std::string> getStale() const;

private:
  struct Entry {
    std::string text, variant;
    /// How often it is in the baseline, and was not found so far.
    unsigned count = 0;
    bool wasChecked = false;
  };
  struct Finding {
    llvm::StringRef code, name, pass, message, variant;
  };
  void add(llvm::StringRef input, llvm::StringRef place, const Finding &found);

  std::vector<Entry> entries;
  /// By the place of the input, and by how the baseline calls it.
  llvm::StringMap<unsigned> byFingerprint;
  llvm::StringMap<std::vector<unsigned>> byInput;
};

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_BASELINE_H
