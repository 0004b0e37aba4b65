//===- PipelineText.h - A pipeline that is mended in its text -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fixes are about passes, and a file is what people wrote. Here a fix is made
// in the text: only the characters that it is about change. After each step the
// text is read again, and must give the pipeline that the step makes; or else
// the text stays as it was.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_MENDING_PIPELINETEXT_H
#define PMB_BUNDLES_MENDING_PIPELINETEXT_H

#include "builder/Pipeline.h"
#include "builder/diagnostics/SourceText.h"
#include "builder/edit/VariantChoice.h"
#include "bundles/json/TextEdits.h"
#include <functional>

namespace pmb {

/// Passes with their options and nests, bundles and slots: two pipelines run
/// the same if these are equal. Without what the builder has put in.
std::string getStructure(const Pipeline &pipeline);

/// The text of a textual pipeline or of a pipeline file.
class PipelineText {
public:
  /// `name` is that of the file, to which includes are relative. Of a pipeline
  /// file the variant that `choice` says is looked at. `prepare` is called with
  /// each pipeline that is read, and sets what the command line says of its
  /// input and output. What the text includes is from `store`, if there is one.
  /// `catalog` must outlive the text.
  PipelineText(llvm::StringRef text, llvm::StringRef name, bool isJson,
               const Catalog &catalog, VariantChoice choice,
               std::function<void(Pipeline &)> prepare,
               std::shared_ptr<const TextStore> store = nullptr)
      : text(text), name(name), isJson(isJson), catalog(&catalog),
        choice(std::move(choice)), prepare(std::move(prepare)),
        store(std::move(store)) {}

  llvm::StringRef getText() const { return text; }

  /// The pipeline that the text gives, after a check. Fails as reading and
  /// composing it do.
  llvm::Expected<std::unique_ptr<Pipeline>> compose() const {
    return compose(text, choice);
  }

  /// Makes the fixes with all their steps, one after the other, or nothing.
  /// Fails with the reason, as a part of a sentence, if the text cannot say
  /// what one does, or if another variant of a pipeline file would get more
  /// errors by it; `failed`, if given, is set to its number. REQUIRES: the
  /// first is about what `compose` gives, and each other about what the one
  /// before has made.
  llvm::Error apply(llvm::ArrayRef<Fix> fixes, size_t *failed = nullptr);

  /// Whether the text is that of `pipeline`.
  bool gives(const Pipeline &pipeline) const {
    return gives(text, getStructure(pipeline));
  }

private:
  llvm::Expected<std::unique_ptr<Pipeline>>
  compose(llvm::StringRef from, const VariantChoice &built) const;
  llvm::Error applySteps(const Fix &fix);
  llvm::Error applyStep(const Fix &step);
  /// Writes the passes of the registered pipelines around a pass in the place
  /// of their name.
  llvm::Error openPipelines(const Fix &step);
  /// Whether a text gives the pipeline that is `wanted`.
  bool gives(llvm::StringRef changed, llvm::StringRef wanted) const;
  /// Makes the changes if the text then gives the pipeline that is `wanted`,
  /// be it with two nests as one that stand side by side by them.
  bool attempt(llvm::ArrayRef<TextChange> changes, llvm::StringRef wanted);
  llvm::Error verifyVariants(llvm::StringRef before) const;

  std::string text, name;
  bool isJson;
  const Catalog *catalog;
  VariantChoice choice;
  std::function<void(Pipeline &)> prepare;
  std::shared_ptr<const TextStore> store;
};

} // namespace pmb

#endif // PMB_BUNDLES_MENDING_PIPELINETEXT_H
