//===- Fingerprint.cpp - What runs, in 64 digits --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Fingerprint.h"
#include "bundles/json/JsonFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include <array>

using namespace pmb;
using namespace llvm;

static std::vector<std::string> listFields(const Report::Pass &pass) {
  std::vector<std::string> fields{pass.node.name, join(pass.nests, "/")};
  for (const Report::Pass::Value &value : pass.values)
    fields.insert(fields.end(), {value.name, value.value});
  return fields;
}

static void writeLibraries(JsonOutput &os, std::vector<Report::Library> list) {
  llvm::sort(list, [](const Report::Library &a, const Report::Library &b) {
    return a.id < b.id;
  });
  os.array([&] {
    for (const Report::Library &one : list)
      os.value(std::array{one.id, one.version, one.buildID});
  });
}

std::string pmb::getFingerprint(const Report &report) {
  assert(report.isExplained && "a report that does not explain has no values");
  // As JSON, so that no two of them are the same text.
  std::string text = writeCompactJson([&](JsonOutput &os) {
    os.array([&] {
      os.value(report.release);
      os.value(report.root);
      os.array([&] {
        for (const Report::Pass &pass : report.passes)
          if (pass.runs())
            os.value(listFields(pass));
      });
      if (!report.libraries.empty())
        writeLibraries(os, report.libraries);
    });
  });
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
