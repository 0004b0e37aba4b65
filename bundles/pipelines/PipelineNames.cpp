//===- PipelineNames.cpp - Misspelled names in pipeline files -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kinds, properties, bundles and positions that do not exist are errors when a
// file is appended. Here are the names that may be those of another
// project: passes and operations.
//
//===----------------------------------------------------------------------===//

#include "builder/edit/PassesInOptions.h"
#include "builder/passes/ConditionNames.h"
#include "builder/passes/NameChecker.h"
#include "builder/repair/NameFixes.h"
#include "builder/repair/NodesByOrigin.h"
#include "bundles/pipelines/PipelineDescription.h"
#include "bundles/pipelines/PipelineFile.h"
#include "llvm/ADT/SetVector.h"

using namespace pmb;
using namespace llvm;

static void visitElements(ArrayRef<Recipe> elements,
                          function_ref<void(const Recipe &)> visit) {
  for (const Recipe &element : elements) {
    visit(element);
    visitElements(element.body, visit);
  }
}

void PipelineDescription::forEachElement(
    function_ref<void(const Recipe &)> visit) const {
  visitElements(bundles, visit);
  visitElements(entries, visit);
  for (const PipelineEdit &edit : edits)
    if (edit.kind == PipelineEdit::Kind::Insert)
      visitElements(edit.entry, visit);
}

void PipelineDescription::locate(Diagnostic &diagnostic, TextPlace place,
                                 ArrayRef<StringRef> names) const {
  if (!source)
    return;
  if (const JsonValue *value = document ? document->lookup(place) : nullptr)
    for (StringRef name : names)
      if (std::optional<TextPlace> found = findText(*value, name))
        return source->locate(diagnostic, *found);
  source->locate(diagnostic, place);
}

void pmb::addFailures(std::vector<Diagnostic> &failures,
                      const PipelineDescription &file, TextPlace place,
                      Error error, StringRef name) {
  for (Diagnostic &failure : takeDiagnostics(std::move(error))) {
    file.locate(failure, place, {failure.subject, name});
    failures.push_back(std::move(failure));
  }
}

namespace {
class FileNames {
public:
  FileNames(NameChecker &checker, const Pipeline *pipeline)
      : checker(checker), pipeline(pipeline), nodes(pipeline) {
    if (pipeline)
      for (const BundleInstance *bundle : pipeline->getList().getBundles())
        if (bundle->begin->isLinked())
          bundles.insert(bundle->getName());
  }

  void check(const PipelineDescription &description);
  /// Looks at what contracts that know no pipeline say of names that this one
  /// declares.
  void checkCatalog();
  std::vector<Diagnostic> findings;
  /// The names of all passes.
  StringSet<> passes;
  /// Those of all bundles: of all files, whatever the pipeline is built for,
  /// and of what the names in them stand for.
  SetVector<StringRef> bundles;

private:
  void checkEntry(const Recipe &entry);
  void checkPass(const Recipe &entry);
  void checkAnchor(StringRef op, TextPlace place);
  void checkContract(const Contract &contract, TextPlace place);
  void add(std::optional<Diagnostic> finding, TextPlace place);

  NameChecker &checker;
  const Pipeline *pipeline;
  NodesByOrigin nodes;
  const PipelineDescription *file = nullptr;
};
} // namespace

void FileNames::add(std::optional<Diagnostic> finding, TextPlace place) {
  if (!finding)
    return;
  std::optional<NodeRef> node = std::move(finding->node);
  finding->node.reset();
  file->locate(*finding, place, {StringRef(finding->subject)});
  if (node) {
    node->origin = finding->node->origin;
    finding->node = std::move(node);
  }
  findings.push_back(std::move(*finding));
}

void FileNames::checkPass(const Recipe &entry) {
  NodeRef ref;
  ref.name = entry.name;
  passes.insert(entry.name);
  std::optional<Diagnostic> finding = checker.checkPass(ref, entry.options);
  if (!finding)
    return checkNamesInOptions(
        checker, entry.name, entry.options, nullptr,
        [&](Diagnostic inside) { add(std::move(inside), entry.place); });
  nodes.attach(*finding, entry.name, file->source->getOrigin(entry.place));
  add(std::move(finding), entry.place);
}

void FileNames::checkAnchor(StringRef op, TextPlace place) {
  if (op.empty())
    return;
  NodeRef ref;
  ref.name = op.str();
  add(checker.checkAnchor(std::move(ref)), place);
}

void FileNames::checkContract(const Contract &contract, TextPlace place) {
  checker.checkTargets(
      contract, [&](Diagnostic finding) { add(std::move(finding), place); },
      /*isPresent=*/{}, bundles.getArrayRef());
}

void FileNames::checkEntry(const Recipe &entry) {
  if (entry.nest)
    for (const std::string &op : *entry.nest)
      checkAnchor(op, entry.place);
  switch (entry.kind) {
  case Recipe::Kind::Pass:
    checkPass(entry);
    break;
  case Recipe::Kind::Nest:
    checkAnchor(entry.name, entry.place);
    break;
  case Recipe::Kind::Bundle:
    checkContract(entry.contract, entry.place);
    for (const std::string &op : entry.nests)
      checkAnchor(op, entry.place);
    break;
  case Recipe::Kind::Slot:
  case Recipe::Kind::Include:
    break;
  }
}

void FileNames::check(const PipelineDescription &description) {
  if (!description.source)
    return;
  file = &description;
  checkAnchor(file->anchor, file->anchorPlace);
  file->forEachElement([&](const Recipe &entry) { checkEntry(entry); });
  for (const PipelineConstraint &constraint : file->constraints) {
    NodeRef ref;
    ref.name = constraint.pass;
    if (std::optional<Diagnostic> finding = checker.checkPass(ref, "")) {
      finding->fix.reset();
      finding->node.reset();
      // The name is a key; what it stands for has others.
      file->locate(*finding, constraint.place);
      findings.push_back(std::move(*finding));
    }
    checkContract(constraint.contract, constraint.place);
  }
}

void FileNames::checkCatalog() {
  if (!pipeline)
    return;
  const Catalog &catalog = pipeline->getCatalog();
  StringSet<> seen;
  for (const Node &node : pipeline->getPasses()) {
    const PassDescriptor *pass = catalog.lookupPass(node.getName());
    if (!pass || !seen.insert(node.getName()).second)
      continue;
    auto add = [&](Diagnostic finding) {
      if (!pass->describedIn.empty())
        finding.notes.insert(
            finding.notes.begin(),
            Note{quote(pass->name) + " is described in " + pass->describedIn,
                 {}});
      findings.push_back(std::move(finding.at(pipeline->getRef(node))));
    };
    checkConditionNames(*pass, pipeline->getOptions(), catalog, add);
    // Other names were checked when the contract was read.
    checker.checkTargets(
        pass->getNewest().filter([](const ContractEntry &e) {
          return !e.target.name.empty() && e.items.empty();
        }),
        add, /*isPresent=*/[](StringRef) { return true; },
        bundles.getArrayRef());
  }
}

std::vector<Diagnostic> pmb::checkNames(const PipelineDescriptions &files,
                                        NameChecker &checker,
                                        const Pipeline *pipeline) {
  FileNames names(checker, pipeline);
  for (const auto &file : files)
    file->forEachElement([&](const Recipe &entry) {
      if (entry.isBundle())
        names.bundles.insert(entry.name);
    });
  for (const auto &file : files) {
    append_range(names.findings, file->remarks);
    names.check(*file);
  }
  // A plugin comes beside the file of a pipeline.
  if (!files.front()->entries.empty())
    names.checkCatalog();
  checker.excuseOwnPasses(names.findings, names.passes);
  tryNameFixes(names.findings, pipeline);
  return std::move(names.findings);
}

std::vector<Diagnostic>
PipelineFile::checkNames(NameChecker &checker, const Pipeline *pipeline) const {
  std::vector<Diagnostic> findings = pmb::checkNames(files, checker, pipeline);
  append_range(findings, findUnusedOptions(files, pipeline));
  return findings;
}
