//===- ThreadsTest.cpp - Several threads, one catalog or pipeline ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads must see what one alone sees. `tests/run --sanitize=thread` looks
// for races while these run.
//
//===----------------------------------------------------------------------===//

#include "PipelineFileSupport.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/repair/Mending.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/report/Ask.h"
#include "bundles/report/Graph.h"
#include "bundles/stock/StockCatalog.h"
#include <atomic>
#include <functional>
#include <thread>

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

constexpr unsigned threadCount = 4, rounds = 5;

/// Runs `work` on all threads at once, each with its number.
void runOnThreads(llvm::function_ref<void(unsigned)> work) {
  std::atomic<unsigned> waiting = threadCount;
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < threadCount; ++number)
    threads.emplace_back([&, number] {
      for (--waiting; waiting;)
        std::this_thread::yield();
      work(number);
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// From linalg on tensors, with a pass too early.
std::unique_ptr<Pipeline> makePipeline(const Catalog &catalog) {
  auto pipeline = std::make_unique<Pipeline>("builtin.module", catalog);
  pipeline->getInterface().inputContents = {
      {"func", "linalg.matmul", "arith.constant", "!tensor"}};
  pipeline->getInterface().outputContents = {{"llvm"}};
  llvm::Expected<TextualPipeline> parsed = parseTextualPipeline(
      "builtin.module(func.func(convert-linalg-to-loops),canonicalize,"
      "one-shot-bufferize,canonicalize,convert-scf-to-cf,cse,convert-to-llvm)",
      "test");
  test::require(parsed ? parsed->appendTo(*pipeline) : parsed.takeError());
  return pipeline;
}

std::string print(llvm::function_ref<void(llvm::raw_ostream &)> to) {
  std::string text;
  llvm::raw_string_ostream os(text);
  to(os);
  return text;
}

std::string printFindings(llvm::ArrayRef<Diagnostic> findings) {
  std::string text;
  for (const Diagnostic &finding : findings)
    text += finding.str();
  return text;
}

std::string draw(const Pipeline &pipeline, GraphFormat format) {
  Report report = makeReport(pipeline, "p", /*explains=*/true);
  return print([&](auto &os) { printGraph(os, report, format); });
}

/// Everything that reads a constant pipeline.
const std::function<std::string(const Pipeline &)> readings[] = {
    [](const Pipeline &p) { return p.str(); },
    [](const Pipeline &p) { return draw(p, GraphFormat::Html); },
    [](const Pipeline &p) { return printFindings(p.findPossible()); },
    [](const Pipeline &p) {
      return std::to_string(p.getCleanups().find().size());
    },
    [](const Pipeline &p) {
      return std::to_string(p.lookup(kind("bufferization")).size()) +
             std::to_string(p.lookup(pass("canonicalize")).size()) +
             std::to_string(p.getRef(*p.getList().back()).position);
    },
    [](const Pipeline &p) {
      return print([&](auto &os) { p.print(os, PrintStyle::Listing); });
    },
    [](const Pipeline &p) {
      Questions questions;
      questions.why = {"linalg.matmul", "one-shot-bufferize"};
      questions.where = {"cse"};
      questions.places = true;
      llvm::Expected<Answers> answers = ask(p, "p", questions);
      return answers ? print([&](auto &os) {
        printAnswers(os, *answers, AnswerFormat::Json);
      })
                     : text(answers.takeError());
    },
    [](const Pipeline &p) {
      return print([&](auto &os) {
        printReport(os, makeReport(p, "p"), {ReportFormat::Sarif});
      });
    },
};

std::vector<std::string> readAll(const Pipeline &pipeline, size_t first = 0) {
  constexpr size_t count = std::size(readings);
  std::vector<std::string> said(count);
  for (size_t i = 0; i < count; ++i)
    said[(first + i) % count] = readings[(first + i) % count](pipeline);
  return said;
}

TEST(Threads, ReadOneConstantPipeline) {
  Catalog catalog = getStockCatalog().clone();
  std::vector<std::string> alone = readAll(*makePipeline(catalog));
  EXPECT_TRUE(contains(alone[1], "one-shot-bufferize"));
  for (unsigned round = 0; round < rounds; ++round) {
    // Of a fresh clone, and of a fresh pipeline, nothing is kept yet.
    Catalog fresh = getStockCatalog().clone();
    fresh.addType({"!unheard-of", {}, {}, {}, {}, ""});
    std::unique_ptr<const Pipeline> pipeline = makePipeline(fresh);
    std::vector<std::vector<std::string>> said(threadCount);
    runOnThreads([&](unsigned number) {
      said[number] = readAll(*pipeline, number + round);
    });
    for (const std::vector<std::string> &mine : said)
      EXPECT_TRUE(mine == alone);
  }
}

/// Composes, edits, checks and mends.
std::string build(const Catalog &catalog) {
  std::unique_ptr<Pipeline> pipeline = makePipeline(catalog);
  std::string said = text(pipeline->insert(
      PassSpec("sccp"), Position::before(kind("bufferization"))));
  said += text(pipeline->insert(PassSpec("no-such-pass"),
                                Position::before(slot("nowhere"))));
  said += printFindings(pipeline->check());
  std::vector<Fix> fixes = findFixes(*pipeline, Severity::Warning);
  said += std::to_string(fixes.size());
  said += text(applyFixes(*pipeline, fixes));
  return said + pipeline->str() + printFindings(pipeline->check());
}

TEST(Threads, BuildersShareACatalog) {
  std::string alone = build(getStockCatalog());
  for (unsigned round = 0; round < rounds; ++round) {
    Catalog fresh = getStockCatalog().clone();
    fresh.addType({"!unheard-of", {}, {}, {}, {}, ""});
    std::vector<std::string> said(threadCount);
    runOnThreads([&](unsigned number) { said[number] = build(fresh); });
    for (const std::string &mine : said)
      EXPECT_EQ(mine, alone);
  }
}

TEST(Threads, EachReadsFilesOfItsOwn) {
  TemporaryFolder folder;
  folder.write("acme.contracts.json",
               R"({"passes": {"acme": {"after": {"pass": "cse", "reason": "r"},
                   "introduces": ["scf.for"]}, "cse": {"provides": "tidy"}},
                   "properties": {"tidy": "Tidy"}})");
  folder.write("part.json", R"({"passes": ["acme"]})");
  folder.write("p.pipeline.json",
               R"({"passes": [{"include": "part.json"}, {"slot": "s"},
                   {"bundle": "lower-to-llvm"}],
                   "insert": [{"pass": "cse", "before": {"slot": "s"}}]})");
  auto work = [&] {
    Catalog catalog = getStockCatalog().clone();
    auto warnings =
        readContractsFile(folder.getPath("acme.contracts.json"), catalog);
    if (!warnings)
      return text(warnings.takeError());
    Pipeline pipeline("builtin.module", catalog);
    std::string said = folder.append("p.pipeline.json", pipeline);
    return said + printFindings(pipeline.check()) + pipeline.str();
  };
  std::string alone = work();
  EXPECT_TRUE(contains(alone, "'acme' must come after 'cse'"));
  for (unsigned round = 0; round < rounds; ++round) {
    std::vector<std::string> said(threadCount);
    runOnThreads([&](unsigned number) { said[number] = work(); });
    for (const std::string &mine : said)
      EXPECT_EQ(mine, alone);
  }
}

} // namespace
