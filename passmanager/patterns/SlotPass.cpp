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

std::vector<Contribution>
SlotPass::collect(std::vector<StringRef> *unknown) const {
  std::vector<Contribution> result;
  for (const std::string &element : sets) {
    auto [party, name] = StringRef(element).split(':');
    if (name.empty())
      std::swap(party, name);
    auto it = find_if(given, [name = name](const Contribution &contribution) {
      return contribution.patterns->set.name == name;
    });
    if (it != given.end())
      result.push_back(*it);
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

std::optional<std::string> pmb::getRewriteSlot(const mlir::Pass &pass) {
  const SlotPass *slot = getSlotPass(pass);
  return slot ? std::optional(slot->slot.getValue()) : std::nullopt;
}

std::shared_ptr<const KnownPatterns> pmb::getPatterns(const mlir::Pass &pass,
                                                      StringRef name) {
  const SlotPass *slot = getSlotPass(pass);
  assert(slot && "it has no sets");
  for (const Contribution &contribution : slot->given)
    if (contribution.patterns->set.name == name)
      return contribution.patterns;
  return nullptr;
}

std::vector<Contribution> pmb::getGivenPatterns(const mlir::Pass &pass) {
  const SlotPass *slot = getSlotPass(pass);
  assert(slot && "it has no sets");
  return slot->given;
}
