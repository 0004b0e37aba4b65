//===- ExpansionTest.cpp - Tests of names of registered pipelines ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "ErrorText.h"
#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

/// What `text` has become, flattened, or the errors.
std::string expand(StringRef text, const Catalog &catalog = getStockCatalog()) {
  Pipeline pipeline("builtin.module", catalog);
  auto parsed = parseTextualPipeline(text, "p");
  if (!parsed)
    return test::errors(parsed.takeError());
  if (llvm::Error error = parsed->appendTo(pipeline)) {
    EXPECT_TRUE(pipeline.empty());
    return test::errors(std::move(error));
  }
  return pipeline.str();
}

/// A catalog with what `text` says.
Catalog readRegistered(StringRef text) {
  Catalog catalog;
  auto document = JsonDocument::parse(SourceText::copy(text, "c.json"));
  EXPECT_TRUE(bool(document));
  auto warnings = readContracts(*document, catalog);
  EXPECT_TRUE(bool(warnings));
  if (!warnings)
    ADD_FAILURE() << test::errors(warnings.takeError());
  return catalog;
}

/// What is wrong with one pass `p` that is described by `text`.
std::string expandErrors(StringRef text) {
  Catalog catalog;
  auto document = JsonDocument::parse(SourceText::copy(
      ("{\"passes\": {\"p\": " + text + "}}").str(), "c.json"));
  if (!document)
    return test::errors(document.takeError());
  auto warnings = readContracts(*document, catalog);
  if (warnings)
    return "no error";
  EXPECT_TRUE(catalog.getPassNames().empty());
  return test::errors(warnings.takeError());
}

std::vector<Diagnostic> findErrors(StringRef text,
                                   std::vector<std::string> contents) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  auto parsed = parseTextualPipeline(text, "test");
  EXPECT_TRUE(bool(parsed));
  if (!parsed)
    return takeDiagnostics(parsed.takeError());
  EXPECT_FALSE(bool(parsed->appendTo(pipeline)));
  pipeline.getInterface().inputContents = std::move(contents);
  pipeline.getInterface().outputContents = {"llvm"};
  std::vector<Diagnostic> errors;
  for (Diagnostic &diagnostic : pipeline.check())
    if (diagnostic.severity == Severity::Error)
      errors.push_back(std::move(diagnostic));
  return errors;
}

const std::vector<std::string> matmul = {
    "func.func",    "func.return", "linalg.matmul", "linalg.fill",
    "linalg.yield", "arith.addf",  "arith.mulf",    "arith.constant",
    "tensor.empty", "!tensor"};

//===----------------------------------------------------------------------===//
// The stock catalog
//===----------------------------------------------------------------------===//

TEST(Expansion, NamesKnownPasses) {
  const Catalog &catalog = getStockCatalog();
  unsigned pipelines = 0;
  for (StringRef name : catalog.getPassNames()) {
    const PassDescriptor *pass = catalog.lookupPass(name);
    if (!pass->isPipeline())
      continue;
    ++pipelines;
    EXPECT_TRUE(pass->hasContract) << name.str();
    EXPECT_TRUE(pass->hasOptionList) << name.str();
    for (const PipelineStep &step : pass->pipeline) {
      // From mlir-opt's own tests, which the catalog does not have all of.
      if (!StringRef(step.pass).starts_with("test-")) {
        EXPECT_TRUE(catalog.lookupPass(step.pass)) << step.pass;
      }
    }
  }
  EXPECT_GE(pipelines, 15u);
}

TEST(Expansion, FollowsOptions) {
  EXPECT_EQ(expand("builtin.module(gpu-lower-to-xevm-pipeline{xegpu-op-level="
                   "lane igc-cmd-options={-a -b}})"),
            "builtin.module(cse,convert-vector-to-scf,xevm-attach-target{triple"
            "=spirv64-unknown-unknown chip=bmg O=2 cmd-options={-a -b}},"
            "lower-affine,func.func(gpu-async-region),gpu.module("
            "convert-math-to-xevm,convert-xegpu-to-xevm,convert-gpu-to-llvm-spv"
            "{use-64bit-index=true},cse,reconcile-unrealized-casts),"
            "convert-scf-to-cf,expand-strided-metadata,gpu-to-llvm{"
            "use-bare-pointers-for-host=false use-bare-pointers-for-kernels="
            "false},lower-affine,convert-vector-to-llvm,convert-to-llvm,"
            "reconcile-unrealized-casts,gpu.module(canonicalize,cse),"
            "gpu-module-to-binary{format=fatbin opts={-a -b}})");
  EXPECT_EQ(expand("builtin.module(sparsifier{vl=4 "
                   "test-bufferization-analysis-only vl=0x8})"),
            "builtin.module(func.func(linalg-generalize-named-ops,"
            "linalg-fuse-elementwise-ops),sparsification-and-bufferization{vl="
            "0x8 enable-vla-vectorization=false enable-simd-index32=true "
            "enable-gpu-libgen=false sparse-emit-strategy=functional "
            "parallelization-strategy=none})");
}

TEST(Expansion, OptionsThatAPipelineDoesNotHave) {
  EXPECT_EQ(expand("builtin.module(cse,sparsifier{vll=4})"),
            "1:31 bad-options 'sparsifier' has no option 'vll'");
  EXPECT_EQ(expand("builtin.module(tosa-to-linalg-pipeline{x})"),
            "1:40 bad-options 'tosa-to-linalg-pipeline' has no option 'x'");
  // All of them, wherever the name stands.
  EXPECT_EQ(
      expand("builtin.module(sparsifier{vl=four enable-amx=yes "
             "parallelization-strategy=al},func.func("
             "gpu-lower-to-xevm-pipeline{opt-level=-1}))"),
      "1:27 bad-options 'four' is not a value of 'vl', an option of "
      "'sparsifier'; 1:35 bad-options 'yes' is not a value of 'enable-amx', an "
      "option of 'sparsifier'; 1:50 bad-options 'al' is not a value of "
      "'parallelization-strategy', an option of 'sparsifier'; 1:116 "
      "bad-options "
      "'-1' is not a value of 'opt-level', an option of "
      "'gpu-lower-to-xevm-pipeline'");
  for (StringRef good :
       {"vl=-3", "vl=0x10", "enable-amx", "enable-amx=", "enable-amx=TRUE",
        "enable-amx=0", "parallelization-strategy='dense-any-loop'",
        "gpu-chip={a b}"}) {
    std::string text = ("builtin.module(sparsifier{" + good + "})").str();
    EXPECT_EQ(StringRef(expand(text)).take_front(15), "builtin.module(")
        << text;
  }
}

TEST(Expansion, IsABundleOfItsName) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  auto parsed = test::require(parseTextualPipeline(
      "builtin.module(cse,buffer-deallocation-pipeline,sccp)", "p"));
  ASSERT_FALSE(bool(parsed.appendTo(pipeline)));
  EXPECT_EQ(pipeline.size(), 10u);
  std::vector<const Node *> found =
      pipeline.lookup(pass("bufferization-lower-deallocations"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(pipeline.getRef(*found[0]).str(),
            "'bufferization-lower-deallocations' (pass 6, of pipeline "
            "'buffer-deallocation-pipeline', on builtin.module, added by "
            "p:1:20)");
  // By its name, as a pass and as a bundle, it is moved around as a whole.
  for (const Target &target : {pass("buffer-deallocation-pipeline"),
                               bundle("buffer-deallocation-pipeline")})
    EXPECT_EQ(pipeline.lookup(target).size(), 1u);
  ASSERT_FALSE(bool(
      pipeline.insert(PassSpec("inline"),
                      Position::after(pass("buffer-deallocation-pipeline")))));
  ASSERT_FALSE(bool(pipeline.insert(PassSpec("mem2reg"),
                                    Position::before(pass("expand-realloc")))));
  ASSERT_FALSE(bool(
      pipeline.insert(PassSpec("symbol-dce"),
                      Position::before(pass("buffer-deallocation-pipeline")))));
  EXPECT_EQ(
      pipeline.str(),
      "builtin.module(cse,symbol-dce,mem2reg,expand-realloc{emit-deallocs="
      "false},canonicalize,ownership-based-buffer-deallocation{"
      "private-function-dynamic-ownership=false},canonicalize,"
      "buffer-deallocation-simplification,bufferization-lower-deallocations,"
      "cse,canonicalize,inline,sccp)");
  ASSERT_FALSE(bool(pipeline.remove(pass("buffer-deallocation-pipeline"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(cse,symbol-dce,inline,sccp)");
  EXPECT_EQ(test::errors(pipeline.insert(
                PassSpec("cse"), Position::after(pass("bufer-deallocation")))),
            "unknown-position the pipeline has no pass 'bufer-deallocation'");
}

TEST(Expansion, ReplacesAndIsReplaced) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  pipeline.append(PassSpec("sparsifier"));
  ASSERT_FALSE(bool(pipeline.replace(pass("sparsifier"), PassSpec("cse"))));
  EXPECT_EQ(pipeline.str(), "builtin.module(cse)");
  pipeline.append(PassSpec("sccp"));
  ASSERT_FALSE(bool(
      pipeline.replace(pass("cse"), PassSpec("test-lower-to-llvm",
                                             "reassociate-fp-reductions"))));
  ASSERT_EQ(pipeline.lookup(pass("test-lower-to-llvm")).size(), 1u);
  const BundleInstance *opened =
      pipeline.lookup(pass("test-lower-to-llvm"))[0]->getBundle();
  EXPECT_TRUE(opened->isPipeline);
  EXPECT_EQ(opened->end->getNext()->getName(), "sccp");
  // One by another; what cannot be opened changes nothing.
  std::string before = pipeline.str();
  EXPECT_EQ(
      test::errors(pipeline.replace(pass("test-lower-to-llvm"),
                                    PassSpec("sparsifier", "vll=4"))),
      "bad-options 'sparsifier' has no option 'vll' (did you mean 'vl'?)");
  EXPECT_EQ(pipeline.str(), before);
  ASSERT_FALSE(bool(
      pipeline.replace(pass("test-lower-to-llvm"), PassSpec("sparsifier"))));
  EXPECT_EQ(pipeline.lookup(pass("sparsifier")).size(), 1u);
  EXPECT_TRUE(pipeline.lookup(pass("test-lower-to-llvm")).empty());
  // In a nest if it is asked for there.
  PassSpec nested("buffer-deallocation-pipeline");
  nested.nest = {"func.func"};
  ASSERT_FALSE(bool(pipeline.replace(pass("sccp"), std::move(nested))));
  EXPECT_TRUE(test::contains(pipeline.str(), "func.func(expand-realloc"));
}

TEST(Expansion, CountsForWhatItExpandsTo) {
  EXPECT_TRUE(findErrors("builtin.module(one-shot-bufferize{bufferize-function-"
                         "boundaries},test-lower-to-llvm)",
                         matmul)
                  .empty());
  // The loops that it makes are lowered in it, the tensors are not.
  EXPECT_FALSE(
      findErrors("builtin.module(test-lower-to-llvm)", matmul).empty());
  EXPECT_FALSE(findErrors("builtin.module(test-lower-to-llvm,one-shot-bufferize"
                          "{bufferize-function-boundaries})",
                          matmul)
                   .empty());
}

TEST(Expansion, MessagesSayWhatItIsPartOf) {
  std::vector<Diagnostic> errors =
      findErrors("builtin.module(test-lower-to-llvm,one-shot-bufferize{"
                 "bufferize-function-boundaries})",
                 matmul);
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(
      errors.front().str(),
      "error: 'func.func', 'linalg.fill', 'linalg.matmul' and "
      "'linalg.yield' stay in the IR: the passes of 'test-lower-to-llvm' "
      "run too early, before 'one-shot-bufferize' [PMB025 "
      "predicted-left-over]\n"
      "  at: 'convert-linalg-to-loops' (pass 1, of pipeline "
      "'test-lower-to-llvm', on builtin.module/func.func, added by "
      "test:1:16)\n"
      "  note: comes too late, or they too early: 'one-shot-bufferize' "
      "(pass 17, on builtin.module, added by test:1:35)\n"
      "  follows: 'arith.constant' may stay in the IR: 'one-shot-bufferize' "
      "does not lower all of it\n"
      "  fix: move 'test-lower-to-llvm' after 'one-shot-bufferize'\n");
}

//===----------------------------------------------------------------------===//
// Pipelines of others
//===----------------------------------------------------------------------===//

constexpr StringRef acme = R"json({
  "properties": {"tiled": {}},
  "passes": {
    "acme-tile": {"anchor": "func.func",
                  "options": {"size": 8, "mode": null, "fuse": false}},
    "acme-fuse": {"options": {}},
    "acme-late": {"options": {}, "after": "acme-pipeline"},
    "acme-pipeline": {
      "kinds": ["acme", "tiling"],
      "options": {
        "size": {"type": "uint32", "default": 32},
        "mode": null,
        "level": {"values": ["low", "high"], "default": "low"},
        "fuse": {"type": "bool", "default": true}
      },
      "pipeline": [
        {"nest": "func.func", "passes": [
          {"pass": "acme-tile", "options": {"mode": "fast"},
           "optionsFrom": {"size": "size", "mode": "mode", "fuse": "fuse"}},
          {"passes": ["acme-fuse"], "when": {"option": "fuse"}}],
         "when": {"option": "level", "is": "low", "not": true}},
        "acme-fuse"
      ],
      "provides": {"property": "tiled", "when": {"option": "fuse"}}
    },
    "acme-all": {"options": {},
                 "pipeline": "any(acme-pipeline{level=high},any(acme-fuse))"},
    "acme-ring": {"pipeline": ["acme-gnir"]},
    "acme-gnir": {"pipeline": ["acme-ring"]},
    "acme-user": {"options": {}, "requires": ["tiled"]}
  }
})json";

TEST(Expansion, OfPipelinesInFiles) {
  Catalog catalog = readRegistered(acme);
  EXPECT_EQ(expand("builtin.module(acme-pipeline)", catalog),
            "builtin.module(acme-fuse)");
  EXPECT_EQ(expand("builtin.module(acme-pipeline{level=high})", catalog),
            "builtin.module(func.func(acme-tile{mode=fast size=32 fuse=true},"
            "acme-fuse),acme-fuse)");
  EXPECT_EQ(
      expand("builtin.module(acme-pipeline{level=high mode=x fuse=0 size=4})",
             catalog),
      "builtin.module(func.func(acme-tile{size=4 mode=x fuse=false}),"
      "acme-fuse)");
  // In a nest, and one in the other.
  EXPECT_EQ(expand("builtin.module(builtin.module(acme-all))", catalog),
            "builtin.module(builtin.module(func.func(acme-tile{mode=fast "
            "size=32 fuse=true},acme-fuse),acme-fuse,any(acme-fuse)))");
  EXPECT_EQ(expand("builtin.module(acme-ring)", catalog),
            "1:16 include-cycle the pipeline 'acme-ring' contains itself");
}

TEST(Expansion, ContractOfTheNameHoldsForItsPasses) {
  Catalog catalog = readRegistered(acme);
  auto check = [&](StringRef text) {
    Pipeline pipeline("builtin.module", catalog);
    pipeline.getInterface().inputContents.emplace();
    auto parsed = parseTextualPipeline(text, "p");
    EXPECT_TRUE(bool(parsed));
    EXPECT_FALSE(bool(parsed->appendTo(pipeline)));
    std::string messages;
    for (const Diagnostic &diagnostic : pipeline.check())
      messages += diagnostic.message + ";";
    return messages;
  };
  EXPECT_EQ(check("builtin.module(acme-pipeline,acme-user)"), "");
  EXPECT_EQ(check("builtin.module(acme-pipeline{fuse=false},acme-user)"),
            "'acme-user' requires 'tiled', which does not hold where it "
            "starts;");
  EXPECT_EQ(check("builtin.module(acme-late,acme-pipeline)"),
            "'acme-late' must come after 'acme-pipeline', and stands before "
            "it;");

  // A kind that none of its passes has is that of the whole.
  Pipeline pipeline("builtin.module", catalog);
  pipeline.append(PassSpec("acme-pipeline"));
  ASSERT_FALSE(
      bool(pipeline.insert(PassSpec("cse"), Position::before(kind("acme")))));
  EXPECT_EQ(pipeline.str(), "builtin.module(cse,acme-fuse)");
  // What is said of it later counts, too.
  Contract contract;
  contract.before(pass("cse"));
  ASSERT_FALSE(bool(pipeline.addContract("acme-pipeline", contract)));
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message, "'acme-pipeline' must come before "
                                 "'cse', and stands after it");
  // It stands where its first pass does.
  ASSERT_TRUE(findings[0].node && findings[0].fix);
  EXPECT_EQ(findings[0].node->position, 1);
  EXPECT_EQ(findings[0].node->str(), "'acme-pipeline' (from pass 1, on "
                                     "builtin.module, added by framework)");
  EXPECT_EQ(findings[0].fix->pass, "acme-pipeline");
  EXPECT_EQ(findings[0].fix->passPosition, 1);
  EXPECT_EQ(findings[0].fix->referencePosition, 0);
}

TEST(Expansion, APassGoesBesideAPipelineAndNotIntoIt) {
  Catalog catalog = readRegistered(acme);
  Pipeline pipeline("builtin.module", catalog);
  for (StringRef pass : {"acme-late", "cse", "acme-all"})
    pipeline.append(PassSpec(pass));
  std::vector<Diagnostic> findings = pipeline.check();
  ASSERT_EQ(findings.size(), 1u);
  ASSERT_TRUE(findings[0].fix);
  EXPECT_EQ(findings[0].fix->message, "move 'acme-late' after 'acme-all'");
  EXPECT_EQ(findings[0].fix->referencePosition, 2);
  // So the name stays.
  ASSERT_FALSE(bool(pipeline.apply(*findings[0].fix)));
  EXPECT_EQ(test::toText(pipeline, PrintStyle::WithNames),
            "builtin.module(cse,acme-all,acme-late)");
}

TEST(Expansion, InPipelineFiles) {
  Catalog catalog = readRegistered(acme);
  auto file = PipelineFile::parse(SourceText::copy(
      R"({"passes": [{"bundle": "b"},
          {"pass": "acme-pipeline", "options": {"level": "high"}}],
          "bundles": {"b": {"passes": ["acme-all"]}},
          "insert": [{"pass": "acme-user", "after": "acme-tile"}]})",
      "p.json"));
  ASSERT_TRUE(bool(file));
  Pipeline pipeline("builtin.module", catalog);
  EXPECT_EQ(
      test::errors(file->appendTo(pipeline)),
      "4:53 ambiguous-position 'acme-tile' is in the pipeline 2 times (in "
      "a file that is \"instance\": \"first\", \"last\", \"every\" or a "
      "number from 0)");
  file = PipelineFile::parse(SourceText::copy(
      R"({"passes": [{"pass": "acme-pipeline", "options": {"sise": 3}}]})",
      "p.json"));
  ASSERT_TRUE(bool(file));
  EXPECT_EQ(test::errors(file->appendTo(pipeline)),
            "1:51 bad-options 'acme-pipeline' has no option 'sise' (did you "
            "mean 'size'?)");
  EXPECT_TRUE(pipeline.empty());
}

TEST(Expansion, MistakesInFiles) {
  struct {
    StringRef text, errors;
  } cases[] = {
      {R"({"pipeline": 1})", "1:31 bad-value 'pipeline' takes a list or a "
                             "textual pipeline, not a number"},
      {R"({"pipeline": []})",
       "1:31 bad-value a registered pipeline has at least one pass"},
      {R"({"pipeline": "any(cse"})",
       "1:31 bad-value the textual pipeline cannot be read: this '(' is never "
       "closed: expected ')' at the end of the text"},
      {R"({"pipeline": [{"pas": "cse"}]})",
       "1:33 unknown-key an element of a pipeline has no key 'pas' (did you "
       "mean 'pass' or 'passes'?)"},
      {R"({"pipeline": [{"options": {}}]})",
       "1:32 missing-key an element of a pipeline needs 'pass' or 'passes'"},
      {R"({"pipeline": [{"pass": "cse", "nest": "func.func"}]})",
       "1:48 bad-value 'nest' goes with 'passes', not with 'pass'"},
      {R"({"pipeline": [{"passes": ["cse"], "options": {"a": 1}}]})",
       "1:52 bad-value 'options' goes with 'pass', not with 'passes'"},
      {R"({"pipeline": [{"pass": "a", "passes": ["cse"]}]})",
       "1:32 bad-value an element has 'pass' or 'passes', not both"},
      {R"({"pipeline": [{"passes": "cse"}]})",
       "1:43 bad-value 'passes' takes a list, not a string"},
      {R"({"pipeline": [{"pass": "cse", "when": {"variant": "gpu"}}]})",
       "1:68 unknown-condition there is no option or variant 'gpu'"},
      {R"({"pipeline": [{"pass": "cse", "optionsFrom": ["a"]}]})",
       "1:63 bad-value 'optionsFrom' takes an object, not a list"},
      {R"({"options": {"size": 1},
           "pipeline": [{"pass": "cse", "optionsFrom": {"a": "sise"}}]})",
       "2:62 bad-options 'cse' in 'p' depends on the option 'sise', which 'p' "
       "does not have (did you mean 'size'?)"},
      {R"({"options": {"size": 1},
           "pipeline": [{"pass": "cse", "when": {"option": "sise"}}]})",
       "2:60 unknown-condition there is no option or variant 'sise' (did you "
       "mean 'size'?)"},
      {R"({"pipeline": ["p"]})",
       "1:32 include-cycle the pipeline 'p' contains itself"},
      {R"({"options": {"a": {"type": "int"}}})",
       "1:45 bad-value there is no type 'int' of options (did you mean "
       "'int32', 'int32-list' or 'int64'?)"},
      {R"({"options": {"a": {"type": "enum"}}})",
       "1:36 missing-key an option of type 'enum' needs 'values'"},
      {R"({"options": {"a": {"type": "bool", "values": ["x"]}}})",
       "1:63 bad-value only an option of type 'enum' has 'values'"},
      {R"({"options": {"a": {"type": "bool", "default": 2}}})",
       "1:31 bad-options '2' is not a value of 'a', whose default it is"},
      {R"({"options": {"a": {"values": ["x"], "default": "y"}}})",
       "1:31 bad-options 'y' is not a value of 'a', whose default it is"},
      {R"({"options": {"a": {"defualt": 1}}})",
       "1:37 unknown-key an option has no key 'defualt' (did you mean "
       "'default'?)"},
  };
  for (const auto &test : cases)
    EXPECT_EQ(expandErrors(test.text), test.errors.str()) << test.text.str();
}

} // namespace
