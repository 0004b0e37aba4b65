// Complex numbers, one operation per part.
// MEASURE: builtin.module(convert-complex-to-llvm{complex-range=basic})
// MEASURE: builtin.module(convert-complex-to-llvm{complex-range=improved})
// MEASURE: builtin.module(convert-complex-to-standard{complex-range=basic})
// MEASURE: builtin.module(convert-complex-to-standard{complex-range=improved})
// MEASURE: builtin.module(gpu-to-llvm)
// MEASURE: builtin.module(convert-complex-to-standard)
// MEASURE: builtin.module(convert-complex-to-llvm)
// MEASURE: builtin.module(convert-complex-to-libm)
// MEASURE: builtin.module(convert-complex-to-spirv)
// MEASURE: builtin.module(convert-complex-to-rocdl-library-calls)
// MEASURE: builtin.module(convert-to-llvm)
// MEASURE: builtin.module(convert-complex-to-standard,convert-math-to-llvm,convert-math-to-libm,convert-complex-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.conj %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.cos %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.exp %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.expm1 %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.log %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.log1p %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.neg %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.rsqrt %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.sign %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.sin %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.sqrt %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.tan %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> complex<f32> {
  %r = complex.tanh %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %r = complex.add %a, %b : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %r = complex.sub %a, %b : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %r = complex.mul %a, %b : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %r = complex.div %a, %b : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %r = complex.atan2 %a, %b : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %r = complex.pow %a, %b : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f(%a: complex<f32>) -> f32 {
  %r = complex.abs %a : complex<f32>
  return %r : f32
}

// -----

func.func @f(%a: complex<f32>) -> f32 {
  %r = complex.angle %a : complex<f32>
  return %r : f32
}

// -----

func.func @f(%a: complex<f32>) -> f32 {
  %r = complex.re %a : complex<f32>
  return %r : f32
}

// -----

func.func @f(%a: complex<f32>) -> f32 {
  %r = complex.im %a : complex<f32>
  return %r : f32
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f32>) -> i1 {
  %r = complex.eq %a, %b : complex<f32>
  return %r : i1
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f32>) -> i1 {
  %r = complex.neq %a, %b : complex<f32>
  return %r : i1
}

// -----

func.func @f(%a: f32) -> complex<f32> {
  %r = complex.create %a, %a : complex<f32>
  return %r : complex<f32>
}

// -----

func.func @f() -> complex<f32> {
  %r = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  return %r : complex<f32>
}
