//===- PipelineLockTest.cpp - What runs, kept in a file -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/PipelineLock.h"
#include "PipelineFileSupport.h"
#include "bundles/report/Fingerprint.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

/// The lock of a pipeline file without variants.
PipelineLock makeLock(StringRef json, StringRef release = "22") {
  auto file = PipelineFile::parse(SourceText::copy(json, "p.json"));
  EXPECT_TRUE(bool(file));
  Pipeline pipeline(file->getAnchor(), withProperties());
  EXPECT_EQ(text(file->appendTo(pipeline)), "");
  return PipelineLock(makeReport(pipeline, "p.json", /*explains=*/true),
                      release);
}

std::string print(const PipelineLock &lock) { return toText(lock); }

/// What is wrong with the text of a lock; empty if nothing is.
std::string read(StringRef lock) {
  auto parsed = PipelineLock::parse(SourceText::copy(lock, "p.lock"));
  return parsed ? "" : text(parsed.takeError());
}

constexpr StringRef locked = R"({"passes": [
    "a", {"nest": "func.func", "passes": [{"pass": "optional", "options": {"count": 2}}, "c"]}]})";

TEST(PipelineLock, HasALineForEachPass) {
  std::string text = print(makeLock(locked));
  EXPECT_TRUE(contains(text, "\n        {\"pass\":\"a\"},\n"));
  EXPECT_TRUE(
      contains(text, "{\"pass\":\"optional\",\"on\":\"func.func\",\"options\":{"
                     "\"count\":\"2\"}"));
  EXPECT_TRUE(bool(llvm::json::parse(text)));
}

TEST(PipelineLock, ReadsBackAsTheSame) {
  PipelineLock lock = makeLock(locked);
  PipelineLock read =
      require(PipelineLock::parse(SourceText::copy(print(lock), "p.lock")));
  EXPECT_EQ(print(read), print(lock));
  EXPECT_TRUE(read.compareTo(lock).empty());
  EXPECT_TRUE(lock.compareTo(read).empty());
}

/// What changes the direction of text is seen, and reads back as it was.
TEST(PipelineLock, ShowsEachCharacter) {
  Report report;
  report.passes.resize(1);
  report.passes[0].node.name = "a\xe2\x80\xae\xf0\x9f\x98\x80\"\\\x01";
  PipelineLock lock(report, "22");
  std::string written = print(lock);
  EXPECT_TRUE(llvm::all_of(written, [](char c) {
    return c == '\n' || llvm::isPrint(c);
  })) << written;
  EXPECT_TRUE(contains(written, "a\\u202e\\ud83d\\ude00\\\"\\\\\\u0001"));
  PipelineLock read =
      require(PipelineLock::parse(SourceText::copy(written, "p.lock")));
  EXPECT_EQ(read.getVariants()[0].passes[0].node.name,
            report.passes[0].node.name);
}

TEST(PipelineLock, AnythingThatRunsOtherwiseHasAnotherFingerprint) {
  PipelineLock lock = makeLock(locked);
  auto getFingerprint = [](const PipelineLock &one) {
    return pmb::getFingerprint(one.getVariants().front());
  };
  std::string fingerprint = getFingerprint(lock);
  EXPECT_EQ(fingerprint.size(), 7u + 64u);
  EXPECT_EQ(getFingerprint(makeLock(locked)), fingerprint);
  EXPECT_NE(getFingerprint(makeLock(locked, "23")), fingerprint);
  for (auto [from, to] :
       {std::pair("\"a\"", "\"b\""), std::pair("\"count\": 2", "\"count\": 3"),
        std::pair("func.func", "gpu.func"),
        std::pair("\"a\", {", "\"a\", \"a\", {"),
        std::pair("{\"passes\"", "{\"anchor\": \"any\", \"passes\"")}) {
    std::string changed = locked.str();
    changed.replace(changed.find(from), StringRef(from).size(), to);
    PipelineLock other = makeLock(changed);
    EXPECT_NE(getFingerprint(other), fingerprint) << to;
    EXPECT_EQ(lock.compareTo(other).size(), 1u) << to;
  }
}

/// Whether a value is given or a default is no change of what runs.
TEST(PipelineLock, DefaultsCount) {
  // The lock of a pass with an option that has a default.
  auto makeOne = [](StringRef defaultValue, StringRef options) {
    Catalog catalog;
    PassDescriptor descriptor("p");
    descriptor.options = {{"count", defaultValue.str()}};
    require(catalog.addPass(std::move(descriptor)));
    Pipeline pipeline("builtin.module", catalog);
    pipeline.append(PassSpec("p", options));
    return PipelineLock(makeReport(pipeline, "p", /*explains=*/true), "22");
  };
  PipelineLock open = makeOne("7", ""), given = makeOne("7", "count=7");
  EXPECT_TRUE(open.compareTo(given).empty());
  EXPECT_EQ(getFingerprint(open.getVariants()[0]),
            getFingerprint(given.getVariants()[0]));
  EXPECT_NE(print(open), print(given));
  // An empty text is one that is not given, unless there is a default.
  EXPECT_TRUE(makeOne("", "").compareTo(makeOne("", "count=")).empty());
  EXPECT_FALSE(open.compareTo(makeOne("7", "count=")).empty());
  PipelineLock read =
      require(PipelineLock::parse(SourceText::copy(print(open), "p.lock")));
  std::vector<PipelineDiff> diffs = read.compareTo(makeOne("8", ""));
  ASSERT_EQ(diffs.size(), 1u);
  ASSERT_EQ(diffs[0].passes.size(), 1u);
  EXPECT_EQ(diffs[0].passes[0].change.options[0].before, "7");
  EXPECT_EQ(diffs[0].passes[0].change.options[0].after, "8");
}

/// What takes part counts, in whatever order it was loaded.
TEST(Fingerprint, LibrariesCount) {
  Report report;
  report.isExplained = true;
  std::string none = getFingerprint(report);
  report.libraries = {{"acme", "1.0", "ab"}, {"brand", "", "cd"}};
  std::string both = getFingerprint(report);
  EXPECT_NE(both, none);
  std::swap(report.libraries[0], report.libraries[1]);
  EXPECT_EQ(getFingerprint(report), both);
  report.libraries[1].buildID = "ac";
  EXPECT_NE(getFingerprint(report), both);
  report.libraries[1] = {"acme", "1.1", "ab"};
  EXPECT_NE(getFingerprint(report), both);
}

TEST(Fingerprint, IsOfAReport) {
  Catalog catalog;
  Pipeline pipeline("builtin.module", catalog);
  // docs: bundles/report/Fingerprint.h
  Report report = makeReport(pipeline, "cpu", /*explains=*/true);
  std::string key = getFingerprint(report);
  // docs: end
  EXPECT_EQ(key.size(), 7u + 64u);
}

/// No two pipelines are the same text, whatever their names have in them.
TEST(Fingerprint, NamesAreNotMixedUp) {
  Report one, other;
  for (Report *report : {&one, &other}) {
    report->isExplained = true;
    report->passes.resize(1);
  }
  one.passes[0].node.name = "a\",\"b";
  other.passes[0].node.name = "a";
  other.passes[0].nests = {"b"};
  EXPECT_NE(getFingerprint(one), getFingerprint(other));
  one.input = "p\n\x1b.json";
  std::string text;
  llvm::raw_string_ostream os(text);
  printFingerprints(os, one);
  EXPECT_EQ(llvm::count(text, '\n'), 1) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(PipelineLock, WhatTheBuilderLeavesOutDoesNotRun) {
  Report report;
  report.passes.resize(2);
  report.passes[1].cleanup = CleanupAction::Kind::Shared;
  EXPECT_EQ(PipelineLock(report, "").getVariants()[0].passes.size(), 1u);
}

TEST(PipelineLock, VariantsComeAndGo) {
  std::vector<Report> one(2), other(2);
  one[0].variant = other[0].variant = "gpu";
  one[1].variant = "avx";
  other[1].variant = "neon";
  for (std::vector<Report> *reports : {&one, &other})
    for (Report &report : *reports)
      report.passes.resize(1);
  std::vector<PipelineDiff> diffs =
      PipelineLock(one, "").compareTo(PipelineLock(other, ""));
  ASSERT_EQ(diffs.size(), 2u);
  EXPECT_EQ(diffs[0].after.variant, "neon");
  EXPECT_EQ(diffs[1].before.variant, "avx");
}

TEST(PipelineLock, VariantsAreWrittenAgainOneByOne) {
  Report one, fast, slow;
  one.variant = "default", one.root = "x";
  fast.variant = "fast", fast.root = "x";
  slow.variant = "slow", slow.root = "x";
  PipelineLock old({one, fast}, "22");
  fast.root = "y";
  PipelineLock now({slow, fast}, "22");
  PipelineLock part = old;
  part.dropOthers(now);
  ASSERT_EQ(part.getVariants().size(), 1u);
  EXPECT_EQ(part.getVariants()[0].variant, "fast");

  EXPECT_EQ(text(now.addOthers(old)), "");
  ASSERT_EQ(now.getVariants().size(), 3u);
  EXPECT_EQ(now.getVariants()[0].variant, "default");
  EXPECT_EQ(now.getVariants()[1].root, "y");
  EXPECT_EQ(now.getVariants()[2].variant, "slow");

  PipelineLock newer({fast}, "23");
  EXPECT_TRUE(contains(text(newer.addOthers(old)), "of LLVM '22'"));
  EXPECT_EQ(newer.getVariants().size(), 1u);
  PipelineLock all({fast, one}, "23");
  EXPECT_EQ(text(all.addOthers(old)), "");
}

TEST(PipelineLock, DamageIsFoundWithItsPlace) {
  std::string good = print(makeLock(locked));
  auto edited = [&](StringRef from, StringRef to) {
    std::string changed = good;
    size_t at = changed.find(from.str());
    EXPECT_NE(at, std::string::npos) << from.str();
    return changed.replace(at, from.size(), to.str());
  };
  EXPECT_EQ(read(good), "");
  EXPECT_TRUE(
      contains(read(edited("\"pass\":\"a\"", "\"pass\":\"b\"")),
               "the fingerprint is not that of the passes of 'default': "
               "the lock was edited or damaged [PMB056 bad-value]\n"
               "  at: p.lock:7:22"));
  EXPECT_TRUE(contains(read(edited("\"lockVersion\": 1", "\"lockVersion\": 2")),
                       "the lock has version 2, and only version 1 can be read "
                       "[PMB056 bad-value]\n  at: p.lock:2:18"));
  EXPECT_TRUE(contains(read("{}"), "'lockVersion' is missing"));
  EXPECT_TRUE(contains(read("[]"), "PMB056"));
  EXPECT_TRUE(contains(read("<<<<<<< HEAD\n" + good), "PMB052"));
  EXPECT_TRUE(contains(read(edited("\"root\"", "\"rot\"")), "PMB053"));
  EXPECT_NE(read(edited("{\"pass\":\"a\"}", "7")), "");
  EXPECT_TRUE(PipelineLock::isMeantAsLock("<<<<<<< HEAD\n" + good));
  EXPECT_FALSE(PipelineLock::isMeantAsLock(locked));
}

/// Every cut is an error with a place, and none is anything else.
TEST(PipelineLock, NoCutReadsAsALock) {
  std::string good = print(makeLock(locked));
  for (size_t size = 0; size + 2 < good.size(); ++size)
    EXPECT_TRUE(contains(read(StringRef(good).take_front(size)), "at: p.lock:"))
        << size;
}

} // namespace
