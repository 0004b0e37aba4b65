//===- RunFileTest.cpp - Reports that are written during a run ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/runs/RunFile.h"
#include "../Require.h"
#include "RunSupport.h"
#include "bundles/runs/RunDiff.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

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
  EXPECT_TRUE(contains(read(path),
                       "<tr><td>0<td>&lt;a&gt;<td>x<tr><td>1<td>b<td>y"
                       "<tr><td>1<td>b<td>func.func @f<td>5.0 \xc2\xb5s"
                       "<td>changed nothing\n<tr><td>0<td>&lt;a&gt;<td>x"
                       "<td>7.0 \xc2\xb5s<td>scf +1\n"));
  EXPECT_FALSE(contains(read(path), "</body>"));
  require(file->finish(makeRunReport()));
  EXPECT_EQ(read(path), drawRun(makeRunReport(), GraphFormat::Html));
}

TEST_F(RunFileTest, FailsBeforeTheRunOrSaysSoBehindIt) {
  for (const char *name : {"run.htm", "run", "json"})
    EXPECT_TRUE(
        contains(llvm::toString(RunFile::open(getPath(name)).takeError()),
                 ".html, .json or .trace.json"));
  EXPECT_EQ(require(RunFile::parseFormat("RUN.HTML")), RunFile::Format::Html);
  EXPECT_EQ(require(RunFile::parseFormat("r.Trace.JSON")),
            RunFile::Format::Trace);
  EXPECT_TRUE(contains(
      llvm::toString(RunFile::open(getPath("none/run.json")).takeError()),
      "cannot write the report"));
  if (!llvm::sys::fs::exists("/dev/full"))
    return;
  std::string path = getPath("full.json");
  ASSERT_FALSE(llvm::sys::fs::create_link("/dev/full", path));
  std::unique_ptr<RunFile> file = require(RunFile::open(path));
  file->begin(makeRunReport());
  EXPECT_TRUE(
      contains(llvm::toString(file->finish(makeRunReport())), "No space"));
}

} // namespace
