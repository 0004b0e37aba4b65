//===- Condition.cpp - When something applies -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/Condition.h"
#include "builder/diagnostics/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

std::string Condition::str() const {
  std::string text;
  switch (kind) {
  case Kind::Always:
    return negated ? "never" : "always";
  case Kind::Option:
    text = "option '" + name + "' is '" + value + "'";
    break;
  case Kind::Variant:
    text = "variant '" + name + "'";
    break;
  }
  return negated ? "not " + text : text;
}

ConditionText::ConditionText(StringRef text, const SourceText *file,
                             TextPlace place)
    : text(text), file(file), line(place.line), column(place.column) {}

Diagnostic ConditionText::diagnose(DiagnosticCode code, size_t offset,
                                   std::string message) const {
  if (file)
    return file->diagnose(code, {line, column + 1 + unsigned(offset)},
                          std::move(message));
  SourceText source = SourceText::refer(text, "<when>");
  return source.diagnose(code, source.getPlace(offset), std::move(message));
}

static bool isNameStart(char c) { return isAlpha(c) || c == '_'; }
static bool isNamePart(char c) {
  return isAlnum(c) || c == '_' || c == '.' || c == '-';
}
static bool isValuePart(char c) { return isNamePart(c) || c == '+'; }

bool pmb::isConditionName(StringRef name) {
  return !name.empty() && isNameStart(name.front()) && all_of(name, isNamePart);
}

namespace {
/// Reads and decides at once. After the first mistake in the grammar nothing
/// that follows is of interest; mistakes of terms are all kept.
class ConditionParser {
public:
  using Decide = function_ref<Expected<bool>(const ConditionTerm &)>;
  ConditionParser(const ConditionText &source, Decide decide)
      : source(source), text(source.text), decide(decide) {}

  Expected<bool> run();

private:
  bool parseAny();
  bool parseAll();
  bool parseOne();
  bool parseTerm();
  bool parseComparison(ConditionTerm &term);
  void parseValue(ConditionTerm &term);

  void skipSpace() {
    while (at < text.size() && isSpace(text[at]))
      ++at;
  }
  /// The next character that is no space; 0 at the end.
  char peek() {
    skipSpace();
    return at < text.size() ? text[at] : 0;
  }
  bool consume(StringRef token) {
    skipSpace();
    if (!text.substr(at).starts_with(token))
      return false;
    at += token.size();
    return true;
  }
  /// A mistake in the grammar; ends the parsing.
  bool fail(size_t offset, std::string message, std::string help = "");
  /// What stands there, for messages.
  std::string describe(size_t offset) const;

  const ConditionText &source;
  StringRef text;
  Decide decide;
  size_t at = 0;
  unsigned depth = 0;
  bool isWrong = false;
  std::vector<Diagnostic> failures;
};
} // namespace

bool ConditionParser::fail(size_t offset, std::string message,
                           std::string help) {
  if (std::exchange(isWrong, true))
    return false;
  Diagnostic diagnostic =
      source.diagnose(DiagnosticCode::BadCondition, offset, std::move(message));
  if (!help.empty())
    diagnostic.help(std::move(help));
  failures.push_back(std::move(diagnostic));
  return false;
}

std::string ConditionParser::describe(size_t offset) const {
  if (offset >= text.size())
    return "the end";
  size_t end = offset;
  if (isValuePart(text[end]))
    while (end < text.size() && isValuePart(text[end]))
      ++end;
  else
    ++end;
  return quote(text.slice(offset, end));
}

bool ConditionParser::parseAny() {
  bool result = parseAll();
  while (!isWrong && peek() == '|') {
    ++at;
    if (peek() == '|')
      return fail(at, "'||' is written '|' here");
    bool next = parseAll();
    result = result || next;
  }
  return result;
}

bool ConditionParser::parseAll() {
  bool result = parseOne();
  while (!isWrong && peek() == '&') {
    ++at;
    if (peek() == '&')
      return fail(at, "'&&' is written '&' here");
    bool next = parseOne();
    result = result && next;
  }
  return result;
}

bool ConditionParser::parseOne() {
  char next = peek();
  if (next != '!' && next != '(')
    return parseTerm();
  if (++depth > maxConditionDepth)
    return fail(at, "the condition is more than " +
                        std::to_string(maxConditionDepth) + " deep");
  size_t open = at++;
  bool result = next == '!' ? !parseOne() : parseAny();
  --depth;
  if (next == '(' && !isWrong && !consume(")"))
    return fail(open, "this '(' is not closed");
  return result;
}

bool ConditionParser::parseComparison(ConditionTerm &term) {
  using Comparison = ConditionTerm::Comparison;
  static constexpr std::pair<StringLiteral, Comparison> comparisons[] = {
      {"==", Comparison::Equal},       {"!=", Comparison::NotEqual},
      {"<=", Comparison::LessOrEqual}, {">=", Comparison::GreaterOrEqual},
      {"<", Comparison::Less},         {">", Comparison::Greater},
  };
  for (const auto &[token, comparison] : comparisons)
    if (consume(token)) {
      term.comparison = comparison;
      return true;
    }
  if (peek() == '=')
    fail(at, "'=' compares nothing", "write '=='");
  return false;
}

void ConditionParser::parseValue(ConditionTerm &term) {
  char first = peek();
  term.valueOffset = at;
  if (first == '\'') {
    size_t end = text.find('\'', at + 1);
    if (end == StringRef::npos) {
      fail(at, "this ' has no counterpart");
      return;
    }
    term.value = text.slice(at + 1, end);
    at = end + 1;
    return;
  }
  size_t begin = at;
  while (at < text.size() && isValuePart(text[at]))
    ++at;
  term.value = text.slice(begin, at);
  if (term.value.empty())
    fail(begin, "a value belongs here, not " + describe(begin),
         "put a value that is no word or number in ' and '");
}

bool ConditionParser::parseTerm() {
  char first = peek();
  if (!isNameStart(first)) {
    if (first == ')' && depth == 0)
      return fail(at, "this ')' was not opened");
    return fail(at, "a name belongs here, not " + describe(at),
                "a condition is like: gpu & !(debug | vector-size > 1)");
  }
  ConditionTerm term;
  term.nameOffset = at;
  while (at < text.size() && isNamePart(text[at]))
    ++at;
  term.name = text.slice(term.nameOffset, at);
  if (parseComparison(term))
    parseValue(term);
  if (isWrong)
    return false;
  Expected<bool> holds = decide(term);
  if (holds)
    return *holds;
  append_range(failures, takeDiagnostics(holds.takeError()));
  // More are more than anybody reads.
  isWrong = failures.size() >= 20;
  return false;
}

Expected<bool> ConditionParser::run() {
  if (text.trim().empty()) {
    fail(0, "the condition is empty",
         "leave 'when' out if it shall always hold");
    return makeError(std::move(failures));
  }
  bool result = parseAny();
  if (!isWrong && peek()) {
    if (peek() == ')')
      fail(at, "this ')' was not opened");
    else
      fail(at, "'&' or '|' belongs before " + describe(at));
  }
  if (!failures.empty())
    return makeError(std::move(failures));
  return result;
}

Expected<bool> pmb::evaluateCondition(
    const ConditionText &condition,
    function_ref<Expected<bool>(const ConditionTerm &)> decide) {
  return ConditionParser(condition, decide).run();
}

void pmb::forEachName(StringRef condition,
                      function_ref<void(StringRef)> visit) {
  consumeError(evaluateCondition(ConditionText(condition),
                                 [&](const ConditionTerm &term) {
                                   visit(term.name);
                                   return Expected<bool>(false);
                                 })
                   .takeError());
}

std::string pmb::joinConditions(StringRef first, StringRef second) {
  if (first.empty() || second.empty())
    return (first + second).str();
  return ("(" + first + ") & (" + second + ")").str();
}
