//===- PluginCall.cpp - Calling code that may fail in any way -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with exceptions, which do not leave this file.
//
//===----------------------------------------------------------------------===//

#include "passmanager/PluginCall.h"
#include "builder/Diagnostic.h"
#include "llvm/Support/ErrorHandling.h"
#include <exception>
#include <string>

using namespace pmb;

namespace {
/// Takes the place of the end of the process.
struct FatalError {
  std::string reason;
};
} // namespace

/// LLVM calls this instead of printing and ending the process. Its functions in
/// between have no handlers and are left as they are.
[[noreturn]] static void leave(void *, const char *reason, bool) {
  throw FatalError{reason};
}

llvm::Error pmb::callPlugin(llvm::StringRef id,
                            llvm::function_ref<void()> call) {
  std::string what;
  // A plugin may come to check the pipeline, which calls other plugins. LLVM
  // has room for one handler.
  static unsigned depth = 0;
  if (depth++ == 0)
    llvm::install_fatal_error_handler(leave);
  try {
    call();
  } catch (const FatalError &error) {
    what = "made LLVM fail: " + error.reason;
  } catch (const std::exception &error) {
    what = std::string("threw an exception: ") + error.what();
  } catch (...) {
    what = "threw an exception";
  }
  if (--depth == 0)
    llvm::remove_fatal_error_handler();
  if (what.empty())
    return llvm::Error::success();
  return makeError(Diagnostic(DiagnosticCode::PluginFailed,
                              "the plugin '" + id.str() + "' " + what)
                       .help("tell the owner of the plugin; do not load it "
                             "until it is mended"));
}
