// Async functions, constraints on shapes, OpenACC, collectives and what targets add to
// vectors; one kind per part.
// MEASURE: builtin.module(async-func-to-async-runtime)
// MEASURE: builtin.module(async-func-to-async-runtime,async-to-async-runtime)
// MEASURE: builtin.module(async-runtime-policy-based-ref-counting)
// MEASURE: builtin.module(func.func(shape-to-shape-lowering))
// MEASURE: builtin.module(func.func(convert-shape-constraints))
// MEASURE: builtin.module(func.func(remove-shape-constraints))
// MEASURE: builtin.module(convert-openacc-to-scf)
// MEASURE: builtin.module(convert-shard-to-mpi)
// MEASURE: builtin.module(func.func(sharding-propagation))
// MEASURE: builtin.module(amdgpu-emulate-atomics{chipset=gfx900})
// MEASURE: builtin.module(amdgpu-maskedload-to-load)
// MEASURE: builtin.module(amdgpu-resolve-strided-metadata)
// MEASURE: builtin.module(amdgpu-fold-memrefs-ops)
// MEASURE: builtin.module(arm-sme-vector-legalization)
// MEASURE: builtin.module(func.func(arm-sve-legalize-vector-storage))
// MEASURE: builtin.module(func.func(arm-neon-2d-to-intr))
// MEASURE: builtin.module(nvgpu-optimize-shared-memory)
// MEASURE: builtin.module(func.func(nvgpu-optimize-shared-memory))
// MEASURE: builtin.module(convert-nvvm-to-llvm)
// MEASURE: builtin.module(convert-math-to-xevm)
// MEASURE: builtin.module(convert-math-to-xevm{convert-arith=true})
// MEASURE: builtin.module(func.func(lower-vector-mask))
// MEASURE: builtin.module(convert-vector-to-scf)
// MEASURE: builtin.module(set-llvm-module-datalayout{data-layout=e-p:32:32})
// MEASURE: builtin.module(llvm-target-to-data-layout)
// MEASURE: builtin.module(llvm-target-to-target-features)
// MEASURE: builtin.module(mlprogram-pipeline-globals)
// MEASURE: builtin.module(convert-to-llvm)
// MEASURE: builtin.module(gpu-to-llvm)

async.func @a(%v: f32) -> !async.value<f32> {
  return %v : f32
}
func.func @f(%v: f32) -> f32 {
  %r = async.call @a(%v) : (f32) -> !async.value<f32>
  %w = async.await %r : !async.value<f32>
  return %w : f32
}

// -----

func.func @not_lowered() {
  %t = async.execute {
    async.yield
  }
  async.await %t : !async.token
  return
}

// -----

func.func @required(%c: i1) -> !shape.witness {
  %w = shape.cstr_require %c, "must hold"
  return %w : !shape.witness
}

// -----

func.func @data(%m: memref<8xf32>, %c: i1) {
  %d = acc.copyin varPtr(%m : memref<8xf32>) -> memref<8xf32>
  acc.enter_data if(%c) dataOperands(%d : memref<8xf32>)
  return
}

// -----

shard.grid @g(shape = 3)
func.func @rank() -> (index, index) {
  %s = shard.grid_shape @g : index
  %r = shard.process_multi_index on @g axes = [0] : index
  %l = shard.process_linear_index on @g : index
  return %r, %l : index, index
}

// -----

shard.grid @g(shape = 3)
func.func @reduced(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = shard.all_reduce %t on @g grid_axes = [0] reduction = sum : tensor<4xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @fmax(%v: f32, %m: memref<64xf32>, %i: i32) {
  amdgpu.raw_buffer_atomic_fmax %v -> %m[%i] : f32 -> memref<64xf32>, i32
  return
}

// -----

func.func @raw(%m: memref<8xf32, #amdgpu.address_space<fat_raw_buffer>>, %i: index, %c: i1, %p: vector<4xf32>) -> vector<4xf32> {
  %k = vector.broadcast %c : i1 to vector<4xi1>
  %r = vector.maskedload %m[%i], %k, %p : memref<8xf32, #amdgpu.address_space<fat_raw_buffer>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @two_tiles(%m: memref<?x?xf32>, %i: index, %f: f32) {
  %v = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<[8]x[8]xf32>
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : vector<[8]x[8]xf32>, memref<?x?xf32>
  return
}

// -----

func.func @mask_storage(%k: vector<[8]xi1>) -> vector<[8]xi1> {
  %m = memref.alloca() : memref<vector<[8]xi1>>
  memref.store %k, %m[] : memref<vector<[8]xi1>>
  %r = memref.load %m[] : memref<vector<[8]xi1>>
  return %r : vector<[8]xi1>
}

// -----

func.func @dot(%a: vector<4xi32>, %b: vector<4x4xi8>) -> vector<4xi32> {
  %r = arm_neon.2d.sdot %a, %b, %b : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
  return %r : vector<4xi32>
}

// -----

func.func @shared(%g: memref<128x128xf16>, %i: index, %j: index) -> vector<4x2xf16> {
  %s = memref.alloc() : memref<128x32xf16, 3>
  %t = nvgpu.device_async_copy %g[%i, %j], %s[%i, %j], 8 : memref<128x128xf16> to memref<128x32xf16, 3>
  %u = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %u {numGroups = 0 : i32}
  %m = nvgpu.ldmatrix %s[%i, %j] {numTiles = 4 : i32, transpose = false} : memref<128x32xf16, 3> -> vector<4x2xf16>
  return %m : vector<4x2xf16>
}

// -----

llvm.func @nv(%p: !llvm.ptr<3>, %n: i32, %d: i64) {
  nvvm.mbarrier.try_wait.parity %p, %n, %n : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.init %p, %n : !llvm.ptr<3>, i32
  nvvm.inline_ptx "mbarrier.init.b64 [$0], $1;" ro(%p, %n : !llvm.ptr<3>, i32)
  llvm.return
}

// -----

func.func @fast(%a: f32) -> (f32, f32) {
  %r = math.exp %a fastmath<afn> : f32
  %s = arith.divf %r, %a fastmath<afn> : f32
  return %r, %s : f32, f32
}

// -----

func.func @masked(%m: memref<?xf32>, %i: index, %f: f32, %k: vector<4xi1>) -> vector<4xf32> {
  %r = vector.mask %k { vector.transfer_read %m[%i], %f {in_bounds = [true]} : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %k { vector.transfer_write %r, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<?xf32> } : vector<4xi1>
  return %r : vector<4xf32>
}

// -----

func.func @masked_gather(%m: memref<?xf32>, %i: index, %x: vector<4xindex>, %k: vector<4xi1>, %l: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %r = vector.mask %k { vector.gather %m[%i][%x], %l, %p : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %r : vector<4xf32>
}

// -----

module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux", chip = "">} {
  llvm.func @g() {
    llvm.return
  }
}
