// Tiles of Intel's GPUs, on the three levels at which they are distributed.
// MEASURE: builtin.module(gpu.module(xegpu-wg-to-sg-distribute))
// MEASURE: builtin.module(gpu.module(xegpu-blocking))
// MEASURE: builtin.module(gpu.module(xegpu-subgroup-distribute))
// MEASURE: builtin.module(gpu.module(xegpu-propagate-layout))
// MEASURE: builtin.module(gpu.module(xegpu-propagate-layout,xegpu-subgroup-distribute))
// MEASURE: builtin.module(gpu.module(xegpu-fold-alias-ops))
// MEASURE: builtin.module(gpu.module(xegpu-vector-linearize))
// MEASURE: builtin.module(gpu.module(xegpu-optimize-block-loads))
// MEASURE: builtin.module(gpu.module(convert-xegpu-to-xevm))
// MEASURE: builtin.module(gpu.module(convert-xegpu-to-xevm),convert-xevm-to-llvm)

gpu.module @lanes [#xevm.target<chip = "pvc">] {
  gpu.func @f(%a: memref<8x16xf32, 1>, %b: memref<8x16xf32, 1>) kernel {
    %s = memref.memory_space_cast %a : memref<8x16xf32, 1> to memref<8x16xf32>
    %d = memref.memory_space_cast %b : memref<8x16xf32, 1> to memref<8x16xf32>
    %t = xegpu.create_nd_tdesc %s : memref<8x16xf32> -> !xegpu.tensor_desc<8x16xf32>
    %v = xegpu.load_nd %t[0, 0] : !xegpu.tensor_desc<8x16xf32> -> vector<8xf32>
    %u = xegpu.create_nd_tdesc %d : memref<8x16xf32> -> !xegpu.tensor_desc<8x16xf32>
    xegpu.prefetch_nd %t[0, 0] : !xegpu.tensor_desc<8x16xf32>
    xegpu.store_nd %v, %u[0, 0] : vector<8xf32>, !xegpu.tensor_desc<8x16xf32>
    gpu.return
  }
}

// -----

gpu.module @subgroups [#xevm.target<chip = "pvc">] {
  gpu.func @f(%a: memref<8x16xf32>, %b: memref<8x16xf32>) {
    %t = xegpu.create_nd_tdesc %a : memref<8x16xf32> -> !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>>
    %v = xegpu.load_nd %t[0, 0] {layout = #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>} : !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>> -> vector<8x16xf32>
    %w = arith.addf %v, %v {layout_result_0 = #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>} : vector<8x16xf32>
    %u = xegpu.create_nd_tdesc %b : memref<8x16xf32> -> !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>>
    xegpu.store_nd %w, %u[0, 0] : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>>
    gpu.return
  }
}

// -----

gpu.module @plain [#xevm.target<chip = "pvc">] {
  gpu.func @f(%a: memref<8x16xf16>, %b: memref<16x16xf16>, %c: memref<8x16xf32>) {
    %t = xegpu.create_nd_tdesc %a : memref<8x16xf16> -> !xegpu.tensor_desc<8x16xf16>
    %u = xegpu.create_nd_tdesc %b : memref<16x16xf16> -> !xegpu.tensor_desc<16x16xf16>
    %v = xegpu.load_nd %t[0, 0] : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
    %w = xegpu.load_nd %u[0, 0] : !xegpu.tensor_desc<16x16xf16> -> vector<16x16xf16>
    %r = xegpu.dpas %v, %w : vector<8x16xf16>, vector<16x16xf16> -> vector<8x16xf32>
    %d = xegpu.create_nd_tdesc %c : memref<8x16xf32> -> !xegpu.tensor_desc<8x16xf32>
    xegpu.store_nd %r, %d[0, 0] : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
    gpu.return
  }
}

// -----

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

gpu.module @view [#xevm.target<chip = "pvc">] {
  gpu.func @f(%a: memref<32x32xf32>, %i: index) -> vector<8x16xf32> {
    %s = memref.subview %a[%i, 0] [8, 16] [1, 1] : memref<32x32xf32> to memref<8x16xf32, strided<[32, 1], offset: ?>>
    %t = xegpu.create_nd_tdesc %s : memref<8x16xf32, strided<[32, 1], offset: ?>> -> !xegpu.tensor_desc<8x16xf32>
    %v = xegpu.load_nd %t[0, 0] : !xegpu.tensor_desc<8x16xf32> -> vector<8x16xf32>
    gpu.return %v : vector<8x16xf32>
  }
}
