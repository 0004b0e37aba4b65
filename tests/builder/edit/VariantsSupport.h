//===- VariantsSupport.h - A pipeline that is built for targets -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_EDIT_VARIANTSSUPPORT_H
#define PMB_TESTS_BUILDER_EDIT_VARIANTSSUPPORT_H

#include "Support.h"

namespace pmb::test {

/// Declares the options `gpu` and `count`, and the variant `big`.
inline void declareVariants(Pipeline &pipeline) {
  require(pipeline.getVariants().addOption(
      {"gpu", "", OptionDescriptor::Type::Bool}));
  require(pipeline.getVariants().addOption(
      {"count", "4", OptionDescriptor::Type::Int32}));
  require(pipeline.getVariants().addVariant({"big", "", {{"count", "64"}}}));
}

/// The messages of all findings, one in each line.
inline std::string getMessages(Pipeline &pipeline) {
  std::string result;
  for (const Diagnostic &diagnostic : pipeline.check())
    result += diagnostic.message + "\n";
  return result;
}

} // namespace pmb::test

#endif // PMB_TESTS_BUILDER_EDIT_VARIANTSSUPPORT_H
