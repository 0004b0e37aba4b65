// In pipelines of others, which have never heard of events.

// It goes in front of whatever lowers to LLVM:
// RUN: %pmb_opt --load-pipeline-plugin=%plugin --print-pipeline=flattened \
// RUN:   --pass-pipeline='builtin.module(func.func(cse),convert-func-to-llvm,convert-arith-to-llvm,reconcile-unrealized-casts)' \
// RUN:   %s 2>&1 | FileCheck %s

// CHECK: builtin.module(func.func(cse,trace-mark,trace-drop-trivial),trace-lower,convert-func-to-llvm
// CHECK: llvm.func @work(
// CHECK-NEXT: llvm.call @trace_enter_work()
// CHECK: llvm.func @nothing(
// CHECK-NEXT: llvm.return
// CHECK: llvm.func @trace_enter_work()

// A pipeline that lowers nothing stays as it is:
// RUN: %pmb_opt --load-pipeline-plugin=%plugin --print-pipeline=flattened \
// RUN:   --pass-pipeline='builtin.module(func.func(cse))' %s 2>&1 | FileCheck --check-prefix=ALONE %s
// ALONE: builtin.module(func.func(cse))
// ALONE-NOT: trace

// Whoever names the passes gets the order checked, too:
// RUN: not %pmb_opt --load-pipeline-plugin=%plugin --check=error \
// RUN:   --pass-pipeline='builtin.module(trace-lower,func.func(trace-mark,trace-drop-trivial))' \
// RUN:   %s 2>&1 | FileCheck --check-prefix=ORDER %s
// ORDER: error: 'trace-{{.*}}PMB020 wrong-order

func.func @work(%a: i32) -> i32 {
  %sum = arith.addi %a, %a : i32
  return %sum : i32
}

func.func @nothing() {
  return
}
