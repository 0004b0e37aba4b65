//===- LowerProbes.cpp - Lower probes to global counters ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProbeDialect.h"
#include "ProbePasses.h"
#include "ThirdParty.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace {

/// The global of one counter and the function that the host reads it by.
memref::GlobalOp createCounter(OpBuilder &builder, SymbolTable &symbols,
                               Location loc, StringRef name) {
  auto type = MemRefType::get({}, builder.getI64Type());
  auto zero = DenseElementsAttr::get(
      RankedTensorType::get({}, builder.getI64Type()), int64_t(0));
  auto global = memref::GlobalOp::create(
      builder, loc, ("probe_counter_" + name).str(),
      builder.getStringAttr("private"), type, zero, /*constant=*/false,
      /*alignment=*/IntegerAttr());
  // Inserting into the table renames a symbol that is taken already.
  symbols.insert(global);

  auto reader = func::FuncOp::create(
      builder, loc, (acme::counterReaderPrefix + name).str(),
      builder.getFunctionType({}, {builder.getI64Type()}));
  symbols.insert(reader);
  OpBuilder body = OpBuilder::atBlockEnd(reader.addEntryBlock());
  Value cell = memref::GetGlobalOp::create(body, loc, type, global.getName());
  Value value = memref::LoadOp::create(body, loc, cell);
  func::ReturnOp::create(body, loc, value);
  return global;
}

void lower(acme::CountOp op, memref::GlobalOp counter) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value cell = memref::GetGlobalOp::create(builder, loc, counter.getType(),
                                           counter.getName());
  Value before = memref::LoadOp::create(builder, loc, cell);
  Value amount = arith::ConstantOp::create(builder, loc, op.getAmountAttr());
  Value after = arith::AddIOp::create(builder, loc, before, amount);
  memref::StoreOp::create(builder, loc, after, cell);
  op.erase();
}

} // namespace

void acme::LowerProbes::describe(pmb::PassDescriptor &pass) {
  pass.contract.lowers({"probe"}).sometimes(
      {"memref.global", "memref.get_global", "memref.load", "memref.store",
       "arith.constant", "arith.addi", "func.func", "func.return"});
  for (const char *placing : {"probe-mark-contractions", "probe-align-buffers"})
    pass.contract.after(pmb::pass(placing))
        .because("lowers the probes that the other pass places");
  pass.contract.before(pmb::kind("llvm-lowering"))
      .because("counters are memrefs, which have to be lowered, too");
}

void acme::LowerProbes::getDependentDialects(DialectRegistry &registry) const {
  registry
      .insert<arith::ArithDialect, func::FuncDialect, memref::MemRefDialect>();
}

void acme::LowerProbes::runOnOperation() {
  // In the order of first use, so that the output does not depend on hashing.
  llvm::MapVector<StringRef, SmallVector<CountOp>> probes;
  getOperation().walk(
      [&](CountOp op) { probes[op.getCounter()].push_back(op); });

  SymbolTable symbols(getOperation());
  OpBuilder builder(&getContext());
  for (auto &[name, ops] : probes) {
    memref::GlobalOp counter =
        createCounter(builder, symbols, ops.front().getLoc(), name);
    for (CountOp op : ops)
      lower(op, counter);
  }
}
