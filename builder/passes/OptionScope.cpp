//===- OptionScope.cpp - What a pipeline is built for ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/OptionScope.h"
#include "builder/diagnostics/SourceText.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/PassManagerRules.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

using Comparison = ConditionTerm::Comparison;
using Type = OptionDescriptor::Type;

//===----------------------------------------------------------------------===//
// Declaring
//===----------------------------------------------------------------------===//

Error OptionScope::verifyNew(StringRef name) const {
  if (!isConditionName(name))
    return Diagnostic(DiagnosticCode::BadName,
                      "{0} cannot be the name of an option or a variant",
                      quote(name))
        .about(name)
        .help("use letters, digits, '-', '_' and '.', a "
              "letter first");
  constexpr size_t limit = 256;
  if (options.size() + variants.size() >= limit)
    return Diagnostic(DiagnosticCode::TooLarge,
                      "there are more than {0} options and variants", limit)
        .about(name);
  bool isOption = pmb::lookupOption(options, name);
  if (!isOption && !lookupVariant(name))
    return Error::success();
  return Diagnostic(DiagnosticCode::DuplicateName,
                    "{0} is declared already, as {1}", quote(name),
                    isOption ? "an option" : "a variant")
      .about(name)
      .note("conditions ask for options and variants by name, so both "
            "together have each name once");
}

static Diagnostic makeBadValue(const OptionDescriptor &option,
                               StringRef value) {
  Diagnostic diagnostic(DiagnosticCode::BadOptions,
                        "{0} is not a value of the option {1}", quote(value),
                        quote(option.name));
  diagnostic.about(value).note("it takes {0}", option.describeValues());
  suggest(diagnostic, value,
          SmallVector<StringRef>(option.values.begin(), option.values.end()));
  return diagnostic;
}

Error OptionScope::addOption(OptionDescriptor option) {
  for (const OptionDescriptor &own : options)
    if (own == option)
      return Error::success();
  if (Error error = verifyNew(option.name))
    return error;
  if (!option.defaultValue.empty() && !option.accepts(option.defaultValue))
    return makeBadValue(option, option.defaultValue);
  options.push_back(std::move(option));
  return Error::success();
}

Error OptionScope::addVariant(VariantDescriptor variant) {
  if (const VariantDescriptor *known = lookupVariant(variant.name))
    if (known->values == variant.values)
      return Error::success();
  if (Error error = verifyNew(variant.name))
    return error;
  Errors errors;
  for (const auto &[name, value] : variant.values)
    errors.add(verifyValue(name, value));
  if (!errors.empty())
    return errors.take();
  variants.push_back(std::move(variant));
  return Error::success();
}

const OptionDescriptor *OptionScope::lookupOption(StringRef name) const {
  for (const OptionScope *scope = this; scope; scope = scope->outer)
    if (const auto *option = pmb::lookupOption(scope->options, name))
      return option;
  return nullptr;
}

const VariantDescriptor *OptionScope::lookupVariant(StringRef name) const {
  for (const OptionScope *scope = this; scope; scope = scope->outer)
    for (const VariantDescriptor &variant : scope->variants)
      if (variant.name == name)
        return &variant;
  return nullptr;
}

void OptionScope::getNames(std::vector<StringRef> &names) const {
  for (const OptionScope *scope = this; scope; scope = scope->outer) {
    append_range(names, pmb::getNames(scope->options));
    for (const VariantDescriptor &variant : scope->variants)
      names.push_back(variant.name);
    append_range(names, scope->chosen.keys());
  }
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

/// Fails if an option cannot have that value, or with `code` if there is none
/// of the name; `owner` begins the message: `there is`.
static Error verifyOption(ArrayRef<OptionDescriptor> options, StringRef name,
                          StringRef value, DiagnosticCode code,
                          const std::string &owner) {
  if (const OptionDescriptor *option = lookupOption(options, name))
    return option->accepts(value) ? Error::success()
                                  : makeError(makeBadValue(*option, value));
  std::string message = owner + " no option " + quote(name);
  if (options.empty())
    return Diagnostic(code, message).about(name).note("none are declared");
  return makeUnknown(code, std::move(message), name, getNames(options));
}

Error OptionScope::verifyValue(StringRef name, StringRef value) const {
  return verifyOption(options, name, value, DiagnosticCode::UnknownCondition,
                      "there is");
}

/// Their order is not that of a table.
template <typename MapT>
static SmallVector<StringRef> sortKeys(const MapT &names) {
  SmallVector<StringRef> keys(names.keys());
  llvm::sort(keys);
  return keys;
}

Error OptionScope::verify(LocateFn locate) const {
  Errors errors;
  auto add = [&](StringRef name, Error error) {
    std::vector<Diagnostic> failures = takeDiagnostics(std::move(error));
    for (Diagnostic &failure : failures)
      if (locate)
        locate(name, failure);
    errors.add(makeError(std::move(failures)));
  };
  for (StringRef name : sortKeys(given))
    add(name, verifyValue(name, given.lookup(name)));
  // What each option is set to, and by which variant.
  StringMap<std::pair<StringRef, StringRef>> setters;
  for (StringRef name : sortKeys(chosen)) {
    const OptionDescriptor *option = lookupOption(name);
    if (option && option->type != Type::Bool)
      add(name, Diagnostic(DiagnosticCode::BadOptions,
                           "the option {0} needs a value", quote(name))
                    .about(name)
                    .note("it takes {0}", option->describeValues())
                    .help("write {0}=...", name));
    const VariantDescriptor *variant = lookupVariant(name);
    if (!variant)
      continue;
    for (const auto &[set, value] : variant->values) {
      if (given.count(set))
        continue;
      auto it = setters.try_emplace(set, name, value).first;
      if (it->second.second == value)
        continue;
      add(name,
          Diagnostic(DiagnosticCode::VariantClash,
                     "the variants {0} and {1} do not go together: they set "
                     "{2} to {3} and {4}",
                     quote(it->second.first), quote(name), quote(set),
                     quote(it->second.second), quote(value))
              .about(name)
              .help("choose one of them, or set {0} as well", quote(set)));
    }
  }
  return errors.take();
}

//===----------------------------------------------------------------------===//
// Asking
//===----------------------------------------------------------------------===//

std::optional<std::string> OptionScope::getValue(StringRef name) const {
  const OptionScope *scope = this;
  while (scope && !pmb::lookupOption(scope->options, name))
    scope = scope->outer;
  if (!scope)
    return std::nullopt;
  const OptionDescriptor *option = pmb::lookupOption(scope->options, name);
  bool isBool = option->type == Type::Bool;
  std::string value = option->defaultValue;
  if (auto it = scope->given.find(name); it != scope->given.end()) {
    value = it->second;
  } else if (isBool && scope->chosen.contains(name)) {
    value = "true";
  } else {
    for (const VariantDescriptor &variant : scope->variants)
      if (scope->chosen.contains(variant.name))
        for (const auto &[set, to] : variant.values)
          if (set == name)
            value = to;
  }
  if (isBool)
    return value.empty() ? "false" : normalizeOptionValue(option, value).str();
  if (value.empty())
    return std::nullopt;
  return value;
}

/// True if a condition may ask for the option by its name alone. Some that are
/// truth values are declared by their default only.
static bool isTruth(const OptionDescriptor &option) {
  return option.type == Type::Bool ||
         (option.type == Type::Text && option.values.empty() &&
          (option.defaultValue == "true" || option.defaultValue == "false"));
}

bool OptionScope::hasVariant(StringRef name) const {
  if (const OptionDescriptor *option = lookupOption(name)) {
    std::optional<std::string> value = getValue(name);
    return isTruth(*option) && value &&
           normalizeOptionValue(option, *value) == "true";
  }
  for (const OptionScope *scope = this; scope; scope = scope->outer)
    if (scope->chosen.contains(name))
      return true;
  return false;
}

static bool isNumber(Type type) {
  return type == Type::Int32 || type == Type::Int64 || type == Type::UInt32 ||
         type == Type::UInt64;
}

static bool mayBeList(const OptionDescriptor &option) {
  return option.values.empty() &&
         is_contained({Type::Text, Type::Int32List, Type::Int64List,
                       Type::UInt32List, Type::UInt64List, Type::Items},
                      option.type);
}

/// A number as options are read: also `0x10`.
static APSInt parseNumber(StringRef text) {
  constexpr unsigned bits = 128;
  bool isNegative = text.consume_front("-");
  APInt number(bits, 0);
  if (text.getAsInteger(0, number))
    number = APInt(bits, 0);
  number = number.zextOrTrunc(bits);
  return APSInt(isNegative ? -number : number, /*isUnsigned=*/false);
}

bool pmb::holdsOf(const OptionDescriptor *option,
                  std::optional<StringRef> value, const ConditionTerm &term) {
  StringRef actual = value ? normalizeOptionValue(option, *value) : "";
  if (!term.isCompared())
    return actual == "true";
  if (term.comparison == Comparison::Contains) {
    SmallVector<StringRef> parts;
    actual.split(parts, ',');
    return any_of(parts,
                  [&](StringRef part) { return part.trim() == term.value; });
  }
  StringRef wanted =
      term.value.empty() ? "" : normalizeOptionValue(option, term.value);
  // A truth value that is not given is false.
  if (!value && option && option->type == Type::Bool && !wanted.empty())
    actual = "false";
  if (option && isNumber(option->type) && !actual.empty() && !wanted.empty()) {
    APSInt left = parseNumber(actual), right = parseNumber(wanted);
    switch (term.comparison) {
    case Comparison::Less:
      return left < right;
    case Comparison::LessOrEqual:
      return left <= right;
    case Comparison::Greater:
      return left > right;
    case Comparison::GreaterOrEqual:
      return left >= right;
    case Comparison::NotEqual:
      return left != right;
    default:
      return left == right;
    }
  }
  // An option that is not given is neither less nor more than anything.
  return term.comparison == Comparison::Equal      ? actual == wanted
         : term.comparison == Comparison::NotEqual ? actual != wanted
                                                   : false;
}

Expected<bool> OptionScope::evaluate(const ConditionText &condition,
                                     const ConditionTerm &term,
                                     ArrayRef<StringRef> others) const {
  auto fail = [&](size_t offset, std::string message) {
    return condition.diagnose(DiagnosticCode::BadCondition, offset,
                              std::move(message));
  };
  if (const OptionDescriptor *option = lookupOption(term.name)) {
    if (!term.isCompared()) {
      if (isTruth(*option))
        return hasVariant(term.name);
      return fail(term.nameOffset, "the option " + quote(term.name) +
                                       " is neither true nor false")
          .note("it takes {0}", option->describeValues())
          .help("compare it: {0} == ...", term.name);
    }
    if (term.comparison == Comparison::Contains) {
      if (mayBeList(*option))
        return holds(term);
      return fail(term.nameOffset, "only lists contain something, and " +
                                       quote(term.name) + " is none")
          .note("it takes {0}", option->describeValues());
    }
    bool isOrder = !term.isEquality();
    if (isOrder && !isNumber(option->type))
      return fail(term.nameOffset,
                  "only numbers are less or more than others, and " +
                      quote(term.name) + " is none")
          .note("it takes {0}", option->describeValues());
    // '' stands for an option that is not given.
    if (!option->accepts(term.value) && (isOrder || !term.value.empty())) {
      Diagnostic bad = makeBadValue(*option, term.value);
      Diagnostic diagnostic = fail(term.valueOffset, bad.message);
      append_range(diagnostic.notes, std::move(bad.notes));
      return diagnostic;
    }
    return holds(term);
  }
  std::vector<StringRef> names;
  getNames(names);
  append_range(names, others);
  if (!is_contained(names, term.name)) {
    llvm::sort(names);
    names.erase(llvm::unique(names), names.end());
    Diagnostic diagnostic =
        condition.diagnose(DiagnosticCode::UnknownCondition, term.nameOffset,
                           "there is no option or variant " + quote(term.name));
    if (names.empty())
      diagnostic.note("none are declared");
    suggestOrList(diagnostic, term.name, names);
    return diagnostic;
  }
  if (term.isCompared())
    return fail(term.nameOffset,
                quote(term.name) +
                    " is a variant, and has no value to be compared");
  return hasVariant(term.name);
}

Expected<bool> OptionScope::evaluate(const ConditionText &condition,
                                     ArrayRef<StringRef> others) const {
  return evaluateCondition(condition, [&](const ConditionTerm &term) {
    return evaluate(condition, term, others);
  });
}

bool OptionScope::holds(const ConditionTerm &term) const {
  const OptionDescriptor *option = lookupOption(term.name);
  return option && term.isCompared()
             ? holdsOf(option, getValue(term.name), term)
             : hasVariant(term.name);
}

bool OptionScope::holds(StringRef condition) const {
  return Condition(condition).evaluate(
      [&](const ConditionTerm &term) { return holds(term); });
}

std::string OptionScope::str() const {
  std::vector<std::string> parts;
  for (StringRef name : sortKeys(chosen))
    parts.push_back(name.str());
  for (StringRef name : sortKeys(given)) {
    const OptionDescriptor *option = lookupOption(name);
    std::string value = given.lookup(name);
    if (option && option->type == Type::Bool &&
        normalizeOptionValue(option, value) == "true")
      parts.push_back(name.str());
    else
      parts.push_back(name.str() + "=" + value);
  }
  return join(parts, ",");
}

//===----------------------------------------------------------------------===//
// Bundles and passes with options from elsewhere
//===----------------------------------------------------------------------===//

Error pmb::verifyGivenOptions(const OptionScope &scope,
                              const std::string &owner) {
  Errors errors;
  for (StringRef name : sortKeys(scope.getGivenOptions()))
    errors.add(verifyOption(scope.getOptions(), name,
                            scope.getGivenOptions().lookup(name),
                            DiagnosticCode::BadOptions, owner + " has"));
  return errors.take();
}

Error pmb::makeUnusedOptions(const OptionScope &scope, const StringSet<> &used,
                             StringRef bundle) {
  Errors errors;
  for (const OptionDescriptor &option : scope.getOptions())
    if (!used.contains(option.name)) {
      Diagnostic diagnostic(DiagnosticCode::UnusedOption,
                            "nothing in the bundle {0} asks for its option {1}",
                            quote(bundle), quote(option.name));
      diagnostic.severity = Severity::Error;
      errors.add(std::move(diagnostic.about(option.name)));
    }
  return errors.take();
}

/// The same for parameters. `a` and `no-a` take each other's place.
static std::string
addParameters(StringRef options,
              ArrayRef<std::pair<StringRef, std::string>> values) {
  std::vector<std::string> all;
  auto getBase = [](StringRef name) {
    name.consume_front("no-");
    return name;
  };
  auto add = [&](StringRef name, StringRef value) {
    bool isFlag = value == "true" || value == "false";
    all.push_back(((value == "false" ? "no-" : "") + name +
                   (isFlag ? "" : "=" + value.str()))
                      .str());
  };
  for (auto [name, value] : splitOptions(options))
    if (none_of(values, [&, name = name](const auto &other) {
          return getBase(other.first) == getBase(name);
        }))
      add(name, value);
  for (const auto &[name, value] : values)
    add(name, value);
  return "<" + join(all, ";") + ">";
}

std::string
pmb::addOptions(StringRef options,
                ArrayRef<std::pair<StringRef, std::string>> values) {
  if (values.empty())
    return options.str();
  if (areParameters(options))
    return addParameters(options, values);
  std::string text;
  auto add = [&](StringRef name, StringRef value) {
    bool isOneWord = value.empty() ||
                     StringRef("{\"'").contains(value.front()) ||
                     none_of(value, isSpace);
    text += ((text.empty() ? "" : " ") + name + "=").str();
    text += isOneWord ? value.str() : "{" + value.str() + "}";
  };
  for (auto [name, value] : splitOptions(options))
    if (none_of(values, [name = name](const auto &other) {
          return other.first == name;
        }))
      add(name, value);
  for (const auto &[name, value] : values)
    add(name, value);
  return text;
}

std::string pmb::addOptions(StringRef options, StringRef others) {
  std::vector<std::pair<StringRef, std::string>> values;
  for (auto [name, value] : splitOptions(others))
    values.push_back({name, value.str()});
  if (options.empty() && areParameters(others))
    return others.str();
  return addOptions(options, values);
}

//===----------------------------------------------------------------------===//
// The options of a pass, and what is around it
//===----------------------------------------------------------------------===//

bool pmb::isOwnOption(const PassDescriptor &pass, const ConditionTerm &term,
                      const OptionScope *around) {
  return pass.lookupOption(term.name) ||
         (!pass.hasOptionList && term.isEquality() &&
          !(around && around->lookupOption(term.name)));
}
