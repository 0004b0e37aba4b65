// What marks of operations tell: views that need no code and views that do,
// transfers of vectors that are one load and transfers that are loops.
// MEASURE: builtin.module(expand-strided-metadata)
// MEASURE: builtin.module(expand-strided-metadata,lower-affine,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
// MEASURE: builtin.module(one-shot-bufferize{bufferize-function-boundaries},expand-strided-metadata)
// MEASURE: builtin.module(one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},expand-strided-metadata)
// MEASURE: builtin.module(sparsification-and-bufferization,expand-strided-metadata)
// MEASURE: builtin.module(convert-vector-to-llvm)
// MEASURE: builtin.module(func.func(convert-vector-to-scf),convert-vector-to-llvm)
// MEASURE: builtin.module(func.func(convert-vector-to-scf{full-unroll=true}),convert-vector-to-llvm)
// MEASURE: builtin.module(func.func(convert-elementwise-to-linalg),one-shot-bufferize{bufferize-function-boundaries})

func.func @fixed(%m: memref<8x8xf32>, %i: index) -> f32 {
  %v = memref.subview %m[2, 2] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 18>>
  %0 = memref.load %v[%i, %i] : memref<4x4xf32, strided<[8, 1], offset: 18>>
  return %0 : f32
}

// -----

func.func @first(%m: memref<?x?xf32>, %i: index, %n: index) -> f32 {
  %v = memref.subview %m[0, 0] [%n, 4] [1, 1] : memref<?x?xf32> to memref<?x4xf32, strided<[?, 1]>>
  %0 = memref.load %v[%i, %i] : memref<?x4xf32, strided<[?, 1]>>
  return %0 : f32
}

// -----

func.func @constant_operand(%m: memref<8x8xf32>, %i: index) -> f32 {
  %c2 = arith.constant 2 : index
  %v = memref.subview %m[%c2, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  %0 = memref.load %v[%i, %i] : memref<4x4xf32, strided<[8, 1], offset: ?>>
  return %0 : f32
}

// -----

func.func @place_is_offset(%m: memref<8xf32>, %i: index) -> f32 {
  %v = memref.subview %m[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %0 = memref.load %v[%i] : memref<4xf32, strided<[1], offset: ?>>
  return %0 : f32
}

// -----

func.func @moved(%m: memref<8x8xf32>, %i: index) -> f32 {
  %v = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  %0 = memref.load %v[%i, %i] : memref<4x4xf32, strided<[8, 1], offset: ?>>
  return %0 : f32
}

// -----

func.func @two_rows_down(%m: memref<?x?xf32>, %i: index) -> f32 {
  %v = memref.subview %m[2, 0] [4, 4] [1, 1] : memref<?x?xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %0 = memref.load %v[%i, %i] : memref<4x4xf32, strided<[?, 1], offset: ?>>
  return %0 : f32
}

// -----

func.func @every_other(%m: memref<?x?xf32>, %i: index) -> f32 {
  %v = memref.subview %m[0, 0] [4, 4] [2, 1] : memref<?x?xf32> to memref<4x4xf32, strided<[?, 1]>>
  %0 = memref.load %v[%i, %i] : memref<4x4xf32, strided<[?, 1]>>
  return %0 : f32
}

// -----

func.func @collapse_fixed(%m: memref<8x8xf32>, %i: index) -> f32 {
  %v = memref.collapse_shape %m [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  %0 = memref.load %v[%i] : memref<64xf32>
  return %0 : f32
}

// -----

func.func @collapse_moved(%m: memref<?x8xf32>, %i: index) -> index {
  %v = memref.collapse_shape %m [[0, 1]] : memref<?x8xf32> into memref<?xf32>
  %c0 = arith.constant 0 : index
  %0 = memref.dim %v, %c0 : memref<?xf32>
  return %0 : index
}

// -----

func.func @collapse_two(%m: memref<?x?xf32>) -> memref<?xf32> {
  %v = memref.collapse_shape %m [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  return %v : memref<?xf32>
}

// -----

func.func @expand_fixed(%m: memref<64xf32>, %i: index) -> f32 {
  %v = memref.expand_shape %m [[0, 1]] output_shape [8, 8] : memref<64xf32> into memref<8x8xf32>
  %0 = memref.load %v[%i, %i] : memref<8x8xf32>
  return %0 : f32
}

// -----

func.func @extract_fixed(%t: tensor<8x8xf32>, %i: index) -> f32 {
  %v = tensor.extract_slice %t[2, 2] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %0 = tensor.extract %v[%i, %i] : tensor<4x4xf32>
  return %0 : f32
}

// -----

func.func @extract_moved(%t: tensor<8x8xf32>, %i: index) -> f32 {
  %v = tensor.extract_slice %t[%i, 2] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %0 = tensor.extract %v[%i, %i] : tensor<4x4xf32>
  return %0 : f32
}

// -----

func.func @insert_fixed(%t: tensor<8x8xf32>, %s: tensor<4x4xf32>) -> tensor<8x8xf32> {
  %v = tensor.insert_slice %s into %t[2, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %v : tensor<8x8xf32>
}

// -----

func.func @insert_moved(%t: tensor<8x8xf32>, %s: tensor<4x4xf32>, %i: index) -> tensor<8x8xf32> {
  %v = tensor.insert_slice %s into %t[%i, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %v : tensor<8x8xf32>
}

// -----

func.func @parallel_fixed(%t: tensor<8x8xf32>, %s: tensor<4x4xf32>) -> tensor<8x8xf32> {
  %0 = scf.forall (%i) in (2) shared_outs(%o = %t) -> tensor<8x8xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
    }
  }
  return %0 : tensor<8x8xf32>
}

// -----

func.func @parallel_moved(%t: tensor<8x8xf32>, %s: tensor<4x4xf32>) -> tensor<8x8xf32> {
  %0 = scf.forall (%i) in (2) shared_outs(%o = %t) -> tensor<8x8xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
    }
  }
  return %0 : tensor<8x8xf32>
}

// -----

func.func @pad_fixed(%t: tensor<4x4xf32>, %f: f32) -> tensor<8x8xf32> {
  %0 = tensor.pad %t low[2, 2] high[2, 2] {
  ^bb0(%i: index, %j: index):
    %n1 = arith.index_cast %i : index to i32
    %n2 = arith.sitofp %n1 : i32 to f32
    tensor.yield %n2 : f32
  } : tensor<4x4xf32> to tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @pad_moved(%t: tensor<4x4xf32>, %f: f32, %n: index) -> tensor<?x8xf32> {
  %0 = tensor.pad %t low[%n, 2] high[2, 2] {
  ^bb0(%i: index, %j: index):
    %n1 = arith.index_cast %i : index to i32
    %n2 = arith.sitofp %n1 : i32 to f32
    tensor.yield %n2 : f32
  } : tensor<4x4xf32> to tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

func.func @constant_tensor(%i: index) -> f32 {
  %t = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = tensor.extract %t[%i] : tensor<2xf32>
  return %0 : f32
}

// -----

func.func @elementwise(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %b : tensor<4xf32>
  %1 = math.sqrt %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @read_flat(%m: memref<8x8xf32>, %i: index) -> vector<4xf32> {
  %f = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true]} : memref<8x8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @read_clipped(%m: memref<?x?xf32>, %i: index) -> vector<4xf32> {
  %f = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %f : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @read_rows(%m: memref<8x8xf32>, %i: index) -> vector<4x4xf32> {
  %f = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<8x8xf32>, vector<4x4xf32>
  return %0 : vector<4x4xf32>
}

// -----

func.func @read_column(%m: memref<8x8xf32>, %i: index) -> vector<4xf32> {
  %f = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0)>, in_bounds = [true]} : memref<8x8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @read_strided(%m: memref<8x8xf32, strided<[16, 2]>>, %i: index) -> vector<4xf32> {
  %f = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true]} : memref<8x8xf32, strided<[16, 2]>>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func @write_flat(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<8x8xf32>
  return
}

// -----

func.func @write_clipped(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @write_rows(%m: memref<8x8xf32>, %i: index, %v: vector<4x4xf32>) {
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : vector<4x4xf32>, memref<8x8xf32>
  return
}

// -----

func.func @print(%v: vector<4xf32>, %f: f32) {
  vector.print %v : vector<4xf32>
  vector.print %f : f32
  return
}

// -----

func.func @buffer_of_slice(%m: memref<?x8xf32, strided<[?, 1], offset: ?>>, %n: index) -> (memref<f32>, memref<f32>) {
  %a = memref.alloc(%n, %n) : memref<?x?xf32>
  %v = memref.subview %m[%n, 0] [4, 4] [1, 1] : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %a : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  %b1, %o1, %s1:2, %t1:2 = memref.extract_strided_metadata %v : memref<4x4xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %b1 : memref<f32>, memref<f32>
}

// -----

func.func @collapse_tensor(%t: tensor<?x4xf32>) -> tensor<?xf32> {
  %r = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @expand_tensor(%t: tensor<?xf32>, %n: index) -> tensor<?x4xf32> {
  %r = tensor.expand_shape %t [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

func.func @expand_moved(%m: memref<?xf32>, %n: index) -> memref<?x4xf32> {
  %r = memref.expand_shape %m [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  return %r : memref<?x4xf32>
}

// -----

func.func @expand_by_one(%m: memref<?xf32>, %n: index) -> memref<1x?xf32> {
  %r = memref.expand_shape %m [[0, 1]] output_shape [1, %n] : memref<?xf32> into memref<1x?xf32>
  return %r : memref<1x?xf32>
}
