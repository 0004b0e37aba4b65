//===- PipelineSourcesTest.cpp - Pipeline files with their texts --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/PipelineSources.h"
#include "PipelineFileSupport.h"
#include "bundles/mending/FileWriter.h"
#include "bundles/pipelines/EmbeddedPipeline.h"
#include "bundles/pipelines/PipelineCode.h"
#include "bundles/report/PipelinePage.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

/// Files in a folder of their own.
struct PipelineSourcesTest : testing::Test {
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("pmb-sources", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string getPath(StringRef name) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }
  void write(StringRef name, StringRef content) {
    EXPECT_EQ(text(writeFile(getPath(name), content)), "");
  }
  PipelineSources read(StringRef name) {
    auto sources = PipelineSources::read(getPath(name));
    EXPECT_TRUE(bool(sources)) << text(sources.takeError());
    return std::move(*sources);
  }

  llvm::SmallString<128> folder;
};

TEST_F(PipelineSourcesTest, HasTheTextsThatWereRead) {
  write("cpu.pipeline.json", R"({"passes": [{"include": "part.json"}]})");
  write("part.json", R"({"passes": ["cse"]})");
  PipelineSources sources = read("cpu.pipeline.json");
  ASSERT_EQ(sources.getTexts().size(), 2u);
  EXPECT_EQ(sources.getTexts()[1].name, getPath("part.json"));
  EXPECT_EQ(sources.getTexts()[1].text, R"({"passes": ["cse"]})");
}

/// A file that changes while something is made of it.
TEST_F(PipelineSourcesTest, NoticesChanges) {
  write("cpu.pipeline.json", R"({"passes": [{"include": "part.json"}]})");
  write("part.json", R"({"passes": ["cse"]})");
  PipelineSources sources = read("cpu.pipeline.json");
  EXPECT_EQ(text(sources.verifyUnchanged()), "");
  write("part.json", R"({"passes": ["sccp"]})");
  std::string changed = text(sources.verifyUnchanged());
  EXPECT_TRUE(contains(changed, "part.json' has changed while it was read"));
  EXPECT_TRUE(contains(changed, "part.json:1:1"));
  llvm::sys::fs::remove(getPath("part.json"));
  EXPECT_NE(text(sources.verifyUnchanged()), "");
}

TEST_F(PipelineSourcesTest, EmptyInAllVariantsIsAnError) {
  write("cpu.pipeline.json", R"({"variants": {"x": "X"}, "passes": []})");
  EXPECT_TRUE(contains(text(read("cpu.pipeline.json")
                                .composeVariants(getStockCatalog())
                                .takeError()),
                       "has no passes"));
  write(
      "cpu.pipeline.json",
      R"({"variants": {"x": "X"}, "passes": [{"pass": "cse", "when": "x"}]})");
  auto variants =
      require(read("cpu.pipeline.json").composeVariants(getStockCatalog()));
  EXPECT_EQ(variants.size(), 2u);
}

/// Text of others is no code, in C++ and in Markdown.
TEST_F(PipelineSourcesTest, TextOfOthersShowsItself) {
  write("cpu.pipeline.json", R"({
    "description": "a\n*/ \"b\" <img> `c` | \u202e d",
    "options": {"o": {"type": "text", "summary": "x\\\n\"y", "default": "z\"`"}},
    "passes": [{"pass": "cse", "reason": "**r** | <s>"}, {"slot": "late"}]})");
  PipelineSources sources = read("cpu.pipeline.json");
  auto code = require(makePipelineCode(sources, getStockCatalog(), ""));
  EXPECT_TRUE(contains(code, "\"a\\n*/ \\\"b\\\" <img> `c` | "));
  EXPECT_TRUE(contains(code, "llvm::cl::desc(\"x\\\\\\n\\\"y\")"));
  auto page = require(makePipelinePage(sources, getStockCatalog()));
  EXPECT_TRUE(contains(page, "\\*/ \"b\" \\<img\\> \\`c\\` \\|"));
  EXPECT_TRUE(contains(page, "`` z\"` ``"));
  EXPECT_TRUE(contains(page, "\\*\\*r\\*\\* \\| \\<s\\>"));
  EXPECT_FALSE(contains(page, "\u202e"));
}

TEST(EmbeddedPipeline, NeedsNoFile) {
  static constexpr EmbeddedFile files[] = {
      {"x/cpu.pipeline.json",
       R"({"variants": {"v": "V"}, "passes": [{"include": "y/part.json"}]})"},
      {"x/y/part.json",
       R"({"passes": ["cse", {"pass": "sccp", "when": "v"}]})"},
  };
  Pipeline pipeline("builtin.module", getStockCatalog());
  VariantChoice choice;
  choice.add("v", std::nullopt);
  ASSERT_EQ(text(appendEmbeddedPipeline(pipeline, files, choice)), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(cse,sccp)");
  // A part of it is not there; nothing is appended then.
  Pipeline other("builtin.module", getStockCatalog());
  std::string missing =
      text(appendEmbeddedPipeline(other, llvm::ArrayRef(files, 1), choice));
  EXPECT_TRUE(contains(missing, "'x/y/part.json' is not in the program"));
  choice = {};
  choice.add("w", std::nullopt);
  EXPECT_NE(text(appendEmbeddedPipeline(other, files, choice)), "");
  EXPECT_TRUE(other.empty());
  EXPECT_TRUE(other.getOptions().empty());
}

} // namespace
