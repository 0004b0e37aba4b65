//===- PipelineVariants.cpp - Options and conditions of pipeline files ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a file says of options is looked at as a whole, before anything is
// composed: what is wrong is wrong in all variants, also where a condition does
// not hold.
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "bundles/pipelines/PipelineDescription.h"
#include "bundles/pipelines/PipelineFile.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

using File = const PipelineDescription &;

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static void declareOptions(File file, Pipeline &pipeline, bool isPlugin,
                           std::vector<Diagnostic> &failures) {
  // What is too much is too much once.
  size_t limit = failures.size() + 50;
  for (const OptionDescriptor &option : file.options)
    if (failures.size() < limit)
      addFailures(failures, file, file.optionsPlace,
                  pipeline.getVariants().addOption(option));
  for (const VariantDescriptor &variant : file.declaredVariants)
    if (failures.size() < limit)
      addFailures(failures, file, file.variantsPlace,
                  pipeline.getVariants().addVariant(variant));
  // What a pipeline is built for is declared thereby, unless it has to be one
  // of those that others declare.
  if (isPlugin || pipeline.getOptions().empty() ||
      !pipeline.getCatalog().getVariantNames().empty())
    return;
  for (const std::string &name : file.variants)
    if (!pipeline.getOptions().lookupOption(name) &&
        !pipeline.getOptions().lookupVariant(name))
      addFailures(failures, file, file.variantsPlace,
                  pipeline.getVariants().addVariant({name, "", {}}));
}

Error pmb::declareOptions(const PipelineDescriptions &files, Pipeline &pipeline,
                          bool isPlugin) {
  std::vector<Diagnostic> failures;
  for (const auto &file : files)
    ::declareOptions(*file, pipeline, isPlugin && file == files.front(),
                     failures);
  return makeError(std::move(failures));
}

Error PipelineFile::declareOptions(Pipeline &pipeline) const {
  return pmb::declareOptions(files, pipeline);
}

Error PipelineFile::declareOptionsAsPlugin(Pipeline &pipeline) const {
  return pmb::declareOptions(files, pipeline, /*isPlugin=*/true);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {
class ConditionVerifier {
public:
  explicit ConditionVerifier(const Pipeline &pipeline)
      : catalog(pipeline.getCatalog()), root(pipeline.getOptions()),
        others(catalog.getVariantNames()) {}

  void verify(File file);
  std::vector<Diagnostic> failures;

private:
  void verifyWhen(StringRef when, TextPlace place, const OptionScope &scope);
  void verifyEntry(const Recipe &entry, const OptionScope &scope);
  void verifyBundle(const Recipe &bundle);

  const Catalog &catalog;
  const OptionScope &root;
  std::vector<StringRef> others;
  const PipelineDescription *file = nullptr;
};
} // namespace

void ConditionVerifier::verifyWhen(StringRef when, TextPlace place,
                                   const OptionScope &scope) {
  // More are too many to read.
  if (when.empty() || failures.size() >= 50)
    return;
  const SourceText *source = file->source ? &*file->source : nullptr;
  append_range(
      failures,
      takeDiagnostics(scope.evaluate(ConditionText(when, source, place), others)
                          .takeError()));
}

void ConditionVerifier::verifyEntry(const Recipe &entry,
                                    const OptionScope &scope) {
  verifyWhen(entry.when, entry.whenPlace, scope);
  const PassDescriptor *pass = entry.kind == Recipe::Kind::Pass
                                   ? catalog.lookupPass(entry.name)
                                   : nullptr;
  for (const auto &[option, from] : entry.optionsFrom) {
    // Whether or not there is a value for it.
    if (pass && !pass->lookupOption(option) && failures.size() < 50)
      addFailures(failures, *file, entry.place,
                  verifyOptions(*pass, option,
                                catalog.getHistories().lookup(entry.name)));
    if (scope.lookupOption(from) || failures.size() >= 50)
      continue;
    std::vector<StringRef> names;
    scope.getNames(names);
    erase_if(names, [&](StringRef name) { return !scope.lookupOption(name); });
    llvm::sort(names);
    addFailures(failures, *file, entry.place,
                makeUnknown(DiagnosticCode::UnknownCondition,
                            "there is no option " + quote(from), from, names));
  }
  for (const Recipe &nested : entry.body)
    verifyEntry(nested, scope);
}

void ConditionVerifier::verifyBundle(const Recipe &bundle) {
  OptionScope scope(&root);
  for (const OptionDescriptor &option : bundle.declaredOptions)
    addFailures(failures, *file, bundle.place, scope.addOption(option));
  StringSet<> used;
  collectAskedNames(bundle.body, used);
  addFailures(failures, *file, bundle.place,
              makeUnusedOptions(scope, used, bundle.name));
  for (const Recipe &entry : bundle.body)
    verifyEntry(entry, scope);
}

void ConditionVerifier::verify(File description) {
  file = &description;
  for (const Recipe &bundle : file->bundles)
    verifyBundle(bundle);
  for (const Recipe &entry : file->entries)
    verifyEntry(entry, root);
  for (const PipelineEdit &edit : file->edits)
    verifyEntry(edit.entry, root);
  for (const PipelineEnd &end : file->getEnds())
    verifyWhen(end.when, end.whenPlace, root);
}

Error pmb::verifyConditions(const PipelineDescriptions &files,
                            const Pipeline &pipeline) {
  ConditionVerifier verifier(pipeline);
  for (const auto &file : files)
    verifier.verify(*file);
  return makeError(std::move(verifier.failures));
}

//===----------------------------------------------------------------------===//
// What nothing asks for
//===----------------------------------------------------------------------===//

void pmb::collectNames(const Contract &contract, StringSet<> &names,
                       const PassDescriptor *owner) {
  for (const ContractEntry &entry : contract.getEntries())
    for (const ConditionTerm &term : entry.condition.getTerms())
      if (!owner || !owner->lookupOption(term.name))
        names.insert(term.name);
}

/// The names that conditions, options and contracts of the files ask for.
static StringSet<> collectAsked(const PipelineDescriptions &files) {
  StringSet<> used;
  for (const auto &file : files) {
    collectAskedNames(file->bundles, used);
    collectAskedNames(file->entries, used);
    file->forEachElement(
        [&](const Recipe &entry) { collectNames(entry.contract, used); });
    for (const PipelineEdit &edit : file->edits)
      collectAskedNames(edit.entry, used);
    for (const PipelineConstraint &constraint : file->constraints)
      collectNames(constraint.contract, used);
    for (const PipelineEnd &end : file->getEnds())
      forEachName(end.when, [&](StringRef name) { used.insert(name); });
  }
  return used;
}

StringSet<> pmb::collectAskedNames(const PipelineDescriptions &files) {
  StringSet<> names = collectAsked(files);
  for (const auto &file : files)
    for (const std::string &variant : file->variants)
      names.insert(variant);
  return names;
}

StringSet<> PipelineFile::getAskedNames() const {
  return collectAskedNames(files);
}

void pmb::dropUsedOptions(std::vector<Diagnostic> &findings,
                          const StringSet<> &asked) {
  erase_if(findings, [&](const Diagnostic &finding) {
    return finding.code == DiagnosticCode::UnusedOption &&
           asked.contains(finding.subject);
  });
}

std::vector<Diagnostic>
pmb::findUnusedOptions(const PipelineDescriptions &files,
                       const Pipeline *pipeline) {
  StringSet<> used = collectAsked(files);
  std::vector<Diagnostic> warnings;
  if (pipeline) {
    for (StringRef name : pipeline->getCatalog().getVariantNames())
      used.insert(name);
    for (const Node &node : pipeline->getPasses())
      if (node.getDescriptor().contract.isConditional())
        collectNames(node.getDescriptor().contract, used,
                     &node.getDescriptor());
  }
  for (const auto &file : files)
    for (const OptionDescriptor &option : file->options)
      if (used.insert(option.name).second)
        addFailures(
            warnings, *file, file->optionsPlace,
            makeError(
                Diagnostic(DiagnosticCode::UnusedOption,
                           "nothing asks for the option " + quote(option.name))
                    .about(option.name)
                    .help("remove it, or use it in a 'when' or an "
                          "'optionsFrom'")));
  return warnings;
}
