//===- Establisher.cpp - Putting in what passes require -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/NodeContract.h"
#include "builder/cleanup/CleanupPlan.h"
#include "builder/cleanup/Cleanups.h"
#include "builder/edit/Linker.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <set>

using namespace pmb;
using namespace llvm;

/// Goes over the list with the properties that hold, and puts in what is
/// missing on the way. What turns out to be of no use is taken out, and the
/// list gone over again, so that another run changes nothing.
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
  /// A node, and a property that it requires.
  using Need = std::pair<const Node *, std::string>;

  /// Calls `visit` for each entry of a node by which it requires what has a
  /// provider.
  void forEachNeed(const Node &node,
                   function_ref<void(const PropertyEntry &)> visit) const;
  StringRef getProvider(const PropertyEntry &need) const;
  /// Adds what a node requires to `wanted`. Returns true if that is new.
  bool want(const Node &node);
  /// Notes that `pass` was put in for a need.
  void addProvider(const Need &need, Node *pass);
  /// True if `node` was put in, directly or not, for the sake of `property`.
  bool isPutInFor(const Node &node, StringRef property) const;
  /// Goes over the list once. Returns false if that must be done again: a pass
  /// was put in that requires what was not looked for, or after what failures
  /// count.
  bool walk();
  void pass(const Node &node);
  /// Puts in what is missing where `node` begins. Returns what was put in, from
  /// where to go on; null if there is nothing to put in.
  Node *establish(Node &node);
  Node *putIn(Node &node, const PropertyEntry &need);
  void fail(const Node &node, const PropertyEntry &need, StringRef why,
            const BundleInstance *region = nullptr,
            const Node *ender = nullptr);

  Cleanups &cleanups;
  PipelineImpl &pipeline;
  PassList &list;
  /// What is required somewhere and has a provider; what of that holds here,
  /// and held where the bundles around begin.
  Properties wanted, held;
  SmallVector<Properties, 0> atBegin;
  /// What was put in for a need, now or by a run before, and the reverse.
  std::map<Need, Node *> providers;
  DenseMap<const Node *, Need> needs;
  /// Where a property does not hold even right behind the pass that was put in.
  std::set<Need> inVain;
  /// What was put in and is of no use, and what this walk cannot establish.
  SetVector<Node *> useless;
  std::set<Need> failed;
  /// What is put in for one pass or bundle that was there before, for what it
  /// requires and for what that requires.
  struct Effort {
    SmallVector<Node *, 1> added;
    bool isGivenUp = false, isTakenBack = false;
  };
  MapVector<const Node *, Effort> efforts;
  /// For whom a pass was put in.
  const Node *getUser(const Node &node) const {
    const Node *user = &node;
    for (auto it = needs.find(user); it != needs.end(); it = needs.find(user))
      user = it->second.first;
    return user;
  }
  /// Takes out what is of no use, with all that was put in for it. Returns
  /// false if there is nothing.
  bool takeBack();
  Failures failures;
};

StringRef Cleanups::Establisher::getProvider(const PropertyEntry &need) const {
  if (!need.establishedBy.empty())
    return need.establishedBy;
  const PropertyDescriptor *property =
      list.getCatalog().lookupProperty(need.property);
  return property ? StringRef(property->establishedBy) : StringRef();
}

void Cleanups::Establisher::forEachNeed(
    const Node &node, function_ref<void(const PropertyEntry &)> visit) const {
  const Contract *contract =
      node.getKind() == Node::Kind::BundleEnd ? nullptr : lookupContract(node);
  if (contract)
    for (const PropertyEntry &entry :
         contract->getProperties(PropertyEntry::Word::Requires))
      if (!getProvider(entry).empty())
        visit(entry);
}

bool Cleanups::Establisher::want(const Node &node) {
  size_t known = wanted.size();
  forEachNeed(node,
              [&](const PropertyEntry &need) { wanted.insert(need.property); });
  return wanted.size() > known;
}

void Cleanups::Establisher::addProvider(const Need &need, Node *pass) {
  providers[need] = pass;
  needs.insert({pass, need});
}

bool Cleanups::Establisher::isPutInFor(const Node &node,
                                       StringRef property) const {
  const Node *at = &node;
  for (auto it = needs.find(at); it != needs.end(); it = needs.find(at)) {
    if (it->second.second == property)
      return true;
    at = it->second.first;
  }
  return false;
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
    PropertyEffect effect = getPropertyEffect(list, node, property);
    if (effect == PropertyEffect::Provides ||
        (effect == PropertyEffect::Preserves && before.count(property)))
      held.insert(property);
    else if (effect == PropertyEffect::Ends)
      held.erase(property);
  }
  // Of a registered pipeline that was put in, the begin stands for all of it.
  const Node *added = node.isPass() ? &node : node.getBundle()->begin;
  auto putInFor = needs.find(added);
  if (putInFor == needs.end() || held.count(putInFor->second.second))
    return;
  useless.insert(const_cast<Node *>(added));
  // One that a run before has put in may have got other options since.
  if (is_contained(efforts[getUser(*added)].added, added))
    inVain.insert(putInFor->second);
}

/// The first pass in the region that ends the property before `node`.
static const Node *findEnder(const PassList &list, const BundleInstance &region,
                             const Node &node, StringRef property) {
  for (const Node *at = region.begin; at != &node; at = at->getNext())
    if (at->isPass() && endsProperty(list, *at, property))
      return at;
  return nullptr;
}

void Cleanups::Establisher::fail(const Node &node, const PropertyEntry &need,
                                 StringRef why, const BundleInstance *region,
                                 const Node *ender) {
  Diagnostic diagnostic(
      DiagnosticCode::CannotEstablish,
      "'{0}', which '{1}' requires, cannot be established: {2}", need.property,
      node.getName(), why);
  diagnostic.at(list.getRef(node));
  if (!need.reason.empty())
    diagnostic.note("'{0}': {1}", node.getName(), need.reason);
  if (region && !region->noCleanup.empty())
    diagnostic.note("no cleanup in '{0}': {1}", region->getName(),
                    region->noCleanup);
  if (ender)
    diagnostic.note("it does not hold behind", list.getRef(*ender));
  if (region)
    diagnostic.help(
        "let the owner of '{0}' add '{1}' to it, or move '{2}' out of it",
        region->getName(), getProvider(need).str(), node.getName());
  if (need.strength == Strength::Weak)
    diagnostic.severity = Severity::Warning;
  failures.push_back({&node, getUser(node), std::move(diagnostic)});
}

bool Cleanups::Establisher::takeBack() {
  bool isAnyNew = !useless.empty();
  for (auto &[user, effort] : efforts)
    if (effort.isGivenUp && !std::exchange(effort.isTakenBack, true)) {
      isAnyNew = true;
      useless.insert(effort.added.begin(), effort.added.end());
    }
  if (!isAnyNew)
    return false;
  for (Node *pass : useless)
    if (pass->isLinked())
      list.unlinkWhole(pass);
  cleanups.removeNeedless();
  for (auto it = providers.begin(); it != providers.end();)
    it = it->second->isLinked() ? std::next(it) : providers.erase(it);
  return true;
}

Node *Cleanups::Establisher::putIn(Node &node, const PropertyEntry &need) {
  const Node *user = getUser(node);
  Effort &effort = efforts[user];
  effort.isGivenUp |= effort.added.size() == maxEstablished;
  if (effort.isGivenUp) {
    // Once for all that it requires.
    if (effort.isTakenBack && none_of(failures, [&](const Failure &failure) {
          return failure.user == user;
        }))
      fail(node, need,
           "that takes more than " + std::to_string(maxEstablished) +
               " passes");
    return nullptr;
  }
  std::string provider = getProvider(need).str();
  Node *before = &node;
  // The outermost bundle around the place that takes no cleanups.
  const auto *region = findOutermost<const BundleInstance>(
      node.getBundleAround(), [](const BundleInstance &around) {
        return around.isContiguous || !around.noCleanup.empty();
      });
  if (region) {
    if (const Node *ender = findEnder(list, *region, node, need.property)) {
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
  const Node *first = getRange(node).findPass();
  const AnchorPath *behind = &(first ? first : node.getEnd())->getAnchorPath();
  AnchorPath *near = &list.getRoot();
  for (const Node *at = before; (at = at->getPrevious());)
    if (at->isPass()) {
      near = &list.getPath(
          *AnchorPath::getCommonPrefix(&at->getAnchorPath(), behind));
      break;
    }
  // It runs on all that the pass will run on.
  for (const Node *at = before; at != &node; at = at->getNext())
    while (makesNest(list, *at, *near))
      near = near->getParent();
  Origin origin = pipeline.setOrigin(Origin::builder(
      "'" + node.getName().str() + "' requires '" + need.property + "'"));
  Recipe element{PassSpec(provider)};
  Linker linker(pipeline);
  Expected<Node *> added = linker.addOne(element, {near, before});
  // Of a registered pipeline, what is in it may have failed.
  if (Error error = linker.finish(added.takeError()))
    added = std::move(error);
  pipeline.setOrigin(std::move(origin));
  if (!added) {
    for (Diagnostic &failure : takeDiagnostics(added.takeError())) {
      if (!failure.node)
        failure.at(list.getRef(node));
      failure.note("it is what establishes '{0}' for '{1}'", need.property,
                   node.getName());
      failures.push_back({&node, getUser(node), std::move(failure)});
    }
    return nullptr;
  }
  effort.added.push_back(*added);
  addProvider({&node, need.property}, *added);
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
  Node *added = nullptr;
  if (!node.canBeEstablished())
    return added;
  forEachNeed(node, [&](const PropertyEntry &need) {
    Need key{&node, need.property};
    // With a provider that requires what it provides it would have no end.
    if (added || held.count(need.property) || failed.count(key) ||
        isPutInFor(node, need.property) || !applies(list, node, need))
      return;
    if (auto it = providers.find(key); it != providers.end()) {
      // Something behind it ends the property.
      useless.insert(it->second);
      return;
    }
    if (!inVain.count(key)) {
      added = putIn(node, need);
    } else {
      StringRef provider = getProvider(need);
      const PassDescriptor *known = list.getCatalog().lookupPass(provider);
      fail(node, need,
           known && known->hasContract
               ? "behind " + quote(provider) + " it does not hold"
               : "no contract says that " + quote(provider) + " provides it");
    }
    if (!added)
      failed.insert(std::move(key));
  });
  return added;
}

bool Cleanups::Establisher::walk() {
  failures.clear();
  failed.clear();
  useless.clear();
  atBegin.clear();
  const auto &input = list.getInterface().inputProperties;
  held = Properties(input.begin(), input.end());
  bool isAnyNew = false;
  for (Node *node = list.front(); node;) {
    if (Node *added = establish(*node)) {
      if (want(*added))
        return false;
      isAnyNew = true;
      node = added;
      continue;
    }
    pass(*node);
    node = node->getNext();
  }
  return failures.empty() || !isAnyNew;
}

Cleanups::Establisher::Failures Cleanups::Establisher::run() {
  for (const Node &node : list.getNodes())
    want(node);
  if (wanted.empty())
    return {};
  for (const CleanupAction &cleanup : cleanups.established)
    if (cleanup.pass->isLinked())
      addProvider({cleanup.cause, cleanup.property},
                  const_cast<Node *>(cleanup.pass));
  while (!walk() || takeBack())
    ;
  return std::move(failures);
}

void Cleanups::removeNeedless() {
  auto isNeedless = [](const CleanupAction &cleanup) {
    return !cleanup.cause->isLinked() || !cleanup.pass->isLinked();
  };
  if (none_of(established, isNeedless))
    return;
  pipeline.onRollback(
      [this, previous = established] { established = previous; });
  // What was put in for what was put in comes behind that, and goes with it.
  std::vector<CleanupAction> needed;
  for (CleanupAction &cleanup : established)
    if (!isNeedless(cleanup))
      needed.push_back(std::move(cleanup));
    else if (cleanup.pass->isLinked())
      pipeline.list.unlinkWhole(const_cast<Node *>(cleanup.pass));
  established = std::move(needed);
}

Error Cleanups::establish(std::optional<ArrayRef<const Node *>> added) {
  if (!settings.establish)
    return Error::success();
  removeNeedless();
  std::vector<Diagnostic> failures;
  for (Establisher::Failure &failure : Establisher(*this).run())
    if (!added || (failure.diagnostic.severity == Severity::Error &&
                   any_of(*added, [&](const Node *node) {
                     return getRange(*node).contains(*failure.user);
                   })))
      failures.push_back(std::move(failure.diagnostic));
  return makeError(std::move(failures));
}
