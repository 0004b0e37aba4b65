//===- ListContracts.cpp - The contracts of one list, compiled ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/ListContracts.h"

using namespace pmb;
using namespace llvm;

ListContracts::ListContracts(const PassList &list, const Assumptions &assumed,
                             const Contract *added, const AnchorPath *path)
    : list(list), assumed(assumed),
      compiledCatalog(CompiledCatalog::get(list.getCatalog())) {
  expandInterface();
  names.setBase(compiledCatalog->getNames(), list.getCatalog());
  if (added)
    names.add(*added);
  for (; path && path->getDepth(); path = path->getParent())
    names.items.intern(path->getOp());
  numberNames();

  OptionValues noOptions;
  for (SymbolInfo &info : symbols) {
    if (!info.descriptor)
      continue;
    if (info.shared && names.extends(info.shared->named, info.shared->namesAll))
      info.shared = nullptr;
    if (info.shared && info.shared->conditions.empty())
      info.contract = &compiledCatalog->compileDefault(
          *info.shared, /*hasInstance=*/false, [] { return uint64_t(0); });
    else if (!info.shared && !info.said->isConditional())
      info.contract = compile(*info.said, noOptions);
    numberTargets(*info.said);
  }
  for (const BundleInstance *bundle : list.getBundles())
    if (bundle->contract && bundle->begin->isLinked()) {
      bundleContracts[bundle] = compile(*bundle->contract, noOptions);
      numberTargets(*bundle->contract);
    }
  if (!targets.empty())
    collectExtents();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void ListContracts::expandInterface() {
  const Catalog &catalog = list.getCatalog();
  const PipelineInterface &given = list.getInterface();
  std::optional<std::vector<std::string>> output;
  if (given.outputContents)
    output = catalog.expandOutput(*given.outputContents);
  bool hasNames =
      given.inputContents && any_of(*given.inputContents, [&](StringRef item) {
        return catalog.lookupContents(item);
      });
  const auto &givenInput = assumed.input ? assumed.input : given.inputContents;
  if (givenInput && any_of(*givenInput, [](StringRef item) {
        return !Item(item).getNest().empty();
      }))
    inputWithNests = &*givenInput;
  if (!assumed.input && !hasNames && !inputWithNests &&
      output == given.outputContents)
    return;
  expanded = given;
  expanded->outputContents = std::move(output);
  auto &input = expanded->inputContents;
  if (assumed.input)
    input = assumed.input;
  if (input)
    input = catalog.expandContents(*input);
}

void ListContracts::note(const Contract &contract, bool hasUnknownEffect) {
  anyContents |= !contract.getContents().empty();
  anyUnknownEffects |= hasUnknownEffect;
}

void ListContracts::addDescribedNodes() {
  const auto &input = getInterface().inputContents;
  for (const Node &node : list.getPasses()) {
    if (!node.isDescribedByItself())
      continue;
    const PassDescriptor &pass = node.getDescriptor();
    if (!ownIndex.try_emplace(&pass, symbols.size()).second)
      continue;
    addPass(pass, symbols.emplace_back());
    if (input)
      names.addOperations(pass.contract, *input);
  }
}

void ListContracts::addPass(const PassDescriptor &pass, SymbolInfo &info) {
  info.descriptor = &pass;
  bool isGuess = assumed.believesGuesses && pass.isGuessed();
  bool isNewest = assumed.believesNewest && !pass.newest.empty();
  info.said = isGuess ? &pass.guess : isNewest ? &pass.newest : &pass.contract;
  info.shared = isGuess || isNewest ? nullptr : compiledCatalog->lookup(pass);
  bool isDescribed =
      pass.hasContract || (isNewest && !pass.newest.isOrderOnly());
  info.isUndescribed = !isDescribed && !assumed.ignoresUndescribed;
  anyUndescribed |= info.isUndescribed;
  const Contract &contract = *info.said;
  if (info.shared)
    names.add(contract, info.shared->named);
  else
    names.add(contract);
  note(contract, info.shared ? info.shared->hasUnknownEffect
                             : contract.hasUnknownEffect());
}

void ListContracts::numberNames() {
  size_t count = range_size(list.getSymbols());
  symbols.resize(count);
  names.reserve(count);
  const PipelineInterface &interface = getInterface();
  std::unique_lock<std::mutex> lock = compiledCatalog->lock();
  for (const Symbol *symbol : list.getSymbols()) {
    if (symbol->kind != Target::Kind::Pass)
      continue;
    if (symbol->count)
      addPass(*symbol->descriptor, symbols[symbol->number]);
    // A dialect has all operations that any contract names, in the list or not.
    if (symbol->isDescribedHere && symbol->descriptor &&
        interface.inputContents)
      names.addOperations(symbol->descriptor->contract,
                          *interface.inputContents);
  }
  if (list.mayDescribeNodes())
    addDescribedNodes();
  lock.unlock();
  for (const BundleInstance *bundle : list.getBundles())
    if (bundle->contract && bundle->begin->isLinked()) {
      names.add(*bundle->contract);
      note(*bundle->contract, bundle->contract->hasUnknownEffect());
    }
  if (interface.inputContents)
    names.addContents(*interface.inputContents);
  if (interface.outputContents)
    names.addItems(*interface.outputContents);
  // With a type that is never there goes what has it.
  for (const InputExclusion &never : interface.inputNever)
    if (Item(never.item).isType())
      names.items.intern(never.item);
  anyContents |= interface.isClosed() &&
                 (interface.outputContents || list.getRoot().hasNested());
  for (StringRef property : concat<const std::string>(
           interface.inputProperties, interface.outputProperties))
    names.properties.intern(property);
  if (anyContents)
    numberNests();
  // Of what is only presumed to be there, no more is presumed to come.
  if (interface.isClosed() && !assumed.input) {
    names.addUsual();
    if (!interface.isInputMeasured)
      names.addUnsaid(*interface.inputContents);
  }
  if (anyContents)
    names.addParts();
  if (inputWithNests)
    names.addNests(*inputWithNests);
  else if (interface.isClosed())
    names.addNestsWithoutParts(*interface.inputContents);
  names.addPrograms(interface);
  names.finish();
}

/// The operations of nests are items, because they can be lowered away.
void ListContracts::numberNests() {
  const AnchorPath *last = nullptr;
  for (const Node &node : list.getPasses()) {
    if (&node.getAnchorPath() == last)
      continue;
    last = &node.getAnchorPath();
    for (const AnchorPath *path = last; path->getDepth();
         path = path->getParent())
      names.items.intern(path->getOp());
  }
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

const CompiledContract *ListContracts::compile(const Contract &contract,
                                               OptionValues &options) {
  ownContracts.push_back(std::make_unique<CompiledContract>());
  ownContracts.back()->compile(contract, names, [&](const Condition &c) {
    return options.holds(c, &list.getOptions());
  });
  return ownContracts.back().get();
}

const CompiledContract *ListContracts::lookup(const Node &node) {
  if (!node.isPass())
    return node.getKind() == Node::Kind::Slot
               ? nullptr
               : bundleContracts.lookup(node.getBundle());
  SymbolInfo &info = symbols[getIndex(node)];
  if (info.contract)
    return info.contract;
  bool isNamed = node.isMadeFromName() || !node.getInstance();
  auto evaluate = [&](OptionValues &&options) {
    return info.shared->conditions.evaluate(options, list.getOptions());
  };
  if (info.shared && isNamed && node.getGivenOptions().empty() &&
      list.getOptions().empty() && list.getOptions().getVariants().empty())
    return &compiledCatalog->compileDefault(
        *info.shared, bool(node.getInstance()),
        [&] { return evaluate(OptionValues(node)); });
  // Asking an instance takes microseconds.
  std::string printed = isNamed ? "" : node.getOptions();
  const CompiledContract *&contract =
      info.byOptions[isNamed ? node.getGivenOptions() : StringRef(printed)];
  if (contract)
    return contract;
  OptionValues options = isNamed ? OptionValues(node)
                                 : OptionValues(node.getDescriptor(), printed,
                                                /*isPrinted=*/true);
  return contract = info.shared
                        ? &compiledCatalog->compile(
                              *info.shared, evaluate(std::move(options)))
                        : compile(*info.said, options);
}

bool ListContracts::isUndescribed(const Node &node) const {
  if (!node.isPass() || !getInfo(node).isUndescribed)
    return false;
  // The contract of a bundle speaks for the passes in it.
  return !findInnermost(node.getBundle(), [](const BundleInstance &around) {
    return around.contract && !around.contract->getContents().empty();
  });
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

void ListContracts::numberTargets(const Contract &contract) {
  for (const OrderEntry &entry : contract.getOrder()) {
    if (targetNumbers[size_t(entry.target.kind)]
            .try_emplace(entry.target.name, targets.size())
            .second)
      targets.push_back(&entry.target);
  }
}

std::optional<unsigned>
ListContracts::lookupTarget(const Target &target) const {
  const StringMap<unsigned> &numbers = targetNumbers[size_t(target.kind)];
  auto it = numbers.find(target.name);
  return it == numbers.end() ? std::nullopt : std::optional(it->second);
}

template <typename NamedT>
SmallVector<unsigned, 2> ListContracts::findTargets(const NamedT &named) const {
  SmallVector<unsigned, 2> found;
  forEachTarget(named, [&](Target::Kind kind, StringRef name) {
    const StringMap<unsigned> &numbers = targetNumbers[size_t(kind)];
    auto it = numbers.empty() ? numbers.end() : numbers.find(name);
    if (it != numbers.end() && !is_contained(found, it->second))
      found.push_back(it->second);
  });
  return found;
}

void ListContracts::forEachMatch(const Node &node,
                                 function_ref<void(unsigned)> visit) {
  SmallVector<unsigned, 2> ofBundle;
  if (!node.isPass())
    ofBundle = findTargets(*node.getBundle());
  for (unsigned target : node.isPass() ? getInfo(node).matches : ofBundle) {
    // Options may decide what is provided.
    bool isSure = targets[target]->kind != Target::Kind::Provider ||
                  (node.isPass() && getInfo(node).contract);
    if (isSure || lookup(node)->provides.contains(
                      *names.properties.lookup(targets[target]->name)))
      visit(target);
  }
}

void ListContracts::collectExtents() {
  extents.resize(targets.size());
  for (SymbolInfo &info : symbols)
    if (info.descriptor)
      info.matches = findTargets(*info.descriptor);
  for (const Node &node : list.getPasses()) {
    auto extend = [&](unsigned target) {
      extents[target].extend({&node, &node});
    };
    forEachMatch(node, extend);
  }
  for (const BundleInstance *bundle : list.getBundles())
    if (bundle->begin->isLinked())
      forEachMatch(*bundle->begin, [&](unsigned target) {
        extents[target].extend({bundle->begin, bundle->end});
      });
}
