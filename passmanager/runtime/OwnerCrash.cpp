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
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <mutex>
#if LLVM_ON_UNIX
#include <unistd.h>
#endif

using namespace pmb;
using namespace llvm;

namespace {
/// The owners that are asked. Lives until the very end, as that is when.
struct Asked {
  std::timed_mutex mutex;
  std::vector<std::weak_ptr<const PassOwners>> owners;
};
} // namespace

static Asked &getAsked() {
  static Asked *asked = new Asked;
  return *asked;
}

static void printRunning() {
  Asked &asked = getAsked();
  // Whoever has crashed may have the lock. If another thread has it, that says
  // all, and the process must not end before it has.
  std::unique_lock<std::timed_mutex> lock(asked.mutex, std::chrono::seconds(3));
  if (!lock)
    return;
  // All in one piece, as other threads may print, too.
  std::string text;
  for (const std::weak_ptr<const PassOwners> &weak : asked.owners)
    if (std::shared_ptr<const PassOwners> owners = weak.lock())
      for (const RunningPass &running : owners->getAllRunning())
        text += "error: the process ends in " +
                std::string(running.isInside ? "a pipeline that " : "") +
                running.owner->str() + (running.isInside ? " runs\n" : "\n");
  errs() << text;
  // Not again at the exit, if a signal has led to it.
  asked.owners.clear();
}

#if LLVM_ON_UNIX
static constexpr int crashes[] = {SIGABRT, SIGBUS,  SIGFPE,
                                  SIGILL,  SIGSEGV, SIGTRAP};
static struct sigaction previous[std::size(crashes)];
/// The crash that is told about.
static std::atomic<int> told = 0;
/// Whether those that were there before have been given it.
static std::atomic<bool> isTold = false;

static void endAtOnce(int) {
  signal(told, SIG_DFL);
  raise(told);
  _exit(128 + told);
}

/// A pass that crashes within `malloc` leaves its lock behind, and telling
/// needs memory: the process ends without it then.
static void printRunningForSeconds() {
  struct sigaction action = {}, before;
  action.sa_handler = endAtOnce;
  sigaction(SIGALRM, &action, &before);
  sigset_t alarms, mask;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarms, &mask);
  unsigned left = alarm(5);
  printRunning();
  alarm(0);
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  sigaction(SIGALRM, &before, nullptr);
  alarm(left);
}

/// Whether the handlers of before are there: LLVM's take themselves away before
/// they end the process.
static bool areHandlersLeft() {
  for (auto [crash, action] : zip(crashes, previous)) {
    struct sigaction now;
    sigaction(crash, nullptr, &now);
    if (now.sa_handler != action.sa_handler)
      return false;
  }
  return true;
}

/// LLVM calls handlers one after the other, and that of the stack takes long: a
/// pass that crashes on several threads would have ended the process until
/// then.
static void tellAndGoOn(int signal) {
  static std::atomic<uint64_t> teller = 0;
  uint64_t self = get_threadid(), first = 0;
  // Whoever was first ends the process, also if it crashes while it tells;
  // unless a recovery context lets it go on, which may wait for this thread.
  if (teller.compare_exchange_strong(first, self)) {
    told = signal;
    printRunningForSeconds();
  } else if (first == self) {
    alarm(0);
  } else {
    do
      sleep(1);
    while (!isTold || !areHandlersLeft());
  }
  for (auto [crash, action] : zip(crashes, previous))
    sigaction(crash, &action, nullptr);
  isTold = true;
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
  std::lock_guard<std::timed_mutex> lock(asked.mutex);
  erase_if(asked.owners, [](const auto &weak) { return weak.expired(); });
  asked.owners.push_back(owners);
  return Error::success();
}
