// Loops that the affine passes rewrite, one per part.
// MEASURE: builtin.module(func.func(affine-loop-normalize))
// MEASURE: builtin.module(func.func(affine-loop-normalize{promote-single-iter}))
// MEASURE: builtin.module(func.func(affine-loop-fusion))
// MEASURE: builtin.module(func.func(affine-loop-tile{tile-size=4}))
// MEASURE: builtin.module(func.func(affine-loop-tile{tile-size=3 separate}))
// MEASURE: builtin.module(func.func(affine-loop-unroll))
// MEASURE: builtin.module(func.func(affine-loop-unroll{unroll-factor=64 unroll-up-to-factor}))
// MEASURE: builtin.module(func.func(affine-loop-unroll{unroll-factor=3 cleanup-unroll}))
// MEASURE: builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))
// MEASURE: builtin.module(func.func(affine-loop-coalescing))
// MEASURE: builtin.module(func.func(affine-loop-invariant-code-motion))
// MEASURE: builtin.module(func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=1}))
// MEASURE: builtin.module(func.func(affine-data-copy-generate{generate-dma=true fast-mem-space=1}))
// MEASURE: builtin.module(func.func(affine-data-copy-generate{generate-dma=true fast-mem-space=1},affine-pipeline-data-transfer))
// MEASURE: builtin.module(func.func(affine-pipeline-data-transfer))
// MEASURE: builtin.module(func.func(affine-parallelize))
// MEASURE: builtin.module(func.func(affine-parallelize{parallel-reductions}))
// MEASURE: builtin.module(func.func(affine-super-vectorize{virtual-vector-size=4}))
// MEASURE: builtin.module(func.func(affine-super-vectorize{virtual-vector-size=4 vectorize-reductions}))
// MEASURE: builtin.module(func.func(affine-scalrep))
// MEASURE: builtin.module(func.func(affine-simplify-structures))
// MEASURE: builtin.module(func.func(affine-simplify-min-max))
// MEASURE: builtin.module(affine-fold-memref-alias-ops)
// MEASURE: builtin.module(func.func(affine-raise-from-memref))
// MEASURE: builtin.module(func.func(affine-raise-from-memref,affine-parallelize,lower-affine))
// MEASURE: builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=1 gpu-thread-dims=1}))
// MEASURE: builtin.module(lower-affine)

func.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
    affine.store %v, %b[%i] : memref<64xf32>
  }
  return
}

// -----

func.func @nest(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %f: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %v = affine.load %a[%i, %j] : memref<64x64xf32>
      %s = arith.addf %v, %f : f32
      affine.store %s, %b[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// -----

func.func @from_below(%a: memref<64xf32>, %n: index, %f: f32) {
  affine.for %i = 3 to %n step 2 {
    affine.store %f, %a[%i] : memref<64xf32>
  }
  return
}

// -----

func.func @nest_of_any_size(%a: memref<?x?xf32>, %n: index, %m: index, %f: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %f, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

func.func @producer_consumer(%a: memref<64xf32>, %b: memref<64xf32>) {
  %t = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
    %s = arith.addf %v, %v : f32
    affine.store %s, %t[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %t[%i] : memref<64xf32>
    affine.store %v, %b[%i] : memref<64xf32>
  }
  memref.dealloc %t : memref<64xf32>
  return
}

// -----

func.func @reduction(%a: memref<64xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 64 iter_args(%acc = %z) -> f32 {
    %v = affine.load %a[%i] : memref<64xf32>
    %s = arith.addf %acc, %v : f32
    affine.yield %s : f32
  }
  return %r : f32
}

// -----

func.func @invariant(%a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %v = affine.load %a[0] : memref<64xf32>
    %w = arith.mulf %v, %v : f32
    affine.store %w, %b[%i] : memref<64xf32>
  }
  return
}

// -----

func.func @forwarded(%a: memref<64xf32>, %f: f32) -> f32 {
  affine.store %f, %a[3] : memref<64xf32>
  %v = affine.load %a[3] : memref<64xf32>
  return %v : f32
}

// -----

func.func @min_max(%a: memref<64xf32>, %n: index, %f: f32) {
  affine.for %i = 0 to 16 {
    %u = affine.min affine_map<(d0) -> (d0 + 4, 64)>(%i)
    %l = affine.max affine_map<(d0) -> (d0, 0)>(%i)
    affine.for %j = max affine_map<(d0) -> (d0, 0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n] {
      affine.store %f, %a[%j] : memref<64xf32>
    }
    memref.store %f, %a[%u] : memref<64xf32>
    memref.store %f, %a[%l] : memref<64xf32>
  }
  return
}

// -----

func.func @condition(%a: memref<64xf32>, %n: index, %f: f32) {
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      affine.store %f, %a[%i] : memref<64xf32>
    }
  }
  return
}

// -----

func.func @through_view(%a: memref<64xf32>, %f: f32) {
  %v = memref.subview %a[8] [16] [1] : memref<64xf32> to memref<16xf32, strided<[1], offset: 8>>
  affine.for %i = 0 to 16 {
    %x = affine.load %v[%i] : memref<16xf32, strided<[1], offset: 8>>
    %s = arith.addf %x, %f : f32
    affine.store %s, %v[%i] : memref<16xf32, strided<[1], offset: 8>>
  }
  return
}

// -----

func.func @through_shape(%a: memref<64xf32>) -> f32 {
  %v = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf32> into memref<8x8xf32>
  %x = affine.load %v[1, 2] : memref<8x8xf32>
  return %x : f32
}

// -----

func.func @raisable(%a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %v = memref.load %a[%i] : memref<64xf32>
    memref.store %v, %b[%i] : memref<64xf32>
  }
  return
}

// -----

func.func @dma(%a: memref<256xf32>, %b: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 32 : index
  affine.for %i = 0 to 8 {
    %f = memref.alloc() : memref<32xf32, 1>
    %t = memref.alloc() : memref<1xi32>
    affine.dma_start %a[%i * 32], %f[%c0], %t[%c0], %n : memref<256xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_wait %t[%c0], %n : memref<1xi32>
    affine.for %j = 0 to 32 {
      %v = affine.load %f[%j] : memref<32xf32, 1>
      affine.store %v, %b[%j + %i * 32] : memref<256xf32>
    }
    memref.dealloc %t : memref<1xi32>
    memref.dealloc %f : memref<32xf32, 1>
  }
  return
}

// -----

func.func @prefetch(%a: memref<64xf32>, %i: index) {
  affine.prefetch %a[%i + 4], read, locality<3>, data : memref<64xf32>
  return
}

// -----

func.func @vectors(%a: memref<64xf32>, %i: index) {
  %v = affine.vector_load %a[%i + 1] : memref<64xf32>, vector<4xf32>
  affine.vector_store %v, %a[%i + 8] : memref<64xf32>, vector<4xf32>
  return
}

// -----

func.func @parallel(%a: memref<64x64xf32>, %f: f32) {
  affine.parallel (%i, %j) = (0, 0) to (64, 64) step (2, 4) {
    affine.store %f, %a[%i, %j] : memref<64x64xf32>
  }
  return
}

// -----

func.func @bounded(%n: index, %f: f32) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r:2 = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %c0, %b = %c0) -> (index, index) {
    %u = affine.min affine_map<(d0) -> (d0 + 4, 64)>(%i)
    %l = affine.max affine_map<(d0)[s0] -> (d0 + s0 + 4, d0 + s0 + 8)>(%i)[%n]
    scf.yield %u, %l : index, index
  }
  return %r#0, %r#1 : index, index
}
