//===- OrderTest.cpp - The words of order, one by one ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One example for each word of order. Nests and bundles are in
// OrderNestsTest.cpp, properties in PropertiesTest.cpp, wishes in
// WishesTest.cpp, contents in ContentsTest.cpp, insertion and placement in
// OrderInsertTest.cpp and OrderPlaceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "OrderSupport.h"

using namespace pmb;
using pmb::test::OrderTest;
using pmb::test::text;

namespace {

//===----------------------------------------------------------------------===//
// after, before, followedBy, conflictsWith
//===----------------------------------------------------------------------===//

TEST_F(OrderTest, After) {
  define("bufferize");
  define("to-loops",
         Contract().after(pass("bufferize")).because("works on buffers only"));
  EXPECT_EQ(check({"bufferize", "to-loops"}), "");
  // Absent: nothing to come after.
  EXPECT_EQ(check({"to-loops"}), "");
  // One instance before it is enough.
  EXPECT_EQ(check({"bufferize", "to-loops", "bufferize"}), "");
  EXPECT_EQ(
      check({"to-loops", "bufferize"}),
      R"(error: 'to-loops' must come after 'bufferize', and stands before it [PMB020 wrong-order]
  at: 'to-loops' (pass 0, on builtin.module, added by framework)
  note: 'to-loops': works on buffers only
  note: what it must follow: 'bufferize' (pass 1, on builtin.module, added by framework)
  fix: move 'to-loops' after 'bufferize'
)");
}

/// Before it, and again behind it: there may be two of them, by whatever name.
TEST_F(OrderTest, AfterAndFollowedByOneIsNoCycle) {
  define("x", {"cleanup"});
  define("by-name", [](Contract &contract) {
    contract.after(pass("x"));
    contract.followedBy(pass("x"));
  });
  define("by-kind", [](Contract &contract) {
    contract.after(pass("x"));
    contract.followedBy(kind("cleanup"));
  });
  define("between", Contract().after(pass("x")));
  define("by-another", [](Contract &contract) {
    contract.after(pass("between"));
    contract.followedBy(pass("x"));
  });
  for (llvm::StringRef name : {"by-name", "by-kind"}) {
    EXPECT_EQ(check({"x", name, "x"}), "");
    EXPECT_TRUE(test::contains(check({name, "x"}), "[PMB020 wrong-order]"));
  }
  EXPECT_EQ(check({"x", "between", "by-another", "x"}), "");
  EXPECT_TRUE(test::contains(check({"between", "by-another", "x"}),
                             "[PMB020 wrong-order]"));
}

TEST_F(OrderTest, Before) {
  define("lower");
  define(
      "annotate",
      Contract().before(pass("lower")).because("reads what is lowered there"));
  EXPECT_EQ(check({"annotate", "lower"}), "");
  EXPECT_EQ(check({"annotate"}), "");
  EXPECT_EQ(check({"lower", "annotate", "lower"}), "");
  EXPECT_EQ(
      check({"lower", "annotate"}),
      R"(error: 'annotate' must come before 'lower', and stands after it [PMB020 wrong-order]
  at: 'annotate' (pass 1, on builtin.module, added by framework)
  note: 'annotate': reads what is lowered there
  note: what it must precede: 'lower' (pass 0, on builtin.module, added by framework)
  fix: move 'annotate' before 'lower'
)");
}

TEST_F(OrderTest, Present) {
  define("lower-dealloc");
  define("deallocate", Contract()
                           .before(pass("lower-dealloc"))
                           .present()
                           .because("leaves bufferization.dealloc behind"));
  define("simplify", Contract().after(pass("deallocate")).present());
  EXPECT_EQ(check({"deallocate", "simplify", "lower-dealloc"}), "");
  EXPECT_EQ(
      check({"deallocate"}),
      R"(error: 'deallocate' must come before 'lower-dealloc', which is not in the pipeline [PMB021 missing-pass]
  at: 'deallocate' (pass 0, on builtin.module, added by framework)
  note: 'deallocate': leaves bufferization.dealloc behind
  help: add 'lower-dealloc' after 'deallocate'
  fix: insert 'lower-dealloc' after 'deallocate'
)");
  EXPECT_EQ(
      check({"simplify"}),
      R"(error: 'simplify' must come after 'deallocate', which is not in the pipeline [PMB021 missing-pass]
  at: 'simplify' (pass 0, on builtin.module, added by framework)
  help: add 'deallocate' before 'simplify'
  fix: insert 'deallocate' before 'simplify', then insert 'lower-dealloc' after 'deallocate'
)");
  // There is nothing to add of a pass that nobody knows.
  define("late", Contract().after(pass("of-others")).present());
  EXPECT_EQ(
      check({"late"}),
      R"(error: 'late' must come after 'of-others', which is not in the pipeline [PMB021 missing-pass]
  at: 'late' (pass 0, on builtin.module, added by framework)
  help: add 'of-others' before 'late'
)");
}

TEST_F(OrderTest, Weak) {
  define("bufferize");
  define(
      "to-loops",
      Contract().after(pass("bufferize")).weak().because("is slow on tensors"));
  EXPECT_EQ(
      check({"to-loops", "bufferize"}),
      R"(warning: 'to-loops' should come after 'bufferize', and stands before it [PMB020 wrong-order]
  at: 'to-loops' (pass 0, on builtin.module, added by framework)
  note: 'to-loops': is slow on tensors
  note: what it should follow: 'bufferize' (pass 1, on builtin.module, added by framework)
  fix: move 'to-loops' after 'bufferize'
)");
}

/// One instance of a pass may be what another has to follow. That is no cycle.
TEST_F(OrderTest, AnInstanceThatOnlyAnotherOneProvidesForIsNoCycle) {
  PassDescriptor clean("clean");
  clean.hasContract = clean.hasOptionList = true;
  clean.options = {{"limit", "0"}};
  clean.contract.providesProperty("canonical").when(option("limit").is("0"));
  clean.contract.after(providerOf("canonical")).when(option("limit").is("3"));
  test::require(catalog.overridePass(std::move(clean)));
  define("match", Contract().after(providerOf("canonical")));
  std::string found = check({"clean{limit=3}", "clean", "match"});
  EXPECT_TRUE(test::contains(found, "wrong-order"));
}

TEST_F(OrderTest, AProviderThatItsOptionsKeepFromProvidingIsNone) {
  for (bool isDenied : {true, false}) {
    PassDescriptor clean("clean");
    clean.hasContract = clean.hasOptionList = true;
    clean.options = {{"limit", "0"}};
    if (isDenied)
      clean.contract.providesProperty("canonical");
    auto said = isDenied ? clean.contract.invalidatesProperty("canonical")
                         : clean.contract.providesProperty("canonical");
    said.when(isDenied ? !option("limit").is("0") : option("limit").is("0"));
    test::require(catalog.overridePass(std::move(clean)));
    define("expand", Contract().followedBy(providerOf("canonical")));
    define("match", Contract().after(providerOf("canonical")).present());
    define("last", Contract().conflictsWith(providerOf("canonical")));
    EXPECT_EQ(check({"expand", "clean"}), "");
    EXPECT_TRUE(test::contains(check({"expand", "clean{limit=3}"}),
                               "missing-follow-up"));
    EXPECT_EQ(check({"expand", "clean{limit=3}", "clean"}), "");
    EXPECT_EQ(check({"clean", "clean{limit=3}", "match"}), "");
    EXPECT_TRUE(
        test::contains(check({"clean{limit=3}", "match"}), "missing-pass"));
    EXPECT_EQ(check({"clean{limit=3}", "last"}), "");
    // The same where it is inserted, and where a place is looked for.
    auto pipeline = compose({"clean{limit=3}", "x"});
    EXPECT_EQ(text(pipeline->addPassAfter("last", "x")), "");
    EXPECT_EQ(
        text(pipeline->insert(PassSpec("clean", "limit=2"), Position::atEnd())),
        "");
    EXPECT_TRUE(test::contains(text(pipeline->addPassBefore("clean", "x")),
                               "conflict"));
    EXPECT_EQ(text(pipeline->insert(PassSpec("clean", "limit=4"),
                                    Position::before(pass("x")))),
              "");
    EXPECT_TRUE(test::contains(
        text(pipeline->insert(PassSpec("match"), Position::byContract())),
        "the pipeline has no provider of 'canonical'"));
    // A position names what provides it.
    auto other = compose({"clean", "clean{limit=3}"});
    EXPECT_EQ(other->lookup(providerOf("canonical")).size(), 1u);
    EXPECT_EQ(text(other->insert(PassSpec("x"),
                                 Position::after(providerOf("canonical")))),
              "");
    EXPECT_EQ(other->str(), "builtin.module(clean,x,clean{limit=3})");
  }
}

TEST_F(OrderTest, FollowedBy) {
  define("simplify");
  define("deallocate", Contract()
                           .followedBy(pass("simplify"))
                           .because("emits more than is needed"));
  // By anyone, adjacent or not.
  EXPECT_EQ(check({"deallocate", "other", "simplify"}), "");
  EXPECT_EQ(check({"deallocate", "deallocate", "simplify"}), "");
  EXPECT_EQ(
      check({"deallocate"}),
      R"(error: 'deallocate' must be followed by 'simplify', which is not in the pipeline [PMB023 missing-follow-up]
  at: 'deallocate' (pass 0, on builtin.module, added by framework)
  note: 'deallocate': emits more than is needed
  help: add 'simplify' after 'deallocate'
  fix: insert 'simplify' after 'deallocate'
)");
  EXPECT_EQ(
      check({"simplify", "deallocate"}),
      R"(error: 'deallocate' must be followed by 'simplify', which stands only before it [PMB023 missing-follow-up]
  at: 'deallocate' (pass 1, on builtin.module, added by framework)
  note: 'deallocate': emits more than is needed
  note: what should follow: 'simplify' (pass 0, on builtin.module, added by framework)
  fix: insert 'simplify' after 'deallocate'
)");
}

TEST_F(OrderTest, ConflictsWith) {
  define("count-references");
  define("count-by-policy", Contract()
                                .conflictsWith(pass("count-references"))
                                .because("both would count the same"));
  EXPECT_EQ(check({"count-by-policy"}), "");
  EXPECT_EQ(
      check({"count-references", "count-by-policy"}),
      R"(error: 'count-by-policy' conflicts with 'count-references' [PMB024 conflict]
  at: 'count-by-policy' (pass 1, on builtin.module, added by framework)
  note: 'count-by-policy': both would count the same
  note: the other pass: 'count-references' (pass 0, on builtin.module, added by framework)
  help: remove one of the two
)");
  // At most one of itself.
  define("once",
         Contract().conflictsWith(pass("once")).because("renames everything"));
  EXPECT_EQ(check({"once"}), "");
  EXPECT_EQ(check({"once", "once"}),
            R"(error: 'once' conflicts with 'once' [PMB024 conflict]
  at: 'once' (pass 1, on builtin.module, added by framework)
  note: 'once': renames everything
  note: the other pass: 'once' (pass 0, on builtin.module, added by framework)
  help: remove one of the two
)");
}

TEST_F(OrderTest, Kinds) {
  define("bufferize-all", {"bufferization"});
  define("bufferize-some", {"bufferization"});
  define("to-loops", Contract().after(kind("bufferization")));
  EXPECT_EQ(check({"bufferize-some", "to-loops", "bufferize-all"}), "");
  EXPECT_EQ(
      check({"to-loops", "bufferize-some", "bufferize-all"}),
      R"(error: 'to-loops' must come after kind 'bufferization', and stands before it [PMB020 wrong-order]
  at: 'to-loops' (pass 0, on builtin.module, added by framework)
  note: what it must follow: 'bufferize-some' (pass 1, on builtin.module, added by framework)
  fix: move 'to-loops' after 'bufferize-some'
)");
}

/// A bundle can be of a kind, too, and then stands for all that is in it.
TEST_F(OrderTest, KindsOfBundles) {
  define("to-loops", Contract().after(kind("bufferization")));
  PassBundle bundle("bufferize");
  bundle.addKind("bufferization").addPass("prepare").addPass("convert");
  auto pipeline = compose({});
  pipeline->addBundle(bundle);
  pipeline->addPass("to-loops");
  EXPECT_EQ(check(*pipeline), "");
  pipeline = compose({"to-loops"});
  pipeline->addBundle(bundle);
  EXPECT_EQ(
      check(*pipeline),
      R"(error: 'to-loops' must come after kind 'bufferization', and stands before it [PMB020 wrong-order]
  at: 'to-loops' (pass 0, on builtin.module, added by framework)
  note: what it must follow: 'bufferize' (on builtin.module, added by framework)
  fix: move 'to-loops' after 'bufferize'
)");
  // A pass in the bundle neither precedes nor follows it.
  pipeline = compose({});
  bundle.addPass("to-loops");
  pipeline->addBundle(bundle);
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(OrderTest, Providers) {
  define("deallocate-owned", Contract().providesProperty("deallocated"));
  define("hoist", Contract().before(providerOf("deallocated")));
  EXPECT_EQ(check({"hoist", "deallocate-owned"}), "");
  EXPECT_EQ(
      check({"deallocate-owned", "hoist"}),
      R"(error: 'hoist' must come before provider of 'deallocated', and stands after it [PMB020 wrong-order]
  at: 'hoist' (pass 1, on builtin.module, added by framework)
  note: what it must precede: 'deallocate-owned' (pass 0, on builtin.module, added by framework)
  fix: move 'hoist' before 'deallocate-owned'
)");
}

TEST_F(OrderTest, ConditionsOnOptions) {
  PassDescriptor bufferize("bufferize");
  bufferize.options = {{"functions", "false"}};
  bufferize.hasOptionList = true;
  bufferize.contract.before(pass("inline"))
      .when(option("functions"))
      .because("changes signatures");
  test::require(catalog.addPass(std::move(bufferize)));
  EXPECT_EQ(check({"inline", "bufferize"}), "");
  EXPECT_EQ(check({"inline", "bufferize{functions=0}"}), "");
  // An option without a value is true; of several mentions the last counts.
  EXPECT_NE(check({"inline", "bufferize{functions}"}), "");
  EXPECT_NE(check({"inline", "bufferize{functions=false functions=1}"}), "");
  EXPECT_EQ(
      check({"inline", "bufferize{functions=true}"}),
      R"(error: 'bufferize' must come before 'inline', and stands after it [PMB020 wrong-order]
  at: 'bufferize' (pass 1, on builtin.module, added by framework)
  note: 'bufferize': changes signatures
  note: what it must precede: 'inline' (pass 0, on builtin.module, added by framework)
  fix: move 'bufferize' before 'inline'
)");
}

TEST_F(OrderTest, ConditionsOnVariants) {
  define("vectorize", [](Contract &contract) {
    contract.after(pass("tile")).when(variant("avx512"));
    contract.before(pass("tile")).when(!variant("avx512"));
  });
  EXPECT_EQ(check({"vectorize", "tile"}), "");
  EXPECT_NE(check({"tile", "vectorize"}), "");
  auto pipeline = compose({"vectorize", "tile"});
  pipeline->setVariant("avx512");
  EXPECT_EQ(
      check(*pipeline),
      R"(error: 'vectorize' must come after 'tile', and stands before it [PMB020 wrong-order]
  at: 'vectorize' (pass 0, on builtin.module, added by framework)
  note: what it must follow: 'tile' (pass 1, on builtin.module, added by framework)
  fix: move 'vectorize' after 'tile'
)");
}

//===----------------------------------------------------------------------===//
// Cycles, severities
//===----------------------------------------------------------------------===//

TEST_F(OrderTest, Cycle) {
  define("a", Contract().after(pass("c")).because("a reads what c writes"));
  define("b", Contract().after(pass("a")).because("b reads what a writes"),
         {"cleanup"});
  define("c", Contract().after(kind("cleanup")));
  EXPECT_EQ(
      check({"a", "b", "c"}),
      R"(error: no order satisfies the contracts: 'c' -> 'a' -> 'b' -> 'c' [PMB034 cycle]
  note: 'c' must come before 'a', because 'a' says after 'c': a reads what c writes
  note: 'a' must come before 'b', because 'b' says after 'a': b reads what a writes
  note: 'b' must come before 'c', because 'c' says after kind 'cleanup'
  help: remove or weaken one of these entries
)");
  // However the three are arranged, one finding says why there is no order.
  for (auto order : {std::initializer_list<llvm::StringRef>{"c", "b", "a"},
                     {"b", "a", "c"},
                     {"c", "a", "b"}}) {
    std::vector<Diagnostic> findings = compose(order)->check();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].code, DiagnosticCode::Cycle);
    EXPECT_EQ(findings[0].notes.size(), 4u);
  }
  EXPECT_EQ(check({"c", "unknown", "a"}), "");
}

/// What is named by a kind of which there are several is no cycle: one of them
/// can come first.
TEST_F(OrderTest, NoCycleWhereThereIsAWayOut) {
  define("x", [](Contract &contract) {
    contract.after(kind("cleanup"));
    contract.before(pass("cse"));
  });
  define("cse", {"cleanup"});
  define("canonicalize", {"cleanup"});
  EXPECT_EQ(check({"canonicalize", "x", "cse"}), "");
  EXPECT_EQ(
      check({"x", "cse", "canonicalize"}),
      R"(error: 'x' must come after kind 'cleanup', and stands before it [PMB020 wrong-order]
  at: 'x' (pass 0, on builtin.module, added by framework)
  note: what it must follow: 'cse' (pass 1, on builtin.module, added by framework)
  fix: insert 'cse' before 'x'
)");
}

TEST_F(OrderTest, SeverityOfACode) {
  define("a", Contract().after(pass("b")));
  auto pipeline = compose({"a", "b"});
  pipeline->setSeverity(DiagnosticCode::WrongOrder, Severity::Warning);
  EXPECT_EQ(
      check(*pipeline),
      R"(warning: 'a' must come after 'b', and stands before it [PMB020 wrong-order]
  at: 'a' (pass 0, on builtin.module, added by framework)
  note: what it must follow: 'b' (pass 1, on builtin.module, added by framework)
  fix: move 'a' after 'b'
)");
  pipeline->setSeverity(DiagnosticCode::WrongOrder, Severity::Off);
  EXPECT_EQ(check(*pipeline), "");
}

/// A hundred cycles would be one mistake told a hundred times.
TEST_F(OrderTest, OfManyCyclesOfTheSamePassesSixteenAreTold) {
  constexpr unsigned count = 40;
  PipelineBuilder pipeline("builtin.module", catalog);
  for (unsigned i = 0; i < count; ++i) {
    Contract contract;
    for (unsigned j = 0; j < count; ++j)
      if (i != j)
        contract.after(pass("p" + std::to_string(j)));
    std::string name = "p" + std::to_string(i);
    pipeline.addPass(name);
    test::require(pipeline.addContract(name, contract));
  }
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 16u);
  EXPECT_EQ(findings.back().notes.back().message,
            "there are further cycles with these passes");
}

} // namespace
