//===- NameChecker.cpp - Names that are likely to be misspelled -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/NameChecker.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/passes/OptionScope.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

static Diagnostic makeWarning(DiagnosticCode code, std::string message,
                              NodeRef ref, StringRef intended) {
  Diagnostic diagnostic(code, std::move(message));
  diagnostic.severity = Severity::Warning;
  diagnostic.about(ref.name)
      .misspells(intended, ref.name)
      .at(std::move(ref))
      .help(didYouMean("'" + intended.str() + "'"));
  return diagnostic;
}

static Fix makeReplace(const NodeRef &ref, StringRef by, StringRef options) {
  Fix fix(Fix::Kind::Replace, ref.name, ref.position);
  fix.reference = by.str();
  fix.options = options.str();
  fix.message = "replace '" + fix.pass + "' by '" + fix.reference + "'";
  return fix;
}

static Fix makeRenameNest(StringRef op, StringRef by) {
  Fix fix(Fix::Kind::RenameNest, op);
  fix.reference = by.str();
  fix.message = "rename nest '" + fix.pass + "' to '" + fix.reference + "'";
  return fix;
}

/// Who does not have a pass any more.
static std::string describeOwner(const Catalog &catalog, bool isOfMLIR) {
  return isOfMLIR && !catalog.getRelease().empty()
             ? "MLIR " + catalog.getRelease().str()
             : "the catalog";
}

/// A pass of an earlier release.
static Diagnostic makeRenamed(const Catalog &catalog, NodeRef ref,
                              const PassSuccessor &now, StringRef given) {
  // The pass that does its work may have other options.
  PortedOptions ported =
      portOptions(catalog.getHistories().get(ref.name), given);
  const PassDescriptor *pass = catalog.lookupPass(now.pass);
  std::string options = now.options;
  const PassHistory &history = catalog.getHistories().get(now.pass);
  std::vector<std::string> lost;
  for (auto [name, value] : splitOptions(ported.options)) {
    std::string option = (name + "=" + value).str();
    std::optional<std::string> text;
    if (const OptionSuccessor *change = history.options.lookup(name))
      text = change->port(name, value);
    else if (pass && pass->lookupOption(name))
      text = option;
    if (text)
      options = addOptions(options, *text);
    else
      lost.push_back(std::move(option));
  }
  // A project renames its own passes.
  const CatalogSource *source = catalog.getSource();
  std::string owner = describeOwner(catalog, /*isOfMLIR=*/source &&
                                                 source->lookupPass(now.pass));
  Diagnostic diagnostic(DiagnosticCode::UnknownPass,
                        "{0} has no pass '{1}' any more: '{2}' does its work",
                        owner, ref.name, now.pass);
  diagnostic.severity = Severity::Warning;
  diagnostic.about(ref.name).fixedBy(makeReplace(ref, now.pass, options));
  diagnostic.at(std::move(ref));
  if (!lost.empty())
    diagnostic.note("'{0}' has nothing like '{1}'", now.pass,
                    join(lost, "', '"));
  return diagnostic;
}

/// The pass of the catalog that `name` is almost called as; empty if there is
/// none.
StringRef NameChecker::findIntendedPass(StringRef name) {
  if (passNames.empty())
    passNames = catalog.getPassNames();
  auto [it, isNew] = intendedPasses.try_emplace(name);
  if (!isNew)
    return it->second;
  it->second = findIntended(name, passNames);
  if (it->second.empty())
    it->second = findSameWords(name, passNames);
  return it->second;
}

/// True if the contract of `pass` has an order entry about the pass `name`.
static bool namesPass(const PassDescriptor &pass, StringRef name) {
  bool names = false;
  for (const OrderEntry &entry : pass.contract.getOrder())
    entry.forEachTarget([&](const Target &target) {
      names |= target.kind == Target::Kind::Pass && target.name == name;
    });
  return names;
}

bool NameChecker::isOfProject(StringRef name) const {
  const CatalogSource *source = catalog.getSource();
  return source && catalog.lookupPass(name) && !source->lookupPass(name);
}

bool NameChecker::isNamedByProject(StringRef name) {
  auto [it, isNew] = namedByProject.try_emplace(name, false);
  if (isNew)
    it->second = any_of(catalog.getPassNames(), [&](StringRef pass) {
      return isOfProject(pass) && namesPass(*catalog.lookupPass(pass), name);
    });
  return it->second;
}

/// True if `a` and `b` have a word in common that `known` does not have: `pbc`
/// in `convert-pbc-to-llvm` and `lower-pbc-init`, but not in
/// `convert-ub-to-llvm`.
static bool isOfOneFamily(StringRef a, StringRef b, StringRef known) {
  SmallVector<StringRef> words, others, common;
  a.split(words, '-', -1, /*KeepEmpty=*/false);
  b.split(others, '-', -1, /*KeepEmpty=*/false);
  known.split(common, '-', -1, /*KeepEmpty=*/false);
  return any_of(words, [&](StringRef word) {
    return is_contained(others, word) && !is_contained(common, word);
  });
}

bool NameChecker::isOwnPass(StringRef name) {
  // What is misspelled, or not renamed yet, is no pass of a project's own.
  return !catalog.lookupPass(name) && !catalog.getRenamed().contains(name) &&
         findIntendedPass(name).empty();
}

bool NameChecker::mayBeOwnPass(StringRef name, const StringSet<> &others) {
  StringRef meant = catalog.lookupRenamed(name);
  if (meant.empty())
    meant = findIntendedPass(name);
  const CatalogSource *source = catalog.getSource();
  return any_of(others, [&](const auto &entry) {
    StringRef other = entry.getKey();
    bool isKnown = catalog.lookupPass(other);
    bool isOfCatalog = isKnown && (!source || source->lookupPass(other));
    return other != name && !isOfCatalog &&
           !catalog.getRenamed().contains(other) &&
           isOfOneFamily(name, other, meant);
  });
}

/// A pass that the pipeline has is not what another one was meant to be, unless
/// pipelines have many of it; and what a contract of the project names exists.
void NameChecker::excuseSibling(Diagnostic &finding,
                                const StringSet<> &passes) {
  if (finding.code != DiagnosticCode::UnknownPass || !finding.fix ||
      finding.fix->kind != Fix::Kind::Replace ||
      catalog.getRenamed().contains(finding.subject))
    return;
  StringRef meant = finding.fix->reference;
  const PassDescriptor *pass = catalog.lookupPass(meant);
  bool isThere = passes.contains(meant) && pass && !pass->hasKind("cleanup");
  if (!isThere && !isNamedByProject(finding.subject))
    return;
  if (isOfProject(meant) || isNamedByProject(finding.subject))
    finding.severity = Severity::Remark;
  finding.withdrawFix();
}

void NameChecker::excuseOwnPasses(std::vector<Diagnostic> &findings,
                                  const StringSet<> &passes) {
  if (findings.empty())
    return;
  bool hasOwn = any_of(
      passes, [&](const auto &entry) { return isOwnPass(entry.getKey()); });
  for (Diagnostic &finding : findings) {
    excuseSibling(finding, passes);
    // So are operations of a dialect that nothing is known of.
    if (finding.code == DiagnosticCode::NoEffect && hasOwn) {
      finding.severity = Severity::Remark;
      finding.withdrawFix();
    }
    if (finding.code != DiagnosticCode::UnknownPass ||
        (isPorting && catalog.getRenamed().contains(finding.subject)) ||
        !(hasOwn || mayBeOwnPass(finding.subject, passes)))
      continue;
    // What an earlier release had is more than a likeness.
    if (!finding.fix || catalog.lookupRenamed(finding.subject).empty())
      finding.severity = Severity::Remark;
    else
      finding.help("unless it is a pass of your own, use '{0}' instead",
                   finding.fix->reference);
    finding.withdrawFix();
  }
}

std::optional<Diagnostic> NameChecker::checkPass(NodeRef ref,
                                                 StringRef options) {
  if (catalog.getRules().hasParameters)
    ref.name = splitParameters(ref.name).first.str();
  if (catalog.lookupPass(ref.name))
    return std::nullopt;
  if (const PassSuccessor *now = catalog.getRenamed().lookup(ref.name)) {
    if (!now->pass.empty())
      return makeRenamed(catalog, std::move(ref), *now, options);
    Diagnostic gone(DiagnosticCode::UnknownPass,
                    "{0} has no pass '{1}' any more: {2}",
                    describeOwner(catalog, /*isOfMLIR=*/now->until != 0),
                    ref.name, now->reason);
    gone.about(ref.name);
    return gone.at(std::move(ref));
  }
  StringRef intended = findIntendedPass(ref.name);
  if (intended.empty())
    return std::nullopt;
  Fix fix = makeReplace(ref, intended, options);
  Diagnostic diagnostic =
      makeWarning(DiagnosticCode::UnknownPass,
                  "nothing is known of a pass '" + fix.pass + "'",
                  std::move(ref), intended);
  diagnostic.fixedBy(std::move(fix));
  return diagnostic;
}

/// The operation of which `name` leaves out the dialect: `builtin.module`
/// of `module`, `func.func` of `func`. Empty if there is none.
static StringRef findQualified(const Catalog &catalog, StringRef name) {
  for (StringRef dialect : {StringRef("builtin"), name})
    for (StringRef operation : catalog.getAnchors(dialect))
      if (operation.substr(dialect.size() + 1) == name)
        return operation;
  return "";
}

std::optional<Diagnostic> NameChecker::checkAnchor(NodeRef ref) {
  // Where only declared nests are nests, others are errors already.
  if (catalog.getRules().hasParameters)
    return std::nullopt;
  bool isQualified = StringRef(ref.name).contains('.');
  StringRef dialect = StringRef(ref.name).split('.').first;
  auto [it, isNew] = intendedAnchors.try_emplace(ref.name);
  if (isNew) {
    SmallVector<StringRef> candidates = {"any"};
    for (const OperationDescriptor *known : catalog.getOperations())
      if (known->name[0] != '*')
        candidates.push_back(known->name);
    for (StringRef declared : catalog.getDeclaredDialects())
      append_range(candidates, catalog.getAnchors(declared));
    // One that exists is not misspelled, however rare it is.
    if (is_contained(catalog.getAnchors(dialect), ref.name))
      candidates.clear();
    it->second = findIntended(ref.name, candidates);
    if (it->second.empty() && !isQualified)
      it->second = findQualified(catalog, ref.name);
  }
  if (it->second.empty())
    return std::nullopt;
  Fix fix = makeRenameNest(ref.name, it->second);
  if (catalog.hasDialect(dialect) || !isQualified) {
    std::string message =
        "there is no operation '" + ref.name + "', so nothing runs on it";
    Diagnostic diagnostic =
        makeWarning(DiagnosticCode::WrongAnchorOp, std::move(message),
                    std::move(ref), it->second);
    diagnostic.severity = Severity::Error;
    return diagnostic.fixedBy(std::move(fix));
  }
  std::string message = "nothing is known of an operation '" + ref.name +
                        "', and on one that does not exist nothing runs";
  return makeWarning(DiagnosticCode::NoEffect, std::move(message),
                     std::move(ref), it->second)
      .fixedBy(std::move(fix));
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

void NameChecker::checkTargets(const Contract &contract,
                               function_ref<void(Diagnostic)> found,
                               function_ref<bool(StringRef)> isPresent,
                               ArrayRef<StringRef> bundles) {
  auto check = [&](const Target &target) {
    StringRef meant;
    // Short names are soon alike.
    if (target.kind == Target::Kind::Bundle && target.name.size() > 3)
      meant = findIntended(target.name, bundles, /*shortest=*/5);
    if (!meant.empty()) {
      Diagnostic finding(DiagnosticCode::UnknownBundle,
                         "there is no bundle '{0}'", target.name);
      finding.severity = Severity::Warning;
      found(std::move(finding.about(target.name)
                          .misspells(meant, target.name)
                          .help(didYouMean("'" + meant.str() + "'"))));
    }
    if (target.kind != Target::Kind::Pass ||
        (isPresent && isPresent(target.name)))
      return;
    std::optional<Diagnostic> finding = checkPass(NodeRef(target.name), "");
    // No pass has entries about itself, so it does not mean itself.
    if (!finding ||
        (finding->fix && isOfProject(finding->fix->reference) &&
         namesPass(*catalog.lookupPass(finding->fix->reference), target.name)))
      return;
    // What is to be replaced is no pass of a pipeline.
    finding->fix.reset();
    finding->node.reset();
    found(std::move(*finding));
  };
  for (const OrderEntry &entry : contract.getOrder())
    entry.forEachTarget(check);
  StringSet<> seen;
  for (const ContentsEntry &entry : contract.getContents())
    entry.forEachItem([&](StringRef item) {
      std::optional<Diagnostic> finding = checkItem(item, ItemUse::Contract);
      if (!finding || !seen.insert(finding->message).second)
        return;
      finding->severity = Severity::Warning;
      found(std::move(finding->about(item)));
    });
}
