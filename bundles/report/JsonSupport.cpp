//===- JsonSupport.cpp - What JSON of reports has in common ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/JsonSupport.h"
#include "bundles/report/GraphSupport.h"
#include "bundles/report/ReportSupport.h"

using namespace pmb;
using namespace llvm;

void report::set(json::Object &object, StringRef key, std::string text) {
  if (!text.empty())
    object[key] = std::move(text);
}

json::Array report::makeNames(ArrayRef<std::string> names) {
  json::Array array;
  for (const std::string &name : names)
    array.push_back(toUTF8(name));
  return array;
}

json::Object report::makeOrigin(const Origin &origin) {
  static constexpr StringLiteral kinds[] = {"framework", "third-party",
                                            "plugin", "file", "builder"};
  json::Object object{{"kind", kinds[size_t(origin.kind)]},
                      {"party", graph::Parties::describe(origin)},
                      {"place", toUTF8(origin.str())}};
  set(object, "why", toUTF8(origin.why));
  return object;
}

json::Object report::makeFinding(const Diagnostic &finding) {
  json::Object object{{"code", finding.getInfo().getID()},
                      {"name", StringRef(finding.getInfo().name)},
                      {"severity", stringify(finding.severity)},
                      {"message", toUTF8(finding.message)}};
  json::Array lines;
  for (const DiagnosticLine &line : getLines(finding))
    if (line.kind != DiagnosticLine::Kind::Fix)
      lines.push_back((line.getLabel() + line.text).str());
  if (!lines.empty())
    object["lines"] = std::move(lines);
  if (finding.fix)
    object["fix"] = toUTF8(finding.fix->str());
  return object;
}
