//===- CatalogVersion.h - Since when something is known ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_CATALOGVERSION_H
#define PMB_BUILDER_PASSES_CATALOGVERSION_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>
#include <string>
#include <tuple>

namespace pmb {

/// A version of what is known about the passes of a release of LLVM: `22.1` is
/// the first about LLVM 22. bundles/STABILITY.md says what it promises.
struct CatalogVersion {
  /// The release of LLVM, and which version about it.
  unsigned release = 0, number = 0;

  /// Reads `22.1`: two numbers, neither of them 0. std::nullopt for all else.
  static std::optional<CatalogVersion> parse(llvm::StringRef text) {
    CatalogVersion version;
    auto [release, number] = text.split('.');
    auto read = [](llvm::StringRef digits, unsigned &into) {
      return !digits.starts_with("0") && llvm::all_of(digits, llvm::isDigit) &&
             !digits.getAsInteger(10, into);
    };
    if (!read(release, version.release) || !read(number, version.number))
      return std::nullopt;
    return version;
  }
  std::string str() const {
    return std::to_string(release) + "." + std::to_string(number);
  }

  bool operator<(const CatalogVersion &other) const {
    return std::tie(release, number) < std::tie(other.release, other.number);
  }
  bool operator==(const CatalogVersion &other) const {
    return release == other.release && number == other.number;
  }
};

} // namespace pmb

#endif // PMB_BUILDER_PASSES_CATALOGVERSION_H
