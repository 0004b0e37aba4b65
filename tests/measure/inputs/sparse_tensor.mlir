// sparse_tensor, one operation or one kind of kernel per part.
// MEASURE: builtin.module(sparse-storage-specifier-to-llvm)
// MEASURE: builtin.module(lower-sparse-ops-to-foreach{enable-runtime-library=true enable-convert=false})
// MEASURE: builtin.module(sparse-tensor-codegen{create-sparse-deallocs=false})
// MEASURE: builtin.module(sparsification-and-bufferization{vl=4})
// MEASURE: builtin.module(sparsification-and-bufferization{sparse-emit-strategy=sparse-iterator})
// MEASURE: builtin.module(sparse-assembler)
// MEASURE: builtin.module(sparse-reinterpret-map)
// MEASURE: builtin.module(sparse-reinterpret-map,sparsification)
// MEASURE: builtin.module(pre-sparsification-rewrite)
// MEASURE: builtin.module(func.func(stage-sparse-ops))
// MEASURE: builtin.module(func.func(stage-sparse-ops),lower-sparse-ops-to-foreach,func.func(lower-sparse-foreach-to-scf))
// MEASURE: builtin.module(func.func(lower-sparse-foreach-to-scf))
// MEASURE: builtin.module(lower-sparse-ops-to-foreach{enable-runtime-library=false})
// MEASURE: builtin.module(func.func(lower-sparse-iteration-to-scf))
// MEASURE: builtin.module(func.func(sparse-space-collapse))
// MEASURE: builtin.module(sparse-tensor-conversion)
// MEASURE: builtin.module(sparse-tensor-codegen)
// MEASURE: builtin.module(sparse-tensor-codegen{enable-buffer-initialization=true},sparse-buffer-rewrite,sparse-storage-specifier-to-llvm)
// MEASURE: builtin.module(sparsification,sparse-vectorization{vl=4})
// MEASURE: builtin.module(sparse-reinterpret-map,sparsification{parallelization-strategy=any-storage-any-loop},sparse-gpu-codegen)
// MEASURE: builtin.module(sparse-reinterpret-map,sparsification{sparse-emit-strategy=sparse-iterator},func.func(lower-sparse-iteration-to-scf))
// MEASURE: builtin.module(sparsification-and-bufferization)
// MEASURE: builtin.module(sparsifier)
// MEASURE: builtin.module(sparsifier{enable-runtime-library=false})
// MEASURE: builtin.module(sparsifier{vl=4 enable-index-optimizations=true reassociate-fp-reductions=true})

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64>) -> tensor<8x8xf64, #CSR> {
  %r = sparse_tensor.convert %a : tensor<8x8xf64> to tensor<8x8xf64, #CSR>
  return %r : tensor<8x8xf64, #CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64> {
  %r = sparse_tensor.convert %a : tensor<8x8xf64, #CSR> to tensor<8x8xf64>
  return %r : tensor<8x8xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #CSC> {
  %r = sparse_tensor.convert %a : tensor<8x8xf64, #CSR> to tensor<8x8xf64, #CSC>
  return %r : tensor<8x8xf64, #CSC>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%s: !llvm.ptr) -> tensor<?xf64, #SV> {
  %r = sparse_tensor.new %s : !llvm.ptr to tensor<?xf64, #SV>
  return %r : tensor<?xf64, #SV>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<8xf64, #SV>, %p: !llvm.ptr) {
  sparse_tensor.out %a, %p : tensor<8xf64, #SV>, !llvm.ptr
  return
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%pos: tensor<2xindex>, %crd: tensor<6xindex>, %v: tensor<6xf64>) -> tensor<100xf64, #SV> {
  %r = sparse_tensor.assemble (%pos, %crd), %v : (tensor<2xindex>, tensor<6xindex>), tensor<6xf64> to tensor<100xf64, #SV>
  return %r : tensor<100xf64, #SV>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<100xf64, #SV>, %pos: tensor<2xindex>, %crd: tensor<6xindex>, %v: tensor<6xf64>) -> tensor<6xf64> {
  %rp, %rc, %rv, %lp, %lc, %lv = sparse_tensor.disassemble %a : tensor<100xf64, #SV>
     out_lvls(%pos, %crd : tensor<2xindex>, tensor<6xindex>)
     out_vals(%v : tensor<6xf64>) -> (tensor<2xindex>, tensor<6xindex>), tensor<6xf64>, (index, index), index
  return %rv : tensor<6xf64>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<8xf64, #SV>) -> memref<?xindex> {
  %r = sparse_tensor.positions %a { level = 0 : index } : tensor<8xf64, #SV> to memref<?xindex>
  return %r : memref<?xindex>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<8xf64, #SV>) -> memref<?xindex> {
  %r = sparse_tensor.coordinates %a { level = 0 : index } : tensor<8xf64, #SV> to memref<?xindex>
  return %r : memref<?xindex>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<8xf64, #SV>) -> memref<?xf64> {
  %r = sparse_tensor.values %a : tensor<8xf64, #SV> to memref<?xf64>
  return %r : memref<?xf64>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<8xf64, #SV>) -> index {
  %r = sparse_tensor.number_of_entries %a : tensor<8xf64, #SV>
  return %r : index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>) {
  sparse_tensor.print %a : tensor<8x8xf64, #CSR>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<?x8xf64, #CSR>) -> index {
  %c0 = arith.constant 0 : index
  %r = sparse_tensor.lvl %a, %c0 : tensor<?x8xf64, #CSR>
  return %r : index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<?x8xf64, #CSR>) -> index {
  %c0 = arith.constant 0 : index
  %r = tensor.dim %a, %c0 : tensor<?x8xf64, #CSR>
  return %r : index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>, %init: tensor<f64>) -> f64 {
  %z = arith.constant 0.0 : f64
  %r = sparse_tensor.foreach in %a init(%z) : tensor<8x8xf64, #CSR>, f64 -> f64 do {
    ^bb0(%i: index, %j: index, %v: f64, %acc: f64):
      %s = arith.addf %acc, %v : f64
      sparse_tensor.yield %s : f64
  }
  return %r : f64
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %r = sparse_tensor.load %a hasInserts : tensor<8xf64, #SV>
  return %r : tensor<8xf64, #SV>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<8xf64, #SV>, %v: f64, %i: index) -> tensor<8xf64, #SV> {
  %t = tensor.insert %v into %a[%i] : tensor<8xf64, #SV>
  %r = sparse_tensor.load %t hasInserts : tensor<8xf64, #SV>
  return %r : tensor<8xf64, #SV>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<8xf64, #SV>) -> (memref<?xf64>, memref<?xi1>, memref<?xindex>, index) {
  %v, %fl, %ad, %c = sparse_tensor.expand %a : tensor<8xf64, #SV> to memref<?xf64>, memref<?xi1>, memref<?xindex>
  return %v, %fl, %ad, %c : memref<?xf64>, memref<?xi1>, memref<?xindex>, index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%t: tensor<8x8xf64, #CSR>, %v: memref<?xf64>, %fl: memref<?xi1>, %ad: memref<?xindex>, %c: index, %i: index) -> tensor<8x8xf64, #CSR> {
  %r = sparse_tensor.compress %v, %fl, %ad, %c into %t[%i] : memref<?xf64>, memref<?xi1>, memref<?xindex>, tensor<8x8xf64, #CSR>
  %l = sparse_tensor.load %r hasInserts : tensor<8x8xf64, #CSR>
  return %l : tensor<8x8xf64, #CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>, %b: tensor<8x8xf64, #CSR>) -> tensor<16x8xf64, #CSR> {
  %r = sparse_tensor.concatenate %a, %b { dimension = 0 : index } : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR> to tensor<16x8xf64, #CSR>
  return %r : tensor<16x8xf64, #CSR>
}

// -----

#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(nonordered)) }>
#SCOO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
func.func @f(%a: tensor<?x?xf64, #COO>) -> tensor<?x?xf64, #SCOO> {
  %r = sparse_tensor.reorder_coo quick_sort %a : tensor<?x?xf64, #COO> to tensor<?x?xf64, #SCOO>
  return %r : tensor<?x?xf64, #SCOO>
}

// -----

func.func @f(%n: index, %xy: memref<?xindex>, %p: memref<?xf64>) {
  sparse_tensor.sort quick_sort %n, %xy jointly %p {perm_map = affine_map<(i, j) -> (i, j)>, ny = 0 : index} : memref<?xindex> jointly memref<?xf64>
  return
}

// -----

func.func @f(%n: index, %b: memref<?xf64>, %v: f64) -> (memref<?xf64>, index) {
  %r, %m = sparse_tensor.push_back %n, %b, %v : index, memref<?xf64>, f64
  return %r, %m : memref<?xf64>, index
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f() -> !sparse_tensor.storage_specifier<#SV> {
  %r = sparse_tensor.storage_specifier.init : !sparse_tensor.storage_specifier<#SV>
  return %r : !sparse_tensor.storage_specifier<#SV>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%s: !sparse_tensor.storage_specifier<#SV>, %n: index) -> (index, !sparse_tensor.storage_specifier<#SV>) {
  %g = sparse_tensor.storage_specifier.get %s val_mem_sz : !sparse_tensor.storage_specifier<#SV>
  %r = sparse_tensor.storage_specifier.set %s val_mem_sz with %n : !sparse_tensor.storage_specifier<#SV>
  return %g, %r : index, !sparse_tensor.storage_specifier<#SV>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%i: index, %j: index) -> (index, index) {
  %l, %m = sparse_tensor.crd_translate dim_to_lvl [%i, %j] as #CSR : index, index
  return %l, %m : index, index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#map = affine_map<(i, j) -> (i, j)>
#mapx = affine_map<(i, j) -> (j)>
#mapy = affine_map<(i, j) -> (i)>
func.func @f(%a: tensor<8x16xf64, #CSR>, %x: tensor<16xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %r = linalg.generic {indexing_maps = [#map, #mapx, #mapy], iterator_types = ["parallel", "reduction"]}
    ins(%a, %x : tensor<8x16xf64, #CSR>, tensor<16xf64>) outs(%y : tensor<8xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %m = arith.mulf %p, %q : f64
      %s = arith.addf %o, %m : f64
      linalg.yield %s : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>, %b: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #CSR> {
  %e = tensor.empty() : tensor<8x8xf64, #CSR>
  %r = linalg.matmul ins(%a, %b : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>) outs(%e : tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #CSR>
  return %r : tensor<8x8xf64, #CSR>
}

// -----

#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#map = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<8x16xf64, #CSC>, %y: tensor<8x16xf64>) -> tensor<8x16xf64> {
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<8x16xf64, #CSC>) outs(%y : tensor<8x16xf64>) {
    ^bb0(%p: f64, %o: f64):
      %s = arith.addf %o, %p : f64
      linalg.yield %s : f64
  } -> tensor<8x16xf64>
  return %r : tensor<8x16xf64>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#map = affine_map<(i) -> (i)>
func.func @f(%a: tensor<8xf64, #SV>, %b: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %e = tensor.empty() : tensor<8xf64, #SV>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
    ins(%a, %b : tensor<8xf64, #SV>, tensor<8xf64, #SV>) outs(%e : tensor<8xf64, #SV>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %s = sparse_tensor.binary %p, %q : f64, f64 to f64
        overlap={
          ^bb0(%x: f64, %y: f64):
            %m = arith.addf %x, %y : f64
            sparse_tensor.yield %m : f64
        }
        left=identity
        right={}
      linalg.yield %s : f64
  } -> tensor<8xf64, #SV>
  return %r : tensor<8xf64, #SV>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#map = affine_map<(i) -> (i)>
func.func @f(%a: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %e = tensor.empty() : tensor<8xf64, #SV>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
    ins(%a : tensor<8xf64, #SV>) outs(%e : tensor<8xf64, #SV>) {
    ^bb0(%p: f64, %o: f64):
      %s = sparse_tensor.unary %p : f64 to f64
        present={
          ^bb0(%x: f64):
            %m = arith.negf %x : f64
            sparse_tensor.yield %m : f64
        }
        absent={}
      linalg.yield %s : f64
  } -> tensor<8xf64, #SV>
  return %r : tensor<8xf64, #SV>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#map = affine_map<(i) -> (i)>
#red = affine_map<(i) -> ()>
func.func @f(%a: tensor<8xf64, #SV>, %i: tensor<f64>) -> tensor<f64> {
  %z = arith.constant 1.0 : f64
  %r = linalg.generic {indexing_maps = [#map, #red], iterator_types = ["reduction"]}
    ins(%a : tensor<8xf64, #SV>) outs(%i : tensor<f64>) {
    ^bb0(%p: f64, %o: f64):
      %s = sparse_tensor.reduce %o, %p, %z : f64 {
        ^bb0(%x: f64, %y: f64):
          %m = arith.mulf %x, %y : f64
          sparse_tensor.yield %m : f64
      }
      linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#map = affine_map<(i) -> (i)>
func.func @f(%a: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %e = tensor.empty() : tensor<8xf64, #SV>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
    ins(%a : tensor<8xf64, #SV>) outs(%e : tensor<8xf64, #SV>) {
    ^bb0(%p: f64, %o: f64):
      %s = sparse_tensor.select %p : f64 {
        ^bb0(%x: f64):
          %c = arith.constant 0.0 : f64
          %m = arith.cmpf "ogt", %x, %c : f64
          sparse_tensor.yield %m : i1
      }
      linalg.yield %s : f64
  } -> tensor<8xf64, #SV>
  return %r : tensor<8xf64, #SV>
}

// -----

#COO = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton(soa)) }>
func.func @f(%sp : tensor<4x8xf32, #COO>) -> index {
  %i = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l1 = sparse_tensor.extract_iteration_space %sp lvls = 0 : tensor<4x8xf32, #COO> -> !sparse_tensor.iter_space<#COO, lvls = 0>
  %r1 = sparse_tensor.iterate %it1 in %l1 iter_args(%outer = %i): !sparse_tensor.iter_space<#COO, lvls = 0 to 1> -> index {
    %l2 = sparse_tensor.extract_iteration_space %sp at %it1 lvls = 1 : tensor<4x8xf32, #COO>, !sparse_tensor.iterator<#COO, lvls = 0 to 1> -> !sparse_tensor.iter_space<#COO, lvls = 1>
    %r2 = sparse_tensor.iterate %it2 in %l2 iter_args(%inner = %outer): !sparse_tensor.iter_space<#COO, lvls = 1 to 2> -> index {
      %k = arith.addi %inner, %c1 : index
      sparse_tensor.yield %k : index
    }
    sparse_tensor.yield %r2 : index
  }
  return %r1 : index
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<64xf64, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>) -> tensor<8x8xf64, #CSR> {
  %r = tensor.expand_shape %a [[0, 1]] output_shape [8, 8] : tensor<64xf64, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>> into tensor<8x8xf64, #CSR>
  return %r : tensor<8x8xf64, #CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>) {
  bufferization.dealloc_tensor %a : tensor<8x8xf64, #CSR>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<8x8xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %r = tensor.cast %a : tensor<8x8xf64, #CSR> to tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}
