//===- JsonDocumentTest.cpp - Tests of JSON with places -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/json/JsonDocument.h"
#include "../Require.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

JsonDocument parse(StringRef text) {
  return test::require(JsonDocument::parse(SourceText::copy(text, "t.json")));
}

/// The only diagnostic of a text that cannot be parsed.
Diagnostic parseError(StringRef text) {
  auto document = JsonDocument::parse(SourceText::copy(text, "t.json"));
  EXPECT_FALSE(bool(document)) << text.str();
  if (document)
    return Diagnostic(DiagnosticCode::Foreign, "no error");
  std::vector<Diagnostic> diagnostics = takeDiagnostics(document.takeError());
  EXPECT_EQ(diagnostics.size(), 1u);
  return diagnostics.front();
}

std::string place(const JsonValue &value) {
  return std::to_string(value.getPlace().line) + ":" +
         std::to_string(value.getPlace().column);
}

std::string place(const Diagnostic &diagnostic) {
  return diagnostic.node ? diagnostic.node->str() : "nowhere";
}

TEST(JsonDocument, KindsOfValues) {
  JsonDocument document =
      parse(R"([null, true, false, -12, 1.50e3, "a\nb\u00e9", [], {}])");
  llvm::ArrayRef<JsonValue> values = document.getRoot().getElements();
  ASSERT_EQ(values.size(), 8u);
  EXPECT_EQ(values[0].getKind(), JsonValue::Kind::Null);
  EXPECT_TRUE(values[1].getBool());
  EXPECT_FALSE(values[2].getBool());
  EXPECT_EQ(values[2].getKind(), JsonValue::Kind::Bool);
  // Numbers as they are written: options are text.
  EXPECT_EQ(values[3].getText(), "-12");
  EXPECT_EQ(values[4].getText(), "1.50e3");
  EXPECT_EQ(values[5].getText(), "a\nb\xc3\xa9");
  EXPECT_TRUE(values[6].isArray() && values[6].getElements().empty());
  EXPECT_TRUE(values[7].isObject() && values[7].getMembers().empty());
  EXPECT_EQ(values[7].getText(), "");
  EXPECT_TRUE(values[5].getElements().empty());
}

TEST(JsonDocument, PlacesOfKeysAndValues) {
  JsonDocument document = parse("{\n"
                                "  \"a\": 1, // one\n"
                                "  \"b\" /* {[\"x\", */ : [2,3 , \"\\\"\"],\n"
                                "\t\"c\":{\"d\":true}\n"
                                "}\n");
  const JsonValue &root = document.getRoot();
  EXPECT_EQ(place(root), "1:1");
  ASSERT_EQ(root.getMembers().size(), 3u);
  EXPECT_EQ(root.getMembers()[0].place.line, 2u);
  EXPECT_EQ(root.getMembers()[0].place.column, 3u);
  EXPECT_EQ(place(root.lookup("a")->value), "2:8");
  const JsonValue &list = root.lookup("b")->value;
  EXPECT_EQ(root.lookup("b")->place.line, 3u);
  EXPECT_EQ(place(list), "3:22");
  EXPECT_EQ(place(list.getElements()[0]), "3:23");
  EXPECT_EQ(place(list.getElements()[1]), "3:25");
  EXPECT_EQ(place(list.getElements()[2]), "3:29");
  const JsonValue &object = root.lookup("c")->value;
  EXPECT_EQ(place(object), "4:6");
  EXPECT_EQ(object.getMembers()[0].place.column, 7u);
  EXPECT_EQ(place(object.getMembers()[0].value), "4:11");
  EXPECT_EQ(root.lookup("z"), nullptr);
}

TEST(JsonDocument, PlacesAfterNestedValues) {
  JsonDocument document = parse("[[{\"k\":[1]},2],\n 3,[],{},\"s\",null]");
  llvm::ArrayRef<JsonValue> values = document.getRoot().getElements();
  ASSERT_EQ(values.size(), 6u);
  EXPECT_EQ(place(values[0].getElements()[1]), "1:13");
  EXPECT_EQ(place(values[1]), "2:2");
  EXPECT_EQ(place(values[2]), "2:4");
  EXPECT_EQ(place(values[3]), "2:7");
  EXPECT_EQ(place(values[4]), "2:10");
  EXPECT_EQ(place(values[5]), "2:14");
}

TEST(JsonDocument, MarkAtTheBeginningIsIgnored) {
  JsonDocument document = parse("\xEF\xBB\xBF{\"a\": 1}");
  EXPECT_EQ(place(document.getRoot().lookup("a")->value), "1:7");
}

TEST(JsonDocument, SyntaxErrorsHavePlaceLineAndCaret) {
  Diagnostic diagnostic = parseError("{\n  \"a\": [1, 2,]\n}");
  EXPECT_EQ(diagnostic.code, DiagnosticCode::JsonSyntax);
  EXPECT_EQ(diagnostic.str(),
            "error: a comma stands before ']' [PMB052 json-syntax]\n"
            "  at: t.json:2:13\n"
            "  note: the line is\n"
            "     2 |   \"a\": [1, 2,]\n"
            "       |             ^\n"
            "  note: the array that it is in begins at t.json:2:8\n"
            "  help: take it out: in JSON the last element has none behind "
            "it\n");
}

TEST(JsonDocument, PlacesOfSyntaxErrors) {
  struct {
    StringRef text, place, message;
  } cases[] = {
      {"", "t.json:1:1", "the text ends before there is a value"},
      {"// no more", "t.json:1:11", "the text ends before there is a value"},
      {"{\"a\": {\"b\": [1, 2", "t.json:1:18", "ends in the middle of a value"},
      {"{\"a\" 1}", "t.json:1:6", "expected ':'"},
      {"{a: 1}", "t.json:1:2", "invalid literal"},
      {"[tru]", "t.json:1:2", "invalid literal"},
      {"{} x", "t.json:1:4", "invalid literal"},
      {"{}\n{}", "t.json:2:1", "expected end of input"},
      {"[\"unclosed]", "t.json:1:2", "missing closing quote"},
      {"[\"a\nb\"]", "t.json:1:4", "control character"},
      {"[\"\\x\"]", "t.json:1:4", "forbidden character after backslash"},
      {"[\"\\ud800\"]", "t.json:1:9", "surrogate"},
      {"[1, /* open", "t.json:1:5", "missing closing '*/'"},
      {"[1e999]", "t.json:1:2", "number overflow"},
      {"[1 2]", "t.json:1:4", "expected ']'"},
      {"]", "t.json:1:1", "unexpected ']'"},
  };
  for (const auto &test : cases) {
    Diagnostic diagnostic = parseError(test.text);
    EXPECT_EQ(diagnostic.code, DiagnosticCode::JsonSyntax) << test.text.str();
    EXPECT_EQ(place(diagnostic), test.place.str()) << test.text.str();
    EXPECT_TRUE(test::contains(diagnostic.message, test.message.str()))
        << test.text.str();
  }
}

TEST(JsonDocument, TextThatIsNotUTF8) {
  Diagnostic diagnostic = parseError("{\n\"a\": \"x\xff\"}");
  EXPECT_EQ(diagnostic.message, "the text is not UTF-8: byte 0xFF");
  EXPECT_EQ(place(diagnostic), "t.json:2:8");
  // In a comment, too: an editor shows something else than what is there.
  EXPECT_EQ(place(parseError("// \xc3\n{}")), "t.json:1:4");
}

TEST(JsonDocument, ZeroByteDoesNotEndTheText) {
  Diagnostic diagnostic = parseError(StringRef("{}\0junk", 7));
  EXPECT_EQ(diagnostic.message, "the text has a zero byte");
  EXPECT_EQ(place(diagnostic), "t.json:1:3");
}

TEST(JsonDocument, DuplicateKeys) {
  Diagnostic diagnostic = parseError("{\n \"a\": 1,\n \"b\": {\"a\": 3},\n"
                                     " \"a\": 2}");
  EXPECT_EQ(diagnostic.code, DiagnosticCode::DuplicateKey);
  EXPECT_EQ(place(diagnostic), "t.json:4:2");
  EXPECT_EQ(diagnostic.notes.back().message, "the first is at t.json:2:2");
  // The same key spelled in another way, and among very many.
  EXPECT_EQ(parseError(R"({"a": 1, "\u0061": 2})").code,
            DiagnosticCode::DuplicateKey);
  std::string many = "{";
  for (int i = 0; i < 100; ++i)
    many += "\"k" + std::to_string(i) + "\": 0,\n";
  EXPECT_EQ(place(parseError(many + "\"k7\": 1}")), "t.json:101:1");
  EXPECT_EQ(parse(many + "\"k\": 1}").getRoot().getMembers().size(), 101u);
}

/// PMB051: [[[[ ... ]]]] with 65 brackets
TEST(JsonDocument, DepthIsLimited) {
  unsigned limit = JsonDocument::maxDepth;
  std::string deepest = std::string(limit, '[') + std::string(limit, ']');
  EXPECT_TRUE(parse(deepest).getRoot().isArray());
  Diagnostic diagnostic = parseError("[" + deepest + "]");
  EXPECT_EQ(diagnostic.code, DiagnosticCode::TooLarge);
  EXPECT_EQ(diagnostic.message, "values are nested more than 64 deep");
  EXPECT_EQ(place(diagnostic), "t.json:1:65");
  // Hostile, and not closed.
  EXPECT_EQ(parseError(std::string(1 << 20, '[')).code,
            DiagnosticCode::TooLarge);
  std::string objects;
  for (int i = 0; i < 100000; ++i)
    objects += "{\"a\":";
  EXPECT_EQ(parseError(objects).code, DiagnosticCode::TooLarge);
}

TEST(JsonDocument, SizeIsLimited) {
  std::string text = "[" + std::string(SourceText::maxSize, ' ') + "]";
  EXPECT_EQ(parseError(text).code, DiagnosticCode::TooLarge);
  text = "[" + std::string(SourceText::maxSize - 2, ' ') + "]";
  EXPECT_TRUE(parse(text).getRoot().isArray());
}

TEST(SourceText, FilesThatCannotBeRead) {
  auto read = [](StringRef path) {
    auto source = SourceText::read(path);
    EXPECT_FALSE(bool(source));
    return takeDiagnostics(source.takeError()).front();
  };
  EXPECT_EQ(read("no/such.json").str(),
            "error: cannot read 'no/such.json': No such file or directory "
            "[PMB050 unreadable-file]\n");
  EXPECT_EQ(read(".").code, DiagnosticCode::UnreadableFile);
  EXPECT_EQ(read("").code, DiagnosticCode::UnreadableFile);
  if (llvm::sys::fs::exists("/dev/zero")) {
    EXPECT_EQ(read("/dev/zero").str(),
              "error: cannot read '/dev/zero': it is a device, a pipe or a "
              "socket [PMB050 unreadable-file]\n"
              "  help: name a regular file\n");
  }
}

TEST(SourceText, SnippetsOfUnusualLines) {
  using Lines = std::vector<std::string>;
  // Of a long line the surroundings, tabs as one blank, one mark a character.
  std::string line = std::string(200, 'x') + "!" + std::string(200, 'y');
  SourceText source = SourceText::copy("\xc3\xa9\tz\r\n" + line, "t");
  EXPECT_EQ(source.getSnippet({1, 4}),
            (Lines{"     1 | \xc3\xa9 z", "       |   ^"}));
  EXPECT_EQ(source.getSnippet({2, 201}),
            (Lines{"     2 | ..." + std::string(60, 'x') + "!" +
                       std::string(39, 'y') + "...",
                   "       | " + std::string(63, ' ') + "^"}));
  // What is escaped takes more columns, and what is no text takes one.
  source = SourceText::copy("\xe2\x80\xae@\xb6z", "t");
  EXPECT_EQ(source.getSnippet({1, 5}),
            (Lines{"     1 | \\u202e@\xef\xbf\xbdz", "       |        ^"}));
  // The end of the text is a place, and so is what an editor calls column 1.
  EXPECT_EQ(SourceText::copy("", "t").getSnippet({1, 1}),
            (Lines{"     1 | ", "       | ^"}));
  TextPlace end = SourceText::copy("a\nbc", "t").getPlace(4);
  EXPECT_EQ(end.line, 2u);
  EXPECT_EQ(end.column, 3u);
}

TEST(SourceText, QuotedTextFitsAMessage) {
  EXPECT_EQ(quote("cse"), "'cse'");
  EXPECT_EQ(quote("a\nb\x1b[1m"), "'a\\nb\\x1b[1m'");
  EXPECT_EQ(quote(std::string(59, 'x') + "\xc3\xa9"),
            "'" + std::string(59, 'x') + "...'");
}

} // namespace
