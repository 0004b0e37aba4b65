//===- DeadEndSupport.h - Known output, unknown input -----------*- C++ -*-===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUILDER_CHECK_DEADENDSUPPORT_H
#define PMB_TESTS_BUILDER_CHECK_DEADENDSUPPORT_H

#include "OrderSupport.h"

namespace pmb::test {

/// Passes on the way to `llvm`, and pipelines of which the output is known, and
/// not the input.
class DeadEndTest : public RulesTest {
protected:
  using Items = std::vector<std::string>;

  DeadEndTest() {
    define("linalg-to-loops",
           Contract().lowers({"linalg.matmul"}).to({"scf.for", "memref.load"}));
    define("scf-to-cf", Contract().lowers({"scf"}).to({"cf.br"}));
    define("cf-to-llvm", Contract().lowers({"cf"}).to({"llvm.br"}));
    define("memref-to-llvm", Contract().lowers({"memref"}).to({"llvm.load"}));
    define("lower-affine", [](Contract &contract) {
      contract.lowers({"affine.apply"}).to({"arith.addi"});
      contract.lowers({"affine.for"}).to({"scf.for"});
    });
    define("arith-to-llvm", Contract().lowers({"arith"}).to({"llvm.add"}));
  }

  /// Declares tensors, which bufferization replaces.
  void addTensors(Items carriers) {
    TypeDescriptor tensor;
    tensor.name = "!tensor";
    tensor.carriers = std::move(carriers);
    tensor.becomes = "!memref";
    catalog.addType(tensor);
  }

  std::unique_ptr<PipelineBuilder>
  composeOpen(std::initializer_list<llvm::StringRef> passes,
              Items output = {"llvm"}) const {
    auto pipeline = compose(passes);
    pipeline->getInterface().outputContents = std::move(output);
    return pipeline;
  }
  std::string checkOpen(std::initializer_list<llvm::StringRef> passes,
                        Items output = {"llvm"}) const {
    return check(*composeOpen(passes, std::move(output)));
  }
};

} // namespace pmb::test

#endif // PMB_TESTS_BUILDER_CHECK_DEADENDSUPPORT_H
