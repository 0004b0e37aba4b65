//===- ConversionSupport.h - Conversions for tests ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_CONVERSIONSUPPORT_H
#define PMB_TESTS_PASSMANAGER_CONVERSIONSUPPORT_H

#include "PatternSupport.h"
#include "mlir/Transforms/DialectConversion.h"

namespace pmb::test {

/// Replaces an operation by another one, with converted types.
struct Rename : mlir::ConversionPattern {
  Rename(const mlir::TypeConverter &converter, mlir::MLIRContext *context,
         llvm::StringRef from, llvm::StringRef to,
         llvm::ArrayRef<llvm::StringRef> generated = {})
      : ConversionPattern(converter, from, 1, context, generated), to(to) {
    setDebugName(names.emplace_back((from + "-to-" + to).str()));
  }
  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op, llvm::ArrayRef<mlir::Value> operands,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    if (op->hasAttr("odd"))
      return rewriter.notifyMatchFailure(op, "it is odd");
    llvm::SmallVector<mlir::Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "its types stay");
    mlir::OperationState state(op->getLoc(), to, operands, types);
    rewriter.replaceOp(op, rewriter.create(state));
    return mlir::success();
  }

private:
  std::string to;
  std::list<std::string> names;
};

using Populate =
    std::function<void(mlir::ConversionTarget &, mlir::TypeConverter &,
                       mlir::RewritePatternSet &)>;

/// A set with one `Rename`.
inline auto renaming(llvm::StringRef from, llvm::StringRef to,
                     bool isDeclared = false) {
  return [from = from.str(), to = to.str(),
          isDeclared](mlir::ConversionTarget &, mlir::TypeConverter &converter,
                      mlir::RewritePatternSet &patterns) {
    llvm::SmallVector<llvm::StringRef> generated;
    if (isDeclared)
      generated.push_back(to);
    patterns.add<Rename>(converter, patterns.getContext(), from, to, generated);
  };
}

/// What most tests convert to.
inline void setTarget(mlir::ConversionTarget &target) {
  target.addIllegalDialect("src");
  target.addLegalDialect("dst");
}

/// A builder whose context takes any operation.
struct Conversion : Build<> {
  Conversion() { context.allowUnregisteredDialects(); }
  /// What a module with these operations becomes, and what was said.
  std::string run(llvm::StringRef body) {
    std::string program = ("module {\n" + body + "\n}").str(), result;
    std::string said =
        sayWhile(context, [&] { result = runOn(program, pm, context); });
    return result + said;
  }
};

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_CONVERSIONSUPPORT_H
