//===- NestVisit.cpp - Looking into MLIR's nested pass managers -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/NestVisit.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Pass/PassManager.h"
#include "passmanager/MLIRPass.h"

using namespace pmb;
using namespace llvm;

bool pmb::isNest(const mlir::Pass &pass) {
  return pass.getName() == "mlir::detail::OpToOpPassAdaptor";
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Where the bracket that `text` begins with is closed, or the end.
static size_t findClosing(StringRef text, char open, char close) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == open;
    if (text[i] == close && --depth == 0)
      return i;
  }
  return text.size();
}

/// Reads elements until the nest ends, and moves `rest` there.
static std::vector<PrintedPass> readElements(StringRef &rest) {
  std::vector<PrintedPass> elements;
  while (!rest.empty() && rest.front() != ')') {
    StringRef begin = rest;
    PrintedPass element;
    if (rest.starts_with("unknown<")) {
      StringRef bracket = rest.drop_front(strlen("unknown"));
      size_t end = findClosing(bracket, '<', '>');
      element.name = bracket.take_front(end).drop_front();
      element.isAnonymous = true;
      rest = bracket.drop_front(end).drop_front(end < bracket.size());
    } else {
      element.name = rest.take_front(rest.find_first_of("(),{"));
      rest = rest.drop_front(element.name.size());
    }
    if (rest.starts_with("{")) {
      size_t end = findClosing(rest, '{', '}');
      element.options = rest.take_front(end).drop_front();
      rest = rest.drop_front(end).drop_front(end < rest.size());
    } else if (rest.consume_front("(")) {
      element.isNest = true;
      element.nested = readElements(rest);
      rest.consume_front(")");
    }
    element.text = begin.drop_back(rest.size());
    elements.push_back(std::move(element));
    if (!rest.consume_front(","))
      break;
  }
  return elements;
}

std::vector<PrintedPass> pmb::readPrinted(StringRef text) {
  return readElements(text);
}

//===----------------------------------------------------------------------===//
// Visiting
//===----------------------------------------------------------------------===//

/// An operation with one empty block, or null if there is none of that name on
/// which passes can run. It is never verified.
static mlir::Operation *createShell(StringRef name, mlir::MLIRContext &context,
                                    std::string &why) {
  context.getOrLoadDialect(name.split('.').first);
  mlir::OperationName opName(name, &context);
  if (!opName.isRegistered() ||
      !opName.hasTrait<mlir::OpTrait::IsIsolatedFromAbove>()) {
    why = "there is no operation '" + name.str() +
          "' on which the nest could be visited";
    return nullptr;
  }
  mlir::OperationState state(mlir::UnknownLoc::get(&context), opName);
  state.addRegion()->push_back(new mlir::Block());
  return mlir::Operation::create(state);
}

/// Puts an operation into `parent` for each nest, one of each name.
static bool addShells(mlir::Operation *parent, ArrayRef<PrintedPass> printed,
                      std::string &why) {
  mlir::Block &block = parent->getRegion(0).front();
  for (const PrintedPass &element : printed) {
    if (!element.isNest)
      continue;
    // It would also be visited on the operations of other nests.
    if (element.name == mlir::OpPassManager::getAnyOpAnchorName()) {
      why = "a nest for any operation cannot be visited";
      return false;
    }
    mlir::Operation *shell = nullptr;
    for (mlir::Operation &other : block)
      if (other.getName().getStringRef() == element.name)
        shell = &other;
    if (!shell) {
      shell = createShell(element.name, *parent->getContext(), why);
      if (!shell)
        return false;
      block.push_back(shell);
    }
    if (!addShells(shell, element.nested, why))
      return false;
  }
  return true;
}

/// The names of `op` and the operations around it but the outermost.
static std::string getPath(mlir::Operation *op) {
  std::string path;
  for (; op->getParentOp(); op = op->getParentOp())
    path =
        op->getName().getStringRef().str() + (path.empty() ? "" : "/") + path;
  return path;
}

VisitedPasses pmb::visitNest(const mlir::Pass &nest,
                             ArrayRef<PrintedPass> printed, StringRef rootOp,
                             const mlir::DialectRegistry &dialects,
                             std::string &why) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  dialects.appendTo(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  mlir::OwningOpRef<mlir::Operation *> root(createShell(
      rootOp == mlir::OpPassManager::getAnyOpAnchorName() ? "builtin.module"
                                                          : rootOp,
      context, why));
  if (!root || !addShells(*root, printed, why))
    return {};

  VisitedPasses visited;
  // Skips what passes do; only the nests themselves go on to what is in them.
  context.registerActionHandler(
      [&](function_ref<void()> run, const mlir::tracing::Action &action) {
        auto *execution = dyn_cast<mlir::PassExecutionAction>(&action);
        if (!execution || isNest(execution->getPass()))
          run();
        else
          visited[getPath(execution->getOp())].push_back(
              clonePass(execution->getPass()));
      });
  mlir::ScopedDiagnosticHandler diagnostics(
      &context, [&](mlir::Diagnostic &diagnostic) { why = diagnostic.str(); });
  mlir::PassManager manager(&context, rootOp);
  manager.enableVerifier(false);
  manager.addPass(clonePass(nest));
  if (failed(manager.run(*root))) {
    if (why.empty())
      why = "a pass of the nest could not be initialised";
    return {};
  }
  return visited;
}
