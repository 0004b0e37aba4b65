//===- ContentsSupport.h - What the tests of contents share ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_CHECK_CONTENTSSUPPORT_H
#define PMB_TESTS_BUILDER_CHECK_CONTENTSSUPPORT_H

#include "OrderSupport.h"

namespace pmb::test {

/// A test of what the check knows of the contents of the IR.
class ContentsTest : public RulesTest {
protected:
  using Items = std::vector<std::string>;
  /// Input and output that are usual here.
  const Items onlyLinalg = {"linalg.matmul"};
  const Items onlyLLVM = {"llvm"};

  /// Passes of a short lowering.
  void defineLowering() {
    define("bufferize", Contract()
                            .lowers({"tensor", "!tensor"})
                            .to({"memref.alloc"})
                            .because("tensors become buffers"));
    define("linalg-to-loops", Contract()
                                  .lowers({"linalg"})
                                  .unless({"!tensor"})
                                  .to({"scf.for", "memref.load"})
                                  .because("works on buffers only"));
    define("scf-to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
    define("to-llvm", Contract().lowers({"cf", "memref"}).to({"llvm.br"}));
  }
};

} // namespace pmb::test

#endif // PMB_TESTS_BUILDER_CHECK_CONTENTSSUPPORT_H
