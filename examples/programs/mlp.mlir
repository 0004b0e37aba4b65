// One layer of a perceptron on tensors: relu(x * w + b).
//
// Every number is a small multiple of 1/2, so the result is exact in f32 and a
// comparison needs no tolerance, whatever order a pipeline sums in.

func.func private @printMemrefF32(tensor<*xf32>)

func.func @mlp(%x: tensor<4x8xf32>, %w: tensor<8x3xf32>, %b: tensor<3xf32>)
    -> tensor<4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x3xf32>)
      -> tensor<4x3xf32>
  %product = linalg.matmul
      ins(%x, %w : tensor<4x8xf32>, tensor<8x3xf32>)
      outs(%init : tensor<4x3xf32>) -> tensor<4x3xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%product, %b : tensor<4x3xf32>, tensor<3xf32>)
      outs(%empty : tensor<4x3xf32>) {
  ^bb0(%p: f32, %bias: f32, %unused: f32):
    %sum = arith.addf %p, %bias : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<4x3xf32>
  return %result : tensor<4x3xf32>
}

func.func @main() {
  %x = arith.constant dense<[
    [ 1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,  8.0],
    [-1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0, -8.0],
    [ 0.5,  0.0, -0.5,  1.0,  1.5, -1.0,  2.0, -2.0],
    [ 3.0, -1.0,  4.0,  1.0, -5.0,  9.0, -2.0,  6.0]]> : tensor<4x8xf32>
  %w = arith.constant dense<[
    [ 1.0, -1.0,  0.5],
    [ 0.0,  2.0, -0.5],
    [ 1.0,  1.0,  0.5],
    [-1.0,  0.0, -0.5],
    [ 2.0, -2.0,  0.5],
    [ 0.5,  1.5, -0.5],
    [-1.0,  0.5,  0.5],
    [ 1.0,  1.0, -0.5]]> : tensor<8x3xf32>
  %b = arith.constant dense<[0.5, -1.0, 2.0]> : tensor<3xf32>
  %y = call @mlp(%x, %w, %b)
      : (tensor<4x8xf32>, tensor<8x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  %unranked = tensor.cast %y : tensor<4x3xf32> to tensor<*xf32>
  call @printMemrefF32(%unranked) : (tensor<*xf32>) -> ()
  return
}
