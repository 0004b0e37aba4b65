//===- Findings.cpp - What findings say and offer -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/check/Findings.h"

using namespace pmb;
using namespace llvm;

std::string pmb::quote(const Node &node, const Node *named) {
  const BundleInstance *around = node.isPass() ? node.getPipeline() : nullptr;
  bool isSaid = named && named->getPipeline() == around;
  return "'" + node.getName().str() + "'" +
         (around && !isSaid ? " of pipeline '" + around->getName().str() + "'"
                            : "");
}

std::string pmb::enumerateSome(ArrayRef<std::string> quoted, size_t limit) {
  std::string text;
  for (auto [index, name] : enumerate(quoted.take_front(limit)))
    text += (index == 0                   ? ""
             : index + 1 == quoted.size() ? " and "
                                          : ", ") +
            name;
  if (quoted.size() > limit)
    text += " and " + std::to_string(quoted.size() - limit) + " more";
  return text;
}

std::string pmb::getModal(const ContractEntry &entry) {
  return entry.strength == Strength::Strong ? "must" : "should";
}

Diagnostic pmb::weigh(Diagnostic diagnostic, const ContractEntry &entry) {
  if (entry.strength == Strength::Weak)
    diagnostic.severity = std::min(diagnostic.severity, Severity::Warning);
  return diagnostic;
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
  fix.opensPipeline = isInOne;
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

/// `'cse'`, or `'one-shot-bufferize{bufferize-function-boundaries=true}'`.
static std::string quoteInserted(const Fix &fix) {
  return "'" + fix.pass + (fix.options.empty() ? "" : "{" + fix.options + "}") +
         "'";
}

Fix pmb::makeInsert(StringRef pass, StringRef options, bool before,
                    const NodeRef &reference, const AnchorPath *path) {
  Fix fix;
  fix.kind = Fix::Kind::Insert;
  fix.pass = pass.str();
  fix.options = options.str();
  fix.before = before;
  bool isPart = !reference.pipeline.empty();
  fix.reference = isPart ? reference.pipeline : reference.name;
  fix.referencePosition =
      isPart ? reference.pipelinePosition : reference.position;
  if (path)
    fix.anchor = path->str();
  fix.message = "insert " + quoteInserted(fix) +
                (path ? " on " + fix.anchor : std::string()) +
                (before ? " before '" : " after '") + fix.reference + "'";
  return fix;
}

Fix pmb::makeInsertAnywhere(StringRef pass, StringRef options) {
  Fix fix;
  fix.kind = Fix::Kind::Insert;
  fix.pass = pass.str();
  fix.options = options.str();
  fix.message = "insert " + quoteInserted(fix);
  return fix;
}

Fix pmb::makeMoveAnywhere(const NodeRef &pass) {
  Fix fix;
  bool isPart = !pass.pipeline.empty();
  fix.pass = isPart ? pass.pipeline : pass.name;
  fix.passPosition = isPart ? pass.pipelinePosition : pass.position;
  fix.message = "move '" + fix.pass + "'";
  return fix;
}

Fix pmb::makeRemove(const NodeRef &pass) {
  Fix fix;
  fix.kind = Fix::Kind::Remove;
  bool isPart = !pass.pipeline.empty();
  fix.pass = isPart ? pass.pipeline : pass.name;
  fix.passPosition = isPart ? pass.pipelinePosition : pass.position;
  fix.message = "remove '" + fix.pass + "' (pass " +
                std::to_string(fix.passPosition) + ")";
  return fix;
}

Fix pmb::makeSetOption(const NodeRef &pass, StringRef options) {
  Fix fix;
  fix.kind = Fix::Kind::SetOption;
  fix.pass = pass.name;
  fix.passPosition = pass.position;
  fix.options = options.str();
  auto all = splitOptions(fix.options);
  auto [name, value] = all.back();
  // Nobody reads a long list.
  fix.message =
      all.size() <= 3
          ? "run '" + fix.pass + "' with {" + fix.options + "}"
          : ("set " + name + "=" + value + " of '" + fix.pass + "'").str();
  return fix;
}

Diagnostic &pmb::explainWith(Diagnostic &diagnostic, const Node &node,
                             const ContractEntry &entry) {
  if (!entry.reason.empty())
    diagnostic.note(quote(node) + ": " + entry.reason);
  return diagnostic;
}
