//===- Options.h - The options that mlir-opt does not have ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_OPTIONS_H
#define PMB_TOOLS_PMB_OPT_OPTIONS_H

#include "builder/edit/VariantChoice.h"
#include "builder/passes/Position.h"
#include "bundles/pipelines/ContentsFile.h"
#include "bundles/report/Ask.h"
#include "bundles/report/Graph.h"
#include "tools/AskOptions.h"
#include "tools/pmb-opt/Attribution.h"
#include "tools/pmb-opt/ExploringOptions.h"
#include "tools/pmb-opt/Timing.h"
#include "tools/pmb-opt/Verifying.h"
#include "llvm/Support/Error.h"
#include <utility>

namespace pmb {

enum class PrintMode { Before, After, Flattened };
enum class CheckMode { Error, Warn, Off };
/// What is left out of the pipeline. AsDeclared: nothing, unless the pipeline
/// file says otherwise.
enum class SimplifyMode { AsDeclared, Dedupe, Share };

struct EditOption;

/// A quick edit of the pipeline.
struct Edit {
  const EditOption *option;
  /// As it was given: `--insert-before=cse:sccp`.
  std::string text;
  Selector selector;
  /// The new pass or registered pipeline; empty for others.
  std::string name = {}, options = {};
  /// What is moved.
  std::optional<Selector> moved = std::nullopt;
};

/// Makes the options for edits.
std::vector<std::unique_ptr<ListFlag>>
makeEditFlags(cl::OptionCategory &category);

/// What `--start-before` and the like name.
struct Cut {
  std::string text;
  std::string pass;
  /// Counted from 0, as llc counts.
  unsigned index;
};

/// The options of this tool. Without any of them it is mlir-opt.
struct OptOptions : GivenEnds {
  OptOptions();

  cl::OptionCategory category{"Editing and checking the pipeline"};

  /// Empty if the pipeline comes from mlir-opt's options.
  Flag<std::string> pipelineFile{
      category, "pipeline",
      "Run the pipeline of this *.pipeline.json or *.pipeline",
      cl::value_desc("file")};
  ListFlag givenVariants{
      category, "variant",
      "What the pipeline is built for: a variant or an option that is "
      "true (gpu), or an option with its value (vector-size=8)",
      cl::CommaSeparated, cl::value_desc("name[=value],...")};
  ListFlag plugins{category, "load-pipeline-plugin",
                   "Load a plugin and let it take part in the pipeline",
                   cl::value_desc("library or JSON file")};
  ListFlag activatedPlugins{
      category, "use-pipeline-plugin",
      "Also use a loaded plugin that is not activated by default",
      cl::value_desc("id")};
  Flag<bool> listPlugins{category, "list-pipeline-plugins",
                         "List the plugins that were loaded, and exit"};

  Flag<std::string> givenStartBefore{
      category, "start-before",
      "Begin with the n-th pass of that name, counted from 0",
      cl::value_desc("pass[,n]")};
  Flag<std::string> givenStartAfter{category, "start-after",
                                    "Begin after the n-th pass of that name",
                                    cl::value_desc("pass[,n]")};
  Flag<std::string> givenStopBefore{category, "stop-before",
                                    "End before the n-th pass of that name",
                                    cl::value_desc("pass[,n]")};
  Flag<std::string> givenStopAfter{category, "stop-after",
                                   "End with the n-th pass of that name",
                                   cl::value_desc("pass[,n]")};

  WordFlag<CheckMode> check{
      category, "check",
      "What to do if the order of passes is wrong for the input",
      cl::values(clEnumValN(CheckMode::Error, "error",
                            "Run nothing (default with any of these options)"),
                 clEnumValN(CheckMode::Warn, "warn", "Say so, and run"),
                 clEnumValN(CheckMode::Off, "off", "Do not check")),
      cl::init(CheckMode::Error)};
  Flag<bool> checkOnly{category, "check-only", "Check, and run nothing"};
  Flag<bool> fix{category, "fix",
                 "Mend the pipeline until it runs on the input, and "
                 "nothing is left but what --expect names: in the file of "
                 "--pipeline, unless -o names another; a text is printed"};
  Flag<bool> unsafeFixes{
      category, "unsafe-fixes",
      "For --fix: also fixes that remove a pass, or give an option "
      "another value than the one that is written, unless that is "
      "its default"};
  Flag<bool> dryRun{
      category, "dry-run",
      "For --fix: print how the file of --pipeline would change, and "
      "leave it as it is; exit with 1 if it would"};
  Flag<bool> witness{
      category, "witness",
      "For each finding that depends on the input, run the pipeline on "
      "small programs until one shows it, and print that; read no "
      "input"};
  Flag<bool> printContracts{
      category, "print-contracts",
      "Print what plugins, and what was registered in them, say of "
      "passes, as a contracts file for pmb-check"};
  Flag<bool> printContents{
      category, "print-contents",
      "Print what the input contains, as --contents=@<file> and "
      "*.pipeline.json read it, and do nothing else"};
  ListFlag givenContents{
      category, "contents",
      "Check the pipeline for an input that contains this, and not for "
      "the one that is there: dialects (linalg), operations, kinds of "
      "types (!memref), @<file> for those of a file",
      cl::CommaSeparated, cl::value_desc("item,...")};
  /// Empty: the one that counts.
  Flag<std::string> catalog{
      category, "catalog",
      "Take what is known about the passes of MLIR from this version "
      "of the catalog (22.1): what is newer leads to remarks only",
      cl::value_desc("version")};
  ListFlag contractsFiles{category, "contracts",
                          "Read contracts of passes from this file",
                          cl::value_desc("file")};
  ListFlag givenExpect{category, "expect",
                       "What may remain after the pipeline: dialects (llvm), "
                       "operations, kinds of types (!memref)",
                       cl::CommaSeparated, cl::value_desc("item,...")};
  WordFlag<SimplifyMode> simplify{
      category,
      "simplify",
      "Leave passes out that need not run, and say which, beside "
      "what a pipeline file says itself",
      cl::ValueOptional,
      cl::values(clEnumValN(SimplifyMode::Dedupe, "", ""),
                 clEnumValN(SimplifyMode::Dedupe, "dedupe",
                            "What an equal pass has done (default)"),
                 clEnumValN(SimplifyMode::Share, "share",
                            "Also cleanups that a later one serves")),
      cl::init(SimplifyMode::AsDeclared)};
  AskFlags askFlags{category};
  WordFlag<AnswerFormat> answerFormat{
      category, "format",
      "Format of answers (--why), of --idle and --compare-timing",
      cl::values(clEnumValN(AnswerFormat::Text, "text", "For people (default)"),
                 clEnumValN(AnswerFormat::Json, "json",
                            "For tools; also --explain runs nothing then")),
      cl::init(AnswerFormat::Text)};
  WordFlag<GraphFormat> graph{
      category, "graph",
      "Draw the pipeline as it would run, with what ties passes and "
      "what holds where, and run nothing"};
  Flag<bool> fingerprint{
      category, "fingerprint",
      "Print the fingerprint of what would run, with the plugins that "
      "take part, and read no input"};
  /// Empty for none.
  Flag<std::string> exported{
      category, "export-pipeline",
      "Print a pipeline file for a registered pipeline or a textual "
      "one, with all of its passes, and read no input",
      cl::value_desc("name{options} or text")};
  FlagOf<cl::list<PrintMode, bool, WordParser<PrintMode>>> print{
      category, "print-pipeline",
      "Print the pipeline to the standard error before it runs",
      cl::CommaSeparated,
      cl::values(
          clEnumValN(PrintMode::Before, "before", "A list, as it was given"),
          clEnumValN(PrintMode::After, "after",
                     "A list, edited, with who put each pass there"),
          clEnumValN(PrintMode::Flattened, "flattened",
                     "The part that runs, as text for mlir-opt"))};
  /// By what they do.
  std::vector<std::unique_ptr<ListFlag>> editFlags = makeEditFlags(category);
  AttributionOptions attribution;
  ExploringOptions exploring;
  VerifyOptions verify;
  TimingOptions timing;

  /// Reads the rest. Fails with all that cannot be meant. REQUIRES: the command
  /// line was read.
  llvm::Error read();

  /// Whether anything of this tool is asked for, and not only of mlir-opt.
  bool isUsed = false;
  VariantChoice variant;
  /// In the order of the command line.
  std::vector<Edit> edits;
  std::optional<Cut> startBefore, startAfter, stopBefore, stopAfter;
  /// What is asked about the pipeline.
  Questions questions;
  /// Write answers to the output, and run nothing. Else an explanation goes to
  /// the standard error.
  bool asks = false;
  /// The files that the options name, to be read.
  std::vector<std::string> inputs;

  bool draws() const { return graph.getNumOccurrences(); }
  bool prints(PrintMode mode) const { return llvm::is_contained(print, mode); }
  DiffFormat getDiffFormat() const {
    return answerFormat == AnswerFormat::Json ? DiffFormat::Json
                                              : DiffFormat::Text;
  }
  bool isCutAtStart() const { return startBefore || startAfter; }

private:
  llvm::Error readFlags();
  llvm::Error findUse();
  llvm::Error readCuts();
  llvm::Error readItems(const cl::list<std::string> &option,
                        GivenContents &items);
  llvm::Error verifyCombinations() const;
  bool isAboutRun() const;
};

/// Adds the options to the command line. Called once, before that is read.
OptOptions &registerOptOptions();

/// True for an option of MLIR that says how IR is read: --fix and --witness
/// give it to what they run.
bool isForRuns(llvm::StringRef option);

/// The text that `--pass-pipeline` was given; std::nullopt if it was not.
std::optional<std::string> getPassPipelineText();

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_OPTIONS_H
