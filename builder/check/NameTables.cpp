//===- NameTables.cpp - The names of contracts, numbered ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/NameTables.h"
#include "builder/list/PassList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace pmb;
using namespace llvm;

/// The casts between values of a type and what they are converted to.
static std::string getCastItem(StringRef type) {
  return (castItem + "(" + type + ")").str();
}

//===----------------------------------------------------------------------===//
// Numbering
//===----------------------------------------------------------------------===//

void NameTables::addCatalog(const Catalog &catalog, StringRef catalogItems,
                            ArrayRef<TypeDescriptor> types) {
  if (!catalogItems.empty())
    for (StringRef item : split(catalogItems, ' '))
      items.intern(item);
  for (const TypeDescriptor &type : types) {
    items.intern(type.name);
    items.intern(getCastItem(type.name));
  }
  for (StringRef property : catalog.getPropertyNames()) {
    unsigned id = properties.intern(property);
    if (catalog.lookupProperty(property)->isFleeting)
      fleeting.insert(id);
  }
  for (auto [index, type] : enumerate(types)) {
    ownCarriers.push_back(makeCarriers(type, *items.lookup(type.name)));
    carriers.push_back(ownCarriers.back().get());
    for (auto list : TypeDescriptor::lists)
      for (StringRef item : type.*list) {
        SmallVector<unsigned, 2> &known = typesOfItem[item];
        if (!is_contained(known, index))
          known.push_back(index);
      }
  }
  for (StringRef mark : getNamedItems(catalog, "usual-marks"))
    for (const std::unique_ptr<Carriers> &known : ownCarriers)
      if (known->descriptor->name == Item(mark).getQualifier())
        known->marked.emplace_back(items.intern(Item(mark).getName()),
                                   items.intern(mark));
  addEverywhere(catalog, 0);
}

void NameTables::setBase(const NameTables &tables, const Catalog &of) {
  base = &tables;
  catalog = &of;
  items.setBase(tables.items);
  properties.setBase(tables.properties);
  // All of the catalog's are known.
  for (unsigned id = 0; id < properties.size(); ++id)
    properties.addKnown(id);
  fleeting = tables.fleeting;
}

void NameTables::addItems(ArrayRef<std::string> list) {
  lists.push_back(list);
  for (const std::string &item : list)
    if (item != "*")
      items.intern(item);
}

bool NameTables::isExpanded(StringRef item) const {
  return Item(item).isDialect() &&
         none_of(catalog->getOperations(), [&](const OperationDescriptor *op) {
           return op->isTop && Item(op->name).getRoot() == item;
         });
}

void NameTables::addContents(ArrayRef<std::string> contents) {
  addItems(contents);
  for (StringRef item : contents)
    if (Item(item).isDead())
      dead.insert(*items.lookup(item));
  std::string name;
  for (StringRef item : contents)
    if (isExpanded(item))
      catalog->forEachOperation(item, [&](StringRef operation, bool isUsual) {
        name = (item + "." + operation).str();
        unsigned id = items.intern(name);
        if (!isUsual)
          unusual.insert(id);
      });
}

void NameTables::addParts() {
  auto lookup = [&](StringRef op) {
    return op.empty() ? nullptr : catalog->lookupOperation(op);
  };
  for (const OperationDescriptor *op : catalog->getOperations()) {
    std::optional<unsigned> id = items.lookup(op->name);
    if (!id)
      continue;
    const OperationDescriptor *into = lookup(op->becomes);
    if (op->isPart())
      parts.insert(*id);
    else if (into && into->isPart())
      openParts.insert(*id);
    // What catalogs say may go in circles.
    const OperationDescriptor *around = op;
    for (unsigned left = 8; left && around && around->isOnlyThere; --left)
      around = lookup(around->parent);
    if (around && around != op && around->isPart())
      onlyInParts.insert(*id);
  }
}

/// Operations of the program and of its parts are of the same dialects, so each
/// item may stand in both.
void NameTables::addNests(ArrayRef<std::string> placed) {
  for (StringRef text : placed) {
    Item item(text);
    std::optional<unsigned> id = items.lookup(item.str());
    std::optional<unsigned> nest = items.lookup(item.getNest());
    if (!id || item.isType())
      continue;
    bool isInPart =
        nest && (parts.contains(*nest) || openParts.contains(*nest) ||
                 onlyInParts.contains(*nest));
    (isInPart ? inParts : inProgram).insert(*id);
  }
}

void NameTables::addNestsWithoutParts(ArrayRef<std::string> contents) {
  ItemMask listed = items.collect(contents);
  if (!openParts.empty() && !listed.intersects(parts | openParts | onlyInParts))
    addNests(contents);
}

void NameTables::addUsual() {
  usual = items.collect(getNamedItems(*catalog, "usual-operations"));
}

void NameTables::addEverywhere(const Catalog &of, unsigned first) {
  StringSet<> roots;
  for (StringRef item : getNamedItems(of, "usual-program"))
    roots.insert(Item(item).getRoot());
  for (unsigned id = first; id < items.size(); ++id)
    if (roots.contains(Item(items.getName(id)).getRoot()))
      everywhere.insert(id);
}

void NameTables::addPrograms(const PipelineInterface &interface) {
  bool isClosed = interface.isClosed();
  if (!isClosed) {
    everywhere = base->everywhere;
    addEverywhere(*catalog, base->items.size());
  }
  auto mayBeThere = [&](Item item) {
    return !isClosed ||
           (isExpanded(item.getDialect()) &&
            is_contained(*interface.inputContents, item.getDialect()));
  };
  for (const OperationDescriptor *op : catalog->getOperations())
    if (op->isUsualProgram() && mayBeThere(Item(op->name)))
      if (std::optional<unsigned> id = items.lookup(op->name))
        programs.insert(*id);
}

template <typename VisitT>
void NameTables::forEachItem(const Contract &contract, VisitT visit) const {
  for (const ContentsEntry &entry : contract.getContents()) {
    bool mayNameProperties = entry.word == ContentsEntry::Word::Rejects;
    entry.forEachItem([&](StringRef item) {
      if (item != "*" && !(mayNameProperties && properties.lookup(item)))
        visit(item);
    });
  }
  // Casts go, of whatever types.
  bool leavesCastsDead =
      any_of(contract.getContents(), [](const ContentsEntry &entry) {
        return entry.word == ContentsEntry::Word::LeavesDead &&
               is_contained(entry.items, castItem);
      });
  if (contract.isGreedy() || contract.isRemovingDead() || leavesCastsDead)
    for (const Carriers *known : base ? base->carriers : carriers)
      if (known->descriptor->hasCarriers() &&
          known->descriptor->becomes.empty()) {
        visit(StringRef(known->descriptor->name));
        visit(items.getName(known->cast));
      }
}

void NameTables::add(const Contract &contract) {
  contracts.push_back(&contract);
  for (const PropertyEntry &entry : contract.getProperties())
    properties.intern(entry.property);
  forEachItem(contract, [&](StringRef item) { items.intern(item); });
}

void NameTables::addOperations(const Contract &contract,
                               ArrayRef<std::string> contents) {
  forEachItem(contract, [&](StringRef item) {
    StringRef dialect = Item(item).getDialect();
    if (isExpanded(dialect) && is_contained(contents, dialect))
      items.intern(Item(item).getName());
  });
}

bool NameTables::findItems(const Contract &contract, ItemMask &named,
                           bool &namesAll) const {
  bool hasAll = true;
  forEachItem(contract, [&](StringRef item) {
    if (std::optional<unsigned> id = items.lookup(item))
      named.insert(*id);
    else
      hasAll = false;
  });
  for (const PropertyEntry &entry : contract.getProperties())
    hasAll &= properties.lookup(entry.property).has_value();
  namesAll = any_of(contract.getContents(), [](const ContentsEntry &entry) {
    bool found = false;
    entry.forEachItem([&](StringRef item) { found |= item == "*"; });
    return found;
  });
  return hasAll;
}

void NameTables::sortByFirst(SmallVectorImpl<unsigned> &ids) const {
  if (ids.size() < 2 || !isOrderRead)
    return;
  if (ranks.empty()) {
    ranks.assign(items.size(), ~0u);
    unsigned next = 0;
    auto visit = [&](StringRef item) {
      std::optional<unsigned> id = items.lookup(item);
      if (id && ranks[*id] == ~0u)
        ranks[*id] = next++;
    };
    for (const Contract *contract : contracts)
      forEachItem(*contract, visit);
    for (ArrayRef<std::string> list : lists)
      for_each(list, visit);
  }
  llvm::sort(ids, [&](unsigned a, unsigned b) {
    return std::make_pair(ranks[a], a) < std::make_pair(ranks[b], b);
  });
}

unsigned NameTables::getFirst(const ItemMask &mask) const {
  SmallVector<unsigned> ids;
  mask.forEach([&](unsigned id) { ids.push_back(id); });
  sortByFirst(ids);
  return ids.front();
}

//===----------------------------------------------------------------------===//
// Carriers
//===----------------------------------------------------------------------===//

std::unique_ptr<Carriers> NameTables::makeCarriers(const TypeDescriptor &type,
                                                   unsigned id) const {
  auto result = std::make_unique<Carriers>();
  result->type = id;
  result->cast = *items.lookup(getCastItem(type.name));
  result->descriptor = &type;
  result->certain = items.cover(type.carriers);
  result->likely = items.cover(type.likelyCarriers);
  result->any = items.cover(type.possibleCarriers);
  // What is qualified with the type has it.
  std::string suffix = "(" + type.name + ")";
  for (unsigned item = 0; item < items.size(); ++item)
    if (items.getName(item).ends_with(suffix) && item != result->cast)
      result->certain.insert(item);
  result->any.insert(result->likely);
  ItemMask except = items.cover(type.except);
  for (ItemMask *mask : {&result->certain, &result->likely, &result->any})
    mask->erase(except);
  result->inAttributes = items.cover(type.inAttributes);
  result->likely.erase(result->certain);
  result->any.insert(result->certain);
  result->users = result->sources = result->certain;
  result->users.insert(result->likely);
  result->users.erase(items.cover(type.onlySources));
  result->sources.erase(items.cover(type.onlyUsers));
  result->certain.forEach([&](unsigned item) {
    StringRef name = items.getName(item);
    std::optional<unsigned> operation = items.lookup(Item(name).getName());
    if (name.ends_with(suffix) && operation &&
        result->likely.contains(*operation))
      result->implied.emplace_back(*operation, item);
  });
  return result;
}

void NameTables::finish() {
  // Casts come with their types.
  carriers.reserve(base->carriers.size());
  for (const Carriers *known : base->carriers)
    if (items.isKnown(known->type)) {
      items.addKnown(known->cast);
      carriers.push_back(known);
    }
  extended = items.getExtended();
  if (items.size() == items.getBaseSize())
    return;
  // What this pipeline has named itself may be among the carriers of a type.
  SmallVector<bool> isChanged(base->carriers.size());
  auto change = [&](StringRef item) {
    auto it = base->typesOfItem.find(item);
    if (it != base->typesOfItem.end())
      for (unsigned index : it->second)
        isChanged[index] = true;
  };
  for (unsigned id = items.getBaseSize(); id < items.size(); ++id) {
    StringRef name = items.getName(id);
    if (!name.starts_with("!"))
      change("*");
    change(name);
    change(Item(name).getName());
    change(Item(name).getDialect());
    for (auto [index, known] : enumerate(base->carriers))
      isChanged[index] |= name.ends_with("(" + known->descriptor->name + ")");
  }
  for (auto [index, known] : enumerate(base->carriers))
    if (auto it = find(carriers, known);
        isChanged[index] && it != carriers.end()) {
      ownCarriers.push_back(makeCarriers(*known->descriptor, known->type));
      ownCarriers.back()->marked = known->marked;
      *it = ownCarriers.back().get();
      extended.insert(known->type);
    }
}

/// A list that is read off IR tells all: it names the module.
void NameTables::addUnsaid(ArrayRef<std::string> contents) {
  if (isExact(contents))
    return;
  for (StringRef item : getNamedItems(*catalog, "usual-marks")) {
    StringRef qualifier = Item(item).getQualifier();
    std::optional<unsigned> id = items.lookup(item);
    if (id && items.isKnown(*id) && !is_contained(contents, item) &&
        is_contained(contents, Item(item).getName()) &&
        (!Item(qualifier).isType() || is_contained(contents, qualifier)))
      unsaid.insert(*id);
  }
}

const Carriers *NameTables::lookupCarriers(StringRef type) const {
  for (const Carriers *known : carriers)
    if (known->descriptor->name == type)
      return known;
  return nullptr;
}
