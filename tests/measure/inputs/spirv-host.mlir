// The host code of a kernel in SPIR-V.
// MEASURE: builtin.module(lower-host-to-llvm)
// MEASURE: builtin.module(lower-host-to-llvm,reconcile-unrealized-casts)

module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  spirv.module @__spv__k Logical GLSL450 requires #spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
    spirv.GlobalVariable @k_arg_0 bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
    spirv.func @f() "None" attributes {workgroup_attributions = 0 : i64} {
      %0 = spirv.mlir.addressof @k_arg_0 : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
      %1 = spirv.Constant 0 : i32
      %2 = spirv.Constant 1.0 : f32
      %3 = spirv.AccessChain %0[%1, %1] : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
      spirv.Store "StorageBuffer" %3, %2 : f32
      spirv.Return
    }
    spirv.EntryPoint "GLCompute" @f
    spirv.ExecutionMode @f "LocalSize", 32, 1, 1
  }
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      gpu.return
    }
  }
  func.func @host(%c: i1) -> f32 {
    %c1 = arith.constant 1 : index
    %i = index.add %c1, %c1
    %m = memref.alloc() : memref<8xf32>
    cf.cond_br %c, ^a, ^b
  ^a:
    gpu.launch_func @k::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<8xf32>)
    cf.br ^b
  ^b:
    %r = memref.load %m[%i] : memref<8xf32>
    return %r : f32
  }
}
