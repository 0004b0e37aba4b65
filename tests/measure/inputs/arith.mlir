// Arithmetic, one operation per part.
// MEASURE: builtin.module(gpu-to-llvm)
// MEASURE: builtin.module(convert-arith-to-llvm)
// MEASURE: builtin.module(convert-to-llvm)
// MEASURE: builtin.module(arith-expand)
// MEASURE: builtin.module(arith-expand{include-bf16=true})
// MEASURE: builtin.module(convert-arith-to-spirv)
// MEASURE: builtin.module(convert-arith-to-emitc)
// MEASURE: builtin.module(convert-elementwise-to-linalg)
// MEASURE: builtin.module(arith-emulate-unsupported-floats{source-types=bf16 target-type=f32})
// MEASURE: builtin.module(arith-unsigned-when-equivalent)
// MEASURE: builtin.module(int-range-optimizations)
// MEASURE: builtin.module(one-shot-bufferize{bufferize-function-boundaries})
// MEASURE: builtin.module(func.func(convert-arith-to-amdgpu))
// MEASURE: builtin.module(convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
// MEASURE: builtin.module(convert-func-to-llvm,convert-arith-to-llvm,reconcile-unrealized-casts)

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.addi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.subi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.muli %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.divsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.divui %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.remui %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.ceildivsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.ceildivui %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.floordivsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.andi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.ori %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.xori %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.shli %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.shrsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.shrui %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.maxsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.maxui %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.minsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.minui %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = arith.addi %a, %b : index
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = arith.muli %a, %b : index
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = arith.subi %a, %b : index
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = arith.divui %a, %b : index
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = arith.remsi %a, %b : index
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = arith.floordivsi %a, %b : index
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = arith.minsi %a, %b : index
  return %r : index
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.addf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.subf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.mulf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.divf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.remf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maximumf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.minimumf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.maxnumf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.minnumf %a, %b : f32
  return %r : f32
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %r = arith.addf %a, %b : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a: vector<2x4xf32>, %b: vector<2x4xf32>) -> vector<2x4xf32> {
  %r = arith.addf %a, %b : vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = arith.negf %a : f32
  return %r : f32
}

// -----

func.func @f(%a: vector<4xf32>) -> vector<4xf32> {
  %r = arith.negf %a : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a: i32) -> i64 {
  %r = arith.extsi %a : i32 to i64
  return %r : i64
}

// -----

func.func @f(%a: i32) -> i64 {
  %r = arith.extui %a : i32 to i64
  return %r : i64
}

// -----

func.func @f(%a: i64) -> i32 {
  %r = arith.trunci %a : i64 to i32
  return %r : i32
}

// -----

func.func @f(%a: f32) -> f64 {
  %r = arith.extf %a : f32 to f64
  return %r : f64
}

// -----

func.func @f(%a: f64) -> f32 {
  %r = arith.truncf %a : f64 to f32
  return %r : f32
}

// -----

func.func @f(%a: i32) -> f32 {
  %r = arith.sitofp %a : i32 to f32
  return %r : f32
}

// -----

func.func @f(%a: i32) -> f32 {
  %r = arith.uitofp %a : i32 to f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> i32 {
  %r = arith.fptosi %a : f32 to i32
  return %r : i32
}

// -----

func.func @f(%a: f32) -> i32 {
  %r = arith.fptoui %a : f32 to i32
  return %r : i32
}

// -----

func.func @f(%a: i32) -> f32 {
  %r = arith.bitcast %a : i32 to f32
  return %r : f32
}

// -----

func.func @f(%a: index) -> i32 {
  %r = arith.index_cast %a : index to i32
  return %r : i32
}

// -----

func.func @f(%a: i32) -> index {
  %r = arith.index_cast %a : i32 to index
  return %r : index
}

// -----

func.func @f(%a: index) -> i32 {
  %r = arith.index_castui %a : index to i32
  return %r : i32
}

// -----

func.func @f(%a: bf16) -> f32 {
  %r = arith.extf %a : bf16 to f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> bf16 {
  %r = arith.truncf %a : f32 to bf16
  return %r : bf16
}

// -----

func.func @f(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi slt, %a, %b : i32
  return %r : i1
}

// -----

func.func @f(%a: index, %b: index) -> i1 {
  %r = arith.cmpi slt, %a, %b : index
  return %r : i1
}

// -----

func.func @f(%a: f32, %b: f32) -> i1 {
  %r = arith.cmpf olt, %a, %b : f32
  return %r : i1
}

// -----

func.func @f(%c: i1, %a: f32, %b: f32) -> f32 {
  %r = arith.select %c, %a, %b : f32
  return %r : f32
}

// -----

func.func @f() -> i32 {
  %r = arith.constant 1 : i32
  return %r : i32
}

// -----

func.func @f() -> index {
  %r = arith.constant 1 : index
  return %r : index
}

// -----

func.func @f() -> f32 {
  %r = arith.constant 1.0 : f32
  return %r : f32
}

// -----

func.func @f() -> vector<4xf32> {
  %r = arith.constant dense<1.0> : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f() -> tensor<4xf32> {
  %r = arith.constant dense<1.0> : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f() -> tensor<2xi32> {
  %r = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %l, %h = arith.mulsi_extended %a, %b : i32
  return %l, %h : i32, i32
}

// -----

func.func @f(%a: i32, %b: i32) -> (i32, i1) {
  %s, %o = arith.addui_extended %a, %b : i32, i1
  return %s, %o : i32, i1
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.addf %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = arith.addf %a, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @f(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %r = arith.addi %a, %b : tensor<i32>
  return %r : tensor<i32>
}
