//===- ContentsScan.cpp - One walk over IR, for contracts -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/ContentsScan.h"
#include "builder/passes/Item.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "passmanager/Contents.h"
#include "passmanager/Marks.h"
#include "llvm/ADT/DenseSet.h"

using namespace pmb;
using namespace mlir;

/// The marks that `getMark` and `getFurtherMarks` read, but for that of tiles,
/// which is not held against runs. A kind of type that it tells is among the
/// kinds already.
static constexpr llvm::StringLiteral readMarks[] = {
    "static",  "dynamic",   "flat",     "clipped", "nested",     "scalar",
    "base",    "projected", "computed", "sync",    "untargeted", "compiled",
    "leading", "narrow",    "boolean",  "enclosed"};
static_assert(std::size(readMarks) + SignatureTable::maxAddedMarks <= 64);

SignatureTable::SignatureTable() {
  for (StringRef mark : readMarks) {
    marks[mark] = markNames.size();
    markNames.push_back(mark.str());
  }
}

KindSet SignatureTable::getKind(StringRef name) {
  auto [it, isNew] = kinds.try_emplace(name, kinds.size());
  if (isNew)
    kindNames.push_back(name.str());
  return it->second < 64 ? KindSet(1) << it->second : 0;
}

StringRef SignatureTable::getKindName(KindSet kind) const {
  return kindNames[llvm::countr_zero(kind)];
}

MarkSet SignatureTable::getMark(StringRef name) const {
  auto it = marks.find(name);
  return it == marks.end() ? 0 : MarkSet(1) << it->second;
}

bool SignatureTable::addMark(StringRef name, MarkReader reader) {
  if (marks.size() == 64 || !marks.try_emplace(name, marks.size()).second)
    return false;
  markNames.push_back(name.str());
  readers.emplace_back(getMark(name), std::move(reader));
  return true;
}

KindSet SignatureTable::getKinds(Type type) {
  auto [it, isNew] = kindsOfTypes.try_emplace(type, 0);
  if (!isNew)
    return it->second;
  KindSet found = 0;
  type.walk([&](Type nested) {
    if (std::string kind = getKindOf(nested); !kind.empty())
      found |= getKind(kind);
  });
  return kindsOfTypes[type] = found;
}

/// Types in attributes do not count: no value has them. A function with
/// a body has those of its signature.
KindSet SignatureTable::getKinds(Operation *op, bool withOperands) {
  KindSet found = 0;
  if (withOperands)
    for (Type type : op->getOperandTypes())
      found |= getKinds(type);
  for (Type type : op->getResultTypes())
    found |= getKinds(type);
  if (op->getNumRegions() == 0)
    return found;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        found |= getKinds(type);
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    if (!function.isExternal())
      for (Type type : function.getResultTypes())
        found |= getKinds(type);
  return found;
}

MarkSet SignatureTable::getMarks(Operation *op, bool withOwn) {
  MarkSet found = 0;
  StringRef mark = withOwn ? pmb::getMark(op) : "";
  if (!mark.empty() && mark.front() != '!')
    found |= getMark(mark);
  if (withOwn)
    for (StringRef further : getFurtherMarks(op))
      found |= getMark(further);
  for (auto &[bit, hasMark] : readers)
    if (hasMark(op))
      found |= bit;
  return found;
}

void SignatureTable::addQualified(StringRef item) {
  StringRef name = Item(item).getName();
  if (!name.empty() && Item(item).getQualifier().starts_with("!") &&
      qualified.insert(name).second) {
    readings.clear();
    recent = {};
  }
}

SignatureTable::Reading SignatureTable::makeReading(OperationName name) const {
  Reading reading;
  reading.hasOperands = qualified.contains(name.getStringRef()) ||
                        qualified.contains(name.getDialectNamespace()) ||
                        qualified.contains("*");
  reading.hasMarks = mayHaveMark(name);
  return reading;
}

SignatureTable::Reading &SignatureTable::getReading(OperationName name) {
  const void *key = name.getAsOpaquePointer();
  auto &[known, reading] =
      recent[(reinterpret_cast<uintptr_t>(key) >> 5) % recent.size()];
  if (known == key)
    return *reading;
  std::unique_ptr<Reading> &made = readings[name];
  if (!made)
    made = std::make_unique<Reading>(makeReading(name));
  known = key;
  reading = made.get();
  return *reading;
}

unsigned SignatureTable::findNumber(Operation *op, const Reading &reading) {
  Signature signature = {op->getName(), getKinds(op, reading.hasOperands),
                         getMarks(op, reading.hasMarks),
                         isa<UnrealizedConversionCastOp>(op)};
  auto [it, isNew] = numbers.try_emplace(
      {signature.name.getAsOpaquePointer(), signature.kinds, signature.marks},
      signatures.size());
  if (isNew)
    signatures.push_back(signature);
  return it->second;
}

unsigned SignatureTable::getNumber(Operation *op) {
  Reading &reading = getReading(op->getName());
  unsigned count =
      op->getNumResults() + (reading.hasOperands ? op->getNumOperands() : 0);
  if (reading.hasMarks || !readers.empty() || op->getNumRegions() ||
      count > Typed::maxTypes)
    return findNumber(op, reading);
  Typed typed;
  typed.count = 0;
  for (unsigned i = 0, e = op->getNumResults(); i < e; ++i)
    typed.types[typed.count++] =
        op->getResult(i).getType().getAsOpaquePointer();
  for (unsigned i = 0; typed.count < count; ++i)
    typed.types[typed.count++] =
        op->getOperand(i).getType().getAsOpaquePointer();
  for (const Typed &known : reading.last) {
    bool isSame = known.count == count;
    for (unsigned i = 0; isSame && i < count; ++i)
      isSame = known.types[i] == typed.types[i];
    if (isSame)
      return known.number;
  }
  typed.number = findNumber(op, reading);
  reading.last[1] = reading.last[0];
  return (reading.last[0] = typed).number;
}

std::string SignatureTable::getText(unsigned number) const {
  const Signature &signature = signatures[number];
  std::string text = signature.name.getStringRef().str();
  if (signature.marks)
    text += "(" + markNames[llvm::countr_zero(signature.marks)] + ")";
  return text;
}

ContentsScan::Entry &ContentsScan::getEntry(unsigned signature, Operation *op,
                                            Slots &slots) {
  if (slots.size() <= signature)
    slots.resize(signature + 1);
  unsigned &slot = slots[signature];
  if (!slot) {
    entries.push_back({signature, 0, false, op});
    slot = entries.size();
  }
  Entry &entry = entries[slot - 1];
  // Whatever was met before stands behind it.
  entry.first = op;
  return entry;
}

void ContentsScan::merge(const ContentsScan &nested, Slots &slots) {
  for (const Entry &other : nested.entries) {
    Entry &entry = getEntry(other.signature, other.first, slots);
    entry.count += other.count;
    entry.isSomeLiving |= other.isSomeLiving;
  }
  kinds |= nested.kinds;
  kindsOfCasts |= nested.kindsOfCasts;
  if (nested.undoneCast)
    undoneCast = nested.undoneCast;
}

static bool isUndone(Operation *cast) {
  SmallVector<OpFoldResult> folded;
  return !cast->use_empty() && succeeded(cast->fold(folded)) && !folded.empty();
}

/// What `isDead` says, asked as rarely as possible: an effect is slow to find.
/// Of operations without results that have regions only the first that is not
/// dead is asked.
static bool isDeadHere(Operation *op, const ContentsScan::Entry &entry,
                       const Signature &signature,
                       const llvm::DenseSet<Operation *> &dead) {
  if (dead.empty() || !dead.contains(op->getParentOp())) {
    for (Value result : op->getResults())
      if (!result.use_empty() &&
          (dead.empty() || !dead.contains(*result.user_begin())))
        return false;
    if (op->getNumResults() == 0 &&
        (entry.isSomeLiving ||
         (signature.isNeverDead && op->getNumRegions() == 0)))
      return false;
  }
  if (isDead(op, dead))
    return true;
  signature.isNeverDead |= op->getNumResults() == 0 && op->getNumRegions() == 0;
  return false;
}

ContentsScan::ContentsScan(Operation *root, SignatureTable &table, ScanFn scan)
    : isBody(llvm::any_of(root->getRegions(),
                          [](Region &region) { return !region.empty(); })) {
  Slots slots;
  llvm::DenseSet<Operation *> dead;
  // Users come after what they use, and what is around them before them.
  root->walk<WalkOrder::PreOrder, ReverseIterator>([&](Operation *op) {
    if (scan && op->getParentOp() == root && op->getNumRegions() &&
        op->hasTrait<OpTrait::IsIsolatedFromAbove>()) {
      merge(*scan(op), slots);
      return WalkResult::skip();
    }
    unsigned number = table.getNumber(op);
    const Signature &signature = table.get(number);
    Entry &entry = getEntry(number, op, slots);
    ++entry.count;
    if (op != root && isDeadHere(op, entry, signature, dead))
      dead.insert(op);
    else
      entry.isSomeLiving = true;
    if (signature.isCast && isUndone(op))
      undoneCast = op;
    // What a cast makes is had by those that use it.
    if (signature.isCast)
      for (Value result : op->getResults())
        if (!llvm::all_of(result.getUsers(),
                          llvm::IsaPred<UnrealizedConversionCastOp>))
          kinds |= table.getKinds(result.getType());
    return WalkResult::advance();
  });
  for (const Entry &entry : entries) {
    const Signature &signature = table.get(entry.signature);
    (signature.isCast ? kindsOfCasts : kinds) |= signature.kinds;
  }
}
