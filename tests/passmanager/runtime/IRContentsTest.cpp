//===- IRContentsTest.cpp - What a piece of IR contains -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Dialects.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "passmanager/Contents.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {
class IRContentsTest : public testing::Test {
protected:
  IRContentsTest() {
    pmb::test::loadDialects(context, {"cf", "func", "llvm", "memref", "scf"});
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return module;
  }
  using Items = std::vector<std::string>;

  mlir::MLIRContext context;
};
} // namespace

TEST_F(IRContentsTest, NamesOperationsAndKindsOfTypesOnce) {
  auto module = parse(R"(
    func.func @f(%m: memref<4xf32>, %i: index) -> f32 {
      %a = memref.load %m[%i] : memref<4xf32>
      %b = memref.load %m[%i] : memref<4xf32>
      return %a : f32
    })");
  EXPECT_EQ(collectContents(*module),
            (Items{"!index", "!memref", "builtin.module", "func.func",
                   "func.return", "memref.load"}));
}

TEST_F(IRContentsTest, SaysWhatStandsInAKernel) {
  context.getOrLoadDialect("gpu");
  auto module = parse(R"(
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @k(%m: memref<4xf32>, %i: index) kernel {
          %a = memref.load %m[%i] : memref<4xf32>
          memref.store %a, %m[%i] : memref<4xf32>
          gpu.return
        }
      }
      func.func @f(%m: memref<4xf32>, %n: index) {
        gpu.launch blocks(%x, %y, %z) in (%bx = %n, %by = %n, %bz = %n)
                   threads(%u, %v, %w) in (%tx = %n, %ty = %n, %tz = %n) {
          %b = memref.load %m[%x] : memref<4xf32>
          memref.store %b, %m[%x] : memref<4xf32>
          gpu.terminator
        }
        return
      }
    })");
  EXPECT_EQ(collectContents(*module),
            (Items{"!index", "!memref", "builtin.module", "func.func",
                   "func.return", "gpu.launch", "gpu.launch/gpu.terminator",
                   "gpu.launch/memref.load", "gpu.launch/memref.store",
                   "gpu.module(untargeted)", "gpu.module/gpu.func",
                   "gpu.module/gpu.return", "gpu.module/memref.load",
                   "gpu.module/memref.store"}));
}

TEST_F(IRContentsTest, FindsTypesThatOnlyAttributesMention) {
  auto module = parse("func.func private @f(tensor<4xvector<2xf32>>)");
  EXPECT_EQ(collectContents(*module),
            (Items{"!tensor", "!vector", "builtin.module", "func.func",
                   "func.func(!tensor)"}));
}

/// Conversions make casts for indices that branches pass on.
TEST_F(IRContentsTest, TellsBranchesThatPassOnAnIndex) {
  auto hasIndex = [&](llvm::StringRef type) {
    auto module =
        parse(("func.func @f(%v: " + type + ") {\ncf.br ^bb1(%v : " + type +
               ")\n^bb1(%w: " + type + "):\nreturn\n}")
                  .str());
    return llvm::is_contained(collectContents(*module), "cf(!index)");
  };
  EXPECT_TRUE(hasIndex("index"));
  EXPECT_FALSE(hasIndex("i32"));
}

TEST_F(IRContentsTest, TellsWhatBecomesBranchesThatPassOnAnIndex) {
  auto collect = [&](llvm::StringRef type) {
    auto fill = [&](llvm::StringRef text) {
      std::string filled = text.str();
      for (size_t at; (at = filled.find('T')) != std::string::npos;)
        filled.replace(at, 1, type.str());
      return filled;
    };
    return collectContents(
        *parse(fill("func.func @f(%c: i1, %v: T) -> (T, T) {\n"
                    "%a = scf.if %c -> T {\nscf.yield %v : T\n} else {\n"
                    "scf.yield %v : T\n}\n"
                    "%b = scf.while (%x = %a) : (T) -> T {\n"
                    "scf.condition(%c) %x : T\n} do {\n^bb0(%y: T):\n"
                    "scf.yield %y : T\n}\n"
                    "%d = scf.execute_region -> T {\nscf.yield %v : T\n}\n"
                    "return %b, %d : T, T\n}")));
  };
  Items indices = collect("index"), integers = collect("i32");
  for (const char *name : {"scf.if", "scf.while", "scf.execute_region"}) {
    std::string item = std::string(name) + "(!index)";
    EXPECT_TRUE(llvm::is_contained(indices, item)) << item;
    EXPECT_FALSE(llvm::is_contained(integers, item)) << item;
    EXPECT_TRUE(llvm::is_contained(indices, name)) << name;
  }
}

TEST_F(IRContentsTest, TellsAssertionsForWhichThereAreNoBlocks) {
  auto collect = [&](llvm::StringRef assertion) {
    return collectContents(
        *parse(("func.func @f(%c: i1) {\n" + assertion + "\nreturn\n}").str()));
  };
  EXPECT_FALSE(llvm::is_contained(collect("cf.assert %c, \"a\""),
                                  "cf.assert(enclosed)"));
  Items inside = collect("scf.if %c {\ncf.assert %c, \"a\"\n}");
  EXPECT_TRUE(llvm::is_contained(inside, "cf.assert(enclosed)"));
  EXPECT_TRUE(llvm::is_contained(inside, "cf.assert"));
}

TEST_F(IRContentsTest, LooksAtTheOperationThatIsGivenAndBelow) {
  auto module = parse("func.func private @f()\n"
                      "module { func.func private @g(memref<f32>) }");
  mlir::Operation *inner = &module->getBody()->back();
  EXPECT_EQ(collectContents(inner),
            (Items{"!memref", "builtin.module", "func.func"}));
}

TEST_F(IRContentsTest, KnowsNothingOfAnEmptyModuleButTheModule) {
  EXPECT_EQ(collectContents(*parse("")), Items{"builtin.module"});
}

TEST_F(IRContentsTest, CallsTypesOfDialectsAfterThem) {
  mlir::Builder builder(&context);
  EXPECT_EQ(getKindOf(builder.getI32Type()), "");
  EXPECT_EQ(getKindOf(builder.getFunctionType({}, {})), "");
  EXPECT_EQ(getKindOf(builder.getIndexType()), "!index");
  EXPECT_EQ(getKindOf(mlir::ComplexType::get(builder.getF32Type())),
            "!complex");
  EXPECT_EQ(getKindOf(mlir::UnrankedMemRefType::get(builder.getF32Type(), 0)),
            "!memref");
  EXPECT_EQ(getKindOf(mlir::parseType("!llvm.ptr", &context)), "!llvm");
}
