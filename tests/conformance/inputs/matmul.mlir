// Multiplies two matrices: the first row is 1 2 and the other one 3 4.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %p = linalg.matmul ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  %x = tensor.extract %p[%c0, %c1] : tensor<2x2xf32>
  vector.print %x : f32
  %y = tensor.extract %p[%c1, %c1] : tensor<2x2xf32>
  vector.print %y : f32
  return
}
