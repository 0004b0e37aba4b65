//===- RunningRead.h - Whether a pass manager runs ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNNINGREAD_H
#define PMB_PASSMANAGER_RUNNINGREAD_H

#include "llvm/Support/Error.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace pmb {

/// Whether this is called from inside a pass that `pm` runs, on any of MLIR's
/// threads.
///
/// MLIR does not remember what runs, and nothing of ours is installed in a pass
/// manager. But each pass has the state of its last execution, which refers to
/// the function that has called it. The pass runs if that function is still on
/// the stack. Passes of a nest run as copies on other threads: there it is
/// enough that this thread runs a pass for another one, and that `pm` has one
/// whose state is not on this stack. Where the stack cannot be read, or an MLIR
/// calls passes in another way than MLIR 22, nothing is found.
bool isRunning(const mlir::OpPassManager &pm);
/// Fails with `pass-manager-runs` if it is.
llvm::Error verifyNotRunning(const mlir::OpPassManager &pm);

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNNINGREAD_H
