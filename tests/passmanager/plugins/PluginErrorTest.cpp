//===- PluginErrorTest.cpp - Plugins that do not work ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each has its own message, and after each the pipeline is as before.
//
//===----------------------------------------------------------------------===//

#include "PluginSupport.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "passmanager/plugins/PluginInfo.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace pmb;
using namespace pmb::test;

namespace {

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

std::string sayWhyNotLibrary(llvm::StringRef name) {
  return sayWhyNot(getPluginPath(name), (name + ".so").str());
}

TEST(PluginLoading, Missing) {
  EXPECT_EQ(sayWhyNotLibrary("missing"),
            "error: 'missing.so' cannot be used: there is no such file "
            "[PMB040 bad-plugin]\n"
            "  help: correct the path of the plugin\n");
}

TEST(PluginLoading, OtherApi) {
  EXPECT_EQ(sayWhyNotLibrary("other-api"),
            "error: 'other-api.so' cannot be used: it was built for version 99 "
            "of the plugin API, and this program has version " PMB_PLUGIN_TEXT(
                PMB_PLUGIN_API_VERSION) " [PMB040 bad-plugin]\n"
                                        "  help: build it with the "
                                        "PassManagerBuilder of this program\n");
}

TEST(PluginLoading, OtherLLVM) {
  EXPECT_EQ(sayWhyNotLibrary("other-llvm"),
            "error: 'other-llvm.so' cannot be used: it was built for LLVM "
            "21.1.0, and this program for LLVM " LLVM_VERSION_STRING
            " [PMB040 bad-plugin]\n"
            "  help: build it with the LLVM of this program; LLVM keeps no ABI "
            "from one version to the next\n");
}

TEST(PluginLoading, OtherFingerprint) {
  EXPECT_EQ(
      sayWhyNotLibrary("other-abi"),
      "error: 'other-abi.so' cannot be used: it was built as [somebody "
      "else's], and this program as [" PMB_PLUGIN_FINGERPRINT
      "] [PMB040 bad-plugin]\n"
      "  help: build both with the same PassManagerBuilder, LLVM, compiler and "
      "standard library; the first difference is 'somebody else's' in the "
      "plugin, and '" +
          llvm::StringRef(PMB_PLUGIN_FINGERPRINT).split(';').first.str() +
          "' in this program\n");
}

TEST(PluginLoading, BadId) {
  EXPECT_EQ(
      sayWhyNotLibrary("bad-id"),
      "error: 'bad-id.so' cannot be used: its id 'a b' is not a name [PMB040 "
      "bad-plugin]\n"
      "  help: use ASCII letters, digits and signs other than brackets, "
      "commas, quotes and '/'\n");
}

TEST(PluginLoading, NoEntryPoint) {
  EXPECT_EQ(sayWhyNotLibrary("no-entry"),
            "error: 'no-entry.so' cannot be used: it has no function "
            "'pmbGetPipelinePluginInfo' [PMB040 bad-plugin]\n"
            "  help: see passmanager/plugins/PluginInfo.h for what a plugin "
            "consists of\n");
  EXPECT_EQ(sayWhyNotLibrary("mlir-only"),
            "error: 'mlir-only.so' cannot be used: it has no function "
            "'pmbGetPipelinePluginInfo' [PMB040 bad-plugin]\n"
            "  help: it is a pass plugin of MLIR: load it with "
            "--load-pass-plugin, and insert its passes by name\n");
  EXPECT_EQ(sayWhyNotLibrary("no-info"),
            "error: 'no-info.so' cannot be used: it says nothing of itself "
            "[PMB040 bad-plugin]\n"
            "  help: return the struct from pmbGetPipelinePluginInfo\n");
  EXPECT_EQ(sayWhyNotLibrary("throwing-entry"),
            "error: the plugin 'throwing-entry.so' threw an exception: out of "
            "luck [PMB041 plugin-failed]\n"
            "  help: tell the owner of the plugin; do not load it until it is "
            "mended\n");
}

TEST(PluginLoading, ASecondCopyOfMLIRIsRefusedBeforeItIsLoaded) {
  EXPECT_EQ(sayWhyNotLibrary("second-mlir"),
            "error: 'second-mlir.so' cannot be used: it needs 'libMLIR.so.0', "
            "which would be a second copy of MLIR: this program has its own "
            "[PMB040 bad-plugin]\n"
            "  help: build it with pmb_add_plugin() against the package that "
            "the program was built with, or compile it into the program "
            "(Plugin::loadCompiledIn)\n");
  EXPECT_FALSE(mlir::PassInfo::lookup("test-second-mlir"));
}

TEST(PluginLoading, SameIdTwice) {
  ASSERT_TRUE(load("first"));
  EXPECT_EQ(
      shorten(sayWhyNotLibrary("same-id"), getPluginPath("first"), "first.so"),
      "error: 'same-id.so' and 'first.so' are both plugins with the id 'first' "
      "[PMB014 duplicate-name]\n"
      "  help: load one of them only\n");
}

TEST(PluginLoading, NothingOfARefusedLibraryIsCalled) {
  for (llvm::StringRef name : {"other-api", "other-llvm", "other-abi"}) {
    EXPECT_NE(sayWhyNotLibrary(name), "");
    EXPECT_FALSE(mlir::PassInfo::lookup("test-bad"));
  }
  // It was not remembered either.
  EXPECT_EQ(Plugin::lookup("other-api"), nullptr);
}

// The loader's own message is in ours, and names the file once more.
TEST(PluginLoading, NoLibrary) {
  Folder folder;
  EXPECT_EQ(
      sayWhyNot(folder.write("empty.so", ""), "empty.so"),
      "error: 'empty.so' cannot be used: empty.so: file too short [PMB040 "
      "bad-plugin]\n"
      "  help: build it as a shared library for this machine\n");
  EXPECT_EQ(
      sayWhyNot(folder.write("text.so", std::string(100, 'x')), "text.so"),
      "error: 'text.so' cannot be used: text.so: invalid ELF header [PMB040 "
      "bad-plugin]\n"
      "  help: build it as a shared library for this machine\n");
  EXPECT_EQ(sayWhyNot("/", "the root"),
            "error: 'the root' cannot be used: the root: cannot read file "
            "data: Is a directory [PMB040 bad-plugin]\n"
            "  help: build it as a shared library for this machine\n");
}

TEST(PluginLoading, Truncated) {
  auto library = llvm::MemoryBuffer::getFile(getPluginPath("first"));
  ASSERT_TRUE(bool(library));
  llvm::StringRef whole = (*library)->getBuffer();
  Folder folder;
  // The loader would die of some of these, so it is not asked.
  for (unsigned percent : {1, 20, 50, 80, 95}) {
    SCOPED_TRACE(percent);
    llvm::StringRef part = whole.take_front(whole.size() * percent / 100);
    std::string name = "truncated-" + std::to_string(percent) + ".so";
    std::string text = sayWhyNot(folder.write(name, part), "it");
    // How much must be there depends on the linker.
    EXPECT_TRUE(llvm::StringRef(text).starts_with(
        "error: 'it' cannot be used: it is truncated: "))
        << text;
    EXPECT_TRUE(llvm::StringRef(text).ends_with(
        " [PMB040 bad-plugin]\n  help: copy or build the library again\n"))
        << text;
  }
}

TEST(PluginLoading, OtherMachine) {
#ifndef __x86_64__
  GTEST_SKIP() << "the messages name this machine";
#endif
  auto library = llvm::MemoryBuffer::getFile(getPluginPath("first"));
  ASSERT_TRUE(bool(library));
  std::string text = (*library)->getBuffer().str();
  Folder folder;
  text[18] = char(183); // e_machine: AArch64
  EXPECT_EQ(
      sayWhyNot(folder.write("machine.so", text), "machine.so"),
      "error: 'machine.so' cannot be used: machine.so: cannot open shared "
      "object file: No such file or directory [PMB040 bad-plugin]\n"
      "  help: it is for the machine 'aarch64', and this program for 'x86_64'; "
      "build it for that\n");
  text[4] = 1; // ELFCLASS32
  EXPECT_EQ(sayWhyNot(folder.write("class.so", text), "class.so"),
            "error: 'class.so' cannot be used: class.so: wrong ELF class: "
            "ELFCLASS32 [PMB040 bad-plugin]\n"
            "  help: build it as a shared library for this machine\n");
}

//===----------------------------------------------------------------------===//
// What it extends
//===----------------------------------------------------------------------===//

static std::string findSlips(const Plugin &plugin,
                             const PassManagerBuilder &builder) {
  std::string text;
  for (const Diagnostic &warning : plugin.checkNames(builder))
    text += warning.str();
  return text;
}

TEST(PluginNames, WhatItExtendsIsMisspelled) {
  mlir::OpPassManager manager("builtin.module");
  PassManagerBuilder builder(manager);
  builder.addPass("canonicalize");
  const Plugin *plugin = load("misspelled");
  ASSERT_EQ(say(plugin->addTo(builder)), "");
  ASSERT_EQ(say(builder.applyParties()), "");
  EXPECT_TRUE(builder.lookup(pass("test-misspelled")).empty());
  EXPECT_EQ(findSlips(*plugin, builder),
            "warning: the plugin 'misspelled' extends 'canonicalise', which "
            "is not known, and takes no part [PMB002 unknown-position]\n"
            "  help: did you mean 'canonicalize'?\n");
  // A slot may well be called so.
  PassManagerBuilder other(manager);
  other.addPass("cse");
  other.addSlot("canonicalise");
  EXPECT_EQ(findSlips(*plugin, other), "");
  builder.discard();
  other.discard();
}

TEST(PluginNames, WhatItExtendsIsElsewhere) {
  mlir::OpPassManager manager("builtin.module");
  PassManagerBuilder builder(manager);
  builder.addPass("cse");
  EXPECT_EQ(findSlips(*load("conditional"), builder), "");
  builder.discard();
}

//===----------------------------------------------------------------------===//
// Registering
//===----------------------------------------------------------------------===//

/// PMB041: a plugin that registers a pass `cse` of its own
TEST(PluginRegistering, NameThatIsTaken) {
  mlir::DialectRegistry registry;
  EXPECT_EQ(say(load("taken-name")->registerWith(registry)),
            "error: the plugin 'taken-name' made LLVM fail: pass allocator "
            "creates a different pass than previously registered for pass cse "
            "[PMB041 plugin-failed]\n"
            "  note: there is a pass of that name already, of MLIR, of another "
            "plugin or of this one\n"
            "  help: give the pass of the plugin another name, such as one "
            "that begins with the plugin's id\n");
  // MLIR's own pass is what it was.
  mlir::OpPassManager manager("builtin.module");
  PassManagerBuilder builder(manager);
  builder.addPass("cse");
  // It is refused as a whole, also by a program that goes on.
  const char *refused = "error: the plugin 'taken-name' takes no part, as its "
                        "passes could not be registered [PMB041 plugin-failed]";
  EXPECT_EQ(say(load("taken-name")->addTo(builder)).find(refused), 0u);
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(say(load("taken-name")->extendCatalog(catalog)).find(refused), 0u);
  EXPECT_EQ(say(Plugin::makeCatalog().takeError()), "");
  ASSERT_EQ(say(builder.build()), "");
  EXPECT_EQ((*manager.begin()).getName(), "CSE");
}

TEST(PluginRegistering, OneNameTwice) {
  mlir::DialectRegistry registry;
  EXPECT_EQ(say(load("twice")->registerWith(registry)),
            "error: the plugin 'twice' made LLVM fail: pass allocator creates "
            "a different pass than previously registered for pass test-twice "
            "[PMB041 plugin-failed]\n"
            "  note: there is a pass of that name already, of MLIR, of another "
            "plugin or of this one\n"
            "  help: give the pass of the plugin another name, such as one "
            "that begins with the plugin's id\n");
  // Tried again, it says so again.
  EXPECT_NE(say(load("twice")->registerWith(registry)), "");
}

//===----------------------------------------------------------------------===//
// Extending
//===----------------------------------------------------------------------===//

/// What goes wrong when the plugin takes part, after looking that the others
/// stay and that the pipeline can be edited, built, and rolled back.
std::string sayWhyItFails(llvm::StringRef name) {
  mlir::OpPassManager manager("builtin.module");
  PassManagerBuilder builder(manager), expected(manager);
  for (PassManagerBuilder *each : {&builder, &expected}) {
    each->addPass("cse");
    EXPECT_EQ(say(load("first")->addTo(*each)), "");
  }
  EXPECT_EQ(say(expected.applyParties()), "");
  EXPECT_EQ(say(load(name)->addTo(builder)), "");
  std::string text = say(builder.applyParties());
  EXPECT_EQ(list(builder), list(expected));
  EXPECT_EQ(builder.str(), "builtin.module(test-first,cse)");
  EXPECT_NE(say(builder.transaction(Origin::framework(),
                                    [&]() -> llvm::Error {
                                      builder.addPass("sccp");
                                      return llvm::createStringError("no");
                                    })),
            "");
  EXPECT_EQ(list(builder), list(expected));
  EXPECT_EQ(say(builder.addPassAfter("canonicalize", "cse")), "");
  EXPECT_EQ(say(builder.build()), "");
  return text;
}

TEST(PluginExtending, ErrorHalfWay) {
  EXPECT_EQ(sayWhyItFails("half-way"),
            "error: no licence found [PMB018 foreign]\n"
            "  note: nothing of what plugin 'half-way' did was kept\n");
}
TEST(PluginExtending, UnknownPosition) {
  EXPECT_EQ(sayWhyItFails("lost"),
            "error: the pipeline has no pass 'no-such-pass' [PMB002 "
            "unknown-position]\n"
            "  note: its passes are 'cse', 'test-first'\n"
            "  note: nothing of what plugin 'lost' did was kept\n");
}
TEST(PluginExtending, ErrorWithoutReason) {
  EXPECT_EQ(sayWhyItFails("silent"),
            "error: the plugin 'silent' failed and did not say why [PMB041 "
            "plugin-failed]\n"
            "  help: let it return an error: pmb::extendWith and "
            "pmb::extendCatalogWith hand it over\n"
            "  note: nothing of what plugin 'silent' did was kept\n");
}
TEST(PluginExtending, Exception) {
  EXPECT_EQ(sayWhyItFails("throwing"),
            "error: the plugin 'throwing' threw an exception: out of luck "
            "[PMB041 plugin-failed]\n"
            "  help: tell the owner of the plugin; do not load it until it is "
            "mended\n"
            "  note: nothing of what plugin 'throwing' did was kept\n");
  EXPECT_EQ(sayWhyItFails("throwing-int"),
            "error: the plugin 'throwing-int' threw an exception [PMB041 "
            "plugin-failed]\n"
            "  help: tell the owner of the plugin; do not load it until it is "
            "mended\n"
            "  note: nothing of what plugin 'throwing-int' did was kept\n");
  EXPECT_EQ(sayWhyItFails("throwing-inside"),
            "error: the plugin 'throwing-inside' threw an exception: out of "
            "luck inside [PMB041 plugin-failed]\n"
            "  help: tell the owner of the plugin; do not load it until it is "
            "mended\n"
            "  note: nothing of what plugin 'throwing-inside' did was kept\n");
}
TEST(PluginExtending, FatalErrorOfLLVM) {
  EXPECT_EQ(sayWhyItFails("fatal"),
            "error: the plugin 'fatal' made LLVM fail: the plugin is broken "
            "[PMB041 plugin-failed]\n"
            "  help: tell the owner of the plugin; do not load it until it is "
            "mended\n"
            "  note: nothing of what plugin 'fatal' did was kept\n");
}

/// What the plugin has made a text of is not shown as one.
TEST(PluginExtending, FatalErrorWithADiagnostic) {
  EXPECT_EQ(sayWhyItFails("fatal-error"),
            "error: the plugin 'fatal-error' made LLVM fail: 'sccp' does not "
            "accept the options 'x=1' [PMB006 bad-options] [PMB041 "
            "plugin-failed]\n"
            "  note: no such option x\n"
            "  help: tell the owner of the plugin; do not load it until it is "
            "mended\n"
            "  note: nothing of what plugin 'fatal-error' did was kept\n");
}

// A pipeline that lacks a party is not built.
TEST(PluginExtending, FailureKeepsThePipelineFromBeingBuilt) {
  mlir::OpPassManager manager("builtin.module");
  PassManagerBuilder builder(manager);
  builder.addPass("cse");
  ASSERT_EQ(say(load("half-way")->addTo(builder)), "");
  EXPECT_NE(say(builder.build()), "");
  EXPECT_TRUE(manager.empty());
}

//===----------------------------------------------------------------------===//
// Catalogs
//===----------------------------------------------------------------------===//

TEST(PluginCatalog, FailsAsAWhole) {
  Catalog catalog = getStockCatalog().clone();
  ASSERT_EQ(say(catalog.addBundle(PassBundle("knowing-bundle"))), "");
  // Its pass could be added, its bundle could not.
  EXPECT_EQ(say(load("knowing")->extendCatalog(catalog)),
            "error: the catalog has a bundle 'knowing-bundle' already [PMB014 "
            "duplicate-name]\n"
            "  help: give the bundle another name\n"
            "  note: nothing of what plugin 'knowing' knows was kept\n");
  EXPECT_EQ(catalog.lookupPass("test-knowing"), nullptr);
  EXPECT_TRUE(catalog.lookupBundle("knowing-bundle")->getEntries().empty());
}

TEST(PluginCatalog, Exception) {
  Catalog catalog = getStockCatalog().clone();
  EXPECT_EQ(
      say(load("knowing-throwing")->extendCatalog(catalog)),
      "error: the plugin 'knowing-throwing' threw an exception: out of luck "
      "[PMB041 plugin-failed]\n"
      "  help: tell the owner of the plugin; do not load it until it is "
      "mended\n"
      "  note: nothing of what plugin 'knowing-throwing' knows was kept\n");
  EXPECT_EQ(catalog.lookupPass("test-knowing-throwing"), nullptr);
  // One that fails is one too many for a catalog of all.
  EXPECT_EQ(
      say(Plugin::makeCatalog()),
      "error: the plugin 'knowing-throwing' threw an exception: out of luck "
      "[PMB041 plugin-failed]\n"
      "  help: tell the owner of the plugin; do not load it until it is "
      "mended\n"
      "  note: nothing of what plugin 'knowing-throwing' knows was kept\n");
}

} // namespace
