//===- PipelineLock.h - What runs, kept in a file -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lock says which passes a pipeline runs, in which order, nests and variants,
// with the values of all options, defaults included. It is kept
// beside the pipeline, so that a change of what runs is seen in a review,
// whether it comes from the pipeline, from an included file, from a bundle or
// from a default of another release:
//
// clang-format off
//   {
//     "lockVersion": 1,
//     "llvm": "22",
//     "variants": [
//       {
//         "variant": "default",
//         "fingerprint": "sha256:5938450b68d4cb07b4d3939a41f8450cfd840a45611263ee343137995b70b6f8",
//         "root": "builtin.module",
//         "passes": [
//           {"pass":"cse"},
//           {"pass":"expand-realloc","on":"func.func","options":{"emit-deallocs":"false"}}
//         ]
//       }
//     ]
//   }
// clang-format on
//
// Each pass has a line. `on` is the nest below the root, with a `/` between its
// operations. Fingerprint.h says what the fingerprint is of.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_PIPELINELOCK_H
#define PMB_BUNDLES_REPORT_PIPELINELOCK_H

#include "builder/diagnostics/SourceText.h"
#include "bundles/report/Diff.h"

namespace pmb {

class Catalog;

/// What the variants of a pipeline run. A value.
class PipelineLock {
public:
  static constexpr unsigned version = 1;

  /// Of all `reports` of one pipeline, which explain; each is a variant.
  /// `release` is that of the catalog (`Catalog::getRelease`).
  PipelineLock(llvm::ArrayRef<Report> reports, llvm::StringRef release);

  /// Reads a lock. Fails with the place of what is wrong: no JSON, another
  /// version, an unknown key, or passes that are not those of the fingerprint.
  static llvm::Expected<PipelineLock> parse(SourceText text);
  /// Whether a text is a lock, damaged or not, and no other file.
  static bool isMeantAsLock(llvm::StringRef text);

  /// Writes the lock. What it writes reads back as the same.
  void print(llvm::raw_ostream &os) const;

  /// Says of each pass of a lock that was read of which kinds it is: what was a
  /// cleanup, for one.
  void addKinds(const Catalog &catalog);
  /// What has changed up to `now`, variant by variant; empty if nothing has. A
  /// variant that only one of them has differs in all of its passes.
  std::vector<PipelineDiff> compareTo(const PipelineLock &now) const;

  /// Forgets the variants that `now` does not have.
  void dropOthers(const PipelineLock &now);
  /// Adds the variants of `old` that this lock does not have. They all stand in
  /// the order of `old`, new ones behind them. Fails with `bad-value`, and adds
  /// nothing, if there are some and they are of another release.
  llvm::Error addOthers(const PipelineLock &old);

  llvm::StringRef getRelease() const { return release; }
  /// One for each variant, with the passes that run and their values.
  llvm::ArrayRef<Report> getVariants() const { return variants; }

private:
  PipelineLock() = default;

  std::string release;
  std::vector<Report> variants;
};

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_PIPELINELOCK_H
