//===- RewritePass.h - The passes that apply sets of patterns -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the library itself: users have PatternSet.h and PassManagerBuilder.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PATTERNS_REWRITEPASS_H
#define PMB_PASSMANAGER_PATTERNS_REWRITEPASS_H

#include "builder/diagnostics/Diagnostic.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/Pass.h"
#include "passmanager/patterns/PatternSet.h"
#include "passmanager/patterns/PatternTally.h"
#include <memory>

namespace pmb {

/// A set, and what is said of it to pipelines.
struct KnownPatterns : std::enable_shared_from_this<KnownPatterns> {
  PatternSet set;
  PassDescriptor descriptor;
  /// Those that the set depends on.
  mlir::DialectRegistry dialects;
  bool isRegistered = false;
};

/// A set as it takes part in a pass.
struct Contribution {
  std::shared_ptr<const KnownPatterns> patterns;
  /// The label of the party; may be empty.
  std::string party;
  /// The party that has put it there, for messages; may be empty.
  std::string origin;

  PatternSource getSource() const { return {patterns->set.name, origin, ""}; }
  /// `'acme-fold' of plugin 'acme'`.
  std::string str() const { return getSource().str(); }
};

/// Calls `describe` and `getDependentDialects`, once. Fails with `bad-name`,
/// `no-instance`, and `failed-patterns` if one of them throws.
llvm::Expected<std::shared_ptr<KnownPatterns>> makePatterns(PatternSet set);
/// What is said of a set with a function that has thrown.
Diagnostic makeFailedPatterns(llvm::StringRef what, llvm::StringRef name,
                              llvm::StringRef why);

/// The set that is registered under that name; null if there is none.
std::shared_ptr<const KnownPatterns> lookupPatterns(llvm::StringRef name);
/// The names of all that are registered, sorted.
std::vector<llvm::StringRef> getPatternNames();
/// An `unknown-patterns`, with the names that are near.
llvm::Error makeUnknownPatterns(llvm::StringRef name);
/// The same for a name that is none of those that are `known`: or else with all
/// of a few, and `help`. `what` is `set of patterns`.
llvm::Error makeUnregistered(llvm::StringRef what, llvm::StringRef name,
                             llvm::ArrayRef<llvm::StringRef> known,
                             llvm::StringRef help);

/// A pass that applies one set; without a textual name unless that is
/// registered.
std::unique_ptr<mlir::Pass>
createPatternsPass(std::shared_ptr<const KnownPatterns> patterns);
/// The set that such a pass applies; null for any other pass.
std::shared_ptr<const KnownPatterns> getPatterns(const mlir::Pass &pass);

/// `pmb-rewrite` with these options and sets, which count before registered
/// ones of the same name. `owner` has declared the slot; for messages.
/// REQUIRES: the options are right.
std::unique_ptr<mlir::Pass> createRewritePass(llvm::StringRef options,
                                              std::vector<Contribution> sets,
                                              std::string owner);
/// The options of a `pmb-rewrite` or `pmb-convert`; std::nullopt for any other
/// pass.
std::optional<std::string> getRewriteOptions(const mlir::Pass &pass);
/// Registers `pmb-rewrite` and `pmb-convert` with MLIR. REQUIRES: called once.
void registerRewritePass();

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_REWRITEPASS_H
