// Async, one kind of operation per part.
// MEASURE: builtin.module(async-parallel-for)
// MEASURE: builtin.module(async-to-async-runtime)
// MEASURE: builtin.module(async-parallel-for,async-to-async-runtime)
// MEASURE: builtin.module(async-to-async-runtime,async-runtime-ref-counting,async-runtime-ref-counting-opt,convert-async-to-llvm)
// MEASURE: builtin.module(async-to-async-runtime,async-runtime-policy-based-ref-counting)
// MEASURE: builtin.module(async-runtime-ref-counting)
// MEASURE: builtin.module(convert-async-to-llvm)
// MEASURE: builtin.module(async-parallel-for,async-to-async-runtime,async-runtime-ref-counting,convert-async-to-llvm,convert-scf-to-cf,finalize-memref-to-llvm,convert-func-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)

func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %m[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// -----

func.func @f(%a: f32) {
  %t, %r = async.execute -> !async.value<f32> {
    async.yield %a : f32
  }
  async.await %t : !async.token
  return
}

// -----

func.func @f(%n: index, %a: f32) {
  %g = async.create_group %n : !async.group
  %t = async.execute {
    async.yield
  }
  %i = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return
}
