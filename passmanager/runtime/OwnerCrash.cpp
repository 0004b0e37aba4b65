//===- OwnerCrash.cpp - The pass in which the process ended ---------------===//
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
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <mutex>
#include <thread>
#if LLVM_ON_UNIX
#include <unistd.h>
#endif

using namespace pmb;
using namespace llvm;

namespace {
/// Owners that are asked when the process ends. Never destroyed, as that is
/// late.
struct Asked {
  std::atomic<const PassOwners *> owners = nullptr;
  Asked *next = nullptr;
};

/// Text of a fixed size that is printed without memory, in as few pieces as it
/// fits in, as other threads may print, too.
class Message {
public:
  void add(StringRef text) {
    for (char c : text) {
      if (size == sizeof(buffer))
        print();
      buffer[size++] = c;
    }
  }
  void print() {
#if LLVM_ON_UNIX
    StringRef rest(buffer, size);
    while (!rest.empty()) {
      ssize_t written = ::write(STDERR_FILENO, rest.data(), rest.size());
      if (written < 0 && errno != EINTR)
        break;
      rest = rest.drop_front(std::max<ssize_t>(written, 0));
    }
#else
    errs() << StringRef(buffer, size);
#endif
    size = 0;
  }

private:
  char buffer[4096];
  size_t size = 0;
};
} // namespace

/// The mutex is held to add, and not to read when the process ends.
static std::atomic<Asked *> allAsked = nullptr;
static std::atomic<int> readers = 0;
static std::mutex &getAskedMutex() {
  static auto *mutex = new std::mutex;
  return *mutex;
}

/// The IR on which the process ends may be what an earlier pass has broken.
static void addUnverified(Message &message, const PassOwners &owners) {
  auto [since, first] = owners.getUnverified();
  if (!first)
    return;
  message.add("note: the IR was not verified since ");
  message.add(since ? StringRef(since->text) : "the beginning");
  message.add("; the first pass that has changed it since is ");
  message.add(first->text);
  message.add("\n");
}

static void addRunning(Message &message, const PassOwners &owners) {
  bool isAny = false;
  owners.visitAllRunning([&](RunningPass running) {
    isAny = true;
    message.add("error: the process ends in ");
    message.add(running.isInside ? "a pipeline that " : "");
    message.add(running.owner->text);
    message.add(running.isInside ? " runs\n" : "\n");
  });
  if (isAny)
    addUnverified(message, owners);
}

/// May run in a signal handler: takes no lock and no memory.
static void printRunning() {
  Message message;
  ++readers;
  for (Asked *asked = allAsked; asked; asked = asked->next)
    // Not again at the exit, if a signal has led to it.
    if (const PassOwners *owners = asked->owners.exchange(nullptr))
      addRunning(message, *owners);
  message.print();
  --readers;
}

/// For a few seconds: a reader that has crashed itself is never through.
static void waitForReaders() {
  for (int tries = 0; readers && tries < 6000; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

static void ask(const PassOwners &owners) {
  std::lock_guard<std::mutex> lock(getAskedMutex());
  Asked *free = nullptr;
  for (Asked *asked = allAsked; asked; asked = asked->next) {
    if (asked->owners == &owners)
      return;
    if (!asked->owners)
      free = asked;
  }
  if (!free) {
    free = new Asked;
    free->next = allAsked;
    allAsked = free;
  }
  free->owners = &owners;
}

void pmb::forgetCrashMessagesBy(const PassOwners &owners) {
  for (Asked *asked = allAsked; asked; asked = asked->next) {
    const PassOwners *expected = &owners;
    asked->owners.compare_exchange_strong(expected, nullptr);
  }
  waitForReaders();
}

#if LLVM_ON_UNIX
static constexpr int crashes[] = {SIGABRT, SIGBUS,  SIGFPE,
                                  SIGILL,  SIGSEGV, SIGTRAP};
static struct sigaction previous[std::size(crashes)];
/// The crash that the messages are about.
static std::atomic<int> told = 0;
/// Whether those that were there before have been given it.
static std::atomic<bool> isTold = false;

static void endAtOnce(int) {
  signal(told, SIG_DFL);
  raise(told);
  _exit(128 + told);
}

/// If nothing reads the messages, the process ends without them.
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
  // The first thread ends the process, also if it crashes while it tells;
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
    return std::atexit([] {
             printRunning();
             // Another thread that has crashed says it before the end.
             waitForReaders();
           }) == 0;
  }();
  (void)isInstalled;
  ask(*owners);
  return Error::success();
}
