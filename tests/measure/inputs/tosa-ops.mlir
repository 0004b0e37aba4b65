// TOSA on integers, on sizes of run time, with padding and zero points; operations with a
// window, with regions and with state; one per part.
// MEASURE: builtin.module(func.func(tosa-to-linalg-named))
// MEASURE: builtin.module(func.func(tosa-to-linalg-named{prefer-conv2d-kernel-layout-hwcf}))
// MEASURE: builtin.module(func.func(tosa-to-linalg))
// MEASURE: builtin.module(func.func(tosa-to-linalg{aggressive-reduce-constant}))
// MEASURE: builtin.module(func.func(tosa-to-linalg-named,tosa-to-linalg),tosa-to-arith{include-apply-rescale})
// MEASURE: builtin.module(tosa-to-arith)
// MEASURE: builtin.module(tosa-to-arith{include-apply-rescale})
// MEASURE: builtin.module(tosa-to-arith{include-apply-rescale use-32-bit})
// MEASURE: builtin.module(tosa-to-tensor)
// MEASURE: builtin.module(tosa-to-scf)
// MEASURE: builtin.module(tosa-to-mlprogram)
// MEASURE: builtin.module(func.func(tosa-make-broadcastable))
// MEASURE: builtin.module(func.func(tosa-optional-decompositions))
// MEASURE: builtin.module(func.func(tosa-infer-shapes))
// MEASURE: builtin.module(func.func(tosa-layerwise-constant-fold))
// MEASURE: builtin.module(func.func(tosa-layerwise-constant-fold{aggressive-reduce-constant}))
// MEASURE: builtin.module(func.func(tosa-reduce-transposes))
// MEASURE: builtin.module(func.func(tosa-arith-const-to-tosa-const))
// MEASURE: builtin.module(func.func(tosa-narrow-i64-to-i32))
// MEASURE: builtin.module(func.func(tosa-narrow-i64-to-i32{aggressive-rewrite}))
// MEASURE: builtin.module(func.func(tosa-narrow-i64-to-i32{aggressive-rewrite convert-function-boundaries}))
// MEASURE: builtin.module(func.func(tosa-narrow-f64-to-f32))
// MEASURE: builtin.module(func.func(tosa-narrow-f64-to-f32{aggressive-rewrite}))
// MEASURE: builtin.module(func.func(tosa-narrow-f64-to-f32{aggressive-rewrite convert-function-boundaries}))
// MEASURE: builtin.module(func.func(tosa-convert-integer-type-to-signless))
// MEASURE: builtin.module(tosa-attach-target{specification_version=1.0 profiles=pro_int,pro_fp})
// MEASURE: builtin.module(tosa-attach-target{specification_version=1.0 profiles=pro_int,pro_fp},tosa-validate)
// MEASURE: builtin.module(tosa-validate)
// MEASURE: builtin.module(tosa-to-linalg-pipeline)
// MEASURE: builtin.module(func.func(tosa-optional-decompositions,tosa-to-linalg-named,tosa-to-linalg),tosa-to-tensor,tosa-to-arith,tosa-to-scf,canonicalize,one-shot-bufferize{bufferize-function-boundaries})
// MEASURE: builtin.module(inline)

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.add %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.sub %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.maximum %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.minimum %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.intdiv %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.bitwise_and %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.bitwise_or %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.bitwise_xor %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.logical_left_shift %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.logical_right_shift %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.arithmetic_right_shift %a, %b {round = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi1>, %b: tensor<2x4xi1>) -> tensor<2x4xi1> {
  %r = tosa.logical_and %a, %b : (tensor<2x4xi1>, tensor<2x4xi1>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f(%a: tensor<2x4xi1>, %b: tensor<2x4xi1>) -> tensor<2x4xi1> {
  %r = tosa.logical_or %a, %b : (tensor<2x4xi1>, tensor<2x4xi1>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f(%a: tensor<2x4xi1>, %b: tensor<2x4xi1>) -> tensor<2x4xi1> {
  %r = tosa.logical_xor %a, %b : (tensor<2x4xi1>, tensor<2x4xi1>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi1> {
  %r = tosa.equal %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi1> {
  %r = tosa.greater %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi1> {
  %r = tosa.greater_equal %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f(%a: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.abs %a : (tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.bitwise_not %a : (tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.clz %a : (tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi1>) -> tensor<2x4xi1> {
  %r = tosa.logical_not %a : (tensor<2x4xi1>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %s = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.mul %a, %b, %s : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<1xi8>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

// shifted, which takes tosa.apply_scale
func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %s = "tosa.const"() {values = dense<2> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.mul %a, %b, %s : (tensor<2x4xi32>, tensor<2x4xi32>, tensor<1xi8>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi8>) -> tensor<2x4xi8> {
  %z = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.negate %a, %z, %z : (tensor<2x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x4xi8>
  return %r : tensor<2x4xi8>
}

// -----

func.func @f(%a: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.clamp %a {min_val = 0 : i32, max_val = 6 : i32} : (tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x1xf32> {
  %r = tosa.reduce_product %a {axis = 1 : i32} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x1xf32> {
  %r = tosa.reduce_max %a {axis = 1 : i32} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x1xf32> {
  %r = tosa.reduce_min %a {axis = 1 : i32} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// -----

func.func @f(%a: tensor<2x4xi1>) -> tensor<2x1xi1> {
  %r = tosa.reduce_all %a {axis = 1 : i32} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  return %r : tensor<2x1xi1>
}

// -----

func.func @f(%a: tensor<2x4xi1>) -> tensor<2x1xi1> {
  %r = tosa.reduce_any %a {axis = 1 : i32} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  return %r : tensor<2x1xi1>
}

// -----

func.func @f(%a: tensor<2x4xi32>) -> tensor<2x1xi32> {
  %r = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<2x4xi32>) -> tensor<2x1xi32>
  return %r : tensor<2x1xi32>
}

// -----

func.func @f(%a: tensor<?x4xf32>) -> tensor<1x4xf32> {
  %r = tosa.reduce_max %a {axis = 0 : i32, nan_mode = IGNORE} : (tensor<?x4xf32>) -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xi32>) -> tensor<2x4xf32> {
  %r = tosa.cast %a : (tensor<2x4xi32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xi8>) -> tensor<2x4xi32> {
  %r = tosa.cast %a : (tensor<2x4xi8>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<2x4xi32>) -> tensor<2x4xi8> {
  %r = tosa.cast %a : (tensor<2x4xi32>) -> tensor<2x4xi8>
  return %r : tensor<2x4xi8>
}

// -----

func.func @f(%a: tensor<2x4xi32>) -> tensor<2x4xi1> {
  %r = tosa.cast %a : (tensor<2x4xi32>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf16> {
  %r = tosa.cast %a : (tensor<2x4xf32>) -> tensor<2x4xf16>
  return %r : tensor<2x4xf16>
}

// -----

func.func @f(%a: tensor<2x4xf16>) -> tensor<2x4xf32> {
  %r = tosa.cast %a : (tensor<2x4xf16>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xi1> {
  %r = tosa.cast %a : (tensor<2x4xf32>) -> tensor<2x4xi1>
  return %r : tensor<2x4xi1>
}

// -----

func.func @f(%a: tensor<2x4xi1>) -> tensor<2x4xf32> {
  %r = tosa.cast %a : (tensor<2x4xi1>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xi8> {
  %r = tosa.cast %a : (tensor<2x4xf32>) -> tensor<2x4xi8>
  return %r : tensor<2x4xi8>
}

// -----

// broadcast, of a size known at run time only
func.func @f(%a: tensor<?x4xf32>, %b: tensor<1x4xf32>) -> tensor<?x4xf32> {
  %r = tosa.add %a, %b : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

func.func @f(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = tosa.add %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<4x8xf32> {
  %m = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.tile %a, %m : (tensor<2x4xf32>, !tosa.shape<2>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @f(%a: tensor<2x4x3xf32>, %i: tensor<2x6xi32>) -> tensor<2x6x3xf32> {
  %r = tosa.gather %a, %i : (tensor<2x4x3xf32>, tensor<2x6xi32>) -> tensor<2x6x3xf32>
  return %r : tensor<2x6x3xf32>
}

// -----

// which nothing lowers
func.func @f(%a: tensor<2x4x3xf32>, %i: tensor<2x2xi32>, %b: tensor<2x2x3xf32>) -> tensor<2x4x3xf32> {
  %r = tosa.scatter %a, %i, %b : (tensor<2x4x3xf32>, tensor<2x2xi32>, tensor<2x2x3xf32>) -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}

// -----

func.func @f(%a: tensor<2x4xi8>, %t: tensor<256xi8>) -> tensor<2x4xi8> {
  %r = tosa.table %a, %t : (tensor<2x4xi8>, tensor<256xi8>) -> tensor<2x4xi8>
  return %r : tensor<2x4xi8>
}

// -----

func.func @f(%a: tensor<2x4xi16>, %t: tensor<513xi16>) -> tensor<2x4xi32> {
  %r = tosa.table %a, %t : (tensor<2x4xi16>, tensor<513xi16>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

func.func @f(%a: tensor<1x2x2x3xf32>) -> tensor<1x4x4x3xf32> {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.resize %a, %s, %o, %b {mode = NEAREST_NEIGHBOR} : (tensor<1x2x2x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x3xf32>
  return %r : tensor<1x4x4x3xf32>
}

// -----

func.func @f(%a: tensor<1x2x2x3xf32>) -> tensor<1x4x4x3xf32> {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.resize %a, %s, %o, %b {mode = BILINEAR} : (tensor<1x2x2x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x3xf32>
  return %r : tensor<1x4x4x3xf32>
}

// -----

func.func @f(%a: tensor<2x4xi8>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<19689> : tensor<1xi16>} : () -> tensor<1xi16>
  %s = "tosa.const"() {values = dense<15> : tensor<1xi8>} : () -> tensor<1xi8>
  %z = "tosa.const"() {values = dense<17> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.rescale %a, %m, %s, %z, %z {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x4xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x4xi8>
  return %r : tensor<2x4xi8>
}

// -----

func.func @f(%v: i32, %m: i32, %s: i8) -> i32 {
  %r = tosa.apply_scale %v, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %r : i32
}

// -----

func.func @f(%a: tensor<1x8x8xf32>) -> (tensor<1x8x5xf32>, tensor<1x8x5xf32>) {
  %r, %i = tosa.rfft2d %a : (tensor<1x8x8xf32>) -> (tensor<1x8x5xf32>, tensor<1x8x5xf32>)
  return %r, %i : tensor<1x8x5xf32>, tensor<1x8x5xf32>
}

// -----

func.func @f(%a: tensor<1x8x8xf32>, %b: tensor<1x8x8xf32>) -> (tensor<1x8x8xf32>, tensor<1x8x8xf32>) {
  %r, %i = tosa.fft2d %a, %b {inverse = false} : (tensor<1x8x8xf32>, tensor<1x8x8xf32>) -> (tensor<1x8x8xf32>, tensor<1x8x8xf32>)
  return %r, %i : tensor<1x8x8xf32>, tensor<1x8x8xf32>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<4x8xf32> {
  %p = tosa.const_shape {values = dense<[1, 1, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.pad %a, %p, %z : (tensor<2x4xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @f(%a: tensor<?x4xf32>) -> tensor<?xf32> {
  %s = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %r = tosa.reshape %a, %s : (tensor<?x4xf32>, !tosa.shape<1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<2x4xf32> {
  %s = tosa.const_shape {values = dense<[2, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.reshape %a, %s : (tensor<8xf32>, !tosa.shape<2>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %r = tosa.concat %a, %b {axis = 0 : i32} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %b: tensor<2xf32>) -> tensor<1x8x8x2xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.conv2d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 1, 1, 1, 1>, dilation = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x2xf32>
  return %r : tensor<1x8x8x2xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xi8>, %w: tensor<2x3x3x4xi8>, %b: tensor<2xi32>) -> tensor<1x6x6x2xi32> {
  %z = "tosa.const"() {values = dense<7> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.conv2d %a, %w, %b, %z, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, dilation = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xi8>, tensor<2x3x3x4xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x6x2xi32>
  return %r : tensor<1x6x6x2xi32>
}

// -----

func.func @f(%a: tensor<?x8x8x4xf32>, %w: tensor<2x1x1x4xf32>, %b: tensor<1xf32>) -> tensor<?x8x8x2xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.conv2d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, dilation = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<?x8x8x4xf32>, tensor<2x1x1x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x8x8x2xf32>
  return %r : tensor<?x8x8x2xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x2xf32>, %b: tensor<8xf32>) -> tensor<1x6x6x8xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.depthwise_conv2d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, dilation = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x8xf32>
  return %r : tensor<1x6x6x8xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xi8>, %w: tensor<3x3x4x2xi8>, %b: tensor<8xi32>) -> tensor<1x6x6x8xi32> {
  %z = "tosa.const"() {values = dense<7> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.depthwise_conv2d %a, %w, %b, %z, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, dilation = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xi8>, tensor<3x3x4x2xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x6x8xi32>
  return %r : tensor<1x6x6x8xi32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %w: tensor<1x1x4x2xf32>, %b: tensor<8xf32>) -> tensor<1x8x8x8xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.depthwise_conv2d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, dilation = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<1x1x4x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x8xf32>
  return %r : tensor<1x8x8x8xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x8x4xf32>, %w: tensor<2x3x3x3x4xf32>, %b: tensor<2xf32>) -> tensor<1x6x6x6x2xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.conv3d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0, 0, 0>, dilation = array<i64: 1, 1, 1>, stride = array<i64: 1, 1, 1>} : (tensor<1x8x8x8x4xf32>, tensor<2x3x3x3x4xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x6x2xf32>
  return %r : tensor<1x6x6x6x2xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %b: tensor<2xf32>) -> tensor<1x10x10x2xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x10x2xf32>
  return %r : tensor<1x10x10x2xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %b: tensor<2xf32>) -> tensor<1x17x17x2xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x17x17x2xf32>
  return %r : tensor<1x17x17x2xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>) -> tensor<1x7x7x4xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.avg_pool2d %a, %z, %z {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x7x7x4xf32>
  return %r : tensor<1x7x7x4xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>) -> tensor<1x9x9x4xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.avg_pool2d %a, %z, %z {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x9x4xf32>
  return %r : tensor<1x9x9x4xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xi8>) -> tensor<1x7x7x4xi8> {
  %z = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.avg_pool2d %a, %z, %z {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x7x7x4xi8>
  return %r : tensor<1x7x7x4xi8>
}

// -----

func.func @f(%a: tensor<1x?x?x4xf32>) -> tensor<1x?x?x4xf32> {
  %r = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x?x?x4xf32>) -> tensor<1x?x?x4xf32>
  return %r : tensor<1x?x?x4xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x4xi8>) -> tensor<1x9x9x4xi8> {
  %r = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xi8>) -> tensor<1x9x9x4xi8>
  return %r : tensor<1x9x9x4xi8>
}

// -----

func.func @f(%a: tensor<1x4x8xi8>, %b: tensor<1x8x4xi8>) -> tensor<1x4x4xi32> {
  %z = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.matmul %a, %b, %z, %z : (tensor<1x4x8xi8>, tensor<1x8x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4xi32>
  return %r : tensor<1x4x4xi32>
}

// -----

func.func @f(%a: tensor<?x4xf32>) -> tensor<4x?xf32> {
  %r = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<?x4xf32>) -> tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}

// -----

// transposed there and back
func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %t = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %e = tosa.exp %t : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %r = tosa.transpose %e {perms = array<i32: 1, 0>} : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

// a reshape in disguise
func.func @f(%a: tensor<1x4xf32>) -> tensor<4x1xf32> {
  %r = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<1x4xf32>) -> tensor<4x1xf32>
  return %r : tensor<4x1xf32>
}

// -----

func.func @f() -> tensor<2xf32> {
  %a = "tosa.const"() {values = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %r = tosa.reciprocal %a : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @f() -> tensor<2xf32> {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %a : tensor<2xf32>
}

// -----

func.func @f(%n: tensor<i32>) -> tensor<i32> {
  %r = tosa.while_loop (%i = %n) : (tensor<i32>) -> tensor<i32> {
  %l = "tosa.const"() {values = dense<10> : tensor<i32>} : () -> tensor<i32>
  %c = tosa.greater_equal %l, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
  tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>):
  %o = "tosa.const"() {values = dense<1> : tensor<i32>} : () -> tensor<i32>
  %s = tosa.add %i, %o : (tensor<i32>, tensor<i32>) -> tensor<i32>
  tosa.yield %s : tensor<i32>
  }
  return %r : tensor<i32>
}

// -----

tosa.variable @v = dense<1.0> : tensor<2xf32>
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = tosa.variable_read @v : tensor<2xf32>
  tosa.variable_write @v, %a : tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// which nothing lowers
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = tosa.custom %a {operator_name = "o", domain_name = "d", implementation_attrs = ""} : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @f(%a: tensor<2x4xi64>, %b: tensor<2x4xi64>) -> tensor<2x4xi64> {
  %r = tosa.add %a, %b : (tensor<2x4xi64>, tensor<2x4xi64>) -> tensor<2x4xi64>
  return %r : tensor<2x4xi64>
}

// -----

func.func @f(%a: tensor<2x4xf64>, %b: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %r = tosa.add %a, %b : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  return %r : tensor<2x4xf64>
}

// -----

func.func @f(%a: tensor<2x4xui8>) -> tensor<2x4xui8> {
  %m = "tosa.const"() {values = dense<19689> : tensor<1xi16>} : () -> tensor<1xi16>
  %s = "tosa.const"() {values = dense<15> : tensor<1xi8>} : () -> tensor<1xi8>
  %z = "tosa.const"() {values = dense<17> : tensor<1xui8>} : () -> tensor<1xui8>
  %r = tosa.rescale %a, %m, %s, %z, %z {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = true} : (tensor<2x4xui8>, tensor<1xi16>, tensor<1xi8>, tensor<1xui8>, tensor<1xui8>) -> tensor<2x4xui8>
  return %r : tensor<2x4xui8>
}

// -----

func.func @f(%a: tensor<2x4xi32>) -> tensor<2xi64> {
  %r = tosa.argmax %a {axis = 1 : i32} : (tensor<2x4xi32>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf64> {
  %r = tosa.cast %a : (tensor<2x4xf32>) -> tensor<2x4xf64>
  return %r : tensor<2x4xf64>
}

// -----

func.func @f(%a: tensor<1x?x?x4xf32>) -> tensor<1x8x8x4xf32> {
  %p = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x?x?x4xf32>) -> tensor<1x?x?x4xf32>
  %r = tensor.cast %p : tensor<1x?x?x4xf32> to tensor<1x8x8x4xf32>
  return %r : tensor<1x8x8x4xf32>
}
