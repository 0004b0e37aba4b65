// A program that computes (2 * x + 5 + 7) modulo 11, for x = 9.

func.func private @get() -> i64 {
  %x = mod.constant 9
  return %x : i64
}

func.func @main() -> i64 {
  %x = func.call @get() : () -> i64
  %two = mod.constant 2
  %five = mod.constant 5
  %seven = mod.constant 7
  %double = mod.mul %x, %two modulo 11
  %more = mod.add %double, %five modulo 11
  %result = mod.add %more, %seven modulo 11
  return %result : i64
}
