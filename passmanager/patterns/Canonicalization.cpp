//===- Canonicalization.cpp - Patterns for the canonicalizer --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The canonicalizer asks all dialects that are loaded for patterns. One without
// operations or types asks the parties.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/patterns/OwnedPatterns.h"

using namespace pmb;
using namespace llvm;

namespace {
class CanonicalizationDialect : public mlir::Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CanonicalizationDialect)
  static constexpr StringLiteral getDialectNamespace() {
    return "pmb_canonicalization";
  }

  explicit CanonicalizationDialect(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                mlir::TypeID::get<CanonicalizationDialect>()) {}

  /// Adds a set, or replaces the one of that name and party: pipelines that are
  /// built again and again in one context bring the same ones.
  void add(Contribution added) {
    for (Contribution &set : sets)
      if (set.patterns->set.name == added.patterns->set.name &&
          set.party == added.party) {
        set = std::move(added);
        return;
      }
    sets.push_back(std::move(added));
  }

  void getCanonicalizationPatterns(
      mlir::RewritePatternSet &patterns) const override {
    // MLIR has no way to fail here; what is emitted is an error all the same.
    auto &all = patterns.getNativePatterns();
    for (const Contribution &set : sets) {
      size_t known = all.size();
      (void)emitErrors(mlir::UnknownLoc::get(getContext()),
                       populateLabelled(set, {"canonicalization"}, patterns,
                                        [](const mlir::Pattern &) {})
                           .takeError());
      if (isCounting(getContext()))
        for (size_t i = known; i < all.size(); ++i)
          all[i] = makeCounting(std::move(all[i]), set.getSource());
    }
  }

private:
  std::vector<Contribution> sets;
};
} // namespace

void PassManagerBuilder::loadCanonicalization(
    mlir::MLIRContext &context) const {
  if (canonicalization.empty())
    return;
  auto *dialect = context.getOrLoadDialect<CanonicalizationDialect>();
  mlir::DialectRegistry needed;
  for (const Contribution &set : canonicalization) {
    set.patterns->dialects.appendTo(needed);
    dialect->add(set);
  }
  // The canonicalizer does not ask for the dialects that patterns of others
  // create operations of.
  context.appendDialectRegistry(needed);
  for (StringRef name : needed.getDialectNames())
    context.getOrLoadDialect(name);
}
