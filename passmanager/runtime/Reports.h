//===- Reports.h - Time, statistics and IR by owner -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What MLIR reports of passes, by bundle, slot, kind or party:
//
//   if (llvm::Error err = builder.enableAttribution()) ...
//   if (llvm::Error err = builder.build()) ...
//   if (llvm::Error err = pmb::enableTimingBy(pm, builder.getOwners(),
//                                             {pmb::OwnerKey::Bundle})) ...
//   if (failed(pm.run(module))) ...
//
// Those that ask for owners fail with `not-attributed` if these are not
// attached to the pass manager, and install nothing then. As MLIR says of
// timing, enable it after everything else.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_REPORTS_H
#define PMB_PASSMANAGER_RUNTIME_REPORTS_H

#include "mlir/IR/OperationSupport.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "passmanager/runtime/PassOwners.h"
#include <optional>

namespace pmb {

/// By what reports tell passes apart.
enum class OwnerKey { Bundle, Slot, Kind, Origin };

/// `bundle`, `slot`, `kind`, `origin`.
llvm::StringRef stringify(OwnerKey key);
/// The reverse of `stringify`; std::nullopt for any other text.
std::optional<OwnerKey> parseOwnerKey(llvm::StringRef text);

/// What a report calls the part of the pipeline that the pass belongs to. Every
/// pass is in one part, so that parts add up to the whole: bundles that are in
/// each other are `outer/inner`, several kinds are `a, b`, and all places in a
/// file are one party. `nonePart` for a pass that has none.
std::string getPart(const PassOwner &owner, OwnerKey key);
inline constexpr llvm::StringLiteral nonePart = "<none>";
/// What does not belong to a pass that a builder has handed over.
inline constexpr llvm::StringLiteral otherPart = "<other>";

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

/// MLIR's timing manager, whose report ends with the sums for the parts of each
/// key: `(bundle) buffers`; in JSON `"by": "bundle", "name": "buffers"`. They
/// are sums of MLIR's own measurements: of the timers of passes, with the
/// analyses and pipelines that passes run. What remains is `<other>`: nests,
/// the verifier, passes of others, and what else the manager has timers for.
/// The parts of a key add up to MLIR's total. With threads that is so for the
/// wall time, too, but as MLIR takes the longest of what runs at once, the rest
/// can be less than nothing; the user time then says more.
///
/// Measures from when it is made. Prints when it is destroyed, or by `print`.
class OwnerTimingManager : public mlir::DefaultTimingManager {
public:
  /// Prints to `os`, which must live until then.
  OwnerTimingManager(std::shared_ptr<const PassOwners> owners,
                     llvm::ArrayRef<OwnerKey> keys,
                     OutputFormat format = OutputFormat::Text,
                     llvm::raw_ostream &os = llvm::errs());
  /// Hands all to `output`, which is not null: the sums as entries of a list.
  OwnerTimingManager(std::shared_ptr<const PassOwners> owners,
                     llvm::ArrayRef<OwnerKey> keys,
                     std::unique_ptr<mlir::OutputStrategy> output);
  ~OwnerTimingManager() override;

protected:
  void *nestTimer(void *handle, const void *id,
                  llvm::function_ref<std::string()> nameBuilder) override;

private:
  class Output;
  OwnerTimingManager(std::shared_ptr<const PassOwners> owners,
                     llvm::ArrayRef<OwnerKey> keys,
                     std::unique_ptr<mlir::OutputStrategy> output, bool isJson);

  std::shared_ptr<const PassOwners> owners;
  std::mutex mutex;
  /// The owners of timers; null for those without one.
  llvm::DenseMap<void *, const PassOwner *> timers;
};

/// Lets `pm` measure with an `OwnerTimingManager`, and print to `os`, which
/// must live until then, when it is destroyed: MLIR's list or tree, and the
/// sums. Fails, too, with `cannot-report` the second time, and without a key.
llvm::Error enableTimingBy(mlir::PassManager &pm,
                           std::shared_ptr<const PassOwners> owners,
                           llvm::ArrayRef<OwnerKey> keys,
                           mlir::DefaultTimingManager::DisplayMode displayMode =
                               mlir::DefaultTimingManager::DisplayMode::Tree,
                           mlir::DefaultTimingManager::OutputFormat format =
                               mlir::DefaultTimingManager::OutputFormat::Text,
                           llvm::raw_ostream &os = llvm::errs());

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

/// Lets `pm` add up the statistics of passes for the parts of each key, and
/// print them to `os`, which must live until then, when it is destroyed. Those
/// of passes in dynamic pipelines, which MLIR's own report lacks, count for the
/// part of what runs the pipeline. Fails, too, with `cannot-report` without a
/// key, and if LLVM was built without statistics, as releases are as a rule;
/// MLIR's report is then empty.
llvm::Error
enableStatisticsBy(mlir::PassManager &pm,
                   std::shared_ptr<const PassOwners> owners,
                   llvm::ArrayRef<OwnerKey> keys,
                   mlir::DefaultTimingManager::OutputFormat format =
                       mlir::DefaultTimingManager::OutputFormat::Text,
                   llvm::raw_ostream &os = llvm::errs());

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Lets `pm` count how often the patterns of each set are applied, and print
/// the sums of all its runs to `os`, which must live until then, when it is
/// destroyed. The report has for each pass the sets and their parties, also
/// those of which no pattern was applied, and the dialects that have brought
/// patterns. Counted is
///   * what sets have in slots, by themselves and in `canonicalize`, where
///     patterns in PDL count in slots only;
///   * what operations of any dialect bring for `canonicalize`;
///   * what dialects bring for `convert-to-llvm`. Its `filter-dialects`, if
///     set, have to name `_pmb_counting`, too: a dialect that is loaded into
///     the context for this.
/// A pattern of a conversion counts when it succeeds, also if the conversion
/// then takes it back.
///
/// Fails if those of `pm` are counted already. Call it before the first run. It
/// needs no owners. The dialect stays in the context; a later `canonicalize`
/// there takes longer to set up, and does the same.
llvm::Error
enablePatternCounts(mlir::PassManager &pm,
                    mlir::DefaultTimingManager::OutputFormat format =
                        mlir::DefaultTimingManager::OutputFormat::Text,
                    llvm::raw_ostream &os = llvm::errs());

/// Lets `pm` remember why patterns of sets did not apply, in slots of both
/// kinds and by themselves, and print it to `os`, which must live until then,
/// when it is destroyed: for each pattern what it has said with
/// `notifyMatchFailure`, on which operation, how often, and where first; of a
/// conversion also what it makes that is not legal. Works with release builds
/// of LLVM. Patterns in PDL give no reasons. Call it before the first run.
void enablePatternExplanations(mlir::PassManager &pm,
                               llvm::raw_ostream &os = llvm::errs());

//===----------------------------------------------------------------------===//
// IR
//===----------------------------------------------------------------------===//

/// Some of the passes: those in a bundle (also `outer/inner`), in a slot, of a
/// kind, or added by a party (`acme`, `acme.pipeline.json`, `third party
/// 'acme'`). `*` stands for any, so of all passes of the pipeline the origin is
/// `*`.
struct OwnerFilter {
  OwnerKey key;
  std::string name;

  bool matches(const PassOwner &owner) const;
};

/// How IR is printed; as in `PassManager::enableIRPrinting`.
struct IRPrintingOptions {
  bool printModuleScope = false;
  bool printAfterOnlyOnChange = false;
  bool printAfterOnlyOnFailure = false;
  mlir::OpPrintingFlags flags = mlir::OpPrintingFlags();
};

/// Lets `pm` print the IR before and after the passes that a filter matches, to
/// `os`, as MLIR does. A comment above MLIR's own header names the owner.
/// Passes of dynamic pipelines count as those that run them. Fails, too, with
/// `unknown-position` for a filter that no pass of the pipeline matches, so
/// call it after `build`, and with `cannot-report` without a filter, and for
/// the module scope while there are threads.
llvm::Error enableIRPrintingBy(mlir::PassManager &pm,
                               std::shared_ptr<const PassOwners> owners,
                               std::vector<OwnerFilter> before,
                               std::vector<OwnerFilter> after,
                               const IRPrintingOptions &options = {},
                               llvm::raw_ostream &os = llvm::errs());

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Lets a pass of `pm` fail that emits an error and would go on, so that no run
/// succeeds after an error. The pass ends, and then fails as one that calls
/// `signalPassFailure`, with an error that names its owner: `'cse' (pass 7 of
/// 26, ...) has emitted an error, which fails the run`. This holds in nests, on
/// threads, and in pipelines that passes run; also for passes that no builder
/// has handed over. A pass that runs a pipeline, and goes on after an error in
/// it, fails, too.
///
/// What a handler keeps that was registered during the run, as a
/// `mlir::ScopedDiagnosticHandler` of the pass, is not emitted. Not seen are
/// errors from threads that a pass has started by other means than MLIR's
/// `parallelForEach` and the like. Costs nothing where nothing is emitted but
/// one handler for each pass while it runs.
llvm::Error enableErrorsFail(mlir::PassManager &pm,
                             std::shared_ptr<const PassOwners> owners);

//===----------------------------------------------------------------------===//
// Crashes
//===----------------------------------------------------------------------===//

/// Lets the process say on the error stream which passes were running, and
/// whose they are, when it crashes or a pass ends it: `error: the process ends
/// in 'test-fail' (pass 7 of 26, ...)`. With threads these may be several.
/// Installs handlers of signals, once, which hand on to those that were there
/// before. They take no lock and no memory. What cannot be written within five
/// seconds is left out, and those are not called.
llvm::Error enableCrashMessagesBy(const mlir::PassManager &pm,
                                  std::shared_ptr<const PassOwners> owners);

/// Lets `pm` write a reproducer when a pass fails or crashes, as
/// `PassManager::enableCrashReproducerGeneration`, which is then not to be
/// called. It begins with comments that name the passes that were running and
/// their owners, or the one that `enableErrorsFail` has made fail. If the crash
/// is one that MLIR survives, an error names them, too. Fails, too, with
/// `cannot-report` for a local one while there are threads. Disable threads for
/// others, too, where passes run in nests: MLIR 22 verifies what it writes in
/// parallel while it holds the lock that the other threads wait for, and then
/// may never come to an end.
llvm::Error enableCrashReproducerBy(mlir::PassManager &pm,
                                    std::shared_ptr<const PassOwners> owners,
                                    llvm::StringRef outputFile,
                                    bool genLocalReproducer = false);

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_REPORTS_H
