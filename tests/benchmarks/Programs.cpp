//===- Programs.cpp - Generated programs ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"

namespace mlir {
// InitAllPasses.h takes ten seconds to compile.
void registerAllPasses();
void registerAllDialects(DialectRegistry &registry);
void registerAllExtensions(DialectRegistry &registry);
} // namespace mlir

using namespace mlir;

MLIRContext &pmb::bench::getContext() {
  static MLIRContext *context = [] {
    registerAllPasses();
    DialectRegistry registry;
    registerAllDialects(registry);
    registerAllExtensions(registry);
    return new MLIRContext(registry, MLIRContext::Threading::DISABLED);
  }();
  return *context;
}

/// A function of `count` pieces: a loop with an invariant, an index that is
/// computed again and again, and something to fold.
static std::string makeFunction(unsigned number, unsigned count) {
  std::string text = "func.func @f" + std::to_string(number) +
                     "(%x: i32, %y: i32, %n: index, %m: memref<?xi32>) {\n"
                     "%c0 = arith.constant 0 : i32\n"
                     "%zero = arith.constant 0 : index\n"
                     "%one = arith.constant 1 : index\n";
  for (unsigned i = 0; i < count; ++i) {
    std::string n = std::to_string(i);
    text += "%a" + n + " = arith.addi %x, %c0 : i32\n" + "%b" + n +
            " = arith.muli %a" + n + ", %y : i32\n" + "%k" + n +
            " = arith.constant " + n + " : i32\n" + "scf.for %i" + n +
            " = %zero to %n step %one {\n" + "  %l" + n +
            " = memref.load %m[%i" + n + "] : memref<?xi32>\n" + "  %s" + n +
            " = arith.muli %b" + n + ", %k" + n + " : i32\n" + "  %t" + n +
            " = arith.addi %l" + n + ", %s" + n + " : i32\n" +
            "  memref.store %t" + n + ", %m[%i" + n + "] : memref<?xi32>\n}\n";
  }
  return text + "return\n}\n";
}

/// A function of `count` products and sums of tensors, each of the one before.
static std::string makeTensorFunction(unsigned number, unsigned count) {
  std::string type = "tensor<8x8xf32>";
  std::string text = "func.func @f" + std::to_string(number) + "(%x0: " + type +
                     ", %y: " + type + ") -> " + type + " {\n";
  for (unsigned i = 0; i < count; ++i) {
    std::string n = std::to_string(i);
    text += "%zero" + n + " = arith.constant 0.0 : f32\n%e" + n +
            " = tensor.empty() : " + type + "\n%init" + n +
            " = linalg.fill ins(%zero" + n + " : f32) outs(%e" + n + " : " +
            type + ") -> " + type + "\n%p" + n + " = linalg.matmul ins(%x" + n +
            ", %y : " + type + ", " + type + ") outs(%init" + n + " : " + type +
            ") -> " + type + "\n%d" + n + " = tensor.empty() : " + type +
            "\n%x" + std::to_string(i + 1) + " = linalg.add ins(%p" + n +
            ", %x" + n + " : " + type + ", " + type + ") outs(%d" + n + " : " +
            type + ") -> " + type + "\n";
  }
  return text + "return %x" + std::to_string(count) + " : " + type + "\n}\n";
}

OwningOpRef<ModuleOp>
pmb::bench::makeProgram(bool isOnTensors, bool isOneFunction, unsigned pieces) {
  auto make = isOnTensors ? makeTensorFunction : makeFunction;
  std::string text;
  if (isOneFunction)
    text = make(0, pieces);
  else
    for (unsigned i = 0; i < pieces / 4; ++i)
      text += make(i, 4);
  return parseSourceString<ModuleOp>(text, &getContext());
}
