//===- CompiledContract.cpp - Contracts as bit sets -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/CompiledContract.h"

using namespace pmb;
using namespace llvm;

/// Adds the dialects of operations: a dialect in the contents may be any of its
/// operations, also those that are named one by one.
static void addDialects(ItemMask &mask, const ItemTable &items) {
  ItemMask dialects;
  mask.forEach([&](unsigned id) {
    Item item(items.getName(id));
    if (std::optional<unsigned> known = items.lookup(item.getRoot());
        known && !item.isType())
      dialects.insert(*known);
  });
  mask.insert(dialects);
}

bool pmb::lowersCasts(const ContentsEntry &entry) {
  return llvm::any_of(entry.items,
                      [](StringRef item) { return Item(item).isCast(); });
}

bool pmb::removesCasts(const Contract &contract) {
  // Casts that a conversion leaves dead are not its work.
  return !contract.isGreedy() &&
         any_of(contract.getContents(), [](const ContentsEntry &entry) {
           return entry.word == ContentsEntry::Word::Lowers &&
                  lowersCasts(entry);
         });
}

bool pmb::leavesCasts(const Contract &contract) {
  return any_of(contract.getContents(), [](const ContentsEntry &entry) {
    return !entry.converts.empty();
  });
}

CompiledContract::Entry::Entry(const ContentsEntry &entry,
                               const ItemTable &table)
    : entry(&entry), items(table.cover(entry.items, entry.except)),
      given(table.cover(entry.given)), unless(table.cover(entry.unless)),
      to(table.collect(entry.to)), sometimes(table.collect(entry.sometimes)) {}

/// The mark of a function tells of what is in it, and of no other dialect.
void CompiledContract::Lowering::addMarks(const Carriers &carriers,
                                          const NameTables &names) {
  for (auto [operation, mark] : carriers.marked) {
    StringRef dialect = Item(names.items.getName(operation)).getDialect();
    if (items.contains(operation) && all_of(entry->items, [&](StringRef item) {
          return item == dialect || Item(item).getDialect() == dialect;
        })) {
      involved.insert(mark);
      toldTypes.insert(names.items.getMembers(carriers.descriptor->name));
    }
  }
}

/// Whether for each of the entry's items and of the types that must be there a
/// mark tells whether the item has the type.
static bool isToldByMarks(const ContentsEntry &entry, const ItemTable &table) {
  return entry.mayLeaveSome() && !entry.given.empty() &&
         all_of(entry.given, [&](const std::string &type) {
           return all_of(entry.items, [&](const std::string &item) {
             return table.lookup(item + "(" + type + ")");
           });
         });
}

void CompiledContract::Lowering::addBlockers(const Carriers &carriers) {
  unless.insert(carriers.certain);
  unless.insert(carriers.likely);
  unlessMaybe.insert(carriers.any);
}

void CompiledContract::addLowering(const ContentsEntry &entry,
                                   const NameTables &names) {
  Lowering &lowering = lowerings.emplace_back(entry, names.items);
  lowering.isInPart = !entry.nest.empty();
  lowering.lowersCasts = lowersCasts(entry);
  lowering.isQualified = all_of(
      entry.items, [](StringRef item) { return Item(item).isQualified(); });
  lowering.isToldByMarks = isToldByMarks(entry, names.items);
  lowering.isInPassing =
      lowering.lowersCasts && entry.mayLeaveSome() && entry.isSpeculative;
  // Of a type, what has it is in the way, not the type itself.
  lowering.unless = {};
  for (const std::string &item : entry.unless) {
    const Carriers *carriers = names.lookupCarriers(item);
    if (carriers)
      lowering.addMarks(*carriers, names);
    // A type that passes replace by another is tracked by itself.
    if (carriers && carriers->descriptor->hasCarriers() &&
        carriers->descriptor->becomes.empty()) {
      lowering.addBlockers(*carriers);
      continue;
    }
    lowering.unless.insert(names.items.getMembers(item));
    lowering.unlessMaybe.insert(names.items.getMembers(item));
  }
  ItemMask except = names.items.cover(entry.except);
  lowering.unless.erase(except);
  lowering.unlessMaybe.erase(except);
  for (const std::string &type : entry.converts)
    if (const Carriers *carriers = names.lookupCarriers(type))
      lowering.conversions.emplace_back().carriers = carriers;
}

/// What some passes do to casts, whatever their entries say.
static ContentsEntry makeCastEntry(bool isPartial, StringRef reason) {
  ContentsEntry entry;
  entry.word = ContentsEntry::Word::Lowers;
  entry.items = {castItem.str()};
  entry.isPartial = isPartial;
  entry.isSpeculative = true;
  entry.reason = reason.str();
  return entry;
}

/// What a greedy pass does, after what its entries say: for each kind of type
/// it folds the casts, unless something has the type.
void CompiledContract::addFolding(const NameTables &names) {
  static const ContentsEntry folding =
      makeCastEntry(/*isPartial=*/false,
                    "rewrites greedily, which folds pairs of casts in passing");
  for (const Carriers *carriers : names.carriers) {
    const TypeDescriptor &type = *carriers->descriptor;
    if (!type.hasCarriers() || !type.becomes.empty())
      continue;
    Lowering &lowering = lowerings.emplace_back(folding, names.items);
    lowering.lowersCasts = lowering.isInPassing = true;
    lowering.items = ItemMask(carriers->cast);
    lowering.addBlockers(*carriers);
  }
}

/// What a pass does that removes what is dead, after what its entries say: a
/// conversion leaves casts without a use where it uses the value itself.
void CompiledContract::addRemoval(const NameTables &names) {
  static const ContentsEntry removal =
      makeCastEntry(/*isPartial=*/true, "removes casts that have no use");
  Lowering &lowering = lowerings.emplace_back(removal, names.items);
  lowering.lowersCasts = lowering.isInPassing = lowering.isOnlyDead = true;
}

void CompiledContract::addDead(const ContentsEntry &entry,
                               const NameTables &names) {
  Dead dead(entry, names.items);
  for (const Carriers *carriers : names.carriers) {
    if (!dead.items.contains(carriers->cast))
      continue;
    Dead &cast = leftDead.emplace_back(dead);
    cast.isCast = true;
    cast.items = ItemMask(carriers->cast);
    cast.unless.insert(carriers->certain);
    cast.unless.insert(carriers->likely);
    dead.items.erase(cast.items);
  }
  if (!dead.items.empty())
    leftDead.push_back(std::move(dead));
}

void CompiledContract::finishLowerings() {
  ItemMask added;
  forEachAdded([&](const ItemMask &items) { added.insert(items); });
  bool isFirst = true;
  for (const Lowering &lowering : lowerings) {
    for (const Conversion &conversion : lowering.conversions)
      added.insert(conversion.carriers->cast);
    if (lowering.to.empty() && lowering.sometimes.empty())
      continue;
    if (isFirst)
      commonTo = lowering.to;
    else
      commonTo.retain(lowering.to);
    isFirst = false;
  }
  for (size_t i = 0; i < lowerings.size(); ++i) {
    Lowering &lowering = lowerings[i];
    for (size_t j = 0; j < i; ++j) {
      if (lowerings[j].given.empty())
        lowering.items.erase(lowerings[j].items);
      else if (lowering.items.intersects(lowerings[j].items))
        lowering.yieldsTo.push_back(j);
    }
    touched.insert(lowering.items);
    if (!lowering.isInPassing)
      intended.insert(lowering.items);
    lowering.gone = lowering.items - added;
    for (Conversion &conversion : lowering.conversions) {
      const Carriers &carriers = *conversion.carriers;
      conversion.certain = lowering.items & carriers.certain;
      conversion.likely = lowering.items & carriers.likely;
      conversion.any = lowering.items & carriers.any;
      conversion.users = lowering.items & carriers.users;
    }
  }
}

PropertyEffect
pmb::getPropertyEffect(const Contract &contract, StringRef property,
                       function_ref<bool(const PropertyEntry &)> applies) {
  PropertyEffect effect =
      contract.isInert() ? PropertyEffect::Preserves : PropertyEffect::None;
  bool isDenied = false;
  for (const PropertyEntry &entry : contract.getProperties()) {
    if (entry.property != property || !applies(entry))
      continue;
    isDenied |= entry.deniesProperty();
    using Word = PropertyEntry::Word;
    switch (entry.word) {
    case Word::Provides:
      effect = std::max(effect, PropertyEffect::Provides);
      break;
    case Word::Invalidates:
      effect = std::max(effect, PropertyEffect::Ends);
      break;
    case Word::Preserves:
      effect = std::max(effect, PropertyEffect::Preserves);
      break;
    default:
      break;
    }
  }
  return isDenied ? PropertyEffect::Ends : effect;
}

void CompiledContract::compileProperties(
    const Contract &contract, const NameTables &names,
    function_ref<bool(const PropertyEntry &)> applies) {
  for (const PropertyEntry &entry : contract.getProperties()) {
    if (!applies(entry))
      continue;
    unsigned property = *names.properties.lookup(entry.property);
    properties.insert(property);
    if (entry.word == PropertyEntry::Word::Requires)
      needs.push_back({property, &entry});
    switch (getPropertyEffect(contract, entry.property, applies)) {
    case PropertyEffect::Provides:
      provides.insert(property);
      break;
    case PropertyEffect::Ends:
      invalidates.insert(property);
      break;
    case PropertyEffect::Preserves:
      preserves.insert(property);
      break;
    case PropertyEffect::None:
      break;
    }
  }
  if (!contract.isInert())
    ends = names.fleeting;
  ends.erase(preserves);
  ends.insert(invalidates);
  properties.insert(ends);
}

void CompiledContract::compile(const Contract &contract,
                               const NameTables &names,
                               function_ref<bool(const Condition &)> holds) {
  auto applies = [&](const ContractEntry &entry) {
    return !entry.isConditional() || holds(entry.condition);
  };
  for (const OrderEntry &entry : contract.getOrder())
    if (applies(entry))
      order.push_back(&entry);
  compileProperties(contract, names, applies);
  for (const ContentsEntry &entry : contract.getContents()) {
    if (!applies(entry))
      continue;
    switch (entry.word) {
    case ContentsEntry::Word::Lowers:
      addLowering(entry, names);
      break;
    case ContentsEntry::Word::Introduces:
      introductions.emplace_back(entry, names.items);
      break;
    case ContentsEntry::Word::LeavesDead:
      addDead(entry, names);
      break;
    case ContentsEntry::Word::UnknownEffect:
      // What it keeps, and while what it is so; `except` is about that.
      unknownEffects.emplace_back(entry, names.items).items =
          names.items.cover(entry.items);
      unknownEffects.back().given.erase(names.items.cover(entry.except));
      break;
    case ContentsEntry::Word::Rejects:
    case ContentsEntry::Word::Requires: {
      auto &demand = demands.emplace_back(entry, names.items);
      for (const std::string &item : entry.items)
        if (std::optional<unsigned> property = names.properties.lookup(item))
          demand.properties.insert(*property);
      if (entry.word == ContentsEntry::Word::Requires)
        addDialects(demand.items, names.items);
      break;
    }
    case ContentsEntry::Word::WritesOutside:
      outside.emplace_back(entry, names.items);
      break;
    default:
      break;
    }
  }
  isGreedy = contract.isGreedy();
  isRemovingDead = isGreedy || contract.isRemovingDead();
  if (isGreedy)
    addFolding(names);
  else if (isRemovingDead)
    addRemoval(names);
  finishLowerings();
}
