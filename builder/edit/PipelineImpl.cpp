//===- PipelineImpl.cpp - What is known of passes, and the check ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/PipelineImpl.h"
#include "builder/check/NodeContract.h"
#include "builder/check/OrderCheck.h"
#include "builder/check/PresumedInput.h"
#include "builder/edit/Removals.h"
#include "builder/list/PatternSlot.h"
#include "builder/repair/NameFixes.h"
#include "builder/repair/Placement.h"
#include "builder/repair/Repair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

static const Origin &getDefaultOrigin() {
  static const Origin origin = Origin::framework();
  return origin;
}

/// Fixes are tried in a name of their own: a fix must not change what its user
/// has pinned either.
static const Origin &getTrialOrigin() {
  static const Origin origin = Origin::builder("tries fixes");
  return origin;
}

PipelineImpl::PipelineImpl(StringRef op, const Catalog &catalog,
                           PassProvider *provider)
    : catalogOnly(catalog), provider(provider ? *provider : catalogOnly),
      list(op, catalog), currentOrigin(&getDefaultOrigin()) {}

PipelineImpl::PipelineImpl(const PipelineImpl &original, Trial)
    : catalogOnly(original.getCatalog()), provider(catalogOnly),
      list(original.list), severities(original.severities),
      currentOrigin(&getTrialOrigin()), foreignOrigin(currentOrigin) {
  list.getInterface().isThreaded &= original.provider.runsThreads();
}

PipelineImpl::~PipelineImpl() {
  for (Diagnostic &failure : drop_begin(deferred, reportedDeferred))
    errs() << failure.note("the pipeline was not checked since").str();
}

Severity PipelineImpl::getSeverity(DiagnosticCode code) const {
  auto it = severities.find(unsigned(code));
  return it == severities.end() ? getDiagnosticInfo(code).defaultSeverity
                                : it->second;
}

//===----------------------------------------------------------------------===//
// What is known of passes
//===----------------------------------------------------------------------===//

Symbol *PipelineImpl::getPassSymbol(StringRef name,
                                    const PassDescriptor *described) {
  Symbol *symbol = list.getPassSymbol(name);
  // What a C++ type says of itself comes on top of what the catalog says, and
  // contracts that were added to this pipeline on top of both.
  if (!described || described == symbol->described)
    return symbol;
  list.set(symbol->described, described);
  describeAnew(symbol);
  return symbol;
}

const PassDescriptor *PipelineImpl::combine(const Symbol *symbol,
                                            const PassDescriptor *described) {
  const PassDescriptor *known = getCatalog().lookupPass(symbol->name);
  auto added = additions.find(symbol);
  bool isAdded = added != additions.end();
  // Most often one alone has something to say.
  bool isKnown = known && (known->hasContract || known->hasOptionList ||
                           !known->guess.empty() || !known->newest.empty() ||
                           !known->kinds.empty() || !known->anchor.empty() ||
                           !known->anchorChoices.empty());
  if (described && !isAdded && !isKnown && described->name == symbol->name)
    return described;
  PassDescriptor own = known ? *known : PassDescriptor(symbol->name);
  if (described) {
    for (const std::string &kind : described->kinds)
      own.addKind(kind);
    if (!described->anchor.empty())
      own.anchor = described->anchor;
    if (!described->anchorChoices.empty())
      own.anchorChoices = described->anchorChoices;
    if (described->hasOptionList) {
      own.options = described->options;
      own.hasOptionList = true;
    }
    own.extendContract(*described);
    own.guess.extend(described->guess);
  }
  if (isAdded) {
    PassDescriptor more;
    more.contract = added->second.contract;
    more.hasContract = !more.contract.isOrderOnly();
    own.extendContract(more);
  }
  return &list.keep(std::move(own));
}

void PipelineImpl::describeAnew(Symbol *symbol) {
  ++revision;
  list.setDescriptor(symbol, combine(symbol, symbol->described));
  for (auto [node, described] : describedNodes)
    if (node->getSymbol() == symbol && node->isLinked())
      list.setDescriptor(*node, combine(symbol, described));
  if (!std::exchange(symbol->isDescribedHere, true))
    describedSymbols.push_back(symbol);
}

void PipelineImpl::describeNode(Node &node, const PassDescriptor *described) {
  list.setDescriptor(node, combine(node.getSymbol(), described));
  describedNodes.push_back({&node, described});
  onRollback([this] { describedNodes.pop_back(); });
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

NameChecker &PipelineImpl::getNameChecker() {
  if (!nameChecker)
    nameChecker = std::make_unique<NameChecker>(getCatalog());
  return *nameChecker;
}

void PipelineImpl::checkNames(std::vector<Diagnostic> &findings) {
  if (describedSymbols.empty() && namedNests.empty())
    return;
  NameChecker &nameChecker = getNameChecker();
  // Names are right as a rule, so looking for a node is rare.
  auto findNode = [&](auto matches) -> const Node * {
    for (const Node &node : getPasses())
      if (matches(node))
        return &node;
    return nullptr;
  };
  // What is there is not misspelled, whatever the catalog knows.
  auto isPresent = [&](StringRef name) {
    const Symbol *symbol = list.lookupSymbol(Target::Kind::Pass, name);
    return symbol && symbol->count;
  };
  // Of what a pipeline is not built for, bundles may be missing.
  SetVector<StringRef> bundles;
  if (getOptions().empty())
    for (const BundleInstance *bundle : list.getBundles())
      if (bundle->begin->isLinked())
        bundles.insert(bundle->getName());
  for (const Symbol *symbol : describedSymbols) {
    auto report = [&](Diagnostic finding) {
      if (const Node *owner = findNode(
              [&](const Node &node) { return node.getSymbol() == symbol; }))
        finding.at(getRef(*owner));
      finding.noteFirst(
          {"the contract of '" + symbol->name.str() + "' names it", {}});
      findings.push_back(std::move(finding));
    };
    if (symbol->described && symbol->count &&
        symbol->described != getCatalog().lookupPass(symbol->name))
      nameChecker.checkTargets(symbol->described->contract, report, isPresent,
                               bundles.getArrayRef());
    auto added = additions.find(symbol);
    if (added == additions.end() || !added->second.coder)
      continue;
    nameChecker.checkTargets(added->second.fromCode, report, isPresent,
                             bundles.getArrayRef());
    if (symbol->count)
      continue;
    if (auto finding = nameChecker.checkPass(NodeRef(symbol->name), "")) {
      finding->fix.reset();
      finding->node.reset();
      finding->noteFirst({"a contract was added to it by " +
                              added->second.coder->str() +
                              ", and the pipeline has no such pass",
                          {}});
      findings.push_back(std::move(*finding));
    }
  }
  for (const AnchorPath *path : namedNests) {
    std::optional<Diagnostic> finding =
        nameChecker.checkAnchor(NodeRef(path->getOp()));
    const Node *inside = finding ? findNode([&](const Node &node) {
      return AnchorPath::getCommonPrefix(&node.getAnchorPath(), path) == path;
    })
                                 : nullptr;
    if (inside)
      findings.push_back(std::move(finding->at(getRef(*inside))));
  }
  tryNameFixes(findings, *this);
}

/// A pass manager on any operation runs on those that all of its passes can run
/// on. If there are none, nothing runs, without a word.
static void checkAnyNests(const PassList &list,
                          std::vector<Diagnostic> &findings) {
  const Node *restricted = nullptr;
  const AnchorPath *path = nullptr;
  for (const Node &node : list.getPasses()) {
    const AnchorPath *here = &node.getAnchorPath();
    if (path &&
        (!node.sharesNest() ||
         (here != path && AnchorPath::getCommonPrefix(path, here) != path)))
      path = nullptr;
    if (here->getOp() != "any" || (path && path != here))
      continue;
    if (!std::exchange(path, here))
      restricted = nullptr;
    SmallVector<StringRef> operations =
        getOperations(node.getDescriptor(), node.getInstance());
    if (operations.empty())
      continue;
    if (restricted) {
      SmallVector<StringRef> others =
          getOperations(restricted->getDescriptor(), restricted->getInstance());
      if (none_of(operations,
                  [&](StringRef op) { return is_contained(others, op); }))
        findings.push_back(
            Diagnostic(DiagnosticCode::NoEffect,
                       "no operation is one for '{0}' and for '{1}', so "
                       "nothing of their nest on any operation runs",
                       node.getName(), restricted->getName())
                .at(list.getRef(node))
                .note("'{0}' runs on '{1}', '{2}' on '{3}'",
                      restricted->getName(), join(others, "', '"),
                      node.getName(), join(operations, "', '"))
                .help("give each of them a nest of its own"));
    }
    // The narrower one decides.
    if (!restricted || operations.size() == 1)
      restricted = &node;
  }
}

/// Passes of one nest that do nothing for one reason come of one mistake: the
/// operation of the nest is gone, or a type that nothing removes is in the way.
/// If none of them has a fix, the first has the others in `follows`.
static void foldIdlePasses(std::vector<Diagnostic> &findings) {
  auto isIdle = [](const Diagnostic &finding) {
    return finding.code == DiagnosticCode::NoEffect && !finding.fix &&
           finding.node && finding.follows.empty() && !finding.notes.empty() &&
           finding.notes.back().kind == Note::Kind::Help;
  };
  StringMap<size_t> leads;
  std::vector<bool> isFolded(findings.size());
  for (size_t index = 0; index < findings.size(); ++index) {
    Diagnostic &finding = findings[index];
    if (!isIdle(finding))
      continue;
    // The help names the operation or the type, and what it rests on.
    std::string reason = finding.node->anchor;
    for (const Note &note : finding.notes)
      if (note.kind == Note::Kind::Help)
        reason += ": " + note.message;
    auto [lead, isNew] = leads.try_emplace(reason, index);
    Diagnostic &first = findings[lead->second];
    isFolded[index] = !isNew && first.severity >= finding.severity;
    if (isFolded[index])
      first.follows.push_back(std::move(finding));
  }
  size_t index = 0;
  erase_if(findings, [&](const Diagnostic &) { return isFolded[index++]; });
}

/// What cannot be established is missing, and has said so.
static void dropWhatIsNotEstablished(std::vector<Diagnostic> &order,
                                     ArrayRef<Diagnostic> failures) {
  erase_if(order, [&](const Diagnostic &finding) {
    return finding.code == DiagnosticCode::MissingProperty &&
           any_of(failures, [&](const Diagnostic &failure) {
             return failure.node && finding.node &&
                    failure.node->name == finding.node->name &&
                    failure.node->position == finding.node->position;
           });
  });
}

void PipelineImpl::checkOrder(std::vector<Diagnostic> &order,
                              ArrayRef<Diagnostic> failures) {
  // Many tables that short pipelines of simple passes have no use for.
  bool tellsPossible = asksForPossible();
  if (tellsPossible || OrderCheck::hasWork(list)) {
    Assumptions assumed;
    assumed.isThreaded = provider.runsThreads();
    OrderCheck check(list, std::move(assumed));
    if (tellsPossible)
      check.tellPossible();
    std::move(check).run(order);
  }
  dropWhatIsNotEstablished(order, failures);
  applySeverities(order);
  if (order.empty())
    return;
  bool asksForRemovals =
      !list.getEdits().empty() &&
      getSeverity(DiagnosticCode::RemovedByOther) != Severity::Off;
  if (asksForRemovals)
    offerRemoved(list, order);
  repair(*this, order);
  foldIdlePasses(order);
  sayPresumedInputOnce(order);
  for (Diagnostic &finding : order)
    variants.explainLeftOver(finding);
  if (asksForRemovals)
    blameRemovals(list, order);
}

static bool isOnPossibleInput(const Diagnostic &finding) {
  return finding.code == DiagnosticCode::OnPossibleInput &&
         all_of(finding.follows, isOnPossibleInput);
}

std::vector<Diagnostic> PipelineImpl::check() {
  if (!parties.empty())
    defer(applyParties(/*keepsThrown=*/true));
  std::vector<Diagnostic> failures;
  if (!isBuilt)
    failures = takeDiagnostics(cleanups.establish());
  hasUncheckedEdits = false;
  reportedDeferred = deferred.size();
  std::vector<Diagnostic> findings = deferred;
  append_range(findings, failures);
  append_range(findings, getCatalog().getMistakes());
  append_range(findings, takeDiagnostics(variants.verify()));
  // What keeps the pipeline from being composed has no severity.
  auto add = [&](std::vector<Diagnostic> found) {
    applySeverities(found);
    append_range(findings, std::move(found));
  };
  std::vector<Diagnostic> names, items, nests, order, ambiguities;
  checkNames(names);
  add(std::move(names));
  OrderCheck::checkItems(list, items);
  applySeverities(items);
  // What would be found with an item that was not meant is no finding.
  bool isInterfaceKnown = none_of(items, [](const Diagnostic &finding) {
    return finding.severity == Severity::Error;
  });
  append_range(findings, std::move(items));
  OrderCheck::checkNests(list, nests);
  OrderCheck::checkAnchors(list, nests);
  checkAnyNests(list, nests);
  add(std::move(nests));
  if (isInterfaceKnown) {
    checkOrder(order, failures);
    // Until all fixes are tried, it is as bad as other findings: they are for
    // it as well.
    if (!severities.count(unsigned(DiagnosticCode::OnPossibleInput)))
      for (Diagnostic &finding : order)
        if (isOnPossibleInput(finding))
          finding.severity = Severity::Remark;
    append_range(findings, std::move(order));
    std::vector<Diagnostic> guessed = OrderCheck::findGuessed(list, findings);
    foldIdlePasses(guessed);
    add(std::move(guessed));
    add(OrderCheck::findNewer(list, findings));
  }
  std::vector<Diagnostic> inOptions;
  checkPassesInOptions(inOptions);
  checkItemsInOptions(inOptions);
  add(std::move(inOptions));
  add(misspelledPositions);
  reportAmbiguities(ambiguities);
  if (!list.getEdits().empty()) {
    reportConflictingOptions(ambiguities);
    reportConflictingMoves(ambiguities);
  }
  add(std::move(ambiguities));
  return findings;
}

bool PipelineImpl::asksForPossible() const {
  return any_of(ArrayRef({DiagnosticCode::MayBeLeftOver,
                          DiagnosticCode::MayBeReintroduced,
                          DiagnosticCode::Rejected, DiagnosticCode::Advice}),
                [&](DiagnosticCode code) {
                  auto it = severities.find(unsigned(code));
                  return it != severities.end() && it->second != Severity::Off;
                });
}

void PipelineImpl::applySeverities(std::vector<Diagnostic> &findings) const {
  if (severities.empty())
    return;
  for (Diagnostic &finding : findings) {
    auto it = severities.find(unsigned(finding.code));
    if (it != severities.end())
      finding.chooseSeverity(it->second);
  }
  erase_if(findings, [](const Diagnostic &finding) {
    return finding.severity == Severity::Off;
  });
}
