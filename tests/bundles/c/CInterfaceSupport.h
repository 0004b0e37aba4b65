//===- CInterfaceSupport.h - What the tests of the C interface share ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUNDLES_C_CINTERFACESUPPORT_H
#define PMB_TESTS_BUNDLES_C_CINTERFACESUPPORT_H

#include "pmb-c/pmb-c.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace pmb::test {

inline PmbStringRef text(llvm::StringRef string) {
  return pmbStringRefCreate(string.data(), string.size());
}

inline void append(PmbStringRef part, void *userData) {
  static_cast<std::string *>(userData)->append(part.data, part.length);
}

/// What diagnostics say; destroys them.
inline std::string take(PmbDiagnostics diagnostics,
                        llvm::StringRef format = "text") {
  std::string result;
  if (pmbDiagnosticsIsNull(diagnostics))
    return result;
  pmbDiagnosticsPrint(diagnostics, text(format), append, &result);
  pmbDiagnosticsDestroy(diagnostics);
  return result;
}

inline bool has(llvm::StringRef whole, llvm::StringRef part) {
  return whole.contains(part);
}

} // namespace pmb::test

#endif // PMB_TESTS_BUNDLES_C_CINTERFACESUPPORT_H
