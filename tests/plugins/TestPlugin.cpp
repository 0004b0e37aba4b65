//===- TestPlugin.cpp - Plugins that are good, and bad in many ways -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The name of the file says what it does: CMakeLists.txt lists the copies. It
// is the plugin's id, and `test-<name>` that of its pass, where nothing else is
// said.
//
//===----------------------------------------------------------------------===//

#include "FileName.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/PluginInfo.h"
#include "llvm/Support/ErrorHandling.h"
#include <optional>
#include <stdexcept>

/// Whether this is the plugin of one of the names.
static bool isOneOf(std::initializer_list<llvm::StringRef> names) {
  return llvm::is_contained(names, getName());
}
static bool is(llvm::StringRef name) { return isOneOf({name}); }

static const char *getID() {
  return is("same-id") ? "first" : is("bad-id") ? "a b" : getName().c_str();
}

/// What a tool must not even ask for its passes registers one that tests then
/// look for.
static llvm::StringRef getPassName() {
  static const std::string name =
      is("taken-name") ? "cse"
      : isOneOf({"other-api", "other-llvm", "other-abi", "bad-id",
                 "throwing-entry", "no-info"})
          ? "test-bad"
          : "test-" + getName();
  return name;
}

namespace {
template <typename PassT>
struct NamedPass : mlir::PassWrapper<PassT, mlir::OperationPass<>> {
  llvm::StringRef getArgument() const override { return getPassName(); }
  llvm::StringRef getDescription() const override { return "A test"; }
  void runOnOperation() override {}
};

struct TestPass : NamedPass<TestPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestPass)
};

/// One of the same name.
struct OtherPass : NamedPass<OtherPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OtherPass)
};

/// One that says something of itself.
struct KnowingPass : NamedPass<KnowingPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(KnowingPass)
  static void describe(pmb::PassDescriptor &pass) {
    pass.contract.after(pmb::pass("sccp")).present().because("it says so");
  }
};
} // namespace

static bool isKnowing() { return isOneOf({"knowing", "knowing-throwing"}); }

// Also in mlir-opt, which has nothing to register it with.
static const auto registration =
    isOneOf({"registering", "refused"})
        ? std::make_unique<pmb::ContractRegistration<TestPass>>(
              [](pmb::PassDescriptor &pass) {
                pass.contract.after(pmb::pass("sccp"))
                    .present()
                    .because("it was registered");
              })
        : nullptr;

//===----------------------------------------------------------------------===//
// For MLIR
//===----------------------------------------------------------------------===//

extern "C" PMB_PLUGIN_EXPORT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, getID(), "1", [] {
            if (isKnowing())
              mlir::PassRegistration<KnowingPass>();
            else
              mlir::PassRegistration<TestPass>();
            if (is("twice"))
              mlir::PassRegistration<OtherPass>();
          }};
}

//===----------------------------------------------------------------------===//
// For pipelines
//===----------------------------------------------------------------------===//

#ifndef PLUGIN_IS_OF_MLIR
static llvm::Error extend(pmb::PassManagerBuilder &pmb) {
  auto position =
      pmb::Position::before(pmb::pass(is("lost") ? "no-such-pass" : "cse"));
  if (llvm::Error error = isKnowing() ? pmb.insert<KnowingPass>(position)
                                      : pmb.insert<TestPass>(position))
    return error;
  if (is("half-way"))
    return llvm::createStringError("no licence found");
  if (is("throwing"))
    throw std::runtime_error("out of luck");
  if (is("throwing-int"))
    throw 1;
  if (is("throwing-inside"))
    return pmb.transaction(pmb::Origin::thirdParty("inner"),
                           [&]() -> llvm::Error {
                             pmb.addPass("sccp");
                             throw std::runtime_error("out of luck inside");
                           });
  if (is("fatal"))
    llvm::report_fatal_error("the plugin is broken");
  if (is("fatal-error"))
    llvm::report_fatal_error(
        pmb.addPassBefore("sccp", "nowhere", pmb::PassOptions("x=1")));
  return llvm::Error::success();
}

static bool extendSilently(pmb::PassManagerBuilder *pmb) {
  llvm::consumeError(extend(*pmb));
  return false;
}

static llvm::Error describe(pmb::Catalog &catalog) {
  if (llvm::Error error = pmb::describePasses<KnowingPass>(catalog))
    return error;
  if (is("knowing-throwing"))
    throw std::runtime_error("out of luck");
  pmb::PassBundle bundle(getName() + "-bundle");
  bundle.addPass<KnowingPass>().nest("func.func").addPass("cse");
  return catalog.addBundle(std::move(bundle));
}

extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
pmbGetPipelinePluginInfo() {
  if (is("throwing-entry"))
    throw std::runtime_error("out of luck");
  if (is("no-info"))
    return nullptr;
  static const char *const canonicalize[] = {"canonicalize", nullptr};
  static const char *const canonicalise[] = {"canonicalise", nullptr};
  static const char *const gpu[] = {"gpu", nullptr};
  static const pmbPipelinePluginInfo info = {
      isOneOf({"other-api", "refused"}) ? 99u : PMB_PLUGIN_API_VERSION,
      is("other-abi") ? "somebody else's" : PMB_PLUGIN_FINGERPRINT,
      is("other-llvm") ? "21.1.0" : LLVM_VERSION_STRING,
      getID(),
      "1",
      /*rank=*/is("early") ? -1 : 0,
      is("explicit") ? PMB_PLUGIN_EXPLICIT : PMB_PLUGIN_DEFAULT_ACTIVATED,
      is("conditional")  ? canonicalize
      : is("misspelled") ? canonicalise
                         : nullptr,
      is("conditional") ? gpu : nullptr,
      isKnowing() ? pmb::extendCatalogWith<describe> : nullptr,
      is("silent") ? extendSilently : pmb::extendWith<extend>};
  return &info;
}
#endif // PLUGIN_IS_OF_MLIR
