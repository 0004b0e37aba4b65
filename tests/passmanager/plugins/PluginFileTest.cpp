//===- PluginFileTest.cpp - Plugins that are data -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "PluginSupport.h"
#include "mlir/IR/BuiltinOps.h"

using namespace pmb;
using namespace pmb::test;

namespace {

/// A module pipeline of `cse`.
struct PluginFile : testing::Test {
  Folder folder;
  mlir::OpPassManager manager{"builtin.module"};
  PassManagerBuilder builder{manager};
  void SetUp() override { builder.addPass("cse"); }

  /// Why a file with this text cannot be loaded.
  std::string refuse(llvm::StringRef name, llvm::StringRef text) {
    return sayWhyNot(folder.write(name, text), name);
  }
};

TEST_F(PluginFile, InsertsRegisteredPasses) {
  std::string path = folder.write("sweep.pipeline.json", R"({
  "insert": [
    {"pass": "canonicalize", "options": {"top-down": false}, "after": "cse"},
    {"pass": "mem2reg", "nest": "func.func", "before": "cse", "reason": "fewer loads"}
  ]
})");
  const Plugin *plugin = loadPath(path);
  ASSERT_TRUE(plugin);
  EXPECT_EQ(plugin->getId(), "sweep");
  EXPECT_EQ(plugin->getVersion(), "");
  EXPECT_EQ(plugin->getRank(), 0);
  EXPECT_TRUE(plugin->isDefaultActivated());
  EXPECT_EQ(loadPath(path), plugin);

  ASSERT_EQ(say(plugin->addTo(builder)), "");
  ASSERT_EQ(say(plugin->addTo(builder)), "");
  ASSERT_EQ(say(builder.applyParties()), "");
  std::vector<llvm::StringRef> names;
  for (const Node &node : builder.getPasses())
    names.push_back(node.getName());
  EXPECT_EQ(names,
            (std::vector<llvm::StringRef>{"mem2reg", "cse", "canonicalize"}));
  // Who put it there is the line of the file.
  const Node *added = builder.lookup(pass("mem2reg")).front();
  EXPECT_EQ(shorten(added->getOrigin().str(), path, "sweep.pipeline.json"),
            "sweep.pipeline.json:4:5");
  EXPECT_EQ(added->getOrigin().why, "fewer loads");
  EXPECT_EQ(added->getAnchorPath().str(), "builtin.module/func.func");
  EXPECT_EQ(say(builder.build()), "");
}

// Without an anchor it is for pipelines on any operation.
TEST_F(PluginFile, AnchorIsAConditionOnlyWhereThereIsOne) {
  const Plugin *any = loadPath(folder.write(
      "any.json", R"({"insert": [{"pass": "sccp", "after": "cse"}]})"));
  const Plugin *module =
      loadPath(folder.write("module.json", R"({"anchor": "builtin.module",
                         "insert": [{"pass": "sccp", "after": "cse"}]})"));
  mlir::OpPassManager functions("func.func");
  PassManagerBuilder other(functions);
  other.addPass("cse");
  ASSERT_EQ(say(any->addTo(other)), "");
  EXPECT_EQ(say(other.applyParties()), "");
  EXPECT_EQ(other.str(), "func.func(cse,sccp)");
  ASSERT_EQ(say(module->addTo(other)), "");
  EXPECT_EQ(
      shorten(say(other.applyParties()), module->getPath(), "module.json"),
      "error: a pipeline on 'builtin.module' cannot be appended to one on "
      "'func.func' [PMB004 wrong-anchor-op]\n"
      "  at: module.json:1:12\n"
      "  note: the line is\n"
      "     1 | {\"anchor\": \"builtin.module\",\n"
      "       |            ^\n"
      "  note: nothing of what plugin 'module' did was kept\n");
  EXPECT_EQ(other.str(), "func.func(cse,sccp)");
}

TEST_F(PluginFile, VariantsAreConditions) {
  const Plugin *plugin =
      loadPath(folder.write("gpu.json", R"({"variants": ["gpu", "npu"],
                      "insert": [{"pass": "sccp", "after": "cse"}]})"));
  EXPECT_EQ(plugin->getVariants(), (llvm::ArrayRef<std::string>{"gpu", "npu"}));
  for (llvm::StringRef variant : {"cpu", "gpu", "npu"}) {
    PassManagerBuilder other(manager);
    other.addPass("cse");
    other.setVariant(variant);
    ASSERT_EQ(say(plugin->addTo(other)), "");
    ASSERT_EQ(say(other.applyParties()), "");
    EXPECT_EQ(other.size(), variant == "cpu" ? 1u : 2u);
    EXPECT_EQ(other.getList().hasVariant("npu"), variant == "npu");
  }
}

TEST_F(PluginFile, ForAVariantThatIsMisspelled) {
  const Plugin *plugin = loadPath(folder.write("slip.json", R"({
  "variants": ["cudaa"], "insert": [{"pass": "sccp", "after": "cse"}]})"));
  PassManagerBuilder other(manager);
  ASSERT_EQ(say(other.getVariants().addVariant({"cuda", "", {}})), "");
  other.setVariant("cuda");
  other.addPass("cse");
  ASSERT_EQ(say(plugin->addTo(other)), "");
  EXPECT_TRUE(other.check().empty());
  std::vector<Diagnostic> warnings = plugin->checkNames(other);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].str(),
            "warning: the plugin 'slip' is for the variant 'cudaa', which is "
            "not known, and takes no part [PMB012 unknown-condition]\n"
            "  help: did you mean 'cuda'?\n");
}

// Between libraries it has its place by its id.
TEST_F(PluginFile, OrderOfLoadingDoesNotMatter) {
  std::vector<const Plugin *> plugins = {
      load("first"), load("second"),
      loadPath(
          folder.write("middle.json",
                       R"({"insert": [{"pass": "sccp", "before": "cse"}]})"))};
  llvm::sort(plugins);
  do {
    PassManagerBuilder other(manager);
    other.addPass("cse");
    for (const Plugin *plugin : plugins)
      ASSERT_EQ(say(plugin->addTo(other)), "");
    ASSERT_EQ(say(other.applyParties()), "");
    EXPECT_EQ(other.str(), "builtin.module(test-first,sccp,test-second,cse)");
    EXPECT_EQ(other.check().size(), 2u);
  } while (std::next_permutation(plugins.begin(), plugins.end()));
}

TEST_F(PluginFile, BringsBundlesForItself) {
  const Plugin *plugin = loadPath(folder.write("tidy.json", R"({
  "bundles": {"tidy": {"passes": ["sccp", "symbol-dce"]}},
  "contracts": {"sccp": {"before": ["symbol-dce"]}},
  "insert": [{"bundle": "tidy", "after": "cse"}]
})"));
  ASSERT_EQ(say(plugin->addTo(builder)), "");
  ASSERT_EQ(say(builder.applyParties()), "");
  EXPECT_EQ(builder.str(), "builtin.module(cse,sccp,symbol-dce)");
  EXPECT_EQ(builder.lookup(bundle("tidy")).size(), 1u);
}

// A bundle that a library has brought, by its name.
TEST_F(PluginFile, UsesBundlesOfTheCatalog) {
  Catalog catalog = getStockCatalog().clone();
  PassBundle mine("mine");
  mine.addPass("sccp");
  ASSERT_EQ(say(catalog.addBundle(std::move(mine))), "");
  const Plugin *plugin = loadPath(folder.write(
      "user.json", R"({"insert": [{"bundle": "mine", "before": "cse"}]})"));
  PassManagerBuilder other(manager, nullptr, catalog);
  other.addPass("cse");
  ASSERT_EQ(say(plugin->addTo(other)), "");
  ASSERT_EQ(say(other.applyParties()), "");
  EXPECT_EQ(other.str(), "builtin.module(sccp,cse)");
}

TEST_F(PluginFile, ContractsForCatalogs) {
  const Plugin *plugin = loadPath(folder.write("acme.contracts.json", R"({
  "passes": {"sccp": {"after": [{"pass": "cse", "present": true,
                                 "reason": "we say so"}]}}
})"));
  ASSERT_TRUE(plugin);
  EXPECT_EQ(plugin->getId(), "acme");
  Catalog catalog = getStockCatalog().clone();
  ASSERT_EQ(say(plugin->extendCatalog(catalog)), "");
  PassManagerBuilder other(manager, nullptr, catalog);
  other.addPass("sccp");
  other.addPass("cse");
  std::vector<Diagnostic> findings = other.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::WrongOrder);
  // It has no say in pipelines themselves.
  ASSERT_EQ(say(plugin->addTo(other)), "");
  ASSERT_EQ(say(other.applyParties()), "");
  EXPECT_EQ(other.str(), "builtin.module(sccp,cse)");
}

TEST_F(PluginFile, WhatContractsReplaceIsReported) {
  const Plugin *plugin = loadPath(folder.write(
      "replacing.contracts.json",
      R"({"passes": {"sccp": {"override": true, "lowers": []}}})"));
  Catalog catalog = getStockCatalog().clone();
  std::vector<Diagnostic> warnings;
  ASSERT_EQ(say(plugin->extendCatalog(catalog, &warnings)), "");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].code, DiagnosticCode::Overridden);
}

//===----------------------------------------------------------------------===//
// What is wrong
//===----------------------------------------------------------------------===//

TEST_F(PluginFile, Refused) {
  EXPECT_EQ(sayWhyNot("missing.json", "missing.json"),
            "error: cannot read 'missing.json': No such file or directory "
            "[PMB050 unreadable-file]\n");
  EXPECT_EQ(
      refuse("empty.json", ""),
      "error: the text ends before there is a value [PMB052 json-syntax]\n"
      "  at: empty.json:1:1\n"
      "  note: the line is\n"
      "     1 | \n"
      "       | ^\n");
  EXPECT_EQ(
      refuse("syntax.json", "{\"insert\": ["),
      "error: the text ends in the middle of a value [PMB052 json-syntax]\n"
      "  at: syntax.json:1:13\n"
      "  note: the line is\n"
      "     1 | {\"insert\": [\n"
      "       |             ^\n"
      "  note: the array that it is in begins at syntax.json:1:12\n");
  EXPECT_EQ(refuse("key.json", R"({"inserts": []})"),
            "error: a pipeline file has no key 'inserts' [PMB053 unknown-key]\n"
            "  at: key.json:1:2\n"
            "  note: the line is\n"
            "     1 | {\"inserts\": []}\n"
            "       |  ^\n"
            "  help: did you mean 'insert'?\n");
  EXPECT_EQ(refuse("type.json", R"({"insert": {"pass": "cse"}})"),
            "error: 'insert' takes a list, not an object [PMB056 bad-value]\n"
            "  at: type.json:1:12\n"
            "  note: the line is\n"
            "     1 | {\"insert\": {\"pass\": \"cse\"}}\n"
            "       |            ^\n");
  EXPECT_EQ(
      refuse("nowhere.json", R"({"insert": [{"pass": "cse"}]})"),
      "error: a position needs 'before', 'after' or 'at' [PMB055 missing-key]\n"
      "  at: nowhere.json:1:13\n"
      "  note: the line is\n"
      "     1 | {\"insert\": [{\"pass\": \"cse\"}]}\n"
      "       |             ^\n");
  EXPECT_EQ(
      refuse("nothing.json", "{}"),
      "error: 'nothing.json' cannot be used: it edits nothing "
      "[PMB040 bad-plugin]\n"
      "  help: list passes under 'insert', each with a position, or edits "
      "under 'move', 'setOptions', 'remove' or 'contracts'\n");
  EXPECT_EQ(refuse("a b.json", R"({"insert": []})"),
            "error: 'a b.json' cannot be used: the file's name cannot be that "
            "of a plugin [PMB040 bad-plugin]\n"
            "  help: use ASCII letters, digits and signs other than brackets, "
            "commas, quotes and '/'\n");
  EXPECT_EQ(
      refuse("syntax.contracts.json", "[1"),
      "error: the text ends in the middle of a value [PMB052 json-syntax]\n"
      "  at: syntax.contracts.json:1:3\n"
      "  note: the line is\n"
      "     1 | [1\n"
      "       |   ^\n"
      "  note: the array that it is in begins at syntax.contracts.json:1:1\n");
}

// What only the owner of a pipeline can say.
TEST_F(PluginFile, RefusedForSayingWhatAPipelineIs) {
  EXPECT_EQ(refuse("passes.json", R"({"passes": ["cse"]})"),
            "error: 'passes.json' cannot be used: it has 'passes', and a "
            "plugin only adds to the pipelines of others [PMB040 bad-plugin]\n"
            "  help: put the passes under 'insert', with a position\n");
  EXPECT_EQ(refuse("input.json", R"({"input": {"contents": ["linalg"]}})"),
            "error: 'input.json' cannot be used: it has 'input', and a plugin "
            "only adds to the pipelines of others [PMB040 bad-plugin]\n"
            "  help: leave it to the pipeline to say what it is given\n");
  EXPECT_EQ(refuse("never.json", R"({"inputNever": ["linalg"]})"),
            "error: 'never.json' cannot be used: it has 'inputNever', and a "
            "plugin only adds to the pipelines of others [PMB040 bad-plugin]\n"
            "  help: leave it to the pipeline to say what it is never given\n");
  EXPECT_EQ(refuse("threads.json", R"({"threads": false})"),
            "error: 'threads.json' cannot be used: it has 'threads', and a "
            "plugin only adds to the pipelines of others [PMB040 bad-plugin]\n"
            "  help: leave it to the pipeline whether it runs without "
            "threads\n");
  EXPECT_EQ(
      refuse("output.json", R"({"output": {"properties": ["canonical"]}})"),
      "error: 'output.json' cannot be used: it has 'output', and a plugin only "
      "adds to the pipelines of others [PMB040 bad-plugin]\n"
      "  help: leave it to the pipeline to say what it makes\n");
  EXPECT_EQ(refuse("cleanups.json", R"({"cleanups": {"share": true}})"),
            "error: 'cleanups.json' cannot be used: it has 'cleanups', and a "
            "plugin only adds to the pipelines of others [PMB040 bad-plugin]\n"
            "  help: leave it to the pipeline what is left out\n");
  EXPECT_EQ(refuse("severity.json", R"({"severity": {"wrong-order": "off"}})"),
            "error: 'severity.json' cannot be used: it has 'severity', and a "
            "plugin only adds to the pipelines of others [PMB040 bad-plugin]\n"
            "  help: leave it to the pipeline what is an error\n");
}

TEST_F(PluginFile, FailsAsAWhole) {
  const Plugin *lost = loadPath(folder.write("astray.json", R"({"insert": [
  {"pass": "sccp", "after": "cse"},
  {"pass": "canonicalize", "after": "csee"}
]})"));
  const Plugin *unknown = loadPath(folder.write("unknown.json", R"({"insert": [
  {"pass": "sccp", "after": "cse"},
  {"pass": "canonicalise", "after": "cse"}
]})"));
  const Plugin *options = loadPath(folder.write("options.json", R"({"insert": [
  {"pass": "canonicalize", "after": "cse", "options": {"no-such": 1}}
]})"));
  std::string before = list(builder);
  auto fail = [&](const Plugin *plugin) {
    EXPECT_EQ(say(plugin->addTo(builder)), "");
    std::string text = say(builder.applyParties());
    EXPECT_EQ(list(builder), before);
    return shorten(text, plugin->getPath(), plugin->getId());
  };
  EXPECT_EQ(fail(lost),
            "error: the pipeline has no pass 'csee' [PMB002 unknown-position]\n"
            "  at: astray:3:37\n"
            "  note: the line is\n"
            "     3 |   {\"pass\": \"canonicalize\", \"after\": \"csee\"}\n"
            "       |                                     ^\n"
            "  help: did you mean 'cse'?\n"
            "  note: nothing of what plugin 'astray' did was kept\n");
  EXPECT_EQ(fail(unknown),
            "error: there is no pass 'canonicalise' [PMB001 unknown-pass]\n"
            "  at: unknown:3:12\n"
            "  note: the line is\n"
            "     3 |   {\"pass\": \"canonicalise\", \"after\": \"cse\"}\n"
            "       |            ^\n"
            "  help: did you mean 'canonicalize'?\n"
            "  note: nothing of what plugin 'unknown' did was kept\n");
  EXPECT_EQ(fail(options),
            "error: 'canonicalize' does not accept the options 'no-such=1' "
            "[PMB006 bad-options]\n"
            "  at: options:2:12\n"
            "  note: the line is\n"
            "     2 |   {\"pass\": \"canonicalize\", \"after\": \"cse\", "
            "\"options\": {\"no-such\": 1}}\n"
            "       |            ^\n"
            "  note: no such option no-such\n"
            "  note: nothing of what plugin 'options' did was kept\n");
}

TEST_F(PluginFile, ContractsThatCannotBeAdded) {
  const Plugin *plugin =
      loadPath(folder.write("wrong.contracts.json",
                            R"({"passes": {"acme-a": {"after": ["cse"]},
                     "acme-b": {"requires": ["no-such-property"]}}})"));
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(
      shorten(say(plugin->extendCatalog(catalog)), plugin->getPath(),
              "wrong.contracts.json"),
      "error: the contract of 'acme-b' names the property 'no-such-property', "
      "which does not exist [PMB011 unknown-property]\n"
      "  at: wrong.contracts.json:2:46\n"
      "  note: the line is\n"
      "     2 |                      \"acme-b\": {\"requires\": "
      "[\"no-such-property\"]}}}\n"
      "       |                                              ^\n"
      "  note: the known ones are 'canonical'\n"
      "  help: declare it under 'properties' of a contracts file, or with "
      "Catalog::addProperty\n"
      "  note: nothing of what plugin 'wrong' knows was kept\n");
  EXPECT_EQ(catalog.lookupPass("acme-a"), nullptr);
}

TEST_F(PluginFile, ContractsOfOnePassFromTwoPlugins) {
  const char *contracts = R"({"passes": {"acme-c": {"after": ["cse"]}}})";
  const Plugin *one = loadPath(folder.write("one.contracts.json", contracts));
  const Plugin *two = loadPath(folder.write("two.contracts.json", contracts));
  const Plugin *other =
      loadPath(folder.write("other.contracts.json",
                            R"({"passes": {"acme-c": {"after": ["sccp"]}}})"));
  for (auto [first, second] :
       {std::make_pair(one, two), std::make_pair(two, one)}) {
    Catalog catalog = getStockCatalog().clone();
    EXPECT_EQ(say(first->extendCatalog(catalog)), "");
    EXPECT_EQ(say(second->extendCatalog(catalog)), "");
    EXPECT_EQ(catalog.lookupPass("acme-c")->contract.getOrder().size(), 1u);
  }
  for (auto [first, second] :
       {std::make_pair(one, other), std::make_pair(other, one)}) {
    Catalog catalog = getStockCatalog().clone();
    EXPECT_EQ(say(first->extendCatalog(catalog)), "");
    std::string error = say(second->extendCatalog(catalog));
    for (const Plugin *plugin : {one, other})
      EXPECT_TRUE(contains(error, plugin->getPath().str() + ":1:13"));
    EXPECT_TRUE(contains(error, "PMB014 duplicate-name"));
  }
}

} // namespace
