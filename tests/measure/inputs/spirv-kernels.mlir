// Kernels for SPIR-V, whose buffers are in a storage class or in the memory space that is
// mapped to one; one kind per part.
// MEASURE: builtin.module(convert-gpu-to-spirv)
// MEASURE: builtin.module(convert-gpu-to-spirv{use-64bit-index=true})
// MEASURE: builtin.module(map-memref-spirv-storage-class,convert-gpu-to-spirv,spirv.module(spirv-lower-abi-attrs,spirv-update-vce))
// MEASURE: builtin.module(map-memref-spirv-storage-class{client-api=opencl})
// MEASURE: builtin.module(convert-memref-to-spirv)
// MEASURE: builtin.module(map-memref-spirv-storage-class,convert-memref-to-spirv)
// MEASURE: builtin.module(func.func(convert-scf-to-spirv))
// MEASURE: builtin.module(convert-scf-to-spirv)
// MEASURE: builtin.module(spirv-attach-target{ver=v1.3 caps=Shader,Kernel exts=SPV_KHR_storage_buffer_storage_class})
// MEASURE: builtin.module(convert-arith-to-spirv{emulate-lt-32-bit-scalar-types=false})
// MEASURE: builtin.module(convert-vector-to-spirv)
// MEASURE: builtin.module(convert-func-to-spirv)

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %v: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %i = gpu.thread_id x
      memref.store %v, %m[%i] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %v: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %i = gpu.block_id x
      %d = gpu.block_dim x
      %g = gpu.global_id x
      %n = gpu.grid_dim x
      %a = arith.muli %i, %d : index
      %b = arith.addi %g, %n : index
      %c = arith.addi %a, %b : index
      memref.store %v, %m[%c] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %v: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %i = gpu.lane_id
      %s = gpu.subgroup_id : index
      %n = gpu.num_subgroups : index
      %z = gpu.subgroup_size : index
      memref.store %v, %m[%i] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      memref.store %v, %m[%s] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      memref.store %v, %m[%n] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      memref.store %v, %m[%z] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f() kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      gpu.barrier
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %v: f32, %i: i32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %w = arith.constant 32 : i32
      %o = arith.constant 8 : i32
      %r, %p = gpu.shuffle xor %v, %o, %w : f32
      %z = arith.constant 0 : index
      memref.store %r, %m[%z] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %v: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %r, %q = gpu.rotate %v, 4, 16 : f32
      %z = arith.constant 0 : index
      memref.store %r, %m[%z] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %v: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %r = gpu.subgroup_reduce add %v uniform : (f32) -> (f32)
      %z = arith.constant 0 : index
      memref.store %r, %m[%z] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %v: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %r = gpu.all_reduce add %v uniform {} : (f32) -> (f32)
      %z = arith.constant 0 : index
      memref.store %r, %m[%z] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%v: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      gpu.printf "value %f\n", %v : f32
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<16x16xf16, #spirv.storage_class<StorageBuffer>>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %z = arith.constant 0 : index
      %f = arith.constant 1.0 : f16
      %a = gpu.subgroup_mma_load_matrix %m[%z, %z] {leadDimension = 16 : index} : memref<16x16xf16, #spirv.storage_class<StorageBuffer>> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %b = gpu.subgroup_mma_load_matrix %m[%z, %z] {leadDimension = 16 : index} : memref<16x16xf16, #spirv.storage_class<StorageBuffer>> -> !gpu.mma_matrix<16x16xf16, "BOp">
      %c = gpu.subgroup_mma_constant_matrix %f : !gpu.mma_matrix<16x16xf16, "COp">
      %r = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
      %e = gpu.subgroup_mma_elementwise addf %r, %c : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
      gpu.subgroup_mma_store_matrix %e, %m[%z, %z] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %a: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %i = gpu.thread_id x
      %b = math.exp %a : f32
      %c = math.fma %b, %a, %a : f32
      %d = arith.mulf %c, %a : f32
      memref.store %d, %m[%i] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %a: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %z = arith.constant 0 : index
      %o = arith.constant 1 : index
      %e = arith.constant 8 : index
      scf.for %i = %z to %e step %o {
      memref.store %a, %m[%i] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      }
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %c: i1, %a: f32, %b: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %z = arith.constant 0 : index
      %r = scf.if %c -> f32 {
      scf.yield %a : f32
      } else {
      scf.yield %b : f32
      }
      memref.store %r, %m[%z] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %n: i32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %z = arith.constant 0 : index
      %o = arith.constant 1 : i32
      %f = arith.constant 1.0 : f32
      %r = scf.while (%i = %o) : (i32) -> i32 {
      %c = arith.cmpi slt, %i, %n : i32
      scf.condition(%c) %i : i32
      } do {
      ^bb0(%i: i32):
      %j = arith.addi %i, %o : i32
      scf.yield %j : i32
      }
      memref.store %f, %m[%z] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %a: vector<4xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %z = arith.constant 0 : index
      %e = vector.extract %a[2] : f32 from vector<4xf32>
      memref.store %e, %m[%z] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32>, %v: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %i = gpu.thread_id x
      memref.store %v, %m[%i] : memref<8xf32>
      gpu.return
    }
  }
  func.func @host(%m: memref<8xf32>, %v: f32) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @k::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<8xf32>, %v : f32)
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %i: index, %v: f32) {
    %r = memref.load %m[%i] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
    memref.store %v, %m[%i] : memref<8xf32, #spirv.storage_class<StorageBuffer>>
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%i: index, %v: f32) {
    %m = memref.alloc() : memref<8xf32, #spirv.storage_class<Workgroup>>
    memref.store %v, %m[%i] : memref<8xf32, #spirv.storage_class<Workgroup>>
    memref.dealloc %m : memref<8xf32, #spirv.storage_class<Workgroup>>
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%i: index, %v: f32) {
    %m = memref.alloca() : memref<8xf32, #spirv.storage_class<Function>>
    memref.store %v, %m[%i] : memref<8xf32, #spirv.storage_class<Function>>
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%m: memref<8xi32, #spirv.storage_class<StorageBuffer>>, %i: index, %v: i32) {
    %r = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<8xi32, #spirv.storage_class<StorageBuffer>>) -> i32
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%m: memref<8xi8, #spirv.storage_class<StorageBuffer>>, %i: index, %v: i8) {
    %r = memref.load %m[%i] : memref<8xi8, #spirv.storage_class<StorageBuffer>>
    memref.store %v, %m[%i] : memref<8xi8, #spirv.storage_class<StorageBuffer>>
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%m: memref<?xf32, #spirv.storage_class<StorageBuffer>>, %i: index) {
    %c = memref.reinterpret_cast %m to offset: [%i], sizes: [4], strides: [1] : memref<?xf32, #spirv.storage_class<StorageBuffer>> to memref<4xf32, strided<[1], offset: ?>, #spirv.storage_class<StorageBuffer>>
    %v = memref.load %c[%i] : memref<4xf32, strided<[1], offset: ?>, #spirv.storage_class<StorageBuffer>>
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%m: memref<8xf32, #spirv.storage_class<CrossWorkgroup>>, %i: index) {
    %p = memref.extract_aligned_pointer_as_index %m : memref<8xf32, #spirv.storage_class<CrossWorkgroup>> -> index
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>) {
    %g = memref.memory_space_cast %m : memref<8xf32, #spirv.storage_class<StorageBuffer>> to memref<8xf32, #spirv.storage_class<Generic>>
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%n: index, %c: i1, %a: f32) -> f32 {
    %z = arith.constant 0 : index
    %o = arith.constant 1 : index
    %r = scf.for %i = %z to %n step %o iter_args(%s = %a) -> f32 {
    %t = arith.addf %s, %a : f32
    scf.yield %t : f32
    }
    return %r : f32
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %f: f32) -> vector<4xf32> {
    %x = vector.extract %a[1] : f32 from vector<4xf32>
    %y = vector.insert %x, %b [2] : f32 into vector<4xf32>
    %s = vector.broadcast %f : f32 to vector<4xf32>
    %t = vector.shuffle %y, %s [0, 1, 4, 5] : vector<4xf32>, vector<4xf32>
    %u = vector.extract_strided_slice %t {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
    %v = vector.insert_strided_slice %u, %t {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
    %w = vector.fma %v, %v, %t : vector<4xf32>
    return %w : vector<4xf32>
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%a: vector<4xf32>, %b: vector<4xi32>) -> (f32, f32, i32, i32) {
    %x = vector.reduction <add>, %a : vector<4xf32> into f32
    %y = vector.reduction <maximumf>, %a : vector<4xf32> into f32
    %z = vector.reduction <mul>, %b : vector<4xi32> into i32
    %w = vector.reduction <minsi>, %b : vector<4xi32> into i32
    return %x, %y, %z, %w : f32, f32, i32, i32
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %i: index) {
    %v = vector.load %m[%i] : memref<8xf32, #spirv.storage_class<StorageBuffer>>, vector<4xf32>
    vector.store %v, %m[%i] : memref<8xf32, #spirv.storage_class<StorageBuffer>>, vector<4xf32>
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%a: vector<2xf32>, %b: vector<2xf32>) -> vector<2xf32> {
    %c = vector.interleave %a, %b : vector<2xf32> -> vector<4xf32>
    %i, %j = vector.deinterleave %c : vector<4xf32> -> vector<2xf32>
    return %i : vector<2xf32>
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%a: vector<1xf32>) -> vector<1xi32> {
    %c = vector.shape_cast %a : vector<1xf32> to vector<1x1xf32>
    %b = vector.bitcast %a : vector<1xf32> to vector<1xi32>
    return %b : vector<1xi32>
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%a: vector<8xf32>) -> vector<8xf32> {
    %c = arith.addf %a, %a : vector<8xf32>
    return %c : vector<8xf32>
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Int16, Int8, Float16, Float64, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformShuffle, GroupNonUniformRotateKHR, GroupNonUniformBallot, CooperativeMatrixKHR, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_rotate, SPV_KHR_cooperative_matrix, SPV_KHR_16bit_storage]>, #spirv.resource_limits<>>} {
  func.func @f(%a: f32, %b: f32) -> f32 {
    %v = vector.from_elements %a, %b : vector<2xf32>
    %x, %y = vector.to_elements %v : vector<2xf32>
    return %x : f32
  }
}

// -----

// for OpenCL
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Kernel, Addresses, Int64], []>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<CrossWorkgroup>>, %v: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>} {
      %i = gpu.thread_id x
      %e = arith.addf %v, %v : f32
      memref.store %e, %m[%i] : memref<8xf32, #spirv.storage_class<CrossWorkgroup>>
      gpu.return
    }
  }
}
