//===- RunDiffTest.cpp - How runs differ, and what is noise ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/runs/RunDiff.h"
#include "../Require.h"
#include "RunSupport.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

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
  EXPECT_TRUE(contains(llvm::toString(data.add(other)),
                       "'b.json' is of another pipeline than 'a.json'"));
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
  EXPECT_TRUE(contains(fail(first + "+" + (folder + "/3.json").str()),
                       "3.json': No such file"));
  EXPECT_TRUE(
      contains(fail(write("4.json", "{") + "+" + first), "no report of a run"));
  std::string other = write(
      "5.json", "{\"version\":1,\"pipelines\":[{\"run\":{},\"rows\":[]}]}");
  EXPECT_TRUE(
      contains(fail(first + "+" + other), "is of another pipeline than"));
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
  EXPECT_TRUE(contains(text, R"("bundle": "a\\nb")"));
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
  EXPECT_TRUE(
      contains(testing::internal::GetCapturedStdout(), "nothing else differs"));
}

TEST(RunDiff, WhatIsNoReportOfARun) {
  auto fail = [](StringRef text) {
    return llvm::toString(RunData::parse("x.json", text).takeError());
  };
  EXPECT_TRUE(contains(fail("{"), "'x.json' is no report of a run"));
  EXPECT_TRUE(contains(fail("[]"), "another version"));
  EXPECT_TRUE(contains(fail("{\"version\":2}"), "another version"));
  EXPECT_TRUE(contains(fail("{\"traceEvents\":[]}"), "it is a trace"));
  EXPECT_TRUE(
      contains(fail("{\"version\":1,\"pipelines\":[]}"), "of no pipeline"));
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
