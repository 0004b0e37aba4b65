// Buffers that are laid out by a map, which only normalize-memrefs knows.
// MEASURE: builtin.module(normalize-memrefs)
// MEASURE: builtin.module(normalize-memrefs,lower-affine)

func.func @layout(%i: index, %f: f32) -> f32 {
  %m = memref.alloc() : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  affine.store %f, %m[3, 2] : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  %r = affine.load %m[3, 2] : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  return %r : f32
}

// -----

func.func @tiled_layout(%i: index, %f: f32) {
  %m = memref.alloc() : memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
  affine.for %j = 0 to 16 {
    affine.store %f, %m[%j] : memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
  }
  return
}
