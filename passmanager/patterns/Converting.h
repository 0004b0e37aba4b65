//===- Converting.h - Patterns of several parties in one conversion -------===//
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

#ifndef PMB_PASSMANAGER_PATTERNS_CONVERTING_H
#define PMB_PASSMANAGER_PATTERNS_CONVERTING_H

#include "passmanager/MLIRCompat.h"
#include "passmanager/patterns/ConvertPass.h"
#include "passmanager/patterns/OwnedPatterns.h"

namespace pmb {

/// How a slot converts.
struct ConversionSettings : SlotSettings {
  ConversionConfig config = {};
  bool isFull = false;
};

/// A conversion with what all parties add to it. Never changes, so that threads
/// share one.
class AppliedConversion {
public:
  /// Populates all sets, in this order. Returns null, and says why to the
  /// handlers of the context, if the target or a set fails.
  static std::shared_ptr<const AppliedConversion>
  make(mlir::MLIRContext *context, const ConversionGoal &goal,
       llvm::StringRef slot, std::vector<Contribution> sets,
       const PatternChoice &choice);

  /// Converts `op`. Fails, leaves it as it was, and says what stays illegal,
  /// which party made it illegal, and which patterns were tried.
  mlir::LogicalResult run(mlir::Operation *op,
                          const ConversionSettings &settings) const;

private:
  class Attempts;

  mlir::LogicalResult convert(mlir::Operation *op, bool isFull,
                              const ConversionConfig &config) const;
  /// The same, counting what is applied. Returns the error of the driver if
  /// that ends with one.
  mlir::LogicalResult
  convertCounting(mlir::Operation *op, const ConversionSettings &settings,
                  std::optional<mlir::Diagnostic> &error) const;
  /// Fails if it would have to replace the operation that the pass runs on.
  mlir::LogicalResult checkRoot(mlir::Operation *op,
                                const ConversionSettings &settings) const;
  /// Says why an operation of that name, at that place, stays. `op` is as it
  /// was.
  void explain(mlir::Operation *op, const ConversionSettings &settings,
               mlir::Location location, llvm::StringRef name) const;
  /// The patterns for operations of that name that were not tried.
  std::vector<std::string> findUntried(mlir::OperationName name,
                                       const Attempts &attempts) const;
  /// `, which plugin 'acme' has made illegal`.
  std::string describeLegality(mlir::OperationName name,
                               const ConversionSettings &settings) const;

  OwnedPatterns own;
  std::shared_ptr<mlir::TypeConverter> converter;
  /// What is legal, for the slot alone and with each set.
  std::vector<std::unique_ptr<mlir::ConversionTarget>> targets;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_CONVERTING_H
