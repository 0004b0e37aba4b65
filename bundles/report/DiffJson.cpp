//===- DiffJson.cpp - Differences of pipelines as JSON ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// schema/diff.schema.json says what the keys mean. What a key would say of
// nothing is left out.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/DiffSupport.h"
#include "bundles/report/JsonSupport.h"

using namespace llvm;

namespace pmb {

using report::Members;
using Class = PipelineDiff::Class;

static void writeMembers(Members &to, const PassChange::Option &option) {
  to.add("name", option.name);
  to.addGiven("before", option.before);
  to.addGiven("after", option.after);
}

void report::writeMembers(Members &to, const PassChange &change) {
  to.add("change", change.kind);
  to.add("pass", change.pass);
  to.addGiven("before", change.before);
  to.addGiven("after", change.after);
  to.addGiven("options", change.options);
  to.addGiven("nestBefore", change.nestBefore);
  to.addGiven("nestAfter", change.nestAfter);
}

static void writeMembers(Members &to, const PipelineDiff::Side &side) {
  to.add("input", side.input);
  to.addGiven("variant", side.variant);
  to.add("passes", side.passes.size());
  to.add("checked", side.wasChecked);
  if (!side.wasChecked)
    return;
  to.add("errors", side.errors);
  to.add("warnings", side.warnings);
  to.add("inputKnown", side.isInputKnown);
}

static void writeMembers(Members &to, const PipelineDiff::ChangedPass &one) {
  to.add("class", one.changeClass);
  writeMembers(to, one.change);
  to.addGiven("bundle", one.bundle);
  to.add("origin", one.origin);
  to.addGiven("by", one.editor);
}

static void writeMembers(Members &to,
                         const PipelineDiff::ChangedContents &one) {
  to.add("class", Class::Contents);
  to.add("kind", one.isProperty ? "property" : "contents");
  to.add("name", one.name);
  to.add("before", one.before);
  to.add("after", one.after);
}

static void writeMembers(Members &to, const PipelineDiff::ChangedFinding &one) {
  if (one.isNew)
    to.add("class", Class::Findings);
  to.add("change", one.isNew ? "new" : "gone");
  to.add("finding", one.finding);
}

static void writeMembers(Members &to,
                         const PipelineDiff::ChangedConstraint &one) {
  to.add("change", one.kind);
  to.add("text", one.text);
  to.add("strength", one.strength == Strength::Strong ? "strong" : "weak");
  to.addGiven("reason", one.reason);
  to.addGiven("source", one.source);
}

static void writeMembers(Members &to, const PipelineDiff &diff) {
  to.add("before", diff.before);
  to.add("after", diff.after);
  to.addGiven("sameIn", diff.sameIn);
  to.add("count", [&](Members &count) {
    for (const NamedChoice<PipelineDiff::Class> &info : getDiffClasses())
      count.add(info.name, diff.count(info.value));
  });
  to.addGiven("passes", diff.passes);
  to.addGiven("contents", diff.contents);
  to.addGiven("findings", diff.findings);
  to.addGiven("constraints", diff.constraints);
}

void diff::printJson(raw_ostream &os, ArrayRef<PipelineDiff> diffs) {
  report::printValue(
      os,
      [&](Members &to) {
        to.add("version", 1);
        to.add("diffs", diffs);
      },
      /*indented=*/2);
}

} // namespace pmb
