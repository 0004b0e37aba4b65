//===- PropertiesTest.cpp - Properties that passes provide and require ----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One example for each word of properties.
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using pmb::test::OrderTest;

namespace {

/// A lasting property holds until somebody ends it.
TEST_F(OrderTest, LastingProperties) {
  define("deallocate", Contract().providesProperty("deallocated"));
  define("allocate", Contract().invalidatesProperty("deallocated"));
  define("emit", Contract()
                     .requiresProperty("deallocated")
                     .because("would leak otherwise"));
  EXPECT_EQ(check({"deallocate", "unknown", "emit"}), "");
  EXPECT_EQ(
      check({"deallocate", "allocate", "emit"}),
      R"(error: 'emit' requires 'deallocated', which does not hold where it starts [PMB022 missing-property]
  at: 'emit' (pass 2, on builtin.module, added by framework)
  note: 'emit': would leak otherwise
  note: provided by: 'deallocate' (pass 0, on builtin.module, added by framework)
  note: ended by: 'allocate' (pass 1, on builtin.module, added by framework)
  fix: move 'emit' before 'allocate'
)");
  EXPECT_EQ(
      check({"emit", "deallocate"}),
      R"(error: 'emit' requires 'deallocated', which does not hold where it starts [PMB022 missing-property]
  at: 'emit' (pass 0, on builtin.module, added by framework)
  note: 'emit': would leak otherwise
  note: provided only later, by: 'deallocate' (pass 1, on builtin.module, added by framework)
  fix: move 'emit' after 'deallocate'
)");
  // Nobody takes care of it. With an open input it may hold from the start.
  EXPECT_EQ(check({"emit"}), "");
  EXPECT_EQ(
      checkClosed({}, {"emit"}),
      R"(error: 'emit' requires 'deallocated', which does not hold where it starts [PMB022 missing-property]
  at: 'emit' (pass 0, on builtin.module, added by framework)
  note: 'emit': would leak otherwise
  help: add a pass that provides it before: 'deallocate'
  fix: insert 'deallocate' before 'emit'
)");
  auto pipeline = compose({"emit"});
  pipeline->getInterface().inputContents.emplace();
  pipeline->getInterface().inputProperties = {"deallocated"};
  EXPECT_EQ(check(*pipeline), "");
}

/// A fleeting property is ended by every pass that does not preserve it, also
/// by one about which nothing is known.
TEST_F(OrderTest, FleetingProperties) {
  define("canonicalize", Contract().providesProperty("canonical"));
  define("cse", Contract().preservesProperty("canonical"));
  define("match", Contract()
                      .requiresProperty("canonical")
                      .because("matches canonical forms"));
  EXPECT_EQ(check({"canonicalize", "cse", "match"}), "");
  EXPECT_EQ(
      check({"canonicalize", "cse", "unknown", "match"}),
      R"(error: 'match' requires 'canonical', which does not hold where it starts [PMB022 missing-property]
  at: 'match' (pass 3, on builtin.module, added by framework)
  note: 'match': matches canonical forms
  note: provided by: 'canonicalize' (pass 0, on builtin.module, added by framework)
  note: ended by: 'unknown' (pass 2, on builtin.module, added by framework)
  fix: move 'match' before 'unknown'
)");
}

/// What follows from one mistake is not reported again.
TEST_F(OrderTest, ConsequencesAreNotRepeated) {
  define("deallocate", Contract().providesProperty("deallocated"));
  define("allocate", Contract().invalidatesProperty("deallocated"));
  define("emit", Contract().requiresProperty("deallocated"));
  define("check", Contract().requiresProperty("deallocated"));
  EXPECT_EQ(
      check({"deallocate", "allocate", "emit", "check", "emit"}),
      R"(error: 'emit' requires 'deallocated', which does not hold where it starts [PMB022 missing-property]
  at: 'emit' (pass 2, on builtin.module, added by framework)
  note: provided by: 'deallocate' (pass 0, on builtin.module, added by framework)
  note: ended by: 'allocate' (pass 1, on builtin.module, added by framework)
  fix: insert 'deallocate' before 'emit' (pass 2)
)");
}

TEST_F(OrderTest, OutputProperties) {
  define("canonicalize", Contract().providesProperty("canonical"));
  auto pipeline = compose({"lower", "canonicalize"});
  pipeline->getInterface().outputProperties = {"canonical"};
  EXPECT_EQ(check(*pipeline), "");
  pipeline->addPass("lower");
  EXPECT_EQ(
      check(*pipeline),
      R"(error: the output must be 'canonical', which does not hold at the end of the pipeline [PMB036 missing-output]
  at: 'lower' (pass 2, on builtin.module, added by framework)
  note: provided by: 'canonicalize' (pass 1, on builtin.module, added by framework)
  note: ended by: 'lower' (pass 2, on builtin.module, added by framework)
  fix: move 'canonicalize' after 'lower' (pass 2)
)");
}

TEST_F(OrderTest, RejectedProperties) {
  define("deallocate", Contract().providesProperty("deallocated"));
  define("hoist",
         Contract().rejects({"deallocated"}).because("moves allocations only"));
  EXPECT_EQ(check({"hoist", "deallocate"}), "");
  EXPECT_EQ(
      check({"deallocate", "hoist"}),
      R"(error: 'hoist' cannot accept 'deallocated', which is there [PMB030 rejected]
  at: 'hoist' (pass 1, on builtin.module, added by framework)
  note: 'hoist': moves allocations only
  note: provided by: 'deallocate' (pass 0, on builtin.module, added by framework)
  fix: move 'hoist' before 'deallocate'
)");
}

/// A finding about a property that a pass rejects says where that comes from.
TEST_F(OrderTest, APropertyThatIsRejectedMayHoldInTheInput) {
  define("reuse", Contract().rejects({"deallocated"}));
  auto pipeline = compose({"reuse"});
  EXPECT_EQ(check(*pipeline), "");
  pipeline->getInterface().inputProperties = {"deallocated"};
  EXPECT_EQ(
      check(*pipeline),
      R"(error: 'reuse' cannot accept 'deallocated', which is there [PMB030 rejected]
  at: 'reuse' (pass 0, on builtin.module, added by framework)
  note: it holds in the input
)");
  // What relies on it says only that it holds.
  define("rely", Contract().requiresProperty("deallocated"));
  std::string text = check({"rely", "reuse"});
  EXPECT_TRUE(test::contains(text, "cannot accept 'deallocated'"));
  EXPECT_FALSE(test::contains(text, "holds in the input"));
}

/// Pipelines share what is worked out of a catalog, until more is declared.
TEST_F(OrderTest, APropertyThatIsDeclaredLateIsFleeting) {
  define("unknown", [](Contract &) {});
  define("canonicalize", Contract().providesProperty("canonical"));
  EXPECT_EQ(checkClosed({"a.x"}, {"canonicalize", "unknown"}), "");
  test::require(catalog.addProperty({"tidy", "", true}));
  auto pipeline = compose({"tidy-up", "unknown", "match"});
  Contract provides, needs;
  provides.providesProperty("tidy");
  needs.requiresProperty("tidy");
  test::require(pipeline->addContract("tidy-up", provides));
  test::require(pipeline->addContract("match", needs));
  EXPECT_TRUE(test::contains(check(*pipeline),
                             "'match' requires 'tidy', which does not "
                             "hold where it starts"));
}

/// A bundle gives back what it took away, and also what was told before it.
TEST_F(OrderTest, AWishIsToldOnceAroundABundleThatPreserves) {
  define("canonicalize", Contract().providesProperty("canonical"));
  define("spoil", Contract().invalidatesProperty("canonical"));
  define("wish", [](Contract &contract) {
    contract.requiresProperty("canonical").weak();
    contract.preservesProperty("canonical");
  });
  PassBundle group("group");
  group.addPass("spoil");
  group.contract.preservesProperty("canonical");
  auto pipeline = compose({"wish"});
  pipeline->addBundle(group);
  pipeline->addPass("wish");
  pipeline->getInterface().inputContents.emplace();
  EXPECT_EQ(
      check(*pipeline),
      R"(warning: 'wish' requires 'canonical', which does not hold where it starts [PMB022 missing-property]
  at: 'wish' (pass 0, on builtin.module, added by framework)
  help: add a pass that provides it before: 'canonicalize'
  fix: insert 'canonicalize' before 'wish' (pass 0)
)");
}

} // namespace
