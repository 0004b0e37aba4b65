//===- OptionsTest.cpp - Options of passes
//---------------------------------===//
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

using Options = std::vector<std::pair<std::string, std::string>>;

Options split(llvm::StringRef text) {
  Options result;
  for (auto [name, value] : splitOptions(text))
    result.push_back({name.str(), value.str()});
  return result;
}

TEST(SplitOptions, NamesAndValues) {
  EXPECT_EQ(split(""), Options());
  EXPECT_EQ(split("  "), Options());
  EXPECT_EQ(split("{}"), Options());
  EXPECT_EQ(split("a=1 b=x,y c"),
            (Options{{"a", "1"}, {"b", "x,y"}, {"c", "true"}}));
  EXPECT_EQ(split("  a=1\t b= \n"), (Options{{"a", "1"}, {"b", ""}}));
  EXPECT_EQ(split("a=b=c"), (Options{{"a", "b=c"}}));
}

TEST(SplitOptions, OuterBracesAreIgnored) {
  EXPECT_EQ(split("{a=1 b}"), (Options{{"a", "1"}, {"b", "true"}}));
  EXPECT_EQ(split(" { a=1 } "), (Options{{"a", "1"}}));
}

TEST(SplitOptions, SpacesInBracesAndQuotesDoNotSplit) {
  EXPECT_EQ(split("a={x y} b=1"), (Options{{"a", "{x y}"}, {"b", "1"}}));
  EXPECT_EQ(split("{a={x {y z}} b}"),
            (Options{{"a", "{x {y z}}"}, {"b", "true"}}));
  EXPECT_EQ(split("a='x y' b=\"{ \" c"),
            (Options{{"a", "'x y'"}, {"b", "\"{ \""}, {"c", "true"}}));
}

// Whoever gives these gets a message from the pass; here they must do no harm.
TEST(SplitOptions, MalformedText) {
  EXPECT_EQ(split("a={x b=1"), (Options{{"a", "{x b=1"}}));
  EXPECT_EQ(split("a=1} b=2"), (Options{{"a", "1}"}, {"b", "2"}}));
  EXPECT_EQ(split("a='x b"), (Options{{"a", "'x b"}}));
  EXPECT_EQ(split("=1"), (Options{{"", "1"}}));
  EXPECT_EQ(split("{"), Options());
  EXPECT_EQ(split("}"), (Options{{"}", "true"}}));
}

TEST(StripBraces, OnePairOnly) {
  EXPECT_EQ(stripBraces(" {a={x y}} "), "a={x y}");
  EXPECT_EQ(stripBraces("a={x y}"), "a={x y}");
  EXPECT_EQ(stripBraces("a=1 "), "a=1");
  EXPECT_EQ(stripBraces("{}"), "");
  EXPECT_EQ(stripBraces("  "), "");
}

TEST(Options, ListsOfNumbers) {
  using Type = OptionDescriptor::Type;
  OptionDescriptor sizes{"sizes", "", Type::UInt32List};
  for (const char *value : {"", "4", "4,5", "{4 , 5}", "'4,5'", "{4},{5}",
                            "{{4},\"5\"}", "{ }", "0x10,0b1", "{{4}}"})
    EXPECT_TRUE(sizes.accepts(value)) << value;
  for (const char *value : {"x", "4,x", "4,", ",4", "-4", "4294967296", "[4]",
                            "{4,{5,6}}", "{{{4}}}", "4 5"})
    EXPECT_FALSE(sizes.accepts(value)) << value;
  sizes.type = Type::Int64List;
  EXPECT_TRUE(sizes.accepts("-4,4294967296"));
  EXPECT_EQ(parseOptionType("int64-list"), Type::Int64List);
}

TEST(Options, ATruthValueMayBeQuoted) {
  OptionDescriptor option{"fast", "", OptionDescriptor::Type::Bool};
  EXPECT_EQ(normalizeOptionValue(&option, "'1'"), "true");
  EXPECT_EQ(normalizeOptionValue(&option, "{ False }"), "false");
}

/// An option that lists its values takes these, whatever its type is said to
/// be.
TEST(Options, OptionsWithValuesTakeNoOthers) {
  using Type = OptionDescriptor::Type;
  for (Type type : {Type::Text, Type::Enum, Type::Int32}) {
    OptionDescriptor option{"mode", "4", type, {"4", "8"}};
    EXPECT_TRUE(option.accepts("8"));
    EXPECT_FALSE(option.accepts("16"));
    EXPECT_EQ(option.describeValues(), "'4' or '8'");
    PassDescriptor descriptor("x");
    descriptor.options = {option};
    descriptor.hasOptionList = true;
    EXPECT_TRUE(contains(text(verifyOptions(descriptor, "mode=16")),
                         "error: '16' is not a value of 'mode', an option of "
                         "'x' [PMB006 bad-options]"));
    // Nor can a contract ask for another one.
    descriptor.contract.after(pass("a")).when(pmb::option("mode").is("16"));
    Catalog catalog;
    EXPECT_EQ(
        text(catalog.addPass(descriptor)),
        "error: a condition of 'x': '16' is not a value of the option 'mode' "
        "[PMB070 bad-condition]\n"
        "  note: the line is\n"
        "     1 | mode == 16\n"
        "       |         ^\n"
        "  note: it takes '4' or '8'\n");
  }
}

/// What was meant by the options of a pass, or nothing.
static std::string findMeant(llvm::StringRef options) {
  using Type = OptionDescriptor::Type;
  PassDescriptor descriptor("tile");
  descriptor.hasOptionList = true;
  descriptor.options = {{"loop-sizes", "", Type::Int64List},
                        {"cubin-chip", "", Type::Text},
                        {"unroll", "false", Type::Bool},
                        {"unroll-factor", "4", Type::Int32},
                        {"use-64bit", "", Type::Bool}};
  std::string meant;
  for (const Diagnostic &mistake :
       takeDiagnostics(verifyOptions(descriptor, options)))
    meant += mistake.misspelling.written + " -> " + mistake.misspelling.meant;
  return meant;
}

TEST(Options, AnOptionIsMeantByWordsOfItsName) {
  EXPECT_EQ(findMeant("chip=a"), "chip -> cubin-chip");
  EXPECT_EQ(findMeant("my-loop-sizes=2"), "my-loop-sizes -> loop-sizes");
  // A slip of the finger is nearer; it may be either; and parts of words are
  // no words.
  EXPECT_EQ(findMeant("unrol=true"), "unrol -> unroll");
  EXPECT_EQ(findMeant("my-unroll-factor-now"), " -> ");
  EXPECT_EQ(findMeant("hip=a"), " -> ");
}

/// Options are a closed list, so that much less than a slip of the finger
/// decides.
TEST(Options, TheOnlyOneThatIsLikeItIsMeant) {
  EXPECT_EQ(findMeant("cubic-ships=a"), "cubic-ships -> cubin-chip");
  EXPECT_EQ(findMeant("cubin-ch=a"), "cubin-ch -> cubin-chip");
  EXPECT_EQ(findMeant("size-of-loops=2"), "size-of-loops -> loop-sizes");
  // It may be either; it takes no such value; three letters are no word;
  // another number says something else.
  EXPECT_EQ(findMeant("factor-of-unrolling=2"), " -> ");
  EXPECT_EQ(findMeant("size-of-loops=all"), " -> ");
  EXPECT_EQ(findMeant("fun-chi=a"), " -> ");
  EXPECT_EQ(findMeant("use-32bit=true"), " -> ");
}

TEST(Options, CommasBetweenOptionsAreMeantAsSpaces) {
  EXPECT_EQ(findMeant("unroll=1,unroll-factor=8"),
            "1,unroll-factor=8 -> 1 unroll-factor=8");
  EXPECT_EQ(findMeant("unroll,unroll-factor"),
            "unroll,unroll-factor -> unroll unroll-factor");
  EXPECT_EQ(findMeant("loop-sizes=2,3,unroll"), "2,3,unroll -> 2,3 unroll");
  // Others are parts of a value.
  EXPECT_EQ(findMeant("loop-sizes=2,3"), "");
  EXPECT_EQ(findMeant("loop-sizes=2,x"), " -> ");
  EXPECT_EQ(findMeant("loop-sizes='2 x'"), " -> ");
}

TEST(Options, ListsAndTruthValuesAreMeantByOtherSpellings) {
  EXPECT_EQ(findMeant("loop-sizes=16x16x32"), "16x16x32 -> 16,16,32");
  EXPECT_EQ(findMeant("loop-sizes=8;16"), "8;16 -> 8,16");
  EXPECT_EQ(findMeant("unroll=yes"), "yes -> true");
  EXPECT_EQ(findMeant("unroll=Off"), "Off -> false");
  EXPECT_EQ(findMeant("unroll=maybe"), " -> ");
  EXPECT_EQ(findMeant("unroll-factor=4x4"), " -> ");
}

TEST(Options, WhatBecameOfAFormerOptionIsSaid) {
  PassDescriptor descriptor("tile");
  descriptor.hasOptionList = true;
  descriptor.options = {{"sizes", "", OptionDescriptor::Type::Int64List}};
  PassHistory history;
  OptionSuccessor renamed, dropped, lost;
  renamed.option = "sizes";
  dropped.until = lost.until = 16;
  dropped.reason = "it is always so now";
  dropped.source = "the release notes";
  dropped.values["*"] = "";
  history.options["tiles"] = renamed;
  history.options["fast"] = dropped;
  history.options["slow"] = lost;
  EXPECT_EQ(text(verifyOptions(descriptor, "tiles=2,4", &history)),
            "error: 'tile' has no option 'tiles' any more [PMB006 "
            "bad-options]\n"
            "  note: it is from an early release\n"
            "  help: write 'sizes=2,4'\n");
  std::vector<Diagnostic> mistakes = takeDiagnostics(
      verifyOptions(descriptor, "fast=true slow fast tiles=2", &history));
  ASSERT_EQ(mistakes.size(), 4u);
  EXPECT_EQ(text(mistakes[0]),
            "error: 'tile' has no option 'fast' any more [PMB006 "
            "bad-options]\n"
            "  note: it is always so now\n"
            "  note: MLIR 16 is the last release with it: the release notes\n"
            "  help: leave it out\n");
  EXPECT_EQ(mistakes[0].misspelling.written, "fast=true");
  EXPECT_EQ(mistakes[0].misspelling.meant, "");
  EXPECT_FALSE(mistakes[1].misspelling);
  EXPECT_EQ(mistakes[2].misspelling.written, "fast");
  EXPECT_EQ(mistakes[3].misspelling.written, "tiles=2");
  EXPECT_EQ(mistakes[3].misspelling.meant, "sizes=2");
}

} // namespace
