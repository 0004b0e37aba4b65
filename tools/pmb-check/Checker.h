//===- Checker.h - Checking one input after the other ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_CHECKER_H
#define PMB_TOOLS_PMB_CHECK_CHECKER_H

#include "builder/passes/NameChecker.h"
#include "bundles/pipelines/PipelineFile.h"
#include "tools/pmb-check/Options.h"

namespace pmb {

class GuessedContracts;
class PipelineText;
class TextualPipeline;
struct FoundPipeline;

/// Checks inputs against one catalog.
class Checker {
public:
  /// `catalog` and `options` must outlive the checker. What `--fix` and
  /// `--simplify` print goes to `output`.
  Checker(const Catalog &catalog, const CheckOptions &options,
          llvm::raw_ostream &output)
      : catalog(catalog), options(options), output(output), names(catalog) {
    names.setPorting(options.from);
  }

  /// Checks a file, or the standard input for `-`. With `--all-variants` there
  /// are several reports.
  std::vector<Report> checkFile(llvm::StringRef path);
  /// The same for the text of one.
  std::vector<Report> checkSource(SourceText text);
  /// Checks a textual pipeline that messages call `name`.
  Report checkText(llvm::StringRef text, llvm::StringRef name);

  /// The report of a file that is no pipeline, with what was found in it, which
  /// gets the severities that the command line gives it.
  Report reportOf(llvm::StringRef name, std::vector<Diagnostic> findings) const;
  /// The report of an input that messages call `name` and that cannot be
  /// checked.
  Report refuse(llvm::StringRef name, llvm::Error error);

  /// Sets what the command line says of a pipeline.
  void applyOptions(Pipeline &pipeline) const;

  /// Lets these plugins, and no others, edit all pipelines that are checked
  /// from now on.
  void setPlugins(std::vector<PipelineFile> files) {
    plugins = std::move(files);
  }

  /// Also collects the passes that no contract describes.
  void collectFor(GuessedContracts &contracts) { guesses = &contracts; }

  /// True once a file would be changed by fixes that are not made now.
  bool wouldChange() const { return hasDifference; }
  /// True once an input could not be read or written, or was no pipeline.
  bool sawBadInput() const { return hasBadInput; }
  /// What was asked about each pipeline that could be composed.
  llvm::ArrayRef<Answers> getAnswers() const { return answers; }
  /// The files that inputs include.
  llvm::ArrayRef<std::string> getFiles() const { return includedFiles; }

private:
  /// A pipeline as text, and whether mlir-opt would choose its nests.
  using Text = std::pair<TextualPipeline, bool>;
  /// `otherSort` is said of a text that is no pipeline, instead of why.
  Report checkTextual(SourceText text,
                      std::optional<Diagnostic> otherSort = std::nullopt);
  /// Checks texts whose passes run one after the other.
  Report checkTexts(Report report, llvm::ArrayRef<Text> texts,
                    const FoundPipeline *found = nullptr);
  Report checkFound(const FoundPipeline &found, Report report);
  /// The pipelines of a file of another sort.
  std::vector<Report> checkInside(SourceText text);
  std::vector<Report> checkJson(SourceText text);
  Report checkVariant(const VariantChoice &choice);
  std::string nameVariant(const VariantChoice &choice,
                          const Pipeline &pipeline) const;
  using NamesFn =
      llvm::function_ref<std::vector<Diagnostic>(const Pipeline *composed)>;
  /// Lets plugins edit what was composed, unless that failed with `error`, and
  /// checks it. `help` is for a pipeline without passes; `checkNames` finds
  /// what is likely to be misspelled, and is given null if there is none.
  Report checkComposed(Report report, Pipeline &pipeline, llvm::Error error,
                       llvm::StringRef help, NamesFn checkNames,
                       const FoundPipeline *found = nullptr);
  void checkPipeline(Pipeline &pipeline, Report &report);
  /// Answers what is asked. An unknown name is bad input.
  void answer(const Pipeline &pipeline, Report &report);
  /// Adds a remark for what is left out or put in.
  void reportCleanups(const Pipeline &pipeline, Report &report);
  /// The mended text of a file, and of what is like one.
  std::string mendText(const SourceText &source,
                       std::vector<Report::MadeFix> &fixes);
  /// Mends a file, and returns the text that it then has.
  std::string mendFile(const SourceText &source,
                       std::vector<Report::MadeFix> &fixes);
  /// The text with what is misspelled in it put right, so far as that keeps it
  /// from being composed. What is no file is printed, so all must be right.
  SourceText correct(const SourceText &source,
                     std::vector<Report::MadeFix> &fixes);
  /// The same for what is no file, if it is to be mended.
  SourceText correctPrinted(SourceText source,
                            std::vector<Report::MadeFix> &fixes);
  /// What keeps the pipelines of a text from being composed.
  std::vector<Diagnostic> findMistakes(const SourceText &source);
  /// The mended text of a pipeline, and of a file that runs some.
  void sayOtherVariants(const SourceText &source, llvm::StringRef after) const;
  std::string mend(const SourceText &source, bool isPipelineFile,
                   std::vector<Report::MadeFix> &fixes);
  std::string mendInside(const SourceText &source,
                         std::vector<Report::MadeFix> &fixes);
  /// Makes fixes while that helps, those of names first. What is no file is
  /// printed: as a pipeline file if it was one, else as a text.
  void fixPipeline(Pipeline &pipeline, Report &report);
  void printFixed(const Pipeline &pipeline);
  /// Of what --from says of a mended text, leaves what it said of the text as
  /// it was.
  void dropNewChanges(std::vector<Diagnostic> &findings);
  /// Says which fixes are left when all are made that --fix makes, and why.
  void sayLeftFixes(Report &report) const;
  void reportUnknownPasses(const Pipeline &pipeline, Report &report);
  /// What follows is about another input.
  void beginInput(bool isInFile);
  /// The same, of one that is no file. Fails if that makes no sense.
  llvm::Error beginText();
  /// Says, for the first pipeline where it is so, that more could be checked.
  void suggestOutput(const Pipeline &pipeline, Report &report);
  /// Advises --from for what a tool of another release runs, in the place of
  /// fixes.
  void suggestRelease(unsigned release, Report &report) const;
  /// Whether that is so; 0 for what has none in its name.
  bool isOtherRelease(unsigned release) const;
  void rejectInput(Report &report, llvm::Error error);
  void applySeverities(Report &report) const;
  /// What the command line, or else the file that is being checked, says.
  std::optional<Severity> getSeverity(DiagnosticCode code) const;

  void declarePluginOptions(Pipeline &pipeline) const;
  llvm::Error appendPlugins(Pipeline &pipeline) const;

  const Catalog &catalog;
  const CheckOptions &options;
  llvm::raw_ostream &output;
  NameChecker names;
  GuessedContracts *guesses = nullptr;
  /// Null for textual pipelines.
  const PipelineFile *file = nullptr;
  std::vector<PipelineFile> plugins;
  /// The text that is being mended; null while there is none.
  PipelineText *edited = nullptr;
  /// What --from says has changed about the text before it was mended; nullopt
  /// for what is not mended.
  std::optional<llvm::StringSet<>> toldChanges;
  /// Whether fixes were found for the input, and none of them was kept.
  bool areFixesDropped = false;
  /// Whether the input is a file, or is mended as one: all of its text is kept.
  bool isFile = false;
  /// Whether nothing is asked but if a pipeline can be composed, and runs on
  /// nothing that its passes replace.
  bool onlyComposes = false;
  bool hasBadInput = false, hasSuggestedOutput = false, hasDifference = false;
  std::vector<std::string> includedFiles;
  std::vector<Answers> answers;
};

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_CHECKER_H
