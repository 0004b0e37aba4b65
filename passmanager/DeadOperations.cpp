//===- DeadOperations.cpp - What any pass that folds may remove -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "passmanager/Marks.h"

using namespace pmb;
using namespace mlir;

/// Whether folding with values of this size is cheap.
static bool isSmall(Attribute value) {
  auto elements = dyn_cast_or_null<ElementsAttr>(value);
  return value &&
         (!elements || elements.isSplat() || elements.getNumElements() <= 1024);
}

namespace {
/// What folds below an operation, as far as that is known without running
/// anything.
class Folding {
public:
  explicit Folding(Operation *root) {
    root->walk<WalkOrder::PreOrder>([&](Operation *op) { fold(op); });
  }

  const llvm::DenseSet<Operation *> &getFolded() const { return folded; }
  /// True if `user` becomes a value that is there already, and not `value`.
  bool usesNoMore(Operation *user, Value value) const {
    auto it = replaced.find(user);
    return it != replaced.end() && !llvm::is_contained(it->second, value);
  }
  /// The operations that become `value`: what uses their results uses it.
  ArrayRef<Operation *> getFoldedTo(Value value) const {
    auto it = foldedTo.find(value);
    return it == foldedTo.end() ? ArrayRef<Operation *>()
                                : ArrayRef<Operation *>(it->second);
  }

private:
  void fold(Operation *op);

  llvm::DenseSet<Operation *> folded;
  llvm::DenseMap<Value, Attribute> constants;
  /// By what, of those that fold to values only.
  llvm::DenseMap<Operation *, SmallVector<Value, 1>> replaced;
  llvm::DenseMap<Value, SmallVector<Operation *, 1>> foldedTo;
  SmallVector<Attribute> operands;
  SmallVector<OpFoldResult> results;
};
} // namespace

void Folding::fold(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>()) {
    Attribute value;
    if (matchPattern(op, m_Constant(&value)) && isSmall(value))
      constants[op->getResult(0)] = value;
    return;
  }
  if (!op->getBlock() || op->getNumOperands() == 0 ||
      op->getNumResults() == 0 || op->getNumRegions() != 0 ||
      !isMemoryEffectFree(op))
    return;
  operands.clear();
  for (Value operand : op->getOperands())
    operands.push_back(constants.lookup(operand));
  // Folding may change the operation, and look at what is around it.
  Operation *copy = op->clone();
  op->getBlock()->getOperations().insert(op->getIterator(), copy);
  results.clear();
  bool isFolded = succeeded(copy->fold(operands, results)) &&
                  results.size() == op->getNumResults();
  SmallVector<Value, 1> values;
  for (OpFoldResult result : results) {
    if (auto value = dyn_cast_if_present<Value>(result)) {
      isFolded &= value.getDefiningOp() != copy;
      values.push_back(value);
    } else {
      isFolded &= isSmall(dyn_cast_if_present<Attribute>(result));
    }
  }
  copy->erase();
  if (!isFolded)
    return;
  folded.insert(op);
  if (values.size() == results.size()) {
    for (Value value : values)
      foldedTo[value].push_back(op);
    replaced.try_emplace(op, std::move(values));
  }
  for (auto [result, value] : llvm::zip(op->getResults(), results))
    if (auto constant = dyn_cast_if_present<Attribute>(value))
      constants[result] = constant;
}

bool pmb::isDead(Operation *op, const llvm::DenseSet<Operation *> &dead) {
  auto isDead = [&](Operation *other) { return dead.contains(other); };
  return isDead(op->getParentOp()) ||
         (llvm::all_of(op->getUsers(), isDead) && wouldOpBeTriviallyDead(op));
}

llvm::DenseSet<Operation *> pmb::findDead(Operation *root) {
  Folding folding(root);
  llvm::DenseSet<Operation *> dead;
  auto isUnused = [&](OpOperand &use) {
    return dead.contains(use.getOwner()) ||
           folding.usesNoMore(use.getOwner(), use.get());
  };
  auto isNotTaken = [&](Value value) {
    return llvm::all_of(folding.getFoldedTo(value), [&](Operation *folded) {
      return dead.contains(folded);
    });
  };
  // Users come after what they use, and what is around them before them.
  root->walk<WalkOrder::PreOrder, ReverseIterator>([&](Operation *op) {
    if (op != root &&
        (dead.contains(op->getParentOp()) ||
         (wouldOpBeTriviallyDead(op) && llvm::all_of(op->getUses(), isUnused) &&
          llvm::all_of(op->getResults(), isNotTaken))))
      dead.insert(op);
  });
  // What folds to constants leaves its operands: constants come in its place.
  const llvm::DenseSet<Operation *> &folded = folding.getFolded();
  dead.insert(folded.begin(), folded.end());
  return dead;
}
