// Calls a function for each of two numbers and prints the larger result.
func.func private @square(%x: i64) -> i64 {
  %r = arith.muli %x, %x : i64
  return %r : i64
}
func.func @main() {
  %a = arith.constant -7 : i64
  %b = arith.constant 6 : i64
  %x = call @square(%a) : (i64) -> i64
  %y = call @square(%b) : (i64) -> i64
  %greater = arith.cmpi sgt, %x, %y : i64
  %r = scf.if %greater -> i64 {
    scf.yield %x : i64
  } else {
    scf.yield %y : i64
  }
  vector.print %r : i64
  return
}
