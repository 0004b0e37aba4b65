//===- NestChoice.cpp - The nest that a pass goes into --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/Linker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

/// What the passes of a nest run on: mostly the operation that it is called
/// after.
static StringRef getRunsOn(const Catalog &catalog, const AnchorPath &path) {
  StringRef op = path.getOp();
  if (!catalog.getRules().hasParameters)
    return op;
  const OperationDescriptor *known = catalog.lookupOperation(op);
  return !known ? op : known->runsOn.empty() ? known->name : known->runsOn;
}

/// True if what stands in `op` is known: MLIR's own containers.
static bool isKnownContainer(const Catalog &catalog, StringRef op) {
  const OperationDescriptor *known = catalog.lookupOperation(op);
  return known && (known->isTop || !known->parent.empty());
}

/// Whether a function of the program may as well stand in `op`, which is not
/// the whole program.
static bool holdsFunction(const Catalog &catalog, StringRef op,
                          const OperationDescriptor &function) {
  const OperationDescriptor *around = catalog.lookupOperation(function.parent);
  return function.isFunction && !function.isOnlyThere && around &&
         around->isTop && !catalog.isFunction(op) &&
         isKnownContainer(catalog, op);
}

/// The nest for `op` at a place in the nest `near`, in `root`, which is around
/// it; null if there is none.
static AnchorPath *findNest(const Catalog &catalog, AnchorPath *near,
                            AnchorPath *root, StringRef op,
                            unsigned depth = 0) {
  for (AnchorPath *path = near;; path = path->getParent()) {
    if (path->getOp() == op || getRunsOn(catalog, *path) == op)
      return path;
    if (path == root)
      break;
  }
  // On any operation there is no telling what is inside; and no module stands
  // in a function.
  const OperationDescriptor *known = catalog.lookupOperation(op);
  if (root->getOp() == "any" || (known && known->isTop))
    return nullptr;
  if (catalog.isFunction(near->getOp())) {
    if (near != root)
      near = near->getParent();
    else if (known && known->isSymbol)
      return nullptr;
  }
  if (known && !known->parent.empty() &&
      !holdsFunction(catalog, near->getOp(), *known))
    // A third party may say that very many stand in each other.
    near = depth < Pipeline::maxNestDepth
               ? findNest(catalog, near, root, known->parent, depth + 1)
               : nullptr;
  return near && near->getDepth() < Pipeline::maxNestDepth ? near->getNested(op)
                                                           : nullptr;
}

/// The help for a pass that was put on `here` and is to run on `there`.
static std::string describeNest(StringRef pass, const AnchorPath &here,
                                const AnchorPath &there) {
  const AnchorPath *common = AnchorPath::getCommonPrefix(&here, &there);
  std::string nested = pass.str();
  for (const AnchorPath *path = &there; path != common;
       path = path->getParent())
    nested = (path->getOp() + "(" + nested + ")").str();
  if (common == &here)
    return "write '" + nested + "'";
  const AnchorPath *beside = &here;
  while (beside->getParent() != common)
    beside = beside->getParent();
  return "put it beside '" + beside->getOp().str() + "(...)', " +
         (common == &there ? "into '" + there.getOp().str() + "'"
                           : "as '" + nested + "'");
}

static Error makeWrongNest(StringRef nest, const Twine &what,
                           const Twine &help) {
  return Diagnostic(DiagnosticCode::WrongAnchorOp, "'{0}' {1}", nest.str(),
                    what)
      .about(nest)
      .help(help.str());
}

/// Fails unless a nest has parameters that it takes: names, or one number.
static Error verifyParameters(const OperationDescriptor &nest, StringRef text,
                              StringRef parameters) {
  auto given = splitOptions(parameters);
  if (is_contained(nest.parameters, "N")) {
    unsigned number;
    bool isNumber =
        given.size() == 1 && !given[0].first.getAsInteger(10, number);
    return isNumber ? Error::success()
                    : makeWrongNest(text, "needs a number",
                                    "write '" + nest.name + "<4>(...)'");
  }
  for (const auto &[name, value] : given)
    if (!is_contained(nest.parameters, name))
      return makeWrongNest(text, "has no parameter '" + name + "'",
                           nest.parameters.empty()
                               ? "write '" + nest.name + "(...)'"
                               : "it takes '" + join(nest.parameters, "', '") +
                                     "'");
  return Error::success();
}

/// Fails unless a nest of a pass manager with parameters is a declared one, in
/// a nest that can have it.
static Error verifyNest(const Catalog &catalog, const AnchorPath &path) {
  StringRef text = path.getOp();
  auto [name, parameters] = splitParameters(text);
  const OperationDescriptor *known = catalog.lookupOperation(text);
  if (!known) {
    std::vector<StringRef> names = catalog.getOperations().getNames();
    std::string near = suggestNames(name, names, 1);
    return makeWrongNest(text, "is not a nest",
                         near.empty()
                             ? "nests are '" + join(names, "', '") + "'"
                             : didYouMean(near));
  }
  if (Error error = verifyParameters(*known, text, parameters))
    return error;
  if (!path.getParent())
    return Error::success();
  StringRef parent = path.getParent()->getOp();
  StringRef around = getRunsOn(catalog, *path.getParent());
  if (!known->standsIn.empty() && !is_contained(known->standsIn, around))
    return makeWrongNest(text, "cannot stand in '" + parent + "'",
                         "it stands in '" + join(known->standsIn, "' or '") +
                             "'");
  // One that is as good as not there.
  if (around == known->name && !parameters.empty())
    return makeWrongNest(text, "has no parameters in '" + parent + "'",
                         "write '" + name + "(...)', or leave it out");
  return Error::success();
}

Error Linker::verifyPath(AnchorPath *path, StringRef pass) {
  if (path->isVerified())
    return Error::success();
  if (path->getParent())
    if (Error error = verifyPath(path->getParent(), pass))
      return error;
  if (pipeline.getCatalog().getRules().hasParameters) {
    if (Error error = verifyNest(pipeline.getCatalog(), *path))
      return error;
  } else if (Error error = verifyAnchor(path->getOp(), pass)) {
    return error;
  }
  path->setVerified();
  // Those of texts and files are checked where their places are known.
  if (pipeline.currentOrigin->kind != Origin::Kind::File)
    pipeline.namedNests.push_back(path);
  return Error::success();
}

Error Linker::verifyAnchor(StringRef op, StringRef pass) {
  if (Error error = checkName("operation", op))
    return error;
  // Of one that seems to be misspelled, the check says so.
  if (!pipeline.getCatalog().canBeAnchor(op) &&
      !NameChecker(pipeline.getCatalog()).checkAnchor(NodeRef(op))) {
    StringRef dialect = op.take_front(op.find('.'));
    ArrayRef<std::string> anchors = pipeline.getCatalog().getAnchors(dialect);
    std::string message =
        "'" + pass.str() + "' cannot run on '" + op.str() + "': ";
    if (op == dialect && !anchors.empty())
      return Diagnostic(DiagnosticCode::WrongAnchorOp,
                        "{0}passes run on operations, and that is a dialect",
                        message)
          .about(op)
          .help("did you mean '{0}'?", join(anchors, "' or '"));
    return Diagnostic(DiagnosticCode::WrongAnchorOp,
                      "{0}'{1}' has no operation of that name that is isolated "
                      "from above",
                      message, dialect)
        .about(op)
        .help("add it to another nest");
  }
  return Error::success();
}

/// That of the pipeline, or of a pipeline in an option.
static AnchorPath *getTop(AnchorPath *path) {
  while (path->getParent())
    path = path->getParent();
  return path;
}

namespace {
/// A pass for which a nest is looked for.
class NestSearch {
public:
  NestSearch(PipelineImpl &pipeline, const Linker::Opened &pass,
             const Linker::Place &place)
      : pipeline(pipeline), catalog(pipeline.getCatalog()), pass(pass),
        near(place.path), top(getTop(place.path)),
        root(place.within ? place.within : top), slot(place.slot),
        anchor(pass.recipe->instance.getAnchor()),
        choices(pass.symbol->descriptor->anchorChoices) {
    if (anchor.empty())
      anchor = pass.symbol->descriptor->anchor;
  }

  /// The nest that it was given.
  Expected<AnchorPath *> takeGiven() const { return take(pass.nest); }
  /// A nest near the place.
  Expected<AnchorPath *> find() const;

private:
  std::optional<bool> ask(AnchorPath *path) const {
    const PassInstance &instance = pass.recipe->instance;
    return instance ? pipeline.provider.canRunOn(instance, *path)
                    : std::nullopt;
  }
  bool fits(AnchorPath *path) const;
  Error fail(AnchorPath *path) const;
  /// Fails unless the pass can run there.
  Expected<AnchorPath *> take(AnchorPath *path) const {
    return fits(path) ? Expected<AnchorPath *>(path) : fail(path);
  }

  PipelineImpl &pipeline;
  const Catalog &catalog;
  const Linker::Opened &pass;
  AnchorPath *near, *top;
  /// What is around all nests that may be chosen.
  AnchorPath *root;
  const Node *slot;
  StringRef anchor;
  ArrayRef<std::string> choices;
};
} // namespace

bool NestSearch::fits(AnchorPath *path) const {
  StringRef op = getRunsOn(catalog, *path);
  // MLIR runs a pass manager on any operation only on those that all of its
  // passes can run on.
  if (op == "any")
    return true;
  std::optional<bool> answer = ask(path);
  bool isAnchor = anchor.empty() || op == anchor || path->getOp() == anchor;
  if (!isAnchor || !answer.value_or(true))
    return false;
  if (!anchor.empty() || choices.empty() || is_contained(choices, op))
    return true;
  // The choices are operations of MLIR. One of a third party may do as well, if
  // the user says so, or the pass, and it is one that can say no. The word of
  // the user does not make another operation of a known dialect do.
  if (isKnownContainer(catalog, op))
    return false;
  if (answer && !ask(top).value_or(true))
    return true;
  return (pass.nest || path == root) &&
         !catalog.hasDialect(op.split('.').first);
}

/// True if `pass` lowers what programs stand in.
static bool lowersFunctions(const Catalog &catalog,
                            const PassDescriptor &pass) {
  return any_of(pass.contract.getContents(ContentsEntry::Word::Lowers),
                [&](const ContentsEntry &entry) {
                  return any_of(entry.items, [&](StringRef item) {
                    return item == catalog.getProgramDialect() ||
                           catalog.isFunction(item);
                  });
                });
}

Error NestSearch::fail(AnchorPath *path) const {
  StringRef name = pass.recipe->name;
  std::string needs = "the pass says that it cannot be scheduled there";
  if (!anchor.empty())
    needs = "it runs on '" + anchor.str() + "' only";
  else if (!choices.empty())
    needs = "it runs on '" + join(choices, "', '") + "' only";
  Diagnostic diagnostic(DiagnosticCode::WrongAnchorOp,
                        "'{0}' cannot run on '{1}': {2}", name, path->getOp(),
                        needs);
  diagnostic.about(path->getOp());
  StringRef op = anchor.empty() && !choices.empty() ? choices[0] : anchor;
  AnchorPath *better = op.empty() ? nullptr : findNest(catalog, path, top, op);
  if (better == path || (better && !fits(better)))
    better = nullptr;
  if (slot)
    diagnostic
        .note("what is added to the slot '{0}' stays in its nest",
              slot->getName())
        .help("insert it before or after a pass or a bundle{0}",
              better
                  ? ", or let the slot be in '" +
                        AnchorPath::getCommonPrefix(path, better)->str() + "'"
                  : std::string());
  else if (better) {
    // Out of a module of kernels, it lowers what stands beside that, too.
    bool isWider = !catalog.isFunction(path->getOp()) &&
                   lowersFunctions(catalog, *pass.symbol->descriptor);
    diagnostic.help(describeNest(name, *path, *better) +
                    (isWider ? ", where it lowers all functions" : ""));
    if (!isWider)
      diagnostic.betterNest = better->str();
  } else if (path == top)
    diagnostic.help("add it to a pipeline that is anchored on {0}",
                    !anchor.empty()   ? "'" + anchor.str() + "'"
                    : choices.empty() ? "an operation that it accepts"
                                      : "one of these");
  else
    diagnostic.help("add it to another nest");
  return diagnostic;
}

Expected<AnchorPath *> NestSearch::find() const {
  if (!catalog.getRules().choosesNests)
    return take(near);
  if (!anchor.empty()) {
    AnchorPath *path = findNest(catalog, near, root, anchor);
    // In a pass manager on any operation the pass says which ones are meant.
    if (!path && root->getOp() == "any")
      path = near->getOp() == "any" ? near : root;
    return path ? take(path) : fail(near);
  }
  for (AnchorPath *path = near;; path = path->getParent()) {
    if (fits(path))
      return path;
    if (path == root)
      break;
  }
  // A pass on an interface: try the operations that usually have it.
  SmallVector<StringRef> usual(choices.begin(), choices.end());
  if (usual.empty())
    for (const OperationDescriptor *operation : catalog.getOperations())
      if (operation->isUsual)
        usual.push_back(operation->name);
  // Of what stands in an operation of a third party only its own is known.
  StringRef rootOp = root->getOp();
  for (StringRef op : usual) {
    bool canContain = isKnownContainer(catalog, rootOp) ||
                      op.split('.').first == rootOp.split('.').first;
    AnchorPath *path = canContain ? findNest(catalog, near, root, op) : nullptr;
    if (path && fits(path))
      return path;
  }
  return fail(near);
}

Expected<AnchorPath *> Linker::choosePath(const Opened &pass,
                                          const Place &place) {
  if (place.within && !pass.nest)
    if (Error error = verifyPath(place.within, pass.recipe->name))
      return error;
  if (pass.nest)
    if (Error error = verifyPath(pass.nest, pass.recipe->name))
      return error;
  NestSearch search(pipeline, pass, place);
  return pass.nest ? search.takeGiven() : search.find();
}
