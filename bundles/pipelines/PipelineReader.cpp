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
struct DescriptionReader {
  void readPasses(const JsonInput &value) {
    recipes.readList(value, into.entries);
  }
  void readBundles(const JsonInput &value) {
    value.forEachMember([&](const JsonInput &member) {
      recipes.readDefinition(member, into.bundles.emplace_back());
    });
  }
  template <PipelineEdit::Kind kind> void readEdits(const JsonInput &value) {
    pmb::readEdits(recipes, value, kind, into.edits);
  }

  PipelineDescription &into;
  RecipeReader recipes;
};
} // namespace

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static void readConstraints(const JsonInput &value, PipelineDescription &into) {
  value.forEachMember([&](const JsonInput &member) {
    PipelineConstraint constraint{member.getKey().str(), Contract(),
                                  member.getKeyPlace()};
    if (!member.checkKeyName())
      return;
    if (!member.isObject())
      return member.reportType("an object");
    member.checkKeys("a contract", getContractWords());
    // `"lowers": []` says that the pass does nothing, whatever order it has.
    Contract &said = constraint.contract;
    if (readContractWords(member, said))
      said.complete(said.empty() || said.isOrderOnly());
    into.constraints.push_back(std::move(constraint));
  });
}

static void readSeverities(const JsonInput &value, PipelineDescription &into) {
  value.forEachMember([&](const JsonInput &member) {
    const DiagnosticInfo *info = lookupDiagnostic(member.getKey());
    std::optional<Severity> severity = parseSeverity(member.getText());
    if (!info) {
      SmallVector<StringRef> names;
      for (const DiagnosticInfo &known : getDiagnosticTable())
        names.push_back(known.name);
      member.reportUnknownKey(
          "there is no diagnostic " + quote(member.getKey()), names);
    }
    if (!severity)
      member.reportUnknown(
          DiagnosticCode::BadValue,
          "a severity is 'error', 'warning', 'remark' or 'off'",
          member.getText(), {"error", "warning", "remark", "off"});
    if (std::optional<Diagnostic> renamed = findRenamedCode(member.getKey())) {
      value.getReader().getSource().locate(*renamed, member.getKeyPlace());
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

static void readCleanups(const JsonInput &value, PipelineDescription &into) {
  CleanupSettings settings;
  if (value.readObject("'cleanups'", cleanupFields, settings))
    into.cleanups = settings;
}

static void readAnchor(const JsonInput &value, PipelineDescription &into) {
  value.readName(into.anchor);
  into.anchorPlace = value.getPlace();
}

static void readDeclaredOptions(const JsonInput &value,
                                PipelineDescription &into) {
  readOptionDeclarations(value, into.options);
  into.optionsPlace = value.getPlace();
}

using FileField = JsonField<DescriptionReader>;

/// What has recipes in it.
template <auto function> static constexpr FileField section(StringLiteral key) {
  return {key,
          [](const JsonInput &value, DescriptionReader &file) {
            (file.*function)(value);
          },
          nullptr};
}

template <auto read> static constexpr FileField part(StringLiteral key) {
  return {key,
          [](const JsonInput &value, DescriptionReader &file) {
            read(value, file.into);
          },
          nullptr};
}

template <auto member>
static void readValue(const JsonInput &value, PipelineDescription &into) {
  value.read(into.*member);
}

static constexpr FileField fileFields[] = {
    part<readValue<&PipelineDescription::schema>>("$schema"),
    part<readValue<&PipelineDescription::description>>("description"),
    part<readAnchor>("anchor"),
    section<&DescriptionReader::readPasses>("passes"),
    section<&DescriptionReader::readBundles>("bundles"),
#define PMB_EDIT(KIND, KEY, WHAT, PART, MAKE)                                  \
  section<&DescriptionReader::readEdits<PipelineEdit::Kind::KIND>>(KEY),
#include "bundles/pipelines/Edits.def"
#undef PMB_EDIT
    part<readConstraints>("contracts"),
    part<readEnds<&PipelineDescription::inputs>>("input"),
    part<readExclusions>("inputNever"),
    part<readEnds<&PipelineDescription::outputs>>("output"),
    part<readDeclaredOptions>("options"),
    part<readVariants>("variants"),
    part<readCleanups>("cleanups"),
    part<readValue<&PipelineDescription::isThreaded>>("threads"),
    part<readSeverities>("severity"),
};

std::vector<Diagnostic> pmb::readDescription(const JsonDocument &document,
                                             FilesReader &files,
                                             unsigned index) {
  JsonReader reader(document);
  PipelineDescription &into = *files.files[index];
  DescriptionReader file{
      into, RecipeReader(&*into.source, [&](const JsonInput &name) {
        return files.include(name.getText(), index, name.getPlace());
      })};
  reader.getRoot().readObject("a pipeline file", fileFields, file);
  return takeDiagnostics(reader.takeError());
}
