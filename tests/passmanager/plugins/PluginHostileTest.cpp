//===- PluginHostileTest.cpp - Plugins that do what they must not ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tests/plugins/HostilePlugin.cpp does what the name of its file says. Whatever
// it does, the program goes on, or ends with a failure that names the plugin.
//
//===----------------------------------------------------------------------===//

#include "../Require.h"
#include "PluginSupport.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <dlfcn.h>
#include <sys/stat.h>

using namespace pmb;
using namespace pmb::test;

namespace {

/// The hostile plugin under another name, in a folder of this process.
std::string makeHostile(llvm::StringRef name) {
  static const Folder folder;
  static llvm::StringMap<std::string> paths;
  std::string &path = paths[name];
  // What was loaded must not be written again.
  if (!path.empty())
    return path;
  path = folder.write((name + ".so").str(), "");
  EXPECT_FALSE(llvm::sys::fs::copy_file(getPluginPath("hostile"), path));
  return path;
}

std::string sayWhyNotHostile(llvm::StringRef name) {
  return sayWhyNot(makeHostile(name), (name + ".so").str());
}

//===----------------------------------------------------------------------===//
// Files that are none
//===----------------------------------------------------------------------===//

TEST(HostileFile, DevicesAndPipesAreNotRead) {
  Folder folder;
  std::string pipe = folder.write("pipe", "");
  ASSERT_FALSE(llvm::sys::fs::remove(pipe));
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::string jsonPipe = folder.write("pipe.json", "");
  ASSERT_FALSE(llvm::sys::fs::remove(jsonPipe));
  ASSERT_EQ(mkfifo(jsonPipe.c_str(), 0600), 0);
  for (llvm::StringRef path :
       {llvm::StringRef("/dev/zero"), llvm::StringRef(pipe),
        llvm::StringRef(jsonPipe)})
    EXPECT_EQ(sayWhyNot(path, "it"),
              "error: 'it' cannot be used: it is a device, a pipe or a socket "
              "[PMB040 bad-plugin]\n"
              "  help: give the path of a shared library or a JSON file\n");
}

TEST(HostileFile, SumsThatOverflowAreTruncation) {
  auto library = llvm::MemoryBuffer::getFile(getPluginPath("first"));
  ASSERT_TRUE(bool(library));
  std::string text = (*library)->getBuffer().str();
  // e_shoff, so that adding the size of the table gives a small number.
  for (unsigned i = 0; i < 8; ++i)
    text[0x28 + i] = char(0xff);
  Folder folder;
  EXPECT_TRUE(contains(sayWhyNot(folder.write("overflow.so", text), "it"),
                       "it is truncated: "));
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

TEST(HostileLoading, FunctionThatNobodyHas) {
  std::string text = sayWhyNot(getPluginPath("undefined"), "it");
  EXPECT_TRUE(contains(text, "error: 'it' cannot be used: "));
  EXPECT_TRUE(contains(text, "undefined symbol"));
  EXPECT_TRUE(contains(text, "pmbTestFunctionThatNobodyHas"));
  EXPECT_TRUE(contains(text, "[PMB040 bad-plugin]"));
  EXPECT_EQ(Plugin::lookup("undefined"), nullptr);
}

/// In a process of its own, as a load that is broken off leaves the loader of
/// this one locked.
template <typename TestT> void expectElsewhere(TestT test) {
  EXPECT_EXIT(
      {
        test();
        std::_Exit(testing::Test::HasFailure());
      },
      testing::ExitedWithCode(0), "");
}

void loadBroken(llvm::ArrayRef<llvm::StringRef> places) {
  for (llvm::StringRef where : places) {
    std::string name = where.str() + "-throws";
    EXPECT_EQ(sayWhyNotHostile(name),
              "error: the plugin '" + name +
                  ".so' threw an exception: out of luck [PMB041 "
                  "plugin-failed]\n"
                  "  help: tell the owner of the plugin; do not load it until "
                  "it is mended\n");
    name = where.str() + "-is-fatal";
    EXPECT_EQ(sayWhyNotHostile(name),
              "error: the plugin '" + name +
                  ".so' made LLVM fail: the plugin is broken [PMB041 "
                  "plugin-failed]\n"
                  "  help: tell the owner of the plugin; do not load it until "
                  "it is mended\n");
    EXPECT_EQ(Plugin::lookup(name), nullptr);
  }
  // Others can be loaded as before.
  EXPECT_TRUE(load("first"));
}

TEST(HostileLoading, ExceptionsAndFatalErrors) {
  loadBroken({"entry", "pass-info", "dialect-info"});
  for (llvm::StringRef name : {"load-throws", "load-is-fatal"})
    makeHostile(name);
  expectElsewhere([] { loadBroken({"load"}); });
}

/// A run with threads would wait for ever.
TEST(HostileLoading, NoThreadsBehindALoadThatWasBrokenOff) {
  std::string path = makeHostile("load-is-fatal");
  expectElsewhere([&] {
    mlir::MLIRContext context;
    auto build = [&](bool isThreaded) {
      context.disableMultithreading(!isThreaded);
      mlir::PassManager pm = mlir::PassManager::on<mlir::ModuleOp>(&context);
      PassManagerBuilder builder(pm);
      builder.addPass("canonicalize");
      return say(builder.build());
    };
    EXPECT_EQ(build(true), "");
    llvm::consumeError(Plugin::load(path).takeError());
    EXPECT_EQ(build(true),
              "error: the plugin 'load-is-fatal.so' failed while it was being "
              "loaded: this process can run passes on one thread only [PMB041 "
              "plugin-failed]\n"
              "  note: the C library's loader stays locked, and other threads "
              "that need it wait for ever\n"
              "  help: end the program, or run without threads: call "
              "disableMultithreading() of the context; where the builder has "
              "no context, set getInterface().isThreaded = false\n");
    EXPECT_EQ(build(false), "");
    mlir::OpPassManager manager("builtin.module");
    PassManagerBuilder builder(manager);
    builder.addPass("canonicalize");
    EXPECT_NE(say(builder.flattenInto(manager)), "");
    builder.getInterface().isThreaded = false;
    EXPECT_EQ(say(builder.flattenInto(manager)), "");
  });
}

TEST(HostileLoading, NullCallbacksForMLIR) {
  EXPECT_EQ(sayWhyNotHostile("pass-null"),
            "error: 'pass-null.so' cannot be used: its 'mlirGetPassPluginInfo' "
            "has no callback [PMB040 bad-plugin]\n"
            "  help: set the callback, or leave the function out\n");
  EXPECT_EQ(sayWhyNotHostile("dialect-null"),
            "error: 'dialect-null.so' cannot be used: its "
            "'mlirGetDialectPluginInfo' has no callback [PMB040 bad-plugin]\n"
            "  help: set the callback, or leave the function out\n");
}

TEST(HostileLoading, OtherVersionOfMLIRsPluginApi) {
  EXPECT_EQ(sayWhyNotHostile("pass-version"),
            "error: 'pass-version.so' cannot be used: its "
            "'mlirGetPassPluginInfo' is for version 99 of MLIR's plugin API, "
            "and this program has version 1 [PMB040 bad-plugin]\n"
            "  help: build it with the MLIR of this program\n");
  EXPECT_EQ(sayWhyNotHostile("dialect-version"),
            "error: 'dialect-version.so' cannot be used: its "
            "'mlirGetDialectPluginInfo' is for version 99 of MLIR's plugin "
            "API, and this program has version 1 [PMB040 bad-plugin]\n"
            "  help: build it with the MLIR of this program\n");
}

TEST(HostileLoading, NoStrings) {
  EXPECT_TRUE(contains(sayWhyNotHostile("no-strings"), "(not given)"));
}

TEST(HostileLoading, PluginThatLoadsItself) {
  EXPECT_TRUE(loadPath(makeHostile("loads-itself-quietly")));
}

TEST(HostileLoading, NoFunctions) {
  const Plugin *plugin = loadPath(makeHostile("no-functions"));
  ASSERT_TRUE(plugin);
  mlir::OpPassManager manager("builtin.module");
  PassManagerBuilder builder(manager);
  builder.addPass("cse");
  EXPECT_EQ(say(plugin->addTo(builder)), "");
  Catalog catalog;
  EXPECT_EQ(say(plugin->extendCatalog(catalog)), "");
  EXPECT_EQ(say(builder.build()), "");
}

TEST(HostileLoading, WhatAPluginSaysIsKept) {
  std::string path = makeHostile("forgets");
  const Plugin *plugin = loadPath(path);
  ASSERT_TRUE(plugin);
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  ASSERT_TRUE(library);
  auto forget =
      reinterpret_cast<void (*)()>(dlsym(library, "pmbTestForgetInfo"));
  ASSERT_TRUE(forget);
  forget();
  EXPECT_EQ(plugin->getId(), "forgets");
  Catalog catalog;
  EXPECT_EQ(say(plugin->extendCatalog(catalog)), "");
  EXPECT_TRUE(catalog.lookupBundle("forgets"));
}

TEST(HostileLoading, AProcessThatAPluginStartsMayEnd) {
  EXPECT_TRUE(loadPath(makeHostile("load-forks")));
}

// They all have the same functions, and each must call its own.
TEST(HostileLoading, PluginsDoNotGetFunctionsOfEachOther) {
  for (llvm::StringRef name : {"hostile-one", "hostile-two"}) {
    const Plugin *plugin = loadPath(makeHostile(name));
    ASSERT_TRUE(plugin);
    EXPECT_EQ(plugin->getId(), name);
  }
}

//===----------------------------------------------------------------------===//
// Ending the program
//===----------------------------------------------------------------------===//

using HostileExitDeathTest = testing::TestWithParam<const char *>;

// Whatever the plugin says is the exit code, it is a failure.
TEST_P(HostileExitDeathTest, IsAFailureThatNamesThePlugin) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  std::string name = GetParam();
  EXPECT_EXIT(
      {
        if (const Plugin *plugin = loadPath(makeHostile(name))) {
          mlir::DialectRegistry registry;
          llvm::consumeError(plugin->registerWith(registry));
          Catalog catalog;
          llvm::consumeError(plugin->extendCatalog(catalog));
          mlir::OpPassManager manager("builtin.module");
          PassManagerBuilder builder(manager);
          builder.addPass("canonicalize");
          builder.addPass("cse");
          llvm::consumeError(plugin->addTo(builder));
          llvm::consumeError(builder.build());
        }
        std::_Exit(0);
      },
      testing::ExitedWithCode(1),
      "error: the plugin '" + name + ".*' ended the program .PMB041");
}

INSTANTIATE_TEST_SUITE_P(
    All, HostileExitDeathTest,
    testing::Values("load-exits", "load-quick-exits", "entry-exits",
                    "pass-info-exits", "dialect-info-exits", "passes-exits",
                    "dialects-exits", "catalog-exits", "pipeline-exits",
                    "pipeline-quick-exits", "load-exits-at-once",
                    "load-ends-at-once", "pipeline-exits-at-once"),
    [](const testing::TestParamInfo<const char *> &info) {
      std::string name = info.param;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

//===----------------------------------------------------------------------===//
// Registering
//===----------------------------------------------------------------------===//

TEST(HostileRegistering, ExceptionsAndFatalErrors) {
  mlir::DialectRegistry registry;
  for (llvm::StringRef name : {"passes-throws", "dialects-throws"})
    EXPECT_EQ(say(loadPath(makeHostile(name))->registerWith(registry)),
              ("error: the plugin '" + name +
               "' threw an exception: out of luck [PMB041 plugin-failed]\n"
               "  help: tell the owner of the plugin; do not load it until it "
               "is mended\n")
                  .str());
  for (llvm::StringRef name : {"passes-is-fatal", "dialects-is-fatal"})
    EXPECT_TRUE(
        contains(say(loadPath(makeHostile(name))->registerWith(registry)),
                 "made LLVM fail: the plugin is broken"));
}

TEST(HostileRegistering, CatalogStaysAsItWas) {
  for (llvm::StringRef name :
       {"catalog-throws", "catalog-is-fatal", "catalog-empties"}) {
    const Plugin *plugin = loadPath(makeHostile(name));
    ASSERT_TRUE(plugin);
    Catalog catalog = getStockCatalog().clone();
    EXPECT_TRUE(contains(say(plugin->extendCatalog(catalog)), name));
    EXPECT_EQ(catalog.lookupBundle(name), nullptr);
    EXPECT_TRUE(catalog.lookupPass("cse"));
  }
}

//===----------------------------------------------------------------------===//
// Extending
//===----------------------------------------------------------------------===//

/// What is wrong when the plugin takes part, after looking that nothing of what
/// it did is left, and that the pipeline is built in the end without it.
std::string sayWhyHostileFails(llvm::StringRef name) {
  mlir::OpPassManager manager("builtin.module");
  PassManagerBuilder builder(manager);
  builder.addPass("canonicalize");
  builder.addPass("cse");
  std::string before = list(builder);
  const Plugin *plugin = loadPath(makeHostile(name));
  if (!plugin)
    return "it cannot be loaded";
  EXPECT_EQ(say(plugin->addTo(builder)), "");
  std::string text = say(builder.applyParties());
  EXPECT_EQ(list(builder), before) << name.str();
  EXPECT_TRUE(builder.lookup(slot(name)).empty());
  // The contract of `cse` is what it was, and so is the name of the slot.
  EXPECT_EQ(say(builder.addPassAfter("inline", "cse")), "");
  EXPECT_EQ(say(builder.remove(pass("inline"))), "");
  EXPECT_EQ(list(builder), before) << name.str();
  EXPECT_EQ(say(builder.build()), "") << name.str();
  EXPECT_EQ(builder.size(), 2u);
  EXPECT_EQ(manager.size(), 2u);
  return text;
}

TEST(HostileExtending, NothingIsLeftOfWhatFailed) {
  for (llvm::StringRef name :
       {"pipeline-throws", "throws-in-bundle", "pipeline-is-fatal",
        "throws-silently", "refused", "succeeds-after-failing"}) {
    std::string text = sayWhyHostileFails(name);
    EXPECT_TRUE(contains(
        text, ("nothing of what plugin '" + name + "' did was kept").str()));
  }
}

TEST(HostileExtending, ExceptionThatSaysNothing) {
  EXPECT_TRUE(contains(sayWhyHostileFails("throws-silently"),
                       "error: the plugin 'throws-silently' threw an exception "
                       "[PMB041 plugin-failed]"));
}

TEST(HostileExtending, BuildingIsRefused) {
  EXPECT_EQ(sayWhyHostileFails("builds"),
            "error: plugin 'builds' cannot build the pipeline: what it edits "
            "can still be undone [PMB019 inside-transaction]\n"
            "  help: only edit it; the owner of the pipeline builds it, "
            "after the transaction\n"
            "  note: nothing of what plugin 'builds' did was kept\n");
  EXPECT_EQ(sayWhyHostileFails("builds-quietly"), "");
}

TEST(HostileExtending, LookingAheadDoesNoHarm) {
  EXPECT_EQ(sayWhyHostileFails("looks-ahead"), "");
}

TEST(HostileExtending, BuildingInATransactionIsRefused) {
  mlir::OpPassManager manager("builtin.module");
  PassManagerBuilder builder(manager);
  builder.addPass("cse");
  EXPECT_TRUE(
      contains(say(builder.transaction(Origin::thirdParty("acme"),
                                       [&] { return builder.build(); })),
               "'acme' cannot build the pipeline"));
  EXPECT_TRUE(manager.empty());
  EXPECT_EQ(say(builder.build()), "");
}

} // namespace
