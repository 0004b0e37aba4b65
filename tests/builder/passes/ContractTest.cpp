//===- ContractTest.cpp - Contracts that contradict themselves ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// The message of a contract of pass `x`; empty if it can be kept.
template <typename FillFn> std::string verify(FillFn fill) {
  Contract contract;
  fill(contract);
  return text(contract.verify("x"));
}

std::string makeMessage(llvm::StringRef first, llvm::StringRef second,
                        llvm::StringRef notes = "") {
  return ("error: the contract of 'x' says both " + first + " and " + second +
          " [PMB013 contradictory-contract]\n" + notes +
          "  help: remove one of the entries, or make them conditional" +
          (first.starts_with("after") ? "; to run before it and again after, "
                                        "say 'after' and 'followedBy'"
                                      : "") +
          "\n")
      .str();
}

TEST(Contract, AfterAndBeforeTheSame) {
  EXPECT_EQ(verify([](Contract &c) {
              c.after(pass("cse")).because("cse removes what confuses x");
              c.before(pass("cse")).because("x leaves duplicates");
            }),
            makeMessage("after 'cse'", "before 'cse'",
                        "  note: after 'cse': cse removes what confuses x\n"
                        "  note: before 'cse': x leaves duplicates\n"));
  // The order of the entries has no meaning.
  EXPECT_EQ(verify([](Contract &c) {
              c.before(kind("cleanup"));
              c.after(pass("cse"));
              c.after(kind("cleanup"));
            }),
            makeMessage("after kind 'cleanup'", "before kind 'cleanup'"));
  EXPECT_EQ(verify([](Contract &c) {
              c.after(providerOf("canonical"));
              c.before(providerOf("canonical"));
            }),
            makeMessage("after provider of 'canonical'",
                        "before provider of 'canonical'"));
}

TEST(Contract, DifferentTargetsOfOneNameAreDifferent) {
  EXPECT_EQ(verify([](Contract &c) {
              c.after(pass("cleanup"));
              c.before(kind("cleanup"));
              c.followedBy(providerOf("cleanup"));
            }),
            "");
}

TEST(Contract, AboutThePassItself) {
  EXPECT_EQ(verify([](Contract &c) { c.after(pass("x")); }),
            "error: the contract of 'x' says after 'x', which is the pass "
            "itself [PMB013 contradictory-contract]\n");
  EXPECT_EQ(verify([](Contract &c) { c.before(pass("x")); }),
            "error: the contract of 'x' says before 'x', which is the pass "
            "itself [PMB013 contradictory-contract]\n");
  // Again later, and once only, are wishes that can be kept.
  EXPECT_EQ(verify([](Contract &c) { c.followedBy(pass("x")); }), "");
  EXPECT_EQ(verify([](Contract &c) { c.conflictsWith(pass("x")); }), "");
}

TEST(Contract, ConflictWithWhatMustBePresent) {
  EXPECT_EQ(verify([](Contract &c) {
              c.conflictsWith(pass("inline"));
              c.followedBy(pass("inline"));
            }),
            makeMessage("conflictsWith 'inline'", "followedBy 'inline'"));
  EXPECT_EQ(verify([](Contract &c) {
              c.conflictsWith(pass("inline"));
              c.after(pass("inline")).present();
            }),
            makeMessage("conflictsWith 'inline'", "after 'inline'"));
  // Vacuous as long as it is absent, as it must be.
  EXPECT_EQ(verify([](Contract &c) {
              c.conflictsWith(pass("inline"));
              c.after(pass("inline"));
            }),
            "");
}

TEST(Contract, PropertiesThatAreEndedAndHeld) {
  EXPECT_EQ(verify([](Contract &c) {
              c.providesProperty("canonical");
              c.invalidatesProperty("canonical").because("adds duplicates");
            }),
            makeMessage("provides 'canonical'", "invalidates 'canonical'",
                        "  note: invalidates 'canonical': adds duplicates\n"));
  EXPECT_EQ(verify([](Contract &c) {
              c.invalidatesProperty("canonical");
              c.preservesProperty("canonical");
            }),
            makeMessage("preserves 'canonical'", "invalidates 'canonical'"));
  EXPECT_EQ(verify([](Contract &c) {
              c.requiresProperty("canonical");
              c.invalidatesProperty("canonical");
              c.providesProperty("deallocated");
            }),
            "");
}

TEST(Contract, RejectingWhatItNeedsOrLowers) {
  EXPECT_EQ(verify([](Contract &c) {
              c.requiresProperty("deallocated");
              c.rejects({"memref.dealloc", "deallocated"});
            }),
            makeMessage("requires 'deallocated'", "rejects 'deallocated'"));
  EXPECT_EQ(verify([](Contract &c) {
              c.lowers({"scf.for", "scf.if"}).to({"cf.br"});
              c.rejects({"scf.if"}).because("of a bug");
            }),
            makeMessage("lowers 'scf.if'", "rejects 'scf.if'",
                        "  note: rejects 'scf.if': of a bug\n"));
  // An operation of a dialect that is lowered may be refused.
  EXPECT_EQ(verify([](Contract &c) {
              c.lowers({"scf"}).to({"cf.br"});
              c.rejects({"scf.forall"});
            }),
            "");
}

TEST(Contract, WeakAndConditionalEntriesContradictNothing) {
  EXPECT_EQ(verify([](Contract &c) {
              c.after(pass("cse"));
              c.before(pass("cse")).weak();
            }),
            "");
  EXPECT_EQ(verify([](Contract &c) {
              c.after(pass("cse")).when(option("early").is("false"));
              c.before(pass("cse")).when(option("early"));
            }),
            "");
  EXPECT_EQ(verify([](Contract &c) {
              c.providesProperty("p").when(variant("gpu"));
              c.invalidatesProperty("p");
            }),
            "");
  EXPECT_EQ(verify([](Contract &c) {
              c.lowers({"gpu.launch_func"});
              c.rejects({"gpu.launch_func"}).unless({"spirv.module"});
            }),
            "");
  EXPECT_EQ(verify([](Contract &c) {
              c.lowers({"scf.for"});
              c.rejects({"scf.for"}).given({"!tensor"});
            }),
            "");
  EXPECT_EQ(verify([](Contract &c) { c.after(pass("x")).weak(); }), "");
}

TEST(Contract, NamesNoPlaces) {
  EXPECT_EQ(verify([](Contract &c) { c.after(slot("pre")); }),
            "error: the contract of 'x' says after slot 'pre': contracts name "
            "passes, kinds, providers and bundles, not slots [PMB013 "
            "contradictory-contract]\n");
  EXPECT_EQ(
      verify([](Contract &c) { c.after(pass("a")).notBetween({slot("pre")}); }),
      "error: the contract of 'x' says after 'a': contracts name "
      "passes, kinds, providers and bundles, not slots [PMB013 "
      "contradictory-contract]\n");
  EXPECT_EQ(verify([](Contract &c) { c.conflictsWith(bundle("b")); }), "");
}

TEST(Contract, ExtendMergesEverything) {
  Contract one, two;
  one.after(pass("a")).because("one");
  one.providesProperty("p");
  two.before(pass("b")).weak();
  two.lowers({"scf"}).except({"scf.forall"}).to({"cf"}).sometimes({"arith"});
  two.idempotent();
  two.greedy();
  two.removesDead();
  one.extend(two);
  ASSERT_EQ(one.getOrder().size(), 2u);
  EXPECT_EQ(one.getOrder()[0].reason, "one");
  EXPECT_EQ(one.getOrder()[1].strength, Strength::Weak);
  EXPECT_EQ(one.getProperties().size(), 1u);
  ASSERT_EQ(one.getContents().size(), 1u);
  EXPECT_EQ(one.getContents()[0].except,
            std::vector<std::string>{"scf.forall"});
  EXPECT_EQ(one.getContents()[0].sometimes, std::vector<std::string>{"arith"});
  EXPECT_TRUE(one.isIdempotent());
  EXPECT_TRUE(one.isGreedy());
  EXPECT_TRUE(one.isRemovingDead());
  EXPECT_FALSE(one.empty());

  // What is said twice counts once, and what is added of contents is looked at
  // first.
  Contract three;
  three.lowers({"scf.for"}).to({"llvm"});
  three.before(pass("b")).weak();
  one.extend(three);
  EXPECT_EQ(one.getOrder().size(), 2u);
  ASSERT_EQ(one.getContents().size(), 2u);
  EXPECT_EQ(one.getContents()[0].items, std::vector<std::string>{"scf.for"});
  EXPECT_EQ(one.getContents()[1].items, std::vector<std::string>{"scf"});
}

template <typename FillFn> std::string verifyReach(FillFn fill) {
  Contract contract;
  fill(contract);
  return text(contract.verifyReach("x"));
}

TEST(Contract, EntriesThatNeverTakeEffect) {
  EXPECT_EQ(verifyReach([](Contract &c) {
              c.lowers({"linalg"}).because("by loops");
              c.lowers({"linalg.matmul"}).because("by a library");
            }),
            "error: the contract of 'x' has an entry that never takes effect: "
            "it lowers 'linalg.matmul', which an entry before it takes "
            "[PMB013 contradictory-contract]\n"
            "  note: the entry: by a library\n"
            "  note: the one before it: by loops\n"
            "  help: put special entries before general ones\n");
  EXPECT_EQ(verifyReach([](Contract &c) {
              c.lowers({"linalg.matmul"}).except({"linalg"});
            }),
            "error: the contract of 'x' has an entry that never takes effect: "
            "it lowers 'linalg.matmul', and excepts just that "
            "[PMB013 contradictory-contract]\n"
            "  help: leave the entry out\n");
  // Special entries first, and those that take something only sometimes.
  EXPECT_EQ(verifyReach([](Contract &c) {
              c.lowers({"linalg.matmul"});
              c.lowers({"linalg"});
              c.lowers({"scf"}).given({"gpu"});
              c.lowers({"scf.for"});
              c.lowers({"cf"}).except({"cf.br"});
              c.lowers({"cf.br"});
              c.lowers({"affine"}).when(option("o"));
              c.lowers({"affine.for"}).when(!option("o"));
              c.lowers({"tensor.pad", "tensor"});
            }),
            "");
}

TEST(Contract, AsksForSomethingOrNot) {
  Contract contract;
  EXPECT_TRUE(contract.empty());
  EXPECT_FALSE(contract.isDemanding());
  contract.providesProperty("p");
  contract.invalidatesProperty("q");
  contract.preservesProperty("r");
  EXPECT_FALSE(contract.isDemanding());
  EXPECT_FALSE(contract.isConditional());
  contract.requiresProperty("s").when(variant("gpu"));
  EXPECT_TRUE(contract.isDemanding());
  EXPECT_TRUE(contract.isConditional());
}

TEST(Contract, IsAnotherOneIfAnythingIsSaidOfThePassThatTheOtherDoesNotSay) {
  auto isSame = [](llvm::function_ref<void(Contract &)> fill) {
    Contract plain, filled;
    fill(filled);
    EXPECT_EQ(plain.isEquivalentTo(filled), filled.isEquivalentTo(plain));
    return plain.isEquivalentTo(filled);
  };
  EXPECT_TRUE(isSame([](Contract &) {}));
  EXPECT_FALSE(isSame([](Contract &c) { c.idempotent(); }));
  EXPECT_FALSE(isSame([](Contract &c) { c.greedy(); }));
  EXPECT_FALSE(isSame([](Contract &c) { c.removesDead(); }));
  EXPECT_FALSE(isSame([](Contract &c) { c.inert(); }));
  EXPECT_FALSE(isSame([](Contract &c) { c.after(pass("cse")); }));
  EXPECT_FALSE(isSame([](Contract &c) { c.providesProperty("p"); }));
  EXPECT_FALSE(isSame([](Contract &c) { c.lowers({"scf"}); }));
}

/// Conditions on options that only the other pass has are settled by its
/// defaults.
TEST(Contract, IsTakenFromAPassWithOtherOptions) {
  PassDescriptor from("from"), by("by");
  from.options = {{"on", "true", OptionDescriptor::Type::Bool},
                  {"off", "0", OptionDescriptor::Type::Bool},
                  {"both", "false", OptionDescriptor::Type::Bool}};
  by.options = {{"both", "false", OptionDescriptor::Type::Bool}};
  Contract said, expected;
  said.lowers({"a"}).when(option("on"));
  said.lowers({"b"}).when(option("off"));
  said.lowers({"c"}).when(!option("on"));
  said.lowers({"d"}).when(!option("off"));
  said.lowers({"e"}).when(option("both"));
  said.lowers({"f"}).when("on & gpu");
  said.lowers({"g"}).when("off & gpu");
  said.lowers({"h"}).when("both | !off & gpu");
  said.inert();
  expected.lowers({"a"});
  expected.lowers({"d"});
  expected.lowers({"e"}).when(option("both"));
  expected.lowers({"f"}).when("gpu");
  expected.lowers({"h"}).when("both | gpu");
  expected.inert();
  EXPECT_TRUE(takeContract(from, said, by).isEquivalentTo(expected));
}

TEST(Contract, Text) {
  EXPECT_EQ(pass("cse").str(), "'cse'");
  EXPECT_EQ(kind("cleanup").str(), "kind 'cleanup'");
  EXPECT_EQ(providerOf("canonical").str(), "provider of 'canonical'");
  EXPECT_EQ(slot("s").str(), "slot 's'");
  EXPECT_EQ(bundle("b").str(), "bundle 'b'");
}

TEST(Contract, AContradictionNamesTheKindsOfItsTargets) {
  EXPECT_EQ(
      verify([](Contract &c) {
        c.after(kind("cleanup")).present();
        c.conflictsWith(kind("cleanup"));
      }),
      "error: the contract of 'x' says both conflictsWith kind "
      "'cleanup' and after kind 'cleanup' [PMB013 contradictory-contract]\n"
      "  help: remove one of the entries, or make them conditional\n");
}

/// What always takes an item leaves nothing to an entry with a condition.
TEST(Contract, AConditionalEntryBehindOneThatTakesAllIsRefused) {
  Contract contract;
  contract.lowers({"scf"}).to({"cf"});
  contract.lowers({"scf.for"}).to({"affine"}).when("fast");
  EXPECT_NE(text(contract.verifyReach("x")), "");
  Contract other;
  other.lowers({"scf"}).to({"cf"}).when("fast");
  other.lowers({"scf.for"}).to({"affine"});
  EXPECT_EQ(text(other.verifyReach("x")), "");
}

/// As a word without entries in JSON, `"lowers": []`.
TEST(Contract, LoweringNothingIsCompleteness) {
  Contract nothing, complete;
  nothing.lowers({}).because("prints the IR");
  complete.complete();
  EXPECT_TRUE(nothing.isComplete());
  EXPECT_TRUE(nothing.isEquivalentTo(complete));
  EXPECT_TRUE(complete.isEquivalentTo(nothing));
  nothing.after(pass("cse"));
  EXPECT_FALSE(nothing.isOrderOnly());
  Contract something;
  something.lowers({"scf"});
  EXPECT_FALSE(something.isComplete());
  EXPECT_FALSE(something.isEquivalentTo(complete));
}

} // namespace
