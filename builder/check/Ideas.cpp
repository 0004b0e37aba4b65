//===- Ideas.cpp - Edits that may cure a finding --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Ideas.h"
#include "builder/check/CompiledContract.h"
#include "builder/check/Findings.h"
#include "builder/check/OptionCures.h"
#include "builder/check/OrderGraph.h"
#include "builder/check/Targets.h"
#include "llvm/ADT/STLExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

NodeRef pmb::getWhole(NodeRef pass) {
  if (pass.pipeline.empty())
    return pass;
  pass.name = std::exchange(pass.pipeline, "");
  pass.position = pass.pipelinePosition;
  pass.hasTwin = pass.pipelineHasTwin;
  return pass;
}

static Fix makeFix(Fix::Kind kind, const NodeRef &pass) {
  return Fix(kind, pass.name, pass.position);
}

/// Two of one name are told apart by their numbers.
static std::string quoteNumbered(const NodeRef &pass) {
  bool isNumbered = pass.hasTwin && pass.position >= 0;
  return "'" + pass.name + "'" +
         (isNumbered ? " (pass " + std::to_string(pass.position) + ")" : "");
}

Fix pmb::makeMove(const NodeRef &pass, bool before, const NodeRef &reference) {
  // The position tells apart two pipelines of one name, too.
  bool isOfOne = !pass.pipeline.empty() &&
                 pass.pipelinePosition == reference.pipelinePosition;
  // Elsewhere a pipeline stays a name: nothing is taken out of it or put into
  // it.
  NodeRef what = isOfOne ? pass : getWhole(pass);
  NodeRef where = isOfOne ? reference : getWhole(reference);
  Fix fix =
      makeFix(Fix::Kind::Move, what).beside(before, where.name, where.position);
  fix.opensPipeline = isOfOne;
  fix.message = "move " + quoteNumbered(what) +
                (before ? " before " : " after ") + quoteNumbered(where);
  if (isOfOne)
    fix.message = "write the passes of '" + pass.pipeline +
                  "' in the place of its name, and " + fix.message;
  return fix;
}

Fix pmb::makeMoveAnywhere(const NodeRef &pass) {
  NodeRef whole = getWhole(pass);
  Fix fix = makeFix(Fix::Kind::Move, whole);
  fix.message = "move " + quoteNumbered(whole);
  return fix;
}

Fix pmb::makeInsert(const Cure &pass, bool before, const NodeRef &reference,
                    const AnchorPath *path) {
  NodeRef whole = getWhole(reference);
  Fix fix = makeInsertAnywhere(pass).beside(before, whole.name, whole.position);
  if (path) {
    fix.anchor = path->str();
    fix.message += " on " + fix.anchor;
  }
  fix.message += (before ? " before " : " after ") + quoteNumbered(whole);
  return fix;
}

Fix pmb::makeInsertAnywhere(const Cure &pass) {
  Fix fix(Fix::Kind::Insert, pass.pass);
  fix.options = pass.options;
  fix.message = "insert '" + pass.str() + "'";
  return fix;
}

/// A fix that removes a pass, or the registered pipeline that it is part of.
static Fix makeRemove(const NodeRef &pass) {
  NodeRef whole = getWhole(pass);
  whole.hasTwin = true;
  Fix fix = makeFix(Fix::Kind::Remove, whole);
  fix.message = "remove " + quoteNumbered(whole);
  return fix;
}

/// One that gives `pass` these options for its own; the last is what changes.
static Fix makeSetOption(const NodeRef &pass, std::string options) {
  Fix fix = makeFix(Fix::Kind::SetOption, pass);
  fix.options = std::move(options);
  auto all = splitOptions(fix.options);
  auto [name, value] = all.back();
  // A long list is not read.
  fix.message =
      all.size() <= 3
          ? "run " + quoteNumbered(pass) + " with " + wrapOptions(fix.options)
          : ("set " + name + "=" + value + " of " + quoteNumbered(pass)).str();
  return fix;
}

Cure pmb::copyOf(const Node &pass) {
  return {pass.getName().str(), pass.getGivenOptions().str()};
}

void Ideas::add(Diagnostic &diagnostic, ArrayRef<Fix> fixes) {
  if (!diagnostic.fix && !fixes.empty()) {
    diagnostic.fix = fixes.front();
    fixes = fixes.drop_front();
  }
  append_range(diagnostic.alternatives, fixes);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

SmallVector<const Node *> pmb::getRowOfNest(const Node &pass) {
  const AnchorPath *path = &pass.getAnchorPath();
  auto isPart = [&](const Node *node) {
    return node && node->isPass() && &node->getAnchorPath() == path &&
           !node->getPipeline();
  };
  auto isFirst = [&](const Node *node) {
    return node->getSharedDepth() < path->getDepth() ||
           !isPart(node->getPrevious());
  };
  constexpr size_t most = 16;
  const Node *node = &pass;
  for (size_t i = 0; i < most && isPart(node) && !isFirst(node); ++i)
    node = node->getPrevious();
  SmallVector<const Node *> row;
  for (; isPart(node) && (row.empty() || !isFirst(node));
       node = node->getNext()) {
    if (row.size() == most)
      return {};
    row.push_back(node);
  }
  return row;
}

/// Moves `row`, each of which stands behind the one before it, before
/// `reference`, which is in front of them.
static Fix makeMoveOfRow(ArrayRef<NodeRef> row, NodeRef reference) {
  std::string place = quoteNumbered(reference);
  Fix fix;
  std::vector<std::string> names;
  for (const NodeRef &pass : row) {
    names.push_back(quoteNumbered(pass));
    Fix step = makeMove(pass, /*before=*/true, reference);
    ++reference.position;
    if (names.size() == 1)
      fix = std::move(step);
    else
      fix.then.push_back(std::move(step));
  }
  fix.message =
      "move " + enumerateSome(names, names.size()) + " before " + place;
  return fix;
}

void Ideas::runLater(Diagnostic &diagnostic, const Node &early,
                     const Node &late, bool isAgain) const {
  if (!isWanted)
    return;
  NodeRef first = pipeline.getRef(early), second = pipeline.getRef(late);
  const Node &last = *findLastOfCasts(early, late);
  if (&last != &late)
    add(diagnostic, makeMove(first, /*before=*/false, pipeline.getRef(last)));
  Fix move = makeMove(first, /*before=*/false, second);
  if (!early.isPass())
    return add(diagnostic, move);
  Fix again = makeInsert(copyOf(early), /*before=*/false, second);
  // What others have put there has its reasons; and a registered pipeline moves
  // with all that is in it.
  bool isOwn = !isAgain &&
               (first.pipeline.empty() || first.pipeline == second.pipeline) &&
               early.getOrigin().isSameParty(late.getOrigin());
  add(diagnostic, {isOwn ? move : again, isOwn ? again : move,
                   makeMove(second, /*before=*/true, first)});
  if (first.pipeline.empty() && late.isPass() &&
      &late.getAnchorPath() != &early.getAnchorPath())
    if (auto row = getRowOfNest(late); row.size() > 1)
      runEarlier(diagnostic, row, {&early});
  if (isOwn)
    diagnostic.orBy(makeMoveAnywhere(first));
  diagnostic.orBy(makeInsertAnywhere(copyOf(early)));
}

const Node *Ideas::findLastOfCasts(const Node &early, const Node &late) const {
  if (early.isPass() && removesCasts(early.getDescriptor().contract))
    for (const Node *node = pipeline.back(); node && node != &late;
         node = node->getPrevious())
      if (node->isPass() && leavesCasts(node->getDescriptor().contract))
        return node;
  return &late;
}

void Ideas::runEarlier(Diagnostic &diagnostic, ArrayRef<const Node *> row,
                       ArrayRef<const Node *> places) const {
  if (!isWanted)
    return;
  SmallVector<NodeRef> refs;
  for (const Node *node : row)
    refs.push_back(pipeline.getRef(*node));
  for (const Node *place : places)
    diagnostic.orBy(makeMoveOfRow(refs, pipeline.getRef(*place)));
}

void Ideas::runBefore(Diagnostic &diagnostic, const Node &pass,
                      const Node &remover) const {
  reorder(diagnostic, pass, /*before=*/true, remover, /*mayRepeat=*/false);
  if (isWanted)
    diagnostic.orBy(moveAnywhere(pass));
}

void Ideas::reorder(Diagnostic &diagnostic, const Node &node, bool before,
                    const Node &other, bool mayRepeat) const {
  if (!isWanted)
    return;
  add(diagnostic, this->move(node, before, other));
  Fix move = this->move(other, !before, node);
  if (!mayRepeat || !other.isPass()) {
    diagnostic.orBy(std::move(move));
    return;
  }
  Fix repeat = insert(copyOf(other), !before, node);
  // One that does no harm by running twice may have to run where it stands.
  bool isRepeatedFirst = other.getDescriptor().contract.isIdempotent();
  diagnostic.orBy(isRepeatedFirst ? repeat : move)
      .orBy(isRepeatedFirst ? move : repeat);
}

void Ideas::closeUp(Diagnostic &diagnostic,
                    const Interruption &interruption) const {
  if (!isWanted)
    return;
  const auto &[entry, node, other, between, missing] = interruption;
  if (missing) {
    if (missing->isPass())
      add(diagnostic, insert(copyOf(*missing), /*before=*/true, *node));
    else
      diagnostic.help("put '{0}' between them, or remove one of the two",
                      missing->getName());
    return;
  }
  bool isAfter = wantsLater(*entry);
  add(diagnostic, {move(*node, /*before=*/!isAfter, *other),
                   move(*other, /*before=*/isAfter, *node)});
  if (between)
    add(diagnostic, {move(*between, /*before=*/isAfter, *other),
                     move(*between, /*before=*/!isAfter, *node)});
}

/// An instance cannot be made again by its name.
static bool isReplaceable(const Node &node) {
  return node.isMadeFromName() && !node.getPipeline();
}

void Ideas::runOther(Diagnostic &diagnostic, const Node &node,
                     ArrayRef<unsigned> lowered) const {
  if (!isWanted || !isReplaceable(node) || lowered.empty())
    return;
  std::optional<Cure> other = getFinder().findForAll(lowered, node.getName());
  if (!other)
    return;
  NodeRef ref = pipeline.getRef(node);
  Fix fix = makeFix(Fix::Kind::Replace, ref);
  fix.reference = other->pass;
  fix.options = other->options;
  fix.message = "replace " + quoteNumbered(ref) + " by '" + other->str() + "'";
  diagnostic.orBy(std::move(fix));
}

void Ideas::runOutside(Diagnostic &diagnostic, const Node &node) const {
  if (!isWanted || !isReplaceable(node))
    return;
  NodeRef ref = pipeline.getRef(node);
  Fix fix = makeFix(Fix::Kind::Replace, ref);
  fix.options = node.getGivenOptions().str();
  fix.reference = fix.pass;
  fix.anchor = node.getAnchorPath().getParent()->str();
  fix.message = "run " + quoteNumbered(ref) + " on " + fix.anchor;
  diagnostic.orBy(std::move(fix));
}

void Ideas::runAllLater(Diagnostic &diagnostic, ArrayRef<const Node *> passes,
                        ArrayRef<const Node *> late,
                        const BundleInstance *bundle) const {
  if (!isWanted)
    return;
  if (bundle) {
    // What has no position of its own has that of its first pass.
    NodeRef whole = pipeline.getRef(*getRange(*bundle->begin).findPass());
    whole.name = bundle->getName().str();
    whole.pipeline.clear();
    diagnostic.orBy(
        makeMove(whole, /*before=*/false, pipeline.getRef(*late.back())));
  }
  for (const Node *node : late)
    diagnostic.orBy(move(*node, /*before=*/true, *passes.front()));
  if (late.size() == 1)
    diagnostic.orBy(moveAnywhere(*late.front()));
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

const CureFinder &Ideas::getFinder() const {
  if (!finder)
    finder = std::make_unique<CureFinder>(pipeline, items);
  return *finder;
}

std::vector<Cure> Ideas::findCures(unsigned item, StringRef introducer,
                                   bool isForOthers) const {
  return isWanted ? getFinder().find(item, introducer, isForOthers)
                  : std::vector<Cure>();
}

std::vector<Cure> Ideas::findRemovers() const {
  return isWanted ? getFinder().findRemovers() : std::vector<Cure>();
}

std::optional<Cure> Ideas::findCommonCure(ArrayRef<unsigned> ids) const {
  return isWanted ? getFinder().findCommon(ids) : std::nullopt;
}

void Ideas::addPass(Diagnostic &diagnostic, StringRef advice,
                    ArrayRef<Cure> passes, const Node *behind) const {
  if (passes.empty())
    return;
  if (!advice.empty())
    diagnostic.help(advice.str() + listCures(passes));
  if (behind)
    diagnostic.orBy(insert(passes.front(), /*before=*/false, *behind));
  for (const Cure &pass : passes)
    diagnostic.orBy(makeInsertAnywhere(pass));
}

void Ideas::clearTheWay(Diagnostic &diagnostic, const Node &pass,
                        unsigned blocker) const {
  std::vector<Cure> cures = findCures(blocker);
  if (cures.empty())
    return;
  diagnostic.help("add a pass before it that removes '{0}': {1}",
                  items.getName(blocker).str(), listCures(cures));
  const Cure &first = cures.front();
  if (pass.getAnchorPath().getDepth())
    diagnostic.orBy(insert(first, /*before=*/true, pass, &pipeline.getRoot()));
  diagnostic.orBy(insert(first, /*before=*/true, pass))
      .orBy(makeInsertAnywhere(first));
}

void Ideas::setOptions(Diagnostic &diagnostic, const Node *node,
                       unsigned item) const {
  // The options of a part of a registered pipeline are not the user's.
  if (!isWanted || !node || !node->isPass() || node->getPipeline())
    return;
  for (std::string &options : findBetterOptions(*node, items.getName(item)))
    diagnostic.orBy(makeSetOption(pipeline.getRef(*node), std::move(options)));
}

void Ideas::setOption(Diagnostic &diagnostic, const Node &node,
                      StringRef option, StringRef value) const {
  if (isWanted && !node.getPipeline())
    diagnostic.orBy(
        makeSetOption(pipeline.getRef(node),
                      replaceOption(node.getGivenOptions(), option, value)));
}

/// True if `contract` lowers something where one of `types` is there.
static bool lowersWith(const Contract &contract, ArrayRef<std::string> types) {
  return any_of(contract.getContents(), [&](const ContentsEntry &entry) {
    return entry.word == ContentsEntry::Word::Lowers &&
           any_of(types, [&](const std::string &type) {
             return Item(type).isType() && is_contained(entry.given, type) &&
                    !entry.mayLeaveSome();
           });
  });
}

/// True if `contract` lowers the dialect of `item`, but for what has one of
/// `types`, as convert-arith-to-llvm leaves `arith(!tensor)`.
static bool leavesTypes(const Contract &contract, StringRef item,
                        ArrayRef<std::string> types) {
  StringRef dialect = Item(item).getDialect();
  return any_of(contract.getContents(), [&](const ContentsEntry &entry) {
    return entry.word == ContentsEntry::Word::Lowers &&
           is_contained(entry.items, dialect) &&
           any_of(types, [&](const std::string &type) {
             return is_contained(entry.except,
                                 (dialect + "(" + type + ")").str());
           });
  });
}

/// The first pass before `node` that `pass` must come before; null if there is
/// none.
const Node *Ideas::findPreceded(StringRef pass, const Node &node) const {
  const PassDescriptor *known = pipeline.getCatalog().lookupPass(pass);
  for (const Node &other : pipeline.getPasses()) {
    if (!known || !other.comesBefore(node))
      break;
    if (any_of(known->contract.getOrder(), [&](const OrderEntry &entry) {
          return entry.word == OrderEntry::Word::Before &&
                 entry.target.kind == Target::Kind::Pass &&
                 entry.target.name == other.getName();
        }))
      return &other;
  }
  return nullptr;
}

void Ideas::accept(Diagnostic &diagnostic, const Node &node,
                   const ItemMask &wanted, const ContentsEntry &demand,
                   function_ref<Influence(const Node &)> getInfluence) {
  if (!isWanted || wanted.empty() || !demandsLeft)
    return;
  --demandsLeft;
  StringRef item = items.getName(wanted.getFirst());
  const Node *firstHelp = nullptr, *lastHelp = nullptr;
  const Node *firstHarm = nullptr, *lastHarm = nullptr;
  for (const Node &other : pipeline.getPasses()) {
    if (&other == &node ||
        (node.getPipeline() && other.getPipeline() == node.getPipeline()))
      continue;
    bool isBehind = node.comesBefore(other);
    Influence influence = getInfluence(other);
    if (influence == Influence::Helps && isBehind &&
        !leavesTypes(other.getDescriptor().contract, item, demand.given)) {
      firstHelp = firstHelp ? firstHelp : &other;
      lastHelp = &other;
    } else if (influence == Influence::Harms && !isBehind) {
      firstHarm = firstHarm ? firstHarm : &other;
      lastHarm = &other;
    }
  }
  // What was done before need not be done again.
  NodeRef here = pipeline.getRef(node);
  if (lastHarm &&
      getWhole(here).name == (here.pipeline.empty()
                                  ? lastHarm->getName().str()
                                  : pipeline.getRef(*lastHarm).pipeline))
    diagnostic.orBy(makeRemove(here));
  auto moveTo = [&](const Node *first, const Node *last, bool isBefore) {
    for (const Node *other : {last, first == last ? nullptr : first})
      if (other)
        diagnostic.orBy(move(node, isBefore, *other))
            .orBy(move(*other, !isBefore, node));
  };
  // What needs only something to work on comes too late for it.
  bool isLate = demand.word == ContentsEntry::Word::Requires &&
                demand.strength == Strength::Weak;
  if (isLate)
    moveTo(lastHarm, firstHarm, /*isBefore=*/true);
  moveTo(firstHelp, lastHelp, /*isBefore=*/false);
  if (!isLate)
    moveTo(lastHarm, firstHarm, /*isBefore=*/true);
  if (demand.word != ContentsEntry::Word::Requires) {
    std::vector<Cure> cures =
        findCures(wanted.getFirst(), node.getName(), /*isForOthers=*/true);
    // What is about the type that makes it unacceptable comes first; what
    // leaves that is none.
    erase_if(cures, [&](const Cure &cure) {
      return leavesTypes(pipeline.getCatalog().lookupPass(cure.pass)->contract,
                         item, demand.given);
    });
    std::stable_partition(cures.begin(), cures.end(), [&](const Cure &cure) {
      return lowersWith(pipeline.getCatalog().lookupPass(cure.pass)->contract,
                        demand.given);
    });
    for (const Cure &cure : cures) {
      diagnostic.orBy(insert(cure, /*before=*/true, node));
      if (node.getAnchorPath().getDepth())
        diagnostic.orBy(
            insert(cure, /*before=*/true, node, &pipeline.getRoot()));
    }
    for (const Cure &cure : cures)
      if (const Node *first = findPreceded(cure.pass, node))
        diagnostic.orBy(insert(cure, /*before=*/true, *first));
  }
  if (firstHelp || firstHarm)
    diagnostic.orBy(moveAnywhere(node));
}
