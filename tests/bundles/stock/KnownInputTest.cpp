//===- KnownInputTest.cpp - Knowing the input never says less -------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random pipelines of MLIR's passes: what is an error with an open input is at
// least a warning with one that has all that the passes work on.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"
#include <random>

using namespace pmb;
using llvm::StringRef;

namespace {

using Items = std::vector<std::string>;
using List = std::vector<StringRef>;

const List passes = {"one-shot-bufferize",
                     "convert-linalg-to-loops",
                     "convert-linalg-to-affine-loops",
                     "convert-bufferization-to-memref",
                     "buffer-deallocation-pipeline",
                     "ownership-based-buffer-deallocation",
                     "expand-strided-metadata",
                     "finalize-memref-to-llvm",
                     "lower-affine",
                     "convert-scf-to-cf",
                     "convert-cf-to-llvm",
                     "convert-func-to-llvm",
                     "convert-arith-to-llvm",
                     "convert-math-to-llvm",
                     "convert-vector-to-scf",
                     "convert-vector-to-llvm",
                     "convert-complex-to-standard",
                     "convert-async-to-llvm",
                     "buffer-hoisting",
                     "reconcile-unrealized-casts",
                     "convert-elementwise-to-linalg",
                     "canonicalize",
                     "cse"};

std::vector<Diagnostic> check(const List &list, std::optional<Items> input,
                              std::optional<Items> output) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  for (StringRef pass : list)
    pipeline.addPass(pass);
  pipeline.getInterface().inputContents = std::move(input);
  pipeline.getInterface().outputContents = std::move(output);
  return pipeline.check();
}

Severity getWorst(llvm::ArrayRef<Diagnostic> findings) {
  Severity worst = Severity::Off;
  for (const Diagnostic &finding : findings)
    worst = std::max(worst, finding.severity);
  return worst;
}

/// The operations, without marks, and types that the passes lower and look for:
/// nothing that an error with an open input is about is excluded.
Items getWork(const List &list) {
  llvm::StringSet<> seen;
  Items result = {"func.func", "func.return"};
  auto add = [&](llvm::ArrayRef<std::string> items) {
    for (StringRef item : items)
      if (item != "*" && !item.contains('(') && !item.starts_with("builtin") &&
          !item.starts_with("llvm") && seen.insert(item).second)
        result.push_back(item.str());
  };
  for (StringRef pass : list) {
    const PassDescriptor *known = getStockCatalog().lookupPass(pass);
    if (!known)
      continue;
    for (const ContentsEntry &entry : known->contract.getContents())
      if (entry.word == ContentsEntry::Word::Lowers ||
          entry.word == ContentsEntry::Word::Introduces) {
        add(entry.items);
        add(entry.given);
        add(entry.converts);
      }
  }
  return result;
}

/// So many passes, none of them twice: what the first has done is known then.
List pickPasses(std::mt19937 &random, size_t count) {
  List list = passes;
  for (size_t i = 0; i < count; ++i)
    std::swap(list[i], list[i + random() % (list.size() - i)]);
  list.resize(count);
  return list;
}

std::string show(const List &list) { return llvm::join(list, ","); }

TEST(KnownInput, SaysNoLessThanAnOpenOne) {
  std::mt19937 random(2026);
  unsigned errors = 0, tries = test::getTries(150, 50);
  for (unsigned run = 0; run < tries; ++run) {
    List list = pickPasses(random, 2 + random() % 5);
    std::optional<Items> output;
    if (random() % 2)
      output = Items{"llvm"};
    std::vector<Diagnostic> open = check(list, std::nullopt, output);
    if (getWorst(open) < Severity::Error)
      continue;
    ++errors;
    EXPECT_GE(getWorst(check(list, getWork(list), output)), Severity::Warning)
        << show(list) << "\n"
        << open.front().str();
  }
  EXPECT_GT(errors, tries * 2 / 5);
}

/// A second wrong pass does not hide the first.
TEST(KnownInput, APassTwiceIsNoBetterThanOnce) {
  std::mt19937 random(2027);
  unsigned errors = 0;
  for (unsigned run = 0; run < 1000; ++run) {
    List list = pickPasses(random, 2 + random() % 2);
    if (getWorst(check(list, std::nullopt, std::nullopt)) < Severity::Error)
      continue;
    ++errors;
    for (size_t i = 0; i < list.size(); ++i) {
      List twice = list;
      twice.insert(twice.begin() + i, list[i]);
      EXPECT_EQ(getWorst(check(twice, std::nullopt, std::nullopt)),
                Severity::Error)
          << show(twice);
    }
  }
  EXPECT_GT(errors, 20u);
}

/// The pairs by which this was found.
TEST(KnownInput, Examples) {
  Items tensors = {"func.func", "func.return", "tensor.extract", "!tensor"};
  EXPECT_GE(getWorst(check({"finalize-memref-to-llvm", "one-shot-bufferize"},
                           tensors, std::nullopt)),
            Severity::Warning);
  EXPECT_EQ(getWorst(check({"one-shot-bufferize", "finalize-memref-to-llvm"},
                           tensors, std::nullopt)),
            Severity::Off);
  List async = {"async-to-async-runtime", "convert-func-to-llvm",
                "convert-async-to-llvm"};
  EXPECT_EQ(getWorst(check(async, std::nullopt, Items{"llvm"})),
            Severity::Error);
  for (const Items &input :
       {Items{"func.func", "func.return"}, Items{"async"}, Items{"func"},
        Items{"func.func", "func.return", "async.execute", "async.yield"},
        getWork(async)})
    EXPECT_GE(getWorst(check(async, input, Items{"llvm"})), Severity::Warning)
        << llvm::join(input, ",");
}

/// One kind of type is no reason to doubt another that the list has, too; but
/// an attribute may be all that has it.
TEST(KnownInput, ListedTypesAreThere) {
  const List tooEarly = {"convert-linalg-to-loops", "one-shot-bufferize"};
  auto find = [&](Items input) {
    return getWorst(check(tooEarly, std::move(input), std::nullopt));
  };
  EXPECT_EQ(find({"linalg.matmul", "!tensor"}), Severity::Error);
  EXPECT_EQ(find({"linalg.matmul", "!tensor", "!memref", "memref.load"}),
            Severity::Error);
  EXPECT_EQ(find({"linalg.matmul", "!tensor", "memref.load", "memref.global"}),
            Severity::Off);
  EXPECT_EQ(find({"builtin.module", "linalg.matmul", "!tensor", "memref.load",
                  "memref.global"}),
            Severity::Error);
}

} // namespace
