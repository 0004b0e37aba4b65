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

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The casts between values of a type and what they are converted to.
static std::string getCastItem(StringRef type) {
  return (castItem + "(" + type + ")").str();
}

unsigned NameTables::addProperty(StringRef name) {
  auto [it, isNew] = properties.try_emplace(name, properties.size());
  if (isNew) {
    const PropertyDescriptor *property = catalog.lookupProperty(name);
    if (property && property->isFleeting)
      fleeting.insert(it->second);
  }
  return it->second;
}

void NameTables::addItems(ArrayRef<std::string> list) {
  for (const std::string &item : list)
    if (item != "*")
      items.intern(item);
}

void NameTables::addContents(ArrayRef<std::string> contents) {
  addItems(contents);
  std::string name;
  for (StringRef item : contents)
    if (ItemTable::isDialect(item))
      catalog.forEachOperation(item, [&](StringRef operation, bool isUsual) {
        name = (item + "." + operation).str();
        unsigned id = items.intern(name);
        if (!isUsual)
          unusual.insert(id);
      });
}

void NameTables::add(const Contract &contract) {
  hasGreedy |= contract.isGreedy();
  for (const OrderEntry &entry : contract.getOrder())
    targets.try_emplace(entry.target.str(), targets.size());
  for (const PropertyEntry &entry : contract.getProperties())
    addProperty(entry.property);
  for (const ContentsEntry &entry : contract.getContents()) {
    bool mayNameProperties = entry.word == ContentsEntry::Word::Rejects;
    for (const std::string &item : entry.items)
      if (mayNameProperties && catalog.lookupProperty(item))
        addProperty(item);
      else if (item != "*")
        items.intern(item);
    for (const std::vector<std::string> *list :
         {&entry.except, &entry.unless, &entry.given, &entry.to,
          &entry.sometimes})
      addItems(*list);
    for (const std::string &type : entry.converts) {
      items.intern(type);
      items.intern(getCastItem(type));
    }
  }
}

static void cover(ItemMask &mask, ArrayRef<std::string> list,
                  const ItemTable &items) {
  for (const std::string &item : list)
    mask.insert(items.getMembers(item));
}

static void uncover(ItemMask &mask, ArrayRef<std::string> list,
                    const ItemTable &items) {
  for (const std::string &item : list)
    mask.erase(items.getMembers(item));
}

/// Adds the dialects of operations: a dialect in the contents may be any of its
/// operations, also those that are named one by one.
static void addDialects(ItemMask &mask, const ItemTable &items) {
  ItemMask dialects;
  mask.forEach([&](unsigned id) {
    StringRef name = items.getName(id);
    if (name.starts_with("!"))
      return;
    StringRef dialect = name.take_front(name.find_first_of(".("));
    if (std::optional<unsigned> known = items.lookup(dialect))
      dialects.insert(*known);
  });
  mask.insert(dialects);
}

void NameTables::finish() {
  for (const TypeDescriptor *type : catalog.getTypes()) {
    std::optional<unsigned> id = items.lookup(type->name);
    if (!id && hasGreedy && type->hasCarriers() && type->becomes.empty())
      id = items.intern(type->name);
    if (!id)
      continue;
    Carriers result;
    result.type = *id;
    result.cast = items.intern(getCastItem(type->name));
    result.descriptor = type;
    carriers.push_back(std::move(result));
  }
  // Casts were numbered last; only now all members are known.
  for (Carriers &result : carriers) {
    const TypeDescriptor &type = *result.descriptor;
    cover(result.certain, type.carriers, items);
    cover(result.likely, type.likelyCarriers, items);
    cover(result.any, type.possibleCarriers, items);
    // What is qualified with the type has it.
    std::string suffix = "(" + type.name + ")";
    for (unsigned id = 0; id < items.size(); ++id) {
      StringRef name = items.getName(id);
      if (name.ends_with(suffix) && id != result.cast)
        result.certain.insert(id);
    }
    result.any.insert(result.likely);
    for (ItemMask *mask : {&result.certain, &result.likely, &result.any})
      uncover(*mask, type.except, items);
    result.likely.erase(result.certain);
    result.any.insert(result.certain);
    result.certain.forEach([&](unsigned id) {
      StringRef name = items.getName(id);
      std::optional<unsigned> base = items.lookup(ItemTable::getBase(name));
      if (name.ends_with(suffix) && base && result.likely.contains(*base))
        result.implied.emplace_back(*base, id);
    });
  }
}

const Carriers *NameTables::lookupCarriers(StringRef type) const {
  for (const Carriers &known : carriers)
    if (known.descriptor->name == type)
      return &known;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

bool pmb::lowersCasts(const ContentsEntry &entry) {
  return llvm::any_of(
      entry.items, [](StringRef item) { return item.starts_with(castItem); });
}

/// What appears is just what is named.
static void name(ItemMask &mask, ArrayRef<std::string> list,
                 const ItemTable &items) {
  for (const std::string &item : list)
    mask.insert(*items.lookup(item));
}

void CompiledContract::addLowering(const ContentsEntry &entry,
                                   const NameTables &names) {
  Lowering lowering;
  lowering.entry = &entry;
  lowering.lowersCasts = lowersCasts(entry);
  cover(lowering.from, entry.items, names.items);
  uncover(lowering.from, entry.except, names.items);
  cover(lowering.given, entry.given, names.items);
  for (const std::string &item : entry.unless) {
    const Carriers *carriers = names.lookupCarriers(item);
    // A type that passes replace by another is tracked by itself.
    if (!carriers || !carriers->descriptor->hasCarriers() ||
        !carriers->descriptor->becomes.empty()) {
      cover(lowering.unless, item, names.items);
      cover(lowering.unlessMaybe, item, names.items);
      continue;
    }
    lowering.unless.insert(carriers->certain);
    lowering.unless.insert(carriers->likely);
    lowering.unlessMaybe.insert(carriers->any);
  }
  uncover(lowering.unless, entry.except, names.items);
  uncover(lowering.unlessMaybe, entry.except, names.items);
  name(lowering.to, entry.to, names.items);
  name(lowering.sometimes, entry.sometimes, names.items);
  for (const std::string &type : entry.converts)
    if (const Carriers *carriers = names.lookupCarriers(type)) {
      Conversion conversion;
      conversion.carriers = carriers;
      lowering.conversions.push_back(std::move(conversion));
    }
  lowerings.push_back(std::move(lowering));
}

/// What a greedy pass does, after what its entries say: for each kind of type
/// it folds the casts, unless something has the type.
void CompiledContract::addFolding(const NameTables &names) {
  static const ContentsEntry folding = [] {
    ContentsEntry entry;
    entry.word = ContentsEntry::Word::Lowers;
    entry.items = {castItem.str()};
    entry.isSpeculative = true;
    entry.reason = "rewrites greedily, which folds pairs of casts in passing";
    return entry;
  }();
  for (const Carriers &carriers : names.carriers) {
    const TypeDescriptor &type = *carriers.descriptor;
    if (!type.hasCarriers() || !type.becomes.empty())
      continue;
    Lowering lowering;
    lowering.entry = &folding;
    lowering.lowersCasts = lowering.isInPassing = true;
    lowering.from.insert(carriers.cast);
    lowering.unless.insert(carriers.certain);
    lowering.unless.insert(carriers.likely);
    lowering.unlessMaybe.insert(carriers.any);
    lowerings.push_back(std::move(lowering));
  }
}

void CompiledContract::finishLowerings() {
  ItemMask added;
  for (const Introduction &introduction : introductions) {
    added.insert(introduction.to);
    added.insert(introduction.sometimes);
  }
  bool isFirst = true;
  for (const Lowering &lowering : lowerings) {
    added.insert(lowering.to);
    added.insert(lowering.sometimes);
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
        lowering.from.erase(lowerings[j].from);
      else if (lowering.from.intersects(lowerings[j].from))
        lowering.yieldsTo.push_back(j);
    }
    touched.insert(lowering.from);
    if (!lowering.isInPassing)
      intended.insert(lowering.from);
    lowering.gone = lowering.from;
    lowering.gone.erase(added);
    for (Conversion &conversion : lowering.conversions) {
      auto common = [&](const ItemMask &mask) {
        ItemMask result = lowering.from;
        result.retain(mask);
        return result;
      };
      conversion.certain = common(conversion.carriers->certain);
      conversion.likely = common(conversion.carriers->likely);
      conversion.any = common(conversion.carriers->any);
    }
  }
}

void CompiledContract::compile(const Contract &contract,
                               const NameTables &names,
                               function_ref<bool(const Condition &)> holds) {
  auto applies = [&](const ContractEntry &entry) {
    return entry.condition.kind == Condition::Kind::Always ||
           holds(entry.condition);
  };
  for (const OrderEntry &entry : contract.getOrder())
    if (applies(entry))
      order.push_back({names.targets.lookup(entry.target.str()), &entry});
  ItemMask denied;
  for (const PropertyEntry &entry : contract.getProperties()) {
    if (!applies(entry))
      continue;
    unsigned property = names.properties.lookup(entry.property);
    switch (entry.word) {
    case PropertyEntry::Word::Requires:
      needs.push_back({property, &entry});
      break;
    case PropertyEntry::Word::Provides:
      provides.insert(property);
      break;
    case PropertyEntry::Word::Invalidates:
      invalidates.insert(property);
      if (deniesProperty(entry))
        denied.insert(property);
      break;
    case PropertyEntry::Word::Preserves:
      preserves.insert(property);
      break;
    }
  }
  for (const ContentsEntry &entry : contract.getContents()) {
    if (!applies(entry))
      continue;
    switch (entry.word) {
    case ContentsEntry::Word::Lowers:
      addLowering(entry, names);
      break;
    case ContentsEntry::Word::Introduces: {
      Introduction introduction;
      cover(introduction.given, entry.given, names.items);
      name(introduction.to, entry.to, names.items);
      name(introduction.sometimes, entry.sometimes, names.items);
      introductions.push_back(std::move(introduction));
      break;
    }
    case ContentsEntry::Word::UnknownEffect: {
      UnknownEffect unknown;
      unknown.entry = &entry;
      unknown.isAlways = entry.given.empty();
      cover(unknown.given, entry.given, names.items);
      uncover(unknown.given, entry.except, names.items);
      cover(unknown.kept, entry.items, names.items);
      unknownEffects.push_back(std::move(unknown));
      break;
    }
    case ContentsEntry::Word::Rejects:
    case ContentsEntry::Word::Requires: {
      Demand demand;
      demand.entry = &entry;
      for (const std::string &item : entry.items)
        if (std::optional<unsigned> property = names.lookupProperty(item))
          demand.properties.insert(*property);
      cover(demand.items, entry.items, names.items);
      uncover(demand.items, entry.except, names.items);
      if (entry.word == ContentsEntry::Word::Requires)
        addDialects(demand.items, names.items);
      cover(demand.given, entry.given, names.items);
      cover(demand.unless, entry.unless, names.items);
      demands.push_back(std::move(demand));
      break;
    }
    }
  }
  provides.erase(denied);
  preserves.erase(denied);
  ends = names.fleeting;
  ends.erase(preserves);
  ends.insert(invalidates);
  if (contract.isGreedy())
    addFolding(names);
  finishLowerings();
}

bool pmb::holds(const Condition &condition, const PassDescriptor &descriptor,
                StringRef options, function_ref<bool(StringRef)> hasVariant) {
  bool result = true;
  switch (condition.kind) {
  case Condition::Kind::Always:
    break;
  case Condition::Kind::Variant:
    result = hasVariant(condition.name);
    break;
  case Condition::Kind::Option: {
    std::optional<std::string> value =
        getOptionValue(descriptor, options, condition.name);
    const OptionDescriptor *option = descriptor.lookupOption(condition.name);
    result = value ? normalizeOptionValue(option, *value) ==
                         normalizeOptionValue(option, condition.value)
                   : normalizeOptionValue(option, condition.value).empty();
    break;
  }
  }
  return result != condition.negated;
}
