//===- KindsTest.cpp - What passes of the stock catalog are --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who puts passes before or after a kind relies on every pass being of the
// kinds that it should be of, and of no others.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"
#include <map>

using namespace pmb;
using llvm::StringRef;

namespace {

/// Who inserts by kind finds every pass by one.
TEST(Kinds, EveryPassHasAKindAndEveryKindASummary) {
  const Catalog &catalog = getStockCatalog();
  llvm::StringSet<> used;
  for (StringRef name : catalog.getPassNames()) {
    // The barrier has no part in any pipeline but that it stands there.
    if (name != catalog.getBarrier()) {
      EXPECT_FALSE(catalog.lookupPass(name)->kinds.empty()) << name.str();
    }
    for (const std::string &kind : catalog.lookupPass(name)->kinds)
      used.insert(kind);
  }
  for (StringRef kind : catalog.getKindNames()) {
    EXPECT_FALSE(catalog.getKindSummary(kind).empty()) << kind.str();
    // Sets of patterns are those of third parties.
    EXPECT_TRUE(used.contains(kind) || kind == "patterns")
        << "no pass is of kind " << kind.str();
  }
}

/// Whether an entry of the contract about contents is as asked for.
bool hasEntry(const PassDescriptor &pass,
              llvm::function_ref<bool(const ContentsEntry &)> holds) {
  return llvm::any_of(pass.contract.getContents(), holds);
}

bool isOfDialect(StringRef item, const std::vector<std::string> &dialects) {
  StringRef name = item.ltrim('!');
  return llvm::is_contained(dialects,
                            name.take_front(name.find_first_of(".(")));
}

/// A kind that names what is lowered, or to what, is about the contract, too:
/// a pass put before all `loop-lowering` finds loops that nobody has lowered.
TEST(Kinds, KindsAreWhatContractsSay) {
  using Dialects = std::vector<std::string>;
  std::map<std::string, Dialects> lowered = {
      {"affine-lowering", {"affine"}},
      {"bufferization", {"tensor", "bufferization"}},
      {"complex-lowering", {"complex"}},
      {"linalg-lowering", {"linalg"}},
      {"loop-lowering", {"scf", "affine"}},
      {"quant-lowering", {"quant"}},
      {"shape-lowering", {"shape"}},
      {"tosa-lowering", {"tosa"}},
      {"vector-lowering", {"vector"}},
  };
  Dialects target = {"llvm", "nvvm",    "rocdl",   "xevm",     "arm_neon",
                     "amx",  "arm_sme", "arm_sve", "x86vector"};
  std::map<std::string, Dialects> made = {
      {"emitc-lowering", {"emitc"}},
      {"linalg-raising", {"linalg"}},
      {"llvm-lowering", target},
      {"spirv-lowering", {"spirv"}},
  };
  const Catalog &catalog = getStockCatalog();
  for (StringRef name : catalog.getPassNames()) {
    const PassDescriptor &pass = *catalog.lookupPass(name);
    // What is behind the name of a pipeline does it.
    if (!pass.pipeline.empty())
      continue;
    for (const std::string &kind : pass.kinds) {
      if (StringRef(kind).ends_with("-lowering")) {
        EXPECT_TRUE(hasEntry(pass,
                             [](const ContentsEntry &entry) {
                               return entry.word == ContentsEntry::Word::Lowers;
                             }))
            << name.str() << " lowers nothing and is of kind " << kind;
      }
      if (auto it = lowered.find(kind); it != lowered.end()) {
        EXPECT_TRUE(
            hasEntry(pass,
                     [&](const ContentsEntry &entry) {
                       return entry.word == ContentsEntry::Word::Lowers &&
                              llvm::any_of(entry.items, [&](auto &item) {
                                return isOfDialect(item, it->second);
                              });
                     }))
            << name.str() << " lowers nothing of " << kind;
      }
      if (auto it = made.find(kind); it != made.end()) {
        auto isMade = [&](const std::string &item) {
          return isOfDialect(item, it->second);
        };
        EXPECT_TRUE(hasEntry(pass,
                             [&](const ContentsEntry &entry) {
                               return llvm::any_of(entry.to, isMade) ||
                                      llvm::any_of(entry.sometimes, isMade);
                             }))
            << name.str() << " makes nothing of " << kind;
      }
    }
  }
}

/// Adds the passes of a textual pipeline.
void append(PipelineBuilder &builder, StringRef text) {
  test::require(
      test::require(parseTextualPipeline(text, "test")).appendTo(builder));
}

/// Pipelines as others have them, and what comes right before the first pass of
/// a kind and right after the last.
TEST(Kinds, PassesCanBePutBeforeAndAfterKinds) {
  const char *cpu =
      "builtin.module(func.func(linalg-generalize-named-ops,cse),"
      "one-shot-bufferize,buffer-deallocation-pipeline,"
      "func.func(convert-linalg-to-loops),expand-strided-metadata,lower-affine,"
      "convert-scf-to-cf,convert-cf-to-llvm,convert-arith-to-llvm,"
      "finalize-memref-to-llvm,convert-func-to-llvm,"
      "reconcile-unrealized-casts)";
  const char *gpu =
      "builtin.module(tosa-to-arith,func.func(tosa-to-linalg-named,"
      "tosa-to-linalg),canonicalize,one-shot-bufferize,"
      "convert-linalg-to-parallel-loops,func.func(gpu-map-parallel-loops),"
      "convert-parallel-loops-to-gpu,gpu-kernel-outlining,"
      "gpu.module(convert-gpu-to-nvvm),gpu-to-llvm,cse)";
  struct {
    const char *pipeline;
    StringRef kind, first, last;
  } cases[] = {
      {cpu, "bufferization", "one-shot-bufferize", "one-shot-bufferize"},
      {cpu, "buffer-deallocation", "expand-realloc",
       "bufferization-lower-deallocations"},
      {cpu, "linalg-lowering", "convert-linalg-to-loops",
       "convert-linalg-to-loops"},
      {cpu, "loop-lowering", "lower-affine", "convert-scf-to-cf"},
      {cpu, "llvm-lowering", "convert-cf-to-llvm", "convert-func-to-llvm"},
      {cpu, "cast-reconciliation", "reconcile-unrealized-casts",
       "reconcile-unrealized-casts"},
      {gpu, "tosa-lowering", "tosa-to-arith", "tosa-to-linalg"},
      {gpu, "cleanup", "canonicalize", "cse"},
      {gpu, "linalg-lowering", "convert-linalg-to-parallel-loops",
       "convert-linalg-to-parallel-loops"},
      {gpu, "gpu", "gpu-map-parallel-loops", "gpu-kernel-outlining"},
      {gpu, "llvm-lowering", "convert-gpu-to-nvvm", "gpu-to-llvm"},
  };
  for (const auto &test : cases) {
    SCOPED_TRACE(test.kind.str() + " in " + test.pipeline);
    PipelineBuilder builder("builtin.module", getStockCatalog());
    append(builder, test.pipeline);
    // Without a word about the instance it is the first or the last.
    test::require(builder.insert(PassSpec("print-ir", "label=before"),
                                 Position::before(kind(test.kind))));
    test::require(builder.insert(PassSpec("print-ir", "label=after"),
                                 Position::after(kind(test.kind))));
    std::vector<const Node *> passes;
    for (const Node &node : builder.getPasses())
      passes.push_back(&node);
    unsigned inserted = 0;
    for (size_t i = 0; i < passes.size(); ++i) {
      if (passes[i]->getName() != "print-ir")
        continue;
      ++inserted;
      bool isBefore = passes[i]->getOptions() == "label=before";
      ASSERT_TRUE(isBefore ? i + 1 < passes.size() : i > 0);
      EXPECT_EQ(passes[isBefore ? i + 1 : i - 1]->getName(),
                isBefore ? test.first : test.last);
    }
    EXPECT_EQ(inserted, 2u);
  }
  PipelineBuilder builder("builtin.module", getStockCatalog());
  append(builder, cpu);
  std::vector<Diagnostic> errors = takeDiagnostics(
      builder.insert(PassSpec("print-ir"), Position::before(kind("async"))));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, DiagnosticCode::UnknownPosition);
}

} // namespace
