//===- Transactions.cpp - All or nothing ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with exceptions: what parties and transactions call is code of
// others, and an exception that leaves it must not leave half an edit. It is
// not caught, but passed on.
//
//===----------------------------------------------------------------------===//

#include "builder/edit/PipelineImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

Origin PipelineImpl::setOrigin(Origin origin) {
  Origin previous = *currentOrigin;
  // Parties come again and again, by every transaction; one copy will do.
  std::string key;
  raw_string_ostream(key) << unsigned(origin.kind) << '\0' << origin.name
                          << '\0' << origin.line << '\0' << origin.column
                          << '\0' << origin.why;
  currentOrigin =
      &origins.try_emplace(key, std::move(origin)).first->getValue();
  return previous;
}

PipelineImpl::OpenTransaction::OpenTransaction(PipelineImpl &pipeline,
                                               const Origin *party)
    : pipeline(pipeline), origin(pipeline.currentOrigin),
      owner(pipeline.ownerOrigin), foreign(pipeline.foreignOrigin),
      mark(pipeline.list.beginUndoable()),
      deferredMark(pipeline.deferred.size()) {
  if (!party)
    return;
  this->party = party->str();
  interface = pipeline.getInterface();
  if (!owner)
    pipeline.ownerOrigin = origin;
  pipeline.setOrigin(*party);
  if (!foreign && !pipeline.ownerOrigin->isSameParty(*party))
    pipeline.foreignOrigin = pipeline.currentOrigin;
}

PipelineImpl::OpenTransaction::~OpenTransaction() {
  if (isOpen)
    close(/*isKept=*/false);
}

std::vector<Diagnostic> PipelineImpl::OpenTransaction::takeDeferred() {
  auto begin = pipeline.deferred.begin() + deferredMark;
  std::vector<Diagnostic> failures(
      std::make_move_iterator(begin),
      std::make_move_iterator(pipeline.deferred.end()));
  pipeline.deferred.erase(begin, pipeline.deferred.end());
  return failures;
}

void PipelineImpl::OpenTransaction::close(bool isKept) {
  isOpen = false;
  if (!isKept)
    takeDeferred();
  pipeline.hasUncheckedEdits |= pipeline.list.hasChangedSince(mark);
  pipeline.list.endUndoable(mark, isKept);
  if (!isKept && interface)
    pipeline.getInterface() = std::move(*interface);
  pipeline.currentOrigin = origin;
  pipeline.ownerOrigin = owner;
  pipeline.foreignOrigin = foreign;
}

Error PipelineImpl::OpenTransaction::commit(std::vector<Diagnostic> failures) {
  if (interface)
    if (StringRef set = interface->findDifference(pipeline.getInterface());
        !set.empty())
      pipeline.isOwnerSetting(set.str());
  // What was appended in vain is a failure of the transaction, too.
  append_range(failures, takeDeferred());
  close(/*isKept=*/failures.empty());
  if (!failures.empty()) {
    pipeline.hasUncheckedEdits = false;
    // Without a party it is a single edit, and what came before stays.
    if (!party.empty())
      for (Diagnostic &failure : failures) {
        // A party may open a transaction in its own name.
        Note lost{"nothing of what " + party + " did was kept", {}};
        if (none_of(failure.notes, [&](const Note &note) {
              return note.message == lost.message;
            }))
          failure.notes.push_back(std::move(lost));
      }
  }
  return makeError(std::move(failures));
}

Error PipelineImpl::atomically(function_ref<Error()> edit) {
  if (Error error = verifyEditable())
    return error;
  OpenTransaction scope(*this);
  Error error = edit();
  scope.close(/*isKept=*/!error);
  // A caller that gets an error knows that the edit was not made.
  if (error)
    hasUncheckedEdits = false;
  return error;
}

static Error makeNoFunction(const Origin &origin, StringRef help) {
  Diagnostic diagnostic(DiagnosticCode::NoInstance,
                        "{0} has no function to be called", origin.str());
  if (!help.empty())
    diagnostic.help(help.str());
  return diagnostic;
}

Error PipelineImpl::transaction(const Origin &origin,
                                function_ref<Error()> edits) {
  if (Error error = verifyEditable())
    return error;
  if (!edits)
    return makeNoFunction(origin, "");
  OpenTransaction open(*this, origin);
  return open.commit(takeDiagnostics(edits()));
}

Error Pipeline::addParty(Party party) {
  if (Error error = impl->verifyEditable())
    return error;
  if (!party.registration)
    return makeNoFunction(party.origin, "set 'registration'");
  std::string name = party.origin.str();
  if (!impl->partyNames.insert(name).second)
    return Diagnostic(DiagnosticCode::DuplicateName,
                      "{0} has been added to the pipeline already", name);
  impl->hasUncheckedEdits = true;
  ++impl->revision;
  impl->parties.push_back(std::move(party));
  impl->onRollback([this, name] {
    impl->partyNames.erase(name);
    erase_if(impl->parties, [&](const Party &waiting) {
      return waiting.origin.str() == name;
    });
  });
  return Error::success();
}

static Error makeThrown(const Party &party) {
  std::string name = party.origin.str();
  return Diagnostic(DiagnosticCode::PluginFailed, "{0} threw an exception",
                    name)
      .note("nothing of what {0} did was kept", name);
}

/// Applies one party after the other, but for those that the pipeline is not
/// for: they wait. If one throws, it may come again, and those behind it still
/// wait.
class PipelineImpl::PartyScope {
public:
  PartyScope(PipelineImpl &pipeline, std::vector<Party> round, bool keepsThrown)
      : pipeline(pipeline), round(std::move(round)), keepsThrown(keepsThrown) {}
  ~PartyScope() {
    append_range(pipeline.parties, waiting);
    if (next == round.size())
      return;
    pipeline.currentParty = outer;
    if (keepsThrown)
      pipeline.defer(makeThrown(round[next]));
    pipeline.partyNames.erase(round[next].origin.str());
    pipeline.parties.insert(pipeline.parties.begin(),
                            std::make_move_iterator(round.begin() + next + 1),
                            std::make_move_iterator(round.end()));
  }

  /// Returns false if there was none to be applied.
  bool run(std::vector<Diagnostic> &failures) {
    for (; next < round.size(); ++next) {
      const Party &party = round[next];
      if (party.fits && !party.fits()) {
        waiting.push_back(party);
        continue;
      }
      outer = std::exchange(pipeline.currentParty, &party);
      std::vector<Diagnostic> failure = takeDiagnostics(
          pipeline.transaction(party.origin, party.registration));
      pipeline.currentParty = outer;
      if (failure.empty())
        continue;
      // Nothing of it was kept, so it may come again.
      pipeline.partyNames.erase(party.origin.str());
      append_range(failures, std::move(failure));
    }
    return waiting.size() < round.size();
  }

private:
  PipelineImpl &pipeline;
  std::vector<Party> round, waiting;
  bool keepsThrown;
  size_t next = 0;
  const Party *outer = nullptr;
};

Error PipelineImpl::applyParties(bool keepsThrown) {
  std::vector<Diagnostic> failures;
  // A party may add parties, or what others wait for: the next round.
  bool isAnyNew = true;
  while (isAnyNew && !parties.empty()) {
    std::vector<Party> round = std::exchange(parties, {});
    if (list.isUndoable())
      onRollback([this, round] {
        parties = round;
        for (const Party &party : round)
          partyNames.insert(party.origin.str());
      });
    llvm::sort(round, [](const Party &a, const Party &b) {
      return std::make_pair(a.rank, a.origin.str()) <
             std::make_pair(b.rank, b.origin.str());
    });
    isAnyNew = PartyScope(*this, std::move(round), keepsThrown).run(failures);
  }
  return makeError(std::move(failures));
}

//===----------------------------------------------------------------------===//
// What the pipeline is for
//===----------------------------------------------------------------------===//

bool PipelineImpl::isOwnerSetting(const std::string &what) {
  if (!foreignOrigin)
    return true;
  defer(
      Diagnostic(DiagnosticCode::InsideTransaction,
                 "{0} cannot set {1}: that is up to the owner of the pipeline",
                 foreignOrigin->str(), what)
          .help("leave it to the framework, or set it outside of the "
                "transaction"));
  return false;
}

void Pipeline::setSeverity(DiagnosticCode code, Severity severity) {
  if (!impl->isOwnerSetting("the severity of '" +
                            getDiagnosticInfo(code).name.str() + "'"))
    return;
  auto severities = impl->severities;
  severities[unsigned(code)] = severity;
  impl->list.set(impl->severities, std::move(severities));
}

std::vector<std::pair<DiagnosticCode, Severity>>
PipelineImpl::getSeverities() const {
  std::vector<std::pair<DiagnosticCode, Severity>> result;
  result.reserve(severities.size());
  for (auto [code, severity] : severities)
    result.push_back({DiagnosticCode(code), severity});
  return result;
}

//===----------------------------------------------------------------------===//
// When edits are allowed
//===----------------------------------------------------------------------===//

void PipelineImpl::defer(Error error) {
  if (!error)
    return;
  ++revision;
  std::vector<Diagnostic> failures = takeDiagnostics(std::move(error));
  std::optional<Origin> call =
      PassList::locate(*currentOrigin, list.getPlace());
  for (Diagnostic &failure : failures)
    if (call && !failure.node)
      failure.node.emplace().origin = *call;
  append_range(deferred, std::move(failures));
}

void PipelineImpl::forgetDeferred(size_t begin, size_t end) {
  if (begin == end)
    return;
  ++revision;
  deferred.erase(deferred.begin() + begin, deferred.begin() + end);
  if (reportedDeferred > begin)
    reportedDeferred -= std::min(reportedDeferred, end) - begin;
}

Error InsertResult::getError() {
  if (error)
    failures = takeDiagnostics(std::move(error));
  return makeError(failures);
}

LogicalResult InsertResult::keepError() {
  // An error that was taken is reported by the caller.
  if (error) {
    failures = takeDiagnostics(std::move(error));
    PipelineImpl::PlaceScope here(*pipeline, place);
    std::vector<Diagnostic> kept = failures;
    for (Diagnostic &failure : kept)
      if (failure.code == DiagnosticCode::UnknownPosition)
        failure.helpInCode("if it may be absent, use orElse(), or ask the "
                           "result for failed(): as a LogicalResult it leaves "
                           "its error to the builder");
    pipeline->defer(makeError(std::move(kept)));
  }
  return failure(!failures.empty());
}

Error PipelineImpl::makeAlreadyBuilt() {
  return Diagnostic(
             DiagnosticCode::AlreadyBuilt,
             "the pipeline has been built; its passes belong to the pass "
             "manager now")
      .help("make all edits before build(), or use a new builder");
}

Error PipelineImpl::verifyOutsideTransaction(const std::string &action,
                                             std::string help) const {
  if (!list.isUndoable() && !currentParty)
    return Error::success();
  return Diagnostic(DiagnosticCode::InsideTransaction,
                    "{0} cannot {1}: what it edits can still be undone",
                    currentOrigin->str(), action)
      .help(std::move(help));
}

void PipelineImpl::discard() {
  if (Error error = verifyOutsideTransaction(
          "discard the pipeline",
          "let the owner of the pipeline discard it, outside of the "
          "transaction"))
    return defer(std::move(error));
  hasUncheckedEdits = false;
  reportedDeferred = deferred.size();
}
