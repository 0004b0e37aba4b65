//===- CatalogVerify.cpp - What descriptions may say ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/Catalog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;

Error Catalog::verifyVariant(StringRef name) const {
  if (variants.empty() || variants.contains(name))
    return Error::success();
  return makeUnknown(DiagnosticCode::UnknownCondition,
                     "there is no variant '" + name.str() + "'", name,
                     getVariantNames());
}

Error Catalog::verifyMark(StringRef item) const {
  StringRef mark = Item(item).getQualifier();
  if (mark.empty() || marks.contains(mark))
    return Error::success();
  if (!mark.starts_with("!"))
    return makeUnknown(DiagnosticCode::UnknownItem,
                       "there is no mark '" + mark.str() + "'", mark,
                       getMarkNames());
  if (types.contains(mark) || !marks.contains(mark.drop_front()))
    return Error::success();
  std::string name = mark.drop_front().str();
  return Diagnostic(DiagnosticCode::UnknownItem, "'{0}' is a mark and no type",
                    name)
      .help("did you mean '{0}({1})'?", Item(item).getName(), name);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// A name of a contract that does not exist.
static Error makeUnknownIn(const PassDescriptor &descriptor,
                           DiagnosticCode code, const std::string &what,
                           StringRef name, ArrayRef<StringRef> candidates) {
  return makeUnknown(code,
                     "the contract of '" + descriptor.name + "' names the " +
                         what + " '" + name.str() + "', which does not exist",
                     name, candidates);
}

/// Verifies a condition in a contract of `pass`, or of an element of that
/// registered pipeline. `others` are names beside those of `around`; with
/// `isOpen`, what the pipeline is built for is not known yet.
static Error verifyCondition(const PassDescriptor &pass,
                             const Condition &condition,
                             const OptionScope *around,
                             ArrayRef<StringRef> others, bool isOpen,
                             const std::string &before) {
  OptionScope scope(pass, around);
  ConditionText text(condition.getText());
  // What else there is, as far as that is known.
  std::vector<StringRef> names(others);
  if (pass.hasOptionList)
    scope.getNames(names);
  else if (around)
    around->getNames(names);
  auto decide = [&](const ConditionTerm &term) -> Expected<bool> {
    // What may be there undeclared, unless it is misspelled.
    bool mayBe = isOpen || isOwnOption(pass, term, around);
    if (mayBe && !pass.lookupOption(term.name) &&
        !is_contained(names, term.name) &&
        suggestNames(term.name, names).empty())
      return true;
    return scope.evaluate(text, term, others);
  };
  Error error = evaluateCondition(text, decide).takeError();
  if (!error)
    return error;
  std::vector<Diagnostic> failures = takeDiagnostics(std::move(error));
  for (Diagnostic &failure : failures) {
    failure.message = before + failure.message;
    // The reader knows where the text stands.
    failure.node.reset();
    failure.about(condition.getText());
  }
  return makeError(std::move(failures));
}

Error Catalog::verifyCondition(const PassDescriptor &descriptor,
                               const Condition &condition,
                               const OptionScope *scope) const {
  if (condition.isAlways())
    return Error::success();
  std::vector<StringRef> names = getVariantNames();
  bool isOpen = names.empty() && (!scope || scope->empty());
  return ::verifyCondition(descriptor, condition, scope, names, isOpen,
                           "a condition of '" + descriptor.name + "': ");
}

Error pmb::verifyStepCondition(const PassDescriptor &descriptor,
                               const Condition &condition) {
  return ::verifyCondition(descriptor, condition, nullptr, {},
                           /*isOpen=*/false, "");
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// Calls `add` with what is wrong with names in order entries.
static void verifyTargetNames(const Contract &contract,
                              function_ref<void(Error)> add) {
  for (const OrderEntry &entry : contract.getOrder())
    entry.forEachTarget([&](const Target &target) {
      if (target.kind == Target::Kind::Pass)
        add(checkName("pass", target.name));
      else if (target.kind == Target::Kind::Bundle)
        add(checkName("bundle", target.name));
    });
}

/// Fails if an item of a contract is not written as one, or has a mark that
/// is not declared.
static Error verifyItem(const Catalog &catalog, const PassDescriptor &pass,
                        StringRef item) {
  std::string contract = "the contract of '" + pass.name + "'";
  if (!Item::parse(item) || item.contains('/')) {
    Diagnostic bad = makeBadItem(item);
    bad.message = contract + ": " + bad.message;
    return bad;
  }
  std::vector<Diagnostic> failures = takeDiagnostics(catalog.verifyMark(item));
  for (Diagnostic &wrong : failures) {
    wrong.message = contract + " names '" + item.str() + "': " + wrong.message;
    wrong.subject = item.str();
  }
  return makeError(std::move(failures));
}

Error Catalog::verify(const PassDescriptor &descriptor, bool kindsMayCome,
                      const OptionScope *scope) const {
  if (!descriptor.otherName.empty())
    return Diagnostic(DiagnosticCode::BadName,
                      "the description of '{0}' calls it '{1}'",
                      descriptor.name, descriptor.otherName)
        .help("leave the name alone in 'describe'");
  // All that is wrong, each thing once: several entries may name it.
  std::vector<Diagnostic> failures;
  auto add = [&](Error error) {
    for (Diagnostic &failure : takeDiagnostics(std::move(error)))
      if (none_of(failures, [&](const Diagnostic &other) {
            return other.message == failure.message;
          }))
        failures.push_back(std::move(failure));
  };
  for (StringRef kind : descriptor.kinds)
    add(checkName("kind", kind));
  add(descriptor.contract.verify(descriptor.name));
  add(verifyPipeline(descriptor));
  auto addUnknown = [&](DiagnosticCode code, const std::string &what,
                        StringRef name, ArrayRef<StringRef> candidates,
                        StringRef help = "") {
    std::vector<Diagnostic> found = takeDiagnostics(
        makeUnknownIn(descriptor, code, what, name, candidates));
    // One that is no slip is new.
    if (!help.empty() && suggestNames(name, candidates).empty())
      found.back().help(help.str());
    add(makeError(std::move(found)));
  };
  auto verifyProperty = [&](StringRef name) {
    if (!lookupProperty(name))
      addUnknown(DiagnosticCode::UnknownProperty, "property", name,
                 getPropertyNames(),
                 "declare it under 'properties' of a contracts file, or with "
                 "Catalog::addProperty");
  };
  auto verifyNest = [&](StringRef name) {
    std::vector<StringRef> parts;
    for (const OperationDescriptor *op : getOperations())
      if (op->isPart())
        parts.push_back(op->name);
    if (!is_contained(parts, name))
      addUnknown(DiagnosticCode::UnknownItem, "part of a program", name, parts,
                 "declare it under 'operations' of a contracts file, with "
                 "\"symbol\": true, or with Catalog::addOperation");
  };
  auto verifyKind = [&](StringRef name) {
    bool mayCome = kindsMayCome && suggestNames(name, getKindNames()).empty();
    if (!hasKind(name) && !descriptor.hasKind(name) && !mayCome)
      addUnknown(DiagnosticCode::UnknownKind, "kind", name, getKindNames(),
                 "declare it under 'kinds' of a pass that has it, or with "
                 "Catalog::addKind");
  };
  // An unknown pass may still be registered, unless its name is misspelled.
  auto verifyProvider = [&](StringRef name) {
    if (!name.empty() && !lookupPass(name) &&
        !suggestNames(name, getPassNames()).empty())
      addUnknown(DiagnosticCode::UnknownPass, "pass", name, getPassNames());
  };
  const Contract &contract = descriptor.contract;
  verifyTargetNames(contract, add);
  for (const ContractEntry &entry : concat<const ContractEntry>(
           contract.getProperties(), contract.getOrder(),
           contract.getContents())) {
    if (!entry.property.empty())
      verifyProperty(entry.property);
    verifyProvider(entry.establishedBy);
    entry.forEachTarget([&](const Target &target) {
      if (target.kind == Target::Kind::PassKind)
        verifyKind(target.name);
      if (target.kind == Target::Kind::Provider ||
          target.kind == Target::Kind::Invalidator)
        verifyProperty(target.name);
    });
    add(verifyCondition(descriptor, entry.condition, scope));
    if (!entry.nest.empty())
      verifyNest(entry.nest);
    entry.forEachItem(
        [&](StringRef item) { add(verifyItem(*this, descriptor, item)); });
  }
  return makeError(std::move(failures));
}

Error Catalog::verifySame(const PassDescriptor &known,
                          const PassDescriptor &other) {
  auto fail = [&](StringRef what) {
    return Diagnostic(DiagnosticCode::DuplicateName,
                      "{0} and {1} describe '{2}', and say different things of "
                      "its {3}",
                      known.describedIn,
                      other.describedIn.empty() ? "its owner"
                                                : other.describedIn,
                      other.name, what)
        .help("leave one of the descriptions out, or extend or override "
              "the other");
  };
  auto differ = [](const auto &a, const auto &b) {
    return !a.empty() && !b.empty() && a != b;
  };
  if (differ(known.anchor, other.anchor) ||
      differ(known.anchorChoices, other.anchorChoices))
    return fail("anchor");
  auto sorted = [](std::vector<std::string> kinds) {
    llvm::sort(kinds);
    return kinds;
  };
  if (differ(sorted(known.kinds), sorted(other.kinds)))
    return fail("kinds");
  auto says = [](const PassDescriptor &pass) {
    return pass.hasContract || !pass.contract.empty();
  };
  if (says(known) && says(other) &&
      !known.contract.isEquivalentTo(other.contract))
    return fail("contract");
  if (known.hasOptionList && other.hasOptionList)
    for (const OptionDescriptor &option : known.options) {
      const OptionDescriptor *same = other.lookupOption(option.name);
      if (!same || differ(same->defaultValue, option.defaultValue))
        return fail("options");
    }
  return Error::success();
}

Error Catalog::verifyPipeline(const PassDescriptor &descriptor) const {
  for (const OptionDescriptor &option : descriptor.options)
    if (!option.defaultValue.empty() && !option.accepts(option.defaultValue))
      return Diagnostic(DiagnosticCode::BadOptions,
                        "'{0}' is not a value of '{1}', whose default it is",
                        option.defaultValue, option.name)
          .about(option.name)
          .note("it takes {0}", option.describeValues());
  auto verifyOption = [&](StringRef step, StringRef option) -> Error {
    if (!descriptor.hasOptionList || descriptor.lookupOption(option))
      return Error::success();
    return makeUnknown(
        DiagnosticCode::BadOptions,
        formatv("'{0}' in '{1}' depends on the option '{2}', which '{1}' does "
                "not have",
                step, descriptor.name, option),
        option, getNames(descriptor.options));
  };
  for (const PipelineStep &step : descriptor.pipeline) {
    if (step.pass == descriptor.name)
      return Diagnostic(DiagnosticCode::IncludeCycle,
                        "the pipeline '{0}' contains itself", descriptor.name)
          .about(descriptor.name);
    for (const Condition &condition : step.conditions)
      if (Error error = verifyStepCondition(descriptor, condition))
        return error;
    std::string options = step.options;
    for (const auto &[name, from] : step.optionsFrom) {
      if (Error error = verifyOption(step.pass, from))
        return error;
      // Of the value only the type is known.
      std::optional<std::string> value = getOptionValue(descriptor, "", from);
      const PassDescriptor *pass = lookupPass(step.pass);
      const OptionDescriptor *option =
          pass ? pass->lookupOption(name) : nullptr;
      if (value)
        options += " " + name + "=" + *value;
      else if (!option)
        options += " " + name;
    }
    if (const PassDescriptor *pass = lookupPass(step.pass))
      if (Error error = verifyOptions(*pass, options))
        return error;
  }
  return Error::success();
}
