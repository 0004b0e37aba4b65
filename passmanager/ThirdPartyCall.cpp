//===- ThirdPartyCall.cpp - Calling code that may throw -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with exceptions, so that those of others go no further.
//
//===----------------------------------------------------------------------===//

#include "passmanager/ThirdPartyCall.h"
#include "builder/diagnostics/Diagnostic.h"
#include "passmanager/plugins/PluginInfo.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

using namespace pmb;

namespace {
/// Takes the place of the end of the process.
struct FatalError {
  std::string reason;
};
} // namespace

/// What ended the call; its text is empty for an exception that has none.
static std::optional<std::string> catchAll(llvm::function_ref<void()> call,
                                           bool &isFatal) {
  try {
    call();
    return std::nullopt;
  } catch (const FatalError &error) {
    isFatal = true;
    return error.reason;
  } catch (const std::exception &exception) {
    const char *text = exception.what();
    return text ? text : "";
  } catch (...) {
    return "";
  }
}

std::optional<std::string>
pmb::callThirdParty(llvm::function_ref<void()> call) {
  bool isFatal = false;
  std::optional<std::string> thrown = catchAll(call, isFatal);
  return thrown && thrown->empty() ? "an exception without a text" : thrown;
}

/// LLVM calls this instead of printing and ending the process. Its functions in
/// between have no handlers and are left as they are.
[[noreturn]] static void leave(void *, const char *reason, bool) {
  throw FatalError{reason};
}

/// `what` may be a diagnostic that the plugin has made a text of.
static Diagnostic describeFailure(llvm::StringRef id, llvm::StringRef what) {
  auto [first, rest] = what.rtrim().split('\n');
  Diagnostic diagnostic(DiagnosticCode::PluginFailed, "the plugin '{0}' {1}",
                        id, first);
  while (!rest.empty()) {
    auto [line, others] = rest.split('\n');
    line = line.trim();
    for (llvm::StringRef word : {"note: ", "help: ", "fix: "})
      line.consume_front(word);
    if (!line.empty())
      diagnostic.note(line.str());
    rest = others;
  }
  return diagnostic.help(
      "tell the owner of the plugin; do not load it until it is mended");
}

static void reportExit();

namespace {
/// Watches over the process while this thread calls a plugin. A plugin that
/// ends it must not pass for a program that has done its work.
class CallWatch {
public:
  explicit CallWatch(llvm::StringRef id)
      : outer(std::exchange(innermost, this)),
        process(llvm::sys::Process::getProcessId()),
        message(describeFailure(id, "ended the program").str()),
        entry("calling the plugin '%s'", id.str().c_str()) {
    static bool isRegistered = [] {
      // The stream lives longer than what is registered after it was made.
      llvm::errs();
      std::atexit(reportExit);
      std::at_quick_exit(reportExit);
      return true;
    }();
    (void)isRegistered;
  }
  ~CallWatch() { innermost = outer; }

  /// Returns the exit code of a process that wants to end with `code`, after
  /// having said why it is another one. Takes no memory, as a signal handler
  /// may end the process.
  static int report(int code) {
    // A process that the plugin has started may end.
    if (!innermost || innermost->process != llvm::sys::Process::getProcessId())
      return code;
    llvm::errs() << std::exchange(innermost, nullptr)->message;
    return EXIT_FAILURE;
  }

private:
  static thread_local CallWatch *innermost;
  CallWatch *outer;
  llvm::sys::Process::Pid process;
  std::string message;
  /// For crashes, which nothing else can tell of.
  llvm::PrettyStackTraceFormat entry;
};
thread_local CallWatch *CallWatch::innermost = nullptr;
} // namespace

/// Called when the process ends.
static void reportExit() {
  int code = CallWatch::report(EXIT_SUCCESS);
  if (code == EXIT_SUCCESS)
    return;
  std::fflush(nullptr);
  std::_Exit(code);
}

#ifdef __linux__
// These end the process at once. A plugin finds them here before
// it finds those of the C library, as programs show it all of this one
// (`pmb_host_plugins`). What makes the system call itself is not noticed.

[[noreturn]] static void endAtOnce(int code) {
  while (true)
    syscall(SYS_exit_group, CallWatch::report(code));
}
extern "C" {
PMB_PLUGIN_EXPORT void _exit(int code) { endAtOnce(code); }
PMB_PLUGIN_EXPORT void _Exit(int code) noexcept { endAtOnce(code); }
}
#endif

/// The first library whose load was broken off; empty if none was.
static std::string brokenLoad;

void pmb::noteBrokenLoad(llvm::StringRef file) {
  if (brokenLoad.empty())
    brokenLoad = file.str();
}

llvm::Error pmb::verifyLoader() {
  if (brokenLoad.empty())
    return llvm::Error::success();
  return Diagnostic(DiagnosticCode::PluginFailed,
                    "the plugin '{0}' failed while it was being loaded: this "
                    "process can run passes on one thread only",
                    brokenLoad)
      .note("the C library's loader stays locked, and other threads that need "
            "it wait for ever")
      .help("end the program, or run without threads: call "
            "disableMultithreading() of the context; where the builder has no "
            "context, set getInterface().isThreaded = false");
}

llvm::Error pmb::callPlugin(llvm::StringRef id,
                            llvm::function_ref<void()> call) {
  CallWatch watch(id);
  // A plugin may come to check the pipeline, which calls other plugins. LLVM
  // has room for one handler.
  static unsigned depth = 0;
  if (depth++ == 0)
    llvm::install_fatal_error_handler(leave);
  bool isFatal = false;
  std::optional<std::string> thrown = catchAll(call, isFatal);
  if (--depth == 0)
    llvm::remove_fatal_error_handler();
  if (!thrown)
    return llvm::Error::success();
  llvm::StringRef text = *thrown;
  if (isFatal)
    text.consume_front("error: ");
  std::string what = isFatal ? "made LLVM fail: " : "threw an exception";
  if (!isFatal && !text.empty())
    what += ": ";
  return makeError(describeFailure(id, what + text.str()));
}
