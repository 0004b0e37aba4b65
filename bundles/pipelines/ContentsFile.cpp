//===- ContentsFile.cpp - What an input contains, in a file ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/ContentsFile.h"
#include "builder/Pipeline.h"
#include "builder/check/Findings.h"
#include "bundles/json/JsonFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

Expected<std::vector<std::string>>
pmb::readContentsFile(Expected<SourceText> text, StringMap<Origin> &origins) {
  Expected<JsonDocument> document = JsonDocument::parse(std::move(text));
  if (!document)
    return document.takeError();
  JsonReader reader(*document);
  JsonInput root = reader.getRoot();
  std::vector<std::string> contents;
  if (!root.isObject())
    root.reportType("an object");
  root.checkKeys("a contents file", {"contents"});
  if (std::optional<JsonInput> member = root.find("contents"))
    member->readItems(contents, &origins);
  else if (!reader.hasErrors())
    root.reportMissing("a contents file has a key 'contents'")
        .help("write {\"contents\": [\"linalg.matmul\", \"!tensor\"]}, or let "
              "pmb-opt --print-contents write it");
  if (Error error = reader.takeError())
    return error;
  return contents;
}

void pmb::printContentsFile(raw_ostream &os, ArrayRef<std::string> items) {
  // A line for each item, so that line-based comparisons are useful.
  JsonOutput json(os, /*IndentSize=*/2);
  json.object([&] { json.attribute("contents", items); });
  json.flush();
  os << '\n';
}

Error GivenContents::expand(std::vector<std::string> &files) {
  if (!has_value())
    return Error::success();
  std::vector<std::string> expanded;
  Error errors = Error::success();
  for (const std::string &item : **this) {
    StringRef name = item;
    if (!name.consume_front("@")) {
      expanded.push_back(item);
      continue;
    }
    files.push_back(name.str());
    Expected<std::vector<std::string>> read =
        readContentsFile(SourceText::read(name), origins);
    if (read) {
      append_range(expanded, *read);
      continue;
    }
    std::vector<Diagnostic> found = takeDiagnostics(read.takeError());
    for (Diagnostic &diagnostic : found)
      if (diagnostic.code == DiagnosticCode::JsonSyntax)
        diagnostic.help("pmb-opt --print-contents writes such a file for IR");
    errors = joinErrors(std::move(errors), makeError(std::move(found)));
  }
  if (!errors)
    *this = std::move(expanded);
  return errors;
}

void GivenEnds::applyTo(PipelineInterface &interface) const {
  if (contents) {
    interface.inputContents = contents;
    interface.inputOrigins = contents.origins;
  }
  if (expect) {
    interface.outputContents = expect;
    interface.outputOrigins = expect.origins;
  }
}

std::optional<Diagnostic> pmb::findUndeclared(const Pipeline &pipeline,
                                              ArrayRef<std::string> contents,
                                              const StringMap<Origin> &origins,
                                              StringRef where) {
  const PipelineInterface &interface = pipeline.getInterface();
  Severity severity = pipeline.getSeverity(DiagnosticCode::UndeclaredInput);
  if (!interface.inputContents || severity == Severity::Off)
    return std::nullopt;
  const Catalog &catalog = pipeline.getCatalog();
  StringSet<> declared, ignored;
  for (const std::string &item :
       catalog.expandContents(*interface.inputContents))
    declared.insert(Item(item).getName());
  // What the pipeline runs on is in every input.
  declared.insert(pipeline.getRoot().getOp());
  for (const OperationDescriptor *op : catalog.getOperations())
    if (op->isUsualProgram())
      ignored.insert(Item(op->name).getRoot());
  std::vector<std::string> missing;
  const Origin *place = nullptr;
  for (const std::string &item : catalog.expandContents(contents)) {
    StringRef name = Item(item).getName(), root = Item(item).getRoot();
    const TypeDescriptor *type = catalog.lookupType(name);
    // Of types only those matter that a pass has to replace.
    if (declared.contains(name) || declared.contains(root) ||
        ignored.contains(root) || Item(item).isDead() ||
        (name.starts_with("!") && (!type || type->becomes.empty())) ||
        is_contained(missing, name))
      continue;
    missing.push_back(name.str());
    if (auto it = origins.find(item); !place && it != origins.end())
      place = &it->second;
  }
  if (missing.empty())
    return std::nullopt;
  for (std::string &name : missing)
    name = ("'" + Twine(name) + "'").str();
  Diagnostic diagnostic(DiagnosticCode::UndeclaredInput,
                        "the input has " + enumerateSome(missing, /*limit=*/4) +
                            ", and the pipeline does not say so");
  diagnostic.severity = severity;
  // The place of the declaration, if it stands in a file.
  for (const std::string &item : *interface.inputContents)
    if (auto it = interface.inputOrigins.find(item);
        it != interface.inputOrigins.end() && !diagnostic.node) {
      NodeRef ref;
      ref.origin = it->second;
      diagnostic.at(std::move(ref));
    }
  diagnostic
      .note("what the input has is given by " +
            (place ? place->str() : where.str()) + ", and that counts here")
      .help("add it to the input that the pipeline declares, or check the "
            "pipeline with the input that it is for");
  return diagnostic;
}
