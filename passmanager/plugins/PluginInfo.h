//===- PluginInfo.h - What a plugin says of itself ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin is a shared library with the function `pmbGetPipelinePluginInfo`. It
// may also have MLIR's own entry points, `mlirGetPassPluginInfo` and
// `mlirGetDialectPluginInfo`, and then also works in `mlir-opt`:
//
//   static llvm::Error extend(pmb::PassManagerBuilder &builder) {
//     builder.registerDialect<AcmeDialect>();
//     return builder.addPassAfter<AcmePass, pmb::OneShotBufferize>();
//   }
//
//   extern "C" PMB_PLUGIN_EXPORT const pmbPipelinePluginInfo *
//   pmbGetPipelinePluginInfo() {
//     static const pmbPipelinePluginInfo info = {
//         PMB_PLUGIN_API_VERSION, PMB_PLUGIN_FINGERPRINT, LLVM_VERSION_STRING,
//         "acme", "1.0", /*rank=*/0, PMB_PLUGIN_DEFAULT_ACTIVATED,
//         /*extends=*/nullptr, /*variants=*/nullptr,
//         /*extendCatalog=*/nullptr, pmb::extendWith<extend>};
//     return &info;
//   }
//
// What is called, in this order:
//
//   pmbGetPipelinePluginInfo   once, when the library is loaded. It may do
//       nothing but return a struct that lives for ever. Nothing else of the
//       library is called unless version and fingerprint are the tool's own;
//       initialisers of global objects have run by then, so have none.
//   mlirGetDialectPluginInfo's callback   once for each dialect registry of the
//       tool, before any IR is read.
//   mlirGetPassPluginInfo's callback   once in a process, before any pipeline
//       is read. Registers passes with MLIR, for pipelines that name them. A
//       pass of a name that is taken makes the plugin unusable.
//   extendCatalog    once for each catalog that the tool makes, before any
//       pipeline uses it. Says what is known of passes, and brings bundles. One
//       transaction: if it fails, the catalog is as before.
//   extendPipeline   once for each pipeline that the plugin takes part in, as
//       one transaction: if it fails, the pipeline is as before.
//
// Forbidden: to keep the builder or anything that it returned beyond the call;
// to call from another thread; to build the pipeline; to register with MLIR in
// `extendPipeline`; to let an exception pass. Exceptions are caught all the
// same, as are LLVM's fatal errors, and are errors of the plugin; but frames of
// LLVM in between are left without cleaning up.
//
// A plugin must not bring a second copy of LLVM, MLIR or this library. Build it
// with `pmb_add_plugin`, which sees to it.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PLUGINS_PLUGININFO_H
#define PMB_PASSMANAGER_PLUGINS_PLUGININFO_H

#include "llvm/Config/abi-breaking.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include <cstdint>

/// Changes whenever the struct, or when what is called, changes.
#define PMB_PLUGIN_API_VERSION 1

#define PMB_PLUGIN_TEXT_(X) #X
#define PMB_PLUGIN_TEXT(X) PMB_PLUGIN_TEXT_(X)

#if defined(_LIBCPP_VERSION)
#define PMB_PLUGIN_STDLIB "libc++ abi " PMB_PLUGIN_TEXT(_LIBCPP_ABI_VERSION)
#elif defined(__GLIBCXX__)
#define PMB_PLUGIN_STDLIB                                                      \
  "libstdc++ cxx11 " PMB_PLUGIN_TEXT(_GLIBCXX_USE_CXX11_ABI)
#else
#define PMB_PLUGIN_STDLIB "unknown"
#endif

#if defined(__GXX_ABI_VERSION)
#define PMB_PLUGIN_CXXABI "itanium " PMB_PLUGIN_TEXT(__GXX_ABI_VERSION)
#else
#define PMB_PLUGIN_CXXABI "unknown"
#endif

/// Everything that decides whether two libraries lay out the classes of LLVM,
/// MLIR and this library alike. LLVM's assertions are in it as far as they
/// matter: they change layouts through LLVM_ENABLE_ABI_BREAKING_CHECKS, whereas
/// NDEBUG only changes what headers check.
#define PMB_PLUGIN_FINGERPRINT                                                    \
  "pmb " PMB_PLUGIN_TEXT(                                                         \
      PMB_ABI_VERSION) "; llvm " LLVM_VERSION_STRING                              \
                       "; abi-breaking-checks " PMB_PLUGIN_TEXT(                  \
                           LLVM_ENABLE_ABI_BREAKING_CHECKS) ";"                   \
                                                            " " PMB_PLUGIN_CXXABI \
                                                            ";"                   \
                                                            " " PMB_PLUGIN_STDLIB

/// The version of this library's classes: that of the project, as 0.x promises
/// nothing from one minor version to the next.
#define PMB_ABI_VERSION 0.1

#if defined(_WIN32)
#define PMB_PLUGIN_EXPORT __declspec(dllexport)
#else
#define PMB_PLUGIN_EXPORT __attribute__((visibility("default")))
#endif

namespace pmb {
class Catalog;
class PassManagerBuilder;
/// Why a plugin could not extend a catalog; filled by `extendCatalogWith`.
struct PluginFailure;
} // namespace pmb

extern "C" {

/// When a plugin that was loaded takes part in a pipeline.
enum pmbPluginActivation : uint32_t {
  /// Only when it is asked for by its id.
  PMB_PLUGIN_EXPLICIT = 0,
  /// In every pipeline of the tool that it fits.
  PMB_PLUGIN_DEFAULT_ACTIVATED = 1,
};

/// What a plugin says of itself. All pointers live for ever.
struct pmbPipelinePluginInfo {
  /// PMB_PLUGIN_API_VERSION. The only member that stays where it is; it is
  /// looked at before all others.
  uint32_t apiVersion;
  /// PMB_PLUGIN_FINGERPRINT.
  const char *fingerprint;
  /// LLVM_VERSION_STRING; for messages.
  const char *llvmVersion;
  /// Unique among plugins; origins and messages call the plugin so.
  const char *id;
  const char *version;
  /// Plugins with a lower rank come first; among equals the id decides.
  int32_t rank;
  pmbPluginActivation activation;
  /// What a pipeline must have for the plugin to take part in it: names of
  /// passes, bundles, slots or kinds, one of which is enough, and a null at the
  /// end. Null: any pipeline.
  const char *const *extends;
  /// The variants for which the plugin is meant, one of which is enough, and a
  /// null at the end. Null: all.
  const char *const *variants;
  /// Adds to a catalog what the plugin knows of passes, its own or those of
  /// others, and bundles. Returns true on success. May be null.
  bool (*extendCatalog)(pmb::Catalog *catalog, pmb::PluginFailure *failure);
  /// Edits the pipeline. Returns true on success; the error that it reported
  /// otherwise has been given to `PassManagerBuilder::fail`. May be null, for a
  /// plugin that only registers passes and dialects.
  bool (*extendPipeline)(pmb::PassManagerBuilder *builder);
};

/// The type of the entry point `pmbGetPipelinePluginInfo`.
typedef const pmbPipelinePluginInfo *(*pmbGetPipelinePluginInfoFn)();

} // extern "C"

namespace pmb {

namespace detail {
/// Hands an error over to the builder. Returns true for success.
bool finishExtending(PassManagerBuilder &builder, llvm::Error error);
bool finishExtending(PluginFailure &failure, llvm::Error error);
} // namespace detail

/// Makes the C function of a C++ one, for `extendCatalog`.
template <llvm::Error (*extend)(Catalog &)>
bool extendCatalogWith(Catalog *catalog, PluginFailure *failure) {
  return detail::finishExtending(*failure, extend(*catalog));
}

/// Makes the C function of a C++ one, for `extendPipeline`.
template <llvm::Error (*extend)(PassManagerBuilder &)>
bool extendWith(PassManagerBuilder *builder) {
  return detail::finishExtending(*builder, extend(*builder));
}

} // namespace pmb

#endif // PMB_PASSMANAGER_PLUGINS_PLUGININFO_H
