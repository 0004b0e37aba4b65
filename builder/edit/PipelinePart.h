//===- PipelinePart.h - What of a pipeline is handed over -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_PIPELINEPART_H
#define PMB_BUILDER_EDIT_PIPELINEPART_H

#include "llvm/Support/Error.h"
#include <cstddef>

namespace pmb {

class Node;
class PipelineImpl;

/// What stands from one node up to another, without that: what
/// `PassManagerBuilder::setPart` sets. Null is the first, or what comes after
/// the last; by default it is all of the pipeline.
class PipelinePart {
public:
  explicit PipelinePart(PipelineImpl &pipeline) : pipeline(pipeline) {}
  PipelinePart(const PipelinePart &) = delete;

  /// Keeps an error for `check`, and changes nothing, inside of a transaction
  /// or party (`inside-transaction`), and if `verify` would fail. That error is
  /// taken back by the next call that is right, or wrong in another way.
  void set(const Node *begin, const Node *end);

  /// Fails with `unknown-position` if one of the ends is not in the pipeline,
  /// or the end stands before the begin. Edits may have removed or moved them.
  llvm::Error verify() const { return verify(begin, end); }

  const Node *getBegin() const { return begin; }
  const Node *getEnd() const { return end; }
  /// The first node of the part; null if the pipeline has none.
  Node *getFirst() const;

private:
  llvm::Error verify(const Node *begin, const Node *end) const;

  PipelineImpl &pipeline;
  const Node *begin = nullptr;
  const Node *end = nullptr;
  /// Which of the errors that are kept are about the last call.
  size_t refusedBegin = 0, refusedEnd = 0;
};

} // namespace pmb

#endif // PMB_BUILDER_EDIT_PIPELINEPART_H
