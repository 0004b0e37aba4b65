//===- NamedPipeline.cpp - The pipeline that options name -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/NamedPipeline.h"
#include "bundles/mending/Corrections.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tools/pmb-opt/Preflight.h"
#include "llvm/Support/SourceMgr.h"

using namespace pmb;
using namespace llvm;

std::string pmb::getPipelineName(const OptOptions &options) {
  return !options.pipelineFile.empty() ? options.pipelineFile.getValue()
         : getPassPipelineText()       ? "<pass-pipeline>"
                                       : "<command line>";
}

/// Reads what a file of that name has; a pipeline that is in no file is a text.
static Expected<NamedPipeline> parse(SourceText source, StringRef path) {
  NamedPipeline result;
  result.name = path.empty() ? source.getName().str() : path.str();
  bool isJson = !path.empty() && isPipelineJson(path, source.getText());
  WrittenPipeline &written = result;
  if (Error error =
          WrittenPipeline::parse(std::move(source), isJson).moveInto(written))
    return error;
  return result;
}

/// `adopted` is taken where no other option says what the pipeline is.
static Expected<SourceText> readSource(const OptOptions &options,
                                       StringRef adopted) {
  if (!options.pipelineFile.empty())
    return SourceText::read(options.pipelineFile);
  return SourceText::copy(getPassPipelineText().value_or(adopted.str()),
                          getPipelineName(options));
}

Expected<NamedPipeline> pmb::parsePipeline(const OptOptions &options) {
  Expected<SourceText> source = readSource(options, "");
  if (!source)
    return source.takeError();
  return parse(std::move(*source), options.pipelineFile);
}

static Expected<NamedPipeline>
compose(SourceText source, const OptOptions &options, const Catalog &catalog) {
  Expected<NamedPipeline> result =
      parse(std::move(source), options.pipelineFile);
  if (!result)
    return result.takeError();
  result->pipeline =
      std::make_unique<Pipeline>(result->getRoot(catalog), catalog);
  if (Error error = result->appendTo(*result->pipeline, options.variant))
    return error;
  return std::move(*result);
}

Expected<NamedPipeline>
pmb::readNamedPipeline(const OptOptions &options, StringRef adopted,
                       const Catalog &catalog, NameChecker &names,
                       std::vector<std::string> *corrections) {
  Expected<SourceText> source = readSource(options, adopted);
  if (!source)
    return source.takeError();
  std::string original = source->getText().str();
  auto find = [&](const SourceText &text) {
    Expected<NamedPipeline> composed = compose(text.clone(), options, catalog);
    return composed ? std::vector<Diagnostic>()
                    : takeDiagnostics(composed.takeError());
  };
  if (corrections)
    *source = SourceText::copy(
        Corrector(catalog, find).correctAll(*source, *corrections),
        source->getName());
  Expected<NamedPipeline> result =
      compose(std::move(*source), options, catalog);
  if (!result)
    return result.takeError();
  result->original = std::move(original);
  result->findings = result->checkNames(names, result->pipeline.get());
  options.applyTo(result->pipeline->getInterface());
  return std::move(*result);
}

Error pmb::verifyNotEmpty(const Pipeline &pipeline) {
  if (!pipeline.empty())
    return Error::success();
  return Diagnostic(DiagnosticCode::EmptyPipeline,
                    "the pipeline has no passes, so there is nothing to do");
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
