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
/// Reads a file, and the elements of its lists.
class FileReader : public JsonReader {
public:
  FileReader(const JsonDocument &document, RecipeReader recipes)
      : JsonReader(document), recipes(std::move(recipes)) {}

  RecipeReader recipes;
};
} // namespace

/// REQUIRES: a FileReader reads `value`.
static RecipeReader &getRecipes(const JsonInput &value) {
  return static_cast<FileReader &>(value.getReader()).recipes;
}

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

static void readPasses(const JsonInput &value, PipelineDescription &into) {
  getRecipes(value).readList(value, into.entries);
}

static void readBundles(const JsonInput &value, PipelineDescription &into) {
  value.forEachMember([&](const JsonInput &member) {
    getRecipes(value).readDefinition(member, into.bundles.emplace_back());
  });
}

template <PipelineEdit::Kind kind>
static void readEditsOf(const JsonInput &value, PipelineDescription &into) {
  readEdits(getRecipes(value), value, kind, into.edits);
}

static constexpr JsonField<PipelineDescription> fileFields[] = {
    jsonField<&PipelineDescription::schema>("$schema"),
    jsonField<&PipelineDescription::description>("description"),
    {"anchor", readAnchor, nullptr},
    {"passes", readPasses, nullptr},
    {"bundles", readBundles, nullptr},
#define PMB_EDIT(KIND, KEY, WHAT, PART, MAKE)                                  \
  {KEY, readEditsOf<PipelineEdit::Kind::KIND>, nullptr},
#include "bundles/pipelines/Edits.def"
#undef PMB_EDIT
    {"contracts", readConstraints, nullptr},
    {"input", readEnds<&PipelineDescription::inputs>, nullptr},
    {"inputNever", readExclusions, nullptr},
    {"output", readEnds<&PipelineDescription::outputs>, nullptr},
    {"options", readDeclaredOptions, nullptr},
    {"variants", readVariants, nullptr},
    {"cleanups", readCleanups, nullptr},
    jsonField<&PipelineDescription::isThreaded>("threads"),
    {"severity", readSeverities, nullptr},
};

std::vector<Diagnostic> pmb::readDescription(const JsonDocument &document,
                                             FilesReader &files,
                                             unsigned index) {
  PipelineDescription &into = *files.files[index];
  FileReader reader(
      document, RecipeReader(&*into.source, [&](const JsonInput &name) {
        return files.include(name.getText(), index, name.getPlace());
      }));
  reader.getRoot().readObject("a pipeline file", fileFields, into);
  return takeDiagnostics(reader.takeError());
}
