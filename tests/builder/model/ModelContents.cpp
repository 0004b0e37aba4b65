//===- ModelContents.cpp - Contents, written to be read -------------------===//
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

using model::cast;

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

bool model::isType(const std::string &item) { return item[0] == '!'; }

/// A dialect covers its operations, an operation what is qualified with a type;
/// `*` covers all operations.
bool model::covers(const std::string &item, const std::string &member) {
  if (item == "*")
    return !isType(member);
  if (item == member)
    return true;
  if (isType(member))
    return false;
  // `a(!t)` stands for all `a.x(!t)`.
  size_t dot = member.find('.'), mark = member.find('(');
  bool isSameMark = dot < mark && mark != std::string::npos &&
                    member.substr(0, dot) + member.substr(mark) == item;
  return isSameMark || member.substr(0, mark) == item ||
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
  if (leavesFunctions(interface))
    universe.insert("func");
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
    known.inAttributes = cover(type.inAttributes);
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
    // What is left is no more than possible, unless it is certain.
    likely = subtract(likely, subtract(intersect(members, promised), certain));
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
  // What is in a function of the dialect `func` stands in one of these.
  if (promised.count("func.func"))
    certain.insert("func.func");
  // What always has a value of a type brings the type with it.
  for (const auto &[type, known] : carriers)
    if (!certain.count(type) && intersects(certain, known.certain)) {
      mayBe.insert(type);
      certain.insert(type);
      implied.insert(type);
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
    // A kind of type that a list names is there for certain, unless an
    // attribute may be all that has it, and no operation certainly has it, or
    // usually does and nothing speaks against it. If operations have what the
    // type becomes, it is not there at all; if that is there, too, it need not
    // be.
    if (!certain.count(type) || intersects(evidence, known.certain))
      continue;
    if (!intersects(evidence, known.inAttributes)) {
      if (intersects(evidence, known.likely))
        unexplained.insert(type);
      continue;
    }
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
