//===- PipelineReader.cpp - From JSON to descriptions of pipelines --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PipelineReader.h"
#include "bundles/contracts/ContractJson.h"
#include "bundles/pipelines/EditJson.h"
#include "bundles/pipelines/VariantsJson.h"

using namespace pmb;
using namespace llvm;

namespace {
/// Reads one file.
class DescriptionReader {
public:
  DescriptionReader(const JsonDocument &document, FilesReader &files,
                    unsigned index)
      : reader(document), into(*files.files[index]),
        recipes(reader, &*into.source,
                [&files, index](StringRef name, TextPlace place) {
                  return files.include(name, index, place);
                }) {}

  void readBundles(const JsonValue &value);
  void readConstraints(const JsonValue &value);
  void readSeverities(const JsonValue &value);

  JsonReader reader;
  PipelineDescription &into;
  RecipeReader recipes;
};
} // namespace

void DescriptionReader::readBundles(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    recipes.readDefinition(member, into.bundles.emplace_back());
  });
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

void DescriptionReader::readConstraints(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    PipelineConstraint constraint{member.key.str(), Contract(), member.place};
    if (!reader.checkName(member.key, member.place))
      return;
    if (!member.value.isObject())
      return reader.reportType(member.value, "an object");
    reader.checkKeys(member.value, "a contract", getContractWords());
    // `"lowers": []` says that the pass does nothing, whatever order it has.
    Contract &said = constraint.contract;
    if (readContractWords(reader, member.value, said))
      said.complete(said.empty() || said.isOrderOnly());
    into.constraints.push_back(std::move(constraint));
  });
}

void DescriptionReader::readSeverities(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    const DiagnosticInfo *info = lookupDiagnostic(member.key);
    std::optional<Severity> severity = parseSeverity(member.value.getText());
    if (!info) {
      SmallVector<StringRef> names;
      for (const DiagnosticInfo &known : getDiagnosticTable())
        names.push_back(known.name);
      reader.reportUnknown(DiagnosticCode::UnknownKey, member.place,
                           "there is no diagnostic " + quote(member.key),
                           member.key, names);
    }
    if (!severity)
      reader.reportUnknown(
          DiagnosticCode::BadValue, member.value.getPlace(),
          "a severity is 'error', 'warning', 'remark' or 'off'",
          member.value.getText(), {"error", "warning", "remark", "off"});
    if (std::optional<Diagnostic> renamed = findRenamedCode(member.key)) {
      reader.getSource().locate(*renamed, member.place);
      into.remarks.push_back(std::move(*renamed));
    }
    if (info && severity)
      into.severities.push_back({info->code, *severity});
  });
}

static constexpr JsonField<CleanupSettings> cleanupFields[] = {
    jsonField<&CleanupSettings::dedupe>("dedupe"),
    jsonField<&CleanupSettings::share>("share"),
    jsonField<&CleanupSettings::establish>("establish"),
};

using FileField = JsonField<DescriptionReader>;

template <auto function> static constexpr FileField section(StringLiteral key) {
  return {key,
          [](JsonReader &, const JsonValue &value, DescriptionReader &reader) {
            (reader.*function)(value);
          },
          nullptr};
}

template <auto member> static constexpr FileField value(StringLiteral key) {
  return {
      key,
      [](JsonReader &reader, const JsonValue &value, DescriptionReader &file) {
        reader.read(value, file.into.*member);
      },
      nullptr};
}

static constexpr FileField fileFields[] = {
    value<&PipelineDescription::schema>("$schema"),
    value<&PipelineDescription::description>("description"),
    {"anchor",
     [](JsonReader &reader, const JsonValue &value, DescriptionReader &file) {
       reader.readName(value, file.into.anchor);
       file.into.anchorPlace = value.getPlace();
     },
     nullptr},
    {"passes",
     [](JsonReader &, const JsonValue &value, DescriptionReader &file) {
       file.recipes.readList(value, file.into.entries);
     },
     nullptr},
    section<&DescriptionReader::readBundles>("bundles"),
#define PMB_EDIT(KIND, KEY, WHAT, PART, MAKE)                                  \
  {KEY,                                                                        \
   [](JsonReader &reader, const JsonValue &value, DescriptionReader &file) {   \
     readEdits(reader, file.recipes, value, PipelineEdit::Kind::KIND,          \
               file.into.edits);                                               \
   },                                                                          \
   nullptr},
#include "bundles/pipelines/Edits.def"
#undef PMB_EDIT
    section<&DescriptionReader::readConstraints>("contracts"),
    {"input",
     [](JsonReader &reader, const JsonValue &value, DescriptionReader &file) {
       readEnds(reader, value, "the input", file.into.inputs);
     },
     nullptr},
    {"inputNever",
     [](JsonReader &reader, const JsonValue &value, DescriptionReader &file) {
       readExclusions(reader, value, file.into);
     },
     nullptr},
    {"output",
     [](JsonReader &reader, const JsonValue &value, DescriptionReader &file) {
       readEnds(reader, value, "the output", file.into.outputs);
     },
     nullptr},
    {"options",
     [](JsonReader &reader, const JsonValue &value, DescriptionReader &file) {
       readOptionDeclarations(reader, value, file.into.options);
       file.into.optionsPlace = value.getPlace();
     },
     nullptr},
    {"variants",
     [](JsonReader &reader, const JsonValue &value, DescriptionReader &file) {
       readVariants(reader, value, file.into);
     },
     nullptr},
    {"cleanups",
     [](JsonReader &reader, const JsonValue &value, DescriptionReader &file) {
       CleanupSettings settings;
       if (reader.readObject(value, "'cleanups'", cleanupFields, settings))
         file.into.cleanups = settings;
     },
     nullptr},
    value<&PipelineDescription::isThreaded>("threads"),
    section<&DescriptionReader::readSeverities>("severity"),
};

std::vector<Diagnostic> pmb::readDescription(const JsonDocument &document,
                                             FilesReader &files,
                                             unsigned index) {
  DescriptionReader file(document, files, index);
  file.reader.readObject(document.getRoot(), "a pipeline file", fileFields,
                         file);
  return takeDiagnostics(file.reader.takeError());
}
