//===- PatternSlotTest.cpp - Slots for patterns, without MLIR -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/edit/PassProvider.h"
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

TEST_F(PatternSlots, GoWithTheirSets) {
  builder.addPass("a");
  builder.addPatternSlot("early");
  builder.addPatternSlot("late");
  require(put("folding"));
  require(builder.transaction(Origin::plugin("acme"),
                              [&] { return put("others"); }));
  for (const char *name : {"early", "late"})
    require(builder.remove(slot(name)));
  EXPECT_EQ(builder.str(), "builtin.module(a)");
  EXPECT_EQ(std::distance(builder.getNodes().begin(), builder.getNodes().end()),
            1);
  // What others count on stays, and the slot with it.
  builder.addPatternSlot("early");
  require(put("folding"));
  require(builder.pin(pass("folding"), "the backend counts on it"));
  EXPECT_TRUE(contains(
      say(builder.transaction(Origin::plugin("acme"),
                              [&] { return builder.remove(slot("early")); })),
      "is pinned"));
  EXPECT_EQ(builder.str(),
            "builtin.module(a,pmb-rewrite{slot=early patterns=folding})");
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
  EXPECT_TRUE(contains(say(put("two-passes")), "PMB103"));
}

TEST_F(PatternSlots, WithoutNameAndSetsAreErrors) {
  std::string expected =
      "error: 'pmb-rewrite' names neither a slot nor sets of patterns, so "
      "there is nothing for it to do [PMB006 bad-options]\n"
      "  help: name a slot that others can add to, as in "
      "pmb-rewrite{slot=early}, or sets, as in "
      "pmb-rewrite{patterns=acme-fold}\n";
  for (llvm::StringRef options :
       {"", "slot= fold=true", "patterns=", "patterns={}"}) {
    PipelineBuilder other("builtin.module", catalog);
    other.addPass("pmb-rewrite", options);
    std::vector<Diagnostic> findings = other.check();
    ASSERT_EQ(findings.size(), 1u) << options.str();
    EXPECT_EQ(findings.front().str(), expected);
    EXPECT_TRUE(other.empty());
  }
  builder.addPass("a");
  EXPECT_EQ(say(builder.addPassAfter("pmb-rewrite", "a")), expected);
  EXPECT_EQ(say(builder.replacePass("a", "pmb-rewrite")), expected);
  EXPECT_EQ(builder.str(), "builtin.module(a)");
}

TEST_F(PatternSlots, APassAfterOrBeforeAnySetIsAfterOrBeforeThePass) {
  builder.addPatternSlot("early");
  for (llvm::StringRef set : {"first", "folding", "third"})
    require(put(set));
  require(builder.addPassAfter("a", "first"));
  require(builder.addPassBefore("b", "third"));
  require(builder.addPassAfter("c", "folding"));
  require(builder.addPassBefore("d", "folding"));
  // Who comes after another comes after what is there for the same reason.
  EXPECT_EQ(builder.str(), "builtin.module(b,d,pmb-rewrite{slot=early "
                           "patterns=first,folding,third},a,c)");
}

TEST_F(PatternSlots, ASetComesBeforeOrAfterAnotherOne) {
  builder.addPatternSlot("early");
  PassDescriptor other("other");
  other.addKind("patterns");
  require(catalog.addPass(std::move(other)));
  require(put("first"));
  require(put("second"));
  require(builder.addPassAfter("folding", "first"));
  require(builder.addPassBefore("other", "first"));
  EXPECT_EQ(builder.str(), "builtin.module(pmb-rewrite{slot=early "
                           "patterns=other,first,folding,second})");
}

TEST_F(PatternSlots, SetsHaveNoOptions) {
  builder.addPatternSlot("early");
  require(builder.transaction(Origin::plugin("acme"),
                              [&] { return put("folding"); }));
  std::string before = builder.str();
  EXPECT_EQ(say(builder.setOptions(pass("folding"), "party=x")),
            "error: the patterns 'folding' have no options [PMB006 "
            "bad-options]\n"
            "  note: they are here: 'folding' (pass 0, of pipeline "
            "'pmb-rewrite', on builtin.module, added by plugin 'acme')\n"
            "  help: the options of a slot for patterns are set where it is "
            "declared\n");
  EXPECT_EQ(builder.str(), before);
}

TEST_F(PatternSlots, WhatATextSaysOfAPartyThePartyNeedNotAddAgain) {
  llvm::StringRef text =
      "builtin.module(pmb-rewrite{slot=early patterns=acme:folding})";
  require(require(parseTextualPipeline(text, "<pipeline>")).appendTo(builder));
  const Node *there = builder.lookup(pass("folding")).front();
  require(builder.transaction(Origin::plugin("acme"), [&]() -> llvm::Error {
    InsertResult added = builder.addPassToSlot("folding", "early");
    EXPECT_EQ(added.getNode(), there);
    return added;
  }));
  EXPECT_EQ(builder.str(), text);
  // Others have no part in it, and nobody adds a set twice himself.
  for (llvm::StringRef party : {"beta", "acme"}) {
    auto add = [&] { return put(party == "beta" ? "folding" : "other"); };
    std::string said =
        say(builder.transaction(Origin::plugin(party), [&]() -> llvm::Error {
          if (party == "acme")
            require(add());
          return add();
        }));
    EXPECT_TRUE(contains(said, "PMB014"));
  }
  EXPECT_EQ(builder.str(), text);
}

TEST_F(PatternSlots, WhatATextSaysOfAPartyComesInPlaceOfWhatThePartyReplaces) {
  auto replaceAs = [](PipelineBuilder &pipeline, llvm::StringRef party,
                      const Selector &selector, const Node *&node) {
    return say(
        pipeline.transaction(Origin::plugin(party), [&]() -> llvm::Error {
          InsertResult added = pipeline.replace(selector, PassSpec("folding"));
          node = added.getNode();
          return added;
        }));
  };
  llvm::StringRef text = "builtin.module(pmb-rewrite{slot=early "
                         "patterns=first,acme:folding,second})";
  require(require(parseTextualPipeline(text, "<pipeline>")).appendTo(builder));
  const Node *there = builder.lookup(pass("folding")).front();
  const Node *node = nullptr;
  // By itself it is replaced by what is there.
  EXPECT_EQ(replaceAs(builder, "acme", pass("folding"), node), "");
  EXPECT_EQ(node, there);
  EXPECT_EQ(builder.str(), text);
  EXPECT_EQ(replaceAs(builder, "acme", pass("first"), node), "");
  EXPECT_EQ(node, there);
  EXPECT_EQ(builder.str(), "builtin.module(pmb-rewrite{slot=early "
                           "patterns=acme:folding,second})");
  // To others it is a set that somebody else has put there.
  std::string said = replaceAs(builder, "beta", pass("second"), node);
  EXPECT_TRUE(contains(said, "PMB014"));
  EXPECT_EQ(builder.lookup(pass("second")).size(), 1u);
}

TEST_F(PatternSlots, ReplacingInSeveralSlotsByASetThatOneHasIsAnError) {
  llvm::StringRef text =
      "builtin.module(pmb-rewrite{slot=early patterns=acme:folding,first},"
      "pmb-rewrite{slot=late patterns=first})";
  require(require(parseTextualPipeline(text, "<pipeline>")).appendTo(builder));
  std::string said =
      say(builder.transaction(Origin::plugin("acme"), [&]() -> llvm::Error {
        return builder.replace(every(pass("first")), PassSpec("folding"));
      }));
  EXPECT_TRUE(contains(said, "the patterns 'folding' are in the slot already"));
  EXPECT_EQ(builder.str(), text);
}

TEST_F(PatternSlots, LimitsAreNumbersFromOneOrNone) {
  for (llvm::StringRef value : {"0", "-3"})
    for (llvm::StringRef limit : {"max-iterations", "max-num-rewrites"}) {
      PipelineBuilder other("builtin.module", catalog);
      other.addPatternSlot("early", (limit + "=" + value).str());
      std::vector<Diagnostic> findings = other.check();
      ASSERT_EQ(findings.size(), 1u);
      EXPECT_EQ(findings.front().str(),
                ("error: '" + value + "' is not a value of '" + limit +
                 "' of 'pmb-rewrite' [PMB006 bad-options]\n"
                 "  help: give a number from 1, or -1 for no limit\n")
                    .str());
    }
  builder.addPatternSlot("early", "max-iterations=-1 max-num-rewrites=1");
  EXPECT_TRUE(builder.check().empty());
}

TEST_F(PatternSlots, PartiesAreCalledAsTheSlotSays) {
  llvm::StringRef text = "builtin.module(pmb-rewrite{slot=early "
                         "patterns=acme:first,second})";
  require(require(parseTextualPipeline(text, "<pipeline>")).appendTo(builder));
  EXPECT_FALSE(contains(toText(builder, PrintStyle::Listing), "party"));
  EXPECT_EQ(builder.str(), text);
  // What comes later is that of whoever adds it.
  require(builder.removePass("first"));
  require(builder.transaction(Origin::plugin("beta"),
                              [&] { return put("first"); }));
  EXPECT_EQ(builder.str(), "builtin.module(pmb-rewrite{slot=early "
                           "patterns=second,beta:first})");
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
  require(builder.getVariants().addOption(std::move(gpu)));
  builder.when("gpu").addPatternSlot("early");
  builder.nest("func.func").when("gpu").addPatternSlot("nested");
  builder.when("!gpu").addPatternSlot("late");
  EXPECT_EQ(builder.lookup(slot("late")).size(), 1u);
  for (const char *name : {"early", "nested"}) {
    std::string said = say(builder.addPassToSlot("folding", name));
    EXPECT_TRUE(contains(said, "gpu"));
  }
}

TEST_F(PatternSlots, OptionsAreThoseOfWhoeverDeclaresThem) {
  builder.addPatternSlot("early");
  EXPECT_EQ(
      say(builder.setOptions(pass("pmb-rewrite"), "fold=false")),
      "error: 'pmb-rewrite' has no options that can be set: it is not a "
      "pass [PMB002 unknown-position]\n"
      "  note: it stands here: 'pmb-rewrite' (on builtin.module, added by "
      "framework)\n"
      "  help: the options of a slot for patterns are set where it is "
      "declared\n");
}

TEST_F(PatternSlots, SlotAndSetsAreGivenOnce) {
  builder.addPass("pmb-rewrite", "slot=early slot=late");
  builder.addPass("pmb-rewrite", "slot=late patterns=a1 patterns=a2");
  std::vector<Diagnostic> findings = builder.check();
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].str(),
            "error: 'slot' is given twice: 'early' and 'late' [PMB006 "
            "bad-options]\n"
            "  help: give each slot a pmb-rewrite of its own\n");
  EXPECT_EQ(findings[1].str(),
            "error: 'patterns' is given twice: 'a1' and 'a2' [PMB006 "
            "bad-options]\n"
            "  help: write one list: patterns=a,b\n");
  EXPECT_EQ(builder.str(), "builtin.module()");
}

TEST_F(PatternSlots, WhoDeclaresOneNamesItOnce) {
  builder.addPatternSlot("early", "slot=late");
  builder.nest("func.func").addPatternSlot("early", "patterns=folding");
  std::vector<Diagnostic> findings = builder.check();
  ASSERT_EQ(findings.size(), 2u);
  for (auto [finding, option] :
       llvm::zip(findings, std::vector<std::string>{"slot", "patterns"}))
    EXPECT_EQ(finding.str(),
              "error: the option '" + option +
                  "' is not for who declares the pattern slot 'early' [PMB006 "
                  "bad-options]\n"
                  "  help: give the name as an argument, and add patterns once "
                  "the slot is there\n");
  EXPECT_EQ(builder.str(), "builtin.module()");
}

TEST_F(PatternSlots, NothingIsMovedInOrOut) {
  builder.addPass("a");
  builder.addPatternSlot("early");
  require(put("folding"));
  std::string before = builder.str();
  EXPECT_EQ(say(builder.move(pass("folding"), Position::before(pass("a")))),
            "error: 'folding' cannot be moved out of its pattern slot [PMB005 "
            "inside-contiguous]\n");
  EXPECT_EQ(say(builder.move(pass("a"), Position::before(slot("early")))),
            "error: 'a' is not a set of patterns, and the slot 'early' takes "
            "nothing else [PMB103 wrong-slot]\n"
            "  help: insert it before or after pass(\"pmb-rewrite\")\n");
  EXPECT_EQ(builder.str(), before);
  require(builder.move(pass("a"), Position::after(pass("pmb-rewrite"))));
  EXPECT_EQ(builder.str(),
            "builtin.module(pmb-rewrite{slot=early patterns=folding},a)");
}

TEST_F(PatternSlots, SetsForConversionsHaveSlotsOfTheirOwn) {
  PassDescriptor converting("converting");
  converting.addKind("patterns");
  converting.addKind("conversion-patterns");
  require(catalog.addPass(std::move(converting)));
  builder.addPatternSlot("early");
  EXPECT_EQ(say(put("converting")),
            "error: the patterns 'converting' are for conversions, and the "
            "slot 'early' applies patterns greedily [PMB103 wrong-slot]\n"
            "  help: put them into a slot that is declared with "
            "addConversionSlot(), in a text pmb-convert{slot=...}\n");
  builder.addPass("pmb-convert", "slot=late target=llvm");
  require(builder.addPassToSlot("converting", "late"));
  EXPECT_EQ(builder.str(), "builtin.module(pmb-convert{slot=late "
                           "patterns=converting target=llvm})");
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

/// Remembers which sets it was asked for.
class PatternsAskedPipeline : private PassProvider, public Pipeline {
public:
  explicit PatternsAskedPipeline(const Catalog &catalog)
      : PassProvider(catalog), Pipeline("builtin.module", catalog, this) {}
  std::string asked;

private:
  llvm::Error findPatterns(PassSpec &set, const PassInstance &) override {
    asked += set.name + ";";
    return llvm::Error::success();
  }
};

TEST_F(PatternSlots, SetsAreAskedForByName) {
  PatternsAskedPipeline pipeline(catalog);
  require(pipeline.insert(
      PassSpec("pmb-rewrite", "slot=early patterns=folding,first"),
      Position::atEnd()));
  EXPECT_EQ(pipeline.asked, "folding;first;");
  pipeline.asked.clear();
  require(pipeline.insert(PassSpec("second"), Position::before(slot("early"))));
  EXPECT_EQ(pipeline.asked, "second;");
}

} // namespace
