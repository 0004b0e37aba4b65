//===- Printing.cpp - What is printed of a pipeline that is not run -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Printing.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/passes/NameChecker.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/stock/StockCatalog.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tools/pmb-opt/NamedPipeline.h"
#include "tools/pmb-opt/Plugins.h"
#include "tools/pmb-opt/Preflight.h"
#include "llvm/Support/SourceMgr.h"

using namespace pmb;
using namespace llvm;

/// The operation that the pipeline is for. Fails as the file or the text does.
static Expected<std::string> findRoot(const OptOptions &options) {
  if (options.pipelineFile.empty() && !getPassPipelineText())
    return "builtin.module";
  Expected<NamedPipeline> named = parsePipeline(options);
  if (!named)
    return named.takeError();
  return named->getRoot(getStockCatalog()).str();
}

void Preflight::printMisspelled() const {
  std::optional<std::string> text = getPassPipelineText();
  Expected<TextualPipeline> parsed =
      parseTextualPipeline(text.value_or(""), getPipelineName(options));
  if (!parsed)
    return consumeError(parsed.takeError());
  NameChecker names(*catalog);
  for (const Diagnostic &finding : parsed->checkNames(names))
    printFinding(finding);
}

std::optional<Preflight::Copy>
Preflight::composeAlone(mlir::MLIRContext &context, StringRef rootOp) {
  Composition alone(&context, rootOp);
  SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler printer(sources, &context);
  bool isRead = succeeded(config.setupPassPipeline(*alone.pm));
  if (printReport(makeCatalog(options).moveInto(catalog)))
    return std::nullopt;
  if (!isRead) {
    printMisspelled();
    return std::nullopt;
  }
  alone.makeBuilder(*catalog);
  Error error = compose(alone);
  if (!error && alone.builder->empty())
    error = makeError(
        Diagnostic(DiagnosticCode::EmptyPipeline, "the pipeline has no passes")
            .help("give --pass-pipeline or --pipeline"));
  bool isRefused = printReport(std::move(error), alone.builder.get());
  for (const Diagnostic &finding : alone.nameFindings)
    printFinding(finding);
  return isRefused ? std::nullopt : std::optional(Copy(std::move(alone)));
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

//===----------------------------------------------------------------------===//
// Exporting
//===----------------------------------------------------------------------===//

static constexpr StringLiteral exportName = "<export-pipeline>";

/// The text of a pipeline that is given by its name, with options perhaps.
static std::string makeText(StringRef given) {
  // Options may have parentheses, too.
  bool isText = given.take_front(given.find('{')).contains('(');
  return isText ? given.str() : ("builtin.module(" + given + ")").str();
}

/// Fails unless a file reads back as `pipeline`.
static Error verifyReadsBack(StringRef written, const Pipeline &pipeline,
                             mlir::MLIRContext &context) {
  Expected<PipelineFile> file =
      PipelineFile::parse(SourceText::copy(written, exportName));
  if (!file)
    return file.takeError();
  ComposedPipeline again(&context, file->getAnchor());
  again.makeBuilder(pipeline.getCatalog());
  if (Error error = file->appendTo(*again.builder))
    return error;
  if (again.builder->str() == pipeline.str())
    return Error::success();
  return Diagnostic(DiagnosticCode::NotAdoptable,
                    "a pipeline file cannot say the same")
      .note("the pipeline is {0}", pipeline.str())
      .note("the file would be {0}", again.builder->str());
}

Error pmb::exportPipeline(const OptOptions &options,
                          const mlir::DialectRegistry &registry,
                          raw_ostream &os) {
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  Expected<Catalog> catalog = makeCatalog(options);
  if (!catalog)
    return catalog.takeError();
  Expected<TextualPipeline> parsed =
      parseTextualPipeline(makeText(options.exported), exportName);
  if (!parsed)
    return parsed.takeError();
  ComposedPipeline exported(&context, parsed->getRootOp());
  exported.makeBuilder(*catalog);
  if (Error error = parsed->appendTo(*exported.builder))
    return error;
  if (exported.builder->empty())
    return Diagnostic(DiagnosticCode::EmptyPipeline, "{0} has no passes",
                      quote(options.exported));
  std::string text;
  raw_string_ostream textOS(text);
  PipelineFile::describe(*exported.builder, /*opensPipelines=*/true)
      .print(textOS);
  if (Error error = verifyReadsBack(text, *exported.builder, context))
    return error;
  os << text;
  return Error::success();
}
