//===- SharedContractsTest.cpp - Contracts compiled once ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The check keeps what it has made of the stock catalog for all pipelines and
// threads. What it says must be what it says of contracts that it compiles for
// one pipeline, as it does for those that somebody has added to a catalog.
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/stock/StockCatalog.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"
#include <thread>

using namespace pmb;
using llvm::StringRef;

namespace {

using Contents = std::optional<std::vector<std::string>>;

const char *const texts[] = {
    "builtin.module(convert-linalg-to-loops,one-shot-bufferize)",
    "builtin.module(inline,symbol-dce,canonicalize,one-shot-bufferize{"
    "bufferize-function-boundaries=true},func.func(convert-linalg-to-loops,"
    "buffer-hoisting),ownership-based-buffer-deallocation,convert-scf-to-cf,"
    "finalize-memref-to-llvm,convert-func-to-llvm,convert-arith-to-llvm,"
    "convert-cf-to-llvm,reconcile-unrealized-casts)",
    "builtin.module(one-shot-bufferize{allow-unknown-ops=1},"
    "func.func(canonicalize{max-num-rewrites=0},convert-linalg-to-loops),"
    "canonicalize{top-down=false},convert-scf-to-cf)",
    "builtin.module(reconcile-unrealized-casts,convert-index-to-llvm,"
    "convert-func-to-llvm,convert-vector-to-llvm,transform-interpreter,"
    "convert-scf-to-cf,expand-strided-metadata)",
    "builtin.module(func.func(tosa-to-linalg-named,tosa-to-linalg,"
    "tosa-to-arith,tosa-to-tensor),one-shot-bufferize,"
    "gpu-kernel-outlining,gpu.module(convert-gpu-to-nvvm),gpu-to-llvm)",
};

const Contents inputs[] = {
    std::nullopt,
    {{"func.func", "func.return", "linalg.matmul", "tensor.empty", "!tensor",
      "arith.constant"}},
    // Dialects, and what nobody knows.
    {{"func", "tensor", "linalg", "!tensor"}},
    {{"func.func", "toy.mul", "memref.mine", "arith.mine(!index)", "!memref",
      "builtin.unrealized_conversion_cast"}},
};

std::string check(const Catalog &catalog, StringRef text,
                  const Contents &contents) {
  Pipeline pipeline("builtin.module", catalog);
  if (contents) {
    pipeline.getInterface().inputContents = contents;
    pipeline.getInterface().outputContents = {{"llvm"}};
  }
  llvm::Expected<TextualPipeline> parsed = parseTextualPipeline(text, "test");
  if (!parsed)
    return llvm::toString(parsed.takeError());
  if (llvm::Error error = parsed->appendTo(pipeline))
    return llvm::toString(std::move(error));
  std::string said;
  for (const Diagnostic &finding : pipeline.check())
    said += finding.str();
  return said;
}

TEST(SharedContracts, SayTheSame) {
  // Each of its passes is its own.
  Catalog own = getStockCatalog().clone();
  for (StringRef name : getStockCatalog().getPassNames())
    ASSERT_FALSE(bool(own.overridePass(*getStockCatalog().lookupPass(name))));
  size_t saying = 0;
  for (StringRef text : texts)
    for (const Contents &contents : inputs) {
      std::string said = check(own, text, contents);
      EXPECT_EQ(check(getStockCatalog(), text, contents), said) << text.str();
      saying += !said.empty();
    }
  EXPECT_GT(saying, std::size(texts));
}

TEST(SharedContracts, SayTheSameToAllThreads) {
  std::vector<std::string> expected;
  for (StringRef text : texts)
    for (const Contents &contents : inputs)
      expected.push_back(check(getStockCatalog(), text, contents));
  // Of a clone with a type more nothing is known yet.
  Catalog fresh = getStockCatalog().clone();
  fresh.addType({"!unheard-of", {}, {}, {}, {}, ""});
  std::vector<std::vector<std::string>> said(4);
  std::vector<std::thread> threads;
  for (std::vector<std::string> &mine : said)
    threads.emplace_back([&] {
      for (StringRef text : texts)
        for (const Contents &contents : inputs)
          mine.push_back(check(fresh, text, contents));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::vector<std::string> &mine : said)
    EXPECT_EQ(mine, expected);
}

TEST(SharedContracts, OutliveTheCatalogTheyWereMadeFor) {
  std::string expected = check(getStockCatalog(), texts[1], inputs[1]);
  std::optional<Catalog> first = getStockCatalog().clone();
  first->addType({"!unheard-of", {"toy.mul"}, {}, {}, {}, ""});
  EXPECT_EQ(check(*first, texts[1], inputs[1]), expected);
  Catalog second = first->clone();
  first.reset();
  EXPECT_EQ(check(second, texts[1], inputs[1]), expected);
}

// What is added to a catalog counts at the next check.
TEST(SharedContracts, FollowTheCatalog) {
  Catalog catalog = getStockCatalog().clone();
  std::vector<std::string> contents = {"func.func", "toy.print"};
  EXPECT_EQ(check(catalog, "builtin.module(toy-print)", Contents(contents))
                .find("unknown-property"),
            std::string::npos);
  ASSERT_FALSE(bool(catalog.addProperty({"toy-ready", "", true})));
  PassDescriptor pass("toy-print");
  pass.hasContract = true;
  pass.contract.requiresProperty("toy-ready");
  ASSERT_FALSE(bool(catalog.addPass(pass)));
  EXPECT_NE(check(catalog, "builtin.module(toy-print)", Contents(contents))
                .find("requires 'toy-ready'"),
            std::string::npos);
}

/// A source with one pass, which needs something for one target only.
struct OnePass : CatalogSource {
  OnePass() : pass("p") {
    pass.hasContract = true;
    pass.contract.requiresProperty("ready").when(variant("gpu"));
  }
  const PassDescriptor *lookupPass(StringRef name) const override {
    return name == pass.name ? &pass : nullptr;
  }
  void getPassNames(std::vector<StringRef> &names) const override {
    names.push_back(pass.name);
  }
  PassDescriptor pass;
};

// What is compiled for one pipeline does not decide for another.
TEST(SharedContracts, AskForVariantsEachTime) {
  OnePass source;
  Catalog catalog;
  ASSERT_FALSE(bool(catalog.addProperty({"ready", "", false})));
  catalog.setSource(&source);
  auto countFindings = [&](bool isForGPU) {
    Pipeline pipeline("builtin.module", catalog);
    pipeline.getInterface().inputContents.emplace();
    pipeline.append(PassSpec("p"));
    if (isForGPU)
      pipeline.setVariant("gpu");
    return pipeline.check().size();
  };
  EXPECT_EQ(countFindings(false), 0u);
  EXPECT_EQ(countFindings(true), 1u);
  EXPECT_EQ(countFindings(false), 0u);
}

// A pass that names another item is compiled for each pipeline anew.
TEST(SharedContracts, AllItemsOfTheCatalogAreListed) {
  const Catalog &catalog = getStockCatalog();
  llvm::StringSet<> listed;
  for (StringRef item : llvm::split(catalog.getSource()->getItems(), ' '))
    EXPECT_TRUE(listed.insert(item).second) << item.str();
  for (StringRef name : catalog.getPassNames())
    for (const ContentsEntry &entry :
         catalog.lookupPass(name)->contract.getContents())
      entry.forEachItem([&](StringRef item) {
        EXPECT_TRUE(item == "*" || listed.contains(item) ||
                    catalog.lookupProperty(item) || catalog.lookupType(item))
            << name.str() << " names " << item.str();
      });
}

} // namespace
