//===- PatternRecording.h - What is recorded of patterns, by pass and slot ===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_PATTERNRECORDING_H
#define PMB_PASSMANAGER_RUNTIME_PATTERNRECORDING_H

#include "mlir/Pass/PassInstrumentation.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/NestRead.h"
#include "passmanager/patterns/SlotPass.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace pmb {

/// Lets passes record what their patterns do as a `RecordT`, and adds that up.
template <typename RecordT>
class PatternRecording : public mlir::PassInstrumentation {
public:
  void runBeforePass(mlir::Pass *pass, mlir::Operation *) override {
    if (!isNest(*pass))
      RecordT::enter();
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *) override {
    if (isNest(*pass))
      return;
    const SlotPass *slot = getSlotPass(*pass);
    if (RecordT seen = RecordT::leave(); !seen.empty())
      records[{getPassName(*pass).str(), slot ? slot->slot.getValue() : ""}]
          .add(seen);
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override {
    runAfterPass(pass, op);
  }

protected:
  /// The name of a pass, and its slot if it has one.
  using Place = std::pair<std::string, std::string>;
  static void print(llvm::raw_ostream &os, const Place &place) {
    os << place.first;
    if (!place.second.empty())
      os << " in slot '" << place.second << '\'';
    os << '\n';
  }

  std::map<Place, RecordT> records;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_PATTERNRECORDING_H
