// What the passes on structured operations and tensors rewrite, one kind per part.
// MEASURE: builtin.module(one-shot-bufferize{dialect-filter=tensor allow-unknown-ops})
// MEASURE: builtin.module(one-shot-bufferize{dialect-filter=linalg,bufferization allow-unknown-ops})
// MEASURE: builtin.module(linalg-fold-unit-extent-dims)
// MEASURE: builtin.module(linalg-fold-unit-extent-dims{use-rank-reducing-slices=true})
// MEASURE: builtin.module(func.func(linalg-detensorize))
// MEASURE: builtin.module(func.func(linalg-detensorize{aggressive-mode=true}))
// MEASURE: builtin.module(linalg-block-pack-matmul{block-factors=2,2,2})
// MEASURE: builtin.module(linalg-block-pack-matmul{block-factors=2,2,2 allow-padding=false mnk-order=1,0,2})
// MEASURE: builtin.module(linalg-fold-into-elementwise)
// MEASURE: builtin.module(simplify-depthwise-conv)
// MEASURE: builtin.module(linalg-specialize-generic-ops)
// MEASURE: builtin.module(linalg-generalize-named-ops)
// MEASURE: builtin.module(linalg-morph-ops{named-to-category})
// MEASURE: builtin.module(linalg-morph-ops{named-to-category category-to-generic})
// MEASURE: builtin.module(linalg-morph-ops{generic-to-named})
// MEASURE: builtin.module(linalg-morph-ops{category-to-generic})
// MEASURE: builtin.module(linalg-fuse-elementwise-ops)
// MEASURE: builtin.module(func.func(linalg-inline-scalar-operands))
// MEASURE: builtin.module(eliminate-empty-tensors,canonicalize)
// MEASURE: builtin.module(eliminate-empty-tensors,empty-tensor-to-alloc-tensor)
// MEASURE: builtin.module(fold-tensor-subset-ops)
// MEASURE: builtin.module(func.func(fold-tensor-subset-ops))
// MEASURE: builtin.module(one-shot-bufferize)
// MEASURE: builtin.module(one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map})
// MEASURE: builtin.module(one-shot-bufferize{allow-return-allocs-from-loops=true bufferize-function-boundaries=true})
// MEASURE: builtin.module(one-shot-bufferize{test-analysis-only=true})
// MEASURE: builtin.module(one-shot-bufferize{test-analysis-only print-conflicts})
// MEASURE: builtin.module(one-shot-bufferize{copy-before-write=true bufferize-function-boundaries=true})
// MEASURE: builtin.module(one-shot-bufferize{use-encoding-for-memory-space=true bufferize-function-boundaries=true})

#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @unit(%a: tensor<1x8xf32>, %o: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<1x8xf32>) outs(%o : tensor<1x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<1x8xf32>
  return %r : tensor<1x8xf32>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @unit_index(%o: tensor<1x8xindex>) -> tensor<1x8xindex> {
  %r = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<1x8xindex>) {
  ^bb0(%y: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    linalg.yield %s : index
  } -> tensor<1x8xindex>
  return %r : tensor<1x8xindex>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @unit_buffer(%a: memref<1x8xf32>, %o: memref<1x8xf32>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%a : memref<1x8xf32>) outs(%o : memref<1x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @unit_matmul(%a: tensor<1x4xf32>, %b: tensor<4x8xf32>, %c: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<1x4xf32>, tensor<4x8xf32>) outs(%c : tensor<1x8xf32>) -> tensor<1x8xf32>
  return %r : tensor<1x8xf32>
}

// -----

func.func @unit_pad(%a: tensor<1x4xf32>) -> tensor<1x6xf32> {
  %f = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<1x4xf32> to tensor<1x6xf32>
  return %p : tensor<1x6xf32>
}

// -----

#map = affine_map<() -> ()>
func.func @scalar_loop(%n: tensor<i32>, %a: tensor<i32>) -> tensor<i32> {
  %c1 = arith.constant 1 : i32
  cf.br ^head(%a : tensor<i32>)
^head(%i: tensor<i32>):
  %e = tensor.empty() : tensor<i1>
  %c = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%i, %n : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
  ^bb0(%x: i32, %y: i32, %z: i1):
    %l = arith.cmpi slt, %x, %y : i32
    linalg.yield %l : i1
  } -> tensor<i1>
  %b = tensor.extract %c[] : tensor<i1>
  cf.cond_br %b, ^body(%i : tensor<i32>), ^end(%i : tensor<i32>)
^body(%j: tensor<i32>):
  %f = tensor.empty() : tensor<i32>
  %s = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%j : tensor<i32>) outs(%f : tensor<i32>) {
  ^bb0(%x: i32, %z: i32):
    %l = arith.addi %x, %c1 : i32
    linalg.yield %l : i32
  } -> tensor<i32>
  cf.br ^head(%s : tensor<i32>)
^end(%r: tensor<i32>):
  return %r : tensor<i32>
}

// -----

func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

func.func @matmul_of_any_size(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @batch_matmul(%a: tensor<2x8x8xf32>, %b: tensor<2x8x8xf32>, %c: tensor<2x8x8xf32>) -> tensor<2x8x8xf32> {
  %r = linalg.batch_matmul ins(%a, %b : tensor<2x8x8xf32>, tensor<2x8x8xf32>) outs(%c : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  return %r : tensor<2x8x8xf32>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @transposed_into_elementwise(%a: tensor<8x4xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %t = linalg.transpose ins(%a : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%t : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @depthwise(%a: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x1xf32>, %o: tensor<1x6x6x4x1xf32>) -> tensor<1x6x6x4x1xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %k : tensor<1x8x8x4xf32>, tensor<3x3x4x1xf32>) outs(%o : tensor<1x6x6x4x1xf32>) -> tensor<1x6x6x4x1xf32>
  return %r : tensor<1x6x6x4x1xf32>
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @generic_matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %o: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%o : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %z, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @generic_exp(%a: tensor<8x8xf32>, %o: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x8xf32>) outs(%o : tensor<8x8xf32>) {
  ^bb0(%x: f32, %z: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
#z = affine_map<(d0, d1) -> ()>
func.func @generic_fill(%f: f32, %o: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.generic {indexing_maps = [#z, #map], iterator_types = ["parallel", "parallel"]} ins(%f : f32) outs(%o : tensor<8x8xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

func.func @named_elementwise(%a: tensor<8xf32>, %b: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %x = linalg.add ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  %y = linalg.exp ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %z = linalg.mul ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %z : tensor<8xf32>
}

// -----

#map = affine_map<(d0) -> (d0)>
func.func @chain(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = math.exp %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%x, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %s = arith.addf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

func.func @filled_and_inserted(%f: f32, %t: tensor<16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = tensor.insert_slice %x into %t[4] [8] [1] : tensor<8xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

func.func @read_of_slice(%t: tensor<16x16xf32>, %i: index, %f: f32) -> vector<4xf32> {
  %s = tensor.extract_slice %t[%i, 2] [8, 8] [1, 1] : tensor<16x16xf32> to tensor<8x8xf32>
  %r = vector.transfer_read %s[%i, %i], %f {in_bounds = [true]} : tensor<8x8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @slice_of_slice(%t: tensor<16x16xf32>, %i: index) -> tensor<4x4xf32> {
  %s = tensor.extract_slice %t[%i, 2] [8, 8] [1, 1] : tensor<16x16xf32> to tensor<8x8xf32>
  %r = tensor.extract_slice %s[1, %i] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

func.func @inserted_write(%t: tensor<16xf32>, %v: vector<4xf32>, %i: index) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.extract_slice %t[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
  %w = vector.transfer_write %v, %e[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %r = tensor.insert_slice %w into %t[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

func.func @slices_in_loop(%t: tensor<16xf32>, %f: f32) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%a = %t) -> tensor<16xf32> {
    %s = tensor.extract_slice %a[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
    %x = linalg.fill ins(%f : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
    %u = tensor.insert_slice %x into %a[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
    scf.yield %u : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

func.func @copied_in_loop(%t: tensor<16xf32>, %u: tensor<4xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%a = %t) -> tensor<16xf32> {
    %v = tensor.insert_slice %u into %a[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
    scf.yield %v : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

func.func @in_and_out(%m: memref<8xf32>, %f: f32) -> memref<8xf32> {
  %t = bufferization.to_tensor %m restrict writable : memref<8xf32> to tensor<8xf32>
  %x = linalg.fill ins(%f : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %r = bufferization.to_buffer %x : tensor<8xf32> to memref<8xf32>
  return %r : memref<8xf32>
}

// -----

func.func @freed(%f: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<8xf32>
  %x = linalg.fill ins(%f : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %r = tensor.extract %x[%i] : tensor<8xf32>
  bufferization.dealloc_tensor %x : tensor<8xf32>
  return %r : f32
}

// -----

func.func @calls(%t: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
  %r = call @callee(%t, %f) : (tensor<8xf32>, f32) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func private @callee(%t: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %x : tensor<8xf32>
}
