//===- SymbolTest.cpp - The names of a pipeline, and room for its nodes ---===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

// Of a name the list looks at the length and three letters first.
TEST(SymbolTest, NamesThatLookAlikeStayApart) {
  TestPipeline pipeline({"ab-x-cd", "aq-x-rd", "ab-x-cd", "aq-x-rd", "a"});
  EXPECT_EQ(pipeline.str(),
            "builtin.module(ab-x-cd,aq-x-rd,ab-x-cd,aq-x-rd,a)");
  std::vector<const Symbol *> symbols;
  for (const Node &node : pipeline.getPasses())
    symbols.push_back(node.getSymbol());
  ASSERT_EQ(symbols.size(), 5u);
  EXPECT_EQ(symbols[0], symbols[2]);
  EXPECT_EQ(symbols[1], symbols[3]);
  EXPECT_NE(symbols[0], symbols[1]);
  EXPECT_EQ(symbols[1]->count, 2u);
  pipeline.verifyList();
}

TEST(SymbolTest, APassThatComesBackHasTheSymbolThatItHad) {
  TestPipeline pipeline({"a"});
  const Symbol *symbol = pipeline.getPasses().begin()->getSymbol();
  ASSERT_FALSE(bool(pipeline.remove(pass("a"))));
  pipeline.addPass("a");
  EXPECT_EQ(pipeline.getPasses().begin()->getSymbol(), symbol);
  EXPECT_EQ(symbol->count, 1u);
}

// The blocks of nodes end after 16, 48 and 112 of them, and stop growing later.
TEST(NodeMemory, EachInstanceIsDestroyedOnceHoweverLongThePipelineIs) {
  for (int count : {0, 1, 15, 16, 17, 47, 48, 49, 112, 113, 5000}) {
    {
      TestPipeline pipeline;
      for (int i = 0; i < count; ++i)
        pipeline.addPass("a");
      for (int i = 0; i < count; ++i)
        ASSERT_FALSE(
            bool(pipeline.insert(makeInstance("b"), Position::atEnd())));
      EXPECT_EQ(FakePass::alive, count);
      // A node that was removed keeps its pass until the end.
      if (count) {
        ASSERT_FALSE(bool(pipeline.remove(last(pass("b")))));
      }
    }
    EXPECT_EQ(FakePass::alive, 0) << count;
  }
}

} // namespace
