//===- Baseline.cpp - Findings that are known -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Baseline.h"
#include "bundles/json/JsonFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Fingerprints
//===----------------------------------------------------------------------===//

static std::string makeFingerprint(StringRef input, StringRef code,
                                   StringRef pass, StringRef message,
                                   StringRef variant) {
  // None of the parts has a line end in it but the last.
  std::string text = join_items('\n', input, code, pass, message);
  if (!variant.empty())
    text = (variant + "\n" + text).str();
  return utohexstr(xxh3_64bits(text), /*LowerCase=*/true, /*Width=*/16);
}

std::string pmb::getFingerprint(StringRef input, const Diagnostic &diagnostic,
                                StringRef variant) {
  return makeFingerprint(
      report::toUTF8(input), diagnostic.getInfo().getID(),
      diagnostic.node ? report::toUTF8(diagnostic.node->name) : "",
      report::toUTF8(diagnostic.message), report::toUTF8(variant));
}

//===----------------------------------------------------------------------===//
// Baselines
//===----------------------------------------------------------------------===//

/// A member that must be there.
static std::optional<JsonInput> need(const JsonInput &object, StringRef key) {
  std::optional<JsonInput> member = object.find(key);
  if (!member) {
    Diagnostic &missing =
        object.reportMissing("'" + key.str() + "' is missing");
    if (StringRef wrong = object.findMisspelled(key); !wrong.empty())
      missing.note("there is a key '" + wrong.str() + "' instead");
  }
  return member;
}

/// The text of a member that must be there; null is no text.
static std::string readText(const JsonInput &object, StringRef key) {
  std::string text;
  std::optional<JsonInput> member = need(object, key);
  if (member && member->getKind() != JsonValue::Kind::Null)
    member->read(text);
  return text;
}

/// Calls `each` for the objects of a list that must be there.
static void readObjects(const JsonInput &object, StringRef key,
                        JsonInput::EachFn each) {
  if (std::optional<JsonInput> member = need(object, key))
    member->forEachObject(each);
}

/// An absolute path without detours. What is no file stays as it is.
static std::string getPlace(StringRef folder, StringRef input) {
  if (input.empty() || input.starts_with("<"))
    return input.str();
  SmallString<128> path(folder);
  sys::path::append(path, input);
  if (sys::path::is_absolute(input))
    path = input;
  // Where there is no current folder, the path stays relative.
  consumeError(errorCodeToError(sys::fs::make_absolute(path)));
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

void Baseline::add(StringRef input, StringRef place, const Finding &found) {
  auto getKey = [&](StringRef where) {
    return makeFingerprint(where, found.code, found.pass, found.message,
                           found.variant);
  };
  auto [it, isNew] = byFingerprint.try_emplace(getKey(place), entries.size());
  if (isNew) {
    entries.push_back({(input + ": " + found.message + " [" + found.code +
                        (found.name.empty() ? "" : " ") + found.name + "]")
                           .str(),
                       found.variant.str()});
    byInput[place].push_back(it->second);
  }
  ++entries[it->second].count;
  // Where it is not known from where the inputs were called, they may be called
  // the same again.
  if (place != input) {
    byFingerprint.try_emplace(getKey(input), it->second);
    if (isNew)
      byInput[input].push_back(it->second);
  }
}

Expected<Baseline> Baseline::read(StringRef path) {
  Expected<JsonDocument> document = JsonDocument::read(path);
  if (!document)
    return document.takeError();
  JsonReader reader(*document);
  Baseline baseline;
  JsonInput root = reader.getRoot();
  SmallString<128> folder = sys::path::parent_path(path);
  const JsonMember *written = root.lookup("folder");
  if (written)
    sys::path::append(folder, readText(root, "folder"));
  if (!root.isObject())
    root.reportType("a JSON report");
  else
    readObjects(root, "results", [&](const JsonInput &result) {
      std::string input = readText(result, "input");
      std::string place = getPlace(folder, input);
      std::string variant;
      if (result.lookup("variant"))
        variant = readText(result, "variant");
      readObjects(result, "diagnostics", [&](const JsonInput &finding) {
        std::string code = readText(finding, "code");
        std::string pass = readText(finding, "pass");
        std::string message = readText(finding, "message");
        baseline.add(
            written ? place : input, place,
            {code, finding.at("name").getText(), pass, message, variant});
      });
    });
  if (!reader.hasErrors())
    return baseline;
  std::vector<Diagnostic> errors = takeDiagnostics(reader.takeError());
  errors.front().help("a baseline is what `--format=json` writes");
  return makeError(std::move(errors));
}

void Baseline::suppress(Report &report) {
  size_t before = report.findings.size();
  std::string input = report::toUTF8(report.input);
  std::string place = getPlace("", input);
  erase_if(report.findings, [&](const Diagnostic &diagnostic) {
    // What all variants have is a finding of none.
    for (StringRef variant : {StringRef(report.variant), StringRef()})
      for (StringRef name : {StringRef(place), StringRef(input)}) {
        auto it = byFingerprint.find(getFingerprint(name, diagnostic, variant));
        if (it == byFingerprint.end() || entries[it->second].count == 0)
          continue;
        --entries[it->second].count;
        return true;
      }
    return false;
  });
  report.suppressed += before - report.findings.size();
  // What could not be checked might have had these findings.
  if (!report.wasChecked)
    return;
  for (StringRef name : {StringRef(place), StringRef(input)})
    if (auto it = byInput.find(name); it != byInput.end())
      for (unsigned index : it->second)
        entries[index].wasChecked |= entries[index].variant == report.variant;
}

std::vector<std::string> Baseline::getStale() const {
  std::vector<std::string> stale;
  for (const Entry &entry : entries)
    if (entry.wasChecked)
      stale.insert(stale.end(), entry.count, entry.text);
  return stale;
}
