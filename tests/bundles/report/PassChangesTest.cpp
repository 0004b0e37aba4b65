//===- PassChangesTest.cpp - What differs between passes ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassReports.h"
#include "bundles/report/PassAlignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <chrono>
#include <map>
#include <random>

using namespace pmb;
using namespace pmb::test;
using llvm::ArrayRef;
using llvm::StringRef;
using Kind = PassChange::Kind;
using Names = std::vector<std::string>;

namespace {

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

TEST(PassChanges, EachKindOfChange) {
  EXPECT_EQ(compare({"a", "b"}, {"a", "b"}), Names());
  EXPECT_EQ(compare({"a", "b"}, {"a", "x", "b"}), Names{"added x -1>1"});
  EXPECT_EQ(compare({"a", "x", "b"}, {"a", "b"}), Names{"removed x 1>-1"});
  EXPECT_EQ(compare({"a", "b", "c"}, {"c", "a", "b"}), Names{"moved c 2>0"});
  EXPECT_EQ(compare({"a", "b{x=1 y=2}"}, {"a", "b{y=2 x=3 z=4}"}),
            Names{"options-changed b 1>1 x:1>3 z:->4"});
  EXPECT_EQ(compare({"f/a", "b"}, {"a", "b"}),
            Names{"nest-changed a 0>0 builtin.module/f>builtin.module"});
}

TEST(PassChanges, TheOrderOfOptionsIsNoChange) {
  EXPECT_EQ(compare({"a{x=1 y=2 x=3}"}, {"a{y=2 x=1 x=3}"}), Names());
}

TEST(PassChanges, ThePlaceOfWhatIsOtherwiseIsTheGapThatItStandsIn) {
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

TEST(PassChanges, WhatDoesNotRunIsNotCompared) {
  Report before = makeReportOf({"a", "b"}), after = makeReportOf({"a", "b"});
  after.passes[1].cleanup = CleanupAction::Kind::Dropped;
  std::vector<PassChange> changes = comparePasses(before, after);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].kind, Kind::Removed);
}

TEST(PassChanges, DefaultsAreValues) {
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

TEST(PassChanges, TheChangesMadeToTheOneGiveTheOther) {
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

TEST(PassChanges, TheAlignmentIsMinimal) {
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
TEST(PassChanges, AlignmentHasALimit) {
  std::vector<unsigned> from, to;
  for (unsigned i = 0; i < 200; ++i) {
    from.push_back(i);
    to.push_back(i < 10 || i >= 190 ? i : 199 - i);
  }
  std::vector<int> partners = alignLists(from, to, /*maxDifferences=*/20);
  EXPECT_EQ(llvm::count_if(partners, [](int p) { return p >= 0; }), 20);
}

TEST(PassChanges, ManyPassesAreComparedFast) {
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

} // namespace
