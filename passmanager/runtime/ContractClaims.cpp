//===- ContractClaims.cpp - A contract held against IR --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/ContractClaims.h"
#include "mlir/IR/Operation.h"
#include "passmanager/Contents.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace pmb;
using namespace llvm;
using Word = ContentsEntry::Word;

static constexpr uint8_t Named = EntryViews::Named;
static constexpr uint8_t MaybeNamed = EntryViews::MaybeNamed;
static constexpr uint8_t Added = EntryViews::Added;

void ContractClaims::addQualified(const Contract &contract,
                                  SignatureTable &table) {
  for (const ContentsEntry &entry : contract.getContents())
    entry.forEachItem([&](StringRef item) { table.addQualified(item); });
}

ContractClaims::ContractClaims(const Contract &contract, SignatureTable &table)
    : table(table), entries(table) {
  addQualified(contract, table);
  for (const ContentsEntry &entry : contract.getContents()) {
    entries.add(entry);
    tallies.push_back({&entry});
  }
}

//===----------------------------------------------------------------------===//
// What an execution does
//===----------------------------------------------------------------------===//

bool ContractClaims::isEffectUnknown(const ContentsScan &before) {
  for (unsigned i = 0; i < entries.size(); ++i)
    if (entries[i].entry->word == Word::UnknownEffect &&
        entries.isGiven(i, before) != Seen::No)
      return true;
  return false;
}

void ContractClaims::findEffects(Execution &execution) {
  const ContentsScan &before = execution.before;
  KindSet there = before.getKinds() | before.getKindsOfCasts(), taken = 0;
  SmallVector<Seen, 64> isTaken(before.getEntries().size(), Seen::No);
  for (unsigned i = 0; i < entries.size(); ++i) {
    const ContentsEntry &said = *entries[i].entry;
    if (said.word != Word::Lowers && said.word != Word::Introduces)
      continue;
    Seen given = entries.isGiven(i, before);
    if (given == Seen::No)
      continue;
    Effect effect;
    effect.index = i;
    if (said.word == Word::Introduces) {
      effect.hasLiving = true;
      effect.isSure = given == Seen::Yes && before.hasBody();
      execution.effects.push_back(std::move(effect));
      continue;
    }
    effect.kinds = entries[i].items & there & ~taken;
    taken |= effect.kinds;
    effect.isSure = given == Seen::Yes && !said.isPartial &&
                    entries.isBlocked(i, before) == Seen::No;
    bool isSome = effect.kinds;
    for (auto [entry, whetherTaken] : zip(before.getEntries(), isTaken)) {
      const Signature &signature = table.get(entry.signature);
      bool isLiving = entry.isSomeLiving;
      effect.hasLiving |= isLiving && (effect.kinds & signature.kinds);
      uint8_t flags = entries.getViews(entry.signature)[i].flags;
      if (whetherTaken == Seen::Yes || !(flags & (Named | MaybeNamed)))
        continue;
      isSome = true;
      if (flags & MaybeNamed) {
        // If it takes the operation, and lowers it, others may say so, too.
        if (!effect.isSure)
          whetherTaken = Seen::Maybe;
        continue;
      }
      if (whetherTaken == Seen::No) {
        effect.hits.push_back(entry.signature);
        effect.hasLiving |= isLiving;
      }
      whetherTaken = Seen::Yes;
    }
    if (!isSome)
      continue;
    execution.addsCasts |= !said.converts.empty();
    execution.effects.push_back(std::move(effect));
  }
}

bool ContractClaims::isAdded(unsigned signature, const Execution &execution) {
  const View *seen = entries.getViews(signature);
  return any_of(execution.effects, [&](const Effect &effect) {
    return seen[effect.index].flags & Added;
  });
}

bool ContractClaims::isLowered(unsigned signature, const Execution &execution) {
  const View *seen = entries.getViews(signature);
  return any_of(execution.effects, [&](const Effect &effect) {
    return entries[effect.index].entry->word == Word::Lowers &&
           seen[effect.index].flags & (Named | MaybeNamed);
  });
}

bool ContractClaims::lowers(unsigned signature) {
  const View *seen = entries.getViews(signature);
  for (unsigned i = 0; i < entries.size(); ++i)
    if (entries[i].entry->word == Word::Lowers && seen[i].flags & Named)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Claims
//===----------------------------------------------------------------------===//

static bool hasPlace(mlir::Operation *op) {
  return !!op->getLoc()->findInstanceOf<mlir::FileLineColLoc>();
}

mlir::Location pmb::findPlace(mlir::Operation *op) {
  for (mlir::Operation *at = op; at; at = at->getParentOp())
    if (hasPlace(at))
      return at->getLoc();
  return op->getLoc();
}

/// Sorts what is worst first, then by the places of the operations: an
/// operation without a place comes after those that have one.
static std::vector<FalseClaim> sortByPlace(std::vector<FalseClaim> claims) {
  auto getKey = [](const FalseClaim &claim) {
    bool isWeak = claim.entry && claim.entry->strength == Strength::Weak;
    bool isAboutRoot = claim.kind == FalseClaim::Kind::Missing ||
                       claim.kind == FalseClaim::Kind::NotAdded;
    auto at = claim.location->findInstanceOf<mlir::FileLineColLoc>();
    return std::tuple(isWeak, isAboutRoot, !claim.hasPlace,
                      at ? at.getLine() : 0, at ? at.getColumn() : 0);
  };
  stable_sort(claims, [&](const FalseClaim &a, const FalseClaim &b) {
    return getKey(a) < getKey(b);
  });
  return claims;
}

void ContractClaims::claim(Execution &execution, FalseClaim::Kind kind,
                           unsigned index, std::string item,
                           mlir::Operation *op) {
  // Whether a demand was right shows when the pass has run.
  bool isDemand =
      kind == FalseClaim::Kind::Rejected || kind == FalseClaim::Kind::Missing;
  tallies[index].contradicted += !isDemand;
  execution.claims.push_back({kind, entries[index].entry, std::move(item),
                              findPlace(op), hasPlace(op)});
}

static unsigned count(const ContentsScan &scan, unsigned signature) {
  for (const ContentsScan::Entry &entry : scan.getEntries())
    if (entry.signature == signature)
      return entry.count;
  return 0;
}

static KindSet getAllKinds(const ContentsScan &scan) {
  return scan.getKinds() | scan.getKindsOfCasts();
}

bool ContractClaims::isSomeLess(const Effect &effect,
                                const Execution &execution) const {
  return (effect.kinds & ~getAllKinds(execution.after)) ||
         any_of(effect.hits, [&](unsigned hit) {
           return count(execution.after, hit) < count(execution.before, hit);
         });
}

bool ContractClaims::isSomeMore(const Effect &effect,
                                const Execution &execution) {
  KindSet added = getAllKinds(execution.after) & ~getAllKinds(execution.before);
  return (added & entries[effect.index].added) ||
         any_of(execution.after.getEntries(),
                [&](const ContentsScan::Entry &entry) {
                  return entries.getViews(entry.signature)[effect.index].flags &
                             Added &&
                         entry.count > count(execution.before, entry.signature);
                });
}

/// The first of the operations that are left which the entry should have
/// lowered. A conversion leaves alone what has a type that it cannot convert.
mlir::Operation *
ContractClaims::findConvertible(const ContentsScan::Entry &left,
                                const ContentsEntry &said,
                                mlir::Operation *root) {
  if (said.converts.empty() || !hasForeignType(left.first, said.converts))
    return left.first;
  mlir::Operation *found = nullptr;
  root->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    bool isOne = op->getName() == left.first->getName() &&
                 table.getNumber(op) == left.signature &&
                 !hasForeignType(op, said.converts);
    found = isOne ? op : nullptr;
    return isOne ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return found;
}

bool ContractClaims::checkGone(const Effect &effect, Execution &execution) {
  const ContentsEntry &said = *entries[effect.index].entry;
  bool hasExceptions = !said.exceptions.empty();
  // It may leave what it names, and has done its work if some of it is gone.
  if (!effect.isSure || (hasExceptions && said.to.empty()))
    return hasTallies && isSomeLess(effect, execution);
  auto isHit = [&](const Signature &signature) {
    return any_of(effect.hits, [&](unsigned hit) {
      return table.get(hit).name == signature.name;
    });
  };
  auto isTakenBefore = [&](const View *seen) {
    return any_of(execution.effects, [&](const Effect &other) {
      return other.index < effect.index &&
             seen[other.index].flags &
                 (other.isSure ? Named : Named | MaybeNamed);
    });
  };
  // The last entry of a scan stands first.
  for (const ContentsScan::Entry &entry :
       reverse(execution.after.getEntries())) {
    const View *seen = entries.getViews(entry.signature);
    if (!(seen[effect.index].flags & Named) || isTakenBefore(seen) ||
        !isHit(table.get(entry.signature)) ||
        isAdded(entry.signature, execution))
      continue;
    if (mlir::Operation *left = findConvertible(entry, said, execution.root))
      claim(execution, FalseClaim::Kind::Kept, effect.index,
            table.getText(entry.signature), left);
    else
      execution.isExcused = true;
  }
  KindSet kinds = effect.kinds;
  for (const Effect &other : execution.effects)
    kinds &= ~entries[other.index].added;
  if (hasExceptions) {
    execution.isExcused |= (kinds & execution.after.getKinds()) != 0;
    kinds = 0;
  }
  for (const ContentsScan::Entry &entry :
       reverse(execution.after.getEntries())) {
    const Signature &signature = table.get(entry.signature);
    KindSet kept = signature.isCast ? 0 : signature.kinds & kinds;
    if (!kept)
      continue;
    kinds &= ~kept;
    for (; kept; kept &= kept - 1)
      claim(execution, FalseClaim::Kind::Kept, effect.index,
            table.getKindName(kept & -kept).str(), entry.first);
  }
  return said.word == Word::Lowers;
}

bool ContractClaims::checkAdded(const Effect &effect, Execution &execution) {
  const Entry &entry = entries[effect.index];
  const ContentsEntry &said = *entry.entry;
  if (!hasTallies && (!effect.isSure || !said.exceptions.empty()))
    return false;
  // Of what it may add it has done its work if there is more of it.
  bool isTried = hasTallies && said.word == Word::Introduces &&
                 isSomeMore(effect, execution);
  // Of what was dead nothing shows that it becomes what the entry says.
  execution.isExcused |= !effect.hasLiving && !said.to.empty();
  if (!effect.isSure || !effect.hasLiving)
    return isTried;
  BitVector there(said.to.size());
  for (const ContentsScan::Entry &seen : execution.after.getEntries())
    for (unsigned i : entries.getViews(seen.signature)[effect.index].to)
      there.set(i);
  KindSet kinds = getAllKinds(execution.after);
  for (auto [i, to] : enumerate(said.to)) {
    bool isThere = StringRef(to).starts_with("!")
                       ? (kinds & table.getKind(to)) != 0
                       : there.test(i);
    if (isThere || entries.isHidden(to))
      continue;
    if (said.exceptions.empty() && !execution.isExcused)
      claim(execution, FalseClaim::Kind::NotAdded, effect.index, to,
            execution.root);
    else
      execution.isExcused = true;
  }
  return isTried || (said.word == Word::Introduces && !said.to.empty());
}

void ContractClaims::noteUnnamed(const ContentsScan &before,
                                 const ContentsScan &after,
                                 mlir::Operation *root) {
  Execution execution{before, after, root};
  findEffects(execution);
  checkUnnamed(execution, /*isSuggestion=*/true);
  std::set<std::string> added;
  for (const FalseClaim &claim : execution.claims)
    added.insert(claim.item);
  for (const std::string &item : added)
    ++unnamed[item].added;
  // What the check takes to be still there, as no entry says anything of it.
  SmallVector<unsigned, 2> unknown;
  for (auto [i, entry] : enumerate(entries.getAll()))
    if (entry.entry->word == Word::UnknownEffect &&
        entries.isGiven(i, before) != Seen::No)
      unknown.push_back(i);
  // Per operation, whatever its types; those that are dead are no work.
  DenseMap<mlir::OperationName, bool> silent;
  for (const ContentsScan::Entry &entry : before.getEntries()) {
    const Signature &signature = table.get(entry.signature);
    const View *seen = entries.getViews(entry.signature);
    bool isNamed = isLowered(entry.signature, execution);
    bool isKept =
        all_of(unknown, [&](unsigned i) { return seen[i].flags & Named; });
    bool isSilent = !isNamed && isKept && !signature.isCast;
    if (entry.isSomeLiving)
      silent.try_emplace(signature.name, true).first->second &= isSilent;
  }
  for (const ContentsScan::Entry &entry : after.getEntries())
    silent.erase(table.get(entry.signature).name);
  for (auto [name, isSilent] : silent)
    if (isSilent)
      ++unnamed[name.getStringRef().str()].gone;
}

static bool isConstant(const Signature &signature) {
  return signature.name.hasTrait<mlir::OpTrait::ConstantLike>();
}

/// Whether constants may stand for what has folded: operations that no entry
/// lowers, or a few results of one, which stays.
bool ContractClaims::mayHaveFolded(const Execution &execution) {
  auto isMore = [&](const ContentsScan &scan, const ContentsScan &than,
                    function_ref<bool(unsigned)> matches) {
    return any_of(scan.getEntries(), [&](const ContentsScan::Entry &entry) {
      return entry.count > count(than, entry.signature) &&
             !isConstant(table.get(entry.signature)) &&
             matches(entry.signature);
    });
  };
  auto any = [](unsigned) { return true; };
  auto isSilent = [&](unsigned it) { return !isLowered(it, execution); };
  const ContentsScan &before = execution.before, &after = execution.after;
  return isMore(before, after, isSilent) ||
         (!isMore(before, after, any) && !isMore(after, before, any)) ||
         execution.root
             ->walk([](mlir::Operation *op) {
               bool isPart = op->getNumResults() > 1 && !op->getNumRegions() &&
                             any_of(op->getResults(), [](mlir::Value result) {
                               return result.use_empty();
                             });
               return isPart ? mlir::WalkResult::interrupt()
                             : mlir::WalkResult::advance();
             })
             .wasInterrupted();
}

void ContractClaims::checkUnnamed(Execution &execution, bool isSuggestion) {
  bool hasEffects = any_of(entries.getAll(), [](const Entry &entry) {
    return entry.entry->word == Word::Lowers ||
           entry.entry->word == Word::Introduces;
  });
  if (!hasEffects || isEffectUnknown(execution.before))
    return;
  auto wasThere = [&](const Signature &signature) {
    return any_of(execution.before.getEntries(),
                  [&](const ContentsScan::Entry &entry) {
                    return table.get(entry.signature).name == signature.name;
                  });
  };
  for (const ContentsScan::Entry &entry :
       reverse(execution.after.getEntries())) {
    const Signature &signature = table.get(entry.signature);
    if (wasThere(signature) || isAdded(entry.signature, execution) ||
        (signature.isCast && execution.addsCasts))
      continue;
    // That it may fold goes without saying, of any pass.
    if (!isSuggestion && isConstant(signature) && mayHaveFolded(execution))
      continue;
    execution.claims.push_back({FalseClaim::Kind::Unnamed, nullptr,
                                signature.name.getStringRef().str(),
                                findPlace(entry.first), hasPlace(entry.first)});
  }
}

std::vector<FalseClaim> ContractClaims::checkBefore(const ContentsScan &before,
                                                    mlir::Operation *root,
                                                    bool isWholeProgram) {
  Execution execution{before, before, root};
  for (unsigned i = 0; i < entries.size(); ++i) {
    const ContentsEntry &said = *entries[i].entry;
    bool rejects = said.word == Word::Rejects;
    if (!rejects && (said.word != Word::Requires || !isWholeProgram))
      continue;
    if (entries.isGiven(i, before) != Seen::Yes ||
        entries.isBlocked(i, before) != Seen::No)
      continue;
    bool isSome = false;
    KindSet kinds = entries[i].items;
    for (const ContentsScan::Entry &entry : reverse(before.getEntries())) {
      const Signature &signature = table.get(entry.signature);
      bool isItem = entries.getViews(entry.signature)[i].flags & Named;
      KindSet found = signature.isCast ? 0 : signature.kinds & kinds;
      isSome |= isItem || found;
      if (!rejects || (!isItem && !found))
        continue;
      kinds &= ~found;
      claim(execution, FalseClaim::Kind::Rejected, i,
            isItem ? table.getText(entry.signature)
                   : table.getKindName(found & -found).str(),
            entry.first);
    }
    if (rejects)
      continue;
    if (isSome)
      ++tallies[i].kept;
    else if (!entries[i].areItemsHidden)
      claim(execution, FalseClaim::Kind::Missing, i, said.items.front(), root);
  }
  return sortByPlace(std::move(execution.claims));
}

static bool haveSame(const ContentsScan &before, const ContentsScan &after) {
  return before.getEntries().size() == after.getEntries().size() &&
         all_of(before.getEntries(), [&](const ContentsScan::Entry &entry) {
           return entry.count == count(after, entry.signature);
         });
}

void ContractClaims::checkDemands(ArrayRef<const ContentsEntry *> unmet,
                                  const ContentsScan &before,
                                  const ContentsScan *after) {
  for (Tally &tally : tallies) {
    const ContentsEntry &said = *tally.entry;
    if (!is_contained(unmet, &said))
      continue;
    bool isKept =
        !after || (said.word == Word::Requires && haveSame(before, *after));
    if (isKept)
      ++tally.kept;
    else if (said.strength != Strength::Weak)
      ++tally.contradicted;
  }
}

std::vector<FalseClaim> ContractClaims::checkAfter(const ContentsScan &before,
                                                   const ContentsScan &after,
                                                   mlir::Operation *root,
                                                   bool namesAll) {
  Execution execution{before, after, root};
  findEffects(execution);
  for (const Effect &effect : execution.effects) {
    size_t known = execution.claims.size();
    execution.isExcused = false;
    bool isTried = checkGone(effect, execution);
    isTried |= checkAdded(effect, execution);
    tallies[effect.index].kept +=
        isTried && !execution.isExcused && execution.claims.size() == known;
  }
  if (namesAll)
    checkUnnamed(execution, /*isSuggestion=*/false);
  return sortByPlace(std::move(execution.claims));
}
