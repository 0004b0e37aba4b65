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
};
} // namespace

static constexpr JsonField<ContentsKeys> contentsFields[] = {
    jsonItemsField<ContentsKeys, &ContentsKeys::contents>("contents"),
};

Expected<std::vector<std::string>> pmb::readContentsFile(StringRef path) {
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

Error pmb::expandContents(std::vector<std::string> &items) {
  std::vector<std::string> expanded;
  Error errors = Error::success();
  for (const std::string &item : items) {
    StringRef name = item;
    if (!name.consume_front("@")) {
      expanded.push_back(item);
      continue;
    }
    Expected<std::vector<std::string>> read = readContentsFile(name);
    if (read)
      append_range(expanded, *read);
    else
      errors = joinErrors(std::move(errors), read.takeError());
  }
  if (!errors)
    items = std::move(expanded);
  return errors;
}
