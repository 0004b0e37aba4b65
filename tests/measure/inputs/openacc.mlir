// OpenACC: data clauses, compute constructs, loops with tiles, conditions.
// MEASURE: builtin.module(func.func(acc-legalize-serial))
// MEASURE: builtin.module(func.func(acc-if-clause-lowering))
// MEASURE: builtin.module(func.func(acc-specialize-for-device))
// MEASURE: builtin.module(func.func(acc-specialize-for-host))
// MEASURE: builtin.module(func.func(acc-specialize-for-host{enable-host-fallback=true}))
// MEASURE: builtin.module(func.func(acc-loop-tiling))
// MEASURE: builtin.module(func.func(openacc-legalize-data-values))
// MEASURE: builtin.module(func.func(offload-livein-value-canonicalization))
// MEASURE: builtin.module(acc-implicit-data)
// MEASURE: builtin.module(acc-implicit-declare)
// MEASURE: builtin.module(acc-implicit-routine)

func.func @serial(%a: memref<10xf32>) {
  %c = acc.copyin varPtr(%a : memref<10xf32>) -> memref<10xf32>
  acc.serial dataOperands(%c : memref<10xf32>) {
    %i = arith.constant 0 : index
    %x = memref.load %c[%i] : memref<10xf32>
    memref.store %x, %c[%i] : memref<10xf32>
    acc.yield
  }
  acc.copyout accPtr(%c : memref<10xf32>) to varPtr(%a : memref<10xf32>)
  return
}

// -----

func.func @conditional(%a: memref<10xf32>, %cond: i1) {
  %c = acc.copyin varPtr(%a : memref<10xf32>) -> memref<10xf32>
  acc.parallel dataOperands(%c : memref<10xf32>) if(%cond) {
    %i = arith.constant 0 : index
    %x = memref.load %c[%i] : memref<10xf32>
    memref.store %x, %c[%i] : memref<10xf32>
    acc.yield
  }
  acc.copyout accPtr(%c : memref<10xf32>) to varPtr(%a : memref<10xf32>)
  return
}

// -----

func.func @conditionalKernels(%a: memref<10xf32>, %cond: i1) {
  %c = acc.create varPtr(%a : memref<10xf32>) -> memref<10xf32>
  acc.kernels dataOperands(%c : memref<10xf32>) if(%cond) {
    %i = arith.constant 0 : index
    %x = memref.load %c[%i] : memref<10xf32>
    memref.store %x, %c[%i] : memref<10xf32>
    acc.terminator
  }
  acc.delete accPtr(%c : memref<10xf32>)
  return
}

// -----

func.func @implicit(%a: memref<10xf32>) {
  %s = memref.alloca() : memref<f32>
  acc.parallel {
    %i = arith.constant 0 : index
    %x = memref.load %a[%i] : memref<10xf32>
    memref.store %x, %s[] : memref<f32>
    acc.yield
  }
  return
}

// -----

func.func @implicitKernels(%a: memref<10xf32>) {
  acc.kernels {
    %i = arith.constant 0 : index
    %x = memref.load %a[%i] : memref<10xf32>
    memref.store %x, %a[%i] : memref<10xf32>
    acc.terminator
  }
  return
}

// -----

func.func @tiles(%a: memref<100x50xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %c100 = arith.constant 100 : index
  %t = arith.constant 32 : i32
  acc.parallel {
    acc.loop tile({%t : i32, %t : i32}) control(%i : index, %j : index) = (%c0, %c0 : index, index) to (%c100, %c50 : index, index) step (%c1, %c1 : index, index) {
      %x = memref.load %a[%i, %j] : memref<100x50xf32>
      memref.store %x, %a[%i, %j] : memref<100x50xf32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: false, false>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}

// -----

func.func @loop(%a: memref<100xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  acc.loop control(%i : index) = (%c0 : index) to (%c100 : index) step (%c1 : index) {
    %x = memref.load %a[%i] : memref<100xf32>
    memref.store %x, %a[%i] : memref<100xf32>
    acc.yield
  } attributes {inclusiveUpperbound = array<i1: false>, independent = [#acc.device_type<none>]}
  return
}

// -----

func.func @data(%a: memref<10xf32>, %async: i32) {
  %c = acc.copyin varPtr(%a : memref<10xf32>) -> memref<10xf32>
  acc.data dataOperands(%c : memref<10xf32>) {
    acc.parallel {
      %i = arith.constant 0 : index
      %x = memref.load %a[%i] : memref<10xf32>
      memref.store %x, %a[%i] : memref<10xf32>
      acc.yield
    }
    acc.terminator
  }
  acc.delete accPtr(%c : memref<10xf32>)
  acc.init
  acc.wait
  acc.shutdown
  return
}

// -----

func.func @enter(%a: memref<10xf32>) {
  %c = acc.copyin varPtr(%a : memref<10xf32>) -> memref<10xf32>
  acc.enter_data dataOperands(%c : memref<10xf32>)
  %p = acc.getdeviceptr varPtr(%a : memref<10xf32>) -> memref<10xf32>
  acc.exit_data dataOperands(%p : memref<10xf32>)
  acc.delete accPtr(%p : memref<10xf32>)
  %u = acc.update_device varPtr(%a : memref<10xf32>) -> memref<10xf32>
  acc.update dataOperands(%u : memref<10xf32>)
  return
}

// -----

func.func @atomics(%x: memref<i32>, %v: memref<i32>, %e: i32) {
  acc.atomic.read %v = %x : memref<i32>, memref<i32>, i32
  acc.atomic.write %x = %e : memref<i32>, i32
  acc.atomic.update %x : memref<i32> {
  ^bb0(%old: i32):
    %new = arith.addi %old, %e : i32
    acc.yield %new : i32
  }
  return
}

// -----

func.func private @callee(f32) -> f32
func.func @defined(%x: f32) -> f32 {
  return %x : f32
}
memref.global @table : memref<10xf32> = dense<1.0>
func.func @caller() {
  acc.parallel {
    %i = arith.constant 0 : index
    %t = memref.get_global @table : memref<10xf32>
    %x = memref.load %t[%i] : memref<10xf32>
    %y = func.call @defined(%x) : (f32) -> f32
    memref.store %y, %t[%i] : memref<10xf32>
    acc.yield
  }
  return
}

// -----

func.func @bounds(%a: memref<10xf32>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %b = acc.bounds lowerbound(%c0 : index) upperbound(%c9 : index)
  %c = acc.copyin varPtr(%a : memref<10xf32>) bounds(%b) -> memref<10xf32>
  acc.parallel dataOperands(%c : memref<10xf32>) {
    %x = memref.load %a[%c9] : memref<10xf32>
    memref.store %x, %a[%c0] : memref<10xf32>
    acc.yield
  }
  acc.delete accPtr(%c : memref<10xf32>) bounds(%b)
  return
}

// -----

func.func @onDevice(%a: memref<10xf32>) attributes {acc.specialized_routine = #acc.specialized_routine<@routine, <seq>, "onDevice">} {
  %c = acc.copyin varPtr(%a : memref<10xf32>) -> memref<10xf32>
  acc.data dataOperands(%c : memref<10xf32>) {
    acc.parallel {
      %i = arith.constant 0 : index
      %x = memref.load %a[%i] : memref<10xf32>
      memref.store %x, %a[%i] : memref<10xf32>
      acc.yield
    }
    acc.terminator
  }
  acc.delete accPtr(%c : memref<10xf32>)
  acc.init
  acc.wait
  acc.shutdown
  return
}
acc.routine @routine func(@onDevice) seq
