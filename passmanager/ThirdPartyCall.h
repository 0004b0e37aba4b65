//===- ThirdPartyCall.h - Calling code that may throw ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_THIRDPARTYCALL_H
#define PMB_PASSMANAGER_THIRDPARTYCALL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace pmb {

/// Calls what a third party has written, between passes of MLIR, which knows no
/// exceptions. Returns what the exception says if it throws one. From any
/// thread.
std::optional<std::string> callThirdParty(llvm::function_ref<void()> call);

/// Calls code of a plugin. An exception, or a fatal error of LLVM that would
/// end the process, becomes an error that names the plugin. A handler of fatal
/// errors that the program has installed is not installed any more afterwards.
/// If the plugin ends the process, the error goes to the error stream and the
/// exit code is that of a failure.
/// Calls may be nested; not for use from several threads at once.
llvm::Error callPlugin(llvm::StringRef id, llvm::function_ref<void()> call);

/// Notes that the library `file` has thrown while it was being loaded. The
/// loader of the C library takes no notice of exceptions, and keeps its lock: a
/// later thread that needs it, for a variable of its own for example, waits for
/// ever.
void noteBrokenLoad(llvm::StringRef file);

/// Fails with `plugin-failed` after a broken load.
llvm::Error verifyLoader();

} // namespace pmb

#endif // PMB_PASSMANAGER_THIRDPARTYCALL_H
