// What passes on buffers move, merge, fold and free; one kind per part.
// MEASURE: builtin.module(func.func(promote-buffers-to-stack))
// MEASURE: builtin.module(func.func(promote-buffers-to-stack{max-alloc-size-in-bytes=16}))
// MEASURE: builtin.module(buffer-results-to-out-params)
// MEASURE: builtin.module(buffer-results-to-out-params{hoist-static-allocs=true add-result-attr=true})
// MEASURE: builtin.module(buffer-results-to-out-params{hoist-dynamic-allocs=true modify-public-functions=true})
// MEASURE: builtin.module(drop-equivalent-buffer-results)
// MEASURE: builtin.module(func.func(buffer-hoisting))
// MEASURE: builtin.module(func.func(buffer-loop-hoisting))
// MEASURE: builtin.module(func.func(optimize-allocation-liveness))
// MEASURE: builtin.module(ownership-based-buffer-deallocation)
// MEASURE: builtin.module(ownership-based-buffer-deallocation{private-function-dynamic-ownership=true})
// MEASURE: builtin.module(ownership-based-buffer-deallocation,canonicalize,buffer-deallocation-simplification,bufferization-lower-deallocations)
// MEASURE: builtin.module(ownership-based-buffer-deallocation,convert-bufferization-to-memref)
// MEASURE: builtin.module(buffer-deallocation-pipeline)
// MEASURE: builtin.module(fold-memref-alias-ops)
// MEASURE: builtin.module(expand-strided-metadata)
// MEASURE: builtin.module(func.func(memref-expand))
// MEASURE: builtin.module(expand-realloc)
// MEASURE: builtin.module(expand-realloc{emit-deallocs=false})
// MEASURE: builtin.module(flatten-memref)
// MEASURE: builtin.module(reify-result-shapes)
// MEASURE: builtin.module(resolve-ranked-shaped-type-result-dims)
// MEASURE: builtin.module(resolve-shaped-type-result-dims)
// MEASURE: builtin.module(finalize-memref-to-llvm)
// MEASURE: builtin.module(finalize-memref-to-llvm{use-generic-functions=true})
// MEASURE: builtin.module(finalize-memref-to-llvm{use-aligned-alloc=true})
// MEASURE: builtin.module(finalize-memref-to-llvm{index-bitwidth=32})
// MEASURE: builtin.module(convert-bufferization-to-memref)
// MEASURE: builtin.module(generate-runtime-verification)
// MEASURE: builtin.module(generate-runtime-verification{verbose-level=0})
// MEASURE: builtin.module(mem2reg)
// MEASURE: builtin.module(func.func(linalg-fold-unit-extent-dims))
// MEASURE: builtin.module(convert-to-llvm)

func.func @small(%f: f32, %i: index) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  memref.store %f, %m[%i] : memref<4xf32>
  %r = memref.load %m[%i] : memref<4xf32>
  return %r : f32
}

// -----

func.func private @results(%f: f32, %i: index) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  memref.store %f, %m[%i] : memref<4xf32>
  return %m : memref<4xf32>
}
func.func @caller(%f: f32, %i: index) -> f32 {
  %m = call @results(%f, %i) : (f32, index) -> memref<4xf32>
  %r = memref.load %m[%i] : memref<4xf32>
  return %r : f32
}

// -----

func.func @of_run_time_size(%n: index, %f: f32) -> memref<?xf32> {
  %m = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%f : f32) outs(%m : memref<?xf32>)
  return %m : memref<?xf32>
}

// -----

func.func private @same(%m: memref<4xf32>, %f: f32, %i: index) -> memref<4xf32> {
  memref.store %f, %m[%i] : memref<4xf32>
  return %m : memref<4xf32>
}
func.func @caller(%m: memref<4xf32>, %f: f32, %i: index) -> memref<4xf32> {
  %r = call @same(%m, %f, %i) : (memref<4xf32>, f32, index) -> memref<4xf32>
  return %r : memref<4xf32>
}

// -----

func.func @chosen(%c: i1, %f: f32, %i: index) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  %n = memref.alloc() : memref<4xf32>
  %s = scf.if %c -> memref<4xf32> {
    scf.yield %m : memref<4xf32>
  } else {
    scf.yield %n : memref<4xf32>
  }
  memref.store %f, %s[%i] : memref<4xf32>
  %r = memref.load %m[%i] : memref<4xf32>
  return %r : f32
}

// -----

func.func @in_branch(%c: i1, %f: f32, %o: memref<4xf32>) {
  cf.cond_br %c, ^a, ^b
^a:
  %m = memref.alloc() : memref<4xf32>
  linalg.fill ins(%f : f32) outs(%m : memref<4xf32>)
  cf.br ^c(%m : memref<4xf32>)
^b:
  cf.br ^c(%o : memref<4xf32>)
^c(%r: memref<4xf32>):
  memref.copy %r, %o : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @in_loop(%o: memref<4xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %m = memref.alloc() : memref<4xf32>
    memref.store %f, %m[%i] : memref<4xf32>
    memref.copy %m, %o : memref<4xf32> to memref<4xf32>
  }
  return
}

// -----

func.func @unstructured(%n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  cf.br ^loop(%c0 : index)
^loop(%i: index):
  memref.store %f, %m[%i] : memref<4xf32>
  %j = arith.addi %i, %c1 : index
  %c = arith.cmpi slt, %j, %n : index
  cf.cond_br %c, ^loop(%j : index), ^end
^end:
  return
}

// -----

func.func @freed(%f: f32, %i: index) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  memref.store %f, %m[%i] : memref<4xf32>
  %r = memref.load %m[%i] : memref<4xf32>
  %n = memref.alloc() : memref<4xf32>
  memref.store %r, %n[%i] : memref<4xf32>
  %s = memref.load %n[%i] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  memref.dealloc %n : memref<4xf32>
  return %s : f32
}

// -----

func.func @cloned(%m: memref<4xf32>) -> memref<4xf32> {
  %c = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  return %c : memref<4xf32>
}

// -----

func.func @to_be_bufferized(%f: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  %r = tensor.extract %t[%i] : tensor<4xf32>
  return %r : f32
}

// -----

func.func @conditional_dealloc(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1) -> i1 {
  %r = bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%n : memref<4xf32>)
  return %r : i1
}

// -----

func.func @load_from_slice(%m: memref<8x8xf32>, %i: index) -> f32 {
  %v = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  %r = memref.load %v[%i, %i] : memref<4x4xf32, strided<[8, 1], offset: ?>>
  return %r : f32
}

// -----

func.func @store_to_slice(%m: memref<8xf32>, %i: index, %f: f32) {
  %v = memref.subview %m[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  memref.store %f, %v[%i] : memref<4xf32, strided<[1], offset: 2>>
  return
}

// -----

func.func @slice_of_slice(%m: memref<8xf32>, %i: index) -> f32 {
  %v = memref.subview %m[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %w = memref.subview %v[1] [2] [1] : memref<4xf32, strided<[1], offset: ?>> to memref<2xf32, strided<[1], offset: ?>>
  %r = memref.load %w[%i] : memref<2xf32, strided<[1], offset: ?>>
  return %r : f32
}

// -----

func.func @copied_slice(%m: memref<8xf32>, %n: memref<4xf32>, %i: index) {
  %v = memref.subview %m[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  memref.copy %v, %n : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
  return
}

// -----

func.func @load_from_expanded(%m: memref<32xf32>, %i: index) -> f32 {
  %v = memref.expand_shape %m [[0, 1]] output_shape [8, 4] : memref<32xf32> into memref<8x4xf32>
  %r = memref.load %v[%i, %i] : memref<8x4xf32>
  return %r : f32
}

// -----

func.func @load_from_collapsed(%m: memref<8x4xf32>, %i: index) -> f32 {
  %v = memref.collapse_shape %m [[0, 1]] : memref<8x4xf32> into memref<32xf32>
  %r = memref.load %v[%i] : memref<32xf32>
  return %r : f32
}

// -----

func.func @returned_slice(%m: memref<8x8xf32>, %i: index) -> memref<4x4xf32, strided<[8, 1], offset: ?>> {
  %v = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  return %v : memref<4x4xf32, strided<[8, 1], offset: ?>>
}

// -----

func.func @vector_from_slice(%m: memref<8x8xf32>, %i: index, %f: f32) -> vector<4xf32> {
  %v = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  %r = vector.transfer_read %v[%i, %i], %f : memref<4x4xf32, strided<[8, 1], offset: ?>>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @metadata_of_alloc(%n: index) -> (index, index, index) {
  %m = memref.alloc(%n) : memref<?x4xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %t#0 : index, index, index
}

// -----

func.func @metadata_of_slice(%m: memref<8x8xf32>, %i: index) -> (index, index) {
  %v = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %v : memref<4x4xf32, strided<[8, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %o, %s#0 : index, index
}

// -----

func.func @aligned(%m: memref<8xf32>, %i: index) -> f32 {
  %a = memref.assume_alignment %m, 16 : memref<8xf32>
  %v = memref.subview %a[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %r = memref.load %v[%i] : memref<4xf32, strided<[1], offset: ?>>
  return %r : f32
}

// -----

func.func @aligned_metadata(%m: memref<?xf32>) -> index {
  %a = memref.assume_alignment %m, 16 : memref<?xf32>
  %b, %o, %s, %t = memref.extract_strided_metadata %a : memref<?xf32> -> memref<f32>, index, index, index
  return %s : index
}

// -----

func.func @atomic(%m: memref<8xf32>, %i: index, %f: f32) -> f32 {
  %r = memref.atomic_rmw maximumf %f, %m[%i] : (f32, memref<8xf32>) -> f32
  return %r : f32
}

// -----

func.func @atomic_add(%m: memref<8xf32>, %i: index, %f: f32) -> f32 {
  %r = memref.atomic_rmw addf %f, %m[%i] : (f32, memref<8xf32>) -> f32
  return %r : f32
}

// -----

func.func @generic_atomic(%m: memref<8xf32>, %i: index, %f: f32) -> f32 {
  %r = memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
  ^bb0(%c: f32):
    %s = arith.addf %c, %f : f32
    memref.atomic_yield %s : f32
  }
  return %r : f32
}

// -----

func.func @reshaped(%m: memref<8xf32>, %s: memref<2xindex>) -> memref<?x?xf32> {
  %r = memref.reshape %m(%s) : (memref<8xf32>, memref<2xindex>) -> memref<?x?xf32>
  return %r : memref<?x?xf32>
}

// -----

func.func @reshaped_to_constant(%m: memref<8xf32>, %s: memref<2xi32>) -> memref<2x?xf32> {
  %r = memref.reshape %m(%s) : (memref<8xf32>, memref<2xi32>) -> memref<2x?xf32>
  return %r : memref<2x?xf32>
}

// -----

func.func @grown(%m: memref<?xf32>, %n: index) -> memref<?xf32> {
  %r = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  return %r : memref<?xf32>
}

// -----

func.func @grown_by_constant(%m: memref<4xf32>) -> memref<8xf32> {
  %r = memref.realloc %m : memref<4xf32> to memref<8xf32>
  return %r : memref<8xf32>
}

// -----

func.func @rank_two(%m: memref<4x8xf32>, %i: index, %f: f32) -> f32 {
  %r = memref.load %m[%i, %i] : memref<4x8xf32>
  memref.store %f, %m[%i, %i] : memref<4x8xf32>
  return %r : f32
}

// -----

func.func @rank_two_alloc(%i: index, %f: f32) -> f32 {
  %m = memref.alloc() : memref<4x8xf32>
  memref.store %f, %m[%i, %i] : memref<4x8xf32>
  %r = memref.load %m[%i, %i] : memref<4x8xf32>
  memref.dealloc %m : memref<4x8xf32>
  return %r : f32
}

// -----

func.func @vectors(%m: memref<4x8xf32>, %i: index, %k: vector<8xi1>, %p: vector<8xf32>) {
  %v = vector.load %m[%i, %i] : memref<4x8xf32>, vector<8xf32>
  vector.store %v, %m[%i, %i] : memref<4x8xf32>, vector<8xf32>
  %w = vector.maskedload %m[%i, %i], %k, %p : memref<4x8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %m[%i, %i], %k, %w : memref<4x8xf32>, vector<8xi1>, vector<8xf32>
  return
}

// -----

func.func @reified(%a: tensor<?x4xf32>, %l: index) -> (tensor<?x?xf32>, index) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %p = tensor.pad %a low[2, %l] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32> to tensor<?x?xf32>
  %d = tensor.dim %p, %c0 : tensor<?x?xf32>
  return %p, %d : tensor<?x?xf32>, index
}

// -----

func.func @reified_pad(%a: tensor<2x4xf32>) -> tensor<?x?xf32> {
  %f = arith.constant 0.0 : f32
  %l = arith.constant 2 : index
  %p = tensor.pad %a low[%l, 1] high[2, %l] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<2x4xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

// -----

func.func @dim_of_expanded(%a: tensor<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %e = tensor.expand_shape %a [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  %d = tensor.dim %e, %c0 : tensor<?x4xf32>
  return %d : index
}

// -----

func.func @dim_of_generic(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %d = tensor.dim %m, %c0 : tensor<?x?xf32>
  %e = tensor.dim %m, %c1 : tensor<?x?xf32>
  return %d, %e : index, index
}

// -----

func.func @dim_of_view(%a: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %v = memref.subview %a[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %d = memref.dim %v, %c0 : memref<?xf32, strided<[1]>>
  return %d : index
}

// -----

func.func @checked(%m: memref<?xf32>, %t: tensor<?xf32>, %i: index, %n: memref<?xf32>) -> (f32, index) {
  %r = memref.load %m[%i] : memref<?xf32>
  memref.store %r, %m[%i] : memref<?xf32>
  memref.copy %m, %n : memref<?xf32> to memref<?xf32>
  %d = tensor.dim %t, %i : tensor<?xf32>
  return %r, %d : f32, index
}

// -----

func.func @checked_views(%m: memref<?xf32>, %u: memref<*xf32>, %i: index, %t: tensor<?xf32>) {
  %v = memref.subview %m[%i] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
  %e = memref.expand_shape %m [[0, 1]] output_shape [%i, 4] : memref<?xf32> into memref<?x4xf32>
  %c = memref.cast %u : memref<*xf32> to memref<8xf32>
  %a = memref.assume_alignment %m, 8 : memref<?xf32>
  %s = tensor.extract_slice %t[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
  return
}

// -----

func.func @checked_linalg(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

func.func @copy_of_view(%m: memref<4x4xf32, strided<[8, 1]>>, %n: memref<4x4xf32>, %d: memref<f32>) {
  memref.copy %m, %n : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32>
  %r = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
  memref.dealloc %r : memref<2xf32>
  return
}
