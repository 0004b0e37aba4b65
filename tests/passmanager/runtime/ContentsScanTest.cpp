//===- ContentsScanTest.cpp - What a scan of IR counts --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/ContentsScan.h"
#include "../Dialects.h"
#include "Support.h"
#include "passmanager/Marks.h"
#include <set>

using namespace pmb;
using namespace pmb::test;

namespace {

class ContentsScanTest : public testing::Test {
protected:
  ContentsScanTest() {
    context.allowUnregisteredDialects();
    loadDialects(context,
                 {"func", "arith", "memref", "scf", "tensor", "vector"});
  }
  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text.str();
    return module;
  }
  /// `a.x !i32 2 living, line 3`, in the order of the scan.
  std::string str(const ContentsScan &scan, const SignatureTable &table) {
    std::string text;
    for (const ContentsScan::Entry &entry : scan.getEntries()) {
      const Signature &signature = table.get(entry.signature);
      text += table.getText(entry.signature);
      for (KindSet kinds = signature.kinds; kinds; kinds &= kinds - 1)
        text += " " + table.getKindName(kinds & -kinds).str();
      text += " " + std::to_string(entry.count) +
              (entry.isSomeLiving ? " living" : " dead");
      if (auto at = mlir::dyn_cast<mlir::FileLineColLoc>(entry.first->getLoc()))
        text += ", line " + std::to_string(at.getLine());
      text += "\n";
    }
    return text;
  }
  mlir::MLIRContext context;
};

constexpr const char *program = R"(
func.func @f(%m: memref<?xi32>, %i: index) -> i32 {
  %unused = arith.addi %i, %i : index
  %l = memref.load %m[%i] : memref<?xi32>
  return %l : i32
}
func.func @g(%i: index) -> index {
  %a = arith.addi %i, %i : index
  %m = memref.alloc() : memref<4xi32>
  %c = builtin.unrealized_conversion_cast %m : memref<4xi32> to !llvm.ptr
  "a.x"(%c) : (!llvm.ptr) -> ()
  return %a : index
}
module { func.func private @h(tensor<4xi32>) }
)";

TEST_F(ContentsScanTest, ScansOfFunctionsAddUpToOneOfTheModule) {
  auto module = parse(program);
  SignatureTable table;
  ContentsScan whole(*module, table);
  unsigned parts = 0;
  std::function<std::shared_ptr<const ContentsScan>(mlir::Operation *)> scan =
      [&](mlir::Operation *op) {
        ++parts;
        return std::make_shared<const ContentsScan>(op, table, scan);
      };
  ContentsScan added(*module, table, scan);
  EXPECT_EQ(parts, 4u);
  EXPECT_EQ(str(added, table), str(whole, table));
  EXPECT_EQ(added.getKinds(), whole.getKinds());
  EXPECT_EQ(added.getKindsOfCasts(), whole.getKindsOfCasts());
  // One of the two is dead.
  EXPECT_TRUE(
      contains(str(whole, table), "arith.addi !index 2 living, line 3"));
}

TEST_F(ContentsScanTest, TypesAreToldApartHoweverTheyAlternate) {
  std::string text = "func.func @f() {\n";
  const char *types[] = {"index", "tensor<4xi32>", "memref<4xi32>", "i32"};
  for (int i = 0; i < 12; ++i)
    text += "  %v" + std::to_string(i) + " = \"a.x\"() : () -> " +
            types[i * 7 % 4] + "\n";
  auto module = parse(text + "  return\n}\n");
  SignatureTable table;
  std::string counted = str(ContentsScan(*module, table), table);
  for (const char *kind : {"!index", "!memref", "!tensor"})
    EXPECT_TRUE(contains(counted, "a.x " + std::string(kind) + " 3 living"));
}

TEST_F(ContentsScanTest, OperationsThatAreNotAskedForMarksHaveNone) {
  auto module = parse(R"(
    func.func @f(%m: memref<8xi32>, %t: tensor<8xi32>, %s: tensor<4xi32>,
                 %v: vector<4xi32>, %i: index, %x: i32) {
      %view = memref.subview %m[%i] [4] [1]
          : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
      %e = memref.expand_shape %m [[0, 1]] output_shape [2, 4]
          : memref<8xi32> into memref<2x4xi32>
      %c = memref.collapse_shape %e [[0, 1]]
          : memref<2x4xi32> into memref<8xi32>
      %l = memref.load %m[%i] : memref<8xi32>
      %slice = tensor.extract_slice %t[%i] [4] [1]
          : tensor<8xi32> to tensor<4xi32>
      %whole = tensor.insert_slice %slice into %t[%i] [4] [1]
          : tensor<4xi32> into tensor<8xi32>
      %all = scf.forall (%j) in (2) shared_outs(%o = %t) -> (tensor<8xi32>) {
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %s into %o[%j] [4] [1]
              : tensor<4xi32> into tensor<8xi32>
        }
      }
      %p = tensor.pad %t low[2] high[2] {
      ^bb0(%j: index):
        tensor.yield %x : i32
      } : tensor<8xi32> to tensor<12xi32>
      %r = vector.transfer_read %m[%i], %x : memref<8xi32>, vector<4xi32>
      vector.transfer_write %v, %m[%i] : vector<4xi32>, memref<8xi32>
      vector.print %x : i32
      func.call @g(%x) : (i32) -> ()
      return
    }
    func.func private @g(i32))");
  std::set<std::string> marked, asked;
  module->walk([&](mlir::Operation *op) {
    std::string name = op->getName().getStringRef().str();
    llvm::StringRef mark = getMark(op);
    if (!mark.empty() && !mark.starts_with("!"))
      marked.insert(name);
    if (mayHaveMark(op->getName()))
      asked.insert(name);
  });
  EXPECT_EQ(marked, asked);
  EXPECT_EQ(
      marked,
      (std::set<std::string>{
          "func.call", "func.func", "memref.collapse_shape",
          "memref.expand_shape", "memref.subview", "tensor.extract_slice",
          "tensor.insert_slice", "tensor.pad", "tensor.parallel_insert_slice",
          "vector.print", "vector.transfer_read", "vector.transfer_write"}));
}

} // namespace
