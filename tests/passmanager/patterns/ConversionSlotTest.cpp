//===- ConversionSlotTest.cpp - Conversions of several parties, run -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionSupport.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/runtime/ContractVerifier.h"

using namespace pmb;
using namespace pmb::test;

namespace acme {
struct BoxType : mlir::Type::TypeBase<BoxType, mlir::Type, mlir::TypeStorage> {
  using Base::Base;
  static constexpr llvm::StringLiteral name = "acme.box";
};

/// A dialect that has `!acme.box`, and takes any operation.
struct AcmeDialect : mlir::Dialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AcmeDialect)
  static llvm::StringRef getDialectNamespace() { return "acme"; }
  explicit AcmeDialect(mlir::MLIRContext *context)
      : Dialect("acme", context, mlir::TypeID::get<AcmeDialect>()) {
    addTypes<BoxType>();
    allowUnknownOperations();
  }
  mlir::Type parseType(mlir::DialectAsmParser &parser) const override {
    return succeeded(parser.parseKeyword("box"))
               ? BoxType::get(parser.getContext())
               : BoxType();
  }
  void printType(mlir::Type, mlir::DialectAsmPrinter &os) const override {
    os << "box";
  }
};

struct BoxLowering : pmb::test::Rename {
  explicit BoxLowering(const mlir::TypeConverter &converter)
      : Rename(converter, getContextOf(converter), "acme.open", "llvm.freeze") {
  }
  static mlir::MLIRContext *getContextOf(const mlir::TypeConverter &converter) {
    return &static_cast<const mlir::LLVMTypeConverter &>(converter)
                .getContext();
  }
};
} // namespace acme

namespace {

bool has(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

//===----------------------------------------------------------------------===//
// One conversion
//===----------------------------------------------------------------------===//

TEST(ConversionSlot, AllSetsAreOneConversion) {
  Conversion b;
  b.pmb.addConversionSlot("early", setTarget);
  // Each needs the other: two passes, one after the other, would both fail.
  ASSERT_EQ(text(addAs(b.pmb, "acme", renaming("src.a", "src.b"))), "");
  ASSERT_EQ(text(addAs(b.pmb, "beta", renaming("src.b", "dst.b"))), "");
  EXPECT_EQ(b.pmb.str(), "builtin.module(pmb-convert{slot=early "
                         "patterns=acme:acme-early,beta:beta-early "
                         "target=early})");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(b.pm.size(), 1u);
  std::string result = b.run("\"src.a\"() : () -> ()");
  EXPECT_TRUE(has(result, "dst.b")) << result;
}

TEST(ConversionSlot, ThereIsNoPassIfNobodyContributes) {
  Conversion b;
  b.pmb.addConversionSlot("early", setTarget);
  b.pmb.addPass("test-module");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(text(b.pm), "builtin.module(test-module)");
}

TEST(ConversionSlot, PartiesSayWhatIsLegalAndConvertTheirTypes) {
  Conversion b;
  b.pmb.addConversionSlot("early", [](mlir::ConversionTarget &target) {
    target.addLegalDialect("dst");
  });
  ASSERT_EQ(text(addAs(b.pmb, "acme",
                       [](mlir::ConversionTarget &target,
                          mlir::TypeConverter &converter,
                          mlir::RewritePatternSet &patterns) {
                         target.addIllegalDialect("acme");
                         converter.addConversion([](mlir::Float32Type type) {
                           return mlir::IntegerType::get(type.getContext(), 32);
                         });
                         renaming("acme.make", "dst.make")(target, converter,
                                                           patterns);
                       })),
            "");
  ASSERT_EQ(text(addAs(b.pmb, "beta", renaming("src.use", "dst.use"))), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  std::string result = b.run("%0 = \"acme.make\"() : () -> f32\n"
                             "\"src.use\"(%0) : (f32) -> ()");
  EXPECT_TRUE(has(result, "\"dst.use\"(%0) : (i32) -> ()")) << result;
}

TEST(ConversionSlot, ThePartyThatComesLastSaysWhatIsLegal) {
  for (int acmeRank : {0, 2}) {
    Conversion b;
    b.pmb.addConversionSlot("early", setTarget);
    auto add = [&](llvm::StringRef name, int rank, bool isLegal) {
      require(b.pmb.addParty({Origin::plugin(name), rank, [&b, isLegal] {
                                return b.pmb.addPatterns(
                                    "early",
                                    [isLegal](mlir::ConversionTarget &target,
                                              mlir::TypeConverter &,
                                              mlir::RewritePatternSet &) {
                                      if (isLegal)
                                        target.addLegalDialect("src");
                                      else
                                        target.addIllegalDialect("src");
                                    });
                              }}));
    };
    add("acme", acmeRank, true);
    add("beta", 1, false);
    ASSERT_EQ(text(b.pmb.build()), "");
    std::string result = b.run("\"src.a\"() : () -> ()");
    if (acmeRank == 2)
      EXPECT_TRUE(has(result, "src.a")) << result;
    else
      EXPECT_EQ(result, "failed to legalize operation 'src.a' in the slot "
                        "'early', which plugin 'beta' has made illegal; no "
                        "pattern is for it\n");
  }
}

TEST(ConversionSlot, PlainPatternsWorkInAConversion) {
  Conversion b;
  b.pmb.addConversionSlot("early", [](mlir::ConversionTarget &target) {
    target.markUnknownOpDynamicallyLegal([](mlir::Operation *op) {
      auto tag = op->getAttrOfType<mlir::StringAttr>("tag");
      return !tag || tag.getValue() != "a";
    });
  });
  ASSERT_EQ(text(addAs(b.pmb, "acme", retag("a", "b"))), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  std::string result = b.run("\"x.y\"() {tag = \"a\"} : () -> ()");
  EXPECT_TRUE(has(result, "tag = \"b\"")) << result;
}

void populateFunctions(mlir::ConversionTarget &,
                       mlir::LLVMTypeConverter &converter,
                       mlir::RewritePatternSet &patterns) {
  mlir::populateFuncToLLVMConversionPatterns(converter, patterns);
}
std::unique_ptr<mlir::LLVMTypeConverter>
makeConverter(mlir::MLIRContext *context) {
  return std::make_unique<mlir::LLVMTypeConverter>(context);
}
void setLLVMTarget(mlir::ConversionTarget &target) {
  target.addLegalDialect<mlir::LLVM::LLVMDialect>();
  target.addIllegalDialect<mlir::func::FuncDialect>();
}

/// What the framework declares, and what the party adds to it.
llvm::Error compose(PassManagerBuilder &builder) {
  // docs: passmanager/patterns/ConversionSlot.h
  builder.addConversionSlot(
      "to-llvm",
      [](mlir::ConversionTarget &target) {
        target.addLegalDialect<mlir::LLVM::LLVMDialect>();
        target.addIllegalDialect<mlir::func::FuncDialect>();
      },
      [](mlir::MLIRContext *context) {
        return std::make_unique<mlir::LLVMTypeConverter>(context);
      });
  // docs: end
  if (auto err =
          builder.addPatterns("to-llvm", {"functions", populateFunctions}))
    return err;
  // docs: passmanager/patterns/ConversionSlot.h
  if (auto err =
          builder.addPatterns("to-llvm", [](mlir::ConversionTarget &target,
                                            mlir::LLVMTypeConverter &converter,
                                            mlir::RewritePatternSet &patterns) {
            target.addIllegalDialect<acme::AcmeDialect>();
            converter.addConversion([](acme::BoxType type) {
              return mlir::IntegerType::get(type.getContext(), 64);
            });
            patterns.add<acme::BoxLowering>(converter);
          }))
    return err;
  // docs: end
  return llvm::Error::success();
}

TEST(ConversionSlot, ThatOfMLIRWithTypesAndOperationsOfAParty) {
  Conversion b;
  b.context.loadDialect<mlir::LLVM::LLVMDialect, acme::AcmeDialect>();
  ASSERT_EQ(text(compose(b.pmb)), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  std::string result =
      b.run("func.func @f(%0: !acme.box) -> !acme.box {\n"
            "%1 = \"acme.open\"(%0) : (!acme.box) -> !acme.box\n"
            "return %1 : !acme.box }");
  EXPECT_TRUE(has(result, "llvm.func @f(%arg0: i64) -> i64") &&
              has(result, "llvm.freeze %arg0 : i64") && !has(result, "cast"))
      << result;
}

[[maybe_unused]] void addToNest(PassManagerBuilder &builder) {
  namespace func = mlir::func;
  // docs: passmanager/patterns/ConversionSlot.h
  builder.nest<func::FuncOp>().add(
      pmb::createConversionSlot("early", "acme-target"));
  // docs: end
}

TEST(ConversionSlot, FullConversionsTakeOnlyWhatIsLegal) {
  Conversion b;
  b.pmb.addConversionSlot(
      "early",
      [](mlir::ConversionTarget &target) {
        setTarget(target);
        target.addLegalOp<mlir::ModuleOp>();
      },
      {}, "full");
  ASSERT_EQ(text(addAs(b.pmb, "acme", renaming("src.a", "dst.a"))), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  EXPECT_EQ(b.run("\"x.y\"() : () -> ()"),
            "failed to legalize operation 'x.y' in the slot 'early', which "
            "is not declared legal; no pattern is for it\n");
}

//===----------------------------------------------------------------------===//
// Where it runs
//===----------------------------------------------------------------------===//

std::string makeFunctions(llvm::StringRef body) {
  std::string program;
  for (int i = 0; i < 64; ++i)
    program += "func.func @f" + std::to_string(i) + "() {" + body.str() +
               " return }\n";
  return program;
}

TEST(ConversionSlot, ConvertsInANestWithAndWithoutThreads) {
  std::string results[2];
  for (bool isThreaded : {false, true}) {
    Conversion b;
    b.context.disableMultithreading(!isThreaded);
    b.pmb.addNestedConversionSlot<mlir::func::FuncOp>("early", setTarget);
    ASSERT_EQ(text(addAs(b.pmb, "acme", renaming("src.a", "dst.a"))), "");
    ASSERT_EQ(text(b.pmb.build()), "");
    results[isThreaded] = b.run(makeFunctions("\"src.a\"() : () -> ()"));
    EXPECT_EQ(llvm::StringRef(results[isThreaded]).count("dst.a"), 64u);
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(ConversionSlot, FailuresOnThreadsAreToldOnceEach) {
  Conversion b;
  b.pmb.addNestedConversionSlot<mlir::func::FuncOp>("early", setTarget);
  ASSERT_EQ(text(addAs(b.pmb, "acme", renaming("src.a", "dst.a"))), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  std::string said = b.run(makeFunctions("\"src.a\"() {odd} : () -> ()"));
  size_t errors = llvm::StringRef(said).count("failed to legalize");
  EXPECT_GE(errors, 1u);
  EXPECT_EQ(llvm::StringRef(said).count("'src.a-to-dst.a': it is odd"), errors)
      << said;
}

TEST(ConversionSlot, WhatThePassRunsOnIsNotReplaced) {
  Conversion b;
  b.pmb.addNestedConversionSlot<mlir::func::FuncOp>(
      "early", [](mlir::ConversionTarget &target) {
        target.addIllegalDialect<mlir::func::FuncDialect>();
      });
  ASSERT_EQ(text(addAs(b.pmb, "acme", renaming("src.a", "dst.a"))), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  std::string said = b.run("func.func private @f()");
  EXPECT_TRUE(has(said, "the slot 'early' cannot convert 'func.func', which "
                        "framework has made illegal: the pass runs on it; "
                        "declare the slot in the nest around it"))
      << said;
}

TEST(ConversionSlot, CopiesRunInOtherPassManagers) {
  Conversion b;
  b.pmb.addConversionSlot("early", setTarget);
  ASSERT_EQ(text(addAs(b.pmb, "acme", renaming("src.a", "dst.a"))), "");
  for (int i = 0; i < 2; ++i) {
    mlir::PassManager target =
        mlir::PassManager::on<mlir::ModuleOp>(&b.context);
    ASSERT_EQ(text(b.pmb.flattenInto(target)), "");
    EXPECT_TRUE(
        has(runOn("module { \"src.a\"() : () -> () }", target, b.context),
            "dst.a"));
  }
  // Another builder in the same context has a slot of that name, too.
  mlir::PassManager other = mlir::PassManager::on<mlir::ModuleOp>(&b.context);
  PassManagerBuilder builder(other, getTestCatalog());
  builder.addConversionSlot("early", setTarget);
  ASSERT_EQ(text(addAs(builder, "acme", renaming("src.a", "dst.other"))), "");
  ASSERT_EQ(text(builder.build()), "");
  EXPECT_TRUE(has(runOn("module { \"src.a\"() : () -> () }", other, b.context),
                  "dst.other"));
}

//===----------------------------------------------------------------------===//
// By name
//===----------------------------------------------------------------------===//

void registerTestConversions() {
  static bool isDone = [] {
    ConversionTargetSpec spec{"test-dst", setTarget};
    require(registerConversionTarget(std::move(spec)));
    require(registerPatterns("test-convert-a", renaming("src.a", "dst.a")));
    return true;
  }();
  (void)isDone;
}

TEST(ConversionSlot, ItsTextMakesTheSameSlotAgain) {
  registerTestConversions();
  Conversion b;
  b.pmb.addConversionSlot("early", "test-dst", {}, "folding=never");
  ASSERT_EQ(text(addAs(b.pmb, "acme", "test-convert-a")), "");
  std::string printed = b.pmb.str();
  EXPECT_EQ(printed, "builtin.module(pmb-convert{slot=early "
                     "patterns=acme:test-convert-a target=test-dst "
                     "folding=never})");
  Conversion other;
  ASSERT_EQ(text(other.pmb.adopt(printed)), "");
  EXPECT_EQ(other.pmb.str(), printed);
  ASSERT_EQ(text(addAs(other.pmb, "beta", renaming("src.b", "dst.b"))), "");
  ASSERT_EQ(text(other.pmb.build()), "");
  std::string result =
      other.run("\"src.a\"() : () -> ()\n\"src.b\"() : () -> ()");
  EXPECT_TRUE(has(result, "dst.a") && has(result, "dst.b")) << result;

  // MLIR reads what it has printed.
  ASSERT_EQ(text(b.pmb.build()), "");
  mlir::PassManager read(&b.context);
  ASSERT_TRUE(succeeded(mlir::parsePassPipeline(
      llvm::StringRef(text(b.pm)).drop_front(15).drop_back(), read)))
      << text(b.pm);
  EXPECT_TRUE(has(runOn("module { \"src.a\"() : () -> () }", read, b.context),
                  "dst.a"));
}

TEST(ConversionSlot, ATextSaysByItselfWhatIsLegal) {
  registerTestConversions();
  Conversion b;
  ASSERT_EQ(text(b.pmb.adopt("builtin.module(pmb-convert{slot=early "
                             "illegal=src legal=dst,src.keep "
                             "patterns=test-convert-a})")),
            "");
  ASSERT_EQ(text(b.pmb.build()), "");
  std::string result = b.run("\"src.keep\"() : () -> ()");
  EXPECT_TRUE(has(result, "src.keep")) << result;
  EXPECT_TRUE(has(b.run("\"src.b\"() : () -> ()"), "no pattern is for it"));
}

TEST(ConversionSlot, IsAdoptedWithWhatIsNotRegistered) {
  Conversion b;
  b.pmb.addConversionSlot("early", setTarget);
  ASSERT_EQ(text(addAs(b.pmb, "acme", renaming("src.a", "dst.a"))), "");
  std::string printed = b.pmb.str();
  ASSERT_EQ(text(b.pmb.build()), "");
  PassManagerBuilder again(b.pm, getTestCatalog());
  ASSERT_EQ(text(again.adopt(b.pm)), "");
  EXPECT_EQ(again.str(), printed);
  ASSERT_EQ(text(addAs(again, "beta", renaming("src.b", "dst.b"))), "");
  ASSERT_EQ(text(again.build()), "");
  std::string result = b.run("\"src.a\"() : () -> ()\n\"src.b\"() : () -> ()");
  EXPECT_TRUE(has(result, "dst.a") && has(result, "dst.b")) << result;
}

TEST(ConversionSlot, OptionsLeavePartiesOutAndCount) {
  Conversion b;
  b.pmb.addConversionSlot("early", setTarget, {},
                          "disable-patterns=beta count-patterns");
  ASSERT_EQ(text(addAs(b.pmb, "acme", renaming("src.a", "dst.a"))), "");
  ASSERT_EQ(text(addAs(b.pmb, "beta", renaming("src.b", "dst.b"))), "");
  ASSERT_EQ(text(b.pmb.build()), "");
  std::string said = b.run("\"src.a\"() : () -> ()\n\"src.a\"() : () -> ()");
  EXPECT_TRUE(has(said, "patterns of the slot 'early' that were applied\n"
                        "  'acme-early' of third party 'acme': 2 "
                        "('src.a-to-dst.a' 2 times)\n"))
      << said;
  EXPECT_TRUE(has(b.run("\"src.b\"() : () -> ()"), "no pattern is for it"));
}

TEST(ConversionSlot, PreferredPatternsComeFirst) {
  for (const char *preferred : {"beta", "gamma,beta", "src.a-to-dst.c"}) {
    Conversion b;
    b.pmb.addConversionSlot(
        "early", setTarget, {},
        ("prefer-patterns=" + llvm::Twine(preferred)).str());
    ASSERT_EQ(text(addAs(b.pmb, "acme", renaming("src.a", "dst.a"))), "");
    ASSERT_EQ(text(addAs(b.pmb, "beta", renaming("src.a", "dst.b"))), "");
    ASSERT_EQ(text(addAs(b.pmb, "gamma", renaming("src.a", "dst.c"))), "");
    ASSERT_EQ(text(b.pmb.build()), "");
    std::string result = b.run("\"src.a\"() : () -> ()");
    EXPECT_TRUE(
        has(result, llvm::StringRef(preferred) == "beta" ? "dst.b" : "dst.c"))
        << result;
  }
}

//===----------------------------------------------------------------------===//
// What the check knows
//===----------------------------------------------------------------------===//

TEST(ConversionContract, IsHeldWhereASetIsAloneInItsSlot) {
  Conversion b;
  b.context.loadDialect<mlir::LLVM::LLVMDialect, mlir::func::FuncDialect>();
  b.pmb.addConversionSlot("early", setLLVMTarget, makeConverter);
  require(b.pmb.addPatterns("early", populateFunctions));
  ContractVerifier verifier(ContractVerifier::Mode::Record);
  require(verifier.attachTo(b.pmb));
  require(b.pmb.build());
  std::string result =
      b.run("func.func @f(%0: index) -> index { return %0 : index }");
  EXPECT_TRUE(has(result, "llvm.return")) << result;
  for (const ContractVerifier::Finding &finding : verifier.getFindings())
    ADD_FAILURE() << finding.diagnostic.str();
}

} // namespace
