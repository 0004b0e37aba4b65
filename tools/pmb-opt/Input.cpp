//===- Input.cpp - What the input contains --------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Input.h"
#include "bundles/pipelines/ContentsFile.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/IRDL/IR/IRDL.h"
#include "mlir/Dialect/IRDL/IRDLLoading.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Tools/ParseUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "passmanager/Contents.h"
#include "passmanager/MLIRCompat.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace pmb;
using namespace mlir;

/// Makes the dialects known that an IRDL file describes.
static LogicalResult loadDescribedDialects(StringRef file,
                                           MLIRContext &context) {
  if (file.empty())
    return success();
  context.getOrLoadDialect<irdl::IRDLDialect>();
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, &context);
  return success(module && succeeded(irdl::loadDialects(*module)));
}

/// Reads one part into `part`. Fails if it cannot be parsed.
static LogicalResult parse(std::unique_ptr<llvm::MemoryBuffer> chunk,
                           const llvm::MemoryBufferRef &source,
                           const MlirOptMainConfig &config, bool showErrors,
                           InputPart &part) {
  MLIRContext &context = *part.context;
  auto sources = std::make_shared<llvm::SourceMgr>();
  std::optional<SourceMgrDiagnosticHandler> printer;
  std::optional<ScopedDiagnosticHandler> silencer;
  if (showErrors)
    printer.emplace(*sources, &context);
  else
    silencer.emplace(&context, [](mlir::Diagnostic &) { return success(); });
  context.allowUnregisteredDialects(config.shouldAllowUnregisteredDialects());
  if (failed(loadDescribedDialects(config.getIrdlFile(), context)))
    return failure();
  // For the lines that messages name.
  sources->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(source,
                                       /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  sources->AddNewSourceBuffer(std::move(chunk), llvm::SMLoc());
  FallbackAsmResourceMap resources;
  ParserConfig parserConfig(&context, pmb::shouldVerifyOnParsing(config),
                            &resources);
  if (config.shouldRunReproducer())
    part.reproducer.attachResourceParser(parserConfig);
  part.op = parseSourceFileForTool(sources, parserConfig,
                                   !config.shouldUseExplicitModule());
  if (!part.op)
    return failure();
  part.rootOp = part.op->getName().getStringRef().str();
  part.contents = collectContents(*part.op);
  return success();
}

LogicalResult pmb::forEachPart(const llvm::MemoryBuffer &input,
                               const DialectRegistry &registry,
                               const MlirOptMainConfig &config, bool showErrors,
                               function_ref<LogicalResult(InputPart)> visit) {
  bool wasStopped = false;
  auto process = [&](std::unique_ptr<llvm::MemoryBuffer> chunk,
                     const llvm::MemoryBufferRef &source,
                     raw_ostream &) -> LogicalResult {
    if (wasStopped)
      return failure();
    InputPart part;
    // What follows the marker begins in the line after it.
    part.line = 1 + pmb::countLinesBefore(*chunk, source) +
                chunk->getBuffer().starts_with("\n");
    part.context = std::make_unique<MLIRContext>(
        registry, MLIRContext::Threading::DISABLED);
    if (failed(parse(std::move(chunk), source, config, showErrors, part)))
      return failure(showErrors);
    wasStopped = failed(visit(std::move(part)));
    return failure(wasStopped);
  };
  return pmb::splitAndProcessBuffer(
      llvm::MemoryBuffer::getMemBuffer(input.getMemBufferRef(),
                                       /*RequiresNullTerminator=*/false),
      process, llvm::nulls(), config.inputSplitMarker(), "");
}

LogicalResult pmb::printContents(const llvm::MemoryBuffer &input,
                                 const DialectRegistry &registry,
                                 const MlirOptMainConfig &config,
                                 raw_ostream &os) {
  bool isFirst = true;
  auto print = [&](InputPart part) -> LogicalResult {
    PassManager pm(part.context.get(), part.rootOp,
                   PassManager::Nesting::Implicit);
    if (failed(config.setupPassPipeline(pm)))
      return failure();
    if (!pm.empty()) {
      llvm::errs() << "--print-contents prints what the input contains, and "
                      "runs no passes; leave them out\n";
      return failure();
    }
    if (!isFirst)
      os << config.outputSplitMarker() << '\n';
    isFirst = false;
    printContentsFile(os, part.contents);
    return success();
  };
  return forEachPart(input, registry, config, /*showErrors=*/true, print);
}
