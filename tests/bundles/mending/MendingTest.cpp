//===- MendingTest.cpp - Fixes that are made one after the other ----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/repair/Mending.h"
#include "../Require.h"
#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "builder/passes/NameChecker.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

class MendingTest : public testing::Test {
protected:
  /// The pipeline once it is mended as `--fix` does, twice: the second time
  /// changes nothing.
  std::string mend(llvm::StringRef text, Severity least = Severity::Error) {
    std::string once = mendOnce(text, least);
    std::vector<std::string> messages = fixes;
    EXPECT_EQ(mendOnce(once, least), once);
    EXPECT_TRUE(fixes.empty());
    fixes = messages;
    return once;
  }

  std::string mendOnce(llvm::StringRef text, Severity least) {
    fixes.clear();
    TextualPipeline parsed = test::require(parseTextualPipeline(text, "test"));
    Pipeline pipeline(parsed.getRootOp(), getStockCatalog());
    test::require(parsed.appendTo(pipeline));
    pipeline.getInterface().inputContents = input;
    pipeline.getInterface().outputContents = output;
    NameChecker names(pipeline.getCatalog());
    findings = parsed.checkNames(names, &pipeline);
    for (const Fix &fix :
         fixNames(pipeline, findings, [](const Diagnostic &) { return true; }))
      fixes.push_back(fix.message);
    std::string before = pipeline.str();
    std::vector<Fix> found = findFixes(pipeline, least);
    // Looking changes nothing.
    EXPECT_EQ(pipeline.str(), before);
    EXPECT_EQ(pipeline.getInterface().inputContents, input);
    for (const Fix &fix : found)
      fixes.push_back(fix.message);
    test::require(applyFixes(pipeline, found));
    return test::toText(pipeline, PrintStyle::WithNames);
  }

  /// Both are in the text, `first` first.
  static void expectBefore(llvm::StringRef text, llvm::StringRef first,
                           llvm::StringRef second) {
    EXPECT_TRUE(text.contains(second)) << text.str();
    EXPECT_LT(text.find(first), text.find(second)) << text.str();
  }

  std::optional<std::vector<std::string>> input, output;
  std::vector<Diagnostic> findings;
  std::vector<std::string> fixes;
};

using Strings = std::vector<std::string>;

/// What is put right is still of the party that has written it, so that passes
/// are moved past it as past others.
TEST_F(MendingTest, AfterANameOrderIsMendedAsWithoutIt) {
  output = {"llvm-ir"};
  std::string mended =
      mend("builtin.module(convert-linalg-to-loops,one-shot-bufferize)");
  EXPECT_EQ(mend("builtin.module(convert-linalg-to-loops,one-hot-bufferize)"),
            mended);
  EXPECT_EQ(fixes[1],
            "move 'convert-linalg-to-loops' after 'one-shot-bufferize'");
}

TEST_F(MendingTest, NamesAreReplacedWhereTheNewPassRuns) {
  EXPECT_EQ(mend("builtin.module(func.func(linalg-bufferize,cse))"),
            "builtin.module(one-shot-bufferize,func.func(cse))");
  EXPECT_EQ(fixes, (Strings{"replace 'linalg-bufferize' by "
                            "'one-shot-bufferize' on builtin.module"}));
  // It makes functions, which have no place in one.
  EXPECT_EQ(mend("builtin.module(func.func(buffer-deallocation,cse))"),
            "builtin.module(buffer-deallocation-pipeline,func.func(cse))");
  EXPECT_EQ(mend("builtin.module(func.func(memref-dataflow-opt))"),
            "builtin.module(func.func(affine-scalrep))");
  EXPECT_EQ(mend("builtin.module(func.func(cannonicalize),fun.func(cse))"),
            "builtin.module(func.func(canonicalize,cse))");
}

TEST_F(MendingTest, NeighboursThatOnePassDoesTheWorkOfBecomeOne) {
  EXPECT_EQ(mend("builtin.module(arith-bufferize,func.func(linalg-bufferize,"
                 "canonicalize),func-bufferize,cse)"),
            "builtin.module(one-shot-bufferize{bufferize-function-boundaries="
            "true},func.func(canonicalize),cse)");
  // Others between them may be there for what the first has done.
  EXPECT_EQ(mend("builtin.module(arith-bufferize,inline,tensor-bufferize)"),
            "builtin.module(one-shot-bufferize,inline,one-shot-bufferize)");
}

TEST_F(MendingTest, WhatMayBeAPassOfAProjectStays) {
  EXPECT_EQ(mend("builtin.module(acme-tile,func-bufferize,canonicalise)"),
            "builtin.module(acme-tile,func-bufferize,canonicalise)");
  EXPECT_TRUE(fixes.empty());
}

/// The other pass of a pair is not meant to be the first once more; of cleanups
/// there are many.
TEST_F(MendingTest, WhatIsThereTooIsNotWhatWasMeant) {
  EXPECT_EQ(mend("builtin.module(convert-cf-to-llvm,convert-df-to-llvm)"),
            "builtin.module(convert-cf-to-llvm,convert-df-to-llvm)");
  EXPECT_EQ(mend("builtin.module(canonicalize,canonicalise)"),
            "builtin.module(canonicalize,canonicalize)");
}

TEST_F(MendingTest, SiblingsOfAPassOfAProjectStay) {
  Catalog catalog = getStockCatalog().clone();
  PassDescriptor known("acme-tma-lowering");
  known.hasContract = true;
  known.contract.before(pass("acme-xma-lowering"));
  test::require(catalog.addPass(known));
  PassDescriptor stage("acme-stage-1");
  test::require(catalog.addPass(stage));
  NameChecker names(catalog);
  auto check = [&](llvm::StringRef text) {
    TextualPipeline parsed = test::require(parseTextualPipeline(text, "test"));
    Pipeline pipeline(parsed.getRootOp(), catalog);
    test::require(parsed.appendTo(pipeline));
    return parsed.checkNames(names, &pipeline);
  };
  // It is in the pipeline as well, or a contract names the other.
  for (llvm::StringRef text :
       {"builtin.module(acme-tma-lowering,acme-mma-lowering)",
        "builtin.module(acme-xma-lowering)"}) {
    std::vector<Diagnostic> found = check(text);
    ASSERT_EQ(found.size(), 1u) << text.str();
    EXPECT_FALSE(found[0].fix);
    EXPECT_EQ(found[0].severity, Severity::Remark);
  }
  EXPECT_TRUE(check("builtin.module(acme-mma-lowering)")[0].fix);
  // Nobody mistypes a digit.
  EXPECT_TRUE(check("builtin.module(acme-stage-2)").empty());
}

/// A word that the pass that was meant has as well makes no sibling.
TEST_F(MendingTest, WhatHasAUsualWordInCommonIsMisspelt) {
  Catalog catalog = getStockCatalog().clone();
  test::require(catalog.addPass(PassDescriptor("convert-acme")));
  NameChecker names(catalog);
  TextualPipeline parsed = test::require(parseTextualPipeline(
      "builtin.module(convert-acme,convert-linlag-to-loops)", "test"));
  Pipeline pipeline(parsed.getRootOp(), catalog);
  test::require(parsed.appendTo(pipeline));
  std::vector<Diagnostic> found = parsed.checkNames(names, &pipeline);
  ASSERT_EQ(found.size(), 1u);
  ASSERT_TRUE(found[0].fix);
  EXPECT_EQ(found[0].fix->reference, "convert-linalg-to-loops");
}

/// What takes the work of the pass that introduces something does not lower
/// that, but silences it.
TEST_F(MendingTest, NothingIsInsertedBeforeWhatItLowersIsThere) {
  Catalog catalog = getStockCatalog().clone();
  auto define = [&](llvm::StringRef name,
                    llvm::function_ref<void(Contract &)> fill) {
    PassDescriptor pass(name);
    pass.hasContract = true;
    fill(pass.contract);
    test::require(catalog.addPass(std::move(pass)));
  };
  define("acme-shapes",
         [](Contract &contract) { contract.leavesDead({"acme.shape"}); });
  define("acme-tile", [](Contract &contract) {
    contract.lowers({"acme.mm"}).to({"llvm.call"});
  });
  define("acme-rest",
         [](Contract &contract) { contract.lowers({"acme"}).to({"linalg"}); });
  Pipeline pipeline("builtin.module", catalog);
  for (const char *name : {"acme-shapes", "acme-tile", "acme-rest"})
    pipeline.append(PassSpec(name));
  pipeline.getInterface().inputContents = {"acme"};
  pipeline.getInterface().outputContents = {"llvm"};
  test::require(applyFixes(pipeline, findFixes(pipeline, Severity::Warning)));
  std::string text = pipeline.str();
  EXPECT_TRUE(test::contains(text, "acme-tile,acme-rest"));
}

/// What is inserted first may have been for what later fixes lower as well.
TEST_F(MendingTest, NothingNeedlessIsInserted) {
  output = {"llvm-ir"};
  llvm::StringRef needed = "finalize-memref-to-llvm";
  std::string mended =
      mend("builtin.module(func.func(convert-linalg-to-loops),"
           "one-shot-bufferize{bufferize-function-boundaries=true},"
           "convert-scf-to-cf,convert-cf-to-llvm,convert-func-to-llvm,"
           "reconcile-unrealized-casts)");
  EXPECT_EQ(llvm::StringRef(mended).count(needed), 1u) << mended;
  for (const Diagnostic &finding : findings)
    EXPECT_LT(finding.severity, Severity::Warning) << finding.message;
}

TEST_F(MendingTest, SignaturesWithTensorsAreLoweredToo) {
  output = {"llvm-ir"};
  EXPECT_EQ(
      mend("builtin.module(convert-linalg-to-loops,one-shot-bufferize)"),
      "builtin.module(one-shot-bufferize{bufferize-function-boundaries=true},"
      "convert-linalg-to-loops,convert-scf-to-cf,convert-cf-to-llvm,"
      "expand-strided-metadata,lower-affine,finalize-memref-to-llvm,"
      "convert-func-to-llvm,convert-arith-to-llvm,"
      "reconcile-unrealized-casts)");
  // Not for a pipeline of which nothing is said.
  std::string right =
      "builtin.module(one-shot-bufferize,convert-linalg-to-loops,"
      "convert-scf-to-cf,convert-cf-to-llvm,convert-arith-to-llvm,"
      "finalize-memref-to-llvm,convert-func-to-llvm,"
      "reconcile-unrealized-casts)";
  EXPECT_EQ(mend(right), right);
  // Nor where the input is known to have none.
  input = {"linalg.matmul", "!memref", "func.func"};
  EXPECT_EQ(mend(right), right);
}

/// Bufferization may make slices of what the presumed input does not have, and
/// what expands those may leave arithmetic of addresses, as loops do. What
/// lowers that stands behind both, and before what lowers arithmetic.
TEST_F(MendingTest, WhatPassesMayMakeOfOtherInputsIsLoweredToo) {
  output = {"llvm-ir"};
  std::string mended =
      mend("builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
           "convert-linalg-to-loops,convert-scf-to-cf,convert-arith-to-llvm,"
           "finalize-memref-to-llvm,convert-func-to-llvm,"
           "reconcile-unrealized-casts)");
  for (const char *early :
       {"expand-strided-metadata", "convert-linalg-to-loops"})
    expectBefore(mended, early, "lower-affine");
  expectBefore(mended, "lower-affine", "convert-arith-to-llvm");
}

/// Deallocation may make slices, too, and `finalize-memref-to-llvm` lowers all
/// of memref but them.
TEST_F(MendingTest, WhatIsAddedStandsBehindAllThatMakesWhatItLowers) {
  output = {"llvm-ir"};
  std::string mended =
      mend("builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
           "buffer-deallocation-pipeline,convert-linalg-to-loops,"
           "convert-scf-to-cf,convert-cf-to-llvm,convert-arith-to-llvm,"
           "finalize-memref-to-llvm,lower-affine,convert-func-to-llvm,"
           "reconcile-unrealized-casts)");
  expectBefore(mended, "buffer-deallocation-pipeline",
               "expand-strided-metadata");
  expectBefore(mended, "expand-strided-metadata", "finalize-memref-to-llvm");
}

/// Behind `lower-affine` the loops would leave what they compute addresses
/// with.
TEST_F(MendingTest, NothingIsMovedPastWhatLowersWhatItMayLeave) {
  output = {"llvm-ir"};
  std::string mended =
      mend("builtin.module(convert-linalg-to-loops,lower-affine,"
           "one-shot-bufferize{bufferize-function-boundaries},"
           "convert-scf-to-cf,convert-cf-to-llvm,convert-arith-to-llvm,"
           "finalize-memref-to-llvm,convert-func-to-llvm,"
           "reconcile-unrealized-casts)");
  expectBefore(mended, "one-shot-bufferize", "convert-linalg-to-loops");
  expectBefore(mended, "convert-linalg-to-loops", "lower-affine");
}

TEST_F(MendingTest, CastsAreRemovedBehindTheLastThatLeavesThem) {
  output = {"llvm-ir"};
  auto isLast = [](llvm::StringRef mended) {
    return mended.contains("reconcile-unrealized-casts") &&
           mended.rfind("convert-arith-to-llvm") <
               mended.rfind("reconcile-unrealized-casts");
  };
  std::string moved = mend(
      "builtin.module(reconcile-unrealized-casts,"
      "one-shot-bufferize{bufferize-function-boundaries},"
      "convert-linalg-to-loops,convert-scf-to-cf,convert-cf-to-llvm,"
      "finalize-memref-to-llvm,convert-func-to-llvm,convert-arith-to-llvm)");
  EXPECT_TRUE(isLast(moved)) << moved;
  std::string inserted =
      mend("builtin.module(convert-linalg-to-loops,lower-affine,"
           "one-shot-bufferize{bufferize-function-boundaries},"
           "convert-scf-to-cf,convert-cf-to-llvm,finalize-memref-to-llvm,"
           "convert-func-to-llvm,reconcile-unrealized-casts)");
  EXPECT_TRUE(isLast(inserted)) << inserted;
}

TEST_F(MendingTest, WarningsAreMendedIfTheyAreAskedFor) {
  input = {"linalg.matmul", "!tensor"};
  output = {"linalg", "memref", "!memref"};
  std::string early = "builtin.module(func.func(buffer-hoisting),"
                      "one-shot-bufferize{bufferize-function-boundaries})";
  EXPECT_EQ(mend(early), early);
  EXPECT_EQ(mend(early, Severity::Warning),
            "builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
            "func.func(buffer-hoisting))");
}

/// Moved behind the pass that needs what it makes, it would be silent, and
/// leave memref.dealloc.
TEST_F(MendingTest, DeallocationIsNotMovedBehindWhatLowersIt) {
  input = {"linalg.matmul", "func.func", "func.func(!tensor)", "func.return",
           "!tensor"};
  output = {"llvm"};
  std::string mended =
      mend("builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
           "convert-linalg-to-loops,finalize-memref-to-llvm,"
           "func.func(buffer-deallocation-pipeline),convert-scf-to-cf,"
           "convert-cf-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,"
           "reconcile-unrealized-casts)",
           Severity::Warning);
  EXPECT_LT(mended.find("buffer-deallocation-pipeline"),
            mended.rfind("finalize-memref-to-llvm"));
}

/// The fix with options leads to what the pipeline still lacks.
TEST_F(MendingTest, AnOptionMayBeAStep) {
  input = {"linalg.matmul", "func.func", "func.func(!tensor)", "func.return",
           "linalg.yield",  "!tensor",   "arith.addf",         "arith.mulf"};
  output = {"llvm"};
  std::string mended =
      mend("builtin.module(one-shot-bufferize,buffer-deallocation-pipeline,"
           "convert-linalg-to-loops)");
  EXPECT_TRUE(test::contains(mended, "{bufferize-function-boundaries=true}"));
  EXPECT_TRUE(test::contains(mended, "buffer-deallocation-pipeline"));
}

/// On a function, MLIR would crash.
TEST_F(MendingTest, WhatReplacesItsOwnNestIsPutOutside) {
  input = {"scf.for", "func.func", "func.return"};
  output = {"llvm-ir"};
  EXPECT_EQ(mend("builtin.module(func.func(convert-scf-to-cf))"),
            "builtin.module(func.func(convert-scf-to-cf),convert-to-llvm)");
}

/// Casts that nothing removes yet are no reason to convert early.
TEST_F(MendingTest, AConversionIsPutWhereItHasWork) {
  input = {"!tensor",       "!index",      "arith.maximumf",
           "func.func",     "func.return", "func.func(!tensor)",
           "linalg.generic"};
  output = {"llvm-ir"};
  expectBefore(
      mend("builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
           "convert-linalg-to-loops)"),
      "convert-linalg-to-loops", "convert-arith-to-llvm");
}

/// Functions of one device are for programs on that device.
TEST_F(MendingTest, PassesForAGPUAreForOne) {
  input = {"math.erf", "func.func", "func.return"};
  output = {"llvm-ir"};
  std::string host = "builtin.module(convert-math-to-llvm,"
                     "convert-func-to-llvm,reconcile-unrealized-casts)";
  EXPECT_TRUE(test::contains(mend(host), "convert-math-to-libm"));
  input->push_back("gpu.func");
  EXPECT_TRUE(test::contains(mend(host), "convert-math-to-rocdl"));
}

/// The translation takes a launch only with the binary that it is of; without
/// one it drops the kernels and says nothing.
TEST_F(MendingTest, KernelsAreSerialized) {
  output = {"llvm-ir"};
  std::string mended =
      mend("builtin.module(gpu-kernel-outlining,"
           "nvvm-attach-target{chip=sm_90},gpu.module(convert-gpu-to-nvvm,"
           "reconcile-unrealized-casts),gpu-to-llvm,convert-cf-to-llvm,"
           "convert-arith-to-llvm,convert-func-to-llvm,"
           "finalize-memref-to-llvm,reconcile-unrealized-casts)",
           Severity::Warning);
  expectBefore(mended, "convert-gpu-to-nvvm", "gpu-module-to-binary");
  EXPECT_FALSE(test::contains(mended, "lower-host-to-llvm"));
}

/// One pass does what several others lack, and it is the one for such programs.
TEST_F(MendingTest, TheHostOfKernelsIsLoweredByOnePass) {
  output = {"llvm-ir"};
  std::string mended =
      mend("builtin.module(gpu-kernel-outlining,rocdl-attach-target,"
           "gpu.module(convert-gpu-to-rocdl,reconcile-unrealized-casts),"
           "gpu-module-to-binary)",
           Severity::Warning);
  expectBefore(mended, "gpu-kernel-outlining", "gpu-to-llvm");
  EXPECT_FALSE(test::contains(mended, "convert-arith-to-llvm"));
}

TEST_F(MendingTest, BranchesWithTensorsAreConvertedBehindBufferization) {
  input = {"!tensor", "cf.br", "func.func", "func.return"};
  output = {"llvm-ir"};
  expectBefore(mend("builtin.module(convert-cf-to-llvm,"
                    "one-shot-bufferize{bufferize-function-boundaries},"
                    "convert-func-to-llvm,reconcile-unrealized-casts)",
                    Severity::Warning),
               "one-shot-bufferize", "convert-cf-to-llvm");
}

/// Whether the mark is known or only names: scalars have another pass.
TEST_F(MendingTest, ArithmeticOnTensorsBecomesLinalg) {
  output = {"llvm-ir"};
  for (const Strings &contents :
       {Strings{"!tensor", "arith.addf", "func.func", "func.return"},
        Strings{"!tensor", "arith.addf", "arith(!tensor)", "builtin.module",
                "func.func", "func.func(!tensor)", "func.return"}}) {
    input = contents;
    expectBefore(
        mend("builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
             "convert-linalg-to-loops,convert-scf-to-cf,"
             "expand-strided-metadata,lower-affine,convert-to-llvm,"
             "reconcile-unrealized-casts)"),
        "convert-elementwise-to-linalg", "one-shot-bufferize");
  }
}

/// Shapes have no pass of their own: they go with what reads them.
TEST_F(MendingTest, WhatHasNoCureGoesWithWhatUsesIt) {
  input = {"!tensor",      "tosa.const_shape", "tosa.exp",
           "tosa.reshape", "func.func",        "func.return"};
  output = {"llvm-ir"};
  expectBefore(
      mend("builtin.module(func.func(tosa-to-linalg),"
           "one-shot-bufferize{bufferize-function-boundaries},"
           "convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,"
           "lower-affine,convert-math-to-llvm,convert-to-llvm,"
           "reconcile-unrealized-casts)"),
      "tosa-to-tensor", "one-shot-bufferize");
}

/// A pass that is there for tensors is told what tensors usually come with.
TEST_F(MendingTest, BufferizationWithoutAnyLoweringOfLinalgIsCompleted) {
  output = {"llvm-ir"};
  std::string mended =
      mend("builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
           "convert-scf-to-cf,convert-cf-to-llvm,convert-arith-to-llvm,"
           "finalize-memref-to-llvm,convert-func-to-llvm,"
           "reconcile-unrealized-casts)",
           Severity::Warning);
  expectBefore(mended, "convert-linalg-to-loops", "convert-scf-to-cf");
}

} // namespace
