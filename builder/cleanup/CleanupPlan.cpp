//===- CleanupPlan.cpp - Which passes need not run ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/cleanup/CleanupPlan.h"
#include "builder/check/NodeContract.h"
#include "builder/check/Trial.h"
#include "builder/cleanup/Idempotence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What contracts say of one pass
//===----------------------------------------------------------------------===//

/// Whether an item stands for an operation of a nest of `path`, or for all of
/// its dialect.
static bool namesNest(StringRef item, const AnchorPath &path) {
  for (const AnchorPath *at = &path; at->getDepth(); at = at->getParent())
    if (item == "*" || item == at->getOp() ||
        item == at->getOp().split('.').first)
      return true;
  return false;
}

/// Whether an entry that applies to a pass or a bundle is one of these.
template <typename Fn>
static bool anyContents(const PassList &list, const Node &node,
                        const AnchorPath &path, Fn isOne) {
  const Contract *contract = lookupContract(node);
  return contract && path.getDepth() &&
         any_of(contract->getContents(), [&](const ContentsEntry &entry) {
           return isOne(entry) && applies(list, node, entry);
         });
}

/// True if `node` lowers an operation of a nest of `path`: behind it, passes
/// there may have nothing to run on.
static bool lowersNest(const PassList &list, const Node &node,
                       const AnchorPath &path) {
  // What is lowered of an operation with a mark is the mark.
  auto isNamed = [&](StringRef item) { return namesNest(item, path); };
  return anyContents(list, node, path, [&](const ContentsEntry &entry) {
    return entry.word == ContentsEntry::Word::Lowers &&
           any_of(entry.items, isNamed);
  });
}

bool pmb::makesNest(const PassList &list, const Node &node,
                    const AnchorPath &path) {
  auto isNamed = [&](StringRef item) {
    return namesNest(Item(item).getName(), path);
  };
  return anyContents(list, node, path, [&](const ContentsEntry &entry) {
    return any_of(entry.getAdded(), isNamed);
  });
}

/// The options as they were given, or else as the instance prints them.
static std::string getWrittenOptions(const Node &node) {
  return node.isMadeFromName() ? stripBraces(node.getGivenOptions()).str()
                               : node.getOptions();
}

/// True if both have the same value for each option that the pass has, defaults
/// included.
static bool haveSameValues(const PassDescriptor &pass, StringRef a,
                           StringRef b) {
  return all_of(pass.options, [&](const OptionDescriptor &option) {
    return getOptionValue(pass, a, option.name).value_or("") ==
           getOptionValue(pass, b, option.name).value_or("");
  });
}

/// True if the two are known to be equal. `written` keeps the options of
/// `a` for further questions.
static bool isSamePass(const Node &a, std::optional<std::string> &written,
                       const Node &b) {
  if (a.getSymbol() != b.getSymbol() ||
      &a.getAnchorPath() != &b.getAnchorPath())
    return false;
  const PassDescriptor &pass = a.getDescriptor();
  // What a constructor was given cannot be seen unless the options tell all.
  if (!pass.hasOptionList && !(a.isMadeFromName() && b.isMadeFromName()))
    return false;
  if (!written)
    written = getWrittenOptions(a);
  std::string other = getWrittenOptions(b);
  return *written == other ||
         (pass.hasOptionList && haveSameValues(pass, *written, other));
}

static bool isMovable(const Node &node) {
  return !node.isKept() && !node.getContiguousAround() && !node.getPin();
}

void CleanupPlan::leaveOut(CleanupAction::Kind kind, const Node &pass,
                           const Node &cause) {
  leftOut.insert(&pass);
  found.push_back({kind, &pass, &cause, ""});
}

//===----------------------------------------------------------------------===//
// dedupe
//===----------------------------------------------------------------------===//

namespace {
/// What an idempotent pass has achieved, as long as nothing changes it. What
/// depends on its options is found out when an equal pass may follow, as
/// instances are slow to print them.
struct Achievement {
  const Node *by;
  PropertyNames properties;
  std::optional<std::string> options = std::nullopt;
  std::optional<bool> isAchieved = std::nullopt;

  /// True if `node` would only do it again. Equal options decide equally about
  /// both.
  bool isRepeatedBy(const PassList &list, const Node &node) {
    if (!isSamePass(*by, options, node))
      return false;
    if (!isAchieved)
      isAchieved = providesAll(by->getDescriptor().contract, properties,
                               EntryFilter(list, *by));
    return *isAchieved;
  }
  bool isKeptBy(const PassList &list, const Node &node) const {
    return keepsAll(node.getDescriptor().contract, properties,
                    EntryFilter(list, node)) &&
           !makesNest(list, node, by->getAnchorPath());
  }
};
} // namespace

void CleanupPlan::dedupe() {
  SmallVector<Achievement, 4> achieved;
  for (const Node *node = begin; node && node != end; node = node->getNext()) {
    if (node->getKind() == Node::Kind::BundleEnd) {
      erase_if(achieved, [&](const Achievement &achievement) {
        return makesNest(list, *node, achievement.by->getAnchorPath()) ||
               any_of(achievement.properties, [&](StringRef property) {
                 return getPropertyEffect(list, *node, property) ==
                        PropertyEffect::Ends;
               });
      });
      continue;
    }
    if (!node->isPass() || isLeftOut(*node))
      continue;
    // A pass that stands there once is never left out.
    bool isIdempotent = node->getSymbol()->count > 1 &&
                        mayRepeat(node->getDescriptor().contract);
    if (isIdempotent) {
      auto *equal = find_if(achieved, [&](Achievement &achievement) {
        return achievement.isRepeatedBy(list, *node);
      });
      if (equal != achieved.end()) {
        // It changes nothing, whether or not it can be left out.
        if (isMovable(*node))
          leaveOut(CleanupAction::Kind::Dropped, *node, *equal->by);
        continue;
      }
    }
    if (!achieved.empty())
      erase_if(achieved, [&](const Achievement &achievement) {
        return !achievement.isAchieved.value_or(true) ||
               !achievement.isKeptBy(list, *node);
      });
    if (isIdempotent)
      achieved.push_back({node, getProvided(node->getDescriptor().contract)});
  }
  keepBarriers(CleanupAction::Kind::Dropped);
}

//===----------------------------------------------------------------------===//
// share
//===----------------------------------------------------------------------===//

namespace {
/// Neighbouring passes of kind `cleanup`, with no mark of a bundle between.
struct Run {
  SmallVector<const Node *, 2> passes;
  bool isAtEndOfBundle = false;
};

/// A run that stays, for those before it.
struct Server {
  const Run *run;
  /// What is required between it and the run that is looked at.
  SmallSetVector<StringRef, 2> needed = {};
};
} // namespace

static bool isCleanup(const Node &node) {
  return node.getDescriptor().hasKind("cleanup") ||
         findInnermost(node.getBundle(), [](const BundleInstance &around) {
           return around.hasKind("cleanup");
         });
}

static std::vector<Run> findRuns(const Node *begin, const Node *end) {
  std::vector<Run> runs;
  // Whether the last run can go on, and whether no pass has come after it.
  bool isOpen = false, isLast = false;
  for (const Node *node = begin; node && node != end; node = node->getNext()) {
    if (node->isPass()) {
      isLast = isCleanup(*node);
      if (isLast && !isOpen)
        runs.emplace_back();
      if (isLast)
        runs.back().passes.push_back(node);
      isOpen = isLast;
    } else if (node->getKind() != Node::Kind::Slot) {
      if (isLast && node->getKind() == Node::Kind::BundleEnd)
        runs.back().isAtEndOfBundle = true;
      isOpen = false;
    }
  }
  return runs;
}

/// True if `server` does all that `run` does, in its order.
static bool serves(const Run &run, const Run &server) {
  const auto *at = server.passes.begin();
  for (const Node *pass : run.passes) {
    std::optional<std::string> written;
    at = std::find_if(at, server.passes.end(), [&](const Node *other) {
      return isSamePass(*pass, written, *other);
    });
    if (at == server.passes.end())
      return false;
    ++at;
  }
  return true;
}

/// Collects the properties that are required from `from` up to `to`. Returns
/// false if that is not known.
static bool collectNeeds(const PassList &list, const Node *from, const Node *to,
                         SmallSetVector<StringRef, 2> &needed) {
  for (const Node *node = from; node != to; node = node->getNext()) {
    const Contract *contract = lookupContract(*node);
    // A pass without a contract may need anything.
    if (node->isPass() &&
        (!node->getDescriptor().hasContract || contract->hasUnknownEffect()))
      return false;
    if (!contract || node->getKind() == Node::Kind::BundleEnd)
      continue;
    for (const PropertyEntry &need :
         contract->getProperties(PropertyEntry::Word::Requires))
      if (!needed.contains(need.property) && applies(list, *node, need))
        needed.insert(need.property);
  }
  return true;
}

/// True if what a pass of `run` runs on may be gone behind something from
/// `from` up to `to`.
static bool isLowered(const PassList &list, const Run &run, const Node *from,
                      const Node *to) {
  const AnchorPath *last = &list.getRoot();
  return any_of(run.passes, [&](const Node *pass) {
    const AnchorPath *path = &pass->getAnchorPath();
    if (path == std::exchange(last, path) || !path->getDepth())
      return false;
    return any_of(
        make_range(NodeIterator(from), NodeIterator(to)),
        [&](const Node &node) { return lowersNest(list, node, *path); });
  });
}

/// True if all that `run` does is done by `server`, before anything in between
/// requires it.
static bool canServe(const PassList &list, const Server &server,
                     const Run &run) {
  return serves(run, *server.run) &&
         none_of(server.needed, [&](StringRef property) {
           return any_of(run.passes, [&](const Node *pass) {
             return getPropertyEffect(list, *pass, property) ==
                    PropertyEffect::Provides;
           });
         });
}

void CleanupPlan::share() {
  std::vector<Run> runs = findRuns(begin, end);
  SmallVector<std::pair<const Run *, const Run *>> shared;
  auto leaveOutRun = [&](const Run &run, const Run &server) {
    for (const Node *pass : run.passes)
      leaveOut(CleanupAction::Kind::Shared, *pass, *server.passes.front());
  };
  // The nearest comes last. A far one may do more, but more may be required
  // before it.
  constexpr size_t maxServers = 4;
  SmallVector<Server, maxServers> servers;
  const Node *seen = end;
  for (const Run &run : reverse(runs)) {
    const Node *behind = run.passes.back()->getNext();
    SmallSetVector<StringRef, 2> needed;
    if (!collectNeeds(list, behind, seen, needed))
      servers.clear();
    erase_if(servers, [&](const Server &server) {
      return isLowered(list, *server.run, behind, seen);
    });
    seen = behind;
    for (Server &server : servers)
      server.needed.insert(needed.begin(), needed.end());
    bool mayGo = run.isAtEndOfBundle &&
                 all_of(make_pointee_range(run.passes), isMovable);
    auto server = find_if(reverse(servers), [&](const Server &other) {
      return mayGo && canServe(list, other, run);
    });
    if (server != servers.rend()) {
      shared.push_back({&run, server->run});
      leaveOutRun(run, *server->run);
      continue;
    }
    erase_if(servers,
             [&](const Server &other) { return serves(*other.run, run); });
    if (servers.size() == maxServers)
      servers.erase(servers.begin());
    servers.push_back({&run});
  }
  if (shared.empty())
    return;
  keepBarriers(CleanupAction::Kind::Shared);
  // Some of them may be wanted after all.
  PassList copy(list);
  Trial trial(copy);
  if (trial.make([&] {
        for (const CleanupAction &action : found)
          copy.unlink(copy.getTwin(action.pass));
      }))
    return;
  // Trials cost a check each, so there are few.
  constexpr unsigned maxTrials = 16;
  found.clear();
  leftOut.clear();
  for (auto [run, server] : ArrayRef(shared).take_front(maxTrials)) {
    ArrayRef<const Node *> passes = run->passes;
    if (trial.make([&] {
          for (const Node *pass : passes)
            copy.unlink(copy.getTwin(pass));
        }))
      leaveOutRun(*run, *server);
  }
  keepBarriers(CleanupAction::Kind::Shared);
}
