//===- RegisteredPipelinesTest.cpp - The catalog against MLIR's pipelines -===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The catalog says without MLIR what the names of MLIR's registered pipelines
// stand for, whatever their options are. MLIR itself says what is right: both
// are printed pass by pass, with the defaults of all options.
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockCatalog.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/MLIRPass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <set>

using namespace pmb;
using llvm::StringRef;

namespace {

/// A pipeline, and what it is given: each of its options at least twice.
struct Setting {
  StringRef pipeline, options;
};
constexpr Setting settings[] = {
    {"buffer-deallocation-pipeline", ""},
    {"buffer-deallocation-pipeline", "private-function-dynamic-ownership"},
    {"buffer-deallocation-pipeline", "private-function-dynamic-ownership=0"},

    {"tosa-to-linalg-pipeline", ""},

    {"sparsifier", ""},
    {"sparsifier", "vl=16"},
    {"sparsifier", "vl=0x8 enable-arm-sve"},
    {"sparsifier", "vl=4 enable-arm-sve=false vl=8"},
    {"sparsifier", "parallelization-strategy=none"},
    {"sparsifier", "parallelization-strategy=dense-outer-loop"},
    {"sparsifier", "parallelization-strategy=any-storage-outer-loop"},
    {"sparsifier", "parallelization-strategy=dense-any-loop"},
    {"sparsifier", "parallelization-strategy=any-storage-any-loop"},
    {"sparsifier", "sparse-emit-strategy=functional"},
    {"sparsifier", "sparse-emit-strategy=sparse-iterator"},
    {"sparsifier", "sparse-emit-strategy=debug-interface"},
    {"sparsifier", "enable-runtime-library=false"},
    {"sparsifier", "enable-runtime-library='false'"},
    {"sparsifier", "enable-runtime-library=1 gpu-triple=nvptx64"},
    {"sparsifier", "test-bufferization-analysis-only"},
    {"sparsifier", "test-bufferization-analysis-only=TRUE gpu-triple=nvptx64"},
    {"sparsifier", "test-bufferization-analysis-only=False"},
    {"sparsifier", "enable-buffer-initialization"},
    {"sparsifier", "enable-buffer-initialization=false"},
    {"sparsifier", "create-sparse-deallocs"},
    {"sparsifier", "create-sparse-deallocs=0 enable-runtime-library=0"},
    {"sparsifier", "reassociate-fp-reductions"},
    {"sparsifier", "reassociate-fp-reductions=0"},
    {"sparsifier", "enable-index-optimizations=false"},
    {"sparsifier", "enable-index-optimizations=true"},
    {"sparsifier", "enable-amx enable-arm-neon enable-x86vector"},
    {"sparsifier", "enable-amx= enable-arm-neon=0 enable-x86vector=true"},
    {"sparsifier", "enable-gpu-libgen"},
    {"sparsifier", "enable-gpu-libgen=false"},
    {"sparsifier", "gpu-triple=nvptx64-nvidia-cuda"},
    {"sparsifier", "gpu-chip=sm_80 gpu-features=+ptx71 gpu-format=bin"},
    {"sparsifier", "gpu-triple=nvptx64-nvidia-cuda gpu-chip=sm_80 "
                   "gpu-features=+ptx71 gpu-format=isa"},
    {"sparsifier", "gpu-triple={a b} gpu-features='c d' gpu-chip=\"e f\""},

    {"gpu-lower-to-nvvm-pipeline", ""},
    {"gpu-lower-to-nvvm-pipeline", "index-bitwidth=32"},
    {"gpu-lower-to-nvvm-pipeline", "index-bitwidth=0x40"},
    {"gpu-lower-to-nvvm-pipeline", "cubin-triple=a cubin-chip=b"},
    {"gpu-lower-to-nvvm-pipeline", "cubin-triple={a b} cubin-chip='c d'"},
    {"gpu-lower-to-nvvm-pipeline", "cubin-features= cubin-format=isa"},
    {"gpu-lower-to-nvvm-pipeline", "cubin-features={+a,+b} cubin-format=bin"},
    {"gpu-lower-to-nvvm-pipeline", "ptxas-cmd-options=-v opt-level=3"},
    {"gpu-lower-to-nvvm-pipeline", "ptxas-cmd-options='-v -w' opt-level=0"},
    {"gpu-lower-to-nvvm-pipeline", "kernel-bare-ptr-calling-convention"},
    {"gpu-lower-to-nvvm-pipeline", "host-bare-ptr-calling-convention"},
    {"gpu-lower-to-nvvm-pipeline", "kernel-bare-ptr-calling-convention=0 "
                                   "host-bare-ptr-calling-convention=1"},
    {"gpu-lower-to-nvvm-pipeline", "allow-pattern-rollback=false"},
    {"gpu-lower-to-nvvm-pipeline", "allow-pattern-rollback"},

    {"gpu-lower-to-xevm-pipeline", ""},
    {"gpu-lower-to-xevm-pipeline", "xegpu-op-level=workgroup"},
    {"gpu-lower-to-xevm-pipeline", "xegpu-op-level=subgroup"},
    {"gpu-lower-to-xevm-pipeline", "xegpu-op-level=lane"},
    {"gpu-lower-to-xevm-pipeline", "xegpu-op-level='lane'"},
    {"gpu-lower-to-xevm-pipeline", "xegpu-op-level=\"lane\""},
    {"gpu-lower-to-xevm-pipeline", "xegpu-op-level={lane}"},
    {"gpu-lower-to-xevm-pipeline", "use-64bit-index=false"},
    {"gpu-lower-to-xevm-pipeline", "use-64bit-index"},
    {"gpu-lower-to-xevm-pipeline", "kernel-bare-ptr-calling-convention"},
    {"gpu-lower-to-xevm-pipeline", "host-bare-ptr-calling-convention"},
    {"gpu-lower-to-xevm-pipeline", "kernel-bare-ptr-calling-convention=1 "
                                   "host-bare-ptr-calling-convention=0"},
    {"gpu-lower-to-xevm-pipeline", "binary-format=isa zebin-chip=pvc"},
    {"gpu-lower-to-xevm-pipeline", "binary-format=bin zebin-chip=a"},
    {"gpu-lower-to-xevm-pipeline", "xevm-module-matcher=k.* zebin-triple=a"},
    {"gpu-lower-to-xevm-pipeline", "xevm-module-matcher='a b' zebin-triple=b"},
    {"gpu-lower-to-xevm-pipeline", "opt-level=3 igc-cmd-options=-v"},
    {"gpu-lower-to-xevm-pipeline", "opt-level=0 igc-cmd-options={-v -w}"},
};

/// Options that MLIR refuses, and so do we.
constexpr Setting refused[] = {
    {"sparsifier", "vll=1"},
    {"sparsifier", "vl=four"},
    {"sparsifier", "vl="},
    {"sparsifier", "vl=99999999999"},
    {"sparsifier", "enable-amx=yes"},
    {"sparsifier", "parallelization-strategy=all"},
    {"sparsifier", "parallelization-strategy="},
    {"gpu-lower-to-nvvm-pipeline", "index-bitwidth=99999999999999999999"},
    {"gpu-lower-to-nvvm-pipeline", "opt-level=1.5"},
    {"gpu-lower-to-xevm-pipeline", "opt-level=-1"},
    {"gpu-lower-to-xevm-pipeline", "opt-level=4294967296"},
    {"tosa-to-linalg-pipeline", "aggressive-reduce-constant"},
    {"buffer-deallocation-pipeline", "dynamic-ownership"},
};

std::string spell(const Setting &setting) {
  return "builtin.module(" + setting.pipeline.str() +
         (setting.options.empty() ? "" : "{" + setting.options.str() + "}") +
         ")";
}

mlir::FailureOr<mlir::OpPassManager> readWithMLIR(StringRef text) {
  lookupPassInfo("no-such-pass"); // registers all
  std::string messages;
  llvm::raw_string_ostream os(messages);
  return mlir::parsePassPipeline(text, os);
}

/// All pipelines that are registered. MLIR names them only in the help of a
/// tool.
std::vector<std::string> listRegisteredPipelines() {
  lookupPassInfo("no-such-pass"); // registers all
  mlir::PassPipelineCLParser passes("passes", "What the help lists");
  const char *tool[] = {"tool"};
  llvm::cl::ParseCommandLineOptions(1, tool);
  testing::internal::CaptureStdout();
  llvm::cl::PrintHelpMessage();
  llvm::outs().flush();
  std::string text = testing::internal::GetCapturedStdout();
  std::vector<std::string> names;
  for (StringRef line : llvm::split(text, '\n')) {
    line = line.ltrim();
    if (!line.consume_front("--"))
      continue;
    StringRef name = line.take_until(llvm::isSpace);
    // In one process with other tests there are those of their plugins.
    if (mlir::PassPipelineInfo::lookup(name) && !name.starts_with("test-"))
      names.push_back(name.str());
  }
  return names;
}

/// One line for each pass, with its nests: neighbours in one nest and in two
/// are the same once they run.
void list(llvm::ArrayRef<TextualElement> elements, std::string nest,
          std::string &lines) {
  for (const TextualElement &element : elements) {
    if (element.isNest())
      list(element.nested, nest + element.name.str() + "/", lines);
    else
      lines += nest + element.name.str() + " " + element.options.str() + "\n";
  }
}

std::string list(mlir::FailureOr<mlir::OpPassManager> passes) {
  if (failed(passes))
    return "MLIR does not read it";
  std::string text, lines;
  llvm::raw_string_ostream os(text);
  passes->printAsTextualPipeline(os);
  auto parsed = parseTextualPipeline(text, "MLIR");
  if (!parsed)
    return llvm::toString(parsed.takeError());
  list(parsed->getElements(), "", lines);
  return lines;
}

/// What the catalog makes of it, without MLIR.
std::string expand(StringRef text) {
  Pipeline pipeline("builtin.module", getStockCatalog());
  auto parsed = parseTextualPipeline(text, "p");
  if (!parsed)
    return llvm::toString(parsed.takeError());
  if (llvm::Error error = parsed->appendTo(pipeline))
    return "error: " + llvm::toString(std::move(error));
  return pipeline.str();
}

TEST(RegisteredPipelines, AreWhatMLIRMakesOfThem) {
  for (const Setting &setting : settings) {
    std::string text = spell(setting);
    EXPECT_EQ(list(readWithMLIR(expand(text))), list(readWithMLIR(text)))
        << text;
  }
}

TEST(RegisteredPipelines, RefuseWhatMLIRRefuses) {
  for (const Setting &setting : refused) {
    std::string text = spell(setting);
    EXPECT_TRUE(failed(readWithMLIR(text))) << text;
    EXPECT_EQ(expand(text).find("error: "), 0u) << text;
  }
}

/// Asks for the pipelines before other tests register some of their own.
struct RegisteredBefore : testing::Environment {
  void SetUp() override { names = listRegisteredPipelines(); }
  decltype(listRegisteredPipelines()) names;
};
const auto *const registeredBefore = static_cast<RegisteredBefore *>(
    testing::AddGlobalTestEnvironment(new RegisteredBefore()));

TEST(RegisteredPipelines, AreAllInTheCatalogWithAllOptions) {
  // Each option, and each value of an enum, is in the table.
  const Catalog &catalog = getStockCatalog();
  unsigned compared = 0;
  for (StringRef name : registeredBefore->names) {
    const PassDescriptor *pass = catalog.lookupPass(name);
    const mlir::PassPipelineInfo *info = mlir::PassPipelineInfo::lookup(name);
    if (!pass || !pass->isPipeline()) {
      ADD_FAILURE() << "the catalog has no pipeline " << name.str();
      continue;
    }
    ++compared;
    for (const OptionDescriptor &option : pass->options) {
      unsigned count = 0;
      llvm::StringSet<> values;
      for (const Setting &setting : settings)
        if (setting.pipeline == name)
          for (auto [given, value] : splitOptions(setting.options))
            if (given == option.name) {
              ++count;
              values.insert(value);
            }
      EXPECT_GE(count, 2u) << name.str() << " " << option.name;
      for (const std::string &value : option.values)
        EXPECT_TRUE(values.contains(value)) << option.name << "=" << value;
    }
    // What it lists as options is what MLIR lists.
    std::set<std::string> listed, known;
    for (const OptionDescriptor &option : pass->options)
      known.insert(option.name);
    testing::internal::CaptureStdout();
    info->printHelpStr(/*indent=*/0, /*descIndent=*/100);
    llvm::outs().flush();
    llvm::SmallVector<StringRef> lines;
    std::string printed = testing::internal::GetCapturedStdout();
    StringRef(printed).split(lines, '\n');
    for (StringRef line : lines)
      if (line.consume_front("  --"))
        listed.insert(
            line.take_until([](char c) { return c == ' ' || c == '='; }).str());
    EXPECT_EQ(known, listed) << name.str() << "\n" << printed;
  }
  EXPECT_GT(compared, 0u);
}

} // namespace
