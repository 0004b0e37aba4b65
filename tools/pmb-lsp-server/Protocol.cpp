//===- Protocol.cpp - What is found, as the protocol has it ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-lsp-server/Protocol.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/Item.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace pmb::language;
using namespace llvm;

static json::Value text(StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

void ProtocolWriter::setURI(StringRef path, const lsp::URIForFile &uri) {
  uris[path] = uri.uri().str();
}

json::Value ProtocolWriter::getURI(StringRef path) const {
  auto known = uris.find(path);
  if (known != uris.end())
    return text(known->second);
  auto uri = expectedToOptional(lsp::URIForFile::fromFile(path));
  return text(uri ? uri->uri() : path);
}

json::Value ProtocolWriter::range(StringRef path, TextRange range) {
  const Document *document = workspace.getDocument(path);
  auto position = [&](size_t offset) {
    EditorPosition at;
    if (document)
      at = document->getPosition(offset);
    return json::Object{{"line", at.line}, {"character", at.character}};
  };
  return json::Object{{"start", position(range.begin)},
                      {"end", position(range.end)}};
}

json::Value ProtocolWriter::location(const FilePlace &place) {
  return json::Object{{"uri", getURI(place.path)},
                      {"range", range(place.path, place.range)}};
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

static lsp::DiagnosticSeverity convert(Severity severity) {
  switch (severity) {
  case Severity::Off:
    return lsp::DiagnosticSeverity::Hint;
  case Severity::Remark:
    return lsp::DiagnosticSeverity::Information;
  case Severity::Warning:
    return lsp::DiagnosticSeverity::Warning;
  case Severity::Error:
    return lsp::DiagnosticSeverity::Error;
  }
  llvm_unreachable("unknown severity");
}

json::Value ProtocolWriter::diagnostic(StringRef path, const Finding &finding) {
  std::string message = finding.message;
  json::Array related;
  for (const Finding::Line &line : finding.lines) {
    if (line.place && abilities.hasRelatedInformation)
      related.push_back(json::Object{{"location", location(*line.place)},
                                     {"message", text(line.text)}});
    else
      message += "\n" + line.text;
  }
  json::Object object{{"range", range(path, finding.range)},
                      {"severity", int(convert(finding.severity))},
                      {"source", "pmb"},
                      {"message", text(message)}};
  if (!finding.id.empty())
    object["code"] = text(finding.id + " " + finding.name);
  if (!related.empty())
    object["relatedInformation"] = std::move(related);
  return object;
}

json::Value ProtocolWriter::diagnostics(StringRef path) {
  json::Array all;
  for (const Finding &finding : workspace.check(path))
    all.push_back(diagnostic(path, finding));
  json::Object object{{"uri", getURI(path)}, {"diagnostics", std::move(all)}};
  if (workspace.isOpen(path))
    object["version"] = workspace.getDocument(path)->getVersion();
  return object;
}

json::Value ProtocolWriter::action(StringRef path, const Action &action) {
  FileChanges changes;
  changes[path.str()].push_back(action.change);
  return json::Object{
      {"title", text(action.title)},
      {"kind", "quickfix"},
      {"diagnostics", json::Array{diagnostic(path, *action.finding)}},
      {"isPreferred", !action.isUnsafe},
      {"edit", edit(changes)}};
}

json::Value ProtocolWriter::edit(const FileChanges &changes) {
  json::Object files;
  for (const auto &[path, all] : changes) {
    json::Array edits;
    for (const TextChange &change : all)
      edits.push_back(json::Object{{"range", range(path, change.range)},
                                   {"newText", text(change.text)}});
    files[getURI(path).getAsString()->str()] = std::move(edits);
  }
  return json::Object{{"changes", std::move(files)}};
}

//===----------------------------------------------------------------------===//
// Completions, hovers and symbols
//===----------------------------------------------------------------------===//

namespace {
/// How editors show what a name is of: among completions, and in an outline.
struct ShownSort {
  NameSort sort;
  lsp::CompletionItemKind item;
  lsp::SymbolKind symbol;
};
} // namespace

static const ShownSort &getShownSort(NameSort sort) {
  using Item = lsp::CompletionItemKind;
  using Symbol = lsp::SymbolKind;
  static constexpr ShownSort table[] = {
      {NameSort::Pass, Item::Function, Symbol::Function},
      {NameSort::Bundle, Item::Module, Symbol::Module},
      {NameSort::Slot, Item::Interface, Symbol::Interface},
      {NameSort::Kind, Item::Class, Symbol::Class},
      {NameSort::Property, Item::Property, Symbol::Property},
      {NameSort::Operation, Item::Operator, Symbol::Namespace},
      {NameSort::Item, Item::Struct, Symbol::Struct},
      {NameSort::Contents, Item::Struct, Symbol::Struct},
      {NameSort::File, Item::File, Symbol::File},
      {NameSort::Option, Item::Field, Symbol::Field},
      {NameSort::OptionValue, Item::EnumMember, Symbol::EnumMember},
      {NameSort::Diagnostic, Item::EnumMember, Symbol::EnumMember},
      {NameSort::Key, Item::Property, Symbol::Property},
  };
  const auto *row =
      find_if(table, [&](const ShownSort &row) { return row.sort == sort; });
  assert(row != std::end(table) && "there is a row for each but None");
  return *row;
}

json::Value ProtocolWriter::completions(StringRef path,
                                        const Completions &completions) {
  json::Array items;
  // Without a text to sort by, editors sort by labels.
  bool isSorted = any_of(completions.items,
                         [](const Completion &item) { return item.isLikely; });
  for (const Completion &item : completions.items) {
    json::Object object{
        {"label", text(item.label)},
        {"kind", int(getShownSort(item.sort).item)},
        {"textEdit", json::Object{{"range", range(path, item.range)},
                                  {"newText", text(item.text)}}}};
    if (!item.summary.empty())
      object["detail"] = text(item.summary);
    if (isSorted)
      object["sortText"] = text((item.isLikely ? "0" : "1") + item.label);
    items.push_back(std::move(object));
  }
  return json::Object{{"isIncomplete", completions.isIncomplete},
                      {"items", std::move(items)}};
}

/// As many quotes as no text of others can end.
static std::string makeFence(StringRef text) {
  size_t longest = 0, run = 0;
  for (char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(std::max<size_t>(3, longest + 1), '`');
}

json::Value ProtocolWriter::hover(StringRef path, const HoverText &hover) {
  std::string shown = hover.title;
  if (!hover.summary.empty())
    shown += ": " + hover.summary;
  for (const std::string &line : hover.lines)
    shown += "\n" + line;
  if (abilities.hasMarkdown) {
    std::string fence = makeFence(shown);
    shown = fence + "text\n" + shown + "\n" + fence;
  }
  return json::Object{
      {"contents",
       json::Object{{"kind", abilities.hasMarkdown ? "markdown" : "plaintext"},
                    {"value", text(shown)}}},
      {"range", range(path, hover.range)}};
}

json::Value ProtocolWriter::tree(StringRef path, const OutlineNode &node) {
  json::Array children;
  for (const OutlineNode &child : node.children)
    children.push_back(tree(path, child));
  return json::Object{{"name", text(node.name)},
                      {"kind", int(getShownSort(node.sort).symbol)},
                      {"range", range(path, node.range)},
                      {"selectionRange", range(path, node.nameRange)},
                      {"children", std::move(children)}};
}

void ProtocolWriter::addFlat(StringRef path, const OutlineNode &node,
                             StringRef container, json::Array &into) {
  json::Object object{{"name", text(node.name)},
                      {"kind", int(getShownSort(node.sort).symbol)},
                      {"location", location({path.str(), node.range})}};
  if (!container.empty())
    object["containerName"] = text(container);
  into.push_back(std::move(object));
  for (const OutlineNode &child : node.children)
    addFlat(path, child, node.name, into);
}

json::Value ProtocolWriter::symbols(StringRef path) {
  json::Array all;
  for (const OutlineNode &node : findSymbols(workspace, path))
    if (abilities.hasSymbolTrees)
      all.push_back(tree(path, node));
    else
      addFlat(path, node, "", all);
  return all;
}

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

/// Strings of a list, or those that commas part in one string.
static std::optional<std::vector<std::string>>
readStrings(StringRef key, const json::Value &value,
            std::vector<std::string> &problems) {
  std::vector<std::string> strings;
  auto refuse = [&] {
    problems.push_back("'" + key.str() + "' is a string or a list of strings");
    return std::nullopt;
  };
  if (std::optional<StringRef> string = value.getAsString()) {
    SmallVector<StringRef> parts;
    string->split(parts, ',');
    for (StringRef part : parts)
      strings.push_back(part.trim().str());
    return strings;
  }
  const json::Array *list = value.getAsArray();
  if (!list)
    return refuse();
  for (const json::Value &element : *list) {
    std::optional<StringRef> string = element.getAsString();
    if (!string)
      return refuse();
    strings.push_back(string->str());
  }
  return strings;
}

static std::optional<std::vector<std::string>>
readItems(StringRef key, const json::Value &value,
          std::vector<std::string> &problems) {
  auto items = readStrings(key, value, problems);
  if (items)
    for (StringRef item : *items)
      if (!item.starts_with("@") && !Item::parse(item)) {
        problems.push_back("'" + key.str() + "': " + quote(item) +
                           " is not a dialect, an operation or a kind of type");
        return std::nullopt;
      }
  return items;
}

static void readSeverities(const json::Value &value, CheckOptions &settings,
                           std::vector<std::string> &problems) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return problems.push_back("'severity' is an object");
  for (const auto &[code, word] : *object) {
    const DiagnosticInfo *info = lookupDiagnostic(code);
    std::optional<Severity> severity =
        parseSeverity(word.getAsString().value_or(""));
    if (info && severity)
      settings.severities.push_back({info->code, *severity});
    else
      problems.push_back("'severity': " + quote(StringRef(code)) +
                         (info ? " is 'error', 'warning', 'remark' or 'off'"
                               : " is no code of a diagnostic"));
  }
}

static void readVariant(const json::Value &value, CheckOptions &settings,
                        std::vector<std::string> &problems) {
  if (auto words = readStrings("variant", value, problems))
    for (StringRef word : *words)
      if (Error error = settings.variant.add(word))
        problems.push_back("'variant': " + toString(std::move(error)));
}

CheckOptions pmb::readSettings(const json::Value &value,
                               std::vector<std::string> &problems) {
  CheckOptions settings;
  const json::Object *object = value.getAsObject();
  if (!object) {
    if (value.kind() != json::Value::Null)
      problems.push_back("the settings are an object");
    return settings;
  }
  for (const auto &[name, given] : *object) {
    StringRef key = name;
    if (key == "contracts") {
      if (auto files = readStrings(key, given, problems))
        settings.contractsFiles = std::move(*files);
    } else if (key == "expect") {
      settings.expect = readItems(key, given, problems);
    } else if (key == "contents") {
      settings.contents = readItems(key, given, problems);
    } else if (key == "severity") {
      readSeverities(given, settings, problems);
    } else if (key == "variant") {
      readVariant(given, settings, problems);
    } else if (key == "allVariants") {
      settings.allVariants = given.getAsBoolean().value_or(false);
      if (!given.getAsBoolean())
        problems.push_back("'allVariants' is true or false");
    } else {
      static const StringRef known[] = {"allVariants", "contents", "contracts",
                                        "expect",      "severity", "variant"};
      std::string near = suggestNames(key, known);
      problems.push_back("there is no setting " + quote(key) +
                         (near.empty() ? "" : "; " + didYouMean(near)));
    }
  }
  return settings;
}
