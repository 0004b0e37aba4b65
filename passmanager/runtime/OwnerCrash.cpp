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
#include "llvm/Support/Threading.h"
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <iterator>
#if LLVM_ON_UNIX
#include <unistd.h>
#endif

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

#if LLVM_ON_UNIX
static constexpr int crashes[] = {SIGABRT, SIGBUS,  SIGFPE,
                                  SIGILL,  SIGSEGV, SIGTRAP};
static struct sigaction previous[std::size(crashes)];

/// LLVM calls handlers one after the other, and that of the stack takes long: a
/// pass that crashes on several threads would have ended the process until
/// then.
static void tellAndGoOn(int signal) {
  static std::atomic<uint64_t> teller = 0;
  uint64_t self = get_threadid(), first = 0;
  // Whoever was first ends the process, also if it crashes while it tells.
  if (teller.compare_exchange_strong(first, self))
    printRunning();
  else
    while (first != self)
      pause();
  for (auto [crash, action] : zip(crashes, previous))
    sigaction(crash, &action, nullptr);
  // To those that were there before.
  raise(signal);
}

static void installHandlers() {
  struct sigaction action = {};
  action.sa_handler = tellAndGoOn;
  action.sa_flags = SA_NODEFER | SA_ONSTACK;
  for (auto [crash, before] : zip(crashes, previous))
    sigaction(crash, &action, &before);
}
#else
static void installHandlers() {
  sys::AddSignalHandler([](void *) { printRunning(); }, nullptr);
}
#endif

Error pmb::enableCrashMessagesBy(const mlir::PassManager &pm,
                                 std::shared_ptr<const PassOwners> owners) {
  if (Error error = verifyAttached(pm, owners))
    return error;
  static bool isInstalled = [] {
    installHandlers();
    return std::atexit(printRunning) == 0;
  }();
  (void)isInstalled;
  Asked &asked = getAsked();
  std::lock_guard<std::mutex> lock(asked.mutex);
  erase_if(asked.owners, [](const auto &weak) { return weak.expired(); });
  asked.owners.push_back(owners);
  return Error::success();
}
