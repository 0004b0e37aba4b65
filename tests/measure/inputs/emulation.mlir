// Types that a target lacks, and values whose range is known; one kind per part.
// MEASURE: builtin.module(arith-emulate-wide-int{widest-int-supported=32})
// MEASURE: builtin.module(func.func(arith-emulate-wide-int{widest-int-supported=8}))
// MEASURE: builtin.module(memref-emulate-wide-int{widest-int-supported=32})
// MEASURE: builtin.module(arith-emulate-unsupported-floats{source-types=bf16,f8E4M3FNUZ target-type=f32})
// MEASURE: builtin.module(math-extend-to-supported-types{extra-types=f16 target-type=f32})
// MEASURE: builtin.module(math-extend-to-supported-types)
// MEASURE: builtin.module(arith-int-range-narrowing{int-bitwidths-supported=1,8,16,24,32})
// MEASURE: builtin.module(int-range-optimizations)
// MEASURE: builtin.module(arith-unsigned-when-equivalent)
// MEASURE: builtin.module(math-sincos-fusion)
// MEASURE: builtin.module(math-uplift-to-fma)
// MEASURE: builtin.module(convert-arith-to-apfloat)
// MEASURE: builtin.module(convert-math-to-apfloat)
// MEASURE: builtin.module(arith-expand{include-bf16=true include-f8e8m0=true include-f4e2m1=true})
// MEASURE: builtin.module(arith-expand{include-f8e8m0=true})
// MEASURE: builtin.module(arith-expand{include-f4e2m1=true})
// MEASURE: builtin.module(arith-expand)

func.func @add(%a: i64, %b: i64) -> i64 {
  %r = arith.addi %a, %b : i64
  return %r : i64
}

// -----

func.func @sub(%a: i64, %b: i64) -> i64 {
  %r = arith.subi %a, %b : i64
  return %r : i64
}

// -----

func.func @mul(%a: i64, %b: i64) -> i64 {
  %r = arith.muli %a, %b : i64
  return %r : i64
}

// -----

func.func @logic(%a: i64, %b: i64) -> i64 {
  %x = arith.andi %a, %b : i64
  %y = arith.ori %x, %b : i64
  %r = arith.xori %y, %b : i64
  return %r : i64
}

// -----

func.func @shifts(%a: i64, %b: i64) -> i64 {
  %x = arith.shli %a, %b : i64
  %y = arith.shrui %x, %b : i64
  %r = arith.shrsi %y, %b : i64
  return %r : i64
}

// -----

func.func @compare(%a: i64, %b: i64) -> (i1, i1, i64) {
  %x = arith.cmpi slt, %a, %b : i64
  %y = arith.cmpi eq, %a, %b : i64
  %r = arith.select %x, %a, %b : i64
  return %x, %y, %r : i1, i1, i64
}

// -----

func.func @min_max(%a: i64, %b: i64) -> i64 {
  %x = arith.maxsi %a, %b : i64
  %y = arith.minui %x, %b : i64
  return %y : i64
}

// -----

func.func @extend(%a: i32, %b: i16) -> (i64, i64) {
  %x = arith.extsi %a : i32 to i64
  %y = arith.extui %b : i16 to i64
  return %x, %y : i64, i64
}

// -----

func.func @truncate(%a: i64) -> (i32, i16) {
  %x = arith.trunci %a : i64 to i32
  %y = arith.trunci %a : i64 to i16
  return %x, %y : i32, i16
}

// -----

func.func @floats(%a: i64, %f: f32) -> (f32, f32, i64, i64) {
  %x = arith.sitofp %a : i64 to f32
  %y = arith.uitofp %a : i64 to f32
  %u = arith.fptosi %f : f32 to i64
  %v = arith.fptoui %f : f32 to i64
  return %x, %y, %u, %v : f32, f32, i64, i64
}

// -----

func.func @indices(%a: i64, %i: index) -> (index, index, i64, i64) {
  %x = arith.index_cast %a : i64 to index
  %y = arith.index_castui %a : i64 to index
  %u = arith.index_cast %i : index to i64
  %v = arith.index_castui %i : index to i64
  return %x, %y, %u, %v : index, index, i64, i64
}

// -----

func.func @constant() -> (i64, vector<3xi64>) {
  %r = arith.constant 4294967299 : i64
  %s = arith.constant dense<7> : vector<3xi64>
  return %r, %s : i64, vector<3xi64>
}

// -----

func.func @vector(%a: vector<3xi64>, %b: vector<3xi64>) -> vector<3xi64> {
  %r = arith.addi %a, %b : vector<3xi64>
  vector.print %r : vector<3xi64>
  return %r : vector<3xi64>
}

// -----

func.func @memory(%m: memref<8xi64>, %i: index) {
  %n = memref.alloc() : memref<8xi64>
  %v = memref.load %m[%i] : memref<8xi64>
  memref.store %v, %n[%i] : memref<8xi64>
  return
}

// -----

func.func @private_memory(%i: index, %a: i32) -> i32 {
  %c = arith.constant 1 : i64
  %n = memref.alloc() : memref<8xi64>
  memref.store %c, %n[%i] : memref<8xi64>
  %v = memref.load %n[%i] : memref<8xi64>
  %r = arith.trunci %v : i64 to i32
  return %r : i32
}

// -----

func.func @bf16(%a: bf16, %b: bf16) -> bf16 {
  %s = arith.addf %a, %b : bf16
  %r = arith.divf %s, %b : bf16
  return %r : bf16
}

// -----

func.func @bf16_extended(%a: bf16, %f: f32) -> (f32, bf16) {
  %s = arith.extf %a : bf16 to f32
  %r = arith.truncf %f : f32 to bf16
  return %s, %r : f32, bf16
}

// -----

func.func @f8(%a: f8E4M3FNUZ, %b: f8E4M3FNUZ) -> f8E4M3FNUZ {
  %s = arith.mulf %a, %b : f8E4M3FNUZ
  return %s : f8E4M3FNUZ
}

// -----

func.func @f8E8M0(%a: f8E8M0FNU, %b: f32) -> (f32, f8E8M0FNU) {
  %s = arith.extf %a : f8E8M0FNU to f32
  %t = arith.truncf %b : f32 to f8E8M0FNU
  return %s, %t : f32, f8E8M0FNU
}

// -----

func.func @f4E2M1(%a: f4E2M1FN, %b: f32) -> (f32, f4E2M1FN) {
  %s = arith.extf %a : f4E2M1FN to f32
  %t = arith.truncf %b : f32 to f4E2M1FN
  return %s, %t : f32, f4E2M1FN
}

// -----

func.func @scaled(%a: f4E2M1FN, %b: f8E8M0FNU, %c: f32) -> (f32, f4E2M1FN) {
  %s = arith.scaling_extf %a, %b : f4E2M1FN, f8E8M0FNU to f32
  %t = arith.scaling_truncf %c, %b : f32, f8E8M0FNU to f4E2M1FN
  return %s, %t : f32, f4E2M1FN
}

// -----

func.func @apfloat(%a: f8E4M3FN, %b: f8E4M3FN, %i: i32) -> (f8E4M3FN, i1, f32, i32, f8E4M3FN) {
  %s = arith.addf %a, %b : f8E4M3FN
  %n = arith.negf %s : f8E4M3FN
  %m = arith.minimumf %n, %b : f8E4M3FN
  %c = arith.cmpf olt, %a, %b : f8E4M3FN
  %x = arith.extf %a : f8E4M3FN to f32
  %j = arith.fptosi %a : f8E4M3FN to i32
  %y = arith.sitofp %i : i32 to f8E4M3FN
  return %m, %c, %x, %j, %y : f8E4M3FN, i1, f32, i32, f8E4M3FN
}

// -----

func.func @apfloat_math(%a: f8E4M3FN, %b: f8E4M3FN) -> (f8E4M3FN, f8E4M3FN, i1) {
  %x = math.fma %a, %b, %b : f8E4M3FN
  %y = math.absf %x : f8E4M3FN
  %z = math.isnan %y : f8E4M3FN
  return %x, %y, %z : f8E4M3FN, f8E4M3FN, i1
}

// -----

func.func @apfloat_vector(%a: vector<4xf8E4M3FN>, %b: vector<4xf8E4M3FN>) -> vector<4xf8E4M3FN> {
  %s = arith.addf %a, %b : vector<4xf8E4M3FN>
  return %s : vector<4xf8E4M3FN>
}

// -----

func.func @math_f16(%a: f16, %b: f16) -> (f16, f16) {
  %r = math.exp %a : f16
  %s = math.powf %a, %b : f16
  return %r, %s : f16, f16
}

// -----

func.func @math_bf16(%a: bf16) -> bf16 {
  %r = math.sin %a : bf16
  return %r : bf16
}

// -----

func.func @sin_and_cos(%a: f32) -> (f32, f32) {
  %s = math.sin %a : f32
  %c = math.cos %a : f32
  return %s, %c : f32, f32
}

// -----

func.func @multiplied_and_added(%a: f32, %b: f32, %c: f32) -> f32 {
  %m = arith.mulf %a, %b fastmath<fast> : f32
  %r = arith.addf %m, %c fastmath<fast> : f32
  return %r : f32
}

// -----

func.func @known_range(%n: index, %m: memref<256xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c200 = arith.constant 200 : index
  %c7 = arith.constant 7 : i64
  scf.for %i = %c0 to %c200 step %c1 {
    %x = arith.index_cast %i : index to i64
    %y = arith.addi %x, %c7 : i64
    %z = arith.muli %y, %c7 : i64
    %d = arith.divsi %z, %c7 : i64
    %r = arith.remsi %z, %c7 : i64
    %s = arith.maxsi %d, %r : i64
    memref.store %s, %m[%i] : memref<256xi64>
  }
  return
}

// -----

func.func @known_value(%a: i8) -> (i1, i1, i32) {
  %c4096 = arith.constant 4096 : i32
  %x = arith.extui %a : i8 to i32
  %y = arith.cmpi ult, %x, %c4096 : i32
  %n = arith.cmpi ugt, %x, %c4096 : i32
  %z = arith.divui %x, %c4096 : i32
  return %y, %n, %z : i1, i1, i32
}

// -----

func.func @known_remainder() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %r = arith.remui %i, %c16 : index
    %m = memref.alloc(%r) : memref<?xf32>
    memref.dealloc %m : memref<?xf32>
  }
  return
}

// -----

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
