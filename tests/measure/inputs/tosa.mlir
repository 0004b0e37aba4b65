// TOSA, one operation per part.
// MEASURE: builtin.module(func.func(tosa-to-linalg-named))
// MEASURE: builtin.module(func.func(tosa-to-linalg))
// MEASURE: builtin.module(func.func(tosa-to-linalg-named,tosa-to-linalg))
// MEASURE: builtin.module(tosa-to-arith)
// MEASURE: builtin.module(tosa-to-tensor)
// MEASURE: builtin.module(tosa-to-scf)
// MEASURE: builtin.module(tosa-to-mlprogram)
// MEASURE: builtin.module(func.func(tosa-make-broadcastable))
// MEASURE: builtin.module(func.func(tosa-optional-decompositions))
// MEASURE: builtin.module(func.func(tosa-infer-shapes))
// MEASURE: builtin.module(func.func(tosa-layerwise-constant-fold))
// MEASURE: builtin.module(one-shot-bufferize{bufferize-function-boundaries})

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.abs %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.ceil %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.exp %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.floor %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.log %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.negate %a, %z, %z : (tensor<2x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.reciprocal %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.rsqrt %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.sigmoid %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.tanh %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.erf %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.sin %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.cos %a : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.add %a, %b : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.sub %a, %b : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.pow %a, %b : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.maximum %a, %b : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.minimum %a, %b : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xi1> {
  %r = tosa.equal %a, %b : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xi1> {
  %r = tosa.greater %a, %b : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xi1> {
  %r = tosa.greater_equal %a, %b : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f() -> tensor<2xf32> {
  %r = "tosa.const"() {values = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<1x4xf32> {
  %r = tosa.reduce_sum %a {axis = 0 : i32} : (tensor<2x4xf32>) -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2xi32> {
  %r = tosa.argmax %a {axis = 1 : i32} : (tensor<2x4xf32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xi32> {
  %r = tosa.cast %a : (tensor<2x4xf32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<4x2xf32> {
  %r = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.reverse %a {axis = 0 : i32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %r = tosa.concat %a, %b {axis = 0 : i32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<8xf32> {
  %s = tosa.const_shape {values = dense<8> : tensor<1xindex>} : () -> !tosa.shape<1>
  %r = tosa.reshape %a, %s : (tensor<2x4xf32>, !tosa.shape<1>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @f(%a: tensor<4x8xf32>) -> tensor<2x4xf32> {
  %o = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s = tosa.const_shape {values = dense<[2, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.slice %a, %o, %s : (tensor<4x8xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%c: tensor<2x4xi1>, %a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.select %c, %a, %b : (tensor<2x4xi1>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = tosa.clamp %a {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32> {
  %r = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
  return %r : tensor<1x4x4x4xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>) -> tensor<1x9x9x4xf32> {
  %r = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>) -> tensor<1x9x9x4xf32>
  return %r : tensor<1x9x9x4xf32>
}

// -----

func.func @f(%a: tensor<2x4x8xf32>, %b: tensor<2x8x4xf32>) -> tensor<2x4x4xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.matmul %a, %b, %z, %z : (tensor<2x4x8xf32>, tensor<2x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  return %r : tensor<2x4x4xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %b: tensor<2xf32>) -> tensor<1x6x6x2xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.conv2d %a, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x2xf32>
  return %r : tensor<1x6x6x2xf32>
}

// -----

func.func @f(%c: tensor<i1>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = tosa.cond_if %c : tensor<i1> -> tensor<f32> {
    tosa.yield %a : tensor<f32>
  } else {
    tosa.yield %b : tensor<f32>
  }
  return %r : tensor<f32>
}
