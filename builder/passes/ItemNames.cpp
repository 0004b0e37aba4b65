//===- ItemNames.cpp - The names of items ---------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/NameChecker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

void NameChecker::addKnown(const Contract &contract) {
  for (const ContentsEntry &entry : contract.getContents())
    entry.forEachItem([&](StringRef item) {
      items.insert(Item(item).getName());
      dialects.insert(Item(item).getRoot().ltrim('!'));
    });
}

bool NameChecker::isDialect(StringRef name, ItemUse use) const {
  if (dialects.contains(name))
    return true;
  if (use == ItemUse::Interface)
    return catalog.lookupDialect(name) != Catalog::Dialect::Unknown;
  // What contracts that were added name may be misspelled there.
  const CatalogSource *source = catalog.getSource();
  return catalog.hasDialect(name) || (source && source->lookupDialect(name));
}

bool NameChecker::isNamedByCatalog(StringRef item) {
  const CatalogSource *source = catalog.getSource();
  if (source && sourceItems.empty()) {
    SmallVector<StringRef, 0> named;
    source->getItems().split(named, ' ');
    for (StringRef name : named)
      sourceItems.insert(Item(name).getName());
  }
  return sourceItems.contains(item);
}

std::vector<StringRef> NameChecker::getDialects(ItemUse use) const {
  std::vector<StringRef> names = use == ItemUse::Interface
                                     ? catalog.getDialectNames()
                                     : catalog.getDeclaredDialects();
  names.insert(names.end(), dialects.keys().begin(), dialects.keys().end());
  return names;
}

/// The one of `known` that `name` was meant to be, if it may not be a name of
/// its own: of a short name one letter is much, so it must be a missing one,
/// and `tensorrt` is more than a slip for `tensor`.
static StringRef findMeant(StringRef name, std::vector<StringRef> known) {
  size_t length = StringRef(name).ltrim('!').size();
  if (length < 3)
    return "";
  erase_if(known, [&](StringRef one) {
    return (length == 3 && one.size() <= name.size()) ||
           (name.size() > one.size() + 1 && name.starts_with(one));
  });
  // There are few of them, and their names are short.
  return findIntended(name, known, /*shortest=*/6);
}

static Diagnostic makeUnknownItem(std::string message, StringRef written,
                                  StringRef meant, NameChecker::ItemUse use) {
  Diagnostic diagnostic(DiagnosticCode::UnknownItem, std::move(message));
  if (!meant.empty())
    diagnostic.misspells(meant, written);
  std::string question =
      meant.empty() ? "" : didYouMean("'" + meant.str() + "'");
  if (use == NameChecker::ItemUse::Contract) {
    if (!meant.empty())
      diagnostic.help(question);
    return diagnostic;
  }
  return diagnostic.help(
      meant.empty() ? "if the name is right, let the contract of a pass name it"
                    : question + " If not, let the contract of a pass name it");
}

std::optional<Diagnostic> NameChecker::checkType(StringRef type, ItemUse use) {
  // Types of a dialect go under its name.
  if (catalog.lookupType(type) ||
      isDialect(Item(type).getRoot().drop_front(), use) ||
      (use == ItemUse::Interface && items.contains(type)))
    return std::nullopt;
  auto [it, isNew] = intendedItems[unsigned(use)].try_emplace(type);
  if (isNew) {
    it->second = findMeant(type, catalog.getTypes().getNames()).str();
    if (it->second.empty())
      if (StringRef dialect = findMeant(type.drop_front(), getDialects(use));
          !dialect.empty())
        it->second = "!" + dialect.str();
  }
  if (it->second.empty())
    return std::nullopt;
  return makeUnknownItem("nothing is known of a type '" + type.str() + "'",
                         type, it->second, use);
}

std::optional<Diagnostic> NameChecker::checkDialect(StringRef name,
                                                    ItemUse use) {
  auto [it, isNew] = intendedItems[unsigned(use)].try_emplace(name);
  if (isNew) {
    std::vector<StringRef> known = getDialects(use);
    if (use == ItemUse::Interface)
      append_range(known, catalog.getContentsNames());
    // What is the project's own is meant rather than what is like it.
    it->second =
        findMeant(name, {dialects.keys().begin(), dialects.keys().end()}).str();
    if (it->second.empty())
      it->second = findMeant(name, known).str();
  }
  if (it->second.empty())
    return std::nullopt;
  Diagnostic wrong =
      makeUnknownItem("nothing is known of a dialect '" + name.str() + "'",
                      name, it->second, use);
  if (use == ItemUse::Contract)
    wrong.help("if the name is right, declare it, with Catalog::addDialect or "
               "in a contracts file: \"dialects\": {{\"{0}\": []}",
               name);
  return wrong;
}

std::optional<Diagnostic> NameChecker::checkOperation(StringRef name,
                                                      ItemUse use) {
  auto [dialect, operation] = name.split('.');
  if (catalog.lookupDialect(dialect) != Catalog::Dialect::Listed ||
      (use == ItemUse::Interface && items.contains(name)))
    return std::nullopt;
  std::vector<StringRef> known;
  if (use == ItemUse::Interface) {
    catalog.forEachOperation(
        dialect, [&](StringRef one, bool) { known.push_back(one); });
  } else {
    CatalogSource::Operations listed =
        *catalog.getSource()->lookupDialect(dialect);
    for (StringRef names : {listed.usual, listed.others}) {
      SmallVector<StringRef, 0> split;
      names.split(split, ' ');
      append_range(known, split);
    }
  }
  if (is_contained(known, operation))
    return std::nullopt;
  std::string near = suggestNames(operation, known, 1);
  if (!near.empty())
    near = (dialect + "." + StringRef(near).trim('\'')).str();
  return makeUnknownItem("'" + dialect.str() + "' has no operation '" +
                             operation.str() + "'",
                         name, near, use);
}

std::optional<Diagnostic> NameChecker::checkItem(StringRef item, ItemUse use) {
  if (Error error = catalog.verifyMark(item))
    return takeDiagnostics(std::move(error)).front();
  StringRef base = Item(item).getName(), mark = Item(item).getQualifier();
  if (mark.starts_with("!"))
    if (std::optional<Diagnostic> wrong = checkType(mark, use))
      return wrong;
  // What is rejected may also be a property.
  if (base == "*" || catalog.lookupProperty(base) ||
      catalog.lookupContents(item))
    return std::nullopt;
  std::optional<Diagnostic> wrong = checkBase(base, use);
  // Asked last: few items are in question, and there are many to look through.
  return wrong && isNamedByCatalog(base) ? std::nullopt : std::move(wrong);
}

std::optional<Diagnostic> NameChecker::checkBase(StringRef base, ItemUse use) {
  if (base.starts_with("!"))
    return checkType(base, use);
  StringRef dialect = Item(base).getRoot();
  if (isDialect(dialect, use))
    return base == dialect ? std::nullopt : checkOperation(base, use);
  bool isName = base.contains('-');
  if (isName && use == ItemUse::Contract)
    return std::nullopt;
  if (!isName)
    return checkDialect(dialect, use);
  // No dialect has such a name, so it is meant to stand for several.
  std::vector<StringRef> known = getDialects(use);
  append_range(known, catalog.getContentsNames());
  std::string near = suggestNames(base, known, 1);
  return makeUnknownItem("no contents are called '" + base.str() + "'", base,
                         StringRef(near).trim('\''), use);
}
