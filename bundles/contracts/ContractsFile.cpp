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

  /// Kinds, variants or marks, each with a sentence.
  template <void (Catalog::*add)(StringRef, StringRef)>
  void readSummaries(const JsonValue &value);
  void readRelease(const JsonValue &value);
  void readRenamed(const JsonValue &value);
  void readChanges(const JsonValue &value);
  void readProperties(const JsonValue &value);
  void readTypes(const JsonValue &value);
  void readOperations(const JsonValue &value);
  void readContents(const JsonValue &value);
  void readDialects(const JsonValue &value);
  void readBarrier(const JsonValue &value) { reader.readName(value, barrier); }
  void readPasses(const JsonValue &value);

private:
  /// Something that is added to a copy of the catalog, and then to the catalog.
  struct Declaration {
    const JsonMember *member;
    std::function<Error(Catalog &)> add;
  };
  struct Pass {
    PassDescriptor pass;
    const JsonMember *member;
    /// The contracts that were known before, and that the file alone gives.
    PassDescriptor before, own;
    /// Whose contract it takes over, as the file says; empty if it takes over
    /// none.
    std::string like;
    enum { Read, Open, Done, Failed } state = Read;
  };

  /// `add` returns nothing, or an error.
  template <typename Fn> void declare(const JsonMember &member, Fn add);
  /// Reads a descriptor by the table of its section.
  template <typename T>
  bool readDescriptor(const JsonMember &member, StringRef what, T &into);
  PassDescriptor readOwn(const JsonMember &member, JsonReader &again) const;
  static bool isGuessed(const Pass &pass) {
    const JsonMember *guessed = pass.member->value.lookup("guessed");
    return guessed && guessed->value.getBool();
  }
  bool isNewer(const Pass &pass) const {
    return pmb::isNewer(pass.member->value, catalog.getVersion());
  }
  void complete(Pass &pass);
  /// False after a report.
  bool takeOver(Pass &pass);
  void addGuess(Pass &pass, Contract before);
  void checkSame(const PassDescriptor &known, const JsonMember &member);
  // A contract for a pass that does not exist has no effect, and an entry about
  // one says nothing; neither is an error, as passes may come from anywhere.
  void checkNewPasses();
  void checkKinds(const Catalog &trial);
  void checkAnchors(const Catalog &trial);
  void checkTargets();
  void warnOfName(std::optional<Diagnostic> finding, TextPlace place);
  void reportChanges(const PassDescriptor &before, const PassDescriptor &after,
                     TextPlace place);
  void warn(DiagnosticCode code, TextPlace place, std::string message) {
    warnings.push_back(
        reader.getSource().diagnose(code, place, std::move(message)));
  }
  std::string findPlace(TextPlace place) const {
    return getPlace ? getPlace(place)
                    : reader.getSource().getOrigin(place).str();
  }

  JsonReader reader;
  const JsonDocument &document;
  Catalog &catalog;
  function_ref<std::string(TextPlace)> getPlace;
  // Members are those of the document.
  std::vector<Declaration> declarations;
  std::vector<Pass> passes;
  std::string barrier;
  std::vector<Diagnostic> warnings;
};
} // namespace

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
  reader.readObject(member.value, what, getSectionFields(into), into);
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
                                ArrayRef(successorFields), now)
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
                          ArrayRef(historyFields), history))
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
    for (const std::string &anchor : anchors)
      if (Item(anchor).getDialect() != member.key)
        reader.report(DiagnosticCode::BadName, member.value.getPlace(),
                      quote(anchor) + " is no operation of '" +
                          member.key.str() + "'");
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

PassDescriptor ContractsReader::readOwn(const JsonMember &member,
                                        JsonReader &again) const {
  PassDescriptor own(member.key);
  readPassDescriptor(again, member.value, own, catalog.getVersion());
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
  if (const PassDescriptor *from = catalog.lookupPass(own.like)) {
    Contract all = takeContract(*from, from->contract, own);
    all.extend(own.contract);
    own.contract = std::move(all);
    own.hasContract |= from->hasContract;
  } else if (!own.like.empty()) {
    own.hasContract = false; // it is like one of the file
  }
  reader.report(member.place, member.value, Catalog::verifySame(known, own));
}

void ContractsReader::readPasses(const JsonValue &value) {
  reader.forEachMember(value, [&](const JsonMember &member) {
    if (!reader.checkName(member.key, member.place))
      return;
    if (!isAboutRelease(member.value, catalog.getVersion())) {
      PassDescriptor other(member.key); // told what is wrong with it
      return readPassDescriptor(reader, member.value, other);
    }
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
      pass.contract = pass.newest = pass.guess = Contract();
      pass.hasContract = false;
      if (known)
        warn(DiagnosticCode::Overridden, member.place,
             "what was known of '" + member.key.str() + "' is overridden");
    }
    if (known && !isOverride)
      checkSame(*known, member);
    if (!known || isOverride)
      pass.describedIn = findPlace(member.place);
    pass.isOverride |= isOverride;
    // What is said again counts once.
    PassDescriptor before, own;
    before.contract = std::exchange(pass.contract, Contract());
    before.newest = std::exchange(pass.newest, Contract());
    Contract guess = std::exchange(pass.guess, Contract());
    std::string likeBefore = std::exchange(pass.like, "");
    readPassDescriptor(reader, member.value, pass, catalog.getVersion());
    std::string like = pass.like;
    if (like.empty())
      pass.like = std::move(likeBefore);
    for (const Contract *said : {&pass.contract, &pass.newest, &pass.guess})
      reader.report(member.place, member.value, said->verifyReach(member.key));
    if (known)
      reportChanges(*known, pass, member.place);
    own.contract = pass.contract;
    own.newest = pass.newest;
    passes.push_back({std::move(pass), &member, std::move(before),
                      std::move(own), std::move(like)});
    addGuess(passes.back(), std::move(guess));
  });
  for (Pass &pass : passes)
    complete(pass);
}

/// Adds what the file guesses of a pass to what was guessed `before`.
void ContractsReader::addGuess(Pass &pass, Contract before) {
  Contract &guess = pass.pass.guess;
  if (pass.pass.hasContract && isGuessed(pass))
    warn(DiagnosticCode::NoEffect, pass.member->value.lookup("guessed")->place,
         "what is guessed of '" + pass.pass.name +
             "' does not count: a contract describes it");
  before.extend(guess);
  guess = pass.pass.hasContract ? Contract() : std::move(before);
}

/// Puts the contract together from what was known, what it takes over, and what
/// the file says.
void ContractsReader::complete(Pass &pass) {
  if (pass.state != Pass::Read)
    return;
  pass.state = Pass::Open;
  pass.pass.contract = std::move(pass.before.contract);
  pass.pass.newest = std::move(pass.before.newest);
  bool isGood = pass.like.empty() || takeOver(pass);
  pass.pass.extendContract(pass.own);
  if (pass.member->value.lookup("idempotent") && !isNewer(pass))
    pass.pass.contract.idempotent(pass.own.contract.isIdempotent());
  pass.state = isGood ? Pass::Done : Pass::Failed;
}

bool ContractsReader::takeOver(Pass &pass) {
  TextPlace place = pass.member->value.lookup("like")->value.getPlace();
  const PassDescriptor *from = catalog.lookupPass(pass.like);
  auto here = find_if(
      passes, [&](const Pass &other) { return other.pass.name == pass.like; });
  if (here != passes.end()) {
    complete(*here);
    from = &here->pass;
    if (here->state == Pass::Failed)
      return false;
    if (here->state == Pass::Open) {
      Diagnostic &failure = reader.report(
          DiagnosticCode::IncludeCycle, place,
          "'" + pass.pass.name + "' would take over its own contract");
      for (const Pass &open : passes)
        if (open.state == Pass::Open)
          failure.note("'" + open.pass.name + "' is like '" + open.like + "'");
      return false;
    }
  }
  if (!from) {
    std::vector<StringRef> names = catalog.getPassNames();
    for (const Pass &other : passes)
      if (&other != &pass)
        names.push_back(other.pass.name);
    reader.reportUnknown(DiagnosticCode::UnknownPass, place,
                         "there is no pass '" + pass.like +
                             "' whose contract could be taken over",
                         pass.like, names);
    return false;
  }
  bool saysNothing =
      !from->hasContract && from->contract.empty() && from->guess.empty();
  if (from->isPipeline() || saysNothing) {
    reader.report(DiagnosticCode::BadValue, place,
                  "'" + pass.like +
                      (from->isPipeline()
                           ? "' stands for a pipeline: name a pass"
                           : "' has no contract that could be taken over"));
    return false;
  }
  Contract guess = takeContract(*from, from->guess, pass.pass);
  PassDescriptor taken;
  taken.contract = takeContract(*from, from->contract, pass.pass);
  taken.newest = takeContract(*from, from->newest, pass.pass);
  if (isGuessed(pass)) {
    guess.extend(taken.contract);
  } else if (isNewer(pass)) {
    taken.newest = taken.getNewest();
    taken.contract = Contract();
    pass.pass.extendContract(taken);
  } else {
    // Kinds are no guess: entries of others are about them.
    if (from->hasContract)
      for (const std::string &kind : from->kinds)
        pass.pass.addKind(kind);
    taken.hasContract = from->hasContract;
    pass.pass.extendContract(taken);
  }
  if (!pass.pass.hasContract) {
    guess.extend(pass.pass.guess);
    pass.pass.guess = std::move(guess);
  }
  return true;
}

void ContractsReader::reportChanges(const PassDescriptor &before,
                                    const PassDescriptor &after,
                                    TextPlace place) {
  auto compare = [&](StringRef what, const std::string &old,
                     const std::string &now) {
    if (!old.empty() && old != now)
      warn(DiagnosticCode::Overridden, place,
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
  StringSet<> own;
  for (const Pass &pass : passes) {
    own.insert(pass.member->key);
    for (const ContentsEntry &entry : pass.own.getNewest().getContents())
      entry.forEachItem(
          [&](StringRef item) { own.insert(Item(item).getRoot()); });
  }
  for (const Pass &pass : passes) {
    // A file that describes a pass of an earlier release is about a project
    // that has it, and guesses are about passes of pipelines.
    StringRef name = pass.member->key;
    if (catalog.getRenamed().contains(name) || isGuessed(pass))
      continue;
    std::optional<Diagnostic> finding = checker.checkPass(makeRef(name), "");
    if (finding && !checker.mayBeOwnPass(name, own))
      warnOfName(std::move(finding), pass.member->place);
  }
}

/// A kind need not be declared. But if its name is nearly that of a declared
/// one, it is most likely misspelled.
void ContractsReader::checkKinds(const Catalog &trial) {
  std::vector<StringRef> known = trial.getKindNames();
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
    checker.checkTargets(pass.own.getNewest(), [&](Diagnostic finding) {
      TextPlace place = findText(pass.member->value, finding.subject)
                            .value_or(pass.member->place);
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
