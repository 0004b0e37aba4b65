//===- LeftOvers.cpp - What remains in the IR, and why --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/LeftOvers.h"
#include "builder/check/Cures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <map>

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// EarlyLowerings
//===----------------------------------------------------------------------===//

void EarlyLowerings::observe(const Node &node, const ContentsChange &change,
                             const ContentsState &state) {
  // Several contracts may speak for one pass; it does not replace itself.
  if (!candidates.empty())
    erase_if(candidates, [&](const Candidate &candidate) {
      return candidate.node != &node &&
             candidate.from.intersects(change.contract.touched) &&
             (candidate.clearedBy ||
              candidate.from.intersects(change.contract.intended));
    });
  if (change.kept)
    for (Candidate &candidate : candidates) {
      ItemMask touched = candidate.from;
      touched.erase(*change.kept);
      if (!touched.empty())
        candidate.unknown = &node;
    }
  for (const ContentsChange::Effect &effect : change.effects) {
    const CompiledContract::Lowering &lowering = *effect.lowering;
    const ItemMask &from = effect.getFrom();
    if (effect.outcome.removes())
      for (Candidate &candidate : candidates)
        // Casts go once nothing converts their type any more; what is lowered
        // to something else still has it. A weak entry may find no such type.
        if (candidate.node != &node &&
            (!candidate.isCast ||
             (!lowering.conversions.empty() &&
              lowering.entry->strength == Strength::Strong)) &&
            state.getMayBe().intersects(candidate.blockers, from))
          candidate.clearedBy = &node;
    if (lowering.unless.empty() || lowering.isInPassing() ||
        (state.isClosed() && !effect.outcome.isSurelyBlocked()))
      continue;
    ItemMask blockers = state.getMayBe().getCommon(lowering.unless);
    if (blockers.empty())
      continue;
    candidates.push_back(
        {&node, &lowering, from, std::move(blockers), lowering.lowersCasts});
    if (!state.isClosed())
      continue;
    candidates.back().left = state.getCertain().getCommon(from);
    auto isDone = [](const ContentsChange::Effect &other) {
      return other.outcome.happens() && !other.lowering->isInPassing();
    };
    candidates.back().isInVain =
        !lowering.lowersCasts && !change.kept &&
        none_of(change.effects, isDone) &&
        all_of(change.given, [](Truth given) { return given == Truth::No; });
  }
}

//===----------------------------------------------------------------------===//
// Stories
//===----------------------------------------------------------------------===//

void LeftOvers::tellStories() {
  stories.assign(names.items.size(), Story());
  removedBy.assign(names.items.size(), nullptr);
  ContentsState state(names, pipeline.getInterface().inputContents);
  ItemSet properties = check.getInputProperties();
  auto introduce = [&](const ItemMask &mask, const Node &node) {
    mask.forEach([&](unsigned id) {
      stories[id].introducedBy = &node;
      stories[id].blockedPass = stories[id].unknown = nullptr;
    });
  };
  auto lower = [&](unsigned id, const Node &node,
                   const CompiledContract::Lowering &lowering,
                   LoweringOutcome outcome) {
    Story &story = stories[id];
    if (outcome.blocked == Truth::No) {
      story.loweredBy = &node;
      story.blockedPass = nullptr;
      if (outcome.removes())
        removedBy[id] = &node;
      return;
    }
    if (lowering.isInPassing())
      return;
    story.blockedPass = &node;
    story.blockers.clear();
    bool isSure = outcome.blocked == Truth::Yes;
    const ItemSet &there = isSure ? state.getCertain() : state.getMayBe();
    there.getCommon(isSure ? lowering.unless : lowering.unlessMaybe)
        .forEach([&](unsigned blocker) { story.blockers.push_back(blocker); });
    names.sortByFirst(story.blockers);
  };
  auto observe = [&](const Node &node, const ContentsChange &change) {
    if (change.kept)
      for (unsigned id = 0; id < names.items.size(); ++id)
        if (!change.expected.contains(id))
          stories[id].unknown = &node;
    for (const ContentsChange::Effect &effect : change.effects)
      state.getMayBe().forEachCommon(effect.getFrom(), [&](unsigned id) {
        lower(id, node, *effect.lowering, effect.outcome);
      });
    // What one entry adds is not lowered by another: it comes last.
    for (const ContentsChange::Effect &effect : change.effects) {
      if (!effect.outcome.happens())
        continue;
      for (const auto &conversion : effect.lowering->conversions)
        stories[conversion.carriers->cast].convertedBy = &node;
      introduce(effect.lowering->to, node);
      introduce(effect.lowering->sometimes, node);
    }
    for (size_t i = 0; i < change.given.size(); ++i)
      if (change.given[i] != Truth::No) {
        introduce(change.contract.introductions[i].to, node);
        introduce(change.contract.introductions[i].sometimes, node);
      }
  };
  auto visit = [&](const Node *node) {
    // A cast is introduced where it was not there before.
    for (const Carriers *known : names.carriers) {
      const Carriers &carriers = *known;
      bool isThere = state.getMayBe().contains(carriers.cast);
      Story &story = stories[carriers.cast];
      if (isThere && !story.wasThere && story.convertedBy) {
        story.introducedBy = story.convertedBy;
        story.blockedPass = story.unknown = nullptr;
      }
      story.wasThere = isThere;
    }
    if (!node || !node->isPass())
      return;
    std::optional<unsigned> gone = check.findGone(node->getAnchorPath(), state);
    if (!gone) {
      // What is not there yet when the pass that is to lower it runs.
      if (state.isClosed())
        for (const CompiledContract::Lowering &lowering :
             check.getContract(*node).lowerings)
          if (!lowering.entry->isPartial && !lowering.isInPassing())
            lowering.from.forEach([&](unsigned id) {
              if (!stories[id].missedBy && !state.getMayBe().contains(id))
                stories[id].missedBy = node;
            });
      return;
    }
    for (const CompiledContract::Lowering &lowering :
         check.getContract(*node).lowerings)
      lowering.from.forEach([&](unsigned id) {
        stories[id].ranOnNothing = node;
        stories[id].goneOperation = *gone;
      });
  };
  check.sweep(state, properties, observe, visit);
}

std::vector<unsigned> LeftOvers::findLeftOvers() const {
  const PipelineInterface &interface = pipeline.getInterface();
  ItemMask allowed;
  if (interface.outputContents)
    for (const std::string &item : *interface.outputContents)
      allowed.insert(names.items.getMembers(item));
  std::vector<unsigned> result;
  for (unsigned id = 0; id < names.items.size(); ++id) {
    bool cameBack = end.getLowered().contains(id);
    bool isKnown = end.isClosed() || end.getCertain().contains(id);
    if (!end.getMayBe().contains(id) || allowed.contains(id) ||
        !(cameBack || (interface.outputContents && isKnown)))
      continue;
    StringRef name = names.items.getName(id);
    // A module is never lowered, and types go with their operations.
    bool isQualified = ItemTable::getBase(name).size() != name.size();
    if (name != "builtin.module" && name != "builtin" &&
        !name.starts_with("!") &&
        (!isQualified || name.starts_with(castItem)) && !end.getPromise(id))
      result.push_back(id);
  }
  llvm::sort(result, [&](unsigned a, unsigned b) {
    return names.items.getName(a) < names.items.getName(b);
  });
  return result;
}

const Node *LeftOvers::findClearing(const Story &story) const {
  const Node *latest = nullptr;
  for (unsigned blocker : story.blockers) {
    const Node *node = removedBy[blocker];
    if (node && story.blockedPass->comesBefore(*node) &&
        (!latest || latest->comesBefore(*node)))
      latest = node;
  }
  return latest;
}

/// What was left alone because of something that itself stays for good is a
/// consequence, if the cause is at least as certain.
std::vector<bool> LeftOvers::findConsequences(ArrayRef<unsigned> all) const {
  std::vector<bool> isConsequence(all.size());
  std::vector<SmallVector<size_t, 2>> causes(all.size());
  SmallVector<size_t> explained;
  for (size_t i = 0; i < all.size(); ++i) {
    const Story &story = stories[all[i]];
    if (story.blockedPass && !findClearing(story))
      for (size_t j = 0; j < all.size(); ++j)
        if (j != i && is_contained(story.blockers, all[j]) &&
            end.remains(all[j]) >= end.remains(all[i]))
          causes[i].push_back(j);
    if (causes[i].empty())
      explained.push_back(i);
  }
  // Begin with what is no consequence, so that of several that are in each
  // other's way none is forgotten.
  for (size_t next = 0; next < explained.size(); ++next)
    for (size_t i = 0; i < all.size(); ++i)
      if (!isConsequence[i] && is_contained(causes[i], explained[next])) {
        isConsequence[i] = true;
        explained.push_back(i);
      }
  return isConsequence;
}

/// What a registered pipeline may do to its own work with an open input is for
/// those who registered it; where it is known what is there, the user wants to
/// know.
bool LeftOvers::isWithinPipeline(const Story &story) const {
  const Node *culprit = story.blockedPass ? story.blockedPass : story.loweredBy;
  const Node *other =
      story.blockedPass ? findClearing(story) : story.introducedBy;
  return culprit && other && culprit->getPipeline() &&
         culprit->getPipeline() == other->getPipeline();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Why a finding is a guess, if a pass with an unknown effect is to blame.
void LeftOvers::noteUnknown(Diagnostic &diagnostic, const Node *unknown) const {
  if (unknown)
    diagnostic.notes.insert(diagnostic.notes.begin(),
                            {"not certain, as it is not known what this does",
                             pipeline.getRef(*unknown)});
}

void LeftOvers::describe(ArrayRef<unsigned> ids, Truth certainty,
                         std::vector<Diagnostic> &findings) {
  bool isError = certainty >= Truth::Likely;
  const Story &story = stories[ids.front()];
  bool cameBack = end.getLowered().contains(ids.front());
  bool isLeftOver = pipeline.getInterface().outputContents && end.isClosed();

  std::string what;
  constexpr size_t limit = 4;
  SmallVector<StringRef> shown;
  for (unsigned id : ids) {
    StringRef name = ItemTable::getBase(names.items.getName(id));
    if (!is_contained(shown, name))
      shown.push_back(name);
  }
  for (auto [index, name] : enumerate(ArrayRef(shown).take_front(limit)))
    what += (index == 0                  ? "'"
             : index + 1 == shown.size() ? " and '"
                                         : ", '") +
            name.str() + "'";
  if (shown.size() > limit)
    what += " and " + std::to_string(shown.size() - limit) + " more";
  bool isPlural = shown.size() > 1;
  what += certainty == Truth::Maybe ? " may stay in the IR"
          : certainty == Truth::Likely
              ? (isPlural ? " probably stay in the IR"
                          : " probably stays in the IR")
          : isPlural ? " stay in the IR"
                     : " stays in the IR";

  DiagnosticCode code =
      isLeftOver || !cameBack
          ? (isError ? DiagnosticCode::LeftOver : DiagnosticCode::MayBeLeftOver)
          : (isError ? DiagnosticCode::CameBack : DiagnosticCode::MayComeBack);
  auto noteIntroduced = [&](Diagnostic &diagnostic) {
    if (story.introducedBy)
      diagnostic.note("introduced by", pipeline.getRef(*story.introducedBy));
    else if (end.isClosed())
      diagnostic.note(isPlural ? "they are in the input"
                               : "it is in the input");
  };
  auto add = [&](Diagnostic diagnostic) {
    if (!isError)
      noteUnknown(diagnostic, story.unknown);
    for (unsigned id : ids)
      diagnostic.items.push_back(names.items.getName(id).str());
    findings.push_back(std::move(diagnostic));
  };

  if (story.blockedPass) {
    std::string blocker =
        "'" + names.items.getName(story.blockers.front()).str() + "'";
    const Node *clearing = findClearing(story);
    if (clearing) {
      for (unsigned id : story.blockers)
        if (removedBy[id] == clearing)
          blocker = "'" + names.items.getName(id).str() + "'";
      Diagnostic diagnostic(code, what + ": " + quote(*story.blockedPass) +
                                      " runs too early, while " + blocker +
                                      " is in its way");
      diagnostic.at(pipeline.getRef(*story.blockedPass))
          .note(blocker + " is removed only later, by",
                pipeline.getRef(*clearing));
      fixEarly(diagnostic, *story.blockedPass, *clearing);
      add(std::move(diagnostic));
      return;
    }
    Diagnostic diagnostic(code, what + ": " + quote(*story.blockedPass) +
                                    " leaves " + (isPlural ? "them" : "it") +
                                    " alone while " + blocker +
                                    " is there, and nothing removes that");
    diagnostic.at(pipeline.getRef(*story.blockedPass));
    std::vector<std::string> passes;
    if (!check.isTrial)
      passes = findCures(pipeline, names.items, story.blockers.front());
    if (!passes.empty())
      diagnostic.help("add a pass before it that removes " + blocker + ": '" +
                      join(passes, "' or '") + "'");
    add(std::move(diagnostic));
    return;
  }
  if (const Node *tooEarly = story.getEarly()) {
    const BundleInstance *around = story.introducedBy->getPipeline();
    Diagnostic diagnostic(
        code, what + ": " + quote(*tooEarly) + " runs too early, before " +
                  quote(*story.introducedBy, tooEarly) + " introduces " +
                  (isPlural ? "them" : "it"));
    diagnostic.at(pipeline.getRef(*tooEarly))
        .note("introduced by", pipeline.getRef(*story.introducedBy))
        .help("or run '" + tooEarly->getName().str() + "' once more after " +
              (around ? "'" + around->getName().str() + "'" : "it"));
    fixEarly(diagnostic, *tooEarly, *story.introducedBy);
    add(std::move(diagnostic));
    return;
  }
  if (story.ranOnNothing) {
    StringRef op = names.items.getName(story.goneOperation);
    const Node *remover = removedBy[story.goneOperation];
    Diagnostic diagnostic(code, what + ": " + quote(*story.ranOnNothing) +
                                    " has nothing to run on, because '" +
                                    op.str() + "' has been lowered before it");
    diagnostic.at(pipeline.getRef(*story.ranOnNothing));
    if (remover)
      diagnostic.note("lowered by", pipeline.getRef(*remover))
          .fixedBy(makeMove(pipeline.getRef(*story.ranOnNothing), true,
                            pipeline.getRef(*remover)))
          .orBy(makeMove(pipeline.getRef(*remover), false,
                         pipeline.getRef(*story.ranOnNothing)));
    add(std::move(diagnostic));
    return;
  }
  Diagnostic diagnostic(code, story.loweredBy
                                  ? what + ": " + quote(*story.loweredBy) +
                                        " does not lower all of " +
                                        (isPlural ? "them" : "it")
                                  : what + ": nothing in the pipeline lowers " +
                                        (isPlural ? "them" : "it"));
  if (story.loweredBy)
    diagnostic.at(pipeline.getRef(*story.loweredBy));
  else if (story.introducedBy)
    diagnostic.at(pipeline.getRef(*story.introducedBy));
  noteIntroduced(diagnostic);
  if (check.isTrial) {
    add(std::move(diagnostic));
    return;
  }
  std::vector<std::string> passes =
      findCures(pipeline, names.items, ids.front(),
                story.introducedBy ? story.introducedBy->getName() : "");
  // What does not lower all of it does not when it runs once more either.
  if (story.loweredBy &&
      any_of(check.getContract(*story.loweredBy).lowerings,
             [&](const CompiledContract::Lowering &lowering) {
               return lowering.entry->isPartial &&
                      lowering.from.contains(ids.front());
             }))
    llvm::erase(passes, story.loweredBy->getName());
  if (!passes.empty()) {
    diagnostic.help(
        "add a pass that lowers " +
        (isPlural ? "'" + shown.front().str() + "'" : std::string("it")) +
        ": '" + join(passes, "' or '") + "'");
    if (story.introducedBy)
      diagnostic.fixedBy(makeInsert(passes.front(), "", /*before=*/false,
                                    pipeline.getRef(*story.introducedBy)));
    // The others do much else besides.
    diagnostic.orBy(makeInsertAnywhere(passes.front()));
  }
  add(std::move(diagnostic));
}

void LeftOvers::fixEarly(Diagnostic &diagnostic, const Node &early,
                         const Node &late) const {
  if (check.isTrial)
    return;
  NodeRef first = pipeline.getRef(early), second = pipeline.getRef(late);
  Fix move = makeMove(first, /*before=*/false, second);
  Fix again = makeInsert(early.getName(), early.getGivenOptions(),
                         /*before=*/false, second);
  // What others have put there has its reasons; and a registered pipeline moves
  // with all that is in it.
  bool isOwn = first.pipeline == second.pipeline &&
               early.getOrigin().isSameParty(late.getOrigin());
  diagnostic.fixedBy(isOwn ? move : again)
      .orBy(isOwn ? again : move)
      .orBy(makeMove(second, /*before=*/true, first))
      .orBy(makeInsertAnywhere(early.getName(), early.getGivenOptions()));
}

void LeftOvers::describeEarly(const EarlyLowerings::Candidate &candidate,
                              std::vector<Diagnostic> &findings) {
  ItemMask removed;
  candidate.blockers.forEach([&](unsigned id) {
    if (removedBy[id] && candidate.node->comesBefore(*removedBy[id]))
      removed.insert(id);
  });
  std::string blocker =
      removed.empty() ? "" : names.items.getName(names.getFirst(removed)).str();
  const ContentsEntry &entry = *candidate.lowering->entry;
  Diagnostic diagnostic(
      DiagnosticCode::TooEarly,
      quote(*candidate.node) + " runs too early: it leaves '" +
          (candidate.left.empty()
               ? entry.items.front()
               : names.items.getName(names.getFirst(candidate.left)).str()) +
          "' alone while '" + blocker + "' is there, which " +
          quote(*candidate.clearedBy, candidate.node) + " removes only later");
  diagnostic.at(pipeline.getRef(*candidate.node));
  if (!entry.reason.empty())
    diagnostic.note(quote(*candidate.node) + ": " + entry.reason);
  diagnostic.note("what clears its way", pipeline.getRef(*candidate.clearedBy));
  fixEarly(diagnostic, *candidate.node, *candidate.clearedBy);
  if (candidate.unknown)
    diagnostic.severity = Severity::Warning;
  noteUnknown(diagnostic, candidate.unknown);
  findings.push_back(std::move(diagnostic));
}

bool LeftOvers::describeInVain(const EarlyLowerings::Candidate &candidate,
                               std::vector<Diagnostic> &findings) {
  ItemMask blockers = end.getCertain().getCommon(candidate.blockers);
  // Something may have removed it, then the pass was too early at most.
  if (blockers.empty())
    return false;
  unsigned blocker = names.getFirst(blockers);
  const ContentsEntry &entry = *candidate.lowering->entry;
  std::string what = names.items.getName(blocker).str();
  Diagnostic diagnostic(
      DiagnosticCode::NoEffect,
      quote(*candidate.node) + " does nothing: it leaves '" +
          names.items.getName(names.getFirst(candidate.left)).str() +
          "' alone while '" + what + "' is there, and nothing removes that");
  diagnostic.at(pipeline.getRef(*candidate.node));
  if (!entry.reason.empty())
    diagnostic.note(quote(*candidate.node) + ": " + entry.reason);
  std::vector<std::string> passes = findCures(pipeline, names.items, blocker);
  if (!passes.empty())
    diagnostic.help("add a pass before it that removes '" + what + "': '" +
                    join(passes, "' or '") + "'");
  findings.push_back(std::move(diagnostic));
  return true;
}

/// Who cannot accept what stays for good says nothing new.
void LeftOvers::foldRejections(ArrayRef<unsigned> all,
                               std::vector<Diagnostic> &findings) const {
  if (!end.isClosed() || !pipeline.getInterface().outputContents)
    return;
  for (const OrderCheck::Rejection &rejection : check.rejections) {
    bool isSaid = true;
    rejection.items.forEach([&](unsigned id) {
      isSaid &= is_contained(all, end.getPromise(id).value_or(id)) &&
                (!rejection.isError || end.remains(id) >= Truth::Likely);
    });
    if (!isSaid)
      continue;
    auto it = find_if(findings, [&](const Diagnostic &finding) {
      return finding.code == DiagnosticCode::Rejected &&
             finding.message == rejection.message && finding.node &&
             finding.node->position == rejection.position;
    });
    if (it != findings.end())
      findings.erase(it);
  }
}

void LeftOvers::report(const EarlyLowerings &early,
                       std::vector<Diagnostic> &findings) {
  std::vector<unsigned> all = findLeftOvers();
  bool hasEarly = any_of(early.getCandidates(), [](const auto &candidate) {
    return candidate.clearedBy || candidate.isInVain;
  });
  if (all.empty() && !hasEarly)
    return;
  tellStories();

  ArrayRef<EarlyLowerings::Candidate> candidates = early.getCandidates();
  const Node *lastInVain = nullptr;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].isInVain && !candidates[i].clearedBy &&
        candidates[i].node != lastInVain &&
        describeInVain(candidates[i], findings))
      lastInVain = candidates[i].node;
    if (!candidates[i].clearedBy)
      continue;
    auto isSameMistake = [&](const EarlyLowerings::Candidate &other) {
      return other.node == candidates[i].node &&
             other.clearedBy == candidates[i].clearedBy;
    };
    // A pass with many entries made one mistake. The last entry is the most
    // general, as special ones come first; where it is known what is there, the
    // first one speaks.
    if (none_of(candidates[i].left.empty() ? candidates.drop_front(i + 1)
                                           : candidates.take_front(i),
                isSameMistake))
      describeEarly(candidates[i], findings);
  }

  // One finding for what has one cause; what follows from another left-over is
  // not a finding of its own.
  struct Cause {
    Truth certainty;
    bool cameBack;
    const Node *culprit, *other;
    std::string dialect;
    bool operator<(const Cause &o) const {
      auto key = [](const Node *node) {
        return node ? reinterpret_cast<uintptr_t>(node) : 0;
      };
      return std::make_tuple(certainty, cameBack, key(culprit), key(other),
                             dialect) <
             std::make_tuple(o.certainty, o.cameBack, key(o.culprit),
                             key(o.other), o.dialect);
    }
  };
  std::map<Cause, std::vector<unsigned>> groups;
  std::vector<const std::pair<const Cause, std::vector<unsigned>> *> inOrder;
  std::vector<bool> isConsequence = findConsequences(all);
  for (size_t i = 0; i < all.size(); ++i) {
    if (isConsequence[i])
      continue;
    unsigned id = all[i];
    const Story &story = stories[id];
    // With an open input a cast may well stay because of something that may
    // stay too; that a reconciliation is too early is told above.
    if (!end.isClosed() && names.items.getName(id).starts_with(castItem))
      continue;
    if (!end.isClosed() && isWithinPipeline(story))
      continue;
    Cause cause{end.remains(id), end.getLowered().contains(id), nullptr,
                nullptr, ""};
    if (story.blockedPass) {
      cause.culprit = story.blockedPass;
      cause.other = findClearing(story);
    } else if (const Node *tooEarly = story.getEarly()) {
      cause.culprit = tooEarly;
      cause.other = story.introducedBy;
    } else if (story.ranOnNothing) {
      cause.culprit = story.ranOnNothing;
    } else if (story.loweredBy) {
      cause.culprit = story.loweredBy;
    } else {
      StringRef name = names.items.getName(id);
      StringRef dialect = ItemTable::getDialect(name);
      cause.dialect = (dialect.empty() ? name : dialect).str();
    }
    auto [it, isNew] = groups.try_emplace(cause);
    it->second.push_back(id);
    if (isNew)
      inOrder.push_back(&*it);
  }
  // Errors first, then in the order of the alphabet, as `all` is.
  llvm::stable_sort(inOrder, [](const auto *a, const auto *b) {
    return a->first.certainty > b->first.certainty;
  });
  for (const auto *group : inOrder)
    describe(group->second, group->first.certainty, findings);
  foldRejections(all, findings);
}
