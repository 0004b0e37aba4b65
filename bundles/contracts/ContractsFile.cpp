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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

template <typename ResultT, typename... ParamTs, typename... ArgTs>
void ContractsReader::declare(const JsonInput &member,
                              ResultT (Catalog::*add)(ParamTs...),
                              const ArgTs &...args) {
  declarations.push_back({member, [=](Catalog &target) {
                            if constexpr (std::is_void_v<ResultT>) {
                              (target.*add)(args...);
                              return Error::success();
                            } else {
                              return (target.*add)(args...);
                            }
                          }});
}

template <typename T>
bool ContractsReader::readDescriptor(const JsonInput &member, T &into) {
  into.name = member.getKey().str();
  member.readObject(sectionName<T>, sectionFields<T>, into);
  return member.checkKeyName();
}

template <void (Catalog::*add)(StringRef, StringRef)>
void ContractsReader::readSummaries(const JsonInput &value) {
  value.forEachMember([&](const JsonInput &member) {
    std::string text;
    if (member.checkKeyName() && member.read(text))
      declare(member, add, member.getKey(), text);
  });
}

void ContractsReader::readRelease(const JsonInput &value) {
  std::string release;
  if (!value.read(release))
    return;
  StringRef known = catalog.getRelease();
  if (known.empty())
    declare(value, &Catalog::setRelease, release);
  else if (known != release)
    warn(DiagnosticCode::OtherRelease, value.getPlace(),
         formatv("the contracts are for LLVM {0}, and the catalog is for LLVM "
                 "{1}",
                 release, known));
}

void ContractsReader::readRenamed(const JsonInput &value) {
  value.forEachMember([&](const JsonInput &member) {
    PassSuccessor now;
    bool isRead =
        member.isObject()
            ? member.readObject("what does the work of a pass",
                                ArrayRef(sectionFields<PassSuccessor>), now)
            : member.readName(now.pass);
    if (!member.checkKeyName() || !isRead)
      return;
    if (now.pass.empty() && now.reason.empty())
      member.reportMissing("'" + member.getKey().str() +
                           "' needs a 'pass' that does its work, or a 'reason' "
                           "why there is none");
    declare<void, StringRef, PassSuccessor>(member, &Catalog::addRenamed,
                                            member.getKey(), now);
  });
}

/// No pass of an earlier release is replaced by itself, directly or through
/// others: `--fix` would go round.
void ContractsReader::checkRenamed(const Catalog &trial) {
  std::optional<JsonInput> section = reader.getRoot().find("renamed");
  if (!section)
    return;
  enum State { Unseen, Open, Done };
  struct Step {
    StringRef name;
    SmallVector<StringRef, 1> next;
  };
  StringMap<State> states;
  std::vector<Step> path;
  auto report = [&](StringRef name) {
    auto begin =
        find_if(path, [&](const Step &step) { return step.name == name; });
    std::string circle;
    std::optional<JsonInput> member;
    for (const Step &step : make_range(begin, path.end())) {
      circle += quote(step.name) + " -> ";
      if (!member)
        member = section->find(step.name);
    }
    Diagnostic &failure = member->reportKey(
        DiagnosticCode::ContradictoryContract,
        quote(member->getKey()) + " would be replaced by itself");
    if (path.end() - begin > 1)
      failure.note(circle + quote(name));
    failure.help("name the pass of this release that does its work");
  };
  auto enter = [&](StringRef name) {
    const PassSuccessor *now = trial.getRenamed().lookup(name);
    if (!now)
      return;
    State &state = states[name];
    if (state == Open)
      report(name);
    if (state != Unseen)
      return;
    state = Open;
    Step &step = path.emplace_back(Step{name, {now->pass}});
    append_range(step.next, now->then);
  };
  section->forEachMember([&](const JsonInput &member) {
    enter(member.getKey());
    while (!path.empty()) {
      if (path.back().next.empty()) {
        states[path.back().name] = Done;
        path.pop_back();
        continue;
      }
      enter(path.back().next.pop_back_val());
    }
  });
}

void ContractsReader::readChanges(const JsonInput &value) {
  value.forEachMember([&](const JsonInput &member) {
    PassHistory history;
    if (member.checkKeyName() &&
        member.readObject("what has changed for a pass",
                          ArrayRef(sectionFields<PassHistory>), history))
      declare(member, &Catalog::addHistory, member.getKey(), history);
  });
}

void ContractsReader::readProperties(const JsonInput &value) {
  value.forEachMember([&](const JsonInput &member) {
    PropertyDescriptor property;
    if (member.isString()) {
      property.name = member.getKey().str();
      property.summary = member.getText().str();
      if (!member.checkKeyName())
        return;
    } else if (!readDescriptor(member, property)) {
      return;
    }
    const PropertyDescriptor *known = catalog.lookupProperty(property.name);
    if (known && !known->establishedBy.empty() &&
        !property.establishedBy.empty() &&
        known->establishedBy != property.establishedBy)
      warn(DiagnosticCode::Overridden, member.getKeyPlace(),
           formatv("what establishes '{0}' was '{1}' and is now '{2}'",
                   property.name, known->establishedBy,
                   property.establishedBy));
    declare(member, &Catalog::addProperty, property);
  });
}

void ContractsReader::readTypes(const JsonInput &value) {
  value.forEachMember([&](const JsonInput &member) {
    TypeDescriptor type;
    readDescriptor(member, type);
    // Beside the fields, whether they are all or some more.
    bool isExtension = false;
    if (std::optional<JsonInput> extend = member.find("extend"))
      extend->read(isExtension);
    if (!Item(member.getKey()).isType())
      member.reportKey(DiagnosticCode::BadName,
                       "the name of a type begins with '!'");
    if (std::optional<JsonInput> agreeOn = member.find("agreeOn");
        agreeOn && !type.agreeOn.empty() &&
        !StringRef(type.agreeOn).contains('='))
      agreeOn->report(DiagnosticCode::BadValue,
                      "say what its default stands for: " + type.agreeOn +
                          "=<value>");
    if (const TypeDescriptor *known = catalog.lookupType(type.name);
        known && !isExtension)
      if (known->carriers != type.carriers || known->becomes != type.becomes)
        warn(DiagnosticCode::Overridden, member.getKeyPlace(),
             "what was known of the type '" + type.name + "' is overridden");
    declare(member, isExtension ? &Catalog::extendType : &Catalog::addType,
            type);
  });
}

template <typename T, auto add>
void ContractsReader::readDescriptors(const JsonInput &value) {
  value.forEachMember([&](const JsonInput &member) {
    T described;
    if (readDescriptor(member, described))
      declare(member, add, described);
  });
}

void ContractsReader::readContents(const JsonInput &value) {
  value.forEachMember([&](const JsonInput &member) {
    ContentsDescriptor contents;
    if (!readDescriptor(member, contents))
      return;
    const ContentsDescriptor *known = catalog.lookupContents(contents.name);
    if (known && known->items != contents.items)
      warn(DiagnosticCode::Overridden, member.getKeyPlace(),
           "what was known of the contents '" + contents.name +
               "' is overridden");
    declare(member, &Catalog::addContents, contents);
  });
}

void ContractsReader::readDialects(const JsonInput &value) {
  value.forEachMember([&](const JsonInput &member) {
    std::vector<std::string> anchors;
    if (!member.checkKeyName() || !member.read(anchors))
      return;
    member.forEach([&](const JsonInput &element) {
      StringRef anchor = element.getText();
      if (anchor.split('.').first == member.getKey() && anchor.contains('.'))
        return;
      Diagnostic &report = element.report(
          DiagnosticCode::BadName,
          quote(anchor) + " is no operation of " + quote(member.getKey()));
      if (catalog.lookupDialect(anchor.split('.').first) ==
          Catalog::Dialect::Unknown)
        report.help("write " + quote((member.getKey() + "." + anchor).str()));
    });
    declare(member, &Catalog::addDialect, member.getKey(), anchors);
  });
}

template <void (ContractsReader::*function)(const JsonInput &)>
static constexpr JsonField<ContractsReader> sectionField(StringLiteral key) {
  return {key,
          [](const JsonInput &value, ContractsReader &into) {
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
    sectionField<&ContractsReader::readDescriptors<OperationDescriptor,
                                                   &Catalog::addOperation>>(
        "operations"),
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

Expected<std::vector<Diagnostic>> ContractsReader::run() {
  if (Error error = verifyIsNoPipeline(reader.getDocument()))
    return error;
  reader.getRoot().readObject("a contracts file", fileFields, *this);
  if (reader.hasErrors())
    return reader.takeError();
  // First on a copy, as one bad entry must leave no trace.
  Catalog trial = catalog.clone();
  checkNewPasses();
  for (Catalog *target : {&trial, &catalog}) {
    auto add = [](const JsonInput &input, Error error) {
      input.report(input.getKeyPlace(), std::move(error));
    };
    for (const Declaration &declaration : declarations)
      add(declaration.input, declaration.add(*target));
    if (target == &trial) {
      checkKinds(trial);
      checkRenamed(trial);
    }
    // A contract may name kinds of passes that come later in the file.
    for (const Pass &pass : passes)
      for (const std::string &kind : pass.pass.kinds)
        target->addKind(kind);
    for (const Pass &pass : passes)
      add(pass.input, target->overridePass(pass.pass));
    if (target == &trial)
      checkBarrier(trial);
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
      ContractsReader(document, catalog, getPlace).run();
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
  return ContractsReader(document, catalog).run();
}

Expected<std::vector<Diagnostic>> pmb::readContracts(Expected<SourceText> text,
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
  return reader.run().takeError();
}
