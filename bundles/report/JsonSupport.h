//===- JsonSupport.h - What JSON of reports has in common -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pictures and answers say the same of origins and findings. All text is
// escaped, so that it only shows itself.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUNDLES_REPORT_JSONSUPPORT_H
#define PMB_BUNDLES_REPORT_JSONSUPPORT_H

#include "builder/diagnostics/Diagnostic.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace pmb::report {

/// Sets a key, unless it would say nothing.
void set(llvm::json::Object &object, llvm::StringRef key, std::string text);
llvm::json::Array makeNames(llvm::ArrayRef<std::string> names);
/// The kind of the party, how pictures call it, its place, and why.
llvm::json::Object makeOrigin(const Origin &origin);
/// A finding with what stands below its message.
llvm::json::Object makeFinding(const Diagnostic &finding);

/// Writes a list with a line for each element, behind other keys.
template <typename RangeT, typename MakeFn>
void writeList(llvm::raw_ostream &os, llvm::StringRef key, const RangeT &range,
               MakeFn make) {
  os << ",\n \"" << key << "\":[";
  llvm::StringRef separator = "\n  ";
  for (const auto &element : range) {
    os << separator << llvm::formatv("{0}", llvm::json::Value(make(element)));
    separator = ",\n  ";
  }
  os << "]";
}

} // namespace pmb::report

#endif // PMB_BUNDLES_REPORT_JSONSUPPORT_H
