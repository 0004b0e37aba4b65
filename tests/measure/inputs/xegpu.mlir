// XeGPU: aliases, block loads, layouts and vectors.
// MEASURE: builtin.module(xegpu-fold-alias-ops)
// MEASURE: builtin.module(xegpu-optimize-block-loads)
// MEASURE: builtin.module(xegpu-propagate-layout)
// MEASURE: builtin.module(xegpu-propagate-layout{layout-kind=inst})
// MEASURE: builtin.module(xegpu-vector-linearize)
// MEASURE: builtin.module(gpu.module(convert-xegpu-to-xevm))
// MEASURE: builtin.module(xegpu-blocking)
// MEASURE: builtin.module(convert-to-llvm)

func.func @alias(%a: memref<256x256xf32>, %i: index, %j: index) -> !xegpu.tensor_desc<8x16xf32> {
  %s = memref.subview %a[%i, %j] [128, 64] [1, 1] : memref<256x256xf32> to memref<128x64xf32, strided<[256, 1], offset: ?>>
  %d = xegpu.create_nd_tdesc %s[%i, %j] : memref<128x64xf32, strided<[256, 1], offset: ?>> -> !xegpu.tensor_desc<8x16xf32>
  return %d : !xegpu.tensor_desc<8x16xf32>
}

// -----

gpu.module @kernels {
  gpu.func @dpas(%a: memref<8x16xf16>, %b: memref<16x16xf16>, %c: memref<8x16xf32>) {
    %ta = xegpu.create_nd_tdesc %a : memref<8x16xf16> -> !xegpu.tensor_desc<8x16xf16>
    %va = xegpu.load_nd %ta[0, 0] : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
    %tb = xegpu.create_nd_tdesc %b : memref<16x16xf16> -> !xegpu.tensor_desc<16x16xf16>
    %vb = xegpu.load_nd %tb[0, 0] : !xegpu.tensor_desc<16x16xf16> -> vector<16x16xf16>
    %vc = xegpu.dpas %va, %vb : vector<8x16xf16>, vector<16x16xf16> -> vector<8x16xf32>
    %tc = xegpu.create_nd_tdesc %c : memref<8x16xf32> -> !xegpu.tensor_desc<8x16xf32>
    xegpu.store_nd %vc, %tc[0, 0] : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
    gpu.return
  }
}

// -----

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

func.func @linear(%a: vector<2x4xf32>, %b: vector<2x4xf32>) -> vector<4x2xf32> {
  %c = arith.constant dense<1.0> : vector<2x4xf32>
  %s = arith.addf %a, %c : vector<2x4xf32>
  %m = arith.mulf %s, %b : vector<2x4xf32>
  %t = vector.transpose %m, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return %t : vector<4x2xf32>
}

// -----

func.func @parts(%a: vector<4x8xf32>, %b: vector<2x4xf32>, %x: f32) -> (vector<2x4xf32>, vector<4x8xf32>, vector<8xf32>, vector<2x2xf32>, vector<4x8xf32>) {
  %e = vector.extract_strided_slice %a { sizes = [2, 4], strides = [1, 1], offsets = [0, 4] } : vector<4x8xf32> to vector<2x4xf32>
  %i = vector.insert_strided_slice %b, %a { offsets = [0, 4], strides = [1, 1] } : vector<2x4xf32> into vector<4x8xf32>
  %r = vector.extract %a[1] : vector<8xf32> from vector<4x8xf32>
  %n = vector.insert %r, %a[2] : vector<8xf32> into vector<4x8xf32>

  %p = vector.broadcast %x : f32 to vector<4x8xf32>
  %q = vector.extract_strided_slice %p { sizes = [2, 2], strides = [1, 1], offsets = [0, 0] } : vector<4x8xf32> to vector<2x2xf32>
  return %e, %i, %r, %q, %n : vector<2x4xf32>, vector<4x8xf32>, vector<8xf32>, vector<2x2xf32>, vector<4x8xf32>
}

// -----

func.func @memory(%a: memref<4x8xf32>, %m: vector<2x4xi1>) -> vector<2x4xf32> {
  %c0 = arith.constant 0 : index
  %v = vector.load %a[%c0, %c0] : memref<4x8xf32>, vector<2x4xf32>
  vector.store %v, %a[%c0, %c0] : memref<4x8xf32>, vector<2x4xf32>
  return %v : vector<2x4xf32>
}

// -----

gpu.module @lanes {
  gpu.func @copy(%a: memref<8x16xf32>, %b: memref<8x16xf32>) {
    %ta = xegpu.create_nd_tdesc %a : memref<8x16xf32> -> !xegpu.tensor_desc<8x16xf32>
    %v = xegpu.load_nd %ta[0, 0] : !xegpu.tensor_desc<8x16xf32> -> vector<8xf32>
    xegpu.prefetch_nd %ta[0, 0] : !xegpu.tensor_desc<8x16xf32>
    %tb = xegpu.create_nd_tdesc %b : memref<8x16xf32> -> !xegpu.tensor_desc<8x16xf32>
    xegpu.store_nd %v, %tb[0, 0] : vector<8xf32>, !xegpu.tensor_desc<8x16xf32>
    gpu.return
  }
}

// -----

gpu.module @lanes {
  gpu.func @dpas(%a: vector<8xf16>, %b: vector<16xf16>, %c: vector<8xf32>) -> vector<8xf32> {
    %d = xegpu.dpas %a, %b, %c : vector<8xf16>, vector<16xf16>, vector<8xf32> -> vector<8xf32>
    xegpu.fence memory_kind = global, fence_scope = workgroup
    gpu.return %d : vector<8xf32>
  }
}

// -----

gpu.module @lanes {
  gpu.func @gather(%a: memref<256xf32>, %o: vector<1xindex>, %m: vector<1xi1>) {
    %v = xegpu.load %a[%o], %m : memref<256xf32>, vector<1xindex>, vector<1xi1> -> vector<1xf32>
    xegpu.store %v, %a[%o], %m : vector<1xf32>, memref<256xf32>, vector<1xindex>, vector<1xi1>
    gpu.return
  }
}

// -----

func.func @carried(%n: index, %v: vector<[4]xf32>) -> vector<[4]xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%a = %v) -> (vector<[4]xf32>) {
    %x = arith.addf %a, %a : vector<[4]xf32>
    scf.yield %x : vector<[4]xf32>
  }
  return %r : vector<[4]xf32>
}
