//===- CompiledContract.cpp - Contracts as bit sets -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/CompiledContract.h"

using namespace pmb;
using namespace llvm;

unsigned NameTables::getProperty(StringRef name, const Catalog &catalog) {
  auto [it, isNew] = properties.try_emplace(name, properties.size());
  if (isNew) {
    const PropertyDescriptor *property = catalog.lookupProperty(name);
    if (property && property->isFleeting)
      fleeting.insert(it->second);
  }
  return it->second;
}

unsigned NameTables::getTarget(const Target &target) {
  return targets.try_emplace(target.str(), targets.size()).first->second;
}

void NameTables::add(const Contract &contract, const Catalog &catalog) {
  for (const OrderEntry &entry : contract.getOrder())
    getTarget(entry.target);
  for (const PropertyEntry &entry : contract.getProperties())
    getProperty(entry.property, catalog);
  for (const ContentsEntry &entry : contract.getContents())
    for (const std::vector<std::string> *list :
         {&entry.items, &entry.exceptItems, &entry.unlessItems, &entry.to,
          &entry.sometimes})
      for (const std::string &item : *list)
        if (item != "*") {
          if (entry.word == ContentsEntry::Word::Rejects &&
              catalog.lookupProperty(item))
            getProperty(item, catalog);
          else
            items.intern(item);
        }
}

void CompiledContract::compile(const Contract &contract,
                               const NameTables &names,
                               function_ref<bool(const Condition &)> holds) {
  // What is replaced stands for all that the name covers; what appears is just
  // what is named.
  auto cover = [&](ItemMask &mask, ArrayRef<std::string> items) {
    for (const std::string &item : items)
      names.items.forEachMember(item, [&](unsigned id) { mask.insert(id); });
  };
  auto uncover = [&](ItemMask &mask, ArrayRef<std::string> items) {
    for (const std::string &item : items)
      names.items.forEachMember(item, [&](unsigned id) { mask.erase(id); });
  };
  auto exactly = [&](ItemMask &mask, ArrayRef<std::string> items) {
    for (const std::string &item : items)
      mask.insert(*names.items.lookup(item));
  };
  auto applies = [&](const ContractEntry &entry) {
    return entry.condition.kind == Condition::Kind::Always ||
           holds(entry.condition);
  };

  for (const OrderEntry &entry : contract.getOrder())
    if (applies(entry))
      order.push_back({names.targets.lookup(entry.target.str()), &entry});
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
    case ContentsEntry::Word::Lowers: {
      Lowering lowering;
      lowering.entry = &entry;
      cover(lowering.from, entry.items);
      uncover(lowering.from, entry.exceptItems);
      cover(lowering.unless, entry.unlessItems);
      uncover(lowering.unless, entry.exceptItems);
      exactly(lowering.to, entry.to);
      exactly(lowering.sometimes, entry.sometimes);
      lowerings.push_back(std::move(lowering));
      break;
    }
    case ContentsEntry::Word::Introduces:
      exactly(introduces, entry.to);
      exactly(introducesSometimes, entry.sometimes);
      break;
    case ContentsEntry::Word::Rejects: {
      Reject reject;
      reject.entry = &entry;
      for (const std::string &item : entry.items) {
        if (std::optional<unsigned> property = names.lookupProperty(item))
          reject.properties.insert(*property);
        names.items.forEachMember(
            item, [&](unsigned id) { reject.items.insert(id); });
      }
      for (const std::string &item : entry.exceptItems)
        names.items.forEachMember(item,
                                  [&](unsigned id) { reject.items.erase(id); });
      rejects.push_back(std::move(reject));
    }
    }
  }
  for (Lowering &lowering : lowerings) {
    lowering.gone = lowering.from;
    for (const Lowering &other : lowerings) {
      lowering.gone.erase(other.to);
      lowering.gone.erase(other.sometimes);
    }
  }
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
    const OptionDescriptor *option = descriptor.lookupOption(condition.name);
    StringRef value = option ? StringRef(option->defaultValue) : StringRef();
    // As in MLIR, the last mention counts.
    for (auto [name, given] : splitOptions(options))
      if (name == condition.name)
        value = given;
    auto normal = [](StringRef text) {
      text = text.trim("\"");
      return text == "1" ? StringRef("true") : text == "0" ? "false" : text;
    };
    result = normal(value) == normal(condition.value);
  }
  }
  return result != condition.negated;
}
