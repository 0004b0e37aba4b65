//===- PassDescriptor.cpp - What is known about one pass -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/PassDescriptor.h"
#include "builder/passes/OptionScope.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

bool PassDescriptor::hasKind(StringRef kind) const {
  return is_contained(kinds, kind);
}

PassDescriptor &PassDescriptor::addKind(StringRef kind) {
  if (!hasKind(kind))
    kinds.push_back(kind.str());
  return *this;
}

const OptionDescriptor *pmb::lookupOption(ArrayRef<OptionDescriptor> options,
                                          StringRef name) {
  const OptionDescriptor *it =
      find_if(options, [&](const auto &known) { return known.name == name; });
  return it == options.end() ? nullptr : it;
}

std::vector<StringRef> pmb::getNames(ArrayRef<OptionDescriptor> options) {
  std::vector<StringRef> names;
  for (const OptionDescriptor &option : options)
    names.push_back(option.name);
  return names;
}

void PassDescriptor::extendContract(const PassDescriptor &other) {
  if (!newest.empty() || !other.newest.empty()) {
    Contract all = getNewest();
    all.extend(other.getNewest());
    newest = std::move(all);
  }
  contract.extend(other.contract);
  hasContract |= other.hasContract;
}

void PassDescriptor::extend(const PassDescriptor &other) {
  for (const std::string &kind : other.kinds)
    addKind(kind);
  extendContract(other);
  guess.extend(other.guess);
}

void PassDescriptor::complete(const PassDescriptor &other) {
  extend(other);
  if (summary.empty())
    summary = other.summary;
  if (anchor.empty())
    anchor = other.anchor;
  if (anchorChoices.empty())
    anchorChoices = other.anchorChoices;
  if (!hasOptionList && other.hasOptionList)
    options = other.options;
  hasOptionList |= other.hasOptionList;
}

Contract pmb::takeContract(const PassDescriptor &from, const Contract &said,
                           const PassDescriptor &by) {
  auto decide = [&](const ConditionTerm &term) -> std::optional<bool> {
    if (by.lookupOption(term.name) || !isOwnOption(from, term, nullptr))
      return std::nullopt;
    return holdsOf(from.lookupOption(term.name),
                   getOptionValue(from, "", term.name), term);
  };
  Contract taken;
  for (ContractEntry entry : said.getEntries())
    if (auto left = entry.condition.simplify(decide)) {
      entry.condition = std::move(*left);
      taken.add(std::move(entry));
    }
  taken.copyFlags(said);
  return taken;
}

PassDescriptor pmb::describePass(StringRef name,
                                 void (*describe)(PassDescriptor &)) {
  PassDescriptor result(name);
  describe(result);
  result.hasContract = !result.contract.isOrderOnly();
  // The name is what the pass is found by; checked when it is added.
  if (result.name != name)
    result.otherName = std::exchange(result.name, name.str());
  return result;
}

bool pmb::isValidName(StringRef name) {
  return !name.empty() && all_of(name, isNameCharacter);
}

bool pmb::isPassName(StringRef name) {
  return !name.empty() && !name.starts_with("-") &&
         all_of(name, isPassNameCharacter);
}

Diagnostic pmb::makeBadName(StringRef what, StringRef name, StringRef more) {
  StringRef bare = name.ltrim('-');
  bool hasDashes = bare != name && isPassName(bare);
  // Where more is asked of passes, that is what is wrong.
  StringRef rule = isValidName(name) ? passNameRule : nameRule;
  return Diagnostic(DiagnosticCode::BadName,
                    "'{0}' cannot be the name of {1}{2}", name,
                    what == "operation" ? "an " : "a ", what)
      .about(name)
      .help(hasDashes ? "write '" + bare.str() + "'" : (rule + more).str());
}

Error pmb::checkName(StringRef what, StringRef name) {
  return isValidName(name) ? Error::success()
                           : makeError(makeBadName(what, name));
}
