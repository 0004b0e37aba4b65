// What convert-to-emitc takes at once, and what it leaves.
// MEASURE: builtin.module(convert-to-emitc)
// MEASURE: builtin.module(convert-to-emitc{filter-dialects=arith})
// MEASURE: builtin.module(convert-scf-to-emitc,convert-to-emitc)

func.func private @g(i32) -> i32
func.func @f(%a: i32, %x: f32, %i: index) -> i32 {
  %0 = func.call @g(%a) : (i32) -> i32
  %1 = arith.addi %0, %a : i32
  %2 = arith.muli %1, %a : i32
  %3 = arith.subi %2, %a : i32
  %4 = arith.index_cast %i : index to i32
  %5 = arith.cmpi slt, %3, %4 : i32
  %6 = arith.select %5, %3, %4 : i32
  %7 = arith.addf %x, %x : f32
  %8 = arith.divf %7, %x : f32
  %9 = arith.negf %8 : f32
  %10 = arith.cmpf olt, %9, %x : f32
  %11 = arith.select %10, %6, %a : i32
  return %11 : i32
}

// -----

// What C has no operator for.
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.maxsi %a, %b : i32
  return %0 : i32
}

// -----

// What C has no type for.
func.func @f(%a: vector<4xf32>) -> vector<4xf32> {
  %0 = arith.addf %a, %a : vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

memref.global "private" constant @c : memref<4xf32> = dense<1.0>
func.func @f(%x: memref<4xf32>, %i: index) -> f32 {
  %c = memref.get_global @c : memref<4xf32>
  %b = memref.alloca() : memref<4xf32>
  %0 = memref.load %c[%i] : memref<4xf32>
  memref.store %0, %b[%i] : memref<4xf32>
  %1 = memref.load %b[%i] : memref<4xf32>
  memref.store %1, %x[%i] : memref<4xf32>
  return %1 : f32
}

// -----

// An array of malloc is cast from a pointer.
func.func @f(%x: f32, %i: index) -> f32 {
  %b = memref.alloc() : memref<4xf32>
  memref.store %x, %b[%i] : memref<4xf32>
  %0 = memref.load %b[%i] : memref<4xf32>
  return %0 : f32
}

// -----

func.func @f(%x: memref<4xf32>, %i: index, %b: i1) {
  scf.for %k = %i to %i step %i {
    %0 = memref.load %x[%k] : memref<4xf32>
    scf.if %b {
      memref.store %0, %x[%i] : memref<4xf32>
    }
  }
  return
}

// -----

// The branch in the region is converted, the region is not.
func.func @f(%a: i32, %b: i1) -> i32 {
  %r = scf.execute_region -> i32 {
    %0 = scf.if %b -> i32 {
      scf.yield %a : i32
    } else {
      scf.yield %a : i32
    }
    scf.yield %0 : i32
  }
  return %r : i32
}

// -----

func.func @f() {
  cf.br ^a
^a:
  return
}

// -----

// Nothing of C frees an array.
func.func @f(%x: f32, %i: index) {
  %b = memref.alloc() : memref<4xf32>
  memref.store %x, %b[%i] : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// -----

func.func @f(%i: index) -> i32 {
  %c = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %r = tensor.extract %c[%i] : tensor<3xi32>
  return %r : i32
}
