//===- NestCheck.cpp - Nests that no IR has -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass manager visits the operations of a nest where they stand directly in
// those of the nest around it. Where the verifier of MLIR lets none stand, the
// passes run on nothing, in any input.
//
//===----------------------------------------------------------------------===//

#include "builder/check/Findings.h"
#include "builder/check/OrderCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace pmb;
using namespace llvm;

/// Functions: symbols, which stand in symbol tables only, and none themselves.
static bool isFunction(StringRef op) {
  return StringSwitch<bool>(op)
      .Cases({"func.func", "llvm.func", "gpu.func", "spirv.func"}, true)
      .Cases({"async.func", "emitc.func", "shape.func"}, true)
      .Cases({"ml_program.func", "pdl_interp.func"}, true)
      .Default(false);
}

/// The only operation that `op` may stand in; empty if there are several.
static StringRef getOnlyParent(StringRef op) {
  return StringSwitch<StringRef>(op).Case("gpu.func", "gpu.module").Default("");
}

static bool canStandIn(StringRef op, StringRef parent) {
  // `any` says nothing about the operation.
  if (parent == "any")
    return true;
  StringRef only = getOnlyParent(op);
  if (!only.empty() && parent != only)
    return false;
  bool isSymbol = isFunction(op) || op == "gpu.module";
  return !(isSymbol && isFunction(parent));
}

void OrderCheck::checkNests(std::vector<Diagnostic> &result) const {
  if (!pipeline.getRoot().hasNested())
    return;
  const AnchorPath *last = nullptr;
  for (const Node &node : pipeline.getPasses()) {
    // One mistake is one nest, however many passes it has.
    if (&node.getAnchorPath() == last)
      continue;
    last = &node.getAnchorPath();
    for (const AnchorPath *at = last; at->getDepth(); at = at->getParent()) {
      StringRef parent = at->getParent()->getOp();
      if (canStandIn(at->getOp(), parent))
        continue;
      StringRef only = getOnlyParent(at->getOp());
      Diagnostic diagnostic(DiagnosticCode::NoEffect,
                            quote(node) + " has nothing to run on: no '" +
                                at->getOp().str() + "' stands directly in a '" +
                                parent.str() + "'");
      diagnostic.at(pipeline.getRef(node));
      if (at->getOp() == parent)
        diagnostic.help("nest it in one '" + parent.str() + "' only");
      else
        diagnostic.help(
            "nest it in '" +
            (only.empty() ? std::string("builtin.module") : only.str()) +
            "' instead");
      result.push_back(std::move(diagnostic));
      break;
    }
  }
}
