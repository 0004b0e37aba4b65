//===- Contents.cpp - What a piece of IR contains -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/Contents.h"
#include "builder/passes/Item.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "passmanager/MLIRCompat.h"
#include "passmanager/Marks.h"
#include <set>

using namespace pmb;
using namespace mlir;

std::string pmb::getKindOf(Type type) {
  if (isa<BaseMemRefType>(type))
    return "!memref";
  if (isa<TensorType>(type))
    return "!tensor";
  if (isa<VectorType>(type))
    return "!vector";
  if (isa<ComplexType>(type))
    return "!complex";
  if (isa<IndexType>(type))
    return "!index";
  if (isF8(type))
    return "!f8";
  if (isa<BuiltinDialect>(type.getDialect()))
    return "";
  return ("!" + type.getDialect().getNamespace()).str();
}

/// All types that an operation mentions, and what they consist of.
static void forEachType(Operation *op, llvm::function_ref<void(Type)> visit) {
  auto note = [&](Type type) { type.walk([&](Type it) { visit(it); }); };
  llvm::for_each(op->getOperandTypes(), note);
  llvm::for_each(op->getResultTypes(), note);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::for_each(block.getArgumentTypes(), note);
  op->getAttrDictionary().walk([&](Type type) { note(type); });
}

/// The kinds of types that an operation mentions: a function has them in an
/// attribute, `memref.global` in its initial value, too.
static std::set<std::string> getKinds(Operation *op) {
  std::set<std::string> kinds;
  forEachType(op, [&](Type type) { kinds.insert(getKindOf(type)); });
  kinds.erase("");
  return kinds;
}

static bool isForeign(Type type, llvm::ArrayRef<std::string> kinds) {
  if (auto memref = dyn_cast<BaseMemRefType>(type)) {
    auto ranked = dyn_cast<MemRefType>(type);
    Attribute space = memref.getMemorySpace();
    return (space && !isa<IntegerAttr>(space)) ||
           (ranked && !pmb::isStrided(ranked));
  }
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getRank() > 1 &&
           llvm::is_contained(vector.getScalableDims().drop_back(), true);
  if (isa<FloatType>(type))
    return isF8(type);
  bool isCommon = isa<BuiltinDialect>(type.getDialect())
                      ? !isa<TensorType>(type)
                      : type.getDialect().getNamespace() == "llvm";
  return !isCommon && !llvm::is_contained(kinds, getKindOf(type));
}

bool pmb::hasForeignType(Operation *op, llvm::ArrayRef<std::string> kinds) {
  bool isFound = false;
  auto look = [&](Type type) { isFound |= isForeign(type, kinds); };
  forEachType(op, look);
  if (auto function = op->getParentOfType<FunctionOpInterface>())
    forEachType(function, look);
  return isFound;
}

/// True for a function with tensors in its signature, and for what returns
/// some: not every bufferization changes signatures, and operations alone do
/// not tell.
static bool passesTensors(Operation *op) {
  auto hasTensors = [](TypeRange types) {
    return llvm::any_of(types, llvm::IsaPred<TensorType>);
  };
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return hasTensors(function.getArgumentTypes()) ||
           hasTensors(function.getResultTypes());
  return isa<func::ReturnOp>(op) && hasTensors(op->getOperandTypes());
}

static bool hasIndex(TypeRange types) {
  return llvm::any_of(types, llvm::IsaPred<IndexType>);
}

/// True for branches that pass on an index: a conversion of the one side makes
/// a cast for the other.
static bool passesIndex(Operation *op) {
  return isa_and_present<cf::ControlFlowDialect>(op->getDialect()) &&
         hasIndex(op->getOperandTypes());
}

/// True for what becomes such branches; loops apart, which always do.
static bool willPassIndex(Operation *op) {
  return llvm::is_contained({"scf.if", "scf.while", "scf.execute_region"},
                            op->getName().getStringRef()) &&
         (hasIndex(op->getResultTypes()) || hasIndex(op->getOperandTypes()));
}

/// The nest that an operation stands in, as items name it, if that is a part of
/// the program with a table of symbols of its own, or `gpu.launch`, of which a
/// pass makes one: `gpu.module/`. Empty otherwise.
static std::string getNestPrefix(Operation *op, Operation *root) {
  while (op != root) {
    op = op->getParentOp();
    StringRef name = op->getName().getStringRef();
    if ((op->hasTrait<OpTrait::SymbolTable>() && !isa<ModuleOp>(op) &&
         op != root) ||
        name == "gpu.launch")
      return (name + "/").str();
  }
  return "";
}

std::vector<std::string> pmb::collectContents(Operation *root) {
  llvm::DenseSet<Operation *> dead = findDead(root);
  std::set<std::string> items;
  root->walk([&](Operation *op) {
    if (dead.contains(op))
      return;
    std::string nest = getNestPrefix(op, root);
    std::string name = nest + op->getName().getStringRef().str();
    StringRef mark = getMark(op);
    items.insert(mark.empty() ? name : name + "(" + mark.str() + ")");
    for (StringRef further : getFurtherMarks(op))
      items.insert(name + "(" + further.str() + ")");
    std::string dialect = (nest + op->getName().getDialectNamespace()).str();
    if (isElementwiseOnTensors(op))
      items.insert(dialect + "(!tensor)");
    if (passesIndex(op))
      items.insert(dialect + "(!index)");
    if (willPassIndex(op))
      items.insert(name + "(!index)");
    if (passesTensors(op))
      items.insert(name + "(!tensor)");
    items.merge(getKinds(op));
  });
  std::set<std::string> kinds;
  for (Operation *op : dead) {
    kinds.merge(getKinds(op));
    std::string name =
        getNestPrefix(op, root) + op->getName().getStringRef().str();
    // With or without a mark.
    auto it = items.lower_bound(name);
    if (it == items.end() || StringRef(*it).split('(').first != name)
      items.insert(name + "(dead)");
  }
  for (const std::string &kind : kinds)
    if (!items.count(kind))
      items.insert(kind + "(dead)");
  return {items.begin(), items.end()};
}
