//===- Mod.cpp - A dialect that folds, simplifies and lowers itself -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here knows that it is in a plugin.
//
//===----------------------------------------------------------------------===//

#include "Mod.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Parser/Parser.h"

#include "ModDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ModOps.cpp.inc"

using namespace mlir;

//===----------------------------------------------------------------------===//
// Folding: every pass that folds does this
//===----------------------------------------------------------------------===//

Operation *mod::ModDialect::materializeConstant(OpBuilder &builder,
                                                Attribute value, Type type,
                                                Location loc) {
  auto residue = dyn_cast<IntegerAttr>(value);
  return residue && type.isInteger(64) && residue.getType() == type
             ? ConstantOp::create(builder, loc, residue)
             : nullptr;
}

OpFoldResult mod::ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

OpFoldResult mod::AddOp::fold(FoldAdaptor adaptor) {
  auto lhs = dyn_cast_or_null<IntegerAttr>(adaptor.getLhs());
  auto rhs = dyn_cast_or_null<IntegerAttr>(adaptor.getRhs());
  if (rhs && rhs.getInt() == 0)
    return getLhs();
  if (!lhs || !rhs)
    return {};
  return IntegerAttr::get(getType(),
                          (lhs.getInt() + rhs.getInt()) % getModulus());
}

OpFoldResult mod::MulOp::fold(FoldAdaptor adaptor) {
  auto lhs = dyn_cast_or_null<IntegerAttr>(adaptor.getLhs());
  auto rhs = dyn_cast_or_null<IntegerAttr>(adaptor.getRhs());
  if (rhs && rhs.getInt() == 1)
    return getLhs();
  if (!lhs || !rhs)
    return {};
  return IntegerAttr::get(getType(),
                          (lhs.getInt() * rhs.getInt()) % getModulus());
}

//===----------------------------------------------------------------------===//
// Canonicalization: `canonicalize` asks each operation for its patterns
//===----------------------------------------------------------------------===//

/// (x + 5) + 7 is x + 12, and only the dialect knows that 12 is 1 modulo 11.
static LogicalResult addConstants(mod::AddOp op, PatternRewriter &rewriter) {
  auto inner = op.getLhs().getDefiningOp<mod::AddOp>();
  IntegerAttr first, second;
  if (!inner || inner.getModulus() != op.getModulus() ||
      !matchPattern(inner.getRhs(), m_Constant(&first)) ||
      !matchPattern(op.getRhs(), m_Constant(&second)))
    return failure();
  int64_t sum = (first.getInt() + second.getInt()) % op.getModulus();
  Value residue = mod::ConstantOp::create(rewriter, op.getLoc(),
                                          rewriter.getI64IntegerAttr(sum));
  rewriter.replaceOpWithNewOp<mod::AddOp>(op, inner.getLhs(), residue,
                                          op.getModulusAttr());
  return success();
}

void mod::AddOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *) {
  patterns.add(addConstants);
}

//===----------------------------------------------------------------------===//
// Sets for any pipeline: generated from ModPatterns.td and .pdll
//===----------------------------------------------------------------------===//

namespace {
#include "ModPatterns.inc"
} // namespace
#include "ModPatterns.pdll.inc"

void mod::populateStrengthReduction(RewritePatternSet &patterns) {
  populateWithGenerated(patterns);
}

void mod::populateFactoring(RewritePatternSet &patterns) {
  populateGeneratedPDLLPatterns(patterns);
}

//===----------------------------------------------------------------------===//
// Lowering: `convert-to-llvm` asks each dialect for its patterns
//===----------------------------------------------------------------------===//

namespace {
struct ConstantLowering : ConvertOpToLLVMPattern<mod::ConstantOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(mod::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(op, op.getType(),
                                                  op.getValueAttr());
    return success();
  }
};

/// Computes, then takes the residue.
template <typename OpT, typename LLVMOpT>
struct BinaryLowering : ConvertOpToLLVMPattern<OpT> {
  using ConvertOpToLLVMPattern<OpT>::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor operands,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value whole =
        LLVMOpT::create(rewriter, loc, operands.getLhs(), operands.getRhs());
    Value modulus = LLVM::ConstantOp::create(rewriter, loc, op.getType(),
                                             op.getModulusAttr());
    rewriter.replaceOpWithNewOp<LLVM::URemOp>(op, whole, modulus);
    return success();
  }
};

struct ModToLLVM : ConvertToLLVMPatternInterface {
  using ConvertToLLVMPatternInterface::ConvertToLLVMPatternInterface;
  void populateConvertToLLVMConversionPatterns(
      ConversionTarget &target, LLVMTypeConverter &converter,
      RewritePatternSet &patterns) const override {
    mod::populateToLLVM(target, converter, patterns);
  }
};
} // namespace

// A slot for conversion patterns takes it, too.
void mod::populateToLLVM(ConversionTarget &target, LLVMTypeConverter &converter,
                         RewritePatternSet &patterns) {
  target.addIllegalDialect<mod::ModDialect>();
  patterns.add<ConstantLowering, BinaryLowering<mod::AddOp, LLVM::AddOp>,
               BinaryLowering<mod::MulOp, LLVM::MulOp>>(converter);
}

void mod::ModDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ModOps.cpp.inc"
      >();
  addInterface<ModToLLVM>();
}
