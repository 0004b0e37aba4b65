//===- OrderCheck.cpp - The sweep -----------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/OrderCheck.h"
#include "builder/check/LeftOvers.h"
#include "builder/check/OrderGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

//===----------------------------------------------------------------------===//
// Setting up
//===----------------------------------------------------------------------===//

bool OrderCheck::hasWork() const {
  const PipelineInterface &interface = pipeline.getInterface();
  if (interface.outputContents || !interface.outputProperties.empty())
    return true;
  // One pass alone puts nothing back that another has lowered, unless it does
  // different things with different options, or has nests to run on in vain.
  unsigned changing = 0;
  bool canChangeWithPlace = pipeline.getRoot().hasNested();
  for (const auto &symbol : pipeline.getSymbols())
    if (symbol->count && symbol->descriptor) {
      const Contract &contract = symbol->descriptor->contract;
      if (contract.isDemanding() || contract.hasUnknownEffect())
        return true;
      changing += !contract.getContents().empty();
      canChangeWithPlace |=
          any_of(contract.getContents(), [](const ContentsEntry &entry) {
            return entry.condition.kind != Condition::Kind::Always;
          });
    }
  return any_of(pipeline.getBundles(),
                [](const auto &bundle) { return bundle->contract; }) ||
         changing > 1 ||
         (changing && (canChangeWithPlace || interface.isClosed()));
}

void OrderCheck::addSymbol(const Symbol &symbol) {
  symbolIndex.resize(symbol.number + 1);
  symbolIndex.back() = symbols.size();
  SymbolInfo &info = symbols.emplace_back();
  info.descriptor = symbol.descriptor;
  info.shared = compiledCatalog->lookup(*info.descriptor);
  const Contract &contract = info.descriptor->contract;
  if (info.shared)
    names.add(contract, info.shared->named);
  else
    names.add(contract);
  hasContents |= !contract.getContents().empty();
  hasUnknownEffects |= contract.hasUnknownEffect();
}

void OrderCheck::numberNames() {
  symbols.reserve(range_size(pipeline.getSymbols()));
  for (const auto &symbol : pipeline.getSymbols())
    if (symbol->count && symbol->kind == Target::Kind::Pass)
      addSymbol(*symbol);
  for (const auto &bundle : pipeline.getBundles())
    if (bundle->contract && bundle->begin->isLinked()) {
      names.add(*bundle->contract);
      hasContents |= !bundle->contract->getContents().empty();
      hasUnknownEffects |= bundle->contract->hasUnknownEffect();
    }
  const PipelineInterface &interface = pipeline.getInterface();
  if (interface.inputContents)
    names.addContents(pipeline.getCatalog(), *interface.inputContents);
  if (interface.outputContents)
    names.addItems(*interface.outputContents);
  hasContents |= interface.inputContents && interface.outputContents;
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

bool OrderCheck::setUp(bool isForced, const Contract *added) {
  if (!isForced && !hasWork())
    return false;
  compiledCatalog = CompiledCatalog::get(pipeline.getCatalog());
  names.setBase(compiledCatalog->getNames());
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
  if (hasUnknownEffects)
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
      pipeline.getVariants().empty())
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
    for (const AnchorPath *at = &path; at->getDepth(); at = at->getParent())
      if (std::optional<unsigned> op = names.items.lookup(at->getOp()))
        items->operations.push_back(*op);
    items->seesWholeProgram = seesWholeProgram(path, pipeline.getCatalog());
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
    const ItemMask *expectedLater = nullptr;
    if (!contract.unknownEffects.empty() &&
        node.getKind() != Node::Kind::BundleBegin)
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
      if (std::optional<unsigned> gone = findGone(path, state)) {
        if (findings && idle.insert(&node).second)
          reportNoEffect(node, *gone);
        return;
      }
      properties.erase(contract.ends);
      properties.insert(contract.provides);
      if (contract.changesContents())
        reach = getReach(path, state);
      break;
    }
    if (findings && expectedLater)
      if (const ContentsEntry *unknown = state.findUnknownEffect(contract))
        noteUnknown(node, *unknown);
    if (contract.changesContents())
      state.apply(
          contract, reach,
          [&](const ContentsChange &change) {
            if (observe)
              observe(node, change);
          },
          expectedLater);
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

void OrderCheck::explain(Visitor visit) {
  setUp(/*isForced=*/true);
  explainPrepared(visit);
}

void OrderCheck::explainPrepared(Visitor visit) {
  ContentsState state(names, pipeline.getInterface().inputContents);
  ItemSet properties = getInputProperties();
  sweep(state, properties, nullptr,
        [&](const Node *node) { visit(node, state, properties); });
}

void OrderCheck::run(std::vector<Diagnostic> &result) {
  if (!setUp())
    return;
  findings = &result;
  ContentsState state(names, pipeline.getInterface().inputContents);
  ItemSet properties = getInputProperties();
  EarlyLowerings early;
  sweep(
      state, properties,
      [&](const Node &node, const ContentsChange &change) {
        // What must not remain says more, where that is known.
        if (!state.isClosed() || !pipeline.getInterface().outputContents)
          early.observe(node, change, state);
      },
      nullptr);
  checkOutput(properties);
  reportUnknown();
  if (!disorders.empty())
    mergeCycles(result);
  if (hasContents) {
    // From here on the sweep is only repeated, to explain.
    findings = nullptr;
    LeftOvers(*this, state).report(early, result);
  }
}

void OrderCheck::runWithoutLeftOvers(std::vector<Diagnostic> &result) {
  if (!setUp())
    return;
  findings = &result;
  ContentsState state(names, pipeline.getInterface().inputContents);
  ItemSet properties = getInputProperties();
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

void OrderCheck::checkNeeds(const Node &node, const CompiledContract &contract,
                            const ContentsState &state, ItemSet &properties) {
  for (const CompiledContract::Need &need : contract.needs)
    if (!properties.contains(need.property)) {
      findMissing(node, need);
      // Later passes that miss it, too, are a consequence.
      properties.insert(need.property);
    }
  for (const CompiledContract::Demand &demand : contract.demands)
    checkDemand(node, demand, state, properties);
}

void OrderCheck::checkDemand(const Node &node,
                             const CompiledContract::Demand &demand,
                             const ContentsState &state,
                             const ItemSet &properties) {
  const ContentsEntry &entry = *demand.entry;
  // What applies only while something is there is not worth a guess.
  if ((!demand.given.empty() && state.contains(demand.given) != Truth::Yes) ||
      state.getMayBe().intersects(demand.unless))
    return;
  std::string message;
  ItemMask rejected;
  bool isCertain = true;
  if (entry.word == ContentsEntry::Word::Requires) {
    if (state.mayHaveMore() || state.getMayBe().intersects(demand.items))
      return;
    message = quote(node) + " needs '" + join(entry.items, "' or '") +
              "', and there is none";
  } else {
    std::string what;
    rejected = state.getCertain().getCommon(demand.items);
    if (!rejected.empty()) {
      what = names.items.getName(names.getFirst(rejected)).str();
    } else if (auto property = properties.findFirst(demand.properties)) {
      what = names.getPropertyName(*property).str();
    } else if (state.isClosed()) {
      rejected = state.getMayBe().getCommon(demand.items);
      if (rejected.empty())
        return;
      what = names.items.getName(names.getFirst(rejected)).str();
      isCertain = false;
    } else {
      return;
    }
    message = quote(node) + " cannot accept '" + what + "', which " +
              (isCertain ? "is" : "may be") + " there";
  }
  Diagnostic diagnostic(DiagnosticCode::Rejected, std::move(message));
  if (!isCertain)
    diagnostic.severity = Severity::Warning;
  diagnostic.at(pipeline.getRef(node));
  bool isRequired = entry.word == ContentsEntry::Word::Requires;
  fixDemand(diagnostic, node, isRequired ? demand.items : rejected, isRequired);
  if (!rejected.empty())
    rejections.push_back({std::move(rejected),
                          isCertain && entry.strength == Strength::Strong,
                          diagnostic.message, diagnostic.node->position});
  report(std::move(explainWith(diagnostic, node, entry)), entry);
}

void OrderCheck::reportNoEffect(const Node &node, unsigned gone) {
  std::string op = "'" + names.items.getName(gone).str() + "'";
  findings->push_back(Diagnostic(DiagnosticCode::NoEffect,
                                 quote(node) + " has nothing to run on: " + op +
                                     " has been lowered before")
                          .at(pipeline.getRef(node))
                          .help("move it before the pass that lowers " + op));
}

const Node *OrderCheck::findLaterProvider(const Node *from, unsigned property) {
  for (; from; from = from->getNext()) {
    const CompiledContract *contract =
        from->isPass()                             ? &getContract(*from)
        : from->getKind() == Node::Kind::BundleEnd ? getBundleContract(*from)
                                                   : nullptr;
    if (contract && contract->provides.contains(property))
      return from;
  }
  return nullptr;
}

void OrderCheck::findMissing(const Node &node,
                             const CompiledContract::Need &need) {
  Range owner = getRange(node);
  auto [it, isNew] = propertyStories.try_emplace(need.property);
  PropertyStory &story = it->second;
  if (isNew)
    story.next = pipeline.front();
  auto look = [&](const Node &other, const CompiledContract &contract) {
    bool provides = contract.provides.contains(need.property);
    bool preserves = contract.preserves.contains(need.property);
    bool ends = contract.invalidates.contains(need.property) ||
                (other.isPass() && names.fleeting.contains(need.property) &&
                 !preserves);
    if (idle.contains(&other)) {
      // It has done nothing.
    } else if (provides) {
      story.provider = &other;
      story.ender = nullptr;
    } else {
      if (!other.isPass() && preserves)
        for (const Node **ended : {&story.ender, &story.invalidator})
          if (*ended && getRange(other).begin->comesBefore(**ended))
            *ended = nullptr;
      if (ends && !story.ender)
        story.ender = &other;
      if (contract.invalidates.contains(need.property) && !story.invalidator)
        story.invalidator = &other;
    }
  };
  // The sweep asks in list order.
  for (; story.next != owner.begin; story.next = story.next->getNext()) {
    if (story.next->isPass())
      look(*story.next, getContract(*story.next));
    else if (story.next->getKind() == Node::Kind::BundleEnd)
      if (const CompiledContract *contract = getBundleContract(*story.next))
        look(*story.next, *contract);
  }
  const Node *later = nullptr;
  if (!node.isPass()) {
    later = findLaterProvider(owner.end->getNext(), need.property);
  } else {
    if (!story.isLast && (!story.later || !node.comesBefore(*story.later))) {
      story.later = findLaterProvider(node.getNext(), need.property);
      story.isLast = !story.later;
    }
    later = story.later;
  }
  const Node *ender = story.ender;
  if (!story.provider && !is_contained(pipeline.getInterface().inputProperties,
                                       need.entry->property))
    ender = story.invalidator;
  reportMissing(node, *need.entry, story.provider, ender, later);
}

ArrayRef<std::string> OrderCheck::getProviders(StringRef property) {
  auto [it, isNew] = providers.try_emplace(property);
  if (isNew && !isTrial)
    for (StringRef name : pipeline.getCatalog().getPassNames())
      if (matchesTarget(providerOf(property),
                        *pipeline.getCatalog().lookupPass(name)))
        it->second.push_back(name.str());
  return it->second;
}

void OrderCheck::reportMissing(const Node &node, const PropertyEntry &need,
                               const Node *provider, const Node *ender,
                               const Node *later) {
  const std::string &property = need.property;
  bool isEnded =
      provider ||
      is_contained(pipeline.getInterface().inputProperties, property);
  // With an open input the property may hold from the start; there is nothing
  // to say unless somebody in the pipeline takes care of it, or ends it.
  if (!isEnded && !later && !ender && !pipeline.getInterface().isClosed())
    return;
  NodeRef here = pipeline.getRef(node);
  auto fix = [&](Diagnostic &diagnostic, Fix move, const Node *again) {
    if (!again || !again->isPass()) {
      diagnostic.fixedBy(std::move(move));
      return;
    }
    Fix insert = makeInsert(again->getName(), again->getGivenOptions(),
                            /*before=*/true, here);
    // What can be run again does that, rather than to move what was put there
    // for reasons of its own.
    if (again->getDescriptor().contract.isIdempotent())
      diagnostic.fixedBy(std::move(insert)).orBy(std::move(move));
    else
      diagnostic.fixedBy(std::move(move)).orBy(std::move(insert));
  };
  Diagnostic diagnostic(DiagnosticCode::MissingProperty,
                        quote(node) + " requires '" + property +
                            "', which does not hold where it starts");
  diagnostic.at(here);
  explainWith(diagnostic, node, need);
  if (isEnded) {
    if (provider)
      diagnostic.note("provided by", pipeline.getRef(*provider));
    else
      diagnostic.note("it holds in the input");
    if (ender) {
      NodeRef end = pipeline.getRef(*ender);
      diagnostic.note("ended by", end);
      fix(diagnostic, makeMove(here, /*before=*/true, end), provider);
      diagnostic.orBy(makeMove(end, /*before=*/false, here));
    }
  } else if (later) {
    NodeRef next = pipeline.getRef(*later);
    diagnostic.note("provided only later, by", next);
    fix(diagnostic, makeMove(here, /*before=*/false, next), later);
    diagnostic.orBy(makeMove(next, /*before=*/true, here));
  } else {
    if (ender)
      diagnostic.note("ended by", pipeline.getRef(*ender));
    ArrayRef<std::string> known = getProviders(property);
    if (!known.empty())
      diagnostic.help("add a pass that provides it before: '" +
                      join(known, "', '") + "'");
    else
      diagnostic.note("no pass that is known provides it");
  }
  report(std::move(diagnostic), need);
}

void OrderCheck::checkOutput(const ItemSet &properties) {
  for (const std::string &property : pipeline.getInterface().outputProperties)
    if (!properties.contains(*names.lookupProperty(property)))
      findings->push_back(Diagnostic(DiagnosticCode::MissingOutput,
                                     "the output must be '" + property +
                                         "', which does not hold at the "
                                         "end of the pipeline"));
}
