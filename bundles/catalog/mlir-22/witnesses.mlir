// Small programs that show what depends on the input: `pmb-check --witness` prints them, and
// `pmb-opt --witness` runs them. They are parts of the inputs that the catalog is measured on.
//
//   has    what `pmb-opt --print-contents` prints for the program
//   shows  what a pass adds to it that the catalog calls `sometimes`: each such entry has a
//          program here, or is listed with a reason in the test of this file
//   hides  what a pass does not add to it, although the catalog says that it adds that to
//          programs with these operations: one of the `exceptions` there
//
// Each operation that programs usually have is in one of them.

// shows: llvm by builtin.module(convert-func-to-llvm)
// shows: llvm by builtin.module(convert-func-to-llvm{use-bare-ptr-memref-call-conv=true})
// shows: spirv.func by builtin.module(convert-func-to-spirv)
// shows: llvm by builtin.module(convert-openmp-to-llvm)
// shows: pdl_interp.finalize pdl_interp.func by builtin.module(convert-pdl-to-pdl-interp)
// shows: spirv by builtin.module(convert-scf-to-spirv)
// shows: spirv by builtin.module(convert-tensor-to-spirv)
// shows: emitc emitc.func by builtin.module(convert-to-emitc)
// shows: llvm by builtin.module(convert-to-llvm)
// shows: llvm by builtin.module(convert-to-llvm{filter-dialects=func,arith})
// shows: llvm by builtin.module(gpu-to-llvm)
// shows: llvm by builtin.module(gpu-to-llvm{use-bare-pointers-for-host=true})
// shows: llvm by builtin.module(lower-host-to-llvm)
// has: builtin.module func.func(plain)
func.func private @call0()

// -----

// shows: arith by builtin.module(func.func(math-expand-ops{ops=tan,tanh}))
// has: builtin.module func.func(plain) func.return math.tan
func.func @tan(%a: f32) -> f32 {
  %r = math.tan %a : f32
  return %r : f32
}

// -----

// shows: llvm by builtin.module(convert-cf-to-llvm)
// shows: spirv.Branch by builtin.module(convert-cf-to-spirv)
// shows: llvm by builtin.module(convert-func-to-llvm)
// shows: spirv.Return by builtin.module(convert-func-to-spirv)
// shows: llvm by builtin.module(convert-openmp-to-llvm)
// shows: emitc.return by builtin.module(convert-to-emitc)
// shows: llvm by builtin.module(convert-to-llvm)
// shows: arith.constant by builtin.module(func.func(affine-data-copy-generate))
// shows: llvm by builtin.module(gpu-to-llvm)
// shows: arith.constant by builtin.module(lift-cf-to-scf)
// shows: llvm by builtin.module(lower-host-to-llvm)
// shows: bufferization.dealloc by builtin.module(ownership-based-buffer-deallocation)
// has: builtin.module cf.br func.func(plain) func.return
func.func @f() {
  cf.br ^a
^a:
  return
}

// -----

// shows: ml_program by builtin.module(tosa-to-mlprogram)
// has: builtin.module tosa.variable
tosa.variable @v = dense<1.0> : tensor<2xf32>

// -----

// shows: llvm by builtin.module(convert-to-llvm)
// shows: llvm by builtin.module(convert-vector-to-llvm)
// shows: llvm by builtin.module(gpu-to-llvm)
// has: builtin.module func.func(plain) func.return vector.print(scalar)
func.func @f(%a: f32) {
  vector.print %a : f32
  return
}

// -----

// shows: llvm by builtin.module(gpu-to-llvm)
// has: builtin.module func.func(plain) func.return gpu.set_default_device
func.func @f(%i: i32) {
  gpu.set_default_device %i
  return
}

// -----

// shows: cf func.func func.return by builtin.module(async-func-to-async-runtime)
// has: !async async.func async.return builtin.module
async.func @a(%v: f32) -> !async.value<f32> {
  return %v : f32
}

// -----

// shows: emitc by builtin.module(convert-arith-to-emitc)
// shows: llvm llvm.mlir.constant by builtin.module(convert-arith-to-llvm)
// shows: spirv by builtin.module(convert-arith-to-spirv)
// shows: spirv.ReturnValue by builtin.module(convert-func-to-spirv)
// shows: emitc by builtin.module(convert-to-emitc)
// shows: emitc by builtin.module(convert-to-emitc{filter-dialects=arith})
// shows: llvm by builtin.module(convert-to-llvm)
// shows: llvm by builtin.module(gpu-to-llvm)
// shows: llvm by builtin.module(lower-host-to-llvm)
// has: arith.constant builtin.module func.func(plain) func.return
func.func @f() -> i32 {
  %r = arith.constant 1 : i32
  return %r : i32
}

// -----

// shows: llvm by builtin.module(convert-math-to-llvm)
// shows: spirv by builtin.module(convert-math-to-spirv)
// shows: llvm by builtin.module(convert-to-llvm)
// shows: llvm by builtin.module(gpu-to-llvm)
// has: builtin.module func.func(plain) func.return math.exp
func.func @f(%a: f32) -> f32 {
  %r = math.exp %a : f32
  return %r : f32
}

// -----

// shows: arith.extf arith.truncf by builtin.module(convert-math-to-libm)
// shows: llvm by builtin.module(convert-math-to-rocdl)
// shows: arith math.exp by builtin.module(math-expand-ops)
// shows: arith.extf arith.truncf by builtin.module(math-extend-to-supported-types)
// has: builtin.module func.func(plain) func.return math.tanh
func.func @f(%a: f16) -> f16 {
  %r = math.tanh %a : f16
  return %r : f16
}

// -----

// shows: llvm by builtin.module(convert-math-to-llvm)
// has: builtin.module func.func(plain) func.return math.log1p
func.func @f(%a: f32) -> f32 {
  %r = math.log1p %a : f32
  return %r : f32
}

// -----

// shows: scf.yield by builtin.module(convert-vector-to-scf)
// has: !vector builtin.module func.func(plain) func.return vector.print(!vector)
func.func @f(%a: vector<4xf32>) {
  vector.print %a : vector<4xf32>
  return
}

// -----

// shows: !memref by builtin.module(one-shot-bufferize{allow-unknown-ops bufferize-function-boundaries})
// hides: bufferization.to_buffer bufferization.to_tensor by builtin.module(one-shot-bufferize)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor)
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// has: arith.addi builtin.module func.func(plain) func.return
func.func @also(%a: i32) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32
}

// -----

// shows: arith.bitcast arith.constant arith.extui arith.shli by builtin.module(arith-expand{include-bf16=true include-f8e8m0=true include-f4e2m1=true})
// shows: arith.bitcast arith.constant arith.extui arith.shli by builtin.module(arith-expand{include-bf16=true})
// shows: arith.bitcast arith.constant arith.extui arith.trunci func.call by builtin.module(convert-arith-to-apfloat)
// has: arith.extf builtin.module func.func(plain) func.return
func.func @f(%a: bf16) -> f32 {
  %r = arith.extf %a : bf16 to f32
  return %r : f32
}

// -----

// has: arith.addf builtin.module func.func(plain) func.return
func.func @f(%a: f32, %b: f32) -> f32 {
  %r = arith.addf %a, %b : f32
  return %r : f32
}

// -----

// shows: llvm by builtin.module(convert-index-to-llvm)
// shows: spirv by builtin.module(convert-index-to-spirv)
// shows: builtin.unrealized_conversion_cast by builtin.module(convert-to-emitc)
// shows: llvm by builtin.module(convert-to-llvm)
// has: !index builtin.module func.func func.return index.add
func.func @f(%a: index, %b: index) -> index {
  %r = index.add %a, %b
  return %r : index
}

// -----

// shows: llvm by builtin.module(gpu.module(convert-gpu-to-llvm-spv))
// shows: llvm nvvm by builtin.module(gpu.module(convert-gpu-to-nvvm))
// shows: llvm rocdl by builtin.module(gpu.module(convert-gpu-to-rocdl))
// has: builtin.module gpu.module(untargeted) gpu.module/gpu.barrier gpu.module/gpu.func(plain) gpu.module/gpu.return
gpu.module @m {
  gpu.func @f() kernel {
    gpu.barrier
    gpu.barrier
    gpu.return
  }
}

// -----

// shows: arith.addi arith.cmpi arith.constant arith.subi by builtin.module(arith-expand)
// has: arith.ceildivui builtin.module func.func(plain) func.return
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.ceildivui %a, %b : i32
  return %r : i32
}

// -----

// shows: amdgpu by builtin.module(convert-arith-to-amdgpu{chipset=gfx942})
// has: !f8 arith.extf(!f8) builtin.module func.func func.return
func.func @f(%v: f8E4M3FNUZ) -> f32 {
  %r = arith.extf %v : f8E4M3FNUZ to f32
  return %r : f32
}

// -----

// shows: arith.andi arith.cmpi arith.constant arith.divf arith.mulf arith.select arith.shrui arith.subi cf.br cf.cond_br func.call by builtin.module(convert-math-to-funcs{min-width-of-fpowi-exponent=33})
// shows: math.log by builtin.module(math-expand-ops)
// has: builtin.module func.func(plain) func.return math.fpowi
func.func @fpowi_wide(%a: f32, %n: i64) -> f32 {
  %r = math.fpowi %a, %n : f32, i64
  return %r : f32
}

// -----

// shows: llvm by builtin.module(convert-to-llvm)
// shows: llvm by builtin.module(finalize-memref-to-llvm)
// shows: affine.load by builtin.module(func.func(affine-raise-from-memref))
// shows: llvm by builtin.module(gpu-to-llvm)
// shows: llvm by builtin.module(lower-host-to-llvm)
// has: !memref builtin.module func.func func.return memref.load
func.func @load_scalar(%m: memref<f32>) -> f32 {
  %v = memref.load %m[] : memref<f32>
  return %v : f32
}

// -----

// shows: memref.copy by builtin.module(buffer-results-to-out-params{hoist-dynamic-allocs=true modify-public-functions=true})
// shows: emitc by builtin.module(convert-memref-to-emitc)
// shows: arith.constant memref.extract_strided_metadata by builtin.module(ownership-based-buffer-deallocation)
// has: !memref builtin.module func.func func.return memref.alloc
func.func @alloc_static() -> memref<8xf32> {
  %m = memref.alloc() : memref<8xf32>
  return %m : memref<8xf32>
}

// -----

// shows: llvm by builtin.module(convert-complex-to-llvm)
// shows: spirv.CompositeConstruct by builtin.module(convert-complex-to-spirv)
// shows: llvm by builtin.module(convert-to-llvm)
// shows: llvm by builtin.module(gpu-to-llvm)
// has: !complex builtin.module complex.create func.func func.return
func.func @f(%a: f32) -> complex<f32> {
  %r = complex.create %a, %a : complex<f32>
  return %r : complex<f32>
}

// -----

// shows: !memref bufferization.to_tensor memref.alloc by builtin.module(one-shot-bufferize)
// shows: bufferization.to_tensor by builtin.module(one-shot-bufferize{allow-unknown-ops})
// shows: memref.alloc memref.cast by builtin.module(one-shot-bufferize{bufferize-function-boundaries})
// shows: bufferization by builtin.module(one-shot-bufferize{dialect-filter=tensor allow-unknown-ops})
// shows: memref.alloc by builtin.module(sparsification-and-bufferization)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.empty
func.func @f(%n: index) -> tensor<?xf32> {
  %r = tensor.empty(%n) : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// shows: memref.cast by builtin.module(convert-linalg-to-std)
// shows: arith.constant by builtin.module(generate-runtime-verification)
// hides: affine.for by builtin.module(convert-linalg-to-affine-loops)
// hides: scf.for by builtin.module(convert-linalg-to-loops)
// hides: scf.parallel by builtin.module(convert-linalg-to-parallel-loops)
// has: !memref builtin.module func.func func.return linalg.fill(scalar) linalg.yield
func.func @fill_scalar(%v: f32, %m: memref<f32>) {
  linalg.fill ins(%v : f32) outs(%m : memref<f32>)
  return
}

// -----

// has: !memref arith.maximumf builtin.module func.func func.return linalg.pooling_nhwc_max linalg.yield
func.func @pool(%a: memref<1x8x8x4xf32>, %w: memref<3x3xf32>, %o: memref<1x6x6x4xf32>) {
  linalg.pooling_nhwc_max ins(%a, %w : memref<1x8x8x4xf32>, memref<3x3xf32>) outs(%o : memref<1x6x6x4xf32>)
  return
}

// -----

// shows: arith.constant arith.xori async.coro.begin async.coro.end async.coro.free async.coro.id async.coro.save async.coro.suspend async.runtime.await async.runtime.create async.runtime.is_error async.runtime.resume async.runtime.set_available cf.assert cf.br func.call by builtin.module(async-to-async-runtime)
// has: !async async.await async.execute async.yield builtin.module func.func(plain) func.return
func.func @not_lowered() {
  %t = async.execute {
    async.yield
  }
  async.await %t : !async.token
  return
}

// -----

// shows: arith.addi arith.constant by builtin.module(lower-affine)
// has: !index affine.apply builtin.module func.func func.return
func.func @apply(%i: index) -> index {
  %r = affine.apply affine_map<(d0) -> (d0 + 4)>(%i)
  return %r : index
}

// -----

// shows: llvm by builtin.module(convert-to-llvm)
// shows: arith.cmpi arith.constant arith.index_cast llvm llvm.mlir.constant by builtin.module(convert-vector-to-llvm)
// shows: llvm by builtin.module(gpu-to-llvm)
// has: !index !vector builtin.module func.func func.return vector.create_mask
func.func @f(%n: index) -> vector<4xi1> {
  %r = vector.create_mask %n : vector<4xi1>
  return %r : vector<4xi1>
}

// -----

// shows: linalg.generic linalg.yield by builtin.module(convert-elementwise-to-linalg)
// shows: bufferization.to_buffer bufferization.to_tensor by builtin.module(sparsification-and-bufferization)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) math(!tensor) math.exp
func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  %r = math.exp %a : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// shows: spirv by builtin.module(convert-tensor-to-spirv)
// shows: arith.andi arith.cmpi cf.assert tensor.dim by builtin.module(generate-runtime-verification)
// shows: bufferization.to_buffer by builtin.module(one-shot-bufferize)
// shows: memref.load by builtin.module(one-shot-bufferize{bufferize-function-boundaries})
// shows: memref.load by builtin.module(sparsification-and-bufferization)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return tensor.extract
func.func @f(%t: tensor<?xf32>, %i: index) -> f32 {
  %r = tensor.extract %t[%i] : tensor<?xf32>
  return %r : f32
}

// -----

// shows: builtin.unrealized_conversion_cast emitc by builtin.module(convert-to-emitc)
// shows: affine.store by builtin.module(func.func(affine-raise-from-memref))
// has: !index !memref builtin.module func.func func.return index.constant memref.store
func.func @f(%m: memref<8xf32>, %v: f32) {
  %i = index.constant 3
  memref.store %v, %m[%i] : memref<8xf32>
  return
}

// -----

// shows: emitc by builtin.module(convert-scf-to-emitc)
// shows: spirv by builtin.module(convert-scf-to-spirv)
// has: !memref builtin.module func.func func.return memref.store scf.if scf.yield
func.func @if_plain(%c: i1, %m: memref<f32>, %v: f32) {
  scf.if %c {
    memref.store %v, %m[] : memref<f32>
  }
  return
}

// -----

// shows: arith.extf arith.truncf by builtin.module(arith-emulate-unsupported-floats{source-types=bf16,f8E4M3FNUZ target-type=f32})
// has: !f8 arith.mulf(!f8) builtin.module func.func func.return
func.func @f8(%a: f8E4M3FNUZ, %b: f8E4M3FNUZ) -> f8E4M3FNUZ {
  %s = arith.mulf %a, %b : f8E4M3FNUZ
  return %s : f8E4M3FNUZ
}

// -----

// shows: math.sincos by builtin.module(math-sincos-fusion)
// has: builtin.module func.func(plain) func.return math.cos math.sin
func.func @sin_and_cos(%a: f32) -> (f32, f32) {
  %s = math.sin %a : f32
  %c = math.cos %a : f32
  return %s, %c : f32, f32
}

// -----

// shows: arith.cmpi arith.constant arith.select vector.extract vector.insert by builtin.module(arith-emulate-wide-int)
// shows: arith.cmpi arith.select by builtin.module(arith-expand)
// has: arith.maxsi arith.minui builtin.module func.func(plain) func.return
func.func @min_max(%a: i64, %b: i64) -> i64 {
  %x = arith.maxsi %a, %b : i64
  %y = arith.minui %x, %b : i64
  return %y : i64
}

// -----

// shows: linalg.generic linalg.yield by builtin.module(convert-elementwise-to-linalg)
// has: !tensor arith(!tensor) arith.addi builtin.module func.func func.func(!tensor) func.return func.return(!tensor)
func.func @f(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %r = arith.addi %a, %b : tensor<i32>
  return %r : tensor<i32>
}

// -----

// shows: ub.poison by builtin.module(mem2reg)
// has: !memref builtin.module func.func(plain) func.return memref.alloca memref.load
func.func @uninitialized() -> f32 {
  %m = memref.alloca() : memref<f32>
  %r = memref.load %m[] : memref<f32>
  return %r : f32
}

// -----

// shows: llvm by builtin.module(convert-to-llvm)
// shows: llvm.extractvalue llvm.getelementptr by builtin.module(convert-vector-to-llvm)
// shows: builtin.unrealized_conversion_cast by builtin.module(convert-vector-to-llvm{enable-amx=true})
// shows: builtin.unrealized_conversion_cast by builtin.module(convert-vector-to-llvm{enable-arm-sve=true})
// shows: llvm by builtin.module(gpu-to-llvm)
// has: !index !memref !vector builtin.module func.func func.return vector.store(flat)
func.func @f(%m: memref<8xf32>, %i: index, %v: vector<4xf32>) {
  vector.store %v, %m[%i] : memref<8xf32>, vector<4xf32>
  return
}

// -----

// shows: spirv.FunctionCall by builtin.module(convert-func-to-spirv)
// shows: emitc.call by builtin.module(convert-to-emitc)
// has: builtin.module func.call(plain) func.func(plain) func.return
func.func private @callee(%a: f32) -> f32
func.func @f(%a: f32) -> f32 {
  %r = call @callee(%a) : (f32) -> f32
  return %r : f32
}

// -----

// shows: arith.addi arith.constant arith.muli by builtin.module(affine-expand-index-ops)
// shows: arith.addi arith.constant arith.muli by builtin.module(lower-affine)
// has: !index affine.linearize_index builtin.module func.func func.return
func.func @linearize(%i: index, %j: index) -> index {
  %r = affine.linearize_index [%i, %j] by (4, 8) : index
  return %r : index
}

// -----

// shows: arith.constant by builtin.module(convert-scf-to-cf)
// shows: arith.constant by builtin.module(scf-forall-to-for)
// shows: arith.constant by builtin.module(scf-forall-to-parallel)
// has: !index !memref builtin.module func.func func.return memref.store scf.forall scf.forall.in_parallel
func.func @forall(%m: memref<8xf32>, %v: f32) {
  scf.forall (%i) in (8) {
    memref.store %v, %m[%i] : memref<8xf32>
  }
  return
}

// -----

// shows: arith.addi arith.constant by builtin.module(lower-affine)
// has: !index !memref affine.prefetch builtin.module func.func func.return
func.func @prefetch(%a: memref<64xf32>, %i: index) {
  affine.prefetch %a[%i + 4], read, locality<3>, data : memref<64xf32>
  return
}

// -----

// shows: affine.yield by builtin.module(convert-linalg-to-affine-loops)
// shows: arith.constant scf.yield by builtin.module(convert-linalg-to-loops)
// shows: arith.constant scf.reduce by builtin.module(convert-linalg-to-parallel-loops)
// shows: index.bool.constant index.cmp index.constant scf.if by builtin.module(generate-runtime-verification)
// shows: linalg.elementwise by builtin.module(linalg-morph-ops{named-to-category})
// has: !memref builtin.module func.func func.return linalg.exp linalg.yield math.exp
func.func @elementwise(%a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

// has: !complex builtin.module complex.add func.func func.return
func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %r = complex.add %a, %b : complex<f32>
  return %r : complex<f32>
}

// -----

// shows: arith.cmpi arith.constant arith.index_cast arith.subi llvm by builtin.module(convert-vector-to-llvm)
// shows: vector.broadcast vector.extract by builtin.module(convert-vector-to-scf{full-unroll=true target-rank=0})
// shows: affine.apply arith.cmpi arith.constant memref.alloca memref.load memref.store scf.for scf.if scf.yield vector.type_cast by builtin.module(convert-vector-to-scf{target-rank=0})
// has: !index !memref !vector builtin.module func.func func.return vector.transfer_write(clipped)
func.func @f(%m: memref<8xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<8xf32>
  return
}

// -----

// shows: affine.load affine.yield by builtin.module(convert-linalg-to-affine-loops)
// shows: arith.constant memref.load scf.yield by builtin.module(convert-linalg-to-loops)
// shows: arith.constant memref.load scf.reduce by builtin.module(convert-linalg-to-parallel-loops)
// shows: arith.bitcast arith.constant arith.extui arith.trunci func.call by builtin.module(convert-math-to-apfloat)
// has: !memref builtin.module func.func func.return linalg.map linalg.yield math.absf
func.func @map(%a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.map { math.absf } ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

// shows: affine.for by builtin.module(func.func(affine-loop-tile))
// shows: affine.if by builtin.module(func.func(affine-loop-tile{separate=true}))
// shows: affine.apply by builtin.module(func.func(affine-loop-unroll))
// shows: affine.apply by builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))
// shows: arith.addi arith.constant arith.subi gpu.launch gpu.terminator by builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=1 gpu-thread-dims=0}))
// shows: memref.dim by builtin.module(generate-runtime-verification)
// shows: scf.yield by builtin.module(lower-affine)
// has: !index !memref affine.for affine.yield builtin.module func.func func.return memref.store
func.func @for(%m: memref<?xf32>, %n: index, %v: f32) {
  affine.for %i = 0 to %n {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// shows: async.runtime.store by builtin.module(async-to-async-runtime)
// shows: ub.poison by builtin.module(remove-dead-values)
// has: !async async.await async.execute async.yield builtin.module func.func(plain) func.return
func.func @f(%a: f32) {
  %t, %r = async.execute -> !async.value<f32> {
    async.yield %a : f32
  }
  async.await %t : !async.token
  return
}

// -----

// shows: tosa.cast by builtin.module(func.func(tosa-narrow-f64-to-f32))
// shows: arith linalg.generic linalg.yield tensor.empty by builtin.module(func.func(tosa-to-linalg))
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.cast
func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf64> {
  %r = tosa.cast %a : (tensor<2x4xf32>) -> tensor<2x4xf64>
  return %r : tensor<2x4xf64>
}

// -----

// shows: ub.poison by builtin.module(convert-vector-to-llvm)
// shows: ub.poison vector.shape_cast vector.shuffle by builtin.module(xegpu-vector-linearize)
// has: !vector builtin.module func.func func.return vector.broadcast
func.func @f(%a: vector<4xf32>) -> vector<2x4xf32> {
  %r = vector.broadcast %a : vector<4xf32> to vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

// shows: arith.constant scf.reduce by builtin.module(lower-affine)
// has: !index !memref affine.parallel affine.store affine.yield builtin.module func.func func.return
func.func @parallel(%m: memref<16xf32>, %v: f32) {
  affine.parallel (%i) = (0) to (16) {
    affine.store %v, %m[%i] : memref<16xf32>
  }
  return
}

// -----

// shows: arith.extui by builtin.module(canonicalize)
// has: arith.constant arith.select builtin.module func.func(plain) func.return
func.func @signed(%x: i1) -> i32 {
  %t = arith.constant 1 : i32
  %f = arith.constant 0 : i32
  %r = arith.select %x, %t, %f : i32
  return %r : i32
}

// -----

// shows: tosa.const by builtin.module(func.func(tosa-arith-const-to-tosa-const))
// shows: memref.get_global memref.global by builtin.module(one-shot-bufferize)
// shows: memref.get_global memref.global by builtin.module(sparsification-and-bufferization)
// has: !index !tensor arith.constant(!tensor) builtin.module func.func func.return tensor.extract
func.func @f(%i: index) -> i32 {
  %c = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %r = tensor.extract %c[%i] : tensor<3xi32>
  return %r : i32
}

// -----

// shows: llvm by builtin.module(convert-math-to-xevm)
// has: arith.divf builtin.module func.func(plain) func.return math.exp
func.func @fast(%a: f32) -> (f32, f32) {
  %r = math.exp %a fastmath<afn> : f32
  %s = arith.divf %r, %a fastmath<afn> : f32
  return %r, %s : f32, f32
}

// -----

// shows: arith.constant memref.dealloc memref.reinterpret_cast scf.yield by builtin.module(expand-realloc)
// has: !memref builtin.module func.func func.return memref.realloc
func.func @grown_by_constant(%m: memref<4xf32>) -> memref<8xf32> {
  %r = memref.realloc %m : memref<4xf32> to memref<8xf32>
  return %r : memref<8xf32>
}

// -----

// shows: arith.addi arith.muli arith.subi scf.yield by builtin.module(generate-runtime-verification)
// shows: memref.alloc memref.copy memref.subview(dynamic) by builtin.module(one-shot-bufferize)
// shows: memref.subview by builtin.module(one-shot-bufferize{bufferize-function-boundaries})
// shows: memref.alloc memref.copy memref.subview by builtin.module(sparsification-and-bufferization)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.extract_slice(static)
func.func @f(%t: tensor<8xf32>) -> tensor<4xf32> {
  %r = tensor.extract_slice %t[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// shows: arith by builtin.module(tosa-to-arith{include-apply-rescale})
// has: builtin.module func.func(plain) func.return tosa.apply_scale
func.func @f(%v: i32, %m: i32, %s: i8) -> i32 {
  %r = tosa.apply_scale %v, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %r : i32
}

// -----

// shows: tosa.cast by builtin.module(func.func(tosa-narrow-i64-to-i32))
// shows: linalg.fill linalg.index by builtin.module(func.func(tosa-to-linalg))
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.argmax
func.func @f(%a: tensor<2x4xi32>) -> tensor<2xi64> {
  %r = tosa.argmax %a {axis = 1 : i32} : (tensor<2x4xi32>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

// shows: affine.load memref.alloc memref.dealloc by builtin.module(func.func(affine-data-copy-generate))
// shows: affine.dma_start affine.dma_wait by builtin.module(func.func(affine-data-copy-generate{generate-dma=true fast-mem-space=1}))
// shows: affine.apply by builtin.module(func.func(affine-loop-normalize))
// shows: affine.parallel by builtin.module(func.func(affine-parallelize))
// shows: vector.broadcast vector.transfer_write by builtin.module(func.func(affine-super-vectorize{virtual-vector-size=4}))
// has: !index !memref affine.for affine.store affine.yield builtin.module func.func func.return
func.func @from_below(%a: memref<64xf32>, %n: index, %f: f32) {
  affine.for %i = 3 to %n step 2 {
    affine.store %f, %a[%i] : memref<64xf32>
  }
  return
}

// -----

// shows: memref.alloc memref.copy by builtin.module(one-shot-bufferize)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.collapse_shape
func.func @f(%t: tensor<2x4xf32>) -> tensor<8xf32> {
  %r = tensor.collapse_shape %t [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// shows: affine.yield arith.constant memref.dim by builtin.module(convert-linalg-to-affine-loops)
// shows: arith.constant memref.dim scf.yield by builtin.module(convert-linalg-to-loops)
// shows: arith.constant memref.dim scf.for scf.yield by builtin.module(convert-linalg-to-parallel-loops)
// has: !memref arith.addf arith.mulf builtin.module func.func func.return linalg.dot linalg.yield
func.func @dot(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<f32>) {
  linalg.dot ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%c : memref<f32>)
  return
}

// -----

// has: !index !memref builtin.module func.func func.return memref.alloc memref.dealloc memref.store
func.func @f(%x: f32, %i: index) {
  %b = memref.alloc() : memref<4xf32>
  memref.store %x, %b[%i] : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// -----

// shows: affine.apply by builtin.module(func.func(affine-data-copy-generate))
// shows: arith.constant by builtin.module(lower-affine)
// has: !memref affine.load affine.store builtin.module func.func func.return
func.func @forwarded(%a: memref<64xf32>, %f: f32) -> f32 {
  affine.store %f, %a[3] : memref<64xf32>
  %v = affine.load %a[3] : memref<64xf32>
  return %v : f32
}

// -----

// shows: arith linalg.reduce tensor.expand_shape by builtin.module(func.func(tosa-to-linalg))
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.reduce_all
func.func @f(%a: tensor<2x4xi1>) -> tensor<2x1xi1> {
  %r = tosa.reduce_all %a {axis = 1 : i32} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  return %r : tensor<2x1xi1>
}

// -----

// shows: arith.addi scf.yield by builtin.module(lower-affine)
// has: !index !memref affine.if affine.yield builtin.module func.func func.return memref.store
func.func @if(%m: memref<16xf32>, %n: index, %v: f32) {
  affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%n) {
    memref.store %v, %m[%n] : memref<16xf32>
  }
  return
}

// -----

// shows: vector.insert by builtin.module(convert-vector-to-scf{full-unroll=true target-rank=0})
// has: !index !memref !vector builtin.module func.func func.return vector.transfer_read(clipped)
func.func @f(%m: memref<8xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %r = vector.transfer_read %m[%i], %p : memref<8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

// shows: affine.apply arith.constant memref.load scf.yield by builtin.module(convert-linalg-to-loops)
// shows: affine.apply arith.constant memref.load scf.reduce by builtin.module(convert-linalg-to-parallel-loops)
// has: !memref builtin.module func.func func.return linalg.generic(computed) linalg.yield
func.func @every_other(%a: memref<8xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 * 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

// shows: affine.apply affine.yield arith.constant memref.dim by builtin.module(convert-linalg-to-affine-loops)
// shows: affine.apply arith.constant memref.dim scf.yield by builtin.module(convert-linalg-to-loops)
// shows: affine.apply arith.constant memref.dim scf.reduce scf.yield by builtin.module(convert-linalg-to-parallel-loops)
// has: !memref arith.addf arith.mulf builtin.module func.func func.return linalg.conv_1d linalg.yield
func.func @conv_1d(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  linalg.conv_1d ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%c : memref<?xf32>)
  return
}

// -----

// shows: linalg.index by builtin.module(one-shot-bufferize)
// shows: linalg.map linalg.yield by builtin.module(one-shot-bufferize{dialect-filter=tensor allow-unknown-ops})
// shows: linalg.index linalg.yield by builtin.module(sparsification-and-bufferization)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.generate tensor.yield
func.func @f(%n: index) -> tensor<?xindex> {
  %r = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xindex>
  return %r : tensor<?xindex>
}

// -----

// shows: affine.apply by builtin.module(func.func(affine-loop-coalescing))
// shows: arith.constant by builtin.module(func.func(affine-loop-unroll{unroll-factor=3 cleanup-unroll}))
// has: !index !memref affine.for affine.store affine.yield builtin.module func.func func.return
func.func @f(%m: memref<?x?xf32>, %v: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 32 {
      affine.store %v, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

// shows: tosa.const_shape tosa.reshape by builtin.module(canonicalize)
// shows: tosa.const_shape tosa.reshape by builtin.module(func.func(tosa-layerwise-constant-fold))
// shows: linalg.yield by builtin.module(func.func(tosa-to-linalg-named))
// shows: tosa.const_shape tosa.reshape by builtin.module(inline)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.transpose
func.func @f(%a: tensor<1x4xf32>) -> tensor<4x1xf32> {
  %r = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<1x4xf32>) -> tensor<4x1xf32>
  return %r : tensor<4x1xf32>
}

// -----

// shows: emitc by builtin.module(convert-to-emitc)
// has: !index arith.constant builtin.module cf.assert cf.assert(enclosed) func.func func.return scf.for scf.yield
func.func @f(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    cf.assert %c, "message"
  }
  return
}

// -----

// shows: llvm by builtin.module(gpu.module(convert-gpu-to-nvvm))
// shows: llvm by builtin.module(gpu.module(convert-gpu-to-rocdl))
// shows: math.cos math.sin by builtin.module(math-expand-ops)
// shows: gpu.lane_id gpu.warp_execute_on_lane_0 gpu.yield by builtin.module(xegpu-subgroup-distribute)
// has: !index !memref builtin.module gpu.module(untargeted) gpu.module/gpu.func gpu.module/gpu.return gpu.module/math.tan gpu.module/memref.store
gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.tan %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

// shows: math.fma by builtin.module(math-uplift-to-fma)
// has: arith.addf arith.mulf builtin.module func.func(plain) func.return
func.func @multiplied_and_added(%a: f32, %b: f32, %c: f32) -> f32 {
  %m = arith.mulf %a, %b fastmath<fast> : f32
  %r = arith.addf %m, %c fastmath<fast> : f32
  return %r : f32
}

// -----

// shows: memref.alloc memref.copy by builtin.module(one-shot-bufferize)
// shows: memref.expand_shape by builtin.module(sparsification-and-bufferization)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.expand_shape
func.func @f(%t: tensor<8xf32>) -> tensor<2x4xf32> {
  %r = tensor.expand_shape %t [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

// shows: arith.muli arm_sme scf.for scf.yield vector.vscale by builtin.module(convert-arith-to-arm-sme)
// shows: arm_sme by builtin.module(convert-vector-to-arm-sme)
// has: !index !memref !vector arith.constant(tile) builtin.module func.func func.return vector.store(tile)
func.func @f(%d: memref<?x?xf32>, %i: index) {
  %r = arith.constant dense<1.0> : vector<[4]x[4]xf32>
  vector.store %r, %d[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  return
}

// -----

// shows: arith.constant memref.dim scf.reduce scf.yield by builtin.module(convert-linalg-to-parallel-loops)
// has: !memref arith.addf arith.mulf builtin.module func.func func.return linalg.matmul linalg.yield
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

// shows: memref.cast by builtin.module(one-shot-bufferize{bufferize-function-boundaries})
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.concat
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// shows: arith.addf vector.extract vector.transpose by builtin.module(func.func(lower-vector-multi-reduction))
// shows: arith.constant vector.insert vector.reduction by builtin.module(func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction}))
// has: !vector builtin.module func.func func.return vector.multi_reduction
func.func @f(%a: vector<2x4xf32>, %b: vector<2xf32>) -> vector<2xf32> {
  %r = vector.multi_reduction <add>, %a, %b [1] : vector<2x4xf32> to vector<2xf32>
  return %r : vector<2xf32>
}

// -----

// shows: memref.alloc memref.copy by builtin.module(one-shot-bufferize)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.reshape
func.func @f(%t: tensor<8xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %r = tensor.reshape %t(%s) : (tensor<8xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// shows: tensor.dim by builtin.module(convert-vector-to-scf{lower-tensors=true})
// has: !index !tensor !vector builtin.module func.func func.func(!tensor) func.return vector.transfer_read(nested)
func.func @f(%t: tensor<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
  %r = vector.transfer_read %t[%i, %i], %p : tensor<?x?xf32>, vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

// shows: affine.yield by builtin.module(convert-linalg-to-affine-loops)
// shows: arith.constant scf.yield by builtin.module(convert-linalg-to-loops)
// shows: arith.constant scf.reduce scf.yield by builtin.module(convert-linalg-to-parallel-loops)
// has: !memref arith.addf arith.mulf builtin.module func.func func.return linalg.conv_2d linalg.yield
func.func @conv_2d(%a: memref<8x8xf32>, %b: memref<3x3xf32>, %c: memref<6x6xf32>) {
  linalg.conv_2d ins(%a, %b : memref<8x8xf32>, memref<3x3xf32>) outs(%c : memref<6x6xf32>)
  return
}

// -----

// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.add
func.func @f(%a: tensor<2x4xi32>, %b: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %r = tosa.add %a, %b : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}

// -----

// shows: func.call by builtin.module(canonicalize)
// has: builtin.module func.call_indirect func.constant func.func(plain) func.return
func.func @callee(%a: f32) -> f32 {
  return %a : f32
}
func.func @f(%a: f32) -> f32 {
  %f = constant @callee : (f32) -> f32
  %r = call_indirect %f(%a) : (f32) -> f32
  return %r : f32
}

// -----

// shows: llvm by builtin.module(convert-to-llvm)
// shows: llvm by builtin.module(gpu-to-llvm)
// shows: arith.constant arith.muli memref.load memref.reinterpret_cast by builtin.module(memref-expand)
// has: !index !memref builtin.module func.func func.return memref.reshape
func.func @reshaped(%m: memref<8xf32>, %s: memref<2xindex>) -> memref<?x?xf32> {
  %r = memref.reshape %m(%s) : (memref<8xf32>, memref<2xindex>) -> memref<?x?xf32>
  return %r : memref<?x?xf32>
}

// -----

// shows: arith.addi arith.constant by builtin.module(lower-affine)
// has: !index !memref !vector affine.vector_load affine.vector_store builtin.module func.func func.return
func.func @vector(%m: memref<16xf32>, %i: index) {
  %v = affine.vector_load %m[%i] : memref<16xf32>, vector<4xf32>
  affine.vector_store %v, %m[%i + 4] : memref<16xf32>, vector<4xf32>
  return
}

// -----

// shows: arith.addi arith.constant tensor.dim by builtin.module(tosa-to-tensor)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.concat
func.func @f(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %r = tosa.concat %a, %b {axis = 0 : i32} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// shows: memref.extract_strided_metadata(base) by builtin.module(expand-strided-metadata)
// shows: affine.delinearize_index by builtin.module(fold-memref-alias-ops)
// has: !index !memref builtin.module func.func func.return memref.collapse_shape(static) memref.load
func.func @collapse_fixed(%m: memref<8x8xf32>, %i: index) -> f32 {
  %v = memref.collapse_shape %m [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  %0 = memref.load %v[%i] : memref<64xf32>
  return %0 : f32
}

// -----

// shows: affine.apply by builtin.module(scf-for-loop-peeling)
// has: !index !memref builtin.module func.func func.return memref.load memref.store scf.for scf.if scf.yield
func.func @f(%x: memref<4xf32>, %i: index, %b: i1) {
  scf.for %k = %i to %i step %i {
    %0 = memref.load %x[%k] : memref<4xf32>
    scf.if %b {
      memref.store %0, %x[%i] : memref<4xf32>
    }
  }
  return
}

// -----

// shows: arith.constant by builtin.module(affine-fold-memref-alias-ops)
// shows: affine.store by builtin.module(func.func(affine-data-copy-generate))
// has: !memref affine.load builtin.module func.func func.return memref.expand_shape(static)
func.func @through_shape(%a: memref<64xf32>) -> f32 {
  %v = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf32> into memref<8x8xf32>
  %x = affine.load %v[1, 2] : memref<8x8xf32>
  return %x : f32
}

// -----

// shows: memref.cast by builtin.module(canonicalize)
// has: !index !memref arith.constant builtin.module func.func func.return memref.alloc memref.store
func.func @alloc(%f: f32) -> memref<?xf32> {
  %n = arith.constant 4 : index
  %m = memref.alloc(%n) : memref<?xf32>
  %i = arith.constant 0 : index
  memref.store %f, %m[%i] : memref<?xf32>
  return %m : memref<?xf32>
}

// -----

// shows: memref.alloc memref.subview(dynamic) by builtin.module(one-shot-bufferize)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.insert_slice(dynamic)
func.func @insert_moved(%t: tensor<8x8xf32>, %s: tensor<4x4xf32>, %i: index) -> tensor<8x8xf32> {
  %v = tensor.insert_slice %s into %t[%i, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %v : tensor<8x8xf32>
}

// -----

// shows: arm_sve by builtin.module(func.func(arm-sve-legalize-vector-storage))
// has: !memref !vector builtin.module func.func(plain) func.return memref.alloca memref.load memref.store
func.func @f(%v: vector<[8]xi1>) -> vector<[8]xi1> {
  %m = memref.alloca() : memref<vector<[8]xi1>>
  memref.store %v, %m[] : memref<vector<[8]xi1>>
  %r = memref.load %m[] : memref<vector<[8]xi1>>
  return %r : vector<[8]xi1>
}

// -----

// shows: cf.br by builtin.module(canonicalize)
// shows: spirv.BranchConditional by builtin.module(convert-cf-to-spirv)
// shows: cf.br by builtin.module(inline)
// shows: scf.if by builtin.module(lift-cf-to-scf)
// has: arith.addi builtin.module cf.cond_br func.func(plain) func.return scf.execute_region scf.yield
func.func @execute_region(%c: i1, %v: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %v : i32
  ^bb2:
    %s = arith.addi %v, %v : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// -----

// shows: arith.divf arith.extf arith.mulf arith.truncf by builtin.module(arith-expand)
// shows: arith.cmpf arith.ori arith.shrui arith.trunci by builtin.module(arith-expand{include-f4e2m1=true})
// has: !f8 arith.scaling_extf(!f8) arith.scaling_truncf(!f8) builtin.module func.func func.return
func.func @scaled(%a: f4E2M1FN, %b: f8E8M0FNU, %c: f32) -> (f32, f4E2M1FN) {
  %s = arith.scaling_extf %a, %b : f4E2M1FN, f8E8M0FNU to f32
  %t = arith.scaling_truncf %c, %b : f32, f8E8M0FNU to f4E2M1FN
  return %s, %t : f32, f4E2M1FN
}

// -----

// shows: memref.extract_strided_metadata(base) by builtin.module(expand-strided-metadata)
// shows: affine.apply by builtin.module(fold-memref-alias-ops)
// has: !index !memref builtin.module func.func func.return memref.store memref.subview(static)
func.func @store_to_slice(%m: memref<8xf32>, %i: index, %f: f32) {
  %v = memref.subview %m[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  memref.store %f, %v[%i] : memref<4xf32, strided<[1], offset: 2>>
  return
}

// -----

// shows: sparse_tensor.lvl by builtin.module(lower-sparse-ops-to-foreach)
// shows: builtin.unrealized_conversion_cast by builtin.module(sparse-tensor-codegen)
// has: !index !tensor arith.constant builtin.module func.func func.func(!tensor) func.return tensor.dim
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<?x8xf64, #CSR>) -> index {
  %c0 = arith.constant 0 : index
  %r = tensor.dim %a, %c0 : tensor<?x8xf64, #CSR>
  return %r : index
}

// -----

// shows: scf.yield by builtin.module(tosa-to-scf)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.cond_if tosa.yield
func.func @f(%c: tensor<i1>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = tosa.cond_if %c : tensor<i1> -> tensor<f32> {
    tosa.yield %a : tensor<f32>
  } else {
    tosa.yield %b : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

// shows: memref.extract_strided_metadata(dynamic) by builtin.module(expand-strided-metadata)
// has: !index !memref arith.constant builtin.module func.func func.return memref.collapse_shape(dynamic) memref.dim
func.func @collapse_moved(%m: memref<?x8xf32>, %i: index) -> index {
  %v = memref.collapse_shape %m [[0, 1]] : memref<?x8xf32> into memref<?xf32>
  %c0 = arith.constant 0 : index
  %0 = memref.dim %v, %c0 : memref<?xf32>
  return %0 : index
}

// -----

// shows: vector.from_elements by builtin.module(canonicalize)
// shows: llvm by builtin.module(convert-to-llvm)
// shows: vector.from_elements by builtin.module(inline)
// has: !vector builtin.module func.func(plain) func.return vector.broadcast(scalar) vector.insert
func.func @vec(%a: f32, %b: f32) -> vector<2xf32> {
  %0 = vector.broadcast %a : f32 to vector<2xf32>
  %1 = vector.insert %a, %0[0] : f32 into vector<2xf32>
  %2 = vector.insert %b, %1[1] : f32 into vector<2xf32>
  return %2 : vector<2xf32>
}

// -----

// shows: arith.constant arith.index_cast scf.yield by builtin.module(tosa-to-scf)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.scatter
func.func @f(%a: tensor<2x4x3xf32>, %i: tensor<2x2xi32>, %b: tensor<2x2x3xf32>) -> tensor<2x4x3xf32> {
  %r = tosa.scatter %a, %i, %b : (tensor<2x4x3xf32>, tensor<2x2xi32>, tensor<2x2x3xf32>) -> tensor<2x4x3xf32>
  return %r : tensor<2x4x3xf32>
}

// -----

// shows: tensor.collapse_shape by builtin.module(tosa-to-tensor)
// has: !tensor !tosa builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.const_shape tosa.reshape
func.func @f(%a: tensor<2x4xf32>) -> tensor<8xf32> {
  %s = tosa.const_shape {values = dense<8> : tensor<1xindex>} : () -> !tosa.shape<1>
  %r = tosa.reshape %a, %s : (tensor<2x4xf32>, !tosa.shape<1>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// shows: memref.alloc memref.copy by builtin.module(one-shot-bufferize)
// shows: sparse_tensor.convert by builtin.module(pre-sparsification-rewrite)
// shows: func.call sparse_tensor.assemble sparse_tensor.disassemble by builtin.module(sparse-assembler)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.cast
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %r = tensor.cast %a : tensor<8x8xf64, #CSR> to tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

// shows: vector.extract by builtin.module(memref-emulate-wide-int)
// has: !index !memref arith.constant arith.trunci builtin.module func.func func.return memref.alloc memref.load memref.store
func.func @private_memory(%i: index, %a: i32) -> i32 {
  %c = arith.constant 1 : i64
  %n = memref.alloc() : memref<8xi64>
  memref.store %c, %n[%i] : memref<8xi64>
  %v = memref.load %n[%i] : memref<8xi64>
  %r = arith.trunci %v : i64 to i32
  return %r : i32
}

// -----

// shows: func.call memref.cast by builtin.module(convert-linalg-to-std)
// has: !index !memref builtin.module func.func func.return linalg.generic(projected) linalg.index linalg.yield
func.func @generic_index(%b: memref<8xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%b : memref<8xindex>) {
  ^bb0(%y: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  }
  return
}

// -----

// shows: arith.addi arith.index_cast scf.if scf.yield vector.extract vector.insert vector.load by builtin.module(xegpu-vector-linearize)
// has: !index !memref !vector builtin.module func.func func.return vector.gather
func.func @f(%m: memref<8xf32>, %i: index, %x: vector<4xi32>, %k: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %r = vector.gather %m[%i] [%x], %k, %v : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

// -----

// shows: spirv by builtin.module(convert-vector-to-spirv)
// shows: vector.shuffle by builtin.module(func.func(lower-vector-to-from-elements-to-shuffle-tree))
// has: !vector builtin.module func.func(plain) func.return vector.from_elements(flat) vector.to_elements
func.func @swizzled(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %x:4 = vector.to_elements %a : vector<4xf32>
  %y:4 = vector.to_elements %b : vector<4xf32>
  %r = vector.from_elements %x#3, %y#0, %x#1, %y#2 : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

// shows: arith.cmpi scf.if by builtin.module(scf-for-loop-specialization)
// has: !index !memref affine.min arith.constant builtin.module func.func func.return memref.store scf.for scf.yield
func.func @bounded(%n: index, %m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = affine.min affine_map<(d0) -> (d0, 64)>(%n)
  scf.for %i = %c0 to %u step %c1 {
    memref.store %f, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// shows: memref.alloc memref.copy by builtin.module(sparsification-and-bufferization)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.collapse_shape(dynamic) tensor.extract_slice(dynamic)
func.func @collapse(%t: tensor<4x4xf32>, %i: index, %n: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [%n, 2] [1, 1] : tensor<4x4xf32> to tensor<?x2xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// shows: llvm by builtin.module(finalize-memref-to-llvm)
// has: !index !memref arith.muli builtin.module func.func func.return memref.atomic_yield memref.generic_atomic_rmw
func.func @generic_atomic_rmw_without_arith_inside(%a: memref<8xi32>, %v: i32, %w: i32, %i: index) -> (i32, i32) {
  %s = arith.muli %v, %w : i32
  %r = memref.generic_atomic_rmw %a[%i] : memref<8xi32> {
  ^bb0(%c: i32):
    memref.atomic_yield %c : i32
  }
  return %r, %s : i32, i32
}

// -----

// shows: arith scf by builtin.module(arm-sme-vector-legalization)
// has: !index !memref !vector builtin.module func.func func.return vector.transfer_read vector.transfer_write
func.func @two_tiles(%m: memref<?x?xf32>, %i: index, %f: f32) {
  %v = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<[8]x[8]xf32>
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : vector<[8]x[8]xf32>, memref<?x?xf32>
  return
}

// -----

// shows: arith.select by builtin.module(canonicalize)
// shows: builtin.unrealized_conversion_cast by builtin.module(convert-nvgpu-to-nvvm)
// shows: arith.addi arith.index_castui arith.muli builtin.unrealized_conversion_cast memref.extract_aligned_pointer_as_index by builtin.module(convert-xegpu-to-xevm)
// shows: arith.select by builtin.module(inline)
// shows: arith.select by builtin.module(remove-dead-values)
// has: !index !memref arith.constant builtin.module func.func func.return memref.load scf.if scf.yield
func.func @chosen(%c: i1, %m: memref<4xf32>, %n: memref<4xf32>) -> f32 {
  %zero = arith.constant 0 : index
  %s = scf.if %c -> memref<4xf32> {
    scf.yield %m : memref<4xf32>
  } else {
    scf.yield %n : memref<4xf32>
  }
  %r = memref.load %s[%zero] : memref<4xf32>
  return %r : f32
}

// -----

// shows: arith.addi arith.constant arith.index_cast memref.extract_aligned_pointer_as_index vector.broadcast vector.step xegpu by builtin.module(convert-vector-to-xegpu)
// shows: llvm by builtin.module(gpu-to-llvm)
// has: !index !memref !vector builtin.module func.func func.return vector.transfer_read(flat) vector.transfer_write(flat)
func.func @flat_transfer(%m: memref<?xf32>, %i: index, %f: f32) -> vector<4xf32> {
  %r = vector.transfer_read %m[%i], %f {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
  vector.transfer_write %r, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<?xf32>
  return %r : vector<4xf32>
}

// -----

// shows: affine.apply affine.delinearize_index by builtin.module(func.func(affine-loop-coalescing))
// has: !index !memref arith.constant builtin.module func.func func.return memref.store scf.for scf.yield
func.func @coalesced(%n: index, %m: index, %b: memref<?x?xindex>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    scf.for %j = %zero to %m step %one {
      memref.store %i, %b[%i, %j] : memref<?x?xindex>
    }
  }
  return
}

// -----

// shows: memref.alloc memref.copy by builtin.module(sparsification-and-bufferization)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.extract_slice(dynamic) tensor.reshape
func.func @reshape(%t: tensor<4x4xf32>, %s: tensor<1xindex>, %i: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %1 = tensor.reshape %0(%s) : (tensor<2x2xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// shows: memref.extract_strided_metadata memref.reinterpret_cast by builtin.module(gpu-decompose-memrefs)
// shows: gpu.block_dim gpu.block_id gpu.grid_dim gpu.return gpu.thread_id by builtin.module(gpu-kernel-outlining)
// has: !index !memref arith.constant builtin.module func.func func.return gpu.launch gpu.launch/gpu.terminator gpu.launch/memref.store
func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%tx] : memref<?xf32>
    gpu.terminator
  }
  return
}

// -----

// shows: affine.apply by builtin.module(normalize-memrefs)
// has: !index !memref affine.load affine.store builtin.module func.func func.return memref.alloc
func.func @layout(%i: index, %f: f32) -> f32 {
  %m = memref.alloc() : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  affine.store %f, %m[3, 2] : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  %r = affine.load %m[3, 2] : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  return %r : f32
}

// -----

// shows: arith.addi arith.muli by builtin.module(scf-for-loop-range-folding)
// has: !index !memref arith.addi arith.constant arith.muli builtin.module func.func func.return memref.store scf.for scf.yield
func.func @shifted(%n: index, %k: index, %m: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %k : index
    %l = arith.muli %j, %k : index
    memref.store %f, %m[%l] : memref<?xf32>
  }
  return
}

// -----

// shows: tensor.cast by builtin.module(canonicalize)
// shows: linalg.fill linalg.yield tensor.empty tensor.insert_slice by builtin.module(convert-tensor-to-linalg)
// shows: affine.apply linalg.index memref.copy memref.dim by builtin.module(one-shot-bufferize)
// shows: tensor.cast by builtin.module(reify-result-shapes)
// shows: affine.apply linalg.index memref.copy memref.dim by builtin.module(sparsification-and-bufferization)
// has: !index !tensor arith.constant builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.pad(static) tensor.yield
func.func @reified_pad(%a: tensor<2x4xf32>) -> tensor<?x?xf32> {
  %f = arith.constant 0.0 : f32
  %l = arith.constant 2 : index
  %p = tensor.pad %a low[%l, 1] high[2, %l] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<2x4xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

// -----

// shows: affine.apply by builtin.module(fold-tensor-subset-ops)
// has: !index !tensor !vector builtin.module func.func func.func(!tensor) func.return tensor.extract_slice(dynamic) vector.transfer_read(flat)
func.func @read_of_slice(%t: tensor<16x16xf32>, %i: index, %f: f32) -> vector<4xf32> {
  %s = tensor.extract_slice %t[%i, 2] [8, 8] [1, 1] : tensor<16x16xf32> to tensor<8x8xf32>
  %r = vector.transfer_read %s[%i, %i], %f {in_bounds = [true]} : tensor<8x8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

// shows: tensor.extract_slice by builtin.module(eliminate-empty-tensors)
// shows: memref memref.alloc by builtin.module(sparsification-and-bufferization)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.fill linalg.yield tensor.empty tensor.insert_slice(static)
func.func @filled_and_inserted(%f: f32, %t: tensor<16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = tensor.insert_slice %x into %t[4] [8] [1] : tensor<8xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// shows: arith.addi arith.extsi arith.muli arith.subi linalg.quantized_batch_matmul linalg.yield by builtin.module(func.func(tosa-to-linalg-named))
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.const tosa.matmul
func.func @f(%a: tensor<1x4x8xi8>, %b: tensor<1x8x4xi8>) -> tensor<1x4x4xi32> {
  %z = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.matmul %a, %b, %z, %z : (tensor<1x4x8xi8>, tensor<1x8x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4xi32>
  return %r : tensor<1x4x4xi32>
}

// -----

// shows: arith scf.if scf.yield vector.load by builtin.module(amdgpu-maskedload-to-load)
// shows: affine.apply memref.reinterpret_cast by builtin.module(flatten-memref)
// has: !index !memref !vector builtin.module func.func func.return vector.maskedload(flat)
func.func @f(%m: memref<8x8xf32, #amdgpu.address_space<fat_raw_buffer>>, %i: index, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %r = vector.maskedload %m[%i, %i], %k, %p : memref<8x8xf32, #amdgpu.address_space<fat_raw_buffer>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

// -----

// shows: memref.collapse_shape by builtin.module(linalg-fold-unit-extent-dims)
// shows: memref.subview by builtin.module(linalg-fold-unit-extent-dims{use-rank-reducing-slices=true})
// shows: linalg by builtin.module(linalg-morph-ops{generic-to-named})
// shows: linalg by builtin.module(linalg-specialize-generic-ops)
// has: !memref builtin.module func.func func.return linalg.generic(projected) linalg.yield
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @unit_buffer(%a: memref<1x8xf32>, %o: memref<1x8xf32>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%a : memref<1x8xf32>) outs(%o : memref<1x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

// shows: arith.addi arith.divui arith.maximumf arith.muli arith.subi tensor.dim tensor.yield by builtin.module(func.func(tosa-to-linalg-named))
// shows: memref.cast by builtin.module(sparsification-and-bufferization)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.cast tosa.max_pool2d
func.func @f(%a: tensor<1x?x?x4xf32>) -> tensor<1x8x8x4xf32> {
  %p = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x?x?x4xf32>) -> tensor<1x?x?x4xf32>
  %r = tensor.cast %p : tensor<1x?x?x4xf32> to tensor<1x8x8x4xf32>
  return %r : tensor<1x8x8x4xf32>
}

// -----

// shows: arith.addi arith.ceildivsi arith.cmpi arith.divsi arith.maxsi arith.minsi arith.muli arith.remsi arith.subi async.add_to_group async.execute async.yield scf.condition scf.if scf.while scf.yield by builtin.module(async-parallel-for)
// shows: affine.apply gpu.launch gpu.terminator by builtin.module(convert-parallel-loops-to-gpu)
// shows: llvm.mlir.constant by builtin.module(convert-scf-to-openmp)
// shows: scf.for scf.yield by builtin.module(scf-parallel-for-to-nested-fors)
// shows: affine.min arith.addi arith.muli by builtin.module(scf-parallel-loop-tiling)
// shows: arith.andi arith.cmpi scf.if scf.yield by builtin.module(scf-parallel-loop-tiling{no-min-max-bounds=true})
// has: !index !memref arith.constant builtin.module func.func func.return memref.store scf.parallel(mapped) scf.reduce
func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %m[%i] : memref<?xf32>
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}

// -----

// shows: arith.constant arith.divsi arith.muli arith.remsi by builtin.module(test-scf-parallel-loop-collapsing{collapsed-indices-0=0,1})
// has: !index !memref arith.constant builtin.module func.func func.return memref.store scf.parallel scf.reduce
func.func @parallel(%m: memref<4x4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) {
    memref.store %v, %m[%i, %j] : memref<4x4xf32>
  }
  return
}

// -----

// shows: memref.alloc by builtin.module(one-shot-bufferize)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) scf.forall scf.forall.in_parallel tensor.parallel_insert_slice(dynamic)
func.func @parallel_moved(%t: tensor<8x8xf32>, %s: tensor<4x4xf32>) -> tensor<8x8xf32> {
  %0 = scf.forall (%i) in (2) shared_outs(%o = %t) -> tensor<8x8xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
    }
  }
  return %0 : tensor<8x8xf32>
}

// -----

// shows: arith.constant by builtin.module(one-shot-bufferize)
// shows: memref.store by builtin.module(one-shot-bufferize{bufferize-function-boundaries})
// shows: arith.constant memref.alloc by builtin.module(sparsification-and-bufferization)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) scf.forall scf.forall.in_parallel tensor.from_elements tensor.parallel_insert_slice(static)
func.func @f(%t: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%x = %t) -> tensor<8xf32> {
    %s = tensor.from_elements %v : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %x[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// -----

// shows: arith.constant by builtin.module(func.func(lower-vector-mask))
// has: !index !memref !vector builtin.module func.func func.return vector.gather vector.mask vector.yield
func.func @masked_gather(%m: memref<?xf32>, %i: index, %x: vector<4xindex>, %k: vector<4xi1>, %l: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %r = vector.mask %k { vector.gather %m[%i][%x], %l, %p : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %r : vector<4xf32>
}

// -----

// shows: memref.alloc memref.copy by builtin.module(one-shot-bufferize)
// shows: builtin.unrealized_conversion_cast by builtin.module(xegpu-blocking)
// has: !index !tensor arith.constant builtin.module func.func func.func(!tensor) func.return func.return(!tensor) scf.for scf.yield tensor.insert
func.func @f(%t: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %t) -> tensor<8xf32> {
    %y = tensor.insert %v into %x[%i] : tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// shows: arith.constant by builtin.module(tosa-to-tensor)
// has: !tensor !tosa builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.const tosa.const_shape tosa.pad
func.func @f(%a: tensor<2x4xf32>) -> tensor<4x8xf32> {
  %p = tosa.const_shape {values = dense<[1, 1, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.pad %a, %p, %z : (tensor<2x4xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// shows: arith.constant arith.subi tensor.dim by builtin.module(tosa-to-tensor)
// has: !tensor !tosa builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.const_shape tosa.slice
func.func @slice(%t: tensor<?xf32>) -> tensor<?xf32> {
  %start = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %size = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.slice %t, %start, %size : (tensor<?xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// shows: arith.addi by builtin.module(convert-tensor-to-linalg)
// shows: affine.apply by builtin.module(linalg-fold-unit-extent-dims)
// shows: affine.apply by builtin.module(reify-result-shapes)
// shows: affine.apply by builtin.module(resolve-ranked-shaped-type-result-dims)
// shows: affine.apply by builtin.module(resolve-shaped-type-result-dims)
// shows: memref.dim by builtin.module(sparsification-and-bufferization)
// has: !index !tensor arith.constant builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.dim tensor.pad(dynamic) tensor.yield
func.func @reified(%a: tensor<?x4xf32>, %l: index) -> (tensor<?x?xf32>, index) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %p = tensor.pad %a low[2, %l] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32> to tensor<?x?xf32>
  %d = tensor.dim %p, %c0 : tensor<?x?xf32>
  return %p, %d : tensor<?x?xf32>, index
}

// -----

// shows: arith.constant by builtin.module(canonicalize)
// shows: arith by builtin.module(convert-memref-to-spirv)
// shows: arith.constant by builtin.module(convert-to-llvm)
// shows: affine.apply arith.constant by builtin.module(expand-strided-metadata)
// shows: arith.constant by builtin.module(finalize-memref-to-llvm)
// shows: arith.constant by builtin.module(flatten-memref)
// shows: arith.constant by builtin.module(fold-memref-alias-ops)
// shows: arith.constant by builtin.module(resolve-ranked-shaped-type-result-dims)
// shows: arith.constant by builtin.module(resolve-shaped-type-result-dims)
// has: !index !memref builtin.module func.func func.return memref.extract_strided_metadata(static) memref.subview(dynamic)
func.func @metadata_of_slice(%m: memref<8x8xf32>, %i: index) -> (index, index) {
  %v = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %v : memref<4x4xf32, strided<[8, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %o, %s#0 : index, index
}

// -----

// shows: memref.reinterpret_cast by builtin.module(expand-strided-metadata)
// has: !index !memref builtin.module func.func func.return memref.alloc memref.extract_strided_metadata(base) memref.subview(dynamic)
func.func @buffer_of_slice(%m: memref<?x8xf32, strided<[?, 1], offset: ?>>, %n: index) -> (memref<f32>, memref<f32>) {
  %a = memref.alloc(%n, %n) : memref<?x?xf32>
  %v = memref.subview %m[%n, 0] [4, 4] [1, 1] : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %a : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  %b1, %o1, %s1:2, %t1:2 = memref.extract_strided_metadata %v : memref<4x4xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %b1 : memref<f32>, memref<f32>
}

// -----

// shows: arith.addi arith.divui arith.extsi arith.extui arith.index_cast arith.maxsi arith.minsi arith.muli arith.shli arith.subi arith.trunci linalg.index linalg.yield math.ctlz tensor.dim tosa.apply_scale by builtin.module(func.func(tosa-to-linalg-named))
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.avg_pool2d tosa.const
func.func @f(%a: tensor<1x8x8x4xi8>) -> tensor<1x7x7x4xi8> {
  %z = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.avg_pool2d %a, %z, %z {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x7x7x4xi8>
  return %r : tensor<1x7x7x4xi8>
}

// -----

// shows: arith.select by builtin.module(async-parallel-for)
// shows: affine.max memref.extract_strided_metadata by builtin.module(flatten-memref)
// shows: arith.andi arith.cmpi scf.if scf.yield by builtin.module(scf-parallel-loop-specialization)
// has: !index !memref affine.min arith.constant builtin.module func.func func.return memref.store scf.parallel scf.reduce
func.func @parallel_bounded(%n: index, %m: memref<?x?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = affine.min affine_map<(d0) -> (d0, 64)>(%n)
  %v = affine.min affine_map<(d0) -> (d0, 32)>(%n)
  scf.parallel (%i, %j) = (%c0, %c0) to (%u, %v) step (%c1, %c1) {
    memref.store %f, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}

// -----

// shows: tensor.empty by builtin.module(linalg-fuse-elementwise-ops)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.generic(projected) linalg.yield
#map = affine_map<(d0, d1) -> (d0, d1)>
#z = affine_map<(d0, d1) -> ()>
func.func @generic_fill(%f: f32, %o: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.generic {indexing_maps = [#z, #map], iterator_types = ["parallel", "parallel"]} ins(%f : f32) outs(%o : tensor<8x8xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// shows: linalg.depthwise_conv_2d_nhwc_hwc tensor.collapse_shape tensor.expand_shape by builtin.module(simplify-depthwise-conv)
// has: !tensor arith.addf arith.mulf builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.depthwise_conv_2d_nhwc_hwcm linalg.yield
func.func @depthwise(%a: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x1xf32>, %o: tensor<1x6x6x4x1xf32>) -> tensor<1x6x6x4x1xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %k : tensor<1x8x8x4xf32>, tensor<3x3x4x1xf32>) outs(%o : tensor<1x6x6x4x1xf32>) -> tensor<1x6x6x4x1xf32>
  return %r : tensor<1x6x6x4x1xf32>
}

// -----

// shows: arith.addi arith.andi arith.constant by builtin.module(arith-expand)
// shows: arith.minui by builtin.module(arith-unsigned-when-equivalent)
// shows: arith.extsi by builtin.module(convert-arith-to-apfloat)
// has: arith.ceildivsi arith.cmpi arith.divsi arith.extui arith.minsi arith.shrsi arith.sitofp builtin.module func.func(plain) func.return
func.func @not_negative(%a: i8, %b: i8) -> (i32, i32, i32, i1, i32, f32) {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %d = arith.divsi %x, %y : i32
  %c = arith.ceildivsi %x, %y : i32
  %m = arith.minsi %x, %y : i32
  %p = arith.cmpi slt, %x, %y : i32
  %s = arith.shrsi %x, %y : i32
  %f = arith.sitofp %x : i32 to f32
  return %d, %c, %m, %p, %s, %f : i32, i32, i32, i1, i32, f32
}

// -----

// shows: affine.apply memref.extract_strided_metadata memref.reinterpret_cast by builtin.module(gpu-decompose-memrefs)
// shows: arith.constant by builtin.module(int-range-optimizations)
// has: !index !memref arith.constant builtin.module func.func func.return gpu.launch gpu.launch/gpu.terminator gpu.launch/memref.store gpu.launch/memref.subview(static)
func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %s = memref.subview %m[%bx] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.store %v, %s[%tx] : memref<4xf32, strided<[1], offset: ?>>
    gpu.terminator
  }
  return
}

// -----

// shows: affine.apply by builtin.module(func.func(affine-simplify-min-max))
// shows: arith.addi by builtin.module(lower-affine)
// has: !index affine.max affine.min arith.constant builtin.module func.func func.return scf.for scf.yield
func.func @bounded(%n: index, %f: f32) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r:2 = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %c0, %b = %c0) -> (index, index) {
    %u = affine.min affine_map<(d0) -> (d0 + 4, 64)>(%i)
    %l = affine.max affine_map<(d0)[s0] -> (d0 + s0 + 4, d0 + s0 + 8)>(%i)[%n]
    scf.yield %u, %l : index, index
  }
  return %r#0, %r#1 : index, index
}

// -----

// shows: arith.addi arith.constant arith.extsi arith.muli arith.subi linalg.conv_2d_nhwc_fhwc_q linalg.generic linalg.yield by builtin.module(func.func(tosa-to-linalg-named))
// shows: arith.addi arith.constant arith.extsi arith.muli arith.subi linalg.conv_2d_nhwc_hwcf_q linalg.generic linalg.transpose linalg.yield by builtin.module(func.func(tosa-to-linalg-named{prefer-conv2d-kernel-layout-hwcf}))
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.const tosa.conv2d
func.func @f(%a: tensor<1x8x8x4xi8>, %w: tensor<2x3x3x4xi8>, %b: tensor<2xi32>) -> tensor<1x6x6x2xi32> {
  %z = "tosa.const"() {values = dense<7> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.conv2d %a, %w, %b, %z, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, dilation = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xi8>, tensor<2x3x3x4xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x6x2xi32>
  return %r : tensor<1x6x6x2xi32>
}

// -----

// shows: tosa by builtin.module(func.func(tosa-optional-decompositions))
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.const tosa.transpose_conv2d
func.func @f(%a: tensor<1x8x8x4xf32>, %w: tensor<2x3x3x4xf32>, %b: tensor<2xf32>) -> tensor<1x10x10x2xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<2x3x3x4xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x10x2xf32>
  return %r : tensor<1x10x10x2xf32>
}

// -----

// shows: gpu.wait by builtin.module(func.func(gpu-async-region))
// has: !index !memref builtin.module func.func func.return gpu.launch_func gpu.module(untargeted) gpu.module/gpu.block_dim(dead) gpu.module/gpu.block_id(dead) gpu.module/gpu.func gpu.module/gpu.grid_dim(dead) gpu.module/gpu.return gpu.module/gpu.thread_id gpu.module/memref.store
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @kernel(%m: memref<8xf32>, %v: f32) kernel {
      %i = gpu.thread_id x
      %b = gpu.block_id x
      %d = gpu.block_dim x
      %g = gpu.grid_dim x
      memref.store %v, %m[%i] : memref<8xf32>
      gpu.return
    }
  }
  func.func @f(%n: index, %m: memref<8xf32>, %v: f32) {
    gpu.launch_func @k::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<8xf32>, %v : f32)
    return
  }
}

// -----

// shows: tosa by builtin.module(func.func(tosa-optional-decompositions))
// shows: arith.addf arith.constant arith.mulf linalg.depthwise_conv_2d_nhwc_hwcm linalg.fill linalg.generic linalg.yield tensor.collapse_shape by builtin.module(func.func(tosa-to-linalg-named))
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.const tosa.depthwise_conv2d
func.func @f(%a: tensor<1x8x8x4xf32>, %w: tensor<1x1x4x2xf32>, %b: tensor<8xf32>) -> tensor<1x8x8x8xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.depthwise_conv2d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, dilation = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<1x1x4x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x8xf32>
  return %r : tensor<1x8x8x8xf32>
}

// -----

// shows: func.func func.return spirv by builtin.module(convert-gpu-to-spirv)
// has: !index !memref builtin.module gpu.module(untargeted) gpu.module/arith.addf gpu.module/gpu.func gpu.module/gpu.return gpu.module/gpu.thread_id gpu.module/memref.store
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Kernel, Addresses, Int64], []>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32, #spirv.storage_class<CrossWorkgroup>>, %v: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>} {
      %i = gpu.thread_id x
      %e = arith.addf %v, %v : f32
      memref.store %e, %m[%i] : memref<8xf32, #spirv.storage_class<CrossWorkgroup>>
      gpu.return
    }
  }
}

// -----

// shows: arith.addf arith.mulf linalg.generic linalg.transpose linalg.yield by builtin.module(func.func(tosa-to-linalg-named))
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.const tosa.conv3d
func.func @f(%a: tensor<1x8x8x8x4xf32>, %w: tensor<2x3x3x3x4xf32>, %b: tensor<2xf32>) -> tensor<1x6x6x6x2xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.conv3d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0, 0, 0>, dilation = array<i64: 1, 1, 1>, stride = array<i64: 1, 1, 1>} : (tensor<1x8x8x8x4xf32>, tensor<2x3x3x3x4xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x6x2xf32>
  return %r : tensor<1x6x6x6x2xf32>
}

// -----

// shows: amx arith memref ub.poison by builtin.module(convert-vector-to-amx)
// has: !vector builtin.module func.func func.return vector.contract
#map = affine_map<(v, m, n, k) -> (m, k, v)>
#map1 = affine_map<(v, m, n, k) -> (k, n, v)>
#map2 = affine_map<(v, m, n, k) -> (m, n)>
func.func @f(%A: vector<4x8x2xbf16>, %B: vector<8x16x2xbf16>, %C: vector<4x16xf32>) -> vector<4x16xf32> {
  %r = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel", "reduction"], kind = #vector.kind<add>}
    %A, %B, %C : vector<4x8x2xbf16>, vector<8x16x2xbf16> into vector<4x16xf32>
  return %r : vector<4x16xf32>
}

// -----

// shows: tensor.empty by builtin.module(linalg-fold-unit-extent-dims)
// shows: sparse_tensor.reinterpret_map by builtin.module(sparse-reinterpret-map)
// shows: arith.addi arith.constant memref scf.for scf.yield sparse_tensor.storage_specifier.get by builtin.module(sparsification-and-bufferization)
// has: !tensor arith.addf builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.generic(projected) linalg.yield
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#map = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<8x16xf64, #CSC>, %y: tensor<8x16xf64>) -> tensor<8x16xf64> {
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<8x16xf64, #CSC>) outs(%y : tensor<8x16xf64>) {
    ^bb0(%p: f64, %o: f64):
      %s = arith.addf %o, %p : f64
      linalg.yield %s : f64
  } -> tensor<8x16xf64>
  return %r : tensor<8x16xf64>
}

// -----

// shows: scf.condition scf.yield by builtin.module(tosa-to-scf)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.add tosa.const tosa.greater_equal tosa.while_loop tosa.yield
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

// shows: arith.addi arith.constant arith.muli llvm by builtin.module(convert-vector-to-llvm)
// shows: arm_neon.intr.smmla by builtin.module(convert-vector-to-llvm{enable-arm-neon=true enable-arm-i8mm=true})
// has: !vector arith.extsi builtin.module func.func func.return vector.contract
func.func @product(%a: vector<2x8xi8>, %b: vector<2x8xi8>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %x = arith.extsi %a : vector<2x8xi8> to vector<2x8xi32>
  %y = arith.extsi %b : vector<2x8xi8> to vector<2x8xi32>
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %c : vector<2x8xi32>, vector<2x8xi32> into vector<2x2xi32>
  return %r : vector<2x2xi32>
}

// -----

// shows: linalg.pack linalg.unpack tensor.empty by builtin.module(linalg-block-pack-matmul{block-factors=2,2,2})
// has: !tensor arith.addf arith.mulf builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.generic(projected) linalg.yield
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @generic_matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %o: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%o : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %z, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// shows: affine.apply by builtin.module(func.func(affine-pipeline-data-transfer))
// shows: affine.apply ub.poison vector.transfer_read by builtin.module(func.func(affine-super-vectorize{virtual-vector-size=4}))
// shows: arith.addi arith.muli by builtin.module(lower-affine)
// has: !index !memref affine.dma_start affine.dma_wait affine.for affine.load affine.store affine.yield arith.constant builtin.module func.func func.return memref.alloc memref.dealloc
func.func @dma(%a: memref<256xf32>, %b: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 32 : index
  affine.for %i = 0 to 8 {
    %f = memref.alloc() : memref<32xf32, 1>
    %t = memref.alloc() : memref<1xi32>
    affine.dma_start %a[%i * 32], %f[%c0], %t[%c0], %n : memref<256xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_wait %t[%c0], %n : memref<1xi32>
    affine.for %j = 0 to 32 {
      %v = affine.load %f[%j] : memref<32xf32, 1>
      affine.store %v, %b[%j + %i * 32] : memref<256xf32>
    }
    memref.dealloc %t : memref<1xi32>
    memref.dealloc %f : memref<32xf32, 1>
  }
  return
}

// -----

// shows: arith.cmpi arith.constant scf.if scf.yield tensor.dim by builtin.module(func.func(tosa-to-linalg))
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.ceil tosa.cos tosa.erf tosa.exp tosa.floor tosa.log tosa.pow tosa.rsqrt tosa.sigmoid tosa.sin tosa.tanh
func.func @unary(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tosa.ceil %a : (tensor<?xf32>) -> tensor<?xf32>
  %1 = tosa.floor %0 : (tensor<?xf32>) -> tensor<?xf32>
  %2 = tosa.exp %1 : (tensor<?xf32>) -> tensor<?xf32>
  %3 = tosa.log %2 : (tensor<?xf32>) -> tensor<?xf32>
  %4 = tosa.tanh %3 : (tensor<?xf32>) -> tensor<?xf32>
  %5 = tosa.rsqrt %4 : (tensor<?xf32>) -> tensor<?xf32>
  %6 = tosa.erf %5 : (tensor<?xf32>) -> tensor<?xf32>
  %7 = tosa.sin %6 : (tensor<?xf32>) -> tensor<?xf32>
  %8 = tosa.cos %7 : (tensor<?xf32>) -> tensor<?xf32>
  %9 = tosa.sigmoid %8 : (tensor<?xf32>) -> tensor<?xf32>
  %10 = tosa.pow %9, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %10 : tensor<?xf32>
}

// -----

// shows: tensor.from_elements by builtin.module(func.func(linalg-detensorize))
// shows: arith.trunci scf.condition scf.while scf.yield ub.poison by builtin.module(lift-cf-to-scf)
// has: !tensor arith.addi arith.cmpi arith.constant builtin.module cf.br cf.cond_br func.func func.func(!tensor) func.return func.return(!tensor) linalg.generic(scalar) linalg.yield tensor.empty tensor.extract
#map = affine_map<() -> ()>
func.func @scalar_loop(%n: tensor<i32>, %a: tensor<i32>) -> tensor<i32> {
  %c1 = arith.constant 1 : i32
  cf.br ^head(%a : tensor<i32>)
^head(%i: tensor<i32>):
  %e = tensor.empty() : tensor<i1>
  %c = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%i, %n : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
  ^bb0(%x: i32, %y: i32, %z: i1):
    %l = arith.cmpi slt, %x, %y : i32
    linalg.yield %l : i1
  } -> tensor<i1>
  %b = tensor.extract %c[] : tensor<i1>
  cf.cond_br %b, ^body(%i : tensor<i32>), ^end(%i : tensor<i32>)
^body(%j: tensor<i32>):
  %f = tensor.empty() : tensor<i32>
  %s = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%j : tensor<i32>) outs(%f : tensor<i32>) {
  ^bb0(%x: i32, %z: i32):
    %l = arith.addi %x, %c1 : i32
    linalg.yield %l : i32
  } -> tensor<i32>
  cf.br ^head(%s : tensor<i32>)
^end(%r: tensor<i32>):
  return %r : tensor<i32>
}

// -----

// shows: async.runtime.drop_ref by builtin.module(async-runtime-policy-based-ref-counting)
// has: !async !index arith.constant arith.xori async.coro.begin async.coro.end async.coro.free async.coro.id async.coro.save async.coro.suspend async.runtime.add_to_group async.runtime.await async.runtime.create async.runtime.create_group async.runtime.is_error async.runtime.resume async.runtime.set_available builtin.module cf.assert cf.br func.call func.func func.return
func.func @f(%arg0: index, %arg1: f32) {
  %0 = async.runtime.create_group %arg0 : !async.group
  %1 = call @async_execute_fn() : () -> !async.token
  %2 = async.runtime.add_to_group %1, %0 : !async.token
  async.runtime.await %0 : !async.group
  %3 = async.runtime.is_error %0 : !async.group
  %true = arith.constant true
  %4 = arith.xori %3, %true : i1
  cf.assert %4, "Awaited async operand is in error state"
  return
}
func.func private @async_execute_fn() -> !async.token attributes {passthrough = ["presplitcoroutine"]} {
  %0 = async.runtime.create : !async.token
  %1 = async.coro.id
  %2 = async.coro.begin %1
  %3 = async.coro.save %2
  async.runtime.resume %2
  async.coro.suspend %3, ^bb4, ^bb1, ^bb3
^bb1:  // pred: ^bb0
  async.runtime.set_available %0 : !async.token
  cf.br ^bb2
^bb2:  // pred: ^bb1
  async.coro.free %1, %2
  cf.br ^bb4
^bb3:  // pred: ^bb0
  async.coro.free %1, %2
  cf.br ^bb4
^bb4:  // 3 preds: ^bb0, ^bb2, ^bb3
  async.coro.end %2
  return %0 : !async.token
}

// -----

// shows: gpu by builtin.module(convert-vector-to-gpu)
// shows: arith.addf arith.mulf by builtin.module(convert-vector-to-llvm)
// shows: vector.transpose by builtin.module(convert-vector-to-scf)
// shows: arith.muli vector.shape_cast by builtin.module(convert-vector-to-xegpu)
// has: !index !memref !vector arith.constant builtin.module func.func func.return vector.contract vector.transfer_read(nested) vector.transfer_write(nested)
#map0 = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @f(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %d: memref<16x16xf16>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %A = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %B = vector.transfer_read %b[%c0, %c0], %z {permutation_map = #map0, in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %C = vector.transfer_read %d[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %r = vector.contract {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %A, %B, %C : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf16>
  vector.transfer_write %r, %d[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf16>, memref<16x16xf16>
  return
}

// -----

// shows: llvm by builtin.module(convert-async-to-llvm)
// has: !async !index arith.constant arith.xori async.coro.begin async.coro.end async.coro.free async.coro.id async.coro.save async.coro.suspend async.runtime.add_to_group async.runtime.await async.runtime.create async.runtime.create_group async.runtime.drop_ref async.runtime.is_error async.runtime.resume async.runtime.set_available builtin.module cf.assert cf.br func.call func.func func.return
func.func @f(%arg0: index, %arg1: f32) {
  %0 = async.runtime.create_group %arg0 : !async.group
  %1 = call @async_execute_fn() : () -> !async.token
  %2 = async.runtime.add_to_group %1, %0 : !async.token
  async.runtime.drop_ref %1 {count = 1 : i64} : !async.token
  async.runtime.await %0 : !async.group
  %3 = async.runtime.is_error %0 : !async.group
  async.runtime.drop_ref %0 {count = 1 : i64} : !async.group
  %true = arith.constant true
  %4 = arith.xori %3, %true : i1
  cf.assert %4, "Awaited async operand is in error state"
  return
}
func.func private @async_execute_fn() -> !async.token attributes {passthrough = ["presplitcoroutine"]} {
  %0 = async.runtime.create : !async.token
  %1 = async.coro.id
  %2 = async.coro.begin %1
  %3 = async.coro.save %2
  async.runtime.resume %2
  async.coro.suspend %3, ^bb4, ^bb1, ^bb3
^bb1:  // pred: ^bb0
  async.runtime.set_available %0 : !async.token
  cf.br ^bb2
^bb2:  // pred: ^bb1
  async.coro.free %1, %2
  cf.br ^bb4
^bb3:  // pred: ^bb0
  async.coro.free %1, %2
  cf.br ^bb4
^bb4:  // 3 preds: ^bb0, ^bb2, ^bb3
  async.coro.end %2
  return %0 : !async.token
}

// -----

// shows: memref.global by builtin.module(one-shot-bufferize)
// shows: memref.global by builtin.module(sparsification-and-bufferization)
// has: !tensor builtin.module ml_program.global
ml_program.global private mutable @g(dense<1.0> : tensor<4xf32>) : tensor<4xf32>

// -----

// shows: llvm by builtin.module(convert-ub-to-llvm)
// shows: spirv.Unreachable by builtin.module(convert-vector-to-spirv)
// shows: llvm by builtin.module(convert-to-llvm)
// has: builtin.module cf.cond_br func.func(plain) func.return ub.unreachable
func.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  ub.unreachable
}

// -----

// shows: arith.constant arith.index_cast arith.muli by builtin.module(func.func(convert-arm-sme-to-llvm))
// has: !index arm_sme.streaming_vl builtin.module func.func func.return
func.func @f() -> index {
  %r = arm_sme.streaming_vl <word>
  return %r : index
}

// -----

// shows: nvvm.rcp.approx.ftz.f by builtin.module(llvm-optimize-for-nvvm-target)
// has: !llvm builtin.module llvm.fdiv llvm.func llvm.return
llvm.func @f(%a: f16, %b: f16) -> f16 {
  %r = llvm.fdiv %a, %b : f16
  llvm.return %r : f16
}

// -----

// shows: scf.yield by builtin.module(bufferization-lower-deallocations)
// shows: scf.yield by builtin.module(convert-bufferization-to-memref)
// has: !memref bufferization.dealloc builtin.module func.func func.return
func.func @f(%m: memref<4xf32>, %c: i1) {
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  return
}

// -----

// shows: llvm by builtin.module(convert-to-llvm)
// shows: llvm llvm.call_intrinsic by builtin.module(convert-vector-to-llvm{enable-x86vector=true})
// shows: llvm by builtin.module(gpu-to-llvm)
// has: !vector builtin.module func.func(plain) func.return x86vector.avx.rsqrt
func.func @f(%a: vector<8xf32>) -> vector<8xf32> {
  %r = x86vector.avx.rsqrt %a : vector<8xf32>
  return %r : vector<8xf32>
}

// -----

// shows: llvm.comdat llvm.comdat_selector by builtin.module(llvm-add-comdats)
// shows: llvm.br by builtin.module(llvm-legalize-for-export)
// has: !llvm builtin.module llvm.cond_br llvm.func llvm.return
llvm.func linkonce_odr @f(%a: i32, %c: i1) -> i32 {
  llvm.cond_br %c, ^b(%a : i32), ^b(%a : i32)
^b(%x: i32):
  llvm.return %x : i32
}

// -----

// shows: arith cf by builtin.module(amdgpu-emulate-atomics)
// shows: llvm rocdl by builtin.module(convert-amdgpu-to-rocdl{chipset=gfx942})
// has: !memref amdgpu.raw_buffer_atomic_fadd builtin.module func.func func.return
func.func @f(%v: f32, %m: memref<64xf32>, %i: i32) {
  amdgpu.raw_buffer_atomic_fadd %v -> %m[%i] : f32 -> memref<64xf32>, i32
  return
}

// -----

// shows: memref.copy by builtin.module(one-shot-bufferize)
// shows: memref.copy by builtin.module(sparsification-and-bufferization)
// has: !tensor bufferization.alloc_tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor)
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// shows: tensor tensor.extract by builtin.module(convert-shape-to-std)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return shape.get_extent
func.func @f(%a: tensor<?xindex>, %i: index) -> index {
  %r = shape.get_extent %a, %i : tensor<?xindex>, index -> index
  return %r : index
}

// -----

// shows: arith.constant tensor.cast tensor.dim tensor.from_elements by builtin.module(convert-shape-to-std)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) shape.shape_of
func.func @f(%a: tensor<?xf32>) -> tensor<?xindex> {
  %r = shape.shape_of %a : tensor<?xf32> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

// -----

// shows: arith tensor.dim tensor.extract by builtin.module(convert-shape-to-std)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return shape.shape_eq
func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>) -> i1 {
  %r = shape.shape_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  return %r : i1
}

// -----

// shows: emitc.expression emitc.yield by builtin.module(form-expressions)
// has: builtin.module emitc.add emitc.mul func.func(plain) func.return
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = emitc.add %a, %b : (i32, i32) -> i32
  %s = emitc.mul %r, %a : (i32, i32) -> i32
  return %s : i32
}

// -----

// shows: memref.alloc memref.copy by builtin.module(one-shot-bufferize{bufferize-function-boundaries})
// shows: bufferization.clone scf.if scf.yield by builtin.module(ownership-based-buffer-deallocation)
// has: !memref !tensor bufferization.to_buffer builtin.module func.func func.func(!tensor) func.return
func.func @f(%t: tensor<4xf32>) -> memref<4xf32> {
  %r = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  return %r : memref<4xf32>
}

// -----

// shows: arith tensor.dim by builtin.module(convert-shape-to-std)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return shape.is_broadcastable
func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>) -> i1 {
  %r = shape.is_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  return %r : i1
}

// -----

// shows: pdl_interp by builtin.module(convert-pdl-to-pdl-interp)
// has: !pdl builtin.module pdl.operand pdl.operation pdl.pattern pdl.rewrite pdl.type
pdl.pattern : benefit(1) {
  %t = pdl.type
  %o = pdl.operand
  %r = pdl.operation "foo.op"(%o : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r with "rewriter"
}

// -----

// shows: scf.if scf.yield by builtin.module(convert-openacc-to-scf)
// has: !memref acc.copyin acc.enter_data builtin.module func.func func.return
func.func @data(%m: memref<8xf32>, %c: i1) {
  %d = acc.copyin varPtr(%m : memref<8xf32>) -> memref<8xf32>
  acc.enter_data if(%c) dataOperands(%d : memref<8xf32>)
  return
}

// -----

// shows: llvm by builtin.module(convert-spirv-to-llvm)
// shows: spirv.EXT.ConstantCompositeReplicate by builtin.module(spirv.module(spirv-promote-to-replicated-constants))
// has: !vector builtin.module spirv.module spirv.module/spirv.Constant spirv.module/spirv.ReturnValue spirv.module/spirv.func
spirv.module Logical GLSL450 {
  spirv.func @splat() -> vector<4xi32> "None" {
    %0 = spirv.Constant dense<7> : vector<4xi32>
    spirv.ReturnValue %0 : vector<4xi32>
  }
}

// -----

// shows: llvm llvm.add llvm.mul by builtin.module(convert-vector-to-llvm{enable-amx=true})
// has: !amx !index !memref amx.tile_store amx.tile_zero builtin.module func.func func.return
func.func @f(%m: memref<?x?xbf16>, %i: index) {
  %z = amx.tile_zero : !amx.tile<16x32xbf16>
  amx.tile_store %m[%i, %i], %z : memref<?x?xbf16>, !amx.tile<16x32xbf16>
  return
}

// -----

// shows: tensor.extract by builtin.module(canonicalize)
// has: !index !memref !tensor bufferization.to_buffer builtin.module func.func func.func(!tensor) func.return memref.load
func.func @tobuf(%t: tensor<?xf32>, %i: index) -> f32 {
  %m = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %r = memref.load %m[%i] : memref<?xf32>
  return %r : f32
}

// -----

// shows: vector by builtin.module(arm-neon-2d-to-intr)
// has: !vector arm_neon.2d.sdot builtin.module func.func func.return
func.func @dot(%a: vector<4xi32>, %b: vector<4x4xi8>) -> vector<4xi32> {
  %r = arm_neon.2d.sdot %a, %b, %b : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
  return %r : vector<4xi32>
}

// -----

// shows: arith tensor by builtin.module(func.func(lower-quant-ops))
// shows: quant.scast by builtin.module(strip-func-quant-types)
// has: !quant !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) quant.dcast
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 2.0:10>>) -> tensor<4xf32> {
  %r = quant.dcast %a : tensor<4x!quant.uniform<i8:f32, 2.0:10>> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// shows: emitc.class emitc.field emitc.get_field by builtin.module(wrap-emitc-func-in-class)
// has: builtin.module emitc.add emitc.func emitc.mul emitc.return
emitc.func @f(%a: i32, %b: i32) -> i32 attributes {specifiers = ["static"]} {
  %r = emitc.add %a, %b : (i32, i32) -> i32
  %s = emitc.mul %r, %a : (i32, i32) -> i32
  emitc.return %s : i32
}

// -----

// shows: arith tensor.dim by builtin.module(convert-shape-to-std)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) shape.broadcast
func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>) -> tensor<?xindex> {
  %r = shape.broadcast %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

// -----

// shows: memref.dealloc by builtin.module(one-shot-bufferize)
// shows: memref.dealloc by builtin.module(sparse-tensor-codegen)
// shows: func.call by builtin.module(sparse-tensor-conversion)
// has: !tensor bufferization.dealloc_tensor builtin.module func.func func.func(!tensor) func.return
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>) {
  bufferization.dealloc_tensor %a : tensor<8x8xf64, #CSR>
  return
}

// -----

// shows: arith memref scf by builtin.module(sparse-buffer-rewrite)
// shows: arith.addi arith.cmpi arith.constant arith.muli memref.dim memref.realloc memref.store scf.if scf.yield by builtin.module(sparsification-and-bufferization)
// has: !index !memref builtin.module func.func func.return sparse_tensor.push_back
func.func @f(%n: index, %b: memref<?xf64>, %v: f64) -> (memref<?xf64>, index) {
  %r, %m = sparse_tensor.push_back %n, %b, %v : index, memref<?xf64>, f64
  return %r, %m : memref<?xf64>, index
}

// -----

// shows: arith.constant memref.dim by builtin.module(convert-bufferization-to-memref)
// has: !memref bufferization.clone builtin.module func.func func.return
func.func @clone(%m: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32> {
  %0 = bufferization.clone %m : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
  return %0 : memref<?xf32>
}

// -----

// shows: arith bufferization linalg.copy linalg.yield memref mpi by builtin.module(convert-shard-to-mpi)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) shard.all_reduce shard.grid
shard.grid @g(shape = 3)
func.func @reduced(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = shard.all_reduce %t on @g grid_axes = [0] reduction = sum : tensor<4xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// shows: llvm by builtin.module(gpu.module(convert-gpu-to-rocdl))
// has: !memref builtin.module gpu.module(untargeted) gpu.module/amdgpu.lds_barrier gpu.module/amdgpu.raw_buffer_store gpu.module/arith.constant gpu.module/gpu.func gpu.module/gpu.return
gpu.module @k {
  gpu.func @f(%v: f32, %m: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : i32
    amdgpu.raw_buffer_store %v -> %m[%c0] : f32 -> memref<?xf32>, i32
    amdgpu.lds_barrier
    gpu.return
  }
}

// -----

// shows: arith tensor by builtin.module(func.func(lower-quant-ops))
// has: !quant !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) quant.qcast
func.func @f(%a: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0:10>> {
  %r = quant.qcast %a : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 2.0:10>>
  return %r : tensor<4x!quant.uniform<i8:f32, 2.0:10>>
}

// -----

// shows: arith.constant shape.reduce shape.yield by builtin.module(func.func(shape-to-shape-lowering))
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return shape.mul shape.num_elements shape.rank
func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>) -> index {
  %n = shape.num_elements %a : tensor<?xindex> -> index
  %e = shape.rank %b : tensor<?xindex> -> index
  %r = shape.mul %n, %e : index, index -> index
  return %r : index
}

// -----

// shows: arith arith.constant bufferization bufferization.alloc_tensor linalg.fill linalg.yield sparse_tensor.foreach sparse_tensor.yield tensor tensor.insert by builtin.module(lower-sparse-ops-to-foreach)
// shows: func.call by builtin.module(sparse-assembler)
// shows: linalg.fill memref.alloc by builtin.module(sparsification-and-bufferization)
// has: !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) sparse_tensor.convert
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64> {
  %r = sparse_tensor.convert %a : tensor<8x8xf64, #CSR> to tensor<8x8xf64>
  return %r : tensor<8x8xf64>
}

// -----

// shows: arith.constant llvm by builtin.module(sparse-storage-specifier-to-llvm)
// has: !sparse_tensor builtin.module func.func func.return sparse_tensor.storage_specifier.init
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f() -> !sparse_tensor.storage_specifier<#SV> {
  %r = sparse_tensor.storage_specifier.init : !sparse_tensor.storage_specifier<#SV>
  return %r : !sparse_tensor.storage_specifier<#SV>
}

// -----

// shows: tensor.dim by builtin.module(convert-shape-to-std)
// has: !index !tensor arith.addi arith.constant builtin.module func.func func.func(!tensor) func.return shape.reduce shape.yield
func.func @f(%a: tensor<?xindex>) -> index {
  %z = arith.constant 0 : index
  %r = shape.reduce(%a, %z) : tensor<?xindex> -> index {
    ^bb0(%i: index, %e: index, %s: index):
      %n = arith.addi %e, %s : index
      shape.yield %n : index
  }
  return %r : index
}

// -----

// shows: llvm.intr.lifetime.end llvm.intr.lifetime.start by builtin.module(inline)
// has: !llvm builtin.module llvm.alloca llvm.call llvm.func llvm.mlir.constant llvm.return
llvm.func @use(!llvm.ptr)
llvm.func @allocates() {
  %one = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.call @use(%p) : (!llvm.ptr) -> ()
  llvm.return
}
llvm.func @inlines() {
  llvm.call @allocates() : () -> ()
  llvm.return
}

// -----

// shows: memref.dealloc by builtin.module(sparsification-and-bufferization)
// has: !index !tensor bufferization.alloc_tensor bufferization.dealloc_tensor builtin.module func.func func.return linalg.fill linalg.yield tensor.extract
func.func @freed(%f: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<8xf32>
  %x = linalg.fill ins(%f : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %r = tensor.extract %x[%i] : tensor<8xf32>
  bufferization.dealloc_tensor %x : tensor<8xf32>
  return %r : f32
}

// -----

// shows: cf.assert shape.const_witness shape.is_broadcastable by builtin.module(convert-shape-constraints)
// shows: arith shape.cstr_require tensor.dim by builtin.module(convert-shape-to-std)
// shows: shape.const_witness by builtin.module(func.func(remove-shape-constraints))
// has: !index !shape !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) shape.assuming shape.assuming_yield shape.cstr_broadcastable
func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  %r = shape.assuming %w -> (tensor<?xf32>) {
    shape.assuming_yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// shows: arith arith.addi arith.cmpi arith.constant arith.subi func.call memref memref.load memref.store scf scf.if scf.yield sparse_tensor.push_back sparse_tensor.storage_specifier.get sparse_tensor.storage_specifier.set by builtin.module(sparse-tensor-codegen)
// shows: arith arith.constant func.call memref memref.alloca memref.store by builtin.module(sparse-tensor-conversion)
// shows: arith.subi func.call memref.dim sparse_tensor.storage_specifier.set by builtin.module(sparsification-and-bufferization)
// has: !index !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) sparse_tensor.load tensor.insert
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<8xf64, #SV>, %v: f64, %i: index) -> tensor<8xf64, #SV> {
  %t = tensor.insert %v into %a[%i] : tensor<8xf64, #SV>
  %r = sparse_tensor.load %t hasInserts : tensor<8xf64, #SV>
  return %r : tensor<8xf64, #SV>
}

// -----

// shows: xevm by builtin.module(convert-xegpu-to-xevm)
// has: !vector builtin.module gpu.module(untargeted) gpu.module/gpu.func(plain) gpu.module/gpu.return gpu.module/xegpu.dpas gpu.module/xegpu.fence
gpu.module @lanes {
  gpu.func @dpas(%a: vector<8xf16>, %b: vector<16xf16>, %c: vector<8xf32>) -> vector<8xf32> {
    %d = xegpu.dpas %a, %b, %c : vector<8xf16>, vector<16xf16>, vector<8xf32> -> vector<8xf32>
    xegpu.fence memory_kind = global, fence_scope = workgroup
    gpu.return %d : vector<8xf32>
  }
}

// -----

// shows: arith.constant by builtin.module(func.func(acc-legalize-serial))
// has: !index !memref acc.copyin acc.copyout acc.serial acc.yield arith.constant builtin.module func.func func.return memref.load memref.store
func.func @serial(%a: memref<10xf32>) {
  %c = acc.copyin varPtr(%a : memref<10xf32>) -> memref<10xf32>
  acc.serial dataOperands(%c : memref<10xf32>) {
    %i = arith.constant 0 : index
    %x = memref.load %c[%i] : memref<10xf32>
    memref.store %x, %c[%i] : memref<10xf32>
    acc.yield
  }
  acc.copyout accPtr(%c : memref<10xf32>) to varPtr(%a : memref<10xf32>)
  return
}

// -----

// shows: affine.apply by builtin.module(amdgpu-fold-memrefs-ops)
// has: !index !memref !vector amdgpu.gather_to_lds builtin.module func.func func.return memref.alloc memref.subview(dynamic)
func.func @f(%g: memref<128x72xf16, 1>, %i: index, %j: index) {
  %l = memref.alloc() : memref<64x128xf16, 3>
  %s = memref.subview %g[%i, 0][64, 64][1, 1] : memref<128x72xf16, 1> to memref<64x64xf16, strided<[72, 1], offset: ?>, 1>
  amdgpu.gather_to_lds %s[%i, %j], %l[%i, %j] : vector<8xf16>, memref<64x64xf16, strided<[72, 1], offset: ?>, 1>, memref<64x128xf16, 3>
  return
}

// -----

// shows: scf.if scf.yield by builtin.module(func.func(acc-if-clause-lowering))
// has: !index !memref acc.create acc.delete acc.kernels acc.terminator arith.constant builtin.module func.func func.return memref.load memref.store
func.func @conditionalKernels(%a: memref<10xf32>, %cond: i1) {
  %c = acc.create varPtr(%a : memref<10xf32>) -> memref<10xf32>
  acc.kernels dataOperands(%c : memref<10xf32>) if(%cond) {
    %i = arith.constant 0 : index
    %x = memref.load %c[%i] : memref<10xf32>
    memref.store %x, %c[%i] : memref<10xf32>
    acc.terminator
  }
  acc.delete accPtr(%c : memref<10xf32>)
  return
}

// -----

// shows: affine.apply by builtin.module(xegpu-fold-alias-ops)
// has: !index !memref !xegpu builtin.module func.func func.return memref.subview(dynamic) xegpu.create_nd_tdesc
func.func @alias(%a: memref<256x256xf32>, %i: index, %j: index) -> !xegpu.tensor_desc<8x16xf32> {
  %s = memref.subview %a[%i, %j] [128, 64] [1, 1] : memref<256x256xf32> to memref<128x64xf32, strided<[256, 1], offset: ?>>
  %d = xegpu.create_nd_tdesc %s[%i, %j] : memref<128x64xf32, strided<[256, 1], offset: ?>> -> !xegpu.tensor_desc<8x16xf32>
  return %d : !xegpu.tensor_desc<8x16xf32>
}

// -----

// shows: acc.routine by builtin.module(acc-implicit-routine)
// has: !index !memref acc.parallel acc.yield arith.constant builtin.module func.call(plain) func.func(plain) func.return memref.get_global memref.global memref.load memref.store
func.func @defined(%x: f32) -> f32 {
  return %x : f32
}
memref.global @table : memref<10xf32> = dense<1.0>
func.func @caller() {
  acc.parallel {
    %i = arith.constant 0 : index
    %t = memref.get_global @table : memref<10xf32>
    %x = memref.load %t[%i] : memref<10xf32>
    %y = func.call @defined(%x) : (f32) -> f32
    memref.store %y, %t[%i] : memref<10xf32>
    acc.yield
  }
  return
}

// -----

// shows: spirv.Constant by builtin.module(spirv.module(spirv-webgpu-prepare))
// has: !spirv(dead) builtin.module spirv.module spirv.module/spirv.IAddCarry(dead) spirv.module/spirv.IsInf spirv.module/spirv.IsNan spirv.module/spirv.LogicalOr spirv.module/spirv.ReturnValue spirv.module/spirv.SMulExtended(dead) spirv.module/spirv.UMulExtended(dead) spirv.module/spirv.func
spirv.module Logical GLSL450 {
  spirv.func @extended(%a: i32, %b: i32, %f: f32) -> i1 "None" {
    %0 = spirv.UMulExtended %a, %b : !spirv.struct<(i32, i32)>
    %1 = spirv.SMulExtended %a, %b : !spirv.struct<(i32, i32)>
    %2 = spirv.IAddCarry %a, %b : !spirv.struct<(i32, i32)>
    %3 = spirv.IsInf %f : f32
    %4 = spirv.IsNan %f : f32
    %5 = spirv.LogicalOr %3, %4 : i1
    spirv.ReturnValue %5 : i1
  }
}

// -----

// shows: arith.addi memref memref.load scf scf.for scf.yield sparse_tensor.positions sparse_tensor.values by builtin.module(func.func(lower-sparse-foreach-to-scf))
// shows: affine.min arith.select vector.create_mask vector.insert vector.maskedload vector.reduction by builtin.module(sparsification-and-bufferization{vl=4})
// has: !index !tensor arith.addf arith.constant builtin.module func.func func.func(!tensor) func.return sparse_tensor.foreach sparse_tensor.yield
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>, %init: tensor<f64>) -> f64 {
  %z = arith.constant 0.0 : f64
  %r = sparse_tensor.foreach in %a init(%z) : tensor<8x8xf64, #CSR>, f64 -> f64 do {
    ^bb0(%i: index, %j: index, %v: f64, %acc: f64):
      %s = arith.addf %acc, %v : f64
      sparse_tensor.yield %s : f64
  }
  return %r : f64
}

// -----

// shows: shard.shard shard.sharding by builtin.module(func.func(sharding-propagation))
// shows: linalg.generic linalg.pack linalg.unpack tensor.empty by builtin.module(linalg-block-pack-matmul{block-factors=2,2,2})
// has: !shard !tensor arith.addf arith.constant(!tensor) arith.mulf builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.matmul linalg.yield shard.grid shard.shard shard.sharding
shard.grid @line(shape = 2)
func.func @propagated(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %s = shard.sharding @line split_axes = [[], [0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<8x16xf32>
  %e = arith.constant dense<0.0> : tensor<8x8xf32>
  %m = linalg.matmul ins(%0, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %m : tensor<8x8xf32>
}

// -----

// shows: llvm nvvm by builtin.module(convert-nvgpu-to-nvvm)
// shows: arith by builtin.module(nvgpu-optimize-shared-memory)
// has: !index !memref !nvgpu !vector builtin.module func.func func.return memref.alloc nvgpu.device_async_copy nvgpu.device_async_create_group nvgpu.device_async_wait nvgpu.ldmatrix
func.func @shared(%g: memref<128x128xf16>, %i: index, %j: index) -> vector<4x2xf16> {
  %s = memref.alloc() : memref<128x32xf16, 3>
  %t = nvgpu.device_async_copy %g[%i, %j], %s[%i, %j], 8 : memref<128x128xf16> to memref<128x32xf16, 3>
  %u = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %u {numGroups = 0 : i32}
  %m = nvgpu.ldmatrix %s[%i, %j] {numTiles = 4 : i32, transpose = false} : memref<128x32xf16, 3> -> vector<4x2xf16>
  return %m : vector<4x2xf16>
}

// -----

// shows: shard.all_slice by builtin.module(func.func(shard-partition))
// shows: arith.constant arith.maxsi arith.subi by builtin.module(func.func(tosa-to-linalg))
// has: !shard !tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) shard.grid shard.shard shard.sharding tosa.abs
shard.grid @line(shape = 2)
func.func @split(%a: tensor<2xi8>) -> tensor<2xi8> {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %r = shard.sharding @line split_axes = [[]] : !shard.sharding
  %0 = shard.shard %a to %r : tensor<2xi8>
  %1 = shard.shard %0 to %s annotate_for_users : tensor<2xi8>
  %2 = tosa.abs %1 : (tensor<2xi8>) -> tensor<2xi8>
  %3 = shard.shard %2 to %s : tensor<2xi8>
  %4 = shard.shard %3 to %s annotate_for_users : tensor<2xi8>
  return %4 : tensor<2xi8>
}

// -----

// shows: linalg.generic linalg.yield by builtin.module(transform-interpreter)
// has: !tensor !transform arith(!tensor) arith.addf builtin.module func.func func.func(!tensor) func.return func.return(!tensor) transform.apply_registered_pass transform.named_sequence transform.structured.match transform.yield
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
    %r = arith.addf %a, %b : tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %l = transform.apply_registered_pass "convert-elementwise-to-linalg" to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// shows: spirv.AccessChain spirv.Constant spirv.EntryPoint spirv.ExecutionMode spirv.GlobalVariable spirv.Load spirv.mlir.addressof by builtin.module(spirv.module(spirv-lower-abi-attrs))
// has: !spirv builtin.module spirv.module spirv.module/spirv.Return spirv.module/spirv.func
spirv.module Logical GLSL450 attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  spirv.func @entry(%a: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0), StorageBuffer>}, %b: !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1)>}) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    spirv.Return
  }
}

// -----

// shows: llvm by builtin.module(convert-vector-to-llvm)
// shows: arith.addi arith.index_cast arith.shrui memref.extract_aligned_pointer_as_index vector.bitcast vector.insert_strided_slice by builtin.module(xegpu-optimize-block-loads)
// has: !index !memref !vector !xegpu builtin.module gpu.module(compiled) gpu.module/arith.constant gpu.module/gpu.func gpu.module/gpu.return gpu.module/vector.transpose gpu.module/xegpu.create_nd_tdesc gpu.module/xegpu.load_nd
#b = #xegpu.layout<lane_layout = [16, 1], lane_data = [1, 2]>
gpu.module @kernels [#xevm.target<chip = "pvc">] {
  gpu.func @transposed(%b: memref<64x64xf16>) -> vector<16x16xf16> {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %t = xegpu.create_nd_tdesc %b : memref<64x64xf16> -> !xegpu.tensor_desc<16x16xf16, #b>
    %v = xegpu.load_nd %t[%c0, %c32] { result_layout = #b } : !xegpu.tensor_desc<16x16xf16, #b> -> vector<16x16xf16>
    %r = vector.transpose %v, [1, 0] : vector<16x16xf16> to vector<16x16xf16>
    gpu.return %r : vector<16x16xf16>
  }
}

// -----

// shows: spirv.CompositeConstruct by builtin.module(spirv.module(spirv-rewrite-inserts))
// has: !vector builtin.module spirv.module spirv.module/spirv.CompositeInsert spirv.module/spirv.ReturnValue spirv.module/spirv.Undef spirv.module/spirv.func
spirv.module Logical GLSL450 attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
  spirv.func @inserts(%a: f32, %b: f32, %c: f32, %d: f32) -> vector<4xf32> "None" {
    %u = spirv.Undef : vector<4xf32>
    %0 = spirv.CompositeInsert %a, %u[0 : i32] : f32 into vector<4xf32>
    %1 = spirv.CompositeInsert %b, %0[1 : i32] : f32 into vector<4xf32>
    %2 = spirv.CompositeInsert %c, %1[2 : i32] : f32 into vector<4xf32>
    %3 = spirv.CompositeInsert %d, %2[3 : i32] : f32 into vector<4xf32>
    spirv.ReturnValue %3 : vector<4xf32>
  }
}

// -----

// shows: arith.addi arith.constant arith.muli arm_sme.store_tile_slice scf.for scf.yield vector.vscale by builtin.module(convert-arm-sme-to-scf)
// shows: vector.interleave by builtin.module(func.func(arm-sme-outer-product-fusion))
// has: !index !memref !vector arith.extf arm_sme.outerproduct arm_sme.tile_store builtin.module func.func func.return
func.func @f(%a0: vector<[4]xf16>, %b0: vector<[4]xf16>, %a1: vector<[4]xf16>, %b1: vector<[4]xf16>, %m: memref<?x?xf32>, %i: index) {
  %ae0 = arith.extf %a0 : vector<[4]xf16> to vector<[4]xf32>
  %be0 = arith.extf %b0 : vector<[4]xf16> to vector<[4]xf32>
  %ae1 = arith.extf %a1 : vector<[4]xf16> to vector<[4]xf32>
  %be1 = arith.extf %b1 : vector<[4]xf16> to vector<[4]xf32>
  %0 = arm_sme.outerproduct %ae0, %be0 : vector<[4]xf32>, vector<[4]xf32>
  %1 = arm_sme.outerproduct %ae1, %be1 acc(%0) : vector<[4]xf32>, vector<[4]xf32>
  arm_sme.tile_store %1, %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  return
}

// -----

// shows: arith.constant memref.subview memref.subview(dynamic) scf.for scf.yield by builtin.module(transform-interpreter)
// has: !memref !transform arith.addf arith.mulf builtin.module func.func func.return linalg.matmul linalg.yield transform.named_sequence transform.structured.match transform.structured.tile_using_for transform.yield
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
    linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %0 tile_sizes [4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// shows: linalg.copy linalg.transpose linalg.yield tensor.collapse_shape tensor.empty tensor.extract_slice by builtin.module(transform-interpreter)
// has: !tensor !transform builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.unpack transform.named_sequence transform.structured.lower_unpack transform.structured.match transform.yield
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x1x4x4xf32>, %d: tensor<7x4xf32>) -> tensor<7x4xf32> {
    %r = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<2x1x4x4xf32> -> tensor<7x4xf32>
    return %r : tensor<7x4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %u = transform.structured.match ops{["linalg.unpack"]} in %m : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %u : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
}

// -----

// shows: tensor.empty tensor.insert_slice by builtin.module(transform-interpreter)
// has: !tensor !transform builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tensor.concat transform.apply_patterns transform.apply_patterns.tensor.decompose_concat transform.named_sequence transform.structured.match transform.yield
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
    %r = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.decompose_concat
    } : !transform.any_op
    transform.yield
  }
}

// -----

// shows: tensor.insert_slice by builtin.module(transform-interpreter)
// has: !tensor !transform builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.pack transform.apply_patterns transform.apply_patterns.linalg.decompose_pack_unpack transform.named_sequence transform.structured.match transform.yield
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x4xf32>, %d: tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32> {
    %r = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<4x4xf32> -> tensor<1x1x4x4xf32>
    return %r : tensor<1x1x4x4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

// shows: acc.copyin acc.copyout by builtin.module(acc-implicit-data)
// shows: arith.addi arith.minsi by builtin.module(func.func(acc-loop-tiling))
// shows: scf.for scf.yield by builtin.module(func.func(acc-specialize-for-host{enable-host-fallback=true}))
// has: !index !memref acc.loop acc.parallel acc.yield arith.constant builtin.module func.func func.return memref.load memref.store
func.func @tiles(%a: memref<100x50xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %c100 = arith.constant 100 : index
  %t = arith.constant 32 : i32
  acc.parallel {
    acc.loop tile({%t : i32, %t : i32}) control(%i : index, %j : index) = (%c0, %c0 : index, index) to (%c100, %c50 : index, index) step (%c1, %c1 : index, index) {
      %x = memref.load %a[%i, %j] : memref<100x50xf32>
      memref.store %x, %a[%i, %j] : memref<100x50xf32>
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: false, false>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  return
}

// -----

// shows: affine.apply scf.forall scf.forall.in_parallel tensor.parallel_insert_slice by builtin.module(transform-interpreter)
// has: !tensor !transform arith.addf arith.mulf builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.matmul linalg.yield transform.named_sequence transform.structured.match transform.structured.tile_using_forall transform.yield
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %r = linalg.matmul ins(%a, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
    return %r : tensor<16x16xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %0 tile_sizes [4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// shows: !memref memref.store scf.for by builtin.module(transform-interpreter)
// has: !tensor !transform builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.fill linalg.yield transform.apply_registered_pass transform.bufferization.one_shot_bufferize transform.named_sequence transform.structured.match transform.yield
module attributes {transform.with_named_sequence} {
  func.func @f(%t: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
    %r = linalg.fill ins(%f : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    %b = transform.bufferization.one_shot_bufferize %m {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %b : (!transform.any_op) -> !transform.any_op
    %l = transform.apply_registered_pass "convert-linalg-to-loops" to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// shows: bufferization bufferization.to_buffer bufferization.to_tensor memref memref.load memref.store scf scf.for scf.yield sparse_tensor.positions sparse_tensor.values by builtin.module(sparsification)
// shows: scf.parallel scf.reduce scf.reduce.return by builtin.module(sparsification{parallelization-strategy=any-storage-any-loop})
// has: !tensor arith.constant arith.mulf builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.generic(projected) linalg.yield sparse_tensor.reduce sparse_tensor.yield
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%arg0: tensor<8xf64, #sparse>, %arg1: tensor<f64>) -> tensor<f64> {
  %cst = arith.constant 1.000000e+00 : f64
  %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%arg0 : tensor<8xf64, #sparse>) outs(%arg1 : tensor<f64>) attrs =  {sorted = true} {
  ^bb0(%in: f64, %out: f64):
    %1 = sparse_tensor.reduce %out, %in, %cst : f64 {
    ^bb0(%arg2: f64, %arg3: f64):
      %2 = arith.mulf %arg2, %arg3 : f64
      sparse_tensor.yield %2 : f64
    }
    linalg.yield %1 : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// shows: arith.constant by builtin.module(linalg-block-pack-matmul{block-factors=2,2,2})
// shows: bufferization.materialize_in_destination tensor.extract_slice by builtin.module(transform-interpreter)
// has: !tensor !transform arith.addf arith.mulf builtin.module func.func func.func(!tensor) func.return func.return(!tensor) linalg.matmul linalg.yield transform.named_sequence transform.structured.match transform.structured.pad transform.yield
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<15x16xf32>, %b: tensor<16x16xf32>, %c: tensor<15x16xf32>) -> tensor<15x16xf32> {
    %r = linalg.matmul ins(%a, %b : tensor<15x16xf32>, tensor<16x16xf32>) outs(%c : tensor<15x16xf32>) -> tensor<15x16xf32>
    return %r : tensor<15x16xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
    %p, %q, %r = transform.structured.pad %0 {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32], padding_dimensions = [0, 1, 2], pad_to_multiple_of = [4, 4, 4]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// shows: arith.index_castui by builtin.module(arith-int-range-narrowing{int-bitwidths-supported=1,8,16,24,32})
// shows: memref scf by builtin.module(func.func(lower-sparse-iteration-to-scf))
// has: !index !sparse_tensor !tensor arith.addi arith.constant builtin.module func.func func.func(!tensor) func.return sparse_tensor.extract_iteration_space sparse_tensor.iterate sparse_tensor.yield
#COO = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton(soa)) }>
func.func @f(%sp : tensor<4x8xf32, #COO>) -> index {
  %i = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l1 = sparse_tensor.extract_iteration_space %sp lvls = 0 : tensor<4x8xf32, #COO> -> !sparse_tensor.iter_space<#COO, lvls = 0>
  %r1 = sparse_tensor.iterate %it1 in %l1 iter_args(%outer = %i): !sparse_tensor.iter_space<#COO, lvls = 0 to 1> -> index {
    %l2 = sparse_tensor.extract_iteration_space %sp at %it1 lvls = 1 : tensor<4x8xf32, #COO>, !sparse_tensor.iterator<#COO, lvls = 0 to 1> -> !sparse_tensor.iter_space<#COO, lvls = 1>
    %r2 = sparse_tensor.iterate %it2 in %l2 iter_args(%inner = %outer): !sparse_tensor.iter_space<#COO, lvls = 1 to 2> -> index {
      %k = arith.addi %inner, %c1 : index
      sparse_tensor.yield %k : index
    }
    sparse_tensor.yield %r2 : index
  }
  return %r1 : index
}

// -----

// shows: xegpu.dpas by builtin.module(convert-vector-to-xegpu)
// shows: arith.constant vector.broadcast vector.extract vector.fma vector.insert by builtin.module(transform-interpreter)
// has: !transform !vector builtin.module func.func func.return transform.apply_patterns transform.apply_patterns.vector.lower_broadcast transform.apply_patterns.vector.lower_contraction transform.apply_patterns.vector.lower_outerproduct transform.apply_patterns.vector.lower_transpose transform.named_sequence transform.structured.match transform.yield vector.contract
module attributes {transform.with_named_sequence} {
  func.func @f(%a: vector<4x4xf32>, %b: vector<4x4xf32>, %c: vector<4x4xf32>) -> vector<4x4xf32> {
    %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
    return %r : vector<4x4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = outerproduct
      transform.apply_patterns.vector.lower_outerproduct
      transform.apply_patterns.vector.lower_transpose
      transform.apply_patterns.vector.lower_broadcast
    } : !transform.any_op
    transform.yield
  }
}

// -----

// shows: arith.constant vector.extract vector.insert by builtin.module(convert-math-to-libm)
// shows: arith.constant arith.divui arith.muli arith.remui gpu.subgroup_id by builtin.module(xegpu-wg-to-sg-distribute)
// has: !memref !vector !xegpu builtin.module gpu.module(compiled) gpu.module/gpu.func gpu.module/gpu.return gpu.module/math.exp gpu.module/xegpu.create_nd_tdesc gpu.module/xegpu.load_nd gpu.module/xegpu.store_nd
gpu.module @workgroups [#xevm.target<chip = "pvc">] {
  gpu.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
    %t = xegpu.create_nd_tdesc %a : memref<64x64xf32> -> !xegpu.tensor_desc<64x64xf32, #xegpu.layout<sg_layout = [2, 2], sg_data = [32, 32], inst_data = [8, 16]>>
    %v = xegpu.load_nd %t[0, 0] {layout = #xegpu.layout<sg_layout = [2, 2], sg_data = [32, 32], inst_data = [8, 16]>} : !xegpu.tensor_desc<64x64xf32, #xegpu.layout<sg_layout = [2, 2], sg_data = [32, 32], inst_data = [8, 16]>> -> vector<64x64xf32>
    %w = math.exp %v {layout_result_0 = #xegpu.layout<sg_layout = [2, 2], sg_data = [32, 32], inst_data = [8, 16]>} : vector<64x64xf32>
    %u = xegpu.create_nd_tdesc %b : memref<64x64xf32> -> !xegpu.tensor_desc<64x64xf32, #xegpu.layout<sg_layout = [2, 2], sg_data = [32, 32], inst_data = [8, 16]>>
    xegpu.store_nd %w, %u[0, 0] {layout = #xegpu.layout<sg_layout = [2, 2], sg_data = [32, 32], inst_data = [8, 16]>} : vector<64x64xf32>, !xegpu.tensor_desc<64x64xf32, #xegpu.layout<sg_layout = [2, 2], sg_data = [32, 32], inst_data = [8, 16]>>
    gpu.return
  }
}

// -----

// shows: arith.constant by builtin.module(xegpu-blocking)
// shows: arith arith.constant vector vector.shape_cast by builtin.module(xegpu-subgroup-distribute)
// has: !memref !vector !xegpu builtin.module gpu.module(compiled) gpu.module/gpu.func gpu.module/gpu.return gpu.module/math.exp gpu.module/xegpu.create_nd_tdesc gpu.module/xegpu.load_nd gpu.module/xegpu.store_nd
gpu.module @blocks [#xevm.target<chip = "pvc">] {
  gpu.func @f(%a: memref<32x32xf32>, %b: memref<32x32xf32>) {
    %t = xegpu.create_nd_tdesc %a : memref<32x32xf32> -> !xegpu.tensor_desc<32x32xf32, #xegpu.layout<inst_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1]>>
    %v = xegpu.load_nd %t[0, 0] {layout = #xegpu.layout<inst_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1]>} : !xegpu.tensor_desc<32x32xf32, #xegpu.layout<inst_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1]>> -> vector<32x32xf32>
    %w = math.exp %v {layout_result_0 = #xegpu.layout<inst_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1]>} : vector<32x32xf32>
    %u = xegpu.create_nd_tdesc %b : memref<32x32xf32> -> !xegpu.tensor_desc<32x32xf32, #xegpu.layout<inst_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1]>>
    xegpu.store_nd %w, %u[0, 0] {layout = #xegpu.layout<inst_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1]>} : vector<32x32xf32>, !xegpu.tensor_desc<32x32xf32, #xegpu.layout<inst_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1]>>
    gpu.return
  }
}

// -----

// shows: spirv.SDiv spirv.SMod by builtin.module(spirv.module(spirv-unify-aliased-resource))
// has: !spirv !vector builtin.module spirv.module spirv.module/spirv.AccessChain spirv.module/spirv.Constant spirv.module/spirv.GlobalVariable spirv.module/spirv.Load spirv.module/spirv.ReturnValue spirv.module/spirv.func spirv.module/spirv.mlir.addressof
spirv.module Logical GLSL450 attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
  spirv.GlobalVariable @a bind(0, 0) {aliased} : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
  spirv.GlobalVariable @b bind(0, 0) {aliased} : !spirv.ptr<!spirv.struct<(!spirv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>
  spirv.func @aliased(%i: i32) -> f32 "None" {
    %z = spirv.Constant 0 : i32
    %p = spirv.mlir.addressof @a : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
    %q = spirv.AccessChain %p[%z, %i] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %q : f32
    %s = spirv.mlir.addressof @b : !spirv.ptr<!spirv.struct<(!spirv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>
    %t = spirv.AccessChain %s[%z, %i] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<vector<4xf32>, StorageBuffer>
    %w = spirv.Load "StorageBuffer" %t : vector<4xf32>
    spirv.ReturnValue %v : f32
  }
}

// -----

// shows: llvm by builtin.module(lower-host-to-llvm)
// has: !index !memref !spirv arith.constant builtin.module cf.br cf.cond_br func.func(plain) func.return gpu.launch_func gpu.module(untargeted) gpu.module/gpu.func gpu.module/gpu.return index.add(dead) memref.alloc memref.load spirv.module spirv.module/spirv.AccessChain spirv.module/spirv.Constant spirv.module/spirv.EntryPoint spirv.module/spirv.ExecutionMode spirv.module/spirv.GlobalVariable spirv.module/spirv.Return spirv.module/spirv.Store spirv.module/spirv.func spirv.module/spirv.mlir.addressof
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  spirv.module @__spv__k Logical GLSL450 requires #spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
    spirv.GlobalVariable @k_arg_0 bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
    spirv.func @f() "None" attributes {workgroup_attributions = 0 : i64} {
      %0 = spirv.mlir.addressof @k_arg_0 : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
      %1 = spirv.Constant 0 : i32
      %2 = spirv.Constant 1.0 : f32
      %3 = spirv.AccessChain %0[%1, %1] : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
      spirv.Store "StorageBuffer" %3, %2 : f32
      spirv.Return
    }
    spirv.EntryPoint "GLCompute" @f
    spirv.ExecutionMode @f "LocalSize", 32, 1, 1
  }
  gpu.module @k {
    gpu.func @f(%m: memref<8xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      gpu.return
    }
  }
  func.func @host(%c: i1) -> f32 {
    %c1 = arith.constant 1 : index
    %i = index.add %c1, %c1
    %m = memref.alloc() : memref<8xf32>
    cf.cond_br %c, ^a, ^b
  ^a:
    gpu.launch_func @k::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<8xf32>)
    cf.br ^b
  ^b:
    %r = memref.load %m[%i] : memref<8xf32>
    return %r : f32
  }
}

// -----

// shows: llvm by builtin.module(convert-xevm-to-llvm)
// has: !llvm builtin.module llvm.func llvm.return xevm.memfence
llvm.func @f(%p: !llvm.ptr<1>, %w: i32) {
  xevm.memfence <{addrspace=#xevm.addr_space<global>, scope=#xevm.mem_scope<workgroup>}>
  llvm.return
}

// -----

// shows: llvm.inline_asm by builtin.module(convert-nvvm-to-llvm)
// has: !llvm builtin.module llvm.func llvm.return nvvm.inline_ptx nvvm.mbarrier.init nvvm.mbarrier.try_wait.parity
llvm.func @nv(%p: !llvm.ptr<3>, %n: i32, %d: i64) {
  nvvm.mbarrier.try_wait.parity %p, %n, %n : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.init %p, %n : !llvm.ptr<3>, i32
  nvvm.inline_ptx "mbarrier.init.b64 [$0], $1;" ro(%p, %n : !llvm.ptr<3>, i32)
  llvm.return
}

// -----

// shows: affine.min vector by builtin.module(sparse-vectorization{vl=4})
// has: !index !memref !tensor arith.constant arith.mulf bufferization.to_buffer bufferization.to_tensor builtin.module func.func func.func(!tensor) func.return func.return(!tensor) memref.load memref.store scf.for scf.yield sparse_tensor.positions sparse_tensor.values
#sparse = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%arg0: tensor<8xf64, #sparse>, %arg1: tensor<f64>) -> tensor<f64> {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 1.000000e+00 : f64
  %0 = sparse_tensor.values %arg0 : tensor<8xf64, #sparse> to memref<?xf64>
  %1 = bufferization.to_buffer %arg1 : tensor<f64> to memref<f64>
  %2 = sparse_tensor.positions %arg0 {level = 0 : index} : tensor<8xf64, #sparse> to memref<?xindex>
  %3 = memref.load %2[%c0] : memref<?xindex>
  %4 = memref.load %2[%c1] : memref<?xindex>
  %5 = scf.for %arg2 = %3 to %4 step %c1 iter_args(%arg3 = %cst) -> (f64) {
    %7 = memref.load %0[%arg2] : memref<?xf64>
    %8 = arith.mulf %arg3, %7 : f64
    scf.yield %8 : f64
  } {"Emitted from" = "linalg.generic"}
  memref.store %5, %1[] : memref<f64>
  %6 = bufferization.to_tensor %1 : memref<f64> to tensor<f64>
  return %6 : tensor<f64>
}

// -----

// shows: arm_sve.intr.sdot by builtin.module(convert-vector-to-llvm{enable-arm-sve=true})
// has: !vector arm_sve.sdot builtin.module func.func(plain) func.return
func.func @f(%a: vector<[4]xi32>, %b: vector<[16]xi8>) -> vector<[4]xi32> {
  %r = arm_sve.sdot %a, %b, %b : vector<[16]xi8> to vector<[4]xi32>
  return %r : vector<[4]xi32>
}

// -----

// shows: llvm by builtin.module(convert-vector-to-llvm)
// has: !vector builtin.module func.func func.return vector.shape_cast
func.func @f(%a: vector<2x4xf32>) -> vector<8xf32> {
  %r = vector.shape_cast %a : vector<2x4xf32> to vector<8xf32>
  return %r : vector<8xf32>
}

// -----

// shows: tensor.expand_shape by builtin.module(tosa-to-tensor)
// has: !tensor !tosa builtin.module func.func func.func(!tensor) func.return func.return(!tensor) tosa.const_shape tosa.reshape
func.func @expand(%a: tensor<16xf32>) -> tensor<4x4xf32> {
  %s = tosa.const_shape {values = dense<[4, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.reshape %a, %s : (tensor<16xf32>, !tosa.shape<2>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

// shows: spirv by builtin.module(convert-vector-to-spirv)
// has: !index !memref !vector builtin.module func.func func.return vector.load(flat)
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Kernel, Addresses], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  func.func @f(%m: memref<8xf32, #spirv.storage_class<StorageBuffer>>, %i: index) -> vector<4xf32> {
    %r = vector.load %m[%i] : memref<8xf32, #spirv.storage_class<StorageBuffer>>, vector<4xf32>
    return %r : vector<4xf32>
  }
}

// -----

// shows: llvm by builtin.module(convert-to-llvm)
// has: builtin.module func.func(plain) func.return mpi.finalize
module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "MPICH">} {
  func.func @end() {
    mpi.finalize
    return
  }
}

// -----

// shows: scf.for by builtin.module(convert-vector-to-scf{target-rank=2})
// has: !index !memref !vector builtin.module func.func func.return vector.transfer_read(computed) vector.transfer_read(nested)
func.func @three(%m: memref<?x?x?xf32>, %i: index, %z: f32) -> vector<2x3x4xf32> {
  %v = vector.transfer_read %m[%i, %i, %i], %z : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %v : vector<2x3x4xf32>
}

// -----

// shows: arm_sme.outerproduct by builtin.module(convert-vector-to-arm-sme)
// has: !index !memref !vector arith.constant(tile) builtin.module func.func func.return vector.outerproduct(tile) vector.store(tile)
func.func @f(%a: vector<[4]xf32>, %b: vector<[4]xf32>, %m: memref<?x?xf32>, %i: index) {
  %c = arith.constant dense<0.0> : vector<[4]x[4]xf32>
  %r = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<[4]xf32>, vector<[4]xf32>
  vector.store %r, %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  return
}

// -----

// shows: memref.collapse_shape vector.shape_cast by builtin.module(func.func(arm-sve-legalize-vector-storage))
// has: !index !memref !vector arith.constant builtin.module func.func func.return vector.transfer_read
func.func @fixed_rows(%m: memref<8x4xf32>, %i: index, %p: f32) -> vector<[4]x4xf32> {
  %c0 = arith.constant 0 : index
  %r = vector.transfer_read %m[%i, %c0], %p {in_bounds = [true, true]} : memref<8x4xf32>, vector<[4]x4xf32>
  return %r : vector<[4]x4xf32>
}
