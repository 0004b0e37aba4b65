// Kernels: what may be in one beside the operations of gpu, one kind per part.
// MEASURE: builtin.module(gpu.module(convert-gpu-to-nvvm))
// MEASURE: builtin.module(gpu.module(convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=true index-bitwidth=32 has-redux=true}))
// MEASURE: builtin.module(gpu.module(convert-gpu-to-nvvm{allowed-dialects=gpu,memref,func}))
// MEASURE: builtin.module(gpu.module(convert-gpu-to-rocdl{chipset=gfx942}))
// MEASURE: builtin.module(gpu.module(convert-gpu-to-rocdl{chipset=gfx942 allowed-dialects=gpu,memref,func}))
// MEASURE: builtin.module(gpu.module(convert-gpu-to-llvm-spv))
// MEASURE: builtin.module(gpu.module(convert-gpu-to-llvm-spv{use-64bit-index}))
// MEASURE: builtin.module(gpu.module(convert-scf-to-cf,lower-affine,convert-gpu-to-nvvm))
// MEASURE: builtin.module(gpu.module(convert-math-to-xevm))
// MEASURE: builtin.module(convert-math-to-rocdl{chipset=gfx942})
// MEASURE: builtin.module(convert-arith-to-amdgpu{chipset=gfx942})
// MEASURE: builtin.module(convert-vector-to-spirv)

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = arith.addf %a, %b : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = arith.subf %a, %b : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = arith.mulf %a, %b : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = arith.divf %a, %b : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = arith.remf %a, %b : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = arith.maximumf %a, %b : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = arith.minnumf %a, %b : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = arith.negf %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.absf %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.acos %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.acosh %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.asin %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.asinh %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.atan %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.atanh %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.cbrt %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.ceil %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.cos %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.cosh %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.erf %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.erfc %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.exp %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.exp2 %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.expm1 %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.floor %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.log %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.log10 %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.log1p %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.log2 %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.round %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.roundeven %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.rsqrt %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.sin %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.sinh %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.sqrt %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.tan %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.tanh %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.trunc %a : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.atan2 %a, %b : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.copysign %a, %b : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.powf %a, %b : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.fma %a, %b, %b : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %n: i32, %m: memref<?xf32>, %i: index) kernel {
    %r = math.fpowi %a, %n : f32, i32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %m: memref<?xf32>, %i: index) kernel {
    %s, %c = math.sincos %a : f32
    memref.store %s, %m[%i] : memref<?xf32>
    memref.store %c, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %m: memref<?xi1>, %i: index) kernel {
    %s = math.isnan %a : f32
    memref.store %s, %m[%i] : memref<?xi1>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.addi %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.subi %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.muli %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.divsi %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.divui %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.remsi %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.remui %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.andi %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.ori %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.xori %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.shli %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.shrsi %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.shrui %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.maxsi %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.minui %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = arith.ceildivsi %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = math.absi %a : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = math.ctlz %a : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = math.cttz %a : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = math.ctpop %a : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %r = math.ipowi %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %c = arith.cmpi slt, %a, %b : i32
    %r = arith.select %c, %a, %b : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %x = arith.index_cast %a : i32 to index
    %y = index.add %x, %i
    %z = index.castu %y : index to i32
    memref.store %z, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %x = arith.sitofp %a : i32 to f32
    %y = arith.extf %x : f32 to f64
    %z = arith.fptosi %y : f64 to i32
    memref.store %z, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %x = ub.poison : i32
    memref.store %x, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: i32, %b: i32, %m: memref<?xi32>, %i: index) kernel {
    %s, %o = arith.addui_extended %a, %b : i32, i1
    memref.store %s, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%c: i1, %a: f32, %m: memref<?xf32>, %i: index) kernel {
    cf.cond_br %c, ^a, ^b(%a : f32)
  ^a:
    %d = arith.addf %a, %a : f32
    cf.br ^b(%d : f32)
  ^b(%e: f32):
    memref.store %e, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%c: i1) kernel {
    cf.assert %c, "no"
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xf32>, %i: index) kernel {
    %v = memref.load %m[%i] : memref<?xf32>
    memref.store %v, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<8x8xf32>, %i: index, %o: memref<?xf32>) kernel {
    %v = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
    %x = memref.load %v[%i, %i] : memref<4x4xf32, strided<[8, 1], offset: ?>>
    memref.store %x, %o[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xf32>, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %d = memref.dim %m, %c0 : memref<?xf32>
    %z = arith.constant 0.0 : f32
    memref.store %z, %m[%d] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xf32>, %i: index) kernel {
    %l = memref.alloca() : memref<4xf32, 5>
    %z = arith.constant 0.0 : f32
    memref.store %z, %l[%i] : memref<4xf32, 5>
    %v = memref.load %l[%i] : memref<4xf32, 5>
    memref.store %v, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xf32>, %i: index, %v: f32) kernel {
    %r = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<?xf32>) -> f32
    gpu.return
  }
}

// -----

gpu.module @k {
  memref.global "private" @g : memref<4xf32, 3>
  gpu.func @f(%i: index, %v: f32) kernel {
    %g = memref.get_global @g : memref<4xf32, 3>
    memref.store %v, %g[%i] : memref<4xf32, 3>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xf32>, %i: index) kernel {
    %v = vector.load %m[%i] : memref<?xf32>, vector<4xf32>
    %w = arith.addf %v, %v : vector<4xf32>
    vector.store %w, %m[%i] : memref<?xf32>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xf32>, %i: index, %p: f32) kernel {
    %v = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
    %s = vector.reduction <add>, %v : vector<4xf32> into f32
    %b = vector.broadcast %s : f32 to vector<4xf32>
    %e = vector.extract %b[1] : f32 from vector<4xf32>
    memref.store %e, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: vector<4xf32>, %m: memref<?xvector<4xf32>>, %i: index) kernel {
    %r = math.exp %a : vector<4xf32>
    memref.store %r, %m[%i] : memref<?xvector<4xf32>>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%c: complex<f32>, %m: memref<?xf32>, %i: index) kernel {
    %d = complex.mul %c, %c : complex<f32>
    %r = complex.re %d : complex<f32>
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  func.func @g(%a: f32) -> f32 {
    %r = arith.addf %a, %a : f32
    return %r : f32
  }
  gpu.func @f(%a: f32, %m: memref<?xf32>, %i: index) kernel {
    %r = func.call @g(%a) : (f32) -> f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%a: f32, %m: memref<?xf32>, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %j = %c0 to %i step %c1 {
    memref.store %a, %m[%j] : memref<?xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xf32>, %i: index) kernel {
    %r = affine.apply affine_map<(d0) -> (d0 + 4)>(%i)
    %v = affine.load %m[%i + 1] : memref<?xf32>
    memref.store %v, %m[%r] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xi32>, %i: index) kernel {
    %x = gpu.lane_id
    %s = gpu.subgroup_id : index
    %n = gpu.num_subgroups : index
    %z = gpu.subgroup_size : index
    %c = gpu.cluster_id x
    %d = gpu.cluster_dim x
    %e = gpu.cluster_block_id x
    %l = gpu.cluster_dim_blocks x
    %g = arith.addi %c, %d : index
    %h = arith.addi %e, %l : index
    %q = arith.addi %g, %h : index
    %v = arith.index_cast %q : index to i32
    memref.store %v, %m[%x] : memref<?xi32>
    memref.store %v, %m[%s] : memref<?xi32>
    memref.store %v, %m[%n] : memref<?xi32>
    memref.store %v, %m[%z] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xi32>, %v: i32, %i: index) kernel {
    %r, %p = gpu.rotate %v, 4, 16 : i32
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xf32>, %v: f32, %i: index) kernel {
    %d = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %c0 = arith.constant 0 : index
    %w = memref.view %d[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %v, %w[%i] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xf32>, %v: f32, %i: index) kernel {
    %r = gpu.subgroup_reduce add %v cluster(size = 4) : (f32) -> f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xf32>, %v: f32, %i: index) kernel {
    %r = gpu.subgroup_broadcast %v, first_active_lane : f32
    memref.store %r, %m[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%m: memref<?xi32>, %v: i32, %i: index) kernel {
    %r = gpu.all_reduce maxsi %v uniform {} : (i32) -> (i32)
    memref.store %r, %m[%i] : memref<?xi32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @f(%v: f32, %m: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : i32
    amdgpu.raw_buffer_store %v -> %m[%c0] : f32 -> memref<?xf32>, i32
    amdgpu.lds_barrier
    gpu.return
  }
}
