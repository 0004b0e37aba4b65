//===- EntryDecider.h - What of a file is in the pipeline -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_ENTRYDECIDER_H
#define PMB_BUNDLES_PIPELINES_ENTRYDECIDER_H

#include "bundles/pipelines/PipelineDescription.h"
#include "llvm/ADT/StringMap.h"

namespace pmb {

/// Decides the conditions of entries, and gives them options from elsewhere.
class EntryDecider {
public:
  using File = const PipelineDescription &;
  /// A bundle that a file defines.
  struct Definition {
    const PipelineDescription *file;
    const Recipe *entry;
  };
  using Definitions = llvm::StringMap<Definition>;

  /// `definitions` are those of all files, and may still be added to.
  EntryDecider(const PipelineDescriptions &files,
               const Definitions &definitions, Pipeline &pipeline)
      : files(files), definitions(definitions), pipeline(pipeline) {}

  /// Whether an entry is there. What is not is remembered by name.
  llvm::Expected<bool> decide(File file, const Recipe &entry);
  /// The options of an entry, with those that are from elsewhere.
  llvm::Expected<std::string> getOptions(const Recipe &entry);
  /// The end that counts; null if none does.
  llvm::Expected<const PipelineEnd *> choose(llvm::ArrayRef<PipelineEnd> ends);

  /// Calls `add` where conditions ask for the options of `definition` first.
  /// Fails with `bad-options` if it cannot have those that are `given`.
  llvm::Error inDefinition(const Recipe &definition, llvm::StringRef given,
                           llvm::function_ref<llvm::Error()> add);

private:
  void noteAbsent(const Recipe &entry, llvm::StringRef condition);

  const PipelineDescriptions &files;
  const Definitions &definitions;
  Pipeline &pipeline;
  /// Null outside of definitions.
  const OptionScope *scope = nullptr;
  /// The files that were noted as absent: each once, as they can include each
  /// other very often.
  llvm::SmallVector<unsigned> absentFiles;
  /// What `noteAbsent` looks at.
  std::vector<const Recipe *> open;
};

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_ENTRYDECIDER_H
