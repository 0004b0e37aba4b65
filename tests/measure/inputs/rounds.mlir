// What a pass that stops early, or looks at each operation once, leaves something to do
// on: none of these is at an end after one round. Each idempotent pass runs twice on it.
// MEASURE: builtin.module(canonicalize{max-iterations=-1})

// What a branch decides is known only when the one before it is gone.
func.func @values() -> i32 {
  %0 = arith.constant 1 : i32
  cf.br ^to0(%0 : i32)
^to0(%x0: i32):
  %k0 = arith.constant 1 : i32
  %n0 = arith.addi %x0, %k0 : i32
  %c0 = arith.cmpi sgt, %n0, %k0 : i32
  cf.cond_br %c0, ^to1(%n0 : i32), ^not0
^not0:
  call @call0() : () -> ()
  cf.br ^to1(%k0 : i32)
^to1(%x1: i32):
  %k1 = arith.constant 2 : i32
  %n1 = arith.addi %x1, %k1 : i32
  %c1 = arith.cmpi sgt, %n1, %k1 : i32
  cf.cond_br %c1, ^to2(%n1 : i32), ^not1
^not1:
  call @call1() : () -> ()
  cf.br ^to2(%k1 : i32)
^to2(%x2: i32):
  %k2 = arith.constant 3 : i32
  %n2 = arith.addi %x2, %k2 : i32
  %c2 = arith.cmpi sgt, %n2, %k2 : i32
  cf.cond_br %c2, ^to3(%n2 : i32), ^not2
^not2:
  call @call2() : () -> ()
  cf.br ^to3(%k2 : i32)
^to3(%x3: i32):
  %k3 = arith.constant 4 : i32
  %n3 = arith.addi %x3, %k3 : i32
  %c3 = arith.cmpi sgt, %n3, %k3 : i32
  cf.cond_br %c3, ^to4(%n3 : i32), ^not3
^not3:
  call @call3() : () -> ()
  cf.br ^to4(%k3 : i32)
^to4(%x4: i32):
  %k4 = arith.constant 5 : i32
  %n4 = arith.addi %x4, %k4 : i32
  %c4 = arith.cmpi sgt, %n4, %k4 : i32
  cf.cond_br %c4, ^to5(%n4 : i32), ^not4
^not4:
  call @call4() : () -> ()
  cf.br ^to5(%k4 : i32)
^to5(%x5: i32):
  %k5 = arith.constant 6 : i32
  %n5 = arith.addi %x5, %k5 : i32
  %c5 = arith.cmpi sgt, %n5, %k5 : i32
  cf.cond_br %c5, ^to6(%n5 : i32), ^not5
^not5:
  call @call5() : () -> ()
  cf.br ^to6(%k5 : i32)
^to6(%x6: i32):
  %k6 = arith.constant 7 : i32
  %n6 = arith.addi %x6, %k6 : i32
  %c6 = arith.cmpi sgt, %n6, %k6 : i32
  cf.cond_br %c6, ^to7(%n6 : i32), ^not6
^not6:
  call @call6() : () -> ()
  cf.br ^to7(%k6 : i32)
^to7(%x7: i32):
  %k7 = arith.constant 8 : i32
  %n7 = arith.addi %x7, %k7 : i32
  %c7 = arith.cmpi sgt, %n7, %k7 : i32
  cf.cond_br %c7, ^to8(%n7 : i32), ^not7
^not7:
  call @call7() : () -> ()
  cf.br ^to8(%k7 : i32)
^to8(%x8: i32):
  %k8 = arith.constant 9 : i32
  %n8 = arith.addi %x8, %k8 : i32
  %c8 = arith.cmpi sgt, %n8, %k8 : i32
  cf.cond_br %c8, ^to9(%n8 : i32), ^not8
^not8:
  call @call8() : () -> ()
  cf.br ^to9(%k8 : i32)
^to9(%x9: i32):
  %k9 = arith.constant 10 : i32
  %n9 = arith.addi %x9, %k9 : i32
  %c9 = arith.cmpi sgt, %n9, %k9 : i32
  cf.cond_br %c9, ^to10(%n9 : i32), ^not9
^not9:
  call @call9() : () -> ()
  cf.br ^to10(%k9 : i32)
^to10(%x10: i32):
  %k10 = arith.constant 11 : i32
  %n10 = arith.addi %x10, %k10 : i32
  %c10 = arith.cmpi sgt, %n10, %k10 : i32
  cf.cond_br %c10, ^to11(%n10 : i32), ^not10
^not10:
  call @call10() : () -> ()
  cf.br ^to11(%k10 : i32)
^to11(%x11: i32):
  %k11 = arith.constant 12 : i32
  %n11 = arith.addi %x11, %k11 : i32
  %c11 = arith.cmpi sgt, %n11, %k11 : i32
  cf.cond_br %c11, ^to12(%n11 : i32), ^not11
^not11:
  call @call11() : () -> ()
  cf.br ^to12(%k11 : i32)
^to12(%x12: i32):
  %k12 = arith.constant 13 : i32
  %n12 = arith.addi %x12, %k12 : i32
  %c12 = arith.cmpi sgt, %n12, %k12 : i32
  cf.cond_br %c12, ^to13(%n12 : i32), ^not12
^not12:
  call @call12() : () -> ()
  cf.br ^to13(%k12 : i32)
^to13(%x13: i32):
  %k13 = arith.constant 14 : i32
  %n13 = arith.addi %x13, %k13 : i32
  %c13 = arith.cmpi sgt, %n13, %k13 : i32
  cf.cond_br %c13, ^to14(%n13 : i32), ^not13
^not13:
  call @call13() : () -> ()
  cf.br ^to14(%k13 : i32)
^to14(%y: i32):
  return %y : i32
}
func.func private @call0()
func.func private @call1()
func.func private @call2()
func.func private @call3()
func.func private @call4()
func.func private @call5()
func.func private @call6()
func.func private @call7()
func.func private @call8()
func.func private @call9()
func.func private @call10()
func.func private @call11()
func.func private @call12()
func.func private @call13()

// -----

// The last user of each value is dead only when the next one is gone.
func.func @dead(%a: i32) {
  %0 = arith.muli %a, %a : i32
  %1 = arith.muli %0, %0 : i32
  %2 = arith.muli %1, %1 : i32
  %3 = arith.muli %2, %2 : i32
  %4 = arith.muli %3, %3 : i32
  %5 = arith.muli %4, %4 : i32
  %6 = arith.muli %5, %5 : i32
  %7 = arith.muli %6, %6 : i32
  %8 = arith.muli %7, %7 : i32
  %9 = arith.muli %8, %8 : i32
  %10 = arith.muli %9, %9 : i32
  %11 = arith.muli %10, %10 : i32
  %12 = arith.muli %11, %11 : i32
  %13 = arith.muli %12, %12 : i32
  %14 = arith.muli %13, %13 : i32
  %15 = arith.muli %14, %14 : i32
  return
}

// -----

// Loops and branches in each other.
func.func @deep(%a: i32, %c: i1, %n: index) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %true = arith.constant true
  %l0 = scf.for %i0 = %zero to %n step %one iter_args(%x0 = %a) -> (i32) {
    %k0 = arith.addi %a, %a : i32
    %s0 = scf.if %true -> (i32) {
      %l1 = scf.for %i1 = %zero to %n step %one iter_args(%x1 = %x0) -> (i32) {
        %k1 = arith.addi %a, %a : i32
        %s1 = scf.if %c -> (i32) {
          %l2 = scf.for %i2 = %zero to %n step %one iter_args(%x2 = %x1) -> (i32) {
            %k2 = arith.addi %a, %a : i32
            %s2 = scf.if %true -> (i32) {
              %l3 = scf.for %i3 = %zero to %n step %one iter_args(%x3 = %x2) -> (i32) {
                %k3 = arith.addi %a, %a : i32
                %s3 = scf.if %c -> (i32) {
                  %l4 = scf.for %i4 = %zero to %n step %one iter_args(%x4 = %x3) -> (i32) {
                    %k4 = arith.addi %a, %a : i32
                    %s4 = scf.if %true -> (i32) {
                      %l5 = scf.for %i5 = %zero to %n step %one iter_args(%x5 = %x4) -> (i32) {
                        %k5 = arith.addi %a, %a : i32
                        %s5 = scf.if %c -> (i32) {
                          %v = arith.addi %k0, %k3 : i32
                          scf.yield %v : i32
                        } else {
                          scf.yield %x5 : i32
                        }
                        scf.yield %s5 : i32
                      }
                      scf.yield %l5 : i32
                    } else {
                      scf.yield %x4 : i32
                    }
                    scf.yield %s4 : i32
                  }
                  scf.yield %l4 : i32
                } else {
                  scf.yield %x3 : i32
                }
                scf.yield %s3 : i32
              }
              scf.yield %l3 : i32
            } else {
              scf.yield %x2 : i32
            }
            scf.yield %s2 : i32
          }
          scf.yield %l2 : i32
        } else {
          scf.yield %x1 : i32
        }
        scf.yield %s1 : i32
      }
      scf.yield %l1 : i32
    } else {
      scf.yield %x0 : i32
    }
    scf.yield %s0 : i32
  }
  return %l0 : i32
}

// -----

// Each operation folds when the one before it has.
func.func @fold_arith() -> i32 {
  %c = arith.constant 3 : i32
  %0 = arith.addi %c, %c : i32
  %1 = arith.addi %0, %c : i32
  %2 = arith.addi %1, %c : i32
  %3 = arith.addi %2, %c : i32
  %4 = arith.addi %3, %c : i32
  %5 = arith.addi %4, %c : i32
  %6 = arith.addi %5, %c : i32
  %7 = arith.addi %6, %c : i32
  %8 = arith.addi %7, %c : i32
  %9 = arith.addi %8, %c : i32
  %10 = arith.addi %9, %c : i32
  %11 = arith.addi %10, %c : i32
  %12 = arith.addi %11, %c : i32
  %13 = arith.addi %12, %c : i32
  %14 = arith.addi %13, %c : i32
  %15 = arith.addi %14, %c : i32
  %16 = arith.addi %15, %c : i32
  return %16 : i32
}

// -----

func.func @fold_index() -> index {
  %c = index.constant 3
  %0 = index.add %c, %c
  %1 = index.add %0, %c
  %2 = index.add %1, %c
  %3 = index.add %2, %c
  %4 = index.add %3, %c
  %5 = index.add %4, %c
  %6 = index.add %5, %c
  %7 = index.add %6, %c
  %8 = index.add %7, %c
  %9 = index.add %8, %c
  %10 = index.add %9, %c
  %11 = index.add %10, %c
  %12 = index.add %11, %c
  %13 = index.add %12, %c
  %14 = index.add %13, %c
  %15 = index.add %14, %c
  %16 = index.add %15, %c
  return %16 : index
}

// -----

func.func @fold_affine() -> index {
  %0 = arith.constant 3 : index
  %1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%0)
  %2 = affine.apply affine_map<(d0) -> (d0 + 1)>(%1)
  %3 = affine.apply affine_map<(d0) -> (d0 + 1)>(%2)
  %4 = affine.apply affine_map<(d0) -> (d0 + 1)>(%3)
  %5 = affine.apply affine_map<(d0) -> (d0 + 1)>(%4)
  %6 = affine.apply affine_map<(d0) -> (d0 + 1)>(%5)
  %7 = affine.apply affine_map<(d0) -> (d0 + 1)>(%6)
  %8 = affine.apply affine_map<(d0) -> (d0 + 1)>(%7)
  %9 = affine.apply affine_map<(d0) -> (d0 + 1)>(%8)
  %10 = affine.apply affine_map<(d0) -> (d0 + 1)>(%9)
  %11 = affine.apply affine_map<(d0) -> (d0 + 1)>(%10)
  %12 = affine.apply affine_map<(d0) -> (d0 + 1)>(%11)
  %13 = affine.apply affine_map<(d0) -> (d0 + 1)>(%12)
  %14 = affine.apply affine_map<(d0) -> (d0 + 1)>(%13)
  %15 = affine.apply affine_map<(d0) -> (d0 + 1)>(%14)
  %16 = affine.apply affine_map<(d0) -> (d0 + 1)>(%15)
  return %16 : index
}

// -----

func.func @fold_math() -> f32 {
  %0 = arith.constant 3.0 : f32
  %1 = math.sqrt %0 : f32
  %2 = math.sqrt %1 : f32
  %3 = math.sqrt %2 : f32
  %4 = math.sqrt %3 : f32
  %5 = math.sqrt %4 : f32
  %6 = math.sqrt %5 : f32
  %7 = math.sqrt %6 : f32
  %8 = math.sqrt %7 : f32
  %9 = math.sqrt %8 : f32
  %10 = math.sqrt %9 : f32
  %11 = math.sqrt %10 : f32
  %12 = math.sqrt %11 : f32
  %13 = math.sqrt %12 : f32
  %14 = math.sqrt %13 : f32
  %15 = math.sqrt %14 : f32
  %16 = math.sqrt %15 : f32
  return %16 : f32
}

// -----

func.func @fold_shape() -> !shape.size {
  %0 = shape.const_size 3
  %1 = shape.add %0, %0 : !shape.size, !shape.size -> !shape.size
  %2 = shape.add %1, %1 : !shape.size, !shape.size -> !shape.size
  %3 = shape.add %2, %2 : !shape.size, !shape.size -> !shape.size
  %4 = shape.add %3, %3 : !shape.size, !shape.size -> !shape.size
  %5 = shape.add %4, %4 : !shape.size, !shape.size -> !shape.size
  %6 = shape.add %5, %5 : !shape.size, !shape.size -> !shape.size
  %7 = shape.add %6, %6 : !shape.size, !shape.size -> !shape.size
  %8 = shape.add %7, %7 : !shape.size, !shape.size -> !shape.size
  %9 = shape.add %8, %8 : !shape.size, !shape.size -> !shape.size
  %10 = shape.add %9, %9 : !shape.size, !shape.size -> !shape.size
  %11 = shape.add %10, %10 : !shape.size, !shape.size -> !shape.size
  %12 = shape.add %11, %11 : !shape.size, !shape.size -> !shape.size
  %13 = shape.add %12, %12 : !shape.size, !shape.size -> !shape.size
  %14 = shape.add %13, %13 : !shape.size, !shape.size -> !shape.size
  %15 = shape.add %14, %14 : !shape.size, !shape.size -> !shape.size
  %16 = shape.add %15, %15 : !shape.size, !shape.size -> !shape.size
  return %16 : !shape.size
}

// -----

func.func @fold_spirv() -> i32 {
  %0 = spirv.Constant 3 : i32
  %1 = spirv.IAdd %0, %0 : i32
  %2 = spirv.IAdd %1, %0 : i32
  %3 = spirv.IAdd %2, %0 : i32
  %4 = spirv.IAdd %3, %0 : i32
  %5 = spirv.IAdd %4, %0 : i32
  %6 = spirv.IAdd %5, %0 : i32
  %7 = spirv.IAdd %6, %0 : i32
  %8 = spirv.IAdd %7, %0 : i32
  %9 = spirv.IAdd %8, %0 : i32
  %10 = spirv.IAdd %9, %0 : i32
  %11 = spirv.IAdd %10, %0 : i32
  %12 = spirv.IAdd %11, %0 : i32
  %13 = spirv.IAdd %12, %0 : i32
  %14 = spirv.IAdd %13, %0 : i32
  %15 = spirv.IAdd %14, %0 : i32
  %16 = spirv.IAdd %15, %0 : i32
  return %16 : i32
}

// -----

func.func @fold_tosa() -> tensor<4xf32> {
  %c = "tosa.const"() {values = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  %0 = tosa.add %c, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.add %0, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.add %1, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.add %2, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = tosa.add %3, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = tosa.add %4, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %6 = tosa.add %5, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %7 = tosa.add %6, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %8 = tosa.add %7, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %9 = tosa.add %8, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %10 = tosa.add %9, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %11 = tosa.add %10, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %12 = tosa.add %11, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %13 = tosa.add %12, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %14 = tosa.add %13, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %15 = tosa.add %14, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %16 = tosa.add %15, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %16 : tensor<4xf32>
}

// -----

// A loop whose blocks stand against their order.
func.func @hoist(%a: i32, %c: i1) {
  acc.loop {
    cf.br ^b0
  ^b5:
    %p5 = scf.if %c -> (i32) {
      %s5 = arith.addi %p4, %p4 : i32
      scf.yield %s5 : i32
    } else {
      scf.yield %a : i32
    }
    func.call @use(%p5) : (i32) -> ()
    acc.yield
  ^b4:
    %p4 = scf.if %c -> (i32) {
      %s4 = arith.addi %p3, %p3 : i32
      scf.yield %s4 : i32
    } else {
      scf.yield %a : i32
    }
    cf.br ^b5
  ^b3:
    %p3 = scf.if %c -> (i32) {
      %s3 = arith.addi %p2, %p2 : i32
      scf.yield %s3 : i32
    } else {
      scf.yield %a : i32
    }
    cf.br ^b4
  ^b2:
    %p2 = scf.if %c -> (i32) {
      %s2 = arith.addi %p1, %p1 : i32
      scf.yield %s2 : i32
    } else {
      scf.yield %a : i32
    }
    cf.br ^b3
  ^b1:
    %p1 = scf.if %c -> (i32) {
      %s1 = arith.addi %p0, %p0 : i32
      scf.yield %s1 : i32
    } else {
      scf.yield %a : i32
    }
    cf.br ^b2
  ^b0:
    %p0 = scf.if %c -> (i32) {
      %s0 = arith.addi %a, %a : i32
      scf.yield %s0 : i32
    } else {
      scf.yield %a : i32
    }
    cf.br ^b1
  } attributes {independent = [#acc.device_type<none>], unstructured}
  return
}
func.func private @use(i32)

// -----

// The last operation undoes the first one, which it sees once the one between them is
// folded away.
func.func @undo_arith(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.addi %1, %z : i32
  %3 = arith.subi %2, %b : i32
  return %3 : i32
}

// -----

func.func @undo_index(%a: index, %b: index) -> index {
  %z = index.constant 0
  %1 = index.add %a, %b
  %2 = index.add %1, %z
  %3 = index.sub %2, %b
  return %3 : index
}

// -----

func.func @undo_affine(%a: index, %b: index) -> index {
  %1 = arith.addi %a, %b : index
  %2 = affine.apply affine_map<(d0) -> (d0)>(%1)
  %3 = arith.subi %2, %b : index
  return %3 : index
}

// -----

func.func @undo_affine2(%a: index, %b: index) -> index {
  %1 = index.add %a, %b
  %2 = affine.apply affine_map<(d0) -> (d0)>(%1)
  %3 = index.sub %2, %b
  return %3 : index
}

// -----

func.func @undo_complex(%a: complex<f32>) -> complex<f32> {
  %z = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %1 = complex.neg %a : complex<f32>
  %2 = complex.add %1, %z : complex<f32>
  %3 = complex.neg %2 : complex<f32>
  return %3 : complex<f32>
}

// -----

func.func @undo_vector(%a: vector<4xf32>) -> vector<4xf32> {
  %1 = vector.shape_cast %a : vector<4xf32> to vector<2x2xf32>
  %2 = vector.shape_cast %1 : vector<2x2xf32> to vector<2x2xf32>
  %3 = vector.shape_cast %2 : vector<2x2xf32> to vector<4xf32>
  return %3 : vector<4xf32>
}

// -----

func.func @undo_vector2(%a: vector<4xf32>) -> vector<4xf32> {
  %1 = vector.shape_cast %a : vector<4xf32> to vector<2x2xf32>
  %2 = vector.transpose %1, [0, 1] : vector<2x2xf32> to vector<2x2xf32>
  %3 = vector.shape_cast %2 : vector<2x2xf32> to vector<4xf32>
  return %3 : vector<4xf32>
}

// -----

func.func @undo_vector3(%a: f32, %m: f32) -> f32 {
  %1 = vector.broadcast %a : f32 to vector<1xf32>
  %2 = vector.shape_cast %1 : vector<1xf32> to vector<1xf32>
  %3 = vector.extract %2[0] : f32 from vector<1xf32>
  return %3 : f32
}

// -----

func.func @undo_tensor(%a: tensor<4xf32>) -> tensor<4xf32> {
  %1 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %2 = tensor.cast %1 : tensor<?xf32> to tensor<?xf32>
  %3 = tensor.cast %2 : tensor<?xf32> to tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

func.func @undo_tensor2(%a: tensor<4xf32>) -> tensor<4xf32> {
  %1 = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %2 = tensor.cast %1 : tensor<2x2xf32> to tensor<2x2xf32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

func.func @undo_tensor3(%a: f32) -> f32 {
  %1 = tensor.from_elements %a : tensor<1xf32>
  %2 = tensor.cast %1 : tensor<1xf32> to tensor<1xf32>
  %i = arith.constant 0 : index
  %3 = tensor.extract %2[%i] : tensor<1xf32>
  return %3 : f32
}

// -----

func.func @undo_memref(%a: memref<4xf32>) -> memref<4xf32> {
  %1 = memref.cast %a : memref<4xf32> to memref<?xf32>
  %2 = memref.cast %1 : memref<?xf32> to memref<?xf32>
  %3 = memref.cast %2 : memref<?xf32> to memref<4xf32>
  return %3 : memref<4xf32>
}

// -----

func.func @undo_memref2(%a: memref<4xf32>) -> memref<4xf32> {
  %1 = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  %2 = memref.cast %1 : memref<2x2xf32> to memref<2x2xf32>
  %3 = memref.collapse_shape %2 [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  return %3 : memref<4xf32>
}

// -----

func.func @undo_memref3(%a: memref<4x?xf32>, %k: index) -> index {
  %c = arith.constant 1 : index
  %r = memref.alloc(%k) : memref<4x?xf32>
  %2 = memref.cast %r : memref<4x?xf32> to memref<4x?xf32>
  %3 = memref.dim %2, %c : memref<4x?xf32>
  return %3 : index
}

// -----

func.func @undo_tosa(%a: tensor<4xi32>) -> tensor<4xi32> {
  %1 = tosa.reverse %a {axis = 0 : i32} : (tensor<4xi32>) -> tensor<4xi32>
  %2 = tosa.cast %1 : (tensor<4xi32>) -> tensor<4xi32>
  %3 = tosa.reverse %2 {axis = 0 : i32} : (tensor<4xi32>) -> tensor<4xi32>
  return %3 : tensor<4xi32>
}

// -----

func.func @undo_tosa2(%a: tensor<4xf32>) -> tensor<4xf32> {
  %1 = tosa.log %a : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.cast %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.exp %2 : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

func.func @undo_spirv(%a: i32) -> i32 {
  %z = spirv.Constant 0 : i32
  %1 = spirv.SNegate %a : i32
  %2 = spirv.IAdd %1, %z : i32
  %3 = spirv.SNegate %2 : i32
  return %3 : i32
}

// -----

func.func @undo_llvm(%a: i32) -> i32 {
  %z = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.bitcast %a : i32 to f32
  %2 = llvm.bitcast %1 : f32 to f32
  %3 = llvm.bitcast %2 : f32 to i32
  return %3 : i32
}

// -----

func.func @undo_buf(%a: memref<4xf32>) -> memref<4xf32> {
  %1 = bufferization.to_tensor %a : memref<4xf32> to tensor<4xf32>
  %2 = tensor.cast %1 : tensor<4xf32> to tensor<4xf32>
  %3 = bufferization.to_buffer %2 : tensor<4xf32> to memref<4xf32>
  return %3 : memref<4xf32>
}

// -----

// Casts that a second look takes away.
func.func @undo_casts(%a: i32) -> i32 {
  %1 = builtin.unrealized_conversion_cast %a : i32 to f32
  %2 = arith.bitcast %1 : f32 to f32
  %3 = builtin.unrealized_conversion_cast %2 : f32 to i32
  return %3 : i32
}

// -----

func.func @undo_casts2(%a: i32) -> i64 {
  %1 = builtin.unrealized_conversion_cast %a : i32 to f32
  %2 = builtin.unrealized_conversion_cast %1 : f32 to i32
  %3 = builtin.unrealized_conversion_cast %2 : i32 to i64
  %4 = builtin.unrealized_conversion_cast %3 : i64 to i32
  %5 = builtin.unrealized_conversion_cast %4 : i32 to i64
  %6 = builtin.unrealized_conversion_cast %5 : i64 to f32
  %7 = builtin.unrealized_conversion_cast %6 : f32 to i64
  %8:2 = builtin.unrealized_conversion_cast %7 : i64 to i32, i32
  %9 = builtin.unrealized_conversion_cast %8#0, %8#1 : i32, i32 to i64
  %10 = builtin.unrealized_conversion_cast %9 : i64 to f32
  func.call @use(%10) : (f32) -> ()
  return %9 : i64
}
func.func private @use(f32)

// -----

func.func @undo_select(%a: i32, %b: i32, %c: i1) -> i32 {
  %t = arith.constant true
  %1 = arith.xori %c, %t : i1
  %2 = arith.select %t, %1, %c : i1
  %3 = arith.xori %2, %t : i1
  %4 = arith.select %3, %a, %b : i32
  return %4 : i32
}

// -----

func.func @undo_extsi(%a: i32) -> i64 {
  %z = arith.constant 0 : i32
  %1 = arith.extsi %a : i32 to i64
  %2 = arith.trunci %1 : i64 to i32
  %3 = arith.addi %2, %z : i32
  %4 = arith.extsi %3 : i32 to i64
  %5 = arith.trunci %4 : i64 to i32
  %6 = arith.extsi %5 : i32 to i64
  return %6 : i64
}

// -----

// What the branch that is moved uses may only then be moved, too.
func.func @sink(%c: i1, %d: i1, %a: i32) {
  %k = arith.addi %a, %a : i32
  %r = scf.if %d -> (i32) {
    %t = arith.muli %k, %k : i32
    scf.yield %t : i32
  } else {
    scf.yield %a : i32
  }
  scf.if %c {
    func.call @use(%r) : (i32) -> ()
    func.call @use(%k) : (i32) -> ()
  }
  return
}
func.func private @use(i32)

// -----

func.func @sink_nested(%c: i1, %d: i1, %a: i32) {
  %k = arith.addi %a, %a : i32
  %r = scf.if %d -> (i32) {
    %t = arith.muli %k, %k : i32
    scf.yield %t : i32
  } else {
    scf.yield %a : i32
  }
  scf.if %c {
    func.call @use(%r) : (i32) -> ()
    scf.if %d {
      func.call @use(%k) : (i32) -> ()
    }
  }
  return
}
func.func private @use(i32)

// -----

// What only dead symbols use is dead, too.
module @top {
  func.func private @outer() {
    return
  }
  module @N {
    func.func private @g() {
      %true = arith.constant {arith.uses = @outer} true
      return
    }
    func.func @h() {
      return
    }
  }
}

// -----

module @top {
  func.func private @outer() {
    return
  }
  func.func private @outer2() {
    call @outer() : () -> ()
    return
  }
  module @N attributes {sym_visibility = "private"} {
    func.func private @g() {
      %true = arith.constant {arith.uses = @outer2} true
      return
    }
    func.func @h() {
      return
    }
  }
  func.func @keep() {
    %true = arith.constant {arith.uses = @N::@g} true
    return
  }
}

// -----

module @top {
  func.func private @outer() {
    return
  }
  module @N {
    func.func private @g() {
      %true = arith.constant {arith.uses = @outer} true
      return
    }
    func.func @h() {
      return
    }
    func.func private @k() {
      %true = arith.constant {arith.uses = @g} true
      return
    }
  }
}

// -----

module @top {
  func.func private @outer() {
    return
  }
  module @N attributes {sym_visibility = "nested"} {
    func.func private @u() {
      return
    }
    module @K attributes {sym_visibility = "nested"} {
      func.func nested @x() {
        %true = arith.constant {arith.uses = @N::@u} true
        return
      }
      func.func private @z() {
        %true = arith.constant {arith.uses = @outer} true
        return
      }
    }
    func.func private @g() {
      %true = arith.constant {arith.uses = @K::@x} true
      return
    }
  }
  func.func private @caller() {
    %true = arith.constant {arith.uses = @N::@K::@x} true
    return
  }
  module @P attributes {sym_visibility = "private"} {
    func.func private @z() {
      %true = arith.constant {arith.uses = @caller} true
      return
    }
    func.func private @zz() {
      %true = arith.constant {arith.uses = @z} true
      return
    }
  }
  func.func @main() {
    %true = arith.constant {arith.uses = @P} true
    return
  }
}
