//===- SketchTest.cpp - The idea's original sketch ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"
#include "passmanager/PassManagerBuilder.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace mlir;

namespace {

class MyDialect : public Dialect {
public:
  explicit MyDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<MyDialect>()) {
    allowUnknownOperations();
  }
  static StringRef getDialectNamespace() { return "mine"; }
};

/// A pass that marks what it runs on, to see that it ran and in which order.
template <typename ConcreteT, typename OpT>
struct MarkPass : PassWrapper<ConcreteT, OperationPass<OpT>> {
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<MyDialect>();
  }
  void runOnOperation() override {
    Operation *op = this->getOperation();
    auto before = op->getAttrOfType<StringAttr>("mine.marks");
    std::string marks = before ? before.str() + "," : "";
    op->setAttr(
        "mine.marks",
        StringAttr::get(op->getContext(), marks + this->getArgument().str()));
  }
};
struct MyTensorPass : MarkPass<MyTensorPass, ModuleOp> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MyTensorPass)
  StringRef getArgument() const override { return "my-tensor-pass"; }
};
struct MyMemrefPass : MarkPass<MyMemrefPass, func::FuncOp> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MyMemrefPass)
  StringRef getArgument() const override { return "my-memref-pass"; }
};
struct MyLastPass : MarkPass<MyLastPass, ModuleOp> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MyLastPass)
  StringRef getArgument() const override { return "my-last-pass"; }
};

llvm::Error registerDialectsAndPasses(pmb::PassManagerBuilder &builder) {
  builder.registerDialect<MyDialect>();
  if (auto err = builder.addPassBefore<MyTensorPass, OneShotBufferize>())
    return err;
  if (auto err = builder.addPassAfter<MyMemrefPass, OneShotBufferize>())
    return err;
  return builder.addPassBeforeType<MyLastPass, LLVMLowering>();
}

std::string print(OpPassManager &pm) {
  std::string text;
  llvm::raw_string_ostream os(text);
  pm.printAsTextualPipeline(os);
  return text;
}

TEST(Sketch, ComposeInjectBuildRun) {
  MLIRContext context;
  context.loadDialect<func::FuncDialect>();
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pmb::PassManagerBuilder builder(pm);
  builder.addPass(createCanonicalizerPass());
  builder.addSlot("pre-bufferize");
  builder.addPass<OneShotBufferize>("bufferize-function-boundaries=true");
  builder.nest<func::FuncOp>().addPass<ConvertLinalgToLoops>();
  builder.addBundle(bundles::createLowerToLLVM());

  if (auto err = registerDialectsAndPasses(builder))
    FAIL() << toString(std::move(err));
  EXPECT_TRUE(bool(context.getDialectRegistry().getDialectAllocator("mine")));

  if (auto err = builder.build())
    FAIL() << toString(std::move(err));
  std::string text = print(pm);
  StringRef rest = text;
  for (StringRef next :
       {"canonicalize", "my-tensor-pass", "one-shot-bufferize{",
        "func.func(my-memref-pass,convert-linalg-to-loops)", "my-last-pass",
        "convert-vector-to-scf", "reconcile-unrealized-casts"}) {
    size_t at = rest.find(next);
    ASSERT_NE(at, StringRef::npos) << next.str() << " in " << text;
    rest = rest.drop_front(at);
  }

  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "func.func @f() { return }", ParserConfig(&context));
  ASSERT_TRUE(module);
  ASSERT_TRUE(succeeded(pm.run(*module)));
  EXPECT_EQ(module->getOperation()->getAttrOfType<StringAttr>("mine.marks"),
            StringAttr::get(&context, "my-tensor-pass,my-last-pass"));
}

} // namespace
