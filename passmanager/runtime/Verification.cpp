//===- Verification.cpp - Holds contracts against the IR of a run ---------===//
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

#include "mlir/IR/Operation.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/NestRead.h"
#include "passmanager/runtime/PassClaims.h"
#include "passmanager/runtime/VerifierState.h"

using namespace pmb;
using namespace llvm;
using Mode = ContractVerifier::Mode;

namespace {

/// What is known of pieces of IR, for as long as no pass has changed them: what
/// a pass leaves is what the next one finds.
class ScanMemory {
public:
  using Scan = std::shared_ptr<const ContentsScan>;

  Scan lookup(mlir::Operation *op) const { return scans.lookup(op); }
  void remember(mlir::Operation *op, Scan scan) {
    scans[op] = std::move(scan);
    for (mlir::Operation *at = op->getParentOp(); at; at = at->getParentOp())
      inside[at].push_back(op);
  }
  /// A pass has run on `op`.
  void forget(mlir::Operation *op) {
    forgetOnly(op);
    for (mlir::Operation *at = op->getParentOp(); at; at = at->getParentOp())
      scans.erase(at);
  }

private:
  /// Operations in `op` may be gone, so their addresses are all that is used.
  void forgetOnly(mlir::Operation *op) {
    scans.erase(op);
    auto it = inside.find(op);
    if (it == inside.end())
      return;
    SmallVector<mlir::Operation *, 0> nested = std::move(it->second);
    inside.erase(it);
    for (mlir::Operation *other : nested)
      forgetOnly(other);
  }

  DenseMap<mlir::Operation *, Scan> scans;
  DenseMap<mlir::Operation *, SmallVector<mlir::Operation *, 0>> inside;
};

class Verification : public mlir::PassInstrumentation {
public:
  Verification(std::shared_ptr<ContractVerifier::State> state,
               std::shared_ptr<PassOwners> owners, mlir::PassManager &pm)
      : state(std::move(state)), owners(std::move(owners)), pm(pm) {
    for (const auto &[mark, reader] : this->state->marks)
      table.addMark(mark, [this, &reader = reader, &mark = mark](auto *op) {
        bool hasMark = false;
        if (auto failure = callVerifier([&] { hasMark = reader(op); }))
          failures.push_back(makeFailed("mark", mark, *failure));
        return hasMark;
      });
  }
  ~Verification() override { state->attached.erase(&pm); }

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override {
    running.erase({pass, op});
    memory.forget(op);
  }

private:
  using Scan = ScanMemory::Scan;
  struct Running {
    /// Null for a pass that is only observed.
    PassClaims *claims;
    Scan before;
  };

  static Diagnostic makeFailed(StringRef what, StringRef name, StringRef why) {
    return Diagnostic(DiagnosticCode::FailedVerifier,
                      "the verifier of the " + what.str() + " '" + name.str() +
                          "' has thrown: " + why.str());
  }
  PassClaims &getClaims(const PassOwner &owner, mlir::Pass &pass);
  Scan scan(mlir::Operation *op);
  SuggestedContracts::Counts count(const ContentsScan &scan) const;
  void observe(mlir::Pass &pass, const Running &execution,
               const ContentsScan &after);
  void checkProperties(PassClaims &claims, bool isBefore, mlir::Pass *pass,
                       mlir::Operation *op);
  void checkEnd(mlir::Pass *pass, mlir::Operation *op);
  void noteAppearance(const Running &execution, const ContentsScan &after);
  void explainLeft(Diagnostic &diagnostic, StringRef item,
                   const ContentsScan &scan);
  void report(mlir::Pass *pass, mlir::Location location, Diagnostic diagnostic);
  void reportFailures(mlir::Pass *pass, mlir::Operation *op);

  std::shared_ptr<ContractVerifier::State> state;
  std::shared_ptr<PassOwners> owners;
  mlir::PassManager &pm;
  SignatureTable table;
  ScanMemory memory;
  DenseMap<const PassOwner *, std::unique_ptr<PassClaims>> claimsOf;
  /// An instance runs on one operation at a time, but may run on another one in
  /// a pipeline that it runs itself.
  DenseMap<std::pair<mlir::Pass *, mlir::Operation *>, Running> running;
  /// The passes that ran, and the one with which an operation appeared last.
  DenseSet<const PassOwner *> ran;
  DenseMap<mlir::OperationName, const PassOwner *> appeared;
  /// The pipeline that `pm` runs, once one of its passes is known.
  const PassOwner *anyOwner = nullptr;
  /// What readers of marks have thrown in the scan that is made.
  std::vector<Diagnostic> failures;
};

} // namespace

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

PassClaims &Verification::getClaims(const PassOwner &owner, mlir::Pass &pass) {
  std::unique_ptr<PassClaims> &claims = claimsOf[&owner];
  if (!claims) {
    std::string options;
    raw_string_ostream os(options);
    pass.printAsTextualPipeline(os);
    size_t begin = std::min(options.find('{'), options.size());
    claims = std::make_unique<PassClaims>(
        owner, stripBraces(StringRef(options).drop_front(begin)), table);
  }
  return *claims;
}

Verification::Scan Verification::scan(mlir::Operation *op) {
  if (Scan known = memory.lookup(op))
    return known;
  Scan made = std::make_shared<const ContentsScan>(op, table);
  memory.remember(op, made);
  return made;
}

SuggestedContracts::Counts Verification::count(const ContentsScan &scan) const {
  SuggestedContracts::Counts counts;
  for (const ContentsScan::Entry &entry : scan.getEntries()) {
    const Signature &signature = table.get(entry.signature);
    counts[signature.name.getStringRef().str()] += entry.count;
    for (KindSet kinds = signature.kinds; kinds; kinds &= kinds - 1)
      counts[table.getKindName(kinds & -kinds).str()] = 1;
  }
  return counts;
}

void Verification::observe(mlir::Pass &pass, const Running &execution,
                           const ContentsScan &after) {
  std::string name = getPassName(pass).str();
  state->suggested->addExecution(name, count(*execution.before), count(after));
  if (!execution.claims)
    return;
  if (execution.claims->owner.descriptor->hasContract)
    state->suggested->setHasContract(name);
  execution.claims->takeTallies(
      [&](std::string entry, unsigned kept, unsigned contradicted) {
        state->suggested->addEntry(name, entry, kept, contradicted);
      });
}

void Verification::runBeforePass(mlir::Pass *pass, mlir::Operation *op) {
  // The next run may be on another program at the address of the last.
  if (!op->getParentOp() && &*pm.begin() == pass) {
    memory = ScanMemory();
    running.clear();
    ran.clear();
    appeared.clear();
    for (const PassOwner *owner : owners->getAll())
      ContractClaims::addQualified(owner->descriptor->contract, table);
  }
  if (isNest(*pass))
    return;
  Running execution = {nullptr, nullptr};
  RunningPass found = owners->find(*pass);
  if (found.owner && !found.isInside) {
    if (!anyOwner)
      anyOwner = found.owner;
    ran.insert(found.owner);
    if (!found.owner->isEffectUnknown)
      execution.claims = &getClaims(*found.owner, *pass);
  }
  PassClaims *claims = execution.claims;
  if ((!claims || claims->isIdle()) && !state->suggested)
    return;
  if (state->suggested || !claims->contents.empty())
    execution.before = scan(op);
  if (claims && !claims->contents.empty()) {
    std::vector<FalseClaim> broken = claims->contents.checkBefore(
        *execution.before, op, /*isWholeProgram=*/!op->getParentOp());
    if (!broken.empty())
      report(pass, broken.front().location, claims->describe(broken));
  }
  if (claims)
    checkProperties(*claims, /*isBefore=*/true, pass, op);
  reportFailures(pass, op);
  running[{pass, op}] = std::move(execution);
}

void Verification::runAfterPass(mlir::Pass *pass, mlir::Operation *op) {
  memory.forget(op);
  auto it = running.find({pass, op});
  if (it != running.end()) {
    Running execution = std::move(it->second);
    running.erase(it);
    PassClaims *claims = execution.claims;
    Scan after = execution.before ? scan(op) : nullptr;
    if (claims && after) {
      noteAppearance(execution, *after);
      std::vector<FalseClaim> broken =
          claims->contents.checkAfter(*execution.before, *after, op);
      if (!broken.empty())
        report(pass, broken.front().location, claims->describe(broken));
    }
    if (claims)
      checkProperties(*claims, /*isBefore=*/false, pass, op);
    if (state->suggested)
      observe(*pass, execution, *after);
    reportFailures(pass, op);
  }
  if (!op->getParentOp() && pm.size() && &*std::prev(pm.end()) == pass)
    checkEnd(pass, op);
}

void Verification::checkProperties(PassClaims &claims, bool isBefore,
                                   mlir::Pass *pass, mlir::Operation *op) {
  for (const PassClaims::Property &property : claims.properties) {
    auto verifier = state->properties.find(property.name);
    bool isProvided = property.kind == PassClaims::Property::Kind::Provided;
    if (isProvided == isBefore || verifier == state->properties.end())
      continue;
    mlir::Operation *witness = nullptr;
    if (auto failure = callVerifier([&] { witness = verifier->second(op); })) {
      failures.push_back(makeFailed("property", property.name, *failure));
      continue;
    }
    bool isRejected = property.kind == PassClaims::Property::Kind::Rejected;
    if (isRejected ? !witness : witness != nullptr)
      report(pass, (witness ? witness : op)->getLoc(),
             claims.describe(property));
  }
}

//===----------------------------------------------------------------------===//
// The end of the pipeline
//===----------------------------------------------------------------------===//

void Verification::noteAppearance(const Running &execution,
                                  const ContentsScan &after) {
  DenseSet<mlir::OperationName> before;
  for (const ContentsScan::Entry &entry : execution.before->getEntries())
    before.insert(table.get(entry.signature).name);
  for (const ContentsScan::Entry &entry : after.getEntries())
    if (!before.contains(table.get(entry.signature).name))
      appeared[table.get(entry.signature).name] = &execution.claims->owner;
}

/// Names the last pass that lowers what is left, and says why it did not.
void Verification::explainLeft(Diagnostic &diagnostic, StringRef item,
                               const ContentsScan &scan) {
  const ContentsScan::Entry *left =
      find_if(scan.getEntries(), [&](const ContentsScan::Entry &entry) {
        return table.getText(entry.signature) == item;
      });
  if (left == scan.getEntries().end())
    return;
  const PassOwner *from = appeared.lookup(table.get(left->signature).name);
  std::string text = from ? "it appeared with " + from->str()
                          : "the input has it, or a pass without a contract "
                            "has added it";
  diagnostic.note(text);
  std::vector<const PassOwner *> all = owners->getAll();
  for (const PassOwner *owner : reverse(all)) {
    if (owner->pipeline != anyOwner->pipeline)
      continue;
    auto claims = claimsOf.find(owner);
    // Of one that did not run only the default options are known.
    bool lowersIt =
        claims != claimsOf.end()
            ? claims->second->contents.lowers(left->signature)
            : PassClaims(*owner, "", table).contents.lowers(left->signature);
    if (!lowersIt)
      continue;
    diagnostic.at(owner->node);
    bool isLater = from && from->node.position >= owner->node.position;
    std::string name = "'" + owner->node.name + "'";
    diagnostic.note(!ran.contains(owner)
                        ? name + " lowers it, and had nothing to run on"
                    : isLater ? name + " lowers it, and ran before"
                              : name + " lowers it, and left it");
    return;
  }
  diagnostic.note("no pass of the pipeline lowers it");
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
      Diagnostic diagnostic(DiagnosticCode::LeftInIR,
                            "the pipeline is through, and '" +
                                left.front().item +
                                "' is left, which may not remain");
      for (const FalseClaim &claim : left)
        if (!is_contained(diagnostic.items, claim.item))
          diagnostic.items.push_back(claim.item);
      explainLeft(diagnostic, left.front().item, *last);
      if (diagnostic.items.size() > 1) {
        std::string others;
        interleave(
            ArrayRef(diagnostic.items).drop_front(),
            [&](StringRef item) { others += "'" + item.str() + "'"; },
            [&] { others += ", "; });
        diagnostic.note("so are " + others);
      }
      report(pass, left.front().location, std::move(diagnostic));
    }
  }
  for (const std::string &property : interface.outputProperties) {
    auto verifier = state->properties.find(property);
    if (verifier == state->properties.end())
      continue;
    mlir::Operation *witness = nullptr;
    if (auto failure = callVerifier([&] { witness = verifier->second(op); }))
      failures.push_back(makeFailed("property", property, *failure));
    else if (witness)
      report(pass, witness->getLoc(),
             Diagnostic(DiagnosticCode::LeftInIR,
                        "the pipeline is through, and '" + property +
                            "' does not hold, which must"));
  }
  reportFailures(pass, op);
}

//===----------------------------------------------------------------------===//
// Saying
//===----------------------------------------------------------------------===//

void Verification::report(mlir::Pass *pass, mlir::Location location,
                          Diagnostic diagnostic) {
  bool isFirst = state->add(diagnostic, location);
  if (state->mode == Mode::Record)
    return;
  if (state->mode == Mode::Warn)
    diagnostic.severity = std::min(diagnostic.severity, Severity::Warning);
  bool isError = diagnostic.severity == Severity::Error;
  if (isFirst || isError)
    emitDiagnostics(location, diagnostic);
  if (isError)
    signalPassFailure(pass);
}

/// A verifier that fails is no claim that could be recorded.
void Verification::reportFailures(mlir::Pass *pass, mlir::Operation *op) {
  if (failures.empty())
    return;
  emitDiagnostics(op->getLoc(), failures.front());
  failures.clear();
  signalPassFailure(pass);
}
