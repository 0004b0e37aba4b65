//===- OrderTest.cpp - The words of order, one by one ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One example for each word of order and properties, and for the wishes that
// Contract.h says with them. Contents are in ContentsTest.cpp, insertion and
// placement in OrderInsertTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "OrderSupport.h"

using namespace pmb;
using pmb::test::text;

namespace {

class OrderTest : public pmb::test::RulesTest {};

//===----------------------------------------------------------------------===//
// after, before, followedBy, conflictsWith
//===----------------------------------------------------------------------===//

TEST_F(OrderTest, After) {
  define("bufferize");
  define("to-loops", [](Contract &contract) {
    contract.after(pass("bufferize")).because("works on buffers only");
  });
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
  define("between", [](Contract &contract) { contract.after(pass("x")); });
  define("by-another", [](Contract &contract) {
    contract.after(pass("between"));
    contract.followedBy(pass("x"));
  });
  for (llvm::StringRef name : {"by-name", "by-kind"}) {
    EXPECT_EQ(check({"x", name, "x"}), "");
    EXPECT_NE(check({name, "x"}).find("[PMB020 wrong-order]"),
              std::string::npos);
  }
  EXPECT_EQ(check({"x", "between", "by-another", "x"}), "");
  EXPECT_NE(check({"between", "by-another", "x"}).find("[PMB020 wrong-order]"),
            std::string::npos);
}

TEST_F(OrderTest, Before) {
  define("lower");
  define("annotate", [](Contract &contract) {
    contract.before(pass("lower")).because("reads what is lowered there");
  });
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
  define("deallocate", [](Contract &contract) {
    contract.before(pass("lower-dealloc"))
        .present()
        .because("leaves bufferization.dealloc behind");
  });
  define("simplify", [](Contract &contract) {
    contract.after(pass("deallocate")).present();
  });
  EXPECT_EQ(check({"deallocate", "simplify", "lower-dealloc"}), "");
  EXPECT_EQ(
      check({"deallocate"}),
      R"(error: 'deallocate' must come before 'lower-dealloc', which is not in the pipeline [PMB021 missing-pass]
  at: 'deallocate' (pass 0, on builtin.module, added by framework)
  note: 'deallocate': leaves bufferization.dealloc behind
)");
  EXPECT_EQ(
      check({"simplify"}),
      R"(error: 'simplify' must come after 'deallocate', which is not in the pipeline [PMB021 missing-pass]
  at: 'simplify' (pass 0, on builtin.module, added by framework)
)");
}

TEST_F(OrderTest, Weak) {
  define("bufferize");
  define("to-loops", [](Contract &contract) {
    contract.after(pass("bufferize")).weak().because("is slow on tensors");
  });
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
  define("match",
         [](Contract &contract) { contract.after(providerOf("canonical")); });
  std::string found = check({"clean{limit=3}", "clean", "match"});
  EXPECT_NE(found.find("wrong-order"), std::string::npos) << found;
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
    define("expand", [](Contract &contract) {
      contract.followedBy(providerOf("canonical"));
    });
    define("match", [](Contract &contract) {
      contract.after(providerOf("canonical")).present();
    });
    define("last", [](Contract &contract) {
      contract.conflictsWith(providerOf("canonical"));
    });
    EXPECT_EQ(check({"expand", "clean"}), "");
    EXPECT_NE(check({"expand", "clean{limit=3}"}).find("missing-follow-up"),
              std::string::npos);
    EXPECT_EQ(check({"expand", "clean{limit=3}", "clean"}), "");
    EXPECT_EQ(check({"clean", "clean{limit=3}", "match"}), "");
    EXPECT_NE(check({"clean{limit=3}", "match"}).find("missing-pass"),
              std::string::npos);
    EXPECT_EQ(check({"clean{limit=3}", "last"}), "");
    // The same where it is inserted, and where a place is looked for.
    auto pipeline = compose({"clean{limit=3}", "x"});
    EXPECT_EQ(text(pipeline->addPassAfter("last", "x")), "");
    EXPECT_EQ(
        text(pipeline->insert(PassSpec("clean", "limit=2"), Position::atEnd())),
        "");
    EXPECT_NE(text(pipeline->addPassBefore("clean", "x")).find("conflict"),
              std::string::npos);
    EXPECT_EQ(text(pipeline->insert(PassSpec("clean", "limit=4"),
                                    Position::before(pass("x")))),
              "");
    EXPECT_NE(text(pipeline->insert(PassSpec("match"), Position::byContract()))
                  .find("the pipeline has no provider of 'canonical'"),
              std::string::npos);
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
  define("deallocate", [](Contract &contract) {
    contract.followedBy(pass("simplify")).because("emits more than is needed");
  });
  // By anyone, adjacent or not.
  EXPECT_EQ(check({"deallocate", "other", "simplify"}), "");
  EXPECT_EQ(check({"deallocate", "deallocate", "simplify"}), "");
  EXPECT_EQ(
      check({"deallocate"}),
      R"(error: 'deallocate' must be followed by 'simplify', which is not in the pipeline [PMB023 missing-follow-up]
  at: 'deallocate' (pass 0, on builtin.module, added by framework)
  note: 'deallocate': emits more than is needed
  help: add 'simplify' after 'deallocate'
)");
  EXPECT_EQ(
      check({"simplify", "deallocate"}),
      R"(error: 'deallocate' must be followed by 'simplify', which stands only before it [PMB023 missing-follow-up]
  at: 'deallocate' (pass 1, on builtin.module, added by framework)
  note: 'deallocate': emits more than is needed
  note: what should follow: 'simplify' (pass 0, on builtin.module, added by framework)
  fix: move 'simplify' after 'deallocate'
)");
}

TEST_F(OrderTest, ConflictsWith) {
  define("count-references");
  define("count-by-policy", [](Contract &contract) {
    contract.conflictsWith(pass("count-references"))
        .because("both would count the same");
  });
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
  define("once", [](Contract &contract) {
    contract.conflictsWith(pass("once")).because("renames everything");
  });
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
  define("to-loops",
         [](Contract &contract) { contract.after(kind("bufferization")); });
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
  define("to-loops",
         [](Contract &contract) { contract.after(kind("bufferization")); });
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
  define("deallocate-owned",
         [](Contract &contract) { contract.providesProperty("deallocated"); });
  define("hoist", [](Contract &contract) {
    contract.before(providerOf("deallocated"));
  });
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
// Nests
//===----------------------------------------------------------------------===//

/// MLIR merges neighbouring nests for different operations, so the order of the
/// list is not the order of execution.
TEST_F(OrderTest, NeighbouringNests) {
  define("outline", [](Contract &contract) {
    contract.after(pass("tag")).because("moves what is tagged");
  });
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
  define("fence",
         [](Contract &contract) { contract.invalidatesProperty("tidy"); });
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
// requires, provides, invalidates, preserves
//===----------------------------------------------------------------------===//

/// A lasting property holds until somebody ends it.
TEST_F(OrderTest, LastingProperties) {
  define("deallocate",
         [](Contract &contract) { contract.providesProperty("deallocated"); });
  define("allocate", [](Contract &contract) {
    contract.invalidatesProperty("deallocated");
  });
  define("emit", [](Contract &contract) {
    contract.requiresProperty("deallocated").because("would leak otherwise");
  });
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
  define("canonicalize",
         [](Contract &contract) { contract.providesProperty("canonical"); });
  define("cse",
         [](Contract &contract) { contract.preservesProperty("canonical"); });
  define("match", [](Contract &contract) {
    contract.requiresProperty("canonical").because("matches canonical forms");
  });
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
  define("deallocate",
         [](Contract &contract) { contract.providesProperty("deallocated"); });
  define("allocate", [](Contract &contract) {
    contract.invalidatesProperty("deallocated");
  });
  define("emit",
         [](Contract &contract) { contract.requiresProperty("deallocated"); });
  define("check",
         [](Contract &contract) { contract.requiresProperty("deallocated"); });
  EXPECT_EQ(
      check({"deallocate", "allocate", "emit", "check", "emit"}),
      R"(error: 'emit' requires 'deallocated', which does not hold where it starts [PMB022 missing-property]
  at: 'emit' (pass 2, on builtin.module, added by framework)
  note: provided by: 'deallocate' (pass 0, on builtin.module, added by framework)
  note: ended by: 'allocate' (pass 1, on builtin.module, added by framework)
  fix: insert 'deallocate' before 'emit'
)");
}

TEST_F(OrderTest, OutputProperties) {
  define("canonicalize",
         [](Contract &contract) { contract.providesProperty("canonical"); });
  auto pipeline = compose({"lower", "canonicalize"});
  pipeline->getInterface().outputProperties = {"canonical"};
  EXPECT_EQ(check(*pipeline), "");
  pipeline->addPass("lower");
  EXPECT_EQ(
      check(*pipeline),
      R"(error: the output must be 'canonical', which does not hold at the end of the pipeline [PMB036 missing-output]
)");
}

TEST_F(OrderTest, RejectedProperties) {
  define("deallocate",
         [](Contract &contract) { contract.providesProperty("deallocated"); });
  define("hoist", [](Contract &contract) {
    contract.rejects({"deallocated"}).because("moves allocations only");
  });
  EXPECT_EQ(check({"hoist", "deallocate"}), "");
  EXPECT_EQ(
      check({"deallocate", "hoist"}),
      R"(error: 'hoist' cannot accept 'deallocated', which is there [PMB030 rejected]
  at: 'hoist' (pass 1, on builtin.module, added by framework)
  note: 'hoist': moves allocations only
)");
}

//===----------------------------------------------------------------------===//
// Bundles
//===----------------------------------------------------------------------===//

/// What a bundle needs holds at its begin, what it does is done at its end.
TEST_F(OrderTest, ContractsOfBundles) {
  define("deallocate",
         [](Contract &contract) { contract.providesProperty("deallocated"); });
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
  define("canonicalize",
         [](Contract &contract) { contract.providesProperty("canonical"); });
  define("match",
         [](Contract &contract) { contract.requiresProperty("canonical"); });
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
  fix: move 'match' (pass 4) before 'match' (pass 3)
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

//===----------------------------------------------------------------------===//
// Cycles, severities
//===----------------------------------------------------------------------===//

TEST_F(OrderTest, Cycle) {
  define("a", [](Contract &contract) {
    contract.after(pass("c")).because("a reads what c writes");
  });
  define("b",
         [](Contract &contract) {
           contract.after(pass("a")).because("b reads what a writes");
         },
         {"cleanup"});
  define("c", [](Contract &contract) { contract.after(kind("cleanup")); });
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
  define("a", [](Contract &contract) { contract.after(pass("b")); });
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

//===----------------------------------------------------------------------===//
// How wishes are said
//===----------------------------------------------------------------------===//

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
    define(name, [](Contract &contract) {
      contract.providesProperty("deallocated");
    });
  define("emit", [](Contract &contract) {
    contract.requiresProperty("deallocated").because("would leak otherwise");
  });
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
  define("tile",
         [](Contract &contract) { contract.providesProperty("canonical"); });
  define("fuse", [](Contract &contract) {
    contract.requiresProperty("canonical")
        .because("finds the loops by what tile left in them");
  });
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
  fix: move 'cse' after 'unroll'
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
  define("on-tensors", [](Contract &contract) {
    contract.before(kind("bufferization")).because("works on tensors");
  });
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
  define("first-cleanup",
         [](Contract &contract) { contract.before(kind("cleanup")); },
         {"cleanup"});
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
  define("on-device",
         [](Contract &contract) { contract.before(kind("lowering")); });
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
  define("on-tensors",
         [](Contract &contract) { contract.before(kind("bufferization")); });
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
