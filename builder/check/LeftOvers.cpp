//===- LeftOvers.cpp - What remains in the IR, and why --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/LeftOvers.h"
#include "builder/check/OutputItems.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What remains
//===----------------------------------------------------------------------===//

/// Whether the input has `memref.subview(static)` and nothing else speaks of
/// `memref.subview`.
bool LeftOvers::isAlone(unsigned id) const {
  StringRef name = names.items.getName(id), base = Item(name).getName();
  std::optional<unsigned> operation = names.items.lookup(base);
  const auto &input = trace.getInterface().inputContents;
  return base.contains('.') &&
         !(operation && end.getMayBe().contains(*operation)) && input &&
         is_contained(*input, name);
}

std::vector<unsigned> LeftOvers::findLeftOvers() const {
  OutputItems output(trace.getInterface(), pipeline.getCatalog(), names);
  bool isOutputKnown = trace.getInterface().outputContents.has_value();
  std::vector<unsigned> result;
  // Where only the output is known, DeadEnds.h tells all but what came back.
  // What came only behind its lowering has as good as come back.
  bool isAny = isOutputKnown && end.isClosed();
  end.getMayBe().forEach([&](unsigned id) {
    if ((isAny || end.getLowered().contains(id) ||
         end.getMissed().contains(id)) &&
        !output.isNamed(id) && (output.canBeLeft(id) || isAlone(id)) &&
        !end.getPromise(id))
      result.push_back(id);
  });
  llvm::sort(result, [&](unsigned a, unsigned b) {
    return names.items.getName(a) < names.items.getName(b);
  });
  return result;
}

const Node *LeftOvers::findClearing(const ItemHistory &story) const {
  const Node *latest = nullptr;
  for (unsigned blocker : story.blockers) {
    const Node *node = getStory(blocker).removedBy;
    if (node && story.blockedPass->comesBefore(*node))
      latest = getLater(latest, node);
  }
  return latest;
}

/// What was left alone because of something that itself stays for good is a
/// consequence, if the cause is at least as certain. `cf(!index)` stays as what
/// there is of `cf` does.
std::vector<bool> LeftOvers::findConsequences(ArrayRef<unsigned> all) const {
  // Where an item stands in `all`, and what a mark of an operation or a dialect
  // may be about.
  DenseMap<unsigned, size_t> places;
  StringMap<SmallVector<size_t, 2>> byBase;
  for (auto [i, id] : enumerate(all)) {
    StringRef name = names.items.getName(id);
    places[id] = i;
    byBase[name].push_back(i);
    if (StringRef dialect = Item(name).getDialect(); !dialect.empty())
      byBase[dialect].push_back(i);
  }
  std::vector<SmallVector<size_t, 2>> consequences(all.size());
  SmallVector<size_t> explained;
  for (auto [i, id] : enumerate(all)) {
    const ItemHistory &story = getStory(id);
    bool hasCause = false;
    auto addCause = [&, i = i, id = id](size_t cause) {
      if (cause == i || end.remains(all[cause]) < end.remains(id))
        return;
      consequences[cause].push_back(i);
      hasCause = true;
    };
    if (story.blockedPass && !findClearing(story))
      for (unsigned blocker : story.blockers) {
        if (auto it = places.find(blocker); it != places.end())
          addCause(it->second);
        StringRef name = names.items.getName(blocker);
        StringRef base = Item(name).getName();
        if (base == name || !end.getCertain().contains(blocker))
          continue;
        if (auto it = byBase.find(base); it != byBase.end())
          for_each(it->second, addCause);
      }
    if (!hasCause)
      explained.push_back(i);
  }
  // Begin with what is no consequence, so that of several that are in each
  // other's way none is forgotten.
  std::vector<bool> isConsequence(all.size());
  for (size_t next = 0; next < explained.size(); ++next)
    for (size_t i : consequences[explained[next]])
      if (!isConsequence[i]) {
        isConsequence[i] = true;
        explained.push_back(i);
      }
  return isConsequence;
}

std::optional<unsigned> LeftOvers::findTypeInTheWay(unsigned id) const {
  const ItemHistory &story = getStory(id);
  if (!story.blockedPass || findClearing(story))
    return std::nullopt;
  for (unsigned blocker : story.blockers)
    if (names.items.getName(blocker).starts_with("!"))
      return blocker;
  return std::nullopt;
}

bool LeftOvers::comesWith(unsigned id, unsigned type) const {
  const ItemHistory &story = getStory(id);
  if (story.blockedPass || story.getEarly() || story.ranOnNothing)
    return false;
  if (story.loweredBy)
    return story.leftWith && story.leftWith->contains(type);
  return any_of(names.carriers, [&](const Carriers *carriers) {
    return carriers->type == type && carriers->certain.contains(id);
  });
}

/// What a registered pipeline may undo of its own work is reported only with a
/// closed input: with an open one it concerns the author of the pipeline, not
/// its user.
bool LeftOvers::isWithinPipeline(const ItemHistory &story) const {
  const Node *culprit = story.blockedPass ? story.blockedPass : story.loweredBy;
  const Node *other =
      story.blockedPass ? findClearing(story) : story.introducedBy;
  return culprit && other && culprit->getPipeline() &&
         culprit->getPipeline() == other->getPipeline();
}

//===----------------------------------------------------------------------===//
// Grouping
//===----------------------------------------------------------------------===//

/// Folds a rejection into the left-over that causes it.
void LeftOvers::foldRejections(ArrayRef<unsigned> all,
                               ArrayRef<Group> late) const {
  if (!end.isClosed() || !trace.getInterface().outputContents)
    return;
  found.eraseKnown(
      [&](const Diagnostic &finding, const RuleFindings::Facts &rejection) {
        if (rejection.rejected.empty())
          return false;
        // A pass that is too early altogether finds what later ones remove.
        // What is certain is not folded into what is only possible.
        bool isEarly = any_of(late, [&](const Group &group) {
          return is_contained(group.early, rejection.node) &&
                 (finding.severity != Severity::Error ||
                  group.certainty >= Certainty::Likely);
        });
        bool isSaid = true;
        rejection.rejected.forEach([&](unsigned id) {
          bool isRemoved = isEarly && getStory(id).removedBy &&
                           rejection.node->comesBefore(*getStory(id).removedBy);
          isSaid &= isRemoved ||
                    (is_contained(all, end.getPromise(id).value_or(id)) &&
                     getSeverity(end.remains(id)) >= finding.severity);
        });
        return isSaid;
      });
}

void LeftOvers::reportEarly(ArrayRef<EarlyLowering> candidates) {
  const Node *lastInVain = nullptr;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].isInVain && !candidates[i].clearedBy &&
        candidates[i].node != lastInVain && describeInVain(candidates[i]))
      lastInVain = candidates[i].node;
    if (!candidates[i].clearedBy)
      continue;
    auto isSameMistake = [&](const EarlyLowering &other) {
      return other.node == candidates[i].node &&
             other.clearedBy == candidates[i].clearedBy;
    };
    // A pass with many entries made one mistake. The last entry is the most
    // general, as special ones come first; where it is known what is there, the
    // first one speaks.
    if (none_of(candidates[i].left.empty() ? candidates.drop_front(i + 1)
                                           : candidates.take_front(i),
                isSameMistake))
      describeEarly(candidates[i]);
  }
}

std::vector<LeftOvers::Group>
LeftOvers::groupByCause(ArrayRef<unsigned> all) const {
  // Where a kind of types is in the way of several passes, one that removes it
  // is missing, and all else comes of that.
  SmallSetVector<unsigned, 4> roots;
  for (unsigned id : all)
    if (std::optional<unsigned> type = findTypeInTheWay(id))
      roots.insert(*type);
  auto findRoot = [&](unsigned id) -> std::optional<unsigned> {
    if (std::optional<unsigned> type = findTypeInTheWay(id))
      return type;
    for (unsigned root : roots)
      if (comesWith(id, root))
        return root;
    return std::nullopt;
  };
  using Key =
      std::tuple<Certainty, bool, const Node *, const Node *, std::string>;
  std::map<Key, size_t> known;
  std::vector<Group> groups;
  std::vector<bool> isConsequence = findConsequences(all);
  for (size_t i = 0; i < all.size(); ++i) {
    unsigned id = all[i];
    const ItemHistory &story = getStory(id);
    // With an open input a cast may well stay because of something that may
    // stay too; that a reconciliation is too early was reported above.
    if (isConsequence[i] ||
        (!end.isClosed() && (names.items.getName(id).starts_with(castItem) ||
                             isWithinPipeline(story))))
      continue;
    Group group;
    group.certainty = end.remains(id);
    bool cameBack = end.getLowered().contains(id);
    std::string subject;
    if (std::optional<unsigned> type = findRoot(id)) {
      // All of it, however certain.
      subject = names.items.getName(*type).str();
    } else if (story.blockedPass) {
      group.culprit = story.blockedPass;
      group.other = findClearing(story);
    } else if (const Node *tooEarly = story.getEarly()) {
      group.culprit = tooEarly;
      group.other = story.introducedBy;
      // A pass that removes casts removes those of all types.
      if (names.items.getName(id).starts_with(castItem))
        subject = castItem;
    } else if (story.ranOnNothing) {
      group.culprit = story.ranOnNothing;
    } else if (const Node *leftDeadBy = findLeftDeadBy(id)) {
      group.culprit = leftDeadBy;
    } else if (story.loweredBy) {
      group.culprit = story.loweredBy;
    } else {
      StringRef name = names.items.getName(id);
      StringRef dialect = Item(name).getDialect();
      subject = (dialect.empty() ? name : dialect).str();
    }
    bool isCast = subject == castItem;
    bool isWhole = isCast || StringRef(subject).starts_with("!");
    Key key(isWhole ? Certainty::No : group.certainty, !isWhole && cameBack,
            group.culprit, isWhole ? nullptr : group.other, std::move(subject));
    auto [it, isNew] = known.try_emplace(std::move(key), groups.size());
    if (isNew)
      groups.push_back(std::move(group));
    Group &same = groups[it->second];
    same.certainty = std::max(same.certainty, end.remains(id));
    same.ids.push_back(id);
    if (isCast && same.other->comesBefore(*story.introducedBy))
      same.other = story.introducedBy;
  }
  return groups;
}

/// So many of one kind are one mistake.
static constexpr size_t several = 3;

/// What runs before several passes that all must come later is late, or they
/// are early: one mistake.
std::vector<LeftOvers::Group>
LeftOvers::takeLate(std::vector<Group> &groups) const {
  std::vector<Group> result;
  // With an open input it is not known what belongs together.
  if (!end.isClosed())
    return result;
  auto isEarly = [](const Group &group) {
    return group.culprit && group.other;
  };
  auto take = [&](function_ref<bool(const Group &)> isPart) {
    const Node *lastEarly = nullptr, *firstLate = nullptr;
    SmallSetVector<const Node *, 4> culprits;
    for (const Group &group : groups) {
      if (!isPart(group))
        continue;
      culprits.insert(group.culprit);
      lastEarly = getLater(lastEarly, group.culprit);
      if (!firstLate || group.other->comesBefore(*firstLate))
        firstLate = group.other;
    }
    if (culprits.size() < several || !lastEarly->comesBefore(*firstLate))
      return;
    Group whole;
    auto isWhole = [&](const Group &group) {
      return isPart(group) || (culprits.contains(group.culprit) &&
                               all_of(group.ids, [&](unsigned id) {
                                 const ItemMask *with = getStory(id).leftWith;
                                 bool isLater = false;
                                 if (with)
                                   with->forEach([&](unsigned other) {
                                     isLater |= getStory(other).removedBy &&
                                                lastEarly->comesBefore(
                                                    *getStory(other).removedBy);
                                   });
                                 return isLater;
                               }));
    };
    for (const Group &group : groups) {
      if (!isWhole(group))
        continue;
      whole.certainty = std::max(whole.certainty, group.certainty);
      whole.ids.insert(whole.ids.end(), group.ids.begin(), group.ids.end());
      if (group.other && !is_contained(whole.late, group.other))
        whole.late.push_back(group.other);
    }
    erase_if(groups, isWhole);
    whole.early.assign(culprits.begin(), culprits.end());
    for (auto *list : {&whole.early, &whole.late})
      llvm::sort(*list, ListOrder());
    result.push_back(std::move(whole));
  };
  // A bundle is early as a whole, whatever is wrong in it.
  SmallSetVector<const BundleInstance *, 4> bundles;
  for (const Group &group : groups)
    if (isEarly(group))
      if (const BundleInstance *bundle = findOutermost(
              group.culprit->getBundle(), [](auto &&) { return true; }))
        bundles.insert(bundle);
  for (const BundleInstance *bundle : bundles)
    take([&](const Group &group) {
      return isEarly(group) &&
             getRange(*bundle->begin).contains(*group.culprit) &&
             bundle->end->comesBefore(*group.other);
    });
  take(isEarly);
  SmallSetVector<const Node *, 4> lates;
  for (const Group &group : groups)
    if (isEarly(group))
      lates.insert(group.other);
  for (const Node *late : lates)
    take([&](const Group &group) {
      return group.culprit && group.other == late;
    });
  return result;
}

bool LeftOvers::lacksPass(const Group &group) const {
  const ItemHistory &story = getStory(group.ids.front());
  return !story.blockedPass && !story.ranOnNothing && !story.missedBy &&
         !findLeftDeadBy(group.ids.front()) && group.late.empty() &&
         (story.loweredBy || group.certainty >= Certainty::Likely);
}

void LeftOvers::findCommonCure(ArrayRef<Group> groups) {
  std::vector<unsigned> missing;
  size_t lacking = 0;
  for (const Group &group : groups) {
    if (!lacksPass(group))
      continue;
    append_range(missing, group.ids);
    // What one pass leaves may be of several dialects.
    StringSet<> dialects;
    for (unsigned id : group.ids)
      dialects.insert(Item(names.items.getName(id)).getRoot());
    lacking += dialects.size() > 1 ? several : 1;
  }
  if (lacking >= several)
    commonCure = ideas.findCommonCure(missing);
}

void pmb::checkLeftOvers(const Trace &trace, RuleFindings &findings) {
  LeftOvers(trace, findings).report();
}

void LeftOvers::report() {
  // What must not remain says more, where that is known.
  SmallVector<EarlyLowering, 0> early;
  if (!end.isClosed() || !trace.getInterface().outputContents)
    early = findEarlyLowerings(trace);
  reportEarlyWork(findEarlyWork(trace), early);
  std::vector<unsigned> all = findLeftOvers();
  bool hasEarly = any_of(early, [](const auto &candidate) {
    return candidate.clearedBy || candidate.isInVain;
  });
  auto isTold = [&](Certainty certainty) {
    return found.tellsPossible || getSeverity(certainty) != Severity::Off;
  };
  if (!hasEarly &&
      none_of(all, [&](unsigned id) { return isTold(end.remains(id)); }))
    return;
  tellStories(all);
  reportEarly(early);

  // One finding for what has one cause; what follows from another left-over is
  // not a finding of its own.
  std::vector<Group> groups = groupByCause(all);
  std::vector<Group> late = takeLate(groups);
  groups.insert(groups.begin(), late.begin(), late.end());
  erase_if(groups,
           [&](const Group &group) { return !isTold(group.certainty); });
  // Errors first, then in the order of the alphabet, as `all` is.
  llvm::stable_sort(groups, [](const Group &a, const Group &b) {
    return a.certainty > b.certainty;
  });
  findCommonCure(groups);
  for (Group &group : groups) {
    // Fixes take care of what is less certain.
    auto isLess = [&](unsigned id) {
      return end.remains(id) < group.certainty;
    };
    copy_if(group.ids, std::back_inserter(group.folded), isLess);
    erase_if(group.ids, isLess);
    llvm::sort(group.ids, [&](unsigned a, unsigned b) {
      return names.items.getName(a) < names.items.getName(b);
    });
    report(group);
  }
  foldRejections(all, late);
}
