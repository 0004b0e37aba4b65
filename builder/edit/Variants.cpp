//===- Variants.cpp - What a pipeline is built for ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/Variants.h"
#include "builder/diagnostics/SourceText.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/PipelineImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Declaring and choosing
//===----------------------------------------------------------------------===//

Error Variants::addOption(OptionDescriptor option) {
  if (Error error = pipeline.verifyEditable())
    return error;
  return pipeline.list.changeOptions().addOption(std::move(option));
}

Error Variants::addVariant(VariantDescriptor variant) {
  if (Error error = pipeline.verifyEditable())
    return error;
  return pipeline.list.changeOptions().addVariant(std::move(variant));
}

void Variants::verifyUnsettled(StringRef name) {
  auto it = settled.find(name);
  if (it == settled.end())
    return;
  pipeline.defer(makeError(
      Diagnostic(DiagnosticCode::LateChoice,
                 "'" + name.str() +
                     "' is set after something was added that depends on it")
          .about(name)
          .note("the first to ask for it was " + it->second->str())
          .help("set it before anything is added")));
}

void Variants::setVariant(StringRef variant) {
  if (pipeline.list.getOptions().getVariants().contains(variant))
    return;
  verifyUnsettled(variant);
  if (const VariantDescriptor *known =
          pipeline.list.getOptions().lookupVariant(variant))
    for (const auto &[option, value] : known->values)
      if (!pipeline.list.getOptions().getGivenOptions().count(option))
        verifyUnsettled(option);
  pipeline.list.changeOptions().setVariant(variant);
}

void Variants::setOption(StringRef option, StringRef value) {
  verifyUnsettled(option);
  pipeline.list.changeOptions().setOption(option, value);
}

Error Variants::verify() const {
  const OptionScope &options = pipeline.list.getOptions();
  std::vector<Diagnostic> failures = takeDiagnostics(options.verify());
  SmallVector<StringRef> chosen(options.getVariants().keys());
  llvm::sort(chosen);
  for (StringRef name : chosen) {
    if (options.lookupOption(name) || options.lookupVariant(name))
      continue;
    // No condition can ask for it.
    if (auto [option, value] = name.split('='); name.contains('=')) {
      failures.push_back(
          Diagnostic(DiagnosticCode::UnknownCondition,
                     "there is no variant '" + name.str() + "'")
              .about(name)
              .help(("to give an option a value, write setOption(\"" + option +
                     "\", \"" + value + "\")")
                        .str()));
      continue;
    }
    if (options.empty()) {
      append_range(failures,
                   takeDiagnostics(pipeline.getCatalog().verifyVariant(name)));
      continue;
    }
    if (pipeline.getCatalog().hasDeclaredVariant(name))
      continue;
    std::vector<StringRef> known = pipeline.getCatalog().getVariantNames();
    for (const OptionDescriptor &option : options.getOptions())
      if (option.type == OptionDescriptor::Type::Bool)
        known.push_back(option.name);
    for (const VariantDescriptor &variant : options.getDeclaredVariants())
      known.push_back(variant.name);
    llvm::sort(known);
    append_range(failures,
                 takeDiagnostics(makeUnknown(
                     DiagnosticCode::UnknownCondition,
                     "there is no variant '" + name.str() + "'", name, known)));
  }
  return makeError(std::move(failures));
}

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

void Variants::settle(StringRef name, const OptionScope &scope) {
  // That of a bundle is another one.
  if (scope.lookupOption(name) != pipeline.getOptions().lookupOption(name))
    return;
  if (settled.try_emplace(name, pipeline.currentOrigin).second)
    pipeline.onRollback([this, name = name.str()] { settled.erase(name); });
}

Expected<bool> Variants::decide(const ConditionText &condition,
                                const OptionScope *scope) {
  const OptionScope &asked = scope ? *scope : pipeline.getOptions();
  Expected<bool> result =
      asked.evaluate(condition, pipeline.getCatalog().getVariantNames());
  if (result)
    forEachName(condition.text, [&](StringRef name) { settle(name, asked); });
  return result;
}

Expected<std::optional<std::string>>
Variants::takeValue(StringRef option, const OptionScope *scope) {
  const OptionScope &asked = scope ? *scope : pipeline.getOptions();
  if (!asked.lookupOption(option)) {
    std::vector<StringRef> names;
    asked.getNames(names);
    erase_if(names, [&](StringRef name) { return !asked.lookupOption(name); });
    llvm::sort(names);
    return makeUnknown(DiagnosticCode::UnknownCondition,
                       "there is no option " + quote(option), option, names);
  }
  settle(option, asked);
  return asked.getValue(option);
}

//===----------------------------------------------------------------------===//
// Bundles
//===----------------------------------------------------------------------===//

/// All names that conditions and options in a bundle ask for, also inside of
/// bundles in it.
static void collectNames(const PassBundle &bundle, StringSet<> &names) {
  SmallVector<const PassBundle *> waiting = {&bundle};
  while (!waiting.empty())
    for (const PassBundle::Entry &entry :
         waiting.pop_back_val()->getEntries()) {
      forEachName(entry.when, [&](StringRef name) { names.insert(name); });
      for (const auto &[option, from] : entry.optionsFrom)
        names.insert(from);
      if (entry.bundle)
        waiting.push_back(entry.bundle.get());
    }
}

/// Lets diagnostics of something in a bundle say in which.
static Error addContext(Error error, StringRef bundle) {
  std::vector<Diagnostic> failures = takeDiagnostics(std::move(error));
  for (Diagnostic &failure : failures)
    failure.note("in the bundle " + quote(bundle));
  return makeError(std::move(failures));
}

static Error declareOptions(const PassBundle &bundle, OptionScope &scope) {
  std::vector<Diagnostic> failures;
  for (const OptionDescriptor &option : bundle.getOptions())
    append_range(failures, takeDiagnostics(scope.addOption(option)));
  for (const auto &[name, value] : bundle.getGivenOptions())
    scope.setOption(name, value);
  append_range(failures,
               takeDiagnostics(verifyGivenOptions(scope, bundle.getName())));
  StringSet<> used;
  collectNames(bundle, used);
  append_range(failures, takeDiagnostics(
                             makeUnusedOptions(scope, used, bundle.getName())));
  return makeError(std::move(failures));
}

bool Variants::noteAbsent(const Target &target, StringRef condition) {
  auto key = std::make_pair(target.kind, target.name);
  if (!absent.try_emplace(key, Absence{condition.str(), pipeline.currentOrigin})
           .second)
    return false;
  pipeline.onRollback([this, key] { absent.erase(key); });
  if (target.kind != Target::Kind::Pass)
    return true;
  if (const PassDescriptor *known =
          pipeline.getCatalog().lookupPass(target.name))
    for (const std::string &own : known->kinds)
      noteAbsent(kind(own), condition);
  return true;
}

void Variants::noteAbsent(const PassBundle::Entry &entry, StringRef condition) {
  switch (entry.kind) {
  case PassBundle::Entry::Kind::Pass:
    noteAbsent(pass(entry.pass.name), condition);
    return;
  case PassBundle::Entry::Kind::Slot:
    noteAbsent(slot(entry.slot), condition);
    return;
  case PassBundle::Entry::Kind::Bundle:
    return noteAbsent(*entry.bundle, condition);
  }
}

void Variants::noteAbsent(const PassBundle &outermost, StringRef condition) {
  SmallVector<const PassBundle *> waiting = {&outermost};
  while (!waiting.empty()) {
    const PassBundle &next = *waiting.pop_back_val();
    noteAbsent(bundle(next.getName()), condition);
    for (const std::string &own : next.getKinds())
      noteAbsent(kind(own), condition);
    for (const PassBundle::Entry &entry : next.getEntries())
      if (entry.bundle)
        waiting.push_back(entry.bundle.get());
      else
        noteAbsent(entry, condition);
  }
}

Error Variants::decideEntry(const PassBundle::Entry &entry,
                            const OptionScope &scope, PassBundle &into) {
  std::vector<Diagnostic> failures;
  std::vector<std::pair<StringRef, std::string>> values;
  for (const auto &[option, from] : entry.optionsFrom) {
    // Whether or not there is a value for it.
    const PassDescriptor *known =
        pipeline.getCatalog().lookupPass(entry.pass.name);
    if (known && !known->lookupOption(option))
      append_range(failures, takeDiagnostics(verifyOptions(*known, option)));
    auto value = takeValue(from, &scope);
    if (!value)
      append_range(failures, takeDiagnostics(value.takeError()));
    else if (*value)
      values.push_back({option, std::move(**value)});
  }
  bool isThere = true;
  if (!entry.when.empty())
    if (Error error =
            decide(ConditionText(entry.when), &scope).moveInto(isThere))
      append_range(failures, takeDiagnostics(std::move(error)));
  if (!failures.empty())
    return makeError(std::move(failures));
  if (!isThere) {
    noteAbsent(entry, entry.when);
    return Error::success();
  }
  PassBundle::Entry copy{entry.kind, entry.pass.clone(), entry.slot, nullptr};
  if (entry.pass.instance && !copy.pass.instance)
    return makeError(
        Diagnostic(DiagnosticCode::NotCopyable,
                   "the instance of '" + entry.pass.name + "' cannot be copied")
            .help("give the bundle a type or a name instead of an "
                  "instance"));
  if (entry.bundle) {
    PassBundle inner = entry.bundle->clone();
    for (const auto &[option, value] : values)
      inner.setOption(option, value);
    Expected<PassBundle> decided = decideBundle(inner, scope);
    if (!decided)
      return decided.takeError();
    copy.bundle = std::make_unique<PassBundle>(std::move(*decided));
  } else {
    copy.pass.options = addOptions(copy.pass.options, values);
  }
  into.add(std::move(copy));
  return Error::success();
}

Expected<PassBundle> Variants::decideBundle(const PassBundle &bundle,
                                            const OptionScope &outer) {
  OptionScope scope(&outer);
  if (Error error = declareOptions(bundle, scope))
    return addContext(std::move(error), bundle.getName());
  PassBundle decided(bundle.getName());
  for (const std::string &kind : bundle.getKinds())
    decided.addKind(kind);
  decided.setContiguous(bundle.isContiguous());
  decided.setNoCleanup(bundle.getNoCleanup());
  decided.contract = bundle.contract;
  std::vector<Diagnostic> failures;
  for (const PassBundle::Entry &entry : bundle.getEntries())
    append_range(failures, takeDiagnostics(decideEntry(entry, scope, decided)));
  if (!failures.empty())
    return addContext(makeError(std::move(failures)), bundle.getName());
  return decided;
}

Expected<PassBundle> Variants::decide(const PassBundle &bundle) {
  return decideBundle(bundle, pipeline.getOptions());
}

//===----------------------------------------------------------------------===//
// What is not there
//===----------------------------------------------------------------------===//

bool Variants::explainAbsence(Diagnostic &diagnostic,
                              const Target &target) const {
  auto it = absent.find({target.kind, target.name});
  if (it == absent.end())
    return false;
  std::string built = pipeline.getOptions().str();
  const Origin &origin = *it->second.origin;
  diagnostic
      .note("it is there only when " + quote(it->second.condition) + ", as " +
            origin.str() + " has it")
      .note(built.empty() ? "no variant is chosen"
                          : "the pipeline is built for " + quote(built))
      .help("give the position a fallback, or the edit the same condition");
  return true;
}

/// Whether one of the items, or a part of it, is what an entry names.
static bool lowersAny(const Contract &contract, ArrayRef<std::string> items) {
  auto isPart = [](StringRef part, StringRef whole) {
    return part.consume_front(whole) &&
           (part.empty() || part.front() == '.' || part.front() == '(');
  };
  return any_of(contract.getContents(), [&](const ContentsEntry &entry) {
    return entry.word == ContentsEntry::Word::Lowers &&
           any_of(entry.items, [&](StringRef named) {
             return any_of(items, [&](StringRef item) {
               return isPart(item, named) || isPart(named, item);
             });
           });
  });
}

void Variants::explainLeftOver(Diagnostic &diagnostic) const {
  if (absent.empty() ||
      !is_contained({DiagnosticCode::PredictedLeftOver,
                     DiagnosticCode::MayBeLeftOver, DiagnosticCode::DeadEnd},
                    diagnostic.code))
    return;
  const Catalog &catalog = pipeline.getCatalog();
  auto lowers = [&](StringRef name) {
    const PassDescriptor *known = catalog.lookupPass(name);
    return known && lowersAny(known->contract, diagnostic.items);
  };
  // More would say the same.
  unsigned few = 3;
  for (const auto &[target, absence] : absent) {
    const auto &[kind, name] = target;
    if (kind != Target::Kind::Pass || few == 0)
      continue;
    const PassDescriptor *known = catalog.lookupPass(name);
    bool isLowered =
        lowers(name) || (known && any_of(known->pipeline, [&](auto &step) {
                           return lowers(step.pass);
                         }));
    if (!isLowered)
      continue;
    --few;
    Note note{"'" + name + "' lowers it, and is there only when " +
                  quote(absence.condition) + ", as " + absence.origin->str() +
                  " has it",
              {}};
    // Help comes last.
    auto help = find_if(diagnostic.notes, [](const Note &other) {
      return other.kind == Note::Kind::Help;
    });
    diagnostic.notes.insert(help, std::move(note));
  }
}
