//===- CatalogAnchorsTest.cpp - What passes run on, in MLIR and here ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The catalog says without MLIR which operations a pass can be nested in. Here
// MLIR is asked, for each pass and each operation of its dialects.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockCatalog.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/MLIRPass.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;
using Names = std::vector<std::string>;

namespace {

Names sorted(Names names) {
  llvm::sort(names);
  return names;
}

class CatalogAnchors : public ::testing::Test {
protected:
  CatalogAnchors() : context(registry()) {
    context.loadAllAvailableDialects();
    lookupPassInfo("no-such-pass"); // registers all
  }

  static mlir::DialectRegistry registry() {
    mlir::DialectRegistry registry;
    mlir::registerAllDialects(registry);
    return registry;
  }

  /// The operations that passes can run on.
  std::vector<mlir::RegisteredOperationName> isolated() {
    std::vector<mlir::RegisteredOperationName> result;
    for (mlir::RegisteredOperationName op : context.getRegisteredOperations())
      if (op.hasTrait<mlir::OpTrait::IsIsolatedFromAbove>())
        result.push_back(op);
    return result;
  }
  /// The names of those that have a property, sorted.
  Names
  isolated(llvm::function_ref<bool(mlir::RegisteredOperationName)> predicate) {
    Names result;
    for (mlir::RegisteredOperationName op : isolated())
      if (predicate(op))
        result.push_back(op.getStringRef().str());
    return sorted(result);
  }

  /// What MLIR says while `pass` runs on the operations of a name in a program.
  /// It must fail.
  std::string run(StringRef pass, StringRef op, StringRef program) {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(program, &context);
    std::string messages;
    mlir::ScopedDiagnosticHandler handler(&context,
                                          [&](mlir::Diagnostic &said) {
                                            messages += said.str() + "\n";
                                            return mlir::success();
                                          });
    mlir::PassManager pm(&context);
    pm.nest(op).addPass(create(pass));
    EXPECT_TRUE(module && mlir::failed(pm.run(*module))) << pass.str();
    return messages;
  }

  /// A pass of the catalog as MLIR makes it; null if no library has it.
  static std::unique_ptr<mlir::Pass> create(StringRef name) {
    const mlir::PassInfo *info = lookupPassInfo(name);
    if (!info)
      return nullptr;
    mlir::OpPassManager manager;
    auto ignore = [](const llvm::Twine &) { return mlir::failure(); };
    EXPECT_TRUE(mlir::succeeded(info->addToPipeline(manager, "", ignore)))
        << name.str();
    return manager.size() ? clonePass(*manager.begin()) : nullptr;
  }

  /// What is said of a pass that a text nests in an operation.
  static std::string nest(StringRef pass, StringRef op) {
    TextualPipeline text = require(
        parseTextualPipeline((op + "(" + pass + ")").str(), "the test"));
    Pipeline pipeline(text.getRootOp(), getStockCatalog());
    return test::text(text.appendTo(pipeline));
  }

  mlir::MLIRContext context;
};

/// MLIR schedules them on anything, and what they need is asked when they run.
constexpr StringRef onSymbolTables[] = {"inline", "symbol-dce"};
constexpr StringRef onModulesAndFunctions[] = {
    "bufferization-lower-deallocations", "convert-bufferization-to-memref"};

TEST_F(CatalogAnchors, PassesRunOnWhatIsIsolatedFromAbove) {
  unsigned anchors = 0;
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    bool isIsolated = op.hasTrait<mlir::OpTrait::IsIsolatedFromAbove>();
    EXPECT_EQ(getStockCatalog().canBeAnchor(op.getStringRef()), isIsolated)
        << op.getStringRef().str();
    anchors += isIsolated;
  }
  EXPECT_GT(anchors, 35u);
}

TEST_F(CatalogAnchors, PassesRunWhereMLIRSchedulesThem) {
  std::vector<mlir::RegisteredOperationName> operations = isolated();
  unsigned compared = 0, refused = 0;
  for (StringRef name : getStockCatalog().getPassNames()) {
    std::unique_ptr<mlir::Pass> pass = create(name);
    if (!pass || llvm::is_contained(onSymbolTables, name) ||
        llvm::is_contained(onModulesAndFunctions, name))
      continue;
    ++compared;
    for (mlir::RegisteredOperationName op : operations) {
      std::string message = nest(name, op.getStringRef());
      EXPECT_EQ(message.empty(), canScheduleOn(*pass, op))
          << name.str() << " on " << op.getStringRef().str() << ": " << message;
      if (message.empty())
        continue;
      ++refused;
      EXPECT_TRUE(contains(message, "wrong-anchor-op"));
    }
  }
  EXPECT_GT(compared, 280u);
  EXPECT_GT(refused, 1000u);
}

TEST_F(CatalogAnchors, PassesThatNeedASymbolTableRunWhereOneIs) {
  Names tables = isolated([](mlir::RegisteredOperationName op) {
    return op.hasTrait<mlir::OpTrait::SymbolTable>();
  });
  for (StringRef name : onSymbolTables) {
    EXPECT_EQ(sorted(getStockCatalog().lookupPass(name)->anchorChoices), tables)
        << name.str();
    EXPECT_TRUE(contains(run(name, "func.func", "func.func @f() { return }"),
                         "does not define a symbol table"))
        << name.str();
    EXPECT_TRUE(contains(nest(name, "func.func"), "wrong-anchor-op"))
        << name.str();
  }
}

TEST_F(CatalogAnchors, PassesOnModulesAndFunctionsRunOnNothingElse) {
  Names operations = isolated([](mlir::RegisteredOperationName op) {
    return op.getStringRef() == "builtin.module" ||
           op.hasInterface<mlir::FunctionOpInterface>();
  });
  for (StringRef name : onModulesAndFunctions) {
    EXPECT_EQ(sorted(getStockCatalog().lookupPass(name)->anchorChoices),
              operations)
        << name.str();
    EXPECT_TRUE(contains(run(name, "gpu.module", "gpu.module @m {}"),
                         "must be a builtin.module or a function"))
        << name.str();
  }
}

/// Without an instance, as the tools compose.
TEST_F(CatalogAnchors, PassGoesToTheNearestOperationThatItTakes) {
  auto compose = [](StringRef text, StringRef pass, StringRef next) {
    TextualPipeline parsed = require(parseTextualPipeline(text, "the test"));
    Pipeline pipeline(parsed.getRootOp(), getStockCatalog());
    require(parsed.appendTo(pipeline));
    require(pipeline.insert(PassSpec(pass), Position::after(pmb::pass(next))));
    return pipeline.str();
  };
  EXPECT_EQ(compose("builtin.module(ml_program.subgraph(cse))",
                    "affine-loop-unroll", "cse"),
            "builtin.module(ml_program.subgraph(cse,affine-loop-unroll))");
  EXPECT_EQ(
      compose("builtin.module(omp.private(cse))", "affine-loop-unroll", "cse"),
      "builtin.module(omp.private(cse),func.func(affine-loop-unroll))");
  EXPECT_EQ(compose("builtin.module(gpu.module(cse))",
                    "convert-bufferization-to-memref", "cse"),
            "builtin.module(gpu.module(cse),convert-bufferization-to-memref)");
}

} // namespace
