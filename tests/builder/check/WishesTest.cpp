//===- WishesTest.cpp - How wishes are said with contracts ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The wishes that Contract.h says with words of order and properties.
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using pmb::test::OrderTest;

namespace {

/// "Immediately before each X": a contiguous bundle of both in the place of X.
TEST_F(OrderTest, WishImmediatelyBefore) {
  PassBundle bundle("cse-then-tile");
  bundle.setContiguous().addPass("cse").addPass("tile");
  auto pipeline = compose({"x"});
  pipeline->addBundle(bundle);
  EXPECT_EQ(pipeline->str(), "builtin.module(x,cse,tile)");
  EXPECT_EQ(
      test::text(pipeline->addPassBefore("print", "tile")),
      R"(error: 'print' would be put inside the contiguous bundle 'cse-then-tile' [PMB005 inside-contiguous]
  help: insert before or after the bundle, with bundle("cse-then-tile"), or edit the bundle before it is added
)");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,cse,tile)");
  EXPECT_EQ(test::text(pipeline->addPassBefore("print", "cse")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,print,cse,tile)");
}

/// "One of several providers": a property that all of them provide.
TEST_F(OrderTest, WishOneOfSeveral) {
  for (const char *name : {"deallocate-owned", "deallocate-scoped"})
    define(name, Contract().providesProperty("deallocated"));
  define("emit", Contract()
                     .requiresProperty("deallocated")
                     .because("would leak otherwise"));
  EXPECT_EQ(check({"deallocate-owned", "emit"}), "");
  EXPECT_EQ(check({"deallocate-scoped", "emit"}), "");
  EXPECT_EQ(
      checkClosed({}, {"emit"}),
      R"(error: 'emit' requires 'deallocated', which does not hold where it starts [PMB022 missing-property]
  at: 'emit' (pass 0, on builtin.module, added by framework)
  note: 'emit': would leak otherwise
  help: add a pass that provides it before: 'deallocate-owned', 'deallocate-scoped'
)");
}

/// "Nothing breaks P between A and B": A provides P, B requires P.
TEST_F(OrderTest, WishNothingBetween) {
  define("tile", Contract().providesProperty("canonical"));
  define("fuse", Contract()
                     .requiresProperty("canonical")
                     .because("finds the loops by what tile left in them"));
  EXPECT_EQ(check({"tile", "fuse"}), "");
  EXPECT_EQ(
      check({"tile", "cse", "fuse"}),
      R"(error: 'fuse' requires 'canonical', which does not hold where it starts [PMB022 missing-property]
  at: 'fuse' (pass 2, on builtin.module, added by framework)
  note: 'fuse': finds the loops by what tile left in them
  note: provided by: 'tile' (pass 0, on builtin.module, added by framework)
  note: ended by: 'cse' (pass 1, on builtin.module, added by framework)
  fix: move 'fuse' before 'cse'
)");
}

/// "Some cleanup later, by anyone": a weak followedBy.
TEST_F(OrderTest, WishSomeCleanupLater) {
  define("cse", {"cleanup"});
  define("unroll", [](Contract &contract) {
    contract.followedBy(kind("cleanup")).weak().because("leaves dead code");
  });
  EXPECT_EQ(check({"unroll", "lower", "cse"}), "");
  EXPECT_EQ(
      check({"cse", "unroll", "lower"}),
      R"(warning: 'unroll' should be followed by kind 'cleanup', which stands only before it [PMB023 missing-follow-up]
  at: 'unroll' (pass 1, on builtin.module, added by framework)
  note: 'unroll': leaves dead code
  note: what should follow: 'cse' (pass 0, on builtin.module, added by framework)
  fix: insert 'cse' after 'unroll'
)");
}

/// Nothing is wrong with a pipeline that does not follow advice.
TEST_F(OrderTest, AdviceIsToldOnRequestOnly) {
  define("cse", {"cleanup"});
  define("unroll", [](Contract &contract) {
    contract.followedBy(kind("cleanup")).advice().because("leaves dead code");
    contract.after(pass("tile")).advice();
  });
  EXPECT_EQ(check({"cse", "unroll"}), "");
  auto pipeline = compose({"cse", "unroll"});
  std::vector<Diagnostic> told = pipeline->findPossible();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].code, DiagnosticCode::Advice);
  EXPECT_EQ(told[0].message, "'unroll' should be followed by kind 'cleanup', "
                             "which stands only before it");
  pipeline->setSeverity(DiagnosticCode::Advice, Severity::Warning);
  ASSERT_EQ(pipeline->check().size(), 1u);
  EXPECT_EQ(pipeline->check()[0].severity, Severity::Warning);
  EXPECT_TRUE(compose({"unroll", "cse"})->findPossible().empty());
}

/// A kind is a stretch of the pipeline: before it is before the first of it, as
/// with positions.
TEST_F(OrderTest, BeforeAKindIsBeforeAllOfIt) {
  define("bufferize", {"bufferization"});
  define("finish", {"bufferization"});
  define("on-tensors",
         Contract().before(kind("bufferization")).because("works on tensors"));
  EXPECT_EQ(check({"on-tensors", "bufferize", "finish"}), "");
  EXPECT_EQ(
      check({"bufferize", "on-tensors", "finish"}),
      R"(error: 'on-tensors' must come before kind 'bufferization', and stands after some of it [PMB020 wrong-order]
  at: 'on-tensors' (pass 1, on builtin.module, added by framework)
  note: 'on-tensors': works on tensors
  note: what it must precede: 'bufferize' (pass 0, on builtin.module, added by framework)
  fix: move 'on-tensors' before 'bufferize'
)");
  EXPECT_EQ(
      check({"bufferize", "finish", "on-tensors"}),
      R"(error: 'on-tensors' must come before kind 'bufferization', and stands after it [PMB020 wrong-order]
  at: 'on-tensors' (pass 2, on builtin.module, added by framework)
  note: 'on-tensors': works on tensors
  note: what it must precede: 'bufferize' (pass 0, on builtin.module, added by framework)
  fix: move 'on-tensors' before 'bufferize'
)");
}

/// It may be one of the kind itself, and repeated.
TEST_F(OrderTest, BeforeAKindItIsNotBeforeItself) {
  define("first-cleanup", Contract().before(kind("cleanup")), {"cleanup"});
  define("cse", {"cleanup"});
  EXPECT_EQ(check({"first-cleanup", "first-cleanup", "cse"}), "");
  std::vector<Diagnostic> findings =
      compose({"first-cleanup", "cse", "first-cleanup"})->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::WrongOrder);
  EXPECT_EQ(findings[0].node->position, 2);
}

/// All of the kind runs later, not only the last of it.
TEST_F(OrderTest, BeforeAKindInOtherNests) {
  define("on-device", Contract().before(kind("lowering")));
  define("lower", {"lowering"});
  std::vector<Diagnostic> findings =
      compose({"gpu.module(on-device)", "func.func(lower)", "b", "lower"})
          ->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::UnorderedNests);
  EXPECT_EQ(check({"gpu.module(on-device)", "b", "func.func(lower)", "lower"}),
            "");
}

TEST_F(OrderTest, InsertedPassesKeepBeforeAKind) {
  define("bufferize", {"bufferization"});
  define("finish", {"bufferization"});
  define("on-tensors", Contract().before(kind("bufferization")));
  auto insert = [&](const char *name, const Position &position,
                    std::initializer_list<llvm::StringRef> passes) {
    auto pipeline = compose(passes);
    std::string refused =
        test::text(pipeline->insert(PassSpec(name), position));
    return refused.empty() ? pipeline->str()
                           : refused.substr(0, refused.find(" ["));
  };
  // Where a position puts it, the contract lets it stand.
  EXPECT_EQ(insert("on-tensors", Position::before(kind("bufferization")),
                   {"a", "bufferize", "finish"}),
            "builtin.module(a,on-tensors,bufferize,finish)");
  EXPECT_EQ(insert("on-tensors", Position::after(pass("bufferize")),
                   {"a", "bufferize", "finish"}),
            "error: 'on-tensors' must come before kind 'bufferization', and "
            "stands after some of it");
  EXPECT_EQ(insert("on-tensors", Position::byContract(),
                   {"bufferize", "a", "finish"}),
            "builtin.module(on-tensors,bufferize,a,finish)");
  EXPECT_EQ(insert("bufferize", Position::before(pass("on-tensors")),
                   {"a", "on-tensors", "finish"}),
            "error: 'on-tensors' must come before kind 'bufferization', and "
            "stands after it");
  EXPECT_EQ(insert("bufferize", Position::byContract(),
                   {"a", "on-tensors", "finish"}),
            "builtin.module(a,on-tensors,bufferize,finish)");
  // What was wrong before is not the fault of the new pass.
  EXPECT_EQ(insert("bufferize", Position::after(pass("on-tensors")),
                   {"finish", "on-tensors"}),
            "builtin.module(finish,on-tensors,bufferize)");
}

} // namespace
