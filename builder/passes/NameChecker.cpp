//===- NameChecker.cpp - Names that are likely to be misspelled -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/NameChecker.h"
#include "builder/diagnostics/Suggestions.h"

using namespace pmb;
using namespace llvm;

static Diagnostic makeWarning(DiagnosticCode code, std::string message,
                              NodeRef ref, StringRef intended) {
  Diagnostic diagnostic(code, std::move(message));
  diagnostic.severity = Severity::Warning;
  diagnostic.about(ref.name)
      .at(std::move(ref))
      .help(didYouMean("'" + intended.str() + "'"));
  return diagnostic;
}

std::optional<Diagnostic> NameChecker::checkPass(NodeRef ref,
                                                 StringRef options) {
  if (catalog.lookupPass(ref.name))
    return std::nullopt;
  if (passNames.empty())
    passNames = catalog.getPassNames();
  auto [it, isNew] = intendedPasses.try_emplace(ref.name);
  if (isNew)
    it->second = findIntended(ref.name, passNames);
  if (it->second.empty())
    return std::nullopt;
  Fix fix;
  fix.kind = Fix::Kind::Replace;
  fix.pass = ref.name;
  fix.passPosition = ref.position;
  fix.reference = it->second.str();
  fix.options = options.str();
  fix.message = "replace '" + fix.pass + "' by '" + fix.reference + "'";
  Diagnostic diagnostic =
      makeWarning(DiagnosticCode::UnknownPass,
                  "nothing is known of a pass '" + fix.pass + "'",
                  std::move(ref), it->second);
  diagnostic.fixedBy(std::move(fix));
  return diagnostic;
}

std::optional<Diagnostic> NameChecker::checkAnchor(NodeRef ref) {
  auto [it, isNew] = intendedAnchors.try_emplace(ref.name);
  if (isNew) {
    SmallVector<StringRef> candidates = {"any"};
    for (const OperationDescriptor *known : catalog.getOperations())
      if (known->name[0] != '*')
        candidates.push_back(known->name);
    // One that exists is not misspelled, however rare it is.
    if (StringRef dialect = StringRef(ref.name).split('.').first;
        is_contained(catalog.getAnchors(dialect), ref.name))
      candidates.clear();
    it->second = findIntended(ref.name, candidates);
  }
  if (it->second.empty())
    return std::nullopt;
  std::string message = "nothing is known of an operation '" + ref.name +
                        "', and on one that does not exist nothing runs";
  return makeWarning(DiagnosticCode::NoEffect, std::move(message),
                     std::move(ref), it->second);
}

/// What is looked up of an item: `linalg` of `linalg.matmul`, or its type.
static StringRef getItemName(StringRef item) {
  item = item.take_front(item.find('('));
  return item.starts_with("!") ? item : item.take_front(item.find('.'));
}

std::optional<Diagnostic> NameChecker::checkItem(StringRef item) {
  StringRef name = getItemName(item);
  bool isType = name.starts_with("!");
  // Short names are near to each other by chance. What is rejected may also be
  // a property.
  if (name.size() < 4 || catalog.lookupProperty(item) ||
      (isType ? catalog.lookupType(name) != nullptr : catalog.hasDialect(name)))
    return std::nullopt;
  auto [it, isNew] = intendedItems.try_emplace(name);
  if (isNew) {
    std::vector<StringRef> known;
    if (isType)
      for (const TypeDescriptor *type : catalog.getTypes())
        known.push_back(type->name);
    else
      known = catalog.getDeclaredDialects();
    // There are few of them, and their names are short.
    it->second = findIntended(name, known, /*shortest=*/6);
  }
  if (it->second.empty())
    return std::nullopt;
  Diagnostic diagnostic = makeWarning(
      DiagnosticCode::UnknownItem,
      "nothing is known of a " + std::string(isType ? "type" : "dialect") +
          " '" + name.str() + "'",
      {}, it->second);
  diagnostic.node.reset();
  diagnostic.about(item);
  return diagnostic;
}

void NameChecker::checkTargets(const Contract &contract,
                               function_ref<void(Diagnostic)> found,
                               function_ref<bool(StringRef)> isPresent) {
  for (const OrderEntry &entry : contract.getOrder()) {
    if (entry.target.kind != Target::Kind::Pass ||
        (isPresent && isPresent(entry.target.name)))
      continue;
    NodeRef ref;
    ref.name = entry.target.name;
    std::optional<Diagnostic> finding = checkPass(std::move(ref), "");
    if (!finding)
      continue;
    // What is to be replaced is no pass of a pipeline.
    finding->fix.reset();
    finding->node.reset();
    found(std::move(*finding));
  }
  std::vector<StringRef> seen;
  for (const ContentsEntry &entry : contract.getContents())
    for (const auto *items :
         {&entry.items, &entry.except, &entry.unless, &entry.given, &entry.to,
          &entry.sometimes, &entry.converts})
      for (const std::string &item : *items)
        if (std::optional<Diagnostic> finding = checkItem(item)) {
          StringRef name = intendedItems.find(getItemName(item))->first();
          if (is_contained(seen, name))
            continue;
          seen.push_back(name);
          found(std::move(*finding));
        }
}
