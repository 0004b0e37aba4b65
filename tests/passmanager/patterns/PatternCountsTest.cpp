//===- PatternCountsTest.cpp - Whose patterns were applied how often ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternSupport.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "passmanager/runtime/Reports.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace pmb::test;
using OutputFormat = mlir::DefaultTimingManager::OutputFormat;

namespace {

void editAs(PassManagerBuilder &builder, llvm::StringRef party,
            llvm::function_ref<llvm::Error()> add) {
  require(builder.transaction(Origin::thirdParty(party), add));
}

/// Functions with a tag `a` each.
std::string makeFunctions(unsigned count) {
  std::string program = "module {";
  for (unsigned i = 0; i < count; ++i)
    program += "func.func @f" + std::to_string(i) +
               "() { \"test.op\"() {tag = \"a\"} : () -> () return }";
  return program + "}";
}

/// The report of one run; what came out goes to `result`.
template <typename ComposeFn>
std::string count(OutputFormat format, llvm::StringRef program,
                  ComposeFn compose, std::string *result = nullptr) {
  std::string report;
  llvm::raw_string_ostream os(report);
  {
    mlir::DialectRegistry registry;
    mlir::registerConvertFuncToLLVMInterface(registry);
    mlir::arith::registerConvertArithToLLVMInterface(registry);
    Build<> b;
    b.context.allowUnregisteredDialects();
    b.context.appendDialectRegistry(registry);
    b.context.loadDialect<mlir::arith::ArithDialect>();
    compose(b);
    require(b.pmb.build());
    require(enablePatternCounts(b.pm, format, os));
    std::string after = runOn(program, b.pm, b.context);
    EXPECT_NE(after, "");
    if (result)
      *result = after;
  }
  return report;
}

void addTwoParties(Build<> &b) {
  b.pmb.nest<mlir::func::FuncOp>().addPatternSlot("early");
  editAs(b.pmb, "acme",
         [&] { return b.pmb.addPatterns("early", retag("a", "b")); });
  editAs(b.pmb, "beta", [&] {
    return b.pmb.addPatterns("early", [](mlir::RewritePatternSet &patterns) {
      retag("b", "c")(patterns);
      retag("c", "d")(patterns);
    });
  });
  editAs(b.pmb, "idle",
         [&] { return b.pmb.addPatterns("early", retag("x", "y")); });
}

TEST(PatternCounts, AreOneSumForAllOperationsWithAndWithoutThreads) {
  for (bool isThreaded : {false, true})
    EXPECT_EQ(
        count(OutputFormat::Text, makeFunctions(40),
              [&](Build<> &b) {
                b.context.disableMultithreading(!isThreaded);
                addTwoParties(b);
              }),
        R"(===-------------------------------------------------------------------------===
                       ... Patterns that were applied ...
===-------------------------------------------------------------------------===
pmb-rewrite in slot 'early'
  'acme-early' of third party 'acme': 40
    40 a-to-b
  'beta-early' of third party 'beta': 80
    40 b-to-c
    40 c-to-d
  'idle-early' of third party 'idle': 0

)");
}

TEST(PatternCounts, AreWrittenAsJson) {
  std::string report =
      count(OutputFormat::Json, makeFunctions(3), addTwoParties);
  llvm::json::Value json = require(llvm::json::parse(report));
  const llvm::json::Array &entries = *json.getAsArray();
  ASSERT_EQ(entries.size(), 4u) << report;
  EXPECT_EQ(entries[1], llvm::json::Value(
                            llvm::json::Object{{"pass", "pmb-rewrite"},
                                               {"slot", "early"},
                                               {"set", "beta-early"},
                                               {"origin", "third party 'beta'"},
                                               {"pattern", "b-to-c"},
                                               {"times", 3}}));
  // Nothing that it has was applied.
  EXPECT_EQ(entries[3], llvm::json::Value(
                            llvm::json::Object{{"pass", "pmb-rewrite"},
                                               {"slot", "early"},
                                               {"set", "idle-early"},
                                               {"origin", "third party 'idle'"},
                                               {"times", 0}}));
}

TEST(PatternCounts, OfSeveralRunsAreAddedUp) {
  std::string report;
  llvm::raw_string_ostream os(report);
  {
    Build<> b;
    b.pmb.addPatternSlot("early");
    require(b.pmb.addPatterns("early", retag("a", "b")));
    require(b.pmb.build());
    require(enablePatternCounts(b.pm, OutputFormat::Text, os));
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(runOnTag(b, "a"), "b");
  }
  EXPECT_TRUE(contains(report, "    3 a-to-b\n"));
}

TEST(PatternCounts, AreAskedForOnceInAPassManager) {
  std::string report;
  llvm::raw_string_ostream os(report);
  Build<> b;
  {
    mlir::PassManager pm(&b.context);
    require(enablePatternCounts(pm, OutputFormat::Text, os));
    EXPECT_TRUE(contains(text(enablePatternCounts(pm, OutputFormat::Text, os)),
                         "are counted already"));
    // Others are others.
    require(enablePatternCounts(b.pm, OutputFormat::Text, os));
  }
  mlir::PassManager next(&b.context);
  require(enablePatternCounts(next, OutputFormat::Text, os));
}

constexpr llvm::StringLiteral sums = R"(
func.func @f(%x: i32) -> i32 attributes {tag = "a"} {
  %one = arith.constant 1 : i32
  %a = arith.addi %x, %one : i32
  %b = arith.addi %a, %one : i32
  return %b : i32
}
)";

TEST(PatternCounts, OfTheCanonicalizerAreThoseOfSetsAndOfDialects) {
  auto compose = [](Build<> &b) {
    b.pmb.addPass("canonicalize");
    editAs(b.pmb, "acme", [&] {
      return b.pmb.addCanonicalizationPatterns(
          {"acme-canonical", retag("a", "b")});
    });
  };
  std::string counted,
      report = count(OutputFormat::Text, sums, compose, &counted);
  EXPECT_TRUE(contains(report, "\ncanonicalize\n"
                               "  'acme-canonical' of third party 'acme': 1\n"
                               "    1 a-to-b\n"
                               "  dialect 'arith': 1\n"
                               "    1 "));
  // What comes out is the same as if nobody counted.
  Build<> plain;
  plain.context.loadDialect<mlir::arith::ArithDialect>();
  compose(plain);
  require(plain.pmb.build());
  EXPECT_EQ(runOn(sums, plain.pm, plain.context), counted);
}

//===----------------------------------------------------------------------===//
// convert-to-llvm
//===----------------------------------------------------------------------===//

/// A third party that knows better how to lower additions.
struct LowerAdd : mlir::ConvertOpToLLVMPattern<mlir::arith::AddIOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  mlir::LogicalResult
  matchAndRewrite(mlir::arith::AddIOp op, OpAdaptor operands,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<mlir::LLVM::SubOp>(op, operands.getLhs(),
                                                   operands.getRhs());
    return mlir::success();
  }
};

struct BrandToLLVM : mlir::ConvertToLLVMPatternInterface {
  using ConvertToLLVMPatternInterface::ConvertToLLVMPatternInterface;
  void populateConvertToLLVMConversionPatterns(
      mlir::ConversionTarget &, mlir::LLVMTypeConverter &converter,
      mlir::RewritePatternSet &patterns) const override {
    patterns.add<LowerAdd>(converter, /*benefit=*/10);
  }
};

struct BrandDialect : mlir::Dialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BrandDialect)
  static constexpr llvm::StringLiteral getDialectNamespace() { return "brand"; }
  explicit BrandDialect(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                mlir::TypeID::get<BrandDialect>()) {
    addInterface<BrandToLLVM>();
  }
};

class PatternCountsOfLowering : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Dynamic, PatternCountsOfLowering, testing::Bool());

TEST_P(PatternCountsOfLowering, AreThoseOfTheDialectThatHasBroughtThem) {
  std::string result;
  std::string report = count(
      OutputFormat::Json, sums,
      [&](Build<> &b) {
        b.context.loadDialect<BrandDialect>();
        auto pass = mlir::createConvertToLLVMPass();
        if (GetParam()) {
          EXPECT_TRUE(succeeded(
              pass->initializeOptions("dynamic=true", [](const llvm::Twine &) {
                return mlir::failure();
              })));
        }
        b.pmb.addPass(std::move(pass));
      },
      &result);
  EXPECT_TRUE(contains(result, "llvm.sub"));
  EXPECT_FALSE(contains(result, "llvm.add"));
  llvm::json::Value json = require(llvm::json::parse(report));
  std::map<std::string, int64_t> sum;
  for (const llvm::json::Value &value : *json.getAsArray()) {
    const llvm::json::Object &entry = *value.getAsObject();
    EXPECT_EQ(entry.getString("pass"), "convert-to-llvm");
    sum[entry.getString("dialect")->str()] += *entry.getInteger("times");
  }
  EXPECT_EQ(sum, (std::map<std::string, int64_t>{
                     {"arith", 1}, {"brand", 2}, {"func", 2}}))
      << report;
}

TEST(PatternCounts, NobodyCountsUnlessAsked) {
  Build<> b;
  b.pmb.addPatternSlot("early");
  require(b.pmb.addPatterns("early", retag("a", "b")));
  require(b.pmb.build());
  EXPECT_EQ(sayWhile(b.context, [&] { EXPECT_EQ(runOnTag(b, "a"), "b"); }), "");
  EXPECT_FALSE(b.context.getLoadedDialect("_pmb_counting"));
}

} // namespace
