//===- CatalogContents.cpp - What is known about the IR -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/Catalog.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

CatalogSource::~CatalogSource() = default;

void Catalog::noteDialects(const PassDescriptor &descriptor) {
  for (const std::string &dialect : descriptor.dependentDialects)
    namedOperations[dialect];
  for (const ContentsEntry &entry : concat<const ContentsEntry>(
           descriptor.contract.getContents(), descriptor.guess.getContents()))
    entry.forEachItem([&](StringRef item) {
      // Types of a dialect may be named by its name.
      if (item == "*" || lookupProperty(item))
        return;
      std::set<std::string> &operations =
          namedOperations[Item(item).getRoot().ltrim('!')];
      if (Item(item).isOperation())
        operations.insert(Item(item).getOperation().str());
    });
}

Catalog::Dialect Catalog::lookupDialect(StringRef name) const {
  std::optional<CatalogSource::Operations> listed;
  if (source)
    listed = source->lookupDialect(name);
  if (listed && !(listed->usual.empty() && listed->others.empty()))
    return Dialect::Listed;
  return listed || namedOperations.contains(name) ? Dialect::Named
                                                  : Dialect::Unknown;
}

void Catalog::forEachOperation(
    StringRef dialect, function_ref<void(StringRef, bool)> visit) const {
  auto visitAll = [&](StringRef names, bool isUsual) {
    while (!names.empty()) {
      auto [name, others] = names.split(' ');
      visit(name, isUsual);
      names = others;
    }
  };
  bool isListed = lookupDialect(dialect) == Dialect::Listed;
  SmallVector<StringRef> usual;
  if (isListed) {
    CatalogSource::Operations listed = *source->lookupDialect(dialect);
    listed.usual.split(usual, ' ');
    visitAll(listed.usual, true);
    visitAll(listed.others, false);
  }
  if (const std::set<std::string> *named = namedOperations.lookup(dialect))
    for (StringRef name : *named)
      if (!is_contained(usual, name))
        visit(name, !isListed);
}

Error Catalog::addContents(ContentsDescriptor contents) {
  const std::string name = contents.name;
  if (!isValidName(name) || StringRef(name).starts_with("!"))
    return Diagnostic(DiagnosticCode::BadName,
                      "'{0}' cannot be a name of contents", name)
        .help("{0}, and no '!' first", nameRule)
        .about(name);
  if (lookupDialect(name) != Dialect::Unknown)
    return Diagnostic(
               DiagnosticCode::DuplicateName,
               "'{0}' is a dialect, which stands for all of its operations",
               name)
        .about(name);
  if (contents.items.empty())
    return Diagnostic(DiagnosticCode::BadValue,
                      "the contents '{0}' have no items", name)
        .about(name);
  for (const std::string &item : contents.items)
    if (item == name || lookupContents(item))
      return Diagnostic(
                 DiagnosticCode::BadValue,
                 "'{0}' in the contents '{1}' is a name of contents itself",
                 item, name)
          .help("list its items")
          .about(item);
  namedContents[name] = std::move(contents);
  return Error::success();
}

std::vector<std::string>
Catalog::expandContents(ArrayRef<std::string> contents) const {
  std::vector<std::string> items;
  auto add = [&](StringRef item) {
    if (!item.empty() && !is_contained(items, item))
      items.push_back(item.str());
  };
  for (const std::string &item : contents) {
    const ContentsDescriptor *named = lookupContents(item);
    for (StringRef one : named ? ArrayRef(named->items) : item) {
      add(Item(one).str());
      add(Item(one).getNest());
    }
  }
  return items;
}

StringRef Catalog::getProgramDialect() const {
  for (const OperationDescriptor *op : getOperations())
    if (op->isUsualProgram())
      return Item(op->name).getDialect();
  return "";
}

std::vector<std::string>
Catalog::expandOutput(ArrayRef<std::string> output) const {
  std::vector<std::string> items = expandContents(output);
  bool namesFunctions = false, knowsOthers = false;
  for (const OperationDescriptor *op : getOperations()) {
    namesFunctions |= op->isFunction && any_of(items, [&](StringRef item) {
                        return Item(item).covers(Item(op->name));
                      });
    knowsOthers |= op->holdsProgram && !op->isUsual;
  }
  StringRef functions = getProgramDialect();
  if (!items.empty() && !namesFunctions && knowsOthers && !functions.empty())
    items.push_back(functions.str());
  return items;
}

bool Catalog::canBeAnchor(StringRef op) const {
  StringRef dialect = Item(op).getRoot();
  return !hasDialect(dialect) || is_contained(getAnchors(dialect), op);
}

void Catalog::addType(TypeDescriptor type) {
  std::string name = type.name;
  types[name] = std::move(type);
  forgetMemo();
}

Error Catalog::addOperation(OperationDescriptor operation) {
  // A longer way up ends nowhere either: no nest is that deep.
  constexpr unsigned longest = 64;
  unsigned steps = 0;
  for (const OperationDescriptor *at = &operation; at && !at->parent.empty();
       at = lookupOperation(at->parent)) {
    bool isInItself = at->parent == operation.name;
    if (isInItself || ++steps > longest)
      return Diagnostic(DiagnosticCode::BadValue,
                        "the operation '{0}' would stand in {1}",
                        operation.name,
                        isInItself ? "itself" : "more than 64 others")
          .about(operation.parent);
  }
  std::string name = operation.name;
  operations[name] = std::move(operation);
  return Error::success();
}

bool Catalog::isFunction(StringRef name) const {
  const OperationDescriptor *known = lookupOperation(name);
  if (!known)
    known = lookupOperation(("*." + name.split('.').second).str());
  return known && known->isFunction;
}

void Catalog::extendType(TypeDescriptor extension) {
  TypeDescriptor &type = types[extension.name];
  type.name = std::move(extension.name);
  for (auto list : TypeDescriptor::lists)
    for (const std::string &item : extension.*list)
      if (!is_contained(type.*list, item))
        (type.*list).push_back(item);
  if (type.becomes.empty())
    type.becomes = std::move(extension.becomes);
  if (type.agreeOn.empty())
    type.agreeOn = std::move(extension.agreeOn);
  forgetMemo();
}
