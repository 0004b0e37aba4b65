//===- ThirdParty.cpp - What acme adds to a pipeline ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThirdParty.h"
#include "ProbeDialect.h"
#include "ProbePasses.h"

#include "passmanager/PassManagerBuilder.h"

using pmb::Position;

void acme::registerPasses() {
  mlir::PassRegistration<MarkContractions>();
  mlir::PassRegistration<AlignBuffers>();
  mlir::PassRegistration<LowerProbes>();
}

llvm::Error acme::registerDialectsAndPasses(pmb::PassManagerBuilder &builder) {
  builder.registerDialect<ProbeDialect>();

  // Some pipelines start from memrefs and have nothing to bufferize. Both
  // passes then have to see linalg before it becomes loops.
  Position beforeLoops = Position::before(pmb::kind<pmb::LinalgLowering>());

  Position onTensors = Position::before(pmb::pass<pmb::OneShotBufferize>());
  if (llvm::Error error =
          builder.insert<MarkContractions>(onTensors.orElse(beforeLoops)))
    return error;

  Position onBuffers = Position::after(pmb::pass<pmb::OneShotBufferize>());
  if (llvm::Error error =
          builder.insert<AlignBuffers>(onBuffers.orElse(beforeLoops)))
    return error;

  return builder.addPassBeforeType<LowerProbes, pmb::LLVMLowering>();
}
