func.func @work(%a: i32) -> i32 {
  %sum = arith.addi %a, %a : i32
  return %sum : i32
}

func.func @nothing() {
  return
}
