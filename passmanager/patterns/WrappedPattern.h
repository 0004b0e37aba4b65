//===- WrappedPattern.h - A pattern that calls another one ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the library itself.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PATTERNS_WRAPPEDPATTERN_H
#define PMB_PASSMANAGER_PATTERNS_WRAPPEDPATTERN_H

#include "mlir/IR/PatternMatch.h"

namespace pmb {

/// A pattern with the root, benefit, name and labels of another, which it owns
/// and calls.
class WrappedPattern : public mlir::RewritePattern {
public:
  using Inner = std::unique_ptr<mlir::RewritePattern>;

  /// A `T`, which has the constructors of `WrappedPattern`, around `inner`.
  template <typename T> static std::unique_ptr<T> make(Inner inner) {
    mlir::PatternBenefit benefit = inner->getBenefit();
    return make<T>(std::move(inner), benefit);
  }
  /// The same with another benefit.
  template <typename T>
  static std::unique_ptr<T> make(Inner inner, mlir::PatternBenefit benefit) {
    const mlir::RewritePattern &old = *inner;
    std::unique_ptr<T> made;
    if (auto name = old.getRootKind())
      made.reset(new T(old, benefit, name->getStringRef()));
    else if (auto interface = old.getRootInterfaceID())
      made.reset(new T(old, benefit, MatchInterfaceOpTypeTag(), *interface));
    else if (auto trait = old.getRootTraitID())
      made.reset(new T(old, benefit, MatchTraitOpTypeTag(), *trait));
    else
      made.reset(new T(old, benefit, MatchAnyOpTypeTag()));
    made->inner = std::move(inner);
    return made;
  }

protected:
  template <typename... RootT>
  WrappedPattern(const mlir::RewritePattern &old, mlir::PatternBenefit benefit,
                 RootT... root)
      : RewritePattern(root..., benefit, old.getContext(), getGenerated(old)) {
    setDebugName(old.getDebugName());
    addDebugLabels(old.getDebugLabels());
    setHasBoundedRewriteRecursion(old.hasBoundedRewriteRecursion());
  }

  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op,
                  mlir::PatternRewriter &rewriter) const override {
    return inner->matchAndRewrite(op, rewriter);
  }

  Inner inner;

private:
  static llvm::SmallVector<llvm::StringRef>
  getGenerated(const mlir::RewritePattern &old) {
    llvm::SmallVector<llvm::StringRef> names;
    for (mlir::OperationName name : old.getGeneratedOps())
      names.push_back(name.getStringRef());
    return names;
  }
};

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_WRAPPEDPATTERN_H
