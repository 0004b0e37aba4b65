//===- Origin.cpp - Where a node comes from -------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/diagnostics/Origin.h"
#include "builder/diagnostics/Escaping.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pmb;
using namespace llvm;

std::string Origin::str() const {
  std::string shown = escape(name);
  auto named = [&](StringRef what) {
    return name.empty() ? what.str() : (what + " '" + shown + "'").str();
  };
  switch (kind) {
  case Kind::Framework:
    return line ? formatv("{0}:{1}", name, line).str() : named("framework");
  case Kind::ThirdParty:
    return named("third party");
  case Kind::Plugin:
    return named("plugin");
  case Kind::File:
    return line ? formatv("{0}:{1}:{2}", shown, line, column).str() : shown;
  case Kind::Builder:
    return "builder";
  }
  llvm_unreachable("unknown kind of origin");
}
