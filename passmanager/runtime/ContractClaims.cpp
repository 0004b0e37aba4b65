//===- ContractClaims.cpp - A contract held against IR --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/ContractClaims.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"
#include "passmanager/Contents.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace pmb;
using namespace llvm;
using Word = ContentsEntry::Word;

using View = EntryViews::View;
using Seen = EntryViews::Seen;
using Entry = ContentsScan::Entry;

static constexpr uint8_t Named = EntryViews::Named;
static constexpr uint8_t MaybeNamed = EntryViews::MaybeNamed;
static constexpr uint8_t Added = EntryViews::Added;

void ContractClaims::addQualified(const Contract &contract,
                                  SignatureTable &table) {
  for (const ContentsEntry &entry : contract.getContents())
    entry.forEachItem([&](StringRef item) { table.addQualified(item); });
}

static bool hasEffect(const ContentsEntry &entry) {
  return entry.word == Word::Lowers || entry.word == Word::Introduces;
}

ContractClaims::ContractClaims(const Contract &contract, SignatureTable &table)
    : table(table), entries(table) {
  addQualified(contract, table);
  for (const ContentsEntry &entry : contract.getContents()) {
    entries.add(entry);
    tallies.push_back({&entry});
  }
  addsNothing = contract.isComplete() && !contract.isGreedy() &&
                none_of(contract.getContents(), hasEffect);
}

bool ContractClaims::lowers(unsigned signature) {
  const View *seen = entries.getViews(signature);
  for (unsigned i = 0; i < entries.size(); ++i)
    if (entries[i].entry->word == Word::Lowers && seen[i].flags & Named)
      return true;
  return false;
}

static bool isConstant(const Signature &signature) {
  return signature.name.hasTrait<mlir::OpTrait::ConstantLike>();
}

/// One execution, before which `before` was there, and after it `after`.
class ContractClaims::Execution {
public:
  Execution(ContractClaims &contract, const ContentsScan &before,
            const ContentsScan &after, mlir::Operation *root)
      : contract(contract), entries(contract.entries), table(contract.table),
        before(before), after(after), root(root) {}

  std::vector<FalseClaim> claims;

  void checkDemands(bool isWholeProgram);
  /// Finds out what the `lowers` and `introduces` entries do.
  void findEffects();
  void checkEffects() {
    for (const Effect &effect : effects) {
      size_t known = claims.size();
      isExcused = false;
      bool isTried = checkGone(effect);
      isTried |= checkAdded(effect);
      contract.tallies[effect.index].kept +=
          isTried && !isExcused && claims.size() == known;
    }
  }
  void checkDead();
  void checkUnnamed(bool isSuggestion);
  /// Whether an entry that has an effect lowers some of them.
  bool isLowered(unsigned signature) {
    const View *seen = entries.getViews(signature);
    return any_of(effects, [&](const Effect &effect) {
      return entries[effect.index].entry->word == Word::Lowers &&
             seen[effect.index].flags & (Named | MaybeNamed);
    });
  }
  /// The entries that say that what the pass does is unknown.
  SmallVector<unsigned, 2> findUnknown() {
    SmallVector<unsigned, 2> unknown;
    for (unsigned i = 0; i < entries.size(); ++i)
      if (entries[i].entry->word == Word::UnknownEffect &&
          entries.isGiven(i, before) != Seen::No)
        unknown.push_back(i);
    return unknown;
  }

private:
  struct Effect {
    unsigned index;
    /// Whether it claims something.
    bool isSure = false;
    /// The kinds that it takes, and the signatures of operations.
    KindSet kinds = 0;
    SmallVector<unsigned, 8> hits = {};
    /// Whether some of that is not dead.
    bool hasLiving = false;
  };

  /// Both return whether they have put the entry to the test.
  bool checkGone(const Effect &effect);
  bool checkAdded(const Effect &effect);
  /// Finds out what of `before` an entry takes, that those before it have left.
  /// Returns whether that is something.
  bool findTaken(Effect &effect, KindSet &taken, MutableArrayRef<Seen> isTaken);
  mlir::Operation *findConvertible(const Entry &left,
                                   const ContentsEntry &said);
  bool mayHaveFolded();

  /// Whether an entry that has an effect names the operations of a signature.
  bool isAdded(unsigned signature) {
    const View *seen = entries.getViews(signature);
    return any_of(effects, [&](const Effect &effect) {
      return seen[effect.index].flags & Added;
    });
  }
  void claim(FalseClaim::Kind kind, unsigned index, StringRef item,
             mlir::Operation *op) {
    // Whether a demand was right shows when the pass has run.
    bool isDemand =
        kind == FalseClaim::Kind::Rejected || kind == FalseClaim::Kind::Missing;
    contract.tallies[index].contradicted += !isDemand;
    claims.emplace_back(kind, entries[index].entry, item, op);
  }

  ContractClaims &contract;
  EntryViews &entries;
  SignatureTable &table;
  const ContentsScan &before, &after;
  mlir::Operation *root;
  SmallVector<Effect, 8> effects;
  bool addsCasts = false;
  /// Whether the entry that is looked at has not shown that it is kept.
  bool isExcused = false;
};

void ContractClaims::Execution::checkDemands(bool isWholeProgram) {
  for (unsigned i = 0; i < entries.size(); ++i) {
    const ContentsEntry &said = *entries[i].entry;
    bool rejects = said.word == Word::Rejects;
    if (!rejects && (said.word != Word::Requires || !isWholeProgram))
      continue;
    // What stands where is not counted.
    if (!said.nest.empty())
      continue;
    if (entries.isGiven(i, before) != Seen::Yes ||
        entries.isBlocked(i, before) != Seen::No)
      continue;
    bool isSome = false;
    KindSet kinds = entries[i].kinds;
    for (const Entry &entry : reverse(before.getEntries())) {
      const Signature &signature = table.get(entry.signature);
      bool isItem = entries.getViews(entry.signature)[i].flags & Named;
      KindSet found = signature.isCast ? 0 : signature.kinds & kinds;
      isSome |= isItem || found;
      if (!rejects || (!isItem && !found))
        continue;
      kinds &= ~found;
      claim(FalseClaim::Kind::Rejected, i,
            isItem ? table.getText(entry.signature)
                   : table.getKindName(found & -found).str(),
            entry.first);
    }
    if (rejects)
      continue;
    if (isSome)
      ++contract.tallies[i].kept;
    else if (!entries[i].items.isSomeHidden && !entries[i].except.isSomeHidden)
      claim(FalseClaim::Kind::Missing, i, said.items.front(), root);
  }
}

//===----------------------------------------------------------------------===//
// What an execution does
//===----------------------------------------------------------------------===//

void ContractClaims::Execution::findEffects() {
  KindSet taken = 0;
  SmallVector<Seen, 64> isTaken(before.getEntries().size(), Seen::No);
  for (unsigned i = 0; i < entries.size(); ++i) {
    const ContentsEntry &said = *entries[i].entry;
    if (said.word != Word::Lowers && said.word != Word::Introduces)
      continue;
    Seen given = entries.isGiven(i, before);
    if (given == Seen::No)
      continue;
    Effect effect{i};
    if (said.word == Word::Introduces) {
      effect.hasLiving = true;
      effect.isSure = given == Seen::Yes && before.hasBody();
      effects.push_back(std::move(effect));
      continue;
    }
    effect.isSure = given == Seen::Yes && !said.mayLeaveSome() &&
                    entries.isBlocked(i, before) == Seen::No;
    if (!findTaken(effect, taken, isTaken))
      continue;
    addsCasts |= !said.converts.empty();
    effects.push_back(std::move(effect));
  }
}

bool ContractClaims::Execution::findTaken(Effect &effect, KindSet &taken,
                                          MutableArrayRef<Seen> isTaken) {
  effect.kinds = entries[effect.index].kinds & before.getAllKinds() & ~taken;
  taken |= effect.kinds;
  bool isSome = effect.kinds;
  for (auto [entry, whetherTaken] : zip(before.getEntries(), isTaken)) {
    const Signature &signature = table.get(entry.signature);
    bool isLiving = entry.isSomeLiving;
    effect.hasLiving |= isLiving && (effect.kinds & signature.kinds);
    uint8_t flags = entries.getViews(entry.signature)[effect.index].flags;
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
  return isSome;
}

/// The first of the operations that are left which the entry should have
/// lowered. A conversion leaves alone what has a type that it cannot convert.
mlir::Operation *
ContractClaims::Execution::findConvertible(const Entry &left,
                                           const ContentsEntry &said) {
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

bool ContractClaims::Execution::checkGone(const Effect &effect) {
  const ContentsEntry &said = *entries[effect.index].entry;
  bool hasExceptions = !said.exceptions.empty();
  // It may leave what it names, and has done its work if some of it is gone.
  if (!effect.isSure || (hasExceptions && said.to.empty()))
    return contract.hasTallies &&
           ((effect.kinds & ~after.getAllKinds()) ||
            any_of(effect.hits, [&](unsigned hit) {
              return after.getCount(hit) < before.getCount(hit);
            }));
  auto isHit = [&](const Signature &signature) {
    return any_of(effect.hits, [&](unsigned hit) {
      return table.get(hit).name == signature.name;
    });
  };
  auto isTakenBefore = [&](const View *seen) {
    return any_of(effects, [&](const Effect &other) {
      return other.index < effect.index &&
             seen[other.index].flags &
                 (other.isSure ? Named : Named | MaybeNamed);
    });
  };
  // The last entry of a scan stands first.
  for (const Entry &entry : reverse(after.getEntries())) {
    const View *seen = entries.getViews(entry.signature);
    if (!(seen[effect.index].flags & Named) || isTakenBefore(seen) ||
        !isHit(table.get(entry.signature)) || isAdded(entry.signature))
      continue;
    if (mlir::Operation *left = findConvertible(entry, said))
      claim(FalseClaim::Kind::Kept, effect.index,
            table.getText(entry.signature), left);
    else
      isExcused = true;
  }
  KindSet kinds = effect.kinds;
  for (const Effect &other : effects)
    kinds &= ~entries[other.index].added;
  if (hasExceptions) {
    isExcused |= (kinds & after.getKinds()) != 0;
    kinds = 0;
  }
  for (const Entry &entry : reverse(after.getEntries())) {
    const Signature &signature = table.get(entry.signature);
    KindSet kept = signature.isCast ? 0 : signature.kinds & kinds;
    kinds &= ~kept;
    for (; kept; kept &= kept - 1)
      claim(FalseClaim::Kind::Kept, effect.index,
            table.getKindName(kept & -kept), entry.first);
  }
  return said.word == Word::Lowers;
}

bool ContractClaims::Execution::checkAdded(const Effect &effect) {
  const ContentsEntry &said = *entries[effect.index].entry;
  if (!contract.hasTallies && (!effect.isSure || !said.exceptions.empty()))
    return false;
  bool introduces = said.word == Word::Introduces;
  // Of what it may add it has done its work if there is more of it.
  KindSet added = after.getAllKinds() & ~before.getAllKinds();
  bool isTried =
      contract.hasTallies && introduces &&
      ((added & entries[effect.index].added) ||
       any_of(after.getEntries(), [&](const Entry &entry) {
         return entries.getViews(entry.signature)[effect.index].flags & Added &&
                entry.count > before.getCount(entry.signature);
       }));
  // Of what was dead nothing shows that it becomes what the entry says.
  isExcused |= !effect.hasLiving && !said.to.empty();
  if (!effect.isSure || !effect.hasLiving)
    return isTried;
  BitVector there(said.to.size());
  for (const Entry &seen : after.getEntries())
    for (unsigned i : entries.getViews(seen.signature)[effect.index].to)
      there.set(i);
  for (auto [i, to] : enumerate(said.to)) {
    bool isThere = StringRef(to).starts_with("!")
                       ? (after.getAllKinds() & table.getKind(to)) != 0
                       : there.test(i);
    if (isThere || entries.isHidden(to))
      continue;
    if (said.exceptions.empty() && !isExcused)
      claim(FalseClaim::Kind::NotAdded, effect.index, to, root);
    else
      isExcused = true;
  }
  return isTried || (introduces && !said.to.empty());
}

void ContractClaims::Execution::checkDead() {
  for (unsigned i = 0; i < entries.size(); ++i) {
    if (entries[i].entry->word != Word::LeavesDead ||
        entries.isGiven(i, before) != Seen::Yes ||
        entries.isBlocked(i, after) != Seen::No)
      continue;
    auto isSomeUsed = [&](const Entry &entry) {
      return entry.isSomeLiving &&
             entries.getViews(entry.signature)[i].flags & Named;
    };
    bool wasUsed = any_of(before.getEntries(), isSomeUsed);
    const auto *left = find_if(after.getEntries(), isSomeUsed);
    bool isLeft = left != after.getEntries().end();
    mlir::Operation *used = isLeft ? left->first : nullptr;
    // Of casts those are dead that take each other back, and did so before.
    if (isLeft && entries[i].isOfCastsOnly)
      used = before.getUndoneCast() ? after.getUndoneCast() : nullptr;
    if (!used)
      contract.tallies[i].kept += wasUsed;
    else if (entries[i].entry->exceptions.empty())
      claim(FalseClaim::Kind::Used, i, table.getText(left->signature), used);
  }
}

/// Whether constants may stand for what has folded: operations that no entry
/// lowers, or a few results of one, which stays.
bool ContractClaims::Execution::mayHaveFolded() {
  auto isMore = [&](const ContentsScan &scan, const ContentsScan &than,
                    function_ref<bool(unsigned)> matches) {
    return any_of(scan.getEntries(), [&](const Entry &entry) {
      return entry.count > than.getCount(entry.signature) &&
             !isConstant(table.get(entry.signature)) &&
             matches(entry.signature);
    });
  };
  auto any = [](unsigned) { return true; };
  auto isSilent = [&](unsigned signature) { return !isLowered(signature); };
  return isMore(before, after, isSilent) ||
         (!isMore(before, after, any) && !isMore(after, before, any)) ||
         root->walk([](mlir::Operation *op) {
               bool isPart = op->getNumResults() > 1 && !op->getNumRegions() &&
                             any_of(op->getResults(), [](mlir::Value result) {
                               return result.use_empty();
                             });
               return isPart ? mlir::WalkResult::interrupt()
                             : mlir::WalkResult::advance();
             })
             .wasInterrupted();
}

void ContractClaims::Execution::checkUnnamed(bool isSuggestion) {
  bool hasEffects =
      any_of(entries.getAll(), [](const EntryViews::Entry &entry) {
        return hasEffect(*entry.entry);
      });
  if ((!hasEffects && !contract.addsNothing) || !findUnknown().empty())
    return;
  auto wasThere = [&](const Signature &signature) {
    return any_of(before.getEntries(), [&](const Entry &entry) {
      return table.get(entry.signature).name == signature.name;
    });
  };
  for (const Entry &entry : reverse(after.getEntries())) {
    const Signature &signature = table.get(entry.signature);
    if (wasThere(signature) || isAdded(entry.signature) ||
        (signature.isCast && addsCasts))
      continue;
    // That it may fold goes without saying, of any pass.
    if (!isSuggestion && isConstant(signature) && mayHaveFolded())
      continue;
    claims.emplace_back(FalseClaim::Kind::Unnamed, nullptr,
                        signature.name.getStringRef(), entry.first);
  }
}

std::vector<FalseClaim> ContractClaims::checkBefore(const ContentsScan &before,
                                                    mlir::Operation *root,
                                                    bool isWholeProgram) {
  Execution execution(*this, before, before, root);
  execution.checkDemands(isWholeProgram);
  return sortByPlace(std::move(execution.claims));
}

std::vector<FalseClaim> ContractClaims::checkAfter(const ContentsScan &before,
                                                   const ContentsScan &after,
                                                   mlir::Operation *root,
                                                   bool namesAll) {
  Execution execution(*this, before, after, root);
  execution.findEffects();
  execution.checkEffects();
  execution.checkDead();
  if (namesAll)
    execution.checkUnnamed(/*isSuggestion=*/false);
  return sortByPlace(std::move(execution.claims));
}

void ContractClaims::checkDemands(ArrayRef<const ContractEntry *> unmet,
                                  const ContentsScan &before,
                                  const ContentsScan *after) {
  for (Tally &tally : tallies) {
    const ContentsEntry &said = *tally.entry;
    if (!is_contained(unmet, &said))
      continue;
    bool isKept =
        !after || (said.word == Word::Requires && before.hasSameCounts(*after));
    if (isKept)
      ++tally.kept;
    else if (said.strength != Strength::Weak)
      ++tally.contradicted;
  }
}

void ContractClaims::findUnnamed(const ContentsScan &before,
                                 const ContentsScan &after,
                                 mlir::Operation *root,
                                 function_ref<void(StringRef, bool)> note) {
  Execution execution(*this, before, after, root);
  execution.findEffects();
  execution.checkUnnamed(/*isSuggestion=*/true);
  std::set<std::string> added;
  for (const FalseClaim &claim : execution.claims)
    added.insert(claim.item);
  for (const std::string &item : added)
    note(item, /*isGone=*/false);
  // What the check takes to be still there, as no entry says anything of it.
  SmallVector<unsigned, 2> unknown = execution.findUnknown();
  // Per operation, whatever its types; those that are dead are no work.
  DenseMap<mlir::OperationName, bool> silent;
  for (const Entry &entry : before.getEntries()) {
    const Signature &signature = table.get(entry.signature);
    const View *seen = entries.getViews(entry.signature);
    bool isSilent =
        !execution.isLowered(entry.signature) && !signature.isCast &&
        all_of(unknown, [&](unsigned i) { return seen[i].flags & Named; });
    if (entry.isSomeLiving)
      silent.try_emplace(signature.name, true).first->second &= isSilent;
  }
  for (const Entry &entry : after.getEntries())
    silent.erase(table.get(entry.signature).name);
  for (auto [name, isSilent] : silent)
    if (isSilent)
      note(name.getStringRef(), /*isGone=*/true);
}
