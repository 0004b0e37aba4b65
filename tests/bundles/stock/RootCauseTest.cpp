//===- RootCauseTest.cpp - One mistake is one finding, with its cure ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockBundles.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

using Items = std::vector<std::string>;

const char *const endInLLVM =
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,"
    "convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,"
    "convert-cf-to-llvm";

class RootCauseTest : public testing::Test {
protected:
  RootCauseTest() : pipeline("builtin.module", getStockCatalog()) {
    pipeline.getInterface().outputContents = Items{"llvm"};
  }
  void add(llvm::StringRef passes) {
    std::string text = ("builtin.module(" + passes + ")").str();
    test::require(
        test::require(parseTextualPipeline(text, "test")).appendTo(pipeline));
  }
  /// The errors, one line for each, and one for its fix.
  std::string findErrors(std::optional<Items> contents) {
    pipeline.getInterface().inputContents = std::move(contents);
    std::string result;
    for (const Diagnostic &diagnostic : pipeline.check())
      if (diagnostic.severity == Severity::Error) {
        result += diagnostic.message + "\n";
        if (diagnostic.fix)
          result += "fix: " + diagnostic.fix->message + "\n";
      }
    return result;
  }
  std::string addAndFindErrors(const llvm::Twine &passes,
                               std::optional<Items> contents) {
    add(passes.str());
    return findErrors(std::move(contents));
  }
  PipelineBuilder pipeline;
};

TEST_F(RootCauseTest, AForgottenBufferization) {
  EXPECT_EQ(
      addAndFindErrors(llvm::Twine("convert-linalg-to-loops,") + endInLLVM +
                           ",reconcile-unrealized-casts",
                       Items{"func.func", "func.return", "linalg.matmul",
                             "linalg.fill", "tensor.empty", "arith.constant",
                             "!tensor"}),
      "'func.func', 'linalg.fill', 'linalg.matmul' and 'tensor.empty' stay in "
      "the IR: '!tensor' is in the way of 'convert-linalg-to-loops' and "
      "'convert-func-to-llvm', and nothing removes that\n"
      "fix: insert 'one-shot-bufferize{bufferize-function-boundaries=true}' "
      "before 'convert-linalg-to-loops'\n");
}

TEST_F(RootCauseTest, AForgottenReconciliation) {
  EXPECT_EQ(
      addAndFindErrors(
          llvm::Twine("one-shot-bufferize{bufferize-function-boundaries},"
                      "convert-linalg-to-loops,") +
              endInLLVM,
          Items{"func.func", "func.return", "linalg.matmul", "!tensor"}),
      "'builtin.unrealized_conversion_cast' stays in the IR: nothing in the "
      "pipeline lowers it\n"
      "fix: insert 'reconcile-unrealized-casts' after 'convert-cf-to-llvm'\n");
}

TEST_F(RootCauseTest, ABundleInFrontOfEverything) {
  pipeline.addBundle(bundles::createLowerToLLVM());
  std::string errors = addAndFindErrors(
      "one-shot-bufferize{bufferize-function-boundaries},"
      "convert-linalg-to-loops",
      Items{"func.func", "func.return", "linalg.matmul", "!tensor"});
  EXPECT_TRUE(test::contains(
      errors, "stay in the IR: the passes of 'lower-to-llvm' run too "
              "early, before 'one-shot-bufferize' and "
              "'convert-linalg-to-loops'\n"
              "fix: move 'lower-to-llvm' after "
              "'convert-linalg-to-loops'\n"));
  EXPECT_EQ(llvm::StringRef(errors).count("fix: "), 1u) << errors;
}

TEST_F(RootCauseTest, FunctionsThatKeepTheirTensors) {
  std::string passes = std::string("one-shot-bufferize,convert-linalg-to-"
                                   "loops,") +
                       endInLLVM + ",reconcile-unrealized-casts";
  Items contents = {"func.func", "func.return", "linalg.matmul", "!tensor"};
  add(passes);
  // Items alone do not say where the tensors are, so there is no error.
  EXPECT_EQ(findErrors(contents), "");
  bool isOffered = false;
  pipeline.setSeverity(DiagnosticCode::MayBeLeftOver, Severity::Warning);
  for (const Diagnostic &diagnostic : pipeline.check())
    isOffered |= diagnostic.fix &&
                 diagnostic.fix->message ==
                     "run 'one-shot-bufferize' with {bufferize-function-"
                     "boundaries=true}";
  EXPECT_TRUE(isOffered);

  contents.push_back("func.func(!tensor)");
  EXPECT_EQ(findErrors(contents),
            "'bufferization.to_buffer' and 'bufferization.to_tensor' stay in "
            "the IR: nothing in the pipeline lowers them\n"
            "fix: run 'one-shot-bufferize' with {bufferize-function-boundaries="
            "true}\n");
  for (const Diagnostic &diagnostic : pipeline.check())
    if (diagnostic.severity == Severity::Error) {
      test::require(pipeline.apply(*diagnostic.fix));
      break;
    }
  EXPECT_EQ(findErrors(contents), "");
  EXPECT_EQ(pipeline.str().find("one-shot-bufferize{bufferize-function-"
                                "boundaries=true},"),
            std::string("builtin.module(").size());
}

TEST_F(RootCauseTest, OtherOptionsStayAsTheyAre) {
  Items contents = {"func.func", "func.return", "func.func(!tensor)",
                    "linalg.matmul", "!tensor"};
  EXPECT_TRUE(test::contains(
      addAndFindErrors(
          llvm::Twine("one-shot-bufferize{bufferize-function-boundaries=false "
                      "copy-before-write},convert-linalg-to-loops,") +
              endInLLVM + ",reconcile-unrealized-casts",
          contents),
      "{copy-before-write=true bufferize-function-boundaries=true}"));
}

TEST_F(RootCauseTest, DeallocationTwice) {
  pipeline.getInterface().outputContents.reset();
  const std::string errors =
      "'ownership-based-buffer-deallocation' of pipeline "
      "'buffer-deallocation-pipeline' cannot accept 'memref.dealloc', which is "
      "there\n"
      "fix: remove 'buffer-deallocation-pipeline' (pass 8)\n";
  EXPECT_EQ(addAndFindErrors("buffer-deallocation-pipeline,"
                             "buffer-deallocation-pipeline",
                             Items{"memref.alloc", "memref.load", "func.func"}),
            errors);
  EXPECT_EQ(findErrors(std::nullopt), errors);
}

TEST_F(RootCauseTest, AForgottenArithConversion) {
  std::string passes = endInLLVM;
  passes.erase(passes.find("convert-arith-to-llvm,"),
               std::string("convert-arith-to-llvm,").size());
  passes += ",reconcile-unrealized-casts";
  add(passes);
  Items contents = {"func.func", "func.return", "arith.addi",
                    "scf.for",   "memref.load", "arith.constant"};
  std::vector<Diagnostic> found;
  for (unsigned round = 0; round < 3; ++round) {
    pipeline.getInterface().inputContents = contents;
    found = pipeline.check();
    auto it = llvm::find_if(found, [](const Diagnostic &diagnostic) {
      return diagnostic.severity == Severity::Error;
    });
    if (it == found.end())
      break;
    ASSERT_TRUE(it->fix) << it->str();
    EXPECT_TRUE(
        test::contains(it->fix->message, "insert 'convert-arith-to-llvm'"))
        << it->str();
    EXPECT_FALSE(test::contains(it->str(), "openmp"));
    Fix fix = *it->fix;
    test::require(pipeline.apply(fix));
  }
  EXPECT_EQ(findErrors(contents), "");
}

} // namespace
