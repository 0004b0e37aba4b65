//===- ConditionNames.cpp - Misspelled names in conditions ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/ConditionNames.h"
#include "builder/diagnostics/Escaping.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/Catalog.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

/// The one of `known` that `name` is a slip for. Targets have short names that
/// are much alike: `gpu` is none for `cpu`, nor `sm90` for `sm80`.
static StringRef findSlip(StringRef name, ArrayRef<StringRef> known) {
  auto getDigits = [](StringRef text) {
    std::string digits = text.str();
    erase_if(digits, [](char c) { return !isDigit(c); });
    return digits;
  };
  SmallVector<StringRef> alike;
  for (StringRef one : known)
    if (!name.empty() && !one.empty() && one.front() == name.front() &&
        getDigits(one) == getDigits(name))
      alike.push_back(one);
  return is_contained(known, name) ? "" : findIntended(name, alike);
}

static Diagnostic makeFinding(std::string message, StringRef name,
                              StringRef meant) {
  Diagnostic finding(DiagnosticCode::UnknownCondition, std::move(message));
  finding.severity = Severity::Warning;
  finding.about(name).misspells(meant, name).help(didYouMean(quote(meant)));
  return finding;
}

/// What is wrong with a term; std::nullopt if it may be right.
static std::optional<Diagnostic> checkTerm(const PassDescriptor &pass,
                                           const ConditionTerm &term,
                                           const OptionScope &scope,
                                           const Catalog &catalog) {
  if (pass.lookupOption(term.name))
    return std::nullopt; // checked where the contract is added
  if (const OptionDescriptor *option = scope.lookupOption(term.name)) {
    SmallVector<StringRef> values(option->values.begin(), option->values.end());
    StringRef meant =
        term.isEquality() ? findSlip(term.value, values) : StringRef();
    if (meant.empty())
      return std::nullopt;
    return makeFinding("the option " + quote(term.name) +
                           " of the pipeline has no value " + quote(term.value),
                       term.value, meant);
  }
  if (scope.lookupVariant(term.name) || scope.hasVariant(term.name) ||
      catalog.hasDeclaredVariant(term.name))
    return std::nullopt;
  std::vector<StringRef> known;
  scope.getNames(known);
  append_range(known, getNames(pass.options));
  StringRef meant = findSlip(term.name, known);
  if (meant.empty())
    return std::nullopt;
  return makeFinding("neither the pipeline nor " + quote(pass.name) +
                         " declares " + quote(term.name),
                     term.name, meant);
}

void pmb::checkConditionNames(const PassDescriptor &pass,
                              const OptionScope &scope, const Catalog &catalog,
                              function_ref<void(Diagnostic)> found) {
  StringSet<> seen;
  for (const ContractEntry &entry : pass.getNewest().getEntries())
    for (const ConditionTerm &term : entry.condition.getTerms())
      if (std::optional<Diagnostic> finding =
              checkTerm(pass, term, scope, catalog);
          finding && seen.insert(finding->message).second)
        found(std::move(*finding));
}
