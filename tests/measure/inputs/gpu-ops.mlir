// gpu, one operation per part, in a module for the GPU where that is its place.
// MEASURE: builtin.module(gpu-to-llvm{use-bare-pointers-for-host=true use-bare-pointers-for-kernels=true})
// MEASURE: builtin.module(gpu.module(convert-gpu-to-nvvm))
// MEASURE: builtin.module(gpu.module(convert-gpu-to-rocdl{chipset=gfx90a}))
// MEASURE: builtin.module(gpu.module(convert-gpu-to-llvm-spv))
// MEASURE: builtin.module(gpu-to-llvm)
// MEASURE: builtin.module(convert-gpu-to-spirv)
// MEASURE: builtin.module(gpu-kernel-outlining)
// MEASURE: builtin.module(gpu-launch-sink-index-computations,gpu-kernel-outlining)
// MEASURE: builtin.module(func.func(gpu-async-region))
// MEASURE: builtin.module(func.func(gpu-eliminate-barriers))
// MEASURE: builtin.module(gpu-decompose-memrefs)
// MEASURE: builtin.module(nvvm-attach-target{chip=sm_90},rocdl-attach-target,xevm-attach-target,spirv-attach-target)
// MEASURE: builtin.module(rocdl-attach-target)
// MEASURE: builtin.module(xevm-attach-target)
// MEASURE: builtin.module(gpu-module-to-binary)
// MEASURE: builtin.module(convert-vector-to-gpu)
// MEASURE: builtin.module(convert-vector-to-gpu{use-nvgpu=true})
// MEASURE: builtin.module(nvvm-attach-target,gpu-module-to-binary{format=offloading})
// MEASURE: builtin.module(gpu-lower-to-nvvm-pipeline{cubin-format=offloading})
// MEASURE: builtin.module(gpu.module(convert-math-to-xevm))
// MEASURE: builtin.module(xegpu-subgroup-distribute)

gpu.module @m {
  gpu.func @f(%m: memref<?xindex>) kernel {
    %x = gpu.thread_id x
    %y = gpu.block_id y
    %z = gpu.block_dim z
    %g = gpu.grid_dim x
    %i = gpu.global_id x
    %a = arith.addi %x, %y : index
    %b = arith.addi %z, %g : index
    memref.store %a, %m[%b] : memref<?xindex>
    memref.store %a, %m[%i] : memref<?xindex>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%m: memref<?xi32>, %v: i32, %i: index) kernel {
    %l = gpu.lane_id
    %s = gpu.subgroup_id : index
    %n = gpu.num_subgroups : index
    %z = gpu.subgroup_size : index
    %a = arith.addi %l, %s : index
    %b = arith.addi %n, %z : index
    memref.store %v, %m[%a] : memref<?xi32>
    memref.store %v, %m[%b] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f() kernel {
    gpu.barrier
    gpu.barrier
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%v: f32, %m: memref<?xf32>, %i: index) kernel {
    %o = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %r, %p = gpu.shuffle xor %v, %o, %w : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%v: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = gpu.all_reduce add %v {} : (f32) -> (f32)
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%v: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = gpu.subgroup_reduce add %v : (i32) -> (i32)
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%v: f32) workgroup(%w: memref<32xf32, 3>) private(%p: memref<1xf32, 5>) kernel {
    %c = arith.constant 0 : index
    memref.store %v, %w[%c] : memref<32xf32, 3>
    memref.store %v, %p[%c] : memref<1xf32, 5>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%v: f32) kernel {
    gpu.printf "value %f\n", %v : f32
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%m: memref<16x16xf16>, %d: memref<16x16xf32>) kernel {
    %c = arith.constant 0 : index
    %z = arith.constant 0.0 : f32
    %a = gpu.subgroup_mma_load_matrix %m[%c, %c] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %b = gpu.subgroup_mma_load_matrix %m[%c, %c] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %k = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xf32, "COp">
    %r = gpu.subgroup_mma_compute %a, %b, %k : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    %e = gpu.subgroup_mma_elementwise addf %r, %r : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %e, %d[%c, %c] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%a: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.exp %a : f32
    %s = math.sqrt %r : f32
    memref.store %s, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %m: memref<?xvector<4xf32>>, %i: index) kernel {
    %r = arith.addf %a, %b : vector<4xf32>
    memref.store %r, %m[%i] : memref<?xvector<4xf32>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%m: memref<?xf32>, %n: index, %v: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %m[%i] : memref<?xf32>
    }
    gpu.return
  }
}

// -----

func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%bx] : memref<?xf32>
    gpu.terminator
  }
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%v: f32, %m: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      memref.store %v, %m[%i] : memref<?xf32>
      gpu.return
    }
  }
  func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@k blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%v : f32, %m : memref<?xf32>)
    return
  }
}

// -----

func.func @f(%n: index) -> memref<?xf32> {
  %t = gpu.wait async
  %m, %u = gpu.alloc async [%t] (%n) : memref<?xf32>
  gpu.wait [%u]
  return %m : memref<?xf32>
}

// -----

func.func @f(%m: memref<?xf32>) {
  %t = gpu.wait async
  %u = gpu.dealloc async [%t] %m : memref<?xf32>
  gpu.wait [%u]
  return
}

// -----

func.func @f(%m: memref<8xf32>, %n: memref<8xf32>) {
  %t = gpu.wait async
  %u = gpu.memcpy async [%t] %m, %n : memref<8xf32>, memref<8xf32>
  gpu.wait [%u]
  return
}

// -----

func.func @f(%m: memref<8xf32>, %v: f32) {
  %t = gpu.wait async
  %u = gpu.memset async [%t] %m, %v : memref<8xf32>, f32
  gpu.wait [%u]
  return
}

// -----

func.func @f(%m: memref<*xf32>) {
  gpu.host_register %m : memref<*xf32>
  gpu.host_unregister %m : memref<*xf32>
  return
}

// -----

func.func @f(%i: i32) {
  gpu.set_default_device %i
  return
}

// -----

func.func @f(%n: index, %i: memref<?xindex>, %v: memref<?xf64>) {
  %t0 = gpu.wait async
  %d, %t1 = gpu.create_dn_tensor async [%t0] %v, %n : index into memref<?xf64>
  %s, %t2 = gpu.create_coo async [%t1] %n, %n, %n, %i, %i, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %b, %t3 = gpu.spmv_buffer_size async [%t2] %s, %d, %d into f64
  %t4 = gpu.destroy_sp_mat async [%t3] %s
  %t5 = gpu.destroy_dn_tensor async [%t4] %d
  gpu.wait [%t5]
  return
}

// -----

func.func @f(%n: index, %b: memref<?xi8>, %v: memref<?xf64>, %i: memref<?xindex>) {
  %t0 = gpu.wait async
  %d, %t1 = gpu.create_dn_tensor async [%t0] %v, %n : index into memref<?xf64>
  %s, %t2 = gpu.create_csr async [%t1] %n, %n, %n, %i, %i, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %t3 = gpu.spmv async [%t2] %s, %d, %d, %b : memref<?xi8> into f64
  gpu.wait [%t3]
  return
}

// -----

#map0 = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @f(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %d: memref<16x16xf16>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %A = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %B = vector.transfer_read %b[%c0, %c0], %z {permutation_map = #map0, in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %C = vector.transfer_read %d[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %r = vector.contract {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %A, %B, %C : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf16>
  vector.transfer_write %r, %d[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf16>, memref<16x16xf16>
  return
}

// -----

func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %s = memref.subview %m[%bx] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.store %v, %s[%tx] : memref<4xf32, strided<[1], offset: ?>>
    gpu.terminator
  }
  return
}
