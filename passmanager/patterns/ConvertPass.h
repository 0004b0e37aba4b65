//===- ConvertPass.h - The pass of a slot for conversion patterns ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the library itself: users have ConversionSlot.h and PassManagerBuilder.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PATTERNS_CONVERTPASS_H
#define PMB_PASSMANAGER_PATTERNS_CONVERTPASS_H

#include "passmanager/patterns/RewritePass.h"

namespace pmb {

/// A target, and what it depends on.
struct KnownTarget {
  ConversionTargetSpec spec;
  mlir::DialectRegistry dialects;
};

/// Calls `getDependentDialects`. Fails with `bad-name`, and with
/// `failed-patterns` if it throws.
llvm::Expected<std::shared_ptr<const KnownTarget>>
makeConversionTarget(ConversionTargetSpec spec);
/// Null if none of that name is registered.
std::shared_ptr<const KnownTarget> lookupConversionTarget(llvm::StringRef name);
/// An `unknown-patterns`, with the names that are near.
llvm::Error makeUnknownTarget(llvm::StringRef name);

/// What a conversion converts to, and how much: a target, and what the options
/// of a slot say.
struct ConversionGoal {
  /// Null: only what the options and the sets say.
  std::shared_ptr<const KnownTarget> target;
  /// Dialects and operations.
  std::vector<std::string> legal, illegal;
  bool isFull = false;

  /// Makes the type converter, and says what is legal. Fails with
  /// `failed-patterns`.
  llvm::Expected<std::shared_ptr<mlir::TypeConverter>>
  apply(mlir::ConversionTarget &to, mlir::MLIRContext *context) const;
  llvm::StringRef getConverterType() const {
    return target ? target->spec.typeConverter.getConverterType()
                  : llvm::StringRef();
  }
};

/// `pmb-convert` with these options and sets, as `createRewritePass`. `target`
/// counts before a registered one of its name, and may be null.
std::unique_ptr<mlir::Pass>
createConvertPass(llvm::StringRef options, std::vector<Contribution> sets,
                  std::string owner, std::shared_ptr<const KnownTarget> target);
bool isConversionSlotPass(const mlir::Pass &pass);
/// The target that such a pass was created with; null if there is none.
/// REQUIRES: it is one.
std::shared_ptr<const KnownTarget> getGivenTarget(const mlir::Pass &pass);
/// What such a pass converts to. Fails with `unknown-patterns` if its target is
/// not known. REQUIRES: it is one.
llvm::Expected<ConversionGoal> getConversionGoal(const mlir::Pass &pass);
/// Registers `pmb-convert` with MLIR. REQUIRES: called once.
void registerConvertPass();

/// What a set does in a slot: its descriptor, with what follows from legality,
/// the roots of its patterns and what they generate. What the set says itself
/// counts first. Of a pattern without a root nothing is known: then it is just
/// the descriptor. `slot` is what messages call it. Fails as `populateLabelled`
/// and `ConversionGoal::apply`.
llvm::Expected<PassDescriptor>
describeConversion(const Contribution &set, const ConversionGoal &goal,
                   llvm::StringRef slot,
                   llvm::ArrayRef<llvm::StringRef> dialects);

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_CONVERTPASS_H
