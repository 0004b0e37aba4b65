//===- ProbeDialect.td - Counting work at run time ---------*- tablegen -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ACME_PROBEDIALECT_TD
#define ACME_PROBEDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Probe_Dialect : Dialect {
  let name = "probe";
  let cppNamespace = "::acme";
  let summary = "Counters that a program advances while it runs";
}

// The write keeps a count from being moved past other effects, merged with an
// equal count, or removed because it has no result.
def Probe_CountOp : Op<Probe_Dialect, "count",
                       [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Advance a named counter by a constant";
  let description = [{
    ```mlir
    probe.count "flops" by 192
    ```
  }];
  let arguments = (ins StrAttr:$counter, I64Attr:$amount);
  let assemblyFormat = "$counter `by` $amount attr-dict";
  let hasVerifier = 1;
}

#endif // ACME_PROBEDIALECT_TD
