//===- Workspace.cpp - The documents of an editor -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Workspace.h"
#include "builder/diagnostics/LLVMCompat.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/pipelines/ContentsFile.h"
#include "bundles/pipelines/PipelineFinder.h"
#include "bundles/stock/StockCatalog.h"
#include "tools/pmb-check/Checker.h"
#include "tools/pmb-check/Paths.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Names and texts
//===----------------------------------------------------------------------===//

std::string Workspace::getName(StringRef path) { return makeRelative(path); }

std::string Workspace::getPath(StringRef name) {
  SmallString<128> path(name);
  sys::fs::make_absolute(path);
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

std::string Workspace::getPath(StringRef name, StringRef path) {
  SmallString<128> named = sys::path::parent_path(path);
  if (sys::path::is_absolute(name))
    named.clear();
  sys::path::append(named, name);
  return getPath(named);
}

Expected<std::string> Workspace::readText(StringRef name) const {
  std::string path = getPath(name);
  if (log)
    log->insert(path);
  if (const Entry *entry = lookup(path))
    return entry->document.getText().str();
  Expected<SourceText> text = SourceText::read(name);
  if (!text)
    return text.takeError();
  return text->getText().str();
}

Workspace::Workspace() : catalog(getStockCatalog().clone()) {
  TextStore texts;
  texts.read = [this](StringRef name) { return readText(name); };
  store = std::make_shared<const TextStore>(std::move(texts));
}

const Document *Workspace::getDocument(StringRef path) {
  if (const Entry *entry = lookup(path))
    return &entry->document;
  auto [known, isNew] = files.try_emplace(path);
  if (isNew)
    if (auto text = expectedToOptional(SourceText::read(path)))
      known->second = std::make_unique<Document>(text->getText().str());
  return known->second.get();
}

std::optional<FilePlace> Workspace::getPlace(const Origin &origin) {
  if (origin.kind != Origin::Kind::File || origin.line == 0)
    return std::nullopt;
  std::string path = getPath(origin.name);
  const Document *document = getDocument(path);
  if (!document)
    return std::nullopt;
  size_t offset = document->getOffset(TextPlace{origin.line, origin.column});
  return FilePlace{path, findToken(document->getText(), offset)};
}

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

static void appendAll(std::vector<Diagnostic> &to,
                      Expected<std::vector<Diagnostic>> from) {
  append_range(to, from ? std::move(*from) : takeDiagnostics(from.takeError()));
}

std::vector<Diagnostic> Workspace::loadCatalog(Catalog &into,
                                               StringRef end) const {
  std::vector<Diagnostic> problems;
  into = getStockCatalog().clone();
  for (const std::string &file : options.contractsFiles) {
    std::string path = getPath(file);
    if (path == end)
      break;
    appendAll(problems,
              readContracts(SourceText::read(getName(path), store), into));
  }
  return problems;
}

std::vector<Diagnostic> Workspace::configure(CheckOptions given) {
  options = std::move(given);
  options.allVariants &= options.variant.empty();
  std::vector<Diagnostic> problems = loadCatalog(catalog);
  std::vector<std::string> read;
  for (GivenContents *items : {&options.contents, &options.expect})
    if (Error error = items->expand(read)) {
      append_range(problems, takeDiagnostics(std::move(error)));
      items->reset();
    }
  files.clear();
  forgetResults();
  return problems;
}

bool Workspace::isContracts(StringRef path) const {
  return any_of(options.contractsFiles,
                [&](const std::string &file) { return getPath(file) == path; });
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

void Workspace::open(StringRef path, std::string text, int64_t version) {
  documents[path] = std::make_unique<Entry>(std::move(text), version);
}

void Workspace::change(StringRef path, ArrayRef<Change> changes,
                       int64_t version) {
  Entry *entry = lookup(path);
  if (!entry)
    return;
  Document &document = entry->document;
  document.setVersion(version);
  for (const Change &change : changes) {
    TextRange range = {0, document.getText().size()};
    if (change.range)
      range = {document.getOffset(change.range->first),
               document.getOffset(change.range->second)};
    document.replace(range, change.text);
  }
}

void Workspace::forgetAll() {
  files.clear();
  loadCatalog(catalog);
  forgetResults();
}

void Workspace::close(StringRef path) { documents.erase(path); }

std::vector<std::string> Workspace::getOpen() const {
  std::vector<std::string> paths;
  for (const auto &entry : documents)
    paths.push_back(entry.first().str());
  llvm::sort(paths);
  return paths;
}

std::vector<std::string> Workspace::getAffected(StringRef path) {
  files.clear();
  bool isShared = isContracts(path);
  if (isShared)
    loadCatalog(catalog);
  std::vector<std::string> affected;
  for (auto &entry : documents) {
    StringRef other = entry.getKey();
    if (isShared || other == path || entry.getValue()->files.contains(path)) {
      entry.getValue()->forget();
      affected.push_back(other.str());
    }
  }
  llvm::sort(affected);
  return affected;
}

DocumentSort Workspace::getSort(StringRef path) {
  const Document *document = getDocument(path);
  if (!document)
    return DocumentSort::Other;
  StringRef text = document->getText();
  if (path.ends_with(".pipeline"))
    return DocumentSort::Text;
  if (path.ends_with(".contracts.json") || isContracts(path))
    return DocumentSort::Contracts;
  if (path.ends_with(".pipeline.json"))
    return DocumentSort::PipelineFile;
  if (path.ends_with(".json")) {
    const LooseValue *root = document->getJson().getRoot();
    bool isPipeline =
        root && any_of(root->children, [](const auto &member) {
          return is_contained({"passes", "insert", "bundles"}, member->key);
        });
    return isPipeline ? DocumentSort::PipelineFile : DocumentSort::Other;
  }
  return hasPipelinesInside(path, text) ? DocumentSort::Inside
                                        : DocumentSort::Other;
}

const LooseJson *Workspace::getJson(StringRef path) {
  DocumentSort sort = getSort(path);
  bool isJson =
      sort == DocumentSort::PipelineFile || sort == DocumentSort::Contracts;
  return isJson ? &getDocument(path)->getJson() : nullptr;
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

Report Workspace::checkContracts(StringRef path, SourceText text) {
  Report report;
  report.input = getName(path);
  report.wasChecked = false;
  // What comes before it is known, and said elsewhere.
  Catalog known;
  loadCatalog(known, path);
  appendAll(report.findings, readContracts(std::move(text), known));
  return report;
}

std::vector<Report> Workspace::makeReports(StringRef path, Entry &entry,
                                           bool explains) {
  entry.files.clear();
  log = &entry.files;
  scope_exit stop([&] { log = nullptr; });
  std::vector<Report> reports;
  if (getSort(path) == DocumentSort::Other)
    return reports;
  Expected<SourceText> text = SourceText::read(getName(path), store);
  if (text)
    return makeReports(path, std::move(*text), explains);
  Report &report = reports.emplace_back();
  report.input = getName(path);
  report.findings = takeDiagnostics(text.takeError());
  return reports;
}

std::vector<Report> Workspace::makeReports(StringRef path, SourceText text,
                                           bool explains) {
  DocumentSort sort = getSort(path);
  std::vector<Report> reports;
  if (sort == DocumentSort::Contracts) {
    reports.push_back(checkContracts(path, std::move(text)));
    return reports;
  }
  CheckOptions asked = options;
  if (explains)
    asked.graph = GraphFormat::Json;
  Checker checker(catalog, asked, nulls());
  reports = checker.checkSource(std::move(text));
  // Most tests, scripts and programs have no pipelines.
  if (sort == DocumentSort::Inside)
    for (Report &report : reports)
      erase_if(report.findings, [](const Diagnostic &finding) {
        return finding.code == DiagnosticCode::EmptyPipeline && !finding.node;
      });
  return reports;
}

std::vector<Diagnostic> Workspace::findMistakes(StringRef path,
                                                const SourceText &text) {
  std::vector<Diagnostic> mistakes;
  for (Report &report : makeReports(path, text.clone(), /*explains=*/false))
    for (Diagnostic &finding : report.findings)
      if (!report.wasChecked || finding.isAboutText())
        mistakes.push_back(std::move(finding));
  return mistakes;
}

ArrayRef<Report> Workspace::explain(StringRef path) {
  Entry *entry = lookup(path);
  if (!entry)
    return {};
  if (!std::exchange(entry->isExplained, true))
    entry->explained = makeReports(path, *entry, /*explains=*/true);
  return entry->explained;
}

std::vector<std::string> Workspace::getIncluded(StringRef path) {
  (void)check(path);
  std::vector<std::string> paths;
  if (const Entry *entry = lookup(path))
    for (const auto &file : entry->files)
      if (file.first() != path && !isContracts(file.first()))
        paths.push_back(file.first().str());
  llvm::sort(paths);
  return paths;
}
