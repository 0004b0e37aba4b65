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
  pipeline.defer(
      Diagnostic(DiagnosticCode::LateChoice,
                 "'{0}' is set after something was added that depends on it",
                 name)
          .about(name)
          .note("the first to ask for it was {0}", it->second.str())
          .help("set it before anything is added"));
}

bool Variants::hasValue(StringRef name, StringRef value) const {
  const OptionScope &options = pipeline.list.getOptions();
  const OptionDescriptor *option = options.lookupOption(name);
  std::optional<std::string> now = options.getValue(name);
  return now && normalizeOptionValue(option, *now) ==
                    normalizeOptionValue(option, value);
}

void Variants::noteChoice(StringRef name) {
  std::optional<Origin> &choice = choices[name];
  pipeline.onRollback([this, name = name.str(), previous = choice] {
    choices[name] = previous;
  });
  choice = PassList::locate(*pipeline.currentOrigin, pipeline.list.getPlace());
}

void Variants::setVariant(StringRef variant, SourceLocation place) {
  PipelineImpl::PlaceScope here(pipeline, place);
  if (pipeline.list.getOptions().getVariants().contains(variant))
    return;
  if (!pipeline.isOwnerSetting("the variant " + quote(variant)))
    return;
  verifyUnsettled(variant);
  if (const VariantDescriptor *known =
          pipeline.list.getOptions().lookupVariant(variant))
    for (const auto &[option, value] : known->values)
      if (!pipeline.list.getOptions().getGivenOptions().count(option) &&
          !hasValue(option, value))
        verifyUnsettled(option);
  noteChoice(variant);
  pipeline.list.changeOptions().setVariant(variant);
}

void Variants::setOption(StringRef option, StringRef value,
                         SourceLocation place) {
  PipelineImpl::PlaceScope here(pipeline, place);
  if (!pipeline.isOwnerSetting("the option " + quote(option)))
    return;
  if (!hasValue(option, value))
    verifyUnsettled(option);
  noteChoice(option);
  pipeline.list.changeOptions().setOption(option, value);
}

Error Variants::verify() const {
  const OptionScope &options = pipeline.list.getOptions();
  Errors errors;
  auto locate = [&](StringRef name, Diagnostic &failure) {
    if (std::optional<Origin> choice = choices.lookup(name);
        choice && !failure.node)
      failure.node.emplace().origin = *choice;
  };
  errors.add(options.verify(locate));
  auto add = [&](StringRef name, Error error) {
    std::vector<Diagnostic> failures = takeDiagnostics(std::move(error));
    for (Diagnostic &failure : failures)
      locate(name, failure);
    errors.add(makeError(std::move(failures)));
  };
  SmallVector<StringRef> chosen(options.getVariants().keys());
  llvm::sort(chosen);
  for (StringRef name : chosen) {
    if (options.lookupOption(name) || options.lookupVariant(name))
      continue;
    // No condition can ask for it.
    if (auto [option, value] = name.split('='); name.contains('=')) {
      add(name, Diagnostic(DiagnosticCode::UnknownCondition,
                           "there is no variant '{0}'", name)
                    .about(name)
                    .help(("to give an option a value, write setOption(\"" +
                           option + "\", \"" + value + "\")")
                              .str()));
      continue;
    }
    if (options.empty()) {
      errors.add(pipeline.getCatalog().verifyVariant(name));
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
    add(name,
        makeUnknown(DiagnosticCode::UnknownCondition,
                    "there is no variant '" + name.str() + "'", name, known));
  }
  return errors.take();
}

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

Origin Variants::getAsker() const {
  const Origin &origin = *pipeline.currentOrigin;
  return PassList::locate(origin, pipeline.list.getPlace()).value_or(origin);
}

void Variants::settle(StringRef name, const OptionScope &scope) {
  // That of a bundle is another one.
  if (scope.lookupOption(name) != pipeline.getOptions().lookupOption(name))
    return;
  if (settled.try_emplace(name, getAsker()).second)
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

bool Variants::noteAbsent(const Target &target, StringRef condition) {
  auto key = std::make_pair(target.kind, target.name);
  if (!absent.try_emplace(key, Absence{condition.str(), getAsker()}).second)
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

//===----------------------------------------------------------------------===//
// What is not there
//===----------------------------------------------------------------------===//

bool Variants::explainAbsence(Diagnostic &diagnostic,
                              const Target &target) const {
  auto it = absent.find({target.kind, target.name});
  if (it == absent.end())
    return false;
  std::string built = pipeline.getOptions().str();
  const Origin &origin = it->second.origin;
  diagnostic
      .note("it is there only when {0}, as {1} has it",
            quote(it->second.condition), origin.str())
      .note(built.empty() ? "no variant is chosen"
                          : "the pipeline is built for " + quote(built))
      .help("give the position a fallback, or the edit the same condition");
  return true;
}

/// Whether one of the items, or a part of it, is what an entry names.
static bool lowersAny(const Contract &contract, ArrayRef<std::string> items) {
  auto isAbout = [](const ContentsEntry &entry, Item item) {
    return any_of(entry.items,
                  [&](StringRef named) {
                    return Item(named).covers(item) || item.covers(Item(named));
                  }) &&
           none_of(entry.except,
                   [&](StringRef spared) { return Item(spared).covers(item); });
  };
  return any_of(contract.getContents(), [&](const ContentsEntry &entry) {
    return entry.word == ContentsEntry::Word::Lowers &&
           any_of(items,
                  [&](StringRef item) { return isAbout(entry, Item(item)); });
  });
}

void Variants::explainLeftOver(Diagnostic &diagnostic) const {
  if (absent.empty() ||
      !is_contained({DiagnosticCode::PredictedLeftOver,
                     DiagnosticCode::MayBeLeftOver, DiagnosticCode::DeadEnd,
                     DiagnosticCode::OnPresumedInput,
                     DiagnosticCode::OnPossibleInput},
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
    Note note{"'" + name + "' lowers " +
                  (diagnostic.items.size() > 1 ? "some of that" : "it") +
                  ", and is there only when " + quote(absence.condition) +
                  ", as " + absence.origin.str() + " has it",
              {}};
    // Help comes last.
    auto help = find_if(diagnostic.notes, [](const Note &other) {
      return other.kind == Note::Kind::Help;
    });
    diagnostic.notes.insert(help, std::move(note));
  }
}
