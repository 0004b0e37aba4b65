//===- Verification.cpp - Holds contracts against the IR of a run ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/Verification.h"
#include "mlir/IR/OpDefinition.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/NestRead.h"
#include "passmanager/ThirdPartyCall.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;
using Mode = ContractVerifier::Mode;

Verification::Verification(std::shared_ptr<ContractVerifier::State> state,
                           std::shared_ptr<PassOwners> owners,
                           mlir::PassManager &pm)
    : state(std::move(state)), owners(std::move(owners)), pm(pm),
      observer(*this->state, table), properties(*this->state, failures) {
  for (const auto &[mark, reader] : this->state->marks) {
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
  return std::make_unique<Verification>(std::move(state), std::move(owners),
                                        pm);
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

/// `name` or `name{options}`.
static std::string printText(mlir::Pass &pass) {
  std::string text;
  raw_string_ostream os(text);
  pass.printAsTextualPipeline(os);
  return text;
}

static StringRef getOptions(StringRef text) {
  return stripBraces(text.drop_front(std::min(text.find('{'), text.size())));
}

PassClaims &Verification::getClaims(const PassOwner &owner, mlir::Pass &pass) {
  std::unique_ptr<PassClaims> &claims = claimsOf[&owner];
  if (!claims) {
    claims =
        std::make_unique<PassClaims>(owner, getOptions(printText(pass)), table);
    if (!observer.isWanted())
      claims->contents.disableTallies();
  }
  return *claims;
}

/// What the catalog says of a pass that nobody has handed over. Null if that is
/// nothing.
PassClaims *Verification::getClaimsInside(const PassOwner &runner,
                                          mlir::Pass &pass,
                                          mlir::Operation *op) {
  const PassDescriptor *known =
      runner.pipeline->catalog->lookupPass(getPassName(pass));
  if (!known || !known->hasContract)
    return nullptr;
  std::string text = printText(pass);
  Inside &inside =
      claimsInside[{&runner, op->getName().getAsOpaquePointer(), text}];
  if (!inside.claims) {
    PassOwner &owner = inside.asOwner;
    owner.node.name = known->name;
    owner.node.anchor = op->getName().getStringRef().str();
    owner.node.origin = runner.node.origin;
    owner.descriptor = std::make_shared<const PassDescriptor>(*known);
    owner.pipeline = runner.pipeline;
    inside.claims =
        std::make_unique<PassClaims>(owner, getOptions(text), table,
                                     PassClaims::Subject::PassInside, &runner);
    if (!observer.isWanted())
      inside.claims->contents.disableTallies();
    // They have not told apart what this contract tells apart.
    scans.clear();
  }
  return inside.claims.get();
}

Verification::Scan Verification::scan(mlir::Operation *op) {
  if (Scan *known = scans.lookup(op))
    return *known;
  // Passes run on functions next, or did before.
  Scan made = std::make_shared<const ContentsScan>(
      op, table, [&](mlir::Operation *nested) { return scan(nested); });
  scans.get(op) = made;
  return made;
}

/// The next run may be on another program at the address of the last.
void Verification::begin(mlir::Operation *root) {
  scans.clear();
  running.clear();
  ran.clear();
  appeared.clear();
  properties.begin();
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

/// The owner of a pass, or those of the passes in a nest.
std::vector<const PassOwner *>
Verification::findPasses(mlir::Pass &pass) const {
  if (isNest(pass))
    return owners->findAllIn(pass);
  RunningPass found = owners->find(pass);
  return {found.isDynamic ? nullptr : found.owner};
}

void Verification::enterBundles(mlir::Pass *pass, mlir::Operation *op) {
  for (PassClaims *claims : bundles.findBeginning(findPasses(*pass), op)) {
    Running execution;
    execution.claims = claims;
    enter(claims, std::move(execution), pass, op);
  }
}

void Verification::leaveBundles(mlir::Pass *pass, mlir::Operation *op) {
  for (PassClaims *claims : bundles.findEnding(findPasses(*pass), op)) {
    auto it = running.find({claims, op});
    if (it == running.end())
      continue;
    Running execution = std::move(it->second);
    running.erase(it);
    leave(execution, pass, op);
    repetitions.leaveBundle(claims->contract, op);
  }
}

void Verification::enter(const void *unit, Running execution, mlir::Pass *pass,
                         mlir::Operation *op) {
  PassClaims *claims = execution.claims;
  bool isAboutContents = claims && !claims->contents.empty();
  if (observer.isWanted() || isAboutContents)
    execution.before = scan(op);
  // Where a mark cannot be read nobody knows what is there.
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
      report(pass, broken.front().location, claims->describe(broken));
  }
  if (claims && properties.areAny()) {
    std::vector<ClaimFinding> findings;
    execution.held = properties.enter(*claims, op, findings);
    report(pass, findings);
  }
  reportFailures(pass, op);
  running[{unit, op}] = std::move(execution);
}

void Verification::leave(const Running &execution, mlir::Pass *pass,
                         mlir::Operation *op) {
  PassClaims *claims = execution.claims;
  Scan after = claims && execution.before ? scan(op) : nullptr;
  if (after && failures.empty()) {
    std::vector<FalseClaim> broken = claims->contents.checkAfter(
        *execution.before, *after, op,
        /*namesAll=*/claims->subject != PassClaims::Subject::Bundle);
    if (!broken.empty())
      report(pass, broken.front().location, claims->describe(broken));
  }
  checkPropertiesAfter(execution, pass, op);
}

void Verification::runBeforePipeline(std::optional<mlir::OperationName>,
                                     const PipelineParentInfo &parent) {
  // What the pass has done up to now nobody has seen.
  if (parent.parentPass && !isNest(*parent.parentPass)) {
    scans.clear();
    properties.loseSight();
  }
}

void Verification::runBeforePass(mlir::Pass *pass, mlir::Operation *op) {
  if (&*pm.begin() == pass)
    begin(op);
  if (bundles.areAny())
    enterBundles(pass, op);
  if (isNest(*pass))
    return;
  Running execution;
  RunningPass found = owners->find(*pass);
  execution.isDynamic = found.isDynamic;
  if (found.owner && !found.isInside) {
    if (!anyOwner)
      anyOwner = found.owner;
    ran.insert(found.owner);
  }
  if (found.owner && !found.owner->isEffectUnknown)
    execution.claims = found.isInside ? getClaimsInside(*found.owner, *pass, op)
                                      : &getClaims(*found.owner, *pass);
  if (repetitions.areAny() && !execution.isDynamic)
    repetitions.enter(execution.claims, op);
  enter(pass, std::move(execution), pass, op);
}

void Verification::runAfterPass(mlir::Pass *pass, mlir::Operation *op) {
  if (auto it = running.find({pass, op}); it != running.end()) {
    Running execution = std::move(it->second);
    running.erase(it);
    scans.forget(op);
    if (execution.claims && execution.before)
      noteAppearance(execution, *scan(op));
    leave(execution, pass, op);
    if (repetitions.areAny() && !execution.isDynamic)
      if (auto change = repetitions.leave(execution.claims, op))
        report(pass, change->location, std::move(change->diagnostic));
    if (observer.isWanted()) {
      PassClaims *claims = execution.claims;
      observer.observe(
          claims ? StringRef(claims->owner.node.name) : getPassName(*pass), op,
          {claims, *execution.before, execution.unmet}, *scan(op));
    }
    reportFailures(pass, op);
  }
  if (bundles.areAny()) {
    leaveBundles(pass, op);
    reportFailures(pass, op);
  }
  if (!op->getParentOp() && pm.size() && &*std::prev(pm.end()) == pass)
    checkEnd(pass, op);
}

void Verification::runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) {
  if (auto it = running.find({pass, op}); it != running.end()) {
    const Running &execution = it->second;
    if (observer.isWanted())
      observer.observeFailure(
          {execution.claims, *execution.before, execution.unmet});
    running.erase(it);
    scans.forget(op);
    repetitions.forget(op);
    properties.leaveUnknown(op);
  }
}

void Verification::checkPropertiesAfter(const Running &execution,
                                        mlir::Pass *pass, mlir::Operation *op) {
  if (!properties.areAny())
    return;
  if (!execution.claims)
    return properties.leaveUnknown(op);
  std::vector<ClaimFinding> findings;
  properties.leave(*execution.claims, execution.held, op, findings);
  report(pass, findings);
}

//===----------------------------------------------------------------------===//
// The end of the pipeline
//===----------------------------------------------------------------------===//

void Verification::noteAppearance(const Running &execution,
                                  const ContentsScan &after) {
  // The pass that runs it is named for what a pass inside does.
  if (execution.claims->subject != PassClaims::Subject::Pass)
    return;
  // Nobody asks what has left it.
  if (!anyOwner->pipeline->interface.outputContents)
    return;
  DenseSet<mlir::OperationName> before;
  for (const ContentsScan::Entry &entry : execution.before->getEntries())
    before.insert(table.get(entry.signature).name);
  for (const ContentsScan::Entry &entry : after.getEntries())
    if (!before.contains(table.get(entry.signature).name))
      appeared[table.get(entry.signature).name] = &execution.claims->owner;
}

const PassOwner *Verification::findLowering(unsigned signature) {
  std::vector<const PassOwner *> all = owners->getAll();
  for (const PassOwner *owner : reverse(all)) {
    if (owner->pipeline != anyOwner->pipeline)
      continue;
    auto claims = claimsOf.find(owner);
    // Of one that did not run only the default options are known.
    if (claims != claimsOf.end()
            ? claims->second->contents.lowers(signature)
            : PassClaims(*owner, "", table).contents.lowers(signature))
      return owner;
  }
  return nullptr;
}

const ContentsScan::Entry *
Verification::findEntry(StringRef item, const ContentsScan &scan) const {
  const auto *found =
      find_if(scan.getEntries(), [&](const ContentsScan::Entry &entry) {
        return table.getText(entry.signature) == item;
      });
  return found == scan.getEntries().end() ? nullptr : found;
}

/// Puts first what explains the others: what no pass lowers. Casts stay because
/// of what they convert for; what has no place, or only ends what it is in,
/// because of that.
void Verification::sortLeft(std::vector<FalseClaim> &left,
                            const ContentsScan &scan) {
  enum Rank { NotLowered, Lowered, Cast, Part };
  // Slow to find, and the same for all of an item.
  StringMap<Rank> ranks;
  auto getRank = [&](const FalseClaim &claim) {
    if (!claim.hasPlace)
      return Part;
    auto [it, isNew] = ranks.try_emplace(claim.item, Lowered);
    const ContentsScan::Entry *entry =
        isNew ? findEntry(claim.item, scan) : nullptr;
    if (entry && entry->first->hasTrait<mlir::OpTrait::IsTerminator>() &&
        !entry->first->getNumSuccessors())
      it->second = Part;
    else if (entry && table.get(entry->signature).isCast)
      it->second = Cast;
    else if (entry && !findLowering(entry->signature))
      it->second = NotLowered;
    return it->second;
  };
  stable_sort(left, [&](const FalseClaim &a, const FalseClaim &b) {
    return getRank(a) < getRank(b);
  });
}

/// Names the last pass that lowers what is left, and says why it did not.
void Verification::explainLeft(Diagnostic &diagnostic, StringRef item,
                               const ContentsScan &scan) {
  const ContentsScan::Entry *left = findEntry(item, scan);
  if (!left)
    return;
  const PassOwner *from = appeared.lookup(table.get(left->signature).name);
  std::string text = from ? "it appeared with " + from->str()
                          : "the input has it, or a pass without a contract "
                            "has added it";
  diagnostic.note(text);
  const PassOwner *owner = findLowering(left->signature);
  if (!owner) {
    diagnostic.note("no pass of the pipeline lowers it");
    return;
  }
  diagnostic.at(owner->node);
  bool isLater = from && from->node.position >= owner->node.position;
  std::string name = "'" + owner->node.name + "'";
  diagnostic.note(!ran.contains(owner)
                      ? name + " lowers it, and had nothing to run on"
                  : isLater ? name + " lowers it, and ran before"
                            : name + " lowers it, and left it");
}

void Verification::checkEnd(mlir::Pass *pass, mlir::Operation *op) {
  if (!anyOwner)
    return;
  const PipelineInterface &interface = anyOwner->pipeline->interface;
  if (interface.outputContents) {
    Contract output;
    Contract::ItemsRef allowed = output.rejects({"*"});
    allowed.except({"builtin.module"});
    for (StringRef item : *interface.outputContents)
      allowed.except({item});
    Scan last = scan(op);
    std::vector<FalseClaim> left =
        ContractClaims(output, table)
            .checkBefore(*last, op, /*isWholeProgram=*/true);
    if (!left.empty()) {
      sortLeft(left, *last);
      Diagnostic diagnostic(DiagnosticCode::ObservedLeftOver,
                            "the pipeline is through, and '" +
                                left.front().item +
                                "' is left, which may not remain");
      for (const FalseClaim &claim : left)
        if (!is_contained(diagnostic.items, claim.item))
          diagnostic.items.push_back(claim.item);
      explainLeft(diagnostic, left.front().item, *last);
      if (diagnostic.items.size() > 1)
        diagnostic.note("so are '" +
                        join(ArrayRef(diagnostic.items).drop_front(), "', '") +
                        "'");
      report(pass, left.front().location, std::move(diagnostic));
    }
  }
  for (const std::string &property : interface.outputProperties) {
    PropertyChecks::Witness witness = properties.findWitness(property, op);
    if (witness && *witness)
      report(pass, findPlace(*witness),
             Diagnostic(DiagnosticCode::ObservedLeftOver,
                        "the pipeline is through, and '" + property +
                            "' does not hold, which must"));
  }
  reportFailures(pass, op);
}

//===----------------------------------------------------------------------===//
// Saying
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

void Verification::report(mlir::Pass *pass, mlir::Location location,
                          Diagnostic diagnostic) {
  bool isFirst = state->add(diagnostic, location);
  if (state->mode == Mode::Record)
    return;
  if (state->mode == Mode::Warn)
    diagnostic.severity = std::min(diagnostic.severity, Severity::Warning);
  bool isError = diagnostic.severity == Severity::Error;
  if (isFirst || isError)
    emitDiagnostics(location, withOwner(std::move(diagnostic)));
  if (isError)
    signalPassFailure(pass);
}

/// A verifier that fails is no claim that could be recorded. Who runs is in the
/// line of the message, as MLIR prints notes only where somebody handles
/// diagnostics.
void Verification::reportFailures(mlir::Pass *pass, mlir::Operation *op) {
  if (failures.empty())
    return;
  RunningPass found = owners->find(*pass);
  if (found.owner)
    failures.front().message += "; asked where " + found.owner->str() + " runs";
  emitDiagnostics(findPlace(op), failures.front());
  failures.clear();
  signalPassFailure(pass);
}
