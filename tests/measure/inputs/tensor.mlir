// Tensors and bufferization, one operation per part.
// MEASURE: builtin.module(one-shot-bufferize{bufferize-function-boundaries})
// MEASURE: builtin.module(one-shot-bufferize)
// MEASURE: builtin.module(one-shot-bufferize{allow-unknown-ops})
// MEASURE: builtin.module(one-shot-bufferize{bufferize-function-boundaries},buffer-deallocation-pipeline)
// MEASURE: builtin.module(bufferization-lower-deallocations)
// MEASURE: builtin.module(convert-bufferization-to-memref)
// MEASURE: builtin.module(empty-tensor-to-alloc-tensor)
// MEASURE: builtin.module(eliminate-empty-tensors)
// MEASURE: builtin.module(convert-tensor-to-linalg)
// MEASURE: builtin.module(convert-tensor-to-spirv)
// MEASURE: builtin.module(fold-tensor-subset-ops)
// MEASURE: builtin.module(convert-linalg-to-loops)
// MEASURE: builtin.module(convert-scf-to-cf)
// MEASURE: builtin.module(buffer-deallocation-simplification)
// MEASURE: builtin.module(func.func(optimize-allocation-liveness))
// MEASURE: builtin.module(sparsification-and-bufferization)
// MEASURE: builtin.module(generate-runtime-verification)
// MEASURE: builtin.module(convert-func-to-llvm)
// MEASURE: builtin.module(convert-arith-to-llvm)
// MEASURE: builtin.module(convert-to-llvm)

func.func @f(%t: tensor<?xf32>, %i: index) -> f32 {
  %r = tensor.extract %t[%i] : tensor<?xf32>
  return %r : f32
}

// -----

func.func @f(%t: tensor<?xf32>, %i: index, %v: f32) -> tensor<?xf32> {
  %r = tensor.insert %v into %t[%i] : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @f(%t: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %r = tensor.dim %t, %c0 : tensor<?xf32>
  return %r : index
}

// -----

func.func @f(%t: tensor<*xf32>) -> index {
  %r = tensor.rank %t : tensor<*xf32>
  return %r : index
}

// -----

func.func @f(%t: tensor<4xf32>) -> tensor<?xf32> {
  %r = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @f(%n: index) -> tensor<?xf32> {
  %r = tensor.empty(%n) : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @f(%t: tensor<?xf32>, %i: index, %n: index) -> tensor<?xf32> {
  %r = tensor.extract_slice %t[%i] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @f(%t: tensor<8xf32>) -> tensor<4xf32> {
  %r = tensor.extract_slice %t[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%s: tensor<4xf32>, %t: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %r = tensor.insert_slice %s into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @f(%t: tensor<4xf32>, %v: f32) -> tensor<8xf32> {
  %r = tensor.pad %t low[2] high[2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @f(%t: tensor<?x?xf32>, %v: f32, %n: index) -> tensor<?x?xf32> {
  %r = tensor.pad %t low[%n, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @f(%a: f32, %b: f32) -> tensor<2xf32> {
  %r = tensor.from_elements %a, %b : tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @f(%n: index) -> tensor<?xindex> {
  %r = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xindex>
  return %r : tensor<?xindex>
}

// -----

func.func @f(%v: f32) -> tensor<4xf32> {
  %r = tensor.splat %v : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%t: tensor<2x4xf32>) -> tensor<8xf32> {
  %r = tensor.collapse_shape %t [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @f(%t: tensor<8xf32>) -> tensor<2x4xf32> {
  %r = tensor.expand_shape %t [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%t: tensor<8xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %r = tensor.reshape %t(%s) : (tensor<8xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @f(%v: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

func.func @f() -> tensor<4xf32> {
  %r = bufferization.alloc_tensor() : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%t: tensor<4xf32>) -> memref<4xf32> {
  %r = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  return %r : memref<4xf32>
}

// -----

func.func @f(%m: memref<4xf32>) -> tensor<4xf32> {
  %r = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) {
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>) -> memref<4xf32> {
  %r = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  return %r : memref<4xf32>
}

// -----

func.func @f(%m: memref<4xf32>, %c: i1) {
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1) -> i1 {
  %r = bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%n : memref<4xf32>)
  return %r : i1
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32>, %o: memref<4xf32>, %c: i1) -> (i1, i1) {
  %r:2 = bufferization.dealloc (%m, %n : memref<4xf32>, memref<4xf32>) if (%c, %c) retain (%n, %o : memref<4xf32>, memref<4xf32>)
  return %r#0, %r#1 : i1, i1
}

// -----

func.func @f(%t: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %t) -> tensor<8xf32> {
    %y = tensor.insert %v into %x[%i] : tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

func.func @f(%t: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%x = %t) -> tensor<8xf32> {
    %s = tensor.from_elements %v : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %x[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @g(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f() -> tensor<2xf32> {
  %r = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

ml_program.global private mutable @g(dense<1.0> : tensor<4xf32>) : tensor<4xf32>
func.func @global() -> tensor<4xf32> {
  %a = ml_program.global_load @g : tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

func.func @gather(%a: tensor<4x4xf32>, %i: tensor<2x1xindex>) -> tensor<2x1x4xf32> {
  %r = tensor.gather %a[%i] gather_dims([0]) : (tensor<4x4xf32>, tensor<2x1xindex>) -> tensor<2x1x4xf32>
  return %r : tensor<2x1x4xf32>
}

// -----

func.func @bitcast(%a: tensor<4xf32>) -> tensor<4xi32> {
  %r = tensor.bitcast %a : tensor<4xf32> to tensor<4xi32>
  return %r : tensor<4xi32>
}
