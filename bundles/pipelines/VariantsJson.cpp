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
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void pmb::readVariants(JsonReader &reader, const JsonValue &value,
                       PipelineDescription &into) {
  into.variantsPlace = value.getPlace();
  if (!value.isObject()) {
    constexpr size_t limit = 256;
    if (value.isArray() && value.getElements().size() > limit)
      reader.report(DiagnosticCode::TooLarge, value.getPlace(),
                    "a pipeline is built for more than " +
                        std::to_string(limit) + " variants");
    else
      reader.read(value, into.variants);
    return;
  }
  reader.forEachMember(value, [&](const JsonMember &member) {
    VariantDescriptor variant;
    variant.name = member.key.str();
    if (member.value.isString())
      reader.read(member.value, variant.summary);
    else if (!member.value.isObject())
      return reader.reportType(member.value, "an object or a string");
    else
      reader.forEachMember(member.value, [&](const JsonMember &setting) {
        std::string text;
        if (reader.readScalar(setting.value, text))
          variant.values.push_back({setting.key.str(), std::move(text)});
      });
    into.declaredVariants.push_back(std::move(variant));
  });
}

/// Reads `@<file>`: the name of a contents file, relative to the file that
/// names it. Returns false after a report, which shows nothing of that file.
static bool readContentsFile(JsonReader &reader, const JsonValue &value,
                             std::vector<std::string> &items,
                             PipelineEnd &into) {
  StringRef name = value.getText().drop_front();
  if (name.empty() || name.contains('\0')) {
    reader
        .report(DiagnosticCode::BadName, value.getPlace(),
                quotePath(name) + " cannot be the name of a file")
        .help("name a file, relative to the folder of this one");
    return false;
  }
  const SourceText &source = reader.getSource();
  std::string path = source.getPathOf(name);
  Expected<SourceText> text = source.readOther(path);
  Expected<std::vector<std::string>> read =
      text ? parseContentsFile(std::move(*text), &into.origins)
           : text.takeError();
  if (!read) {
    for (const Diagnostic &failure : takeDiagnostics(read.takeError()))
      reader
          .report(failure.code, value.getPlace(),
                  quotePath(path) + ": " + failure.message)
          .help("pmb-opt --print-contents writes such files");
    return false;
  }
  into.files.push_back(path);
  append_range(items, *read);
  return true;
}

static void readContents(JsonReader &reader, const JsonValue &value,
                         PipelineEnd &into) {
  std::vector<std::string> items;
  bool good = true;
  reader.forEach(value, [&](const JsonValue &element) {
    good &= element.isString() && element.getText().starts_with("@")
                ? readContentsFile(reader, element, items, into)
                : reader.readItems(element, items, &into.origins);
  });
  if (good)
    into.contents = std::move(items);
}

static constexpr JsonField<PipelineEnd> endFields[] = {
    {"when",
     [](JsonReader &reader, const JsonValue &value, PipelineEnd &into) {
       readWhen(reader, value, into.when);
       into.whenPlace = value.getPlace();
     },
     jsonField<&PipelineEnd::when>("").write},
    {"contents", readContents, jsonField<&PipelineEnd::contents>("").write},
    jsonField<&PipelineEnd::properties>("properties"),
};

void pmb::readEnds(JsonReader &reader, const JsonValue &value, StringRef what,
                   std::vector<PipelineEnd> &into) {
  auto readOne = [&](const JsonValue &element) {
    if (!element.isObject()) {
      reader
          .report(DiagnosticCode::BadValue, element.getPlace(),
                  what.str() + " is an object, not " +
                      element.getKindName().str())
          .help(R"(write {"contents": ["llvm"]})");
      return;
    }
    PipelineEnd end;
    end.place = element.getPlace();
    reader.readObject(element, what, endFields, end);
    into.push_back(std::move(end));
  };
  if (!value.isArray())
    return readOne(value);
  for (const JsonValue &element : value.getElements()) {
    if (!into.empty() && into.back().when.empty()) {
      reader
          .report(DiagnosticCode::BadValue, element.getPlace(),
                  "this never counts, as what is before it has no 'when'")
          .help("put what holds always last");
      return;
    }
    readOne(element);
  }
}

namespace {
/// One element of `inputNever`.
struct ExclusionEntry : InputExclusion {
  StringMap<Origin> *origins = nullptr;
};
} // namespace

static void readExcluded(JsonReader &reader, const JsonValue &value,
                         ExclusionEntry &into) {
  std::vector<std::string> items;
  if (!value.isString())
    reader.reportType(value, "the name of a dialect, operation or type");
  else if (reader.readItems(value, items, into.origins))
    into.item = std::move(items.front());
}

static constexpr JsonField<ExclusionEntry> exclusionFields[] = {
    {"item", readExcluded, nullptr},
    jsonField<&ExclusionEntry::reason, ExclusionEntry>("reason"),
};

void pmb::readExclusions(JsonReader &reader, const JsonValue &value,
                         PipelineDescription &into) {
  reader.forEach(value, [&](const JsonValue &element) {
    ExclusionEntry entry{{}, &into.neverOrigins};
    if (!element.isObject())
      readExcluded(reader, element, entry);
    else if (reader.readObject(element, "what the input never has",
                               exclusionFields, entry) &&
             entry.item.empty())
      reader
          .report(DiagnosticCode::MissingKey, element.getPlace(),
                  "this does not say what the input never has")
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
