//===- LLVMCompat.h - What differs between releases of LLVM ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the two lower floors use of LLVM 22 and LLVM 19 has not, or has by
// another name. It goes when LLVM 19 does.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_DIAGNOSTICS_LLVMCOMPAT_H
#define PMB_BUILDER_DIAGNOSTICS_LLVMCOMPAT_H

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/LockFileManager.h"
#include <chrono>
#include <optional>
#include <utility>

namespace pmb {

#if LLVM_VERSION_MAJOR >= 22
using llvm::LockFileManager;
using llvm::scope_exit;
using llvm::WaitForUnlockResult;
#else
/// Calls a function at the end of its scope.
template <typename Function>
class scope_exit : public llvm::detail::scope_exit<Function> {
public:
  explicit scope_exit(Function function)
      : llvm::detail::scope_exit<Function>(std::move(function)) {}
};

enum class WaitForUnlockResult { Success, Timeout };

/// Locks when it is asked to, where that of LLVM does when it is made.
class LockFileManager {
public:
  explicit LockFileManager(llvm::StringRef file) : file(file) {}
  llvm::Expected<bool> tryLock() {
    lock.emplace(file);
    if (*lock == llvm::LockFileManager::LFS_Error)
      return llvm::createStringError(lock->getErrorMessage());
    return *lock == llvm::LockFileManager::LFS_Owned;
  }
  WaitForUnlockResult waitForUnlockFor(std::chrono::seconds most) {
    return lock->waitForUnlock(most.count()) ==
                   llvm::LockFileManager::Res_Timeout
               ? WaitForUnlockResult::Timeout
               : WaitForUnlockResult::Success;
  }

private:
  llvm::StringRef file;
  std::optional<llvm::LockFileManager> lock;
};
#endif

} // namespace pmb

#endif // PMB_BUILDER_DIAGNOSTICS_LLVMCOMPAT_H
