//===- RegisteredContracts.h - What this program has registered -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other side of ContractRegistration.h and EmbeddedContracts.h.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_CONTRACTS_REGISTEREDCONTRACTS_H
#define PMB_PASSMANAGER_CONTRACTS_REGISTEREDCONTRACTS_H

#include "llvm/Support/Error.h"

namespace mlir {
class Pass;
} // namespace mlir

namespace pmb {

class Catalog;
struct PassDescriptor;

/// The stock catalog, and on top of it what was registered in this program, by
/// name. A pass manager builder uses it unless it is given another. Lives for
/// ever, and never changes: what is registered later, by a library that is
/// loaded, is in the catalog that the next call returns. Contracts files that
/// cannot be read are reported by pipelines that use it. May be called from
/// several threads.
const Catalog &getRegisteredCatalog();

/// Adds to `catalog` what was registered in this program: for catalogs that are
/// made otherwise, and to write it to a file (`writeContracts`). Fails, and
/// leaves the catalog as it was, with `duplicate-name` if two registrations
/// differ, and with all that is wrong with what was registered.
llvm::Error addRegisteredContracts(Catalog &catalog);

/// What was registered for the class of `pass`, or is said by the class itself
/// if the process has used it. Null if that is nothing. The descriptor lives
/// for ever. Fails with `duplicate-name` if two registrations differ. May be
/// called from several threads.
llvm::Expected<const PassDescriptor *> lookupContract(const mlir::Pass &pass);

namespace detail {
/// How much has been registered so far.
struct RegistrationMark {
  const void *classes, *texts;
};
RegistrationMark getRegistrationMark();
/// Forgets what was registered since, for a library that is not used. REQUIRES:
/// no lookup since.
void forgetRegistrationsSince(RegistrationMark mark);
} // namespace detail

} // namespace pmb

#endif // PMB_PASSMANAGER_CONTRACTS_REGISTEREDCONTRACTS_H
