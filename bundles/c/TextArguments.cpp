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
#include "bundles/pipelines/ContentsFile.h"
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

/// Reads a text that is JSON. `read` reports what is wrong.
static Error
readJson(StringRef name, StringRef text,
         function_ref<void(JsonReader &, const JsonValue &)> read) {
  Expected<JsonDocument> document =
      JsonDocument::parse(SourceText::copy(text, name));
  if (!document)
    return document.takeError();
  JsonReader reader(*document);
  read(reader, document->getRoot());
  return reader.takeError();
}

//===----------------------------------------------------------------------===//
// What to add
//===----------------------------------------------------------------------===//

/// What is in a text has no file, so its origin is that of the party.
static RecipeReader makeRecipeReader(JsonReader &reader) {
  return RecipeReader(reader, /*source=*/nullptr,
                      [&](StringRef name, TextPlace place) {
                        reader
                            .report(DiagnosticCode::BadValue, place,
                                    "a text has no folder, so " +
                                        quotePath(name) + " cannot be included")
                            .help("read a file that includes it");
                        return std::optional<unsigned>();
                      });
}

static Recipe makeRecipe(const TextualElement &element) {
  Recipe recipe(element.isNest() ? Recipe::Kind::Nest : Recipe::Kind::Pass,
                element.name);
  recipe.options = element.options.str();
  recipe.isAsWritten = element.isNest();
  for (const TextualElement &nested : element.nested)
    recipe.body.push_back(makeRecipe(nested));
  return recipe;
}

/// Passes as a textual pipeline has them between its parentheses.
static Expected<std::vector<Recipe>> readPasses(StringRef text) {
  if (text.trim().empty())
    return makeBadText("what is added", text, "name a pass: cse");
  Expected<TextualPipeline> parsed = parsePasses(text, "<what>");
  if (!parsed)
    return parsed.takeError();
  std::vector<Recipe> recipes;
  for (const TextualElement &element : parsed->getElements())
    recipes.push_back(makeRecipe(element));
  return recipes;
}

Expected<std::vector<Recipe>> pmb::readElements(StringRef text) {
  if (!isJsonText(text))
    return readPasses(text);
  std::vector<Recipe> recipes;
  Error error =
      readJson("<what>", text, [&](JsonReader &reader, const JsonValue &root) {
        RecipeReader elements = makeRecipeReader(reader);
        if (root.isArray())
          elements.readList(root, recipes);
        else
          elements.readElement(root, recipes.emplace_back());
      });
  if (error)
    return error;
  return recipes;
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
  Recipe recipe;
  Error error =
      readJson("<what>", text, [&](JsonReader &reader, const JsonValue &root) {
        if (!root.isObject())
          return reader.reportType(root, "an object");
        makeRecipeReader(reader).readInsertion(root, recipe, {});
      });
  if (error)
    return error;
  return recipe;
}

//===----------------------------------------------------------------------===//
// What is there
//===----------------------------------------------------------------------===//

Expected<Selector> pmb::readSelectorText(StringRef text) {
  std::optional<Selector> selector;
  if (!isJsonText(text)) {
    selector = Selector::parse(text.trim());
    if (!selector)
      return makeBadText("the name of what is in the pipeline", text,
                         "write 'cse', 'cse,1', 'cse,last' or {\"slot\": "
                         "\"early\"}");
    return std::move(*selector);
  }
  if (Error error = readJson("<target>", text,
                             [&](JsonReader &reader, const JsonValue &root) {
                               selector = readSelector(reader, root);
                             }))
    return error;
  return std::move(*selector);
}

Expected<Position> pmb::readPositionText(StringRef text) {
  if (isJsonText(text)) {
    std::optional<Position> position;
    if (Error error = readJson(
            "<position>", text, [&](JsonReader &reader, const JsonValue &root) {
              if (!root.isObject())
                return reader.reportType(root, "an object");
              reader.checkKeys(root, "a position", getPositionKeys());
              position = readPosition(reader, root);
            }))
      return error;
    return std::move(*position);
  }
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
  std::string options;
  if (Error error = readJson("<options>", text,
                             [&](JsonReader &reader, const JsonValue &root) {
                               readOptions(reader, root, options);
                             }))
    return error;
  return options;
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
  Diagnostic diagnostic(DiagnosticCode::BadValue,
                        "the mode of a pin is 'fixed' or 'open', not " +
                            quote(text));
  suggest(diagnostic, text, {"fixed", "open"});
  return makeError(std::move(diagnostic));
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

static void readInto(JsonReader &reader, const JsonValue &value,
                     std::optional<std::vector<std::string>> &into) {
  std::vector<std::string> items;
  std::vector<std::string> files;
  reader.forEach(value, [&](const JsonValue &element) {
    if (element.getText().starts_with("@"))
      files.push_back(element.getText().str());
    else
      reader.readItems(element, items);
  });
  items.insert(items.end(), files.begin(), files.end());
  into = std::move(items);
}

Expected<GivenEnds> pmb::readCheckQuestion(StringRef text) {
  static constexpr JsonField<GivenEnds> fields[] = {
      {"contents",
       [](JsonReader &reader, const JsonValue &value, GivenEnds &into) {
         readInto(reader, value, into.contents);
       },
       nullptr},
      {"expect",
       [](JsonReader &reader, const JsonValue &value, GivenEnds &into) {
         readInto(reader, value, into.expect);
       },
       nullptr},
  };
  GivenEnds question;
  if (text.trim().empty())
    return question;
  Error error =
      readJson("<check>", text, [&](JsonReader &reader, const JsonValue &root) {
        reader.readObject(root, "a check", fields, question);
      });
  if (error)
    return error;
  std::vector<std::string> files;
  for (GivenContents *items : {&question.contents, &question.expect})
    if (Error failure = items->expand(files))
      return failure;
  return question;
}

static void readExplanation(JsonReader &reader, const JsonValue &value,
                            Questions &into) {
  StringRef word = value.getText();
  if (word == "overview" || word == "full")
    into.explain = word == "full" ? Explanation::Full : Explanation::Overview;
  else
    reader.reportUnknown(DiagnosticCode::BadValue, value.getPlace(),
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
  Questions questions;
  Error error = readJson(
      "<questions>", text, [&](JsonReader &reader, const JsonValue &root) {
        reader.readObject(root, "a question", fields, questions);
      });
  if (error)
    return error;
  if (questions.empty())
    return makeBadText("a question", text,
                       "ask one of 'explain', 'why', 'where' and 'places'");
  return questions;
}
