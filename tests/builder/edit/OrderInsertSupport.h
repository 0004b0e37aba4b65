//===- OrderInsertSupport.h - What the tests of insertion share -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_EDIT_ORDERINSERTSUPPORT_H
#define PMB_TESTS_BUILDER_EDIT_ORDERINSERTSUPPORT_H

#include "OrderSupport.h"

namespace pmb::test {

/// A test of edits of pipelines whose passes have contracts. A refused edit
/// leaves everything as it was.
class OrderInsertTest : public RulesTest {
protected:
  /// Fails the test unless the edit is refused with this text and changes
  /// nothing.
  void expectRefused(PipelineBuilder &pipeline,
                     llvm::function_ref<llvm::Error()> edit,
                     llvm::StringRef expected) {
    auto snapshot = [&] {
      std::string result = pipeline.str() + "\n";
      llvm::raw_string_ostream os(result);
      pipeline.print(os, PrintStyle::Listing);
      return result;
    };
    std::string before = snapshot();
    EXPECT_EQ(text(edit()), expected);
    EXPECT_EQ(snapshot(), before);
  }
  llvm::Error place(PipelineBuilder &pipeline, llvm::StringRef name) {
    return pipeline.insert(PassSpec(name), Position::byContract());
  }
};

} // namespace pmb::test

#endif // PMB_TESTS_BUILDER_EDIT_ORDERINSERTSUPPORT_H
