//===- FixTest.cpp - Fixes that have been tried ---------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"
#include "builder/repair/LeavingOut.h"
#include "builder/repair/Mending.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// Fixes of pipelines of invented passes.
class FixTest : public RulesTest {
protected:
  FixTest() {
    define("clean",
           [](Contract &contract) {
             contract.providesProperty("canonical");
             contract.idempotent();
           },
           {"cleanup"});
    define("needs-clean", Contract().requiresProperty("canonical"));
  }

  /// The text of the first fix, and the pipeline with it.
  static std::string fixed(Pipeline &pipeline) {
    for (const Diagnostic &diagnostic : pipeline.check())
      if (diagnostic.fix) {
        EXPECT_TRUE(diagnostic.alternatives.empty());
        EXPECT_EQ(text(pipeline.apply(*diagnostic.fix)), "");
        return diagnostic.fix->message + ": " + pipeline.str();
      }
    return "no fix";
  }
  std::string fixed(std::initializer_list<llvm::StringRef> passes) const {
    return fixed(*compose(passes));
  }
};

/// What is easily lost is established again; nothing is moved away from where
/// it was wanted.
TEST_F(FixTest, AMissingFleetingPropertyIsEstablished) {
  EXPECT_EQ(fixed({"clean", "a", "needs-clean"}),
            "insert 'clean' before 'needs-clean': "
            "builtin.module(clean,a,clean,needs-clean)");
  EXPECT_EQ(fixed({"needs-clean", "clean"}),
            "insert 'clean' before 'needs-clean': "
            "builtin.module(clean,needs-clean,clean)");
}

TEST_F(FixTest, AFollowUpOfAnotherIsNotMovedAway) {
  define("leaves-dirt", Contract().followedBy(kind("cleanup")).weak());
  EXPECT_EQ(fixed({"clean", "needs-clean", "leaves-dirt"}),
            "insert 'clean' after 'leaves-dirt': "
            "builtin.module(clean,needs-clean,leaves-dirt,clean)");
}

/// What leads away from the output is replaced by what leads there, if that
/// lowers all that is there of what it is for.
TEST_F(FixTest, WhatLeadsElsewhereIsReplaced) {
  define("to-a", Contract().lowers({"f.call", "f.func"}).to({"a.op"}));
  define("to-b", Contract().lowers({"f.call", "f.func"}).to({"b.op"}));
  define("calls-to-c", Contract().lowers({"f.call"}).to({"c.op"}));
  auto fixFor = [&](std::vector<std::string> input, const char *output) {
    auto pipeline = compose({"to-a"});
    pipeline->getInterface().inputContents = std::move(input);
    pipeline->getInterface().outputContents = {output};
    return fixed(*pipeline);
  };
  EXPECT_EQ(fixFor({"f.func", "f.call"}, "b"),
            "replace 'to-a' by 'to-b': builtin.module(to-b)");
  EXPECT_EQ(fixFor({"f.call"}, "c"),
            "replace 'to-a' by 'calls-to-c': builtin.module(calls-to-c)");
  EXPECT_EQ(fixFor({"f.func", "f.call"}, "c"), "no fix");
}

/// An option of which the pass makes the same, if only sometimes, is no cure.
TEST_F(FixTest, NoFixSetsAnOptionThatOnlyMakesLessKnown) {
  PassDescriptor convert("convert");
  convert.hasContract = convert.hasOptionList = true;
  convert.options = {{"fast", "false", OptionDescriptor::Type::Bool}};
  for (bool fast : {false, true}) {
    auto &&entry = convert.contract.lowers({"high.op"});
    (fast ? entry.sometimes({"low.op"}) : entry.to({"low.op"}))
        .when(option("fast").is(fast ? "true" : "false"));
  }
  test::require(catalog.overridePass(std::move(convert)));
  auto pipeline = compose({"convert"});
  pipeline->getInterface().inputContents = {"high.op"};
  pipeline->getInterface().outputContents = {"high"};
  EXPECT_EQ(fixed(*pipeline), "no fix");
}

/// Moving would cure one finding and add another.
TEST_F(FixTest, AFixThatOnlyMovesTheProblemIsNotOffered) {
  define("a", Contract().after(pass("b")));
  define("b", Contract().after(pass("c")));
  define("c", [](Contract &contract) {
    contract.conflictsWith(pass("d"));
    contract.before(kind("lowering")).present();
  });
  define("l", Contract().after(pass("a")).present(), {"lowering"});
  auto pipeline = compose({"c", "a", "l", "b"});
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  // Behind 'b' it would be behind 'l'.
  ASSERT_TRUE(findings[0].fix);
  EXPECT_NE(findings[0].fix->message, "move 'a' after 'b'");
  EXPECT_NE(fixed(*pipeline), "no fix");
  EXPECT_EQ(check(*pipeline), "");

  define("only", [](Contract &contract) {
    contract.after(pass("other"));
    contract.conflictsWith(pass("third"));
  });
  define("other", [](Contract &contract) {
    contract.conflictsWith(pass("other"));
    contract.after(pass("third")).present();
  });
  define("third", Contract().after(pass("only")).present());
  findings = compose({"only", "third", "other"})->check();
  for (const Diagnostic &finding : findings)
    EXPECT_FALSE(finding.fix) << finding.str();
}

/// A pass that cannot go where the other one is has the other one come to it.
TEST_F(FixTest, OfTwoPassesTheOneThatCanMoveIsMoved) {
  define("early", [](Contract &contract) {
    contract.after(pass("first"));
    contract.before(pass("end"));
  });
  define("first", Contract().conflictsWith(pass("first")));
  define("end");
  EXPECT_EQ(fixed({"early", "end", "first"}),
            "move 'first' before 'early': builtin.module(first,early,end)");
  define("frees", [](Contract &contract) {
    contract.providesProperty("deallocated");
    contract.conflictsWith(pass("frees"));
  });
  define("needs-freed", [](Contract &contract) {
    contract.requiresProperty("deallocated");
    contract.before(pass("end"));
  });
  EXPECT_EQ(fixed({"needs-freed", "end", "frees"}),
            "move 'frees' before 'needs-freed': "
            "builtin.module(frees,needs-freed,end)");
}

TEST_F(FixTest, OneThatHelpsAmongSeveralFindingsIsOffered) {
  define("a", Contract().after(pass("b")));
  define("d", Contract().after(pass("e")));
  auto pipeline = compose({"a", "d", "b", "e"});
  EXPECT_EQ(fixed(*pipeline), "move 'a' after 'b': builtin.module(d,b,a,e)");
  EXPECT_EQ(fixed(*pipeline), "move 'd' after 'e': builtin.module(b,a,e,d)");
  EXPECT_EQ(fixed(*pipeline), "no fix");
}

/// An option that only tests set makes a pass do nothing; one of the same sort
/// that others set is a cure.
TEST_F(FixTest, NoFixSetsAnOptionThatOnlyTestsSet) {
  auto fixWith = [&](llvm::StringRef name, llvm::StringRef testOnly,
                     const char *given) {
    PassDescriptor convert(name);
    convert.hasContract = true;
    convert.hasOptionList = true;
    convert.options = {{"dry-run", "false", OptionDescriptor::Type::Bool}};
    convert.options[0].testOnly = testOnly.str();
    convert.contract.lowers({"high.op"})
        .to({"low.op"})
        .when(option("dry-run").is(given));
    test::require(catalog.overridePass(std::move(convert)));
    auto pipeline = compose({(name + "{dry-run=" + given + "}").str().c_str()});
    pipeline->getInterface().inputContents = {"high.op"};
    pipeline->getInterface().outputContents = {"high"};
    return fixed(*pipeline);
  };
  EXPECT_EQ(fixWith("convert", "", "false"),
            "run 'convert' with {dry-run=true}: "
            "builtin.module(convert{dry-run=true})");
  EXPECT_EQ(fixWith("convert-tested", "it only looks", "false"), "no fix");
  // Back to the default is what the others run with.
  EXPECT_EQ(fixWith("convert-back", "it only looks", "true"),
            "run 'convert-back' with {dry-run=false}: "
            "builtin.module(convert-back{dry-run=false})");
}

/// Where there is nothing left to do, nothing is violated.
TEST_F(FixTest, APassIsNotMovedToWhereItDoesNothing) {
  define("free", [](Contract &contract) {
    contract.lowers({"mem.free"}).to({"low.free"});
    contract.rejects({"mem.view"});
  });
  define("finish", Contract().lowers({"mem"}).to({"low.op"}));
  auto pipeline = compose({"free", "finish"});
  pipeline->getInterface().inputContents = {"mem.free", "mem.view"};
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::Rejected);
  EXPECT_FALSE(findings[0].fix && findings[0].fix->kind == Fix::Kind::Move)
      << findings[0].fix->message;
}

/// Where a pass of one is moved in it, the passes stand in the place of the
/// name: then they are checked and printed as such.
TEST_F(FixTest, AFixWithinARegisteredPipelineOpensIt) {
  PassDescriptor both("both");
  both.pipeline = {{"first", "", {}, {}, {}}, {"second", "", {}, {}, {}}};
  both.hasContract = true;
  test::require(catalog.addPass(std::move(both)));
  define("first", Contract().after(pass("second")));
  define("second");
  auto pipeline = compose({"a", "both", "b"});
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_TRUE(findings[0].fix);
  EXPECT_EQ(findings[0].fix->message,
            "write the passes of 'both' in the place of its name, and move "
            "'first' after 'second'");
  auto print = [&] { return toText(*pipeline, PrintStyle::WithNames); };
  EXPECT_EQ(print(), "builtin.module(a,both,b)");
  EXPECT_EQ(text(pipeline->transaction(
                     Origin::framework(),
                     [&] {
                       test::require(pipeline->apply(*findings[0].fix));
                       EXPECT_EQ(print(), "builtin.module(a,second,first,b)");
                       EXPECT_TRUE(pipeline->lookup(bundle("both")).empty());
                       return llvm::createStringError("take it back");
                     }))
                .substr(0, 5),
            "error");
  EXPECT_EQ(print(), "builtin.module(a,both,b)");
  EXPECT_EQ(pipeline->lookup(bundle("both")).size(), 1u);
}

/// A trial leaves no trace.
TEST_F(FixTest, CheckingChangesNothing) {
  define("a", Contract().after(pass("b")));
  auto pipeline = compose({"clean", "func.func(a)", "b", "needs-clean"});
  PassBundle bundle("whole");
  bundle.addKind("lowering").addPass("a").addSlot("s").setContiguous();
  pipeline->addBundle(bundle);
  std::string listing, again;
  llvm::raw_string_ostream first(listing), second(again);
  pipeline->print(first, PrintStyle::Listing);
  std::string before = check(*pipeline);
  EXPECT_EQ(check(*pipeline), before);
  pipeline->print(second, PrintStyle::Listing);
  EXPECT_EQ(again, listing);
}

TEST_F(FixTest, IsSafeUnlessSomethingIsDoneNoMore) {
  PassDescriptor pass("p");
  OptionDescriptor option;
  option.name = "deep";
  option.type = OptionDescriptor::Type::Bool;
  option.defaultValue = "false";
  pass.options.push_back(option);
  test::require(catalog.overridePass(std::move(pass)));
  catalog.addRenamed("old", "p");
  auto pipeline = compose({"p{deep=0 size=4}", "b", "p", "old"});
  auto isSafeFix = [&](const Fix &fix) {
    return isSafe(fix, pipeline->getImpl());
  };
  for (Fix::Kind kind : {Fix::Kind::Insert, Fix::Kind::Move, Fix::Kind::Replace,
                         Fix::Kind::RenameNest})
    EXPECT_TRUE(isSafeFix(makeFixOf(kind, "p", 0)));
  EXPECT_FALSE(isSafeFix(makeFixOf(Fix::Kind::Remove, "p", 2)));
  EXPECT_TRUE(isSafeFix(makeFixOf(Fix::Kind::Remove, "old", 3)));
  auto sets = [&](int position, llvm::StringRef options) {
    return isSafeFix(makeFixOf(Fix::Kind::SetOption, "p", position, options));
  };
  // A default is as good as nothing, however it is written.
  EXPECT_TRUE(sets(0, "deep=true size=4"));
  EXPECT_FALSE(sets(0, "deep=0 size=8"));
  EXPECT_TRUE(sets(2, "size=8"));
  // One step is enough. Where a later step finds the pass is not known yet.
  Fix both = makeFixOf(Fix::Kind::Insert, "p", -1);
  both.then.push_back(makeFixOf(Fix::Kind::SetOption, "p", 3, "size=8"));
  EXPECT_FALSE(isSafeFix(both));
}

TEST_F(FixTest, SaysThatItIsUnsafe) {
  define("again", [](Contract &contract) {
    contract.rejects({"acme.done"});
    contract.introduces({"acme.done"});
  });
  auto pipeline = compose({"again", "again"});
  pipeline->getInterface().inputContents = std::vector<std::string>{"func"};
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_TRUE(findings[0].fix);
  EXPECT_TRUE(findings[0].fix->isUnsafe);
  EXPECT_EQ(findings[0].getLines().back().text,
            "remove 'again' (pass 1) (unsafe)");
  auto forbidden = [](const Fix &fix) { return !fix.isUnsafe; };
  EXPECT_TRUE(findFixes(*pipeline, Severity::Warning, forbidden).empty());
  EXPECT_EQ(findFixes(*pipeline, Severity::Warning).size(), 1u);
}

TEST_F(FixTest, IsLeftOutOfSeveral) {
  auto insert = [](const char *pass, const char *reference, int position,
                   bool before = false) {
    Fix fix = makeFixOf(Fix::Kind::Insert, pass, -1);
    fix.reference = reference;
    fix.referencePosition = position;
    fix.before = before;
    return fix;
  };
  Fix move = makeFixOf(Fix::Kind::Move, "d", 3);
  move.reference = "a";
  move.referencePosition = 0;
  Fix both = insert("x", "a", 1);
  both.then = {insert("y", "x", 2), insert("z", "b", 4, /*before=*/true)};
  std::vector<Fix> fixes = {std::move(move), std::move(both),
                            insert("u", "z", 4)};
  auto make = [&](llvm::ArrayRef<Fix> some) {
    auto pipeline = compose({"a", "b", "c", "d"});
    require(applyFixes(*pipeline, some));
    return pipeline->str();
  };
  fixes[0].before = true;
  EXPECT_EQ(make(fixes), "builtin.module(d,a,x,y,z,u,b,c)");
  auto without = [&](size_t index, size_t step) -> std::string {
    auto pipeline = compose({"a", "b", "c", "d"});
    std::optional<std::vector<Fix>> rest =
        leaveOut(*pipeline, fixes, index, step);
    return rest ? make(*rest) : "impossible";
  };
  EXPECT_EQ(without(1, 0), "builtin.module(d,a,y,z,u,b,c)");
  EXPECT_EQ(without(1, 1), "builtin.module(d,a,x,z,u,b,c)");
  EXPECT_EQ(without(1, 2), "builtin.module(d,a,x,y,u,b,c)");
  EXPECT_EQ(without(2, 0), "builtin.module(d,a,x,y,z,b,c)");
  // Only what is inserted.
  EXPECT_EQ(without(0, 0), "impossible");
  // A later fix is about it.
  fixes.push_back(makeFixOf(Fix::Kind::Remove, "u", 5));
  EXPECT_EQ(without(2, 0), "impossible");
  EXPECT_EQ(without(1, 0), "builtin.module(d,a,y,z,b,c)");
}

TEST_F(FixTest, RenamesMisspelledNests) {
  auto pipeline = std::make_unique<PipelineBuilder>("builtin.module", catalog);
  pipeline->nest("fun.func").addPass("a").addPass("b");
  pipeline->addPass("c");
  pipeline->nest("fun.func").nest("scf.for").addPass("d");
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_TRUE(findings[0].fix);
  EXPECT_EQ(findings[0].fix->message, "rename nest 'fun.func' to 'func.func'");
  std::string before = pipeline->str();
  EXPECT_NE(text(pipeline->transaction(Origin::framework(),
                                       [&] {
                                         test::require(
                                             pipeline->apply(*findings[0].fix));
                                         return llvm::createStringError("no");
                                       })),
            "");
  EXPECT_EQ(pipeline->str(), before);
  test::require(pipeline->apply(*findings[0].fix));
  EXPECT_EQ(pipeline->str(),
            "builtin.module(func.func(a,b),c,func.func(scf.for(d)))");
  EXPECT_EQ(check(*pipeline), "");
  EXPECT_NE(text(pipeline->apply(*findings[0].fix)), "");
}

TEST_F(FixTest, RenamesNoNestWhereNothingCouldRunThen) {
  auto pipeline = std::make_unique<PipelineBuilder>("builtin.module", catalog);
  // It stands in a module for devices only.
  pipeline->nest("gpu.fun").addPass("a");
  std::vector<Diagnostic> findings = pipeline->check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_FALSE(findings[0].fix);
}

} // namespace
