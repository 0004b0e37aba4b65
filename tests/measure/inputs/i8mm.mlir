// A product of 8-bit integers, for which Arm's processors have an instruction.
// MEASURE: builtin.module(convert-vector-to-llvm{enable-arm-neon=true enable-arm-i8mm=true})
// MEASURE: builtin.module(convert-vector-to-llvm)

func.func @product(%a: vector<2x8xi8>, %b: vector<2x8xi8>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %x = arith.extsi %a : vector<2x8xi8> to vector<2x8xi32>
  %y = arith.extsi %b : vector<2x8xi8> to vector<2x8xi32>
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %c : vector<2x8xi32>, vector<2x8xi32> into vector<2x2xi32>
  return %r : vector<2x2xi32>
}
