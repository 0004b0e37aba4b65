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

using namespace pmb;
using namespace llvm;

/// In the order of the enum.
static constexpr StringLiteral keyNames[] = {"bundle", "slot", "kind",
                                             "origin"};

StringRef pmb::stringify(OwnerKey key) { return keyNames[unsigned(key)]; }

std::optional<OwnerKey> pmb::parseOwnerKey(StringRef text) {
  const StringLiteral *name = find(keyNames, text);
  if (name == std::end(keyNames))
    return std::nullopt;
  return OwnerKey(name - keyNames);
}

std::vector<std::string> pmb::getNames(const PassOwner &owner, OwnerKey key) {
  switch (key) {
  case OwnerKey::Bundle:
    return owner.bundles;
  case OwnerKey::Slot:
    return {owner.slot};
  case OwnerKey::Kind:
    return owner.descriptor->kinds;
  case OwnerKey::Origin:
    return {owner.party.name};
  }
  llvm_unreachable("unknown key");
}

std::string pmb::getPart(const PassOwner &owner, OwnerKey key) {
  std::string part;
  if (key == OwnerKey::Origin) {
    // The party, wherever in a file it says so.
    Origin origin = owner.party;
    origin.line = 0;
    part = origin.str();
  } else {
    part = join(getNames(owner, key), key == OwnerKey::Bundle ? "/" : ", ");
  }
  return part.empty() ? nonePart.str() : part;
}

bool OwnerFilter::matches(const PassOwner &owner) const {
  std::string part = getPart(owner, key);
  return part != nonePart && (name == "*" || name == part ||
                              is_contained(getNames(owner, key), name));
}

Error pmb::verifyAttached(const mlir::PassManager &pm,
                          const std::shared_ptr<const PassOwners> &owners) {
  if (owners && owners->isAttachedTo(pm))
    return Error::success();
  return Diagnostic(DiagnosticCode::NotAttributed,
                    "the owners of the passes that the pass manager runs are "
                    "not known")
      .help("call enableAttribution() of its builder, or attachTo() of the "
            "owners");
}

Error pmb::verifySome(ArrayRef<OwnerKey> keys) {
  if (!keys.empty())
    return Error::success();
  return Diagnostic(DiagnosticCode::CannotReport,
                    "there is no key to report by")
      .help("give one of OwnerKey::Bundle, Slot, Kind and Origin");
}

void pmb::printTitle(raw_ostream &os, const Twine &title) {
  std::string line = "===" + std::string(73, '-') + "===\n";
  std::string text = ("... " + title + " ...").str();
  os << line;
  os.indent((80 - text.size()) / 2) << text << '\n' << line;
}
