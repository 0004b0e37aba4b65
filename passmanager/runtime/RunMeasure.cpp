//===- RunMeasure.cpp - What there is around a pass that runs -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/RunMeasure.h"
#include "bundles/pipelines/ShellWords.h"
#include "mlir/IR/SymbolTable.h"
#include "passmanager/Contents.h"

using namespace pmb;
using namespace llvm;

RunMeasure::RunMeasure(mlir::Operation *op, bool withText) : fingerprint(op) {
  DenseSet<mlir::Type> types;
  op->walk([&](mlir::Operation *nested) {
    ++operations[nested->getName()];
    types.insert(nested->result_type_begin(), nested->result_type_end());
    for (mlir::Region &region : nested->getRegions())
      for (mlir::Block &block : region)
        for (mlir::Type type : block.getArgumentTypes())
          types.insert(type);
  });
  for (mlir::Type type : types)
    kinds.insert(getKindOf(type));
  kinds.erase("");
  if (!withText)
    return;
  // Others may change what is around it.
  mlir::OpPrintingFlags flags;
  if (op->getParentOp())
    flags.useLocalScope();
  raw_string_ostream os(text);
  op->print(os, flags);
  os << '\n';
}

PassExecution::Counts pmb::compare(const RunMeasure &before,
                                   const RunMeasure &after) {
  PassExecution::Counts counts;
  for (auto [name, count] : before.operations)
    counts[name.getStringRef().str()].before = count;
  for (auto [name, count] : after.operations)
    counts[name.getStringRef().str()].after = count;
  return counts;
}

std::string pmb::describeOperation(mlir::Operation *op) {
  std::string text = op->getName().getStringRef().str();
  if (auto name = op->getAttrOfType<mlir::StringAttr>(
          mlir::SymbolTable::getSymbolAttrName()))
    text += " @" + name.getValue().str();
  return text;
}

/// Whether it refers to no symbol outside of it, which its text has not.
static bool isAlone(mlir::Operation *op) {
  if (!op->getParentOp())
    return true;
  std::optional<mlir::SymbolTable::UseRange> uses =
      mlir::SymbolTable::getSymbolUses(op);
  return uses && all_of(*uses, [&](const mlir::SymbolTable::SymbolUse &use) {
           return op->hasTrait<mlir::OpTrait::SymbolTable>() &&
                  mlir::SymbolTable::lookupSymbolIn(op, use.getSymbolRef());
         });
}

std::string pmb::makeCommand(StringRef tool, StringRef pass,
                             mlir::Operation *op) {
  // What is no module is put into one when it is read.
  StringRef name = op->getName().getStringRef();
  std::string nested = name == "builtin.module"
                           ? pass.str()
                           : name.str() + "(" + pass.str() + ")";
  std::string command = tool.str() + " before.mlir --pass-pipeline=" +
                        quoteForShell("builtin.module(" + nested + ")");
  if (op->getContext()->allowsUnregisteredDialects())
    command += " --allow-unregistered-dialect";
  if (!isAlone(op))
    command += " --mlir-very-unsafe-disable-verifier-on-parsing "
               "--verify-each=false --mlir-print-assume-verified";
  return command;
}
