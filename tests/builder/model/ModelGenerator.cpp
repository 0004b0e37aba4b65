//===- ModelGenerator.cpp - Random pipelines for the model ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelGenerator.h"
#include "../Operations.h"
#include "../Require.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace pmb;
using namespace pmb::model;

using List = std::vector<std::string>;

unsigned model::getRuns(unsigned usual) {
  const char *text = std::getenv("PMB_MODEL_RUNS");
  return text ? unsigned(std::strtoul(text, nullptr, 10)) : usual;
}
uint64_t model::getSeed() {
  const char *text = std::getenv("PMB_MODEL_SEED");
  return text ? std::strtoull(text, nullptr, 10) : 1;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Conditions that the model knows how to answer.
static const List variantConditions = {"v", "w", "v & !w", "v | w", "!(v & w)"};
/// Those that ask for the option of a pass, alone or together with them.
static const List ownConditions = {"o == true", "o", "o & v", "o | !w"};

// Few names, so that entries meet.
static const List passNames = {"pa", "pb", "pc", "pd", "pe", "pf", "pg"};
static const List kindNames = {"k0", "k1", "cleanup"};
static const List propertyNames = {"p0", "p1", "p2"};
static const List operations = {"a.x", "a.y",       "b.x",
                                "b.y", "func.func", "func.return"};
static const List others = {"a",          "b",        "func",      "c",
                            "a.x(!t)",    "b(!t)",    "b.y(!b.u)", "a.x(m)",
                            "gpu.module", "llvm.func"};
static const List types = {"!t", "!b.u"};
/// A mark that says nothing to the check, and the one that does.
static const List marks = {"m", "dead"};

namespace {
/// Knows all operations of a dialect, as the stock catalog does.
class ListedDialects : public CatalogSource {
public:
  const PassDescriptor *lookupPass(llvm::StringRef) const override {
    return nullptr;
  }
  void getPassNames(std::vector<llvm::StringRef> &) const override {}
  std::optional<Operations> lookupDialect(llvm::StringRef name) const override {
    if (name != listedDialect)
      return std::nullopt;
    return Operations{listedUsual, listedOthers};
  }
  void getDialectNames(std::vector<llvm::StringRef> &names) const override {
    names.push_back(listedDialect);
  }
};
} // namespace

static std::string pickAdded(Random &random) {
  return random.chance(75) ? random.pick(operations) : random.pick(others);
}
static std::string pickItem(Random &random) {
  unsigned choice = random.below(100);
  if (choice < 55)
    return random.pick(operations);
  if (choice < 80)
    return random.pick(others);
  if (choice < 88)
    return random.pick(types);
  if (choice < 98)
    return "builtin.unrealized_conversion_cast";
  return "*";
}
static List pickList(Random &random, unsigned most,
                     std::string (*pick)(Random &)) {
  List result;
  for (unsigned i = random.below(most + 1); i > 0; --i)
    result.push_back(pick(random));
  return result;
}

const List &model::pickNest(Random &random) {
  static const std::vector<List> nests = {
      {}, {"func.func"}, {"gpu.module"}, {"gpu.module", "gpu.func"}};
  // Of the pipeline's own operation, and in themselves.
  static const std::vector<List> unusual = {{"builtin.module"},
                                            {"func.func", "func.func"},
                                            {"gpu.module", "gpu.module"}};
  if (random.chance(5))
    return random.pick(unusual);
  return random.chance(50) ? nests[0] : random.pick(nests);
}

std::string model::pickAnchor(Random &random) {
  return random.chance(85) ? "builtin.module"
                           : random.pick(List{"func.func", "gpu.module"});
}

std::string model::pickOptions(Random &random) {
  return random.chance(75) ? "" : random.pick(List{"o=true", "o=0", "o q=1"});
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

/// A bundle has no options that a condition could ask for.
static void fillEntry(Random &random, ContractEntry &entry, bool hasOptions) {
  if (random.chance(20))
    entry.strength = Strength::Weak;
  if (random.chance(20)) {
    entry.condition = random.chance(50) || !hasOptions
                          ? variant(random.pick(variantConditions))
                          : Condition(random.pick(ownConditions));
    if (random.chance(50))
      entry.condition = !entry.condition;
  }
}

static OrderEntry makeOrder(Random &random, bool hasOptions) {
  OrderEntry entry;
  fillEntry(random, entry, hasOptions);
  Random more = random.fork();
  constexpr OrderEntry::Word words[] = {
      OrderEntry::Word::After, OrderEntry::Word::Before,
      OrderEntry::Word::FollowedBy, OrderEntry::Word::ConflictsWith};
  entry.word = words[random.below(4)];
  unsigned choice = random.below(10);
  entry.target = choice < 6   ? pass(random.pick(passNames))
                 : choice < 9 ? kind(random.pick(kindNames))
                              : providerOf(random.pick(propertyNames));
  entry.isPresent = random.chance(20);
  if (entry.word == OrderEntry::Word::After ||
      entry.word == OrderEntry::Word::Before) {
    entry.isEvery = more.chance(10);
    entry.isImmediate = more.chance(5);
    if (more.chance(10))
      entry.notBetween = {more.chance(30)
                              ? invalidatorOf(more.pick(propertyNames))
                          : more.chance(50) ? pass(more.pick(passNames))
                                            : kind(more.pick(kindNames))};
  } else if (entry.word == OrderEntry::Word::FollowedBy && more.chance(15)) {
    entry.word = OrderEntry::Word::AlternatesWith;
  }
  if (random.chance(10)) {
    entry.isAdvice = true;
    entry.strength = Strength::Weak;
  }
  return entry;
}

static PropertyEntry makeProperty(Random &random, bool hasOptions) {
  PropertyEntry entry;
  fillEntry(random, entry, hasOptions);
  entry.word = PropertyEntry::Word(unsigned(PropertyEntry::Word::Requires) +
                                   random.below(4));
  entry.property = random.pick(propertyNames);
  if (hasOptions && random.chance(10))
    entry.condition = option("o");
  return entry;
}

static ContentsEntry makeContents(Random &random, bool hasOptions) {
  ContentsEntry entry;
  fillEntry(random, entry, hasOptions);
  unsigned choice = random.below(10);
  entry.word = choice < 6   ? ContentsEntry::Word::Lowers
               : choice < 8 ? ContentsEntry::Word::Introduces
               : choice < 9 ? ContentsEntry::Word::Rejects
                            : ContentsEntry::Word::Requires;
  if (random.chance(8)) {
    entry.word = ContentsEntry::Word::UnknownEffect;
    entry.strength = Strength::Strong;
    if (random.chance(40))
      entry.items = pickList(random, 3, pickItem);
    if (random.chance(40)) {
      entry.given = pickList(random, 2, pickItem);
      entry.except = pickList(random, 1, pickItem);
    }
    return entry;
  }
  if (entry.word != ContentsEntry::Word::Introduces) {
    entry.items = pickList(random, 2, pickItem);
    entry.items.push_back(pickItem(random));
    if (random.chance(15))
      entry.except = pickList(random, 1, pickItem);
  }
  if (entry.word == ContentsEntry::Word::Rejects && random.chance(30))
    entry.items = {random.pick(propertyNames)};
  if (random.chance(20))
    entry.given = pickList(random, 2, pickItem);
  if (entry.word != ContentsEntry::Word::Introduces && random.chance(20))
    entry.unless = pickList(random, 2, pickItem);
  if (entry.word == ContentsEntry::Word::Lowers ||
      entry.word == ContentsEntry::Word::Introduces) {
    entry.to = pickList(random, 2, pickAdded);
    if (random.chance(40))
      entry.sometimes = pickList(random, 2, pickAdded);
  }
  if (entry.word == ContentsEntry::Word::Lowers) {
    if (random.chance(25))
      entry.converts = {random.pick(types)};
    entry.isPartial = random.chance(10);
    entry.isSpeculative = random.chance(20);
  }
  return entry;
}

Contract model::makeContract(Random &random, bool isForBundle) {
  Contract contract;
  for (unsigned i = random.below(3); i > 0; --i)
    contract.add(makeOrder(random, !isForBundle));
  // Some are about nothing but properties, so that these meet, too.
  bool isPlain = random.chance(30);
  for (unsigned i = random.below(isPlain ? 5 : 3); i > 0; --i)
    contract.add(makeProperty(random, !isForBundle));
  for (unsigned i = random.below(isForBundle ? 2 : 4); i > 0 && !isPlain; --i)
    contract.add(makeContents(random, !isForBundle));
  contract.greedy(random.chance(10));
  contract.idempotent(!isForBundle && random.chance(40));
  return contract;
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

Listing model::makeWorld(Random &random) {
  Listing world;
  world.isListed = random.chance(30);
  for (const std::string &name : propertyNames)
    world.properties.push_back({name, "", random.chance(40)});
  for (const std::string &name : types) {
    TypeDescriptor type;
    type.name = name;
    if (random.chance(80)) {
      type.carriers = pickList(random, 2, pickAdded);
      type.likelyCarriers = pickList(random, 2, pickAdded);
      type.possibleCarriers = pickList(random, 2, pickAdded);
      if (random.chance(20))
        type.except = pickList(random, 1, pickAdded);
      if (random.chance(30))
        type.becomes = random.pick(types);
      Random fork = random.fork();
      if (fork.chance(30))
        type.inAttributes = pickList(fork, 2, pickAdded);
    }
    if (random.chance(90))
      world.types.push_back(type);
  }
  for (const std::string &name : passNames) {
    PassDescriptor pass(name);
    for (const std::string &kind : kindNames)
      if (random.chance(25))
        pass.addKind(kind);
    pass.options = {{"o", random.chance(50) ? "true" : "false"}, {"q", ""}};
    if (random.chance(85)) {
      pass.hasContract = true;
      do
        pass.contract = makeContract(random, /*isForBundle=*/false);
      while (!takeDiagnostics(pass.contract.verify(name)).empty() ||
             !takeDiagnostics(pass.contract.verifyReach(name)).empty());
    }
    world.passes[name] = pass;
  }
  return world;
}

static void addBundleMark(Listing &listing, Step::Kind kind, size_t index,
                          int bundle) {
  Step mark;
  mark.kind = kind;
  mark.bundle = bundle;
  mark.name = "bundle" + std::to_string(bundle);
  listing.steps.insert(listing.steps.begin() + long(index), mark);
}

/// Some neighbours, with the whole of each bundle of which they have a mark.
static std::pair<size_t, size_t> pickRange(Random &random,
                                           const Listing &listing) {
  size_t begin = random.below(unsigned(listing.steps.size()) + 1);
  size_t end = begin, depth = 0;
  size_t most =
      begin + random.below(unsigned(listing.steps.size() - begin) + 1);
  for (size_t i = begin; i < most; ++i) {
    if (listing.steps[i].kind == Step::Kind::BundleBegin)
      ++depth;
    if (listing.steps[i].kind == Step::Kind::BundleEnd && depth-- == 0)
      break;
    if (depth == 0)
      end = i + 1;
  }
  return {begin, end};
}

void model::shuffleSteps(Random &random, Listing &listing) {
  listing.steps.clear();
  listing.bundles.clear();
  for (unsigned i = 1 + random.below(9); i > 0; --i) {
    Step step;
    step.name = random.pick(passNames);
    step.options = pickOptions(random);
    step.nest = pickNest(random);
    listing.steps.push_back(step);
  }
  for (unsigned i = random.chance(20) ? 1 + random.below(2) : 0; i > 0; --i) {
    Step slot;
    slot.kind = Step::Kind::Slot;
    slot.name = "slot" + std::to_string(i);
    size_t index = random.below(unsigned(listing.steps.size()) + 1);
    listing.steps.insert(listing.steps.begin() + long(index), slot);
  }
  if (random.chance(30)) {
    // Around some neighbours, others among or around them.
    for (int i = 0, count = random.chance(40) ? 3 : 1; i < count; ++i) {
      auto [begin, end] = pickRange(random, listing);
      Bundle bundle;
      bundle.isContiguous = random.chance(30);
      if (random.chance(50))
        bundle.kinds = {random.pick(kindNames)};
      if (random.chance(60))
        do
          bundle.contract = makeContract(random, /*isForBundle=*/true);
        while (!takeDiagnostics(
                    bundle.contract.verify("bundle" + std::to_string(i)))
                    .empty());
      listing.bundles.push_back(bundle);
      addBundleMark(listing, Step::Kind::BundleEnd, end, i);
      addBundleMark(listing, Step::Kind::BundleBegin, begin, i);
    }
  }
  PipelineInterface &interface = listing.interface;
  interface = PipelineInterface();
  if (random.chance(65)) {
    interface.inputContents = pickList(random, 6, pickItem);
    if (random.chance(10))
      interface.inputContents->push_back("a.x(dead)");
  }
  if (random.chance(60))
    interface.outputContents = pickList(random, 3, pickItem);
  auto pickProperty = [](Random &random) { return random.pick(propertyNames); };
  if (random.chance(20))
    interface.inputProperties = pickList(random, 2, pickProperty);
  if (random.chance(15))
    interface.outputProperties = pickList(random, 1, pickProperty);
  listing.variants.clear();
  for (const char *name : {"v", "w"})
    if (random.chance(50))
      listing.variants.insert(name);
}

PassBundle model::makeBundle(Random &random, const Listing &listing,
                             int number) {
  PassBundle bundle("new" + std::to_string(number));
  if (random.chance(40))
    bundle.addKind(random.pick(kindNames));
  bundle.setContiguous(random.chance(40));
  for (unsigned i = random.below(4); i > 0; --i)
    bundle.addPass(random.pick(passNames), pickOptions(random));
  if (random.chance(20))
    bundle.addSlot("slot" + std::to_string(number));
  if (random.chance(60))
    do
      bundle.contract = makeContract(random, /*isForBundle=*/true);
    while (!takeDiagnostics(bundle.contract.verify(bundle.getName())).empty());
  (void)listing;
  return bundle;
}

Catalog model::makeCatalog(const Listing &listing) {
  Catalog catalog;
  test::addOperations(catalog);
  static const ListedDialects listed;
  if (listing.isListed)
    catalog.setSource(&listed);
  for (const std::string &mark : marks)
    catalog.addMark(mark, "");
  for (const std::string &kind : kindNames)
    catalog.addKind(kind);
  for (const PropertyDescriptor &property : listing.properties)
    test::require(catalog.addProperty(property));
  for (const TypeDescriptor &type : listing.types)
    catalog.addType(type);
  for (const auto &[name, pass] : listing.passes)
    test::require(catalog.addPass(pass));
  return catalog;
}
