// Math, one operation per part.
// MEASURE: builtin.module(convert-math-to-emitc{language-target=cpp11})
// MEASURE: builtin.module(convert-math-to-funcs{min-width-of-fpowi-exponent=33})
// MEASURE: builtin.module(func.func(math-expand-ops{ops=tan,tanh}))
// MEASURE: builtin.module(gpu-to-llvm)
// MEASURE: builtin.module(convert-math-to-llvm)
// MEASURE: builtin.module(convert-to-llvm)
// MEASURE: builtin.module(convert-math-to-libm)
// MEASURE: builtin.module(convert-math-to-funcs)
// MEASURE: builtin.module(convert-math-to-funcs{convert-ctlz})
// MEASURE: builtin.module(math-expand-ops)
// MEASURE: builtin.module(math-uplift-to-fma)
// MEASURE: builtin.module(math-extend-to-supported-types)
// MEASURE: builtin.module(convert-math-to-spirv)
// MEASURE: builtin.module(convert-math-to-rocdl{chipset=gfx942})
// MEASURE: builtin.module(convert-math-to-xevm)
// MEASURE: builtin.module(convert-math-to-emitc)
// MEASURE: builtin.module(convert-elementwise-to-linalg)
// MEASURE: builtin.module(convert-math-to-llvm,convert-math-to-libm)

func.func @f(%a: f32) -> f32 {
  %r = math.absf %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.acos %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.acosh %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.asin %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.asinh %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.atan %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.atanh %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.cbrt %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.ceil %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.cos %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.cosh %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.erf %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.erfc %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.exp %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.exp2 %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.expm1 %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.floor %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.log %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.log10 %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.log1p %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.log2 %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.round %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.roundeven %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.rsqrt %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.sin %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.sinh %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.sqrt %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.tan %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.tanh %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.trunc %a : f32
  return %r : f32
}

// -----

func.func @f(%a: i32) -> i32 {
  %r = math.absi %a : i32
  return %r : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  %r = math.ctlz %a : i32
  return %r : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  %r = math.ctpop %a : i32
  return %r : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  %r = math.cttz %a : i32
  return %r : i32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = math.atan2 %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = math.copysign %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = math.powf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = math.ipowi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: f32, %b: i32) -> f32 {
  %r = math.fpowi %a, %b : f32, i32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.fma %a, %a, %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> i1 {
  %r = math.isnan %a : f32
  return %r : i1
}

// -----

func.func @f(%a: f32) -> (f32, f32) {
  %r, %s = math.sincos %a : f32
  return %r, %s : f32, f32
}

// -----

func.func @f(%a: vector<4xf32>) -> vector<4xf32> {
  %r = math.exp %a : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a: vector<2x4xf32>) -> vector<2x4xf32> {
  %r = math.exp %a : vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

func.func @f(%a: vector<4xf32>) -> vector<4xf32> {
  %r = math.tanh %a : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a: vector<2x4xf32>) -> vector<2x4xf32> {
  %r = math.tanh %a : vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

func.func @f(%a: vector<4xf32>) -> vector<4xf32> {
  %r = math.sqrt %a : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a: vector<2x4xf32>) -> vector<2x4xf32> {
  %r = math.sqrt %a : vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

func.func @f(%a: vector<4xf32>) -> vector<4xf32> {
  %r = math.rsqrt %a : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a: vector<2x4xf32>) -> vector<2x4xf32> {
  %r = math.rsqrt %a : vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.exp %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: f16) -> f16 {
  %r = math.tanh %a : f16
  return %r : f16
}

// -----

func.func @fpowi_wide(%a: f32, %n: i64) -> f32 {
  %r = math.fpowi %a, %n : f32, i64
  return %r : f32
}
