//===- OrderRefusalTest.cpp - Which insertions contracts refuse -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderInsertSupport.h"

using namespace pmb;
using pmb::test::OrderInsertTest;
using pmb::test::text;

namespace {

TEST_F(OrderInsertTest, TheStartAndTheEndArePositionsToo) {
  define("to-loops", Contract().after(pass("bufferize")));
  define("early", Contract().before(pass("x")));
  auto pipeline = compose({"x", "bufferize"});
  auto insert = [&](llvm::StringRef name, const Position &position) {
    return [&, name, position] {
      return pipeline->insert(PassSpec(name), position);
    };
  };
  expectRefused(
      *pipeline, insert("to-loops", Position::atStart()),
      R"(error: 'to-loops' must come after 'bufferize', and stands before it [PMB020 wrong-order]
  at: 'to-loops' (pass 0, on builtin.module, added by framework)
  note: what it must follow: 'bufferize' (pass 2, on builtin.module, added by framework)
  help: put 'to-loops' after 'bufferize'
)");
  expectRefused(
      *pipeline, insert("early", Position::atEnd()),
      R"(error: 'early' must come before 'x', and stands after it [PMB020 wrong-order]
  at: 'early' (pass 2, on builtin.module, added by framework)
  note: what it must precede: 'x' (pass 0, on builtin.module, added by framework)
  help: put 'early' before 'x'
)");
  EXPECT_EQ(text(insert("to-loops", Position::atEnd())()), "");
  EXPECT_EQ(text(insert("early", Position::atStart())()), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(early,x,bufferize,to-loops)");
}

TEST_F(OrderInsertTest, WhatIsMissingMayStillBeAdded) {
  define("needs", Contract().after(pass("y")).present());
  define("leaves", Contract().followedBy(pass("y")));
  auto pipeline = compose({"x"});
  EXPECT_EQ(text(pipeline->addPassAfter("needs", "x")), "");
  EXPECT_EQ(text(pipeline->addPassAfter("leaves", "x")), "");
  EXPECT_TRUE(test::contains(check(*pipeline), "missing-pass"));
  EXPECT_TRUE(test::contains(check(*pipeline), "missing-follow-up"));
}

TEST_F(OrderInsertTest, PropertiesThatItRejectsForbid) {
  define("canonicalize", Contract().providesProperty("canonical"));
  define("rough", Contract().rejects({"canonical"}).because("undoes it"));
  define("unsure", Contract().rejects({"canonical"}).unless({"linalg"}));
  define("wishes", Contract().rejects({"canonical"}).weak());
  auto pipeline = compose({"x", "canonicalize"});
  expectRefused(
      *pipeline,
      [&] { return pipeline->addPassAfter("rough", "canonicalize"); },
      R"(error: 'rough' cannot accept 'canonical', which is there [PMB030 rejected]
  at: 'rough' (pass 2, on builtin.module, added by framework)
  note: 'rough': undoes it
  note: provided by: 'canonicalize' (pass 1, on builtin.module, added by framework)
  help: put 'rough' before 'canonicalize'
)");
  EXPECT_EQ(text(pipeline->addPassBefore("rough", "canonicalize")), "");
  // What depends on contents is left to the check, and weak entries forbid
  // nothing.
  EXPECT_EQ(text(pipeline->addPassAfter("unsure", "canonicalize")), "");
  EXPECT_EQ(text(pipeline->addPassAfter("wishes", "canonicalize")), "");
}

TEST_F(OrderInsertTest, AnEntryOfSomebodyElseNamesHim) {
  auto pipeline = compose({"x", "y"});
  EXPECT_EQ(text(pipeline->transaction(Origin::plugin("acme"),
                                       [&] {
                                         Contract contract;
                                         contract.after(pass("y"));
                                         return pipeline->addContract("x",
                                                                      contract);
                                       })),
            "");
  std::string found = check(*pipeline);
  EXPECT_TRUE(test::contains(found, "  note: plugin 'acme' says so of 'x'\n"));
}

} // namespace
