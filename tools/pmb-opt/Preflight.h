//===- Preflight.h - All that happens before anything runs ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_PREFLIGHT_H
#define PMB_TOOLS_PMB_OPT_PREFLIGHT_H

#include "bundles/report/Report.h"
#include "passmanager/PassManagerBuilder.h"
#include "tools/pmb-opt/Input.h"
#include "tools/pmb-opt/Options.h"

namespace pmb {

/// A pass manager, and the builder that fills it. It need not have been run.
struct ComposedPipeline {
  ComposedPipeline() = default;
  /// `context` must outlive this.
  ComposedPipeline(mlir::MLIRContext *context, llvm::StringRef rootOp)
      : pm(std::make_unique<mlir::PassManager>(
            context, rootOp, mlir::PassManager::Nesting::Implicit)) {}
  ComposedPipeline(ComposedPipeline &&) = default;
  ~ComposedPipeline() {
    if (builder)
      builder->discard();
  }

  /// Makes the builder. `catalog` must outlive it.
  void makeBuilder(const Catalog &catalog) {
    builder = std::make_unique<PassManagerBuilder>(*pm, catalog);
  }

  /// Null if it is that of others.
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<mlir::PassManager> pm;
  std::unique_ptr<PassManagerBuilder> builder;
};

/// Composes, edits and checks the pipeline against each part of the input, so
/// that nothing has run if that fails. There is one pipeline for each operation
/// that a part of the input is, which is `builtin.module` as a rule.
class Preflight {
public:
  /// `config` is that of mlir-opt's options. All must outlive this.
  Preflight(const OptOptions &options, const mlir::MlirOptMainConfig &config,
            llvm::StringRef inputName)
      : options(options), config(config), inputName(inputName) {
    if (options.verify.isUsed())
      verifying = std::make_unique<Verifying>(options.verify);
  }

  /// Takes in the next part of the input. Fails, after a report, if the
  /// pipeline cannot be composed.
  mlir::LogicalResult addPart(InputPart part);

  /// Reports the findings about all parts, and makes the pipelines ready. Fails
  /// if there are errors.
  mlir::LogicalResult finish();

  /// Fills a pass manager with the pipeline for its operation.
  mlir::LogicalResult fill(mlir::PassManager &pm) const;
  /// Lets `recorder` record what the pass managers run that are filled from now
  /// on. It must outlive this. REQUIRES: `finish` succeeded, and the options
  /// ask for a report.
  void setRecorder(RunRecorder *newRecorder) { recorder = newRecorder; }
  /// What holds contracts against what runs; null if nothing does.
  Verifying *getVerifying() const { return verifying.get(); }

  /// A pipeline, composed and edited like the one that will run.
  using Copy = ComposedPipeline;
  /// The pipeline for the input, composed once more. What the check says of it
  /// is off. REQUIRES: `finish` succeeded.
  llvm::Expected<Copy> composeAgain() const;
  /// The pipeline for `rootOp` without any input: composed and edited, not
  /// checked. Fails, and returns no copy, after a report.
  std::optional<Copy> composeAlone(mlir::MLIRContext &context,
                                   llvm::StringRef rootOp);
  /// Prints a finding about the pipeline, with its place.
  /// Says of a --pass-pipeline that MLIR has refused what may be meant in it.
  void printMisspelled() const;
  void printFinding(const Diagnostic &finding) const;

  /// Whether everything that was asked could be answered, and the answers.
  /// REQUIRES: `finish` was called, and may have failed.
  bool isAnswered() const { return answered; }
  llvm::ArrayRef<Answers> getAnswers() const { return answers; }

  /// What --graph asks for. REQUIRES: `finish` was called, and may have failed.
  llvm::StringRef getGraph() const { return drawn; }

  /// The input that `composeAgain` is for; null unless there is one part. Kept
  /// only if the options ask for it (`exploring`).
  mlir::Operation *getInput() const {
    return partCount == 1 ? input.get() : nullptr;
  }

  /// The pipeline that stands in the input, with --run-reproducer; empty
  /// otherwise.
  llvm::StringRef getReproducedPipeline() const { return reproduced; }

private:
  /// A finding and the lines of the parts that it is about.
  struct Finding {
    Diagnostic diagnostic;
    std::vector<unsigned> lines;
  };
  struct Composition : ComposedPipeline {
    using ComposedPipeline::ComposedPipeline;
    /// Names that look misspelled.
    std::vector<Diagnostic> nameFindings;
    std::vector<Finding> findings;
    /// Where each is among them, by its text.
    llvm::StringMap<size_t> places;
    unsigned partCount = 0;
    /// Of a run that is to be recorded: what is known before it.
    Report report;

    /// Takes in what was found for the part that begins in `line`.
    void add(Diagnostic diagnostic, unsigned line);
  };

  llvm::Error compose(Composition &composition) const;
  llvm::Error takePipeline(Composition &composition) const;
  void check(Composition &composition, const InputPart &part);
  /// Answers what is asked. Unknown names are reported.
  void answer(const PassManagerBuilder &builder, const InputPart &part);
  Report collectFindings(Composition &composition) const;
  /// Prints what keeps a pipeline from being made, as a report of a check.
  /// Returns false if nothing does. `builder` has what was made so far.
  bool printReport(llvm::Error error,
                   const PassManagerBuilder *builder = nullptr) const;
  llvm::Error build(Composition &composition);
  /// What findings about a pipeline mean.
  CheckMode getCheckMode(const Composition &composition) const;

  const OptOptions &options;
  const mlir::MlirOptMainConfig &config;
  std::string inputName;
  std::unique_ptr<Verifying> verifying;
  RunRecorder *recorder = nullptr;
  /// Made for the first part.
  std::optional<Catalog> catalog;
  llvm::StringMap<Composition> compositions;
  /// Their operations, in the order of the input.
  std::vector<std::string> order;
  unsigned partCount = 0;
  /// Goes before its context, which is one of the compositions'.
  mlir::OwningOpRef<mlir::Operation *> input;
  std::vector<std::string> inputContents;
  /// What --run-reproducer found in it, and its passes as a text.
  mlir::PassReproducerOptions reproducer;
  std::string reproduced;
  std::string drawn;
  std::vector<Answers> answers;
  bool answered = true;
};

/// Prints what an error says. Returns false if there is none.
bool printErrors(llvm::Error error);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_PREFLIGHT_H
