//===- RunTest.cpp - What runs of pipelines did ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is told of a run. Reports that are written during the run are in
// RunFileTest.cpp, differences of runs in RunDiffTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Run.h"
#include "../Require.h"
#include "Goldens.h"
#include "RunSupport.h"
#include "bundles/report/TextAlignment.h"
#include "bundles/runs/RunDiff.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

TEST(RunTest, Goldens) {
  Report report = makeRunReport();
  compareWithGolden("run.json", drawRun(report, GraphFormat::Json));
  RunData data =
      require(RunData::parse("a.json", drawRun(report, GraphFormat::Json)));
  Report other = makeRunReport();
  other.passes.erase(other.passes.begin());
  other.bundles.clear();
  for (Report::Pass &pass : other.passes)
    pass.bundle = -1;
  auto run = std::make_shared<PipelineRun>(*other.run);
  run->passes.erase(run->passes.begin());
  run->passes[1].time *= 2;
  run->passes[1].operations["cf.br"].after = 3;
  other.run = std::move(run);
  RunDiff diff = makeRunDiff(
      data,
      require(RunData::parse("b.json", drawRun(other, GraphFormat::Json))));
  for (auto [name, format] : {std::pair("run-diff.txt", DiffFormat::Text),
                              std::pair("run-diff.json", DiffFormat::Json),
                              std::pair("run-diff.md", DiffFormat::Markdown)}) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printRunDiff(os, diff, format);
    compareWithGolden(name, text);
  }
  std::string idle;
  llvm::raw_string_ostream os(idle);
  printIdle(os, data, DiffFormat::Json);
  compareWithGolden("idle.json", idle);
}

TEST(RunTest, SumsAddUp) {
  Report report = makeRunReport();
  std::string parts;
  uint64_t sum = 0;
  for (const report::TimePart &part : report::sumByBundle(report)) {
    parts += part.name + " ";
    sum += part.time;
  }
  EXPECT_EQ(parts, "outer <none> outer/inner ");
  EXPECT_EQ(sum, report.run->getTime());
  sum = 0;
  for (const report::TimePart &part : report::sumByOwner(report))
    sum += part.time;
  EXPECT_EQ(sum, report.run->getTime());
  EXPECT_EQ(report.run->passes[2].executions, 2u);
  EXPECT_EQ(report.run->passes[2].changed, 1u);
  EXPECT_EQ(report.run->passes[2].operations.at("scf.for").before, 5u);
}

TEST(RunTest, WhatWasPredictedIsHeldAgainstTheRun) {
  Report report = makeRunReport();
  auto differences = report::findDifferences(report);
  ASSERT_EQ(differences.size(), 4u);
  EXPECT_TRUE(differences[0].empty());
  EXPECT_TRUE(differences[1].empty());
  EXPECT_EQ(differences[2].unpredicted, std::vector<std::string>{"cf.br"});
  EXPECT_EQ(differences[2].missing, std::vector<std::string>{"scf.for"});
  EXPECT_TRUE(differences[3].empty()); // did not run

  // Of an input that is not known, only what is certain is predicted; behind a
  // pass that nobody has described, anything may be there.
  Report open = makeRunReport();
  open.isInputKnown = false;
  EXPECT_TRUE(report::findDifferences(open)[2].unpredicted.empty());
  EXPECT_FALSE(report::findDifferences(open)[2].missing.empty());
  Report unknown = makeRunReport();
  unknown.passes[1].hasContract = false;
  EXPECT_TRUE(report::findDifferences(unknown)[2].unpredicted.empty());
  // What runs on functions does not see the module.
  Report nested = makeRunReport();
  nested.passes[2].node.anchor += "/func.func";
  EXPECT_TRUE(report::findDifferences(nested)[2].missing.empty());
  // And what was predicted for other inputs is not held against these.
  auto run = std::make_shared<PipelineRun>(*report.run);
  run->isPredicted = false;
  report.run = run;
  EXPECT_TRUE(report::findDifferences(report)[2].empty());
}

TEST(RunTest, ThePageHasTheRun) {
  std::string page = drawRun(makeRunReport(), GraphFormat::Html);
  for (StringRef part :
       {"3 passes ran, 1 changed nothing, behind 1 the IR differs",
        "outer/inner</th>", "acme", "data-n=1>", "1 pass changed nothing: p1",
        "linalg \xe2\x88\x92"
        "5, scf +5",
        "cse 2 \xc3\x97, 0.5 \xc2\xb5s", "not predicted</dt><dd>cf.br",
        "did not run", "The IR of 2 executions is left out",
        "<del>b %<b>1</b>\n</del>", "<ins>b %<b>2</b>\n</ins>",
        "<div class=s>a\n</div>", "--pass-pipeline=&apos;p0&apos;",
        "</body></html>"})
    EXPECT_TRUE(contains(page, part.str()));
  // The data of the page is that of JSON without the IR.
  EXPECT_FALSE(contains(page, "\"before\":\"a"));
  EXPECT_TRUE(
      contains(drawRun(makeRunReport(), GraphFormat::Json), "\"before\":\"a"));
}

TEST(RunTest, NamesInRunsAreShownAndNotRun) {
  std::string evil = "<script>alert(1)</script>\"'`&]]>--><!--\x1b[31m\xe2\x80"
                     "\xae\xc2\x9b\xff";
  Report report = makeRunReport();
  auto run = std::make_shared<PipelineRun>(*report.run);
  run->passes[0].operations[evil + ".x"] = {1, 2};
  run->passes[0].kinds.insert("!" + evil);
  run->passes[0].inside[evil] = {1, 1};
  run->passes[0].texts = {{evil, evil + "\n" + evil, evil + "\nb", evil}};
  run->passes[1].executions = 0;
  report.run = run;
  report.bundles[0].node.name = evil;
  report.passes[2].node.origin = Origin::thirdParty(evil);
  for (GraphFormat format : {GraphFormat::Html, GraphFormat::Json}) {
    std::string text = drawRun(report, format);
    for (StringRef harm :
         {"<script>alert", "\x1b", "\xe2\x80\xae", "\xc2\x9b", "<!--", "]]>"})
      EXPECT_FALSE(contains(text, harm.str()));
    EXPECT_TRUE(llvm::json::isUTF8(text));
  }
  EXPECT_TRUE(bool(llvm::json::parse(drawRun(report, GraphFormat::Json))));
}

TEST(RunTest, DifferencesOfLongTextsEnd) {
  std::string before, after;
  for (int i = 0; i < 20000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(alignLines(before, after, 100).size(), 40000u);
  std::string words;
  for (const TextPiece &piece : alignWords("%1 = a.b %0", "%12 = a.c %0"))
    words += std::string(1, piece.sign) + piece.text.str() + "|";
  EXPECT_EQ(words, " %|-1|+12|  | =|  | a| .|-b|+c|  | %| 0|");
}

} // namespace
