//===- OrderNestsTest.cpp - Order in nests and of bundles -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What comes first where nests run in the order of the IR, and what holds where
// a bundle starts and ends.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "OrderSupport.h"

using namespace pmb;
using pmb::test::OrderTest;

namespace {

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// MLIR merges neighbouring nests for different operations, so the order of the
/// list is not the order of execution.
TEST_F(OrderTest, NeighbouringNests) {
  define("outline",
         Contract().after(pass("tag")).because("moves what is tagged"));
  // What keeps nests apart is up to the pass manager, whose catalog says it.
  EXPECT_TRUE(llvm::StringRef(check({"func.func(tag)", "gpu.module(outline)"}))
                  .contains("help: put a pass on builtin.module between them"));
  catalog.setBarrier("pmb-barrier");
  EXPECT_EQ(
      check({"func.func(tag)", "gpu.module(outline)"}),
      R"(error: 'outline' must run after 'tag', but nothing makes it so: their nests are merged, and operations are visited in the order of the IR [PMB032 unordered-nests]
  at: 'outline' (pass 1, on builtin.module/gpu.module, added by framework)
  note: 'outline': moves what is tagged
  note: the other pass: 'tag' (pass 0, on builtin.module/func.func, added by framework)
  fix: insert 'pmb-barrier' on builtin.module before 'outline'
)");
  // A pass on the common parent between them keeps the order.
  EXPECT_EQ(check({"func.func(tag)", "any", "gpu.module(outline)"}), "");
  EXPECT_EQ(check({"func.func(tag)", "pmb-barrier", "gpu.module(outline)"}),
            "");
  // In one nest there is no question.
  EXPECT_EQ(check({"func.func(tag)", "gpu.module(x)", "func.func(outline)"}),
            "");
  // One tag that runs before it is enough, whichever it is.
  EXPECT_EQ(check({"func.func(tag)", "gpu.module(tag)", "gpu.module(outline)"}),
            "");
  EXPECT_EQ(
      check({"gpu.module(tag)", "func.func(outline)", "func.func(tag)"}),
      R"(error: 'outline' must run after 'tag', but nothing makes it so: their nests are merged, and operations are visited in the order of the IR [PMB032 unordered-nests]
  at: 'outline' (pass 1, on builtin.module/func.func, added by framework)
  note: 'outline': moves what is tagged
  note: the other pass: 'tag' (pass 0, on builtin.module/gpu.module, added by framework)
  fix: insert 'pmb-barrier' on builtin.module before 'outline'
)");
}

/// What a barrier stands between is not ended by it, whoever has declared it.
TEST_F(OrderTest, BarrierPreservesEveryProperty) {
  test::require(catalog.addProperty({"tidy", "", true}));
  define("clean", [](Contract &contract) {
    contract.providesProperty("canonical");
    contract.providesProperty("tidy");
  });
  define("match", [](Contract &contract) {
    contract.requiresProperty("canonical");
    contract.requiresProperty("tidy");
  });
  EXPECT_NE(check({"clean", "wall", "match"}), "");
  catalog.setBarrier("wall");
  EXPECT_EQ(check({"clean", "wall", "match"}), "");
  auto pipeline = compose({"clean", "wall", "x"});
  EXPECT_EQ(test::text(pipeline->addPassAfter("match", "wall")), "");
  // It is known, and what is said of it beside that counts as well.
  EXPECT_TRUE(catalog.lookupPass("wall")->hasContract);
  EXPECT_EQ(catalog.lookupPass("wall")->summary,
            "Does nothing, but stands between two nests");
  define("fence", Contract().invalidatesProperty("tidy"));
  catalog.setBarrier("fence");
  EXPECT_NE(check({"clean", "fence", "match"}), "");
  EXPECT_EQ(catalog.lookupPass("fence")->summary, "");
  // It may be described once it is declared.
  catalog.setBarrier("gate");
  PassDescriptor gate("gate");
  gate.addKind("wall");
  test::require(catalog.addPass(gate));
  EXPECT_TRUE(catalog.lookupPass("gate")->contract.isInert());
  EXPECT_TRUE(catalog.lookupPass("gate")->hasKind("wall"));
  EXPECT_NE(test::text(catalog.addPass(gate)), "");
}

//===----------------------------------------------------------------------===//
// Bundles
//===----------------------------------------------------------------------===//

/// What a bundle needs holds at its begin, what it does is done at its end.
TEST_F(OrderTest, ContractsOfBundles) {
  define("deallocate", Contract().providesProperty("deallocated"));
  PassBundle bundle("emit-all");
  bundle.addPass("emit").addPass("allocate").addPass("print");
  bundle.contract.requiresProperty("deallocated").because("emits as it is");
  bundle.contract.invalidatesProperty("deallocated");
  bundle.contract.after(pass("verify"));
  bundle.contract.conflictsWith(pass("print"));
  auto pipeline = compose({"verify", "deallocate"});
  pipeline->addBundle(bundle);
  // What is in the bundle is no concern of its entries.
  EXPECT_EQ(check(*pipeline), "");
  pipeline->addBundle(bundle);
  pipeline->addPass("verify");
  EXPECT_EQ(check(*pipeline),
            R"(error: 'emit-all' conflicts with 'print' [PMB024 conflict]
  at: 'emit-all' (on builtin.module, added by framework)
  note: the other pass: 'print' (pass 7, on builtin.module, added by framework)
  help: remove one of the two
error: 'emit-all' conflicts with 'print' [PMB024 conflict]
  at: 'emit-all' (on builtin.module, added by framework)
  note: the other pass: 'print' (pass 4, on builtin.module, added by framework)
  help: remove one of the two
error: 'emit-all' requires 'deallocated', which does not hold where it starts [PMB022 missing-property]
  at: 'emit-all' (on builtin.module, added by framework)
  note: 'emit-all': emits as it is
  note: provided by: 'deallocate' (pass 1, on builtin.module, added by framework)
  note: ended by: 'emit-all' (on builtin.module, added by framework)
)");
}

/// A bundle preserves a property as a whole, whatever its passes do.
TEST_F(OrderTest, BundlesPreserve) {
  define("canonicalize", Contract().providesProperty("canonical"));
  define("match", Contract().requiresProperty("canonical"));
  PassBundle bundle("there-and-back");
  bundle.addPass("raise").addPass("lower");
  auto pipeline = compose({"canonicalize"});
  pipeline->addBundle(bundle);
  pipeline->addPass("match");
  EXPECT_NE(check(*pipeline), "");
  bundle.contract.preservesProperty("canonical");
  pipeline = compose({"canonicalize"});
  pipeline->addBundle(bundle);
  pipeline->addPass("match");
  EXPECT_EQ(check(*pipeline), "");
  // The same for a pass that is inserted after it.
  EXPECT_EQ(
      test::text(pipeline->addPassAfter("match", "match")),
      R"(error: 'match' requires 'canonical', which does not hold where it starts [PMB022 missing-property]
  at: 'match' (pass 4, on builtin.module, added by framework)
  note: provided by: 'canonicalize' (pass 0, on builtin.module, added by framework)
  note: ended by: 'match' (pass 3, on builtin.module, added by framework)
  help: put 'match' before 'match' (pass 3)
)");
  // One before it would end what it requires.
  EXPECT_NE(test::text(pipeline->addPassBefore("match", "match")), "");
  pipeline = compose({"canonicalize"});
  pipeline->addBundle(bundle);
  EXPECT_EQ(
      test::text(pipeline->insert(
          PassSpec("match"), Position::after(pmb::bundle("there-and-back")))),
      "");
}

/// What a bundle provides stays, if it is said to preserve it.
TEST_F(OrderTest, BundlesPreserveWhatTheyProvide) {
  define("canonicalize", Contract().providesProperty("canonical"));
  define("match", Contract().requiresProperty("canonical"));
  PassBundle bundle("clean-up");
  bundle.addPass("canonicalize");
  bundle.contract.preservesProperty("canonical");
  auto pipeline = compose({});
  pipeline->getInterface().inputContents = std::vector<std::string>{"x.y"};
  pipeline->addBundle(bundle);
  pipeline->addPass("match");
  EXPECT_EQ(check(*pipeline), "");
}

/// Neighbouring nests run as one, whichever bundle was added first.
TEST_F(OrderTest, BundlesInNestsThatWereAddedInAnotherOrder) {
  define("barrier");
  define("on-device");
  PassBundle bundle("both");
  bundle.addKind("bufferization");
  bundle.nest("func.func").addPass("lower");
  auto pipeline = compose({"barrier"});
  pipeline->addBundle(bundle);
  test::require(pipeline->insert(bundle, Position::atStart()));
  PassSpec device("on-device");
  device.nest = {"gpu.module"};
  test::require(pipeline->insert(std::move(device), Position::atStart()));
  EXPECT_EQ(pipeline->str(),
            "builtin.module(gpu.module(on-device),func.func(lower),barrier,"
            "func.func(lower))");
  Contract contract;
  contract.before(kind("bufferization"));
  test::require(pipeline->addContract("on-device", contract));
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::UnorderedNests);
}

} // namespace
