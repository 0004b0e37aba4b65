//===- PatternSet.h - Sets of rewrite patterns with a name ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a third party gives to a pattern slot:
//
//   void populateAcmePatterns(mlir::RewritePatternSet &patterns) {
//     patterns.add<FoldScale>(patterns.getContext());
//   }
//
//   if (auto err = builder.addPatterns("pre-bufferize-patterns",
//                                      populateAcmePatterns))
//     return err;
//
// or under a name, which texts and files can use:
//
//   if (auto err = pmb::registerPatterns("acme-fold", populateAcmePatterns))
//     return err;
//   if (auto err = builder.addPatterns("pre-bufferize-patterns", "acme-fold"))
//     return err;
//
// A set that is registered is a pass of that name, too, which applies the
// patterns greedily wherever it stands. It has no options: those are the
// slot's. Sets for slots that convert stand in ConversionSlot.h; they are no
// passes by themselves.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PATTERNS_PATTERNSET_H
#define PMB_PASSMANAGER_PATTERNS_PATTERNSET_H

#include "builder/passes/Catalog.h"
#include "mlir/IR/DialectRegistry.h"
#include "passmanager/patterns/ConversionSlot.h"
#include "llvm/Support/Compiler.h"
#include <functional>
#include <optional>

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace pmb {

/// A set of rewrite patterns. A value.
struct PatternSet {
  /// The name of the set: letters, digits and the like, without `:` and `=`.
  /// Empty in `addPatterns`: called after the party and the slot.
  std::string name = "";
  /// Adds the patterns. Called for each pass that has the set, when that is
  /// initialised, and not from several threads at once. If it throws, or adds
  /// a conversion pattern to a slot that applies patterns greedily, the pass
  /// fails (`failed-patterns`). For a conversion slot it is also called when
  /// the set is added, as those of `ConversionTargetSpec` are. REQUIRES: not
  /// empty, unless `convert` is given.
  std::function<void(mlir::RewritePatternSet &)> populate = {};
  /// Says what the patterns need and do, as `describe` of a pass. May be empty:
  /// then nothing is known of it. It is called when the set is registered or
  /// added, as is `getDependentDialects`. Both may throw: then that fails with
  /// `failed-patterns`.
  std::function<void(PassDescriptor &)> describe = {};
  /// Adds the dialects that the patterns create operations of, as
  /// `getDependentDialects` of a pass. May be empty.
  std::function<void(mlir::DialectRegistry &)> getDependentDialects = {};
  /// One line for listings. May be empty.
  std::string summary = "";
  /// Adds conversion patterns, what is legal, and conversions of types. Then
  /// the set is for conversion slots only, and `populate` is not called. What
  /// is said last of an operation counts, and of the conversions of a type the
  /// last one is asked first; sets come in the order of their parties.
  PopulateConversion convert = {};
};

namespace detail {
/// Null in a program that does not use the builder.
LLVM_ATTRIBUTE_WEAK llvm::Error registerPatterns(PatternSet set);
} // namespace detail

/// Gives a set of patterns a name that pipelines, texts and files can use, for
/// the rest of the process. To be called where passes are registered; of a
/// plugin, in the callback of `mlirGetPassPluginInfo`. Fails, and registers
/// nothing, with `bad-name`, with `no-instance` if there is nothing to call,
/// with `failed-patterns` and with `duplicate-name` if MLIR knows a pass or
/// pipeline of that name. What `describe` says is looked at where the set is
/// added. In a program that does not use the builder, such as stock `mlir-opt`,
/// nothing uses the set, and nothing happens.
inline llvm::Error registerPatterns(PatternSet set) {
  return detail::registerPatterns ? detail::registerPatterns(std::move(set))
                                  : llvm::Error::success();
}
inline llvm::Error
registerPatterns(llvm::StringRef name,
                 std::function<void(mlir::RewritePatternSet &)> populate) {
  return registerPatterns(PatternSet{name.str(), std::move(populate)});
}
inline llvm::Error registerPatterns(llvm::StringRef name,
                                    PopulateConversion convert) {
  PatternSet set{name.str()};
  set.convert = std::move(convert);
  return registerPatterns(std::move(set));
}

/// Patterns as a builder takes them: a set, a function that adds them (or fills
/// a conversion), or the name of a set that is registered.
struct GivenPatterns {
  template <typename T> GivenPatterns(T given) {
    if constexpr (std::is_convertible_v<T, llvm::StringRef>)
      registered = llvm::StringRef(given).str();
    else if constexpr (std::is_same_v<T, PatternSet>)
      set = std::move(given);
    else if constexpr (std::is_constructible_v<PopulateConversion, T>)
      set.convert = std::move(given);
    else
      set.populate = std::move(given);
  }
  GivenPatterns(llvm::StringRef name,
                std::function<void(mlir::RewritePatternSet &)> populate) {
    set.name = name.str();
    set.populate = std::move(populate);
  }
  GivenPatterns(llvm::StringRef name, PopulateConversion convert) {
    set.name = name.str();
    set.convert = std::move(convert);
  }

  std::optional<std::string> registered;
  PatternSet set;
};

/// Adds to `catalog` what registered sets say of themselves, so that pipelines
/// which name them are checked like those that have instances. Fails with
/// `unknown-patterns`, and as `Catalog::addPass`.
llvm::Error describePatterns(Catalog &catalog,
                             llvm::ArrayRef<llvm::StringRef> names);

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_PATTERNSET_H
