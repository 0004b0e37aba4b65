//===- SlotPass.cpp - What the passes of slots for patterns share ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/patterns/SlotPass.h"
#include "builder/list/PatternSlot.h"
#include "passmanager/PassManagerBuilder.h"

using namespace pmb;
using namespace llvm;

void SlotPass::getDependentDialects(mlir::DialectRegistry &registry) const {
  for (const Contribution &contribution : collect())
    contribution.patterns->dialects.appendTo(registry);
}

const Contribution *SlotPass::lookupGiven(StringRef name) const {
  const auto *it = find_if(ArrayRef(given), [&](const Contribution &set) {
    return set.patterns->set.name == name;
  });
  return it == ArrayRef(given).end() ? nullptr : it;
}

std::vector<Contribution>
SlotPass::collect(std::vector<StringRef> *unknown) const {
  std::vector<Contribution> result;
  for (const std::string &element : sets) {
    auto [party, name] = StringRef(element).split(':');
    if (name.empty())
      std::swap(party, name);
    if (const Contribution *own = lookupGiven(name))
      result.push_back(*own);
    else if (std::shared_ptr<const KnownPatterns> known = lookupPatterns(name))
      result.push_back(
          {known, party.str(), party.empty() ? "" : "'" + party.str() + "'"});
    else if (unknown)
      unknown->push_back(name);
  }
  return result;
}

mlir::FailureOr<std::vector<Contribution>>
SlotPass::collect(mlir::MLIRContext *context) const {
  // Text that only MLIR has read was not checked before.
  std::vector<StringRef> unknown;
  std::vector<Contribution> found = collect(&unknown);
  Error problems = slot.empty() && sets.empty() ? makeNoPatterns(getArgument())
                                                : Error::success();
  for (StringRef name : unknown)
    problems = joinErrors(std::move(problems), makeUnknownPatterns(name));
  if (failed(emitErrors(mlir::UnknownLoc::get(context), std::move(problems))))
    return mlir::failure();
  return found;
}

void SlotPass::setUp(StringRef options, std::vector<Contribution> added,
                     std::string ownerOfSlot) {
  given = std::move(added);
  owner = std::move(ownerOfSlot);
  mlir::LogicalResult result =
      initializeOptions(options, [](const Twine &) { return mlir::failure(); });
  assert(succeeded(result) && "they were checked when the slot was declared");
  (void)result;
}

std::optional<std::string> pmb::getRewriteOptions(const mlir::Pass &pass) {
  if (!getSlotPass(pass))
    return std::nullopt;
  return "{" + printOptions(pass) + "}";
}
