//===- Printing.cpp - Pipelines as text -----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/LeftOvers.h"
#include "builder/edit/Pipeline.h"
#include "builder/pipeline/NestWalk.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

std::string pmb::quote(const Node &node, const Node *named) {
  const BundleInstance *around = node.isPass() ? node.getPipeline() : nullptr;
  bool isSaid = named && named->getPipeline() == around;
  return "'" + node.getName().str() + "'" +
         (around && !isSaid ? " of pipeline '" + around->getName().str() + "'"
                            : "");
}

Fix pmb::makeMove(const NodeRef &pass, bool before, const NodeRef &reference) {
  Fix fix;
  fix.kind = Fix::Kind::Move;
  fix.pass = pass.name;
  fix.passPosition = pass.position;
  fix.before = before;
  fix.reference = reference.name;
  fix.referencePosition = reference.position;
  // The position tells apart two pipelines of one name, too.
  bool isInOne = !pass.pipeline.empty() &&
                 pass.pipelinePosition == reference.pipelinePosition;
  if (!pass.pipeline.empty() && !isInOne) {
    fix.pass = pass.pipeline;
    fix.passPosition = pass.pipelinePosition;
    if (!reference.pipeline.empty()) {
      fix.reference = reference.pipeline;
      fix.referencePosition = reference.pipelinePosition;
    }
  }
  // Two of one name are told apart by their numbers.
  auto name = [&](StringRef text, int position) {
    return "'" + text.str() + "'" +
           (fix.pass == fix.reference && position >= 0
                ? " (pass " + std::to_string(position) + ")"
                : "");
  };
  std::string moved = name(fix.pass, fix.passPosition);
  std::string place = (before ? "before " : "after ") +
                      name(fix.reference, fix.referencePosition);
  if (isInOne)
    fix.message = "write the passes of '" + pass.pipeline +
                  "' in the place of its name, and move " + moved + " " + place;
  else if (pass.pipeline.empty() && !reference.pipeline.empty())
    fix.message = "move " + moved + " into pipeline '" + reference.pipeline +
                  "', " + place;
  else
    fix.message = "move " + moved + " " + place;
  return fix;
}

void Pipeline::print(raw_ostream &os) const {
  os << getRoot().getOp() << '(';
  bool needsComma = false;
  NestWalk walk(getRoot());
  for (const Node &node : getPasses()) {
    walk.enter(
        node,
        [&](StringRef op) {
          os << (needsComma ? "," : "") << op << '(';
          needsComma = false;
        },
        [&] {
          os << ')';
          needsComma = true;
        });
    os << (needsComma ? "," : "");
    if (node.getInstance().hasTextualName())
      os << node.getName();
    else
      os << "unknown<" << node.getName() << '>'; // as MLIR does
    std::string options = node.getOptions();
    if (!options.empty())
      os << '{' << options << '}';
    needsComma = true;
  }
  for (unsigned depth = walk.getDepth(); depth > 0; --depth)
    os << ')';
  os << ')';
}

std::string Pipeline::str() const {
  std::string text;
  raw_string_ostream os(text);
  print(os);
  return text;
}

void Pipeline::printListing(raw_ostream &os) const {
  unsigned position = 0, indent = 0;
  os << getRoot().getOp() << '\n';
  for (const Node &node : getNodes()) {
    std::string line;
    switch (node.getKind()) {
    case Node::Kind::BundleBegin:
      line = (node.getBundle()->isContiguous ? "contiguous bundle '"
                                             : "bundle '") +
             node.getName().str() + "' {";
      break;
    case Node::Kind::BundleEnd:
      --indent;
      os << formatv("      {0}}\n", std::string(2 * indent, ' '));
      continue;
    case Node::Kind::Slot:
      line = "slot '" + node.getName().str() + "'";
      break;
    case Node::Kind::Pass: {
      StringRef inner = node.getGivenOptions();
      line = node.getName().str();
      if (!inner.empty())
        line += "{" + inner.str() + "}";
    }
    }
    // Where it runs, below the pipeline's operation.
    if (node.getAnchorPath().getDepth() &&
        node.getKind() != Node::Kind::BundleBegin)
      line += " on " +
              node.getAnchorPath().str().substr(getRoot().getOp().size() + 1);
    std::string number = node.isPass() ? std::to_string(position++) : "";
    std::string text =
        formatv("{0,4}  {1}{2}", number, std::string(2 * indent, ' '), line)
            .str();
    const Origin &origin = node.getOrigin();
    // The framework's own passes are the rule; say who made the exceptions.
    if (origin.kind != Origin::Kind::Framework)
      text = formatv("{0,-58} <- {1}", text, origin.str()).str();
    os << text << '\n';
    if (node.getKind() == Node::Kind::BundleBegin)
      ++indent;
  }
}
