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

namespace {
class PipelinePageWriter {
public:
  PipelinePageWriter(raw_ostream &os, const PipelineSources &sources,
                     ArrayRef<PipelineSources::Variant> variants);

  void print();

private:
  void printEnds();
  void printOptions();
  void printVariants();
  std::string describeVariant(const VariantSummary &summary) const;
  void printPasses();
  void printPass(const Report::Pass &pass);
  void printSlot(const Report::Slot &slot);
  void printKinds();
  void printPicture();

  raw_ostream &os;
  const PipelineFile &file;
  ArrayRef<PipelineSources::Variant> variants;
  /// Of each variant, without findings.
  std::vector<Report> reports;
};
} // namespace

PipelinePageWriter::PipelinePageWriter(
    raw_ostream &os, const PipelineSources &sources,
    ArrayRef<PipelineSources::Variant> variants)
    : os(os), file(sources.getFile()), variants(variants) {
  StringRef name = sys::path::filename(file.getName());
  for (const PipelineSources::Variant &variant : variants) {
    reports.push_back(makeReport(*variant.pipeline, name, /*explains=*/true));
    reports.back().variant = variant.choice.str();
  }
}

//===----------------------------------------------------------------------===//
// What it is for
//===----------------------------------------------------------------------===//

namespace {
/// What goes in and comes out, and in which variants.
class EndRows {
public:
  /// Adds what is not as `usual`.
  void add(const std::string &variant, const PipelineInterface &interface,
           const PipelineInterface &usual) {
    add(variant, "goes in", interface.inputContents, usual.inputContents);
    add(variant, "holds at the start", interface.inputProperties,
        usual.inputProperties);
    add(variant, "comes out", interface.outputContents, usual.outputContents);
    add(variant, "holds in the end", interface.outputProperties,
        usual.outputProperties);
  }
  void print(raw_ostream &os) const {
    for (const auto &[row, names] : rows)
      os << "| " << row.first << (names.front().empty() ? "" : ", ")
         << listNames(names) << " | " << row.second << " |\n";
  }

private:
  using Items = std::optional<std::vector<std::string>>;
  void add(const std::string &variant, StringRef word, const Items &items,
           const Items &usual) {
    if (items == usual)
      return;
    std::string text = !items           ? "anything"
                       : items->empty() ? "nothing"
                                        : listNames(*items);
    rows[{word.str(), std::move(text)}].push_back(variant);
  }

  MapVector<std::pair<std::string, std::string>, std::vector<std::string>,
            std::map<std::pair<std::string, std::string>, unsigned>>
      rows;
};
} // namespace

void PipelinePageWriter::printEnds() {
  const PipelineInterface &usual = variants.front().pipeline->getInterface();
  os << "\n| | |\n| --- | --- |\n| runs on | " << showName(file.getAnchor())
     << " |\n";
  EndRows rows;
  rows.add("", usual, {});
  for (const PipelineSources::Variant &variant : variants.drop_front())
    rows.add(variant.choice.str(), variant.pipeline->getInterface(), usual);
  rows.print(os);
  for (const InputExclusion &exclusion : usual.inputNever)
    os << "| never goes in | " << showName(exclusion.item)
       << (exclusion.reason.empty() ? "" : ": ") << makeProse(exclusion.reason)
       << " |\n";
}

void PipelinePageWriter::printOptions() {
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
std::string
PipelinePageWriter::describeVariant(const VariantSummary &summary) const {
  if (!summary.sameAs.empty())
    return "the same as " + showName(summary.sameAs);
  std::string text;
  for (const PassChange &change : summary.changes)
    text += (text.empty() ? "" : "<br>") + stringify(change.kind).str() + " " +
            showName(diff::describe(change));
  return text;
}

void PipelinePageWriter::printVariants() {
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
        values.push_back(name + "=" + value);
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

void PipelinePageWriter::printPass(const Report::Pass &pass) {
  os << "| " << pass.node.position << " | " << showName(pass.node.name) << " | "
     << showName(join(pass.nests, "/")) << " | " << showName(pass.options)
     << " | " << listNames(pass.kinds) << " | "
     << showBundles(reports.front(), pass.bundle) << " | "
     << makeProse(pass.node.origin.why) << " |\n";
}

void PipelinePageWriter::printSlot(const Report::Slot &slot) {
  os << "| | slot " << showName(slot.node.name)
     << (slot.isForPatterns ? " for patterns" : "") << " | | | | "
     << showBundles(reports.front(), slot.bundle) << " | "
     << makeProse(slot.node.origin.why) << " |\n";
}

void PipelinePageWriter::printPasses() {
  const Report &report = reports.front();
  os << "\n## Passes\n";
  if (variants.size() > 1)
    os << "\nThose of " << showName(report.variant) << ".\n";
  os << "\n| | pass | on | options | kinds | in bundle | because |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n";
  auto slot = report.slots.begin();
  for (size_t i = 0; i <= report.passes.size(); ++i) {
    for (; slot != report.slots.end() && slot->position == i; ++slot)
      printSlot(*slot);
    if (i < report.passes.size())
      printPass(report.passes[i]);
  }
  for (const Report::Pinned &pin : report.pins)
    os << "\nPinned is " << showName(pin.node.name) << ": "
       << makeProse(pin.reason) << '\n';
}

void PipelinePageWriter::printKinds() {
  std::map<StringRef, std::vector<std::string>> kinds;
  for (const Report::Pass &pass : reports.front().passes)
    for (StringRef kind : pass.kinds)
      kinds[kind].push_back(std::to_string(pass.node.position));
  if (kinds.empty())
    return;
  os << "\n## Kinds\n\nOthers find their places before, after and between "
        "these.\n\n| kind | passes |\n| --- | --- |\n";
  for (const auto &[kind, passes] : kinds)
    os << "| " << showName(kind) << " | " << join(passes, ", ") << " |\n";
}

void PipelinePageWriter::printPicture() {
  os << "\n## Picture\n\n```mermaid\n";
  Report report = reports.front();
  report.findings = variants.front().pipeline->check();
  printGraph(os, report, GraphFormat::Mermaid);
  os << "```\n";
}

void PipelinePageWriter::print() {
  std::string name = report::toUTF8(sys::path::filename(file.getName()));
  os << "<!-- Made by pmb-check --print-page of " << name
     << ". Do not edit. -->\n\n# " << showName(name) << '\n';
  if (std::string text = makeProse(file.getDescription()); !text.empty())
    os << '\n' << text << '\n';
  printEnds();
  printOptions();
  printVariants();
  printPasses();
  printKinds();
  printPicture();
}

Expected<std::string> pmb::makePipelinePage(const PipelineSources &sources,
                                            const Catalog &catalog) {
  Expected<std::vector<PipelineSources::Variant>> variants =
      sources.composeVariants(catalog);
  if (!variants)
    return variants.takeError();
  std::string text;
  raw_string_ostream os(text);
  PipelinePageWriter(os, sources, *variants).print();
  return text;
}
