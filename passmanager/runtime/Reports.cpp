//===- Reports.cpp - Parts that reports tell apart ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/Reports.h"
#include "passmanager/runtime/ReportSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace pmb;
using namespace llvm;

StringRef pmb::stringify(OwnerKey key) {
  switch (key) {
  case OwnerKey::Bundle:
    return "bundle";
  case OwnerKey::Slot:
    return "slot";
  case OwnerKey::Kind:
    return "kind";
  case OwnerKey::Origin:
    return "origin";
  }
  llvm_unreachable("unknown key");
}

std::optional<OwnerKey> pmb::parseOwnerKey(StringRef text) {
  return StringSwitch<std::optional<OwnerKey>>(text)
      .Case("bundle", OwnerKey::Bundle)
      .Case("slot", OwnerKey::Slot)
      .Case("kind", OwnerKey::Kind)
      .Case("origin", OwnerKey::Origin)
      .Default(std::nullopt);
}

/// The party, wherever in a file it says so.
static std::string getParty(Origin origin) {
  origin.line = 0;
  return origin.str();
}

std::string pmb::getPart(const PassOwner &owner, OwnerKey key) {
  std::string part;
  switch (key) {
  case OwnerKey::Bundle:
    part = join(owner.bundles, "/");
    break;
  case OwnerKey::Slot:
    part = owner.slot;
    break;
  case OwnerKey::Kind:
    part = join(owner.descriptor->kinds, ", ");
    break;
  case OwnerKey::Origin:
    part = getParty(owner.node.origin);
    break;
  }
  return part.empty() ? nonePart.str() : part;
}

bool OwnerFilter::matches(const PassOwner &owner) const {
  if (name == "*")
    return getPart(owner, key) != nonePart;
  switch (key) {
  case OwnerKey::Bundle:
    return is_contained(owner.bundles, name) ||
           join(owner.bundles, "/") == name;
  case OwnerKey::Slot:
    return owner.slot == name;
  case OwnerKey::Kind:
    return owner.descriptor->hasKind(name);
  case OwnerKey::Origin:
    return owner.node.origin.name == name ||
           getParty(owner.node.origin) == name;
  }
  llvm_unreachable("unknown key");
}

Error pmb::verifyAttached(const mlir::PassManager &pm,
                          const std::shared_ptr<const PassOwners> &owners) {
  if (owners && owners->isAttachedTo(pm))
    return Error::success();
  return makeError(
      Diagnostic(DiagnosticCode::NotAttributed,
                 "nobody says who owns the passes that the pass manager runs")
          .help("call enableAttribution() of its builder, or attachTo() of the "
                "owners"));
}

Error pmb::verifySome(ArrayRef<OwnerKey> keys) {
  if (!keys.empty())
    return Error::success();
  return makeError(
      Diagnostic(DiagnosticCode::CannotReport, "there is no key to report by")
          .help("give one of OwnerKey::Bundle, Slot, Kind and "
                "Origin"));
}
