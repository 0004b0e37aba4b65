//===- PassesReader.cpp - The passes of a contracts file ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/NameChecker.h"
#include "bundles/contracts/ContractsReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

PassDescriptor ContractsReader::readOwn(const JsonInput &member,
                                        JsonReader &again) const {
  PassDescriptor own(member.getKey());
  readPassDescriptor(member.withReader(again), own, catalog.getVersion());
  own.describedIn = findPlace(member.getKeyPlace());
  return own;
}

/// What two parties say of one pass must be the same; see Catalog.
void ContractsReader::checkSame(const PassDescriptor &known,
                                const JsonInput &member) {
  if (catalog.getDescribedIn().empty() || known.describedIn.empty() ||
      known.isOverride)
    return;
  JsonReader again(reader.getDocument());
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
  member.report(member.getKeyPlace(), Catalog::verifySame(known, own));
}

void ContractsReader::readPasses(const JsonInput &value) {
  value.forEachMember([&](const JsonInput &member) {
    if (!member.checkKeyName())
      return;
    if (!isAboutRelease(member, catalog.getVersion())) {
      PassDescriptor other(
          member.getKey()); // only what is wrong with it is reported
      return readPassDescriptor(member, other);
    }
    if (take) {
      JsonReader again(reader.getDocument());
      bool isTaken = take(readOwn(member, again));
      consumeError(again.takeError()); // reported where it is read
      if (!isTaken)
        return;
    }
    const PassDescriptor *known = catalog.lookupPass(member.getKey());
    bool isOverride = member.at("override").getBool();
    if (known && isOverride)
      warn(DiagnosticCode::Overridden, member.getKeyPlace(),
           "what was known of '" + member.getKey().str() + "' is overridden");
    const PassDescriptor *before = isOverride ? nullptr : known;
    PassDescriptor pass = known ? *known : PassDescriptor(member.getKey());
    // What is said again counts once.
    pass.contract = pass.newest = pass.guess = Contract();
    if (before) {
      checkSame(*before, member);
    } else {
      pass.kinds.clear();
      pass.hasContract = false;
      pass.describedIn = findPlace(member.getKeyPlace());
    }
    pass.isOverride |= isOverride;
    std::string likeBefore = std::exchange(pass.like, "");
    readPassDescriptor(member, pass, catalog.getVersion());
    std::string like = pass.like;
    if (like.empty())
      pass.like = std::move(likeBefore);
    for (const Contract *said : {&pass.contract, &pass.newest, &pass.guess})
      member.report(member.getKeyPlace(), said->verifyReach(member.getKey()));
    if (known)
      reportChanges(*known, pass, member.getKeyPlace());
    if (before && (before->hasContract || before->contract.hasEntries()))
      for (Contract *added : {&pass.contract, &pass.newest})
        added->setSaidBy(findPlace(member.getKeyPlace()));
    PassDescriptor own;
    own.contract = pass.contract;
    own.newest = pass.newest;
    passes.push_back(
        {std::move(pass), member, before, std::move(own), std::move(like)});
    addGuess(passes.back());
  });
  for (Pass &pass : passes)
    complete(pass);
}

/// Adds what the file guesses of a pass to what was guessed before.
void ContractsReader::addGuess(Pass &pass) {
  Contract &guess = pass.pass.guess;
  if (pass.pass.hasContract && isGuessed(pass))
    warn(DiagnosticCode::NoEffect, pass.input.lookup("guessed")->place,
         "what is guessed of '" + pass.pass.name +
             "' does not count: a contract describes it");
  Contract all = pass.before ? pass.before->guess : Contract();
  all.extend(guess);
  guess = pass.pass.hasContract ? Contract() : std::move(all);
}

/// Puts the contract together from what was known, what it takes over, and what
/// the file says.
void ContractsReader::complete(Pass &pass) {
  if (pass.state != Pass::Read)
    return;
  pass.state = Pass::Open;
  pass.pass.contract = pass.before ? pass.before->contract : Contract();
  pass.pass.newest = pass.before ? pass.before->newest : Contract();
  bool isGood = pass.like.empty() || takeOver(pass);
  pass.pass.extendContract(pass.own);
  if (pass.input.lookup("idempotent") && !isNewer(pass))
    pass.pass.contract.idempotent(pass.own.contract.isIdempotent());
  pass.state = isGood ? Pass::Done : Pass::Failed;
}

bool ContractsReader::takeOver(Pass &pass) {
  JsonInput like = *pass.input.find("like");
  const PassDescriptor *from = catalog.lookupPass(pass.like);
  auto here = find_if(
      passes, [&](const Pass &other) { return other.pass.name == pass.like; });
  if (here != passes.end()) {
    complete(*here);
    from = &here->pass;
    if (here->state == Pass::Failed)
      return false;
    if (here->state == Pass::Open) {
      Diagnostic &failure = like.report(
          DiagnosticCode::IncludeCycle,
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
    like.reportUnknown(DiagnosticCode::UnknownPass,
                       "there is no pass '" + pass.like +
                           "' whose contract could be taken over",
                       pass.like, names);
    return false;
  }
  bool saysNothing =
      !from->hasContract && from->contract.empty() && from->guess.empty();
  if (from->isPipeline() || saysNothing) {
    like.reject("'" + pass.like +
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

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void ContractsReader::warnOfName(std::optional<Diagnostic> finding,
                                 TextPlace place) {
  if (!finding)
    return;
  finding->fix.reset();
  finding->node.reset();
  reader.getSource().locate(*finding, place);
  warnings.push_back(std::move(*finding));
}

/// True for a pass that the file declares: it says what the pass is, and not
/// only what a pass of that name does.
static bool isDeclared(const JsonValue &pass) {
  return any_of(ArrayRef<StringRef>{"summary", "group", "anchor", "anchors",
                                    "options", "kinds", "pipeline", "like",
                                    "dependentDialects"},
                [&](StringRef key) { return pass.lookup(key) != nullptr; });
}

void ContractsReader::checkNewPasses() {
  NameChecker checker(catalog);
  StringSet<> own;
  for (const Pass &pass : passes) {
    own.insert(pass.input.getKey());
    pass.forEachRoot([&](StringRef root) { own.insert(root); });
  }
  for (const Pass &pass : passes) {
    // A file that describes a pass of an earlier release is about a project
    // that has it, and guesses are about passes of pipelines.
    StringRef name = pass.input.getKey();
    if (catalog.getRenamed().contains(name) || isGuessed(pass) ||
        isDeclared(pass.input))
      continue;
    std::optional<Diagnostic> finding = checker.checkPass(NodeRef(name), "");
    if (!finding || checker.mayBeOwnPass(name, own))
      continue;
    finding->help("if it is a pass of your own, give it a 'summary'");
    warnOfName(std::move(finding), pass.input.getKeyPlace());
  }
}

/// A kind need not be declared. But if its name is nearly that of a declared
/// one, it is most likely misspelled.
void ContractsReader::checkKinds(const Catalog &trial) {
  std::vector<StringRef> known = trial.getKindNames();
  auto check = [&](const JsonInput &kind) {
    StringRef intended = findIntended(kind.getText(), known);
    if (intended.empty())
      return;
    Diagnostic warning = reader.getSource().diagnose(
        DiagnosticCode::UnknownKind, kind.getPlace(),
        formatv("nothing has declared a kind '{0}'", kind.getText()));
    warning.severity = Severity::Warning;
    warnings.push_back(
        std::move(warning.about(kind.getText())
                      .misspells(intended, kind.getText())
                      .help(didYouMean("'" + intended.str() + "'") +
                            " If not, declare it under 'kinds' of the file")));
  };
  for (const Pass &pass : passes)
    if (std::optional<JsonInput> kinds = pass.input.find("kinds"))
      kinds->forEach(check);
}

/// The check believes that the barrier does nothing, and fixes insert it
/// anywhere.
void ContractsReader::checkBarrier(const Catalog &trial) {
  if (barrier.empty())
    return;
  JsonInput value = *reader.getRoot().find("barrier");
  constexpr StringLiteral help =
      "name a pass that runs on any operation and does nothing";
  const PassDescriptor *known = trial.lookupPass(barrier);
  if (!known)
    return warnOfName(NameChecker(trial).checkPass(NodeRef(barrier), ""),
                      value.getPlace());
  if (!known->contract.empty())
    value
        .reject(quote(barrier) + " cannot be the barrier: its contract says "
                                 "that it does something, or where it stands")
        .help(help.str());
  else if (!known->anchor.empty() || !known->anchorChoices.empty())
    value
        .reject(quote(barrier) +
                " cannot be the barrier: it does not run on any operation")
        .help(help.str());
}

void ContractsReader::checkAnchors(const Catalog &trial) {
  NameChecker checker(trial);
  for (const Pass &pass : passes)
    for (StringRef key : {"anchor", "anchors"})
      if (std::optional<JsonInput> anchors = pass.input.find(key))
        anchors->forEach([&](const JsonInput &anchor) {
          std::optional<Diagnostic> finding =
              checker.checkAnchor(NodeRef(anchor.getText()));
          if (finding && finding->severity == Severity::Error)
            anchor.report(finding->code, finding->message)
                .notes.push_back(finding->notes.back());
          else
            warnOfName(std::move(finding), anchor.getPlace());
        });
}

/// The dialects that the file's contracts name and that passes of it are called
/// by: `acme` where there is an `acme-tile`.
static StringSet<> findOwnDialects(ArrayRef<StringRef> passes,
                                   const StringSet<> &named) {
  StringSet<> found;
  for (StringRef pass : passes) {
    std::string prefix = pass.split('-').first.str();
    if (prefix != pass && named.contains(prefix))
      found.insert(prefix);
  }
  return found;
}

void ContractsReader::checkTargets() {
  NameChecker checker(catalog);
  StringSet<> named;
  std::vector<StringRef> names;
  for (const Pass &pass : passes) {
    names.push_back(pass.input.getKey());
    pass.forEachRoot([&](StringRef root) { named.insert(root.ltrim('!')); });
  }
  StringSet<> own = findOwnDialects(names, named);
  for (StringRef dialect : own.keys())
    checker.addKnownDialect(dialect);
  for (const Pass &pass : passes) {
    checker.checkTargets(pass.own.getNewest(), [&](Diagnostic finding) {
      TextPlace place = findText(pass.input, finding.subject)
                            .value_or(pass.input.getKeyPlace());
      warnOfName(std::move(finding), place);
    });
  }
}
