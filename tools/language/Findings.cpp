//===- Findings.cpp - What was found, in the documents --------------------===//
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

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

TextRange pmb::language::findToken(StringRef text, size_t offset) {
  offset = std::min(offset, text.size());
  StringRef rest = text.drop_front(offset);
  if (rest.starts_with("\"") || rest.starts_with("{") ||
      rest.starts_with("[")) {
    LooseJson json(rest);
    const LooseValue &root = *json.getRoot();
    if (root.isString())
      return {offset, offset + (root.isClosed ? root.range.end : 1)};
    StringRef value = root.range.of(rest);
    return {offset,
            offset +
                value.take_until([](char c) { return c == '\n' || c == '\r'; })
                    .rtrim()
                    .size()};
  }
  size_t size = rest.take_while(isNameCharacter).size();
  bool isEnd = rest.empty() || rest.front() == '\n' || rest.front() == '\r';
  return {offset, offset + std::max<size_t>(size, !isEnd)};
}

namespace {
/// Makes the findings of one document.
class FindingMaker {
public:
  FindingMaker(Workspace &workspace, StringRef path)
      : workspace(workspace), path(path),
        text(workspace.getDocument(path)->getText()) {}

  Finding make(const Report &report, const Diagnostic &diagnostic);
  /// That nothing is known of some passes.
  void addUnknown(const Report &report, std::vector<Finding> &findings) const;

private:
  TextRange findInclude(StringRef included);

  Workspace &workspace;
  StringRef path, text;
  /// The files that the document includes itself, once asked for.
  std::optional<std::vector<FilePlace>> includes;
};
} // namespace

/// Where the document includes a file, or, if other files do so for it, the
/// first file; its first line if it includes none.
TextRange FindingMaker::findInclude(StringRef included) {
  if (!includes) {
    includes.emplace();
    const Document &document = *workspace.getDocument(path);
    for (const NamedPlace &name : findNames(document.getJson())) {
      if (name.sort != NameSort::File)
        continue;
      includes->push_back({Workspace::getPath(name.name, path), name.range});
    }
  }
  for (const FilePlace &place : *includes)
    if (place.path == included)
      return place.range;
  if (!includes->empty())
    return includes->front().range;
  return {0, text.take_until([](char c) { return c == '\n'; }).size()};
}

Finding FindingMaker::make(const Report &report, const Diagnostic &diagnostic) {
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
    finding.range = findInclude(place ? place->path : std::string());
    if (place)
      finding.lines.push_back(
          {"found at " + location->str(), std::move(place)});
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
  if (diagnostic.isAboutText())
    finding.mistake = diagnostic;
  finding.variant = report.variant;
  return finding;
}

void FindingMaker::addUnknown(const Report &report,
                              std::vector<Finding> &findings) const {
  for (const Report::Pass &pass : report.passes) {
    if (!is_contained(report.unknownPasses, pass.node.name))
      continue;
    std::optional<FilePlace> place = workspace.getPlace(pass.node.origin);
    // Of a name that looks misspelled that has been said.
    if (!place || place->path != path ||
        any_of(findings, [&](const Finding &finding) {
          return finding.range.begin == place->range.begin &&
                 finding.id ==
                     getDiagnosticInfo(DiagnosticCode::UnknownPass).getID();
        }))
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
  Entry *entry = lookup(path);
  if (!entry)
    return {};
  std::vector<Finding> &findings = entry->findings;
  if (std::exchange(entry->isChecked, true))
    return findings;
  findings.clear();
  FindingMaker maker(*this, path);
  for (auto [index, report] :
       enumerate(makeReports(path, *entry, /*explains=*/false))) {
    for (const Diagnostic &diagnostic : report.findings) {
      findings.push_back(maker.make(report, diagnostic));
      findings.back().report = index;
    }
    maker.addUnknown(report, findings);
  }
  return findings;
}
