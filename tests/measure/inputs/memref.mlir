// Memref operations, one kind per part.
// MEASURE: builtin.module(convert-memref-to-emitc{lower-to-cpp=true})
// MEASURE: builtin.module(gpu-to-llvm)
// MEASURE: builtin.module(finalize-memref-to-llvm)
// MEASURE: builtin.module(expand-strided-metadata)
// MEASURE: builtin.module(expand-strided-metadata,finalize-memref-to-llvm)
// MEASURE: builtin.module(expand-strided-metadata,lower-affine,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm)
// MEASURE: builtin.module(expand-strided-metadata,lower-affine,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
// MEASURE: builtin.module(memref-expand)
// MEASURE: builtin.module(expand-realloc)
// MEASURE: builtin.module(fold-memref-alias-ops)
// MEASURE: builtin.module(normalize-memrefs)
// MEASURE: builtin.module(resolve-shaped-type-result-dims)
// MEASURE: builtin.module(resolve-ranked-shaped-type-result-dims)
// MEASURE: builtin.module(flatten-memref)
// MEASURE: builtin.module(generate-runtime-verification)
// MEASURE: builtin.module(convert-to-llvm)
// MEASURE: builtin.module(convert-memref-to-spirv)
// MEASURE: builtin.module(convert-memref-to-emitc)
// MEASURE: builtin.module(map-memref-spirv-storage-class)
// MEASURE: builtin.module(func.func(ownership-based-buffer-deallocation))
// MEASURE: builtin.module(buffer-deallocation-pipeline)
// MEASURE: builtin.module(func.func(buffer-hoisting,buffer-loop-hoisting,promote-buffers-to-stack))
// MEASURE: builtin.module(buffer-results-to-out-params)
// MEASURE: builtin.module(drop-equivalent-buffer-results)

func.func @alloc_static() -> memref<8xf32> {
  %m = memref.alloc() : memref<8xf32>
  return %m : memref<8xf32>
}

// -----

func.func @alloc_local(%v: f32, %i: index) {
  %m = memref.alloc() : memref<8xf32>
  memref.store %v, %m[%i] : memref<8xf32>
  return
}

// -----

func.func @alloc_dynamic(%n: index) -> memref<?xf32> {
  %m = memref.alloc(%n) : memref<?xf32>
  return %m : memref<?xf32>
}

// -----

func.func @alloc_dealloc(%v: f32) {
  %i = arith.constant 1 : index
  %m = memref.alloc() : memref<8xf32>
  memref.store %v, %m[%i] : memref<8xf32>
  memref.dealloc %m : memref<8xf32>
  return
}

// -----

func.func @alloca(%v: f32, %i: index) {
  %m = memref.alloca() : memref<8xf32>
  memref.store %v, %m[%i] : memref<8xf32>
  return
}

// -----

func.func @alloca_scope(%v: f32, %i: index) {
  memref.alloca_scope {
    %m = memref.alloca() : memref<8xf32>
    memref.store %v, %m[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @load(%m: memref<8x?xf32>, %i: index) -> f32 {
  %v = memref.load %m[%i, %i] : memref<8x?xf32>
  return %v : f32
}

// -----

func.func @load_scalar(%m: memref<f32>) -> f32 {
  %v = memref.load %m[] : memref<f32>
  return %v : f32
}

// -----

func.func @copy(%a: memref<8xf32>, %b: memref<8xf32>) {
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @copy_strided(%a: memref<8xf32, strided<[?], offset: ?>>, %b: memref<8xf32>) {
  memref.copy %a, %b : memref<8xf32, strided<[?], offset: ?>> to memref<8xf32>
  return
}

// -----

func.func @cast(%a: memref<8xf32>) -> memref<?xf32> {
  %b = memref.cast %a : memref<8xf32> to memref<?xf32>
  return %b : memref<?xf32>
}

// -----

func.func @cast_unranked(%a: memref<8xf32>) -> memref<*xf32> {
  %b = memref.cast %a : memref<8xf32> to memref<*xf32>
  return %b : memref<*xf32>
}

// -----

func.func @dim(%a: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %d = memref.dim %a, %c0 : memref<?xf32>
  return %d : index
}

// -----

func.func @rank(%a: memref<*xf32>) -> index {
  %d = memref.rank %a : memref<*xf32>
  return %d : index
}

// -----

memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]>
func.func @global() -> memref<2xf32> {
  %g = memref.get_global @g : memref<2xf32>
  return %g : memref<2xf32>
}

// -----

func.func @subview_static(%a: memref<8x8xf32>) -> memref<4x4xf32, strided<[8, 1], offset: 18>> {
  %s = memref.subview %a[2, 2] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 18>>
  return %s : memref<4x4xf32, strided<[8, 1], offset: 18>>
}

// -----

func.func @subview_dynamic_offset(%a: memref<8x8xf32>, %i: index) -> memref<4x4xf32, strided<[8, 1], offset: ?>> {
  %s = memref.subview %a[%i, 2] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  return %s : memref<4x4xf32, strided<[8, 1], offset: ?>>
}

// -----

func.func @subview_dynamic_1d(%a: memref<?xf32>, %i: index, %n: index) -> memref<?xf32, strided<[1], offset: ?>> {
  %s = memref.subview %a[%i] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %s : memref<?xf32, strided<[1], offset: ?>>
}

// -----

func.func @subview_dynamic_shape(%a: memref<?x?xf32>, %i: index, %n: index) -> memref<?x?xf32, strided<[?, 1], offset: ?>> {
  %s = memref.subview %a[%i, %i] [%n, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %s : memref<?x?xf32, strided<[?, 1], offset: ?>>
}

// -----

func.func @collapse_shape(%a: memref<4x?xf32>) -> memref<?xf32> {
  %s = memref.collapse_shape %a [[0, 1]] : memref<4x?xf32> into memref<?xf32>
  return %s : memref<?xf32>
}

// -----

func.func @collapse_shape_static(%a: memref<4x2xf32>) -> memref<8xf32> {
  %s = memref.collapse_shape %a [[0, 1]] : memref<4x2xf32> into memref<8xf32>
  return %s : memref<8xf32>
}

// -----

func.func @expand_shape(%a: memref<?xf32>, %n: index) -> memref<?x4xf32> {
  %s = memref.expand_shape %a [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  return %s : memref<?x4xf32>
}

// -----

func.func @expand_shape_static(%a: memref<8xf32>) -> memref<2x4xf32> {
  %s = memref.expand_shape %a [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  return %s : memref<2x4xf32>
}

// -----

func.func @reinterpret_cast(%a: memref<8xf32>, %i: index) -> memref<4xf32, strided<[1], offset: ?>> {
  %s = memref.reinterpret_cast %a to offset: [%i], sizes: [4], strides: [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  return %s : memref<4xf32, strided<[1], offset: ?>>
}

// -----

func.func @reshape(%a: memref<*xf32>, %shape: memref<2xi32>) -> memref<?x?xf32> {
  %s = memref.reshape %a(%shape) : (memref<*xf32>, memref<2xi32>) -> memref<?x?xf32>
  return %s : memref<?x?xf32>
}

// -----

func.func @reshape_static(%a: memref<8xf32>, %shape: memref<2xi32>) -> memref<2x4xf32> {
  %s = memref.reshape %a(%shape) : (memref<8xf32>, memref<2xi32>) -> memref<2x4xf32>
  return %s : memref<2x4xf32>
}

// -----

func.func @transpose(%a: memref<4x8xf32>) -> memref<8x4xf32, strided<[1, 8]>> {
  %s = memref.transpose %a (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  return %s : memref<8x4xf32, strided<[1, 8]>>
}

// -----

func.func @view(%a: memref<32xi8>, %i: index) -> memref<4xf32> {
  %s = memref.view %a[%i][] : memref<32xi8> to memref<4xf32>
  return %s : memref<4xf32>
}

// -----

func.func @metadata(%a: memref<?xf32, strided<[?], offset: ?>>) -> (index, index, index) {
  %b, %o, %s, %t = memref.extract_strided_metadata %a : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index
  return %o, %s, %t : index, index, index
}

// -----

func.func @aligned_pointer(%a: memref<?xf32>) -> index {
  %p = memref.extract_aligned_pointer_as_index %a : memref<?xf32> -> index
  return %p : index
}

// -----

func.func @atomic_rmw(%a: memref<8xf32>, %v: f32, %i: index) -> f32 {
  %r = memref.atomic_rmw addf %v, %a[%i] : (f32, memref<8xf32>) -> f32
  return %r : f32
}

// -----

func.func @atomic_rmw_max(%a: memref<8xf32>, %v: f32, %i: index) -> f32 {
  %r = memref.atomic_rmw maximumf %v, %a[%i] : (f32, memref<8xf32>) -> f32
  return %r : f32
}

// -----

func.func @generic_atomic_rmw(%a: memref<8xf32>, %i: index) -> f32 {
  %r = memref.generic_atomic_rmw %a[%i] : memref<8xf32> {
  ^bb0(%x: f32):
    %y = arith.mulf %x, %x : f32
    memref.atomic_yield %y : f32
  }
  return %r : f32
}

// -----

func.func @assume_alignment(%a: memref<8xf32>) -> memref<8xf32> {
  %b = memref.assume_alignment %a, 16 : memref<8xf32>
  return %b : memref<8xf32>
}

// -----

func.func @prefetch(%a: memref<8xf32>, %i: index) {
  memref.prefetch %a[%i], read, locality<3>, data : memref<8xf32>
  return
}

// -----

func.func @realloc(%a: memref<?xf32>, %n: index) -> memref<?xf32> {
  %b = memref.realloc %a(%n) : memref<?xf32> to memref<?xf32>
  return %b : memref<?xf32>
}

// -----

func.func @memory_space_cast(%a: memref<8xf32>) -> memref<8xf32, 1> {
  %b = memref.memory_space_cast %a : memref<8xf32> to memref<8xf32, 1>
  return %b : memref<8xf32, 1>
}

// -----

func.func @generic_atomic_rmw(%a: memref<8xf32>, %v: f32, %i: index) -> f32 {
  %r = memref.generic_atomic_rmw %a[%i] : memref<8xf32> {
  ^bb0(%c: f32):
    %s = arith.mulf %c, %v : f32
    memref.atomic_yield %s : f32
  }
  return %r : f32
}

// -----

func.func @generic_atomic_rmw_without_arith_inside(%a: memref<8xi32>, %v: i32, %w: i32, %i: index) -> (i32, i32) {
  %s = arith.muli %v, %w : i32
  %r = memref.generic_atomic_rmw %a[%i] : memref<8xi32> {
  ^bb0(%c: i32):
    memref.atomic_yield %c : i32
  }
  return %r, %s : i32, i32
}
