//===- Repetitions.cpp - Second runs that may change nothing --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/Repetitions.h"
#include "builder/check/CompiledContract.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Fingerprints
//===----------------------------------------------------------------------===//

namespace {

/// Hashes operations. Values and blocks are told apart by when they were met
/// first.
class OperationHasher {
public:
  uint64_t hash(mlir::Operation *op) {
    hash_code code = hash_combine(op->getName(), op->getRawDictionaryAttrs(),
                                  op->hashProperties(), op->getNumOperands(),
                                  op->getNumResults(), op->getNumRegions(),
                                  getNumber(op->getBlock()));
    for (mlir::Value operand : op->getOperands())
      code = hash_combine(code, getNumber(operand.getAsOpaquePointer()));
    for (mlir::Value result : op->getResults())
      code = hash_combine(code, result.getType(),
                          getNumber(result.getAsOpaquePointer()));
    for (mlir::Block *successor : op->getSuccessors())
      code = hash_combine(code, getNumber(successor));
    for (mlir::Region &region : op->getRegions()) {
      code = hash_combine(code, region.getBlocks().size());
      for (mlir::Block &block : region) {
        code = hash_combine(code, getNumber(&block), block.getNumArguments());
        for (mlir::BlockArgument argument : block.getArguments())
          code = hash_combine(code, argument.getType(),
                              getNumber(argument.getAsOpaquePointer()));
      }
    }
    return code;
  }

private:
  unsigned getNumber(const void *thing) {
    return numbers.try_emplace(thing, numbers.size()).first->second;
  }
  DenseMap<const void *, unsigned> numbers;
};

} // namespace

static IRFingerprint takeFingerprint(mlir::Operation *root) {
  OperationHasher hasher;
  IRFingerprint hashes;
  root->walk<mlir::WalkOrder::PreOrder>(
      [&](mlir::Operation *op) { hashes.push_back(hasher.hash(op)); });
  return hashes;
}

/// The first operation that is not as it was; `root`, which the fingerprint is
/// of, if operations are missing at the end.
static mlir::Operation *findChange(const IRFingerprint &before,
                                   const IRFingerprint &now,
                                   mlir::Operation *root) {
  size_t same =
      std::mismatch(now.begin(), now.end(), before.begin(), before.end())
          .first -
      now.begin();
  mlir::Operation *found = root;
  root->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (same-- > 0)
      return mlir::WalkResult::advance();
    found = op;
    return mlir::WalkResult::interrupt();
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Achievements
//===----------------------------------------------------------------------===//

static mlir::StringAttr getSymbol(mlir::Operation *op) {
  return op->getAttrOfType<mlir::StringAttr>(
      mlir::SymbolTable::getSymbolAttrName());
}

/// Whether a pass says under any condition that it preserves all of these.
static bool mayKeepAll(const PassOwner &owner, ArrayRef<StringRef> properties) {
  return !properties.empty() && !owner.isEffectUnknown &&
         keepsAll(owner.descriptor->contract, properties,
                  [](const PropertyEntry &entry) {
                    return entry.word == PropertyEntry::Word::Preserves;
                  });
}

/// `a/b`, `a` in `a`.
static bool isOnOrIn(StringRef anchor, StringRef other) {
  return anchor.consume_front(other) &&
         (anchor.empty() || anchor.front() == '/');
}

/// True if neither runs in, on or around what the other runs on.
static bool areApart(const PassOwner &a, const PassOwner &b) {
  return !isOnOrIn(a.node.anchor, b.node.anchor) &&
         !isOnOrIn(b.node.anchor, a.node.anchor);
}

void Repetitions::add(ArrayRef<const PassOwner *> owners) {
  // In the order of the list, which is that of execution on each operation.
  for (const PassOwner *owner : owners) {
    const PassDescriptor &pass = *owner->descriptor;
    bool isKnown = owner->isToldByOptions && !owner->isEffectUnknown &&
                   mayRepeat(pass.contract);
    for (auto &[before, provided] : open)
      if (isKnown && before->descriptor->name == pass.name &&
          before->node.anchor == owner->node.anchor)
        for (const PassOwner *one : {before, owner})
          repeated.insert(one);
    llvm::erase_if(open, [&](const auto &known) {
      return !areApart(*known.first, *owner) && !repeated.contains(owner) &&
             !mayKeepAll(*owner, known.second);
    });
    if (isKnown)
      open.emplace_back(owner, getProvided(pass.contract));
  }
}

bool Repetitions::isRepeated(const PassClaims &claims) const {
  return repeated.contains(&claims.owner);
}

Repetitions::Achievement *Repetitions::findEqual(const PassClaims &claims,
                                                 Fact &fact) {
  auto it = find_if(fact.achievements, [&](const Achievement &achievement) {
    return achievement.by->owner.descriptor->name ==
               claims.owner.descriptor->name &&
           achievement.by->options == claims.options;
  });
  return it == fact.achievements.end() ? nullptr : &*it;
}

void Repetitions::enter(const PassClaims *claims, mlir::Operation *op) {
  Fact *fact = facts.lookup(op);
  if (!fact)
    return;
  // Another operation has its address, or it has another name.
  if (fact->symbol != getSymbol(op))
    facts.erase(op);
  else if (claims && isRepeated(*claims) && findEqual(*claims, *fact))
    fact->before = takeFingerprint(op);
}

/// Says what has changed although `claims` says that nothing would.
static Diagnostic describeChange(const PassClaims &claims, bool isCertain,
                                 const PassOwner &first,
                                 ArrayRef<const PassOwner *> since,
                                 ArrayRef<StringRef> provided) {
  std::string name = "'" + claims.owner.node.name + "'";
  Diagnostic diagnostic(DiagnosticCode::BrokenContract,
                        "{0} ran again and has changed the IR, {1}", name,
                        isCertain
                            ? "although its contract says that it is idempotent"
                            : "although all that ran since preserve '" +
                                  join(provided, "', '") + "'");
  claims.addNotes(diagnostic, nullptr);
  diagnostic.note("it ran before as {0}", first.str());
  if (isCertain)
    return diagnostic;
  for (const PassOwner *owner : since)
    diagnostic.note("since then: {0}", owner->str());
  diagnostic.note("one of them does not preserve it, or {0} is not idempotent",
                  name);
  return diagnostic;
}

template <typename KeepsFn>
void Repetitions::filter(mlir::Operation *op, KeepsFn keeps) {
  auto filterFact = [&](Fact &fact) {
    llvm::erase_if(fact.achievements, [&](Achievement &achievement) {
      return !keeps(achievement);
    });
    return !fact.achievements.empty();
  };
  // What has no name cannot be known again once what is around it has changed.
  facts.filterNested(
      op, [&](Fact &fact) { return fact.symbol && filterFact(fact); });
  facts.filterAround(op, filterFact);
  if (Fact *fact = facts.lookup(op); fact && !filterFact(*fact))
    facts.erase(op);
}

std::optional<ClaimFinding> Repetitions::leave(const PassClaims *claims,
                                               mlir::Operation *op) {
  if (!claims) {
    forget(op);
    return std::nullopt;
  }
  bool isOfInterest = isRepeated(*claims);
  IRFingerprint left;
  std::optional<ClaimFinding> change;
  if (isOfInterest)
    left = takeFingerprint(op);
  Fact *fact = facts.lookup(op);
  if (fact && fact->before) {
    IRFingerprint before = std::move(*fact->before);
    fact->before.reset();
    // It changes nothing, so it ends nothing.
    if (left == before)
      return std::nullopt;
    // Also if the pass has given the operation another name.
    Achievement *achieved = findEqual(*claims, *fact);
    change = ClaimFinding{describeChange(*claims, achieved->left == before,
                                         achieved->by->owner, achieved->since,
                                         achieved->properties),
                          findPlace(findChange(before, left, op))};
    fact->achievements.erase(fact->achievements.begin() +
                             (achieved - fact->achievements.data()));
  }
  // A condition may keep what is unknown from `claims->contract`.
  const Contract &all = claims->owner.descriptor->contract;
  filter(op, [&](Achievement &achievement) {
    // A pass on functions runs many times in what is around them.
    if (!is_contained(achievement.since, &claims->owner))
      achievement.since.push_back(&claims->owner);
    return !all.hasUnknownEffect() &&
           keepsAll(claims->contract, achievement.properties, appliesAlways);
  });
  if (!isOfInterest)
    return change;
  PropertyNames provided = getProvided(all);
  if (!providesAll(claims->contract, provided, appliesAlways))
    return change;
  Fact &own = facts.get(op);
  own.symbol = getSymbol(op);
  own.achievements.push_back(
      {claims, std::move(provided), std::move(left), {}});
  return change;
}

void Repetitions::forget(mlir::Operation *op) {
  if (!facts.empty())
    facts.forget(op);
}

void Repetitions::leaveBundle(const Contract &applying, mlir::Operation *op) {
  filter(op, [&](Achievement &achievement) {
    return none_of(achievement.properties, [&](StringRef property) {
      return getPropertyEffect(applying, property, appliesAlways) ==
             PropertyEffect::Ends;
    });
  });
}
