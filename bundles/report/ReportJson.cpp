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
#include "bundles/report/DiffSupport.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace llvm;
using pmb::report::toUTF8;

static void writePlace(json::OStream &os, const std::optional<NodeRef> &node) {
  json::Value none = nullptr;
  bool isNamed = node && !node->name.empty();
  os.attribute("pass", isNamed ? json::Value(toUTF8(node->name)) : none);
  bool isCounted = node && node->position >= 0;
  os.attribute("position", isCounted ? json::Value(node->position) : none);
  if (node && !node->pipeline.empty())
    os.attribute("pipeline", toUTF8(node->pipeline));
  const Origin *location = report::getLocation(node);
  if (!location) {
    os.attribute("location", nullptr);
    return;
  }
  os.attributeObject("location", [&] {
    os.attribute("file", toUTF8(location->name));
    if (location->line) {
      os.attribute("line", location->line);
      os.attribute("column", location->column);
    }
  });
}

static void writeFix(json::OStream &os, const Fix &fix) {
  os.attribute("kind", stringify(fix.kind));
  bool isNest = fix.kind == Fix::Kind::RenameNest;
  os.attribute(isNest ? "nest" : "pass", toUTF8(fix.pass));
  if (fix.passPosition >= 0)
    os.attribute("position", fix.passPosition);
  if (!fix.options.empty())
    os.attribute("options", toUTF8(fix.options));
  if (!fix.reference.empty()) {
    // Only a move and an insertion go somewhere.
    StringRef key = isNest || fix.kind == Fix::Kind::Replace ? "by"
                    : fix.before                             ? "before"
                                                             : "after";
    os.attribute(key, toUTF8(fix.reference));
    if (fix.referencePosition >= 0)
      os.attribute("referencePosition", fix.referencePosition);
  }
  if (!fix.anchor.empty())
    os.attribute("anchor", toUTF8(fix.anchor));
  os.attribute("message", toUTF8(fix.message));
  if (fix.isUnsafe)
    os.attribute("unsafe", true);
  if (!fix.then.empty())
    os.attributeArray("then", [&] {
      for (const Fix &step : fix.then)
        os.object([&] { writeFix(os, step); });
    });
}

static void writeDiagnostic(json::OStream &os, const Diagnostic &diagnostic) {
  os.attribute("code", diagnostic.getInfo().getID());
  os.attribute("name", StringRef(diagnostic.getInfo().name));
  os.attribute("severity", stringify(diagnostic.severity));
  os.attribute("message", toUTF8(diagnostic.message));
  writePlace(os, diagnostic.node);
  os.attributeArray("related", [&] {
    for (const Note &note : diagnostic.notes)
      os.object([&] {
        os.attribute("message", shorten(note.str()));
        writePlace(os, note.node);
      });
  });
  if (diagnostic.fix)
    os.attributeObject("fix", [&] { writeFix(os, *diagnostic.fix); });
  else
    os.attribute("fix", nullptr);
  if (!diagnostic.witness.empty())
    os.attributeObject("witness", [&] {
      os.attributeArray("has", [&] {
        for (const std::string &item : diagnostic.shownBy)
          os.value(toUTF8(item));
      });
      os.attribute("program", json::fixUTF8(diagnostic.witness));
    });
  if (!diagnostic.follows.empty())
    os.attributeArray("follows", [&] {
      for (const Diagnostic &one : diagnostic.follows)
        os.object([&] { writeDiagnostic(os, one); });
    });
}

void report::writeDiagnostics(json::OStream &os,
                              ArrayRef<Diagnostic> diagnostics) {
  os.array([&] {
    for (const Diagnostic &diagnostic : diagnostics)
      os.object([&] { writeDiagnostic(os, diagnostic); });
  });
}

static void writePasses(json::OStream &os, StringRef key,
                        ArrayRef<std::string> passes) {
  os.attributeArray(key, [&] {
    for (const std::string &pass : passes)
      os.value(toUTF8(pass));
  });
}

static void writeVariant(json::OStream &os, const VariantSummary &variant) {
  os.attribute("name", toUTF8(variant.name));
  os.attribute("checked", variant.wasChecked);
  os.attribute("passes", variant.passCount);
  os.attribute("errors", variant.errors);
  os.attribute("warnings", variant.warnings);
  if (!variant.sameAs.empty())
    os.attribute("sameAs", toUTF8(variant.sameAs));
  if (!variant.changes.empty())
    os.attributeObject("differs", [&] {
      os.attribute("from", toUTF8(variant.from));
      os.attributeArray("changes", [&] {
        for (const PassChange &change : variant.changes)
          os.object([&] { diff::writeChange(os, change); });
      });
    });
}

static void writeChange(json::OStream &os, const Report::Change &change) {
  os.attribute("kind", stringify(change.kind));
  writePlace(os, change.node);
  os.attribute("addedBy", toUTF8(change.node.origin.str()));
  os.attribute("changedBy", toUTF8(change.origin.str()));
  if (!change.origin.why.empty())
    os.attribute("reason", toUTF8(change.origin.why));
  if (!change.value.empty())
    os.attribute(change.kind == EditTrace::Kind::Replaced ? "by" : "options",
                 toUTF8(change.value));
}

static void writeMadeFix(json::OStream &os, const Report::MadeFix &fix) {
  os.attribute("message", toUTF8(fix.message));
  os.attribute("made", fix.whyNot.empty());
  if (!fix.whyNot.empty())
    os.attribute("reason", toUTF8(fix.whyNot));
}

void report::printJson(raw_ostream &stream, ArrayRef<Report> reports,
                       const ReportOptions &options) {
  json::OStream os(stream, /*IndentSize=*/2);
  os.object([&] {
    if (!options.folder.empty())
      os.attribute("folder", toUTF8(options.folder));
    os.attributeArray("results", [&] {
      for (const Report &report : reports)
        os.object([&] {
          os.attribute("input", toUTF8(report.input));
          if (!report.variant.empty())
            os.attribute("variant", toUTF8(report.variant));
          os.attribute("errors", report.count(Severity::Error));
          os.attribute("warnings", report.count(Severity::Warning));
          os.attribute("remarks", report.count(Severity::Remark));
          if (!report.unknownPasses.empty())
            writePasses(os, "unknownPasses", report.unknownPasses);
          if (!report.notChecked.empty())
            os.attributeArray("notChecked", [&] {
              for (Report::NotChecked what : report.notChecked)
                os.value(stringify(what));
            });
          if (!report.changes.empty())
            os.attributeArray("changes", [&] {
              for (const Report::Change &change : report.changes)
                os.object([&] { writeChange(os, change); });
            });
          if (!report.fixes.empty())
            os.attributeArray("fixes", [&] {
              for (const Report::MadeFix &fix : report.fixes)
                os.object([&] { writeMadeFix(os, fix); });
            });
          if (!report.variants.empty())
            os.attributeArray("variants", [&] {
              for (const VariantSummary &variant : report.variants)
                os.object([&] { writeVariant(os, variant); });
            });
          os.attributeBegin("diagnostics");
          writeDiagnostics(os, report.findings);
          os.attributeEnd();
        });
    });
  });
  stream << '\n';
}
