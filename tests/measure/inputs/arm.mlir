// ArmSME and ArmSVE, and the vectors that they are made from.
// MEASURE: builtin.module(convert-arith-to-arm-sme)
// MEASURE: builtin.module(convert-vector-to-arm-sme)
// MEASURE: builtin.module(convert-arith-to-arm-sme,convert-vector-to-arm-sme,func.func(arm-sme-outer-product-fusion))
// MEASURE: builtin.module(arm-sme-vector-legalization)
// MEASURE: builtin.module(convert-arm-sme-to-scf)
// MEASURE: builtin.module(func.func(convert-arm-sme-to-llvm))
// MEASURE: builtin.module(func.func(enable-arm-streaming{streaming-mode=streaming-locally za-mode=new-za}))
// MEASURE: builtin.module(func.func(test-arm-sme-tile-allocation))
// MEASURE: builtin.module(func.func(arm-sve-legalize-vector-storage))
// MEASURE: builtin.module(convert-vector-to-llvm{enable-arm-sve=true})
// MEASURE: builtin.module(convert-arith-to-arm-sme,convert-vector-to-arm-sme,convert-arm-sme-to-scf,convert-vector-to-scf,func.func(convert-arm-sme-to-llvm))
// MEASURE: builtin.module(convert-arith-to-arm-sme,convert-scf-to-cf,convert-cf-to-llvm)

func.func @f() -> vector<[4]x[4]xf32> {
  %r = arith.constant dense<0.0> : vector<[4]x[4]xf32>
  return %r : vector<[4]x[4]xf32>
}

// -----

func.func @f(%d: memref<?x?xf32>, %i: index) {
  %r = arith.constant dense<1.0> : vector<[4]x[4]xf32>
  vector.store %r, %d[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<[4]x[4]xf32> {
  %r = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<[4]x[4]xf32>
  return %r : vector<[4]x[4]xf32>
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<[4]x[4]xf32>) {
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : vector<[4]x[4]xf32>, memref<?x?xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index) -> vector<[4]x[4]xf32> {
  %r = vector.load %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  return %r : vector<[4]x[4]xf32>
}

// -----

func.func @f(%a: f32, %m: memref<?x?xf32>, %i: index) {
  %r = vector.broadcast %a : f32 to vector<[4]x[4]xf32>
  vector.store %r, %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  return
}

// -----

func.func @f(%a: vector<[4]x[4]xf32>, %m: memref<?x?xf32>, %i: index) {
  %r = vector.transpose %a, [1, 0] : vector<[4]x[4]xf32> to vector<[4]x[4]xf32>
  vector.store %r, %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  return
}

// -----

func.func @f(%a: vector<[4]xf32>, %b: vector<[4]xf32>, %m: memref<?x?xf32>, %i: index) {
  %c = arith.constant dense<0.0> : vector<[4]x[4]xf32>
  %r = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<[4]xf32>, vector<[4]xf32>
  vector.store %r, %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  return
}

// -----

func.func @f(%a: vector<[4]x[4]xf32>, %i: index) -> vector<[4]xf32> {
  %r = vector.extract %a[%i] : vector<[4]xf32> from vector<[4]x[4]xf32>
  return %r : vector<[4]xf32>
}

// -----

func.func @f(%a: vector<[4]x[4]xf32>, %b: vector<[4]xf32>, %i: index) -> vector<[4]x[4]xf32> {
  %r = vector.insert %b, %a[%i] : vector<[4]xf32> into vector<[4]x[4]xf32>
  return %r : vector<[4]x[4]xf32>
}

// -----

func.func @f(%a: vector<[4]x[4]xf32>) {
  vector.print %a : vector<[4]x[4]xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index) -> vector<[4]x[4]xf32> {
  %r = arm_sme.tile_load %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  return %r : vector<[4]x[4]xf32>
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index) {
  %z = arm_sme.zero : vector<[4]x[4]xf32>
  arm_sme.tile_store %z, %m[%i, %i] : memref<?x?xf32>, vector<[4]x[4]xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %k: vector<[4]xi1>, %i: index) {
  %t = arm_sme.get_tile : vector<[4]x[4]xf32>
  %r = arm_sme.load_tile_slice %m[%i], %k, %t, %i : memref<?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
  arm_sme.store_tile_slice %r, %i, %k, %m[%i] : memref<?xf32>, vector<[4]xi1>, vector<[4]x[4]xf32>
  return
}

// -----

func.func @f(%a: vector<[4]xf32>, %b: vector<[4]xf32>, %i: index) -> vector<[4]xf32> {
  %t = arm_sme.outerproduct %a, %b : vector<[4]xf32>, vector<[4]xf32>
  %u = arm_sme.insert_tile_slice %a, %t[%i] : vector<[4]xf32> into vector<[4]x[4]xf32>
  %r = arm_sme.extract_tile_slice %u[%i] : vector<[4]xf32> from vector<[4]x[4]xf32>
  return %r : vector<[4]xf32>
}

// -----

func.func @f() -> index {
  %r = arm_sme.streaming_vl <word>
  return %r : index
}

// -----

func.func @f(%a: vector<[8]xf16>, %b: vector<[8]xf16>, %i: index) -> vector<[4]xf32> {
  %t = arm_sme.fmopa_2way %a, %b : vector<[8]xf16>, vector<[8]xf16> into vector<[4]x[4]xf32>
  %r = arm_sme.extract_tile_slice %t[%i] : vector<[4]xf32> from vector<[4]x[4]xf32>
  return %r : vector<[4]xf32>
}

// -----

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

func.func @f(%a: vector<[8]x[8]xf32>, %m: memref<?x?xf32>, %i: index) {
  %p = arith.constant 0.0 : f32
  %r = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<[8]x[8]xf32>
  vector.transfer_write %r, %m[%i, %i] {in_bounds = [true, true]} : vector<[8]x[8]xf32>, memref<?x?xf32>
  return
}

// -----

func.func @f(%a: vector<[8]xf32>, %b: vector<[8]xf32>, %m: memref<?x?xf32>, %i: index) {
  %c = arith.constant dense<0.0> : vector<[8]x[8]xf32>
  %r = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<[8]xf32>, vector<[8]xf32>
  vector.transfer_write %r, %m[%i, %i] {in_bounds = [true, true]} : vector<[8]x[8]xf32>, memref<?x?xf32>
  return
}

// -----

func.func @f(%v: vector<[8]xi1>) -> vector<[8]xi1> {
  %m = memref.alloca() : memref<vector<[8]xi1>>
  memref.store %v, %m[] : memref<vector<[8]xi1>>
  %r = memref.load %m[] : memref<vector<[8]xi1>>
  return %r : vector<[8]xi1>
}

// -----

func.func @f(%a: vector<[16]xi8>, %b: vector<[16]xi8>, %c: vector<[4]xi32>) -> vector<[4]xi32> {
  %r = arm_sve.sdot %c, %a, %b : vector<[16]xi8> to vector<[4]xi32>
  return %r : vector<[4]xi32>
}

// -----

func.func @f(%a: vector<[4]xf32>, %b: vector<[4]xf32>, %k: vector<[4]xi1>) -> vector<[4]xf32> {
  %r = arm_sve.masked.addf %k, %a, %b : vector<[4]xi1>, vector<[4]xf32>
  return %r : vector<[4]xf32>
}

// -----

func.func @f(%k: vector<[4]xi1>) -> vector<[16]xi1> {
  %r = arm_sve.convert_to_svbool %k : vector<[4]xi1>
  return %r : vector<[16]xi1>
}

// -----

func.func @whole_rows(%m: memref<?x8xi8>, %i: index, %p: i8) -> vector<[4]x8xi8> {
  %c0 = arith.constant 0 : index
  %r = vector.transfer_read %m[%i, %c0], %p {in_bounds = [true, true]} : memref<?x8xi8>, vector<[4]x8xi8>
  return %r : vector<[4]x8xi8>
}

// -----

func.func @parts_of_rows(%m: memref<?x?xi8>, %i: index, %p: i8) -> vector<[4]x8xi8> {
  %r = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xi8>, vector<[4]x8xi8>
  return %r : vector<[4]x8xi8>
}

// -----

func.func @fixed_rows(%m: memref<8x4xf32>, %i: index, %p: f32) -> vector<[4]x4xf32> {
  %c0 = arith.constant 0 : index
  %r = vector.transfer_read %m[%i, %c0], %p {in_bounds = [true, true]} : memref<8x4xf32>, vector<[4]x4xf32>
  return %r : vector<[4]x4xf32>
}
