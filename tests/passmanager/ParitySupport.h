//===- ParitySupport.h - A pass manager that is built, and one by hand ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_PARITYSUPPORT_H
#define PMB_TESTS_PASSMANAGER_PARITYSUPPORT_H

#include "Support.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Transforms/Passes.h"

namespace pmb::test {

inline const char *const program = R"(
  func.func @first(%x: i32) -> i32 {
    %a = arith.muli %x, %x : i32
    %b = arith.muli %x, %x : i32
    %c = arith.addi %a, %b : i32
    return %c : i32
  }
  func.func private @second(%x: i32) -> i32 {
    %a = arith.subi %x, %x : i32
    return %a : i32
  }
)";

/// Counts the operations of what it runs on; shared by passes through an
/// analysis.
struct Count {
  explicit Count(mlir::Operation *op) {
    op->walk([&](mlir::Operation *) { ++operations; });
    ++computed;
  }
  unsigned operations = 0;
  static inline unsigned computed = 0;
};

/// Asks for the analysis; preserves it or not; has a statistic, fails where it
/// is told to, and loads a dialect.
struct CountPass
    : mlir::PassWrapper<CountPass, mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountPass)
  CountPass() = default;
  CountPass(const CountPass &other) : PassWrapper(other) {}
  llvm::StringRef getArgument() const override { return "test-count"; }
  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::arith::ArithDialect>();
  }
  mlir::LogicalResult initialize(mlir::MLIRContext *context) override {
    if (!failsToInitialize)
      return mlir::success();
    return mlir::emitError(mlir::UnknownLoc::get(context), "not today");
  }
  void runOnOperation() override {
    operations += getAnalysis<Count>().operations;
    if (preserves)
      markAnalysesPreserved<Count>();
    if (getOperation().getName() == failsOn.getValue()) {
      getOperation().emitError("cannot be counted");
      signalPassFailure();
    }
    if (breaks)
      getOperation()->removeAttr("sym_name");
  }
  Option<bool> preserves{*this, "preserves", llvm::cl::init(false)};
  Option<bool> breaks{*this, "breaks", llvm::cl::init(false)};
  Option<bool> failsToInitialize{*this, "fails-to-initialize",
                                 llvm::cl::init(false)};
  Option<std::string> failsOn{*this, "fails-on", llvm::cl::init("")};
  Statistic operations{this, "operations", "Operations that were counted"};
};

/// Writes down what it is told.
struct Recorder : mlir::PassInstrumentation {
  explicit Recorder(std::string &calls) : calls(calls) {}
  void runBeforePipeline(std::optional<mlir::OperationName> name,
                         const PipelineParentInfo &) override {
    calls += "pipeline " + (name ? name->getStringRef().str() : "any") + "\n";
  }
  void runBeforePass(mlir::Pass *pass, mlir::Operation *) override {
    calls += "before " + pass->getName().str() + "\n";
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *) override {
    calls += "after " + pass->getName().str() + "\n";
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *) override {
    calls += "failed " + pass->getName().str() + "\n";
  }
  void runBeforeAnalysis(llvm::StringRef name, mlir::TypeID,
                         mlir::Operation *) override {
    calls += "analysis " + name.str() + "\n";
  }
  std::string &calls;
};

/// What a run says and leaves behind.
struct Outcome {
  bool succeeded = false;
  std::string ir, diagnostics, printed, errors;
  bool operator==(const Outcome &other) const {
    return succeeded == other.succeeded && ir == other.ir &&
           diagnostics == other.diagnostics && printed == other.printed &&
           errors == other.errors;
  }
};

inline void PrintTo(const Outcome &outcome, std::ostream *os) {
  *os << (outcome.succeeded ? "succeeded\n" : "failed\n") << outcome.ir << "\n"
      << outcome.diagnostics << "\n"
      << outcome.printed << "\n"
      << outcome.errors;
}

using SetUp = std::function<void(mlir::PassManager &, llvm::raw_ostream &)>;

inline Outcome run(llvm::function_ref<void(mlir::PassManager &)> compose,
                   const SetUp &setUp) {
  Outcome outcome;
  testing::internal::CaptureStderr();
  {
    mlir::MLIRContext context;
    context.loadDialect<mlir::func::FuncDialect, mlir::arith::ArithDialect>();
    auto pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
    llvm::raw_string_ostream printed(outcome.printed);
    if (setUp)
      setUp(pm, printed);
    compose(pm);
    mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &it) {
      outcome.diagnostics += it.str() + "\n";
    });
    auto module = mlir::parseSourceString<mlir::ModuleOp>(program, &context);
    outcome.succeeded = succeeded(pm.run(*module));
    llvm::raw_string_ostream ir(outcome.ir);
    module->print(ir, mlir::OpPrintingFlags().printGenericOpForm());
  }
  // Some of it is said when the pass manager is destroyed.
  outcome.errors = testing::internal::GetCapturedStderr();
  return outcome;
}

/// Runs what the builder makes and what is written by hand, both set up alike,
/// and returns what both do.
inline Outcome
expectSame(llvm::function_ref<void(PassManagerBuilder &)> compose,
           llvm::function_ref<void(mlir::OpPassManager &)> write,
           const SetUp &setUp = {}) {
  Outcome built = run(
      [&](mlir::PassManager &pm) {
        PassManagerBuilder builder(pm, getTestCatalog());
        compose(builder);
        EXPECT_EQ(text(builder.build()), "");
      },
      setUp);
  Outcome written = run([&](mlir::PassManager &pm) { write(pm); }, setUp);
  EXPECT_EQ(built, written);
  return built;
}

inline std::unique_ptr<CountPass> makeCount(llvm::StringRef failsOn = "") {
  auto pass = std::make_unique<CountPass>();
  pass->failsOn = failsOn.str();
  return pass;
}

inline void composeCount(PassManagerBuilder &builder) {
  builder.addNestedPass<mlir::func::FuncOp>(makeCount());
  builder.addPass(mlir::createCanonicalizerPass());
}
inline void writeCount(mlir::OpPassManager &pm) {
  pm.addNestedPass<mlir::func::FuncOp>(makeCount());
  pm.addPass(mlir::createCanonicalizerPass());
}

/// Lets reproducers be written to a stream.
inline mlir::ReproducerStreamFactory makeReproducers(llvm::raw_ostream &os) {
  return [&os](std::string &) -> std::unique_ptr<mlir::ReproducerStream> {
    struct Stream : mlir::ReproducerStream {
      explicit Stream(llvm::raw_ostream &stream) : stream(stream) {}
      llvm::StringRef description() override { return "a string"; }
      llvm::raw_ostream &os() override { return stream; }
      llvm::raw_ostream &stream;
    };
    return std::make_unique<Stream>(os);
  };
}

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_PARITYSUPPORT_H
