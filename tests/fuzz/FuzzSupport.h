//===- FuzzSupport.h - What the fuzz targets share --------------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_FUZZ_FUZZSUPPORT_H
#define PMB_TESTS_FUZZ_FUZZSUPPORT_H

#include "builder/Pipeline.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>

/// What libFuzzer calls, and the program that replays the corpus.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace pmb::fuzz {

/// Ends the process if `holds` is false: that is a find.
inline void require(bool holds, llvm::StringRef what,
                    const llvm::Twine &details = "") {
  if (holds)
    return;
  llvm::errs() << "fuzz: " << what << '\n' << details << '\n';
  std::abort();
}

/// True for success. Messages of errors are made, as they are part of what is
/// tested, and must not be empty.
inline bool succeeds(llvm::Error error) {
  if (!error)
    return true;
  std::vector<Diagnostic> diagnostics = takeDiagnostics(std::move(error));
  require(!diagnostics.empty(), "an error without a diagnostic");
  for (const Diagnostic &diagnostic : diagnostics)
    require(!diagnostic.str().empty(), "a diagnostic without a text");
  return false;
}

/// The texts of findings.
inline std::string text(llvm::ArrayRef<Diagnostic> diagnostics) {
  std::string result;
  for (const Diagnostic &diagnostic : diagnostics)
    result += diagnostic.str() + "\n";
  return result;
}

inline llvm::StringRef getText(const uint8_t *data, size_t size) {
  return llvm::StringRef(reinterpret_cast<const char *>(data), size);
}

/// A few passes with contracts of all sorts, registered pipelines among them.
/// Small, as some targets copy it for each input. The targets that get a
/// catalog of their own from the input do not use it.
const Catalog &getCatalog();

} // namespace pmb::fuzz

#endif // PMB_TESTS_FUZZ_FUZZSUPPORT_H
