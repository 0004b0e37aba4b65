//===- VectorMarksTest.cpp - What is said of vectors ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarksSupport.h"

using namespace pmb;

namespace {

class VectorMarksTest : public test::MarksTest {};

TEST_F(VectorMarksTest, TransfersOfVectors) {
  auto write = [&](llvm::StringRef what) {
    return collect(("vector.transfer_write " + what).str());
  };
  EXPECT_EQ(write("%v, %s[%i, %i] {in_bounds = [true]} : vector<4xf32>, "
                  "memref<8x8xf32>"),
            Items{"vector.transfer_write(flat)"});
  EXPECT_EQ(write("%v, %d[%i, %i] : vector<4xf32>, memref<?x?xf32>"),
            (Items{"vector.transfer_write(clipped)",
                   "vector.transfer_write(dynamic)"}));
  // Over two dimensions of which one is scalable there may be no loops.
  EXPECT_EQ(collect("%w = vector.broadcast %x : f32 to vector<[4]x4xf32>\n"
                    "vector.transfer_write %w, %d[%i, %i] : "
                    "vector<[4]x4xf32>, memref<?x?xf32>"),
            (Items{"vector.broadcast(scalar)", "vector.transfer_write"}));
  Items nested{"vector.transfer_write(computed)",
               "vector.transfer_write(nested)"};
  EXPECT_EQ(write("%vv, %s[%i, %i] {in_bounds = [true, true]} : "
                  "vector<4x4xf32>, memref<8x8xf32>"),
            nested);
  EXPECT_EQ(write("%v, %s[%i, %i] {permutation_map = affine_map<(d0, d1) -> "
                  "(d0)>, in_bounds = [true]} : vector<4xf32>, "
                  "memref<8x8xf32>"),
            nested);
  EXPECT_EQ(write("%v, %apart[%i, %i] {in_bounds = [true]} : vector<4xf32>, "
                  "memref<8x8xf32, strided<[16, 2]>>"),
            nested);
}

TEST_F(VectorMarksTest, TheSizeOfABufferIsAskedForWhereOnlyARunTellsIt) {
  auto isDynamic = [&](llvm::StringRef transfer) {
    return llvm::is_contained(collect(transfer),
                              "vector.transfer_write(dynamic)");
  };
  EXPECT_TRUE(isDynamic("vector.transfer_write %v, %d[%i, %i] : vector<4xf32>, "
                        "memref<?x?xf32>"));
  EXPECT_FALSE(isDynamic("vector.transfer_write %v, %d[%i, %i] {in_bounds = "
                         "[true]} : vector<4xf32>, memref<?x?xf32>"));
  EXPECT_FALSE(isDynamic("vector.transfer_write %v, %s[%i, %i] : "
                         "vector<4xf32>, memref<8x8xf32>"));
  // What was asked for when it was made is known.
  EXPECT_FALSE(isDynamic("%a = memref.alloc(%n) : memref<?xf32>\n"
                         "vector.transfer_write %v, %a[%i] : vector<4xf32>, "
                         "memref<?xf32>"));
  // The first dimension is not cut off.
  EXPECT_FALSE(isDynamic("%c = memref.cast %d : memref<?x?xf32> to "
                         "memref<?x8xf32>\n"
                         "vector.transfer_write %v, %c[%i, %i] : "
                         "vector<4xf32>, memref<?x8xf32>"));
}

TEST_F(VectorMarksTest, WhereLoopsStartIsAddedUpUnlessItIsKnown) {
  auto isComputed = [&](llvm::StringRef index, llvm::StringRef rest) {
    return llvm::is_contained(
        collect(("%c3 = arith.constant 3 : index\nvector.transfer_write " +
                 rest.split('[').first + index + rest.split(']').second)
                    .str()),
        "vector.transfer_write(computed)");
  };
  llvm::StringRef two = "%vv, %s[] {in_bounds = [true, true]} : "
                        "vector<4x4xf32>, memref<8x8xf32>";
  EXPECT_TRUE(isComputed("[%i, %i]", two));
  EXPECT_FALSE(isComputed("[%c3, %c3]", two));
  // The last dimension is one load or store...
  EXPECT_FALSE(isComputed("[%c3, %i]", two));
  // ... but where the elements are apart.
  EXPECT_TRUE(isComputed("[%c3, %i]",
                         "%v, %apart[] {in_bounds = [true]} : vector<4xf32>, "
                         "memref<8x8xf32, strided<[16, 2]>>"));
  EXPECT_EQ(collect("%t = vector.transfer_read %st[%i, %i], %x {in_bounds = "
                    "[true, true]} : tensor<8x8xf32>, vector<4x4xf32>\n"
                    "vector.print %t : vector<4x4xf32>"),
            (Items{"vector.print(!vector)", "vector.transfer_read(nested)"}));
}

TEST_F(VectorMarksTest, VectorsOfOneDimension) {
  EXPECT_EQ(collect("vector.store %v, %line[%i] : memref<8xf32>, "
                    "vector<4xf32>"),
            Items{"vector.store(flat)"});
  EXPECT_EQ(collect("vector.store %vv, %s[%i, %i] : memref<8x8xf32>, "
                    "vector<4x4xf32>"),
            Items{"vector.store"});
  EXPECT_EQ(collect("%w = vector.broadcast %x : f32 to vector<4x4xf32>\n"
                    "vector.store %w, %s[%i, %i] : memref<8x8xf32>, "
                    "vector<4x4xf32>"),
            (Items{"vector.broadcast(scalar)", "vector.store"}));
  EXPECT_EQ(collect("%w = vector.broadcast %v : vector<4xf32> to "
                    "vector<4x4xf32>\n"
                    "vector.store %w, %s[%i, %i] : memref<8x8xf32>, "
                    "vector<4x4xf32>"),
            (Items{"vector.broadcast", "vector.store"}));
}

TEST_F(VectorMarksTest, PrintsOfVectorsAndOfOthers) {
  EXPECT_EQ(collect("vector.print %v : vector<4xf32>"),
            Items{"vector.print(!vector)"});
  EXPECT_EQ(collect("vector.print %x : f32\nvector.print %v : vector<4xf32>"),
            (Items{"vector.print(!vector)", "vector.print(scalar)"}));
  EXPECT_EQ(collect("vector.print punctuation <newline>"),
            Items{"vector.print(scalar)"});
  EXPECT_EQ(collect("vector.print %i : index"),
            (Items{"vector.print(!index)", "vector.print(scalar)"}));
  // Of several dimensions a vector is put in a row, unless that folds.
  EXPECT_EQ(collect("vector.print %vv : vector<4x4xf32>"),
            (Items{"vector.print(!vector)", "vector.print(nested)"}));
  EXPECT_EQ(collect("%c = arith.constant dense<1.0> : vector<4x4xf32>\n"
                    "vector.print %c : vector<4x4xf32>"),
            (Items{"arith.constant", "vector.print(!vector)"}));
}

TEST_F(VectorMarksTest, TilesOfSME) {
  auto store = [&](llvm::StringRef type) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(
        ("func.func @f(%m: memref<?x?xf32>, %i: index, %t: " + type +
         ") {\nvector.store %t, %m[%i, %i] : memref<?x?xf32>, " + type +
         "\nreturn\n}")
            .str(),
        &context);
    return module ? collectContents(*module) : Items{"not parsed"};
  };
  auto hasStore = [&](llvm::StringRef type, llvm::StringRef item) {
    return llvm::is_contained(store(type), item);
  };
  EXPECT_TRUE(hasStore("vector<[4]x[4]xf32>", "vector.store(tile)"));
  // Neither larger than a tile, nor of a size that is known.
  EXPECT_TRUE(hasStore("vector<[8]x[4]xf32>", "vector.store"));
  EXPECT_TRUE(hasStore("vector<4x[4]xf32>", "vector.store"));
  EXPECT_TRUE(hasStore("vector<4x4xf32>", "vector.store"));
  EXPECT_EQ(collect("%t = vector.transfer_read %d[%i, %i], %x "
                    "{in_bounds = [true, true]} : memref<?x?xf32>, "
                    "vector<[4]x[4]xf32>\n"
                    "%u = vector.transpose %t, [1, 0] : vector<[4]x[4]xf32> to "
                    "vector<[4]x[4]xf32>\n"
                    "vector.print %u : vector<[4]x[4]xf32>"),
            (Items{"vector.print(tile)", "vector.transfer_read(tile)",
                   "vector.transpose(tile)"}));
  // Beyond the end of a buffer there is no tile.
  EXPECT_EQ(collect("%t = vector.transfer_read %d[%i, %i], %x : "
                    "memref<?x?xf32>, vector<[4]x[4]xf32>\n"
                    "vector.print %t : vector<[4]x[4]xf32>"),
            (Items{"vector.print(tile)", "vector.transfer_read"}));
  EXPECT_EQ(collect("%t = arith.constant dense<1.0> : vector<[4]x[4]xf32>\n"
                    "vector.print %t : vector<[4]x[4]xf32>"),
            (Items{"arith.constant(tile)", "vector.print(tile)"}));
}

TEST_F(VectorMarksTest, ScriptsThatMakeTiles) {
  test::loadDialects(context, {"transform"});
  auto hasStep = [&](llvm::StringRef sizes, llvm::StringRef item) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(
        ("module attributes {transform.with_named_sequence} {\n"
         "transform.named_sequence @f(%o: !transform.any_op "
         "{transform.consumed}) {\n"
         "transform.structured.vectorize %o vector_sizes " +
         sizes + " : !transform.any_op\ntransform.yield\n}\n}")
            .str(),
        &context);
    return module && llvm::is_contained(collectContents(*module), item);
  };
  EXPECT_TRUE(hasStep("[[4], [4]]", "transform.structured.vectorize(tile)"));
  EXPECT_TRUE(hasStep("[4, [4]]", "transform.structured.vectorize"));
  EXPECT_TRUE(hasStep("[4, 4]", "transform.structured.vectorize"));
}

TEST_F(VectorMarksTest, LoopsThatCarryTiles) {
  auto loop = [&](llvm::StringRef type) {
    return collect(("%t = vector.load %d[%i, %i] : memref<?x?xf32>, " + type +
                    "\n%r = scf.for %p = %i to %n step %n iter_args(%a = %t) "
                    "-> (" +
                    type + ") {\nfunc.call @useIndex(%p) : (index) -> ()\n" +
                    "scf.yield %a : " + type +
                    "\n}\nvector.store %r, %d[%i, %i] : memref<?x?xf32>, " +
                    type)
                       .str());
  };
  EXPECT_TRUE(llvm::is_contained(loop("vector<[4]x[4]xf32>"), "scf.for(tile)"));
  EXPECT_TRUE(llvm::is_contained(loop("vector<[4]xf32>"), "scf.for"));
}

} // namespace
