// Casts from a type and back, by the kind of the type. Passes that rewrite greedily
// fold them in passing.
// MEASURE: builtin.module(reconcile-unrealized-casts)
// MEASURE: builtin.module(canonicalize)
// MEASURE: builtin.module(inline)
// MEASURE: builtin.module(int-range-optimizations)
// MEASURE: builtin.module(func.func(convert-linalg-to-loops))
// MEASURE: builtin.module(func.func(convert-vector-to-scf))
// MEASURE: builtin.module(convert-vector-to-llvm)
// MEASURE: builtin.module(expand-strided-metadata)
// MEASURE: builtin.module(fold-memref-alias-ops)
// MEASURE: builtin.module(func.func(linalg-fuse-elementwise-ops))
// MEASURE: builtin.module(linalg-generalize-named-ops)
// MEASURE: builtin.module(func.func(lower-vector-mask))
// MEASURE: builtin.module(func.func(lower-vector-multi-reduction))
// MEASURE: builtin.module(func.func(math-expand-ops))
// MEASURE: builtin.module(func.func(math-uplift-to-fma))
// MEASURE: builtin.module(func.func(scf-for-loop-canonicalization))
// MEASURE: builtin.module(func.func(affine-expand-index-ops))
// MEASURE: builtin.module(func.func(buffer-deallocation-simplification))
// Others only leave them dead.
// MEASURE: builtin.module(lower-affine)
// MEASURE: builtin.module(arith-expand)
// MEASURE: builtin.module(memref-expand)
// MEASURE: builtin.module(expand-realloc)
// MEASURE: builtin.module(bufferization-lower-deallocations)
// MEASURE: builtin.module(convert-bufferization-to-memref)
// MEASURE: builtin.module(convert-complex-to-standard)
// MEASURE: builtin.module(convert-index-to-llvm)
// MEASURE: builtin.module(convert-nvvm-to-llvm)
// MEASURE: builtin.module(convert-xevm-to-llvm)
// MEASURE: builtin.module(convert-spirv-to-llvm)
// MEASURE: builtin.module(convert-to-llvm)
// MEASURE: builtin.module(gpu-to-llvm)
// MEASURE: builtin.module(lower-host-to-llvm)
// MEASURE: builtin.module(convert-math-to-funcs)
// MEASURE: builtin.module(convert-complex-to-libm)
// MEASURE: builtin.module(convert-arith-to-emitc)
// MEASURE: builtin.module(convert-func-to-emitc)
// MEASURE: builtin.module(convert-math-to-emitc)
// MEASURE: builtin.module(convert-memref-to-emitc)
// MEASURE: builtin.module(convert-to-emitc)
// MEASURE: builtin.module(convert-cf-to-spirv)
// MEASURE: builtin.module(convert-func-to-spirv)
// MEASURE: builtin.module(convert-ub-to-spirv)
// MEASURE: builtin.module(convert-tensor-to-spirv)
// MEASURE: builtin.module(convert-shape-to-std)
// MEASURE: builtin.module(async-to-async-runtime)
// MEASURE: builtin.module(sparse-storage-specifier-to-llvm)
// MEASURE: builtin.module(cse)

func.func @f(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i64
  return %1 : i64
}

// -----

func.func @f(%a: !llvm.array<2 x vector<4xf32>>) -> !llvm.array<2 x vector<4xf32>> {
  %0 = builtin.unrealized_conversion_cast %a : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
  %1 = builtin.unrealized_conversion_cast %0 : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
  return %1 : !llvm.array<2 x vector<4xf32>>
}

// -----

func.func @f(%a: !llvm.struct<(ptr, ptr, i64)>) -> !llvm.struct<(ptr, ptr, i64)> {
  %0 = builtin.unrealized_conversion_cast %a : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
  %1 = builtin.unrealized_conversion_cast %0 : memref<f32> to !llvm.struct<(ptr, ptr, i64)>
  return %1 : !llvm.struct<(ptr, ptr, i64)>
}

// -----

func.func @f(%a: !llvm.struct<(f32, f32)>) -> !llvm.struct<(f32, f32)> {
  %0 = builtin.unrealized_conversion_cast %a : !llvm.struct<(f32, f32)> to complex<f32>
  %1 = builtin.unrealized_conversion_cast %0 : complex<f32> to !llvm.struct<(f32, f32)>
  return %1 : !llvm.struct<(f32, f32)>
}

// -----

func.func @f(%a: !llvm.ptr) -> !llvm.ptr {
  %0 = builtin.unrealized_conversion_cast %a : !llvm.ptr to !async.token
  %1 = builtin.unrealized_conversion_cast %0 : !async.token to !llvm.ptr
  return %1 : !llvm.ptr
}

// -----

func.func @mask(%n: index, %m: index) -> vector<4xi1> {
  %k = arith.addi %n, %m : index
  %v = vector.create_mask %k : vector<4xi1>
  return %v : vector<4xi1>
}
