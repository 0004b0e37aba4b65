//===- ConditionTest.cpp - Tests of conditions and what they ask ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/passes/OptionScope.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;
using Type = OptionDescriptor::Type;

namespace {

std::string text(llvm::Error error) {
  std::string result;
  for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
    result += diagnostic.str();
  return result;
}

/// Errors as `column: message`.
std::string errors(llvm::Error error) {
  std::string result;
  for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error))) {
    if (!result.empty())
      result += "; ";
    for (const Note &note : diagnostic.notes)
      if (note.kind == Note::Kind::Source)
        // The caret below the line of the text, which begins behind `| `.
        result += std::to_string(note.source.at(1).find('^') -
                                 note.source.at(1).find('|') - 1) +
                  ": ";
    result += diagnostic.message;
  }
  return result;
}

/// gpu and debug are chosen; target is `vector`, lanes 8, nothing is `name`.
OptionScope makeScope() {
  OptionScope scope;
  OptionDescriptor target{"target", "scalar", Type::Enum};
  target.values = {"scalar", "vector", "gpu-x"};
  test::require(scope.addOption(target));
  test::require(scope.addOption({"lanes", "8", Type::Int64}));
  test::require(scope.addOption({"debug", "", Type::Bool}));
  test::require(scope.addOption({"fast", "false", Type::Bool}));
  test::require(scope.addOption({"name", "", Type::Text}));
  test::require(scope.addOption({"list", "arith, memref,a.b", Type::Text}));
  test::require(scope.addVariant({"gpu", "", {{"target", "vector"}}}));
  test::require(scope.addVariant({"npu", "", {{"target", "gpu-x"}}}));
  scope.setVariant("gpu");
  scope.setVariant("debug");
  return scope;
}

TEST(Conditions, HoldAsTheGrammarSays) {
  OptionScope scope = makeScope();
  struct {
    StringRef condition;
    bool holds;
  } cases[] = {
      {"gpu", true},
      {"!gpu", false},
      {"npu", false},
      {"!!gpu", true},
      {"debug & gpu", true},
      {"npu | debug", true},
      // `&` binds more tightly than `|`, and `!` than both.
      {"gpu | npu & fast", true},
      {"(gpu | npu) & fast", false},
      {"!npu & !fast", true},
      {"!(npu | gpu)", false},
      {" ( gpu )&( debug ) ", true},
      {"target == vector", true},
      {"target != vector", false},
      {"target == 'vector'", true},
      {"target == gpu-x", false},
      {"lanes == 8", true},
      {"lanes == 0x8", true},
      {"lanes > 7", true},
      {"lanes > 10", false},
      {"lanes >= 8 & lanes <= 8", true},
      {"lanes < -1", false},
      {"lanes<9&lanes>-9", true},
      {"debug == true", true},
      {"fast == 0", true},
      {"name == ''", true},
      {"name != 'a b'", true},
      {"name contains a", false},
      {"list contains arith", true},
      {"list contains 'a.b'", true},
      {"!(list contains arit)", true},
      {"list contains memref & gpu", true},
      {"list contains 'arith,memref'", false},
  };
  for (const auto &[condition, holds] : cases) {
    llvm::Expected<bool> result = scope.evaluate(ConditionText(condition));
    ASSERT_TRUE(bool(result)) << condition.str() << text(result.takeError());
    EXPECT_EQ(*result, holds) << condition.str();
    EXPECT_EQ(scope.holds(condition), holds) << condition.str();
  }
}

TEST(Conditions, WhatIsWrongIsSaidWithItsPlace) {
  OptionScope scope = makeScope();
  std::string deep(70, '('), negated(70, '!');
  struct {
    std::string condition, errors;
  } cases[] = {
      {"", "1: the condition is empty"},
      {"  ", "1: the condition is empty"},
      {"gpu & (debug", "7: this '(' is not closed"},
      {"gpu) | debug", "4: this ')' was not opened"},
      {")", "1: this ')' was not opened"},
      {"gpu debug", "5: '&' or '|' belongs before 'debug'"},
      {"gpu && debug", "6: '&&' is written '&' here"},
      {"gpu || debug", "6: '||' is written '|' here"},
      {"gpu &", "6: a name belongs here, not the end"},
      {"& gpu", "1: a name belongs here, not '&'"},
      {"()", "2: a name belongs here, not ')'"},
      {"lanes == ", "10: a value belongs here, not the end"},
      {"lanes = 8", "7: '=' compares nothing"},
      {"name == 'a", "9: this ' has no counterpart"},
      {"8 == lanes", "1: a name belongs here, not '8'"},
      {deep + "gpu", "65: the condition is more than 64 deep"},
      {negated + "gpu", "65: the condition is more than 64 deep"},
      {"gpv", "1: there is no option or variant 'gpv'"},
      // All mistakes of names are told, also where they make no difference.
      {"gpu | gpv | dbug",
       "7: there is no option or variant 'gpv'; 13: there is no option or "
       "variant 'dbug'"},
      {"target", "1: the option 'target' is neither true nor false"},
      {"target == vectr", "11: 'vectr' is not a value of the option 'target'"},
      {"lanes > many", "9: 'many' is not a value of the option 'lanes'"},
      {"lanes > ''", "9: '' is not a value of the option 'lanes'"},
      {"target > vector",
       "1: only numbers are less or more than others, and 'target' is none"},
      {"target contains vector",
       "1: only lists contain something, and 'target' is none"},
      {"lanes contains 8",
       "1: only lists contain something, and 'lanes' is none"},
      {"list contains", "14: a value belongs here, not the end"},
      {"gpu containsx", "5: '&' or '|' belongs before 'containsx'"},
      {"gpu == 1", "1: 'gpu' is a variant, and has no value to be compared"},
  };
  for (const auto &[condition, expected] : cases) {
    llvm::Expected<bool> result = scope.evaluate(ConditionText(condition));
    EXPECT_EQ(errors(result.takeError()), expected) << condition;
  }
}

TEST(Conditions, MessagesShowTheText) {
  EXPECT_EQ(
      text(makeScope().evaluate(ConditionText("gpu & dbug")).takeError()),
      R"(error: there is no option or variant 'dbug' [PMB012 unknown-condition]
  note: the line is
     1 | gpu & dbug
       |       ^
  help: did you mean 'debug'?
)");
}

TEST(Conditions, AreMadeAsTexts) {
  auto expect = [](const Condition &condition, StringRef text) {
    EXPECT_EQ(condition.getText(), text);
  };
  EXPECT_TRUE(Condition().isAlways());
  EXPECT_EQ(Condition().getText(), "");
  expect(option("o"), "o == true");
  expect(option("o").is("3"), "o == 3");
  expect(option("o").is(""), "o == ''");
  expect(option("o").is("a b"), "o == 'a b'");
  expect(!option("o"), "o != true");
  expect(!!option("o"), "o == true");
  expect(variant("gpu"), "gpu");
  expect(!variant("gpu"), "!gpu");
  expect(!!variant("gpu"), "gpu");
  expect(!variant("gpu | debug"), "!(gpu | debug)");
  expect(!Condition("lanes > 3"), "!(lanes > 3)");
  // A name that cannot be asked for never holds; the catalog refuses it.
  EXPECT_FALSE(option("a b").evaluate([](const auto &) { return true; }));
  EXPECT_FALSE(option("a b").is("3").evaluate([](auto &) { return true; }));
}

TEST(Conditions, AreEqualIfTheyAskForTheSame) {
  EXPECT_EQ(Condition("a&b"), Condition("a & b"));
  EXPECT_EQ(Condition("a"), option("a"));
  EXPECT_EQ(Condition("a == 'x'"), Condition("a == x"));
  EXPECT_NE(Condition("a"), !Condition("a"));
  EXPECT_NE(Condition("a & b"), Condition("a | b"));
  EXPECT_NE(Condition("(a"), Condition("(b"));
  EXPECT_NE(Condition("a"), Condition());
  EXPECT_EQ(Condition(""), Condition());
}

TEST(Conditions, AreSimplifiedByWhatIsKnown) {
  struct {
    StringRef text, left;
  } cases[] = {
      {"yes & a", "a"},
      {"no & a", "never"},
      {"yes | a", ""},
      {"no | a == 1", "a == 1"},
      {"!yes | !a", "!a"},
      {"!(no | a == 'x y')", "!(a == 'x y')"},
      {"(a | no | b) & (c & yes)", "(a | b) & c"},
      {"a & (b | c) & !(d & e)", "a & (b | c) & !(d & e)"},
      {"!no & yes", ""},
      {"no", "never"},
      {"(a", "(a"},
  };
  for (const auto &[text, left] : cases) {
    std::optional<Condition> simple = Condition(text).simplify(
        [](const ConditionTerm &term) -> std::optional<bool> {
          if (term.name != "yes" && term.name != "no")
            return std::nullopt;
          return term.name == "yes";
        });
    EXPECT_EQ(simple ? simple->getText() : "never", left) << text.str();
  }
}

TEST(Conditions, MayBeLong) {
  std::string text = "a";
  for (int i = 0; i < 100000; ++i)
    text += " | a";
  Condition condition(text);
  EXPECT_EQ(condition.getTerms().size(), 100001u);
  EXPECT_FALSE(condition.evaluate([](const auto &) { return false; }));
  EXPECT_EQ(
      condition.simplify([](const auto &) { return std::nullopt; })->getText(),
      text);
}

TEST(OptionScopes, RefuseWhatCannotBeDeclared) {
  OptionScope scope = makeScope();
  EXPECT_EQ(errors(scope.addOption({"gpu", "", Type::Bool})),
            "'gpu' is declared already, as a variant");
  EXPECT_EQ(errors(scope.addVariant({"lanes", "", {}})),
            "'lanes' is declared already, as an option");
  EXPECT_EQ(errors(scope.addOption({"lanes", "4", Type::Int64})),
            "'lanes' is declared already, as an option");
  EXPECT_EQ(errors(scope.addOption({"lanes", "8", Type::Int64})), "");
  EXPECT_EQ(errors(scope.addVariant({"gpu", "", {{"target", "vector"}}})), "");
  EXPECT_EQ(errors(scope.addVariant({"gpu", "", {{"target", "scalar"}}})),
            "'gpu' is declared already, as a variant");
  EXPECT_EQ(errors(scope.addOption({"a b", "", Type::Bool})),
            "'a b' cannot be the name of an option or a variant");
  EXPECT_EQ(errors(scope.addOption({"n", "x", Type::UInt32})),
            "'x' is not a value of the option 'n'");
  // With values it is an enum.
  EXPECT_EQ(errors(scope.addOption({"m", "c", Type::Text, {"a", "b"}})),
            "'c' is not a value of the option 'm'");
  EXPECT_EQ(errors(scope.addOption({"m", "a", Type::Text, {"a", "b"}})), "");
  EXPECT_EQ(errors(scope.addVariant({"w", "", {{"m", "c"}}})),
            "'c' is not a value of the option 'm'");
  EXPECT_EQ(errors(scope.evaluate(ConditionText("m == 'c'")).takeError()),
            "6: 'c' is not a value of the option 'm'");
  EXPECT_EQ(
      errors(scope.addVariant({"v", "", {{"lans", "1"}, {"lanes", "x"}}})),
      "there is no option 'lans'; 'x' is not a value of the option "
      "'lanes'");
  EXPECT_EQ(scope.lookupVariant("v"), nullptr);
}

TEST(OptionScopes, ChooseTheLastWordOnEachOption) {
  OptionScope scope = makeScope();
  EXPECT_EQ(scope.getValue("target"), "vector");
  EXPECT_EQ(scope.getValue("debug"), "true");
  EXPECT_EQ(scope.getValue("fast"), "false");
  EXPECT_EQ(scope.getValue("name"), std::nullopt);
  EXPECT_EQ(scope.getValue("nobody"), std::nullopt);
  EXPECT_EQ(scope.str(), "debug,gpu");
  scope.setOption("target", "scalar");
  scope.setOption("fast", "1");
  EXPECT_EQ(scope.getValue("target"), "scalar");
  EXPECT_EQ(scope.getValue("fast"), "true");
  EXPECT_EQ(scope.str(), "debug,gpu,fast,target=scalar");
  EXPECT_EQ(errors(scope.verify()), "");
}

/// PMB073: --variant=cpu,gpu, where one sets target to cpu and the other to
/// gpu
TEST(OptionScopes, VariantsThatDoNotGoTogether) {
  OptionScope scope = makeScope();
  scope.setVariant("npu");
  EXPECT_EQ(errors(scope.verify()),
            "the variants 'gpu' and 'npu' do not go together: they set "
            "'target' to 'vector' and 'gpu-x'");
  EXPECT_EQ(takeDiagnostics(scope.verify()).front().code,
            DiagnosticCode::VariantClash);
  scope.setOption("target", "scalar");
  EXPECT_EQ(errors(scope.verify()), "");
  scope.setOption("lanes", "few");
  scope.setOption("lans", "1");
  scope.setVariant("lanes");
  EXPECT_EQ(errors(scope.verify()),
            "'few' is not a value of the option 'lanes'; there is no option "
            "'lans'; the option 'lanes' needs a value");
}

TEST(OptionScopes, HaveALimit) {
  OptionScope scope;
  for (int i = 0; i < 256; ++i)
    test::require(scope.addVariant({"v" + std::to_string(i), "", {}}));
  EXPECT_EQ(errors(scope.addOption({"o", "", Type::Bool})),
            "there are more than 256 options and variants");
  EXPECT_EQ(errors(scope.addVariant({"v7", "", {}})), "");
}

TEST(Conditions, TellOnlySomeOfVeryManyMistakes) {
  std::string text = "x";
  for (int i = 0; i < 1000; ++i)
    text += " | x";
  EXPECT_EQ(
      takeDiagnostics(OptionScope().evaluate(ConditionText(text)).takeError())
          .size(),
      20u);
}

TEST(OptionScopes, OfABundleComeBeforeThoseAround) {
  OptionScope outer = makeScope(), inner(&outer);
  test::require(inner.addOption({"lanes", "2", Type::Int64}));
  EXPECT_EQ(inner.getValue("lanes"), "2");
  EXPECT_EQ(inner.getValue("target"), "vector");
  EXPECT_TRUE(inner.holds("gpu & lanes < 3"));
}

TEST(Conditions, CompareNumbersOfAllTypes) {
  for (Type type : {Type::Int32, Type::Int64, Type::UInt32, Type::UInt64}) {
    OptionScope scope;
    test::require(scope.addOption({"lanes", "0x10", type}));
    EXPECT_TRUE(scope.holds("lanes == 16"));
    EXPECT_TRUE(scope.holds("lanes > 9"));
    EXPECT_FALSE(scope.holds("lanes != 0x10"));
  }
}

} // namespace
