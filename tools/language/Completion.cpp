//===- Completion.cpp - What may stand at a place -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Completion.h"
#include "bundles/json/JsonFields.h"
#include "tools/language/Names.h"
#include "tools/language/Schema.h"
#include "tools/language/Texts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

namespace {
/// Collects what one request is answered with.
class Completer {
public:
  Completer(Workspace &workspace, StringRef path, size_t offset)
      : workspace(workspace), catalog(workspace.getCatalog()), path(path),
        text(workspace.getDocument(path)->getText()), offset(offset) {}

  Completions result;

  void completeText();
  void completeJson(StringRef schema);

private:
  using Sort = Completion::Sort;

  void add(Sort sort, StringRef label, StringRef summary = "");
  void addPasses();
  void addOperations();
  void addItems(bool isInterface);
  void addFiles(StringRef ending);
  void addOptions(ArrayRef<OptionDescriptor> options);
  void addValues(const OptionDescriptor *option);
  void addNames(NameSort sort);
  void addDefined(NameSort sort);
  void addDeclared(StringRef section);
  void addKeys(const Schema &schema, const JsonSpot &spot);
  void addJsonValue(const Schema &schema, const JsonSpot &spot);
  void addOptionsOf(const LooseValue &options);
  const OptionDescriptor *lookupOption(const LooseValue &value) const;
  ArrayRef<OptionDescriptor> getOptions(StringRef name, NameSort sort) const;

  Workspace &workspace;
  const Catalog &catalog;
  StringRef path, text;
  size_t offset;
  /// What is replaced, and what stands around it.
  TextRange range;
  bool isQuoted = false;
  std::string before, after;
  const LooseJson *json = nullptr;
};
} // namespace

void Completer::add(Sort sort, StringRef label, StringRef summary) {
  std::string written = label.str();
  if (isQuoted) {
    written = writeJsonLine([&](JsonOutput &os) { os.value(label); });
    written = StringRef(written).drop_front().drop_back().str();
  }
  result.items.push_back(
      {sort, label.str(), summary.str(), before + written + after, range});
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

void Completer::addPasses() {
  for (StringRef name : catalog.getPassNames())
    add(Sort::Pass, name, catalog.lookupPass(name)->summary);
}

void Completer::addOperations() {
  for (const OperationDescriptor *operation : catalog.getOperations())
    if (!StringRef(operation->name).contains('*'))
      add(Sort::Operation, operation->name);
}

/// The operations of a dialect once that is written, and dialects before.
void Completer::addItems(bool isInterface) {
  StringRef typed = text.slice(range.begin, offset);
  StringRef dialect = typed.take_until([](char c) { return c == '.'; });
  result.isIncomplete = true;
  if (dialect.size() < typed.size()) {
    StringSet<> known;
    catalog.forEachOperation(dialect, [&](StringRef name, bool) {
      if (known.insert(name).second)
        add(Sort::Item, (dialect + "." + name).str());
    });
    return;
  }
  for (StringRef name : catalog.getDialectNames())
    add(Sort::Item, name, "dialect");
  for (const TypeDescriptor *type : catalog.getTypes())
    add(Sort::Item, type->name, "kind of type");
  if (!isInterface)
    return;
  for (StringRef name : catalog.getContentsNames())
    add(Sort::Item, name, catalog.lookupContents(name)->summary);
  if (typed.starts_with("@")) {
    before = "@";
    addFiles(".contents.json");
  }
}

/// Files of the folder that the document is in.
void Completer::addFiles(StringRef ending) {
  StringRef folder = sys::path::parent_path(path);
  std::error_code error;
  std::vector<std::string> names;
  for (sys::fs::directory_iterator at(folder, error), end; at != end && !error;
       at.increment(error))
    if (StringRef(at->path()).ends_with(ending) && at->path() != path)
      names.push_back(sys::path::filename(at->path()).str());
  llvm::sort(names);
  for (const std::string &name : names)
    add(Sort::File, name);
}

void Completer::addOptions(ArrayRef<OptionDescriptor> options) {
  for (const OptionDescriptor &option : options)
    add(Sort::Option, option.name,
        !option.summary.empty() ? StringRef(option.summary)
                                : StringRef(option.describeValues()));
}

void Completer::addValues(const OptionDescriptor *option) {
  if (!option)
    return;
  if (option->hasPasses())
    return addPasses();
  for (const std::string &value : option->values)
    add(Sort::Value, value);
  if (option->type == OptionDescriptor::Type::Bool)
    for (StringRef value : {"true", "false"})
      add(Sort::Value, value);
}

ArrayRef<OptionDescriptor> Completer::getOptions(StringRef name,
                                                 NameSort sort) const {
  if (sort == NameSort::Bundle) {
    const PassBundle *bundle = catalog.lookupBundle(name);
    return bundle ? bundle->getOptions() : ArrayRef<OptionDescriptor>();
  }
  const PassDescriptor *pass = catalog.lookupPass(name);
  return pass ? ArrayRef(pass->options) : ArrayRef<OptionDescriptor>();
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

void Completer::completeText() {
  std::vector<PlacedPipeline> texts = findTexts(workspace, path);
  auto [placed, at] = findText(texts, text, offset);
  if (!placed)
    return;
  LooseText loose(placed->text);
  TextSpot spot = loose.find(at);
  range = placed->getRange(spot.inside);
  if (spot.inside.begin == spot.inside.end)
    range = {offset, offset};
  switch (spot.kind) {
  case TextSpot::Kind::Nothing:
    return;
  case TextSpot::Kind::Name:
    if (spot.nest)
      addPasses();
    return addOperations();
  case TextSpot::Kind::Option:
    return addOptions(getOptions(spot.element->name, NameSort::Pass));
  case TextSpot::Kind::Value:
    return addValues(pmb::lookupOption(
        getOptions(spot.element->name, NameSort::Pass), spot.option));
  }
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// The names that the document and what it includes define.
void Completer::addDefined(NameSort sort) {
  StringSet<> known;
  std::vector<std::string> paths = workspace.getIncluded(path);
  paths.push_back(path.str());
  for (const std::string &file : paths) {
    const Document *document = workspace.getDocument(file);
    if (!document)
      continue;
    LooseJson other(document->getText());
    for (const NamedPlace &name : findNames(other, document->getText()))
      if (name.sort == sort && name.isDefinition && !name.name.empty() &&
          !(name.range.begin <= offset && offset <= name.range.end &&
            file == path) &&
          known.insert(name.name).second)
        add(sort == NameSort::Slot ? Sort::Slot : Sort::Bundle, name.name,
            "defined in " + Workspace::getName(file));
  }
}

/// The names that a section of the document declares.
void Completer::addDeclared(StringRef section) {
  if (const LooseValue *declared = json->getRoot()->lookup(section))
    for (const auto &member : declared->children)
      if (!member->key.empty())
        add(Sort::Option, member->key);
}

void Completer::addNames(NameSort sort) {
  switch (sort) {
  case NameSort::Pass:
    return addPasses();
  case NameSort::Bundle:
    addDefined(sort);
    for (StringRef name : catalog.getBundleNames())
      add(Sort::Bundle, name);
    return;
  case NameSort::Slot:
    return addDefined(sort);
  case NameSort::Kind:
    for (StringRef name : catalog.getKindNames())
      add(Sort::Kind, name, catalog.getKindSummary(name));
    return;
  case NameSort::Property:
    for (StringRef name : catalog.getPropertyNames())
      add(Sort::Property, name, catalog.lookupProperty(name)->summary);
    return;
  case NameSort::Operation:
    return addOperations();
  case NameSort::Item:
  case NameSort::Contents:
    return addItems(sort == NameSort::Contents);
  case NameSort::File:
    return addFiles(".json");
  case NameSort::Diagnostic:
    for (const DiagnosticInfo &info : getDiagnosticTable())
      add(Sort::Value, info.name, info.summary);
    return;
  case NameSort::None:
  case NameSort::Option:
  case NameSort::OptionValue:
    return;
  }
}

void Completer::addOptionsOf(const LooseValue &options) {
  auto [name, sort] = getOwnerOfOptions(options);
  addOptions(getOptions(name, sort));
}

void Completer::addKeys(const Schema &schema, const JsonSpot &spot) {
  isQuoted = true;
  if (!spot.isInString) {
    before = "\"";
    after = "\": ";
  }
  std::vector<Completion> all;
  NameSort sort = getKeySort(*spot.container);
  if (sort == NameSort::Option)
    addOptionsOf(*spot.container);
  else if (sort != NameSort::None)
    addNames(sort);
  for (const SchemaWord &key : schema.getKeys(*spot.container, spot.child))
    add(Sort::Key, key.word, key.summary);
  // A key stands once.
  erase_if(result.items, [&](const Completion &item) {
    const LooseValue *there = spot.container->lookup(item.label);
    return there && there != spot.child;
  });
}

const OptionDescriptor *Completer::lookupOption(const LooseValue &value) const {
  const LooseValue *member = &value;
  while (member->parent && member->parent->isArray())
    member = member->parent;
  if (!member->parent)
    return nullptr;
  auto [name, sort] = getOwnerOfOptions(*member->parent);
  return pmb::lookupOption(getOptions(name, sort), member->key);
}

void Completer::addJsonValue(const Schema &schema, const JsonSpot &spot) {
  const LooseValue &place =
      spot.child && spot.container->isObject() ? *spot.child : *spot.container;
  // Words have no quotes, and all else has.
  std::vector<SchemaWord> words = schema.getValues(place);
  if (!spot.isInString)
    for (const SchemaWord &word : words)
      if (word.word == "true" || word.word == "false")
        add(Sort::Value, word.word);
  NameSort sort = getValueSort(place);
  const OptionDescriptor *option =
      sort == NameSort::OptionValue ? lookupOption(place) : nullptr;
  if (option && option->type == OptionDescriptor::Type::Bool)
    return addValues(option);
  isQuoted = true;
  if (!spot.isInString)
    before = after = "\"";
  addValues(option);
  addNames(sort);
  bool isGiven = place.parent && place.parent->key == "optionsFrom";
  if (place.key == "when" || isGiven)
    addDeclared("options");
  if (place.key == "when")
    addDeclared("variants");
  for (const SchemaWord &word : words)
    if (word.word != "true" && word.word != "false")
      add(Sort::Value, word.word, word.summary);
}

void Completer::completeJson(StringRef name) {
  const Schema *schema = Schema::lookup(name);
  LooseJson document(text);
  JsonSpot spot = document.find(offset);
  if (!schema || !spot.container)
    return;
  json = &document;
  range = spot.inside;
  if (spot.isKey)
    addKeys(*schema, spot);
  else
    addJsonValue(*schema, spot);
}

Completions pmb::language::complete(Workspace &workspace, StringRef path,
                                    size_t offset) {
  if (!workspace.getDocument(path))
    return {};
  Completer completer(workspace, path, offset);
  switch (workspace.getSort(path)) {
  case DocumentSort::Other:
    break;
  case DocumentSort::Text:
  case DocumentSort::Inside:
    completer.completeText();
    break;
  case DocumentSort::PipelineFile:
    completer.completeJson("pipeline");
    break;
  case DocumentSort::Contracts:
    completer.completeJson("contracts");
    break;
  }
  return std::move(completer.result);
}
