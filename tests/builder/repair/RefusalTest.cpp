//===- RefusalTest.cpp - Advice on edits that are refused -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

class RefusalTest : public RulesTest {
protected:
  static std::string asPlugin(Pipeline &pipeline,
                              llvm::function_ref<llvm::Error()> edit) {
    return text(pipeline.transaction(Origin::plugin("acme"), edit));
  }
};

TEST_F(RefusalTest, OfWhatWouldPartTwo) {
  define("propagate", Contract().after(pass("add")).immediately());
  auto pipeline = compose({"a", "add", "propagate"});
  EXPECT_EQ(
      text(pipeline->addPassBefore("cse", "propagate")),
      R"(error: 'propagate' must come immediately after 'add', and 'cse' stands between them [PMB109 broken-sequence]
  at: 'propagate' (pass 3, on builtin.module, added by framework)
  note: what it follows: 'add' (pass 1, on builtin.module, added by framework)
  note: what stands between them: 'cse' (pass 2, on builtin.module, added by framework)
  help: put 'cse' before 'add' or after 'propagate'
)");
}

TEST_F(RefusalTest, NamesWhoHasMovedAPass) {
  define("need", Contract().after(pass("canonicalize")));
  auto pipeline = compose({"x", "canonicalize", "need"});
  EXPECT_EQ(
      asPlugin(*pipeline,
               [&] {
                 return pipeline->move(pass("canonicalize"), Position::atEnd());
               }),
      R"(error: 'need' must come after 'canonicalize', and stands before it [PMB020 wrong-order]
  at: 'need' (pass 1, on builtin.module, added by framework)
  note: what it must follow: 'canonicalize' (pass 2, on builtin.module, added by framework)
  note: 'canonicalize' was moved there by plugin 'acme'
  help: put 'canonicalize' before 'need'
  note: nothing of what plugin 'acme' did was kept
)");
}

TEST_F(RefusalTest, NamesWhoHasRemovedAPass) {
  define("clean", [](Contract &contract) {
    contract.providesProperty("canonical");
    contract.idempotent();
  });
  define("spoil", Contract().invalidatesProperty("canonical"));
  define("need", Contract().requiresProperty("canonical"));
  auto pipeline = compose({"spoil", "clean", "need"});
  std::string refusal =
      asPlugin(*pipeline, [&] { return pipeline->remove(pass("clean")); });
  EXPECT_TRUE(
      contains(refusal, "note: 'clean' was removed by plugin 'acme'\n"));
  EXPECT_FALSE(contains(refusal, "fix:"));
}

/// Following one entry would break the other.
TEST_F(RefusalTest, WhereNoPlaceWouldDo) {
  define("mid", [](Contract &contract) {
    contract.after(pass("bufferize"));
    contract.before(pass("to-loops"));
  });
  auto pipeline = compose({"to-loops", "bufferize", "x"});
  std::string refusal = asPlugin(*pipeline, [&]() -> llvm::Error {
    return pipeline->addPassAfter("mid", "bufferize");
  });
  EXPECT_TRUE(contains(refusal, "note: 'mid' cannot be placed: it must follow "
                                "'bufferize' and precede 'to-loops', but "));
  EXPECT_FALSE(contains(refusal, "help: put"));
  EXPECT_FALSE(contains(refusal, "fix:"));
}

} // namespace
