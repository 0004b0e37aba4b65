// What the general passes move, merge and promote, one kind per part.
// MEASURE: builtin.module(func.func(control-flow-sink))
// MEASURE: builtin.module(func.func(loop-invariant-code-motion))
// MEASURE: builtin.module(func.func(loop-invariant-subset-hoisting))
// MEASURE: builtin.module(func.func(mem2reg))
// MEASURE: builtin.module(func.func(sroa))
// MEASURE: builtin.module(func.func(sroa,mem2reg))
// MEASURE: builtin.module(symbol-privatize)
// MEASURE: builtin.module(symbol-privatize,symbol-dce)
// MEASURE: builtin.module(duplicate-function-elimination)
// MEASURE: builtin.module(func.func(topological-sort))
// MEASURE: builtin.module(bubble-down-memory-space-casts)
// MEASURE: builtin.module(print-ir)
// MEASURE: builtin.module(print-op-stats)
// MEASURE: builtin.module(view-op-graph)
// MEASURE: builtin.module(strip-debuginfo)
// MEASURE: builtin.module(sccp)
// MEASURE: builtin.module(remove-dead-values)
// MEASURE: builtin.module(cse)
// MEASURE: builtin.module(canonicalize)
// MEASURE: builtin.module(canonicalize{region-simplify=disabled})
// MEASURE: builtin.module(canonicalize{test-convergence max-num-rewrites=1})
// MEASURE: builtin.module(inline)
// MEASURE: builtin.module(inline{default-pipeline=})
// MEASURE: builtin.module(composite-fixed-point-pass{name=twice pipeline=canonicalize,cse})
// MEASURE: builtin.module(llvm.func(mem2reg))
// MEASURE: builtin.module(llvm.func(sroa,mem2reg))

func.func @sink(%c: i1, %a: i32, %b: i32) -> i32 {
  %s = arith.addi %a, %b : i32
  %p = arith.muli %a, %b : i32
  %r = scf.if %c -> i32 {
    scf.yield %s : i32
  } else {
    scf.yield %p : i32
  }
  return %r : i32
}

// -----

func.func @invariant(%m: memref<8xi32>, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %s = arith.addi %a, %b : i32
    memref.store %s, %m[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @subset(%t: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %t) -> tensor<8xf32> {
    %s = tensor.extract_slice %a[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %n = tensor.insert %f into %s[%c1] : tensor<4xf32>
    %u = tensor.insert_slice %n into %a[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

func.func @promotable(%f: f32) -> f32 {
  %m = memref.alloca() : memref<f32>
  memref.store %f, %m[] : memref<f32>
  %r = memref.load %m[] : memref<f32>
  return %r : f32
}

// -----

func.func @uninitialized() -> f32 {
  %m = memref.alloca() : memref<f32>
  %r = memref.load %m[] : memref<f32>
  return %r : f32
}

// -----

func.func @promotable_in_loop(%f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloca() : memref<f32>
  memref.store %f, %m[] : memref<f32>
  cf.br ^loop(%c0 : index)
^loop(%i: index):
  %v = memref.load %m[] : memref<f32>
  %s = arith.addf %v, %f : f32
  memref.store %s, %m[] : memref<f32>
  %n = arith.addi %i, %c1 : index
  %c = arith.cmpi slt, %n, %c8 : index
  cf.cond_br %c, ^loop(%n : index), ^end
^end:
  %r = memref.load %m[] : memref<f32>
  return %r : f32
}

// -----

func.func @destructible(%f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<2xf32>
  memref.store %f, %m[%c0] : memref<2xf32>
  memref.store %f, %m[%c1] : memref<2xf32>
  %r = memref.load %m[%c1] : memref<2xf32>
  return %r : f32
}

// -----

llvm.func @slots(%f: f32) -> f32 {
  %n = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %n x f32 : (i32) -> !llvm.ptr
  llvm.store %f, %m : f32, !llvm.ptr
  %r = llvm.load %m : !llvm.ptr -> f32
  llvm.return %r : f32
}

// -----

llvm.func @slots_of_struct(%f: f32) -> f32 {
  %n = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %n x !llvm.struct<(f32, i32)> : (i32) -> !llvm.ptr
  %g = llvm.getelementptr inbounds %m[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, i32)>
  llvm.store %f, %g : f32, !llvm.ptr
  %r = llvm.load %g : !llvm.ptr -> f32
  llvm.return %r : f32
}

// -----

func.func @twice(%a: i32) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32
}
func.func @also(%a: i32) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32
}
func.func @user(%a: i32) -> (i32, i32) {
  %r = call @twice(%a) : (i32) -> i32
  %s = call @also(%a) : (i32) -> i32
  return %r, %s : i32, i32
}

// -----

func.func @spaces(%m: memref<8xf32, 1>, %i: index) -> f32 {
  %g = memref.memory_space_cast %m : memref<8xf32, 1> to memref<8xf32>
  %v = memref.subview %g[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %r = memref.load %v[%i] : memref<4xf32, strided<[1], offset: ?>>
  return %r : f32
}

// -----

func.func @constants(%a: i32) -> i32 {
  %c = arith.constant true
  %x = arith.constant 2 : i32
  cf.cond_br %c, ^a(%x : i32), ^b(%a : i32)
^a(%i: i32):
  %s = arith.addi %i, %x : i32
  cf.br ^b(%s : i32)
^b(%j: i32):
  return %j : i32
}

// -----

func.func private @dead_argument(%a: i32, %dead: i32) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32
}
func.func @caller(%a: i32) -> i32 {
  %d = arith.muli %a, %a : i32
  %r = call @dead_argument(%a, %d) : (i32, i32) -> i32
  return %r : i32
}

// -----

func.func @dead_values(%c: i1, %a: i32, %m: memref<i32>) {
  %r:2 = scf.if %c -> (i32, i32) {
    %s = arith.addi %a, %a : i32
    scf.yield %s, %a : i32, i32
  } else {
    scf.yield %a, %a : i32, i32
  }
  memref.store %r#1, %m[] : memref<i32>
  return
}

// -----

func.func @dead_branch(%c: i1, %a: i32) -> i32 {
  %s = arith.addi %a, %a : i32
  cf.cond_br %c, ^a(%s : i32), ^b
^a(%dead: i32):
  return %a : i32
^b:
  return %a : i32
}

// -----

// What the inlined function allocates lives as long as it is needed.
llvm.func @use(!llvm.ptr)
llvm.func @allocates() {
  %one = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.call @use(%p) : (!llvm.ptr) -> ()
  llvm.return
}
llvm.func @inlines() {
  llvm.call @allocates() : () -> ()
  llvm.return
}

// -----

// A vector that is put together element by element is so at once.
func.func @put_together(%a: f32, %b: f32) -> vector<2xf32> {
  %0 = vector.broadcast %a : f32 to vector<2xf32>
  %1 = vector.insert %a, %0[0] : f32 into vector<2xf32>
  %2 = vector.insert %b, %1[1] : f32 into vector<2xf32>
  return %2 : vector<2xf32>
}
