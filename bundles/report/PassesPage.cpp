//===- PassesPage.cpp - A page about the passes of a file -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `mlir-tblgen -gen-pass-doc` cannot be told of contracts. What a Passes.td
// says of a pass beside its contract stands nowhere else, so it is read here.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/PassesPage.h"
#include "builder/cleanup/Idempotence.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/contracts/TableGenContracts.h"
#include "bundles/report/EntryText.h"
#include "bundles/report/MarkdownText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

static constexpr EntryStyle style{/*maxItems=*/0, /*isMarkdown=*/true};

/// Names in quotes, as messages have them, as names of a page.
static std::string quoteNames(std::string text) {
  for (char &c : text)
    c = c == '\'' ? '`' : c;
  return text;
}

namespace {
/// A pass, and what the file says of it beside the catalog.
struct PagePass {
  StringRef name;
  /// The record of a Passes.td; JSON's null for a contracts file.
  JsonValue record;
  PassDescriptor known;
};
} // namespace

static std::string describeAnchor(const PagePass &pass) {
  if (!pass.known.anchor.empty())
    return style.name(pass.known.anchor);
  if (!pass.known.anchorChoices.empty())
    return style.list(pass.known.anchorChoices);
  StringRef base = pass.record.at("baseClass").getText();
  base.consume_front("::mlir::");
  bool isInterface = base.consume_front("InterfacePass<");
  if (!isInterface)
    base.consume_front("OperationPass<");
  base.consume_back(">");
  if (base.empty())
    return "any operation";
  if (isInterface)
    return "operations with " + style.name(base);
  StringRef operation = getOperationName(base);
  return operation.empty()
             ? "the operation of the C++ class " + style.name(base)
             : style.name(operation);
}

/// The text of a record, which is indented as its author liked.
static void printDescription(raw_ostream &os, StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  size_t indent = StringRef::npos;
  for (StringRef line : lines)
    indent = std::min(indent, line.find_first_not_of(" \t"));
  while (!lines.empty() && lines.front().trim().empty())
    lines.erase(lines.begin());
  while (!lines.empty() && lines.back().trim().empty())
    lines.pop_back();
  if (lines.empty())
    return;
  os << '\n';
  for (StringRef line : lines)
    os << escape(line.drop_front(std::min(indent, line.size())).rtrim())
       << '\n';
}

static void printPassOptions(raw_ostream &os, const JsonValue &root,
                             const PagePass &pass) {
  SmallVector<std::array<std::string, 3>> rows;
  if (const JsonMember *options = pass.record.lookup("options"))
    for (const JsonValue &element : options->value.getElements()) {
      const JsonMember *option = root.lookup(element.at("def").getText());
      if (!option)
        continue;
      StringRef name = option->value.at("argument").getText();
      const OptionDescriptor *known = pass.known.lookupOption(name);
      std::string value = known ? known->defaultValue : "";
      if (value.empty())
        value = option->value.at("defaultValue").getText().trim().str();
      rows.push_back(
          {name.str(), value, option->value.at("description").getText().str()});
    }
  else
    for (const OptionDescriptor &option : pass.known.options)
      rows.push_back({option.name, option.defaultValue, option.summary});
  if (rows.empty())
    return;
  os << "\n| option | default | |\n| --- | --- | --- |\n";
  for (const auto &[name, value, summary] : rows)
    os << "| " << style.name(name) << " | "
       << (value.empty() ? "" : makeCell(style.name(value))) << " | "
       << makeCell(summary) << " |\n";
}

static void printEntryRow(raw_ostream &os, StringRef word, const Twine &text,
                          const ContractEntry &entry) {
  std::string shown = text.str();
  if (entry.isConditional())
    shown += (shown.empty() ? "if " : ", if ") +
             style.name(entry.condition.getText());
  os << "| " << word << " | " << makeCell(shown) << " | "
     << makeCell(entry.reason);
  if (!entry.source.empty())
    os << (entry.reason.empty() ? "" : " ") << '(' << makeCell(entry.source)
       << ')';
  os << " |\n";
}

static void printContract(raw_ostream &os, const PassDescriptor &pass) {
  const Contract &contract = pass.contract;
  if (!pass.hasContract) {
    os << "\nNo contract tells what it does.\n";
    return;
  }
  if (contract.hasEntries())
    os << "\n| contract | | because |\n| --- | --- | --- |\n";
  else
    os << "\nIt changes nothing that contracts are about.\n";
  for (const OrderEntry &entry : contract.getOrder())
    printEntryRow(os, entry.getPhrase(),
                  quoteNames(entry.describeTarget()) +
                      (entry.isPresent ? ", which must be there" : "") +
                      (entry.isAdvice ? ", as advice" : ""),
                  entry);
  for (const PropertyEntry &entry : contract.getProperties())
    printEntryRow(
        os, entry.getPhrase(),
        style.name(entry.property) +
            (entry.establishedBy.empty()
                 ? ""
                 : ", established by " + style.name(entry.establishedBy)),
        entry);
  for (const ContentsEntry &entry : contract.getContents()) {
    std::string text = describeEntry(entry, style);
    printEntryRow(os, entry.getPhrase(), StringRef(text).ltrim(", "), entry);
  }
  std::string marks;
  bool isAlways = providesAll(
      contract, getProvided(contract),
      [](const PropertyEntry &entry) { return !entry.isConditional(); });
  if (contract.isIdempotent())
    marks += isAlways ? "Running it twice does what running it once does. "
                      : "With options that let it provide this without "
                        "exceptions, running it twice does what running it "
                        "once does. ";
  if (contract.isGreedy())
    marks += "It rewrites greedily, and folds casts in passing. ";
  if (contract.isRemovingDead())
    marks += "It removes what has no effect and no use.";
  if (!marks.empty())
    os << '\n' << StringRef(marks).rtrim() << '\n';
}

static void printPassSection(raw_ostream &os, const JsonValue &root,
                             const PagePass &pass) {
  os << "\n## " << style.name(pass.name) << '\n';
  StringRef summary = pass.record.at("summary").getText();
  if (summary.empty())
    summary = pass.known.summary;
  if (!summary.empty())
    os << '\n' << makeCell(summary) << '\n';
  os << "\nRuns on " << describeAnchor(pass) << '.';
  if (!pass.known.kinds.empty())
    os << " Kinds: " << style.list(pass.known.kinds) << '.';
  os << '\n';
  printDescription(os, pass.record.at("description").getText());
  printPassOptions(os, root, pass);
  printContract(os, pass.known);
}

/// The file that a dump is of; of several the one with the first pass.
static StringRef findSource(const JsonDocument &document,
                            ArrayRef<PagePass> passes) {
  for (const PagePass &pass : passes)
    if (auto places = pass.record.at("!locs").getElements(); !places.empty())
      return sys::path::filename(places.front().getText().rsplit(':').first);
  return sys::path::filename(document.getSource().getName());
}

Expected<std::string> pmb::makePassesPage(StringRef path, Catalog &catalog,
                                          std::vector<Diagnostic> &warnings) {
  Expected<JsonDocument> document = JsonDocument::read(path);
  if (!document)
    return document.takeError();
  const JsonValue &root = document->getRoot();
  std::vector<PagePass> passes;
  bool hasContracts = true;
  if (isTableGenDump(*document)) {
    const JsonValue &classes = root.at("!instanceof");
    hasContracts = !classes.at("PassContract").getElements().empty();
    for (const JsonValue &name : classes.at("PassBase").getElements())
      if (const JsonMember *record = root.lookup(name.getText()))
        passes.push_back(
            {record->value.at("argument").getText(), record->value, {}});
  } else {
    for (const JsonMember &pass : root.at("passes").getMembers())
      passes.push_back({pass.key, {}, {}});
  }
  if (hasContracts) {
    Expected<std::vector<Diagnostic>> found = readContracts(*document, catalog);
    if (!found)
      return found.takeError();
    append_range(warnings, std::move(*found));
  }
  if (passes.empty())
    return makeError(Diagnostic(DiagnosticCode::MissingKey,
                                quotePath(path) + " has no passes")
                         .help("give what llvm-tblgen --dump-json writes of a "
                               "Passes.td, or a contracts file"));
  for (PagePass &pass : passes) {
    const PassDescriptor *known = catalog.lookupPass(pass.name);
    pass.known = known ? *known : PassDescriptor(pass.name);
  }
  std::string source = escape(findSource(*document, passes));
  llvm::sort(passes, [](const PagePass &a, const PagePass &b) {
    return a.name < b.name;
  });
  std::string text;
  raw_string_ostream os(text);
  os << "<!-- Made by pmb-check --print-page of " << source
     << ". Do not edit. -->\n\n# Passes of " << source << '\n';
  for (const PagePass &pass : passes)
    printPassSection(os, root, pass);
  return text;
}
