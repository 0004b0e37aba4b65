//===- DiagnosticTest.cpp - Findings and their text -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Escaping.h"
#include "builder/diagnostics/Suggestions.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

NodeRef makeRef(StringRef name, int position, StringRef anchor, Origin origin) {
  NodeRef ref;
  ref.name = name.str();
  ref.position = position;
  ref.anchor = anchor.str();
  ref.origin = std::move(origin);
  return ref;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST(Diagnostic, TextOfAMessageAlone) {
  Diagnostic diagnostic(DiagnosticCode::EmptyPipeline,
                        "the pipeline has no passes");
  EXPECT_EQ(diagnostic.severity, Severity::Error);
  EXPECT_EQ(diagnostic.str(), "error: the pipeline has no passes [PMB008 "
                              "empty-pipeline]\n");
}

TEST(Diagnostic, TextOfEverything) {
  Origin acme = Origin::plugin("acme");
  acme.why = "tiles what the framework fuses";
  Fix fix;
  fix.message = "move 'tile' after 'one-shot-bufferize'";
  Diagnostic diagnostic =
      Diagnostic(DiagnosticCode::WrongOrder,
                 "'tile' must come after 'one-shot-bufferize'")
          .at(makeRef("tile", 3, "builtin.module/func.func", acme))
          .note("works on buffers")
          .note("it stands here", makeRef("one-shot-bufferize", 7, "",
                                          Origin::file("cpu.json", 12, 7)))
          .help("or put it into the slot 'post-bufferize'")
          .fixedBy(fix);
  EXPECT_EQ(diagnostic.str(),
            "error: 'tile' must come after 'one-shot-bufferize' [PMB020 "
            "wrong-order]\n"
            "  at: 'tile' (pass 3, on builtin.module/func.func, added by "
            "plugin 'acme'): tiles what the framework fuses\n"
            "  note: works on buffers\n"
            "  note: it stands here: 'one-shot-bufferize' (pass 7, added by "
            "cpu.json:12:7)\n"
            "  help: or put it into the slot 'post-bufferize'\n"
            "  fix: move 'tile' after 'one-shot-bufferize'\n");
}

TEST(Diagnostic, TextsHavePlacesForWhatTheyName) {
  Diagnostic diagnostic =
      Diagnostic(DiagnosticCode::UnknownPass, "'{0}' has no pass '{1}'",
                 StringRef("acme"), std::string("{0}"))
          .note("it has {0}", 3)
          .help("write {0}{{slot=early}", "pmb-rewrite")
          .noteFirst(Note{"this is what counts"});
  EXPECT_EQ(diagnostic.message, "'acme' has no pass '{0}'");
  ASSERT_EQ(diagnostic.notes.size(), 3u);
  EXPECT_EQ(diagnostic.notes[0].message, "this is what counts");
  EXPECT_EQ(diagnostic.notes[1].message, "it has 3");
  EXPECT_EQ(diagnostic.notes[2].message, "write pmb-rewrite{slot=early}");
  EXPECT_EQ(diagnostic.notes[2].kind, Note::Kind::Help);
  // A text that names nothing has no places.
  EXPECT_EQ(
      Diagnostic(DiagnosticCode::BadValue, "{0}").note("{1}").notes[0].message,
      "{1}");
}

TEST(Diagnostic, TextOfNodes) {
  EXPECT_EQ(makeRef("s", -1, "builtin.module", Origin::framework()).str(),
            "'s' (on builtin.module, added by framework)");
  EXPECT_EQ(makeRef("cse", 0, "", Origin::builder("")).str(),
            "'cse' (pass 0, added by builder)");
  // A place in a file.
  EXPECT_EQ(makeRef("", -1, "", Origin::file("a.json", 1, 2)).str(),
            "a.json:1:2");
}

TEST(Diagnostic, TextOfOrigins) {
  EXPECT_EQ(Origin::framework().str(), "framework");
  EXPECT_EQ(Origin::framework("cpu").str(), "framework 'cpu'");
  EXPECT_EQ(Origin::thirdParty("acme").str(), "third party 'acme'");
  EXPECT_EQ(Origin::plugin("acme").str(), "plugin 'acme'");
  EXPECT_EQ(Origin::file("a.json", 0, 0).str(), "a.json");
  EXPECT_EQ(Origin::file("a.json", 3, 4).str(), "a.json:3:4");
  EXPECT_EQ(Origin::builder("repair").str(), "builder");
  EXPECT_TRUE(Origin::file("a", 1, 1).isSameParty(Origin::file("a", 2, 2)));
  EXPECT_FALSE(Origin::plugin("a").isSameParty(Origin::thirdParty("a")));
}

TEST(Diagnostic, SeverityIsThatOfTheDiagnosticNotOfTheTable) {
  Diagnostic diagnostic(DiagnosticCode::MayBeLeftOver, "something");
  EXPECT_EQ(diagnostic.severity, Severity::Warning);
  diagnostic.severity = Severity::Error;
  EXPECT_EQ(diagnostic.str(), "error: something [PMB026 may-be-left-over]\n");
}

TEST(Diagnostic, Words) {
  for (Severity severity : {Severity::Off, Severity::Warning, Severity::Error})
    EXPECT_EQ(parseSeverity(stringify(severity)), severity);
  EXPECT_EQ(stringify(Severity::Off), "off");
  EXPECT_EQ(parseSeverity("warn"), std::nullopt);
  EXPECT_EQ(parseSeverity(""), std::nullopt);
  EXPECT_EQ(stringify(Fix::Kind::Move), "move");
  EXPECT_EQ(stringify(Fix::Kind::Insert), "insert");
  EXPECT_EQ(stringify(Fix::Kind::Remove), "remove");
  EXPECT_EQ(stringify(Fix::Kind::Replace), "replace");
  EXPECT_EQ(stringify(Fix::Kind::SetOption), "set-option");
  EXPECT_EQ(stringify(Fix::Kind::RenameNest), "rename-nest");
}

//===----------------------------------------------------------------------===//
// Text of others
//===----------------------------------------------------------------------===//

TEST(Escape, OnlyWhatDoesMoreThanShowItself) {
  for (StringRef text : {"", "a b", "convert-x{y=\\n}", "\xc3\xa4 \xe2\x80\x9c",
                         "a::b", "\xf0\x9f\x98\x80", "#", ":"})
    EXPECT_EQ(escape(text), text);
  EXPECT_EQ(escape("a\n\r\tb\x1b[1m\x7f"), "a\\n\\r\\tb\\x1b[1m\\x7f");
  EXPECT_EQ(escape(StringRef("\0", 1)), "\\x00");
  EXPECT_EQ(escape("\xc2\x9b \xe2\x80\xae \xe2\x81\xa9 \xe2\x80\xa8 "
                   "\xd8\x9c \xef\xbf\xbf"),
            "\\u009b \\u202e \\u2069 \\u2028 \\u061c \\uffff");
  EXPECT_EQ(escape("\xff"), "\xef\xbf\xbd");
  // Commands of CI systems.
  EXPECT_EQ(escape("::error::x"), "\\x3a:error::x");
  EXPECT_EQ(escape("  ::error::x"), "  \\x3a:error::x");
  EXPECT_EQ(escape("a ##[error]"), "a #\\x23[error]");
  for (StringRef text : {"\x1b::", "::a##\n", "\xc2\x9b"})
    EXPECT_EQ(escape(escape(text)), escape(text));
}

TEST(Escape, LinesOfTheBuilderStayLines) {
  Note note = {
      "the line is", {}, Note::Kind::Source, {"     1 | a\tb", "       | ^"}};
  EXPECT_EQ(note.str(), "the line is\n     1 | a\\tb\n       | ^");
  note = {"a\nb", {}, Note::Kind::Source, {"  ::error"}};
  EXPECT_EQ(note.str(), "a\\nb\n  \\x3a:error");
}

/// Whatever a plugin or a file says, a diagnostic has one line for each part.
TEST(Diagnostic, PrintsTextOfOthersEscaped) {
  NodeRef ref;
  ref.name = "x\n::a";
  ref.anchor = "y\n::a";
  ref.pipeline = "z\n::a";
  ref.origin = Origin::plugin("p\n::a");
  ref.origin.why = "w\n::a";
  Diagnostic diagnostic(DiagnosticCode::WrongOrder, "m\n::a");
  diagnostic.at(ref).note("n\n::a", ref).help("h\n::a");
  diagnostic.notes.push_back({"s\n::a", {}, Note::Kind::Source, {"l\n::a"}});
  diagnostic.follows.push_back(
      Diagnostic(DiagnosticCode::WrongOrder, "f\n::a"));
  Fix fix;
  fix.message = "f\n::a";
  diagnostic.fixedBy(std::move(fix));
  EXPECT_EQ(StringRef(diagnostic.str()).count('\n'), 8u) << diagnostic.str();
  EXPECT_EQ(StringRef(diagnostic.str()).count("\\n::a"), 17u)
      << diagnostic.str();
  EXPECT_EQ(Origin::file("::x\n", 1, 2).str(), "\\x3a:x\\n:1:2");
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(Diagnostic, TravelsThroughErrors) {
  llvm::Error error = makeError(
      Diagnostic(DiagnosticCode::UnknownPass, "there is no pass 'x'"));
  ASSERT_TRUE(error.isA<DiagnosticError>());
  std::vector<Diagnostic> back = takeDiagnostics(std::move(error));
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].code, DiagnosticCode::UnknownPass);
  EXPECT_EQ(toString(makeError(std::move(back))),
            "error: there is no pass 'x' [PMB001 unknown-pass]\n");
}

static llvm::Expected<int> parse(bool isGood) {
  if (isGood)
    return 7;
  return Diagnostic(DiagnosticCode::BadValue, "'{0}' is no number", "x")
      .help("write one");
}

TEST(Diagnostic, IsTheErrorOfWhatReturnsIt) {
  llvm::Expected<int> good = parse(true), bad = parse(false);
  ASSERT_TRUE(bool(good));
  EXPECT_EQ(*good, 7);
  ASSERT_FALSE(bool(bad));
  std::vector<Diagnostic> back = takeDiagnostics(bad.takeError());
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].message, "'x' is no number");
  EXPECT_EQ(back[0].notes.size(), 1u);
}

TEST(Diagnostic, NoneIsSuccess) {
  EXPECT_FALSE(bool(makeError(std::vector<Diagnostic>())));
  EXPECT_EQ(takeDiagnostics(llvm::Error::success()).size(), 0u);
}

/// PMB018: return llvm::createStringError("no GPU")
TEST(Diagnostic, JoinedAndForeignErrorsKeepTheirOrder) {
  std::vector<Diagnostic> two = {Diagnostic(DiagnosticCode::BadName, "one"),
                                 Diagnostic(DiagnosticCode::BadOptions, "two")};
  std::vector<Diagnostic> all = takeDiagnostics(
      joinErrors(makeError(std::move(two)), llvm::createStringError("no GPU")));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].message, "one");
  EXPECT_EQ(all[1].message, "two");
  EXPECT_EQ(all[2].str(), "error: no GPU [PMB018 foreign]\n");
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

TEST(DiagnosticTable, IsSortedUniqueAndComplete) {
  llvm::StringSet<> names;
  unsigned last = 0;
  for (const DiagnosticInfo &info : getDiagnosticTable()) {
    SCOPED_TRACE(info.name.str());
    EXPECT_GT(unsigned(info.code), last);
    last = unsigned(info.code);
    EXPECT_TRUE(names.insert(info.name).second);
    EXPECT_EQ(info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"),
              StringRef::npos);
    for (StringRef text : {StringRef(info.summary), StringRef(info.cause),
                           StringRef(info.example), StringRef(info.cure)})
      EXPECT_FALSE(text.trim().empty());
    // Sentences, and a summary that can follow a code.
    EXPECT_FALSE(info.summary.ends_with("."));
    EXPECT_TRUE(info.cause.ends_with("."));
    EXPECT_TRUE(info.cure.ends_with("."));
    EXPECT_NE(info.defaultSeverity, Severity::Off);
    EXPECT_EQ(&getDiagnosticInfo(info.code), &info);
    EXPECT_EQ(lookupDiagnostic(info.name), &info);
    EXPECT_EQ(lookupDiagnostic(info.getID()), &info);
  }
  EXPECT_GT(names.size(), 30u);
}

// Files and build scripts refer to these.
TEST(DiagnosticTable, NumbersAreStable) {
  EXPECT_EQ(unsigned(DiagnosticCode::UnknownPass), 1u);
  EXPECT_EQ(unsigned(DiagnosticCode::UnknownPosition), 2u);
  EXPECT_EQ(unsigned(DiagnosticCode::WrongOrder), 20u);
  EXPECT_EQ(unsigned(DiagnosticCode::PredictedLeftOver), 25u);
  EXPECT_EQ(unsigned(DiagnosticCode::MissingOutput), 36u);
  EXPECT_EQ(getDiagnosticInfo(DiagnosticCode::UnknownPass).getID(), "PMB001");
  EXPECT_EQ(getDiagnosticInfo(DiagnosticCode::WrongOrder).getID(), "PMB020");
}

/// Files and build scripts may still have the names of earlier releases.
TEST(DiagnosticTable, OldNamesAreUnderstoodWithARemark) {
  std::pair<StringRef, DiagnosticCode> renamed[] = {
      {"unknown-anchor", DiagnosticCode::UnknownPosition},
      {"ambiguous-anchor", DiagnosticCode::AmbiguousPosition},
      {"left-over", DiagnosticCode::PredictedLeftOver},
      {"left-in-ir", DiagnosticCode::ObservedLeftOver},
      {"unmet-demand", DiagnosticCode::MissingInput},
      {"came-back", DiagnosticCode::Reintroduced},
      {"may-come-back", DiagnosticCode::MayBeReintroduced}};
  for (auto [name, code] : renamed) {
    const DiagnosticInfo *info = lookupDiagnostic(name);
    ASSERT_TRUE(info) << name.str();
    EXPECT_EQ(info->code, code);
    EXPECT_NE(info->name, name);
    std::optional<Diagnostic> remark = findRenamedCode(name);
    ASSERT_TRUE(remark) << name.str();
    EXPECT_EQ(remark->str(), "remark: the code '" + name.str() +
                                 "' is called '" + info->name.str() +
                                 "' now [PMB121 renamed-code]\n");
    EXPECT_FALSE(findRenamedCode(info->name));
    EXPECT_FALSE(findRenamedCode(info->getID()));
  }
}

TEST(DiagnosticTable, LookUpOfNothing) {
  for (StringRef text : {"", "PMB", "PMB000", "PMB999", "pmb001", "Unknown",
                         "PMB1", "unknown-pass "})
    EXPECT_EQ(lookupDiagnostic(text), nullptr) << text.str();
}

TEST(DiagnosticTable, PrintsAPage) {
  std::string page;
  llvm::raw_string_ostream os(page);
  printDiagnosticTable(os);
  StringRef text = page;
  EXPECT_TRUE(text.starts_with("# Diagnostics\n\n"));
  EXPECT_TRUE(text.contains(
      "\n## PMB008 `empty-pipeline` (error)\n\n"
      "A pipeline without passes was built.\n\n"
      "* Cause: Nothing was added, or everything was removed. A pass manager "
      "without passes is most likely a mistake.\n"
      "* Example: `builder.build() right after the constructor`\n"
      "* Cure: Add a pass, or do not build.\n"))
      << page;
  EXPECT_EQ(text.count("\n## "), getDiagnosticTable().size());
}

//===----------------------------------------------------------------------===//
// Suggestions
//===----------------------------------------------------------------------===//

TEST(SuggestNames, NearestFirstThenTheAlphabet) {
  EXPECT_EQ(suggestNames("canonicalise", {"cse", "canonicalize", "inline"}),
            "'canonicalize'");
  EXPECT_EQ(suggestNames("loop", {"loopz", "loops", "xloops", "loop-ab"}),
            "'loops', 'loopz' or 'loop-ab'");
  EXPECT_EQ(suggestNames("abcdef", {"abcdxy", "abcdeg"}),
            "'abcdeg' or 'abcdxy'");
}

TEST(SuggestNames, Limit) {
  EXPECT_EQ(suggestNames("loop", {"loop1", "loop2", "loop3", "loop4"}),
            "'loop1', 'loop2' or 'loop3'");
  EXPECT_EQ(suggestNames("loop", {"loop1", "loop2", "loop3", "loop4"}, 1),
            "'loop1'");
}

TEST(SuggestNames, OnceEach) {
  EXPECT_EQ(suggestNames("csa", {"cse", "cse", "cse"}), "'cse'");
}

TEST(SuggestNames, PartOfALongerName) {
  EXPECT_EQ(suggestNames("bufferize", {"cse", "one-shot-bufferize"}),
            "'one-shot-bufferize'");
  // Two letters are part of too many names.
  EXPECT_EQ(suggestNames("on", {"one-shot-bufferize"}), "");
}

TEST(SuggestNames, SwappedLetters) {
  EXPECT_EQ(suggestNames("ces", {"cse", "inline"}), "'cse'");
  EXPECT_EQ(suggestNames("inilne", {"cse", "inline"}), "'inline'");
  EXPECT_EQ(suggestNames("sce", {"cse"}), "'cse'");
  EXPECT_EQ(suggestNames("esc", {"cse"}), "");
}

TEST(SuggestNames, NothingNear) {
  EXPECT_EQ(suggestNames("", {"cse"}), "");
  EXPECT_EQ(suggestNames("cse", {}), "");
  EXPECT_EQ(suggestNames("x", {"a", "b"}), "");
  EXPECT_EQ(suggestNames("tile-and-fuse", {"canonicalize", "cse"}), "");
}

TEST(FindIntended, OneNameOrNone) {
  EXPECT_EQ(findIntended("canonicalise", {"cse", "canonicalize"}),
            "canonicalize");
  // Two letters are different, in a name that is long enough or not.
  EXPECT_EQ(findIntended("canonicalyse", {"canonicalize"}), "canonicalize");
  EXPECT_EQ(findIntended("cze-x", {"cse-y"}), "");
  // It may be either.
  EXPECT_EQ(findIntended("csa", {"cse", "csx"}), "");
  EXPECT_EQ(findIntended("cse", {"cse", "csx"}), "");
}

TEST(FindSameWords, OneIsAbbreviatedOrTheEndIsMissing) {
  std::vector<llvm::StringRef> known = {"convert-shape-to-std",
                                        "convert-complex-to-standard",
                                        "mem2reg",
                                        "convert-linalg-to-affine-loops",
                                        "convert-ub-to-llvm",
                                        "convert-vector-to-llvm",
                                        "convert-vector-to-scf",
                                        "convert-scf-to-cf",
                                        "tile-loops-x",
                                        "tile-loops-y"};
  EXPECT_EQ(findSameWords("convert-shape-to-standard", known),
            "convert-shape-to-std");
  EXPECT_EQ(findSameWords("convert-complex-to-std", known),
            "convert-complex-to-standard");
  EXPECT_EQ(findSameWords("mem-to-reg", known), "mem2reg");
  EXPECT_EQ(findSameWords("Convert-vec2LLVM", known), "convert-vector-to-llvm");
  EXPECT_EQ(findSameWords("convert-linalg-to-affine", known),
            "convert-linalg-to-affine-loops");
  // Two words are soon those of others; two letters are no abbreviation, nor
  // are letters in another order.
  EXPECT_EQ(findSameWords("convert-shape", known), "");
  EXPECT_EQ(findSameWords("convert-unboxed-to-llvm", known), "");
  EXPECT_EQ(findSameWords("convert-tenvec-to-llvm", known), "");
  EXPECT_EQ(findSameWords("conv-vec-to-llvm", known), "");
  // It may be either; or what has more words.
  EXPECT_EQ(findSameWords("convert-vector-to", known), "");
  EXPECT_EQ(findSameWords("convert-scf-to-cf-late", known), "");
  EXPECT_EQ(findSameWords("convert-linalg-affine-loops", known), "");
  for (llvm::StringRef nothing : {"", "-", "--2", "2", "2x"})
    EXPECT_EQ(findSameWords(nothing, known), "");
}

TEST(Suggest, BecomesHelp) {
  Diagnostic diagnostic(DiagnosticCode::UnknownPass, "no");
  EXPECT_FALSE(suggest(diagnostic, "canonicalize", {"cse"}));
  EXPECT_TRUE(diagnostic.notes.empty());
  EXPECT_TRUE(suggest(diagnostic, "csa", {"cse", "csx"}));
  ASSERT_EQ(diagnostic.notes.size(), 1u);
  EXPECT_EQ(diagnostic.notes[0].kind, Note::Kind::Help);
  EXPECT_EQ(diagnostic.notes[0].message, "did you mean 'cse' or 'csx'?");
  EXPECT_EQ(diagnostic.notes[0].str(), "help: did you mean 'cse' or 'csx'?");
}

TEST(Errors, AreAllReturnedAtOnce) {
  auto verifyName = [](StringRef name) -> llvm::Error {
    if (name == "cse")
      return llvm::Error::success();
    return Diagnostic(DiagnosticCode::UnknownPass, "no '{0}'", name);
  };
  auto verifyAll = [&]() -> llvm::Error {
    // docs: builder/diagnostics/Diagnostic.h
    Errors errors;
    for (StringRef name : {"cse", "csee"})
      errors.add(verifyName(name));
    return errors.take();
    // docs: end
  };
  EXPECT_EQ(takeDiagnostics(verifyAll()).size(), 1u);
  Errors errors;
  EXPECT_TRUE(errors.empty());
  EXPECT_FALSE(llvm::errorToBool(errors.take()));
  errors.add(Diagnostic(DiagnosticCode::UnknownPass, "first"));
  errors.add(verifyAll());
  EXPECT_EQ(errors.size(), 2u);
  std::vector<Diagnostic> all = takeDiagnostics(errors.take());
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].message, "first");
  EXPECT_EQ(all[1].message, "no 'csee'");
  EXPECT_TRUE(errors.empty());
}

} // namespace
