//===- LLVMPipelinesTest.cpp - Pipelines of LLVM's own pass manager -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is accepted and refused here was compared with opt 22.1.8.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "ErrorText.h"
#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/LLVMCatalog.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace pmb::test;
using namespace llvm;

static Expected<TextualPipeline> parseLLVM(StringRef text) {
  return parseTextualPipeline(text, "p", getLLVMCatalog().getRules());
}

static Error appendText(Pipeline &pipeline, StringRef text) {
  Expected<TextualPipeline> parsed = parseLLVM(text);
  if (!parsed)
    return parsed.takeError();
  EXPECT_EQ(parsed->str(), text.rtrim());
  return parsed->appendTo(pipeline);
}

/// The pipeline as it runs, or what is wrong with it.
static std::string compose(StringRef text) {
  Pipeline pipeline("module", getLLVMCatalog());
  if (Error error = appendText(pipeline, text))
    return errors(std::move(error));
  return pipeline.str();
}

/// After an edit, or what is wrong with that.
static std::string edit(StringRef text,
                        function_ref<Error(Pipeline &)> change) {
  Pipeline pipeline("module", getLLVMCatalog());
  require(appendText(pipeline, text));
  if (Error error = change(pipeline)) {
    EXPECT_EQ(pipeline.str(), text);
    return errors(std::move(error));
  }
  return pipeline.str();
}

TEST(LLVMPipelines, DefaultPipelinesAreTheSameWhenPrinted) {
  SourceText file =
      require(SourceText::read(PMB_TEST_INPUTS "/llvm-pipelines.txt"));
  unsigned count = 0;
  for (StringRef line : split(file.getText().rtrim(), '\n')) {
    if (line.starts_with("#"))
      continue;
    auto [name, printed] = line.split(' ');
    EXPECT_EQ(compose(printed), printed);
    // The name stands for the same passes, with slots among them.
    EXPECT_EQ(compose(name), printed);
    ++count;
  }
  EXPECT_EQ(count, 6u);
}

TEST(LLVMPipelines, FirstElementImpliesNests) {
  for (auto [text, nested] : {
           std::pair("sroa,gvn<>", "function(sroa,gvn<>)"),
           std::pair("licm,indvars", "function(loop-mssa(licm,indvars))"),
           std::pair("indvars", "function(loop(indvars))"),
           std::pair("inline,function(sroa)", "cgscc(inline,function(sroa))"),
           std::pair("devirt<2>(inline)", "cgscc(devirt<2>(inline))"),
           std::pair("loop(indvars),sroa", "function(loop(indvars),sroa)"),
           std::pair("machine-cse", "function(machine-function(machine-cse))"),
           std::pair("verify,globaldce", "verify,globaldce"),
           std::pair("function<eager-inv>(sroa),function<eager-inv>(gvn)",
                     "function<eager-inv>(sroa),function<eager-inv>(gvn)"),
           std::pair("print<da><normalized-results>",
                     "function(print<da><normalized-results>)"),
           std::pair("require<aa>,early-cse<>",
                     "function(require<aa>,early-cse<>)"),
           std::pair("module(globaldce),function(function(sroa))",
                     "globaldce,function(sroa)"),
           std::pair("instcombine<max-iterations=1;no-verify-fixpoint>\n",
                     "function(instcombine<max-iterations=1;"
                     "no-verify-fixpoint>)"),
           // Of a plugin.
           std::pair("acme<a=1>,function(acme-too)",
                     "acme<a=1>,function(acme-too)"),
       })
    EXPECT_EQ(compose(text), nested);
}

/// What runs on anything implies none.
TEST(LLVMPipelines, APassOnAnythingImpliesNoNest) {
  Catalog catalog = getLLVMCatalog().clone();
  require(catalog.addPass(PassDescriptor("anywhere")));
  Pipeline pipeline("module", catalog);
  require(require(parseTextualPipeline("anywhere", "p", catalog.getRules()))
              .appendTo(pipeline));
  EXPECT_EQ(pipeline.str(), "anywhere");
}

TEST(LLVMPipelines, MistakesHavePlaces) {
  for (auto [text, message] : {
           std::pair("", "1:1 syntax the text is empty; expected a pipeline "
                         "(write 'function(sroa)')"),
           std::pair("sroa, gvn", "1:6 syntax there is white space in the "
                                  "pipeline (opt takes none: remove it)"),
           std::pair("sroa,,gvn",
                     "1:6 syntax expected the name of a pass before ','"),
           std::pair("function()",
                     "1:1 syntax the nest 'function()' has no passes (leave it "
                     "out, or put passes into it)"),
           std::pair("(sroa)",
                     "1:1 syntax expected the name of a nest before '('"),
           std::pair("function(sroa",
                     "1:9 syntax this '(' is never closed: expected ')' at "
                     "the end of the text"),
           std::pair("sroa)", "1:5 syntax this ')' closes nothing"),
           std::pair("sroa<modify-cfg,gvn",
                     "1:5 syntax the parameters of 'sroa' begin here and "
                     "never end: expected '>'"),
       })
    EXPECT_EQ(compose(text), message);
}

TEST(LLVMPipelines, PassesStandWhereTheyRun) {
  auto wrong = [](StringRef text) {
    Pipeline pipeline("module", getLLVMCatalog());
    std::string found;
    for (Diagnostic &error : takeDiagnostics(appendText(pipeline, text))) {
      found += std::to_string(error.node->origin.column) + " " + error.message;
      for (const Note &note : error.notes)
        if (note.kind == Note::Kind::Help)
          found += " (" + note.message + ")";
    }
    EXPECT_TRUE(pipeline.empty());
    return found;
  };
  for (auto [text, message] : {
           std::pair("globaldce,sroa",
                     "11 'sroa' cannot run on 'module': it runs on 'function' "
                     "only (write 'function(sroa)')"),
           std::pair("module(licm)",
                     "8 'licm' cannot run on 'module': it runs on 'loop-mssa', "
                     "'loop' only (write 'function(loop-mssa(licm))')"),
           std::pair("function<eager-inv>(loop(sroa))",
                     "26 'sroa' cannot run on 'loop': it runs on 'function' "
                     "only (put it beside 'loop(...)', into "
                     "'function<eager-inv>')"),
           std::pair("cgscc(devirt<4>(globaldce))",
                     "17 'globaldce' cannot run on 'devirt<4>': it runs on "
                     "'module' only (put it beside 'cgscc(...)', into "
                     "'module')"),
           std::pair("function(module(globaldce))",
                     "10 'module' cannot stand in 'function' (it stands in "
                     "'module')"),
           std::pair("cgscc(loop(indvars))",
                     "7 'loop' cannot stand in 'cgscc' (it stands in "
                     "'function' or 'loop')"),
           std::pair("functoin(sroa)",
                     "1 'functoin' is not a nest (did you mean 'function'?)"),
           std::pair("cgscc(devirt(inline))",
                     "7 'devirt' needs a number (write 'devirt<4>(...)')"),
           std::pair("cgscc(devirt<x>(inline))",
                     "7 'devirt<x>' needs a number (write 'devirt<4>(...)')"),
           std::pair("function<eager>(sroa)",
                     "1 'function<eager>' has no parameter 'eager' (it takes "
                     "'eager-inv', 'no-rerun')"),
           std::pair("cgscc<x>(inline)",
                     "1 'cgscc<x>' has no parameter 'x' (write 'cgscc(...)')"),
           std::pair("function(function<eager-inv>(sroa))",
                     "10 'function<eager-inv>' has no parameters in 'function' "
                     "(write 'function(...)', or leave it out)"),
           std::pair("function",
                     "1 'function' is a nest, not a pass (passes for "
                     "it stand in parentheses: 'function(...)')"),
           std::pair("default", "1 'default' needs a level of optimization "
                                "(write 'default<O2>')"),
           std::pair("fatlto-pre-link<thinlto>",
                     "1 'fatlto-pre-link' needs a level of optimization (write "
                     "'fatlto-pre-link<O2>')"),
           std::pair("Oz", "1 'Oz' is a level of optimization, not a pass "
                           "(write 'default<Oz>')"),
           std::pair("function(sroa<modfy-cfg>)",
                     "15 'sroa' has no option 'modfy-cfg' (did you mean "
                     "'modify-cfg'?)"),
           std::pair("default<O9>", "9 'default' has no option 'O9' (did you "
                                    "mean 'O0', 'O1' or 'O2'?)"),
       })
    EXPECT_EQ(wrong(text), message);
}

TEST(LLVMPipelines, EditsGoToEntryPointsAndNests) {
  Pipeline pipeline("module", getLLVMCatalog());
  require(appendText(pipeline, "default<O2>"));
  require(pipeline.insert(PassSpec("acme"),
                          Position::before(slot("VectorizerStart"))));
  require(pipeline.insert(PassSpec("acme-loop"),
                          Position::before(slot("LoopOptimizerEnd"))));
  std::string text = pipeline.str();
  EXPECT_TRUE(
      contains(text, "lower-constant-intrinsics,acme,loop(loop-rotate"));
  EXPECT_TRUE(contains(text, "loop-unroll-full,acme-loop),sroa"));

  auto setOptions = [&](StringRef text, StringRef name, StringRef options) {
    return edit(text,
                [&](Pipeline &p) { return p.setOptions(pass(name), options); });
  };
  EXPECT_EQ(setOptions("function(gvn)", "gvn", "pre=false memdep"),
            "function(gvn<no-pre;memdep>)");
  EXPECT_EQ(setOptions("function(loop(licm<allowspeculation>))", "licm",
                       "<no-allowspeculation>"),
            "function(loop(licm<no-allowspeculation>))");
  EXPECT_EQ(setOptions("function(licm2<a>)", "licm2", "b=2"),
            "function(licm2<a;b=2>)");
  EXPECT_EQ(setOptions("function(gvn<>)", "gvn", "no-such"),
            "bad-options 'gvn' has no option 'no-such'");
  EXPECT_EQ(edit("function<eager-inv>(sroa)",
                 [](Pipeline &p) -> Error {
                   return p.insert(PassSpec("gvn<pre>"),
                                   Position::after(pass("sroa")));
                 }),
            "function<eager-inv>(sroa,gvn<pre>)");
  EXPECT_EQ(edit("function(sroa)",
                 [](Pipeline &p) -> Error {
                   return p.insert(PassSpec("globaldce"),
                                   Position::before(pass("sroa")));
                 }),
            "wrong-anchor-op 'globaldce' cannot run on 'function': it runs on "
            "'module' only (put it beside 'function(...)', into 'module')");
}

TEST(LLVMPipelines, NestsRunInTheOrderInWhichTheyAreListed) {
  Catalog catalog = getLLVMCatalog().clone();
  PassDescriptor acme("acme");
  acme.contract.after(pass("sroa")).because("it wants scalars");
  acme.hasContract = true;
  require(catalog.addPass(acme));
  auto check = [&](StringRef text) {
    Pipeline pipeline("module", catalog);
    require(appendText(pipeline, text));
    std::string found;
    for (const Diagnostic &finding : pipeline.check())
      found += finding.getInfo().name.str();
    return found;
  };
  // No nest is merged with its neighbour, as MLIR does it.
  EXPECT_EQ(check("function(sroa),cgscc(acme)"), "");
  EXPECT_EQ(check("cgscc(acme),function(sroa)"), "wrong-order");
}

TEST(LLVMPipelines, ExampleOfTheHeader) {
  // docs: LLVMCatalog.h
  Expected<TextualPipeline> text =
      parseTextualPipeline("default<O2>", "text", getLLVMCatalog().getRules());
  // docs: end
  EXPECT_EQ(require(std::move(text)).str(), "default<O2>");
}
