// What is left beside what becomes LLVM, and options of the conversions; one per part.
// MEASURE: builtin.module(convert-to-llvm)
// MEASURE: builtin.module(convert-to-llvm{filter-dialects=func,arith})
// MEASURE: builtin.module(convert-to-llvm{dynamic=true})
// MEASURE: builtin.module(gpu-to-llvm)
// MEASURE: builtin.module(convert-vector-to-llvm)
// MEASURE: builtin.module(convert-math-to-llvm)
// MEASURE: builtin.module(convert-math-to-llvm{approximate-log1p=false})
// MEASURE: builtin.module(convert-ub-to-llvm)
// MEASURE: builtin.module(convert-func-to-llvm)
// MEASURE: builtin.module(convert-func-to-llvm{use-bare-ptr-memref-call-conv=true index-bitwidth=32})
// MEASURE: builtin.module(convert-arith-to-llvm{index-bitwidth=32})
// MEASURE: builtin.module(convert-cf-to-llvm{index-bitwidth=32})
// MEASURE: builtin.module(convert-vector-to-scf)
// MEASURE: builtin.module(convert-vector-to-scf{target-rank=0})
// MEASURE: builtin.module(convert-vector-to-scf{lower-tensors=true})
// MEASURE: builtin.module(convert-vector-to-scf{full-unroll=true target-rank=0})
// MEASURE: builtin.module(convert-vector-to-scf{full-unroll=true lower-tensors=true})

func.func @flat_transfer(%m: memref<?xf32>, %i: index, %f: f32) -> vector<4xf32> {
  %r = vector.transfer_read %m[%i], %f {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
  vector.transfer_write %r, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<?xf32>
  return %r : vector<4xf32>
}

// -----

func.func @log1p(%a: f32) -> f32 {
  %r = math.log1p %a : f32
  return %r : f32
}

// -----

func.func @math_on_tensors(%a: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %r = math.exp %a : tensor<4xf32>
  %s = math.exp %f : f32
  return %r, %s : tensor<4xf32>, f32
}

// -----

func.func @constant_of_tensor() -> (tensor<4xf32>, f32) {
  %r = arith.constant dense<1.0> : tensor<4xf32>
  %s = arith.constant 1.0 : f32
  return %r, %s : tensor<4xf32>, f32
}

// -----

func.func @stop(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  ub.unreachable
}

// -----

func.func @of_two(%m: memref<?x?xf32>, %i: index, %f: f32) -> vector<4x4xf32> {
  %r = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<4x4xf32>
  vector.transfer_write %r, %m[%i, %i] {in_bounds = [true, true]} : vector<4x4xf32>, memref<?x?xf32>
  return %r : vector<4x4xf32>
}

// -----

func.func @from_tensor(%m: tensor<?x?xf32>, %i: index, %f: f32) -> vector<4x4xf32> {
  %r = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : tensor<?x?xf32>, vector<4x4xf32>
  return %r : vector<4x4xf32>
}

// -----

func.func @to_tensor(%m: tensor<?x?xf32>, %i: index, %v: vector<4x4xf32>) -> tensor<?x?xf32> {
  %r = vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
