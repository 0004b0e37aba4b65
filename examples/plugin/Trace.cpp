//===- Trace.cpp - A dialect and three passes -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here knows that it is in a plugin.
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

#include "TraceDialect.cpp.inc"
#define GET_OP_CLASSES
#include "TraceOps.cpp.inc"

using namespace mlir;

void trace::TraceDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "TraceOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// trace-mark
//===----------------------------------------------------------------------===//

void trace::MarkFunctions::describe(pmb::PassDescriptor &pass) {
  pass.contract.introduces({"trace.event"});
  pass.contract.before(pmb::kind("llvm-lowering"))
      .because("it looks for func.func, which is llvm.func afterwards");
}

void trace::MarkFunctions::getDependentDialects(
    DialectRegistry &registry) const {
  registry.insert<TraceDialect>();
}

void trace::MarkFunctions::runOnOperation() {
  func::FuncOp function = getOperation();
  if (function.isExternal())
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  EventOp::create(builder, function.getLoc(),
                  ("trace_enter_" + function.getName()).str());
}

//===----------------------------------------------------------------------===//
// trace-drop-trivial
//===----------------------------------------------------------------------===//

void trace::DropTrivial::describe(pmb::PassDescriptor &pass) {
  pass.contract.after(pmb::pass("trace-mark"))
      .because("it removes events that the other pass has put there");
  pass.contract.before(pmb::pass("trace-lower"))
      .because("a call is not known to be an event any more");
}

void trace::DropTrivial::runOnOperation() {
  func::FuncOp function = getOperation();
  auto isTrivial = [](Operation &op) {
    return isa<EventOp, func::ReturnOp>(op);
  };
  if (function.isExternal() || !llvm::hasSingleElement(function.getBody()) ||
      !llvm::all_of(function.front(), isTrivial))
    return;
  for (EventOp event :
       llvm::make_early_inc_range(function.front().getOps<EventOp>()))
    event.erase();
}

//===----------------------------------------------------------------------===//
// trace-lower
//===----------------------------------------------------------------------===//

void trace::LowerEvents::describe(pmb::PassDescriptor &pass) {
  pass.contract.lowers({"trace"}).sometimes({"func.func", "func.call"});
  pass.contract.before(pmb::kind("llvm-lowering"))
      .because("it makes calls of func, which have to be lowered, too");
}

void trace::LowerEvents::getDependentDialects(DialectRegistry &registry) const {
  registry.insert<func::FuncDialect>();
}

void trace::LowerEvents::runOnOperation() {
  SymbolTable symbols(getOperation());
  getOperation().walk([&](EventOp event) {
    OpBuilder builder(event);
    if (!symbols.lookup(event.getHandler())) {
      auto handler = func::FuncOp::create(event.getLoc(), event.getHandler(),
                                          builder.getFunctionType({}, {}));
      handler.setPrivate();
      symbols.insert(handler);
    }
    func::CallOp::create(builder, event.getLoc(), event.getHandler(),
                         TypeRange());
    event.erase();
  });
}
