//===- ReportSupport.h - What reports by owner share ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_REPORTSUPPORT_H
#define PMB_PASSMANAGER_RUNTIME_REPORTSUPPORT_H

#include "passmanager/runtime/Reports.h"

namespace pmb {

/// Fails with `not-attributed` if `pm` does not tell `owners` what runs.
llvm::Error verifyAttached(const mlir::PassManager &pm,
                           const std::shared_ptr<const PassOwners> &owners);

/// Takes back `enableCrashMessagesBy`, and waits until no crash is reading
/// them.
void forgetCrashMessagesBy(const PassOwners &owners);

/// Fails with `cannot-report` if there is no key.
llvm::Error verifySome(llvm::ArrayRef<OwnerKey> keys);

/// What `key` tells of a pass: the bundles around it, its kinds. A name may be
/// empty.
std::vector<std::string> getNames(const PassOwner &owner, OwnerKey key);

/// Prints the head of a report, as MLIR's.
void printTitle(llvm::raw_ostream &os, const llvm::Twine &title);

/// `enableStatisticsBy` without asking whether MLIR keeps statistics. Not there
/// without LLVM_ENABLE_STATS.
void addStatisticsBy(mlir::PassManager &pm,
                     std::shared_ptr<const PassOwners> owners,
                     llvm::ArrayRef<OwnerKey> keys,
                     mlir::DefaultTimingManager::OutputFormat format,
                     llvm::raw_ostream &os);

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_REPORTSUPPORT_H
