//===- PassManagerBuilder.cpp - Build an MLIR pass manager ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/PassManagerBuilder.h"
#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/list/NestWalk.h"
#include "builder/list/PatternSlot.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/NestRead.h"
#include "passmanager/ThirdPartyCall.h"
#include "passmanager/patterns/RewritePass.h"
#include "passmanager/runtime/OwnerRecorder.h"

using namespace pmb;
using namespace llvm;

PassManagerBuilder::PassManagerBuilder(mlir::PassManager &pm,
                                       const Catalog &catalog)
    : PassManagerBuilder(pm, pm.getContext(), catalog) {
  passManager = &pm;
}

PassManagerBuilder::PassManagerBuilder(mlir::OpPassManager &pm,
                                       mlir::MLIRContext *context,
                                       const Catalog &catalog)
    : PassProvider(catalog),
      PipelineBuilder(pm.getOpAnchorName(), catalog, /*provider=*/this), pm(pm),
      context(context) {}

PassManagerBuilder::~PassManagerBuilder() {
  if (getImpl().isBuilt || !getImpl().hasUncheckedEdits)
    return;
  Diagnostic diagnostic(
      DiagnosticCode::NotBuilt,
      "a pipeline on '{0}' with {1}{2} was composed and never built",
      getRoot().getOp(), size(), size() == 1 ? " pass" : " passes");
  if (!empty()) {
    const Node &first = *getPasses().begin();
    diagnostic.note("the first is '{0}', added by {1}", first.getName(),
                    getList().getRef(first).origin.str());
  }
  errs() << diagnostic.help("call build() in the end, or discard()").str();
}

void PassManagerBuilder::discard() { getImpl().discard(); }

void PassManagerBuilder::setPart(const Node *begin, const Node *end) {
  getImpl().part.set(begin, end);
}

void PassManagerBuilder::fail(Error error) {
  failureCount += bool(error);
  getImpl().defer(std::move(error));
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

PassManagerBuilder &
PassManagerBuilder::addPass(std::unique_ptr<mlir::Pass> pass,
                            SourceLocation place) {
  if (pass) {
    StringRef name = getPassName(*pass);
    getImpl().append(makeInstance(std::move(pass)), name, place);
  } else {
    PipelineBuilder::addPass(std::move(pass), place);
  }
  return *this;
}

bool PassManagerBuilder::runsThreads() const {
  return !context || context->isMultithreadingEnabled();
}

std::optional<bool> PassManagerBuilder::canRunOn(const PassInstance &instance,
                                                 const AnchorPath &path) {
  if (lastPath != &path || !lastOp) {
    // An operation of a dialect that is not loaded yet is not known; MLIR asks
    // again when it runs.
    lastPath = &path;
    lastOp = std::nullopt;
    if (context && path.getOp() != "any")
      lastOp = mlir::RegisteredOperationName::lookup(path.getOp(), context);
  }
  if (!lastOp)
    return std::nullopt;
  return canScheduleOn(*getPass(instance), *lastOp);
}

static Error makeNotCopyable(StringRef name) {
  return Diagnostic(DiagnosticCode::NotCopyable,
                    "'{0}' cannot be copied: its class overrides clonePass() "
                    "and returns null",
                    name)
      .help("let clonePass() make a copy");
}

/// Whether the catalog knows that an option cannot have its value. LLVM's
/// parsers print that to the standard error and return nothing, so they are not
/// asked. What an enum can be may differ from one MLIR to the other.
static bool hasBadValue(const Catalog &catalog, StringRef name,
                        StringRef options) {
  using Type = OptionDescriptor::Type;
  const PassDescriptor *known =
      options.empty() ? nullptr : catalog.lookupPass(name);
  return known && any_of(splitOptions(options), [&](const auto &given) {
           StringRef value = given.second;
           const OptionDescriptor *option = known->lookupOption(given.first);
           return option && option->values.empty() && !value.empty() &&
                  !StringRef("{\"'").contains(value.front()) &&
                  is_contained({Type::Bool, Type::Int32, Type::Int64,
                                Type::UInt32, Type::UInt64},
                               option->type) &&
                  !option->accepts(value);
         });
}

Expected<PassInstance> PassManagerBuilder::instantiate(StringRef name,
                                                       StringRef options) {
  const mlir::PassInfo *info = lookupPassInfo(name);
  if (!info) {
    Diagnostic diagnostic(DiagnosticCode::UnknownPass, "there is no pass '{0}'",
                          name);
    diagnostic.about(name);
    if (getCatalog().lookupPass(name)) {
      diagnostic.message += " in this program, though the catalog knows it";
      diagnostic.helpInCode(
          "link the library that has it, and register it with MLIR "
          "(mlir::registerTransformsPasses() and the like) before the pipeline "
          "is composed");
      return makeError(std::move(diagnostic));
    }
    bool isBundle = getCatalog().lookupBundle(name);
    if (isBundle)
      diagnostic.help("'{0}' is a bundle: add it as one", name);
    std::vector<StringRef> names;
    append_range(names, getCatalog().getPassNames());
    append_range(names, getPatternNames());
    names.push_back(rewritePass);
    names.push_back(convertPass);
    for (const upstream::PassTag &tag : upstream::allPasses)
      names.push_back(tag.argument);
    std::vector<std::string> registered = findNamesLike(name);
    append_range(names, registered);
    if (!suggest(diagnostic, name, names) && !isBundle)
      diagnostic.helpInCode("register the pass with mlir::registerPass, or the "
                            "patterns with pmb::registerPatterns, before the "
                            "pipeline is composed");
    return makeError(std::move(diagnostic));
  }

  StringRef inner = stripBraces(options);
  if (hasBadValue(getCatalog(), name, inner))
    return makeBadOptions(name, inner, "");
  std::string messages;
  std::unique_ptr<mlir::Pass> pass = createPass(*info, inner, messages);
  if (!pass)
    return makeBadOptions(name, inner, messages);
  if (!canBeCopied(*pass, info))
    return makeNotCopyable(name);
  return makeInstance(std::move(pass));
}

Error pmb::makeBadOptions(const Twine &what, StringRef options,
                          StringRef message, ArrayRef<StringRef> names) {
  message = message.trim();
  message.consume_front("<Pass-Options-Parser>:");
  Diagnostic diagnostic(
      DiagnosticCode::BadOptions,
      (what + " does not accept the options '" + options + "'").str());
  auto given = splitOptions(options);
  // Without a list nothing is known to be unknown.
  auto isUnknown = [&](const auto &option) {
    return !names.empty() && !is_contained(names, option.first);
  };
  auto unknown = find_if(given, isUnknown);
  if (!message.trim().empty())
    diagnostic.note(message.trim().str());
  else if (unknown != given.end())
    diagnostic.note("it has no option '{0}'", unknown->first);
  else if (given.size() == 1 && !options.contains('='))
    diagnostic.note("'{0}' is given no value", given[0].first);
  else if (given.size() == 1)
    diagnostic.note("'{0}' is not a value of '{1}'", given[0].second,
                    given[0].first);
  else if (!given.empty())
    diagnostic.note("one of them has a value that it cannot have");
  if (given.size() == 1 && given[0].second.contains('=') &&
      given[0].second.contains(','))
    diagnostic.help("options stand with blanks between them, not commas");
  for (const auto &option : make_filter_range(given, isUnknown))
    suggest(diagnostic, option.first, names);
  return makeError(std::move(diagnostic));
}

Error PassManagerBuilder::makeBadOptions(StringRef name, StringRef options,
                                         StringRef message) const {
  const PassDescriptor *known = getCatalog().lookupPass(name);
  return pmb::makeBadOptions("'" + name + "'", options, message,
                             known ? getNames(known->options)
                                   : std::vector<StringRef>());
}

Error PassManagerBuilder::applyOptions(PassInstance &instance, StringRef name,
                                       StringRef options) {
  options = stripBraces(options);
  if (hasBadValue(getCatalog(), name, options))
    return makeBadOptions(name, options, "");
  std::string messages;
  if (setPassOptions(*getPass(instance), options, messages))
    return Error::success();
  return makeBadOptions(name, options, messages);
}

Expected<PassInstance>
PassManagerBuilder::copyWithOptions(const PassInstance &instance,
                                    StringRef name, StringRef options) {
  const mlir::Pass &pass = *getPass(instance);
  options = stripBraces(options);
  auto fail = [&](StringRef why, StringRef note = "") -> Error {
    Diagnostic diagnostic(DiagnosticCode::BadOptions,
                          "options of the instance of '{0}' cannot be set: {1}",
                          name, why);
    if (!note.trim().empty())
      diagnostic.note(note.trim().str());
    return makeError(std::move(diagnostic.about(name).help(
        "add it by name, or with all of its options")));
  };
  if (hasUnprintableDefault(name))
    return fail(unprintableDefault);
  if (!canBeCopied(pass, nullptr))
    return makeNotCopyable(name);
  if (hasBadValue(getCatalog(), name, options))
    return makeBadOptions(name, options, "");
  std::string messages;
  if (!clonePass(pass, options, messages))
    return makeBadOptions(name, options, messages);
  // What a pass prints is what it has of options, and a list cannot be set a
  // second time; so all of them are set anew.
  std::string before = instance.getOptions();
  std::vector<std::pair<StringRef, std::string>> values;
  for (auto [option, value] : splitOptions(options))
    values.push_back({option, value.str()});
  std::unique_ptr<mlir::Pass> copy =
      clonePass(pass, addOptions(before, values), messages);
  if (!copy)
    return fail("MLIR cannot read the options that it prints", messages);
  PassInstance result = makeInstance(std::move(copy));
  std::string after = result.getOptions();
  auto isKept = [&](StringRef text, StringRef other) {
    return all_of(splitOptions(text), [&](const auto &option) {
      return any_of(
                 values,
                 [&](const auto &set) { return set.first == option.first; }) ||
             is_contained(splitOptions(other), option);
    });
  };
  if (!isKept(before, after) || !isKept(after, before))
    return fail("others would change with them",
                "it would have the options '" + after + "'");
  return result;
}

void PassManagerBuilder::loadDialects(mlir::MLIRContext &context) const {
  loadCanonicalization(context);
  if (!dialects)
    return;
  context.appendDialectRegistry(*dialects);
  for (StringRef name : dialects->getDialectNames())
    context.getOrLoadDialect(name);
}

void PassManagerBuilder::registerDialects(const mlir::DialectRegistry &added) {
  if (!dialects)
    dialects = std::make_unique<mlir::DialectRegistry>();
  added.appendTo(*dialects);
  if (context)
    context->appendDialectRegistry(added);
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Error PassManagerBuilder::checkAll() {
  if (Error error = getImpl().verifyEditable())
    return error;
  warnings.clear();
  undescribed.clear();
  std::vector<Diagnostic> findings = check();
  // Without contents of the input or output the question is not how certain the
  // answer is.
  const PipelineInterface &ends = getInterface();
  auto severities = getImpl().getSeverities();
  if (!ends.inputContents && !ends.outputContents &&
      none_of(make_first_range(severities), [](DiagnosticCode code) {
        return code == DiagnosticCode::UnknownEffect;
      }))
    erase_if(findings, [](const Diagnostic &finding) {
      return finding.code == DiagnosticCode::UnknownEffect;
    });
  std::vector<Diagnostic> errors;
  for (Diagnostic &finding : findings)
    (finding.severity == Severity::Error ? errors : warnings)
        .push_back(std::move(finding));
  if (errors.empty() && empty())
    errors.push_back(
        Diagnostic(DiagnosticCode::EmptyPipeline, "the pipeline has no passes")
            .help(pm.empty() || adopted
                      ? "add a pass before building"
                      : "add a pass before building; what the pass manager "
                        "has can be edited after adopt(pm)"));
  return makeError(std::move(errors));
}

void PassManagerBuilder::planCleanups() {
  leftOut.clear();
  const PipelinePart &part = getImpl().part;
  undescribed = getCleanups().find(part.getBegin(), part.getEnd());
  for (const CleanupAction &cleanup : undescribed)
    if (cleanup.kind != CleanupAction::Kind::Established)
      leftOut.insert(cleanup.pass);
}

void PassManagerBuilder::describeCleanups() const {
  for (const CleanupAction &cleanup : std::exchange(undescribed, {}))
    warnings.push_back(getCleanups().describe(cleanup));
}

void PassManagerBuilder::forEachInPart(function_ref<void(Node &)> visit) {
  const PipelinePart &part = getImpl().part;
  for (Node *node = part.getFirst(); node && node != part.getEnd();
       node = node->getNext())
    if (node->isPass() && !leftOut.contains(node))
      visit(*node);
}

template <typename TakeFn>
void PassManagerBuilder::flatten(mlir::OpPassManager &target, TakeFn take) {
  SmallVector<mlir::OpPassManager *, 4> nests = {&target};
  NestWalk walk(getRoot());
  if (recorder)
    recorder->begin(getImpl().getRevision(),
                    /*hasEnd=*/!getImpl().part.getEnd());
  forEachInPart([&](Node &node) {
    walk.enter(
        node, [&](StringRef op) { nests.push_back(&nests.back()->nest(op)); },
        [&] { nests.pop_back(); });
    std::unique_ptr<mlir::Pass> pass = take(node);
    if (recorder)
      recorder->add(*pass, node);
    nests.back()->addPass(std::move(pass));
  });
}

Error PassManagerBuilder::enableAttribution(
    std::shared_ptr<PassOwners> shared) {
  if (Error error = getImpl().verifyOutsideTransaction(
          "enable attribution",
          "let the owner of the pipeline enable it, outside of the "
          "transaction"))
    return error;
  if (Error error = getImpl().verifyEditable())
    return error;
  if (recorder)
    return Diagnostic(DiagnosticCode::AlreadyAttributed,
                      "attribution is enabled for this pipeline already")
        .help("enable it once; getOwners() has what it remembers");
  if (!passManager && !shared)
    return Diagnostic(DiagnosticCode::NotAttributed,
                      "a pipeline that is run inside a pass has no pass "
                      "manager that could report who owns its passes")
        .help("give enableAttribution() the owners of the builder whose pass "
              "manager runs the pass");
  if (!passManager && !shared->isAttached())
    return Diagnostic(DiagnosticCode::NotAttributed,
                      "the owners to be shared are attached to no pass "
                      "manager, so they would report nothing")
        .help("take those of the builder whose pass manager runs the pass, or "
              "call attachTo()");
  if (!shared)
    shared = std::make_shared<PassOwners>();
  // Two builders may fill one pass manager.
  if (passManager && !shared->isAttachedTo(*passManager))
    if (Error error =
            shared->attachTo(*passManager, PassOwners::Reported::Emissions,
                             /*runsCopies=*/false))
      return error;
  recorder = std::make_unique<OwnerRecorder>(std::move(shared), *this);
  return Error::success();
}

std::shared_ptr<PassOwners> PassManagerBuilder::getOwners() const {
  return recorder ? recorder->getOwners() : nullptr;
}

Error PassManagerBuilder::verifyReady(const mlir::OpPassManager &target) const {
  if (Error error = verifyNotRunning(target))
    return error;
  bool hasThreads =
      context ? context->isMultithreadingEnabled() : getInterface().isThreaded;
  return hasThreads ? verifyLoader() : Error::success();
}

Error PassManagerBuilder::build() {
  if (Error error = getImpl().verifyOutsideTransaction(
          "build the pipeline",
          "only edit it; the owner of the pipeline builds it, after the "
          "transaction"))
    return error;
  if (Error error = getImpl().verifyEditable())
    return error;
  // What keeps it from being built is returned.
  getImpl().hasUncheckedEdits = false;
  if (Error error = verifyReady(pm))
    return error;
  if (adopted)
    if (Error error = adoptAdded())
      return error;
  if (Error error = checkAll())
    return error;
  if (Error error = getImpl().part.verify())
    return error;
  planCleanups();
  planPatterns();
  if (passManager)
    loadDialects(*context);
  else if (context)
    loadCanonicalization(*context);
  if (adopted)
    pm.clear();
  flatten(pm, [&](Node &node) {
    if (auto it = rewrites.find(&node); it != rewrites.end())
      return std::move(it->second);
    bool isPrintable =
        node.isMadeFromName() || !hasUnprintableDefault(node.getName());
    PassInstance instance = getImpl().list.takeInstance(node, isPrintable);
    return std::unique_ptr<mlir::Pass>(
        static_cast<mlir::Pass *>(instance.release()));
  });
  getImpl().isBuilt = true;
  return Error::success();
}

Error PassManagerBuilder::flattenInto(mlir::OpPassManager &target) {
  if (Error error = getImpl().verifyEditable())
    return error;
  if (target.getOpAnchorName() != getRoot().getOp())
    return Diagnostic(
        DiagnosticCode::WrongAnchorOp,
        "a pipeline on '{0}' cannot be flattened into a pass manager on '{1}'",
        getRoot().getOp(), target.getOpAnchorName());
  if (Error error = verifyReady(target))
    return error;
  // A pass may do this for each operation that it runs on.
  if (!checked || checked->first != getImpl().getRevision() ||
      !(checked->second == getInterface())) {
    checked.reset();
    if (Error error = checkAll())
      return error;
    checked.emplace(getImpl().getRevision(), getInterface());
    checkedWarnings = warnings.size();
  }
  if (Error error = getImpl().part.verify())
    return error;
  warnings.erase(warnings.begin() + checkedWarnings, warnings.end());
  planCleanups();
  // The list may be another when `getWarnings` is called.
  describeCleanups();
  planPatterns();
  // All copies first: a target that was half filled would be of no use.
  std::vector<std::unique_ptr<mlir::Pass>> copies;
  copies.reserve(size());
  Error failure = Error::success();
  forEachInPart([&](const Node &node) {
    if (auto it = rewrites.find(&node); it != rewrites.end())
      copies.push_back(std::move(it->second));
    else
      copies.push_back(clonePass(*getPass(node.getInstance())));
    if (!copies.back() && !failure)
      failure = makeNotCopyable(node.getName());
  });
  if (failure)
    return failure;
  // Inside of a pass none may be loaded.
  if (passManager && !isRunning(pm))
    loadDialects(*context);
  auto next = copies.begin();
  flatten(target, [&](const Node &) { return std::move(*next++); });
  return Error::success();
}
