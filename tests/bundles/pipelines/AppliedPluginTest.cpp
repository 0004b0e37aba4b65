//===- AppliedPluginTest.cpp - Plugins that are applied to a pipeline -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineFileSupport.h"
#include "bundles/stock/StockCatalog.h"

using namespace pmb;
using namespace pmb::test;
using llvm::StringRef;

namespace {

struct EditedPipeline : Pipeline {
  EditedPipeline() : Pipeline("builtin.module", getStockCatalog()) {}
};

std::string applyPlugin(Pipeline &pipeline, StringRef json,
                        StringRef name = "acme.json") {
  llvm::Expected<PipelineFile> file =
      PipelineFile::parse(SourceText::copy(json, name));
  std::string result;
  for (const Diagnostic &diagnostic : takeDiagnostics(
           file ? file->appendAsPluginTo(pipeline) : file.takeError()))
    result += diagnostic.str();
  return result;
}

// The rules are those of plugins that a tool loads (passmanager/README.md).
TEST(AppliedPlugin, OnlyEdits) {
  EditedPipeline pipeline;
  pipeline.append(PassSpec("cse"));
  for (StringRef key :
       {R"("passes": ["cse"])", R"("input": {"contents": ["func"]})",
        R"("inputNever": ["linalg"])", R"("output": {"contents": ["llvm"]})",
        R"("threads": false)", R"("cleanups": {"share": true})",
        R"("severity": {"wrong-order": "off"})"}) {
    std::string word = key.split('"').second.split('"').first.str();
    std::string error = applyPlugin(pipeline, ("{" + key + "}").str());
    EXPECT_EQ(error.find("error: 'acme.json' cannot be used: it has '" + word +
                         "', and a plugin only adds to the pipelines of others "
                         "[PMB040 bad-plugin]"),
              0u)
        << error;
  }
  EXPECT_EQ(applyPlugin(pipeline, "{}")
                .find("error: 'acme.json' cannot be "
                      "used: it edits nothing"),
            0u);
  EXPECT_EQ(applyPlugin(pipeline, R"({"insert": [
              {"pass": "sccp", "at": "end"}]})",
                        "a b.json")
                .find("error: 'a b.json' cannot be used: the file's name"),
            0u);
  EXPECT_EQ(pipeline.str(), "builtin.module(cse)");
}

TEST(AppliedPlugin, TakesPartOnce) {
  EditedPipeline pipeline;
  pipeline.append(PassSpec("cse"));
  StringRef plugin = R"({"insert": [{"pass": "sccp", "at": "end"}]})";
  EXPECT_EQ(applyPlugin(pipeline, plugin), "");
  EXPECT_EQ(applyPlugin(pipeline, plugin), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(cse,sccp)");
  EXPECT_EQ(
      applyPlugin(pipeline, R"({"insert": [{"pass": "inline", "at": "end"}]})"),
      "error: another plugin with the id 'acme' has edited the pipeline "
      "already [PMB014 duplicate-name]\n"
      "  help: give each plugin a name of its own\n"
      "  note: nothing of what plugin 'acme' did was kept\n");
  EXPECT_EQ(applyPlugin(pipeline, plugin, "other.json"), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(cse,sccp,sccp)");
}

TEST(AppliedPlugin, AfterAFailureItMayComeAgain) {
  EditedPipeline pipeline;
  StringRef plugin = R"({"insert": [{"pass": "sccp", "after": "cse"}]})";
  EXPECT_NE(applyPlugin(pipeline, plugin), "");
  pipeline.append(PassSpec("cse"));
  EXPECT_EQ(applyPlugin(pipeline, plugin), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(cse,sccp)");
}

TEST(AppliedPlugin, IsForOneOfItsVariants) {
  StringRef plugin = R"({"variants": ["gpu", "npu"],
                         "insert": [{"pass": "sccp", "at": "end"}]})";
  EditedPipeline none, one;
  for (EditedPipeline *pipeline : {&none, &one}) {
    if (pipeline == &one)
      pipeline->setVariant("npu");
    pipeline->append(PassSpec("cse"));
    EXPECT_EQ(applyPlugin(*pipeline, plugin), "");
  }
  EXPECT_EQ(none.str(), "builtin.module(cse)");
  EXPECT_EQ(one.str(), "builtin.module(cse,sccp)");
  // It wants them, and does not choose them.
  EXPECT_FALSE(one.getList().hasVariant("gpu"));
}

} // namespace
