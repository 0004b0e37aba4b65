//===- NestContentsTest.cpp - What passes in nests see --------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSupport.h"

using namespace pmb;
using namespace pmb::test;

namespace {

class NestContentsTest : public RulesTest {
protected:
  NestContentsTest() {
    define("lower-kernels", [](Contract &contract) {
      contract.lowers({"gpu.func"}).to({"llvm.func"});
    });
    define("lower-a", [](Contract &contract) { contract.lowers({"a.x"}); });
  }
};

/// The catalog says that kernels stand nowhere but in modules for the GPU.
TEST_F(NestContentsTest, APassSeesAllOfWhatStandsOnlyInItsNest) {
  EXPECT_EQ(checkClosed({"gpu.module", "gpu.func"},
                        {"gpu.module(lower-kernels)"},
                        {{"gpu.module", "llvm.func"}}),
            "");
}

TEST_F(NestContentsTest, OfWhatMayStandElsewhereItSeesAPart) {
  EXPECT_NE(checkClosed({"gpu.module", "a.x"}, {"gpu.module(lower-a)"},
                        {{"gpu.module"}})
                .find("'a.x' may stay in the IR"),
            std::string::npos);
}

} // namespace
