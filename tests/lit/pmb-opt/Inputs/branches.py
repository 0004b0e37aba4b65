"""Prints a function with a chain of branches on constants.

Each condition is a constant only after the branch before it is gone, which takes a round of
canonicalization.
"""

import sys

count = int(sys.argv[1])
print("""func.func private @use(i32)
func.func @branches(%x: i32) {
  %true = arith.constant true
  %false = arith.constant false
  cf.br ^b0(%true : i1)""")
for i in range(count):
    print(f"""^b{i}(%c{i}: i1):
  cf.cond_br %c{i}, ^t{i}, ^e{i}
^t{i}:
  func.call @use(%x) : (i32) -> ()
  cf.br ^b{i + 1}(%true : i1)
^e{i}:
  func.call @use(%x) : (i32) -> ()
  func.call @use(%x) : (i32) -> ()
  cf.br ^b{i + 1}(%false : i1)""")
print(f"""^b{count}(%last: i1):
  return
}}""")
