//===- ContractsCode.cpp - C++ that registers contracts -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/ContractsCode.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/contracts/CodeText.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/contracts/TableGenContracts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

static std::string printCode(StringRef file, StringRef text,
                             ArrayRef<std::string> places) {
  std::string identifier = makeFileIdentifier(file);
  std::string code;
  raw_string_ostream os(code);
  os << "// Made by pmb-check --print-registration of "
     << escape(sys::path::filename(file))
     << ". Do not edit.\n"
        "//\n"
        "// To be included in one source file, such as that of the passes.\n\n"
        "#include \"passmanager/contracts/EmbeddedContracts.h\"\n\n"
        "namespace {\n";
  if (!places.empty()) {
    os << "const char *const placesIn_" << identifier << "[] = {\n";
    for (const std::string &place : places) {
      os << "    ";
      if (place.empty())
        os << "nullptr";
      else
        printLiteral(os, place);
      os << ",\n";
    }
    os << "};\n";
  }
  os << "const pmb::EmbeddedContracts contractsOf_" << identifier
     << "(pmb::ContractsText{\n    ";
  printLiteral(os, file);
  os << ",\n    ";
  printRawLiteral(os, text);
  if (!places.empty())
    os << ",\n    placesIn_" << identifier << ", " << places.size();
  os << "});\n} // namespace\n";
  return code;
}

Expected<std::string>
pmb::makeContractsCode(StringRef path, Catalog &catalog,
                       std::vector<Diagnostic> &warnings) {
  Expected<JsonDocument> document = JsonDocument::read(path);
  if (!document)
    return document.takeError();
  Expected<std::vector<Diagnostic>> found = readContracts(*document, catalog);
  if (!found)
    return found.takeError();
  append_range(warnings, std::move(*found));
  if (!isTableGenDump(*document))
    return printCode(document->getSource().getName(),
                     document->getSource().getText(), {});

  Expected<TableGenContracts> contracts = TableGenContracts::read(*document);
  if (!contracts)
    return contracts.takeError();
  StringRef text = contracts->getDocument().getSource().getText();
  std::vector<std::string> places;
  std::string file = path.str();
  for (unsigned line = 1; line <= text.count('\n'); ++line) {
    places.push_back(contracts->getPlace(line));
    if (!places.back().empty())
      file = StringRef(places.back()).rsplit(':').first.str();
  }
  return printCode(file, text, places);
}
