//===- ReportJson.cpp - Findings as JSON ----------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every key is always there, with null for what a finding does not have; only
// `unknownPasses`, `notChecked` and `changes` are left out when they would be
// empty, `pipeline`, the registered pipeline that a pass is part of, when it is
// in none, `witness` of a finding without a program, and `folder`, from where
// the names of inputs count, when it is the folder of the report. Positions
// count passes from 0, lines and columns from 1.
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Escaping.h"
#include "bundles/report/JsonSupport.h"
#include "bundles/report/ReportSupport.h"

using namespace llvm;

namespace pmb {

using report::Members;

static void addPlace(Members &to, const std::optional<NodeRef> &node) {
  bool isNamed = node && !node->name.empty();
  bool isCounted = node && node->position >= 0;
  to.add("pass", isNamed ? std::optional(node->name) : std::nullopt);
  to.add("position", isCounted ? std::optional(node->position) : std::nullopt);
  if (node)
    to.addGiven("pipeline", node->pipeline);
  const Origin *location = report::getLocation(node);
  if (!location)
    return to.add("location", json::Value(nullptr));
  to.add("location", [&](Members &place) {
    place.add("file", location->name);
    place.addGiven("line", location->line);
    if (location->line)
      place.add("column", location->column);
  });
}

static void writeMembers(Members &to, const Fix &fix) {
  to.add("kind", fix.kind);
  bool isNest = fix.kind == Fix::Kind::RenameNest;
  to.add(isNest ? "nest" : "pass", fix.pass);
  to.addGiven("position", fix.passPosition);
  to.addGiven("options", fix.options);
  if (!fix.reference.empty()) {
    // Only a move and an insertion go somewhere.
    to.add(isNest || fix.kind == Fix::Kind::Replace ? "by"
           : fix.before                             ? "before"
                                                    : "after",
           fix.reference);
    to.addGiven("referencePosition", fix.referencePosition);
  }
  to.addGiven("anchor", fix.anchor);
  to.add("message", fix.message);
  to.addGiven("unsafe", fix.isUnsafe);
  to.addGiven("then", fix.then);
}

static void writeMembers(Members &to, const Note &note) {
  to.add("message", json::Value(shorten(note.str())));
  addPlace(to, note.node);
}

/// Writes all of a finding; `writeMembers` writes what pictures need.
static void writeWhole(Members &to, const Diagnostic &finding) {
  to.add("code", finding.getInfo().getID());
  to.add("name", finding.getInfo().name);
  to.add("severity", finding.severity);
  to.add("message", finding.message);
  addPlace(to, finding.node);
  to.add("related", finding.notes);
  to.add("fix", finding.fix);
  if (!finding.witness.empty())
    to.add("witness", [&](Members &witness) {
      witness.add("has", finding.shownBy);
      witness.add("program", json::Value(json::fixUTF8(finding.witness)));
    });
  if (!finding.follows.empty())
    to.addEach("follows", finding.follows, writeWhole);
}

void report::writeDiagnostics(json::OStream &os,
                              ArrayRef<Diagnostic> diagnostics) {
  os.array([&] {
    for (const Diagnostic &finding : diagnostics)
      Members::write(os, [&](Members &to) { writeWhole(to, finding); });
  });
}

static void writeMembers(Members &to, const VariantSummary &variant) {
  to.add("name", variant.name);
  to.add("checked", variant.wasChecked);
  to.add("passes", variant.passCount);
  to.add("errors", variant.errors);
  to.add("warnings", variant.warnings);
  to.addGiven("sameAs", variant.sameAs);
  if (!variant.changes.empty())
    to.add("differs", [&](Members &differs) {
      differs.add("from", variant.from);
      differs.add("changes", variant.changes);
    });
}

static void writeMembers(Members &to, const Report::Change &change) {
  to.add("kind", change.kind);
  addPlace(to, change.node);
  to.add("addedBy", change.node.origin.str());
  to.add("changedBy", change.origin.str());
  to.addGiven("reason", change.origin.why);
  to.addGiven(change.kind == EditTrace::Kind::Replaced ? "by" : "options",
              change.value);
}

static void writeMembers(Members &to, const Report::MadeFix &fix) {
  to.add("message", fix.message);
  to.add("made", fix.whyNot.empty());
  to.addGiven("reason", fix.whyNot);
}

static void writeMembers(Members &to, const Report &report) {
  to.add("input", report.input);
  to.addGiven("variant", report.variant);
  to.add("errors", report.count(Severity::Error));
  to.add("warnings", report.count(Severity::Warning));
  to.add("remarks", report.count(Severity::Remark));
  to.addGiven("unknownPasses", report.unknownPasses);
  to.addGiven("notChecked", report.notChecked);
  to.addGiven("changes", report.changes);
  to.addGiven("fixes", report.fixes);
  to.addGiven("variants", report.variants);
  to.addEach("diagnostics", report.findings, writeWhole);
}

void report::printJson(raw_ostream &os, ArrayRef<Report> reports,
                       const ReportOptions &options) {
  printValue(
      os,
      [&](Members &to) {
        to.addGiven("folder", options.folder);
        to.add("results", reports);
      },
      /*indented=*/2);
}

} // namespace pmb
