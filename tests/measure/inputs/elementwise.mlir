// Floating-point operations on tensors, one per part.
// MEASURE: builtin.module(one-shot-bufferize{allow-unknown-ops bufferize-function-boundaries})
// MEASURE: builtin.module(one-shot-bufferize{allow-unknown-ops})
// MEASURE: builtin.module(convert-elementwise-to-linalg)
// MEASURE: builtin.module(one-shot-bufferize{bufferize-function-boundaries})

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.addf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.subf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.mulf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.divf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.remf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.maximumf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.minimumf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.maxnumf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.minnumf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.negf %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.absf %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.ceil %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.cos %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.sin %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.exp %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.exp2 %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.expm1 %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.floor %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.log %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.log10 %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.log1p %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.log2 %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.rsqrt %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.sqrt %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.tan %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.tanh %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.erf %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.round %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.roundeven %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.trunc %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.atan %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.copysign %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.powf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.atan2 %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.fma %a, %b, %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Scalars stay, and constants are folded.
func.func @f(%a: f32) -> (tensor<4xf32>, f32) {
  %b = arith.constant dense<1.0> : tensor<4xf32>
  %r = arith.addf %b, %b : tensor<4xf32>
  %s = arith.mulf %a, %a : f32
  return %r, %s : tensor<4xf32>, f32
}

// -----

func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  %r = math.exp %a : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @choice(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.select %c, %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @cast(%a: tensor<4xindex>) -> tensor<4xi32> {
  %r = arith.index_cast %a : tensor<4xindex> to tensor<4xi32>
  return %r : tensor<4xi32>
}
