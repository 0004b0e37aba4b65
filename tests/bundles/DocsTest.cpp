//===- DocsTest.cpp - Examples of headers that need no MLIR ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands between `docs:` and `docs: end` is in the comments of that file:
// tests/docs.py fails if it is not. That it compiles is what is tested here.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "builder/passes/PassInstance.h"
#include "bundles/json/JsonFields.h"
#include "bundles/pipelines/PipelineFile.h"
#include "bundles/report/Ask.h"
#include "bundles/report/Diff.h"
#include "bundles/report/Graph.h"
#include "bundles/report/JsonSupport.h"
#include "bundles/stock/StockBundles.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;
using namespace llvm;

namespace {

[[maybe_unused]] void addStockBundles(PipelineBuilder &builder) {
  using bundles::createBufferization;
  // docs: bundles/stock/StockBundles.h
  builder.addBundle("bufferization", "buffer-alignment=16");
  // docs: end
  // docs: bundles/stock/StockBundles.h
  builder.addBundle(createBufferization().setOption("deallocate", "false"));
  // docs: end
}

void describe(Contract &contract) {
  // docs: builder/passes/Contract.h
  contract.lowers({"scf"})
      .except({"scf.forall"})
      .to({"cf"})
      .because("rewrites structured control flow into branches");
  contract.after(pass("async-to-async-runtime"))
      .because("counts references of runtime values only");
  contract.lowers({"bufferization.to_tensor"})
      .when("bufferize-function-boundaries & !gpu");
  contract.unknownEffect().because("runs the passes that 'pipeline' names");
  // docs: end
  // docs: builder/passes/Contract.h
  contract.writesOutside().because("adds declarations to the module");
  // docs: end
}

TEST(Docs, ContractsAndBundles) {
  Contract contract;
  describe(contract);
  EXPECT_EQ(contract.getContents().size(), 4u);
  // docs: builder/passes/PassBundle.h
  PassBundle bundle("bufferization");
  bundle.addKind("bufferization")
      .addPass("one-shot-bufferize", "bufferize-function-boundaries=true")
      .addSlot("post-bufferize")
      .nest("func.func")
      .addPass("canonicalize");
  // docs: end
  // docs: builder/passes/PassBundle.h
  bundle.nest("func.func").addPass("cse");
  // docs: end
  Pipeline pipeline("builtin.module", getStockCatalog());
  pipeline.append(bundle);
  EXPECT_EQ(pipeline.size(), 3u);
}

/// Stands for a tag that a layer has.
struct GpuKernelOutlining {
  static constexpr StringLiteral getArgument() {
    return "gpu-kernel-outlining";
  }
};

Error compose(PipelineBuilder &builder) {
  // docs: bundles/README.md
  if (auto err = builder.getVariants().addVariant(
          {"cuda", "Kernels run on a GPU", {}}))
    return err;
  builder.setVariant("cuda");
  builder.when("cuda").addPass("gpu-kernel-outlining");
  // docs: end
  return Error::success();
}

TEST(Docs, VariantsAndConditions) {
  PassBundle bundle("kernels");
  bundle.addOption({"lanes", "8", OptionDescriptor::Type::Int64});
  // docs: builder/passes/PassBundle.h
  bundle.nest("func.func").addPass("cse");
  bundle.when("target == gpu").addPass("gpu-kernel-outlining");
  bundle.optionsFrom({{"virtual-vector-size", "lanes"}})
      .addPass("affine-super-vectorize");
  // docs: end
  PipelineBuilder pmb("builtin.module", getStockCatalog());
  test::require(pmb.getVariants().addOption({"target", "gpu"}));
  test::require(compose(pmb));
  pmb.addBundle(bundle);
  EXPECT_EQ(pmb.str(), "builtin.module(gpu-kernel-outlining,func.func(cse),"
                       "gpu-kernel-outlining,func.func(affine-super-vectorize{"
                       "virtual-vector-size=8}))");
  PipelineBuilder other("builtin.module", getStockCatalog());
  {
    PipelineBuilder &builder = other;
    // docs: builder/PipelineBuilder.h
    builder.setVariant("gpu");
    builder.when("gpu").addPass<GpuKernelOutlining>();
    // docs: end
  }
  EXPECT_TRUE(other.check().empty());
  EXPECT_EQ(other.str(), "builtin.module(gpu-kernel-outlining)");
}

// Stand for the classes of MLIR.
namespace func {
struct FuncOp {
  static llvm::StringRef getOperationName() { return "func.func"; }
};
} // namespace func
namespace gpu {
struct GPUModuleOp {
  static llvm::StringRef getOperationName() { return "gpu.module"; }
};
} // namespace gpu

TEST(Docs, NestsForSeveral) {
  PipelineBuilder builder("builtin.module", getStockCatalog());
  // docs: builder/PipelineBuilder.h
  builder.nestEach<func::FuncOp, gpu::GPUModuleOp>(
      PassBundle("tidy").addPass("canonicalize").addPass("cse"));
  // docs: end
  EXPECT_EQ(builder.str(), "builtin.module(func.func(canonicalize,cse),"
                           "gpu.module(canonicalize,cse))");
}

/// What a specialisation of PassTraits has.
template <typename T> struct Traits {
  // docs: builder/passes/PassInstance.h
  static llvm::StringRef getArgument();
  template <typename... Args> static PassSpec create(Args &&...args);
  static PassSpec wrap(std::unique_ptr<T> instance); // for classes only
  // docs: end
};

/// Without what only pipelines of MLIR have, which the file is not for.
Error readPipeline() {
  // docs: bundles/pipelines/PipelineFile.h
  Expected<PipelineFile> file = PipelineFile::read("cpu.pipeline.json");
  if (!file)
    return file.takeError();
  Pipeline pipeline(file->getAnchor(), getStockCatalog());
  return file->appendTo(pipeline);
  // docs: end
}

TEST(Docs, ReportsArePrinted) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  pipeline.append(PassSpec("cse"));
  testing::internal::CaptureStdout();
  // docs: bundles/report/Report.h
  std::vector<Diagnostic> findings = pipeline.check();
  Report report = makeReport(pipeline, "cpu");
  report.findings = std::move(findings);
  printReport(llvm::outs(), report, {ReportFormat::Json});
  // docs: end
  llvm::outs().flush();
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_TRUE(test::contains(text, "\"input\": \"cpu\""));
}

Error printAnswersAbout(Pipeline &pipeline) {
  // docs: bundles/report/Ask.h
  Questions questions;
  questions.why = {"cf", "canonicalize,1"};
  questions.where = {"sccp"};
  Expected<Answers> answers = ask(pipeline, "cpu", questions);
  if (!answers)
    return answers.takeError();
  printAnswers(llvm::outs(), *answers, AnswerFormat::Text);
  // docs: end
  return Error::success();
}

TEST(Docs, QuestionsAreAnswered) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  for (StringRef name : {"canonicalize", "convert-scf-to-cf", "canonicalize"})
    pipeline.append(PassSpec(name));
  pipeline.check();
  testing::internal::CaptureStdout();
  test::require(printAnswersAbout(pipeline));
  llvm::outs().flush();
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(text.find("why 'cf': "), 0u) << text;
  EXPECT_TRUE(test::contains(text, "why pass 2 'canonicalize'"));
  EXPECT_TRUE(test::contains(text, "where 'sccp' could be added"));
}

TEST(Docs, PicturesAreDrawn) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  pipeline.append(PassSpec("cse"));
  testing::internal::CaptureStdout();
  // docs: bundles/report/Graph.h
  std::vector<Diagnostic> findings = pipeline.check();
  Report report = makeReport(pipeline, "cpu", /*explains=*/true);
  report.findings = std::move(findings);
  printGraph(llvm::outs(), report, GraphFormat::Html);
  // docs: end
  llvm::outs().flush();
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(text.find("<!DOCTYPE html>"), 0u);
  EXPECT_TRUE(test::contains(text, ">cse</a>"));
}

int printDifference(const Report &before, const Report &after) {
  // docs: bundles/report/Diff.h
  PipelineDiff diff = makeDiff(before, after);
  printDiff(llvm::outs(), diff, DiffFormat::Text);
  return diff.count(PipelineDiff::Class::Order) ? 1 : 0;
  // docs: end
}

TEST(Docs, Differences) {
  Pipeline one("builtin.module", getStockCatalog());
  one.append(PassSpec("cse"));
  one.append(PassSpec("sccp"));
  Pipeline other("builtin.module", getStockCatalog());
  other.append(PassSpec("sccp"));
  other.append(PassSpec("cse"));
  testing::internal::CaptureStdout();
  EXPECT_EQ(printDifference(makeReport(one, "one", /*explains=*/true),
                            makeReport(other, "other", /*explains=*/true)),
            1);
  llvm::outs().flush();
  EXPECT_TRUE(test::contains(testing::internal::GetCapturedStdout(),
                             "1 change: 1 order"));
}

TEST(Docs, AFileThatIsNotThereIsAnError) {
  std::vector<Diagnostic> errors = takeDiagnostics(readPipeline());
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, DiagnosticCode::UnreadableFile);
}

TEST(Docs, CatalogsAreCloned) {
  // docs: bundles/stock/StockCatalog.h
  pmb::Catalog catalog = pmb::getStockCatalog().clone();
  // docs: end
  EXPECT_TRUE(catalog.lookupPass("cse"));
}

struct OptionEntry {
  std::string name, value;
};
void readDefault(const JsonInput &value, OptionEntry &into) {
  value.readScalar(into.value);
}
void writeDefault(JsonOutput &os, StringRef key, const OptionEntry &from) {
  writeMember(os, key, from.value);
}

TEST(Docs, FieldsOfJson) {
  // docs: bundles/json/JsonFields.h
  static constexpr JsonField<OptionEntry> fields[] = {
      jsonField<&OptionEntry::name>("name"),
      {"default", readDefault, writeDefault},
  };
  // docs: end
  std::string text;
  raw_string_ostream os(text);
  writeJson(os, [&](JsonOutput &json) {
    json.object([&] { writeFields(json, fields, OptionEntry{"n", "v"}); });
  });
  EXPECT_EQ(os.str(), "{\n  \"name\": \"n\",\n  \"default\": \"v\"\n}\n");
}

using pmb::report::Members;
// docs: bundles/report/JsonSupport.h
void writeMembers(Members &to, const OptionEntry &option) {
  to.add("name", option.name);
  to.addGiven("value", option.value);
}
// docs: end

TEST(Docs, MembersOfJson) {
  std::string text;
  raw_string_ostream os(text);
  report::printValue(os, [](Members &to) {
    to.add("options", std::vector<OptionEntry>{{"n", "v"}, {"\n", ""}});
    to.add("absent", std::optional<OptionEntry>());
    to.addGiven("absentToo", std::optional<OptionEntry>());
    to.addGiven("position", -1);
    to.addGiven("count", 0u);
    to.add("severity", Severity::Error);
  });
  EXPECT_EQ(os.str(), R"({"options":[{"name":"n","value":"v"},{"name":"\\n"}],)"
                      R"("absent":null,"severity":"error"})");
}

} // namespace
