// nvgpu, nvvm, rocdl, amdgpu and xevm.
// MEASURE: builtin.module(convert-nvgpu-to-nvvm)
// MEASURE: builtin.module(nvgpu-optimize-shared-memory)
// MEASURE: builtin.module(convert-nvvm-to-llvm)
// MEASURE: builtin.module(convert-amdgpu-to-rocdl{chipset=gfx942})
// MEASURE: builtin.module(convert-arith-to-amdgpu{chipset=gfx942})
// MEASURE: builtin.module(amdgpu-emulate-atomics{chipset=gfx90a})
// MEASURE: builtin.module(amdgpu-fold-memrefs-ops)
// MEASURE: builtin.module(amdgpu-maskedload-to-load)
// MEASURE: builtin.module(amdgpu-resolve-strided-metadata)
// MEASURE: builtin.module(convert-xevm-to-llvm)
// MEASURE: builtin.module(convert-xegpu-to-xevm)

func.func @f(%m: memref<128x128xf16, 3>) -> vector<4x2xf16> {
  %i = arith.constant 0 : index
  %r = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<128x128xf16, 3> -> vector<4x2xf16>
  return %r : vector<4x2xf16>
}

// -----

func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) -> vector<2x2xf16> {
  %r = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return %r : vector<2x2xf16>
}

// -----

func.func @f(%a: vector<4x2xf16>, %b: vector<4x2xf16>, %c: vector<2x2xf16>, %k: vector<2xi16>) -> vector<2x2xf16> {
  %r = nvgpu.mma.sp.sync(%a, %b, %c) metadata(%k) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return %r : vector<2x2xf16>
}

// -----

func.func @f(%s: memref<128xf32>, %d: memref<128xf32, 3>, %i: index) {
  %0 = nvgpu.device_async_copy %s[%i], %d[%i], 4 : memref<128xf32> to memref<128xf32, 3>
  %1 = nvgpu.device_async_create_group %0
  nvgpu.device_async_wait %1 {numGroups = 1 : i32}
  return
}

// -----

!b = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>
!t = !nvgpu.mbarrier.token
func.func @f(%n: index, %p: i1) {
  %c = arith.constant 0 : index
  %b = nvgpu.mbarrier.create -> !b
  nvgpu.mbarrier.init %b[%c], %n : !b
  %t = nvgpu.mbarrier.arrive %b[%c] : !b -> !t
  %r = nvgpu.mbarrier.test.wait %b[%c], %t : !b, !t
  nvgpu.mbarrier.arrive.expect_tx %b[%c], %n : !b
  nvgpu.mbarrier.try_wait.parity %b[%c], %p, %n : !b
  return
}

// -----

!b = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>
!d = !nvgpu.tensormap.descriptor<tensor = memref<32x8xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @f(%d: !d, %m: memref<32x8xf32, 3>, %b: !b) {
  %c = arith.constant 0 : index
  nvgpu.tma.prefetch.descriptor %d : !d
  nvgpu.tma.async.load %d[%c, %c], %b[%c] to %m : !d, !b -> memref<32x8xf32, 3>
  return
}

// -----

func.func @f(%a: vector<4xf32>) -> vector<4xf32> {
  %r = nvgpu.rcp %a {rounding = approx, ftz} : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%m: memref<64x128xf16, 3>, %s: memref<64x128xf16>, %i: index, %j: index) -> vector<4x2xf16> {
  %0 = nvgpu.device_async_copy %s[%i, %j], %m[%i, %j], 8 : memref<64x128xf16> to memref<64x128xf16, 3>
  %r = nvgpu.ldmatrix %m[%i, %j] {numTiles = 4 : i32, transpose = false} : memref<64x128xf16, 3> -> vector<4x2xf16>
  return %r : vector<4x2xf16>
}

// -----

llvm.func @f(%b: !llvm.ptr<3>, %n: i32) {
  nvvm.cp.async.mbarrier.arrive %b : !llvm.ptr<3>
  nvvm.mbarrier.arrive.expect_tx %b, %n : !llvm.ptr<3>, i32
  llvm.return
}

// -----

llvm.func @f() {
  nvvm.wgmma.fence.aligned
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.cp.async.bulk.commit.group
  llvm.return
}

// -----

func.func @f(%v: f32, %m: memref<64xf32>, %i: i32) {
  amdgpu.raw_buffer_atomic_fadd %v -> %m[%i] : f32 -> memref<64xf32>, i32
  return
}

// -----

func.func @f(%m: memref<64xf32>, %i: i32) -> f32 {
  %r = amdgpu.raw_buffer_load %m[%i] : memref<64xf32>, i32 -> f32
  amdgpu.raw_buffer_store %r -> %m[%i] : f32 -> memref<64xf32>, i32
  return %r : f32
}

// -----

func.func @f(%m: memref<64xi32>, %v: i32, %c: i32, %i: i32) -> i32 {
  %r = amdgpu.raw_buffer_atomic_cmpswap %v, %c -> %m[%i] : i32 -> memref<64xi32>, i32
  return %r : i32
}

// -----

func.func @f() {
  amdgpu.lds_barrier
  amdgpu.sched_barrier allow = <none>
  return
}

// -----

func.func @f(%a: f32, %c: vector<16xf32>) -> vector<16xf32> {
  %r = amdgpu.mfma 32x32x2 %a * %a + %c { abid = 0 : i32, cbsz = 0 : i32 } blgp = none : f32, f32, vector<16xf32>
  return %r : vector<16xf32>
}

// -----

func.func @f(%v: vector<4xf8E4M3FNUZ>) -> f32 {
  %r = amdgpu.ext_packed_fp8 %v[0] : vector<4xf8E4M3FNUZ> to f32
  return %r : f32
}

// -----

func.func @f(%v: f8E4M3FNUZ) -> f32 {
  %r = arith.extf %v : f8E4M3FNUZ to f32
  return %r : f32
}

// -----

func.func @f(%v: f32) -> f8E4M3FNUZ {
  %r = arith.truncf %v : f32 to f8E4M3FNUZ
  return %r : f8E4M3FNUZ
}

// -----

func.func @f(%m: memref<8xf32>) -> memref<8xf32, #amdgpu.address_space<fat_raw_buffer>> {
  %r = amdgpu.fat_raw_buffer_cast %m : memref<8xf32> to memref<8xf32, #amdgpu.address_space<fat_raw_buffer>>
  return %r : memref<8xf32, #amdgpu.address_space<fat_raw_buffer>>
}

// -----

func.func @f(%m: memref<?xf32>) -> index {
  %c = amdgpu.fat_raw_buffer_cast %m : memref<?xf32> to memref<?xf32, #amdgpu.address_space<fat_raw_buffer>>
  %b, %o, %s, %t = memref.extract_strided_metadata %c : memref<?xf32, #amdgpu.address_space<fat_raw_buffer>> -> memref<f32, #amdgpu.address_space<fat_raw_buffer>>, index, index, index
  return %s : index
}

// -----

func.func @f(%m: memref<8x8xf32, #amdgpu.address_space<fat_raw_buffer>>, %i: index, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %r = vector.maskedload %m[%i, %i], %k, %p : memref<8x8xf32, #amdgpu.address_space<fat_raw_buffer>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

// -----

#gpu_lds = 3
func.func @f(%g: memref<128x72xf16, 1>, %i: index, %j: index) {
  %l = memref.alloc() : memref<64x128xf16, 3>
  %s = memref.subview %g[%i, 0][64, 64][1, 1] : memref<128x72xf16, 1> to memref<64x64xf16, strided<[72, 1], offset: ?>, 1>
  amdgpu.gather_to_lds %s[%i, %j], %l[%i, %j] : vector<8xf16>, memref<64x64xf16, strided<[72, 1], offset: ?>, 1>, memref<64x128xf16, 3>
  return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %w: i32) {
  xevm.memfence <{addrspace=#xevm.addr_space<global>, scope=#xevm.mem_scope<workgroup>}>
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>, %w: i32) -> vector<8xi16> {
  %r = xevm.blockload2d %p, %w, %w, %w, %w, %w <{elem_size_in_bits=16 : i32, tile_width=16 : i32, tile_height=8 : i32, v_blocks=1 : i32, transpose=false, pack_register=false, cache_control=#xevm.load_cache_control<L1uc_L2uc_L3uc>}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi16>
  llvm.return %r : vector<8xi16>
}

// -----

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
