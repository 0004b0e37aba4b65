//===- TextualPipelineTest.cpp - MLIR's pipelines as text -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is accepted and refused here was compared with mlir-opt 22.1.8.
//
//===----------------------------------------------------------------------===//

#include "builder/edit/TextualPipeline.h"
#include "../Require.h"
#include "Support.h"
#include "builder/passes/NameChecker.h"

using namespace pmb;
using namespace pmb::test;
using namespace llvm;

/// The pipeline in its printed form, or what is wrong: line, column, message.
static std::string reparse(StringRef text) {
  Expected<TextualPipeline> pipeline = parseTextualPipeline(text, "p");
  if (pipeline)
    return pipeline->str();
  std::vector<Diagnostic> diagnostics = takeDiagnostics(pipeline.takeError());
  EXPECT_EQ(diagnostics.size(), 1u);
  const Diagnostic &diagnostic = diagnostics.front();
  EXPECT_TRUE(diagnostic.code == DiagnosticCode::Syntax ||
              diagnostic.code == DiagnosticCode::TooLarge);
  return diagnostic.node->origin.str() + ": " + diagnostic.message;
}

/// The text of the first note, which shows the place.
static std::string showError(StringRef text) {
  std::vector<Diagnostic> diagnostics =
      takeDiagnostics(parseTextualPipeline(text, "p").takeError());
  return diagnostics.empty() ? "" : diagnostics.front().notes.front().str();
}

static TextualPipeline parse(StringRef text) {
  return test::require(parseTextualPipeline(text, "p.pipeline"));
}

//===----------------------------------------------------------------------===//
// What is accepted
//===----------------------------------------------------------------------===//

TEST(TextualPipeline, PrintsWhatItReads) {
  // The forms that pipelines have in the integration tests of MLIR.
  for (StringRef text : {
           "builtin.module()",
           "builtin.module(sparsifier{test-bufferization-analysis-only})",
           "builtin.module(convert-linalg-to-loops,convert-scf-to-cf,"
           "expand-strided-metadata,lower-affine,reconcile-unrealized-casts)",
           "builtin.module(a,b,a,a)",
           "any(cse)",
           "func.func(cse)",
           "builtin.module(func.func(a,b),one-shot-bufferize{"
           "bufferize-function-boundaries},c)",
           "builtin.module(func.func(convert-vector-to-scf,lower-affine),"
           "func.func(canonicalize,convert-scf-to-cf),convert-vector-to-llvm)",
           "builtin.module(spirv-attach-target{ver=v1.0 caps=Addresses,Int64,"
           "Kernel},convert-gpu-to-spirv{use-64bit-index=true},gpu.module("
           "spirv.module(spirv-lower-abi-attrs,spirv-update-vce)),cse)",
           "builtin.module(func.func(test-vector-warp-distribute{hoist-uniform "
           "distribute-transfer-write propagate-distribution}),canonicalize)",
           "builtin.module(async-parallel-for{async-dispatch=false "
           "num-workers=20 min-task-size=1},cse)",
           "builtin.module(one-shot-bufferize{copy-before-write=false  "
           "dump-alias-sets=false})",
           "builtin.module(pipeline{a={b={c=1 d} e=(f,g)} h=[1,2]})",
           "builtin.module(a{command=\"quoted ( text, \"})",
           "builtin.module(any(any(any(a))),gpu.module(gpu.func(b),c),d)",
       }) {
    EXPECT_EQ(reparse(text), text);
  }
}

TEST(TextualPipeline, TakesWhiteSpaceWhereMLIRDoes) {
  EXPECT_EQ(reparse("\n builtin.module\t(\n  a ,\tfunc.func ( b,c )\r\n  , d "
                    "{ x=1 } ,e{y} )\n\n"),
            "builtin.module(a,func.func(b,c),d{x=1},e{y})");
  EXPECT_EQ(reparse("builtin.module(cse{},cse{ })"), "builtin.module(cse,cse)");
  // As mlir-opt: a nest without an operation is one for any.
  EXPECT_EQ(reparse("builtin.module((a, (b)))"),
            "builtin.module(any(a,any(b)))");
}

TEST(TextualPipeline, QuotesDoNotProtectBraces) {
  EXPECT_EQ(reparse("builtin.module(a{x=\"}\"})"),
            "p:1:22: expected ',' or ')'");
  EXPECT_EQ(
      reparse("builtin.module(a{x=\"{\"})"),
      "p:1:17: the options of 'a' begin here and never end: expected '}'");
}

TEST(TextualPipeline, KnowsWhereEverythingIs) {
  TextualPipeline pipeline = parse("builtin.module(\n  ab{x=1},\n\n  "
                                   "func.func(c, d))");
  EXPECT_EQ(pipeline.getName(), "p.pipeline");
  EXPECT_EQ(pipeline.getRootOp(), "builtin.module");
  EXPECT_EQ(pipeline.size(), 3u);
  ASSERT_EQ(pipeline.getElements().size(), 2u);
  const TextualElement &ab = pipeline.getElements()[0];
  EXPECT_EQ(ab.name, "ab");
  EXPECT_EQ(ab.options, "x=1");
  EXPECT_FALSE(ab.isNest());
  EXPECT_EQ(ab.offset, 18u);
  EXPECT_EQ(ab.line, 2u);
  EXPECT_EQ(ab.column, 3u);
  const TextualElement &nest = pipeline.getElements()[1];
  ASSERT_TRUE(nest.isNest());
  EXPECT_EQ(nest.name, "func.func");
  EXPECT_EQ(nest.line, 4u);
  const TextualElement &d = nest.nested[1];
  EXPECT_EQ(d.name, "d");
  EXPECT_EQ(pipeline.getText().substr(d.offset, 1), "d");
  EXPECT_EQ(d.line, 4u);
  EXPECT_EQ(d.column, 16u);
}

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

TEST(TextualPipeline, RefusesWhatIsNoPipeline) {
  std::string noRoot = "expected the operation that the pipeline runs on, and "
                       "its passes in parentheses";
  std::pair<StringRef, std::string> cases[] = {
      {"", "p:1:1: the text is empty; expected a pipeline"},
      {" \n ", "p:1:1: the text is empty; expected a pipeline"},
      {"cse", "p:1:1: " + noRoot},
      {"  cse,func.func(a)", "p:1:3: " + noRoot},
      {"cse{x=(1)}", "p:1:1: " + noRoot},
      {"(cse)", "p:1:1: " + noRoot},
      {")", "p:1:1: " + noRoot},
      {"m(a", "p:1:2: this '(' is never closed: expected ')' at the end of the "
              "text"},
      {"m(a,f(b)",
       "p:1:2: this '(' is never closed: expected ')' at the end of "
       "the text"},
      {"m(a,f(b", "p:1:6: this '(' is never closed: expected ')' at the end of "
                  "the text"},
      {"m(", "p:1:2: this '(' is never closed: expected ')' at the end of the "
             "text"},
      {"m(a))", "p:1:5: this ')' closes nothing"},
      {"m(a) b", "p:1:6: the pipeline has ended, but there is more text"},
      {"m(a),n(b)", "p:1:5: the pipeline has ended, but there is more text"},
      {"m( )", "p:1:4: expected the name of a pass before ')'"},
      {"m(f())", "p:1:3: the nest 'f()' has no passes"},
      {"m(a,(f( )),b)", "p:1:6: the nest 'f( )' has no passes"},
      {"m(a,)", "p:1:4: expected the name of a pass after this ','"},
      {"m(,a)", "p:1:3: expected the name of a pass before ','"},
      {"m({x})", "p:1:3: expected the name of a pass before '{'"},
      {"m(a{x=1)", "p:1:4: the options of 'a' begin here and never end: "
                   "expected '}'"},
      {"m(a{<x>})", "p:1:5: no option begins with '<'"},
      {"m(a{x}b)", "p:1:7: expected ',' or ')'"},
      {"m(a}b)", "p:1:4: expected ',' or ')'"},
      {"m(f(a)b)", "p:1:7: expected ',' or ')'"},
      {"m(f{x}(a))", "p:1:7: a nest has no options: expected ',' or ')'"},
      {"m(a\n  b)", "p:1:4: expected ',' after 'a'"},
      {"m(a;b)", "p:1:4: expected ',' after 'a'"},
      {"m(a ;b)", "p:1:5: expected ',' after 'a'"},
      {"m(-a)", "p:1:3: a name in a pipeline does not begin with '-'"},
      {"m(a=b)", "p:1:3: this is not the name of a pass or operation"},
      {"# m(a)", "p:1:1: a textual pipeline has no comments"},
      {"m(a,// b\nc)", "p:1:5: a textual pipeline has no comments"},
      {"m(a /* b */)", "p:1:5: a textual pipeline has no comments"},
      {"m(f(a) # b\n)", "p:1:8: a textual pipeline has no comments"},
      {"m(a[b])", "p:1:3: this is not the name of a pass or operation"},
      {StringRef("m(a,\0)", 6),
       "p:1:5: this is not a text: there is a zero byte in it"},
      {"m(\xff)", "p:1:3: this is not the name of a pass or operation"},
  };
  for (const auto &[text, message] : cases)
    EXPECT_EQ(reparse(text), message) << text.str();
}

TEST(TextualPipeline, ShowsTheTextWithACaret) {
  EXPECT_EQ(
      text(parseTextualPipeline("builtin.module(cse,)", "cpu.pipeline")
               .takeError()),
      "error: expected the name of a pass after this ',' [PMB017 syntax]\n"
      "  at: cpu.pipeline:1:19\n"
      "  note: the text is\n"
      "     1 | builtin.module(cse,)\n"
      "       |                   ^\n");
  // All lines, tabs as one blank, and characters of several bytes as one.
  EXPECT_EQ(showError("m(\n\ta{x=\xc3\xa4} b,\n  c)\n"),
            "the text is\n"
            "     1 | m(\n"
            "     2 |  a{x=\xc3\xa4} b,\n"
            "       |         ^\n"
            "     3 |   c)");
}

// A terminal breaks a longer line, and the caret is then anywhere.
TEST(TextualPipeline, ShowsNoLineThatATerminalBreaks) {
  std::string line = "builtin.module(";
  for (unsigned i = 0; i < 100; ++i)
    line += "my-own-pass-" + std::to_string(i) + ",";
  for (StringRef end : {"optoinal)", "cse,)"})
    for (StringRef before : {"", "\n\n"}) {
      SCOPED_TRACE(end.str());
      std::string text = (before + line + end).str();
      auto parsed = parseTextualPipeline(text, "p");
      NameChecker checker(getTestCatalog());
      std::vector<Diagnostic> findings =
          parsed ? parsed->checkNames(checker)
                 : takeDiagnostics(parsed.takeError());
      ASSERT_EQ(findings.size(), 1u);
      std::string report = findings[0].str();
      SmallVector<StringRef> shown;
      StringRef(report).split(shown, '\n');
      for (StringRef part : shown)
        EXPECT_LE(part.size(), 120u) << part.str();
    }
}

// Many lines, and a finding in each: the text stands in the report once.
TEST(TextualPipeline, ShowsTheTextOnce) {
  TextualPipeline twice = parse("builtin.module(\noptoinal,\noptoinal)");
  NameChecker checker(getTestCatalog());
  std::vector<Diagnostic> findings = twice.checkNames(checker);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].notes[0].str(), "the text is\n"
                                        "     1 | builtin.module(\n"
                                        "     2 | optoinal,\n"
                                        "       | ^\n"
                                        "     3 | optoinal)");
  EXPECT_EQ(findings[1].notes[0].str(), "the line is\n"
                                        "     3 | optoinal)\n"
                                        "       | ^");
}

TEST(TextualPipeline, ShowsPartOfALongText) {
  std::string longLine = "m(";
  for (unsigned i = 0; i < 1000; ++i)
    longLine += "pass,";
  std::string shown = showError(longLine + "[" + longLine + ")");
  EXPECT_LT(shown.size(), 500u);
  SmallVector<StringRef> lines;
  StringRef(shown).split(lines, '\n');
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(lines[1].ends_with("..."));
  EXPECT_EQ(lines[1][lines[2].find('^')], '[') << shown;

  std::string manyLines = "m(";
  for (unsigned i = 0; i < 100; ++i)
    manyLines += "pass,\n";
  shown = showError(manyLines + "[,\n" + manyLines + ")");
  EXPECT_TRUE(contains(shown, "   101 | [,\n       | ^\n"));
  EXPECT_EQ(StringRef(shown).count('\n'), 6u);
}

TEST(TextualPipeline, HasLimits) {
  auto nests = [](unsigned depth) {
    std::string text = "m(";
    for (unsigned i = 0; i < depth; ++i)
      text += "n(";
    return text + "a" + std::string(depth + 1, ')');
  };
  EXPECT_EQ(reparse(nests(TextualPipeline::maxDepth)),
            nests(TextualPipeline::maxDepth));
  EXPECT_EQ(reparse(nests(TextualPipeline::maxDepth + 1)),
            "p:1:132: nests are more than 64 deep");
  // Neither the parser nor the destructor may use the stack.
  EXPECT_EQ(reparse(std::string(1 << 20, '(')).substr(0, 7), "p:1:1: ");
  EXPECT_EQ(reparse("m" + std::string(1 << 20, '(')),
            "p:1:67: nests are more than 64 deep");

  std::string many = "m(";
  for (size_t i = 0; i < TextualPipeline::maxElements; ++i)
    many += "a,";
  EXPECT_EQ(parse(StringRef(many).drop_back().str() + ")").size(),
            TextualPipeline::maxElements);
  EXPECT_EQ(reparse(many + "a)"), "p:1:524291: the pipeline has more than "
                                  "262144 passes and nests");
}

//===----------------------------------------------------------------------===//
// Appending
//===----------------------------------------------------------------------===//

TEST(TextualPipeline, AppendsNestsAsWritten) {
  for (StringRef text : {
           "builtin.module(a,b{x=1 y={z}},c)",
           "builtin.module(func.func(a),func.func(b))",
           "builtin.module(func.func(a),b,func.func(c))",
           "builtin.module(func.func(a,b),gpu.module(gpu.func(a),gpu.func(b)),"
           "gpu.module(gpu.func(a),c),gpu.module(gpu.func(d)))",
           "builtin.module(builtin.module(a),builtin.module(builtin.module(b))"
           ")",
           "builtin.module(any(any(a)),any(any(b),any(c)))",
           "builtin.module(a{{x=1} y})",
           "builtin.module()",
       }) {
    TestPipeline pipeline;
    EXPECT_DONE(pipeline, parse(text).appendTo(pipeline));
    EXPECT_EQ(pipeline.str(), text);
    // Also behind something that it could be merged with.
    TestPipeline longer;
    longer.nest("func.func").addPass("d");
    EXPECT_DONE(longer, parse(text).appendTo(longer));
    EXPECT_EQ(longer.str(), ("builtin.module(func.func(d)" +
                             Twine(text == "builtin.module()" ? "" : ",") +
                             text.drop_front(15))
                                .str());
  }
}

TEST(TextualPipeline, NestsStayOpenToOthers) {
  TestPipeline pipeline;
  test::require(
      parse("builtin.module(a,func.func(b),func.func(c))").appendTo(pipeline));
  // What is inserted shares the nest of its neighbour.
  EXPECT_DONE(pipeline, pipeline.addPassBefore("func-pass", "b"));
  EXPECT_DONE(pipeline, pipeline.addPassAfter("d", "c"));
  EXPECT_EQ(pipeline.str(),
            "builtin.module(a,func.func(func-pass,b),func.func(c,d))");
}

TEST(TextualPipeline, PassesKnowTheirPlace) {
  TestPipeline pipeline;
  pipeline.setOrigin(Origin::thirdParty("acme"));
  test::require(parse("builtin.module(a,\n func.func(b))").appendTo(pipeline));
  EXPECT_EQ(pipeline.lookup(pass("a"))[0]->getOrigin().str(),
            "p.pipeline:1:16");
  EXPECT_EQ(pipeline.lookup(pass("b"))[0]->getOrigin().str(),
            "p.pipeline:2:12");
  // Who was adding before goes on.
  EXPECT_EQ(pipeline.getOrigin().str(), "third party 'acme'");
}

TEST(TextualPipeline, AppendsAllOrNothing) {
  TestPipeline pipeline({"a"});
  EXPECT_REFUSED(
      pipeline,
      parse("builtin.module(b,func.func(module-pass),optional{cuont=1})")
          .appendTo(pipeline),
      "error: 'module-pass' cannot run on 'func.func': it runs on "
      "'builtin.module' only [PMB004 wrong-anchor-op]\n"
      "  at: p.pipeline:1:28\n"
      "  help: put it beside 'func.func(...)', into 'builtin.module'\n"
      "  note: the text is\n"
      "     1 | builtin.module(b,func.func(module-pass),optional{cuont=1})\n"
      "       |                            ^\n"
      "error: 'optional' has no option 'cuont' [PMB006 bad-options]\n"
      "  at: p.pipeline:1:50\n"
      "  help: did you mean 'count'?\n"
      "  note: the text is\n"
      "     1 | builtin.module(b,func.func(module-pass),optional{cuont=1})\n"
      "       |                                                  ^\n");
  EXPECT_REFUSED(pipeline, parse("\nfunc.func(a)").appendTo(pipeline),
                 "error: a pipeline on 'func.func' cannot be appended to one "
                 "on 'builtin.module' [PMB004 wrong-anchor-op]\n"
                 "  at: p.pipeline:2:1\n"
                 "  note: the text is\n"
                 "     1 | \n"
                 "     2 | func.func(a)\n"
                 "       | ^\n");
  EXPECT_TRUE(pipeline.check().empty());
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static std::string checkNames(StringRef text) {
  NameChecker checker(getTestCatalog());
  std::string result;
  for (const Diagnostic &diagnostic : parse(text).checkNames(checker))
    result += diagnostic.str();
  return result;
}

TEST(TextualPipeline, SuggestsNames) {
  EXPECT_EQ(checkNames("builtin.module(a,fun.func(optoinal{count=2}))"),
            "warning: nothing is known of an operation 'fun.func', and on one "
            "that does not exist nothing runs [PMB031 no-effect]\n"
            "  at: 'fun.func' (added by p.pipeline:1:18)\n"
            "  note: the text is\n"
            "     1 | builtin.module(a,fun.func(optoinal{count=2}))\n"
            "       |                  ^\n"
            "  help: did you mean 'func.func'?\n"
            "warning: nothing is known of a pass 'optoinal' [PMB001 "
            "unknown-pass]\n"
            "  at: 'optoinal' (pass 1, added by p.pipeline:1:27)\n"
            "  note: the text is\n"
            "     1 | builtin.module(a,fun.func(optoinal{count=2}))\n"
            "       |                           ^\n"
            "  help: did you mean 'optional'?\n"
            "  fix: replace 'optoinal' by 'optional'\n");
  // What is only unknown, or known, is nothing to warn of.
  EXPECT_EQ(checkNames("builtin.module(my-own-pass,acme.kernel(a,optional))"),
            "");
}

TEST(TextualPipeline, ManyMisspelledNamesTakeLinearTime) {
  // One scan of the text or the pipeline for each would take minutes.
  constexpr size_t count = 20000;
  std::string text = "builtin.module(optoinal";
  for (size_t i = 1; i < count; ++i)
    text += i % 2 ? ",\noptoinal" : ",optoinal";
  TextualPipeline read = parse(text + ")");
  TestPipeline pipeline;
  test::require(read.appendTo(pipeline));
  NameChecker checker(getTestCatalog());
  std::vector<Diagnostic> findings = read.checkNames(checker, &pipeline);
  ASSERT_EQ(findings.size(), count);
  EXPECT_EQ(findings.back().node->position, int(count - 1));
  EXPECT_EQ(findings.back().node->origin.line, 10001u);
  EXPECT_EQ(findings.back().fix->passPosition, int(count - 1));
  EXPECT_EQ(findings.back().notes.front().kind, Note::Kind::Source);
}

TEST(TextualPipeline, ANameIsFoundWhereItStandsInThePipeline) {
  TextualPipeline read = parse("builtin.module(a,optoinal)");
  TestPipeline pipeline({"b", "c"});
  test::require(read.appendTo(pipeline));
  NameChecker checker(getTestCatalog());
  std::vector<Diagnostic> findings = read.checkNames(checker, &pipeline);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].node->position, 3);
  EXPECT_EQ(findings[0].fix->passPosition, 3);
  test::require(pipeline.apply(*findings[0].fix));
  EXPECT_EQ(pipeline.str(), "builtin.module(b,c,a,optional)");
}

// Who has passes of their own may have one that is called almost as another.
TEST(TextualPipeline, BesideOwnPassesALikenessIsOnlyAHint) {
  EXPECT_EQ(checkNames("builtin.module(their-own-pass,optoinal)"),
            "remark: nothing is known of a pass 'optoinal' [PMB001 "
            "unknown-pass]\n"
            "  at: 'optoinal' (pass 1, added by p.pipeline:1:31)\n"
            "  note: the text is\n"
            "     1 | builtin.module(their-own-pass,optoinal)\n"
            "       |                               ^\n"
            "  help: did you mean 'optional'?\n");
}

/// What was meant by a text that is no pipeline.
TEST(TextualPipeline, SaysHowToWriteWhatWasMeant) {
  for (auto [text, meant] : {std::pair("a", "a"),
                             {"a,b", "a,b"},
                             {"func.func", "func.func(cse)"},
                             {"any", "any(cse)"},
                             {"builtin.module", "cse"},
                             {"a b.c", "cse"}}) {
    std::vector<Diagnostic> diagnostics =
        takeDiagnostics(parseTextualPipeline(text, "p").takeError());
    ASSERT_EQ(diagnostics.size(), 1u) << text;
    EXPECT_EQ(diagnostics[0].notes.back().message,
              ("write 'builtin.module(" + Twine(meant) + ")'").str())
        << text;
  }
}
