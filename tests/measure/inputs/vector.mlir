// Vector operations, one per part.
// MEASURE: builtin.module(convert-vector-to-scf{lower-scalable=true})
// MEASURE: builtin.module(convert-vector-to-scf{lower-tensors=true})
// MEASURE: builtin.module(convert-vector-to-scf{target-rank=0})
// MEASURE: builtin.module(convert-vector-to-scf{target-rank=2})
// MEASURE: builtin.module(func.func(lower-vector-multi-reduction{lowering-strategy=inner-parallel}))
// MEASURE: builtin.module(func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction}))
// MEASURE: builtin.module(convert-vector-to-llvm{vector-contract-lowering=parallelarith})
// MEASURE: builtin.module(convert-vector-to-llvm{vector-contract-lowering=outerproduct reassociate-fp-reductions=true force-32bit-vector-indices=false})
// MEASURE: builtin.module(convert-vector-to-llvm{vector-contract-lowering=llvmintr vector-transpose-lowering=shuffle1d})
// MEASURE: builtin.module(gpu-to-llvm)
// MEASURE: builtin.module(convert-vector-to-llvm)
// MEASURE: builtin.module(convert-vector-to-scf)
// MEASURE: builtin.module(convert-vector-to-scf{full-unroll=true})
// MEASURE: builtin.module(convert-vector-to-scf,convert-vector-to-llvm)
// MEASURE: builtin.module(convert-vector-to-gpu)
// MEASURE: builtin.module(convert-vector-to-spirv)
// MEASURE: builtin.module(convert-vector-to-arm-sme)
// MEASURE: builtin.module(convert-vector-to-amx)
// MEASURE: builtin.module(convert-vector-to-xegpu)
// MEASURE: builtin.module(func.func(lower-vector-mask))
// MEASURE: builtin.module(func.func(lower-vector-multi-reduction))
// MEASURE: builtin.module(func.func(lower-vector-to-from-elements-to-shuffle-tree))
// MEASURE: builtin.module(convert-to-llvm)
// MEASURE: builtin.module(one-shot-bufferize{bufferize-function-boundaries})
// MEASURE: builtin.module(convert-vector-to-scf,lower-affine,convert-scf-to-cf,convert-vector-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)
// MEASURE: builtin.module(xegpu-vector-linearize)

func.func @f(%m: memref<8xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %r = vector.transfer_read %m[%i], %p : memref<8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%m: memref<?xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %r = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
  %r = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

func.func @f(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index, %p: f32) -> vector<4xf32> {
  %r = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32, strided<[?, ?], offset: ?>>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<8xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %i] : vector<2x4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @f(%t: tensor<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
  %r = vector.transfer_read %t[%i, %i], %p : tensor<?x?xf32>, vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

func.func @f(%a: f32) {
  vector.print %a : f32
  return
}

// -----

func.func @f(%a: vector<4xf32>) {
  vector.print %a : vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<2x4xf32>) {
  vector.print %a : vector<2x4xf32>
  return
}

// -----

func.func @f(%a: index) {
  vector.print %a : index
  return
}

// -----

func.func @f(%a: f32) -> vector<4xf32> {
  %r = vector.broadcast %a : f32 to vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a: vector<4xf32>) -> vector<2x4xf32> {
  %r = vector.broadcast %a : vector<4xf32> to vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

func.func @f(%a: vector<2x4xf32>) -> vector<4xf32> {
  %r = vector.extract %a[1] : vector<4xf32> from vector<2x4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a: vector<4xf32>, %i: index) -> f32 {
  %r = vector.extract %a[%i] : f32 from vector<4xf32>
  return %r : f32
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<2x4xf32>) -> vector<2x4xf32> {
  %r = vector.insert %a, %b[1] : vector<4xf32> into vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %c: vector<4x4xf32>) -> vector<4x4xf32> {
  %r = vector.outerproduct %a, %b, %c : vector<4xf32>, vector<4xf32>
  return %r : vector<4x4xf32>
}

// -----

func.func @f(%a: vector<4x8xf32>, %b: vector<8x4xf32>, %c: vector<4x4xf32>) -> vector<4x4xf32> {
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
  return %r : vector<4x4xf32>
}

// -----

func.func @f(%a: vector<4xf32>) -> f32 {
  %r = vector.reduction <add>, %a : vector<4xf32> into f32
  return %r : f32
}

// -----

func.func @f(%a: vector<2x4xf32>, %b: vector<2xf32>) -> vector<2xf32> {
  %r = vector.multi_reduction <add>, %a, %b [1] : vector<2x4xf32> to vector<2xf32>
  return %r : vector<2xf32>
}

// -----

func.func @f(%a: vector<2x4xf32>) -> vector<4x2xf32> {
  %r = vector.transpose %a, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return %r : vector<4x2xf32>
}

// -----

func.func @f(%a: vector<2x4xf32>) -> vector<8xf32> {
  %r = vector.shape_cast %a : vector<2x4xf32> to vector<8xf32>
  return %r : vector<8xf32>
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %r = vector.shuffle %a, %b [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a: vector<4xf32>) -> vector<4xf32> {
  %r = vector.fma %a, %a, %a : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%m: memref<8xf32>, %i: index) -> vector<4xf32> {
  %r = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %v: vector<4xf32>) {
  vector.store %v, %m[%i] : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %r = vector.maskedload %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  vector.maskedstore %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %x: vector<4xi32>, %k: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %r = vector.gather %m[%i] [%x], %k, %v : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%m: memref<8xf32>, %i: index, %x: vector<4xi32>, %k: vector<4xi1>, %v: vector<4xf32>) {
  vector.scatter %m[%i] [%x], %k, %v : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%n: index) -> vector<4xi1> {
  %r = vector.create_mask %n : vector<4xi1>
  return %r : vector<4xi1>
}

// -----

func.func @f() -> vector<4xi1> {
  %r = vector.constant_mask [2] : vector<4xi1>
  return %r : vector<4xi1>
}

// -----

func.func @f() -> index {
  %r = vector.vscale
  return %r : index
}

// -----

func.func @f() -> vector<4xindex> {
  %r = vector.step : vector<4xindex>
  return %r : vector<4xindex>
}

// -----

func.func @f(%k: vector<4xi1>, %a: vector<4xf32>) -> f32 {
  %r = vector.mask %k { vector.reduction <add>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %r : f32
}

// -----

func.func @f(%a: vector<8xf32>) -> vector<4xf32> {
  %r = vector.extract_strided_slice %a {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<8xf32>) -> vector<8xf32> {
  %r = vector.insert_strided_slice %a, %b {offsets = [2], strides = [1]} : vector<4xf32> into vector<8xf32>
  return %r : vector<8xf32>
}

// -----

func.func @f(%a: vector<4xf32>) -> vector<4xi32> {
  %r = vector.bitcast %a : vector<4xf32> to vector<4xi32>
  return %r : vector<4xi32>
}

// -----

func.func @f(%m: memref<2x4xf32>) -> memref<vector<2x4xf32>> {
  %r = vector.type_cast %m : memref<2x4xf32> to memref<vector<2x4xf32>>
  return %r : memref<vector<2x4xf32>>
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<8xf32> {
  %r = vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>
  return %r : vector<8xf32>
}

// -----

func.func @f(%c: vector<4xf32>, %d: vector<f32>) -> vector<4xf32> {
  %r:2 = vector.scan <add>, %c, %d {inclusive = true, reduction_dim = 0} : vector<4xf32>, vector<f32>
  return %r#0 : vector<4xf32>
}

// -----

func.func @three(%m: memref<?x?x?xf32>, %i: index, %z: f32) -> vector<2x3x4xf32> {
  %v = vector.transfer_read %m[%i, %i, %i], %z : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %v : vector<2x3x4xf32>
}

// -----

func.func @print_narrow(%a: i32) {
  vector.print %a : i32
  return
}

// -----

func.func @print_boolean(%a: i1) {
  vector.print %a : i1
  return
}
