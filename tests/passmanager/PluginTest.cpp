//===- PluginTest.cpp - Plugins, good and bad -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passmanager/Plugin.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/PassManagerBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace pmb;

namespace {

std::string getPath(llvm::StringRef name) {
  return (llvm::Twine(PMB_TEST_PLUGINS "/") + name + ".so").str();
}

/// The plugin, or null after having reported why there is none.
const Plugin *load(llvm::StringRef name) {
  llvm::Expected<const Plugin *> plugin = Plugin::load(getPath(name));
  if (plugin)
    return *plugin;
  ADD_FAILURE() << llvm::toString(plugin.takeError());
  return nullptr;
}

Diagnostic takeOnly(llvm::Error error) {
  std::vector<Diagnostic> all = takeDiagnostics(std::move(error));
  EXPECT_EQ(all.size(), 1u);
  return all.empty() ? Diagnostic(DiagnosticCode::Foreign, "no error")
                     : std::move(all.front());
}

Diagnostic failToLoad(llvm::StringRef path) {
  llvm::Expected<const Plugin *> plugin = Plugin::load(path);
  EXPECT_FALSE(bool(plugin));
  return takeOnly(plugin.takeError());
}

bool contains(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

struct PluginTest : testing::Test {
  mlir::OpPassManager manager{"builtin.module"};
  PassManagerBuilder builder{manager};
  void SetUp() override { builder.addPass("cse"); }
  std::string apply(std::initializer_list<llvm::StringRef> names) {
    for (llvm::StringRef name : names)
      if (const Plugin *plugin = load(name))
        if (llvm::Error error = plugin->addTo(builder))
          return llvm::toString(std::move(error));
    if (llvm::Error error = builder.applyParties())
      return llvm::toString(std::move(error));
    return builder.str();
  }
};

TEST_F(PluginTest, InsertsInTheMiddle) {
  EXPECT_EQ(apply({"first"}), "builtin.module(test-first,cse)");
  EXPECT_EQ(builder.lookup(pass("test-first")).front()->getOrigin().str(),
            "plugin 'first'");
  ASSERT_FALSE(bool(builder.build()));
  EXPECT_EQ(manager.size(), 2u);
}

TEST_F(PluginTest, OrderIsThatOfRankAndId) {
  EXPECT_EQ(apply({"second", "first", "early"}),
            "builtin.module(test-early,test-first,test-second,cse)");
  // What only the tie-break decides is reported, what the rank decides is not.
  std::vector<Diagnostic> findings = builder.check();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, DiagnosticCode::AmbiguousOrder);
  EXPECT_PRED2(contains, findings[0].message, "'test-first'");
  EXPECT_PRED2(contains, findings[0].message, "'test-second'");
}

TEST_F(PluginTest, IsAppliedOnceToABuilderAndToEachOfThem) {
  EXPECT_EQ(apply({"first", "first"}), "builtin.module(test-first,cse)");
  EXPECT_EQ(apply({"first"}), "builtin.module(test-first,cse)");
  PassManagerBuilder other(manager);
  other.addPass("cse");
  ASSERT_FALSE(bool(load("first")->addTo(other)));
  ASSERT_FALSE(bool(other.applyParties()));
  EXPECT_EQ(other.str(), "builtin.module(test-first,cse)");
}

TEST_F(PluginTest, SaysWhatItIsFor) {
  const Plugin *plugin = load("conditional");
  ASSERT_TRUE(plugin);
  EXPECT_EQ(plugin->getId(), "conditional");
  EXPECT_EQ(plugin->getVersion(), "1");
  EXPECT_TRUE(plugin->isDefaultActivated());
  EXPECT_FALSE(load("explicit")->isDefaultActivated());
  EXPECT_EQ(load("early")->getRank(), -1);

  // Only for pipelines with canonicalize, and only for the variant `gpu`.
  EXPECT_EQ(apply({"conditional"}), "builtin.module(cse)");
  for (bool isForGpu : {false, true}) {
    PassManagerBuilder other(manager);
    other.addPass("canonicalize");
    other.addPass("cse");
    if (isForGpu)
      other.setVariant("gpu");
    ASSERT_FALSE(bool(plugin->addTo(other)));
    ASSERT_FALSE(bool(other.applyParties()));
    EXPECT_EQ(other.lookup(pass("test-conditional")).size(),
              isForGpu ? 1u : 0u);
  }
}

TEST_F(PluginTest, FailsAsAWhole) {
  for (auto [name, message] :
       std::initializer_list<std::pair<llvm::StringRef, llvm::StringRef>>{
           {"half-way", "no licence found"},
           {"lost", "no pass 'no-such-pass'"},
           {"silent", "did not say why"},
           {"throwing", "out of luck"}}) {
    SCOPED_TRACE(name.str());
    PassManagerBuilder other(manager);
    other.addPass("cse");
    ASSERT_FALSE(bool(load(name)->addTo(other)));
    ASSERT_FALSE(bool(load("first")->addTo(other)));
    Diagnostic failure = takeOnly(other.applyParties());
    EXPECT_PRED2(contains, failure.str(), message);
    EXPECT_PRED2(contains, failure.str(), ("plugin '" + name + "'").str());
    // The others stay, and the pipeline can still be edited and rolled back.
    EXPECT_EQ(other.str(), "builtin.module(test-first,cse)");
    EXPECT_FALSE(bool(other.addPassAfter("canonicalize", "cse")));
  }
}

TEST_F(PluginTest, RegistersItsPasses) {
  mlir::DialectRegistry registry;
  for (int i = 0; i < 2; ++i)
    ASSERT_FALSE(bool(load("second")->registerWith(registry)));
  ASSERT_TRUE(mlir::PassInfo::lookup("test-second"));
  builder.addPass("test-second");
  EXPECT_EQ(builder.str(), "builtin.module(cse,test-second)");
}

TEST_F(PluginTest, TakenNameIsAnError) {
  mlir::DialectRegistry registry;
  const Plugin *plugin = load("taken-name");
  ASSERT_TRUE(plugin);
  Diagnostic failure = takeOnly(plugin->registerWith(registry));
  EXPECT_EQ(failure.code, DiagnosticCode::PluginFailed);
  EXPECT_PRED2(contains, failure.message, "'taken-name'");
  EXPECT_PRED2(contains, failure.message, "cse");
  // MLIR's own pass is what it was.
  PassManagerBuilder other(manager);
  other.addPass("cse");
  ASSERT_FALSE(bool(other.build()));
  EXPECT_EQ((*manager.begin()).getName(), "CSE");
}

TEST(PluginLoading, RefusesWhatDoesNotFit) {
  for (auto [name, message] :
       std::initializer_list<std::pair<llvm::StringRef, llvm::StringRef>>{
           {"other-api", "version 99 of the plugin API"},
           {"other-llvm", "for LLVM 21.1.0"},
           {"other-abi", "[somebody else's]"},
           {"bad-id", "its id is not a name"},
           {"mlir-only", "no function 'pmbGetPipelinePluginInfo'"},
           {"missing", "there is no such file"}}) {
    SCOPED_TRACE(name.str());
    Diagnostic failure = failToLoad(getPath(name));
    EXPECT_EQ(failure.code, DiagnosticCode::BadPlugin);
    EXPECT_PRED2(contains, failure.message, message);
    EXPECT_PRED2(contains, failure.str(), "help: ");
  }
  EXPECT_FALSE(mlir::PassInfo::lookup("test-bad"));
  ASSERT_TRUE(load("first"));
  Diagnostic twice = failToLoad(getPath("same-id"));
  EXPECT_EQ(twice.code, DiagnosticCode::DuplicateName);
}

TEST(PluginLoading, RefusesWhatIsNoLibrary) {
  auto library = llvm::MemoryBuffer::getFile(getPath("first"));
  ASSERT_TRUE(bool(library));
  std::string whole = (*library)->getBuffer().str(), otherMachine = whole;
  otherMachine[18] ^= 0x55; // e_machine
  for (auto [what, text] :
       std::initializer_list<std::pair<llvm::StringRef, std::string>>{
           {"empty", ""},
           {"text", "not a library"},
           {"truncated", whole.substr(0, whole.size() / 3)},
           {"machine", otherMachine}}) {
    SCOPED_TRACE(what.str());
    llvm::SmallString<128> path;
    int file;
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile(what, "so", file, path));
    llvm::raw_fd_ostream(file, /*shouldClose=*/true) << text;
    Diagnostic failure = failToLoad(path);
    llvm::sys::fs::remove(path);
    EXPECT_EQ(failure.code, DiagnosticCode::BadPlugin);
    // The loader would die of a truncated library, so it is not asked. Its own
    // message names the file once more.
    if (what == "truncated")
      EXPECT_PRED2(contains, failure.message, "it is truncated");
    else
      EXPECT_GT(llvm::StringRef(failure.message).count(path), 1u)
          << failure.message;
  }
  EXPECT_EQ(failToLoad("/").code, DiagnosticCode::BadPlugin);
}

TEST(PluginLoading, DataOnly) {
  llvm::SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("pmb-plugin", folder));
  std::string path = (folder + "/sweep.pipeline.json").str();
  std::error_code error;
  llvm::raw_fd_ostream(path, error)
      << R"({"insert": [{"pass": "canonicalize", "after": "cse"}]})";
  ASSERT_FALSE(error);
  llvm::Expected<const Plugin *> plugin = Plugin::load(path);
  llvm::sys::fs::remove_directories(folder);
  if (!plugin)
    FAIL() << llvm::toString(plugin.takeError());
  EXPECT_EQ((*plugin)->getId(), "sweep");
  mlir::OpPassManager manager("builtin.module");
  PassManagerBuilder builder(manager);
  builder.addPass("cse");
  ASSERT_FALSE(bool((*plugin)->addTo(builder)));
  if (llvm::Error failure = builder.applyParties())
    FAIL() << llvm::toString(std::move(failure));
  const Node *added = builder.lookup(pass("canonicalize")).front();
  EXPECT_EQ(added->getPrevious()->getName(), "cse");

  // Without its anchor it fails, and says which file.
  PassManagerBuilder other(manager);
  other.addPass("sccp");
  ASSERT_FALSE(bool((*plugin)->addTo(other)));
  Diagnostic failure = takeOnly(other.applyParties());
  EXPECT_EQ(failure.code, DiagnosticCode::UnknownAnchor);
  EXPECT_PRED2(contains, failure.str(), "sweep");
}

} // namespace
