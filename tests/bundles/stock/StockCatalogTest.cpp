//===- StockCatalogTest.cpp - Tests of the stock catalog ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/stock/StockCatalog.h"
#include "../Require.h"
#include "bundles/contracts/ContractsFile.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/stock/Kinds.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <thread>

using namespace pmb;
using llvm::StringRef;

namespace {

// First, as passes once read stay; each test is also a process of its own.
TEST(StockCatalog, ReadsOnlyWhatIsLookedUp) {
  size_t before = countParsedStockPasses();
  const Catalog &catalog = getStockCatalog();
  EXPECT_TRUE(catalog.lookupProperty("canonical"));
  EXPECT_FALSE(catalog.lookupPass("no-such-pass"));
  EXPECT_GT(catalog.getPassNames().size(), 250u);
  EXPECT_EQ(countParsedStockPasses(), before);
  const PassDescriptor *pass = catalog.lookupPass("canonicalize");
  ASSERT_TRUE(pass);
  EXPECT_EQ(catalog.lookupPass("canonicalize"), pass);
  EXPECT_LE(countParsedStockPasses(), before + 1);
}

TEST(StockCatalog, EveryPassIsReadAndVerifies) {
  const Catalog &catalog = getStockCatalog();
  for (StringRef name : catalog.getPassNames()) {
    const PassDescriptor *pass = catalog.lookupPass(name);
    ASSERT_TRUE(pass) << name.str();
    EXPECT_EQ(pass->name, name.str());
    for (const Diagnostic &d : takeDiagnostics(catalog.verify(*pass)))
      ADD_FAILURE() << d.str();
    for (const std::string &kind : pass->kinds)
      EXPECT_TRUE(catalog.hasKind(kind)) << name.str() << ": " << kind;
    for (const OrderEntry &entry : pass->contract.getOrder())
      EXPECT_TRUE(entry.target.kind != Target::Kind::Pass ||
                  catalog.lookupPass(entry.target.name))
          << name.str() << " names " << entry.target.name;
  }
}

TEST(StockCatalog, KnowsWhatPassesTdSays) {
  const Catalog &catalog = getStockCatalog();
  const PassDescriptor *pass = catalog.lookupPass("one-shot-bufferize");
  ASSERT_TRUE(pass);
  EXPECT_EQ(pass->summary, "One-Shot Bufferize");
  EXPECT_EQ(pass->group, "Bufferization");
  EXPECT_EQ(pass->anchor, "builtin.module");
  EXPECT_TRUE(pass->hasOptionList);
  const OptionDescriptor *option =
      pass->lookupOption("function-boundary-type-conversion");
  ASSERT_TRUE(option);
  EXPECT_EQ(option->defaultValue, "infer-layout-map");
  EXPECT_EQ(pass->lookupOption("bufferize-function-boundaries")->defaultValue,
            "false");
  EXPECT_EQ(pass->lookupOption("no-such-option"), nullptr);
  EXPECT_EQ(pass->dependentDialects,
            (std::vector<std::string>{"bufferization", "memref"}));

  EXPECT_EQ(catalog.lookupPass("affine-loop-fusion")->anchor, "");
  EXPECT_EQ(catalog.lookupPass("affine-loop-tile")->anchor, "func.func");
  pass = catalog.lookupPass("tosa-to-linalg");
  ASSERT_TRUE(pass);
  EXPECT_EQ(pass->anchor, "");
  ASSERT_FALSE(pass->anchorChoices.empty());
  EXPECT_EQ(pass->anchorChoices.front(), "func.func");
  EXPECT_TRUE(catalog.lookupPass("cse")->options.empty());
  EXPECT_TRUE(catalog.lookupPass("cse")->hasOptionList);
}

TEST(StockCatalog, KnowsTheKindsThatHaveTypes) {
  const Catalog &catalog = getStockCatalog();
  std::vector<StringRef> kinds = {
      Bufferization::getKindName(),     BufferDeallocation::getKindName(),
      Cleanup::getKindName(),           LinalgLowering::getKindName(),
      LoopLowering::getKindName(),      LLVMLowering::getKindName(),
      CastReconciliation::getKindName()};
  for (StringRef kind : kinds) {
    EXPECT_TRUE(catalog.hasKind(kind)) << kind.str();
    EXPECT_FALSE(catalog.getKindSummary(kind).empty()) << kind.str();
    EXPECT_TRUE(llvm::any_of(catalog.getPassNames(), [&](StringRef name) {
      return catalog.lookupPass(name)->hasKind(kind);
    })) << kind.str();
  }
  EXPECT_TRUE(
      catalog.lookupPass("one-shot-bufferize")->hasKind("bufferization"));
  EXPECT_TRUE(catalog.lookupPass("cse")->hasKind("cleanup"));
}

TEST(StockCatalog, CanonicalIsFleetingAndProvided) {
  const Catalog &catalog = getStockCatalog();
  ASSERT_TRUE(catalog.lookupProperty("canonical"));
  EXPECT_TRUE(catalog.lookupProperty("canonical")->isFleeting);
  EXPECT_TRUE(
      llvm::any_of(catalog.lookupPass("canonicalize")->contract.getProperties(),
                   [](const PropertyEntry &entry) {
                     return entry.word == PropertyEntry::Word::Provides &&
                            entry.property == "canonical";
                   }));
}

TEST(StockCatalog, CloneIsExtendedAndTheOriginalIsNot) {
  Catalog copy = getStockCatalog().clone();
  const PassDescriptor *stock = getStockCatalog().lookupPass("cse");
  ASSERT_TRUE(stock);
  EXPECT_EQ(copy.lookupPass("cse"), stock);
  PassDescriptor extension("cse");
  extension.addKind("acme-kind");
  EXPECT_FALSE(bool(copy.extendPass(extension)));
  EXPECT_TRUE(copy.lookupPass("cse")->hasKind("acme-kind"));
  EXPECT_TRUE(copy.lookupPass("cse")->hasKind("cleanup"));
  EXPECT_FALSE(stock->hasKind("acme-kind"));
  EXPECT_EQ(getStockCatalog().lookupPass("cse"), stock);
  EXPECT_EQ(copy.getPassNames(), getStockCatalog().getPassNames());
  EXPECT_TRUE(copy.lookupProperty("canonical"));
  EXPECT_EQ(copy.getTypes().size(), getStockCatalog().getTypes().size());

  std::vector<Diagnostic> diagnostics =
      takeDiagnostics(copy.addPass(PassDescriptor("symbol-dce")));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].code, DiagnosticCode::DuplicateName);
  EXPECT_FALSE(bool(copy.addPass(PassDescriptor("acme-pass"))));
  EXPECT_TRUE(llvm::is_contained(copy.getPassNames(), "acme-pass"));
}

TEST(StockCatalog, LookUpsFromSeveralThreadsAgree) {
  std::vector<StringRef> names = getStockCatalog().getPassNames();
  constexpr size_t count = 4;
  std::vector<const PassDescriptor *> found[count];
  std::vector<std::thread> threads;
  for (size_t i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      for (StringRef name : names)
        found[i].push_back(getStockCatalog().lookupPass(name));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 1; i < count; ++i)
    EXPECT_EQ(found[i], found[0]);
}

TEST(StockCatalog, IsWrittenAndReadBackAsTheSame) {
  const Catalog &catalog = getStockCatalog();
  std::vector<const PassDescriptor *> passes;
  for (StringRef name : catalog.getPassNames())
    passes.push_back(catalog.lookupPass(name));
  std::string text;
  {
    llvm::raw_string_ostream os(text);
    writeContracts(os, catalog, passes);
  }
  Catalog copy;
  JsonDocument document =
      test::require(JsonDocument::parse(SourceText::copy(text, "all.json")));
  auto warnings = readContracts(document, copy);
  if (!warnings)
    FAIL() << takeDiagnostics(warnings.takeError()).front().str();
  EXPECT_TRUE(warnings->empty());
  std::vector<const PassDescriptor *> copies;
  for (const PassDescriptor *pass : passes) {
    copies.push_back(copy.lookupPass(pass->name));
    ASSERT_TRUE(copies.back()) << pass->name;
    EXPECT_EQ(copies.back()->hasContract, pass->hasContract) << pass->name;
    EXPECT_EQ(copies.back()->hasOptionList, pass->hasOptionList) << pass->name;
    EXPECT_EQ(copies.back()->contract.getContents().size(),
              pass->contract.getContents().size())
        << pass->name;
  }
  std::string again;
  llvm::raw_string_ostream os(again);
  writeContracts(os, copy, copies);
  EXPECT_EQ(os.str(), text);
}

} // namespace
