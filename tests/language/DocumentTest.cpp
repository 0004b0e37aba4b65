//===- DocumentTest.cpp - Positions in texts of editors -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/language/Document.h"
#include "gtest/gtest.h"

using namespace pmb;
using language::Document;
using language::EditorPosition;

namespace {

void expectAt(const Document &document, unsigned line, unsigned character,
              size_t offset) {
  EXPECT_EQ(document.getOffset(EditorPosition{line, character}), offset)
      << line << ":" << character;
  EXPECT_EQ(document.getPosition(offset), (EditorPosition{line, character}))
      << offset;
}

TEST(LanguageDocument, ColumnsCountCodeUnitsOfUTF16) {
  // Two bytes and one unit, three and one, four and two.
  Document document("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z\nb");
  expectAt(document, 0, 0, 0);
  expectAt(document, 0, 1, 1);
  expectAt(document, 0, 2, 3);
  expectAt(document, 0, 3, 6);
  expectAt(document, 0, 5, 10);
  expectAt(document, 0, 6, 11);
  expectAt(document, 1, 1, 13);
  // The middle of a pair stands for its begin.
  EXPECT_EQ(document.getOffset(EditorPosition{0, 4}), 6u);
}

TEST(LanguageDocument, LinesEndInThreeWays) {
  Document document("a\nb\r\nc\rd");
  expectAt(document, 1, 0, 2);
  expectAt(document, 2, 0, 5);
  expectAt(document, 3, 0, 7);
  // Messages know only one way.
  EXPECT_EQ(document.getOffset(TextPlace{3, 3}), 7u);
  EXPECT_EQ(document.getPlace(7).line, 3u);
  EXPECT_EQ(document.getPlace(7).column, 3u);
}

TEST(LanguageDocument, PositionsOutOfRangeAreClamped) {
  Document document("ab\r\ncd");
  EXPECT_EQ(document.getOffset(EditorPosition{0, 99}), 2u);
  EXPECT_EQ(document.getOffset(EditorPosition{9, 0}), 6u);
  EXPECT_EQ(document.getOffset(EditorPosition{~0u, ~0u}), 6u);
  EXPECT_EQ(document.getPosition(99), (EditorPosition{1, 2}));
  EXPECT_EQ(document.getOffset(TextPlace{0, 0}), 6u);
  EXPECT_EQ(document.getOffset(TextPlace{9, 9}), 6u);
}

TEST(LanguageDocument, WhatIsNoUTF8CountsAsOneEach) {
  Document document("\xFF\x80x\xE2\x82");
  expectAt(document, 0, 2, 2);
  expectAt(document, 0, 5, 5);
}

TEST(LanguageDocument, TheMarkAtTheBeginIsInNoPlace) {
  Document document("\xEF\xBB\xBF"
                    "ab\ncd");
  EXPECT_EQ(document.getOffset(TextPlace{1, 2}), 4u);
  EXPECT_EQ(document.getPlace(4).column, 2u);
  EXPECT_EQ(document.getOffset(TextPlace{2, 2}), 7u);
  EXPECT_EQ(document.getPosition(4), (EditorPosition{0, 2}));
}

TEST(LanguageDocument, AChangeMovesLines) {
  Document document("a\nb\n");
  document.replace({0, 1}, "x\ny");
  EXPECT_EQ(document.getText(), "x\ny\nb\n");
  expectAt(document, 2, 1, 5);
  document.replace({2, 999}, "");
  EXPECT_EQ(document.getText(), "x\n");
  document.replace({7, 3}, "z");
  EXPECT_EQ(document.getText(), "x\nz");
}

} // namespace
