//===- NamedPipeline.cpp - The pipeline that options name -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/NamedPipeline.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tools/pmb-opt/Preflight.h"
#include "llvm/Support/SourceMgr.h"

using namespace pmb;
using namespace llvm;

Error NamedPipeline::appendTo(Pipeline &other,
                              const VariantChoice &variant) const {
  if (file)
    return file->appendTo(other, variant);
  if (Error error = variant.applyTo(other))
    return error;
  return text->appendTo(other);
}

Expected<NamedPipeline> pmb::readNamedPipeline(const OptOptions &options,
                                               StringRef adopted,
                                               const Catalog &catalog,
                                               NameChecker &names) {
  NamedPipeline result;
  result.name = getPipelineName(options);
  if (!options.pipelineFile.empty()) {
    if (Error error =
            PipelineFile::read(options.pipelineFile).moveInto(result.file))
      return error;
  } else if (Error error =
                 parseTextualPipeline(
                     getPassPipelineText().value_or(adopted.str()), result.name)
                     .moveInto(result.text)) {
    return error;
  }
  result.pipeline = std::make_unique<Pipeline>(
      result.file ? result.file->getAnchor() : result.text->getRootOp(),
      catalog);
  if (Error error = result.appendTo(*result.pipeline, options.variant))
    return error;
  result.findings = result.file
                        ? result.file->checkNames(names, result.pipeline.get())
                        : result.text->checkNames(names, result.pipeline.get());
  options.applyTo(result.pipeline->getInterface());
  return result;
}

Error pmb::verifyNotEmpty(const Pipeline &pipeline) {
  if (!pipeline.empty())
    return Error::success();
  return makeError(Diagnostic(DiagnosticCode::EmptyPipeline,
                              "the pipeline has no passes, so there is nothing "
                              "to do"));
}

mlir::FailureOr<std::string>
pmb::readPasses(const mlir::MlirOptMainConfig &config,
                mlir::MLIRContext &context, StringRef rootOp) {
  if (getPassPipelineText())
    return std::string();
  SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler printer(sources, &context);
  mlir::PassManager pm(&context, rootOp, mlir::PassManager::Nesting::Implicit);
  if (mlir::failed(config.setupPassPipeline(pm)))
    return mlir::failure();
  std::string text;
  raw_string_ostream os(text);
  pm.printAsTextualPipeline(os);
  return text;
}
