//===- DescriptionsTest.cpp - What several say of one pass ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "builder/PipelineBuilder.h"
#include "builder/edit/TextualPipeline.h"
#include "bundles/contracts/PassJson.h"
#include "bundles/stock/StockCatalog.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

std::string text(llvm::Error error) {
  std::string result;
  for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
    result += diagnostic.str();
  return result;
}

/// Reads a file in the name of a plugin. Returns errors and warnings.
std::string readOf(Catalog &catalog, llvm::StringRef json,
                   llvm::StringRef plugin) {
  llvm::Expected<JsonDocument> document =
      JsonDocument::parse(SourceText::copy(json, "acme.contracts.json"));
  if (!document)
    return text(document.takeError());
  catalog.setDescribedIn(plugin);
  auto warnings = readContracts(*document, catalog);
  catalog.setDescribedIn("");
  if (!warnings)
    return text(warnings.takeError());
  std::string result;
  for (const Diagnostic &warning : *warnings)
    result += warning.str();
  return result;
}

/// As a plugin's C++ does.
std::string describe(Catalog &catalog, const char *after = "cse") {
  PassDescriptor pass("acme-fuse");
  pass.summary = "Fuses";
  pass.hasContract = true;
  pass.contract.after(pmb::pass(after)).because("it says so");
  catalog.setDescribedIn("plugin 'acme'");
  std::string result = text(catalog.addPass(std::move(pass)));
  catalog.setDescribedIn("");
  return result;
}

constexpr const char *fuse = R"({"passes": {"acme-fuse": {
  "after": {"pass": "cse", "reason": "it says so", "source": "Passes.td"}}}})";

TEST(TwoDescriptions, ThatAreEqualAreOne) {
  for (bool fileFirst : {true, false}) {
    Catalog catalog = getStockCatalog().clone();
    if (fileFirst) {
      EXPECT_EQ(readOf(catalog, fuse, "plugin 'acme-fuse'"), "");
    }
    EXPECT_EQ(describe(catalog), "");
    if (!fileFirst) {
      EXPECT_EQ(readOf(catalog, fuse, "plugin 'acme-fuse'"), "");
    }
    EXPECT_EQ(catalog.lookupPass("acme-fuse")->contract.getOrder().size(), 1u);
  }
}

TEST(TwoDescriptions, ThatDifferAreAnErrorInEitherOrder) {
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(readOf(catalog, fuse, "plugin 'acme-fuse'"), "");
  EXPECT_EQ(describe(catalog, "sccp"),
            "error: acme.contracts.json:1:13 and plugin 'acme' describe "
            "'acme-fuse', and say different things of its contract [PMB014 "
            "duplicate-name]\n"
            "  help: leave one of the descriptions out, or extend or override "
            "the other\n");
  catalog = getStockCatalog().clone();
  EXPECT_EQ(describe(catalog, "sccp"), "");
  EXPECT_TRUE(
      test::contains(readOf(catalog, fuse, "plugin 'acme-fuse'"),
                     "error: plugin 'acme' and acme.contracts.json:1:13 "
                     "describe 'acme-fuse', and say different things of its "
                     "contract [PMB014 duplicate-name]"));
}

TEST(TwoDescriptions, OverrideWinsInEitherOrder) {
  constexpr const char *overriding = R"({"passes": {"acme-fuse": {
    "override": true, "before": ["canonicalize"]}}})";
  for (bool fileFirst : {true, false}) {
    Catalog catalog = getStockCatalog().clone();
    if (fileFirst) {
      EXPECT_EQ(readOf(catalog, overriding, "plugin 'acme-fuse'"), "");
    }
    EXPECT_EQ(describe(catalog), "");
    if (!fileFirst) {
      EXPECT_TRUE(test::contains(
          readOf(catalog, overriding, "plugin 'acme-fuse'"), "PMB057"));
    }
    const Contract &contract = catalog.lookupPass("acme-fuse")->contract;
    ASSERT_EQ(contract.getOrder().size(), 1u);
    EXPECT_EQ(contract.getOrder()[0].target.name, "canonicalize");
  }
}

TEST(TwoDescriptions, AFileOfTheUserAddsToAPluginsPass) {
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(describe(catalog), "");
  EXPECT_EQ(readOf(catalog,
                   R"({"passes": {"acme-fuse": {"before": ["canonicalize"]}}})",
                   ""),
            "");
  EXPECT_EQ(catalog.lookupPass("acme-fuse")->contract.getOrder().size(), 2u);
}

TEST(NamesInFiles, ItemsThatAreLikelyToBeMisspelled) {
  Catalog catalog = getStockCatalog().clone();
  std::string found =
      readOf(catalog, R"({"passes": {"acme-fuse": {"lowers": ["linlag"],
        "introduces": ["acme.tile", "!tensr", "memref.load"]}}})",
             "");
  EXPECT_TRUE(test::contains(found, "nothing is known of a dialect 'linlag'"));
  EXPECT_TRUE(test::contains(found, "nothing is known of a type '!tensr'"));
  EXPECT_FALSE(test::contains(found, "acme.tile'"));
  EXPECT_FALSE(test::contains(found, "memref'"));
}

//===----------------------------------------------------------------------===//
// What the stock catalog knows of anchors and options
//===----------------------------------------------------------------------===//

std::string append(llvm::StringRef pipeline) {
  auto parsed = parseTextualPipeline(pipeline, "text");
  if (!parsed)
    return text(parsed.takeError());
  PipelineBuilder builder(parsed->getRootOp(), getStockCatalog());
  return text(parsed->appendTo(builder));
}

TEST(StockAnchors, AreThoseThatMLIRTakes) {
  for (const char *good :
       {"builtin.module(symbol-dce,inline,gpu.module(symbol-dce))",
        "builtin.module(acme.module(symbol-dce),acme.func(cse))",
        "builtin.module(func.func(cse),async.func(cse),any(symbol-dce))",
        "builtin.module(llvm.func(cse),spirv.module(spirv.func(cse)))",
        "any(cse,convert-func-to-llvm)", "any(convert-func-to-llvm)"})
    EXPECT_EQ(append(good), "") << good;
  for (const char *bad : {"builtin.module(func.func(symbol-dce))",
                          "builtin.module(func.func(inline))",
                          "builtin.module(func.func(scf.for(cse)))",
                          "builtin.module(linalg.generic(cse))"})
    EXPECT_TRUE(test::contains(append(bad), "PMB004 wrong-anchor-op")) << bad;
}

TEST(StockAnchors, KnowEveryOperationThatAPassIsFor) {
  const Catalog &catalog = getStockCatalog();
  for (llvm::StringRef name : catalog.getPassNames()) {
    const PassDescriptor *pass = catalog.lookupPass(name);
    if (!pass->anchor.empty()) {
      EXPECT_TRUE(catalog.canBeAnchor(pass->anchor)) << pass->anchor;
    }
    for (const std::string &anchor : pass->anchorChoices)
      EXPECT_TRUE(catalog.canBeAnchor(anchor)) << anchor;
  }
}

TEST(StockAnchors, ASymbolPassGoesToTheModule) {
  PipelineBuilder pipeline("builtin.module", getStockCatalog());
  pipeline.nest("func.func").addPass("cse");
  EXPECT_EQ(text(pipeline.addPassAfter("symbol-dce", "cse")), "");
  EXPECT_EQ(pipeline.str(), "builtin.module(func.func(cse),symbol-dce)");
}

TEST(StockAnchors, ForeignRootKeepsItsPasses) {
  PipelineBuilder pipeline("acme.func", getStockCatalog());
  pipeline.addPass("tosa-to-linalg-named");
  EXPECT_EQ(pipeline.str(), "acme.func(tosa-to-linalg-named)");
}

TEST(StockOptions, HaveTypes) {
  EXPECT_TRUE(
      test::contains(append("builtin.module(canonicalize{top-down=false, "
                            "region-simplify=disabled})"),
                     "'false,' is not a value of 'top-down'"));
  EXPECT_TRUE(test::contains(
      append("builtin.module(canonicalize{max-iterations=many})"),
      "it takes an integer"));
  EXPECT_EQ(append("builtin.module(canonicalize{top-down=0 "
                   "region-simplify=disabled max-iterations=0x10 "
                   "disable-patterns=a,b})"),
            "");
  // As in the defaults.
  const Catalog &catalog = getStockCatalog();
  for (llvm::StringRef name : catalog.getPassNames())
    for (const OptionDescriptor &option : catalog.lookupPass(name)->options)
      EXPECT_TRUE(option.defaultValue.empty() ||
                  option.accepts(option.defaultValue))
          << name.str() << ' ' << option.name;
}

} // namespace
