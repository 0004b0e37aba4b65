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
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace pmb;
using namespace llvm;

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

  /// Calls `visit` for each entry of a node by which it requires what has a
  /// provider.
  void forEachNeed(const Node &node,
                   function_ref<void(const PropertyEntry &)> visit) const;
  StringRef getProvider(const PropertyEntry &need) const;
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
  /// What was tried, as nothing is tried twice, and whether a pass was put in
  /// that is not yet known to be of no use.
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
  const Node *user = getRange(node).findPass();
  const AnchorPath *behind = &(user ? user : node.getEnd())->getAnchorPath();
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
  Node *added = nullptr;
  if (node.canBeEstablished())
    forEachNeed(node, [&](const PropertyEntry &need) {
      if (added || held.count(need.property) || !applies(list, node, need))
        return;
      auto [it, isFirst] = wasPutIn.try_emplace({&node, need.property}, false);
      if (isFirst) {
        added = putIn(node, need);
        it->second = added != nullptr;
      } else if (std::exchange(it->second, false)) {
        StringRef provider = getProvider(need);
        const PassDescriptor *known = list.getCatalog().lookupPass(provider);
        fail(node, need,
             known && known->hasContract
                 ? "behind " + quote(provider) + " it does not hold"
                 : "no contract says that " + quote(provider) + " provides it");
      }
    });
  return added;
}

Cleanups::Establisher::Failures Cleanups::Establisher::run() {
  for (const Node &node : list.getNodes())
    forEachNeed(
        node, [&](const PropertyEntry &need) { wanted.insert(need.property); });
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
  // What was put in for what was put in comes behind that, and goes with it.
  std::vector<CleanupAction> needed;
  for (CleanupAction &cleanup : established)
    if (!isNeedless(cleanup))
      needed.push_back(std::move(cleanup));
    else if (cleanup.pass->isLinked())
      pipeline.list.unlink(const_cast<Node *>(cleanup.pass));
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
