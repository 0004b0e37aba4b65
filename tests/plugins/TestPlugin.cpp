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
#include "passmanager/PluginInfo.h"
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
  void runOnOperation() override {}
};
} // namespace

extern "C" PMB_PLUGIN_EXPORT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, PLUGIN_ID, "1",
          [] { mlir::PassRegistration<TestPass>(); }};
}

#ifndef PLUGIN_IS_OF_MLIR
static llvm::Error extend(pmb::PassManagerBuilder &pmb) {
  if (llvm::Error error =
          pmb.insert<TestPass>(pmb::Position::before(pmb::pass(PLUGIN_ANCHOR))))
    return error;
#if defined(PLUGIN_THEN_FAILS)
  return llvm::createStringError("no licence found");
#elif defined(PLUGIN_THROWS)
  throw std::runtime_error("out of luck");
#else
  return llvm::Error::success();
#endif
}

#ifdef PLUGIN_FAILS_SILENTLY
static bool extendSilently(pmb::PassManagerBuilder *pmb) {
  llvm::consumeError(extend(*pmb));
  return false;
}
#endif

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
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
      PLUGIN_RANK,   PLUGIN_ACTIVATION,  extends,     variants,
#ifdef PLUGIN_FAILS_SILENTLY
      extendSilently
#else
      pmb::extendWith<extend>
#endif
  };
  return &info;
}
#endif // PLUGIN_IS_OF_MLIR
