func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.abs %t : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
