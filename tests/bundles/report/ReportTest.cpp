//===- ReportTest.cpp - Findings for people, editors and CI ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each format has a file in goldens/. After a change that is meant,
// tests/accept-goldens writes them again.
//
//===----------------------------------------------------------------------===//

#include "Goldens.h"
#include "bundles/report/Baseline.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace llvm;
using pmb::test::compareWithGolden;

static NodeRef makeRef(StringRef name, int position, Origin origin,
                       StringRef anchor = "builtin.module") {
  NodeRef ref;
  ref.name = name.str();
  ref.position = position;
  ref.anchor = anchor.str();
  ref.origin = std::move(origin);
  return ref;
}

/// A fix, a finding that comes of another, and one that is there twice.
static Report makeReportOfAFile() {
  Report result;
  StringRef cpu = "pipelines/cpu.pipeline.json";

  result.input = cpu.str();
  result.passes.resize(12);
  Fix move;
  move.pass = "convert-linalg-to-loops";
  move.passPosition = 0;
  move.reference = "one-shot-bufferize";
  move.referencePosition = 1;
  move.message = "move 'convert-linalg-to-loops' after 'one-shot-bufferize'";
  result.findings.push_back(
      Diagnostic(DiagnosticCode::WrongOrder,
                 "'convert-linalg-to-loops' must come after "
                 "'one-shot-bufferize'")
          .at(makeRef("convert-linalg-to-loops", 0, Origin::file(cpu, 3, 5)))
          .note("the provider",
                makeRef("one-shot-bufferize", 1, Origin::file(cpu, 4, 5)))
          .note("works on buffers")
          .help("or remove it")
          .fixedBy(std::move(move)));
  result.findings.back().follows.push_back(
      Diagnostic(DiagnosticCode::PredictedLeftOver,
                 "'linalg.matmul' stays in the IR")
          .at(makeRef("convert-linalg-to-loops", 0, Origin::file(cpu, 3, 5))));
  // Twice the same, as a pass that stands in the list twice has it.
  for (unsigned line : {7, 8})
    result.findings.push_back(
        Diagnostic(DiagnosticCode::MayBeLeftOver,
                   "'affine.apply' may stay in the IR")
            .at(makeRef("expand-strided-metadata", line - 3,
                        Origin::file(cpu, line, 5))));
  return result;
}

/// Text that formats must escape, and fixes of several steps.
static Report makeReportOfOddNames() {
  Report result;
  result.input = "odd, name: 100%.pipeline";
  result.passes.resize(3);
  result.unknownPasses = {"acme-<tile>", "test,pass"};
  result.suppressed = 1;
  Origin plugin = Origin::plugin("acme & sons");
  plugin.why = "we need \"tiles\"";
  result.findings.push_back(
      Diagnostic(DiagnosticCode::MissingProperty,
                 "50% <of> \"it\" & 'that'\r\nsecond: line, \x01 and \xff")
          .at(makeRef("acme-<tile>", 2, std::move(plugin), "func.func")));
  Fix insert;
  insert.kind = Fix::Kind::Insert;
  insert.pass = "canonicalize";
  insert.before = true;
  insert.reference = "acme-<tile>";
  insert.referencePosition = 2;
  insert.options = "top-down=false";
  insert.anchor = "builtin.module";
  insert.message = "insert 'canonicalize' on builtin.module before "
                   "'acme-<tile>', then remove 'cse' (pass 0)";
  Fix remove;
  remove.kind = Fix::Kind::Remove;
  remove.pass = "cse";
  remove.passPosition = 0;
  remove.message = "remove 'cse' (pass 0)";
  insert.then.push_back(std::move(remove));
  result.findings.push_back(Diagnostic(DiagnosticCode::MissingOutput,
                                       "'canonical' must hold at the "
                                       "end")
                                .fixedBy(std::move(insert)));
  return result;
}

static Report makeReportOfWrongSyntax() {
  Report result;
  result.input = "<stdin>";
  result.wasChecked = false;
  NodeRef place;
  place.origin = Origin::file("<stdin>", 1, 4);
  result.findings.push_back(
      Diagnostic(DiagnosticCode::Syntax, "expected ','").at(std::move(place)));
  result.findings.back().notes.push_back(
      {"the text is",
       {},
       Note::Kind::Source,
       {"     1 | m(a b)", "       |    ^"}});
  return result;
}

static Report makeReportOfEdits() {
  Report result;
  result.input = "fine.pipeline";
  result.passes.resize(1);
  result.findings.push_back(
      Diagnostic(DiagnosticCode::UnknownEffect,
                 "what 'transform-interpreter' does to the IR is not known")
          .at(makeRef("transform-interpreter", 0,
                      Origin::file("fine.pipeline", 1, 16))));
  Origin party = Origin::thirdParty("acme & sons");
  result.changes.push_back({EditTrace::Kind::OptionsSet,
                            makeRef("cse", 1, Origin::framework()), party,
                            "x=1"});
  result.changes.push_back({EditTrace::Kind::Replaced,
                            makeRef("cse", -1, Origin::framework()), party,
                            "sccp"});
  result.changes.push_back({EditTrace::Kind::Moved,
                            makeRef("cse", 2, Origin::framework()), party, ""});
  party.why = "slow <here>";
  result.changes.push_back({EditTrace::Kind::Removed,
                            makeRef("inline", -1, Origin::framework()), party,
                            ""});
  return result;
}

/// One of everything.
static std::vector<Report> makeResults() {
  return {makeReportOfAFile(), makeReportOfOddNames(),
          makeReportOfWrongSyntax(), makeReportOfEdits()};
}

static std::string render(ReportFormat format, ArrayRef<Report> results,
                          bool useColors = false) {
  std::string text;
  raw_string_ostream os(text);
  ReportOptions options;
  options.format = format;
  options.useColors = useColors;
  printReport(os, results, options);
  return text;
}

TEST(Report, Text) {
  compareWithGolden("report.txt", render(ReportFormat::Text, makeResults()));
}

static std::vector<Report::Pass> makePasses(ArrayRef<std::string> names) {
  std::vector<Report::Pass> passes(names.size());
  for (size_t i = 0; i < names.size(); ++i)
    passes[i].node.name = names[i];
  return passes;
}

/// Three variants of one pipeline: a finding of all, one of one, and one that
/// stands elsewhere in each.
static std::vector<Report> makeVariants() {
  std::vector<Report> results(3);
  StringRef file = "gpu.pipeline.json";
  StringRef names[] = {"default", "gpu", "gpu,size=8"};
  std::vector<std::string> passes[] = {
      {"func.func(cse)", "canonicalize"},
      {"sccp", "canonicalize", "func.func(cse)"},
      {"sccp", "canonicalize", "func.func(cse)"}};
  for (int i = 0; i < 3; ++i) {
    Report &result = results[i];
    result.input = file.str();
    result.variant = names[i].str();
    result.passes = makePasses(passes[i]);
    result.unknownPasses = {"acme"};
    result.findings.push_back(
        Diagnostic(DiagnosticCode::UnusedOption, "nothing asks for 'x'")
            .at(makeRef("", -1, Origin::file(file, 2, 3))));
    result.findings.push_back(
        Diagnostic(DiagnosticCode::MayBeLeftOver, "'scf.for' may stay")
            .at(makeRef("cse", i, Origin::file(file, 4, 5))));
  }
  results[1].findings.push_back(
      Diagnostic(DiagnosticCode::PredictedLeftOver, "'gpu.launch' stays")
          .at(makeRef("gpu-kernel-outlining", 2, Origin::file(file, 5, 5))));
  return foldVariants(std::move(results));
}

TEST(Report, Variants) {
  std::vector<Report> results = makeVariants();
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].findings.size(), 2u);
  EXPECT_EQ(results[0].findings[1].node->position, -1);
  EXPECT_EQ(results[2].findings.size(), 1u);
  compareWithGolden("variants.txt", render(ReportFormat::Text, results));
  compareWithGolden("variants.json", render(ReportFormat::Json, results));
  compareWithGolden("variants.sarif", render(ReportFormat::Sarif, results));
  compareWithGolden("variants.github.txt",
                    render(ReportFormat::GitHub, results));
  compareWithGolden("variants.junit.xml", render(ReportFormat::JUnit, results));
}

TEST(Report, VariantsDifferFromTheFirstThatCouldBeComposed) {
  std::vector<Report> results(3);
  results[0].wasChecked = false;
  results[1].variant = "first";
  results[1].passes = makePasses({"a", "b"});
  results[2].passes = makePasses({"b", "a", "y"});
  VariantSummary summary = foldVariants(std::move(results))[0].variants[2];
  EXPECT_EQ(summary.from, "first");
  ASSERT_EQ(summary.changes.size(), 2u);
  EXPECT_EQ(summary.changes[0].kind, PassChange::Kind::Moved);
  EXPECT_EQ(summary.changes[1].kind, PassChange::Kind::Added);
  EXPECT_EQ(summary.changes[1].pass, "y");
}

/// A finding of one variant is not one of another.
TEST(Report, FingerprintsKnowTheVariant) {
  Diagnostic diagnostic(DiagnosticCode::PredictedLeftOver,
                        "'gpu.launch' stays");
  EXPECT_EQ(getFingerprint("f", diagnostic),
            getFingerprint("f", diagnostic, ""));
  EXPECT_NE(getFingerprint("f", diagnostic),
            getFingerprint("f", diagnostic, "gpu"));
}

/// What is too long to be read, or does more than show itself, is in no report.
TEST(Report, TextOfUsersIsShortAndHarmless) {
  EXPECT_EQ(report::toUTF8("a\xef\xbf\xbe\xef\xbf\xbf"
                           "b\xef\xbf\xbd"),
            "a\\ufffe\\uffffb\xef\xbf\xbd");
  // A control sequence, and an override of the direction of text.
  EXPECT_EQ(report::toUTF8("\xc2\x9b"
                           "31m \xe2\x80\xae \xe2\x81\xa6"),
            "\\u009b31m \\u202e \\u2066");
  EXPECT_EQ(report::toUTF8("\xe2\x80\x9c \xc3\xa4"), "\xe2\x80\x9c \xc3\xa4");
  std::string word(1 << 20, 'x'), line;
  EXPECT_EQ(report::toUTF8("the pass '" + word + "' is long"),
            "the pass '" + word.substr(0, 199) + "..." + word.substr(0, 99) +
                "' is long");
  for (int i = 0; i < 100000; ++i)
    line += "pass ";
  EXPECT_LT(report::toUTF8(line).size(), 20000u);
  EXPECT_EQ(report::toUTF8("a\n" + word.substr(0, 1000) + "\n"),
            "a\\n" + word.substr(0, 1000) + "\\n");
}

TEST(Report, ColoredText) {
  std::string colored = render(ReportFormat::Text, makeResults(), true);
  compareWithGolden("report.colors.txt", colored);
  EXPECT_GT(StringRef(colored).count('\x1b'), 10u);
  // Without the escape sequences it is the same text.
  std::string plain;
  for (size_t i = 0; i < colored.size(); ++i) {
    if (colored[i] != '\x1b')
      plain += colored[i];
    else
      i = colored.find('m', i);
  }
  EXPECT_EQ(plain, render(ReportFormat::Text, makeResults()));
}
TEST(Report, Json) {
  compareWithGolden("report.json", render(ReportFormat::Json, makeResults()));
}
TEST(Report, Sarif) {
  compareWithGolden("report.sarif", render(ReportFormat::Sarif, makeResults()));
}
TEST(Report, GitHub) {
  compareWithGolden("report.github.txt",
                    render(ReportFormat::GitHub, makeResults()));
}
TEST(Report, JUnit) {
  compareWithGolden("report.junit.xml",
                    render(ReportFormat::JUnit, makeResults()));
}

TEST(Report, HasAnEntryForEachInput) {
  std::vector<Report> results = makeResults();
  Expected<json::Value> parsed =
      json::parse(render(ReportFormat::Json, results));
  ASSERT_TRUE(bool(parsed)) << toString(parsed.takeError());
  const json::Array &entries = *parsed->getAsObject()->getArray("results");
  ASSERT_EQ(entries.size(), results.size());
  for (size_t i = 0; i < entries.size(); ++i) {
    const json::Object &entry = *entries[i].getAsObject();
    EXPECT_EQ(entry.getString("input"), StringRef(results[i].input));
    EXPECT_EQ(entry.getInteger("errors"), results[i].count(Severity::Error));
    EXPECT_EQ(entry.getInteger("warnings"),
              results[i].count(Severity::Warning));
    EXPECT_EQ(entry.getInteger("remarks"), results[i].count(Severity::Remark));
    const json::Array &diagnostics = *entry.getArray("diagnostics");
    EXPECT_EQ(diagnostics.size(), results[i].findings.size());
    for (const json::Value &diagnostic : diagnostics)
      for (StringRef key : {"code", "name", "severity", "message", "pass",
                            "position", "location", "related", "fix"})
        EXPECT_TRUE(diagnostic.getAsObject()->get(key)) << key.str();
  }
}

TEST(Report, AnEmptyOneIsWellFormed) {
  EXPECT_EQ(render(ReportFormat::Json, {}), "{\n  \"results\": []\n}\n");
  EXPECT_EQ(render(ReportFormat::GitHub, {}), "");
  EXPECT_EQ(render(ReportFormat::Text, {}),
            "0 errors and 0 warnings in 0 pipelines with 0 passes\n");
  EXPECT_TRUE(bool(json::parse(render(ReportFormat::Sarif, {}))));
}

//===----------------------------------------------------------------------===//
// Fingerprints and baselines
//===----------------------------------------------------------------------===//

TEST(Report, FingerprintsIgnorePlaces) {
  Diagnostic diagnostic(DiagnosticCode::Conflict, "a and b");
  diagnostic.at(makeRef("a", 3, Origin::file("x.pipeline", 1, 2)));
  std::string fingerprint = getFingerprint("x.pipeline", diagnostic);
  // Reports of different versions and machines are compared by it.
  EXPECT_EQ(fingerprint, "16738bd590f5112b");

  Diagnostic moved = diagnostic;
  moved.node->position = 5;
  moved.node->origin.line = 7;
  moved.severity = Severity::Warning;
  moved.note("more");
  EXPECT_EQ(getFingerprint("x.pipeline", moved), fingerprint);

  EXPECT_NE(getFingerprint("y.pipeline", diagnostic), fingerprint);
  Diagnostic other = diagnostic;
  other.code = DiagnosticCode::WrongOrder;
  EXPECT_NE(getFingerprint("x.pipeline", other), fingerprint);
  other = diagnostic;
  other.node->name = "b";
  EXPECT_NE(getFingerprint("x.pipeline", other), fingerprint);
  other = diagnostic;
  other.message = "a and c";
  EXPECT_NE(getFingerprint("x.pipeline", other), fingerprint);
}

namespace {
/// A file that is there for one test.
struct TemporaryFile {
  explicit TemporaryFile(StringRef text) {
    int descriptor;
    EXPECT_FALSE(sys::fs::createTemporaryFile("pmb", "json", descriptor, path));
    raw_fd_ostream(descriptor, /*shouldClose=*/true) << text;
  }
  ~TemporaryFile() { sys::fs::remove(path); }
  SmallString<128> path;
};
} // namespace

TEST(Baseline, SuppressesWhatAReportContains) {
  std::vector<Report> results = makeResults();
  TemporaryFile file(render(ReportFormat::Json, results));
  Expected<Baseline> baseline = Baseline::read(file.path);
  ASSERT_TRUE(bool(baseline)) << toString(baseline.takeError());
  for (Report &result : results) {
    size_t count = result.findings.size() + result.suppressed;
    baseline->suppress(result);
    EXPECT_TRUE(result.findings.empty()) << result.input;
    EXPECT_EQ(result.suppressed, count);
  }
}

TEST(Baseline, SuppressesNoMoreThanThereWas) {
  std::vector<Report> results = makeResults();
  TemporaryFile file(render(ReportFormat::Json, results));
  Expected<Baseline> baseline = Baseline::read(file.path);
  ASSERT_TRUE(bool(baseline)) << toString(baseline.takeError());
  // A third finding like the two that are known, and one in another input.
  results[0].findings.push_back(results[0].findings.back());
  results[3].findings.push_back(results[0].findings.back());
  baseline->suppress(results[0]);
  EXPECT_EQ(results[0].findings.size(), 1u);
  EXPECT_EQ(results[0].suppressed, 3u);
  baseline->suppress(results[3]);
  EXPECT_EQ(results[3].findings.size(), 1u);
}

TEST(Baseline, MustBeAReport) {
  auto read = [](StringRef text) {
    TemporaryFile file(text);
    std::string messages;
    for (const Diagnostic &diagnostic :
         takeDiagnostics(Baseline::read(file.path).takeError()))
      messages += diagnostic.message + "\n";
    return messages;
  };
  EXPECT_NE(read("[]"), "");
  EXPECT_NE(read("{\"results\": {}}"), "");
  EXPECT_NE(read("{\"results\": [1]}"), "");
  EXPECT_EQ(read("{\"result\": []}"), "'results' is missing\n");
  EXPECT_EQ(read("{\"results\": [{\"input\": \"x\", \"diagnostics\": [{}]}]}"),
            "'code' is missing\n'pass' is missing\n'message' is missing\n");
  EXPECT_EQ(read("{\"results\": []}"), "");
  EXPECT_EQ(takeDiagnostics(Baseline::read("does-not-exist.json").takeError())
                .front()
                .code,
            DiagnosticCode::UnreadableFile);
}
