//===- Contents.cpp - What the IR contains --------------------------------===//
//
// Part of the PassManagerBuilder project.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contents.h"

#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace mlir;

namespace pmb::measure {

std::string kindOf(Type type) {
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
  if (isa<BuiltinDialect>(type.getDialect()))
    return "";
  return ("!" + type.getDialect().getNamespace()).str();
}

/// The kind of a type, or the type itself where it has none: `i64`.
static std::string kindOrText(Type type) {
  std::string kind = kindOf(type);
  if (kind.empty()) {
    llvm::raw_string_ostream os(kind);
    type.print(os);
  }
  return kind;
}

static void countCast(UnrealizedConversionCastOp cast,
                      Contents::Counts &casts) {
  auto side = [](TypeRange types) {
    std::set<std::string> kinds;
    for (Type type : types)
      kinds.insert(kindOrText(type));
    return llvm::join(kinds, ",");
  };
  ++casts[side(cast.getOperandTypes()) + " -> " + side(cast.getResultTypes())];
}

Contents Contents::of(Operation *root) {
  Contents contents;
  root->walk([&](Operation *op) {
    std::string name = op->getName().getStringRef().str();
    ++contents.items[name];
    if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op))
      countCast(cast, contents.casts);

    // Types count once per operation, wherever it mentions them: a function
    // keeps them in an attribute, `memref.global` in its initial value too.
    std::set<std::string> kinds;
    auto note = [&](Type type) {
      type.walk([&](Type nested) { kinds.insert(kindOf(nested)); });
    };
    for (Type type : op->getOperandTypes())
      note(type);
    for (Type type : op->getResultTypes())
      note(type);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          note(type);
    op->getAttrDictionary().walk([&](Type type) { note(type); });
    kinds.erase("");
    for (const std::string &kind : kinds) {
      ++contents.items[kind];
      ++contents.items[name + "(" + kind + ")"];
    }
  });
  return contents;
}

llvm::json::Object toJSON(const Contents::Counts &counts) {
  llvm::json::Object object;
  for (const auto &[name, count] : counts)
    object[name] = count;
  return object;
}

} // namespace pmb::measure
