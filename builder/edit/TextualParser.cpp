//===- TextualParser.cpp - Reading pipelines as text ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/TextualPipeline.h"
#include "builder/passes/PassDescriptor.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

/// True for what stands between names.
static bool isBracket(char c) {
  return c == ',' || c == '(' || c == ')' || c == '{' || c == '}';
}

namespace pmb {

class TextualParser {
public:
  explicit TextualParser(TextualPipeline &result,
                         const PassManagerRules &rules = {})
      : result(result), rules(rules), text(result.getText()) {}

  Error parse();
  /// The same for what stands between the parentheses of a pipeline.
  Error parsePasses();

private:
  /// A nest that is not closed yet.
  struct OpenNest {
    TextualElement *nest;
    size_t bracket;
  };

  Error verifyText() const;
  Error parseRoot();
  /// What has no operation and no white space, and parameters.
  Error parseWithoutRoot();
  Error parseParameterized(TextualElement &element);
  Error parseElement();
  Error parseName(TextualElement &element);
  /// Says what is wrong with what was to be a name.
  Error failName(size_t begin);
  Error failWithoutName();
  Error failClosing() const {
    return fail(pos, "this ')' closes nothing").misspells("", ")");
  }
  /// Fails if a comment begins at the next character.
  Error verifyNoComment();
  Error parseOptions(TextualElement &element);
  Error parseSeparator();

  void openNest(TextualElement &nest) {
    open.push_back({&nest, pos++});
    nest.bodyBegin = pos;
  }
  char peek() const { return pos < text.size() ? text[pos] : '\0'; }
  bool atEnd() const { return pos == text.size(); }
  void skipSpace() {
    while (isSpace(peek()))
      ++pos;
  }

  void setPlace(TextualElement &element, size_t offset) {
    element.offset = offset;
    TextPlace place = result.source.getPlace(offset);
    element.line = place.line;
    element.column = place.column;
  }

  NodeRef getRef(TextPlace place) const {
    return NodeRef(result.source.getOrigin(place));
  }
  Diagnostic fail(size_t offset, const Twine &message, const Twine &help = "",
                  DiagnosticCode code = DiagnosticCode::Syntax) const;

  TextualPipeline &result;
  const PassManagerRules &rules;
  StringRef text;
  size_t pos = 0;
  size_t elementCount = 0;
  /// Nothing closes the outermost nest but the end of the text.
  bool isList = false;
  SmallVector<OpenNest, 8> open;
};

} // namespace pmb

Diagnostic TextualParser::fail(size_t offset, const Twine &message,
                               const Twine &help, DiagnosticCode code) const {
  TextPlace place = result.source.getPlace(offset);
  Diagnostic diagnostic(code, message.str());
  diagnostic.at(getRef(place));
  diagnostic.notes.push_back(result.source.showText(place));
  if (!help.isTriviallyEmpty())
    diagnostic.help(help.str());
  return diagnostic;
}

/// The name of a nest with its parameters, or a pass.
Error TextualParser::parseParameterized(TextualElement &element) {
  if (Error error = verifyNoComment())
    return error;
  setPlace(element, pos);
  StringRef word = text.drop_front(pos).take_until(
      [](char c) { return c == ',' || c == '(' || c == ')'; });
  if (size_t space = word.find_first_of(" \t\n\v\f\r");
      space != StringRef::npos)
    return fail(pos + space, "there is white space in the pipeline",
                "opt takes none: remove it");
  pos += word.size();
  element.name = word;
  element.end = pos;
  if (peek() != '(')
    std::tie(element.name, element.options) = splitParameters(word);
  bool hasParameters = word.contains('<');
  if (hasParameters && !word.ends_with(">"))
    return fail(word.begin() + word.find('<') - text.begin(),
                "the parameters of '" + word.take_until([](char c) {
                  return c == '<';
                }) + "' begin here and never end: expected '>'");
  if (!element.options.empty())
    element.bodyBegin = element.offset + element.name.size() + 1;
  return Error::success();
}

Error TextualParser::parseName(TextualElement &element) {
  if (rules.hasParameters)
    return parseParameterized(element);
  skipSpace();
  setPlace(element, pos);
  size_t begin = pos;
  while (pos < text.size() && isPassNameCharacter(text[pos]))
    ++pos;
  element.name = text.slice(begin, pos);
  element.end = pos;
  skipSpace();
  bool isComplete = atEnd() || isBracket(peek());
  return isComplete && !element.name.starts_with("-") ? Error::success()
                                                      : failName(begin);
}

Error TextualParser::verifyNoComment() {
  StringRef rest = text.drop_front(pos);
  if (!rest.starts_with("#") && !rest.starts_with("//") &&
      !rest.starts_with("/*"))
    return Error::success();
  return fail(pos, "a textual pipeline has no comments",
              "take it out; a pipeline file (*.pipeline.json) has comments");
}

Error TextualParser::failName(size_t begin) {
  if (Error error = verifyNoComment())
    return error;
  // Up to the next bracket, that was to be the name.
  StringRef name = text.drop_front(begin).take_until(isBracket).rtrim();
  if (name.starts_with("-"))
    return fail(begin, "a name in a pipeline does not begin with '-'",
                "write '" + name.ltrim('-') + "'");
  if (peek() == ';')
    return fail(pos,
                "expected ',' after '" + text.slice(begin, pos).rtrim() + "'",
                "passes stand with ',' between them, not ';'")
        .misspells(",", ";");
  size_t space = name.find_first_of(" \t\n\v\f\r");
  if (space != StringRef::npos)
    return fail(begin + space,
                "expected ',' after '" + name.take_front(space) + "'",
                "names have no white space in them");
  return fail(begin, "this is not the name of a pass or operation",
              passNameRule);
}

Error TextualParser::verifyText() const {
  if (all_of(text, [](char c) { return isSpace(c); }))
    return fail(0, "the text is empty; expected a pipeline",
                rules.textNamesRoot ? "write 'builtin.module(cse)'"
                                    : "write 'function(sroa)'");
  // Of a file that is no text nothing can be shown.
  if (size_t zero = text.find('\0'); zero != StringRef::npos)
    return Diagnostic(DiagnosticCode::Syntax,
                      "this is not a text: there is a zero byte in it")
        .at(getRef(result.source.getPlace(zero)));
  return Error::success();
}

/// A pipeline for what is none, `cse,canonicalize` or `func.func`.
static std::string guessMeant(StringRef text) {
  // No pass has a name with a period, and each operation has.
  auto isOperation = [](StringRef name) {
    return isPassName(name) && (name.contains('.') || name == "any");
  };
  auto isPass = [&](StringRef name) {
    return isPassName(name) && !isOperation(name);
  };
  std::string passes = "cse";
  if (text.size() < 200 && all_of(split(text, ','), isPass))
    passes = text.str();
  else if (isOperation(text) && text != "builtin.module")
    passes = (text + "(cse)").str();
  return "builtin.module(" + passes + ")";
}

Error TextualParser::parseRoot() {
  auto needsRoot = [&] {
    return fail(pos,
                "expected the operation that the pipeline runs on, and its "
                "passes in parentheses",
                "write '" + guessMeant(text.trim()) + "'");
  };
  skipSpace();
  if (Error error = verifyNoComment())
    return error;
  // A list of passes without an operation, as mlir-opt takes them one by one.
  const char *bracket = find_if(text, isBracket);
  if (bracket == text.end() || *bracket != '(')
    return needsRoot();
  if (Error error = parseName(result.root))
    return error;
  if (result.root.name.empty())
    return needsRoot();
  // Few pipelines are shorter.
  result.root.nested.reserve(16);
  openNest(result.root);
  return Error::success();
}

Error TextualParser::parseOptions(TextualElement &element) {
  size_t begin = pos + 1;
  unsigned depth = 0;
  for (; !atEnd(); ++pos) {
    if (text[pos] == '{')
      ++depth;
    else if (text[pos] == '}' && --depth == 0) {
      element.bodyBegin = begin;
      element.options = text.slice(begin, pos++).trim();
      if (areParameters(element.options))
        return fail(element.options.data() - text.data(),
                    "no option begins with '<'",
                    "only LLVM's pass manager has parameters in angle brackets "
                    "(pmb-check --dialect=llvm)");
      element.end = pos;
      skipSpace();
      return Error::success();
    }
  }
  return fail(begin - 1, "the options of '" + element.name +
                             "' begin here and never end: expected '}'");
}

/// Where the next character is none of a name: a comma too many, perhaps.
Error TextualParser::failWithoutName() {
  size_t last = text.take_front(pos).rtrim().size();
  if (peek() == ')' && last && text[last - 1] == ',')
    return fail(last - 1, "expected the name of a pass after this ','")
        .misspells("", ",");
  const TextualElement &nest = *open.back().nest;
  if (peek() == ')' && nest.nested.size() == 1 && open.size() > 1) {
    StringRef empty = text.slice(nest.offset, pos + 1);
    return fail(nest.offset, "the nest '" + empty + "' has no passes",
                "leave it out, or put passes into it")
        .misspells("", empty);
  }
  Diagnostic diagnostic = fail(pos, "expected the name of a pass before '" +
                                        text.substr(pos, 1) + "'");
  return peek() == ',' ? diagnostic.misspells("", ",") : diagnostic;
}

Error TextualParser::parseElement() {
  if (++elementCount > TextualPipeline::maxElements)
    return fail(pos,
                "the pipeline has more than " +
                    Twine(TextualPipeline::maxElements) + " passes and nests",
                "", DiagnosticCode::TooLarge);
  TextualElement &element = open.back().nest->nested.emplace_back();
  if (Error error = parseName(element))
    return error;
  if (peek() == '(') {
    if (element.name.empty() && rules.hasParameters)
      return fail(pos, "expected the name of a nest before '('");
    // MLIR takes a nest without an operation for one on any.
    if (element.name.empty())
      element.name = "any";
    if (open.size() > TextualPipeline::maxDepth)
      return fail(pos,
                  "nests are more than " + Twine(TextualPipeline::maxDepth) +
                      " deep",
                  "", DiagnosticCode::TooLarge);
    element.nested.reserve(4);
    openNest(element);
    return Error::success();
  }
  if (element.name.empty()) {
    if (!atEnd())
      return failWithoutName();
    // The bracket that is missing says more than the name.
    if (!isList || open.size() > 1)
      return parseSeparator();
    return fail(pos, "expected the name of a pass at the end");
  }
  ++result.passCount;
  if (peek() == '{' && !rules.hasParameters)
    if (Error error = parseOptions(element))
      return error;
  return parseSeparator();
}

/// What may follow a complete element: ',' or any number of ')'.
Error TextualParser::parseSeparator() {
  while (peek() == ')') {
    if (isList && open.size() == 1)
      return failClosing();
    TextualElement &nest = *open.pop_back_val().nest;
    nest.bodyEnd = pos++;
    nest.end = pos;
    skipSpace();
    if (!open.empty())
      continue;
    if (atEnd())
      return Error::success();
    if (Error error = verifyNoComment())
      return error;
    if (peek() == ')')
      return failClosing();
    return fail(pos, "the pipeline has ended, but there is more text");
  }
  if (atEnd() && isList && open.size() == 1) {
    open.pop_back();
    return Error::success();
  }
  if (atEnd())
    return fail(
        open.back().bracket,
        "this '(' is never closed: expected ')' at the end of the text");
  if (peek() == ',') {
    ++pos;
    return Error::success();
  }
  if (Error error = verifyNoComment())
    return error;
  if (peek() == '(')
    return fail(pos, "a nest has no options: expected ',' or ')'");
  return fail(pos, "expected ',' or ')'");
}

Error TextualParser::parseWithoutRoot() {
  text = text.rtrim();
  if (Error error = parsePasses())
    return error;
  result.root.name = rules.root;
  result.root.bodyEnd = text.size();
  result.namesRoot = false;
  return Error::success();
}

Error TextualParser::parse() {
  if (Error error = verifyText())
    return error;
  if (!rules.textNamesRoot)
    return parseWithoutRoot();
  if (Error error = parseRoot())
    return error;
  // Only the pipeline itself may have nothing in it, not even white space.
  if (peek() == ')')
    return parseSeparator();
  while (!open.empty())
    if (Error error = parseElement())
      return error;
  return Error::success();
}

Error TextualParser::parsePasses() {
  isList = true;
  open.push_back({&result.root, 0});
  while (!open.empty())
    if (Error error = parseElement())
      return error;
  return Error::success();
}

Expected<TextualPipeline> pmb::parsePasses(StringRef text, StringRef name) {
  TextualPipeline result(SourceText::copy(text, name));
  if (Error error = TextualParser(result).parsePasses())
    return error;
  return result;
}

Expected<TextualPipeline>
pmb::parseTextualPipeline(StringRef text, StringRef name,
                          const PassManagerRules &rules) {
  return parseTextualPipeline(SourceText::copy(text, name), rules);
}

Expected<TextualPipeline>
pmb::parseTextualPipeline(SourceText text, const PassManagerRules &rules) {
  TextualPipeline result(std::move(text));
  if (Error error = TextualParser(result, rules).parse())
    return error;
  return result;
}
