//===- PassManagerBuilder.h - Build an MLIR pass manager ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A short manual.
//
// 1. The framework composes a pipeline, as it would with a pass manager:
//
//      mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
//      pmb::PassManagerBuilder builder(pm);
//      builder.addPass(mlir::createCanonicalizerPass());
//      builder.addSlot("pre-bufferize");
//      builder.addPass<pmb::OneShotBufferize>("bufferize-function-boundaries=true");
//      builder.nest<mlir::func::FuncOp>().addPass<pmb::ConvertLinalgToLoops>();
//      builder.addBundle(pmb::bundles::createLowerToLLVM());
//
//    Nothing has reached `pm` yet. Each of these is a node in a list.
//
// 2. A third party, which knows nothing of this framework, adds to the
//    middle:
//
//      llvm::Error registerDialectsAndPasses(pmb::PassManagerBuilder &builder)
//      {
//        builder.registerDialect<MyDialect>();
//        using Bufferize = pmb::OneShotBufferize;
//        if (auto err = builder.addPassBefore<MyTensorPass, Bufferize>())
//          return err;
//        if (auto err = builder.addPassAfter<MyMemrefPass, Bufferize>())
//          return err;
//        return builder.addPassBeforeType<MyLastPass, pmb::LLVMLowering>();
//      }
//
//    Or, as one transaction under its own name:
//
//      return builder.transaction(pmb::Origin::thirdParty("acme"), [&] {
//        return registerDialectsAndPasses(builder);
//      });
//
// 3. The framework builds: order is checked, then everything is handed to `pm`.
//
//      if (llvm::Error err = builder.build())
//        return reportErrors(std::move(err));       // pm is untouched
//      if (failed(pm.run(module))) ...
//
//    What was found and is no error is in `builder.getWarnings()`: print it, as
//    `build` does not.
//
// One option of a pass that is there is set beside its others. What others
// shall not edit is pinned, with the reason. An insertion is an error, or the
// node that was inserted, which positions take:
//
//      if (auto err = builder.setOptions<Canonicalizer>("top-down=false"))
//        return err;
//      if (auto err = builder.pin<OneShotBufferize>("its layout is our ABI"))
//        return err;
//      pmb::InsertResult added = builder.addPassAfter("cse", "sccp");
//      if (added.failed())
//        return added;
//      const pmb::Node &node = *added.getNode();
//      return builder.insert(createMyPass(), Position::after(exactly(node)));
//
// What fails, and how:
//
//      builder.addPassBefore<MyPass, OneShotBufferise>()  does not compile
//      builder.addPassBefore("my-pass", "one-shot-bufferise")
//          error: the pipeline has no pass 'one-shot-bufferise'
//            help: did you mean 'one-shot-bufferize'?
//      builder.addPassBefore<MyPass, Canonicalizer>()
//          error: 'canonicalize' is in the pipeline 2 times (if it is)
//      builder.addPass(nullptr)
//          error: the pass to be added is null (reported by build())
//
// Errors are `llvm::Error`s that carry `pmb::Diagnostic`s (Diagnostic.h). An
// edit that fails changes nothing. Nothing aborts.
//
// In functions that return a `LogicalResult`, insertions are that as well. The
// builder keeps their errors, and `build` returns them with its own:
//
//      if (failed(builder.addPassBefore<MyTensorPass, OneShotBufferize>()))
//        return failure();
//      if (failed(emitErrors(module.getLoc(), builder.build())))
//        return failure();
//
// So `if (failed(...))` is not a question: `build` fails afterwards. Where what
// a position names may be absent, say where else, or ask the insertion itself:
//
//      builder.insert(PassSpec("sccp"),
//                     Position::before(pass("inline")).orElse(Position::atEnd()))
//      builder.addPassBefore("sccp", "inline").failed()   is not kept
//
// Messages name the place of the call that has added a pass (`toycc.cpp:88`).
// They name the framework instead if `setOrigin` gives it a name, and leave out
// the place if PMB_NO_SOURCE_PLACES is defined.
//
// A builder that is destroyed prints what was not reported to the error stream:
// that its passes were neither built nor checked, and errors of composing (also
// of edits after `build`). An error that an edit has returned is not repeated.
// After `discard`, which says that the pipeline is not wanted, nothing is
// printed, unless it is edited again.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PASSMANAGERBUILDER_H
#define PMB_PASSMANAGER_PASSMANAGERBUILDER_H

#include "builder/PipelineBuilder.h"
#include "builder/edit/PassProvider.h"
#include "bundles/stock/Kinds.h"
#include "bundles/stock/StockBundles.h"
#include "bundles/stock/StockCatalog.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/MLIRPass.h"
#include "passmanager/UpstreamPasses.h"
#include "passmanager/patterns/PatternSet.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace pmb {

class ContractVerifier;
class OwnerRecorder;
class PassOwners;
class Plugin;
struct Contribution;
struct KnownPatterns;

/// Composes a pipeline for an MLIR pass manager. See the manual above for what
/// it is for, `PipelineBuilder` for all the spellings of edits, and `Pipeline`
/// for looking, checking and transactions.
class PassManagerBuilder : private PassProvider, public PipelineBuilder {
public:
  /// A builder for `pm`, which keeps what it holds already; the pipeline is
  /// appended to it by `build`. `pm` and `catalog` must outlive the builder.
  /// The catalog that is used by default knows MLIR's passes, and what
  /// libraries have registered (contracts/RegisteredContracts.h).
  explicit PassManagerBuilder(mlir::PassManager &pm,
                              const Catalog &catalog = getRegisteredCatalog());
  PassManagerBuilder(mlir::PassManager &pm, const Catalog &&catalog) = delete;
  /// A builder for a pass manager that is run inside a pass (`runPipeline`).
  /// `context`, if given, allows to find anchors that do not fit earlier.
  explicit PassManagerBuilder(mlir::OpPassManager &pm,
                              mlir::MLIRContext *context = nullptr,
                              const Catalog &catalog = getRegisteredCatalog());
  PassManagerBuilder(mlir::OpPassManager &pm, mlir::MLIRContext *context,
                     const Catalog &&catalog) = delete;
  /// Prints `not-built`, and what was composed in vain, if the pipeline was not
  /// built, flattened or checked since; see the manual.
  ~PassManagerBuilder() override;

  /// Says that the pipeline is not wanted: the builder can then be destroyed
  /// without being built. It stays as it is. Inside of a transaction or party
  /// this does nothing, and that fails with `inside-transaction`.
  void discard();

  using PipelineBuilder::addPass;
  /// Appends a pass. Ownership goes to the builder, and with `build` to the
  /// pass manager. A pass that is restricted to another operation than the pass
  /// manager's goes into a nest for that operation.
  PassManagerBuilder &addPass(std::unique_ptr<mlir::Pass> pass,
                              SourceLocation place = SourceLocation::here());
  PassManagerBuilder &addPass(std::nullptr_t,
                              SourceLocation place = SourceLocation::here()) {
    return addPass(std::unique_ptr<mlir::Pass>(), place);
  }
  /// Appends a pass in a nest for `OpT`, as `OpPassManager::addNestedPass`.
  template <typename OpT>
  void addNestedPass(std::unique_ptr<mlir::Pass> pass,
                     SourceLocation place = SourceLocation::here()) {
    nest<OpT>().addPass(std::move(pass), place);
  }

  using PipelineBuilder::addBundle;
  /// Appends what a function adds to a pass manager, as a bundle of that name:
  ///
  ///   builder.addBundle("buffers", populateBufferPasses);
  ///
  /// What goes wrong is reported by `build`, with the name of the bundle and
  /// the place of the call: `not-copyable`, `not-adoptable`, and `no-instance`
  /// if `populate` is null.
  void addBundle(llvm::StringRef name,
                 llvm::function_ref<void(mlir::OpPassManager &)> populate,
                 SourceLocation place = SourceLocation::here());
  template <typename ResultT>
  void addBundle(llvm::StringRef name,
                 ResultT (*populate)(mlir::OpPassManager &),
                 SourceLocation place = SourceLocation::here()) {
    // A reference to a function does not tell that a pointer is null.
    auto call = [populate](mlir::OpPassManager &pm) { populate(pm); };
    llvm::function_ref<void(mlir::OpPassManager &)> none = nullptr;
    addBundle(name, populate ? call : none, place);
  }

  /// Appends copies of all passes of a pass manager, in the same nests: an
  /// unchanged copy prints the same text. If `source` is the pass manager that
  /// the builder was made for, `build` replaces its passes instead of adding to
  /// them:
  ///
  ///   pmb::PassManagerBuilder builder(pm);       // `pm` is finished
  ///   if (llvm::Error err = builder.adopt(pm)) ...
  ///   if (llvm::Error err = builder.addPassBefore("sccp", "cse")) ...
  ///   if (llvm::Error err = builder.build()) ...
  ///
  /// Passes that are added to it between `adopt` and `build` come last; into a
  /// nest that was adopted none can be added, which `build` reports.
  ///
  /// What is adopted are copies of the instances, in nests as elsewhere
  /// (Adopt.h). A nest without passes does nothing and is left out. `source` is
  /// not changed.
  ///
  /// Fails, and adopts nothing, with `wrong-anchor-op` if `source` is for
  /// another operation, with `not-copyable` or `not-adoptable` for a pass that
  /// cannot be copied, with `not-adoptable` if the builder has adopted its pass
  /// manager already (and `build`, if another builder has replaced what is
  /// there), and with `pass-manager-runs` if a pass that the
  /// builder's pass manager runs wants to replace its passes.
  llvm::Error adopt(mlir::OpPassManager &source);
  /// Appends the passes of a textual pipeline, as `TextualPipeline::appendTo`.
  /// `name` is what messages call the text.
  llvm::Error adopt(llvm::StringRef text, llvm::StringRef name = "<pipeline>");

  /// Appends a slot for conversion patterns: all that parties add to it becomes
  /// one dialect conversion (patterns/ConversionSlot.h has an example).
  /// `target` says what is legal, `typeConverter` makes the type converter.
  /// `options` are those of the pass (passmanager/README.md): `full` for
  /// `applyFullConversion`. What is wrong with them is reported by `build`.
  void addConversionSlot(llvm::StringRef name, GivenTarget target,
                         MakeTypeConverter typeConverter = {},
                         llvm::StringRef options = "",
                         SourceLocation place = SourceLocation::here()) {
    add(createConversionSlot(name, std::move(target), std::move(typeConverter),
                             options),
        place);
  }
  /// The same in a nest for `OpT`, as `addNestedPass`.
  template <typename OpT>
  void addNestedConversionSlot(llvm::StringRef name, GivenTarget target,
                               MakeTypeConverter typeConverter = {},
                               llvm::StringRef options = "",
                               SourceLocation place = SourceLocation::here()) {
    nest<OpT>().add(createConversionSlot(name, std::move(target),
                                         std::move(typeConverter), options),
                    place);
  }

  /// Adds a set of rewrite patterns to a slot that was declared with
  /// `addPatternSlot` or `addConversionSlot`, in the name of the current
  /// origin. `build` makes one pass of all sets of a slot. If the text that
  /// declares the slot has put the set there in the name of the party already,
  /// that is the set. Fails, and adds nothing, with `wrong-slot` if the slot is
  /// one for passes or cannot apply the patterns, with `duplicate-name` if it
  /// has the set, or a party adds a second one without a name, with
  /// `no-instance` if there is nothing to call, and as `insert` does:
  /// `unknown-position`, `already-built`. Of a set that is registered
  /// (PatternSet.h) it fails with `unknown-patterns`, too.
  llvm::Error addPatterns(llvm::StringRef slot, GivenPatterns patterns,
                          SourceLocation place = SourceLocation::here());

  /// Adds patterns to those of `canonicalize`, wherever it runs in the context
  /// of the pass manager once the pipeline was built: MLIR has one set of
  /// canonicalization patterns for a context. They have the labels of the set
  /// and its party (`canonicalize{disable-patterns=acme}`). Fails as
  /// `addPatterns` does, and with `no-instance` if the builder has no context.
  llvm::Error addCanonicalizationPatterns(GivenPatterns patterns);

  /// Makes the transaction that is open fail with `error`, or `build` if there
  /// is none. For functions that cannot return an error.
  void fail(llvm::Error error);
  /// How often `fail` was called with an error.
  size_t getFailureCount() const { return failureCount; }

  /// Makes a dialect known to the pass manager's context, so that IR with it
  /// can be parsed, and lets `build` and `flattenInto` load it, so that all
  /// passes can create its operations. Without a context the dialect only goes
  /// to `appendDialectsTo` and `loadDialects`. MLIR lets no pass load dialects:
  /// of a builder for an `OpPassManager` they are not loaded, and the pass that
  /// runs the pipeline names them in its `getDependentDialects`. Not undone by
  /// a failing transaction: an unused dialect does no harm.
  template <typename DialectT> void registerDialect() {
    registerDialects<DialectT>();
  }
  /// The same for several.
  template <typename... DialectT> void registerDialects() {
    mlir::DialectRegistry added;
    added.insert<DialectT...>();
    registerDialects(added);
  }
  /// The same for all of a registry, with its extensions and external models.
  void registerDialects(const mlir::DialectRegistry &added);
  /// Adds all dialects that were registered with this builder to `registry`.
  void appendDialectsTo(mlir::DialectRegistry &registry) const {
    if (dialects)
      dialects->appendTo(registry);
  }
  /// Makes them known to another context, in which copies of the passes will
  /// run, and loads them; the canonicalizer there has the patterns that
  /// `addCanonicalizationPatterns` was given. REQUIRES: no pass runs in that
  /// context.
  void loadDialects(mlir::MLIRContext &context) const;

  /// Checks the pipeline and hands its passes to the pass manager, but for
  /// those that are left out (`Cleanups::find`; `getWarnings` has a remark
  /// about each). Fails, and leaves both as they are, if there are errors
  /// (`getWarnings` has the rest), if the pipeline is empty, if it was built
  /// before, inside of a transaction or party, whose edits can still be undone,
  /// and in a pass that the pass manager runs (`pass-manager-runs`).
  llvm::Error build();

  /// Checks the pipeline and adds copies of its passes to `target`, which must
  /// have the same anchor, and must not be running (`pass-manager-runs`). The
  /// builder can still be edited and flattened again, for example inside a pass
  /// (from one thread at a time):
  ///
  ///   mlir::OpPassManager dynamic("func.func");
  ///   if (llvm::Error err = builder.flattenInto(dynamic)) ...
  ///   if (failed(runPipeline(dynamic, func))) ...
  llvm::Error flattenInto(mlir::OpPassManager &target);

  /// Lets `build` and `flattenInto` remember the party that added each pass
  /// (runtime/PassOwners.h), for whatever runs the pass manager: errors of
  /// passes name bundle and party, and time, statistics and IR can be asked
  /// for by them (runtime/Reports.h). Without this nothing is remembered, and
  /// nothing is installed in the pass manager.
  ///
  ///   if (llvm::Error err = builder.enableAttribution()) ...
  ///   if (llvm::Error err = builder.build()) ...
  ///   if (failed(pm.run(module))) ...
  ///
  /// A builder for an `OpPassManager` that is run inside a pass has no pass
  /// manager to install anything in: give it `shared`, which is `getOwners` of
  /// the builder whose pass manager runs the pass. Two builders that fill one
  /// pass manager may share, too.
  ///
  /// Fails, and changes nothing, with `already-built` after `build`, with
  /// `already-attributed` the second time, with `not-attributed` if there is no
  /// pass manager, and no `shared` that is attached to one, and inside of a
  /// transaction or party.
  llvm::Error enableAttribution(std::shared_ptr<PassOwners> shared = nullptr);
  /// What `enableAttribution` lets the builder fill; null before that.
  std::shared_ptr<PassOwners> getOwners() const;

  /// Lets `build` and `flattenInto` hand over a part of the pipeline only: what
  /// stands from `begin` up to `end`, without `end`. Null is the first, or what
  /// comes after the last. Checked is still all of it, and nothing is left out
  /// because of passes outside of the part. The part may be empty. `build` and
  /// `flattenInto` fail with `unknown-position` if a node is not in this
  /// pipeline, or not any more, or if `end` stands before `begin`; and with
  /// `inside-transaction` if this was called inside of a transaction or party,
  /// which then fails.
  void setPart(const Node *begin, const Node *end);

  /// The fingerprint of what the pipeline runs (bundles/report/Fingerprint.h),
  /// with the plugins that take part in it; of all of it, whatever the part.
  /// Costs as much as a check. For a cache of compiled programs:
  ///
  ///   std::string key = builder.getFingerprint();
  ///
  /// REQUIRES: parties were applied.
  std::string getFingerprint() const;

  /// The warnings and remarks of the last `build` or `flattenInto`. The first
  /// call makes the remarks, so it is not for two threads at once.
  llvm::ArrayRef<Diagnostic> getWarnings() const {
    describeCleanups();
    return warnings;
  }

private:
  friend class Plugin;
  friend class ContractVerifier;

  llvm::Expected<PassInstance> instantiate(llvm::StringRef name,
                                           llvm::StringRef options) override;
  llvm::Expected<std::optional<PassBundle>>
  openPipeline(llvm::StringRef name, llvm::StringRef options,
               const AnchorPath &path) override;
  llvm::Error applyOptions(PassInstance &instance, llvm::StringRef name,
                           llvm::StringRef options) override;
  llvm::Expected<PassInstance>
  copyWithOptions(const PassInstance &instance, llvm::StringRef name,
                  llvm::StringRef options) override;
  std::optional<bool> canRunOn(const PassInstance &instance,
                               const AnchorPath &path) override;
  std::optional<bool> isPatterns(const PassInstance &instance) const override;
  llvm::Error findPatterns(PassSpec &set, const PassInstance &slot) override;
  llvm::Error openConversion(PassSpec &slot) override;
  /// Gives a set what is said of it in a conversion slot.
  llvm::Error describeIn(const PassInstance &slot,
                         const KnownPatterns &patterns, PassSpec &set);
  bool runsThreads() const override;
  bool explainElsewhere(Diagnostic &diagnostic,
                        const Target &target) const override;

  /// Returns false if `plugin` is known already.
  bool remember(const Plugin &plugin, std::vector<const Plugin *> &among);
  llvm::Error makeBadOptions(llvm::StringRef name, llvm::StringRef options,
                             llvm::StringRef message) const;
  /// Appends what `pm` has got since it was adopted. REQUIRES: it was.
  llvm::Error adoptAdded();
  llvm::Error checkAll();
  /// Fails if `target` runs, or threads may not.
  llvm::Error verifyReady(const mlir::OpPassManager &target) const;
  /// Finds what is left out of the part that is handed over.
  void planCleanups();
  /// Adds remarks about it to the warnings, unless that was done. REQUIRES: the
  /// list is as it was then.
  void describeCleanups() const;
  /// Makes one pass of what is in each pattern slot: it is handed over in the
  /// place of the first set, and the others are left out. REQUIRES: planned.
  void planPatterns();
  /// Lets the canonicalizer of a context have what
  /// `addCanonicalizationPatterns` was given.
  void loadCanonicalization(mlir::MLIRContext &context) const;
  /// Calls `visit` for each pass that is handed over. REQUIRES: planned.
  void forEachInPart(llvm::function_ref<void(Node &)> visit);
  template <typename TakeFn>
  void flatten(mlir::OpPassManager &target, TakeFn take);

  mlir::OpPassManager &pm;
  /// The same, unless it is one that is run inside a pass.
  mlir::PassManager *passManager = nullptr;
  mlir::MLIRContext *context;
  /// Passes that are not handed over.
  llvm::DenseSet<const Node *> leftOut;
  /// What is handed over in the place of the first set of a pattern slot.
  llvm::DenseMap<const Node *, std::unique_ptr<mlir::Pass>> rewrites;
  std::vector<Contribution> canonicalization;
  /// The operation of the last nest that was asked about.
  const AnchorPath *lastPath = nullptr;
  std::optional<mlir::RegisteredOperationName> lastOp;
  std::vector<const Plugin *> plugins;
  /// Those that took part when parties were applied.
  std::vector<const Plugin *> taking;
  size_t failureCount = 0;
  /// The passes and nests that `pm` had when it was adopted, if it was.
  std::optional<llvm::DenseSet<const mlir::Pass *>> adopted;
  /// Null until a dialect is registered, as a registry is not cheap to make.
  std::unique_ptr<mlir::DialectRegistry> dialects;
  /// Null unless attribution is enabled.
  std::unique_ptr<OwnerRecorder> recorder;
  mutable std::vector<Diagnostic> warnings;
  /// What was left out and put in, and has no remark yet: few ask for it.
  mutable std::vector<CleanupAction> undescribed;
  /// How many of them are from the check that `checked` remembers.
  size_t checkedWarnings = 0;
  /// What `flattenInto` has found to be in order: the revision and the
  /// interface.
  std::optional<std::pair<uint64_t, PipelineInterface>> checked;
};

/// Reports what `error` carries as MLIR's passes and tools report errors: to
/// the handlers of the context of `location`, each diagnostic with its notes.
/// So a pipeline can be composed where a `LogicalResult` is asked for:
///
///   if (failed(pmb::emitErrors(loc, builder.build())))
///     return signalPassFailure();
///
/// Returns failure unless `error` is success.
mlir::LogicalResult emitErrors(mlir::Location location, llvm::Error error);
/// The same for warnings and remarks: `emitDiagnostics(loc, getWarnings())`.
void emitDiagnostics(mlir::Location location,
                     llvm::ArrayRef<Diagnostic> diagnostics);
/// The same, and calls `prepare` with each before it has a text.
void emitDiagnostics(mlir::Location location,
                     llvm::ArrayRef<Diagnostic> diagnostics,
                     llvm::function_ref<void(mlir::Diagnostic &)> prepare);

} // namespace pmb

#endif // PMB_PASSMANAGER_PASSMANAGERBUILDER_H
