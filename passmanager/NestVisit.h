//===- NestVisit.h - Looking into MLIR's nested pass managers -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_NESTVISIT_H
#define PMB_PASSMANAGER_NESTVISIT_H

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <string>
#include <vector>

namespace pmb {

/// True for the pass by which MLIR puts nested pass managers into a pass
/// manager.
bool isNest(const mlir::Pass &pass);

/// Prints a nest into `text`, which is empty. Returns false if there is a pass
/// in it that MLIR may not be able to print (`hasUnprintableDefault`); what its
/// options are cannot be told without printing them.
bool printNest(const mlir::Pass &nest, std::string &text);

/// A pass or a nest as `printPass` prints it. Refers to the text.
struct PrintedPass {
  /// The argument, the class of a pass without one, or the operation of a nest.
  llvm::StringRef name;
  /// All of it: `cse{...}`, `unknown<Mine>`, `func.func(cse)`.
  llvm::StringRef text;
  llvm::StringRef options;
  bool isNest = false;
  bool isAnonymous = false;
  std::vector<PrintedPass> nested;
};

/// Reads what `printPass` printed of a nest. Unlike a textual pipeline it may
/// have `unknown<(anonymous namespace)::Mine>` in it.
std::vector<PrintedPass> readPrinted(llvm::StringRef text);

/// Passes by the operations around them, `func.func/gpu.module`, in the order
/// in which they were visited.
using VisitedPasses = llvm::StringMap<std::vector<std::unique_ptr<mlir::Pass>>>;

/// Copies of the passes in a nest that stands in a pass manager on `rootOp`.
/// `printed` is the nest's text. Returns an empty map, and says why, if the
/// nest cannot be visited.
VisitedPasses visitNest(const mlir::Pass &nest,
                        llvm::ArrayRef<PrintedPass> printed,
                        llvm::StringRef rootOp,
                        const mlir::DialectRegistry &dialects,
                        std::string &why);

} // namespace pmb

#endif // PMB_PASSMANAGER_NESTVISIT_H
