//===- TextArguments.cpp - What callers of other languages write ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/c/TextArguments.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/contracts/OptionsJson.h"
#include "bundles/contracts/RecipeJson.h"
#include "bundles/pipelines/PositionJson.h"

using namespace pmb;
using namespace llvm;

Error pmb::verifyText(StringRef argument, StringRef text) {
  size_t offset = text.find('\0');
  StringRef what = "a NUL character";
  if (offset == StringRef::npos && !json::isUTF8(text, &offset))
    what = "no UTF-8";
  else if (offset == StringRef::npos)
    return Error::success();
  return makeError(Diagnostic(DiagnosticCode::BadValue,
                              quote(argument) + " has " + what.str() +
                                  " at byte " + std::to_string(offset)));
}

bool pmb::isJsonText(StringRef text) {
  text = text.ltrim();
  return text.starts_with("{") || text.starts_with("[");
}

static Error makeBadText(StringRef name, StringRef text, StringRef expected) {
  return makeError(Diagnostic(DiagnosticCode::BadValue,
                              quote(text) + " cannot be " + name.str())
                       .help(expected.str()));
}

/// Reads a text that is JSON. `read` reports what is wrong, and then returns
/// anything.
template <typename T>
static Expected<T>
readJson(StringRef name, StringRef text,
         function_ref<std::optional<T>(const JsonInput &)> read) {
  Expected<JsonDocument> document =
      JsonDocument::parse(SourceText::copy(text, name));
  if (!document)
    return document.takeError();
  JsonReader reader(*document);
  std::optional<T> value = read(reader.getRoot());
  if (Error error = reader.takeError())
    return error;
  assert(value && "what cannot be read is reported");
  return std::move(*value);
}

//===----------------------------------------------------------------------===//
// What to add
//===----------------------------------------------------------------------===//

/// What is in a text has no file, so its origin is that of the party.
static RecipeReader makeRecipeReader() {
  return RecipeReader(/*source=*/nullptr, [](const JsonInput &name) {
    name.reject("a text has no folder, so " + quotePath(name.getText()) +
                " cannot be included")
        .help("read a file that includes it");
    return std::optional<unsigned>();
  });
}

/// Passes as a textual pipeline has them between its parentheses.
static Expected<std::vector<Recipe>> readPasses(StringRef text) {
  if (text.trim().empty())
    return makeBadText("what is added", text, "name a pass: cse");
  Expected<TextualPipeline> parsed = parsePasses(text, "<what>");
  if (!parsed)
    return parsed.takeError();
  return makeRecipes(parsed->getElements());
}

Expected<std::vector<Recipe>> pmb::readElements(StringRef text) {
  if (!isJsonText(text))
    return readPasses(text);
  return readJson<std::vector<Recipe>>(
      "<what>", text, [](const JsonInput &root) {
        std::vector<Recipe> recipes;
        RecipeReader elements = makeRecipeReader();
        if (root.isArray())
          elements.readList(root, recipes);
        else
          elements.readElement(root, recipes.emplace_back());
        return std::optional(std::move(recipes));
      });
}

/// A pass that is written in nests: `func.func(cse)`.
static Expected<Recipe> readInsertedPass(StringRef text) {
  Expected<std::vector<Recipe>> recipes = readPasses(text);
  if (!recipes)
    return recipes.takeError();
  std::vector<std::string> nest;
  std::vector<Recipe> *list = &*recipes;
  while (list->size() == 1 && !list->front().isPass()) {
    nest.push_back(list->front().name);
    list = &list->front().body;
  }
  if (list->size() != 1)
    return makeBadText("inserted: it is more than one pass", text,
                       "insert one after the other, or as a bundle: "
                       "{\"bundle\": \"mine\", \"passes\": [...]}");
  Recipe pass = std::move(list->front());
  if (!nest.empty())
    pass.nest = std::move(nest);
  return pass;
}

Expected<Recipe> pmb::readInsertion(StringRef text) {
  if (!isJsonText(text))
    return readInsertedPass(text);
  return readJson<Recipe>("<what>", text, [](const JsonInput &root) {
    Recipe recipe;
    if (root.isObject())
      makeRecipeReader().readInsertion(root, recipe, {});
    else
      root.reportType("an object");
    return std::optional(std::move(recipe));
  });
}

//===----------------------------------------------------------------------===//
// What is there
//===----------------------------------------------------------------------===//

Expected<Selector> pmb::readSelectorText(StringRef text) {
  if (isJsonText(text))
    return readJson<Selector>("<target>", text, readSelector);
  if (std::optional<Selector> selector = Selector::parse(text.trim()))
    return std::move(*selector);
  return makeBadText("the name of what is in the pipeline", text,
                     "write 'cse', 'cse,1', 'cse,last' or {\"slot\": "
                     "\"early\"}");
}

Expected<Position> pmb::readPositionText(StringRef text) {
  if (isJsonText(text))
    return readJson<Position>("<position>", text, [](const JsonInput &root) {
      if (root.isObject()) {
        root.checkKeys("a position", getPositionKeys());
        return readPosition(root);
      }
      root.reportType("an object");
      return std::optional<Position>();
    });
  auto [word, target] = text.trim().split(' ');
  if (std::optional<Position> place = parsePlace(word); place && target.empty())
    return std::move(*place);
  bool isImmediate = word.consume_front("immediately-");
  if (word != "before" && word != "after")
    return makeBadText("a position", text,
                       "write 'start', 'end', 'contract', 'before cse', "
                       "'immediately-after cse' or {\"before\": {\"slot\": "
                       "\"early\"}}");
  Expected<Selector> selector = readSelectorText(target);
  if (!selector)
    return selector.takeError();
  if (word == "before")
    return isImmediate ? Position::immediatelyBefore(std::move(*selector))
                       : Position::before(std::move(*selector));
  return isImmediate ? Position::immediatelyAfter(std::move(*selector))
                     : Position::after(std::move(*selector));
}

Expected<std::string> pmb::readOptionsText(StringRef text) {
  if (!text.ltrim().starts_with("{"))
    return text.str();
  return readJson<std::string>("<options>", text, [](const JsonInput &root) {
    std::string options;
    readOptions(root, options);
    return std::optional(std::move(options));
  });
}

Expected<VariantChoice> pmb::readVariantsText(StringRef text) {
  VariantChoice choice;
  SmallVector<StringRef> words;
  text.split(words, ',', -1, /*KeepEmpty=*/false);
  for (StringRef word : words)
    if (Error error = choice.add(word.trim()))
      return error;
  return choice;
}

Expected<PinnedOptions> pmb::readPinMode(StringRef text) {
  if (text.empty() || text == "fixed")
    return PinnedOptions::Fixed;
  if (text == "open")
    return PinnedOptions::Open;
  return makeUnknown(DiagnosticCode::BadValue,
                     "the mode of a pin is 'fixed' or 'open', not " +
                         quote(text),
                     text, {"fixed", "open"});
}

Expected<int64_t> pmb::readNumber(StringRef argument, StringRef text) {
  int64_t number = 0;
  if (text.empty() || !text.getAsInteger(10, number))
    return number;
  return makeError(
      Diagnostic(DiagnosticCode::BadValue,
                 quote(argument) + " is a number, not " + quote(text)));
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// Files go behind the other items.
static void readGiven(const JsonInput &value, GivenContents &into) {
  std::vector<std::string> items, files;
  value.forEach([&](const JsonInput &element) {
    if (element.getText().starts_with("@"))
      files.push_back(element.getText().str());
    else
      element.readItems(items);
  });
  append_range(items, files);
  into = std::move(items);
}

template <auto member>
static constexpr JsonField<GivenEnds> givenField(StringLiteral key) {
  return {key,
          [](const JsonInput &value, GivenEnds &into) {
            readGiven(value, into.*member);
          },
          nullptr};
}

Expected<GivenEnds> pmb::readCheckQuestion(StringRef text) {
  static constexpr JsonField<GivenEnds> fields[] = {
      givenField<&GivenEnds::contents>("contents"),
      givenField<&GivenEnds::expect>("expect"),
  };
  if (text.trim().empty())
    return GivenEnds();
  Expected<GivenEnds> question =
      readJson<GivenEnds>("<check>", text, [](const JsonInput &root) {
        GivenEnds ends;
        root.readObject("a check", fields, ends);
        return std::optional(std::move(ends));
      });
  std::vector<std::string> files;
  if (question)
    for (GivenContents *items : {&question->contents, &question->expect})
      if (Error failure = items->expand(files))
        return failure;
  return question;
}

static void readExplanation(const JsonInput &value, Questions &into) {
  StringRef word = value.getText();
  if (word == "overview" || word == "full")
    into.explain = word == "full" ? Explanation::Full : Explanation::Overview;
  else
    value.reportUnknown(DiagnosticCode::BadValue,
                        "'explain' is 'overview' or 'full'", word,
                        {"overview", "full"});
}

Expected<Questions> pmb::readQuestions(StringRef text) {
  static constexpr JsonField<Questions> fields[] = {
      {"explain", readExplanation, nullptr},
      jsonField<&Questions::why>("why"),
      jsonField<&Questions::where>("where"),
      jsonField<&Questions::places>("places"),
  };
  Expected<Questions> questions =
      readJson<Questions>("<questions>", text, [](const JsonInput &root) {
        Questions asked;
        root.readObject("a question", fields, asked);
        return std::optional(std::move(asked));
      });
  if (questions && questions->empty())
    return makeBadText("a question", text,
                       "ask one of 'explain', 'why', 'where' and 'places'");
  return questions;
}
