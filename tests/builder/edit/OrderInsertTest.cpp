//===- OrderInsertTest.cpp - What contracts allow to be edited ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What contracts have to say when a pipeline is edited. A refused edit leaves
// everything as it was. Places by contract are in OrderPlaceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "OrderInsertSupport.h"

using namespace pmb;
using pmb::test::OrderInsertTest;
using pmb::test::text;

namespace {

//===----------------------------------------------------------------------===//
// At a position
//===----------------------------------------------------------------------===//

TEST_F(OrderInsertTest, OwnEntriesForbid) {
  define("to-loops",
         Contract().after(pass("bufferize")).because("works on buffers only"));
  auto pipeline = compose({"x", "bufferize", "lower"});
  expectRefused(
      *pipeline, [&] { return pipeline->addPassBefore("to-loops", "x"); },
      R"(error: 'to-loops' must come after 'bufferize', and stands before it [PMB020 wrong-order]
  at: 'to-loops' (pass 0, on builtin.module, added by framework)
  note: 'to-loops': works on buffers only
  note: what it must follow: 'bufferize' (pass 2, on builtin.module, added by framework)
  help: put 'to-loops' after 'bufferize'
)");
  EXPECT_EQ(text(pipeline->addPassAfter("to-loops", "bufferize")), "");
  EXPECT_EQ(pipeline->str(), "builtin.module(x,bufferize,to-loops,lower)");
}

TEST_F(OrderInsertTest, OthersEntriesForbid) {
  define("lower",
         Contract().after(pass("bufferize")).because("knows memrefs only"));
  auto pipeline = compose({"lower", "x"});
  expectRefused(
      *pipeline, [&] { return pipeline->addPassAfter("bufferize", "x"); },
      R"(error: 'lower' must come after 'bufferize', and stands before it [PMB020 wrong-order]
  at: 'lower' (pass 0, on builtin.module, added by framework)
  note: 'lower': knows memrefs only
  note: what it must follow: 'bufferize' (pass 2, on builtin.module, added by framework)
  help: put 'bufferize' before 'lower'
)");
  EXPECT_EQ(text(pipeline->addPassBefore("bufferize", "lower")), "");
  // One is enough: where the next one stands does not matter.
  EXPECT_EQ(text(pipeline->addPassAfter("bufferize", "x")), "");
}

TEST_F(OrderInsertTest, ConflictsForbid) {
  define(
      "lower",
      Contract().conflictsWith(kind("cleanup")).because("tags what is dead"));
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
  define("canonicalize", Contract().providesProperty("canonical"));
  define("match", Contract()
                      .requiresProperty("canonical")
                      .because("matches canonical forms"));
  auto pipeline = compose({"canonicalize", "lower"});
  expectRefused(
      *pipeline, [&] { return pipeline->addPassAfter("match", "lower"); },
      R"(error: 'match' requires 'canonical', which does not hold where it starts [PMB022 missing-property]
  at: 'match' (pass 2, on builtin.module, added by framework)
  note: 'match': matches canonical forms
  note: provided by: 'canonicalize' (pass 0, on builtin.module, added by framework)
  note: ended by: 'lower' (pass 1, on builtin.module, added by framework)
  help: put 'match' before 'lower'
)");
  expectRefused(
      *pipeline,
      [&] { return pipeline->addPassBefore("match", "canonicalize"); },
      R"(error: 'match' requires 'canonical', which does not hold where it starts [PMB022 missing-property]
  at: 'match' (pass 0, on builtin.module, added by framework)
  note: 'match': matches canonical forms
  note: provided only later, by: 'canonicalize' (pass 1, on builtin.module, added by framework)
  help: put 'match' after 'canonicalize'
)");
  EXPECT_EQ(text(pipeline->addPassAfter("match", "canonicalize")), "");
}

TEST_F(OrderInsertTest, WhatTheNextRequiresIsNotEnded) {
  define("canonicalize", Contract().providesProperty("canonical"));
  define("match", Contract()
                      .requiresProperty("canonical")
                      .because("matches canonical forms"));
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
  define("canonicalize", Contract().providesProperty("canonical"));
  define("match", Contract().requiresProperty("canonical"));
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
  define("canonicalize", Contract().providesProperty("canonical"));
  define("match", Contract().requiresProperty("canonical"));
  auto pipeline = compose({"canonicalize", "match"});
  PassBundle bundle("twice");
  bundle.addPass("lower").addPass("lower");
  EXPECT_TRUE(test::contains(
      text(pipeline->insert(bundle, Position::before(pass("match")))),
      "PMB022"));
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
  EXPECT_TRUE(test::contains(text(other->addPassAfter("lower", "canonicalize")),
                             "PMB022"));
}

TEST_F(OrderInsertTest, WeakEntriesDoNot) {
  define("to-loops", Contract().after(pass("bufferize")).weak());
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
  define("canonicalize", Contract().providesProperty("canonical"));
  define("match", Contract().after(pass("canonicalize")).present());
  auto pipeline = compose({"canonicalize"});
  EXPECT_EQ(text(pipeline->addPassAfter("match", "canonicalize")), "");
  EXPECT_EQ(check(*pipeline), "");
  test::require(pipeline->remove(pass("canonicalize")));
  EXPECT_TRUE(test::contains(check(*pipeline), "PMB021 missing-pass"));
}

TEST_F(OrderInsertTest, AllPlacesOrNone) {
  define("to-loops", Contract().after(pass("bufferize")));
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
  help: put 'to-loops' after 'bufferize'
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
    define("provider", Contract().providesProperty("deallocated"));
    define("ender", Contract().invalidatesProperty("deallocated"));
    PassDescriptor flexible("flexible");
    flexible.hasOptionList = true;
    flexible.options.push_back({"off", "false", OptionDescriptor::Type::Bool});
    flexible.contract.invalidatesProperty("deallocated")
        .when(option("off").is("true"));
    test::require(catalog.overridePass(std::move(flexible)));
    define(
        "user",
        Contract().requiresProperty("deallocated").because("it frees nothing"));
  }

  void expectMissing(PipelineBuilder &pipeline,
                     llvm::function_ref<llvm::Error()> edit) {
    std::string before = pipeline.str();
    std::string message = text(edit());
    EXPECT_TRUE(test::contains(message, "missing-property"));
    EXPECT_TRUE(test::contains(message, "'user'"));
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
// Parties
//===----------------------------------------------------------------------===//

/// A party that breaks a rule leaves nothing behind; the others stay.
TEST_F(OrderInsertTest, PartyIsATransaction) {
  define("to-loops",
         Contract().after(pass("bufferize")).because("works on buffers only"));
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
  help: put 'to-loops' after 'bufferize'
  note: nothing of what plugin 'bad' did was kept
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
  define("b", Contract().after(pass("a")));
  EXPECT_EQ(check(*compose("a", "b", 0)), "");
  // Not so where the options say that the entry does not apply.
  define("b", Contract().after(pass("a")).when(option("strict")));
  EXPECT_TRUE(test::contains(check(*compose("a", "b", 0)), "tie-break"));
}

//===----------------------------------------------------------------------===//
// Determinism
//===----------------------------------------------------------------------===//

/// Five parties, among them two that only the tie-break orders, one that fails
/// and one that places by contract: the pipeline and the findings are the same
/// whatever the order in which they register.
TEST_F(OrderInsertTest, RegistrationOrderDoesNotMatter) {
  define("to-loops",
         Contract().after(pass("bufferize")).because("works on buffers only"));
  define("free", Contract().after(pass("mark")));
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
  help: put 'to-loops' after 'bufferize'
  note: nothing of what plugin 'bravo' did was kept
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
