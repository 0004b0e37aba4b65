//===- Findings.cpp - What was found, in the documents -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Escaping.h"
#include "bundles/report/ReportSupport.h"
#include "tools/language/LooseJson.h"
#include "tools/language/Names.h"
#include "tools/language/Workspace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

/// The end of a string that begins at a byte.
static size_t findStringEnd(StringRef text, size_t offset) {
  for (size_t at = offset + 1; at < text.size() && text[at] != '\n'; ++at)
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      return at + 1;
  return offset + 1;
}

TextRange pmb::language::findToken(StringRef text, size_t offset) {
  offset = std::min(offset, text.size());
  StringRef rest = text.drop_front(offset);
  size_t line = rest.take_until([](char c) { return c == '\n' || c == '\r'; })
                    .rtrim()
                    .size();
  if (rest.starts_with("\""))
    return {offset, findStringEnd(text, offset)};
  if (rest.starts_with("{") || rest.starts_with("[")) {
    LooseJson value(rest);
    return {offset, offset + std::min(line, value.getRoot()->range.end)};
  }
  size_t size = rest.take_while(isNameCharacter).size();
  return {offset, offset + std::min(std::max<size_t>(size, 1), line)};
}

/// Where a document includes a file, or, if other files do so for it, the first
/// file; its first line if it includes none.
static TextRange findInclude(const Document &document, StringRef path,
                             StringRef included) {
  StringRef text = document.getText();
  LooseJson json(text);
  std::optional<TextRange> first;
  for (const NamedPlace &name : findNames(json, text)) {
    if (name.sort != NameSort::File)
      continue;
    SmallString<128> file = sys::path::parent_path(path);
    sys::path::append(file, name.name);
    if (Workspace::getPath(file) == included)
      return name.range;
    if (!first)
      first = name.range;
  }
  return first.value_or(
      TextRange{0, text.take_until([](char c) { return c == '\n'; }).size()});
}

static Finding makeFinding(Workspace &workspace, StringRef path,
                           const Report &report, const Diagnostic &diagnostic) {
  const Document &document = *workspace.getDocument(path);
  Finding finding;
  finding.severity = diagnostic.severity;
  finding.id = diagnostic.getInfo().getID();
  finding.name = diagnostic.getInfo().name.str();
  finding.message = report::toUTF8(diagnostic.message);
  const Origin *location = report::getLocation(diagnostic.node);
  std::optional<FilePlace> place =
      location ? workspace.getPlace(*location) : std::nullopt;
  if (place && place->path == path) {
    finding.range = place->range;
  } else {
    finding.range =
        findInclude(document, path, place ? place->path : std::string());
    if (place)
      finding.lines.push_back({"found here", std::move(place)});
  }
  if (!report.variant.empty())
    finding.lines.push_back(
        {"variant: " + report::toUTF8(report.variant), std::nullopt});
  using Kind = DiagnosticLine::Kind;
  for (const DiagnosticLine &line : diagnostic.getLines()) {
    // The editor shows them.
    if (line.kind == Kind::At || line.kind == Kind::Source ||
        (line.kind == Kind::Note && line.text == "the line is") ||
        (line.kind == Kind::Note && line.text == "the text is"))
      continue;
    Finding::Line shown{(line.getLabel() + line.text).str(), std::nullopt};
    if (line.node)
      shown.place = workspace.getPlace(line.node->origin);
    finding.lines.push_back(std::move(shown));
  }
  finding.fix = diagnostic.fix;
  finding.variant = report.variant;
  return finding;
}

/// That nothing is known of some passes.
static void addUnknown(Workspace &workspace, StringRef path,
                       const Report &report, std::vector<Finding> &findings) {
  for (const Report::Pass &pass : report.passes) {
    if (!is_contained(report.unknownPasses, pass.node.name))
      continue;
    std::optional<FilePlace> place = workspace.getPlace(pass.node.origin);
    if (!place || place->path != path)
      continue;
    Finding finding;
    finding.severity = Severity::Off;
    finding.range = place->range;
    finding.message = "no contract says what " + quote(pass.node.name) +
                      " does, and nothing was assumed of it";
    findings.push_back(std::move(finding));
  }
}

ArrayRef<Finding> Workspace::check(StringRef path) {
  auto found = documents.find(path);
  if (found == documents.end())
    return {};
  Entry &entry = *found->second;
  if (std::exchange(entry.isChecked, true))
    return entry.findings;
  entry.findings.clear();
  for (auto [index, report] :
       enumerate(makeReports(path, entry, /*explains=*/false))) {
    for (const Diagnostic &diagnostic : report.findings) {
      entry.findings.push_back(
          makeFinding(*this, path, report, diagnostic));
      entry.findings.back().report = index;
    }
    addUnknown(*this, path, report, entry.findings);
  }
  return entry.findings;
}
