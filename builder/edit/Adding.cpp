//===- Adding.cpp - What is added, and to which nest ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/Entry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What is added
//===----------------------------------------------------------------------===//

Error PipelineImpl::makeTooManyNodes() {
  return makeError(Diagnostic(DiagnosticCode::TooLarge,
                              "the pipeline would have more than " +
                                  std::to_string(Pipeline::maxNodes) +
                                  " passes, slots and bundles"));
}

Error PipelineImpl::checkNestDepth(size_t depth) {
  if (depth <= Pipeline::maxNestDepth)
    return Error::success();
  return makeError(Diagnostic(DiagnosticCode::TooLarge,
                              "nests are more than " +
                                  std::to_string(Pipeline::maxNestDepth) +
                                  " deep"));
}

void Pipeline::appendBundle(StringRef name, StringRef options,
                            SourceLocation place) {
  Expected<PassBundle> bundle = getCatalog().makeBundle(name, options);
  if (bundle)
    append(*bundle, place);
  else
    impl->defer(bundle.takeError());
}

InsertResult Pipeline::insertBundle(StringRef name, const Position &position,
                                    StringRef options, SourceLocation place) {
  Expected<PassBundle> bundle = getCatalog().makeBundle(name, options);
  return bundle ? insert(*bundle, position, place)
                : InsertResult(*impl, bundle.takeError());
}

Error PipelineImpl::checkBraces(StringRef name, StringRef options) {
  if (options.empty())
    return Error::success();
  int depth = 0;
  for (char c : stripBraces(options)) {
    depth += (c == '{') - (c == '}');
    if (depth < 0)
      break;
  }
  if (depth == 0)
    return Error::success();
  return makeError(
      Diagnostic(DiagnosticCode::BadOptions,
                 "the options '" + options.str() + "' of '" + name.str() +
                     "' have a '" +
                     (depth < 0 ? "}' without a '{'" : "{' without a '}'"))
          .about(options));
}

/// The options that `describe` asks for are those of the instance. Not all of
/// them can be seen, so only what looks like another is an error.
Error PipelineImpl::verifyConditions(const PassSpec &pass) const {
  const PassDescriptor *known = getCatalog().lookupPass(pass.name);
  if (!pass.described->contract.isConditional() ||
      pass.described->hasOptionList)
    return Error::success();
  PassDescriptor own = *pass.described;
  if (known && known->hasOptionList) {
    own.options = known->options;
    own.hasOptionList = true;
    return getCatalog().verify(own, /*kindsMayCome=*/true);
  }
  std::string printed = pass.instance.getOptions();
  SmallVector<StringRef> names;
  for (auto [name, value] : splitOptions(printed))
    names.push_back(name);
  for (StringRef name : names)
    own.options.push_back({name.str(), ""});
  auto verify = [&](const auto &entries) -> Error {
    for (const ContractEntry &entry : entries) {
      if (entry.condition.kind != Condition::Kind::Option ||
          is_contained(names, entry.condition.name) ||
          suggestNames(entry.condition.name, names).empty())
        continue;
      own.hasOptionList = true;
      return getCatalog().verify(own, /*kindsMayCome=*/true);
    }
    return Error::success();
  };
  if (Error error = verify(own.contract.getOrder()))
    return error;
  if (Error error = verify(own.contract.getProperties()))
    return error;
  return verify(own.contract.getContents());
}

Error PipelineImpl::verifyDescription(PassSpec &pass) {
  if (!pass.described)
    if (Error error = pass.instance.getDescription().moveInto(pass.described))
      return error;
  if (!pass.described)
    return Error::success();
  // It is verified when it is new here.
  const Symbol *known = list.lookupSymbol(Target::Kind::Pass, pass.name);
  if (known && known->described == pass.described)
    return Error::success();
  if (Error error = getCatalog().verify(*pass.described,
                                        /*kindsMayCome=*/true, &getOptions()))
    return error;
  if (Error error = pass.described->contract.verifyReach(pass.name))
    return error;
  return verifyConditions(pass);
}

Error PipelineImpl::prepare(PassSpec &pass, const AnchorPath *nest) {
  if (pass.isInstance) {
    if (!pass.instance)
      return makeError(
          Diagnostic(DiagnosticCode::NoInstance,
                     pass.name.empty()
                         ? "the pass to be added is null"
                         : "the instance of '" + pass.name + "' is null")
              .help("an instance can be added once; create a new one for each "
                    "place"));
    if (Error error = verifyDescription(pass))
      return error;
    if (pass.options.empty())
      return Error::success();
    if (Error error = verifyPassesInOptions(pass.name, pass.options, nest))
      return error;
    return provider.applyOptions(pass.instance, pass.name, pass.options);
  }
  if (Error error = checkName("pass", pass.name))
    return error;
  if (Error error = verifyPassesInOptions(pass.name, pass.options, nest))
    return error;
  Expected<PassInstance> instance =
      provider.instantiate(pass.name, pass.options);
  if (!instance)
    return instance.takeError();
  pass.instance = std::move(*instance);
  if (Error error = verifyDescription(pass))
    return error;
  return checkBraces(pass.name, pass.options);
}

//===----------------------------------------------------------------------===//
// Choosing a nest
//===----------------------------------------------------------------------===//

/// The nest for `op` at a place in the nest `near`, or null if there is none.
static AnchorPath *findNest(const Catalog &catalog, AnchorPath *near,
                            StringRef op, unsigned depth = 0) {
  if (AnchorPath *path = near->findUpwards(op))
    return path;
  AnchorPath *root = near;
  while (root->getParent())
    root = root->getParent();
  // On any operation there is no telling what is inside; and no module stands
  // in a function.
  const OperationDescriptor *known = catalog.lookupOperation(op);
  if (root->getOp() == "any" || (known && known->isTop))
    return nullptr;
  if (known && !known->parent.empty()) {
    // A third party may say that very many stand in each other.
    AnchorPath *path = depth < Pipeline::maxNestDepth
                           ? findNest(catalog, near, known->parent, depth + 1)
                           : nullptr;
    return path && path->getDepth() < Pipeline::maxNestDepth
               ? path->getNested(op)
               : nullptr;
  }
  if (catalog.isFunction(near->getOp()) && near->getParent())
    near = near->getParent();
  return near->getNested(op);
}

/// True if what stands in `op` is known: MLIR's own containers.
static bool isKnownContainer(const Catalog &catalog, StringRef op) {
  const OperationDescriptor *known = catalog.lookupOperation(op);
  return known && (known->isTop || !known->parent.empty());
}

/// Tells somebody who has put a pass on `here` how to write it, as it is to run
/// on `there`.
static std::string describeNest(StringRef pass, const AnchorPath &here,
                                const AnchorPath &there) {
  const AnchorPath *common = AnchorPath::getCommonPrefix(&here, &there);
  std::string nested = pass.str();
  for (const AnchorPath *path = &there; path != common;
       path = path->getParent())
    nested = path->getOp().str() + "(" + nested + ")";
  if (common == &here)
    return "write '" + nested + "'";
  const AnchorPath *beside = &here;
  while (beside->getParent() != common)
    beside = beside->getParent();
  return "put it beside '" + beside->getOp().str() + "(...)', " +
         (common == &there ? "into '" + there.getOp().str() + "'"
                           : "as '" + nested + "'");
}

Error PipelineImpl::verifyPath(AnchorPath *path, StringRef pass) {
  if (path->isVerified())
    return Error::success();
  if (path->getParent())
    if (Error error = verifyPath(path->getParent(), pass))
      return error;
  if (Error error = verifyAnchor(path->getOp(), pass))
    return error;
  path->setVerified();
  // Those of texts and files are checked where their places are known.
  if (currentOrigin->kind != Origin::Kind::File)
    namedNests.push_back(path);
  return Error::success();
}

Error PipelineImpl::verifyAnchor(StringRef op, StringRef pass) {
  if (Error error = checkName("operation", op))
    return error;
  NodeRef ref;
  ref.name = op.str();
  // Of one that seems to be misspelled, the check says so.
  if (!getCatalog().canBeAnchor(op) &&
      !NameChecker(getCatalog()).checkAnchor(ref)) {
    StringRef dialect = op.take_front(op.find('.'));
    ArrayRef<std::string> anchors = getCatalog().getAnchors(dialect);
    std::string message =
        "'" + pass.str() + "' cannot run on '" + op.str() + "': ";
    if (op == dialect && !anchors.empty())
      return makeError(
          Diagnostic(DiagnosticCode::WrongAnchorOp,
                     message + "passes run on operations, and "
                               "that is a dialect")
              .about(op)
              .help("did you mean '" + join(anchors, "' or '") + "'?"));
    return makeError(Diagnostic(DiagnosticCode::WrongAnchorOp,
                                message + "'" + dialect.str() +
                                    "' has no operation of that name that is "
                                    "isolated from above")
                         .about(op)
                         .help("add it to another nest"));
  }
  return Error::success();
}

Expected<AnchorPath *> PipelineImpl::choosePath(const Entry &pass,
                                                AnchorPath *near) {
  const PassDescriptor &descriptor = *pass.symbol->descriptor;
  StringRef anchor = pass.instance.getAnchor();
  if (anchor.empty())
    anchor = descriptor.anchor;
  // As a rule the pass says no more than that, and fits where it is put.
  AnchorPath *path = pass.nest ? pass.nest : near;
  if ((!pass.nest || path->isVerified()) &&
      (anchor.empty() ? descriptor.anchorChoices.empty()
                      : path->getOp() == anchor) &&
      (!pass.instance ||
       provider.canRunOn(pass.instance, *path).value_or(true)))
    return path;
  return chooseOtherPath(pass, near, anchor);
}

Expected<AnchorPath *> PipelineImpl::chooseOtherPath(const Entry &pass,
                                                     AnchorPath *near,
                                                     StringRef anchor) {
  ArrayRef<std::string> choices = pass.symbol->descriptor->anchorChoices;
  auto ask = [&](AnchorPath *path) -> std::optional<bool> {
    return pass.instance ? provider.canRunOn(pass.instance, *path)
                         : std::nullopt;
  };
  auto fits = [&](AnchorPath *path) {
    StringRef op = path->getOp();
    // MLIR runs a pass manager on any operation only on those that all of its
    // passes can run on.
    if (op == "any")
      return true;
    std::optional<bool> answer = ask(path);
    if ((!anchor.empty() && op != anchor) || !answer.value_or(true))
      return false;
    if (!anchor.empty() || choices.empty() || is_contained(choices, op))
      return true;
    // The choices are operations of MLIR. One of a third party may do as well,
    // if the user says so, or the pass, and it is one that can say no. The word
    // of the user does not make another operation of a known dialect do.
    if (isKnownContainer(getCatalog(), op))
      return false;
    if (answer && !ask(&list.getRoot()).value_or(true))
      return true;
    return (pass.nest || path == &list.getRoot()) &&
           !getCatalog().hasDialect(op.split('.').first);
  };
  auto fail = [&](AnchorPath *path) -> Error {
    std::string needs;
    if (!anchor.empty())
      needs = "it runs on '" + anchor.str() + "' only";
    else if (!choices.empty())
      needs = "it runs on '" + join(choices, "', '") + "' only";
    else
      needs = "the pass says that it cannot be scheduled there";
    Diagnostic diagnostic(DiagnosticCode::WrongAnchorOp,
                          "'" + pass.getName().str() + "' cannot run on '" +
                              path->getOp().str() + "': " + needs);
    diagnostic.about(path->getOp());
    StringRef op = anchor.empty() && !choices.empty() ? choices[0] : anchor;
    AnchorPath *better =
        op.empty() ? nullptr : findNest(getCatalog(), path, op);
    if (better && better != path && fits(better))
      diagnostic.help(describeNest(pass.getName(), *path, *better));
    else if (path == &list.getRoot())
      diagnostic.help("add it to a pipeline that is anchored on " +
                      (!anchor.empty()   ? "'" + anchor.str() + "'"
                       : choices.empty() ? "an operation that it accepts"
                                         : "one of these"));
    else
      diagnostic.help("add it to another nest");
    return makeError(std::move(diagnostic));
  };

  if (AnchorPath *path = pass.nest) {
    if (Error error = verifyPath(path, pass.getName()))
      return error;
    return fits(path) ? Expected<AnchorPath *>(path) : fail(path);
  }
  if (!anchor.empty()) {
    AnchorPath *path = findNest(getCatalog(), near, anchor);
    // In a pass manager on any operation the pass says which ones are meant.
    if (!path && getRoot().getOp() == "any")
      path = near->getOp() == "any" ? near : &list.getRoot();
    return path && fits(path) ? Expected<AnchorPath *>(path)
                              : fail(path ? path : near);
  }
  for (AnchorPath *path = near; path; path = path->getParent())
    if (fits(path))
      return path;
  // A pass on an interface: try the operations that usually have it.
  SmallVector<StringRef> usual(choices.begin(), choices.end());
  if (usual.empty())
    for (const OperationDescriptor *operation : getCatalog().getOperations())
      if (operation->isUsual)
        usual.push_back(operation->name);
  // Of what stands in an operation of a third party only its own is known.
  StringRef rootOp = getRoot().getOp();
  auto canContain = [&](StringRef op) {
    return isKnownContainer(getCatalog(), rootOp) ||
           op.split('.').first == rootOp.split('.').first;
  };
  for (StringRef op : usual)
    if (AnchorPath *path =
            canContain(op) ? findNest(getCatalog(), near, op) : nullptr)
      if (fits(path))
        return path;
  return fail(near);
}

//===----------------------------------------------------------------------===//
// Adding to a nest
//===----------------------------------------------------------------------===//

Node *PipelineImpl::findLinked(Node *tail) {
  // What stood before a node when it was removed was removed later, if at all,
  // so this comes to an end.
  while (tail && !tail->isLinked())
    tail = tail->getPrevious();
  return tail;
}

Node *PipelineImpl::getNodeAfter(Node *tail) {
  return tail ? tail->getNext() : list.front();
}

Node *PipelineImpl::addToNest(PassSpec pass, AnchorPath *path, Node *tail) {
  Node *added = nullptr;
  defer(atomically([&]() -> Error {
    if (Error error = checkNestDepth(path->getDepth()))
      return error;
    return link(open(std::move(pass), path), path,
                getNodeAfter(findLinked(tail)))
        .moveInto(added);
  }));
  return added ? added->getEnd() : nullptr;
}

Node *PipelineImpl::addToNest(const PassBundle &bundle, AnchorPath *path,
                              Node *tail) {
  Node *added = nullptr;
  defer(atomically([&]() -> Error {
    if (Error error = checkNestDepth(path->getDepth()))
      return error;
    return link(open(bundle), path, getNodeAfter(findLinked(tail)))
        .moveInto(added);
  }));
  return added ? added->getEnd() : nullptr;
}

Node *PipelineImpl::addSlotToNest(StringRef name, AnchorPath *path,
                                  Node *tail) {
  Node *added = nullptr;
  defer(atomically([&] {
    return link(Entry::makeSlot(name), path, getNodeAfter(findLinked(tail)))
        .moveInto(added);
  }));
  return added;
}
