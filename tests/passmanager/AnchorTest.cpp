//===- AnchorTest.cpp - Which nest a pass of MLIR goes to -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "Dialects.h"
#include "Support.h"
#include "mlir/Transforms/Passes.h"

using namespace pmb;
using namespace pmb::test;
using mlir::func::FuncOp;

namespace {

/// A catalog that says where `test-interface` can run, as far as it knows.
const Catalog &getInterfaceCatalog() {
  static const Catalog catalog = [] {
    Catalog catalog = getTestCatalog().clone();
    PassDescriptor descriptor("test-interface");
    descriptor.anchorChoices = {"func.func", "llvm.func"};
    test::require(catalog.addPass(std::move(descriptor)));
    return catalog;
  }();
  return catalog;
}

struct WithShape {
  mlir::MLIRContext context;
  mlir::PassManager pm;
  PassManagerBuilder pmb;
  WithShape()
      : pm(mlir::PassManager::on<mlir::ModuleOp>(load(context))),
        pmb(pm, getInterfaceCatalog()) {}
  static mlir::MLIRContext *load(mlir::MLIRContext &context) {
    loadDialects(context, {"func", "shape"});
    return &context;
  }
};

TEST(Anchor, FunctionPassNextToAModulePass) {
  Build<> b;
  b.pmb.addPass<ModulePass>();
  EXPECT_EQ(text((b.pmb.addPassAfter<FuncPass, ModulePass>())), "");
  EXPECT_EQ(text((b.pmb.addPassBefore<InterfacePass, ModulePass>())), "");
  EXPECT_EQ(text(b.pmb.addPassBefore("test-func", "test-interface")), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm), "builtin.module(func.func(test-func,test-interface),"
                        "test-module,func.func(test-func))");
}

TEST(Anchor, ModulePassNextToAFunctionPass) {
  Build<> b;
  b.pmb.nest<FuncOp>().addPass<FuncPass>().addPass<OptionsPass>(2);
  EXPECT_EQ(text((b.pmb.addPassAfter<ModulePass, FuncPass>())), "");
  // One that MLIR would schedule on functions, although it cannot run there.
  EXPECT_EQ(text(b.pmb.addPassAfter("inline", "test-options")), "");
  EXPECT_EQ(b.pmb.lookup(pass("inline"))[0]->getAnchorPath().str(),
            "builtin.module");
  EXPECT_EQ(text(b.pmb.removePass("inline")), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm), "builtin.module(func.func(test-func),test-module,"
                        "func.func(test-options{count=2 }))");
}

TEST(Anchor, InterfacePassOnAnOperationOfAThirdParty) {
  WithShape b;
  b.pmb.nest("shape.func").addPass<InterfacePass>().addPass<NamelessPass>();
  // Next to a pass that runs on such an operation, and elsewhere.
  EXPECT_EQ(text((b.pmb.addPassAfter<InterfacePass, NamelessPass>())), "");
  EXPECT_EQ(text(b.pmb.insert<InterfacePass>(Position::atEnd())), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm), "builtin.module(shape.func(test-interface,"
                        "unknown<pmb::test::NamelessPass>,test-interface),"
                        "func.func(test-interface))");
}

TEST(Anchor, InterfacePassKnowsMoreOperationsThanItsContract) {
  Catalog catalog = getInterfaceCatalog().clone();
  catalog.addDialect("shape", {"shape.func", "shape.function_library"});
  mlir::MLIRContext context;
  mlir::PassManager pm =
      mlir::PassManager::on<mlir::ModuleOp>(WithShape::load(context));
  PassManagerBuilder pmb(pm, catalog);
  pmb.nest("shape.func").addPass<InterfacePass>();
  ASSERT_EQ(text(pmb.build()), "");
  EXPECT_EQ(text(pm), "builtin.module(shape.func(test-interface))");
}

TEST(Anchor, InterfacePassOnAnOperationWithoutTheInterface) {
  WithShape b;
  b.pmb.nest("shape.function_library").addPass<InterfacePass>();
  std::vector<Diagnostic> findings = b.pmb.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].str(),
            "error: 'test-interface' cannot run on 'shape.function_library': "
            "it runs on 'func.func', 'llvm.func' only [PMB004 "
            "wrong-anchor-op]\n"
            "  help: put it beside 'shape.function_library(...)', as "
            "'func.func(test-interface)'\n");
}

} // namespace
