//===- Adopt.cpp - Pipelines that others have composed --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/Adopt.h"
#include "builder/diagnostics/LLVMCompat.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/edit/TextualPipeline.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/NestRead.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/ThirdPartyCall.h"
#include "passmanager/patterns/RewritePass.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// From a pass manager
//===----------------------------------------------------------------------===//

namespace {
/// Flattens a pass manager into specs, in list order, each with its nest below
/// the operation of the pass manager. A copy has all that the pass has, options
/// and what its constructor was given; nothing is run or initialised.
class PassReader {
public:
  /// Leaves out what is `known`. A pass that stands with known ones in a nest
  /// cannot be had without them.
  explicit PassReader(const DenseSet<const mlir::Pass *> *known = nullptr)
      : known(known) {}

  /// Copies the passes; `source` stays as it is.
  void read(mlir::OpPassManager &source) { read(source, /*isInKnown=*/false); }
  /// Takes the passes out of `source`, which can then only be destroyed.
  void take(mlir::OpPassManager &source) {
    takes = true;
    read(source);
  }

  std::vector<PassSpec> specs;
  std::vector<Diagnostic> failures;
  /// All passes and nests that were read.
  DenseSet<const mlir::Pass *> seen;

private:
  /// The nest that is being read, outermost first. Two nests for one operation
  /// have different numbers.
  struct Nest {
    std::string op;
    unsigned number;
  };

  void read(mlir::OpPassManager &source, bool isInKnown) {
    for (auto it = source.begin(), end = source.end(); it != end; ++it) {
      mlir::Pass &pass = *it;
      if (!takes)
        seen.insert(&pass);
      bool isKnown = known && known->contains(&pass);
      if (isNest(pass))
        readNest(pass, isKnown);
      else if (isInKnown && !isKnown)
        refuseAdded(pass);
      else if (!isKnown)
        readPass(it);
    }
  }

  void readNest(mlir::Pass &nest, bool isKnown) {
    MutableArrayRef<mlir::OpPassManager> managers = getNestedManagers(nest);
    if (managers.empty())
      failures.push_back(
          Diagnostic(DiagnosticCode::NotAdoptable,
                     "the passes of a nest cannot be taken over: this MLIR "
                     "keeps them in another way than MLIR 22")
              .help("adopt the pipeline from its text"));
    for (mlir::OpPassManager &manager : managers) {
      nests.push_back({manager.getOpAnchorName().str(), ++nestCount});
      read(manager, isKnown);
      nests.pop_back();
    }
  }

  void readPass(const mlir::OpPassManager::pass_iterator &it) {
    const mlir::Pass &pass = *it;
    if (hasUnprintableDefault(pass.getArgument()))
      failures.push_back(
          Diagnostic(DiagnosticCode::NotAdoptable,
                     "{0} cannot be taken over from its pass manager",
                     describe(pass))
              .note(unprintableDefault.str())
              .help("add it with addPass() after the rest was adopted"));
    else if (takes && canBeCopied(pass, lookupPassInfo(pass.getArgument())))
      add(takePass(it));
    else if (std::unique_ptr<mlir::Pass> copy = clonePass(pass))
      add(std::move(copy));
    else
      failures.push_back(Diagnostic(DiagnosticCode::NotCopyable,
                                    "{0} cannot be copied", describe(pass))
                             .help("let clonePass() make a copy"));
  }

  void refuseAdded(const mlir::Pass &pass) {
    failures.push_back(Diagnostic(DiagnosticCode::NotAdoptable,
                                  "{0} was added to the pass manager after "
                                  "that nest had been adopted",
                                  describe(pass))
                           .help("add it to the builder instead"));
  }

  std::string describe(const mlir::Pass &pass) const {
    std::string text = "'" + getPassName(pass).str() + "'";
    if (!nests.empty())
      text += " in a nest for '" + nests.back().op + "'";
    return text;
  }

  void add(std::unique_ptr<mlir::Pass> pass) {
    // Of a pattern slot all that is in it can be had, and more can be added.
    std::optional<std::string> slot = getRewriteOptions(*pass);
    PassSpec spec = PassTraits<mlir::Pass>::wrap(std::move(pass));
    if (slot) {
      spec.isInstance = false;
      spec.options = std::move(*slot);
    }
    spec.nest.emplace();
    for (const Nest &nest : nests)
      spec.nest->push_back(nest.op);
    if (!specs.empty()) {
      // Nests that could be shared, and those that are.
      size_t couldShare = 0, shared = 0;
      while (couldShare < std::min(nests.size(), previous.size()) &&
             nests[couldShare].op == previous[couldShare].op) {
        if (shared == couldShare &&
            nests[couldShare].number == previous[couldShare].number)
          ++shared;
        ++couldShare;
      }
      if (shared < couldShare)
        spec.sharedDepth = unsigned(shared);
    }
    previous = nests;
    specs.push_back(std::move(spec));
  }

  const DenseSet<const mlir::Pass *> *known;
  std::vector<Nest> nests, previous;
  unsigned nestCount = 0;
  bool takes = false;
};
} // namespace

Error PassManagerBuilder::adopt(mlir::OpPassManager &source) {
  if (source.getOpAnchorName() != getRoot().getOp())
    return Diagnostic(DiagnosticCode::WrongAnchorOp,
                      "a pass manager on '{0}' cannot be adopted by a pipeline "
                      "on '{1}'",
                      source.getOpAnchorName(), getRoot().getOp())
        .help("make the builder for a pass manager on '{0}'",
              source.getOpAnchorName());
  // What replaces its passes could not be built.
  if (&source == &pm)
    if (Error error = verifyNotRunning(pm))
      return error;
  if (&source == &pm && adopted)
    return Diagnostic(
               DiagnosticCode::NotAdoptable,
               "the pass manager has been adopted by this builder already")
        .help("adopt it once; passes that it gets until build() come last");
  if (Error error = getImpl().verifyEditable())
    return error;
  PassReader reader;
  reader.read(source);
  if (!reader.failures.empty())
    return makeError(std::move(reader.failures));
  PipelineImpl::OpenTransaction open(getImpl());
  for (PassSpec &pass : reader.specs)
    append(std::move(pass));
  if (&source == &pm) {
    adopted.emplace(std::move(reader.seen));
    getImpl().onRollback([this] { adopted.reset(); });
  }
  return open.commit();
}

Error PassManagerBuilder::adoptAdded() {
  PassReader reader(&*adopted);
  reader.read(pm);
  // First: what has come in their place is not at fault.
  if (!all_of(*adopted, [&](const mlir::Pass *pass) {
        return reader.seen.contains(pass);
      }))
    return Diagnostic(DiagnosticCode::NotAdoptable,
                      "passes that were adopted are in the pass manager no "
                      "more: someone else has replaced them")
        .help("let one builder adopt the pass manager");
  if (!reader.failures.empty())
    return makeError(std::move(reader.failures));
  for (PassSpec &pass : reader.specs)
    append(std::move(pass));
  *adopted = std::move(reader.seen);
  return Error::success();
}

/// True if `source` has a pass for which `matches` holds, in nests, too.
static bool hasPass(mlir::OpPassManager &source,
                    function_ref<bool(StringRef name)> matches) {
  return any_of(source, [&](mlir::Pass &pass) {
    return isNest(pass)
               ? any_of(getNestedManagers(pass),
                        [&](auto &nested) { return hasPass(nested, matches); })
               : matches(getPassName(pass));
  });
}

bool PassManagerBuilder::explainElsewhere(Diagnostic &diagnostic,
                                          const Target &target) const {
  auto matches = [&](StringRef name) {
    const PassDescriptor *known = getCatalog().lookupPass(name);
    return target.kind == Target::Kind::Pass
               ? name == target.name
               : target.kind == Target::Kind::PassKind && known &&
                     known->hasKind(target.name);
  };
  if (adopted || getImpl().isBuilt || !hasPass(pm, matches))
    return false;
  diagnostic.note(
      "the pass manager has it, but its passes are not in the builder");
  diagnostic.help("call adopt(pm) first");
  return true;
}

void PassManagerBuilder::addBundle(
    StringRef name, function_ref<void(mlir::OpPassManager &)> populate,
    SourceLocation place) {
  PipelineImpl::PlaceScope here(getImpl(), place);
  if (!populate)
    return getImpl().defer(
        Diagnostic(DiagnosticCode::NoInstance,
                   "the bundle '{0}' has no function to be called", name));
  // With explicit nesting MLIR ends the process when an anchor does not fit.
  mlir::OpPassManager holder(getRoot().getOp(),
                             mlir::OpPassManager::Nesting::Implicit);
  populate(holder);
  PassReader reader;
  reader.take(holder);
  if (!reader.failures.empty()) {
    for (Diagnostic &failure : reader.failures)
      failure.note("in the bundle '{0}'", name);
    return getImpl().defer(makeError(std::move(reader.failures)));
  }
  PassBundle bundle(name);
  for (PassSpec &pass : reader.specs)
    bundle.add(std::move(pass));
  append(bundle, place);
}

Error PassManagerBuilder::adopt(StringRef text, StringRef name) {
  Expected<TextualPipeline> parsed = parseTextualPipeline(text, name);
  if (!parsed)
    return parsed.takeError();
  return parsed->appendTo(*this);
}

//===----------------------------------------------------------------------===//
// Registered pipelines
//===----------------------------------------------------------------------===//

/// The pipelines of `registerPipeline` that are composed now, each for the one
/// before it. Each has a builder of its own, so none of them can see that.
static thread_local std::vector<std::string> composing;

/// What went wrong in the pipelines of `registerPipeline` that a builder opens
/// now; null while MLIR's own parser does, which takes a text only.
static thread_local std::vector<Diagnostic> *composeFailures = nullptr;

/// Fails if composing `name` now would have no end.
static Error checkComposing(StringRef name) {
  auto begin = find(composing, name);
  if (begin != composing.end()) {
    Diagnostic diagnostic(DiagnosticCode::IncludeCycle,
                          "the pipeline '{0}' contains itself", name);
    for (const std::string &through : make_range(begin + 1, composing.end()))
      diagnostic.note("through '{0}'", through);
    return makeError(std::move(diagnostic));
  }
  if (composing.size() >= Pipeline::maxDepth)
    return Diagnostic(DiagnosticCode::TooLarge,
                      "pipelines are more than {0} deep in each other",
                      Pipeline::maxDepth);
  return Error::success();
}

Expected<std::optional<PassBundle>>
PassManagerBuilder::openPipeline(StringRef name, StringRef options,
                                 const AnchorPath &path) {
  // The names of passes come first, as in MLIR's own parser.
  if (lookupPassInfo(name))
    return std::nullopt;
  const mlir::PassPipelineInfo *info = lookupPipelineInfo(name);
  if (!info)
    return PassProvider::openPipeline(name, options, path);
  if (Error error = checkComposing(name))
    return error;

  // Nests of its own are what mlir-opt gives a pipeline, too; with explicit
  // nesting MLIR ends the process when an anchor does not fit.
  mlir::OpPassManager holder(path.getOp(),
                             mlir::OpPassManager::Nesting::Implicit);
  std::string messages;
  options = stripBraces(options);
  std::vector<Diagnostic> failures;
  auto *previous = std::exchange(composeFailures, &failures);
  scope_exit restore([previous] { composeFailures = previous; });
  mlir::LogicalResult result =
      info->addToPipeline(holder, options, [&](const Twine &message) {
        messages += message.str();
        return mlir::failure();
      });
  if (failed(result) && !failures.empty())
    return makeError(std::move(failures));
  if (failed(result))
    return makeBadOptions(name, options, messages);
  PassReader reader;
  reader.take(holder);
  if (!reader.failures.empty())
    return makeError(std::move(reader.failures));

  std::vector<std::string> outer = path.getOps();
  PassBundle bundle(name);
  for (PassSpec &pass : reader.specs) {
    // A module does not stand in anything else, so nothing of it would run.
    if (!pass.nest->empty() && pass.nest->front() == "builtin.module" &&
        path.getOp() != mlir::OpPassManager::getAnyOpAnchorName())
      return Diagnostic(DiagnosticCode::WrongAnchorOp,
                        "the pipeline '{0}' cannot run on '{1}': '{2}' runs on "
                        "'builtin.module' only",
                        name, path.getOp(), pass.name)
          .help("add it to a pipeline on 'builtin.module'");
    pass.nest->insert(pass.nest->begin(), outer.begin(), outer.end());
    if (pass.sharedDepth != PassSpec::unlimitedDepth)
      pass.sharedDepth += unsigned(outer.size());
    bundle.add(std::move(pass));
  }
  return std::optional<PassBundle>(std::move(bundle));
}

/// Composes and builds the pipeline `name`.
static Error composeInto(mlir::OpPassManager &target, StringRef name,
                         function_ref<Error(PassManagerBuilder &)> compose) {
  composing.push_back(name.str());
  scope_exit done([] { composing.pop_back(); });
  PassManagerBuilder builder(target);
  std::vector<Diagnostic> failures;
  std::optional<std::string> thrown =
      callThirdParty([&] { failures = takeDiagnostics(compose(builder)); });
  if (thrown)
    failures.push_back(Diagnostic(
        DiagnosticCode::PluginFailed,
        "the function of the pipeline '{0}' threw: {1}", name, *thrown));
  if (failures.empty())
    return builder.getImpl().isBuilt ? Error::success() : builder.build();
  builder.discard();
  return makeError(std::move(failures));
}

Error pmb::detail::registerPipeline(
    StringRef name, StringRef description,
    std::function<Error(PassManagerBuilder &, StringRef)> compose,
    std::function<void(function_ref<void(const mlir::detail::PassOptions &)>)>
        visit) {
  if (Error error = checkName("pipeline", name))
    return error;
  // MLIR ends the process when a name is given twice.
  bool isPass = lookupPassInfo(name);
  if (isPass || lookupPipelineInfo(name))
    return Diagnostic(DiagnosticCode::DuplicateName,
                      "MLIR knows a {0} '{1}' already",
                      isPass ? "pass" : "pipeline", name);
  mlir::registerPassPipeline(
      name, description,
      [compose = std::move(compose),
       name = name.str()](mlir::OpPassManager &target, StringRef text,
                          function_ref<mlir::LogicalResult(const Twine &)> fail)
          -> mlir::LogicalResult {
        // MLIR's own parser checks nothing before it comes here.
        if (Error error = checkComposing(name))
          return fail(toString(std::move(error)));
        Error error = composeInto(target, name, [&](auto &builder) {
          return compose(builder, text);
        });
        if (!error)
          return mlir::success();
        if (!composeFailures)
          return fail("the pipeline '" + name +
                      "' cannot be built: " + toString(std::move(error)));
        for (Diagnostic &failure : takeDiagnostics(std::move(error)))
          composeFailures->push_back(std::move(
              failure.note("the pipeline '{0}' cannot be built", name)));
        return mlir::failure();
      },
      std::move(visit));
  return Error::success();
}
