//===- DescribedPassTest.cpp - Passes that describe themselves ----------===//
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

PassDescriptor describe(llvm::StringRef required) {
  PassDescriptor pass("mine");
  pass.hasContract = true;
  if (!required.empty())
    pass.contract.requiresProperty(required);
  return pass;
}

/// With a contract that is right, and with one that is not.
const PassDescriptor plain = describe("");
const PassDescriptor misspelled = describe("smal");

/// An instance that says what it is, or cannot.
PassSpec makeDescribed(bool isKnown) {
  static const PassInstance::Operations known = [] {
    PassInstance::Operations operations = getFakeOperations();
    operations.getDescription =
        [](const void *) -> llvm::Expected<const PassDescriptor *> {
      return &misspelled;
    };
    return operations;
  }();
  static const PassInstance::Operations silent = [] {
    PassInstance::Operations operations = getFakeOperations();
    operations.getDescription =
        [](const void *) -> llvm::Expected<const PassDescriptor *> {
      return fail();
    };
    return operations;
  }();
  PassSpec spec("mine");
  spec.instance = PassInstance(new FakePass(), isKnown ? known : silent);
  spec.isInstance = true;
  return spec;
}

const char *const unknownProperty =
    "error: the contract of 'mine' names the property 'smal', which does not "
    "exist [PMB011 unknown-property]\n"
    "  help: did you mean 'small'?\n";

TEST(DescribedPass, WhatAnInstanceSaysOfItselfIsVerified) {
  TestPipeline pipeline({"a"});
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(makeDescribed(true), Position::atEnd()),
                 unknownProperty);
}

TEST(DescribedPass, AnInstanceThatCannotSayWhatItIsIsRefused) {
  TestPipeline pipeline({"a"});
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(makeDescribed(false), Position::atEnd()),
                 "error: no luck [PMB018 foreign]\n");
}

TEST(DescribedPass, AnotherDescriptionOfAKnownPassIsVerifiedToo) {
  TestPipeline pipeline({"a"});
  auto insert = [&](const PassDescriptor &described) {
    PassSpec spec("mine");
    spec.described = &described;
    return pipeline.insert(std::move(spec), Position::atEnd());
  };
  EXPECT_DONE(pipeline, insert(plain));
  EXPECT_REFUSED(pipeline, insert(misspelled), unknownProperty);
  EXPECT_DONE(pipeline, insert(plain));
}

/// The first describes the name, and each what it is itself.
TEST(DescribedPass, EachOfOneNameHasItsOwnDescription) {
  static const PassDescriptor needing = describe("small");
  TestPipeline pipeline({"a"});
  pipeline.getInterface().inputContents = {"func.func"};
  auto insert = [&](const PassDescriptor &described) {
    PassSpec spec("mine");
    spec.described = &described;
    return text(pipeline.insert(std::move(spec), Position::atEnd()));
  };
  EXPECT_EQ(insert(plain), "");
  EXPECT_TRUE(contains(insert(needing), "'mine' requires 'small'"));
  EXPECT_EQ(insert(plain), "");
}

TEST(DescribedPass, InABundleIsDescribedAsWell) {
  static const PassDescriptor needing = describe("small");
  PassSpec spec("mine");
  spec.described = &needing;
  PassBundle bundle("one");
  bundle.add(std::move(spec));
  TestPipeline pipeline;
  pipeline.getInterface().inputContents = {"func.func"};
  pipeline.addBundle(bundle);
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::MissingProperty);
}

/// The options of its class are those of the catalog.
TEST(DescribedPass, AsksForTheOptionsThatTheCatalogKnows) {
  static const PassDescriptor asking = [] {
    PassDescriptor pass("optional");
    pass.contract.after(pmb::pass("a")).when("cuont == 3");
    return pass;
  }();
  TestPipeline pipeline({"a"});
  PassSpec spec("optional");
  spec.described = &asking;
  std::string refused =
      text(pipeline.insert(std::move(spec), Position::atEnd()));
  EXPECT_TRUE(contains(refused, "there is no option or variant 'cuont'"));
  EXPECT_TRUE(contains(refused, "did you mean 'count'?"));
}

/// What it guesses of itself comes on top of what the catalog knows.
TEST(DescribedPass, MayGuessWhatItDoes) {
  static const PassDescriptor guessing = [] {
    PassDescriptor pass("optional");
    pass.guess.lowers({"scf.for"}).to({"cf.br"});
    return pass;
  }();
  TestPipeline pipeline;
  pipeline.getInterface().inputContents = {"scf.for"};
  pipeline.getInterface().outputContents = {"llvm"};
  PassSpec spec("optional");
  spec.described = &guessing;
  EXPECT_DONE(pipeline, pipeline.insert(std::move(spec), Position::atEnd()));
  std::string found;
  for (const Diagnostic &finding : pipeline.check())
    found += finding.message + "\n";
  EXPECT_TRUE(contains(found, "cf.br"));
}

/// What is said of the name later is said of each.
TEST(DescribedPass, EachOfOneNameGetsAContractThatIsAdded) {
  static const PassDescriptor needing = describe("small");
  TestPipeline pipeline({"a"});
  pipeline.getInterface().inputProperties = {"small"};
  for (const PassDescriptor *described : {&plain, &needing, &plain}) {
    PassSpec spec("mine");
    spec.described = described;
    EXPECT_DONE(pipeline, pipeline.insert(std::move(spec), Position::atEnd()));
  }
  Contract contract;
  contract.after(pass("a"));
  EXPECT_DONE(pipeline, pipeline.addContract("mine", contract));
  for (const Node *node : pipeline.lookup(pass("mine")))
    EXPECT_EQ(node->getDescriptor().contract.getOrder().size(), 1u);
  // And of no other.
  contract = Contract();
  contract.before(pass("b"));
  EXPECT_DONE(pipeline, pipeline.addContract("a", contract));
  for (const Node *node : pipeline.lookup(pass("mine")))
    EXPECT_EQ(node->getDescriptor().contract.getOrder().size(), 1u);
}

/// A contract that is added changes nothing else of what a pass says.
TEST(DescribedPass, KeepsItsAnchorAndOptions) {
  static const PassDescriptor own = [] {
    PassDescriptor pass("mine");
    pass.anchor = "func.func";
    pass.options = {{"count", "1"}};
    pass.hasOptionList = true;
    return pass;
  }();
  TestPipeline pipeline({"a"});
  Contract contract;
  contract.after(pass("a"));
  EXPECT_DONE(pipeline, pipeline.addContract("mine", contract));
  PassSpec spec("mine");
  spec.described = &own;
  EXPECT_DONE(pipeline, pipeline.insert(std::move(spec), Position::atEnd()));
  const PassDescriptor &both =
      pipeline.lookup(pass("mine"))[0]->getDescriptor();
  EXPECT_EQ(both.anchor, "func.func");
  EXPECT_TRUE(both.hasOptionList);
  EXPECT_EQ(both.options.size(), 1u);
  EXPECT_EQ(both.contract.getOrder().size(), 1u);
}

/// A name alone is described by what was said of it before.
TEST(DescribedPass, StaysDescribedWhereItIsAddedByNameAgain) {
  static const PassDescriptor needing = describe("small");
  TestPipeline pipeline({"a"});
  pipeline.getInterface().inputProperties = {"small"};
  PassSpec spec("mine");
  spec.described = &needing;
  EXPECT_DONE(pipeline, pipeline.insert(std::move(spec), Position::atEnd()));
  EXPECT_DONE(pipeline, pipeline.addPassAfter("mine", "a"));
  ASSERT_EQ(pipeline.lookup(pass("mine")).size(), 2u);
  for (const Node *node : pipeline.lookup(pass("mine")))
    EXPECT_EQ(node->getDescriptor().contract.getProperties().size(), 1u);
}

} // namespace
