//===- Cleanup.h - What the builder adds and leaves out -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PIPELINE_CLEANUP_H
#define PMB_BUILDER_PIPELINE_CLEANUP_H

#include "builder/list/NodeList.h"

namespace pmb {

/// What the builder may do to a pipeline beside checking it. A value.
struct CleanupSettings {
  /// A pass does not run if an equal one did what it would do. The IR is the
  /// same with and without.
  bool dedupe = false;
  /// The cleanup at the end of a bundle does not run if a later one serves
  /// both. What the program computes is the same, the IR need not be.
  bool share = false;
  /// A required property that does not hold gets the pass that provides it.
  bool establish = false;

  bool operator==(const CleanupSettings &other) const {
    return dedupe == other.dedupe && share == other.share &&
           establish == other.establish;
  }
};

/// One thing that the builder does to a pipeline.
struct CleanupAction {
  /// Reaches JSON by name: append only.
  enum class Kind {
    /// `pass` does not run: `cause`, which stands before it, is equal, and
    /// nothing in between changes what it has achieved.
    Dropped,
    /// `pass` does not run: `cause`, which stands after it, does the same for
    /// both.
    Shared,
    /// `pass` was put there: `cause`, which stands after it, requires
    /// `property`.
    Established,
  };
  Kind kind;
  const Node *pass;
  const Node *cause;
  /// Of what is established.
  std::string property;
};

/// `dropped`, `shared`, `established`.
llvm::StringRef stringify(CleanupAction::Kind kind);

} // namespace pmb

#endif // PMB_BUILDER_PIPELINE_CLEANUP_H
