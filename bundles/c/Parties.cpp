//===- Parties.cpp - Edits in the name of others --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "bundles/c/OpenPipeline.h"

using namespace pmb;
using namespace llvm;

Error OpenPipeline::verifyParty(bool isOpen) const {
  if (party.has_value() == isOpen)
    return Error::success();
  if (!party)
    return makeError(
        Diagnostic(DiagnosticCode::InsideTransaction, "no party has begun")
            .help("begin one first"));
  return makeError(
      Diagnostic(DiagnosticCode::InsideTransaction,
                 quote(party->name) + " is still editing the pipeline")
          .help("commit it, or take it back, first"));
}

Error OpenPipeline::setOwner(StringRef name) {
  if (Error error = verifyParty(/*isOpen=*/false))
    return error;
  return perform([name = name.str()](Pipeline &pipeline) {
    pipeline.setOrigin(Origin::framework(name));
    return Error::success();
  });
}

Error OpenPipeline::beginParty(StringRef name, int rank) {
  if (Error error = verifyParty(/*isOpen=*/false))
    return error;
  if (Error error = checkName("party", name))
    return error;
  if (!partyNames.insert(name).second)
    return makeError(Diagnostic(DiagnosticCode::DuplicateName,
                                "the party " + quote(name) +
                                    " has edited the pipeline already"));
  PipelineImpl &impl = pipeline->getImpl();
  if (!openRound)
    openRound = std::make_unique<PipelineImpl::OpenTransaction>(
        impl, pipeline->getOrigin());
  openParty = std::make_unique<PipelineImpl::OpenTransaction>(
      impl, Origin::thirdParty(name));
  party = PartyEdits{name.str(), rank, {}};
  filesBefore = files.size();
  return Error::success();
}

Error OpenPipeline::rollbackParty() {
  if (Error error = verifyParty(/*isOpen=*/true))
    return error;
  openParty.reset();
  partyNames.erase(party->name);
  party.reset();
  files.resize(filesBefore);
  ++revision;
  return Error::success();
}

Error OpenPipeline::redoRound(ArrayRef<PartyEdits> parties) {
  // What was begun last ends first.
  openRound.reset();
  PipelineImpl &impl = pipeline->getImpl();
  openRound = std::make_unique<PipelineImpl::OpenTransaction>(
      impl, pipeline->getOrigin());
  for (const PartyEdits &one : parties) {
    PipelineImpl::OpenTransaction open(impl, Origin::thirdParty(one.name));
    std::vector<Diagnostic> failures;
    for (const Edit &edit : one.edits)
      if (failures.empty())
        failures = takeDiagnostics(edit(*pipeline));
    if (Error error = open.commit(std::move(failures)))
      return error;
  }
  return Error::success();
}

Error OpenPipeline::commitParty() {
  if (Error error = verifyParty(/*isOpen=*/true))
    return error;
  Error error = openParty->commit();
  openParty.reset();
  PartyEdits done = std::move(*party);
  party.reset();
  ++revision;
  auto forget = [&](Error failure) {
    partyNames.erase(done.name);
    files.resize(filesBefore);
    return failure;
  };
  if (error)
    return forget(std::move(error));
  auto behind = find_if(
      round, [&](const PartyEdits &one) { return done.comesBefore(one); });
  if (behind == round.end()) {
    round.push_back(std::move(done));
    return Error::success();
  }
  // Ranks decide, not the order of the calls.
  std::vector<PartyEdits> ranked = round;
  ranked.insert(ranked.begin() + (behind - round.begin()), done);
  if (Error failure = redoRound(ranked))
    return forget(joinErrors(std::move(failure), redoRound(round)));
  round = std::move(ranked);
  return Error::success();
}

Error OpenPipeline::closeRound() {
  round.clear();
  std::unique_ptr<PipelineImpl::OpenTransaction> closed = std::move(openRound);
  return closed ? closed->commit() : Error::success();
}
