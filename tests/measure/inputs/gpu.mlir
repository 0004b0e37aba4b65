// GPU: launches, kernels and host operations, one kind per part.
// MEASURE: builtin.module(gpu-kernel-outlining)
// MEASURE: builtin.module(gpu-launch-sink-index-computations,gpu-kernel-outlining)
// MEASURE: builtin.module(func.func(gpu-async-region))
// MEASURE: builtin.module(gpu-decompose-memrefs)
// MEASURE: builtin.module(func.func(gpu-eliminate-barriers))
// MEASURE: builtin.module(convert-gpu-to-spirv)
// MEASURE: builtin.module(gpu.module(convert-gpu-to-nvvm))
// MEASURE: builtin.module(gpu.module(convert-gpu-to-rocdl))
// MEASURE: builtin.module(gpu.module(convert-gpu-to-llvm-spv))
// MEASURE: builtin.module(gpu-to-llvm)
// MEASURE: builtin.module(gpu-kernel-outlining,gpu.module(convert-gpu-to-nvvm),gpu-to-llvm,reconcile-unrealized-casts)
// MEASURE: builtin.module(convert-parallel-loops-to-gpu)
// MEASURE: builtin.module(gpu.module(strip-debuginfo,convert-gpu-to-nvvm),nvvm-attach-target,gpu-to-llvm)
// MEASURE: builtin.module(convert-func-to-llvm)
// MEASURE: builtin.module(convert-scf-to-cf)

func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%tx] : memref<?xf32>
    gpu.terminator
  }
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @kernel(%m: memref<8xf32>, %v: f32) kernel {
      %i = gpu.thread_id x
      %b = gpu.block_id x
      %d = gpu.block_dim x
      %g = gpu.grid_dim x
      memref.store %v, %m[%i] : memref<8xf32>
      gpu.return
    }
  }
  func.func @f(%n: index, %m: memref<8xf32>, %v: f32) {
    gpu.launch_func @k::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<8xf32>, %v : f32)
    return
  }
}

// -----

gpu.module @k {
  gpu.func @kernel(%v: f32, %m: memref<8xf32>) kernel {
    %i = gpu.thread_id x
    %r = gpu.all_reduce add %v {} : (f32) -> (f32)
    gpu.barrier
    memref.store %r, %m[%i] : memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @kernel(%v: f32, %m: memref<8xf32>) kernel {
    %i = gpu.lane_id
    %o = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %r, %p = gpu.shuffle xor %v, %o, %w : f32
    %e = math.exp %r : f32
    memref.store %e, %m[%i] : memref<8xf32>
    gpu.return
  }
}

// -----

func.func @f(%m: memref<8xf32>) {
  %t = gpu.wait async
  %a, %t2 = gpu.alloc async [%t] () : memref<8xf32>
  %t3 = gpu.memcpy async [%t2] %a, %m : memref<8xf32>, memref<8xf32>
  %t4 = gpu.dealloc async [%t3] %a : memref<8xf32>
  gpu.wait [%t4]
  return
}

// -----

func.func @f(%m: memref<8xf32>, %v: f32) {
  %a = gpu.alloc () : memref<8xf32>
  gpu.memcpy %a, %m : memref<8xf32>, memref<8xf32>
  gpu.memset %a, %v : memref<8xf32>, f32
  gpu.dealloc %a : memref<8xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>) {
  %u = memref.cast %m : memref<8xf32> to memref<*xf32>
  gpu.host_register %u : memref<*xf32>
  return
}

// -----

func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %m[%i] : memref<?xf32>
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
