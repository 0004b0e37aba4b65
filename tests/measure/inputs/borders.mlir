// Tensors that come from buffers and end in buffers, so that no function has one among
// its arguments, and no block unless it says so.
// MEASURE: builtin.module(one-shot-bufferize)
// MEASURE: builtin.module(one-shot-bufferize{allow-return-allocs-from-loops=true})

func.func @elementwise(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %x = bufferization.to_tensor %a restrict : memref<?xf32> to tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%i: f32, %u: f32):
    %m = math.exp %i : f32
    linalg.yield %m : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %y in writable %b : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

func.func @loop(%a: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = bufferization.to_tensor %a restrict writable : memref<8xf32> to tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> (tensor<8xf32>) {
    %v = tensor.extract %t[%i] : tensor<8xf32>
    %w = arith.addf %v, %v : f32
    %s = tensor.insert %w into %t[%i] : tensor<8xf32>
    scf.yield %s : tensor<8xf32>
  }
  %f = tensor.extract %r[%c0] : tensor<8xf32>
  return %f : f32
}

// -----

func.func @choice(%c: i1, %a: memref<8xf32>, %b: memref<8xf32>) {
  %x = bufferization.to_tensor %a restrict : memref<8xf32> to tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %z = arith.constant 0.0 : f32
  %y = scf.if %c -> (tensor<8xf32>) {
    scf.yield %x : tensor<8xf32>
  } else {
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %f : tensor<8xf32>
  }
  bufferization.materialize_in_destination %y in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @branch(%c: i1, %a: memref<8xf32>, %b: memref<8xf32>) {
  %x = bufferization.to_tensor %a restrict : memref<8xf32> to tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  cf.cond_br %c, ^end(%x : tensor<8xf32>), ^end(%e : tensor<8xf32>)
^end(%y: tensor<8xf32>):
  bufferization.materialize_in_destination %y in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @jump(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %i: index) -> f32 {
  %x = bufferization.to_tensor %a restrict : memref<8xf32> to tensor<8xf32>
  %z = bufferization.to_tensor %c restrict : memref<8xf32> to tensor<8xf32>
  %f = tensor.extract %z[%i] : tensor<8xf32>
  cf.br ^end(%x : tensor<8xf32>)
^end(%y: tensor<8xf32>):
  bufferization.materialize_in_destination %y in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  return %f : f32
}
