//===- Fingerprint.cpp - What runs, in 64 digits --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Fingerprint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

using namespace pmb;
using namespace llvm;

static json::Array listPasses(const Report &report) {
  json::Array passes;
  for (const Report::Pass &pass : report.passes) {
    if (!pass.runs())
      continue;
    json::Array fields{json::fixUTF8(pass.node.name),
                       json::fixUTF8(join(pass.nests, "/"))};
    for (const Report::Pass::Value &value : pass.values) {
      fields.push_back(json::fixUTF8(value.name));
      fields.push_back(json::fixUTF8(value.value));
    }
    passes.push_back(std::move(fields));
  }
  return passes;
}

static json::Array listLibraries(const Report &report) {
  std::vector<Report::Library> sorted = report.libraries;
  llvm::sort(sorted, [](const Report::Library &a, const Report::Library &b) {
    return a.id < b.id;
  });
  json::Array libraries;
  for (const Report::Library &library : sorted)
    libraries.push_back(json::Array{json::fixUTF8(library.id),
                                    json::fixUTF8(library.version),
                                    library.buildID});
  return libraries;
}

std::string pmb::getFingerprint(const Report &report) {
  assert(report.isExplained && "a report that does not explain has no values");
  // As JSON, so that no two of them are the same text.
  json::Array all{json::fixUTF8(report.release), json::fixUTF8(report.root),
                  listPasses(report)};
  if (!report.libraries.empty())
    all.push_back(listLibraries(report));
  std::string text;
  raw_string_ostream(text) << json::Value(std::move(all));
  SHA256 hash;
  hash.update(text);
  return "sha256:" + toHex(hash.final(), /*LowerCase=*/true);
}

void pmb::printFingerprints(raw_ostream &os, ArrayRef<Report> reports) {
  for (const Report &report : reports) {
    os << getFingerprint(report) << "  " << report::toUTF8(report.input);
    if (!report.variant.empty())
      os << " [" << report::toUTF8(report.variant) << ']';
    os << '\n';
  }
}
