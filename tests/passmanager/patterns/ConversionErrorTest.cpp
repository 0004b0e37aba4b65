//===- ConversionErrorTest.cpp - Mistakes with conversions ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionSupport.h"
#include "Throwing.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

using namespace pmb;
using namespace pmb::test;

namespace {

//===----------------------------------------------------------------------===//
// While a pipeline is composed
//===----------------------------------------------------------------------===//

/// What is said when a party adds a set, which fails.
template <typename GivenT>
std::string sayAdding(PassManagerBuilder &builder, GivenT given,
                      llvm::StringRef slot = "early") {
  std::string said = text(addAs(builder, "acme", std::move(given), slot));
  llvm::StringRef rest = said;
  EXPECT_TRUE(rest.consume_back(
      "  note: nothing of what third party 'acme' did was kept\n"))
      << said;
  return rest.str();
}

struct ConversionErrors : testing::Test {
  Conversion b;
  ConversionErrors() { b.pmb.addConversionSlot("early", setTarget); }
  ~ConversionErrors() override { b.pmb.discard(); }
};

TEST_F(ConversionErrors, ConversionPatternsInAGreedySlot) {
  b.pmb.addPatternSlot("greedy");
  EXPECT_EQ(sayAdding(b.pmb, renaming("src.a", "dst.a"), "greedy"),
            "error: the patterns 'acme-greedy' are for conversions, and the "
            "slot 'greedy' applies patterns greedily [PMB103 wrong-slot]\n"
            "  help: put them into a slot that is declared with "
            "addConversionSlot(), in a text pmb-convert{slot=...}\n");
  EXPECT_EQ(b.pmb.str(), "builtin.module()");
}

TEST_F(ConversionErrors, APassInAConversionSlot) {
  EXPECT_EQ(text(b.pmb.addPassToSlot("test-module", "early")),
            "error: 'test-module' is not a set of patterns, and the slot "
            "'early' takes nothing else [PMB103 wrong-slot]\n"
            "  help: insert it before or after pass(\"pmb-convert\")\n");
}

TEST_F(ConversionErrors, AnUnknownSlotAndOneForPasses) {
  EXPECT_TRUE(contains(sayAdding(b.pmb, renaming("src.a", "dst.a"), "earyl"),
                       "did you mean 'early'?"));
  b.pmb.addSlot("late");
  EXPECT_TRUE(contains(sayAdding(b.pmb, renaming("src.a", "dst.a"), "late"),
                       "which is one for passes"));
}

TEST_F(ConversionErrors, ASlotThatIsDeclaredTwice) {
  b.pmb.addConversionSlot("early", [](mlir::ConversionTarget &) {});
  std::string said;
  for (const Diagnostic &finding : b.pmb.check())
    said += finding.str();
  EXPECT_TRUE(contains(said, "the pipeline has a slot 'early' already"));
}

TEST_F(ConversionErrors, ATypeConverterOfAnotherClass) {
  EXPECT_EQ(
      sayAdding(b.pmb, [](mlir::ConversionTarget &, mlir::LLVMTypeConverter &,
                          mlir::RewritePatternSet &) {}),
      "error: the patterns 'acme-early' of third party 'acme' ask for an "
      "mlir::LLVMTypeConverter, and the slot 'early' converts types with "
      "an mlir::TypeConverter [PMB103 wrong-slot]\n"
      "  help: let the function of the patterns take what the slot has, "
      "or choose another slot\n");
}

TEST_F(ConversionErrors, AFunctionThatThrows) {
  EXPECT_EQ(
      sayAdding(b.pmb,
                [](mlir::ConversionTarget &, mlir::TypeConverter &,
                   mlir::RewritePatternSet &) { throwError("out of luck"); }),
      "error: the function of the patterns 'acme-early' of third party "
      "'acme' has thrown: out of luck [PMB105 failed-patterns]\n"
      "  help: take the set out until its owner has mended it\n");
  b.pmb.addConversionSlot(
      "throws", [](mlir::ConversionTarget &) { throwError("no target"); });
  EXPECT_EQ(sayAdding(b.pmb, renaming("src.a", "dst.a"), "throws"),
            "error: the function of the target 'throws' has thrown: no target "
            "[PMB105 failed-patterns]\n"
            "  help: leave the slot out until its owner has mended it\n");
  b.pmb.addConversionSlot("null", setTarget, [](mlir::MLIRContext *) {
    return std::unique_ptr<mlir::TypeConverter>();
  });
  EXPECT_TRUE(contains(sayAdding(b.pmb, renaming("src.a", "dst.a"), "null"),
                       "the type converter of the target 'null' is null"));
}

TEST_F(ConversionErrors, ATargetThatNobodyHasRegistered) {
  require(registerConversionTarget({"test-llvm", setTarget}));
  std::string said = text(
      b.pmb.adopt("builtin.module(pmb-convert{slot=late target=test-lvm})"));
  EXPECT_EQ(said.find("error: there is no target of conversions 'test-lvm' "
                      "[PMB104 unknown-patterns]\n"
                      "  at: <pipeline>:1:16\n"
                      "  help: did you mean 'test-llvm'?\n"),
            0u)
      << said;
  EXPECT_TRUE(contains(
      text(b.pmb.adopt("builtin.module(pmb-convert{slot=x target=zzz})")),
      "help: register it with pmb::registerConversionTarget"));
  EXPECT_TRUE(contains(text(registerConversionTarget({"test-llvm", setTarget})),
                       "duplicate-name"));
  for (llvm::StringRef name : {"", "a b", "a=b"})
    EXPECT_TRUE(contains(
        text(registerConversionTarget({name.str(), setTarget})), "bad-name"));
}

TEST_F(ConversionErrors, OptionsThatAreNone) {
  for (auto [options, expected] :
       {std::pair("ful", "did you mean 'full'?"),
        std::pair("folding=often", "'often' is not a value of 'folding'"),
        std::pair("slot=other", "'slot' is given twice")}) {
    Conversion other;
    other.pmb.addConversionSlot("another", setTarget, {}, options);
    std::string said;
    for (const Diagnostic &finding : other.pmb.check())
      said += finding.str();
    EXPECT_TRUE(contains(said, expected));
    other.pmb.discard();
  }
}

//===----------------------------------------------------------------------===//
// While it runs
//===----------------------------------------------------------------------===//

TEST(ConversionErrorsWhileItRuns, WhatStaysIsNamedWithWhatWasTried) {
  Conversion b;
  b.pmb.addConversionSlot("early", [](mlir::ConversionTarget &target) {
    target.addLegalDialect("dst");
  });
  require(
      addAs(b.pmb, "acme",
            [](mlir::ConversionTarget &target, mlir::TypeConverter &converter,
               mlir::RewritePatternSet &patterns) {
              target.addIllegalDialect("src");
              renaming("src.a", "dst.a")(target, converter, patterns);
            }));
  require(addAs(b.pmb, "beta", renaming("src.a", "src.b")));
  require(b.pmb.build());
  EXPECT_EQ(b.run("\"src.a\"() {odd} : () -> ()"),
            "failed to legalize operation 'src.a' in the slot 'early', which "
            "third party 'acme' has made illegal; tried: 'acme-early' of third "
            "party 'acme' ('src.a-to-dst.a': it is odd), 'beta-early' of third "
            "party 'beta' ('src.a-to-src.b': it is odd)\n");
}

TEST(ConversionErrorsWhileItRuns, WhatMLIRDoesNotTryIsNamed) {
  Conversion b;
  b.pmb.addConversionSlot("early", setTarget);
  require(addAs(b.pmb, "acme", renaming("src.a", "src.c", true)));
  require(b.pmb.build());
  EXPECT_EQ(b.run("\"src.a\"() : () -> ()"),
            "failed to legalize operation 'src.a' in the slot 'early', which "
            "framework has made illegal; not tried, because what they generate "
            "is illegal: 'acme-early' of third party 'acme' "
            "('src.a-to-src.c')\n");
}

TEST(ConversionErrorsWhileItRuns, WhatAPatternMakesAndIsIllegalIsItsReason) {
  Conversion b;
  b.pmb.addConversionSlot("early", setTarget);
  require(addAs(b.pmb, "beta", renaming("src.a", "src.b")));
  require(b.pmb.build());
  EXPECT_EQ(b.run("\"src.a\"() : () -> ()"),
            "failed to legalize operation 'src.a' in the slot 'early', which "
            "framework has made illegal; tried: 'beta-early' of third party "
            "'beta' ('src.a-to-src.b': it makes 'src.b')\n");
}

TEST(ConversionErrorsWhileItRuns, DynamicLegality) {
  Conversion b;
  b.pmb.addConversionSlot("early", [](mlir::ConversionTarget &target) {
    target.addDynamicallyLegalDialect(
        [](mlir::Operation *op) { return op->hasAttr("fine"); }, "src");
  });
  require(addAs(b.pmb, "acme", renaming("src.x", "dst.x")));
  require(b.pmb.build());
  EXPECT_EQ(b.run("\"src.a\"() {fine} : () -> ()\n\"src.a\"() : () -> ()"),
            "failed to legalize operation 'src.a' in the slot 'early', which "
            "framework has made legal only sometimes; no pattern is for it\n");
}

TEST(ConversionErrorsWhileItRuns, TypesThatCannotBeReconciled) {
  Conversion b;
  b.pmb.addConversionSlot("early", setTarget, [](mlir::TypeConverter &types) {
    types.addConversion([](mlir::Float32Type type) {
      return mlir::IntegerType::get(type.getContext(), 32);
    });
    types.addSourceMaterialization(
        [](mlir::OpBuilder &, mlir::Type, mlir::ValueRange, mlir::Location) {
          return mlir::Value();
        });
  });
  require(addAs(b.pmb, "acme", renaming("src.make", "dst.make")));
  require(b.pmb.build());
  std::string said = b.run("%0 = \"src.make\"() : () -> f32\n"
                           "\"x.use\"(%0) : (f32) -> ()");
  EXPECT_EQ(said.find("failed to legalize unresolved materialization"), 0u)
      << said;
  EXPECT_TRUE(contains(said, "(in the slot 'early')"));
}

TEST(ConversionErrorsWhileItRuns, WhatPatternsSayThemselvesIsSaidOnce) {
  struct Complaining : mlir::ConversionPattern {
    explicit Complaining(mlir::MLIRContext *context)
        : ConversionPattern("src.a", 1, context) {}
    mlir::LogicalResult
    matchAndRewrite(mlir::Operation *op, llvm::ArrayRef<mlir::Value>,
                    mlir::ConversionPatternRewriter &) const override {
      return op->emitError("no such thing");
    }
  };
  Conversion b;
  b.pmb.addConversionSlot("early", setTarget);
  require(addAs(b.pmb, "acme", [](mlir::RewritePatternSet &patterns) {
    patterns.add<Complaining>(patterns.getContext());
  }));
  require(b.pmb.build());
  std::string said = b.run("\"src.a\"() : () -> ()");
  EXPECT_EQ(llvm::StringRef(said).count("no such thing"), 1u) << said;
  EXPECT_EQ(llvm::StringRef(said).count("failed to legalize"), 1u) << said;
}

TEST(ConversionErrorsInText, ASetForConversionsThatIsNotInAConversion) {
  require(registerPatterns("test-converting", renaming("src.a", "dst.a")));
  Conversion b;
  b.pmb.addPass("test-converting");
  require(b.pmb.build());
  EXPECT_EQ(b.run(""),
            "the patterns 'test-converting' are for conversions, and "
            "'test-converting' applies patterns greedily [PMB103 wrong-slot]\n"
            "  help: put them into a slot that is declared with "
            "addConversionSlot(), in a text pmb-convert{slot=...}\n");
}

} // namespace
