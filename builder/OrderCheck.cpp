//===- OrderCheck.cpp - The sweep -----------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/OrderCheck.h"
#include "builder/LeftOvers.h"
#include "builder/OrderGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Facts about nests
//===----------------------------------------------------------------------===//

bool pmb::isExecutedBefore(const Node &a, const Node &b) {
  const AnchorPath *pathA = &a.getAnchorPath(), *pathB = &b.getAnchorPath();
  const AnchorPath *common = AnchorPath::getCommonPrefix(pathA, pathB);
  if (common == pathA || common == pathB)
    return true;
  // A pass on the common parent, or further out, ends the merged nests.
  for (const Node *node = a.getNext(); node && node != &b;
       node = node->getNext())
    if (node->isPass() &&
        AnchorPath::getCommonPrefix(&node->getAnchorPath(), common) ==
            &node->getAnchorPath())
      return true;
  return false;
}

bool pmb::seesWholeProgram(const AnchorPath &path) {
  if (path.getDepth() == 0)
    return true;
  return path.getDepth() == 1 &&
         (path.getOp() == "func.func" || path.getOp() == "llvm.func" ||
          path.getOp() == "any");
}

//===----------------------------------------------------------------------===//
// Setting up
//===----------------------------------------------------------------------===//

bool OrderCheck::isOrdered(const Node &a, const Node &b) {
  auto names = [](const Node &from, const Node &to) {
    return any_of(from.getDescriptor().contract.getOrder(),
                  [&](const OrderEntry &entry) {
                    return matchesTarget(entry.target, to.getDescriptor());
                  });
  };
  return a.isPass() && b.isPass() && (names(a, b) || names(b, a));
}

void OrderCheck::addSymbol(Symbol *symbol) {
  symbol->checkIndex = symbols.size();
  symbols.emplace_back();
  symbols.back().descriptor = symbol->descriptor;
}

bool OrderCheck::setUp(bool isForced) {
  const PipelineInterface &interface = pipeline.interface;
  bool hasWork =
      interface.outputContents || !interface.outputProperties.empty();
  // One pass alone puts nothing back that another has lowered.
  unsigned changing = 0;
  for (const auto &symbol : pipeline.symbols)
    if (symbol->count && symbol->descriptor) {
      hasWork |= symbol->descriptor->contract.isDemanding() ||
                 !symbol->descriptor->pipeline.empty();
      changing += !symbol->descriptor->contract.getContents().empty();
    }
  for (const auto &bundle : pipeline.bundleInstances)
    hasWork |= bundle->contract != nullptr;
  hasWork |= changing > 1;
  if (!hasWork && !isForced)
    return false;

  for (const auto &symbol : pipeline.symbols) {
    if (!symbol->count || symbol->kind != Target::Kind::Pass)
      continue;
    addSymbol(symbol.get());
    names.add(symbol->descriptor->contract);
    hasContents |= !symbol->descriptor->contract.getContents().empty();
    if (!symbol->descriptor->pipeline.empty())
      expand(symbols.back());
  }
  for (const auto &bundle : pipeline.bundleInstances)
    if (bundle->contract && bundle->begin->isLinked()) {
      names.add(*bundle->contract);
      hasContents |= !bundle->contract->getContents().empty();
    }
  if (interface.inputContents)
    names.addItems(*interface.inputContents);
  if (interface.outputContents)
    names.addItems(*interface.outputContents);
  hasContents |= interface.inputContents && interface.outputContents;
  for (const std::string &property : interface.inputProperties)
    names.addProperty(property);
  for (const std::string &property : interface.outputProperties)
    names.addProperty(property);
  hasProperties = !names.properties.empty();

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

  for (SymbolInfo &info : symbols) {
    const Contract &contract = info.descriptor->contract;
    info.isConditional = contract.isConditional();
    if (!info.isConditional)
      info.contract.compile(contract, names,
                            [](const Condition &) { return true; });
    compileSteps(info);
  }
  for (const auto &bundle : pipeline.bundleInstances)
    if (bundle->contract && bundle->begin->isLinked()) {
      auto compiled = std::make_unique<CompiledContract>();
      compiled->compile(*bundle->contract, names, [&](const Condition &c) {
        return holds(c, PassDescriptor(), "", [&](StringRef variant) {
          return pipeline.hasVariant(variant);
        });
      });
      bundleContracts[bundle.get()] = std::move(compiled);
    }
  if (!names.targets.empty())
    collectExtents();
  return true;
}

SmallVector<unsigned, 2> OrderCheck::matchTargets(const SymbolInfo &info) {
  SmallVector<unsigned, 2> result;
  for (unsigned i = 0; i < targetList.size(); ++i) {
    const Target &target = *targetList[i];
    if (matchesTarget(target, *info.descriptor) ||
        any_of(info.steps, [&](const Step &step) {
          return matchesTarget(target, *step.descriptor);
        }))
      result.push_back(i);
  }
  return result;
}

void OrderCheck::collectExtents() {
  targetList.resize(names.targets.size());
  extents.resize(names.targets.size());
  auto addTargets = [&](const Contract &contract) {
    for (const OrderEntry &entry : contract.getOrder())
      targetList[names.targets.lookup(entry.target.str())] = &entry.target;
  };
  for (const SymbolInfo &info : symbols)
    addTargets(info.descriptor->contract);
  for (const auto &[bundle, compiled] : bundleContracts)
    addTargets(*bundle->contract);
  for (SymbolInfo &info : symbols)
    info.matches = matchTargets(info);

  auto extend = [&](unsigned target, const Node &node) {
    if (!extents[target].first)
      extents[target].first = &node;
    extents[target].last = &node;
  };
  for (const Node &node : pipeline.getNodes()) {
    if (node.isPass())
      for (unsigned target : symbols[node.symbol->checkIndex].matches)
        extend(target, node);
    else if (node.getBundle() && node.getKind() != Node::Kind::Slot)
      for (unsigned i = 0; i < targetList.size(); ++i)
        if (targetList[i]->kind == Target::Kind::PassKind &&
            node.getBundle()->hasKind(targetList[i]->name))
          extend(i, node);
  }
}

const CompiledContract &OrderCheck::getContract(const Node &node) {
  SymbolInfo &info = symbols[node.symbol->checkIndex];
  if (!info.isConditional)
    return info.contract;
  std::string options = node.getOptions();
  std::unique_ptr<CompiledContract> &compiled = info.byOptions[options];
  if (!compiled) {
    compiled = std::make_unique<CompiledContract>();
    compiled->compile(info.descriptor->contract, names,
                      [&](const Condition &condition) {
                        return holds(condition, *info.descriptor, options,
                                     [&](StringRef variant) {
                                       return pipeline.hasVariant(variant);
                                     });
                      });
  }
  return *compiled;
}

const CompiledContract *OrderCheck::getBundleContract(const Node &node) {
  auto it = bundleContracts.find(node.getBundle());
  return it == bundleContracts.end() ? nullptr : it->second.get();
}

//===----------------------------------------------------------------------===//
// The sweep
//===----------------------------------------------------------------------===//

static void changeProperties(const CompiledContract &contract,
                             const NameTables &names, ItemSet &properties) {
  ItemMask ended = names.fleeting;
  ended.erase(contract.preserves);
  properties.erase(ended);
  properties.erase(contract.invalidates);
  properties.insert(contract.provides);
}

/// True if the operation of a nest around `node` has been lowered away, so that
/// the pass runs on nothing.
bool OrderCheck::runsOnNothing(const AnchorPath &path,
                               const ContentsState &state) const {
  if (!hasContents)
    return false;
  for (const AnchorPath *at = &path; at->getDepth(); at = at->getParent())
    if (std::optional<unsigned> op = names.items.lookup(at->getOp()))
      if (state.isGone(*op))
        return true;
  return false;
}

Reach OrderCheck::getReach(const AnchorPath &path,
                           const ContentsState &state) const {
  if (path.getDepth() == 0)
    return Reach::Whole;
  if (!seesWholeProgram(path))
    return Reach::Part;
  // Functions that may have come back after all were lowered are new ones.
  std::optional<unsigned> op = names.items.lookup(path.getOp());
  if (op && state.getLowered().contains(*op) &&
      !state.getCertain().contains(*op))
    return Reach::New;
  return Reach::Whole;
}

void OrderCheck::sweep(ContentsState &state, ItemSet &properties,
                       Observer observe,
                       function_ref<void(const Node *)> visit) {
  auto run = [&](const Node &node, const CompiledContract &contract,
                 const AnchorPath &path) {
    if (contract.empty()) {
      // A pass without contract still ends what is fleeting.
      if (node.isPass() && hasProperties)
        properties.erase(names.fleeting);
      return;
    }
    if (findings && node.getKind() != Node::Kind::BundleEnd)
      checkNeeds(node, contract, state, properties);
    if (node.getKind() == Node::Kind::BundleBegin)
      return;
    if (findings)
      checkEffects(node, contract);
    if (path.getDepth() && runsOnNothing(path, state)) {
      if (findings && &path == &node.getAnchorPath())
        reportNoEffect(node);
      return;
    }
    if (hasProperties)
      changeProperties(contract, names, properties);
    if (contract.changesContents())
      state.apply(contract, getReach(path, state),
                  [&](const CompiledContract::Lowering &lowering,
                      const ItemMask &from, LoweringOutcome outcome) {
                    observe(node, lowering, from, outcome);
                  });
  };
  for (const Node &node : pipeline.getNodes()) {
    visit(&node);
    if (node.isPass()) {
      forEachContract(node, [&](const CompiledContract &contract,
                                const AnchorPath &path) {
        run(node, contract, path);
      });
    } else if (node.getKind() != Node::Kind::Slot && !bundleContracts.empty()) {
      if (const CompiledContract *contract = getBundleContract(node))
        run(node, *contract, node.getAnchorPath());
    }
  }
  visit(nullptr);
}

ItemSet OrderCheck::getInputProperties() const {
  ItemSet properties(names.properties.size());
  for (const std::string &property : pipeline.interface.inputProperties)
    properties.insert(*names.lookupProperty(property));
  return properties;
}

void OrderCheck::explain(Visitor visit) {
  setUp(/*isForced=*/true);
  explainPrepared(visit);
}

void OrderCheck::explainPrepared(Visitor visit) {
  ContentsState state(names, pipeline.interface.inputContents);
  ItemSet properties = getInputProperties();
  sweep(
      state, properties, [](auto &&...) {},
      [&](const Node *node) { visit(node, state, properties); });
}

void OrderCheck::run(std::vector<Diagnostic> &result) {
  if (!setUp())
    return;
  findings = &result;
  ContentsState state(names, pipeline.interface.inputContents);
  ItemSet properties = getInputProperties();
  EarlyLowerings early;
  sweep(
      state, properties,
      [&](const Node &node, const CompiledContract::Lowering &lowering,
          const ItemMask &from, LoweringOutcome outcome) {
        if (!state.isClosed())
          early.observe(node, lowering, from, outcome, state);
      },
      [](const Node *) {});
  checkOutput(properties);
  if (!disorders.empty())
    mergeCycles(result);
  if (hasContents) {
    // From here on the sweep is only repeated, to explain.
    findings = nullptr;
    LeftOvers(*this, state).report(early, result);
  }
}

//===----------------------------------------------------------------------===//
// Findings about order and properties
//===----------------------------------------------------------------------===//

void OrderCheck::report(Diagnostic diagnostic, const ContractEntry &entry) {
  if (entry.strength == Strength::Weak)
    diagnostic.severity = std::min(diagnostic.severity, Severity::Warning);
  findings->push_back(std::move(diagnostic));
}

/// Adds why an entry is there, if it says so.
static Diagnostic &explainWith(Diagnostic &diagnostic, const Node &node,
                               const ContractEntry &entry) {
  if (!entry.reason.empty())
    diagnostic.note("'" + node.getName().str() + "': " + entry.reason);
  return diagnostic;
}

Fix pmb::makeMove(const NodeRef &pass, bool before, const NodeRef &reference) {
  Fix fix;
  fix.kind = Fix::Kind::Move;
  fix.pass = pass.name;
  fix.passPosition = pass.position;
  fix.before = before;
  fix.reference = reference.name;
  fix.referencePosition = reference.position;
  fix.message = "move '" + pass.name + "' " + (before ? "before" : "after") +
                " '" + reference.name + "'";
  return fix;
}

void OrderCheck::checkReach(const Node &node, const OrderEntry &entry,
                            const Node &other) {
  bool isAfter = entry.word == OrderEntry::Word::After;
  const Node &earlier = isAfter ? other : node, &later = isAfter ? node : other;
  if (isExecutedBefore(earlier, later))
    return;
  Diagnostic diagnostic(
      DiagnosticCode::UnorderedNests,
      "'" + node.getName().str() + "' must run " +
          (isAfter ? "after" : "before") + " '" + other.getName().str() +
          "', but nothing makes it so: their nests are merged, and operations "
          "are visited in the order of the IR");
  diagnostic.at(pipeline.getRef(node));
  explainWith(diagnostic, node, entry);
  diagnostic.note("the other pass", pipeline.getRef(other));
  Fix fix;
  fix.kind = Fix::Kind::Insert;
  fix.pass = "pmb-barrier";
  fix.before = true;
  fix.reference = later.getName().str();
  fix.referencePosition = pipeline.getRef(later).position;
  fix.message = "insert 'pmb-barrier' on " +
                AnchorPath::getCommonPrefix(&earlier.getAnchorPath(),
                                            &later.getAnchorPath())
                    ->str() +
                " before '" + later.getName().str() + "'";
  diagnostic.fixedBy(std::move(fix));
  report(std::move(diagnostic), entry);
}

void OrderCheck::reportWrongOrder(const Node &node, const OrderEntry &entry,
                                  const Node &other) {
  bool isAfter = entry.word == OrderEntry::Word::After;
  Diagnostic diagnostic(DiagnosticCode::WrongOrder,
                        "'" + node.getName().str() + "' must come " +
                            (isAfter ? "after " : "before ") +
                            entry.target.str() + ", and stands " +
                            (isAfter ? "before" : "after") + " it");
  diagnostic.at(pipeline.getRef(node));
  explainWith(diagnostic, node, entry);
  diagnostic.note(isAfter ? "what it must follow" : "what it must precede",
                  pipeline.getRef(other));
  diagnostic.fixedBy(makeMove(pipeline.getRef(node), /*before=*/!isAfter,
                              pipeline.getRef(other)));
  if (node.isPass() && other.isPass() && entry.strength == Strength::Strong)
    disorders.push_back(
        {findings->size(),
         isAfter ? &other.getDescriptor() : &node.getDescriptor(),
         isAfter ? &node.getDescriptor() : &other.getDescriptor()});
  report(std::move(diagnostic), entry);
}

void OrderCheck::reportConflict(const Node &node, const OrderEntry &entry,
                                const Node &other) {
  Diagnostic diagnostic(DiagnosticCode::Conflict,
                        "'" + node.getName().str() + "' conflicts with '" +
                            other.getName().str() + "'");
  diagnostic.at(pipeline.getRef(node));
  explainWith(diagnostic, node, entry);
  diagnostic.note("the other pass", pipeline.getRef(other));
  diagnostic.help("remove one of the two");
  report(std::move(diagnostic), entry);
}

/// Passes in a cycle are in the wrong order however they are moved; one finding
/// says so in place of those about its edges.
void OrderCheck::mergeCycles(std::vector<Diagnostic> &all) {
  SmallVector<const PassDescriptor *> passes;
  for (const SymbolInfo &info : symbols)
    passes.push_back(info.descriptor);
  OrderGraph graph(passes);
  std::vector<std::vector<const PassDescriptor *>> known;
  SmallVector<size_t> merged;
  std::vector<Diagnostic> cycles;
  for (const Disorder &disorder : disorders) {
    auto there = graph.findPath(disorder.first, disorder.second);
    auto back = graph.findPath(disorder.second, disorder.first);
    if (there.empty() || back.empty())
      continue;
    merged.push_back(disorder.finding);
    append_range(there, back);
    std::vector<const PassDescriptor *> members;
    for (const OrderGraph::Edge &edge : there)
      members.push_back(edge.first);
    llvm::sort(members);
    if (is_contained(known, members))
      continue;
    known.push_back(std::move(members));
    cycles.push_back(describeCycle(there));
  }
  for (size_t index : reverse(merged))
    all.erase(all.begin() + index);
  append_range(all, cycles);
}

void OrderCheck::checkNeeds(const Node &node, const CompiledContract &contract,
                            const ContentsState &state, ItemSet &properties) {
  for (const CompiledContract::Order &order : contract.order) {
    const OrderEntry &entry = *order.entry;
    const Extent &extent = extents[order.target];
    if (entry.word == OrderEntry::Word::After) {
      if (extent.first && extent.first->comesBefore(node)) {
        checkReach(node, entry, *extent.first);
      } else if (extent.last && node.comesBefore(*extent.last)) {
        reportWrongOrder(node, entry, *extent.last);
      } else if (entry.isPresent) {
        Diagnostic diagnostic(DiagnosticCode::MissingPass,
                              "'" + node.getName().str() +
                                  "' must come after " + entry.target.str() +
                                  ", which is not in the pipeline");
        diagnostic.at(pipeline.getRef(node));
        report(std::move(explainWith(diagnostic, node, entry)), entry);
      }
    } else if (entry.word == OrderEntry::Word::ConflictsWith) {
      const Node *other = extent.first == &node ? extent.last : extent.first;
      if (!other || other == &node)
        continue;
      reportConflict(node, entry, *other);
    }
  }
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
  if (!demand.given.empty() && state.contains(demand.given) != Truth::Yes)
    return;
  std::string message;
  bool isCertain = true;
  if (entry.word == ContentsEntry::Word::Requires) {
    if (state.getMayBe().intersects(demand.items))
      return;
    message = "'" + node.getName().str() + "' needs '" +
              join(entry.items, "' or '") + "', and there is none";
  } else {
    std::string what;
    if (auto id = state.getCertain().findFirst(demand.items)) {
      what = names.items.getName(*id).str();
    } else if (auto property = properties.findFirst(demand.properties)) {
      for (const auto &known : names.properties)
        if (known.second == *property)
          what = known.first().str();
    } else if (state.isClosed()) {
      auto possible = state.getMayBe().findFirst(demand.items);
      if (!possible)
        return;
      what = names.items.getName(*possible).str();
      isCertain = false;
    } else {
      return;
    }
    message = "'" + node.getName().str() + "' cannot accept '" + what +
              "', which " + (isCertain ? "is" : "may be") + " there";
  }
  Diagnostic diagnostic(DiagnosticCode::Rejected, std::move(message));
  if (!isCertain)
    diagnostic.severity = Severity::Warning;
  diagnostic.at(pipeline.getRef(node));
  report(std::move(explainWith(diagnostic, node, entry)), entry);
}

void OrderCheck::checkEffects(const Node &node,
                              const CompiledContract &contract) {
  for (const CompiledContract::Order &order : contract.order) {
    const OrderEntry &entry = *order.entry;
    const Extent &extent = extents[order.target];
    bool isFollowedBy = entry.word == OrderEntry::Word::FollowedBy;
    if (!isFollowedBy && entry.word != OrderEntry::Word::Before)
      continue;
    if (extent.last && node.comesBefore(*extent.last)) {
      checkReach(node, entry, *extent.last);
      continue;
    }
    const Node *earlier = extent.first && extent.first->comesBefore(node)
                              ? extent.first
                              : nullptr;
    if (isFollowedBy) {
      Diagnostic diagnostic(DiagnosticCode::MissingFollowUp,
                            "'" + node.getName().str() +
                                "' must be followed by " + entry.target.str() +
                                (earlier ? ", which stands only before it"
                                         : ", which is not in the pipeline"));
      diagnostic.at(pipeline.getRef(node));
      explainWith(diagnostic, node, entry);
      if (earlier)
        diagnostic.note("what should follow", pipeline.getRef(*earlier))
            .fixedBy(makeMove(pipeline.getRef(*earlier), /*before=*/false,
                              pipeline.getRef(node)));
      else
        diagnostic.help("add " + entry.target.str() + " after '" +
                        node.getName().str() + "'");
      report(std::move(diagnostic), entry);
    } else if (earlier) {
      reportWrongOrder(node, entry, *earlier);
    } else if (entry.isPresent) {
      Diagnostic diagnostic(DiagnosticCode::MissingPass,
                            "'" + node.getName().str() + "' must come before " +
                                entry.target.str() +
                                ", which is not in the pipeline");
      diagnostic.at(pipeline.getRef(node));
      report(std::move(explainWith(diagnostic, node, entry)), entry);
    }
  }
}

void OrderCheck::reportNoEffect(const Node &node) {
  findings->push_back(Diagnostic(DiagnosticCode::NoEffect,
                                 "'" + node.getName().str() +
                                     "' has nothing to run on: '" +
                                     node.getAnchorPath().getOp().str() +
                                     "' has been lowered before")
                          .at(pipeline.getRef(node))
                          .help("move it before the pass that lowers '" +
                                node.getAnchorPath().getOp().str() + "'"));
}

void OrderCheck::findMissing(const Node &node,
                             const CompiledContract::Need &need) {
  const Node *provider = nullptr, *ender = nullptr, *later = nullptr;
  for (const Node &other : pipeline.getPasses()) {
    const CompiledContract &contract = getContract(other);
    bool provides = contract.provides.contains(need.property);
    bool ends = contract.invalidates.contains(need.property) ||
                (names.fleeting.contains(need.property) &&
                 !contract.preserves.contains(need.property));
    if (&other == &node)
      continue;
    if (!other.comesBefore(node)) {
      if (provides && !later)
        later = &other;
    } else if (provides) {
      provider = &other;
      ender = nullptr;
    } else if (ends && !ender) {
      ender = &other;
    }
  }
  reportMissing(node, *need.entry, provider, ender, later);
}

void OrderCheck::reportMissing(const Node &node, const PropertyEntry &need,
                               const Node *provider, const Node *ender,
                               const Node *later) {
  const std::string &property = need.property;
  bool isEnded =
      ender &&
      (provider ||
       is_contained(pipeline.interface.inputProperties, property));
  // With an open input the property may hold from the start; there is nothing
  // to say unless somebody in the pipeline takes care of it.
  if (!isEnded && !later && !pipeline.interface.isClosed())
    return;
  Diagnostic diagnostic(DiagnosticCode::MissingProperty,
                        "'" + node.getName().str() + "' requires '" + property +
                            "', which does not hold where it starts");
  diagnostic.at(pipeline.getRef(node));
  explainWith(diagnostic, node, need);
  if (isEnded) {
    if (provider)
      diagnostic.note("provided by", pipeline.getRef(*provider));
    else
      diagnostic.note("it holds in the input");
    diagnostic.note("ended by", pipeline.getRef(*ender))
        .fixedBy(makeMove(pipeline.getRef(node), /*before=*/true,
                          pipeline.getRef(*ender)));
  } else if (later) {
    diagnostic.note("provided only later, by", pipeline.getRef(*later))
        .fixedBy(makeMove(pipeline.getRef(node), /*before=*/false,
                          pipeline.getRef(*later)));
  } else {
    SmallVector<std::string> providers;
    for (StringRef name : pipeline.catalog.getPassNames())
      if (matchesTarget(providerOf(property),
                        *pipeline.catalog.lookupPass(name)))
        providers.push_back(name.str());
    if (!providers.empty())
      diagnostic.help("add a pass that provides it before: '" +
                      join(providers, "', '") + "'");
    else
      diagnostic.note("no pass that is known provides it");
  }
  report(std::move(diagnostic), need);
}

void OrderCheck::checkOutput(const ItemSet &properties) {
  for (const std::string &property : pipeline.interface.outputProperties)
    if (!properties.contains(*names.lookupProperty(property)))
      findings->push_back(Diagnostic(DiagnosticCode::MissingOutput,
                                     "the output must be '" + property +
                                         "', which does not hold at the "
                                         "end of the pipeline"));
}
