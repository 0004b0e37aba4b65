//===- Fingerprint.h - What runs, in 64 digits ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two pipelines have the same fingerprint if they run the same: it can be part
// of the key of a cache of compiled programs. In it are
//
//   the release of the catalog   `22`
//   the pipeline's operation     `builtin.module`
//   each pass that runs          its name, its nest, and the values of all its
//                                options, given or default; in order
//   each library that takes part its id, its version and its build ID
//
// In it are neither the names of files, bundles, slots, parties and variants,
// nor contracts, nor who has put a pass where, so a pipeline from a file, from
// C++ and from a text has one fingerprint. Not in it either, as nothing of it
// is known: the code of passes that the program brings itself, MLIR's among
// them, and what is in the files that options name. A cache adds the version of
// its program. Of patterns in slots the sets are in it, by name, as
// passes are.
//
//   Report report = makeReport(pipeline, "cpu", /*explains=*/true);
//   std::string key = getFingerprint(report);
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_FINGERPRINT_H
#define PMB_BUNDLES_REPORT_FINGERPRINT_H

#include "bundles/report/Report.h"

namespace pmb {

/// `sha256:` and 64 hexadecimal digits. The order of `report.libraries` does
/// not count. REQUIRES: the report explains.
std::string getFingerprint(const Report &report);

/// Prints a line for each report, as `sha256sum` does: the fingerprint, two
/// spaces, and the input, with its variant in brackets if it has one.
void printFingerprints(llvm::raw_ostream &os, llvm::ArrayRef<Report> reports);

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_FINGERPRINT_H
