//===- OrderInsertTest.cpp - Insertion, placement, bad contracts ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What contracts have to say when a pipeline is edited. A refused edit leaves
// everything as it was.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "OrderSupport.h"

using namespace pmb;
using pmb::test::text;

namespace {

class OrderInsertTest : public pmb::test::RulesTest {
protected:
  /// Fails the test unless the edit is refused with this text and changes
  /// nothing.
  void expectRefused(PipelineBuilder &pipeline,
                     llvm::function_ref<llvm::Error()> edit,
                     llvm::StringRef expected) {
    auto snapshot = [&] {
      std::string result = pipeline.str() + "\n";
      llvm::raw_string_ostream os(result);
      pipeline.print(os, PrintStyle::Listing);
      return result;
    };
    std::string before = snapshot();
    EXPECT_EQ(text(edit()), expected);
    EXPECT_EQ(snapshot(), before);
  }
  llvm::Error place(PipelineBuilder &pipeline, llvm::StringRef name) {
    return pipeline.insert(PassSpec(name), Position::byContract());
  }
};

//===----------------------------------------------------------------------===//
// At a position
//===----------------------------------------------------------------------===//

TEST_F(OrderInsertTest, OwnEntriesForbid) {
  define("to-loops", [](Contract &contract) {
    contract.after(pass("bufferize")).because("works on buffers only");
  });
  auto pipeline = compose({"x", "bufferize", "lower"});
  expectRefused(
      *pipeline, [&] { return pipeline->addPassBefore("to-loops", "x"); },
      R"(error: 'to-loops' must come after 'bufferize', and stands before it [PMB020 wrong-order]
  at: 'to-loops' (pass 0, on builtin.module, added by framework)
  note: 'to-loops': works on buffers only
  note: what it must follow: 'bufferize' (pass 2, on builtin.module, added by framework)
  fix: move 'to-loops' after 'bufferize'
)");
  EXPECT_EQ(text(pipeline->addPassAfter("to-loops", "bufferize")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,bufferize,to-loops,lower)");
}

TEST_F(OrderInsertTest, OthersEntriesForbid) {
  define("lower", [](Contract &contract) {
    contract.after(pass("bufferize")).because("knows memrefs only");
  });
  auto pipeline = compose({"lower", "x"});
  expectRefused(
      *pipeline, [&] { return pipeline->addPassAfter("bufferize", "x"); },
      R"(error: 'lower' must come after 'bufferize', and stands before it [PMB020 wrong-order]
  at: 'lower' (pass 0, on builtin.module, added by framework)
  note: 'lower': knows memrefs only
  note: what it must follow: 'bufferize' (pass 2, on builtin.module, added by framework)
  fix: move 'lower' after 'bufferize'
)");
  EXPECT_EQ(text(pipeline->addPassBefore("bufferize", "lower")), "");
  // One is enough: where the next one stands does not matter.
  EXPECT_EQ(text(pipeline->addPassAfter("bufferize", "x")), "");
}

TEST_F(OrderInsertTest, ConflictsForbid) {
  define("lower", [](Contract &contract) {
    contract.conflictsWith(kind("cleanup")).because("tags what is dead");
  });
  define("cse", {"cleanup"});
  auto pipeline = compose({"lower"});
  expectRefused(
      *pipeline, [&] { return pipeline->addPassAfter("cse", "lower"); },
      R"(error: 'lower' conflicts with 'cse' [PMB024 conflict]
  at: 'lower' (pass 0, on builtin.module, added by framework)
  note: 'lower': tags what is dead
  note: the other pass: 'cse' (pass 1, on builtin.module, added by framework)
  help: remove one of the two
)");
}

TEST_F(OrderInsertTest, RequiredPropertiesForbid) {
  define("canonicalize",
         [](Contract &contract) { contract.providesProperty("canonical"); });
  define("match", [](Contract &contract) {
    contract.requiresProperty("canonical").because("matches canonical forms");
  });
  auto pipeline = compose({"canonicalize", "lower"});
  expectRefused(
      *pipeline, [&] { return pipeline->addPassAfter("match", "lower"); },
      R"(error: 'match' requires 'canonical', which does not hold where it starts [PMB022 missing-property]
  at: 'match' (pass 2, on builtin.module, added by framework)
  note: 'match': matches canonical forms
  note: provided by: 'canonicalize' (pass 0, on builtin.module, added by framework)
  note: ended by: 'lower' (pass 1, on builtin.module, added by framework)
  fix: move 'match' before 'lower'
)");
  expectRefused(
      *pipeline,
      [&] { return pipeline->addPassBefore("match", "canonicalize"); },
      R"(error: 'match' requires 'canonical', which does not hold where it starts [PMB022 missing-property]
  at: 'match' (pass 0, on builtin.module, added by framework)
  note: 'match': matches canonical forms
  note: provided only later, by: 'canonicalize' (pass 1, on builtin.module, added by framework)
  fix: move 'match' after 'canonicalize'
)");
  EXPECT_EQ(text(pipeline->addPassAfter("match", "canonicalize")), "");
}

TEST_F(OrderInsertTest, WhatTheNextRequiresIsNotEnded) {
  define("canonicalize",
         [](Contract &contract) { contract.providesProperty("canonical"); });
  define("match", [](Contract &contract) {
    contract.requiresProperty("canonical").because("matches canonical forms");
  });
  auto pipeline = compose({"canonicalize", "match", "match"});
  auto insertAsPlugin = [&](const char *name, const char *behind) {
    return pipeline->transaction(Origin::plugin("acme"), [&]() -> llvm::Error {
      return pipeline->addPassAfter(name, behind);
    });
  };
  test::require(pipeline->remove(last(pass("match"))));
  expectRefused(
      *pipeline, [&] { return insertAsPlugin("lower", "canonicalize"); },
      R"(error: 'match' requires 'canonical', which does not hold where it starts [PMB022 missing-property]
  at: 'match' (pass 2, on builtin.module, added by framework)
  note: 'match': matches canonical forms
  note: provided by: 'canonicalize' (pass 0, on builtin.module, added by framework)
  note: ended by: 'lower' (pass 1, on builtin.module, added by plugin 'acme')
  note: nothing of what plugin 'acme' did was kept
  fix: move 'match' before 'lower'
)");
  EXPECT_EQ(text(insertAsPlugin("canonicalize", "canonicalize")), "");
  // A bundle that ends and provides it again is a good one, and so is what
  // comes behind.
  PassBundle bundle("again");
  bundle.addPass("lower").addPass("canonicalize");
  EXPECT_EQ(text(pipeline->insert(bundle, Position::before(pass("match")))),
            "");
  EXPECT_EQ(text(insertAsPlugin("lower", "match")), "");
}

TEST_F(OrderInsertTest, WhatIsMissingAlreadyIsNoFaultOfTheNext) {
  define("canonicalize",
         [](Contract &contract) { contract.providesProperty("canonical"); });
  define("match",
         [](Contract &contract) { contract.requiresProperty("canonical"); });
  for (std::vector<llvm::StringRef> passes :
       {std::vector<llvm::StringRef>{"canonicalize", "lower", "match"},
        {"lower", "match"},
        {"lower", "match", "canonicalize"}}) {
    PipelineBuilder pipeline("builtin.module", catalog);
    for (llvm::StringRef name : passes)
      pipeline.addPass(name);
    EXPECT_EQ(text(pipeline.addPassAfter("lower", "lower")), "");
  }
}

TEST_F(OrderInsertTest, ABundleIsJudgedAsAWhole) {
  define("canonicalize",
         [](Contract &contract) { contract.providesProperty("canonical"); });
  define("match",
         [](Contract &contract) { contract.requiresProperty("canonical"); });
  auto pipeline = compose({"canonicalize", "match"});
  PassBundle bundle("twice");
  bundle.addPass("lower").addPass("lower");
  EXPECT_NE(text(pipeline->insert(bundle, Position::before(pass("match"))))
                .find("PMB022"),
            std::string::npos);
  // It says that it leaves canonical what was.
  bundle.contract.preservesProperty("canonical");
  EXPECT_EQ(text(pipeline->insert(bundle, Position::before(pass("match")))),
            "");
  // What a bundle requires is ended in the same way.
  auto other = compose({"canonicalize"});
  PassBundle matcher("matcher");
  matcher.addPass("x");
  matcher.contract.requiresProperty("canonical");
  other->addBundle(matcher);
  EXPECT_NE(text(other->addPassAfter("lower", "canonicalize")).find("PMB022"),
            std::string::npos);
}

TEST_F(OrderInsertTest, WeakEntriesDoNot) {
  define("to-loops",
         [](Contract &contract) { contract.after(pass("bufferize")).weak(); });
  auto pipeline = compose({"bufferize"});
  EXPECT_EQ(text(pipeline->addPassBefore("to-loops", "bufferize")), "");
  EXPECT_EQ(
      check(*pipeline),
      R"(warning: 'to-loops' should come after 'bufferize', and stands before it [PMB020 wrong-order]
  at: 'to-loops' (pass 0, on builtin.module, added by framework)
  note: what it should follow: 'bufferize' (pass 1, on builtin.module, added by framework)
  fix: move 'to-loops' after 'bufferize'
)");
}

/// Entries stay with the pass: what held when it was inserted may be broken by
/// what comes next, and then the check says so.
TEST_F(OrderInsertTest, EntriesAreCheckedAgain) {
  define("canonicalize",
         [](Contract &contract) { contract.providesProperty("canonical"); });
  define("match", [](Contract &contract) {
    contract.after(pass("canonicalize")).present();
  });
  auto pipeline = compose({"canonicalize"});
  EXPECT_EQ(text(pipeline->addPassAfter("match", "canonicalize")), "");
  EXPECT_EQ(check(*pipeline), "");
  test::require(pipeline->remove(pass("canonicalize")));
  EXPECT_NE(check(*pipeline).find("PMB021 missing-pass"), std::string::npos);
}

TEST_F(OrderInsertTest, AllPlacesOrNone) {
  define("to-loops",
         [](Contract &contract) { contract.after(pass("bufferize")); });
  auto pipeline = compose({"x", "bufferize", "x"});
  expectRefused(
      *pipeline,
      [&] {
        return pipeline->insert(PassSpec("to-loops"),
                                Position::before(every(pass("x"))));
      },
      R"(error: 'to-loops' must come after 'bufferize', and stands before it [PMB020 wrong-order]
  at: 'to-loops' (pass 0, on builtin.module, added by framework)
  note: what it must follow: 'bufferize' (pass 2, on builtin.module, added by framework)
  fix: move 'to-loops' after 'bufferize'
)");
}

//===----------------------------------------------------------------------===//
// What others require
//===----------------------------------------------------------------------===//

/// Two passes that provide a lasting property, one of them with an option only,
/// and passes that end and require it.
class RequiredTest : public OrderInsertTest {
protected:
  RequiredTest() {
    define("provider", [](Contract &contract) {
      contract.providesProperty("deallocated");
    });
    define("ender", [](Contract &contract) {
      contract.invalidatesProperty("deallocated");
    });
    PassDescriptor flexible("flexible");
    flexible.hasOptionList = true;
    flexible.options.push_back({"off", "false", OptionDescriptor::Type::Bool});
    flexible.contract.invalidatesProperty("deallocated")
        .when(option("off").is("true"));
    test::require(catalog.overridePass(std::move(flexible)));
    define("user", [](Contract &contract) {
      contract.requiresProperty("deallocated").because("it frees nothing");
    });
  }

  void expectMissing(PipelineBuilder &pipeline,
                     llvm::function_ref<llvm::Error()> edit) {
    std::string before = pipeline.str();
    std::string message = text(edit());
    EXPECT_NE(message.find("missing-property"), std::string::npos) << message;
    EXPECT_NE(message.find("'user'"), std::string::npos) << message;
    EXPECT_EQ(pipeline.str(), before);
    EXPECT_EQ(check(pipeline), "");
  }
};

TEST_F(RequiredTest, ProvidersStay) {
  auto pipeline = compose({"provider", "x", "user"});
  pipeline->getInterface().inputContents.emplace();
  expectMissing(*pipeline, [&] { return pipeline->removePass("provider"); });
  expectMissing(*pipeline,
                [&] { return pipeline->replacePass("provider", "x"); });
  expectMissing(*pipeline, [&] {
    return pipeline->move(pass("provider"), Position::atEnd());
  });
  EXPECT_EQ(text(pipeline->move(pass("provider"), Position::after(pass("x")))),
            "");
  EXPECT_EQ(text(pipeline->addPassBefore("provider", "x")), "");
  EXPECT_EQ(text(pipeline->remove(last(pass("provider")))), "");
  EXPECT_EQ(text(pipeline->removePass("user")), "");
  EXPECT_EQ(text(pipeline->removePass("provider")), "");
}

TEST_F(RequiredTest, NothingIsMovedOrSetToEndIt) {
  auto pipeline =
      compose({"ender", "flexible", "provider", "flexible", "user"});
  pipeline->getInterface().inputContents.emplace();
  expectMissing(*pipeline, [&] {
    return pipeline->move(pass("ender"), Position::before(pass("user")));
  });
  expectMissing(*pipeline, [&] {
    return pipeline->setOptions(last(pass("flexible")), "off=true");
  });
  EXPECT_EQ(text(pipeline->setOptions(first(pass("flexible")), "off=true")),
            "");
  EXPECT_EQ(
      text(pipeline->move(pass("ender"), Position::before(pass("provider")))),
      "");
}

TEST_F(RequiredTest, WhatWasMissingBeforeIsNoReason) {
  auto pipeline = compose({"user", "provider", "ender", "user", "x"});
  pipeline->getInterface().inputContents.emplace();
  EXPECT_EQ(text(pipeline->removePass("x")), "");
  EXPECT_EQ(text(pipeline->removePass("provider")), "");
  EXPECT_EQ(text(pipeline->removePass("ender")), "");
}

//===----------------------------------------------------------------------===//
// By the contract alone
//===----------------------------------------------------------------------===//

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
  define("lower", [](Contract &contract) { contract.after(pass("annotate")); });
  define("tile", [](Contract &contract) { contract.before(pass("annotate")); });
  auto pipeline = compose({"x", "tile", "lower"});
  EXPECT_EQ(text(place(*pipeline, "annotate")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,tile,annotate,lower)");
}

TEST_F(OrderInsertTest, PlacedByProperties) {
  define("canonicalize",
         [](Contract &contract) { contract.providesProperty("canonical"); });
  define("match",
         [](Contract &contract) { contract.requiresProperty("canonical"); });
  auto pipeline = compose({"x", "canonicalize", "y"});
  EXPECT_EQ(text(place(*pipeline, "match")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,canonicalize,match,y)");
  // Nor does a pass go where it would end what another requires.
  define("noisy", [](Contract &contract) { contract.after(pass("x")); });
  define("x",
         [](Contract &contract) { contract.providesProperty("canonical"); });
  pipeline = compose({"x", "match", "y"});
  EXPECT_EQ(text(place(*pipeline, "noisy")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,match,noisy,y)");
}

/// After what introduces its operations, before what lowers those it makes.
TEST_F(OrderInsertTest, PlacedByContents) {
  define("linalg-to-loops", [](Contract &contract) {
    contract.lowers({"linalg"}).to({"scf.for"});
  });
  define("scf-to-cf",
         [](Contract &contract) { contract.lowers({"scf"}).to({"cf.br"}); });
  define("cf-to-llvm",
         [](Contract &contract) { contract.lowers({"cf"}).to({"llvm.br"}); });
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
  define("memref-to-llvm", [](Contract &contract) {
    contract.lowers({"memref"}).to({"llvm.load"}).converts({"!memref"});
  });
  define("func-to-llvm", [](Contract &contract) {
    contract.lowers({"func"}).to({"llvm.call"}).converts({"!memref"});
  });
  define("reconcile", [](Contract &contract) {
    contract.lowers({"builtin.unrealized_conversion_cast"}).unless({"!memref"});
  });
  define("fold", [](Contract &contract) { contract.greedy(); });
  auto pipeline =
      compose({"x", "memref-to-llvm", "y", "func-to-llvm", "fold", "z"});
  EXPECT_EQ(text(place(*pipeline, "reconcile")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,memref-to-llvm,y,func-to-llvm,"
                             "reconcile,fold,z)");
  // What an entry is about is not in its way: some of it remains then.
  define("partly", [](Contract &contract) {
    contract.lowers({"scf"}).given({"cf.x"}).unless({"cf.x"}).to({"a.b"});
  });
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
  define("first",
         [](Contract &contract) { contract.requiresProperty("deallocated"); });
  define("second",
         [](Contract &contract) { contract.requiresProperty("deallocated"); });
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
  define("needs",
         [](Contract &contract) { contract.requiresProperty("deallocated"); });
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
  define("bufferize", [](Contract &contract) {
    contract.after(pass("inline")).when(option("functions"));
  });
  auto pipeline = compose({"x", "inline"});
  EXPECT_EQ(text(pipeline->insert(PassSpec("bufferize", "functions=true"),
                                  Position::byContract())),
            "");
  EXPECT_EQ(pipeline->str(),
            "builtin.module(x,inline,bufferize{functions=true})");
}

TEST_F(OrderInsertTest, NotInsideContiguousBundles) {
  define("late", [](Contract &contract) { contract.after(pass("a")); });
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
  define("scf-to-cf",
         [](Contract &contract) { contract.lowers({"scf"}).to({"cf.br"}); });
  define("linalg-to-loops", [](Contract &contract) {
    contract.lowers({"linalg"}).to({"scf.for"});
  });
  define("early", [](Contract &contract) {
    contract.after(pass("scf-to-cf")).because("counts branches");
  });
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
  define("canonicalize",
         [](Contract &contract) { contract.providesProperty("canonical"); });
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
  define("b", [](Contract &contract) {
    contract.after(pass("c")).because("b reads what c writes");
  });
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

//===----------------------------------------------------------------------===//
// Parties
//===----------------------------------------------------------------------===//

/// A party that breaks a rule leaves nothing behind; the others stay.
TEST_F(OrderInsertTest, PartyIsATransaction) {
  define("to-loops", [](Contract &contract) {
    contract.after(pass("bufferize")).because("works on buffers only");
  });
  auto pipeline = compose({"x", "bufferize"});
  auto addParty = [&](llvm::StringRef name, std::function<llvm::Error()> add) {
    EXPECT_EQ(text(pipeline->addParty(
                  Party{Origin::plugin(name), 0, std::move(add)})),
              "");
  };
  addParty("good", [&] { return pipeline->addPassAfter("cse", "bufferize"); });
  addParty("bad", [&]() -> llvm::Error {
    if (llvm::Error error = pipeline->addPassAfter("print", "x"))
      return error;
    return pipeline->addPassBefore("to-loops", "x");
  });
  EXPECT_EQ(
      text(pipeline->applyParties()),
      R"(error: 'to-loops' must come after 'bufferize', and stands before it [PMB020 wrong-order]
  at: 'to-loops' (pass 0, on builtin.module, added by plugin 'bad')
  note: 'to-loops': works on buffers only
  note: what it must follow: 'bufferize' (pass 3, on builtin.module, added by framework)
  note: nothing of what plugin 'bad' did was kept
  fix: move 'to-loops' after 'bufferize'
)");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,bufferize,cse)");
}

/// Two parties at one place, where nothing but the tie-break decides.
TEST_F(OrderInsertTest, Ambiguity) {
  auto compose = [&](llvm::StringRef one, llvm::StringRef two, int rank) {
    auto pipeline = RulesTest::compose({"x"});
    auto add = [&](llvm::StringRef party, llvm::StringRef name, int rank) {
      test::require(pipeline->addParty(
          {Origin::plugin(party), rank, [&pipeline = *pipeline, name] {
             return pipeline.addPassBefore(name, "x");
           }}));
    };
    // Registered the other way round, which does not matter.
    add("zeta", two, rank);
    add("acme", one, 0);
    return pipeline;
  };
  auto pipeline = compose("a", "b", 0);
  EXPECT_EQ(
      check(*pipeline),
      R"(warning: nothing but the tie-break decides that 'a' comes before 'b' [PMB035 ambiguous-order]
  at: 'a' (pass 0, on builtin.module, added by plugin 'acme')
  note: both were put before 'x': 'x' (pass 2, on builtin.module, added by framework)
  note: the other pass: 'b' (pass 1, on builtin.module, added by plugin 'zeta')
  help: give one of them an 'after' or 'before' entry, or the parties different ranks
)");
  EXPECT_EQ(pipeline->str(), "builtin.module(a,b,x)");

  // At which level can be set.
  pipeline = compose("a", "b", 0);
  pipeline->setSeverity(DiagnosticCode::AmbiguousOrder, Severity::Error);
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].severity, Severity::Error);
  pipeline->setSeverity(DiagnosticCode::AmbiguousOrder, Severity::Off);
  EXPECT_EQ(check(*pipeline), "");

  // Ranks decide, and so do contracts.
  EXPECT_EQ(check(*compose("a", "b", 1)), "");
  define("b", [](Contract &contract) { contract.after(pass("a")); });
  EXPECT_EQ(check(*compose("a", "b", 0)), "");
  // Not so where the options say that the entry does not apply.
  define("b", [](Contract &contract) {
    contract.after(pass("a")).when(option("strict"));
  });
  EXPECT_NE(check(*compose("a", "b", 0)).find("tie-break"), std::string::npos);
}

//===----------------------------------------------------------------------===//
// Bad contracts
//===----------------------------------------------------------------------===//

TEST_F(OrderInsertTest, ContractsThatContradictThemselves) {
  auto verify = [](Fill fill) {
    Contract contract;
    fill(contract);
    return text(contract.verify("it"));
  };
  EXPECT_EQ(
      verify([](Contract &contract) {
        contract.after(pass("cse")).because("needs it");
        contract.before(pass("cse")).because("spoils it");
      }),
      R"(error: the contract of 'it' says both after 'cse' and before 'cse' [PMB013 contradictory-contract]
  note: after 'cse': needs it
  note: before 'cse': spoils it
  help: remove one of the entries, or make them conditional; to run before it and again after, say 'after' and 'followedBy'
)");
  EXPECT_EQ(
      verify([](Contract &contract) { contract.after(pass("it")); }),
      R"(error: the contract of 'it' says after 'it', which is the pass itself [PMB013 contradictory-contract]
)");
  EXPECT_EQ(
      verify([](Contract &contract) {
        contract.conflictsWith(pass("cse"));
        contract.followedBy(pass("cse"));
      }),
      R"(error: the contract of 'it' says both conflictsWith 'cse' and followedBy 'cse' [PMB013 contradictory-contract]
  help: remove one of the entries, or make them conditional
)");
  EXPECT_EQ(
      verify([](Contract &contract) {
        contract.requiresProperty("canonical");
        contract.rejects({"canonical"});
      }),
      R"(error: the contract of 'it' says both requires 'canonical' and rejects 'canonical' [PMB013 contradictory-contract]
  help: remove one of the entries, or make them conditional
)");
  EXPECT_EQ(
      verify([](Contract &contract) {
        contract.providesProperty("canonical");
        contract.invalidatesProperty("canonical");
      }),
      R"(error: the contract of 'it' says both provides 'canonical' and invalidates 'canonical' [PMB013 contradictory-contract]
  help: remove one of the entries, or make them conditional
)");
  EXPECT_EQ(
      verify([](Contract &contract) {
        contract.lowers({"scf"}).to({"cf"});
        contract.rejects({"scf"});
      }),
      R"(error: the contract of 'it' says both lowers 'scf' and rejects 'scf' [PMB013 contradictory-contract]
  help: remove one of the entries, or make them conditional
)");
  EXPECT_EQ(
      verify([](Contract &contract) { contract.after(slot("pre-bufferize")); }),
      R"(error: the contract of 'it' says after slot 'pre-bufferize': contracts name passes, kinds, providers and bundles, not slots [PMB013 contradictory-contract]
)");
  // What need not hold, or not always, contradicts nothing.
  EXPECT_EQ(verify([](Contract &contract) {
              contract.after(pass("cse")).weak();
              contract.before(pass("cse"));
              contract.after(pass("tile")).when(variant("avx512"));
              contract.before(pass("tile")).when(!variant("avx512"));
            }),
            "");
}

TEST_F(OrderInsertTest, ContractsWithUnknownNames) {
  auto pipeline = compose({"x"});
  auto expectBad = [&](Fill fill, llvm::StringRef expected) {
    Contract contract;
    fill(contract);
    expectRefused(
        *pipeline, [&] { return pipeline->addContract("x", contract); },
        expected);
    // The same for a bundle.
    PassBundle bundle("group");
    bundle.addPass("y");
    bundle.contract = contract;
    auto [before, after] = expected.split("'x'");
    expectRefused(
        *pipeline, [&] { return pipeline->insert(bundle, Position::atEnd()); },
        (before + "'group'" + after).str());
  };
  expectBad(
      [](Contract &contract) { contract.requiresProperty("cannonical"); },
      R"(error: the contract of 'x' names the property 'cannonical', which does not exist [PMB011 unknown-property]
  help: did you mean 'canonical'?
)");
  expectBad(
      [](Contract &contract) { contract.after(kind("cleanups")); },
      R"(error: the contract of 'x' names the kind 'cleanups', which does not exist [PMB010 unknown-kind]
  help: did you mean 'cleanup'?
)");
  expectBad(
      [](Contract &contract) { contract.after(providerOf("dealocated")); },
      R"(error: the contract of 'x' names the property 'dealocated', which does not exist [PMB011 unknown-property]
  help: did you mean 'deallocated'?
)");
  // Nothing of it was kept.
  EXPECT_EQ(check(*pipeline), "");
}

TEST_F(OrderInsertTest, ContractsWithUnknownConditions) {
  PassDescriptor bufferize("bufferize");
  bufferize.options = {{"functions", "false"}, {"copies", "true"}};
  bufferize.hasOptionList = true;
  test::require(catalog.addPass(std::move(bufferize)));
  catalog.addVariant("avx512");
  catalog.addVariant("neon");
  auto pipeline = compose({"bufferize"});
  auto expectBad = [&](Condition condition, llvm::StringRef expected) {
    Contract contract;
    contract.after(pass("x")).when(std::move(condition));
    expectRefused(
        *pipeline, [&] { return pipeline->addContract("bufferize", contract); },
        expected);
  };
  expectBad(
      option("function"),
      R"(error: the contract of 'bufferize' names the option 'function', which does not exist [PMB012 unknown-condition]
  help: did you mean 'functions'?
)");
  expectBad(
      variant("avx51"),
      R"(error: the contract of 'bufferize' names the variant 'avx51', which does not exist [PMB012 unknown-condition]
  help: did you mean 'avx512'?
)");
  Contract contract;
  contract.after(pass("x")).when(variant("neon"));
  EXPECT_EQ(text(pipeline->addContract("bufferize", contract)), "");
}

TEST_F(OrderInsertTest, VariantsThatAreNotDeclared) {
  catalog.addVariant("avx512");
  auto pipeline = compose({"a"});
  pipeline->setVariant("avx512");
  EXPECT_EQ(check(*pipeline), "");
  pipeline->setVariant("avx51");
  EXPECT_EQ(check(*pipeline),
            R"(error: there is no variant 'avx51' [PMB012 unknown-condition]
  help: did you mean 'avx512'?
)");
}

//===----------------------------------------------------------------------===//
// Determinism
//===----------------------------------------------------------------------===//

/// Five parties, among them two that only the tie-break orders, one that fails
/// and one that places by contract: the pipeline and the findings are the same
/// whatever the order in which they register.
TEST_F(OrderInsertTest, RegistrationOrderDoesNotMatter) {
  define("to-loops", [](Contract &contract) {
    contract.after(pass("bufferize")).because("works on buffers only");
  });
  define("free", [](Contract &contract) { contract.after(pass("mark")); });
  std::vector<unsigned> order = {0, 1, 2, 3, 4};
  std::set<std::string> results;
  unsigned permutations = 0;
  do {
    auto pipeline = compose({"x", "bufferize", "y"});
    std::function<llvm::Error()> parties[] = {
        [&] { return pipeline->addPassBefore("mark", "bufferize"); },
        [&] { return pipeline->addPassBefore("count", "bufferize"); },
        [&] { return place(*pipeline, "free"); },
        [&]() -> llvm::Error {
          if (llvm::Error error = pipeline->addPassAfter("print", "y"))
            return error;
          return pipeline->addPassBefore("to-loops", "x");
        },
        [&] { return pipeline->addPassBefore("trace", "bufferize"); }};
    const char *names[] = {"delta", "alpha", "echo", "bravo", "charlie"};
    for (unsigned i : order)
      test::require(pipeline->addParty(
          Party{Origin::plugin(names[i]), i == 2 ? 1 : 0, parties[i]}));
    std::string result = check(*pipeline);
    result += pipeline->str() + "\n";
    llvm::raw_string_ostream os(result);
    pipeline->print(os, PrintStyle::Listing);
    results.insert(result);
    ++permutations;
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(permutations, 120u);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(
      *results.begin(),
      R"(error: 'to-loops' must come after 'bufferize', and stands before it [PMB020 wrong-order]
  at: 'to-loops' (pass 0, on builtin.module, added by plugin 'bravo')
  note: 'to-loops': works on buffers only
  note: what it must follow: 'bufferize' (pass 3, on builtin.module, added by framework)
  note: nothing of what plugin 'bravo' did was kept
  fix: move 'to-loops' after 'bufferize'
warning: nothing but the tie-break decides that 'count' comes before 'trace' [PMB035 ambiguous-order]
  at: 'count' (pass 1, on builtin.module, added by plugin 'alpha')
  note: both were put before 'bufferize': 'bufferize' (pass 5, on builtin.module, added by framework)
  note: the other pass: 'trace' (pass 2, on builtin.module, added by plugin 'charlie')
  help: give one of them an 'after' or 'before' entry, or the parties different ranks
warning: nothing but the tie-break decides that 'trace' comes before 'mark' [PMB035 ambiguous-order]
  at: 'trace' (pass 2, on builtin.module, added by plugin 'charlie')
  note: both were put before 'bufferize': 'bufferize' (pass 5, on builtin.module, added by framework)
  note: the other pass: 'mark' (pass 3, on builtin.module, added by plugin 'delta')
  help: give one of them an 'after' or 'before' entry, or the parties different ranks
builtin.module(x,count,trace,mark,free,bufferize,y)
builtin.module
   0  x
   1  count                                                <- plugin 'alpha'
   2  trace                                                <- plugin 'charlie'
   3  mark                                                 <- plugin 'delta'
   4  free                                                 <- plugin 'echo'
   5  bufferize
   6  y
)");
}

} // namespace
