//===- ContentsFile.cpp - What an input contains, in a file ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/ContentsFile.h"
#include "bundles/json/JsonFields.h"

using namespace pmb;
using namespace llvm;

namespace {
struct ContentsKeys {
  std::vector<std::string> contents;
  StringMap<Origin> origins;
};
} // namespace

static constexpr JsonField<ContentsKeys> contentsFields[] = {
    {"contents",
     [](JsonReader &reader, const JsonValue &value, ContentsKeys &into) {
       reader.readItems(value, into.contents, &into.origins);
     },
     nullptr},
};

Expected<std::vector<std::string>>
pmb::readContentsFile(StringRef path, StringMap<Origin> *origins) {
  Expected<JsonDocument> document = JsonDocument::read(path);
  if (!document)
    return document.takeError();
  JsonReader reader(*document);
  ContentsKeys keys;
  const JsonValue &root = document->getRoot();
  if (reader.readObject(root, "a contents file", contentsFields, keys) &&
      !root.lookup("contents"))
    reader
        .report(DiagnosticCode::MissingKey, root.getPlace(),
                "a contents file has a key 'contents'")
        .help("write {\"contents\": [\"linalg.matmul\", \"!tensor\"]}, or let "
              "pmb-opt --print-contents write it");
  if (Error error = reader.takeError())
    return error;
  if (origins)
    for (const auto &[item, origin] : keys.origins)
      origins->try_emplace(item, origin);
  return std::move(keys.contents);
}

void pmb::printContentsFile(raw_ostream &os, ArrayRef<std::string> items) {
  // A line for each item, for those who compare files line by line.
  JsonOutput json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeBegin("contents");
    writeList(json, items);
    json.attributeEnd();
  });
  json.flush();
  os << '\n';
}

Error pmb::expandContents(std::vector<std::string> &items,
                          StringMap<Origin> *origins) {
  std::vector<std::string> expanded;
  Error errors = Error::success();
  for (const std::string &item : items) {
    StringRef name = item;
    if (!name.consume_front("@")) {
      expanded.push_back(item);
      continue;
    }
    Expected<std::vector<std::string>> read = readContentsFile(name, origins);
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
    items = std::move(expanded);
  return errors;
}
