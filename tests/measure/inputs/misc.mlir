// shape, quant, OpenMP, SPIR-V, EmitC, MLProgram, LLVM and PDL: one kind per part.
// MEASURE: builtin.module(convert-shape-to-std)
// MEASURE: builtin.module(func.func(convert-shape-constraints))
// MEASURE: builtin.module(func.func(remove-shape-constraints))
// MEASURE: builtin.module(func.func(shape-to-shape-lowering))
// MEASURE: builtin.module(outline-shape-computation)
// MEASURE: builtin.module(func.func(lower-quant-ops))
// MEASURE: builtin.module(func.func(normalize-quant-types))
// MEASURE: builtin.module(strip-func-quant-types)
// MEASURE: builtin.module(convert-openmp-to-llvm)
// MEASURE: builtin.module(convert-spirv-to-llvm)
// MEASURE: builtin.module(spirv.module(spirv-lower-abi-attrs))
// MEASURE: builtin.module(spirv.module(spirv-update-vce,spirv-rewrite-inserts,spirv-unify-aliased-resource,spirv-canonicalize-gl,spirv-promote-to-replicated-constants,spirv-webgpu-prepare),decorate-spirv-composite-type-layout)
// MEASURE: builtin.module(form-expressions)
// MEASURE: builtin.module(wrap-emitc-func-in-class)
// MEASURE: builtin.module(mlprogram-pipeline-globals)
// MEASURE: builtin.module(duplicate-function-elimination)
// MEASURE: builtin.module(llvm-legalize-for-export)
// MEASURE: builtin.module(llvm-add-comdats)
// MEASURE: builtin.module(llvm-use-default-visibility{visibility=hidden})
// MEASURE: builtin.module(ensure-debug-info-scope-on-llvm-func)
// MEASURE: builtin.module(llvm.func(llvm-optimize-for-nvvm-target))
// MEASURE: builtin.module(convert-pdl-to-pdl-interp)
// MEASURE: builtin.module(convert-ub-to-llvm)
// MEASURE: builtin.module(convert-ub-to-spirv)
// MEASURE: builtin.module(convert-tensor-to-spirv)
// MEASURE: builtin.module(composite-fixed-point-pass{pipeline=cse,canonicalize})
// MEASURE: builtin.module(omp-offload-privatization-prepare)

func.func @f(%a: tensor<?xf32>) -> tensor<?xindex> {
  %r = shape.shape_of %a : tensor<?xf32> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

// -----

func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>) -> tensor<?xindex> {
  %r = shape.broadcast %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

// -----

func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>) -> index {
  %n = shape.num_elements %a : tensor<?xindex> -> index
  %e = shape.rank %b : tensor<?xindex> -> index
  %r = shape.mul %n, %e : index, index -> index
  return %r : index
}

// -----

func.func @f(%a: tensor<?xindex>, %i: index) -> index {
  %r = shape.get_extent %a, %i : tensor<?xindex>, index -> index
  return %r : index
}

// -----

func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>) -> i1 {
  %r = shape.shape_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  return %r : i1
}

// -----

func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>) -> i1 {
  %r = shape.is_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  return %r : i1
}

// -----

func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  %r = shape.assuming %w -> (tensor<?xf32>) {
    shape.assuming_yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>, %p: i1) -> !shape.witness {
  %v = shape.cstr_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  %w = shape.cstr_require %p, "must hold"
  %r = shape.assuming_all %v, %w
  return %r : !shape.witness
}

// -----

func.func @f() -> tensor<2xindex> {
  %r = shape.const_shape [1, 2] : tensor<2xindex>
  return %r : tensor<2xindex>
}

// -----

func.func @f(%a: tensor<?xindex>) -> index {
  %z = arith.constant 0 : index
  %r = shape.reduce(%a, %z) : tensor<?xindex> -> index {
    ^bb0(%i: index, %e: index, %s: index):
      %n = arith.addi %e, %s : index
      shape.yield %n : index
  }
  return %r : index
}

// -----

func.func @f(%a: tensor<?xindex>, %i: index) -> (tensor<?xindex>, tensor<?xindex>) {
  %h, %t = "shape.split_at"(%a, %i) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return %h, %t : tensor<?xindex>, tensor<?xindex>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0:10>> {
  %r = quant.qcast %a : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 2.0:10>>
  return %r : tensor<4x!quant.uniform<i8:f32, 2.0:10>>
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 2.0:10>>) -> tensor<4xf32> {
  %r = quant.dcast %a : tensor<4x!quant.uniform<i8:f32, 2.0:10>> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<2x4x!quant.uniform<i8:f32:1, {2.0:10, 3.0:20, 1.0, 1.0}>>) -> tensor<2x4xf32> {
  %r = quant.dcast %a : tensor<2x4x!quant.uniform<i8:f32:1, {2.0:10, 3.0:20, 1.0, 1.0}>> to tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%m: memref<?xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// -----

func.func @f() {
  omp.barrier
  omp.master {
    omp.terminator
  }
  omp.critical {
    omp.terminator
  }
  omp.taskwait
  omp.flush
  return
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
  spirv.func @f(%a: f32, %b: i32) -> f32 "None" {
    %r = spirv.FAdd %a, %a : f32
    %s = spirv.FMul %r, %a : f32
    %t = spirv.IAdd %b, %b : i32
    %u = spirv.ConvertSToF %t : i32 to f32
    %v = spirv.GL.Exp %u : f32
    %w = spirv.FOrdGreaterThan %v, %s : f32
    %x = spirv.Select %w, %v, %s : i1, f32
    spirv.ReturnValue %x : f32
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.GlobalVariable @v : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
  spirv.func @f() -> () "None" {
    %z = spirv.Constant 0 : i32
    %p = spirv.mlir.addressof @v : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
    %e = spirv.AccessChain %p[%z, %z] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %l = spirv.Load "StorageBuffer" %e : f32
    spirv.Store "StorageBuffer" %e, %l : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%c: i1) -> i32 "None" {
    %z = spirv.Constant 0 : i32
    %p = spirv.Variable init(%z) : !spirv.ptr<i32, Function>
    spirv.mlir.selection {
      spirv.BranchConditional %c, ^then, ^merge
    ^then:
      spirv.Store "Function" %p, %z : i32
      spirv.Branch ^merge
    ^merge:
      spirv.mlir.merge
    }
    %r = spirv.Load "Function" %p : i32
    spirv.ReturnValue %r : i32
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  spirv.module Logical GLSL450 attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
    spirv.func @k(%a: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0), StorageBuffer>}) -> () "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      spirv.Return
    }
  }
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = emitc.add %a, %b : (i32, i32) -> i32
  %s = emitc.mul %r, %a : (i32, i32) -> i32
  return %s : i32
}

// -----

emitc.func @f(%a: i32, %b: i32) -> i32 attributes {specifiers = ["static"]} {
  %r = emitc.add %a, %b : (i32, i32) -> i32
  %s = emitc.mul %r, %a : (i32, i32) -> i32
  emitc.return %s : i32
}

// -----

ml_program.global private mutable @g(dense<1.0> : tensor<4xf32>) : tensor<4xf32>
func.func @f() -> tensor<4xf32> {
  %a = ml_program.global_load @g : tensor<4xf32>
  %b = arith.addf %a, %a : tensor<4xf32>
  ml_program.global_store @g = %b : tensor<4xf32>
  %r = ml_program.global_load @g : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func private @g(%a: i32) -> i32 {
  return %a : i32
}
func.func private @h(%a: i32) -> i32 {
  return %a : i32
}
func.func @f(%a: i32) -> (i32, i32) {
  %r = call @g(%a) : (i32) -> i32
  %s = call @h(%a) : (i32) -> i32
  return %r, %s : i32, i32
}

// -----

llvm.func linkonce_odr @f(%a: i32, %c: i1) -> i32 {
  llvm.cond_br %c, ^b(%a : i32), ^b(%a : i32)
^b(%x: i32):
  llvm.return %x : i32
}

// -----

llvm.func @f(%a: f16, %b: f16) -> f16 {
  %r = llvm.fdiv %a, %b : f16
  llvm.return %r : f16
}

// -----

pdl.pattern : benefit(1) {
  %t = pdl.type
  %o = pdl.operand
  %r = pdl.operation "foo.op"(%o : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r with "rewriter"
}

// -----

func.func @f() -> i32 {
  %r = ub.poison : i32
  return %r : i32
}

// -----

func.func @f(%i: index) -> i32 {
  %c = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %r = tensor.extract %c[%i] : tensor<3xi32>
  return %r : i32
}

// -----

func.func @size(%a: tensor<?x4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?x4xf32>
  return %d : index
}
