//===- TextEditsTest.cpp - Changes of some characters of a text -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/json/TextEdits.h"
#include "../Require.h"
#include "bundles/json/JsonEdit.h"
#include "bundles/mending/Diff.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace pmb;
using llvm::StringRef;

namespace {

JsonDocument parseTest(StringRef text) {
  return test::require(JsonDocument::parse(SourceText::copy(text, "test")));
}

std::string changed(StringRef text, llvm::ArrayRef<TextChange> changes) {
  return applyChanges(text, changes).value_or("overlapping");
}

/// An array with `"x"` as the element of the number `index`.
std::string inserted(StringRef text, size_t index) {
  JsonDocument document = parseTest(text);
  TextChanges changes;
  insertElement(document.getSource(), document.getRoot(), index, "\"x\"",
                changes);
  return changed(text, changes);
}

/// An array without an element.
std::string removed(StringRef text, size_t index) {
  JsonDocument document = parseTest(text);
  TextChanges changes;
  removeElement(text, getTextList(document.getSource(), document.getRoot()),
                index, changes);
  return changed(text, changes);
}

TEST(TextEdits, ChangesThatOverlapAreNotMade) {
  EXPECT_EQ(applyChanges("abcd", {{{1, 2}, "x"}, {{2, 2}, "y"}, {{2, 4}, ""}}),
            std::optional<std::string>("axy"));
  EXPECT_EQ(applyChanges("abcd", {{{2, 4}, "x"}, {{1, 3}, "y"}}), std::nullopt);
}

TEST(JsonEdit, AValueKnowsItsBytes) {
  StringRef text = "\xEF\xBB\xBF{\"a\": [1, -2.5e3 , true], // c\n"
                   " \"b\" : {\"c\": \"\\u0041\"}}";
  JsonDocument document = parseTest(text);
  StringRef source = document.getSource().getText();
  auto show = [&](const JsonValue &value) {
    return getRange(value).of(source).str();
  };
  const JsonValue &root = document.getRoot();
  EXPECT_EQ(show(root), source);
  const JsonValue &list = root.lookup("a")->value;
  EXPECT_EQ(show(list), "[1, -2.5e3 , true]");
  EXPECT_EQ(show(list.getElements()[0]), "1");
  EXPECT_EQ(show(list.getElements()[1]), "-2.5e3");
  EXPECT_EQ(show(list.getElements()[2]), "true");
  EXPECT_EQ(show(root.lookup("b")->value), "{\"c\": \"\\u0041\"}");
  EXPECT_EQ(show(root.lookup("b")->value.lookup("c")->value), "\"\\u0041\"");
}

TEST(JsonEdit, AnElementIsLaidOutAsItsNeighbours) {
  EXPECT_EQ(inserted("[]", 0), "[\"x\"]");
  EXPECT_EQ(inserted("[1]", 0), "[\"x\", 1]");
  EXPECT_EQ(inserted("[1]", 1), "[1, \"x\"]");
  EXPECT_EQ(inserted("[1,2]", 1), "[1,\"x\",2]");
  EXPECT_EQ(inserted("[ 1, 2 ]", 2), "[ 1, 2, \"x\" ]");
  EXPECT_EQ(inserted("[\n  1\n]", 0), "[\n  \"x\",\n  1\n]");
  EXPECT_EQ(inserted("[\n  1\n]", 1), "[\n  1,\n  \"x\"\n]");
  EXPECT_EQ(inserted("[\r\n\t1,\r\n\t2\r\n]", 1),
            "[\r\n\t1,\r\n\t\"x\",\r\n\t2\r\n]");
  // An empty line is one between groups, and not part of the layout.
  EXPECT_EQ(inserted("[\n  1,\n\n  2\n]", 1), "[\n  1,\n  \"x\",\n\n  2\n]");
  // Lists that begin beside the bracket, and lists that begin with commas.
  EXPECT_EQ(inserted("[1,\n 2]", 0), "[\"x\",\n 1,\n 2]");
  EXPECT_EQ(inserted("[ 1\n, 2\n]", 2), "[ 1\n, 2, \"x\"\n]");
}

TEST(JsonEdit, AnElementLeavesNothingBehind) {
  EXPECT_EQ(removed("[1]", 0), "[]");
  EXPECT_EQ(removed("[1, 2]", 0), "[2]");
  EXPECT_EQ(removed("[1, 2]", 1), "[1]");
  EXPECT_EQ(removed("[1, 2, 3]", 1), "[1, 3]");
  EXPECT_EQ(removed("[\n  1,\n  2,\n  3\n]", 0), "[\n  2,\n  3\n]");
  EXPECT_EQ(removed("[\n  1,\n  2,\n  3\n]", 1), "[\n  1,\n  3\n]");
  EXPECT_EQ(removed("[\n  1,\n  2,\n  3\n]", 2), "[\n  1,\n  2\n]");
  EXPECT_EQ(removed("[\r\n\t1,\r\n\t2\r\n]", 0), "[\r\n\t2\r\n]");
  EXPECT_EQ(removed("[\r\n\t1,\r\n\t2\r\n]", 1), "[\r\n\t1\r\n]");
  EXPECT_EQ(removed("[1, 2,\n 3]", 1), "[1,\n 3]");
}

/// A comment at the end of a line is about what stands before it.
TEST(JsonEdit, CommentsStay) {
  EXPECT_EQ(inserted("[\n  1, // one\n  2 // two\n]", 0),
            "[\n  \"x\",\n  1, // one\n  2 // two\n]");
  EXPECT_EQ(inserted("[\n  1, // one\n  2 // two\n]", 1),
            "[\n  1, // one\n  \"x\",\n  2 // two\n]");
  EXPECT_EQ(inserted("[\n  1, // one\n  2 // two\n]", 2),
            "[\n  1, // one\n  2, // two\n  \"x\"\n]");
  EXPECT_EQ(inserted("[ // all\n  // one\n  1\n]", 0),
            "[ // all\n  \"x\",\n  // one\n  1\n]");
  EXPECT_EQ(inserted("[1 /* , */ , 2]", 1), "[1 /* , */ , \"x\", 2]");
  EXPECT_EQ(removed("[\n  1, // one\n  2 // two\n]", 0),
            "[\n  // one\n  2 // two\n]");
  EXPECT_EQ(removed("[\n  1, // one\n  2 // two\n]", 1),
            "[\n  1 // one\n  // two\n]");
  EXPECT_EQ(removed("[1 /* one */, 2]", 0), "[ /* one */ 2]");
  EXPECT_EQ(removed("[\n  // one\n  1,\n  // two\n  2\n]", 1),
            "[\n  // one\n  1\n  // two\n]");
}

/// An array in which one element is moved before another, or behind all.
std::string moved(StringRef text, size_t from, size_t to) {
  JsonDocument document = parseTest(text);
  TextList list = getTextList(document.getSource(), document.getRoot());
  StringRef comment = findCommentBehind(text, list, from).of(text);
  TextChanges changes;
  removeElement(text, list, from, changes, /*withComment=*/true);
  insertElement(text, list, to, list.elements[from].of(text), " ", changes,
                comment);
  return changed(text, changes);
}

TEST(JsonEdit, ACommentGoesWithItsElement) {
  StringRef text = "[\n  1,  // one\n  2, /* two */\n  // of three\n  3 // "
                   "three\n]";
  EXPECT_EQ(moved(text, 0, 2),
            "[\n  2, /* two */\n  1,  // one\n  // of three\n  3 // three\n]");
  EXPECT_EQ(moved(text, 0, 3),
            "[\n  2, /* two */\n  // of three\n  3, // three\n  1  // one\n]");
  EXPECT_EQ(moved(text, 2, 0),
            "[\n  3, // three\n  1,  // one\n  2 /* two */\n  // of three\n]");
  EXPECT_EQ(moved("[\r\n\t1, // one\r\n\t2\r\n]", 0, 2),
            "[\r\n\t2,\r\n\t1 // one\r\n]");
  // Of two in one line it may be about both.
  EXPECT_EQ(moved("[\n  1, 2, // both\n  3\n]", 1, 3),
            "[\n  1, // both\n  3,\n  2\n]");
}

TEST(JsonEdit, MembersAreSetAndListsMade) {
  auto set = [](StringRef text, StringRef key) {
    JsonDocument document = parseTest(text);
    TextChanges changes;
    setMember(document.getSource(), document.getRoot(), key, "true", {"a"},
              changes);
    return changed(text, changes);
  };
  EXPECT_EQ(set("{\"a\": 1, \"b\": 2}", "b"), "{\"a\": 1, \"b\": true}");
  EXPECT_EQ(set("{\"a\": 1, \"b\": 2}", "c"),
            "{\"a\": 1, \"c\": true, \"b\": 2}");
  EXPECT_EQ(set("{}", "c"), "{\"c\": true}");
  auto append = [](StringRef text) {
    JsonDocument document = parseTest(text);
    TextChanges changes;
    bool isDone = appendToMember(document.getSource(), document.getRoot(),
                                 "list", "{}", {"a"}, changes);
    return isDone ? changed(text, changes) : "no list";
  };
  EXPECT_EQ(append("{\"list\": [1]}"), "{\"list\": [1, {}]}");
  EXPECT_EQ(append("{\"list\": 1}"), "no list");
  EXPECT_EQ(append("{\"a\": 1, \"b\": 2}"),
            "{\"a\": 1, \"list\": [{}], \"b\": 2}");
  EXPECT_EQ(append("{\n\t\"a\": 1\n}\n"),
            "{\n\t\"a\": 1,\n\t\"list\": [\n\t\t{}\n\t]\n}\n");
  EXPECT_EQ(append("{\r\n \"b\": 1\r\n}"),
            "{\r\n \"b\": 1,\r\n \"list\": [\r\n  {}\r\n ]\r\n}");
}

/// Lists as nobody writes them.
class OddLists {
public:
  explicit OddLists(unsigned seed) : random(seed) {}

  unsigned pick(unsigned count) { return random() % count; }
  std::string makeBlank() {
    static const char *const blanks[] = {"",     " ",          "\t",
                                         "\n",   "\r\n  ",     "\n\n    ",
                                         "/**/", " /* , ] */", " // , \"\n\t"};
    std::string text;
    for (unsigned i = pick(3); i > 0; --i)
      text += blanks[pick(std::size(blanks))];
    return text;
  }
  std::string makeList(unsigned count) {
    std::string text = makeBlank() + "[" + makeBlank();
    for (unsigned i = 0; i < count; ++i)
      text += (i ? "," + makeBlank() : "") + "\"e" + std::to_string(i) + ",\"" +
              makeBlank();
    return text + "]" + makeBlank();
  }

private:
  std::mt19937 random;
};

std::string getElements(StringRef text) {
  std::string names;
  JsonDocument document = parseTest(text);
  for (const JsonValue &element : document.getRoot().getElements())
    names += element.getText().str() + " ";
  return names;
}

/// All but blanks and the commas between elements.
std::string getRest(StringRef text) {
  std::string rest;
  JsonDocument document = parseTest(text);
  TextList list = getTextList(document.getSource(), document.getRoot());
  size_t at = 0;
  auto add = [&](size_t end, bool isElement) {
    for (char c : text.slice(at, end))
      if (isElement || !StringRef(" \t\r\n,").contains(c))
        rest += c;
    at = end;
  };
  for (TextRange element : list.elements) {
    add(element.begin, false);
    add(element.end, true);
  }
  add(text.size(), false);
  return rest;
}

TEST(JsonEdit, OddListsKeepAllOtherCharacters) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    OddLists lists(seed);
    unsigned count = lists.pick(5), index = lists.pick(count + 1);
    std::string text = lists.makeList(count);
    std::string with = inserted(text, index);
    SCOPED_TRACE("text: " + text + "\nwith: " + with);
    std::string names;
    for (unsigned i = 0; i <= count; ++i)
      names += (i == index ? "x " : "") +
               (i < count ? "e" + std::to_string(i) + ", " : std::string());
    ASSERT_EQ(getElements(with), names);
    std::string without = removed(with, index);
    SCOPED_TRACE("without: " + without);
    ASSERT_EQ(getElements(without), getElements(text));
    ASSERT_EQ(getRest(without), getRest(text));
    std::string rest = getRest(with);
    size_t added = rest.find("\"x\"");
    ASSERT_NE(added, std::string::npos);
    ASSERT_EQ(rest.erase(added, 3), getRest(text));
  }
}

std::string diff(StringRef before, StringRef after) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printDiff(os, "f", before, after);
  return text;
}

TEST(Diff, ShowsThreeLinesAround) {
  EXPECT_EQ(diff("a\n", "a\n"), "");
  EXPECT_EQ(diff("a\n", "b\n"), "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n");
  EXPECT_EQ(diff("", "b\n"), "--- a/f\n+++ b/f\n@@ -0,0 +1 @@\n+b\n");
  EXPECT_EQ(
      diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n"),
      "--- a/f\n+++ b/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
  EXPECT_EQ(
      diff("a\nb", "a\nc"),
      "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of "
      "file\n+c\n\\ No newline at end of file\n");
}

TEST(Diff, HasTwoPartsWhereChangesAreFar) {
  std::string before, after;
  for (int i = 0; i < 30; ++i) {
    before += std::to_string(i) + "\n";
    after += (i == 2 || i == 20 ? "x" : std::to_string(i)) + "\n";
  }
  std::string text = diff(before, after);
  EXPECT_EQ(StringRef(text).count("@@ -"), 2u);
  EXPECT_TRUE(test::contains(text, "@@ -1,6 +1,6 @@\n"));
  EXPECT_TRUE(test::contains(text, "@@ -18,7 +18,7 @@\n"));
}

} // namespace
