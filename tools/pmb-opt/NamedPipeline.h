//===- NamedPipeline.h - The pipeline that options name, as it is written -===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What mends or only runs a pipeline in other processes needs no instances of
// its passes: it reads the text or the file that the options name.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_NAMEDPIPELINE_H
#define PMB_TOOLS_PMB_OPT_NAMEDPIPELINE_H

#include "builder/passes/NameChecker.h"
#include "bundles/pipelines/WrittenPipeline.h"
#include "mlir/Support/LLVM.h"
#include "tools/pmb-opt/Options.h"

namespace mlir {
class MLIRContext;
class MlirOptMainConfig;
} // namespace mlir

namespace pmb {

struct NamedPipeline : WrittenPipeline {
  /// What messages call it.
  std::string name;
  std::unique_ptr<Pipeline> pipeline;
  /// The text as it was given, before it was corrected.
  std::string original;
  /// Names that are likely to be misspelled.
  std::vector<Diagnostic> findings;
};

/// What messages call the pipeline: its file, or what stands for the command
/// line.
std::string getPipelineName(const OptOptions &options);

/// Reads the file of --pipeline: a *.pipeline, which has what --pass-pipeline
/// takes, or a pipeline file. Without one, the text of --pass-pipeline.
/// Composes nothing.
llvm::Expected<NamedPipeline> parsePipeline(const OptOptions &options);

/// Reads the pipeline. `adopted` is what mlir-opt's other options say. Fails
/// with all that is wrong with it. `catalog` must outlive it. If `corrections`
/// is given, the text is corrected first, and it says how.
llvm::Expected<NamedPipeline>
readNamedPipeline(const OptOptions &options, llvm::StringRef adopted,
                  const Catalog &catalog, NameChecker &names,
                  std::vector<std::string> *corrections = nullptr);

/// Fails if the pipeline has no passes.
llvm::Error verifyNotEmpty(const Pipeline &pipeline);

/// The text of the passes that mlir-opt's options name one by one, on `rootOp`;
/// empty if --pass-pipeline is given. Fails, after having said why, if they
/// cannot be.
mlir::FailureOr<std::string> readPasses(const mlir::MlirOptMainConfig &config,
                                        mlir::MLIRContext &context,
                                        llvm::StringRef rootOp);

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_NAMEDPIPELINE_H
