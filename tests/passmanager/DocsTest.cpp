//===- DocsTest.cpp - Examples of pages and headers -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands between `docs:` and `docs: end` is in that page, or in the
// comments of that header: tests/docs.py fails if it is not. That it compiles
// is what is tested here; what it does, the other tests show.
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/Kinds.h"
#include "bundles/stock/StockBundles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/Passes.h"
#include "passmanager/Adopt.h"
#include "passmanager/Contents.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/UpstreamPasses.h"
#include "passmanager/contracts/EmbeddedContracts.h"
#include "passmanager/plugins/Plugin.h"
#include "passmanager/plugins/PluginInfo.h"
#include "passmanager/runtime/Reports.h"
#include "gtest/gtest.h"

/// What an example leaves open.
#define ETC (void)0

namespace {

// docs: builder/passes/PassInstance.h
struct MyPass : mlir::PassWrapper<MyPass, mlir::OperationPass<>> {
  static void describe(pmb::PassDescriptor &pass) {
    pass.addKind("bufferization");
    pass.contract.after(pmb::pass("one-shot-bufferize"))
        .because("works on buffers");
  }
};
// docs: end

/// A pattern of an example.
struct FoldScale : mlir::OpRewritePattern<mlir::func::FuncOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult matchAndRewrite(mlir::func::FuncOp,
                                      mlir::PatternRewriter &) const override {
    return mlir::failure();
  }
};

/// The class of the example, as far as it is left out there.
template <int number>
struct AnyPass
    : mlir::PassWrapper<AnyPass<number>, mlir::OperationPass<mlir::ModuleOp>> {
  AnyPass() = default;
  explicit AnyPass(const pmb::PassOptions &) {}
  llvm::StringRef getArgument() const override {
    constexpr llvm::StringLiteral names[] = {"docs-a", "docs-b", "docs-c"};
    return names[number];
  }
  void runOnOperation() override {}
};
namespace instances {
template <typename T>
struct ModulePass : mlir::PassWrapper<T, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ModulePass)
  void runOnOperation() override {}
};
struct MyPass : ModulePass<MyPass> {};
struct MyOtherPass : ModulePass<MyOtherPass> {
  static void describe(pmb::PassDescriptor &) {}
};
// docs: passmanager/contracts/ContractRegistration.h
std::unique_ptr<mlir::Pass> createMyPass() {
  return std::make_unique<MyPass>();
}
static pmb::ContractRegistration<MyPass>
    contract([](pmb::PassDescriptor &pass) {
      pass.contract.lowers({"acme"}).to({"memref"}).because("it is old");
    });
static pmb::ContractRegistration<MyOtherPass> otherContract;
// docs: end
namespace embedded {
// docs: passmanager/contracts/EmbeddedContracts.h
static const pmb::EmbeddedContracts
    contracts("acme.contracts.json",
              R"({"passes": {"acme-tile": {"after": ["canonicalize"]}}})");
// docs: end
} // namespace embedded
[[maybe_unused]] std::unique_ptr<mlir::Pass> (*create)() = createMyPass;
} // namespace instances

using MyTensorPass = AnyPass<0>;
using MyMemrefPass = AnyPass<1>;
using MyLastPass = AnyPass<2>;
using MyDialect = mlir::arith::ArithDialect;
using AcmeDialect = MyDialect;
using AcmePass = MyTensorPass;

using mlir::failed;
using mlir::failure;
mlir::LogicalResult reportErrors(llvm::Error error) {
  llvm::consumeError(std::move(error));
  return failure();
}

// docs: passmanager/PassManagerBuilder.h
llvm::Error registerDialectsAndPasses(pmb::PassManagerBuilder &builder) {
  builder.registerDialect<MyDialect>();
  using Bufferize = pmb::OneShotBufferize;
  if (auto err = builder.addPassBefore<MyTensorPass, Bufferize>())
    return err;
  if (auto err = builder.addPassAfter<MyMemrefPass, Bufferize>())
    return err;
  return builder.addPassBeforeType<MyLastPass, pmb::LLVMLowering>();
}
// docs: end

llvm::Error addAsParty(pmb::PassManagerBuilder &builder) {
  // docs: passmanager/PassManagerBuilder.h
  return builder.transaction(pmb::Origin::thirdParty("acme"), [&] {
    return registerDialectsAndPasses(builder);
  });
  // docs: end
}

mlir::LogicalResult runManual(mlir::MLIRContext &context,
                              mlir::ModuleOp module) {
  // docs: passmanager/PassManagerBuilder.h
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pmb::PassManagerBuilder builder(pm);
  builder.addPass(mlir::createCanonicalizerPass());
  builder.addSlot("pre-bufferize");
  builder.addPass<pmb::OneShotBufferize>("bufferize-function-boundaries=true");
  builder.nest<mlir::func::FuncOp>().addPass<pmb::ConvertLinalgToLoops>();
  builder.addBundle(pmb::bundles::createLowerToLLVM());
  // docs: end
  if (llvm::Error err = addAsParty(builder))
    return reportErrors(std::move(err));
  // docs: passmanager/PassManagerBuilder.h
  if (llvm::Error err = builder.build())
    return reportErrors(std::move(err)); // pm is untouched
  if (failed(pm.run(module)))
    ETC;
  // docs: end
  return mlir::success();
}

TEST(Docs, TheManualOfTheBuilderRuns) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::func::FuncDialect>();
  auto module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  EXPECT_TRUE(mlir::succeeded(runManual(context, module)));
  module.erase();
}

//===----------------------------------------------------------------------===//
// Compiled only
//===----------------------------------------------------------------------===//

[[maybe_unused]] mlir::LogicalResult
printErrors(pmb::PassManagerBuilder &builder) {
  // docs: builder/diagnostics/Diagnostic.h
  if (llvm::Error err = builder.build()) {
    for (const pmb::Diagnostic &d : pmb::takeDiagnostics(std::move(err)))
      d.print(llvm::errs());
    return failure();
  }
  // docs: end
  return mlir::success();
}

[[maybe_unused]] llvm::Error addWithOptions(pmb::PassManagerBuilder &builder) {
  using MyPass = MyTensorPass;
  // docs: builder/passes/PassInstance.h
  builder.addPass<MyPass>(pmb::PassOptions("size=4"));
  return builder.addPassBefore("mine", "cse", pmb::PassOptions("size=4"));
  // docs: end
}

[[maybe_unused]] llvm::Error edit(pmb::PassManagerBuilder &builder,
                                  mlir::ModuleOp module) {
  using namespace pmb;
  using namespace mlir;
  using MyPass = MyTensorPass;
  // docs: builder/PipelineBuilder.h
  builder.nest<func::FuncOp>().addPass<ConvertLinalgToLoops>();
  // docs: end
  // docs: passmanager/Contents.h
  builder.getInterface().inputContents = pmb::collectContents(module);
  builder.getInterface().isInputMeasured = true;
  if (llvm::Error err = builder.build())
    ETC;
  // docs: end
  return [&]() -> llvm::Error {
    return
        // docs: bundles/stock/Kinds.h
        builder.addPassBeforeType<MyPass, LLVMLowering>();
    // docs: end
  }();
}

// docs: passmanager/patterns/PatternSet.h
void populateAcmePatterns(mlir::RewritePatternSet &patterns) {
  patterns.add<FoldScale>(patterns.getContext());
}
// docs: end

[[maybe_unused]] llvm::Error addPatterns(pmb::PassManagerBuilder &builder) {
  // docs: builder/PipelineBuilder.h
  builder.addPatternSlot("pre-bufferize-patterns", "max-iterations=4");
  // docs: end
  // docs: passmanager/README.md
  builder.addPatternSlot("pre-bufferize-patterns"); // the framework
  builder.addPass<pmb::OneShotBufferize>();

  if (auto err =
          builder.addPatterns("pre-bufferize-patterns", populateAcmePatterns))
    ETC; // a third party
  // docs: end
  // docs: passmanager/patterns/PatternSet.h
  if (auto err =
          builder.addPatterns("pre-bufferize-patterns", populateAcmePatterns))
    return err;
  // docs: end
  // docs: passmanager/patterns/PatternSet.h
  if (auto err = pmb::registerPatterns("acme-fold", populateAcmePatterns))
    return err;
  if (auto err = builder.addPatterns("pre-bufferize-patterns", "acme-fold"))
    return err;
  // docs: end
  return llvm::Error::success();
}

[[maybe_unused]] llvm::Error editOthers(pmb::PassManagerBuilder &builder) {
  using namespace pmb;
  auto createMyPass = [] { return mlir::createCSEPass(); };
  // docs: passmanager/PassManagerBuilder.h
  if (auto err = builder.setOptions<Canonicalizer>("top-down=false"))
    return err;
  if (auto err = builder.pin<OneShotBufferize>("its layout is our ABI"))
    return err;
  pmb::InsertResult added = builder.addPassAfter("cse", "sccp");
  if (added.failed())
    return added;
  const pmb::Node &node = *added.getNode();
  return builder.insert(createMyPass(), Position::after(exactly(node)));
  // docs: end
}

[[maybe_unused]] llvm::Error insertOne(pmb::PipelineBuilder &builder,
                                       pmb::PassSpec spec,
                                       const pmb::Position &position) {
  // docs: builder/edit/InsertResult.h
  if (llvm::Error err = builder.insert(std::move(spec), position))
    return err;
  // docs: end
  return llvm::Error::success();
}

[[maybe_unused]] mlir::LogicalResult
insertInMLIR(pmb::PipelineBuilder &builder, pmb::PassSpec spec,
             const pmb::Position &position) {
  // docs: builder/edit/InsertResult.h
  if (failed(builder.insert(std::move(spec), position)))
    return failure();
  // docs: end
  return mlir::success();
}

[[maybe_unused]] llvm::Error insertTwo(pmb::PipelineBuilder &builder,
                                       pmb::PassSpec spec, pmb::PassSpec other,
                                       const pmb::Position &position) {
  // docs: builder/edit/InsertResult.h
  pmb::InsertResult added = builder.insert(std::move(spec), position);
  if (added.failed())
    return added;
  auto behind = pmb::Position::after(pmb::exactly(*added.getNode()));
  return builder.insert(std::move(other), behind);
  // docs: end
}

[[maybe_unused]] void adopt(mlir::PassManager &pm) {
  // docs: passmanager/PassManagerBuilder.h
  pmb::PassManagerBuilder builder(pm); // `pm` is finished
  if (llvm::Error err = builder.adopt(pm))
    ETC;
  if (llvm::Error err = builder.addPassBefore("sccp", "cse"))
    ETC;
  if (llvm::Error err = builder.build())
    ETC;
  // docs: end
}

[[maybe_unused]] void attribute(pmb::PassManagerBuilder &builder,
                                mlir::PassManager &pm, mlir::ModuleOp module) {
  // docs: passmanager/PassManagerBuilder.h
  if (llvm::Error err = builder.enableAttribution())
    ETC;
  if (llvm::Error err = builder.build())
    ETC;
  if (failed(pm.run(module)))
    ETC;
  // docs: end
}

[[maybe_unused]] void askOwners(pmb::PassManagerBuilder &builder) {
  // docs: passmanager/runtime/PassOwners.h
  if (llvm::Error err = builder.enableAttribution())
    ETC;
  if (llvm::Error err = builder.build())
    ETC;
  std::shared_ptr<pmb::PassOwners> owners = builder.getOwners();
  // docs: end
}

// What the example leaves open would use it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
struct AskingOwners : mlir::PassInstrumentation {
  // docs: passmanager/runtime/PassOwners.h
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    if (const pmb::PassOwner *owner = owners->find(*pass).owner)
      ETC;
  }
  // docs: end
  std::shared_ptr<const pmb::PassOwners> owners;
};
#pragma GCC diagnostic pop

[[maybe_unused]] void attributeInReadme(pmb::PassManagerBuilder &builder,
                                        mlir::PassManager &pm,
                                        mlir::ModuleOp module) {
  // docs: passmanager/README.md
  if (llvm::Error err = builder.enableAttribution())
    ETC;
  if (llvm::Error err = builder.build())
    ETC;
  if (llvm::Error err =
          pmb::enableTimingBy(pm, builder.getOwners(), {pmb::OwnerKey::Bundle}))
    ETC;
  if (failed(pm.run(module)))
    ETC;
  // docs: end
}

[[maybe_unused]] void adoptInReadme(mlir::PassManager &pm) {
  using MyPass = MyTensorPass;
  // docs: passmanager/README.md
  pmb::PassManagerBuilder builder(pm); // pm was filled elsewhere
  if (llvm::Error err = builder.adopt(pm))
    ETC;
  if (llvm::Error err = builder.addPassBefore<MyPass, pmb::OneShotBufferize>())
    ETC;
  if (llvm::Error err = builder.build())
    ETC; // replaces what pm has
  // docs: end
}

[[maybe_unused]] mlir::LogicalResult runPipeline(mlir::OpPassManager &,
                                                 mlir::func::FuncOp) {
  return failure();
}
[[maybe_unused]] void flatten(pmb::PassManagerBuilder &builder,
                              mlir::func::FuncOp func) {
  // docs: passmanager/PassManagerBuilder.h
  mlir::OpPassManager dynamic("func.func");
  if (llvm::Error err = builder.flattenInto(dynamic))
    ETC;
  if (failed(runPipeline(dynamic, func)))
    ETC;
  // docs: end
}

[[maybe_unused]] llvm::Error loadPlugins(mlir::PassManager &pm,
                                         mlir::DialectRegistry &registry) {
  // docs: passmanager/plugins/Plugin.h
  auto plugin = pmb::Plugin::load("libAcme.so"); // any number of them
  if (!plugin)
    return plugin.takeError();
  if (llvm::Error err = (*plugin)->registerWith(registry))
    ETC;

  auto catalog = pmb::Plugin::makeCatalog(); // what all know
  if (!catalog)
    return catalog.takeError();
  pmb::PassManagerBuilder builder(pm, *catalog);
  ETC; // compose as always
  for (const pmb::Plugin *plugin : pmb::Plugin::getLoaded())
    if (plugin->isDefaultActivated())
      if (llvm::Error err = plugin->addTo(builder))
        ETC;
  if (llvm::Error err = builder.build())
    ETC;
  // docs: end
  return llvm::Error::success();
}

[[maybe_unused]] const pmbPipelinePluginInfo *getAcmePluginInfo() {
  return nullptr;
}
[[maybe_unused]] void loadCompiledIn() {
  // docs: passmanager/plugins/Plugin.h
  auto acme = pmb::Plugin::loadCompiledIn(getAcmePluginInfo);
  // docs: end
  llvm::consumeError(acme.takeError());
}

[[maybe_unused]] void loadPluginInReadme(mlir::PassManager &pm,
                                         mlir::DialectRegistry &registry,
                                         llvm::StringRef path) {
  // docs: passmanager/README.md
  auto plugin = pmb::Plugin::load(path); // fatal for the run if it fails
  if (llvm::Error err = (*plugin)->registerWith(registry))
    ETC;
  auto catalog = pmb::Plugin::makeCatalog(); // what all plugins know
  pmb::PassManagerBuilder builder(pm, *catalog);
  ETC;
  if (llvm::Error err = (*plugin)->addTo(builder))
    ETC; // edits when builder is checked
  // docs: end
}

[[maybe_unused]] mlir::LogicalResult
addAsInMLIR(pmb::PassManagerBuilder &builder, mlir::ModuleOp module) {
  using namespace pmb;
  // docs: passmanager/PassManagerBuilder.h
  if (failed(builder.addPassBefore<MyTensorPass, OneShotBufferize>()))
    return failure();
  if (failed(emitErrors(module.getLoc(), builder.build())))
    return failure();
  // docs: end
  return mlir::success();
}

/// The ten lines of the README: a function of MLIR.
mlir::LogicalResult runReadme(mlir::MLIRContext &context,
                              mlir::ModuleOp module) {
  // docs: README.md
  mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
  pmb::PassManagerBuilder builder(pm); // the framework
  builder.addPass<pmb::OneShotBufferize>("bufferize-function-boundaries=true");
  builder.nest<mlir::func::FuncOp>().addPass<pmb::ConvertLinalgToLoops>();
  builder.addBundle(pmb::bundles::createLowerToLLVM());

  if (failed(builder.addPassBefore<MyTensorPass, pmb::OneShotBufferize>()))
    return failure();
  if (failed(builder.addPassBeforeType<MyLastPass, pmb::LLVMLowering>()))
    return failure();
  // a third party
  if (failed(pmb::emitErrors(module.getLoc(), builder.build())))
    return failure(); // checks, then flattens into pm
  return pm.run(module);
  // docs: end
}

TEST(Docs, TheTenLinesOfTheReadmeRun) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::func::FuncDialect>();
  auto module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  EXPECT_TRUE(mlir::succeeded(runReadme(context, module)));
  module.erase();
}

// docs: passmanager/plugins/PluginInfo.h
static llvm::Error extend(pmb::PassManagerBuilder &builder) {
  builder.registerDialect<AcmeDialect>();
  return builder.addPassAfter<AcmePass, pmb::OneShotBufferize>();
}
// docs: end

} // namespace

// docs: passmanager/plugins/PluginInfo.h
extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
  static const pmbPipelinePluginInfo info = {PMB_PLUGIN_API_VERSION,
                                             PMB_PLUGIN_FINGERPRINT,
                                             LLVM_VERSION_STRING,
                                             "acme",
                                             "1.0",
                                             /*rank=*/0,
                                             PMB_PLUGIN_DEFAULT_ACTIVATED,
                                             /*extends=*/nullptr,
                                             /*variants=*/nullptr,
                                             /*extendCatalog=*/nullptr,
                                             pmb::extendWith<extend>};
  return &info;
}
// docs: end
