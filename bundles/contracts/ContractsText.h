//===- ContractsText.h - Contracts that are part of a program -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain data, and no other header, as generated code includes it.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_CONTRACTS_CONTRACTSTEXT_H
#define PMB_BUNDLES_CONTRACTS_CONTRACTSTEXT_H

namespace pmb {

/// The text of a contracts file (ContractsFile.h). All that it points to lives
/// for ever.
struct ContractsText {
  /// What messages call it: `acme.contracts.json`, `AcmePasses.td`.
  const char *name;
  const char *text;
  /// For each line what it was made of, `AcmePasses.td:12`, or null if that is
  /// the line itself. Later lines are their own.
  const char *const *places = nullptr;
  unsigned placeCount = 0;
};

} // namespace pmb

#endif // PMB_BUNDLES_CONTRACTS_CONTRACTSTEXT_H
