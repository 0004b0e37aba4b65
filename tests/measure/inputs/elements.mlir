// Vectors that are taken apart and put together.
// MEASURE: builtin.module(func.func(lower-vector-to-from-elements-to-shuffle-tree))
// MEASURE: builtin.module(canonicalize)
// MEASURE: builtin.module(convert-vector-to-llvm)

func.func @swizzled(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %x:4 = vector.to_elements %a : vector<4xf32>
  %y:4 = vector.to_elements %b : vector<4xf32>
  %r = vector.from_elements %x#3, %y#0, %x#1, %y#2 : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @from_scalars(%a: f32, %b: f32) -> vector<2xf32> {
  %r = vector.from_elements %a, %b : vector<2xf32>
  return %r : vector<2xf32>
}

// -----

func.func @element_of_generated(%n: index, %i: index) -> i32 {
  %t = tensor.generate %n {
  ^bb0(%k: index):
    %v = arith.index_cast %k : index to i32
    tensor.yield %v : i32
  } : tensor<?xi32>
  %r = tensor.extract %t[%i] : tensor<?xi32>
  return %r : i32
}

// -----

func.func @element_of_listed(%a: f32, %b: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %t = tensor.from_elements %a, %b : tensor<2xf32>
  %r = tensor.extract %t[%c1] : tensor<2xf32>
  return %r : f32
}

// -----

func.func @element_of_splat(%v: f32, %i: index) -> f32 {
  %t = tensor.splat %v : tensor<4xf32>
  %r = tensor.extract %t[%i] : tensor<4xf32>
  return %r : f32
}

// -----
// Casts that cancel out.
func.func @f(%a: i8) -> i8 {
  %q = quant.scast %a : i8 to !quant.uniform<i8:f32, 2.0:10>
  %r = quant.scast %q : !quant.uniform<i8:f32, 2.0:10> to i8
  return %r : i8
}
