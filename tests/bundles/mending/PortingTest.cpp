//===- PortingTest.cpp - Pipelines of earlier releases --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Porting.h"
#include "../Require.h"
#include "ErrorText.h"
#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/passes/NameChecker.h"
#include "builder/repair/Mending.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

class PortingTest : public testing::Test {
protected:
  /// The pipeline of the release `from` for this one. Twice is as good as once.
  std::string port(StringRef text, unsigned from = 15) {
    std::string once = portOnce(text, from);
    std::string said = findings;
    EXPECT_EQ(portOnce(once, from), once);
    findings = said;
    return once;
  }

  std::string portOnce(StringRef text, unsigned from) {
    findings.clear();
    TextualPipeline parsed = test::require(parseTextualPipeline(text, "test"));
    Pipeline pipeline(parsed.getRootOp(), catalog);
    test::require(parsed.appendTo(pipeline));
    NameChecker names(catalog);
    names.setPorting(true);
    std::vector<Diagnostic> found = parsed.checkNames(names, &pipeline);
    portPipeline(pipeline, from, found);
    for (const Diagnostic &finding : found) {
      findings += (stringify(finding.severity) + " " + finding.getInfo().name +
                   ": " + finding.message + "\n")
                      .str();
      for (const Note &note : finding.notes)
        if (note.kind != Note::Kind::Source)
          findings += "  " + note.message + "\n";
    }
    fixNames(pipeline, found, [](const Diagnostic &) { return true; });
    return test::toText(pipeline, PrintStyle::WithNames);
  }

  bool said(StringRef text) const { return StringRef(findings).contains(text); }

  PortingTest() : catalog(getStockCatalog().clone()) {
    test::require(addFormerOptions(catalog));
  }

  Catalog catalog;
  std::string findings;
};

TEST_F(PortingTest, OptionsAreRenamed) {
  EXPECT_EQ(
      port("builtin.module(func.func(affine-loop-fusion{fusion-maximal "
           "mode=greedy fusion-fast-mem-space=2}))"),
      "builtin.module(func.func(affine-loop-fusion{maximal=true mode=greedy "
      "fast-mem-space=2}))");
  EXPECT_EQ(findings,
            "error gone-since-release: MLIR 22 has other options of "
            "'affine-loop-fusion': 'fusion-maximal=true' is 'maximal=true' "
            "now, 'fusion-fast-mem-space=2' is 'fast-mem-space=2' now\n"
            "  MLIR 20 is the last release with it: "
            "https://github.com/llvm/llvm-project/pull/128405\n");
}

TEST_F(PortingTest, ValuesDecide) {
  EXPECT_EQ(port("any(func.func(affine-loop-unroll{unroll-full=1}))"),
            "any(func.func(affine-loop-unroll{unroll-factor=-1}))");
  EXPECT_EQ(port("any(func.func(affine-loop-unroll{unroll-full=0 "
                 "unroll-factor=8}))"),
            "any(func.func(affine-loop-unroll{unroll-factor=8}))");
  EXPECT_EQ(port("any(canonicalize{region-simplify=false})"),
            "any(canonicalize{region-simplify=disabled})");
  // A value of this release is none of an earlier one.
  EXPECT_EQ(port("any(canonicalize{region-simplify=normal})"),
            "any(canonicalize{region-simplify=normal})");
  EXPECT_EQ(findings, "");
}

TEST_F(PortingTest, WhatHasNoCounterpartStays) {
  StringRef text = "builtin.module(sparsification{vl=16})";
  EXPECT_EQ(port(text), text);
  EXPECT_TRUE(said("error gone-since-release: MLIR 22 has other options of "
                   "'sparsification': 'vl=16' has no counterpart"));
  EXPECT_TRUE(said("  'sparse-vectorization' does it\n"));
  // What has one is changed nonetheless.
  EXPECT_EQ(port("builtin.module(sparsification{vl=16 "
                 "parallelization-strategy=2})"),
            "builtin.module(sparsification{vl=16 "
            "parallelization-strategy=any-storage-outer-loop})");
}

TEST_F(PortingTest, PassesThatAreGoneStay) {
  StringRef text = "builtin.module(func.func(linalg-tile{tile-sizes=4},cse))";
  EXPECT_EQ(port(text), text);
  EXPECT_TRUE(said("error gone-since-release: MLIR 22 has no pass "
                   "'linalg-tile' any more: transform scripts"));
  EXPECT_TRUE(said("  MLIR 15 is the last release that has it: https://"));
  EXPECT_FALSE(said("unknown-pass"));
}

TEST_F(PortingTest, RenamedPassesKeepWhatTheyHadAndSaySo) {
  EXPECT_EQ(port("builtin.module(convert-memref-to-llvm{index-bitwidth=32},"
                 "linalg-strategy-enable-pass,my-convert-memref)"),
            "builtin.module(finalize-memref-to-llvm{index-bitwidth=32},"
            "linalg-strategy-enable-pass,my-convert-memref)");
  EXPECT_TRUE(said("  MLIR 16 is the last release that has it: "
                   "https://reviews.llvm.org/D142463\n"));
  EXPECT_EQ(port("builtin.module(func.func(arith-bufferize{alignment=64}))"),
            "builtin.module(one-shot-bufferize{buffer-alignment=64})");
}

TEST_F(PortingTest, OptionsOfRenamedPassesArePortedTwice) {
  EXPECT_EQ(port("builtin.module(linalg-comprehensive-module-bufferize{"
                 "create-deallocs=false allow-unknown-ops})"),
            "builtin.module(one-shot-bufferize{bufferize-function-boundaries="
            "true allow-unknown-ops=true})");
}

TEST_F(PortingTest, SplitsPutSeveral) {
  EXPECT_EQ(
      port("builtin.module(sparsification,post-sparsification-rewrite{enable-"
           "convert=false enable-foreach=true},cse)"),
      "builtin.module(sparsification,lower-sparse-ops-to-foreach{enable-"
      "convert=false},func.func(lower-sparse-foreach-to-scf),cse)");
  EXPECT_TRUE(said("  'lower-sparse-ops-to-foreach' has nothing like "
                   "'enable-foreach=true'\n"));
}

TEST_F(PortingTest, OnlyWhatHasNothingToDoIsRemoved) {
  EXPECT_EQ(port("builtin.module(one-shot-bufferize,cse,func.func("
                 "finalizing-bufferize))"),
            "builtin.module(one-shot-bufferize,cse)");
  EXPECT_EQ(port("builtin.module(func.func(convert-linalg-to-loops),"
                 "convert-linalg-to-llvm,cse)"),
            "builtin.module(func.func(convert-linalg-to-loops),cse)");
  EXPECT_EQ(port("builtin.module(convert-linalg-to-llvm,cse)"),
            "builtin.module(convert-linalg-to-llvm,cse)");
  EXPECT_EQ(port("builtin.module(func.func(finalizing-bufferize),cse)"),
            "builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
            "cse)");
}

TEST_F(PortingTest, OtherMeaningsAreRemarks) {
  StringRef text = "builtin.module(convert-func-to-llvm,convert-func-to-llvm)";
  EXPECT_EQ(port(text, 19), text);
  EXPECT_EQ(findings,
            "remark changed-since-release: 'convert-func-to-llvm' has changed: "
            "it also lowered the cf dialect; 'convert-cf-to-llvm' does that "
            "now\n  MLIR 19 is the last release in which it is as before: "
            "https://github.com/llvm/llvm-project/pull/120580\n");
  port(text, 20);
  EXPECT_EQ(findings, "");
  port("builtin.module(canonicalize,canonicalize)", 18);
  EXPECT_EQ(findings,
            "remark changed-since-release: 'canonicalize' has another default: "
            "without options it was 'region-simplify=aggressive'\n"
            "  blocks are no longer merged by default\n"
            "  MLIR 18 is the last release with that default: "
            "https://github.com/llvm/llvm-project/pull/95057\n"
            "  write 'region-simplify=aggressive' for what it was\n");
}

/// What is left out is no name in this release, and what is put in is one.
TEST(Releases, TheTableIsAboutWhatIsGone) {
  const Catalog &stock = getStockCatalog();
  for (StringRef old : stock.getRenamedNames()) {
    const PassSuccessor &now = *stock.getRenamed().lookup(old);
    EXPECT_FALSE(stock.lookupPass(old)) << old.str();
    EXPECT_FALSE(now.source.empty()) << old.str();
    EXPECT_TRUE(now.pass.empty() ? !now.reason.empty()
                                 : stock.lookupPass(now.pass) != nullptr)
        << old.str();
    for (const std::string &pass : now.then)
      EXPECT_TRUE(stock.lookupPass(pass)) << pass;
  }
  for (StringRef pass : stock.getHistories().getNames()) {
    const PassHistory &history = stock.getHistories().get(pass);
    StringRef name =
        stock.lookupRenamed(pass).empty() ? pass : stock.lookupRenamed(pass);
    const PassDescriptor *known = stock.lookupPass(name);
    ASSERT_TRUE(known) << pass.str();
    EXPECT_EQ(history.reason.empty(), history.source.empty()) << pass.str();
    for (StringRef option : history.options.getNames()) {
      const OptionSuccessor &now = history.options.get(option);
      EXPECT_TRUE(now.until && !now.source.empty()) << option.str();
      EXPECT_TRUE(now.option.empty() || known->lookupOption(now.option))
          << option.str();
      for (StringRef value : now.values.getNames())
        test::require(verifyOptions(*known, now.values.get(value)));
    }
  }
}

/// The lists are from the Passes.td files of the releases.
TEST(Releases, AllThatIsGoneIsInTheTable) {
  const Catalog &stock = getStockCatalog();
  for (StringRef release : {"15", "16", "19"}) {
    auto file = llvm::MemoryBuffer::getFile(
        (llvm::sys::path::parent_path(PMB_TEST_INPUTS) + "/releases/mlir-" +
         release + ".txt")
            .str());
    ASSERT_TRUE(file);
    unsigned number = std::stoi(release.str()), count = 0;
    for (StringRef line : llvm::split((*file)->getBuffer().trim(), '\n')) {
      ++count;
      auto [pass, options] = line.split('\t');
      const PassDescriptor *known = stock.lookupPass(pass);
      const PassSuccessor *now = stock.getRenamed().lookup(pass);
      EXPECT_TRUE(known || now) << release.str() << ' ' << pass.str();
      EXPECT_TRUE(!now || number <= now->until) << pass.str();
      llvm::SmallVector<StringRef> names;
      options.split(names, ' ', -1, /*KeepEmpty=*/false);
      for (StringRef option : names)
        if (known && !known->lookupOption(option)) {
          const OptionSuccessor *change =
              stock.getHistories().get(pass).options.lookup(option);
          ASSERT_TRUE(change) << pass.str() << ' ' << option.str();
          EXPECT_LE(number, change->until) << option.str();
        }
    }
    EXPECT_GT(count, 160u);
  }
}

std::string read(StringRef text, Catalog &catalog) {
  return test::errors(
      readContracts(SourceText::copy(text, "r.json"), catalog).takeError());
}

TEST(Releases, FilesSayWhatBecameOfTheirPasses) {
  StringRef text = R"({
    "renamed": {
      "acme-old": {"pass": "acme-a", "then": ["acme-b"], "until": 17,
                   "source": "NEWS"},
      "acme-gone": {"reason": "nobody needs it", "needlessAfter": "acme-a"}},
    "changes": {
      "acme-a": {"until": 18, "reason": "it does more",
                 "options": {"x": {"option": "y", "values": {"1": "z=2"},
                                   "oldDefault": "3", "until": 16}}}}})";
  Catalog catalog;
  EXPECT_EQ(read(text, catalog), "");
  std::string written;
  llvm::raw_string_ostream os(written);
  writeContracts(os, catalog, {});
  Catalog again;
  EXPECT_EQ(read(written, again), "");
  EXPECT_TRUE(again.getRenamed() == catalog.getRenamed());
  EXPECT_TRUE(again.getHistories() == catalog.getHistories());
  EXPECT_EQ(again.getRenamed().get("acme-old").then,
            std::vector<std::string>{"acme-b"});
  const OptionSuccessor &x =
      again.getHistories().get("acme-a").options.get("x");
  EXPECT_EQ(x.port("x", "1"), "z=2");
  EXPECT_EQ(x.port("x", "5"), "y=5");
  EXPECT_EQ(again.lookupRenamed("acme-gone"), "");
}

TEST(Releases, FilesMustSayWhy) {
  Catalog catalog;
  EXPECT_NE(read(R"({"renamed": {"acme-old": {"until": 17}}})", catalog), "");
  EXPECT_NE(read(R"({"renamed": {"acme-old": {"pass": "a", "until": "x"}}})",
                 catalog),
            "");
  EXPECT_NE(read(R"({"changes": {"acme-a": {"since": 17}}})", catalog), "");
  EXPECT_NE(
      read(R"({"changes": {"a": {"options": {"x": {"to": "y"}}}}})", catalog),
      "");
}

} // namespace
