//===- FixWriter.h - Ways to write a fix into a text ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_MENDING_FIXWRITER_H
#define PMB_BUNDLES_MENDING_FIXWRITER_H

#include "builder/Pipeline.h"
#include "bundles/mending/PipelineTree.h"

namespace pmb {

/// A node that a fix names, as the text can name it.
struct NamedNode {
  /// Its name, if no other has it, and that with its number.
  std::vector<std::optional<Selector>> selectors;
  /// Where it stands in the text; std::nullopt if it is from somewhere else.
  std::optional<TextPlace> place;
  /// The nests that it is in, from the outermost.
  std::vector<std::string> nests;
};

/// One step of a fix, with what is known of the pipeline that it is about.
struct FixStep {
  const Fix &fix;
  std::optional<NamedNode> pass = std::nullopt, reference = std::nullopt;
  /// Where what is moved or inserted is in the end.
  std::vector<std::string> nests = {};
  /// What stands before it and behind it then: where the reference cannot be
  /// named, as it is moved later or stands in another file, they may be.
  std::optional<NamedNode> previous = std::nullopt, next = std::nullopt;
};

/// Calls `attempt` with one way to write the step after the other, the plainest
/// first, until it returns true: that the text then is what it should be. What
/// the elements of the lists cannot say, the edits of a pipeline file
/// (`insert`, `move`, `setOptions`, `remove`) may. Returns false if none is
/// right.
bool writeStep(const PipelineTree &tree, const FixStep &step,
               llvm::function_ref<bool(const TextChanges &)> attempt);

} // namespace pmb

#endif // PMB_BUNDLES_MENDING_FIXWRITER_H
