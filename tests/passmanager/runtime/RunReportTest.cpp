//===- RunReportTest.cpp - What a run adds to a report --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/runtime/RunReport.h"
#include "RuntimeSupport.h"
#include "VerifierSupport.h"
#include "bundles/runs/RunDiff.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TimeProfiler.h"

using namespace pmb;
using namespace pmb::test;

namespace {

class RunReportTest : public VerifierTest {};

TEST_F(RunReportTest, FalseClaimsAreFactsOfTheirPass) {
  Contract lowers;
  lowers.lowers({"a.x"});
  add("test-idle", Contract());
  add("test-lower", lowers);
  build();
  addPass("test-idle");
  addPass("test-lower");
  ContractVerifier verifier(ContractVerifier::Mode::Record);
  require(verifier.attachTo(*builder));
  Report report = makeReport(*builder, "cpu");
  require(builder->build());
  EXPECT_EQ(runAgain(), "");
  EXPECT_EQ(runAgain(), "");
  addRun(report, verifier);
  ASSERT_EQ(report.passes.size(), 2u);
  EXPECT_TRUE(report.passes[0].observed.empty());
  ASSERT_EQ(report.passes[1].observed.size(), 1u);
  const Report::Fact &seen = report.passes[1].observed[0];
  EXPECT_EQ(seen.word, "seen");
  EXPECT_TRUE(contains(seen.text, "a.x"));
  EXPECT_TRUE(contains(seen.text, ", 2 times"));
  EXPECT_TRUE(contains(seen.source, ":2:"));
  EXPECT_TRUE(report.findings.empty());
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

constexpr auto napTime = std::chrono::milliseconds(2);
constexpr uint64_t nap = std::chrono::nanoseconds(napTime).count();

/// `test-nap`, which takes a while on each function, and marks those that are
/// called `f...`.
struct NapPass
    : mlir::PassWrapper<NapPass, mlir::OperationPass<mlir::func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NapPass)
  llvm::StringRef getArgument() const override { return "test-nap"; }
  void runOnOperation() override {
    std::this_thread::sleep_for(napTime);
    mlir::func::FuncOp function = getOperation();
    if (function.getName().starts_with("f"))
      function->setAttr("test.nap", mlir::UnitAttr::get(&getContext()));
  }
};

/// `test-around`, which naps, runs a pipeline, and fails if it is told to.
struct AroundPass
    : mlir::PassWrapper<AroundPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AroundPass)
  llvm::StringRef getArgument() const override { return "test-around"; }
  void runOnOperation() override {
    mlir::OpPassManager dynamic("builtin.module");
    dynamic.addNestedPass<mlir::func::FuncOp>(std::make_unique<NapPass>());
    if (failed(runPipeline(dynamic, getOperation())))
      signalPassFailure();
    std::this_thread::sleep_for(napTime);
  }
};

/// A pipeline of two parties that is recorded: `test-nap` in a bundle, on the
/// functions of the module and on those of the modules in it; `test-module`;
/// `test-around`.
class RunRecorderTest : public testing::TestWithParam<bool> {
protected:
  static constexpr int count = 6;

  RunRecorderTest() {
    registerTestPasses();
    llvm::sys::fs::createUniqueDirectory("run", folder);
    context.loadDialect<mlir::func::FuncDialect>();
    context.disableMultithreading(!GetParam());
    pm.emplace(&context, "builtin.module");
    builder.emplace(*pm, getTestCatalog());
    builder->nest("func.func").addPass(std::make_unique<NapPass>());
    PassBundle bundle("b");
    bundle.addPass("test-module");
    builder->addBundle(bundle);
    builder->setOrigin(Origin::thirdParty("acme"));
    builder->addPass(std::make_unique<AroundPass>());
    require(builder->enableAttribution());
  }
  ~RunRecorderTest() override { llvm::sys::fs::remove_directories(folder); }

  void record(llvm::StringRef name, RunOptions options = {}) {
    path = (folder + "/" + name).str();
    Report report = makeReport(*builder, "p", /*explains=*/true);
    require(builder->build());
    recorder = require(RunRecorder::open(path, std::move(options)));
    require(recorder->attachTo(*pm, builder->getOwners(), report));
  }
  const PipelineRun &getRun() {
    reports = recorder->getReports();
    return *reports.front().run;
  }
  std::string read() {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

  llvm::SmallString<128> folder;
  std::string path;
  mlir::MLIRContext context;
  std::optional<mlir::PassManager> pm;
  std::optional<PassManagerBuilder> builder;
  std::unique_ptr<RunRecorder> recorder;
  std::vector<Report> reports;
};

INSTANTIATE_TEST_SUITE_P(Threads, RunRecorderTest, testing::Bool(),
                         [](const auto &info) {
                           return info.param ? "With" : "Without";
                         });

TEST_P(RunRecorderTest, SumsAreThoseOfAllThreads) {
  record("run.json");
  auto begin = std::chrono::steady_clock::now();
  EXPECT_NE(runOn(makeNests(count), *pm, context), "");
  uint64_t wall =
      std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin)
          .count();
  const PipelineRun &run = getRun();
  ASSERT_EQ(run.passes.size(), 3u);
  const PassRun &naps = run.passes[0];
  EXPECT_EQ(naps.executions, unsigned(count));
  EXPECT_EQ(naps.changed, unsigned(count));
  EXPECT_GE(naps.time, count * nap);
  EXPECT_EQ(naps.operations.at("func.func").before, uint64_t(count));
  EXPECT_EQ(naps.operations.at("func.return").after, uint64_t(count));
  EXPECT_EQ(naps.operations.count("builtin.module"), 0u);
  const PassRun &module = run.passes[1];
  EXPECT_EQ(module.executions, 1u);
  EXPECT_EQ(module.changed, 1u);
  EXPECT_EQ(module.operations.at("func.func").after, uint64_t(3 * count));
  EXPECT_EQ(module.operations.at("builtin.module").after, count + 1u);
  // What it runs itself is part of it, once, wherever that runs.
  const PassRun &around = run.passes[2];
  EXPECT_EQ(around.executions, 1u);
  EXPECT_EQ(around.inside.at("test-nap").executions, unsigned(count));
  EXPECT_GE(around.inside.at("test-nap").time, count * nap);
  EXPECT_GE(around.time, around.inside.at("test-nap").time + nap);
  EXPECT_EQ(run.otherTime, 0u);
  EXPECT_LE(run.getTime(), wall * run.threads);
  EXPECT_TRUE(GetParam() || run.threads == 1);
  EXPECT_EQ(run.getTime(), naps.time + module.time + around.time);
  require(recorder->finish());
  RunData data = require(RunData::parse("run.json", read()));
  EXPECT_TRUE(data.hasEnded);
  EXPECT_EQ(data.getTime(), run.getTime());
}

TEST_P(RunRecorderTest, KeepsTheIROfWhatHasChanged) {
  RunOptions options;
  options.keepsIR = true;
  options.command = "tool";
  record("run.html", options);
  EXPECT_NE(runOn("func.func @f() { return }\n"
                  "func.func @g() { return }\n",
                  *pm, context),
            "");
  const PipelineRun &run = getRun();
  EXPECT_EQ(run.passes[0].executions, 2u);
  EXPECT_EQ(run.passes[0].changed, 1u);
  ASSERT_EQ(run.passes[0].texts.size(), 1u);
  const PassRun::Text &text = run.passes[0].texts.front();
  EXPECT_EQ(text.on, "func.func @f");
  EXPECT_EQ(text.before, "func.func @f() {\n  return\n}\n");
  EXPECT_EQ(text.after,
            "func.func @f() attributes {test.nap} {\n  return\n}\n");
  EXPECT_EQ(text.command, "tool before.mlir "
                          "--pass-pipeline='builtin.module(func.func(test-nap))"
                          "'");
  ASSERT_EQ(run.passes[1].texts.size(), 1u);
  EXPECT_EQ(run.passes[1].texts.front().command,
            "tool before.mlir --pass-pipeline='builtin.module(test-module)'");
  EXPECT_TRUE(run.passes[2].texts.empty()); // it was marked before
  EXPECT_EQ(run.withoutRoom, 0u);
  require(recorder->finish());
  EXPECT_TRUE(
      contains(read(), "<ins>func.func @f() <b>attributes {test.nap} </b>{"));
}

TEST_P(RunRecorderTest, IRHasALimit) {
  RunOptions options;
  options.keepsIR = true;
  options.maxIRBytes = 100;
  record("run.json", options);
  EXPECT_NE(runOn(makeNests(count), *pm, context), "");
  const PipelineRun &run = getRun();
  EXPECT_GT(run.withoutRoom, 0u);
  size_t bytes = 0, kept = 0;
  for (const PassRun &pass : run.passes)
    for (const PassRun::Text &text : pass.texts) {
      bytes += text.before.size() + text.after.size();
      ++kept;
    }
  EXPECT_LE(bytes, 100u);
  EXPECT_EQ(kept + run.withoutRoom, count + 1u);
}

TEST_P(RunRecorderTest, RunsAreSummed) {
  record("run.json");
  for (int i = 0; i < 2; ++i)
    EXPECT_NE(runOn(makeNests(2), *pm, context), "");
  EXPECT_EQ(getRun().passes[0].executions, 4u);
  EXPECT_EQ(getRun().passes[1].executions, 2u);
  require(recorder->finish());
  // What runs later is not recorded any more.
  std::string written = read();
  EXPECT_NE(runOn(makeNests(2), *pm, context), "");
  require(recorder->finish());
  EXPECT_EQ(getRun().passes[1].executions, 2u);
  EXPECT_EQ(read(), written);
}

TEST_P(RunRecorderTest, PassesThatFail) {
  auto fail = std::make_unique<FailPass>();
  fail->on = "f1";
  builder->nest("func.func").addPass(std::move(fail));
  builder->addPass("test-module");
  record("run.json");
  mlir::ScopedDiagnosticHandler handler(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  EXPECT_EQ(runOn(makeNests(count), *pm, context), "");
  const PipelineRun &run = getRun();
  EXPECT_EQ(run.passes[3].failed, 1u);
  EXPECT_EQ(run.passes[4].executions, 0u);
  // And then again: nothing of the failure is left over.
  EXPECT_EQ(runOn(makeNests(count), *pm, context), "");
  EXPECT_EQ(getRun().passes[3].failed, 2u);
  EXPECT_EQ(getRun().passes[0].executions, 2u * count);
  require(recorder->finish());
  EXPECT_TRUE(bool(llvm::json::parse(read())));
}

TEST_P(RunRecorderTest, TracesHaveSpansOfAllThreads) {
  record("run.trace.json");
  EXPECT_TRUE(contains(
      llvm::toString(
          RunRecorder::open((folder + "/x.trace.json").str()).takeError()),
      "in use"));
  EXPECT_NE(runOn(makeNests(count), *pm, context), "");
  require(recorder->finish());
  EXPECT_FALSE(llvm::timeTraceProfilerEnabled());
  llvm::json::Value root = require(llvm::json::parse(read()));
  std::map<std::string, unsigned> spans;
  std::set<int64_t> threads;
  struct Span {
    int64_t begin, end;
  };
  std::map<std::string, Span> last;
  for (const llvm::json::Value &value :
       *root.getAsObject()->getArray("traceEvents")) {
    const llvm::json::Object &event = *value.getAsObject();
    std::string name = event.getString("name")->str();
    if (event.getString("ph") != "X" || llvm::StringRef(name).starts_with("T"))
      continue;
    ++spans[name];
    int64_t begin = *event.getInteger("ts");
    last[name] = {begin, begin + *event.getInteger("dur")};
    if (name == "test-nap")
      threads.insert(*event.getInteger("tid"));
  }
  EXPECT_EQ(spans["test-nap"], 2u * count);
  EXPECT_EQ(spans["test-around"], 1u);
  EXPECT_EQ(spans["bundle b"], 1u);
  EXPECT_EQ(spans["owner third party 'acme'"], 1u);
  EXPECT_TRUE(GetParam() || threads.size() == 1);
  // What is around is around it, and ends where that ends.
  Span outer = last["bundle b"], inner = last["test-module"];
  EXPECT_LE(outer.begin, inner.begin);
  EXPECT_GE(outer.end, inner.end);
  EXPECT_LE(outer.end, last["test-around"].begin);
}

#define ETC (void)0
/// What stands in RunReport.h.
llvm::Error runAsDocumented(PassManagerBuilder &builder, mlir::PassManager &pm,
                            mlir::ModuleOp module) {
  // docs: passmanager/runtime/RunReport.h
  if (llvm::Error err = builder.enableAttribution())
    ETC;
  pmb::Report report = pmb::makeReport(builder, "cpu", /*explains=*/true);
  if (llvm::Error err = builder.build())
    ETC;
  auto recorder = pmb::RunRecorder::open("run.html");
  if (!recorder)
    ETC;
  if (llvm::Error err = (*recorder)->attachTo(pm, builder.getOwners(), report))
    ETC;
  if (failed(pm.run(module)))
    ETC;
  if (llvm::Error err = (*recorder)->finish())
    ETC;
  // docs: end
  return llvm::Error::success();
}
#undef ETC

TEST_F(RunReportTest, ExampleOfTheHeader) {
  llvm::SmallString<128> here, folder;
  ASSERT_FALSE(llvm::sys::fs::current_path(here));
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("run", folder));
  ASSERT_FALSE(llvm::sys::fs::set_current_path(folder));
  build();
  addPass("test-idle");
  auto module = mlir::parseSourceString<mlir::ModuleOp>(program, &context);
  require(runAsDocumented(*builder, *pm, *module));
  auto page = llvm::MemoryBuffer::getFile("run.html");
  EXPECT_TRUE(page && (*page)->getBuffer().contains("test-idle"));
  ASSERT_FALSE(llvm::sys::fs::set_current_path(here));
  llvm::sys::fs::remove_directories(folder);
}

TEST_P(RunRecorderTest, NeedsOwners) {
  record("run.json");
  EXPECT_TRUE(contains(text(recorder->attachTo(*pm, nullptr, Report())),
                       "not-attributed"));
}

} // namespace
