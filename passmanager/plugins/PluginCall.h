//===- PluginCall.h - Calling code that may fail in any way ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PLUGINS_PLUGINCALL_H
#define PMB_PASSMANAGER_PLUGINS_PLUGINCALL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace pmb {

/// Calls code of a plugin. An exception, or a fatal error of LLVM that would
/// end the process, becomes an error that names the plugin. A handler of fatal
/// errors that the program has installed is not installed any more afterwards.
/// If the plugin ends the process, the error goes to the error stream and the
/// exit code is that of a failure.
/// Calls may be nested; not for use from several threads at once.
llvm::Error callPlugin(llvm::StringRef id, llvm::function_ref<void()> call);

} // namespace pmb

#endif // PMB_PASSMANAGER_PLUGINS_PLUGINCALL_H
