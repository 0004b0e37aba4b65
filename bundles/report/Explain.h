//===- Explain.h - What holds where, and why ------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_EXPLAIN_H
#define PMB_BUNDLES_REPORT_EXPLAIN_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace pmb {

class Pipeline;

/// Prints the pipeline pass by pass: who put it there, which properties hold
/// and what the IR may contain before and after it, and what its contract says.
void explainPipeline(llvm::raw_ostream &os, Pipeline &pipeline);

} // namespace pmb

#endif // PMB_BUNDLES_REPORT_EXPLAIN_H
