// Sharding: what annotates tensors, and what makes communication of it.
// MEASURE: builtin.module(func.func(sharding-propagation))
// MEASURE: builtin.module(func.func(sharding-propagation{traversal=forward}))
// MEASURE: builtin.module(func.func(shard-partition))
// MEASURE: builtin.module(func.func(sharding-propagation,shard-partition))

shard.grid @line(shape = 2)

func.func @elementwise(%a: tensor<2xi8>) -> tensor<2xi8> {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %a to %s : tensor<2xi8>
  %1 = shard.shard %0 to %s annotate_for_users : tensor<2xi8>
  %2 = tosa.abs %1 : (tensor<2xi8>) -> tensor<2xi8>
  %3 = shard.shard %2 to %s : tensor<2xi8>
  %4 = shard.shard %3 to %s annotate_for_users : tensor<2xi8>
  return %4 : tensor<2xi8>
}

// -----

shard.grid @line(shape = 2)

func.func @gathered(%a: tensor<2xi8>) -> tensor<2xi8> {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %r = shard.sharding @line split_axes = [[]] : !shard.sharding
  %0 = shard.shard %a to %s : tensor<2xi8>
  %1 = shard.shard %0 to %s annotate_for_users : tensor<2xi8>
  %2 = tosa.abs %1 : (tensor<2xi8>) -> tensor<2xi8>
  %3 = shard.shard %2 to %s : tensor<2xi8>
  %4 = shard.shard %3 to %r annotate_for_users : tensor<2xi8>
  return %4 : tensor<2xi8>
}

// -----

shard.grid @line(shape = 2)

func.func @split(%a: tensor<2xi8>) -> tensor<2xi8> {
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %r = shard.sharding @line split_axes = [[]] : !shard.sharding
  %0 = shard.shard %a to %r : tensor<2xi8>
  %1 = shard.shard %0 to %s annotate_for_users : tensor<2xi8>
  %2 = tosa.abs %1 : (tensor<2xi8>) -> tensor<2xi8>
  %3 = shard.shard %2 to %s : tensor<2xi8>
  %4 = shard.shard %3 to %s annotate_for_users : tensor<2xi8>
  return %4 : tensor<2xi8>
}

// -----

shard.grid @line(shape = 2)

func.func @propagated(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %s = shard.sharding @line split_axes = [[], [0]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<8x16xf32>
  %e = arith.constant dense<0.0> : tensor<8x8xf32>
  %m = linalg.matmul ins(%0, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %m : tensor<8x8xf32>
}
