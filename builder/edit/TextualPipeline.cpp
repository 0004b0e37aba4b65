//===- TextualPipeline.cpp - MLIR's pipelines as text ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/TextualPipeline.h"
#include "builder/edit/Linker.h"
#include "builder/edit/PassesInOptions.h"
#include "builder/passes/NameChecker.h"
#include "builder/repair/NodesByOrigin.h"
#include "builder/repair/Repair.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

/// True for what stands between names.
static bool isBracket(char c) {
  return c == ',' || c == '(' || c == ')' || c == '{' || c == '}';
}

static NodeRef makePlace(const SourceText &source, TextPlace place) {
  NodeRef ref;
  ref.origin = source.getOrigin(place);
  return ref;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace pmb {

class TextualParser {
public:
  explicit TextualParser(TextualPipeline &result)
      : result(result), text(result.getText()) {}

  Error parse();
  /// The same for what stands between the parentheses of a pipeline.
  Error parsePasses();

private:
  /// A nest that is not closed yet.
  struct OpenNest {
    TextualElement *nest;
    size_t bracket;
  };

  Error parseRoot();
  Error parseElement();
  Error parseName(TextualElement &element);
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

  Error fail(size_t offset, const Twine &message, const Twine &help = "",
             DiagnosticCode code = DiagnosticCode::Syntax) const;

  TextualPipeline &result;
  StringRef text;
  size_t pos = 0;
  size_t elementCount = 0;
  /// Nothing closes the outermost nest but the end of the text.
  bool isList = false;
  SmallVector<OpenNest, 8> open;
};

} // namespace pmb

Error TextualParser::fail(size_t offset, const Twine &message,
                          const Twine &help, DiagnosticCode code) const {
  TextPlace place = result.source.getPlace(offset);
  Diagnostic diagnostic(code, message.str());
  diagnostic.at(makePlace(result.source, place));
  diagnostic.notes.push_back(result.source.showText(place));
  if (!help.isTriviallyEmpty())
    diagnostic.help(help.str());
  return makeError(std::move(diagnostic));
}

Error TextualParser::parseName(TextualElement &element) {
  skipSpace();
  setPlace(element, pos);
  size_t begin = pos;
  while (pos < text.size() && isNameCharacter(text[pos]))
    ++pos;
  element.name = text.slice(begin, pos);
  element.end = pos;
  skipSpace();
  if (atEnd() || isBracket(peek()))
    return Error::success();
  // Something else: up to the next bracket, that was to be the name.
  StringRef name = text.drop_front(begin).take_until(isBracket);
  size_t space = name.find_first_of(" \t\n\v\f\r");
  if (space < name.rtrim().size())
    return fail(begin + space,
                "expected ',' after '" + name.take_front(space) + "'",
                "names have no white space in them");
  return fail(begin, "this is not the name of a pass or operation");
}

Error TextualParser::parseRoot() {
  auto needsRoot = [&](size_t offset) {
    // A list of names is most likely what is to stand in the parentheses.
    StringRef list = text.trim();
    auto isOfList = [](char c) { return isNameCharacter(c) || c == ','; };
    bool isList = list.size() < 200 && all_of(list, isOfList);
    return fail(offset,
                "expected the operation that the pipeline runs on, and its "
                "passes in parentheses",
                "write 'builtin.module(" + (isList ? list : "cse") + ")'");
  };
  if (all_of(text, [](char c) { return isSpace(c); }))
    return fail(0, "the text is empty; expected a pipeline",
                "write 'builtin.module(cse)'");
  // Of a file that is no text nothing can be shown.
  if (size_t zero = text.find('\0'); zero != StringRef::npos)
    return makeError(
        Diagnostic(DiagnosticCode::Syntax,
                   "this is not a text: there is a zero byte in it")
            .at(makePlace(result.source, result.source.getPlace(zero))));
  // A list of passes without an operation, as mlir-opt takes them one by one.
  const char *bracket = find_if(text, isBracket);
  if (bracket == text.end() || *bracket != '(')
    return needsRoot(text.size() - text.ltrim().size());
  if (Error error = parseName(result.root))
    return error;
  if (result.root.name.empty())
    return needsRoot(pos);
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
      element.bodyEnd = pos;
      element.options = text.slice(begin, pos++).trim();
      element.end = pos;
      skipSpace();
      return Error::success();
    }
  }
  return fail(begin - 1, "the options of '" + element.name +
                             "' begin here and never end: expected '}'");
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
      return fail(pos, "expected the name of a pass before '" +
                           text.substr(pos, 1) + "'");
    // The bracket that is missing says more than the name.
    if (!isList || open.size() > 1)
      return parseSeparator();
    return fail(pos, "expected the name of a pass at the end");
  }
  ++result.passCount;
  if (peek() == '{')
    if (Error error = parseOptions(element))
      return error;
  return parseSeparator();
}

/// What may follow a complete element: ',' or any number of ')'.
Error TextualParser::parseSeparator() {
  while (peek() == ')') {
    if (isList && open.size() == 1)
      return fail(pos, "this ')' closes nothing");
    TextualElement &nest = *open.pop_back_val().nest;
    nest.bodyEnd = pos++;
    nest.end = pos;
    skipSpace();
    if (!open.empty())
      continue;
    if (atEnd())
      return Error::success();
    return fail(pos, peek() == ')'
                         ? "this ')' closes nothing"
                         : "the pipeline has ended, but there is more text");
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
  if (peek() == '(')
    return fail(pos, "a nest has no options: expected ',' or ')'");
  return fail(pos, "expected ',' or ')'");
}

Error TextualParser::parse() {
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

Expected<TextualPipeline> pmb::parseTextualPipeline(StringRef text,
                                                    StringRef name) {
  return parseTextualPipeline(SourceText::copy(text, name));
}

Expected<TextualPipeline> pmb::parseTextualPipeline(SourceText text) {
  TextualPipeline result(std::move(text));
  if (Error error = TextualParser(result).parse())
    return error;
  return result;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printElements(raw_ostream &os, ArrayRef<TextualElement> elements) {
  interleave(
      elements, os,
      [&](const TextualElement &element) {
        os << element.name;
        if (element.isNest()) {
          os << '(';
          printElements(os, element.nested);
          os << ')';
        } else if (!element.options.empty()) {
          os << '{' << element.options << '}';
        }
      },
      ",");
}

void TextualPipeline::print(raw_ostream &os) const {
  os << root.name << '(';
  printElements(os, root.nested);
  os << ')';
}

std::string TextualPipeline::str() const {
  std::string printed;
  raw_string_ostream os(printed);
  print(os);
  return printed;
}

//===----------------------------------------------------------------------===//
// Appending
//===----------------------------------------------------------------------===//

Origin TextualPipeline::getOrigin(const TextualElement &element) const {
  return source.getOrigin(element.getPlace());
}

/// The place of the option of `element` that is called `name`, or else of the
/// element itself.
static TextPlace findOption(const SourceText &source,
                            const TextualElement &element, StringRef name) {
  for (const auto &option : splitOptions(element.options))
    if (!name.empty() && option.first == name)
      return source.getPlace(option.first.data() - source.getText().data());
  return element.getPlace();
}

void TextualPipeline::locate(Diagnostic &diagnostic,
                             const TextualElement &element) const {
  TextPlace place = findOption(source, element, diagnostic.subject);
  if (!diagnostic.node)
    diagnostic.at(makePlace(source, place));
  diagnostic.notes.push_back(source.showText(place));
}

static_assert(TextualPipeline::maxDepth == Pipeline::maxNestDepth,
              "what can be printed can be read");

namespace {
/// Gives what fails its place in a text.
class TextNames : public RecipeNames {
public:
  TextNames(const SourceText &source, const Catalog &catalog)
      : RecipeNames(catalog), source(source) {}

  void locate(Diagnostic &diagnostic, const Recipe &element,
              bool isFirst) override {
    // What stands in options has its place already.
    if (any_of(diagnostic.notes, [](const Note &note) {
          return note.kind == Note::Kind::Source;
        }))
      return;
    TextPlace place = element.place;
    for (const auto &option : splitOptions(element.options))
      if (!diagnostic.subject.empty() && option.first == diagnostic.subject)
        place = source.getPlace(element.optionsOffset +
                                (option.first.data() - element.options.data()));
    if (!diagnostic.node)
      diagnostic.at(makePlace(source, place));
    diagnostic.notes.push_back(source.showText(place, isFirst));
  }

private:
  const SourceText &source;
};
} // namespace

/// Makes an empty recipe one for `element`.
static void fill(Recipe &recipe, const TextualElement &element,
                 const SourceText &source) {
  recipe.kind = element.isNest() ? Recipe::Kind::Nest : Recipe::Kind::Pass;
  recipe.name = std::string_view(element.name);
  recipe.source = &source;
  recipe.place = element.getPlace();
  // Of what is already there, a nest shares only the nests around it.
  recipe.isAsWritten = element.isNest();
  recipe.body.reserve(element.nested.size());
  for (const TextualElement &nested : element.nested)
    fill(recipe.body.emplace_back(), nested, source);
  if (element.options.empty())
    return;
  recipe.options = element.options.str();
  recipe.optionsOffset = element.options.data() - source.getText().data();
  // Braces around options as a whole are not part of them elsewhere.
  if (element.options.starts_with("{")) {
    recipe.options = "{" + recipe.options + "}";
    --recipe.optionsOffset;
  }
}

Error TextualPipeline::appendTo(Pipeline &pipeline) const {
  if (pipeline.getRoot().getOp() != getRootOp()) {
    Diagnostic diagnostic(DiagnosticCode::WrongAnchorOp,
                          "a pipeline on '" + getRootOp().str() +
                              "' cannot be appended to one on '" +
                              pipeline.getRoot().getOp().str() + "'");
    diagnostic.at(makePlace(source, root.getPlace()));
    diagnostic.notes.push_back(source.showText(root.getPlace()));
    return makeError(std::move(diagnostic));
  }
  return appendTo(pipeline, root.nested);
}

Error TextualPipeline::appendTo(Pipeline &pipeline,
                                ArrayRef<TextualElement> elements,
                                bool choosesNests) const {
  TextNames names(source, pipeline.getCatalog());
  return Linker::compose(pipeline, names, [&](Linker &linker) {
    // A pass stands in the nest in which it is written.
    Linker::Place end = linker.getEnd();
    end.isNest = !choosesNests;
    // One after the other: the recipes of a long text would take much room.
    for (const TextualElement &element : elements) {
      Recipe recipe;
      fill(recipe, element, source);
      linker.add(recipe, end);
    }
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::vector<Diagnostic>
TextualPipeline::checkNames(NameChecker &checker,
                            const Pipeline *pipeline) const {
  std::vector<Diagnostic> findings;
  int position = 0;
  StringSet<> passes;
  NodesByOrigin nodes(pipeline);
  auto visit = [&](auto &self, const TextualElement &element) -> void {
    NodeRef ref;
    ref.name = element.name.str();
    ref.origin = getOrigin(element);
    // The root may be empty, but is no pass.
    bool isNest = element.isNest() || &element == &root;
    if (!isNest) {
      ref.position = position++;
      passes.insert(element.name);
    }
    std::optional<Diagnostic> finding =
        isNest ? checker.checkAnchor(std::move(ref))
               : checker.checkPass(std::move(ref), element.options);
    if (finding) {
      const Node *node =
          isNest ? nullptr : nodes.lookup(element.name, getOrigin(element));
      if (node) {
        finding->node->position = pipeline->getRef(*node).position;
        finding->fix->passPosition = finding->node->position;
      }
      // Before the help, which comes last.
      finding->notes.insert(
          finding->notes.begin(),
          source.showText(element.getPlace(), findings.empty()));
      findings.push_back(std::move(*finding));
    }
    checkNamesInOptions(
        checker, element.name, element.options, &source,
        [&](Diagnostic inside) { findings.push_back(std::move(inside)); });
    for (const TextualElement &nested : element.nested)
      self(self, nested);
  };
  visit(visit, root);
  checker.excuseOwnPasses(findings, passes);
  tryNameFixes(findings, pipeline);
  return findings;
}
