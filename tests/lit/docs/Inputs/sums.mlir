func.func @f(%x: i32) -> i32 {
  %one = arith.constant 1 : i32
  %a = arith.addi %x, %one : i32
  %b = arith.addi %a, %one : i32
  return %b : i32
}
