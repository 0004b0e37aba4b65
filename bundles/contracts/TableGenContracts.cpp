//===- TableGenContracts.cpp - Contracts from Passes.td -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/TableGenContracts.h"
#include "bundles/contracts/ContractJson.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What C++ calls otherwise than the IR
//===----------------------------------------------------------------------===//

namespace {
struct ClassName {
  StringLiteral cppClass;
  StringLiteral operation;
};
} // namespace

/// The operations that MLIR's own passes run on.
static constexpr ClassName operations[] = {
#define PMB_OPERATION_CLASS(CLASS, OPERATION) {CLASS, OPERATION},
#include "bundles/catalog/OperationClasses.inc"
#undef PMB_OPERATION_CLASS
};

/// The operations with an interface that MLIR's own passes run on.
static constexpr ClassName interfaceOperations[] = {
#define PMB_INTERFACE_OPERATION(INTERFACE, OPERATION) {INTERFACE, OPERATION},
#include "bundles/catalog/InterfaceOperations.inc"
#undef PMB_INTERFACE_OPERATION
};

static StringRef dropNamespaces(StringRef cppClass) {
  cppClass.consume_front("::");
  cppClass.consume_front("mlir::");
  return cppClass;
}

StringRef pmb::getOperationName(StringRef cppClass) {
  for (const ClassName &known : operations)
    if (dropNamespaces(cppClass) == known.cppClass)
      return known.operation;
  return "";
}

/// The value that an option has if it is not given, as a textual pipeline
/// spells it. Empty if there is none, or an expression that only a C++ compiler
/// understands.
static StringRef getDefault(StringRef type, StringRef value, StringRef flags) {
  value = value.trim();
  if (value.empty())
    return type == "bool" ? "false" : "";
  // clEnumValN(Mode::Fast, "fast", "...") or clEnumVal(Fast, "...")
  static const Regex enumValue("clEnumVal(N?)\\([ \t\n]*([A-Za-z0-9_:]+)"
                               "[ \t\n]*,[ \t\n]*\"([^\"]*)\"");
  StringRef enumerator = value.rsplit("::").second;
  if (enumerator.empty())
    enumerator = value;
  SmallVector<StringRef, 4> parts;
  for (; enumValue.match(flags, &parts);
       flags = flags.substr(parts[0].end() - flags.begin())) {
    StringRef name = parts[2];
    if (name.contains("::"))
      name = name.rsplit("::").second;
    if (name == enumerator)
      return parts[1] == "N" ? parts[3] : name;
  }
  if (type == "bool" && (value == "0" || value == "1"))
    return value == "1" ? "true" : "false";
  if (value == "true" || value == "false")
    return value;
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"' &&
      !value.contains('\\'))
    return value.drop_front().drop_back();
  StringRef digits = value;
  digits.consume_front("-");
  if (!digits.empty() && all_of(digits, isDigit))
    return value;
  return "";
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

namespace pmb {

class DumpTranslator {
public:
  explicit DumpTranslator(const JsonDocument &dump)
      : source(dump.getSource()), root(dump.getRoot()) {}

  Expected<TableGenContracts> run();

private:
  using Lines = function_ref<void(const JsonValue &record)>;

  /// Writes a member of the file, with a line for each record of a class.
  void writeSection(StringRef key, StringRef cppClass, Lines write);
  void writeName(const JsonValue &record, StringRef field);
  void writeObject(function_ref<void(JsonOutput &)> write);
  void writePass(JsonOutput &os, const JsonValue &record);
  void writeAnchor(JsonOutput &os, const JsonValue &record);
  void writeOptions(JsonOutput &os, const JsonValue &record);
  /// Writes a field that does not have its default value.
  void writeField(JsonOutput &os, StringRef key, const JsonValue &value,
                  unsigned depth);
  void writeRecord(JsonOutput &os, const JsonValue &record, unsigned depth);

  /// The record that a value refers to; null if it does not.
  const JsonValue *resolve(const JsonValue &value) const;
  Diagnostic &fail(DiagnosticCode code, const JsonValue &record,
                   std::string message);

  const SourceText &source;
  const JsonValue &root;
  StringMap<const JsonValue *> recordsByName;
  TableGenContracts result;
  std::string text;
  std::vector<Diagnostic> failures;
};

} // namespace pmb

/// Where a record is: tblgen writes `Passes.td:12`, for an instantiation with
/// the places that it comes from behind.
static Origin getRecordOrigin(const JsonValue &record) {
  ArrayRef<JsonValue> places = record.at("!locs").getElements();
  if (places.empty())
    return Origin::file("<unknown file>", 0, 0);
  auto [file, line] = places.front().getText().rsplit(':');
  unsigned number = 0;
  if (line.getAsInteger(10, number))
    return Origin::file(file, 0, 0);
  return Origin::file(file, number, 1);
}

Diagnostic &DumpTranslator::fail(DiagnosticCode code, const JsonValue &record,
                                 std::string message) {
  NodeRef ref;
  ref.origin = getRecordOrigin(record);
  failures.push_back(Diagnostic(code, std::move(message)).at(std::move(ref)));
  return failures.back();
}

const JsonValue *DumpTranslator::resolve(const JsonValue &value) const {
  const JsonMember *name = value.lookup("def");
  return name ? recordsByName.lookup(name->value.getText()) : nullptr;
}

void DumpTranslator::writeSection(StringRef key, StringRef cppClass,
                                  Lines write) {
  // Also the first line of a section has a record, though not of its own.
  result.records.push_back({});
  text += ("\"" + key + "\": {").str();
  StringMap<const JsonValue *> known;
  StringRef separator = "\n";
  for (const JsonValue &instance :
       root.at("!instanceof").at(cppClass).getElements()) {
    const JsonValue *record = recordsByName.lookup(instance.getText());
    if (!record)
      continue;
    StringRef name =
        record->at(record->lookup("argument") ? "argument" : "name").getText();
    auto [it, isNew] = known.try_emplace(name, record);
    if (!isNew) {
      fail(DiagnosticCode::DuplicateKey, *record,
           "there are two records for " + quote(name))
          .note("the other is at " + getRecordOrigin(*it->second).str());
      continue;
    }
    text += separator;
    separator = ",\n";
    result.records.push_back(
        {instance.getText().str(), getRecordOrigin(*record)});
    raw_string_ostream(text) << json::Value(json::fixUTF8(name)) << ": ";
    write(*record);
  }
  text += "}";
}

void DumpTranslator::writeObject(function_ref<void(JsonOutput &)> write) {
  raw_string_ostream stream(text);
  JsonOutput os(stream);
  os.object([&] { write(os); });
}

void DumpTranslator::writeField(JsonOutput &os, StringRef key,
                                const JsonValue &value, unsigned depth) {
  // Bits are the only numbers of these records.
  if (value.getKind() == JsonValue::Kind::Number) {
    if (value.getText() != "0")
      os.attribute(key, true);
    return;
  }
  if (const JsonValue *record = resolve(value)) {
    if (any_of(record->getMembers(), [](const JsonMember &member) {
          return !member.key.starts_with("!");
        }))
      os.attributeObject(key, [&] { writeRecord(os, *record, depth); });
    return;
  }
  // That an option is empty is a condition like any other.
  if (value.isString() && (!value.getText().empty() || key == "is"))
    os.attribute(key, value.getText());
  if (!value.isArray() || value.getElements().empty())
    return;
  os.attributeArray(key, [&] {
    for (const JsonValue &element : value.getElements()) {
      if (const JsonValue *record = resolve(element))
        os.object([&] { writeRecord(os, *record, depth); });
      else
        os.value(element.getText());
    }
  });
}

void DumpTranslator::writeRecord(JsonOutput &os, const JsonValue &record,
                                 unsigned depth) {
  // Entries have conditions, and nothing is deeper. A dump that tblgen did not
  // write may have records that contain themselves.
  if (depth == 4)
    return;
  for (const JsonMember &member : record.getMembers())
    if (!member.key.starts_with("!"))
      writeField(os, member.key, member.value, depth + 1);
}

void DumpTranslator::writeAnchor(JsonOutput &os, const JsonValue &record) {
  StringRef anchor = record.at("anchor").getText();
  if (!anchor.empty())
    return os.attribute("anchor", anchor);
  StringRef base = dropNamespaces(record.at("baseClass").getText());
  if (base.consume_front("InterfacePass<")) {
    base.consume_back(">");
    json::Array known;
    for (const ClassName &one : interfaceOperations)
      if (dropNamespaces(base) == one.cppClass)
        known.push_back(one.operation);
    if (!known.empty() && record.at("anchors").getElements().empty())
      os.attribute("anchors", std::move(known));
    return;
  }
  if (!base.consume_front("OperationPass<") || !base.consume_back(">"))
    return;
  base = dropNamespaces(base);
  if (base.empty())
    return;
  if (StringRef name = getOperationName(base); !name.empty())
    return os.attribute("anchor", name);
  fail(DiagnosticCode::MissingKey, record,
       "the pass " + quote(record.at("argument").getText()) + " runs on " +
           quote(base) + ", which may be called anything in the IR")
      .help("say it beside the contract: let anchor = \"acme.kernel\";");
}

void DumpTranslator::writeOptions(JsonOutput &os, const JsonValue &record) {
  os.attributeObject("options", [&] {
    StringSet<> known;
    for (const JsonValue &element : record.at("options").getElements()) {
      const JsonValue *option = resolve(element);
      if (!option || !known.insert(option->at("argument").getText()).second)
        continue;
      StringRef value = getDefault(option->at("type").getText(),
                                   option->at("defaultValue").getText(),
                                   option->at("additionalOptFlags").getText());
      // A pass manager is made from a text with its operation.
      if (option->at("type").getText() == "OpPassManager")
        os.attributeObject(option->at("argument").getText(),
                           [&] { os.attribute("type", "pipelines"); });
      else if (value.empty())
        os.attribute(option->at("argument").getText(), nullptr);
      else
        os.attribute(option->at("argument").getText(), value);
    }
  });
}

void DumpTranslator::writePass(JsonOutput &os, const JsonValue &record) {
  StringRef summary = record.at("summary").getText();
  if (!summary.empty())
    os.attribute("summary", summary);
  writeAnchor(os, record);
  writeOptions(os, record);
  bool hasEffect = false;
  auto write = [&](StringRef key) {
    const JsonMember *member = record.lookup(key);
    if (!member)
      return;
    hasEffect |= key == "lowers" && !member->value.getElements().empty();
    writeField(os, key, member->value, /*depth=*/0);
  };
  for (StringRef key : {"kinds", "anchors", "like"})
    write(key);
  for (StringRef word : getContractWords())
    write(word);
  // The contract is complete: what it does not say, the pass does not do.
  if (!hasEffect)
    os.attributeArray("lowers", [] {});
}

Expected<TableGenContracts> DumpTranslator::run() {
  for (const JsonMember &member : root.getMembers())
    if (!member.key.starts_with("!"))
      recordsByName[member.key] = &member.value;
  text = "{";
  writeSection("kinds", "PassKind", [&](const JsonValue &record) {
    raw_string_ostream(text) << json::Value(record.at("summary").getText());
  });
  text += ",\n";
  writeSection("properties", "IRProperty", [&](const JsonValue &record) {
    writeObject([&](JsonOutput &os) {
      for (StringRef key : {"summary", "fleeting", "establishedBy"})
        if (const JsonMember *member = record.lookup(key))
          writeField(os, key, member->value, /*depth=*/0);
    });
  });
  text += ",\n";
  size_t known = result.records.size() + 1; // with that of the first line
  writeSection("passes", "PassContract", [&](const JsonValue &record) {
    if (record.at("argument").getText().empty())
      fail(DiagnosticCode::MissingKey, record,
           "a record with PassContract is no pass")
          .help("write def Name : Pass<\"argument\">, PassContract");
    writeObject([&](JsonOutput &os) { writePass(os, record); });
  });
  text += "}\n";
  if (failures.empty() && result.records.size() == known)
    failures.push_back(
        Diagnostic(DiagnosticCode::MissingKey,
                   quotePath(source.getName()) + " has no pass with a contract")
            .help("write def Name : Pass<\"argument\">, PassContract"));
  if (!failures.empty())
    return makeError(std::move(failures));
  Expected<JsonDocument> document =
      JsonDocument::parse(SourceText::copy(text, source.getName()));
  if (!document)
    return document.takeError();
  result.document.emplace(std::move(*document));
  return std::move(result);
}

bool pmb::isTableGenDump(const JsonDocument &document) {
  return document.getRoot().at("!instanceof").isObject();
}

Expected<TableGenContracts> TableGenContracts::read(const JsonDocument &dump) {
  return DumpTranslator(dump).run();
}

std::string TableGenContracts::getPlace(unsigned line) const {
  if (line == 0 || line > records.size() || records[line - 1].name.empty())
    return "";
  const Origin &origin = records[line - 1].origin;
  return origin.name + ":" + std::to_string(origin.line);
}

void TableGenContracts::locate(Diagnostic &diagnostic) const {
  if (!diagnostic.node || !diagnostic.node->name.empty())
    return;
  Origin &origin = diagnostic.node->origin;
  if (origin.line == 0 || origin.line > records.size() ||
      records[origin.line - 1].name.empty())
    return;
  TextPlace place{origin.line, origin.column};
  const Record &record = records[origin.line - 1];
  // The line stands in no file, but shows what is meant.
  if (!diagnostic.notes.empty())
    diagnostic.notes.front() =
        Note{"the record " + quote(record.name) + " says", std::nullopt,
             Note::Kind::Source,
             document->getSource().getSnippet(place, /*hasNumber=*/false)};
  origin = record.origin;
}
