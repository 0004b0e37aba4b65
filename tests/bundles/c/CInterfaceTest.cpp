//===- CInterfaceTest.cpp - The C interface -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pipelines and catalogs. Requests are in ServerTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "CInterfaceSupport.h"
#include "bundles/report/Graph.h"
#include "bundles/report/Report.h"
#include <atomic>
#include <gtest/gtest.h>
#include <thread>

using namespace pmb::test;
using llvm::StringRef;

namespace {

class CInterfaceTest : public testing::Test {
protected:
  CInterfaceTest() : catalog(pmbCatalogCreate()) {}
  ~CInterfaceTest() override {
    pmbPipelineDestroy(pipeline);
    pmbCatalogDestroy(catalog);
  }

  void parse(StringRef string, StringRef variants = "") {
    PmbDiagnostics diagnostics = {nullptr};
    pipeline = pmbPipelineParse(catalog, text(string), text("cpu"),
                                text(variants), &diagnostics);
    EXPECT_EQ(take(diagnostics), "");
  }

  /// Calls what takes diagnostics last; what they say.
  template <typename Fn, typename... Args>
  std::string call(Fn function, Args... args) {
    PmbDiagnostics diagnostics = {nullptr};
    PmbLogicalResult result =
        function(pipeline, text(StringRef(args))..., &diagnostics);
    EXPECT_EQ(pmbLogicalResultIsFailure(result),
              pmbDiagnosticsGetNumErrors(diagnostics) != 0);
    return take(diagnostics);
  }

  std::string print(StringRef format = "text") {
    std::string result;
    PmbDiagnostics diagnostics = {nullptr};
    pmbPipelinePrint(pipeline, text(format), append, &result, &diagnostics);
    return result + take(diagnostics);
  }

  std::string begin(StringRef name, int rank = 0) {
    PmbDiagnostics diagnostics = {nullptr};
    pmbPipelineBeginParty(pipeline, text(name), rank, &diagnostics);
    return take(diagnostics);
  }

  PmbCatalog catalog;
  PmbPipeline pipeline = {nullptr};
};

constexpr StringRef usual =
    "builtin.module(one-shot-bufferize,func.func(convert-linalg-to-loops),cse)";

TEST_F(CInterfaceTest, SaysItsVersion) {
  EXPECT_EQ(pmbGetABIVersion(), uint32_t(PMB_C_ABI_VERSION));
  EXPECT_EQ(pmbGetVersion().length, strlen(pmbGetVersion().data));
}

TEST_F(CInterfaceTest, ReadsFilesThatBeginWithComments) {
  parse("// late cleanups\n{\"passes\": [\"cse\"]}");
  EXPECT_EQ(print(), "builtin.module(cse)");
}

TEST_F(CInterfaceTest, EditsByTexts) {
  parse(usual);
  EXPECT_EQ(
      call(pmbPipelineInsert, "acme-tile{size=8}", "before one-shot-bufferize"),
      "");
  EXPECT_EQ(call(pmbPipelineInsert, R"({"slot": "late"})", "end"), "");
  EXPECT_EQ(call(pmbPipelineInsert, R"({"pass": "sccp", "reason": "folds"})",
                 R"({"before": {"slot": "none"}, "orElse": {"before":
                 {"kind": "bufferization"}}})"),
            "");
  EXPECT_EQ(call(pmbPipelineMove, "cse", "start"), "");
  EXPECT_EQ(call(pmbPipelineReplace, "cse", "symbol-dce"), "");
  EXPECT_EQ(call(pmbPipelineSetOptions, "acme-tile", R"({"size": 16})"), "");
  EXPECT_EQ(call(pmbPipelineRemove, "convert-linalg-to-loops"), "");
  EXPECT_EQ(
      call(pmbPipelineAppend,
           R"(["canonicalize", {"nest": "func.func", "passes": ["cse"]}])"),
      "");
  EXPECT_EQ(call(pmbPipelineAppend, "func.func(sccp),cse"), "");
  EXPECT_EQ(print(), "builtin.module(symbol-dce,acme-tile{size=16},sccp,"
                     "one-shot-bufferize,canonicalize,func.func(cse),"
                     "func.func(sccp),cse)");
  EXPECT_EQ(pmbPipelineGetNumPasses(pipeline), 8);
  EXPECT_EQ(print("elements"),
            R"j(["symbol-dce","acme-tile{size=16}","sccp",)j"
            R"j("one-shot-bufferize","canonicalize","func.func(cse)",)j"
            R"j("func.func(sccp)","cse"])j");
  EXPECT_TRUE(has(print("passes"), R"("reason":"folds")"));
  EXPECT_TRUE(has(print("listing"), "slot 'late'") ||
              has(print("listing"), "late"));
}

TEST_F(CInterfaceTest, InsertsIntoNestsAndBundles) {
  parse(usual);
  EXPECT_EQ(call(pmbPipelineInsert, "func.func(cse)",
                 "after convert-linalg-to-loops"),
            "");
  EXPECT_EQ(call(pmbPipelineInsert,
                 R"({"bundle": "mine", "passes": ["sccp", "cse"]})", "start"),
            "");
  EXPECT_EQ(call(pmbPipelineAppend, R"({"bundle": "lower-to-llvm"})"), "");
  EXPECT_TRUE(StringRef(print()).starts_with(
      "builtin.module(sccp,cse,one-shot-bufferize,"
      "func.func(convert-linalg-to-loops,cse),cse,"))
      << print();
}

TEST_F(CInterfaceTest, WhatFailsChangesNothing) {
  parse(usual);
  std::string before = print("listing");
  EXPECT_TRUE(has(call(pmbPipelineInsert, "cse", "before one-shot-buferize"),
                  "one-shot-bufferize"));
  EXPECT_TRUE(
      has(call(pmbPipelineInsert, "cse,sccp", "start"), "more than one pass"));
  EXPECT_TRUE(has(call(pmbPipelineInsert, "cse", "befor cse"), "a position"));
  EXPECT_TRUE(
      has(call(pmbPipelineInsert, "cse", R"({"befor": "cse"})"), "before"));
  EXPECT_TRUE(
      has(call(pmbPipelineInsert, R"({"pas": "cse"})", "start"), "<what>"));
  EXPECT_TRUE(has(call(pmbPipelineInsert, "", "start"), "name a pass"));
  EXPECT_TRUE(has(call(pmbPipelineAppend, "cse("), "<what>"));
  EXPECT_TRUE(has(call(pmbPipelineAppend, R"({"include": "a.json"})"),
                  "cannot be included"));
  EXPECT_TRUE(has(call(pmbPipelineAppend, R"(["cse", {"bundle": "none"}])"),
                  "no bundle"));
  EXPECT_TRUE(has(call(pmbPipelineMove, "cse", "after sccp"), "sccp"));
  EXPECT_TRUE(has(call(pmbPipelineRemove, "sccp"), "sccp"));
  EXPECT_TRUE(
      has(call(pmbPipelineSetOptions, "cse", R"({"size": )"), "<options>"));
  EXPECT_TRUE(has(call(pmbPipelineReplace, R"({"slot": "x"})", "cse"), "x"));
  EXPECT_TRUE(has(call(pmbPipelinePin, "cse", "mine", "opne"), "'open'"));
  EXPECT_TRUE(has(call(pmbPipelineConfigure, R"({"inptu": {}})"), "input"));
  EXPECT_TRUE(has(print("tekst"), "'text'"));
  EXPECT_EQ(print("listing"), before);
}

TEST_F(CInterfaceTest, RefusesWhatIsNoText) {
  parse(usual);
  EXPECT_TRUE(has(call(pmbPipelineInsert, StringRef("c\0se", 4), "start"),
                  "'what' has a NUL character at byte 1"));
  EXPECT_TRUE(has(call(pmbPipelineInsert, "cse", "before \xff"),
                  "'position' has no UTF-8 at byte 7"));
  PmbDiagnostics diagnostics = {nullptr};
  EXPECT_TRUE(pmbPipelineIsNull(
      pmbPipelineParse(catalog, text(StringRef("builtin\0", 8)), text(""),
                       text(""), &diagnostics)));
  EXPECT_TRUE(has(take(diagnostics), "'text' has a NUL character"));
}

TEST_F(CInterfaceTest, HandlesAreChecked) {
  parse(usual);
  PmbPipeline old = pipeline;
  pmbPipelineDestroy(pipeline);
  pmbPipelineDestroy(pipeline);
  EXPECT_TRUE(has(call(pmbPipelineRemove, "cse"), "destroyed"));
  EXPECT_EQ(pmbPipelineGetNumPasses(pipeline), -1);
  // A new pipeline has a handle of its own, and the old one is still no good.
  parse("builtin.module(cse)");
  EXPECT_EQ(pmbPipelineGetNumPasses(old), -1);
  EXPECT_EQ(pmbPipelineGetNumPasses(pipeline), 1);
  pipeline.ptr = catalog.ptr;
  EXPECT_TRUE(has(call(pmbPipelineRemove, "cse"), "something else"));
  pipeline.ptr = nullptr;
  EXPECT_TRUE(has(call(pmbPipelineRemove, "cse"), "null"));
  pipeline.ptr = &old;
  EXPECT_TRUE(has(call(pmbPipelineRemove, "cse"), "destroyed"));
  PmbDiagnostics none = {&old};
  EXPECT_EQ(pmbDiagnosticsGetNumDiagnostics(none), 0);
  EXPECT_TRUE(pmbLogicalResultIsFailure(
      pmbDiagnosticsPrint(none, text("text"), append, nullptr)));
  pmbDiagnosticsDestroy(none);
}

TEST_F(CInterfaceTest, PipelinesOutliveTheirCatalog) {
  parse(usual);
  pmbCatalogDestroy(catalog);
  EXPECT_EQ(call(pmbPipelineRemove, "cse"), "");
  PmbDiagnostics diagnostics = {nullptr};
  EXPECT_TRUE(pmbPipelineIsNull(
      pmbPipelineCreate(catalog, text("builtin.module"), &diagnostics)));
  EXPECT_TRUE(has(take(diagnostics), "catalog"));
}

/// Edits from two threads at once: each succeeds, or is refused with a message.
TEST_F(CInterfaceTest, TwoThreadsDoNoHarm) {
  parse(usual);
  std::atomic<int> made = 0;
  auto work = [&] {
    for (int i = 0; i < 200; ++i) {
      PmbDiagnostics diagnostics = {nullptr};
      if (pmbLogicalResultIsSuccess(pmbPipelineInsert(
              pipeline, text("canonicalize"), text("end"), &diagnostics)))
        ++made;
      else
        EXPECT_TRUE(has(take(diagnostics), "used by another call"));
    }
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(pmbPipelineGetNumPasses(pipeline), 3 + made);
}

TEST_F(CInterfaceTest, ThreadsShareACatalog) {
  auto work = [&] {
    for (int i = 0; i < 50; ++i) {
      PmbDiagnostics diagnostics = {nullptr};
      PmbPipeline own = pmbPipelineParse(catalog, text(usual), text("cpu"),
                                         text(""), &diagnostics);
      EXPECT_EQ(take(diagnostics), "");
      pmbPipelineDestroy(own);
      pmbCatalogAddContracts(catalog, text(R"({"kinds": {"acme": "ours"}})"),
                             text("acme"), &diagnostics);
      EXPECT_EQ(take(diagnostics), "");
    }
  };
  std::thread other(work);
  work();
  other.join();
}

TEST_F(CInterfaceTest, PartiesAreKeptWholeOrNotAtAll) {
  parse(usual);
  std::string before = print("listing");
  EXPECT_EQ(begin("acme"), "");
  EXPECT_TRUE(has(begin("other"), "'acme' is still editing"));
  EXPECT_EQ(call(pmbPipelineInsert, "sccp", "start"), "");
  EXPECT_EQ(call(pmbPipelineRemove, "cse"), "");
  EXPECT_TRUE(has(call(pmbPipelineSetOwner, "toy"), "'acme'"));
  EXPECT_EQ(call(pmbPipelineRollbackParty), "");
  EXPECT_EQ(print("listing"), before);
  EXPECT_TRUE(has(call(pmbPipelineCommitParty), "no party has begun"));
  // What was taken back may come again; what was kept may not.
  EXPECT_EQ(begin("acme"), "");
  EXPECT_EQ(call(pmbPipelineInsert, "sccp", "start"), "");
  EXPECT_EQ(call(pmbPipelineCommitParty), "");
  EXPECT_TRUE(has(begin("acme"), "edited the pipeline already"));
  EXPECT_TRUE(has(print("passes"), "acme"));
}

TEST_F(CInterfaceTest, PartiesHaveTheRightsOfParties) {
  parse(usual);
  EXPECT_EQ(call(pmbPipelinePin, "cse", "ours", ""), "");
  EXPECT_EQ(begin("acme"), "");
  EXPECT_TRUE(has(call(pmbPipelineRemove, "cse"), "ours"));
  EXPECT_EQ(call(pmbPipelineCommitParty), "");
  EXPECT_EQ(call(pmbPipelineRemove, "cse"), "");
}

/// The same passes, whatever the order of the calls is.
TEST_F(CInterfaceTest, RanksDecideTheOrderOfParties) {
  for (bool isReversed : {false, true}) {
    parse("builtin.module(cse)");
    for (int i : {0, 1}) {
      bool isFirst = (i == 0) != isReversed;
      EXPECT_EQ(begin(isFirst ? "zeta" : "alpha", isFirst ? 1 : 2), "");
      EXPECT_EQ(call(pmbPipelineInsert, isFirst ? "sccp" : "canonicalize",
                     "before cse"),
                "");
      EXPECT_EQ(call(pmbPipelineCommitParty), "");
    }
    EXPECT_EQ(print(), "builtin.module(sccp,canonicalize,cse)") << isReversed;
  }
  // An edit of the owner ends the round.
  EXPECT_EQ(call(pmbPipelineAppend, "symbol-dce"), "");
  EXPECT_EQ(begin("early", -1), "");
  EXPECT_EQ(call(pmbPipelineInsert, "loop-invariant-code-motion", "before cse"),
            "");
  EXPECT_EQ(call(pmbPipelineCommitParty), "");
  EXPECT_EQ(print(), "builtin.module(sccp,canonicalize,"
                     "loop-invariant-code-motion,cse,symbol-dce)");
}

/// By its rank a party comes before the one that made what it names.
TEST_F(CInterfaceTest, APartyThatNeedsALaterOneIsNotKept) {
  parse("builtin.module(cse)");
  EXPECT_EQ(begin("late", 2), "");
  EXPECT_EQ(call(pmbPipelineInsert, "sccp", "before cse"), "");
  EXPECT_EQ(call(pmbPipelineCommitParty), "");
  std::string before = print("listing");
  EXPECT_EQ(begin("early", 1), "");
  EXPECT_EQ(call(pmbPipelineInsert, "canonicalize", "after sccp"), "");
  EXPECT_TRUE(has(call(pmbPipelineCommitParty), "sccp"));
  EXPECT_EQ(print("listing"), before);
  EXPECT_EQ(begin("early", 3), "");
  EXPECT_EQ(call(pmbPipelineInsert, "canonicalize", "after sccp"), "");
  EXPECT_EQ(call(pmbPipelineCommitParty), "");
  EXPECT_EQ(print(), "builtin.module(sccp,canonicalize,cse)");
}

TEST_F(CInterfaceTest, ChecksAndFixes) {
  parse("builtin.module(convert-linalg-to-loops,one-shot-bufferize)");
  bool isChecked = false;
  PmbDiagnostics found = {nullptr}, why = {nullptr};
  EXPECT_TRUE(pmbLogicalResultIsFailure(
      pmbPipelineCheck(pipeline, text(""), &isChecked, &found)));
  EXPECT_TRUE(isChecked);
  ASSERT_EQ(pmbDiagnosticsGetNumErrors(found), 1);
  std::string json;
  pmbDiagnosticsPrint(found, text("json"), append, &json);
  EXPECT_TRUE(has(json, R"("code":"PMB029")")) << json;
  EXPECT_TRUE(
      pmbLogicalResultIsFailure(pmbPipelineApplyFix(pipeline, found, 7, &why)));
  EXPECT_TRUE(has(take(why), "no finding 7"));
  EXPECT_TRUE(
      pmbLogicalResultIsSuccess(pmbPipelineApplyFix(pipeline, found, 0, &why)));
  EXPECT_EQ(print(),
            "builtin.module(one-shot-bufferize,convert-linalg-to-loops)");
  EXPECT_TRUE(
      pmbLogicalResultIsFailure(pmbPipelineApplyFix(pipeline, found, 0, &why)));
  EXPECT_TRUE(has(take(why), "check again"));
  pmbDiagnosticsDestroy(found);
  EXPECT_TRUE(pmbLogicalResultIsSuccess(
      pmbPipelineCheck(pipeline, text(""), nullptr, &found)));
  EXPECT_EQ(take(found), "");
  EXPECT_TRUE(
      pmbLogicalResultIsFailure(pmbPipelineApplyFix(pipeline, found, 0, &why)));
  EXPECT_TRUE(has(take(why), "null"));
}

TEST_F(CInterfaceTest, ACheckIsToldOfBothEnds) {
  parse("builtin.module(one-shot-bufferize,convert-linalg-to-loops)");
  PmbDiagnostics found = {nullptr};
  pmbPipelineCheck(
      pipeline,
      text(R"({"contents": ["linalg", "!tensor"], "expect": "llvm-ir"})"),
      nullptr, &found);
  EXPECT_NE(pmbDiagnosticsGetNumDiagnostics(found), 0);
  pmbDiagnosticsDestroy(found);
  EXPECT_TRUE(has(print("file"), "llvm-ir"));
  bool isChecked = true;
  pmbPipelineCheck(pipeline, text(R"({"expct": "llvm-ir"})"), &isChecked,
                   &found);
  EXPECT_FALSE(isChecked);
  EXPECT_TRUE(has(take(found), "expect"));
}

TEST_F(CInterfaceTest, NamesThatAreLikelyToBeMisspelled) {
  parse("builtin.module(func.func(cse))");
  EXPECT_EQ(call(pmbPipelineInsert, "one-shot-bufferise", "end"), "");
  PmbDiagnostics found = {nullptr};
  pmbPipelineCheck(pipeline, text(""), nullptr, &found);
  EXPECT_TRUE(has(take(found), "one-shot-bufferize"));
  EXPECT_EQ(call(pmbPipelineRemove, "one-shot-bufferise"), "");
  pmbPipelineCheck(pipeline, text(""), nullptr, &found);
  EXPECT_EQ(take(found), "");
}

TEST_F(CInterfaceTest, ContractsAreForLaterPipelines) {
  parse("builtin.module(cse,acme-tile)");
  StringRef contracts = R"({"passes": {"acme-tile": {"before": ["cse"]}}})";
  PmbDiagnostics diagnostics = {nullptr}, found = {nullptr};
  EXPECT_TRUE(pmbLogicalResultIsSuccess(pmbCatalogAddContracts(
      catalog, text(contracts), text("acme.contracts.json"), &diagnostics)));
  EXPECT_EQ(take(diagnostics), "");
  EXPECT_TRUE(pmbLogicalResultIsSuccess(
      pmbPipelineCheck(pipeline, text(""), nullptr, &found)));
  pmbDiagnosticsDestroy(found);
  pmbPipelineDestroy(pipeline);
  parse("builtin.module(cse,acme-tile)");
  EXPECT_TRUE(pmbLogicalResultIsFailure(
      pmbPipelineCheck(pipeline, text(""), nullptr, &found)));
  EXPECT_TRUE(has(take(found), "wrong-order"));
  EXPECT_TRUE(pmbLogicalResultIsFailure(pmbCatalogReadContracts(
      catalog, text("none.contracts.json"), &diagnostics)));
  EXPECT_TRUE(has(take(diagnostics), "none.contracts.json"));
}

TEST_F(CInterfaceTest, VariantsAndPlugins) {
  StringRef file = R"({"options": {"lanes": {"type": "int32", "default": "4"}},
    "variants": {"avx": {"lanes": "8"}},
    "passes": ["cse", {"pass": "sccp", "when": "avx"}]})";
  parse(file, "avx");
  EXPECT_EQ(print(), "builtin.module(cse,sccp)");
  EXPECT_EQ(call(pmbPipelineApplyPlugin,
                 R"({"insert": [{"pass": "canonicalize", "after": "cse"}]})",
                 "acme.json"),
            "");
  EXPECT_EQ(print(), "builtin.module(cse,canonicalize,sccp)");
  EXPECT_TRUE(has(call(pmbPipelineApplyPlugin,
                       R"({"insert": [{"pass": "cse", "after": "none"}]})",
                       "other.json"),
                  "other.json:1"));
  EXPECT_TRUE(
      has(call(pmbPipelineApplyPlugin, R"({"passes": ["cse"]})", "owner.json"),
          "bad-plugin"));
  PmbDiagnostics diagnostics = {nullptr};
  EXPECT_TRUE(pmbPipelineIsNull(pmbPipelineParse(
      catalog, text(file), text("cpu.json"), text("avy"), &diagnostics)));
  EXPECT_TRUE(has(take(diagnostics), "avx"));
}

TEST_F(CInterfaceTest, PrintsWhatTheToolsPrint) {
  parse(usual);
  auto get = [&](auto function, auto... args) {
    std::string result;
    PmbDiagnostics diagnostics = {nullptr};
    function(pipeline, text(args)..., append, &result, &diagnostics);
    return result + take(diagnostics);
  };
  for (const pmb::NamedChoice<pmb::ReportFormat> &format :
       pmb::getReportFormats())
    EXPECT_FALSE(has(get(pmbPipelineReport, format.name), "error:"))
        << format.name.str();
  for (const pmb::NamedChoice<pmb::GraphFormat> &format :
       pmb::getGraphFormats())
    EXPECT_TRUE(has(get(pmbPipelineDraw, format.name), "one-shot-bufferize"))
        << format.name.str();
  EXPECT_TRUE(has(get(pmbPipelineDraw, StringRef("png")), "no format 'png'"));
  EXPECT_TRUE(has(
      get(pmbPipelineAsk, StringRef(R"({"why": ["cse"]})"), StringRef("text")),
      "cse"));
  EXPECT_TRUE(has(
      get(pmbPipelineAsk, StringRef(R"({"why": ["css"]})"), StringRef("json")),
      "css"));
  EXPECT_TRUE(
      has(get(pmbPipelineAsk, StringRef("{}"), StringRef("")), "'explain'"));
  std::string fingerprint = print("fingerprint");
  EXPECT_TRUE(StringRef(fingerprint).starts_with("sha256:"));
  EXPECT_EQ(call(pmbPipelineMove, "cse", "start"), "");
  EXPECT_NE(print("fingerprint"), fingerprint);
}

TEST_F(CInterfaceTest, AFileReadsBackAsTheSame) {
  parse(usual);
  EXPECT_EQ(call(pmbPipelineInsert, R"({"slot": "late"})", "end"), "");
  std::string file = print("file"), listing = print("text");
  pmbPipelineDestroy(pipeline);
  parse(file);
  EXPECT_EQ(print("text"), listing);
  EXPECT_EQ(print("file"), file);
}

} // namespace
