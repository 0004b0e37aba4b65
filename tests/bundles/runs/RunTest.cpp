//===- RunTest.cpp - What runs of pipelines did ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Run.h"
#include "../Require.h"
#include "Goldens.h"
#include "bundles/report/Graph.h"
#include "bundles/report/TextAlignment.h"
#include "bundles/runs/RunDiff.h"
#include "bundles/runs/RunFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

/// Passes `p0`, `p1`... on the module, of which the last runs on functions.
Report makePasses(size_t count) {
  Report report;
  report.input = "p";
  report.root = "builtin.module";
  report.isExplained = report.isInputKnown = true;
  for (size_t i = 0; i < count; ++i) {
    Report::Pass pass;
    pass.node.name = "p" + std::to_string(i);
    pass.node.position = i;
    pass.node.anchor =
        i + 1 == count ? "builtin.module/func.func" : "builtin.module";
    pass.kinds = {"cleanup"};
    report.passes.push_back(std::move(pass));
  }
  return report;
}

PassExecution execute(size_t pass, uint64_t time, bool hasChanged,
                      PassExecution::Counts operations = {}) {
  PassExecution execution;
  execution.pass = pass;
  execution.on = "func.func @f";
  execution.time = time;
  execution.hasChanged = hasChanged;
  execution.operations = std::move(operations);
  return execution;
}

/// The report with a run of all its passes but the last.
Report withRun(Report report, llvm::ArrayRef<PassExecution> executions) {
  auto run = std::make_shared<PipelineRun>();
  run->hasEnded = true;
  run->threads = 1;
  run->passes.resize(report.passes.size());
  for (const PassExecution &execution : executions)
    run->passes[execution.pass].add(execution);
  report.run = std::move(run);
  return report;
}

std::string drawRun(const Report &report, GraphFormat format) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printGraph(os, report, format);
  return text;
}

Report makeRunReport() {
  Report report = makePasses(4);
  report.bundles.push_back({report.passes[0].node, -1, false, 0, 2, {}});
  report.bundles[0].node.name = "outer";
  report.bundles.push_back({report.passes[1].node, 0, false, 1, 2, {}});
  report.bundles[1].node.name = "inner";
  report.passes[0].bundle = 0;
  report.passes[1].bundle = 1;
  report.passes[2].node.origin = Origin::thirdParty("acme");
  report.contents = {{"linalg", {{0, 1, true}}},
                     {"scf.for", {{1, 5, true}}},
                     {"arith.addi", {{2, 5, false}}}};
  report = withRun(
      std::move(report),
      {execute(0, 3000000, true,
               {{"linalg.fill", {5, 0}}, {"scf.for", {0, 5}}}),
       execute(1, 1000, false, {{"scf.for", {5, 5}}}),
       execute(2, 2000000, true, {{"scf.for", {5, 0}}, {"cf.br", {0, 2}}}),
       execute(2, 1000000, false, {{"arith.addi", {1, 1}}})});
  auto run = std::make_shared<PipelineRun>(*report.run);
  run->keepsIR = true;
  run->maxIRBytes = 100;
  run->withoutRoom = 2;
  run->passes[0].inside["cse"] = {2, 500};
  run->passes[0].kinds = {"!memref"};
  run->passes[0].texts.push_back({"builtin.module", "a\nb %1\nc\n",
                                  "a\nb %2\nc\n",
                                  "mlir-opt before.mlir --pass-pipeline='p0'"});
  report.run = std::move(run);
  return report;
}

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
    EXPECT_NE(page.find(part.str()), std::string::npos) << part.str();
  // The data of the page is that of JSON without the IR.
  EXPECT_EQ(page.find("\"before\":\"a"), std::string::npos);
  EXPECT_NE(drawRun(makeRunReport(), GraphFormat::Json).find("\"before\":\"a"),
            std::string::npos);
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
      EXPECT_EQ(text.find(harm.str()), std::string::npos) << harm.str();
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

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

class RunFileTest : public testing::Test {
protected:
  RunFileTest() { llvm::sys::fs::createUniqueDirectory("run", folder); }
  ~RunFileTest() override { llvm::sys::fs::remove_directories(folder); }
  std::string getPath(StringRef name) { return (folder + "/" + name).str(); }
  static std::string read(const std::string &path) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  llvm::SmallString<128> folder;
};

/// What is there can be read whenever the process ends.
TEST_F(RunFileTest, JsonIsWholeAtAnyTime) {
  std::string path = getPath("run.json");
  std::unique_ptr<RunFile> file = require(RunFile::open(path));
  Report report = makeRunReport();
  auto run = std::make_shared<PipelineRun>(*report.run);
  run->hasEnded = false;
  report.run = run;
  auto count = [&] {
    llvm::json::Value root = require(llvm::json::parse(read(path)));
    return root.getAsObject()->getArray("log")->size();
  };
  file->begin(report);
  EXPECT_EQ(count(), 0u);
  for (unsigned i = 0; i < 3; ++i) {
    file->addBegin(0, i, "p" + std::to_string(i), "func.func @f", 0);
    EXPECT_EQ(count(), 2 * i + 1);
    file->addEnd(0, "p" + std::to_string(i),
                 execute(i, 5000, i == 1, {{"scf.for", {1, i}}}));
    EXPECT_EQ(count(), 2 * i + 2);
  }
  // A pass that began and has not ended does not count.
  file->addBegin(0, 3, "p3", "func.func @f", 0);
  RunData data = require(RunData::parse("run.json", read(path)));
  EXPECT_FALSE(data.hasEnded);
  EXPECT_EQ(data.getTime(), 15000u);
  EXPECT_EQ(data.passes[1].run.changed, 1u);
  EXPECT_EQ(data.passes[2].run.operations["scf.for"].after, 2u);
  EXPECT_EQ(data.passes[3].run.executions, 0u);
  require(file->finish(makeRunReport()));
  EXPECT_EQ(read(path), drawRun(makeRunReport(), GraphFormat::Json));
}

TEST_F(RunFileTest, APageGrowsAtItsEnd) {
  std::string path = getPath("run.html");
  std::unique_ptr<RunFile> file = require(RunFile::open(path));
  Report report = makeRunReport();
  auto run = std::make_shared<PipelineRun>(*report.run);
  run->hasEnded = false;
  report.run = run;
  file->begin(report);
  file->addBegin(0, 0, "<a>", "x", 0);
  // Another thread has begun one meanwhile.
  file->addBegin(0, 1, "b", "y", 1);
  file->addEnd(0, "b", execute(1, 5000, false));
  PassExecution first = execute(0, 7000, true, {{"scf.for", {1, 2}}});
  first.on = "x";
  file->addEnd(0, "<a>", first);
  EXPECT_NE(read(path).find("<tr><td>0<td>&lt;a&gt;<td>x<tr><td>1<td>b<td>y"
                            "<tr><td>1<td>b<td>func.func @f<td>5.0 \xc2\xb5s"
                            "<td>changed nothing\n<tr><td>0<td>&lt;a&gt;<td>x"
                            "<td>7.0 \xc2\xb5s<td>scf +1\n"),
            std::string::npos);
  EXPECT_EQ(read(path).find("</body>"), std::string::npos);
  require(file->finish(makeRunReport()));
  EXPECT_EQ(read(path), drawRun(makeRunReport(), GraphFormat::Html));
}

TEST_F(RunFileTest, FailsBeforeTheRunOrSaysSoBehindIt) {
  for (const char *name : {"run.htm", "run", "json"})
    EXPECT_NE(llvm::toString(RunFile::open(getPath(name)).takeError())
                  .find(".html, .json or .trace.json"),
              std::string::npos);
  EXPECT_NE(llvm::toString(RunFile::open(getPath("none/run.json")).takeError())
                .find("cannot write the report"),
            std::string::npos);
  if (!llvm::sys::fs::exists("/dev/full"))
    return;
  std::string path = getPath("full.json");
  ASSERT_FALSE(llvm::sys::fs::create_link("/dev/full", path));
  std::unique_ptr<RunFile> file = require(RunFile::open(path));
  file->begin(makeRunReport());
  EXPECT_NE(llvm::toString(file->finish(makeRunReport())).find("No space"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

RunData makeData(std::vector<uint64_t> times) {
  RunData data;
  for (uint64_t time : times) {
    RunData::Pass pass;
    pass.name = "p" + std::to_string(data.passes.size());
    pass.run.add(execute(0, time, true));
    data.passes.push_back(pass);
  }
  return data;
}

TEST(RunDiff, TimesDifferFromAThresholdOn) {
  RunData before = makeData({1000000, 1000000, 1000000, 1000, 1000000});
  RunData after = makeData({1210000, 1190000, 500000, 90000, 3000000});
  RunDiff diff = makeRunDiff(before, after);
  ASSERT_EQ(diff.slower.size(), 2u);
  EXPECT_EQ(diff.slower[0].before, 4u); // the one that differs most
  EXPECT_EQ(diff.slower[1].before, 0u);
  ASSERT_EQ(diff.faster.size(), 1u);
  EXPECT_EQ(diff.faster[0].before, 2u);
  EXPECT_EQ(makeRunDiff(before, after, {250, 0}).slower.size(), 1u);
  EXPECT_EQ(makeRunDiff(before, after, {0, 0}).slower.size(), 4u);
  EXPECT_TRUE(makeRunDiff(before, before).empty());
}

TEST(RunDiff, SeveralRunsTellWhatIsNoise) {
  RunData before = makeData({1000000, 1000000});
  require(before.add(makeData({1800000, 1010000})));
  require(before.add(makeData({900000, 1020000})));
  RunData after = makeData({1500000, 1500000});
  RunDiff diff = makeRunDiff(before, after);
  // The first took as long before, too.
  ASSERT_EQ(diff.slower.size(), 1u);
  EXPECT_EQ(diff.slower[0].before, 1u);
  EXPECT_EQ(before.getTime(), 2000000u);
  EXPECT_EQ(RunTimes({4, 1, 3, 2}).getMedian(), 2u);
}

TEST(RunDiff, RunsOfAnotherPipelineDoNotAddUp) {
  RunData data = makeData({1});
  data.name = "a.json";
  RunData other = makeData({1, 2});
  other.name = "b.json";
  EXPECT_NE(llvm::toString(data.add(other))
                .find("'b.json' is of another pipeline than 'a.json'"),
            std::string::npos);
  EXPECT_EQ(data.name, "a.json");
  EXPECT_EQ(data.runCount, 1u);
}

TEST(RunDiff, SeveralFilesAreRunsOfOnePipeline) {
  llvm::SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("pmb-runs", folder));
  auto write = [&](StringRef name, StringRef text) {
    std::string path = (folder + "/" + name).str();
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    EXPECT_FALSE(error);
    return path;
  };
  std::string text = drawRun(makeRunReport(), GraphFormat::Json);
  std::string first = write("1.json", text), second = write("2.json", text);
  EXPECT_EQ(require(RunData::read(first + "+" + second)).runCount, 2u);
  auto fail = [](const std::string &names) {
    return llvm::toString(RunData::read(names).takeError());
  };
  EXPECT_NE(fail(first + "+" + (folder + "/3.json").str())
                .find("3.json': No such file"),
            std::string::npos);
  EXPECT_NE(fail(write("4.json", "{") + "+" + first).find("no report of a run"),
            std::string::npos);
  std::string other = write(
      "5.json", "{\"version\":1,\"pipelines\":[{\"run\":{},\"rows\":[]}]}");
  EXPECT_NE(fail(first + "+" + other).find("is of another pipeline than"),
            std::string::npos);
  llvm::sys::fs::remove_directories(folder);
}

TEST(RunDiff, TellsWhatVariesAndWhatHasNotEnded) {
  RunData before = makeData({1000000, 1000000});
  require(before.add(makeData({1200000, 1000000})));
  before.name = "a`b.json";
  before.hasEnded = false;
  RunData after = makeData({3000000, 1000000, 500000});
  RunDiff diff = makeRunDiff(before, after);
  auto print = [&](DiffFormat format) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printRunDiff(os, diff, format);
    return text;
  };
  EXPECT_EQ(print(DiffFormat::Text),
            "a`b.json -> : 2.0 ms -> 4.5 ms in passes\n"
            "a`b.json is of a run that has not ended: compared is what ran\n"
            "slower:\n"
            "  p0 (pass 0): 1.0 ms (1.0 ms to 1.2 ms) -> 3.0 ms (+200%)\n"
            "new:\n"
            "  p2 (pass 2): 0.5 ms\n");
  // A name does not end its own quotes.
  EXPECT_EQ(print(DiffFormat::Markdown).find("`` a`b.json `` -> "), 0u);
  llvm::json::Value parsed =
      require(llvm::json::parse(print(DiffFormat::Json)));
  const llvm::json::Object &root = *parsed.getAsObject();
  EXPECT_EQ(root.getObject("from")->getBoolean("ended"), false);
  const llvm::json::Object &slower =
      *(*root.getArray("slower"))[0].getAsObject();
  EXPECT_EQ(*slower.getArray("spreadBefore"),
            (llvm::json::Array{1000000, 1200000}));
  EXPECT_FALSE(slower.get("spreadAfter"));
}

TEST(RunDiff, SumsByOwnerAndBundle) {
  RunData before = makeData({1000000, 2000000, 5000000});
  before.passes[0].owner = before.passes[1].owner = "acme";
  before.passes[0].bundle = "a";
  RunData after = before;
  after.passes[1].run.time = 4000000;
  RunDiff diff = makeRunDiff(before, after);
  ASSERT_EQ(diff.owners.size(), 1u);
  EXPECT_EQ(diff.owners[0].name, "acme");
  EXPECT_EQ(diff.owners[0].getLost(), 2000000);
  ASSERT_EQ(diff.bundles.size(), 1u);
  EXPECT_EQ(diff.bundles[0].name, "<none>");
  EXPECT_EQ(diff.bundles[0].before.getMedian(), 7000000u);
}

TEST(RunDiff, IdlePassesChangeNothingInAnyRun) {
  RunData data = makeData({1000000, 2000000, 3000000, 4000000});
  for (size_t idle : {0, 1, 2})
    data.passes[idle].run.changed = 0;
  data.passes[1].bundle = "a\nb";
  data.passes[1].owner = "acme";
  data.passes[3].run = PassRun();
  RunData other = data;
  other.passes[0].run.changed = 1;
  require(data.add(other));
  std::string text;
  llvm::raw_string_ostream os(text);
  printIdle(os, data);
  EXPECT_EQ(text, "2 of 4 passes changed nothing on 2 inputs: 10.0 ms of 12.0 "
                  "ms\n"
                  "  p2 (pass 2): 6.0 ms\n"
                  "  p1 (pass 1, in bundle 'a\\nb', added by acme): 4.0 ms\n"
                  "found nothing to run on:\n"
                  "  p3 (pass 3)\n");
  text.clear();
  printIdle(os, data, DiffFormat::Json);
  EXPECT_TRUE(StringRef(text).contains(R"("bundle": "a\\nb")")) << text;
}

#define ETC return
void printAsDocumented(StringRef oldText, StringRef newText) {
  // docs: bundles/runs/RunDiff.h
  llvm::Expected<RunData> before = RunData::parse("old.json", oldText);
  if (!before)
    ETC;
  llvm::Expected<RunData> after = RunData::parse("new.json", newText);
  if (!after)
    ETC;
  RunDiff diff = makeRunDiff(*before, *after);
  printRunDiff(llvm::outs(), diff, DiffFormat::Text);
  // docs: end
}
#undef ETC

TEST(RunDiff, ExampleOfTheHeader) {
  std::string text = drawRun(makeRunReport(), GraphFormat::Json);
  testing::internal::CaptureStdout();
  printAsDocumented(text, text);
  llvm::outs().flush();
  EXPECT_NE(testing::internal::GetCapturedStdout().find("nothing else differs"),
            std::string::npos);
}

TEST(RunDiff, WhatIsNoReportOfARun) {
  auto fail = [](StringRef text) {
    return llvm::toString(RunData::parse("x.json", text).takeError());
  };
  EXPECT_NE(fail("{").find("'x.json' is no report of a run"),
            std::string::npos);
  EXPECT_NE(fail("[]").find("another version"), std::string::npos);
  EXPECT_NE(fail("{\"version\":2}").find("another version"), std::string::npos);
  EXPECT_NE(fail("{\"version\":1,\"pipelines\":[]}").find("of no pipeline"),
            std::string::npos);
  // What is wrong in it does no harm.
  RunData odd = require(RunData::parse(
      "x.json", "{\"version\":1,\"pipelines\":[{\"run\":{\"ended\":false},"
                "\"lanes\":[3],\"rows\":[{\"kind\":\"pass\",\"lane\":-7,"
                "\"kinds\":[1]},4]}],\"log\":[{\"pass\":99,\"time\":1},"
                "{\"pass\":-1,\"time\":-5}, 3]}"));
  EXPECT_EQ(odd.passes.size(), 1u);
  EXPECT_FALSE(odd.hasEnded);
}

} // namespace
