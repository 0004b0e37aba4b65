//===- ThirdPartyCall.h - Calling code that may throw ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_THIRDPARTYCALL_H
#define PMB_PASSMANAGER_THIRDPARTYCALL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace pmb {

/// Calls what a third party has written, between passes of MLIR, which knows no
/// exceptions. Returns what the exception says if it throws one. From any
/// thread.
std::optional<std::string> callThirdParty(llvm::function_ref<void()> call);

} // namespace pmb

#endif // PMB_PASSMANAGER_THIRDPARTYCALL_H
