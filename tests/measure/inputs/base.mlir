// index, ub, cf and func, one operation per part.
// MEASURE: builtin.module(gpu-to-llvm)
// MEASURE: builtin.module(convert-index-to-llvm)
// MEASURE: builtin.module(convert-ub-to-llvm)
// MEASURE: builtin.module(convert-cf-to-llvm)
// MEASURE: builtin.module(convert-openmp-to-llvm)
// MEASURE: builtin.module(convert-func-to-llvm)
// MEASURE: builtin.module(convert-to-llvm)
// MEASURE: builtin.module(convert-index-to-spirv)
// MEASURE: builtin.module(convert-ub-to-spirv)
// MEASURE: builtin.module(convert-cf-to-spirv)
// MEASURE: builtin.module(convert-func-to-spirv)
// MEASURE: builtin.module(convert-func-to-emitc)
// MEASURE: builtin.module(lift-cf-to-scf)
// MEASURE: builtin.module(canonicalize)
// MEASURE: builtin.module(cse)
// MEASURE: builtin.module(inline)
// MEASURE: builtin.module(sccp)
// MEASURE: builtin.module(symbol-dce)
// MEASURE: builtin.module(remove-dead-values)
// MEASURE: builtin.module(func.func(llvm-request-c-wrappers))
// MEASURE: builtin.module(convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
// MEASURE: builtin.module(reconcile-unrealized-casts,convert-index-to-llvm,convert-func-to-llvm)
// MEASURE: builtin.module(lower-host-to-llvm)

func.func @f(%a: index, %b: index) -> index {
  %r = index.add %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.sub %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.mul %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.divs %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.divu %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.ceildivs %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.ceildivu %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.floordivs %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.rems %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.remu %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.maxs %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.maxu %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.mins %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.minu %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.shl %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.shrs %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.shru %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.and %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.or %a, %b
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = index.xor %a, %b
  return %r : index
}

// -----

func.func @f(%a: index) -> i32 {
  %r = index.casts %a : index to i32
  return %r : i32
}

// -----

func.func @f(%a: index) -> i32 {
  %r = index.castu %a : index to i32
  return %r : i32
}

// -----

func.func @f(%a: index, %b: index) -> i1 {
  %r = index.cmp slt(%a, %b)
  return %r : i1
}

// -----

func.func @f() -> index {
  %r = index.constant 4
  return %r : index
}

// -----

func.func @f() -> index {
  %r = index.sizeof
  return %r : index
}

// -----

func.func @f() -> i1 {
  %r = index.bool.constant true
  return %r : i1
}

// -----

func.func @f() -> i32 {
  %r = ub.poison : i32
  return %r : i32
}

// -----

func.func @f() -> vector<4xf32> {
  %r = ub.poison : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%m: memref<8xf32>, %v: f32) {
  %i = index.constant 3
  memref.store %v, %m[%i] : memref<8xf32>
  return
}

// -----

func.func @f(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  cf.br ^bb1(%a : i32)
}

// -----

func.func @f(%c: i1, %a: index) -> index {
  cf.cond_br %c, ^bb1(%a : index), ^bb2
^bb1(%x: index):
  return %x : index
^bb2:
  cf.br ^bb1(%a : index)
}

// -----

func.func @f(%c: i1, %a: memref<4xf32>) -> memref<4xf32> {
  cf.cond_br %c, ^bb1(%a : memref<4xf32>), ^bb2
^bb1(%x: memref<4xf32>):
  return %x : memref<4xf32>
^bb2:
  cf.br ^bb1(%a : memref<4xf32>)
}

// -----

func.func @f(%a: i32) {
  cf.switch %a : i32, [
    default: ^bb1,
    42: ^bb2
  ]
^bb1:
  return
^bb2:
  cf.br ^bb1
}

// -----

func.func @f(%c: i1) {
  cf.assert %c, "message"
  return
}

// -----

func.func @f(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    cf.assert %c, "message"
  }
  return
}

// -----

func.func private @callee(f32, memref<4xf32>) -> f32
func.func @f(%a: f32, %m: memref<4xf32>) -> f32 {
  %r = call @callee(%a, %m) : (f32, memref<4xf32>) -> f32
  return %r : f32
}

// -----

func.func @callee(%a: f32) -> f32 {
  return %a : f32
}
func.func @f(%a: f32) -> f32 {
  %f = constant @callee : (f32) -> f32
  %r = call_indirect %f(%a) : (f32) -> f32
  return %r : f32
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

func.func @f(%a: index) -> index {
  return %a : index
}

// -----

func.func @f(%a: vector<2x4xf32>) -> vector<2x4xf32> {
  return %a : vector<2x4xf32>
}

// -----

func.func private @callee(%a: f32) -> f32
func.func @f(%a: f32) -> f32 {
  %r = call @callee(%a) : (f32) -> f32
  return %r : f32
}

// -----

func.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  ub.unreachable
}

// -----

func.func @tensor(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @scalar(%a: i32) -> i32 {
  return %a : i32
}
