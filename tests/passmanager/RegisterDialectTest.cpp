//===- RegisterDialectTest.cpp - Dialects that passes create operations of ===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

using namespace pmb;
using namespace pmb::test;

namespace {

TEST(RegisterDialect, ReachesTheContext) {
  mlir::MLIRContext context;
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  PassManagerBuilder pmb(pm, getTestCatalog());
  EXPECT_FALSE(bool(context.getDialectRegistry().getDialectAllocator("func")));
  pmb.registerDialect<mlir::func::FuncDialect>();
  pmb.registerDialect<mlir::func::FuncDialect>();
  EXPECT_TRUE(mlir::parseSourceString<mlir::ModuleOp>("func.func private @f()",
                                                      &context));
}

/// Creates an operation of a dialect that it does not depend on.
struct CreatePass : mlir::PassWrapper<CreatePass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CreatePass)
  void runOnOperation() override {
    mlir::Operation *op = getOperation();
    auto builder = mlir::OpBuilder::atBlockEnd(&op->getRegion(0).front());
    createOp<mlir::func::FuncOp>(builder, op->getLoc(), "made",
                                 builder.getFunctionType({}, {}))
        .setPrivate();
  }
};

TEST(RegisterDialect, PassesCanCreateItsOperations) {
  for (bool isFlattened : {false, true}) {
    mlir::MLIRContext context;
    mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    PassManagerBuilder pmb(pm, getTestCatalog());
    require(pmb.transaction(Origin::thirdParty("acme"), [&] {
      pmb.registerDialect<mlir::func::FuncDialect>();
      pmb.addPass(std::make_unique<CreatePass>());
      return llvm::Error::success();
    }));
    require(isFlattened ? pmb.flattenInto(pm) : pmb.build());
    EXPECT_TRUE(context.getLoadedDialect("func"));
    if (context.getLoadedDialect("func")) {
      EXPECT_TRUE(
          contains(runOn("", pm, context), "func.func private @made()"));
    }
  }
}

TEST(RegisterDialect, AlsoInAnotherContext) {
  mlir::OpPassManager pm("builtin.module");
  PassManagerBuilder pmb(pm, nullptr, getTestCatalog());
  pmb.registerDialect<mlir::func::FuncDialect>();
  mlir::MLIRContext context;
  pmb.loadDialects(context);
  EXPECT_TRUE(context.getLoadedDialect("func"));
}

TEST(RegisterDialect, WithoutAContextItIsKept) {
  mlir::OpPassManager pm("builtin.module");
  PassManagerBuilder pmb(pm, nullptr, getTestCatalog());
  mlir::DialectRegistry registry;
  pmb.appendDialectsTo(registry);
  EXPECT_FALSE(bool(registry.getDialectAllocator("func")));
  pmb.registerDialect<mlir::func::FuncDialect>();
  pmb.registerDialect<mlir::scf::SCFDialect>();
  pmb.appendDialectsTo(registry);
  EXPECT_TRUE(bool(registry.getDialectAllocator("func")));
  EXPECT_TRUE(bool(registry.getDialectAllocator("scf")));
}

} // namespace
