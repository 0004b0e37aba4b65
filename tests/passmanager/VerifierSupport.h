//===- VerifierSupport.h - Passes that keep contracts, or do not ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_VERIFIERSUPPORT_H
#define PMB_TESTS_PASSMANAGER_VERIFIERSUPPORT_H

#include "Support.h"
#include "passmanager/runtime/ContractVerifier.h"

namespace pmb::test {

using Action = std::function<void(mlir::Operation *)>;

/// Does what it is told, under any name.
struct ActPass : mlir::PassWrapper<ActPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ActPass)
  ActPass(llvm::StringRef name, Action act)
      : name(name.str()), act(std::move(act)) {}
  llvm::StringRef getArgument() const override { return name; }
  void runOnOperation() override { act(getOperation()); }
  std::string name;
  Action act;
};

inline void eraseAll(mlir::Operation *root, llvm::StringRef name) {
  llvm::SmallVector<mlir::Operation *> found;
  root->walk([&](mlir::Operation *op) {
    if (op->getName().getStringRef() == name)
      found.push_back(op);
  });
  for (mlir::Operation *op : found)
    op->erase();
}

inline Action erases(llvm::StringRef name) {
  return [name = name.str()](mlir::Operation *root) { eraseAll(root, name); };
}
inline void nothing(mlir::Operation *) {}

/// The first `a.x` there.
inline mlir::Operation *findX(mlir::Operation *root) {
  mlir::Operation *found = nullptr;
  root->walk([&](mlir::Operation *op) {
    if (!found && op->getName().getStringRef() == "a.x")
      found = op;
  });
  return found;
}

/// Adds an operation to the first function.
inline void addX(mlir::Operation *root) {
  mlir::func::FuncOp function = mlir::dyn_cast<mlir::func::FuncOp>(root);
  if (!function)
    function =
        *mlir::cast<mlir::ModuleOp>(root).getOps<mlir::func::FuncOp>().begin();
  mlir::OpBuilder b(&function.front().front());
  b.create(mlir::OperationState(function.front().front().getLoc(), "a.x"));
}

/// `name`, and what it says of itself.
inline PassDescriptor describe(llvm::StringRef name, Contract contract) {
  PassDescriptor descriptor(name);
  descriptor.contract = std::move(contract);
  descriptor.hasContract = true;
  return descriptor;
}

/// One pipeline, one verifier, and what is said while it runs.
class VerifierTest : public testing::Test {
protected:
  VerifierTest() {
    addOperations(catalog);
    PropertyDescriptor tidy;
    tidy.name = "tidy";
    require(catalog.addProperty(tidy));
    catalog.addMark("small", "has an attribute that says so");
    context.loadDialect<mlir::func::FuncDialect>();
    context.allowUnregisteredDialects();
  }

  void add(llvm::StringRef name, Contract contract) {
    require(catalog.addPass(describe(name, std::move(contract))));
  }
  /// Starts a pipeline: what comes before it is for the catalog.
  PassManagerBuilder &build() {
    pm.emplace(&context, "builtin.module");
    builder.emplace(*pm, catalog);
    return *builder;
  }
  void addPass(llvm::StringRef name, Action act = nothing) {
    builder->addPass(std::make_unique<ActPass>(name, std::move(act)));
  }
  /// Runs it with the verifier. Returns what was said; `*` for a failure.
  std::string run(ContractVerifier &verifier, llvm::StringRef text = program) {
    require(verifier.attachTo(*builder));
    require(builder->build());
    return runAgain(text);
  }
  std::string runAgain(llvm::StringRef text = program) {
    std::string said;
    mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &d) {
      if (auto at = mlir::dyn_cast<mlir::FileLineColLoc>(d.getLocation()))
        said += std::to_string(at.getLine()) + ": ";
      said += d.str() + "\n";
      for (mlir::Diagnostic &note : d.getNotes())
        said += "  " + note.str() + "\n";
    });
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return failed(pm->run(*module)) ? "*" + said : said;
  }
  static constexpr const char *program = "func.func @f() {\n"
                                         "  \"a.x\"() : () -> ()\n"
                                         "  return\n"
                                         "}\n";

  Catalog catalog;
  mlir::MLIRContext context;
  std::optional<mlir::PassManager> pm;
  std::optional<PassManagerBuilder> builder;
};

/// The verifier itself: what it finds, and what it is given.
class ContractVerifierTest : public VerifierTest {};

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_VERIFIERSUPPORT_H
