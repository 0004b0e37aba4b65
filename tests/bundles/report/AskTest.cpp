//===- AskTest.cpp - Questions about a pipeline ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each format has a file in goldens/. After a change that is meant,
// tests/accept-goldens writes them again.
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Ask.h"
#include "Goldens.h"
#include "PipelineFileSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

constexpr StringRef json = R"({
  "input": {"contents": ["x.op", "!t"]},
  "output": {"contents": ["z", "func"]},
  "passes": [
    {"slot": "early"},
    {"nest": "func.func", "passes": [{"pass": "tidy-up", "reason": "x is messy"}]},
    {"bundle": "pair", "contiguous": true, "passes": [
      {"pass": "x-to-y", "reason": "y is next"}, "free-t"]},
    {"pass": "y-to-z", "pinned": "z is final"},
    {"nest": "func.func", "passes": ["tidy-up"]}
  ],
  "contracts": {
    "tidy-up": {"provides": "clean-ir", "lowers": []},
    "x-to-y": {"lowers": {"from": "x.op", "to": "y.op", "sometimes": "y.other"},
               "requires": {"property": "clean-ir", "reason": "matches clean x"}},
    "look": {"lowers": []},
    "free-t": {"lowers": {"from": "!t", "to": []}, "invalidates": "clean-ir"},
    "y-to-z": {"lowers": {"from": "y", "to": "z.op", "unless": "!t", "reason": "z has no t"},
               "after": {"pass": "free-t", "weak": true, "source": "manual"}},
    "z-to-w": {"lowers": {"from": "z", "to": "w.op"}, "after": {"pass": "y-to-z"}}
  }
})";

class AskTest : public testing::Test {
protected:
  AskTest() : catalog(makeCatalog()), pipeline("builtin.module", catalog) {
    EXPECT_EQ(append(json, pipeline), "");
    Origin plugin = Origin::plugin("acme");
    plugin.why = "needs a look";
    require(pipeline.transaction(plugin, [&]() -> llvm::Error {
      return pipeline.insert(PassSpec("look"), Position::before(slot("early")));
    }));
    EXPECT_EQ(text(makeError(pipeline.check())), "");
  }

  static Catalog makeCatalog() {
    Catalog catalog = withProperties().clone();
    PassDescriptor lowering("w-lowering");
    lowering.hasContract = true;
    lowering.contract.lowers({"y"}).to({"z.op"});
    require(catalog.addPass(std::move(lowering)));
    PassDescriptor tidy("tidy-up");
    tidy.kinds = {"cleaning"};
    require(catalog.addPass(std::move(tidy)));
    return catalog;
  }

  /// The answers to one question.
  std::vector<Answer> why(StringRef name) {
    Questions questions;
    questions.why = {name.str()};
    return require(ask(pipeline, "p.json", questions)).answers;
  }
  template <typename T> T whyOne(StringRef name) {
    std::vector<Answer> answers = why(name);
    EXPECT_EQ(answers.size(), 1u) << name.str();
    EXPECT_TRUE(std::holds_alternative<T>(answers.front())) << name.str();
    return std::get<T>(answers.front());
  }
  std::vector<WhereAnswer> where(StringRef name) {
    Questions questions;
    questions.where = {name.str()};
    std::vector<WhereAnswer> result;
    for (Answer &answer : require(ask(pipeline, "p.json", questions)).answers)
      result.push_back(std::get<WhereAnswer>(std::move(answer)));
    return result;
  }
  std::string fail(Questions questions) {
    llvm::Expected<Answers> answers = ask(pipeline, "p.json", questions);
    return answers ? "answered" : text(answers.takeError());
  }

  /// `brings x-to-y: y.op; ...`.
  static std::string describe(const ItemAnswer &answer) {
    static constexpr StringLiteral kinds[] = {
        "given", "brings", "may-bring", "more", "lowers", "in-part", "leaves"};
    std::string text;
    for (const ItemAnswer::Step &step : answer.steps)
      text +=
          kinds[size_t(step.kind)].str() + " " +
          (step.pass ? step.pass->name : std::string("input")) + ": " +
          llvm::join(step.items, ",") +
          (step.blockers.empty() ? ""
                                 : " for " + llvm::join(step.blockers, ",")) +
          "; ";
    return text;
  }
  static std::string describe(const WhereAnswer &answer) {
    static constexpr StringLiteral verdicts[] = {"here", "yes", "idle", "no",
                                                 "untried"};
    std::string text;
    for (const WhereAnswer::Run &run : answer.runs)
      text += verdicts[size_t(run.verdict)].str() + " " + run.places.str() +
              " on " + StringRef(run.places.nest).rsplit('/').second.str() +
              (run.reason ? ": " + run.reason->message : "") + "\n";
    return text;
  }

  using StringLiteral = llvm::StringLiteral;
  Catalog catalog;
  Pipeline pipeline;
};

TEST_F(AskTest, WhyAnOperationIsThere) {
  ItemAnswer z = whyOne<ItemAnswer>("z.op");
  EXPECT_EQ(z.end, ItemAnswer::End::Certain);
  EXPECT_EQ(z.left, std::vector<std::string>{"z.op"});
  EXPECT_EQ(describe(z), "brings y-to-z: z.op; ");
  ItemAnswer y = whyOne<ItemAnswer>("y");
  EXPECT_EQ(y.end, ItemAnswer::End::Absent);
  EXPECT_EQ(describe(y), "brings x-to-y: y.op; may-bring x-to-y: y.other; "
                         "lowers y-to-z: y.op,y.other; ");
  EXPECT_TRUE(y.removers.empty());
  EXPECT_EQ(describe(whyOne<ItemAnswer>("x.op")),
            "given input: x.op; lowers x-to-y: x.op; ");
}

TEST_F(AskTest, WhatIsLeftAloneSaysForWhat) {
  pipeline.getInterface().inputContents->push_back("s.op");
  Contract more;
  more.lowers({"s.op"}).to({"z.op"}).unless({"x.op"});
  require(pipeline.addContract("look", more));
  pipeline.check();
  ItemAnswer s = whyOne<ItemAnswer>("s.op");
  EXPECT_EQ(s.end, ItemAnswer::End::Certain);
  EXPECT_EQ(describe(s), "given input: s.op; leaves look: s.op for x.op; ");
}

TEST_F(AskTest, WhatWouldRemoveIt) {
  require(pipeline.remove(pass("y-to-z")));
  pipeline.check();
  ItemAnswer y = whyOne<ItemAnswer>("y");
  EXPECT_EQ(y.end, ItemAnswer::End::Certain);
  ASSERT_EQ(y.removers.size(), 1u);
  EXPECT_EQ(y.removers[0].pass, "w-lowering");
  ASSERT_TRUE(y.removers[0].place);
  EXPECT_EQ(y.removers[0].place->str(), "at the end, after pass 4 'tidy-up'");
}

TEST_F(AskTest, WithAnOpenInput) {
  Pipeline open("builtin.module", catalog);
  EXPECT_EQ(append(R"({"passes": ["w-lowering"]})", open), "");
  Questions questions;
  questions.why = {"y", "z.op", "y.op"};
  Answers answers = require(ask(open, "p.json", questions));
  EXPECT_EQ(std::get<ItemAnswer>(answers.answers[0]).end,
            ItemAnswer::End::Absent);
  EXPECT_NE(std::get<ItemAnswer>(answers.answers[1]).end,
            ItemAnswer::End::Absent);
  EXPECT_EQ(std::get<ItemAnswer>(answers.answers[2]).end,
            ItemAnswer::End::Absent);
}

TEST_F(AskTest, WhyAPassIsThere) {
  PassAnswer answer = whyOne<PassAnswer>("x-to-y");
  ASSERT_TRUE(answer.node);
  EXPECT_EQ(answer.node->position, 2);
  EXPECT_EQ(answer.node->origin.why, "y is next");
  EXPECT_EQ(answer.bundles, std::vector<std::string>{"pair"});
  EXPECT_EQ(answer.work.goes, std::vector<std::string>{"x.op"});
  EXPECT_EQ(answer.work.comes, std::vector<std::string>{"y.op"});
  EXPECT_EQ(answer.work.mayCome, std::vector<std::string>{"y.other"});
  ASSERT_EQ(answer.ties.size(), 1u);
  EXPECT_TRUE(answer.ties[0].isOwn);
  EXPECT_EQ(stringify(answer.ties[0].word), "requires");
  EXPECT_EQ(answer.ties[0].reason, "matches clean x");
  EXPECT_EQ(answer.ties[0].other->name, "tidy-up");
  // Inside of a contiguous bundle nothing is removed.
  EXPECT_TRUE(answer.removal.isTried);
  EXPECT_TRUE(answer.removal.isRefused);
}

TEST_F(AskTest, WhatWouldBreakWithoutIt) {
  PassAnswer first = whyOne<PassAnswer>("tidy-up,0");
  ASSERT_FALSE(first.removal.findings.empty());
  EXPECT_FALSE(first.removal.isRefused);
  EXPECT_EQ(first.removal.findings[0].code, DiagnosticCode::MissingProperty);
  EXPECT_FALSE(first.earlier.limit);
  ASSERT_TRUE(first.later.limit);
  EXPECT_FALSE(first.later.beyond.findings.empty());
  ASSERT_EQ(first.ties.size(), 1u);
  EXPECT_FALSE(first.ties[0].isOwn);
  EXPECT_EQ(first.ties[0].other->name, "x-to-y");
  PassAnswer last = whyOne<PassAnswer>("tidy-up,last");
  EXPECT_TRUE(last.removal.findings.empty());
  // What was tried has changed nothing.
  EXPECT_EQ(pipeline.size(), 6u);
}

TEST_F(AskTest, PinsAndPartiesAreNamed) {
  PassAnswer pinned = whyOne<PassAnswer>("y-to-z");
  ASSERT_TRUE(pinned.pin);
  EXPECT_EQ(pinned.pin->reason, "z is final");
  EXPECT_TRUE(pinned.removal.isRefused);
  EXPECT_EQ(pinned.removal.findings[0].code, DiagnosticCode::Pinned);
  PassAnswer look = whyOne<PassAnswer>("look");
  EXPECT_EQ(look.node->origin.str(), "plugin 'acme'");
  EXPECT_EQ(look.node->origin.why, "needs a look");
  EXPECT_EQ(look.insertedAt, "into slot 'early'");
}

TEST_F(AskTest, SeveralOfOneNameAreAllExplained) {
  EXPECT_EQ(why("tidy-up").size(), 2u);
  EXPECT_EQ(why("tidy-up,every").size(), 2u);
  for (int i = 0; i < 30; ++i)
    pipeline.append(PassSpec("look"));
  std::vector<Answer> many = why("look");
  ASSERT_EQ(many.size(), 16u);
  EXPECT_EQ(std::get<PassAnswer>(many.back()).omitted, 15u);
  EXPECT_EQ(std::get<PassAnswer>(many.front()).omitted, 0u);
}

TEST_F(AskTest, BundlesAndSlotsCanBeAskedFor) {
  PassAnswer bundle = whyOne<PassAnswer>("pair");
  EXPECT_EQ(bundle.kind, Landmark::Kind::BundleBegin);
  EXPECT_FALSE(bundle.removal.findings.empty());
  PassAnswer slot = whyOne<PassAnswer>("early");
  EXPECT_EQ(slot.kind, Landmark::Kind::Slot);
  EXPECT_TRUE(slot.removal.findings.empty());
}

TEST_F(AskTest, APassThatIsNotThereIsNoMistake) {
  PassAnswer absent = whyOne<PassAnswer>("w-lowering");
  EXPECT_FALSE(absent.node);
}

TEST_F(AskTest, WhereAPassCouldBeAdded) {
  std::vector<WhereAnswer> answers = where("w-lowering");
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_FALSE(answers[0].node);
  std::string text = describe(answers[0]);
  // It has nothing to do before there is a y, and behind what lowers it.
  EXPECT_TRUE(contains(
      text, "idle anywhere before the begin of bundle 'pair' on func.func"));
  EXPECT_TRUE(contains(text, "no between pass 2 'x-to-y' and pass 3 'free-t'"));
}

TEST_F(AskTest, WhereAPassCouldBeMoved) {
  std::vector<WhereAnswer> answers = where("tidy-up,first");
  ASSERT_EQ(answers.size(), 1u);
  ASSERT_TRUE(answers[0].node);
  std::string text = describe(answers[0]);
  EXPECT_TRUE(contains(text, "here "));
  EXPECT_TRUE(contains(text, "yes anywhere before"));
  EXPECT_TRUE(contains(text, "requires 'clean-ir'"));
  size_t places = 0;
  for (const WhereAnswer::Run &run : answers[0].runs)
    places += run.places.count;
  EXPECT_EQ(places, 7u);
  EXPECT_EQ(where("tidy-up").size(), 2u);
}

TEST_F(AskTest, OptionsOfWhatWouldBeAdded) {
  EXPECT_EQ(where("w-lowering{x=1}").front().options, "x=1");
  Questions questions;
  questions.where = {"w-lowering{x=1"};
  EXPECT_TRUE(contains(fail(questions), "is not a pass with options"));
}

TEST_F(AskTest, WhatIsVeryLongIsTriedInPart) {
  Pipeline pipeline("builtin.module", catalog);
  for (int i = 0; i < 5000; ++i)
    pipeline.append(PassSpec("y-to-z"));
  pipeline.check();
  Questions questions;
  questions.where = {"w-lowering"};
  Answers answers = require(ask(pipeline, "long", questions));
  const auto &where = std::get<WhereAnswer>(answers.answers.front());
  EXPECT_EQ(where.runs.back().verdict, WhereAnswer::Verdict::NotTried);
  size_t places = 0;
  for (const WhereAnswer::Run &run : where.runs)
    places += run.places.count;
  EXPECT_EQ(places, 5001u);
}

TEST_F(AskTest, WhatCanBeAddressed) {
  Questions questions;
  questions.places = true;
  Answers answers = require(ask(pipeline, "p.json", questions));
  const auto &places = std::get<PlacesAnswer>(answers.answers.front());
  ASSERT_EQ(places.slots.size(), 1u);
  EXPECT_EQ(places.slots[0].name, "early");
  ASSERT_EQ(places.kinds.size(), 1u);
  EXPECT_EQ(places.kinds[0].name, "cleaning");
  EXPECT_EQ(places.kinds[0].places.size(), 2u);
  ASSERT_EQ(places.bundles.size(), 1u);
  ASSERT_EQ(places.pins.size(), 1u);
  EXPECT_EQ(places.pins[0].node.name, "y-to-z");
  ASSERT_EQ(places.nests.size(), 2u);
  EXPECT_EQ(places.nests[1].name, "builtin.module/func.func");
  EXPECT_EQ(places.passes.size(), 5u);
}

TEST_F(AskTest, NamesThatNobodyHas) {
  Questions questions;
  questions.why = {"tidi-up", "x.op"};
  questions.where = {"y-to-zz"};
  EXPECT_EQ(fail(questions),
            "error: there is no pass, bundle, slot, operation, dialect or type "
            "'tidi-up' [PMB038 unknown-item]\n"
            "  help: did you mean 'tidy-up'?\n"
            "error: neither the pipeline nor the catalog has a pass 'y-to-zz' "
            "[PMB001 unknown-pass]\n"
            "  help: did you mean 'y-to-z'?\n");
  questions.why = {"tidy-up,2"};
  questions.where.clear();
  EXPECT_EQ(fail(questions),
            "error: there is no 'tidy-up' number 2: the pipeline has 2 "
            "[PMB002 unknown-position]\n"
            "  help: the first has number 0\n");
  questions.why = {"x\n::error::y\x1b[31m\xe2\x80\xae"};
  std::string failure = fail(questions);
  EXPECT_FALSE(contains(failure, "\n::"));
}

std::string print(llvm::ArrayRef<Answers> answers, AnswerFormat format) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printAnswers(os, answers, format);
  return text;
}

TEST_F(AskTest, Goldens) {
  Questions questions;
  questions.explain = Explanation::Overview;
  questions.why = {"y", "z.op", "tidy-up", "y-to-z"};
  questions.where = {"free-t", "w-lowering"};
  questions.places = true;
  std::vector<Answers> answers;
  answers.push_back(require(ask(pipeline, "p.json", questions)));
  for (auto [format, name] : {std::pair(AnswerFormat::Text, "answers.txt"),
                              std::pair(AnswerFormat::Json, "answers.json")}) {
    std::string text = print(answers, format);
    compareWithGolden(name, text);
    EXPECT_EQ(text, print(answers, format));
  }
}

TEST_F(AskTest, NamesOfOthersAreShownAndNotRun) {
  std::string evil = "<b>\"'&\n::error::x\x1b[31m\xe2\x80\xae\xc2\x9b";
  Answers answers;
  answers.explain = Explanation::Overview;
  answers.report.input = answers.report.variant = answers.report.root = evil;
  Report::Pass pass;
  pass.node.name = pass.node.anchor = pass.options = evil;
  pass.node.position = 0;
  pass.node.origin = Origin::plugin(evil);
  pass.node.origin.why = evil;
  pass.work.goes = pass.work.comes = pass.work.begins = {evil};
  answers.report.passes = {pass};
  ItemAnswer item;
  item.item = evil;
  item.left = {evil};
  item.steps.push_back(
      {ItemAnswer::Step::Kind::Leaves, pass.node, {evil}, {evil}});
  Stretch place;
  place.nest = evil;
  place.after = Landmark{Landmark::Kind::Slot, evil, -1};
  item.removers.push_back({evil, evil, place});
  PassAnswer why;
  why.name = why.options = why.insertedAt = evil;
  why.node = pass.node;
  why.kinds = why.bundles = why.changes = {evil};
  why.pin =
      Report::Pinned{pass.node, pass.node.origin, evil, PinnedOptions::Open};
  why.work = pass.work;
  why.ties.push_back(
      {{Report::Constraint::State::Broken, pass.node, OrderEntry::Word::After,
        evil, pass.node, Strength::Weak, false, evil, evil},
       /*isOwn=*/false});
  why.removal.isTried = true;
  why.removal.findings.push_back(Diagnostic(DiagnosticCode::WrongOrder, evil));
  WhereAnswer where;
  where.pass = where.options = evil;
  where.runs.push_back({WhereAnswer::Verdict::Refused, place,
                        Diagnostic(DiagnosticCode::WrongOrder, evil)});
  PlacesAnswer places;
  places.slots = places.patternSlots = {{Landmark::Kind::Slot, evil, -1}};
  places.kinds = places.passes = places.bundles =
      places.nests = {{evil, {{Landmark::Kind::Pass, evil, 0}}}};
  places.pins = {*why.pin};
  answers.answers = {item, why, where, places};
  for (AnswerFormat format : {AnswerFormat::Text, AnswerFormat::Json}) {
    std::string text = print({answers, answers}, format);
    for (StringRef harm : {"\x1b", "\xe2\x80\xae", "\xc2\x9b", "\n::error"})
      EXPECT_FALSE(contains(text, harm));
    EXPECT_TRUE(contains(text, "error"));
    EXPECT_TRUE(llvm::json::isUTF8(text));
  }
  EXPECT_TRUE(bool(llvm::json::parse(print(answers, AnswerFormat::Json))));
}

TEST_F(AskTest, LinesFitATerminal) {
  Pipeline pipeline("builtin.module", catalog);
  std::string items;
  for (int i = 0; i < 40; ++i)
    items += (i ? ", \"" : "\"") + std::string("dialect") + std::to_string(i) +
             ".operation\"";
  EXPECT_EQ(
      append(
          "{\"input\": {\"contents\": [" + items +
              "]}, \"passes\": [\"all\", \"unsaid\"], \"contracts\": {\"all\": "
              "{\"lowers\": {\"from\": [" +
              items + "], \"to\": \"z.op\"}}}}",
          pipeline),
      "");
  Questions questions;
  questions.explain = Explanation::Overview;
  std::vector<Answers> answers;
  answers.push_back(require(ask(pipeline, "p.json", questions)));
  std::string text = print(answers, AnswerFormat::Text);
  EXPECT_TRUE(contains(text, ", ... (3"));
  EXPECT_TRUE(contains(text, "unsaid  :1:"));
  EXPECT_TRUE(contains(text, "(no contract)"));
  llvm::SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n');
  for (StringRef line : lines)
    EXPECT_LE(line.size(), 120u) << line.str();
}

} // namespace
