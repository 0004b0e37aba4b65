// AMX, x86 and Arm Neon: what vectors become on a CPU.
// MEASURE: builtin.module(convert-vector-to-amx)
// MEASURE: builtin.module(convert-vector-to-llvm{enable-amx=true})
// MEASURE: builtin.module(convert-vector-to-llvm{enable-x86vector=true})
// MEASURE: builtin.module(convert-vector-to-llvm{enable-arm-neon=true})
// MEASURE: builtin.module(func.func(arm-neon-2d-to-intr))
// MEASURE: builtin.module(convert-vector-to-llvm)

func.func @f(%m: memref<?x?xbf16>, %i: index) -> !amx.tile<16x32xbf16> {
  %r = amx.tile_load %m[%i, %i] : memref<?x?xbf16> into !amx.tile<16x32xbf16>
  return %r : !amx.tile<16x32xbf16>
}

// -----

func.func @f(%m: memref<?x?xbf16>, %i: index) {
  %z = amx.tile_zero : !amx.tile<16x32xbf16>
  amx.tile_store %m[%i, %i], %z : memref<?x?xbf16>, !amx.tile<16x32xbf16>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %a: memref<?x?xbf16>, %i: index) {
  %x = amx.tile_load %a[%i, %i] : memref<?x?xbf16> into !amx.tile<16x32xbf16>
  %z = amx.tile_zero : !amx.tile<16x16xf32>
  %r = amx.tile_mulf %x, %x, %z : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
  amx.tile_store %m[%i, %i], %r : memref<?x?xf32>, !amx.tile<16x16xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xi32>, %a: memref<?x?xi8>, %i: index) {
  %x = amx.tile_load %a[%i, %i] : memref<?x?xi8> into !amx.tile<16x64xi8>
  %z = amx.tile_zero : !amx.tile<16x16xi32>
  %r = amx.tile_muli %x, %x, %z : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  amx.tile_store %m[%i, %i], %r : memref<?x?xi32>, !amx.tile<16x16xi32>
  return
}

// -----

#map = affine_map<(v, m, n, k) -> (m, k, v)>
#map1 = affine_map<(v, m, n, k) -> (k, n, v)>
#map2 = affine_map<(v, m, n, k) -> (m, n)>
func.func @f(%A: vector<4x8x2xbf16>, %B: vector<8x16x2xbf16>, %C: vector<4x16xf32>) -> vector<4x16xf32> {
  %r = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel", "reduction"], kind = #vector.kind<add>}
    %A, %B, %C : vector<4x8x2xbf16>, vector<8x16x2xbf16> into vector<4x16xf32>
  return %r : vector<4x16xf32>
}

// -----

func.func @f(%a: vector<8xf32>, %b: vector<8xf32>) -> vector<8xf32> {
  %r = x86vector.avx.intr.dot %a, %b : vector<8xf32>
  return %r : vector<8xf32>
}

// -----

func.func @f(%a: vector<8xf32>) -> vector<8xf32> {
  %r = x86vector.avx.rsqrt %a : vector<8xf32>
  return %r : vector<8xf32>
}

// -----

func.func @f(%k: vector<16xi1>, %a: vector<16xf32>) -> vector<16xf32> {
  %r = x86vector.avx512.mask.compress %k, %a : vector<16xf32>
  return %r : vector<16xf32>
}

// -----

func.func @f(%a: vector<16xi32>, %b: vector<16xi32>) -> (vector<16xi1>, vector<16xi1>) {
  %r, %s = x86vector.avx512.vp2intersect %a, %b : vector<16xi32>
  return %r, %s : vector<16xi1>, vector<16xi1>
}

// -----

func.func @f(%s: vector<4xf32>, %a: vector<8xbf16>, %b: vector<8xbf16>) -> vector<4xf32> {
  %r = x86vector.avx512.dot %s, %a, %b : vector<8xbf16> -> vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a: vector<4x4xi8>, %b: vector<4x4xi8>, %c: vector<4xi32>) -> vector<4xi32> {
  %r = arm_neon.2d.sdot %c, %a, %b : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
  return %r : vector<4xi32>
}

// -----

func.func @f(%a: vector<8xi8>, %b: vector<8xi8>) -> vector<8xi16> {
  %r = arm_neon.intr.smull %a, %b : vector<8xi8> to vector<8xi16>
  return %r : vector<8xi16>
}
