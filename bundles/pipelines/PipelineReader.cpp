//===- PipelineReader.cpp - From JSON to descriptions of pipelines --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PipelineReader.h"
#include "builder/diagnostics/Suggestions.h"
#include "bundles/contracts/ContractJson.h"
#include "bundles/contracts/OptionsJson.h"
#include "bundles/pipelines/PositionJson.h"
#include "bundles/pipelines/VariantsJson.h"

using namespace pmb;
using namespace llvm;

namespace {
/// Reads one file.
class DescriptionReader {
public:
  DescriptionReader(const JsonDocument &document, FilesReader &files,
                    unsigned index)
      : reader(document), files(files), index(index),
        into(*files.files[index]) {}

  void readEntries(const JsonValue &value, std::vector<PipelineEntry> &list);
  void readEntry(const JsonValue &value, PipelineEntry &entry);
  void refuseKeysOfPasses(const JsonValue &bundle,
                          SmallVectorImpl<StringRef> &keys);
  void readNoCleanup(const JsonValue &value, PipelineEntry &bundle);
  bool readCommon(const JsonMember &member, PipelineEntry &entry);
  void checkPin(const JsonValue &value);
  void readFileName(const JsonValue &value, std::string &into);
  void readBundle(const JsonValue &value, PipelineEntry &bundle);
  void readBundles(const JsonValue &value);
  void readInsertion(const JsonValue &element);
  void readInsertions(const JsonValue &value);
  void readOptionSettings(const JsonValue &value);
  void readConstraints(const JsonValue &value);
  void readSeverities(const JsonValue &value);

  JsonReader reader;
  FilesReader &files;
  unsigned index;
  PipelineDescription &into;
};
} // namespace

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// The keys that say what an entry is, and those that may come with each.
namespace {
struct EntrySort {
  StringLiteral key;
  PipelineEntry::Kind kind;
  StringLiteral what;
  ArrayRef<StringRef> others;
};
} // namespace

static const StringRef passKeys[] = {"options",   "optionsFrom",  "keep",
                                     "establish", "when",         "reason",
                                     "pinned",    "pinnedOptions"};
static const StringRef nestKeys[] = {"passes", "separate", "when", "reason"};
static const StringRef bundleKeys[] = {
    "passes",    "kinds", "contiguous", "options", "optionsFrom",
    "noCleanup", "when",  "reason",     "pinned",  "pinnedOptions"};
static const StringRef slotKeys[] = {"when", "reason", "pinned"};
static const StringRef includeKeys[] = {"when", "reason"};

static const EntrySort entrySorts[] = {
    {"pass", PipelineEntry::Kind::Pass, "a pass", passKeys},
    {"nest", PipelineEntry::Kind::Nest, "a nest", nestKeys},
    {"bundle", PipelineEntry::Kind::Bundle, "a bundle", bundleKeys},
    {"slot", PipelineEntry::Kind::Slot, "a slot", slotKeys},
    {"include", PipelineEntry::Kind::Include, "an include", includeKeys},
};

void DescriptionReader::readEntries(const JsonValue &value,
                                    std::vector<PipelineEntry> &list) {
  if (!value.isArray())
    return reader.reportType(value, "a list");
  for (const JsonValue &element : value.getElements())
    readEntry(element, list.emplace_back());
}

void DescriptionReader::readFileName(const JsonValue &value,
                                     std::string &into) {
  std::string name;
  if (!reader.read(value, name))
    return;
  // The operating system would take a zero byte for the end of the name.
  if (name.empty() || StringRef(name).contains('\0'))
    reader
        .report(DiagnosticCode::BadName, value.getPlace(),
                quotePath(name) + " cannot be the name of a file")
        .help("name a file, relative to the folder of this one");
  else
    into = std::move(name);
}

/// The keys that elements of lists and insertions have in common.
bool DescriptionReader::readCommon(const JsonMember &member,
                                   PipelineEntry &entry) {
  bool isGiven = member.key == "options" || member.key == "optionsFrom";
  if (isGiven && entry.isDefinition) {
    reader
        .report(DiagnosticCode::BadValue, member.place,
                "a bundle that is defined in its place is given no options")
        .help("define it under 'bundles', where 'options' declares them");
    return true;
  }
  if (member.key == "reason") {
    reader.read(member.value, entry.reason);
  } else if (member.key == "when") {
    readWhen(reader, member.value, entry.when);
    entry.whenPlace = member.value.getPlace();
  } else if (member.key == "options") {
    readOptions(reader, member.value, entry.options);
  } else if (member.key == "optionsFrom") {
    readOptionsFrom(reader, member.value, entry.optionsFrom);
  } else if (member.key == "keep") {
    reader.read(member.value, entry.isKept);
  } else if (member.key == "establish") {
    reader.read(member.value, entry.canBeEstablished);
  } else if (member.key == "pinned") {
    if (reader.read(member.value, entry.pinned) &&
        StringRef(entry.pinned).trim().empty())
      reader.report(DiagnosticCode::BadValue, member.value.getPlace(),
                    "'pinned' is the reason, which others are told; it is not "
                    "empty");
  } else if (member.key == "pinnedOptions") {
    StringRef value = member.value.getText();
    entry.pinnedOptions =
        value == "open" ? PinnedOptions::Open : PinnedOptions::Fixed;
    if (value != "open" && value != "fixed")
      reader.reportUnknown(DiagnosticCode::BadValue, member.value.getPlace(),
                           "'pinnedOptions' is 'fixed' or 'open'", value,
                           {"fixed", "open"});
  } else {
    return false;
  }
  return true;
}

/// What a pin lets others do is said of something that is pinned.
void DescriptionReader::checkPin(const JsonValue &value) {
  const JsonMember *options = value.lookup("pinnedOptions");
  if (options && !value.lookup("pinned"))
    reader.report(DiagnosticCode::MissingKey, options->place,
                  "'pinnedOptions' goes with 'pinned', which has the reason");
}

/// What is said of each pass cannot be said of a bundle. `keys` are those that
/// it knows, of which there are many.
void DescriptionReader::refuseKeysOfPasses(const JsonValue &bundle,
                                           SmallVectorImpl<StringRef> &keys) {
  for (StringRef key : {"keep", "establish"})
    if (const JsonMember *member = bundle.lookup(key)) {
      reader
          .report(DiagnosticCode::UnknownKey, member->place,
                  "a bundle has no key " + quote(key))
          .help("give it to the passes in the bundle");
      keys.push_back(key);
    }
}

/// Why the builder puts no cleanup into a bundle: without a reason it may.
void DescriptionReader::readNoCleanup(const JsonValue &value,
                                      PipelineEntry &bundle) {
  if (reader.read(value, bundle.noCleanup) && bundle.noCleanup.empty())
    reader
        .report(DiagnosticCode::BadValue, value.getPlace(),
                "'noCleanup' needs the reason")
        .help("say why, or leave it out");
}

void DescriptionReader::readEntry(const JsonValue &value,
                                  PipelineEntry &entry) {
  entry.place = value.getPlace();
  if (value.isString()) {
    reader.readName(value, entry.name);
    return;
  }
  if (!value.isObject())
    return reader.reportType(value, "strings and objects");
  const EntrySort *sort = nullptr;
  for (const EntrySort &candidate : entrySorts)
    if (const JsonMember *member = value.lookup(candidate.key)) {
      if (sort) {
        reader.report(DiagnosticCode::BadValue, member->place,
                      "an element of the list is " + sort->what.str() + " or " +
                          candidate.what.str() + ", not both");
        return;
      }
      sort = &candidate;
    }
  if (!sort) {
    SmallVector<StringRef> keys;
    for (const EntrySort &candidate : entrySorts)
      keys.push_back(candidate.key);
    // Most likely that key is there with a typing error.
    StringRef wrong = findMisspelled(value, keys);
    if (wrong.empty() && !value.getMembers().empty())
      wrong = value.getMembers().front().key;
    std::string message = "an element of the list needs 'pass', 'nest', "
                          "'bundle', 'slot' or 'include'";
    // As C++ calls it, where a slot for patterns is no element of its own.
    if (value.lookup("patternSlot"))
      reader.report(DiagnosticCode::MissingKey, value.getPlace(), message)
          .help("a slot for patterns is {\"pass\": \"pmb-rewrite\", "
                "\"options\": {\"slot\": ...}}");
    else
      reader.reportUnknown(DiagnosticCode::MissingKey, value.getPlace(),
                           std::move(message), wrong, keys);
    return;
  }
  entry.kind = sort->kind;
  SmallVector<StringRef, 24> keys(sort->others.begin(), sort->others.end());
  keys.push_back(sort->key);
  bool isBundle = sort->kind == PipelineEntry::Kind::Bundle;
  entry.isDefinition = isBundle && value.lookup("passes");
  if (isBundle) {
    append_range(keys, getContractWords());
    refuseKeysOfPasses(value, keys);
  }
  reader.checkKeys(value, sort->what, keys);
  reader.forEachMember(value, [&](const JsonMember &member) {
    if (member.key == sort->key) {
      if (sort->kind == PipelineEntry::Kind::Include)
        readFileName(member.value, entry.name);
      else
        reader.readName(member.value, entry.name);
    } else if (readCommon(member, entry)) {
      return;
    } else if (member.key == "separate") {
      reader.read(member.value, entry.isSeparate);
    } else if (isBundle && !entry.isDefinition &&
               is_contained(keys, member.key)) {
      reader
          .report(DiagnosticCode::BadValue, member.place,
                  quote(member.key) +
                      " belongs to the definition of the bundle")
          .help("put it under 'bundles', or give the bundle 'passes' here");
    } else if (member.key == "passes" && !isBundle) {
      readEntries(member.value, entry.entries);
    }
  });
  checkPin(value);
  if (entry.isDefinition)
    readBundle(value, entry);
  if (sort->kind == PipelineEntry::Kind::Nest && !value.lookup("passes") &&
      !hasMisspelled(value, {"passes"}))
    reader.report(DiagnosticCode::MissingKey, value.getPlace(),
                  "a nest needs 'passes'");
  if (sort->kind == PipelineEntry::Kind::Include && !entry.name.empty())
    if (std::optional<unsigned> file = files.include(
            entry.name, index, value.lookup("include")->value.getPlace()))
      entry.file = *file;
}

/// Reads what a definition of a bundle has besides its name.
void DescriptionReader::readBundle(const JsonValue &value,
                                   PipelineEntry &bundle) {
  bundle.isDefinition = true;
  reader.forEachMember(value, [&](const JsonMember &member) {
    if (member.key == "passes")
      readEntries(member.value, bundle.entries);
    else if (member.key == "contiguous")
      reader.read(member.value, bundle.isContiguous);
    else if (member.key == "noCleanup")
      readNoCleanup(member.value, bundle);
    else if (member.key == "kinds")
      reader.forEach(member.value, [&](const JsonValue &element) {
        std::string kind;
        if (reader.readName(element, kind))
          bundle.kinds.push_back(std::move(kind));
      });
  });
  readContractWords(reader, value, bundle.contract);
}

void DescriptionReader::readBundles(const JsonValue &value) {
  SmallVector<StringRef, 24> keys = {"passes", "kinds", "contiguous", "options",
                                     "noCleanup"};
  append_range(keys, getContractWords());
  reader.forEachMember(value, [&](const JsonMember &member) {
    PipelineEntry &bundle = into.bundles.emplace_back();
    bundle.kind = PipelineEntry::Kind::Bundle;
    bundle.place = member.place;
    bundle.name = member.key.str();
    if (!reader.checkName(member.key, member.place))
      return;
    if (!member.value.isObject())
      return reader.reportType(member.value, "an object");
    reader.checkKeys(member.value, "a bundle", keys);
    if (!member.value.lookup("passes") &&
        !hasMisspelled(member.value, {"passes"}))
      reader.report(DiagnosticCode::MissingKey, member.value.getPlace(),
                    "a bundle needs 'passes'");
    if (const JsonMember *options = member.value.lookup("options"))
      readOptionDeclarations(reader, options->value, bundle.declaredOptions);
    readBundle(member.value, bundle);
  });
}

//===----------------------------------------------------------------------===//
// Insertions
//===----------------------------------------------------------------------===//

void DescriptionReader::readInsertion(const JsonValue &element) {
  PipelineInsertion insertion;
  PipelineEntry &entry = insertion.entry;
  entry.place = element.getPlace();
  const EntrySort *sort = nullptr;
  bool isAmbiguous = false;
  for (const EntrySort &candidate : entrySorts)
    if (candidate.kind != PipelineEntry::Kind::Nest &&
        candidate.kind != PipelineEntry::Kind::Include &&
        element.lookup(candidate.key)) {
      isAmbiguous |= sort != nullptr;
      sort = &candidate;
    }
  if (!sort || isAmbiguous) {
    Diagnostic &diagnostic = reader.report(
        sort ? DiagnosticCode::BadValue : DiagnosticCode::MissingKey,
        element.getPlace(),
        "an insertion needs one of 'pass', 'bundle' and 'slot'");
    SmallVector<StringRef> keys = {"pass", "bundle", "slot"};
    if (StringRef wrong = findMisspelled(element, keys);
        !sort && !wrong.empty())
      suggest(diagnostic, wrong, keys);
    return;
  }
  entry.kind = sort->kind;
  bool isPass = sort->kind == PipelineEntry::Kind::Pass;
  bool isBundle = sort->kind == PipelineEntry::Kind::Bundle;
  SmallVector<StringRef, 24> keys(sort->others.begin(), sort->others.end());
  keys.push_back(sort->key);
  append_range(keys, getPositionKeys());
  if (isPass)
    keys.push_back("nest");
  // `before` and `after` are positions here, so a bundle that is defined in
  // its place has no contract.
  entry.isDefinition = isBundle && element.lookup("passes");
  if (isBundle)
    refuseKeysOfPasses(element, keys);
  reader.checkKeys(element, "an insertion", keys);
  reader.forEachMember(element, [&](const JsonMember &member) {
    if (member.key == sort->key)
      reader.readName(member.value, entry.name);
    else if (readCommon(member, entry))
      return;
    else if (member.key == "nest" && isPass)
      reader.read(member.value, insertion.nest);
    else if (member.key == "passes" && isBundle)
      readEntries(member.value, entry.entries);
    else if (member.key == "contiguous" && isBundle)
      reader.read(member.value, entry.isContiguous);
    else if (member.key == "noCleanup" && isBundle)
      readNoCleanup(member.value, entry);
    else if (member.key == "kinds" && isBundle)
      reader.read(member.value, entry.kinds);
  });
  checkPin(element);
  insertion.position = readPosition(reader, element);
  insertion.positionPlace = element.getPlace();
  for (StringRef key : {"before", "after", "at"})
    if (const JsonMember *member = element.lookup(key))
      insertion.positionPlace = member->value.getPlace();
  if (insertion.position && !isPass &&
      insertion.position->getRelation() == Position::Relation::ByContract)
    reader.report(DiagnosticCode::BadValue, insertion.positionPlace,
                  "only a pass has a contract that says where to put it");
  into.insertions.push_back(std::move(insertion));
}

void DescriptionReader::readInsertions(const JsonValue &value) {
  reader.forEachObject(
      value, [&](const JsonValue &element) { readInsertion(element); });
}

void DescriptionReader::readOptionSettings(const JsonValue &value) {
  reader.forEachObject(value, [&](const JsonValue &element) {
    PipelineOptionSetting &setting = into.optionSettings.emplace_back();
    PipelineEntry &entry = setting.entry;
    entry.place = element.getPlace();
    reader.checkKeys(element, "a setting of options",
                     {"of", "options", "optionsFrom", "when", "reason"});
    reader.forEachMember(element, [&](const JsonMember &member) {
      if (member.key != "of") {
        readCommon(member, entry);
        return;
      }
      setting.of = readSelector(reader, member.value);
      setting.ofPlace = member.value.getPlace();
      if (setting.of)
        entry.name = setting.of->target.name;
    });
    if ((!element.lookup("of") && !hasMisspelled(element, {"of"})) ||
        !(element.lookup("options") || element.lookup("optionsFrom")))
      reader.report(DiagnosticCode::MissingKey, element.getPlace(),
                    "a setting of options needs 'of' and 'options'");
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
    readContractWords(reader, member.value, constraint.contract);
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
    jsonField<CleanupSettings, &CleanupSettings::dedupe>("dedupe"),
    jsonField<CleanupSettings, &CleanupSettings::share>("share"),
    jsonField<CleanupSettings, &CleanupSettings::establish>("establish"),
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
       file.readEntries(value, file.into.entries);
     },
     nullptr},
    section<&DescriptionReader::readBundles>("bundles"),
    section<&DescriptionReader::readInsertions>("insert"),
    section<&DescriptionReader::readOptionSettings>("setOptions"),
    section<&DescriptionReader::readConstraints>("contracts"),
    {"input",
     [](JsonReader &reader, const JsonValue &value, DescriptionReader &file) {
       readEnds(reader, value, "the input", file.into.inputs);
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
