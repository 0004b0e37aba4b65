//===- CAPISupport.h - What the functions of the C interface share --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_C_CAPISUPPORT_H
#define PMB_BUNDLES_C_CAPISUPPORT_H

#include "bundles/c/Commands.h"
#include "bundles/c/Handles.h"
#include "bundles/c/TextArguments.h"
#include "bundles/c/pmb-c.h"

namespace pmb {

class Server;

template <>
inline constexpr HandleSort handleSort<OpenCatalog> = {HandleKind::Catalog,
                                                       "catalog"};
template <>
inline constexpr HandleSort handleSort<OpenPipeline> = {HandleKind::Pipeline,
                                                        "pipeline"};
template <>
inline constexpr HandleSort handleSort<Findings> = {HandleKind::Diagnostics,
                                                    "diagnostics"};
template <>
inline constexpr HandleSort handleSort<Server> = {HandleKind::Server, "server"};

namespace c {

/// The table of a type. Never destroyed: handles may be used until the process
/// ends.
template <typename T> HandleTable<T> &getTable() {
  static auto &table = *new HandleTable<T>(handleSort<T>);
  return table;
}

inline llvm::StringRef unwrap(PmbStringRef text) {
  return text.data ? llvm::StringRef(text.data, text.length)
                   : llvm::StringRef();
}
inline PmbStringRef wrap(llvm::StringRef text) {
  return {text.data(), text.size()};
}
inline PmbLogicalResult wrap(bool isSuccess) { return {int8_t(isSuccess)}; }

inline bool isError(const Diagnostic &diagnostic) {
  return diagnostic.severity == Severity::Error;
}

/// Gives the caller findings, if there are any.
void set(PmbDiagnostics *into, Findings findings);

/// Calls what may fail, in the way of all functions: an exception becomes a
/// failure, and an error what `diagnostics` is set to. Returns whether it
/// succeeded.
template <typename Fn> bool guarded(PmbDiagnostics *diagnostics, Fn call) {
  if (diagnostics)
    diagnostics->ptr = nullptr;
  try {
    std::vector<Diagnostic> failures = takeDiagnostics(call());
    if (failures.empty())
      return true;
    set(diagnostics, {std::move(failures)});
  } catch (...) {
    // No memory for a message either, as a rule.
  }
  return false;
}

/// The handle of a new object; null if there is no room for it.
template <typename T> void *create() {
  void *handle = nullptr;
  guarded(nullptr, [&] {
    handle = getTable<T>().add(std::make_unique<T>());
    return llvm::Error::success();
  });
  return handle;
}
template <typename T> void destroy(void *handle) {
  guarded(nullptr, [&] {
    getTable<T>().remove(handle);
    return llvm::Error::success();
  });
}

/// Fails for the first of the arguments that is no text.
llvm::Error
verifyTexts(llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> texts);

} // namespace c
} // namespace pmb

#endif // PMB_BUNDLES_C_CAPISUPPORT_H
