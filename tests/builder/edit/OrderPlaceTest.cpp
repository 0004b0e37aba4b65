//===- OrderPlaceTest.cpp - Places that contracts alone decide ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a pass is put that says by its contract alone where it belongs, and
// what is said where there is no such place.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "OrderInsertSupport.h"

using namespace pmb;
using pmb::test::OrderInsertTest;
using pmb::test::text;

namespace {

TEST_F(OrderInsertTest, FirstValidPlace) {
  define("annotate", [](Contract &contract) {
    contract.after(pass("tile")).because("names what tile has made");
    contract.before(pass("lower")).because("loops are gone then");
  });
  auto pipeline = compose({"x", "tile", "y", "z", "lower"});
  EXPECT_EQ(text(place(*pipeline, "annotate")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,tile,annotate,y,z,lower)");
  // Without any wish that is the start.
  EXPECT_EQ(text(place(*pipeline, "free")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(free,x,tile,annotate,y,z,lower)");
}

TEST_F(OrderInsertTest, PlacedByWhatOthersSay) {
  define("lower", Contract().after(pass("annotate")));
  define("tile", Contract().before(pass("annotate")));
  auto pipeline = compose({"x", "tile", "lower"});
  EXPECT_EQ(text(place(*pipeline, "annotate")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,tile,annotate,lower)");
}

TEST_F(OrderInsertTest, PlacedByProperties) {
  define("canonicalize", Contract().providesProperty("canonical"));
  define("match", Contract().requiresProperty("canonical"));
  auto pipeline = compose({"x", "canonicalize", "y"});
  EXPECT_EQ(text(place(*pipeline, "match")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,canonicalize,match,y)");
  // Nor does a pass go where it would end what another requires.
  define("noisy", Contract().after(pass("x")));
  define("x", Contract().providesProperty("canonical"));
  pipeline = compose({"x", "match", "y"});
  EXPECT_EQ(text(place(*pipeline, "noisy")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,match,noisy,y)");
}

/// After what introduces its operations, before what lowers those it makes.
TEST_F(OrderInsertTest, PlacedByContents) {
  define("linalg-to-loops", Contract().lowers({"linalg"}).to({"scf.for"}));
  define("scf-to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
  define("cf-to-llvm", Contract().lowers({"cf"}).to({"llvm.br"}));
  auto pipeline = compose({"x", "linalg-to-loops", "cf-to-llvm", "y"});
  EXPECT_EQ(text(place(*pipeline, "scf-to-cf")), "");
  EXPECT_EQ(pipeline->str(),
            "builtin.module(x,linalg-to-loops,scf-to-cf,cf-to-llvm,y)");
}

/// Casts stay while anything has the type, so they go after all conversions.
TEST_F(OrderInsertTest, PlacedAfterWhatConverts) {
  TypeDescriptor memref;
  memref.name = "!memref";
  memref.carriers = {"memref"};
  catalog.addType(memref);
  define("memref-to-llvm",
         Contract().lowers({"memref"}).to({"llvm.load"}).converts({"!memref"}));
  define("func-to-llvm",
         Contract().lowers({"func"}).to({"llvm.call"}).converts({"!memref"}));
  define("reconcile", Contract()
                          .lowers({"builtin.unrealized_conversion_cast"})
                          .unless({"!memref"}));
  define("fold", [](Contract &contract) { contract.greedy(); });
  auto pipeline =
      compose({"x", "memref-to-llvm", "y", "func-to-llvm", "fold", "z"});
  EXPECT_EQ(text(place(*pipeline, "reconcile")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,memref-to-llvm,y,func-to-llvm,"
                             "reconcile,fold,z)");
  // What an entry is about is not in its way: some of it remains then.
  define(
      "partly",
      Contract().lowers({"scf"}).given({"cf.x"}).unless({"cf.x"}).to({"a.b"}));
  pipeline = compose({"x"});
  pipeline->getInterface().inputContents = {"scf.for", "cf.x"};
  EXPECT_EQ(text(place(*pipeline, "partly")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(partly,x)");
  // Who folds casts in passing is not there for them.
  pipeline = compose({"memref-to-llvm", "x"});
  pipeline->getInterface().inputContents = {"memref.load"};
  EXPECT_EQ(text(place(*pipeline, "fold")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(fold,memref-to-llvm,x)");
}

/// Nests next to each other run in the order of the IR, so that is no place.
TEST_F(OrderInsertTest, PlacedAcrossNests) {
  PassDescriptor outline("outline");
  outline.anchor = "gpu.module";
  outline.contract.after(pass("tag"));
  test::require(catalog.addPass(std::move(outline)));
  auto pipeline = compose({"func.func(tag)", "func.func(x)", "any", "y"});
  EXPECT_EQ(text(place(*pipeline, "outline")), "");
  EXPECT_EQ(pipeline->str(),
            "builtin.module(func.func(tag,x),any,gpu.module(outline),y)");
  EXPECT_EQ(check(*pipeline), "");
}

/// What is missed is one mistake, and holds from there on. A pass that ends it
/// behind that would be another one.
TEST_F(OrderInsertTest, NotPlacedWhereItEndsWhatWasMissed) {
  define("first", Contract().requiresProperty("deallocated"));
  define("second", Contract().requiresProperty("deallocated"));
  define("ends", [](Contract &contract) {
    contract.invalidatesProperty("deallocated");
    contract.after(pass("first"));
  });
  auto pipeline = compose({"first", "second"});
  pipeline->getInterface().inputContents.emplace();
  EXPECT_EQ(text(place(*pipeline, "ends")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(first,second,ends)");
}

/// With an open input a property may hold from the start, until a pass provides
/// it. Then it comes too late for what stands before that pass.
TEST_F(OrderInsertTest, NotPlacedWhereItProvidesTooLate) {
  define("needs", Contract().requiresProperty("deallocated"));
  define("tidies", [](Contract &contract) {
    contract.providesProperty("deallocated");
    contract.after(pass("x"));
  });
  auto pipeline = compose({"needs", "x"});
  EXPECT_NE(text(place(*pipeline, "tidies")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(needs,x)");
  pipeline = compose({"x", "needs"});
  EXPECT_EQ(text(place(*pipeline, "tidies")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,tidies,needs)");
}

/// Conditions ask for the options that the pass comes with.
TEST_F(OrderInsertTest, PlacedByOptions) {
  define("bufferize",
         Contract().after(pass("inline")).when(option("functions")));
  auto pipeline = compose({"x", "inline"});
  EXPECT_EQ(text(pipeline->insert(PassSpec("bufferize", "functions=true"),
                                  Position::byContract())),
            "");
  EXPECT_EQ(pipeline->str(),
            "builtin.module(x,inline,bufferize{functions=true})");
}

TEST_F(OrderInsertTest, NotInsideContiguousBundles) {
  define("late", Contract().after(pass("a")));
  PassBundle bundle("tight");
  bundle.setContiguous().addPass("a").addPass("b");
  auto pipeline = compose({});
  pipeline->addBundle(bundle);
  EXPECT_EQ(text(place(*pipeline, "late")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(a,b,late)");
}

TEST_F(OrderInsertTest, Unplaceable) {
  define("annotate", [](Contract &contract) {
    contract.after(pass("tile")).because("names what tile has made");
    contract.before(pass("lower")).because("loops are gone then");
  });
  auto pipeline = compose({"lower", "tile"});
  expectRefused(
      *pipeline, [&] { return place(*pipeline, "annotate"); },
      R"(error: 'annotate' cannot be placed: it must follow 'tile' and precede 'lower', but 'lower' comes before 'tile' [PMB033 unplaceable]
  note: 'annotate' says after 'tile': names what tile has made: 'tile' (pass 1, on builtin.module, added by framework)
  note: 'annotate' says before 'lower': loops are gone then: 'lower' (pass 0, on builtin.module, added by framework)
  help: give a position, or change the pipeline
)");
}

/// The same where others' entries, and contents, are what stands against it.
TEST_F(OrderInsertTest, UnplaceableForOthers) {
  define("scf-to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
  define("linalg-to-loops", Contract().lowers({"linalg"}).to({"scf.for"}));
  define("early",
         Contract().after(pass("scf-to-cf")).because("counts branches"));
  auto pipeline = compose({"early", "linalg-to-loops"});
  expectRefused(
      *pipeline, [&] { return place(*pipeline, "scf-to-cf"); },
      R"(error: 'scf-to-cf' cannot be placed: it must follow 'linalg-to-loops' and precede 'early', but 'early' comes before 'linalg-to-loops' [PMB033 unplaceable]
  note: 'linalg-to-loops' introduces 'scf.for', which it lowers: 'linalg-to-loops' (pass 1, on builtin.module, added by framework)
  note: 'early' says after 'scf-to-cf': counts branches: 'early' (pass 0, on builtin.module, added by framework)
  help: give a position, or change the pipeline
)");
}

TEST_F(OrderInsertTest, UnplaceableByProperties) {
  define("canonicalize", Contract().providesProperty("canonical"));
  define("match", [](Contract &contract) {
    contract.requiresProperty("canonical");
    contract.after(pass("x"));
  });
  auto pipeline = compose({"canonicalize", "x", "y"});
  expectRefused(
      *pipeline, [&] { return place(*pipeline, "match"); },
      R"(error: 'match' cannot be placed anywhere: it requires 'canonical', which does not hold there [PMB033 unplaceable]
  note: it must follow this, as 'match' says after 'x': 'x' (pass 1, on builtin.module, added by framework)
)");
}

/// No pipeline would do: the full path, a sentence for each edge.
TEST_F(OrderInsertTest, UnplaceableInACycle) {
  define("a", [](Contract &contract) {
    contract.after(pass("b")).because("a reads what b writes");
    contract.before(pass("c")).because("c expects it");
  });
  define("b", Contract().after(pass("c")).because("b reads what c writes"));
  auto pipeline = compose({"c", "b"});
  expectRefused(
      *pipeline, [&] { return place(*pipeline, "a"); },
      R"(error: no order satisfies the contracts: 'a' -> 'c' -> 'b' -> 'a' [PMB034 cycle]
  note: 'a' must come before 'c', because 'a' says before 'c': c expects it
  note: 'c' must come before 'b', because 'b' says after 'c': b reads what c writes
  note: 'b' must come before 'a', because 'a' says after 'b': a reads what b writes
  help: remove or weaken one of these entries
)");
}

TEST_F(OrderInsertTest, UnplaceableWithoutWhatMustBePresent) {
  define("simplify", [](Contract &contract) {
    contract.after(pass("deallocate")).present().because("has no other use");
  });
  auto pipeline = compose({"x"});
  expectRefused(
      *pipeline, [&] { return place(*pipeline, "simplify"); },
      R"(error: 'simplify' cannot be placed: the pipeline has no 'deallocate' [PMB021 missing-pass]
  note: 'simplify' says after 'deallocate': has no other use
)");
}

/// Passes that the pipeline does not have close no cycle.
TEST_F(OrderInsertTest, UnplaceableWithoutACycle) {
  define("n", Contract().before(pass("absent")));
  define("l", Contract().after(pass("missing")));
  define("a", [](Contract &contract) {
    contract.after(pass("l"));
    contract.before(pass("n"));
  });
  auto pipeline = compose({"n", "l"});
  EXPECT_TRUE(
      test::contains(text(place(*pipeline, "a")),
                     "'a' cannot be placed: it must follow 'l' and precede "
                     "'n', but 'n' comes before 'l'"));
}

} // namespace
