// Adds the numbers below ten.
func.func @main() {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0 : i64
  %sum = scf.for %i = %zero to %ten step %one iter_args(%s = %start) -> i64 {
    %n = arith.index_cast %i : index to i64
    %t = arith.addi %s, %n : i64
    scf.yield %t : i64
  }
  vector.print %sum : i64
  return
}
