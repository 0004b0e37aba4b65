//===- VariantsJson.cpp - What a pipeline is built for, as JSON -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/VariantsJson.h"
#include "builder/diagnostics/SourceText.h"
#include "bundles/contracts/ContractJson.h"
#include "bundles/pipelines/ContentsFile.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void pmb::readVariants(const JsonInput &value, PipelineDescription &into) {
  into.variantsPlace = value.getPlace();
  if (!value.isObject()) {
    constexpr size_t limit = 256;
    if (value.isArray() && value.getElements().size() > limit)
      value.report(DiagnosticCode::TooLarge,
                   "a pipeline is built for more than " +
                       std::to_string(limit) + " variants");
    else
      value.read(into.variants);
    return;
  }
  value.forEachMember([&](const JsonInput &member) {
    VariantDescriptor variant;
    variant.name = member.getKey().str();
    if (member.isString())
      member.read(variant.summary);
    else if (!member.isObject())
      return member.reportType("an object or a string");
    else
      member.forEachMember([&](const JsonInput &setting) {
        std::string text;
        if (setting.readScalar(text))
          variant.values.push_back({setting.getKey().str(), std::move(text)});
      });
    into.declaredVariants.push_back(std::move(variant));
  });
}

/// Reads `@<file>`: the name of a contents file, relative to the file that
/// names it. Returns false after a report, which shows nothing of that file.
static bool readNamedContents(const JsonInput &value,
                              std::vector<std::string> &items,
                              PipelineEnd &into) {
  StringRef name = value.getText().drop_front();
  if (!value.checkFileName(name))
    return false;
  const SourceText &source = value.getReader().getSource();
  std::string path = source.getPathOf(name);
  Expected<std::vector<std::string>> read =
      readContentsFile(source.readOther(path), into.contents.origins);
  if (!read) {
    for (const Diagnostic &failure : takeDiagnostics(read.takeError()))
      value.report(failure.code, quotePath(path) + ": " + failure.message)
          .help("pmb-opt --print-contents writes such files");
    return false;
  }
  into.files.push_back(path);
  append_range(items, *read);
  return true;
}

static void readContents(const JsonInput &value, PipelineEnd &into) {
  std::vector<std::string> items;
  bool good = true;
  value.forEach([&](const JsonInput &element) {
    good &= element.isString() && element.getText().starts_with("@")
                ? readNamedContents(element, items, into)
                : element.readItems(items, &into.contents.origins);
  });
  if (good)
    into.contents = std::move(items);
}

static constexpr JsonField<PipelineEnd> endFields[] = {
    {"when",
     [](const JsonInput &value, PipelineEnd &into) {
       readWhen(value, into.when);
       into.whenPlace = value.getPlace();
     },
     jsonField<&PipelineEnd::when>("").write},
    {"contents", readContents,
     [](JsonOutput &os, StringRef key, const PipelineEnd &from) {
       writeMember<std::vector<std::string>>(os, key, from.contents);
     }},
    jsonField<&PipelineEnd::properties>("properties"),
};

void pmb::readEnds(const JsonInput &value, std::vector<PipelineEnd> &into) {
  std::string what = ("the " + value.getKey()).str();
  auto readOne = [&](const JsonInput &element) {
    if (!element.isObject()) {
      element.reject(what + " is an object, not " + element.getKindName().str())
          .help(
              "write {\"contents\": [" +
              (element.isString() ? element.getWritten() : R"("llvm")").str() +
              "]}");
      return;
    }
    PipelineEnd end;
    end.place = element.getPlace();
    element.readObject(what, endFields, end);
    into.push_back(std::move(end));
  };
  if (!value.isArray())
    return readOne(value);
  bool isSure = false;
  value.forEach([&](const JsonInput &element) {
    bool neverCounts = !into.empty() && into.back().when.empty();
    if (neverCounts && !std::exchange(isSure, true))
      element.reject("this never counts, as what is before it has no 'when'")
          .help("put what holds always last");
    if (!neverCounts)
      readOne(element);
  });
}

namespace {
/// One element of `inputNever`.
struct ExclusionEntry : InputExclusion {
  StringMap<Origin> *origins = nullptr;
};
} // namespace

static void readExcluded(const JsonInput &value, ExclusionEntry &into) {
  std::vector<std::string> items;
  if (!value.isString())
    value.reportType("the name of a dialect, operation or type");
  else if (value.readItems(items, into.origins))
    into.item = std::move(items.front());
}

static constexpr JsonField<ExclusionEntry> exclusionFields[] = {
    {"item", readExcluded, nullptr},
    jsonField<&ExclusionEntry::reason, ExclusionEntry>("reason"),
};

void pmb::readExclusions(const JsonInput &value, PipelineDescription &into) {
  value.forEach([&](const JsonInput &element) {
    ExclusionEntry entry{{}, &into.neverOrigins};
    if (!element.isObject())
      readExcluded(element, entry);
    else if (element.readObject("what the input never has", exclusionFields,
                                entry) &&
             entry.item.empty())
      element.reportMissing("this does not say what the input never has")
          .help(R"(write {"item": "tosa", "reason": "..."})");
    if (!entry.item.empty())
      into.inputNever.push_back(std::move(entry));
  });
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void pmb::writeVariants(JsonOutput &os, const PipelineDescription &file) {
  writeMember(os, "variants", file.variants);
  if (file.declaredVariants.empty())
    return;
  os.attributeObject("variants", [&] {
    for (const VariantDescriptor &variant : file.declaredVariants)
      if (variant.values.empty())
        os.attribute(variant.name, variant.summary);
      else
        os.attributeObject(variant.name, [&] {
          for (const auto &[option, value] : variant.values)
            os.attribute(option, value);
        });
  });
}

void pmb::writeEnds(JsonOutput &os, StringRef key, ArrayRef<PipelineEnd> ends) {
  auto writeOne = [&](const PipelineEnd &end) {
    os.object([&] { writeFields(os, endFields, end); });
  };
  if (ends.empty())
    return;
  if (ends.size() == 1 && ends.front().when.empty())
    return os.attributeWith(key, [&] { writeOne(ends.front()); });
  os.attributeArray(key, [&] {
    for (const PipelineEnd &end : ends)
      writeOne(end);
  });
}

void pmb::writeExclusions(JsonOutput &os, ArrayRef<InputExclusion> never) {
  if (never.empty())
    return;
  os.attributeArray("inputNever", [&] {
    for (const InputExclusion &exclusion : never)
      if (exclusion.reason.empty())
        os.value(exclusion.item);
      else
        os.object([&] {
          writeMember(os, "item", exclusion.item);
          writeMember(os, "reason", exclusion.reason);
        });
  });
}
