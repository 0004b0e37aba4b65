// Loops that passes on scf rewrite into other loops, one kind per part.
// MEASURE: builtin.module(func.func(scf-for-loop-peeling))
// MEASURE: builtin.module(func.func(scf-for-loop-peeling{peel-front=true}))
// MEASURE: builtin.module(func.func(scf-for-loop-peeling{skip-partial=false}))
// MEASURE: builtin.module(func.func(scf-for-loop-range-folding))
// MEASURE: builtin.module(func.func(scf-for-loop-specialization))
// MEASURE: builtin.module(func.func(scf-for-loop-canonicalization))
// MEASURE: builtin.module(func.func(scf-parallel-loop-specialization))
// MEASURE: builtin.module(func.func(scf-parallel-loop-fusion))
// MEASURE: builtin.module(func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=4,4}))
// MEASURE: builtin.module(func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=4,4 no-min-max-bounds=true}))
// MEASURE: builtin.module(func.func(test-scf-parallel-loop-collapsing{collapsed-indices-0=0,1}))
// MEASURE: builtin.module(scf-parallel-for-to-nested-fors)
// MEASURE: builtin.module(scf-forall-to-for)
// MEASURE: builtin.module(scf-forall-to-parallel)
// MEASURE: builtin.module(scf-for-to-while)
// MEASURE: builtin.module(convert-scf-to-cf)
// MEASURE: builtin.module(convert-scf-to-cf{allow-pattern-rollback=false})
// MEASURE: builtin.module(lift-cf-to-scf)
// MEASURE: builtin.module(async-parallel-for)
// MEASURE: builtin.module(async-parallel-for{async-dispatch=false num-workers=4 min-task-size=100})
// MEASURE: builtin.module(convert-scf-to-openmp)
// MEASURE: builtin.module(canonicalize)
// MEASURE: builtin.module(func.func(loop-invariant-code-motion))
// MEASURE: builtin.module(func.func(affine-loop-coalescing))

func.func @not_divisible(%n: index, %m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    %s = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%n]
    %v = memref.subview %m[%i] [%s] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    linalg.fill ins(%f : f32) outs(%v : memref<?xf32, strided<[1], offset: ?>>)
  }
  return
}

// -----

func.func @constant_bounds(%m: memref<17xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c17 = arith.constant 17 : index
  scf.for %i = %c0 to %c17 step %c4 {
    memref.store %f, %m[%i] : memref<17xf32>
  }
  return
}

// -----

func.func @shifted(%n: index, %k: index, %m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %k : index
    %l = arith.muli %j, %k : index
    memref.store %f, %m[%l] : memref<?xf32>
  }
  return
}

// -----

func.func @bounded(%n: index, %m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = affine.min affine_map<(d0) -> (d0, 64)>(%n)
  scf.for %i = %c0 to %u step %c1 {
    memref.store %f, %m[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @parallel_bounded(%n: index, %m: memref<?x?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = affine.min affine_map<(d0) -> (d0, 64)>(%n)
  %v = affine.min affine_map<(d0) -> (d0, 32)>(%n)
  scf.parallel (%i, %j) = (%c0, %c0) to (%u, %v) step (%c1, %c1) {
    memref.store %f, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}

// -----

func.func @parallel(%n: index, %m: memref<?x?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %f, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}

// -----

func.func @parallel_twice(%m: memref<8xf32>, %o: memref<8xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %f, %m[%i] : memref<8xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %m[%i] : memref<8xf32>
    memref.store %v, %o[%i] : memref<8xf32>
    scf.reduce
  }
  return
}

// -----

func.func @parallel_sum(%m: memref<8xf32>, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%z) -> f32 {
    %v = memref.load %m[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// -----

func.func @forall(%n: index, %m: memref<?xf32>, %f: f32) {
  scf.forall (%i) in (%n) {
    memref.store %f, %m[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @branches(%c: i1, %d: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %x = arith.addi %a, %a : i32
  cf.cond_br %d, ^c(%x : i32), ^b
^b:
  %y = arith.muli %a, %a : i32
  cf.br ^c(%y : i32)
^c(%r: i32):
  return %r : i32
}

// -----

func.func @cycle(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^end
^body:
  %j = arith.addi %i, %c1 : i32
  cf.br ^head(%j : i32)
^end:
  return %i : i32
}

// -----

func.func @switched(%f: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^d(%a : i32),
    1: ^d(%b : i32),
    2: ^e
  ]
^e:
  %s = arith.addi %a, %b : i32
  cf.br ^d(%s : i32)
^d(%r: i32):
  return %r : i32
}

// -----

func.func @forall_of_tensors(%t: tensor<8xf32>, %u: tensor<1xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> tensor<8xf32> {
    scf.forall.in_parallel { tensor.parallel_insert_slice %u into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32> }
  }
  return %r : tensor<8xf32>
}

// -----

func.func @coalesced(%n: index, %m: index, %b: memref<?x?xindex>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    scf.for %j = %zero to %m step %one {
      memref.store %i, %b[%i, %j] : memref<?x?xindex>
    }
  }
  return
}
