//===- FlattenAgainTest.cpp - What is checked again, and what is not ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `flattenInto` checks an unchanged pipeline once. Whatever may change what the
// check says must be seen by the next call.
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "bundles/stock/StockCatalog.h"
#include "passmanager/Adopt.h"

using namespace pmb;
using namespace pmb::test;

namespace {

struct Flattened {
  mlir::OpPassManager composed{"builtin.module"};
  PassManagerBuilder pmb{composed, nullptr, getStockCatalog()};

  std::string again() {
    mlir::OpPassManager target("builtin.module");
    return text(pmb.flattenInto(target));
  }
  explicit Flattened(llvm::StringRef pipeline) {
    EXPECT_EQ(text(pmb.adopt(pipeline)), "");
    EXPECT_EQ(again(), "");
    EXPECT_EQ(again(), "");
  }
};

const char *const lowering = "builtin.module(one-shot-bufferize{bufferize-"
                             "function-boundaries=true},convert-linalg-to-"
                             "loops)";

TEST(FlattenAgain, SeesEdits) {
  Flattened f(lowering);
  EXPECT_EQ(text(f.pmb.remove(unique(pass("convert-linalg-to-loops")))), "");
  EXPECT_EQ(text(f.pmb.addPassBefore("cse", "one-shot-bufferize")), "");
  EXPECT_EQ(f.again(), "");
  f.pmb.addPass("no-such-pass");
  EXPECT_TRUE(contains(f.again(), "no-such-pass"));
  EXPECT_TRUE(contains(f.again(), "no-such-pass"));
}

TEST(FlattenAgain, RemarksAreAboutWhatWasFlattened) {
  Flattened f("builtin.module(canonicalize{max-iterations=-1},"
              "canonicalize{max-iterations=-1})");
  f.pmb.getCleanups().setDedupe(true);
  EXPECT_EQ(f.again(), "");
  Position position = Position::before(first(pass("canonicalize")));
  EXPECT_EQ(text(f.pmb.insert(PassSpec("cse"), position)), "");
  ASSERT_EQ(f.pmb.getWarnings().size(), 1u);
  EXPECT_EQ(f.pmb.getWarnings()[0].node->position, 1);
  EXPECT_EQ(f.again(), "");
  ASSERT_EQ(f.pmb.getWarnings().size(), 1u);
  EXPECT_EQ(f.pmb.getWarnings()[0].node->position, 2);
}

TEST(FlattenAgain, SeesTheInterface) {
  Flattened f(lowering);
  PipelineInterface &interface = f.pmb.getInterface();
  interface.inputContents = {{"func.func", "linalg.matmul", "!tensor"}};
  interface.outputContents = {{"llvm"}};
  EXPECT_TRUE(contains(f.again(), "predicted-left-over"));
  EXPECT_TRUE(contains(f.again(), "predicted-left-over"));
  interface.outputContents.reset();
  EXPECT_EQ(f.again(), "");
  interface.outputProperties = {"canonical"};
  EXPECT_TRUE(contains(f.again(), "'canonical'"));
}

TEST(FlattenAgain, SeesContractsAndSeverities) {
  Flattened f(lowering);
  Contract contract;
  contract.after(pass("convert-linalg-to-loops")).weak();
  EXPECT_EQ(text(f.pmb.addContract("one-shot-bufferize", contract)), "");
  EXPECT_EQ(f.again(), "");
  EXPECT_FALSE(f.pmb.getWarnings().empty());
  f.pmb.setSeverity(DiagnosticCode::WrongOrder, Severity::Error);
  EXPECT_TRUE(contains(f.again(), "wrong-order"));
  f.pmb.setSeverity(DiagnosticCode::WrongOrder, Severity::Off);
  EXPECT_EQ(f.again(), "");
}

TEST(FlattenAgain, SeesWhatATransactionTookBack) {
  Flattened f(lowering);
  EXPECT_NE(text(f.pmb.transaction(Origin::thirdParty("acme"),
                                   [&]() -> llvm::Error {
                                     f.pmb.addPass("no-such-pass");
                                     return llvm::Error::success();
                                   })),
            "");
  EXPECT_EQ(f.again(), "");
}

//===----------------------------------------------------------------------===//
// Options that conditions ask for
//===----------------------------------------------------------------------===//

// The check reads the options that were given with a name, and does not ask the
// pass. Both must have the same values.
TEST(ConditionsOnOptions, NeedNoInstance) {
  const Catalog &catalog = getStockCatalog();
  unsigned count = 0;
  for (llvm::StringRef name : catalog.getPassNames()) {
    const PassDescriptor &known = *catalog.lookupPass(name);
    const mlir::PassInfo *info = lookupPassInfo(name);
    std::string messages;
    std::unique_ptr<mlir::Pass> pass = info && known.contract.isConditional()
                                           ? createPass(*info, "", messages)
                                           : nullptr;
    if (!pass)
      continue;
    std::string printed = makeInstance(std::move(pass)).getOptions();
    for (const ContractEntry &entry : known.contract.getEntries())
      for (const ConditionTerm &term : entry.condition.getTerms()) {
        const OptionDescriptor *option = known.lookupOption(term.name);
        auto get = [&](llvm::StringRef options) {
          return normalizeOptionValue(
                     option,
                     getOptionValue(known, options, term.name).value_or(""))
              .str();
        };
        ASSERT_TRUE(option) << name.str();
        // What neither the text nor the catalog tells, the pass is asked for.
        if (option->defaultValue.empty() &&
            option->type != OptionDescriptor::Type::Text)
          continue;
        EXPECT_EQ(get(""), get(printed))
            << name.str() << ": " << term.name.str();
        ++count;
      }
  }
  EXPECT_GT(count, 20u);
}

} // namespace
