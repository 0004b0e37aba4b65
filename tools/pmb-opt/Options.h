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
#include "tools/pmb-opt/Attribution.h"
#include "tools/pmb-opt/ExploringOptions.h"
#include "tools/pmb-opt/Timing.h"
#include "tools/pmb-opt/Verifying.h"
#include "llvm/Support/Error.h"
#include <utility>

namespace pmb {

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

/// What `--start-before` and the like name.
struct Cut {
  std::string text;
  std::string pass;
  /// Counted from 0, as llc counts.
  unsigned index;
};

/// The options of this tool. Without any of them it is mlir-opt.
struct OptOptions : GivenEnds {
  bool isUsed = false;
  bool listPlugins = false;
  /// Write the contracts of plugins as a file.
  bool printContracts = false;
  std::vector<std::string> activatedPlugins;
  /// Empty if the pipeline comes from mlir-opt's options.
  std::string pipelineFile;
  VariantChoice variant;
  /// In the order of the command line.
  std::vector<Edit> edits;
  std::optional<Cut> startBefore, startAfter, stopBefore, stopAfter;
  CheckMode check = CheckMode::Error;
  SimplifyMode simplify = SimplifyMode::AsDeclared;
  bool checkOnly = false;
  /// Mend the pipeline until it works, and print it.
  bool fix = false;
  /// For `fix`: also what may change what a program computes; print how the
  /// file would change, and leave it as it is.
  bool unsafeFixes = false, dryRun = false;
  /// Run the pipeline on programs that show its findings.
  bool witness = false;
  /// What is asked about the pipeline.
  Questions questions;
  AnswerFormat answerFormat = AnswerFormat::Text;
  /// Write answers to the output, and run nothing. Else an explanation goes to
  /// the standard error.
  bool asks = false;
  /// Draw the pipeline, and run nothing.
  std::optional<GraphFormat> graph;
  /// Print what the input contains, and do nothing else.
  bool printContents = false;
  /// Print the fingerprint of the pipeline, and read no input.
  bool fingerprint = false;
  /// A text or a registered pipeline to be written as a pipeline file; empty
  /// for none.
  std::string exported;
  /// The files that the options name, to be read.
  std::vector<std::string> inputs;
  /// Contracts files that are read besides the catalog.
  std::vector<std::string> contractsFiles;
  /// The version of the stock catalog; empty: the one that counts.
  std::string catalog;
  ExploringOptions exploring;
  VerifyOptions verify;
  TimingOptions timing;
  bool printBefore = false, printAfter = false, printFlattened = false;
  AttributionOptions attribution;
};

/// Adds the options to the command line. Called before that is read.
void registerOptOptions();

/// What the command line says. Fails with all that cannot be meant. REQUIRES:
/// the command line was read.
llvm::Expected<OptOptions> getOptOptions();

/// True for an option of MLIR that says how IR is read: --fix and --witness
/// give it to what they run.
bool isForRuns(llvm::StringRef option);

/// The text that `--pass-pipeline` was given; std::nullopt if it was not.
std::optional<std::string> getPassPipelineText();

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_OPTIONS_H
