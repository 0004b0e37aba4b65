// Affine operations, one kind per part.
// MEASURE: builtin.module(lower-affine)
// MEASURE: builtin.module(func.func(affine-expand-index-ops))
// MEASURE: builtin.module(func.func(affine-expand-index-ops-as-affine))
// MEASURE: builtin.module(func.func(affine-loop-normalize,affine-loop-fusion,affine-loop-tile,affine-loop-unroll))
// MEASURE: builtin.module(func.func(affine-parallelize))
// MEASURE: builtin.module(func.func(affine-super-vectorize{virtual-vector-size=4}))
// MEASURE: builtin.module(func.func(affine-scalrep))
// MEASURE: builtin.module(func.func(affine-simplify-structures))
// MEASURE: builtin.module(func.func(convert-affine-for-to-gpu))

func.func @apply(%i: index) -> index {
  %r = affine.apply affine_map<(d0) -> (d0 + 4)>(%i)
  return %r : index
}

// -----

func.func @apply_mul(%i: index, %j: index) -> index {
  %r = affine.apply affine_map<(d0)[s0] -> (d0 * s0 + 4)>(%i)[%j]
  return %r : index
}

// -----

func.func @apply_div(%i: index) -> index {
  %r = affine.apply affine_map<(d0) -> (d0 floordiv 4 + d0 mod 3)>(%i)
  return %r : index
}

// -----

func.func @min(%i: index) -> index {
  %r = affine.min affine_map<(d0) -> (16, d0 + 1)>(%i)
  return %r : index
}

// -----

func.func @max(%i: index) -> index {
  %r = affine.max affine_map<(d0) -> (16, d0 + 1)>(%i)
  return %r : index
}

// -----

func.func @for(%m: memref<?xf32>, %n: index, %v: f32) {
  affine.for %i = 0 to %n {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @load_store(%m: memref<16xf32>) {
  affine.for %i = 0 to 8 {
    %v = affine.load %m[%i + 3] : memref<16xf32>
    affine.store %v, %m[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @parallel(%m: memref<16xf32>, %v: f32) {
  affine.parallel (%i) = (0) to (16) {
    affine.store %v, %m[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @if(%m: memref<16xf32>, %n: index, %v: f32) {
  affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%n) {
    memref.store %v, %m[%n] : memref<16xf32>
  }
  return
}

// -----

func.func @vector(%m: memref<16xf32>, %i: index) {
  %v = affine.vector_load %m[%i] : memref<16xf32>, vector<4xf32>
  affine.vector_store %v, %m[%i + 4] : memref<16xf32>, vector<4xf32>
  return
}

// -----

func.func @delinearize(%i: index) -> (index, index) {
  %r:2 = affine.delinearize_index %i into (4, 8) : index, index
  return %r#0, %r#1 : index, index
}

// -----

func.func @linearize(%i: index, %j: index) -> index {
  %r = affine.linearize_index [%i, %j] by (4, 8) : index
  return %r : index
}
