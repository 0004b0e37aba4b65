//===- Condition.cpp - When something applies -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/Condition.h"
#include "builder/diagnostics/SourceText.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

/// The terms of a condition, and what joins them, in the order of a stack
/// machine: a term puts its value on the stack, the others take theirs there.
struct pmb::ConditionTree {
  enum class Step : uint8_t { Term, Not, And, Or };
  /// Of a condition that keeps its text; terms refer to it.
  std::string text;
  std::vector<ConditionTerm> terms;
  std::vector<Step> steps;
};

using Step = ConditionTree::Step;
using Comparison = ConditionTerm::Comparison;

static constexpr std::pair<StringLiteral, Comparison> comparisons[] = {
    {"==", Comparison::Equal},       {"!=", Comparison::NotEqual},
    {"<=", Comparison::LessOrEqual}, {">=", Comparison::GreaterOrEqual},
    {"<", Comparison::Less},         {">", Comparison::Greater},
};

/// What the machine ends with. REQUIRES: the tree is not empty.
template <typename T, typename LeafFn, typename NotFn, typename JoinFn>
static T fold(const ConditionTree &tree, LeafFn leaf, NotFn negate,
              JoinFn join) {
  SmallVector<T, 4> stack;
  const ConditionTerm *term = tree.terms.data();
  for (Step step : tree.steps) {
    if (step == Step::Term) {
      stack.push_back(leaf(*term++));
      continue;
    }
    T last = stack.pop_back_val();
    if (step == Step::Not)
      stack.push_back(negate(std::move(last)));
    else
      stack.back() = join(step, std::move(stack.back()), std::move(last));
  }
  return std::move(stack.back());
}

static bool evaluate(const ConditionTree &tree,
                     function_ref<bool(const ConditionTerm &)> holds) {
  return fold<char>(
      tree, holds, [](bool value) { return !value; },
      [](Step step, bool first, bool second) {
        return step == Step::And ? first && second : first || second;
      });
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

ConditionText::ConditionText(StringRef text, const SourceText *file,
                             TextPlace place)
    : text(text), file(file), line(place.line), column(place.column) {}

Diagnostic ConditionText::diagnose(DiagnosticCode code, size_t offset,
                                   std::string message) const {
  if (file)
    return file->diagnose(code, {line, column + 1 + unsigned(offset)},
                          std::move(message));
  // The text is shown. Where it stands, the caller knows.
  SourceText source = SourceText::refer(text, "<when>");
  return Diagnostic(code, std::move(message))
      .noteFirst(source.showLine(source.getPlace(offset)));
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
/// Parses up to the first mistake. What is wrong with names is for others.
class ConditionParser {
public:
  ConditionParser(const ConditionText &source, ConditionTree &tree)
      : source(source), text(source.text), tree(tree) {}

  /// The mistake, if there is one.
  std::optional<Diagnostic> run();

private:
  void parseAny();
  void parseAll();
  void parseOne();
  void parseTerm();
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
  /// Ends the parsing.
  void fail(size_t offset, std::string message, std::string help = "");
  /// What stands there, for messages.
  std::string describe(size_t offset) const;

  const ConditionText &source;
  StringRef text;
  ConditionTree &tree;
  size_t at = 0;
  unsigned depth = 0;
  std::optional<Diagnostic> mistake;
};
} // namespace

void ConditionParser::fail(size_t offset, std::string message,
                           std::string help) {
  if (mistake)
    return;
  mistake =
      source.diagnose(DiagnosticCode::BadCondition, offset, std::move(message));
  if (!help.empty())
    mistake->help(std::move(help));
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

void ConditionParser::parseAny() {
  parseAll();
  while (!mistake && peek() == '|') {
    ++at;
    if (peek() == '|')
      return fail(at, "'||' is written '|' here");
    parseAll();
    tree.steps.push_back(Step::Or);
  }
}

void ConditionParser::parseAll() {
  parseOne();
  while (!mistake && peek() == '&') {
    ++at;
    if (peek() == '&')
      return fail(at, "'&&' is written '&' here");
    parseOne();
    tree.steps.push_back(Step::And);
  }
}

void ConditionParser::parseOne() {
  char next = peek();
  if (next != '!' && next != '(')
    return parseTerm();
  if (++depth > maxConditionDepth)
    return fail(at, "the condition is more than " +
                        std::to_string(maxConditionDepth) + " deep");
  size_t open = at++;
  if (next == '!') {
    parseOne();
    tree.steps.push_back(Step::Not);
  } else {
    parseAny();
  }
  --depth;
  if (next == '(' && !mistake && !consume(")"))
    fail(open, "this '(' is not closed");
}

bool ConditionParser::parseComparison(ConditionTerm &term) {
  for (const auto &[token, comparison] : comparisons)
    if (consume(token)) {
      term.comparison = comparison;
      return true;
    }
  constexpr StringLiteral word = "contains";
  skipSpace();
  StringRef rest = text.substr(at);
  if (rest.take_while(isNamePart) == word) {
    at += word.size();
    term.comparison = Comparison::Contains;
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

void ConditionParser::parseTerm() {
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
  if (mistake)
    return;
  tree.terms.push_back(term);
  tree.steps.push_back(Step::Term);
}

std::optional<Diagnostic> ConditionParser::run() {
  if (text.trim().empty()) {
    fail(0, "the condition is empty",
         "leave 'when' out if it shall always hold");
    return std::move(mistake);
  }
  parseAny();
  if (!mistake && peek()) {
    if (peek() == ')')
      fail(at, "this ')' was not opened");
    else
      fail(at, "'&' or '|' belongs before " + describe(at));
  }
  return std::move(mistake);
}

Expected<bool> pmb::evaluateCondition(
    const ConditionText &condition,
    function_ref<Expected<bool>(const ConditionTerm &)> decide) {
  // More are too many to read.
  constexpr size_t limit = 20;
  ConditionTree tree;
  std::optional<Diagnostic> mistake = ConditionParser(condition, tree).run();
  Errors errors;
  BitVector holding;
  for (const ConditionTerm &term : tree.terms) {
    Expected<bool> holds = decide(term);
    holding.push_back(holds && *holds);
    if (holds)
      continue;
    errors.add(holds.takeError());
    if (errors.size() >= limit)
      return errors.take();
  }
  if (mistake)
    errors.add(std::move(*mistake));
  if (!errors.empty())
    return errors.take();
  unsigned next = 0;
  return evaluate(tree, [&](const ConditionTerm &) { return holding[next++]; });
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Condition::Condition(StringRef text) {
  if (text.empty())
    return;
  auto parsed = std::make_shared<ConditionTree>();
  parsed->text = text.str();
  if (ConditionParser(ConditionText(parsed->text), *parsed).run()) {
    parsed->terms.clear();
    parsed->steps.clear();
  }
  tree = std::move(parsed);
}

StringRef Condition::getText() const {
  return tree ? StringRef(tree->text) : "";
}

ArrayRef<ConditionTerm> Condition::getTerms() const {
  return tree ? ArrayRef(tree->terms) : ArrayRef<ConditionTerm>();
}

bool Condition::evaluate(
    function_ref<bool(const ConditionTerm &)> holds) const {
  return !tree || (!tree->steps.empty() && ::evaluate(*tree, holds));
}

bool Condition::operator==(const Condition &other) const {
  if (tree == other.tree || getText() == other.getText())
    return true;
  // What only one of them has is the spelling.
  auto normalize = [](const ConditionTerm &term) {
    return term.isCompared()
               ? std::make_tuple(term.name, term.comparison, term.value)
               : std::make_tuple(term.name, Comparison::Equal,
                                 StringRef("true"));
  };
  return tree && other.tree && !tree->steps.empty() &&
         tree->steps == other.tree->steps &&
         llvm::equal(tree->terms, other.tree->terms,
                     [&](const ConditionTerm &a, const ConditionTerm &b) {
                       return normalize(a) == normalize(b);
                     });
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string write(StringRef name, Comparison comparison,
                         StringRef value) {
  std::string text = name.str();
  if (comparison == Comparison::None)
    return text;
  for (const auto &[token, known] : comparisons)
    if (known == comparison)
      text += (" " + token + " ").str();
  bool isWord = !value.empty() && all_of(value, isValuePart);
  return text + (isWord ? value.str() : "'" + value.str() + "'");
}

namespace {
/// What is known of a part of a condition, or its text and what that is.
struct Part {
  enum Kind { Any, All, Compared, Name };
  std::optional<bool> holds;
  std::string text;
  Kind kind = Name;

  explicit Part(bool holds) : holds(holds) {}
  explicit Part(const ConditionTerm &term)
      : text(write(term.name, term.comparison, term.value)),
        kind(term.isCompared() ? Compared : Name) {}
};
} // namespace

static Part negate(Part part) {
  if (part.holds)
    return Part(!*part.holds);
  part.text =
      part.kind == Part::Name ? "!" + part.text : "!(" + part.text + ")";
  part.kind = Part::Name;
  return part;
}

static Part joinParts(Step step, Part first, Part second) {
  bool isAll = step == Step::And;
  if (first.holds)
    return *first.holds == isAll ? std::move(second) : std::move(first);
  if (second.holds)
    return *second.holds == isAll ? std::move(first) : std::move(second);
  auto enclose = [&](Part &part) {
    if (isAll && part.kind == Part::Any)
      part.text = "(" + part.text + ")";
  };
  enclose(first);
  enclose(second);
  first.text += (isAll ? " & " : " | ") + second.text;
  first.kind = isAll ? Part::All : Part::Any;
  return first;
}

std::optional<Condition> Condition::simplify(
    function_ref<std::optional<bool>(const ConditionTerm &)> decide) const {
  if (!tree || tree->steps.empty())
    return *this;
  Part left = fold<Part>(
      *tree,
      [&](const ConditionTerm &term) {
        std::optional<bool> holds = decide(term);
        return holds ? Part(*holds) : Part(term);
      },
      negate, joinParts);
  if (!left.holds)
    return Condition(left.text);
  return *left.holds ? std::optional(Condition()) : std::nullopt;
}

Condition pmb::option(StringRef name) {
  return Condition(write(name, Comparison::Equal, "true"));
}

Condition Condition::is(StringRef value) const {
  if (getTerms().empty())
    return *this;
  return Condition(write(getTerms().front().name, Comparison::Equal, value));
}

Condition Condition::operator!() const {
  ArrayRef<ConditionTerm> terms = getTerms();
  if (terms.size() != 1 || tree->steps.size() > 2)
    return Condition(("!(" + getText() + ")").str());
  ConditionTerm term = terms.front();
  bool isNegated = tree->steps.size() == 2;
  bool isEqual = term.comparison == Comparison::Equal;
  if (!isNegated && term.isEquality()) {
    term.comparison = isEqual ? Comparison::NotEqual : Comparison::Equal;
    return Condition(Part(term).text);
  }
  return Condition(isNegated ? Part(term).text : negate(Part(term)).text);
}

void pmb::forEachName(StringRef condition,
                      function_ref<void(StringRef)> visit) {
  Condition parsed(condition);
  for (const ConditionTerm &term : parsed.getTerms())
    visit(term.name);
}

std::string pmb::joinConditions(StringRef first, StringRef second) {
  if (first.empty() || second.empty())
    return (first + second).str();
  return ("(" + first + ") & (" + second + ")").str();
}
