//===- NamedPipeline.cpp - The pipeline that options name -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/NamedPipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/SourceMgr.h"

using namespace pmb;
using namespace llvm;

static Error readFile(const OptOptions &options, const Catalog &catalog,
                      NameChecker &names, NamedPipeline &result) {
  result.name = options.pipelineFile;
  if (Error error =
          PipelineFile::read(options.pipelineFile).moveInto(result.file))
    return error;
  result.pipeline =
      std::make_unique<Pipeline>(result.file->getAnchor(), catalog);
  if (Error error = result.file->appendTo(*result.pipeline, options.variant))
    return error;
  result.findings = result.file->checkNames(names, result.pipeline.get());
  return Error::success();
}

static Error readText(const OptOptions &options, StringRef adopted,
                      const Catalog &catalog, NameChecker &names,
                      NamedPipeline &result) {
  std::optional<std::string> given = getPassPipelineText();
  result.name = given ? "<pass-pipeline>" : "<command line>";
  Expected<TextualPipeline> parsed =
      parseTextualPipeline(given ? StringRef(*given) : adopted, result.name);
  if (!parsed)
    return parsed.takeError();
  result.pipeline = std::make_unique<Pipeline>(parsed->getRootOp(), catalog);
  if (Error error = options.variant.applyTo(*result.pipeline))
    return error;
  if (Error error = parsed->appendTo(*result.pipeline))
    return error;
  result.findings = parsed->checkNames(names, result.pipeline.get());
  return Error::success();
}

Expected<NamedPipeline> pmb::readNamedPipeline(const OptOptions &options,
                                               StringRef adopted,
                                               const Catalog &catalog,
                                               NameChecker &names) {
  NamedPipeline result;
  if (Error error = options.pipelineFile.empty()
                        ? readText(options, adopted, catalog, names, result)
                        : readFile(options, catalog, names, result))
    return error;
  if (result.pipeline->empty())
    return makeError(Diagnostic(DiagnosticCode::EmptyPipeline,
                                "the pipeline has no passes, so there is "
                                "nothing to do"));
  options.applyTo(result.pipeline->getInterface());
  return result;
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
