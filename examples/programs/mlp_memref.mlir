// The same layer as mlp.mlir, written on memrefs by hand: a pipeline for this
// program has no bufferization that anybody could position a pass by.

func.func private @printMemrefF32(memref<*xf32>)

memref.global "private" constant @x : memref<4x8xf32> = dense<[
    [ 1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  7.0,  8.0],
    [-1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0, -8.0],
    [ 0.5,  0.0, -0.5,  1.0,  1.5, -1.0,  2.0, -2.0],
    [ 3.0, -1.0,  4.0,  1.0, -5.0,  9.0, -2.0,  6.0]]>
memref.global "private" constant @w : memref<8x3xf32> = dense<[
    [ 1.0, -1.0,  0.5],
    [ 0.0,  2.0, -0.5],
    [ 1.0,  1.0,  0.5],
    [-1.0,  0.0, -0.5],
    [ 2.0, -2.0,  0.5],
    [ 0.5,  1.5, -0.5],
    [-1.0,  0.5,  0.5],
    [ 1.0,  1.0, -0.5]]>
memref.global "private" constant @b : memref<3xf32> = dense<[0.5, -1.0, 2.0]>

func.func @mlp(%x: memref<4x8xf32>, %w: memref<8x3xf32>, %b: memref<3xf32>,
               %result: memref<4x3xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%result : memref<4x3xf32>)
  linalg.matmul ins(%x, %w : memref<4x8xf32>, memref<8x3xf32>)
      outs(%result : memref<4x3xf32>)
  linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<3xf32>) outs(%result : memref<4x3xf32>) {
  ^bb0(%bias: f32, %p: f32):
    %sum = arith.addf %p, %bias : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  }
  return
}

func.func @main() {
  %x = memref.get_global @x : memref<4x8xf32>
  %w = memref.get_global @w : memref<8x3xf32>
  %b = memref.get_global @b : memref<3xf32>
  %y = memref.alloc() : memref<4x3xf32>
  call @mlp(%x, %w, %b, %y)
      : (memref<4x8xf32>, memref<8x3xf32>, memref<3xf32>, memref<4x3xf32>) -> ()
  %unranked = memref.cast %y : memref<4x3xf32> to memref<*xf32>
  call @printMemrefF32(%unranked) : (memref<*xf32>) -> ()
  memref.dealloc %y : memref<4x3xf32>
  return
}
