//===- OwnerCrash.cpp - Whose pass it was when the process ended ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "passmanager/runtime/ReportSupport.h"
#include "passmanager/runtime/Reports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Signals.h"
#include <cstdlib>

using namespace pmb;
using namespace llvm;

namespace {
/// The owners that are asked. Lives until the very end, as that is when.
struct Asked {
  std::mutex mutex;
  std::vector<std::weak_ptr<const PassOwners>> owners;
};
} // namespace

static Asked &getAsked() {
  static Asked *asked = new Asked;
  return *asked;
}

static void printRunning() {
  Asked &asked = getAsked();
  // Whoever has crashed may have the lock.
  std::unique_lock<std::mutex> lock(asked.mutex, std::try_to_lock);
  if (!lock)
    return;
  for (const std::weak_ptr<const PassOwners> &weak : asked.owners)
    if (std::shared_ptr<const PassOwners> owners = weak.lock())
      for (const RunningPass &running : owners->getAllRunning())
        errs() << "error: the process ends in "
               << (running.isInside ? "a pipeline that " : "")
               << running.owner->str() << (running.isInside ? " runs\n" : "\n");
  // Not again at the exit, if a signal has led to it.
  asked.owners.clear();
}

Error pmb::enableCrashMessagesBy(const mlir::PassManager &pm,
                                 std::shared_ptr<const PassOwners> owners) {
  if (Error error = verifyAttached(pm, owners))
    return error;
  static bool isInstalled = [] {
    sys::AddSignalHandler([](void *) { printRunning(); }, nullptr);
    return std::atexit(printRunning) == 0;
  }();
  (void)isInstalled;
  Asked &asked = getAsked();
  std::lock_guard<std::mutex> lock(asked.mutex);
  erase_if(asked.owners, [](const auto &weak) { return weak.expired(); });
  asked.owners.push_back(owners);
  return Error::success();
}
