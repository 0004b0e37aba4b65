//===- PipelineFileWriteTest.cpp - Tests of writing pipelines -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "PipelineFileSupport.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockBundles.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/Support/JSON.h"
#include <ctime>
#include <random>

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

/// Everything that can be said, as `print` writes it.
constexpr StringRef everything = R"({
  "$schema": "pipeline.schema.json",
  "description": "Everything",
  "anchor": "builtin.module",
  "variants": ["cpu"],
  "input": {"contents": ["linalg"], "properties": ["clean-ir"]},
  "inputNever": ["tosa", {"item": "linalg.matmul", "reason": "lowered before"}],
  "bundles": {
    "mine": {
      "kinds": ["lowering"],
      "contiguous": true,
      "after": [{"pass": "a", "weak": true, "reason": "r"}],
      "passes": ["a", {"slot": "inside"}]
    }
  },
  "passes": [
    "a",
    {"pass": "b", "reason": "why"},
    {
      "pass": "optional",
      "options": {"count": 2, "mode": "{x y}"},
      "reason": "a reason that is too long for the line"
    },
    {"pass": "c", "options": "x y=1"},
    {
      "nest": "func.func",
      "passes": [
        "a",
        {"nest": "func.func", "separate": true, "reason": "n", "passes": []}
      ]
    },
    {"slot": "s", "reason": "for others"},
    {"bundle": "mine"},
    {"bundle": "here", "kinds": ["k"], "provides": [{"property": "clean-ir"}], "passes": ["d"]},
    {"bundle": "cleanup", "reason": "tidy"},
    {"bundle": "each", "nest": ["func.func", "gpu.module"], "passes": ["d"]}
  ],
  "insert": [
    {"pass": "b", "options": {"n": 1}, "nest": ["func.func"], "before": "d"},
    {"pass": "b", "after": {"pass": "a", "instance": "first"}},
    {"pass": "b", "after": {"pass": "a", "instance": "last"}},
    {"pass": "b", "after": {"pass": "a", "instance": "every"}},
    {"pass": "b", "after": {"pass": "a", "instance": "unique"}},
    {"pass": "b", "after": {"pass": "a", "instance": 3}},
    {"pass": "b", "before": {"kind": "k"}},
    {"pass": "b", "before": {"kind": "k", "instance": "last"}},
    {"pass": "b", "after": {"kind": "k"}, "orElse": [{"after": {"bundle": "here"}}, {"at": "end"}]},
    {"slot": "t", "reason": "more", "at": "start"},
    {"bundle": "new", "passes": ["a"], "before": {"slot": "s"}},
    {"pass": "b", "at": "contract"},
    {"pass": "b", "at": "contract-latest"},
    {"pass": "b", "immediatelyBefore": "a"},
    {
      "pass": "b",
      "immediatelyAfter": {"kind": "k"},
      "orElse": {"immediatelyBefore": {"pass": "d", "nest": "gpu.module"}}
    },
    {"bundle": "more", "nest": ["func.func"], "passes": ["a"], "at": "end"}
  ],
  "contracts": {
    "b": {
      "after": [{"pass": "a", "notBetween": [{"invalidator": "clean-ir"}]}],
      "writesOutside": [{"reason": "adds functions", "weak": true}]
    }
  },
  "output": {"contents": [], "properties": ["clean-ir"]},
  "threads": false,
  "severity": {"predicted-left-over": "warning"}
}
)";

/// What was put next to something stays there when the pipeline is written.
TEST(PipelineFile, NeighboursAreDescribed) {
  StringRef json = R"({
  "anchor": "builtin.module",
  "passes": ["a", {"nest": "func.func", "passes": ["b", "a", "c"]}],
  "insert": [
    {"pass": "d", "reason": "r", "immediatelyBefore": "b"},
    {"pass": "d", "immediatelyAfter": {"pass": "a", "instance": 1}},
    {"pass": "e", "immediatelyAfter": {"pass": "d", "instance": 1}}
  ]
}
)";
  Pipeline pipeline("builtin.module", withProperties());
  EXPECT_EQ(append(json, pipeline), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(a,func.func(d,b,a,d,e,c))");
  EXPECT_EQ(toText(PipelineFile::describe(pipeline)), json);
}

TEST(PipelineFile, ManyNeighboursAreDescribedInLinearTime) {
  // Of the processor: a busy machine changes nothing. What takes quadratic time
  // needs a minute.
  constexpr std::clock_t limit = 20 * CLOCKS_PER_SEC;
  constexpr size_t count = 30000;
  Pipeline pipeline("builtin.module", withProperties());
  for (size_t i = 0; i < count; ++i)
    pipeline.append(PassSpec("a"));
  require(pipeline.insert(PassSpec("b"),
                          Position::immediatelyBefore(every(pass("a")))));
  std::string described;
  llvm::raw_string_ostream os(described);
  std::clock_t begin = std::clock();
  PipelineFile::describe(pipeline).print(os);
  EXPECT_LT(std::clock() - begin, limit);
  EXPECT_EQ(StringRef(described).count("immediatelyBefore"), count);
  EXPECT_TRUE(contains(
      described,
      R"({"pass": "b", "immediatelyBefore": {"pass": "a", "instance": 29999}})"));
}

TEST(PipelineFile, WrittenFilesReadBackAsTheSame) {
  auto print = [](StringRef text) {
    auto file = PipelineFile::parse(SourceText::copy(text, "p.json"));
    std::string result;
    llvm::raw_string_ostream os(result);
    if (file)
      file->print(os);
    else
      os << test::text(file.takeError());
    return os.str();
  };
  std::string written = print(everything);
  EXPECT_EQ(print(written), written);
  // Nothing is lost: but for line breaks it is the text that was read.
  auto squeeze = [](StringRef text) {
    std::string result;
    for (char c : text)
      if (c != ' ' && c != '\n')
        result += c;
    return result;
  };
  EXPECT_EQ(squeeze(written), squeeze(everything));
  EXPECT_EQ(print("{}"), "{\n  \"passes\": []\n}\n");
}

/// What `describe` writes of `pipeline` makes the same pipeline.
void expectDescribed(const TestPipeline &pipeline, TestPipeline &&copy) {
  std::string json = toText(PipelineFile::describe(pipeline));
  EXPECT_EQ(append(json, copy), "") << json;
  EXPECT_EQ(copy.str(), pipeline.str()) << json;
  // Listings but for the origins.
  auto list = [](const TestPipeline &p) {
    std::string text;
    for (const Node &node : p.getNodes())
      text += std::to_string(unsigned(node.getKind())) + " " +
              node.getName().str() + " " + node.getAnchorPath().str() + " " +
              (node.getBundle() ? node.getBundle()->getName().str() : "-") +
              " " + node.getOrigin().why + "\n";
    return text;
  };
  EXPECT_EQ(list(copy), list(pipeline)) << json;
  EXPECT_EQ(toText(PipelineFile::describe(copy)), json);
}

TEST(PipelineFile, DescribesPipelines) {
  TestPipeline pipeline;
  pipeline.addPass("a");
  pipeline.addPass("optional", "{count=3 mode={x y}}");
  pipeline.addSlot("s");
  pipeline.nest("func.func").addPass("b").addSlot("t").addPass("c");
  pipeline.addSlot("between");
  pipeline.nest("func.func").addPass("d");
  pipeline.addPass("kernel-pass");
  PassBundle bundle("outer");
  bundle.addKind("mine").setContiguous().addPass("clean");
  bundle.nest("func.func").addPass("a");
  PassBundle inner("inner");
  inner.addSlot("u").addPass("func-pass");
  inner.contract.after(pass("clean")).because("r");
  bundle.addBundle(std::move(inner));
  pipeline.addBundle(bundle);
  pipeline.addBundle(PassBundle("empty"));
  pipeline.setVariant("gpu");
  pipeline.setSeverity(DiagnosticCode::PredictedLeftOver, Severity::Off);
  pipeline.getInterface().inputContents = {{"linalg"}};
  pipeline.getInterface().outputContents.emplace();
  Contract contract;
  contract.before(pass("d")).because("why");
  EXPECT_EQ(text(pipeline.addContract("a", contract)), "");
  Origin origin = Origin::thirdParty("x");
  origin.why = "asked for";
  pipeline.setOrigin(origin);
  pipeline.addPass("tidy");
  expectDescribed(pipeline, TestPipeline());
}

/// Plugins may ask for it, though the pipeline does not.
TEST(PipelineFile, DescribesTheVariantsThatWereChosen) {
  TestPipeline pipeline({"a"});
  for (const char *name : {"cpu", "gpu"})
    test::require(pipeline.getVariants().addVariant({name, "", {}}));
  pipeline.setVariant("gpu");
  EXPECT_TRUE(contains(toText(PipelineFile::describe(pipeline)),
                       R"("variants": ["gpu"])"));
}

TEST(PipelineFile, DescribesWhatWasWrittenAsTwoNests) {
  for (StringRef written :
       {"builtin.module(func.func(a),func.func(b,func.func(c),func.func(d)))",
        "builtin.module(gpu.module(gpu.func(a)),gpu.module(gpu.func(b),"
        "gpu.func(c),a),b,gpu.module(a))",
        "builtin.module(a,func.func(b),func.func(b),func.func(b),a)"}) {
    auto parsed = test::require(parseTextualPipeline(written, "t"));
    TestPipeline pipeline;
    EXPECT_EQ(text(parsed.appendTo(pipeline)), "");
    ASSERT_EQ(pipeline.str(), written.str());
    expectDescribed(pipeline, TestPipeline());
  }
}

/// A random list of passes, nests, bundles and slots, as a file has it.
class RandomList {
public:
  explicit RandomList(unsigned seed) : random(seed) {}

  std::string make(unsigned depth) {
    std::string list = "[";
    for (unsigned i = 0, count = pick(5); i < count; ++i)
      list += (i ? ", " : "") + makeEntry(depth);
    return list + "]";
  }

private:
  unsigned pick(unsigned count) { return random() % count; }

  std::string makeEntry(unsigned depth) {
    static const char *ops[] = {"func.func", "gpu.module", "gpu.func"};
    std::string number = std::to_string(names++);
    switch (depth ? pick(6) : pick(3)) {
    case 0:
      return "\"a\"";
    case 1:
      return R"({"pass": "b", "options": "x=1", "reason": "r"})";
    case 2:
      return R"({"slot": "s)" + number + "\"}";
    case 3:
      return R"({"bundle": "b)" + number + R"(", "passes": )" +
             make(depth - 1) + (pick(2) ? R"(, "contiguous": true})" : "}");
    default:
      return R"({"nest": ")" + std::string(ops[pick(3)]) + R"(", "passes": )" +
             make(depth - 1) + (pick(2) ? R"(, "separate": true})" : "}");
    }
  }

  std::mt19937 random;
  unsigned names = 0;
};

TEST(PipelineFile, DescribesRandomPipelines) {
  size_t passes = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    TestPipeline pipeline;
    std::string json = "{\"passes\": " + RandomList(seed).make(4) + "}";
    ASSERT_EQ(append(json, pipeline), "") << json;
    passes += pipeline.size();
    expectDescribed(pipeline, TestPipeline());
    if (HasFailure())
      FAIL() << json;
  }
  EXPECT_GT(passes, 1000u);
}

TEST(PipelineFile, DescribesStockBundlesInAnyPlace) {
  for (StringRef name : bundles::getStockBundleNames()) {
    Pipeline pipeline("builtin.module", getStockCatalog());
    pipeline.append(*bundles::lookupStockBundle(name));
    pipeline.append(PassSpec("symbol-dce"));
    std::string json = toText(PipelineFile::describe(pipeline));
    Pipeline copy("builtin.module", getStockCatalog());
    EXPECT_EQ(append(json, copy), "");
    EXPECT_EQ(copy.str(), pipeline.str());
  }
}

/// What is read again is then checked as it was: what a registered pipeline
/// does to its own work is no finding with an open input.
TEST(PipelineFile, DescribesRegisteredPipelinesByTheirNames) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  auto parsed = test::require(parseTextualPipeline(
      "builtin.module(func.func(cse),func.func(buffer-deallocation-pipeline),"
      "sparsifier{vl=8},cse)",
      "t"));
  test::require(parsed.appendTo(pipeline));
  pipeline.getInterface().outputContents = {"llvm"};
  auto describe = [&] { return toText(PipelineFile::describe(pipeline)); };
  std::string json = describe();
  EXPECT_TRUE(
      contains(json, "{\"pass\": \"sparsifier\", \"options\": {\"vl\": 8}}"));
  EXPECT_FALSE(contains(json, "expand-realloc"));
  Pipeline copy("builtin.module", getStockCatalog());
  EXPECT_EQ(append(json, copy), "");
  EXPECT_EQ(copy.str(), pipeline.str());
  EXPECT_EQ(copy.check().size(), pipeline.check().size());
  EXPECT_EQ(toText(pipeline, PrintStyle::WithNames), parsed.str());
  // What was edited is what its passes are now.
  test::require(pipeline.insert(
      PassSpec("inline"), Position::before(last(pass("expand-realloc")))));
  test::require(
      pipeline.setOptions(pass("sparsification-and-bufferization"), "vl=16"));
  json = describe();
  for (const char *part : {"expand-realloc", "\"inline\"", "\"vl\": 16"})
    EXPECT_TRUE(contains(json, part));
}

/// Options of passes may be any bytes; JSON may not.
TEST(PipelineFile, DescribesOptionsThatAreNotUTF8) {
  TestPipeline pipeline;
  pipeline.append(PassSpec("a", "x=\xff y=\xc3"));
  pipeline.append(PassSpec("b", "\xe2\x82"));
  std::string json = toText(PipelineFile::describe(pipeline));
  EXPECT_TRUE(llvm::json::isUTF8(json));
  TestPipeline copy;
  EXPECT_EQ(append(json, copy), "");
  EXPECT_EQ(copy.size(), 2u);
}

TEST(PipelineFile, OptionsOfInstancesWithoutTheDefaults) {
  TestPipeline pipeline;
  pipeline.append(makeInstance("optional", true, "count=1 mode=fast"));
  EXPECT_EQ(toText(PipelineFile::describe(pipeline)), R"({
  "anchor": "builtin.module",
  "passes": [{"pass": "optional", "options": {"mode": "fast"}}]
}
)");
}

/// A word without entries says that the pass does nothing, whatever else the
/// contract says of its place; and the text says it again.
TEST(PipelineFile, ContractsThatSayThatNothingIsDone) {
  StringRef json = R"({"passes": ["x", "y"], "contracts": {
    "x": {"before": "y", "lowers": []}, "y": {"before": "z"}}})";
  PipelineFile file =
      require(PipelineFile::parse(SourceText::copy(json, "p.json")));
  Pipeline pipeline("builtin.module", withProperties());
  ASSERT_EQ(test::text(file.appendTo(pipeline)), "");
  auto isDescribed = [&](int position) {
    return std::next(pipeline.getPasses().begin(), position)
        ->getDescriptor()
        .hasContract;
  };
  EXPECT_TRUE(isDescribed(0));
  EXPECT_FALSE(isDescribed(1)) << "what it does is not said";
  EXPECT_TRUE(
      contains(toText(PipelineFile::describe(pipeline)), R"("lowers": [])"));
}

} // namespace
