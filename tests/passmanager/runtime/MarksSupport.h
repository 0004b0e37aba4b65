//===- MarksSupport.h - What the names of operations do not tell ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_RUNTIME_MARKSSUPPORT_H
#define PMB_TESTS_PASSMANAGER_RUNTIME_MARKSSUPPORT_H

#include "../Dialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "passmanager/Contents.h"
#include "gtest/gtest.h"

namespace pmb::test {

class MarksTest : public testing::Test {
protected:
  MarksTest() {
    loadDialects(context, {"arith", "func", "linalg", "llvm", "math", "memref",
                           "scf", "tensor", "vector"});
  }

  using Items = std::vector<std::string>;

  /// The items of a function that has many arguments, and whose body is `text`,
  /// but for the arguments' and the module's own.
  Items collect(llvm::StringRef body) {
    std::string text = R"(
      func.func @f(%i: index, %n: index, %s: memref<8x8xf32>,
                   %d: memref<?x?xf32>, %line: memref<8xf32>,
                   %apart: memref<8x8xf32, strided<[16, 2]>>,
                   %st: tensor<8x8xf32>, %dt: tensor<?x?xf32>,
                   %small: tensor<4x4xf32>, %v: vector<4xf32>,
                   %vv: vector<4x4xf32>, %x: f32) {
        )" + body.str() +
                       R"(
        return
      }
      func.func private @use(memref<*xf32>)
      func.func private @useBuffer(memref<f32>)
      func.func private @useTensor(tensor<*xf32>)
      func.func private @useIndex(index))";
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module)
      return {"not parsed"};
    Items items = collectContents(*module);
    llvm::erase_if(items, [](llvm::StringRef item) {
      return item == "builtin.module" || item == "memref.cast" ||
             item == "tensor.cast" || item.starts_with("func.") ||
             (item.starts_with("!") && !item.ends_with(")"));
    });
    return items;
  }
  /// The same for a view that somebody uses.
  Items collectView(llvm::StringRef type, llvm::StringRef view) {
    return collect(("%w = " + view + "\n%u = memref.cast %w : " + type +
                    " to memref<*xf32>\nfunc.call @use(%u) : "
                    "(memref<*xf32>) -> ()")
                       .str());
  }
  Items collectTensor(llvm::StringRef type, llvm::StringRef tensor) {
    return collect(("%w = " + tensor + "\n%u = tensor.cast %w : " + type +
                    " to tensor<*xf32>\nfunc.call @useTensor(%u) : "
                    "(tensor<*xf32>) -> ()")
                       .str());
  }

  mlir::MLIRContext context;
};

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_RUNTIME_MARKSSUPPORT_H
