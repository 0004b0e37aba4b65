//===- Witnesses.h - Small programs on which findings are true ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stays in the IR depends on the input. The catalog has small programs
// that show it: each entry that says what a pass adds only sometimes has one on
// which the pass does, and so has each operation that programs usually have.
//
//   std::vector<Diagnostic> findings = pipeline.check();
//   addWitnesses(pipeline, findings);
//
// A program is chosen by the check itself: of those that have what the finding
// says of the input, the ones that leave most surely what it is about.
// `pmb-opt --witness` runs them.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_STOCK_WITNESSES_H
#define PMB_BUNDLES_STOCK_WITNESSES_H

#include "builder/diagnostics/Diagnostic.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace pmb {

class Pipeline;

/// A program of the catalog.
struct Witness {
  /// What a pass adds to this program, and only sometimes to others; or the
  /// reverse.
  struct Shown {
    /// With the one pass: `builtin.module(func.func(cse))`.
    llvm::StringRef pipeline;
    llvm::SmallVector<llvm::StringRef, 2> items;

    /// The argument of the pass, and its options; may be empty.
    llvm::StringRef getPass() const;
    llvm::StringRef getOptions() const;
  };

  /// As MLIR's text.
  llvm::StringRef program;
  /// What it contains, as `pmb-opt --print-contents` prints it.
  std::vector<std::string> contents;
  std::vector<Shown> shown;
  /// What a pass does not add to this program, although its contract says so.
  std::vector<Shown> hidden;

  bool contains(llvm::StringRef item) const;
};

/// All programs, the simplest first. They live as long as the process. Safe
/// from several threads.
llvm::ArrayRef<Witness> getWitnesses();

/// Finds programs for the findings about one pipeline.
class WitnessFinder {
public:
  /// `pipeline` must outlive the finder, and not be edited meanwhile.
  explicit WitnessFinder(const Pipeline &pipeline);
  ~WitnessFinder();

  /// True for a finding about what some inputs leave in the IR.
  static bool dependsOnInput(const Diagnostic &finding);
  struct Found {
    const Witness *witness;
    /// False if the pipeline leaves on some inputs with the same contents what
    /// the finding is about, and whether it does on this one is not known.
    bool isSure;
  };
  /// At most `limit` programs on which the pipeline may leave what `finding` is
  /// about, the best first; empty if the catalog has none, or if it does not
  /// depend on the input. One that has other operations than those that the
  /// finding names is only found where no other is.
  std::vector<Found> find(const Diagnostic &finding, size_t limit);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// Adds to each of `findings` that depends on the input a note with the best
/// program, or one that says that there is none. `pipeline` is what they are
/// about.
void addWitnesses(const Pipeline &pipeline, std::vector<Diagnostic> &findings);

} // namespace pmb

#endif // PMB_BUNDLES_STOCK_WITNESSES_H
