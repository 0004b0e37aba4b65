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

const DiagnosticInfo *pmb::lookupDiagnostic(StringRef text) {
  for (const DiagnosticInfo &info : diagnosticTable)
    if (info.name == text || info.getID() == text)
      return &info;
  return nullptr;
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

StringRef pmb::stringify(Severity severity) {
  switch (severity) {
  case Severity::Off:
    return "off";
  case Severity::Remark:
    return "remark";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  llvm_unreachable("unknown severity");
}

std::optional<Severity> pmb::parseSeverity(StringRef text) {
  for (Severity severity :
       {Severity::Off, Severity::Remark, Severity::Warning, Severity::Error})
    if (stringify(severity) == text)
      return severity;
  return std::nullopt;
}

StringRef pmb::stringify(Fix::Kind kind) {
  switch (kind) {
  case Fix::Kind::Move:
    return "move";
  case Fix::Kind::Insert:
    return "insert";
  case Fix::Kind::Remove:
    return "remove";
  case Fix::Kind::Replace:
    return "replace";
  case Fix::Kind::SetOption:
    return "set-option";
  }
  llvm_unreachable("unknown kind of fix");
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
  if (kind == Kind::Source)
    return escapeLines(message);
  return escape(kind == Kind::Help ? "help: " + message : message);
}

/// Leaves out the middle of `text`, but no part of a character.
static std::string cutMiddle(StringRef text, size_t begin, size_t end) {
  auto isInside = [&](size_t at) { return (text[at] & 0xC0) == 0x80; };
  end = text.size() - end;
  while (begin > 0 && isInside(begin))
    --begin;
  while (end < text.size() && isInside(end))
    ++end;
  return (text.take_front(begin) + "..." + text.drop_front(end)).str();
}

std::string pmb::shorten(StringRef text) {
  constexpr size_t maxWord = 1000, maxLine = 16000;
  if (text.size() <= maxWord)
    return text.str();
  std::string result;
  while (!text.empty()) {
    size_t lineEnd = std::min(text.find('\n'), text.size());
    std::string line;
    for (StringRef rest = text.take_front(lineEnd); !rest.empty();) {
      size_t size = std::min(rest.find(' '), rest.size());
      StringRef word = rest.take_front(size);
      line += size > maxWord ? cutMiddle(word, 200, 100) : word.str();
      // With the blanks behind it.
      StringRef blanks =
          rest.drop_front(size).take_while([](char c) { return c == ' '; });
      line += blanks;
      rest = rest.drop_front(size + blanks.size());
    }
    result += line.size() > maxLine ? cutMiddle(line, 12000, 2000) : line;
    if (lineEnd < text.size())
      result += '\n';
    text = text.drop_front(std::min(lineEnd + 1, text.size()));
  }
  return result;
}

static void printInFull(const Diagnostic &diagnostic, raw_ostream &os) {
  const DiagnosticInfo &info = diagnostic.getInfo();
  os << stringify(diagnostic.severity) << ": " << escape(diagnostic.message)
     << " [" << info.getID() << ' ' << info.name << "]\n";
  if (diagnostic.node)
    os << "  at: " << diagnostic.node->str() << '\n';
  for (const Note &note : diagnostic.notes) {
    os << "  " << (note.kind == Note::Kind::Help ? "" : "note: ") << note.str();
    if (note.node)
      os << ": " << note.node->str();
    os << '\n';
  }
  constexpr size_t few = 3;
  ArrayRef<Diagnostic> follows = diagnostic.follows;
  for (const Diagnostic &one : follows.take_front(few))
    os << "  follows: " << escape(one.message) << '\n';
  if (follows.size() > few)
    os << "  follows: and " << follows.size() - few << " more\n";
  if (diagnostic.fix)
    os << "  fix: " << escape(diagnostic.fix->message) << '\n';
}

void Diagnostic::print(raw_ostream &os) const {
  std::string text;
  raw_string_ostream full(text);
  printInFull(*this, full);
  os << shorten(text);
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
