//===- Verification.cpp - Contracts held against IR while it runs ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR calls the instrumentations of a pass manager one at a time, whatever
// threads its passes run on. So nothing here is locked, and a scan of a
// function keeps others waiting: it has to be short.
//
//===----------------------------------------------------------------------===//

#include "builder/list/PatternSlot.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/MLIRCompat.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/NestRead.h"
#include "passmanager/ThirdPartyCall.h"
#include "passmanager/runtime/BundleRuns.h"
#include "passmanager/runtime/EmissionWatch.h"
#include "passmanager/runtime/ObservedLeftOvers.h"
#include "passmanager/runtime/PropertyChecks.h"
#include "passmanager/runtime/Repetitions.h"
#include "passmanager/runtime/VerifierState.h"
#include <map>

using namespace pmb;
using namespace llvm;
using Mode = ContractVerifier::Mode;

namespace {
class ContractVerification : public mlir::PassInstrumentation {
public:
  ContractVerification(std::shared_ptr<ContractVerifier::State> state,
                       std::shared_ptr<PassOwners> owners,
                       mlir::PassManager &pm);

  void runBeforePipeline(std::optional<mlir::OperationName>,
                         const PipelineParentInfo &parent) override {
    // What the pass has done up to now was not seen.
    if (parent.parentPass && !isNest(*parent.parentPass)) {
      scans.clear();
      properties.loseSight();
    }
  }
  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override;

private:
  using Scan = std::shared_ptr<const ContentsScan>;
  /// A pass or a bundle that runs on an operation.
  struct Execution {
    /// Null for what is only observed.
    PassClaims *claims = nullptr;
    /// What it does is part of what another pass does that runs.
    bool isDynamic = false;
    Scan before = nullptr;
    /// What it demands, and has not got.
    SmallVector<const ContractEntry *, 2> unmet = {};
    PropertyChecks::Held held = {};
  };

  void begin(mlir::Operation *root);
  PassClaims &getClaims(const PassOwner &owner, const mlir::Pass &pass);
  PassClaims *getClaimsInside(const PassOwner &runner, const mlir::Pass &pass,
                              mlir::Operation *op);
  PassClaims *findClaims(const PassOwner &owner) const {
    auto it = claimsOf.find({&owner, nullptr, ""});
    return it == claimsOf.end() ? nullptr : it->second.get();
  }
  Scan scan(mlir::Operation *op) {
    if (Scan *known = scans.lookup(op))
      return *known;
    // Passes run on functions next, or did before.
    Scan made = std::make_shared<const ContentsScan>(
        op, table, [&](mlir::Operation *nested) { return scan(nested); });
    scans.get(op) = made;
    return made;
  }
  /// The owner of a pass, or those of the passes in a nest.
  std::vector<const PassOwner *> findPasses(mlir::Pass &pass) const {
    if (isNest(pass))
      return owners->findAllIn(pass);
    RunningPass found = owners->find(pass);
    return {found.isDynamic ? nullptr : found.owner};
  }

  void enter(const void *unit, Execution execution, mlir::Pass *pass,
             mlir::Operation *op);
  /// What began with `unit`, if anything did; it runs no longer.
  std::optional<Execution> take(const void *unit, mlir::Operation *op) {
    auto it = running.find({unit, op});
    if (it == running.end())
      return std::nullopt;
    Execution execution = std::move(it->second);
    running.erase(it);
    return execution;
  }
  void leave(const Execution &execution, mlir::Pass *pass, mlir::Operation *op);
  void checkEnd(mlir::Pass *pass, mlir::Operation *op);

  void observe(StringRef name, const Execution &execution,
               const ContentsScan &after, mlir::Operation *op);
  SuggestedContracts::Counts count(const ContentsScan &scan) const;
  void publish(SuggestedContracts &seen, PassClaims *claims);

  void report(mlir::Pass *pass, ClaimFinding finding);
  void reportFailures(mlir::Pass *pass, mlir::Operation *op);

  std::shared_ptr<ContractVerifier::State> state;
  std::shared_ptr<PassOwners> owners;
  mlir::PassManager &pm;
  SignatureTable table;
  /// What a pass leaves is what the next one finds.
  OperationMap<Scan> scans;
  /// Of passes in pipelines that passes run, by what runs them, the name of the
  /// operation that they run on, and their text.
  std::map<std::tuple<const PassOwner *, const void *, std::string>,
           std::unique_ptr<PassClaims>>
      claimsOf;
  /// By the pass, or the claims of the bundle. An instance runs on one
  /// operation at a time, but may run on another one in a pipeline that it runs
  /// itself.
  DenseMap<std::pair<const void *, mlir::Operation *>, Execution> running;
  /// How many owners earlier runs have looked at.
  size_t knownOwners = 0;
  /// What readers of marks have thrown in the scan that is made.
  std::vector<Diagnostic> failures;
  BundleRuns bundles;
  Repetitions repetitions;
  PropertyChecks properties;
  ObservedLeftOvers leftOvers;
};
} // namespace

ContractVerification::ContractVerification(
    std::shared_ptr<ContractVerifier::State> given,
    std::shared_ptr<PassOwners> attached, mlir::PassManager &pm)
    : state(std::move(given)), owners(std::move(attached)), pm(pm),
      properties(*state, failures),
      leftOvers(table, *owners,
                [this](const PassOwner &owner) { return findClaims(owner); }) {
  for (const auto &[mark, reader] : state->marks) {
    [[maybe_unused]] bool isAdded =
        table.addMark(mark, [this, &reader = reader, &mark = mark](auto *op) {
          bool hasMark = false;
          // The first that is thrown ends the run: there may be millions.
          if (!failures.empty())
            return false;
          if (auto failure = callThirdParty([&] { hasMark = reader(op); }))
            failures.push_back(makeFailedVerifier("mark", mark, *failure));
          return hasMark;
        });
    assert(isAdded && "addMarkReader keeps the limit");
  }
}

std::unique_ptr<mlir::PassInstrumentation>
pmb::makeVerification(std::shared_ptr<ContractVerifier::State> state,
                      std::shared_ptr<PassOwners> owners,
                      mlir::PassManager &pm) {
  return std::make_unique<ContractVerification>(std::move(state),
                                                std::move(owners), pm);
}

//===----------------------------------------------------------------------===//
// Claims
//===----------------------------------------------------------------------===//

PassClaims &ContractVerification::getClaims(const PassOwner &owner,
                                            const mlir::Pass &pass) {
  std::unique_ptr<PassClaims> &claims = claimsOf[{&owner, nullptr, ""}];
  if (!claims) {
    claims = std::make_unique<PassClaims>(owner, printOptions(pass), table);
    claims->contents.setTallied(state->suggested);
  }
  return *claims;
}

/// What the catalog says of a pass that was not handed over. Null if that is
/// nothing.
PassClaims *ContractVerification::getClaimsInside(const PassOwner &runner,
                                                  const mlir::Pass &pass,
                                                  mlir::Operation *op) {
  const PassDescriptor *known =
      runner.pipeline->catalog->lookupPass(getPassName(pass));
  if (!known || !known->hasContract)
    return nullptr;
  std::string options = printOptions(pass);
  std::unique_ptr<PassClaims> &claims =
      claimsOf[{&runner, op->getName().getAsOpaquePointer(),
                known->name + " " + options}];
  if (!claims) {
    auto owner = std::make_shared<PassOwner>();
    owner->node.name = known->name;
    owner->node.anchor = op->getName().getStringRef().str();
    owner->node.origin = runner.node.origin;
    owner->party = runner.party;
    owner->descriptor = std::make_shared<const PassDescriptor>(*known);
    owner->pipeline = runner.pipeline;
    claims =
        std::make_unique<PassClaims>(std::move(owner), options, table,
                                     PassClaims::Subject::PassInside, &runner);
    claims->contents.setTallied(state->suggested);
    // They have not told apart what this contract tells apart.
    scans.clear();
  }
  return claims.get();
}

/// The next run may be on another program at the address of the last.
void ContractVerification::begin(mlir::Operation *root) {
  scans.clear();
  running.clear();
  leftOvers.begin();
  properties.begin(/*isSparing=*/owners->isWatched(
      pm, PassOwners::Watcher::VerifierWhereRequired));
  repetitions.begin();
  bundles.begin(root);
  // The same pipeline may run on many small programs.
  std::vector<const PassOwner *> added = owners->getAll(knownOwners);
  knownOwners += added.size();
  const PipelineFacts *pipeline = nullptr;
  for (const PassOwner *owner : added) {
    ContractClaims::addQualified(owner->descriptor->contract, table);
    if (std::exchange(pipeline, owner->pipeline.get()) == owner->pipeline.get())
      continue;
    if (const auto &output = pipeline->interface.outputContents)
      for (StringRef item : *output)
        table.addQualified(item);
  }
  repetitions.add(added);
  bundles.add(added, table);
}

//===----------------------------------------------------------------------===//
// Before and after
//===----------------------------------------------------------------------===//

void ContractVerification::enter(const void *unit, Execution execution,
                                 mlir::Pass *pass, mlir::Operation *op) {
  PassClaims *claims = execution.claims;
  bool isAboutContents = claims && !claims->contents.empty();
  if (state->suggested || isAboutContents)
    execution.before = scan(op);
  // Where a mark cannot be read, what is there is not known.
  if (isAboutContents && failures.empty()) {
    std::vector<FalseClaim> broken = claims->contents.checkBefore(
        *execution.before, op, /*isWholeProgram=*/!op->getParentOp());
    for (const FalseClaim &claim : broken)
      execution.unmet.push_back(claim.entry);
    // Without what it merely works on, a pass does no harm.
    erase_if(broken, [](const FalseClaim &claim) {
      return claim.kind == FalseClaim::Kind::Missing &&
             claim.entry->strength == Strength::Weak;
    });
    if (!broken.empty())
      report(pass, claims->describe(broken));
  }
  if (claims && properties.areAny())
    execution.held = properties.enter(*claims, op, [&](ClaimFinding finding) {
      report(pass, std::move(finding));
    });
  reportFailures(pass, op);
  running[{unit, op}] = std::move(execution);
}

void ContractVerification::leave(const Execution &execution, mlir::Pass *pass,
                                 mlir::Operation *op) {
  PassClaims *claims = execution.claims;
  Scan after = claims && execution.before ? scan(op) : nullptr;
  if (after && failures.empty()) {
    std::vector<FalseClaim> broken = claims->contents.checkAfter(
        *execution.before, *after, op,
        /*namesAll=*/claims->subject != PassClaims::Subject::Bundle);
    if (!broken.empty())
      report(pass, claims->describe(broken));
  }
  if (!properties.areAny())
    return;
  if (!claims)
    return properties.leaveUnknown(op);
  properties.leave(*claims, execution.held, op, [&](ClaimFinding finding) {
    report(pass, std::move(finding));
  });
}

void ContractVerification::runBeforePass(mlir::Pass *pass,
                                         mlir::Operation *op) {
  if (&*pm.begin() == pass)
    begin(op);
  if (bundles.areAny())
    for (PassClaims *claims :
         bundles.find(BundleRuns::Edge::Begin, findPasses(*pass), op))
      enter(claims, {claims}, pass, op);
  if (isNest(*pass) && bundles.areAny())
    for (Diagnostic &merged : bundles.describeMerged(findPasses(*pass), op))
      report(pass, {std::move(merged), findPlace(op)});
  if (isNest(*pass))
    return;
  RunningPass found = owners->find(*pass);
  Execution execution;
  execution.isDynamic = found.isDynamic;
  if (found.owner && !found.isInside)
    leftOvers.enter(*found.owner);
  if (found.owner && !found.owner->isEffectUnknown)
    execution.claims = found.isInside ? getClaimsInside(*found.owner, *pass, op)
                                      : &getClaims(*found.owner, *pass);
  if (repetitions.areAny() && !execution.isDynamic)
    repetitions.enter(execution.claims, op);
  enter(pass, std::move(execution), pass, op);
}

void ContractVerification::runAfterPass(mlir::Pass *pass, mlir::Operation *op) {
  if (std::optional<Execution> execution = take(pass, op)) {
    PassClaims *claims = execution->claims;
    scans.forget(op);
    // The pass that runs it is named for what a pass inside does.
    if (claims && execution->before &&
        claims->subject == PassClaims::Subject::Pass)
      leftOvers.leave(claims->owner, *execution->before, *scan(op));
    leave(*execution, pass, op);
    if (repetitions.areAny() && !execution->isDynamic)
      if (auto change = repetitions.leave(claims, op))
        report(pass, std::move(*change));
    if (state->suggested)
      observe(claims ? StringRef(claims->owner.node.name) : getPassName(*pass),
              *execution, *scan(op), op);
    reportFailures(pass, op);
  }
  if (bundles.areAny()) {
    for (PassClaims *claims :
         bundles.find(BundleRuns::Edge::End, findPasses(*pass), op))
      if (std::optional<Execution> execution = take(claims, op)) {
        leave(*execution, pass, op);
        repetitions.leaveBundle(claims->contract, op);
      }
    reportFailures(pass, op);
  }
  if (!op->getParentOp() && pm.size() && &*std::prev(pm.end()) == pass)
    checkEnd(pass, op);
}

void ContractVerification::runAfterPassFailed(mlir::Pass *pass,
                                              mlir::Operation *op) {
  std::optional<Execution> execution = take(pass, op);
  if (!execution)
    return;
  // Nothing is known then but that it could not take what it says that it
  // cannot, unless it was this that has stopped it.
  PassClaims *claims = execution->claims;
  if (claims && state->suggested && state->mode != Mode::Error) {
    claims->contents.checkDemands(execution->unmet, *execution->before,
                                  /*after=*/nullptr);
    SuggestedContracts seen;
    publish(seen, claims);
  }
  scans.forget(op);
  repetitions.forget(op);
  properties.leaveUnknown(op);
}

void ContractVerification::checkEnd(mlir::Pass *pass, mlir::Operation *op) {
  const PipelineFacts *pipeline = leftOvers.getPipeline();
  if (!pipeline)
    return;
  if (pipeline->interface.outputContents)
    if (auto finding = leftOvers.find(*scan(op), op))
      report(pass, std::move(*finding));
  for (const std::string &property : pipeline->interface.outputProperties) {
    PropertyChecks::Witness witness = properties.findWitness(property, op);
    if (witness && *witness)
      report(
          pass,
          {Diagnostic(
               DiagnosticCode::ObservedLeftOver,
               "the pipeline is through, and '{0}' does not hold, which must",
               property),
           findPlace(*witness)});
  }
  reportFailures(pass, op);
}

//===----------------------------------------------------------------------===//
// What passes are seen to do
//===----------------------------------------------------------------------===//

SuggestedContracts::Counts
ContractVerification::count(const ContentsScan &scan) const {
  SuggestedContracts::Counts counts;
  for (const ContentsScan::Entry &entry : scan.getEntries()) {
    const Signature &signature = table.get(entry.signature);
    counts[signature.name.getStringRef().str()] += entry.count;
    for (KindSet kinds = signature.kinds; kinds; kinds &= kinds - 1)
      counts[table.getKindName(kinds & -kinds).str()] = 1;
  }
  return counts;
}

/// Hands on what was seen, and what has become of the entries of a contract.
void ContractVerification::publish(SuggestedContracts &seen,
                                   PassClaims *claims) {
  if (claims) {
    if (claims->owner.descriptor->hasContract)
      seen.setHasContract(claims->owner.node.name);
    claims->takeTallies(seen);
  }
  // Pass managers with one verifier may run at the same time.
  std::lock_guard<std::mutex> lock(state->mutex);
  state->suggested->add(seen);
  if (!state->journal)
    return;
  seen.print(*state->journal, /*isLine=*/true);
  state->journal->flush();
}

void ContractVerification::observe(StringRef name, const Execution &execution,
                                   const ContentsScan &after,
                                   mlir::Operation *op) {
  // What a set of patterns does is known by its own name; of several sets in
  // one pass it cannot be told which has done what.
  if (isPatternSlotName(name))
    return;
  SuggestedContracts seen;
  seen.addExecution(name, count(*execution.before), count(after));
  if (PassClaims *claims = execution.claims) {
    claims->contents.checkDemands(execution.unmet, *execution.before, &after);
    if (claims->owner.descriptor->hasContract)
      claims->contents.findUnnamed(
          *execution.before, after, op, [&](StringRef item, bool isGone) {
            seen.addUnnamed(name, item, isGone ? 1 : 0, isGone ? 0 : 1);
          });
    if (properties.areAny())
      for (auto [property, hasEnded] : properties.getInvalidated())
        seen.addInvalidation(name, property, hasEnded);
  }
  publish(seen, execution.claims);
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

/// Names the owner in the line of the message (see `reportFailures`).
static Diagnostic withOwner(Diagnostic diagnostic) {
  if (!diagnostic.node)
    return diagnostic;
  NodeRef node = *diagnostic.node;
  std::string name = "'" + node.name + "'";
  StringRef message = diagnostic.message;
  message.consume_front("bundle ");
  if (!message.starts_with(name))
    return diagnostic;
  std::string why = std::exchange(node.origin.why, "");
  diagnostic.message.replace(diagnostic.message.size() - message.size(),
                             name.size(), node.str());
  diagnostic.node.reset();
  if (!why.empty())
    diagnostic.note(why);
  return diagnostic;
}

void ContractVerification::report(mlir::Pass *pass, ClaimFinding finding) {
  Diagnostic &diagnostic = finding.diagnostic;
  bool isFirst = state->add(diagnostic, finding.location);
  if (state->mode == Mode::Record)
    return;
  if (state->mode == Mode::Warn)
    diagnostic.severity = std::min(diagnostic.severity, Severity::Warning);
  bool isError = diagnostic.severity == Severity::Error;
  if (isFirst || isError)
    emitDiagnostics(finding.location, withOwner(std::move(diagnostic)),
                    EmissionWatch::markReport);
  if (isError)
    signalPassFailure(pass);
}

/// A verifier that fails is no claim that could be recorded. What runs is in
/// the line of the message, as MLIR prints notes only where diagnostics
/// have a handler.
void ContractVerification::reportFailures(mlir::Pass *pass,
                                          mlir::Operation *op) {
  if (failures.empty())
    return;
  RunningPass found = owners->find(*pass);
  if (found.owner)
    failures.front().message += "; asked where " + found.owner->str() + " runs";
  emitDiagnostics(findPlace(op), failures.front(), EmissionWatch::markReport);
  failures.clear();
  signalPassFailure(pass);
}
