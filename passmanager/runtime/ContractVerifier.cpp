//===- ContractVerifier.cpp - Contracts held against IR while it runs -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/ContractVerifier.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/PipelineImpl.h"
#include "passmanager/MLIRCompat.h"
#include "passmanager/patterns/NamedRegistry.h"
#include "passmanager/runtime/ContentsScan.h"
#include "passmanager/runtime/PassOwners.h"
#include "passmanager/runtime/VerifierState.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

bool ContractVerifier::State::add(const Diagnostic &diagnostic,
                                  mlir::Location location) {
  std::lock_guard<std::mutex> lock(mutex);
  auto [it, isNew] = known.try_emplace(diagnostic.str(), findings.size());
  if (!isNew) {
    ++findings[it->second].count;
    return false;
  }
  std::string place;
  raw_string_ostream os(place);
  if (auto at = location->findInstanceOf<mlir::FileLineColLoc>())
    os << at.getFilename().getValue() << ':' << at.getLine() << ':'
       << at.getColumn();
  else
    location.print(os);
  findings.push_back({diagnostic, std::move(place)});
  if (journal) {
    Diagnostic found = diagnostic;
    if (mode == Mode::Record)
      found.severity = std::min(found.severity, Severity::Warning);
    if (findings.back().location != "loc(unknown)")
      found.note("first at {0}", findings.back().location);
    *journal << json::Value(
                    json::Object{{"finding", json::fixUTF8(found.str())}})
             << '\n';
    journal->flush();
  }
  return true;
}

Diagnostic pmb::makeFailedVerifier(StringRef what, StringRef name,
                                   StringRef why) {
  return Diagnostic(
      DiagnosticCode::FailedVerifier,
      ("the verifier of the " + what + " '" + name + "' has thrown: " + why)
          .str());
}

ContractVerifier::ContractVerifier(Mode mode)
    : state(std::make_shared<State>(mode)) {}
ContractVerifier::~ContractVerifier() = default;
ContractVerifier::ContractVerifier(ContractVerifier &&) = default;
ContractVerifier &ContractVerifier::operator=(ContractVerifier &&) = default;

static Diagnostic makeBad(const Twine &message) {
  return Diagnostic(DiagnosticCode::BadVerifier, message.str());
}

/// Fails if a function cannot be added: `function` is what it is, a verifier or
/// a reader, and `what` what it is for, a property or a mark.
static Error checkAdded(StringRef function, StringRef what, StringRef name,
                        bool isNull, bool isLate) {
  if (name.empty())
    return makeBad("a " + function + " needs the name of a " + what);
  std::string added =
      ("the " + function + " of the " + what + " '" + name + "'").str();
  if (isNull)
    return makeBad(added + " is null");
  if (isLate)
    return makeBad(added + " comes after attachTo()")
        .help("add verifiers first");
  return Error::success();
}

Error ContractVerifier::addPropertyVerifier(StringRef property,
                                            PropertyVerifier verifier) {
  if (Error error = checkAdded("verifier", "property", property, !verifier,
                               state->wasAttached))
    return error;
  if (!state->properties.try_emplace(property, std::move(verifier)).second)
    return makeBad("the property '" + property + "' has a verifier already");
  return Error::success();
}

using RegisteredVerifiers = NamedRegistry<ContractVerifier::PropertyVerifier>;

Error pmb::registerPropertyVerifier(
    StringRef property, ContractVerifier::PropertyVerifier verifier) {
  if (property.empty() || !verifier)
    return makeBad("a verifier that is registered needs the name of "
                   "a property, and a function");
  if (!RegisteredVerifiers::get().add(
          property, std::make_shared<ContractVerifier::PropertyVerifier>(
                        std::move(verifier))))
    return makeBad("the property '" + property +
                   "' has a registered verifier already");
  return Error::success();
}

void ContractVerifier::addRegisteredVerifiers() {
  RegisteredVerifiers &registered = RegisteredVerifiers::get();
  for (StringRef property : registered.getNames())
    if (state->properties.try_emplace(property, *registered.lookup(property))
            .second)
      state->registered.insert(property);
}

Error ContractVerifier::addMarkReader(StringRef mark, MarkReader reader) {
  if (Error error =
          checkAdded("reader", "mark", mark, !reader, state->wasAttached))
    return error;
  if (SignatureTable().getMark(mark))
    return makeBad("the mark '" + mark + "' is one that is always read");
  if (any_of(state->marks,
             [&](const auto &known) { return known.first == mark; }))
    return makeBad("the mark '" + mark + "' has a reader already");
  if (state->marks.size() == SignatureTable::maxAddedMarks)
    return makeBad("the mark '" + mark + "' is one too many: " +
                   Twine(SignatureTable::maxAddedMarks) + " can have readers");
  state->marks.emplace_back(mark.str(), std::move(reader));
  return Error::success();
}

Error ContractVerifier::verifyNames(const Catalog &catalog) const {
  std::vector<Diagnostic> diagnostics;
  auto report = [&](StringRef what, StringRef name,
                    ArrayRef<StringRef> candidates) {
    diagnostics.push_back(makeBad("there is a verifier for the " + what + " '" +
                                  name + "', which is not declared"));
    suggest(diagnostics.back(), name, candidates);
    diagnostics.back().help(
        what == "mark"
            ? "declare it with Catalog::addMark, or under 'marks' in "
              "a contracts file"
            : "declare it with Catalog::addProperty, or under "
              "'properties' in a contracts file");
  };
  std::vector<StringRef> names(state->properties.keys().begin(),
                               state->properties.keys().end());
  sort(names);
  for (StringRef name : names)
    // What a plugin registers may be of no use here.
    if (!catalog.lookupProperty(name) && !state->registered.contains(name))
      report("property", name, catalog.getPropertyNames());
  for (const auto &[mark, reader] : state->marks)
    if (!catalog.hasMark(mark))
      report("mark", mark, catalog.getMarkNames());
  return makeError(std::move(diagnostics));
}

Error ContractVerifier::attachTo(PassManagerBuilder &builder) {
  mlir::PassManager *pm = builder.passManager;
  if (!pm)
    return makeBad(
               "a pipeline that is run inside a pass has no pass manager that "
               "could verify contracts")
        .help("attach to the builder whose pass manager runs the pass, and "
              "let both share their owners (enableAttribution)");
  if (builder.getImpl().isBuilt)
    return makeBad("contracts are to be verified after the pipeline was built")
        .help("call attachTo() before build()");
  if (Error error = verifyNames(builder.getCatalog()))
    return error;
  if (!builder.getOwners())
    if (Error error = builder.enableAttribution())
      return error;
  return attachTo(*pm, builder.getOwners());
}

Error ContractVerifier::attachTo(mlir::PassManager &pm,
                                 std::shared_ptr<PassOwners> owners) {
  if (!owners || !owners->isAttachedTo(pm))
    return makeBad("the owners of the passes that the pass manager runs are "
                   "not known")
        .help("attach the owners first: owners->attachTo(pm)");
  if (!isMLIR22 && state->mode == Mode::Error)
    return needsMLIR22(DiagnosticCode::BadVerifier,
                       "a false claim of a contract that fails the run",
                       "let it be a warning: --verify-contracts=warn, "
                       "ContractVerifier::Mode::Warn");
  if (!owners->setWatched(pm, PassOwners::Watcher::Verifier))
    return makeBad("contracts of this pass manager are verified already")
        .help("attach one verifier, once");
  state->wasAttached = true;
  pm.addInstrumentation(makeVerification(state, std::move(owners), pm));
  return Error::success();
}

std::vector<ContractVerifier::Finding> ContractVerifier::getFindings() const {
  std::lock_guard<std::mutex> lock(state->mutex);
  return state->findings;
}

void ContractVerifier::keepJournal(raw_ostream &journal) {
  state->journal = &journal;
}

void ContractVerifier::suggestTo(SuggestedContracts &suggested) {
  state->suggested = &suggested;
}
