// Linalg on memrefs, one operation per part.
// MEASURE: builtin.module(convert-linalg-to-loops)
// MEASURE: builtin.module(convert-linalg-to-parallel-loops)
// MEASURE: builtin.module(convert-linalg-to-affine-loops)
// MEASURE: builtin.module(linalg-generalize-named-ops)
// MEASURE: builtin.module(linalg-specialize-generic-ops)
// MEASURE: builtin.module(linalg-morph-ops{named-to-generic})
// MEASURE: builtin.module(convert-linalg-to-std)
// MEASURE: builtin.module(convert-arith-to-llvm)
// MEASURE: builtin.module(convert-to-llvm)
// MEASURE: builtin.module(convert-openmp-to-llvm)
// MEASURE: builtin.module(func.func(linalg-inline-scalar-operands))
// MEASURE: builtin.module(convert-linalg-to-loops,lower-affine,convert-scf-to-cf,convert-arith-to-llvm,convert-cf-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)

func.func @fill(%v: f32, %m: memref<4x?xf32>) {
  linalg.fill ins(%v : f32) outs(%m : memref<4x?xf32>)
  return
}

// -----

func.func @fill_scalar(%v: f32, %m: memref<f32>) {
  linalg.fill ins(%v : f32) outs(%m : memref<f32>)
  return
}

// -----

func.func @copy(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.copy ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

func.func @matmul_static(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

func.func @batch_matmul(%a: memref<2x4x8xf32>, %b: memref<2x8x4xf32>, %c: memref<2x4x4xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<2x4x8xf32>, memref<2x8x4xf32>) outs(%c : memref<2x4x4xf32>)
  return
}

// -----

func.func @matvec(%a: memref<4x8xf32>, %b: memref<8xf32>, %c: memref<4xf32>) {
  linalg.matvec ins(%a, %b : memref<4x8xf32>, memref<8xf32>) outs(%c : memref<4xf32>)
  return
}

// -----

func.func @vecmat(%a: memref<4xf32>, %b: memref<4x8xf32>, %c: memref<8xf32>) {
  linalg.vecmat ins(%a, %b : memref<4xf32>, memref<4x8xf32>) outs(%c : memref<8xf32>)
  return
}

// -----

func.func @dot(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<f32>) {
  linalg.dot ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%c : memref<f32>)
  return
}

// -----

func.func @transpose(%a: memref<4x8xf32>, %b: memref<8x4xf32>) {
  linalg.transpose ins(%a : memref<4x8xf32>) outs(%b : memref<8x4xf32>) permutation = [1, 0]
  return
}

// -----

func.func @broadcast(%a: memref<4xf32>, %b: memref<4x8xf32>) {
  linalg.broadcast ins(%a : memref<4xf32>) outs(%b : memref<4x8xf32>) dimensions = [1]
  return
}

// -----

func.func @reduce(%a: memref<4x8xf32>, %b: memref<4xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<4x8xf32>) outs(%b : memref<4xf32>) dimensions = [1]
  return
}

// -----

func.func @map(%a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.map { math.absf } ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @add(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  linalg.add ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%c : memref<8xf32>)
  return
}

// -----

func.func @elementwise(%a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

func.func @conv_1d(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  linalg.conv_1d ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%c : memref<?xf32>)
  return
}

// -----

func.func @conv_2d(%a: memref<8x8xf32>, %b: memref<3x3xf32>, %c: memref<6x6xf32>) {
  linalg.conv_2d ins(%a, %b : memref<8x8xf32>, memref<3x3xf32>) outs(%c : memref<6x6xf32>)
  return
}

// -----

func.func @conv_2d_nhwc(%a: memref<1x8x8x4xf32>, %b: memref<3x3x4x2xf32>, %c: memref<1x6x6x2xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<1x8x8x4xf32>, memref<3x3x4x2xf32>) outs(%c : memref<1x6x6x2xf32>)
  return
}

// -----

func.func @conv_3d(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?xf32>) {
  linalg.conv_3d ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

// -----

func.func @batch_matvec(%a: memref<?x?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.batch_matvec ins(%a, %b : memref<?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

func.func @batch_vecmat(%a: memref<?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?xf32>) {
  linalg.batch_vecmat ins(%a, %b : memref<?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

func.func @batch_reduce_matmul(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?xf32>) {
  linalg.batch_reduce_matmul ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

func.func @mmt4d(%a: memref<?x?x?x?xf32>, %b: memref<?x?x?x?xf32>, %c: memref<?x?x?x?xf32>) {
  linalg.mmt4d ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}

// -----

func.func @batch_mmt4d(%a: memref<?x?x?x?x?xf32>, %b: memref<?x?x?x?x?xf32>, %c: memref<?x?x?x?x?xf32>) {
  linalg.batch_mmt4d ins(%a, %b : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%c : memref<?x?x?x?x?xf32>)
  return
}

// -----

func.func @depthwise(%a: memref<1x8x8x4xf32>, %b: memref<3x3x4xf32>, %c: memref<1x6x6x4xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %b : memref<1x8x8x4xf32>, memref<3x3x4xf32>) outs(%c : memref<1x6x6x4xf32>)
  return
}

// -----

func.func @pooling(%a: memref<1x8x8x4xf32>, %w: memref<2x2xf32>, %c: memref<1x7x7x4xf32>) {
  linalg.pooling_nhwc_max ins(%a, %w : memref<1x8x8x4xf32>, memref<2x2xf32>) outs(%c : memref<1x7x7x4xf32>)
  return
}

// -----

func.func @pooling_sum(%a: memref<1x8x8x4xf32>, %w: memref<2x2xf32>, %c: memref<1x7x7x4xf32>) {
  linalg.pooling_nhwc_sum ins(%a, %w : memref<1x8x8x4xf32>, memref<2x2xf32>) outs(%c : memref<1x7x7x4xf32>)
  return
}

// -----

func.func @generic(%a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func @f(%a: memref<4x3xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 1)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : memref<4x3xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @generic_window(%a: memref<10xf32>, %w: memref<3xf32>, %b: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a, %w : memref<10xf32>, memref<3xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %v: f32, %y: f32):
    %p = arith.mulf %x, %v : f32
    %s = arith.addf %y, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func @generic_index(%b: memref<8xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%b : memref<8xindex>) {
  ^bb0(%y: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  }
  return
}

// -----

func.func @generic_reduction(%a: memref<8x4xf32>, %b: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : memref<8x4xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func @generic_scalar(%a: memref<f32>, %b: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%a : memref<f32>) outs(%b : memref<f32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func @map_scalar(%a: memref<f32>, %b: memref<f32>) {
  linalg.map ins(%a : memref<f32>) outs(%b : memref<f32>) (%x: f32, %y: f32) {
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  return
}
