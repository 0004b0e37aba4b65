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

namespace pmb::c {

HandleTable<OpenCatalog> &getCatalogs();
HandleTable<Findings> &getFindings();

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
template <typename T> void *create(HandleTable<T> &(*getTable)()) {
  void *handle = nullptr;
  guarded(nullptr, [&] {
    handle = getTable().add(std::make_unique<T>());
    return llvm::Error::success();
  });
  return handle;
}
template <typename T>
void destroy(HandleTable<T> &(*getTable)(), void *handle) {
  guarded(nullptr, [&] {
    getTable().remove(handle);
    return llvm::Error::success();
  });
}

/// Fails for the first of the arguments that is no text.
llvm::Error
verifyTexts(llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> texts);

/// Never destroyed: handles may be used until the process ends.
template <typename T>
HandleTable<T> &makeTable(HandleKind kind, llvm::StringLiteral what) {
  return *new HandleTable<T>(kind, what);
}

} // namespace pmb::c

#endif // PMB_BUNDLES_C_CAPISUPPORT_H
