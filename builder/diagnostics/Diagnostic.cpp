//===- Diagnostic.cpp - Findings with stable codes ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Diagnostic.h"
#include "builder/diagnostics/Escaping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr DiagnosticInfo diagnosticTable[] = {
#define PMB_DIAGNOSTIC(ENUM, NUMBER, NAME, SEVERITY, SUMMARY, CAUSE, EXAMPLE,  \
                       CURE)                                                   \
  {DiagnosticCode::ENUM,                                                       \
   NAME,                                                                       \
   Severity::SEVERITY,                                                         \
   SUMMARY,                                                                    \
   CAUSE,                                                                      \
   EXAMPLE,                                                                    \
   CURE},
#include "builder/diagnostics/Diagnostics.def"
#undef PMB_DIAGNOSTIC
};

static constexpr bool isTableSorted() {
  for (size_t i = 1; i < std::size(diagnosticTable); ++i)
    if (diagnosticTable[i - 1].code >= diagnosticTable[i].code)
      return false;
  return true;
}
static_assert(isTableSorted(), "Diagnostics.def is not sorted by number, or "
                               "has a number twice");

std::string DiagnosticInfo::getID() const {
  return formatv("PMB{0:03}", unsigned(code)).str();
}

ArrayRef<DiagnosticInfo> pmb::getDiagnosticTable() { return diagnosticTable; }

const DiagnosticInfo &pmb::getDiagnosticInfo(DiagnosticCode code) {
  // The table is sorted by number.
  const DiagnosticInfo *info =
      llvm::lower_bound(diagnosticTable, code,
                        [](const DiagnosticInfo &row, DiagnosticCode code) {
                          return row.code < code;
                        });
  assert(info != std::end(diagnosticTable) && info->code == code);
  return *info;
}

bool pmb::isAboutOrder(DiagnosticCode code) {
  return (code >= DiagnosticCode::WrongOrder &&
          code <= DiagnosticCode::UnknownEffect) ||
         llvm::is_contained(
             {DiagnosticCode::DeadEnd, DiagnosticCode::OnPresumedInput,
              DiagnosticCode::BrokenSequence, DiagnosticCode::RaceInNest,
              DiagnosticCode::OnPossibleInput},
             code);
}

/// The names that codes had in earlier releases.
static constexpr std::pair<StringLiteral, DiagnosticCode> renamedDiagnostics[] =
    {
#define PMB_RENAMED_DIAGNOSTIC(NAME, ENUM) {NAME, DiagnosticCode::ENUM},
#include "builder/diagnostics/RenamedDiagnostics.def"
#undef PMB_RENAMED_DIAGNOSTIC
};

const DiagnosticInfo *pmb::lookupDiagnostic(StringRef text) {
  for (const DiagnosticInfo &info : diagnosticTable)
    if (info.name == text || info.getID() == text)
      return &info;
  for (auto [name, code] : renamedDiagnostics)
    if (name == text)
      return &getDiagnosticInfo(code);
  return nullptr;
}

std::optional<Diagnostic> pmb::findRenamedCode(StringRef text) {
  for (auto [name, code] : renamedDiagnostics)
    if (name == text)
      return Diagnostic(DiagnosticCode::RenamedCode,
                        formatv("the code '{0}' is called '{1}' now", name,
                                getDiagnosticInfo(code).name))
          .about(name);
  return std::nullopt;
}

void pmb::printDiagnosticTable(raw_ostream &os) {
  os << "# Diagnostics\n\n"
        "Every message of PassManagerBuilder has a stable code and name.\n";
  for (const DiagnosticInfo &info : diagnosticTable)
    os << formatv(
        "\n## {0} `{1}` ({2})\n\n"
        "{3}.\n\n"
        "* Cause: {4}\n* Example: {7}{5}{7}\n* Cure: {6}\n",
        info.getID(), info.name, stringify(info.defaultSeverity),
        (Twine(toUpper(info.summary.front())) + info.summary.drop_front())
            .str(),
        info.cause, info.example, info.cure,
        // An example may quote code itself.
        info.example.contains('`') ? "``" : "`");
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static constexpr StringLiteral severityNames[] = {"off", "remark", "warning",
                                                  "error"};

StringRef pmb::stringify(Severity severity) {
  return severityNames[unsigned(severity)];
}

std::optional<Severity> pmb::parseSeverity(StringRef text) {
  const StringLiteral *name = find(severityNames, text);
  if (name == std::end(severityNames))
    return std::nullopt;
  return Severity(name - severityNames);
}

StringRef pmb::stringify(Fix::Kind kind) {
  static constexpr StringLiteral names[] = {
      "move", "insert", "remove", "replace", "set-option", "rename-nest"};
  return names[unsigned(kind)];
}

StringRef DiagnosticLine::getLabel() const {
  static constexpr StringLiteral labels[] = {
      "at: ", "note: ", "help: ", "", "follows: ", "fix: "};
  return labels[unsigned(kind)];
}

std::string DiagnosticLine::getIndented() const {
  return kind == Kind::Source ? text : ("  " + getLabel() + text).str();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string NodeRef::str() const {
  // A place in a file that stands for no node.
  if (name.empty())
    return origin.str();
  std::string text = "'" + name + "'";
  SmallVector<std::string, 4> facts;
  if (position >= 0)
    facts.push_back((isPipeline ? "from pass " : "pass ") +
                    std::to_string(position));
  if (!pipeline.empty())
    facts.push_back("of pipeline '" + pipeline + "'");
  if (!anchor.empty())
    facts.push_back("on " + anchor);
  facts.push_back("added by " + origin.str());
  text += " (" + join(facts, ", ") + ")";
  if (!origin.why.empty())
    text += ": " + origin.why;
  return escape(text);
}

std::string Note::str() const {
  std::string text = escape(kind == Kind::Help ? "help: " + message : message);
  for (const std::string &line : source)
    text += "\n" + escape(line);
  return text;
}

std::string Diagnostic::getTitle() const {
  return getInfo().getID() + " " + getInfo().name.str();
}

std::vector<DiagnosticLine> Diagnostic::getLines() const {
  using Kind = DiagnosticLine::Kind;
  std::vector<DiagnosticLine> lines;
  auto add = [&](Kind kind, StringRef text, const NodeRef *node = nullptr) {
    lines.push_back({kind, shorten(escape(text)), node});
  };
  if (node)
    add(Kind::At, node->str(), &*node);
  for (const Note &note : notes) {
    add(note.kind == Note::Kind::Help ? Kind::Help : Kind::Note,
        note.node ? note.message + ": " + note.node->str() : note.message,
        note.node ? &*note.node : nullptr);
    for (const std::string &line : note.source)
      add(Kind::Source, line);
  }
  constexpr size_t few = 3;
  for (const Diagnostic &one : ArrayRef(follows).take_front(few))
    add(Kind::Follows, one.message);
  if (follows.size() > few)
    add(Kind::Follows, formatv("and {0} more", follows.size() - few).str());
  if (fix)
    add(Kind::Fix, fix->str());
  return lines;
}

void Diagnostic::print(raw_ostream &os) const {
  os << stringify(severity) << ": " << shorten(escape(message)) << " ["
     << getTitle() << "]\n";
  for (const DiagnosticLine &line : getLines())
    os << line.getIndented() << '\n';
}

std::string Diagnostic::str() const {
  std::string text;
  raw_string_ostream os(text);
  print(os);
  return text;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

char DiagnosticError::ID = 0;

void DiagnosticError::log(raw_ostream &os) const {
  for (const Diagnostic &diagnostic : diagnostics)
    diagnostic.print(os);
}

std::error_code DiagnosticError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Error pmb::makeError(Diagnostic diagnostic) {
  std::vector<Diagnostic> diagnostics;
  diagnostics.push_back(std::move(diagnostic));
  return makeError(std::move(diagnostics));
}

Error pmb::makeError(std::vector<Diagnostic> diagnostics) {
  if (diagnostics.empty())
    return Error::success();
  return make_error<DiagnosticError>(std::move(diagnostics));
}

std::vector<Diagnostic> pmb::takeDiagnostics(Error error) {
  std::vector<Diagnostic> diagnostics;
  handleAllErrors(
      std::move(error),
      [&](DiagnosticError &carrier) {
        append_range(diagnostics, carrier.takeDiagnostics());
      },
      [&](const ErrorInfoBase &other) {
        diagnostics.emplace_back(DiagnosticCode::Foreign, other.message());
      });
  return diagnostics;
}
