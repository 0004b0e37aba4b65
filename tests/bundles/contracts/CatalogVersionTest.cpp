//===- CatalogVersionTest.cpp - Since when something is known -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is newer than the version of the catalog makes remarks, and turns no
// finding on or off. With its own version it counts like all else.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

namespace {

constexpr StringLiteral file = R"({"passes": {
  "early": {"lowers": {"from": "a", "to": "b"}},
  "late": {
    "lowers": [{"from": "b", "to": "c"},
               {"from": "d", "to": "e", "since": "22.2"}],
    "after": {"pass": "early", "present": true, "since": "22.2"}},
  "last": {"introduces": [], "lowers": {"from": "c", "since": "22.2"}},
  "empty": {"introduces": [], "lowers": {"from": "z", "since": "22.2"}},
  "new": {"since": "22.2", "anchor": "func.func", "kinds": "k",
          "options": {"o": "1"}, "greedy": true, "lowers": {"from": "c"}},
  "same": {"like": "late"},
  "newlike": {"since": "22.2", "like": "early"}
}})";

std::string describe(Error error) {
  std::string result;
  for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
    result += diagnostic.str();
  return result;
}

Catalog read(StringRef version, StringRef text = file) {
  Catalog catalog;
  if (!version.empty())
    catalog.setVersions(*CatalogVersion::parse(version), {{22, 1}, {22, 2}});
  test::require(readContracts(SourceText::copy(text, "c.json"), catalog));
  return catalog;
}

/// The severities and names of what is found, and the last help of each.
std::string check(const Catalog &catalog, StringRef passes,
                  std::vector<std::string> output = {},
                  std::optional<Severity> severity = std::nullopt) {
  Pipeline pipeline("builtin.module", catalog);
  if (severity)
    pipeline.setSeverity(DiagnosticCode::MissingPass, *severity);
  std::string text = ("builtin.module(" + passes + ")").str();
  test::require(
      test::require(parseTextualPipeline(text, "p")).appendTo(pipeline));
  if (!output.empty()) {
    pipeline.getInterface().inputContents = {"a", "func.func"};
    pipeline.getInterface().outputContents = output;
  }
  std::string found;
  for (const Diagnostic &finding : pipeline.check()) {
    found += (stringify(finding.severity) + " " + finding.getInfo().name).str();
    EXPECT_FALSE(finding.fix && finding.severity == Severity::Remark);
    for (const auto &note : finding.notes)
      if (StringRef(note.message).contains("since version"))
        found += ": " + note.message;
    found += "\n";
  }
  return found;
}

TEST(CatalogVersion, Text) {
  EXPECT_EQ(CatalogVersion::parse("22.10")->str(), "22.10");
  EXPECT_LT(*CatalogVersion::parse("22.9"), *CatalogVersion::parse("22.10"));
  for (StringRef bad : {"", "22", "22.", ".1", "22.0", "22.01", "0.1", "22.1.1",
                        "22.x", " 22.1", "22.+1", "99999999999.1"})
    EXPECT_FALSE(CatalogVersion::parse(bad)) << bad.str();
}

TEST(CatalogVersion, ParsesWhatIsNewer) {
  Catalog old = read("22.1");
  const PassDescriptor &late = *old.lookupPass("late");
  EXPECT_TRUE(late.hasContract);
  EXPECT_TRUE(late.contract.getOrder().empty());
  EXPECT_EQ(late.contract.getContents().size(), 1u);
  EXPECT_EQ(late.newest.getContents().size(), 2u);
  EXPECT_EQ(late.newest.getContents().front().items.front(), "b");
  EXPECT_TRUE(old.lookupPass("early")->newest.empty());
  EXPECT_TRUE(old.lookupPass("empty")->hasContract);

  const PassDescriptor &added = *old.lookupPass("new");
  EXPECT_FALSE(added.hasContract || added.hasOptionList);
  EXPECT_TRUE(added.anchor.empty() && added.kinds.empty());
  EXPECT_TRUE(added.contract.empty());
  EXPECT_TRUE(added.newest.isGreedy());
  EXPECT_EQ(added.newest.getContents().front().since, "22.2");

  EXPECT_EQ(old.lookupPass("same")->contract.getContents().size(), 1u);
  EXPECT_EQ(old.lookupPass("same")->newest.getContents().size(), 2u);
  EXPECT_FALSE(old.lookupPass("newlike")->hasContract);
  EXPECT_EQ(old.lookupPass("newlike")->newest.getContents().size(), 1u);

  for (StringRef version : {"22.2", ""}) {
    Catalog now = read(version);
    EXPECT_TRUE(now.lookupPass("late")->newest.empty());
    EXPECT_EQ(now.lookupPass("late")->contract.getContents().size(), 2u);
    EXPECT_EQ(now.lookupPass("new")->anchor, "func.func");
    EXPECT_TRUE(now.lookupPass("new")->hasContract);
    EXPECT_TRUE(now.lookupPass("newlike")->hasContract);
  }
}

TEST(CatalogVersion, WhatIsNewerMakesRemarks) {
  Catalog old = read("22.1");
  EXPECT_EQ(check(old, "late"),
            "remark missing-pass: this follows from what is said of 'late' "
            "since version 22.2 of the catalog, and counts from then on: "
            "choose that (--catalog=22.2) to have it as a finding now\n");
  EXPECT_EQ(check(read("22.2"), "late"), "error missing-pass\n");
  EXPECT_EQ(check(old, "early,late"), "");
  // Who asks for errors of that kind means those that they know.
  EXPECT_TRUE(StringRef(check(old, "late", {}, Severity::Error))
                  .starts_with("remark missing-pass"));
  EXPECT_EQ(check(old, "late", {}, Severity::Off), "");
}

TEST(CatalogVersion, WhatIsNewerTakesBackNoError) {
  // That 'last' and 'new' lower 'c' counts with 22.2 only.
  EXPECT_EQ(check(read("22.2"), "early,late,last", {"func.func"}), "");
  EXPECT_EQ(check(read("22.1"), "early,late,last", {"func.func"}),
            "error predicted-left-over\n");
  EXPECT_EQ(check(read("22.1"), "early,late,func.func(new)", {"func.func"}),
            "remark left-to-undescribed\n");
  EXPECT_EQ(check(read("22.1"), "early,empty", {"func.func"}),
            "error predicted-left-over\n");
}

TEST(CatalogVersion, WhatAFileAddsIsTakenApartToo) {
  Catalog catalog = read("22.1");
  test::require(readContracts(SourceText::copy(R"({"passes": {
        "late": {"before": "new", "after": {"kind": "q", "since": "22.3"}},
        "new": {"provides": "p"}},
        "properties": {"p": "x"}, "kinds": {"q": "y"}})",
                                               "more.json"),
                              catalog));
  const PassDescriptor &late = *catalog.lookupPass("late");
  EXPECT_EQ(late.contract.getOrder().size(), 1u);
  EXPECT_EQ(late.newest.getOrder().size(), 3u);
  EXPECT_TRUE(catalog.lookupPass("new")->hasContract);
  // 22.3 is nobody's version yet.
  EXPECT_TRUE(test::contains(check(catalog, "late"), "take \"since\" away"));
}

TEST(CatalogVersion, WritesWhatItReads) {
  Catalog old = read("22.1");
  std::vector<const PassDescriptor *> passes;
  for (StringRef name : {"early", "late", "empty", "same"})
    passes.push_back(old.lookupPass(name));
  std::string text;
  raw_string_ostream os(text);
  writeContracts(os, old, passes);
  Catalog again = read("22.1", text);
  for (const PassDescriptor *pass : passes) {
    const PassDescriptor *other = again.lookupPass(pass->name);
    EXPECT_TRUE(other->contract.isEquivalentTo(pass->contract)) << text;
    EXPECT_TRUE(other->newest.isEquivalentTo(pass->newest)) << text;
    EXPECT_EQ(other->hasContract, pass->hasContract) << text;
  }
}

std::string getError(StringRef said) {
  Catalog catalog;
  catalog.setVersions({22, 1}, {});
  return describe(
      readContracts(SourceText::copy(said, "c.json"), catalog).takeError());
}

TEST(CatalogVersion, BadVersions) {
  auto getEntryError = [](StringRef since) {
    return getError((R"({"passes": {"a": {"lowers": {"from": "x", "since": )" +
                     since + "}}}}")
                        .str());
  };
  EXPECT_TRUE(
      test::contains(getEntryError(R"("soon")"), "'soon' is no version"));
  EXPECT_EQ(getEntryError(R"("21.4")"), "");
  EXPECT_NE(getEntryError("22.2"), "");
  EXPECT_EQ(getEntryError(R"("22.1")"), "");
  EXPECT_EQ(getEntryError(R"("23.1")"), "");
  for (StringRef until : {R"("22")", "-1", "22.1", "[]"})
    EXPECT_NE(
        getError((R"({"passes": {"a": {"until": )" + until + "}}}").str()), "");
  EXPECT_TRUE(test::contains(getError(R"({"passes": {"a": {"since": "x"}}})"),
                             "'x' is no version"));
}

TEST(CatalogVersion, WhatIsAboutOtherReleasesIsLeftOut) {
  constexpr StringLiteral releases = R"({"passes": {
    "gone": {"until": 19, "anchor": "func.func", "lowers": {"from": "a"}},
    "new": {"since": "22.1", "lowers": {"from": "a"}},
    "kept": {"lowers": [{"from": "b", "until": 19},
                        {"from": "c", "since": "22.1"},
                        {"from": "d", "since": "22.2"},
                        {"from": "e", "since": "19.1", "until": 22}]},
    "not": {"lowers": [{"from": "b", "until": 19}]}
  }})";
  auto lowered = [](const Catalog &catalog, StringRef name) {
    std::string result;
    if (const PassDescriptor *pass = catalog.lookupPass(name))
      for (const ContentsEntry &entry : pass->getNewest().getContents())
        result += entry.items.front();
    return result;
  };
  Catalog old = read("19.1", releases), now = read("22.1", releases);
  EXPECT_EQ(lowered(old, "gone"), "a");
  EXPECT_EQ(old.lookupPass("new"), nullptr);
  EXPECT_EQ(lowered(old, "kept"), "be");
  EXPECT_TRUE(old.lookupPass("kept")->newest.empty());
  EXPECT_TRUE(old.lookupPass("not")->hasContract);
  EXPECT_EQ(now.lookupPass("gone"), nullptr);
  EXPECT_EQ(lowered(now, "new"), "a");
  EXPECT_EQ(lowered(now, "kept"), "cde");
  EXPECT_FALSE(now.lookupPass("not")->hasContract);
  // Without a catalog there is no release, and everything counts.
  EXPECT_EQ(lowered(read("", releases), "kept"), "bcde");

  // It is kept where a file is written.
  std::string text;
  raw_string_ostream os(text);
  writeContracts(os, old, {old.lookupPass("kept")});
  EXPECT_EQ(lowered(read("19.1", text), "kept"), "be") << text;
  EXPECT_EQ(lowered(read("23.1", text), "kept"), "") << text;
}

TEST(CatalogVersion, OfSeveralReleases) {
  const Catalog &old = test::require(getStockCatalog("19.1"));
  const Catalog &now = test::require(getStockCatalog("22.1"));
  EXPECT_EQ(old.getRelease(), "19");
  EXPECT_EQ(now.getRelease(), "22");
  EXPECT_EQ(old.getVersions().size(), 1u);
  EXPECT_FALSE(old.hasVersion({22, 1}));
  // Both have it, one, the other.
  EXPECT_TRUE(old.lookupPass("cse") && now.lookupPass("cse"));
  EXPECT_TRUE(old.lookupPass("finalizing-bufferize"));
  EXPECT_FALSE(now.lookupPass("finalizing-bufferize"));
  EXPECT_FALSE(old.lookupPass("convert-to-emitc"));
  EXPECT_TRUE(now.lookupPass("convert-to-emitc"));
  EXPECT_FALSE(old.lookupBundle("lower-to-emitc"));
  EXPECT_TRUE(now.lookupBundle("lower-to-emitc"));
  EXPECT_TRUE(old.lookupBundle("lower-to-llvm"));
  // By the names that the release has for operations.
  auto lowers = [](const Catalog &catalog, StringRef pass, StringRef item) {
    return any_of(catalog.lookupPass(pass)->contract.getContents(),
                  [&](const ContentsEntry &entry) {
                    return is_contained(entry.items, item);
                  });
  };
  EXPECT_TRUE(lowers(old, "finalizing-bufferize", "bufferization.to_memref"));
  EXPECT_TRUE(lowers(old, "convert-func-to-llvm", "cf"));
  EXPECT_FALSE(lowers(now, "convert-func-to-llvm", "cf"));

  // A pipeline that was ported is green with its own release only.
  constexpr StringLiteral text = "builtin.module(func.func(tosa-to-linalg),"
                                 "func-bufferize,func.func(scf-bufferize))";
  auto check = [&](const Catalog &catalog) {
    Pipeline pipeline("builtin.module", catalog);
    std::string found;
    if (Error error =
            test::require(parseTextualPipeline(text, "p")).appendTo(pipeline))
      found = describe(std::move(error));
    for (const Diagnostic &finding : pipeline.check())
      found += finding.str();
    return found;
  };
  EXPECT_EQ(check(old), "");
}

TEST(CatalogVersion, OfTheStockCatalog) {
  const Catalog &stock = getStockCatalog();
  ASSERT_TRUE(stock.getVersion());
  EXPECT_TRUE(stock.hasVersion(*stock.getVersion()));
  for (CatalogVersion version : stock.getVersions()) {
    Expected<const Catalog &> pinned = getStockCatalog(version.str());
    ASSERT_TRUE(bool(pinned));
    EXPECT_EQ(*pinned->getVersion(), version);
    EXPECT_EQ(pinned->getPassNames(), stock.getPassNames());
  }
  EXPECT_EQ(&*getStockCatalog(stock.getVersion()->str()), &stock);
  // A release is its version that counts.
  EXPECT_EQ(&*getStockCatalog(stock.getRelease()), &stock);
  for (StringRef bad : {"", "21", "022", "21.1", "22.99", "\x1b[0m"}) {
    std::string found = describe(getStockCatalog(bad).takeError());
    EXPECT_TRUE(test::contains(found, "the catalog has no version"));
    EXPECT_TRUE(test::contains(found, "22.1"));
    EXPECT_EQ(found.find('\x1b'), std::string::npos);
  }
}

} // namespace
