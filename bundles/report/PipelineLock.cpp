//===- PipelineLock.cpp - What runs, kept in a file ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/PipelineLock.h"
#include "builder/passes/Catalog.h"
#include "bundles/json/JsonFields.h"
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

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// The values that are given, or those that are defaults.
template <bool areDefaults>
static constexpr JsonField<Pass> valuesField(StringLiteral key) {
  return {key,
          [](const JsonInput &value, Pass &into) {
            value.forEachMember([&](const JsonInput &member) {
              std::string text;
              if (member.read(text))
                into.values.push_back(
                    {member.getKey().str(), std::move(text), areDefaults});
            });
          },
          [](JsonOutput &os, StringRef key, const Pass &from) {
            auto isOne = [](const Pass::Value &value) {
              return value.isDefault == areDefaults;
            };
            if (any_of(from.values, isOne))
              os.attributeObject(key, [&] {
                for (const Pass::Value &one :
                     make_filter_range(from.values, isOne))
                  os.attribute(one.name, one.value);
              });
          }};
}

static constexpr JsonField<Pass> passFields[] = {
    {"pass",
     [](const JsonInput &value, Pass &into) { value.read(into.node.name); },
     [](JsonOutput &os, StringRef key, const Pass &from) {
       os.attribute(key, from.node.name);
     }},
    {"on",
     [](const JsonInput &value, Pass &into) {
       std::string path;
       if (!value.read(path))
         return;
       for (StringRef op : split(path, '/'))
         into.nests.push_back(op.str());
     },
     [](JsonOutput &os, StringRef key, const Pass &from) {
       writeMember(os, key, join(from.nests, "/"));
     }},
    valuesField</*areDefaults=*/false>("options"),
    valuesField</*areDefaults=*/true>("defaults"),
};

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

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
  raw_string_ostream plain(text);
  JsonOutput os(plain, /*IndentSize=*/2);
  os.object([&] {
    os.attribute("lockVersion", version);
    os.attribute("llvm", release);
    os.attributeArray("variants", [&] {
      for (const Report &variant : variants)
        os.object([&] {
          os.attribute("variant", variant.variant);
          os.attribute("fingerprint", getFingerprint(variant));
          os.attribute("root", variant.root);
          os.attributeArray("passes", [&] {
            // Each in a line.
            for (const Pass &pass : variant.passes)
              os.rawValue(writeCompactJson([&](JsonOutput &line) {
                line.object([&] { writeFields(line, passFields, pass); });
              }));
          });
        });
    });
  });
  stream << makeAscii(text) << '\n';
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

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

static constexpr JsonField<Report> variantFields[] = {
    jsonField<&Report::variant>("variant"),
    // Compared when the passes are known.
    jsonRemark<Report>("fingerprint"),
    jsonField<&Report::root>("root"),
    {"passes",
     [](const JsonInput &value, Report &into) {
       value.forEachObject([&](const JsonInput &element) {
         Pass &pass = into.passes.emplace_back();
         pass.node.origin =
             value.getReader().getSource().getOrigin(element.getPlace());
         if (element.readObject("a pass", passFields, pass))
           finishPass(pass, into.passes.size() - 1);
       });
     },
     nullptr},
};

bool PipelineLock::isMeantAsLock(StringRef text) {
  return text.contains("\"lockVersion\"") || text.trim().empty();
}

/// Reports a version that is not this one.
static bool hasVersion(const JsonInput &root) {
  std::optional<JsonInput> member = root.find("lockVersion");
  unsigned found = 0;
  if (!member) {
    root.reportMissing("'lockVersion' is missing: this is no lock")
        .help("pmb-check --lock=<file> --update writes one");
    return false;
  }
  if (!member->read(found))
    return false;
  if (found == PipelineLock::version)
    return true;
  member
      ->reject("the lock has version " + std::to_string(found) +
               ", and only version " + std::to_string(PipelineLock::version) +
               " can be read")
      .help("read it with the pmb-check that has written it, or write it again "
            "with --update");
  return false;
}

Expected<PipelineLock> PipelineLock::parse(SourceText text) {
  std::string name = text.getName().str();
  Expected<JsonDocument> document = JsonDocument::parse(std::move(text));
  if (!document)
    return document.takeError();
  static constexpr JsonField<PipelineLock> lockFields[] = {
      {"lockVersion", [](const JsonInput &, PipelineLock &) {}, nullptr},
      jsonField<&PipelineLock::release>("llvm"),
      {"variants",
       [](const JsonInput &value, PipelineLock &into) {
         value.forEachObject([&](const JsonInput &element) {
           element.readObject("a variant", variantFields,
                              into.variants.emplace_back());
         });
       },
       nullptr},
  };
  JsonReader reader(*document);
  JsonInput root = reader.getRoot();
  PipelineLock lock;
  if (!root.isObject())
    root.reportType("a lock");
  else if (hasVersion(root))
    root.readObject("a lock", lockFields, lock);
  if (reader.hasErrors())
    return reader.takeError();
  for (auto [variant, element] :
       zip(lock.variants, root.at("variants").getElements())) {
    variant.input = name;
    variant.wasChecked = false;
    variant.isExplained = true;
    variant.release = lock.release;
    const JsonValue &fingerprint = element.at("fingerprint");
    if (getFingerprint(variant) != fingerprint.getText())
      reader
          .report(DiagnosticCode::BadValue, fingerprint.getPlace(),
                  "the fingerprint is not that of the passes of '" +
                      variant.variant + "': the lock was edited or damaged")
          .help("write it again with --update, and look at what changes");
  }
  if (Error error = reader.takeError())
    return error;
  return lock;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

void PipelineLock::addKinds(const Catalog &catalog) {
  for (Report &variant : variants)
    for (Pass &pass : variant.passes)
      if (const PassDescriptor *known = catalog.lookupPass(pass.node.name))
        pass.kinds = known->kinds;
}

static const Report *lookupVariant(ArrayRef<Report> variants, StringRef name) {
  const Report *found = find_if(
      variants, [&](const Report &variant) { return variant.variant == name; });
  return found == variants.end() ? nullptr : found;
}

void PipelineLock::dropOthers(const PipelineLock &now) {
  erase_if(variants, [&](const Report &variant) {
    return !lookupVariant(now.variants, variant.variant);
  });
}

Error PipelineLock::addOthers(const PipelineLock &old) {
  std::vector<Report> all;
  bool hasOthers = false;
  for (const Report &variant : old.variants) {
    const Report *now = lookupVariant(variants, variant.variant);
    hasOthers |= !now;
    all.push_back(now ? *now : variant);
  }
  if (hasOthers && old.release != release)
    return makeError(
        Diagnostic(DiagnosticCode::BadValue,
                   "the lock has other variants, which are of LLVM '" +
                       old.release + "', and the catalog is of '" + release +
                       "'")
            .help("write all variants: leave out --variant"));
  for (Report &variant : variants)
    if (!lookupVariant(old.variants, variant.variant))
      all.push_back(std::move(variant));
  variants = std::move(all);
  return Error::success();
}

std::vector<PipelineDiff>
PipelineLock::compareTo(const PipelineLock &now) const {
  std::vector<PipelineDiff> diffs = diffVariants(variants, now.variants);
  erase_if(diffs, [](const PipelineDiff &diff) { return diff.empty(); });
  return diffs;
}
