//===- MarkContractions.cpp - Count what contractions compute -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProbeDialect.h"
#include "ProbePasses.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// One multiplication and one addition per point of the iteration space, or
/// nothing when a loop has no static extent or the count does not fit.
static std::optional<int64_t> getFlopCount(linalg::LinalgOp op) {
  int64_t flops = 2;
  for (int64_t extent : op.getStaticLoopRanges())
    if (ShapedType::isDynamic(extent) ||
        llvm::MulOverflow(flops, extent, flops))
      return std::nullopt;
  return flops;
}

void acme::MarkContractions::describe(pmb::PassDescriptor &pass) {
  pass.contract.introduces({}).sometimes({"probe.count"});
  pass.contract.before(pmb::kind("linalg-lowering"))
      .because("loops do not show what was a contraction");
}

void acme::MarkContractions::getDependentDialects(
    DialectRegistry &registry) const {
  registry.insert<ProbeDialect>();
}

void acme::MarkContractions::runOnOperation() {
  getOperation().walk([](linalg::LinalgOp op) {
    if (!linalg::isaContractionOpInterface(op))
      return;
    std::optional<int64_t> flops = getFlopCount(op);
    if (!flops)
      return;
    OpBuilder builder(op);
    CountOp::create(builder, op.getLoc(), "flops", *flops);
  });
}
