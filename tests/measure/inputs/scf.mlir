// Structured control flow, one kind of operation per part.
// MEASURE: builtin.module(convert-scf-to-cf)
// MEASURE: builtin.module(canonicalize,canonicalize,cse,cse,symbol-dce,symbol-dce)
// MEASURE: builtin.module(scf-for-to-while)
// MEASURE: builtin.module(scf-forall-to-for)
// MEASURE: builtin.module(scf-forall-to-parallel)
// MEASURE: builtin.module(scf-parallel-for-to-nested-fors)
// MEASURE: builtin.module(func.func(scf-for-loop-canonicalization,scf-for-loop-peeling,scf-for-loop-range-folding,scf-for-loop-specialization))
// MEASURE: builtin.module(func.func(scf-parallel-loop-fusion,scf-parallel-loop-tiling))
// MEASURE: builtin.module(convert-scf-to-openmp)
// MEASURE: builtin.module(convert-scf-to-emitc)
// MEASURE: builtin.module(func.func(gpu-map-parallel-loops),convert-parallel-loops-to-gpu)
// MEASURE: builtin.module(async-parallel-for)
// MEASURE: builtin.module(lift-cf-to-scf)

func.func @for_store(%n: index, %m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}

// -----

func.func @for_result(%n: index, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %v) -> f32 {
    %s = arith.addf %acc, %v : f32
    scf.yield %s : f32
  }
  return %r : f32
}

// -----

func.func @for_i32(%n: i32, %v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %v) -> i32 : i32 {
    %s = arith.addi %acc, %i : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// -----

func.func @if_plain(%c: i1, %m: memref<f32>, %v: f32) {
  scf.if %c {
    memref.store %v, %m[] : memref<f32>
  }
  return
}

// -----

func.func @if_else(%c: i1, %a: f32, %b: f32) -> f32 {
  %r = scf.if %c -> f32 {
    scf.yield %a : f32
  } else {
    %s = arith.mulf %a, %b : f32
    scf.yield %s : f32
  }
  return %r : f32
}

// -----

func.func @while(%v: i32, %limit: i32) -> i32 {
  %r = scf.while (%x = %v) : (i32) -> i32 {
    %c = arith.cmpi slt, %x, %limit : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%x: i32):
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

func.func @parallel(%n: index, %m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %m[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// -----

func.func @parallel_reduce(%n: index, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%v) -> f32 {
    scf.reduce(%v : f32) {
    ^bb0(%lhs: f32, %rhs: f32):
      %s = arith.addf %lhs, %rhs : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// -----

func.func @forall(%m: memref<8xf32>, %v: f32) {
  scf.forall (%i) in (8) {
    memref.store %v, %m[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @execute_region(%c: i1, %v: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %v : i32
  ^bb2:
    %s = arith.addi %v, %v : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// -----

func.func @index_switch(%i: index, %a: i32, %b: i32) -> i32 {
  %r = scf.index_switch %i -> i32
  case 2 {
    scf.yield %a : i32
  }
  default {
    scf.yield %b : i32
  }
  return %r : i32
}
