// REQUIRES: mlir
// What pmb-opt reads off an input tells where its tensors are: functions that keep them
// are one error, and the fix is the option.

// RUN: not pmb-opt %s --check-only --expect=llvm --pass-pipeline='builtin.module(one-shot-bufferize,convert-linalg-to-loops,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)' 2>&1 | FileCheck %s
// CHECK:     error: 'bufferization.to_buffer' and 'bufferization.to_tensor' stay in the IR
// CHECK:     fix: run 'one-shot-bufferize' with {bufferize-function-boundaries=true}
// CHECK-NOT: error:
// CHECK:     1 error and

// RUN: pmb-opt %s --check-only --expect=llvm --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries=true},convert-linalg-to-loops,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)' 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT: 0 errors and

func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
