//===- StockBundlesTest.cpp - Tests of the stock bundles ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bundles are data, so what their files promise is tested: each lowers what
// its file declares as input to what it declares as output, as far as the check
// can tell, and so do sequences of them. tests/lit/stock runs them on IR.
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/StockBundles.h"
#include "../Require.h"
#include "ErrorText.h"
#include "builder/PipelineBuilder.h"
#include "bundles/json/JsonFields.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace pmb;
using llvm::StringRef;

namespace {

/// `input` or `output` of a bundle's file.
std::vector<std::string> readContents(StringRef bundle, StringRef end) {
  // tests/bundles/Inputs
  StringRef root = PMB_TEST_INPUTS;
  for (int i = 0; i < 3; ++i)
    root = llvm::sys::path::parent_path(root);
  JsonDocument document = test::require(JsonDocument::read(
      (root + "/bundles/stock/" + bundle + ".pipeline.json").str()));
  std::vector<std::string> items;
  if (const JsonMember *member = document.getRoot().lookup(end))
    for (const JsonValue &item :
         member->value.lookup("contents")->value.getElements())
      items.push_back(item.getText().str());
  return items;
}

/// True for a warning that is right: what a kernel is computed with may also
/// stand in functions of the host, which a conversion of kernels does not see,
/// and outlining leaves it there when it copies them into the kernel's module.
bool isOfKernels(const Diagnostic &finding) {
  return finding.code == DiagnosticCode::MayBeLeftOver && finding.node &&
         StringRef(finding.node->name).starts_with("convert-gpu-to-") &&
         llvm::all_of(finding.items,
                      [](StringRef item) { return item.starts_with("gpu."); });
}

/// What the check says of bundles, one after the other: errors and warnings.
std::string checkBundles(llvm::ArrayRef<StringRef> names,
                         std::vector<std::string> input,
                         std::vector<std::string> output) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  for (StringRef name : names)
    pipeline.addBundle(name.split(' ').first, name.split(' ').second);
  pipeline.getInterface().inputContents = std::move(input);
  pipeline.getInterface().outputContents = std::move(output);
  std::string text;
  for (const Diagnostic &finding : pipeline.check())
    if (finding.severity >= Severity::Warning && !isOfKernels(finding))
      text += finding.str() + "\n";
  return text;
}

/// The pipeline that a bundle with these options is, or what is wrong.
std::string expand(StringRef name, StringRef options) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  pipeline.addBundle(name, options);
  std::string errors;
  for (const Diagnostic &finding : pipeline.check())
    if (finding.severity == Severity::Error)
      errors += finding.message + "\n";
  return errors.empty() ? pipeline.str() : errors;
}

std::string readJson(StringRef json) {
  auto file = PipelineFile::parse(SourceText::copy(json, "p.json"));
  if (!file)
    return test::errors(file.takeError());
  Pipeline pipeline(file->getAnchor(), getStockCatalog());
  if (llvm::Error error = file->appendTo(pipeline)) {
    EXPECT_TRUE(pipeline.empty());
    return test::errors(std::move(error));
  }
  return pipeline.str();
}

TEST(StockBundles, ThatAreThereConditionallyGetTheirOptions) {
  PipelineBuilder always("builtin.module", getStockCatalog()),
      conditional("builtin.module", getStockCatalog());
  for (PipelineBuilder *builder : {&always, &conditional})
    builder->setVariant("gpu");
  always.addBundle("bufferization", "buffer-alignment=16");
  conditional.when("gpu").addBundle("bufferization", "buffer-alignment=16");
  conditional.when("!gpu").addBundle("cleanup");
  EXPECT_EQ(conditional.str(), always.str());
  EXPECT_TRUE(test::contains(always.str(), "buffer-alignment=16"));
}

TEST(StockBundles, LowerWhatTheirFilesSayToWhatTheySay) {
  for (StringRef name : bundles::getStockBundleNames()) {
    std::vector<std::string> input = readContents(name, "input");
    std::vector<std::string> output = readContents(name, "output");
    if (input.empty()) {
      EXPECT_EQ(name, "cleanup");
      continue;
    }
    EXPECT_EQ(checkBundles({name}, input, output), "") << name.str();
    // That the contents are looked at.
    input.push_back("acme.op");
    EXPECT_NE(checkBundles({name}, input, output), "") << name.str();
  }
}

TEST(StockBundles, LowerInSequence) {
  struct {
    std::vector<StringRef> names;
    std::vector<std::string> output;
  } sequences[] = {
      {{"tensor-preparation", "bufferization", "linalg-to-loops",
        "lower-to-llvm"},
       {"llvm"}},
      {{"tensor-preparation generalize=true", "bufferization deallocate=false",
        "buffer-deallocation", "linalg-to-loops", "cleanup", "lower-to-llvm"},
       {"llvm"}},
      {{"tensor-preparation", "bufferization", "linalg-to-parallel-loops",
        "lower-to-llvm-by-interface"},
       {"llvm"}},
      {{"tensor-preparation", "cleanup", "bufferization", "cleanup",
        "linalg-to-affine-loops", "cleanup", "lower-to-llvm"},
       {"llvm"}},
      {{"tensor-preparation", "bufferization", "linalg-to-affine-loops",
        "affine-vectorization vector-size=4", "lower-to-llvm"},
       {"llvm"}},
      {{"tensor-preparation", "bufferization", "linalg-to-affine-loops",
        "affine-vectorization vectorize-reductions=true", "cleanup",
        "lower-to-llvm-by-interface"},
       {"llvm"}},
      {{"tosa-to-linalg", "tensor-preparation", "bufferization",
        "linalg-to-loops", "lower-to-llvm"},
       {"llvm", "ml_program"}},
      {{"sparsification", "linalg-to-loops", "lower-to-llvm"}, {"llvm"}},
      {{"tensor-preparation", "bufferization", "linalg-to-parallel-loops",
        "gpu-outlining", "gpu-to-nvvm"},
       {"llvm", "gpu.launch_func", "gpu.binary"}},
      {{"tensor-preparation", "bufferization", "linalg-to-parallel-loops",
        "cleanup", "gpu-outlining", "gpu-to-rocdl"},
       {"llvm", "gpu.launch_func", "gpu.binary"}},
      // C frees nothing.
      {{"tensor-preparation", "bufferization deallocate=false",
        "linalg-to-loops", "lower-to-emitc"},
       {"emitc"}},
  };
  for (auto &sequence : sequences) {
    // A program that each of them is for.
    std::vector<std::string> input = {
        "builtin.module", "func.func",      "func.return",  "func.call",
        "linalg.fill",    "linalg.matmul",  "linalg.yield", "arith.addf",
        "arith.mulf",     "arith.constant", "tensor.empty", "!tensor"};
    if (sequence.names.front() == "tosa-to-linalg")
      input = {"builtin.module", "func.func",  "func.return", "tosa.add",
               "tosa.clamp",     "tosa.const", "tosa.matmul", "!tensor"};
    else if (sequence.names.front() == "sparsification")
      input.push_back("sparse_tensor.convert");
    EXPECT_EQ(checkBundles(sequence.names, input, sequence.output), "")
        << llvm::join(sequence.names, ", ");
    // The same the wrong way round must not pass unnoticed.
    std::vector<StringRef> reversed(sequence.names.rbegin(),
                                    sequence.names.rend());
    EXPECT_NE(checkBundles(reversed, input, sequence.output), "")
        << llvm::join(reversed, ", ");
  }
}

TEST(StockBundles, EachOptionChangesThePasses) {
  size_t count = 0;
  for (StringRef name : bundles::getStockBundleNames())
    for (const OptionDescriptor &option :
         bundles::lookupStockBundle(name)->getOptions()) {
      ++count;
      EXPECT_NE(option.summary, "") << name.str() << ": " << option.name;
      std::string value;
      switch (option.type) {
      case OptionDescriptor::Type::Bool:
        value = option.defaultValue == "true" ? "false" : "true";
        break;
      case OptionDescriptor::Type::Enum:
        value = option.values.back() == option.defaultValue
                    ? option.values.front()
                    : option.values.back();
        break;
      case OptionDescriptor::Type::Text:
        value = "x";
        break;
      default:
        value = "3";
      }
      std::string options = option.name + "=" + value;
      std::string changed = expand(name, options);
      EXPECT_NE(changed, expand(name, "")) << name.str() << " " << options;
      EXPECT_TRUE(StringRef(changed).starts_with("builtin.module(")) << changed;
      // A value that the option cannot have.
      if (option.type == OptionDescriptor::Type::Text)
        continue;
      EXPECT_TRUE(test::contains(expand(name, option.name + "=maybe"), "maybe"))
          << name.str() << ": " << option.name;
      EXPECT_FALSE(StringRef(expand(name, option.name + "=maybe"))
                       .starts_with("builtin.module("));
    }
  EXPECT_GT(count, 20u);
}

/// With all options on: what a condition leaves out could not be wrong.
TEST(StockBundles, HaveKindsAndPassesThatThereAre) {
  for (StringRef name : bundles::getStockBundleNames()) {
    const PassBundle *bundle = bundles::lookupStockBundle(name);
    EXPECT_EQ(bundle->getName(), name);
    EXPECT_FALSE(bundle->getKinds().empty()) << name.str();
    for (const std::string &kind : bundle->getKinds())
      EXPECT_TRUE(getStockCatalog().hasKind(kind)) << kind;
    for (const Recipe &entry : bundle->getEntries())
      EXPECT_TRUE(!entry.isPass() || getStockCatalog().lookupPass(entry.name))
          << entry.name;
    EXPECT_EQ(getStockCatalog().lookupBundle(name), bundle);
  }
  EXPECT_EQ(bundles::lookupStockBundle("lower-to-lvm"), nullptr);
}

TEST(StockBundles, HaveOptionsInFiles) {
  EXPECT_EQ(readJson(R"({"passes": [{"bundle": "bufferization", "options":
                     {"buffer-alignment": 16, "deallocate": false}}]})"),
            expand("bufferization", "buffer-alignment=16 deallocate=false"));
  EXPECT_EQ(
      expand("bufferization", "buffer-alignment=16 deallocate=false"),
      "builtin.module(one-shot-bufferize{bufferize-function-boundaries=true "
      "function-boundary-type-conversion=identity-layout-map "
      "allow-return-allocs-from-loops=false allow-unknown-ops=false "
      "copy-before-write=false buffer-alignment=16})");
  EXPECT_EQ(readJson(R"({"passes": ["cse"], "insert": [{"bundle":
                     "linalg-to-affine-loops", "options": "fuse=false",
                     "after": "cse"}]})"),
            "builtin.module(cse,func.func(convert-linalg-to-affine-loops))");
}

TEST(StockBundles, CopiesMayBeChanged) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  pipeline.addBundle(
      bundles::createBufferization().setOption("deallocate", "false"));
  EXPECT_EQ(pipeline.str(), expand("bufferization", "deallocate=false"));
  PipelineBuilder other("builtin.module", getStockCatalog());
  other.addBundle(bundles::createCleanup().addPass("symbol-dce"));
  EXPECT_EQ(other.str(), "builtin.module(cse,canonicalize,symbol-dce)");
  EXPECT_EQ(expand("cleanup", ""), "builtin.module(cse,canonicalize)");
}

TEST(StockBundles, MistakesInOptions) {
  struct {
    StringRef json, errors;
  } cases[] = {
      {R"({"passes": [{"bundle": "bufferization", "options": {"alignment": 1}}]})",
       "bad-options"},
      {R"({"passes": [{"bundle": "bufferization", "options": "deallocate=no"}]})",
       "bad-options"},
      {R"({"passes": [{"bundle": "cleanup", "options": {"deep": true}}]})",
       "bad-options"},
      {R"({"bundles": {"b": {"passes": ["cse"]}},
           "passes": [{"bundle": "b", "options": {"deep": true}}]})",
       "bad-options"},
      {R"({"passes": [{"bundle": "bufferisation", "options": {}}]})",
       "unknown-bundle"},
  };
  for (auto &[json, errors] : cases)
    EXPECT_TRUE(test::contains(readJson(json), errors)) << json.str();

  // From C++ the same.
  EXPECT_TRUE(
      test::contains(expand("bufferization", "alignment=1"), "'alignment'"));
  EXPECT_TRUE(
      test::contains(expand("bufferisation", ""), "no bundle 'bufferisation'"));
  Pipeline pipeline("builtin.module", getStockCatalog());
  pipeline.append(PassSpec("cse"));
  EXPECT_EQ(test::errors(pipeline.insertBundle("cleanup",
                                               Position::after(pass("cse")),
                                               "deep=true"))
                .find("bad-options"),
            0u);
  EXPECT_EQ(pipeline.str(), "builtin.module(cse)");
}

/// What a party adds under the name of a stock bundle would be another one.
TEST(StockBundles, KeepTheirNames) {
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(test::errors(catalog.addBundle(PassBundle("lower-to-llvm")))
                .find("duplicate-name"),
            0u);
  test::require(catalog.addBundle(PassBundle("acme")));
  EXPECT_TRUE(llvm::is_contained(catalog.getBundleNames(), "acme"));
  EXPECT_TRUE(llvm::is_contained(catalog.getBundleNames(), "lower-to-llvm"));
}

} // namespace
