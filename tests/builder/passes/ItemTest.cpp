//===- ItemTest.cpp - Tests of items of contents --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/passes/Item.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

TEST(Item, HasParts) {
  struct {
    llvm::StringRef text, name, qualifier, root, dialect, operation;
  } cases[] = {
      {"linalg", "linalg", "", "linalg", "", ""},
      {"memref.subview", "memref.subview", "", "memref", "memref", "subview"},
      {"memref.subview(!acme.x)", "memref.subview", "!acme.x", "memref",
       "memref", "subview"},
      {"func.return(allocated)", "func.return", "allocated", "func", "func",
       "return"},
      {"memref(bufferized)", "memref", "bufferized", "memref", "", ""},
      {"memref(!acme.x)", "memref", "!acme.x", "memref", "", ""},
      {"!tensor", "!tensor", "", "!tensor", "", ""},
      {"!acme.x(dead)", "!acme.x", "dead", "!acme", "", ""},
      {"*", "*", "", "*", "", ""},
  };
  for (const auto &test : cases) {
    std::optional<Item> item = Item::parse(test.text);
    ASSERT_TRUE(item) << test.text.str();
    EXPECT_EQ(item->str(), test.text);
    EXPECT_EQ(item->getName(), test.name);
    EXPECT_EQ(item->getQualifier(), test.qualifier);
    EXPECT_EQ(item->getRoot(), test.root);
    EXPECT_EQ(item->getDialect(), test.dialect);
    EXPECT_EQ(item->getOperation(), test.operation);
  }
}

TEST(Item, OfAnInputMayHaveANest) {
  std::optional<Item> item = Item::parse("gpu.module/memref.subview(static)");
  ASSERT_TRUE(item);
  EXPECT_EQ(item->getNest(), "gpu.module");
  EXPECT_EQ(item->str(), "memref.subview(static)");
  EXPECT_EQ(item->getName(), "memref.subview");
  EXPECT_EQ(item->getQualifier(), "static");
  EXPECT_TRUE(Item("memref").covers(*item));
  EXPECT_EQ(Item("memref.load").getNest(), "");
}

TEST(Item, OtherTextsAreNone) {
  for (llvm::StringRef text :
       {"", "a b", "!", "a(", "a()", "a(b", "a(b)c", "(a)", "a(b)(c)", "a,b",
        "**", "/a.x", "gpu/a.x", "gpu.module/", "gpu.module/*", "a.b/c.d/e.f"})
    EXPECT_FALSE(Item::parse(text)) << text.str();
}

TEST(Item, CoversWhatIsPartOfIt) {
  auto covers = [](llvm::StringRef item, llvm::StringRef other) {
    return Item(item).covers(Item(other));
  };
  EXPECT_TRUE(covers("memref", "memref"));
  EXPECT_TRUE(covers("memref", "memref.load"));
  EXPECT_TRUE(covers("memref", "memref.load(!index)"));
  EXPECT_TRUE(covers("memref.load", "memref.load(!index)"));
  EXPECT_TRUE(covers("!tensor", "!tensor(dead)"));
  EXPECT_TRUE(covers("*", "memref.load"));
  EXPECT_TRUE(covers("memref(!index)", "memref.load(!index)"));
  EXPECT_FALSE(covers("memref(!index)", "memref.load(static)"));
  EXPECT_FALSE(covers("memref(!index)", "memref.load"));
  EXPECT_FALSE(covers("mem(!index)", "memref.load(!index)"));
  EXPECT_FALSE(covers("*", "!tensor"));
  EXPECT_FALSE(covers("mem", "memref.load"));
  EXPECT_FALSE(covers("memref.load", "memref"));
  EXPECT_FALSE(covers("memref.load", "memref.loader"));
}

} // namespace
