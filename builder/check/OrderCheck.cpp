//===- OrderCheck.cpp - The sweep -----------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/OrderCheck.h"
#include "builder/check/DeadEnds.h"
#include "builder/check/EarlyLowerings.h"
#include "builder/check/Findings.h"
#include "builder/check/LeftOvers.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Facts about nests
//===----------------------------------------------------------------------===//

/// True if passes on `path` see all of the IR that matters: the pipeline's own
/// operation, or the functions in it.
static bool seesWholeProgram(const AnchorPath &path, const Catalog &catalog) {
  if (path.getDepth() != 1)
    return path.getDepth() == 0;
  const OperationDescriptor *known = catalog.lookupOperation(path.getOp());
  return path.getOp() == "any" || (known && known->holdsProgram);
}

/// True if operations of that name stand nowhere but in the nests on `path`.
static bool standsOnlyIn(StringRef name, const AnchorPath &path,
                         const Catalog &catalog) {
  auto lookupOnly = [&](StringRef op) {
    const OperationDescriptor *known = catalog.lookupOperation(op);
    return known && known->isOnlyThere ? known : nullptr;
  };
  for (const AnchorPath *at = &path; at->getDepth() > 1; at = at->getParent()) {
    const OperationDescriptor *known = lookupOnly(at->getOp());
    if (!known || known->parent != at->getParent()->getOp())
      return false;
  }
  // What catalogs say may go in circles.
  for (unsigned left = 8; left; --left) {
    const OperationDescriptor *known = lookupOnly(name);
    if (!known)
      return false;
    name = known->parent;
    if (name == path.getOp())
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Setting up
//===----------------------------------------------------------------------===//

OrderCheck::OrderCheck(const PassList &pipeline) : pipeline(pipeline) {}
OrderCheck::~OrderCheck() = default;

bool OrderCheck::hasWork(const PassList &pipeline) {
  const PipelineInterface &interface = pipeline.getInterface();
  bool hasNests = pipeline.getRoot().hasNested();
  if (interface.outputContents || !interface.outputProperties.empty() ||
      (interface.isClosed() && hasNests))
    return true;
  // One pass alone puts nothing back that another has lowered, unless it does
  // different things with different options, or has nests to run on in vain.
  bool isAnyChanging = false, canChangeWithPlace = hasNests;
  for (const auto &symbol : pipeline.getSymbols())
    if (symbol->count && symbol->descriptor) {
      const Contract &contract = symbol->descriptor->contract;
      if (contract.isDemanding() || contract.hasUnknownEffect())
        return true;
      if (contract.getContents().empty())
        continue;
      if (std::exchange(isAnyChanging, true))
        return true;
      canChangeWithPlace |=
          any_of(contract.getContents(), [](const ContentsEntry &entry) {
            return entry.condition.kind != Condition::Kind::Always;
          });
    }
  return any_of(pipeline.getBundles(),
                [](const auto &bundle) { return bundle->contract; }) ||
         (isAnyChanging && (canChangeWithPlace || interface.isClosed()));
}

void OrderCheck::addSymbol(const Symbol &symbol) {
  symbolIndex.resize(symbol.number + 1);
  symbolIndex.back() = symbols.size();
  SymbolInfo &info = symbols.emplace_back();
  info.descriptor = symbol.descriptor;
  info.shared = compiledCatalog->lookup(*info.descriptor);
  info.isUndescribed = !info.descriptor->hasContract && !ignoresUndescribed;
  hasUndescribed |= info.isUndescribed;
  const Contract &contract = info.descriptor->contract;
  if (info.shared)
    names.add(contract, info.shared->named);
  else
    names.add(contract);
  hasContents |= !contract.getContents().empty();
  hasUnknownEffects |=
      info.shared ? info.shared->hasUnknownEffect : contract.hasUnknownEffect();
}

void OrderCheck::numberNames() {
  size_t count = range_size(pipeline.getSymbols());
  symbols.reserve(count);
  symbolIndex.reserve(count);
  names.reserve(count);
  const PipelineInterface &interface = getInterface();
  for (const auto &symbol : pipeline.getSymbols()) {
    if (symbol->kind != Target::Kind::Pass)
      continue;
    if (symbol->count)
      addSymbol(*symbol);
    // A dialect has all operations that anybody knows of, whoever is there.
    if (symbol->isDescribedHere && symbol->descriptor &&
        interface.inputContents)
      names.addOperations(symbol->descriptor->contract,
                          *interface.inputContents);
  }
  for (const auto &bundle : pipeline.getBundles())
    if (bundle->contract && bundle->begin->isLinked()) {
      names.add(*bundle->contract);
      hasContents |= !bundle->contract->getContents().empty();
      hasUnknownEffects |= bundle->contract->hasUnknownEffect();
    }
  if (interface.inputContents)
    names.addContents(*interface.inputContents);
  if (interface.outputContents)
    names.addItems(*interface.outputContents);
  hasContents |= interface.isClosed() &&
                 (interface.outputContents || pipeline.getRoot().hasNested());
  for (const std::string &property : interface.inputProperties)
    names.addProperty(property);
  for (const std::string &property : interface.outputProperties)
    names.addProperty(property);

  // The operations of nests are items, because they can be lowered away.
  if (hasContents) {
    const AnchorPath *last = nullptr;
    for (const Node &node : pipeline.getPasses()) {
      if (&node.getAnchorPath() == last)
        continue;
      last = &node.getAnchorPath();
      for (const AnchorPath *path = last; path->getDepth();
           path = path->getParent())
        names.items.intern(path->getOp());
    }
  }
  names.finish();
}

void OrderCheck::expandInterface() {
  const Catalog &catalog = pipeline.getCatalog();
  const PipelineInterface &given = pipeline.getInterface();
  auto hasNames = [&](const std::optional<std::vector<std::string>> &list) {
    return list && any_of(*list, [&](StringRef item) {
             return catalog.lookupContents(item);
           });
  };
  if (!hasNames(given.inputContents) && !hasNames(given.outputContents))
    return;
  expanded = given;
  for (auto *list : {&expanded->inputContents, &expanded->outputContents})
    if (*list)
      *list = catalog.expandContents(**list);
}

bool OrderCheck::setUp(bool isForced, const Contract *added) {
  if (!isForced && !tellsPossible && !hasWork(pipeline))
    return false;
  expandInterface();
  compiledCatalog = CompiledCatalog::get(pipeline.getCatalog());
  names.setBase(compiledCatalog->getNames(), pipeline.getCatalog());
  if (added)
    names.add(*added);
  numberNames();

  OptionValues noOptions;
  for (SymbolInfo &info : symbols) {
    if (info.shared && names.extends(info.shared->named, info.shared->namesAll))
      info.shared = nullptr;
    if (info.shared && info.shared->conditions.empty())
      info.contract = &compiledCatalog->compile(*info.shared, 0);
    else if (!info.shared && !info.descriptor->contract.isConditional())
      info.contract = compile(info.descriptor->contract, noOptions);
    numberTargets(info.descriptor->contract);
  }
  for (const auto &bundle : pipeline.getBundles())
    if (bundle->contract && bundle->begin->isLinked()) {
      bundleContracts[bundle] = compile(*bundle->contract, noOptions);
      numberTargets(*bundle->contract);
    }
  if (!targetList.empty())
    collectExtents();
  if (hasUnknownEffects || (hasUndescribed && hasContents))
    collectExpected();
  return true;
}

const CompiledContract *OrderCheck::compile(const Contract &contract,
                                            OptionValues &options) {
  ownContracts.push_back(std::make_unique<CompiledContract>());
  ownContracts.back()->compile(contract, names, [&](const Condition &c) {
    return holds(c, options,
                 [&](StringRef name) { return pipeline.hasVariant(name); });
  });
  return ownContracts.back().get();
}

const CompiledContract &OrderCheck::getContract(const Node &node) {
  SymbolInfo &info = getInfo(node);
  if (info.contract)
    return *info.contract;
  bool isNamed = node.isMadeFromName() || !node.getInstance();
  auto evaluate = [&](OptionValues &&options) {
    return info.shared->conditions.evaluate(
        options, [&](StringRef name) { return pipeline.hasVariant(name); });
  };
  if (info.shared && isNamed && node.getGivenOptions().empty() &&
      pipeline.getOptions().empty() &&
      pipeline.getOptions().getVariants().empty())
    return compiledCatalog->compileDefault(
        *info.shared, bool(node.getInstance()),
        [&] { return evaluate(OptionValues(node)); });
  // Asking an instance takes microseconds.
  std::string printed = isNamed ? "" : node.getOptions();
  const CompiledContract *&contract =
      info.byOptions[isNamed ? node.getGivenOptions() : StringRef(printed)];
  if (contract)
    return *contract;
  OptionValues options = isNamed ? OptionValues(node)
                                 : OptionValues(node.getDescriptor(), printed);
  contract = info.shared ? &compiledCatalog->compile(
                               *info.shared, evaluate(std::move(options)))
                         : compile(info.descriptor->contract, options);
  return *contract;
}

const CompiledContract *OrderCheck::getBundleContract(const Node &node) {
  auto it = bundleContracts.find(node.getBundle());
  return it == bundleContracts.end() ? nullptr : it->second;
}

//===----------------------------------------------------------------------===//
// The sweep
//===----------------------------------------------------------------------===//

const OrderCheck::PathItems &OrderCheck::getPathItems(const AnchorPath &path) {
  // Neighbours mostly stand in one nest.
  if (lastPath && lastPath->path == &path)
    return *lastPath;
  std::unique_ptr<PathItems> &items = pathItems[&path];
  if (!items) {
    items = std::make_unique<PathItems>();
    items->path = &path;
    const Catalog &catalog = pipeline.getCatalog();
    for (const AnchorPath *at = &path; at->getDepth(); at = at->getParent())
      if (std::optional<unsigned> op = names.items.lookup(at->getOp())) {
        items->operations.push_back(*op);
        items->own.insert(*op);
        items->signs.push_back(getSigns(at->getOp()));
      }
    const OperationDescriptor *inner = catalog.lookupOperation(path.getOp());
    if (path.getDepth() && !(inner && inner->holdsProgram))
      items->made = names.items.lookup(path.getOp());
    items->seesWholeProgram = seesWholeProgram(path, catalog);
    if (!items->seesWholeProgram)
      for (const OperationDescriptor *op : catalog.getOperations())
        if (op->isOnlyThere && standsOnlyIn(op->name, path, catalog))
          if (std::optional<unsigned> id = names.items.lookup(op->name))
            items->inside.insert(*id);
  }
  lastPath = items.get();
  return *lastPath;
}

std::optional<unsigned> OrderCheck::findGone(const AnchorPath &path,
                                             const ContentsState &state) {
  if (!hasContents || path.getDepth() == 0)
    return std::nullopt;
  for (unsigned op : getPathItems(path).operations)
    if (state.isGone(op))
      return op;
  return std::nullopt;
}

Reach OrderCheck::getReach(const AnchorPath &path, const ContentsState &state) {
  if (path.getDepth() == 0)
    return Reach::Whole;
  const PathItems &items = getPathItems(path);
  if (!items.seesWholeProgram)
    return Reach::Part;
  // Functions that may have come back after all were lowered are new ones.
  for (unsigned op : items.operations)
    if (state.getLowered().contains(op) && !state.getCertain().contains(op))
      return Reach::New;
  return Reach::Whole;
}

void OrderCheck::sweep(ContentsState &state, ItemSet &properties,
                       Observer observe,
                       function_ref<void(const Node *)> visit) {
  // What held where the bundles around begin, for what they preserve.
  SmallVector<ItemSet, 0> atBegin;
  size_t unknownCount = 0;
  auto run = [&](const Node &node, const CompiledContract &contract) {
    const AnchorPath &path = node.getAnchorPath();
    if (findings && !contract.empty() &&
        node.getKind() != Node::Kind::BundleEnd) {
      checkOrder(node, contract);
      checkNeeds(node, contract, state, properties);
    }
    Reach reach = Reach::Whole;
    const ItemMask *expectedLater = nullptr, *untouched = nullptr;
    bool mayDoAnything = hasContents && isUndescribed(node);
    if (mayDoAnything || (!contract.unknownEffects.empty() &&
                          node.getKind() != Node::Kind::BundleBegin))
      expectedLater = &expected[unknownCount++];
    switch (node.getKind()) {
    case Node::Kind::Slot:
      return;
    case Node::Kind::BundleBegin:
      atBegin.push_back(properties);
      return;
    case Node::Kind::BundleEnd:
      // A bundle speaks for its passes as a whole, wherever they run; what they
      // end one by one they have ended already.
      properties.insertCommon(contract.preserves, atBegin.pop_back_val());
      properties.erase(contract.invalidates);
      properties.insert(contract.provides);
      break;
    case Node::Kind::Pass:
      if (findings && !node.getDescriptor().hasContract)
        earlyWork->observeUnknown();
      if (std::optional<unsigned> gone = findGone(path, state)) {
        if (findings && idle.insert(&node).second) {
          reportNoEffect(node, *gone);
          if (findsDeadEnds)
            deadEnds->observeIdle(node, contract, *gone);
        }
        return;
      }
      if (std::optional<unsigned> absent = findAbsent(path, state)) {
        if (findings && idle.insert(&node).second)
          reportAbsentNest(node, *absent);
        return;
      }
      if (findings && path.getDepth() && hasContents)
        if (std::optional<unsigned> made = getPathItems(path).made)
          earlyWork->awaitNest(node, *made, state);
      properties.erase(contract.ends);
      properties.insert(contract.provides);
      if (contract.changesContents())
        reach = getReach(path, state);
      break;
    }
    if (findsDeadEnds && node.isPass() && !contract.demands.empty() &&
        getReach(path, state) == Reach::Whole)
      deadEnds->observeRejected(contract);
    if (findings && expectedLater)
      if (const ContentsEntry *unknown = state.findUnknownEffect(contract))
        noteUnknown(node, *unknown);
    if (mayDoAnything)
      untouched = &getPathItems(path).own;
    if (mayDoAnything || contract.changesContents())
      state.apply(
          contract, reach,
          [&](const ContentsChange &change) {
            if (observe)
              observe(node, change);
          },
          expectedLater,
          reach == Reach::Part ? &getPathItems(path).inside : nullptr,
          untouched);
  };
  for (const Node &node : pipeline.getNodes()) {
    if (visit)
      visit(&node);
    if (node.isPass()) {
      run(node, getContract(node));
    } else if (node.getKind() != Node::Kind::Slot && !bundleContracts.empty()) {
      if (const CompiledContract *contract = getBundleContract(node))
        run(node, *contract);
    }
  }
  if (visit)
    visit(nullptr);
}

ItemSet OrderCheck::getInputProperties() const {
  ItemSet properties(names.countProperties());
  for (const std::string &property : pipeline.getInterface().inputProperties)
    properties.insert(*names.lookupProperty(property));
  return properties;
}

void OrderCheck::explain(Visitor visit) && {
  setUp(/*isForced=*/true);
  explainPrepared(visit);
}

void OrderCheck::explainPrepared(Visitor visit) {
  ContentsState state(names, getInterface().inputContents);
  ItemSet properties = getInputProperties();
  sweep(state, properties, nullptr,
        [&](const Node *node) { visit(node, state, properties); });
}

bool OrderCheck::runForTrial(std::vector<Diagnostic> &result,
                             TrialFilter isWorthMore) && {
  beTrial();
  names.forgetOrder();
  return run(result, isWorthMore);
}

/// True if a pass may have something to do, but for what it does in passing.
static bool isWork(const ContentsChange &change) {
  return any_of(change.effects,
                [](const ContentsChange::Effect &effect) {
                  return effect.outcome.happens() &&
                         !effect.lowering->isInPassing;
                }) ||
         any_of(change.given,
                [](Certainty given) { return given != Certainty::No; });
}

bool OrderCheck::run(std::vector<Diagnostic> &result, TrialFilter isWorthMore) {
  if (!setUp())
    return true;
  findings = &result;
  ContentsState state(names, getInterface().inputContents);
  ItemSet properties = getInputProperties();
  EarlyLowerings early;
  earlyWork = std::make_unique<EarlyWork>(names);
  bool mayCheckAsOpen = state.isClosed() && !isTrial &&
                        pipeline.getInterface().outputContents.has_value();
  ItemSet possible(names.items.size());
  findsDeadEnds =
      !state.isClosed() && pipeline.getInterface().outputContents.has_value();
  if (findsDeadEnds)
    deadEnds = std::make_unique<DeadEnds>(pipeline, getInterface(), names);
  sweep(
      state, properties,
      [&](const Node &node, const ContentsChange &change) {
        if (working && isWork(change))
          working->insert(&node);
        if (deadEnds)
          deadEnds->observe(node, change, state);
        if (mayCheckAsOpen)
          possible.insert(state.getMayBe());
        // What must not remain says more, where that is known.
        if (!state.isClosed() || !pipeline.getInterface().outputContents)
          early.observe(node, change, state);
        earlyWork->observe(node, change);
      },
      nullptr);
  checkOutput(properties);
  reportUnknown();
  if (!disorders.empty())
    mergeCycles(result);
  if (isWorthMore && !isWorthMore(result, state, names.items))
    return false;
  if (hasContents) {
    // From here on the sweep is only repeated, to explain.
    findings = nullptr;
    findsDeadEnds = false;
    LeftOvers(*this, state).report(early, *earlyWork, result);
    if (deadEnds)
      deadEnds->report(result, ideas);
    if (mayCheckAsOpen)
      checkAsOpen(state, possible, result);
    if (hasUndescribed && !isTrial)
      reportUndescribed(result);
  }
  return true;
}

void OrderCheck::checkAsOpen(const ContentsState &end, const ItemSet &possible,
                             std::vector<Diagnostic> &result) {
  if (any_of(result, [](const Diagnostic &finding) {
        return finding.severity >= Severity::Warning && !finding.items.empty();
      }))
    return;
  deadEnds =
      std::make_unique<DeadEnds>(pipeline, getInterface(), names, &possible);
  ContentsState state(names, std::nullopt);
  ItemSet properties = getInputProperties();
  findsDeadEnds = true;
  sweep(
      state, properties,
      [&](const Node &node, const ContentsChange &change) {
        deadEnds->observe(node, change, state);
      },
      nullptr);
  findsDeadEnds = false;
  deadEnds->reportPossible(end, result);
}

void OrderCheck::runWithoutLeftOvers(std::vector<Diagnostic> &result) && {
  if (!setUp())
    return;
  findings = &result;
  ContentsState state(names, getInterface().inputContents);
  ItemSet properties = getInputProperties();
  earlyWork = std::make_unique<EarlyWork>(names);
  sweep(state, properties, nullptr, nullptr);
  checkOutput(properties);
}

//===----------------------------------------------------------------------===//
// Findings about order and properties
//===----------------------------------------------------------------------===//

void OrderCheck::report(Diagnostic diagnostic, const ContractEntry &entry) {
  if (entry.strength == Strength::Weak)
    diagnostic.severity = std::min(diagnostic.severity, Severity::Warning);
  findings->push_back(std::move(diagnostic));
}

void OrderCheck::reportNoEffect(const Node &node, unsigned gone) {
  std::string op = "'" + names.items.getName(gone).str() + "'";
  findings->push_back(Diagnostic(DiagnosticCode::NoEffect,
                                 quote(node) + " has nothing to run on: " + op +
                                     " has been lowered before")
                          .at(pipeline.getRef(node))
                          .help("move it before the pass that lowers " + op));
}
