//===- EditsOfOthersFileTest.cpp - Options and pins in files and reports --===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "PipelineFileSupport.h"
#include "bundles/report/Report.h"
#include "bundles/stock/StockCatalog.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

std::string text(llvm::Error error) {
  std::string result;
  for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
    result += diagnostic.str();
  return result;
}

/// Appends a file, in the name of the owner of the pipeline or of a plugin.
std::string appendAs(Pipeline &pipeline, StringRef json,
                     bool isPlugin = false) {
  llvm::Expected<PipelineFile> file = PipelineFile::parse(
      SourceText::copy(json, isPlugin ? "acme.json" : "p.json"));
  if (!file)
    return text(file.takeError());
  if (!isPlugin)
    return text(file->appendTo(pipeline));
  return text(pipeline.transaction(Origin::plugin("acme"),
                                   [&] { return file->appendTo(pipeline); }));
}

struct StockPipeline : Pipeline {
  StockPipeline() : Pipeline("builtin.module", getStockCatalog()) {}
};

std::string write(const Pipeline &pipeline) {
  return toText(PipelineFile::describe(pipeline));
}

TEST(SetOptionsFile, SetsOptionsOfPassesThatAreThere) {
  StockPipeline pipeline;
  EXPECT_EQ(appendAs(pipeline, R"({
    "passes": [{"pass": "canonicalize", "options": {"max-iterations": 3}},
               "cse", "canonicalize"],
    "insert": [{"pass": "sccp", "after": "cse"}],
    "setOptions": [
      {"of": {"pass": "canonicalize", "instance": "first"},
       "options": {"top-down": false}, "reason": "bottom up is enough"},
      {"of": {"pass": "canonicalize", "instance": "every"},
       "options": "region-simplify=disabled"}]})"),
            "");
  EXPECT_EQ(pipeline.str(),
            "builtin.module(canonicalize{max-iterations=3 top-down=false "
            "region-simplify=disabled},cse,sccp,"
            "canonicalize{region-simplify=disabled})");
}

TEST(SetOptionsFile, DependsOnWhatThePipelineIsFor) {
  StockPipeline pipeline;
  EXPECT_EQ(appendAs(pipeline, R"({
    "options": {"gpu": {"type": "bool"},
                "rounds": {"type": "int64", "default": "5"}},
    "passes": ["canonicalize"],
    "setOptions": [
      {"of": "canonicalize", "options": {"top-down": false}, "when": "gpu"},
      {"of": "canonicalize", "optionsFrom": {"max-iterations": "rounds"}}]})"),
            "");
  EXPECT_EQ(pipeline.str(), "builtin.module(canonicalize{max-iterations=5})");
}

TEST(SetOptionsFile, MistakesHaveTheirPlace) {
  auto run = [](StringRef setting) {
    StockPipeline pipeline;
    std::string message = appendAs(
        pipeline, ("{\"passes\": [\"canonicalize\"],\n \"setOptions\": [" +
                   setting + "]}")
                      .str());
    EXPECT_NE(message, "") << setting.str();
    EXPECT_TRUE(pipeline.empty());
    return message;
  };
  auto expect = [&](StringRef setting, StringRef message) {
    std::string found = run(setting);
    EXPECT_TRUE(contains(found, message.str()));
  };
  expect(R"({"of": "canonicalise", "options": {"top-down": true}})",
         "error: the pipeline has no pass 'canonicalise' [PMB002 "
         "unknown-position]\n  at: p.json:2:24\n");
  expect(R"({"of": "canonicalise", "options": {"top-down": true}})",
         "did you mean 'canonicalize'?");
  expect(R"({"of": "canonicalize", "options": {"topdown": true}})",
         "'canonicalize' has no option 'topdown'");
  expect(R"({"of": "canonicalize", "options": {"top-down": 7}})",
         "'7' is not a value of 'top-down'");
  expect(R"({"of": "canonicalize", "option": {"top-down": true}})",
         "did you mean 'options' or 'optionsFrom'?");
  EXPECT_EQ(run(R"({"pass": "canonicalize", "options": {"top-down": true}})"),
            "error: a setting of options has no key 'pass' [PMB053 "
            "unknown-key]\n"
            "  at: p.json:2:18\n"
            "  note: the line is\n"
            "     2 |  \"setOptions\": [{\"pass\": \"canonicalize\", "
            "\"options\": {\"top-down\": true}}]}\n"
            "       |                  ^\n"
            "  help: did you mean 'of'?\n");
  expect(R"({"of": "canonicalize"})",
         "a setting of options needs 'of' and 'options'");
  expect(R"({"options": {"top-down": true}})",
         "a setting of options needs 'of' and 'options'");
  expect("3", "objects");
  expect(R"({"of": "canonicalize", "options": {"top-down": true},
             "when": "gup"})",
         "there is no option or variant 'gup'");
}

const char *moves = R"({
    "options": {"late": {"type": "bool"}},
    "passes": ["canonicalize", "cse", "sccp", "symbol-dce", {"slot": "end"}],
    "setOptions": [
      {"of": {"pass": "canonicalize", "instance": 0},
       "options": {"top-down": false}}],
    "insert": [{"pass": "canonicalize", "at": "end"}],
    "move": [
      {"of": "sccp", "at": "start", "reason": "constants first"},
      {"of": {"slot": "end"}, "before": {"slot": "no"},
       "orElse": {"before": "symbol-dce"}},
      {"of": "cse", "at": "end", "when": "late"},
      {"of": {"pass": "canonicalize", "instance": "last"}, "after": "sccp"}]})";

TEST(MoveFile, MovesWhatIsThere) {
  for (bool isLate : {false, true}) {
    StockPipeline pipeline;
    if (isLate)
      pipeline.setVariant("late");
    EXPECT_EQ(appendAs(pipeline, moves), "");
    // Options are set last, so numbers are those of the places then.
    EXPECT_EQ(pipeline.str(),
              isLate ? "builtin.module(sccp,canonicalize{top-down=false},"
                       "canonicalize,symbol-dce,cse)"
                     : "builtin.module(sccp,canonicalize{top-down=false},"
                       "canonicalize,cse,symbol-dce)");
    EXPECT_TRUE(pipeline.lookup(slot("end"))[0]->comesBefore(
        *pipeline.lookup(pass("symbol-dce"))[0]));
  }
}

std::string print(StringRef json) {
  return toText(require(PipelineFile::parse(SourceText::copy(json, "p.json"))));
}

TEST(SetOptionsFile, IsWrittenAndReadAgain) {
  for (StringRef options :
       {R"("options": {"a": 1})", R"("options": {})", R"("optionsFrom": {})"}) {
    std::string json =
        print((R"({"setOptions": [{"of": "cse", )" + options + "}]}").str());
    EXPECT_EQ(print(json), json);
  }
}

constexpr llvm::StringLiteral removals = R"({
  "options": {"debug": {"type": "bool"}},
  "bundles": {"late": {"passes": ["sccp"]}},
  "passes": ["canonicalize", "cse", {"slot": "s"}, {"bundle": "late"},
             "canonicalize"],
  "insert": [{"pass": "symbol-dce", "after": "cse"}],
  "remove": [
    {"of": {"pass": "canonicalize", "instance": "last"}, "reason": "slow"},
    {"of": {"slot": "s"}},
    {"of": {"bundle": "late"}},
    {"of": "symbol-dce", "when": "debug"}]})";

TEST(RemoveFile, TakesOutWhatIsThereAtLast) {
  StockPipeline pipeline;
  EXPECT_EQ(appendAs(pipeline, removals), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(canonicalize,cse,symbol-dce)");
}

TEST(RemoveFile, IsWrittenAndReadAgain) {
  StockPipeline again;
  EXPECT_EQ(appendAs(again, print(removals)), "");
  EXPECT_EQ(again.str(), "builtin.module(canonicalize,cse,symbol-dce)");
}

TEST(RemoveFile, OfOthersIsTraced) {
  StockPipeline pipeline;
  ASSERT_EQ(appendAs(pipeline, R"({"passes": ["canonicalize", "cse"]})"), "");
  ASSERT_EQ(appendAs(pipeline, R"({"remove": [{"of": "cse", "reason": "r"}]})",
                     /*isPlugin=*/true),
            "");
  EXPECT_EQ(pipeline.str(), "builtin.module(canonicalize)");
  ASSERT_EQ(pipeline.getList().getEdits().size(), 1u);
  EXPECT_TRUE(pipeline.getList().getEdits().front().isOfAnother());
}

TEST(RemoveFile, MistakesHaveTheirPlaceAndChangeNothing) {
  // The message, and where it is.
  auto fail = [](StringRef removal) {
    StockPipeline pipeline;
    std::string error = appendAs(
        pipeline,
        ("{\"passes\": [\"cse\"],\n \"remove\": [" + removal + "]}").str());
    EXPECT_EQ(pipeline.size(), 0u);
    return StringRef(error).split("\n  note:").first.str();
  };
  EXPECT_EQ(fail(R"({"of": "sccp"})"),
            "error: the pipeline has no pass 'sccp' [PMB002 unknown-position]\n"
            "  at: p.json:2:20");
  EXPECT_EQ(fail(R"({"reason": "r"})"),
            "error: a removal needs 'of' [PMB055 missing-key]\n"
            "  at: p.json:2:13");
  EXPECT_EQ(fail(R"({"of": "cse", "after": "cse"})"),
            "error: a removal has no key 'after' [PMB053 unknown-key]\n"
            "  at: p.json:2:27");
}

TEST(MoveFile, IsWrittenAndReadAgain) {
  std::string json = print(moves);
  EXPECT_EQ(print(json), json);
  StockPipeline pipeline, again;
  ASSERT_EQ(appendAs(pipeline, moves), "");
  ASSERT_EQ(appendAs(again, json), "");
  EXPECT_EQ(pipeline.str(), again.str());
}

TEST(MoveFile, IsTracedToItsPlace) {
  StockPipeline pipeline;
  ASSERT_EQ(appendAs(pipeline, R"({"passes": ["canonicalize", "cse"]})"), "");
  ASSERT_EQ(appendAs(pipeline, R"({"move": [
                     {"of": "cse", "at": "start", "reason": "it is cheap"}]})",
                     /*isPlugin=*/true),
            "");
  EXPECT_EQ(pipeline.str(), "builtin.module(cse,canonicalize)");
  std::string explained;
  llvm::raw_string_ostream os(explained);
  printExplanation(os, makeReport(pipeline, "p.json", /*explains=*/true));
  EXPECT_TRUE(contains(explained, "moved by   acme.json:2:22, it is cheap"));
}

TEST(MoveFile, MistakesHaveTheirPlace) {
  auto expect = [&](StringRef move, StringRef message) {
    StockPipeline pipeline;
    std::string found = appendAs(
        pipeline, ("{\"passes\": [\"cse\", \"canonicalize\", "
                   "{\"pass\": \"sccp\", \"pinned\": \"x\"}, \"cse\"],\n "
                   "\"move\": [" +
                   move + "]}")
                      .str());
    EXPECT_TRUE(contains(found, message.str()));
    EXPECT_TRUE(pipeline.empty());
  };
  expect(R"({"of": "canonicalise", "at": "end"})",
         "error: the pipeline has no pass 'canonicalise' [PMB002 "
         "unknown-position]\n  at: p.json:2:18\n");
  expect(R"({"of": "canonicalise", "at": "end"})",
         "did you mean 'canonicalize'?");
  expect(R"({"of": "canonicalize", "after": "scp"})",
         "error: the pipeline has no pass 'scp' [PMB002 unknown-position]\n"
         "  at: p.json:2:43\n");
  expect(R"({"of": "cse", "after": "canonicalize"})",
         "in a file that is \"instance\": \"first\"");
  expect(R"({"of": "canonicalize", "after": {"pass": "cse",
             "instance": "every"}})",
         "'canonicalize' cannot be moved to 2 places");
  expect(R"({"of": "canonicalize", "at": "contract"})", "p.json:2:40\n");
  expect(R"({"of": "canonicalize", "at": "contract"})",
         "a move goes to the 'start', the 'end' or what is there");
  expect(R"({"of": "canonicalize", "before": "mem2reg",
             "orElse": {"at": "contract"}})",
         "a move goes to the 'start', the 'end' or what is there");
  expect(R"({"of": "canonicalize", "att": "end"})", "did you mean 'at'?");
  expect(R"({"of": "canonicalize"})",
         "a position needs 'before', 'after' or 'at'");
  expect(R"({"at": "end"})", "a move needs 'of'");
  expect(R"({"pass": "cse", "at": "end"})", "a move has no key 'pass'");
  expect("3", "objects");
  expect(R"({"of": "canonicalize", "at": "end", "when": "lat"})",
         "there is no option or variant 'lat'");
}

TEST(MoveFile, RespectsPins) {
  StockPipeline pipeline;
  ASSERT_EQ(appendAs(pipeline, R"({"passes": ["canonicalize",
                     {"pass": "cse", "pinned": "comes last"}]})"),
            "");
  EXPECT_TRUE(
      contains(appendAs(pipeline, R"({"move": [{"of": "cse", "at": "start"}]})",
                        /*isPlugin=*/true),
               "cannot move 'cse': it is pinned [PMB085 pinned]"));
}

TEST(EditsFile, WhatIsNoObjectIsToldWhatToWrite) {
  for (auto [json, help] : {
           std::pair(R"({"insert": ["cse"]})",
                     R"({"pass": "cse", "at": "end"})"),
           std::pair(R"({"move": ["cse"]})", R"({"of": "cse", "at": "end"})"),
           std::pair(R"({"setOptions": ["cse"]})",
                     R"({"of": "cse", "options": {"name": "value"}})"),
           std::pair(R"({"remove": ["sccp"]})", R"({"of": "sccp"})"),
       }) {
    StockPipeline pipeline;
    std::string message = appendAs(pipeline, json);
    EXPECT_TRUE(contains(message, "takes objects, not a string"));
    EXPECT_TRUE(contains(message, std::string("help: write ") + help));
  }
}

/// Who has to change something reads where that is: the edit, not the file of
/// the owner.
TEST(PinnedFile, TheErrorStandsAtTheEdit) {
  StockPipeline pipeline;
  ASSERT_EQ(appendAs(pipeline, R"({"passes": ["canonicalize",
                     {"pass": "cse", "pinned": "comes last"}]})"),
            "");
  std::string message = appendAs(pipeline, R"({"remove": [{"of": "cse"}]})",
                                 /*isPlugin=*/true);
  EXPECT_EQ(message.find("  at: acme.json:1:20\n"), message.find('\n') + 1)
      << message;
  EXPECT_TRUE(contains(message, "note: it stands here: 'cse' (pass 1, on "
                                "builtin.module, added by p.json:2:22)"));
}

TEST(PinnedFile, OthersCannotEditWhatAFilePins) {
  const char *owner = R"({"passes": [
    {"pass": "canonicalize", "pinned": "tiling matches its forms",
     "pinnedOptions": "open"},
    {"slot": "late", "pinned": "documented"},
    {"bundle": "tail", "pinned": "goes together", "passes": ["cse", "sccp"]}],
    "insert": [{"pass": "symbol-dce", "at": "end", "pinned": "comes last"}]})";
  StockPipeline pipeline;
  ASSERT_EQ(appendAs(pipeline, owner), "");
  auto as = [&](auto edit) {
    return text(pipeline.transaction(Origin::plugin("acme"),
                                     [&]() -> llvm::Error { return edit(); }));
  };
  for (StringRef name : {"canonicalize", "cse", "sccp", "symbol-dce"}) {
    std::string message = as([&] { return pipeline.remove(pass(name)); });
    EXPECT_TRUE(contains(message, "[PMB085 pinned]"));
  }
  EXPECT_TRUE(contains(as([&] { return pipeline.remove(slot("late")); }),
                       "note: p.json:4:5: documented"));
  EXPECT_EQ(as([&] {
              return pipeline.setOptions(pass("canonicalize"),
                                         "top-down=false");
            }),
            "");
  EXPECT_TRUE(
      contains(as([&] { return pipeline.setOptions(pass("cse"), "x=1"); }),
               "[PMB085 pinned]"));
  // A plugin that is a file is not the owner either.
  EXPECT_TRUE(contains(
      appendAs(pipeline,
               R"({"setOptions": [{"of": "symbol-dce", "options": "x"}]})",
               /*isPlugin=*/true),
      "plugin 'acme' cannot set options of 'symbol-dce'"));
  // The owner is.
  EXPECT_EQ(text(pipeline.remove(slot("late"))), "");
}

TEST(PinnedFile, IsNotLeftOut) {
  for (bool isPinned : {false, true}) {
    StockPipeline pipeline;
    pipeline.getCleanups().setDedupe(true);
    ASSERT_EQ(appendAs(pipeline, isPinned ? R"({"passes": [
        {"pass": "canonicalize", "options": "max-iterations=-1"},
        {"pass": "canonicalize", "options": "max-iterations=-1",
         "pinned": "a marker"}]})"
                                          : R"({"passes": [
        {"pass": "canonicalize", "options": "max-iterations=-1"},
        {"pass": "canonicalize", "options": "max-iterations=-1"}]})"),
              "");
    EXPECT_EQ(pipeline.getCleanups().find().size(), isPinned ? 0u : 1u);
  }
}

TEST(PinnedFile, IsWrittenAndReadAgain) {
  const char *owner = R"({"passes": [
    {"pass": "canonicalize", "pinned": "a", "pinnedOptions": "open"},
    {"slot": "late", "pinned": "b"},
    {"bundle": "tail", "pinned": "c", "passes": ["cse",
      {"pass": "sccp", "pinned": "d"}]}]})";
  StockPipeline pipeline;
  ASSERT_EQ(appendAs(pipeline, owner), "");
  std::string json = write(pipeline);
  for (StringRef part : {"\"pinned\": \"a\"", "\"pinnedOptions\": \"open\"",
                         "\"pinned\": \"b\"", "\"pinned\": \"c\""})
    EXPECT_TRUE(contains(json, part.str()));
  StockPipeline again;
  ASSERT_EQ(appendAs(again, json), "");
  EXPECT_EQ(write(again), json);
}

TEST(PinnedFile, MistakesHaveTheirPlace) {
  auto expect = [](StringRef entry, StringRef message) {
    StockPipeline pipeline;
    std::string found =
        appendAs(pipeline, ("{\"passes\": [" + entry + "]}").str());
    EXPECT_TRUE(contains(found, message.str()));
  };
  expect(R"({"pass": "cse", "pinned": ""})", "it is not empty");
  expect(R"({"pass": "cse", "pinned": true})", "PMB056 bad-value");
  expect(R"({"pass": "cse", "pinnedOptions": "open"})",
         "'pinnedOptions' goes with 'pinned'");
  expect(R"({"pass": "cse", "pinned": "a", "pinnedOptions": "opne"})",
         "did you mean 'open'?");
  expect(R"({"nest": "func.func", "passes": ["cse"], "pinned": "a"})",
         "PMB053 unknown-key");
}

TEST(ChangesReport, SaysWhatPartiesDid) {
  StockPipeline pipeline;
  ASSERT_EQ(
      appendAs(pipeline, R"({"passes": ["canonicalize", "cse", "sccp"]})"), "");
  Origin acme = Origin::plugin("acme");
  acme.why = "has its own";
  ASSERT_EQ(text(pipeline.transaction(
                acme,
                [&]() -> llvm::Error {
                  if (auto err = pipeline.remove(pass("cse")))
                    return err;
                  return pipeline.replace(pass("sccp"), PassSpec("inline"));
                })),
            "");
  ASSERT_EQ(appendAs(pipeline,
                     R"({"setOptions": [{"of": "canonicalize",
                        "options": {"top-down": false}}]})",
                     /*isPlugin=*/true),
            "");
  Report report = makeReport(pipeline, "p.json", /*explains=*/true);
  ReportOptions options;
  options.format = ReportFormat::Json;
  std::string json;
  llvm::raw_string_ostream os(json);
  printReport(os, report, options);
  for (StringRef part : {R"("kind": "removed",
          "pass": "cse",
          "position": null,)",
                         R"("addedBy": "p.json:1:29",
          "changedBy": "plugin 'acme'",
          "reason": "has its own"
)",
                         R"("kind": "replaced",
          "pass": "sccp",)",
                         R"("by": "inline")", R"("kind": "options-set",
          "pass": "canonicalize",
          "position": 0,)",
                         R"("options": "top-down=false")"})
    EXPECT_TRUE(contains(json, part.str()));

  std::string explained;
  llvm::raw_string_ostream explainStream(explained);
  printExplanation(explainStream, report);
  for (StringRef part :
       {"  options    top-down=false, set by acme.json:1:17\n",
        "  replaces   'sccp', added by p.json:1:36\n",
        "not in the pipeline any more\n  removed    'cse', added by "
        "p.json:1:29: by plugin 'acme', has its own\n"})
    EXPECT_TRUE(contains(explained, part.str()));
}

} // namespace
