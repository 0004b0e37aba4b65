//===- ContentsScan.cpp - One walk over IR, for contracts -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/ContentsScan.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "passmanager/Contents.h"
#include "passmanager/Marks.h"
#include "llvm/ADT/DenseSet.h"

using namespace pmb;
using namespace mlir;

/// The marks that `getMark` reads. A kind of type that it tells is among the
/// kinds already.
static constexpr llvm::StringLiteral readMarks[] = {
    "static", "dynamic", "flat", "clipped", "nested", "scalar"};

bool Signature::isCast() const {
  return name.getTypeID() == TypeID::get<UnrealizedConversionCastOp>();
}

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

/// Types in attributes do not count: nobody computes with them. A function with
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
  for (auto &[bit, hasMark] : readers)
    if (hasMark(op))
      found |= bit;
  return found;
}

void SignatureTable::addQualified(StringRef item) {
  auto [name, kind] = item.split('(');
  if (!name.empty() && kind.starts_with("!") && qualified.insert(name).second)
    readings.clear();
}

SignatureTable::Reading SignatureTable::getReading(OperationName name) {
  auto [it, isNew] = readings.try_emplace(name);
  if (isNew) {
    StringRef dialect = name.getDialectNamespace();
    it->second.hasOperands = qualified.contains(name.getStringRef()) ||
                             qualified.contains(dialect) ||
                             qualified.contains("*");
    // No operation of others has one, and asking takes time.
    it->second.hasMarks =
        dialect == "memref" || dialect == "tensor" || dialect == "vector";
  }
  return it->second;
}

unsigned SignatureTable::getNumber(Operation *op) {
  Reading reading = getReading(op->getName());
  Signature signature = {op->getName(), getKinds(op, reading.hasOperands),
                         getMarks(op, reading.hasMarks)};
  auto [it, isNew] = numbers.try_emplace(
      {signature.name.getAsOpaquePointer(), signature.kinds, signature.marks},
      signatures.size());
  if (isNew) {
    signatures.push_back(signature);
    slots.push_back(0);
  }
  return it->second;
}

std::string SignatureTable::getText(unsigned number) const {
  const Signature &signature = signatures[number];
  std::string text = signature.name.getStringRef().str();
  if (signature.marks)
    text += "(" + markNames[llvm::countr_zero(signature.marks)] + ")";
  return text;
}

ContentsScan::ContentsScan(Operation *root, SignatureTable &table)
    : isBody(llvm::any_of(root->getRegions(),
                          [](Region &region) { return !region.empty(); })) {
  llvm::DenseSet<Operation *> dead;
  // Users come after what they use, and what is around them before them.
  root->walk<WalkOrder::PreOrder, ReverseIterator>([&](Operation *op) {
    unsigned number = table.getNumber(op);
    unsigned &slot = table.slots[number];
    if (!slot) {
      entries.push_back({number, 0, 0, op->getLoc()});
      slot = entries.size();
    }
    Entry &entry = entries[slot - 1];
    ++entry.count;
    entry.location = op->getLoc();
    if (op != root && isDead(op, dead)) {
      dead.insert(op);
      ++entry.dead;
    }
    // What a cast makes is had by those that use it.
    if (isa<UnrealizedConversionCastOp>(op))
      for (Value result : op->getResults())
        if (!llvm::all_of(result.getUsers(),
                          llvm::IsaPred<UnrealizedConversionCastOp>))
          kinds |= table.getKinds(result.getType());
  });
  for (const Entry &entry : entries) {
    table.slots[entry.signature] = 0;
    const Signature &signature = table.get(entry.signature);
    (signature.isCast() ? kindsOfCasts : kinds) |= signature.kinds;
  }
}
