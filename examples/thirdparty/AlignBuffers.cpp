//===- AlignBuffers.cpp - Align and count buffers -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProbeDialect.h"
#include "ProbePasses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

void acme::AlignBuffers::describe(pmb::PassDescriptor &pass) {
  pass.contract.introduces({}).sometimes({"probe.count"});
  pass.contract.after(pmb::kind("bufferization"))
      .because("nothing is allocated before");
  pass.contract.before(pmb::kind("llvm-lowering"))
      .because("memref.alloc is lowered there");
}

void acme::AlignBuffers::getDependentDialects(DialectRegistry &registry) const {
  registry.insert<ProbeDialect>();
}

void acme::AlignBuffers::runOnOperation() {
  if (!llvm::isPowerOf2_64(alignment)) {
    getOperation().emitError("probe-align-buffers: alignment must be a power "
                             "of two, but is ")
        << alignment.getValue();
    return signalPassFailure();
  }
  DataLayout layout = DataLayout::closest(getOperation());
  getOperation().walk([&](memref::AllocOp op) {
    if (op.getAlignment().value_or(1) < alignment)
      op.setAlignment(alignment);
    MemRefType type = op.getType();
    if (!type.hasStaticShape())
      return;
    int64_t bytes =
        type.getNumElements() *
        static_cast<int64_t>(
            layout.getTypeSize(type.getElementType()).getFixedValue());
    OpBuilder builder(op);
    CountOp::create(builder, op.getLoc(), "bytes", bytes);
  });
}
