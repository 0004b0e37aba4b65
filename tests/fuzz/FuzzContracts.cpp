//===- FuzzContracts.cpp - Contracts files --------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is a `*.contracts.json` file. What can be read is written and read
// again, and a pipeline of all its passes is checked with and without contents.
//
//===----------------------------------------------------------------------===//

#include "FuzzSupport.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/contracts/PassJson.h"

using namespace pmb;

static llvm::Error read(llvm::StringRef text, Catalog &catalog) {
  llvm::Expected<JsonDocument> document =
      JsonDocument::parse(SourceText::refer(text, "fuzz.contracts.json"));
  if (!document)
    return document.takeError();
  return readContracts(*document, catalog).takeError();
}

static std::string write(const Catalog &catalog) {
  std::vector<const PassDescriptor *> passes;
  for (llvm::StringRef name : catalog.getPassNames())
    passes.push_back(catalog.lookupPass(name));
  std::string text;
  llvm::raw_string_ostream os(text);
  writeContracts(os, catalog, passes);
  return text;
}

static void check(const Catalog &catalog, bool isClosed) {
  Pipeline pipeline("builtin.module", catalog);
  if (isClosed) {
    pipeline.getInterface().inputContents = {"x", "!tensor"};
    pipeline.getInterface().outputContents = {"llvm"};
  }
  for (llvm::StringRef name : catalog.getPassNames()) {
    pipeline.append(PassSpec(name));
    fuzz::succeeds(pipeline.insert(PassSpec(name), Position::byContract()));
  }
  std::string findings = fuzz::text(pipeline.check());
  fuzz::require(fuzz::text(pipeline.check()) == findings, "two checks differ",
                findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Catalog catalog;
  if (!fuzz::succeeds(read(fuzz::getText(data, size), catalog))) {
    fuzz::require(catalog.getPassNames().empty() &&
                      catalog.getKindNames().empty() &&
                      catalog.getPropertyNames().empty(),
                  "an error left something in the catalog", write(catalog));
    return 0;
  }
  std::string written = write(catalog);
  Catalog again;
  if (llvm::Error error = read(written, again))
    fuzz::require(false, "what is written cannot be read",
                  written + fuzz::text(takeDiagnostics(std::move(error))));
  fuzz::require(write(again) == written, "is written in two ways",
                written + write(again));
  check(catalog, /*isClosed=*/false);
  check(catalog, /*isClosed=*/true);
  return 0;
}
