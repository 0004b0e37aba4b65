//===- ContractsFile.cpp - Contracts as JSON ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/ContractsFile.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/NameChecker.h"
#include "bundles/contracts/ContractJson.h"
#include "bundles/contracts/ContractsSections.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/contracts/TableGenContracts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
/// What a file says, before anything of it is added to a catalog.
class ContractsReader {
public:
  /// `getPlace` tells where a place of the document is from; without it, it is
  /// just that.
  ContractsReader(const JsonDocument &document, Catalog &catalog,
                  function_ref<std::string(TextPlace)> getPlace = nullptr)
      : reader(document), document(document), catalog(catalog),
        getPlace(getPlace) {}

  Expected<std::vector<Diagnostic>> run(const JsonValue &root);

  /// If it is set, decides which passes are read, by what the document alone
  /// says of them.
  function_ref<bool(const PassDescriptor &)> take = nullptr;

  void readKinds(const JsonValue &value) { readSummaries(value, kinds); }
  void readVariants(const JsonValue &value) { readSummaries(value, variants); }
  void readMarks(const JsonValue &value) { readSummaries(value, marks); }
  void readBarrier(const JsonValue &value) { reader.readName(value, barrier); }
  void readRelease(const JsonValue &value);
  void readRenamed(const JsonValue &value);
  void readProperties(const JsonValue &value);
  void readTypes(const JsonValue &value);
  void readOperations(const JsonValue &value);
  void readContents(const JsonValue &value);
  void readDialects(const JsonValue &value);
  void readPasses(const JsonValue &value);
  PassDescriptor readOwn(const JsonMember &member, JsonReader &again) const;
  void checkSame(const PassDescriptor &known, const JsonMember &member);

  JsonReader reader;

private:
  /// A kind, a variant or a mark.
  struct Summary {
    std::string name, text;
  };
  struct Property {
    PropertyDescriptor property;
    const JsonMember *member;
  };
  struct Operation {
    OperationDescriptor operation;
    const JsonMember *member;
  };
  struct Contents {
    ContentsDescriptor contents;
    const JsonMember *member;
  };
  struct Pass {
    PassDescriptor pass;
    const JsonMember *member;
  };

  void readSummaries(const JsonValue &value, std::vector<Summary> &into);
  // A contract for a pass that does not exist has no effect, and an entry about
  // one says nothing; neither is an error, as passes may come from anywhere.
  void checkNewPasses();
  void checkKinds();
  void checkAnchors(const Catalog &trial);
  void checkTargets();
  void warnOfName(std::optional<Diagnostic> finding, TextPlace place);
  void reportChanges(const PassDescriptor &before, const PassDescriptor &after,
                     TextPlace place);
  void addOverridden(TextPlace place, std::string message) {
    warnings.push_back(reader.getSource().diagnose(DiagnosticCode::Overridden,
                                                   place, std::move(message)));
  }

  std::string findPlace(TextPlace place) const {
    return getPlace ? getPlace(place)
                    : reader.getSource().getOrigin(place).str();
  }

  const JsonDocument &document;
  Catalog &catalog;
  function_ref<std::string(TextPlace)> getPlace;
  // Members are those of the document.
  std::vector<Summary> kinds, variants, marks;
  std::string barrier, release;
  /// Passes of earlier releases, each with the one that does its work.
  std::vector<std::pair<std::string, std::string>> renamed;
  std::vector<Property> properties;
  struct Type {
    TypeDescriptor type;
    bool isExtension = false;
  };
  std::vector<Type> types;
  std::vector<Operation> operations;
  std::vector<Contents> contents;
  std::vector<std::pair<std::string, std::vector<std::string>>> dialects;
  std::vector<Pass> passes;
  std::vector<Diagnostic> warnings;
};
} // namespace

template <void (ContractsReader::*function)(const JsonValue &)>
static constexpr JsonField<ContractsReader> sectionField(StringLiteral key) {
  return {key,
          [](JsonReader &, const JsonValue &value, ContractsReader &into) {
            (into.*function)(value);
          },
          nullptr};
}

static constexpr JsonField<ContractsReader> fileFields[] = {
    jsonRemark<ContractsReader>("$schema"),
    sectionField<&ContractsReader::readRelease>("llvm"),
    sectionField<&ContractsReader::readKinds>("kinds"),
    sectionField<&ContractsReader::readVariants>("variants"),
    sectionField<&ContractsReader::readProperties>("properties"),
    sectionField<&ContractsReader::readMarks>("marks"),
    sectionField<&ContractsReader::readTypes>("types"),
    sectionField<&ContractsReader::readOperations>("operations"),
    sectionField<&ContractsReader::readContents>("contents"),
    sectionField<&ContractsReader::readDialects>("dialects"),
    sectionField<&ContractsReader::readBarrier>("barrier"),
    sectionField<&ContractsReader::readRenamed>("renamed"),
    sectionField<&ContractsReader::readPasses>("passes"),
};

void ContractsReader::readSummaries(const JsonValue &value,
                                    std::vector<Summary> &into) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    Summary summary{member.key.str(), ""};
    if (reader.checkName(member.key, member.place) &&
        reader.read(member.value, summary.text))
      into.push_back(std::move(summary));
  });
}

void ContractsReader::readRelease(const JsonValue &value) {
  if (!reader.read(value, release))
    return;
  StringRef known = catalog.getRelease();
  if (!known.empty() && known != release)
    warnings.push_back(reader.getSource().diagnose(
        DiagnosticCode::OtherRelease, value.getPlace(),
        formatv("the contracts are for LLVM {0}, and the catalog is for LLVM "
                "{1}",
                release, known)));
}

void ContractsReader::readRenamed(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    std::string pass;
    if (reader.checkName(member.key, member.place) &&
        reader.readName(member.value, pass))
      renamed.push_back({member.key.str(), std::move(pass)});
  });
}

void ContractsReader::readProperties(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    PropertyDescriptor property;
    property.name = member.key.str();
    if (member.value.isString())
      property.summary = member.value.getText().str();
    else
      reader.readObject(member.value, "a property", propertySectionFields,
                        property);
    if (!reader.checkName(member.key, member.place))
      return;
    const PropertyDescriptor *known = catalog.lookupProperty(property.name);
    if (known && !known->establishedBy.empty() &&
        !property.establishedBy.empty() &&
        known->establishedBy != property.establishedBy)
      addOverridden(member.place,
                    formatv("what establishes '{0}' was '{1}' and is now '{2}'",
                            property.name, known->establishedBy,
                            property.establishedBy));
    properties.push_back({std::move(property), &member});
  });
}

void ContractsReader::readTypes(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    Type read;
    TypeDescriptor &type = read.type;
    type.name = member.key.str();
    // Beside the fields, whether they are all or some more.
    if (const JsonMember *extend = member.value.lookup("extend"))
      reader.read(extend->value, read.isExtension);
    reader.readObject(member.value, "a type", typeFields, type);
    if (!member.key.starts_with("!"))
      reader.report(DiagnosticCode::BadName, member.place,
                    "the name of a type begins with '!'");
    if (const TypeDescriptor *known = catalog.lookupType(type.name);
        known && !read.isExtension)
      if (known->carriers != type.carriers || known->becomes != type.becomes)
        addOverridden(member.place, "what was known of the type '" + type.name +
                                        "' is overridden");
    types.push_back(std::move(read));
  });
}

void ContractsReader::readOperations(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    OperationDescriptor operation;
    operation.name = member.key.str();
    reader.readObject(member.value, "an operation", operationFields, operation);
    if (reader.checkName(member.key, member.place))
      operations.push_back({std::move(operation), &member});
  });
}

void ContractsReader::readContents(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    ContentsDescriptor named;
    named.name = member.key.str();
    reader.readObject(member.value, "named contents", contentsFields, named);
    if (reader.checkName(member.key, member.place))
      contents.push_back({std::move(named), &member});
  });
}

void ContractsReader::readDialects(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    std::vector<std::string> anchors;
    if (!reader.checkName(member.key, member.place) ||
        !reader.read(member.value, anchors))
      return;
    for (const std::string &anchor : anchors)
      if (!StringRef(anchor).starts_with(member.key.str() + "."))
        reader.report(DiagnosticCode::BadName, member.value.getPlace(),
                      quote(anchor) + " is no operation of '" +
                          member.key.str() + "'");
    dialects.push_back({member.key.str(), std::move(anchors)});
  });
}

PassDescriptor ContractsReader::readOwn(const JsonMember &member,
                                        JsonReader &again) const {
  PassDescriptor own(member.key);
  readPassDescriptor(again, member.value, own);
  own.describedIn = findPlace(member.place);
  return own;
}

/// What two parties say of one pass must be the same; see Catalog.
void ContractsReader::checkSame(const PassDescriptor &known,
                                const JsonMember &member) {
  if (catalog.getDescribedIn().empty() || known.describedIn.empty() ||
      known.isOverride)
    return;
  JsonReader again(document);
  PassDescriptor own = readOwn(member, again);
  if (Error error = again.takeError())
    return consumeError(std::move(error)); // reported where it is read
  reader.report(member.place, member.value, Catalog::verifySame(known, own));
}

void ContractsReader::readPasses(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    if (!reader.checkName(member.key, member.place))
      return;
    if (take) {
      JsonReader again(document);
      bool isTaken = take(readOwn(member, again));
      consumeError(again.takeError()); // reported where it is read
      if (!isTaken)
        return;
    }
    PassDescriptor pass(member.key);
    const PassDescriptor *known = catalog.lookupPass(member.key);
    if (known)
      pass = *known;
    const JsonMember *override = member.value.lookup("override");
    bool isOverride = override && override->value.getBool();
    if (isOverride) {
      pass.kinds.clear();
      pass.contract = Contract();
      pass.hasContract = false;
      if (known)
        addOverridden(member.place, "what was known of '" + member.key.str() +
                                        "' is overridden");
    }
    if (known && !isOverride)
      checkSame(*known, member);
    if (!known || isOverride)
      pass.describedIn = findPlace(member.place);
    pass.isOverride |= isOverride;
    // What is said again counts once.
    Contract before = std::exchange(pass.contract, Contract());
    readPassDescriptor(reader, member.value, pass);
    reader.report(member.place, member.value,
                  pass.contract.verifyReach(member.key));
    before.extend(pass.contract);
    if (member.value.lookup("idempotent"))
      before.idempotent(pass.contract.isIdempotent());
    pass.contract = std::move(before);
    if (known)
      reportChanges(*known, pass, member.place);
    passes.push_back({std::move(pass), &member});
  });
}

void ContractsReader::reportChanges(const PassDescriptor &before,
                                    const PassDescriptor &after,
                                    TextPlace place) {
  auto compare = [&](StringRef what, const std::string &old,
                     const std::string &now) {
    if (!old.empty() && old != now)
      addOverridden(place,
                    formatv("the {0} of '{1}' was '{2}' and is now '{3}'", what,
                            before.name, old, now));
  };
  compare("anchor", before.anchor, after.anchor);
  compare("anchors", join(before.anchorChoices, ", "),
          join(after.anchorChoices, ", "));
  for (const OptionDescriptor &option : before.options)
    compare("default of option '" + option.name + "'", option.defaultValue,
            after.lookupOption(option.name)->defaultValue);
}

Expected<std::vector<Diagnostic>> ContractsReader::run(const JsonValue &root) {
  reader.readObject(root, "a contracts file", fileFields, *this);
  if (reader.hasErrors())
    return reader.takeError();
  // First on a copy, as one bad entry must leave no trace.
  Catalog trial = catalog.clone();
  checkNewPasses();
  checkKinds();
  for (Catalog *target : {&trial, &catalog}) {
    auto add = [&](const JsonMember *member, Error error) {
      reader.report(member->place, member->value, std::move(error));
    };
    for (const Summary &kind : kinds)
      target->addKind(kind.name, kind.text);
    for (const Summary &variant : variants)
      target->addVariant(variant.name, variant.text);
    for (const Property &property : properties)
      add(property.member, target->addProperty(property.property));
    for (const Summary &mark : marks)
      target->addMark(mark.name, mark.text);
    if (target->getRelease().empty())
      target->setRelease(release);
    for (const auto &[old, pass] : renamed)
      target->addRenamed(old, pass);
    for (const Type &type : types)
      if (type.isExtension)
        target->extendType(type.type);
      else
        target->addType(type.type);
    for (const Operation &operation : operations)
      add(operation.member, target->addOperation(operation.operation));
    for (const auto &[name, anchors] : dialects)
      target->addDialect(name, anchors);
    for (const Contents &named : contents)
      add(named.member, target->addContents(named.contents));
    // A contract may name kinds of passes that come later in the file.
    for (const Pass &pass : passes)
      for (const std::string &kind : pass.pass.kinds)
        target->addKind(kind);
    for (const Pass &pass : passes)
      add(pass.member, target->overridePass(pass.pass));
    // What the file says of it is said.
    if (!barrier.empty())
      target->setBarrier(barrier);
    if (target == &trial)
      checkAnchors(trial);
    if (reader.hasErrors())
      return reader.takeError();
  }
  checkTargets();
  return std::move(warnings);
}

void ContractsReader::warnOfName(std::optional<Diagnostic> finding,
                                 TextPlace place) {
  if (!finding)
    return;
  finding->fix.reset();
  finding->node.reset();
  reader.getSource().locate(*finding, place);
  warnings.push_back(std::move(*finding));
}

static NodeRef makeRef(StringRef name) {
  NodeRef ref;
  ref.name = name.str();
  return ref;
}

void ContractsReader::checkNewPasses() {
  NameChecker checker(catalog);
  for (const Pass &pass : passes)
    // Who describes a pass of an earlier release has it.
    if (catalog.lookupRenamed(pass.member->key).empty())
      warnOfName(checker.checkPass(makeRef(pass.member->key), ""),
                 pass.member->place);
}

/// A kind need not be declared. But if its name is nearly that of a declared
/// one, it is most likely misspelled.
void ContractsReader::checkKinds() {
  std::vector<StringRef> known = catalog.getKindNames();
  for (const Summary &kind : kinds)
    known.push_back(kind.name);
  llvm::sort(known);
  known.erase(llvm::unique(known), known.end());
  auto check = [&](const JsonValue &kind) {
    StringRef intended = findIntended(kind.getText(), known);
    if (intended.empty())
      return;
    Diagnostic warning = reader.getSource().diagnose(
        DiagnosticCode::UnknownKind, kind.getPlace(),
        formatv("nothing has declared a kind '{0}'", kind.getText()));
    warning.severity = Severity::Warning;
    warnings.push_back(
        std::move(warning.about(kind.getText())
                      .help(didYouMean("'" + intended.str() + "'") +
                            " If not, declare it under 'kinds' of the file")));
  };
  for (const Pass &pass : passes)
    if (const JsonMember *member = pass.member->value.lookup("kinds"))
      reader.forEach(member->value, check);
}

void ContractsReader::checkAnchors(const Catalog &trial) {
  NameChecker checker(trial);
  for (const Pass &pass : passes)
    for (StringRef key : {"anchor", "anchors"})
      if (const JsonMember *anchors = pass.member->value.lookup(key))
        reader.forEach(anchors->value, [&](const JsonValue &anchor) {
          std::optional<Diagnostic> finding =
              checker.checkAnchor(makeRef(anchor.getText()));
          if (finding && finding->severity == Severity::Error)
            reader.report(finding->code, anchor.getPlace(), finding->message)
                .notes.push_back(finding->notes.back());
          else
            warnOfName(std::move(finding), anchor.getPlace());
        });
}

void ContractsReader::checkTargets() {
  NameChecker checker(catalog);
  for (const Pass &pass : passes) {
    const JsonValue &value = pass.member->value;
    // Not what was known of it before.
    Contract own;
    readContractWords(reader, value, own);
    checker.checkTargets(own, [&](Diagnostic finding) {
      TextPlace place =
          findText(value, finding.subject).value_or(pass.member->place);
      warnOfName(std::move(finding), place);
    });
  }
}

static Expected<std::vector<Diagnostic>> readDump(const JsonDocument &dump,
                                                  Catalog &catalog) {
  Expected<TableGenContracts> contracts = TableGenContracts::read(dump);
  if (!contracts)
    return contracts.takeError();
  const JsonDocument &document = contracts->getDocument();
  auto getPlace = [&](TextPlace place) {
    return contracts->getPlace(place.line);
  };
  Expected<std::vector<Diagnostic>> warnings =
      ContractsReader(document, catalog, getPlace).run(document.getRoot());
  if (warnings) {
    for (Diagnostic &warning : *warnings)
      contracts->locate(warning);
    return warnings;
  }
  std::vector<Diagnostic> errors = takeDiagnostics(warnings.takeError());
  for (Diagnostic &error : errors)
    contracts->locate(error);
  return makeError(std::move(errors));
}

Expected<std::vector<Diagnostic>>
pmb::readContracts(const JsonDocument &document, Catalog &catalog) {
  if (isTableGenDump(document))
    return readDump(document, catalog);
  return ContractsReader(document, catalog).run(document.getRoot());
}

Expected<std::vector<Diagnostic>> pmb::readContracts(SourceText text,
                                                     Catalog &catalog) {
  Expected<JsonDocument> document = JsonDocument::parse(std::move(text));
  if (!document)
    return document.takeError();
  return readContracts(*document, catalog);
}

Error pmb::readContracts(const ContractsText &text, Catalog &catalog,
                         function_ref<bool(const PassDescriptor &said)> take) {
  Expected<JsonDocument> document =
      JsonDocument::parse(SourceText::refer(text.text, text.name));
  if (!document)
    return document.takeError();
  auto getPlace = [&](TextPlace place) {
    return place.line <= text.placeCount && text.places[place.line - 1]
               ? std::string(text.places[place.line - 1])
               : document->getSource().getOrigin(place).str();
  };
  ContractsReader reader(*document, catalog, getPlace);
  reader.take = take;
  return reader.run(document->getRoot()).takeError();
}

Expected<std::vector<Diagnostic>> pmb::readContractsFile(StringRef path,
                                                         Catalog &catalog) {
  Expected<SourceText> text = SourceText::read(path);
  if (!text)
    return text.takeError();
  return readContracts(std::move(*text), catalog);
}
