// Loops that become kernels or threads.
// MEASURE: builtin.module(func.func(gpu-map-parallel-loops))
// MEASURE: builtin.module(func.func(gpu-map-parallel-loops),convert-parallel-loops-to-gpu)
// MEASURE: builtin.module(convert-parallel-loops-to-gpu)
// MEASURE: builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=1 gpu-thread-dims=0}))
// MEASURE: builtin.module(convert-scf-to-openmp)
// MEASURE: builtin.module(convert-scf-to-openmp,canonicalize)
// MEASURE: builtin.module(convert-scf-to-openmp{num-threads=4})
// MEASURE: builtin.module(async-parallel-for)
// MEASURE: builtin.module(async-parallel-for{async-dispatch=false})
// MEASURE: builtin.module(scf-forall-to-for)
// MEASURE: builtin.module(scf-forall-to-parallel)
// MEASURE: builtin.module(scf-parallel-for-to-nested-fors)
// MEASURE: builtin.module(test-scf-parallel-loop-collapsing{collapsed-indices-0=0,1})
// MEASURE: builtin.module(func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=2,2}))
// MEASURE: builtin.module(scf-parallel-loop-fusion)
// MEASURE: builtin.module(scf-parallel-loop-specialization)
// MEASURE: builtin.module(convert-scf-to-cf)
// MEASURE: builtin.module(convert-scf-to-emitc)
// MEASURE: builtin.module(convert-scf-to-spirv)

func.func @f(%n: index, %m: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %v, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}

// -----

func.func @f(%n: index, %m: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
    %v = memref.load %m[%i] : memref<?xf32>
    scf.reduce(%v : f32) {
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %a, %b : f32
        scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// -----

func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
  scf.forall (%i) in (%n) {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %v: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 32 {
      affine.store %v, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %m[%i] : memref<?xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %m[%i] : memref<?xf32>
    scf.reduce
  }
  return
}
