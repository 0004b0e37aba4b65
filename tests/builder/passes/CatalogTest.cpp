//===- CatalogTest.cpp - What is known about passes -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "Support.h"

using namespace pmb;
using namespace pmb::test;

namespace {

TEST(ValidNames, WhatTextualPipelinesCanHold) {
  for (const char *name : {"cse", "one-shot-bufferize", "my.pass", "A_1",
                           "pmb-barrier", "ns::Class", "x=y"})
    EXPECT_TRUE(isValidName(name)) << name;
  for (const char *name :
       {"", " ", "a b", "a\t", "a,b", "a(b)", "a{", "b}", "[a", "a]", "'a'",
        "\"", "a/b", "\n", "\x7f", "\xc3\xa4"})
    EXPECT_FALSE(isValidName(name)) << name;
}

//===----------------------------------------------------------------------===//
// Adding, extending, overriding
//===----------------------------------------------------------------------===//

TEST(Catalog, AddsOnce) {
  Catalog catalog;
  PassDescriptor descriptor("x");
  descriptor.summary = "one";
  descriptor.addKind("cleanup").addKind("cleanup");
  EXPECT_EQ(descriptor.kinds.size(), 1u);
  EXPECT_EQ(text(catalog.addPass(descriptor)), "");
  EXPECT_TRUE(catalog.hasKind("cleanup"));
  descriptor.summary = "two";
  EXPECT_EQ(text(catalog.addPass(descriptor)),
            "error: the catalog describes 'x' already [PMB014 "
            "duplicate-name]\n"
            "  help: extend or override the description instead\n");
  EXPECT_EQ(catalog.lookupPass("x")->summary, "one");
  EXPECT_EQ(catalog.lookupPass("y"), nullptr);
}

TEST(Catalog, ExtendAddsToContractAndKinds) {
  Catalog catalog;
  PassDescriptor base("x");
  base.anchor = "func.func";
  base.addKind("cleanup").contract.after(pass("a"));
  ASSERT_EQ(text(catalog.addPass(base)), "");
  const PassDescriptor *known = catalog.lookupPass("x");
  PassDescriptor extension("x");
  extension.addKind("lowering").contract.before(pass("b"));
  extension.hasContract = true;
  EXPECT_EQ(text(catalog.extendPass(extension)), "");
  // Pipelines hold the pointer.
  EXPECT_EQ(catalog.lookupPass("x"), known);
  EXPECT_EQ(known->kinds, (std::vector<std::string>{"cleanup", "lowering"}));
  EXPECT_EQ(known->contract.getOrder().size(), 2u);
  EXPECT_EQ(known->anchor, "func.func");
  EXPECT_TRUE(known->hasContract);
  // Of a pass that is not there: adds it.
  EXPECT_EQ(text(catalog.extendPass(PassDescriptor("y"))), "");
  EXPECT_NE(catalog.lookupPass("y"), nullptr);
}

TEST(Catalog, AllWrongNamesOfAContractAreReported) {
  Catalog catalog;
  test::require(catalog.addProperty({"canonical", ""}));
  PassDescriptor descriptor("x");
  descriptor.addKind("my kind");
  descriptor.contract.requiresProperty("canonicla");
  descriptor.contract.providesProperty("tiled");
  descriptor.contract.after(kind("cleanpu"));
  descriptor.contract.before(kind("cleanpu")).because("again");
  descriptor.contract.before(providerOf("tiled"));
  descriptor.contract.lowers({"a(lucky)"}).to({"b(happy)"});
  std::vector<std::string> messages;
  for (const Diagnostic &one : takeDiagnostics(catalog.addPass(descriptor)))
    messages.push_back(one.message);
  EXPECT_EQ(
      messages,
      (std::vector<std::string>{
          "'my kind' cannot be the name of a kind",
          "the contract of 'x' says both after kind 'cleanpu' and before kind "
          "'cleanpu'",
          "the contract of 'x' names the property 'canonicla', which does not "
          "exist",
          "the contract of 'x' names the property 'tiled', which does not "
          "exist",
          "the contract of 'x' names the kind 'cleanpu', which does not exist",
          "the contract of 'x' names 'a(lucky)': there is no mark 'lucky'",
          "the contract of 'x' names 'b(happy)': there is no mark 'happy'"}));
}

/// What is said later about a property counts: who says it knows what is there.
TEST(Catalog, PropertiesAreDeclaredAgain) {
  Catalog catalog;
  test::require(catalog.addProperty({"canonical", "folded", true}));
  test::require(catalog.addProperty({"canonical", "again", true, "cse"}));
  EXPECT_EQ(catalog.lookupProperty("canonical")->summary, "folded");
  EXPECT_EQ(catalog.lookupProperty("canonical")->establishedBy, "cse");
  test::require(catalog.addProperty({"canonical", "", true}));
  EXPECT_EQ(catalog.lookupProperty("canonical")->establishedBy, "cse");
  test::require(catalog.addProperty({"canonical", "", true, "sccp"}));
  EXPECT_EQ(catalog.lookupProperty("canonical")->establishedBy, "sccp");
}

TEST(Catalog, ExtensionThatContradictsChangesNothing) {
  Catalog catalog;
  PassDescriptor base("x");
  base.contract.after(pass("a"));
  ASSERT_EQ(text(catalog.addPass(base)), "");
  PassDescriptor extension("x");
  extension.addKind("lowering").contract.before(pass("a"));
  EXPECT_EQ(
      text(catalog.extendPass(extension)),
      "error: the contract of 'x' says both after 'a' and before 'a' "
      "[PMB013 contradictory-contract]\n"
      "  help: remove one of the entries, or make them conditional"
      "; to run before it and again after, say 'after' and 'followedBy'\n");
  EXPECT_EQ(catalog.lookupPass("x")->contract.getOrder().size(), 1u);
  EXPECT_TRUE(catalog.lookupPass("x")->kinds.empty());
  EXPECT_FALSE(catalog.hasKind("lowering"));
}

TEST(Catalog, OverrideReplaces) {
  Catalog catalog;
  PassDescriptor base("x");
  base.addKind("cleanup").contract.after(pass("a"));
  ASSERT_EQ(text(catalog.addPass(base)), "");
  const PassDescriptor *known = catalog.lookupPass("x");
  PassDescriptor other("x");
  other.anchor = "gpu.module";
  EXPECT_EQ(text(catalog.overridePass(other)), "");
  EXPECT_EQ(catalog.lookupPass("x"), known);
  EXPECT_EQ(known->anchor, "gpu.module");
  EXPECT_TRUE(known->kinds.empty());
  EXPECT_TRUE(known->contract.empty());
  other.contract.requiresProperty("nothing");
  EXPECT_NE(text(catalog.overridePass(other)), "");
  EXPECT_TRUE(known->contract.empty());
}

TEST(Catalog, CloneIsIndependent) {
  Catalog catalog = makeCatalog();
  Catalog copy = catalog.clone();
  PassDescriptor more("more");
  ASSERT_EQ(text(copy.addPass(more)), "");
  PassDescriptor extension("a");
  extension.addKind("lowering");
  ASSERT_EQ(text(copy.extendPass(extension)), "");
  EXPECT_EQ(catalog.lookupPass("more"), nullptr);
  EXPECT_TRUE(catalog.lookupPass("a")->kinds.empty());
  EXPECT_TRUE(copy.lookupPass("a")->hasKind("lowering"));
}

//===----------------------------------------------------------------------===//
// Contracts that name what does not exist
//===----------------------------------------------------------------------===//

/// The message for a pass `x` with options `count` and `mode` in a catalog with
/// the kind `cleanup` and the properties `canonical` and `deallocated`.
template <typename FillFn> std::string refusal(FillFn fill) {
  Catalog catalog;
  catalog.addKind("cleanup");
  test::require(catalog.addProperty({"canonical", "", true}));
  test::require(catalog.addProperty({"deallocated", "", false}));
  PassDescriptor descriptor("x");
  descriptor.options = {{"count", "1"}, {"mode", ""}};
  descriptor.hasOptionList = true;
  fill(descriptor);
  std::string message = text(catalog.addPass(descriptor));
  EXPECT_EQ(catalog.lookupPass("x") != nullptr, message.empty());
  return message;
}

TEST(Catalog, UnknownProperty) {
  EXPECT_EQ(refusal([](PassDescriptor &d) {
              d.contract.requiresProperty("cannonical");
            }),
            "error: the contract of 'x' names the property 'cannonical', which "
            "does not exist [PMB011 unknown-property]\n"
            "  help: did you mean 'canonical'?\n");
  EXPECT_EQ(
      refusal([](PassDescriptor &d) { d.contract.after(providerOf("fused")); }),
      "error: the contract of 'x' names the property 'fused', which does "
      "not exist [PMB011 unknown-property]\n"
      "  note: the known ones are 'canonical', 'deallocated'\n"
      "  help: declare it under 'properties' of a contracts file, or with "
      "Catalog::addProperty\n");
  EXPECT_EQ(refusal([](PassDescriptor &d) {
              d.contract.requiresProperty("canonical");
              d.contract.after(providerOf("deallocated"));
            }),
            "");
}

TEST(Catalog, UnknownKind) {
  EXPECT_EQ(
      refusal([](PassDescriptor &d) { d.contract.after(kind("cleanups")); }),
      "error: the contract of 'x' names the kind 'cleanups', which does not "
      "exist [PMB010 unknown-kind]\n"
      "  help: did you mean 'cleanup'?\n");
  // The pass may be the first of its kind.
  EXPECT_EQ(refusal([](PassDescriptor &d) {
              d.addKind("new").contract.conflictsWith(kind("new"));
            }),
            "");
}

TEST(Catalog, UnknownOption) {
  EXPECT_EQ(refusal([](PassDescriptor &d) {
              d.contract.introduces({"memref"}).when(option("mod"));
            }),
            "error: a condition of 'x': there is no option or variant 'mod' "
            "[PMB012 unknown-condition]\n"
            "  note: the line is\n"
            "     1 | mod == true\n"
            "       | ^\n"
            "  help: did you mean 'mode'?\n");
  EXPECT_EQ(refusal([](PassDescriptor &d) {
              d.hasOptionList = false;
              d.contract.introduces({"memref"}).when(option("mod"));
            }),
            "");
  EXPECT_EQ(refusal([](PassDescriptor &d) {
              d.contract.after(pass("a")).when(option("count").is("2"));
              d.contract.after(pass("b")).when("anything");
              d.contract.after(pass("b")).when("count == 2 & !anything");
            }),
            "");
  EXPECT_EQ(refusal([](PassDescriptor &d) {
              d.contract.after(pass("a")).when("gpu & mod == ''");
            }),
            "error: a condition of 'x': there is no option or variant 'mod' "
            "[PMB012 unknown-condition]\n"
            "  note: the line is\n"
            "     1 | gpu & mod == ''\n"
            "       |       ^\n"
            "  help: did you mean 'mode'?\n");
  EXPECT_EQ(refusal([](PassDescriptor &d) {
              d.contract.after(pass("a")).when("mode");
            }),
            "error: a condition of 'x': the option 'mode' is neither true nor "
            "false [PMB070 bad-condition]\n"
            "  note: the line is\n"
            "     1 | mode\n"
            "       | ^\n"
            "  note: it takes any text\n"
            "  help: compare it: mode == ...\n");
}

TEST(Catalog, PropertiesAreOfOneSort) {
  Catalog catalog;
  EXPECT_EQ(text(catalog.addProperty({"p", "one", true})), "");
  EXPECT_EQ(text(catalog.addProperty({"p", "two", true})), "");
  EXPECT_EQ(text(catalog.addProperty({"p", "three", false})),
            "error: the property 'p' is declared already, as fleeting [PMB014 "
            "duplicate-name]\n");
  EXPECT_EQ(catalog.lookupProperty("p")->summary, "one");
}

/// What a description leaves open, another one fills in.
TEST(Catalog, ADescriptionIsCompletedByAnother) {
  PassDescriptor listed("p"), other("p");
  listed.hasOptionList = true;
  listed.options = {{"n", "1"}};
  listed.summary = "one";
  other.hasOptionList = true;
  other.options = {{"m", "2"}};
  other.summary = "other";
  other.anchor = "func.func";
  other.anchorChoices = {"func.func"};
  PassDescriptor both = listed;
  both.complete(other);
  EXPECT_EQ(both.options, listed.options);
  EXPECT_EQ(both.summary, "one");
  EXPECT_EQ(both.anchor, "func.func");
  EXPECT_EQ(both.anchorChoices, other.anchorChoices);
  PassDescriptor open("p");
  open.complete(other);
  EXPECT_EQ(open.options, other.options);
  EXPECT_TRUE(open.hasOptionList);
  EXPECT_EQ(open.summary, "other");
  // Options that nobody has listed are not all that there are.
  both.complete(PassDescriptor("p"));
  EXPECT_EQ(both.options, listed.options);
}

TEST(Catalog, APipelineIsRefusedForAnOptionThatAnyOfItsStepsDoesNotTake) {
  Catalog catalog = makeCatalog();
  for (unsigned wrong : {0u, 1u}) {
    PassDescriptor pipeline("pipeline");
    pipeline.pipeline.resize(2);
    for (PipelineStep &step : pipeline.pipeline)
      step.pass = "optional";
    pipeline.pipeline[wrong].options = "cuont=1";
    EXPECT_EQ(takeDiagnostics(catalog.addPass(pipeline)).size(), 1u);
    EXPECT_EQ(catalog.lookupPass("pipeline"), nullptr);
    pipeline.pipeline[wrong].options = "count=1";
    require(catalog.clone().addPass(pipeline));
  }
}

TEST(Catalog, NamesAreSorted) {
  Catalog catalog;
  for (const char *name : {"c", "a", "b"}) {
    ASSERT_EQ(text(catalog.addPass(PassDescriptor(name))), "");
    catalog.addKind(name, name);
    catalog.addKind(name, "later");
  }
  std::vector<llvm::StringRef> expected = {"a", "b", "c"};
  EXPECT_EQ(catalog.getPassNames(), expected);
  EXPECT_EQ(catalog.getKindNames(), expected);
  EXPECT_EQ(catalog.getKindSummary("a"), "a");
  EXPECT_EQ(catalog.getKindSummary("z"), "");
}

TEST(Catalog, OperationsAreSortedAndEachOnce) {
  auto getNames = [](const Catalog &catalog) {
    std::vector<std::string> names;
    for (const OperationDescriptor *operation : catalog.getOperations())
      names.push_back(operation->name);
    return names;
  };
  auto add = [](Catalog &catalog, const char *name, bool isTop) {
    OperationDescriptor operation;
    operation.name = name;
    operation.isTop = isTop;
    return text(catalog.addOperation(std::move(operation)));
  };
  Catalog catalog;
  for (const char *name : {"c.x", "a.x", "b.x", "a.x"})
    ASSERT_EQ(add(catalog, name, false), "");
  std::vector<std::string> expected = {"a.x", "b.x", "c.x"};
  EXPECT_EQ(getNames(catalog), expected);

  // A copy has its own.
  Catalog copy = catalog.clone();
  ASSERT_EQ(add(copy, "a.x", true), "");
  ASSERT_EQ(add(copy, "d.x", true), "");
  EXPECT_TRUE(copy.getOperations().front()->isTop);
  EXPECT_FALSE(catalog.getOperations().front()->isTop);
  EXPECT_EQ(getNames(catalog), expected);
  Catalog moved = std::move(copy);
  EXPECT_EQ(moved.getOperations().front(), moved.lookupOperation("a.x"));
  EXPECT_EQ(moved.getOperations().size(), 4u);
}

/// What a step gets from an option of the pipeline is checked as far as it is
/// known.
TEST(Catalog, APipelineIsRefusedForWhatItHandsOn) {
  auto add = [](llvm::StringRef option, llvm::StringRef byDefault) {
    Catalog catalog;
    PassDescriptor step("step");
    step.options = {{"count", "1", OptionDescriptor::Type::Int32}};
    step.hasOptionList = true;
    require(catalog.addPass(step));
    PassDescriptor pipeline("pipeline");
    pipeline.options = {{"n", byDefault.str()}};
    pipeline.hasOptionList = true;
    pipeline.pipeline.resize(1);
    pipeline.pipeline[0].pass = "step";
    pipeline.pipeline[0].optionsFrom = {{option.str(), "n"}};
    return text(catalog.addPass(pipeline));
  };
  EXPECT_EQ(add("count", "4"), "");
  EXPECT_EQ(add("count", ""), "");
  EXPECT_EQ(add("count", "many"),
            "error: 'many' is not a value of 'count', an option of 'step' "
            "[PMB006 bad-options]\n"
            "  note: it takes an integer of 32 bits\n");
  for (const char *byDefault : {"4", ""})
    EXPECT_EQ(add("cuont", byDefault),
              "error: 'step' has no option 'cuont' [PMB006 bad-options]\n"
              "  help: did you mean 'count'?\n");
}

TEST(CatalogBundles, ANameThatResemblesNoneListsThemAll) {
  Catalog catalog;
  EXPECT_EQ(text(catalog.makeBundle("qqqqqq").takeError()),
            "error: there is no bundle 'qqqqqq' [PMB059 unknown-bundle]\n"
            "  note: the catalog has no bundles at all\n");
  test::require(catalog.addBundle(PassBundle("lower-all")));
  test::require(catalog.addBundle(PassBundle("tidy-up")));
  EXPECT_EQ(text(catalog.makeBundle("qqqqqq").takeError()),
            "error: there is no bundle 'qqqqqq' [PMB059 unknown-bundle]\n"
            "  note: the known ones are 'lower-all', 'tidy-up'\n");
}

} // namespace
