// What names of operations do not tell.
func.func private @use(memref<2xf32, strided<[?], offset: ?>>)

func.func @views(%m: memref<8x8xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %fixed = memref.subview %m[2, 0] [2, 1] [1, 1] : memref<8x8xf32> to memref<2xf32, strided<[8], offset: 16>>
  %moved = memref.subview %m[%i, 0] [2, 1] [1, 1] : memref<8x8xf32> to memref<2xf32, strided<[8], offset: ?>>
  %cast = memref.cast %moved : memref<2xf32, strided<[8], offset: ?>> to memref<2xf32, strided<[?], offset: ?>>
  func.call @use(%cast) : (memref<2xf32, strided<[?], offset: ?>>) -> ()
  %0 = memref.load %fixed[%c0] : memref<2xf32, strided<[8], offset: 16>>
  return %0 : f32
}
