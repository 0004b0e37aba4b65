//===- PatternSlotTest.cpp - Slots for patterns, without MLIR -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/edit/TextualPipeline.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// `a` and others are passes, `folding` is a set of patterns, and what has
/// another name may be one.
struct PatternSlots : testing::Test {
  Catalog catalog = [] {
    Catalog made = makeCatalog();
    made.addKind("patterns");
    PassDescriptor folding("folding");
    folding.addKind("patterns");
    require(made.addPass(std::move(folding)));
    return made;
  }();
  PipelineBuilder builder{"builtin.module", catalog};

  llvm::Error put(llvm::StringRef name) {
    return builder.addPassToSlot(name, "early");
  }
  static std::string say(llvm::Error error) {
    std::string said;
    for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
      said += diagnostic.str();
    return said;
  }
};

TEST_F(PatternSlots, AreFilledByNameAndPrintedAsOnePass) {
  builder.addPass("a");
  builder.addPatternSlot("early", "top-down=false");
  builder.addPass("b");
  EXPECT_EQ(builder.str(), "builtin.module(a,b)");
  require(put("folding"));
  require(builder.transaction(Origin::plugin("acme"),
                              [&] { return put("unheard-of"); }));
  EXPECT_EQ(builder.str(),
            "builtin.module(a,pmb-rewrite{slot=early "
            "patterns=folding,acme:unheard-of top-down=false},b)");
}

TEST_F(PatternSlots, TakeNoPassThatTheCatalogKnows) {
  builder.addPatternSlot("early");
  EXPECT_EQ(say(put("a")),
            "error: 'a' is not a set of patterns, and the slot 'early' takes "
            "nothing else [PMB103 wrong-slot]\n"
            "  help: insert it before or after pass(\"pmb-rewrite\")\n");
}

TEST_F(PatternSlots, APositionAtASetIsOneAtThePass) {
  builder.addPatternSlot("early");
  require(put("first"));
  require(put("folding"));
  require(builder.addPassBefore("a", "first"));
  require(builder.insert(PassSpec("b"), Position::after(slot("early"))));
  require(builder.insert(PassSpec("c"), Position::before(pass("pmb-rewrite"))));
  EXPECT_EQ(builder.str(), "builtin.module(a,c,pmb-rewrite{slot=early "
                           "patterns=first,folding},b)");
  // In the middle of it there is no place.
  EXPECT_NE(say(builder.addPassAfter("d", "first")), "");
  // A set may say where among the others it stands.
  require(builder.addPassAfter("folding2", "b"));
  require(builder.removePass("folding"));
  require(builder.addPassBefore("folding", "first"));
  EXPECT_EQ(builder.str(), "builtin.module(a,c,pmb-rewrite{slot=early "
                           "patterns=folding,first},b,folding2)");
}

TEST_F(PatternSlots, SetsAreRemovedAndReplacedOneByOne) {
  builder.addPatternSlot("early");
  require(put("first"));
  require(put("second"));
  require(builder.replacePass("first", "third"));
  require(builder.removePass("second"));
  EXPECT_EQ(builder.str(),
            "builtin.module(pmb-rewrite{slot=early patterns=third})");
  require(builder.removePass("pmb-rewrite"));
  EXPECT_EQ(builder.str(), "builtin.module()");
  EXPECT_TRUE(builder.lookup(slot("early")).empty());
}

TEST_F(PatternSlots, AreReadFromTextInNests) {
  llvm::StringRef text =
      "builtin.module(func.func(pmb-rewrite{slot=early "
      "patterns=acme:first,second},a),pmb-rewrite{patterns=third})";
  require(require(parseTextualPipeline(text, "<pipeline>")).appendTo(builder));
  EXPECT_EQ(builder.str(), text);
  require(put("fourth"));
  EXPECT_EQ(
      builder.str(),
      "builtin.module(func.func(pmb-rewrite{slot=early "
      "patterns=acme:first,second,fourth},a),pmb-rewrite{patterns=third})");
}

TEST_F(PatternSlots, TakeNoPipelineByItsName) {
  PassDescriptor pipeline("two-passes");
  pipeline.pipeline.resize(1);
  pipeline.pipeline.front().pass = "a";
  require(catalog.addPass(std::move(pipeline)));
  builder.addPass("pmb-rewrite", "slot=early patterns=folding,two-passes");
  std::vector<Diagnostic> findings = builder.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().code, DiagnosticCode::WrongSlot);
  EXPECT_EQ(builder.str(), "builtin.module()");
  builder.addPatternSlot("early");
  EXPECT_NE(say(put("two-passes")).find("PMB103"), std::string::npos);
}

TEST_F(PatternSlots, WithoutNameAndSetsThereIsAPassThatDoesNothing) {
  builder.addPass("pmb-rewrite", "slot= fold=true");
  EXPECT_EQ(builder.str(), "builtin.module(pmb-rewrite{slot= fold=true})");
  EXPECT_EQ(builder.size(), 1u);
  builder.addPass("pmb-rewrite", "slots=early");
  EXPECT_EQ(builder.check().size(), 1u);
}

TEST_F(PatternSlots, ListsAreReadAsMLIRPrintsThem) {
  builder.addPass("pmb-rewrite", "slot=early patterns={folding,b:other}");
  builder.addPass("pmb-rewrite", "patterns=\"x,y\"");
  EXPECT_EQ(builder.str(),
            "builtin.module(pmb-rewrite{slot=early "
            "patterns=folding,b:other},pmb-rewrite{patterns=x,y})");
}

TEST_F(PatternSlots, AreThereUnderAConditionAsOtherSlots) {
  OptionDescriptor gpu;
  gpu.name = "gpu";
  gpu.type = OptionDescriptor::Type::Bool;
  require(builder.addOption(std::move(gpu)));
  builder.when("gpu").addPatternSlot("early");
  builder.nest("func.func").when("gpu").addPatternSlot("nested");
  builder.when("!gpu").addPatternSlot("late");
  EXPECT_EQ(builder.lookup(slot("late")).size(), 1u);
  for (const char *name : {"early", "nested"}) {
    std::string said = say(builder.addPassToSlot("folding", name));
    EXPECT_NE(said.find("gpu"), std::string::npos) << said;
  }
}

TEST_F(PatternSlots, OptionsAreThoseOfWhoeverDeclaresThem) {
  builder.addPatternSlot("early");
  EXPECT_EQ(
      say(builder.setOptions(pass("pmb-rewrite"), "fold=false")),
      "error: 'pmb-rewrite' has no options that can be set: it is not a "
      "pass [PMB002 unknown-anchor]\n"
      "  note: it stands here: 'pmb-rewrite' (on builtin.module, added by "
      "framework)\n"
      "  help: the options of a slot for patterns are set where it is "
      "declared\n");
}

TEST_F(PatternSlots, NamesThatCannotBeRead) {
  for (llvm::StringRef options :
       {"patterns=a::b", "patterns=:b=c", "patterns=,",
        "patterns=a:", "patterns=:a", "slot=x/y"}) {
    PipelineBuilder other("builtin.module", catalog);
    other.addPass("pmb-rewrite", options);
    std::vector<Diagnostic> findings = other.check();
    ASSERT_EQ(findings.size(), 1u) << options.str();
    EXPECT_EQ(findings.front().code, DiagnosticCode::BadName);
    EXPECT_EQ(other.str(), "builtin.module()");
  }
}

} // namespace
