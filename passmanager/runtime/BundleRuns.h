//===- BundleRuns.h - Where bundles begin and end in a run ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR runs passes and knows nothing of bundles. The contract of a bundle is
// held against the operation that all of its passes run on, or are nested in:
// the function for a bundle of function passes, the module for one that has
// module passes, too. There it begins with the pass, or the nest, that has its
// first pass, and ends with the one that has its last. If MLIR merges that nest
// with passes of others, what is between them cannot be seen: the contract is
// not held there, and a warning says so.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_BUNDLERUNS_H
#define PMB_PASSMANAGER_RUNTIME_BUNDLERUNS_H

#include "passmanager/runtime/PassClaims.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace pmb {

class BundleRuns {
public:
  /// Finds out which bundles with contracts `owners` are in, those of one
  /// bundle at once.
  void add(llvm::ArrayRef<const PassOwner *> owners, SignatureTable &table);
  /// A run begins. `root` is what the outermost passes run on.
  void begin(mlir::Operation *newRoot) { root = newRoot; }
  /// False if nothing here needs to be called.
  bool areAny() const { return !bundles.empty(); }

  using Passes = llvm::ArrayRef<const PassOwner *>;
  enum class Edge { Begin, End };
  /// The claims of the bundles that begin, or end, with a pass or a nest that
  /// runs on `op`. `passes` are those in the nest, null for unknown ones. Of
  /// those that begin, the outermost is the first; of those that end, the last.
  llvm::SmallVector<PassClaims *> find(Edge edge, Passes passes,
                                       mlir::Operation *op);

  /// Says of each bundle that begins or ends in a nest, which runs on `op` and
  /// has passes of others, too, that it is not held.
  std::vector<Diagnostic> describeMerged(Passes passes, mlir::Operation *op);

private:
  unsigned getDepth(mlir::Operation *op) const;
  struct Bundle {
    const PassOwner *first = nullptr, *last = nullptr;
    llvm::DenseSet<const PassOwner *> passes;
    /// The anchors that all of its passes have in common.
    std::string anchor;
    std::unique_ptr<PassClaims> claims;
  };

  mlir::Operation *root = nullptr;
  /// In the order of their first passes, the outermost first.
  llvm::MapVector<const BundleFacts *, std::unique_ptr<Bundle>> bundles;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_BUNDLERUNS_H
