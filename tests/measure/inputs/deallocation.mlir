// What deallocation does not know: branches to several places, and regions of
// which it cannot tell when they run.
// MEASURE: builtin.module(ownership-based-buffer-deallocation)

func.func @branch_of_llvm(%c: i1, %m: memref<4xf32>) {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.br ^bb2
^bb2:
  return
}

// -----

func.func @generic_atomic(%m: memref<4xf32>, %i: index, %f: f32) -> f32 {
  %r = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%c: f32):
    %s = arith.addf %c, %f : f32
    memref.atomic_yield %s : f32
  }
  return %r : f32
}

// -----

func.func @execute(%m: memref<4xf32>, %i: index, %f: f32) {
  %t = async.execute {
    memref.store %f, %m[%i] : memref<4xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}

// -----

func.func @f(%c: i32, %f: f32) {
  %a = memref.alloc() : memref<4xf32>
  %i = arith.constant 0 : index
  cf.switch %c : i32, [
    default: ^bb2,
    1: ^bb1
  ]
^bb1:
  memref.store %f, %a[%i] : memref<4xf32>
  cf.br ^bb2
^bb2:
  return
}
