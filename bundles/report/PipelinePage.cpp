//===- PipelinePage.cpp - A page about a pipeline -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/PipelinePage.h"
#include "bundles/report/DiffSupport.h"
#include "bundles/report/Graph.h"
#include "bundles/report/MarkdownText.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace pmb;
using namespace llvm;

/// Names as code, in a cell of a table.
static std::string listNames(ArrayRef<std::string> names) {
  std::string text;
  for (const std::string &name : names)
    if (!name.empty())
      text += (text.empty() ? "" : ", ") + quoteCode(report::toUTF8(name));
  return makeCell(text);
}
static std::string showName(StringRef name) { return listNames({name.str()}); }

using ComposedVariants = ArrayRef<PipelineSources::Variant>;

//===----------------------------------------------------------------------===//
// What it is for
//===----------------------------------------------------------------------===//

static void printEnds(raw_ostream &os, StringRef anchor,
                      ComposedVariants variants) {
  using Items = std::optional<std::vector<std::string>>;
  // What goes in and comes out, and in which variants.
  using Row = std::pair<std::string, std::string>;
  MapVector<Row, std::vector<std::string>, std::map<Row, unsigned>> rows;
  auto add = [&](const std::string &variant, StringRef word, const Items &items,
                 const Items &usual) {
    if (items != usual)
      rows[{word.str(), !items           ? "anything"
                        : items->empty() ? "nothing"
                                         : listNames(*items)}]
          .push_back(variant);
  };
  auto addUnusual = [&](const std::string &variant, const PipelineInterface &of,
                        const PipelineInterface &usual) {
    add(variant, "goes in", of.inputContents, usual.inputContents);
    add(variant, "holds at the start", of.inputProperties,
        usual.inputProperties);
    add(variant, "comes out", of.outputContents, usual.outputContents);
    add(variant, "holds in the end", of.outputProperties,
        usual.outputProperties);
  };
  const PipelineInterface &usual = variants.front().pipeline->getInterface();
  addUnusual("", usual, {});
  for (const PipelineSources::Variant &variant : variants.drop_front())
    addUnusual(variant.choice.str(), variant.pipeline->getInterface(), usual);
  os << "\n| | |\n| --- | --- |\n| runs on | " << showName(anchor) << " |\n";
  for (const auto &[row, names] : rows)
    os << "| " << row.first << (names.front().empty() ? "" : ", ")
       << listNames(names) << " | " << row.second << " |\n";
  for (const InputExclusion &exclusion : usual.inputNever)
    os << "| never goes in | " << showName(exclusion.item)
       << (exclusion.reason.empty() ? "" : ": ") << makeProse(exclusion.reason)
       << " |\n";
}

static void printOptions(raw_ostream &os, ComposedVariants variants) {
  ArrayRef<OptionDescriptor> options =
      variants.front().pipeline->getOptions().getOptions();
  if (options.empty())
    return;
  os << "\n## Options\n\n| option | takes | default | |\n"
        "| --- | --- | --- | --- |\n";
  for (const OptionDescriptor &option : options) {
    StringRef value = option.defaultValue;
    if (value.empty() && option.type == OptionDescriptor::Type::Bool)
      value = "false";
    os << "| " << showName(option.name) << " | "
       << (option.values.empty() ? stringify(option.type).str()
                                 : listNames(option.values))
       << " | " << showName(value) << " | " << makeProse(option.summary)
       << " |\n";
  }
}

/// How a variant differs from the default one.
static std::string describeVariant(const VariantSummary &summary) {
  if (!summary.sameAs.empty())
    return "the same as " + showName(summary.sameAs);
  std::string text;
  for (const PassChange &change : summary.changes)
    text += (text.empty() ? "" : "<br>") + stringify(change.kind).str() + " " +
            showName(diff::describe(change));
  return text;
}

static void printVariantTable(raw_ostream &os, ComposedVariants variants,
                              const std::vector<Report> &reports) {
  if (variants.size() == 1)
    return;
  const OptionScope &options = variants.front().pipeline->getOptions();
  std::vector<Report> folded = foldVariants(reports);
  os << "\n## Variants\n\n| variant | sets | passes | differs from "
     << showName(folded.front().variants.front().name)
     << " | |\n| --- | --- | --- | --- | --- |\n";
  for (const VariantSummary &summary : folded.front().variants) {
    const VariantDescriptor *declared = options.lookupVariant(summary.name);
    std::vector<std::string> values;
    if (declared)
      for (const auto &[name, value] : declared->values)
        values.push_back(formatv("{0}={1}", name, value));
    os << "| " << showName(summary.name) << " | " << listNames(values) << " | "
       << summary.passCount << " | " << describeVariant(summary) << " | "
       << (declared ? makeProse(declared->summary) : "") << " |\n";
  }
}

//===----------------------------------------------------------------------===//
// What is in it
//===----------------------------------------------------------------------===//

/// The bundles around something.
static std::string showBundles(const Report &report, int index) {
  return showName(join(report.getBundleNames(index), "/"));
}

static void printPassRow(raw_ostream &os, const Report &report,
                         const Report::Pass &pass) {
  os << "| " << pass.node.position << " | " << showName(pass.node.name) << " | "
     << showName(join(pass.nests, "/")) << " | " << showName(pass.options)
     << " | " << listNames(pass.kinds) << " | "
     << showBundles(report, pass.bundle) << " | "
     << makeProse(pass.node.origin.why) << " |\n";
}

static void printSlotRow(raw_ostream &os, const Report &report,
                         const Report::Slot &slot) {
  os << "| | slot " << showName(slot.node.name)
     << (slot.isForPatterns ? " for patterns" : "") << " | | | | "
     << showBundles(report, slot.bundle) << " | "
     << makeProse(slot.node.origin.why) << " |\n";
}

static void printPasses(raw_ostream &os, const Report &report, bool isVariant) {
  os << "\n## Passes\n";
  if (isVariant)
    os << "\nThose of " << showName(report.variant) << ".\n";
  os << "\n| | pass | on | options | kinds | in bundle | because |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n";
  auto slot = report.slots.begin();
  for (size_t i = 0; i <= report.passes.size(); ++i) {
    for (; slot != report.slots.end() && slot->position == i; ++slot)
      printSlotRow(os, report, *slot);
    if (i < report.passes.size())
      printPassRow(os, report, report.passes[i]);
  }
  for (const Report::Pinned &pin : report.pins)
    os << "\nPinned is " << showName(pin.node.name) << ": "
       << makeProse(pin.reason) << '\n';
}

static void printKinds(raw_ostream &os, const Report &report) {
  std::map<StringRef, std::vector<std::string>> kinds;
  for (const Report::Pass &pass : report.passes)
    for (StringRef kind : pass.kinds)
      kinds[kind].push_back(std::to_string(pass.node.position));
  if (kinds.empty())
    return;
  os << "\n## Kinds\n\nOthers find their places before, after and between "
        "these.\n\n| kind | passes |\n| --- | --- |\n";
  for (const auto &[kind, passes] : kinds)
    os << "| " << showName(kind) << " | " << join(passes, ", ") << " |\n";
}

/// Prints the picture, with the findings of a check.
static void printPicture(raw_ostream &os, Report report, Pipeline &pipeline) {
  os << "\n## Picture\n\n```mermaid\n";
  report.findings = pipeline.check();
  printGraph(os, report, GraphFormat::Mermaid);
  os << "```\n";
}

Expected<std::string> pmb::makePipelinePage(const PipelineSources &sources,
                                            const Catalog &catalog) {
  Expected<std::vector<PipelineSources::Variant>> variants =
      sources.composeVariants(catalog);
  if (!variants)
    return variants.takeError();
  const PipelineFile &file = sources.getFile();
  StringRef name = sys::path::filename(file.getName());
  // Without findings.
  std::vector<Report> reports;
  for (const PipelineSources::Variant &variant : *variants) {
    reports.push_back(makeReport(*variant.pipeline, name, /*explains=*/true));
    reports.back().variant = variant.choice.str();
  }
  std::string text, shownName = report::toUTF8(name);
  raw_string_ostream os(text);
  os << "<!-- Made by pmb-check --print-page of " << shownName
     << ". Do not edit. -->\n\n# " << showName(shownName) << '\n';
  if (std::string prose = makeProse(file.getDescription()); !prose.empty())
    os << '\n' << prose << '\n';
  printEnds(os, file.getAnchor(), *variants);
  printOptions(os, *variants);
  printVariantTable(os, *variants, reports);
  printPasses(os, reports.front(), /*isVariant=*/reports.size() > 1);
  printKinds(os, reports.front());
  printPicture(os, reports.front(), *variants->front().pipeline);
  return text;
}
