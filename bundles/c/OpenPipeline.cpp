//===- OpenPipeline.cpp - A pipeline for callers of other languages -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/c/OpenPipeline.h"
#include "bundles/c/TextArguments.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/pipelines/WrittenPipeline.h"
#include "bundles/stock/StockCatalog.h"
#include <atomic>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The catalog
//===----------------------------------------------------------------------===//

OpenCatalog::OpenCatalog()
    : catalog(std::shared_ptr<const Catalog>(), &getStockCatalog()) {}

Expected<std::vector<Diagnostic>>
OpenCatalog::addContracts(Expected<SourceText> text) {
  std::lock_guard<std::mutex> lock(mutex);
  auto copy = std::make_shared<Catalog>(catalog->clone());
  Expected<std::vector<Diagnostic>> warnings =
      readContracts(std::move(text), *copy);
  if (warnings)
    catalog = std::move(copy);
  return warnings;
}

//===----------------------------------------------------------------------===//
// Making one
//===----------------------------------------------------------------------===//

OpenPipeline::OpenPipeline(CatalogPtr catalog, StringRef op, StringRef name)
    : catalog(std::move(catalog)), name(name.str()),
      pipeline(std::make_unique<Pipeline>(op, *this->catalog)),
      names(*this->catalog) {}

OpenPipeline::~OpenPipeline() = default;

Expected<std::unique_ptr<OpenPipeline>> OpenPipeline::create(CatalogPtr catalog,
                                                             StringRef op) {
  if (Error error = checkName("operation", op))
    return error;
  return std::unique_ptr<OpenPipeline>(
      new OpenPipeline(std::move(catalog), op, "pipeline"));
}

Expected<std::unique_ptr<OpenPipeline>>
OpenPipeline::parse(CatalogPtr catalog, Expected<SourceText> given,
                    StringRef variants) {
  if (!given)
    return given.takeError();
  SourceText text = std::move(*given);
  Expected<VariantChoice> choice = readVariantsText(variants);
  if (!choice)
    return choice.takeError();
  std::string name = text.getName().str();
  bool isJson = isPipelineJson(name, text.getText());
  Expected<WrittenPipeline> written =
      WrittenPipeline::parse(std::move(text), isJson);
  if (!written)
    return written.takeError();
  StringRef root = written->getRoot(*catalog);
  std::unique_ptr<OpenPipeline> made(
      new OpenPipeline(std::move(catalog), root, name));
  if (Error error = written->appendTo(*made->pipeline, *choice))
    return error;
  if (written->file)
    made->files.push_back(
        std::make_shared<const PipelineFile>(std::move(*written->file)));
  return made;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

Error OpenPipeline::perform(Edit edit) {
  if (!party)
    if (Error error = closeRound())
      return error;
  if (Error error = edit(*pipeline))
    return error;
  ++revision;
  if (party)
    party->edits.push_back(std::move(edit));
  return Error::success();
}

Error OpenPipeline::addFile(Expected<SourceText> text, bool isPlugin) {
  Expected<PipelineFile> parsed = PipelineFile::parse(std::move(text));
  if (!parsed)
    return parsed.takeError();
  auto file = std::make_shared<const PipelineFile>(std::move(*parsed));
  if (Error error = perform([file, isPlugin](Pipeline &pipeline) {
        return isPlugin ? file->appendAsPluginTo(pipeline)
                        : file->appendTo(pipeline);
      }))
    return error;
  files.push_back(file);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

Error OpenPipeline::setEnds(StringRef text) {
  Expected<GivenEnds> question = readCheckQuestion(text);
  if (!question)
    return question.takeError();
  if (!question->contents && !question->expect)
    return Error::success();
  if (Error error = verifyParty(/*isOpen=*/false))
    return error;
  return perform([&](Pipeline &pipeline) {
    question->applyTo(pipeline.getInterface());
    return Error::success();
  });
}

std::vector<Diagnostic> OpenPipeline::checkNodes(StringSet<> reported) {
  std::vector<Diagnostic> findings;
  StringSet<> passes;
  auto add = [&](std::optional<Diagnostic> finding) {
    if (finding)
      findings.push_back(std::move(*finding));
  };
  for (const Node &node : pipeline->getPasses()) {
    passes.insert(node.getName());
    if (!reported.contains(node.getName()))
      add(names.checkPass(pipeline->getRef(node), node.getOptions()));
    for (const AnchorPath *path = &node.getAnchorPath(); path;
         path = path->getParent()) {
      if (!reported.insert(path->getOp()).second)
        continue;
      NodeRef ref;
      ref.name = path->getOp().str();
      ref.origin = node.getOrigin();
      add(names.checkAnchor(std::move(ref)));
    }
  }
  names.excuseOwnPasses(findings, passes);
  return findings;
}

std::vector<Diagnostic> OpenPipeline::checkNames() {
  std::vector<Diagnostic> findings;
  StringSet<> reported;
  for (const auto &file : files)
    for (Diagnostic &finding : file->checkNames(names, pipeline.get())) {
      // A pass that was removed since.
      bool isGone = finding.code == DiagnosticCode::UnknownPass &&
                    finding.node && !finding.node->name.empty() &&
                    pipeline->lookup(pass(finding.node->name)).empty();
      if (isGone)
        continue;
      if (finding.node)
        reported.insert(finding.node->name);
      findings.push_back(std::move(finding));
    }
  append_range(findings, checkNodes(std::move(reported)));
  return findings;
}

Expected<Findings> OpenPipeline::check(StringRef question) {
  static std::atomic<uint64_t> checks = 0;
  if (Error error = setEnds(question))
    return error;
  if (!party)
    if (Error error = closeRound())
      return error;
  Findings found{checkNames(), ++checks};
  append_range(found.diagnostics, pipeline->check());
  erase_if(found.diagnostics, [](const Diagnostic &finding) {
    return finding.severity == Severity::Off;
  });
  checkedRevision = revision;
  last = found;
  return found;
}

Error OpenPipeline::applyFix(int64_t finding, uint64_t serial) {
  if (!last || checkedRevision != revision ||
      (serial && serial != last->serial))
    return makeError(Diagnostic(DiagnosticCode::BadValue,
                                "the finding is not of the last check, or the "
                                "pipeline was edited since")
                         .help("check again: fixes count passes"));
  if (finding < 0 || size_t(finding) >= last->diagnostics.size())
    return makeError(Diagnostic(DiagnosticCode::BadValue,
                                "there is no finding " +
                                    std::to_string(finding) +
                                    ": the last check has " +
                                    std::to_string(last->diagnostics.size())));
  const Diagnostic &found = last->diagnostics[finding];
  if (!found.fix)
    return makeError(
        Diagnostic(DiagnosticCode::BadValue,
                   "no fix is offered for '" + found.getTitle() + "'"));
  return perform(
      [fix = *found.fix](Pipeline &pipeline) { return pipeline.apply(fix); });
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

PipelineFile OpenPipeline::describe() const {
  return PipelineFile::describe(*pipeline);
}

Expected<Report> OpenPipeline::makeReport(bool explains) {
  if (!last || checkedRevision != revision)
    if (Error error = check("").takeError())
      return error;
  Report report = pmb::makeReport(*pipeline, name, explains);
  report.findings = last->diagnostics;
  return report;
}
