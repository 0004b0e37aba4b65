//===- HostilePlugin.cpp - A plugin that does what it must not ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The name of the file says what it does: tests copy it. The name is its id,
// too.
//
//===----------------------------------------------------------------------===//

#include "FileName.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/Plugin.h"
#include "passmanager/plugins/PluginInfo.h"
#include <cstdlib>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo();

/// Does it in a function that returns nothing.
static void perform(llvm::StringRef prefix) {
  llvm::StringRef name = getName();
  if (!name.consume_front(prefix))
    return;
  if (name == "-exits")
    std::exit(0);
  if (name == "-quick-exits")
    std::quick_exit(0);
  if (name == "-exits-at-once")
    _exit(0);
  if (name == "-ends-at-once")
    std::_Exit(0);
  if (name == "-forks") {
    pid_t child = fork();
    if (child == 0)
      _exit(7);
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 7)
      throw std::runtime_error("the child has ended in another way");
  }
  if (name == "-throws")
    throw std::runtime_error("out of luck");
  if (name == "-aborts")
    std::abort();
  if (name == "-is-fatal")
    llvm::report_fatal_error("the plugin is broken");
}

namespace {
struct GlobalObject {
  GlobalObject() { perform("load"); }
} globalObject;

/// An exception that does not say anything, not even an empty text.
struct SilentException : std::exception {
  const char *what() const noexcept override { return nullptr; }
};

/// A pass that cannot be copied.
struct UncopyablePass
    : mlir::PassWrapper<UncopyablePass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UncopyablePass)
  llvm::StringRef getArgument() const override { return "test-uncopyable"; }
  std::unique_ptr<mlir::Pass> clonePass() const override { return nullptr; }
  void runOnOperation() override {}
};

/// A pass that nobody knows.
struct StrangePass : mlir::PassWrapper<StrangePass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StrangePass)
  void runOnOperation() override {}
};
} // namespace

//===----------------------------------------------------------------------===//
// For MLIR
//===----------------------------------------------------------------------===//

extern "C" PMB_PLUGIN_EXPORT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  perform("pass-info");
  uint32_t version =
      getName() == "pass-version" ? 99u : uint32_t(MLIR_PLUGIN_API_VERSION);
  if (getName() == "pass-null")
    return {version, nullptr, nullptr, nullptr};
  return {version, "hostile", "1", [] { perform("passes"); }};
}

extern "C" PMB_PLUGIN_EXPORT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  perform("dialect-info");
  uint32_t version =
      getName() == "dialect-version" ? 99u : uint32_t(MLIR_PLUGIN_API_VERSION);
  if (getName() == "dialect-null")
    return {version, nullptr, nullptr, nullptr};
  return {version, "hostile", "1",
          [](mlir::DialectRegistry *) { perform("dialects"); }};
}

//===----------------------------------------------------------------------===//
// For pipelines
//===----------------------------------------------------------------------===//

static pmbPipelinePluginInfo info;

static bool extendCatalog(pmb::Catalog *catalog, pmb::PluginFailure *) {
  if (getName() == "catalog-empties")
    *catalog = pmb::Catalog();
  llvm::cantFail(catalog->addBundle(pmb::PassBundle(getName())));
  perform("catalog");
  return true;
}

static bool extendPipeline(pmb::PassManagerBuilder *pmb) {
  llvm::StringRef name = getName();
  if (name == "builds")
    return pmb::detail::finishExtending(*pmb, pmb->build());
  if (name == "builds-quietly") {
    llvm::consumeError(pmb->build());
    return true;
  }
  if (name == "uncopyable") {
    pmb->nest("func.func").addPass(std::make_unique<UncopyablePass>());
    return true;
  }
  if (name == "looks-ahead") {
    // Unusual, but allowed: parties that wait are applied first.
    llvm::cantFail(pmb::Plugin::lookup(name)->addTo(*pmb));
    llvm::cantFail(pmb->applyParties());
    mlir::OpPassManager copy(pmb->getRoot().getOp());
    llvm::cantFail(pmb->flattenInto(copy));
    return pmb->check().empty();
  }
  // Edits of every sort first, none of which may be left.
  pmb->addPass("sccp");
  pmb->addSlot(name);
  pmb->nest("func.func").addPass("mem2reg");
  pmb->addBundle(pmb::PassBundle(name).addPass("symbol-dce"));
  pmb->addPass(std::make_unique<StrangePass>());
  llvm::cantFail(pmb->addPassBefore("inline", "cse"));
  llvm::cantFail(pmb->remove(pmb::pass("canonicalize")));
  pmb::Contract contract;
  contract.after(pmb::pass("inline"));
  llvm::cantFail(pmb->addContract("cse", contract));
  pmb::Party party;
  party.origin = pmb::Origin::thirdParty("friend-of-" + name.str());
  party.registration = [pmb] {
    pmb->addPass("loop-invariant-code-motion");
    return llvm::Error::success();
  };
  llvm::cantFail(pmb->addParty(std::move(party)));
  if (name == "refused")
    pmb->addPass("no-such-pass");
  if (name == "succeeds-after-failing")
    pmb->fail(llvm::createStringError("never mind"));
  if (name == "throws-silently")
    throw SilentException();
  if (name == "throws-in-bundle")
    return pmb::detail::finishExtending(
        *pmb, pmb->transaction(
                  pmb::Origin::thirdParty("inner"), [&]() -> llvm::Error {
                    pmb->addBundle(pmb::bundles::createLowerToLLVM());
                    throw std::runtime_error("out of luck");
                  }));
  perform("pipeline");
  return true;
}

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
  perform("entry");
  if (getName() == "loads-itself")
    llvm::cantFail(pmb::Plugin::load(getPath()));
  if (getName() == "loads-itself-quietly")
    llvm::consumeError(pmb::Plugin::load(getPath()).takeError());
  info = {PMB_PLUGIN_API_VERSION,
          PMB_PLUGIN_FINGERPRINT,
          LLVM_VERSION_STRING,
          getName().c_str(),
          nullptr,
          /*rank=*/0,
          PMB_PLUGIN_DEFAULT_ACTIVATED,
          nullptr,
          nullptr,
          extendCatalog,
          extendPipeline};
  if (getName() == "no-functions")
    info.extendCatalog = nullptr, info.extendPipeline = nullptr;
  if (getName() == "no-strings")
    info.id = info.llvmVersion = info.fingerprint = nullptr;
  return &info;
}

/// For the test that the program has its own copy of what a plugin says.
extern "C" PMB_PLUGIN_EXPORT void pmbTestForgetInfo() {
  info = pmbPipelinePluginInfo();
  info.extendPipeline = [](pmb::PassManagerBuilder *) -> bool { std::abort(); };
}
