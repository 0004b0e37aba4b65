//===- NestRead.h - What MLIR does not tell of pass managers --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_NESTREAD_H
#define PMB_PASSMANAGER_NESTREAD_H

#include "mlir/Pass/PassManager.h"

namespace pmb {

/// True for the pass by which MLIR puts nested pass managers into a pass
/// manager.
bool isNest(const mlir::Pass &pass);

/// The pass managers in a nest: one, or several once MLIR has merged
/// neighbouring nests. They belong to the nest. Empty if they cannot be
/// reached. REQUIRES: `isNest`.
///
/// MLIR has no function for this, and no way around it keeps what passes have
/// from their constructors: their text has only their options, a copy of the
/// nest ends the process if one of them cannot be copied, and a run on empty IR
/// initialises them and needs an operation for each nest.
///
/// So this reaches into a private class of MLIR, which the language does not
/// define: it counts on a nest having its managers in a
/// `SmallVector<OpPassManager, 1>`, as MLIR 22 does. Where that stands is
/// measured, once, on a nest that is made for it, through MLIR's public
/// functions; if it is not there, no nest can be read, and callers refuse
/// them.
llvm::MutableArrayRef<mlir::OpPassManager> getNestedManagers(mlir::Pass &nest);

/// Takes a pass out of its pass manager, which can then only be cleared or
/// destroyed.
std::unique_ptr<mlir::Pass>
takePass(const mlir::OpPassManager::pass_iterator &pass);

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

#endif // PMB_PASSMANAGER_NESTREAD_H
