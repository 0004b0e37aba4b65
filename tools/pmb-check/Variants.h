//===- Variants.h - What a pipeline is checked for ------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_CHECK_VARIANTS_H
#define PMB_TOOLS_PMB_CHECK_VARIANTS_H

#include "builder/edit/Pipeline.h"

namespace pmb {

/// Variants and options of a pipeline that are chosen together.
class VariantChoice {
public:
  /// Adds `gpu`, or `vector-size=8`; false if there is no name.
  bool add(llvm::StringRef text);
  void add(llvm::StringRef name, std::optional<std::string> value) {
    choices.push_back({name.str(), std::move(value)});
  }
  bool empty() const { return choices.empty(); }
  /// As on a command line; `default` if nothing is chosen.
  std::string str() const;
  /// Says what the pipeline is built for. Fails with all that cannot be.
  llvm::Error applyTo(Pipeline &pipeline) const;

private:
  std::vector<std::pair<std::string, std::optional<std::string>>> choices;
};

/// All that the declarations allow: no variant, or one, and each option that it
/// leaves open and that is true or false, or has a list of values. The first is
/// the one in which nothing is chosen. Fails with `too-large` if there are very
/// many.
llvm::Expected<std::vector<VariantChoice>>
enumerateVariants(const OptionScope &options);

} // namespace pmb

#endif // PMB_TOOLS_PMB_CHECK_VARIANTS_H
