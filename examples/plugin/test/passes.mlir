// Each pass alone, in mlir-opt: nothing here needs PassManagerBuilder.

// RUN: %mlir_opt --load-pass-plugin=%plugin --load-dialect-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(trace-mark))' %s | FileCheck --check-prefix=MARK %s
// RUN: %mlir_opt --load-pass-plugin=%plugin --load-dialect-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(trace-mark,trace-drop-trivial))' %s | FileCheck --check-prefix=DROP %s
// RUN: %mlir_opt --load-pass-plugin=%plugin --load-dialect-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(trace-mark),trace-lower)' %s | FileCheck --check-prefix=LOWER %s

// MARK-LABEL: func.func @work(
// MARK-NEXT: trace.event @trace_enter_work
// DROP-LABEL: func.func @work(
// DROP-NEXT: trace.event @trace_enter_work
// LOWER-LABEL: func.func @work(
// LOWER-NEXT: call @trace_enter_work() : () -> ()
func.func @work(%a: i32) -> i32 {
  %sum = arith.addi %a, %a : i32
  return %sum : i32
}

// MARK-LABEL: func.func @nothing(
// MARK-NEXT: trace.event @trace_enter_nothing
// DROP-LABEL: func.func @nothing(
// DROP-NEXT: return
// LOWER-LABEL: func.func @nothing(
// LOWER-NEXT: call @trace_enter_nothing() : () -> ()
func.func @nothing() {
  return
}

// A function that is defined elsewhere has no entry to mark.
// MARK: func.func private @elsewhere()
// MARK-NOT: trace.event
func.func private @elsewhere()

// LOWER-DAG: func.func private @trace_enter_work()
// LOWER-DAG: func.func private @trace_enter_nothing()
// LOWER-NOT: trace.event
