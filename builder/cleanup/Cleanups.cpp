//===- Cleanups.cpp - What the builder leaves out and adds ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/cleanup/Cleanups.h"
#include "builder/check/CompiledContract.h"
#include "builder/cleanup/CleanupPlan.h"
#include "builder/edit/Entry.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

bool Cleanups::isOwner(StringRef name) {
  if (!pipeline.foreignOrigin)
    return true;
  pipeline.defer(makeError(
      Diagnostic(DiagnosticCode::InsideTransaction,
                 pipeline.foreignOrigin->str() + " cannot set '" + name.str() +
                     "': that is up to the owner of the pipeline")
          .help("leave it to the framework, or set it outside of the "
                "transaction")));
  return false;
}

void Cleanups::set(bool CleanupSettings::*setting, bool value, StringRef name) {
  if (!isOwner(name))
    return;
  ++pipeline.revision;
  pipeline.onRollback([this, setting, previous = settings.*setting] {
    settings.*setting = previous;
  });
  settings.*setting = value;
}

void Cleanups::setDedupe(bool value) {
  set(&CleanupSettings::dedupe, value, "dedupe");
}

void Cleanups::setShare(bool value) {
  set(&CleanupSettings::share, value, "share");
}

void Cleanups::setEstablish(bool value) {
  set(&CleanupSettings::establish, value, "establish");
}

//===----------------------------------------------------------------------===//
// What is left out
//===----------------------------------------------------------------------===//

std::vector<CleanupAction> Cleanups::find(const Node *begin,
                                          const Node *end) const {
  CleanupPlan plan(pipeline.getList(), begin, end);
  if (settings.share)
    plan.share();
  if (settings.dedupe)
    plan.dedupe();
  std::vector<CleanupAction> found = plan.take();
  for (const CleanupAction &cleanup : established)
    if (cleanup.pass->isLinked() && cleanup.cause->isLinked())
      found.push_back(cleanup);
  llvm::stable_sort(found, [](const CleanupAction &a, const CleanupAction &b) {
    return a.pass->comesBefore(*b.pass);
  });
  return found;
}

Diagnostic Cleanups::describe(const CleanupAction &cleanup) const {
  std::string name = "'" + cleanup.pass->getName().str() + "'";
  switch (cleanup.kind) {
  case CleanupAction::Kind::Dropped:
    return Diagnostic(DiagnosticCode::PassDropped,
                      name + " is left out: an equal pass ran before, and "
                             "nothing in between changes what it has achieved")
        .at(pipeline.getRef(*cleanup.pass))
        .note("the one that runs", pipeline.getRef(*cleanup.cause));
  case CleanupAction::Kind::Shared:
    return Diagnostic(DiagnosticCode::CleanupShared,
                      name + " is left out: a later cleanup serves both")
        .at(pipeline.getRef(*cleanup.pass))
        .note("that cleanup begins with", pipeline.getRef(*cleanup.cause));
  case CleanupAction::Kind::Established:
    break;
  }
  return Diagnostic(DiagnosticCode::Established,
                    name + " was put in to establish '" + cleanup.property +
                        "'")
      .at(pipeline.getRef(*cleanup.pass))
      .note("required by", pipeline.getRef(*cleanup.cause));
}

std::string Cleanups::summarize(const CleanupAction &cleanup) const {
  std::string number =
      std::to_string(pipeline.list.countPassesBefore(*cleanup.cause));
  switch (cleanup.kind) {
  case CleanupAction::Kind::Dropped:
    return "left out: pass " + number + " has done it";
  case CleanupAction::Kind::Shared:
    return "left out: pass " + number + " serves both";
  case CleanupAction::Kind::Established:
    return "put in for pass " + number;
  }
  llvm_unreachable("unknown kind of cleanup");
}

Error Cleanups::keep(const Selector &selector) {
  return pipeline.atomically([&]() -> Error {
    SmallVector<Node *> nodes;
    if (Error error = pipeline.select(selector, nodes))
      return error;
    for (Node *begin : nodes)
      for (Node *node = begin;; node = node->getNext()) {
        if (node->isPass())
          pipeline.list.setKept(*node, true);
        if (node == begin->getEnd())
          break;
      }
    return Error::success();
  });
}

Error Cleanups::undo(const CleanupAction &cleanup) {
  return pipeline.atomically([&]() -> Error {
    Node *pass = const_cast<Node *>(cleanup.pass);
    if (!pass->isLinked())
      return makeError(Diagnostic(DiagnosticCode::UnknownPosition,
                                  "'" + pass->getName().str() +
                                      "' is not in the pipeline any more"));
    if (cleanup.kind != CleanupAction::Kind::Established) {
      pipeline.list.setKept(*pass, true);
      return Error::success();
    }
    pipeline.list.setEstablishable(*const_cast<Node *>(cleanup.cause), false);
    pipeline.list.unlink(pass);
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Cleanups that are asked for
//===----------------------------------------------------------------------===//

void Cleanups::setBundle(PassBundle own) {
  if (!isOwner("the cleanup bundle"))
    return;
  pipeline.onRollback(
      [this, previous = std::shared_ptr<PassBundle>(std::move(bundle))] {
        bundle = previous ? std::make_unique<PassBundle>(previous->clone())
                          : nullptr;
      });
  bundle = std::make_unique<PassBundle>(std::move(own));
}

Expected<PassBundle> Cleanups::getBundle() const {
  if (bundle)
    return bundle->clone();
  return pipeline.getCatalog().makeBundle("cleanup");
}

void Cleanups::addPasses() {
  Expected<PassBundle> own = getBundle();
  if (own)
    pipeline.append(*own);
  else
    pipeline.defer(own.takeError());
}

InsertResult Cleanups::addPasses(const Position &position) {
  Expected<PassBundle> own = getBundle();
  return own ? pipeline.insert(*own, position)
             : InsertResult(pipeline, own.takeError());
}

//===----------------------------------------------------------------------===//
// What is established
//===----------------------------------------------------------------------===//

/// Goes over the list once, with the properties that hold, and puts in what is
/// missing on the way.
class Cleanups::Establisher {
public:
  explicit Establisher(Cleanups &cleanups)
      : cleanups(cleanups), pipeline(cleanups.pipeline), list(pipeline.list) {}

  struct Failure {
    /// What requires it, and for whom that was put in, or the same.
    const Node *node, *user;
    Diagnostic diagnostic;
  };
  using Failures = std::vector<Failure>;
  /// Returns what cannot be established.
  Failures run();

private:
  using Properties = std::set<std::string, std::less<>>;

  const Contract *getContract(const Node &node) const {
    return node.isPass() ? &node.getDescriptor().contract
           : node.getKind() == Node::Kind::BundleBegin
               ? node.getBundle()->contract
               : nullptr;
  }
  StringRef getProvider(const PropertyEntry &need) const;
  void collectWanted();
  void pass(const Node &node);
  /// Puts in what is missing where `node` begins. Returns what was put in, from
  /// where to go on; null if there is nothing to put in.
  Node *establish(Node &node);
  Node *putIn(Node &node, const PropertyEntry &need);
  const BundleInstance *getForbidding(const Node &node) const;
  const Node *findEnder(const BundleInstance &region, const Node &node,
                        StringRef property) const;
  void fail(const Node &node, const PropertyEntry &need, std::string why,
            const BundleInstance *region = nullptr,
            const Node *ender = nullptr);

  Cleanups &cleanups;
  PipelineImpl &pipeline;
  PassList &list;
  /// What is required somewhere and has a provider; what of that holds here,
  /// and held where the bundles around begin.
  Properties wanted, held;
  SmallVector<Properties, 0> atBegin;
  /// What was tried, as nothing is tried twice, and whether a pass was put in
  /// of which nobody has said yet that it is of no use.
  std::map<std::pair<const Node *, std::string>, bool> wasPutIn;
  /// What is put in for one pass or bundle that was there before, for what it
  /// requires and for what that requires.
  struct Effort {
    const Node *node = nullptr;
    const PropertyEntry *need = nullptr;
    SmallVector<Node *, 1> added;
    bool isGivenUp = false;
  };
  MapVector<const Node *, Effort> efforts;
  /// For whom a pass was put in.
  DenseMap<const Node *, const Node *> users;
  const Node *getUser(const Node &node) const {
    auto it = users.find(&node);
    return it == users.end() ? &node : it->second;
  }
  Effort *beginEffort(const Node &node, const PropertyEntry &need);
  void takeBack();
  Failures failures;
};

StringRef Cleanups::Establisher::getProvider(const PropertyEntry &need) const {
  if (!need.establishedBy.empty())
    return need.establishedBy;
  const PropertyDescriptor *property =
      list.getCatalog().lookupProperty(need.property);
  return property ? StringRef(property->establishedBy) : StringRef();
}

void Cleanups::Establisher::collectWanted() {
  for (const Node &node : list.getNodes())
    if (const Contract *contract = getContract(node))
      for (const PropertyEntry &entry : contract->getProperties())
        if (entry.word == PropertyEntry::Word::Requires &&
            !getProvider(entry).empty())
          wanted.insert(entry.property);
}

void Cleanups::Establisher::pass(const Node &node) {
  if (node.getKind() == Node::Kind::Slot)
    return;
  if (node.getKind() == Node::Kind::BundleBegin) {
    atBegin.push_back(held);
    return;
  }
  Properties before = node.isPass() ? Properties() : atBegin.pop_back_val();
  for (const std::string &property : wanted) {
    const PropertyDescriptor *known =
        list.getCatalog().lookupProperty(property);
    switch (getPropertyEffect(list, node, property)) {
    case PropertyEffect::Provides:
      held.insert(property);
      break;
    case PropertyEffect::Ends:
      held.erase(property);
      break;
    case PropertyEffect::Preserves:
      if (before.count(property))
        held.insert(property);
      break;
    case PropertyEffect::None:
      if (node.isPass() && known && known->isFleeting)
        held.erase(property);
    }
  }
}

/// The outermost bundle around the place before `node` that takes no cleanups.
const BundleInstance *
Cleanups::Establisher::getForbidding(const Node &node) const {
  const BundleInstance *found = nullptr;
  for (const BundleInstance *at = node.getKind() == Node::Kind::BundleBegin
                                      ? node.getBundle()->parent
                                      : node.getBundle();
       at; at = at->parent)
    if (at->isContiguous || !at->noCleanup.empty())
      found = at;
  return found;
}

/// The first pass in the region that ends the property before `node`.
const Node *Cleanups::Establisher::findEnder(const BundleInstance &region,
                                             const Node &node,
                                             StringRef property) const {
  const PropertyDescriptor *known = list.getCatalog().lookupProperty(property);
  for (const Node *at = region.begin; at != &node; at = at->getNext()) {
    if (!at->isPass())
      continue;
    PropertyEffect effect = getPropertyEffect(list, *at, property);
    if (effect == PropertyEffect::Ends ||
        (effect == PropertyEffect::None && known && known->isFleeting))
      return at;
  }
  return nullptr;
}

void Cleanups::Establisher::fail(const Node &node, const PropertyEntry &need,
                                 std::string why, const BundleInstance *region,
                                 const Node *ender) {
  Diagnostic diagnostic(
      DiagnosticCode::CannotEstablish,
      "'" + need.property + "', which '" + node.getName().str() +
          "' requires, cannot be established: " + std::move(why));
  diagnostic.at(list.getRef(node));
  if (!need.reason.empty())
    diagnostic.note("'" + node.getName().str() + "': " + need.reason);
  if (region && !region->noCleanup.empty())
    diagnostic.note("no cleanup in '" + region->getName().str() +
                    "': " + region->noCleanup);
  if (ender)
    diagnostic.note("it does not hold behind", list.getRef(*ender));
  if (region)
    diagnostic.help("let the owner of '" + region->getName().str() + "' add '" +
                    getProvider(need).str() + "' to it, or move '" +
                    node.getName().str() + "' out of it");
  if (need.strength == Strength::Weak)
    diagnostic.severity = Severity::Warning;
  failures.push_back({&node, getUser(node), std::move(diagnostic)});
}

/// Returns null if enough was put in for it already.
Cleanups::Establisher::Effort *
Cleanups::Establisher::beginEffort(const Node &node,
                                   const PropertyEntry &need) {
  const Node *user = getUser(node);
  Effort &effort = efforts[user];
  if (!effort.node || user == &node) {
    effort.node = &node;
    effort.need = &need;
  }
  effort.isGivenUp |= effort.added.size() == maxEstablished;
  return effort.isGivenUp ? nullptr : &effort;
}

/// Takes out what was put in for nothing, and says so.
void Cleanups::Establisher::takeBack() {
  DenseSet<const Node *> gone;
  for (auto &[user, effort] : efforts) {
    if (!effort.isGivenUp)
      continue;
    for (Node *pass : effort.added) {
      gone.insert(pass);
      list.unlink(pass);
    }
  }
  if (gone.empty())
    return;
  pipeline.onRollback([cleanups = &cleanups, previous = cleanups.established] {
    cleanups->established = previous;
  });
  erase_if(cleanups.established, [&](const CleanupAction &cleanup) {
    return gone.contains(cleanup.pass);
  });
  // What is in the way of one of them does not matter any more.
  erase_if(failures, [&](const Failure &failure) {
    return efforts[failure.user].isGivenUp;
  });
  for (Failure &failure : failures)
    failure.diagnostic.at(list.getRef(*failure.node));
  for (auto &[user, effort] : efforts)
    if (effort.isGivenUp)
      fail(*effort.node, *effort.need,
           "that takes more than " + std::to_string(maxEstablished) +
               " passes");
}

Node *Cleanups::Establisher::putIn(Node &node, const PropertyEntry &need) {
  Effort *effort = beginEffort(node, need);
  if (!effort)
    return nullptr;
  std::string provider = getProvider(need).str();
  Node *before = &node;
  if (const BundleInstance *region = getForbidding(node)) {
    if (const Node *ender = findEnder(*region, node, need.property)) {
      fail(node, need,
           region->isContiguous ? "no pass can be put into the contiguous "
                                  "bundle '" +
                                      region->getName().str() + "'"
                                : "the bundle '" + region->getName().str() +
                                      "' takes no cleanup",
           region, ender);
      return nullptr;
    }
    before = region->begin;
  }
  // The largest nest that is not split: what the passes on both sides share.
  const AnchorPath *path = nullptr;
  for (const Node *at = before; (at = at->getPrevious());)
    if (at->isPass()) {
      path = &at->getAnchorPath();
      break;
    }
  const Node *user = &node;
  while (!user->isPass() && user != node.getEnd())
    user = user->getNext();
  AnchorPath *near = path ? &list.getPath(*AnchorPath::getCommonPrefix(
                                path, &user->getAnchorPath()))
                          : &list.getRoot();
  // It runs on all that the pass will run on.
  for (const Node *at = before; at != &node; at = at->getNext())
    while (makesNest(list, *at, *near))
      near = near->getParent();
  Origin origin = pipeline.setOrigin(Origin::builder(
      "'" + node.getName().str() + "' requires '" + need.property + "'"));
  Expected<Node *> added =
      pipeline.link(pipeline.open(PassSpec(provider)), near, before);
  pipeline.setOrigin(std::move(origin));
  if (!added) {
    for (Diagnostic &failure : takeDiagnostics(added.takeError())) {
      if (!failure.node)
        failure.at(list.getRef(node));
      failure.note("it is what establishes '" + need.property + "' for '" +
                   node.getName().str() + "'");
      failures.push_back({&node, getUser(node), std::move(failure)});
    }
    return nullptr;
  }
  effort->added.push_back(*added);
  users[*added] = getUser(node);
  cleanups.established.push_back(
      {CleanupAction::Kind::Established, *added, &node, need.property});
  // What was put in since is undone before.
  pipeline.onRollback(
      [cleanups = &cleanups] { cleanups->established.pop_back(); });
  if (before == &node)
    return *added;
  // Back to where the region begins.
  unsigned depth = before->getBundle()->getDepth();
  held = atBegin[depth];
  atBegin.truncate(depth);
  return *added;
}

Node *Cleanups::Establisher::establish(Node &node) {
  const Contract *contract = getContract(node);
  if (!contract || !node.canBeEstablished())
    return nullptr;
  for (const PropertyEntry &need : contract->getProperties()) {
    if (need.word != PropertyEntry::Word::Requires ||
        held.count(need.property) || getProvider(need).empty() ||
        !applies(list, node, need))
      continue;
    auto [it, isFirst] = wasPutIn.try_emplace({&node, need.property}, false);
    if (isFirst) {
      Node *added = putIn(node, need);
      it->second = added;
      if (added)
        return added;
    } else if (std::exchange(it->second, false)) {
      fail(node, need,
           "behind '" + getProvider(need).str() + "' it does not hold");
    }
  }
  return nullptr;
}

Cleanups::Establisher::Failures Cleanups::Establisher::run() {
  collectWanted();
  if (wanted.empty())
    return {};
  for (const CleanupAction &cleanup : cleanups.established)
    users[cleanup.pass] = getUser(*cleanup.cause);
  for (const std::string &property : list.getInterface().inputProperties)
    held.insert(property);
  // A provider may require something that is established for it in turn, and
  // so on; with more of them than properties it would never come to an end.
  size_t inARow = 0;
  for (Node *node = list.front(); node;) {
    if (Node *added = inARow <= wanted.size() ? establish(*node) : nullptr) {
      ++inARow;
      node = added;
      continue;
    }
    inARow = 0;
    pass(*node);
    node = node->getNext();
  }
  takeBack();
  return std::move(failures);
}

void Cleanups::removeNeedless() {
  auto isNeedless = [](const CleanupAction &cleanup) {
    return !cleanup.cause->isLinked();
  };
  if (none_of(established, isNeedless))
    return;
  pipeline.onRollback(
      [this, previous = established] { established = previous; });
  // What was put in for what was put in goes with it.
  for (bool isAny = true; isAny;) {
    isAny = false;
    erase_if(established, [&](const CleanupAction &cleanup) {
      if (!isNeedless(cleanup))
        return false;
      if (cleanup.pass->isLinked())
        pipeline.list.unlink(const_cast<Node *>(cleanup.pass));
      return isAny = true;
    });
  }
}

Error Cleanups::establish() {
  if (!settings.establish)
    return Error::success();
  removeNeedless();
  std::vector<Diagnostic> failures;
  for (Establisher::Failure &failure : Establisher(*this).run())
    failures.push_back(std::move(failure.diagnostic));
  return makeError(std::move(failures));
}

Error Cleanups::establishFor(ArrayRef<const Node *> added) {
  if (!settings.establish)
    return Error::success();
  removeNeedless();
  std::vector<Diagnostic> failures;
  for (Establisher::Failure &failure : Establisher(*this).run())
    if (failure.diagnostic.severity == Severity::Error &&
        any_of(added, [&](const Node *node) {
          return !failure.user->comesBefore(*node) &&
                 !node->getEnd()->comesBefore(*failure.user);
        }))
      failures.push_back(std::move(failure.diagnostic));
  return makeError(std::move(failures));
}
