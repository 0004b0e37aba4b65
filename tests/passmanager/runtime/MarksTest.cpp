//===- MarksTest.cpp - What the names of operations do not tell -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarksSupport.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using pmb::test::MarksTest;

namespace {

TEST_F(MarksTest, AViewIsStaticIfNothingIsComputedForIt) {
  Items isStatic{"memref.subview(static)"};
  EXPECT_EQ(
      collectView("memref<4x4xf32, strided<[8, 1], offset: 18>>",
                  "memref.subview %s[2, 2] [4, 4] [1, 1] : memref<8x8xf32> "
                  "to memref<4x4xf32, strided<[8, 1], offset: 18>>"),
      isStatic);
  // Whatever the strides are.
  EXPECT_EQ(collectView("memref<?x4xf32, strided<[?, 1]>>",
                        "memref.subview %d[0, 0] [%n, 4] [1, 1] : "
                        "memref<?x?xf32> to memref<?x4xf32, strided<[?, 1]>>"),
            isStatic);
  // The place is the offset.
  EXPECT_EQ(collectView("memref<4xf32, strided<[1], offset: ?>>",
                        "memref.subview %line[%i] [4] [1] : memref<8xf32> to "
                        "memref<4xf32, strided<[1], offset: ?>>"),
            isStatic);
  // One stride is the offset.
  EXPECT_EQ(
      collectView("memref<4x4xf32, strided<[?, 1], offset: ?>>",
                  "memref.subview %d[1, 0] [4, 4] [1, 1] : memref<?x?xf32> "
                  "to memref<4x4xf32, strided<[?, 1], offset: ?>>"),
      isStatic);
}

TEST_F(MarksTest, AViewIsDynamicIfSomethingIsComputedForIt) {
  Items isDynamic{"memref.subview(dynamic)"};
  llvm::StringRef type = "memref<4x4xf32, strided<[8, 1], offset: ?>>";
  EXPECT_EQ(collectView(type, "memref.subview %s[%i, 0] [4, 4] [1, 1] : "
                              "memref<8x8xf32> to memref<4x4xf32, strided<[8, "
                              "1], offset: ?>>"),
            isDynamic);
  type = "memref<4x4xf32, strided<[?, 1], offset: ?>>";
  EXPECT_EQ(collectView(type, "memref.subview %d[2, 0] [4, 4] [1, 1] : "
                              "memref<?x?xf32> to memref<4x4xf32, strided<[?, "
                              "1], offset: ?>>"),
            isDynamic);
  // Of two things one is the sum.
  EXPECT_EQ(collectView(type, "memref.subview %d[1, 2] [4, 4] [1, 1] : "
                              "memref<?x?xf32> to memref<4x4xf32, strided<[?, "
                              "1], offset: ?>>"),
            isDynamic);
  type = "memref<4x4xf32, strided<[?, 1]>>";
  EXPECT_EQ(collectView(type, "memref.subview %d[0, 0] [4, 4] [2, 1] : "
                              "memref<?x?xf32> to memref<4x4xf32, strided<[?, "
                              "1]>>"),
            isDynamic);
}

TEST_F(MarksTest, ConstantOperandsAreConstants) {
  EXPECT_EQ(
      collect("%c = arith.constant 2 : index\n"
              "%w = memref.subview %s[%c, 0] [4, 4] [1, 1] : memref<8x8xf32> "
              "to memref<4x4xf32, strided<[8, 1], offset: ?>>\n"
              "memref.store %x, %w[%i, %i] : memref<4x4xf32, strided<[8, 1], "
              "offset: ?>>"),
      (Items{"arith.constant", "memref.store", "memref.subview(static)"}));
}

TEST_F(MarksTest, ShapesOfBuffers) {
  EXPECT_EQ(collectView("memref<64xf32>",
                        "memref.collapse_shape %s [[0, 1]] : memref<8x8xf32> "
                        "into memref<64xf32>"),
            Items{"memref.collapse_shape(static)"});
  EXPECT_EQ(collectView("memref<?xf32>",
                        "memref.collapse_shape %d [[0, 1]] : memref<?x?xf32> "
                        "into memref<?xf32>"),
            Items{"memref.collapse_shape(dynamic)"});
  EXPECT_EQ(collectView("memref<2x4xf32>",
                        "memref.expand_shape %line [[0, 1]] output_shape [2, "
                        "4] : memref<8xf32> into memref<2x4xf32>"),
            Items{"memref.expand_shape(static)"});
  auto expand = [&](llvm::StringRef sizes, llvm::StringRef type) {
    return collect(
        ("%few = memref.cast %line : memref<8xf32> to memref<?xf32>\n"
         "%w = memref.expand_shape %few [[0, 1]] output_shape " +
         sizes + " : memref<?xf32> into " + type +
         "\n%u = memref.cast %w : " + type +
         " to memref<*xf32>\nfunc.call @use(%u) : "
         "(memref<*xf32>) -> ()")
            .str());
  };
  EXPECT_EQ(expand("[%n, 4]", "memref<?x4xf32>"),
            Items{"memref.expand_shape(dynamic)"});
  // The stride is that of the line.
  EXPECT_EQ(expand("[1, %n]", "memref<1x?xf32>"), Items{"memref.expand_shape"});
}

TEST_F(MarksTest, ShapesOfTensorsAreDynamicIfASizeIsComputed) {
  auto collapse = [&](llvm::StringRef from, llvm::StringRef type) {
    return collect(("%w = tensor.cast " + from + " to " + type +
                    "\n%c = tensor.collapse_shape %w [[0, 1]] : " + type +
                    " into tensor<?xf32>\n%u = tensor.cast %c : "
                    "tensor<?xf32> to tensor<*xf32>\nfunc.call "
                    "@useTensor(%u) : (tensor<*xf32>) -> ()")
                       .str());
  };
  EXPECT_EQ(collapse("%dt : tensor<?x?xf32>", "tensor<?x8xf32>"),
            Items{"tensor.collapse_shape(dynamic)"});
  // Nothing is multiplied.
  EXPECT_EQ(collapse("%dt : tensor<?x?xf32>", "tensor<1x?xf32>"),
            Items{"tensor.collapse_shape"});
  // The cast folds, and all is known.
  EXPECT_EQ(collapse("%st : tensor<8x8xf32>", "tensor<?x8xf32>"),
            Items{"tensor.collapse_shape"});
  auto expand = [&](llvm::StringRef from, llvm::StringRef sizes,
                    llvm::StringRef type) {
    return collect(("%w = tensor.cast " + from +
                    " to tensor<?x?xf32>\n"
                    "%e = tensor.expand_shape %w [[0, 1], [2]] output_shape " +
                    sizes + " : tensor<?x?xf32> into " + type +
                    "\n%u = tensor.cast %e : " + type +
                    " to tensor<*xf32>\nfunc.call @useTensor(%u) : "
                    "(tensor<*xf32>) -> ()")
                       .str());
  };
  EXPECT_EQ(expand("%dt : tensor<?x?xf32>", "[%n, 4, %n]", "tensor<?x4x?xf32>"),
            Items{"tensor.expand_shape(dynamic)"});
  EXPECT_EQ(expand("%dt : tensor<?x?xf32>", "[1, %n, %n]", "tensor<1x?x?xf32>"),
            Items{"tensor.expand_shape"});
  EXPECT_EQ(expand("%st : tensor<8x8xf32>", "[%n, 4, %n]", "tensor<?x4x?xf32>"),
            Items{"tensor.expand_shape"});
}

TEST_F(MarksTest, IntegersAreWidenedToBePrinted) {
  auto print = [&](llvm::StringRef type) {
    return collect(
        ("%c = ub.poison : " + type + "\nvector.print %c : " + type).str());
  };
  test::loadDialects(context, {"ub"});
  Items isScalar{"ub.poison", "vector.print(scalar)"};
  EXPECT_EQ(print("i64"), isScalar);
  EXPECT_EQ(print("f32"), isScalar);
  EXPECT_EQ(print("i32"), (Items{"ub.poison", "vector.print(narrow)",
                                 "vector.print(scalar)"}));
  EXPECT_EQ(print("i1"), (Items{"ub.poison", "vector.print(boolean)",
                                "vector.print(scalar)"}));
  EXPECT_EQ(print("vector<4xi8>"), (Items{"ub.poison", "vector.print(!vector)",
                                          "vector.print(narrow)"}));
}

TEST_F(MarksTest, ATransferOfWholeRowsMayBeOneOfALine) {
  test::loadDialects(context, {"ub"});
  auto isOneRow = [&](llvm::StringRef how, llvm::StringRef buffer = "?x4xf32",
                      llvm::StringRef row = "[4]x4", bool isMasked = false) {
    Items items = collect(
        llvm::formatv(R"(
        %m = memref.cast %d : memref<?x?xf32> to memref<{1}>
        %k = ub.poison : vector<{2}xi1>
        %r = {3}vector.transfer_read %m[%i, %i], %x{0} :
          memref<{1}>, vector<{2}xf32>{4}
        vector.transfer_write %r, %m[%i, %i] :
          vector<{2}xf32>, memref<{1}>)",
                      how, buffer, row, isMasked ? "vector.mask %k { " : "",
                      isMasked ? " } : vector<[4]x4xi1> -> vector<[4]x4xf32>"
                               : "")
            .str());
    EXPECT_NE(items, Items{"not parsed"});
    return llvm::is_contained(items, "vector.transfer_read(leading)");
  };
  llvm::StringRef within = " {in_bounds = [true, true]}";
  EXPECT_TRUE(isOneRow(within));
  // It pads, has a mask, or reads parts of rows, or columns, or rows
  // that lie apart.
  EXPECT_FALSE(isOneRow(" {in_bounds = [true, false]}"));
  EXPECT_FALSE(isOneRow(" {in_bounds = [false, true]}"));
  EXPECT_FALSE(isOneRow(", %k {in_bounds = [true, true]}"));
  EXPECT_FALSE(isOneRow(within, "?x4xf32", "[4]x4", /*isMasked=*/true));
  EXPECT_FALSE(isOneRow(within, "?x8xf32"));
  EXPECT_FALSE(isOneRow(within, "?x4xf32", "4x[4]"));
  EXPECT_FALSE(isOneRow(within, "?x2xf32", "[8]x[2]"));
  EXPECT_FALSE(isOneRow(" {in_bounds = [true, true], permutation_map = "
                        "affine_map<(d0, d1) -> (d1, d0)>}"));
  EXPECT_FALSE(isOneRow(within, "?x4xf32, strided<[8, 1]>"));
  // How many rows there are is known, or each is one element: nothing is
  // computed of the view.
  EXPECT_FALSE(isOneRow(within, "8x4xf32"));
  EXPECT_FALSE(isOneRow(within, "?x1xf32", "[4]x1"));
}

TEST_F(MarksTest, SlicesOfTensors) {
  EXPECT_EQ(collectTensor("tensor<4x4xf32>",
                          "tensor.extract_slice %st[2, 2] [4, 4] [1, 1] : "
                          "tensor<8x8xf32> to tensor<4x4xf32>"),
            Items{"tensor.extract_slice(static)"});
  EXPECT_EQ(collectTensor("tensor<4x4xf32>",
                          "tensor.extract_slice %st[%i, 2] [4, 4] [1, 1] : "
                          "tensor<8x8xf32> to tensor<4x4xf32>"),
            Items{"tensor.extract_slice(dynamic)"});
  EXPECT_EQ(collectTensor("tensor<8x8xf32>",
                          "tensor.insert_slice %small into %st[%i, 2] [4, 4] "
                          "[1, 1] : tensor<4x4xf32> into tensor<8x8xf32>"),
            Items{"tensor.insert_slice(dynamic)"});
  EXPECT_EQ(collectTensor("tensor<?x8xf32>",
                          R"(tensor.pad %small low[%n, 2] high[2, 2] {
          ^bb0(%p: index, %q: index):
            tensor.yield %x : f32
          } : tensor<4x4xf32> to tensor<?x8xf32>)"),
            (Items{"tensor.pad(dynamic)", "tensor.yield"}));
}

TEST_F(MarksTest, LinalgWithoutDimensions) {
  EXPECT_EQ(collect("linalg.fill ins(%x : f32) outs(%s : memref<8x8xf32>)"),
            (Items{"linalg.fill", "linalg.yield"}));
  EXPECT_EQ(collect("%one = memref.alloc() : memref<f32>\n"
                    "linalg.fill ins(%x : f32) outs(%one : memref<f32>)"),
            (Items{"linalg.fill(scalar)", "linalg.yield", "memref.alloc"}));
}

TEST_F(MarksTest, LinalgWhoseIndicesAreThoseOfLoops) {
  auto generic = [&](llvm::StringRef map) {
    return collect("linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (" +
                   map.str() +
                   ")>, affine_map<(d0, d1) -> (d1, d0)>], "
                   "iterator_types = [\"parallel\", \"parallel\"]} "
                   "ins(%line : memref<8xf32>) outs(%s : memref<8x8xf32>) {\n"
                   "^bb0(%a: f32, %b: f32):\n  linalg.yield %a : f32\n}");
  };
  EXPECT_EQ(generic("d0"),
            (Items{"linalg.generic(projected)", "linalg.yield"}));
  EXPECT_EQ(generic("0"), (Items{"linalg.generic(projected)", "linalg.yield"}));
  EXPECT_EQ(generic("d0 + 0 * d1 floordiv 2"),
            (Items{"linalg.generic(projected)", "linalg.yield"}));
  EXPECT_EQ(generic("(d0 + d1) floordiv 2"),
            (Items{"linalg.generic(computed)", "linalg.yield"}));
  EXPECT_EQ(generic("1"), (Items{"linalg.generic", "linalg.yield"}));
}

TEST_F(MarksTest, WhatIsAskedOfABuffer) {
  auto ask = [&](llvm::StringRef buffer, llvm::StringRef result,
                 llvm::StringRef use) {
    return collect(("%b, %o, %z:2, %t:2 = memref.extract_strided_metadata " +
                    buffer +
                    " -> memref<f32>, index, index, index, index, index\n"
                    "func.call " +
                    use + "(" + result + ") : (" +
                    (use == "@useIndex" ? "index" : "memref<f32>") + ") -> ()")
                       .str());
  };
  EXPECT_EQ(ask("%d : memref<?x?xf32>", "%b", "@useBuffer"),
            (Items{"memref.extract_strided_metadata(base)"}));
  EXPECT_EQ(ask("%d : memref<?x?xf32>", "%z#0", "@useIndex"),
            (Items{"memref.extract_strided_metadata(dynamic)"}));
  EXPECT_EQ(ask("%d : memref<?x?xf32>", "%t#1", "@useIndex"),
            (Items{"memref.extract_strided_metadata(static)"}));
}

/// Casts come of types that a conversion changes: not every signature has one.
TEST_F(MarksTest, SignaturesThatNoConversionChanges) {
  auto ask = [&](llvm::StringRef types) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(
        "func.func private @f(" + types.str() + ") -> i32", &context);
    return module ? llvm::join(collectContents(*module), " ") : "not parsed";
  };
  for (const char *types :
       {"", "i1, i32, i128", "f16, bf16, f64", "vector<4xf32>",
        "vector<[4]xi1>", "!llvm.ptr, !llvm.struct<(i32)>"})
    EXPECT_TRUE(llvm::StringRef(ask(types))
                    .ends_with("builtin.module func.func(plain)"))
        << types;
  for (const char *types : {"index", "i32, index", "si32", "f8E5M2",
                            "memref<4xf32>", "tensor<4xf32>", "complex<f32>",
                            "vector<2x2xf32>", "vector<4xindex>", "tuple<i32>"})
    EXPECT_EQ(ask(types).find("plain"), std::string::npos) << types;
  auto module = mlir::parseSourceString<mlir::ModuleOp>(R"(
    func.func private @plain(i32) -> f32
    func.func private @buffer(memref<4xf32>)
    func.func private @both(%m: memref<4xf32>, %i: i32) {
      %r = call @plain(%i) : (i32) -> f32
      call @buffer(%m) : (memref<4xf32>) -> ()
      return
    })",
                                                        &context);
  ASSERT_TRUE(module);
  EXPECT_EQ(collectContents(*module),
            (Items{"!memref", "builtin.module", "func.call", "func.call(plain)",
                   "func.func", "func.func(plain)", "func.return"}));
}

TEST_F(MarksTest, ReturnsOfTensors) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func @f(%t: tensor<2xf32>) { return }\n"
      "func.func private @g(tensor<2xf32>)",
      &context);
  ASSERT_TRUE(module);
  EXPECT_EQ(collectContents(*module),
            (Items{"!tensor", "builtin.module", "func.func",
                   "func.func(!tensor)", "func.return"}));
  module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func @f(%t: tensor<2xf32>) -> tensor<2xf32> { return %t : "
      "tensor<2xf32> }",
      &context);
  ASSERT_TRUE(module);
  EXPECT_EQ(
      collectContents(*module),
      (Items{"!tensor", "builtin.module", "func.func", "func.func(!tensor)",
             "func.return", "func.return(!tensor)"}));
}

TEST_F(MarksTest, ArithmeticOnTensors) {
  EXPECT_EQ(
      collectTensor("tensor<8x8xf32>", "arith.addf %st, %st : tensor<8x8xf32>"),
      (Items{"arith(!tensor)", "arith.addf"}));
  EXPECT_EQ(collectTensor("tensor<8x8xf32>", "math.sqrt %st : tensor<8x8xf32>"),
            (Items{"math(!tensor)", "math.sqrt"}));
  // Constants become globals, whatever converts the rest.
  EXPECT_EQ(collectTensor("tensor<2xf32>",
                          "arith.constant dense<1.0> : tensor<2xf32>"),
            Items{"arith.constant(!tensor)"});
}

TEST_F(MarksTest, WhatIsDeadIsDeadOnlyIfAllOfItIs) {
  llvm::StringRef dim = "%c = arith.constant 0 : index\n"
                        "%a = tensor.dim %dt, %c : tensor<?x?xf32>\n"
                        "%b = arith.addi %a, %a : index\n";
  EXPECT_EQ(collect(dim), (Items{"arith.addi(dead)", "arith.constant(dead)",
                                 "tensor.dim(dead)"}));
  EXPECT_EQ(collect((dim + "%e = arith.addi %i, %i : index\n"
                           "func.call @useIndex(%e) : (index) -> ()")
                        .str()),
            (Items{"arith.addi", "arith.constant(dead)", "tensor.dim(dead)"}));
  EXPECT_EQ(collect((dim + "func.call @useIndex(%b) : (index) -> ()").str()),
            (Items{"arith.addi", "arith.constant", "tensor.dim"}));
  // Nested in what is dead.
  EXPECT_EQ(collect("%t = arith.cmpi eq, %i, %n : index\n"
                    "%a = scf.if %t -> index {scf.yield %i : index} else "
                    "{scf.yield %n : index}"),
            (Items{"arith.cmpi(dead)", "scf.if(dead)", "scf.yield(dead)"}));
}

TEST_F(MarksTest, WhatFoldsToAConstantIsDead) {
  llvm::StringRef sum = "%a = arith.constant 1 : index\n"
                        "%b = arith.addi %a, %a : index\n"
                        "%c = arith.muli %b, %b : index\n";
  // Constants come in their place.
  EXPECT_EQ(collect((sum + "func.call @useIndex(%c) : (index) -> ()").str()),
            (Items{"arith.addi(dead)", "arith.constant", "arith.muli(dead)"}));
  EXPECT_EQ(collect((sum + "%e = arith.muli %c, %i : index\n"
                           "func.call @useIndex(%e) : (index) -> ()")
                        .str()),
            (Items{"arith.addi(dead)", "arith.constant", "arith.muli"}));
  Items tensors = collectTensor("tensor<2xf32>",
                                "arith.constant dense<[1.0, 2.0]> : "
                                "tensor<2xf32>\n"
                                "%sum = arith.addf %w, %w : tensor<2xf32>\n"
                                "%z = tensor.cast %sum : tensor<2xf32> to "
                                "tensor<*xf32>\n"
                                "func.call @useTensor(%z) : (tensor<*xf32>) "
                                "-> ()");
  EXPECT_EQ(tensors, (Items{"arith.addf(dead)", "arith.constant(!tensor)"}));
}

TEST_F(MarksTest, WhatFoldsToAValueIsDead) {
  // What is used instead is not.
  llvm::StringRef product = "%a = arith.constant 1 : index\n"
                            "%q = arith.addi %i, %n : index\n"
                            "%p = arith.muli %q, %a : index\n";
  EXPECT_EQ(
      collect((product + "func.call @useIndex(%p) : (index) -> ()").str()),
      (Items{"arith.addi", "arith.constant(dead)", "arith.muli(dead)"}));
  // Nor if that is not its own operand: two that undo each other.
  EXPECT_EQ(collect("%v1 = arith.index_cast %i : index to i32\n"
                    "%v2 = arith.sitofp %v1 : i32 to f32\n"
                    "%v3 = arith.negf %v2 : f32\n"
                    "%v4 = arith.negf %v3 : f32\n"
                    "%v5 = arith.fptosi %v4 : f32 to i32\n"
                    "%v6 = arith.index_cast %v5 : i32 to index\n"
                    "func.call @useIndex(%v6) : (index) -> ()"),
            (Items{"arith.fptosi", "arith.index_cast", "arith.negf(dead)",
                   "arith.sitofp"}));
  // A folder looks at what defines its operands.
  EXPECT_EQ(
      collect("%p = ub.poison : index\n"
              "%t = arith.cmpi eq, %i, %n : index\n"
              "%q = arith.select %t, %i, %p : index\n"
              "func.call @useIndex(%q) : (index) -> ()"),
      (Items{"arith.cmpi(dead)", "arith.select(dead)", "ub.poison(dead)"}));
  // It becomes something else, which has the name.
  EXPECT_EQ(collect("%a = arith.constant 1 : index\n"
                    "%q = arith.addi %a, %i : index\n"
                    "func.call @useIndex(%q) : (index) -> ()"),
            (Items{"arith.addi", "arith.constant"}));
}

TEST_F(MarksTest, TypesThatOnlyDeadOperationsMentionAreDead) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      R"(func.func @f() {
        %0 = tensor.empty() : tensor<2xf32>
        %1 = builtin.unrealized_conversion_cast %0 : tensor<2xf32> to memref<2xf32>
        return
      }
      func.func @g() {
        %0 = tensor.empty() : tensor<2xvector<4xf32>>
        return
      })",
      &context);
  ASSERT_TRUE(module);
  EXPECT_EQ(collectContents(*module),
            (Items{"!memref(dead)", "!tensor(dead)", "!vector(dead)",
                   "builtin.module", "builtin.unrealized_conversion_cast(dead)",
                   "func.func(plain)", "func.return", "tensor.empty(dead)"}));
}

TEST_F(MarksTest, ALoopMayBeMappedToAGPU) {
  auto has = [&](llvm::StringRef attributes, llvm::StringRef item) {
    return llvm::is_contained(
        collect(("scf.parallel (%p) = (%i) to (%n) step (%n) {\n"
                 "func.call @useIndex(%p) : (index) -> ()\nscf.reduce\n}" +
                 attributes)
                    .str()),
        item);
  };
  EXPECT_TRUE(has("", "scf.parallel"));
  EXPECT_TRUE(has(" {mapping = [1 : i32]}", "scf.parallel(mapped)"));
  EXPECT_FALSE(has(" {mapping = [1 : i32]}", "scf.parallel"));
}

TEST_F(MarksTest, ModulesForGPUsHaveTargets) {
  test::loadDialects(context, {"gpu", "nvvm", "spirv"});
  auto collectModule = [&](llvm::StringRef targets) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(
        ("gpu.module @m " + targets + "{}").str(), &context);
    return module ? collectContents(*module) : Items{"not parsed"};
  };
  EXPECT_EQ(collectModule(""),
            (Items{"builtin.module", "gpu.module(untargeted)"}));
  EXPECT_EQ(collectModule("[#nvvm.target] "),
            (Items{"builtin.module", "gpu.module(compiled)"}));
  // What SPIR-V is made of stays as it is, unless it is compiled as well.
  std::string spirv = "#spirv.target_env<#spirv.vce<v1.0, [Shader], []>, "
                      "#spirv.resource_limits<>>";
  EXPECT_EQ(collectModule("[" + spirv + "] "),
            (Items{"builtin.module", "gpu.module"}));
  EXPECT_EQ(collectModule("[" + spirv + ", #nvvm.target] "),
            (Items{"builtin.module", "gpu.module(compiled)"}));
}

TEST_F(MarksTest, WhatAGPUDoesWithoutATokenIsInNoOrder) {
  test::loadDialects(context, {"gpu"});
  EXPECT_EQ(collect("%a = gpu.alloc () : memref<8xf32>\n"
                    "gpu.memcpy %a, %line : memref<8xf32>, memref<8xf32>\n"
                    "gpu.memset %a, %x : memref<8xf32>, f32\n"
                    "gpu.dealloc %a : memref<8xf32>"),
            (Items{"gpu.alloc(sync)", "gpu.dealloc(sync)", "gpu.memcpy(sync)",
                   "gpu.memset(sync)"}));
  EXPECT_EQ(collect("%t = gpu.wait async\n"
                    "%a, %t2 = gpu.alloc async [%t] () : memref<8xf32>\n"
                    "%t3 = gpu.memcpy async [%t2] %a, %line : memref<8xf32>, "
                    "memref<8xf32>\n"
                    "gpu.wait [%t3]\n"
                    "%b = gpu.alloc host_shared () : memref<8xf32>"),
            (Items{"gpu.alloc", "gpu.memcpy", "gpu.wait"}));
}

TEST_F(MarksTest, ArithmeticOnFloatsThatLLVMDoesNotHave) {
  auto add = [&](llvm::StringRef type) {
    return collect(("%c = arith.truncf %x : f32 to " + type +
                    "\n%q = arith.addf %c, %c : " + type +
                    "\n%b = arith.extf %q : " + type +
                    " to f64\nvector.print %b : f64")
                       .str());
  };
  EXPECT_EQ(add("f16"), (Items{"arith.addf", "arith.extf", "arith.truncf",
                               "vector.print(scalar)"}));
  EXPECT_EQ(add("f8E5M2"),
            (Items{"arith.addf(!f8)", "arith.extf(!f8)", "arith.truncf(!f8)",
                   "vector.print(scalar)"}));
  // What only moves them is converted as that of integers.
  EXPECT_EQ(collect("%c = arith.truncf %x : f32 to f4E2M1FN\n"
                    "%b = arith.bitcast %c : f4E2M1FN to i4\n"
                    "vector.print %b : i4"),
            (Items{"arith.bitcast", "arith.truncf(!f8)", "vector.print(narrow)",
                   "vector.print(scalar)"}));
}

/// Otherwise the check refuses what `--print-contents` has written.
TEST(Marks, AllAreDeclaredInTheCatalog) {
  for (llvm::StringRef mark : {"clipped", "dead", "dynamic", "flat", "mapped",
                               "nested", "scalar", "static", "tile"})
    EXPECT_TRUE(getStockCatalog().hasMark(mark)) << mark.str();
}
} // namespace
