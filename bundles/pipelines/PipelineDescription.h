//===- PipelineDescription.h - What a pipeline file says ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain data between JSON and a pipeline: PipelineReader makes it of JSON,
// PipelineWriter writes it, PipelineFile applies it.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_PIPELINES_PIPELINEDESCRIPTION_H
#define PMB_BUNDLES_PIPELINES_PIPELINEDESCRIPTION_H

#include "builder/Pipeline.h"
#include "bundles/json/JsonDocument.h"
#include "bundles/pipelines/ContentsFile.h"
#include "llvm/ADT/STLExtras.h"

namespace pmb {

class NameChecker;

/// An edit of what the lists have made. In what was read without an error, the
/// optional parts of its kind are set.
struct PipelineEdit {
  /// In the order in which they are made.
  enum class Kind {
#define PMB_EDIT(KIND, KEY, WHAT, PART, MAKE) KIND,
#include "bundles/pipelines/Edits.def"
#undef PMB_EDIT
  };
  Kind kind;
  /// The pass, bundle or slot to insert; else a pass with the condition, the
  /// reason and the options to set.
  Recipe entry;
  /// What is edited; not of Insert.
  std::optional<Selector> of;
  TextPlace ofPlace;
  /// Of what has a place.
  std::optional<Position> position;
  TextPlace positionPlace;
};

/// The kinds of edits, and the keys under which a file has them.
inline constexpr std::pair<PipelineEdit::Kind, llvm::StringLiteral> editKeys[] =
    {
#define PMB_EDIT(KIND, KEY, WHAT, PART, MAKE) {PipelineEdit::Kind::KIND, KEY},
#include "bundles/pipelines/Edits.def"
#undef PMB_EDIT
};

/// What the input or the output has where a condition holds.
struct PipelineEnd {
  std::string when;
  TextPlace whenPlace;
  /// Of the value as a whole.
  TextPlace place;
  GivenContents contents;
  std::vector<std::string> properties;
  /// The contents files that were read for it.
  std::vector<std::string> files;
};

/// More entries for the contract of a pass.
struct PipelineConstraint {
  std::string pass;
  Contract contract;
  TextPlace place;
};

/// What one file says.
struct PipelineDescription {
  /// Absent if the description was not read from a text.
  std::optional<SourceText> source;
  /// What was read, to find the place of a name that turns out to be wrong.
  std::optional<JsonDocument> document;
  std::string schema;
  std::string description;
  /// Empty if the file does not say: `builtin.module` for a pipeline, and
  /// anything for a file that is included.
  std::string anchor;
  TextPlace anchorPlace = {1, 1};
  std::vector<Recipe> bundles;
  std::vector<Recipe> entries;
  std::vector<PipelineEdit> edits;
  std::vector<PipelineConstraint> constraints;
  /// The first whose condition holds counts.
  std::vector<PipelineEnd> inputs, outputs;
  /// What the input never has, and where that stands.
  std::vector<InputExclusion> inputNever;
  /// False if the pipeline runs without threads.
  bool isThreaded = true;
  llvm::StringMap<Origin> neverOrigins;
  /// What the pipeline can be built for.
  std::vector<OptionDescriptor> options;
  std::vector<VariantDescriptor> declaredVariants;
  /// What it is built for.
  std::vector<std::string> variants;
  TextPlace optionsPlace, variantsPlace;
  /// What the builder may leave out and add. Not set: as it stands.
  std::optional<CleanupSettings> cleanups;
  std::vector<std::pair<DiagnosticCode, Severity>> severities;
  /// What reading has found that is no error, for `checkNames`.
  std::vector<Diagnostic> remarks;

  /// The ends of both sides.
  auto getEnds() const {
    return llvm::concat<const PipelineEnd>(inputs, outputs);
  }
  /// Calls `visit` for all elements of bundles, of the list and of insertions,
  /// each before those that are in it.
  void forEachElement(llvm::function_ref<void(const Recipe &)> visit) const;

  /// Gives a diagnostic the place of the first of `names` that stands in the
  /// value or below the key that is at `place`; otherwise `place`. Does nothing
  /// without a source.
  void locate(Diagnostic &diagnostic, TextPlace place,
              llvm::ArrayRef<llvm::StringRef> names = {}) const;
};

/// Adds an error about what stands at `place` of a file, or there under the
/// name that it is about, or `name`.
void addFailures(std::vector<Diagnostic> &failures,
                 const PipelineDescription &file, TextPlace place,
                 llvm::Error error, llvm::StringRef name = "");

/// The files of a pipeline; the first is the one that includes the others.
using PipelineDescriptions = std::vector<std::unique_ptr<PipelineDescription>>;

/// Reads a text and what it includes.
llvm::Expected<PipelineDescriptions>
readPipelineDescriptions(llvm::Expected<SourceText> text);

/// Declares the options and variants of all files, or nothing. What a plugin
/// has under `variants` is what it wants, and declares none.
llvm::Error declareOptions(const PipelineDescriptions &files,
                           Pipeline &pipeline, bool isPlugin = false);
/// Fails with all that is wrong with conditions, and with options that passes
/// and bundles get, whether or not the conditions hold. REQUIRES: the options
/// of the files are declared.
llvm::Error verifyConditions(const PipelineDescriptions &files,
                             const Pipeline &pipeline);
/// Adds the names of options and variants that conditions of a contract ask
/// for; not those that `owner`, the pass, declares as its own.
void collectNames(const Contract &contract, llvm::StringSet<> &names,
                  const PassDescriptor *owner = nullptr);
/// All variants and options that files ask for.
llvm::StringSet<> collectAskedNames(const PipelineDescriptions &files);
/// A warning for each option that nothing asks for; also contracts of passes of
/// `pipeline` may, if that is given.
std::vector<Diagnostic> findUnusedOptions(const PipelineDescriptions &files,
                                          const Pipeline *pipeline);

/// Looks for names that are likely to be misspelled, as
/// `PipelineFile::checkNames` does, but not for options.
std::vector<Diagnostic> checkNames(const PipelineDescriptions &files,
                                   NameChecker &checker,
                                   const Pipeline *pipeline);

/// Adds all that the files say to a pipeline on `anchor`, or nothing. A plugin
/// does not say what the pipeline is built for.
llvm::Error appendDescriptions(const PipelineDescriptions &files,
                               llvm::StringRef anchor, Pipeline &pipeline,
                               bool isPlugin = false);

} // namespace pmb

#endif // PMB_BUNDLES_PIPELINES_PIPELINEDESCRIPTION_H
