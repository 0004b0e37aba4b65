//===- ModelLeftOvers.cpp - What is left in the end, and why --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelRules.h"
#include "ModelSets.h"

using namespace pmb;
using namespace pmb::model;

using Word = ContentsEntry::Word;

using model::cast;

bool Contents::convertsTypes(const Lowering &lowering) const {
  for (const std::string &type : lowering.entry.converts)
    if (carriers.count(type))
      return true;
  return false;
}

bool Contents::isConvertedOnce(const Early &candidate) const {
  return !closed && candidate.isCast &&
         llvm::none_of(candidate.from, [&](const std::string &item) {
           auto found = convertedBy.find(item);
           return found != convertedBy.end() && found->second.size() > 1;
         });
}

/// With an open input nobody knows what stands in the way of a lowering. But if
/// a later pass removes what would, and the lowering is not repeated, then the
/// pipeline expects it to be there. Casts go once nothing converts their type
/// any more; what is lowered to something else still has it.
void Contents::observeEarly(const std::vector<Lowering> &lowerings,
                            const Step &step, size_t index) {
  if (closed && listing.interface.outputContents)
    return;
  for (Early &other : early) {
    if (other.index == index)
      continue;
    // Repeated, it does not matter any more, unless what is in its way is in
    // the way of the repetition, too.
    Names inBoth;
    bool isRepeated = false, isTried = false;
    for (const Lowering &lowering : lowerings) {
      if (!intersects(other.from, lowering.from) ||
          (!other.clearedBy && isInPassing(lowering.entry)))
        continue;
      isTried = true;
      Names common = intersect(other.blockers, lowering.unless);
      isRepeated |= other.clearedBy || common.empty();
      insert(inBoth, common);
    }
    if (isRepeated)
      other.from.clear();
    else if (isTried)
      other.blockers = inBoth;
  }
  // What stands in a module of its own is no part of the program.
  bool isPart = !step.nest.empty() && step.nest[0] == "gpu.module";
  for (const Lowering &lowering : lowerings)
    if (lowering.triggered != Certainty::No && !isPart)
      for (const std::string &type : lowering.entry.converts)
        if (carriers.count(type))
          convertedBy[std::string(cast) + "(" + type + ")"].insert(step.name);
  for (const Lowering &lowering : lowerings) {
    // What is in its own way stays.
    Names cleared = subtract(lowering.from, lowering.unless);
    for (Early &other : early)
      if (other.index != index && other.name != step.name &&
          lowering.removes() &&
          intersects(intersect(other.blockers, cleared), mayBe) &&
          (!other.isCast ||
           (convertsTypes(lowering) && !lowering.entry.isSpeculative)))
        other.clearedBy = index;
    Names blockers = intersect(lowering.unless, mayBe);
    bool isSure = lowering.triggered == Certainty::Yes &&
                  lowering.blocked == Certainty::Yes;
    if (lowering.triggered == Certainty::No || blockers.empty() ||
        isInPassing(lowering.entry) || (closed && !isSure))
      continue;
    // A cleanup is there for whatever it finds.
    if (!closed && step.kind == Step::Kind::Pass &&
        llvm::is_contained(listing.passes.at(step.name).kinds, "cleanup"))
      continue;
    // Nor whether there is what is marked, for a pass that stands there in
    // case.
    auto isMarked = [](const std::string &item) {
      return item.find('(') != std::string::npos;
    };
    if (!closed && lowering.entry.isSpeculative &&
        llvm::all_of(lowering.entry.items, isMarked))
      continue;
    Early candidate{index, step.name, -1, lowering.from, blockers, false, {}};
    for (const std::string &item : lowering.entry.items)
      candidate.isCast |= item.find(cast) == 0;
    // Casts of the rest are not the work of what sees a part.
    View view = look(step);
    if (candidate.isCast && !view.seesAll && view.seesOld)
      continue;
    candidate.position = getPosition(step, index);
    candidate.isInVain =
        closed && !candidate.isCast && doesNothing(lowerings, step);
    // The same pass before it, with the same in its way, is the same mistake.
    for (Early &other : early)
      if (other.index != index && other.name == step.name && !other.clearedBy &&
          other.from == candidate.from && other.blockers == candidate.blockers)
        other.from.clear();
    early.push_back(candidate);
  }
}

Names Contents::getWork(const ContentsEntry &entry) const {
  Names items = select(entry);
  for (const std::string &item : select(entry))
    if (!isType(item))
      items.insert(item.substr(0, item.find_first_of(".(")));
  return items;
}

bool Contents::wasThere(const ContentsEntry &entry) const {
  return intersects(getWork(entry), lowered);
}

static bool isSameEntry(const ContentsEntry &a, const ContentsEntry &b) {
  return a.word == b.word && a.items == b.items && a.except == b.except &&
         a.given == b.given && a.unless == b.unless &&
         a.strength == b.strength && a.condition == b.condition;
}

/// A step that works on something is too early if it is made only behind it,
/// out of other things, and the step is not repeated there. An input that is
/// known to have it, or to have had it, is another matter.
void Contents::await(Waiting added) {
  for (auto it = waiting.begin(); it != waiting.end(); ++it) {
    if (it->step.kind != added.step.kind || it->step.name != added.step.name ||
        it->step.bundle != added.step.bundle ||
        it->entry.has_value() != added.entry.has_value() ||
        it->number != added.number ||
        (added.entry ? !isSameEntry(*it->entry, *added.entry)
                     : it->step.nest != added.step.nest))
      continue;
    if (it->madeBy)
      waiting.erase(it);
    return;
  }
  bool isThere = intersects(added.items, mayBe);
  bool wasThere = intersects(added.items, lowered);
  if (hasAnything || hasUnknown || intersects(added.items, everAdded) ||
      (isThere ? closed : wasThere))
    return;
  added.same = added.items;
  for (const auto &[type, known] : carriers)
    if (added.items.count(type))
      insert(added.same, known.any);
  waiting.push_back(added);
}

void Contents::await(const Step &step, size_t index,
                     llvm::ArrayRef<ContentsEntry> entries, size_t which) {
  const ContentsEntry &entry = entries[which];
  size_t number = llvm::count_if(
      entries.take_front(which),
      [&](const ContentsEntry &other) { return isSameEntry(other, entry); });
  if (!closed || entry.strength == Strength::Weak)
    await({index,
           step,
           getPosition(step, index),
           entry,
           number,
           getWork(entry),
           {},
           std::nullopt});
}

void Contents::awaitNest(const Step &step, size_t index) {
  if (!closed && !step.nest.empty() && step.nest.back() != "func.func" &&
      step.nest.back() != "llvm.func")
    await({index,
           step,
           getPosition(step, index),
           std::nullopt,
           0,
           Names{step.nest.back()},
           {},
           std::nullopt});
}

/// A step makes what at least half of its lowerings lead to.
void Contents::observeMade(const std::vector<Lowering> &lowerings,
                           const Names &introduced, size_t index) {
  insert(everAdded, introduced);
  for (Waiting &other : waiting) {
    size_t count = 0, makes = 0;
    for (const Lowering &lowering : lowerings) {
      Names made(lowering.entry.to.begin(), lowering.entry.to.end());
      if (!lowering.happens() || made.empty())
        continue;
      ++count;
      makes += intersects(made, other.items) &&
               !intersects(lowering.from, other.same);
    }
    if (!other.madeBy && makes && 2 * makes >= count)
      other.madeBy = index;
  }
}

/// True if nothing comes of a step but what greedy rewriting does in passing.
bool Contents::doesNothing(const std::vector<Lowering> &lowerings,
                           const Step &step) const {
  Contract contract = getContract(listing, step);
  for (const Lowering &lowering : lowerings)
    if (lowering.happens() && !isInPassing(lowering.entry))
      return false;
  for (const ContentsEntry &entry : model::select(contract, Word::Introduces))
    if (entry.given.empty() ||
        (contains(entry.given) != Certainty::No &&
         // What it sometimes adds where there is a type is not its work.
         !(entry.to.empty() && llvm::all_of(entry.given, isType))))
      return false;
  return !getKept(contract);
}

std::string Contents::getToldOf(const std::string &item) const {
  for (const auto &[dialect, members] : promises)
    if (mayBe.count(dialect) && members.count(item) && promised.count(item) &&
        remains(dialect) >= remains(item))
      return dialect;
  return item;
}

/// Whether an entry means operations that nothing uses, too.
static bool namesDead(const ContentsEntry &entry) {
  return llvm::any_of(entry.items, [](llvm::StringRef item) {
    return item.ends_with("(dead)");
  });
}

Names Contents::getRejected(const ContentsEntry &entry) const {
  Names all = subtract(cover(entry.items), cover(entry.except));
  Names undoubted = subtract(all, doubted);
  if (intersects(undoubted, certain))
    return intersect(undoubted, certain);
  if (namesDead(entry) && intersects(intersect(all, dead), mayBe))
    return intersect(intersect(all, dead), mayBe);
  if (intersects(undoubted, likely))
    return intersect(undoubted, likely);
  return intersect(all, mayBe);
}

Certainty Contents::isRejected(const ContentsEntry &entry) const {
  Names all = getRejected(entry);
  if (namesDead(entry) && intersects(all, dead))
    return Certainty::Yes;
  Certainty surely = contains(subtract(all, doubted));
  return all.empty() ? Certainty::No : std::max(surely, Certainty::Maybe);
}

bool Contents::isUndoubted(const std::vector<std::string> &items) const {
  return contains(subtract(cover(items), doubted)) == Certainty::Yes;
}

bool Contents::mayHaveFunctions(const std::vector<std::string> &items) const {
  // A list that names them says whether there are any.
  if (closed && !llvm::is_contained(*listing.interface.inputContents, "func"))
    return false;
  Names functions = intersect(cover(items), Names{"func.func"});
  return contains(subtract(functions, doubted)) != Certainty::No;
}

bool Contents::isToldToStay(const Names &items, Severity severity) const {
  if (!closed || !listing.interface.outputContents)
    return false;
  Names leftOvers = findLeftOvers();
  for (const std::string &item : items)
    if (!leftOvers.count(getToldOf(item)) ||
        getSeverity(remains(item)) < severity)
      return false;
  return true;
}

bool model::leavesFunctions(const PipelineInterface &interface) {
  const auto &output = interface.outputContents;
  return output && !output->empty() &&
         llvm::none_of(*output, [](const std::string &item) {
           return llvm::is_contained({"*", "func", "func.func", "llvm",
                                      "llvm.func", "gpu", "gpu.func", "spirv",
                                      "spirv.func"},
                                     item);
         });
}

Names Contents::findLeftOvers() const {
  const PipelineInterface &interface = listing.interface;
  Names allowed;
  if (interface.outputContents)
    allowed = cover(*interface.outputContents);
  if (leavesFunctions(interface))
    insert(allowed, cover({"func"}));
  Names result;
  for (const std::string &item : mayBe) {
    // A module is never lowered, types go with their operations, and operations
    // that are qualified with a type stand for the operation, unless the input
    // has no others.
    std::string operation = item.substr(0, item.find('('));
    bool isAlone = operation.find('.') != std::string::npos &&
                   !mayBe.count(operation) && interface.inputContents &&
                   llvm::is_contained(*interface.inputContents, item);
    if (allowed.count(item) || isType(item) || item == "builtin.module" ||
        item == "builtin" ||
        (operation != item && item.find(cast) != 0 && !isAlone))
      continue;
    // Said of the dialect, as long as that may be there.
    if (getToldOf(item) != item)
      continue;
    // Where only the output is known, all else is told as a dead end.
    if (lowered.count(item) || missed.count(item) ||
        (interface.outputContents && closed))
      result.insert(item);
  }
  return result;
}

/// True if `with` is about a type, as `cf(!index)` is, and `item` is its
/// operation, or of its dialect.
static bool isWhatThereIsOf(const std::string &item, const std::string &with) {
  size_t end = with.find('(');
  if (end == std::string::npos)
    return false;
  std::string base = with.substr(0, end);
  return item == base || (base.find('.') == std::string::npos &&
                          item.compare(0, end + 1, base + ".") == 0);
}

/// What was left alone because of something that is itself left over for good
/// is a consequence: the cause is reported instead, provided that it is at
/// least as certain.
Names Contents::findConsequences(const Names &leftOvers) const {
  std::map<std::string, Names> causes;
  for (const std::string &item : leftOvers) {
    auto it = leftAlone.find(item);
    if (it == leftAlone.end())
      continue;
    bool isCleared = false;
    for (const std::string &blocker : it->second.blockers) {
      auto at = removed.find(blocker);
      isCleared |= at != removed.end() && at->second > it->second.index;
    }
    if (!isCleared)
      for (const std::string &blocker : it->second.blockers)
        for (const std::string &cause : leftOvers)
          if (cause != item && remains(cause) >= remains(item) &&
              (cause == blocker ||
               (certain.count(blocker) && isWhatThereIsOf(cause, blocker))))
            causes[item].insert(cause);
  }
  // Begin with what is no consequence, so that of several that are in each
  // other's way none is forgotten.
  Names explained = leftOvers;
  for (const auto &[item, blockers] : causes)
    explained.erase(item);
  Names consequences;
  for (size_t size = 0; size != explained.size();) {
    size = explained.size();
    for (const auto &[item, blockers] : causes)
      if (!explained.count(item) && intersects(blockers, explained)) {
        explained.insert(item);
        consequences.insert(item);
      }
  }
  return consequences;
}

void Contents::report(Findings &findings) const {
  for (const auto &[name, position] : unknown)
    findings.insert(
        {DiagnosticCode::UnknownEffect, Severity::Remark, name, position, ""});
  // One mistake is moving one pass across another, however many entries say so.
  std::set<std::pair<size_t, size_t>> mistakes;
  for (const Early &candidate : early)
    if (candidate.clearedBy && !candidate.from.empty() &&
        !isConvertedOnce(candidate) &&
        mistakes.insert({candidate.index, *candidate.clearedBy}).second)
      findings.insert(
          {DiagnosticCode::TooEarly,
           candidate.isDoubtful ? Severity::Warning : Severity::Error,
           candidate.name, candidate.position, ""});
  for (const Waiting &other : waiting)
    if (other.madeBy && mistakes.insert({other.index, *other.madeBy}).second)
      findings.insert({DiagnosticCode::TooEarly, Severity::Warning,
                       other.step.name, other.position, ""});
  // What does nothing at all, because of something that stays for certain.
  std::set<size_t> vain;
  for (const Early &candidate : early)
    if (!candidate.clearedBy && !candidate.from.empty() && candidate.isInVain &&
        intersects(candidate.blockers, certain) &&
        vain.insert(candidate.index).second)
      findings.insert({DiagnosticCode::NoEffect, Severity::Warning,
                       candidate.name, candidate.position, ""});
  Names leftOvers = findLeftOvers();
  bool isOutputKnown = closed && listing.interface.outputContents;
  for (const std::string &item :
       subtract(leftOvers, findConsequences(leftOvers))) {
    if (!closed && item.find(cast) == 0)
      continue; // What came too early is told above.
    bool isError = remains(item) >= Certainty::Likely;
    DiagnosticCode code = !isOutputKnown
                              ? (isError ? DiagnosticCode::Reintroduced
                                         : DiagnosticCode::MayBeReintroduced)
                              : (isError ? DiagnosticCode::PredictedLeftOver
                                         : DiagnosticCode::MayBeLeftOver);
    findings.insert({code, getSeverity(remains(item)), "", -1, item});
  }
}
