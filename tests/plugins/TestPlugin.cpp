//===- TestPlugin.cpp - Plugins that are good, and bad in many ways -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/PluginInfo.h"
#include "llvm/Support/ErrorHandling.h"
#include <stdexcept>

#ifndef PLUGIN_RANK
#define PLUGIN_RANK 0
#endif
#ifndef PLUGIN_ACTIVATION
#define PLUGIN_ACTIVATION PMB_PLUGIN_DEFAULT_ACTIVATED
#endif
#ifndef PLUGIN_ANCHOR
#define PLUGIN_ANCHOR "cse"
#endif
#ifndef PLUGIN_API
#define PLUGIN_API PMB_PLUGIN_API_VERSION
#endif
#ifndef PLUGIN_LLVM
#define PLUGIN_LLVM LLVM_VERSION_STRING
#endif
#ifndef PLUGIN_FINGERPRINT
#define PLUGIN_FINGERPRINT PMB_PLUGIN_FINGERPRINT
#endif

namespace {
struct TestPass : mlir::PassWrapper<TestPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestPass)
  llvm::StringRef getArgument() const override { return PLUGIN_PASS; }
  llvm::StringRef getDescription() const override { return "A test"; }
#ifdef PLUGIN_KNOWS
  static void describe(pmb::PassDescriptor &pass) {
    pass.contract.after(pmb::pass("sccp")).present().because("it says so");
  }
#endif
  void runOnOperation() override {}
};
} // namespace

#ifdef PLUGIN_REGISTERS
// Also in mlir-opt, which has nothing to register it with.
static pmb::ContractRegistration<TestPass> contract([](pmb::PassDescriptor
                                                           &pass) {
  pass.contract.after(pmb::pass("sccp")).present().because("it was registered");
});
#endif

#ifdef PLUGIN_TWICE
namespace {
struct OtherPass : mlir::PassWrapper<OtherPass, mlir::OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OtherPass)
  llvm::StringRef getArgument() const override { return PLUGIN_PASS; }
  llvm::StringRef getDescription() const override { return "Another"; }
  void runOnOperation() override {}
};
} // namespace
#endif

#ifndef PLUGIN_IS_NOTHING
extern "C" PMB_PLUGIN_EXPORT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, PLUGIN_ID, "1", [] {
            mlir::PassRegistration<TestPass>();
#ifdef PLUGIN_TWICE
            mlir::PassRegistration<OtherPass>();
#endif
          }};
}
#endif // PLUGIN_IS_NOTHING

#if !defined(PLUGIN_IS_OF_MLIR) && !defined(PLUGIN_IS_NOTHING)
static llvm::Error extend(pmb::PassManagerBuilder &pmb) {
  if (llvm::Error error =
          pmb.insert<TestPass>(pmb::Position::before(pmb::pass(PLUGIN_ANCHOR))))
    return error;
#if defined(PLUGIN_THEN_FAILS)
  return llvm::createStringError("no licence found");
#elif defined(PLUGIN_THROWS)
  throw std::runtime_error("out of luck");
#elif defined(PLUGIN_THROWS_INT)
  throw 1;
#elif defined(PLUGIN_THROWS_INSIDE)
  return pmb.transaction(pmb::Origin::thirdParty("inner"),
                         [&]() -> llvm::Error {
                           pmb.addPass("sccp");
                           throw std::runtime_error("out of luck inside");
                         });
#elif defined(PLUGIN_FATAL_ERROR)
  llvm::report_fatal_error(
      pmb.addPassBefore("sccp", "nowhere", pmb::PassOptions("x=1")));
#elif defined(PLUGIN_IS_FATAL)
  llvm::report_fatal_error("the plugin is broken");
#else
  return llvm::Error::success();
#endif
}

#ifdef PLUGIN_KNOWS
static llvm::Error describe(pmb::Catalog &catalog) {
  if (llvm::Error error = pmb::describePasses<TestPass>(catalog))
    return error;
#ifdef PLUGIN_THROWS
  throw std::runtime_error("out of luck");
#endif
  pmb::PassBundle bundle(PLUGIN_KNOWS);
  bundle.addPass<TestPass>().nest("func.func").addPass("cse");
  return catalog.addBundle(std::move(bundle));
}
static constexpr auto extendCatalog = pmb::extendCatalogWith<describe>;
#else
static constexpr bool (*extendCatalog)(pmb::Catalog *,
                                       pmb::PluginFailure *) = nullptr;
#endif

#ifdef PLUGIN_FAILS_SILENTLY
static bool extendSilently(pmb::PassManagerBuilder *pmb) {
  llvm::consumeError(extend(*pmb));
  return false;
}
#endif

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
#if defined(PLUGIN_ENTRY_THROWS)
  throw std::runtime_error("out of luck");
#elif defined(PLUGIN_NO_INFO)
  return nullptr;
#endif
#ifdef PLUGIN_EXTENDS
  static const char *const extends[] = {PLUGIN_EXTENDS, nullptr};
#else
  static const char *const *const extends = nullptr;
#endif
#ifdef PLUGIN_VARIANT
  static const char *const variants[] = {PLUGIN_VARIANT, nullptr};
#else
  static const char *const *const variants = nullptr;
#endif
  static const pmbPipelinePluginInfo info = {
      PLUGIN_API,    PLUGIN_FINGERPRINT, PLUGIN_LLVM, PLUGIN_ID, "1",
      PLUGIN_RANK,   PLUGIN_ACTIVATION,  extends,     variants,  extendCatalog,
#ifdef PLUGIN_FAILS_SILENTLY
      extendSilently
#else
      pmb::extendWith<extend>
#endif
  };
  return &info;
}
#endif // PLUGIN_IS_OF_MLIR
