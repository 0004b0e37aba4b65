//===- Support.h - What the tests of the MLIR layer share -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_SUPPORT_H
#define PMB_TESTS_PASSMANAGER_SUPPORT_H

#include "../Operations.h"
#include "../Require.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "passmanager/MLIRCompat.h"
#include "passmanager/PassManagerBuilder.h"
#include "gtest/gtest.h"

namespace pmb::test {

/// A pass that appends its name and options to the attribute `test.marks` of
/// what it runs on, to see that it ran, where, and in which order.
template <typename ConcreteT, typename BaseT>
struct MarkPass : mlir::PassWrapper<ConcreteT, BaseT> {
  void runOnOperation() override {
    mlir::Operation *op = this->getOperation();
    std::string marks;
    llvm::raw_string_ostream os(marks);
    if (auto before = op->getAttrOfType<mlir::StringAttr>("test.marks"))
      os << before.getValue() << ' ';
    this->printAsTextualPipeline(os);
    op->setAttr("test.marks", mlir::StringAttr::get(op->getContext(), marks));
  }
};

/// `test-module`, on modules.
struct ModulePass : MarkPass<ModulePass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ModulePass)
  llvm::StringRef getArgument() const override { return "test-module"; }
};

/// `test-func`, on functions.
struct FuncPass : MarkPass<FuncPass, mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FuncPass)
  llvm::StringRef getArgument() const override { return "test-func"; }
};

/// `test-interface`, on any operation that is a function.
struct InterfacePass
    : MarkPass<InterfacePass, mlir::InterfacePass<mlir::FunctionOpInterface>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InterfacePass)
  llvm::StringRef getArgument() const override { return "test-interface"; }
};

/// `test-options`, on any operation, with options and a constructor argument.
struct OptionsPass : MarkPass<OptionsPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OptionsPass)
  OptionsPass() = default;
  explicit OptionsPass(int count) { this->count = count; }
  OptionsPass(const OptionsPass &other) : MarkPass(other) {}
  llvm::StringRef getArgument() const override { return "test-options"; }
  Option<int> count{*this, "count", llvm::cl::init(1)};
  ListOption<std::string> names{*this, "names"};
};

/// A pass without an argument, on any operation.
struct NamelessPass : MarkPass<NamelessPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NamelessPass)
};

/// `test-uncopyable`, a pass that breaks MLIR's rule that passes can be copied.
struct UncopyablePass : MarkPass<UncopyablePass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UncopyablePass)
  llvm::StringRef getArgument() const override { return "test-uncopyable"; }
  std::unique_ptr<mlir::Pass> clonePass() const override { return nullptr; }
};

/// Makes the passes above known by their names.
inline void registerTestPasses() {
  static bool isDone = [] {
    mlir::PassRegistration<ModulePass>();
    mlir::PassRegistration<FuncPass>();
    mlir::PassRegistration<InterfacePass>();
    mlir::PassRegistration<OptionsPass>();
    mlir::PassRegistration<UncopyablePass>();
    return true;
  }();
  (void)isDone;
}

/// The kind of `test-module` and of `test-func`.
struct Marking {
  static constexpr llvm::StringLiteral getKindName() { return "marking"; }
};

/// A catalog that knows little, so that a test does not depend on what the
/// stock catalog says of MLIR's passes.
inline const Catalog &getTestCatalog() {
  static const Catalog catalog = [] {
    Catalog catalog;
    addOperations(catalog);
    for (const char *name : {"test-module", "test-func"}) {
      PassDescriptor descriptor(name);
      descriptor.addKind("marking");
      test::require(catalog.addPass(std::move(descriptor)));
    }
    // MLIR schedules it anywhere, but it needs a symbol table.
    PassDescriptor inliner("inline");
    inliner.anchorChoices = {"builtin.module", "gpu.module"};
    test::require(catalog.addPass(std::move(inliner)));
    return catalog;
  }();
  return catalog;
}

/// A context with the func dialect, a pass manager for `OpT`, and a builder.
template <typename OpT = mlir::ModuleOp> struct Build {
  mlir::MLIRContext context;
  mlir::PassManager pm;
  PassManagerBuilder pmb;

  Build()
      : pm(mlir::PassManager::on<OpT>(loadDialects(context))),
        pmb(pm, getTestCatalog()) {
    registerTestPasses();
  }

private:
  static mlir::MLIRContext *loadDialects(mlir::MLIRContext &context) {
    context.loadDialect<mlir::func::FuncDialect>();
    return &context;
  }
};

/// The text of all diagnostics of an error; empty for success.
inline std::string text(llvm::Error error) {
  std::string result;
  for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
    result += diagnostic.str();
  return result;
}

inline std::string text(mlir::OpPassManager &pm) {
  std::string result;
  llvm::raw_string_ostream os(result);
  pm.printAsTextualPipeline(os);
  return result;
}

inline std::string listing(const Pipeline &pipeline) {
  std::string result;
  llvm::raw_string_ostream os(result);
  os << pipeline.str() << '\n';
  pipeline.print(os, PrintStyle::Listing);
  return result;
}

/// A program after a pass manager has run on it; empty if that fails.
inline std::string runOn(llvm::StringRef program, mlir::PassManager &pm,
                         mlir::MLIRContext &context) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(program, &context);
  EXPECT_TRUE(module);
  if (!module || failed(pm.run(*module)))
    return "";
  return toText(*module);
}

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_SUPPORT_H
