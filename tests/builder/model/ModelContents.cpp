//===- ModelContents.cpp - Contents, written to be read -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"

using namespace pmb;
using namespace pmb::model;

using Word = ContentsEntry::Word;

using model::cast;

static void insert(Names &names, const Names &others) {
  names.insert(others.begin(), others.end());
}
static void insert(Names &names, const std::vector<std::string> &others) {
  names.insert(others.begin(), others.end());
}
static Names subtract(const Names &names, const Names &others) {
  Names result;
  for (const std::string &name : names)
    if (!others.count(name))
      result.insert(name);
  return result;
}
static Names intersect(const Names &names, const Names &others) {
  Names result;
  for (const std::string &name : names)
    if (others.count(name))
      result.insert(name);
  return result;
}
static bool intersects(const Names &names, const Names &others) {
  for (const std::string &name : names)
    if (others.count(name))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

/// Some passes fold casts in passing, or take some just in case: nobody runs
/// them for that.
bool model::isInPassing(const ContentsEntry &entry) {
  bool hasCast = false;
  for (const std::string &item : entry.items)
    hasCast |= item.find(cast) == 0;
  return entry.source == inPassing ||
         (hasCast && entry.isPartial && entry.isSpeculative);
}

static bool isType(const std::string &item) { return item[0] == '!'; }

/// A dialect covers its operations, an operation what is qualified with a type;
/// `*` covers all operations.
bool model::covers(const std::string &item, const std::string &member) {
  if (item == "*")
    return !isType(member);
  if (item == member)
    return true;
  if (isType(member))
    return false;
  return member.substr(0, member.find('(')) == item ||
         member.substr(0, member.find_first_of(".(")) == item;
}

Names Contents::cover(const std::vector<std::string> &items) const {
  Names result;
  for (const std::string &member : universe)
    for (const std::string &item : items)
      if (covers(item, member))
        result.insert(member);
  return result;
}

Names Contents::select(const ContentsEntry &entry) const {
  return subtract(cover(entry.items), cover(entry.except));
}

bool Contents::mayHaveDialectOf(const ContentsEntry &entry) const {
  for (const std::string &item : select(entry))
    if (!isType(item) && mayBe.count(item.substr(0, item.find_first_of(".("))))
      return true;
  return false;
}

Contents::Contents(const Listing &listing, std::optional<size_t> candidate)
    : listing(listing), candidate(candidate),
      closed(listing.interface.isClosed()) {
  // All that anybody in the pipeline names. What nobody names makes no
  // difference.
  auto add = [&](const Contract &contract) {
    for (const ContentsEntry &entry : contract.getContents()) {
      for (const auto *list :
           {&entry.items, &entry.except, &entry.unless, &entry.given, &entry.to,
            &entry.sometimes, &entry.converts})
        insert(universe, *list);
      for (const std::string &type : entry.converts)
        universe.insert(std::string(cast) + "(" + type + ")");
    }
    if (contract.isGreedy())
      for (const TypeDescriptor &type : listing.types)
        if (type.hasCarriers() && type.becomes.empty())
          universe.insert(type.name);
  };
  for (const Step &step : listing.steps) {
    if (step.kind == Step::Kind::Pass)
      add(listing.passes.at(step.name).contract);
    if (step.kind == Step::Kind::BundleBegin)
      add(listing.bundles[step.bundle].contract);
    insert(universe, step.nest);
  }
  const PipelineInterface &interface = listing.interface;
  if (interface.inputContents)
    insert(universe, *interface.inputContents);
  if (interface.outputContents)
    insert(universe, *interface.outputContents);
  universe.erase("*");
  if (closed)
    promise(*interface.inputContents);
  addCarriers();
  if (closed)
    startClosed(*interface.inputContents);
  else
    mayBe = universe;
}

void Contents::addCarriers() {
  for (const TypeDescriptor &type : listing.types)
    if (universe.count(type.name))
      carriers[type.name].cast = std::string(cast) + "(" + type.name + ")";
  for (const auto &[type, known] : carriers)
    universe.insert(known.cast);
  for (const TypeDescriptor &type : listing.types) {
    auto it = carriers.find(type.name);
    if (it == carriers.end())
      continue;
    Carriers &known = it->second;
    known.becomes = type.becomes;
    known.isDescribed = type.hasCarriers();
    Names except = cover(type.except);
    known.certain = cover(type.carriers);
    // What is qualified with the type has it; but a cast does not keep itself.
    for (const std::string &item : universe)
      if (item.find("(" + type.name + ")") != std::string::npos &&
          item.find(cast) != 0)
        known.certain.insert(item);
    known.certain = subtract(known.certain, except);
    known.likely =
        subtract(subtract(cover(type.likelyCarriers), except), known.certain);
    known.any = subtract(cover(type.possibleCarriers), except);
    insert(known.any, known.likely);
    insert(known.any, known.certain);
  }
}

/// A dialect in the input stands for all of its operations that anybody names,
/// be it of passes that are not in the pipeline. What is qualified with a type
/// is not promised.
void Contents::promise(const std::vector<std::string> &contents) {
  for (const std::string &dialect : contents) {
    if (isType(dialect) || dialect == "*" || dialect == "builtin" ||
        dialect.find_first_of(".(") != std::string::npos)
      continue;
    auto note = [&](const std::vector<std::string> &items) {
      for (const std::string &item : items) {
        std::string base = item.substr(0, item.find('('));
        if (base != dialect && covers(dialect, base))
          universe.insert(base);
      }
    };
    for (const auto &[name, pass] : listing.passes)
      for (const ContentsEntry &entry : pass.contract.getContents())
        for (const auto *list : {&entry.items, &entry.except, &entry.unless,
                                 &entry.given, &entry.to, &entry.sometimes})
          note(*list);
    if (listing.isListed && dialect == listedDialect)
      for (llvm::StringRef names : {listedUsual, listedOthers})
        for (; !names.empty(); names = names.split(' ').second)
          universe.insert(dialect + "." + names.split(' ').first.str());
    Names members;
    for (const std::string &item : universe)
      if (item != dialect && covers(dialect, item) &&
          item.find('(') == std::string::npos &&
          !llvm::is_contained(contents, item))
        members.insert(item);
    if (!members.empty())
      promises[dialect] = members;
  }
}

/// The operations of a dialect are there as long as most of them are.
void Contents::keepPromises() {
  for (auto it = promises.begin(); it != promises.end();) {
    const auto &[dialect, members] = *it;
    if (mayBe.count(dialect)) {
      size_t left = intersect(members, mayBe).size();
      if (left < members.size())
        certain.erase(dialect);
      if (2 * left > members.size()) {
        ++it;
        continue;
      }
      likely.erase(dialect);
      mayBe.erase(dialect);
    }
    // What is left is no more than possible.
    likely = subtract(likely, intersect(members, promised));
    it = promises.erase(it);
  }
}

void Contents::startClosed(const std::vector<std::string> &contents) {
  insert(mayBe, contents);
  mayBe.erase("*");
  // Conversions erase what is dead when they come across it.
  for (const std::string &item : mayBe)
    if (llvm::StringRef(item).ends_with("(dead)"))
      dead.insert(item);
  certain = subtract(mayBe, dead);
  for (const auto &[dialect, members] : promises)
    insert(promised, members);
  insert(presumed, promised);
  insert(mayBe, promised);
  // Of a dialect that is not listed, what contracts name is usual.
  for (const std::string &item : promised) {
    auto [dialect, operation] = llvm::StringRef(item).split('.');
    if (!listing.isListed || dialect != listedDialect ||
        operation == listedUsual)
      likely.insert(item);
  }
  // What usually involves a type does if the type is there.
  for (const auto &[type, known] : carriers)
    for (const std::string &item : known.likely)
      if (std::string withType = item + "(" + type + ")";
          certain.count(type) && mayBe.count(item) &&
          known.certain.count(withType)) {
        mayBe.insert(withType);
        if (certain.count(item))
          certain.insert(withType);
        else if (likely.count(item))
          likely.insert(withType);
      }
  // A cast in the input may be of any kind that is converted, and is of those
  // whose type is there, unless the type is lowered to another kind of type.
  bool hasCast = mayBe.count(cast) && !carriers.empty();
  if (hasCast) {
    mayBe.erase(cast);
    certain.erase(cast);
  }
  // A dialect in the contents may be any of its operations.
  Names evidence = certain;
  insert(evidence, promised);
  for (const auto &[type, known] : carriers) {
    if (hasCast)
      mayBe.insert(known.cast);
    if (hasCast && certain.count(type) && known.becomes.empty())
      certain.insert(known.cast);
    // A kind of type is there for certain if an operation certainly has it, or
    // usually does and nothing speaks against it. A list of contents may also
    // count types that only attributes have. If operations have what the type
    // becomes, it is not there at all; if that is there, too, it need not be.
    if (!certain.count(type) || intersects(evidence, known.certain))
      continue;
    auto becomes = carriers.find(known.becomes);
    if (becomes != carriers.end() &&
        intersects(evidence, becomes->second.certain))
      mayBe.erase(type);
    else if (intersects(evidence, known.likely) &&
             !(becomes != carriers.end() && evidence.count(known.becomes))) {
      unexplained.insert(type);
      continue;
    }
    certain.erase(type);
  }
  insert(likely, certain);
}

/// The number of a pass, as messages count; -1 for bundles.
int Contents::getPosition(const Step &step, size_t index) const {
  if (step.kind != Step::Kind::Pass)
    return -1;
  int position = 0;
  for (size_t i = 0; i < index; ++i)
    position += listing.steps[i].kind == Step::Kind::Pass;
  return position;
}

Certainty Contents::contains(const Names &items) const {
  return contains(items, {mayBe, likely, certain});
}

Certainty Contents::contains(const Names &items, const Sets &sets) {
  return intersects(items, sets.certain)  ? Certainty::Yes
         : intersects(items, sets.likely) ? Certainty::Likely
         : intersects(items, sets.mayBe)  ? Certainty::Maybe
                                          : Certainty::No;
}

Certainty Contents::remains(const std::string &item) const {
  Certainty there = contains(Names{item});
  if (there == Certainty::Likely && partlyLowered.count(item))
    there = Certainty::Maybe;
  return there == Certainty::Maybe && presumed.count(item) ? Certainty::Presumed
                                                           : there;
}

Severity model::getSeverity(Certainty certainty) {
  if (certainty == Certainty::Maybe)
    return Severity::Off;
  return certainty == Certainty::Presumed ? Severity::Warning : Severity::Error;
}

void Contents::add(const std::vector<std::string> &items, Certainty certainty) {
  for (const std::string &item : items) {
    mayBe.insert(item);
    // An open input is presumed to hold something or it is not; nothing is
    // likely.
    if (certainty == Certainty::Yes ||
        (closed && certainty == Certainty::Likely)) {
      likely.insert(item);
      doubted.erase(item);
      partlyLowered.erase(item);
      promised.erase(item);
    }
    if (certainty == Certainty::Yes)
      certain.insert(item);
  }
}

Certainty Contents::contains(const std::vector<std::string> &items,
                             const std::vector<std::string> &except) const {
  return contains(subtract(cover(items), cover(except)));
}

bool Contents::isGone(const std::vector<std::string> &nest) const {
  for (const std::string &op : nest)
    if (lowered.count(op) && !mayBe.count(op) && !mayBeBack.count(op))
      return true;
  return false;
}

bool Contents::isAbsent(const std::vector<std::string> &nest) const {
  if (!closed || mayHaveMore())
    return false;
  bool hasProgram =
      contains(std::vector<std::string>{"func.func", "llvm.func"}) >
      Certainty::No;
  for (const std::string &op : nest) {
    // Nobody lists the module, and some operation is always there.
    if (op == "builtin.module" || op == "any")
      continue;
    // Who lists no functions need not mean that there are none.
    bool isProgram = op == "func.func" || op == "llvm.func";
    if (contains(std::vector<std::string>{op}) == Certainty::No &&
        !mayBe.count(op.substr(0, op.find('.'))) && (!isProgram || hasProgram))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// What a pass does
//===----------------------------------------------------------------------===//

std::vector<Contents::Lowering>
Contents::plan(const std::vector<ContentsEntry> &entries, bool seesProgram,
               const Names &inside) const {
  std::vector<Lowering> result;
  Names taken, shared, probablyTaken;
  for (const ContentsEntry &entry : entries) {
    Lowering lowering;
    lowering.entry = entry;
    // Of several entries that name an item the first that applies takes it.
    lowering.from = subtract(select(entry), taken);
    Names except = cover(entry.except);
    for (const std::string &item : entry.unless) {
      auto type = carriers.find(item);
      // A type that is lowered to another kind of type is tracked by itself.
      if (type == carriers.end() || !type->second.isDescribed ||
          !type->second.becomes.empty()) {
        insert(lowering.unless, cover({item}));
        insert(lowering.unlessMaybe, cover({item}));
        continue;
      }
      // A type is in the way if an operation has it: usually, to be in the way
      // for certain, and at all, to be possibly in the way.
      insert(lowering.unless, type->second.certain);
      insert(lowering.unless, type->second.likely);
      insert(lowering.unlessMaybe, type->second.any);
    }
    lowering.unless = subtract(lowering.unless, except);
    lowering.unlessMaybe = subtract(lowering.unlessMaybe, except);

    bool seesAll = seesProgram ||
                   subtract(intersect(lowering.from, mayBe), inside).empty();
    Certainty given =
        entry.given.empty() ? Certainty::Yes : contains(entry.given);
    if (given != Certainty::No)
      lowering.triggered = contains(lowering.from);
    if (closed)
      lowering.triggered = std::min(lowering.triggered, given);
    if (intersects(certain, lowering.unless))
      lowering.blocked = Certainty::Yes;
    // With an open input anything may be there, and that says nothing.
    else if (closed && intersects(mayBe, lowering.unlessMaybe))
      lowering.blocked = Certainty::Maybe;
    lowering.isPartial =
        entry.isPartial || !seesAll || (closed && given != Certainty::Yes);
    lowering.leavesSome =
        (entry.isPartial || !seesAll) && given >= Certainty::Likely;
    // What an entry takes that need not apply may also be for those after it.
    if (intersects(lowering.from, shared) ||
        intersects(lowering.from, probablyTaken))
      lowering.isPartial = true;
    if (intersects(lowering.from, probablyTaken))
      lowering.triggered = std::min(lowering.triggered, Certainty::Maybe);
    // With an open input a pass is taken to have something to do, unless it
    // stands there just in case.
    if (lowering.triggered != Certainty::No && !closed && !entry.isSpeculative)
      for (const std::string &item : intersect(lowering.from, mayBe))
        lowering.isPresumed |= !lowered.count(item) || certain.count(item);
    if (closed && lowering.triggered != Certainty::No &&
        given != Certainty::Yes)
      insert(given == Certainty::Likely ? probablyTaken : shared,
             lowering.from);
    else if (entry.given.empty() || lowering.triggered != Certainty::No)
      insert(taken, lowering.from);
    result.push_back(lowering);
  }
  return result;
}

bool model::isUndescribed(const Listing &listing, size_t index) {
  const Step &step = listing.steps[index];
  if (step.kind != Step::Kind::Pass || listing.passes.at(step.name).hasContract)
    return false;
  std::vector<int> around;
  for (size_t i = 0; i < index; ++i) {
    if (listing.steps[i].kind == Step::Kind::BundleBegin)
      around.push_back(listing.steps[i].bundle);
    if (listing.steps[i].kind == Step::Kind::BundleEnd)
      around.pop_back();
  }
  return llvm::all_of(around, [&](int bundle) {
    return listing.bundles[bundle].contract.getContents().empty();
  });
}

bool Contents::isBlocked(const Step &step) const {
  Contract contract = getContract(listing, step);
  std::vector<ContentsEntry> entries = model::select(contract, Word::Lowers);
  std::vector<Names> from = getLowered(contract, /*withPutBack=*/true);
  std::vector<Lowering> lowerings = plan(entries, /*seesProgram=*/true);
  for (size_t i = 0; i < entries.size(); ++i)
    // What must be there for the entry to hold is not in its way.
    if (!isInPassing(entries[i]) && intersects(from[i], mayBe) &&
        lowerings[i].blocked == Certainty::Yes &&
        intersects(subtract(lowerings[i].unless, cover(entries[i].given)),
                   certain))
      return true;
  return false;
}

Names Contents::getAdded(const Contract &contract) const {
  Names added;
  for (const ContentsEntry &entry : contract.getContents()) {
    insert(added, entry.to);
    insert(added, entry.sometimes);
    for (const std::string &type : entry.converts)
      if (carriers.count(type))
        added.insert(carriers.at(type).cast);
  }
  return added;
}

std::vector<Names> Contents::getLowered(const Contract &contract,
                                        bool withPutBack) const {
  std::vector<Names> result;
  Names taken, added = getAdded(contract);
  for (const ContentsEntry &entry : model::select(contract, Word::Lowers)) {
    Names from = subtract(select(entry), taken);
    if (entry.given.empty())
      insert(taken, from);
    result.push_back(withPutBack ? from : subtract(from, added));
  }
  return result;
}

std::optional<Names> Contents::getKept(const Contract &contract) const {
  std::optional<Names> kept;
  for (const ContentsEntry &entry :
       model::select(contract, Word::UnknownEffect)) {
    if (!entry.given.empty() &&
        contains(entry.given, entry.except) == Certainty::No)
      continue;
    Names items = cover(entry.items);
    kept = kept ? intersect(*kept, items) : items;
  }
  return kept;
}

Names Contents::getExpected(size_t index) const {
  Names result;
  for (size_t i = index + 1; i < listing.steps.size(); ++i) {
    const Step &step = listing.steps[i];
    if (i == candidate ||
        (step.kind != Step::Kind::Pass && step.kind != Step::Kind::BundleEnd))
      continue;
    Contract contract = getContract(listing, step);
    std::vector<ContentsEntry> entries = model::select(contract, Word::Lowers);
    std::vector<Names> from = getLowered(contract, /*withPutBack=*/true);
    for (size_t j = 0; j < entries.size(); ++j)
      if (!entries[j].isSpeculative && !entries[j].isPartial)
        insert(result, from[j]);
  }
  return result;
}

void Contents::apply(const Step &step, size_t index) {
  Contract contract = getContract(listing, step);
  // A pass on other operations than functions sees a part of the IR. Functions
  // that may have come back after all were lowered are new ones: the pass sees
  // nothing of what was there before. A bundle speaks for all its passes.
  bool seesAll = true, seesOld = true;
  if (step.kind == Step::Kind::Pass && !step.nest.empty()) {
    const std::string &op = step.nest[0];
    seesAll = step.nest.size() == 1 &&
              (op == "func.func" || op == "llvm.func" || op == "any");
    if (seesAll && lowered.count(op) && !certain.count(op))
      seesAll = seesOld = false;
  }

  // Kernels stand nowhere but in modules for the GPU.
  Names inside;
  if (seesOld && step.nest == std::vector<std::string>{"gpu.module"})
    inside = cover({"gpu.func"});
  std::vector<Lowering> lowerings =
      plan(model::select(contract, Word::Lowers), seesAll, inside);
  std::optional<Names> stays;
  // A pass that nobody has described may do anything, but it cannot replace
  // what it runs on.
  std::optional<Names> untouched;
  if (isUndescribed(listing, index)) {
    untouched.emplace(step.nest.begin(), step.nest.end());
    for (Early &other : early)
      other.isDoubtful |= !subtract(other.from, *untouched).empty();
    stays = *untouched;
    insert(*stays, getExpected(index));
    presumed = intersect(presumed, *untouched);
    insert(mayBeBack, subtract(lowered, *untouched));
    insert(doubted, subtract(mayBe, *untouched));
    hasUnknown = hasUndescribed = true;
  }
  // What a step with an unknown effect may have dealt with is certain no more,
  // unless it says that it keeps it, or a later step counts on it.
  if (std::optional<Names> kept = getKept(contract)) {
    unknown.insert({step.name, getPosition(step, index)});
    for (Early &other : early)
      other.isDoubtful |= !subtract(other.from, *kept).empty();
    observeEarly(lowerings, step, index);
    insert(*kept, getExpected(index));
    stays = kept;
    insert(mayBeBack, lowered);
    hasUnknown = true;
  } else {
    observeEarly(lowerings, step, index);
  }
  // What comes only behind its lowering has as good as come back.
  if (!stays && closed && seesAll) {
    std::vector<Names> gone = getLowered(contract, /*withPutBack=*/false);
    for (size_t i = 0; i < lowerings.size(); ++i)
      if (const ContentsEntry &entry = lowerings[i].entry;
          !isInPassing(entry) && !entry.isPartial && entry.given.empty())
        insert(missed, subtract(gone[i], mayBe));
  }
  const Sets before{mayBe, likely, certain};
  if (stays)
    presumed = intersect(presumed, *stays);
  else if (closed)
    presume(lowerings, contract, seesAll, seesOld);
  if (stays) {
    certain = intersect(certain, *stays);
    likely = intersect(likely, *stays);
  }

  // What the pass puts back itself is not gone. Which of several things a pass
  // does with an open input is not known: what they all add appears.
  Names added = getAdded(contract), common;
  bool isFirst = true;
  for (const ContentsEntry &entry : model::select(contract, Word::Lowers)) {
    if (entry.to.empty() && entry.sometimes.empty())
      continue;
    Names to(entry.to.begin(), entry.to.end());
    common = isFirst ? to : intersect(common, to);
    isFirst = false;
  }

  for (const Lowering &lowering : lowerings) {
    if (lowering.triggered == Certainty::No)
      continue;
    bool isMaybe = lowering.blocked == Certainty::Maybe;
    for (const std::string &item : intersect(lowering.from, before.mayBe)) {
      if (lowering.blocked == Certainty::No)
        leftAlone.erase(item);
      else if (!isInPassing(lowering.entry))
        leftAlone[item] = {
            index, isMaybe ? intersect(lowering.unlessMaybe, before.mayBe)
                           : intersect(lowering.unless, before.certain)};
    }
    if (!lowering.happens() || !seesOld)
      continue;
    certain = subtract(certain, lowering.from);
    // What has been lowered in part still probably leads to what it leads to,
    // but nobody can tell whether any of it is left.
    if (closed && lowering.isPartial)
      insert(partlyLowered, lowering.from);
    else
      likely = subtract(likely, lowering.from);
    if (!lowering.removes())
      continue;
    mayBe = subtract(mayBe, lowering.from);
    promised = subtract(promised, lowering.from);
    mayBeBack = subtract(mayBeBack, lowering.from);
    for (const std::string &item : intersect(lowering.from, before.mayBe)) {
      removed[item] = index;
      if (!added.count(item))
        lowered.insert(item);
    }
  }

  keepPromises();

  // What one entry adds is not removed by another.
  Names introduced;
  for (const Lowering &lowering : lowerings) {
    if (!lowering.happens())
      continue;
    insert(introduced, lowering.entry.to);
    insert(introduced, lowering.entry.sometimes);
    Certainty certainty = lowering.triggered;
    if (lowering.isPartial)
      certainty = std::min(certainty, Certainty::Likely);
    if (lowering.blocked == Certainty::Maybe)
      certainty = Certainty::Maybe;
    add(lowering.entry.to, certainty);
    insert(mayBe, lowering.entry.sometimes);
    if (lowering.removes() && certainty != Certainty::Yes &&
        lowering.isPresumed && !lowering.entry.to.empty())
      add({common.begin(), common.end()}, Certainty::Yes);
  }
  for (const ContentsEntry &entry : model::select(contract, Word::Introduces)) {
    Certainty given = Certainty::Yes;
    if (!entry.given.empty())
      given = contains(cover(entry.given), before);
    if (given == Certainty::No)
      continue;
    insert(introduced, entry.to);
    insert(introduced, entry.sometimes);
    // What is always added where something is there uses that, dead or not.
    Names used;
    if (!entry.to.empty() && (seesAll || seesOld))
      used = intersect(intersect(cover(entry.given), dead), mayBe);
    dead = subtract(dead, used);
    if (!used.empty())
      given = Certainty::Yes;
    Certainty most = seesAll ? Certainty::Yes : Certainty::Likely;
    add(entry.to, std::min(given, most));
    insert(mayBe, entry.sometimes);
    add({used.begin(), used.end()}, most);
  }
  observeMade(lowerings, introduced, index);
  for (const Lowering &lowering : lowerings)
    if (lowering.happens())
      addCasts(lowering, before, introduced);
  for (const std::string &item : introduced)
    leftAlone.erase(item);
  if (contract.isGreedy() && seesAll)
    mayBe = subtract(mayBe, dead);
}

/// What is worth a warning in the end although it is only possible: what was
/// probable until a part of it was lowered or put back, or something that was
/// may have kept it from being lowered; and what a pass must be there for that
/// has nothing else to do.
void Contents::presume(const std::vector<Lowering> &lowerings,
                       const Contract &contract, bool seesAll, bool seesOld) {
  bool isIdle = seesAll;
  for (const Lowering &lowering : lowerings) {
    if (lowering.triggered >= Certainty::Likely && !isInPassing(lowering.entry))
      isIdle = false;
    if (!lowering.happens() || !seesOld)
      continue;
    bool isCast =
        llvm::any_of(lowering.entry.items, [](const std::string &item) {
          return item.find(cast) == 0;
        });
    bool isPerhapsBlocked = lowering.blocked != Certainty::No &&
                            lowering.triggered >= Certainty::Likely &&
                            !isCast && intersects(lowering.unless, presumed);
    if (isPerhapsBlocked ||
        (lowering.leavesSome && lowering.blocked == Certainty::No))
      insert(presumed, intersect(lowering.from, likely));
    else
      presumed = subtract(presumed, lowering.from);
    if (isPerhapsBlocked)
      insert(presumed, lowering.entry.to);
    Names back(lowering.entry.sometimes.begin(),
               lowering.entry.sometimes.end());
    insert(presumed, intersect(intersect(back, lowering.from), likely));
  }
  for (const ContentsEntry &entry : model::select(contract, Word::Introduces))
    if (entry.given.empty() || contains(entry.given) >= Certainty::Likely)
      isIdle = false;
  std::vector<Names> gone = getLowered(contract, /*withPutBack=*/false);
  // One that nobody has described may have made work for it.
  isIdle &= !hasUndescribed;
  for (size_t i = 0; i < lowerings.size() && isIdle; ++i) {
    const ContentsEntry &entry = lowerings[i].entry;
    if (isInPassing(entry) || entry.isSpeculative || entry.isPartial)
      continue;
    // It is too early for what it would lower if that were there.
    if (entry.given.empty())
      insert(presumed, subtract(gone[i], mayBe));
    // If it does anything, this comes of it.
    if (lowerings[i].removes())
      insert(presumed, entry.to);
  }
}

void Contents::addCasts(const Lowering &lowering, const Sets &before,
                        Names &introduced) {
  for (const std::string &type : lowering.entry.converts) {
    auto it = carriers.find(type);
    if (it == carriers.end())
      continue;
    const Carriers &known = it->second;
    // From what was lowered, to what was not.
    Names from = intersect(lowering.from, before.mayBe);
    if (!intersects(from, known.any) || !intersects(mayBe, known.any))
      continue;
    if (mayBe.insert(known.cast).second && !before.mayBe.count(known.cast))
      introduced.insert(known.cast);
    auto meet = [&](const Names &lowered, const Names &remaining) {
      Names gone = intersect(lowering.from, lowered);
      bool loweredSurely = intersects(gone, known.certain);
      bool loweredLikely = intersects(gone, known.likely);
      bool remainsSurely = intersects(remaining, known.certain);
      bool remainsLikely = intersects(remaining, known.likely);
      // What usually has the type does, where nothing else would explain it.
      remainsSurely |= remainsLikely && unexplained.count(type);
      return (loweredSurely && (remainsSurely || remainsLikely)) ||
             (loweredLikely && remainsSurely);
    };
    if (!lowering.removes())
      continue;
    if (meet(before.certain, certain))
      add({known.cast}, Certainty::Yes);
    else if (meet(before.likely, likely))
      add({known.cast}, Certainty::Likely);
  }
}

//===----------------------------------------------------------------------===//
// What is left in the end
//===----------------------------------------------------------------------===//

bool Contents::convertsTypes(const Lowering &lowering) const {
  for (const std::string &type : lowering.entry.converts)
    if (carriers.count(type))
      return true;
  return false;
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
    candidate.position = getPosition(step, index);
    candidate.isInVain =
        closed && !candidate.isCast && doesNothing(lowerings, step);
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

static bool isSame(const ContentsEntry &a, const ContentsEntry &b) {
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
        (added.entry ? !isSame(*it->entry, *added.entry)
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
      [&](const ContentsEntry &other) { return isSame(other, entry); });
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
    if (entry.given.empty() || contains(entry.given) != Certainty::No)
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

Names Contents::getRejected(const ContentsEntry &entry) const {
  Names all = subtract(cover(entry.items), cover(entry.except));
  Names undoubted = subtract(all, doubted);
  for (const Names *set : {&certain, &likely})
    if (intersects(undoubted, *set))
      return intersect(undoubted, *set);
  return intersect(all, mayBe);
}

Certainty Contents::isRejected(const ContentsEntry &entry) const {
  Names all = getRejected(entry);
  Certainty surely = contains(subtract(all, doubted));
  return all.empty() ? Certainty::No : std::max(surely, Certainty::Maybe);
}

bool Contents::isUndoubted(const std::vector<std::string> &items) const {
  return contains(subtract(cover(items), doubted)) == Certainty::Yes;
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

Names Contents::findLeftOvers() const {
  const PipelineInterface &interface = listing.interface;
  Names allowed;
  if (interface.outputContents)
    allowed = cover(*interface.outputContents);
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
