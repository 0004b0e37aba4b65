//===- Cures.cpp - Passes that would lower what is left -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Cures.h"
#include "builder/check/CompiledContract.h"
#include "builder/check/OptionCures.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace pmb;
using namespace llvm;

std::string pmb::listCures(ArrayRef<Cure> cures) {
  std::string text;
  for (const Cure &cure : cures)
    text += (text.empty() ? "'" : " or '") + cure.str() + "'";
  return text;
}

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

CureFinder::CureFinder(const PassList &pipeline, const ItemTable &items)
    : pipeline(pipeline), catalog(pipeline.getCatalog()), items(items),
      interface(pipeline.getInterface()),
      functions(catalog.getProgramDialect()), shared(pipeline) {
  // That functions may remain as well says nothing of where a pass leads.
  for (auto *contents : {&interface.inputContents, &interface.outputContents})
    if (*contents)
      *contents = catalog.expandContents(**contents);
  collectAddedDialects();
}

void CureFinder::collectAddedDialects() {
  for (const Symbol *symbol : pipeline.getSymbols())
    if (symbol->count && symbol->descriptor)
      for (const ContentsEntry &entry :
           symbol->descriptor->contract.getContents())
        for (StringRef item : entry.getAdded())
          added.insert(Item(item).getRoot());
  if (interface.outputContents &&
      none_of(*interface.outputContents, [&](StringRef item) {
        return added.contains(Item(item).getRoot());
      }))
    for (StringRef item : *interface.outputContents)
      added.insert(Item(item).getRoot());
}

/// True if `entry` makes what programs end in, and the pipeline ends in
/// something else that they do: `cf` becomes `spirv`, and not `emitc`.
bool CureFinder::endsElsewhere(const ContentsEntry &entry) const {
  ArrayRef<std::string> targets = getNamedItems(catalog, "target-dialects");
  auto isOf = [](ArrayRef<std::string> list, StringRef dialect) {
    return any_of(
        list, [&](StringRef item) { return Item(item).getRoot() == dialect; });
  };
  if (!interface.outputContents)
    return false;
  const std::vector<std::string> &output = *interface.outputContents;
  bool isOther = false;
  for (StringRef target : targets)
    if (isOf(entry.to, target) || isOf(entry.sometimes, target)) {
      if (isOf(output, target))
        return false;
      isOther = true;
    }
  return isOther && any_of(targets, [&](StringRef target) {
           return isOf(output, target);
         });
}

/// How well what `entry` adds fits the pipeline: 0 if some of it may remain, as
/// what others add, so that the pass leads to the output; 1 if the pipeline at
/// least knows of it, or nothing is added. That it knows of `functions` says
/// nothing.
unsigned CureFinder::rankAdded(const ContentsEntry &entry) const {
  unsigned rank = entry.to.empty() && entry.sometimes.empty() ? 1 : 2;
  // What it always adds is what it leads to.
  for (const std::vector<std::string> *list : {&entry.to, &entry.sometimes})
    for (StringRef item : *list) {
      StringRef dialect = Item(item).getRoot();
      if (Item(item).isCast())
        continue;
      if (interface.outputContents && added.contains(dialect) &&
          (list == &entry.to || entry.to.empty()) &&
          any_of(*interface.outputContents,
                 [&](StringRef may) { return may == item || may == dialect; }))
        return 0;
      if (functions != dialect && (items.lookup(item) || items.lookup(dialect)))
        rank = 1;
    }
  return rank;
}

/// Those of `dialects` that the pipeline has nothing to do with: if all of the
/// input is known, those that are neither in it nor `added`.
SmallVector<StringRef>
CureFinder::findForeign(ArrayRef<StringRef> dialects) const {
  auto isThere = [&](StringRef dialect) {
    if (!interface.inputContents)
      return items.getKnown().intersects(items.getMembers(dialect));
    return added.contains(dialect) ||
           any_of(*interface.inputContents, [&](StringRef item) {
             return Item(item).getRoot() == dialect;
           });
  };
  SmallVector<StringRef> foreign;
  copy_if(dialects, std::back_inserter(foreign), [&](StringRef dialect) {
    return !dialect.starts_with("!") && !isThere(dialect);
  });
  return foreign;
}

//===----------------------------------------------------------------------===//
// One pass
//===----------------------------------------------------------------------===//

/// The dialects that a pass lowers something of.
static SmallVector<StringRef> getLoweredDialects(const PassDescriptor &pass) {
  SmallVector<StringRef> dialects;
  for (const ContentsEntry &entry :
       pass.contract.getContents(ContentsEntry::Word::Lowers))
    if (!lowersCasts(entry))
      for (StringRef item : entry.items)
        // What is said of an operation's types is no dialect more.
        if (StringRef dialect = item.take_front(item.find('.'));
            !item.contains('(') && !is_contained(dialects, dialect))
          dialects.push_back(dialect);
  return dialects;
}

/// True if `pass` is among those of a dialect that is `foreign`, and what is to
/// be lowered is not of that: sparsification where nothing is sparse.
static bool isOfForeign(const PassDescriptor &pass, ArrayRef<StringRef> foreign,
                        StringRef lowered) {
  auto isGroup = [&](StringRef dialect) {
    std::string name = dialect.str();
    llvm::erase(name, '_');
    return dialect != lowered && pass.group.size() == name.size() &&
           StringRef(pass.group).equals_insensitive(name);
  };
  return any_of(foreign, isGroup);
}

/// True if `entry` makes something of `dialect` out of others.
static bool makes(const ContentsEntry &entry, StringRef dialect) {
  auto isOf = [&](StringRef item) { return Item(item).getRoot() == dialect; };
  return any_of(entry.getAdded(), isOf) && none_of(entry.items, isOf);
}

/// True if `pass` is for a device that the pipeline has nothing to do with, as
/// its kinds say: `gpu-lowering`. Of what the pass leads to, they say no more
/// than its contract.
bool CureFinder::isForOtherTarget(const PassDescriptor &pass,
                                  StringRef lowered) const {
  return any_of(pass.kinds, [&](StringRef kind) {
    return kind.consume_back("-lowering") && kind != lowered &&
           catalog.hasDialect(kind) && !findForeign(kind).empty() &&
           none_of(
               pass.contract.getContents(),
               [&](const ContentsEntry &entry) { return makes(entry, kind); });
  });
}

/// True if `pass` refuses what may be there, and the pipeline has nothing to do
/// with what would make it accept that.
bool CureFinder::isRefusing(const PassDescriptor &pass) const {
  auto isKnown = [&](const std::vector<std::string> &list) {
    return any_of(list, [&](StringRef item) {
      return items.getKnown().intersects(items.getMembers(item));
    });
  };
  return any_of(pass.contract.getContents(), [&](const ContentsEntry &entry) {
    return entry.word == ContentsEntry::Word::Rejects &&
           entry.strength == Strength::Strong && !entry.unless.empty() &&
           isKnown(entry.items) && !isKnown(entry.unless);
  });
}

/// True if what `entry` adds is of the same dialect, and may not remain: that
/// is no nearer to the output.
bool CureFinder::staysInDialect(const ContentsEntry &entry,
                                StringRef dialect) const {
  return !dialect.empty() && any_of(entry.to, [&](StringRef item) {
    return Item(item).getDialect() == dialect &&
           !(interface.outputContents &&
             is_contained(*interface.outputContents, item));
  });
}

/// True if `entry` makes of `item` what `culprit` made `item` of.
static bool undoes(const ContentsEntry &entry, const PassDescriptor &culprit,
                   StringRef item) {
  auto has = [](ArrayRef<std::string> list, StringRef name) {
    return any_of(list, [&](StringRef one) {
      return one == name || one == Item(name).getDialect();
    });
  };
  return any_of(culprit.contract.getContents(), [&](const ContentsEntry &made) {
    if (made.word != ContentsEntry::Word::Lowers ||
        !(has(made.to, item) || has(made.sometimes, item)))
      return false;
    auto isUndone = [&](StringRef back) { return has(made.items, back); };
    return any_of(entry.to, isUndone) ||
           (entry.to.empty() && any_of(entry.sometimes, isUndone));
  });
}

/// What does no worse than this leads on.
static constexpr unsigned goodFit = 3;

/// How badly `pass` would do to lower something as `entry` says. `added`: how
/// well what it adds fits. `isForOthers`: it is made for what is not there.
static unsigned rankMisfit(const PassDescriptor &pass,
                           const ContentsEntry &entry, unsigned added,
                           bool isForOthers) {
  // The passes that test MLIR are not for others.
  bool isMeant = !pass.hasKind("test");
  if (isMeant && !entry.mayLeaveSome())
    return 2 * added;
  // Some do what they can to get to the output at once: better than what leads
  // elsewhere. Others clean up what happens to be dead.
  return isMeant && added == 0 && !isForOthers ? 3 : 6 + added;
}

/// True for what goes with the part of the program that it stands in.
static bool goesWithNest(const ContentsEntry &entry) {
  return !entry.nest.empty() && entry.to.empty() && entry.sometimes.empty();
}

/// True if it lowers what has a type, and leaves the rest.
static bool isOnlyOfType(const ContentsEntry &entry) {
  return entry.mayLeaveSome() && any_of(entry.given, [](StringRef item) {
           return Item(item).isType();
         });
}

//===----------------------------------------------------------------------===//
// The best passes
//===----------------------------------------------------------------------===//

/// A pass that lowers an item. Sorted by how well it fits; of equals, a pass
/// that does little else comes first, then one that names the operation and not
/// its whole dialect, then one that does so with its options as they are.
struct CureFinder::Candidate {
  unsigned misfit;
  size_t dialects;
  SmallVector<StringRef> foreign;
  bool isNamed;
  Cure cure;
  bool operator<(const Candidate &other) const {
    return std::make_tuple(misfit, dialects, other.isNamed,
                           !cure.options.empty()) <
           std::make_tuple(other.misfit, other.dialects, isNamed,
                           !other.cure.options.empty());
  }
};

/// What is to be lowered.
struct CureFinder::Wanted {
  /// With its marks, and without; `dialect` is empty for a dialect or a type.
  StringRef item, name, dialect;
  bool isDialect, isForOthers;
  const TypeDescriptor *type;
  /// What has made it; may be null.
  const PassDescriptor *culprit;

  /// The dialect that it is of, or is.
  StringRef getOwnDialect() const { return isDialect ? name : dialect; }
};

/// How well `pass` lowers what is wanted, by the best of its entries;
/// std::nullopt if none does.
std::optional<CureFinder::Candidate>
CureFinder::consider(const PassDescriptor &pass, const Wanted &wanted) const {
  auto [item, name, dialect, isDialect, isForOthers, type, culprit] = wanted;
  // Most passes have no entry about it.
  SmallVector<StringRef> lowered, foreign;
  std::optional<std::string> given;
  std::optional<Candidate> best;
  // `arith(!f8)` stands for `arith.extf(!f8)`, too.
  auto coversItem = [item = Item(wanted.item)](StringRef one) {
    return Item(one).covers(item);
  };
  for (const ContentsEntry &entry :
       pass.contract.getContents(ContentsEntry::Word::Lowers)) {
    // Of a whole dialect some is better than nothing.
    bool isNamed = false;
    for (StringRef one : entry.items)
      isNamed |=
          one.starts_with(name) &&
          (isDialect ? Item(one).getRoot() == name
                     : Item(one).getName() == name &&
                           // Of an operation, not only one kind; casts
                           // are lowered by the kind.
                           (item != name || one == name || Item(one).isCast()));
    // An operation with a mark may become one without.
    bool isAboutMark = item != name && is_contained(entry.items, item);
    StringRef same = isAboutMark ? item : name;
    // No entry behind this one is about it.
    if (isNamed && is_contained(entry.unless, item))
      break;
    if ((!isNamed &&
         (dialect.empty() || !is_contained(entry.items, dialect))) ||
        any_of(entry.except, coversItem) || isOnlyOfType(entry) ||
        goesWithNest(entry) ||
        (!isForOthers &&
         (is_contained(entry.to, same) || is_contained(entry.sometimes, same))))
      continue;
    if (!given)
      given = shared.addTo("", pass);
    std::optional<std::string> options =
        getNeededOptions(pass, *given, entry.condition);
    if (!options || (culprit && undoes(entry, *culprit, name)) ||
        (!isForOthers && endsElsewhere(entry)))
      continue;
    if (lowered.empty()) {
      lowered = getLoweredDialects(pass);
      foreign = findForeign(lowered);
      if (!type &&
          (isOfForeign(pass, foreign, wanted.getOwnDialect()) ||
           isForOtherTarget(pass, wanted.getOwnDialect()) || isRefusing(pass)))
        return std::nullopt;
    }
    // What replaces a type by what it is to become fits best.
    bool becomes = type && is_contained(entry.to, type->becomes);
    unsigned misfit = rankMisfit(pass, entry, becomes ? 0 : rankAdded(entry),
                                 !foreign.empty());
    // For others it is enough that it is no longer there.
    if (!isAboutMark && staysInDialect(entry, wanted.getOwnDialect()))
      misfit += isForOthers ? 1 : 4;
    if (isDialect && !isAboutMark && !is_contained(entry.items, name)) {
      if (entry.mayLeaveSome())
        continue;
      misfit += 7;
    }
    Candidate candidate = {misfit, lowered.size(), foreign, isNamed,
                           Cure{pass.name, *options, misfit <= goodFit}};
    if (!best || candidate < *best)
      best = std::move(candidate);
  }
  return best;
}

std::vector<Cure> CureFinder::find(unsigned id, StringRef introducer,
                                   bool isForOthers) const {
  StringRef name = Item(items.getName(id)).getName();
  StringRef dialect = Item(name).getDialect();
  Wanted wanted = {items.getName(id),
                   name,
                   dialect,
                   dialect.empty() && !name.starts_with("!"),
                   isForOthers,
                   catalog.lookupType(name),
                   catalog.lookupPass(introducer)};
  std::vector<Candidate> found;
  for (StringRef pass : catalog.getPassNames())
    if (pass != introducer)
      if (auto candidate = consider(*catalog.lookupPass(pass), wanted))
        found.push_back(std::move(*candidate));
  llvm::stable_sort(found);
  // What does not fit is better than nothing, but no alternative to what does;
  // nor, unless it is for others, is what does much else besides, or is made
  // for what is not there.
  auto isGood = [&](const Candidate &candidate) {
    const Candidate &first = found.front();
    if (isForOthers)
      return candidate.misfit <= goodFit;
    return candidate.misfit == first.misfit &&
           candidate.dialects <= first.dialects + 2 &&
           all_of(candidate.foreign, [&](StringRef dialect) {
             return is_contained(first.foreign, dialect);
           });
  };
  std::vector<Cure> result;
  for (const Candidate &candidate : found)
    if (result.size() < (isForOthers ? 8 : 3) && isGood(candidate)) {
      result.push_back(candidate.cure);
      result.back().options = shared.addTo(
          candidate.cure.options, *catalog.lookupPass(candidate.cure.pass));
    }
  return result;
}

std::vector<Cure> CureFinder::findEach(ArrayRef<std::string> names) const {
  std::vector<Cure> cures;
  StringSet<> seen;
  for (StringRef name : names)
    if (std::optional<unsigned> id = items.lookup(name))
      for (Cure &cure : find(*id))
        if (seen.insert(cure.str()).second)
          cures.push_back(std::move(cure));
  return cures;
}

Cure CureFinder::get(StringRef pass) const {
  const PassDescriptor *known = catalog.lookupPass(pass);
  return {pass.str(), known ? shared.addTo("", *known) : ""};
}

std::vector<Cure> CureFinder::findRemovers() const {
  std::vector<const PassDescriptor *> found;
  for (StringRef name : catalog.getPassNames())
    if (const PassDescriptor *pass = catalog.lookupPass(name);
        pass->contract.isRemovingDead())
      found.push_back(pass);
  llvm::stable_sort(found, [](const PassDescriptor *a,
                              const PassDescriptor *b) {
    return a->contract.getContents().size() < b->contract.getContents().size();
  });
  std::vector<Cure> result;
  result.reserve(found.size());
  for (const PassDescriptor *pass : found)
    result.push_back(get(pass->name));
  return result;
}

/// The first entry of `pass` that is about `item`, if that lowers all of it
/// with the options that are `given`; null if not.
static const ContentsEntry *lookupLowering(const PassDescriptor &pass,
                                           StringRef given, StringRef item) {
  StringRef name = Item(item).getName();
  OptionValues values(pass, given);
  for (const ContentsEntry &entry : pass.contract.getContents()) {
    auto has = [&](const std::vector<std::string> &list) {
      return is_contained(list, item) || is_contained(list, name) ||
             is_contained(list, Item(name).getDialect());
    };
    if (entry.word != ContentsEntry::Word::Lowers || !entry.given.empty() ||
        !has(entry.items) || has(entry.except) ||
        !values.holds(entry.condition, nullptr))
      continue;
    return entry.mayLeaveSome() || is_contained(entry.unless, item) ? nullptr
                                                                    : &entry;
  }
  return nullptr;
}

bool CureFinder::lowersAll(const PassDescriptor &pass,
                           ArrayRef<unsigned> ids) const {
  std::string given = shared.addTo("", pass);
  return all_of(ids, [&](unsigned id) {
    const ContentsEntry *entry = lookupLowering(pass, given, items.getName(id));
    return entry && rankAdded(*entry) == 0;
  });
}

std::optional<Cure> CureFinder::findForAll(ArrayRef<unsigned> ids,
                                           StringRef introducer) const {
  for (Cure &cure : find(ids.front(), introducer))
    if (lowersAll(*catalog.lookupPass(cure.pass), ids))
      return std::move(cure);
  return std::nullopt;
}

std::optional<Cure> CureFinder::findCommon(ArrayRef<unsigned> ids) const {
  if (!interface.outputContents)
    return std::nullopt;
  auto rank = [&](const PassDescriptor &pass) {
    size_t shared = count_if(pass.kinds, [&](StringRef kind) {
      return any_of(pipeline.getSymbolsOfKind(kind),
                    [](const Symbol *symbol) { return symbol->count > 0; });
    });
    SmallVector<StringRef> dialects = getLoweredDialects(pass);
    return std::make_tuple(pass.kinds.size() - shared, -int(shared),
                           findForeign(dialects).size(), dialects.size());
  };
  const PassDescriptor *best = nullptr;
  for (StringRef name : catalog.getPassNames())
    if (const PassDescriptor &pass = *catalog.lookupPass(name);
        !pass.hasKind("test") && lowersAll(pass, ids) &&
        (!best || rank(pass) < rank(*best)))
      best = &pass;
  return best ? std::optional(get(best->name)) : std::nullopt;
}
