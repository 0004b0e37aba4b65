//===- DiffTest.cpp - What differs between two pipelines ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/report/Diff.h"
#include "Goldens.h"
#include "PipelineFileSupport.h"
#include "bundles/report/PassAlignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <random>

using namespace pmb;
using namespace pmb::test;
using llvm::ArrayRef;
using llvm::StringRef;
using Class = PipelineDiff::Class;
using Kind = PassChange::Kind;
using Names = std::vector<std::string>;

namespace {

/// A report of passes that are written `nest/name{options}`.
Report makeReportOf(ArrayRef<std::string> passes) {
  Report report;
  report.input = "p";
  report.root = "builtin.module";
  for (StringRef text : passes) {
    Report::Pass pass;
    StringRef nest;
    if (text.contains('/'))
      std::tie(nest, text) = text.split('/');
    auto [name, options] = text.split('{');
    pass.node.name = name.str();
    pass.node.position = report.passes.size();
    pass.options = options.drop_back(!options.empty()).str();
    if (!nest.empty())
      pass.nests = {nest.str()};
    report.passes.push_back(std::move(pass));
  }
  return report;
}

/// The changes in one line each.
Names compare(const Names &before, const Names &after) {
  Names lines;
  for (const PassChange &change :
       comparePasses(makeReportOf(before), makeReportOf(after))) {
    std::string line = stringify(change.kind).str() + " " + change.pass + " " +
                       std::to_string(change.before) + ">" +
                       std::to_string(change.after);
    for (const PassChange::Option &option : change.options)
      line += " " + option.name + ":" + option.before.value_or("-") + ">" +
              option.after.value_or("-");
    if (!change.nestAfter.empty())
      line += " " + change.nestBefore + ">" + change.nestAfter;
    lines.push_back(line);
  }
  return lines;
}

TEST(Diff, EachKindOfChange) {
  EXPECT_EQ(compare({"a", "b"}, {"a", "b"}), Names());
  EXPECT_EQ(compare({"a", "b"}, {"a", "x", "b"}), Names{"added x -1>1"});
  EXPECT_EQ(compare({"a", "x", "b"}, {"a", "b"}), Names{"removed x 1>-1"});
  EXPECT_EQ(compare({"a", "b", "c"}, {"c", "a", "b"}), Names{"moved c 2>0"});
  EXPECT_EQ(compare({"a", "b{x=1 y=2}"}, {"a", "b{y=2 x=3 z=4}"}),
            Names{"options-changed b 1>1 x:1>3 z:->4"});
  EXPECT_EQ(compare({"f/a", "b"}, {"a", "b"}),
            Names{"nest-changed a 0>0 builtin.module/f>builtin.module"});
}

TEST(Diff, TheOrderOfOptionsIsNoChange) {
  EXPECT_EQ(compare({"a{x=1 y=2 x=3}"}, {"a{y=2 x=1 x=3}"}), Names());
}

TEST(Diff, ThePlaceOfWhatIsOtherwiseIsTheGapThatItStandsIn) {
  // Same pass, same options, other place: moved, and another one is new.
  EXPECT_EQ(compare({"a", "b{x=1}", "c"}, {"a", "b{x=2}", "c", "b{x=1}"}),
            (Names{"added b{x=2} -1>1", "moved b{x=1} 1>3"}));
  // Other options and another place are one pass, and two changes.
  EXPECT_EQ(compare({"a{x=1}", "b"}, {"b", "a{x=2}"}),
            (Names{"moved a{x=2} 0>1", "options-changed a 0>1 x:1>2"}));
  // So are another nest and another place.
  EXPECT_EQ(compare({"f/a", "b"}, {"b", "a"}),
            (Names{"moved a 0>1",
                   "nest-changed a 0>1 builtin.module/f>builtin.module"}));
  // Options and nest, in place.
  EXPECT_EQ(compare({"f/a{x=1}", "b"}, {"a", "b"}),
            (Names{"options-changed a 0>0 x:1>-",
                   "nest-changed a 0>0 builtin.module/f>builtin.module"}));
}

TEST(Diff, WhatDoesNotRunIsNotCompared) {
  Report before = makeReportOf({"a", "b"}), after = makeReportOf({"a", "b"});
  after.passes[1].cleanup = CleanupAction::Kind::Dropped;
  std::vector<PassChange> changes = comparePasses(before, after);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].kind, Kind::Removed);
}

TEST(Diff, DefaultsAreValues) {
  Report before = makeReportOf({"a"}), after = makeReportOf({"a{x=1}"});
  before.isExplained = after.isExplained = true;
  before.passes[0].values = {{"x", "1", /*isDefault=*/true}};
  after.passes[0].values = {{"x", "1", /*isDefault=*/false}};
  EXPECT_TRUE(comparePasses(before, after).empty());
  after.passes[0].values[0].value = "2";
  EXPECT_EQ(comparePasses(before, after).size(), 1u);
}

//===----------------------------------------------------------------------===//
// Random lists
//===----------------------------------------------------------------------===//

Names makeList(std::mt19937 &random, size_t size, unsigned names) {
  Names list;
  for (size_t i = 0; i < size; ++i) {
    std::string pass(1, 'a' + random() % names);
    if (random() % 8 == 0)
      pass = "f/" + pass;
    if (random() % 8 == 0)
      pass += "{x=" + std::to_string(random() % 2) + "}";
    list.push_back(std::move(pass));
  }
  return list;
}

/// Makes the changes to `before`, with the passes of `after` only where they
/// were added.
Names apply(const Names &before, const Names &after,
            ArrayRef<PassChange> changes) {
  std::vector<bool> leaves(before.size());
  std::map<int, std::string> arrives;
  Names edited = before;
  for (const PassChange &change : changes) {
    if (change.kind == Kind::Removed || change.kind == Kind::Moved)
      leaves[change.before] = true;
    if (change.kind == Kind::Added)
      arrives[change.after] = after[change.after];
    if (change.kind == Kind::OptionsChanged) {
      std::string &pass = edited[change.before];
      pass = pass.substr(0, pass.find('{'));
      if (std::optional<std::string> value = change.options[0].after)
        pass += "{x=" + *value + "}";
    }
    if (change.kind == Kind::NestChanged) {
      std::string &pass = edited[change.before];
      pass = StringRef(change.nestAfter).ends_with("/f") ? "f/" + pass
                                                         : pass.substr(2);
    }
  }
  for (const PassChange &change : changes)
    if (change.kind == Kind::Moved)
      arrives[change.after] = edited[change.before];
  Names result;
  for (size_t i = 0; i < before.size(); ++i)
    if (!leaves[i])
      result.push_back(edited[i]);
  for (const auto &[position, pass] : arrives) {
    EXPECT_LE(size_t(position), result.size());
    result.insert(result.begin() + position, pass);
  }
  return result;
}

TEST(Diff, TheChangesMadeToTheOneGiveTheOther) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    Names before = makeList(random, random() % 16, 1 + random() % 8);
    Names after = random() % 2
                      ? before
                      : makeList(random, random() % 16, 1 + random() % 8);
    for (unsigned edits = random() % 4; edits && !after.empty(); --edits)
      std::swap(after[random() % after.size()], after[random() % after.size()]);
    std::vector<PassChange> changes =
        comparePasses(makeReportOf(before), makeReportOf(after));
    EXPECT_EQ(apply(before, after, changes), after)
        << llvm::join(before, ",") << " -> " << llvm::join(after, ",");
    EXPECT_EQ(changes.empty(), before == after);
  }
}

/// The length of a longest common subsequence, by the book.
size_t findCommon(ArrayRef<unsigned> from, ArrayRef<unsigned> to) {
  std::vector<std::vector<size_t>> common(from.size() + 1,
                                          std::vector<size_t>(to.size() + 1));
  for (size_t i = from.size(); i-- > 0;)
    for (size_t j = to.size(); j-- > 0;)
      common[i][j] = from[i] == to[j]
                         ? common[i + 1][j + 1] + 1
                         : std::max(common[i + 1][j], common[i][j + 1]);
  return common[0][0];
}

TEST(Diff, TheAlignmentIsMinimal) {
  std::mt19937 random(2);
  for (int round = 0; round < 3000; ++round) {
    std::vector<unsigned> from(random() % 30), to(random() % 30);
    unsigned names = 1 + random() % 12;
    for (auto *list : {&from, &to})
      for (unsigned &element : *list)
        element = random() % names;
    std::vector<int> partners = alignLists(from, to);
    ASSERT_EQ(partners.size(), from.size());
    int last = -1;
    size_t found = 0;
    for (auto [place, partner] : llvm::enumerate(partners)) {
      if (partner < 0)
        continue;
      ++found;
      EXPECT_GT(partner, last);
      EXPECT_EQ(from[place], to[partner]);
      last = partner;
    }
    EXPECT_EQ(found, findCommon(from, to));
  }
}

/// What is too different is not searched for long, and what stands in order all
/// the same is.
TEST(Diff, AlignmentHasALimit) {
  std::vector<unsigned> from, to;
  for (unsigned i = 0; i < 200; ++i) {
    from.push_back(i);
    to.push_back(i < 10 || i >= 190 ? i : 199 - i);
  }
  std::vector<int> partners = alignLists(from, to, /*maxDifferences=*/20);
  EXPECT_EQ(llvm::count_if(partners, [](int p) { return p >= 0; }), 20);
}

TEST(Diff, ManyPassesAreComparedFast) {
  Names before, after, reversed;
  for (int i = 0; i < 10000; ++i) {
    before.push_back("p" + std::to_string(i % 500));
    if (i % 100)
      after.push_back(before.back());
    if (i % 70 == 0)
      after.push_back("q" + std::to_string(i));
  }
  for (int i = 0; i < 10000; ++i)
    reversed.push_back(before[9999 - i]);
  auto measure = [&](const Names &to) {
    Report one = makeReportOf(before), other = makeReportOf(to);
    auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(comparePasses(one, other).empty());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  };
  // What takes quadratic time and space would take minutes.
  double similar = measure(after), other = measure(reversed);
  RecordProperty("similar", std::to_string(similar));
  RecordProperty("reversed", std::to_string(other));
  EXPECT_LT(similar, 5);
  EXPECT_LT(other, 60);
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

constexpr StringRef before = R"({
  "input": {"contents": ["x.op"]},
  "passes": [
    "clean",
    {"bundle": "pair", "passes": ["a", "b"]},
    {"nest": "func.func", "passes": [{"pass": "optional", "options": {"count": 2}}, "c"]},
    "d"
  ],
  "contracts": {
    "a": {"lowers": {"from": "x.op", "to": "y.op"}},
    "b": {"lowers": {"from": "y.op", "to": "z.op"}, "provides": "clean-ir",
          "after": {"pass": "a", "reason": "there is no y.op before it", "source": "measured"}},
    "c": {"lowers": [], "preserves": "clean-ir"},
    "clean": {"lowers": [], "preserves": "clean-ir"},
    "optional": {"lowers": [], "preserves": "clean-ir"},
    "module-pass": {"lowers": [], "invalidates": "clean-ir"},
    "d": {"lowers": [], "requires": "clean-ir", "preserves": "clean-ir"}
  }
})";

/// The same with another order, options and nest.
std::string makeAfter() {
  std::string text = before.str();
  auto replace = [&](StringRef from, StringRef to) {
    text.replace(text.find(from.str()), from.size(), to.str());
  };
  replace(R"(["a", "b"])", R"(["b", "a", "clean"])");
  replace(R"("count": 2)", R"("count": 3)");
  replace(R"(, "c"])", "]");
  replace("    \"d\"\n", "    \"c\", \"d\"\n");
  return text;
}

Report explain(Pipeline &pipeline, StringRef name) {
  std::vector<Diagnostic> findings = pipeline.check();
  Report report = makeReport(pipeline, name, /*explains=*/true);
  report.findings = std::move(findings);
  return report;
}

/// What the edits above and those of a plugin change.
class DiffTest : public testing::Test {
protected:
  DiffTest()
      : first("builtin.module", withProperties()),
        second("builtin.module", withProperties()) {
    EXPECT_EQ(append(before, first), "");
    EXPECT_EQ(append(makeAfter(), second), "");
    Origin plugin = Origin::plugin("acme & <sons>");
    plugin.why = "we need \"tiles\"";
    require(second.transaction(plugin, [&]() -> llvm::Error {
      if (llvm::Error error = second.remove(pass("d")))
        return error;
      return second.insert(PassSpec("module-pass"), Position::atEnd());
    }));
    diff = makeDiff(explain(first, "p.json"), explain(second, "p.json+acme"));
  }

  Pipeline first, second;
  PipelineDiff diff;
};

std::string print(ArrayRef<PipelineDiff> diffs, DiffFormat format) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printDiff(os, diffs, format);
  return text;
}

TEST_F(DiffTest, ChangesHaveClassesAndParties) {
  Names lines;
  for (const PipelineDiff::ChangedPass &one : diff.passes)
    lines.push_back(stringify(one.changeClass).str() + " " +
                    stringify(one.change.kind).str() + " " + one.change.pass +
                    " " + one.bundle +
                    (one.editor ? " by " + one.editor->str() : ""));
  EXPECT_EQ(lines, (Names{"order moved b pair", "cost added clean pair",
                          "options options-changed func.func(optional) ",
                          "set nest-changed c ",
                          "set removed d  by plugin 'acme & <sons>'",
                          "set added module-pass "}))
      << print(diff, DiffFormat::Text);
  EXPECT_GT(diff.count(Class::Findings), 0u);
  EXPECT_GT(diff.count(Class::Contents), 0u);
  EXPECT_EQ(diff.count(Class::Cost), 1u);
}

TEST_F(DiffTest, FindingsConstraintsAndTheEndFollow) {
  Names lines;
  for (const PipelineDiff::ChangedConstraint &one : diff.constraints)
    lines.push_back(stringify(one.kind).str() + " " + one.text);
  EXPECT_EQ(lines,
            (Names{"violated 'b' after 'a'", "gone 'd' requires 'clean-ir'"}));
  lines.clear();
  for (const PipelineDiff::ChangedContents &one : diff.contents)
    lines.push_back(one.name + " " + stringify(one.before).str() + " " +
                    stringify(one.after).str());
  EXPECT_EQ(lines, (Names{"y.op absent certain", "z.op certain absent",
                          "clean-ir certain absent"}));
  // And back.
  PipelineDiff back =
      makeDiff(explain(second, "p.json+acme"), explain(first, "p.json"));
  EXPECT_EQ(back.constraints.front().kind,
            PipelineDiff::ChangedConstraint::Kind::Kept);
  EXPECT_EQ(back.count(Class::Findings), 0u);
  EXPECT_FALSE(back.findings.empty());
}

TEST_F(DiffTest, CleanupsAndRepetitionsAreACost) {
  Pipeline more("builtin.module", withProperties());
  EXPECT_EQ(append(before, more), "");
  more.append(PassSpec("clean"));
  more.append(PassSpec("a"));
  PipelineDiff cost = makeDiff(explain(first, "p"), explain(more, "p"));
  EXPECT_EQ(cost.passes.size(), 2u);
  EXPECT_EQ(cost.count(Class::Cost), 2u);
  PipelineDiff less = makeDiff(explain(more, "p"), explain(first, "p"));
  EXPECT_EQ(less.count(Class::Cost), 2u);
}

TEST_F(DiffTest, OfOneThereIsNoDifference) {
  PipelineDiff none = makeDiff(explain(first, "p"), explain(first, "p"));
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.rows.size(), first.size());
  for (const DiffFormatInfo &info : getDiffFormats())
    EXPECT_NE(print(none, info.format), "");
  EXPECT_NE(print(none, DiffFormat::Text).find("no changes\n"),
            std::string::npos);
}

TEST_F(DiffTest, Goldens) {
  for (const DiffFormatInfo &info : getDiffFormats()) {
    std::string text = print(diff, info.format);
    compareWithGolden("diff." + (info.format == DiffFormat::Text
                                     ? std::string("txt")
                                     : info.name.str()),
                      text);
  }
}

/// A severity that changes is one finding less and one more, and what follows
/// from a finding is told with it.
TEST(Diff, FindingsAreComparedWhereverTheyStand) {
  Report one, other;
  Diagnostic finding(DiagnosticCode::TooEarly, "m");
  Diagnostic follower(DiagnosticCode::DeadEnd, "f");
  one.findings = {finding, follower};
  finding.follows = {follower};
  other.findings = {finding};
  EXPECT_TRUE(makeDiff(one, other).empty());
  EXPECT_TRUE(makeDiff(other, one).empty());
  other.findings[0].severity = Severity::Warning;
  PipelineDiff diff = makeDiff(one, other);
  ASSERT_EQ(diff.findings.size(), 2u);
  EXPECT_TRUE(diff.findings[0].isNew);
  EXPECT_EQ(diff.count(Class::Findings), 1u);
  // Twice is more than once.
  other.findings = one.findings = {follower};
  other.findings.push_back(follower);
  EXPECT_EQ(makeDiff(one, other).findings.size(), 1u);
}

TEST(Diff, VariantsAreFoundByTheirNames) {
  std::vector<Report> one(3), other(3);
  for (std::vector<Report> *reports : {&one, &other})
    for (auto [index, report] : llvm::enumerate(*reports)) {
      report = makeReportOf({"a"});
      report.variant = "v" + std::to_string(index);
    }
  other[0].passes = other[1].passes = makeReportOf({"a", "b"}).passes;
  other[2].variant = "w";
  std::vector<PipelineDiff> diffs = diffVariants(one, other);
  ASSERT_EQ(diffs.size(), 3u);
  EXPECT_EQ(diffs[0].sameIn, Names{"v1"});
  EXPECT_EQ(diffs[1].after.variant, "w");
  EXPECT_EQ(diffs[1].count(Class::Set), 1u);
  EXPECT_EQ(diffs[2].before.variant, "v2");
  EXPECT_EQ(diffs[2].passes[0].change.kind, Kind::Removed);
  EXPECT_TRUE(diffVariants({}, {}).empty());
}

/// A pipeline whose names do all the harm that they can.
Report makeEvil(bool isAfter) {
  std::string evil =
      "<script>alert(1)</script>\"'`&]]>--><!--```\\\n```\n::error::x\x1b"
      "[31m\xe2\x80\xae\xc2\x9b};end|**";
  Report report = makeReportOf({"a", "b", "c"});
  report.input = report.variant = evil;
  report.isExplained = true;
  Origin origin = Origin::plugin(evil);
  origin.why = evil;
  for (Report::Pass &pass : report.passes) {
    pass.node.name += isAfter ? evil + "x" : evil;
    pass.nests = {evil};
    pass.node.origin = origin;
    pass.bundle = 0;
  }
  report.passes[2].node.name = evil;
  report.passes[2].values = {{evil, isAfter ? evil : "", false}};
  NodeRef node = report.passes[0].node;
  report.bundles.push_back({node, -1, false, 0, 3});
  report.contents.push_back({node.name, {{0, 4, true}}});
  report.properties.push_back({node.name, {{0, 4, true}}});
  report.constraints.push_back({Report::Constraint::State::Broken, node,
                                OrderEntry::Word::After, evil, node,
                                Strength::Strong, false, evil, evil});
  report.changes.push_back({EditTrace::Kind::Removed, node, origin, evil});
  report.findings.push_back(
      Diagnostic(DiagnosticCode::WrongOrder, node.name).at(node).note(evil));
  return report;
}

TEST(Diff, NamesOfOthersAreShownAndNotRun) {
  std::vector<PipelineDiff> diffs = {makeDiff(makeEvil(false), makeEvil(true))};
  diffs[0].sameIn = {diffs[0].before.input};
  for (const DiffFormatInfo &info : getDiffFormats()) {
    std::string text = print(diffs, info.format);
    for (StringRef harm :
         {"\x1b", "\xe2\x80\xae", "\xc2\x9b", "\n::error", "\n```\n::"})
      EXPECT_FALSE(StringRef(text).contains(harm))
          << info.name.str() << " has " << harm.str();
    EXPECT_TRUE(StringRef(text).contains("alert")) << info.name.str();
    EXPECT_TRUE(llvm::json::isUTF8(text));
  }
  std::string page = print(diffs, DiffFormat::Html);
  EXPECT_FALSE(StringRef(page).contains("<script"));
  EXPECT_FALSE(StringRef(page).contains("<!--"));
  EXPECT_TRUE(bool(llvm::json::parse(print(diffs, DiffFormat::Json))));
  // In Markdown, the block is the only one, and the names before it are code.
  std::string page2 = print(diffs, DiffFormat::Markdown);
  llvm::SmallVector<StringRef> lines;
  StringRef(page2).split(lines, '\n');
  EXPECT_EQ(llvm::count_if(
                lines, [](StringRef line) { return line.starts_with("```"); }),
            2);
}

TEST(Diff, ThePageNeedsNothing) {
  std::string page =
      print(makeDiff(makeReportOf({"a", "b"}), makeReportOf({"b", "a", "c"})),
            DiffFormat::Html);
  for (StringRef source : {" src=", "@import", "url(", "://", "<script"})
    EXPECT_FALSE(StringRef(page).contains(source)) << source.str();
  EXPECT_NE(page.find("prefers-color-scheme:dark"), std::string::npos);
}

} // namespace
