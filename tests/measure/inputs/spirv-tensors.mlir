// Elements of tensors that are constants, in SPIR-V.
// MEASURE: builtin.module(convert-tensor-to-spirv)

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>} {
  func.func @f(%i: index) -> i32 {
    %t = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %r = tensor.extract %t[%i] : tensor<4xi32>
    return %r : i32
  }
}
