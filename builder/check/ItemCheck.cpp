//===- ItemCheck.cpp - Whether anybody knows what an interface names ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dialect or a type is known if the catalog lists it or a contract of the
// catalog or of the pipeline names it, or one of its operations. What looks
// like a known one misspelled is an error; others may well have dialects that
// nobody has described. An operation is looked for where all operations of its
// dialect are listed, and is an error if it is none of them and no contract
// names it.
//
//===----------------------------------------------------------------------===//

#include "builder/check/OrderCheck.h"
#include "builder/diagnostics/Suggestions.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

namespace {
/// What the catalog and the contracts of one pipeline know.
class KnownItems {
public:
  explicit KnownItems(const Catalog &catalog)
      : catalog(catalog), compiled(CompiledCatalog::get(catalog)) {}

  /// Adds what a contract names that the catalog need not have.
  void add(const Contract &contract) {
    for (const ContentsEntry &entry : contract.getContents())
      entry.forEachItem([&](StringRef item) {
        StringRef base = ItemTable::getBase(item);
        named.insert(base);
        base.consume_front("!");
        dialects.insert(base.split('.').first);
      });
  }
  void addDialect(StringRef name) { dialects.insert(name); }

  std::optional<Diagnostic> verify(StringRef item) const;

private:
  bool isDialect(StringRef name) const {
    return dialects.contains(name) ||
           catalog.lookupDialect(name) != Catalog::Dialect::Unknown;
  }
  std::optional<Diagnostic> verifyType(StringRef type) const;
  std::optional<Diagnostic> verifyOperation(StringRef dialect,
                                            StringRef operation) const;
  std::vector<StringRef> getDialects() const {
    std::vector<StringRef> names = catalog.getDialectNames();
    names.insert(names.end(), dialects.keys().begin(), dialects.keys().end());
    return names;
  }

  const Catalog &catalog;
  std::shared_ptr<const CompiledCatalog> compiled;
  StringSet<> named, dialects;
};
} // namespace

/// Of one or two letters no name is another one misspelled.
static std::string suggestNearest(StringRef name, ArrayRef<StringRef> known) {
  return name.size() < 3 ? "" : suggestNames(name, known, 1);
}

static Diagnostic describeUnknown(const Twine &what,
                                  const std::string &nearest) {
  Diagnostic diagnostic(DiagnosticCode::UnknownItem, what.str());
  return diagnostic.help(
      nearest.empty()
          ? "if the name is right, let the contract of a pass name it"
          : didYouMean(nearest) +
                " If not, let the contract of a pass name it");
}

std::optional<Diagnostic> KnownItems::verifyType(StringRef type) const {
  // Types of a dialect go under its name.
  if (catalog.lookupType(type) || named.contains(type) ||
      isDialect(type.drop_front().split('.').first))
    return std::nullopt;
  std::vector<StringRef> names = getDialects();
  for (const TypeDescriptor *known : catalog.getTypes())
    names.push_back(StringRef(known->name).drop_front());
  std::string nearest = suggestNearest(type.drop_front(), names);
  if (nearest.empty())
    return std::nullopt;
  return describeUnknown("nothing is known of types '" + type + "'", nearest);
}

std::optional<Diagnostic>
KnownItems::verifyOperation(StringRef dialect, StringRef operation) const {
  if (catalog.lookupDialect(dialect) != Catalog::Dialect::Listed ||
      named.contains((dialect + "." + operation).str()))
    return std::nullopt;
  std::vector<StringRef> operations;
  catalog.forEachOperation(
      dialect, [&](StringRef known, bool) { operations.push_back(known); });
  if (is_contained(operations, operation))
    return std::nullopt;
  return describeUnknown("'" + dialect + "' has no operation '" + operation +
                             "'",
                         suggestNames(operation, operations, 1));
}

std::optional<Diagnostic> KnownItems::verify(StringRef item) const {
  if (Error error = catalog.verifyMark(item))
    return takeDiagnostics(std::move(error)).front();
  StringRef base = ItemTable::getBase(item);
  // Most are named by some contract of the catalog.
  if (base == "*" || catalog.lookupContents(item) ||
      compiled->getNames().items.lookup(base) || catalog.lookupProperty(base))
    return std::nullopt;
  if (base.starts_with("!"))
    return verifyType(base);
  auto [dialect, operation] = base.split('.');
  if (isDialect(dialect))
    return operation.empty() ? std::nullopt
                             : verifyOperation(dialect, operation);
  std::vector<StringRef> all = getDialects();
  // No dialect has such a name, so it is meant to stand for several.
  bool isName = base.contains('-');
  for (StringRef name : catalog.getContentsNames())
    if (isName || operation.empty())
      all.push_back(name);
  std::string nearest = suggestNearest(isName ? base : dialect, all);
  if (isName)
    return describeUnknown("no contents are called '" + base + "'", nearest);
  if (nearest.empty())
    return std::nullopt;
  return describeUnknown("nothing is known of a dialect '" + dialect + "'",
                         nearest);
}

void OrderCheck::checkItems(const PassList &pipeline,
                            std::vector<Diagnostic> &result) {
  const PipelineInterface &interface = pipeline.getInterface();
  if (!interface.outputContents &&
      (!interface.inputContents || interface.isInputMeasured))
    return;
  KnownItems known(pipeline.getCatalog());
  for (const auto &symbol : pipeline.getSymbols())
    if (symbol->descriptor && symbol->kind == Target::Kind::Pass &&
        pipeline.getCatalog().lookupPass(symbol->descriptor->name) !=
            symbol->descriptor) {
      known.add(symbol->descriptor->contract);
      for (const std::string &dialect : symbol->descriptor->dependentDialects)
        known.addDialect(dialect);
    }
  for (const auto &bundle : pipeline.getBundles())
    if (bundle->contract)
      known.add(*bundle->contract);
  auto verify = [&](ArrayRef<std::string> items, StringRef where) {
    for (const std::string &item : items)
      if (std::optional<Diagnostic> diagnostic = known.verify(item)) {
        diagnostic->message =
            ("'" + item + "' in the " + where + ": " + diagnostic->message)
                .str();
        diagnostic->items.push_back(item);
        result.push_back(std::move(*diagnostic));
      }
  };
  if (interface.inputContents && !interface.isInputMeasured)
    verify(*interface.inputContents, "input's contents");
  if (interface.outputContents)
    verify(*interface.outputContents, "output's contents");
}
