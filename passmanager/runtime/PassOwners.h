//===- PassOwners.h - The owners of running passes ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before the run a builder knows which party added each pass, and in which
// bundle. `PassOwners` knows it while the passes run, and afterwards:
//
//   if (llvm::Error err = builder.enableAttribution()) ...
//   if (llvm::Error err = builder.build()) ...
//   std::shared_ptr<pmb::PassOwners> owners = builder.getOwners();
//
// A pass that fails, or emits errors or warnings and does not fail, is then
// followed by one that names its owner. Others ask in the callbacks of their
// `mlir::PassInstrumentation`:
//
//   void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
//     if (const pmb::PassOwner *owner = owners->find(*pass).owner) ...
//   }
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_PASSOWNERS_H
#define PMB_PASSMANAGER_RUNTIME_PASSOWNERS_H

#include "builder/diagnostics/Diagnostic.h"
#include "builder/list/PassList.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Support/TypeID.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace mlir {
class Pass;
class PassManager;
} // namespace mlir

namespace pmb {

/// What a pipeline was for when it was handed over.
struct PipelineFacts {
  /// What it was composed with. Asked by a `ContractVerifier` while passes run;
  /// nothing else follows it, so without one it may be gone.
  const Catalog *catalog = nullptr;
  /// With items in the place of names for several (`llvm-ir`).
  PipelineInterface interface;
  OptionScope options;
};

/// A bundle that has a contract, when its passes were handed over.
struct BundleFacts {
  NodeRef node;
  Contract contract;
};

/// What the pipeline under construction knew of a pass when it was handed over.
/// Holds copies, so it outlives the builder.
struct PassOwner {
  /// The pass, where it stands in the pipeline, on what it runs, and who added
  /// it: of a framework without a name, the call.
  NodeRef node;
  /// The party that added it, wherever its source does so.
  Origin party;
  /// How many passes the pipeline has; `node.position` counts from 0.
  unsigned passCount = 0;
  /// The bundles around the pass, the outermost first.
  std::vector<std::string> bundles;
  /// Those of them that have contracts, the outermost first. Never null.
  std::vector<std::shared_ptr<const BundleFacts>> bundlesWithContracts;
  /// True if a bundle ends between the pass and the next one.
  bool endsBundle = false;
  /// The slot that the pass was put into; empty if it was put into none.
  std::string slot;
  /// The kinds of the pass, and its contract. Never null.
  std::shared_ptr<const PassDescriptor> descriptor;
  /// True if a bundle around the pass says that its effect is unknown: what
  /// the pass does may depend on more than its name and options.
  bool isEffectUnknown = false;
  /// True if its options tell all that the pass was made with, so that two with
  /// the same options are equal.
  bool isToldByOptions = false;
  /// What `str` returned when the pass was handed over, for readers that cannot
  /// allocate memory.
  std::string text;
  /// The same for all passes that were handed over at once. Never null.
  std::shared_ptr<const PipelineFacts> pipeline;

  /// `'cse' (pass 7 of 26, on func.func, in bundle 'buffers', added by third
  /// party 'acme')`. The first pass is pass 0, as in listings.
  std::string str() const;
};

/// What is known of a pass that runs.
struct RunningPass {
  /// Null for a pass that no builder with these owners has handed over.
  const PassOwner *owner = nullptr;
  /// True for a pass of a pipeline that the owner's pass runs.
  bool isInside = false;
  /// True for a pass of a pipeline that any pass runs, its owner's or not.
  bool isDynamic = false;
};

/// The owners of all passes that builders have handed over, and of those that
/// run. Safe to use from several threads at once.
///
/// MLIR runs copies of passes: one for each thread, and more for nests in
/// nests. Such a copy has the owner of the original. A pass of a dynamic
/// pipeline has an owner of its own if a builder that shares these owners has
/// filled that pipeline (`flattenInto`); otherwise, and in copies that a pass
/// makes of one, as the original may be gone, it is *inside* of what runs the
/// pipeline.
class PassOwners : public std::enable_shared_from_this<PassOwners> {
public:
  PassOwners();
  ~PassOwners();

  /// What is reported of passes that run.
  enum class Reported {
    /// Those that fail.
    Failures,
    /// Also those that emit errors or warnings, and do not fail. What a handler
    /// keeps that was registered during the run is not emitted, and remarks are
    /// not counted.
    Emissions
  };
  /// Lets `pm`, which runs copies of passes that a builder has handed over,
  /// tell these owners what runs. For the pass manager of the builder
  /// `enableAttribution` does it. Call it before other instrumentations are
  /// added, so that they find an answer. A report is an error, or a warning if
  /// there were warnings only, that names the owner. It is at the operation,
  /// after what the pass and the verifier have emitted. `pm` keeps the owners
  /// alive. Fails with `already-attributed` the second time.
  llvm::Error attachTo(mlir::PassManager &pm,
                       Reported reported = Reported::Emissions) {
    return attachTo(pm, reported, /*runsCopies=*/true);
  }
  bool isAttachedTo(const mlir::PassManager &pm) const;
  /// Whether any pass manager tells them what runs.
  bool isAttached() const;

  /// The owner of a pass that a builder has handed over; null for others,
  /// copies among them. Valid as long as these owners.
  const PassOwner *lookup(const mlir::Pass &pass) const;
  /// The same for a pass that runs now. REQUIRES: called on the thread that
  /// runs it.
  RunningPass find(const mlir::Pass &pass) const;
  /// The innermost pass that runs on this thread.
  RunningPass findRunning() const;

  /// The owners of the passes in a nest that runs, those in nests in it among
  /// them; null for those that have none. REQUIRES: as `find`.
  std::vector<const PassOwner *> findAllIn(mlir::Pass &nest) const;

  /// The innermost passes that run now, on all threads, each owner once, in the
  /// order of the pipeline. May also be called when a pass has crashed.
  std::vector<RunningPass> getAllRunning() const;
  /// Calls `visit` with each of them. Takes no lock and no memory, so that a
  /// signal handler may call it; what other threads begin and end meanwhile may
  /// be missing.
  void visitAllRunning(llvm::function_ref<void(RunningPass)> visit) const;

  /// All that were added, in the order of their pipelines; without the first
  /// `known`, as none is ever taken away.
  std::vector<const PassOwner *> getAll(size_t known = 0) const;

  /// What may watch a pass manager: one of each.
  enum class Watcher { Verifier, Timing, VerifierAt, VerifierWhereRequired };
  /// Remembers that `pm` is watched, until it ends. Returns false if it was
  /// already. REQUIRES: `isAttachedTo(pm)`.
  bool setWatched(const mlir::PassManager &pm, Watcher watcher) const;
  bool isWatched(const mlir::PassManager &pm, Watcher watcher) const;

  /// The pipelines that `pass` runs have ended, as it has failed, though it has
  /// not said so yet: others are to run on these threads.
  void endFailedIn(const mlir::Pass &pass);

  /// The first pass of the last run that an error has made fail that it had
  /// emitted before it ended (`letErrorsFail`); no owner if none has. May be
  /// called as `visitAllRunning`.
  RunningPass getMadeToFail() const { return unpack(madeToFail); }

  /// What the verifier has not seen where it runs at some points only: the last
  /// pass before it ran, null for none, and the first that has changed the IR
  /// since, null if none has. Any thread, also in a signal handler, may ask.
  struct Unverified {
    const PassOwner *since = nullptr, *first = nullptr;
  };
  void setUnverified(Unverified value) const {
    verifiedSince = value.since;
    firstUnverified = value.first;
  }
  Unverified getUnverified() const { return {verifiedSince, firstUnverified}; }

  /// Lets an error that a pass emits fail that pass, in all later runs of `pm`.
  /// REQUIRES: `isAttachedTo(pm)`.
  void letErrorsFail(const mlir::PassManager &pm) const;

  /// Remembers that `pass` is `owner`'s, which stays as long as these owners.
  /// For builders.
  void add(const mlir::Pass &pass, const PassOwner *owner);
  const PassOwner *keep(PassOwner owner);
  /// The owner of a pass, or of the one that it was copied from. REQUIRES: that
  /// one is alive.
  const PassOwner *lookupOriginal(const mlir::Pass &pass) const;
  /// Forgets whose `pass` is, which is no longer.
  void forget(const mlir::Pass &pass);

private:
  friend class PassManagerBuilder;
  class Tracking;

  /// A pass or a pipeline that runs on a thread.
  struct Frame {
    /// Null for a pipeline.
    const mlir::Pass *pass = nullptr;
    /// The nest or the pass that runs the pipeline; null for the first one.
    const mlir::Pass *parent = nullptr;
    /// Whether that is a nest.
    bool isInNest = false;
    RunningPass running;
    /// A nest of which the passes are in `nestEntries` until it ends.
    bool hasEntries = false;
  };
  /// A pass that was handed over.
  struct Entry {
    const PassOwner *owner = nullptr;
    mlir::TypeID type;
  };
  /// A pass, or a nest, in a nest that runs.
  struct NestEntry {
    const PassOwner *owner = nullptr;
    const mlir::Pass *nest = nullptr;
  };
  /// What runs on a thread, innermost last. Stays as long as these owners.
  struct Stack {
    uint64_t thread;
    llvm::SmallVector<Frame, 8> frames = {};
    /// The innermost, packed for readers without a lock.
    std::atomic<void *> running = nullptr;
    Stack *next = nullptr;

    Stack(uint64_t thread, Stack *next) : thread(thread), next(next) {}
    const Frame *find(const mlir::Pass *pass) const;
    bool isInPipeline() const { return !frames.empty() && !frames.back().pass; }
    void publish();
  };

  /// The owner, with `isInside` and `isDynamic` as bits.
  static void *pack(const RunningPass &running);
  static RunningPass unpack(void *packed);
  void noteMadeToFail(const RunningPass &running);
  /// That of a thread; null if nothing has run there.
  Stack *findStack(uint64_t thread) const;
  /// That of this thread.
  Stack &getStack();
  void enterPipeline(const mlir::PassInstrumentation::PipelineParentInfo &info);
  void leavePipeline();
  void leaveFailedIn(const mlir::Pass &pass);
  RunningPass enterPass(mlir::Pass &pass, bool runsCopies);
  RunningPass leavePass(mlir::Pass &pass, bool hasFailed);
  using FindFn = llvm::function_ref<const PassOwner *(const mlir::Pass &pass,
                                                      const mlir::Pass &nest)>;
  void addEntries(mlir::Pass &nest, FindFn find);
  const NestEntry *lookupIn(const mlir::Pass *nest,
                            const mlir::Pass *pass) const;
  /// The owner of what stands at `address`, which `pass` is or was copied from.
  /// What has another type has taken the place of a pass that is gone.
  const PassOwner *lookup(const mlir::Pass *address,
                          const mlir::Pass &pass) const;
  llvm::Error attachTo(mlir::PassManager &pm, Reported reported,
                       bool runsCopies);

  mutable std::atomic<const PassOwner *> verifiedSince = nullptr,
                                         firstUnverified = nullptr;
  std::atomic<void *> madeToFail = nullptr;
  mutable std::mutex mutex;
  std::vector<std::unique_ptr<const PassOwner>> owners;
  llvm::DenseMap<const mlir::Pass *, Entry> entries;
  llvm::DenseMap<const mlir::Pass *, NestEntry> nestEntries;
  std::atomic<Stack *> stacks = nullptr;
  llvm::DenseMap<const mlir::PassManager *, Tracking *> attached;
  mutable std::map<const mlir::PassManager *, std::set<Watcher>> watched;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_PASSOWNERS_H
