//===- PatternSlots.cpp - Pattern slots, filled and flattened -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Suggestions.h"
#include "builder/edit/PipelineImpl.h"
#include "builder/list/PatternSlot.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/patterns/ConvertPass.h"
#include "passmanager/patterns/SlotPass.h"

using namespace pmb;
using namespace llvm;

std::optional<bool>
PassManagerBuilder::isPatterns(const PassInstance &instance) const {
  return getPatterns(*getPass(instance)) != nullptr;
}

/// What is said of a set that is not registered lives as long as the set, and
/// is kept by the list, which may live longer.
static PassSpec makeSpec(std::shared_ptr<const KnownPatterns> patterns,
                         PassList &list) {
  PassSpec spec(patterns->set.name);
  spec.isInstance = true;
  spec.described = patterns->isRegistered
                       ? &patterns->descriptor
                       : &list.keep(PassDescriptor(patterns->descriptor));
  spec.instance = makeInstance(createPatternsPass(std::move(patterns)));
  return spec;
}

/// The dialects that legality may be about.
static std::vector<StringRef> getDialectNames(mlir::MLIRContext *context) {
  if (!context)
    return {};
  std::vector<StringRef> names = context->getAvailableDialects();
  for (const mlir::Dialect *dialect : context->getLoadedDialects())
    names.push_back(dialect->getNamespace());
  return names;
}

Error PassManagerBuilder::openConversion(PassSpec &slot) {
  std::shared_ptr<const KnownTarget> given;
  std::vector<Contribution> sets;
  if (slot.instance) {
    given = getGivenTarget(*getPass(slot.instance));
    sets = getSlotPass(*getPass(slot.instance))->given;
  }
  slot.instance = makeInstance(createConvertPass(
      stripBraces(slot.options), std::move(sets), "", std::move(given)));
  return getConversionGoal(*getPass(slot.instance)).takeError();
}

Error PassManagerBuilder::describeIn(const PassInstance &slot,
                                     const KnownPatterns &patterns,
                                     PassSpec &set) {
  Expected<ConversionGoal> goal = getConversionGoal(*getPass(slot));
  if (!goal)
    return goal.takeError();
  const Origin &origin = getOrigin();
  Contribution contribution{patterns.shared_from_this(), getParty(origin),
                            origin.str()};
  Expected<PassDescriptor> descriptor = describeConversion(
      contribution, *goal,
      "the slot '" + getSlotPass(*getPass(slot))->slot.getValue() + "'",
      getDialectNames(context));
  if (!descriptor)
    return descriptor.takeError();
  set.described = &getImpl().list.keep(std::move(*descriptor));
  return Error::success();
}

Error PassManagerBuilder::findPatterns(PassSpec &set,
                                       const PassInstance &slot) {
  StringRef name = set.name;
  const Contribution *own =
      slot ? getSlotPass(*getPass(slot))->lookupGiven(name) : nullptr;
  auto given = own && !own->patterns->isRegistered ? own->patterns : nullptr;
  if (given)
    set = makeSpec(given, getImpl().list);
  else
    given = lookupPatterns(name);
  if (given)
    return slot && isConversionSlotPass(*getPass(slot))
               ? describeIn(slot, *given, set)
               : Error::success();
  // Of what is no set, and of passes that only the catalog has, others say so.
  const PassDescriptor *known = getCatalog().lookupPass(name);
  bool isElse = known && !known->hasKind(patternsKind);
  return isElse || lookupPassInfo(name) || lookupPipelineInfo(name)
             ? Error::success()
             : makeUnknownPatterns(name);
}

/// What the patterns of a party are called that have no name.
static std::string makeName(const Origin &origin, StringRef where) {
  std::string party = origin.name.empty() ? "framework" : origin.name;
  for (char &c : party)
    if (!isNameCharacter(c) || c == ':' || c == '=')
      c = '-';
  return party + "-" + where.str();
}

/// What is given in the name of `origin`. Fails with `unknown-patterns`, and as
/// `makePatterns`.
static Expected<std::shared_ptr<const KnownPatterns>>
resolve(GivenPatterns given, const Origin &origin, StringRef where) {
  if (given.registered) {
    if (auto patterns = lookupPatterns(*given.registered))
      return patterns;
    return makeUnknownPatterns(*given.registered);
  }
  if (given.set.name.empty())
    given.set.name = makeName(origin, where);
  return makePatterns(std::move(given.set));
}

/// The slot of that name; null if there is none. Fails if it is for passes.
static Expected<const BundleInstance *>
findSlot(const PassManagerBuilder &builder, StringRef name,
         StringRef patterns) {
  std::vector<const Node *> found = builder.lookup(slot(name));
  if (found.empty())
    return nullptr;
  if (const BundleInstance *known = getPatternSlot(*found.front()))
    return known;
  std::vector<StringRef> others;
  for (const Node &node : builder.getNodes())
    if (node.getKind() == Node::Kind::Slot && getPatternSlot(node))
      others.push_back(node.getName());
  Diagnostic diagnostic(DiagnosticCode::WrongSlot,
                        "the patterns '{0}' cannot be put into the slot '{1}', "
                        "which is one for passes",
                        patterns, name);
  diagnostic.about(name).note("the slot", builder.getRef(*found.front()));
  if (!suggest(diagnostic, name, others))
    diagnostic.help(
        "declare the slot with addPatternSlot(\"{0}\"), or addConversionSlot()",
        name);
  return makeError(std::move(diagnostic));
}

Error PassManagerBuilder::addPatterns(StringRef slotName, GivenPatterns given,
                                      SourceLocation place) {
  auto patterns = resolve(std::move(given), getOrigin(), slotName);
  if (!patterns)
    return patterns.takeError();
  auto found = findSlot(*this, slotName, (*patterns)->set.name);
  if (!found)
    return found.takeError();
  PassSpec spec = makeSpec(*patterns, getImpl().list);
  if (*found && isConversionSlot(**found))
    if (Error error = describeIn(*(*found)->instance, **patterns, spec))
      return error;
  return insert(std::move(spec), Position::before(slot(slotName)), place);
}

void PassManagerBuilder::planPatterns() {
  rewrites.clear();
  // What is handed over of each slot.
  SmallVector<SmallVector<const Node *>, 2> slots;
  forEachInPart([&](const Node &node) {
    const BundleInstance *slot = getPatternSlot(node);
    if (!slot)
      return;
    if (slots.empty() || getPatternSlot(*slots.back().front()) != slot)
      slots.emplace_back();
    else
      leftOut.insert(&node);
    slots.back().push_back(&node);
  });
  for (ArrayRef<const Node *> sets : slots) {
    const BundleInstance &slot = *getPatternSlot(*sets.front());
    std::vector<Contribution> contributions;
    for (const Node *set : sets) {
      // A text may name the parties of its sets.
      const Origin &origin = set->getOrigin();
      std::string party = getParty(*set);
      contributions.push_back(
          {getPatterns(*getPass(set->getInstance())), party,
           party == getParty(origin) ? origin.str() : "'" + party + "'"});
    }
    std::string options = getRewriteOptions(slot, sets);
    std::string owner = slot.begin->getOrigin().str();
    rewrites[sets.front()] =
        isConversionSlot(slot)
            ? createConvertPass(options, std::move(contributions), owner,
                                getGivenTarget(*getPass(*slot.instance)))
            : createRewritePass(options, std::move(contributions), owner);
  }
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

Error PassManagerBuilder::addCanonicalizationPatterns(GivenPatterns given) {
  auto found = resolve(std::move(given), getOrigin(), "canonicalization");
  if (!found)
    return found.takeError();
  std::shared_ptr<const KnownPatterns> patterns = std::move(*found);
  if (Error error = getImpl().verifyEditable())
    return error;
  if (Error error = checkConverter({patterns, "", getOrigin().str()},
                                   {"canonicalization"}))
    return error;
  StringRef name = patterns->set.name;
  if (!context)
    return Diagnostic(DiagnosticCode::NoInstance,
                      "the patterns '{0}' cannot be added to canonicalization: "
                      "the builder has no context",
                      name)
        .help("make the builder for an mlir::PassManager, or give it the "
              "context");
  for (const Contribution &other : canonicalization)
    if (other.patterns->set.name == name)
      return Diagnostic(DiagnosticCode::DuplicateName,
                        "the patterns '{0}' were added to canonicalization "
                        "already, by {1}",
                        name, other.origin)
          .help("add a set of patterns once");
  const Origin &origin = getOrigin();
  canonicalization.push_back(
      {std::move(patterns), getParty(origin), origin.str()});
  getImpl().hasUncheckedEdits = true;
  getImpl().onRollback([this] { canonicalization.pop_back(); });
  return Error::success();
}
