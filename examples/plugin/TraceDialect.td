//===- TraceDialect.td - Events that a program reports -----*- tablegen -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRACE_TRACEDIALECT_TD
#define TRACE_TRACEDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Trace_Dialect : Dialect {
  let name = "trace";
  let cppNamespace = "::trace";
  let summary = "Events that a program reports while it runs";
}

// The write keeps an event from being moved or removed.
def Trace_EventOp : Op<Trace_Dialect, "event", [MemoryEffects<[MemWrite]>]> {
  let summary = "Report that control has come here";
  let arguments = (ins FlatSymbolRefAttr:$handler);
  let assemblyFormat = "$handler attr-dict";
}

#endif // TRACE_TRACEDIALECT_TD
