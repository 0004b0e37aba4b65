//===- ExitCodeTest.cpp - What pmb-check says to the shell ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/ExitCode.h"
#include "gtest/gtest.h"

using namespace pmb;

// Scripts depend on the numbers. That the tool returns them is tested with lit.
TEST(ExitCode, NumbersAreStable) {
  EXPECT_EQ(int(ExitCode::NoErrors), 0);
  EXPECT_EQ(int(ExitCode::ErrorsFound), 1);
  EXPECT_EQ(int(ExitCode::BadUsage), 2);
  EXPECT_EQ(int(ExitCode::InternalError), 3);
}
