// What passes on SPIR-V rewrite within it, one kind per part.
// MEASURE: builtin.module(spirv.module(spirv-rewrite-inserts))
// MEASURE: builtin.module(spirv.module(spirv-canonicalize-gl))
// MEASURE: builtin.module(spirv.module(spirv-webgpu-prepare))
// MEASURE: builtin.module(spirv.module(spirv-promote-to-replicated-constants))
// MEASURE: builtin.module(spirv.module(spirv-unify-aliased-resource))
// MEASURE: builtin.module(spirv.module(spirv-update-vce))
// MEASURE: builtin.module(spirv.module(spirv-lower-abi-attrs))
// MEASURE: builtin.module(decorate-spirv-composite-type-layout)
// MEASURE: builtin.module(convert-spirv-to-llvm)

spirv.module Logical GLSL450 attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
  spirv.func @inserts(%a: f32, %b: f32, %c: f32, %d: f32) -> vector<4xf32> "None" {
    %u = spirv.Undef : vector<4xf32>
    %0 = spirv.CompositeInsert %a, %u[0 : i32] : f32 into vector<4xf32>
    %1 = spirv.CompositeInsert %b, %0[1 : i32] : f32 into vector<4xf32>
    %2 = spirv.CompositeInsert %c, %1[2 : i32] : f32 into vector<4xf32>
    %3 = spirv.CompositeInsert %d, %2[3 : i32] : f32 into vector<4xf32>
    spirv.ReturnValue %3 : vector<4xf32>
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @clamped(%x: f32, %l: f32, %h: f32) -> f32 "None" {
    %0 = spirv.FOrdLessThan %l, %x : f32
    %1 = spirv.Select %0, %x, %l : i1, f32
    %2 = spirv.FOrdLessThan %h, %1 : f32
    %3 = spirv.Select %2, %h, %1 : i1, f32
    spirv.ReturnValue %3 : f32
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @extended(%a: i32, %b: i32, %f: f32) -> i1 "None" {
    %0 = spirv.UMulExtended %a, %b : !spirv.struct<(i32, i32)>
    %1 = spirv.SMulExtended %a, %b : !spirv.struct<(i32, i32)>
    %2 = spirv.IAddCarry %a, %b : !spirv.struct<(i32, i32)>
    %3 = spirv.IsInf %f : f32
    %4 = spirv.IsNan %f : f32
    %5 = spirv.LogicalOr %3, %4 : i1
    spirv.ReturnValue %5 : i1
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @splat() -> vector<4xi32> "None" {
    %0 = spirv.Constant dense<7> : vector<4xi32>
    spirv.ReturnValue %0 : vector<4xi32>
  }
}

// -----

spirv.module Logical GLSL450 attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
  spirv.GlobalVariable @a bind(0, 0) {aliased} : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
  spirv.GlobalVariable @b bind(0, 0) {aliased} : !spirv.ptr<!spirv.struct<(!spirv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>
  spirv.func @aliased(%i: i32) -> f32 "None" {
    %z = spirv.Constant 0 : i32
    %p = spirv.mlir.addressof @a : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
    %q = spirv.AccessChain %p[%z, %i] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %q : f32
    %s = spirv.mlir.addressof @b : !spirv.ptr<!spirv.struct<(!spirv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>
    %t = spirv.AccessChain %s[%z, %i] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<vector<4xf32>, StorageBuffer>
    %w = spirv.Load "StorageBuffer" %t : vector<4xf32>
    spirv.ReturnValue %v : f32
  }
}

// -----

spirv.module Logical GLSL450 attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  spirv.func @entry(%a: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0), StorageBuffer>}, %b: !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1)>}) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    spirv.Return
  }
}
