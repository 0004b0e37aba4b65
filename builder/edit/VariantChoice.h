//===- VariantChoice.h - What a pipeline shall be built for ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_VARIANTCHOICE_H
#define PMB_BUILDER_EDIT_VARIANTCHOICE_H

#include "builder/Pipeline.h"

namespace pmb {

/// Variants and options of a pipeline that are chosen together: what the option
/// `--variant` of the tools takes.
class VariantChoice {
public:
  /// Adds `gpu`, or `vector-size=8`. Fails if there is no name, or if it was
  /// added with another value.
  llvm::Error add(llvm::StringRef text);
  void add(llvm::StringRef name, std::optional<std::string> value) {
    choices.push_back({name.str(), std::move(value)});
  }
  bool empty() const { return choices.empty(); }
  /// As on a command line; `default` if nothing is chosen.
  std::string str() const;
  /// The same in one form for all choices that mean the same with what is
  /// declared, which is that of `enumerateVariants`: variants come first, then
  /// options in their order, without those that have the value anyway.
  std::string str(const OptionScope &declared) const;
  /// Says what the pipeline is built for, before anything is added to it. Fails
  /// as `Variants::verify` does.
  llvm::Error applyTo(Pipeline &pipeline) const;

private:
  std::vector<std::pair<std::string, std::optional<std::string>>> choices;
};

/// All that the declarations of a pipeline allow: no variant, or one, with each
/// value of each option of the types `bool` and `enum` that it does not set.
/// Other options keep their defaults. The first is the one in which nothing is
/// chosen. Fails with `too-large` if there are more than 256.
llvm::Expected<std::vector<VariantChoice>>
enumerateVariants(const OptionScope &options);

} // namespace pmb

#endif // PMB_BUILDER_EDIT_VARIANTCHOICE_H
