//===- OwnedPatterns.h - Patterns of several parties, and their owners ----===//
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

#ifndef PMB_PASSMANAGER_PATTERNS_OWNEDPATTERNS_H
#define PMB_PASSMANAGER_PATTERNS_OWNEDPATTERNS_H

#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "passmanager/patterns/RewritePass.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/PrettyStackTrace.h"

namespace mlir {
class ConversionTarget;
class TypeConverter;
} // namespace mlir

namespace pmb {

struct PatternReasons;

/// What applies patterns.
struct PatternUser {
  /// What messages call it: `the slot 'early'`.
  std::string name;
  /// Null unless it converts.
  mlir::ConversionTarget *target = nullptr;
  mlir::TypeConverter *converter = nullptr;
  /// The class of the converter; empty for a plain one.
  llvm::StringRef converterType = {};
};

/// Adds the patterns of a set to `all`, each with the labels of the set and its
/// party, and calls `visit` with those that are written in C++. Patterns in PDL
/// have no labels; they are left out unless `takesPDL`. Returns whether the set
/// has any that were added. Fails with `failed-patterns`, and adds nothing, if
/// the set throws an exception or has a conversion pattern, and the user does
/// not convert; with `wrong-slot` as `checkConverter`.
llvm::Expected<bool>
populateLabelled(const Contribution &contribution, const PatternUser &user,
                 mlir::RewritePatternSet &all,
                 llvm::function_ref<void(const mlir::Pattern &)> visit,
                 bool takesPDL = true);

/// Fails with `wrong-slot` if the set is for conversions and the user does not
/// convert, or has a type converter of another class.
llvm::Error checkConverter(const Contribution &contribution,
                           const PatternUser &user);

/// How a slot is run, however it applies patterns.
struct SlotSettings {
  /// What messages call it: `the slot 'early'`.
  std::string name;
  /// The party that has declared it; may be empty.
  std::string owner = "";
  /// Remark which patterns were applied how often.
  bool counts = false;
};

/// Which patterns are used: parties, sets, and names and labels of patterns.
struct PatternChoice {
  llvm::ArrayRef<std::string> disabled = {}, enabled = {};
  /// Those that are tried before all others, in this order.
  llvm::ArrayRef<std::string> preferred = {};
};

/// The patterns of several sets, frozen, with their sets. Never changes once it
/// was populated, so that threads share one.
struct OwnedPatterns {
  std::vector<Contribution> sets;
  mlir::FrozenRewritePatternSet patterns;
  /// The set of each pattern that is written in C++.
  llvm::DenseMap<const mlir::Pattern *, unsigned> owners;
  /// The sets that have patterns in PDL, which are compiled into one program.
  llvm::SmallVector<unsigned> withPDL;

  /// Populates all sets, in this order, and calls `visit` for each pattern in
  /// C++, and `endSet` after each set. Fails, and says why to the handlers of
  /// the context, if a set fails.
  mlir::LogicalResult populate(
      mlir::MLIRContext *context, const PatternUser &user,
      std::vector<Contribution> sets, const PatternChoice &choice,
      llvm::function_ref<void(const mlir::Pattern &)> visit,
      llvm::function_ref<void()> endSet = [] {});

  /// The set of a pattern; of one in PDL none, unless only one set has some.
  PatternSource getSource(const mlir::Pattern &pattern) const;
  /// Lets those patterns come first that are preferred. In a conversion, all
  /// patterns come in the order of the sets, and can be watched.
  void arrange(mlir::RewritePatternSet &all,
               llvm::ArrayRef<std::string> preferred, bool converts);
  /// `'Fold'`, `a pattern in PDL`.
  std::string describe(const mlir::Pattern &pattern) const;
};

/// Names the sets of patterns in the stack trace of a crash.
class PatternTrace : public llvm::PrettyStackTraceEntry {
public:
  PatternTrace(const OwnedPatterns &owned, llvm::StringRef name)
      : owned(owned), name(name) {}
  void print(llvm::raw_ostream &os) const override;

private:
  const OwnedPatterns &owned;
  llvm::StringRef name;
};

/// Counts which patterns are applied, and hears why others are not.
class PatternCounter : public mlir::RewriterBase::Listener {
public:
  /// Unless it `takesNames`, it counts only how many have bounded recursion.
  explicit PatternCounter(const OwnedPatterns &owned, bool takesNames = true);
  ~PatternCounter() override;

  void notifyPatternBegin(const mlir::Pattern &pattern,
                          mlir::Operation *op) override;
  void notifyPatternEnd(const mlir::Pattern &pattern,
                        mlir::LogicalResult status) override;
  void notifyMatchFailure(
      mlir::Location loc,
      llvm::function_ref<void(mlir::Diagnostic &)> reasonCallback) override;

  /// Lets the patterns of a conversion, whose driver keeps to itself why they
  /// do not match, tell this.
  void watchConversion(const mlir::ConversionTarget &target);
  /// That of this thread; null if none watches a conversion.
  static PatternCounter *getWatching();
  /// The pattern that is tried has made `op`.
  void noteMade(mlir::Operation *op);

  bool empty() const { return counts.empty(); }
  /// Applications of patterns with bounded recursion, and of others.
  int64_t bounded = 0, unbounded = 0;

  /// Calls `visit` with each set of which a pattern was applied, with the total
  /// and one text for the patterns: `'Fold' 2 times`.
  void forEachSet(llvm::function_ref<void(const PatternSource &, uint64_t,
                                          const std::string &)>
                      visit) const;
  /// Adds all sets, also those of which no pattern was applied.
  void addTo(PatternTally &tally) const;
  /// Remarks at `op` what was applied; `name` is what messages call the place.
  void remark(mlir::Operation *op, llvm::StringRef name) const;

protected:
  /// A pattern that is tried on an operation, in others that are tried.
  struct Attempt {
    const mlir::Pattern *pattern;
    mlir::OperationName name;
    mlir::Location location;
    std::string reason = "";
    bool isApplied = false;
  };
  /// An attempt has ended.
  virtual void finish(Attempt attempt);

  const OwnedPatterns &owned;

private:
  const bool takesNames;
  PatternReasons *reasons;

protected:
  /// Whether `finish` is called; true while reasons are recorded.
  bool takesAttempts;

private:
  const mlir::ConversionTarget *target = nullptr;
  PatternCounter *before = nullptr;
  std::vector<Attempt> open;
  PatternTally::Counts counts;
};

/// A pattern that does what `pattern` does, and tells the counter that watches.
/// It has another benefit.
std::unique_ptr<mlir::RewritePattern>
makeWatched(std::unique_ptr<mlir::RewritePattern> pattern,
            mlir::PatternBenefit benefit);

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_OWNEDPATTERNS_H
