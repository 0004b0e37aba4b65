//===- FoundByFuzzingTest.cpp - What tests/fuzz has found -----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "builder/edit/TextualPipeline.h"

using namespace pmb;
using namespace pmb::test;

namespace {

TEST(FoundByFuzzing, OptionsThatCouldNotBeReadBackAreRefused) {
  TestPipeline pipeline({"a"});
  EXPECT_REFUSED(pipeline,
                 pipeline.insert(PassSpec("b", "x={1"), Position::atEnd()),
                 "error: the options 'x={1' of 'b' have a '{' without a '}' "
                 "[PMB006 bad-options]\n");
  EXPECT_REFUSED(pipeline, pipeline.replace(pass("a"), PassSpec("b", "x=}{")),
                 "error: the options 'x=}{' of 'b' have a '}' without a '{' "
                 "[PMB006 bad-options]\n");
  EXPECT_DONE(pipeline,
              pipeline.insert(PassSpec("b", "{x={1} y}"), Position::atEnd()));
  EXPECT_EQ(pipeline.str(), "builtin.module(a,b{x={1} y})");
}

} // namespace
