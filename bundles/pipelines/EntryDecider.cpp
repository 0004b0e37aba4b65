//===- EntryDecider.cpp - What of a file is in the pipeline ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/EntryDecider.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

Expected<bool> EntryDecider::decide(File file, const Recipe &entry) {
  if (entry.when.empty())
    return true;
  ConditionText condition(entry.when, file.source ? &*file.source : nullptr,
                          entry.whenPlace);
  Expected<bool> result = pipeline.getVariants().decide(condition, scope);
  if (result && !*result)
    noteAbsent(entry, entry.when);
  return result;
}

void EntryDecider::noteAbsent(const Recipe &entry, StringRef condition) {
  switch (entry.kind) {
  case Recipe::Kind::Pass:
    pipeline.getVariants().noteAbsent(pass(entry.name), condition);
    return;
  case Recipe::Kind::Slot:
    pipeline.getVariants().noteAbsent(slot(entry.name), condition);
    return;
  case Recipe::Kind::Include:
    if (is_contained(absentFiles, entry.file))
      return;
    absentFiles.push_back(entry.file);
    for (const Recipe &inner : files[entry.file]->entries)
      noteAbsent(inner, condition);
    return;
  case Recipe::Kind::Bundle:
  case Recipe::Kind::Nest:
    break;
  }
  const Recipe *whole = &entry;
  if (entry.kind == Recipe::Kind::Bundle) {
    // Once for all that have it: bundles that use others twice can be many.
    if (!pipeline.getVariants().noteAbsent(bundle(entry.name), condition))
      return;
    auto it = definitions.find(entry.name);
    if (!entry.isDefinition && it != definitions.end())
      whole = it->second.entry;
    else if (const PassBundle *known =
                 pipeline.getCatalog().lookupBundle(entry.name))
      pipeline.getVariants().noteAbsent(known->getRecipe(), condition);
    if (is_contained(open, whole))
      return;
  }
  open.push_back(whole);
  for (const std::string &own : whole->kinds)
    pipeline.getVariants().noteAbsent(kind(own), condition);
  for (const Recipe &inner : whole->body)
    noteAbsent(inner, condition);
  open.pop_back();
}

Expected<std::string> EntryDecider::getOptions(const Recipe &entry) {
  std::vector<std::pair<StringRef, std::string>> values;
  for (const auto &[option, from] : entry.optionsFrom) {
    auto value = pipeline.getVariants().takeValue(from, scope);
    if (!value)
      return value.takeError();
    if (*value)
      values.push_back({option, std::move(**value)});
  }
  return addOptions(entry.options, values);
}

Expected<const PipelineEnd *> EntryDecider::choose(ArrayRef<PipelineEnd> ends) {
  for (const PipelineEnd &end : ends) {
    if (end.when.empty())
      return &end;
    Expected<bool> holds =
        pipeline.getVariants().decide(ConditionText(end.when));
    if (!holds)
      return holds.takeError();
    if (*holds)
      return &end;
  }
  return nullptr;
}

Error EntryDecider::inDefinition(const Recipe &definition, StringRef given,
                                 function_ref<Error()> add) {
  // Where it is defined, not where it is used.
  OptionScope inner(&pipeline.getOptions());
  for (const OptionDescriptor &option : definition.declaredOptions)
    if (Error error = inner.addOption(option))
      return error;
  for (auto [option, value] : splitOptions(given))
    inner.setOption(option, value);
  if (Error error = verifyGivenOptions(inner, definition.name))
    return error;
  const OptionScope *outer = std::exchange(scope, &inner);
  Error error = add();
  scope = outer;
  return error;
}
