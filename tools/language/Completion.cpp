//===- Completion.cpp - What may stand at a place -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/json/JsonFields.h"
#include "bundles/pipelines/LineReader.h"
#include "tools/language/Completer.h"
#include "tools/language/Texts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

void Completer::add(NameSort sort, StringRef label, StringRef summary) {
  if (!labels.insert(label).second)
    return;
  std::string written = label.str();
  if (isQuoted) {
    written = writeJsonLine([&](JsonOutput &os) { os.value(label); });
    written = StringRef(written).drop_front().drop_back().str();
  }
  result.items.push_back({sort, label.str(), summary.str(),
                          before + written + after, range, isLikely});
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

/// False if a pass certainly cannot run on `nest`, nor on anything in it.
static bool mayStandIn(const Catalog &catalog, const PassDescriptor &pass,
                       StringRef nest, bool choosesNests) {
  SmallVector<StringRef> operations(pass.anchorChoices.begin(),
                                    pass.anchorChoices.end());
  if (!pass.anchor.empty())
    operations = {pass.anchor};
  if (nest.empty() || nest == "any" || operations.empty())
    return true;
  // A pass on several operations may do for one of a third party.
  if (pass.anchor.empty() && !catalog.hasDialect(nest.split('.').first))
    return true;
  return any_of(operations, [&](StringRef operation) {
    while (choosesNests && !operation.empty() && operation != nest) {
      const OperationDescriptor *known = catalog.lookupOperation(operation);
      operation = known ? StringRef(known->parent) : StringRef();
    }
    return operation == nest;
  });
}

void Completer::addPasses(StringRef nest, bool choosesNests) {
  for (StringRef name : catalog.getPassNames()) {
    const PassDescriptor &pass = *catalog.lookupPass(name);
    if (mayStandIn(catalog, pass, nest, choosesNests))
      add(NameSort::Pass, name, pass.summary);
  }
}

/// The operations that a nest can be for.
void Completer::addAnchors() {
  for (const OperationDescriptor *operation : catalog.getOperations())
    if (!StringRef(operation->name).contains('*') &&
        catalog.canBeAnchor(operation->name))
      add(NameSort::Operation, operation->name);
}

/// The marks that an operation in a list of items can have.
void Completer::addMarks(StringRef item) {
  for (StringRef mark : catalog.getMarkNames())
    add(NameSort::Item, (item + "(" + mark + ")").str(),
        catalog.getMarkSummary(mark));
  if (json)
    for (const auto &mark : json->getRoot()->at("marks").children)
      add(NameSort::Item, (item + "(" + mark->key + ")").str(), mark->text);
}

/// The operations of a dialect once that is written, and dialects before.
void Completer::addItems(bool isInterface) {
  StringRef typed = text.slice(range.begin, offset);
  StringRef dialect = typed.take_until([](char c) { return c == '.'; });
  result.isIncomplete = true;
  if (isInterface && typed.starts_with("@")) {
    before += "@";
    return addFiles(".contents.json");
  }
  if (typed.contains('('))
    return addMarks(typed.split('(').first);
  if (json)
    addDeclaredItems(dialect.size() < typed.size() ? dialect : "");
  if (dialect.size() < typed.size()) {
    StringSet<> known;
    catalog.forEachOperation(dialect, [&](StringRef name, bool) {
      if (known.insert(name).second)
        add(NameSort::Item, (dialect + "." + name).str());
    });
    return;
  }
  for (StringRef name : catalog.getDialectNames())
    add(NameSort::Item, name, "dialect");
  for (const TypeDescriptor *type : catalog.getTypes())
    add(NameSort::Item, type->name, "kind of type");
  if (isInterface)
    for (StringRef name : catalog.getContentsNames())
      add(NameSort::Item, name, catalog.lookupContents(name)->summary);
}

/// Files of the folder that the document is in, or of the one that is typed,
/// and the folders there.
void Completer::addFiles(StringRef ending) {
  StringRef typed = text.slice(range.begin, offset);
  typed.consume_front("@");
  StringRef typedFolder = typed.take_front(typed.rfind('/') + 1);
  SmallString<128> folder = sys::path::parent_path(path);
  sys::path::append(folder, typedFolder);
  std::error_code error;
  std::vector<std::string> names;
  for (sys::fs::directory_iterator at(folder, error), end; at != end && !error;
       at.increment(error)) {
    StringRef name = sys::path::filename(at->path());
    bool isFolder = sys::fs::is_directory(at->path());
    if (name.starts_with(".") || at->path() == path ||
        (!isFolder && !name.ends_with(ending)))
      continue;
    // What is named by its ending is no pipeline.
    bool isOther = ending == ".json" && (name.ends_with(".contracts.json") ||
                                         name.ends_with(".contents.json"));
    if (isFolder || !isOther)
      names.push_back((typedFolder + name + (isFolder ? "/" : "")).str());
  }
  llvm::sort(names);
  for (const std::string &name : names)
    add(NameSort::File, name);
}

void Completer::addOptions(ArrayRef<OptionDescriptor> options) {
  for (const OptionDescriptor &option : options)
    add(NameSort::Option, option.name,
        !option.summary.empty() ? StringRef(option.summary)
                                : StringRef(option.describeValues()));
}

void Completer::addValues(const OptionDescriptor *option) {
  if (!option)
    return;
  if (option->hasPasses())
    return addPasses();
  for (const std::string &value : option->values)
    add(NameSort::OptionValue, value);
  if (option->type == OptionDescriptor::Type::Bool)
    for (StringRef value : {"true", "false"})
      add(NameSort::OptionValue, value);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

void Completer::completeText() {
  range = {offset, offset};
  if (auto at = findSpot(workspace, path, text, offset)) {
    TextRange inside = at->spot.inside;
    if (inside.begin != inside.end)
      range = at->placed.getRange(inside);
    return completeAt(*at);
  }
  if (completeSettings())
    return;
  // An option of a command is none before it has a letter.
  std::string typed =
      (text.take_front(offset) + "x" + text.drop_front(offset)).str();
  if (auto at = findSpot(workspace, path, typed, offset + 1))
    completeAt(*at);
}

/// What `PMB:` takes; false if the line has none before the byte.
bool Completer::completeSettings() {
  StringRef line = text.take_front(offset);
  line = line.drop_front(line.rfind('\n') + 1);
  StringRef given = findKeyword(line, "PMB:");
  if (!given.data() || workspace.getSort(path) != DocumentSort::Inside)
    return false;
  StringRef word = given.drop_front(given.find_last_of(" \t") + 1);
  StringRef typed = word.drop_front(word.find_last_of("=,'\"") + 1);
  StringRef rest = text.drop_front(offset).take_until(
      [](char c) { return isSpace(c) || StringRef("=,'\"").contains(c); });
  range = {offset - typed.size(), offset + rest.size()};
  if (word.contains('=')) {
    addItems(/*isInterface=*/true);
    return true;
  }
  after = text.drop_front(range.end).starts_with("=") ? "" : "=";
  add(NameSort::Key, "contents", "What goes into the pipelines below");
  add(NameSort::Key, "expect", "What may remain at their end");
  return true;
}

/// What may stand at a byte of a text. `range` is set.
void Completer::completeAt(const PlacedSpot &at) {
  const TextSpot &spot = at.spot;
  switch (spot.kind) {
  case TextSpot::Kind::Nothing:
    return;
  case TextSpot::Kind::Name:
    if (spot.nest)
      addPasses(spot.nest->name, at.placed.choosesNests);
    if (!at.placed.choosesNests)
      addAnchors();
    return;
  case TextSpot::Kind::Option:
  case TextSpot::Kind::Value:
    break;
  }
  const PassDescriptor *pass = catalog.lookupPass(spot.element->name);
  if (!pass)
    return;
  if (spot.kind == TextSpot::Kind::Option)
    return addOptions(pass->options);
  addValues(pass->lookupOption(spot.option));
}

Completions pmb::language::complete(Workspace &workspace, StringRef path,
                                    size_t offset) {
  if (!workspace.getDocument(path))
    return {};
  Completer completer(workspace, path, offset);
  if (const LooseJson *json = workspace.getJson(path))
    completer.completeJson(*json);
  else
    completer.completeText();
  return std::move(completer.result);
}
