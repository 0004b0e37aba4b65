//===- ContractsFile.cpp - Contracts as JSON ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/contracts/ContractsFile.h"
#include "bundles/contracts/ContractsReader.h"
#include "bundles/contracts/ContractsSections.h"
#include "bundles/contracts/TableGenContracts.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

template <typename Fn>
void ContractsReader::declare(const JsonMember &member, Fn add) {
  declarations.push_back(
      {&member, [add](Catalog &target) {
         if constexpr (std::is_void_v<decltype(add(target))>) {
           add(target);
           return Error::success();
         } else {
           return add(target);
         }
       }});
}

template <typename T>
bool ContractsReader::readDescriptor(const JsonMember &member, StringRef what,
                                     T &into) {
  into.name = member.key.str();
  reader.readObject(member.value, what, sectionFields<T>, into);
  return reader.checkName(member.key, member.place);
}

template <void (Catalog::*add)(StringRef, StringRef)>
void ContractsReader::readSummaries(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    std::string text;
    if (reader.checkName(member.key, member.place) &&
        reader.read(member.value, text))
      declare(member, [name = member.key, text](Catalog &target) {
        (target.*add)(name, text);
      });
  });
}

void ContractsReader::readRelease(const JsonValue &value) {
  std::string release;
  if (!reader.read(value, release))
    return;
  StringRef known = catalog.getRelease();
  if (known.empty())
    declare(*document.getRoot().lookup("llvm"),
            [release](Catalog &target) { target.setRelease(release); });
  else if (known != release)
    warn(DiagnosticCode::OtherRelease, value.getPlace(),
         formatv("the contracts are for LLVM {0}, and the catalog is for LLVM "
                 "{1}",
                 release, known));
}

void ContractsReader::readRenamed(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    PassSuccessor now;
    bool isRead =
        member.value.isObject()
            ? reader.readObject(member.value, "what does the work of a pass",
                                ArrayRef(sectionFields<PassSuccessor>), now)
            : reader.readName(member.value, now.pass);
    if (!reader.checkName(member.key, member.place) || !isRead)
      return;
    if (now.pass.empty() && now.reason.empty())
      reader.report(DiagnosticCode::MissingKey, member.value.getPlace(),
                    "'" + member.key.str() +
                        "' needs a 'pass' that does its work, or a 'reason' "
                        "why there is none");
    declare(member, [old = member.key, now](Catalog &target) {
      target.addRenamed(old, now);
    });
  });
}

void ContractsReader::readChanges(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    PassHistory history;
    if (reader.checkName(member.key, member.place) &&
        reader.readObject(member.value, "what has changed for a pass",
                          ArrayRef(sectionFields<PassHistory>), history))
      declare(member, [pass = member.key, history](Catalog &target) {
        target.addHistory(pass, history);
      });
  });
}

void ContractsReader::readProperties(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    PropertyDescriptor property;
    if (member.value.isString()) {
      property.name = member.key.str();
      property.summary = member.value.getText().str();
      if (!reader.checkName(member.key, member.place))
        return;
    } else if (!readDescriptor(member, "a property", property)) {
      return;
    }
    const PropertyDescriptor *known = catalog.lookupProperty(property.name);
    if (known && !known->establishedBy.empty() &&
        !property.establishedBy.empty() &&
        known->establishedBy != property.establishedBy)
      warn(DiagnosticCode::Overridden, member.place,
           formatv("what establishes '{0}' was '{1}' and is now '{2}'",
                   property.name, known->establishedBy,
                   property.establishedBy));
    declare(member, [property](Catalog &target) {
      return target.addProperty(property);
    });
  });
}

void ContractsReader::readTypes(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    TypeDescriptor type;
    readDescriptor(member, "a type", type);
    // Beside the fields, whether they are all or some more.
    bool isExtension = false;
    if (const JsonMember *extend = member.value.lookup("extend"))
      reader.read(extend->value, isExtension);
    if (!Item(member.key).isType())
      reader.report(DiagnosticCode::BadName, member.place,
                    "the name of a type begins with '!'");
    if (const TypeDescriptor *known = catalog.lookupType(type.name);
        known && !isExtension)
      if (known->carriers != type.carriers || known->becomes != type.becomes)
        warn(DiagnosticCode::Overridden, member.place,
             "what was known of the type '" + type.name + "' is overridden");
    declare(member, [type, isExtension](Catalog &target) {
      isExtension ? target.extendType(type) : target.addType(type);
    });
  });
}

void ContractsReader::readOperations(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    OperationDescriptor operation;
    if (readDescriptor(member, "an operation", operation))
      declare(member, [operation](Catalog &target) {
        return target.addOperation(operation);
      });
  });
}

void ContractsReader::readContents(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    ContentsDescriptor named;
    if (readDescriptor(member, "named contents", named))
      declare(member,
              [named](Catalog &target) { return target.addContents(named); });
  });
}

void ContractsReader::readDialects(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    std::vector<std::string> anchors;
    if (!reader.checkName(member.key, member.place) ||
        !reader.read(member.value, anchors))
      return;
    reader.forEach(member.value, [&](const JsonValue &element) {
      StringRef anchor = element.getText();
      if (anchor.split('.').first == member.key && anchor.contains('.'))
        return;
      Diagnostic &report = reader.report(
          DiagnosticCode::BadName, element.getPlace(),
          quote(anchor) + " is no operation of " + quote(member.key));
      if (catalog.lookupDialect(anchor.split('.').first) ==
          Catalog::Dialect::Unknown)
        report.help("write " + quote((member.key + "." + anchor).str()));
    });
    declare(member, [name = member.key, anchors](Catalog &target) {
      target.addDialect(name, anchors);
    });
  });
}

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
    sectionField<&ContractsReader::readSummaries<&Catalog::addKind>>("kinds"),
    sectionField<&ContractsReader::readSummaries<&Catalog::addVariant>>(
        "variants"),
    sectionField<&ContractsReader::readProperties>("properties"),
    sectionField<&ContractsReader::readSummaries<&Catalog::addMark>>("marks"),
    sectionField<&ContractsReader::readTypes>("types"),
    sectionField<&ContractsReader::readOperations>("operations"),
    sectionField<&ContractsReader::readContents>("contents"),
    sectionField<&ContractsReader::readDialects>("dialects"),
    sectionField<&ContractsReader::readBarrier>("barrier"),
    sectionField<&ContractsReader::readRenamed>("renamed"),
    sectionField<&ContractsReader::readChanges>("changes"),
    sectionField<&ContractsReader::readPasses>("passes"),
};

/// Refuses a pipeline file, or a plugin that is one, as a whole: each of its
/// keys would be wrong.
static Error verifyIsNoPipeline(const JsonDocument &document) {
  const JsonValue &root = document.getRoot();
  const JsonMember *telling = root.lookup("passes");
  if (telling && telling->value.getElements().empty())
    telling = nullptr;
  for (StringRef key : {"insert", "move", "remove", "setOptions"})
    if (!telling)
      telling = root.lookup(key);
  if (!telling)
    return Error::success();
  return makeError(
      document.getSource()
          .diagnose(DiagnosticCode::BadValue, telling->place,
                    "this is a pipeline file, and contracts of passes are "
                    "expected")
          .help("a pipeline is an input of the check; what it says under "
                "'contracts' counts there"));
}

Expected<std::vector<Diagnostic>> ContractsReader::run(const JsonValue &root) {
  if (Error error = verifyIsNoPipeline(document))
    return error;
  reader.readObject(root, "a contracts file", fileFields, *this);
  if (reader.hasErrors())
    return reader.takeError();
  // First on a copy, as one bad entry must leave no trace.
  Catalog trial = catalog.clone();
  checkNewPasses();
  for (Catalog *target : {&trial, &catalog}) {
    auto add = [&](const JsonMember *member, Error error) {
      reader.report(member->place, member->value, std::move(error));
    };
    for (const Declaration &declaration : declarations)
      add(declaration.member, declaration.add(*target));
    if (target == &trial)
      checkKinds(trial);
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

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

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
