//===- EditsOfOthersSupport.h - What the tests of others' edits share -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_EDIT_EDITSOFOTHERSSUPPORT_H
#define PMB_TESTS_BUILDER_EDIT_EDITSOFOTHERSSUPPORT_H

#include "Support.h"

namespace pmb::test {

/// A party that is not the owner.
inline const Origin acme = Origin::plugin("acme");

template <typename EditFn>
llvm::Error as(Pipeline &pipeline, const Origin &origin, EditFn edit) {
  return pipeline.transaction(origin, [&]() -> llvm::Error { return edit(); });
}

} // namespace pmb::test

#endif // PMB_TESTS_BUILDER_EDIT_EDITSOFOTHERSSUPPORT_H
