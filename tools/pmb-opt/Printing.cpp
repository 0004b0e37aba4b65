//===- Printing.cpp - What is printed of a pipeline that is not run
//---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Printing.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/pipelines/PipelineFile.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tools/pmb-opt/Preflight.h"

using namespace pmb;
using namespace llvm;

/// The operation that the pipeline is for. Fails as the file or the text does.
static Expected<std::string> findRoot(const OptOptions &options) {
  if (!options.pipelineFile.empty()) {
    Expected<PipelineFile> file = PipelineFile::read(options.pipelineFile);
    if (!file)
      return file.takeError();
    return file->getAnchor().str();
  }
  std::optional<std::string> text = getPassPipelineText();
  if (!text)
    return "builtin.module";
  Expected<TextualPipeline> parsed =
      parseTextualPipeline(*text, getPipelineName(options));
  if (!parsed)
    return parsed.takeError();
  return parsed->getRootOp().str();
}

mlir::LogicalResult pmb::printFingerprint(const OptOptions &options,
                                          const mlir::MlirOptMainConfig &config,
                                          const mlir::DialectRegistry &registry,
                                          raw_ostream &os) {
  std::string rootOp;
  if (printErrors(findRoot(options).moveInto(rootOp)))
    return mlir::failure();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  Preflight preflight(options, config, "");
  std::optional<Preflight::Copy> alone =
      preflight.composeAlone(context, rootOp);
  if (!alone)
    return mlir::failure();
  os << alone->builder->getFingerprint() << "  "
     << report::toUTF8(getPipelineName(options));
  if (!options.variant.empty())
    os << " [" << report::toUTF8(options.variant.str()) << ']';
  os << '\n';
  return mlir::success();
}
