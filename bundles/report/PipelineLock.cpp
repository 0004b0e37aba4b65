//===- PipelineLock.cpp - What runs, kept in a file ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/PipelineLock.h"
#include "bundles/json/JsonFields.h"
#include "bundles/report/DiffSupport.h"
#include "bundles/report/Fingerprint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"

using namespace pmb;
using namespace llvm;
using Pass = Report::Pass;

PipelineLock::PipelineLock(ArrayRef<Report> reports, StringRef release)
    : release(release.str()) {
  for (const Report &report : reports) {
    Report &variant = variants.emplace_back();
    variant.input = report.input;
    variant.variant = report.variant.empty() ? "default" : report.variant;
    variant.root = report.root;
    variant.release = this->release;
    variant.wasChecked = false;
    variant.isExplained = true;
    variant.bundles = report.bundles;
    variant.changes = report.changes;
    copy_if(report.passes, std::back_inserter(variant.passes),
            [](const Pass &pass) { return pass.runs(); });
  }
}

static std::string joinNests(const Pass &pass) { return join(pass.nests, "/"); }

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writePass(raw_ostream &stream, const Pass &pass) {
  JsonOutput os(stream);
  auto writeValues = [&](StringRef key, bool areDefaults) {
    auto isOne = [&](const Pass::Value &value) {
      return value.isDefault == areDefaults;
    };
    if (any_of(pass.values, isOne))
      os.attributeObject(key, [&] {
        for (const Pass::Value &value : make_filter_range(pass.values, isOne))
          os.attribute(value.name, value.value);
      });
  };
  os.object([&] {
    os.attribute("pass", pass.node.name);
    if (!pass.nests.empty())
      os.attribute("on", joinNests(pass));
    writeValues("options", /*areDefaults=*/false);
    writeValues("defaults", /*areDefaults=*/true);
  });
}

/// JSON in which every character shows itself to a reviewer: all that is not
/// ASCII stands in strings, where it can be written as a number.
static std::string makeAscii(StringRef json) {
  SmallVector<UTF16> units;
  convertUTF8ToUTF16String(json, units);
  std::string text;
  raw_string_ostream os(text);
  for (UTF16 unit : units)
    if (unit < 0x7f)
      os << char(unit);
    else
      os << "\\u" << format_hex_no_prefix(unit, 4);
  return text;
}

void PipelineLock::print(raw_ostream &stream) const {
  std::string text;
  raw_string_ostream os(text);
  auto writeMember = [&](StringRef key, StringRef text, StringRef indent) {
    os << indent << '"' << key << "\": " << json::Value(json::fixUTF8(text))
       << ",\n";
  };
  os << "{\n  \"lockVersion\": " << version << ",\n";
  writeMember("llvm", release, "  ");
  os << "  \"variants\": [";
  StringRef separator = "\n";
  for (const Report &variant : variants) {
    os << separator << "    {\n";
    writeMember("variant", variant.variant, "      ");
    writeMember("fingerprint", getFingerprint(variant), "      ");
    writeMember("root", variant.root, "      ");
    os << "      \"passes\": [";
    StringRef between = "\n        ";
    for (const Pass &pass : variant.passes) {
      os << between;
      writePass(os, pass);
      between = ",\n        ";
    }
    os << "\n      ]\n    }";
    separator = ",\n";
  }
  os << "\n  ]\n}\n";
  stream << makeAscii(text);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
struct LockedVariant {
  Report report;
  std::string fingerprint;
  TextPlace fingerprintPlace;
};

struct LockedPipeline {
  std::string release;
  std::vector<LockedVariant> variants;
};
} // namespace

template <bool areDefaults>
static void readValues(JsonReader &reader, const JsonValue &value, Pass &into) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    std::string text;
    if (reader.read(member.value, text))
      into.values.push_back({member.key.str(), std::move(text), areDefaults});
  });
}

static constexpr JsonField<Pass> passFields[] = {
    {"pass",
     [](JsonReader &reader, const JsonValue &value, Pass &into) {
       reader.read(value, into.node.name);
     },
     nullptr},
    {"on",
     [](JsonReader &reader, const JsonValue &value, Pass &into) {
       std::string path;
       if (!reader.read(value, path))
         return;
       for (StringRef op : split(path, '/'))
         into.nests.push_back(op.str());
     },
     nullptr},
    {"options", readValues</*areDefaults=*/false>, nullptr},
    {"defaults", readValues</*areDefaults=*/true>, nullptr},
};

/// Of a pass, whose values are all that was written of its options.
static void finishPass(Pass &pass, size_t position) {
  pass.node.position = position;
  for (const Pass::Value &value : pass.values)
    if (!value.isDefault)
      pass.options +=
          (pass.options.empty() ? "" : " ") + value.name + "=" + value.value;
  llvm::sort(pass.values, [](const Pass::Value &a, const Pass::Value &b) {
    return a.name < b.name;
  });
}

static constexpr JsonField<LockedVariant> variantFields[] = {
    {"variant",
     [](JsonReader &reader, const JsonValue &value, LockedVariant &into) {
       reader.read(value, into.report.variant);
     },
     nullptr},
    {"fingerprint",
     [](JsonReader &reader, const JsonValue &value, LockedVariant &into) {
       reader.read(value, into.fingerprint);
       into.fingerprintPlace = value.getPlace();
     },
     nullptr},
    {"root",
     [](JsonReader &reader, const JsonValue &value, LockedVariant &into) {
       reader.read(value, into.report.root);
     },
     nullptr},
    {"passes",
     [](JsonReader &reader, const JsonValue &value, LockedVariant &into) {
       reader.forEachObject(value, [&](const JsonValue &element) {
         Pass &pass = into.report.passes.emplace_back();
         pass.node.origin = reader.getSource().getOrigin(element.getPlace());
         if (reader.readObject(element, "a pass", passFields, pass))
           finishPass(pass, into.report.passes.size() - 1);
       });
     },
     nullptr},
};

static constexpr JsonField<LockedPipeline> lockFields[] = {
    {"lockVersion", [](JsonReader &, const JsonValue &, LockedPipeline &) {},
     nullptr},
    jsonField<LockedPipeline, &LockedPipeline::release>("llvm"),
    {"variants",
     [](JsonReader &reader, const JsonValue &value, LockedPipeline &into) {
       reader.forEachObject(value, [&](const JsonValue &element) {
         reader.readObject(element, "a variant", variantFields,
                           into.variants.emplace_back());
       });
     },
     nullptr},
};

bool PipelineLock::isMeantAsLock(StringRef text) {
  return text.contains("\"lockVersion\"") || text.trim().empty();
}

/// Reports a version that is not this one.
static bool hasVersion(JsonReader &reader, const JsonValue &root) {
  const JsonMember *member = root.lookup("lockVersion");
  unsigned found = 0;
  if (!member) {
    reader
        .report(DiagnosticCode::MissingKey, root.getPlace(),
                "'lockVersion' is missing: this is no lock")
        .help("pmb-check --lock=<file> --update writes one");
    return false;
  }
  if (!reader.read(member->value, found))
    return false;
  if (found == PipelineLock::version)
    return true;
  reader
      .report(DiagnosticCode::BadValue, member->value.getPlace(),
              "the lock has version " + std::to_string(found) +
                  ", and only version " +
                  std::to_string(PipelineLock::version) + " can be read")
      .help("read it with the pmb-check that has written it, or write it again "
            "with --update");
  return false;
}

Expected<PipelineLock> PipelineLock::parse(SourceText text) {
  std::string name = text.getName().str();
  Expected<JsonDocument> document = JsonDocument::parse(std::move(text));
  if (!document)
    return document.takeError();
  JsonReader reader(*document);
  const JsonValue &root = document->getRoot();
  LockedPipeline read;
  if (!root.isObject())
    reader.reportType(root, "a lock");
  else if (hasVersion(reader, root))
    reader.readObject(root, "a lock", lockFields, read);
  if (reader.hasErrors())
    return reader.takeError();
  PipelineLock lock;
  lock.release = std::move(read.release);
  for (LockedVariant &variant : read.variants) {
    variant.report.input = name;
    variant.report.wasChecked = false;
    variant.report.isExplained = true;
    variant.report.release = lock.release;
    if (getFingerprint(variant.report) != variant.fingerprint)
      reader
          .report(DiagnosticCode::BadValue, variant.fingerprintPlace,
                  "the fingerprint is not that of the passes of '" +
                      variant.report.variant +
                      "': the lock was edited or damaged")
          .help("write it again with --update, and look at what changes");
    lock.variants.push_back(std::move(variant.report));
  }
  if (Error error = reader.takeError())
    return error;
  return lock;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

std::vector<PipelineDiff>
PipelineLock::compareTo(const PipelineLock &now) const {
  std::vector<PipelineDiff> diffs = diffVariants(variants, now.variants);
  erase_if(diffs, [](const PipelineDiff &diff) { return diff.empty(); });
  return diffs;
}
