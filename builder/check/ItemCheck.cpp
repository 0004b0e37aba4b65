//===- ItemCheck.cpp - Are the names of an interface known? ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What names the items can have is known to builder/passes/NameChecker.h.
//
//===----------------------------------------------------------------------===//

#include "builder/check/OrderCheck.h"
#include "builder/diagnostics/Escaping.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/NameChecker.h"

using namespace pmb;
using namespace llvm;

/// A checker for the items of an interface, which knows what contracts of the
/// pipeline name.
static NameChecker makeChecker(const PassList &pipeline) {
  NameChecker known(pipeline.getCatalog());
  for (const auto &symbol : pipeline.getSymbols())
    if (symbol->descriptor && symbol->kind == Target::Kind::Pass &&
        pipeline.getCatalog().lookupPass(symbol->descriptor->name) !=
            symbol->descriptor) {
      known.addKnown(symbol->descriptor->contract);
      known.addKnown(symbol->descriptor->guess);
      for (const std::string &dialect : symbol->descriptor->dependentDialects)
        known.addKnownDialect(dialect);
    }
  for (const auto &bundle : pipeline.getBundles())
    if (bundle->contract)
      known.addKnown(*bundle->contract);
  return known;
}

/// True if `item` is of a dialect that nothing is known of, and the pipeline
/// has unknown passes, too: a project with passes of its own has dialects of
/// its own, whatever other names these look like.
static bool mayBeOwn(const PassList &pipeline, StringRef item) {
  StringRef dialect = item.ltrim('!').split('.').first;
  return item.find_first_of("-(") == StringRef::npos &&
         pipeline.getCatalog().lookupDialect(dialect) ==
             Catalog::Dialect::Unknown &&
         any_of(pipeline.getSymbols(), [](const auto &symbol) {
           return symbol->count && symbol->descriptor &&
                  !symbol->descriptor->hasContract;
         });
}

/// Where an item of the interface stands that was read from a file.
static std::optional<NodeRef> getPlace(const StringMap<Origin> &origins,
                                       StringRef item) {
  auto it = origins.find(item);
  return it == origins.end() ? std::nullopt
                             : std::optional(NodeRef(it->second));
}

/// An error for each item that the input has and never has.
static void checkExclusions(const PassList &pipeline,
                            std::vector<Diagnostic> &result) {
  const PipelineInterface &interface = pipeline.getInterface();
  if (interface.inputNever.empty() || !interface.inputContents)
    return;
  for (const std::string &item :
       pipeline.getCatalog().expandContents(*interface.inputContents)) {
    const InputExclusion *never = interface.lookupExclusion(item);
    if (!never || Item(item).isDead())
      continue;
    Diagnostic diagnostic(
        DiagnosticCode::ExcludedInput,
        "the input has '{0}', and 'inputNever' says that it never has '{1}'",
        item, never->item);
    diagnostic.node = getPlace(interface.neverOrigins, never->item);
    if (!never->reason.empty())
      diagnostic.note("the reason there: {0}", never->reason);
    if (auto place = getPlace(interface.inputOrigins, item))
      diagnostic.note("in the input's contents: {0}", place->origin.str());
    diagnostic.help(
        "take '{0}' out of 'inputNever', or '{1}' out of the input's contents",
        never->item, item);
    diagnostic.items.push_back(item);
    result.push_back(std::move(diagnostic));
  }
}

/// An error for each property of the interface that is not declared.
static void checkPropertyNames(const PassList &pipeline,
                               std::vector<Diagnostic> &result) {
  const Catalog &catalog = pipeline.getCatalog();
  auto verify = [&](ArrayRef<std::string> properties, StringRef where) {
    for (const std::string &name : properties) {
      if (catalog.lookupProperty(name))
        continue;
      Diagnostic diagnostic(DiagnosticCode::UnknownProperty,
                            "{0} in {1}: there is no such property",
                            quote(name), where);
      if (!suggest(diagnostic.about(name), name, catalog.getPropertyNames()))
        diagnostic.help("declare it under 'properties' of a contracts file, "
                        "or with Catalog::addProperty");
      result.push_back(std::move(diagnostic));
    }
  };
  const PipelineInterface &interface = pipeline.getInterface();
  verify(interface.inputProperties, "the input's properties");
  verify(interface.outputProperties, "the output's properties");
}

void OrderCheck::checkItems(const PassList &pipeline,
                            std::vector<Diagnostic> &result) {
  const PipelineInterface &interface = pipeline.getInterface();
  checkPropertyNames(pipeline, result);
  checkExclusions(pipeline, result);
  if (!interface.outputContents && interface.inputNever.empty() &&
      (!interface.inputContents || interface.isInputMeasured))
    return;
  // What contracts of the catalog name is right, marks apart; there is rarely
  // anything else to be looked for.
  std::shared_ptr<const CompiledCatalog> catalog =
      CompiledCatalog::get(pipeline.getCatalog());
  auto isNamedByCatalog = [&](StringRef item) {
    return !item.contains('(') && catalog->getNames().items.lookup(item);
  };
  std::optional<NameChecker> checker;
  auto check = [&](StringRef text) -> std::optional<Diagnostic> {
    if (!checker)
      checker.emplace(makeChecker(pipeline));
    std::optional<Item> item = Item::parse(text);
    if (!item)
      return makeBadItem(text);
    auto diagnostic =
        checker->checkItem(item->str(), NameChecker::ItemUse::Interface);
    return diagnostic || item->getNest().empty()
               ? std::move(diagnostic)
               : checker->checkItem(item->getNest(),
                                    NameChecker::ItemUse::Interface);
  };
  // Of what is never there, or may remain, it does not matter where it stands.
  const StringMap<Origin> *inputPlaces = &interface.inputOrigins;
  auto verify = [&](const auto &items, const StringMap<Origin> &origins,
                    StringRef where) {
    for (StringRef item : items)
      if (std::optional<Diagnostic> diagnostic =
              isNamedByCatalog(item) ? std::nullopt
              : &origins != inputPlaces && item.contains('/')
                  ? makeBadItem(item)
                  : check(item)) {
        diagnostic->message =
            ("'" + item + "' in " + where + ": " + diagnostic->message).str();
        diagnostic->items.push_back(item.str());
        if (Item::parse(item) && mayBeOwn(pipeline, item))
          diagnostic->severity = Severity::Remark;
        if (std::optional<NodeRef> place = getPlace(origins, item))
          diagnostic->at(std::move(*place));
        result.push_back(std::move(*diagnostic));
      }
  };
  if (interface.inputContents && !interface.isInputMeasured)
    verify(*interface.inputContents, interface.inputOrigins,
           "the input's contents");
  verify(map_range(interface.inputNever,
                   [](const InputExclusion &exclusion) {
                     return StringRef(exclusion.item);
                   }),
         interface.neverOrigins, "'inputNever'");
  if (interface.outputContents)
    verify(*interface.outputContents, interface.outputOrigins,
           "the output's contents");
}
