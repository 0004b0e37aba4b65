//===- ThirdPartyCall.cpp - Calling code that may throw -------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with exceptions, so that those of others go no further.
//
//===----------------------------------------------------------------------===//

#include "passmanager/ThirdPartyCall.h"
#include <exception>

std::optional<std::string>
pmb::callThirdParty(llvm::function_ref<void()> call) {
  try {
    call();
    return std::nullopt;
  } catch (const std::exception &exception) {
    const char *text = exception.what();
    return text ? text : "an exception without a text";
  } catch (...) {
    return "an exception of unknown type";
  }
}
